/*
 * test_expression_folds.c: reductions of one shape along the same axes, which are one kernel, and what comes out of them.
 * Random ones against NumPy: expression/fuzz_numpy.py.
 */
#include "tests/kernels.h"

#include <math.h>

CONTEXT_FOR_EACH_CASE

/* x has shape (2, 3), y is of the same shape, f is one row of them. */
static const struct {
    const char *text, *families; /* elementwise, reduction, scan; R: rows */
    double expected[6];
    size_t count;
} rows[] = {
    {"max(x) - min(x)", "re", {5}, 1},
    {"sum(x*x) / sum(y*y)", "re", {1}, 1},
    {"(x - mean(x)) / std(x) * sqrt(35)",
     "re",
     {-5 * 1.7320508075688772, -5.196152422706632, -1.7320508075688772, 1.7320508075688772, 5.196152422706632,
      5 * 1.7320508075688772},
     6},
    {"d = x - mean(x); sum(d*d) + sum(d)", "rre", {17.5}, 1},
    {"max(x, 0) - min(x, 0)", "re", {3, 3, 3}, 3},
    {"max(x, 0, keepdims=1) - min(x, 0)", "re", {3, 3, 3}, 3},
    {"min(x, 0)[None] + max(x, 0, keepdims=1) + sum(x, 0, keepdims=1)*0", "re", {3, 5, 7}, 3},
    {"argmax(x) + argmin(x) + 0*count_nonzero(x)", "re", {5}, 1},
    {"sum(x, (1, 0)) + max(x) + var(y)*0", "re", {20}, 1},
    {"max(x) - min(f)", "rre", {5}, 1},
    {"max(x.T) + min(x.T)", "re", {5}, 1},
    {"max(x[:, 1:]) + min(x[:, 1:])", "re", {6}, 1},
    {"max(x + f) + min(x - f)", "re", {7}, 1},
    {"max(x + y) + min(x + y)", "re", {10}, 1},
    {"2*sqrt(sum(x) + 1) + max(x)*3 + abs(min(x))", "re", {23}, 1},
    /* Results that come later in the text, too: before the arrays are written to. */
    {"low[...] = min(x); high[...] = max(x); x[...] = 0; low + high + sum(x)", "rere", {5}, 1},
    {"low[...] = min(x); high[...] = max(x); low + high + sum(y)*0", "re", {5}, 1},
    {"x[...] = x + 1; max(x) + min(x)", "ere", {7}, 1},
    {"m = max(x); x[...] = x + 1; max(x) + min(x) + m", "rere", {12}, 1},
    /* Nine do not fit. */
    {"sum(x)+sum(x+1)+sum(x+2)+sum(x+3)+sum(x+4)+sum(x+5)+sum(x+6)+sum(x+7)+sum(x+8)", "rre", {351}, 1},
    {"sum(x) + sum(cumsum(x, 1))", "rsre", {41}, 1},
    {"max(x, 1) + min(x, 1)", "R", {2, 8}, 2},
    {"max(x.T, 1) + min(x.T, 1)", "re", {3, 5, 7}, 3},
};

static char letter_of(const char *family)
{
    return strcmp(family, "rows") == 0 ? 'R' : family[0];
}

static const double *doubles_of(const cujit_array *array)
{
    cujit_array *converted = NULL;

    must(cujit_array_astype(array, CUJIT_FLOAT64, NULL, &converted, &fault));
    cj_test_keep(converted, (void (*)(void *))cujit_array_free);
    return elements_of(converted);
}

TEST_EACH(reductions_of_one_shape_are_one_kernel, COUNT(rows))
{
    const size_t shape[] = {2, 3};
    const float data[] = {0, 1, 2, 3, 4, 5};
    cujit_array *x = upload_shape(context, CUJIT_FLOAT32, 2, shape, data);
    cujit_array *y = upload_shape(context, CUJIT_FLOAT32, 2, shape, data);
    cujit_array *f = upload(context, CUJIT_FLOAT32, 3, data), *result = NULL;
    cujit_array *low = zeros_shape(context, CUJIT_FLOAT32, 0, NULL);
    cujit_array *high = zeros_shape(context, CUJIT_FLOAT32, 0, NULL);
    cujit_expression *expression = NULL;
    cujit_expression_report report;
    const double *got;
    char families[16] = "";

    must(cujit_expression_create(context, &(cujit_expression_spec){.text = rows[_i].text}, &expression, &fault));
    cj_test_keep(expression, (void (*)(void *))cujit_expression_free);
    must(cujit_expression_run(expression, NULL, CUJIT_NAMED(x, y, f, low, high), &result, &fault));
    cj_test_keep(result, (void (*)(void *))cujit_array_free);
    cujit_expression_get_report(expression, &report);
    for (size_t n = 0; n < report.kernel_count; n++)
        families[n] = letter_of(cujit_expression_get_kernel(expression, n)->family);
    ck_assert_msg(strcmp(families, rows[_i].families) == 0, "%s: %s, expected %s", rows[_i].text, families,
                  rows[_i].families);
    ck_assert_uint_eq(cujit_array_size(result), rows[_i].count);
    got = doubles_of(result);
    for (size_t n = 0; n < rows[_i].count; n++)
        expect(fabs(got[n] - rows[_i].expected[n]) <= 1e-5 * fabs(rows[_i].expected[n]), "%s: element %zu is %g",
               rows[_i].text, n, got[n]);
}

