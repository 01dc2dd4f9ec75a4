/*
 * test_expression.c: texts over arrays: what they are worth, what they write, and how many kernels they become. On every
 * device; what is wrong with texts: test_expression_errors.c; random ones against NumPy: expression/fuzz_numpy.py.
 */
#include "tests/expression_operands.h"

#include <stdio.h>

static const char *value_of(const char *text)
{
    cujit_array *result = NULL;

    must(cujit_eval(context, text, OPERANDS, &result, &fault));
    cj_test_keep(result, (void (*)(void *))(cujit_array_free));
    return show(context, result);
}

FIXTURE(make_operands, NULL)

/* ---- Values ------------------------------------------------------------------------------------------------------ */

static const struct {
    const char *text, *expected;
} values[] = {
    /* Types: C's numbers and the text's are weak. */
    {"2*f + 1", "float32(2,3) 1 3 5 7 9 11"},
    {"a*f", "float32(2,3) 0 2.5 5 7.5 10 12.5"},
    {"k*i", "int32(4) -4 6 0 14"},
    {"i / k", "float64(4) -1 1.5 0 3.5"},
    {"i // k", "int32(4) -1 1 0 3"},
    {"i / 2**40", "float64(4) -1.81899e-12 2.72848e-12 0 6.36646e-12"},
    {"1000 / t", "float64(3) 10 10 10"},
    {"b / -2", "float64(4) -125 -1.5 -0 -3.5"},
    {"i % 3", "int32(4) 1 0 0 1"},
    {"yes + i", "int32(4) -1 4 1 8"},
    {"f + d", "float64(2,3) 0.5 -0.5 4 3.5 2.5 7"},
    {"f * 1j", "complex64(2,3) 0 0+1j 0+2j 0+3j 0+4j 0+5j"},
    {"t + t", "int8(3) -56 -56 -56"},
    {"i + b", "int32(4) 248 6 0 14"},
    {"b < 300", "bool(4) 1 1 1 1"},
    {"b > -1", "bool(4) 1 1 1 1"},
    {"b == k + 1", "bool(4) 0 1 0 0"},
    {"2 + 3", "int64() 5"},
    {"k / 4", "float64() 0.5"},
    {"yes", "bool() 1"},
    {"f.astype(int16)", "int16(2,3) 0 1 2 3 4 5"},
    {"float64(f[0])", "float64(3) 0 1 2"},
    {"pi * g", "float32(3) 3.14159 31.4159 314.159"},
    {"np.sqrt(s)", "float32() 2"},
    {"18446744073709551615", "uint64() 1.84467e+19"},
    {"int64(i) > -9223372036854775808", "bool(4) 1 1 1 1"},
    {"g + -9223372036854775808", "float32(3) -9.22337e+18 -9.22337e+18 -9.22337e+18"},
    {"maximum(int64(i), -9223372036854775808) // -9223372036854775808", "int64(4) 0 -1 0 -1"},
    {"where(m, -9223372036854775807 - 1, f)[0]", "float32(3) -9.22337e+18 1 -9.22337e+18"},
    {"gcd(int64(i) * 2, -9223372036854775808) + clip(int64(i), -9223372036854775808, 5)",
     "int64(4) 2 5 -9.22337e+18 7"},
    /* Operators, conditions, functions. */
    {"-f ** 2", "float32(2,3) -0 -1 -4 -9 -16 -25"},
    {"(f > 1) & m", "bool(2,3) 0 0 1 0 0 1"},
    {"f if m else -1", "float32(2,3) 0 -1 2 -1 -1 5"},
    {"where(i > 0, i, 0)", "int32(4) 0 3 0 7"},
    {"abs(c)", "float32(3) 2.23607 1 0.5"},
    {"conj(c)[::-1]", "complex64(3) 0-0.5j -1 1-2j"},
    {"~i ^ 1", "int32(4) 0 -3 -2 -7"},
    {"max(f, 0) + min(f, 0)", "float32(3) 3 5 7"},
    {"maximum(f, g)", "float32(2,3) 1 10 100 3 10 100"},
    {"maximum(c, 0.5 - 1j)", "complex64(3) 1+2j 0.5-1j 0.5-1j"},
    {"c < 0.5j", "bool(3) 0 1 0"},
    {"clip(c, -0.5, 0.25j)", "complex64(3) 0+0.25j -0.5 0+0.25j"},
    /* Views. */
    {"g[(-9223372036854775807-1) % 3]", "float32() 10"},
    {"f.T", "float32(3,2) 0 3 1 4 2 5"},
    {"(f + 1).T", "float32(3,2) 1 4 2 5 3 6"},
    {"f[1]", "float32(3) 3 4 5"},
    {"f[()]", "float32(2,3) 0 1 2 3 4 5"},
    {"f[(1, k)]", "float32() 5"},
    {"f[-1, ::-1]", "float32(3) 5 4 3"},
    {"(f*g)[:, 1:]", "float32(2,2) 10 200 40 500"},
    {"(g + f)[::-1][0, k]", "float32() 105"},
    {"(2*(f.T + 1)[1:])[::-1, ::-1].T[0]", "float32(2) 12 10"},
    {"f[..., None]", "float32(2,3,1) 0 1 2 3 4 5"},
    {"g[None] * g[:, None]", "float32(3,3) 1 10 100 10 100 1000 100 1000 10000"},
    {"f[:, -k:]", "float32(2,2) 1 2 4 5"},
    {"f[:, k-1:k]", "float32(2,1) 1 4"},
    {"f[:, 5:]", "float32(2,0)"},
    {"f[:, ::-2]", "float32(2,2) 2 0 5 3"},
    {"swapaxes(f, 0, 1)[0]", "float32(2) 0 3"},
    {"f[None].mT", "float32(1,3,2) 0 3 1 4 2 5"},
    {"np.matrix_transpose(f) + permute_dims(f, (1, 0))", "float32(3,2) 0 6 2 8 4 10"},
    /* Axes of values that have none, as far as NumPy takes them. */
    {"sum(s, 0) + prod(s, axis=-1) + max(2*s, 0, keepdims=1)", "float32() 16"},
    {"cumsum(s, 0)", "float32(1) 4"},
    {"argmax(s, -1) + count_nonzero(s, 0) + any(s, 0)", "int64() 2"},
    {"ptp(s, 0) + nansum(s, -1) + nanmax(s, 0) + squeeze(s, 0)", "float32() 12"},
    {"take(s, i[:2], 0)", "float32(2) 4 4"},
    {"take(s, 0, -1)", "float32() 4"},
    /* Elements at places. */
    {"g[t - 100 + b[1:]]", "float32(3) 100 1 100"},
    {"g[i]", "float32(4) 10 100 1 100"},
    {"take(g, i, mode=clip)", "float32(4) 1 100 1 100"},
    {"take(g, i, mode=wrap) + 1", "float32(4) 11 2 2 11"},
    {"take(f, i)", "float32(4) 4 3 0 5"},
    {"f[:, i % 3]", "float32(2,4) 1 0 0 1 4 3 3 4"},
    {"f[i[:2, None] % 2]", "float32(2,1,3) 0 1 2 3 4 5"},
    {"f[i % 2, i % 3]", "float32(4) 1 3 0 4"},
    {"f.T[::-1][argmax(f.T, 0)]", "float32(2,2) 0 3 0 3"},
    {"take(2*f + 1, argmax(f, 1), 1)", "float32(2,2) 5 5 11 11"},
    {"take_along_axis(f, argmax(f, 1, keepdims=1), 1)", "float32(2,1) 2 5"},
    {"sum(g[i]) + g[i][::-2]", "float32(2) 311 311"},
    {"g[argmin(g)]", "float32() 1"},
    {"f.reshape(3, 2)", "float32(3,2) 0 1 2 3 4 5"},
    {"reshape(f.T + 1, (k, 1, -1))[1]", "float32(1,3) 5 3 6"},
    {"ravel(f.T) * 2", "float32(6) 0 6 2 8 4 10"},
    {"sum(f.T.reshape((2, 3)), 1)", "float32(2) 4 11"},
    {"reshape(a, (1, 1))", "float64(1,1) 2.5"},
    {"reshape(s, -1) + g.reshape(3)", "float32(3) 5 14 104"},
    {"reshape(g[:1], ())", "float32() 1"},
    {"f[:, :0].ravel()", "float32(0)"},
    {"modf(f * -0.75)[0]", "float32(2,3) -0 -0.75 -0.5 -0.25 -0 -0.75"},
    {"modf(f * -0.75)[1]", "float32(2,3) -0 -0 -1 -2 -3 -3"},
    {"modf(where(g > 5, -inf, 2.5))[0]", "float64(3) 0.5 -0 -0"},
    {"modf(i)[-1]", "float64(4) -2 3 0 7"},
    {"frexp(g * -0.375)[0]", "float32(3) -0.75 -0.9375 -0.585938"},
    {"frexp(g * -0.375)[1]", "int32(3) -1 2 6"},
    {"frexp(where(f < 2, f - 1, inf))[0] + frexp(0*f)[0]", "float32(2,3) -0.5 0 inf inf inf inf"},
    {"frexp(where(f < 2, f - 1, inf))[1]", "int32(2,3) 1 0 0 0 0 0"},
    {"m1 = frexp(5e-324)[0]; e1 = frexp(5e-324)[1]; m1 + e1", "float64() -1072.5"},
    {"frexp(float16(g))[1] + frexp(bfloat16(g))[0]", "float64(3) 1.5 4.625 7.78125"},
    {"divmod(f - 3, 2)[0]", "float32(2,3) -2 -1 -1 0 0 1"},
    {"divmod(i, -2)[1] + divmod(7, 2)[-2]", "int32(4) 3 2 3 2"},
    {"concatenate((g, 2*g))", "float32(6) 1 10 100 2 20 200"},
    {"np.concat([f, f], 1)[0]", "float32(6) 0 1 2 0 1 2"},
    {"concatenate((f, f[:, :1].astype(float64)), 1) + 0.5", "float64(2,4) 0.5 1.5 2.5 0.5 3.5 4.5 5.5 3.5"},
    {"concatenate((f, f[0]), axis=None)", "float32(9) 0 1 2 3 4 5 0 1 2"},
    {"concatenate((sum(f, 0), cumsum(g), ravel(f)[::3]))", "float32(8) 3 5 7 1 11 111 0 3"},
    {"sum(concatenate((f, -f.T[:2, :1] * g)), 0)", "float32(3) 2 -5 -93"},
    {"stack((f, -f), -1)[1]", "float32(3,2) 3 -3 4 -4 5 -5"},
    {"stack((a, k, 1))", "float64(3) 2.5 2 1"},
    {"hstack((g, float32(7))) + float32(vstack((1, 2)))", "float32(2,4) 2 11 101 8 3 12 102 9"},
    {"hstack((g, 7))", "float64(4) 1 10 100 7"},
    {"hstack((f, f))[:, 2:4]", "float32(2,2) 2 0 5 3"},
    {"vstack((g, f))", "float32(3,3) 1 10 100 0 1 2 3 4 5"},
    {"concatenate((g, g, g, g, g, g, g, g, g[:1], g[1:]))[23:]", "float32(4) 100 1 10 100"},
    {"c2 = concatenate((f, f[::-1])); c2 - max(c2, 1, keepdims=1)", "float32(4,3) -2 -1 0 -2 -1 0 -2 -1 0 -2 -1 0"},
    {"broadcast_to(g, (2, 3)) * f", "float32(2,3) 0 10 200 3 40 500"},
    {"broadcast_to(f[:, :1], (k, 2))", "float32(2,2) 0 0 3 3"},
    {"sum(broadcast_to(3, (2, 4)), 0)", "int64(4) 6 6 6 6"},
    {"broadcast_to(f, (0, 2, 3))", "float32(0,2,3)"},
    {"broadcast_to(f, (2, 2, 3))[::-1, 1].T", "float32(3,2) 3 3 4 4 5 5"},
    {"flip(f)", "float32(2,3) 5 4 3 2 1 0"},
    {"flip(f, 0)", "float32(2,3) 3 4 5 0 1 2"},
    {"roll(g, 1)", "float32(3) 100 1 10"},
    {"roll(g, 9223372036854775807) + roll(g, 4 - 9223372036854775807 + 2*k - 4)", "float32(3) 101 11 110"},
    {"jn(int64(i) - 9223372036854775806, 2.5) + yn(int64(i) - 9223372036854775806, 2.5)", "float64(4) nan nan nan nan"},
    {"roll(f, -k, axis=1) - f", "float32(2,3) 2 -1 -1 2 -1 -1"},
    {"roll(g, -9223372036854775807 - 1) + roll(i, 0*k - 9223372036854775807 - 1)[:3]", "float64(3) 98 4 10"},
    {"roll(f[:0], 3 - k, 0)", "float32(0,3)"},
    {"roll(f, 1)", "float32(2,3) 5 0 1 2 3 4"},
    {"roll(f + 1, (1, -k), None)", "float32(2,3) 2 3 4 5 6 1"},
    {"roll(f, (1, k), 0) - roll(f, (k, 1), (0, 0))", "float32(2,3) 0 0 0 0 0 0"},
    {"roll(f, (1,), (0, -1))", "float32(2,3) 5 3 4 2 0 1"},
    {"roll(f[:0], 1)", "float32(0,3)"},
    {"roll(a, 3) + roll(2, 1)", "float64() 4.5"},
    {"take(g, 5)", "float32() 100"},
    {"z[1:, 1:][i[:3] % 2, 1]", "float32(3) 5 8 5"},
    {"softmax = exp(g[None] - max(g)); sum(f[:, i % 3] > 2)", "int64() 4"},

    {"expand_dims(g, 0)", "float32(1,3) 1 10 100"},
    {"squeeze(f[:1], 0)", "float32(3) 0 1 2"},
    {"f[:, None].transpose(2, 0, 1)", "float32(3,2,1) 0 3 1 4 2 5"},
    {"(a + g)[1]", "float32() 12.5"},
    {"(s + g)[1:]", "float32(2) 14 104"},
    /* Reductions and scans. */
    {"sum(f)", "float32() 15"},
    {"f.sum(0)", "float32(3) 3 5 7"},
    {"sum(t)", "int64() 300"},
    {"sum(b)", "uint64() 260"},
    {"sum(m, axis=1)", "int64(2) 2 1"},
    {"mean(i)", "float64() 2"},
    {"mean(f, axis=(0, 1), keepdims=True)", "float32(1,1) 2.5"},
    {"var(f, 1)", "float32(2) 0.666667 0.666667"},
    {"std(f, 1, ddof=1)", "float32(2) 1 1"},
    {"var(g, ddof=4)", "float32() inf"},
    {"prod(f + 1, -1)", "float32(2) 6 120"},
    {"argmax(f)", "int64() 5"},
    {"argmax(c)", "int64() 0"},
    {"argmin(c)", "int64() 1"},
    {"argmax(c[::-1] * c * conj(c) * 2j, 0, keepdims=1)", "int64(1) 1"},
    {"max(c)", "complex64() 1+2j"},
    {"min(c[None], 0)", "complex64(3) 1+2j -1 0+0.5j"},
    {"cummin(c)", "complex64(3) 1+2j -1 -1"},
    {"argmin(f % 3, 1)", "int64(2) 0 0"},
    {"argmax(f, 0, keepdims=1)", "int64(1,3) 1 1 1"},
    {"all(m, 0)", "bool(3) 0 0 1"},
    {"any(f > 4)", "bool() 1"},
    {"count_nonzero(f, 0)", "int64(3) 1 2 2"},
    {"norm(f)", "float32() 7.4162"},
    {"argmax(f[:, ::-1] // 2 % g, 1)", "int64(2) 0 1"},
    {"argmax(float16(f[:, ::-1] // 2) % g, 1)", "int64(2) 0 1"},
    {"h = float16(f); argmin(h[:, :1] // h[0], 1)", "int64(2) 0 2"},
    {"h = float16(f); q = float16(s)[None]; sum((h // q) * (h // q), 1)", "float16(2) 0 2"},
    {"q = bfloat16(s); var(square(bfloat16(f) // q))", "bfloat16() 0.222656"},
    {"argmax(bfloat16(g)[::-1] // 7)", "int64() 0"},
    {"sum(sign(c[::-1]))", "complex64() -0.552786+1.89443j"},
    {"complex64(max(i)) + 1j", "complex64() 7+1j"},
    {"min(b) > 1.5", "bool() 0"},
    {"norm(c)", "float32() 2.5"},
    {"norm(f, axis=1)", "float32(2) 2.23607 7.07107"},
    {"f / np.linalg.norm(f, axis=(-2, -1), keepdims=1)", "float32(2,3) 0 0.13484 0.26968 0.40452 0.53936 0.6742"},
    {"2*sum(f, 1) + a", "float32(2) 8.5 26.5"},
    {"sqrt(sum(f*f, 0)) / k", "float32(3) 1.5 2.06155 2.69258"},
    {"sum(t, dtype=int8)", "int8() 44"},
    {"cumsum(f, 1)", "float32(2,3) 0 1 3 3 7 12"},
    {"cumsum(f)", "float32(6) 0 1 3 6 10 15"},
    {"cumsum(t)", "int64(3) 100 200 300"},
    {"cumsum(f.T + 1, 0)", "float32(3,2) 1 4 3 9 6 15"},
    {"cumprod(g)[::-1]", "float32(3) 1000 10 1"},
    {"cummax(f * where(f > 3, -1, 1), 1)", "float64(2,3) 0 1 2 3 3 3"},
    {"sum(sum(f, 0))", "float32() 15"},
    {"sum(f[:, 1:] * f[:, :-1], 1)", "float32(2) 2 32"},
    /* Bounds beyond the type of whole numbers. */
    {"clip(b, -5, 300)", "uint8(4) 250 3 0 7"},
    {"clip(b, -5, 5)", "uint8(4) 5 3 0 5"},
    {"b.clip(k - 5, 100*k)", "uint8(4) 200 3 0 7"},
    {"clip(b, -k, 200*k)", "uint8(4) 250 3 0 7"},
    {"clip(b, 5, 1000*k)", "uint8(4) 250 5 5 7"},
    {"clip(t, -1000, 99)", "int8(3) 99 99 99"},
    {"clip(t, -100*k, 100*k)", "int8(3) 100 100 100"},
    {"clip(i, -2**40, 18446744073709551615)", "int32(4) -2 3 0 7"},
    {"clip(b, i, 300)", "int32(4) 250 3 0 7"},
    {"clip(m[0], -1, 2)", "int64(3) 1 0 1"},
    {"clip(b, -5, 2.5)", "float64(4) 2.5 2.5 0 2.5"},
    {"clip(g, -1000, 50)", "float32(3) 1 10 50"},
    {"clip(b, None, 5)", "uint8(4) 5 3 0 5"},
    {"clip(b, None, 300)", "uint8(4) 250 3 0 7"},
    {"clip(b, 5, None)", "uint8(4) 250 5 5 7"},
    {"clip(b, -5)", "uint8(4) 250 3 0 7"},
    {"clip(b, 5)", "uint8(4) 250 5 5 7"},
    {"b.clip(5)", "uint8(4) 250 5 5 7"},
    {"b.clip(None, 100*k)", "uint8(4) 200 3 0 7"},
    {"b.clip(max=1000*k)", "uint8(4) 250 3 0 7"},
    {"clip(b, -k)", "uint8(4) 250 3 0 7"},
    {"clip(b, min=4, max=300)", "uint8(4) 250 4 4 7"},
    {"clip(b, max=6, min=None)", "uint8(4) 6 3 0 6"},
    {"clip(b, 4, max=6)", "uint8(4) 6 4 4 6"},
    {"clip(b, None, i)", "int32(4) -2 3 0 7"},
    {"clip(b, None, 2.5)", "float64(4) 2.5 2.5 0 2.5"},
    {"clip(b)", "uint8(4) 250 3 0 7"},
    {"clip(b, None, None)", "uint8(4) 250 3 0 7"},
    {"b.clip()", "uint8(4) 250 3 0 7"},
    {"g[maximum(0, k - 5):minimum(k, 9)]", "float32(2) 1 10"},
    /* Tens. */
    {"round(i * 5, -1)", "int32(4) -10 20 0 40"},
    {"round(t + 27, -1)", "int8(3) -126 -126 -126"},
    {"np.around(b, -1)", "uint8(4) 250 0 0 10"},
    {"round(b, decimals=-2)", "uint8(4) 200 0 0 0"},
    {"round(25*k + 5, -1)", "int64() 60"},
    {"f - mean(f, 1, keepdims=1)", "float32(2,3) -1 0 1 -1 0 1"},
    {"f / sum(f)", "float32(2,3) 0 0.0666667 0.133333 0.2 0.266667 0.333333"},
    {"sum(f, 0)[1:] + sum(f, 1)", "float32(2) 8 19"},
    {"sum(a)", "float64() 2.5"},
    {"sum(s)", "float32() 4"},
    {"sum(v)", "float32() 0"},
    {"sum(a[None])", "float64() 2.5"},
    /* What has axes is an array, and no number any more. */
    {"g + a[None]", "float64(3) 3.5 12.5 102.5"},
    {"a + g[:1]", "float32(1) 3.5"},
    {"t + k[None, ...]", "int64(3) 102 102 102"},
    {"g * reshape(a, (1,))", "float64(3) 2.5 25 250"},
    {"g - broadcast_to(a, (1,))", "float64(3) -1.5 7.5 97.5"},
    {"g + ravel(a) + expand_dims(a, 0)", "float64(3) 6 15 105"},
    {"g[1:] + stack((a, 1))", "float64(2) 12.5 101"},
    {"g + a[()] + a[...]", "float32(3) 6 15 105"},
    {"sum(f[:, :0], 1)", "float32(2) 0 0"},
    /* Lengths. */
    {"f.size", "int64() 6"},
    {"f.shape[1] + np.shape(f)[-2] + f.ndim", "int64() 7"},
    {"len(f) * len(g) + v.size", "int64() 6"},
    {"s.size + s.ndim + a.size + a.ndim", "int64() 2"},
    {"sum(f) / f.size", "float32() 2.5"},
    {"sum(f, 1) / size(f, 1)", "float32(2) 1 4"},
    {"f - sum(f, 1, keepdims=1) / f.shape[1]", "float32(2,3) -1 0 1 -1 0 1"},
    {"i % len(i)", "int32(4) 2 3 0 3"},
    {"t * f.size", "int8(3) 88 88 88"},
    {"f[:, f.shape[1] // 2:]", "float32(2,2) 1 2 4 5"},
    {"q = f[:, 1:].T; q[q.shape[0] - 1] * q.size", "float32(2) 8 20"},
    {"w = f.T[:len(f)]; w[:w.size // 4]", "float32(1,2) 0 3"},
    {"arange(f.size)[f.size - 2:]", "int64(2) 4 5"},
    {"zeros(f.shape, dtype=int8)", "int8(2,3) 0 0 0 0 0 0"},
    {"full((f.ndim, g.size), g.size)[1]", "int64(3) 3 3 3"},
    {"broadcast_to(g, np.shape(f))[1]", "float32(3) 1 10 100"},
    {"ravel(f).reshape(f.T.shape)", "float32(3,2) 0 1 2 3 4 5"},
    {"concatenate((f, f)).size + (f[None] + f[:, None]).size", "int64() 24"},
    /* Names. */
    {"e = exp(f - max(f, -1, keepdims=1)); e / sum(e, -1, keepdims=1)",
     "float32(2,3) 0.0900306 0.244728 0.665241 0.0900306 0.244728 0.665241"},
    {"x = f; x += 1; x *= x; x[0]", "float32(3) 1 4 9"},
    {"x = f\ny = x + 1 # one more\ny * x", "float32(2,3) 0 2 6 12 20 30"},
    {"n = k + 1; g[:n//2]", "float32(1) 1"},
};

