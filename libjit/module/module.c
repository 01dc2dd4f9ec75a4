/*
 * module.c: modules: made from source, or loaded; their kernels and globals by name. Launching: function.c.
 *
 * The way of a source: a look at it (module_text.c), then that of all kernels (kernel/core.c).
 */
#include "libjit/module/module.h"

#include "libjit/base/alloc.h"
#include "libjit/base/flat_key.h"
#include "libjit/base/os.h"
#include "libjit/base/sized.h"
#include "libjit/base/text.h"
#include "libjit/kernel/creation.h"

#include <string.h>

/* ---- The family -------------------------------------------------------------------------------------------------- */

/* A module that has variables must not be shared. */
static cujit_status add_to_key(cujit_context *context, const void *spec, cj_flat_key *key, cj_survey **survey,
                               cujit_error *error)
{
    cj_module_text *text = (cj_module_text *)spec;
    const cj_unit unit = cj_module_text_unit(text);

    (void)context;
    *survey = text->survey;
    text->survey = NULL;
    key->unknown = text->source == NULL || text->kernels.has_variables || (*survey)->digest[0] != '\0';
    if (key->unknown)
        return CUJIT_OK;
    cj_flat_key_add(key, "module");
    cj_flat_key_add(key, text->name);
    cj_flat_key_add(key, text->source);
    cj_flat_key_add(key, text->check_addresses ? "check" : NULL);
    for (size_t k = 0; text->names[k] != NULL; k++)
        cj_flat_key_add(key, text->names[k]);
    cj_flat_key_add(key, NULL);
    return cj_core_key_unit(key, &unit, survey, error);
}

static cujit_status take(cj_core *core, const void *spec, cujit_error *error)
{
    cj_module_text *text = (cj_module_text *)spec;

    (void)error;
    ((cj_module_core *)core)->text = *text;
    *text = (cj_module_text){0};
    return CUJIT_OK;
}

static cujit_status build(cj_core *core, cj_program **out, cujit_error *error)
{
    cj_module_core *module = (cj_module_core *)core;
    const cj_part part = {"source", module->text.source};
    cj_unit unit = cj_module_text_unit(&module->text);

    unit.survey = core->survey;
    unit.limit.stop = core->stop;
    if (unit.source == NULL)
        return cj_program_load(core->context, &module->text.loaded, out, error);
    return cj_program_build(core->context, &unit, &part, 1, out, error);
}

static void clear(cj_core *core)
{
    cj_module_core *module = (cj_module_core *)core;

    for (cujit_function *function = module->functions, *next; function != NULL; function = next) {
        next = function->following;
        cj_function_free(function);
    }
    cj_module_text_clear(&module->text);
}

static const cj_family family = {
    .size = sizeof(cj_module_core),
    .key = add_to_key,
    .take = take,
    .begin = cj_core_begin,
    .build = build,
    .clear = clear,
};

/* ---- Making ------------------------------------------------------------------------------------------------------ */

static cujit_status check(const char *function, const cujit_context *context, const char *missing, cujit_error *error)
{
    if (context == NULL)
        missing = "context";
    if (missing != NULL)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "%s: %s is NULL", function, missing);
    return cj_context_check_process(context, error);
}

/* Takes the text over. */
static cujit_status open_module(cujit_context *context, cj_module_text *text, double start, cujit_module **module,
                                cujit_error *error)
{
    cj_core_handle *handle;
    cujit_status status = cj_core_open(context, &family, text, false, &handle, error);

    cj_module_text_clear(text);
    if (status != CUJIT_OK)
        return status;
    handle->create_ms = cj_now_ms() - start; /* with the look at the text */
    *module = (cujit_module *)handle;
    return CUJIT_OK;
}

