/*
 * signature.c: a C parameter list, from text to parameters.
 *
 * Recursive descent over the tokens of lexer.h, one token ahead; types are read by signature_type.c. What C allows and
 * a kernel cannot have is recognised and refused by its name.
 */
#include "libjit/syntax/signature_parser.h"

#include "libjit/base/alloc.h"
#include "libjit/syntax/words.h"

#include <ctype.h>
#include <string.h>

/* ---- Declarators ------------------------------------------------------------------------------------------------- */

static char *copy(cj_parser *p, const char *text)
{
    char *copied = text != NULL ? cj_strdup(text) : NULL;

    if (copied == NULL && p->status == CUJIT_OK)
        p->status = cj_error_no_memory(p->error, "a signature");
    return copied;
}

/* const and volatile of the pointer itself are of no concern: the kernel gets a copy of it. */
static void take_pointer_qualifiers(cj_parser *p)
{
    p->parameter->pointer = true;
    for (cj_qualifier q; (q = cj_parser_qualifier(p)) != CJ_NO_QUALIFIER; cj_parser_take(p))
        p->parameter->is_restrict |= q == CJ_RESTRICT;
}

static void parse_pointer(cj_parser *p)
{
    if (p->parameter->handle != 0 && cj_parser_at(p, "*"))
        cj_parser_fail(p, &p->token, "textures and surfaces are passed by value; expected a name behind '%s'",
                       p->parameter->spelling);
    if (!cj_parser_take_if(p, "*"))
        return;
    take_pointer_qualifiers(p);
    if (cj_parser_at(p, "*"))
        cj_parser_fail(p, &p->token, "pointers to pointers are not supported; expected a name behind '%s *'",
                       p->parameter->spelling);
}

static void fail_no_name(cj_parser *p)
{
    const char *spelling = p->parameter->spelling;

    if (cj_parser_at(p, "&") || cj_parser_at(p, "&&"))
        cj_parser_fail(p, &p->token, "references are not supported; expected a value or a pointer ('%s *')", spelling);
    else if (cj_parser_at(p, "("))
        cj_parser_fail(p, &p->token, "function pointers and brackets around names are not supported; expected a name");
    else if (cj_parser_at(p, "..."))
        cj_parser_fail(p, &p->token, "variable arguments ('...') are not supported; expected a name");
    else if (cj_parser_at(p, "<"))
        cj_parser_fail(p, &p->token, "templates are not supported; expected '*' or a name behind '%s'", spelling);
    else
        cj_parser_fail_expected(p, "a name behind '%s%s'", spelling, p->parameter->pointer ? " *" : "");
}

static void check_name(cj_parser *p, const char *name)
{
    const char *trouble = cj_word_trouble(name, p->reserved);

    if (trouble == NULL && cj_type_table_by_name(p->types, name, strlen(name)) != NULL)
        trouble = "it is the name of a registered type";
    if (trouble != NULL)
        cj_parser_fail(p, &p->token, "a parameter cannot be named '%.60s': %s", name, trouble);
    for (size_t k = 0; k < p->out->count; k++) {
        const cj_parameter *other = &p->out->parameters[k];

        if (strcmp(other->name, name) == 0)
            cj_parser_fail(p, &p->token, "the name '%.60s' is taken: parameter %zu in line %d, column %d has it", name,
                           k + 1, other->line, other->column);
    }
}

static void parse_name(cj_parser *p)
{
    char name[300];

    cj_token_copy(&p->token, name, sizeof name);
    if (p->token.kind != CJ_TOKEN_NAME && cj_operator_word(name) == NULL)
        fail_no_name(p);
    else
        check_name(p, name);
    if (p->status != CUJIT_OK)
        return;
    p->parameter->name = copy(p, name);
    p->parameter->line = p->token.line;
    p->parameter->column = p->token.column;
    cj_parser_take(p);
}

static bool is_integer(const cj_token *token)
{
    for (size_t k = 0; k < token->length; k++) {
        if (!isalnum((unsigned char)token->start[k]))
            return false;
    }
    return token->kind == CJ_TOKEN_NUMBER;
}

/* "[]", "[3]", "[restrict]", "[static 3]": a pointer, as in C; the number says nothing. */
static void parse_array(cj_parser *p)
{
    const cj_token bracket = p->token;

    if (!cj_parser_take_if(p, "["))
        return;
    if (p->parameter->handle != 0)
        cj_parser_fail(p, &bracket, "textures and surfaces are passed by value; expected ',' or the end of the text");
    if (p->parameter->pointer)
        cj_parser_fail(p, &bracket, "an array of pointers is not supported; expected ',' or the end of the text");
    do {
        take_pointer_qualifiers(p);
    } while (cj_parser_take_if(p, "static"));
    if (is_integer(&p->token))
        cj_parser_take(p);
    if (!cj_parser_take_if(p, "]"))
        cj_parser_fail_expected(p, "']' or a number");
    if (cj_parser_at(p, "["))
        cj_parser_fail(p, &p->token, "arrays of arrays are not supported; expected a pointer and index arithmetic");
}

