/*
 * test_reduction_views.c: every form of reductions along axes, forced on all kinds of shapes, axes and strides, against
 * a plain loop in C; and what launches choose by themselves. All values are whole numbers, so that sums are exact
 * whatever their brackets. On every device.
 */
#include "libjit/reduction/reduction.h"
#include "libjit/runtime/array.h"
#include "tests/property.h"

#include <stdio.h>

enum { ROUNDS = 8 };

static cujit_context *context;
static uint64_t seed;

static size_t below(size_t n)
{
    return draw_below(&seed, n);
}

/* ---- Kernels, and what they should do ---------------------------------------------------------------------------- */

FOLD_STEP(add, s->of[0] += e->x)
FOLD_STEP(add_product, s->of[0] += e->x * e->y)

static void several(fold_state *s, const fold_element *e)
{
    s->of[0] = !s->begun || e->x < s->of[0] ? e->x : s->of[0];
    s->of[1] = !s->begun || e->x > s->of[1] ? e->x : s->of[1];
    s->of[2] += e->x + e->y;
}

static void find_most(fold_state *s, const fold_element *e)
{
    if (!s->begun || e->x > s->of[1]) {
        s->of[0] = e->j;
        s->of[1] = e->x;
    }
}

static void find_least(fold_state *s, const fold_element *e)
{
    if (!s->begun || e->x < s->of[1]) {
        s->of[0] = e->i;
        s->of[1] = e->x;
    }
}

/* f(g(z)) of z -> a * z + b, one after the other. */
static void compose(fold_state *s, const fold_element *e)
{
    const unsigned a = 2 * (unsigned)e->x + 1, b = (unsigned)e->y + 3;

    s->of[0] = (unsigned)s->of[0] * a + b;
}

FOLD_STEP(take_last, s->of[0] = e->x * 1000 + e->j * 10 + e->i % 10)

static int table[16];

FOLD_STEP(look_up, s->of[0] += table[e->x & 15] + e->i)

typedef struct row {
    const char *label, *x, *y; /* y NULL: there is none */
    cujit_reduction_spec spec; /* of the arguments x, y and, if `tabled`, table */
    fold_step expected;
    bool tabled, ordered, needs_elements;
} row;

#define MORE(...) ((const cujit_reduction_result[]){__VA_ARGS__})

/* clang-format off */
static const row rows[] = {
    {"a sum of floats", "float", NULL, {SUM_FROM_0, .out_type = "float", .map = "x[i]"}, add, false, false, false},
    {"a sum of bytes", "signed char", NULL, {SUM_FROM_0, .out_type = "int", .map = "x[i]"}, add, false, false, false},
    {"a sum of unsigned bytes", "unsigned char", NULL, {SUM_FROM_0, .out_type = "unsigned long long", .map = "x[i]"},
     add, false, false, false},
    {"a dot of bytes", "signed char", "signed char", {SUM_FROM_0, .out_type = "long long", .map = "x[i] * y[i]"},
     add_product, false, false, false},
    {"a dot of shorts and doubles", "short", "double", {SUM_FROM_0, .out_type = "double", .map = "x[i] * y[i]"},
     add_product, false, false, false},
    {"three in one pass", "double", "float", {.out_type = "double", .reduce = "cujit_min(a, b)", .map = "x[i]",
     .more_count = 2, .more = MORE({.out_type = "int", .reduce = "cujit_max(a, b)", .map = "x[i]"},
     {SUM_FROM_0, .out_type = "float", .accumulator = "double", .map = "x[i] + y[i]"})}, several, false, false, true},
    {"the first of the largest", "float", NULL, {.out_type = "long long", .accumulator = "cujit_indexed<float>",
     .reduce = "cujit_max(a, b)", .map = "cujit_at(same(x[i]), j)", .post = "a.index",
     .preamble = "template <class T> __device__ T same(T v) { return v; }"}, find_most, false, false, true},
    {"the first of the smallest of all", "signed char", NULL, {.out_type = "long long",
     .accumulator = "cujit_indexed<signed char>", .reduce = "cujit_min(a, b)", .map = "cujit_at(x[i], i)",
     .post = "a.index"}, find_least, false, false, true},
    {"structs in order", "short", "float", {.out_type = "unsigned", .accumulator = "affine", .neutral = "affine{1, 0}",
     .reduce = "affine{a.a * b.a, a.b * b.a + b.b}", .map = "affine{2 * (unsigned)x[i] + 1, (unsigned)((int)y[i] + 3)}",
     .post = "a.b"}, compose, false, true, false},
    {"the last, without a neutral", "int", NULL, {.out_type = "long long", .reduce = "(a, b)",
     .map = "x[i] * 1000LL + j * 10 + i % 10"}, take_last, false, true, true},
    {"a table", "int", NULL, {SUM_FROM_0, .out_type = "long long", .map = "table[x[i] & 15] + i"}, look_up, true, false,
     false},
};
/* clang-format on */

