/*
 * test_access.c: what an operation does with its arrays, as far as its text tells.
 */
#include "accesses.h"
#include "support.h"

#include "libjit/base/alloc.h"
#include "libjit/syntax/access.h"
#include "libjit/syntax/lexer.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The types that the signatures below name. */
static cj_type_table types;
static const char definition[] = "struct pair { float a; int b; };";

static void add_types(void)
{
    cujit_dtype dtype;

    ck_assert_int_eq(cj_type_table_add(&types, "pair", definition, 8, 4, &dtype, NULL), CUJIT_OK);
}

static cj_signature signature;
static cj_accesses accesses; /* found last */

static void clear_found(void)
{
    cj_accesses_clear(&accesses);
    cj_signature_clear(&signature);
}

static void clear_all(void)
{
    clear_found();
    cj_type_table_clear(&types);
}

static void find(const char *arguments, const cj_access_texts *given)
{
    clear_found();
    must(cj_signature_parse(arguments, &types, NULL, NULL, &signature, &fault));
    ck_assert_msg(cj_find_accesses(given, &signature, &accesses, &fault) == CUJIT_OK, "%s: %s", given->operation,
                  fault.message);
    ck_assert_uint_eq(accesses.count, signature.count);
}

FIXTURE(add_types, clear_all)

/* One word per array: its name; '.' indexed, 'o' other, "-1+2" neighbours, 'w' written, 'a' always, 'l' loaded. Then
 * '!' and '#' for an index that is changed, used. */
static void describe(char *out, size_t size)
{
    *out = '\0';
    for (size_t k = 0; k < accesses.count; k++) {
        const cj_access *a = &accesses.of[k];
        size_t length = strlen(out);

        if (!signature.parameters[k].pointer)
            continue;
        length += (size_t)snprintf(out + length, size - length, "%s%s%s%s", length > 0 ? " " : "",
                                   signature.parameters[k].name, a->indexed ? "." : "", a->other ? "o" : "");
        if (a->lowest != a->highest)
            length += (size_t)snprintf(out + length, size - length, "%d+%d", a->lowest, a->highest);
        snprintf(out + length, size - length, "%s%s%s", a->written ? "w" : "", a->always ? "a" : "",
                 a->loaded ? "l" : "");
    }
    if (accesses.changes_index)
        strncat(out, "!", size - strlen(out) - 1);
    if (accesses.uses_index)
        strncat(out, "#", size - strlen(out) - 1);
}

static void check_as_given(const char *arguments, const cj_access_texts *texts, const char *expected)
{
    char found[256];

    find(arguments, texts);
    describe(found, sizeof found);
    ck_assert_msg(strcmp(found, expected) == 0, "%s | %s: got '%s', expected '%s'", texts->operation,
                  texts->preamble != NULL ? texts->preamble : "", found, expected);
}

static const char *respelled(const cj_token *token)
{
    static const char *const pairs[][2] = {
        {"[", " <: "},    {"]", " :> "},      {"{", " <% "},     {"}", " %> "},      {"#", "%:"},       {"##", "%:%:"},
        {"&&", " and "},  {"||", " or "},     {"!", " not "},    {"&", " bitand "},  {"|", " bitor "},  {"^", " xor "},
        {"~", " compl "}, {"&=", " and_eq "}, {"|=", " or_eq "}, {"^=", " xor_eq "}, {"!=", " not_eq "}};

    for (size_t k = 0; k < COUNT(pairs); k++) {
        if (token->kind == CJ_TOKEN_PUNCTUATOR && cj_token_is(token, pairs[k][0]))
            return pairs[k][1];
    }
    return NULL;
}

/* The text from *copied on, with each operator and bracket in its other spelling, so far as the lexer goes. */
static void respell_tokens(cj_lexer lexer, const char **copied, cj_text *out)
{
    cj_token token;

    while (cj_lexer_next(&lexer, &token, NULL) == CUJIT_OK && token.kind != CJ_TOKEN_END) {
        const char *other = token.kind == CJ_TOKEN_DIRECTIVE ? "%:" : respelled(&token);

        if (other == NULL)
            continue;
        cj_text_append_n(out, *copied, (size_t)(token.start - *copied));
        cj_text_append(out, other);
        *copied = token.start + (token.kind == CJ_TOKEN_DIRECTIVE ? 1 + (*token.start == '%') : (int)token.length);
        if (token.kind == CJ_TOKEN_DIRECTIVE)
            respell_tokens(cj_lexer_enter(&lexer, &token), copied, out);
    }
}

static const char *respell(const char *text, cj_text *out)
{
    cj_lexer lexer;

    if (text == NULL)
        return NULL;
    cj_lexer_init(&lexer, "", text);
    respell_tokens(lexer, &text, out);
    cj_text_append(out, text);
    return out->data != NULL ? out->data : "";
}

/* How the texts are spelled must not matter. */
static void check(const char *arguments, const cj_access_texts *texts, const char *expected)
{
    cj_access_texts others = *texts;
    cj_text room[5] = {{0}};

    check_as_given(arguments, texts, expected);
    others.operation = respell(texts->operation, &room[0]);
    others.preamble = respell(texts->preamble, &room[1]);
    others.loop_prep = respell(texts->loop_prep, &room[2]);
    others.after_loop = respell(texts->after_loop, &room[3]);
    others.types = respell(texts->types, &room[4]);
    check_as_given(arguments, &others, expected);
    for (size_t k = 0; k < COUNT(room); k++)
        cj_text_clear(&room[k]);
}

