/*
 * embed.c: a tool of the build, not installed: turns text files and templates into C.
 *
 *     embed OUT.c OUT.h FILE...
 *
 * Each FILE becomes `const char cj_template_NAME[]`, ended by a NUL, where NAME is the file's name up to the first dot;
 * a table lists them all, and a digest stands for all of them in the keys of what is compiled with them. Bytes are
 * written as numbers: string literals longer than 4095 characters are beyond what C promises, and nothing needs to be
 * escaped.
 *
 * A FILE that ends in ".in" is a template (docs/templates.md has their language), and becomes a function too, which
 * cj_template_render() calls and which calls what libjit/base/rendering.h has. Templates that another one includes are
 * a part of its function and have none of their own. One that is wrong is an error that names the place.
 */
#define XXH_INLINE_ALL
#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

enum { MAX_NAME = 64, NUMBERS_A_LINE = 24, MAX_LOOPS = 8, MAX_INCLUDES = 4 };

typedef struct file {
    const char *path;
    char name[MAX_NAME];
    char *text;
    size_t length;
    int is_template;
    int is_part; /* of another template */
} file;

typedef struct word {
    const char *start;
    size_t length;
} word;

/* A template on its way into a function. */
typedef struct writing {
    FILE *out;
    file *files;
    int count;
    const file *file;
    word loops[MAX_LOOPS]; /* their names; the function calls its variables loop_NAME */
    int depth, includes;
    const char *at, *end;                   /* what is to be read of the file */
    const char *line, *open, *word, *close; /* the tag: where its line begins, its '@', what is left of it, its end */
    int alone;                              /* there is nothing else in the tag's line, which is read already */
} writing;

typedef enum tag { END_OF_TEXT, VALUE, REMARK, FOR, IF, ELIF, ELSE, END, INCLUDE } tag;

static void fail(const writing *w, const char *format, ...)
{
    int line = 1;
    va_list values;

    for (const char *at = w->file->text; at < w->open; at++)
        line += *at == '\n';
    fprintf(stderr, "embed: %s:%d: ", w->file->path, line);
    va_start(values, format);
    vfprintf(stderr, format, values);
    va_end(values);
    fprintf(stderr, "\n");
    exit(1);
}

/* ---- Words of a tag ---------------------------------------------------------------------------------------------- */

static int is_of_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

static void skip_blanks(writing *w)
{
    while (w->word < w->close && *w->word == ' ')
        w->word++;
}

/* Goes behind the word or sign, if that is what comes next. */
static int take(writing *w, const char *what)
{
    const size_t length = strlen(what);
    size_t left;

    skip_blanks(w);
    left = (size_t)(w->close - w->word);
    if (left < length || memcmp(w->word, what, length) != 0 ||
        (is_of_word(*what) && left > length && is_of_word(w->word[length])))
        return 0;
    w->word += length;
    return 1;
}

static word take_name(writing *w)
{
    word name = {.start = w->word};

    while (w->word < w->close && is_of_word(*w->word))
        w->word++;
    name.length = (size_t)(w->word - name.start);
    return name;
}

/* The innermost loop of that name; -1: there is none. */
static int find_loop(const writing *w, word name)
{
    int k = w->depth;

    while (k-- > 0 && (w->loops[k].length != name.length || memcmp(w->loops[k].start, name.start, name.length) != 0))
        ;
    return k;
}

/* What is left of the tag must be nothing. */
static void expect_close(writing *w)
{
    skip_blanks(w);
    if (w->word != w->close)
        fail(w, "did not expect \"%.*s\"", (int)(w->close - w->word), w->word);
}

/* ---- Expressions ------------------------------------------------------------------------------------------------- */

