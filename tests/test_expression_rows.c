/*
 * test_expression_rows.c: texts that reduce rows and go on with the results, which are one kernel: rows of any length,
 * several outputs, and when there are other kernels after all. Random ones against NumPy: expression/fuzz_numpy.py.
 */
#include "tests/kernels.h"

#include <math.h>

CONTEXT_FOR_EACH_CASE

/* ---- Kernels ----------------------------------------------------------------------------------------------------- */

static const struct {
    const char *text, *families; /* elementwise, reduction, scan; R: rows */
} plans[] = {
    /* Softmax, its logarithm, layer norm, and what else goes along the last axes. */
    {"f - sum(f, -1, keepdims=1)", "R"},
    {"e = exp(f - max(f, -1, keepdims=1)); e / sum(e, -1, keepdims=1)", "R"},
    {"y = f - max(f, 1, keepdims=1); y - log(sum(exp(y), 1, keepdims=1))", "R"},
    {"(f - mean(f, -1, keepdims=1)) / sqrt(var(f, -1, keepdims=1) + 1e-5) * g + g", "R"},
    {"f / sqrt(mean(f*f, -1, keepdims=1) + 1e-5) * g", "R"},
    {"(f - mean(f, 1)[:, None]) / std(f, 1, ddof=1)[:, None]", "R"},
    {"f / norm(f, axis=-1, keepdims=1)", "R"},
    {"f - mean(f, 1)[..., None, ]", "R"},
    {"mean(f, 1) + var(f, 1)", "R"},
    {"t2 = max(f, 1); t2 + log(sum(exp(f - t2[:, None]), 1))", "R"},
    {"sum(f, 1) + argmax(f + 1, 1)", "R"},
    {"x = f + f[::-1]*0; x - max(x, -1, keepdims=1)", "R"},
    {"(f - mean(f, -1, keepdims=1))[:, 1:]", "re"},
    {"(mean(f, 1) * 2)[:, None] + f", "R"},
    {"(mean(f, 1) * d[:2])[:, None] + f", "re"},
    {"mean(f, 1) * d[:2] + max(f, 1)", "Re"},
    {"sum(f - max(f, 1, keepdims=1), 0)", "rr"},
    {"f - max(f, 1, keepdims=1) - min(f, 0)", "rR"},
    {"z - mean(z, 1)", "re"},
    {"z = z - mean(z, 1, keepdims=1)", "R"},
    {"z[...] = mean(z, 1, keepdims=1)", "R"},
    {"f.T - mean(f.T, 1, keepdims=1)", "re"},
    {"f - mean(f)", "re"},
    {"x = reshape(f, (3, 2)); x - max(x, 1, keepdims=1)", "eR"},
    {"x = concatenate((f, f + 1)); x - max(x, 1, keepdims=1)", "eR"},
    {"sum(f, 1)", "r"},
    {"h = sum(f, 1)", "R"},
};

static char letter_of(const char *family)
{
    return strcmp(family, "rows") == 0 ? 'R' : family[0];
}

