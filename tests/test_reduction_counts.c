/*
 * test_reduction_counts.c: reductions and scans over what has no memory of its own: a bare count, arrays that are
 * repeated, and arrays of which only the shape counts.
 */
#include "tests/kernels.h"

CONTEXT_FOR_EACH_CASE

/* ---- Counts ------------------------------------------------------------------------------------------------------ */

static const size_t counts[] = {0, 1, 2, 31, 32, 33, 1000, 4096, 100003, 3000000};

static cujit_reduction *make_sum(void)
{
    /* clang-format off */
    static const cujit_reduction_result where = {
        .out_type = "long long", .accumulator = "cujit_indexed<int>", .map = "cujit_at((int)(i % 1000) * k, j)",
        .reduce = "cujit_max(a, b)", .neutral = "cujit_at(-2147483647, -1)", .post = "a.index"};
    /* clang-format on */

    return reduction_with(context, SUM_FROM_0, .out_type = "long long", .arguments = "int k", .map = "i * k + 1",
                          .more = &where, .more_count = 1);
}

static long long sum_of(long long from, long long count, long long step, long long k)
{
    long long sum = 0;

    for (long long at = 0; at < count; at++)
        sum += (from + at * step) * k + 1;
    return sum;
}

TEST_EACH(bare_counts_reduce, COUNT(counts))
{
    const size_t n = counts[_i];
    cujit_reduction *sum = make_sum();
    cujit_array *results[2] = {NULL};
    const cujit_slice slice = {.start = 10, .stop = CUJIT_SLICE_END, .step = 3};
    const long long some = n > 10 ? ((long long)n - 10 + 2) / 3 : 0;

    must(cujit_reduction_run(sum, &(cujit_reduction_options){.n = &n}, CUJIT_ARGS(3), results, &fault));
    expect_elements(results[0], long long, sum_of(0, (long long)n, 1, 3));
    expect_elements(results[1], long long, n == 0 ? -1 : n < 1000 ? (long long)n - 1 : 999);
    cujit_array_free(results[0]);
    cujit_array_free(results[1]);
    expect_elements(run_reduction(sum, &(cujit_reduction_options){.n = &n, .slice = &slice}, CUJIT_ARGS(3)), long long,
                    sum_of(10, some, 3, 3));
}

TEST_EACH(bare_counts_scan, COUNT(counts))
{
    const size_t n = counts[_i];
    cujit_scan *sums;
    long long *found = memory_of(n * sizeof *found);
    cujit_array *out;

    for (int kind = 0; kind < 3; kind++) {
        sums = scan_with(context, SUM_FROM_0, .out_type = "long long", .arguments = "", .map = "i % 7",
                         .segment = kind == 2 ? "i % 100 == 0" : NULL, .exclusive = kind == 1, .reverse = kind == 1);
        out = run_scan(sums, &(cujit_scan_options){.n = &n}, CUJIT_NO_ARGS);
        ck_assert_uint_eq(cujit_array_size(out), n);
        ck_assert_int_eq(cujit_array_ndim(out), 1);
        download(out, found);
        for (long long k = 0, sum = 0; k < (long long)n; k++) {
            long long at = kind == 1 ? (long long)n - 1 - k : k;

            if (kind == 2 && at % 100 == 0)
                sum = 0;
            sum += kind == 1 ? 0 : at % 7;
            expect(found[at] == sum, "kind %d, n %zu: at %lld %lld, not %lld", kind, n, at, found[at], sum);
            sum += kind == 1 ? at % 7 : 0;
        }
    }
}

