/*
 * test_fold_text.c: the texts of reductions and scans: defaults, types, what is refused and where, what is recognised.
 */
#include "libjit/base/alloc.h"
#include "libjit/reduction/fold_kernel.h"
#include "libjit/runtime/context.h"
#include "tests/kernels.h"

#include <stdio.h>

static cujit_context *context;

static void setup(void)
{
    static const cujit_type_spec types[] = {{"pair", "struct pair { float first; int second; };", 8, 4},
                                            {"wide", "struct wide { pair parts[128]; };", 1024, 4},
                                            {"wider", "struct wider { double parts[129]; };", 1032, 8},
                                            {"G", "struct G { float g; };", 4, 4}};

    context = cj_test_target("sm_90");
    for (size_t k = 0; k < COUNT(types); k++)
        register_type(context, &types[k]);
}

/* The texts of a fold, and those around it, in one. */
typedef struct texts {
    const char *out_type, *neutral, *reduce, *map, *accumulator, *post, *arguments, *name, *preamble, *types, *segment;
    const char *options[2];
    const char *second; /* the map of a second result */
} texts;

static cj_survey *survey; /* of the texts made last, which need it */

static cujit_status init(const texts *t, cj_fold_text *out, cujit_error *error)
{
    const cujit_reduction_result first = {t->out_type, t->neutral, t->reduce, t->map, t->accumulator, t->post, 0};
    const cujit_reduction_result second = {.out_type = t->out_type, .reduce = "a + b", .map = t->second};
    const cj_fold_spec spec = {.arguments = t->arguments,
                               .name = t->name,
                               .preamble = t->preamble,
                               .types = t->types,
                               .options = t->options[0] != NULL ? t->options : NULL,
                               .segment = t->segment,
                               .folds = {&first, &second},
                               .count = t->second != NULL ? 2 : 1,
                               .scan = t->segment != NULL};

    cj_survey_free(survey);
    survey = NULL;
    return cj_fold_text_init(context, &spec, &survey, out, error);
}

static cj_fold_text text; /* made last */

static void clear_text(void)
{
    cj_fold_text_clear(&text);
}

static void make(const texts *t)
{
    clear_text();
    must(init(t, &text, &fault));
}

/* ---- Types and defaults ------------------------------------------------------------------------------------------ */

#define WHERE(type) .out_type = "long", .accumulator = type, .post = "a.index"

/* clang-format off */
static const struct {
    texts texts;
    const char *arguments, *map, *out, *accumulator;
    size_t size, alignment; /* of the accumulator */
} typed[] = {
    {{.out_type = "float", .reduce = "a + b"}, "const float *x", "x[i]", "float", "float", 4, 4},
    {{.out_type = " half // h", .reduce = "a + b"}, "const __half *x", "x[i]", "__half", "float", 4, 4},
    {{.out_type = "bfloat16", .reduce = "a + b"}, "const __nv_bfloat16 *x", "x[i]", "__nv_bfloat16", "float", 4, 4},
    {{.out_type = "char", .reduce = "a + b"}, "const char *x", "x[i]", "char", "int", 4, 4},
    {{.out_type = "int8_t", .reduce = "a + b"}, "const signed char *x", "x[i]", "signed char", "int", 4, 4},
    {{.out_type = "short", .reduce = "a + b"}, "const short *x", "x[i]", "short", "int", 4, 4},
    {{.out_type = "unsigned char", .reduce = "a + b"}, "const unsigned char *x", "x[i]", "unsigned char",
     "unsigned int", 4, 4},
    {{.out_type = "uint16_t", .reduce = "a + b"}, "const unsigned short *x", "x[i]", "unsigned short", "unsigned int",
     4, 4},
    {{.out_type = "bool", .reduce = "a || b"}, "const bool *x", "x[i]", "bool", "int", 4, 4},
    {{.out_type = "float complex", .reduce = "a + b"}, "const cujit::complex<float> *x", "x[i]",
     "cujit::complex<float>", "cujit::complex<float>", 8, 8},
    {{.out_type = "struct pair", .reduce = "f(a, b)"}, "const pair *x", "x[i]", "pair", "pair", 8, 4},
    {{.out_type = "wide", .reduce = "f(a, b)"}, "const wide *x", "x[i]", "wide", "wide", 1024, 4},
    {{.arguments = "float s, double *y, int *z", .reduce = "a + b"}, "float s, double *y, int *z", "y[i]", "double",
     "double", 8, 8},
    {{.arguments = "half *y", .reduce = "a + b", .accumulator = "half"}, "half *y", "y[i]", "__half", "__half", 2, 2},
    {{.arguments = "half *y", .reduce = "a + b", .accumulator = "unsigned long long"}, "half *y", "y[i]", "__half",
     "unsigned long long", 8, 8},
    {{.out_type = "T", .reduce = "a + b", .types = "T = half"}, "const __half *x", "x[i]", "__half", "float", 4, 4},
    {{.arguments = "const T *y", .reduce = "a + b", .types = "T = short"}, "const T *y", "y[i]", "short", "int", 4, 4},
    {{.arguments = "const T *y", .out_type = "U", .accumulator = "V", .reduce = "a + b",
     .types = "T = short, U = float, V = double"}, "const T *y", "y[i]", "float", "double", 8, 8},
    {{.arguments = "const G *y", .out_type = "G", .reduce = "a + b"}, "const G *y", "y[i]", "G", "G", 4, 4},
    {{.arguments = "float *y", WHERE("cujit_indexed<float>"), .reduce = "cujit_max(a, b)"}, "float *y", "y[i]", "long",
     "cujit_indexed<float>", 16, 8},
    {{.arguments = "float *y", WHERE("cujit_indexed < double >"), .reduce = "a"}, "float *y", "y[i]", "long",
     "cujit_indexed<double>", 16, 8},
    {{.arguments = "float *y", WHERE("cujit_indexed<signed char>"), .reduce = "a"}, "float *y", "y[i]", "long",
     "cujit_indexed<signed char>", 16, 8},
    {{.arguments = "T *y", WHERE("cujit_indexed<T>"), .types = "T = int4", .reduce = "a"}, "T *y", "y[i]", "long",
     "cujit_indexed<int4>", 32, 16},
    {{.arguments = "float *y", WHERE("cujit_indexed<pair>"), .reduce = "a"}, "float *y", "y[i]", "long",
     "cujit_indexed<pair>", 16, 8},
    {{.arguments = "float *y", WHERE("cujit_indexed<cujit::complex<float>>"), .reduce = "a"}, "float *y", "y[i]", "long",
     "cujit_indexed<cujit::complex<float>>", 16, 8},
    {{.arguments = "float *y", WHERE("cujit_indexed< cujit::complex<double> >"), .reduce = "a"}, "float *y", "y[i]", "long",
     "cujit_indexed<cujit::complex<double>>", 32, 16},
    {{.arguments = "float *a, float *b", .reduce = "a + b", .map = "a[i] * b[i]"}, "float *a, float *b", "a[i] * b[i]",
     "float", "float", 4, 4},
};
/* clang-format on */