TEST_EACH(a_chain_along_rows_is_one_kernel, COUNT(plans))
{
    const size_t shape[] = {2, 3}, square[] = {3, 3};
    cujit_array *f = upload_shape(context, CUJIT_FLOAT32, 2, shape, (const float[]){0, 1, 2, 3, 4, 5});
    cujit_array *h = zeros(context, CUJIT_FLOAT32, 2);
    cujit_array *z = zeros_shape(context, CUJIT_FLOAT32, 2, square), *result = NULL;
    cujit_array *g = upload(context, CUJIT_FLOAT32, 3, (const float[]){1, 10, 100});
    cujit_array *d = upload(context, CUJIT_FLOAT64, 3, (const double[]){0.5, -1.5, 2});
    cujit_expression *expression = NULL;
    cujit_expression_report report;
    const bool assigns = strchr("zh", plans[_i].text[0]) != NULL &&
                         (strncmp(plans[_i].text + 1, " = ", 3) == 0 || plans[_i].text[1] == '[');
    char families[8] = "";

    must(cujit_expression_create(context, &(cujit_expression_spec){.text = plans[_i].text}, &expression, &fault));
    cj_test_keep(expression, (void (*)(void *))cujit_expression_free);
    must(cujit_expression_run(expression, NULL, CUJIT_NAMED(f, g, z, d, h), assigns ? NULL : &result, &fault));
    cj_test_keep(result, (void (*)(void *))(cujit_array_free));
    cujit_expression_get_report(expression, &report);
    for (size_t n = 0; n < report.kernel_count; n++)
        families[n] = letter_of(cujit_expression_get_kernel(expression, n)->family);
    ck_assert_msg(strcmp(families, plans[_i].families) == 0, "%s: %s, expected %s", plans[_i].text, families,
                  plans[_i].families);
}

/* Several arrays in one pass: results of rows, and what is behind them. */
TEST(rows_have_several_outputs)
{
    const size_t shape[] = {2, 3};
    cujit_array *f = upload_shape(context, CUJIT_FLOAT32, 2, shape, (const float[]){0, 1, 2, 3, 4, 5});
    cujit_array *top = zeros(context, CUJIT_FLOAT32, 2), *mean = zeros(context, CUJIT_FLOAT32, 2);
    cujit_expression *expression = NULL;
    cujit_expression_report report;
    cujit_array *result = NULL;

    must(cujit_expression_create(
        context,
        &(cujit_expression_spec){
            .text = "top = max(f, 1); m = mean(f, 1); mean[...] = m; f -= m[:, None]; f / sum(f*f, 1, keepdims=1)"},
        &expression, &fault));
    cj_test_keep(expression, (void (*)(void *))cujit_expression_free);
    must(cujit_expression_run(expression, NULL, CUJIT_NAMED(f, top, mean), &result, &fault));
    cj_test_keep(result, (void (*)(void *))(cujit_array_free));
    expect_elements(top, float, 2, 5);
    expect_elements(mean, float, 1, 4);
    expect_elements(f, float, -1, 0, 1, -1, 0, 1);
    expect_elements(result, float, -0.5F, 0, 0.5F, -0.5F, 0, 0.5F);
    cujit_expression_get_report(expression, &report);
    ck_assert_uint_eq(report.kernel_count, 2);
}

static const struct {
    size_t rows, length;
} lengths[] = {{3, 1}, {40, 2}, {7, 5}, {300, 33}, {5, 64}, {3, 1000}, {4, 5000}, {2, 70001}, {0, 4}, {4, 0}};

/* A softmax of one row in double. */
static void expect_softmax(const float *x, const float *got, size_t length)
{
    double top = -INFINITY, sum = 0;

    for (size_t n = 0; n < length; n++)
        top = x[n] > top ? x[n] : top;
    for (size_t n = 0; n < length; n++)
        sum += exp(x[n] - top);
    for (size_t n = 0; n < length; n++) {
        const double expected = exp(x[n] - top) / sum;

        ck_assert_msg(fabs(got[n] - expected) <= 1e-5 * expected, "%zu of %zu: %g, expected %g", n, length, got[n],
                      expected);
    }
}

