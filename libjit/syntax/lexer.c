/*
 * lexer.c: C and C++ text split into tokens.
 *
 * One linear walk. All movement goes through advance(), which counts lines and columns; peek() and next() see the text
 * with line splices (backslash, newline) taken out, raw strings are read without them. Characters that are refused
 * wherever they stand are looked for once, before the first token, so that the walk itself can be simple.
 */
#include "libjit/syntax/lexer.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { RAW_DELIMITER_MAX = 16 };

void cj_lexer_init(cj_lexer *lexer, const char *part, const char *text)
{
    *lexer = (cj_lexer){.part = part, .status = CUJIT_ERROR_SNIPPET, .text = text, .at = text, .line = 1, .column = 1};
    lexer->end = text + strlen(text);
}

cujit_status cj_lexer_fail(const cj_lexer *lexer, const cj_token *at, cujit_error *error, const char *format, ...)
{
    va_list values;

    va_start(values, format);
    cj_error_setv(error, lexer->status, format, values);
    va_end(values);
    cj_error_place(error, lexer->part, lexer->text, at != NULL ? at->line : 0, at != NULL ? at->column : 0);
    return lexer->status;
}

cujit_status cj_lexer_check_size(const cj_lexer *lexer, size_t most, cujit_error *error)
{
    const size_t length = (size_t)(lexer->end - lexer->text);

    return length <= most
               ? CUJIT_OK
               : cj_lexer_fail(lexer, NULL, error, "text too long: %zu bytes; expected at most %zu", length, most);
}

/* ---- Moving ------------------------------------------------------------------------------------------------------ */

static void advance(cj_lexer *lexer)
{
    unsigned char c = (unsigned char)*lexer->at++;

    if (c == '\n') {
        lexer->line++;
        lexer->column = 1;
    } else if ((c & 0xC0) != 0x80) {
        lexer->column++;
    }
}

/* The length of the splice at `at`: 0, 2, or 3 with a carriage return. */
static size_t splice_length(const char *at, const char *end)
{
    if (end - at >= 2 && at[0] == '\\' && at[1] == '\n')
        return 2;
    if (end - at >= 3 && at[0] == '\\' && at[1] == '\r' && at[2] == '\n')
        return 3;
    return 0;
}

static const char *past_splices(const char *at, const char *end)
{
    size_t length;

    while ((length = splice_length(at, end)) != 0)
        at += length;
    return at;
}

/* The next character, 0 at the end. */
static int peek(const cj_lexer *lexer)
{
    const char *at = past_splices(lexer->at, lexer->end);

    return at < lexer->end ? (unsigned char)*at : 0;
}

/* The one behind it. */
static int peek_second(const cj_lexer *lexer)
{
    const char *at = past_splices(lexer->at, lexer->end);

    if (at < lexer->end)
        at = past_splices(at + 1, lexer->end);
    return at < lexer->end ? (unsigned char)*at : 0;
}

static void skip_splices(cj_lexer *lexer)
{
    const char *at = past_splices(lexer->at, lexer->end);

    while (lexer->at < at)
        advance(lexer);
}

static void next(cj_lexer *lexer)
{
    skip_splices(lexer);
    if (lexer->at < lexer->end)
        advance(lexer);
}

static bool is_name_start(int c)
{
    return isalpha(c) || c == '_' || c == '$' || c >= 0x80;
}

static bool is_name_part(int c)
{
    return is_name_start(c) || isdigit(c);
}

static bool is_space(int c)
{
    return c == ' ' || c == '\t' || c == '\v' || c == '\f' || c == '\r';
}

/* ---- The look at the whole text ---------------------------------------------------------------------------------- */

