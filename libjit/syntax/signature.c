/*
 * signature.c: a C parameter list, from text to parameters.
 *
 * Recursive descent over the tokens of lexer.h, one token ahead; types are read by signature_type.c. What C allows and a
 * kernel cannot have is recognised and refused by its name.
 */
#include "libjit/syntax/signature_parser.h"

#include "libjit/base/alloc.h"
#include "libjit/syntax/words.h"

#include <ctype.h>
#include <string.h>

/* ---- Declarators ------------------------------------------------------------------------------------------------- */

static cujit_status parse_type(cj_parser *p)
{
    const char *spelling;
    cujit_status status = cj_parser_read_type(p, &spelling);

    if (status != CUJIT_OK)
        return status;
    p->parameter->spelling = cj_strdup(spelling);
    return p->parameter->spelling != NULL ? CUJIT_OK : cj_error_no_memory(p->error, "a signature");
}

static cujit_status parse_pointer(cj_parser *p)
{
    cujit_status status;
    bool star;

    if ((status = cj_parser_take_if(p, "*", &star)) != CUJIT_OK || !star)
        return status;
    p->parameter->pointer = true;
    /* const and volatile of the pointer itself are of no concern: the kernel gets a copy of it. */
    while (cj_parser_at_restrict(p) || cj_parser_at(p, "const") || cj_parser_at(p, "__const") ||
           cj_parser_at(p, "volatile") || cj_parser_at(p, "__volatile__")) {
        p->parameter->is_restrict |= cj_parser_at_restrict(p);
        if ((status = cj_parser_take(p)) != CUJIT_OK)
            return status;
    }
    if (cj_parser_at(p, "*"))
        return cj_parser_fail(p, &p->token, "pointers to pointers are not supported; expected a name behind '%s *'",
                              p->parameter->spelling);
    return CUJIT_OK;
}

static cujit_status fail_no_name(cj_parser *p)
{
    const char *spelling = p->parameter->spelling;

    if (cj_parser_at(p, "&") || cj_parser_at(p, "&&"))
        return cj_parser_fail(p, &p->token, "references are not supported; expected a value or a pointer ('%s *')",
                              spelling);
    if (cj_parser_at(p, "("))
        return cj_parser_fail(p, &p->token,
                              "function pointers and brackets around names are not supported; expected a name");
    if (cj_parser_at(p, "..."))
        return cj_parser_fail(p, &p->token, "variable arguments ('...') are not supported; expected a name");
    if (cj_parser_at(p, "<"))
        return cj_parser_fail(p, &p->token, "templates are not supported; expected '*' or a name behind '%s'",
                              spelling);
    return cj_parser_fail(p, &p->token, "expected a name behind '%s%s', found %s", spelling,
                          p->parameter->pointer ? " *" : "", cj_parser_show(&p->token).text);
}

static cujit_status check_name(cj_parser *p, const char *name)
{
    const char *trouble = cj_word_trouble(name, p->reserved);
    size_t i;

    if (trouble == NULL && cj_type_table_by_name(p->types, name, strlen(name)) != NULL)
        trouble = "it is the name of a registered type";
    if (trouble != NULL)
        return cj_parser_fail(p, &p->token, "a parameter cannot be named '%.60s': %s", name, trouble);
    for (i = 0; i < p->out->count; i++) {
        const cj_parameter *other = &p->out->parameters[i];

        if (strcmp(other->name, name) == 0)
            return cj_parser_fail(p, &p->token, "the name '%.60s' is taken: parameter %zu in line %d, column %d has it",
                                  name, i + 1, other->line, other->column);
    }
    return CUJIT_OK;
}

static cujit_status parse_name(cj_parser *p)
{
    cujit_status status;
    char name[300];

    cj_token_copy(&p->token, name, sizeof name);
    if (p->token.kind != CJ_TOKEN_NAME && cj_operator_word(name) == NULL)
        return fail_no_name(p);
    if ((status = check_name(p, name)) != CUJIT_OK)
        return status;
    p->parameter->name = cj_strdup(name);
    if (p->parameter->name == NULL)
        return cj_error_no_memory(p->error, "a signature");
    p->parameter->line = p->token.line;
    p->parameter->column = p->token.column;
    return cj_parser_take(p);
}

