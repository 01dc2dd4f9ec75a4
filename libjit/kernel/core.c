/*
 * core.c: see core.h.
 *
 * The way of a spec: registry (this process made it before) -> the family's look at the texts -> its usual variant ->
 * render it -> build it (program.c: cache, compiler, device) -> registry.
 */
#include "libjit/kernel/core.h"

#include "libjit/base/alloc.h"
#include "libjit/base/os.h"
#include "libjit/base/sized.h"
#include "libjit/kernel/generic.h"
#include "libjit/syntax/include.h"

#include <string.h>

/* ---- Variants ---------------------------------------------------------------------------------------------------- */

void cj_core_describe(const cj_core *core, const cj_variant *variant, cj_source *out)
{
    cj_source_begin(out, core->text, variant);
    core->family->describe(core, out);
}

cujit_status cj_core_write(const cj_core *core, const cj_variant *variant, char **source, cujit_error *error)
{
    cj_source form;
    cujit_status status;

    cj_core_describe(core, variant, &form);
    status = cj_source_render(&form, source, error);
    cj_source_end(&form);
    return status;
}

static cujit_status build_source(const cj_core *core, const cj_source *form, const char *source, cj_program **out,
                                 cujit_error *error)
{
    const cj_unit unit = {
        .name = core->text->name,
        .entry = core->text->entry,
        .source = source,
        .options = core->text->spec.options,
        .features = form->features,
        .survey = core->survey,
    };
    bool logs = cj_logs(core->context, CUJIT_LOG_INFO);
    cujit_error local = {0}, *place = error == NULL && logs ? &local : error;
    cujit_status status = cj_program_build(core->context, &unit, form->parts, form->part_count, out, place);

    if (status == CUJIT_ERROR_COMPILE) {
        if (core->family->explain != NULL)
            core->family->explain(core, place);
        cj_letters_add_to_error(&core->text->letters, place);
    }
    /* Often another form does instead, and nobody sees the error. */
    if (status != CUJIT_OK && logs)
        cj_log(core->context, CUJIT_LOG_INFO, "form", unit.name, 0, "the form \"%s\" was not built: %s",
               core->family->forms[form->variant->form], place->message);
    cujit_error_clear(&local);
    return status;
}

/* Where there are more than a device allows, compilers and drivers give no reason. */
static cujit_status check_parameters(const cj_core *core, const cj_source *form, cujit_error *error)
{
    size_t bytes = cj_source_bytes(form);
    size_t most = core->context->device != NULL ? core->context->device->max_parameter_bytes : 0;

    if (most == 0 || bytes <= most)
        return CUJIT_OK;
    return cj_error_set(error, CUJIT_ERROR_UNSUPPORTED,
                        "%s: its parameters%s would take %zu bytes, but this device and driver allow a kernel %zu; "
                        "pass pointers in place of large values",
                        core->text->name, form->layout_bytes > 0 ? ", with the shapes and strides of the arrays," : "",
                        bytes, most);
}

static cujit_status build_variant(const cj_core *core, const cj_variant *variant, char **source, cj_program **out,
                                  cujit_error *error)
{
    cj_source form;
    cujit_status status;

    cj_core_describe(core, variant, &form);
    if ((status = check_parameters(core, &form, error)) == CUJIT_OK &&
        (status = cj_source_render(&form, source, error)) == CUJIT_OK)
        status = build_source(core, &form, *source, out, error);
    cj_source_end(&form);
    return status;
}

/* What the texts' warnings are goes in front of what a compiler said of them. */
static cujit_status add_warnings(const cj_core *core, cj_object *object, cujit_error *error)
{
    cj_text log = {0};

    if (core->warnings == NULL || core->warnings[0] == '\0')
        return CUJIT_OK;
    cj_text_append(&log, core->warnings);
    cj_text_append(&log, object->log);
    if (log.failed)
        return cj_error_no_memory(error, "a kernel");
    cj_free(object->log);
    object->log = cj_text_take(&log);
    cj_log_text(core->context, CUJIT_LOG_WARNING, "compile", core->text->name, 0, core->warnings);
    return CUJIT_OK;
}

