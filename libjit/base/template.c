/*
 * template.c: see template.h.
 *
 * A template is interpreted as it is read. What a condition leaves out is read, too, for the tag that ends it.
 */
#include "libjit/base/template.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { MAX_LOOPS = 8, MAX_INCLUDES = 4 };

typedef enum tag { END_OF_TEXT, VALUE, REMARK, FOR, IF, ELIF, ELSE, END, INCLUDE } tag;

typedef struct loop {
    const char *name;
    size_t length;
    cj_value round;       /* its number, from 0 */
    const cj_value *item; /* NULL: the loop counts */
    size_t size;
} loop;

typedef struct rendering {
    const cj_template_file *files, *file;
    const cj_value *values;
    size_t count;
    loop loops[MAX_LOOPS];
    size_t depth, includes;
    const char *at, *end;                   /* what is to be read of the file */
    const char *line, *open, *word, *close; /* the tag: where its line begins, its '@', what is left of it, its end */
    bool alone;                             /* there is nothing else in the tag's line, which is read already */
    const char *unit;
    cj_text *out;
    size_t lines, counted; /* '\n' in the first `counted` bytes of `out` */
    cujit_status status;
    cujit_error *error;
} rendering;

static size_t count_lines(const char *at, const char *end)
{
    size_t lines = 0;

    while ((at = memchr(at, '\n', (size_t)(end - at))) != NULL) {
        lines++;
        at++;
    }
    return lines;
}

/* The first trouble counts; nothing is read behind it. */
static void CJ_PRINTF(2, 3) fail(rendering *r, const char *format, ...)
{
    char what[160];
    va_list values;

    if (r->status != CUJIT_OK)
        return;
    va_start(values, format);
    vsnprintf(what, sizeof what, format, values);
    va_end(values);
    r->status = cj_error_set(r->error, CUJIT_ERROR_INVALID_ARGUMENT, "template \"%s\", line %zu: %s", r->file->name,
                             count_lines(r->file->text, r->open) + 1, what);
}

/* ---- Values ------------------------------------------------------------------------------------------------------ */

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_of_word(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c) || c == '_';
}

static bool is_called(const char *name, const char *text, size_t length)
{
    return *name == *text && strncmp(name, text, length) == 0 && name[length] == '\0';
}

static size_t word_length(const rendering *r)
{
    size_t length = 0;

    while (r->word + length < r->close && is_of_word(r->word[length]))
        length++;
    return length;
}

static void skip_blanks(rendering *r)
{
    while (r->word < r->close && *r->word == ' ')
        r->word++;
}

/* Goes behind the word or sign, if that is what comes next. */
static bool take(rendering *r, const char *what)
{
    const size_t length = strlen(what);
    size_t left;

    skip_blanks(r);
    left = (size_t)(r->close - r->word);
    if (left < length || memcmp(r->word, what, length) != 0 ||
        (is_of_word(*what) && left > length && is_of_word(r->word[length])))
        return false;
    r->word += length;
    return true;
}

static const cj_value *find(rendering *r, const cj_value *values, size_t count)
{
    const char *name = r->word;
    size_t length = word_length(r);

    r->word += length;
    for (size_t k = count; k-- > 0;) { /* a form's own values come last, and are asked for most */
        if (is_called(values[k].name, name, length))
            return &values[k];
    }
    fail(r, length > 0 ? "nothing is called \"%.*s\"" : "expected a name or a number%.*s", (int)length, name);
    return NULL;
}

/* "NAME", "LOOP" or "LOOP.NAME"; NULL where there is none. */
static const cj_value *read_value(rendering *r)
{
    size_t length = word_length(r);

    for (size_t k = r->depth; k-- > 0;) {
        const loop *inner = &r->loops[k];

        if (inner->length != length || memcmp(inner->name, r->word, length) != 0)
            continue;
        r->word += length;
        if (r->word == r->close || *r->word != '.')
            return &inner->round;
        r->word++;
        return find(r, inner->item, inner->item != NULL ? inner->size : 0);
    }
    return find(r, r->values, r->count);
}

