/*
 * eval_source.c: files that operands of `cujit eval` come from: .npy, .npz, tables. What a file is, its first bytes
 * say, so that standard input may be any of them.
 */
#include "eval_source.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* What the library says of a file that a message names already. */
static bool give_up(eval_command *self)
{
    cli_problem_set(&self->problem, "%s", self->error.message);
    cujit_error_clear(&self->error);
    return false;
}

/* ---- Opening ----------------------------------------------------------------------------------------------------- */

/* All that is left of a file, and a zero byte. */
static char *read_all(FILE *file, size_t *size, cli_problem *problem)
{
    size_t room = 0, got;
    char *data = NULL;

    *size = 0;
    do {
        if (room - *size < 4096)
            data = cli_realloc(data, room = 2 * room + 65536);
        got = fread(data + *size, 1, room - *size - 1, file);
        *size += got;
    } while (got > 0);
    data[*size] = '\0';
    if (!ferror(file))
        return data;
    cli_problem_set(problem, "%s", strerror(errno));
    free(data);
    return NULL;
}

static bool is_archive(const char *data, size_t size)
{
    return size >= 4 && memcmp(data, "PK", 2) == 0 && (data[2] == 3 || data[2] == 5);
}

/* A .npz file by its path; or the text of a table, or an archive, from standard input. */
static bool open_rest(eval_command *self, FILE *file, eval_source *out)
{
    const bool standard = cli_is_standard(out->path);
    char start[4];
    size_t size;

    if (!standard) {
        size = fread(start, 1, sizeof start, file);
        rewind(file);
        if (is_archive(start, size) || cli_ends_in(out->path, ".npz")) {
            out->kind = EVAL_NPZ;
            return cujit_npz_reader_open(out->path, &out->npz, &self->error) == CUJIT_OK || give_up(self);
        }
    }
    if ((out->memory = read_all(file, &size, &self->problem)) == NULL)
        return false;
    if (is_archive(out->memory, size)) {
        out->kind = EVAL_NPZ;
        return cujit_npz_reader_open_memory(out->memory, size, &out->npz, &self->error) == CUJIT_OK || give_up(self);
    }
    out->kind = EVAL_TABLE;
    if (!cli_table_read(out->memory, size, &out->table, &self->problem))
        out->table = (cli_table){0};
    out->memory = NULL; /* the table's */
    return out->table.text != NULL;
}

static bool load_npy(eval_command *self, FILE *file, cujit_array **out)
{
    cujit_npy_reader *reader = NULL;
    bool good = cujit_npy_reader_open_file(file, &reader, &self->error) == CUJIT_OK &&
                cujit_npy_reader_next(reader, self->context, cujit_npy_reader_left(reader), out, &self->error) ==
                    CUJIT_OK;

    cujit_npy_reader_free(reader);
    return good || give_up(self);
}

/* `array`: not NULL where a .npy file may be loaded at once, which standard input must be. */
static bool open_source(eval_command *self, const char *path, cujit_array **array, eval_source *out)
{
    FILE *file = cli_open_input(path, &self->problem);
    bool good;
    int c;

    if (file == NULL)
        return false;
    *out = (eval_source){.path = cli_copy(path)};
    if ((c = getc(file)) != EOF)
        ungetc(c, file);
    if (c == EOF && ferror(file))
        good = cli_problem_set(&self->problem, "reading failed: %s", strerror(errno));
    else if (c != 0x93 && !cli_ends_in(path, ".npy"))
        good = open_rest(self, file, out);
    else
        good = array == NULL || load_npy(self, file, array);
    cli_close_input(file);
    if (!good)
        eval_source_clear(out);
    return good;
}

void eval_source_clear(eval_source *source)
{
    cujit_npz_reader_free(source->npz);
    cli_table_clear(&source->table);
    free(source->memory);
    free(source->path);
    *source = (eval_source){0};
}

/* Opens a file, unless that was done. Of a .npy file *array is what is in it. */
static bool find_source(eval_command *self, const char *path, cujit_array **array, size_t *found)
{
    eval_source source;

    for (*found = 0; *found < self->source_count; ++*found)
        if (strcmp(self->sources[*found].path, path) == 0 && self->sources[*found].kind != EVAL_NPY)
            return true;
    if (!open_source(self, path, array, &source))
        return false;
    self->sources = cli_realloc(self->sources, (self->source_count + 1) * sizeof source);
    self->sources[self->source_count++] = source;
    return true;
}

