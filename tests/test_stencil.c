/*
 * test_stencil.c: inputs that are one array, shifted: the form for them, forced on random shifts, shapes, gaps and types,
 * against a plain loop: the same results, and not a byte written beside them. On every device. And what is no stencil.
 */
#include "libjit/elementwise/form.h"
#include "libjit/elementwise/stencil.h"
#include "tests/property.h"

#include <stdio.h>

enum { AXES = 4, MOST_INPUTS = 6, ROUNDS = 18 };

static cujit_context *context;
static uint64_t seed;

static void setup(void)
{
    context = cj_test_context();
    compile_sooner();
}

static size_t below(size_t n)
{
    return draw_below(&seed, n);
}

/* ---- Arrays ------------------------------------------------------------------------------------------------------ */

typedef struct type {
    const char *name;
    cujit_dtype dtype;
    size_t size;
} type;

static const type types[] = {
    {"float", CUJIT_FLOAT32, 4}, {"double", CUJIT_FLOAT64, 8},      {"half", CUJIT_FLOAT16, 2},
    {"int8", CUJIT_INT8, 1},     {"int16", CUJIT_INT16, 2},         {"int32", CUJIT_INT32, 4},
    {"int64", CUJIT_INT64, 8},   {"complex64", CUJIT_COMPLEX64, 8}, {"complex128", CUJIT_COMPLEX128, 16},
    {"uint16", CUJIT_UINT16, 2},
};

/* An array of one type in device memory, and what it should hold: numbers below 8, which all types have. */
typedef struct field {
    const type *of;
    int ndim;
    size_t shape[AXES], size; /* size: of all memory, in elements, gaps and what is before included */
    ptrdiff_t strides[AXES];  /* elements */
    size_t first;
    double *values;
    void *device;
} field;

/* Numbers as elements of the type, and back. */
static void store(const type *of, double value, void *to)
{
    const double complex_value[2] = {value, 0};
    const float narrow[2] = {(float)value, 0};
    const int64_t whole = (int64_t)value;
    /* 1.0 is 0x3c00; numbers below 2048 are exact */
    uint16_t half = 0;

    if (of->dtype == CUJIT_FLOAT16 && value > 0) {
        int exponent = 0;

        while (value >= 2 << exponent)
            exponent++;
        half = (uint16_t)((exponent + 15) << 10 | (int)((value / (1 << exponent) - 1) * 1024));
    }
    memcpy(to,
           of->dtype == CUJIT_FLOAT16                                    ? (const void *)&half
           : of->dtype == CUJIT_FLOAT64 || of->dtype == CUJIT_COMPLEX128 ? (const void *)complex_value
           : of->dtype == CUJIT_FLOAT32 || of->dtype == CUJIT_COMPLEX64  ? (const void *)narrow
                                                                         : (const void *)&whole,
           of->size);
}

/* Rows that begin anywhere, with gaps behind them; often all at a multiple of a few elements, or planes do. Columns lie
 * `step` elements apart. */
static field make_field(const type *of, int ndim, const size_t *shape, size_t first, size_t gap, size_t step)
{
    field f = {.of = of, .ndim = ndim, .first = first};
    size_t stride = step;

    for (int k = ndim - 1; k >= 0; k--) {
        const size_t unit = k == 1 && below(2) == 0 ? 16 : (size_t)1 << below(3);

        f.shape[k] = shape[k];
        f.strides[k] = (ptrdiff_t)stride;
        stride *= shape[k] + (k == ndim - 1 ? gap : 0);
        stride += k > 0 ? (unit - stride % unit) % unit : 0;
    }
    f.size = first + stride + 16;
    f.values = calloc(f.size, sizeof *f.values);
    ck_assert_ptr_nonnull(f.values);
    for (size_t k = 0; k < f.size; k++)
        f.values[k] = (double)below(8);
    f.device = device_memory(context, f.size * of->size);
    return f;
}