enum { ROWS = sizeof rows / sizeof *rows };

/* ---- One call ---------------------------------------------------------------------------------------------------- */

typedef struct shape_row {
    int ndim;
    size_t shape[7];
    int axis_count; /* 0: none is folded */
    int axes[7];
} shape_row;

/* clang-format off */
static const shape_row shapes[] = {
    {2, {7, 129}, 1, {1}},                       {2, {7, 129}, 1, {0}},
    {2, {129, 7}, 1, {-2}},                      {2, {64, 64}, 1, {1}},
    {2, {64, 64}, 1, {0}},                       {2, {3, 1000}, 1, {1}},
    {2, {1000, 3}, 1, {0}},                      {2, {2000, 1}, 1, {0}},
    {2, {1, 2000}, 1, {1}},                      {2, {130, 33}, 2, {0, 1}},
    {2, {5, 4099}, 1, {1}},                      {2, {4099, 5}, 1, {0}},
    {2, {2048, 48}, 1, {0}},                     {1, {5000}, 1, {0}},
    {1, {300}, 0, {0}},                          {3, {5, 6, 64}, 1, {1}},
    {3, {5, 6, 67}, 2, {0, 2}},                  {3, {5, 6, 64}, 2, {2, 0}},
    {3, {50, 6, 7}, 2, {0, 1}},                  {3, {5, 6, 67}, 0, {0}},
    {3, {5, 6, 67}, 3, {0, 1, 2}},               {7, {4, 3, 2, 4, 3, 2, 2}, 4, {1, 4, 3, 6}},
    {2, {1, 1}, 1, {1}},                         {2, {5, 0}, 1, {1}},
    {2, {0, 5}, 1, {1}},                         {0, {0}, 0, {0}},
};
/* clang-format on */

enum { SHAPES = sizeof shapes / sizeof *shapes };

/* C order every other time, else one of the ways to differ from it. */
static unsigned draw_way(void)
{
    static const unsigned ways[] = {DRAW_TURNED, DRAW_BACKWARD, DRAW_STEPS, DRAW_GAPS, DRAW_MOVED, DRAW_REPEATED};

    return below(2) == 0 ? 0 : ways[below(COUNT(ways))];
}

typedef struct call {
    const row *what;
    fold_call fold;
    int kept;
    size_t kept_shape[MOST_AXES], results, length;
    operand x, y, outs[3];
} call;

static void make_call(call *c, const row *what, const shape_row *shape, unsigned x, unsigned y, unsigned out)
{
    *c = (call){.what = what};
    c->fold = (fold_call){.step = what->expected,
                          .ndim = shape->ndim,
                          .axes = shape->axes,
                          .axis_count = shape->axis_count,
                          .x = &c->x,
                          .y = &c->y,
                          .outs = c->outs,
                          .out_count = 1 + what->spec.more_count};
    memcpy(c->fold.shape, shape->shape, sizeof shape->shape);
    c->kept = kept_shape(&c->fold, c->kept_shape, &c->length);
    c->results = size_of_shape(c->kept, c->kept_shape);
    c->x = draw_operand(context, number_type_of(what->x), shape->ndim, shape->shape, x, 0, 0, &seed);
    c->y = draw_operand(context, number_type_of(what->y != NULL ? what->y : "float"), shape->ndim, shape->shape, y, 0,
                        0, &seed);
    for (size_t k = 0; k < c->fold.out_count; k++)
        c->outs[k] = draw_operand(context,
                                  number_type_of(k == 0 ? what->spec.out_type : what->spec.more[k - 1].out_type),
                                  c->kept, c->kept_shape, out, 0, 64, &seed);
    if (c->length > 0 || !what->needs_elements)
        expect_fold(&c->fold);
}

