/*
 * test_template.c: values, loops, conditions, lines that vanish, wrong templates, and #line directives that keep
 * everybody's line numbers.
 */
#include "libjit/base/alloc.h"
#include "libjit/base/template.h"
#include "tests/support.h"

#include <stdlib.h>
#include <string.h>

typedef struct row {
    const char *label, *text, *expected; /* of wrong templates: the message behind "template " */
} row;

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

static const row rows[] = {
    {"empty", "", ""},
    {"nothing to replace", "int x;\n", "int x;\n"},
    {"one", "a @X@ b", "a value b"},
    {"whole", "@X@", "value"},
    {"side by side", "@X@@X@", "valuevalue"},
    {"value that looks like one", "@AT@ @X@", "@X@ value"},
    {"an at of the text", "a@@b @@X@@ @@@X@", "a@b @X@ @value"},
    {"an at of the text on a line of its own", "@@\n", "@\n"},
    {"number", "@TWO@ @12@", "2 12"},
    {"nothing on a line of its own, but a number", "@NO@\n", "0\n"},
    {"blanks before a line of its own", "  @X@\n  @NONE@\nb", "  value\nb"},
    {"remarks", "@# @X@ why\na\n  @# and so on\nb @# or not\n", "a\nb \n"},
    {"sums", "@TWO + 1@ @TWO - 3@ @TWO - 1 - 1@ @1+TWO*3@ @(1 + TWO) * 3@ @7 / TWO@ @ 1 @", "3 -1 0 7 9 3 1"},
    {"comparisons", "@TWO > 1@@TWO > 2@@TWO < 3@@TWO == 2@@TWO == 1@", "10110"},
    {"logic", "@TWO and NO@@TWO or NO@@not TWO@@not NO@@NO and NO or 1@@not NO and NO@", "010110"},
    {"a text is true where there is any", "@X and not NONE and not SPACE@", "1"},
    {"a list is true where it has items", "@items and not nothing@", "1"},
    {"condition", "@if TWO@\na\n@end@\n@if NO@\nb\n@end@\n", "a\n"},
    {"condition in a line", "a@if TWO@, b@end@@if NO@, c@end@;", "a, b;"},
    {"else", "@if NO@a@else@b@end@@if TWO@c@else@d@end@", "bc"},
    {"elif", "@if NO@a@elif NONE@b@elif TWO@c@elif TWO@d@else@e@end@", "c"},
    {"elif behind what holds", "@if TWO@a@elif TWO@b@else@c@end@", "a"},
    {"conditions inside of conditions", "@if NO@@if TWO@a@else@b@end@c@else@@if NO@d@else@e@end@f@end@", "ef"},
    {"what is left out need not be there", "@if NO@@Y.z@@for y in Y@@y@@end@@include Z@@end@", ""},
    {"loop", "@for x in items@\n  @x.name@ @x@;\n@end@\n", "  a 0;\n  @X@ 1;\n"},
    {"loop in a line", "f(@for x in items@@if x > 0@, @end@@x.name@@end@)", "f(a, @X@)"},
    {"loop over nothing", "a\n@for x in nothing@\n@if 1@\nb\n@end@\n@end@\nc\n", "a\nc\n"},
    {"loop that counts", "@for k in TWO + 1@@k@@end@@for k in 0 - 1@@k@@end@", "012"},
    {"loops inside of loops", "@for x in items@@for k in x.deep@@x.name@@k@ @end@@end@", "a0 a1 "},
    {"the inner name counts", "@for x in 1@@for x in TWO@@x@@end@@x@@end@", "010"},
    {"template in a template", "a\n@include two@\nb\n", "a\n1\n2\nb\n"},
    {"template in a line", "a @include two@; @include nil@", "a 1\n2; "},
    {"template in a loop", "@for x in items@@include name@@end@", "<a><@X@>"},
    {"value that ends in a newline, on a line of its own", "@ENDED@\nb @ENDED@\n", "a\nb a\n\n"},
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

static const row wrong_rows[] = {
    {"unknown", "a\nb @Y@", "\"test\", line 2: nothing is called \"Y\""},
    {"prefix of a name", "@XX@", "\"test\", line 1: nothing is called \"XX\""},
    {"unknown of an item", "@for x in items@\n@x.y@\n@end@", "\"test\", line 2: nothing is called \"y\""},
    {"item of a number", "@for x in TWO@@x.y@@end@", "\"test\", line 1: nothing is called \"y\""},
    {"no name behind the dot", "@for x in items@@x.@@end@", "\"test\", line 1: expected a name or a number"},
    {"outside of the loop", "@for x in TWO@@end@@x@", "\"test\", line 1: nothing is called \"x\""},
    {"single at", "a\na@b\n@X@", "\"test\", line 2: a tag without an '@' behind it; an '@' of the text is written @@"},
    {"at the end", "a@", "\"test\", line 1: a tag without an '@' behind it; an '@' of the text is written @@"},
    {"two names", "@X X@", "\"test\", line 1: did not expect \"X\""},
    {"nothing to add", "@TWO + @", "\"test\", line 1: expected a name or a number"},
    {"open bracket", "@(TWO@", "\"test\", line 1: expected a ')'"},
    {"division by 0", "@TWO / NO@", "\"test\", line 1: division by 0"},
    {"no end of a condition", "a\n@if TWO@\nb\n@X@", "\"test\", line 2: no @end@ follows"},
    {"no end of a loop", "@for x in nothing@\nb\n@X@", "\"test\", line 1: no @end@ follows"},
    {"end of nothing", "a\n@end@\n", "\"test\", line 2: there is no block that it could end"},
    {"else of nothing", "@else@", "\"test\", line 1: there is no block that it could end"},
    {"else of a loop", "@for x in TWO@a\n@else@@end@", "\"test\", line 2: did not expect an else or elif"},
    {"two elses", "@if TWO@@else@@else@@end@", "\"test\", line 1: did not expect an else or elif"},
    {"condition without one", "@if@a@end@", "\"test\", line 1: expected a name or a number"},
    {"loop without a name", "@for in items@@end@", "\"test\", line 1: expected \"for NAME in LIST\""},
    {"loop without a list", "@for x@@end@", "\"test\", line 1: expected \"for NAME in LIST\""},
    {"loop over a text", "@for x in X@@end@", "\"test\", line 1: a text is no list"},
    {"loops too deep",
     "@for a in 1@@for a in 1@@for a in 1@@for a in 1@@for a in 1@@for a in 1@@for a in 1@@for a in 1@@for a in 1@",
     "\"test\", line 1: more than 8 loops"},
    {"no such template", "\n@include three@", "\"test\", line 2: there is no template \"three\""},
    {"template inside of itself", "@include itself@",
     "\"itself\", line 2: too many templates inside each other: \"itself\""},
    {"wrong inside", "\n\n@include wrong@", "\"wrong\", line 2: nothing is called \"Y\""},
    {"block across templates", "@if TWO@\n@include end@\n", "\"end\", line 1: there is no block that it could end"},
};

static cujit_status render(const char *text, cj_text *out, cujit_error *error)
{
    const cj_template_file files[] = {
        {"two", "1\n2\n", 4},         {"nil", "", 0},
        {"name", "<@x.name@>\n", 11}, {"itself", "a\n@include itself@\n", 19},
        {"wrong", "a\n@Y@\n", 6},     {"end", "@end@\n", 6},
        {"test", text, strlen(text)}, {0},
    };

    return cj_template_render(files, "test", values, COUNT(values), "unit.cu", out, error);
}

static char *expand(const char *before, const char *text)
{
    cj_text out = {0};
    char *whole;

    cj_text_append(&out, before);
    ck_assert_msg(render(text, &out, &fault) == CUJIT_OK, "%s: %s", text, fault.message);
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

TEST_EACH(wrong_templates_are_named, COUNT(wrong_rows))
{
    const row *r = &wrong_rows[_i];
    cj_text out = {0};

    ck_assert_int_eq(render(r->text, &out, &fault), CUJIT_ERROR_INVALID_ARGUMENT);
    ck_assert_msg(strncmp(fault.message, "template ", 9) == 0 && strcmp(fault.message + 9, r->expected) == 0, "%s: %s",
                  r->label, fault.message);
    cj_text_clear(&out);
}

TEST(a_template_that_is_not_there)
{
    cj_text out = {0};

    ck_assert_int_eq(cj_template_render(cj_template_files, "poem", NULL, 0, "", &out, &fault),
                     CUJIT_ERROR_INVALID_ARGUMENT);
    ck_assert_str_eq(fault.message, "there is no template \"poem\"");
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
