/*
 * test_expression_functions.c: functions of the program's in texts: C++ of a preamble, and elementwise kernels by their
 * names; what is said of those that cannot be called, and of calls that are wrong. On every device.
 */
#include "tests/arrays.h"
#include "tests/kernels.h"

#include <stdio.h>

CONTEXT_FOR_EACH_CASE

#define PREAMBLE                                                                                                       \
    "template <class T> static __device__ T lerp(T a, T b, T t) { return a + t * (b - a); }\n"                         \
    "static __device__ float twice(float x) { return 2 * x; }\n"                                                       \
    "static __device__ int twice(int x) { return 2 * x + 1; }\n"                                                       \
    "static __device__ bool within(double x, double low, double high) { return low <= x && x < high; }\n"              \
    "static __device__ float five(float a, float b, float c, float d, float e) { return a + 10 * b + 100 * c + 1000 "  \
    "* d + 10000 * e; }\n"                                                                                             \
    "static __device__ half small(half h) { return h; }\n"                                                             \
    "template <class T, class N> static __device__ T step(T x, N n) { return x + (T)(n * (int)sizeof(N)); }\n"

static const char *const declarations[] = {
    "T lerp(T a, T b, T t)",
    "int twice(int x)",
    "float twice(float x /* :) */); // of floats",
    "bool within(double x, double low, double high)",
    "float five(float a, float b, float c, float d, float e)",
    "half small(half h)",
    "T step(T x, N n)",
    NULL,
};

static cujit_array *x, *d, *i, *h;

static cujit_elementwise *named_kernel(const char *name, const char *arguments, const char *operation)
{
    return make_kernel(context,
                       &(cujit_elementwise_spec){.arguments = arguments, .operation = operation, .name = name});
}

/* An expression with all functions, and two kernels. */
static cujit_expression *expression_of(const char *text)
{
    cujit_elementwise *saxpy = named_kernel("saxpy", "float a, const float *x, const float *y, float *z",
                                            "z[i] = a * x[i] + y[i]"),
                      *steps = named_kernel("steps", "T *out, const T *x, int n",
                                            "T sum = 0; for (int k = 0; k < n; k++) { sum += x[i]; } out[i] = sum; "
                                            "return; // enough");
    cujit_elementwise *const kernels[] = {saxpy, steps, NULL};
    cujit_expression *made = NULL;

    must(cujit_expression_create(
        context,
        &(cujit_expression_spec){.text = text, .preamble = PREAMBLE, .functions = declarations, .kernels = kernels},
        &made, &fault));
    cj_test_keep(made, (void (*)(void *))cujit_expression_free);
    x = upload(context, CUJIT_FLOAT32, 3, (const float[]){1, 2, 4});
    d = upload(context, CUJIT_FLOAT64, 3, (const double[]){0.5, 1, 3});
    i = upload(context, CUJIT_INT32, 3, (const int[]){1, -2, 7});
    h = upload(context, CUJIT_FLOAT16, 3, (const uint16_t[]){0x3c00, 0x4000, 0x4400});
    return made;
}

#define OPERANDS CUJIT_NAMED(x, d, i, h)

