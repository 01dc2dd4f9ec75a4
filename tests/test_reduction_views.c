/*
 * test_reduction_views.c: every form of reductions along axes, forced on all kinds of shapes, axes and strides, against
 * a plain loop in C; and what launches choose by themselves. All values are whole numbers, so that sums are exact
 * whatever their brackets. On every device.
 */
#include "libjit/reduction/reduction_views.h"
#include "libjit/runtime/array.h"
#include "tests/kernels.h"

#include <stdio.h>

enum { MOST_AXES = 7, GUARD = 64, ROUNDS = 24 };

static cujit_context *context;
static cujit_dtype affine_dtype;
static uint64_t seed;

static size_t below(size_t n)
{
    return (size_t)(next_random(&seed) % n);
}

/* ---- Kernels, and what they should do ---------------------------------------------------------------------------- */

/* The results so far. */
typedef struct state {
    long long of[3];
    bool begun;
} state;

typedef void (*step)(state *s, long long x, long long y, long long i, long long j);

static void add(state *s, long long x, long long y, long long i, long long j)
{
    (void)y, (void)i, (void)j;
    s->of[0] += x;
}

static void add_product(state *s, long long x, long long y, long long i, long long j)
{
    (void)i, (void)j;
    s->of[0] += x * y;
}

static void several(state *s, long long x, long long y, long long i, long long j)
{
    (void)i, (void)j;
    s->of[0] = !s->begun || x < s->of[0] ? x : s->of[0];
    s->of[1] = !s->begun || x > s->of[1] ? x : s->of[1];
    s->of[2] += x + y;
}

static void find_most(state *s, long long x, long long y, long long i, long long j)
{
    (void)y, (void)i;
    if (!s->begun || x > s->of[1]) {
        s->of[0] = j;
        s->of[1] = x;
    }
}

static void find_least(state *s, long long x, long long y, long long i, long long j)
{
    (void)y, (void)j;
    if (!s->begun || x < s->of[1]) {
        s->of[0] = i;
        s->of[1] = x;
    }
}

/* f(g(z)) of z -> a * z + b, one after the other. */
static void compose(state *s, long long x, long long y, long long i, long long j)
{
    unsigned a = 2 * (unsigned)x + 1, b = (unsigned)y + 3;

    (void)i, (void)j;
    if (!s->begun) {
        s->of[1] = a;
        s->of[0] = b;
        return;
    }
    s->of[0] = (unsigned)s->of[0] * a + b;
    s->of[1] = (unsigned)s->of[1] * a;
}

static void take_last(state *s, long long x, long long y, long long i, long long j)
{
    (void)y;
    s->of[0] = x * 1000 + j * 10 + i % 10;
}

static int table[16];

static void look_up(state *s, long long x, long long y, long long i, long long j)
{
    (void)y, (void)j;
    s->of[0] += table[x & 15] + i;
}

typedef struct row {
    const char *label, *x, *y; /* y NULL: there is none */
    cujit_reduction_spec spec; /* of the arguments x, y and, if `tabled`, table */
    step expected;
    bool tabled, ordered, needs_elements;
} row;

#define MORE(...) ((const cujit_reduction_result[]){__VA_ARGS__})