/* One that lies as another does, or some elements further on. */
static field make_like(const field *like, size_t further)
{
    field f = *like;

    f.first += further;
    f.size += further;
    f.values = calloc(f.size, sizeof *f.values);
    ck_assert_ptr_nonnull(f.values);
    f.device = device_memory(context, f.size * f.of->size);
    return f;
}

static unsigned char *bytes_of(const field *f)
{
    unsigned char *bytes = malloc(f->size * f->of->size);

    ck_assert_ptr_nonnull(bytes);
    for (size_t k = 0; k < f->size; k++)
        store(f->of, f->values[k], bytes + k * f->of->size);
    return bytes;
}

static void upload_field(const field *f)
{
    unsigned char *bytes = bytes_of(f);

    must(cujit_memory_to_device(context, f->device, bytes, f->size * f->of->size, &fault));
    free(bytes);
}

static void check_field(const field *f, const char *label)
{
    unsigned char *bytes = bytes_of(f), *got = malloc(f->size * f->of->size);

    must(cujit_memory_to_host(context, got, f->device, f->size * f->of->size, &fault));
    for (size_t k = 0; k < f->size; k++)
        expect(memcmp(bytes + k * f->of->size, got + k * f->of->size, f->of->size) == 0,
               "%s: element %zu of memory (%zu before the array) is not %g", label, k, f->first, f->values[k]);
    free(bytes);
    free(got);
}

/* The part of a field of that shape from `offset` on. */
static cujit_array *slice_of(const field *f, const size_t *shape, const size_t *offset)
{
    ptrdiff_t strides[AXES];
    size_t at = f->first;

    for (int k = 0; k < f->ndim; k++) {
        strides[k] = f->strides[k] * (ptrdiff_t)f->of->size;
        at += offset[k] * (size_t)f->strides[k];
    }
    return view_at(context, f->of->dtype, f->ndim, shape, strides, (char *)f->device + at * f->of->size);
}

/* ---- Calls ------------------------------------------------------------------------------------------------------- */

/* z = x0 + 2*x1 + 3*x2 + x3 + ... (+ y0 + 2*y1) over slices of x, and two of y where there is one; where w is, x0 goes
 * there, too. */
typedef struct drawn {
    const type *of;
    int ndim;
    size_t count; /* of slices */
    size_t shape[AXES], offsets[MOST_INPUTS][AXES], at[AXES];
    bool has_y, has_w;
    field x, y, z, w;
} drawn;

static size_t weight(size_t k)
{
    return k % 3 + 1;
}

static size_t place_of(const field *f, const drawn *d, const size_t *offset, size_t element)
{
    size_t at = f->first;

    for (int k = d->ndim - 1; k >= 0; k--) {
        at += (offset[k] + element % d->shape[k]) * (size_t)f->strides[k];
        element /= d->shape[k];
    }
    return at;
}

static void expect_result(drawn *d)
{
    size_t size = 1;

    for (int k = 0; k < d->ndim; k++)
        size *= d->shape[k];
    for (size_t e = 0; e < size; e++) {
        double sum = 0;

        for (size_t k = 0; k < 2 && d->has_y; k++)
            sum += (double)weight(k) * d->y.values[place_of(&d->y, d, d->offsets[k], e)];

        for (size_t k = 0; k < d->count; k++)
            sum += (double)weight(k) * d->x.values[place_of(&d->x, d, d->offsets[k], e)];
        d->z.values[place_of(&d->z, d, d->at, e)] = sum;
        if (d->has_w)
            d->w.values[place_of(&d->w, d, d->at, e)] = d->x.values[place_of(&d->x, d, d->offsets[0], e)];
    }
}

