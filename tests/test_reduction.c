/*
 * test_reduction.c: what a reduction is made from and what comes out: texts and types, errors and their places,
 * results. Order, ranges and ways of calling: test_reduction_calls.c. Numbers of every type and shapes of every kind:
 * test_reduction_numeric.c.
 */
#include "tests/numbers.h"
#include "tests/reduction_fixture.h"

#include <math.h>

/* ---- Texts ------------------------------------------------------------------------------------------------------- */

/* Over x, y and the number 3. */
/* clang-format off */
static const struct {
    cujit_reduction_spec spec;
    double expected;
} texts[] = {
    {{SUM_FROM_0, .out_type = "double", .map = "x[i]"}, 499500}, {{SUM_FROM_0, .out_type = "double"}, 499500},
    {{.out_type = "double", .neutral = "0", .reduce = "b + a", .map = "x[i] * y[i]"}, 666166500},
    {{SUM_FROM_0, .out_type = "double", .map = "s * x[i] + y[i]"}, 2498500},
    {{SUM_FROM_0, .out_type = "double", .map = "i * (i < 10)"}, 45},
    {{SUM_FROM_0, .out_type = "double", .map = "j - i + 1"}, N},
    {{.out_type = "double", .neutral = "0", .reduce = "a > b ? a : b", .map = "n"}, N},
    {{.out_type = "double", .neutral = "1e30", .reduce = "fmin(a, b)", .map = "y[i] + 4"}, 5},
    {{.out_type = "double", .neutral = "-1e30", .reduce = "fmax(a, b)", .map = "-x[i]"}, 0},
    {{SUM_FROM_0, .out_type = "double", .map = "x[n - 1 - i] * (i == 0)"}, N - 1},
    {{SUM_FROM_0, .out_type = "double", .map = "i > 0 ? x[i] - x[i - 1] : 0"}, N - 1},
    {{SUM_FROM_0, .out_type = "double", .map = "x[i] * x[i]", .post = "sqrt(a / n)"},
     576.9172384319955},
    {{SUM_FROM_0, .out_type = "double", .map = "x[i]", .post = "a / n + s"}, 502.5},
    {{.out_type = "double", .neutral = "0", .reduce = "a + b + 0 * s", .map = "x[i]"}, 499500},
    {{SUM_FROM_0, .out_type = "long long", .map = "x[i] < s"}, 3},
    {{.out_type = "int", .neutral = "0", .reduce = "a | b", .map = "(int)x[i]"}, 1023},
    {{.out_type = "bool", .neutral = "false", .reduce = "a || b", .map = "x[i] > 998"}, 1},
    {{SUM_FROM_0, .out_type = "signed char", .map = "(int)x[i] / 100", .post = "a / 100"}, 45},
    {{.out_type = "int", .accumulator = "cujit_indexed<float>", .reduce = "cujit_max(a, b)", .map = "cujit_at(x[i], j)",
     .post = "a.index"}, N - 1},
    {{.out_type = "float", .accumulator = "cujit_indexed<int>", .reduce = "cujit_min(a, b)",
     .map = "cujit_at((int)x[i] % 7 == 5 ? -1 : (int)x[i], i)", .post = "a.index + a.value"}, 4},
    {{.out_type = "double", .neutral = "0", .reduce = "add(a, b)", .map = "twice(x[i])",
     .preamble = "static __device__ double add(double p, double q) { return p + q; }\n"
     "template <class T> static __device__ T twice(T v) { return v + v; }"}, 999000},
    {{SUM_FROM_0, .out_type = "T", .map = "(T)x[i]", .types = "T = double",
     .arguments = "const T *unused, const float *x, const float *y, float s"}, 499500},
    {{SUM_FROM_0, .out_type = "double", .map = "FACTOR * x[i]", .options = (const char *const[]){"-DFACTOR=2", NULL}},
     999000},
    {{.out_type = "double", .neutral = "0 // none", .reduce = "a +\n b // two", .map = "x[i]\n// done",
     .post = "a // as it is"}, 499500},
    {{.out_type = "double", .neutral = "1", .reduce = "a * b", .map = "x[i] == 7 ? s : 1", .name = "product"}, 3},
};
/* clang-format on */

