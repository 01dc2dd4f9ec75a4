/*
 * letters.c: what the letters of a generic signature stand for, as a text.
 */
#include "libjit/syntax/letters.h"

#include "libjit/base/alloc.h"
#include "libjit/syntax/signature_parser.h"

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

/* "T = float" */
static void parse_binding(cj_parser *p)
{
    cj_letter *letter;
    char name[300];

    cj_token_copy(&p->token, name, sizeof name);
    letter = p->token.kind == CJ_TOKEN_NAME ? cj_letters_find(p->letters, name) : NULL;
    if (letter == NULL) {
        cj_parser_fail_expected(p, "a capital and the type that it stands for, as in \"T = float\"");
        return;
    }
    if (cj_type_table_by_name(p->types, name, 1) != NULL)
        cj_parser_fail(p, &p->token, "%s is a registered type and stands for nothing else", name);
    if (letter->bound_line != 0)
        cj_parser_fail(p, &p->token, "%s stands for %s already, by line %d, column %d", name, letter->spelling,
                       letter->bound_line, letter->bound_column);
    letter->bound_line = p->token.line;
    letter->bound_column = p->token.column;
    cj_parser_take(p);
    if (!cj_parser_take_if(p, "="))
        cj_parser_fail_expected(p, "'=' and a type behind the letter");
    if (p->status == CUJIT_OK)
        p->status = cj_signature_read_type(&p->lexer, &p->token, p->types, name, letter, p->error);
}

cujit_status cj_letters_parse(const char *text, const cj_type_table *types, cj_letters *out, cujit_error *error)
{
    cj_letters letters = {0};
    cj_parser p = {.types = types, .letters = &letters, .subject = "types", .error = error};

    cj_lexer_init(&p.lexer, "types", text);
    p.lexer.status = CUJIT_ERROR_SIGNATURE;
    if ((p.status = cj_lexer_check_size(&p.lexer, CJ_SIGNATURE_MAX_BYTES, error)) != CUJIT_OK)
        return p.status;
    cj_parser_take(&p);
    while (p.status == CUJIT_OK && p.token.kind != CJ_TOKEN_END) {
        parse_binding(&p);
        if (p.status != CUJIT_OK || p.token.kind == CJ_TOKEN_END)
            break;
        if (!cj_parser_take_if(&p, ","))
            cj_parser_fail_expected(&p, "',' or the end of the text behind a type");
        else if (p.token.kind == CJ_TOKEN_END)
            cj_parser_fail_expected(&p, "another letter behind the ','");
    }
    if (p.status == CUJIT_OK)
        *out = letters;
    return p.status;
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