static const row rows[] = {
    {"a sum of floats",
     "float",
     NULL,
     {.out_type = "float", .neutral = "0", .reduce = "a + b", .map = "x[i]"},
     add,
     false,
     false,
     false},
    {"a sum of bytes",
     "signed char",
     NULL,
     {.out_type = "int", .neutral = "0", .reduce = "a + b", .map = "x[i]"},
     add,
     false,
     false,
     false},
    {"a sum of unsigned bytes",
     "unsigned char",
     NULL,
     {.out_type = "unsigned long long", .neutral = "0", .reduce = "a + b", .map = "x[i]"},
     add,
     false,
     false,
     false},
    {"a dot of bytes",
     "signed char",
     "signed char",
     {.out_type = "long long", .neutral = "0", .reduce = "a + b", .map = "x[i] * y[i]"},
     add_product,
     false,
     false,
     false},
    {"a dot of shorts and doubles",
     "short",
     "double",
     {.out_type = "double", .neutral = "0", .reduce = "a + b", .map = "x[i] * y[i]"},
     add_product,
     false,
     false,
     false},
    {"three in one pass",
     "double",
     "float",
     {.out_type = "double",
      .reduce = "cujit_min(a, b)",
      .map = "x[i]",
      .more_count = 2,
      .more = MORE(
          {.out_type = "int", .reduce = "cujit_max(a, b)", .map = "x[i]"},
          {.out_type = "float", .accumulator = "double", .neutral = "0", .reduce = "a + b", .map = "x[i] + y[i]"})},
     several,
     false,
     false,
     true},
    {"the first of the largest",
     "float",
     NULL,
     {.out_type = "long long",
      .accumulator = "cujit_indexed<float>",
      .reduce = "cujit_max(a, b)",
      .map = "cujit_at(x[i], j)",
      .post = "a.index"},
     find_most,
     false,
     false,
     true},
    {"the first of the smallest of all",
     "signed char",
     NULL,
     {.out_type = "long long",
      .accumulator = "cujit_indexed<signed char>",
      .reduce = "cujit_min(a, b)",
      .map = "cujit_at(x[i], i)",
      .post = "a.index"},
     find_least,
     false,
     false,
     true},
    {"structs in order",
     "short",
     "float",
     {.out_type = "unsigned",
      .accumulator = "affine",
      .neutral = "affine{1, 0}",
      .reduce = "affine{a.a * b.a, a.b * b.a + b.b}",
      .map = "affine{2 * (unsigned)x[i] + 1, (unsigned)((int)y[i] + 3)}",
      .post = "a.b"},
     compose,
     false,
     true,
     false},
    {"the last, without a neutral",
     "int",
     NULL,
     {.out_type = "long long", .reduce = "(a, b)", .map = "x[i] * 1000LL + j * 10 + i % 10"},
     take_last,
     false,
     true,
     true},
    {"a table",
     "int",
     NULL,
     {.out_type = "long long", .neutral = "0", .reduce = "a + b", .map = "table[x[i] & 15] + i"},
     look_up,
     true,
     false,
     false},
};

enum { ROWS = sizeof rows / sizeof *rows };

/* ---- Arrays ------------------------------------------------------------------------------------------------------ */

/* Memory with an array in it, whose elements are small whole numbers. */
typedef struct operand {
    cujit_dtype dtype;
    int ndim;
    size_t shape[MOST_AXES], item, bytes, offset;
    ptrdiff_t strides[MOST_AXES];
    unsigned char *memory;
    void *device;
    cujit_array *array;
} operand;

static long long get(const operand *of, const void *at)
{
    bool natural = of->dtype == CUJIT_UINT8 || of->dtype == CUJIT_UINT32 || of->dtype == CUJIT_UINT64;
    unsigned shift = 64 - 8 * (unsigned)of->item;
    uint64_t bits = 0;

    if (of->dtype == CUJIT_FLOAT32)
        return (long long)*(const float *)at;
    if (of->dtype == CUJIT_FLOAT64)
        return (long long)*(const double *)at;
    memcpy(&bits, at, of->item); /* both devices begin with the lowest byte */
    return natural ? (long long)bits : (long long)(bits << shift) >> shift;
}

static void set(const operand *of, void *at, int value)
{
    long long whole = value;

    if (of->dtype == CUJIT_FLOAT32)
        *(float *)at = (float)value;
    else if (of->dtype == CUJIT_FLOAT64)
        *(double *)at = value;
    else
        memcpy(at, &whole, of->item);
}

static cujit_dtype dtype_of(const char *type)
{
    static const struct {
        const char *name;
        cujit_dtype dtype;
    } names[] = {
        {"float", CUJIT_FLOAT32},   {"double", CUJIT_FLOAT64},      {"signed char", CUJIT_INT8},
        {"short", CUJIT_INT16},     {"unsigned char", CUJIT_UINT8}, {"int", CUJIT_INT32},
        {"unsigned", CUJIT_UINT32}, {"long long", CUJIT_INT64},     {"unsigned long long", CUJIT_UINT64},
    };

    for (size_t k = 0; k < COUNT(names); k++) {
        if (strcmp(type, names[k].name) == 0)
            return names[k].dtype;
    }
    ck_abort_msg("no dtype for %s", type);
}

