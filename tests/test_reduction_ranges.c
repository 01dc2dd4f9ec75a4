/*
 * test_reduction_ranges.c: reductions of a range, a slice or a subset of arrays of any strides, against a plain loop in
 * C: what calls choose, and the forms of a GPU. Elements are numbered in C order of the common shape. Of dense arrays:
 * test_reduction_calls.c. On every device.
 */
#include "libjit/reduction/reduction_views.h"
#include "tests/kernels.h"

#include <stdio.h>

enum { BASE = 1 << 16, MOST = 4096, AXES = 4 };

static cujit_context *context;
static int values[BASE];
static void *base; /* of these, on the device */

/* ---- Shapes ------------------------------------------------------------------------------------------------------ */

/* Two arrays, in elements from the base on, that broadcast to `shape`. */
typedef struct shape_row {
    const char *label;
    int ndim;
    size_t shape[AXES];
    struct {
        size_t shape[AXES];
        ptrdiff_t strides[AXES], offset;
    } of[2];
} shape_row;

static const shape_row shapes[] = {
    {"dense", 2, {7, 11}, {{{7, 11}, {11, 1}, 0}, {{7, 11}, {11, 1}, 100}}},
    {"transposed", 2, {7, 11}, {{{7, 11}, {1, 7}, 0}, {{7, 11}, {1, 7}, 3}}},
    {"of two orders", 2, {40, 60}, {{{40, 60}, {1, 40}, 1}, {{40, 60}, {60, 1}, 0}}},
    {"with gaps", 1, {999}, {{{999}, {3}, 0}, {{999}, {1}, 5}}},
    {"backwards", 2, {33, 30}, {{{33, 30}, {-64, -2}, 60000}, {{33, 30}, {30, 1}, 0}}},
    {"broadcast", 3, {5, 6, 7}, {{{1, 6, 7}, {0, 7, 1}, 9}, {{5, 1, 1}, {2, 0, 0}, 0}}},
    {"repeated", 2, {64, 32}, {{{64, 32}, {0, 1}, 0}, {{64, 32}, {1, 0}, 0}}},
    {"of four axes", 4, {3, 4, 5, 6}, {{{3, 4, 5, 6}, {1, 18, 3, 100}, 0}, {{3, 4, 5, 6}, {120, 30, 6, 1}, 0}}},
    {"of one element", 2, {1, 1}, {{{1, 1}, {5, 9}, 77}, {{1, 1}, {1, 1}, 0}}},
    {"long", 2, {2, 2048}, {{{2, 2048}, {1, 2}, 0}, {{2, 2048}, {2048, 1}, 0}}},
};

enum { SHAPES = sizeof shapes / sizeof *shapes };

static size_t size_of(const shape_row *row)
{
    size_t size = 1;

    for (int k = 0; k < row->ndim; k++)
        size *= row->shape[k];
    return size;
}

static int element(const shape_row *row, int which, size_t index)
{
    ptrdiff_t at = row->of[which].offset;

    for (int k = row->ndim - 1; k >= 0; k--) {
        size_t place = index % row->shape[k];

        index /= row->shape[k];
        at += row->of[which].shape[k] == 1 ? 0 : (ptrdiff_t)place * row->of[which].strides[k];
    }
    return values[at];
}

static cujit_array *view(const shape_row *row, int which)
{
    ptrdiff_t strides[AXES];
    cujit_array *array = NULL;

    for (int k = 0; k < row->ndim; k++)
        strides[k] = row->of[which].strides[k] * (ptrdiff_t)sizeof *values;
    array = view_at(context, CUJIT_INT32, row->ndim, row->of[which].shape, strides,
                    (char *)base + row->of[which].offset * (ptrdiff_t)sizeof *values);
    return array;
}

/* ---- Kernels, and what they should do ---------------------------------------------------------------------------- */

/* The result so far, and where the largest element is. */
typedef struct state {
    long long of, where;
    bool begun;
} state;

typedef void (*step_function)(state *s, long long x, long long y, long long i, long long j, long long n);

static void add(state *s, long long x, long long y, long long i, long long j, long long n)
{
    (void)i, (void)j, (void)n;
    s->of += x + 2 * y;
}