/* ---- Operations alone -------------------------------------------------------------------------------------------- */

/* clang-format off */
static const struct {
    const char *operation, *expected;
} rows[] = {
    /* With "float a, float *x, float *z". */
    {"", "xl zl"}, {"z[i] = a*x[i]", "x.l z.wa"}, {"z[i] = a*x[i];", "x.l z.wa"}, {"z [ i ] = x<:i:> ;", "x.l z.wa"},
    {"z/* y */[i /* + 1 */] // b\n = x\\\n[i\\\n]", "x.l z.wa"}, {"z[i] = x[i+1]", "x0+1l z.wa"},
    {"z[i] = x[i + 1] - x[i - 2]", "x-2+1l z.wa"}, {"z[i] = x[i+8] + x[8+i] + x[i-8]", "x-8+8l z.wa"},
    {"z[i] = x[i+9]", "xol z.wa#"}, {"z[i] = x[i+1u] + x[i-2UL] + x[3l+i]", "x-2+3l z.wa"},
    {"z[i] = x[i + 0]", "x.l z.wa"}, {"z[i] = x[i - -1]", "xol z.wa#"}, {"z[i] = x[+1 + i]", "xol z.wa#"},
    {"z[i] = x[1 - i]", "xol z.wa#"}, {"z[i] = x[(i)]", "xol z.wa#"}, {"z[i] = x[(i + 1)]", "xol z.wa#"},
    {"z[i] = x[i + 0x1]", "x0+1l z.wa"}, {"z[i] = x[i + 01]", "x0+1l z.wa"}, {"z[i] = x[i + 1.f]", "xol z.wa#"},
    {"z[i] = x[i + 1 + 1]", "xol z.wa#"}, {"z[i] = x[i*1]", "xol z.wa#"}, {"z[i] = x[n]", "xol z.wa"},
    {"z[i] = x[]", "xol z.wa"}, {"z[i] = i[x]", "xowl z.wa#"}, {"z[i] = *x", "xowl z.wa"},
    {"z[i] = *(x + i)", "xowl z.wa#"}, {"z[i] = x ? 1 : 0", "xowl z.wa"}, {"z[i] = f(x)", "xowl z.wa"},
    {"z[i] = sizeof x", "xowl z.wa"}, {"z[i] = sizeof(x[i])", "x.l z.wa"}, {"f(&x[i])", "x.owl zl"},
    {"f(&(x[i]))", "x.owl zl"}, {"f(&((x[i])))", "x.owl zl"}, {"f((float *)&x[i])", "x.owl zl"},
    {"f(& x [i] , bitand z[i])", "x.owl z.owl"}, {"f((vec<3> *)&x[i])", "x.owl zl"},
    {"f((decltype(p))&x[i])", "x.owl zol"}, {"f((float (*)[4])&x[i])", "x.owl zl"},
    {"f((vec (*)[N - 1])&x[i])", "x.owl zl"}, {"f(&++x[i])", "x.owl zl"}, {"swap(x[i], z[i])", "x.owl z.owl"},
    {"f(std::__addressof(x[i]), __builtin_addressof(z[i]))", "x.owl z.owl"}, {"z[i] = (a < 3) & x[i]", "x.l z.wa"},
    {"z[i] = (3 > a) & x[i]", "x.l z.wa"}, {"z[i] = a & x[i]", "x.l z.wa"}, {"z[i] = (a + 1) & x[i]", "x.l z.wa"},
    {"z[i] = f(a) & x[i] && x[i]", "x.l z.wa"}, {"z[i] = s.x[i] + p->x[i] + q::x", "xl z.wa#"},
    {"z[i] = xx[i] + _x", "xl z.wa#"}, {"x[i+1] = 1; z[i] = 2", "xo0+1wl z.wa"}, {"z[i] = z[i+1]", "xl z.o0+1wl"},
    {"x[i]++; ++z[i]", "x.wal z.wal"}, {"x[i] += 1; z[i] <<= 2", "x.wal z.wal"},
    {"x[i] and_eq 1; z[i] xor_eq 2", "x.wal z.wal"}, {"(x[i]) = 1", "x.wl zl"}, {"((x[i]))++; --(z[i])", "x.wl z.wl"},
    {"(a > 0 ? x[i] : z[i]) = 1", "x.wl z.wl"}, {"z[i] = (a > x[i]) ? 1 : 2", "x.l z.wa"},
    {"if (x[i]) ++z[i];", "x.l z.wl"}, {"while (x[i]) { z[i] = 1; }", "x.l z.wl"},
    {"z[i] = (float)x[i] + float(x[i]) + static_cast<float>(x[i])", "x.l z.wa"}, {"z[i] = fmaxf(x[i], 0)", "x.l z.wa"},
    {"z[i] = -x[i]; z[i] = !x[i]", "x.l z.wa"}, {"z[i] = x[i](3)", "x.wl z.wa"}, {"float x[i]", "x.owl zl"},
    {"float x = 1; z[i] = x", "xowl z.wa"}, {"z[i] = x[i] PLUS 1", "x.owl z.wa"}, {"DOUBLE x[i]", "x.owl zl"},
    {"#pragma unroll x\nz[i] = x[i]", "x.owl z.wa"}, {"#pragma unroll\nz[i] = x[i]", "x.l z.wa"},
    /* References. */
    {"float &r = x[i]; z[i] = r", "x.wl z.wl"}, {"auto &r = x[i]; z[i] = r", "x.wl z.wl"},
    {"auto &&r{x[i]}; z[i] = r", "x.wl z.wl"}, {"float &r(x[i]); z[i] = r", "x.wl z.wl"},
    {"T &r(x[i]); z[i] = r", "x.wl z.wl"}, {"float (&r) = x[i]; z[i] = r", "x.owl z.owl"},
    {"float b = 1, &r(x[i]); z[i] = r", "x.owl z.owl"}, {"auto [p, q] = x[i]; z[i] = p", "x.owl z.owl"},
    {"auto &[p, q] = x[i]; z[i] = p", "x.owl z.owl"}, {"for (auto &v : x[i]) z[i] = v", "x.wl z.wl"},
    {"(float &)x[i] = 1", "x.wl zl"}, {"f(reinterpret_cast<int &>(x[i]))", "x.wl zl"},
    {"decltype((x[i])) r = x[i]", "x.wl zl"}, {"float &r = x[i]; float *p = &r; z[i] = p[1]", "x.owl z.owl"},
    {"float &r = x[i]; z[i] = std::addressof(r)[1]", "x.owl z.owl"},
    {"z[i] = max(a, x[i] && a)", "x.l z.wa"}, {"z[i] = (a & m) + x[i]; if (a && m) z[i] = 1", "x.l z.wa"},
    /* What we do not see through. */
    {"goto out; out: z[i] = x[i]", "x.owl z.owl"}, {"out: z[i] = x[i]", "x.l z.wl"},
    {"z[i] = a ? b : x[i]", "x.l z.wa"}, {"asm(\"\" : \"=f\"(z[i]))", "xol z.owl"},
    {"struct s { float f; }; z[i] = x[i]", "x.owl z.owl"}, {"[&](float b) { z[i] = b; }(x[i])", "x.l z.wl"},
    {"[=](float b) { z[i] = b; }(x[i])", "x.owl z.owl"}, {"[&x] { z[i] = x[i]; }()", "x.owl z.owl"},
    {"[&](float &b) { b = 1; }(x[i])", "x.wl zl"}, {"[[maybe_unused]] float b = x[i]; z[i] = b", "x.l z.wa"},
    {"f(z[i], = 3)", "xol z.owl"},
    /* The index. */
    {"z[i] = i", "xl z.wa#"}, {"z[i++] = x[i]", "x.ol zowl!#"}, {"(i)++; z[i] = x[i]", "x.l z.wa#"},
    {"--(i); z[i] = x[i]", "x.l z.wa#"}, {"int i = 3; z[i] = x[i]", "x.ol z.owl!#"},
    {"auto [i, j] = p; z[i] = x[i]", "x.owl z.owl#"}, {"long long *p = &i; z[i] = x[i]", "x.ol z.owl!#"},
    {"long long &k = i; k++; z[i] = x[i]", "x.owl z.owl!#"}, {"z[i] = x[i] + (i % 2) + f(i)", "x.l z.wa#"},
    {"z[i] = (float)i", "xl z.wa#"}, {"z[i] = s.i + p->i", "xl z.wa"},
    /* Written on every way through, and read before. */
    {"z[i] = 1; z[i] += x[i]", "x.l z.wa"}, {"z[i] += x[i]; z[i] = 1", "x.l z.wal"}, {"z[i] = z[i] + 1", "xl z.wal"},
    {"x[i] = z[i] = a", "x.wa z.wa"}, {"x[i] = z[i] += a", "x.wa z.wal"}, {"if (a) z[i] = 1;", "xl z.wl"},
    {"if (a) z[i] = 1; else z[i] = 2;", "xl z.wa"}, {"if (a) { z[i] = 1; } else if (x[i]) { z[i] = 2; }", "x.l z.wl"},
    {"if (a) { z[i] = 1; } else if (x[i]) { z[i] = 2; } else z[i] = 3;", "x.l z.wa"},
    {"if constexpr (true) z[i] = 1; else { z[i] = 2; }", "xl z.wa"},
    {"if (a) x[i] = 1; else z[i] = 1; x[i] = 2", "x.wa z.wl"}, {"if (a) z[i] = 1; z[i] = 2", "xl z.wa"},
    {"if (a) z[i] = 1; x[i] = z[i]", "x.wa z.wl"}, {"{ { z[i] = 1; } x[i] = z[i]; }", "x.wa z.wa"},
    {"for (int k = 0; k < 3; k++) z[i] = k;", "xl z.wl"},
    {"z[i] = 0; for (int k = 0; k < 3; k++) z[i] += x[i];", "x.l z.wa"},
    {"do { z[i] = 0; } while (z[i]); x[i] = 1;", "x.wa z.wl"},
    {"switch (n) { case 1: z[i] = 0; break; default: z[i] = 1; }", "xl z.wl"},
    {"switch (n) { case 1: z[i] = 0; default: z[i] = 1; }", "xl z.wl"}, {"if (a > 0) return; z[i] = 1", "xl z.wl"},
    {"z[i] = 1; if (a > 0) continue;", "xl z.wl"}, {"a && (z[i] = 1)", "xl z.wl"}, {"a ? z[i] = 1 : 0", "xl z.wl"},
    {"z[i] = 1, x[i] = 2", "x.wl z.wa"}, {"; ; z[i] = 1;;", "xl z.wa"}, {"x[i] = sizeof(z[i] = 3)", "x.wa z.wl"},
    {"else z[i] = 1", "xl z.wl"}, {"if", "xl zl"}, {"{ if (a) } do", "xl zl"}, {"x", "xowl zl"}, {"x.", "xowl zl"},
    {"&", "xol zol"}, {"z[i].", "xl z.owl"}, {"a &b", "xl zl"},
    /* Whatever may make a reference does, and nothing else. */
    {"float &__restrict__ r = z[i]; r = x[i]", "x.wl z.wl"}, {"auto &r [[maybe_unused]] = z[i]; r = x[i]", "x.wl z.wl"},
    {"T &(r) = z[i]; r = x[i]", "x.wl z.wl"}, {"T (&(r)) = z[i]; r = x[i]", "x.owl z.owl"},
    {"T ((&r))(z[i]); r = x[i]", "x.owl z.owl"}, {"float & EMPTY r = z[i]; r = x[i]", "x.wl z.wl"},
    {"float & __attribute__((unused)) r = z[i]; r = x[i]", "x.wl z.wl"},
    {"s<s<float &>>::t r = z[i]; r = x[i]", "x.wl z.wl"}, {"float t, &r = z[i]; r = x[i]", "x.owl z.owl"},
    {"if (auto &r = z[i]; r > 0) r = x[i]", "x.wl z.wl"}, {"for (const float &r = x[i]; a > 0;) z[i] = r", "x.wl z.wl"},
    {"z[i] = x[i] & 3 && a & b", "x.l z.wa"}, {"if (a & b && x[i] > 0) z[i] = 1", "x.l z.wl"},
    {"z[i] = f(a & b, x[i] && a, a & -b, (a & b) & ~a)", "x.l z.wa"},
    {"for (int k = 0; k < 3 && a; k++) z[i] += x[i]", "x.l z.wl"},
};
/* clang-format on */

