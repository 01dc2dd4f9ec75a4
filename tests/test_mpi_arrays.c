/*
 * test_mpi_arrays.c: libcujit-mpi: arrays and halos on their way between ranks, and reductions across them.
 */
#include "tests/ranks.h"

#include <math.h>

/* ---- Arrays on their way ----------------------------------------------------------------------------------------- */

/* With messages as MPI takes them, and through host memory. */
static const int ways[] = {0, 1};

static cujit_mpi *open_way(int staged)
{
    cujit_mpi *other = NULL;

    must(cujit_mpi_context_create(MPI_COMM_WORLD, &(cujit_mpi_options){.staged = staged}, &other, &fault));
    return other;
}

/* Rank r has r + 1 rows, but the second, which has none. */
static size_t rows_of(int of)
{
    return of == 1 ? 0 : (size_t)of + 1;
}

static size_t rows_before(int of)
{
    size_t sum = 0;

    for (int k = 0; k < of; k++)
        sum += rows_of(k);
    return sum;
}

/* 0, 1, 2, ... as double, of these rows of 5. With `turned` the same in Fortran's order, or as every second column of a
 * larger one. */
static cujit_array *rows_from(cujit_context *cx, size_t first, size_t rows, int turned, bool empty)
{
    const size_t shape[] = {rows, 5};
    const ptrdiff_t fortran[] = {8, (ptrdiff_t)(rows != 0 ? rows : 1) * 8};
    double *data = memory_of(rows * 5 * sizeof *data + 1);
    cujit_array *array = NULL;

    for (size_t k = 0; k < rows * 5; k++)
        data[k] = empty ? -1 : (double)(first * 5 + k);
    if (turned == 1) {
        must(cujit_array_create_strided(cx, CUJIT_FLOAT64, 2, shape, fortran, &array, &fault));
    } else if (turned == 2) {
        cujit_array *wide = zeros_shape(cx, CUJIT_FLOAT64, 2, (const size_t[]){rows, 10});

        must(cujit_array_slice(wide, 2,
                               (const cujit_index[]){cujit_index_all(), cujit_index_slice(9, CUJIT_SLICE_END, -2)},
                               &array, &fault));
    } else {
        must(cujit_array_create(cx, CUJIT_FLOAT64, 2, shape, &array, &fault));
    }
    cj_test_keep(array, (void (*)(void *))cujit_array_free);
    must(cujit_array_write(array, data, rows * 5 * sizeof *data, &fault));
    return array;
}

static void expect_rows(const cujit_array *array, size_t first)
{
    const size_t count = cujit_array_size(array);
    double *data = memory_of(count * sizeof *data + 1);

    must(cujit_array_read(array, data, count * sizeof *data, &fault));
    for (size_t k = 0; k < count; k++)
        expect(data[k] == (double)(first * 5 + k), "element %zu from row %zu on is %g", k, first, data[k]);
}

TEST_EACH(parts_of_any_layout_are_scattered_and_gathered, 6)
{
    cujit_mpi *way = open_way(ways[_i / 3]);
    cujit_context *cx = cujit_mpi_context(way);
    const int turned = _i % 3, root = size - 1;
    const size_t all = rows_before(size), own = rows_of(rank);
    cujit_array *whole = rank == root ? rows_from(cx, 0, all, turned, false) : NULL;
    cujit_array *back = rank == root ? rows_from(cx, 0, all, (turned + 1) % 3, true) : NULL;
    cujit_array *part = rows_from(cx, 0, own, turned, true), *everywhere = rows_from(cx, 0, all, turned, true);

    must(cujit_mpi_scatter(way, root, whole, part, &fault));
    expect_rows(part, rows_before(rank));
    must(cujit_mpi_gather(way, root, part, back, &fault));
    if (back != NULL)
        expect_rows(back, 0);
    must(cujit_mpi_gather(way, CUJIT_MPI_ALL, part, everywhere, &fault));
    expect_rows(everywhere, 0);
    cujit_mpi_free(way);
}

TEST_EACH(an_array_is_broadcast, 6)
{
    cujit_mpi *way = open_way(ways[_i / 3]);
    const int root = size / 2;
    cujit_array *x = rows_from(cujit_mpi_context(way), 7, 6, _i % 3, rank != root);

    must(cujit_mpi_broadcast(way, root, x, &fault));
    expect_rows(x, 7);
    cujit_mpi_free(way);
}