static bool is_integer(const cj_token *token)
{
    size_t i;

    for (i = 0; i < token->length; i++) {
        if (!isalnum((unsigned char)token->start[i]))
            return false;
    }
    return token->kind == CJ_TOKEN_NUMBER;
}

/* "[]", "[3]", "[restrict]", "[static 3]": a pointer, as in C; the number says nothing. */
static cujit_status parse_array(cj_parser *p)
{
    cj_token bracket = p->token;
    cujit_status status;
    bool open, close;

    if ((status = cj_parser_take_if(p, "[", &open)) != CUJIT_OK || !open)
        return status;
    if (p->parameter->pointer)
        return cj_parser_fail(p, &bracket,
                              "an array of pointers is not supported; expected ',' or the end of the text");
    p->parameter->pointer = true;
    while (cj_parser_at_restrict(p) || cj_parser_at(p, "const") || cj_parser_at(p, "volatile") ||
           cj_parser_at(p, "static")) {
        p->parameter->is_restrict |= cj_parser_at_restrict(p);
        if ((status = cj_parser_take(p)) != CUJIT_OK)
            return status;
    }
    if (is_integer(&p->token) && (status = cj_parser_take(p)) != CUJIT_OK)
        return status;
    if (!cj_parser_at(p, "]"))
        return cj_parser_fail(p, &p->token, "expected ']' or a number, found %s", cj_parser_show(&p->token).text);
    if ((status = cj_parser_take_if(p, "]", &close)) != CUJIT_OK)
        return status;
    if (cj_parser_at(p, "["))
        return cj_parser_fail(p, &p->token,
                              "arrays of arrays are not supported; expected a pointer and index arithmetic");
    return CUJIT_OK;
}

/* ---- The list ---------------------------------------------------------------------------------------------------- */

/* Behind a whole parameter. */
static cujit_status parse_separator(cj_parser *p, bool *more)
{
    cj_token comma = p->token;
    cujit_status status;

    *more = false;
    if (p->token.kind == CJ_TOKEN_END)
        return CUJIT_OK;
    if (cj_parser_at(p, "="))
        return cj_parser_fail(p, &p->token, "default values are not supported; expected ',' or the end of the text");
    if (!cj_parser_at(p, ","))
        return cj_parser_fail(p, &p->token, "expected ',' or the end of the text, found %s",
                              cj_parser_show(&p->token).text);
    if ((status = cj_parser_take(p)) != CUJIT_OK)
        return status;
    if (p->token.kind == CJ_TOKEN_END)
        return cj_parser_fail(p, &comma, "trailing comma: expected a parameter behind it");
    *more = true;
    return CUJIT_OK;
}

static cujit_status parse_parameter(cj_parser *p, cj_parameter *parameter)
{
    cujit_status status;

    p->parameter = parameter;
    if (cj_parser_at(p, "..."))
        return cj_parser_fail(p, &p->token, "variable arguments ('...') are not supported; expected a type");
    if (cj_parser_at(p, ",") || cj_parser_at(p, "("))
        return cj_parser_fail(p, &p->token, "expected a type, found %s", cj_parser_show(&p->token).text);
    if (p->token.kind == CJ_TOKEN_DIRECTIVE)
        return cj_parser_fail(p, &p->token, "preprocessor directives are not allowed in a signature");
    if ((status = parse_type(p)) != CUJIT_OK || (status = parse_pointer(p)) != CUJIT_OK ||
        (status = parse_name(p)) != CUJIT_OK)
        return status;
    return parse_array(p);
}

static cujit_status parse_list(cj_parser *p)
{
    cujit_status status;
    bool more;

    if ((status = cj_parser_take(p)) != CUJIT_OK)
        return status;
    more = p->token.kind != CJ_TOKEN_END;
    while (more) {
        if (p->out->count == CJ_MAX_PARAMETERS)
            return cj_parser_fail(p, &p->token, "too many parameters; expected at most %d", CJ_MAX_PARAMETERS);
        if ((status = parse_parameter(p, &p->out->parameters[p->out->count])) != CUJIT_OK ||
            (status = parse_separator(p, &more)) != CUJIT_OK)
            return status;
        p->parameter = NULL;
        p->out->count++;
    }
    return CUJIT_OK;
}

