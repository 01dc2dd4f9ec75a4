/*
 * test_rounding.c: CUDA's intrinsics that round down, up or towards zero, and those of pairs of 16-bit numbers, on every
 * device.
 */
#include "libjit/syntax/dtype.h"
#include "tests/numbers.h"

#include <fenv.h>
#include <stdio.h>

CONTEXT_FOR_EACH_CASE

enum { N = 1000, MODES = 3 };

static const char *const suffixes[MODES] = {"rd", "ru", "rz"};
static const int modes[MODES] = {FE_DOWNWARD, FE_UPWARD, FE_TOWARDZERO};

/* ---- float and double: as the processor does it ------------------------------------------------------------------ */

static const char operation[] =
    "const float x = p[i], y = q[i]; const double d = u[i], e = v[i]; const long long l = (long long)w[i];"
    "f[0 * n + i] = __fadd_@(x, y); f[1 * n + i] = __fsub_@(x, y); f[2 * n + i] = __fmul_@(x, y);"
    "f[3 * n + i] = __fdiv_@(x, y); f[4 * n + i] = __fmaf_@(x, y, x); f[5 * n + i] = __fsqrt_@(fabsf(x));"
    "f[6 * n + i] = __frcp_@(x); f[7 * n + i] = __double2float_@(d); f[8 * n + i] = __int2float_@((int)l);"
    "f[9 * n + i] = __ull2float_@(w[i]);"
    "r[0 * n + i] = __dadd_@(d, e); r[1 * n + i] = __ddiv_@(d, e); r[2 * n + i] = __fma_@(d, e, d);"
    "r[3 * n + i] = __dsqrt_@(fabs(d)); r[4 * n + i] = __ll2double_@(l);";

typedef struct operands {
    float p[N], q[N];
    double u[N], v[N];
    uint64_t w[N];
} operands;

static void draw(operands *out)
{
    uint64_t state = 5;

    for (int k = 0; k < N; k++) {
        const uint32_t bits[] = {(uint32_t)next_random(&state), (uint32_t)next_random(&state)};

        out->p[k] = out->q[k] = 1;
        if (k % 3 == 0) { /* any size; not NaN */
            memcpy(&out->p[k], &(uint32_t){bits[0] & 0xff7fffff}, sizeof(float));
            memcpy(&out->q[k], &(uint32_t){bits[1] & 0xff7fffff}, sizeof(float));
        } else {
            out->p[k] = (float)random_between(&state, -3, 3);
            out->q[k] = (float)random_between(&state, -3, 3);
        }
        out->u[k] = random_between(&state, -1e3, 1e3) * (k % 5 == 0 ? 1e-43 : k % 7 == 0 ? 1e36 : 1);
        out->v[k] = random_between(&state, -1e3, 1e3);
        out->w[k] = next_random(&state) >> (k % 64);
    }
}

/* Volatile, so that it is the processor that calculates, and now. */
static void calculate(const operands *o, int k, float *f, double *r)
{
    const volatile float x = o->p[k], y = o->q[k], size = fabsf(o->p[k]), one = 1;
    const volatile double d = o->u[k], e = o->v[k], length = fabs(o->u[k]);
    const volatile uint64_t w = o->w[k];
    const volatile int64_t l = (int64_t)o->w[k];
    const volatile int32_t low = (int32_t)o->w[k];
    const volatile float narrow[] = {x + y,       x - y,   x * y,    x / y,      fmaf(x, y, x),
                                     sqrtf(size), one / x, (float)d, (float)low, (float)w};
    const volatile double wide[] = {d + e, d / e, fma(d, e, d), sqrt(length), (double)l};

    for (int j = 0; j < COUNT(narrow); j++)
        f[j * N + k] = narrow[j];
    for (int j = 0; j < COUNT(wide); j++)
        r[j * N + k] = wide[j];
}

TEST_EACH(intrinsics_round_as_they_say, MODES)
{
    static operands o;
    static float f[10 * N], got_f[10 * N];
    static double r[5 * N], got_r[5 * N];
    char text[sizeof operation + 40], *at = text;

    draw(&o);
    for (const char *from = operation; *from != '\0'; from++) {
        if (*from == '@') {
            memcpy(at, suffixes[_i], 2);
            at += 2;
        } else {
            *at++ = *from;
        }
    }
    *at = '\0';
    cujit_array *arrays[] = {upload(context, CUJIT_FLOAT32, N, o.p), upload(context, CUJIT_FLOAT32, N, o.q),
                             upload(context, CUJIT_FLOAT64, N, o.u), upload(context, CUJIT_FLOAT64, N, o.v),
                             upload(context, CUJIT_UINT64, N, o.w),  zeros(context, CUJIT_FLOAT32, COUNT(f)),
                             zeros(context, CUJIT_FLOAT64, COUNT(r))};
    run_kernel(
        kernel_of(context,
                  "const float *p, const float *q, const double *u, const double *v, const unsigned long long *w, "
                  "float *f, double *r",
                  text),
        CUJIT_ARGS(arrays[0], arrays[1], arrays[2], arrays[3], arrays[4], arrays[5], arrays[6]));
    download(arrays[5], got_f);
    download(arrays[6], got_r);
    ck_assert_int_eq(fesetround(modes[_i]), 0);
    for (int k = 0; k < N; k++)
        calculate(&o, k, f, r);
    ck_assert_int_eq(fesetround(FE_TONEAREST), 0);
    for (int k = 0; k < COUNT(f); k++)
        expect(memcmp(&f[k], &got_f[k], sizeof f[k]) == 0 || (isnan(f[k]) && isnan(got_f[k])),
               "%s, operation %d, element %d: got %a, expected %a", suffixes[_i], k / N, k % N, (double)got_f[k],
               (double)f[k]);
    for (int k = 0; k < COUNT(r); k++)
        expect(memcmp(&r[k], &got_r[k], sizeof r[k]) == 0,
               "%s, operation %d of doubles, element %d: got %a, expected %a", suffixes[_i], k / N, k % N, got_r[k],
               r[k]);
}

