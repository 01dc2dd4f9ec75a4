/*
 * test_views_variants.c: every variant for N-d views, forced on random shapes and strides, against a plain loop in C:
 * the same bits in the result, and not a byte written beside it. On every device.
 */
#include "libjit/elementwise/elementwise_strided.h"
#include "libjit/elementwise/form_views.h"
#include "tests/kernels.h"

#include <stdio.h>

enum { MAX_NDIM = 5, GUARD = 64, ROUNDS = 40 };

/* ---- Operations and what they should do -------------------------------------------------------------------------- */

typedef struct triple {
    float a, b, c;
} triple;
typedef struct quad {
    float x, y, z, w;
} quad;
typedef struct pair {
    float real, imaginary;
} pair;

static int table[16];

static void axpy(const void *x_at, const void *y_at, void *z_at, long long i)
{
    const float *x = x_at;
    const float *y = y_at;
    float *z = z_at;

    (void)i;
    *z = 3 * *x + *y;
}

static void bytes(const void *x_at, const void *y_at, void *z_at, long long i)
{
    const signed char *x = x_at;
    const signed char *y = y_at;
    signed char *z = z_at;

    (void)i;
    *z = (signed char)(*x ^ (*y + 1));
}

static void shorts(const void *x_at, const void *y_at, void *z_at, long long i)
{
    const short *x = x_at;
    const short *y = y_at;
    short *z = z_at;

    (void)i;
    *z = (short)(*z + *x - *y);
}

static void sometimes(const void *x_at, const void *y_at, void *z_at, long long i)
{
    const double *x = x_at;
    const double *y = y_at;
    double *z = z_at;

    (void)i;
    if (*x > *y)
        *z = *x - *y;
}

static void triples(const void *x_at, const void *y_at, void *z_at, long long i)
{
    const triple *x = x_at;
    const triple *y = y_at;
    triple *z = z_at;

    (void)i;
    z->a = x->c;
    z->b = y->a + z->c;
}

static void mixed(const void *x_at, const void *y_at, void *z_at, long long i)
{
    const signed char *x = x_at;
    const double *y = y_at;
    float *z = z_at;

    (void)i;
    *z = (float)(*x + *y);
}

static void numbered(const void *x_at, const void *y_at, void *z_at, long long i)
{
    const int *x = x_at;
    const int *y = y_at;
    long long *z = z_at;

    *z = i * 3 + *x - *y;
}

static void gathered(const void *x_at, const void *y_at, void *z_at, long long i)
{
    const int *x = x_at;
    const int *y = y_at;
    int *z = z_at;

    (void)i;
    *z = table[*x & 15] + *y;
}

static void quads(const void *x_at, const void *y_at, void *z_at, long long i)
{
    const quad *x = x_at;
    const float *y = y_at;
    quad *z = z_at;

    (void)i;
    z->x = x->w + *y;
    z->w = z->y;
}

static void complexes(const void *x_at, const void *y_at, void *z_at, long long i)
{
    const pair *x = x_at;
    const pair *y = y_at;
    pair *z = z_at;

    (void)i;
    z->real = x->real + y->real;
    z->imaginary = x->imaginary + y->imaginary;
}

static void leaving(const void *x_at, const void *y_at, void *z_at, long long i)
{
    const int *x = x_at;
    const int *y = y_at;
    int *z = z_at;

    (void)i;
    if (*x < 0)
        return;
    *z = *x > 5 ? *x : *y;
}

typedef void (*reference)(const void *x, const void *y, void *z, long long i);

typedef struct row {
    const char *operation, *x, *y, *z; /* types of the arrays */
    cujit_dtype dtypes[3];             /* CUJIT_DTYPE_NONE: triple */
    char kinds[4];                     /* what they are made of: b, h, i, l, f, d */
    size_t sizes[3];
    reference expected;
} row;