TEST_EACH(operations, COUNT(rows))
{
    check("float a, float *x, float *z", &(cj_access_texts){.operation = rows[_i].operation}, rows[_i].expected);
}

/* ---- Types and qualifiers ---------------------------------------------------------------------------------------- */

#define REFERS "template <class T> float f(const T &v);\nstruct type { type(const half &); float v; };\n"

static const struct {
    const char *arguments, *operation, *types, *expected;
} typed[] = {
    {"const float *x, float *z", "float &r = z[i]; r = x[i]", NULL, "x.l z.wl"},
    {"const float *x, float *z", "z[i] = f(x, *z)", NULL, "xol z.owl"},
    {"const float *x, float *z", "const_cast<float &>(x[i]) = 3", NULL, "x.ol zl"},
    {"const float *x, float *z", "(float &)x[i] = 3", NULL, "x.ol zl"},
    {"const float *x, float *z", "z[i] = (const int &)x[i]", NULL, "x.ol z.wl"},
    {"const float *x, float *z", "z[i] = reinterpret_cast<int const &>(x[i])", NULL, "x.ol z.wl"},
    {"volatile float *x, float *z", "z[i] = x[i]", NULL, "x.ol z.wa"},
    {"float4 *x, float4 *z", "z[i].x = x[i].y", NULL, "x.l z.wl"},
    {"float4 *x, float4 *z", "z[i].x += 1; ++x[i].y", NULL, "x.wl z.wl"},
    {"float4 *x, float4 *z", "(z[i]).x = 1; (x[i].y)++", NULL, "x.wl z.wl"},
    {"float4 *x, float *z", "z[i] = f(&x[i].y)", NULL, "x.owl z.wa"},
    {"float4 *x, float *z", "z[i] = f(&(x[i].y))", NULL, "x.owl z.wa"},
    {"cuComplex *x, float *z", "z[i] = x[i].real() + x[i].imag()", NULL, "x.l z.wa"},
    {"cuComplex *x, float *z", "x[i].real(z[i])", NULL, "x.wl z.l"},
    {"pair *x, pair *z", "z[i] = x[i]", definition, "x.l z.wa"},
    {"pair *x, pair *z", "z[i].a = x[i].a", definition, "x.l z.wl"},
    {"pair *x, float *z", "z[i] = x[i].get()", definition, "x.wl z.wa"},
    {"pair *x, float *z", "z[i] = x[i].v[2]; x[i].v[1] += 3", definition, "x.wl z.wa"},
    {"pair *x, float *z", "*x[i].v = 3", "struct pair { float v[2]; };", "x.wl zl"},
    {"pair *x, pair *z", "z[i] = x[i]", "struct pair { float a; int b; void operator=(pair); };", "x.l z.wl"},
    {"pair *x, pair *z", "f(x[i])", definition, "x.l zl"},
    {"pair *x, float *z", "float *p = x[i]; p[1] = 2",
     "struct pair { float a; int b; operator float *() { return &a; } };", "x.owl zl"},
    {"pair *x, float *z", "z[i] = x[i]", "struct pair { float a; int b; operator float() { return a; } };",
     "x.owl z.wa"},
    {"pair *x, float *z", "x[i] << z[i] << 3;", "struct pair { float a; int b; pair operator<<(float); };", "x.wl z.l"},
    {"pair *x, float *z", "z[i] = x[i] << 3;", "struct pair { float a; int b; pair operator<<(float); };", "x.wl z.wa"},
    {"pair *x, pair *z", "f(x[i])", "struct pair { float a; int b; }; void f(pair &);", "x.owl zl"},
    {"const float *x, pair *z", "z[i] = x[i]", "struct pair { const float *p; pair(const float &v); };", "x.ol z.wa"},
    {"const pair *x, pair *z", "z[i] = x[i]", "struct pair { void *p; void operator=(const pair &v); };", "x.ol z.wl"},
    {"const pair *x, pair *z", "z[i] = x[i]", "struct pair { float a; pair(const float &v); };", "x.l z.wa"},
    {"float *n0, float *z", "z[i] = n0[i]", NULL, "n0.l z.wa"},
    /* A copy of an element of a built-in class, beside functions that take references. */
    {"const half *x, float *z", "const __half t = x[i]; z[i] = f(t)", REFERS, "x.l z.wa"},
    {"const half *x, float *z", "half s = 1, t = x[i]; z[i] = f(t)", REFERS, "x.l z.wa"},
    {"const half *x, float *z", "z[i] = g((__half)x[i], (half)(x[i]))", REFERS, "x.l z.wa"},
    {"const float8_e4m3 *x, float *z", "float8_e4m3 t = x[i]; z[i] = g((float8_e4m3)x[i], t)", REFERS, "x.l z.wa"},
    {"const cuComplex *x, float *z", "const cujit::complex<float> t = x[i]; z[i] = f(t)", REFERS, "x.l z.wa"},
    {"const cuComplex *x, float *z", "z[i] = g((cujit::complex<float>)x[i], (cujit::complex<double>)x[i])", REFERS,
     "x.l z.wa"},
    {"const half *x, float *z", "z[i] = f(x[i])", REFERS, "x.ol z.wa"},
    {"const half *x, float *z", "const half &t = x[i]; z[i] = f(t)", REFERS, "x.ol z.wl"},
    {"const half *x, float *z", "z[i] = f((const half &)x[i])", REFERS, "x.ol z.wl"},
    {"const half *x, float *z", "z[i] = f((type)x[i])", REFERS, "x.ol z.wa"},
    {"const half *x, float *z", "type t = x[i]; z[i] = t.v", REFERS, "x.ol z.wa"},
    {"const half *x, float *z", "half t = x[i]; z[i] = t", "struct half { const void *p; half(const __half &);};",
     "x.ol z.wa"},
    {"const half *x, float *z", "z[i] = g((half)x[i], 1)", REFERS "#define half type\n", "x.ol z.wa"},
    {"const cuComplex *x, float *z", "z[i] = f((other::complex<float>)x[i])", REFERS, "x.ol z.wa"},
    {"const cuComplex *x, float *z", "z[i] = f((cujit::complex<float>)x[i])", REFERS "#define complex other\n",
     "x.ol z.wa"},
    {"const cuComplex *x, float *z", "cujit::complex<T> t = x[i]; z[i] = f(t)", REFERS, "x.ol z.wa"},
    {"const pair *x, float *z", "z[i] = f((pair)x[i])", "struct pair { float a; int b; pair(const pair &); };",
     "x.ol z.wa"},
};
#undef REFERS