/* Why the character at `at` is refused wherever it stands; NULL: it is not. */
static const char *refusal(const char *at)
{
    unsigned char c = (unsigned char)*at;

    if (c == '\r' && at[1] != '\n')
        return "a carriage return without a line feed; compilers disagree on whether it ends a line";
    if ((c < 0x20 && !isspace(c)) || c == 0x7F)
        return "a control character; expected plain text";
    if (c == '?' && at[1] == '?' && at[2] == '/')
        return "the trigraph \"?\?/\", which older C++ takes for a backslash";
    if (c != '\\')
        return NULL;
    if (strcmp(at + 1, "") == 0 || strcmp(at + 1, "\n") == 0 || strcmp(at + 1, "\r\n") == 0)
        return "a backslash as the last character; it would join what follows the text to it";
    if (is_space((unsigned char)at[1])) {
        size_t spaces = strspn(at + 1, " \t\v\f\r");

        if (at[1 + spaces] == '\0' || (at[1 + spaces] == '\n' && !(spaces == 1 && at[1] == '\r')))
            return "a backslash followed by space at the end of a line; compilers disagree on whether it joins the "
                   "lines; remove the space";
    }
    return NULL;
}

/* A position of its own: the text may be looked through before the first token only. */
static cujit_status check_characters(cj_lexer *lexer, cujit_error *error)
{
    cj_lexer walk = *lexer;
    const char *why;

    while (walk.at < walk.end) {
        why = refusal(walk.at);
        if (why != NULL)
            return cj_lexer_fail(lexer, &(cj_token){.line = walk.line, .column = walk.column}, error, "found %s", why);
        advance(&walk);
    }
    lexer->checked = true;
    return CUJIT_OK;
}

/* ---- Space, comments, literals ----------------------------------------------------------------------------------- */

static cujit_status skip_block_comment(cj_lexer *lexer, cujit_error *error)
{
    cj_token begin;

    skip_splices(lexer);
    begin = (cj_token){.line = lexer->line, .column = lexer->column};
    next(lexer);
    next(lexer);
    for (;;) {
        int c = peek(lexer);

        if (c == 0)
            return cj_lexer_fail(lexer, &begin, error, "comment never ends: expected a closing \"*/\"");
        next(lexer);
        if (c == '*' && peek(lexer) == '/') {
            next(lexer);
            return CUJIT_OK;
        }
    }
}

/* To the next token, or, inside of a directive, to the end of its line. A comment is one space even where it spans
 * lines: a '#' behind it starts a directive only if nothing else came before on the line where the comment began. */
static cujit_status skip_space(cj_lexer *lexer, cujit_error *error)
{
    cujit_status status;

    for (;;) {
        int c = peek(lexer);

        if (c == '\n') {
            if (lexer->in_directive)
                return CUJIT_OK;
            next(lexer);
            lexer->line_has_token = false;
        } else if (is_space(c)) {
            next(lexer);
        } else if (c == '/' && peek_second(lexer) == '*') {
            if ((status = skip_block_comment(lexer, error)) != CUJIT_OK)
                return status;
        } else if (c == '/' && peek_second(lexer) == '/') {
            while (peek(lexer) != '\n' && peek(lexer) != 0)
                next(lexer);
            lexer->ends_in_comment = peek(lexer) == 0;
        } else {
            return CUJIT_OK;
        }
    }
}

/* Behind the closing quote; `token` holds the place of the literal's beginning. */
static cujit_status lex_quoted(cj_lexer *lexer, const cj_token *token, cujit_error *error)
{
    int quote = peek(lexer), c;

    next(lexer);
    for (;;) {
        c = peek(lexer);
        if (c == 0 || c == '\n')
            return cj_lexer_fail(lexer, token, error, "%s never ends: expected a closing %s on its line",
                                 quote == '"' ? "string" : "character literal", quote == '"' ? "'\"'" : "\"'\"");
        next(lexer);
        if (c == quote)
            return CUJIT_OK;
        if (c == '\\' && peek(lexer) != 0)
            next(lexer);
    }
}

