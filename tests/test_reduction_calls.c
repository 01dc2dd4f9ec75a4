/*
 * test_reduction_calls.c: calls of reductions: the order of elements, ranges and subsets, prepared launches, graphs,
 * threads, and that the bits are always the same.
 */
#include "tests/reduction_fixture.h"

/* ---- Structs, and operators that do not commute ------------------------------------------------------------------ */

typedef struct summary {
    float least, most;
    double sum;
    int count;
} summary;

FIXTURE(setup, NULL)

TEST(structs_are_combined_by_the_users_reduce)
{
    cujit_reduction *reduction;
    summary got;

    register_type(context,
                  &(cujit_type_spec){"summary", "struct summary { float least, most; double sum; int count; };",
                                     sizeof(summary), _Alignof(summary)});
    reduction = reduction_with(
        context, .out_type = "summary", .neutral = "summary{1e30f, -1e30f, 0, 0}",
        .reduce = "summary{fminf(a.least, b.least), fmaxf(a.most, b.most), a.sum + b.sum, a.count + b.count}",
        .map = "summary{x[i], x[i], x[i], 1}", .arguments = "const float *x");
    run_to(reduction, NULL, CUJIT_ARGS(y), &got);
    ck_assert_float_eq(got.least, 1);
    ck_assert_float_eq(got.most, 2 * N - 1);
    ck_assert_double_eq(got.sum, (double)N * N);
    ck_assert_int_eq(got.count, N);
}

/* A text's hash, and what one in front of it is multiplied by: concatenation is associative, and only that. */
typedef struct piece {
    uint64_t hash, power;
} piece;

static const cujit_type_spec piece_type = {"piece", "struct piece { unsigned long long hash, power; };", sizeof(piece),
                                           _Alignof(piece)};

static const cujit_reduction_spec concatenation = {
    .out_type = "piece",
    .neutral = "piece{0, 1}",
    .reduce = "piece{a.hash * b.power + b.hash, a.power * b.power}",
    .map = "piece{x[i] + 1ull, 1099511628211ull}",
    .arguments = "const unsigned *x",
};

static piece append(piece to, uint32_t element)
{
    return (piece){to.hash * UINT64_C(1099511628211) + element + 1, to.power * UINT64_C(1099511628211)};
}

static uint32_t *random_words(size_t count)
{
    uint32_t *words = memory_of(count * sizeof *words);
    uint64_t state = count;

    for (size_t k = 0; k < count; k++)
        words[k] = (uint32_t)next_random(&state);
    return words;
}

TEST_EACH(the_order_of_elements_is_kept, 2)
{
    static const size_t counts[] = {1, 2, 3, 31, 32, 33, 1023, 1025, 4099, 65536, 300007};
    const size_t most = counts[sizeof counts / sizeof *counts - 1];
    cujit_reduction_spec spec = concatenation;
    cujit_reduction *reduction;
    uint32_t *words = random_words(most + 1);
    cujit_array *all;

    register_type(context, &piece_type);
    spec.neutral = _i == 0 ? spec.neutral : NULL;
    reduction = make(&spec);
    all = upload(context, CUJIT_UINT32, most + 1, words);
    for (size_t k = 0; k < 2 * COUNT(counts); k++) {
        size_t first = k % 2, n = counts[k / 2];
        piece expected = {0, 1}, got;

        for (size_t m = 0; m < n; m++)
            expected = append(expected, words[first + m]);
        run_to(reduction, NULL, CUJIT_ARGS(view_of(all, first, n)), &got);
        expect(got.hash == expected.hash && got.power == expected.power, "%zu elements from %zu on", n, first);
    }
}

/* ---- Ranges, slices, subsets ------------------------------------------------------------------------------------- */