TEST_EACH(types_matter, COUNT(typed))
{
    check(typed[_i].arguments, &(cj_access_texts){.operation = typed[_i].operation, .types = typed[_i].types},
          typed[_i].expected);
}

/* ---- Texts around ------------------------------------------------------------------------------------------------ */

static const char *const defines_x[] = {"-DGET=x[i+1]", NULL}, *const defines_k[] = {"-DK=3", NULL},
                         *const defines_i[] = {"-D", "AT=i", NULL}, *const includes[] = {"-include", "a.h", NULL},
                         *const defines_return[] = {"-DOUT=return", NULL};
static const struct {
    const char *operation, *preamble, *loop_prep, *after_loop;
    const char *const *options;
    const char *expected;
} around[] = {
    {"z[i] = x[i]", NULL, "float b = x[0];", NULL, NULL, "x.owl z.wa"},
    {"z[i] = x[i]", NULL, NULL, "z[0] = 1;", NULL, "x.l z.owl"},
    {"z[i] = GET", NULL, NULL, NULL, defines_x, "xowl z.wa#"},
    {"z[i] = x[i]", NULL, NULL, NULL, defines_x, "x.owl z.wa#"},
    {"z[i] = x[i] + K", NULL, NULL, NULL, defines_k, "x.l z.wa"},
    {"z[AT] = x[i]", NULL, NULL, NULL, defines_i, "x.l zowl#"},
    {"if (a) OUT; z[i] = x[i]", NULL, NULL, NULL, defines_return, "x.owl z.owl"},
    {"z[i] = x[i]", NULL, NULL, NULL, defines_return, "x.l z.wa"},
    {"z[i] = f(x[i])", NULL, NULL, NULL, includes, "x.owl z.owl#"},
    {"z[i] = x[i]", NULL, NULL, NULL, includes, "x.l z.wl"},
    /* Functions see nothing of a kernel's arguments, but may take elements by reference. */
    {"z[i] = f(x[i])", "float f(float x) { return x * x && !x; }", NULL, NULL, NULL, "x.l z.wa"},
    {"z[i] = f(x[i])", "float f(float &p) { return p++; }", NULL, NULL, NULL, "x.owl z.wa"},
    {"z[i] = f(x[i] + 1)", "float f(float &&p) { return p++; }", NULL, NULL, NULL, "x.l z.wa"},
    {"z[i] = f(1, (x[i]))", "float f(int, const float &p);", NULL, NULL, NULL, "x.owl z.wa"},
    {"z[i] = f(a ? x[i] : a)", "float f(const float &p);", NULL, NULL, NULL, "x.owl z.wa"},
    {"z[i] = f((float)x[i]) + t[x[i]]", "float f(const float &p);", NULL, NULL, NULL, "x.l z.wa"},
    {"f(x[i]) = 1", "float &f(float &p) { return p; }", NULL, NULL, NULL, "x.owl zl"},
    {"T v = x[i]; float w = z[i];", "struct T { T(float &); };", NULL, NULL, NULL, "x.owl z.l"},
    {"R r = a > 0 ? x[i] : z[i]; r = 1", "typedef float &R;", NULL, NULL, NULL, "x.owl z.owl"},
    {"R const r = x[i]; r = 1", "typedef float &R;", NULL, NULL, NULL, "x.owl zl"},
    {"[&](R r) { r = 1; }(x[i])", "using R = float &;", NULL, NULL, NULL, "x.owl zl"},
    {"static_cast<R>(x[i]) = 1", "typedef float &R;", NULL, NULL, NULL, "x.owl zl"},
    {"z[i] = f(i)", "float f(long long k) { return k; }", NULL, NULL, NULL, "xl z.wa#"},
    {"z[i] = f(i)", "float f(long long &k) { return k++; }", NULL, NULL, NULL, "xol z.owl!#"},
    {"z[i] = f(i)", "float f(long long &k);\nfloat f(double k);", NULL, NULL, NULL, "xol z.owl!#"},
    {"z[i] = f(i + 1)", "float f(const long long &k) { return k; }", NULL, NULL, NULL, "xol z.owl!#"},
    {"z[i] = f((i))", "float f(long long &k);\nfloat f(double k);", NULL, NULL, NULL, "xol z.owl!#"},
    {"z[i] = CALL", "float f(long long &k);\n#define CALL f(i)", NULL, NULL, NULL, "xol z.owl!#"},
    {"S s = i; z[i] = s.v", "struct S { S(long long &); S(double); float v; };", NULL, NULL, NULL, "xol z.owl!#"},
    {"S s{i}; z[i] = s.v", "struct S { S(long long &); S(double); float v; };", NULL, NULL, NULL, "xol z.owl!#"},
    {"z[i] = f(x[i])", "#if 1\nint f(float p) { return 1 & 3; }\n#endif", NULL, NULL, NULL, "x.l z.wa"},
    {"z[i] = f(x[i])", "#if 1\nint f(float p) { return p && p; }\n#else\nint f(float);\n#endif", NULL, NULL, NULL,
     "x.l z.wa"},
    {"z[i] = f(x[i])", "#if 1\nint f(float p) {\n#else\nint g() {\n#endif\nreturn p && p; }", NULL, NULL, NULL,
     "x.owl z.wa"},
    {"z[i] = f(x[i])", "#if 0\nint g() {\n#endif\nint f(float &p);\n#if 0\n}\n#endif", NULL, NULL, NULL, "x.owl z.wa"},
    {"T v = x[i]; z[i] = 1", "#if 1\nstruct T\n#else\n; int g()\n#endif\n{ T(float &); };", NULL, NULL, NULL,
     "x.owl z.wa"},
    {"z[i] = f(x[i])", "#if 1\nint f(float &p);\n#endif", NULL, NULL, NULL, "x.owl z.wa"},
    /* Macros. */
    {"z[i] = SQ(x[i])", "#define SQ(x) ((x)*(x))", NULL, NULL, NULL, "x.l z.wa"},
    {"z[i] = NEXT", "#define NEXT x[i + 1]", NULL, NULL, NULL, "xowl z.wa#"},
    {"SET(z[i], x[i])", "#define SET(p, q) p = q", NULL, NULL, NULL, "x.owl z.owl"},
    {"INC(x[i] + 1)", "#define INC(p) ++p", NULL, NULL, NULL, "x.owl zol"},
    {"GET(x[i]) = z[i]", "#define GET(p) (p)", NULL, NULL, NULL, "x.wl z.l"},
    {"z[i] = f(&GET(x[i]))", "#define GET(p) (p)", NULL, NULL, NULL, "x.owl z.wa"},
    {"GET((x[i]))++; z[i] = GET(x[i]) + 1", "#define GET(p) (p)", NULL, NULL, NULL, "x.wl z.wa"},
    {"CALL(x[i], 3); z[i] = 1", "#define CALL(p, q) p.set(q)", NULL, NULL, NULL, "x.owl z.owl"},
    {"z[i] = f(x[i])", "#define MASK(p) ((p) & 3 && p & 4)", NULL, NULL, NULL, "x.l z.wa"},
    {"z[i] = (M & x[i]) + (N & x[i])", "#define M (3)\n#define N ((1 << 3) - 1)", NULL, NULL, NULL, "x.l z.wa"},
    {"z[i] = f(CAST(float *)&x[i])", "#define CAST(T) (T)", NULL, NULL, NULL, "x.owl z.wa"},
    {"z[i] = f(BITS &x[i])", "#define BITS (unsigned long long)", NULL, NULL, NULL, "x.owl z.wa"},
    {"z[i] = f(BITS &x[i])", "#define CAST(T) (T)\n#define BITS CAST(unsigned)", NULL, NULL, NULL, "x.owl z.wa"},
    {"z[i] = f(PTR(float)&x[i])", "#define PTR(p) (p *)", NULL, NULL, NULL, "x.owl z.wa"},
    {"z[i] = f(PTR &x[i])", "#define PTR (float *)", NULL, NULL, NULL, "x.owl z.wa"},
    {"f(x[i])", "#define DECLARE(p) void p(float &v)\nDECLARE(f);", NULL, NULL, NULL, "x.owl zl"},
    {"z[i] = LOAD(x[i])", "#define LOAD(p) (*(int *)&p)", NULL, NULL, NULL, "x.owl z.owl"},
    {"auto p = AT(x[i]); z[i] = p[1]", "#define AT(v) __builtin_addressof(v)", NULL, NULL, NULL, "x.owl z.owl"},
    {"z[i] = AT(x[i])[1]", "#define AT __builtin_addressof", NULL, NULL, NULL, "x.owl z.owl"},
    {"z[i] = C(x, 1)", "#define C(p, q) p##q", NULL, NULL, NULL, "xowl z.owl"},
    {"z[i] = C(a, 1) + x[i]", "#define C(p, q) p##q", NULL, NULL, NULL, "x.owl z.owl"},
    {"WHEN(a) z[i] = x[i]", "#define WHEN(p) if (p)", NULL, NULL, NULL, "x.owl z.owl"},
    {"NOP if (a) x[i] = 1; else z[i] = 2", "#define NOP", NULL, NULL, NULL, "x.wl z.wl"},
    {"SH float s; s = x[i]; z[i] = s", "#define SH __shared__", NULL, NULL, NULL, "x.owl z.owl"},
    {"BACK(i); z[i] = x[i]", "#define BACK(p) p--", NULL, NULL, NULL, "x.owl z.owl#"},
    {"z[i] = x[i]", "#define F i++", NULL, NULL, NULL, "x.ol z.owl!#"},
    {"z[i] = cujit_at(f(x[i]), i).value", "template <class T> T f(T x);", NULL, NULL, NULL, "x.l z.wa#"},
    {"z[i] = cujit_at(i, f(x[i])).value", "template <class T> T f(T x);", NULL, NULL, NULL, "x.ol z.owl!#"},
    {"z[i] = cujit_at(x[i], i)", "template <class T> float cujit_at(float x, T k);", NULL, NULL, NULL, "x.ol z.owl!#"},
    {"at cujit_at; z[i] = cujit_at(x[i], i)", "template <class T> struct at;", NULL, NULL, NULL, "x.ol z.owl!#"},
    /* Headers. */
    {"z[i] = f(x[i])", "#include <cuda_fp16.h>\n#include <math.h>", NULL, NULL, NULL, "x.l z.wa"},
    {"z[i] = f(x[i])", "#include <cuda/atomic>", NULL, NULL, NULL, "x.owl z.wl"},
    {"z[i] = f(x[i]*2)", "#include <cuda/atomic>", NULL, NULL, NULL, "x.l z.wl"},
    {"z[i] = NEXT", "#include \"mine.h\"", NULL, NULL, NULL, "xowl z.owl#"},
    {"z[i] = NEXT", "#include HEADER", NULL, NULL, NULL, "xowl z.owl#"}};