static const struct {
    const char *text;
    cujit_dtype dtype;
    double expected[3];
} values[] = {
    {"lerp(x, 2*x, 0.5)", CUJIT_FLOAT32, {1.5, 3, 6}},
    {"lerp(x, d, 1)", CUJIT_FLOAT64, {0.5, 1, 3}},
    {"lerp(i, 5, 2)", CUJIT_INT32, {9, 12, 3}},
    {"lerp(h, 4, 0.5)", CUJIT_FLOAT16, {2.5, 3, 4}},
    {"twice(x) + twice(i)", CUJIT_FLOAT64, {5, 1, 23}},
    {"twice(2) * x", CUJIT_FLOAT64, {5, 10, 20}},
    {"where(within(x, 1, 3), x, 0)", CUJIT_FLOAT32, {1, 2, 0}},
    {"five(x, 1, 2, 3, 4)", CUJIT_FLOAT32, {43211, 43212, 43214}},
    {"small(h) + small(1)", CUJIT_FLOAT16, {2, 3, 5}},
    {"step(x, i)", CUJIT_FLOAT32, {5, -6, 32}},
    {"saxpy(2, x, x[::-1])", CUJIT_FLOAT32, {6, 6, 9}},
    {"saxpy(x, x, sum(x))", CUJIT_FLOAT32, {8, 11, 23}},
    {"steps(d, 3)", CUJIT_FLOAT64, {1.5, 3, 9}},
    {"x - max(saxpy(1, x, 0.0), keepdims=1)", CUJIT_FLOAT32, {-3, -2, 0}},
    {"cumsum(lerp(x, x, 0.0))", CUJIT_FLOAT32, {1, 3, 7}},
    {"np.lerp(x, 0, 1); ", CUJIT_FLOAT32, {0, 0, 0}},
};

TEST_EACH(a_text_calls_functions_of_the_program, COUNT(values))
{
    cujit_expression *expression = expression_of(values[_i].text);
    cujit_array *result = NULL;

    must(cujit_expression_run(expression, NULL, OPERANDS, &result, &fault));
    cj_test_keep(result, (void (*)(void *))(cujit_array_free));
    ck_assert_int_eq(cujit_array_dtype(result), values[_i].dtype);
    for (int k = 0; k < 3; k++) {
        cujit_array *one = view_of(result, (size_t)k, 1);
        double got = 0;

        must(cujit_array_get_double(one, &got, &fault));
        expect(got == values[_i].expected[k], "%s: element %d is %g", values[_i].text, k, got);
    }
}

/* ---- Beside what takes references -------------------------------------------------------------------------------- */

/* Elements are values to these, whatever the preamble has beside them. */
static const struct {
    const char *text;
    cujit_dtype dtype; /* of v, which is {1, 2, 4} */
    double expected[3];
} taken[] = {
    {"sum(more(v[::-1], v)) + 0*v", CUJIT_FLOAT32, {14, 14, 14}},
    {"sum(pick(v[::-1], v)) + 0*v", CUJIT_FLOAT32, {10, 10, 10}},
    {"sum(pick(v[:, None], v), 0)", CUJIT_FLOAT32, {7, 8, 12}},
    {"sum(more(v, v[:, None]), 1)", CUJIT_FLOAT32, {10, 13, 19}},
    {"max(pick(v[:, None], v), (0, 1)) + 0*v", CUJIT_FLOAT32, {4, 4, 4}},
    {"cumsum(pick(v[::-1], v))", CUJIT_FLOAT32, {4, 6, 10}},
    {"cumsum(more(v[:, None], v), 0)[2]", CUJIT_FLOAT32, {10, 13, 19}},
    {"sum(pick(v[:, None], v) / max(pick(v[:, None], v), -1)[:, None], 0)", CUJIT_FLOAT32, {1.75, 2, 3}},
    {"argmax(pick(v[:, None], -v), 0) + 0*v", CUJIT_FLOAT32, {2, 2, 2}},
    {"more(sum(v[::-1]), v[::-1])", CUJIT_FLOAT32, {11, 9, 8}},
    {"more(v, v[::-1])", CUJIT_FLOAT16, {5, 4, 5}},
    {"sum(more(v[::-1], v[:, None]), 1)", CUJIT_FLOAT16, {10, 13, 19}},
    {"pick(v, v[::-1])", CUJIT_BFLOAT16, {4, 2, 4}},
    {"cumsum(pick(v[::-1], v))", CUJIT_BFLOAT16, {4, 6, 10}},
    {"more(v, v[::-1]).real", CUJIT_COMPLEX64, {5, 4, 5}},
    {"sum(more(v[::-1], v[:, None]), 1).real", CUJIT_COMPLEX64, {10, 13, 19}},
    {"sum(more(v[::-1], v[:, None]), 0).real", CUJIT_COMPLEX128, {19, 13, 10}},
    {"sum(pick(v[:, None], v), 0)", CUJIT_INT8, {7, 8, 12}},
    {"pick(v, v[::-1])", CUJIT_FLOAT8_E4M3, {4, 2, 4}},
};