FIXTURE(setup, NULL)

TEST_EACH(texts_mean_what_they_say, COUNT(texts))
{
    cujit_reduction_spec spec = texts[_i].spec;
    bool own = spec.arguments != NULL;
    cujit_array *unused = own ? zeros(context, CUJIT_FLOAT64, N) : NULL, *result;
    cujit_reduction *reduction;

    if (!own)
        spec.arguments = "const float *x, const float *y, float s";
    reduction = make(&spec);
    result = run_reduction(reduction, NULL, own ? CUJIT_ARGS(unused, x, y, 3) : CUJIT_ARGS(x, y, 3));
    ck_assert_uint_eq(cujit_reduction_result_count(reduction), 1);
    ck_assert_int_eq(cujit_array_dtype(result), cujit_reduction_result_dtype(reduction, 0));
    ck_assert_int_eq(cujit_array_ndim(result), 0);
    ck_assert_double_eq_tol((double)take_number(result).re, texts[_i].expected, 1e-12 * (1 + fabs(texts[_i].expected)));
}

TEST(all_but_the_reduce_may_be_left_out)
{
    cujit_reduction *reduction = reduction_with(context, .out_type = "float", .reduce = "a + b");

    expect_elements(run_reduction(reduction, NULL, CUJIT_ARGS(x)), float, 499500);
    ck_assert_uint_eq(cujit_reduction_parameter_count(reduction), 1);
    ck_assert_str_eq(cujit_reduction_get_parameter(reduction, 0)->name, "x");
    ck_assert_int_eq(cujit_reduction_get_parameter(reduction, 0)->pointer, 1);
    reduction = reduction_with(context, .arguments = "float s, const float *data", .reduce = "a + b");
    expect_elements(run_reduction(reduction, NULL, CUJIT_ARGS(1, x)), float, 499500);
}

/* ---- Errors ------------------------------------------------------------------------------------------------------ */

#define SUM SUM_FROM_0, .out_type = "int", .arguments = "const int *x"

static const cujit_reduction_result wrong_more[] = {{.out_type = "int", .reduce = "a + b", .map = "x[i] + + ]"}};