static cujit_elementwise *make_sum(const drawn *d)
{
    char arguments[400], text[400];
    size_t n = (size_t)sprintf(arguments, "%s *z", d->of->name), m = (size_t)sprintf(text, "z[i] = ");

    for (size_t k = 0; k < d->count; k++) {
        n += (size_t)sprintf(arguments + n, ", const %s *x%zu", d->of->name, k);
        for (size_t w = 0; w < weight(k); w++)
            m += (size_t)sprintf(text + m, "%sx%zu[i]", k + w > 0 ? " + " : "", k);
    }
    if (d->has_y) {
        n += (size_t)sprintf(arguments + n, ", const %s *y0, const %s *y1", d->of->name, d->of->name);
        m += (size_t)sprintf(text + m, " + y0[i] + y1[i] + y1[i]");
    }
    if (d->has_w) {
        sprintf(arguments + n, ", %s *w", d->of->name);
        sprintf(text + m, "; w[i] = x0[i]");
    }
    return kernel_of(context, arguments, text);
}

/* Slices as expressions have them: neighbours of a place, in one axis or in several. */
static void draw_offsets(drawn *d, size_t reach)
{
    d->count = 2 + below(MOST_INPUTS - 1);
    for (size_t k = 0; k < d->count; k++) {
        for (int j = 0; j < d->ndim; j++)
            d->offsets[k][j] = below(3) == 0 ? below(2 * reach + 1) : reach;
    }
    if (memcmp(d->offsets[0], d->offsets[1], sizeof d->offsets[0]) == 0)
        d->offsets[1][below((size_t)d->ndim)] = 0;
}

static void draw_call(drawn *d, const type *of)
{
    const size_t reach = 1 + below(4), gap = below(3) * 3;
    size_t whole[AXES], outer[AXES];

    *d = (drawn){.of = of, .ndim = 1 + (int)below(AXES), .has_y = below(2) == 0, .has_w = below(4) == 0};
    for (int k = 0; k < d->ndim; k++) {
        const size_t most = k == d->ndim - 1 ? (below(2) == 0 ? 40 : 700) : d->ndim == 2 ? 40 : d->ndim == 3 ? 11 : 5;

        d->shape[k] = 1 + below(most);
        whole[k] = d->shape[k] + 2 * reach;
        d->at[k] = below(2);
        outer[k] = d->shape[k] + d->at[k] + below(3);
    }
    draw_offsets(d, reach);
    d->x = make_field(of, d->ndim, whole, below(2) * below(20), gap, 1);
    d->z = make_field(of, d->ndim, outer, below(2) * below(20), below(2) * below(5), 1);
    d->y = make_field(of, d->ndim, whole, below(2) * below(20), below(2), 1 + below(4) / 2);
    d->w = below(4) > 0 ? make_like(&d->z, below(4) / 2) : make_field(of, d->ndim, outer, below(20), 0, 2);
    for (int k = 0; k < d->ndim; k++) { /* repeated along an axis */
        if (below(5) == 0)
            d->y.strides[k] = 0;
    }
}

static void bind(drawn *d, cujit_elementwise *kernel, cj_call *call, cj_views *views)
{
    cujit_arg items[MOST_INPUTS + 4];
    size_t count = 0;
    bool flat;

    upload_field(&d->x);
    upload_field(&d->y);
    items[count++] = cujit_arg_array(slice_of(&d->z, d->shape, d->at));
    for (size_t k = 0; k < d->count; k++)
        items[count++] = cujit_arg_array(slice_of(&d->x, d->shape, d->offsets[k]));
    for (size_t k = 0; k < 2 && d->has_y; k++)
        items[count++] = cujit_arg_array(slice_of(&d->y, d->shape, d->offsets[k]));
    if (d->has_w)
        items[count++] = cujit_arg_array(slice_of(&d->w, d->shape, d->at));
    must(cj_call_bind(&kernel->kernel->core, &(cujit_args){items, count}, NULL, call, &fault));
    must(cj_views_find(call, false, views, &flat, &fault));
}