static void add_places(state *s, long long x, long long y, long long i, long long j, long long n)
{
    (void)y;
    s->of += x * i + 7 * j + n;
}

/* A polynomial of 31: the multiplier in the upper half, so that the order counts but brackets do not. */
static void hash(state *s, long long x, long long y, long long i, long long j, long long n)
{
    (void)i, (void)j, (void)n;
    s->of = (long long)(unsigned)((unsigned)s->of * 31u + (unsigned)(x + 3 * y));
}

/* The first of several, in the order of the range. */
static void find_most(state *s, long long x, long long y, long long i, long long j, long long n)
{
    (void)y, (void)i, (void)n;
    if (!s->begun || x > s->of) {
        s->of = x;
        s->where = j;
    }
    s->begun = true;
}

/* Of equal ones that with the lowest index, wherever it stands in the range. */
static void find_least_index(state *s, long long x, long long y, long long i, long long j, long long n)
{
    (void)y, (void)j, (void)n;
    if (!s->begun || x < s->of || (x == s->of && i < s->where)) {
        s->of = x;
        s->where = i;
    }
    s->begun = true;
}

typedef struct row {
    const char *label;
    cujit_reduction_spec spec;
    step_function step;
    bool places; /* the result is `where` */
} row;

#define ARGUMENTS .arguments = "const int *x, const int *y", .out_type = "long long"

static const row rows[] = {
    {"sum", {ARGUMENTS, .reduce = "a + b", .neutral = "0", .map = "x[i] + 2 * y[i]"}, add, false},
    {"sum of places",
     {ARGUMENTS, .reduce = "a + b", .neutral = "0", .map = "x[i] * i + 7 * j + n + 0 * y[i]"},
     add_places,
     false},
    {"in order",
     {ARGUMENTS, .accumulator = "unsigned long long", .neutral = "1ULL << 32",
      .reduce = "((a >> 32) * (b >> 32) << 32) | (unsigned)(a * (b >> 32) + b)",
      .map = "(31ULL << 32) | (unsigned)(x[i] + 3 * y[i])", .post = "(long long)(unsigned)a"},
     hash,
     false},
    {"first of the largest",
     {ARGUMENTS, .accumulator = "cujit_indexed<int>", .reduce = "cujit_max(a, b)",
      .map = "cujit_at(x[i] + 0 * y[i], j)", .post = "a.index"},
     find_most,
     true},
    {"lowest index of the smallest",
     {ARGUMENTS, .accumulator = "cujit_indexed<int>", .reduce = "cujit_min(a, b)",
      .map = "cujit_at(x[i] + 0 * y[i], i)", .post = "a.index"},
     find_least_index,
     true},
};

enum { ROWS = sizeof rows / sizeof *rows };

/* ---- What is selected -------------------------------------------------------------------------------------------- */

typedef struct selection {
    char label[96];
    cujit_range range;
    cujit_slice slice;
    cujit_array *subset;
    cujit_reduction_options options;
    size_t count;
    long long of[MOST]; /* indices */
} selection;

enum { WAYS = 7 };

static void take_indices(selection *out, int64_t start, int64_t step, size_t count)
{
    out->count = count;
    for (size_t k = 0; k < count; k++)
        out->of[k] = start + (int64_t)k * step;
}

static void take_range(selection *out, int64_t start, int64_t step, size_t count)
{
    out->range = (cujit_range){start, start + step * (int64_t)count, step};
    out->options.range = &out->range;
    take_indices(out, start, step, count);
}

/* Any indices in any order, some more than once. */
static void take_subset(selection *out, cujit_dtype dtype, size_t size)
{
    uint64_t seed = size;
    int narrow[MOST];

    out->count = size < 700 ? 2 * size + 3 : 700;
    for (size_t k = 0; k < out->count; k++) {
        out->of[k] = (long long)(next_random(&seed) % size);
        narrow[k] = (int)out->of[k];
    }
    out->subset = upload(context, dtype, out->count, cujit_dtype_size(dtype) == 8 ? (void *)out->of : (void *)narrow);
    out->options.subset = out->subset;
}