static const row rows[] = {
    {"z[i] = 3 * x[i] + y[i]",
     "float",
     "float",
     "float",
     {CUJIT_FLOAT32, CUJIT_FLOAT32, CUJIT_FLOAT32},
     "fff",
     {4, 4, 4},
     axpy},
    {"z[i] = x[i] ^ (y[i] + 1)",
     "signed char",
     "signed char",
     "signed char",
     {CUJIT_INT8, CUJIT_INT8, CUJIT_INT8},
     "bbb",
     {1, 1, 1},
     bytes},
    {"z[i] += x[i] - y[i]",
     "short",
     "short",
     "short",
     {CUJIT_INT16, CUJIT_INT16, CUJIT_INT16},
     "hhh",
     {2, 2, 2},
     shorts},
    {"if (x[i] > y[i]) z[i] = x[i] - y[i]",
     "double",
     "double",
     "double",
     {CUJIT_FLOAT64, CUJIT_FLOAT64, CUJIT_FLOAT64},
     "ddd",
     {8, 8, 8},
     sometimes},
    {"z[i].a = x[i].c; z[i].b = y[i].a + z[i].c",
     "triple",
     "triple",
     "triple",
     {CUJIT_DTYPE_NONE, CUJIT_DTYPE_NONE, CUJIT_DTYPE_NONE},
     "fff",
     {12, 12, 12},
     triples},
    {"z[i] = x[i] + y[i]",
     "signed char",
     "double",
     "float",
     {CUJIT_INT8, CUJIT_FLOAT64, CUJIT_FLOAT32},
     "bdf",
     {1, 8, 4},
     mixed},
    {"z[i] = i * 3 + x[i] - y[i]",
     "int",
     "int",
     "long long",
     {CUJIT_INT32, CUJIT_INT32, CUJIT_INT64},
     "iil",
     {4, 4, 8},
     numbered},
    {"z[i] = table[x[i] & 15] + y[i]",
     "int",
     "int",
     "int",
     {CUJIT_INT32, CUJIT_INT32, CUJIT_INT32},
     "iii",
     {4, 4, 4},
     gathered},
    {"z[i].x = x[i].w + y[i]; z[i].w = z[i].y",
     "float4",
     "float",
     "float4",
     {CUJIT_FLOAT4, CUJIT_FLOAT32, CUJIT_FLOAT4},
     "fff",
     {16, 4, 16},
     quads},
    {"z[i] = x[i] + y[i]",
     "float complex",
     "float complex",
     "float complex",
     {CUJIT_COMPLEX64, CUJIT_COMPLEX64, CUJIT_COMPLEX64},
     "fff",
     {8, 8, 8},
     complexes},
    {"if (x[i] < 0) return; z[i] = x[i] > 5 ? x[i] : y[i]",
     "int",
     "int",
     "int",
     {CUJIT_INT32, CUJIT_INT32, CUJIT_INT32},
     "iii",
     {4, 4, 4},
     leaving},
};

/* ---- Arrays ------------------------------------------------------------------------------------------------------ */

typedef struct operand {
    int ndim;
    size_t shape[MAX_NDIM];
    ptrdiff_t strides[MAX_NDIM];
    size_t bytes, offset; /* of the memory, guards included; of index 0, 0, ... */
    char *memory;         /* the host's */
    void *device;
    cujit_array *array;
} operand;

static cujit_context *context;
static cujit_dtype triple_dtype;
static uint64_t seed;

static void setup(void)
{
    const cujit_type_spec spec = {"triple", "struct triple { float a, b, c; };", 12, 4};

    context = cj_test_context();
    must(cujit_context_register_type(context, &spec, &triple_dtype, &fault));
    for (int k = 0; k < 16; k++)
        table[k] = 1000 * k;
}

static size_t below(size_t n)
{
    return (size_t)(next_random(&seed) % n);
}

/* Small whole numbers, so that sums are exact whatever the order. */
static void fill(char *memory, size_t bytes_count, char kind)
{
    size_t size = kind == 'b' ? 1 : kind == 'h' ? 2 : kind == 'd' || kind == 'l' ? 8 : 4;

    for (size_t at = 0; at + size <= bytes_count; at += size) {
        int value = (int)below(64) - 20;
        signed char b = (signed char)value;
        short h = (short)value;
        long long l = value;
        float f = (float)value;
        double d = value;

        memcpy(memory + at,
               kind == 'b'   ? (void *)&b
               : kind == 'h' ? (void *)&h
               : kind == 'l' ? (void *)&l
               : kind == 'f' ? (void *)&f
               : kind == 'd' ? (void *)&d
                             : (void *)&value,
               size);
    }
}

