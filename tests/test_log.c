/*
 * test_log.c: what a context tells its program besides results and errors: what of, how loud, and when nothing.
 */
#include "tests/kernels.h"

#include <stdio.h>
#include <string.h>

enum { ROOM = 32 };

static struct heard {
    size_t count;
    struct {
        cujit_log_level level;
        char topic[16], kernel[64], message[2048];
        double ms;
    } of[ROOM];
} heard;

static void listen(void *user, const cujit_log_record *record)
{
    struct heard *list = user;

    ck_assert_uint_lt(list->count, ROOM);
    list->of[list->count].level = record->level;
    list->of[list->count].ms = record->ms;
    snprintf(list->of[list->count].topic, sizeof list->of->topic, "%s", record->topic);
    snprintf(list->of[list->count].kernel, sizeof list->of->kernel, "%s", record->kernel);
    snprintf(list->of[list->count++].message, sizeof list->of->message, "%s", record->message);
}

/* How often something of that level and topic was said with these words. */
static size_t times(cujit_log_level level, const char *topic, const char *words)
{
    size_t found = 0;

    for (size_t k = 0; k < heard.count; k++)
        found += heard.of[k].level == level && strcmp(heard.of[k].topic, topic) == 0 &&
                 strstr(heard.of[k].message, words) != NULL;
    return found;
}

static cujit_context *open_context(const char *directory, cujit_log_level level)
{
    heard.count = 0;
    return context_with(.cache_directory = directory, .log = listen, .log_user = &heard, .log_level = level);
}

static cujit_status make(cujit_context *context, const char *name, const char *preamble, const char *operation)
{
    cujit_elementwise *kernel = NULL;
    cujit_status status = cujit_elementwise_create(
        context,
        &(cujit_elementwise_spec){.arguments = "float *x", .operation = operation, .name = name, .preamble = preamble},
        &kernel, NULL);

    cujit_elementwise_free(kernel);
    return status;
}

TEST(compiles_are_told_with_their_time)
{
    cujit_context *context = open_context("", 0);

    ck_assert_uint_eq(heard.count, 0);
    ck_assert_int_eq(make(context, "first", NULL, "x[i] = 101"), CUJIT_OK);
    ck_assert_uint_eq(heard.count, 1);
    ck_assert_uint_eq(times(CUJIT_LOG_INFO, "compile", "compiled for "), 1);
    ck_assert_str_eq(heard.of[0].kernel, "first");
    ck_assert(heard.of[0].ms > 0);
    ck_assert_int_eq(make(context, "first", NULL, "x[i] = 101"), CUJIT_OK); /* is there already */
    ck_assert_uint_eq(heard.count, 1);
}

TEST(hits_of_the_cache_are_for_debugging)
{
    cujit_context *context;

    for (int round = 0; round < 2; round++) {
        context = open_context(cj_test_directory(), CUJIT_LOG_DEBUG);
        ck_assert_uint_eq(times(CUJIT_LOG_DEBUG, "context", cj_test_directory()), 1);
        ck_assert_int_eq(make(context, "second", NULL, "x[i] = 102"), CUJIT_OK);
        ck_assert_uint_eq(times(CUJIT_LOG_DEBUG, "cache", "found in the kernel cache"), round);
        ck_assert_uint_eq(times(CUJIT_LOG_INFO, "compile", "compiled for "), 1 - round);
        cujit_context_free(context);
    }
    context = open_context(cj_test_directory(), CUJIT_LOG_INFO);
    ck_assert_int_eq(make(context, "second", NULL, "x[i] = 102"), CUJIT_OK);
    ck_assert_uint_eq(heard.count, 0);
}

/* In the next process, which has the object from the cache, as well. */
TEST(what_a_compiler_warns_of_is_told)
{
    for (int round = 0; round < 2; round++) {
        cujit_context *context = open_context(cj_test_directory(), CUJIT_LOG_WARNING);

        ck_assert_int_eq(make(context, "third", "#warning mind the gap", "x[i] = 103"), CUJIT_OK);
        ck_assert_uint_eq(heard.count, 1);
        ck_assert_uint_eq(times(CUJIT_LOG_WARNING, "compile", "mind the gap"), 1);
        cujit_context_free(context);
    }
}

TEST(what_the_library_warns_of_is_told_too)
{
    cujit_context *context = open_context("", CUJIT_LOG_WARNING);

    reduction_with(context, .out_type = "float", .neutral = "0", .reduce = "b", .name = "last");
    ck_assert_uint_eq(heard.count, 1);
    ck_assert_uint_eq(times(CUJIT_LOG_WARNING, "compile", "warning"), 1);
    ck_assert_str_eq(heard.of[0].kernel, "last");
}

TEST(what_does_not_compile_is_told_too)
{
    cujit_context *context = open_context("", CUJIT_LOG_INFO);

    ck_assert_int_eq(make(context, "fourth", NULL, "x[i] = nowhere"), CUJIT_ERROR_COMPILE);
    ck_assert_uint_ge(times(CUJIT_LOG_INFO, "form", "nowhere"), 1);
    ck_assert_uint_ge(times(CUJIT_LOG_INFO, "form", "the form \"plain\" was not built: "), 1);
    ck_assert_uint_eq(times(CUJIT_LOG_INFO, "compile", ""), 0);
}

TEST(forms_of_reductions_have_names_too)
{
    cujit_context *context = open_context("", CUJIT_LOG_INFO);
    const cujit_reduction_spec spec = {SUM_FROM_0, .out_type = "float", .map = "nowhere",
                                       .arguments = "const float *x"};
    cujit_reduction *none = NULL;

    ck_assert_int_eq(cujit_reduction_create(context, &spec, &none, NULL), CUJIT_ERROR_COMPILE);
    ck_assert_uint_ge(times(CUJIT_LOG_INFO, "form", "the form \"flat\" was not built: "), 1);
}

/* Once, however often it comes; and the kernels are made. */
TEST(trouble_of_the_cache_is_a_warning)
{
    cujit_context *context = open_context("/dev/null/cache", CUJIT_LOG_WARNING);

    ck_assert_int_eq(make(context, "fifth", NULL, "x[i] = 105"), CUJIT_OK);
    ck_assert_int_eq(make(context, "sixth", NULL, "x[i] = 106"), CUJIT_OK);
    ck_assert_uint_eq(heard.count, 1);
    ck_assert_uint_eq(times(CUJIT_LOG_WARNING, "cache", "/dev/null"), 1);
}