typedef enum how {
    PLAIN,    /* C order, aligned */
    MOVED,    /* C order, beginning an element later */
    PADDED,   /* a gap of a few elements behind each line */
    TURNED,   /* the last axis is the slowest */
    BACKWARD, /* negative strides */
    REPEATED, /* along the first axis */
    SPREAD,   /* every second element */
    HOWS,
} how;

/* Behind what is only read nothing may be touched, and what checks memory must see that. */
static void make_strides(operand *out, how kind, bool read_only)
{
    ptrdiff_t stride = (ptrdiff_t)out->item * (kind == SPREAD ? 2 : 1), low = 0, high = (ptrdiff_t)out->item;

    for (int k = 0; k < out->ndim; k++) {
        int axis = kind == TURNED ? k : out->ndim - 1 - k;

        out->strides[axis] = stride;
        if (kind == REPEATED && axis == 0 && out->ndim > 1) {
            out->strides[axis] = 0;
            continue;
        }
        if (kind == BACKWARD && (k % 2 == 0 || out->ndim == 1)) {
            low += stride * (ptrdiff_t)(out->shape[axis] > 0 ? out->shape[axis] - 1 : 0);
            out->strides[axis] = -stride;
        }
        if (out->strides[axis] > 0 && out->shape[axis] > 0)
            high += out->strides[axis] * (ptrdiff_t)(out->shape[axis] - 1);
        stride *= (ptrdiff_t)out->shape[axis];
        stride += kind == PADDED && k == 0 ? (ptrdiff_t)(out->item * (1 + below(20))) : 0;
    }
    out->offset = GUARD + (size_t)low + (kind == MOVED ? out->item : 0);
    out->bytes = read_only ? out->offset + (size_t)high : out->offset + (size_t)stride + out->item + GUARD;
}

static void make_operand(operand *out, const char *type, int ndim, const size_t *shape, how kind, bool read_only)
{
    *out = (operand){.dtype = dtype_of(type), .ndim = ndim};
    out->item = cujit_dtype_size(out->dtype);
    for (int k = 0; k < ndim; k++)
        out->shape[k] = shape[k];
    make_strides(out, kind, read_only);
    out->memory = must_malloc(out->bytes);
    memset(out->memory, 0x5a, out->bytes);
    for (size_t at = out->offset % out->item; at + out->item <= out->bytes; at += out->item)
        set(out, out->memory + at, (int)below(12) - (out->dtype == CUJIT_UINT8 ? 0 : 5));
    must(cujit_memory_alloc(context, out->bytes, &out->device, &fault));
    must(cujit_memory_to_device(context, out->device, out->memory, out->bytes, &fault));
    out->array = view_at(context, out->dtype, ndim, out->shape, out->strides, (char *)out->device + out->offset);
}

static void free_operand(operand *of)
{
    cujit_array_free(of->array);
    cujit_memory_free(context, of->device);
    free(of->memory);
}

static const unsigned char *element(const operand *of, const size_t *place)
{
    const unsigned char *at = of->memory + of->offset;

    for (int k = 0; k < of->ndim; k++)
        at += (ptrdiff_t)place[k] * of->strides[k];
    return at;
}

/* ---- One call ---------------------------------------------------------------------------------------------------- */

typedef struct shape_row {
    int ndim;
    size_t shape[MOST_AXES];
    int axis_count;
    int axes[MOST_AXES];
} shape_row;

static const shape_row shapes[] = {
    {2, {7, 129}, 1, {1}},
    {2, {7, 129}, 1, {0}},
    {2, {129, 7}, 1, {-2}},
    {2, {64, 64}, 1, {1}},
    {2, {64, 64}, 1, {0}},
    {2, {3, 1000}, 1, {1}},
    {2, {1000, 3}, 1, {0}},
    {2, {2000, 1}, 1, {0}},
    {2, {1, 2000}, 1, {1}},
    {2, {130, 33}, 2, {0, 1}},
    {2, {5, 4099}, 1, {1}},
    {2, {4099, 5}, 1, {0}},
    {2, {2048, 48}, 1, {0}},
    {1, {5000}, 1, {0}},
    {1, {300}, 0, {0}},
    {3, {5, 6, 64}, 1, {1}},
    {3, {5, 6, 67}, 2, {0, 2}},
    {3, {5, 6, 64}, 2, {2, 0}},
    {3, {50, 6, 7}, 2, {0, 1}},
    {3, {5, 6, 67}, 0, {0}},
    {3, {5, 6, 67}, 3, {0, 1, 2}},
    {7, {4, 3, 2, 4, 3, 2, 2}, 4, {1, 4, 3, 6}},
    {2, {1, 1}, 1, {1}},
    {2, {5, 0}, 1, {1}},
    {2, {0, 5}, 1, {1}},
    {0, {0}, 0, {0}},
};