/* Without arguments too; prepared; into memory of the caller; over a subset. */
TEST(counts_go_where_arrays_do)
{
    static const int chosen[] = {5, 1, 5, 30};
    const size_t n = 1000;
    cujit_reduction *sum = reduction_with(context, SUM_FROM_0, .out_type = "double", .arguments = "",
                                          .map = "1.0 / (i + 1)");
    cujit_scan *scan = scan_with(context, SUM_FROM_0, .out_type = "double", .arguments = "", .map = "n - i");
    cujit_array *out = zeros(context, CUJIT_FLOAT64, n), *subset = upload(context, CUJIT_INT32, 4, chosen);
    cujit_array *one = strided(context, CUJIT_FLOAT64, 0, NULL, NULL);
    double expected = 0, found[1000];
    void *nothing = NULL, *address = cujit_array_data(one);

    for (size_t k = 0; k < n; k++)
        expected += 1.0 / (double)(k + 1);
    run_to(sum, &(cujit_reduction_options){.n = &n}, CUJIT_NO_ARGS, found);
    ck_assert_double_eq_tol(found[0], expected, 1e-12);
    run_to(sum, &(cujit_reduction_options){.n = &n, .subset = subset}, CUJIT_NO_ARGS, found);
    ck_assert_double_eq_tol(found[0], 2.0 / 6 + 0.5 + 1.0 / 31, 1e-12);
    must(cujit_reduction_launch_prepared(sum, NULL, n, &nothing, &address, &fault));
    download(one, found);
    ck_assert_double_eq_tol(found[0], expected, 1e-12);
    must(cujit_scan_run(scan, &(cujit_scan_options){.n = &n, .out = out, .axes = &(int){-1}, .axis_count = 1},
                        CUJIT_NO_ARGS, NULL, &fault));
    download(out, found);
    ck_assert(found[0] == 1000 && found[999] == 500500);
}

/* An array that things are looked up in says nothing of the count where n does. */
TEST(tables_go_with_counts)
{
    const size_t n = 1000;
    cujit_array *table = counting(context, 10), *view = NULL;
    cujit_reduction *sum = reduction_with(context, SUM_FROM_0, .arguments = "const float *t", .map = "t[i % 10]");
    cujit_scan *scan = scan_with(context, SUM_FROM_0, .arguments = "const float *t", .map = "t[i % 10]");
    const cujit_reduction_options options = {.n = &n};
    cujit_array *sums = run_scan(scan, &(cujit_scan_options){.n = &n}, CUJIT_ARGS(table)), *result = NULL;

    const float *found = elements_of(sums);
    ck_assert_float_eq(found[999], 4500);
    expect_elements(run_reduction(sum, &options, CUJIT_ARGS(table)), float, 4500);
    expect_elements(run_reduction(sum, NULL, CUJIT_ARGS(table)), float, 45);
    view = view_at(context, CUJIT_FLOAT32, 1, &(size_t){5}, &(ptrdiff_t){8}, cujit_array_data(table));
    refuse(cujit_reduction_run(sum, &options, CUJIT_ARGS(view), &result, &fault), CUJIT_ERROR_ARGUMENT_SIZE,
           "argument 1 (t)");
    refuse(
        cujit_scan_run(scan, &(cujit_scan_options){.n = &(size_t){10}, .out = table}, CUJIT_ARGS(table), NULL, &fault),
        CUJIT_ERROR_INVALID_ARGUMENT, "overlaps argument 1");
}