cujit_status cujit_module_create_sized(cujit_context *context, const cujit_module_spec *given, size_t size,
                                       cujit_module **module, cujit_error *error)
{
    double start = cj_now_ms();
    cj_module_text text = {0};
    cujit_module_spec spec;
    cujit_status status = cj_context_take_spec("cujit_module_create", context, given, size, module, &spec, sizeof spec,
                                               error);

    if (status != CUJIT_OK || (status = cj_context_check_process(context, error)) != CUJIT_OK ||
        (status = cj_module_text_init(context, &spec, &text, error)) != CUJIT_OK)
        return status;
    return open_module(context, &text, start, module, error);
}

cujit_status cujit_module_create_async_sized(cujit_context *context, const cujit_module_spec *given, size_t size,
                                             cujit_creation **out, cujit_error *error)
{
    cj_module_text text = {0};
    cujit_module_spec spec;
    cujit_status status = cj_context_take_spec("cujit_module_create_async", context, given, size, out, &spec,
                                               sizeof spec, error);

    if (status != CUJIT_OK || (status = cj_context_check_process(context, error)) != CUJIT_OK ||
        (status = cj_module_text_init(context, &spec, &text, error)) != CUJIT_OK)
        return status;
    status = cj_creation_begin(context, &(cj_commission){&family, &text, "cujit_module", NULL}, out, error);
    cj_module_text_clear(&text);
    return status;
}

CJ_CREATION_TAKE(module)

/* A NUL behind the bytes ends PTX, where none does yet. */
static cujit_status copy_object(const cujit_context *context, const void *data, size_t size, cj_object *out,
                                cujit_error *error)
{
    cj_object_kind kind = context->backend->recognize(data, size);
    char *copy;

    if (kind == CJ_OBJECT_NONE)
        return cj_error_set(error, CUJIT_ERROR_LOAD,
                            "loading a module: these %zu bytes are no object that %s loads: expected %s", size,
                            context->device_text, context->backend->objects);
    if (size == SIZE_MAX || (copy = cj_malloc(size + 1)) == NULL)
        return cj_error_no_memory(error, "a module");
    memcpy(copy, data, size);
    copy[size] = '\0';
    *out = (cj_object){.kind = kind, .data = copy, .size = size, .resources = CJ_RESOURCES_UNKNOWN};
    if (kind == CJ_OBJECT_PTX && copy[size - 1] != '\0')
        out->size++;
    return CUJIT_OK;
}

cujit_status cujit_module_load(cujit_context *context, const void *object, size_t size, cujit_module **module,
                               cujit_error *error)
{
    const char *missing = object == NULL ? "object" : module == NULL ? "the result" : NULL;
    double start = cj_now_ms();
    cj_module_text text = {0};
    cujit_status status = check("cujit_module_load", context, missing, error);

    if (status != CUJIT_OK || (status = cj_context_check(context, error)) != CUJIT_OK ||
        (status = copy_object(context, object, size, &text.loaded, error)) != CUJIT_OK)
        return status;
    return open_module(context, &text, start, module, error);
}

cujit_status cujit_module_load_file(cujit_context *context, const char *path, cujit_module **module, cujit_error *error)
{
    const char *missing = path == NULL ? "path" : module == NULL ? "the result" : NULL;
    cujit_status status = check("cujit_module_load_file", context, missing, error);
    size_t size = 0;
    int code = 0;
    char *data;

    if (status != CUJIT_OK)
        return status;
    if ((data = cj_read_file(path, &size, &code)) == NULL)
        return cj_error_vendor(error, CUJIT_ERROR_IO, "errno", code, "reading \"%.300s\": %s", path, strerror(code));
    status = cujit_module_load(context, data, size, module, error);
    cj_free(data);
    return status;
}

void cujit_module_free(cujit_module *module)
{
    cj_core_close((cj_core_handle *)module);
}

/* ---- Looking into it --------------------------------------------------------------------------------------------- */

/* What messages and reports call it. */
static const char *name_of(const cj_module_core *core)
{
    return core->text.name != NULL ? core->text.name : "module";
}

void cujit_module_get_report_sized(const cujit_module *module, cujit_report *report, size_t size)
{
    cujit_report todays = cj_core_report((const cj_core_handle *)module);

    if (module != NULL) {
        todays.name = name_of(module->core);
        todays.source = module->core->text.source != NULL ? module->core->text.source : "";
    }
    cj_narrow(report, size, &todays, sizeof todays);
}

