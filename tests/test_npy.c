/*
 * test_npy.c: .npy files: every format version, dtype, byte order and layout that is read, what is written, pieces, and
 * files that lie.
 */
#include "tests/kernels.h"

#include <stdio.h>

CONTEXT_FOR_EACH_CASE

#define EIGHT "1,1,1,1,1,1,1,1,"

/* ---- Files in memory --------------------------------------------------------------------------------------------- */

typedef struct bytes {
    unsigned char *data;
    size_t size;
} bytes;

/* Exactly as long as it is, so that a sanitizer sees what is read too far. */
static bytes bytes_of(const void *data, size_t size)
{
    bytes copy = {cj_test_keep(must_malloc(size > 0 ? size : 1), free), size};

    if (size > 0)
        memcpy(copy.data, data, size);
    return copy;
}

/* Of the version with this header (padded, as NumPy does) and these elements. */
static bytes make_file(int version, const char *header, const void *data, size_t size)
{
    size_t length = strlen(header) + 1, start = version == 1 ? 10 : 12;
    bytes file = bytes_of("", 0);

    file.data = cj_test_keep(must_malloc(start + length + size), free);
    file.size = start + length + size;
    memcpy(file.data, "\x93NUMPY", 6);
    memcpy(file.data + 6,
           (unsigned char[]){(unsigned char)version, 0, (unsigned char)length, (unsigned char)(length >> 8), 0, 0},
           start - 6);
    memcpy(file.data + start, header, length - 1);
    file.data[start + length - 1] = '\n';
    if (size > 0)
        memcpy(file.data + start + length, data, size);
    return file;
}

static const char *path_of(bytes file)
{
    const char *path = cj_test_path("made.npy");
    FILE *out = fopen(path, "wb");

    ck_assert_ptr_nonnull(out);
    ck_assert_uint_eq(fwrite(file.data, 1, file.size, out), file.size);
    ck_assert_int_eq(fclose(out), 0);
    return path;
}

static cujit_npy_reader *reader_of(bytes file)
{
    cujit_npy_reader *reader = NULL;

    must(cujit_npy_reader_open_memory(file.data, file.size, &reader, &fault));
    return reader;
}

static void free_array(void *array)
{
    (cujit_array_free)(array);
}

static cujit_array *load(bytes file)
{
    cujit_array *array = NULL;

    must(cujit_npy_load_memory(context, file.data, file.size, &array, &fault));
    return cj_test_keep(array, free_array);
}

/* ---- Headers ----------------------------------------------------------------------------------------------------- */

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
    {"{'descr': '<V1', 'fortran_order': False, 'shape': (2,), }", CUJIT_FLOAT8_E4M3, false, false, 1, 2, 2},
    {"{'descr': '<f1', 'fortran_order': False, 'shape': (2,), }", CUJIT_FLOAT8_E5M2, false, false, 1, 2, 2},
    {"{'descr': '<u4', 'fortran_order': False, 'shape': (9223372036854775807, 0), }", CUJIT_UINT32, false, false, 2, 0,
     0},
};

