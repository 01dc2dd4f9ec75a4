/*
 * module_argument.c: the parameters of a module's kernel, and the arguments of a checked launch.
 *
 * A declaration is understood parameter by parameter: one whose type is a macro's, a typedef or a template's does not
 * keep the others from being checked. Of such a one its name and its size are known, which the device tells.
 */
#include "libjit/module/module.h"

#include "libjit/base/alloc.h"
#include "libjit/runtime/argument.h"
#include "libjit/runtime/buffer.h"
#include "libjit/syntax/lexer.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* ---- Reading declarations ---------------------------------------------------------------------------------------- */

/* One parameter's tokens. */
typedef struct piece {
    cj_text text; /* joined by single spaces, without its default value */
    cj_token last, before_last;
    size_t words;
    bool star, is_const, has_default, pack;
} piece;

static void clear_piece(piece *p)
{
    cj_text_clear(&p->text);
    *p = (piece){.last.start = "", .before_last.start = ""};
}

/* Takes a token that stands outside of all brackets (`level` 0) or inside. */
static void add_token(piece *p, const cj_token *token, int level)
{
    static const char *const closing[] = {"&", "&&", ",", ")", "]", ">", ">>", NULL};

    if (level == 0 && cj_token_is(token, "="))
        p->has_default = true;
    p->pack = p->pack || cj_token_is(token, "...");
    if (p->has_default || cj_token_is(token, "__grid_constant__"))
        return;
    /* As people write it: "const float *x". */
    if (p->text.length > 0 && !cj_token_is_one_of(token, closing) && p->text.data[p->text.length - 1] != '*')
        cj_text_append(&p->text, " ");
    cj_token_append(token, &p->text);
    if (level > 0 || cj_token_is(token, "[") || cj_token_is(token, "]"))
        return;
    p->star = p->star || cj_token_is(token, "*");
    p->is_const = p->is_const || (cj_token_is(token, "const") && !p->star);
    p->words += token->kind == CJ_TOKEN_NAME;
    p->before_last = p->last;
    p->last = *token;
}

static cujit_status parse(cujit_context *context, const char *text, cj_signature *out, cujit_error *error)
{
    cujit_error local = {0};
    cujit_status status;

    pthread_mutex_lock(&context->type_lock);
    status = cj_signature_parse(text, &context->types, NULL, out, &local);
    pthread_mutex_unlock(&context->type_lock);
    if (status == CUJIT_ERROR_OUT_OF_MEMORY)
        return cj_error_move(error, &local);
    cujit_error_clear(&local);
    return CUJIT_OK; /* out->count is 0 where it was not understood */
}

/* The type, with the parameter's name or with one for the parameter that has none. */
static cujit_status understand(cujit_context *context, const char *text, cj_declared *out, cujit_error *error)
{
    cj_signature signature = {0};
    cj_text named = {0};
    cujit_status status = parse(context, text, &signature, error);

    if (status == CUJIT_OK && signature.count == 0) {
        cj_text_printf(&named, "%s unnamed", text);
        status = named.failed ? cj_error_no_memory(error, "the parameters of a kernel")
                              : parse(context, named.data, &signature, error);
        cj_text_clear(&named);
    }
    if (status != CUJIT_OK || signature.count != 1) {
        cj_signature_clear(&signature);
        return status;
    }
    out->known = true;
    out->parameter = signature.parameters[0];
    out->pointer = out->parameter.pointer;
    out->is_const = out->parameter.is_const;
    out->size = out->pointer ? sizeof(void *) : out->parameter.size;
    cj_free(signature.parameters); /* its texts were taken over */
    return CUJIT_OK;
}

static cujit_status add_piece(cujit_context *context, piece *p, cj_declaration *out, cujit_error *error)
{
    cj_declared *wider = cj_realloc(out->parameters, (out->count + 1) * sizeof *wider), *added;
    cujit_status status;
    char name[128];

    if (wider == NULL)
        return cj_error_no_memory(error, "the parameters of a kernel");
    out->parameters = wider;
    added = &wider[out->count++];
    *added = (cj_declared){
        .pointer = p->star, .is_const = p->is_const, .size = p->star ? sizeof(void *) : 0, .offset = SIZE_MAX};
    added->text = cj_text_take(&p->text);
    if (added->text == NULL)
        return cj_error_no_memory(error, "the parameters of a kernel");
    if ((status = understand(context, added->text, added, error)) != CUJIT_OK)
        return status;
    if (p->last.kind == CJ_TOKEN_NAME && (p->words > 1 || p->before_last.kind == CJ_TOKEN_PUNCTUATOR) &&
        !cj_token_is(&p->before_last, "::") && cj_token_copy(&p->last, name, sizeof name) < sizeof name &&
        (!added->known || strcmp(name, added->parameter.name) == 0) && (added->name = cj_strdup(name)) == NULL)
        return cj_error_no_memory(error, "the parameters of a kernel");
    return CUJIT_OK;
}

