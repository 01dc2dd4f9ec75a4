/*
 * test_rows_forms.c: every form of kernels of rows, forced on all kinds of lengths, shapes and strides, against a plain
 * loop in C; and what launches choose by themselves. All values are whole numbers, so that results are exact whatever
 * the order. On every device: the host runs the forms of a GPU too, but for clusters of blocks.
 */
#include "libjit/reduction/rows.h"
#include "libjit/runtime/array.h"
#include "tests/numbers.h"
#include "tests/property.h"

#include <stdio.h>

static cujit_context *context;
static uint64_t seed;

/* ---- A kernel, and what it should do ----------------------------------------------------------------------------- */

/* What all stages together come to, of one row. */
typedef struct results {
    long long top, sum, last, place;
} results;

/* Two groups; one fold that keeps the order, and one without a neutral whose values have their places. */
static const cujit_rows_stage stages[] = {
    {.name = "top", .out_type = "int", .neutral = "-1000", .reduce = "max(a, b)", .map = "(int)x[i]"},
    {.name = "last",
     .out_type = "int",
     .neutral = "0",
     .reduce = "b != 0 ? b : a",
     .map = "(int)x[i] % 3 == 0 ? (int)j + 1 : 0"},
    {.name = "sum",
     .out_type = "int",
     .neutral = "0",
     .reduce = "a + b",
     .map = "((int)x[i] - top) * (int)w[j] + (int)y[i]"},
    {.name = "place",
     .out_type = "long long",
     .reduce = "cujit_max(a, b)",
     .map = "cujit_at((int)x[i], j)",
     .accumulator = "cujit_indexed<int>",
     .post = "a.index"},
};

typedef struct subject {
    const char *x, *w, *y, *z;
    bool ordered; /* with the fold that is */
} subject;

static const subject subjects[] = {
    {"float", "float", "float", "float", false}, {"half", "half", "half", "half", true},
    {"double", "float", "short", "int", true},   {"signed char", "signed char", "signed char", "signed char", false},
    {"short", "half", "half", "float", true},    {"__nv_bfloat16", "float", "int", "__nv_bfloat16", false},
};

static cujit_rows *make_subject(const subject *what)
{
    cujit_rows_stage all[4];
    char arguments[200];
    size_t count = 0;

    for (size_t k = 0; k < 4; k++) {
        if (k != 1 || what->ordered)
            all[count++] = stages[k];
    }
    snprintf(arguments, sizeof arguments, "const %s *x, const %s *w, const %s *y, %s *z, int *s, const short *m",
             what->x, what->w, what->y, what->z);
    return rows_with(
        context, .arguments = arguments, .stages = all, .stage_count = count,
        .operation = what->ordered ? "z[i] = (float)((int)x[i] + sum % 31 + (int)(j % 3) + (int)(row % 5) + last % 7)"
                                   : "z[i] = (float)((int)x[i] + sum % 31 + (int)(j % 3) + (int)(row % 5) + m[row])",
        .finish = "s[row] = sum + (int)place + (int)n + m[row]");
}

/* ---- Calls ------------------------------------------------------------------------------------------------------- */

typedef struct call {
    const subject *what;
    int ndim, row_axes;
    size_t shape[MOST_AXES];
    operand x, w, y, z, s, m;
} call;

static long long number_of(const operand *of, int ndim, const size_t *place)
{
    return (long long)number_at(of->type.dtype, element_at(of, of->memory, ndim, place), 0).re;
}

static results find_results(const call *c, size_t *place, size_t length)
{
    const int kept = c->ndim - c->row_axes;
    results out = {.top = -1000};

    for (size_t j = 0; j < length; j++) {
        long long x;

        find_place(j, c->row_axes, c->shape + kept, place + kept);
        x = number_of(&c->x, c->ndim, place);
        if (x > out.top) {
            out.top = x;
            out.place = (long long)j;
        }
        if (x % 3 == 0)
            out.last = (long long)j + 1;
    }
    for (size_t j = 0; j < length; j++) {
        find_place(j, c->row_axes, c->shape + kept, place + kept);
        out.sum += (number_of(&c->x, c->ndim, place) - out.top) * number_of(&c->w, c->row_axes, place + kept) +
                   number_of(&c->y, c->ndim, place);
    }
    return out;
}