static void describe(const call *c, const cj_reduction_plan *plan, char *out, size_t room)
{
    const cj_variant *v = &plan->variant;

    snprintf(out, room,
             "%s: (%s), %zu results of %zu; form %d width %d unroll %d lanes %d block %d flags %d kept %d folded %d, "
             "%llu parts, share %llu",
             c->what->label, describe_operand(&c->x, (char[400]){0}), c->results, c->length, v->form, v->width,
             v->unroll, v->lanes, v->block, v->flags, v->kept, v->folded, (unsigned long long)plan->parts,
             (unsigned long long)plan->share);
}

/* ---- Forced variants --------------------------------------------------------------------------------------------- */

typedef struct plan_row {
    cj_fold_form form;
    unsigned width, unroll, lanes, block;
    uint64_t parts, share;
} plan_row;

/* The host's own first; the others need barriers, which it has too. */
static const plan_row plans[] = {
    {CJ_FOLD_ROWS, 1, 1, 1, 1, 1, 5},        {CJ_FOLD_ROWS, 8, 1, 1, 1, 3, 1},
    {CJ_FOLD_COLUMNS, 1, 1, 1, 1, 1, 3},     {CJ_FOLD_COLUMNS, 16, 1, 1, 1, 5, 1},
    {CJ_FOLD_ROWS, 1, 4, 1, 256, 1, 0},      {CJ_FOLD_ROWS, 4, 2, 2, 256, 1, 0},
    {CJ_FOLD_ROWS, 4, 4, 16, 256, 1, 64},    {CJ_FOLD_ROWS, 1, 2, 32, 256, 1, 0},
    {CJ_FOLD_ROWS, 16, 2, 8, 256, 1, 0},     {CJ_FOLD_ROWS, 2, 2, 256, 256, 1, 3},
    {CJ_FOLD_ROWS, 1, 2, 256, 256, 7, 2},    {CJ_FOLD_ROWS, 4, 4, 128, 128, 3, 1},
    {CJ_FOLD_COLUMNS, 1, 4, 8, 256, 1, 0},   {CJ_FOLD_COLUMNS, 4, 2, 4, 256, 1, 2},
    {CJ_FOLD_COLUMNS, 4, 4, 1, 128, 5, 0},   {CJ_FOLD_COLUMNS, 2, 1, 64, 256, 4, 0},
    {CJ_FOLD_COLUMNS, 8, 2, 16, 128, 2, 2},  {CJ_FOLD_COLUMNS, 16, 1, 2, 256, 1, 0},
    {CJ_FOLD_COLUMNS, 1, 2, 256, 256, 1, 0},
};

enum { HOST_PLANS = 4, PLANS = sizeof plans / sizeof *plans }; /* the first, of one thread a block: the host's alone */

static cujit_reduction *make_row(const row *what)
{
    cujit_reduction_spec spec = what->spec;
    char arguments[160];

    snprintf(arguments, sizeof arguments, "const %s *x%s%s%s%s", what->x, what->y != NULL ? ", const " : "",
             what->y != NULL ? what->y : "", what->y != NULL ? " *y" : "", what->tabled ? ", const int *table" : "");
    spec.arguments = arguments;
    return make_reduction(context, &spec);
}

/* The call's arrays; and `device_table`, where there is a table. `room` lives as long as the call. */
static cujit_args take_arguments(const call *c, void *device_table, cujit_arg room[2])
{
    size_t count = 0;

    room[count++] = cujit_arg_array(c->x.array);
    if (c->what->y != NULL)
        room[count++] = cujit_arg_array(c->y.array);
    if (c->what->tabled)
        room[count++] = CUJIT_POINTER(device_table, CUJIT_INT32, 16);
    return (cujit_args){room, count};
}