FIXTURE(setup, clear_text)

TEST_EACH(types_and_defaults, COUNT(typed))
{
    const cj_fold *fold = &text.folds[0];

    make(&typed[_i].texts);
    ck_assert_uint_eq(text.count, 1);
    ck_assert_str_eq(text.text.spec.arguments, typed[_i].arguments);
    ck_assert_str_eq(fold->texts.map, typed[_i].map);
    ck_assert_str_eq(fold->out.spelling, typed[_i].out);
    ck_assert_str_eq(fold->accumulator.spelling, typed[_i].accumulator);
    ck_assert_uint_eq(fold->accumulator.size, typed[_i].size);
    ck_assert_uint_eq(fold->accumulator.alignment, typed[_i].alignment);
    ck_assert_int_eq(fold->accumulator.dtype == CUJIT_DTYPE_NONE,
                     strncmp(typed[_i].accumulator, "cujit_indexed", 13) == 0);
    ck_assert_ptr_null(fold->texts.neutral);
    ck_assert_pstr_eq(fold->texts.post, typed[_i].texts.post);
    ck_assert_ptr_null(text.spec.segment);
    ck_assert_str_eq(text.text.name, "reduction");
    for (size_t k = 0; k < text.text.signature.count; k++)
        ck_assert(!text.text.signature.parameters[k].pointer || text.text.signature.parameters[k].is_const);
}

/* A definition comes along that only the accumulator or the out_type asks for, with what it needs itself; and what a
 * letter stands for that the signature does not have. */
TEST(types_bring_their_definitions)
{
    make(&(texts){.arguments = "float *x", .accumulator = "wide", .out_type = "half", .reduce = "f(a, b)"});
    ck_assert_ptr_nonnull(strstr(text.text.types, "struct wide"));
    ck_assert_ptr_nonnull(strstr(text.text.types, "struct pair"));
    ck_assert_ptr_null(strstr(text.text.types, "struct wider"));
    ck_assert_uint_ne(text.text.features & CJ_FEATURE_HALF, 0);
    make(&(texts){.arguments = "float *x", WHERE("cujit_indexed<pair>"), .reduce = "a"});
    ck_assert_ptr_nonnull(strstr(text.text.types, "struct pair"));
    make(&(texts){.arguments = "float *x", .accumulator = "T", .types = "T = double", .reduce = "T(a) + b"});
    ck_assert_ptr_nonnull(strstr(text.text.types, "typedef double T;"));
    ck_assert_uint_eq(text.text.features & CJ_FEATURE_HALF, 0);
}