/* Whether the rest of the tag is nothing but the name of a value; the number of a loop's round is none. */
static int is_value(const writing *w)
{
    writing ahead = *w;
    word name;

    skip_blanks(&ahead);
    name = take_name(&ahead);
    if (name.length == 0 || isdigit((unsigned char)*name.start))
        return 0;
    if (find_loop(&ahead, name) >= 0 && !take(&ahead, "."))
        return 0;
    take_name(&ahead);
    skip_blanks(&ahead);
    return ahead.word == ahead.close;
}

/* "NAME", "LOOP" or "LOOP.NAME", as a `cj_value *` or, `number`, as what it counts as. */
static void write_name(writing *w, int number)
{
    word name, item;

    skip_blanks(w);
    name = take_name(w);
    if (name.length == 0 || isdigit((unsigned char)*name.start))
        fail(w, "expected a name or a number");
    if (find_loop(w, name) >= 0 && (w->word == w->close || *w->word != '.')) {
        fprintf(w->out, "loop_%.*s.round", (int)name.length, name.start);
        return;
    }
    fprintf(w->out, number ? "cj_number_of(" : "");
    if (find_loop(w, name) >= 0) {
        w->word++;
        item = take_name(w);
        if (item.length == 0)
            fail(w, "expected a name or a number");
        fprintf(w->out, "cj_given_item(r, &loop_%.*s, \"%.*s\")", (int)name.length, name.start, (int)item.length,
                item.start);
    } else {
        fprintf(w->out, "cj_given(r, \"%.*s\")", (int)name.length, name.start);
    }
    fprintf(w->out, number ? ")" : "");
}

static void write_expression(writing *w);

static void write_operand(writing *w)
{
    if (take(w, "not")) {
        fprintf(w->out, "!");
        write_operand(w);
    } else if (take(w, "(")) {
        fprintf(w->out, "(");
        write_expression(w);
        if (!take(w, ")"))
            fail(w, "expected a ')'");
        fprintf(w->out, ")");
    } else if (w->word < w->close && isdigit((unsigned char)*w->word)) {
        while (isdigit((unsigned char)*w->word))
            fputc(*w->word++, w->out);
        fprintf(w->out, "LL");
    } else {
        write_name(w, 1);
    }
}

/* C's operators bind as those of templates do. */
static void write_expression(writing *w)
{
    static const char *const signs[][2] = {{"or", "||"}, {"and", "&&"}, {"==", "=="},
                                           {"<", "<"},   {">", ">"},    {"+", "+"},
                                           {"-", "-"},   {"*", "*"},    {"/", "/ cj_not_zero(r, "}};
    size_t k = 0;

    write_operand(w);
    while (k < sizeof signs / sizeof *signs) {
        if (!take(w, signs[k][0])) {
            k++;
            continue;
        }
        fprintf(w->out, " %s ", signs[k][1]);
        write_operand(w);
        fprintf(w->out, *signs[k][0] == '/' ? ")" : "");
        k = 0;
    }
}

/* What is left of the tag. */
static void write_number(writing *w)
{
    write_expression(w);
    expect_close(w);
}

/* ---- Tags -------------------------------------------------------------------------------------------------------- */

static tag read_kind(writing *w)
{
    switch (*w->word) {
    case '#':
        return REMARK;
    case 'e':
        return take(w, "end") ? END : take(w, "else") ? ELSE : take(w, "elif") ? ELIF : VALUE;
    case 'f':
        return take(w, "for") ? FOR : VALUE;
    case 'i':
        return take(w, "if") ? IF : take(w, "include") ? INCLUDE : VALUE;
    default:
        return VALUE;
    }
}

static void write_text(const writing *w, const char *from, const char *to)
{
    if (to > from)
        fprintf(w->out, "    cj_put(r, cj_template_%s + %zu, %zu);\n", w->file->name, (size_t)(from - w->file->text),
                (size_t)(to - from));
}