enum { SHAPES = sizeof shapes / sizeof *shapes };

typedef struct call {
    const row *what;
    const shape_row *shape;
    bool folded[MOST_AXES];
    int kept;
    size_t kept_shape[MOST_AXES], results, length;
    operand x, y, outs[3];
    size_t out_count;
    state *expected;
} call;

static void make_expected(call *c)
{
    const shape_row *s = c->shape;
    size_t total = c->results * c->length, place[MOST_AXES];

    c->expected = calloc(c->results + 1, sizeof *c->expected);
    ck_assert_ptr_nonnull(c->expected);
    for (size_t number = 0; number < total; number++) {
        size_t rest = number, result = 0, j = 0;

        for (int k = s->ndim - 1; k >= 0; k--) {
            place[k] = rest % s->shape[k];
            rest /= s->shape[k];
        }
        for (int k = 0; k < s->ndim; k++) {
            size_t *to = c->folded[k] ? &j : &result;

            *to = *to * s->shape[k] + place[k];
        }
        c->what->expected(&c->expected[result], get(&c->x, element(&c->x, place)), get(&c->y, element(&c->y, place)),
                          (long long)number, (long long)j);
        c->expected[result].begun = true;
    }
}

static void make_call(call *c, const row *what, const shape_row *shape, how x, how y, how out)
{
    *c = (call){.what = what, .shape = shape, .results = 1, .length = 1, .out_count = 1 + what->spec.more_count};
    for (int k = 0; k < shape->axis_count; k++)
        c->folded[shape->axes[k] + (shape->axes[k] < 0 ? shape->ndim : 0)] = true;
    for (int k = 0; k < shape->ndim; k++) {
        if (c->folded[k])
            c->length *= shape->shape[k];
        else {
            c->results *= shape->shape[k];
            c->kept_shape[c->kept++] = shape->shape[k];
        }
    }
    make_operand(&c->x, what->x, shape->ndim, shape->shape, x, true);
    make_operand(&c->y, what->y != NULL ? what->y : "float", shape->ndim, shape->shape, y, true);
    for (size_t k = 0; k < c->out_count; k++)
        make_operand(&c->outs[k], k == 0 ? what->spec.out_type : what->spec.more[k - 1].out_type, c->kept,
                     c->kept_shape, out, false);
    make_expected(c);
}

static void free_call(call *c)
{
    free_operand(&c->x);
    free_operand(&c->y);
    for (size_t k = 0; k < c->out_count; k++)
        free_operand(&c->outs[k]);
    free(c->expected);
}

static void describe(const call *c, const cj_reduction_plan *plan, char *out, size_t room)
{
    const cj_variant *v = &plan->variant;

    snprintf(out, room,
             "%s: %d axes, last %zu, %zu results of %zu; form %d width %d unroll %d lanes %d block %d flags %d kept %d "
             "folded %d, %llu parts, share %llu",
             c->what->label, c->shape->ndim, c->shape->ndim > 0 ? c->shape->shape[c->shape->ndim - 1] : 1, c->results,
             c->length, v->form, v->width, v->unroll, v->lanes, v->block, v->flags, v->kept, v->folded,
             (unsigned long long)plan->parts, (unsigned long long)plan->share);
}

