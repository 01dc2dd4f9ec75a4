/*
 * making.c: from a spec to a kernel: core.h.
 *
 * The way of a spec: registry (this process made it before) -> the family's look at the texts -> its usual variant ->
 * render it -> build it (program.c: cache, compiler, device) -> registry.
 */
#include "libjit/base/alloc.h"
#include "libjit/base/os.h"
#include "libjit/kernel/core.h"
#include "libjit/kernel/generic.h"
#include "libjit/syntax/include.h"

#include <string.h>

/* ---- Texts ------------------------------------------------------------------------------------------------------- */

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

/* What the core itself finds out of the texts. */
static cujit_status look(cj_core *core, cujit_error *error)
{
    cujit_status status = describe_parameters(core, error);

    find_sizes(core);
    return status == CUJIT_OK && cj_letters_open(&core->text->letters) > 0 ? cj_generic_create(core, error) : status;
}

/* Of a kernel in the making. */
static void drop_means(cj_core *core)
{
    cj_survey_free(core->survey);
    core->survey = NULL;
    core->stop = NULL;
}

static void destroy(cj_registered *registered)
{
    cj_core_destroy((cj_core *)registered);
}

/* Takes the texts, and the survey in any case. `whole` NULL: it is no part of another kernel. */
static cujit_status take_texts(cujit_context *context, const cj_family *family, const void *spec, const cj_core *whole,
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
    core->root = whole != NULL ? whole->root : core;
    pthread_mutex_init(&core->lock, NULL);
    if ((status = family->take(core, spec, error)) == CUJIT_OK &&
        (core->text == NULL || (status = look(core, error)) == CUJIT_OK) &&
        (family->settle == NULL || (status = family->settle(core, error)) == CUJIT_OK)) {
        if (core->survey != NULL)
            memcpy(core->headers, core->survey->digest, sizeof core->headers);
        *out = core;
        return CUJIT_OK;
    }
    drop_means(core);
    cj_core_destroy(core);
    return status;
}

/* Builds what a kernel has from the beginning; where that fails it is destroyed. */
static cujit_status build_first(cj_core *core, bool lazy, const cj_stop *stop, cj_core **out, cujit_error *error)
{
    cujit_status status = CUJIT_OK;

    core->stop = stop;
    if (!lazy && core->generic == NULL)
        status = core->family->begin(core, error);
    drop_means(core);
    if (status == CUJIT_OK)
        *out = core;
    else
        cj_core_destroy(core);
    return status;
}

