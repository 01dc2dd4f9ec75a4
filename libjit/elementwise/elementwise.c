/*
 * elementwise.c: elementwise kernels as a family: the table of core.h, and the public functions that make them.
 */
#include "libjit/elementwise/elementwise.h"

#include "libjit/base/text.h"
#include "libjit/elementwise/form.h"
#include "libjit/elementwise/stencil.h"
#include "libjit/elementwise/tune.h"
#include "libjit/kernel/creation.h"

#include <stdio.h>

/* A spec, and how often less is to be taken for granted of its texts than a look at them would. */
typedef struct making {
    const cujit_elementwise_spec *spec;
    unsigned distrust;
} making;

static const cj_family family;

/* ---- What it is made from ---------------------------------------------------------------------------------------- */

static cujit_status add_to_key(cujit_context *context, const void *spec, cj_flat_key *key, cj_survey **survey,
                               cujit_error *error)
{
    const cujit_elementwise_spec *texts = ((const making *)spec)->spec;
    const char *const said[] = {"elementwise",   texts->arguments, texts->operation,  texts->name,
                                texts->preamble, texts->loop_prep, texts->after_loop, texts->types};
    const cj_unit unit = {.source = texts->preamble != NULL ? texts->preamble : "", .options = texts->options};
    char blocks[24];

    for (size_t k = 0; k < sizeof said / sizeof *said; k++)
        cj_flat_key_add(key, said[k]);
    if (texts->max_blocks != 0)
        snprintf(blocks, sizeof blocks, "%zu", texts->max_blocks);
    cj_flat_key_add(key, texts->max_blocks != 0 ? blocks : NULL); /* most ask for none, and are looked up often */
    cj_core_key_capitals(key, context, texts->arguments);
    return cj_core_key_unit(key, &unit, survey, error);
}

static cujit_status take(cj_core *core, const void *spec, cujit_error *error)
{
    cj_elementwise *kernel = (cj_elementwise *)core;
    const making *what = spec;
    cujit_status status = cj_kernel_text_init(core->context, what->spec, NULL, &core->survey, &kernel->text, error);

    core->text = &kernel->text;
    kernel->distrust = what->distrust;
    for (unsigned k = 0; status == CUJIT_OK && k < what->distrust; k++)
        cj_kernel_text_distrust(&kernel->text);
    return status;
}

static void clear(cj_core *core)
{
    cj_elementwise *kernel = (cj_elementwise *)core;
    cj_elementwise *lower = atomic_load(&kernel->lower);

    if (lower != NULL)
        cj_core_destroy(&lower->core);
    cj_kernel_text_clear(&kernel->text);
    cj_tiling_clear(&kernel->tiling);
    cj_stencil_forget(kernel);
}

/* ---- Its variants ------------------------------------------------------------------------------------------------ */

/* How many threads to launch. On the host a block is one thread with a chunk of indices, unless the texts speak of
 * threads: then they get blocks like a GPU's. */
static void find_geometry(cj_elementwise *kernel)
{
    const cj_device *device = kernel->core.context->device;

    kernel->block_size = device != NULL ? device->block_size : 1;
    kernel->max_blocks = device != NULL ? device->max_blocks : 1;
    kernel->grain = device != NULL ? device->grain : 1;
    if (kernel->text.names_threads && kernel->block_size == 1) {
        kernel->block_size = 256;
        kernel->grain = 1;
    }
    if (kernel->text.spec.max_blocks != 0 && !kernel->core.context->backend->is_host)
        kernel->max_blocks = kernel->text.spec.max_blocks < CJ_MAX_BLOCKS ? (unsigned)kernel->text.spec.max_blocks
                                                                          : CJ_MAX_BLOCKS;
}

/* As many elements as have tiles for the threads that a device runs at once. */
static size_t find_brief(const cj_elementwise *kernel)
{
    enum { RESIDENT = 2048 }; /* threads of a multiprocessor */
    const cj_device *device = kernel->core.context->device;

    return kernel->tiling.divisible && device != NULL ? (size_t)device->processors * RESIDENT * kernel->tiling.width
                                                      : 0;
}

