/*
 * test_status.c: status codes, errors and their excerpts, and the allocator that can fail.
 */
#include "support.h"

#include "libjit/base/alloc.h"
#include "libjit/base/object.h"
#include "libjit/base/status.h"

#include <stdbool.h>
#include <string.h>

TEST(status_names_are_their_spelling)
{
    ck_assert_str_eq(cujit_status_name(CUJIT_OK), "CUJIT_OK");
    ck_assert_str_eq(cujit_status_name(CUJIT_ERROR_SIGNATURE), "CUJIT_ERROR_SIGNATURE");
    ck_assert_str_eq(cujit_status_name((cujit_status)999), "CUJIT_ERROR_UNKNOWN");
    ck_assert_str_eq(cujit_status_text(CUJIT_ERROR_SNIPPET), "error in a code snippet");
    ck_assert_str_eq(cujit_status_text((cujit_status)-1), "unknown error");
}

TEST(error_set_formats_and_clears)
{
    ck_assert_int_eq(cj_error_set(&fault, CUJIT_ERROR_IO, "cannot open %s: %d", "x", 2), CUJIT_ERROR_IO);
    ck_assert_str_eq(fault.message, "cannot open x: 2");
    cj_error_attach(&fault, "log", "source");
    ck_assert_str_eq(fault.log, "log");
    ck_assert_str_eq(fault.source, "source");
    /* The values may be the error's own. */
    cj_error_set(&fault, CUJIT_ERROR_LOAD, "outer: %s (%s)", fault.message, fault.log);
    ck_assert_str_eq(fault.message, "outer: cannot open x: 2 (log)");
    ck_assert_ptr_null(fault.log);
    cj_error_vendor(&fault, CUJIT_ERROR_DEVICE, "cuda", 700, "launch: %s", "gone");
    ck_assert_str_eq(fault.vendor, "cuda");
    ck_assert_int_eq(fault.vendor_code, 700);
    cj_error_no_memory(&fault, "a test");
    ck_assert_int_eq(fault.status, CUJIT_ERROR_OUT_OF_MEMORY);
    ck_assert_ptr_null(fault.vendor);
    cujit_error_clear(&fault);
    ck_assert_int_eq(fault.status, CUJIT_OK);
    ck_assert_str_eq(fault.message, "");
    cujit_error_clear(&fault);
    cujit_error_clear(NULL);
    ck_assert_int_eq(cj_error_set(NULL, CUJIT_ERROR_IO, "x"), CUJIT_ERROR_IO);
    cj_error_place(NULL, "operation", "x", 1, 1);
    cj_error_attach(NULL, "x", "y");
}

TEST(error_message_is_cut_at_a_character)
{
    char text[1200];
    size_t i, length;

    for (i = 0; i + 2 < sizeof text; i += 2)
        memcpy(text + i, "\xC3\xA4", 3);
    cj_error_set(&fault, CUJIT_ERROR_IO, "%s", text);
    length = strlen(fault.message);
    ck_assert_uint_lt(length, sizeof fault.message);
    ck_assert_uint_ge(length, sizeof fault.message - 4);
    ck_assert_str_eq(fault.message + length - 3, "...");
    ck_assert_int_eq((unsigned char)fault.message[length - 4], 0xA4);
    cj_error_set(&fault, CUJIT_ERROR_IO, "x%s", text);
    length = strlen(fault.message);
    ck_assert_int_eq((unsigned char)fault.message[length - 4], 0xA4);
    cj_error_set(&fault, CUJIT_ERROR_IO, "a\nb\x1B[0mc");
    ck_assert_str_eq(fault.message, "a b?[0mc");
}

static const struct {
    const char *label, *text;
    int line, column;
    const char *excerpt;
} excerpts[] = {
    {"first line", "z[i] = a*y[i]", 1, 10, "    z[i] = a*y[i]\n             ^\n"},
    {"second line", "a;\n\tb c;\nd", 2, 4, "     b c;\n       ^\n"},
    {"carriage return", "a;\r\nb;\r\n", 2, 3, "    b;\n      ^\n"},
    {"characters", "\xC3\xA4\xC3\xB6 x", 1, 4, "    \xC3\xA4\xC3\xB6 x\n       ^\n"},
    {"past the end of the line", "ab\ncd", 1, 50, "    ab\n      ^\n"},
    {"past the end of the text", "ab\ncd", 9, 1, "    cd\n    ^\n"},
    {"empty text", "", 1, 1, "    \n    ^\n"},
    {"control character", "a\x01z", 1, 3, "    a?z\n      ^\n"},
};

