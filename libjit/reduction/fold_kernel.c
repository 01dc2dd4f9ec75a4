/*
 * fold_kernel.c: making reductions and scans, and building their variants.
 *
 * The way of a spec: registry (this process made it before) -> look at the texts (fold_text.c) -> the usual variant ->
 * render it (source_reduction.c, source_scan.c, ...) -> build it (program.c) -> registry.
 */
#include "libjit/reduction/fold_kernel.h"

#include "libjit/base/alloc.h"
#include "libjit/base/flat_key.h"
#include "libjit/base/os.h"
#include "libjit/kernel/generic.h"
#include "libjit/kernel/kernel_key.h"
#include "libjit/reduction/fold_source.h"

#include <stdio.h>
#include <string.h>

/* ---- Widths ------------------------------------------------------------------------------------------------------ */

enum { MOST_BYTES = 128 }; /* of an element that is worth a tile */

static bool takes_tiles(const cj_kernel_text *text, size_t k)
{
    return cj_kernel_text_can_view(text, k) && text->signature.parameters[k].size <= MOST_BYTES;
}

unsigned cj_fold_width(const cj_fold_text *fold)
{
    unsigned width = cj_unit_width(&fold->text, 16, takes_tiles);
    size_t bytes = 0;

    for (size_t k = 0; k < fold->count; k++)
        bytes += fold->folds[k].accumulator.size;
    if (bytes > CJ_FOLD_LARGE_VALUE)
        return 1;
    for (size_t k = 0; k < fold->text.signature.count; k++) {
        if (cj_fold_can_view(fold, k) && fold->text.signature.parameters[k].size > MOST_BYTES)
            return 1; /* one element at a time then, for all */
    }
    return width > 1 ? width : 1;
}

static size_t round_up(size_t size, size_t alignment)
{
    return (size + alignment - 1) / alignment * alignment;
}

/* The size of cujit_value, as the compiler lays it out. */
static size_t find_value_size(const cj_fold_text *fold)
{
    size_t size = 0, alignment = 1;

    for (size_t k = 0; k < fold->count; k++) {
        const cj_fold_type *type = &fold->folds[k].accumulator;
        size_t own = cj_fold_is_lifted(&fold->folds[k]) ? round_up(type->size + 1, type->alignment) : type->size;

        size = round_up(size, type->alignment) + own;
        alignment = type->alignment > alignment ? type->alignment : alignment;
    }
    return round_up(size, alignment);
}

/* ---- Building ---------------------------------------------------------------------------------------------------- */

static void forget_built(cj_fold_kernel *kernel)
{
    for (cj_fold_built *built = (cj_fold_built *)atomic_load(&kernel->built), *older; built != NULL; built = older) {
        older = built->older;
        cj_program_free(built->program);
        cj_free(built);
    }
    atomic_store(&kernel->built, NULL);
}

static void destroy(cj_registered *registered)
{
    cj_fold_kernel *kernel = (cj_fold_kernel *)registered;

    forget_built(kernel);
    cj_generic_free(kernel->generic);
    cj_fold_text_clear(&kernel->fold);
    cj_sizes_clear(&kernel->sizes);
    pthread_mutex_destroy(&kernel->lock);
    cj_free(kernel->source);
    cj_free(kernel->log);
    cj_free(kernel->parameters);
    cj_free(kernel);
}

cujit_status cj_fold_render(const cj_fold_kernel *kernel, const cj_variant *variant, char **source, cujit_error *error)
{
    switch ((cj_fold_form)variant->form) {
    case CJ_FOLD_FLAT:
        return cj_source_reduction_flat(kernel, variant, source, error);
    case CJ_FOLD_ROWS:
        return cj_source_reduction_rows(kernel, variant, source, error);
    case CJ_FOLD_COLUMNS:
        return cj_source_reduction_columns(kernel, variant, source, error);
    case CJ_FOLD_SCAN:
        return cj_source_scan(kernel, variant, source, error);
    case CJ_FOLD_SCAN_COLUMNS:
        return cj_source_scan_columns(kernel, variant, source, error);
    }
    return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "%s: there is no form %d", kernel->fold.text.name,
                        variant->form);
}