TEST_EACH(header_accepted, COUNT(good_headers))
{
    unsigned char *elements = memory_of(good_headers[_i].bytes + 1);
    cujit_npy_reader *reader = reader_of(make_file(1, good_headers[_i].text, elements, good_headers[_i].bytes));
    cujit_npy_info info;

    cujit_npy_reader_get_info(reader, &info);
    ck_assert_int_eq(info.dtype, good_headers[_i].dtype);
    ck_assert_int_eq(info.big_endian, good_headers[_i].big_endian);
    ck_assert_int_eq(info.fortran_order, good_headers[_i].fortran);
    ck_assert_int_eq(info.ndim, good_headers[_i].ndim);
    ck_assert_uint_eq(info.size, good_headers[_i].size);
    ck_assert_uint_eq(info.bytes, good_headers[_i].bytes);
    cujit_npy_reader_free(reader);
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
    {"{'descr': '<f4', 'fortran_order': False, 'shape': (" EIGHT EIGHT EIGHT EIGHT EIGHT EIGHT EIGHT EIGHT "1)}",
     "more than the 64 axes"},
    {"{'descr': [('a', '<f4'), ('b', '<i4')], 'fortran_order': False, 'shape': (3,)}", "dtype is structured"},
    {"{'descr': ('<f4', (2,)), 'fortran_order': False, 'shape': (3,)}", "dtype is structured"},
    {"{'descr': '|O', 'fortran_order': False, 'shape': (3,)}", "Python objects"},
    {"{'descr': '<U5', 'fortran_order': False, 'shape': (3,)}", "text"},
    {"{'descr': '<M8[ns]', 'fortran_order': False, 'shape': (3,)}", "dates"},
    {"{'descr': '|V8', 'fortran_order': False, 'shape': (3,)}", "raw bytes"},
    {"{'descr': '<f16', 'fortran_order': False, 'shape': (3,)}", "long doubles"},
    {"{'descr': '<i3', 'fortran_order': False, 'shape': (3,)}", "does not know"},
    {"{'descr': '', 'fortran_order': False, 'shape': (3,)}", "does not know"},
    {"{'descr': '<f\x1b\xff"
     "8', 'fortran_order': False, 'shape': (3,)}",
     "'<f??8'"},
    {"{'descr': '<f4', 'fortran_order': False, 'shape': (3,)} x", "nothing more"},
    {"{'descr': '<f4', 'fortran_order': False 'shape': (3,)}", "',' or '}'"},
    {"{'descr' '<f4'}", "':'"},
    {"{'descr: '<f4'}", "':'"},
    {"{'de\\x73cr': '<f4'}", "a key"},
    {"{{{{{{{{{{{{", "a key"},
};

TEST_EACH(header_refused, COUNT(bad_headers))
{
    cujit_npy_reader *reader = NULL;
    bytes file = make_file(1, bad_headers[_i].text, "", 0);
    cujit_status status = cujit_npy_reader_open_memory(file.data, file.size, &reader, &fault);

    ck_assert_msg(status == CUJIT_ERROR_IO || status == CUJIT_ERROR_UNSUPPORTED, "%s", bad_headers[_i].text);
    ck_assert_msg(strstr(fault.message, bad_headers[_i].reason) != NULL, "%s: \"%s\" lacks \"%s\"",
                  bad_headers[_i].text, fault.message, bad_headers[_i].reason);
    ck_assert_ptr_null(reader);
}

/* Every prefix, and every single byte replaced: an error or a success, never more than that. */
TEST(file_broken_anywhere)
{
    bytes whole = make_file(1, "{'descr': '<f4', 'fortran_order': False, 'shape': (3, 1), }", "123456789012", 12);

    for (size_t k = 0; k < whole.size; k++) {
        cujit_npy_reader *reader = NULL;
        cujit_array *array = NULL;
        bytes copy = bytes_of(whole.data, k);

        ck_assert_int_ne(cujit_npy_reader_open_memory(copy.data, k, &reader, NULL), CUJIT_OK);
        copy = bytes_of(whole.data, whole.size);
        for (int byte = 0; byte < 256; byte += 5) {
            copy.data[k] = (unsigned char)byte;
            if (cujit_npy_load_memory(context, copy.data, copy.size, &array, NULL) == CUJIT_OK)
                cujit_array_free(array);
        }
    }
}

/* ---- Whole files ------------------------------------------------------------------------------------------------- */

TEST(file_every_version)
{
    const float data[] = {1, 2, 3};

    for (int version = 1; version <= 3; version++) {
        bytes file = make_file(version, "{'descr': '<f4', 'fortran_order': False, 'shape': (3,), }", data, sizeof data);
        cujit_array *array = NULL;

        expect_elements(load(file), float, 1, 2, 3);
        must(cujit_npy_load(context, path_of(file), &array, &fault));
        expect_elements(array, float, 1, 2, 3);
        cujit_array_free(array);
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
        {"|b1", {0x80}, {1}, 1},
    };

    for (int k = 0; k < COUNT(rows); k++) {
        char header[100];
        cujit_array *array = NULL;

        snprintf(header, sizeof header, "{'descr': '%s', 'fortran_order': False, 'shape': (), }", rows[k].descr);
        array = load(make_file(1, header, rows[k].bytes, rows[k].size));
        ck_assert_int_eq(cujit_array_ndim(array), 0);
        ck_assert_mem_eq(elements_of(array), rows[k].wanted, rows[k].size);
    }
}