/* What can only be said of letters when all parameters are known. */
static cujit_status check_letters(const cj_parser *p)
{
    unsigned on_arrays = 0;

    for (size_t k = 0; k < p->out->count; k++) {
        const cj_parameter *parameter = &p->out->parameters[k];
        const cj_letter *named = cj_letters_find(p->letters, parameter->name);

        if (named != NULL && named->line != 0)
            return cj_lexer_fail(&p->lexer, parameter->line, parameter->column, p->error,
                                 "parameter %zu: a parameter cannot be named '%s': in this signature %s is a type",
                                 k + 1, parameter->name, parameter->name);
        if (parameter->pointer && parameter->letter != 0)
            on_arrays |= 1u << (parameter->letter - 'A');
    }
    for (size_t k = 0; p->letters != NULL && k < CJ_LETTERS; k++) {
        const cj_letter *letter = &p->letters->of[k];

        if (letter->line != 0 && letter->spelling == NULL && (on_arrays >> k & 1) == 0)
            return cj_lexer_fail(&p->lexer, letter->line, letter->column, p->error,
                                 "%s is the type of no array, so that no call can say what it stands for; expected a "
                                 "type, or \"%s = ...\" in `types`",
                                 cj_letter_name(k), cj_letter_name(k));
    }
    return CUJIT_OK;
}

static cujit_status parse_text(cj_parser p, const char *text, cj_signature *out, cujit_error *error)
{
    cj_signature signature = {0};
    cujit_status status;

    p.out = &signature;
    p.error = error;

    if (text == NULL)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "cannot read the argument signature: it is NULL");
    if (strlen(text) > CJ_SIGNATURE_MAX_BYTES) {
        status = cj_error_set(error, CUJIT_ERROR_SIGNATURE, "signature too long: %zu bytes; expected at most %d",
                              strlen(text), CJ_SIGNATURE_MAX_BYTES);
        cj_error_place(error, "arguments", NULL, 0, 0);
        return status;
    }
    signature.parameters = cj_calloc(CJ_MAX_PARAMETERS, sizeof *signature.parameters);
    if (signature.parameters == NULL)
        return cj_error_no_memory(error, "a signature");
    cj_lexer_init(&p.lexer, "arguments", text);
    p.lexer.status = CUJIT_ERROR_SIGNATURE;
    status = parse_list(&p);
    if (status == CUJIT_OK)
        status = check_letters(&p);
    if (status == CUJIT_OK) {
        *out = signature;
        return CUJIT_OK;
    }
    if (p.parameter != NULL) { /* half read, and not yet counted */
        cj_free(p.parameter->name);
        cj_free(p.parameter->spelling);
    }
    cj_signature_clear(&signature);
    return status;
}

cujit_status cj_signature_parse(const char *text, const cj_type_table *types, const char *const *reserved,
                                cj_signature *out, cujit_error *error)
{
    return parse_text((cj_parser){.types = types, .reserved = reserved, .declared = true}, text, out, error);
}

cujit_status cj_signature_parse_generic(const char *text, const cj_type_table *types, const char *const *reserved,
                                        cj_letters *letters, cj_signature *out, cujit_error *error)
{
    return parse_text((cj_parser){.types = types, .reserved = reserved, .letters = letters}, text, out, error);
}

void cj_signature_clear(cj_signature *signature)
{
    size_t i;

    if (signature == NULL)
        return;
    for (i = 0; i < signature->count; i++) {
        cj_free(signature->parameters[i].name);
        cj_free(signature->parameters[i].spelling);
    }
    cj_free(signature->parameters);
    *signature = (cj_signature){0};
}

size_t cj_parameter_end(const cj_parameter *parameter, size_t before)
{
    size_t size = parameter->pointer ? sizeof(void *) : parameter->size;
    size_t alignment = parameter->pointer ? sizeof(void *) : parameter->alignment;

    return size == 0 ? before : (before + alignment - 1) / alignment * alignment + size;
}

size_t cj_signature_bytes(const cj_signature *signature)
{
    size_t bytes = 0;

    for (size_t k = 0; k < signature->count; k++)
        bytes = cj_parameter_end(&signature->parameters[k], bytes);
    return (bytes + 7) / 8 * 8;
}