/* lexer->at is at the quote, or at splices before it. */
static cujit_status lex_raw(cj_lexer *lexer, const cj_token *token, cujit_error *error)
{
    const char *delimiter;
    size_t length = 0;
    int line;

    skip_splices(lexer);
    advance(lexer);
    line = lexer->line;
    delimiter = lexer->at;
    while (lexer->at < lexer->end && strchr("() \\\t\v\f\r\n\"", *lexer->at) == NULL) {
        advance(lexer);
        length++;
    }
    if (length > RAW_DELIMITER_MAX || lexer->at == lexer->end || *lexer->at != '(')
        return cj_lexer_fail(lexer, token, error,
                             "raw string with a bad delimiter: expected at most %d characters and then \"(\"",
                             RAW_DELIMITER_MAX);
    for (; lexer->at < lexer->end; advance(lexer)) {
        if (*lexer->at == ')' && (size_t)(lexer->end - lexer->at) >= length + 2 &&
            memcmp(lexer->at + 1, delimiter, length) == 0 && lexer->at[length + 1] == '"')
            break;
    }
    if (lexer->at == lexer->end)
        return cj_lexer_fail(lexer, token, error, "raw string never ends: expected a closing \")%.*s\"\"", (int)length,
                             delimiter);
    for (length += 2; length > 0; length--)
        advance(lexer);
    if (lexer->in_directive && lexer->line != line)
        return cj_lexer_fail(lexer, token, error,
                             "raw string over several lines inside of a directive; compilers disagree on it");
    return CUJIT_OK;
}

/* ---- Tokens ------------------------------------------------------------------------------------------------------ */

/* Whether a number goes on with `c`, which follows `before`. */
static bool is_number_part(const cj_lexer *lexer, int c, int before)
{
    if (c == '+' || c == '-')
        return before != 0 && strchr("eEpP", before) != NULL;
    if (c == '\'')
        return is_name_part(peek_second(lexer));
    return is_name_part(c) || c == '.';
}

static void lex_number(cj_lexer *lexer)
{
    int c, before = 0;

    while (is_number_part(lexer, c = peek(lexer), before)) {
        next(lexer);
        before = c;
    }
}

const char *cj_operator_word(const char *word)
{
    static const struct {
        const char *spelling, *primary;
    } words[] = {{"and", "&&"},    {"and_eq", "&="}, {"bitand", "&"}, {"bitor", "|"}, {"compl", "~"},  {"not", "!"},
                 {"not_eq", "!="}, {"or", "||"},     {"or_eq", "|="}, {"xor", "^"},   {"xor_eq", "^="}};

    for (size_t k = 0; k < sizeof words / sizeof *words; k++) {
        if (*words[k].spelling == *word && strcmp(words[k].spelling, word) == 0)
            return words[k].primary;
    }
    return NULL;
}

/* `letters`: of the name without line splices. Most names are ruled out by that and by the first letter. */
static void judge_word(cj_token *token, size_t letters)
{
    char word[sizeof "and_eq"];

    if (letters < 2 || letters >= sizeof word || strchr("abcnox", *token->start) == NULL)
        return;
    cj_token_copy(token, word, sizeof word);
    token->primary = cj_operator_word(word);
    if (token->primary != NULL)
        token->kind = CJ_TOKEN_PUNCTUATOR;
}

/* A name, an operator that is a word, or the literal that the name is the prefix of. */
static cujit_status lex_name(cj_lexer *lexer, cj_token *token, cujit_error *error)
{
    static const char *const prefixes[] = {"u8", "u", "U", "L", NULL};
    static const char *const raw_prefixes[] = {"R", "u8R", "uR", "UR", "LR", NULL};
    size_t letters = 0;
    bool raw;
    int c;

    for (; is_name_part(peek(lexer)); letters++)
        next(lexer);
    token->length = (size_t)(lexer->at - token->start);
    judge_word(token, letters);
    c = peek(lexer);
    raw = c == '"' && cj_token_is_one_of(token, raw_prefixes);
    if (!raw && !((c == '"' || c == '\'') && cj_token_is_one_of(token, prefixes)))
        return CUJIT_OK;
    token->kind = CJ_TOKEN_STRING;
    return raw ? lex_raw(lexer, token, error) : lex_quoted(lexer, token, error);
}