/* NVRTC does not say which type an expression should have had. */
static void add_expected_type(const cj_fold_text *fold, cujit_error *error)
{
    size_t length = error != NULL ? strlen(error->message) : 0;

    if (length == 0 || error->part == NULL || strstr(error->message, "return value type does not match") == NULL)
        return;
    for (size_t k = 0; k < fold->count; k++) {
        static const cj_fold_part parts[] = {CJ_FOLD_MAP, CJ_FOLD_REDUCE, CJ_FOLD_NEUTRAL, CJ_FOLD_POST};

        for (size_t at = 0; at < sizeof parts / sizeof *parts; at++) {
            const cj_fold_type *type = parts[at] == CJ_FOLD_POST ? &fold->folds[k].out : &fold->folds[k].accumulator;

            if (strcmp(error->part, cj_fold_part_name(parts[at], k)) == 0)
                snprintf(error->message + length, sizeof error->message - length, ": expected a value of type %.60s",
                         type->spelling);
        }
    }
}

static cujit_status build_source(const cj_fold_kernel *kernel, const cj_variant *variant, const char *source,
                                 cj_program **out, cujit_error *error)
{
    cj_part parts[CJ_FOLD_PARTS];
    size_t count = cj_fold_parts(&kernel->fold, parts);
    cujit_status status;
    cj_unit unit = {
        .name = kernel->fold.text.name,
        .entry = kernel->fold.text.entry,
        .source = source,
        .options = (const char *const *)kernel->fold.text.options,
        .features = kernel->fold.text.features | CJ_FEATURE_ACCESSORS | CJ_FEATURE_FOLD |
                    (kernel->scan ? CJ_FEATURE_SCAN : 0u) | (variant->block > 1 ? CJ_FEATURE_BARRIERS : 0u),
    };

    status = cj_program_build(kernel->context, &unit, parts, count, out, error);
    if (status == CUJIT_ERROR_COMPILE) {
        add_expected_type(&kernel->fold, error);
        cj_letters_add_to_error(&kernel->fold.text.letters, error);
    }
    return status;
}

/* Under the lock. What a compiler refuses is noted down: nobody waits for it twice. What else may have gone wrong (no
 * compiler, no memory) need not last. */
static cujit_status build_new(cj_fold_kernel *kernel, const cj_variant *variant, const cj_fold_built **out,
                              cujit_error *error)
{
    cj_fold_built *built = cj_calloc(1, sizeof *built);
    char *source = NULL;

    if (built == NULL)
        return cj_error_no_memory(error, "a kernel");
    built->variant = *variant;
    built->status = cj_fold_render(kernel, variant, &source, error);
    if (built->status == CUJIT_OK)
        built->status = build_source(kernel, variant, source, &built->program, error);
    if (built->status != CUJIT_OK && built->status != CUJIT_ERROR_COMPILE) {
        cujit_status status = built->status;

        cj_free(source);
        cj_free(built);
        return status;
    }
    if (kernel->source == NULL && built->status == CUJIT_OK && memcmp(variant, &kernel->usual, sizeof *variant) == 0) {
        kernel->source = source;
        source = NULL;
    }
    cj_free(source);
    built->older = (cj_fold_built *)atomic_load(&kernel->built);
    atomic_store_explicit(&kernel->built, built, memory_order_release);
    *out = built;
    return built->status;
}

static const cj_fold_built *find_built(const cj_fold_kernel *kernel, const cj_variant *variant)
{
    const cj_fold_built *built = atomic_load_explicit(&((cj_fold_kernel *)kernel)->built, memory_order_acquire);

    while (built != NULL && memcmp(&built->variant, variant, sizeof *variant) != 0)
        built = built->older;
    return built;
}

cujit_status cj_fold_build(const cj_fold_kernel *kernel, const cj_variant *variant, const cj_fold_built **out,
                           cujit_error *error)
{
    cj_fold_kernel *growing = (cj_fold_kernel *)kernel; /* immutable to its users; variants are late parts of it */
    const cj_fold_built *built = find_built(kernel, variant);
    cujit_status status;

    if (built == NULL) {
        pthread_mutex_lock(&growing->lock);
        built = find_built(kernel, variant);
        status = built == NULL ? build_new(growing, variant, &built, error) : CUJIT_OK;
        pthread_mutex_unlock(&growing->lock);
        if (status != CUJIT_OK)
            return status;
    }
    if (built->program == NULL)
        return cj_error_set(error, built->status, "%s: this variant could not be built before", kernel->fold.text.name);
    *out = built;
    return CUJIT_OK;
}

/* ---- Making ------------------------------------------------------------------------------------------------------ */

static cujit_status check_making(const cj_fold_kernel *kernel, cujit_error *error)
{
    const cj_fold_text *fold = &kernel->fold;

    if (kernel->exclusive && !fold->folds[0].has_neutral)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT,
                            "%s: an exclusive scan begins with the neutral element, but there is none; give `neutral`",
                            fold->text.name);
    return CUJIT_OK;
}