/* A random permutation, the identity half of the time. */
static void shuffle(int *order, int ndim)
{
    bool plain = below(2) == 0;

    for (int k = 0; k < ndim; k++)
        order[k] = k;
    for (int k = ndim - 1; k > 0 && !plain; k--) {
        int other = (int)below((size_t)k + 1), swapped = order[k];

        order[k] = order[other];
        order[other] = swapped;
    }
}

typedef enum how {
    OUTPUT,  /* no two indices are one element */
    INPUT,   /* some axes may be 1 long, repeated or missing */
    CROSSED, /* the axes turned round; nothing else */
    PLAIN,   /* C order */
    COLUMN,  /* the same, but the last axis is 1 long */
} how;

/* What shapes and strides a call has. */
typedef enum style {
    ANY,
    TURNED, /* some inputs transposed */
    NEAT,   /* the same, and everything begins and ends where tiles and patches do, but for the last patch */
} style;

/* Strides for `shape`, beginning anywhere. */
static void make_operand(operand *out, int ndim, const size_t *shape, size_t size, char kind, how made, bool neat)
{
    bool input = made == INPUT, wild = made == INPUT || made == OUTPUT;
    int missing = input && below(5) == 0 ? (int)below((size_t)ndim + 1) : 0, order[MAX_NDIM];
    size_t stride = size, low = 0;

    *out = (operand){.ndim = ndim - missing};
    for (int k = 0; k < out->ndim; k++)
        out->shape[k] = (input && below(6) == 0) || (made == COLUMN && k == ndim - 1) ? 1 : shape[k + missing];
    shuffle(order, out->ndim);
    for (int k = 0; !wild && k < ndim; k++)
        order[k] = made == CROSSED ? ndim - 1 - k : k;
    for (int k = out->ndim - 1; k >= 0; k--) {
        int axis = order[k];
        size_t step = wild && below(6) == 0 ? 2 : 1;

        if (input && below(8) == 0) {
            out->strides[axis] = 0;
            continue;
        }
        stride *= step;
        out->strides[axis] = (ptrdiff_t)stride;
        if (wild && below(5) == 0) {
            out->strides[axis] = -(ptrdiff_t)stride;
            low += (out->shape[axis] - 1) * stride;
        }
        stride *= out->shape[axis];
        stride += !neat && below(6) == 0 ? size * below(4) : 0; /* a gap behind each row */
    }
    out->offset = GUARD + low + size * (neat || below(2) == 0 ? 0 : below(4));
    out->bytes = out->offset + stride + GUARD;
    out->memory = must_malloc(out->bytes);
    fill(out->memory, out->bytes, kind);
    must(cujit_memory_alloc(context, out->bytes, &out->device, &fault));
    must(cujit_memory_to_device(context, out->device, out->memory, out->bytes, &fault));
}

static void make_array(operand *of, cujit_dtype dtype)
{
    of->array = view_at(context, dtype != CUJIT_DTYPE_NONE ? dtype : triple_dtype, of->ndim, of->shape, of->strides,
                        (char *)of->device + of->offset);
}

static void free_operand(operand *of)
{
    cujit_array_free(of->array);
    cujit_memory_free(context, of->device);
    free(of->memory);
}

static char *element(const operand *of, int ndim, const size_t *place)
{
    char *at = of->memory + of->offset;

    for (int k = 0; k < of->ndim; k++) {
        size_t where = place[k + ndim - of->ndim];

        at += of->shape[k] == 1 ? 0 : (ptrdiff_t)where * of->strides[k];
    }
    return at;
}

/* ---- One call ---------------------------------------------------------------------------------------------------- */

typedef struct call {
    const row *what;
    int ndim;
    size_t shape[MAX_NDIM], size;
    operand x, y, z;
    char *expected, *result;
} call;

/* Shapes that are no multiples of anything; now and then two axes that make a transposed patch. */
static void make_shape(call *c, style kind)
{
    static const size_t lengths[] = {1, 2, 3, 4, 5, 7, 16, 31, 33, 63, 65, 127, 130};
    size_t most = 12000;

    c->ndim = kind != ANY ? 2 + (int)below(2) : 1 + (int)below(4);
    c->size = 1;
    for (int k = c->ndim - 1; k >= 0; k--) {
        c->shape[k] = lengths[below(COUNT(lengths))];
        if (kind != ANY && k > 0 && k < c->ndim - 1)
            c->shape[k] = 1 + below(3);
        else if (kind != ANY)
            c->shape[k] = kind == NEAT ? 128 + 16 * below(2) : 32 + below(50);
        else if (c->ndim >= 2 && k >= c->ndim - 2 && below(2) == 0)
            c->shape[k] = 32 + below(50);
        if (kind == ANY && c->size * c->shape[k] > most)
            c->shape[k] = 1 + below(2);
        c->size *= c->shape[k];
    }
    if (c->ndim == 1 && below(3) == 0)
        c->shape[0] = c->size = 1 + below(5000);
}

