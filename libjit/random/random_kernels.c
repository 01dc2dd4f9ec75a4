/*
 * random_kernels.c: the kernels that fill arrays: from template to handle, and their launch.
 */
#include "libjit/base/alloc.h"
#include "libjit/base/template.h"
#include "libjit/random/random.h"

#include <stdint.h>

enum { TILE_BYTES = 16, LANES = 32 /* of the prelude */, HOST_COUNTERS = 64, ARGUMENTS = 14 };

/* ---- From template to handle ------------------------------------------------------------------------------------- */

/* As the prelude calls them, behind "cujit_draw_"; whether a thread makes several tiles, which spares it reckoning: not
 * where an element may take long, or much text; and whether it makes them only once: the memory is what such draws wait
 * for, and blocks that come and go keep it busier than loops do, which end together. */
static const struct draw {
    const char *name;
    bool repeated, brief;
} draws[CJ_DRAWS] = {{"bits", true, true},       {"uniform", true, true},      {"uniform_free", true, true},
                     {"integers", false, false}, {"bernoulli", false, false},  {"normal", true, false},
                     {"lognormal", true, false}, {"exponential", true, false}, {"permutation", false, false},
                     {"gamma", false, false},    {"poisson", false, false}};

/* Tiles of an index: four of large elements; of small ones so many that it has 16 of these. On a GPU twice as many of
 * what is brief and has 4 bytes. On the host as many as need HOST_COUNTERS. */
static size_t find_turns(const cujit_random *random, cj_draw_kind kind, cujit_dtype dtype)
{
    const size_t size = cujit_dtype_size(dtype), few = size < 4 ? size : 4;

    if (!draws[kind].repeated)
        return 1;
    if (random->context->backend->is_host)
        return few * (HOST_COUNTERS / 4);
    return draws[kind].brief && size == 4 ? 2 * few : few;
}

/* Indices that share the tiles between them. */
static size_t find_lanes(const cujit_random *random)
{
    return random->context->backend->is_host ? 1 : LANES;
}

/* What reals are calculated in. */
static bool is_double(cj_draw_kind kind, cujit_dtype dtype)
{
    return kind >= CJ_DRAW_GAMMA || (kind != CJ_DRAW_BITS && dtype == CUJIT_FLOAT64);
}

static cujit_status make_kernel(const cujit_random *random, const cj_random_kernel *of, cujit_elementwise **out,
                                cujit_error *error)
{
    const cj_value values[] = {cj_value_text("TYPE", cj_dtype_find(of->dtype)->spelling),
                               cj_value_text("REAL", is_double(of->kind, of->dtype) ? "double" : "float"),
                               cj_value_text("DRAW", draws[of->kind].name),
                               cj_value_number("ROUNDS", random->rounds),
                               cj_value_number("MOVING", random->moving != NULL),
                               cj_value_number("PLACED", of->kind == CJ_DRAW_PERMUTATION),
                               cj_value_number("TILE", of->form != CJ_RANDOM_ELEMENTS),
                               cj_value_number("SHIFT", of->form),
                               cj_value_number("TURNS", find_turns(random, of->kind, of->dtype))};
    const size_t count = sizeof values / sizeof *values;
    cj_text name = {0}, arguments = {0}, operation = {0};
    cujit_status status;

    cj_text_append(&name, "random_");
    cj_text_append(&name, draws[of->kind].name);
    status = cj_template_render(cj_template_files, "random_arguments", values, count, "", &arguments, error);
    if (status == CUJIT_OK)
        status = cj_template_render(cj_template_files, "random_fill", values, count, "", &operation, error);
    if (status == CUJIT_OK && (name.failed || arguments.failed || operation.failed))
        status = cj_error_no_memory(error, "a kernel for random numbers");
    if (status == CUJIT_OK) {
        const cujit_elementwise_spec spec = {.name = name.data,
                                             .arguments = arguments.data,
                                             .operation = operation.data,
                                             .max_blocks = draws[of->kind].brief ? SIZE_MAX : 0};

        status = cujit_elementwise_create(random->context, &spec, out, error);
    }
    cj_text_clear(&operation);
    cj_text_clear(&arguments);
    cj_text_clear(&name);
    return status;
}

