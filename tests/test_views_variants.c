/*
 * test_views_variants.c: every variant for N-d views, forced on random shapes and strides, against a plain loop in C:
 * the same bits in the result, and not a byte written beside it. On every device.
 */
#include "libjit/elementwise/elementwise_strided.h"
#include "libjit/elementwise/form.h"
#include "tests/property.h"

#include <complex.h>
#include <stdio.h>

enum { ROUNDS = 40 };

/* ---- Operations -------------------------------------------------------------------------------------------------- */

typedef struct triple {
    float a, b, c;
} triple;
typedef struct float4 {
    float x, y, z, w;
} float4;

static int table[16];

#pragma GCC diagnostic push
/* Conversions are part of what they do. */
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wfloat-conversion"
OPERATION(axpy, float, float, float, z[i] = 3 * x[i] + y[i])
OPERATION(chars, signed char, signed char, signed char, z[i] = x[i] ^ (y[i] + 1))
OPERATION(shorts, short, short, short, z[i] += x[i] - y[i])
OPERATION(sometimes, double, double, double, if (x[i] > y[i]) z[i] = x[i] - y[i])
OPERATION(triples, triple, triple, triple, z[i].a = x[i].c; z[i].b = y[i].a + z[i].c)
OPERATION(mixed, signed char, double, float, z[i] = x[i] + y[i])
OPERATION(numbered, int, int, long long, z[i] = i * 3 + x[i] - y[i])
OPERATION(gathered, int, int, int, z[i] = table[x[i] & 15] + y[i])
OPERATION(quads, float4, float, float4, z[i].x = x[i].w + y[i]; z[i].w = z[i].y)
OPERATION(complexes, float complex, float complex, float complex, z[i] = x[i] + y[i])
OPERATION(leaving, int, int, int, if (x[i] < 0) return; z[i] = x[i] > 5 ? x[i] : y[i])
#pragma GCC diagnostic pop

static const operation *const rows[] = {&axpy,     &chars,    &shorts, &sometimes, &triples, &mixed,
                                        &numbered, &gathered, &quads,  &complexes, &leaving};

static cujit_context *context;
static cujit_dtype triple_dtype;
static uint64_t seed;

static void setup(void)
{
    context = cj_test_context();
    triple_dtype = register_type(context, &(cujit_type_spec){"triple", "struct triple { float a, b, c; };", 12, 4});
    for (int k = 0; k < 16; k++)
        table[k] = 1000 * k;
}

static size_t below(size_t n)
{
    return draw_below(&seed, n);
}

static element_type type_of(const char *name)
{
    element_type type;

    if (strcmp(name, "triple") == 0)
        return (element_type){triple_dtype, CUJIT_FLOAT32, sizeof(triple)};
    type = number_type_of(name);
    if (strcmp(name, "float4") == 0 || strcmp(name, "float complex") == 0)
        type.number = CUJIT_FLOAT32;
    return type;
}

/* ---- One call ---------------------------------------------------------------------------------------------------- */

/* What shapes and strides a call has. */
typedef enum style {
    ANY,
    TURNED, /* some inputs transposed */
    NEAT,   /* the same, and everything begins and ends where tiles and patches do, but for the last patch */
} style;