static void expect_rows(call *c)
{
    const int kept = c->ndim - c->row_axes;
    const size_t rows = size_of_shape(kept, c->shape), length = size_of_shape(c->row_axes, c->shape + kept);
    size_t place[MOST_AXES];

    for (size_t row = 0; row < rows; row++) {
        results of;
        long long m;

        find_place(row, kept, c->shape, place);
        of = find_results(c, place, length);
        m = number_of(&c->m, kept, place);
        put_number(c->s.type, element_at(&c->s, c->s.wanted, kept, place), of.sum + of.place + (long long)length + m);
        for (size_t j = 0; j < length; j++) {
            find_place(j, c->row_axes, c->shape + kept, place + kept);
            put_number(c->z.type, element_at(&c->z, c->z.wanted, c->ndim, place),
                       number_of(&c->x, c->ndim, place) + of.sum % 31 + (long long)(j % 3) + (long long)(row % 5) +
                           (c->what->ordered ? of.last % 7 : m));
        }
    }
}

static operand draw(const call *c, const char *type, int from, int ndim, unsigned surely, unsigned maybe)
{
    return draw_operand(context, number_type_of(type), ndim, c->shape + from, surely, maybe, 64, &seed);
}

/* `way`: how all arrays may lie. */
static call make_call(const subject *what, int ndim, int row_axes, const size_t *shape, unsigned surely, unsigned maybe)
{
    call c = {.what = what, .ndim = ndim, .row_axes = row_axes};
    const int kept = ndim - row_axes;

    memcpy(c.shape, shape, (size_t)ndim * sizeof *shape);
    c.x = draw(&c, what->x, 0, ndim, surely, maybe);
    c.w = draw(&c, what->w, kept, row_axes, surely & DRAW_OUTPUT, maybe & DRAW_OUTPUT);
    c.y = draw(&c, what->y, 0, ndim, surely, maybe);
    c.z = draw(&c, what->z, 0, ndim, surely & DRAW_OUTPUT, maybe & DRAW_OUTPUT);
    c.s = draw(&c, "int", 0, kept, surely & DRAW_OUTPUT, maybe & DRAW_OUTPUT);
    c.m = draw(&c, "short", 0, kept, surely & DRAW_OUTPUT, maybe & DRAW_OUTPUT);
    expect_rows(&c);
    return c;
}

/* Takes earlier results away first, so that they do not count. */
static void launch(call *c, const cj_rows_views *views, const cj_variant *variant)
{
    char label[700], x[400];

    snprintf(label, sizeof label,
             "%s: x %.150s; form %d width %d tiles %d lanes %d block %d cluster %d rows %d flags %x single %llx",
             c->what->x, describe_operand(&c->x, x), variant->form, variant->width, variant->unroll, variant->lanes,
             variant->block, variant->rank, variant->index, variant->flags, (unsigned long long)variant->transposed);
    must(cujit_array_fill_from_host(c->z.base, c->z.memory, c->z.bytes, &fault));
    must(cujit_array_fill_from_host(c->s.base, c->s.memory, c->s.bytes, &fault));
    if (cj_rows_launch(views, variant, &fault) != CUJIT_OK)
        ck_abort_msg("%s: %s\n%s", label, fault.message, fault.log != NULL ? fault.log : "");
    check_operand(&c->z, label);
    check_operand(&c->s, label);
}

typedef struct bound_call {
    cj_call call;
    cj_rows_room room;
    cj_rows_views views;
} bound_call;

static void bind(const cujit_rows *rows, cujit_args args, int row_axes, bound_call *out)
{
    must(cj_call_bind(&rows->kernel->core, &args, NULL, &out->call, &fault));
    must(cj_rows_operands(&out->call, row_axes, &out->room, &fault));
    must(cj_rows_views_find(&out->call, row_axes, &out->views, &fault));
}

/* Forced by hand where that is not NULL. False: it does not fit. */
static bool run(call *c, const cujit_rows *rows, const cj_variant *forced)
{
    cj_variant variant = forced != NULL ? *forced : (cj_variant){0};
    bound_call bound;

    bind(rows, CUJIT_ARGS(c->x.array, c->w.array, c->y.array, c->z.array, c->s.array, c->m.array), c->row_axes, &bound);
    if (forced == NULL)
        variant = cj_rows_choose(&bound.views);
    else if (!cj_rows_force(&bound.views, &variant))
        return false;
    launch(c, &bound.views, &variant);
    return true;
}

/* ---- The cases --------------------------------------------------------------------------------------------------- */

#define HELD(t, l, b, c, r)                                                                                            \
    {                                                                                                                  \
        .form = CJ_FOLD_HELD, .unroll = t, .lanes = l, .block = b, .rank = c, .index = r                               \
    }
