#include "libjit/source.h"

#include "libjit/alloc.h"
#include "libjit/include.h"
#include "libjit/macro.h"
#include "libjit/template.h"
#include "libjit/words.h"
#include "templates/templates.h"

#include <stdio.h>
#include <string.h>

/* Names that generated code declares or needs; a snippet sees the first five. */
static const char *const reserved_names[] = {"i",         "n",          "tid",          "total_threads", "cta_start",
                                             "threadIdx", "blockIdx",   "blockDim",     "gridDim",       "warpSize",
                                             "cujit",     "__global__", "__restrict__", "maybe_unused",  NULL};

/* ---- Taking the texts over --------------------------------------------------------------------------------------- */

static cujit_status copy_text(const char *text, char **out, cujit_error *error)
{
    *out = cj_strdup(text != NULL ? text : "");
    return *out != NULL ? CUJIT_OK : cj_error_no_memory(error, "the texts of a kernel");
}

static cujit_status copy_options(const char *const *options, char ***out, cujit_error *error)
{
    size_t count = 0;

    while (options != NULL && options[count] != NULL)
        count++;
    if ((*out = cj_calloc(count + 1, sizeof **out)) == NULL)
        return cj_error_no_memory(error, "the texts of a kernel");
    for (size_t k = 0; k < count; k++) {
        cujit_status status = copy_text(options[k], &(*out)[k], error);

        if (status != CUJIT_OK)
            return status;
        /* One option a line in the cache key. */
        if (strchr(options[k], '\n') != NULL)
            return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "compiler option %zu holds a newline", k + 1);
    }
    return CUJIT_OK;
}

static cujit_status copy_texts(const cujit_elementwise_spec *spec, cj_elementwise_text *out, cujit_error *error)
{
    cujit_status status;

    if (spec->arguments == NULL || spec->operation == NULL)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "elementwise kernel: %s is NULL",
                            spec->arguments == NULL ? "arguments" : "operation");
    if ((status = copy_text(spec->arguments, &out->arguments, error)) != CUJIT_OK ||
        (status = copy_text(spec->operation, &out->operation, error)) != CUJIT_OK ||
        (status = copy_text(spec->preamble, &out->preamble, error)) != CUJIT_OK ||
        (status = copy_text(spec->loop_prep, &out->loop_prep, error)) != CUJIT_OK ||
        (status = copy_text(spec->after_loop, &out->after_loop, error)) != CUJIT_OK ||
        (status = copy_text(spec->name != NULL ? spec->name : "elementwise", &out->name, error)) != CUJIT_OK)
        return status;
    return copy_options(spec->options, &out->options, error);
}

/* ---- Looking at them --------------------------------------------------------------------------------------------- */

static cujit_status check_name(const cj_elementwise_text *text, cujit_error *error)
{
    const char *trouble = cj_word_trouble(text->name, reserved_names);

    if (trouble == NULL && strlen(text->name) > 63)
        trouble = "it is longer than 63 characters";
    if (trouble != NULL)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "a kernel cannot be named \"%.60s\": %s", text->name,
                            trouble);
    for (size_t k = 0; k < text->signature.count; k++) {
        if (strcmp(text->signature.parameters[k].name, text->name) == 0)
            return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT,
                                "a kernel cannot be named \"%s\": an argument has that name", text->name);
    }
    return CUJIT_OK;
}

static cujit_status check_has_array(const cj_elementwise_text *text, cujit_error *error)
{
    for (size_t k = 0; k < text->signature.count; k++) {
        if (text->signature.parameters[k].pointer)
            return CUJIT_OK;
    }
    cj_error_set(error, CUJIT_ERROR_SIGNATURE,
                 "arguments: an elementwise kernel needs at least one pointer, such as \"float *x\"");
    cj_error_place(error, "arguments", text->arguments, 1, 1);
    return CUJIT_ERROR_SIGNATURE;
}

/* CUDA's limit, from 12.1 on (before: 4096, which is left to the compiler); NVRTC gives no reason where it is exceeded.
 * The generated code adds up to four numbers behind the user's parameters. */
static cujit_status check_bytes(const cj_elementwise_text *text, cujit_error *error)
{
    enum { MAX_BYTES = 32764, OWN_BYTES = 4 * sizeof(long long) };
    size_t bytes = 0;

    for (size_t k = 0; k < text->signature.count; k++) {
        const cj_parameter *parameter = &text->signature.parameters[k];
        const size_t size = parameter->pointer ? sizeof(void *) : parameter->size;
        const size_t alignment = parameter->pointer ? sizeof(void *) : parameter->alignment;

        bytes = (bytes + alignment - 1) / alignment * alignment + size;
        if ((bytes + 7) / 8 * 8 + OWN_BYTES <= MAX_BYTES)
            continue;
        cj_error_set(error, CUJIT_ERROR_SIGNATURE,
                     "arguments: up to \"%.60s\" they take %zu bytes; expected at most %d: a kernel's parameters may "
                     "take %d, and %d are the engine's own; pass a pointer instead",
                     parameter->name, bytes, (MAX_BYTES - OWN_BYTES) / 8 * 8, MAX_BYTES, (int)OWN_BYTES);
        cj_error_place(error, "arguments", text->arguments, parameter->line, parameter->column);
        return CUJIT_ERROR_SIGNATURE;
    }
    return CUJIT_OK;
}