TEST_EACH(a_value_is_that_of_numpy, COUNT(values))
{
    ck_assert_str_eq(value_of(values[_i].text), values[_i].expected);
}

/* Numbers that int64 does not have, of C's (n) and of the text: as weak as others. */
static const struct {
    const char *text, *expected;
} large[] = {
    {"n", "uint64() 1.84467e+19"},
    {"n == 18446744073709551615", "bool() 1"},
    {"f + n", "float32(2,3) 1.84467e+19 1.84467e+19 1.84467e+19 1.84467e+19 1.84467e+19 1.84467e+19"},
    {"g * 9223372036854775808", "float32(3) 9.22337e+18 9.22337e+19 9.22337e+20"},
    {"float16(g) < n", "bool(3) 1 1 1"},
    {"n / 2", "float64() 9.22337e+18"},
    {"sqrt(n)", "float64() 4.29497e+09"},
    {"n * 0.5", "float64() 9.22337e+18"},
    {"float64(n)", "float64() 1.84467e+19"},
    {"u == n", "bool(3) 0 0 1"},
    {"u - n", "uint64(3) 2 9.22337e+18 0"},
    {"u == 9223372036854775808", "bool(3) 0 1 0"},
    {"u // n", "uint64(3) 0 0 1"},
    {"l < n", "bool(2) 1 1"},
    {"n <= l", "bool(2) 0 0"},
    {"l > 9223372036854775808", "bool(2) 0 0"},
    {"b == n", "bool(4) 0 0 0 0"},
    {"l / n", "float64(2) 5.42101e-20 -5.42101e-20"},
    {"k < n", "bool() 1"},
    {"minus > n", "bool() 0"},
    {"maximum(n, k) == n", "bool() 1"},
    {"maximum(u, n) - n", "uint64(3) 0 0 0"},
    {"clip(u, k, n)", "uint64(3) 2 9.22337e+18 1.84467e+19"},
    {"clip(u, minus, n - 1)", "uint64(3) 1 9.22337e+18 1.84467e+19"},
    {"clip(u, -1, 5)", "uint64(3) 1 5 5"},
    {"clip(l, 0, n)", "int64(2) 1 0"},
    {"clip(l, minus * k, 9223372036854775808)", "int64(2) 1 -1"},
    {"where(g > 5, n, 0)", "uint64(3) 0 1.84467e+19 1.84467e+19"},
    {"full(2, n)", "uint64(2) 1.84467e+19 1.84467e+19"},
    {"sum(n)", "uint64() 1.84467e+19"},
    /* Calculated among themselves. */
    {"l + n % 10", "int64(2) 6 4"},
    {"l + (n >> 60)", "int64(2) 16 14"},
    {"i + (n - n)", "int32(4) -2 3 0 7"},
    {"u - (n // 2 * 2 + 1)", "uint64(3) 2 9.22337e+18 0"},
    {"g[n % 2]", "float32() 10"},
    {"arange(n & 3)", "int64(3) 0 1 2"},
    {"-9223372036854775808", "int64() -9.22337e+18"},
    {"n * 1j", "complex128() 0+1.84467e+19j"},
};