TEST_EACH(rows_of_any_length_are_whole, COUNT(lengths))
{
    const size_t shape[] = {lengths[_i].rows, lengths[_i].length}, count = shape[0] * shape[1];
    float *data = memory_of((count + 1) * sizeof *data);
    cujit_array *x, *result = NULL;
    const float *got;

    for (size_t n = 0; n < count; n++)
        data[n] = (float)(n * 37 % 101) / 10;
    x = upload_shape(context, CUJIT_FLOAT32, 2, shape, data);
    if (count == 0 && shape[0] > 0) {
        refuse(cujit_eval(context, "x - max(x, 1, keepdims=1)", CUJIT_NAMED(x), &result, &fault),
               CUJIT_ERROR_EXPRESSION, "there is no max of no elements: the shape is (4, 0)");
        must(cujit_eval(context, "sum(x, 1) + count_nonzero(x, 1)", CUJIT_NAMED(x), &result, &fault));
        cj_test_keep(result, (void (*)(void *))(cujit_array_free));
        expect_elements(result, double, 0, 0, 0, 0);
        return;
    }
    must(cujit_eval(context, "e = exp(x - max(x, -1, keepdims=1)); e / sum(e, -1, keepdims=1)", CUJIT_NAMED(x), &result,
                    &fault));
    cj_test_keep(result, (void (*)(void *))(cujit_array_free));
    ck_assert_uint_eq(cujit_array_size(result), count);
    got = count > 0 ? elements_of(result) : NULL;
    for (size_t n = 0; n < shape[0]; n++)
        expect_softmax(data + n * shape[1], got + n * shape[1], shape[1]);
}

/* What has the axes of a row, and is not folded itself, is one for all rows: name[j], which a thread loads once. x has shape
 * (2, 3) and holds 0 to 5, g holds 1, 10, 100, d strided 3, 2.5, 1; u is the last row of x. */
static const struct {
    const char *text, *read; /* in the kernel's source */
    double expected[6];
} columns[] = {
    {"(x - mean(x, -1, keepdims=1)) * g + s", "x2[j]", {-1, 0, 100, -1, 0, 100}},
    {"(x - mean(x, -1, keepdims=1)) * one", "x1[j]", {-2, 0, 2, -2, 0, 2}},
    {"(x - mean(x, -1, keepdims=1)) * s", "x1[j]", {0, 0, 0, 0, 0, 0}},
    {"(x - mean(x, -1, keepdims=1)) * d", "x1[j]", {-3, 0, 1, -3, 0, 1}},
    {"(x - mean(x, -1, keepdims=1)) * b", "x1[j]", {-1, 0, 1, -1, 0, 1}},
    {"(x - mean(x, -1, keepdims=1)) * u", "x1[j]", {-3, 0, 5, -3, 0, 5}},
    {"same(x - mean(x, -1, keepdims=1)) * g", "x1[j]", {-1, 0, 100, -1, 0, 100}},
    {"(x - mean(x*g, -1, keepdims=1)) * 0 + g", "x1[i]", {1, 10, 100, 1, 10, 100}},
    {"x[...] = (x - mean(x, -1, keepdims=1)) + u; x", "x1[j]", {2, 4, 6, 2, 4, 6}},
};