/* Under the lock. */
static cujit_status build_new(cj_core *core, const cj_variant *variant, bool needed, const cj_built **out,
                              cujit_error *error)
{
    const bool usual = cj_variant_same(variant, &core->usual);
    cj_built *built = cj_calloc(1, sizeof *built);
    char *source = NULL;
    cujit_status status;

    if (built == NULL)
        return cj_error_no_memory(error, "a kernel");
    built->variant = *variant;
    status = core->family->build != NULL ? core->family->build(core, &built->program, error)
                                         : build_variant(core, variant, &source, &built->program, error);
    if (status == CUJIT_OK && usual)
        status = add_warnings(core, &built->program->object, error);
    if (status != CUJIT_OK && (needed || status == CUJIT_ERROR_OUT_OF_MEMORY)) {
        cj_program_free(built->program);
        cj_free(built);
        cj_free(source);
        return status;
    }
    built->older = (cj_built *)atomic_load(&core->built);
    atomic_store_explicit(&core->built, built, memory_order_release);
    if (status == CUJIT_OK && usual) {
        core->source = source;
        source = NULL;
        atomic_store_explicit(&core->first, built, memory_order_release);
    }
    cj_free(source);
    *out = built;
    return status;
}

static const cj_built *find_built(const cj_core *core, const cj_variant *variant, bool needed)
{
    const cj_built *built = atomic_load_explicit(&((cj_core *)core)->built, memory_order_acquire);

    while (built != NULL && (!cj_variant_same(&built->variant, variant) || (needed && built->program == NULL)))
        built = built->older;
    return built;
}

static cujit_status find_or_build(const cj_core *core, const cj_variant *variant, bool needed, const cj_built **out,
                                  cujit_error *error)
{
    cj_core *growing = (cj_core *)core; /* immutable to its users; variants are late parts of it */
    cujit_status status = CUJIT_OK;

    pthread_mutex_lock(&growing->lock);
    if ((*out = find_built(core, variant, needed)) == NULL)
        status = build_new(growing, variant, needed, out, error);
    pthread_mutex_unlock(&growing->lock);
    return status;
}

cujit_status cj_core_build(const cj_core *core, const cj_variant *variant, const cj_built **out, cujit_error *error)
{
    const cj_built *built = find_built(core, variant, true);
    cujit_status status;

    if (built == NULL) {
        if (core->generic != NULL)
            return cj_core_refuse_generic(core, "a prepared launch", error);
        if ((status = find_or_build(core, variant, true, &built, error)) != CUJIT_OK)
            return status;
    }
    *out = built;
    return CUJIT_OK;
}

const cj_built *cj_core_try(const cj_core *core, const cj_variant *variant)
{
    const cj_built *built = find_built(core, variant, false);

    if (built == NULL)
        find_or_build(core, variant, false, &built, NULL);
    return built != NULL && built->program != NULL ? built : NULL;
}

/* ---- Making ------------------------------------------------------------------------------------------------------ */

void cj_core_destroy(cj_core *core)
{
    if (core == NULL)
        return;
    for (cj_built *built = (cj_built *)atomic_load(&core->built), *older; built != NULL; built = older) {
        older = built->older;
        cj_program_free(built->program);
        cj_free(built);
    }
    cj_generic_free(core->generic);
    core->family->clear(core);
    pthread_mutex_destroy(&core->lock);
    cj_free(core->source);
    cj_free(core->parameters);
    cj_free(core);
}

static void destroy(cj_registered *registered)
{
    cj_core_destroy((cj_core *)registered);
}

cujit_status cj_core_begin(cj_core *core, cujit_error *error)
{
    cujit_error trouble = {0}, first = {0};
    const cj_built *built;
    cujit_status status;

    /* Where nothing is compiled, nobody knows whether the form would: where it does not, another one is in the pack. */
    while ((status = cj_core_build(core, &core->usual, &built, &trouble)) != CUJIT_OK && core->family->lessen != NULL &&
           core->family->lessen(core, status == CUJIT_ERROR_NOT_COMPILED ? CUJIT_ERROR_COMPILE : status))
        cj_error_move(status == CUJIT_ERROR_NOT_COMPILED && first.status == CUJIT_OK ? &first : NULL, &trouble);
    if (status != CUJIT_OK)
        status = cj_error_move(error, first.status == CUJIT_OK ? &trouble : &first);
    cujit_error_clear(&trouble);
    cujit_error_clear(&first);
    return status;
}

static void find_sizes(cj_core *core)
{
    const cj_signature *signature = &core->text->signature;
    size_t first = SIZE_MAX, indexed = SIZE_MAX, widest = 1;

    for (size_t k = signature->count; k-- > 0;) {
        const cj_parameter *parameter = &signature->parameters[k];

        if (cj_kernel_text_has(core->text, k, CJ_ROLE_SIZED) && parameter->size > widest)
            widest = parameter->size;
        first = parameter->pointer ? k : first;
        indexed = (core->text->roles[k] & CJ_ROLE_ELEMENT) != 0 ? k : indexed;
    }
    core->leader = indexed != SIZE_MAX ? indexed : first;
    core->most = PTRDIFF_MAX / widest;
}