static const struct {
    int64_t start, stop, step;
    size_t first, count; /* what comes out: first, first + step, ... */
} ranges[] = {
    {0, 4099, 1, 0, 4099}, {3, 4000, 7, 3, 571},      {4098, -1, -1, 4098, 4099}, {4098, 0, -4097, 4098, 2},
    {17, 18, 5, 17, 1},    {1000, 900, -3, 1000, 34}, {0, 4099, 4098, 0, 2},
};

TEST(ranges_and_slices_go_in_their_order)
{
    uint32_t *words = random_words(4099);
    cujit_array *all = upload(context, CUJIT_UINT32, 4099, words);
    cujit_reduction *reduction;

    register_type(context, &piece_type);
    reduction = make(&concatenation);
    for (size_t k = 0; k < COUNT(ranges); k++) {
        const cujit_range range = {ranges[k].start, ranges[k].stop, ranges[k].step};
        const cujit_slice slice = {range.start, range.stop < 0 ? CUJIT_SLICE_END : range.stop, range.step};
        piece expected = {0, 1}, got;

        for (size_t m = 0; m < ranges[k].count; m++)
            expected = append(expected, words[(int64_t)ranges[k].first + (int64_t)m * range.step]);
        run_to(reduction, &(cujit_reduction_options){.range = &range}, CUJIT_ARGS(all), &got);
        expect(got.hash == expected.hash, "range %zu", k);
        run_to(reduction, &(cujit_reduction_options){.slice = &slice}, CUJIT_ARGS(all), &got);
        expect(got.hash == expected.hash, "slice %zu", k);
    }
}

TEST(subsets_of_each_index_type)
{
    enum { TAKEN = 3001 };
    static const cujit_dtype dtypes[] = {CUJIT_INT32, CUJIT_UINT32, CUJIT_INT64, CUJIT_UINT64};
    uint32_t *words = random_words(N), *narrow = memory_of(TAKEN * sizeof *narrow);
    uint64_t *wide = memory_of(TAKEN * sizeof *wide), state = 3;
    cujit_array *all = upload(context, CUJIT_UINT32, N, words);
    piece expected = {0, 1};
    cujit_reduction *reduction;

    register_type(context, &piece_type);
    reduction = make(&concatenation);
    for (size_t k = 0; k < TAKEN; k++) {
        wide[k] = next_random(&state) % N;
        narrow[k] = (uint32_t)wide[k];
        expected = append(expected, words[wide[k]]);
    }
    for (size_t k = 0; k < 4; k++) {
        cujit_array *subset = upload(context, dtypes[k], TAKEN, k < 2 ? (void *)narrow : (void *)wide);
        piece got;

        run_to(reduction, &(cujit_reduction_options){.subset = subset}, CUJIT_ARGS(all), &got);
        ck_assert_uint_eq(got.hash, expected.hash);
    }
}

static cujit_array *upload_square(void)
{
    static const int32_t of[2][2] = {{0, 1}, {2, 3}};
    return upload_shape(context, CUJIT_INT32, 2, (const size_t[]){2, 2}, of);
}

/* Of equal values the one with the lower index, in whatever order they come. */
static const struct {
    const char *map, *neutral;
    bool later; /* indices need not be compared where elements come one behind the other */
    int64_t whole, backwards, subset;
} places[] = {
    {"cujit_at(floorf(x[i] / 10), i)", NULL, true, N - 10, N - 10, 91},
    {"cujit_at(floorf(x[i] / 10), j)", NULL, true, N - 10, 0, 0},
    {"cujit_at( floorf(x[i] / 10) , i ) // where", "cujit_at(-INFINITY, 0)", true, N - 10, N - 10, 91},
    {"cujit_at(-INFINITY * (x[i] + 1), j)", "cujit_indexed<float>{-INFINITY, 0}", true, 0, 0, 0},
    {"cujit_at(-INFINITY * (x[i] + 1), j)", "cujit_indexed<float>{-INFINITY, LLONG_MAX}", false, 0, 0, 0},
    {"cujit_at(0.0f, -i).value == 0 ? cujit_at(0.0f, -i) : cujit_at(0.0f, i)", NULL, false, 1 - N, 1 - N, -95},
};