static cujit_status eval_large(const char *text, cujit_array **result)
{
    const unsigned long long n = UINT64_MAX;
    const int minus = -1;
    cujit_array *u = upload(context, CUJIT_UINT64, 3, (const uint64_t[]){1, UINT64_C(1) << 63, UINT64_MAX}),
                *l = upload(context, CUJIT_INT64, 2, (const int64_t[]){1, -1});

    return cujit_eval(context, text, CUJIT_NAMED(f, g, i, b, u, l, yes, n, k, minus), result, &fault);
}

TEST_EACH(a_number_beyond_int64_is_weak, COUNT(large))
{
    cujit_array *result = NULL;

    must(eval_large(large[_i].text, &result));
    cj_test_keep(result, (void (*)(void *))(cujit_array_free));
    ck_assert_str_eq(show(context, result), large[_i].expected);
}

static const struct {
    const char *text, *words;
} too_large[] = {
    {"l + n", "n is 18446744073709551615, which int64, the type that it is used in, cannot hold"},
    {"l + 9223372036854775808", "9223372036854775808 does not fit int64, the type that it is used in"},
    {"yes + n", "n is 18446744073709551615, which int64"},
    {"b + n", "n is 18446744073709551615, which uint8"},
    {"l[...] = n; 1", "n is 18446744073709551615, which int64"},
    {"maximum(n, minus)", "minus is -1, which uint64"},
    {"n + 1", "this is no whole number that fits uint64"},
    {"-n", "this is no whole number that fits uint64"},
    {"n - n - 1", "this is no whole number that fits uint64"},
    {"-(-9223372036854775808)", "this is no whole number that fits int64"},
    {"g[n]", "this is no whole number that fits int64"},
    {"g[:n]", "this is no whole number that fits int64"},
    {"zeros(n)", "this is no whole number that fits int64"},
    {"arange(n)", "this is no whole number that fits int64"},
    {"zeros(18446744073709551615)", "18446744073709551615 does not fit int64"},
};