size_t cujit_module_function_count(const cujit_module *module)
{
    return module != NULL ? module->core->text.name_count : 0;
}

const char *cujit_module_function_name(const cujit_module *module, size_t k)
{
    return module != NULL && k < module->core->text.name_count ? module->core->text.names[k] : NULL;
}

/* ---- Functions --------------------------------------------------------------------------------------------------- */

/* `name`, or the one kernel whose name without its namespaces is that. */
static const char *qualify(const cj_module_text *text, const char *name)
{
    size_t length = strlen(name);
    const char *found = NULL;

    for (size_t k = 0; k < text->name_count; k++) {
        size_t whole = strlen(text->names[k]);

        if (strcmp(text->names[k], name) == 0)
            return name;
        if (whole < length + 2 || strcmp(text->names[k] + whole - length, name) != 0 ||
            memcmp(text->names[k] + whole - length - 2, "::", 2) != 0)
            continue;
        if (found != NULL)
            return name;
        found = text->names[k];
    }
    return found != NULL ? found : name;
}

static cujit_status not_found(const cj_module_core *core, const char *name, cujit_error *error)
{
    const cj_module_text *text = &core->text;
    const cj_kernel *kernel = cj_module_text_find(text, name);
    cj_text list = {0};
    cujit_status status;

    if (text->source == NULL)
        return cj_error_set(
            error, CUJIT_ERROR_NOT_FOUND,
            "the loaded object has no kernel \"%.100s\"; C++ kernels have the names that the compiler gave "
            "them there, extern \"C\" ones their own",
            name);
    if (kernel != NULL && kernel->is_template)
        return cj_error_set(
            error, CUJIT_ERROR_NOT_FOUND,
            "\"%.100s\" is a template: list the instance, like \"%.60s<float>\", in name_expressions when "
            "the module is made",
            name, kernel->expression);
    if (kernel != NULL && (!kernel->certain || !kernel->defined))
        return cj_error_set(error, CUJIT_ERROR_NOT_FOUND,
                            "\"%.100s\" %s: list it in name_expressions when the module is made", name,
                            kernel->defined ? "stands under an #if that only the compiler can decide"
                                            : "is declared in the source, but not defined");
    for (size_t k = 0; k < text->name_count && list.length < 300; k++)
        cj_text_printf(&list, "%s%s", k > 0 ? ", " : "", text->names[k]);
    status = cj_error_set(error, CUJIT_ERROR_NOT_FOUND, "module \"%.63s\" has no kernel \"%.100s\"; it has %.300s",
                          text->name, name, list.length > 0 ? list.data : "none");
    cj_text_clear(&list);
    return status;
}

/* Under the core's lock. `name` in its normal form. */
static cujit_status make_function(cj_module_core *core, const char *name, cujit_function **out, cujit_error *error)
{
    bool known;
    cj_text symbol = {0};
    cujit_status status;

    /* What we do not know of (a macro made it, the object was loaded) has its own name, if it is extern "C". */
    known = cj_program_symbol(&cj_module_program(core)->object, name, &symbol);
    if (!known)
        cj_text_append(&symbol, name);
    if (symbol.failed)
        status = cj_error_no_memory(error, "a kernel");
    else
        status = cj_function_create(core, name, symbol.data, out, error);
    cj_text_clear(&symbol);
    if (status == CUJIT_ERROR_NOT_FOUND || (status == CUJIT_ERROR_LOAD && !known))
        return not_found(core, name, error);
    return status;
}