TEST(counts_that_mean_nothing_are_refused)
{
    const size_t n = 10, huge = SIZE_MAX;
    cujit_array *x = counting(context, 10), *result = NULL;
    cujit_reduction *bare = make_sum(), *made = NULL;
    cujit_reduction *sum = reduction_with(context, .out_type = "float", .reduce = "a + b");
    cujit_scan *scan = scan_with(context, .out_type = "float", .reduce = "a + b");

    refuse(cujit_reduction_run(bare, NULL, CUJIT_ARGS(1), &result, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "give `n`");
    refuse(cujit_reduction_run(bare, &(cujit_reduction_options){.n = &huge}, CUJIT_ARGS(1), &result, &fault),
           CUJIT_ERROR_ARGUMENT_SIZE, "n is");
    refuse(
        cujit_reduction_run(bare, &(cujit_reduction_options){.n = &n, .keepdims = 1}, CUJIT_ARGS(1), &result, &fault),
        CUJIT_ERROR_INVALID_ARGUMENT, "keepdims");
    refuse(cujit_reduction_run(sum, &(cujit_reduction_options){.n = &n}, CUJIT_ARGS(x), &result, &fault),
           CUJIT_ERROR_INVALID_ARGUMENT, "argument 1 (x) says");
    refuse(cujit_scan_run(scan, &(cujit_scan_options){.n = &n}, CUJIT_ARGS(x), &result, &fault),
           CUJIT_ERROR_INVALID_ARGUMENT, "argument 1 (x) says");
    refuse(cujit_reduction_create(context,
                                  &(cujit_reduction_spec){.arguments = "int k", .map = "i * k", .reduce = "a + b"},
                                  &made, &fault),
           CUJIT_ERROR_SIGNATURE, "out_type");
    refuse(cujit_reduction_create(context,
                                  &(cujit_reduction_spec){.arguments = "int k", .out_type = "int", .reduce = "a + b"},
                                  &made, &fault),
           CUJIT_ERROR_SIGNATURE, "a map");
}

/* ---- Arrays of which there is little, or little is used ---------------------------------------------------------- */

static cujit_array *make_view(int ndim, const size_t *shape, const ptrdiff_t *strides, const cujit_array *of)
{
    return view_at(context, CUJIT_FLOAT32, ndim, shape, strides, cujit_array_data(of));
}

/* x is repeated along the first axis, y has gaps; the map uses one, both or none. Sums along each axis and all. */
static const struct {
    const char *map;
    float of_x, of_y, of_i, constant;
} maps[] = {
    {"x[i] + y[i]", 1, 1, 0, 0}, {"x[i]", 1, 0, 0, 0}, {"y[i]", 0, 1, 0, 0},
    {"2", 0, 0, 0, 2},           {"i", 0, 0, 1, 0},    {"x[i] + 0 * n", 1, 0, 0, 0},
};

static float expected_at(int map, size_t row, size_t column)
{
    return maps[map].of_x * (float)column + maps[map].of_y * (float)(2 * (row * 8 + column)) +
           maps[map].of_i * (float)(row * 8 + column) + maps[map].constant;
}

TEST_EACH(repeated_and_unused_arrays_reduce, COUNT(maps))
{
    enum { ROWS = 6, COLUMNS = 8 };
    cujit_array *data = counting(context, 2 * ROWS * COLUMNS), *views[2];
    cujit_reduction *sum = reduction_with(context, SUM_FROM_0, .arguments = "const float *x, const float *y",
                                          .map = maps[_i].map);
    cujit_scan *scan = scan_with(context, SUM_FROM_0, .arguments = "const float *x, const float *y",
                                 .map = maps[_i].map);
    float rows[ROWS] = {0}, columns[COLUMNS] = {0}, all = 0, found[ROWS * COLUMNS];

    views[0] = make_view(2, (const size_t[]){ROWS, COLUMNS}, (const ptrdiff_t[]){0, 4}, data);
    views[1] = make_view(2, (const size_t[]){ROWS, COLUMNS}, (const ptrdiff_t[]){8 * COLUMNS, 8}, data);
    for (size_t row = 0; row < ROWS; row++) {
        for (size_t column = 0; column < COLUMNS; column++) {
            float value = expected_at(_i, row, column);

            rows[row] += value;
            columns[column] += value;
            all += value;
        }
    }
    expect_elements(run_reduction(sum, NULL, CUJIT_ARGS(views[0], views[1])), float, all);
    run_to(sum, &(cujit_reduction_options){.axes = (const int[]){1}, .axis_count = 1}, CUJIT_ARGS(views[0], views[1]),
           found);
    ck_assert_mem_eq(found, rows, sizeof rows);
    run_to(sum, &(cujit_reduction_options){.axes = (const int[]){0}, .axis_count = 1}, CUJIT_ARGS(views[0], views[1]),
           found);
    ck_assert_mem_eq(found, columns, sizeof columns);
    download(run_scan(scan, NULL, CUJIT_ARGS(views[0], views[1])), found);
    ck_assert_float_eq(found[ROWS * COLUMNS - 1], all);
    download(run_scan(scan, &(cujit_scan_options){.axes = (const int[]){0}, .axis_count = 1},
                      CUJIT_ARGS(views[0], views[1])),
             found);
    ck_assert_mem_eq(found + (ROWS - 1) * COLUMNS, columns, sizeof columns);
}

/* One number, a million times. */
TEST(one_element_is_reduced_many_times)
{
    const size_t n = 1000000, chosen = 3;
    cujit_array *data = counting(context, 8), *x = make_view(1, &n, (const ptrdiff_t[]){0}, data);
    cujit_array *other = make_view(1, &chosen, (const ptrdiff_t[]){8}, data);
    static const char *const texts[] = {"x[i] + 1", "1", "i < 10"};
    static const float sums[] = {1000000, 1000000, 10};

    for (size_t k = 0; k < 3; k++) {
        cujit_reduction *sum = reduction_with(context, SUM_FROM_0, .arguments = "const float *x", .map = texts[k]);

        expect_elements(run_reduction(sum, NULL, CUJIT_ARGS(x)), float, sums[k]);
        expect_elements(run_reduction(sum, NULL, CUJIT_ARGS(other)), float, k == 0 ? 2 + 4 + 0 + 3 : 3);
    }
}