TEST_EACH(a_number_beyond_int64_must_fit, COUNT(too_large))
{
    cujit_array *result = NULL;

    refuse(eval_large(too_large[_i].text, &result), CUJIT_ERROR_EXPRESSION, too_large[_i].words);
}

/* ---- Statements -------------------------------------------------------------------------------------------------- */

static const struct {
    const char *text, *expected; /* what is in z then */
} statements[] = {
    {"z = 1", "1 1 1 1 1 1 1 1 1"},
    {"z = z + z.T", "0 4 8 4 8 12 8 12 16"},
    {"z += z.T", "0 4 8 4 8 12 8 12 16"},
    {"z[1:] = z[:-1]", "0 1 2 0 1 2 3 4 5"},
    {"z[:-1] = z[1:]", "3 4 5 6 7 8 6 7 8"},
    {"z = z[::-1]", "6 7 8 3 4 5 0 1 2"},
    {"z[::2] += 1", "1 2 3 3 4 5 7 8 9"},
    {"z[::2, 1] = -1", "0 -1 2 3 4 5 6 -1 8"},
    {"z[1] = g", "0 1 2 1 10 100 6 7 8"},
    {"z[()] = 2", "2 2 2 2 2 2 2 2 2"},
    {"z.T[...] = z", "0 3 6 1 4 7 2 5 8"},
    {"z.T[0] = 1", "1 1 2 1 4 5 1 7 8"},
    {"z = reshape(ravel(z)[::-1], (3, 3))", "8 7 6 5 4 3 2 1 0"},
    {"z[:] = roll(z, 1, 0)", "6 7 8 0 1 2 3 4 5"},
    {"x = z.T.ravel(); z = 0; z[1] = x[:3]", "0 0 0 0 3 6 0 0 0"},
    {"z[z > 4] = -1", "0 1 2 3 4 -1 -1 -1 -1"},
    {"z[z % 2 == 0] += 10", "10 1 12 3 14 5 16 7 18"},
    {"z[g > 1] = g", "0 1 2 1 10 100 1 10 100"},
    {"z.T[1:][z[:2] > 3] = 0", "0 1 2 3 4 0 6 7 0"},
    {"z[:] = z[i[:3]]", "3 4 5 6 7 8 0 1 2"},
    {"x = z[i[1:]]; z = 0; z[:] += x[::-1]", "6 7 8 0 1 2 6 7 8"},
    {"z[1:].T[::2][1] += g[1:]", "0 1 2 3 4 15 6 7 108"},
    {"z[1][2] = -1; z[::-1][0] = z[1]", "0 1 2 3 4 -1 3 4 -1"},
    {"z[:, 0] = f.T[:, 1]", "3 1 2 4 4 5 5 7 8"},
    {"z[0, 0] = 9; z[1] = z[0]", "9 1 2 9 1 2 6 7 8"},
    {"x = z + 1; z = 0; z[0] = x[2]", "7 8 9 0 0 0 0 0 0"},
    {"x = sum(z); z = 1; z[0] += x", "37 37 37 1 1 1 1 1 1"},
    {"x = z.T; z = 2*x; z -= x", "0 3 6 1 4 7 2 5 8"},
    {"z[...] = z / sum(z, 0, keepdims=1)",
     "0 0.0833333 0.133333 0.333333 0.333333 0.333333 0.666667 0.583333 0.533333"},
    {"z = cumsum(z, 0)", "0 1 2 3 5 7 9 12 15"},
    {"z = z; z = z", "0 1 2 3 4 5 6 7 8"},
    {"z -= z[1]", "-3 -3 -3 0 0 0 3 3 3"},
    /* Kernels of rows that write one array over and over. */
    {"z -= max(z, -1, keepdims=1); z *= sum(z, -1, keepdims=1)", "6 3 -0 6 3 -0 6 3 -0"},
    {"z[...] = z - max(z, -1, keepdims=1); z[...] = z - min(z, -1, keepdims=1)", "0 1 2 0 1 2 0 1 2"},
    {"z = z - max(f[0], -1); z = z - min(z, -1, keepdims=1); z = z - sum(z, -1, keepdims=1)",
     "-3 -2 -1 -3 -2 -1 -3 -2 -1"},
    {"z[...] = z - max(z.T.T, -1, keepdims=1); z[...] = z - g; z[...] = z - sum(z, -1, keepdims=1)",
     "111 103 14 111 103 14 111 103 14"},
    {"z[1:, 1:] *= z[:-1, :-1]", "0 1 2 3 0 5 6 21 32"},
    /* At places that arrays say the last one wins, and those that are outside are left out. */
    {"z[i % 2] = i[:, None]", "0 0 0 7 7 7 6 7 8"},
    {"z[i % 2] += g", "1 11 102 4 14 105 6 7 8"},
    {"z[:, i % 3] = i", "0 7 2 0 7 5 0 7 8"},
    {"z[i % 2, i % 3] = i", "0 -2 2 3 7 5 6 7 8"},
    {"z[i % 2, i % 3] -= i", "0 3 2 0 -3 5 6 7 8"},
    {"z[1:][:, i % 3] *= 2", "0 1 2 6 8 5 12 14 8"},
    {"z.T[i % 2] = g", "1 1 2 10 10 5 100 100 8"},
    {"z[::-2, ::-1][i % 2, 1:] = g[1:]", "100 10 2 3 4 5 100 10 8"},
    {"z[i % 2] = z[2]", "6 7 8 6 7 8 6 7 8"},
    {"z[i % 2] = z[0, 0] + 5", "5 5 5 5 5 5 6 7 8"},
    {"z[int32(z[0]) % 2] = z[2]", "6 7 8 6 7 8 6 7 8"},
    {"z[i[:0]] = 1", "0 1 2 3 4 5 6 7 8"},
    {"z[i[:0]] = g", "0 1 2 3 4 5 6 7 8"},
    {"z[i[:, None] % 3, i[:2] % 2] = i[:, None]", "0 0 2 7 7 5 6 7 8"},
    {"z[i[:, None] % 3, i[:2] % 2] += 1", "1 2 2 4 5 5 6 7 8"},
    {"z[0, i % 3] = i", "0 7 2 3 4 5 6 7 8"},
    {"z[i[:2] % 2] = z[i[2:] % 3]", "0 1 2 3 4 5 6 7 8"},
    {"z[i % 2] = f[0]; z[i % 3, 0] = i; z += 1", "1 2 3 8 2 3 7 8 9"},
    {"x = z[1] * 1; z[i % 2] = 0; z[2] = x", "0 0 0 0 0 0 3 4 5"},
    {"z[i % 2] = i[:1]", "-2 -2 -2 -2 -2 -2 6 7 8"},
    {"z[i % 2, :] = sum(z, 0)", "9 12 15 9 12 15 6 7 8"},
    {"z[i % 2, 0] += z[0, 1:2]", "1 1 2 4 4 5 6 7 8"},
    {"z[1, :][i % 3] = max(z)", "0 1 2 8 8 5 6 7 8"},
    {"z[i] = -1", "-1 -1 -1 -1 -1 -1 6 7 8"},
    {"z[i - 1] += g[0]", "1 2 3 3 4 5 7 8 9"},
    {"z[-4 - i*i] = 0; z[i + int64(2**40)] = 0; z[i[1:2]] += 1", "0 1 2 3 4 5 6 7 8"},
    {"z[i, i] = 9", "9 1 2 3 9 5 6 7 8"},
};