cujit_status cujit_module_function(cujit_module *module, const char *name, cujit_function **function,
                                   cujit_error *error)
{
    const char *missing = module == NULL ? "module" : name == NULL ? "name" : function == NULL ? "the result" : NULL;
    cj_module_core *core;
    cujit_function *found;
    cujit_status status;
    const char *qualified;
    char *normal = NULL;

    if (missing != NULL)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "cujit_module_function: %s is NULL", missing);
    core = module->core;
    if ((status = cj_context_check(core->core.context, error)) != CUJIT_OK ||
        (status = cj_expression_normal(name, &normal, error)) != CUJIT_OK)
        return status;
    qualified = qualify(&core->text, normal);
    pthread_mutex_lock(&core->core.lock);
    found = core->functions;
    while (found != NULL && strcmp(found->name, qualified) != 0)
        found = found->following;
    if (found == NULL && (status = make_function(core, qualified, &found, error)) == CUJIT_OK) {
        found->following = core->functions;
        core->functions = found;
    }
    pthread_mutex_unlock(&core->core.lock);
    cj_free(normal);
    if (status == CUJIT_OK)
        *function = found;
    return status;
}

/* ---- Globals ----------------------------------------------------------------------------------------------------- */

/* A variable by its name; one that was listed as "&ns::table" by that or without the '&'. */
static cujit_status find_global(cujit_module *module, const char *function, const char *name, void **address,
                                size_t *size, cujit_error *error)
{
    cj_text symbol = {0}, reference = {0};
    cj_module_core *core;
    cujit_status status;

    if (module == NULL || name == NULL)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "%s: %s is NULL", function,
                            module == NULL ? "module" : "name");
    core = module->core;
    if ((status = cj_context_check(core->core.context, error)) != CUJIT_OK)
        return status;
    cj_text_printf(&reference, "&%s", name + (name[0] == '&'));
    if (!reference.failed && !cj_program_symbol(&cj_module_program(core)->object, reference.data, &symbol))
        cj_text_append(&symbol, name + (name[0] == '&'));
    if (reference.failed || symbol.failed)
        status = cj_error_no_memory(error, "the name of a variable");
    else
        status = core->core.context->backend->global(cj_module_program(core)->module,
                                                     symbol.data != NULL ? symbol.data : "", address, size, error);
    cj_text_clear(&symbol);
    cj_text_clear(&reference);
    if (status == CUJIT_ERROR_NOT_FOUND)
        return cj_error_set(
            error, status,
            "module \"%.63s\" has no variable \"%.100s\": expected one that is __device__ or __constant__, "
            "neither static nor unused",
            name_of(core), name);
    return status;
}

cujit_status cujit_module_global(cujit_module *module, const char *name, void **address, size_t *size,
                                 cujit_error *error)
{
    void *found = NULL;
    size_t found_size = 0;
    cujit_status status;

    if (address == NULL)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "cujit_module_global: address is NULL");
    if ((status = find_global(module, "cujit_module_global", name, &found, &found_size, error)) != CUJIT_OK)
        return status;
    *address = found;
    if (size != NULL)
        *size = found_size;
    return CUJIT_OK;
}

static cujit_status copy_global(cujit_module *module, const char *function, const char *name, const void *from,
                                void *to, size_t size, cujit_error *error)
{
    void *address = NULL;
    size_t right = 0;
    cujit_status status = find_global(module, function, name, &address, &right, error);
    cujit_context *context;

    if (status != CUJIT_OK)
        return status;
    if (from == NULL && to == NULL)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "%s: data is NULL", function);
    if (size != right)
        return cj_error_set(error, CUJIT_ERROR_ARGUMENT_SIZE, "%s: variable \"%.100s\" has %zu bytes, size is %zu",
                            function, name, right, size);
    context = module->handle.context;
    if (from != NULL)
        return context->backend->copy(context->device, address, from, size, CJ_COPY_TO_DEVICE, NULL, true, error);
    return context->backend->copy(context->device, to, address, size, CJ_COPY_TO_HOST, NULL, true, error);
}

cujit_status cujit_module_write_global(cujit_module *module, const char *name, const void *data, size_t size,
                                       cujit_error *error)
{
    return copy_global(module, "cujit_module_write_global", name, data, NULL, size, error);
}

cujit_status cujit_module_read_global(cujit_module *module, const char *name, void *data, size_t size,
                                      cujit_error *error)
{
    return copy_global(module, "cujit_module_read_global", name, NULL, data, size, error);
}