static void bind(const call *c, const cj_fold_kernel *kernel, void *device_table, cujit_arg room[2], cj_call *bound)
{
    const cujit_args args = take_arguments(c, device_table, room);

    must(cj_call_bind(&kernel->core, &args, NULL, bound, &fault));
    must(cj_fold_call_operands(bound, &fault));
}

/* Takes earlier results away first, so that they do not count. */
static void launch(const call *c, const cj_fold_views *views, const cj_reduction_plan *plan)
{
    char label[700];

    describe(c, plan, label, sizeof label);
    for (size_t k = 0; k < c->fold.out_count; k++)
        must(cujit_array_fill_from_host(c->outs[k].base, c->outs[k].memory, c->outs[k].bytes, &fault));
    if (cj_reduction_views_launch(views, plan, &fault) != CUJIT_OK)
        ck_abort_msg("%s: %s\n%s", label, fault.message, fault.log != NULL ? fault.log : "");
    for (size_t k = 0; k < c->fold.out_count; k++)
        check_operand(&c->outs[k], label);
}

/* Kernels take long to compile: a row tries four of the plans, two a round, and other rows the others, some of them
 * wide. */
static int check_call(const call *c, const cj_fold_kernel *kernel, void *device_table, size_t round)
{
    const cujit_reduction_options options = {.axes = c->fold.axes, .axis_count = c->fold.axis_count};
    cujit_array *outs[3] = {c->outs[0].array, c->outs[1].array, c->outs[2].array};
    cj_fold_views views;
    cj_reduction_plan plan;
    cj_call bound;
    cujit_arg room[2];
    int done = 0;

    bind(c, kernel, device_table, room, &bound);
    must(cj_fold_views_find(&bound, outs, options.axes, options.axis_count, NULL, options.keepdims != 0, &views,
                            &fault));
    if (views.loop.kept.size == 0)
        return 0;
    for (size_t k = 2 * round; k < 2 * round + 2; k++) {
        const size_t first = on_gpu(context) ? HOST_PLANS : 0;
        const plan_row *forced = &plans[first + ((size_t)(c->what - rows) * 7 + 5 * (k % 4)) % (PLANS - first)];

        plan = (cj_reduction_plan){
            .variant = {.form = (uint8_t)forced->form,
                        .width = (uint8_t)forced->width,
                        .unroll = (uint8_t)forced->unroll,
                        .lanes = (uint16_t)forced->lanes,
                        .block = (uint16_t)forced->block,
                        .flags = ((forced - plans) + (c->what - rows)) % 4 == 0 ? CJ_VARIANT_WIDE : 0},
            .parts = forced->parts,
            .share = forced->share,
        };

        if (!cj_reduction_views_force(&views, &plan))
            continue;
        launch(c, &views, &plan);
        done++;
    }
    plan = cj_reduction_views_choose(&views);
    launch(c, &views, &plan);
    return done;
}

static void setup(void)
{
    context = cj_test_context();
    register_type(context, &(cujit_type_spec){"affine", "struct affine { unsigned a, b; };", 8, 4});
}

FIXTURE(setup, NULL)

TEST_EACH(forms_give_the_right_results, ROWS)
{
    const row *what = &rows[_i];
    cujit_reduction *reduction = make_row(what);
    void *device_table = device_memory(context, sizeof table);
    int done = 0;

    for (int k = 0; k < 16; k++)
        table[k] = k * k - 7;
    must(cujit_memory_to_device(context, device_table, table, sizeof table, &fault));
    ck_assert_int_eq(reduction->kernel->ordered, what->ordered);
    seed = 1000 + (uint64_t)_i;
    for (size_t round = 0; round < ROUNDS; round++) {
        const shape_row *shape = &shapes[(7 * (size_t)_i + 5 * round) % SHAPES];
        call c;

        make_call(&c, what, shape, what->tabled ? 0 : draw_way(), draw_way(), draw_way() & DRAW_OUTPUT);
        if (c.length > 0 || !what->needs_elements)
            done += check_call(&c, reduction->kernel, device_table, round);
    }
    ck_assert_int_gt(done, 1); /* of the forced ones; not every plan fits every shape */
}