TEST_EACH(an_element_is_a_value_beside_references, COUNT(taken))
{
    static const char preamble[] =
        "struct held { float of; __device__ held operator+(const held &other) const { return {of + other.of}; } };\n"
        "template <class T> static __device__ T copied(const T &value) { return value; }\n"
        "template <class T> static __device__ T more(T a, T b) { held h{1}; h = h + h; return copied(a) + b + T(h.of - 2); }";
    cujit_elementwise *const kernels[] = {
        named_kernel("pick", "const T *a, const T *b, T *z", "z[i] = a[i] > b[i] ? a[i] : b[i]"), NULL};
    cujit_array *v = as(upload(context, CUJIT_FLOAT32, 3, (const float[]){1, 2, 4}), taken[_i].dtype), *result = NULL;
    cujit_expression *expression = NULL;

    must(cujit_expression_create(context,
                                 &(cujit_expression_spec){.text = taken[_i].text,
                                                          .preamble = preamble,
                                                          .functions = (const char *const[]){"T more(T a, T b)", NULL},
                                                          .kernels = kernels},
                                 &expression, &fault));
    cj_test_keep(expression, (void (*)(void *))cujit_expression_free);
    ck_assert_msg(cujit_expression_run(expression, NULL, CUJIT_NAMED(v), &result, &fault) == CUJIT_OK, "%s: %s",
                  taken[_i].text, fault.message);
    cj_test_keep(result, (void (*)(void *))(cujit_array_free));
    for (int k = 0; k < 3; k++) {
        double got = 0;

        must(cujit_array_get_double(view_of(result, (size_t)k, 1), &got, &fault));
        expect(got == taken[_i].expected[k], "%s: element %d is %g", taken[_i].text, k, got);
    }
}

static const struct {
    const char *text, *words;
} mistakes[] = {
    {"x + ^lerq(x, x, x)", "there is no function 'lerq'; did you mean 'lerp'?"},
    {"^saxpi(1, x, x)", "did you mean 'saxpy'?"},
    {"^lerp(x, x)", "lerp() takes 3 arguments without keywords, got 2"},
    {"^small(x)", "small: argument 1 (h) takes float16, got float32; float16(...) makes it one"},
    {"^saxpy(1, d, x)", "saxpy: argument 2 (x) takes float32, got float64"},
    {"^saxpy(1j, x, x)", "saxpy: argument 1 (a) takes float32, got a complex number"},
    {"^steps(x, 2.5)", "steps: argument 2 (n) takes int32, got a real number"},
    {"steps(x, 2^**40)", "1099511627776"},
    {"^twice(d)", "twice is not there for float64"},
    {"2 * ^saxpy", "'saxpy' is a function; its arguments are missing"},
    {"^expf(x)", "there is no function 'expf'"},
};

TEST_EACH(a_wrong_call_has_its_place, COUNT(mistakes))
{
    int line, column;
    cujit_expression *expression = expression_of(without_mark(mistakes[_i].text, &line, &column));
    cujit_array *result = NULL;

    ck_assert_int_eq(cujit_expression_run(expression, NULL, OPERANDS, &result, &fault), CUJIT_ERROR_EXPRESSION);
    ck_assert_msg(strstr(fault.message, mistakes[_i].words) != NULL, "%s: %s", mistakes[_i].text, fault.message);
    ck_assert_msg(fault.line == line && fault.column == column, "%s: %d:%d", mistakes[_i].text, fault.line,
                  fault.column);
    ck_assert_ptr_null(result);
}