TEST_EACH(an_assignment_is_that_of_numpy, COUNT(statements))
{
    must(cujit_eval(context, statements[_i].text, OPERANDS, NULL, &fault));
    ck_assert_str_eq(show(context, z) + strlen("float32(3,3) "), statements[_i].expected);
}

/* Many threads assign to few places: the order of the elements counts all the same. */
TEST(the_last_element_of_a_place_wins)
{
    enum { COUNT_OF_ALL = 100000, PLACES = 1000 };
    int *places = malloc(COUNT_OF_ALL * sizeof *places), found[PLACES];
    int *numbers = malloc(COUNT_OF_ALL * sizeof *numbers), last[PLACES] = {0};
    cujit_array *to = upload(context, CUJIT_INT32, PLACES, last), *at, *from;

    for (int element = 0; element < COUNT_OF_ALL; element++) {
        places[element] = (int)((unsigned)element * 2654435761U >> 8) % (PLACES + 20) - 10;
        numbers[element] = element;
        if (places[element] < PLACES)
            last[places[element] < 0 ? places[element] + PLACES : places[element]] = element;
    }
    at = upload(context, CUJIT_INT32, COUNT_OF_ALL, places);
    from = upload(context, CUJIT_INT32, COUNT_OF_ALL, numbers);
    must(cujit_eval(context, "to[at] = from", CUJIT_NAMED(to, at, from), NULL, &fault));
    must(cujit_array_to_host(to, found, sizeof found, &fault));
    ck_assert_mem_eq(found, last, sizeof last);
    free(places);
    free(numbers);
}