/* Where coordinates are asked for, the number of axes is a guess from the highest one. */
static cj_variant usual_variant(const cj_elementwise *kernel)
{
    cj_variant strided = {.form = CJ_FORM_STRIDED, .width = 1, .block = 256};

    if (kernel->text.accesses.axes == 0)
        return kernel->tiling.width > 0 && kernel->core.context->backend->tiles ? cj_tiling_default(&kernel->tiling)
                                                                                : (cj_variant){.form = CJ_FORM_PLAIN};
    while (kernel->text.accesses.axes >> strided.rank != 0)
        strided.rank++;
    return strided;
}

/* Of a generic kernel nothing can be said of tiles; its source is there to be looked at. */
static cujit_status settle(cj_core *core, cujit_error *error)
{
    cj_elementwise *kernel = (cj_elementwise *)core;
    cujit_status status = CUJIT_OK;

    find_geometry(kernel);
    if (core->generic == NULL && (status = cj_tiling_find(&kernel->text, &kernel->tiling, error)) != CUJIT_OK)
        return status;
    kernel->brief = find_brief(kernel);
    kernel->stencils = core->generic == NULL && core->context->backend->tiles && cj_stencil_possible(&kernel->text);
    core->usual = usual_variant(kernel);
    return core->generic != NULL ? cj_core_write(core, &core->usual, &core->source, error) : CUJIT_OK;
}

static cujit_status begin(cj_core *core, cujit_error *error)
{
    cj_elementwise *kernel = (cj_elementwise *)core;
    cujit_status status;

    cj_tune_recall(kernel, &core->usual);
    if ((status = cj_core_begin(core, error)) != CUJIT_OK)
        return status;
    if (core->usual.form == CJ_FORM_TILE)
        atomic_store(&kernel->tile, atomic_load(&core->first));
    else if (core->usual.form == CJ_FORM_PLAIN)
        atomic_store(&kernel->plain, atomic_load(&core->first));
    return CUJIT_OK;
}

/* A tile can fail where pointers do not (what an operator of the user's makes of a reference, for instance), and where
 * both fail the messages are the plain one's. */
static bool lessen(cj_core *core, cujit_status status)
{
    if (core->usual.form == CJ_FORM_STRIDED)
        return status == CUJIT_ERROR_COMPILE && cj_kernel_text_distrust(&((cj_elementwise *)core)->text);
    if (core->usual.form != CJ_FORM_TILE || (status != CUJIT_ERROR_COMPILE && status != CUJIT_ERROR_NO_COMPILER))
        return false;
    core->usual = (cj_variant){.form = CJ_FORM_PLAIN};
    return true;
}

static const cj_variant plain = {.form = CJ_FORM_PLAIN};

cujit_status cj_elementwise_build_plain(const cj_elementwise *kernel, const cj_built **out, cujit_error *error)
{
    cujit_status status = cj_core_build(&kernel->core, &plain, out, error);

    if (status == CUJIT_OK)
        atomic_store_explicit(&((cj_elementwise *)kernel)->plain, *out, memory_order_release);
    return status;
}

cujit_status cj_elementwise_try_shifted(const cj_elementwise *kernel, const cj_built **out, cujit_error *error)
{
    cj_variant variant = cj_tiling_default(&kernel->tiling);

    variant.flags = CJ_VARIANT_SHIFTED;
    return cj_core_try(&kernel->core, &variant, &plain, out, error);
}

/* ---- From the same texts ----------------------------------------------------------------------------------------- */

static cujit_status make_again(const cj_elementwise *kernel, const char *types, unsigned distrust, cj_core **out,
                               cujit_error *error)
{
    cujit_elementwise_spec spec = kernel->text.spec;

    spec.types = types;
    return cj_core_make(kernel->core.context, &family, &(making){&spec, distrust}, false, &kernel->core, out, error);
}

static cujit_status bind(const cj_core *generic, const char *types, cj_core **out, cujit_error *error)
{
    return make_again((const cj_elementwise *)generic, types, 0, out, error);
}