/* ---- What is refused --------------------------------------------------------------------------------------------- */

enum { A = CUJIT_ERROR_INVALID_ARGUMENT, T = CUJIT_ERROR_SIGNATURE, S = CUJIT_ERROR_SNIPPET };

#define X .arguments = "const float *x, int s"
#define SUM .reduce = "a + b"

/* clang-format off */
static const struct {
    texts texts;
    int status;
    const char *place; /* "": in no text */
    const char *message;
} bad[] = {
    {{X}, A, "", "reduction: reduce is NULL; expected an expression of a and b, such as \"a + b\""},
    {{SUM}, A, "", "arguments and out_type are both NULL"}, {{X, SUM, .name = "2"}, A, "", "cannot be named \"2\""},
    {{X, SUM, .options = {"-D3=4"}}, A, "", "expected the name of a macro"},
    /* Signatures. */
    {{.arguments = "", SUM}, T, "arguments:1:1", "a reduction needs at least one pointer"},
    {{.arguments = "int s", SUM, .segment = "s"}, T, "arguments:1:1", "a scan needs at least one pointer"},
    {{.arguments = "float *j", SUM}, T, "arguments:1:8", "cannot be named 'j'"},
    {{.arguments = "float *i", SUM}, T, "arguments:1:8", "cannot be named 'i'"},
    {{.arguments = "float *x, int *n", SUM}, T, "arguments:1:16", "cannot be named 'n'"},
    {{.arguments = "float **x", SUM}, T, "arguments:1:8", "pointers to pointers"},
    {{.arguments = "float *x,\n T s", SUM}, T, "arguments:2:2", "T is the type of no array"},
    {{X, SUM, .out_type = "flaot"}, T, "out_type:1:1", "out_type: unknown type 'flaot'; did you mean 'float'?"},
    {{X, SUM, .out_type = ""}, T, "out_type:1:1", "out_type: expected a type"},
    {{X, SUM, .out_type = "T"}, T, "out_type:1:1", "out_type: nothing says what T is"},
    {{X, SUM, .out_type = "float *"}, T, "out_type:1:7", "a pointer is no type of elements"},
    {{X, SUM, .out_type = "float x"}, T, "out_type:1:7", "expected nothing behind the type, found 'x'"},
    {{X, SUM, .out_type = "const float"}, T, "out_type:1:1", "expected the type alone"},
    {{X, SUM, .out_type = "void"}, T, "out_type:1:1", "void is no element type"},
    {{X, SUM, .out_type = "\"float\""}, T, "out_type:1:1", "expected a type"},
    {{X, SUM, .out_type = "#float"}, T, "out_type:1:1", "expected a type"},
    {{X, SUM, .out_type = "cujit_indexed<int>"}, T, "out_type:1:1", "is for accumulators"},
    {{X, SUM, .accumulator = "long double"}, T, "accumulator:1:1", "'long double' is not supported"},
    {{X, SUM, .accumulator = "\ncujit_indexed"}, T, "accumulator:2:14", "expected '<' behind cujit_indexed"},
    {{X, SUM, .accumulator = "cujit_indexed<"}, T, "accumulator:1:15", "expected a type"},
    {{X, SUM, .accumulator = "cujit_indexed<float"}, T, "accumulator:1:20", "expected '>'"},
    {{X, SUM, .accumulator = "cujit_indexed<float, int>"}, T, "accumulator:1:20", "expected '>'"},
    {{X, SUM, .accumulator = "cujit_indexed<float> *"}, T, "accumulator:1:22", "found '*'"},
    {{X, SUM, .accumulator = "cujit_indexed<U>"}, T, "accumulator:1:15", "nothing says what U is"},
    {{X, SUM, .accumulator = "/* large */ wider"}, T, "accumulator:1:13", "takes 1032 bytes; at most 1024 fit"},
    {{X, SUM, .accumulator = "cujit_indexed<wide>"}, T, "accumulator:1:1", "takes 1032 bytes"},
    {{X, SUM, .out_type = "wider"}, T, "out_type:1:1", "out_type: an accumulator of type wider takes 1032 bytes"},
    {{.arguments = "int s, wider *w", SUM}, T, "arguments:1:15", "takes 1032 bytes"},
    {{X, SUM, .types = "T = float"}, T, "types:1:1", "T is no type in the argument signature"},
    {{X, SUM, .types = "T = "}, T, "types:1:5", "expected a type"},
    /* Texts. */
    {{X, .reduce = ""}, S, "reduce:1:1", "found an empty text"},
    {{X, SUM, .map = " "}, S, "map:1:1", "found an empty text"},
    {{X, SUM, .neutral = ""}, S, "neutral:1:1", "found an empty text"},
    {{X, SUM, .post = "// a"}, S, "post:1:1", "found an empty text"},
    {{X, SUM, .segment = ""}, S, "segment:1:1", "found an empty text"},
    {{X, SUM, .map = "x[i];"}, S, "map:1:5", "';' in an expression"},
    {{X, SUM, .map = "x[i]\n, 2"}, S, "map:2:1", "put the whole expression into parentheses"},
    {{X, .reduce = "return a + b"}, S, "reduce:1:1", "'return' in an expression"},
    {{X, SUM, .post = "sqrt(a"}, S, "post:1:5", "never closed"},
    {{X, SUM, .segment = "x[i] == 0)"}, S, "segment:1:10", "unbalanced"},
    {{X, SUM, .preamble = "#define j 3\n"}, S, "preamble:1:9", "must not be named 'j'"},
    {{X, SUM, .preamble = "#define a 3\n"}, S, "preamble:1:9", "must not be named 'a'"},
    {{X, SUM, .preamble = "int f() {"}, S, "preamble:1:9", "never closed"},
    {{X, SUM, .second = "x[i"}, S, "more[0].map:1:2", "never closed"},
    {{X, SUM, .map = "x[i] = 3"}, S, "map:1:1", "this writes to x"},
    {{X, SUM, .map = "s + (x[t[i]] += 3)"}, S, "map:1:6", "this writes to x"},
    {{X, SUM, .map = "x[i]++"}, S, "map:1:1", "this writes to x"},
    {{X, SUM, .map = "--x[i]"}, S, "map:1:3", "this writes to x"},
    {{X, SUM, .segment = "x[i] = 0"}, S, "segment:1:1", "this writes to x"},
    {{X, .reduce = "a + b + x[0]"}, S, "reduce:1:9", "x is an array; expected the values a and b"},
    {{X, SUM, .post = "a / x[0]"}, S, "post:1:5", "x is an array; expected the value a, n"},
    {{X, SUM, .neutral = "x[0]"}, S, "neutral:1:1", "x is an array; expected a constant"},
    {{.arguments = "int *a", SUM, .neutral = "a[0]"}, S, "neutral:1:1", "a is an array; expected a constant"},
    {{.arguments = "int *b", SUM, .post = "a + b[0]"}, S, "post:1:5", "b is an array; expected the value a, n"},
    {{X, SUM, .map = "x[i] * i0"}, S, "map:1:8", "knows no coordinates such as i0; expected i"},
    {{X, SUM, .map = "x[i]", .second = "x[i]\n/ n15"}, S, "more[0].map:2:3", "no coordinates such as n15"},
    {{X, SUM, .segment = "i1 == 0"}, S, "segment:1:1", "a scan knows no coordinates"},
    {{X, SUM, .map = "FIRST", .preamble = "#define FIRST i0\n"}, S, "", "a macro has coordinates"},
    {{X, SUM, .map = "i0 + tid"}, S, "map:1:1", "no coordinates"},
    /* Neutrals. */
    {{X, SUM, .out_type = "int", .neutral = "1.5"}, S, "neutral:1:1",
     "1.5 is no integer, but the accumulator is one: int"},
    {{X, SUM, .accumulator = "signed char", .neutral = "300"}, S, "neutral:1:1",
     "300 does not fit the accumulator, which is signed char (-128 to 127)"},
    {{X, SUM, .accumulator = "signed char", .neutral = "-129"}, S, "neutral:1:1", "-129 does not fit"},
    {{X, SUM, .out_type = "unsigned", .neutral = " /* */ -1"},
     S, "neutral:1:8",
     "-1 does not fit the accumulator, which is unsigned int (0 to 4294967295)"},
    {{X, SUM, .out_type = "unsigned", .neutral = "0x100000000"}, S, "neutral:1:1", "does not fit"},
    {{X, SUM, .out_type = "int", .neutral = "(2'147'483'648)"}, S, "neutral:1:1", "2'147'483'648 does not fit"},
    {{X, SUM, .out_type = "int", .neutral = "1e10f"}, S, "neutral:1:1", "1e10f does not fit"},
    {{X, SUM, .out_type = "int", .neutral = "15e-1"}, S, "neutral:1:1", "no integer"},
    {{X, SUM, .accumulator = "bool", .neutral = "2"}, S, "neutral:1:1",
     "2 does not fit the accumulator, which is bool (0 to 1)"},
    {{X, SUM, .out_type = "long", .neutral = "9223372036854775808"}, S, "neutral:1:1", "does not fit"},
    {{X, SUM, .out_type = "size_t", .neutral = "18446744073709551616"}, S, "neutral:1:1", "does not fit"},
    {{X, SUM, .neutral = "-1e39"}, S, "neutral:1:1", "-1e39 is too large for the accumulator, which is float"},
    {{X, SUM, .accumulator = "half", .neutral = "65536"}, S, "neutral:1:1", "65536 is too large"},
    {{X, SUM, .accumulator = "bfloat16", .neutral = "1e39f"}, S, "neutral:1:1", "1e39f is too large"},
};
/* clang-format on */