TEST(operands_may_be_views_of_one_memory)
{
    cujit_array *x = upload(context, CUJIT_FLOAT32, 5, (const float[]){1, 2, 3, 4, 5}), *l = view_of(x, 0, 4),
                *r = view_of(x, 1, 4), *sum = NULL;

    must(cujit_eval(context, "r = l + 1", CUJIT_NAMED(l, r), NULL, &fault));
    expect_elements(x, float, 1, 2, 3, 4, 5);
    must(cujit_eval(context, "old = r * 1; l += r; r[0] = old[0]; sum(l * old)", CUJIT_NAMED(l, r), &sum, &fault));
    cj_test_keep(sum, (void (*)(void *))(cujit_array_free));
    expect_elements(x, float, 3, 2, 7, 9, 5);
    expect_elements(sum, float, 3 * 2 + 2 * 3 + 7 * 4 + 9 * 5);
}

/* Each text over x = 0 1 ... 7, a view of its first part and one of its last: what is in x then. */
static const struct {
    const char *text;
    size_t first, last; /* elements of the views */
    const char *expected;
} shared[] = {
    {"l = 1; r = 2", 5, 5, "1 1 1 2 2 2 2 2"},
    {"r = 2; l = 1", 5, 5, "1 1 1 1 1 2 2 2"},
    {"l[...] = r + 1; r[...] = l*2", 5, 5, "4 5 6 8 10 12 14 16"},
    {"y = r + 1; x = x*10; l = y", 4, 4, "5 6 7 8 40 50 60 70"},
    {"y = sum(x); r[...] = 0; l += y", 4, 4, "28 29 30 31 0 0 0 0"},
};