static void expect_refusal(const char *path, cujit_status status, const char *reason)
{
    cujit_array *array = NULL;

    refuse(cujit_npy_load(context, path, &array, &fault), status, "cannot read", path, reason);
    ck_assert_ptr_null(array);
}

static const char *raw_file(const char *data, size_t size)
{
    return path_of(bytes_of(data, size));
}

TEST(file_refused)
{
    const char *header = "{'descr': '<f4', 'fortran_order': False, 'shape': (3,), }";

    expect_refusal("/nonexistent/x.npy", CUJIT_ERROR_IO, "No such file");
    expect_refusal(cj_test_directory(), CUJIT_ERROR_IO, "Is a directory");
    expect_refusal(raw_file("", 0), CUJIT_ERROR_IO, "not a .npy file");
    expect_refusal(raw_file("1,2,3,4,5,6\n", 12), CUJIT_ERROR_IO, "not a .npy file");
    expect_refusal(raw_file("PK\3\4 and so on", 14), CUJIT_ERROR_IO, "npz");
    expect_refusal(raw_file("\x93NUMPY\1\0", 8), CUJIT_ERROR_IO, "ends too early");
    expect_refusal(raw_file("\x93NUMPY\7\0\1\0{", 11), CUJIT_ERROR_UNSUPPORTED, "version is 7.0");
    expect_refusal(raw_file("\x93NUMPY\2\0\xff\xff\xff\xff{", 13), CUJIT_ERROR_IO, "claims");
    expect_refusal(raw_file("\x93NUMPY\1\0\x50\0{}", 12), CUJIT_ERROR_IO, "ends too early");
    expect_refusal(path_of(make_file(1, header, "12345678901", 11)), CUJIT_ERROR_IO,
                   "12 bytes of elements, 11 are there");
    expect_refusal(
        path_of(make_file(1, "{'descr': '<f8', 'fortran_order': False, 'shape': (100000000000000000,), }", "", 0)),
        CUJIT_ERROR_IO, "ends too early");
    expect_refusal(
        path_of(make_file(1, "{'descr': '<f4', 'fortran_order': False, 'shape': (" EIGHT EIGHT EIGHT EIGHT "1)}",
                          "1234", 4)),
        CUJIT_ERROR_INVALID_ARGUMENT, "33 axes");
    expect_refusal(path_of(make_file(1, "{'descr': '|O', 'fortran_order': False, 'shape': (1,)}", "12345678", 8)),
                   CUJIT_ERROR_UNSUPPORTED, "Python objects");
}

/* Saves and loads; the same elements at the same indices. */
static void check_round_trip(const cujit_array *array)
{
    cujit_array *again = NULL;
    char *before = NULL, *after = NULL;
    const cujit_print_options all = {.threshold = SIZE_MAX, .repr = 1};
    void *data = NULL;
    size_t size = 0;

    must(cujit_npy_save(array, cj_test_path("out.npy"), &fault));
    must(cujit_npy_load(context, cj_test_path("out.npy"), &again, &fault));
    must(cujit_array_format(array, &all, &before, &fault));
    must(cujit_array_format(again, &all, &after, &fault));
    ck_assert_str_eq(before, after);
    cujit_free(after);
    cujit_array_free(again);
    must(cujit_npy_save_memory(array, &data, &size, &fault));
    must(cujit_npy_load_memory(context, data, size, &again, &fault));
    must(cujit_array_format(again, &all, &after, &fault));
    ck_assert_str_eq(before, after);
    cujit_array_free(again);
    cujit_free(data);
    cujit_free(before);
    cujit_free(after);
}

