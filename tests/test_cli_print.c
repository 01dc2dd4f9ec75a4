/*
 * test_cli_print.c: arrays as people see them, and JSON.
 */
#include "support.h"
#include "tools/print.h"
#include "tools/run.h"
#include "tools/values.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What `cli_print_array` says of these elements; the caller frees it. */
static char *printed(cujit_dtype dtype, int ndim, const size_t *shape, bool fortran, const void *data)
{
    cli_array array = {0};
    cli_problem problem = {0};
    char *text = NULL;
    size_t size;
    FILE *file = open_memstream(&text, &size);

    ck_assert(cli_array_create(dtype, ndim, shape, fortran, &array, &problem));
    memcpy(array.data, data, array.bytes);
    cli_print_array(file, "x", &array);
    fclose(file);
    cli_array_clear(&array);
    return text;
}

static void expect(char *text, const char *wanted)
{
    ck_assert_str_eq(text, wanted);
    free(text);
}

TEST(array_printed)
{
    const size_t three[] = {3}, grid[] = {2, 3}, none[] = {0, 3};
    const float plain[] = {1, 2.5F, -0.1F}, whole[] = {1, 2, 30}, wide[] = {1e-9F, 1, 1e9F};
    const float odd[] = {NAN, -INFINITY, 1};
    const int numbers[] = {1, -20, 3, 4, 5, 6};
    const unsigned char flags[] = {1, 0, 1};
    const double both[] = {1, -2, 0.5, 0, 0, 3};
    const unsigned long long most = UINT64_MAX;

    expect(printed(CUJIT_FLOAT32, 1, three, false, plain), "x = float32 (3,)\n[ 1.0  2.5 -0.1]\n");
    expect(printed(CUJIT_FLOAT32, 1, three, false, whole), "x = float32 (3,)\n[ 1.  2. 30.]\n");
    expect(printed(CUJIT_FLOAT32, 1, three, false, wide), "x = float32 (3,)\n[1e-09 1e+00 1e+09]\n");
    expect(printed(CUJIT_FLOAT32, 1, three, false, odd), "x = float32 (3,)\n[ nan -inf   1.]\n");
    expect(printed(CUJIT_BOOL, 1, three, false, flags), "x = bool (3,)\n[ true false  true]\n");
    expect(printed(CUJIT_COMPLEX128, 1, three, false, both), "x = complex128 (3,)\n[1.0-2.0j 0.5+0.0j 0.0+3.0j]\n");
    expect(printed(CUJIT_INT32, 2, grid, false, numbers), "x = int32 (2, 3)\n[[  1 -20   3]\n [  4   5   6]]\n");
    expect(printed(CUJIT_INT32, 2, grid, true, numbers),
           "x = int32 (2, 3), Fortran order\n[[  1   3   5]\n [-20   4   6]]\n");
    expect(printed(CUJIT_UINT64, 0, NULL, false, &most), "x = uint64 ()\n18446744073709551615\n");
    expect(printed(CUJIT_INT32, 2, none, false, ""), "x = int32 (0, 3)\n[]\n");
}

TEST(array_shortened)
{
    const size_t line[] = {2000}, cube[] = {2, 2, 2}, grid[] = {100, 100};
    static int numbers[10000];

    for (int k = 0; k < 10000; k++)
        numbers[k] = k;
    expect(printed(CUJIT_INT32, 1, line, false, numbers), "x = int32 (2000,)\n[   0    1    2 ... 1997 1998 1999]\n");
    expect(printed(CUJIT_INT32, 3, cube, false, numbers),
           "x = int32 (2, 2, 2)\n[[[0 1]\n  [2 3]]\n\n [[4 5]\n  [6 7]]]\n");
    expect(printed(CUJIT_INT32, 2, grid, false, numbers), "x = int32 (100, 100)\n"
                                                          "[[   0    1    2 ...   97   98   99]\n"
                                                          " [ 100  101  102 ...  197  198  199]\n"
                                                          " [ 200  201  202 ...  297  298  299]\n"
                                                          " ...\n"
                                                          " [9700 9701 9702 ... 9797 9798 9799]\n"
                                                          " [9800 9801 9802 ... 9897 9898 9899]\n"
                                                          " [9900 9901 9902 ... 9997 9998 9999]]\n");
}

