/*
 * elementwise.c: making elementwise kernels, and building their variants.
 *
 * The way of a spec: registry (this process made it before) -> look at the texts (kernel_text.c) -> choose a
 * variant -> render it (form.c) -> build it (program.c: cache, compiler, device) -> registry.
 */
#include "libjit/elementwise/elementwise.h"

#include "libjit/base/alloc.h"
#include "libjit/base/flat_key.h"
#include "libjit/base/os.h"
#include "libjit/base/text.h"
#include "libjit/elementwise/form.h"
#include "libjit/elementwise/tune.h"
#include "libjit/kernel/generic.h"
#include "libjit/kernel/kernel_key.h"

#include <string.h>

/* ---- The registry's key ---- */

static void key_make(cj_flat_key *key, const cujit_elementwise_spec *spec)
{
    cj_flat_key_init(key);
    cj_flat_key_add(key, "elementwise");
    cj_flat_key_add(key, spec->arguments);
    cj_flat_key_add(key, spec->operation);
    cj_flat_key_add(key, spec->name);
    cj_flat_key_add(key, spec->preamble);
    cj_flat_key_add(key, spec->loop_prep);
    cj_flat_key_add(key, spec->after_loop);
    cj_flat_key_add(key, spec->types);
    for (size_t k = 0; spec->options != NULL && spec->options[k] != NULL; k++)
        cj_flat_key_add(key, spec->options[k]);
}

/* ---- Building ---- */

static void destroy(cj_registered *registered)
{
    cj_elementwise *kernel = (cj_elementwise *)registered;

    for (cj_built *built = (cj_built *)atomic_load(&kernel->built), *older; built != NULL; built = older) {
        older = built->older;
        cj_program_free(built->program);
        cj_free(built);
    }
    if (atomic_load(&kernel->lower) != NULL)
        destroy(&atomic_load(&kernel->lower)->registered);
    cj_generic_free(kernel->generic);
    cj_kernel_text_clear(&kernel->text);
    cj_tiling_clear(&kernel->tiling);
    pthread_mutex_destroy(&kernel->lock);
    cj_free(kernel->source);
    cj_free(kernel->parameters);
    cj_sizes_clear(&kernel->sizes);
    cj_free(kernel);
}

/* How many threads to launch. On the host a block is one thread with a chunk of indices, unless the texts speak of
 * threads: then they get blocks like a GPU's. */
static void find_geometry(cj_elementwise *kernel)
{
    const cj_device *device = kernel->context->device;

    kernel->block_size = device != NULL ? device->block_size : 1;
    kernel->max_blocks = device != NULL ? device->max_blocks : 1;
    kernel->grain = device != NULL ? device->grain : 1;
    if (kernel->text.names_threads && kernel->block_size == 1) {
        kernel->block_size = 256;
        kernel->grain = 1;
    }
}

static unsigned variant_features(const cj_kernel_text *text, const cj_variant *variant)
{
    unsigned features = text->features;

    if (variant->form == CJ_FORM_TILE || variant->form == CJ_FORM_STRIDED || variant->form == CJ_FORM_TRANSPOSED)
        features |= CJ_FEATURE_ACCESSORS;
    if (variant->form == CJ_FORM_TILE && cj_kernel_text_has_neighbours(text))
        features |= CJ_FEATURE_NEIGHBOURS;
    if (variant->form == CJ_FORM_TRANSPOSED)
        features |= CJ_FEATURE_BARRIERS;
    return features;
}

static cujit_status build_source(const cj_elementwise *kernel, const cj_variant *variant, const char *source,
                                 cj_program **out, cujit_error *error)
{
    cj_part parts[CJ_KERNEL_TEXT_PARTS];
    cujit_status status;
    cj_unit unit = {
        .name = kernel->text.name,
        .entry = kernel->text.entry,
        .source = source,
        .options = (const char *const *)kernel->text.options,
        .features = variant_features(&kernel->text, variant),
    };

    cj_kernel_text_parts(&kernel->text, parts);
    status = cj_program_build(kernel->context, &unit, parts, CJ_KERNEL_TEXT_PARTS, out, error);
    if (status == CUJIT_ERROR_COMPILE)
        cj_letters_add_to_error(&kernel->text.letters, error);
    return status;
}

static cujit_status check_parameters(const cj_elementwise *kernel, const cj_variant *variant, cujit_error *error)
{
    bool views = variant->form == CJ_FORM_STRIDED || variant->form == CJ_FORM_TRANSPOSED;

    return cj_program_check_parameters(kernel->context, kernel->text.name,
                                       views ? ", with the shape and strides of the views," : "",
                                       cj_form_parameter_bytes(&kernel->text, variant), error);
}