static void select_elements(selection *out, const shape_row *shape, int way)
{
    size_t size = size_of(shape);
    int64_t last = (int64_t)size - 1;

    memset(out, 0, sizeof *out);
    snprintf(out->label, sizeof out->label, "arrays %s, selection %d", shape->label, way);
    switch (way) {
    case 0:
        take_range(out, 0, 1, size);
        break;
    case 1:
        take_range(out, last / 5, 3, (size_t)(last - last / 5) / 3 + 1);
        break;
    case 2:
        take_range(out, last, -1, size);
        break;
    case 3:
        out->slice = (cujit_slice){-1, CUJIT_SLICE_END, -7};
        out->options.slice = &out->slice;
        take_indices(out, last, -7, size / 7 + (size % 7 != 0));
        break;
    case 4:
        take_range(out, last, 1, 1);
        break;
    case 5:
        take_subset(out, CUJIT_INT32, size);
        break;
    default:
        take_subset(out, CUJIT_UINT64, size);
    }
}

static long long expected_of(const row *what, const shape_row *shape, const selection *selected)
{
    state s = {0};

    for (size_t k = 0; k < selected->count; k++) {
        size_t i = (size_t)selected->of[k];

        what->step(&s, element(shape, 0, i), element(shape, 1, i), (long long)i, (long long)k,
                   (long long)selected->count);
    }
    return what->places ? s.where : s.of;
}

/* ---- Calls ------------------------------------------------------------------------------------------------------- */

static void setup(void)
{
    uint64_t seed = 5;

    context = cj_test_context();
    for (size_t k = 0; k < BASE; k++)
        values[k] = (int)(next_random(&seed) % 50) - 20;
    must(cujit_memory_alloc(context, sizeof values, &base, &fault));
    must(cujit_memory_to_device(context, base, values, sizeof values, &fault));
}

static void teardown(void)
{
    cujit_memory_free(context, base);
}

FIXTURE(setup, teardown)

TEST_EACH(calls_give_the_right_results, ROWS)
{
    const row *what = &rows[_i];
    cujit_reduction *reduction = make_reduction(context, &what->spec);
    selection *selected = memory_of(sizeof *selected);

    for (int k = 0; k < SHAPES * WAYS; k++) {
        const shape_row *shape = &shapes[k / WAYS];
        cujit_array *x = view(shape, 0), *y = view(shape, 1);
        long long got = -1, expected;

        select_elements(selected, shape, k % WAYS);
        expected = expected_of(what, shape, selected);
        run_to(reduction, &selected->options, CUJIT_ARGS(x, y), &got);
        expect(got == expected, "%s, %s: %lld, not %lld", what->label, selected->label, got, expected);
        cujit_array_free(selected->subset);
        cujit_array_free(x);
        cujit_array_free(y);
    }
}

/* ---- Forced variants --------------------------------------------------------------------------------------------- */

static const struct {
    unsigned unroll, lanes, block;
    uint64_t parts;
    unsigned flags;
} plans[] = {
    {1, 1, 1, 1, 0},
    {1, 1, 1, 4, CJ_VARIANT_WIDE},
    {2, 8, 256, 1, 0},
    {4, 32, 256, 1, CJ_VARIANT_WIDE},
    {4, 128, 128, 1, 0},
    {2, 256, 256, 5, 0},
    {1, 64, 64, 3, CJ_VARIANT_WIDE},
};

enum { PLANS = sizeof plans / sizeof *plans };

static void launch_plan(cj_call *call, const cj_reduction_views *views, size_t k)
{
    cj_reduction_plan plan = {
        .variant = {.form = CJ_FOLD_ROWS,
                    .width = 1,
                    .unroll = (uint8_t)plans[k].unroll,
                    .lanes = (uint16_t)plans[k].lanes,
                    .block = (uint16_t)plans[k].block,
                    .flags = plans[k].flags},
        .parts = plans[k].parts,
    };

    ck_assert(cj_reduction_views_force(call, views, &plan));
    must(cj_reduction_views_launch(call, views, &plan, &fault));
}

/* As prepare_selection() of reduction.c makes it of a range or a subset. */
static cj_selection selection_of(const selection *from)
{
    cj_selection out = {.n = from->count};

    if (from->subset != NULL) {
        out.flags = CJ_VARIANT_SUBSET;
        out.subset = cujit_array_data(from->subset);
        out.index = cujit_array_dtype(from->subset);
    } else {
        out.flags = CJ_VARIANT_RANGE;
        out.start = from->of[0];
        out.step = from->count > 1 ? from->of[1] - from->of[0] : 1;
    }
    return out;
}