/* clang-format off */
static const struct {
    cujit_reduction_spec spec;
    cujit_status status;
    const char *part, *message;
    int line, column; /* 0: nowhere */
} wrong[] = {
    {{SUM, .map = "x[i] * q[i]"}, CUJIT_ERROR_COMPILE, "map", "q", 1, 8},
    {{SUM, .map = "x[i] +\n  q"}, CUJIT_ERROR_COMPILE, "map", "q", 2, 3},
    {{SUM, .map = "x[i", .post = "a"}, CUJIT_ERROR_SNIPPET, "map", "", 1, 2},
    {{SUM, .map = "x[i] = 3"}, CUJIT_ERROR_SNIPPET, "map", "read", 1, 1},
    {{SUM, .post = "a / m"}, CUJIT_ERROR_COMPILE, "post", "m", 1, 5},
    {{SUM, .post = "x[0]"}, CUJIT_ERROR_SNIPPET, "post", "x is an array", 1, 1},
    {{SUM, .accumulator = "flot"}, CUJIT_ERROR_SIGNATURE, "accumulator", "flot", 1, 1},
    {{SUM, .preamble = "int f("}, CUJIT_ERROR_SNIPPET, "preamble", "", 1, 6},
    {{SUM, .more = wrong_more, .more_count = 1}, CUJIT_ERROR_SNIPPET, "more[0].map", "", 1, 10},
    {{SUM, .more = wrong_more, .more_count = CUJIT_REDUCTION_MAX_RESULTS}, CUJIT_ERROR_INVALID_ARGUMENT, NULL,
     "more_count", 0, 0},
    {{SUM, .more_count = 1}, CUJIT_ERROR_INVALID_ARGUMENT, NULL, "more_count is 1, but more is NULL", 0, 0},
    {{.out_type = "int", .neutral = "0.5", .reduce = "a + b"}, CUJIT_ERROR_SNIPPET, "neutral", "0.5", 1, 1},
    {{.out_type = "signed char", .accumulator = "signed char", .neutral = "300", .reduce = "a + b"},
     CUJIT_ERROR_SNIPPET, "neutral", "300", 1, 1},
    {{.out_type = "int", .neutral = "-INFINITY", .reduce = "max(a, b)"}, CUJIT_ERROR_SNIPPET, "neutral",
     "INFINITY is no integer", 1, 1},
    {{.out_type = "int", .neutral = "\"none\"", .reduce = "a + b"}, CUJIT_ERROR_COMPILE, "neutral", "", 1, 0},
    {{.out_type = "int", .neutral = "0", .reduce = "a + c"}, CUJIT_ERROR_COMPILE, "reduce", "c", 1, 5},
    {{.out_type = "int", .neutral = "0"}, CUJIT_ERROR_INVALID_ARGUMENT, NULL, "reduce", 0, 0},
    {{.reduce = "a + b"}, CUJIT_ERROR_INVALID_ARGUMENT, NULL, "out_type", 0, 0},
    {{.out_type = "flot", .reduce = "a + b"}, CUJIT_ERROR_SIGNATURE, "out_type", "flot", 1, 1},
    {{.out_type = "int", .reduce = "a + b", .arguments = "int x"}, CUJIT_ERROR_SIGNATURE, "arguments", "pointer", 1, 1},
    {{.out_type = " long long", .accumulator = " cujit_indexed<int>", .reduce = "cujit_max(a, b)",
     .map = "cujit_at(x[i], j)"}, CUJIT_ERROR_SIGNATURE, "accumulator", "a.index", 1, 2},
    {{.out_type = "float", .accumulator = "int2", .reduce = "a", .map = "int2{1, 2}"}, CUJIT_ERROR_COMPILE, "out_type",
     "int2", 1, 0},
    {{.accumulator = "int2", .reduce = "a", .map = "int2{1, 2}", .arguments = "const float *x"}, CUJIT_ERROR_COMPILE,
     "accumulator", "int2", 1, 0},
    {{.out_type = "huge", .reduce = "a"}, CUJIT_ERROR_SIGNATURE, "out_type", "2048 bytes", 1, 1},
};
/* clang-format on */

TEST_EACH(errors_point_at_the_text, COUNT(wrong))
{
    cujit_reduction *reduction = NULL;

    register_type(context, &(cujit_type_spec){"huge", "struct huge { double of[256]; };", 2048, 8});
    ck_assert_int_eq(cujit_reduction_create(context, &wrong[_i].spec, &reduction, &fault), wrong[_i].status);
    ck_assert_ptr_null(reduction);
    ck_assert_msg(strstr(fault.message, wrong[_i].message) != NULL, "\"%s\" has no \"%s\"", fault.message,
                  wrong[_i].message);
    if (wrong[_i].part != NULL) {
        ck_assert_str_eq(fault.part, wrong[_i].part);
        ck_assert_int_eq(fault.line, wrong[_i].line);
        if (wrong[_i].column != 0) {
            ck_assert_msg(fault.column == wrong[_i].column, "column %d of \"%s\"", fault.column, fault.message);
            ck_assert_ptr_nonnull(strchr(fault.excerpt, '^'));
        }
    }
}