static void check_variant(drawn *d, const cj_call *call, const cj_stencil *stencil, const cj_variant *variant)
{
    cj_text name = {0};
    cujit_status status;
    char label[300];

    cj_variant_describe(variant, &name);
    snprintf(label, sizeof label, "%s %d axes, rows of %zu, %zu slices, head %u: %s", d->of->name, d->ndim,
             d->shape[d->ndim - 1], d->count, stencil->kept->shape.head, name.data);
    cj_text_clear(&name);
    upload_field(&d->z);
    upload_field(&d->w);
    if (!cj_stencil_launch(stencil, variant, cj_call_values(call), NULL, &status, &fault)) {
        const cj_built *built;

        must(cj_core_build(&stencil->kernel->core, variant, &built, &fault));
        ck_abort_msg("%s was not launched", label);
    }
    must(status, &fault);
    expect_result(d);
    check_field(&d->z, label);
    check_field(&d->w, label);
}

static void clear_fields(drawn *d)
{
    free(d->x.values);
    free(d->y.values);
    free(d->z.values);
    free(d->w.values);
}

FIXTURE(setup, NULL)

/* Draws a call and a variant; false: there is none. */
static bool try_drawn(const type *of, int round)
{
    static const cj_stencil_blocks all[] = {
        {256, 1, 4, 0, 0}, {32, 8, 3, 6, 0}, {64, 4, 16, 0, 1}, {32, 2, 1, 8, 0}, {128, 2, 8, 0, 3}};
    const cj_stencil_blocks blocks = all[below(COUNT(all))];
    cujit_elementwise *kernel;
    cj_stencil stencil;
    cj_views views;
    cj_call call;
    drawn d;
    bool found;

    draw_call(&d, of);
    kernel = make_sum(&d);
    bind(&d, kernel, &call, &views);
    found = cj_stencil_find(kernel->kernel, &views, cj_form_view_width(&kernel->kernel->text) >> below(3), &stencil);
    if (found) {
        cj_variant variant;

        stencil.wide = round % 2 == 0;
        variant = cj_stencil_variant(&stencil, blocks);
        check_variant(&d, &call, &stencil, &variant);
    }
    clear_fields(&d);
    return found;
}

/* Half of the rows are too short for the form to be chosen; it must be right for them all the same. */
TEST_EACH(drawn_stencils_are_right, COUNT(types))
{
    int found = 0;

    seed = (uint64_t)_i + 1;
    for (int round = 0; round < ROUNDS; round++)
        found += try_drawn(&types[_i], round);
    ck_assert_int_gt(found, ROUNDS / 2);
}

/* ---- Texts ------------------------------------------------------------------------------------------------------- */

/* What a text makes of slices, $0 to $8, is what it makes of copies of them: the same bits. */
typedef struct text {
    const char *text;
    size_t shape[3]; /* of u and w; ends with 0 */
    const char *slices[9];
    const char *target; /* of u; NULL: the value is the result */
    size_t shifted;
} text;

#define CROSS "u[1:-1,1:-1]", "u[1:-1,2:]", "u[1:-1,:-2]", "u[2:,1:-1]", "u[:-2,1:-1]"

