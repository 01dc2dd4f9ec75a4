/*
 * test_npz.c: .npz files: what NumPy wrote and what is written, in whole and in pieces, and archives that lie.
 */
#include "tests/kernels.h"

#include <stdio.h>
#include <unistd.h>

CONTEXT_FOR_EACH_CASE

/* A library without minizip says so; there is nothing else to see then. */
static int look_for_archives(void)
{
    cujit_npz_reader *npz = NULL;

    return cujit_npz_reader_open_memory("", 0, &npz, NULL) == CUJIT_ERROR_UNSUPPORTED ? CJ_TEST_SKIP : 0;
}
PREPARE(look_for_archives())

static cujit_array *load(cujit_npz_reader *npz, const char *name)
{
    cujit_array *array = NULL;

    must(cujit_npz_reader_load(npz, context, name, &array, &fault));
    return array;
}

static cujit_npz_reader *open_path(const char *path)
{
    cujit_npz_reader *npz = NULL;

    must(cujit_npz_reader_open(path, &npz, &fault));
    return npz;
}

static cujit_array *ramp(size_t count)
{
    int *data = memory_of(count * sizeof *data);

    for (size_t k = 0; k < count; k++)
        data[k] = (int)(k / 100);
    return upload(context, CUJIT_INT32, count, data);
}

TEST_EACH(written_and_read_again, 2)
{
    const float few[] = {1, 2.5F};
    const char *path = cj_test_path("out.npz");
    cujit_npz_writer *writer = NULL;
    cujit_npz_reader *npz;
    cujit_array *array;
    FILE *file;

    must(cujit_npz_writer_open(path, _i, &writer, &fault));
    must(cujit_npz_writer_save(writer, "few", upload(context, CUJIT_FLOAT32, 2, few), &fault));
    must(cujit_npz_writer_save(writer, "many", ramp(100000), &fault));
    must(cujit_npz_writer_save(writer, "gr\xc3\xbc\xc3\x9f/e", zeros(context, CUJIT_COMPLEX64, 0), &fault));
    must(cujit_npz_writer_close(writer, &fault));

    npz = open_path(path);
    ck_assert_uint_eq(cujit_npz_reader_count(npz), 3);
    ck_assert_str_eq(cujit_npz_reader_name(npz, 0), "few");
    ck_assert_str_eq(cujit_npz_reader_name(npz, 2), "gr\xc3\xbc\xc3\x9f/e");
    ck_assert_ptr_null(cujit_npz_reader_name(npz, 3));
    array = load(npz, "few");
    expect_elements(array, float, 1, 2.5F);
    cujit_array_free(array);
    array = load(npz, "many");
    ck_assert_uint_eq(cujit_array_size(array), 100000);
    expect_each(array, int, got == k / 100);
    cujit_array_free(array);
    array = load(npz, "gr\xc3\xbc\xc3\x9f/e");
    ck_assert_uint_eq(cujit_array_size(array), 0);
    cujit_array_free(array);
    cujit_npz_reader_free(npz);

    file = fopen(path, "rb");
    fseek(file, 0, SEEK_END);
    ck_assert(_i ? ftell(file) < 100000 : ftell(file) > 400000);
    fclose(file);
}

/* numpy.savez(a=numpy.arange(3, dtype='<i2')) and numpy.savez_compressed(z=numpy.zeros(100, '<f8')). */
#include "tests/npz_of_numpy.h"

TEST(archives_of_numpy)
{
    cujit_npz_reader *npz = NULL;
    cujit_array *array;

    must(cujit_npz_reader_open_memory(stored, sizeof stored - 1, &npz, &fault));
    ck_assert_uint_eq(cujit_npz_reader_count(npz), 1);
    array = load(npz, "a");
    expect_elements(array, short, 0, 1, 2);
    cujit_array_free(array);
    cujit_npz_reader_free(npz);

    must(cujit_npz_reader_open_memory(deflated, sizeof deflated - 1, &npz, &fault));
    array = load(npz, "z");
    ck_assert_uint_eq(cujit_array_size(array), 100);
    expect_each(array, double, got == 0);
    cujit_array_free(array);
    cujit_npz_reader_free(npz);
}

TEST(archives_without_members)
{
    const char *path = cj_test_path("none.npz");
    cujit_npz_writer *writer = NULL;
    cujit_npz_reader *npz;
    cujit_array *array = NULL;

    must(cujit_npz_writer_open(path, 0, &writer, &fault));
    must(cujit_npz_writer_close(writer, &fault));
    npz = open_path(path);
    ck_assert_uint_eq(cujit_npz_reader_count(npz), 0);
    ck_assert_ptr_null(cujit_npz_reader_name(npz, 0));
    refuse(cujit_npz_reader_load(npz, context, "x", &array, &fault), CUJIT_ERROR_NOT_FOUND, "has no member x.npy");
    cujit_npz_reader_free(npz);
}