/* ---- The list ---------------------------------------------------------------------------------------------------- */

/* Behind a whole parameter: whether there is another one. */
static bool parse_separator(cj_parser *p)
{
    const cj_token comma = p->token;

    if (p->token.kind == CJ_TOKEN_END)
        return false;
    if (cj_parser_at(p, "="))
        cj_parser_fail(p, &p->token, "default values are not supported; expected ',' or the end of the text");
    if (!cj_parser_take_if(p, ","))
        cj_parser_fail_expected(p, "',' or the end of the text");
    if (p->token.kind == CJ_TOKEN_END)
        cj_parser_fail(p, &comma, "trailing comma: expected a parameter behind it");
    return p->status == CUJIT_OK;
}

static void parse_parameter(cj_parser *p)
{
    if (cj_parser_at(p, "..."))
        cj_parser_fail(p, &p->token, "variable arguments ('...') are not supported; expected a type");
    if (cj_parser_at(p, ",") || cj_parser_at(p, "("))
        cj_parser_fail_expected(p, "a type");
    if (p->token.kind == CJ_TOKEN_DIRECTIVE)
        cj_parser_fail(p, &p->token, "preprocessor directives are not allowed in a signature");
    p->parameter->spelling = copy(p, cj_parser_read_type(p));
    if (p->status == CUJIT_OK)
        parse_pointer(p);
    if (p->status == CUJIT_OK)
        parse_name(p);
    if (p->status == CUJIT_OK)
        parse_array(p);
}

static void parse_list(cj_parser *p)
{
    bool more;

    cj_parser_take(p);
    for (more = p->token.kind != CJ_TOKEN_END; more; more = parse_separator(p)) {
        p->parameter = NULL;
        if (p->out->count == CJ_MAX_PARAMETERS) {
            cj_parser_fail(p, &p->token, "too many parameters; expected at most %d", CJ_MAX_PARAMETERS);
            return;
        }
        p->parameter = &p->out->parameters[p->out->count];
        parse_parameter(p);
        p->out->count++;
    }
}

/* What can only be said of letters when all parameters are known. */
static cujit_status check_letters(const cj_parser *p)
{
    unsigned on_arrays = 0;

    for (size_t k = 0; k < p->out->count; k++) {
        const cj_parameter *parameter = &p->out->parameters[k];
        const cj_letter *named = cj_letters_find(p->letters, parameter->name);

        if (named != NULL && named->line != 0)
            return cj_lexer_fail(&p->lexer, &(cj_token){.line = parameter->line, .column = parameter->column}, p->error,
                                 "parameter %zu: a parameter cannot be named '%s': in this signature %s is a type",
                                 k + 1, parameter->name, parameter->name);
        if (parameter->pointer && parameter->letter != 0)
            on_arrays |= 1u << (parameter->letter - 'A');
    }
    for (size_t k = 0; p->letters != NULL && k < CJ_LETTERS; k++) {
        const cj_letter *letter = &p->letters->of[k];

        if (letter->line != 0 && letter->spelling == NULL && (on_arrays >> k & 1) == 0)
            return cj_lexer_fail(&p->lexer, &(cj_token){.line = letter->line, .column = letter->column}, p->error,
                                 "%s is the type of no array, so that no call can say what it stands for; expected a "
                                 "type, or \"%s = ...\" in `types`",
                                 cj_letter_name(k), cj_letter_name(k));
    }
    return CUJIT_OK;
}

/* At most as many as there are commas, and one. */
static size_t find_room(const char *text)
{
    size_t room = 1;

    for (; *text != '\0' && room < CJ_MAX_PARAMETERS; text++)
        room += *text == ',';
    return room;
}

cujit_status cj_signature_parse(const char *text, const cj_type_table *types, const char *const *reserved,
                                cj_letters *letters, cj_signature *out, cujit_error *error)
{
    cj_signature signature = {0};
    cj_parser p = {.types = types, .reserved = reserved, .letters = letters, .out = &signature, .error = error};
    cujit_status status;

    if (text == NULL)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "cannot read the argument signature: it is NULL");
    cj_lexer_init(&p.lexer, "arguments", text);
    p.lexer.status = CUJIT_ERROR_SIGNATURE;
    if ((status = cj_lexer_check_size(&p.lexer, CJ_SIGNATURE_MAX_BYTES, error)) != CUJIT_OK)
        return status;
    signature.parameters = cj_calloc(find_room(text), sizeof *signature.parameters);
    if (signature.parameters == NULL)
        return cj_error_no_memory(error, "a signature");
    parse_list(&p);
    status = p.status == CUJIT_OK ? check_letters(&p) : p.status;
    if (status == CUJIT_OK)
        *out = signature;
    else
        cj_signature_clear(&signature);
    return status;
}

void cj_signature_clear(cj_signature *signature)
{
    if (signature == NULL)
        return;
    for (size_t k = 0; k < signature->count; k++) {
        cj_free(signature->parameters[k].name);
        cj_free(signature->parameters[k].spelling);
        cj_free(signature->parameters[k].text);
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
