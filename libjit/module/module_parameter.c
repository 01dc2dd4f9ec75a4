/*
 * module_parameter.c: the parameters of a module's kernel, from their declaration and from what the device says.
 *
 * A declaration is understood parameter by parameter: one whose type is a macro's, a struct or a template's does not
 * keep the others from being checked. Of such a one its name and its size are known, which the device tells.
 */
#include "libjit/module/module.h"

#include "libjit/base/alloc.h"
#include "libjit/syntax/lexer.h"

#include <stdint.h>
#include <string.h>

static cujit_status no_memory(cujit_error *error)
{
    return cj_error_no_memory(error, "the parameters of a kernel");
}

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
    status = cj_signature_parse(text, &context->types, NULL, NULL, out, &local);
    pthread_mutex_unlock(&context->type_lock);
    if (status == CUJIT_ERROR_OUT_OF_MEMORY)
        return cj_error_move(error, &local);
    cujit_error_clear(&local);
    return CUJIT_OK; /* out->count is 0 where it was not understood */
}

/* What a name is there among `aliases` (kernel_scan.h); NULL: none of them. */
static const char *find_alias(const char *aliases, const cj_token *name)
{
    char spelling[100];
    const size_t length = cj_token_copy(name, spelling, sizeof spelling);

    for (const char *line = aliases; *line != '\0' && length < sizeof spelling; line += strcspn(line, "\n") + 1) {
        if (strncmp(line, spelling, length) == 0 && line[length] == ' ')
            return line + length;
    }
    return NULL;
}

/* Writes a parameter's text with what the source's names for types stand for. `named`: the last word is its own. */
static void write_plainly(const char *aliases, const char *text, bool named, cj_text *out)
{
    cj_token token = {.start = ""}, next;
    cj_lexer lexer;
    cujit_status status;

    cj_lexer_init(&lexer, "arguments", text);
    status = cj_lexer_next(&lexer, &token, NULL);
    for (; status == CUJIT_OK && token.kind != CJ_TOKEN_END; token = next) {
        const char *alias = token.kind == CJ_TOKEN_NAME ? find_alias(aliases, &token) : NULL;

        status = cj_lexer_next(&lexer, &next, NULL);
        if (alias != NULL && !(named && next.kind != CJ_TOKEN_NAME && !cj_token_is(&next, "*"))) {
            cj_text_append_n(out, alias, strcspn(alias, "\n"));
        } else {
            cj_text_append(out, " ");
            cj_token_append(&token, out);
        }
    }
}

/* The type, with the parameter's name or with one for the parameter that has none. */
static cujit_status understand(cujit_context *context, const char *aliases, cj_parameter *out, cujit_error *error)
{
    static const char *const behind[] = {"", " unnamed"};
    cj_signature signature = {0};
    cujit_status status = CUJIT_OK;
    char *text = out->text;
    size_t tries = 0;

    for (; tries < 2 && status == CUJIT_OK && signature.count == 0; tries++) {
        cj_text named = {0};

        write_plainly(aliases, text, tries == 0, &named);
        cj_text_append(&named, behind[tries]);
        status = named.failed ? no_memory(error) : parse(context, named.data, &signature, error);
        cj_text_clear(&named);
    }
    if (status != CUJIT_OK || signature.count != 1) {
        cj_signature_clear(&signature);
        return status;
    }
    *out = signature.parameters[0]; /* its texts are taken over */
    out->text = text;
    cj_free(signature.parameters);
    if (tries == 2) {
        cj_free(out->name);
        out->name = NULL;
    }
    return CUJIT_OK;
}

/* Of a parameter whose type was not understood. */
static cujit_status find_name(const piece *p, cj_parameter *out, cujit_error *error)
{
    cj_text name = {0};

    if (p->last.kind != CJ_TOKEN_NAME || cj_token_is(&p->before_last, "::") ||
        (p->words <= 1 && p->before_last.kind != CJ_TOKEN_PUNCTUATOR))
        return CUJIT_OK;
    cj_token_append(&p->last, &name);
    out->name = cj_text_take(&name);
    return out->name != NULL ? CUJIT_OK : no_memory(error);
}

static cujit_status add_piece(cujit_context *context, const char *aliases, piece *p, cj_signature *out,
                              cujit_error *error)
{
    cj_parameter *wider = cj_realloc(out->parameters, (out->count + 1) * sizeof *wider);
    cujit_status status;

    if (wider == NULL)
        return no_memory(error);
    out->parameters = wider;
    wider += out->count++;
    *wider = (cj_parameter){.pointer = p->star, .is_const = p->is_const, .size = p->star};
    if ((wider->text = cj_text_take(&p->text)) == NULL)
        return no_memory(error);
    if ((status = understand(context, aliases, wider, error)) == CUJIT_OK && wider->spelling == NULL)
        status = find_name(p, wider, error);
    return status;
}