TEST_EACH(the_first_of_equal_elements_is_found, COUNT(places))
{
    static const int some[] = {95, 93, 91, 5};
    const cujit_reduction_spec spec = {.out_type = "long long",
                                       .accumulator = "cujit_indexed<float>",
                                       .neutral = places[_i].neutral,
                                       .reduce = "cujit_max(a, b)",
                                       .map = places[_i].map,
                                       .post = "a.index",
                                       .arguments = "const float *x"};
    const cujit_slice backwards = {CUJIT_SLICE_END, CUJIT_SLICE_END, -1};
    cujit_array *subset = upload(context, CUJIT_INT32, 4, some);
    cujit_reduction *reduction = make(&spec);
    cujit_report report;

    cujit_reduction_get_report(reduction, &report);
    ck_assert((strstr(report.source, "cujit_later_max(") != NULL) == places[_i].later);
    expect_elements(run_reduction(reduction, NULL, CUJIT_ARGS(x)), int64_t, places[_i].whole);
    expect_elements(run_reduction(reduction, &(cujit_reduction_options){.slice = &backwards}, CUJIT_ARGS(x)), int64_t,
                    places[_i].backwards);
    expect_elements(run_reduction(reduction, &(cujit_reduction_options){.subset = subset}, CUJIT_ARGS(x)), int64_t,
                    places[_i].subset);
}

TEST(options_that_do_not_go_together)
{
    static const int axes[] = {0};
    cujit_array *subset = zeros(context, CUJIT_INT32, 3), *floats = zeros(context, CUJIT_FLOAT32, 3), *result = NULL;
    cujit_array *bytes = zeros(context, CUJIT_INT8, 3);
    cujit_array *square = upload_square();
    const cujit_range range = {0, 5, 1}, outside = {0, N + 1, 1}, still = {0, 5, 0};
    const cujit_slice slice = {0, 5, 1};
    const struct {
        cujit_reduction_options options;
        cujit_status expected;
    } rows[] = {
        {{.range = &range, .slice = &slice}, CUJIT_ERROR_INVALID_ARGUMENT},
        {{.range = &range, .axes = axes, .axis_count = 1}, CUJIT_ERROR_INVALID_ARGUMENT},
        {{.subset = subset, .axes = axes, .axis_count = 1}, CUJIT_ERROR_INVALID_ARGUMENT},
        {{.subset = subset, .range = &range}, CUJIT_ERROR_INVALID_ARGUMENT},
        {{.subset = subset, .keepdims = 1}, CUJIT_ERROR_INVALID_ARGUMENT},
        {{.range = &still}, CUJIT_ERROR_INVALID_ARGUMENT},
        {{.axis_count = 1}, CUJIT_ERROR_INVALID_ARGUMENT},
        {{.axes = axes, .axis_count = -1}, CUJIT_ERROR_INVALID_ARGUMENT},
        {{.range = &outside}, CUJIT_ERROR_ARGUMENT_VALUE},
        {{.subset = floats}, CUJIT_ERROR_ARGUMENT_TYPE},
        {{.subset = bytes}, CUJIT_ERROR_ARGUMENT_TYPE},
        {{.subset = square}, CUJIT_ERROR_ARGUMENT_SIZE},
    };
    cujit_reduction *sum = reduction_with(context, SUM_FROM_0, .out_type = "float");

    for (size_t k = 0; k < COUNT(rows); k++) {
        refuse(cujit_reduction_run(sum, &rows[k].options, CUJIT_ARGS(x), &result, &fault), rows[k].expected, NULL);
        ck_assert_ptr_null(result);
    }
}

/* ---- Other ways of calling --------------------------------------------------------------------------------------- */