static const text texts[] = {
    {"$1 + 0.5*($2 - 2*$1 + $0)", {70001}, {"u[:-2]", "u[1:-1]", "u[2:]"}, NULL, 3},
    {"$1 - $0", {100000}, {"u[:-1]", "u[1:]"}, NULL, 2},
    {"0.25*($1 + $2 + $3 + $4) - $0", {300, 400}, {CROSS}, NULL, 5},
    {"0.25*($1 + $2 + $3 + $4)", {301, 403}, {CROSS}, NULL, 4},
    {"$0 + 2*$1 + 3*$2 + 4*$3", {2200, 47}, {CROSS}, NULL, 4},
    {"$1*w[1:-1,1:-1] + $2*w[2:,1:-1] + $3", {257, 321}, {CROSS}, NULL, 5},
    {"0.25*($1 + $2 + $3 + $4) - $0", {300, 400}, {CROSS}, "u[1:-1,1:-1]", 5},
    {"$1 - $0", {400, 300}, {"u[:-1]", "u[1:]"}, "w[1:]", 2},
    {"$0 - $1 + 0.5*($2 - $3)", {333, 444}, {"u[:-1,:-1]", "u[1:,:-1]", "w[:-1,:-1]", "w[:-1,1:]"}, "u[1:,1:]", 4},
    {"$0 + $1 + $2 + $3 + $4 + $5 - 6*$6",
     {50, 60, 70},
     {"u[1:-1,1:-1,2:]", "u[1:-1,1:-1,:-2]", "u[1:-1,2:,1:-1]", "u[1:-1,:-2,1:-1]", "u[2:,1:-1,1:-1]",
      "u[:-2,1:-1,1:-1]", "u[1:-1,1:-1,1:-1]"},
     NULL,
     7},
    {"$0 + $1 + $2 + $3 + $4 + $5 - 6*$6",
     {50, 60, 70},
     {"u[1:-1,1:-1,2:]", "u[1:-1,1:-1,:-2]", "u[1:-1,2:,1:-1]", "u[1:-1,:-2,1:-1]", "u[2:,1:-1,1:-1]",
      "u[:-2,1:-1,1:-1]", "u[1:-1,1:-1,1:-1]"},
     "u[1:-1,1:-1,1:-1]",
     7},
    {"$0 - $1", {300, 400}, {"u[:-2,2:]", "u[2:,:-2]"}, "u[1:-1,1:-1]", 2},
    {"$0 + $1*$2", {300, 400}, {"u[::-1,1:-1]", "u[::-1,2:]", "u[::-1,:-2]"}, "u[:,1:-1]", 3},
    {"$0 + $1*$2", {300, 400}, {"u.T[1:-1]", "u.T[2:]", "u.T[:-2]"}, "u.T[1:-1]", 3},
    {"$0 + $1*$2", {300, 800}, {"u[:,0:-2:2]", "u[:,1:-1:2]", "u[:,2::2]"}, "u[:,1:-1:2]", 3},
    {"$0 + $1 - $2", {300, 400}, {"u[:100]", "u[100:200]", "u[101:201]"}, "u[99:199]", 3},
    {"$0 + $1*$2", {40, 50, 140}, {"u[:,:,1:-1]", "u[:,:,2:]", "u[:,:,:-2]"}, NULL, 3},
    {"$0 + $1*$2", {40, 50, 140}, {"u[:,1:-1]", "u[:,2:]", "u[:,:-2]"}, NULL, 3},
    {"$0 + $1*$2", {300, 400}, {"u[::-1,1:-1]", "u[::-1,2:]", "u[::-1,:-2]"}, NULL, 3},
    {"$0 + $1*$2", {300, 800}, {"u[:,0:-2:2]", "u[:,1:-1:2]", "u[:,2::2]"}, NULL, 3},
    {"$0 + $1*$2", {300, 400}, {"u.T[1:-1]", "u.T[2:]", "u.T[:-2]"}, NULL, 3},
    {"sin($1) + cos($2)*exp($3) - log(2 + $4)*sqrt($0)", {300, 400}, {CROSS}, NULL, 5}, /* many registers */
    {"$0 + $1", {300, 400}, {"u[:-1]", "w[1:]"}, NULL, 0},
};

static cujit_array *make_array(const size_t *shape, unsigned turn)
{
    size_t size = 1, ndim = 0;
    float *values;
    cujit_array *array;

    for (; ndim < 3 && shape[ndim] != 0; ndim++)
        size *= shape[ndim];
    values = malloc(size * sizeof *values);
    ck_assert_ptr_nonnull(values);
    for (size_t k = 0; k < size; k++)
        values[k] = (float)((k * 2654435761u + turn) % 1000) / 8;
    array = upload_shape(context, CUJIT_FLOAT32, (int)ndim, shape, values);
    free(values);
    return array;
}

static void substitute(const text *of, bool copies, char *out)
{
    int n = 0;

    for (const char *at = of->text; *at != '\0'; at++) {
        if (*at != '$')
            n += sprintf(out + n, "%c", *at);
        else if (at++, copies)
            n += sprintf(out + n, "s%c", *at);
        else
            n += sprintf(out + n, "%s", of->slices[*at - '0']);
    }
}