static cujit_status make_bound(const void *generic, const char *types, cj_registered **out, cujit_error *error);

/* All but the objects. */
static cujit_status prepare(cujit_context *context, const cj_fold_making *making, cj_fold_kernel *kernel,
                            cujit_error *error)
{
    cujit_status status;

    kernel->registered.destroy = destroy;
    kernel->context = context;
    kernel->scan = making->scan;
    kernel->exclusive = making->exclusive;
    kernel->reverse = making->reverse;
    pthread_mutex_init(&kernel->lock, NULL);
    if ((status = cj_fold_text_init(context, &making->spec, &kernel->fold, error)) != CUJIT_OK ||
        (status = check_making(kernel, error)) != CUJIT_OK ||
        (status = cj_sizes_find(&kernel->fold.text, &kernel->sizes, error)) != CUJIT_OK ||
        (status = cj_sizes_describe(&kernel->fold.text.signature, &kernel->parameters, error)) != CUJIT_OK)
        return status;
    if (cj_letters_open(&kernel->fold.text.letters) > 0)
        return cj_generic_create(context, &kernel->fold.text, make_bound, kernel, &kernel->generic, error);
    for (size_t k = 0; k < kernel->fold.count; k++) {
        kernel->ordered |= !kernel->fold.folds[k].commutative;
        kernel->fold.folds[k].extreme &= !making->scan; /* of which each value is seen */
    }
    kernel->value_size = find_value_size(&kernel->fold);
    kernel->usual = making->scan ? cj_scan_usual(kernel) : cj_reduction_usual(kernel);
    return CUJIT_OK;
}

/* What was found in the texts did not compile as such: takes less for granted, and forgets what was built. In the
 * making only. False: there is no less. */
static bool distrust(cj_fold_kernel *kernel)
{
    bool place = !kernel->fold.uses_place;

    if (!cj_kernel_text_distrust(&kernel->fold.text) && !place)
        return false;
    kernel->fold.uses_place = true;
    for (size_t k = 0; k < kernel->fold.count; k++)
        kernel->fold.folds[k].pattern = CJ_FOLD_ANY;
    forget_built(kernel);
    kernel->usual = kernel->scan ? cj_scan_usual(kernel) : cj_reduction_usual(kernel);
    return true;
}

/* The usual variant, and what its log says: the warnings first. Several threads may ask at once. */
static cujit_status build_first(cj_fold_kernel *kernel, cujit_error *error)
{
    const cj_fold_built *built;
    cj_text log = {0};
    cujit_status status;

    if (atomic_load_explicit(&kernel->first, memory_order_acquire) != NULL)
        return CUJIT_OK;
    if ((status = cj_fold_build(kernel, &kernel->usual, &built, error)) != CUJIT_OK)
        return status;
    pthread_mutex_lock(&kernel->lock);
    if (kernel->log == NULL) {
        cj_text_append(&log, kernel->fold.warnings);
        cj_text_append(&log, built->program->object.log);
        kernel->log = cj_text_take(&log);
    }
    if (kernel->log != NULL)
        atomic_store_explicit(&kernel->first, built, memory_order_release);
    else
        status = cj_error_no_memory(error, "a kernel");
    pthread_mutex_unlock(&kernel->lock);
    return status;
}

typedef struct request {
    cujit_context *context;
    const cj_fold_making *making;
} request;

static cujit_status make(void *user, cj_registered **out, cujit_error *error)
{
    const request *what = user;
    cj_fold_kernel *kernel = cj_calloc(1, sizeof *kernel);
    cujit_status status;

    if (kernel == NULL)
        return cj_error_no_memory(error, "a kernel");
    if ((status = prepare(what->context, what->making, kernel, error)) == CUJIT_OK && !what->making->lazy &&
        kernel->generic == NULL) {
        while ((status = build_first(kernel, error)) == CUJIT_ERROR_COMPILE && distrust(kernel))
            cujit_error_clear(error);
    }
    if (status != CUJIT_OK) {
        destroy(&kernel->registered);
        return status;
    }
    *out = &kernel->registered;
    return CUJIT_OK;
}

