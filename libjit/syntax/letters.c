/*
 * letters.c: what the letters of a generic signature stand for, as a text.
 */
#include "libjit/syntax/letters.h"

#include "libjit/base/alloc.h"
#include "libjit/syntax/lexer.h"
#include "libjit/syntax/signature.h"

#include <stdio.h>
#include <string.h>

const char *cj_letter_name(size_t letter)
{
    static const char names[CJ_LETTERS][2] = {"A", "B", "C", "D", "E", "F", "G", "H", "I", "J", "K", "L", "M",
                                              "N", "O", "P", "Q", "R", "S", "T", "U", "V", "W", "X", "Y", "Z"};

    return names[letter];
}

cj_letter *cj_letters_find(cj_letters *letters, const char *name)
{
    return letters != NULL && name[0] >= 'A' && name[0] <= 'Z' && name[1] == '\0' ? &letters->of[name[0] - 'A'] : NULL;
}

/* ---- Reading ----------------------------------------------------------------------------------------------------- */

static cujit_status fail_at(const cj_lexer *lexer, const cj_token *token, const char *expected, cujit_error *error)
{
    char found[48];

    if (token->kind == CJ_TOKEN_END)
        return cj_lexer_fail(lexer, token->line, token->column, error, "types: expected %s, found the end of the text",
                             expected);
    cj_token_copy(token, found, sizeof found);
    return cj_lexer_fail(lexer, token->line, token->column, error, "types: expected %s, found '%s'", expected, found);
}

/* "T = float"; *token is the first one, and then the one behind. */
static cujit_status parse_binding(cj_lexer *lexer, cj_token *token, const cj_type_table *types, cj_letters *letters,
                                  cujit_error *error)
{
    cj_letter *letter;
    cujit_status status;
    char name[300];

    cj_token_copy(token, name, sizeof name);
    letter = token->kind == CJ_TOKEN_NAME ? cj_letters_find(letters, name) : NULL;
    if (letter == NULL)
        return fail_at(lexer, token, "a capital and the type that it stands for, as in \"T = float\"", error);
    if (cj_type_table_by_name(types, name, 1) != NULL)
        return cj_lexer_fail(lexer, token->line, token->column, error,
                             "types: %s is a registered type and stands for nothing else", name);
    if (letter->bound_line != 0)
        return cj_lexer_fail(lexer, token->line, token->column, error,
                             "types: %s stands for %s already, by line %d, column %d", name, letter->spelling,
                             letter->bound_line, letter->bound_column);
    letter->bound_line = token->line;
    letter->bound_column = token->column;
    if ((status = cj_lexer_next(lexer, token, error)) != CUJIT_OK)
        return status;
    if (token->kind != CJ_TOKEN_PUNCTUATOR || !cj_token_is(token, "="))
        return fail_at(lexer, token, "'=' and a type behind the letter", error);
    if ((status = cj_lexer_next(lexer, token, error)) != CUJIT_OK)
        return status;
    return cj_signature_read_type(lexer, token, types, name, letter, error);
}

cujit_status cj_letters_parse(const char *text, const cj_type_table *types, cj_letters *out, cujit_error *error)
{
    cj_letters letters = {0};
    cujit_status status;
    cj_lexer lexer;
    cj_token token;

    if (strlen(text) > CJ_SIGNATURE_MAX_BYTES) {
        status = cj_error_set(error, CUJIT_ERROR_SIGNATURE, "types: %zu bytes are too long; expected at most %d",
                              strlen(text), CJ_SIGNATURE_MAX_BYTES);
        cj_error_place(error, "types", NULL, 0, 0);
        return status;
    }
    cj_lexer_init(&lexer, "types", text);
    lexer.status = CUJIT_ERROR_SIGNATURE;
    status = cj_lexer_next(&lexer, &token, error);
    while (status == CUJIT_OK && token.kind != CJ_TOKEN_END) {
        if ((status = parse_binding(&lexer, &token, types, &letters, error)) != CUJIT_OK || token.kind == CJ_TOKEN_END)
            break;
        if (!cj_token_is(&token, ","))
            return fail_at(&lexer, &token, "',' or the end of the text behind a type", error);
        status = cj_lexer_next(&lexer, &token, error);
        if (status == CUJIT_OK && token.kind == CJ_TOKEN_END)
            return fail_at(&lexer, &token, "another letter behind the ','", error);
    }
    if (status == CUJIT_OK)
        *out = letters;
    return status;
}

cujit_status cj_letters_check_used(const cj_letters *letters, const char *text, cujit_error *error)
{
    for (size_t k = 0; k < CJ_LETTERS; k++) {
        const cj_letter *letter = &letters->of[k];
        cujit_status status;

        if (letter->bound_line == 0 || letter->line != 0)
            continue;
        status = cj_error_set(error, CUJIT_ERROR_SIGNATURE, "types: %s is no type in the argument signature",
                              cj_letter_name(k));
        cj_error_place(error, "types", text, letter->bound_line, letter->bound_column);
        return status;
    }
    return CUJIT_OK;
}

/* ---- Telling ----------------------------------------------------------------------------------------------------- */

size_t cj_letters_open(const cj_letters *letters)
{
    size_t open = 0;

    for (size_t k = 0; k < CJ_LETTERS; k++)
        open += letters->of[k].line != 0 && letters->of[k].spelling == NULL;
    return open;
}

void cj_letters_write(const cj_letters *letters, cj_text *out)
{
    const char *between = "";

    for (size_t k = 0; k < CJ_LETTERS; k++) {
        const cj_letter *letter = &letters->of[k];

        if (letter->line == 0 || letter->spelling == NULL)
            continue;
        cj_text_printf(out, "%s%s = %s", between, cj_letter_name(k), letter->spelling);
        between = ", ";
    }
}

/* What was said is cut where there is not enough room: which binding it was matters as much. */
void cj_letters_add_to_error(const cj_letters *letters, cujit_error *error)
{
    cj_text binding = {0};
    size_t length, room;

    if (error == NULL)
        return;
    cj_letters_write(letters, &binding);
    if (binding.length > 0 && !binding.failed) {
        length = strlen(error->message);
        room = sizeof error->message - strlen(" (with )") - 1;
        room -= binding.length < room ? binding.length : room;
        if (length > room)
            length = room;
        while (length > 0 && ((unsigned char)error->message[length] & 0xc0) == 0x80)
            length--;
        snprintf(error->message + length, sizeof error->message - length, " (with %s)", binding.data);
    }
    cj_text_clear(&binding);
}