/* The parameters as the public functions show them. */
static cujit_status describe_parameters(cj_core *core, cujit_error *error)
{
    const cj_signature *signature = &core->text->signature;

    if ((core->parameters = cj_calloc(signature->count, sizeof *core->parameters)) == NULL)
        return cj_error_no_memory(error, "a kernel");
    for (size_t k = 0; k < signature->count; k++) {
        const cj_parameter *parameter = &signature->parameters[k];

        core->parameters[k] = (cujit_parameter){
            .name = parameter->name,
            .type = parameter->spelling,
            .dtype = parameter->dtype,
            .size = parameter->size,
            .pointer = parameter->pointer,
            .is_const = parameter->is_const,
        };
    }
    return CUJIT_OK;
}

cujit_status cj_core_refuse_size(const cj_core *core, size_t n, cujit_error *error)
{
    return cj_error_set(error, CUJIT_ERROR_ARGUMENT_SIZE, "%s: n is %zu; expected at most %zu: no arrays have more",
                        core->text->name, n, core->most);
}

/* What the core itself finds out of the texts. */
static cujit_status look(cj_core *core, cujit_error *error)
{
    cujit_status status = describe_parameters(core, error);

    find_sizes(core);
    return status == CUJIT_OK && cj_letters_open(&core->text->letters) > 0 ? cj_generic_create(core, error) : status;
}

cujit_status cj_core_make(cujit_context *context, const cj_family *family, const void *spec, bool lazy,
                          cj_survey *survey, cj_core **out, cujit_error *error)
{
    cj_core *core = cj_calloc(1, family->size);
    cujit_status status;

    if (core == NULL) {
        cj_survey_free(survey);
        return cj_error_no_memory(error, "a kernel");
    }
    core->registered.destroy = destroy;
    core->family = family;
    core->context = context;
    core->survey = survey;
    pthread_mutex_init(&core->lock, NULL);
    if ((status = family->take(core, spec, error)) != CUJIT_OK ||
        (core->text != NULL && (status = look(core, error)) != CUJIT_OK) ||
        (family->settle != NULL && (status = family->settle(core, error)) != CUJIT_OK) ||
        (!lazy && core->generic == NULL && (status = family->begin(core, error)) != CUJIT_OK))
        goto out;
    *out = core;

out:
    cj_survey_free(core->survey);
    core->survey = NULL;
    if (status != CUJIT_OK)
        cj_core_destroy(core);
    return status;
}

cujit_status cj_core_render(cujit_context *context, const cj_family *family, const void *spec, char **source,
                            cujit_error *error)
{
    cj_core *core = NULL;
    cujit_status status = cj_context_check_process(context, error);

    if (status != CUJIT_OK || (status = cj_core_make(context, family, spec, true, NULL, &core, error)) != CUJIT_OK)
        return status;
    if (core->source != NULL) {
        *source = core->source;
        core->source = NULL;
    } else {
        status = core->generic != NULL ? cj_core_refuse_generic(core, "a rendered source", error)
                                       : cj_core_write(core, &core->usual, source, error);
    }
    cj_core_destroy(core);
    return status;
}

/* ---- Handles ----------------------------------------------------------------------------------------------------- */

void cj_core_key_capitals(cj_flat_key *key, cujit_context *context, const char *arguments)
{
    char capital[2] = "";
    uint32_t capitals;

    pthread_mutex_lock(&context->type_lock);
    capitals = context->types.capitals;
    pthread_mutex_unlock(&context->type_lock);
    for (; capitals != 0; capitals &= capitals - 1) {
        capital[0] = (char)('A' + __builtin_ctz(capitals));
        if (arguments != NULL && strchr(arguments, capital[0]) != NULL)
            cj_flat_key_add(key, capital);
    }
}

cujit_status cj_core_key_unit(cj_flat_key *key, const cj_unit *unit, cj_survey **survey, cujit_error *error)
{
    const cujit_status status = *survey == NULL ? cj_survey_take(survey, unit, NULL, true, error) : CUJIT_OK;

    if (status != CUJIT_OK)
        return status;
    for (size_t k = 0; unit->options != NULL && unit->options[k] != NULL; k++)
        cj_flat_key_add(key, unit->options[k]);
    cj_flat_key_add(key, NULL);
    cj_flat_key_add(key, (*survey)->digest);
    key->unknown |= !(*survey)->complete;
    return CUJIT_OK;
}

typedef struct making {
    cujit_context *context;
    const cj_family *family;
    const void *spec;
    bool lazy;         /* the texts are the library's own, and name no registered type */
    cj_survey *survey; /* until the kernel takes it */
} making;

static cujit_status make_registered(void *user, cj_registered **out, cujit_error *error)
{
    making *what = user;
    cj_core *core = NULL;
    cujit_status status = cj_core_make(what->context, what->family, what->spec, what->lazy, what->survey, &core, error);

    what->survey = NULL;
    if (status == CUJIT_OK)
        *out = &core->registered;
    return status;
}