static void run_reference(call *c, const cujit_range *range)
{
    size_t place[MAX_NDIM];

    for (size_t number = 0; number < c->size; number++) {
        long long rest = (long long)number;

        if (range != NULL && (rest < range->start || rest >= range->stop || (rest - range->start) % range->step != 0))
            continue;
        for (int k = c->ndim - 1; k >= 0; k--) {
            place[k] = (size_t)rest % c->shape[k];
            rest /= (long long)c->shape[k];
        }
        c->what->expected(element(&c->x, c->ndim, place), element(&c->y, c->ndim, place),
                          c->expected + (element(&c->z, c->ndim, place) - c->z.memory), (long long)number);
    }
}

static void make_call(call *c, const row *what, style kind)
{
    how x = kind == ANY ? INPUT : CROSSED, y = INPUT, z = OUTPUT;

    *c = (call){.what = what};
    make_shape(c, kind);
    if (kind != ANY)
        y = (how[]){CROSSED, PLAIN, COLUMN, INPUT}[below(4)];
    if (kind == NEAT || (kind == TURNED && below(2) == 0))
        z = PLAIN;
    make_operand(&c->x, c->ndim, c->shape, what->sizes[0], what->kinds[0], x, kind == NEAT);
    make_operand(&c->y, c->ndim, c->shape, what->sizes[1], what->kinds[1], y, kind == NEAT);
    make_operand(&c->z, c->ndim, c->shape, what->sizes[2], what->kinds[2], z, kind == NEAT);
    make_array(&c->x, what->dtypes[0]);
    make_array(&c->y, what->dtypes[1]);
    make_array(&c->z, what->dtypes[2]);
    c->expected = must_malloc(c->z.bytes);
    c->result = must_malloc(c->z.bytes);
}

static void free_call(call *c)
{
    free_operand(&c->x);
    free_operand(&c->y);
    free_operand(&c->z);
    free(c->expected);
    free(c->result);
}

static void describe(const call *c, const char *variant, char *out, size_t room)
{
    int length = snprintf(out, room, "%s, %s:", c->what->operation, variant);
    const operand *operands[] = {&c->x, &c->y, &c->z};

    for (size_t k = 0; k < 3; k++) {
        length += snprintf(out + length, room - (size_t)length, " %c +%zu", "xyz"[k], operands[k] -> offset);
        for (int j = 0; j < operands[k]->ndim; j++)
            length += snprintf(out + length, room - (size_t)length, " %zu:%td", operands[k]->shape[j],
                               operands[k]->strides[j]);
    }
}

/* What is reckoned to be needed for the numbers is what the kernel takes. */
static void check_parameters(const cj_elementwise *kernel, const cj_variant *variant)
{
    size_t sizes[CJ_MAX_PARAMETERS + 2], count = 0, bytes = 0, layout;
    const cj_built *built;

    must(cj_core_build(&kernel->core, variant, &built, NULL), &(cujit_error){0});
    if (context->backend->parameters(built->program->function, sizes, NULL, CJ_MAX_PARAMETERS + 2, &count, NULL) !=
        CUJIT_OK)
        return; /* an old driver */
    for (size_t k = 0; k < count; k++)
        bytes += sizes[k];
    ck_assert_uint_eq(bytes, kernel->core.family->bytes(&kernel->core, variant, &layout));
}

/* Kernels take long to compile: a row tries every third of the variants, and other rows the others. */
static bool is_tried(const row *what, const cj_variant *v)
{
    const uint64_t parts[] = {v->form, v->width, v->rank, v->flags, v->transposed};
    uint64_t hash = (uint64_t)(what - rows);

    for (size_t k = 0; k < COUNT(parts); k++)
        hash = hash * 67 + parts[k];
    return next_random(&hash) % 3 == 0;
}