static cujit_status find_kernel(cujit_random *random, cj_draw_kind kind, cujit_dtype dtype, int form,
                                cujit_elementwise **out, cujit_error *error)
{
    cj_random_kernel *kernel;
    cujit_status status;

    for (kernel = random->kernels; kernel != NULL; kernel = kernel->next) {
        if (kernel->kind == kind && kernel->dtype == dtype && kernel->form == form) {
            *out = kernel->kernel;
            return CUJIT_OK;
        }
    }
    if ((kernel = cj_malloc(sizeof *kernel)) == NULL)
        return cj_error_no_memory(error, "a kernel for random numbers");
    *kernel = (cj_random_kernel){.kind = kind, .dtype = dtype, .form = form, .next = random->kernels};
    if ((status = make_kernel(random, kernel, &kernel->kernel, error)) != CUJIT_OK) {
        cj_free(kernel);
        return status;
    }
    random->kernels = kernel;
    *out = kernel->kernel;
    return CUJIT_OK;
}

void cj_random_kernels_free(cujit_random *random)
{
    for (cj_random_kernel *kernel = random->kernels, *next; kernel != NULL; kernel = next) {
        next = kernel->next;
        cujit_elementwise_free(kernel->kernel);
        cj_free(kernel);
    }
    cujit_elementwise_free(random->advance);
    cujit_elementwise_free(random->draw);
    random->kernels = NULL;
    random->advance = random->draw = NULL;
}

/* ---- Launch ------------------------------------------------------------------------------------------------------ */

/* What a kernel is called with, in the order of templates/random_arguments.cu.in. */
typedef struct row {
    unsigned long long seed, stream, first, wholes[3];
    const void *data, *moving;
    long long count;
    int lead;
    double doubles[4];
    float floats[4];
    bool in_double;
} row;

static void fill_row(const cujit_random *random, const cujit_array *array, const cj_draw *draw, row *out)
{
    *out = (row){.seed = random->seed,
                 .stream = random->stream,
                 .first = random->position / cj_random_share(array),
                 .data = array->data,
                 .moving = random->moving != NULL ? random->moving->data : NULL,
                 .count = (long long)array->size,
                 .in_double = is_double(draw->kind, array->dtype)};
    for (int k = 0; k < 4; k++) {
        out->doubles[k] = draw->reals[k];
        out->floats[k] = (float)draw->reals[k];
    }
    for (int k = 0; k < 3; k++)
        out->wholes[k] = draw->wholes[k];
    if (draw->kind == CJ_DRAW_PERMUTATION)
        out->wholes[2] = out->first;
}

/* Tiles lie at multiples of their size: the first one may begin in front of the array. */
static cujit_status launch_tiles(cujit_random *random, const cujit_array *array, const cj_draw *draw, row *values,
                                 cujit_error *error)
{
    const size_t each = 4 / (size_t)cj_random_share(array), width = TILE_BYTES / array->item_size;
    const size_t lead = (uintptr_t)array->data % TILE_BYTES / array->item_size;
    const size_t tiles = (array->size + lead + width - 1) / width;
    const size_t lanes = find_lanes(random), step = lanes * find_turns(random, draw->kind, array->dtype);
    const cujit_elementwise_options options = {.stream = random->on};
    void *row_of[ARGUMENTS];
    size_t count = 0;
    cujit_elementwise *kernel;
    cujit_status status;

    values->first -= lead;
    values->lead = (int)lead;
    status = find_kernel(random, draw->kind, array->dtype, (int)(values->first % each), &kernel, error);
    if (status != CUJIT_OK)
        return status;
    row_of[count++] = &values->data;
    row_of[count++] = &values->seed;
    row_of[count++] = &values->stream;
    row_of[count++] = &values->first;
    if (random->moving != NULL)
        row_of[count++] = &values->moving;
    row_of[count++] = &values->count;
    row_of[count++] = &values->lead;
    for (int k = 0; k < 4; k++)
        row_of[count++] = values->in_double ? (void *)&values->doubles[k] : (void *)&values->floats[k];
    for (int k = 0; k < 3; k++)
        row_of[count++] = &values->wholes[k];
    cj_array_use(random->context, array, random->on);
    return cujit_elementwise_launch_prepared(kernel, &options, (tiles + step - 1) / step * lanes, row_of, error);
}