TEST(file_written_and_read_again)
{
    static const size_t shapes[][3] = {{0, 0, 0}, {5, 0, 0}, {0, 3, 0}, {2, 3, 4}};

    for (int dtype = CUJIT_BOOL; dtype <= CUJIT_FLOAT8_E5M2; dtype++) {
        if (dtype > CUJIT_COMPLEX128 && dtype < CUJIT_FLOAT8_E4M3)
            continue; /* CUDA's vectors */
        ptrdiff_t item = (ptrdiff_t)cujit_dtype_size((cujit_dtype)dtype);
        unsigned char *data = memory_of((size_t)item * 64 * 8);
        cujit_array *memory;

        for (int k = 0; k < (int)item * 64 * 8; k++)
            data[k] = (unsigned char)(dtype == CUJIT_BOOL ? k % 3 == 0 : 7 * k + 1);
        memory = upload(context, (cujit_dtype)dtype, 512, data);
        for (int ndim = 0; ndim < COUNT(shapes); ndim++) {
            /* In C order, in Fortran's, backwards with gaps, every row the same. */
            const ptrdiff_t strides[][3] = {
                {ndim == 1   ? item
                 : ndim == 2 ? 3 * item
                             : 12 * item,
                 ndim == 2 ? item : 4 * item, item},
                {item, 2 * item, 6 * item},
                {-100 * item, 24 * item, -2 * item},
                {0, item, 3 * item},
            };

            for (int k = 0; k < COUNT(strides); k++)
                check_round_trip(view_at(context, (cujit_dtype)dtype, ndim, shapes[ndim], strides[k],
                                         (char *)cujit_array_data(memory) + (k == 2 ? 410 * item : 0)));
        }
    }
}

TEST(file_order_is_that_of_the_memory)
{
    const size_t shape[] = {2, 3};
    const ptrdiff_t fortran[] = {2, 4};
    const short data[] = {1, 2, 3, 4, 5, 6};
    cujit_array *array = strided(context, CUJIT_INT16, 2, shape, fortran), *again = NULL;

    must(cujit_array_fill_from_host(array, data, sizeof data, &fault));
    must(cujit_npy_save(array, cj_test_path("fortran.npy"), &fault));
    must(cujit_npy_load(context, cj_test_path("fortran.npy"), &again, &fault));
    ck_assert_mem_eq(cujit_array_strides(again), fortran, sizeof fortran);
    expect_elements(again, short, 1, 2, 3, 4, 5, 6);
    cujit_array_free(again);
}

TEST(file_written_as_numpy_does)
{
    static const char wanted[] = "\x93NUMPY\1\0\x76\0{'descr': '<f4', 'fortran_order': False, 'shape': (2,), }";
    const float elements[] = {1, 2};
    void *data = NULL;
    size_t size = 0;

    must(cujit_npy_save_memory(upload(context, CUJIT_FLOAT32, 2, elements), &data, &size, &fault));
    ck_assert_uint_eq(size, 128 + 8);
    ck_assert_mem_eq(data, wanted, sizeof wanted - 1);
    ck_assert_int_eq(((char *)data)[127], '\n');
    ck_assert_mem_eq((char *)data + 128, elements, sizeof elements);
    cujit_free(data);
}

TEST(vectors_are_saved_by_component)
{
    const float data[] = {1, 2, 3, 4, 5, 6};
    cujit_array *again = NULL;

    must(cujit_npy_save(upload(context, CUJIT_FLOAT3, 2, data), cj_test_path("vectors.npy"), &fault));
    must(cujit_npy_load(context, cj_test_path("vectors.npy"), &again, &fault));
    ck_assert_int_eq(cujit_array_dtype(again), CUJIT_FLOAT32);
    ck_assert_int_eq(cujit_array_ndim(again), 2);
    ck_assert_uint_eq(cujit_array_shape(again)[1], 3);
    expect_elements(again, float, 1, 2, 3, 4, 5, 6);
    cujit_array_free(again);
}