/* A form that another can do for. */
static bool is_optional(const cj_variant *variant)
{
    return variant->form == CJ_FORM_TILE || variant->form == CJ_FORM_TRANSPOSED ||
           (variant->form == CJ_FORM_STRIDED && variant->width > 1);
}

/* Under the lock. A tile that cannot be built is noted down: plain pointers do instead, and nobody waits for a compiler
 * twice. `keep_source`: the source becomes the kernel's. */
static cujit_status build_new(cj_elementwise *kernel, const cj_variant *variant, bool keep_source, const cj_built **out,
                              cujit_error *error)
{
    cj_built *built = cj_calloc(1, sizeof *built);
    char *source = NULL;
    cujit_status status;

    if (built == NULL)
        return cj_error_no_memory(error, "a kernel");
    built->variant = *variant;
    if ((status = check_parameters(kernel, variant, error)) == CUJIT_OK &&
        (status = cj_form_render(&kernel->text, variant, &source, error)) == CUJIT_OK)
        status = build_source(kernel, variant, source, &built->program, error);
    if (status != CUJIT_OK && (!is_optional(variant) || status == CUJIT_ERROR_OUT_OF_MEMORY)) {
        cj_free(built);
        cj_free(source);
        return status;
    }
    built->older = (cj_built *)atomic_load(&kernel->built);
    atomic_store_explicit(&kernel->built, built, memory_order_release);
    if (keep_source && status == CUJIT_OK) {
        kernel->source = source;
        source = NULL;
    }
    cj_free(source);
    *out = built;
    return status;
}

static const cj_built *find_built(const cj_elementwise *kernel, const cj_variant *variant)
{
    const cj_built *built = atomic_load_explicit(&((cj_elementwise *)kernel)->built, memory_order_acquire);

    while (built != NULL && !cj_variant_same(&built->variant, variant))
        built = built->older;
    return built;
}

cujit_status cj_elementwise_build(const cj_elementwise *kernel, const cj_variant *variant, const cj_built **out,
                                  cujit_error *error)
{
    cj_elementwise *growing = (cj_elementwise *)kernel; /* immutable to its users; variants are late parts of it */
    const cj_built *built = find_built(kernel, variant);
    cujit_status status = CUJIT_OK;

    if (kernel->generic != NULL)
        return cj_generic_refuse(kernel->generic, "a prepared launch", error);
    if (built == NULL) {
        pthread_mutex_lock(&growing->lock);
        if ((built = find_built(kernel, variant)) == NULL)
            status = build_new(growing, variant, false, &built, error);
        pthread_mutex_unlock(&growing->lock);
    }
    if (status == CUJIT_OK && built->program == NULL)
        status = cj_error_set(error, CUJIT_ERROR_COMPILE, "%s: this variant could not be built before",
                              kernel->text.name);
    if (status == CUJIT_OK)
        *out = built;
    return status;
}

cujit_status cj_elementwise_build_plain(const cj_elementwise *kernel, const cj_built **out, cujit_error *error)
{
    static const cj_variant plain = {.form = CJ_FORM_PLAIN};
    cujit_status status = cj_elementwise_build(kernel, &plain, out, error);

    if (status == CUJIT_OK)
        atomic_store_explicit(&((cj_elementwise *)kernel)->plain, *out, memory_order_release);
    return status;
}

/* The first variant is the one that most launches will use. Where coordinates are asked for, the number of axes is a
 * guess from the highest one. */
static cj_variant first_variant(const cujit_context *context, const cj_kernel_text *text, const cj_tiling *tiling)
{
    cj_variant strided = {.form = CJ_FORM_STRIDED, .width = 1, .block = 256};

    if (text->accesses.axes == 0)
        return tiling->width > 0 && context->backend->tiles ? cj_tiling_default(tiling)
                                                            : (cj_variant){.form = CJ_FORM_PLAIN};
    while (text->accesses.axes >> strided.rank != 0)
        strided.rank++;
    return strided;
}

/* A tile can fail where pointers do not (what an operator of the user's makes of a reference, for instance), and where
 * both fail the messages are the plain one's. */
static cujit_status build_first(cj_elementwise *kernel, cujit_error *error)
{
    cj_variant variant = first_variant(kernel->context, &kernel->text, &kernel->tiling);
    cujit_error trouble = {0};
    cujit_status status;

    cj_tune_recall(kernel->context, &kernel->text, &kernel->tiling, &variant);
    status = build_new(kernel, &variant, true, &kernel->first, &trouble);
    while (variant.form == CJ_FORM_STRIDED && status == CUJIT_ERROR_COMPILE && cj_kernel_text_distrust(&kernel->text)) {
        cujit_error_clear(&trouble);
        status = build_new(kernel, &variant, true, &kernel->first, &trouble);
    }
    if (variant.form == CJ_FORM_TILE && (status == CUJIT_ERROR_COMPILE || status == CUJIT_ERROR_NO_COMPILER)) {
        cujit_error_clear(&trouble);
        variant = (cj_variant){.form = CJ_FORM_PLAIN};
        status = build_new(kernel, &variant, true, &kernel->first, &trouble);
    }
    if (status != CUJIT_OK) {
        cj_error_move(error, &trouble);
        return status;
    }
    if (variant.form == CJ_FORM_TILE)
        atomic_store(&kernel->tile, kernel->first);
    else if (variant.form == CJ_FORM_PLAIN)
        atomic_store(&kernel->plain, kernel->first);
    return CUJIT_OK;
}