TEST(null_arguments_are_errors)
{
    const cujit_reduction_spec spec = {SUM_FROM_0, .out_type = "float"};
    cujit_reduction *reduction = NULL;
    cujit_array *result = NULL;
    cujit_report report;
    char *source = NULL;

    ck_assert_int_eq(cujit_reduction_create(NULL, &spec, &reduction, &fault), CUJIT_ERROR_INVALID_ARGUMENT);
    ck_assert_int_eq(cujit_reduction_create(context, NULL, &reduction, &fault), CUJIT_ERROR_INVALID_ARGUMENT);
    ck_assert_int_eq(cujit_reduction_create(context, &spec, NULL, NULL), CUJIT_ERROR_INVALID_ARGUMENT);
    ck_assert_int_eq(cujit_reduction_render(context, &spec, NULL, &fault), CUJIT_ERROR_INVALID_ARGUMENT);
    ck_assert_int_eq(cujit_reduction_render(NULL, &spec, &source, &fault), CUJIT_ERROR_INVALID_ARGUMENT);
    ck_assert_int_eq(cujit_reduction_run(NULL, NULL, CUJIT_ARGS(x), &result, &fault), CUJIT_ERROR_INVALID_ARGUMENT);
    ck_assert_int_eq(cujit_reduction_launch_prepared(NULL, NULL, 0, NULL, NULL, &fault), CUJIT_ERROR_INVALID_ARGUMENT);
    cujit_reduction_free(NULL);
    cujit_reduction_get_report(NULL, &report);
    ck_assert_ptr_null(report.name);
    ck_assert_uint_eq(cujit_reduction_result_count(NULL), 0);
    ck_assert_uint_eq(cujit_reduction_parameter_count(NULL), 0);
    ck_assert_ptr_null(cujit_reduction_get_parameter(NULL, 0));
    reduction = make(&spec);
    ck_assert_int_eq(cujit_reduction_run(reduction, NULL, CUJIT_ARGS(x), NULL, &fault), CUJIT_ERROR_INVALID_ARGUMENT);
    ck_assert_int_eq(cujit_reduction_run(reduction, NULL, CUJIT_ARGS(x, y), &result, &fault),
                     CUJIT_ERROR_ARGUMENT_COUNT);
    ck_assert_int_eq(cujit_reduction_run(reduction, NULL, CUJIT_ARGS(3), &result, &fault), CUJIT_ERROR_ARGUMENT_TYPE);
    ck_assert_ptr_null(result);
}

TEST(a_reduce_that_leaves_out_a_value_is_a_warning)
{
    cujit_reduction *reduction = reduction_with(context, .out_type = "float", .reduce = "a + 1", .neutral = "0");
    cujit_report report;

    cujit_reduction_get_report(reduction, &report);
    ck_assert_msg(strncmp(report.log, "reduce(1): warning: b is not used", 33) == 0, "%s", report.log);
    reduction = reduction_with(context, SUM_FROM_0, .out_type = "float");
    cujit_reduction_get_report(reduction, &report);
    ck_assert_ptr_null(strstr(report.log, "warning: b"));
}

/* Three spellings of bytes, each with itself and the others: what GPUs fold four at a time. */
TEST(bytes_of_every_spelling_are_compiled_for_gpus)
{
    static const char *const arguments[] = {"const char *x, const char *y", "const signed char *x, const char *y",
                                            "const unsigned char *x, const unsigned char *y"};
    static const char *const maps[] = {"x[i]", "y[i]", "x[i] * y[i]"};
    cujit_context *gpu = cj_test_target("sm_90");

    for (size_t k = 0; k < 9; k++) {
        const cujit_reduction_spec spec = {SUM_FROM_0, .out_type = "int", .map = maps[k % 3],
                                           .arguments = arguments[k / 3]};
        cujit_reduction *reduction = NULL;
        cujit_status status = cujit_reduction_create(gpu, &spec, &reduction, &fault);
        cujit_report report;

        if (status == CUJIT_ERROR_NO_COMPILER)
            break;
        must(status);
        cujit_reduction_get_report(reduction, &report);
        ck_assert_ptr_nonnull(strstr(report.source, k % 3 == 2 ? "cujit_dot_held" : "cujit_sum_held"));
        cujit_reduction_free(reduction);
    }
}

