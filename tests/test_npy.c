/*
 * test_npy.c: .npy files: every format version, dtype, byte order and layout that is read, what is written, and headers
 * that lie.
 */
#include "support.h"
#include "tools/npy.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static cli_array array;
static cli_problem problem;

/* Writes a file of the version with this header (padded, as NumPy does) and these elements. */
static const char *make_file(int version, const char *header, const void *data, size_t size)
{
    const char *path = cj_test_path("made.npy");
    FILE *file = fopen(path, "wb");
    size_t length = strlen(header) + 1;
    unsigned char bytes[4] = {length & 0xff, (length >> 8) & 0xff, 0, 0};

    ck_assert_ptr_nonnull(file);
    fwrite("\x93NUMPY", 1, 6, file);
    fputc(version, file);
    fputc(0, file);
    fwrite(bytes, 1, version == 1 ? 2 : 4, file);
    fprintf(file, "%s\n", header);
    fwrite(data, 1, size, file);
    ck_assert_int_eq(fclose(file), 0);
    return path;
}

static const struct {
    const char *text;
    cujit_dtype dtype;
    bool big_endian, fortran;
    int ndim;
    size_t size, bytes;
} good_headers[] = {
    {"{'descr': '<f4', 'fortran_order': False, 'shape': (3,), }", CUJIT_FLOAT32, false, false, 1, 3, 12},
    {"{'descr': '|b1', 'fortran_order': False, 'shape': (), }", CUJIT_BOOL, false, false, 0, 1, 1},
    {"{'descr': '?', 'fortran_order': False, 'shape': ()}", CUJIT_BOOL, false, false, 0, 1, 1},
    {"{\"shape\":(2,3),\"descr\":\">i2\",\"fortran_order\":True}", CUJIT_INT16, true, true, 2, 6, 12},
    {" {\n'fortran_order' :\tTrue , 'shape' : ( 4 , ) , 'descr' : '=u8' } \n", CUJIT_UINT64, false, false, 1, 4, 32},
    {"{'descr': '|i1', 'fortran_order': False, 'shape': (2L, 5L), }", CUJIT_INT8, false, false, 2, 10, 10},
    {"{'descr': '<f2', 'fortran_order': False, 'shape': (0, 7), }", CUJIT_FLOAT16, false, false, 2, 0, 0},
    {"{'descr': '<f8', 'fortran_order': False, 'shape': (1,1,1,1), }", CUJIT_FLOAT64, false, false, 4, 1, 8},
    {"{'descr': '<c8', 'fortran_order': False, 'shape': (2,), }", CUJIT_COMPLEX64, false, false, 1, 2, 16},
    {"{'descr': '>c16', 'fortran_order': False, 'shape': (2,), }", CUJIT_COMPLEX128, true, false, 1, 2, 32},
    {"{'descr': '|V2', 'fortran_order': False, 'shape': (2,), }", CUJIT_BFLOAT16, false, false, 1, 2, 4},
    {"{'descr': '<u4', 'fortran_order': False, 'shape': (9223372036854775807, 0), }", CUJIT_UINT32, false, false, 2, 0,
     0},
};

TEST_EACH(header_accepted, COUNT(good_headers))
{
    bool big_endian = false;

    ck_assert_msg(
        cli_npy_parse_header(good_headers[_i].text, strlen(good_headers[_i].text), &array, &big_endian, &problem),
        "%s: %s", good_headers[_i].text, problem.text);
    ck_assert_int_eq(array.dtype, good_headers[_i].dtype);
    ck_assert_int_eq(big_endian, good_headers[_i].big_endian);
    ck_assert_int_eq(array.fortran, good_headers[_i].fortran);
    ck_assert_int_eq(array.ndim, good_headers[_i].ndim);
    ck_assert_uint_eq(array.size, good_headers[_i].size);
    ck_assert_uint_eq(array.bytes, good_headers[_i].bytes);
}