#define UNITS(w, t, l, b, r)                                                                                           \
    {                                                                                                                  \
        .form = CJ_FOLD_HELD, .width = w, .unroll = t, .lanes = l, .block = b, .rank = 1, .index = r,                  \
        .flags = CJ_VARIANT_CHUNKED                                                                                    \
    }
#define CHUNKED(t, l, b, r) UNITS(1, t, l, b, r)
#define PASSES(t, l, b, c)                                                                                             \
    {                                                                                                                  \
        .form = CJ_FOLD_PASSES, .unroll = t, .lanes = l, .block = b, .rank = c, .index = 1                             \
    }

static const cj_variant forms[] = {
    HELD(1, 1, 64, 1, 4),    HELD(1, 8, 64, 1, 2),  HELD(2, 32, 64, 1, 1), HELD(3, 64, 128, 1, 1),
    HELD(2, 256, 256, 1, 1), PASSES(2, 4, 64, 1),   PASSES(1, 64, 64, 1),  HELD(2, 128, 128, 4, 1),
    HELD(1, 64, 64, 8, 1),   PASSES(2, 64, 64, 2),  CHUNKED(5, 1, 64, 2),  CHUNKED(3, 16, 64, 1),
    UNITS(4, 3, 1, 64, 2),   UNITS(8, 3, 1, 64, 1), UNITS(2, 2, 2, 64, 2), UNITS(4, 5, 4, 128, 1),
    UNITS(4, 3, 1, 64, 4),
};

static const size_t lengths[] = {1,  2,  3,  5,   8,   12,  16,  17,  20,   24,  31,
                                 32, 33, 64, 100, 127, 128, 255, 511, 1000, 1025};

static void setup(void)
{
    context = cj_test_context();
}

FIXTURE(setup, NULL)

/* Of a GPU, here or not: clusters of blocks too. All of one kernel, since that is made sooner than a compiler is loaded. */
TEST(forms_compile_for_a_gpu)
{
    cujit_context *target = cj_test_target("sm_90");
    const char *const *quick = quick_options(target);
    cujit_rows *rows = NULL;
    const cj_built *built;
    cujit_status status = cujit_rows_create(
        target,
        &(cujit_rows_spec){.arguments = "const float *x, const half *w, const short *y, half *z",
                           .stages = stages,
                           .stage_count = 4,
                           .operation = "z[i] = x[i] / (float)sum * w[j]",
                           .options = quick},
        &rows, &fault);
    if (status == CUJIT_ERROR_NO_COMPILER) {
        cujit_error_clear(&fault);
        return;
    }
    must(status);
    for (size_t k = 0; k < COUNT(forms); k++) {
        cj_variant variant = forms[k];

        variant.kept = variant.folded = 1;
        if (variant.width == 0) {
            variant.width = 4;
            variant.flags |= k % 2 != 0 ? CJ_VARIANT_SHIFTED : 0;
        }
        must(cj_core_build(&rows->kernel->core, &variant, &built, &fault));
    }
    cujit_rows_free(rows);
}

/* Aligned, begun anywhere, strided: a form takes what fits. The host, whose compiler takes longer, has one of them
 * for each type. */
TEST_EACH(forms_give_the_right_results, COUNT(subjects) * COUNT(forms))
{
    const subject *what = &subjects[_i / COUNT(forms)];
    const cj_variant *form = &forms[_i % COUNT(forms)];
    static const unsigned ways[] = {0, DRAW_MOVED, DRAW_GAPS, DRAW_STEPS};
    const bool host = cj_test_on_host();
    cujit_rows *rows;

    if (form->rank > context->device->max_cluster)
        return;
    rows = make_subject(what);
    compile_sooner();
    seed = 77 + (uint64_t)_i;
    for (size_t k = host ? (size_t)_i / COUNT(forms) % 4 : 0; k < 4; k += host ? 4 : 1) {
        for (size_t tries = 0, fits = 0; !fits && tries < COUNT(lengths); tries++) {
            const size_t length = lengths[((size_t)_i * 5 + k * 7 + tries) % COUNT(lengths)];
            call c = make_call(what, 2, 1, (size_t[]){3 + k, length}, ways[k], 0);

            fits = run(&c, rows, form);
        }
    }
}

/* Empty rows are gone over in passes, of which there are none. */
TEST_EACH(empty_rows_load_nothing, COUNT(subjects))
{
    static const cj_variant form = PASSES(2, 4, 64, 1);
    cujit_rows *rows = make_subject(&subjects[_i]);
    call c = make_call(&subjects[_i], 2, 1, (size_t[]){5, 0}, 0, 0);

    ck_assert(run(&c, rows, &form));
}