TEST(host_memory_may_be_reduced)
{
    cujit_reduction *dot = reduction_with(context, SUM_FROM_0, .out_type = "double", .map = "x[i] * y[i]",
                                          .arguments = "const float *x, const float *y");
    float of[N];

    for (size_t k = 0; k < N; k++)
        of[k] = (float)k;
    expect_elements(run_reduction(dot, NULL, CUJIT_ARGS(CUJIT_IN(of, sizeof of), y)), double, 666166500);
    expect_elements(run_reduction(dot, NULL, CUJIT_ARGS(CUJIT_IN(of, sizeof of), CUJIT_IN(of, sizeof of))), double,
                    332833500);
}

static cujit_array *view_results(void *from, ptrdiff_t stride)
{
    return view_at(context, CUJIT_INT32, 1, &(size_t){2}, &stride, from);
}

/* Results beside and between each other are fine, but not in the same place. */
TEST(several_results_need_room_each)
{
    cujit_reduction *reduction = reduction_with(
        context, SUM_FROM_0, .out_type = "int",
        .more = &(cujit_reduction_result){.out_type = "int", .reduce = "cujit_max(a, b)", .map = "x[i]"},
        .more_count = 1);
    cujit_array *square = upload_square(), *memory = zeros(context, CUJIT_INT32, 4);
    int32_t *at = cujit_array_data(memory);
    const struct {
        ptrdiff_t first, second, stride;
        bool fine;
    } rows[] = {{0, 2, 4, true},  {0, 1, 8, true},  {2, 0, 4, true},
                {0, 0, 4, false}, {0, 1, 4, false}, {1, 0, 4, false}};

    for (size_t k = 0; k < COUNT(rows); k++) {
        cujit_array *outs[] = {view_results(at + rows[k].first, rows[k].stride),
                               view_results(at + rows[k].second, rows[k].stride)};
        const cujit_reduction_options options = {.out = outs, .axes = (int[]){1}, .axis_count = 1};

        refuse(cujit_reduction_run(reduction, &options, CUJIT_ARGS(square), NULL, &fault),
               rows[k].fine ? CUJIT_OK : CUJIT_ERROR_INVALID_ARGUMENT, rows[k].fine ? NULL : "out[1] overlaps out[0]");
        const int32_t *got = elements_of(memory);
        expect(!rows[k].fine || (got[rows[k].first] == 1 && got[rows[k].second] == 1), "row %zu: %d, %d", k,
               got[rows[k].first], got[rows[k].second]);
    }
}

TEST(prepared_launches)
{
    cujit_reduction *reduction = reduction_with(
        context, SUM_FROM_0, .out_type = "float", .map = "s * x[i]", .arguments = "float s, const float *x",
        .more = &(cujit_reduction_result){.out_type = "float", .reduce = "cujit_max(a, b)", .map = "x[i]"},
        .more_count = 1);
    cujit_array *out = zeros(context, CUJIT_FLOAT32, 2);
    float *address = cujit_array_data(out), s = 2;
    void *data = cujit_array_data(x), *values[] = {&s, &data}, *results[] = {address + 1, address};
    const cujit_reduction_options options = {.range = &(cujit_range){10, 13, 1}};

    must(cujit_reduction_launch_prepared(reduction, NULL, N, values, results, &fault));
    expect_elements(out, float, N - 1, 999000);
    must(cujit_reduction_launch_prepared(reduction, &options, N, values, results, &fault));
    expect_elements(out, float, 12, 66);
    refuse(cujit_reduction_launch_prepared(reduction, NULL, 0, values, results, &fault), CUJIT_ERROR_ARGUMENT_SIZE,
           NULL);
}