static unsigned dtype_features(cujit_dtype dtype)
{
    switch (dtype) {
    case CUJIT_FLOAT16:
        return CJ_FEATURE_HALF;
    case CUJIT_BFLOAT16:
        return CJ_FEATURE_BFLOAT16;
    case CUJIT_COMPLEX64:
    case CUJIT_COMPLEX128:
        return CJ_FEATURE_COMPLEX;
    default:
        return 0;
    }
}

static bool mentions(const char *text, const char *name)
{
    cj_use use = cj_snippet_use(text, name, "i");

    return use.indexed + use.other > 0;
}

/* What a text brings along besides what it says itself: features, and macros that hide a `return` or `break`. */
static void note(cj_elementwise_text *text, const cj_snippet *look)
{
    text->features |= look->features;
    text->may_return = text->may_return || look->defines_return || look->includes;
    text->may_break = text->may_break || look->defines_break || look->includes;
}

static cujit_status check_options(cj_elementwise_text *text, cujit_error *error)
{
    const char *const *options = (const char *const *)text->options;
    cj_snippet look;
    cujit_status status = cj_macro_look(options, &look, error);

    if (status == CUJIT_OK) {
        look.includes = cj_include_forced(options);
        note(text, &look);
    }
    return status;
}

static bool options_mention(const cj_elementwise_text *text, const char *name)
{
    bool found = false;

    for (size_t k = 0; text->options[k] != NULL && !found; k++)
        found = mentions(text->options[k], name);
    return found;
}

static cujit_status check_snippets(cj_elementwise_text *text, cujit_error *error)
{
    static const char *const thread_names[] = {"tid",      "total_threads", "cta_start", "threadIdx",
                                               "blockIdx", "blockDim",      "gridDim"};
    cujit_status status;

    if ((status = cj_snippet_check(CJ_SNIPPET_PREAMBLE, "preamble", text->preamble, reserved_names,
                                   &text->preamble_look, error)) != CUJIT_OK ||
        (status = cj_snippet_check(CJ_SNIPPET_STATEMENTS, "loop_prep", text->loop_prep, NULL, &text->loop_prep_look,
                                   error)) != CUJIT_OK ||
        (status = cj_snippet_check(CJ_SNIPPET_STATEMENTS, "operation", text->operation, NULL, &text->operation_look,
                                   error)) != CUJIT_OK ||
        (status = cj_snippet_check(CJ_SNIPPET_STATEMENTS, "after_loop", text->after_loop, NULL, &text->after_loop_look,
                                   error)) != CUJIT_OK ||
        (status = check_options(text, error)) != CUJIT_OK)
        return status;
    note(text, &text->preamble_look);
    note(text, &text->loop_prep_look);
    note(text, &text->operation_look);
    note(text, &text->after_loop_look);
    text->may_return = text->may_return || text->operation_look.has_return;
    text->may_break = text->may_break || text->operation_look.has_break;
    for (size_t k = 0; k < text->signature.count; k++)
        text->features |= dtype_features(text->signature.parameters[k].dtype);
    text->strided = (text->features & CJ_FEATURE_BARRIERS) != 0;
    for (size_t k = 0; k < sizeof thread_names / sizeof *thread_names; k++)
        text->strided = text->strided || mentions(text->operation, thread_names[k]) ||
                        mentions(text->preamble, thread_names[k]) || mentions(text->loop_prep, thread_names[k]) ||
                        mentions(text->after_loop, thread_names[k]) || options_mention(text, thread_names[k]);
    return CUJIT_OK;
}

/* Whether a definition defines a type of that name itself: "struct name {", "using name =", "} name;". */
static bool defines(const char *definition, const char *name)
{
    static const char *const heads[] = {"struct", "class", "union", "enum", "using"};
    cj_token tokens[3] = {{.start = ""}, {.start = ""}, {.start = ""}};
    cj_lexer lexer;

    cj_lexer_init(&lexer, "type definition", definition);
    while (cj_lexer_next(&lexer, &tokens[2], NULL) == CUJIT_OK && tokens[2].kind != CJ_TOKEN_END) {
        const cj_token *before = &tokens[0], *here = &tokens[1], *behind = &tokens[2];

        if (here->kind == CJ_TOKEN_NAME && cj_token_is(here, name)) {
            bool opens = cj_token_is(behind, "{") || cj_token_is(behind, ":") || cj_token_is(behind, "=");

            if (cj_token_is(before, "}") && cj_token_is(behind, ";"))
                return true;
            for (size_t k = 0; opens && k < sizeof heads / sizeof *heads; k++) {
                if (cj_token_is(before, heads[k]))
                    return true;
            }
        }
        tokens[0] = tokens[1];
        tokens[1] = tokens[2];
    }
    return false;
}