static int level_change(const cj_token *token)
{
    static const char *const opening[] = {"(", "[", "{", "<", NULL}, *const closing[] = {")", "]", "}", ">", NULL};

    if (cj_token_is(token, ">>"))
        return -2;
    return cj_token_is_one_of(token, opening) - cj_token_is_one_of(token, closing);
}

cujit_status cj_declaration_read(cujit_context *context, const char *text, cj_declaration *out, cujit_error *error)
{
    piece p = {.last.start = "", .before_last.start = ""};
    cujit_status status = CUJIT_OK;
    cj_token token = {.start = ""};
    bool pack = false;
    cj_lexer lexer;
    int level = 0;

    *out = (cj_declaration){.counted = true};
    cj_lexer_init(&lexer, "arguments", text);
    do {
        if (cj_lexer_next(&lexer, &token, NULL) != CUJIT_OK)
            token.kind = CJ_TOKEN_END;
        if (token.kind == CJ_TOKEN_END || (level == 0 && cj_token_is(&token, ","))) {
            bool nothing = p.text.length == 0 || (p.words == 1 && strcmp(p.text.data, "void") == 0);

            if (!nothing || token.kind != CJ_TOKEN_END)
                status = add_piece(context, &p, out, error);
            pack = pack || p.pack;
            clear_piece(&p);
        } else if (token.kind != CJ_TOKEN_DIRECTIVE) {
            int change = level_change(&token);

            add_token(&p, &token, change > 0 ? level + change : level);
            level = level + change < 0 ? 0 : level + change;
        }
    } while (status == CUJIT_OK && token.kind != CJ_TOKEN_END);
    clear_piece(&p);
    if (status != CUJIT_OK || pack) {
        cj_declaration_clear(out);
        *out = (cj_declaration){0};
    }
    return status;
}

static void clear_declared(cj_declared *declared)
{
    cj_free(declared->name);
    cj_free(declared->text);
    cj_free(declared->parameter.name);
    cj_free(declared->parameter.spelling);
}

void cj_declaration_clear(cj_declaration *declaration)
{
    for (size_t k = 0; k < declaration->count; k++)
        clear_declared(&declaration->parameters[k]);
    cj_free(declaration->parameters);
    *declaration = (cj_declaration){0};
}

cujit_status cj_declaration_correct(cj_declaration *declaration, const size_t *sizes, const size_t *offsets,
                                    size_t count, cujit_error *error)
{
    if (!declaration->counted || declaration->count != count) {
        cj_declaration_clear(declaration);
        declaration->parameters = cj_calloc(count > 0 ? count : 1, sizeof *declaration->parameters);
        if (declaration->parameters == NULL)
            return cj_error_no_memory(error, "the parameters of a kernel");
        declaration->count = count;
        declaration->counted = true;
    }
    for (size_t k = 0; k < count; k++) {
        cj_declared *declared = &declaration->parameters[k];

        /* "typedef double real": another type of the same name than the one that we know. */
        if (declared->size != sizes[k]) {
            declared->known = false;
            declared->pointer = false;
        }
        declared->size = sizes[k];
        declared->offset = offsets[k];
    }
    return CUJIT_OK;
}

void cj_declaration_lay_out(cj_declaration *declaration)
{
    size_t end = 0;

    for (size_t k = 0; k < declaration->count; k++) {
        cj_declared *declared = &declaration->parameters[k];
        const size_t alignment = declared->pointer ? sizeof(void *)
                                 : declared->known ? declared->parameter.alignment
                                                   : 0;

        if (declared->offset == SIZE_MAX && alignment == 0)
            return;
        if (declared->offset == SIZE_MAX)
            declared->offset = (end + alignment - 1) / alignment * alignment;
        end = declared->offset + declared->size;
    }
}

/* ---- Saying what is wrong ---------------------------------------------------------------------------------------- */

