/*
 * test_reduction_ranges.c: reductions of a range, a slice or a subset of arrays of any strides, against a plain loop in
 * C: what calls choose, and the forms of a GPU. Elements are numbered in C order of the common shape. Of dense arrays:
 * test_reduction_calls.c. On every device.
 */
#include "libjit/reduction/reduction.h"
#include "tests/property.h"

#include <stdio.h>

enum { MOST = 4096 };

CONTEXT_FOR_EACH_CASE

/* ---- Shapes ------------------------------------------------------------------------------------------------------ */

/* Two arrays, which broadcast. */
static const struct {
    const char *label, *x, *y;
} shapes[] = {
    {"dense", "7x11 11x1", "7x11 11x1@100"},         {"transposed", "7x1 11x7", "7x1 11x7@3"},
    {"of two orders", "40x1 60x40@1", "40x60 60x1"}, {"with gaps", "999x3", "999x1@5"},
    {"backwards", "33x-64 30x-2", "33x30 30x1"},     {"broadcast", "1x0 6x7 7x1@9", "5x2 1x0 1x0"},
    {"repeated", "64x0 32x1", "64x1 32x0"},          {"of four axes", "3x1 4x18 5x3 6x100", "3x120 4x30 5x6 6x1"},
    {"of one element", "1x5 1x9@77", "1x1 1x1"},     {"long", "2x1 2048x2", "2x2048 2048x1"},
};

enum { TRANSPOSED = 1, BROADCAST = 5, SHAPES = sizeof shapes / sizeof *shapes };

typedef struct call {
    operand x, y, out;
    fold_call fold;
    size_t size;
} call;

static void make_call(call *c, int shape, fold_step step)
{
    c->x = operand_of_text(context, "int", shapes[shape].x);
    c->y = operand_of_text(context, "int", shapes[shape].y);
    c->out = operand_of_text(context, "long long", "");
    c->fold = (fold_call){.step = step, .ndim = c->x.ndim, .x = &c->x, .y = &c->y, .outs = &c->out, .out_count = 1};
    for (int k = 0; k < c->x.ndim; k++)
        c->fold.shape[k] = c->x.shape[k] != 1 ? c->x.shape[k] : c->y.shape[k];
    c->size = size_of_shape(c->fold.ndim, c->fold.shape);
}

static long long expected_of(call *c, chosen of)
{
    c->fold.of = of;
    expect_fold(&c->fold);
    return get_number(c->out.type, c->out.wanted + c->out.offset);
}

/* ---- Kernels, and what they should do ---------------------------------------------------------------------------- */

FOLD_STEP(add, s->of[0] += e->x + 2 * e->y)
FOLD_STEP(add_places, s->of[0] += e->x * e->i + 7 * e->j + e->n)

/* A polynomial of 31: the multiplier in the upper half, so that the order counts but brackets do not. */
FOLD_STEP(hash, s->of[0] = (long long)(unsigned)((unsigned)s->of[0] * 31u + (unsigned)(e->x + 3 * e->y)))

/* The first of several, in the order of the range. */
static void find_most(fold_state *s, const fold_element *e)
{
    if (!s->begun || e->x > s->of[1]) {
        s->of[1] = e->x;
        s->of[0] = e->j;
    }
}

/* Of equal ones that with the lowest index, wherever it stands in the range. */
static void find_least_index(fold_state *s, const fold_element *e)
{
    if (!s->begun || e->x < s->of[1] || (e->x == s->of[1] && e->i < s->of[0])) {
        s->of[1] = e->x;
        s->of[0] = e->i;
    }
}

FOLD_STEP(add_x, s->of[0] += e->x)

typedef struct row {
    const char *label;
    cujit_reduction_spec spec;
    fold_step step;
} row;

#define ARGUMENTS .arguments = "const int *x, const int *y", .out_type = "long long"

/* clang-format off */
static const row rows[] = {
    {"sum", {SUM_FROM_0, ARGUMENTS, .map = "x[i] + 2 * y[i]"}, add},
    {"sum of places", {SUM_FROM_0, ARGUMENTS, .map = "x[i] * i + 7 * j + n + 0 * y[i]"}, add_places},
    {"in order", {ARGUMENTS, .accumulator = "unsigned long long", .neutral = "1ULL << 32",
     .reduce = "((a >> 32) * (b >> 32) << 32) | (unsigned)(a * (b >> 32) + b)",
     .map = "(31ULL << 32) | (unsigned)(x[i] + 3 * y[i])", .post = "(long long)(unsigned)a"}, hash},
    {"first of the largest", {ARGUMENTS, .accumulator = "cujit_indexed<int>", .reduce = "cujit_max(a, b)",
     .map = "cujit_at(x[i] + 0 * y[i], j)", .post = "a.index"}, find_most},
    {"lowest index of the smallest", {ARGUMENTS, .accumulator = "cujit_indexed<int>", .reduce = "cujit_min(a, b)",
     .map = "cujit_at(x[i] + 0 * y[i], i)", .post = "a.index"}, find_least_index},
};
/* clang-format on */

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