/* Goes to the next tag; what is before it is written. */
static tag next_tag(writing *w)
{
    const char *from = w->at, *behind;
    int remark;

    w->open = memchr(from, '@', (size_t)(w->end - from));
    if (w->open == NULL) {
        w->at = w->open = w->end;
        write_text(w, from, w->end);
        return END_OF_TEXT;
    }
    for (w->line = w->open; w->line > w->file->text && w->line[-1] == ' ';)
        w->line--;
    w->word = w->open + 1;
    remark = w->word < w->end && *w->word == '#';
    w->close = memchr(w->word, remark ? '\n' : '@', (size_t)(w->end - w->word));
    if (w->close == NULL || (!remark && memchr(w->word, '\n', (size_t)(w->close - w->word)) != NULL))
        fail(w, "a tag without an '@' behind it; an '@' of the text is written @@");
    behind = w->close + !remark;
    w->alone = w->close > w->word && behind < w->end && *behind == '\n' &&
               (w->line == w->file->text || w->line[-1] == '\n');
    w->line = w->alone ? w->line : w->open;
    w->at = behind + w->alone;
    write_text(w, from, w->line);
    return read_kind(w);
}

/* A line of its own for nothing is no line: that is for cj_put_line() to see. */
static void write_value(writing *w)
{
    if (w->word == w->close) {
        write_text(w, w->open, w->open + 1);
        return;
    }
    if (w->alone && is_value(w)) {
        fprintf(w->out, "    cj_put_line(r, %zu, ", (size_t)(w->open - w->line));
        write_name(w, 0);
        fprintf(w->out, ");\n");
        return;
    }
    if (w->alone)
        write_text(w, w->line, w->open);
    if (is_value(w)) {
        fprintf(w->out, "    cj_put_value(r, ");
        write_name(w, 0);
    } else {
        fprintf(w->out, "    cj_put_number(r, ");
        write_number(w);
    }
    fprintf(w->out, ");\n");
    if (w->alone)
        fprintf(w->out, "    cj_put(r, \"\\n\", 1);\n");
}

static tag write_block(writing *w);

/* Of the block whose first tag is at `open`. */
static void expect_end(writing *w, tag found, const char *open)
{
    if (found == END_OF_TEXT) {
        w->open = open;
        fail(w, "no @end@ follows");
    }
    if (found != END)
        fail(w, "did not expect an else or elif");
    expect_close(w);
    fprintf(w->out, "    }\n");
}

static void write_loop(writing *w)
{
    const char *open = w->open;
    word name;

    skip_blanks(w);
    name = take_name(w);
    if (name.length == 0 || !take(w, "in"))
        fail(w, "expected \"for NAME in LIST\"");
    if (w->depth == MAX_LOOPS)
        fail(w, "more than %d loops", MAX_LOOPS);
    fprintf(w->out, "    for (cj_rounds loop_%.*s = ", (int)name.length, name.start);
    if (is_value(w)) {
        fprintf(w->out, "cj_rounds_over(r, ");
        write_name(w, 0);
    } else {
        fprintf(w->out, "cj_rounds_count(");
        write_number(w);
    }
    fprintf(w->out, "); cj_rounds_go_on(&loop_%.*s);) {\n", (int)name.length, name.start);
    w->loops[w->depth++] = name;
    expect_end(w, write_block(w), open);
    w->depth--;
}

static void write_choice(writing *w)
{
    const char *open = w->open;
    tag end;

    fprintf(w->out, "    if (");
    write_number(w);
    fprintf(w->out, ") {\n");
    while ((end = write_block(w)) == ELIF) {
        fprintf(w->out, "    } else if (");
        write_number(w);
        fprintf(w->out, ") {\n");
    }
    if (end == ELSE) {
        fprintf(w->out, "    } else {\n");
        end = write_block(w);
    }
    expect_end(w, end, open);
}

/* The template that the tag includes. */
static file *find_included(writing *w)
{
    word name;

    skip_blanks(w);
    name = take_name(w);
    for (int k = 0; k < w->count; k++) {
        file *found = &w->files[k];

        if (strlen(found->name) == name.length && memcmp(found->name, name.start, name.length) == 0)
            return found;
    }
    fail(w, "there is no template \"%.*s\"", (int)name.length, name.start);
    return NULL;
}