/* Archives say that names are UTF-8, and readers take nothing else then. */
TEST(names_that_are_refused)
{
    static const char *const names[] = {"", "\xff", "caf\xe9", "a\xc3", "\xed\xe2\x80", "\xf5\x80\x80\x80", NULL};
    cujit_array *array = zeros(context, CUJIT_INT8, 1);
    cujit_npz_writer *writer = NULL;

    must(cujit_npz_writer_open(cj_test_path("names.npz"), 0, &writer, &fault));
    for (size_t k = 0; k < COUNT(names); k++)
        refuse(cujit_npz_writer_save(writer, names[k], array, &fault), CUJIT_ERROR_INVALID_ARGUMENT,
               "a text of 1 to 1000 bytes in UTF-8");
    must(cujit_npz_writer_close(writer, &fault));
}

TEST(in_pieces_and_side_by_side)
{
    const size_t shape[] = {10, 2};
    const double row[] = {3, 4};
    cujit_npz_writer *writer = NULL;
    cujit_npy_writer *member = NULL, *other = NULL;
    cujit_npy_reader *first = NULL, *second = NULL;
    cujit_npz_reader *npz;
    double a[2], b[2];

    must(cujit_npz_writer_open(cj_test_path("pieces.npz"), 1, &writer, &fault));
    for (int k = 0; k < 2; k++) {
        must(cujit_npz_writer_member(writer, k ? "b" : "a", CUJIT_FLOAT64, 2, shape, 0, &member, &fault));
        refuse(cujit_npz_writer_member(writer, "c", CUJIT_FLOAT64, 2, shape, 0, &other, &fault),
               CUJIT_ERROR_INVALID_ARGUMENT, "still being written");
        for (int at = 0; at < 10; at++)
            must(cujit_npy_writer_write(member, row, sizeof row, &fault));
        must(cujit_npy_writer_close(member, &fault));
    }
    must(cujit_npz_writer_close(writer, &fault));
    npz = open_path(cj_test_path("pieces.npz"));
    must(cujit_npz_reader_member(npz, "a", &first, &fault));
    must(cujit_npz_reader_member(npz, "b", &second, &fault));
    for (int at = 0; at < 10; at++) {
        must(cujit_npy_reader_read(first, a, sizeof a, &fault));
        must(cujit_npy_reader_read(second, b, sizeof b, &fault));
        ck_assert_mem_eq(a, row, sizeof row);
        ck_assert_mem_eq(b, row, sizeof row);
    }
    cujit_npy_reader_free(first);
    cujit_npy_reader_free(second);
    cujit_npz_reader_free(npz);
}

/* As where a program gives up halfway: in either order, and at its end without the member. */
TEST(an_archive_may_be_closed_before_its_member)
{
    const size_t shape[] = {2};
    const double row[] = {3, 4};
    const char *path = cj_test_path("early.npz");
    static cujit_npy_writer *member; /* the last one stays open */

    for (int turn = 0; turn < 3; turn++) {
        cujit_npz_writer *writer = NULL;

        member = NULL;
        must(cujit_npz_writer_open(path, turn % 2, &writer, &fault));
        must(cujit_npz_writer_member(writer, "a", CUJIT_FLOAT64, 1, shape, 0, &member, &fault));
        must(cujit_npy_writer_write(member, row, turn == 0 ? 8 : 16, &fault));
        refuse(cujit_npz_writer_close(writer, &fault), CUJIT_ERROR_IO, "early.npz", "still being written");
        ck_assert_int_ne(access(path, F_OK), 0);
        if (turn == 1)
            must(cujit_npy_writer_close(member, &fault));
        else if (turn == 0)
            refuse(cujit_npy_writer_close(member, &fault), CUJIT_ERROR_ARGUMENT_SIZE, "early.npz: a");
        ck_assert_int_ne(access(path, F_OK), 0);
    }
}

/* The archive of before with any of its bytes changed, or cut: never more than an error. */
TEST(broken_anywhere)
{
    for (int which = 0; which < 2; which++) {
        const char *whole = which ? deflated : stored;
        size_t size = which ? sizeof deflated - 1 : sizeof stored - 1;

        for (size_t k = 0; k < 2 * size; k++) {
            size_t length = k < size ? size : k - size;
            char *copy = must_malloc(length + 1);
            cujit_npz_reader *npz = NULL;
            cujit_array *array = NULL;

            memcpy(copy, whole, length);
            if (k < size)
                copy[k] = (char)(copy[k] ^ (1 + k % 255));
            if (cujit_npz_reader_open_memory(copy, length, &npz, NULL) == CUJIT_OK) {
                for (size_t at = 0; at < cujit_npz_reader_count(npz); at++) {
                    if (cujit_npz_reader_load(npz, context, cujit_npz_reader_name(npz, at), &array, NULL) == CUJIT_OK)
                        cujit_array_free(array);
                }
                cujit_npz_reader_free(npz);
            }
            free(copy);
        }
    }
}

