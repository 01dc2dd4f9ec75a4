/*
 * core.c: variants of kernels, and what is asked of their handles. See core.h; making.c makes them.
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
        .limit.stop = core->stop,
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

/* The compiler was not let end. */
static bool was_cut(cujit_status status)
{
    return status == CUJIT_ERROR_COMPILE_TIMEOUT || status == CUJIT_ERROR_CANCELLED;
}

/* Nothing is said of the variant: it can be tried again. */
static bool may_pass(cujit_status status)
{
    return status == CUJIT_ERROR_OUT_OF_MEMORY || was_cut(status);
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
    if (status != CUJIT_OK && (needed || may_pass(status))) {
        cj_program_free(built->program);
        cj_free(built);
        cj_free(source);
        return status;
    }
    /* Headers were changed: who asks for them as the key has them must not find it. */
    if (status == CUJIT_OK && strcmp(built->program->headers, core->root->headers) != 0)
        cj_registry_forget(&core->context->kernels, &core->root->registered);
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

/* Apart from the rest, because of the room on the stack. */
static __attribute__((noinline)) cujit_status try_new(const cj_core *core, const cj_variant *variant,
                                                      const cj_variant *instead, const cj_built **out,
                                                      cujit_error *error)
{
    cujit_error trouble = {0};
    cujit_status status = find_or_build(core, variant, false, out, &trouble);

    if (was_cut(status) && (instead == NULL || find_built(core, instead, true) == NULL))
        return cj_error_move(error, &trouble);
    cujit_error_clear(&trouble);
    return CUJIT_OK;
}

cujit_status cj_core_try(const cj_core *core, const cj_variant *variant, const cj_variant *instead,
                         const cj_built **out, cujit_error *error)
{
    const cj_built *built = find_built(core, variant, false);
    cujit_status status = CUJIT_OK;

    if (built == NULL)
        status = try_new(core, variant, instead, &built, error);
    *out = built != NULL && built->program != NULL ? built : NULL;
    return status;
}

/* ---- Life -------------------------------------------------------------------------------------------------------- */

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

cujit_status cj_core_refuse_size(const cj_core *core, size_t n, cujit_error *error)
{
    return cj_error_set(error, CUJIT_ERROR_ARGUMENT_SIZE, "%s: n is %zu; expected at most %zu: no arrays have more",
                        core->text->name, n, core->most);
}

/* ---- Handles ----------------------------------------------------------------------------------------------------- */

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
