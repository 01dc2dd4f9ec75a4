/*
 * notation.c: the text of an expression split into tokens.
 *
 * Not the lexer of syntax/lexer.h: that one reads C++, where "//" begins a comment, "**" is two operators, "<%" is a
 * bracket, 010 is eight, 2j a number with a suffix, '#' a directive and the end of a line nothing. Nearly all of this
 * is different here, and what is the same are a few lines.
 *
 * A comment may hold anything; all else is ASCII. What comes from C, from Python at large or from a word processor is
 * recognised, and the error says what to write instead.
 */
#include "libjit/expression/notation.h"

#include "libjit/base/text.h"

#include <locale.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { NUMBER_MAX_LENGTH = 255 };

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_word(char c)
{
    return is_digit(c) || is_letter(c);
}

static cj_span place_of(size_t at, size_t length)
{
    return (cj_span){(uint32_t)at, (uint32_t)length};
}

#define FAIL(notation, place, error, ...)                                                                              \
    cj_tree_error((notation)->tree, place, CUJIT_ERROR_EXPRESSION, error, __VA_ARGS__)

/* ---- Numbers ----------------------------------------------------------------------------------------------------- */

/* The digits from `at` on, with '_' between them: how many characters. */
static size_t count_digits(const char *at)
{
    size_t length = 0;

    while (is_digit(at[length]) || (at[length] == '_' && length > 0 && is_digit(at[length + 1])))
        length++;
    return length;
}

/* What is wrong with a number that goes on in `rest`, which is of letters, digits and '_'. */
static cujit_status fail_number(const cj_notation *notation, cj_span number, cj_span rest, cujit_error *error)
{
    const char *text = notation->tree->text;
    const char *end = text + rest.at;

    if (rest.length == strspn(end, "fFlLuUhH"))
        return FAIL(notation, rest, error,
                    "numbers have no suffix '%.*s': write %.*s, or a call for its type, float32(%.*s)",
                    CJ_TREE_QUOTE(notation->tree, rest), CJ_TREE_QUOTE(notation->tree, number),
                    CJ_TREE_QUOTE(notation->tree, number));
    if (rest.length == 1 && (*end == 'i' || *end == 'I'))
        return FAIL(notation, rest, error, "the imaginary unit is written 'j': %.*sj",
                    CJ_TREE_QUOTE(notation->tree, number));
    if (rest.length == 1 && (*end == 'e' || *end == 'E'))
        return FAIL(notation, rest, error, "expected digits of the exponent behind '%.*s%c'",
                    CJ_TREE_QUOTE(notation->tree, number), *end);
    if (*end == '_')
        return FAIL(notation, rest, error, "a '_' in a number stands between two digits");
    return FAIL(notation, rest, error, "missing operator between '%.*s' and '%.*s': a product is written %.*s*%.*s",
                CJ_TREE_QUOTE(notation->tree, number), CJ_TREE_QUOTE(notation->tree, rest),
                CJ_TREE_QUOTE(notation->tree, number), CJ_TREE_QUOTE(notation->tree, rest));
}

/* Digits of a base, with '_' among them, become an integer. */
static cujit_status read_integer(const cj_notation *notation, cj_span place, size_t at, unsigned base, uint64_t *out,
                                 cujit_error *error)
{
    const char *text = notation->tree->text;

    *out = 0;
    for (; at < place.at + place.length; at++) {
        const char c = text[at];
        const unsigned digit = is_digit(c) ? (unsigned)(c - '0') : (unsigned)((c | 0x20) - 'a') + 10;

        if (c == '_')
            continue;
        if (digit >= base)
            return FAIL(notation, place_of(at, 1), error, "'%c' is no %s digit", c,
                        base == 2   ? "binary"
                        : base == 8 ? "octal"
                                    : "hexadecimal");
        if (__builtin_mul_overflow(*out, (uint64_t)base, out) || __builtin_add_overflow(*out, (uint64_t)digit, out))
            return FAIL(notation, place, error,
                        "integer above 2^64 - 1, the largest there is; a real number has a point or an exponent");
    }
    return CUJIT_OK;
}

/* 0x1F, 0o17, 0b11: `token` is at the '0'. */
static cujit_status read_based(cj_notation *notation, cj_notation_token *token, cujit_error *error)
{
    const char *text = notation->tree->text + notation->at;
    const char letter = (char)(text[1] | 0x20);
    size_t length = 2;

    while (is_word(text[length]) && (text[length] != '_' || (text[length + 1] != '_' && is_word(text[length + 1]))))
        length++;
    token->kind = CJ_NOTATION_INTEGER;
    token->place.length = (uint32_t)length;
    notation->at += length;
    if (text[length] == '_')
        return fail_number(notation, token->place, place_of(notation->at, 1), error);
    if (length == 2)
        return FAIL(notation, token->place, error, "expected digits behind '0%c'", text[1]);
    return read_integer(notation, token->place, token->place.at + 2,
                        letter == 'x'   ? 16
                        : letter == 'o' ? 8
                                        : 2,
                        &token->value.integer, error);
}