static bool is_empty(const cj_value *value)
{
    return value->text[strspn(value->text, " \t\r\n\f\v")] == '\0';
}

static long long read_expression(rendering *r, int level);

static long long read_operand(rendering *r)
{
    const cj_value *value;
    long long number = 0;

    if (take(r, "not"))
        return read_operand(r) == 0;
    if (take(r, "(")) {
        number = read_expression(r, 0);
        if (!take(r, ")"))
            fail(r, "expected a ')'");
        return number;
    }
    if (is_digit(*r->word)) {
        for (; is_digit(*r->word); r->word++)
            number = number * 10 + *r->word - '0';
        return number;
    }
    value = read_value(r);
    return value == NULL ? 0 : value->text != NULL ? !is_empty(value) : value->number;
}

static const struct {
    const char *sign;
    int level; /* the higher, the closer it binds */
} operators[] = {{"or", 0}, {"and", 1}, {"==", 2}, {"<", 2}, {">", 2}, {"+", 3}, {"-", 3}, {"*", 4}, {"/", 4}};

enum { OPERATORS = sizeof operators / sizeof *operators };

static long long apply(rendering *r, const char *sign, long long a, long long b)
{
    switch (*sign) {
    case 'o':
        return a != 0 || b != 0;
    case 'a':
        return a != 0 && b != 0;
    case '=':
        return a == b;
    case '<':
        return a < b;
    case '>':
        return a > b;
    case '+':
        return a + b;
    case '-':
        return a - b;
    case '*':
        return a * b;
    default:
        if (b == 0)
            fail(r, "division by 0");
        return b != 0 ? a / b : 0;
    }
}

/* Operators of `level` and above. */
static long long read_expression(rendering *r, int level)
{
    long long left = read_operand(r);

    for (size_t k = 0; k < OPERATORS && r->word < r->close; k++) {
        if (operators[k].level < level || !take(r, operators[k].sign))
            continue;
        left = apply(r, operators[k].sign, left, read_expression(r, operators[k].level + 1));
        k = SIZE_MAX; /* and from the first again */
    }
    return left;
}

/* What is left of the tag. */
static long long read_number(rendering *r)
{
    long long number = read_expression(r, 0);

    skip_blanks(r);
    if (r->word != r->close)
        fail(r, "did not expect \"%.*s\"", (int)(r->close - r->word), r->word);
    return number;
}

/* The same; *value is not NULL where it is nothing but a name. */
static long long read_rest(rendering *r, const cj_value **value)
{
    const char *start;

    skip_blanks(r);
    start = r->word;
    *value = word_length(r) > 0 && !is_digit(*start) && !take(r, "not") ? read_value(r) : NULL;
    skip_blanks(r);
    if (*value != NULL && r->word == r->close)
        return (*value)->number;
    *value = NULL;
    r->word = start;
    return read_number(r);
}

/* ---- What is written --------------------------------------------------------------------------------------------- */

/* Whether there may be a // comment in the last line, or in one that is spliced to it. */
static bool may_end_in_remark(const char *text, size_t length)
{
    const char *at = text + length;

    while (at > text) {
        at--;
        if (*at == '\n' && (at == text || at[-1] != '\\') && !(at > text + 1 && at[-1] == '\r' && at[-2] == '\\'))
            return false;
        if (*at == '/' && at > text && at[-1] == '/')
            return true;
    }
    return false;
}

static void insert_number(cj_text *out, long long number)
{
    char digits[24], *at = digits + sizeof digits;
    unsigned long long rest = number < 0 ? 0 - (unsigned long long)number : (unsigned long long)number;

    do {
        *--at = (char)('0' + rest % 10);
    } while ((rest /= 10) > 0);
    if (number < 0)
        *--at = '-';
    cj_text_append_n(out, at, (size_t)(digits + sizeof digits - at));
}