TEST_EACH(refuses, COUNT(bad))
{
    refuse_in(init(&bad[_i].texts, &text, &fault), (cujit_status)bad[_i].status, bad[_i].place, bad[_i].message);
    ck_assert_uint_eq(text.count, 0); /* cleared */
    ck_assert_ptr_null(text.text.name);
}

TEST(counts_results)
{
    const cujit_reduction_result fold = {.out_type = "float", .reduce = "a + b"}, empty = {.out_type = "float"};
    cj_fold_spec spec = {0};

    for (size_t k = 0; k < CUJIT_REDUCTION_MAX_RESULTS; k++)
        spec.folds[k] = &fold;
    for (size_t count = 0; count <= CUJIT_REDUCTION_MAX_RESULTS + 1; count++) {
        spec.count = count;
        ck_assert_int_eq(cj_fold_text_init(context, &spec, &(cj_survey *){NULL}, &text, &fault),
                         count >= 1 && count <= CUJIT_REDUCTION_MAX_RESULTS ? CUJIT_OK : CUJIT_ERROR_INVALID_ARGUMENT);
        if (fault.status == CUJIT_OK) {
            ck_assert_uint_eq(text.count, count);
            ck_assert_str_eq(text.folds[count - 1].texts.map, "x[i]");
            cj_fold_text_clear(&text);
        } else {
            ck_assert_ptr_nonnull(strstr(fault.message, "expected 1 to 8"));
        }
        cujit_error_clear(&fault);
    }
    spec.count = CUJIT_REDUCTION_MAX_RESULTS;
    spec.folds[7] = &empty;
    ck_assert_int_eq(cj_fold_text_init(context, &spec, &(cj_survey *){NULL}, &text, &fault),
                     CUJIT_ERROR_INVALID_ARGUMENT);
    ck_assert_str_eq(fault.message,
                     "reduction: more[6].reduce is NULL; expected an expression of a and b, such as \"a + b\"");
}