/* Any strides: checked, and each element by itself. */
static cujit_status run_elements(cujit_random *random, cujit_array *array, const cj_draw *draw, const row *values,
                                 cujit_error *error)
{
    const cujit_elementwise_options options = {.stream = random->on};
    cujit_arg items[ARGUMENTS] = {CUJIT_ARG(array), CUJIT_ARG(values->seed), CUJIT_ARG(values->stream),
                                  CUJIT_ARG(values->first)};
    size_t count = 4;
    cujit_elementwise *kernel;
    cujit_status status = find_kernel(random, draw->kind, array->dtype, CJ_RANDOM_ELEMENTS, &kernel, error);

    if (status != CUJIT_OK)
        return status;
    if (random->moving != NULL)
        items[count++] = CUJIT_ARG(random->moving);
    for (int k = 0; k < 4; k++)
        items[count++] = CUJIT_ARG(values->doubles[k]);
    for (int k = 0; k < 3; k++)
        items[count++] = CUJIT_ARG(values->wholes[k]);
    return cujit_elementwise_run(kernel, &options, (cujit_args){items, count}, error);
}

static cujit_status launch(cujit_random *random, cujit_array *array, const cj_draw *draw, cujit_error *error)
{
    row values;

    fill_row(random, array, draw, &values);
    if (array->c_order && (uintptr_t)array->data % array->item_size == 0)
        return launch_tiles(random, array, draw, &values, error);
    return run_elements(random, array, draw, &values, error);
}

/* ---- Filling ----------------------------------------------------------------------------------------------------- */

cujit_status cj_random_advance(cujit_random *random, uint64_t words, cujit_error *error)
{
    static const cujit_elementwise_spec spec = {.name = "random_advance",
                                                .arguments = "unsigned long long *position, unsigned long long words",
                                                .operation = "position[i] += words"};
    const cujit_elementwise_options options = {.stream = random->on};
    cujit_status status = CUJIT_OK;

    if (random->advance == NULL)
        status = cujit_elementwise_create(random->context, &spec, &random->advance, error);
    if (status == CUJIT_OK)
        status = cujit_elementwise_run(random->advance, &options, CUJIT_ARGS(random->moving, words), error);
    return status;
}

cujit_status cj_random_draw_seed_there(cujit_random *random, cujit_stream stream, cujit_error *error)
{
    static const cujit_elementwise_spec spec = {
        .name = "random_seed",
        .arguments =
            "unsigned long long *position, long long *drawn, unsigned long long key, unsigned long long stream",
        .operation = "const uint4 words = random_words(key, position[i], stream);\n"
                     "drawn[i] = (long long)((unsigned long long)words.y << 32 | words.x);\n"
                     "position[i] += 4"};
    const cujit_elementwise_options options = {.stream = stream};
    cujit_status status = CUJIT_OK;

    if (random->draw == NULL)
        status = cujit_elementwise_create(random->context, &spec, &random->draw, error);
    if (status == CUJIT_OK)
        status = cujit_elementwise_run(
            random->draw, &options,
            CUJIT_ARGS(random->moving, random->drawn, cj_random_seed_key(random), random->stream), error);
    return status;
}

cujit_status cj_random_fill(const char *function, cujit_random *random, cujit_array *array, const cj_draw *draw,
                            cujit_error *error)
{
    const uint64_t share = cj_random_share(array), limit = (uint64_t)1 << 63;
    const uint64_t begin = random->position + random->position % share, words = array->size * share;
    cujit_status status;

    if (array->size == 0)
        return CUJIT_OK;
    if (words > limit || begin > limit - words)
        return cj_error_set(error, CUJIT_ERROR_ARGUMENT_VALUE,
                            "%s: the stream has %llu more words of its 2^63, and %zu elements take %llu", function,
                            (unsigned long long)(limit - begin), array->size, (unsigned long long)words);
    random->position = begin;
    if ((status = launch(random, array, draw, error)) != CUJIT_OK)
        return status;
    if (random->moving != NULL)
        return cj_random_advance(random, (words + 3) / 4 * 4, error);
    random->position = begin + words;
    return CUJIT_OK;
}