static const struct {
    const char *text, *reason;
} bad_headers[] = {
    {"", "header ends"},
    {"{", "header ends"},
    {"[]", "where '{' was expected"},
    {"{}", "lacks the key 'descr'"},
    {"{'descr': '<f4', 'shape': (3,), }", "lacks the key 'fortran_order'"},
    {"{'descr': '<f4', 'fortran_order': False}", "lacks the key 'shape'"},
    {"{'descr': '<f4', 'fortran_order': False, 'shape': (3,), 'more': 1}", "key 'more'"},
    {"{'descr': '<f4', 'descr': '<f4', 'fortran_order': False, 'shape': (3,)}", "twice"},
    {"{'descr': '<f4', 'fortran_order': 0, 'shape': (3,)}", "True or False"},
    {"{'descr': '<f4', 'fortran_order': False, 'shape': 3}", "a tuple"},
    {"{'descr': '<f4', 'fortran_order': False, 'shape': (3)}", "tuple of one length"},
    {"{'descr': '<f4', 'fortran_order': False, 'shape': (3 4)}", "','"},
    {"{'descr': '<f4', 'fortran_order': False, 'shape': (,)}", "a length"},
    {"{'descr': '<f4', 'fortran_order': False, 'shape': (-1,)}", "not negative"},
    {"{'descr': '<f4', 'fortran_order': False, 'shape': (1.5,)}", "','"},
    {"{'descr': '<f4', 'fortran_order': False, 'shape': ((3,),)}", "a length"},
    {"{'descr': '<f4', 'fortran_order': False, 'shape': (99999999999999999999,)}", "beyond 2^63"},
    {"{'descr': '<f4', 'fortran_order': False, 'shape': (4294967296, 4294967296)}", "too large"},
    {"{'descr': '<f8', 'fortran_order': False, 'shape': (1152921504606846976,)}", "too large"},
    {"{'descr': '<f4', 'fortran_order': False, 'shape': "
     "(1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1)}",
     "more than the 32 axes"},
    {"{'descr': [('a', '<f4'), ('b', '<i4')], 'fortran_order': False, 'shape': (3,)}", "dtype is structured"},
    {"{'descr': ('<f4', (2,)), 'fortran_order': False, 'shape': (3,)}", "dtype is structured"},
    {"{'descr': '|O', 'fortran_order': False, 'shape': (3,)}", "Python objects"},
    {"{'descr': '<U5', 'fortran_order': False, 'shape': (3,)}", "text"},
    {"{'descr': '<M8[ns]', 'fortran_order': False, 'shape': (3,)}", "dates"},
    {"{'descr': '|V8', 'fortran_order': False, 'shape': (3,)}", "raw bytes"},
    {"{'descr': '<f16', 'fortran_order': False, 'shape': (3,)}", "long doubles"},
    {"{'descr': '<i3', 'fortran_order': False, 'shape': (3,)}", "does not know"},
    {"{'descr': '', 'fortran_order': False, 'shape': (3,)}", "does not know"},
    {"{'descr': '<f4', 'fortran_order': False, 'shape': (3,)} x", "nothing more"},
    {"{'descr': '<f4', 'fortran_order': False 'shape': (3,)}", "',' or '}'"},
    {"{'descr' '<f4'}", "':'"},
    {"{'descr: '<f4'}", "':'"},
    {"{'de\\x73cr': '<f4'}", "a key"},
    {"{{{{{{{{{{{{", "a key"},
};

TEST_EACH(header_refused, COUNT(bad_headers))
{
    bool big_endian;

    ck_assert_msg(
        !cli_npy_parse_header(bad_headers[_i].text, strlen(bad_headers[_i].text), &array, &big_endian, &problem), "%s",
        bad_headers[_i].text);
    ck_assert_msg(strstr(problem.text, bad_headers[_i].reason) != NULL, "%s: \"%s\" lacks \"%s\"", bad_headers[_i].text,
                  problem.text, bad_headers[_i].reason);
}

/* Every prefix, and every single byte replaced: an error or a success, never more than that. */
TEST(header_broken_anywhere)
{
    const char *whole = "{'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }";
    size_t size = strlen(whole);
    bool big_endian;

    for (size_t k = 0; k < size; k++) {
        char *copy = malloc(size); /* exactly as long, so that a sanitizer sees what is read too far */

        memcpy(copy, whole, size); /* NOLINT(bugprone-not-null-terminated-result): no text of C */
        ck_assert(!cli_npy_parse_header(copy, k, &array, &big_endian, &problem));
        for (int byte = 0; byte < 256; byte += 5) {
            copy[k] = (char)byte;
            cli_npy_parse_header(copy, size, &array, &big_endian, &problem);
        }
        free(copy);
    }
}

