/*
 * test_template.c: placeholders, lines that vanish, and #line directives that keep everybody's line numbers.
 */
#include "libjit/base/alloc.h"
#include "libjit/kernel/template.h"
#include "tests/support.h"

#include <stdlib.h>
#include <string.h>

typedef struct row {
    const char *label, *text, *expected;
} row;

static const cj_value values[] = {
    {.name = "X", .text = "value"},
    {.name = "AT", .text = "@X@"},
    {.name = "NONE", .text = NULL},
    {.name = "SPACE", .text = " \t\n"},
    {.name = "OP", .text = "x[i] = 1", .part = "operation", .statements = true},
    {.name = "LINES", .text = "a;\n\nb; \n\n", .part = "operation", .statements = true},
    {.name = "REMARK", .text = "a // why", .part = "loop_prep", .statements = true, .newline = true},
    {.name = "LAST", .text = "a; // why \n ", .part = "operation", .statements = true},
    {.name = "SPLICED", .text = "a; // why \\\r\n not\n", .part = "operation", .statements = true},
    {.name = "EARLIER", .text = "a; // why\nb\n", .part = "operation", .statements = true},
    {.name = "FILE", .text = "#define A 1", .part = "preamble", .newline = true},
    {.name = "EMPTY", .text = " \r\n\f\v", .part = "preamble", .statements = true, .newline = true},
};

static const row rows[] = {
    {"empty", "", ""},
    {"nothing to replace", "int x;\n", "int x;\n"},
    {"one", "a @X@ b", "a value b"},
    {"whole", "@X@", "value"},
    {"side by side", "@X@@X@", "valuevalue"},
    {"value that looks like one", "@AT@ @X@", "@X@ value"},
    {"unknown", "@Y@", "@Y@"},
    {"unknown beside a known one", "@Y@X@", "@Yvalue"},
    {"prefix of a name", "@XX@ @@X@", "@XX@ @value"},
    {"single at", "a@b", "a@b"},
    {"at the end", "a@", "a@"},
    {"two ats", "@@", "@@"},
    {"no value in a line", "a @NONE@ b", "a  b"},
    {"no value on a line of its own", "a\n@NONE@\nb\n", "a\nb\n"},
    {"no value on the first line", "@NONE@\nb\n", "b\n"},
    {"no values on neighbouring lines", "@NONE@\n@NONE@\n@SPACE@\nb\n", "b\n"},
    {"no value on the last line, without an end", "a\n@NONE@", "a\n"},
    {"space that is not the user's", "a @SPACE@ b", "a  \t\n b"},
    {"part", "{\n@OP@\n}\n", "{\n#line 1 \"operation\"\nx[i] = 1;\n#line 5 \"unit.cu\"\n}\n"},
    {"part on the first line", "@OP@\n}\n", "#line 1 \"operation\"\nx[i] = 1;\n#line 4 \"unit.cu\"\n}\n"},
    {"part of lines", "@LINES@\n}\n", "#line 1 \"operation\"\na;\n\nb;;\n#line 6 \"unit.cu\"\n}\n"},
    {"part that ends in a comment", "@REMARK@\n}\n", "#line 1 \"loop_prep\"\na // why\n;\n#line 5 \"unit.cu\"\n}\n"},
    {"part whose last line is a comment", "@LAST@\n", "#line 1 \"operation\"\na; // why\n;\n#line 5 \"unit.cu\"\n"},
    {"part whose last two lines are one comment", "@SPLICED@\n",
     "#line 1 \"operation\"\na; // why \\\r\n not\n;\n#line 6 \"unit.cu\"\n"},
    {"part with a comment before", "@EARLIER@\n", "#line 1 \"operation\"\na; // why\nb;\n#line 5 \"unit.cu\"\n"},
    {"part at file scope", "@FILE@\n}\n", "#line 1 \"preamble\"\n#define A 1\n\n#line 5 \"unit.cu\"\n}\n"},
    {"part without text", "{\n@EMPTY@\n}\n", "{\n}\n"},
    {"part without text in a line", "{ @EMPTY@ }\n", "{  }\n"},
    {"two parts", "@FILE@\n@OP@\n}\n",
     "#line 1 \"preamble\"\n#define A 1\n\n#line 5 \"unit.cu\"\n#line 1 \"operation\"\nx[i] = 1;\n"
     "#line 8 \"unit.cu\"\n}\n"},
};

static char *expand(const char *before, const char *text)
{
    cj_text out = {0};
    char *whole;

    cj_text_append(&out, before);
    cj_template_expand(text, values, COUNT(values), "unit.cu", &out);
    whole = cj_text_take(&out);
    ck_assert_ptr_nonnull(whole);
    return whole;
}

TEST_EACH(expansion_follows_the_table, COUNT(rows))
{
    char *whole = expand("", rows[_i].text);

    ck_assert_msg(strcmp(whole, rows[_i].expected) == 0, "%s: \"%s\"", rows[_i].label, whole);
    cj_free(whole);
}

/* What stands in the text already is not this unit's: its lines do not count. */
TEST(expansion_appends)
{
    char *whole = expand("one\ntwo\n", "@OP@\n}\n");

    ck_assert_str_eq(whole, "one\ntwo\n#line 1 \"operation\"\nx[i] = 1;\n#line 4 \"unit.cu\"\n}\n");
    cj_free(whole);
}

TEST(expansion_without_values)
{
    cj_text out = {0};
    char *whole;

    cj_template_expand("a @X@\n", NULL, 0, "unit.cu", &out);
    whole = cj_text_take(&out);
    ck_assert_str_eq(whole, "a @X@\n");
    cj_free(whole);
}

/* Whatever the parts look like, "#line N" stands on line N - 1. */
TEST(line_directives_tell_the_truth)
{
    char *whole = expand("", "x\n@FILE@\ny\n@LINES@\n@REMARK@\n@NONE@\n@OP@\n}\n");
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
    ck_assert_int_eq(seen, 4);
    cj_free(whole);
}
