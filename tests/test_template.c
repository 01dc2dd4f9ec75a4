/*
 * test_template.c: values, loops, conditions, lines that vanish, #line directives that keep everybody's line numbers, and
 * wrong templates. tests/templates/ has the templates; cases.in becomes cases.cu.
 */
#include "libjit/base/alloc.h"
#include "libjit/base/template.h"
#include "tests/support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const cj_value inner[] = {
    {.name = "name", .text = "a"},
    {.name = "deep", .number = 2},
    {.name = "name", .text = "@X@"},
    {.name = "deep", .number = 0},
};

static const cj_value values[] = {
    {.name = "X", .text = "value"},
    {.name = "AT", .text = "@X@"},
    {.name = "NONE", .text = ""},
    {.name = "SPACE", .text = " \t\n"},
    {.name = "ENDED", .text = "a\n"},
    {.name = "TWO", .number = 2},
    {.name = "NO", .number = 0},
    {.name = "items", .items = inner, .number = 2, .size = 2},
    {.name = "nothing", .items = inner, .number = 0, .size = 2},
    {.name = "OP", .text = "x[i] = 1", .part = "operation", .statements = true},
    {.name = "LINES", .text = "a;\n\nb; \n\n", .part = "operation", .statements = true},
    {.name = "REMARK", .text = "a // why", .part = "loop_prep", .statements = true, .newline = true},
    {.name = "LAST", .text = "a; // why \n ", .part = "operation", .statements = true},
    {.name = "SPLICED", .text = "a; // why \\\r\n not\n", .part = "operation", .statements = true},
    {.name = "EARLIER", .text = "a; // why\nb\n", .part = "operation", .statements = true},
    {.name = "FILE", .text = "#define A 1", .part = "preamble", .newline = true},
    {.name = "EMPTY", .text = " \r\n\f\v", .part = "preamble", .statements = true, .newline = true},
};

static char *expand(const char *before, const char *name)
{
    cj_text out = {0};
    char *whole;

    cj_text_append(&out, before);
    must(cj_template_render(cj_template_files, name, values, COUNT(values), "unit.cu", &out, &fault));
    whole = cj_text_take(&out);
    ck_assert_ptr_nonnull(whole);
    return cj_test_keep(whole, cj_free);
}

TEST(cases_are_as_in_the_file)
{
    cj_test_golden("../templates/cases", expand("", "cases"));
}

/* What stands in the text already is not this unit's: its lines do not count. */
TEST(expansion_appends)
{
    ck_assert_str_eq(expand("one\ntwo\n", "appended"),
                     "one\ntwo\n#line 1 \"operation\"\nx[i] = 1;\n#line 4 \"unit.cu\"\n}\n");
}

/* Whatever the parts look like, "#line N" stands on line N - 1. */
TEST(line_directives_tell_the_truth)
{
    const char *whole = expand("", "cases");
    int line = 1, seen = 0;

    for (const char *at = whole; *at != '\0'; at++) {
        char *end;

        if ((at == whole || at[-1] == '\n') && strncmp(at, "#line ", 6) == 0) {
            long number = strtol(at + 6, &end, 10);

            if (strncmp(end, " \"unit.cu\"\n", 11) == 0) {
                ck_assert_int_eq(number, line + 1);
                seen++;
            }
        }
        line += *at == '\n';
    }
    ck_assert_int_ge(seen, 9);
}

/* ---- Wrong ones -------------------------------------------------------------------------------------------------- */

/* The template, and what is said of it where it is rendered. */
static const char *const refused[][2] = {
    {"poem", "there is no template \"poem\""},
    {"two", "there is no template \"two\""}, /* it is a part of another one */
    {"unknown", "template \"unknown\": \"Y\" is the name of nothing"},
    {"unknown_item", "template \"unknown_item\": \"y\" is the name of nothing"},
    {"item_of_number", "template \"item_of_number\": \"y\" is the name of nothing"},
    {"loop_over_text", "template \"loop_over_text\": \"X\" is a text and no list"},
    {"no_divisor", "template \"no_divisor\": \"0\" is no divisor"},
};

TEST_EACH(what_a_template_asks_for_must_be_there, COUNT(refused))
{
    cj_text out = {0};

    ck_assert_int_eq(
        cj_template_render(cj_template_files, refused[_i][0], values, COUNT(values), "unit.cu", &out, &fault),
        CUJIT_ERROR_INVALID_ARGUMENT);
    ck_assert_str_eq(fault.message, refused[_i][1]);
    cj_text_clear(&out);
}

/* A template, and what tools/embed.c says of it: the line, and what is wrong. */
static const char *const wrong[][2] = {
    {"@for x in items@@x.@@end@", "test.in:1: expected a name or a number"},
    {"a\na@b\n@X@", "test.in:2: a tag without an '@' behind it; an '@' of the text is written @@"},
    {"a@", "test.in:1: a tag without an '@' behind it; an '@' of the text is written @@"},
    {"@X X@", "test.in:1: did not expect \"X\""},
    {"@TWO + @", "test.in:1: expected a name or a number"},
    {"@(TWO@", "test.in:1: expected a ')'"},
    {"a\n@if TWO@\nb\n@X@", "test.in:2: no @end@ follows"},
    {"@for x in nothing@\nb\n@X@", "test.in:1: no @end@ follows"},
    {"a\n@end@\n", "test.in:2: there is no block that it could end"},
    {"@else@", "test.in:1: there is no block that it could end"},
    {"@for x in TWO@a\n@else@@end@", "test.in:2: did not expect an else or elif"},
    {"@if TWO@@else@@else@@end@", "test.in:1: did not expect an else or elif"},
    {"@if@a@end@", "test.in:1: expected a name or a number"},
    {"@for in items@@end@", "test.in:1: expected \"for NAME in LIST\""},
    {"@for x@@end@", "test.in:1: expected \"for NAME in LIST\""},
    {"@for a in 1@@for a in 1@@for a in 1@@for a in 1@@for a in 1@@for a in 1@@for a in 1@@for a in 1@@for a in 1@",
     "test.in:1: more than 8 loops"},
    {"\n@include three@", "test.in:2: there is no template \"three\""},
    {"@if TWO@\n@include part@\n", "part.in:2: there is no block that it could end"},
};

TEST_EACH(wrong_templates_do_not_build, COUNT(wrong))
{
    char *file = cj_test_file("test.in", wrong[_i][0]), command[2048], said[512] = "", expected[512];
    const char *part = cj_test_file("part.in", "a\n@end@\n"), *directory = cj_test_directory();
    FILE *embed;

    snprintf(command, sizeof command, "%s %s/out.c %s/out.h %s %s 2>&1", getenv("CUJIT_TEST_EMBED"), directory,
             directory, file, part);
    snprintf(expected, sizeof expected, "embed: %s/%s\n", directory, wrong[_i][1]);
    embed = popen(command, "r");
    ck_assert(embed != NULL && fgets(said, sizeof said, embed) != NULL);
    ck_assert_int_ne(pclose(embed), 0);
    ck_assert_str_eq(said, expected);
}