TEST(a_graph_is_replayed_on_other_data)
{
    enum { MANY = 200000 };
    cujit_reduction *sum = reduction_with(context, SUM_FROM_0, .out_type = "double", .arguments = "const float *x");
    cujit_elementwise *fill = kernel_of(context, "float v, float *z", "z[i] = v");
    cujit_array *z = zeros(context, CUJIT_FLOAT32, MANY), *out = zeros_shape(context, CUJIT_FLOAT64, 0, NULL);
    cujit_stream stream = make_stream(context);
    cujit_graph *graph;

    must(cujit_context_synchronize(context, &fault));
    must(cujit_graph_begin(context, stream, &fault));
    must(cujit_reduction_run(sum, &(cujit_reduction_options){.stream = stream, .out = &out}, CUJIT_ARGS(z), NULL,
                             &fault));
    graph = end_graph(context, stream);
    for (int k = 1; k <= 20; k++) {
        run_on(stream, fill, CUJIT_ARGS(k, z));
        must(cujit_graph_launch(graph, stream, &fault));
        must(cujit_stream_synchronize(context, stream, &fault));
        expect_elements(out, double, (double)k *MANY);
    }
}

/* ---- The same bits ----------------------------------------------------------------------------------------------- */

TEST(results_are_the_same_bits_in_every_run)
{
    enum { MANY = 1000003 };
    static const int last[] = {1};
    const cujit_reduction_options rows = {.axes = last, .axis_count = 1};
    cujit_reduction *sum = reduction_with(context, SUM_FROM_0, .out_type = "float");
    float *of = memory_of(MANY * sizeof *of), first = 0, first_rows[3], got[3];
    cujit_array *all, *matrix = NULL;
    uint64_t state = 1;

    for (size_t k = 0; k < MANY; k++)
        of[k] = (float)random_between(&state, -1, 1);
    all = upload(context, CUJIT_FLOAT32, MANY, of);
    matrix = view_at(context, CUJIT_FLOAT32, 2, (const size_t[]){3, MANY / 3}, NULL, cujit_array_data(all));
    run_to(sum, NULL, CUJIT_ARGS(all), &first);
    run_to(sum, &rows, CUJIT_ARGS(matrix), first_rows);
    for (int k = 0; k < 20; k++) {
        run_to(sum, NULL, CUJIT_ARGS(all), got);
        ck_assert_mem_eq(got, &first, sizeof first);
        run_to(sum, &rows, CUJIT_ARGS(matrix), got);
        ck_assert_mem_eq(got, first_rows, sizeof first_rows);
    }
}

/* ---- Threads ----------------------------------------------------------------------------------------------------- */

enum { THREADS = 4, RUNS = 50 };

static cujit_reduction *shared_sum;

/* Reads a result on that stream, and frees it. */
static bool is_found(cujit_status status, cujit_array *result, cujit_stream stream, float wanted)
{
    float got = 0;
    const bool found = status == CUJIT_OK && cujit_stream_synchronize(context, stream, NULL) == CUJIT_OK &&
                       cujit_array_to_host(result, &got, sizeof got, NULL) == CUJIT_OK && got == wanted;

    cujit_array_free(result);
    return found;
}

static void *sum_often(void *opaque)
{
    const cujit_reduction_options options = {.stream = *(cujit_stream *)opaque};
    bool fine = true;

    for (int k = 0; k < RUNS && fine; k++) {
        cujit_array *sum = NULL, *most = NULL;
        cujit_status status = cujit_reduction_run(shared_sum, &options, CUJIT_ARGS(x), &sum, NULL);

        fine = is_found(status, sum, options.stream, 499500);
        status = cujit_reduce(CUJIT_REDUCER_MAX, x, &options, &most, NULL);
        fine &= is_found(status, most, options.stream, N - 1);
    }
    return fine ? NULL : opaque;
}

TEST(threads_share_a_reduction)
{
    cujit_stream streams[THREADS];

    shared_sum = reduction_with(context, SUM_FROM_0, .out_type = "float");
    for (int k = 0; k < THREADS; k++)
        streams[k] = make_stream(context);
    run_threads(THREADS, sum_often, streams, sizeof *streams);
}