TEST(what_does_not_fit_is_named)
{
    cujit_array *three = zeros_shape(context, CUJIT_FLOAT32, 2, (const size_t[]){2, 3});
    cujit_array *four = zeros_shape(context, CUJIT_FLOAT32, 2, (const size_t[]){2, 4});
    cujit_array *ints = zeros_shape(context, CUJIT_INT32, 2, (const size_t[]){2, 3});
    cujit_array *point = zeros_shape(context, CUJIT_FLOAT32, 0, NULL);
    cujit_array *whole = rank == 0 ? zeros_shape(context, CUJIT_FLOAT32, 2, (const size_t[]){2 * (size_t)size, 3})
                                   : NULL;
    cujit_array *large = rank == 0 ? zeros_shape(context, CUJIT_FLOAT32, 2, (const size_t[]){2 * (size_t)size + 1, 3})
                                   : NULL;
    const bool odd = rank == size - 1;
    char name[40];

    snprintf(name, sizeof name, "rank %d of %d", size - 1, size);
    if (size > 1) {
        refuse(cujit_mpi_broadcast(mpi, 0, odd ? four : three, &fault), CUJIT_ERROR_ARGUMENT_SIZE, name, "(2, 4)",
               "(2, 3)");
        refuse(cujit_mpi_broadcast(mpi, 0, odd ? ints : three, &fault), CUJIT_ERROR_ARGUMENT_TYPE, name, "int32",
               "float32");
        refuse(cujit_mpi_gather(mpi, 0, odd ? four : three, whole, &fault), CUJIT_ERROR_ARGUMENT_SIZE, name);
        refuse(cujit_mpi_scatter(mpi, odd ? 1 : 0, whole, three, &fault), CUJIT_ERROR_INVALID_ARGUMENT,
               "root is 0 here; ranks have from 0 to 1");
        refuse(cujit_mpi_gather(mpi, 0, three, odd ? three : whole, &fault), CUJIT_ERROR_INVALID_ARGUMENT, name,
               "root only");
    }
    refuse(cujit_mpi_gather(mpi, 0, three, large, &fault), CUJIT_ERROR_ARGUMENT_SIZE, "rank 0", "together");
    refuse(cujit_mpi_gather(mpi, 0, ints, whole, &fault), CUJIT_ERROR_ARGUMENT_TYPE, "rank 0", "does not fit");
    refuse(cujit_mpi_gather(mpi, 0, point, whole, &fault), CUJIT_ERROR_ARGUMENT_SIZE, "no axes");
    refuse(cujit_mpi_scatter(mpi, 0, NULL, three, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "rank 0", "whole is NULL");
    refuse(cujit_mpi_scatter(mpi, CUJIT_MPI_ALL, whole, three, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "root is -1");
    refuse(cujit_mpi_scatter(mpi, size, whole, three, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "root is");
    refuse(cujit_mpi_broadcast(mpi, size, three, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "root is");
    refuse(cujit_mpi_broadcast(mpi, 0, odd ? NULL : three, &fault), CUJIT_ERROR_INVALID_ARGUMENT, name,
           "array is NULL");
    must(cujit_mpi_gather(mpi, 0, three, whole, &fault));
}

/* ---- Halos ------------------------------------------------------------------------------------------------------- */

/* In the ranks' row along the axis: rank r's inside is its number, halos are -1. */
static void try_row(cujit_mpi *way, int axis, bool ring)
{
    enum { WIDE = 2, LONG = 9, OTHER = 4 };
    const size_t shape[] = {axis == 0 ? LONG : OTHER, axis == 0 ? OTHER : LONG};
    cujit_array *x = zeros_shape(cujit_mpi_context(way), CUJIT_FLOAT32, 2, shape);
    const cujit_mpi_halo halo = cujit_mpi_halo_of(way, axis - 2, WIDE, ring);
    cujit_mpi_exchange *exchange = NULL;
    float *data = memory_of(LONG * OTHER * sizeof *data);

    for (int k = 0; k < LONG * OTHER; k++) {
        const int at = axis == 0 ? k / OTHER : k % LONG;

        data[k] = at < WIDE || at >= LONG - WIDE ? -1 : (float)(100 * rank + at);
    }
    must(cujit_array_write(x, data, LONG * OTHER * sizeof *data, &fault));
    must(cujit_mpi_exchange_create(way, x, &halo, 1, &exchange, &fault));
    for (int again = 0; again < 3; again++)
        must(cujit_mpi_exchange_run(exchange, &fault));
    must(cujit_array_read(x, data, LONG * OTHER * sizeof *data, &fault));
    for (int k = 0; k < LONG * OTHER; k++) {
        const int at = axis == 0 ? k / OTHER : k % LONG;
        float wanted = (float)(100 * rank + at);

        if (at < WIDE)
            wanted = halo.before == MPI_PROC_NULL ? -1 : (float)(100 * halo.before + LONG - 2 * WIDE + at);
        else if (at >= LONG - WIDE)
            wanted = halo.after == MPI_PROC_NULL ? -1 : (float)(100 * halo.after + at - LONG + 2 * WIDE);
        expect(data[k] == wanted, "rank %d, element %d is %g, not %g", rank, k, data[k], wanted);
    }
    cujit_mpi_exchange_free(exchange);
}

TEST_EACH(halos_come_from_neighbours, 8)
{
    cujit_mpi *way = open_way(ways[_i / 4]);

    try_row(way, _i / 2 % 2, _i % 2 != 0);
    cujit_mpi_free(way);
}

/* On a grid of ranks, 2 wide where there is an even number, closed to rings: each corner holds what the rank across it
 * has. */
TEST(corners_come_right_over_two_axes)
{
    const int columns = size % 2 == 0 ? 2 : 1, rows = size / columns, row = rank / columns, column = rank % columns;
    const cujit_mpi_halo halos[] = {
        {0, (row + rows - 1) % rows * columns + column, (row + 1) % rows * columns + column, 1},
        {1, row * columns + (column + columns - 1) % columns, row * columns + (column + 1) % columns, 1},
    };
    cujit_array *x = zeros_shape(context, CUJIT_INT32, 2, (const size_t[]){5, 5});
    cujit_mpi_exchange *exchange = NULL;
    int data[25];

    for (int k = 0; k < 25; k++)
        data[k] = k / 5 % 4 == 0 || k % 5 % 4 == 0 ? -1 : rank;
    must(cujit_array_write(x, data, sizeof data, &fault));
    must(cujit_mpi_exchange_create(mpi, x, halos, 2, &exchange, &fault));
    must(cujit_mpi_exchange_run(exchange, &fault));
    must(cujit_array_read(x, data, sizeof data, &fault));
    for (int k = 0; k < 25; k++) {
        const int down = k / 5 == 0 ? -1 : k / 5 == 4, right = k % 5 == 0 ? -1 : k % 5 == 4;
        const int wanted = (row + rows + down) % rows * columns + (column + columns + right) % columns;

        expect(data[k] == wanted, "rank %d, element %d is %d, not %d", rank, k, data[k], wanted);
    }
    cujit_mpi_exchange_free(exchange);
    cujit_mpi_exchange_free(NULL);
}

TEST(halos_that_do_not_fit_are_named)
{
    cujit_array *x = zeros_shape(context, CUJIT_FLOAT32, 2, (const size_t[]){9, 4});
    cujit_array *wider = zeros_shape(context, CUJIT_FLOAT32, 2, (const size_t[]){9, 5});
    cujit_array *doubles = zeros_shape(context, CUJIT_FLOAT64, 2, (const size_t[]){9, 4});
    cujit_mpi_halo halo = cujit_mpi_halo_of(mpi, 0, 1, 0);
    cujit_mpi_exchange *exchange = NULL;
    const bool last = rank == size - 1;

    if (size > 1) {
        refuse(cujit_mpi_exchange_create(mpi, last ? wider : x, &halo, 1, &exchange, &fault), CUJIT_ERROR_ARGUMENT_SIZE,
               "rank", "16 bytes", "20");
        refuse(cujit_mpi_exchange_create(mpi, last ? doubles : x, &halo, 1, &exchange, &fault),
               CUJIT_ERROR_ARGUMENT_SIZE, "float64");
        refuse(cujit_mpi_exchange_create(mpi, x, (const cujit_mpi_halo[]){halo, halo}, last ? 2 : 1, &exchange, &fault),
               CUJIT_ERROR_INVALID_ARGUMENT, "count is", "from 1 to 2");
        refuse(cujit_mpi_exchange_create(mpi, zeros_shape(context, CUJIT_FLOAT32, 2, (const size_t[]){4, 4}),
                                         &(cujit_mpi_halo){last, halo.before, halo.after, 1}, 1, &exchange, &fault),
               CUJIT_ERROR_INVALID_ARGUMENT, "axis 1");
        if (last)
            halo.before = MPI_PROC_NULL;
        refuse(cujit_mpi_exchange_create(mpi, x, &halo, 1, &exchange, &fault), CUJIT_ERROR_INVALID_ARGUMENT,
               "after this one");
    }
    halo = cujit_mpi_halo_of(mpi, 0, 4, 0);
    refuse(cujit_mpi_exchange_create(mpi, x, &halo, 1, &exchange, &fault), CUJIT_ERROR_ARGUMENT_SIZE, "rank 0",
           "third");
    halo = cujit_mpi_halo_of(mpi, 2, 1, 0);
    refuse(cujit_mpi_exchange_create(mpi, x, &halo, 1, &exchange, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "axis 2");
    refuse(cujit_mpi_exchange_create(mpi, x, &halo, 0, &exchange, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "count");
    refuse(cujit_mpi_exchange_create(mpi, NULL, &halo, 1, &exchange, &fault), CUJIT_ERROR_INVALID_ARGUMENT,
           "array is NULL");
    refuse(cujit_mpi_exchange_run(NULL, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "exchange is NULL");
    ck_assert_ptr_null(exchange);
}

/* ---- Reductions across ranks ------------------------------------------------------------------------------------- */

/* Its own sum is made in the order of the ranks: what a loop makes of it. */
TEST_EACH(elements_are_combined_in_the_order_of_ranks, 4)
{
    cujit_mpi *way = open_way(ways[_i % 2]);
    const size_t count = _i < 2 ? 37 : 50021; /* in one piece, and in several */
    float *data = memory_of(count * sizeof *data), *first = memory_of(count * sizeof *first);
    cujit_array *x, *result = NULL, *again = NULL;

    for (size_t k = 0; k < count; k++)
        data[k] = (float)(k % 7 + 1) * (rank % 2 != 0 ? 1e8f : 0.1f) / (float)(rank + 3);
    x = upload(cujit_mpi_context(way), CUJIT_FLOAT32, count, data);
    must(cujit_mpi_combine(way, CUJIT_REDUCER_SUM, x, &result, &fault));
    must(cujit_mpi_combine(way, CUJIT_REDUCER_SUM, x, &again, &fault));
    must(cujit_array_read(result, first, count * sizeof *first, &fault));
    must(cujit_array_read(again, data, count * sizeof *data, &fault));
    ck_assert_mem_eq(first, data, count * sizeof *data);
    /* All ranks have the first one's. */
    MPI_Bcast(data, (int)count, MPI_FLOAT, 0, MPI_COMM_WORLD);
    ck_assert_mem_eq(first, data, count * sizeof *data);
    for (size_t k = 0; k < count; k++) {
        double sum = 0;

        for (int r = 0; r < size; r++)
            sum += (double)((float)(k % 7 + 1) * (r % 2 != 0 ? 1e8f : 0.1f) / (float)(r + 3));
        expect(fabs(first[k] - sum) <= 1e-6 * sum, "element %zu is %g, not %g", k, first[k], sum);
    }
    cujit_array_free(result);
    cujit_array_free(again);
    cujit_array_free(x);
    cujit_mpi_free(way);
}

TEST(ready_made_reductions_go_across_ranks)
{
    const int data[] = {rank + 1, -rank, 3};
    cujit_array *x = upload(context, CUJIT_INT32, 3, data), *result = NULL;
    const struct {
        cujit_reducer reducer;
        int64_t wanted;
    } rows[] = {
        {CUJIT_REDUCER_SUM, 4 * size},
        {CUJIT_REDUCER_MIN, size > 1 ? -(size - 1) : 0},
        {CUJIT_REDUCER_MAX, size > 3 ? size : 3},
        {CUJIT_REDUCER_COUNT, 3 * size - 1},
        {CUJIT_REDUCER_ANY, 1},
        {CUJIT_REDUCER_ALL, 0},
        {CUJIT_REDUCER_PRODUCT, 0},
    };

    for (int k = 0; k < COUNT(rows); k++) {
        int64_t value = -1;

        must(cujit_mpi_reduce(mpi, rows[k].reducer, x, &result, &fault));
        must(cujit_array_get_int64(result, &value, &fault));
        expect(value == rows[k].wanted, "reducer %d gives %d, not %d", (int)rows[k].reducer, (int)value,
               (int)rows[k].wanted);
        cujit_array_free(result);
    }
    must(cujit_mpi_combine(mpi, CUJIT_REDUCER_MAX, x, &result, &fault));
    ck_assert_int_eq(cujit_array_dtype(result), CUJIT_INT32);
    expect_elements(result, int, size, 0, 3);
    cujit_array_free(result);
}

TEST(reductions_that_cannot_be_are_refused_everywhere)
{
    static const cujit_reducer others[] = {CUJIT_REDUCER_MEAN,   CUJIT_REDUCER_VARIANCE, CUJIT_REDUCER_SAMPLE_VARIANCE,
                                           CUJIT_REDUCER_ARGMIN, CUJIT_REDUCER_ARGMAX,   CUJIT_REDUCER_NORM};
    cujit_array *x = counting(context, rank == size - 1 ? 0 : 4), *result = NULL;

    for (int k = 0; k < COUNT(others); k++)
        refuse(cujit_mpi_reduce(mpi, others[k], x, &result, &fault), CUJIT_ERROR_UNSUPPORTED, "rank 0", "takes texts");
    refuse(cujit_mpi_reduce(mpi, CUJIT_REDUCER_SAMPLE_VARIANCE, x, &result, &fault), CUJIT_ERROR_UNSUPPORTED,
           "SAMPLE_VARIANCE is none of SUM");
    refuse(cujit_mpi_combine(mpi, CUJIT_REDUCER_COUNT, x, &result, &fault), CUJIT_ERROR_UNSUPPORTED, "rank 0", "COUNT");
    refuse(cujit_mpi_combine(mpi, (cujit_reducer)99, x, &result, &fault), CUJIT_ERROR_INVALID_ARGUMENT,
           "no reducer 99");
    refuse(cujit_mpi_reduce(mpi, (cujit_reducer)0, x, &result, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "no reducer 0");
    refuse(cujit_mpi_reduce(mpi, CUJIT_REDUCER_MAX, x, &result, &fault), CUJIT_ERROR_ARGUMENT_SIZE, "rank", "element");
    must(cujit_mpi_reduce(mpi, CUJIT_REDUCER_SUM, x, &result, &fault));
    cujit_array_free(result);
    result = NULL;
    if (size > 1) {
        refuse(cujit_mpi_combine(mpi, CUJIT_REDUCER_SUM, x, &result, &fault), CUJIT_ERROR_ARGUMENT_SIZE, "(0,)");
        refuse(cujit_mpi_reduce(mpi, rank == 0 ? CUJIT_REDUCER_SUM : CUJIT_REDUCER_MIN, x, &result, &fault),
               CUJIT_ERROR_INVALID_ARGUMENT, "rank 1", "the reducer is MIN here, and SUM on the first rank");
    }
    ck_assert_ptr_null(result);
}

/* A struct with the ends of a list of numbers, and whether they rise: which neither commutes nor is a number. */
typedef struct run {
    int first, last, rises, count;
} run;

static const cujit_type_spec run_type = {
    .name = "run",
    .definition = "struct run { int first, last, rises, count; };",
    .size = sizeof(run),
    .alignment = _Alignof(run),
};

TEST(structs_are_combined_in_the_order_of_ranks)
{
    const cujit_reduction_spec spec = {
        .out_type = "run",
        .arguments = "const int *x",
        .preamble = "__device__ run make(int x) { run r = {x, x, 1, 1}; return r; }\n"
                    "__device__ run join(run a, run b) { if (a.count == 0) return b; if (b.count == 0) return a;\n"
                    "run r = {a.first, b.last, a.rises && b.rises && a.last < b.first, a.count + b.count}; return r; }",
        .map = "make(x[i])",
        .reduce = "join(a, b)",
        .neutral = "run{0, 0, 1, 0}",
    };
    enum { COUNT_HERE = 1000 };
    cujit_mpi_reduction *reduction = NULL;
    int *data = memory_of(COUNT_HERE * sizeof *data);
    cujit_array *x, *result = NULL;
    run got;

    register_type(context, &run_type);
    for (int k = 0; k < COUNT_HERE; k++)
        data[k] = 2 * (rank * COUNT_HERE + k);
    x = upload(context, CUJIT_INT32, COUNT_HERE, data);
    must(cujit_mpi_reduction_create(mpi, &spec, &reduction, &fault));
    must(cujit_mpi_reduction_run(reduction, NULL, CUJIT_ARGS(x), &result, &fault));
    must(cujit_array_to_host(result, &got, sizeof got, &fault));
    ck_assert_int_eq(got.first, 0);
    ck_assert_int_eq(got.last, 2 * (size * COUNT_HERE - 1));
    ck_assert_int_eq(got.rises, 1);
    ck_assert_int_eq(got.count, size * COUNT_HERE);
    cujit_array_free(result);
    cujit_mpi_reduction_free(reduction);
    cujit_mpi_reduction_free(NULL);
}

/* The mean of all ranks' elements that are larger than a number, along an axis, with `post`, n and an argument in it. */
TEST(post_is_done_once_with_the_number_of_all_elements)
{
    const cujit_reduction_spec spec = {
        .out_type = "double",
        .neutral = "0",
        .reduce = "a + b",
        .map = "x[i] > least ? x[i] : 0",
        .post = "a / n * scale",
        .arguments = "const float *x, float least, double scale",
    };
    float data[2][3] = {{(float)rank, 1, -5}, {2, (float)rank, 7}};
    const size_t shape[] = {2, 3};
    cujit_array *x = upload_shape(context, CUJIT_FLOAT32, 2, shape, data), *result = NULL;
    cujit_mpi_reduction *reduction = NULL;
    const double ranks = size * (size - 1) / 2;
    double got[3];

    must(cujit_mpi_reduction_create(mpi, &spec, &reduction, &fault));
    must(cujit_mpi_reduction_run(reduction, &(cujit_reduction_options){.axes = (const int[]){0}, .axis_count = 1},
                                 CUJIT_ARGS(x, 0.0, 10.0), &result, &fault));
    must(cujit_array_to_host(result, got, sizeof got, &fault));
    ck_assert_double_eq_tol(got[0], (ranks + 2 * size) / (2 * size) * 10, 1e-12);
    ck_assert_double_eq_tol(got[1], (ranks + size) / (2 * size) * 10, 1e-12);
    ck_assert_double_eq_tol(got[2], 35, 1e-12);
    cujit_array_free(result);
    result = NULL;
    refuse(cujit_mpi_reduction_run(reduction, NULL, CUJIT_ARGS(x, 0.0), &result, &fault), CUJIT_ERROR_ARGUMENT_COUNT,
           "rank 0");
    ck_assert_ptr_null(result);
    cujit_mpi_reduction_free(reduction);
}

TEST(specs_that_cannot_go_across_ranks_are_refused)
{
    const struct {
        cujit_reduction_spec spec;
        const char *words;
    } rows[] = {
        {{.reduce = "a + b", .arguments = "const float *x"}, "out_type"},
        {{.out_type = "T", .reduce = "a + b", .neutral = "0", .arguments = "const T *x"}, "open"},
        {{.out_type = "long long",
          .reduce = "cujit_max(a, b)",
          .map = "cujit_at(x[i], j)",
          .post = "a.index",
          .accumulator = "cujit_indexed<float>",
          .arguments = "const float *x"},
         "cujit_indexed"},
    };
    cujit_mpi_reduction *reduction = NULL;

    for (int k = 0; k < COUNT(rows); k++)
        refuse(cujit_mpi_reduction_create(mpi, &rows[k].spec, &reduction, &fault), CUJIT_ERROR_UNSUPPORTED, "rank 0",
               rows[k].words);
    refuse(cujit_mpi_reduction_create(
               mpi, &(cujit_reduction_spec){.out_type = "float", .reduce = "a +", .arguments = "const float *x"},
               &reduction, &fault),
           CUJIT_ERROR_COMPILE, "rank 0");
    ck_assert_ptr_null(reduction);
}