/* What NVRTC leaves unsaid. */
TEST(a_value_of_the_wrong_type_is_told_the_right_one)
{
    static const struct {
        cujit_reduction_spec spec;
        const char *part, *message;
    } rows[] = {
        {{SUM, .map = "x"}, "map", "type int"},
        {{.neutral = "nullptr", .reduce = "a + b", .arguments = "const double *x"}, "neutral", "type double"},
        {{SUM, .accumulator = "float", .post = "\"none\""}, "post", "type int"},
        {{SUM, .accumulator = "float", .map = "x"}, "map", "type float"},
    };
    cujit_context *gpu = cj_test_target("sm_90");

    for (size_t k = 0; k < COUNT(rows); k++) {
        cujit_reduction *reduction = NULL;
        cujit_status status = cujit_reduction_create(gpu, &rows[k].spec, &reduction, &fault);

        if (status == CUJIT_ERROR_NO_COMPILER)
            break;
        ck_assert_str_eq(fault.part, rows[k].part);
        refuse(status, CUJIT_ERROR_COMPILE, rows[k].message);
    }
}

/* ---- Looking into it --------------------------------------------------------------------------------------------- */

TEST(the_same_spec_is_found_again)
{
    const cujit_reduction_spec spec = {SUM_FROM_0, .out_type = "float", .name = "total"};
    cujit_reduction *one = make(&spec), *two = make(&spec);
    cujit_report first, second;
    char *source = NULL;

    cujit_reduction_get_report(one, &first);
    cujit_reduction_get_report(two, &second);
    ck_assert_int_eq(second.origin, CUJIT_ORIGIN_MEMORY);
    ck_assert_ptr_eq(first.object, second.object);
    ck_assert_str_eq(first.name, "total");
    ck_assert_ptr_nonnull(strstr(first.source, "total"));
    ck_assert_uint_gt(first.object_size, 0);
    must(cujit_reduction_render(context, &spec, &source, &fault));
    ck_assert_str_eq(source, first.source);
    cujit_free(source);
}

/* ---- Results ----------------------------------------------------------------------------------------------------- */

TEST(results_stay_on_the_device)
{
    cujit_reduction *largest = reduction_with(context, .out_type = "float", .reduce = "cujit_max(a, b)",
                                              .arguments = "const float *x");
    cujit_array *z = counting(context, N), *result = run_reduction(largest, NULL, CUJIT_ARGS(x));

    run_once(context, "const float *m, float *z", "z[i] = z[i] / m[0]", CUJIT_ARGS(result, z));
    const float *got = elements_of(z);
    ck_assert_float_eq(got[N - 1], 1);
    ck_assert_float_eq_tol(got[333], 333.0f / 999, 1e-6f);
}

TEST(outputs_may_be_given)
{
    cujit_reduction *sum = reduction_with(context, SUM_FROM_0, .out_type = "float");
    cujit_array *row = zeros(context, CUJIT_FLOAT32, 8), *none = NULL, *result = NULL;
    cujit_array *doubles = zeros(context, CUJIT_FLOAT64, 1), *ones = zeros(context, CUJIT_FLOAT32, 1);
    cujit_array *out = view_at(context, CUJIT_FLOAT32, 0, NULL, NULL, (float *)cujit_array_data(row) + 3);

    must(cujit_reduction_run(sum, &(cujit_reduction_options){.out = &out}, CUJIT_ARGS(x), NULL, &fault));
    expect_each(row, float, got == (k == 3 ? 499500 : 0));
    refuse(cujit_reduction_run(sum, &(cujit_reduction_options){.out = &doubles}, CUJIT_ARGS(x), &result, &fault),
           CUJIT_ERROR_ARGUMENT_TYPE, NULL);
    refuse(cujit_reduction_run(sum, &(cujit_reduction_options){.out = &ones}, CUJIT_ARGS(x), &result, &fault),
           CUJIT_ERROR_ARGUMENT_SIZE, NULL);
    refuse(cujit_reduction_run(sum, &(cujit_reduction_options){.out = &none}, CUJIT_ARGS(x), &result, &fault),
           CUJIT_ERROR_INVALID_ARGUMENT, NULL);
    ck_assert_ptr_null(result);
}