TEST_EACH(texts_around_matter, COUNT(around))
{
    check("float a, float *x, float *z",
          &(cj_access_texts){.operation = around[_i].operation,
                             .preamble = around[_i].preamble,
                             .loop_prep = around[_i].loop_prep,
                             .after_loop = around[_i].after_loop,
                             .options = around[_i].options},
          around[_i].expected);
}

/* ---- Order ------------------------------------------------------------------------------------------------------- */

/* clang-format off */
static const struct {
    const char *operation;
    bool share; /* may z be x */
} orders[] = {
    {"z[i] = 2*x[i]", true}, {"z[i] = 2*x[i];;", true}, {"float t = x[i]; z[i] = t", true},
    {"z[i] = 1; z[i] += x[i]", false}, {"z[i] = x[i]; z[i] = 1", true}, {"z[i] += x[i]", true},
    {"z[i] = f(x[i], 1)", true}, {"z[i] = x[i], a = x[i]", false}, {"z[i] = x[i]++", false}, {"a = z[i] = x[i]", false},
    {"a = (z[i] = 1) + x[i]", false}, {"z[i]++", true}, {"if (a) z[i] = x[i];", false}, {"{ z[i] = x[i]; }", false},
    {"z[i] = T{x[i]}", false}, {"float t = x[i]; if (t > 0) { z[i] = t; } else z[i] = 0;", true},
    {"do a = x[i]; while (z[i] = 1);", false}, {"const float &r = x[i]; z[i] = 1; z[i] += r", false},
    {"auto f = [&] { return x[i]; }; z[i] = 1; a = f();", false}, {"z[i] = x[i+1]", false}, {"z[i] = x[2*i]", false},
    {"x[i] = 1; z[i] = 2", false}, {"a = x[i]", true}, {"z[i] = a", true}, {"", true},
};
/* clang-format on */

