/*
 * module_text.c: what a module is made from: copies of the user's texts, checked. See module.h.
 */
#include "libjit/module/module.h"

#include "libjit/base/alloc.h"
#include "libjit/syntax/include.h"
#include "libjit/syntax/macro.h"
#include "libjit/syntax/snippet.h"
#include "libjit/syntax/words.h"

#include <string.h>

/* ---- Taking the texts over --------------------------------------------------------------------------------------- */

static cujit_status no_memory(cujit_error *error)
{
    return cj_error_no_memory(error, "the texts of a module");
}

/* Options, and the include directories as such. */
static cujit_status copy_options(const cujit_module_spec *spec, cj_module_text *out, cujit_error *error)
{
    size_t options = cj_list_length(spec->options), directories = cj_list_length(spec->include_directories);
    cujit_status status = cj_kernel_text_check_options(spec->options, error);

    if (status != CUJIT_OK)
        return status;
    if ((out->options = cj_list_copy(spec->options, directories)) == NULL)
        return no_memory(error);
    for (size_t k = 0; k < directories; k++) {
        const char *directory = spec->include_directories[k];
        cj_text text = {0};

        if (directory[0] == '\0' || strchr(directory, '\n') != NULL)
            return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "include directory %zu %s", k + 1,
                                directory[0] == '\0' ? "is an empty text" : "holds a newline");
        cj_text_printf(&text, "-I%s", directory);
        if ((out->options[options + k] = cj_text_take(&text)) == NULL)
            return no_memory(error);
    }
    return CUJIT_OK;
}

static cujit_status copy_header(const cujit_header *header, size_t index, cj_header *out, cujit_error *error)
{
    if (header->name == NULL || header->text == NULL || header->name[0] == '\0')
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "header %zu: its %s is %s", index + 1,
                            header->text == NULL && header->name != NULL ? "text" : "name",
                            header->name != NULL && header->name[0] == '\0' ? "an empty text" : "NULL");
    if (strpbrk(header->name, "\n\"<>\\") != NULL || header->name[0] == '/')
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT,
                            "header %zu (\"%.60s\"): expected a name as #include spells it, like \"sub/name.h\"",
                            index + 1, header->name);
    out->name = cj_strdup(header->name);
    out->text = cj_strdup(header->text);
    return out->name != NULL && out->text != NULL ? CUJIT_OK : no_memory(error);
}

static cujit_status copy_headers(const cujit_module_spec *spec, cj_module_text *out, cujit_error *error)
{
    if (spec->header_count == 0)
        return CUJIT_OK;
    if (spec->headers == NULL)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "headers is NULL, but header_count is %zu",
                            spec->header_count);
    if ((out->headers = cj_calloc(spec->header_count, sizeof *out->headers)) == NULL)
        return no_memory(error);
    out->header_count = spec->header_count;
    for (size_t k = 0; k < spec->header_count; k++) {
        cujit_status status = copy_header(&spec->headers[k], k, &out->headers[k], error);

        if (status != CUJIT_OK)
            return status;
        for (size_t other = 0; other < k; other++) {
            if (strcmp(out->headers[other].name, out->headers[k].name) == 0)
                return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT,
                                    "headers %zu and %zu have the same name, \"%.60s\"", other + 1, k + 1,
                                    out->headers[k].name);
        }
    }
    return CUJIT_OK;
}

static cujit_status copy_expressions(const cujit_module_spec *spec, cj_module_text *out, cujit_error *error)
{
    size_t count = cj_list_length(spec->name_expressions);

    if ((out->expressions = cj_calloc(count + 1, sizeof *out->expressions)) == NULL)
        return no_memory(error);
    for (size_t k = 0; k < count; k++) {
        cujit_status status = cj_expression_normal(spec->name_expressions[k], &out->expressions[k], error);

        if (status != CUJIT_OK)
            return status;
    }
    return CUJIT_OK;
}

static cujit_status copy_source(const cujit_module_spec *spec, cj_module_text *out, cujit_error *error)
{
    if (spec->source == NULL)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "module: source is NULL");
    out->source = cj_strdup(spec->source);
    out->name = cj_strdup(spec->name != NULL ? spec->name : "module");
    if (out->source == NULL || out->name == NULL)
        return no_memory(error);
    return CUJIT_OK;
}

/* ---- Looking at them --------------------------------------------------------------------------------------------- */

/* The headers, each read once, and what stands before the source: the macros of the options, those of both devices, and
 * those of headers that bring kernels. */
static cujit_status look_before(cj_module_text *text, const cj_tokens *source, cj_text *definitions, cujit_error *error)
{
    static const char known[] = "#define __CUDACC__ 1\n#define __CUDACC_RTC__ 1\n";
    const cj_unit unit = cj_module_text_unit(text);
    const char **rest = NULL;
    cujit_status status = cj_macro_split(unit.options, &rest, definitions, error);

    cj_free(rest);
    cj_text_append(definitions, known);
    if (status != CUJIT_OK || (status = cj_survey_take(&text->survey, &unit, source, false, error)) != CUJIT_OK)
        return status;
    cj_text_append(definitions, text->survey->macros.data);
    return definitions->failed ? no_memory(error) : CUJIT_OK;
}