/* "argument 2 (scale)" */
static const char *label(const cj_declared *declared, size_t index, char text[120])
{
    if (declared->name != NULL)
        snprintf(text, 120, "argument %zu (%.80s)", index + 1, declared->name);
    else
        snprintf(text, 120, "argument %zu", index + 1);
    return text;
}

/* "an int", for messages. */
static const char *given(const cujit_arg *arg, char text[60])
{
    const cj_dtype_info *type = cj_dtype_find(arg->dtype);

    switch (arg->kind) {
    case CUJIT_ARG_VALUE:
        return "a CUJIT_VALUE";
    case CUJIT_ARG_ARRAY:
        return "an array";
    case CUJIT_ARG_POINTER:
        return "a CUJIT_POINTER";
    case CUJIT_ARG_ADDRESS:
        return "a CUJIT_ADDRESS";
    case CUJIT_ARG_IN:
    case CUJIT_ARG_OUT:
    case CUJIT_ARG_INOUT:
        return "a buffer";
    case CUJIT_ARG_COMPLEX:
        return "a complex number";
    default:
        break;
    }
    if (type == NULL)
        return "something unknown";
    snprintf(text, 60, "%s %s", strchr("aeiou", type->spelling[0]) != NULL ? "an" : "a", type->spelling);
    return text;
}

static cujit_status wrong_size(const cj_declared *declared, size_t index, const cujit_arg *arg, size_t size,
                               cujit_error *error)
{
    char name[120], shown[60];

    return cj_error_set(
        error, CUJIT_ERROR_ARGUMENT_SIZE, "%s: the kernel takes %zu bytes there%s%.100s%s, got %s of %zu",
        label(declared, index, name), declared->size, declared->text != NULL ? " (" : "",
        declared->text != NULL ? declared->text : "", declared->text != NULL ? ")" : "", given(arg, shown), size);
}

static cujit_status no_pointer(const cj_declared *declared, size_t index, const cujit_arg *arg, cujit_error *error)
{
    char name[120], shown[60];

    return cj_error_set(
        error, CUJIT_ERROR_ARGUMENT_TYPE,
        "%s: the kernel takes a pointer (%.100s), got %s; expected an array, CUJIT_POINTER, CUJIT_ADDRESS, "
        "or a buffer (CUJIT_IN, CUJIT_OUT, CUJIT_INOUT)",
        label(declared, index, name), declared->text, given(arg, shown));
}

static cujit_status wrong_count(const cujit_function *function, size_t count, cujit_error *error)
{
    const cj_declaration *declaration = &function->declaration;
    cj_text list = {0};
    cujit_status status;

    for (size_t k = 0; k < declaration->count && list.length < 300; k++) {
        const char *text = declaration->parameters[k].text;

        cj_text_printf(&list, "%s%s", k > 0 ? ", " : "", text != NULL ? text : "?");
    }
    status = cj_error_set(error, CUJIT_ERROR_ARGUMENT_COUNT, "kernel \"%.80s\" takes %zu argument%s (%.300s), got %zu",
                          function->name, declaration->count, declaration->count == 1 ? "" : "s",
                          list.data != NULL ? list.data : "", count);
    cj_text_clear(&list);
    return status;
}

/* ---- Binding ----------------------------------------------------------------------------------------------------- */

/* The arguments of one call. */
typedef struct binding {
    cujit_context *context;
    cj_buffers buffers;
    const cj_declared *declared; /* the one being bound */
    size_t index;
    const cujit_arg *arg;
    cj_slot *slot;
    const void **value;
    cujit_error *error;
} binding;

static cujit_status bind_as(binding *b, const cj_parameter *parameter)
{
    const cujit_array *array;
    size_t size;

    return cj_argument_bind(b->context, parameter, b->index, b->arg, b->slot, b->value, &size, &array, b->error);
}

/* Device memory, or host memory that stands for it. */
static cujit_status bind_memory(binding *b)
{
    const cj_declared *declared = b->declared;
    char unnamed[] = "unnamed", any[] = "void";
    /* Of a pointer whose type is not known any array will do; what is left to check is the same. */
    cj_parameter parameter = {
        .name = declared->name != NULL ? declared->name : unnamed,
        .spelling = any,
        .dtype = b->arg->dtype,
        .size = 1,
        .pointer = true,
        .is_const = declared->is_const,
    };
    cujit_status status;

    if (!declared->pointer && (declared->known || (declared->size != 0 && declared->size != sizeof(void *)))) {
        if (declared->known)
            return bind_as(b, &declared->parameter); /* says what is wrong */
        return wrong_size(declared, b->index, b->arg, sizeof(void *), b->error);
    }
    if (b->arg->kind == CUJIT_ARG_ADDRESS) {
        *b->value = &b->arg->value.pointer;
        return declared->known
                   ? cj_argument_check_alignment(&declared->parameter, b->index, b->arg->value.pointer, b->error)
                   : CUJIT_OK;
    }
    if (b->arg->kind == CUJIT_ARG_ARRAY && b->arg->value.array != NULL)
        parameter.dtype = cujit_array_dtype(b->arg->value.array);
    status = bind_as(b, declared->known ? &declared->parameter : &parameter);
    if (status == CUJIT_OK && cj_argument_is_buffer(b->arg))
        status = cj_buffers_add(&b->buffers, b->arg, b->index, declared->name, b->value, b->error);
    return status;
}