/* Longest match, with the one exception of the standard: "<::" is "<" and "::" unless ':' or '>' follows. */
static void lex_punctuator(cj_lexer *lexer, cj_token *token)
{
    static const char *const spellings[] = {
        "%:%:", "<:", "<%", ":>", "%>", "%:", "...", "<<=", ">>=", "->*", "##", "::", "->", "++", "--", "<<",
        ">>",   "<=", ">=", "==", "!=", "&&", "||",  "+=",  "-=",  "*=",  "/=", "%=", "&=", "|=", "^=", ".*",
    };
    static const char *const primaries[] = {"##", "[", "{", "]", "}", "#"}; /* of the digraphs, which stand first */
    char ahead[6] = {0};
    const char *at = lexer->at;
    size_t i, length = 1;

    if (strchr("()[]{};,?~", *at) != NULL) { /* most of them: brackets and separators, which begin nothing longer */
        next(lexer);
        return;
    }
    for (i = 0; i < 4; i++) {
        at = past_splices(at, lexer->end);
        if (at >= lexer->end)
            break;
        ahead[i] = *at++;
    }
    if (strncmp(ahead, "<::", 3) == 0 && ahead[3] != ':' && ahead[3] != '>')
        ahead[1] = '\0';
    for (i = 0; i < sizeof spellings / sizeof spellings[0]; i++) {
        if (spellings[i][0] == ahead[0] && strncmp(ahead, spellings[i], strlen(spellings[i])) == 0) {
            length = strlen(spellings[i]);
            token->primary = i < sizeof primaries / sizeof primaries[0] ? primaries[i] : NULL;
            break;
        }
    }
    for (; length > 0; length--)
        next(lexer);
}

static cujit_status lex_token(cj_lexer *lexer, cj_token *token, cujit_error *error);

/* "#include <...>": what is between the brackets is neither comment nor literal. */
static void skip_header_name(cj_lexer *lexer)
{
    int c;

    while (is_space(peek(lexer)))
        next(lexer);
    if (peek(lexer) != '<')
        return;
    while ((c = peek(lexer)) != 0 && c != '\n') {
        next(lexer);
        if (c == '>')
            return;
    }
}

/* "#error don't": the text is for people, and its quotes need not close. */
static cujit_status skip_message(cj_lexer *lexer, cujit_error *error)
{
    cujit_status status;

    while ((status = skip_space(lexer, error)) == CUJIT_OK && peek(lexer) != 0 && peek(lexer) != '\n') {
        const int c = peek(lexer);
        cj_lexer ahead = *lexer;
        cj_token token = {0};

        if ((c == '"' || c == '\'') && lex_quoted(&ahead, &token, NULL) == CUJIT_OK)
            *lexer = ahead;
        else
            next(lexer);
    }
    return status;
}

/* The whole logical line; a comment that begins in it may carry it over several lines of text. */
static cujit_status lex_directive(cj_lexer *lexer, cj_token *token, cujit_error *error)
{
    cj_token inner;
    cujit_status status = CUJIT_OK;
    bool first = true;

    token->kind = CJ_TOKEN_DIRECTIVE;
    token->primary = NULL;
    lexer->in_directive = true;
    while ((status = skip_space(lexer, error)) == CUJIT_OK && peek(lexer) != 0 && peek(lexer) != '\n') {
        if ((status = lex_token(lexer, &inner, error)) != CUJIT_OK)
            break;
        if (first &&
            (cj_token_is(&inner, "include") || cj_token_is(&inner, "include_next") || cj_token_is(&inner, "import")))
            skip_header_name(lexer);
        if (first && (cj_token_is(&inner, "error") || cj_token_is(&inner, "warning")) &&
            (status = skip_message(lexer, error)) != CUJIT_OK)
            break;
        first = false;
    }
    lexer->in_directive = false;
    if (peek(lexer) == 0)
        lexer->ends_in_comment = true;
    return status;
}