TEST(json_escapes)
{
    char *text = NULL;
    size_t size;
    cli_json json = {.file = open_memstream(&text, &size)};

    cli_json_begin(&json, NULL, '{');
    cli_json_text(&json, "a\"b", "\\ \n \t \x01 \x7f \xc3\xa4 \xff \xed\xa0\x80 \xf0\x9f\x98\x80 \xc3");
    cli_json_text(&json, "null", NULL);
    cli_json_real(&json, "tenth", 0.1);
    cli_json_real(&json, "nan", NAN);
    cli_json_real(&json, "inf", -INFINITY);
    cli_json_begin(&json, "empty", '[');
    cli_json_end(&json, ']');
    cli_json_end(&json, '}');
    fclose(json.file);
    ck_assert_str_eq(text, "{\n  \"a\\\"b\": \"\\\\ \\n \\t \\u0001 \\u007f \xc3\xa4 \\ufffd \\ufffd\\ufffd\\ufffd "
                           "\xf0\x9f\x98\x80 \\ufffd\",\n  \"null\": null,\n  \"tenth\": 0.1,\n  \"nan\": \"nan\",\n"
                           "  \"inf\": \"-inf\",\n  \"empty\": []\n}\n");
    free(text);
}

TEST(json_array_elements)
{
    const size_t grid[] = {2, 2};
    const float data[] = {1, 0.1F, NAN, 1e30F};
    cli_array array = {0};
    cli_problem problem = {0};
    char *text = NULL;
    size_t size;
    cli_json json = {.file = open_memstream(&text, &size)};

    ck_assert(cli_array_create(CUJIT_FLOAT32, 2, grid, true, &array, &problem));
    memcpy(array.data, data, sizeof data);
    cli_json_elements(&json, NULL, &array);
    fclose(json.file);
    ck_assert_str_eq(text, "[1, \"nan\", 0.1, 1e+30]");
    free(text);
    cli_array_clear(&array);
}

TEST(bytes_printed)
{
    static const struct {
        double bytes;
        const char *text;
    } rows[] = {{0, "0 B"}, {999, "999 B"}, {1000, "1.0 kB"}, {12345, "12 kB"}, {999999, "1.0 MB"}, {4e9, "4.0 GB"}};
    char text[32];

    for (size_t k = 0; k < COUNT(rows); k++)
        ck_assert_str_eq(cli_print_bytes(rows[k].bytes, text, sizeof text), rows[k].text);
}

TEST(range_and_slice_parsed)
{
    static const char *const wrong[] = {"", "1", "1:2:3:4", "a:b", "1:2:0", "1: 2", "1:2x"};
    cujit_range range;
    cujit_slice slice;
    cli_problem problem = {0};

    ck_assert(cli_run_parse_range("9:-1:-2", &range, &problem));
    ck_assert(range.start == 9 && range.stop == -1 && range.step == -2);
    ck_assert(cli_run_parse_range("0:5", &range, &problem) && range.step == 1);
    ck_assert(!cli_run_parse_range("0:", &range, &problem) && !cli_run_parse_range(":5", &range, &problem));
    ck_assert(cli_run_parse_slice("::2", &slice, &problem));
    ck_assert(slice.start == CUJIT_SLICE_END && slice.stop == CUJIT_SLICE_END && slice.step == 2);
    ck_assert(cli_run_parse_slice("-10:", &slice, &problem));
    ck_assert(slice.start == -10 && slice.stop == CUJIT_SLICE_END && slice.step == 1);
    ck_assert(cli_run_parse_slice(":3:", &slice, &problem) && slice.stop == 3 && slice.step == 1);
    for (size_t k = 0; k < COUNT(wrong); k++) {
        ck_assert_msg(!cli_run_parse_range(wrong[k], &range, &problem), "range %s", wrong[k]);
        ck_assert_msg(!cli_run_parse_slice(wrong[k], &slice, &problem), "slice %s", wrong[k]);
    }
    cli_problem_clear(&problem);
}