/* ---- 16 bits ------------------------------------------------------------------------------------------------------ */

/* The largest number that is not above x, and the smallest that is not below. */
TEST_EACH(floats_become_halves_on_the_side_asked_for, 2)
{
    const cujit_dtype dtype = _i == 0 ? CUJIT_FLOAT16 : CUJIT_BFLOAT16;
    const char *type = _i == 0 ? "half" : "bfloat16";
    static operands o;
    static uint16_t got[MODES * N];
    char arguments[80], text[300];

    draw(&o);
    snprintf(arguments, sizeof arguments, "const float *x, %s *z", type);
    snprintf(text, sizeof text,
             "z[i] = __float2%s_rd(x[i]); z[n + i] = __float2%s_ru(x[i]); z[2 * n + i] = __float2%s_rz(x[i])", type,
             type, type);
    cujit_array *dx = upload(context, CUJIT_FLOAT32, N, o.p), *dz = zeros(context, dtype, MODES * N);
    void *data[] = {cujit_array_data(dx), cujit_array_data(dz)}, *values[] = {&data[0], &data[1]};
    must(cujit_elementwise_launch_prepared(kernel_of(context, arguments, text), NULL, N, values, &fault));
    download(dz, got);
    for (int k = 0; k < N; k++) {
        const long double x = (long double)o.p[k], down = number_at(dtype, got, (size_t)k).re,
                          up = number_at(dtype, got, (size_t)(N + k)).re,
                          zero = number_at(dtype, got, (size_t)(2 * N + k)).re;
        const int apart = abs((got[k] & 0x7fff) - (got[N + k] & 0x7fff));

        expect(down <= x && x <= up && zero == (x < 0 ? up : down), "%s of %Lg: %Lg, %Lg, %Lg", type, x, down, up,
               zero);
        expect(down == up ? down == x : apart <= 1 || down == 0 || up == 0, "%s of %Lg: %Lg and %Lg are no neighbours",
               type, x, down, up);
    }
}

TEST_EACH(pairs_do_with_both_what_one_does, 2)
{
    const char *type = _i == 0 ? "half" : "bfloat16", *make = _i == 0 ? "make_half2" : "make_bfloat162";
    char text[1000];
    unsigned got[14];
    cujit_array *dz = zeros(context, CUJIT_UINT32, COUNT(got));

    snprintf(
        text, sizeof text,
        "const %s one = 1.0f, two = 2.0f, three = 3.0f; const auto a = %s(one, three), b = %s(two, two);"
        "const auto p = __hlt2(a, b), q = __hfma2_relu(a, -b, b), r = __hadd2_sat(a, -b), s = h2sqrt(a * a);"
        "const auto t = __hcmadd(a, b, a), u = __lowhigh2highlow(a);"
        "z[0] = __hlt2_mask(a, b); z[1] = __hgt2_mask(a, b); z[2] = (float)p.x; z[3] = (float)p.y;"
        "z[4] = (float)q.x; z[5] = (float)q.y; z[6] = (float)r.x; z[7] = (float)r.y; z[8] = (float)s.x + (float)s.y;"
        "z[9] = (float)t.y; z[10] = (float)u.x; z[11] = __hble2(a, a) + 2 * __hblt2(a, b) + 4 * (a == a);"
        "z[12] = (float)__hmax_nan(one, two); z[13] = (int)(float)__hsub_sat(three, two)",
        type, make, make);
    void *data = cujit_array_data(dz), *values[] = {&data};
    must(cujit_elementwise_launch_prepared(kernel_of(context, "unsigned *z", text), NULL, 1, values, &fault));
    expect_elements(dz, unsigned, 0xffff, 0xffff0000, 1, 0, 0, 0, 0, 1, 4, 11, 3, 5, 2, 1);
}

TEST(shifts_and_products_of_parts)
{
    cujit_array *dz = zeros(context, CUJIT_INT32, 6);
    void *data = cujit_array_data(dz), *values[] = {&data};
    cujit_elementwise *kernel = kernel_of(
        context, "int *z",
        "z[0] = (int)__funnelshift_lc(7u, 9u, 40u); z[1] = (int)__funnelshift_rc(7u, 9u, 32u);"
        "z[2] = (int)__funnelshift_lc(0x80000000u, 1u, 1u); z[3] = __dp2a_lo((int)0xfffd0002, 0x0403fe05, 1);"
        "z[4] = __dp2a_hi((int)0xfffd0002, 0x0403fe05, 1); z[5] = (int)__dp2a_lo(0x00030002u, 0x0403fe05u, 1u)");

    must(cujit_elementwise_launch_prepared(kernel, NULL, 1, values, &fault));
    expect_elements(dz, int, 7, 9, 3, 17, -5, 2 * 5 + 3 * 254 + 1);
}