TEST_EACH(a_value_for_each_column_is_loaded_once, COUNT(columns))
{
    static const char *const functions[] = {"T same(T x)", NULL};
    const cujit_expression_spec spec = {
        .text = columns[_i].text,
        .preamble = "template <typename T> __device__ T same(T x1) { return x1; }",
        .functions = functions,
    };
    const size_t shape[] = {2, 3};
    cujit_array *x = upload_shape(context, CUJIT_FLOAT32, 2, shape, (const float[]){0, 1, 2, 3, 4, 5});
    cujit_array *g = upload(context, CUJIT_FLOAT32, 3, (const float[]){1, 10, 100});
    cujit_array *five = upload(context, CUJIT_FLOAT64, 5, (const double[]){3, 2, 2.5, 4, 1});
    cujit_array *d = view_at(context, CUJIT_FLOAT64, 1, (const size_t[]){3}, (const ptrdiff_t[]){16},
                             cujit_array_data(five));
    cujit_array *u = view_at(context, CUJIT_FLOAT32, 1, (const size_t[]){3}, (const ptrdiff_t[]){4},
                             (float *)cujit_array_data(x) + 3);
    cujit_array *one = upload(context, CUJIT_FLOAT16, 1, (const uint16_t[]){0x4000});
    cujit_array *b = upload(context, CUJIT_BOOL, 3, (const bool[]){true, false, true});
    cujit_array *s = upload_shape(context, CUJIT_FLOAT32, 0, NULL, (const float[]){0}), *result = NULL;
    cujit_expression *expression = NULL;
    const double *got;
    const char *source;

    must(cujit_expression_create(context, &spec, &expression, &fault));
    cj_test_keep(expression, (void (*)(void *))cujit_expression_free);
    must(cujit_expression_run(expression, NULL, CUJIT_NAMED(x, g, d, u, one, b, s), &result, &fault));
    cj_test_keep(result, (void (*)(void *))cujit_array_free);
    must(cujit_array_astype(result, CUJIT_FLOAT64, NULL, &result, &fault));
    cj_test_keep(result, (void (*)(void *))cujit_array_free);
    got = elements_of(result);
    for (size_t n = 0; n < 6; n++)
        ck_assert_msg(got[n] == columns[_i].expected[n], "%s: [%zu] is %g, not %g", columns[_i].text, n, got[n],
                      columns[_i].expected[n]);
    source = cujit_expression_get_kernel(expression, 0)->source;
    ck_assert_msg(strstr(source, columns[_i].read) != NULL, "%s: no %s in %s", columns[_i].text, columns[_i].read,
                  source + (strlen(source) > 3000 ? strlen(source) - 3000 : 0));
}

/* Functions of 16-bit numbers, which have a text for each device, beside an operator of bools. */
TEST(rows_of_bools_are_repeated)
{
    const size_t shape[] = {2, 2};
    cujit_array *x = upload_shape(context, CUJIT_BOOL, 2, shape, (const bool[]){true, false, true, true});
    cujit_array *y = upload(context, CUJIT_BOOL, 2, (const bool[]){true, false}), *result = NULL;

    must(cujit_eval(context, "sqrt(y) - (y*x - mean(y*x, -1, keepdims=1))", CUJIT_NAMED(x, y), &result, &fault));
    cj_test_keep(result, (void (*)(void *))(cujit_array_free));
    expect_elements(result, double, 0.5, 0.5, 0.5, 0.5);
}

/* Few rows of many elements are taken by several blocks; memory across rows by those who go along it. */
TEST(what_is_slower_as_rows_is_not)
{
    const size_t shape[] = {2, 1 << 21}, turned[] = {3, 4};
    const ptrdiff_t strides[] = {4, 12};
    cujit_array *x = NULL, *result = NULL;
    cujit_expression *expression = NULL;

    must(cujit_array_create(context, CUJIT_UINT8, 2, shape, &x, &fault));
    cj_test_keep(x, (void (*)(void *))(cujit_array_free));
    must(cujit_eval(context, "x[...] = 1", CUJIT_NAMED(x), NULL, &fault));
    must(cujit_expression_create(context, &(cujit_expression_spec){.text = "x - max(x, 1, keepdims=1)"}, &expression,
                                 &fault));
    cj_test_keep(expression, (void (*)(void *))cujit_expression_free);
    must(cujit_expression_run(expression, NULL, CUJIT_NAMED(x), &result, &fault));
    cj_test_keep(result, (void (*)(void *))(cujit_array_free));
    ck_assert_ptr_nonnull(strstr(cujit_expression_get_kernel(expression, 0)->reason, "few"));
    x = view_at(context, CUJIT_FLOAT32, 2, turned, strides, cujit_array_data(counting(context, 12)));
    must(cujit_expression_run(expression, NULL, CUJIT_NAMED(x), &result, &fault));
    cj_test_keep(result, (void (*)(void *))(cujit_array_free));
    ck_assert_ptr_nonnull(strstr(cujit_expression_get_kernel(expression, 0)->reason, "across"));
    expect_elements(result, float, -9, -6, -3, 0, -9, -6, -3, 0, -9, -6, -3, 0);
}
