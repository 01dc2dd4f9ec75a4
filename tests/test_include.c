/*
 * test_include.c: which headers end up in a kernel's cache key.
 */
#include "libjit/base/alloc.h"
#include "libjit/syntax/include.h"
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[300], option[310];
static const char *const options[] = {option, NULL};
static bool complete; /* what the last digest takes in */

static void write_file(const char *name, const char *text)
{
    char path[60];

    snprintf(path, sizeof path, "headers/%s", name);
    cj_test_file(path, text);
}

static void make_headers(void)
{
    snprintf(folder, sizeof folder, "%s/headers", cj_test_directory());
    mkdir(folder, 0700);
    snprintf(option, sizeof option, "-I%s", folder);
    write_file("a.h", "#include \"b.h\"\n");
    write_file("b.h", "#define B 1\n");
    write_file("computed.h", "#define WHICH \"b.h\"\n#include WHICH\n");
    write_file("loop.h", "#include \"loop.h\"\n");
}

FIXTURE(make_headers, NULL)

/* Not to be freed; "" where no header counts. */
static char *digest_with(const char *const *given, const char *source)
{
    const cj_unit unit = {.name = "k", .source = source, .options = given};
    cj_survey *found = NULL;
    char *text;

    must(cj_survey_take(&found, &unit, NULL, false, &fault));
    complete = found->complete;
    text = cj_test_keep(cj_strdup(found->digest), cj_free);
    cj_survey_free(found);
    return text;
}

TEST(include_changes_with_the_content_of_nested_headers)
{
    const char *before = digest_with(options, "#include \"a.h\"\n");

    ck_assert(complete);
    ck_assert_int_eq(strncmp(before, "includes ", 9), 0);
    ck_assert_str_eq(before, digest_with(options, "#include \"a.h\"\n"));
    write_file("b.h", "#define B 2\n");
    ck_assert_str_ne(before, digest_with(options, "  #  include <a.h>\n"));
}

TEST(include_understands_every_way_to_a_header)
{
    char joined[340], absolute[340];
    const char *const spellings[][3] = {
        {"-I", folder, NULL}, {"--include-path", folder, NULL}, {"-isystem", folder, NULL}, {joined, NULL}};

    snprintf(joined, sizeof joined, "--include-path=%s", folder);
    for (size_t k = 0; k < COUNT(spellings); k++)
        ck_assert_str_ne(digest_with(spellings[k], "#include <b.h>\n"), "");
    snprintf(absolute, sizeof absolute, "#include \"%s/b.h\"\n", folder);
    ck_assert_str_ne(digest_with(NULL, absolute), "");
    ck_assert(complete);
}

/* What cannot be found out, what is the compiler's, and what includes itself. */
/* clang-format off */
static const struct {
    const char *source;
    bool complete, counts;
} other_rows[] = {
    {"#include \"computed.h\"\n", false, true}, {"#include WHAT\n", false, false},
    {"#include \"open\n", false, false}, {"#include <cuda_fp16.h>\nfloat include;\n", true, false},
    {"#include </lost/lost.h>\n", false, false}, {"#if __has_include(\"lost.h\")\n#endif\n", true, false},
    {"#include <cmath>\n#include \"cuda_runtime.h\"\n#include \"math.h\"\n", true, false},
    {"#include \"loop.h\"\n", true, true},
};
/* clang-format on */

TEST_EACH(include_finds_out_what_it_can, COUNT(other_rows))
{
    const char *found = digest_with(options, other_rows[_i].source);

    ck_assert_int_eq(complete, other_rows[_i].complete);
    ck_assert_int_eq(found[0] != '\0', other_rows[_i].counts);
}

/* Between a look at them and the end of a compilation. */
TEST(include_sees_headers_change_come_and_go)
{
    const cj_unit unit = {.source = "#import \"a.h\"\n#if __has_include(<late.h>)\n#endif\n", .options = options};

    for (size_t k = 0; k < 3; k++) {
        cj_survey *found = NULL;

        must(cj_survey_take(&found, &unit, NULL, true, &fault));
        ck_assert(cj_survey_holds(found));
        if (k < 2)
            write_file(k == 0 ? "b.h" : "late.h", "#define B 3\n");
        else
            unlink(cj_test_path("headers/late.h"));
        ck_assert(!cj_survey_holds(found));
        cj_survey_free(found);
    }
}