TEST(file_every_version)
{
    const float data[] = {1, 2, 3};

    for (int version = 1; version <= 3; version++) {
        const char *path = make_file(version, "{'descr': '<f4', 'fortran_order': False, 'shape': (3,), }", data,
                                     sizeof data);

        ck_assert_msg(cli_npy_read(path, &array, &problem), "%s", problem.text);
        ck_assert_mem_eq(array.data, data, sizeof data);
        cli_array_clear(&array);
    }
}

TEST(file_big_endian)
{
    static const struct {
        const char *descr;
        unsigned char bytes[16], wanted[16];
        size_t size;
    } rows[] = {
        {">i2", {1, 2}, {2, 1}, 2},
        {">f4", {1, 2, 3, 4}, {4, 3, 2, 1}, 4},
        {">i8", {1, 2, 3, 4, 5, 6, 7, 8}, {8, 7, 6, 5, 4, 3, 2, 1}, 8},
        {">c8", {1, 2, 3, 4, 5, 6, 7, 8}, {4, 3, 2, 1, 8, 7, 6, 5}, 8},
        {">V2", {1, 2}, {2, 1}, 2},
    };

    for (size_t k = 0; k < COUNT(rows); k++) {
        char header[100];

        snprintf(header, sizeof header, "{'descr': '%s', 'fortran_order': False, 'shape': (), }", rows[k].descr);
        ck_assert(cli_npy_read(make_file(1, header, rows[k].bytes, rows[k].size), &array, &problem));
        ck_assert_int_eq(array.ndim, 0);
        ck_assert_mem_eq(array.data, rows[k].wanted, rows[k].size);
        cli_array_clear(&array);
    }
}

static void expect_refusal(const char *path, const char *reason)
{
    ck_assert(!cli_npy_read(path, &array, &problem));
    ck_assert_msg(strstr(problem.text, reason) != NULL, "\"%s\" lacks \"%s\"", problem.text, reason);
    ck_assert_ptr_null(array.data);
}

static const char *raw_file(const void *data, size_t size)
{
    const char *path = cj_test_path("raw.npy");
    FILE *file = fopen(path, "wb");

    fwrite(data, 1, size, file);
    fclose(file);
    return path;
}

TEST(file_refused)
{
    const char *header = "{'descr': '<f4', 'fortran_order': False, 'shape': (3,), }";

    expect_refusal("/nonexistent/x.npy", "No such file");
    expect_refusal(cj_test_directory(), "Is a directory");
    expect_refusal(raw_file("", 0), "not a .npy file");
    expect_refusal(raw_file("1,2,3,4,5,6\n", 12), "not a .npy file");
    expect_refusal(raw_file("PK\3\4 and so on", 14), "npz");
    expect_refusal(raw_file("\x93NUMPY\1\0", 8), "ends too early");
    expect_refusal(raw_file("\x93NUMPY\7\0\1\0{", 11), "version is 7.0");
    expect_refusal(raw_file("\x93NUMPY\2\0\xff\xff\xff\xff{", 13), "claims");
    expect_refusal(raw_file("\x93NUMPY\1\0\x50\0{}", 12), "ends too early");
    expect_refusal(make_file(1, header, "12345678901", 11), "12 bytes of elements, 11 are there");
    expect_refusal(make_file(1, "{'descr': '<f8', 'fortran_order': False, 'shape': (100000000000000000,), }", "", 0),
                   "ends too early");
}