/* Neutrals that are right, or that only a compiler can judge. */
/* clang-format off */
static const struct {
    const char *accumulator, *neutral;
} neutrals[] = {
    {"int", "2147483647"}, {"int", "-2147483648"}, {"int", "INT_MIN"}, {"int", "~0"}, {"int", "1.0"}, {"int", "-1e3"},
    {"int", "+ 017"}, {"int", "0b101"}, {"unsigned", "4294967295u"}, {"unsigned", "0xFFFFFFFF"}, {"unsigned", "-0"},
    {"signed char", "-128"}, {"signed char", "127"}, {"unsigned char", "255"}, {"bool", "1"}, {"bool", "false"},
    {"long", "-9223372036854775808"}, {"size_t", "18446744073709551615ull"}, {"float", "3.4028235e38f"},
    {"float", "-1e-60"}, {"float", "1e38"}, {"double", "1.7976931348623157e308"}, {"half", "65504"},
    {"half", "-INFINITY"}, {"int", "0x1p-3"}, {"int", "1_x"}, {"int", "s"}, {"int", "1 + 0.5"},
    {"pair", "pair{0, 1.5}"}, {"pair", "0.5"}, {"float complex", "1.5"}, {"int", "(((7)))"}, {"int", "089"},
    {"int", "0.000000000000000000000000000000000000000000000000000000"},
};
/* clang-format on */

TEST_EACH(neutrals_are_right, COUNT(neutrals))
{
    make(&(texts){X, .reduce = "f(a, b)", .accumulator = neutrals[_i].accumulator, .neutral = neutrals[_i].neutral});
    ck_assert_str_eq(text.folds[0].texts.neutral, neutrals[_i].neutral);
}

/* ---- What is recognised ------------------------------------------------------------------------------------------ */

#define INDEXED "cujit_indexed<float>"

