/*
 * test_include.c: which headers end up in a kernel's cache key.
 */
#include "libjit/alloc.h"
#include "libjit/include.h"
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static char folder[300], option[310];

static void write_file(const char *name, const char *text)
{
    char path[400];
    FILE *file;

    snprintf(path, sizeof path, "%s/%s", folder, name);
    file = fopen(path, "w");
    if (file == NULL)
        abort();
    fputs(text, file);
    fclose(file);
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

/* The digest, "" where no header counts; *complete as the function says. */
static char *digest(const char *source, const char *const *options, bool *complete)
{
    const cj_unit unit = {.name = "k", .source = source, .options = options};
    cj_text text = {0};
    cujit_error error = {0};

    ck_assert_int_eq(cj_include_digest(&unit, &text, complete, &error), CUJIT_OK);
    return cj_text_take(&text);
}

START_TEST(include_changes_with_the_content_of_nested_headers)
{
    const char *const options[] = {option, NULL};
    bool complete;
    char *before = digest("#include \"a.h\"\n", options, &complete), *after, *same;

    ck_assert(complete);
    ck_assert_int_eq(strncmp(before, "includes ", 9), 0);
    same = digest("#include \"a.h\"\n", options, &complete);
    ck_assert_str_eq(before, same);
    write_file("b.h", "#define B 2\n");
    after = digest("  #  include <a.h>\n", options, &complete);
    ck_assert_str_ne(before, after);
    cj_free(before);
    cj_free(same);
    cj_free(after);
}
END_TEST

START_TEST(include_understands_every_spelling_of_the_option)
{
    const char *const spellings[][3] = {{"-I", folder, NULL}, {"--include-path", folder, NULL}, {"-isystem", folder, NULL}};
    char joined[340];
    const char *const one[] = {joined, NULL};
    bool complete;

    for (size_t k = 0; k < sizeof spellings / sizeof *spellings; k++) {
        char *found = digest("#include <b.h>\n", spellings[k], &complete);

        ck_assert_str_ne(found, "");
        cj_free(found);
    }
    snprintf(joined, sizeof joined, "--include-path=%s", folder);
    char *found = digest("#include <b.h>\n", one, &complete);
    ck_assert_str_ne(found, "");
    cj_free(found);
}
END_TEST

START_TEST(include_leaves_the_compilers_headers_to_it)
{
    const char *const options[] = {option, NULL};
    bool complete;
    char *found = digest("#include <cuda_fp16.h>\nfloat include;\n", options, &complete);

    ck_assert(complete);
    ck_assert_str_eq(found, "");
    cj_free(found);
}
END_TEST

START_TEST(include_of_a_macro_is_not_complete)
{
    const char *const options[] = {option, NULL};
    bool complete;

    cj_free(digest("#include \"computed.h\"\n", options, &complete));
    ck_assert(!complete);
    cj_free(digest("#include WHAT\n", options, &complete));
    ck_assert(!complete);
    cj_free(digest("#include \"open\n", options, &complete));
    ck_assert(!complete);
}
END_TEST

START_TEST(include_of_itself_ends)
{
    const char *const options[] = {option, NULL};
    bool complete;
    char *found = digest("#include \"loop.h\"\n", options, &complete);

    ck_assert(complete);
    ck_assert_str_ne(found, "");
    cj_free(found);
}
END_TEST

START_TEST(include_by_an_absolute_path_counts)
{
    char source[400];
    bool complete;
    char *found;

    snprintf(source, sizeof source, "#include \"%s/b.h\"\n", folder);
    found = digest(source, NULL, &complete);
    ck_assert(complete);
    ck_assert_str_ne(found, "");
    cj_free(found);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("include");
    TCase *tcase = tcase_create("digest");

    make_headers();
    tcase_add_test(tcase, include_changes_with_the_content_of_nested_headers);
    tcase_add_test(tcase, include_understands_every_spelling_of_the_option);
    tcase_add_test(tcase, include_leaves_the_compilers_headers_to_it);
    tcase_add_test(tcase, include_of_a_macro_is_not_complete);
    tcase_add_test(tcase, include_of_itself_ends);
    tcase_add_test(tcase, include_by_an_absolute_path_counts);
    suite_add_tcase(suite, tcase);
    return cj_test_main(suite);
}
