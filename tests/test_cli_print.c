/*
 * test_cli_print.c: sizes as people see them, and JSON.
 */
#include "support.h"
#include "tools/print.h"
#include "tools/run.h"
#include "tools/values.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
