/*
 * test_remote_contexts.c: contexts whose caches have a Redis server behind them, as programs on several machines do.
 */
#include "tests/kernels.h"
#include "tests/redis_support.h"

PREPARE(need_redis())

static int note_layer(void *user, const cujit_cache_layer_stats *layer)
{
    if (strcmp(layer->kind, "redis") == 0)
        *(cujit_cache_layer_stats *)user = *layer;
    return 1;
}

static cujit_origin origin_of(cujit_context *context, const char *operation)
{
    cujit_elementwise *kernel = kernel_of(context, "float *x", operation);
    cujit_array *x = counting(context, 3);
    cujit_report report;

    run_kernel(kernel, CUJIT_ARGS(x));
    cujit_elementwise_get_report(kernel, &report);
    return report.origin;
}

TEST(contexts_of_two_machines_compile_once)
{
    cujit_cache_layer_stats stats = {.kind = ""};
    cujit_context *one, *other;

    setenv("CUJIT_HOST_FLAGS", "-O0", 1);
    start_server("");
    setenv("CUJIT_CACHE_REDIS", url_with(""), 1);
    one = context_with(.device = "host", .cache_directory = cj_test_path("one"));
    ck_assert_int_eq(origin_of(one, "x[i] += 1"), CUJIT_ORIGIN_COMPILER);
    cujit_context_free(one); /* what it has made is written by then */
    other = context_with(.device = "host", .cache_directory = cj_test_path("other"));
    ck_assert_int_eq(origin_of(other, "x[i] += 1"), CUJIT_ORIGIN_TIER);
    cujit_context_list_cache_layers(other, note_layer, &stats);
    ck_assert_uint_eq(stats.hits, 1);
    unsetenv("CUJIT_CACHE_REDIS");
    /* It is kept in the file. */
    ck_assert_int_eq(origin_of(context_with(.device = "host", .cache_directory = cj_test_path("other")), "x[i] += 1"),
                     CUJIT_ORIGIN_DISK);
    ck_assert_int_eq(
        origin_of(context_with(.device = "host", .cache_directory = "", .redis = url_with("")), "x[i] += 1"),
        CUJIT_ORIGIN_TIER);
}

TEST(a_wrong_url_is_trouble_and_no_more)
{
    cujit_context *context = context_with(.device = "host", .cache_directory = cj_test_path("wrong"),
                                          .redis = "redis://h?colour=red");
    cujit_cache_layer_stats stats = {.kind = ""};
    cujit_cache_stats cache;

    cujit_context_get_cache_stats(context, &cache);
    ck_assert_ptr_nonnull(strstr(cache.trouble, "no parameter \"colour\""));
    cujit_context_list_cache_layers(context, note_layer, &stats);
    ck_assert_str_eq(stats.kind, "");
}

static void note_log(void *user, const cujit_log_record *record)
{
    if (record->level == CUJIT_LOG_WARNING && strcmp(record->topic, "cache") == 0)
        strncat(user, record->message, 400);
}

TEST(logs_tell_what_is_wrong_with_a_server)
{
    char *log = memory_of(4000);
    cujit_context *context = context_with(.device = "host", .cache_directory = cj_test_path("told"),
                                          .redis = url_with(""), .log = note_log, .log_user = log);

    log[0] = '\0';
    ck_assert_int_eq(origin_of(context, "x[i] += 3"), CUJIT_ORIGIN_COMPILER);
    ck_assert_msg(strstr(log, "redis.sock: connecting to it failed") != NULL, "%s", log);
}

TEST(what_does_not_compile_fails_with_a_server_too)
{
    cujit_elementwise *kernel = NULL;
    cujit_context *context;

    start_server("");
    context = context_with(.device = "host", .cache_directory = cj_test_path("bad"), .redis = url_with(""));
    for (int k = 0; k < 2; k++)
        refuse(cujit_elementwise_create(
                   context, &(cujit_elementwise_spec){.arguments = "float *x", .operation = "x[i] = nothing_like_it"},
                   &kernel, &fault),
               CUJIT_ERROR_COMPILE, "nothing_like_it");
    ck_assert_int_eq(origin_of(context, "x[i] += 2"), CUJIT_ORIGIN_COMPILER);
}

/* Nobody in the fleet waits for it: a lease that it got in asking is not kept. */
TEST(who_must_not_compile_keeps_no_lease)
{
    cujit_elementwise *kernel = NULL;
    cujit_context *context;

    start_server("");
    context = context_with(.device = "host", .cache_directory = cj_test_path("bound"), .redis = url_with(""),
                           .no_compile = 1);
    refuse(cujit_elementwise_create(
               context, &(cujit_elementwise_spec){.arguments = "float *x", .operation = "x[i] = 9"}, &kernel, &fault),
           CUJIT_ERROR_NOT_COMPILED, "must not be compiled");
    cujit_context_free(context); /* what it had to say is written by then */
    ck_assert_str_eq(redis("DBSIZE"), "0");
}

/* A compiler that is stopped says nothing of the text: who waits for it compiles, and need not wait until the lease runs
 * out. */
TEST(a_time_limit_gives_the_lease_up)
{
    const cujit_elementwise_spec spec = {.arguments = "float *x", .operation = "x[i] += 4"};
    const char *url = url_with("lease_ms=600000&wait_ms=600000"), *stuck = cj_test_file("stuck", "");
    const double began = cj_now_ms();
    char text[1024];
    const char *compiler;

    setenv("CUJIT_HOST_FLAGS", "-O0", 1);
    snprintf(text, sizeof text, "#!/bin/sh\n[ ! -e %s ] || { rm %s; exec sleep 1000; }\nexec c++ \"$@\"\n", stuck,
             stuck);
    ck_assert_int_eq(chmod(compiler = cj_test_file("once", text), 0700), 0);
    start_server("");
    if (in_child()) {
        cujit_elementwise *kernel = NULL;
        cujit_context *context = context_with(.device = "host", .cache_directory = cj_test_path("cut"), .redis = url,
                                              .compiler = compiler, .compile_timeout_ms = 1000);
        const cujit_status status = cujit_elementwise_create(context, &spec, &kernel, &fault);

        cujit_context_free(context); /* what it had to say is written by then */
        _exit(status == CUJIT_ERROR_COMPILE_TIMEOUT ? 0 : 1);
    }
    while (access(stuck, F_OK) == 0)
        sleep_ms(5);
    ck_assert_str_eq(redis("DBSIZE"), "1"); /* the lease */
    ck_assert_int_eq(origin_of(context_with(.device = "host", .cache_directory = cj_test_path("whole"), .redis = url,
                                            .compiler = compiler),
                               spec.operation),
                     CUJIT_ORIGIN_COMPILER);
    ck_assert_int_eq(end_of_child(), 0);
    ck_assert(cj_now_ms() - began < 300000);
}