/* A header in which a later edit must be seen, and how it is included. */
/* clang-format off */
static const struct {
    const char *source, *options[3];
    bool complete;
} spelling_rows[] = {
    {"#include \"here.h\"\n", {NULL}, true}, {"/* c */ #include \"here.h\"\n", {NULL}, true},
    {"/* a\n b */ #include \"here.h\"\n", {NULL}, true}, {"#/**/include/**/\"here.h\"\n", {NULL}, true},
    {"%:include \"here.h\"\n", {NULL}, true}, {"#inc\\\nlude \"here.h\"\n", {NULL}, true},
    {"#include \\\n \"here.h\"\n", {NULL}, true}, {"#import \"here.h\"\n", {NULL}, true},
    {"#include_next \"here.h\"\n", {"-I.", NULL}, true}, {"#if __has_include(\"here.h\")\n#endif\n", {NULL}, true},
    {"#if defined(__has_include) && __has_include(<here.h>)\n#endif\n", {"-I", ".", NULL}, true},
    {"#include <here.h>\n", {"-idirafter", ".", NULL}, true}, {"#include <here.h>\n", {"-include-path=.", NULL}, true},
    {"float x;\n", {"--pre-include=here.h", NULL}, true}, {"float x;\n", {"--pre-include", "here.h", NULL}, true},
    {"float x;\n", {"-include", "here.h", NULL}, true}, {"float x;\n", {"-include=here.h", NULL}, true},
    {"#include \"./here.h\"\n#include \"lost.h\"\n", {NULL}, false},
    {"#include \"here.h\"\n#embed \"here.h\"\n", {NULL}, false}, {"#include \"here.h\"\n'\n", {NULL}, false},
    {"#include \"here.h\"\n?\?=include \"here.h\"\n", {NULL}, false},
};
/* clang-format on */

TEST_EACH(include_sees_edits_however_it_is_spelled, COUNT(spelling_rows))
{
    const char *source = spelling_rows[_i].source, *const *by = spelling_rows[_i].options, *before;

    ck_assert_int_eq(chdir(folder), 0);
    write_file("here.h", "\xEF\xBB\xBF#include \"deeper.h\"\n#if 0\n#error don't /* ' */\n#endif\n");
    write_file("deeper.h", "#define HERE 1\n");
    before = digest_with(by, source);
    ck_assert_int_eq(complete, spelling_rows[_i].complete);
    write_file("deeper.h", "#define HERE 2\n");
    ck_assert_str_ne(before, digest_with(by, source));
}

/* The compiler searches -I before -isystem, whatever their order. */
TEST(include_reads_every_header_of_a_name)
{
    char second[400];
    const char *const both[] = {"-isystem", folder, "-I", second, NULL}, *before;

    snprintf(second, sizeof second, "%s/second", folder);
    mkdir(second, 0700);
    write_file("b.h", "#define B 1\n");
    before = digest_with(both, "#include <b.h>\n");
    write_file("second/b.h", "#define B 2\n");
    ck_assert_str_ne(before, digest_with(both, "#include <b.h>\n"));
    ck_assert(complete);
}

TEST(include_knows_headers_in_memory)
{
    static const cj_header headers[] = {{"deep/a.h", "#include \"b.h\"\n#include \"../top.h\"\n"},
                                        {"deep/b.h", "#include \"./c.h\"\n"},
                                        {"deep/c.h", "#include \"deep/d.h\"\n"},
                                        {"./deep/d.h", "#include <top.h>\n"},
                                        {"top.h", ""}};
    cj_unit unit = {.name = "k", .source = "#include \"deep/a.h\"\n", .headers = headers, .header_count = 5};
    cj_survey *found = NULL;

    must(cj_survey_take(&found, &unit, NULL, false, &fault));
    ck_assert(found->complete && found->digest[0] != '\0');
    unit.source = "#include \"a.h\"\n";
    must(cj_survey_take(&found, &unit, NULL, false, &fault));
    ck_assert(!found->complete);
    cj_survey_free(found);
}

/* As deep as a compiler goes, and far deeper: neither may end the process. */
TEST(include_chains_end)
{
    static const struct {
        int depth;
        bool complete;
    } rows[] = {{100, true}, {5000, false}};

    for (size_t row = 0; row < COUNT(rows); row++) {
        for (int k = 0; k <= rows[row].depth; k++) {
            char name[40], text[60] = "";

            snprintf(name, sizeof name, "chain%d.h", k);
            if (k < rows[row].depth)
                snprintf(text, sizeof text, "#include \"chain%d.h\"\n", k + 1);
            write_file(name, text);
        }
        ck_assert_str_ne(digest_with(options, "#include \"chain0.h\"\n"), "");
        ck_assert_int_eq(complete, rows[row].complete);
    }
}