/* The results are there, and nothing beside them was written. */
static void check_results(const call *c, const char *label)
{
    for (size_t k = 0; k < c->out_count; k++) {
        const operand *out = &c->outs[k];
        operand got = *out;
        unsigned char *inside = must_malloc(out->bytes);
        size_t place[MOST_AXES] = {0};

        got.memory = must_malloc(out->bytes);
        memset(inside, 0, out->bytes);
        must(cujit_memory_to_host(context, got.memory, out->device, out->bytes, &fault));
        for (size_t r = 0; r < c->results; r++) {
            const unsigned char *at;
            size_t rest = r;

            for (int j = c->kept - 1; j >= 0; j--) {
                place[j] = rest % c->kept_shape[j];
                rest /= c->kept_shape[j];
            }
            at = element(&got, place);
            memset(inside + (at - got.memory), 1, out->item);
            expect(get(&got, at) == c->expected[r].of[k], "%s: result %zu of %zu is %lld, not %lld", label, r, k,
                   get(&got, at), c->expected[r].of[k]);
        }
        for (size_t b = 0; b < out->bytes; b++)
            expect(inside[b] || got.memory[b] == out->memory[b], "%s: byte %zu of %zu was written", label, b,
                   out->bytes);
        free(got.memory);
        free(inside);
    }
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
    cujit_reduction *reduction = NULL;
    cujit_reduction_spec spec = what->spec;
    char arguments[160];

    snprintf(arguments, sizeof arguments, "const %s *x%s%s%s%s", what->x, what->y != NULL ? ", const " : "",
             what->y != NULL ? what->y : "", what->y != NULL ? " *y" : "", what->tabled ? ", const int *table" : "");
    spec.arguments = arguments;
    reduction = make_reduction(context, &spec);
    return reduction;
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
static void launch(const call *c, cj_call *bound, const cj_reduction_views *views, const cj_reduction_plan *plan)
{
    char label[320];

    describe(c, plan, label, sizeof label);
    for (size_t k = 0; k < c->out_count; k++)
        must(cujit_memory_to_device(context, c->outs[k].device, c->outs[k].memory, c->outs[k].bytes, &fault));
    if (cj_reduction_views_launch(bound, views, plan, &fault) != CUJIT_OK)
        ck_abort_msg("%s: %s\n%s", label, fault.message, fault.log != NULL ? fault.log : "");
    check_results(c, label);
}

static int check_call(const call *c, const cj_fold_kernel *kernel, void *device_table, size_t tries)
{
    const cujit_reduction_options options = {.axes = c->shape->axes, .axis_count = c->shape->axis_count};
    cujit_array *outs[3] = {c->outs[0].array, c->outs[1].array, c->outs[2].array};
    cj_reduction_views views;
    cj_reduction_plan plan;
    cj_call bound;
    cujit_arg room[2];
    int done = 0;

    bind(c, kernel, device_table, room, &bound);
    must(cj_reduction_views_find(&bound, &options, NULL, outs, &views, &fault));
    if (views.loop.results == 0)
        return 0;
    for (size_t k = 0; k < tries; k++) {
        /* Kernels take long to compile: a row tries four of the plans, and other rows the others. */
        const size_t first = on_gpu(context) ? HOST_PLANS : 0;
        const plan_row *forced = &plans[first + ((size_t)(c->what - rows) * 7 + 5 * below(4)) % (PLANS - first)];

        plan = (cj_reduction_plan){
            .variant = {.form = (uint8_t)forced->form,
                        .width = (uint8_t)forced->width,
                        .unroll = (uint8_t)forced->unroll,
                        .lanes = (uint16_t)forced->lanes,
                        .block = (uint16_t)forced->block,
                        .flags = below(4) == 0 ? CJ_VARIANT_WIDE : 0},
            .parts = forced->parts,
            .share = forced->share,
        };

        if (!cj_reduction_views_force(&bound, &views, &plan))
            continue;
        launch(c, &bound, &views, &plan);
        done++;
    }
    plan = cj_reduction_views_choose(&bound, &views);
    launch(c, &bound, &views, &plan);
    return done;
}

static void setup(void)
{
    const cujit_type_spec spec = {"affine", "struct affine { unsigned a, b; };", 8, 4};

    context = cj_test_context();
    must(cujit_context_register_type(context, &spec, &affine_dtype, &fault));
}

FIXTURE(setup, NULL)

TEST_EACH(forms_give_the_right_results, ROWS)
{
    const row *what = &rows[_i];
    cujit_reduction *reduction = make_row(what);
    void *device_table = NULL;
    int done = 0;

    for (int k = 0; k < 16; k++)
        table[k] = k * k - 7;
    must(cujit_memory_alloc(context, sizeof table, &device_table, &fault));
    must(cujit_memory_to_device(context, device_table, table, sizeof table, &fault));
    ck_assert_int_eq(reduction->kernel->ordered, what->ordered);
    seed = 1000 + (uint64_t)_i;
    for (int round = 0; round < ROUNDS; round++) {
        const shape_row *shape = &shapes[below(SHAPES)];
        call c;

        make_call(&c, what, shape, what->tabled || below(2) == 0 ? PLAIN : (how)below(HOWS),
                  below(2) == 0 ? PLAIN : (how)below(HOWS),
                  below(2) == 0 ? PLAIN : (how[]){MOVED, TURNED, BACKWARD, SPREAD}[below(4)]);
        if (c.length > 0 || !what->needs_elements)
            done += check_call(&c, reduction->kernel, device_table, 3);
        free_call(&c);
    }
    ck_assert_int_gt(done, ROUNDS / 2);
    cujit_memory_free(context, device_table);
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

        make_call(&c, what, shape, (how)below(HOWS), (how)below(HOWS), PLAIN);
        status = cujit_reduction_run(reduction, &options, take_arguments(&c, NULL, room), &result, &fault);
        if (what->needs_elements && c.length == 0 && c.results > 0) {
            ck_assert_int_eq(status, CUJIT_ERROR_ARGUMENT_SIZE);
            ck_assert_ptr_nonnull(strstr(fault.message, "no elements"));
            cujit_error_clear(&fault);
        } else {
            must(status);
            ck_assert_int_eq(result->ndim, options.keepdims ? shape->ndim : c.kept);
            ck_assert_uint_eq(result->size, c.results);
            if (c.results > 0) {
                unsigned char *got = must_malloc(c.results * c.outs[0].item);

                download(result, got);
                for (size_t k = 0; k < c.results; k++)
                    expect(get(&c.outs[0], got + k * c.outs[0].item) == c.expected[k].of[0],
                           "%s, shape %d: result %zu is %lld, not %lld", what->label, _i, k,
                           get(&c.outs[0], got + k * c.outs[0].item), c.expected[k].of[0]);
                free(got);
            }
        }
        cujit_array_free(result);
        free_call(&c);
        cujit_reduction_free(reduction);
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
        cj_reduction_views views;
        cj_call bound;
        cujit_arg room[2];
        call c;

        make_call(&c, what, &large[k / 2], PADDED, PLAIN, SPREAD);
        bind(&c, (k % 2 == 0 ? sum : most)->kernel, NULL, room, &bound);
        must(cj_reduction_views_find(&bound, &options, NULL, (cujit_array *[]){c.outs[0].array}, &views, &fault));
        plan = cj_reduction_views_choose(&bound, &views);
        for (int turn = 0; turn < 2; turn++)
            launch(&c, &bound, &views, &plan);
        free_call(&c);
    }
}