static void check_variant(call *c, const cj_elementwise *kernel, cj_views *views, const cj_variant *variant,
                          const cujit_range *range, void *const *values)
{
    cj_text name = {0};
    char text[1024];

    if (!is_tried(c->what, variant))
        return;
    check_parameters(kernel, variant);
    memcpy(c->expected, c->z.memory, c->z.bytes);
    run_reference(c, range);
    must(cujit_memory_to_device(context, c->z.device, c->z.memory, c->z.bytes, &fault));
    must(cj_views_launch_variant(kernel, views, variant, range, values, NULL, &fault));
    must(cujit_memory_to_host(context, c->result, c->z.device, c->z.bytes, &fault));
    if (memcmp(c->result, c->expected, c->z.bytes) != 0) {
        size_t at = 0;

        while (c->result[at] == c->expected[at])
            at++;
        cj_variant_describe(variant, &name);
        describe(c, name.data, text, sizeof text);
        ck_abort_msg("%s: byte %zu differs", text, at);
    }
}

/* Every variant that can be had for the call. Returns whether one was transposed. */
static bool check_call(call *c, const cj_elementwise *kernel, void *device_table)
{
    void *pointers[] = {cujit_array_data(c->x.array), cujit_array_data(c->y.array), cujit_array_data(c->z.array),
                        device_table};
    void *const values[] = {&pointers[0], &pointers[1], &pointers[2], &pointers[3]};
    cj_call bound = {
        .core = &kernel->core,
        .values = {values[0], values[1], values[2], values[3]},
        .sizes = {cujit_array_size(c->x.array), cujit_array_size(c->y.array), cujit_array_size(c->z.array), 16},
        .arrays = {c->x.array, c->y.array, c->z.array, NULL},
    };
    const cujit_range range = {(int64_t)below(c->size), (int64_t)c->size, 1 + (int64_t)below(3)};
    cj_variant variant = {.form = CJ_FORM_STRIDED, .width = 1, .block = CJ_VIEW_BLOCK};
    cj_views views;
    bool flat, turned = false;
    int axis;

    must(cj_views_find(&bound, true, &views, &flat, &fault));
    variant.rank = (uint8_t)(views.loop.ndim > 0 ? views.loop.ndim : 1);
    for (unsigned wide = 0; wide < 2; wide++) {
        variant.flags = CJ_VARIANT_RANGE | (wide ? CJ_VARIANT_WIDE : 0u);
        check_variant(c, kernel, &views, &variant, &range, values);
    }
    must(cj_views_find(&bound, false, &views, &flat, &fault));
    variant.rank = (uint8_t)(views.loop.ndim > 0 ? views.loop.ndim : 1);
    for (unsigned wide = 0; wide < 2; wide++) {
        cj_patch patch;

        variant.form = CJ_FORM_STRIDED;
        variant.transposed = 0;
        variant.flags = wide ? CJ_VARIANT_WIDE : 0;
        variant.width = 1;
        check_variant(c, kernel, &views, &variant, NULL, values);
        variant.width = (uint8_t)cj_view_width(&kernel->text);
        if (variant.width > 1)
            check_variant(c, kernel, &views, &variant, NULL, values);
        variant.transposed = cj_views_transposed(kernel, &views, &axis);
        variant.form = CJ_FORM_TRANSPOSED;
        for (unsigned width = cj_view_patch_width(&kernel->text); variant.transposed != 0 && width > 0; width /= 2) {
            if (!cj_view_patch(&kernel->text, variant.transposed, width, &patch))
                continue;
            variant.width = (uint8_t)width;
            check_variant(c, kernel, &views, &variant, NULL, values);
            turned = true;
        }
    }
    return turned;
}

FIXTURE(setup, NULL)

TEST_EACH(variants_give_the_same_bits, COUNT(rows))
{
    const row *what = &rows[_i];
    char arguments[160];
    cujit_elementwise *kernel;
    void *device_table = NULL;
    int turned = 0;

    snprintf(arguments, sizeof arguments, "const %s *x, const %s *y, %s *z%s", what->x, what->y, what->z,
             strstr(what->operation, "table") != NULL ? ", const int *table" : "");
    kernel = make_kernel(context, &(cujit_elementwise_spec){.arguments = arguments, .operation = what->operation});
    must(cujit_memory_alloc(context, sizeof table, &device_table, &fault));
    must(cujit_memory_to_device(context, device_table, table, sizeof table, &fault));
    seed = 100 + (uint64_t)_i;
    for (int round = 0; round < ROUNDS; round++) {
        call c;

        make_call(&c, what, round % 8 == 0 ? TURNED : round % 8 == 4 ? NEAT : ANY);
        turned += check_call(&c, kernel->kernel, device_table);
        free_call(&c);
    }
    ck_assert_int_gt(turned, 2);
    cujit_memory_free(context, device_table);
}