/* From the same texts as the generic kernel. */
static cujit_status make_bound(const void *generic, const char *types, cj_registered **out, cujit_error *error)
{
    const cj_fold_kernel *kernel = generic;
    cujit_reduction_result folds[CUJIT_REDUCTION_MAX_RESULTS];
    cj_fold_making making = {
        .spec = cj_fold_text_spec(&kernel->fold, folds),
        .scan = kernel->scan,
        .exclusive = kernel->exclusive,
        .reverse = kernel->reverse,
    };

    making.spec.types = types;
    making.spec.family = kernel->scan ? "scan" : "reduction";
    return make(&(request){kernel->context, &making}, out, error);
}

static cujit_status find_or_make(cujit_context *context, const cj_fold_making *making, cj_registered **found,
                                 bool *made, cujit_error *error)
{
    const char kind[] = {making->scan ? 's' : 'r', making->exclusive ? 'e' : 'i', making->reverse ? 'b' : 'f', '\0'};
    cj_flat_key key;
    cujit_status status;

    cj_flat_key_init(&key);
    cj_flat_key_add(&key, "fold");
    cj_flat_key_add(&key, kind);
    cj_fold_spec_key(&making->spec, &key);
    cj_kernel_key_capitals(&key, context, making->spec.arguments);
    for (size_t k = 0; k < making->spec.count; k++) {
        cj_kernel_key_capitals(&key, context, making->spec.folds[k]->out_type);
        cj_kernel_key_capitals(&key, context, making->spec.folds[k]->accumulator);
    }
    if ((status = cj_kernel_key_headers(&key, making->spec.preamble, making->spec.options, error)) == CUJIT_OK)
        status = cj_registry_find_or_make(&context->kernels, &key, make, &(request){context, making}, found, made,
                                          error);
    cj_flat_key_clear(&key);
    return status;
}

cujit_status cj_fold_open(cujit_context *context, const cj_fold_making *making, cj_fold_handle *handle,
                          cujit_error *error)
{
    double start = cj_now_ms();
    cj_registered *found = NULL;
    bool made = false;
    cujit_status status = cj_context_check_process(context, error);
    cj_fold_kernel *kernel;
    bool unbuilt;

    if (status != CUJIT_OK || (status = find_or_make(context, making, &found, &made, error)) != CUJIT_OK)
        return status;
    kernel = (cj_fold_kernel *)found;
    unbuilt = making->lazy || kernel->generic != NULL;
    if (!unbuilt && (status = build_first(kernel, error)) != CUJIT_OK) {
        cj_context_drop(context, found);
        return status;
    }
    cj_context_retain(context);
    *handle = (cj_fold_handle){
        .kernel = kernel,
        .context = context,
        .origin = kernel->generic != NULL || (made && unbuilt) ? (cujit_origin)0
                  : made                                       ? atomic_load(&kernel->first)->program->origin
                                                               : CUJIT_ORIGIN_MEMORY,
        .create_ms = cj_now_ms() - start,
    };
    return CUJIT_OK;
}

void cj_fold_close(cj_fold_handle *handle)
{
    cj_context_drop(handle->context, &handle->kernel->registered);
    cj_context_release(handle->context);
}

cujit_status cj_fold_render_usual(cujit_context *context, const cj_fold_making *making, char **source,
                                  cujit_error *error)
{
    cujit_status status = cj_context_check_process(context, error);
    cj_fold_kernel *kernel;

    if (status != CUJIT_OK)
        return status;
    if ((kernel = cj_calloc(1, sizeof *kernel)) == NULL)
        return cj_error_no_memory(error, "a kernel");
    if ((status = prepare(context, making, kernel, error)) == CUJIT_OK)
        status = kernel->generic != NULL ? cj_generic_refuse(kernel->generic, "a rendered source", error)
                                         : cj_fold_render(kernel, &kernel->usual, source, error);
    destroy(&kernel->registered);
    return status;
}

/* The warnings are of the texts alone. */
static void report_generic(const cj_fold_handle *handle, cujit_report *report)
{
    *report = (cujit_report){
        .name = handle->kernel->fold.text.name,
        .source = "",
        .log = handle->kernel->fold.warnings,
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

void cj_fold_report(const cj_fold_handle *handle, cujit_report *report)
{
    const cj_fold_kernel *kernel = handle->kernel;

    if (kernel->generic != NULL) {
        report_generic(handle, report);
        return;
    }
    *report = (cujit_report){
        .name = kernel->fold.text.name,
        .source = kernel->source,
        .origin = handle->origin,
        .create_ms = handle->create_ms,
    };
    cj_program_report(atomic_load(&((cj_fold_kernel *)kernel)->first)->program, report);
    report->log = kernel->log;
}