/* At the first character of a token. */
static cujit_status lex_token(cj_lexer *lexer, cj_token *token, cujit_error *error)
{
    cujit_status status = CUJIT_OK;
    bool first = !lexer->line_has_token;
    int c;

    skip_splices(lexer);
    c = peek(lexer);
    *token = (cj_token){.kind = CJ_TOKEN_PUNCTUATOR, .start = lexer->at, .line = lexer->line, .column = lexer->column};
    lexer->line_has_token = true;
    if (is_name_start(c)) {
        token->kind = CJ_TOKEN_NAME;
        status = lex_name(lexer, token, error);
    } else if (isdigit(c) || (c == '.' && isdigit(peek_second(lexer)))) {
        token->kind = CJ_TOKEN_NUMBER;
        lex_number(lexer);
    } else if (c == '"' || c == '\'') {
        token->kind = CJ_TOKEN_STRING;
        status = lex_quoted(lexer, token, error);
    } else if (c == '\\') {
        status = cj_lexer_fail(lexer, token, error,
                               "stray backslash: expected one only in literals and at the end of a line");
    } else {
        lex_punctuator(lexer, token);
        token->length = (size_t)(lexer->at - token->start);
        if (first && !lexer->in_directive && cj_token_is(token, "#"))
            status = lex_directive(lexer, token, error);
    }
    token->length = (size_t)(lexer->at - token->start);
    return status;
}

cujit_status cj_lexer_next(cj_lexer *lexer, cj_token *token, cujit_error *error)
{
    cujit_status status;

    if (!lexer->checked && (status = check_characters(lexer, error)) != CUJIT_OK)
        return status;
    if ((status = skip_space(lexer, error)) != CUJIT_OK)
        return status;
    if (peek(lexer) == 0 || (lexer->in_directive && peek(lexer) == '\n')) {
        skip_splices(lexer);
        *token = (cj_token){.start = lexer->at, .line = lexer->line, .column = lexer->column};
        return CUJIT_OK;
    }
    return lex_token(lexer, token, error);
}

cj_lexer cj_lexer_enter(const cj_lexer *lexer, const cj_token *directive)
{
    cj_lexer inside = *lexer;

    inside.at = directive->start;
    inside.end = directive->start + directive->length;
    inside.line = directive->line;
    inside.column = directive->column;
    inside.in_directive = inside.line_has_token = true;
    if (peek(&inside) == '%')
        next(&inside);
    next(&inside);
    return inside;
}

/* ---- Spelling ---------------------------------------------------------------------------------------------------- */

/* What a token goes by, up to *end; line splices may be left in it. */
static const char *spelling_of(const cj_token *token, const char **end)
{
    const char *start = token->primary != NULL ? token->primary : token->start;

    *end = start + (token->primary != NULL ? strlen(start) : token->length);
    return start;
}

bool cj_token_is(const cj_token *token, const char *spelling)
{
    const char *start = token->primary != NULL ? token->primary : token->start;
    const cj_token other = {.primary = spelling};

    /* most of them differ at once */
    return (*start == *spelling || *start == '\\') && cj_token_same(token, &other);
}

bool cj_token_same(const cj_token *a, const cj_token *b)
{
    const char *a_end, *b_end, *at = spelling_of(a, &a_end), *other = spelling_of(b, &b_end);

    for (;; at++, other++) {
        at = past_splices(at, a_end);
        other = past_splices(other, b_end);
        if (at == a_end || other == b_end)
            return at == a_end && other == b_end;
        if (*at != *other)
            return false;
    }
}

bool cj_token_is_one_of(const cj_token *token, const char *const *spellings)
{
    for (; *spellings != NULL; spellings++) {
        if (cj_token_is(token, *spellings))
            return true;
    }
    return false;
}

size_t cj_token_copy(const cj_token *token, char *out, size_t size)
{
    const char *at = token->start, *end = token->start + token->length;
    size_t length = 0;

    for (at = past_splices(at, end); at < end; at = past_splices(at + 1, end)) {
        if (length + 1 < size)
            out[length] = *at;
        length++;
    }
    if (size > 0)
        out[length < size ? length : size - 1] = '\0';
    return length;
}

void cj_token_append(const cj_token *token, cj_text *out)
{
    const char *end, *at = spelling_of(token, &end);

    for (at = past_splices(at, end); at < end; at = past_splices(at + 1, end))
        cj_text_append_n(out, at, 1);
}