/* From the same texts as the generic kernel. */
static cujit_status make_bound(const void *generic, const char *types, cj_registered **out, cujit_error *error)
{
    const cj_elementwise *kernel = generic;
    cujit_elementwise_spec spec = cj_kernel_text_spec(&kernel->text);
    cj_elementwise *made = NULL;
    cujit_status status;

    spec.types = types;
    if ((status = cj_elementwise_make(kernel->context, &spec, &made, error)) == CUJIT_OK)
        *out = &made->registered;
    return status;
}

/* All texts were looked at; nothing is compiled before the types are known, nor can be said of tiles. */
static cujit_status make_generic(cj_elementwise *kernel, cujit_error *error)
{
    cj_variant variant = first_variant(kernel->context, &kernel->text, &kernel->tiling);
    cujit_status status = cj_generic_create(kernel->context, &kernel->text, make_bound, kernel, &kernel->generic,
                                            error);

    if (status == CUJIT_OK)
        status = cj_form_render(&kernel->text, &variant, &kernel->source, error);
    return status;
}

static cujit_status make_concrete(cj_elementwise *kernel, cujit_error *error)
{
    cujit_status status = cj_tiling_find(&kernel->text, &kernel->tiling, error);

    return status == CUJIT_OK ? build_first(kernel, error) : status;
}

static cujit_status make(cujit_context *context, const cujit_elementwise_spec *spec, unsigned distrust,
                         cj_elementwise **out, cujit_error *error)
{
    cj_elementwise *kernel = cj_calloc(1, sizeof *kernel);
    cujit_status status;

    if (kernel == NULL)
        return cj_error_no_memory(error, "a kernel");
    kernel->registered.destroy = destroy;
    kernel->context = context;
    kernel->distrust = distrust;
    pthread_mutex_init(&kernel->lock, NULL);
    if ((status = cj_kernel_text_init(context, spec, &kernel->text, error)) != CUJIT_OK)
        goto out;
    for (unsigned k = 0; k < distrust; k++)
        cj_kernel_text_distrust(&kernel->text);
    if ((status = cj_sizes_find(&kernel->text, &kernel->sizes, error)) != CUJIT_OK ||
        (status = cj_sizes_describe(&kernel->text.signature, &kernel->parameters, error)) != CUJIT_OK)
        goto out;
    find_geometry(kernel);
    status = cj_letters_open(&kernel->text.letters) > 0 ? make_generic(kernel, error) : make_concrete(kernel, error);
    if (status != CUJIT_OK)
        goto out;
    *out = kernel;
    kernel = NULL;

out:
    if (kernel != NULL)
        destroy(&kernel->registered);
    return status;
}

cujit_status cj_elementwise_make(cujit_context *context, const cujit_elementwise_spec *spec, cj_elementwise **out,
                                 cujit_error *error)
{
    return make(context, spec, 0, out, error);
}

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
    cujit_elementwise_spec spec = cj_kernel_text_spec(&kernel->text);
    cujit_status status = CUJIT_OK;
    cj_text types = {0};

    cj_letters_write(&kernel->text.letters, &types);
    if (types.failed)
        return cj_error_no_memory(error, "a kernel");
    spec.types = types.data;
    pthread_mutex_lock(&growing->lock);
    *out = atomic_load(&growing->lower);
    if (*out == NULL && !trusts_all_the_least(kernel) &&
        (status = make(kernel->context, &spec, kernel->distrust + 1, out, error)) == CUJIT_OK)
        atomic_store_explicit(&growing->lower, *out, memory_order_release);
    pthread_mutex_unlock(&growing->lock);
    cj_text_clear(&types);
    return status;
}

/* ---- The public functions ---- */

static cujit_status check_spec(const char *function, const cujit_context *context, const cujit_elementwise_spec *spec,
                               const void *out, cujit_error *error)
{
    cujit_status status = cj_context_check_spec(function, context, spec, out, error);

    return status == CUJIT_OK ? cj_context_check_process(context, error) : status;
}

typedef struct making {
    cujit_context *context;
    const cujit_elementwise_spec *spec;
} making;

