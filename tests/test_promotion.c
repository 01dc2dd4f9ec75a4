/*
 * test_promotion.c: functions and operators of numbers with arguments of any two types: that they compile on every
 * device, and for sm_90 where there is only a compiler; that their results have the types that the manual says; and
 * that they are those of the same call with all arguments converted by hand. The functions themselves: test_math.c.
 */
#include "tests/kernels.h"

#include <math.h>
#include <stdio.h>

/* ---- Texts ------------------------------------------------------------------------------------------------------- */

/* A number of each type, from memory, so that no compiler knows it; and what <cmath> takes it for. */
static const struct variable {
    const char *name, *type, *real;
    double value;
} variables[] = {
    {"vb", "bool", "double", 1},         {"vc", "char", "double", 3},
    {"va", "signed char", "double", -2}, {"ve", "unsigned char", "double", 5},
    {"vs", "short", "double", -7},       {"vt", "unsigned short", "double", 4},
    {"vi", "int", "double", 2},          {"vu", "unsigned int", "double", 9},
    {"vl", "long", "double", -3},        {"vm", "unsigned long", "double", 6},
    {"vk", "long long", "double", 8},    {"vq", "unsigned long long", "double", 12},
    {"vf", "float", "float", 0.75},      {"vd", "double", "double", 0.1},
    {"vh", "__half", "float", 0.625},    {"vg", "__nv_bfloat16", "float", 1.5},
};

static const char *const functions1[] = {
    "sin",    "cos",     "tan",       "asin",       "acos",     "atan",    "sinh",     "cosh",  "tanh",  "asinh",
    "acosh",  "atanh",   "exp",       "exp2",       "exp10",    "expm1",   "log",      "log2",  "log10", "log1p",
    "logb",   "sqrt",    "cbrt",      "erf",        "erfc",     "tgamma",  "lgamma",   "floor", "ceil",  "trunc",
    "round",  "rint",    "nearbyint", "fabs",       "j0",       "j1",      "y0",       "y1",    "rsqrt", "rcbrt",
    "sinpi",  "cospi",   "normcdf",   "normcdfinv", "erfinv",   "erfcinv", "erfcx",    "ilogb", "lrint", "llrint",
    "lround", "llround", "isnan",     "isinf",      "isfinite", "signbit", "isnormal",
};
static const char *const functions2[] = {
    "pow",  "atan2", "fmod",      "remainder", "hypot",       "fdim",           "copysign",    "nextafter",
    "fmax", "fmin",  "isgreater", "isless",    "isunordered", "isgreaterequal", "islessequal", "islessgreater"};