/* ---- The choice -------------------------------------------------------------------------------------------------- */

typedef struct choice {
    const char *label;
    size_t shape[2];
    ptrdiff_t x[2], y[2], z[2]; /* strides in bytes */
    size_t offsets[3];          /* into one memory */
    cj_form form;
    unsigned width;
    bool wide;
} choice;

enum { MIB = 1 << 20 };

static const choice choices[] = {
    {"padded rows", {64, 64}, {320, 4}, {320, 4}, {320, 4}, {0, MIB, 2 * MIB}, CJ_FORM_STRIDED, 4, false},
    {"a row for all", {64, 64}, {0, 4}, {320, 4}, {320, 4}, {0, MIB, 2 * MIB}, CJ_FORM_STRIDED, 4, false},
    {"short rows", {64, 15}, {320, 4}, {320, 4}, {320, 4}, {0, MIB, 2 * MIB}, CJ_FORM_STRIDED, 1, false},
    {"transposed", {64, 64}, {4, 256}, {256, 4}, {256, 4}, {0, MIB, 2 * MIB}, CJ_FORM_TRANSPOSED, 1, false},
    {"both transposed", {64, 64}, {4, 256}, {4, 320}, {256, 4}, {0, MIB, 2 * MIB}, CJ_FORM_TRANSPOSED, 1, false},
    {"too narrow to transpose", {31, 64}, {4, 256}, {256, 4}, {256, 4}, {0, MIB, 2 * MIB}, CJ_FORM_STRIDED, 4, false},
    {"too short to transpose", {64, 31}, {4, 256}, {256, 4}, {256, 4}, {0, MIB, 2 * MIB}, CJ_FORM_STRIDED, 4, false},
    {"in place", {64, 64}, {320, 4}, {320, 4}, {320, 4}, {0, MIB, 0}, CJ_FORM_STRIDED, 4, false},
    {"in place and moved", {64, 64}, {320, 4}, {320, 4}, {320, 4}, {4, MIB, 0}, CJ_FORM_STRIDED, 1, false},
    {"in place and transposed", {64, 64}, {4, 256}, {256, 4}, {256, 4}, {0, MIB, 0}, CJ_FORM_STRIDED, 1, false},
    {"between each other", {64, 64}, {512, 4}, {512, 4}, {512, 4}, {256, MIB, 0}, CJ_FORM_STRIDED, 1, false},
    {"far apart", {2, 64}, {0, 4}, {0, 4}, {(ptrdiff_t)1 << 31, 4}, {0, MIB, 2 * MIB}, CJ_FORM_STRIDED, 4, true},
    {"nearly as far",
     {2, 64},
     {0, 4},
     {0, 4},
     {((ptrdiff_t)1 << 31) - 512, 4},
     {0, MIB, 2 * MIB},
     CJ_FORM_STRIDED,
     4,
     false},
    {"far back",
     {2, 64},
     {0, 4},
     {0, 4},
     {-((ptrdiff_t)1 << 31), 4},
     {0, MIB, (size_t)4096 * MIB},
     CJ_FORM_STRIDED,
     4,
     true},
};