TEST_EACH(stores_to_shared_memory_are_in_order, COUNT(shared))
{
    cujit_array *x = upload(context, CUJIT_FLOAT32, 8, (const float[]){0, 1, 2, 3, 4, 5, 6, 7}),
                *l = view_of(x, 0, shared[_i].first), *r = view_of(x, 8 - shared[_i].last, shared[_i].last);

    must(cujit_eval(context, shared[_i].text, CUJIT_NAMED(l, r, x), NULL, &fault));
    ck_assert_str_eq(show(context, x) + strlen("float32(8) "), shared[_i].expected);
}

TEST(what_overlaps_itself_has_its_name)
{
    cujit_array *one = upload(context, CUJIT_FLOAT32, 1, (const float[]){1}), *wide = NULL;

    must(cujit_array_broadcast_to(one, 1, (const size_t[]){4}, &wide, &fault));
    cj_test_keep(wide, (void (*)(void *))(cujit_array_free));
    refuse(cujit_eval(context, "wide[1:] = 2", CUJIT_NAMED(wide), NULL, &fault), CUJIT_ERROR_ARGUMENT_SIZE,
           "wide[1:] is written to, but elements of it lie in the same place");
}

/* ---- Kernels ----------------------------------------------------------------------------------------------------- */

static const struct {
    const char *text;
    size_t kernels;
    const char *families;
} plans[] = {
    {"a*f + 6*sin(g)", 1, "e"},
    {"sum(f*g + 1)", 1, "r"},
    {"sqrt(sum(f*f, -1)) * 2 + a", 1, "r"},
    {"f - sum(f, 0, keepdims=1)", 2, "re"},
    {"e = exp(f - max(f, 0, keepdims=1)); e / sum(e, 0, keepdims=1)", 3, "rre"},
    {"(f*g + 1).T[1:] - 1", 1, "e"},
    {"x = f + 1; x * x", 1, "e"},
    {"z = z + 1; x = z * 2; z = x", 1, "e"},
    {"z = z.T; x = z * 2; x[0]", 2, "ee"},
    {"cumsum(f + 1, 0) * 2", 2, "se"},
    {"sum(f.T, 0) + sum(f.T, 0)", 1, "r"},
};

TEST_EACH(a_plan_has_the_fewest_kernels, COUNT(plans))
{
    cujit_expression *expression = NULL;
    cujit_expression_report report;
    cujit_array *result = NULL;
    const bool value = strstr(plans[_i].text, "z = x") == NULL;
    char families[8] = "";

    must(cujit_expression_create(context, &(cujit_expression_spec){.text = plans[_i].text}, &expression, &fault));
    cj_test_keep(expression, (void (*)(void *))cujit_expression_free);
    must(cujit_expression_run(expression, NULL, OPERANDS, value ? &result : NULL, &fault));
    cj_test_keep(result, (void (*)(void *))(cujit_array_free));
    cujit_expression_get_report(expression, &report);
    for (size_t n = 0; n < report.kernel_count; n++)
        strncat(families, cujit_expression_get_kernel(expression, n)->family, 1);
    ck_assert_str_eq(families, plans[_i].families);
    ck_assert_uint_eq(report.kernel_count, plans[_i].kernels);
    ck_assert_ptr_null(cujit_expression_get_kernel(expression, report.kernel_count));
}