static cujit_status make_registered(void *user, cj_registered **out, cujit_error *error)
{
    const making *what = user;
    cj_elementwise *kernel = NULL;
    cujit_status status = cj_elementwise_make(what->context, what->spec, &kernel, error);

    if (status == CUJIT_OK)
        *out = &kernel->registered;
    return status;
}

/* The kernel for a spec: the one that is there, or a new one. */
static cujit_status find_or_make(cujit_context *context, const cujit_elementwise_spec *spec, cj_elementwise **out,
                                 cujit_origin *origin, cujit_error *error)
{
    cj_registered *found = NULL;
    bool made = false;
    cujit_status status;
    cj_flat_key key;

    key_make(&key, spec);
    cj_kernel_key_capitals(&key, context, spec->arguments);
    if ((status = cj_kernel_key_headers(&key, spec->preamble, spec->options, error)) == CUJIT_OK)
        status = cj_registry_find_or_make(&context->kernels, &key, make_registered, &(making){context, spec}, &found,
                                          &made, error);
    cj_flat_key_clear(&key);
    if (status != CUJIT_OK)
        return status;
    *out = (cj_elementwise *)found;
    if ((*out)->generic != NULL)
        *origin = (cujit_origin)0;
    else
        *origin = made ? (*out)->first->program->origin : CUJIT_ORIGIN_MEMORY;
    return CUJIT_OK;
}

cujit_status cujit_elementwise_create(cujit_context *context, const cujit_elementwise_spec *spec,
                                      cujit_elementwise **out, cujit_error *error)
{
    double start = cj_now_ms();
    cujit_status status = check_spec("cujit_elementwise_create", context, spec, out, error);
    cj_elementwise *kernel = NULL;
    cujit_elementwise *handle;
    cujit_origin origin;

    if (status != CUJIT_OK || (status = find_or_make(context, spec, &kernel, &origin, error)) != CUJIT_OK)
        return status;
    if ((handle = cj_malloc(sizeof *handle)) == NULL) {
        cj_context_drop(context, &kernel->registered);
        return cj_error_no_memory(error, "a kernel");
    }
    if (spec->tune != 0)
        cj_tune_ask(kernel);
    cj_context_retain(context);
    *handle = (cujit_elementwise){
        .kernel = kernel, .context = context, .origin = origin, .create_ms = cj_now_ms() - start};
    *out = handle;
    return CUJIT_OK;
}

void cujit_elementwise_free(cujit_elementwise *kernel)
{
    if (kernel == NULL)
        return;
    cj_context_drop(kernel->context, &kernel->kernel->registered);
    cj_context_release(kernel->context);
    cj_free(kernel);
}

cujit_status cujit_elementwise_render(cujit_context *context, const cujit_elementwise_spec *spec, char **source,
                                      cujit_error *error)
{
    cujit_status status = check_spec("cujit_elementwise_render", context, spec, source, error);
    cj_kernel_text text;
    cj_tiling tiling = {0};
    cj_variant variant;

    if (status != CUJIT_OK || (status = cj_kernel_text_init(context, spec, &text, error)) != CUJIT_OK)
        return status;
    if (cj_letters_open(&text.letters) == 0)
        status = cj_tiling_find(&text, &tiling, error);
    if (status == CUJIT_OK) {
        variant = first_variant(context, &text, &tiling);
        status = cj_form_render(&text, &variant, source, error);
    }
    cj_tiling_clear(&tiling);
    cj_kernel_text_clear(&text);
    return status;
}

size_t cujit_elementwise_parameter_count(const cujit_elementwise *kernel)
{
    return kernel != NULL ? kernel->kernel->text.signature.count : 0;
}

const cujit_parameter *cujit_elementwise_get_parameter(const cujit_elementwise *kernel, size_t k)
{
    return k < cujit_elementwise_parameter_count(kernel) ? &kernel->kernel->parameters[k] : NULL;
}

static void report_generic(const cujit_elementwise *handle, cujit_report *report)
{
    *report = (cujit_report){
        .name = handle->kernel->text.name,
        .source = handle->kernel->source,
        .log = "",
        .architecture = "",
        .object_kind = "",
        .registers = -1,
        .shared_bytes = -1,
        .stack_bytes = -1,
        .spill_store_bytes = -1,
        .spill_load_bytes = -1,
        .create_ms = handle->create_ms,
    };
}

void cujit_elementwise_get_report(const cujit_elementwise *handle, cujit_report *report)
{
    const cj_elementwise *kernel;

    if (report == NULL)
        return;
    *report = (cujit_report){0};
    if (handle == NULL)
        return;
    kernel = handle->kernel;
    if (kernel->generic != NULL) {
        report_generic(handle, report);
        return;
    }
    *report = (cujit_report){
        .name = kernel->text.name,
        .source = kernel->source,
        .origin = handle->origin,
        .create_ms = handle->create_ms,
    };
    cj_program_report(kernel->first->program, report);
}