/* Of few long rows each is taken by several blocks, so that they are reductions: one for both. */
TEST(few_long_rows_are_reduced_together)
{
    const size_t shape[] = {2, 1 << 21};
    cujit_array *x = NULL, *result = NULL;
    cujit_expression *expression = NULL;
    cujit_expression_report report;

    must(cujit_array_create(context, CUJIT_UINT8, 2, shape, &x, &fault));
    cj_test_keep(x, (void (*)(void *))(cujit_array_free));
    must(cujit_eval(context, "x[...] = 1; x[1, 5] = 7", CUJIT_NAMED(x), NULL, &fault));
    must(cujit_expression_create(context, &(cujit_expression_spec){.text = "max(x, 1) + argmax(x, 1) + sum(x, 1)"},
                                 &expression, &fault));
    cj_test_keep(expression, (void (*)(void *))cujit_expression_free);
    must(cujit_expression_run(expression, NULL, CUJIT_NAMED(x), &result, &fault));
    cj_test_keep(result, (void (*)(void *))(cujit_array_free));
    cujit_expression_get_report(expression, &report);
    ck_assert_uint_eq(report.kernel_count, 2);
    expect_each(result, double, got == (k == 0 ? 1 + (1 << 21) : 7 + 5 + (1 << 21) + 6));
}

static const struct {
    const char *text;
} same[] = {{"sum(x)"},  {"prod(x/3e4)"}, {"min(x)"},    {"max(x)"},     {"mean(x)"},          {"var(x)"},
            {"norm(x)"}, {"any(x)"},      {"sum(x, 0)"}, {"mean(x, 0)"}, {"std(x, 0, ddof=1)"}};

/* A reduction beside another one is as exact as alone. */
TEST_EACH(company_changes_no_result, COUNT(same))
{
    enum { COUNT_OF = 3 * 20011 };
    const size_t shape[] = {3, 20011};
    float *data = memory_of(COUNT_OF * sizeof *data);
    char text[128];
    cujit_array *x, *alone = NULL, *beside = NULL;
    const double *one, *other;
    const bool along = strstr(same[_i].text, ", 0") != NULL;

    for (size_t n = 0; n < COUNT_OF; n++)
        data[n] = (float)(n * 7919 % 30011) + 0.125F;
    x = upload_shape(context, CUJIT_FLOAT32, 2, shape, data);
    must(cujit_eval(context, same[_i].text, CUJIT_NAMED(x), &alone, &fault));
    cj_test_keep(alone, (void (*)(void *))cujit_array_free);
    snprintf(text, sizeof text, "where(max(x%s) + argmin(x%s) < 0, 0, %s)", along ? ", 0" : "", along ? ", 0" : "",
             same[_i].text);
    must(cujit_eval(context, text, CUJIT_NAMED(x), &beside, &fault));
    cj_test_keep(beside, (void (*)(void *))cujit_array_free);
    one = doubles_of(alone);
    other = doubles_of(beside);
    for (size_t n = 0; n < cujit_array_size(alone); n++)
        expect(fabs(one[n] - other[n]) <= 1e-6 * fabs(one[n]), "%s: %.9g alone, %.9g beside others", text, one[n],
               other[n]);
}

/* Nothing is written where one of them has no result. */
TEST(no_elements_are_an_error_for_all)
{
    cujit_array *x = zeros(context, CUJIT_FLOAT32, 0), *result = NULL;

    refuse(cujit_eval(context, "sum(x) + max(x)", CUJIT_NAMED(x), &result, &fault), CUJIT_ERROR_EXPRESSION,
           "there is no max of no elements: the shape is (0,)");
    must(cujit_eval(context, "sum(x) + count_nonzero(x)", CUJIT_NAMED(x), &result, &fault));
    cj_test_keep(result, (void (*)(void *))cujit_array_free);
    expect_elements(result, double, 0);
}
