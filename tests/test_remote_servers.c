/*
 * test_remote_servers.c: the layer on Redis beside servers that stand still, are away, are killed and started again: what
 * that costs, and what is written all the same.
 */
#include "tests/redis_support.h"

PREPARE(need_redis())

/* How long a look-up takes that finds nothing. */
static double missing_ms(cj_layer *layer, int n)
{
    const double began = cj_now_ms();

    ck_assert_int_eq(layer_get(layer, n), 0);
    return cj_now_ms() - began;
}

/* A time limit is no assertion where the machine is loaded; what takes ten times as long is wrong. */
enum { SOON_MS = 5000 };

TEST(a_server_that_stands_still_costs_one_time_limit)
{
    pid_t server = start_server("");
    cj_layer *layer = layer_with("timeout_ms=100");

    layer_put(layer, 1);
    await_puts(layer, 1);
    ck_assert_int_eq(layer_get(layer, 1), 1);
    kill(server, SIGSTOP);
    ck_assert(missing_ms(layer, 1) < SOON_MS);
    ck_assert_uint_eq(layer_stats(layer).timeouts, 1);
    ck_assert_int_eq(layer_stats(layer).paused, 1);
    ck_assert_uint_eq(layer_stats(layer).skipped, 0);
    for (int k = 0; k < 100; k++)
        missing_ms(layer, 1);
    ck_assert_uint_ge(layer_stats(layer).skipped, 50);
    ck_assert_uint_le(layer_stats(layer).timeouts, 5);
    kill(server, SIGCONT);
    for (int k = 0; k < 1000 && layer_get(layer, 1) == 0; k++)
        sleep_ms(10);
    ck_assert_int_eq(layer_get(layer, 1), 1);
    ck_assert_int_eq(layer_stats(layer).paused, 0);
}

TEST(pauses_grow_while_a_server_is_away)
{
    cj_layer *layer = layer_with("");
    const double began = cj_now_ms();
    cujit_cache_layer_stats stats;

    while (cj_now_ms() - began < 1000) {
        missing_ms(layer, 1);
        sleep_ms(1);
    }
    stats = layer_stats(layer);
    ck_assert_uint_ge(stats.pauses, 1); /* at 0, 250 and 750 ms */
    ck_assert_uint_le(stats.pauses, 3);
    ck_assert_uint_eq(stats.timeouts, 0);
    ck_assert_ptr_nonnull(strstr(stats.trouble, "connecting to it failed"));
}

TEST(a_server_that_was_started_again_is_used_at_once)
{
    pid_t server = start_server("");
    cj_layer *layer = layer_with("");

    layer_put(layer, 1);
    await_puts(layer, 1);
    ck_assert_int_eq(layer_get(layer, 1), 1);
    kill_server(server);
    start_server("");
    ck_assert_int_eq(layer_get(layer, 1), 0); /* it has lost all, */
    layer_put(layer, 1);                      /* and gets it again */
    await_puts(layer, 2);
    ck_assert_int_eq(layer_get(layer, 1), 1);
    ck_assert_uint_eq(layer_stats(layer).failures, 0);
}

TEST(a_server_that_dies_between_is_done_without)
{
    pid_t server = start_server("");
    cj_layer *layer = layer_with("");

    ck_assert_int_eq(layer_get(layer, 1), 0); /* with a lease */
    kill_server(server);
    layer_put(layer, 1);
    await_puts(layer, 1);
    ck_assert_uint_eq(layer_stats(layer).dropped, 1);
    missing_ms(layer, 2);
    start_server("");
    for (int k = 0; k < 1000 && layer_stats(layer).paused; k++) {
        layer_get(layer, 3 + k);
        sleep_ms(10);
    }
    ck_assert_int_eq(layer_stats(layer).paused, 0);
}

TEST(writing_holds_nobody_up_and_is_bounded)
{
    enum { MANY = 1000 };
    pid_t server = start_server("");
    cj_layer *layer = layer_with("timeout_ms=200");
    double began;

    kill(server, SIGSTOP);
    began = cj_now_ms();
    for (int n = 0; n < MANY; n++)
        layer_put(layer, n);
    ck_assert(cj_now_ms() - began < SOON_MS);
    ck_assert_uint_gt(layer_stats(layer).dropped, 0); /* the queue is shorter than that */
    began = cj_now_ms();
    end_layer(layer);
    ck_assert(cj_now_ms() - began < 3 * SOON_MS);
}

TEST(what_was_handed_over_is_written_before_the_end)
{
    cj_layer *layer;

    start_server("");
    layer = layer_with("");
    for (int n = 0; n < 50; n++)
        layer_put(layer, n);
    end_layer(layer);
    ck_assert_str_eq(redis("DBSIZE"), "100");
}