/* The ';' stands right behind the text, so that a compiler that misses an operand points to the user's last line. */
static void insert_part(rendering *r, const cj_value *value)
{
    size_t length = strlen(value->text);
    cj_text *out = r->out;

    while (length > 0 && strchr(" \t\r\n\f\v", value->text[length - 1]) != NULL)
        length--;
    if (length == 0)
        return;
    cj_text_append(out, "#line 1 \"");
    cj_text_append(out, value->part);
    cj_text_append(out, "\"\n");
    cj_text_append_n(out, value->text, length);
    if (value->newline || (value->text[length] != '\0' && may_end_in_remark(value->text, length)))
        cj_text_append(out, "\n");
    if (value->statements)
        cj_text_append(out, ";");
    cj_text_append(out, "\n");
    r->lines += out->failed ? 0 : count_lines(out->data + r->counted, out->data + out->length);
    r->counted = out->length;
    cj_text_append(out, "#line ");
    insert_number(out, (long long)r->lines + 2);
    cj_text_append(out, " \"");
    cj_text_append(out, r->unit);
    cj_text_append(out, "\"");
}

/* A line of its own for nothing is no line; a text that ends in a newline brings that with it. */
static void insert_value(rendering *r)
{
    const cj_value *value;
    long long number = read_rest(r, &value);

    if (r->alone && value != NULL && value->text != NULL && is_empty(value))
        return;
    if (r->alone)
        cj_text_append_n(r->out, r->line, (size_t)(r->open - r->line));
    if (value == NULL || value->text == NULL)
        insert_number(r->out, number);
    else if (value->part != NULL)
        insert_part(r, value);
    else
        cj_text_append(r->out, value->text);
    if (r->alone && (r->out->length == 0 || r->out->data[r->out->length - 1] != '\n'))
        cj_text_append(r->out, "\n");
}

/* ---- Tags -------------------------------------------------------------------------------------------------------- */

static tag read_kind(rendering *r)
{
    switch (*r->word) {
    case '#':
        return REMARK;
    case 'e':
        return take(r, "end") ? END : take(r, "else") ? ELSE : take(r, "elif") ? ELIF : VALUE;
    case 'f':
        return take(r, "for") ? FOR : VALUE;
    case 'i':
        return take(r, "if") ? IF : take(r, "include") ? INCLUDE : VALUE;
    default:
        return VALUE;
    }
}

/* NULL: the tag does not end in its line. */
static const char *find_close(const rendering *r)
{
    const char *close = memchr(r->word, *r->word == '#' ? '\n' : '@', (size_t)(r->end - r->word));

    if (close == NULL || *r->word == '#')
        return close;
    return memchr(r->word, '\n', (size_t)(close - r->word)) == NULL ? close : NULL;
}

/* Goes to the next tag; what is before it is written, if `live`. */
static tag next_tag(rendering *r, bool live)
{
    const char *from = r->at, *open, *behind;
    tag kind = END_OF_TEXT;

    if (r->status != CUJIT_OK)
        return END_OF_TEXT;
    open = memchr(from, '@', (size_t)(r->end - from));
    if (open == NULL) {
        r->line = r->at = r->end;
    } else {
        for (r->line = r->open = open; r->line > r->file->text && r->line[-1] == ' ';)
            r->line--;
        r->word = open + 1;
        if ((r->close = find_close(r)) == NULL)
            fail(r, "a tag without an '@' behind it; an '@' of the text is written @@");
        if (r->status != CUJIT_OK)
            return END_OF_TEXT;
        behind = r->close + (*r->word != '#');
        r->alone = r->close > r->word && *behind == '\n' && behind < r->end &&
                   (r->line == r->file->text || r->line[-1] == '\n');
        r->line = r->alone ? r->line : open;
        r->at = behind + r->alone;
        kind = read_kind(r);
    }
    if (live)
        cj_text_append_n(r->out, from, (size_t)(r->line - from));
    return kind;
}

static tag render_block(rendering *r, bool live);

/* Of the block whose first tag is at `open`. */
static void expect_end(rendering *r, tag found, const char *open)
{
    if (found == END)
        return;
    if (found == END_OF_TEXT)
        r->open = open;
    fail(r, found == END_OF_TEXT ? "no @end@ follows" : "did not expect an else or elif");
}