/* Which registered types a kernel needs: those that its signature names, and the earlier ones that their definitions
 * mention, whose definitions may mention others. What a needed definition brings along itself must not come twice. */
static void find_types(const cujit_context *context, const cj_signature *signature, bool *needed)
{
    const cj_type_table *table = &context->types;

    for (size_t k = 0; k < table->count; k++) {
        for (size_t p = 0; p < signature->count; p++)
            needed[k] = needed[k] || signature->parameters[p].dtype == table->types[k]->dtype;
    }
    for (size_t k = table->count; k-- > 0;) {
        for (size_t other = 0; needed[k] && other < table->count; other++) {
            const char *definition = table->types[k]->definition, *name = table->types[other]->name;

            if (other != k && (other < k || needed[other]) && mentions(definition, name))
                needed[other] = !defines(definition, name);
        }
    }
}

/* The definitions of the registered types that the kernel needs, each once, in the order of registration. */
static cujit_status gather_types(cujit_context *context, cj_elementwise_text *text, cujit_error *error)
{
    bool *needed = cj_calloc(context->types.count + 1, sizeof *needed);
    cujit_status status = CUJIT_OK;
    cj_text types = {0};

    if (needed == NULL)
        return cj_error_no_memory(error, "the texts of a kernel");
    find_types(context, &text->signature, needed);
    for (size_t k = 0; k < context->types.count && status == CUJIT_OK; k++) {
        const cj_type *type = context->types.types[k];
        cj_snippet look;

        if (!needed[k])
            continue;
        status = cj_snippet_check(CJ_SNIPPET_PREAMBLE, "type definition", type->definition, NULL, &look, error);
        if (status == CUJIT_OK) {
            note(text, &look);
            cj_text_printf(&types, "%s\n", type->definition);
        }
    }
    cj_free(needed);
    if (status != CUJIT_OK) {
        cj_text_clear(&types);
        return status;
    }
    text->types = cj_text_take(&types);
    return text->types != NULL ? CUJIT_OK : cj_error_no_memory(error, "the texts of a kernel");
}

cujit_status cj_elementwise_text_init(cujit_context *context, const cujit_elementwise_spec *spec,
                                      cj_elementwise_text *out, cujit_error *error)
{
    cujit_status status;

    *out = (cj_elementwise_text){0};
    if ((status = copy_texts(spec, out, error)) != CUJIT_OK)
        goto out;
    pthread_mutex_lock(&context->type_lock);
    status = cj_signature_parse(out->arguments, &context->types, reserved_names, &out->signature, error);
    if (status == CUJIT_OK)
        status = gather_types(context, out, error);
    pthread_mutex_unlock(&context->type_lock);
    if (status != CUJIT_OK || (status = check_has_array(out, error)) != CUJIT_OK ||
        (status = check_bytes(out, error)) != CUJIT_OK || (status = check_name(out, error)) != CUJIT_OK)
        goto out;
    status = check_snippets(out, error);

out:
    if (status != CUJIT_OK)
        cj_elementwise_text_clear(out);
    return status;
}

void cj_elementwise_text_clear(cj_elementwise_text *text)
{
    cj_free(text->name);
    cj_free(text->arguments);
    cj_free(text->operation);
    cj_free(text->preamble);
    cj_free(text->loop_prep);
    cj_free(text->after_loop);
    cj_free(text->types);
    for (size_t k = 0; text->options != NULL && text->options[k] != NULL; k++)
        cj_free(text->options[k]);
    cj_free(text->options);
    cj_signature_clear(&text->signature);
    *text = (cj_elementwise_text){0};
}

void cj_elementwise_parts(const cj_elementwise_text *text, cj_part parts[CJ_ELEMENTWISE_PARTS])
{
    parts[0] = (cj_part){"operation", text->operation};
    parts[1] = (cj_part){"preamble", text->preamble};
    parts[2] = (cj_part){"loop_prep", text->loop_prep};
    parts[3] = (cj_part){"after_loop", text->after_loop};
    parts[4] = (cj_part){"type definition", text->types};
}

/* ---- Writing the source ------------------------------------------------------------------------------------------ */