/* Through shared memory, begun anywhere: each block but the last has 16 rows. */
TEST_EACH(rows_in_chunks_give_the_right_results, COUNT(subjects))
{
    static const cj_variant form = CHUNKED(6, 8, 64, 2);
    cujit_rows *rows = make_subject(&subjects[_i]);

    compile_sooner();
    seed = 23 + (uint64_t)_i;
    for (size_t length = 1 + (size_t)_i % 2; length <= 48; length += 2) {
        call c = make_call(&subjects[_i], 2, 1, (size_t[]){1 + draw_below(&seed, 70), length}, 0, DRAW_MOVED);

        run(&c, rows, &form);
        if (!cj_test_on_host() && (length - 1) % COUNT(subjects) == (size_t)_i)
            run(&c, rows, NULL);
    }
}

/* What is read and written goes both ways; nothing is written but what the operation writes, one element behind where
 * memory begins. */
enum { FEW_ROWS = 40, LENGTH = 7, ALL = FEW_ROWS * LENGTH + 2 };

static void expect_chunks(const short *y, int of[3][ALL])
{
    for (int from = 1; from < ALL - 1; from += LENGTH) {
        int sum = 0;

        for (int j = from; j < from + LENGTH; j++)
            sum += y[j] + of[0][j];
        for (int j = from; j < from + LENGTH; j++) {
            of[0][j] -= sum;
            of[1][j] += sum;
            of[2][j] = y[j] > 0 ? sum : of[2][j];
        }
    }
}

static const cj_variant chunks[] = {CHUNKED(7, 1, 64, 1), CHUNKED(2, 4, 64, 2)};

TEST_EACH(chunks_write_what_is_theirs, COUNT(chunks))
{
    const cujit_rows_stage sum = {
        .name = "sum", .out_type = "int", .neutral = "0", .reduce = "a + b", .map = "y[i] + a[i]"};
    cujit_rows *rows = rows_with(context, .arguments = "const short *y, int *a, int *b, int *c", .stages = &sum,
                                 .stage_count = 1, .operation = "a[i] -= sum; b[i] += sum; if (y[i] > 0) c[i] = sum;");
    const size_t shape[] = {FEW_ROWS, LENGTH};
    cujit_array *all[4], *views[4];
    cj_variant variant = chunks[_i];
    bound_call bound;
    int of[3][ALL];
    short y[ALL];

    for (int k = 0; k < ALL; k++) {
        y[k] = (short)(k % 5 - 2);
        of[0][k] = k;
        of[1][k] = -k;
        of[2][k] = 1000 + k;
    }
    for (int k = 0; k < 4; k++) {
        const cujit_dtype dtype = k == 0 ? CUJIT_INT16 : CUJIT_INT32;

        all[k] = upload(context, dtype, ALL, k == 0 ? (void *)y : of[k - 1]);
        views[k] = view_at(context, dtype, 2, shape, NULL, (char *)cujit_array_data(all[k]) + cujit_dtype_size(dtype));
    }
    bind(rows, CUJIT_ARGS(views[0], views[1], views[2], views[3]), 1, &bound);
    ck_assert(cj_rows_force(&bound.views, &variant));
    ck_assert_uint_eq(variant.transposed, 1 << 3); /* what is not always written goes no such way */
    must(cj_rows_launch(&bound.views, &variant, &fault));
    expect_chunks(y, of);
    for (int which = 1; which < 4; which++)
        expect_each(all[which], int, got == of[which - 1][k]);
}

/* Whatever is chosen. */
TEST_EACH(any_strides_give_the_right_results, COUNT(subjects))
{
    cujit_rows *rows = make_subject(&subjects[_i]);

    compile_sooner();
    seed = 4711 + (uint64_t)_i;
    for (int round = 0; round < (cj_test_on_host() ? 5 : 10); round++) {
        const int ndim = 1 + (int)draw_below(&seed, 4), row_axes = 1 + (int)draw_below(&seed, (size_t)ndim);
        size_t shape[4];
        call c;

        for (int k = 0; k < ndim; k++)
            shape[k] = 1 + draw_below(&seed, k == ndim - 1 ? 40 : 5);
        c = make_call(&subjects[_i], ndim, row_axes, shape, 0, DRAW_INPUT);
        run(&c, rows, NULL);
    }
}