static void render_loop(rendering *r, bool live)
{
    const char *open = r->open, *body;
    const cj_value *value = NULL;
    long long rounds = 0;
    loop *l = &r->loops[r->depth];
    tag end = END;

    if (r->depth == MAX_LOOPS) {
        fail(r, "more than %d loops", MAX_LOOPS);
        return;
    }
    skip_blanks(r);
    *l = (loop){.name = r->word, .length = word_length(r)};
    r->word += l->length;
    if (l->length == 0 || !take(r, "in"))
        fail(r, "expected \"for NAME in LIST\"");
    else if (live)
        rounds = read_rest(r, &value);
    if (value != NULL && value->text != NULL)
        fail(r, "a text is no list");
    body = r->at;
    r->depth++;
    for (long long k = 0; k < rounds && end == END; k++) {
        l->round.number = k;
        l->item = value != NULL && value->items != NULL ? value->items + (size_t)k * value->size : NULL;
        l->size = l->item != NULL ? value->size : 0;
        r->at = body;
        end = render_block(r, true);
    }
    r->depth--;
    expect_end(r, rounds > 0 ? end : render_block(r, false), open);
}

static void render_choice(rendering *r, bool live)
{
    const char *open = r->open;
    bool now = live && read_number(r) != 0, met = now;
    tag end;

    while ((end = render_block(r, now)) == ELIF) {
        now = live && !met && read_number(r) != 0;
        met = met || now;
    }
    if (end == ELSE)
        end = render_block(r, live && !met);
    expect_end(r, end, open);
}

static const cj_template_file *find_file(const cj_template_file *files, const char *name, size_t length)
{
    for (; files->name != NULL; files++) {
        if (is_called(files->name, name, length))
            return files;
    }
    return NULL;
}

/* Beside other text without its last newline. */
static void render_file(rendering *r)
{
    const cj_template_file *outer = r->file, *file;
    const char *at = r->at, *end = r->end;

    skip_blanks(r);
    file = find_file(r->files, r->word, word_length(r));
    if (file == NULL || r->includes == MAX_INCLUDES) {
        fail(r, file == NULL ? "there is no template \"%.*s\"" : "too many templates inside each other: \"%.*s\"",
             (int)(r->close - r->word), r->word);
        return;
    }
    r->file = file;
    r->at = file->text;
    r->end = file->text + file->length - (!r->alone && file->length > 0);
    r->includes++;
    if (render_block(r, true) != END_OF_TEXT)
        fail(r, "there is no block that it could end");
    r->includes--;
    r->file = outer;
    r->at = at;
    r->end = end;
}

/* Up to the tag that ends the block, and returns that. */
static tag render_block(rendering *r, bool live)
{
    for (;;) {
        tag kind = next_tag(r, live);

        switch (kind) {
        case REMARK:
            break;
        case VALUE:
            if (live && r->word == r->close)
                cj_text_append(r->out, "@");
            else if (live)
                insert_value(r);
            break;
        case FOR:
            render_loop(r, live);
            break;
        case IF:
            render_choice(r, live);
            break;
        case INCLUDE:
            if (live)
                render_file(r);
            break;
        default:
            return kind;
        }
    }
}

cujit_status cj_template_render(const cj_template_file *files, const char *name, const cj_value *values, size_t count,
                                const char *unit, cj_text *out, cujit_error *error)
{
    rendering r = {
        .files = files,
        .file = find_file(files, name, strlen(name)),
        .values = values,
        .count = count,
        .unit = unit,
        .out = out,
        .counted = out->length,
        .error = error,
    };

    if (r.file == NULL)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "there is no template \"%s\"", name);
    r.at = r.file->text;
    r.end = r.at + r.file->length;
    if (render_block(&r, true) != END_OF_TEXT)
        fail(&r, "there is no block that it could end");
    if (r.status == CUJIT_OK && out->failed)
        r.status = cj_error_no_memory(error, "a text");
    return r.status;
}