TEST_EACH(forms_give_the_right_results, ROWS)
{
    const row *what = &rows[_i];
    cujit_reduction *reduction = make_reduction(context, &what->spec);
    selection *selected = memory_of(sizeof *selected);
    cujit_array *out = NULL;

    must(cujit_array_create(context, CUJIT_INT64, 0, NULL, &out, &fault));
    for (size_t k = 0; k < 3 * PLANS; k++) {
        const shape_row *shape = &shapes[(7 * k + 3 * (size_t)_i) % SHAPES];
        cujit_array *x = view(shape, 0), *y = view(shape, 1);
        long long got = -1, expected;
        cj_reduction_views views;
        cj_selection within;
        cj_call call;

        select_elements(selected, shape, (int)(k % WAYS));
        expected = expected_of(what, shape, selected);
        within = selection_of(selected);
        must(cj_call_bind(&reduction->kernel->core, &CUJIT_ARGS(x, y), NULL, &call, &fault));
        must(cj_fold_call_operands(&call, &fault));
        must(cj_reduction_views_find(&call, NULL, &within, &out, &views, &fault));
        launch_plan(&call, &views, k / 3);
        download(out, &got);
        expect(got == expected, "%s, %s, plan %zu: %lld, not %lld", what->label, selected->label, k / 3, got, expected);
        cujit_array_free(selected->subset);
        cujit_array_free(x);
        cujit_array_free(y);
    }
    cujit_array_free(out);
}

/* ---- Several results, tables, nothing ---------------------------------------------------------------------------- */

/* n is the number of those selected; and arrays that are used otherwise than as x[i] must be as large as all of
 * them. */
TEST(means_and_tables)
{
    static const cujit_reduction_result most = {
        .out_type = "int", .reduce = "cujit_max(a, b)", .map = "x[i] + t[i] + 0 * t[n - 3]"};
    cujit_reduction *reduction = make_reduction(context,
                                                &(cujit_reduction_spec){.arguments = "const int *x, const int *t",
                                                                        .out_type = "double",
                                                                        .reduce = "a + b",
                                                                        .neutral = "0",
                                                                        .map = "x[i]",
                                                                        .post = "a / n",
                                                                        .more = &most,
                                                                        .more_count = 1});
    const cujit_reduction_options options = {.range = &(cujit_range){1, 7, 2}};
    cujit_array *x = view(&shapes[1], 0), *table = NULL, *results[2] = {NULL};
    const size_t shape[] = {7, 11}, small[] = {7, 1};
    double mean = 0;
    int largest = 0, expected = INT32_MIN, sum = 0;

    table = view_at(context, CUJIT_INT32, 2, shape, NULL, base);
    must(cujit_reduction_run(reduction, &options, CUJIT_ARGS(x, table), results, &fault));
    for (size_t i = 1; i < 7; i += 2) {
        int found = element(&shapes[1], 0, i) + values[i];

        sum += element(&shapes[1], 0, i);
        expected = found > expected ? found : expected;
    }
    download(results[0], &mean);
    download(results[1], &largest);
    ck_assert_double_eq(mean, sum / 3.0);
    ck_assert_int_eq(largest, expected);
    cujit_array_free(table);
    cujit_array_free(results[0]);
    cujit_array_free(results[1]);
    results[0] = NULL;
    table = view_at(context, CUJIT_INT32, 2, small, NULL, base);
    refuse(cujit_reduction_run(reduction, &options, CUJIT_ARGS(x, table), results, &fault), CUJIT_ERROR_ARGUMENT_SIZE,
           "(t)");
    ck_assert_ptr_null(results[0]);
}