/* ---- Calls ------------------------------------------------------------------------------------------------------- */

/* What launches choose, over all shapes, with and without the axes kept, and into new arrays. */
TEST_EACH(calls_give_the_right_results, SHAPES)
{
    const shape_row *shape = &shapes[_i];

    seed = 5000 + (uint64_t)_i;
    for (size_t r = 0; r < 3; r++) {
        const row *what = &rows[(size_t[]){0, 6, 8}[r]];
        cujit_reduction *reduction = make_row(what);
        cujit_reduction_options options = {
            .axes = shape->axes, .axis_count = shape->axis_count, .keepdims = (int)r % 2};
        cujit_array *result = NULL;
        cujit_status status;
        cujit_arg room[2];
        call c;

        make_call(&c, what, shape, draw_way(), draw_way(), 0);
        status = cujit_reduction_run(reduction, &options, take_arguments(&c, NULL, room), &result, &fault);
        if (what->needs_elements && c.length == 0 && c.results > 0) {
            refuse(status, CUJIT_ERROR_ARGUMENT_SIZE, "no elements");
        } else {
            must(status);
            ck_assert_int_eq(result->ndim, options.keepdims ? shape->ndim : c.kept);
            ck_assert_uint_eq(result->size, c.results);
            if (c.results > 0)
                download(result, c.outs[0].memory + c.outs[0].offset);
            ck_assert_msg(memcmp(c.outs[0].memory, c.outs[0].wanted, c.outs[0].bytes) == 0, "%s, shape %d", what->label,
                          _i);
        }
        cujit_array_free(result);
    }
}

/* Long enough for blocks to share what they do, on any device; twice, since tickets must be as they were. */
TEST(large_ones_are_shared)
{
    static const shape_row large[] = {
        {2, {2, 400000}, 1, {1}},
        {2, {100000, 24}, 1, {0}},
        {2, {3, 300001}, 2, {0, 1}},
        {3, {700, 3, 301}, 2, {0, 2}},
    };
    cujit_reduction *sum = make_row(&rows[0]), *most = make_row(&rows[6]);

    seed = 77;
    for (size_t k = 0; k < 2 * COUNT(large); k++) {
        const row *what = &rows[k % 2 == 0 ? 0 : 6];
        const cujit_reduction_options options = {.axes = large[k / 2].axes, .axis_count = large[k / 2].axis_count};
        cj_reduction_plan plan;
        cj_fold_views views;
        cj_call bound;
        cujit_arg room[2];
        call c;

        make_call(&c, what, &large[k / 2], DRAW_GAPS, 0, DRAW_STEPS);
        bind(&c, (k % 2 == 0 ? sum : most)->kernel, NULL, room, &bound);
        must(cj_fold_views_find(&bound, (cujit_array *[]){c.outs[0].array}, options.axes, options.axis_count, NULL,
                                options.keepdims != 0, &views, &fault));
        plan = cj_reduction_views_choose(&views);
        for (int turn = 0; turn < 2; turn++)
            launch(&c, &views, &plan);
    }
}

/* ---- Errors ------------------------------------------------------------------------------------------------------ */

TEST(a_result_in_its_own_array_is_refused)
{
    cujit_array *x = zeros_shape(context, CUJIT_FLOAT32, 2, (const size_t[]){6, 8}), *out = view_of(x, 40, 6);

    refuse(cujit_reduction_run(make_row(&rows[0]),
                               &(cujit_reduction_options){.axes = (const int[]){1}, .axis_count = 1, .out = &out},
                               CUJIT_ARGS(x), NULL, &fault),
           CUJIT_ERROR_INVALID_ARGUMENT, "out[0] overlaps argument 1 (x)");
}