/* clang-format off */
static const struct {
    const char *accumulator, *reduce, *preamble;
    bool commutative;
    const char *option;
} orders[] = {
    {"float", "a + b", NULL, true, NULL}, {"float", "b+a", NULL, true, NULL},
    {"float", "((a * b)) // product", NULL, true, NULL}, {"int", "a & b", NULL, true, NULL},
    {"int", "a | b", NULL, true, NULL}, {"int", "a ^ b", NULL, true, NULL}, {"bool", "a && b", NULL, true, NULL},
    {"bool", "a || b", NULL, true, NULL}, {"half", "a + b", NULL, true, NULL},
    {"float complex", "a * b", NULL, true, NULL},
    {"float complex", "a * b", "__device__ cujit::complex<float> operator*(q a, q b);", false, NULL},
    {"float", "a * b", "struct q { }; __device__ q operator*(q a, q b);", true, NULL},
    {"float", "a - b", NULL, false, NULL}, {"float", "a", NULL, false, NULL}, {"float", "a + a", NULL, false, NULL},
    {"float", "a + b + 1", NULL, false, NULL}, {"float", "(a) + (b)", NULL, false, NULL},
    {"float", "a + s", NULL, false, NULL}, {"pair", "a + b", NULL, false, NULL}, {"float4", "a + b", NULL, false, NULL},
    {"float", "fmaxf(a, b)", NULL, true, NULL}, {"float", "(fmin(b, a))", NULL, true, NULL},
    {"double", "max(a, b)", NULL, true, NULL}, {"unsigned", "umin(a, b)", NULL, true, NULL},
    {"float", "cujit_max(a, b)", NULL, true, NULL}, {INDEXED, "cujit_min(b, a)", NULL, true, NULL},
    {INDEXED, "min(a, b)", NULL, false, NULL}, {INDEXED, "a + b", NULL, false, NULL},
    {"pair", "cujit_min(a, b)", NULL, false, NULL}, {"float", "max(a, a)", NULL, false, NULL},
    {"float", "max(a, s)", NULL, false, NULL}, {"float", "pow(a, b)", NULL, false, NULL},
    {"float", "q::max(a, b)", NULL, false, NULL},
    {"float", "max(a, b)", "__device__ float twice(float x) { return 2 * y + max(x, x); }", true, NULL},
    {"float", "max(a, b)", "__device__ float max(float x, float y) { return x; }", false, NULL},
    {"float", "max(a, b)", "template <class Q> __device__ vec<Q> max(Q x, Q y) { return x; }", false, NULL},
    {"float", "max(a, b)", "#define max(x, y) x\n", false, NULL},
    {"float", "max(a, b)", "using mine::max;", false, NULL},
    {"float", "max(a, b)", "auto max = [](float x, float y) { return x; };", false, NULL},
    {"float", "max(a, b)", "#include \"mine.h\"\n", false, NULL}, {"float", "max(a, b)", NULL, false, "-Dmax=first"},
    {"float", "max(a, b)", NULL, true, "-Dmin=first"}, {"float", "a + b", "#include \"mine.h\"\n", true, NULL},
};
/* clang-format on */

TEST_EACH(order_matters, COUNT(orders))
{
    make(&(texts){X, .out_type = "float", .accumulator = orders[_i].accumulator, .reduce = orders[_i].reduce,
                  .post = "a.value", .preamble = orders[_i].preamble, .options = {orders[_i].option}});
    ck_assert_msg(text.folds[0].commutative == orders[_i].commutative, "%s", orders[_i].reduce);
    ck_assert_int_eq(text.folds[0].pattern, CJ_FOLD_ANY); /* there is no neutral */
}

#define ARRAYS "float s, const signed char *x, unsigned char *y, const pair *p, const volatile int *v"

/* clang-format off */
static const struct {
    const char *map, *reduce, *neutral, *preamble;
    cj_fold_pattern pattern;
    size_t first, second;
} patterns[] = {
    {"x[i]", "a + b", "0", NULL, CJ_FOLD_SUM, 1, 1}, {"(y [ i ])", "(b + a)", "0.0f", NULL, CJ_FOLD_SUM, 2, 2},
    {NULL, "a + b", "(0)", NULL, CJ_FOLD_SUM, 1, 1}, {"x[i] * y[i]", "a + b", "0u", NULL, CJ_FOLD_DOT, 1, 2},
    {"(y[i]*y[i]) // squares", "a + b", "0x0", NULL, CJ_FOLD_DOT, 2, 2},
    {"x[i]", "a + b", NULL, NULL, CJ_FOLD_ANY, 0, 0}, {"x[i]", "a + b", "1", NULL, CJ_FOLD_ANY, 0, 0},
    {"x[i]", "a + b", "-0.0", NULL, CJ_FOLD_ANY, 0, 0}, {"x[i]", "a * b", "0", NULL, CJ_FOLD_ANY, 0, 0},
    {"x[i + 1]", "a + b", "0", NULL, CJ_FOLD_ANY, 0, 0}, {"x[j]", "a + b", "0", NULL, CJ_FOLD_ANY, 0, 0},
    {"s * x[i]", "a + b", "0", NULL, CJ_FOLD_ANY, 0, 0}, {"x[i] * s[i]", "a + b", "0", NULL, CJ_FOLD_ANY, 0, 0},
    {"x[i] + y[i]", "a + b", "0", NULL, CJ_FOLD_ANY, 0, 0},
    {"x[i] * y[i] * y[i]", "a + b", "0", NULL, CJ_FOLD_ANY, 0, 0}, {"p[i]", "a + b", "0", NULL, CJ_FOLD_ANY, 0, 0},
    {"x[i] * p[i]", "a + b", "0", NULL, CJ_FOLD_ANY, 0, 0}, {"v[i]", "a + b", "0", NULL, CJ_FOLD_ANY, 0, 0},
    {"x[i]", "a + b", "0", "#define x y\n", CJ_FOLD_ANY, 0, 0},
    {"x[i]", "a + b", "0", "#include \"mine.h\"\n", CJ_FOLD_ANY, 0, 0},
};
/* clang-format on */

