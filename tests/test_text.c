/*
 * test_text.c: the growing text.
 */
#include "support.h"

#include "libjit/base/alloc.h"
#include "libjit/base/text.h"

#include <string.h>

TEST(text_grows)
{
    cj_text text = {0};
    size_t i;
    char *all;

    for (i = 0; i < 10000; i++)
        cj_text_append(&text, "abc");
    ck_assert_uint_eq(text.length, 30000);
    ck_assert(!text.failed);
    all = cj_text_take(&text);
    ck_assert_uint_eq(strlen(all), 30000);
    ck_assert_ptr_null(text.data);
    cj_free(all);
}

TEST(text_appends_in_every_way)
{
    cj_text text = {0};

    cj_text_append(&text, NULL);
    cj_text_append(&text, "");
    cj_text_append_n(&text, NULL, 0);
    cj_text_printf(&text, "%s", "");
    ck_assert_ptr_null(text.data);
    cj_text_printf(&text, "%d-%s", 42, "x");
    cj_text_append_n(&text, "a\0b", 3);
    ck_assert_uint_eq(text.length, 7);
    ck_assert_int_eq(memcmp(text.data, "42-xa\0b", 8), 0);
    cj_text_clear(&text);
    ck_assert_ptr_null(text.data);
}

TEST(text_printf_takes_long_output)
{
    cj_text text = {0};

    cj_text_append(&text, "x");
    cj_text_printf(&text, "%5000d|", 7);
    ck_assert_uint_eq(text.length, 5002);
    ck_assert_int_eq(text.data[5001], '|');
    cj_text_clear(&text);
}

TEST(text_take_of_nothing_is_an_empty_text)
{
    cj_text text = {0};
    char *all = cj_text_take(&text);

    ck_assert_str_eq(all, "");
    cj_free(all);
}

TEST(text_error_is_sticky)
{
    cj_text text = {0};

    cj_text_append(&text, "abc");
    cj_alloc_fail_at(1);
    cj_text_printf(&text, "%1000d", 1);
    cj_alloc_fail_at(0);
    ck_assert(text.failed);
    cj_text_append(&text, "d");
    ck_assert_str_eq(text.data, "abc");
    ck_assert_ptr_null(cj_text_take(&text));
    ck_assert(!text.failed);
    cj_text_append_n(&text, "x", (size_t)-1 / 2);
    ck_assert(text.failed);
    cj_text_clear(&text);
}