static int level_change(const cj_token *token)
{
    static const char *const opening[] = {"(", "[", "{", "<", NULL}, *const closing[] = {")", "]", "}", ">", NULL};

    if (cj_token_is(token, ">>"))
        return -2;
    return cj_token_is_one_of(token, opening) - cj_token_is_one_of(token, closing);
}

/* *counted: there is no pack, which stands for any number. */
static cujit_status read_list(cujit_context *context, const char *aliases, const char *text, cj_signature *out,
                              bool *counted, cujit_error *error)
{
    piece p = {.last.start = "", .before_last.start = ""};
    cujit_status status = CUJIT_OK;
    cj_token token = {.start = ""};
    cj_lexer lexer;
    int level = 0;

    *counted = true;
    cj_lexer_init(&lexer, "arguments", text);
    do {
        if (cj_lexer_next(&lexer, &token, NULL) != CUJIT_OK)
            token.kind = CJ_TOKEN_END;
        if (token.kind == CJ_TOKEN_END || (level == 0 && cj_token_is(&token, ","))) {
            bool nothing = p.text.length == 0 || (p.words == 1 && strcmp(p.text.data, "void") == 0);

            if (!nothing || token.kind != CJ_TOKEN_END)
                status = add_piece(context, aliases, &p, out, error);
            *counted = *counted && !p.pack;
            clear_piece(&p);
        } else if (token.kind != CJ_TOKEN_DIRECTIVE) {
            int change = level_change(&token);

            add_token(&p, &token, change > 0 ? level + change : level);
            level = level + change < 0 ? 0 : level + change;
        }
    } while (status == CUJIT_OK && token.kind != CJ_TOKEN_END);
    clear_piece(&p);
    return status;
}

/* ---- What the device says ---------------------------------------------------------------------------------------- */

/* "typedef double real": another type of the same name than the one that we know. */
static void correct_size(cj_parameter *parameter, size_t size)
{
    cj_free(parameter->spelling);
    parameter->spelling = NULL;
    parameter->dtype = CUJIT_DTYPE_NONE;
    parameter->pointer = false;
    parameter->size = size;
    parameter->alignment = 0;
}

/* Where parameters begin of which the device says nothing: as C lays out a struct of them. */
static cujit_status show(cj_declared *out, const size_t *sizes, const size_t *offsets, cujit_error *error)
{
    size_t end = 0;
    bool known = true; /* where it ends */

    if ((out->shown = cj_calloc(out->signature.count + 1, sizeof *out->shown)) == NULL)
        return no_memory(error);
    for (size_t k = 0; k < out->signature.count; k++) {
        cj_parameter *parameter = &out->signature.parameters[k];
        size_t size = parameter->pointer ? sizeof(void *) : parameter->size, alignment;
        size_t offset = offsets != NULL ? offsets[k] : SIZE_MAX;

        if (sizes != NULL && size != sizes[k])
            correct_size(parameter, size = sizes[k]);
        alignment = parameter->pointer ? sizeof(void *) : parameter->alignment;
        known = known && (offset != SIZE_MAX || alignment > 0);
        if (known && offset == SIZE_MAX)
            offset = (end + alignment - 1) / alignment * alignment;
        end = offset + size;
        out->shown[k] = (cujit_function_parameter){
            .name = parameter->name,
            .text = parameter->text,
            .dtype = parameter->dtype,
            .size = size,
            .offset = offset,
            .pointer = parameter->pointer,
            .is_const = parameter->is_const,
        };
    }
    return CUJIT_OK;
}

cujit_status cj_declared_read(cujit_context *context, const char *aliases, const char *text, const size_t *sizes,
                              const size_t *offsets, size_t count, cj_declared *out, cujit_error *error)
{
    cujit_status status = CUJIT_OK;

    if (text != NULL && (status = read_list(context, aliases != NULL ? aliases : "", text, &out->signature,
                                            &out->counted, error)) != CUJIT_OK)
        return status;
    if (!out->counted || (sizes != NULL && out->signature.count != count)) {
        cj_signature_clear(&out->signature);
        out->counted = sizes != NULL;
        if (!out->counted)
            return CUJIT_OK;
        if ((out->signature.parameters = cj_calloc(count + 1, sizeof *out->signature.parameters)) == NULL)
            return no_memory(error);
        out->signature.count = count;
    }
    return show(out, sizes, offsets, error);
}

void cj_declared_clear(cj_declared *declared)
{
    cj_signature_clear(&declared->signature);
    cj_free(declared->shown);
}