static void select_elements(selection *out, const char *label, size_t size, int way)
{
    int64_t last = (int64_t)size - 1;

    memset(out, 0, sizeof *out);
    snprintf(out->label, sizeof out->label, "arrays %s, selection %d", label, way);
    if (way == 0) {
        take_range(out, 0, 1, size);
    } else if (way == 1) {
        take_range(out, last / 5, 3, (size_t)(last - last / 5) / 3 + 1);
    } else if (way == 2) {
        take_range(out, last, -1, size);
    } else if (way == 3) {
        out->slice = (cujit_slice){-1, CUJIT_SLICE_END, -7};
        out->options.slice = &out->slice;
        take_indices(out, last, -7, size / 7 + (size % 7 != 0));
    } else if (way == 4) {
        take_range(out, last, 1, 1);
    } else {
        take_subset(out, way == 5 ? CUJIT_INT32 : CUJIT_UINT64, size);
    }
}

/* ---- Calls ------------------------------------------------------------------------------------------------------- */

TEST_EACH(calls_give_the_right_results, ROWS)
{
    const row *what = &rows[_i];
    cujit_reduction *reduction = make_reduction(context, &what->spec);
    selection *selected = memory_of(sizeof *selected);

    for (int k = 0; k < SHAPES * WAYS; k++) {
        long long got = -1, expected;
        call c;

        make_call(&c, k / WAYS, what->step);
        select_elements(selected, shapes[k / WAYS].label, c.size, k % WAYS);
        expected = expected_of(&c, (chosen){selected->of, selected->count});
        run_to(reduction, &selected->options, CUJIT_ARGS(c.x.array, c.y.array), &got);
        expect(got == expected, "%s, %s: %lld, not %lld", what->label, selected->label, got, expected);
        cujit_array_free(selected->subset);
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

static void launch_plan(const cj_fold_views *views, size_t k)
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

    ck_assert(cj_reduction_views_force(views, &plan));
    must(cj_reduction_views_launch(views, &plan, &fault));
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

    for (size_t k = 0; k < 2 * PLANS; k++) {
        const int shape = (int)(7 * k + 3 * (size_t)_i) % SHAPES;
        cj_fold_views views;
        cj_selection within;
        char label[160];
        cj_call bound;
        call c;

        make_call(&c, shape, what->step);
        select_elements(selected, shapes[shape].label, c.size, (int)(k + (size_t)_i) % WAYS);
        expected_of(&c, (chosen){selected->of, selected->count});
        within = selection_of(selected);
        must(cj_call_bind(&reduction->kernel->core, &CUJIT_ARGS(c.x.array, c.y.array), NULL, &bound, &fault));
        must(cj_fold_call_operands(&bound, &fault));
        must(cj_fold_views_find(&bound, &c.out.array, NULL, 0, &within, false, &views, &fault));
        launch_plan(&views, k / 2);
        snprintf(label, sizeof label, "%s, %s, plan %zu", what->label, selected->label, k / 2);
        check_operand(&c.out, label);
        cujit_array_free(selected->subset);
    }
}

/* ---- Several results, tables, nothing ---------------------------------------------------------------------------- */

/* Element i in C order. */
static int number_of(const operand *of, size_t i)
{
    size_t place[MOST_AXES];

    find_place(i, of->ndim, of->shape, place);
    return *(int *)element_at(of, of->memory, of->ndim, place);
}

/* n is the number of those selected; and arrays that are used otherwise than as x[i] must be as large as all of
 * them. */
TEST(means_and_tables)
{
    static const cujit_reduction_result most = {
        .out_type = "int", .reduce = "cujit_max(a, b)", .map = "x[i] + t[i] + 0 * t[n - 3]"};
    cujit_reduction *reduction = reduction_with(context, SUM_FROM_0, .arguments = "const int *x, const int *t",
                                                .out_type = "double", .map = "x[i]", .post = "a / n", .more = &most,
                                                .more_count = 1);
    const cujit_reduction_options options = {.range = &(cujit_range){1, 7, 2}};
    operand table = operand_of_text(context, "int", "7x11 11x1"), small = operand_of_text(context, "int", "7x1 1x1");
    cujit_array *results[2] = {NULL};
    call c;
    int expected = INT32_MIN, sum = 0;

    make_call(&c, TRANSPOSED, add);
    must(cujit_reduction_run(reduction, &options, CUJIT_ARGS(c.x.array, table.array), results, &fault));
    for (size_t i = 1; i < 7; i += 2) {
        const int x = number_of(&c.x, i), found = x + number_of(&table, i);

        sum += x;
        expected = found > expected ? found : expected;
    }
    expect_elements(results[0], double, sum / 3.0);
    expect_elements(results[1], int, expected);
    cujit_array_free(results[0]);
    cujit_array_free(results[1]);
    results[0] = NULL;
    refuse(cujit_reduction_run(reduction, &options, CUJIT_ARGS(c.x.array, small.array), results, &fault),
           CUJIT_ERROR_ARGUMENT_SIZE, "(t)");
    ck_assert_ptr_null(results[0]);
}

TEST(none_give_the_neutral_or_an_error)
{
    cujit_reduction *sum = make_reduction(context, &rows[0].spec), *most = make_reduction(context, &rows[3].spec);
    cujit_array *result = NULL, *none = zeros(context, CUJIT_INT32, 0);
    const cujit_slice slice = {10, 3, 1};
    const cujit_reduction_options options[] = {{.slice = &slice}, {.subset = none}};
    call c;

    make_call(&c, TRANSPOSED, add);
    for (size_t k = 0; k < 2; k++) {
        expect_elements(run_reduction(sum, &options[k], CUJIT_ARGS(c.x.array, c.y.array)), long long, 0);
        refuse(cujit_reduction_run(most, &options[k], CUJIT_ARGS(c.x.array, c.y.array), &result, &fault),
               CUJIT_ERROR_ARGUMENT_SIZE, "no elements");
        ck_assert_ptr_null(result);
    }
}

/* Arrays of one length whose shapes broadcast are no lists of that length, whatever else is wrong with the call. */
TEST(what_broadcasts_is_no_list)
{
    static const float numbers[] = {1, 2, 3};
    static const size_t dims[2][2] = {{3}, {3, 1}}, two = 2;
    cujit_reduction *sum = reduction_with(context, .out_type = "float", .arguments = "const float *x, const float *y",
                                          .map = "x[i] + y[i]", .reduce = "a + b");
    cujit_array *x = upload_shape(context, CUJIT_FLOAT32, 1, dims[0], numbers), *result = NULL;
    cujit_array *y = upload_shape(context, CUJIT_FLOAT32, 2, dims[1], numbers);
    cujit_array *pair = strided(context, CUJIT_FLOAT32, 1, &two, NULL);
    const cujit_slice none = {-2, 5, 1}; /* 7:5 of 9 elements; of 3 it would be 1:3 */
    const cujit_range all = {0, 9, 1};
    const struct {
        cujit_reduction_options options;
        const char *message;
    } cases[] = {
        {{.slice = &none}, "no elements"},
        {{.range = &all, .out = &pair}, "out[0] must have shape ()"},
    };

    for (size_t k = 0; k < COUNT(cases); k++) {
        refuse(cujit_reduction_run(sum, &cases[k].options, CUJIT_ARGS(x, y), &result, &fault),
               CUJIT_ERROR_ARGUMENT_SIZE, cases[k].message);
        ck_assert_ptr_null(result);
    }
    expect_elements(run_reduction(sum, &(cujit_reduction_options){.range = &all}, CUJIT_ARGS(x, y)), float, 36);
}

TEST(ranges_must_stay_inside)
{
    cujit_reduction *sum = make_reduction(context, &rows[0].spec);
    const cujit_range beyond = {0, 5 * 6 * 7 + 1, 1}, all = {0, 5 * 6 * 7, 1};
    cujit_array *result = NULL;
    call c;

    make_call(&c, BROADCAST, add);
    expect_elements(run_reduction(sum, &(cujit_reduction_options){.range = &all}, CUJIT_ARGS(c.x.array, c.y.array)),
                    long long, expected_of(&c, (chosen){0}));
    refuse(cujit_reduction_run(sum, &(cujit_reduction_options){.range = &beyond}, CUJIT_ARGS(c.x.array, c.y.array),
                               &result, &fault),
           CUJIT_ERROR_ARGUMENT_VALUE, "210 elements");
    ck_assert_ptr_null(result);
}

/* The ready-made ones take the same options. */
TEST(ready_made_ones_select_too)
{
    const cujit_slice backwards = {CUJIT_SLICE_END, CUJIT_SLICE_END, -2};
    cujit_array *result = NULL;
    call c;

    make_call(&c, TRANSPOSED, add_x);
    must(cujit_reduce(CUJIT_REDUCER_SUM, c.x.array, &(cujit_reduction_options){.slice = &backwards}, &result, &fault));
    expect_elements(result, long long, expected_of(&c, choose_range(76, -2, 39)));
}