/* On every device as on one that likes tiles. Nothing is launched: there is no such memory. */
TEST_EACH(variants_are_chosen, COUNT(choices))
{
    const choice *what = &choices[_i];
    const cj_backend *backend = context->backend;
    cj_backend tiled = *backend;
    cujit_elementwise *kernel = make_kernel(
        context, &(cujit_elementwise_spec){.arguments = "const float *x, const float *y, float *z",
                                           .operation = "z[i] = x[i] + y[i]"});
    char *memory = (char *)(uintptr_t)((size_t)1 << 40);
    void *pointers[3], *values[] = {&pointers[0], &pointers[1], &pointers[2]};
    const ptrdiff_t *strides[] = {what->x, what->y, what->z};
    cj_call bound = {.core = &kernel->kernel->core};
    cujit_array *arrays[3];
    cj_variant variant;
    cj_views views;
    bool flat;

    for (size_t k = 0; k < 3; k++) {
        pointers[k] = memory + what->offsets[k];
        arrays[k] = view_at(context, CUJIT_FLOAT32, 2, what->shape, strides[k], pointers[k]);
        bound.values[k] = values[k];
        bound.arrays[k] = arrays[k];
        bound.sizes[k] = cujit_array_size(arrays[k]);
    }
    must(cj_views_find(&bound, false, &views, &flat, &fault));
    tiled.tiles = true;
    context->backend = &tiled;
    variant = cj_views_choose(kernel->kernel, &views, false, values);
    tiled.tiles = false;
    ck_assert_uint_eq(cj_views_choose(kernel->kernel, &views, false, values).width, 1);
    context->backend = backend;
    ck_assert_msg(variant.form == what->form && variant.width == what->width &&
                      ((variant.flags & CJ_VARIANT_WIDE) != 0) == what->wide,
                  "%s: form %d, width %d, flags %d", what->label, variant.form, variant.width, variant.flags);
    for (size_t k = 0; k < 3; k++)
        cujit_array_free(arrays[k]);
}

/* ---- Room for the numbers ---------------------------------------------------------------------------------------- */

/* A row of steps by 2 along each of `ndim` axes, of which no two can be merged. */
static cujit_array *halved(cujit_array *of, int ndim)
{
    size_t shape[CJ_MAX_AXES];
    ptrdiff_t strides[CJ_MAX_AXES];
    cujit_array *array = NULL;

    for (int k = 0; k < ndim; k++) {
        shape[k] = 2;
        strides[k] = (ptrdiff_t)sizeof(float) << k;
    }
    array = view_at(context, CUJIT_FLOAT32, ndim, shape, strides, cujit_array_data(of));
    return array;
}

/* The struct of numbers counts among the parameters of a kernel, of which not every device takes as many. What is dense
 * needs none. */
TEST(parameters_are_limited)
{
    static const struct {
        size_t most;
        int ndim;
        bool fits;
    } limits[] = {{0, 16, true}, {32764, 2, true}, {32764, 16, false}};
    static const cujit_type_spec large = {"large", "struct large { float of[8160]; };", 32640, 4};
    static float value[8160];
    const size_t shape[CJ_MAX_AXES] = {2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2};
    size_t most = context->device->max_parameter_bytes;
    cujit_array *x = zeros(context, CUJIT_FLOAT32, (size_t)1 << CJ_MAX_AXES), *z, *view;
    cujit_elementwise *kernel;
    cujit_dtype dtype;

    must(cujit_context_register_type(context, &large, &dtype, &fault));
    for (size_t k = 0; k < COUNT(limits); k++) {
        cujit_status status;
        char operation[64];

        if (on_gpu(context) && most < limits[k].most)
            continue;
        /* Kernels are kept, and so is what they could not do. */
        snprintf(operation, sizeof operation, "z[i] = x[i] + a.of[%zu]", k);
        kernel = make_kernel(context, &(cujit_elementwise_spec){.arguments = "large a, const float *x, float *z",
                                                                .operation = operation});
        context->device->max_parameter_bytes = on_gpu(context) ? most : limits[k].most;
        view = halved(x, limits[k].ndim);
        must(cujit_array_create(context, CUJIT_FLOAT32, limits[k].ndim, shape, &z, &fault));
        status = cujit_elementwise_run(kernel, NULL, CUJIT_ARGS(CUJIT_VALUE(value), view, z), &fault);
        if (limits[k].fits && (limits[k].most != 0 || !on_gpu(context))) {
            must(status);
        } else {
            ck_assert_msg(status == CUJIT_ERROR_UNSUPPORTED, "%zu: %s", k, cujit_status_name(status));
            ck_assert_msg(strstr(fault.message, "shapes and strides") != NULL, "%s", fault.message);
            cujit_error_clear(&fault);
        }
        run_kernel(kernel, CUJIT_ARGS(CUJIT_VALUE(value), z, z));
        cujit_elementwise_free(kernel);
        cujit_array_free(view);
        cujit_array_free(z);
    }
    context->device->max_parameter_bytes = most;
}