TEST(file_not_writable)
{
    const float data[] = {1, 2};
    cujit_array *array = upload(context, CUJIT_FLOAT32, 2, data);
    cujit_dtype pair = register_type(
        context,
        &(cujit_type_spec){.name = "pair", .definition = "struct pair { int a, b; };", .size = 8, .alignment = 4});

    refuse(cujit_npy_save(array, "/nonexistent/x.npy", &fault), CUJIT_ERROR_IO,
           "cannot write /nonexistent/x.npy: No such file or directory");
    refuse(cujit_npy_save(array, "/dev/full", &fault), CUJIT_ERROR_IO,
           "cannot write /dev/full: No space left on device");
    refuse(cujit_npy_save(zeros(context, pair, 2), cj_test_path("pair.npy"), &fault), CUJIT_ERROR_UNSUPPORTED, "pair");
    ck_assert_ptr_null(fopen(cj_test_path("pair.npy"), "r"));
}

/* ---- Pieces ------------------------------------------------------------------------------------------------------ */

TEST_EACH(in_pieces, 2)
{
    const size_t shape[] = {_i ? 3 : 7, _i ? 7 : 3};
    int data[21];
    cujit_npy_writer *writer = NULL;
    cujit_npy_reader *reader = NULL;
    size_t seen = 0;

    for (int k = 0; k < 21; k++)
        data[k] = k;
    must(cujit_npy_writer_open(cj_test_path("pieces.npy"), CUJIT_INT32, 2, shape, _i, &writer, &fault));
    for (size_t row = 0; row < 7; row += 3) {
        const size_t some = row < 6 ? 3 : 1, part[] = {_i ? 3 : some, _i ? some : 3};
        const ptrdiff_t strides[] = {_i ? 4 : 12, _i ? 12 : 4};
        cujit_array *rows = strided(context, CUJIT_INT32, 2, part, strides);

        must(cujit_array_fill_from_host(rows, data + 3 * row, 12 * some, &fault));
        must(cujit_npy_writer_next(writer, rows, &fault));
    }
    must(cujit_npy_writer_close(writer, &fault));

    must(cujit_npy_reader_open(cj_test_path("pieces.npy"), &reader, &fault));
    ck_assert_uint_eq(cujit_npy_reader_left(reader), 7);
    while (cujit_npy_reader_left(reader) > 0) {
        cujit_array *rows = NULL;

        must(cujit_npy_reader_next(reader, context, 2, &rows, &fault));
        ck_assert_uint_eq(cujit_array_shape(rows)[_i ? 0 : 1], 3);
        ck_assert_mem_eq(elements_of(rows), data + seen, cujit_array_bytes(rows));
        seen += cujit_array_size(rows);
        cujit_array_free(rows);
    }
    ck_assert_uint_eq(seen, 21);
    refuse(cujit_npy_reader_read(reader, data, 4, &fault), CUJIT_ERROR_ARGUMENT_SIZE, "0 bytes that are left");
    cujit_npy_reader_free(reader);
}

/* What is more than goes through the program's memory at once, in order and out of order. */
TEST(more_than_one_chunk)
{
    const size_t shape[] = {3000, 2000};
    const ptrdiff_t reversed[] = {-8000, 4};
    int *data = must_malloc(sizeof *data * 6000000), *back = must_malloc(sizeof *data * 6000000);
    cujit_array *array, *again = NULL;

    for (int k = 0; k < 6000000; k++)
        data[k] = k;
    array = upload_shape(context, CUJIT_INT32, 2, shape, data);
    must(
        cujit_npy_save(view_at(context, CUJIT_INT32, 2, shape, reversed, (char *)cujit_array_data(array) + 2999 * 8000),
                       cj_test_path("large.npy"), &fault));
    must(cujit_npy_load(context, cj_test_path("large.npy"), &again, &fault));
    download(again, back);
    for (int k = 0; k < 3000; k++)
        expect(memcmp(back + 2000 * k, data + 2000 * (2999 - k), 8000) == 0, "row %d is wrong", k);
    must(cujit_npy_save(again, cj_test_path("large.npy"), &fault));
    cujit_array_free(again);
    must(cujit_npy_load(context, cj_test_path("large.npy"), &again, &fault));
    download(again, data);
    expect(memcmp(back, data, sizeof *data * 6000000) == 0, "the second copy differs");
    cujit_array_free(again);
    free(data);
    free(back);
}