typedef struct call {
    const operation *what;
    int ndim;
    size_t shape[MOST_AXES], size;
    operand x, y, z;
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

static operand draw(const call *c, const char *type, unsigned surely, unsigned maybe)
{
    return draw_operand(context, type_of(type), c->ndim, c->shape, surely, maybe, 64, &seed);
}

static void make_call(call *c, const operation *what, style kind)
{
    const unsigned loose = kind == NEAT ? 0 : DRAW_GAPS | DRAW_MOVED;
    const struct {
        unsigned surely, maybe;
    } ways[] = {{0, loose}, {DRAW_TURNED, loose}, {DRAW_SHORT, loose}, {0, DRAW_INPUT}};
    const size_t y = kind == ANY ? 3 : below(4);

    *c = (call){.what = what};
    make_shape(c, kind);
    c->x = kind == ANY ? draw(c, what->x, 0, DRAW_INPUT) : draw(c, what->x, DRAW_TURNED, loose);
    c->y = draw(c, what->y, ways[y].surely, ways[y].maybe);
    c->z = draw(c, what->z, 0, kind == NEAT || (kind == TURNED && below(2) == 0) ? loose : DRAW_OUTPUT);
}

/* What is reckoned to be needed for the numbers is what the kernel takes. */
static void check_parameters(const cj_elementwise *kernel, const cj_variant *variant)
{
    size_t sizes[CJ_MAX_PARAMETERS + 2], count = 0, bytes = 0;
    const cj_built *built;
    cj_source form;

    must(cj_core_build(&kernel->core, variant, &built, NULL), &(cujit_error){0});
    if (context->backend->parameters(built->program->function, sizes, NULL, CJ_MAX_PARAMETERS + 2, &count, NULL) !=
        CUJIT_OK)
        return; /* an old driver */
    for (size_t k = 0; k < count; k++)
        bytes += sizes[k];
    cj_core_describe(&kernel->core, variant, &form);
    ck_assert_uint_eq(bytes, cj_source_bytes(&form));
    cj_source_end(&form);
}

/* Kernels take long to compile: a row tries every fourth of the variants, and other rows the others. */
static bool is_tried(const operation *what, const cj_variant *v)
{
    const uint64_t parts[] = {v->form, v->width, v->rank, v->flags, v->transposed};
    uint64_t hash = 0;

    while (rows[hash] != what)
        hash++;
    for (size_t k = 0; k < COUNT(parts); k++)
        hash = hash * 67 + parts[k];
    return next_random(&hash) % 4 == 0;
}

static void check_variant(call *c, const cj_elementwise *kernel, cj_views *views, const cj_variant *variant,
                          const cujit_range *range, void *const *values)
{
    cj_text name = {0};
    char label[1024], x[400], y[400];

    if (!is_tried(c->what, variant))
        return;
    check_parameters(kernel, variant);
    reset_operand(&c->z);
    expect_operation(c->what, &c->x, &c->y, &c->z,
                     range == NULL ? (chosen){0}
                                   : choose_range(range->start, range->step, (size_t)cj_range_count(range)));
    must(cj_views_launch_variant(kernel, views, variant, range, values, NULL, &fault));
    cj_variant_describe(variant, &name);
    snprintf(label, sizeof label, "%s, %s, x %s, y %s", c->what->text, name.data, describe_operand(&c->x, x),
             describe_operand(&c->y, y));
    cj_text_clear(&name);
    check_operand(&c->z, label);
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
        variant.width = (uint8_t)cj_form_view_width(&kernel->text);
        if (variant.width > 1)
            check_variant(c, kernel, &views, &variant, NULL, values);
        variant.transposed = cj_views_transposed(kernel, &views);
        variant.form = CJ_FORM_TRANSPOSED;
        for (unsigned width = cj_form_patch_width(&kernel->text); variant.transposed != 0 && width > 0; width /= 2) {
            if (!cj_form_patch(&kernel->text, variant.transposed, width, &patch))
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
    const operation *what = rows[_i];
    char arguments[160];
    cujit_elementwise *kernel;
    void *device_table = device_memory(context, sizeof table);
    int turned = 0;

    snprintf(arguments, sizeof arguments, "const %s *x, const %s *y, %s *z%s", what->x, what->y, what->z,
             strstr(what->text, "table") != NULL ? ", const int *table" : "");
    kernel = kernel_of(context, arguments, what->text);
    must(cujit_memory_to_device(context, device_table, table, sizeof table, &fault));
    seed = 100 + (uint64_t)_i;
    for (int round = 0; round < ROUNDS; round++) {
        call c;

        make_call(&c, what, round % 8 == 0 ? TURNED : round % 8 == 4 ? NEAT : ANY);
        turned += check_call(&c, kernel->kernel, device_table);
    }
    ck_assert_int_gt(turned, 2);
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

/* clang-format off */
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
    {"nearly as far", {2, 64}, {0, 4}, {0, 4}, {((ptrdiff_t)1 << 31) - 512, 4}, {0, MIB, 2 * MIB}, CJ_FORM_STRIDED, 4,
     false},
    {"far back", {2, 64}, {0, 4}, {0, 4}, {-((ptrdiff_t)1 << 31), 4}, {0, MIB, (size_t)4096 * MIB}, CJ_FORM_STRIDED, 4,
     true},
};
/* clang-format on */

/* On every device as on one that likes tiles. Nothing is launched: there is no such memory. */
TEST_EACH(variants_are_chosen, COUNT(choices))
{
    const choice *what = &choices[_i];
    const cj_backend *backend = context->backend;
    cj_backend tiled = *backend;
    cujit_elementwise *kernel = kernel_of(context, "const float *x, const float *y, float *z", "z[i] = x[i] + y[i]");
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
}

/* ---- Room for the numbers ---------------------------------------------------------------------------------------- */

enum { MANY_AXES = 16 };

/* A row of steps by 2 along each of `ndim` axes, of which no two can be merged. */
static cujit_array *halved(cujit_array *of, int ndim)
{
    size_t shape[MANY_AXES];
    ptrdiff_t strides[MANY_AXES];

    for (int k = 0; k < ndim; k++) {
        shape[k] = 2;
        strides[k] = (ptrdiff_t)sizeof(float) << k;
    }
    return view_at(context, CUJIT_FLOAT32, ndim, shape, strides, cujit_array_data(of));
}

/* The struct of numbers counts among the parameters of a kernel, of which not every device takes as many. What is dense
 * needs none. */
TEST(parameters_are_limited)
{
    static const struct {
        size_t most;
        int ndim;
        bool fits;
    } limits[] = {{0, MANY_AXES, true}, {32764, 2, true}, {32764, MANY_AXES, false}};
    static const cujit_type_spec large = {"large", "struct large { float of[8160]; };", 32640, 4};
    static float value[8160];
    const size_t shape[MANY_AXES] = {2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2};
    size_t most = context->device->max_parameter_bytes;
    cujit_array *x = zeros(context, CUJIT_FLOAT32, (size_t)1 << MANY_AXES), *z, *view;
    cujit_elementwise *kernel;

    register_type(context, &large);
    for (size_t k = 0; k < COUNT(limits); k++) {
        cujit_status status;
        char text[64];

        if (on_gpu(context) && most < limits[k].most)
            continue;
        /* Kernels are kept, and so is what they could not do. */
        snprintf(text, sizeof text, "z[i] = x[i] + a.of[%zu]", k);
        kernel = kernel_of(context, "large a, const float *x, float *z", text);
        context->device->max_parameter_bytes = on_gpu(context) ? most : limits[k].most;
        view = halved(x, limits[k].ndim);
        must(cujit_array_create(context, CUJIT_FLOAT32, limits[k].ndim, shape, &z, &fault));
        status = cujit_elementwise_run(kernel, NULL, CUJIT_ARGS(CUJIT_VALUE(value), view, z), &fault);
        if (limits[k].fits && (limits[k].most != 0 || !on_gpu(context)))
            must(status);
        else
            refuse(status, CUJIT_ERROR_UNSUPPORTED, "shapes and strides");
        run_kernel(kernel, CUJIT_ARGS(CUJIT_VALUE(value), z, z));
        cujit_array_free(z);
    }
    context->device->max_parameter_bytes = most;
}