TEST_EACH(order_is_seen, COUNT(orders))
{
    find("float a, float *x, float *z", &(cj_access_texts){.operation = orders[_i].operation});
    ck_assert_msg(cj_accesses_may_share(&accesses, 2, 1) == orders[_i].share, "%s", orders[_i].operation);
    ck_assert(cj_accesses_may_share(&accesses, 2, 2));
}

TEST(classes_and_complex_numbers_have_an_order_too)
{
    find("cuComplex *x, cuComplex *z", &(cj_access_texts){.operation = "z[i] *= x[i]"});
    ck_assert(!cj_accesses_may_share(&accesses, 1, 0));
    find("cuComplex *x, cuComplex *z", &(cj_access_texts){.operation = "z[i] = z[i] * x[i]"});
    ck_assert(cj_accesses_may_share(&accesses, 1, 0));
}

TEST(numbers_of_statements)
{
    find("float *x, float *y, float *z",
         &(cj_access_texts){.operation = "int k = 1; { z[i] = x[i]; } if (k) x[i]; else z[i] = 2; k++"});
    ck_assert_int_eq(accesses.of[0].last_read, 2);
    ck_assert_int_eq(accesses.of[0].first_write, INT_MAX);
    ck_assert_int_eq(accesses.of[1].last_read, -1);
    ck_assert_int_eq(accesses.of[2].last_read, -1);
    ck_assert_int_eq(accesses.of[2].first_write, 1);
    ck_assert_uint_eq(accesses.tokens, 36);
}