/* Of digits, point and exponent, in any locale. */
static cujit_status read_real(const cj_notation *notation, cj_span place, double *out, cujit_error *error)
{
    char digits[NUMBER_MAX_LENGTH + 1];
    size_t length = 0;
    locale_t plain;

    if (place.length > NUMBER_MAX_LENGTH)
        return FAIL(notation, place, error, "number of %u characters; expected at most %d", place.length,
                    NUMBER_MAX_LENGTH);
    if ((plain = newlocale(LC_NUMERIC_MASK, "C", (locale_t)0)) == (locale_t)0)
        return cj_error_no_memory(error, "a number");
    for (uint32_t k = 0; k < place.length; k++)
        if (notation->tree->text[place.at + k] != '_')
            digits[length++] = notation->tree->text[place.at + k];
    digits[length] = '\0';
    *out = strtod_l(digits, NULL, plain);
    freelocale(plain);
    return CUJIT_OK;
}

/* How many characters of an exponent: "e-3"; 0: there is none. */
static size_t count_exponent(const char *at)
{
    const size_t sign = at[0] == 'e' || at[0] == 'E' ? at[1] == '+' || at[1] == '-' : 0;
    const size_t digits = at[0] == 'e' || at[0] == 'E' ? count_digits(at + 1 + sign) : 0;

    return digits > 0 ? 1 + sign + digits : 0;
}

static cujit_status read_number(cj_notation *notation, cj_notation_token *token, cujit_error *error)
{
    const char *text = notation->tree->text + notation->at, *at = text;
    cujit_status status;
    cj_span rest;
    bool real;

    if (text[0] == '0' && text[1] != '\0' && strchr("xXoObB", text[1]) != NULL)
        return read_based(notation, token, error);
    at += count_digits(at);
    token->place.length = (uint32_t)(at - text);
    if (*at == '.')
        at += 1 + count_digits(at + 1);
    at += count_exponent(at);
    real = at != text + token->place.length;
    token->place.length = (uint32_t)(at - text);
    token->kind = real ? CJ_NOTATION_REAL : CJ_NOTATION_INTEGER;
    if ((*at == 'j' || *at == 'J') && !is_word(at[1])) {
        token->kind = CJ_NOTATION_IMAGINARY;
        at++;
    }
    notation->at += (size_t)(at - text);
    for (rest = place_of(notation->at, 0); is_word(*at); at++)
        rest.length++;
    if (rest.length > 0)
        return fail_number(notation, token->place, rest, error);
    if (token->kind == CJ_NOTATION_INTEGER && text[0] == '0' && strspn(text, "0_") < token->place.length)
        return FAIL(notation, token->place, error,
                    "a decimal number does not begin with '0': octal numbers are written 0o17");
    if (token->kind == CJ_NOTATION_INTEGER)
        return read_integer(notation, token->place, token->place.at, 10, &token->value.integer, error);
    status = read_real(notation, token->place, &token->value.real, error);
    token->place.length += token->kind == CJ_NOTATION_IMAGINARY;
    return status;
}

/* ---- Symbols ----------------------------------------------------------------------------------------------------- */

/* Those that begin alike stand with the longest first. */
static const struct {
    char symbol[4];
    const char *instead; /* NULL: it is one of this notation's */
} symbols[] = {
    {"**=", NULL},
    {"//=", NULL},
    {"<<=", NULL},
    {">>=", NULL},
    {"...", NULL},
    {"**", NULL},
    {"//", NULL},
    {"<<", NULL},
    {">>", NULL},
    {"<=", NULL},
    {">=", NULL},
    {"==", NULL},
    {"!=", NULL},
    {"+=", NULL},
    {"-=", NULL},
    {"*=", NULL},
    {"/=", NULL},
    {"%=", NULL},
    {"&=", NULL},
    {"|=", NULL},
    {"^=", NULL},
    {"&&", "write '&', and brackets around comparisons: (a > 0) & (b > 0)"},
    {"||", "write '|', and brackets around comparisons: (a > 0) | (b > 0)"},
    {"<>", "write '!='"},
    {"=>", "write '>='"},
    {"=<", "write '<='"},
    {":=", "give the value its name in a statement before: name = value; ..."},
    {"->", "write a name and '.' for a method, x.sum()"},
    {"/*", "comments begin with '#' and end with the line"},
    {"!", "write '~' for 'not', '!=' for 'not equal'"},
    {"?", "write x if c else y, or where(c, x, y)"},
    {"{", "expected a value, a name or '('"},
    {"}", "expected a value, a name or ')'"},
    {"\"", "there are no strings; a type is a name, float32(x), and so is an array"},
    {"'", "there are no strings; a type is a name, float32(x), and so is an array"},
    {"\\", "a statement goes on in the next line inside of brackets"},
    {"+", NULL},
    {"-", NULL},
    {"*", NULL},
    {"/", NULL},
    {"%", NULL},
    {"@", NULL},
    {"&", NULL},
    {"|", NULL},
    {"^", NULL},
    {"~", NULL},
    {"<", NULL},
    {">", NULL},
    {"=", NULL},
    {"(", NULL},
    {")", NULL},
    {"[", NULL},
    {"]", NULL},
    {",", NULL},
    {":", NULL},
    {".", NULL},
};