static cujit_array *evaluate(const char *what, cujit_named named)
{
    cujit_array *result = NULL;

    must(cujit_eval(context, what, named, &result, &fault));
    return cj_test_keep(result, (void (*)(void *))(cujit_array_free));
}

TEST_EACH(slices_give_what_copies_of_them_give, COUNT(texts))
{
    const text *of = &texts[_i];
    cujit_array *u = make_array(of->shape, 1), *w = make_array(of->shape, 2), *s[9], *wanted, *got = NULL;
    cujit_expression *expression;
    char what[400], all[500];

    for (size_t k = 0; k < 9; k++)
        s[k] = of->slices[k] != NULL ? evaluate(of->slices[k], CUJIT_NAMED(u, w)) : u;
    {
        cujit_array *s0 = s[0], *s1 = s[1], *s2 = s[2], *s3 = s[3], *s4 = s[4], *s5 = s[5], *s6 = s[6];

        substitute(of, true, what);
        wanted = evaluate(what, CUJIT_NAMED(s0, s1, s2, s3, s4, s5, s6, w));
    }
    substitute(of, false, what);
    snprintf(all, sizeof all, "%s%s%s", of->target != NULL ? of->target : "", of->target != NULL ? " = " : "", what);
    must(cujit_expression_create(context, &(cujit_expression_spec){.text = all}, &expression, &fault));
    must(cujit_expression_run(expression, NULL, CUJIT_NAMED(u, w), of->target == NULL ? &got : NULL, &fault));
    ck_assert_uint_eq(cujit_expression_get_kernel(expression, 0)->shifted, of->shifted);
    if (of->target != NULL)
        got = evaluate(of->target, CUJIT_NAMED(u, w));
    ck_assert_uint_eq(cujit_array_bytes(got), cujit_array_bytes(wanted));
    ck_assert_msg(memcmp(elements_of(got), elements_of(wanted), cujit_array_bytes(got)) == 0,
                  "%s is not what it is of copies", all);
    if (of->target == NULL)
        cujit_array_free(got);
    cujit_expression_free(expression);
}

/* What is written over is copied in one piece with what lies beside it, where that is less. */
static const struct {
    const char *text;
    size_t most; /* elements copied, of 600 */
} copied[] = {
    {"u[1:-1,1:-1] = u[1:-1,2:] + u[1:-1,:-2] + u[2:,1:-1] + u[:-2,1:-1]", 600},
    {"u[1:-1,1:-1] += u[1:-1,2:] + u[1:-1,:-2] + u[2:,1:-1] + u[:-2,1:-1]", 600},
    {"u[1:-1] = u[1:-1] - u[2:]", 19 * 30},
    {"u[1:-1] = u[2:]", 18 * 30},
    {"u[1:] = u[:-1] + u[1:]", 600},
    {"u[:,1:-1] = u[:,2:] - u[:,:-2]", 600},
    {"u[::-1,1:-1] = u[::-1,2:] - u[::-1,:-2]", 600},
    {"u[:5,:5] = u[1:6,:5] + u[1:6,1:6] + u[2:7,15:20]", 5 * 6 + 5 * 5},
};

TEST_EACH(slices_that_meet_are_copied_in_one_piece, COUNT(copied))
{
    cujit_array *u = make_array((const size_t[3]){20, 30}, 1);

    for (size_t less = 0; less < 2; less++) {
        const cujit_expression_spec spec = {.text = copied[_i].text, .max_bytes = copied[_i].most * 4 - less};
        cujit_expression *expression;

        must(cujit_expression_create(context, &spec, &expression, &fault));
        if (less == 0)
            must(cujit_expression_run(expression, NULL, CUJIT_NAMED(u), NULL, &fault));
        else
            refuse(cujit_expression_run(expression, NULL, CUJIT_NAMED(u), NULL, &fault), CUJIT_ERROR_EXPRESSION,
                   "need more than");
        cujit_expression_free(expression);
    }
}