static void write_whole(writing *w)
{
    if (write_block(w) != END_OF_TEXT)
        fail(w, "there is no block that it could end");
}

/* Beside other text without its last newline. */
static void write_include(writing *w)
{
    writing inner = *w;

    inner.file = find_included(w);
    expect_close(w);
    if (inner.includes++ == MAX_INCLUDES)
        fail(w, "too many templates inside each other: \"%s\"", inner.file->name);
    inner.at = inner.file->text;
    inner.end = inner.at + inner.file->length - (!w->alone && inner.file->length > 0);
    write_whole(&inner);
}

/* Up to the tag that ends the block, and returns that. */
static tag write_block(writing *w)
{
    for (;;) {
        tag kind = next_tag(w);

        switch (kind) {
        case REMARK:
            break;
        case VALUE:
            write_value(w);
            break;
        case FOR:
            write_loop(w);
            break;
        case IF:
            write_choice(w);
            break;
        case INCLUDE:
            write_include(w);
            break;
        default:
            return kind;
        }
    }
}

static void write_function(FILE *out, file *files, int count, const file *of)
{
    writing w = {.out = out, .files = files, .count = count, .file = of, .at = of->text, .end = of->text + of->length};

    fprintf(out, "static void render_%s(cj_rendering *r)\n{\n    (void)r;\n", of->name);
    write_whole(&w);
    fprintf(out, "}\n\n");
}

/* ---- Files ------------------------------------------------------------------------------------------------------- */

/* NAME of "folder/NAME.anything". False: not fit for C. */
static int name_of(const char *path, char name[MAX_NAME])
{
    const char *slash = strrchr(path, '/'), *from = slash != NULL ? slash + 1 : path;
    size_t length = strcspn(from, ".");

    if (length == 0 || length >= MAX_NAME)
        return 0;
    for (size_t i = 0; i < length; i++)
        if (!is_of_word(from[i]))
            return 0;
    memcpy(name, from, length);
    name[length] = '\0';
    return 1;
}

static int read_file(const char *path, file *out)
{
    FILE *in;
    size_t room = 1 << 12;
    int byte;

    out->path = path;
    out->is_template = strlen(path) > 3 && strcmp(path + strlen(path) - 3, ".in") == 0;
    if (!name_of(path, out->name)) {
        fprintf(stderr, "embed: %s: no C name can be made of it\n", path);
        return 0;
    }
    in = fopen(path, "rb");
    out->text = malloc(room);
    while (in != NULL && out->text != NULL && (byte = getc(in)) != EOF) {
        if (out->length + 1 == room)
            out->text = realloc(out->text, room *= 2);
        if (out->text != NULL)
            out->text[out->length++] = (char)byte;
    }
    if (in == NULL || out->text == NULL || ferror(in)) {
        fprintf(stderr, "embed: %s: %s\n", path, strerror(errno));
        if (in != NULL)
            fclose(in);
        return 0;
    }
    fclose(in);
    out->text[out->length] = '\0';
    return 1;
}

static void write_bytes(FILE *out, const file *from, XXH3_state_t *digest)
{
    fprintf(out, "const char cj_template_%s[] = {", from->name);
    for (size_t k = 0; k < from->length; k++)
        fprintf(out, "%s%d,", k % NUMBERS_A_LINE == 0 ? "\n" : "", from->text[k]);
    fprintf(out, "0};\n\n");
    XXH3_128bits_update(digest, from->name, strlen(from->name) + 1);
    XXH3_128bits_update(digest, from->text, from->length);
}

static void find_parts(file *files, int count)
{
    for (int k = 0; k < count; k++) {
        writing w = {.files = files, .count = count, .file = &files[k]};

        for (const char *at = files[k].is_template ? files[k].text : NULL; at != NULL && *at != '\0'; at++) {
            if (strncmp(at, "@include ", 9) != 0)
                continue;
            w.open = at;
            w.word = at + 8;
            w.close = at + strcspn(at, "\n");
            find_included(&w)->is_part = 1;
        }
    }
}