/* An expression with its type and value. */
/* clang-format off */
static const struct row {
    const char *expression, *type;
    double value;
} rows[] = {
    /* pow(float, int) is CUDA's own */
    {"pow(vf, vi)", "float", 0.5625},              {"pow(vd, vi)", "double", 0.01},
    {"pow(vi, vi)", "double", 4},                  {"pow(vh, vi)", "float", 0.390625},
    {"pow(vf, vk)", "double", 0.1001129150390625},
    /* the usual arithmetic conversions */
    {"max(vf, 0)", "float", 0.75}, {"max(0, vf)", "float", 0.75}, {"max(vi, vd)", "double", 2},
    {"min(vk, vi)", "long long", 2}, {"min(vi, vk)", "long long", 2}, {"max(vq, vu)", "unsigned long long", 12},
    {"min(vs, vs)", "int", -7}, {"max(vc, vb)", "int", 3}, {"min(vu, vi)", "unsigned int", 2},
    {"max(vl, vi)", "long", 2}, {"min(vf, vd)", "double", 0.1}, {"min(vf, NAN)", "float", 0.75},
    {"max(vh, vh)", "__half", 0.625}, {"max(vh, 0.5f)", "float", 0.625}, {"max(vh, 2)", "__half", 2},
    {"min(vg, 2.0)", "double", 1.5}, {"max(vg, vg)", "__nv_bfloat16", 1.5}, {"umin(9u, vu)", "unsigned int", 9},
    {"max(-vi, vu)", "unsigned int", 4294967294}, {"min(vk - 10000000000LL, vi)", "long long", -9999999992},
    {"max(vd, vf)", "double", 0.75}, {"min(vf, 0.5f)", "float", 0.5},
    /* absolute values */
    {"abs(vb)", "int", 1},                 {"abs(vs)", "int", 7},
    {"abs(vi)", "int", 2},                 {"abs(vl)", "long", 3},
    {"abs(vk)", "long long", 8},           {"abs(-1LL)", "long long", 1},
    {"abs(vu)", "unsigned int", 9},        {"abs(vm)", "unsigned long", 6},
    {"abs(vq)", "unsigned long long", 12}, {"abs(-vf)", "float", 0.75},
    {"abs(-vd)", "double", 0.1},           {"abs(-vh)", "__half", 0.625}, {"abs(-vg)", "__nv_bfloat16", 1.5},
    /* functions with other arguments */
    {"ldexp(vi, 3)", "double", 16},                 {"ldexp(vf, 1)", "float", 1.5},
    {"scalbn(vu, vi)", "double", 36},               {"scalbln(vh, 1)", "float", 1.25},
    {"frexp(vi, &exponent)", "double", 0.5},        {"frexp(vh, &exponent)", "float", 0.625},
    {"modf(vi, &whole)", "double", 0},              {"modf(vf, &whole_float)", "float", 0.75},
    {"remquo(vi, vf, &exponent)", "double", -0.25}, {"remquo(vh, vf, &exponent)", "float", -0.125},
    {"fma(vi, vf, vd)", "double", 1.6},             {"fma(vh, vf, vf)", "float", 1.21875},
    {"fma(1, 2, 3)", "double", 5},                  {"fma(2.0f, 3.0f, vf)", "float", 6.75},
    {"hypot(3, 4, 12)", "double", 13},              {"hypot(vf, vf, vf)", "float", 1.29903811},
    {"hypot(vf, 1, 0)", "double", 1.25},            {"jn(0, 0)", "double", 1},
    {"jn(0, 0.0f)", "float", 1},                    {"rhypot(3, 4)", "double", 0.2},
    /* half beside other numbers */
    {"vh * 2.0f", "float", 1.25},            {"2.0f * vh", "float", 1.25},
    {"vh * 2.0", "double", 1.25},            {"vh * 2", "__half", 1.25},
    {"vh + vi", "__half", 2.625},            {"vi - vh", "__half", 1.375},
    {"1 / vg", "__nv_bfloat16", 0.66796875}, {"vg - 0.1f", "float", 1.4},
    {"vg / 2.0", "double", 0.75},            {"vb + vh", "__half", 1.625},
    {"vq * vg", "__nv_bfloat16", 18},        {"vh > 1", "bool", 0},
    {"1 > vh", "bool", 1},                   {"vh < 0.7f", "bool", 1},
    {"vh == 0.625", "bool", 1},              {"vg != 1.5f", "bool", 0},
    {"vg >= vi", "bool", 0},                 {"(vh *= 2.5f)", "__half &", 1.5625},
    {"(vh = 0.625f)", "__half &", 0.625},    {"(vg += 1)", "__nv_bfloat16 &", 2.5},
    {"(vg -= 1.0)", "__nv_bfloat16 &", 1.5}, {"(vg ? 2 : 1)", "int", 2},
    /* half in complex numbers */
    {"abs(vw * vh)", "float", 3.125},                       {"abs(vh / vw)", "float", 0.125},
    {"(vh - vw).real()", "float", -2.375},                  {"(vw + vg).imag()", "float", 4},
    {"cujit::complex<double>(vh).real()", "double", 0.625}, {"(vw = vh).real()", "float", 0.625},
    {"(vw == vh)", "bool", 1},
};
/* clang-format on */

enum { TEXT = 1 << 18, RESULTS = 512 };

typedef struct text {
    char *data;
    size_t length, results;
    double expected[RESULTS];
} text;

#define append(t, ...)                                                                                                 \
    do {                                                                                                               \
        (t)->length += (size_t)snprintf((t)->data + (t)->length, TEXT - (t)->length, __VA_ARGS__);                     \
        ck_assert_uint_lt((t)->length, TEXT);                                                                          \
    } while (0)

static const char *larger(const char *a, const char *b)
{
    return strcmp(a, "float") == 0 ? b : a;
}