static void write_parameters(const cj_elementwise_text *text, cj_elementwise_variant variant, cj_text *out)
{
    for (size_t k = 0; k < text->signature.count; k++) {
        cj_parameter_declare(&text->signature.parameters[k], out);
        cj_text_append(out, ", ");
    }
    cj_text_append(out, "const long long n");
    if (variant == CJ_ELEMENTWISE_RANGE)
        cj_text_append(out, ", const long long cujit_start, const long long cujit_step, const long long cujit_count");
}

/* Indices go to threads in chunks or round robin, whichever suits the device (cujit_begin, cujit_end and cujit_stride are
 * its prelude's); but where the texts speak of threads, the way that PyCUDA documents. */
static void write_loop(const cj_elementwise_text *text, cj_elementwise_variant variant, cj_text *out)
{
    bool range = variant == CJ_ELEMENTWISE_RANGE;
    const char *index = range ? "cujit_k" : "i", *count = range ? "cujit_count" : "n";

    if (range)
        cj_text_append(out, "    long long cujit_k;\n");
    if (text->strided)
        cj_text_printf(out, "    for (%s = cta_start + tid; %s < %s; %s += total_threads) {", index, index, count,
                       index);
    else
        cj_text_printf(out,
                       "    const long long cujit_last = cujit_end(%s);\n"
                       "    for (%s = cujit_begin(%s); %s < cujit_last; %s += cujit_stride()) {",
                       count, index, count, index, index);
    if (range)
        cj_text_append(out, "\n        i = cujit_start + cujit_k * cujit_step;");
}

/* A struct whose size the caller had wrong would silently read the wrong bytes. */
static void write_checks(const cj_elementwise_text *text, cj_text *out)
{
    for (size_t k = 0; k < text->signature.count; k++) {
        const cj_parameter *parameter = &text->signature.parameters[k];

        if (parameter->dtype < CUJIT_DTYPE_REGISTERED)
            continue;
        cj_text_printf(out,
                       "static_assert(sizeof(%s) == %zu && alignof(%s) == %zu, \"%s was registered with size %zu and "
                       "alignment %zu, which are not the compiler's\");\n",
                       parameter->spelling, parameter->size, parameter->spelling, parameter->alignment,
                       parameter->spelling, parameter->size, parameter->alignment);
    }
}

/* `return` and `break` in the operation, or in a macro that it may use, end this index. Left alone they would end the thread, and with it other indices:
 * so the statements become a function's, or a loop's that runs once. */
static void write_guard(const cj_elementwise_text *text, cj_text *begin, cj_text *end)
{
    if (text->may_return)
        cj_text_append(begin, "\n        [&]() {");
    if (text->may_break || text->may_return)
        cj_text_append(begin, "\n        do {");
    if (text->may_break || text->may_return)
        cj_text_append(end, "        } while (false);");
    if (text->may_return)
        cj_text_append(end, "\n        }();");
}

cujit_status cj_elementwise_render(const cj_elementwise_text *text, cj_elementwise_variant variant, char **source,
                                   cujit_error *error)
{
    cj_text parameters = {0}, loop = {0}, end = {0}, checks = {0}, out = {0};
    char *rendered;
    char unit[224];

    snprintf(unit, sizeof unit, "%s.cu", text->name);
    write_parameters(text, variant, &parameters);
    write_loop(text, variant, &loop);
    write_checks(text, &checks);
    write_guard(text, &loop, &end);
    const cj_value values[] = {
        {.name = "TYPES", .text = text->types, .part = "type definition", .newline = true},
        {.name = "PREAMBLE", .text = text->preamble, .part = "preamble", .newline = true},
        {.name = "CHECKS", .text = checks.data},
        {.name = "NAME", .text = text->name},
        {.name = "PARAMETERS", .text = parameters.data},
        {.name = "LOOP_PREP",
         .text = text->loop_prep,
         .part = "loop_prep",
         .statements = true,
         .newline = text->loop_prep_look.ends_in_comment},
        {.name = "LOOP", .text = loop.data},
        {.name = "OPERATION",
         .text = text->operation,
         .part = "operation",
         .statements = true,
         .newline = text->operation_look.ends_in_comment},
        {.name = "END_OPERATION", .text = end.data},
        {.name = "AFTER_LOOP",
         .text = text->after_loop,
         .part = "after_loop",
         .statements = true,
         .newline = text->after_loop_look.ends_in_comment},
    };
    cj_template_expand(cj_template_elementwise, values, sizeof values / sizeof *values, unit, &out);
    if (parameters.failed || loop.failed || end.failed || checks.failed)
        out.failed = true;
    rendered = cj_text_take(&out);
    cj_text_clear(&parameters);
    cj_text_clear(&loop);
    cj_text_clear(&end);
    cj_text_clear(&checks);
    if (rendered == NULL)
        return cj_error_no_memory(error, "the source of a kernel");
    *source = rendered;
    return CUJIT_OK;
}