TEST_EACH(sums_and_dots, COUNT(patterns))
{
    const cj_fold *fold = &text.folds[0];

    make(&(texts){.arguments = ARRAYS,
                  .out_type = "int",
                  .map = patterns[_i].map,
                  .reduce = patterns[_i].reduce,
                  .neutral = patterns[_i].neutral,
                  .preamble = patterns[_i].preamble});
    ck_assert_int_eq(fold->pattern, patterns[_i].pattern);
    ck_assert_uint_eq(fold->first, patterns[_i].first);
    ck_assert_uint_eq(fold->second, patterns[_i].second);
}

#define UNUSED(line, which)                                                                                            \
    "reduce(" line "): warning: " which " is not used: a reduce combines two values, a and b, into one\n"
static const struct {
    const char *reduce, *preamble, *warnings;
} warned[] = {{"a + b", NULL, ""},
              {"a", NULL, UNUSED("1", "b")},
              {"\n\n f(b)", NULL, UNUSED("3", "a")},
              {"p.a + ab + b.a", NULL, UNUSED("1", "a")},
              {"1", NULL, UNUSED("1", "a") UNUSED("1", "b")},
              {"MERGE", "#define MERGE a + b\n", ""},
              {"WITH(a)", "#define WITH(x) x + b\n", ""},
              {"WITH(b)", "#define WITH(a) a + a\n", UNUSED("1", "a")},
              {"MERGE", "#include \"mine.h\"\n", ""}};

TEST_EACH(warns, COUNT(warned))
{
    make(&(texts){X, .reduce = warned[_i].reduce, .preamble = warned[_i].preamble});
    ck_assert_str_eq(text.warnings, warned[_i].warnings);
}

/* clang-format off */
static const struct {
    const char *map, *second, *preamble;
    const char *seen; /* x, y: may be views; j, i: the place and the index are used; !: what i is matters */
} uses[] = {
    {"x[i]", NULL, NULL, "x"}, {"s * x[i]", NULL, NULL, "x"}, {"s & f(x[i])", NULL, NULL, "x"},
    {"float(x[i]) + (double)y[i]", NULL, NULL, "xy"}, {"x[i] < 0 ? -x[i] : x[i]", NULL, NULL, "x"},
    {"pair{x[i], y[i]}", NULL, NULL, "xy"}, {"cujit_at(x[i], j)", NULL, NULL, "xj"}, {"x[i] * i", NULL, NULL, "xi!"},
    {"x[i] + y[j]", NULL, NULL, "xj"}, {"x[i] - x[i - 1]", NULL, NULL, "!"}, {"x[i]", "y[i] + x[0]", NULL, "y!"},
    {"x[i] // a", "y[i]", NULL, "xy"}, {"x[i] + PLACE", NULL, "#define PLACE j\n", "xj"},
    {"x[i] + p.j", NULL, NULL, "x"}, {"&x[i]", NULL, NULL, "!"}, {"[&] { return x[i]; }()", NULL, NULL, "x"},
};
/* clang-format on */

TEST_EACH(arrays_are_seen, COUNT(uses))
{
    char seen[8];

    make(&(texts){.arguments = "float s, float *x, const float *y",
                  .reduce = "a + b",
                  .map = uses[_i].map,
                  .second = uses[_i].second,
                  .preamble = uses[_i].preamble});
    ck_assert(!cj_fold_can_view(&text, 0));
    ck_assert(!text.text.accesses.of[1].written);
    snprintf(seen, sizeof seen, "%s%s%s%s%s", cj_fold_can_view(&text, 1) ? "x" : "",
             cj_fold_can_view(&text, 2) ? "y" : "", text.uses_place ? "j" : "",
             text.text.accesses.uses_index ? "i" : "", text.text.needs_index ? "!" : "");
    ck_assert_str_eq(seen, uses[_i].seen);
}