/* ---- Axes -------------------------------------------------------------------------------------------------------- */

/* clang-format off */
static const struct {
    const char *operation, *preamble;
    unsigned axes;
} axes[] = {
    {"z[i] = i0 + n1", NULL, 3}, {"z[i] = i15 + n\\\n10", NULL, 1u << 15 | 1u << 10},
    {"z[i] = i16 + n01 + i00 + n1x + i + n", NULL, 0}, {"z[i] = s.i0 + p->n1 + q::i2", NULL, 0},
    {"int i0 = 3; z[i] = i0 + i1", NULL, 2}, {"z[i] = n3", NULL, 0}, {"z[i] = i1", "__constant__ int i1;", 0},
    {"z[i] = i1", "#define i1 3\n", 0}, {"z[i] = ROW", "#define ROW (i0 + 1)\n", 1},
};
/* clang-format on */

TEST_EACH(axes_are_seen, COUNT(axes))
{
    find("float n3, float *z", &(cj_access_texts){.operation = axes[_i].operation, .preamble = axes[_i].preamble});
    ck_assert_msg(accesses.axes == axes[_i].axes, "%s: %x", axes[_i].operation, accesses.axes);
}

/* ---- Limits ------------------------------------------------------------------------------------------------------ */

/* `unit` again and again, then `after`, then `closing` as often. */
static const struct {
    const char *unit;
    size_t count;
    const char *after, *closing, *expected;
} deep[] = {{"if(a)", 4000, "z[i]=x[i];", "", "x.l z.wl"}, {"if(a);else ", 3000, "z[i]=x[i];", "", "x.l z.wl"},
            {"do ", 16000, "z[i]=x[i];", "", "x.l z.wl"},  {"{", 200, "z[i]=x[i];", "}", "x.l z.wl"},
            {"z[i]=x[i];", 13000, "", "", "x.l z.wa"},     {"{", 16, "z[i]=x[i];", "}", "x.l z.wa"}};