/* Types, at file scope: of one argument all, of two a third of the combinations, others for each function. */
static void append_types(text *t)
{
    for (size_t k = 0; k < COUNT(functions1) * COUNT(variables); k++) {
        const struct variable *v = &variables[k % COUNT(variables)];

        append(t, "ONE(%s, %s, %s)\n", functions1[k / COUNT(variables)], v->type, v->real);
    }
    for (size_t k = 0; k < COUNT(functions2) * COUNT(variables) * COUNT(variables); k += 3) {
        const char *name = functions2[k / COUNT(variables) / COUNT(variables)];
        const struct variable *v = &variables[k / COUNT(variables) % COUNT(variables)];
        const struct variable *w = &variables[k % COUNT(variables)];

        if (strcmp(name, "pow") != 0 || strcmp(w->type, "int") != 0) /* CUDA's own: see rows */
            append(t, "TWO(%s, %s, %s, %s)\n", name, v->type, w->type, larger(v->real, w->real));
    }
}

/* Values of one variable, or of a few pairs, for each function: the others take the same way. */
static void append_values(text *t)
{
    enum { PAIRS = 3 };

    for (size_t k = 0; k < COUNT(functions1); k++) {
        const struct variable *v = &variables[k % COUNT(variables)];

        t->expected[t->results] = 1;
        append(t, "z[%zu] = agree(%s(%s), %s((%s)%s));\n", t->results++, functions1[k], v->name, functions1[k], v->real,
               v->name);
    }
    for (size_t k = 0; k < COUNT(functions2) * PAIRS; k++) {
        const struct variable *v = &variables[k % COUNT(variables)], *w = &variables[(3 * k + 7) % COUNT(variables)];
        const char *name = functions2[k / PAIRS], *real = larger(v->real, w->real);

        if (strcmp(name, "pow") == 0 && strcmp(w->type, "int") == 0)
            continue;
        t->expected[t->results] = 1;
        append(t, "z[%zu] = agree(%s(%s, %s), %s((%s)%s, (%s)%s));\n", t->results++, name, v->name, w->name, name, real,
               v->name, real, w->name);
    }
}

static void append_rows(text *t)
{
    for (size_t k = 0; k < COUNT(rows); k++) {
        t->expected[t->results] = rows[k].value;
        append(t, "static_assert(same<decltype(%s), %s>::value, \"the type of %s\"); z[%zu] = (double)(%s);\n",
               rows[k].expression, rows[k].type, rows[k].expression, t->results++, rows[k].expression);
    }
}

static void append_head(text *t)
{
    append(t, "if (i != 0) return;\n");
    for (size_t k = 0; k < COUNT(variables); k++)
        append(t, "%s %s = (%s)x[%zu];\n", variables[k].type, variables[k].name, variables[k].type, k);
    append(t, "int exponent; double whole; float whole_float; cujit::complex<float> vw(3, 4);\n");
}

static const char head[] =
    "template <class A, class B> struct same { enum { value = 0 }; };\n"
    "template <class A> struct same<A, A> { enum { value = 1 }; };\n"
    "template <class T> __device__ bool agree(T a, T b) { return a == b || (a != a && b != b); }\n"
    "template <class T> __device__ T a();\n"
    "#define ONE(f, T, R) static_assert(same<decltype(f(a<T>())), decltype(f(a<R>()))>::value, #f \" of \" #T);\n"
    "#define TWO(f, T, U, R) static_assert(same<decltype(f(a<T>(), a<U>())), decltype(f(a<R>(), a<R>()))>::value, "
    "#f \" of \" #T \", \" #U);\n";

/* ---- Kernels ----------------------------------------------------------------------------------------------------- */

/* The device at hand, then sm_90. */
static const char *const targets[] = {NULL, "sm_90"};

enum { TARGETS = COUNT(targets), TEXTS = 2 };

static void check_values(const cujit_elementwise *kernel, cujit_context *context, const text *t)
{
    double values[RESULTS] = {0}, got[RESULTS];
    cujit_array *x, *z = zeros(context, CUJIT_FLOAT64, RESULTS);

    for (size_t k = 0; k < COUNT(variables); k++)
        values[k] = variables[k].value;
    x = upload(context, CUJIT_FLOAT64, RESULTS, values);
    run_kernel(kernel, CUJIT_ARGS(x, z));
    download(z, got);
    for (size_t k = 0; k < t->results; k++)
        expect(fabs(got[k] - t->expected[k]) <= 1e-6 * fabs(t->expected[k]), "result %zu: got %.9g, expected %.9g", k,
               got[k], t->expected[k]);
}