static cujit_status bind_value(binding *b)
{
    const cj_declared *declared = b->declared;
    char name[120];

    if (declared->pointer)
        return no_pointer(declared, b->index, b->arg, b->error);
    if (declared->size != 0 && declared->size != b->arg->size)
        return wrong_size(declared, b->index, b->arg, b->arg->size, b->error);
    if (b->arg->value.pointer == NULL)
        return cj_error_set(b->error, CUJIT_ERROR_INVALID_ARGUMENT, "%s: the address of the CUJIT_VALUE is NULL",
                            label(declared, b->index, name));
    *b->value = b->arg->value.pointer;
    return CUJIT_OK;
}

static cujit_status bind_number(binding *b)
{
    const cj_declared *declared = b->declared;
    const cj_dtype_info *type = cj_dtype_find(b->arg->dtype);
    char unnamed[] = "unnamed", spelling[40], name[120];
    cj_parameter parameter = {.name = declared->name != NULL ? declared->name : unnamed, .spelling = spelling};

    if (declared->pointer)
        return no_pointer(declared, b->index, b->arg, b->error);
    if (declared->known)
        return bind_as(b, &declared->parameter);
    if (type == NULL || !cj_dtype_is_number(b->arg->dtype))
        return cj_error_set(b->error, CUJIT_ERROR_ARGUMENT_TYPE, "%s: its kind or type is none that there is",
                            label(declared, b->index, name));
    if (declared->size != 0 && declared->size != b->arg->size)
        return wrong_size(declared, b->index, b->arg, b->arg->size, b->error);
    snprintf(spelling, sizeof spelling, "%s", type->spelling);
    parameter.dtype = type->dtype;
    parameter.size = type->size;
    return bind_as(b, &parameter);
}

static cujit_status bind(binding *b)
{
    if (b->arg->kind == CUJIT_ARG_VALUE)
        return bind_value(b);
    return b->arg->kind >= CUJIT_ARG_ARRAY ? bind_memory(b) : bind_number(b);
}

/* Room for what a call binds: on the stack for as many as CUJIT_ARGS takes. */
typedef struct row {
    cj_slot slots[CJ_MAX_PARAMETERS];
    const void *values[CJ_MAX_PARAMETERS];
} row;

cujit_status cj_function_call(cujit_function *function, const cj_grid *grid, void *stream, cujit_args args,
                              cujit_error *error)
{
    static const cj_declared nothing = {0};
    const cj_declaration *declaration = &function->declaration;
    cujit_context *context = function->context;
    binding b = {.context = context, .error = error};
    cujit_status status = CUJIT_OK;
    row near;
    cj_slot *slots = near.slots;
    const void **values = near.values;
    void *far = NULL;

    if (declaration->counted && args.count != declaration->count)
        return wrong_count(function, args.count, error);
    if (args.count > CJ_MAX_PARAMETERS) {
        if ((far = cj_calloc(args.count, sizeof *slots + sizeof *values)) == NULL)
            return cj_error_no_memory(error, "the arguments of a kernel");
        slots = far;
        values = (const void **)(slots + args.count);
    }
    cj_buffers_init(&b.buffers, context, stream);
    for (size_t k = 0; k < args.count && status == CUJIT_OK; k++) {
        b.declared = declaration->counted ? &declaration->parameters[k] : &nothing;
        b.index = k;
        b.arg = &args.items[k];
        b.slot = &slots[k];
        b.value = &values[k];
        status = bind(&b);
    }
    if (status == CUJIT_OK)
        status = context->backend->launch(function->function, grid, (void *const *)values, stream, error);
    status = cj_buffers_finish(&b.buffers, status, error);
    cj_free(far);
    return status;
}