static const struct {
    const char *declaration;
    cujit_status status;
    const char *words;
} bad[] = {
    {"gauss", CUJIT_ERROR_SIGNATURE, "has no arguments in brackets"},
    {"float gauss(float x", CUJIT_ERROR_SIGNATURE, "has no ')' behind its arguments"},
    {"float gauss()", CUJIT_ERROR_SIGNATURE, "has no arguments; expected"},
    {"float gauss(float x)) {", CUJIT_ERROR_SIGNATURE, "has ') {' behind its arguments"},
    {"float gauss(float x) {", CUJIT_ERROR_SIGNATURE, "has '{' behind its arguments"},
    {"float gauss(float x) { return x; }", CUJIT_ERROR_SIGNATURE, "has '{ return x; }' behind its arguments"},
    {"float gauss(float x) { return f(x); }", CUJIT_ERROR_SIGNATURE, "has '{ return f(x); }' behind its arguments"},
    {"float gauss(float x) const", CUJIT_ERROR_SIGNATURE, "has 'const' behind its arguments"},
    {"float gauss(float x); float f(float x);", CUJIT_ERROR_SIGNATURE, "has 'float f(float x);' behind its arguments"},
    {"float gauss(float *x)", CUJIT_ERROR_SIGNATURE, "has arguments that are no numbers"},
    {"float *gauss(float x)", CUJIT_ERROR_SIGNATURE, "has a value that is no number"},
    {"float4 gauss(float x)", CUJIT_ERROR_SIGNATURE, "has a value that is no number"},
    {"T gauss(float x)", CUJIT_ERROR_SIGNATURE, "whose type none of its arguments says"},
    {"float True(float x)", CUJIT_ERROR_INVALID_ARGUMENT, "'True' is a word of texts"},
    {"float newaxis(float x)", CUJIT_ERROR_INVALID_ARGUMENT, "'newaxis' is a word of texts"},
    {"float sin(float x)", CUJIT_ERROR_INVALID_ARGUMENT, "'sin' is a function that all texts have"},
    {"float sum(float x)", CUJIT_ERROR_INVALID_ARGUMENT, "'sum' is a function"},
    {"flaot gauss(float x)", CUJIT_ERROR_SIGNATURE, "flaot"},
    {"float f(int a, int b, int c, int d, int e, int f, int g, int h, int j)", CUJIT_ERROR_SIGNATURE,
     "has 9 arguments, more than 8"},
    {"(float x)", CUJIT_ERROR_SIGNATURE, "has no type and name of its own in front of its arguments"},
    {"float f, float g(float x)", CUJIT_ERROR_SIGNATURE, "has no type and name of its own"},
};

TEST_EACH(a_declaration_is_one_of_a_function_of_numbers, COUNT(bad))
{
    const char *const list[] = {bad[_i].declaration, NULL};
    cujit_expression *made = NULL;

    refuse(cujit_expression_create(context, &(cujit_expression_spec){.text = "1", .functions = list}, &made, &fault),
           bad[_i].status, bad[_i].words);
    ck_assert_ptr_null(made);
}

/* Nothing says at once whether the preamble has a function: it may come from a header, a macro, or the compiler. */
static const struct {
    const char *text, *preamble, *declarations[3], *place, *words;
} untrue[] = {
    {"f(x)",
     NULL,
     {"float f(float x)"},
     "functions:1:1",
     "the function \"float f(float x)\" cannot be called as it is"},
    {"sum(f(x))",
     "static __device__ float g(float x) { return x; }",
     {"float f(float x)"},
     "functions:1:1",
     "as it is declared: "},
    {"x + f(x)",
     "static __device__ float f(float *x) { return *x; }",
     {"float f(float x)"},
     "functions:1:1",
     "as it is declared: "},
    {"g(x)", NULL, {"float f(float x)", "float g(float x)"}, "functions:1:1", "\"float g(float x)\" cannot"},
    {"f(x)", NULL, {"float f(float x)", "int f(int x)"}, "", "the function \"f\" cannot be called as it is declared"},
    {"f(x)", "static __device__ float f(float x) { return y; }", {"float f(float x)"}, "preamble:1:45", "y"},
    {"f(x)",
     "static __device__ float f(float x); static __device__ float g(float x) { return ::f(x) + y; }",
     {"float f(float x)"},
     "preamble:1:90",
     "y"},
};