TEST(none_give_the_neutral_or_an_error)
{
    cujit_reduction *sum = make_reduction(context, &rows[0].spec), *most = make_reduction(context, &rows[3].spec);
    cujit_array *x = view(&shapes[1], 0), *y = view(&shapes[1], 1), *result = NULL,
                *none = zeros(context, CUJIT_INT32, 0);
    const cujit_slice slice = {10, 3, 1};
    const cujit_reduction_options options[] = {{.slice = &slice}, {.subset = none}};

    for (size_t k = 0; k < 2; k++) {
        long long got = -1;

        run_to(sum, &options[k], CUJIT_ARGS(x, y), &got);
        ck_assert_int_eq(got, 0);
        ck_assert_int_eq(cujit_reduction_run(most, &options[k], CUJIT_ARGS(x, y), &result, &fault),
                         CUJIT_ERROR_ARGUMENT_SIZE);
        ck_assert_ptr_nonnull(strstr(fault.message, "no elements"));
        ck_assert_ptr_null(result);
    }
}

/* Arrays of one length whose shapes broadcast are no lists of that length, whatever else is wrong with the call. */
TEST(what_broadcasts_is_no_list)
{
    static const float numbers[] = {1, 2, 3};
    static const size_t dims[2][2] = {{3}, {3, 1}}, two = 2;
    cujit_reduction *sum = make_reduction(context,
                                          &(cujit_reduction_spec){.out_type = "float",
                                                                  .arguments = "const float *x, const float *y",
                                                                  .map = "x[i] + y[i]",
                                                                  .reduce = "a + b"});
    cujit_array *x = NULL, *y = NULL, *pair = NULL, *result = NULL;
    const cujit_slice none = {-2, 5, 1}; /* 7:5 of 9 elements; of 3 it would be 1:3 */
    const cujit_range all = {0, 9, 1};
    float got = 0;
    const struct {
        cujit_reduction_options options;
        const char *message;
    } cases[] = {
        {{.slice = &none}, "no elements"},
        {{.range = &all, .out = &pair}, "out[0] must have shape ()"},
    };

    x = upload_shape(context, CUJIT_FLOAT32, 1, dims[0], numbers);
    y = upload_shape(context, CUJIT_FLOAT32, 2, dims[1], numbers);
    must(cujit_array_create(context, CUJIT_FLOAT32, 1, &two, &pair, &fault));
    for (size_t k = 0; k < COUNT(cases); k++) {
        ck_assert_int_eq(cujit_reduction_run(sum, &cases[k].options, CUJIT_ARGS(x, y), &result, &fault),
                         CUJIT_ERROR_ARGUMENT_SIZE);
        ck_assert_msg(strstr(fault.message, cases[k].message) != NULL, "row %zu: %s", k, fault.message);
        ck_assert_ptr_null(result);
    }
    run_to(sum, &(cujit_reduction_options){.range = &all}, CUJIT_ARGS(x, y), &got);
    ck_assert_float_eq(got, 36);
    cujit_array_free(pair);
}

TEST(ranges_must_stay_inside)
{
    cujit_reduction *sum = make_reduction(context, &rows[0].spec);
    cujit_array *x = view(&shapes[5], 0), *y = view(&shapes[5], 1), *result = NULL;
    const cujit_range beyond = {0, 5 * 6 * 7 + 1, 1}, all = {0, 5 * 6 * 7, 1};
    long long got = 0, expected = 0;

    for (size_t i = 0; i < 5 * 6 * 7; i++)
        expected += element(&shapes[5], 0, i) + 2 * element(&shapes[5], 1, i);
    run_to(sum, &(cujit_reduction_options){.range = &all}, CUJIT_ARGS(x, y), &got);
    ck_assert_int_eq(got, expected);
    refuse(cujit_reduction_run(sum, &(cujit_reduction_options){.range = &beyond}, CUJIT_ARGS(x, y), &result, &fault),
           CUJIT_ERROR_ARGUMENT_VALUE, "210 elements");
    ck_assert_ptr_null(result);
}

/* The ready-made ones take the same options. */
TEST(ready_made_ones_select_too)
{
    cujit_array *x = view(&shapes[1], 0), *result = NULL;
    const cujit_slice backwards = {CUJIT_SLICE_END, CUJIT_SLICE_END, -2};
    long long got = 0, expected = 0;

    for (size_t i = 0; i < 77; i += 2)
        expected += element(&shapes[1], 0, i);
    must(cujit_reduce(CUJIT_REDUCER_SUM, x, &(cujit_reduction_options){.slice = &backwards}, &result, &fault));
    download(result, &got);
    ck_assert_int_eq(got, expected);
    cujit_array_free(result);
}