TEST_EACH(types_and_values_are_those_of_cmath, TARGETS *TEXTS)
{
    const bool functions = _i % TEXTS == 0;
    cujit_context *context = cj_test_target(targets[_i / TEXTS]);
    text types = {.data = memory_of(TEXT)}, t = {.data = memory_of(TEXT)};
    cujit_elementwise *kernel;

    append(&types, "%s", head);
    append_head(&t);
    if (functions) {
        append_types(&types);
        append_values(&t);
    } else {
        append_rows(&t);
    }
    kernel = kernel_if_compiled(context, &(cujit_elementwise_spec){.arguments = "const double *x, double *z",
                                                                   .operation = t.data,
                                                                   .preamble = types.data});
    if (targets[_i / TEXTS] == NULL)
        check_values(kernel, context, &t);
}

/* ---- What has to compile, and nothing more ----------------------------------------------------------------------- */

static const cujit_elementwise_spec accepted[] = {
    /* constexpr functions that call what is none */
    {.arguments = "float *z",
     .preamble = "constexpr __device__ float f(float x) { return sqrt(x) + max(x, 1) + abs(x) + rsqrt(x) + expf(x); }\n"
                 "constexpr __device__ int bits(float x) { return __float_as_int(x) + __popc(7u) + isnan(x); }",
     .operation = "z[i] = f(z[i]) + bits(z[i])"},
    /* types of one's own */
    {.arguments = "float *z",
     .preamble = "struct bfloat16 { unsigned short x; }; typedef unsigned long uint64_t; using int8_t = float;\n"
                 "typedef struct half { short q; } half; enum class uint : int { a };",
     .operation = "uint64_t k = 3; half h = {2}; bfloat16 b = {4}; z[i] = k + h.q + b.x + int8_t(0.5) + (int)uint::a"},
    {.arguments = "half *z",
     .preamble = "struct bfloat16 { unsigned short x; };",
     .operation = "bfloat16 b = {4}; z[i] = b.x"},
    {.arguments = "float *z",
     .preamble = "#ifndef HERE\ntypedef unsigned long long uint64_t;\n#endif\n#ifdef HERE\nstruct uint {};\n#endif",
     .operation = "uint64_t k = 3; z[i] = k + uint(2) + (uchar)1 + INT64_MAX + LONG_MAX + SHRT_MIN"},
    /* functions of one's own: they are preferred, templates too */
    {.arguments = "float *z",
     .preamble = "template <class T> __device__ T sqrt(T x) { static_assert(sizeof(T) == 4, \"\"); return x; }\n"
                 "template <class A, class B> __device__ float max(A a, B b) { return (float)(a < b ? b : a); }\n"
                 "__device__ bool isnormal(float x) { return x == 7; }\n"
                 "__device__ unsigned abs(unsigned x) { return x + 1; }",
     .operation = "z[i] = sqrt(2) + max(1, 2.5f) + isnormal(z[i]) + abs(3u)"},
    {.arguments = "float *z", .preamble = "#include <cmath>\n#include <math.h>", .operation = "z[i] = pow(2, z[i])"},
    {.arguments = "half *z", .options = (const char *const[]){"-std=c++14", NULL}, .operation = "z[i] = max(z[i], 1)"},
};

TEST_EACH(texts_are_accepted, TARGETS *COUNT(accepted))
{
    kernel_if_compiled(cj_test_target(targets[_i / COUNT(accepted)]), &accepted[_i % COUNT(accepted)]);
}

/* PyCUDA's names, with its header and without. */
static const char pycuda[] =
    "pycuda::complex<float> w(1, 2); pycuda::complex<double> v = w;\n"
    "z[i] = pycuda::conj(w) * pycuda::abs(z[i]) + pycuda::pow(w, 2) + pycuda::pow(2, w)\n"
    "    + pycuda::exp(w) + pycuda::asin(w) + pycuda::polar(1.0f, 2.0f) + pow(w, 2) + w.real()\n"
    "    + pycuda::norm(v) + pycuda::real(v) + pycuda::isnan(v)";

TEST_EACH(texts_of_pycuda_are_accepted, TARGETS * 2)
{
    static const char *const preambles[] = {NULL,
                                            "#include <pycuda-complex.hpp>\nusing namespace pycuda;\n"
                                            "typedef complex<float> c;\n"
                                            "__device__ c f(c z) { return exp(z) + asin(z) + pow(z, 2) + sqrt(2); }"};
    const cujit_elementwise_spec spec = {
        .arguments = "pycuda::complex<float> *z", .preamble = preambles[_i / TARGETS], .operation = pycuda};
    cujit_context *context = cj_test_target(targets[_i % TARGETS]);

    cujit_elementwise_free(kernel_if_compiled(context, &spec));
}