TEST(a_wrong_checksum_is_found)
{
    char copy[sizeof stored];
    cujit_npz_reader *npz = NULL;
    cujit_array *array = NULL;
    size_t at = 0;

    memcpy(copy, stored, sizeof stored);
    while (memcmp(copy + at, "\1\0\2\0", 4) != 0) /* the elements */
        at++;
    copy[at]++;
    must(cujit_npz_reader_open_memory(copy, sizeof stored - 1, &npz, &fault));
    refuse(cujit_npz_reader_load(npz, context, "a", &array, &fault), CUJIT_ERROR_IO, "cannot read a", "damaged");
    cujit_npz_reader_free(npz);
}

TEST(what_is_refused)
{
    cujit_npz_reader *npz = NULL;
    cujit_npz_writer *writer = NULL;
    cujit_array *array = NULL;
    char *name = memory_of(1002);
    const char *path = cj_test_path("refused.npz");

    refuse(cujit_npz_reader_open("/nonexistent/x.npz", &npz, &fault), CUJIT_ERROR_IO, "No such file");
    refuse(cujit_npz_reader_open("/dev/null", &npz, &fault), CUJIT_ERROR_IO, "/dev/null", "must be a file");
    refuse(cujit_npz_reader_open(NULL, &npz, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "path");
    refuse(cujit_npz_reader_open_memory("PK", 2, &npz, &fault), CUJIT_ERROR_IO, "no zip archive");
    must(cujit_npz_reader_open_memory(stored, sizeof stored - 1, &npz, &fault));
    refuse(cujit_npz_reader_load(npz, context, "b", &array, &fault), CUJIT_ERROR_NOT_FOUND, "b.npy");
    refuse(cujit_npz_reader_load(npz, context, NULL, &array, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "name");
    refuse(cujit_npz_reader_load(npz, NULL, "a", &array, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "context");
    cujit_npz_reader_free(npz);
    cujit_npz_reader_free(NULL);
    ck_assert_uint_eq(cujit_npz_reader_count(NULL), 0);

    refuse(cujit_npz_writer_open("/nonexistent/x.npz", 0, &writer, &fault), CUJIT_ERROR_IO, "No such file");
    must(cujit_npz_writer_open(path, 0, &writer, &fault));
    must(cujit_npz_writer_save(writer, "x", ramp(3), &fault));
    refuse(cujit_npz_writer_save(writer, "x", ramp(3), &fault), CUJIT_ERROR_INVALID_ARGUMENT, "x already");
    refuse(cujit_npz_writer_save(writer, "", ramp(3), &fault), CUJIT_ERROR_INVALID_ARGUMENT, "1 to 1000");
    memset(name, 'n', 1001);
    name[1001] = '\0';
    refuse(cujit_npz_writer_save(writer, name, ramp(3), &fault), CUJIT_ERROR_INVALID_ARGUMENT, "1 to 1000");
    refuse(cujit_npz_writer_save(writer, "y", NULL, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "array");
    must(cujit_npz_writer_close(writer, &fault));
    must(cujit_npz_writer_close(NULL, &fault));

    must(cujit_npz_writer_open("/dev/full", 0, &writer, &fault));
    cujit_npz_writer_save(writer, "x", ramp(100000), NULL);
    refuse(cujit_npz_writer_close(writer, &fault), CUJIT_ERROR_IO, "/dev/full");
}

/* An archive whose member failed is none. */
TEST(a_failed_member_fails_the_archive)
{
    const size_t shape[] = {2};
    const char *path = cj_test_path("failed.npz");
    cujit_npz_writer *writer = NULL;
    cujit_npy_writer *member = NULL;

    must(cujit_npz_writer_open(path, 0, &writer, &fault));
    must(cujit_npz_writer_member(writer, "x", CUJIT_INT8, 1, shape, 0, &member, &fault));
    refuse(cujit_npy_writer_close(member, &fault), CUJIT_ERROR_ARGUMENT_SIZE, "failed.npz: x", "2 bytes");
    refuse(cujit_npz_writer_close(writer, &fault), CUJIT_ERROR_IO, "failed.npz", "member failed");
    ck_assert_int_ne(access(path, F_OK), 0);
}