TEST_EACH(depth_is_no_trouble, COUNT(deep))
{
    const size_t each = strlen(deep[_i].unit) + strlen(deep[_i].closing);
    char *text = memory_of(deep[_i].count * each + strlen(deep[_i].after) + 1), *at = text;

    for (size_t k = 0; k < deep[_i].count; k++)
        at = stpcpy(at, deep[_i].unit);
    at = stpcpy(at, deep[_i].after);
    for (size_t k = 0; k < deep[_i].count; k++)
        at = stpcpy(at, deep[_i].closing);
    check("float a, float *x, float *z", &(cj_access_texts){.operation = text}, deep[_i].expected);
}

TEST(memory_may_run_out)
{
    static const char *const options[] = {"-DK=3", NULL}, *const none[] = {NULL};
    cj_access_texts texts = {.operation = "z[i] = x[i];",
                             .preamble = "#define A 1\n",
                             .loop_prep = "",
                             .after_loop = "",
                             .options = options};
    cujit_status status = CUJIT_ERROR_OUT_OF_MEMORY;
    unsigned failures = 0;

    must(cj_signature_parse("float *x, float *z", NULL, NULL, NULL, &signature, &fault));
    for (unsigned long nth = 1; status != CUJIT_OK; nth++) {
        texts.options = nth < 3 ? none : options;
        cj_alloc_fail_at(nth);
        status = cj_find_accesses(&texts, &signature, &accesses, &fault);
        cj_alloc_fail_at(0);
        ck_assert(status == CUJIT_OK || status == CUJIT_ERROR_OUT_OF_MEMORY);
        ck_assert(status == CUJIT_OK || accesses.of == NULL);
        failures += status != CUJIT_OK;
        cj_accesses_clear(&accesses);
        cujit_error_clear(&fault);
    }
    ck_assert_uint_gt(failures, 4);
}