/* More arrays and more lines than one kernel has room for. */
TEST(what_is_too_large_is_split)
{
    cujit_arg items[60];
    char names[400] = "", sum[600] = "", deep[8000] = "0*x0";
    cujit_array *result = NULL;

    for (int n = 0; n < 60; n++) {
        items[n] = cujit_arg_array(upload(context, CUJIT_FLOAT32, 2, (const float[]){(float)n, 1}));
        sprintf(names + strlen(names), "%sx%d", n > 0 ? ", " : "", n);
        sprintf(sum + strlen(sum), "%sx%d", n > 0 ? " + " : "", n);
    }
    must(cujit_eval_named(context, sum, names, items, 60, &result, &fault));
    cj_test_keep(result, (void (*)(void *))(cujit_array_free));
    expect_elements(result, float, 1770, 60);
    for (int n = 1; n <= 600; n++)
        sprintf(deep + strlen(deep), " + %d*x1", n % 7);
    must(cujit_eval_named(context, deep, names, items, 60, &result, &fault));
    cj_test_keep(result, (void (*)(void *))(cujit_array_free));
    expect_elements(result, float, 1800, 1800);
}

/* Thousands of statements, each of which needs what the one before it has written. */
TEST(a_long_text_is_planned_soon)
{
    enum { MANY = 3000, STATEMENT = 12 };
    char *text = memory_of(MANY * STATEMENT + 1);

    for (int n = 0; n < MANY; n++)
        memcpy(text + n * STATEMENT, "z = z + 1;  ", STATEMENT);
    text[MANY * STATEMENT] = '\0';
    must(cujit_eval(context, text, OPERANDS, NULL, &fault));
    ck_assert_str_eq(show(context, z), "float32(3,3) 3000 3001 3002 3003 3004 3005 3006 3007 3008");
    for (int n = 0; n < MANY; n++)
        memcpy(text + n * STATEMENT, "z = z.T;    ", STATEMENT);
    refuse(cujit_eval(context, text, OPERANDS, NULL, &fault), CUJIT_ERROR_EXPRESSION, "more than 256 kernels");
}

TEST(a_loop_makes_one_plan)
{
    cujit_expression *expression = NULL;
    cujit_expression_report report;

    must(cujit_expression_create(context, &(cujit_expression_spec){.text = "x *= factor*x.size/len(x)"}, &expression,
                                 &fault));
    cj_test_keep(expression, (void (*)(void *))cujit_expression_free);
    for (int n = 1; n < 5; n++) {
        cujit_array *x = counting(context, (size_t)n + 1);
        const float factor = (float)n;
        const float *elements;

        must(cujit_expression_run(expression, NULL, CUJIT_NAMED(x, factor), NULL, &fault));
        elements = elements_of(x);
        ck_assert(elements[0] == 0 && elements[n] == factor * factor);
    }
    cujit_expression_get_report(expression, &report);
    ck_assert_uint_eq(report.plan_count, 1);
}

TEST(a_value_goes_into_an_array_of_the_callers)
{
    cujit_expression *expression = NULL;
    cujit_stream stream = make_stream(context);
    cujit_expression_options options = {.stream = stream, .out = z};
    cujit_array *other = NULL;

    must(cujit_expression_create(context, &(cujit_expression_spec){.text = "z.T + 1"}, &expression, &fault));
    cj_test_keep(expression, (void (*)(void *))cujit_expression_free);
    must(cujit_expression_run(expression, &options, CUJIT_NAMED(z), NULL, &fault));
    must(cujit_stream_synchronize(context, stream, &fault));
    ck_assert_str_eq(show(context, z), "float32(3,3) 1 4 7 2 5 8 3 6 9");
    refuse(cujit_expression_run(expression, &(cujit_expression_options){.out = f}, CUJIT_NAMED(z), NULL, &fault),
           CUJIT_ERROR_ARGUMENT_SIZE, "out has shape (2, 3); the text's value has (3, 3)");
    options.out = view_at(context, CUJIT_FLOAT32, 2, cujit_array_shape(z), (const ptrdiff_t[]){0, 4},
                          cujit_array_data(f));
    refuse(cujit_expression_run(expression, &options, CUJIT_NAMED(z), NULL, &fault), CUJIT_ERROR_ARGUMENT_SIZE,
           "out is written to, but elements of it lie in the same place");
    refuse(cujit_expression_run(expression, &(cujit_expression_options){.out = d}, CUJIT_NAMED(z), &other, &fault),
           CUJIT_ERROR_ARGUMENT_TYPE, "out has elements of float64");
    ck_assert_ptr_null(other);
}

/* Nothing is written beside the elements, whichever way they lie. */
TEST(a_value_of_one_axis_goes_into_an_array_with_a_step)
{
    cujit_array *x = zeros(context, CUJIT_FLOAT32, 14);
    float *const data = cujit_array_data(x);
    const size_t shape[] = {6};
    cujit_array *apart = view_at(context, CUJIT_FLOAT32, 1, shape, (const ptrdiff_t[]){8}, data + 1),
                *backwards = view_at(context, CUJIT_FLOAT32, 1, shape, (const ptrdiff_t[]){-4}, data + 6);
    cujit_expression *expression = NULL;

    must(cujit_expression_create(context, &(cujit_expression_spec){.text = "cumsum(f + 1)"}, &expression, &fault));
    cj_test_keep(expression, (void (*)(void *))cujit_expression_free);
    must(cujit_expression_run(expression, &(cujit_expression_options){.out = apart}, CUJIT_NAMED(f), NULL, &fault));
    expect_elements(x, float, 0, 1, 0, 3, 0, 6, 0, 10, 0, 15, 0, 21, 0, 0);
    must(cujit_expression_run(expression, &(cujit_expression_options){.out = backwards}, CUJIT_NAMED(f), NULL, &fault));
    expect_elements(x, float, 0, 21, 15, 10, 6, 3, 1, 10, 0, 15, 0, 21, 0, 0);
}

TEST(out_is_no_place_of_another_store)
{
    cujit_array *x = upload(context, CUJIT_FLOAT32, 5, (const float[]){1, 2, 3, 4, 5}), *q = view_of(x, 0, 4),
                *out = view_of(x, 1, 4);
    const cujit_expression_options options = {.out = out};
    cujit_expression *expression = NULL;

    must(cujit_expression_create(context, &(cujit_expression_spec){.text = "q = q + 1; q*2"}, &expression, &fault));
    cj_test_keep(expression, (void (*)(void *))cujit_expression_free);
    refuse(cujit_expression_run(expression, &options, CUJIT_NAMED(q), NULL, &fault), CUJIT_ERROR_INVALID_ARGUMENT,
           "out overlaps q");
    expect_elements(x, float, 1, 2, 3, 4, 5);
}