TEST(several_results_in_one_pass)
{
    /* clang-format off */
    static const cujit_reduction_result more[] = {
        {.out_type = "float", .reduce = "cujit_max(a, b)", .map = "x[i]"},
        {SUM_FROM_0, .out_type = "double", .map = "(double)x[i] * x[i]", .post = "a / n"},
        {.out_type = "long long", .accumulator = "cujit_indexed<float>", .reduce = "cujit_min(a, b)",
         .map = "cujit_at(fabsf(x[i] - s), j)", .post = "a.index"},
        {.out_type = "bool", .neutral = "1", .reduce = "a & b", .map = "x[i] >= 0"},
        {.out_type = "unsigned long long", .neutral = "0", .reduce = "3 * a + b", .map = "0"},
        {SUM_FROM_0, .out_type = "half", .map = "i == 5"},
        {.out_type = "double2", .neutral = "make_double2(0, 0)", .reduce = "make_double2(a.x + b.x, a.y + b.y)",
         .map = "make_double2(1, x[i])"},
    };
    /* clang-format on */
    cujit_reduction *all = reduction_with(context, .out_type = "float", .reduce = "cujit_min(a, b)",
                                          .arguments = "const float *x, float s", .more = more,
                                          .more_count = CUJIT_REDUCTION_MAX_RESULTS - 1);
    cujit_array *results[CUJIT_REDUCTION_MAX_RESULTS] = {NULL};

    must(cujit_reduction_run(all, NULL, CUJIT_ARGS(x, 77.25f), results, &fault));
    ck_assert_uint_eq(cujit_reduction_result_count(all), CUJIT_REDUCTION_MAX_RESULTS);
    for (size_t k = 0; k < CUJIT_REDUCTION_MAX_RESULTS; k++)
        ck_assert_int_eq(cujit_array_dtype(results[k]), cujit_reduction_result_dtype(all, k));
    ck_assert_int_eq(cujit_reduction_result_dtype(all, CUJIT_REDUCTION_MAX_RESULTS), CUJIT_DTYPE_NONE);
    expect_elements(results[0], float, 0);
    expect_elements(results[1], float, N - 1);
    ck_assert_double_eq_tol((double)take_number(results[2]).re, 332833.5, 1e-9);
    expect_elements(results[3], int64_t, 77);
    expect_elements(results[4], bool, true);
    expect_elements(results[6], uint16_t, 0x3c00);
    expect_elements(results[7], double, N, 499500);
    for (size_t k = 0; k < CUJIT_REDUCTION_MAX_RESULTS; k++)
        if (k != 2)
            cujit_array_free(results[k]);
}

/* ---- Nothing to reduce ------------------------------------------------------------------------------------------- */

TEST(nothing_gives_the_neutral_or_an_error)
{
    static const struct {
        const char *neutral, *post;
        int nonempty;
        double expected;
    } rows[] = {
        {"7", NULL, 0, 7}, {"7", "a + 10 * n", 0, 7}, {"7", "a + (n == 0)", 0, 8},
        {"7", NULL, 1, 0}, {NULL, NULL, 0, 0},
    };
    cujit_array *none = zeros(context, CUJIT_FLOAT32, 0), *result = NULL;

    for (size_t k = 0; k < COUNT(rows); k++) {
        cujit_reduction *reduction = reduction_with(context, .out_type = "double", .neutral = rows[k].neutral,
                                                    .reduce = "a > b ? a : b", .post = rows[k].post,
                                                    .nonempty = rows[k].nonempty, .arguments = "const float *x");

        if (rows[k].expected != 0) {
            expect_elements(run_reduction(reduction, NULL, CUJIT_ARGS(none)), double, rows[k].expected);
            expect_elements(
                run_reduction(reduction, &(cujit_reduction_options){.range = &(cujit_range){5, 5, 1}}, CUJIT_ARGS(x)),
                double, rows[k].expected);
        } else {
            refuse(cujit_reduction_run(reduction, NULL, CUJIT_ARGS(none), &result, &fault), CUJIT_ERROR_ARGUMENT_SIZE,
                   "no elements");
            ck_assert_int_eq(cujit_reduction_run(
                                 reduction, &(cujit_reduction_options){.slice = &(cujit_slice){5, 5, CUJIT_SLICE_END}},
                                 CUJIT_ARGS(x), &result, &fault),
                             CUJIT_ERROR_ARGUMENT_SIZE);
            ck_assert_ptr_null(result);
        }
    }
}