static const char *const form_names[] = {
    [CJ_FORM_PLAIN] = "plain",     [CJ_FORM_RANGE] = "range",           [CJ_FORM_TILE] = "tile",
    [CJ_FORM_STRIDED] = "strided", [CJ_FORM_TRANSPOSED] = "transposed", [CJ_FORM_STENCIL] = "stencil",
};

static const cj_family family = {
    .size = sizeof(cj_elementwise),
    .forms = form_names,
    .key = add_to_key,
    .take = take,
    .settle = settle,
    .begin = begin,
    .lessen = lessen,
    .bind = bind,
    .describe = cj_form_describe,
    .clear = clear,
};

static bool trusts_all_the_least(const cj_elementwise *kernel)
{
    bool least = kernel->text.accesses.uses_index;

    for (size_t k = 0; k < kernel->text.signature.count; k++)
        least = least && (!kernel->text.signature.parameters[k].pointer || kernel->text.accesses.of[k].other);
    return least;
}

cujit_status cj_elementwise_lower(const cj_elementwise *kernel, cj_elementwise **out, cujit_error *error)
{
    cj_elementwise *growing = (cj_elementwise *)kernel;
    cujit_status status = CUJIT_OK;
    cj_text types = {0};
    cj_core *made;

    cj_letters_write(&kernel->text.letters, &types);
    if (types.failed)
        return cj_error_no_memory(error, "a kernel");
    pthread_mutex_lock(&growing->core.lock);
    *out = atomic_load(&growing->lower);
    if (*out == NULL && !trusts_all_the_least(kernel) &&
        (status = make_again(kernel, types.data, kernel->distrust + 1, &made, error)) == CUJIT_OK) {
        *out = (cj_elementwise *)made;
        atomic_store_explicit(&growing->lower, *out, memory_order_release);
    }
    pthread_mutex_unlock(&growing->core.lock);
    cj_text_clear(&types);
    return status;
}

/* ---- The public functions ---------------------------------------------------------------------------------------- */

cujit_status cujit_elementwise_create_sized(cujit_context *context, const cujit_elementwise_spec *given, size_t size,
                                            cujit_elementwise **out, cujit_error *error)
{
    cujit_elementwise_spec spec;
    cj_core_handle *handle;
    cujit_status status = cj_context_take_spec("cujit_elementwise_create", context, given, size, out, &spec,
                                               sizeof spec, error);

    if (status != CUJIT_OK ||
        (status = cj_core_open(context, &family, &(making){.spec = &spec}, false, &handle, error)) != CUJIT_OK)
        return status;
    if (spec.tune != 0)
        cj_tune_ask((cj_elementwise *)handle->core);
    *out = (cujit_elementwise *)handle;
    return CUJIT_OK;
}

static void ask_to_tune(cj_core *core)
{
    cj_tune_ask((cj_elementwise *)core);
}

cujit_status cujit_elementwise_create_async_sized(cujit_context *context, const cujit_elementwise_spec *given,
                                                  size_t size, cujit_creation **out, cujit_error *error)
{
    cujit_elementwise_spec spec;
    cujit_status status = cj_context_take_spec("cujit_elementwise_create_async", context, given, size, out, &spec,
                                               sizeof spec, error);
    const cj_commission what = {&family, &(making){.spec = &spec}, "cujit_elementwise",
                                spec.tune != 0 ? ask_to_tune : NULL};

    return status == CUJIT_OK ? cj_creation_begin(context, &what, out, error) : status;
}

cujit_status cujit_elementwise_render_sized(cujit_context *context, const cujit_elementwise_spec *given, size_t size,
                                            char **source, cujit_error *error)
{
    cujit_elementwise_spec spec;
    cujit_status status = cj_context_take_spec("cujit_elementwise_render", context, given, size, source, &spec,
                                               sizeof spec, error);

    return status == CUJIT_OK ? cj_core_render(context, &family, &(making){.spec = &spec}, source, error) : status;
}

CJ_CORE_PUBLIC(cujit_elementwise)
CJ_CREATION_TAKE(elementwise)