TEST(pieces_that_do_not_fit)
{
    const size_t shape[] = {4, 3}, other[] = {1, 2};
    const double data[12] = {0};
    cujit_npy_writer *writer = NULL;
    cujit_npy_reader *reader = NULL;
    cujit_array *rows = NULL;
    double back[12];

    must(cujit_npy_writer_open(cj_test_path("wrong.npy"), CUJIT_FLOAT64, 2, shape, 0, &writer, &fault));
    refuse(cujit_npy_writer_next(writer, zeros_shape(context, CUJIT_FLOAT64, 2, other), &fault),
           CUJIT_ERROR_ARGUMENT_SIZE, "(1, 2)", "(4, 3)");
    refuse(cujit_npy_writer_next(writer, zeros(context, CUJIT_FLOAT64, 3), &fault), CUJIT_ERROR_ARGUMENT_SIZE, "(3,)");
    refuse(cujit_npy_writer_next(writer, zeros_shape(context, CUJIT_FLOAT32, 2, shape), &fault),
           CUJIT_ERROR_ARGUMENT_TYPE, "float32", "float64");
    refuse(cujit_npy_writer_write(writer, data, 7, &fault), CUJIT_ERROR_ARGUMENT_SIZE, "7");
    must(cujit_npy_writer_write(writer, data, 24, &fault));
    refuse(cujit_npy_writer_next(writer, zeros_shape(context, CUJIT_FLOAT64, 2, shape), &fault),
           CUJIT_ERROR_ARGUMENT_SIZE, "72 bytes");
    refuse(cujit_npy_writer_close(writer, &fault), CUJIT_ERROR_ARGUMENT_SIZE, "wrong.npy", "72 bytes");
    ck_assert_ptr_null(fopen(cj_test_path("wrong.npy"), "r"));

    reader = reader_of(make_file(1, "{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3), }", data, 48));
    refuse(cujit_npy_reader_read(reader, back, 9, &fault), CUJIT_ERROR_ARGUMENT_SIZE, "9");
    must(cujit_npy_reader_read(reader, back, 8, &fault));
    refuse(cujit_npy_reader_next(reader, context, 1, &rows, &fault), CUJIT_ERROR_UNSUPPORTED, "part of a row");
    cujit_npy_reader_free(reader);
}

TEST(calls_with_nothing)
{
    const size_t shape[] = {1};
    cujit_npy_reader *reader = NULL;
    cujit_npy_writer *writer = NULL;
    cujit_npy_info info = {.ndim = 7};
    cujit_array *array = NULL;

    refuse(cujit_npy_load(NULL, "x", &array, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "cujit_npy_load", "context");
    refuse(cujit_npy_load(context, NULL, &array, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "path");
    refuse(cujit_npy_load(context, "x", NULL, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "array");
    refuse(cujit_npy_save(NULL, "x", &fault), CUJIT_ERROR_INVALID_ARGUMENT, "array");
    refuse(cujit_npy_reader_open_file(NULL, &reader, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "file");
    refuse(cujit_npy_reader_next(NULL, context, 1, &array, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "reader");
    refuse(cujit_npy_writer_open("x", CUJIT_FLOAT32, -1, shape, 0, &writer, &fault), CUJIT_ERROR_INVALID_ARGUMENT,
           "ndim is -1");
    refuse(cujit_npy_writer_open("x", CUJIT_FLOAT32, 1, NULL, 0, &writer, &fault), CUJIT_ERROR_INVALID_ARGUMENT,
           "shape");
    refuse(cujit_npy_writer_open("x", CUJIT_DTYPE_NONE, 1, shape, 0, &writer, &fault), CUJIT_ERROR_UNSUPPORTED,
           "dtype 0");
    refuse(cujit_npy_writer_open("x", CUJIT_FLOAT2, 1, shape, 1, &writer, &fault), CUJIT_ERROR_UNSUPPORTED, "float2");
    must(cujit_npy_writer_close(NULL, &fault));
    cujit_npy_reader_free(NULL);
    cujit_npy_reader_get_info(NULL, &info);
    ck_assert_int_eq(info.ndim, 0);
    ck_assert_uint_eq(cujit_npy_reader_left(NULL), 0);
}