bool eval_source_open(eval_command *self, const char *path, size_t *source)
{
    return find_source(self, path, NULL, source);
}

/* ---- Members ----------------------------------------------------------------------------------------------------- */

size_t eval_source_count(const eval_source *source)
{
    if (source->kind == EVAL_NPZ)
        return cujit_npz_reader_count(source->npz);
    return source->kind == EVAL_TABLE ? source->table.columns : 1;
}

char *eval_source_name(const eval_source *source, size_t k)
{
    const char *name = strrchr(source->path, '/') != NULL ? strrchr(source->path, '/') + 1 : source->path;

    if (source->kind == EVAL_NPZ)
        return cli_copy(cujit_npz_reader_name(source->npz, k));
    if (source->kind == EVAL_TABLE)
        return cli_copy(source->table.names[k]);
    return cli_format("%.*s", (int)(strlen(name) - (cli_ends_in(name, ".npy") ? 4 : 0)), name);
}

static bool load_column(eval_command *self, const cli_table *table, const char *name, cujit_array **out)
{
    size_t column = table->columns > 1 ? table->columns : 0;
    cli_array array = {0};
    bool good = (name == NULL || cli_table_find(table, name, &column, &self->problem)) &&
                cli_table_column(table, column, &array, &self->problem) &&
                cujit_array_from_host(self->context, array.dtype, array.ndim, array.shape, array.data, out,
                                      &self->error) == CUJIT_OK;

    cli_array_clear(&array);
    return good;
}

/* Says which members an archive has. */
static bool refuse_member(eval_command *self, const eval_source *source, const char *name)
{
    const size_t count = eval_source_count(source);
    char *list = cli_copy("");

    for (size_t k = 0; k < count && k < 20; k++) {
        char *longer = cli_format("%s%s%s", list, k == 0 ? ": " : ", ", cujit_npz_reader_name(source->npz, k));

        free(list);
        list = longer;
    }
    if (name == NULL)
        cli_problem_usage(&self->problem, "the archive has %zu arrays%s%s; say which, %s:NAME", count, list,
                          count > 20 ? ", ..." : "", source->path);
    else
        cli_problem_set(&self->problem, "the archive has no array '%s'; it has %zu%s%s", name, count, list,
                        count > 20 ? ", ..." : "");
    free(list);
    return false;
}

bool eval_source_load(eval_command *self, size_t source, const char *name, cujit_array **out)
{
    const eval_source *from = &self->sources[source];
    cujit_status status;

    if (from->kind == EVAL_TABLE)
        return load_column(self, &from->table, name, out);
    if (name == NULL && eval_source_count(from) != 1)
        return refuse_member(self, from, NULL);
    if (name == NULL)
        name = cujit_npz_reader_name(from->npz, 0);
    status = cujit_npz_reader_load(from->npz, self->context, name, out, &self->error);
    if (status == CUJIT_ERROR_NOT_FOUND) {
        cujit_error_clear(&self->error);
        return refuse_member(self, from, name);
    }
    return status == CUJIT_OK || give_up(self);
}

/* Where FILE ends and MEMBER begins: at the first ':' that has a file in front, unless all of it is one. */
static const char *find_member(const char *text)
{
    struct stat status;

    if (text[0] == '-' && (text[1] == ':' || text[1] == '\0'))
        return text[1] == ':' ? text + 1 : NULL;
    for (const char *at = stat(text, &status) == 0 ? NULL : strchr(text, ':'); at != NULL; at = strchr(at + 1, ':')) {
        char *path = cli_format("%.*s", (int)(at - text), text);
        const bool found = stat(path, &status) == 0;

        free(path);
        if (found)
            return at;
    }
    return NULL;
}

bool eval_load(eval_command *self, const char *text, cujit_array **out)
{
    const char *member = find_member(text);
    char *path = member != NULL ? cli_format("%.*s", (int)(member - text), text) : cli_copy(text);
    size_t source;
    bool good = find_source(self, path, out, &source);

    if (good && self->sources[source].kind != EVAL_NPY)
        good = eval_source_load(self, source, member != NULL ? member + 1 : NULL, out);
    else if (good && member != NULL)
        good = cli_problem_usage(&self->problem, "a .npy file has one array, and no names");
    free(path);
    return good;
}