static cujit_status find_kernels(cj_module_text *text, const cj_tokens *source, cujit_error *error)
{
    cj_text definitions = {0};
    cj_names names = {0};
    cj_tokens before = {.names = &names, .place = CJ_IN_OPTIONS};
    cj_snippet found;
    cujit_status status = look_before(text, source, &definitions, error);

    if (status == CUJIT_OK)
        status = cj_snippet_read(CJ_SNIPPET_MODULE, "options", definitions.data, NULL, &found, &before, error);
    if (status == CUJIT_OK) {
        text->features |= found.features;
        status = cj_kernel_scan(source, &before, &text->kernels, error);
    }
    cj_tokens_clear(&before);
    cj_names_clear(&names);
    cj_text_clear(&definitions);
    return status;
}

static void add_name(cj_module_text *text, const char *name)
{
    for (size_t k = 0; k < text->name_count; k++) {
        if (strcmp(text->names[k], name) == 0)
            return;
    }
    text->names[text->name_count++] = name;
}

static cujit_status gather_names(cj_module_text *text, cujit_error *error)
{
    size_t expressions = cj_list_length((const char *const *)text->expressions);

    if ((text->names = cj_calloc(text->kernels.count + expressions + 1, sizeof *text->names)) == NULL)
        return no_memory(error);
    for (size_t k = 0; k < text->kernels.count; k++) {
        if (cj_kernel_is_findable(&text->kernels.kernels[k]))
            add_name(text, text->kernels.kernels[k].expression);
    }
    for (size_t k = 0; k < expressions; k++)
        add_name(text, text->expressions[k]);
    return CUJIT_OK;
}

/* What the texts make use of, and the kernels. */
static cujit_status look(cj_module_text *text, cujit_error *error)
{
    cj_names names = {0};
    cj_tokens source = {.names = &names, .place = CJ_IN_OPERATION};
    cj_snippet found;
    cujit_status status = cj_snippet_read(CJ_SNIPPET_MODULE, "source", text->source, NULL, &found, &source, error);

    if (status == CUJIT_OK) {
        text->features = found.features;
        status = find_kernels(text, &source, error);
    }
    cj_tokens_clear(&source);
    cj_names_clear(&names);
    for (size_t k = 0; status == CUJIT_OK && text->expressions[k] != NULL; k++) {
        if (cj_snippet_check(CJ_SNIPPET_MODULE, "source", text->expressions[k], NULL, &found, error) == CUJIT_OK)
            text->features |= found.features;
    }
    return status;
}

cujit_status cj_module_text_init(const cujit_context *context, const cujit_module_spec *spec, cj_module_text *out,
                                 cujit_error *error)
{
    cujit_status status;

    *out = (cj_module_text){.check_addresses = spec->check_addresses != 0 && context->backend->checks_addresses};
    if ((status = copy_source(spec, out, error)) != CUJIT_OK ||
        (status = cj_kernel_text_check_name("module", out->name, cj_word_trouble(out->name, NULL), error)) !=
            CUJIT_OK ||
        (status = copy_options(spec, out, error)) != CUJIT_OK ||
        (status = copy_headers(spec, out, error)) != CUJIT_OK ||
        (status = copy_expressions(spec, out, error)) != CUJIT_OK || (status = look(out, error)) != CUJIT_OK ||
        (status = gather_names(out, error)) != CUJIT_OK)
        cj_module_text_clear(out);
    return status;
}

void cj_module_text_clear(cj_module_text *text)
{
    cj_object_clear(&text->loaded);
    cj_free(text->name);
    cj_free(text->source);
    cj_list_free(text->options);
    cj_list_free(text->expressions);
    for (size_t k = 0; k < text->header_count; k++) {
        cj_free((char *)text->headers[k].name);
        cj_free((char *)text->headers[k].text);
    }
    cj_free(text->headers);
    cj_kernel_list_clear(&text->kernels);
    cj_survey_free(text->survey);
    cj_free(text->names);
    *text = (cj_module_text){0};
}

cj_unit cj_module_text_unit(const cj_module_text *text)
{
    return (cj_unit){
        .name = text->name,
        .source = text->source,
        .options = (const char *const *)text->options,
        .features = text->features,
        .kernels = text->names,
        .headers = text->headers,
        .header_count = text->header_count,
        .check_addresses = text->check_addresses,
    };
}

const cj_kernel *cj_module_text_find(const cj_module_text *text, const char *expression)
{
    size_t base;
    const cj_kernel *found = NULL;

    expression += expression[0] == '&';
    base = strcspn(expression, "<");
    for (size_t k = 0; k < text->kernels.count; k++) {
        const cj_kernel *kernel = &text->kernels.kernels[k];

        if (kernel->overloaded)
            continue;
        if (strcmp(kernel->expression, expression) == 0)
            return kernel;
        if (kernel->is_template && expression[base] == '<' && strlen(kernel->expression) == base &&
            memcmp(kernel->expression, expression, base) == 0)
            found = kernel;
    }
    return found;
}