TEST_EACH(a_declaration_is_true, COUNT(untrue))
{
    const cujit_expression_spec spec = {
        .text = untrue[_i].text, .preamble = untrue[_i].preamble, .functions = untrue[_i].declarations};
    cujit_expression *made = NULL;
    cujit_array *result = NULL;
    cujit_status status;

    x = counting(context, 3);
    must(cujit_expression_create(context, &spec, &made, &fault));
    cj_test_keep(made, (void (*)(void *))cujit_expression_free);
    status = cujit_expression_run(made, NULL, CUJIT_NAMED(x), &result, &fault);
    ck_assert_ptr_nonnull(fault.log);
    refuse_in(status, CUJIT_ERROR_COMPILE, untrue[_i].place, untrue[_i].words);
    ck_assert_ptr_null(result);
}

static const struct {
    const char *arguments, *operation, *words;
} bad_kernels[] = {
    {"float *z, const float *x", "z[i] = x[i] + i", "it needs to know its index"},
    {"float *z, const float *x", "z[i] = x[i] + n", "it needs to know how many elements there are"},
    {"float *z, const float *x, float n", "z[i] = x[i] + n", NULL},
    {"float *z, const float2 *x", "int n = 3; z[i] = n", "has elements that are no numbers"},
    {"float *z, const float *x", "z[i] = x[0]", "x is used in another way"},
    {"float *z, const float *x", "z[i] = x[i + 1]", "x is used in another way"},
    {"float *z, const float *x", "z[i] += x[i]", "z is read, too"},
    {"float *z, const float *x", "if (z[i] > 0) z[i] = x[i]", "z is read, too"},
    {"float *z, float *y, const float *x", "z[i] = x[i]; y[i] = x[i]", "it does not write one array"},
    {"float *z", "z[i] = 1", "it has no inputs"},
    {"float4 *z, const float4 *x", "z[i] = x[i]", "has elements that are no numbers"},
    {"T *z, const float *x, const T *y", "z[i] = x[i] + y[i]", NULL},
};

TEST_EACH(a_kernel_is_one_element_of_others, COUNT(bad_kernels))
{
    cujit_elementwise *const list[] = {named_kernel("k", bad_kernels[_i].arguments, bad_kernels[_i].operation), NULL};
    cujit_expression *made = NULL;
    const cujit_expression_spec spec = {.text = "1", .kernels = list};

    if (bad_kernels[_i].words == NULL)
        must(cujit_expression_create(context, &spec, &made, &fault));
    else
        refuse(cujit_expression_create(context, &spec, &made, &fault), CUJIT_ERROR_INVALID_ARGUMENT,
               bad_kernels[_i].words, "'k'");
    cujit_expression_free(made);
}

/* Kernels that call none of the functions are those of texts without any. */
TEST(what_calls_no_function_has_none)
{
    cujit_expression *expression = expression_of("cumsum(x)*2 + lerp(x, x, 0)");
    cujit_array *result = NULL;

    must(cujit_expression_run(expression, NULL, OPERANDS, &result, &fault));
    cj_test_keep(result, (void (*)(void *))(cujit_array_free));
    ck_assert_ptr_null(strstr(cujit_expression_get_kernel(expression, 0)->source, "lerp"));
    ck_assert_ptr_nonnull(strstr(cujit_expression_get_kernel(expression, 1)->source, "::lerp("));
}