cujit_status cj_core_make(cujit_context *context, const cj_family *family, const void *spec, bool lazy,
                          const cj_core *whole, cj_core **out, cujit_error *error)
{
    cj_core *core;
    cujit_status status = take_texts(context, family, spec, whole, NULL, &core, error);

    return status == CUJIT_OK ? build_first(core, lazy, NULL, out, error) : status;
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

/* ---- Keys -------------------------------------------------------------------------------------------------------- */

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

/* ---- The way ----------------------------------------------------------------------------------------------------- */

cujit_status cj_making_begin(cj_making *making, cujit_error *error)
{
    cujit_status status;

    cj_flat_key_init(&making->key);
    status = making->family->key(making->context, making->spec, &making->key, &making->survey, error);
    making->key.unknown |= !making->lazy && atomic_load(&making->context->types.includes);
    return status;
}

static bool is_ready(const cj_core *core)
{
    return core->generic != NULL || atomic_load(&((cj_core *)core)->first) != NULL;
}

bool cj_making_find(cj_making *making)
{
    if (!making->key.unknown)
        making->found = (cj_core *)cj_registry_find(&making->context->kernels, &making->key);
    return making->found != NULL && is_ready(making->found);
}

cujit_status cj_making_take(cj_making *making, bool *ready, cujit_error *error)
{
    cj_survey *survey = making->survey;
    cujit_status status;

    making->survey = NULL;
    status = take_texts(making->context, making->family, making->spec, NULL, survey, &making->core, error);
    *ready = status == CUJIT_OK && making->core->generic != NULL;
    return status;
}

/* What others wait for is built to its end. */
static bool asks_to_stop(const void *user)
{
    const cj_making *making = user;

    return cj_stop_asked(making->stop) &&
           (making->key.unknown || !cj_registry_is_awaited(&making->context->kernels, &making->key));
}

static cujit_status make_registered(void *user, cj_registered **out, cujit_error *error)
{
    cj_making *making = user;
    const cj_stop stop = {asks_to_stop, making};
    cujit_status status = CUJIT_OK;
    bool ready;
    cj_core *core = NULL;

    if (making->core == NULL && (status = cj_making_take(making, &ready, error)) != CUJIT_OK)
        return status;
    status = build_first(making->core, making->lazy, making->stop != NULL ? &stop : NULL, &core, error);
    making->core = NULL;
    if (status == CUJIT_OK)
        *out = &core->registered;
    return status;
}

static cujit_status find_or_make(cj_making *making, bool *made, cujit_error *error)
{
    cj_registered *found = NULL;
    cujit_status status;

    *made = making->key.unknown;
    if (making->key.unknown && (status = make_registered(making, &found, error)) == CUJIT_OK)
        ((cj_core *)found)->alone = true;
    else if (!making->key.unknown)
        status = cj_registry_find_or_make(&making->context->kernels, &making->key, making->stop, make_registered,
                                          making, &found, made, error);
    making->found = (cj_core *)found;
    return status;
}

cujit_status cj_making_finish(cj_making *making, cj_core_handle **out, cujit_error *error)
{
    cj_core_handle *handle;
    const cj_built *first = NULL;
    cj_core *core;
    bool made = false;
    cujit_status status = making->found == NULL ? find_or_make(making, &made, error) : CUJIT_OK;

    if (status != CUJIT_OK)
        return status;
    core = making->found;
    if ((handle = cj_malloc(sizeof *handle)) == NULL)
        return cj_error_no_memory(error, "a kernel");
    if (!making->lazy && core->generic == NULL &&
        (status = cj_core_build(core, &core->usual, &first, error)) != CUJIT_OK) {
        cj_free(handle);
        return status;
    }
    *handle = (cj_core_handle){.core = core, .context = making->context, .create_ms = cj_now_ms() - making->began};
    if (core->generic == NULL && !made)
        handle->origin = CUJIT_ORIGIN_MEMORY;
    else if (first != NULL)
        handle->origin = first->program->origin;
    making->found = NULL;
    *out = handle;
    return CUJIT_OK;
}

void cj_making_clear(cj_making *making)
{
    if (making->core != NULL) {
        drop_means(making->core);
        cj_core_destroy(making->core);
    }
    if (making->found != NULL)
        cj_context_drop(making->context, &making->found->registered, making->found->alone);
    cj_survey_free(making->survey);
    making->core = making->found = NULL;
    making->survey = NULL;
    cj_text_clear(&making->key.text);
}

cujit_status cj_core_open(cujit_context *context, const cj_family *family, const void *spec, bool lazy,
                          cj_core_handle **out, cujit_error *error)
{
    cj_making making = {.context = context, .family = family, .spec = spec, .lazy = lazy, .began = cj_now_ms()};
    cujit_status status = cj_context_check_process(context, error);

    if (status != CUJIT_OK)
        return status;
    if ((status = cj_making_begin(&making, error)) == CUJIT_OK &&
        (status = cj_making_finish(&making, out, error)) == CUJIT_OK)
        cj_context_retain(context);
    cj_making_clear(&making);
    return status;
}

void cj_core_discard(cj_core_handle *handle)
{
    if (handle == NULL)
        return;
    cj_context_drop(handle->context, &handle->core->registered, handle->core->alone);
    cj_free(handle);
}

void cj_core_close(cj_core_handle *handle)
{
    cujit_context *context = handle != NULL ? handle->context : NULL;

    cj_core_discard(handle);
    cj_context_release(context);
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
