/*
 * npy.c: NumPy's .npy files, by the library's readers and writers; standard input and output among them.
 */
#include "npy.h"

#include <string.h>

/* Moves what the library says to where the program says it. */
static bool give_up(cujit_error *error, cli_problem *problem)
{
    cli_problem_set(problem, "%s", error->message);
    cujit_error_clear(error);
    return false;
}

/* Opens the file and says what is in it. */
static bool open_reader(FILE *file, cujit_npy_reader **reader, cujit_npy_info *info, cli_problem *problem)
{
    cujit_error error = {0};

    if (cujit_npy_reader_open_file(file, reader, &error) != CUJIT_OK)
        return give_up(&error, problem);
    cujit_npy_reader_get_info(*reader, info);
    if (info->ndim <= CLI_MAX_NDIM)
        return true;
    cujit_npy_reader_free(*reader);
    return cli_problem_set(problem, "%d axes are more than the %d that cujit knows", info->ndim, CUJIT_ARRAY_MAX_NDIM);
}

bool cli_npy_read(const char *path, cli_array *out, cli_problem *problem)
{
    FILE *file = cli_open_input(path, problem);
    cujit_npy_reader *reader = NULL;
    cujit_npy_info info;
    cujit_error error = {0};
    cli_array array = {0};
    bool good;

    if (file == NULL)
        return false;
    if ((good = open_reader(file, &reader, &info, problem)) == true) {
        good = cli_array_create(info.dtype, info.ndim, info.shape, info.fortran_order != 0, &array, problem) &&
               (cujit_npy_reader_read(reader, array.data, array.bytes, &error) == CUJIT_OK || give_up(&error, problem));
        cujit_npy_reader_free(reader);
    }
    cli_close_input(file);
    if (good)
        *out = array;
    else
        cli_array_clear(&array);
    return good;
}

bool cli_npy_type(const char *path, cujit_dtype *out, cli_problem *problem)
{
    FILE *file = cli_open_input(path, problem);
    cujit_npy_reader *reader = NULL;
    cujit_npy_info info = {0};
    bool good = file != NULL && open_reader(file, &reader, &info, problem);

    if (good)
        cujit_npy_reader_free(reader);
    cli_close_input(file);
    *out = info.dtype;
    return good;
}

bool cli_npy_write(const char *path, const cli_array *array, cli_problem *problem)
{
    const bool standard = cli_is_standard(path);
    /* NumPy by itself has no bfloat16. */
    const cujit_dtype dtype = array->dtype == CUJIT_BFLOAT16 ? CUJIT_UINT16 : array->dtype;
    cujit_npy_writer *writer = NULL;
    cujit_error error = {0};
    cujit_status status = standard ? cujit_npy_writer_open_file(stdout, dtype, array->ndim, array->shape,
                                                                array->fortran, &writer, &error)
                                   : cujit_npy_writer_open(path, dtype, array->ndim, array->shape, array->fortran,
                                                           &writer, &error);

    if (status == CUJIT_OK && (status = cujit_npy_writer_write(writer, array->data, array->bytes, &error)) != CUJIT_OK)
        cujit_npy_writer_close(writer, NULL);
    else if (status == CUJIT_OK)
        status = cujit_npy_writer_close(writer, &error);
    if (status == CUJIT_OK)
        return true;
    if (!standard)
        return give_up(&error, problem);
    cli_problem_set(problem, "cannot write -: %s", error.message);
    cujit_error_clear(&error);
    return false;
}
