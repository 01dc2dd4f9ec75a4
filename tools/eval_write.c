/*
 * eval_write.c: the files that `cujit eval` writes.
 */
#include "eval.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef enum form { NPY, NPZ, TEXT } form;

/* What a path ends in says what is written; `separator` of a text. A '-' in front of the end is standard output. */
static form find_form(const char *path, char *separator)
{
    static const struct {
        const char *end;
        form is;
        char separator;
    } ends[] = {{".npz", NPZ, 0}, {".csv", TEXT, ','}, {".tsv", TEXT, '\t'}, {".txt", TEXT, ' '}};
    for (size_t k = 0; k < sizeof ends / sizeof *ends; k++) {
        *separator = ends[k].separator;
        if (cli_ends_in(path, ends[k].end))
            return ends[k].is;
    }
    return NPY;
}

bool eval_is_standard(const char *path)
{
    char separator;

    return cli_is_standard(path) || (path[0] == '-' && strlen(path) == 5 && find_form(path, &separator) == TEXT);
}

bool eval_check_output(const char *path, cli_problem *problem)
{
    const char *name = strrchr(path, '/') != NULL ? strrchr(path, '/') + 1 : path, *end = strrchr(name, '.');
    char separator;

    if (strcmp(path, "-.npz") == 0)
        return cli_problem_usage(problem,
                                 "-o -.npz: an archive needs a file; to standard output go -, -.csv, -.tsv, -.txt");
    if (end == NULL || end == name || strcmp(end, ".npy") == 0 || find_form(path, &separator) != NPY)
        return true;
    return cli_problem_usage(problem, "-o %s: expected a name that ends in .npy, .npz, .csv, .tsv or .txt", path);
}

FILE *eval_file(const eval_command *self)
{
    for (size_t k = 0; k < self->output_count; k++)
        if (eval_is_standard(self->outputs[k].path))
            return stderr;
    return cli_report_file(self->plot);
}

bool eval_takes(const eval_command *self, const eval_output *output, const eval_value *value)
{
    char separator;

    if (output->name != NULL)
        return value->name != NULL && strcmp(output->name, value->name) == 0;
    if (value->name == NULL)
        return true;
    return (find_form(output->path, &separator) == NPZ || !self->names.has_value) &&
           cli_names_get(&self->names, value->name)->written != 0;
}

/* The values that go to a path, whichever outputs name it; the caller frees the list. */
static eval_value **values_of(eval_command *self, const char *path, size_t *count)
{
    eval_value **list = cli_alloc(self->value_count * sizeof *list);

    *count = 0;
    for (size_t k = 0; k < self->value_count; k++) {
        bool taken = false;

        for (size_t m = 0; m < self->output_count; m++)
            taken = taken ||
                    (strcmp(self->outputs[m].path, path) == 0 && eval_takes(self, &self->outputs[m], &self->values[k]));
        if (taken)
            list[(*count)++] = &self->values[k];
    }
    return list;
}

static bool write_npy(eval_command *self, const char *path, const cujit_array *array)
{
    cujit_npy_writer *writer = NULL;
    cujit_status status;

    if (!cli_is_standard(path))
        return cujit_npy_save(array, path, &self->error) == CUJIT_OK;
    if (isatty(STDOUT_FILENO))
        return cli_problem_usage(&self->problem, "-o -: a terminal is no place for a .npy file; -o -.csv is text");
    status = cujit_npy_writer_open_file(stdout, cujit_array_dtype(array), cujit_array_ndim(array),
                                        cujit_array_shape(array), 0, &writer, &self->error);
    if (status == CUJIT_OK && (status = cujit_npy_writer_next(writer, array, &self->error)) != CUJIT_OK)
        cujit_npy_writer_close(writer, NULL);
    else if (status == CUJIT_OK)
        status = cujit_npy_writer_close(writer, &self->error);
    return status == CUJIT_OK;
}

static bool write_npz(eval_command *self, const char *path, eval_value *const *values, size_t count)
{
    cujit_npz_writer *npz = NULL;
    cujit_status status = cujit_npz_writer_open(path, 0, &npz, &self->error);

    if (status != CUJIT_OK)
        return false;
    for (size_t k = 0; k < count && status == CUJIT_OK; k++)
        status = cujit_npz_writer_save(npz, values[k]->name != NULL ? values[k]->name : "result", values[k]->array,
                                       &self->error);
    if (status != CUJIT_OK)
        cujit_npz_writer_close(npz, NULL);
    else
        status = cujit_npz_writer_close(npz, &self->error);
    return status == CUJIT_OK;
}

/* A text is made whole before its file is opened, so that what is wrong with it costs no file. */
static bool write_text(eval_command *self, const char *path, char separator, eval_value *const *values, size_t count)
{
    const char **names = cli_alloc(count * sizeof *names);
    cli_array *arrays = cli_alloc(count * sizeof *arrays);
    char *text = NULL;
    size_t size = 0;
    FILE *file;
    bool good = true;

    for (size_t k = 0; good && k < count; k++) {
        good = eval_fetch(self, values[k]);
        names[k] = values[k]->name;
        arrays[k] = values[k]->host;
    }
    if (good) {
        if ((file = open_memstream(&text, &size)) == NULL)
            cli_no_memory();
        good = cli_table_write(file, separator, count, names, arrays, &self->problem);
        if (fclose(file) != 0)
            cli_no_memory();
        good = good ? cli_write_file(eval_is_standard(path) ? "-" : path, text, size, &self->problem)
                    : cli_problem_set(&self->problem, "cannot write %s: %s", path, self->problem.text);
    }
    free(text);
    free(names);
    free(arrays);
    return good;
}

static bool write_path(eval_command *self, const char *path)
{
    size_t count;
    eval_value **values = values_of(self, path, &count);
    char separator;
    bool good;

    switch (find_form(path, &separator)) {
    case NPZ:
        good = write_npz(self, path, values, count);
        break;
    case TEXT:
        good = write_text(self, path, separator, values, count);
        break;
    default:
        good = count == 1 ? write_npy(self, path, values[0]->array)
                          : cli_problem_usage(&self->problem,
                                              "%s holds one array, and here are %zu; say which, -o NAME=%s, or write "
                                              "them all to a .npz file",
                                              path, count, path);
        break;
    }
    free(values);
    return good;
}

static bool is_first(const eval_command *self, size_t k)
{
    for (size_t m = 0; m < k; m++)
        if (strcmp(self->outputs[m].path, self->outputs[k].path) == 0)
            return false;
    return true;
}

bool eval_write(eval_command *self)
{
    bool good = true;

    for (size_t k = 0; good && k < self->output_count; k++) {
        if (is_first(self, k))
            good = write_path(self, self->outputs[k].path);
    }
    return good;
}