TEST_EACH(error_excerpt_shows_the_place, COUNT(excerpts))
{
    cj_error_set(&fault, CUJIT_ERROR_SNIPPET, "x");
    cj_error_place(&fault, "operation", excerpts[_i].text, excerpts[_i].line, excerpts[_i].column);
    ck_assert_msg(strcmp(fault.excerpt, excerpts[_i].excerpt) == 0, "%s: got\n%s", excerpts[_i].label, fault.excerpt);
    ck_assert_int_eq(fault.line, excerpts[_i].line);
}

TEST(error_excerpt_of_a_long_line_is_a_window)
{
    char text[1001];
    size_t i;
    int column;

    for (i = 0; i < 1000; i++)
        text[i] = (char)('a' + i % 26);
    text[1000] = '\0';
    for (column = 1; column <= 1001; column += 100) {
        const char *end, *caret;

        cj_error_set(&fault, CUJIT_ERROR_SNIPPET, "x");
        cj_error_place(&fault, "operation", text, 1, column);
        end = strchr(fault.excerpt, '\n');
        caret = strchr(end, '^');
        ck_assert_int_le(end - fault.excerpt, 4 + 100 + 6);
        if (column <= 1000)
            ck_assert_int_eq(fault.excerpt[caret - end - 1], text[column - 1]);
    }
}

static void expect_text(const char *expected)
{
    char *text = cujit_error_format(&fault);

    ck_assert_str_eq(text, expected);
    cujit_free(text);
}

TEST(error_format_shows_everything)
{
    ck_assert_ptr_null(cujit_error_format(NULL));
    ck_assert_ptr_null(cujit_error_format(&fault));
    cj_error_set(&fault, CUJIT_ERROR_SNIPPET, "unknown name 'y'");
    expect_text("unknown name 'y'\n");
    cj_error_place(&fault, "operation", "a*y", 1, 3);
    expect_text("operation:1:3: unknown name 'y'\n    a*y\n      ^\n");
    cj_error_place(&fault, "operation", NULL, 0, 0);
    expect_text("operation: unknown name 'y'\n");
    cujit_error_clear(&fault);
    fault.status = CUJIT_ERROR_IO;
    expect_text("input or output failed\n");
}

TEST(error_move_leaves_nothing_behind)
{
    cujit_error from = {0}, to = {0};

    cj_error_set(&from, CUJIT_ERROR_LOAD, "x");
    cj_error_attach(&from, "log", NULL);
    ck_assert_int_eq(cj_error_move(&to, &from), CUJIT_ERROR_LOAD);
    ck_assert_int_eq(from.status, CUJIT_OK);
    ck_assert_ptr_null(from.log);
    ck_assert_str_eq(to.log, "log");
    ck_assert_int_eq(cj_error_move(NULL, &to), CUJIT_ERROR_LOAD);
    ck_assert_ptr_null(to.log);
}

TEST(alloc_fails_when_told)
{
    char *text;
    void *a;

    cj_alloc_fail_at(0);
    cj_free(cj_malloc(0));
    cj_free(cj_calloc(0, 8));
    ck_assert_uint_eq(cj_alloc_fail_at(2), 2);
    a = cj_malloc(1);
    ck_assert_ptr_nonnull(a);
    ck_assert_ptr_null(cj_malloc(1));
    ck_assert_ptr_null(cj_realloc(a, 100));
    ck_assert_ptr_null(cj_strdup("x"));
    ck_assert_ptr_null(cj_strdup(NULL));
    ck_assert_uint_eq(cj_alloc_fail_at(1), 4);
    cj_error_set(&fault, CUJIT_ERROR_SNIPPET, "message");
    cj_error_place(&fault, "operation", "text", 1, 1);
    cj_error_attach(&fault, "log", "source");
    ck_assert_ptr_null(cujit_error_format(&fault));
    cj_alloc_fail_at(0);
    ck_assert_ptr_null(fault.excerpt);
    ck_assert_ptr_null(fault.log);
    ck_assert_int_eq(fault.line, 1);
    text = cj_strndup("abc", 2);
    ck_assert_str_eq(text, "ab");
    cj_free(text);
    cj_free(a);
    cj_free(NULL);
}

TEST(object_clear_frees_all)
{
    cj_object object = {.kind = CJ_OBJECT_PTX, .data = cj_malloc(4), .size = 4, .log = cj_strdup("x")};

    ck_assert_str_eq(cj_object_kind_name(object.kind), "ptx");
    ck_assert_str_eq(cj_object_kind_name(CJ_OBJECT_CUBIN), "cubin");
    ck_assert_str_eq(cj_object_kind_name(CJ_OBJECT_SHARED), "shared object");
    cj_object_clear(&object);
    ck_assert_ptr_null(object.data);
    ck_assert_int_eq(object.kind, CJ_OBJECT_NONE);
    cj_object_clear(NULL);
}