TEST(file_written_and_read_again)
{
    static const cujit_dtype types[] = {CUJIT_BOOL,    CUJIT_INT8,    CUJIT_UINT8,     CUJIT_INT16,     CUJIT_UINT16,
                                        CUJIT_INT32,   CUJIT_UINT32,  CUJIT_INT64,     CUJIT_UINT64,    CUJIT_FLOAT16,
                                        CUJIT_FLOAT32, CUJIT_FLOAT64, CUJIT_COMPLEX64, CUJIT_COMPLEX128};
    static const size_t shapes[][3] = {{0, 0, 0}, {5, 0, 0}, {0, 3, 0}, {2, 3, 4}};
    static const int ndims[] = {0, 1, 2, 3};

    for (size_t k = 0; k < sizeof types / sizeof *types * 8; k++) {
        cli_array again = {0};
        size_t shape = k / 2 % 4;

        ck_assert(cli_array_create(types[k / 8], ndims[shape], shapes[shape], k % 2 == 1, &array, &problem));
        for (size_t at = 0; at < array.bytes; at++)
            array.data[at] = (unsigned char)(7 * at + 1);
        ck_assert_msg(cli_npy_write(cj_test_path("out.npy"), &array, &problem), "%s", problem.text);
        ck_assert_msg(cli_npy_read(cj_test_path("out.npy"), &again, &problem), "%s", problem.text);
        ck_assert_int_eq(again.dtype, array.dtype);
        ck_assert_int_eq(again.ndim, array.ndim);
        ck_assert_int_eq(again.fortran, array.fortran);
        ck_assert_mem_eq(again.shape, array.shape, sizeof array.shape);
        ck_assert_mem_eq(again.data, array.data, array.bytes);
        cli_array_clear(&array);
        cli_array_clear(&again);
    }
}

TEST(file_written_as_numpy_does)
{
    static const char wanted[] = "\x93NUMPY\1\0\x76\0{'descr': '<f4', 'fortran_order': False, 'shape': (2,), }";
    const size_t shape[] = {2};
    char bytes[200];
    FILE *file = NULL;

    ck_assert(cli_array_create(CUJIT_FLOAT32, 1, shape, false, &array, &problem));
    ck_assert(cli_npy_write(cj_test_path("two.npy"), &array, &problem));
    file = fopen(cj_test_path("two.npy"), "rb");
    ck_assert_uint_eq(fread(bytes, 1, sizeof bytes, file), 128 + 8);
    fclose(file);
    ck_assert_mem_eq(bytes, wanted, sizeof wanted - 1);
    ck_assert_int_eq(bytes[127], '\n');
}

TEST(file_not_writable)
{
    const size_t shape[] = {2};

    ck_assert(cli_array_create(CUJIT_FLOAT32, 1, shape, false, &array, &problem));
    ck_assert(!cli_npy_write("/nonexistent/x.npy", &array, &problem));
    ck_assert_str_eq(problem.text, "cannot write /nonexistent/x.npy: No such file or directory");
    ck_assert(!cli_npy_write("/dev/full", &array, &problem));
    ck_assert_str_eq(problem.text, "cannot write /dev/full: No space left on device");
}

/* (2, 3) elements of two components, as C and as Fortran lay them out. */
TEST(array_joined_and_split)
{
    const size_t shape[] = {2, 3, 2};

    for (int fortran = 0; fortran < 2; fortran++) {
        float before[12], first[2];

        ck_assert(cli_array_create(CUJIT_FLOAT32, 3, shape, fortran, &array, &problem));
        for (int k = 0; k < 12; k++)
            ((float *)array.data)[k] = (float)k;
        memcpy(before, array.data, sizeof before);
        ck_assert(cli_array_join(&array, CUJIT_FLOAT2, &problem));
        ck_assert_int_eq(array.ndim, 2);
        ck_assert_uint_eq(array.size, 6);
        memcpy(first, array.data, sizeof first);
        ck_assert(first[0] == 0 && first[1] == (fortran ? 6.0F : 1.0F));
        ck_assert(cli_array_split(&array, &problem));
        ck_assert_int_eq(array.ndim, 3);
        ck_assert_int_eq(array.fortran, fortran);
        ck_assert_mem_eq(array.data, before, sizeof before);
        ck_assert(!cli_array_join(&array, CUJIT_FLOAT3, &problem));
        ck_assert(!cli_array_join(&array, CUJIT_DOUBLE2, &problem));
        cli_array_clear(&array);
    }
}