static cujit_status find_or_make(making *what, cj_registered **found, bool *made, cujit_error *error)
{
    cujit_status status;
    cj_flat_key key;

    cj_flat_key_init(&key);
    status = what->family->key(what->context, what->spec, &key, &what->survey, error);
    *made = key.unknown |= !what->lazy && atomic_load(&what->context->types.includes);
    if (status == CUJIT_OK && !key.unknown)
        status = cj_registry_find_or_make(&what->context->kernels, &key, make_registered, what, found, made, error);
    else if (status == CUJIT_OK && (status = make_registered(what, found, error)) == CUJIT_OK)
        ((cj_core *)*found)->alone = true;
    cj_survey_free(what->survey);
    cj_text_clear(&key.text);
    return status;
}

cujit_status cj_core_open(cujit_context *context, const cj_family *family, const void *spec, bool lazy,
                          cj_core_handle **out, cujit_error *error)
{
    double start = cj_now_ms();
    making what = {context, family, spec, lazy, NULL};
    cj_core_handle *handle;
    cj_registered *found = NULL;
    const cj_built *first = NULL;
    cj_core *core;
    bool made = false;
    cujit_status status = cj_context_check_process(context, error);

    if (status != CUJIT_OK || (status = find_or_make(&what, &found, &made, error)) != CUJIT_OK)
        return status;
    core = (cj_core *)found;
    if ((handle = cj_malloc(sizeof *handle)) == NULL)
        status = cj_error_no_memory(error, "a kernel");
    else if (!lazy && core->generic == NULL)
        status = cj_core_build(core, &core->usual, &first, error);
    if (status != CUJIT_OK) {
        cj_free(handle);
        cj_context_drop(context, found, core->alone);
        return status;
    }
    cj_context_retain(context);
    *handle = (cj_core_handle){.core = core, .context = context, .create_ms = cj_now_ms() - start};
    if (core->generic == NULL && !made)
        handle->origin = CUJIT_ORIGIN_MEMORY;
    else if (first != NULL)
        handle->origin = first->program->origin;
    *out = handle;
    return CUJIT_OK;
}

void cj_core_close(cj_core_handle *handle)
{
    if (handle == NULL)
        return;
    cj_context_drop(handle->context, &handle->core->registered, handle->core->alone);
    cj_context_release(handle->context);
    cj_free(handle);
}

cj_core_handle *cj_core_keep(cj_core_place *place, cj_core_handle *made)
{
    cj_core_handle *found = NULL;

    if (atomic_compare_exchange_strong(place, &found, made)) {
        cj_context_release(made->context);
        return made;
    }
    cj_core_close(made);
    return found;
}

size_t cj_core_parameter_count(const cj_core_handle *handle)
{
    return handle != NULL ? handle->core->text->signature.count : 0;
}

const cujit_parameter *cj_core_parameter(const cj_core_handle *handle, size_t k)
{
    return k < cj_core_parameter_count(handle) ? &handle->core->parameters[k] : NULL;
}

cujit_report cj_core_report(const cj_core_handle *handle)
{
    const cj_core *core = handle != NULL ? handle->core : NULL;
    const cj_built *first = core != NULL ? atomic_load(&((cj_core *)core)->first) : NULL;
    static const cj_object nothing = {.resources = {-1, -1, -1, -1, -1}};
    const cj_object *object = first != NULL ? &first->program->object
                                            : &nothing; /* of a generic kernel there is none */

    if (core == NULL)
        return (cujit_report){0};
    return (cujit_report){
        .name = core->text != NULL ? core->text->name : "",
        .source = core->source != NULL ? core->source : "",
        .log = object->log != NULL                       ? object->log
               : first == NULL && core->warnings != NULL ? core->warnings
                                                         : "",
        .architecture = object->architecture,
        .object_kind = first != NULL ? cj_object_kind_name(object->kind) : "",
        .object = object->data,
        .object_size = object->size,
        .registers = object->resources.registers,
        .shared_bytes = object->resources.shared_bytes,
        .stack_bytes = object->resources.stack_bytes,
        .spill_store_bytes = object->resources.spill_store_bytes,
        .spill_load_bytes = object->resources.spill_load_bytes,
        .compile_ms = object->compile_ms,
        .origin = handle->origin,
        .create_ms = handle->create_ms,
    };
}

void cj_core_get_report(const cj_core_handle *handle, cujit_report *report, size_t size)
{
    const cujit_report todays = cj_core_report(handle);

    cj_narrow(report, size, &todays, sizeof todays);
}