/* The longest texts that each pass alone pass together. */
TEST(long_texts_fit_together)
{
    enum { NESTED = 255 };
    char *map = memory_of(CJ_EXPRESSION_MAX_BYTES + 1);
    cujit_reduction_result fold = {.reduce = "a + b", .map = map};
    cj_fold_spec spec = {.arguments = "float *x", .segment = map, .count = CUJIT_REDUCTION_MAX_RESULTS, .scan = true};

    memset(map, '-', CJ_EXPRESSION_MAX_BYTES);
    for (size_t k = 0; k < CJ_EXPRESSION_MAX_BYTES; k += 2)
        map[k] = ' ';
    map[CJ_EXPRESSION_MAX_BYTES - 1] = '1';
    map[CJ_EXPRESSION_MAX_BYTES] = '\0';
    for (size_t k = 0; k < CUJIT_REDUCTION_MAX_RESULTS; k++)
        spec.folds[k] = &fold;
    must(cj_fold_text_init(context, &spec, &(cj_survey *){NULL}, &text, &fault));
    cj_fold_text_clear(&text);
    memset(map, '(', NESTED);
    map[NESTED] = '1';
    memset(map + NESTED + 1, ')', NESTED);
    map[2 * NESTED + 1] = '\0';
    must(cj_fold_text_init(context, &spec, &(cj_survey *){NULL}, &text, &fault));
    cj_fold_text_clear(&text);
}

/* ---- Keys -------------------------------------------------------------------------------------------------------- */

static bool same_key(const cj_fold_spec *one, const cj_fold_spec *other)
{
    cj_flat_key first, second;
    bool same;

    cj_flat_key_init(&first);
    cj_flat_key_init(&second);
    must(cj_fold_family.key(context, one, &first, &(cj_survey *){NULL}, &fault));
    must(cj_fold_family.key(context, other, &second, &(cj_survey *){NULL}, &fault));
    same = first.text.length == second.text.length && memcmp(first.text.data, second.text.data, first.text.length) == 0;
    cj_text_clear(&first.text);
    cj_text_clear(&second.text);
    return same;
}

/* clang-format off */
static const cujit_reduction_result keyed[] = {
    {.reduce = "a + b"}, {.reduce = "a"}, {.reduce = "a + b", .out_type = "a"}, {.reduce = "a + b", .accumulator = "a"},
    {.reduce = "a + b", .neutral = "a"}, {.reduce = "a + b", .neutral = ""}, {.reduce = "a + b", .map = "a"},
    {.reduce = "a + b", .post = "a"}, {.reduce = "a + b", .nonempty = 1},
};
/* clang-format on */

TEST(keys_differ)
{
    const char *const options[] = {"-DX", "-DY", NULL}, *const others[] = {"-DX", NULL}, *const none[] = {NULL};
    const cj_fold_spec basis = {.folds = {&keyed[0]}, .count = 1};
    cj_fold_spec specs[20];
    size_t count = 0;

    for (size_t k = 0; k < COUNT(specs); k++)
        specs[k] = basis;
    for (; count < COUNT(keyed); count++)
        specs[count].folds[0] = &keyed[count];
    specs[count++].arguments = "a";
    specs[count++].name = "a";
    specs[count++].preamble = "a";
    specs[count++].types = "a";
    specs[count++].segment = "a";
    specs[count++].options = options;
    specs[count++].options = others;
    specs[count++].scan = true;
    specs[count].folds[1] = &keyed[0];
    specs[count++].count = 2;
    for (size_t k = 0; k < count; k++) {
        for (size_t other = 0; other < count; other++)
            ck_assert_msg(same_key(&specs[k], &specs[other]) == (k == other), "%zu, %zu", k, other);
    }
    specs[0].options = none;
    specs[0].preamble = specs[0].types = "";
    ck_assert(same_key(&specs[0], &basis));
}

/* ---- No memory --------------------------------------------------------------------------------------------------- */

/* Each allocation fails once, with all after it: nothing leaks, and the error says what it is. */
TEST(memory_runs_out)
{
    const texts all = {.arguments = "T s, float *x, const pair *p",
                       .out_type = "U",
                       .accumulator = "cujit_indexed<V>",
                       .reduce = "b",
                       .map = "x[i] + p[i].first",
                       .neutral = "0",
                       .post = "a.index",
                       .segment = "i == 3",
                       .types = "T = int, U = float, V = half",
                       .preamble = "#define ONE 1\n",
                       .options = {"-DTWO=2"},
                       .second = "x[i] * x[i]"};

    for (unsigned long nth = 1;; nth++) {
        cujit_status status;

        cj_alloc_fail_at(nth);
        status = init(&all, &text, &fault);
        cj_alloc_fail_at(0);
        if (status == CUJIT_OK) {
            ck_assert_uint_gt(nth, 20);
            cj_fold_text_clear(&text);
            break;
        }
        ck_assert_msg(status == CUJIT_ERROR_OUT_OF_MEMORY, "%s", fault.message);
        cujit_error_clear(&fault);
    }
}