/* ---- Errors ------------------------------------------------------------------------------------------------------ */

TEST(bad_calls_are_refused)
{
    static const struct {
        const char *says;
        cujit_status status;
        int axes[2], axis_count;
        bool overlap;
    } bad[] = {
        {"axis 2 is out of range", CUJIT_ERROR_INVALID_ARGUMENT, {2}, 1, false},
        {"axis 1 is given twice, as 1 and -1", CUJIT_ERROR_INVALID_ARGUMENT, {1, -1}, 2, false},
        {"out[0] overlaps argument 1 (x)", CUJIT_ERROR_INVALID_ARGUMENT, {1}, 1, true},
    };
    cujit_reduction *reduction = make_row(&rows[0]);
    const size_t shape[] = {6, 8};

    for (size_t k = 0; k < COUNT(bad); k++) {
        cujit_array *x = NULL, *out = NULL, *result = NULL;
        cujit_reduction_options options = {.axes = bad[k].axes, .axis_count = bad[k].axis_count};
        cujit_status status;

        x = zeros_shape(context, CUJIT_FLOAT32, 2, shape);
        if (bad[k].overlap) {
            out = view_at(context, CUJIT_FLOAT32, 1, shape, NULL, (float *)cujit_array_data(x) + 40);
            options.out = &out;
        }
        status = cujit_reduction_run(reduction, &options, CUJIT_ARGS(x), &result, &fault);
        ck_assert_msg(status == bad[k].status, "%s: %s", bad[k].says, fault.message);
        ck_assert_msg(strstr(fault.message, bad[k].says) != NULL, "%s: %s", bad[k].says, fault.message);
        ck_assert_ptr_null(result);
        cujit_error_clear(&fault);
        cujit_array_free(out);
        cujit_array_free(x);
    }
}