static void write_source(FILE *out, file *files, int count)
{
    XXH3_state_t state;
    XXH128_hash_t digest;

    XXH3_128bits_reset(&state);
    fprintf(out, "/* Made by tools/embed.c. */\n#include \"libjit/base/rendering.h\"\n\n"
                 "#pragma GCC diagnostic ignored \"-Wparentheses\"\n#pragma GCC diagnostic ignored \"-Wshadow\"\n\n");
    for (int k = 0; k < count; k++)
        write_bytes(out, &files[k], &state);
    find_parts(files, count);
    for (int k = 0; k < count; k++)
        if (files[k].is_template && !files[k].is_part)
            write_function(out, files, count, &files[k]);
    fprintf(out, "const cj_template_file cj_template_files[] = {\n");
    for (int k = 0; k < count; k++) {
        const file *f = &files[k];
        const int own = f->is_template && !f->is_part;

        fprintf(out, "    {\"%s\", cj_template_%s, %s%s},\n", f->name, f->name, own ? "render_" : "0",
                own ? f->name : "");
    }
    digest = XXH3_128bits_digest(&state);
    fprintf(out, "    {0, 0, 0},\n};\n\nconst char cj_templates_digest[] = \"%016llx%016llx\";\n",
            (unsigned long long)digest.high64, (unsigned long long)digest.low64);
}

static int count_lines(const file *f)
{
    int lines = 0;

    for (size_t k = 0; k < f->length; k++)
        lines += f->text[k] == '\n';
    return lines;
}

static void write_header(FILE *out, const file *files, int count)
{
    fprintf(out, "/* Made by tools/embed.c: the files of templates/, each ended by a NUL. */\n"
                 "#ifndef TEMPLATES_TEMPLATES_H\n#define TEMPLATES_TEMPLATES_H\n\n");
    for (int k = 0; k < count; k++)
        fprintf(out, "extern const char cj_template_%s[];\nenum { cj_lines_of_%s = %d };\n", files[k].name,
                files[k].name, count_lines(&files[k]));
    fprintf(out, "\n/* `render` is there for templates that no other one includes. */\n"
                 "struct cj_rendering;\ntypedef struct cj_template_file {\n    const char *name, *text;\n"
                 "    void (*render)(struct cj_rendering *rendering);\n} cj_template_file;\n\n"
                 "/* All of them, ended by {NULL}. */\nextern const cj_template_file cj_template_files[];\n\n"
                 "/* Of all their bytes, in hexadecimal digits. */\nextern const char cj_templates_digest[];\n\n"
                 "#endif\n");
}

/* Whether both files could be made. */
static int write_both(char *const *names, file *files, int count)
{
    FILE *source = fopen(names[0], "w"), *header = fopen(names[1], "w");
    int fine;

    if (source != NULL && header != NULL) {
        write_source(source, files, count);
        write_header(header, files, count);
    }
    fine = source != NULL && fclose(source) == 0;
    fine = header != NULL && fclose(header) == 0 && fine;
    if (!fine)
        fprintf(stderr, "embed: cannot make %s and %s\n", names[0], names[1]);
    return fine;
}

int main(int argc, char **argv)
{
    file *files;
    int fine, count = argc - 3;

    if (count < 1) {
        fprintf(stderr, "usage: embed OUT.c OUT.h FILE...\n");
        return 2;
    }
    files = calloc((size_t)count, sizeof *files);
    fine = files != NULL;
    for (int k = 0; k < count && fine; k++)
        fine = read_file(argv[k + 3], &files[k]);
    fine = fine && write_both(&argv[1], files, count);
    for (int k = 0; k < count && files != NULL; k++)
        free(files[k].text);
    free(files);
    return fine ? 0 : 1;
}