/* What word processors and web pages make of ASCII, and signs that mathematics has. */
static const struct {
    const char *character, *instead;
} foreign[] = {
    {"\u2212", "-"},  {"\u2013", "-"},   {"\u00D7", "*"},   {"\u00B7", "*"},   {"\u22C5", "*"},   {"\u00F7", "/"},
    {"\u2264", "<="}, {"\u2265", ">="},  {"\u2260", "!="},  {"\u00B2", "**2"}, {"\u00B3", "**3"}, {"\u221A", "sqrt(x)"},
    {"\u03C0", "pi"}, {"\u221E", "inf"}, {"\u2026", "..."}, {"\u00A0", " "},
};

static cujit_status fail_character(const cj_notation *notation, cujit_error *error)
{
    const char *at = notation->tree->text + notation->at;
    const int length = (int)cj_character_length(at);
    const cj_span place = place_of(notation->at, 1);

    for (size_t k = 0; k < sizeof foreign / sizeof *foreign; k++)
        if (strncmp(at, foreign[k].character, strlen(foreign[k].character)) == 0)
            return FAIL(notation, place, error, "found '%s', which is not ASCII: write '%s'", foreign[k].character,
                        foreign[k].instead);
    if (length == 0 || (unsigned char)*at < ' ' || *at == 0x7F)
        return FAIL(notation, place, error, "found the byte 0x%02X; expected ASCII text", (unsigned char)*at);
    if (length > 1)
        return FAIL(notation, place, error, "found '%.*s'; names and operators are of ASCII characters", length, at);
    return FAIL(notation, place, error, "found '%c', which means nothing in an expression", *at);
}

static cujit_status read_symbol(cj_notation *notation, cj_notation_token *token, cujit_error *error)
{
    const char *at = notation->tree->text + notation->at;
    size_t k = 0, length;

    while (k < sizeof symbols / sizeof *symbols && strncmp(at, symbols[k].symbol, strlen(symbols[k].symbol)) != 0)
        k++;
    if (k == sizeof symbols / sizeof *symbols)
        return fail_character(notation, error);
    length = strlen(symbols[k].symbol);
    token->kind = CJ_NOTATION_SYMBOL;
    token->place.length = (uint32_t)length;
    if (symbols[k].instead != NULL)
        return FAIL(notation, token->place, error, "there is no %s%s%s here: %s", *at == '\'' ? "\"" : "'",
                    symbols[k].symbol, *at == '\'' ? "\"" : "'", symbols[k].instead);
    memcpy(token->symbol, symbols[k].symbol, sizeof token->symbol);
    notation->at += length;
    if (*at == '(' || *at == '[')
        notation->brackets++;
    else if ((*at == ')' || *at == ']') && notation->brackets > 0)
        notation->brackets--;
    return CUJIT_OK;
}

/* ---- The walk ---------------------------------------------------------------------------------------------------- */

/* Blanks, comments, and the ends of lines inside of brackets. */
static void skip_blanks(cj_notation *notation)
{
    const char *text = notation->tree->text;

    for (;;) {
        const char c = text[notation->at];

        if (c == '#')
            notation->at += strcspn(text + notation->at, "\n");
        else if (c == ' ' || c == '\t' || (c == '\r' && text[notation->at + 1] == '\n') ||
                 (c == '\n' && notation->brackets > 0))
            notation->at++;
        else
            return;
    }
}

cujit_status cj_notation_next(cj_notation *notation, cj_notation_token *token, cujit_error *error)
{
    const char *at;
    size_t length = 0;

    skip_blanks(notation);
    at = notation->tree->text + notation->at;
    *token = (cj_notation_token){.place = place_of(notation->at, 0)};
    if (*at == '\0')
        return CUJIT_OK;
    if (is_digit(*at) || (*at == '.' && is_digit(at[1])))
        return read_number(notation, token, error);
    if (!is_letter(*at) && *at != ';' && *at != '\n')
        return read_symbol(notation, token, error);
    token->kind = is_letter(*at) ? CJ_NOTATION_NAME : CJ_NOTATION_STATEMENT_END;
    do {
        length++;
    } while (token->kind == CJ_NOTATION_NAME && is_word(at[length]));
    token->place.length = (uint32_t)length;
    notation->at += length;
    return CUJIT_OK;
}
