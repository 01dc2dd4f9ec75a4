/*
 * test_remote.c: the layer on Redis beside real servers: what it stores and finds, who is let in, leases, threads and
 * forks.
 */
#include "tests/redis_support.h"

#include <pthread.h>
#include <stdatomic.h>
#include <sys/socket.h>

PREPARE(need_redis())

/* ---- Storing and finding ----------------------------------------------------------------------------------------- */

TEST(what_one_machine_compiled_another_takes)
{
    cj_layer *one, *other;
    cujit_cache_layer_stats stats;

    start_server("");
    one = layer_with("");
    other = layer_with("");
    for (int n = 0; n < 6; n++) {
        ck_assert_int_eq(layer_get(one, n), 0);
        layer_put(one, n);
    }
    await_puts(one, 6);
    for (int n = 0; n < 6; n++)
        ck_assert_int_eq(layer_get(other, n), 1);
    stats = layer_stats(one);
    ck_assert_str_eq(stats.place, cj_test_path("unix://%s", socket_path()) + strlen(cj_test_directory()) + 1);
    ck_assert_uint_eq(stats.misses, 6);
    ck_assert_uint_eq(stats.puts, 6);
    ck_assert_uint_eq(stats.leases_taken, 6);
    ck_assert_uint_eq(stats.failures + stats.dropped + stats.pauses, 0);
    ck_assert_str_eq(stats.trouble, "");
    stats = layer_stats(other);
    ck_assert_uint_eq(stats.hits, 6);
    ck_assert_uint_eq(stats.leases_taken, 0);
    ck_assert_uint_gt(stats.bytes, 6 * 300);
    /* Leases are given back, entries stay. */
    ck_assert_str_eq(redis("DBSIZE"), "12"); /* an entry and a unit each */
    ck_assert_str_eq(redis("EXISTS %s", name_of(0, "lease")), "0");
    ck_assert_str_eq(redis("TTL %s", name_of(0, "entry")), "-1");
}

TEST(without_a_compiler_the_newest_of_any_is_taken)
{
    cj_cache_key key = make_key(1);
    cj_object object = {0};
    cj_key_bytes bytes = {0};
    cj_layer *layer;

    start_server("");
    layer_store("", 1);
    layer = layer_with("");
    key.toolchain = NULL;
    ck_assert(cj_key_encode(&key, &bytes));
    ck_assert(layer->table->get(layer, &bytes, "k", &object));
    ck_assert_int_eq(object.resources.registers, 1);
    cj_object_clear(&object);
    cj_key_clear(&bytes);
    key = make_key(2);
    key.toolchain = NULL;
    ck_assert(cj_key_encode(&key, &bytes));
    ck_assert(!layer->table->get(layer, &bytes, "k", &object));
    cj_key_clear(&bytes);
    ck_assert_uint_eq(layer_stats(layer).leases_taken, 0);
    ck_assert_str_eq(redis("DBSIZE"), "2");
}

TEST(databases_and_prefixes_are_apart)
{
    start_server("");
    layer_store("", 1);
    ck_assert_int_eq(layer_get(layer_with("prefix=other&wait_ms=0"), 1), 0);
    ck_assert_int_eq(layer_get(layer_with("database=3&wait_ms=0"), 1), 0);
    layer_store("database=3", 2);
    ck_assert_int_eq(layer_get(layer_with("database=3"), 2), 1);
    ck_assert_int_eq(layer_get(layer_with("wait_ms=0"), 2), 0);
    ck_assert_int_eq(layer_get(layer_with("database=16&wait_ms=0"), 1), 0); /* it has 16, from 0 on */
}

TEST(a_layer_that_only_reads_writes_nothing)
{
    cj_layer *reader;

    start_server("");
    layer_store("", 1);
    reader = layer_with("readonly=1");
    ck_assert(reader->table->put == NULL);
    ck_assert_int_eq(layer_get(reader, 1), 1);
    ck_assert_int_eq(layer_get(reader, 2), 0);
    ck_assert_str_eq(redis("DBSIZE"), "2");
    ck_assert_uint_eq(layer_stats(reader).leases_taken, 0);
}

TEST(over_tcp_by_name_and_address)
{
    struct sockaddr_storage room = {.ss_family = AF_INET}; /* any port that is free */
    struct sockaddr *address = (struct sockaddr *)&room;
    socklen_t size = 16;
    int probe = socket(AF_INET, SOCK_STREAM, 0), port;

    ck_assert_int_eq(bind(probe, address, size), 0);
    ck_assert_int_eq(getsockname(probe, address, &size), 0);
    port = ((unsigned char *)&room)[2] << 8 | ((unsigned char *)&room)[3];
    close(probe);
    start_server("--port", numbered("", port, ""));
    layer_store("", 1);
    /* The name may lead to ::1 first, where nobody listens, or where it does not exist. */
    ck_assert_int_eq(layer_get(layer_at(cj_test_path("/redis://127.0.0.1:%d?key=%s", port, key_file(0)) + 1), 1), 1);
    ck_assert_int_eq(layer_get(layer_at(cj_test_path("/redis://localhost:%d?key=%s", port, key_file(0)) + 1), 1), 1);
}

/* ---- Who is let in, and what is believed ------------------------------------------------------------------------- */

TEST(passwords_and_users)
{
    cj_layer *layer;
    char url[600];

    start_server("");
    redis("ACL SETUSER reader on >pw ~cujit:* +get +select");
    redis("CONFIG SET requirepass secret");
    EACH_OF(user, ":secret | default:secret")
    {
        snprintf(url, sizeof url, "unix://%s@%s?key=%s", user, socket_path(), key_file(0));
        layer = layer_at(url);
        layer_put(layer, 1);
        await_puts(layer, 1);
        ck_assert_int_eq(layer_get(layer, 1), 1);
    }
    snprintf(url, sizeof url, "unix://reader:pw@%s?key=%s&readonly=1", socket_path(), key_file(0));
    ck_assert_int_eq(layer_get(layer_at(url), 1), 1);
    /* May read, and tries to write. */
    snprintf(url, sizeof url, "unix://reader:pw@%s?key=%s", socket_path(), key_file(0));
    layer = layer_at(url);
    ck_assert_int_eq(layer_get(layer, 1), 1);
    ck_assert_int_eq(layer_get(layer, 2), 0);
    ck_assert_ptr_nonnull(strstr(layer_stats(layer).trouble, "NOPERM"));
    layer_put(layer, 2);
    await_puts(layer, 1);
    ck_assert_uint_eq(layer_stats(layer).puts, 0);
    ck_assert_uint_eq(layer_stats(layer).dropped, 1);
    ck_assert_uint_eq(layer_stats(layer).pauses, 0); /* what it has is read all the same */
    EACH_OF(user, ":wrong@ | nobody:secret@ | \"\"")
    {
        snprintf(url, sizeof url, "unix://%s%s?key=%s", user[0] == '"' ? "" : user, socket_path(), key_file(0));
        layer = layer_at(url);
        ck_assert_int_eq(layer_get(layer, 1), 0);
        ck_assert_uint_ge(layer_stats(layer).failures, 1);
        ck_assert_msg(strstr(layer_stats(layer).trouble, "NOAUTH") != NULL ||
                          strstr(layer_stats(layer).trouble, "WRONGPASS") != NULL,
                      "%s", layer_stats(layer).trouble);
    }
}

TEST(what_was_made_with_another_key_is_refused_and_replaced)
{
    cj_layer *other;
    char url[600];

    start_server("");
    layer_store("", 1);
    snprintf(url, sizeof url, "unix://%s?key=%s", socket_path(), key_file(1));
    other = layer_at(url);
    ck_assert_int_eq(layer_get(other, 1), 0);
    ck_assert_uint_eq(layer_stats(other).refused, 2); /* by both looks */
    ck_assert_ptr_nonnull(strstr(layer_stats(other).trouble, "our key"));
    layer_put(other, 1);
    await_puts(other, 1);
    ck_assert_int_eq(layer_get(other, 1), 1);
    ck_assert_int_eq(layer_get(layer_with("wait_ms=0"), 1), 0);
}

TEST(poisoned_entries_are_refused)
{
    cj_layer *layer;
    int length;

    start_server("");
    layer_store("", 1);
    layer_store("", 2);
    layer = layer_with("readonly=1");
    /* An entry of this very fleet under another name; its lease, and other types of values. */
    redis("COPY %s %s REPLACE", name_of(2, "entry"), name_of(1, "entry"));
    ck_assert_int_eq(layer_get(layer, 1), 0);
    ck_assert_uint_eq(layer_stats(layer).refused, 1);
    redis("DEL %s", name_of(1, "entry"));
    redis("RPUSH %s a b", name_of(1, "entry"));
    ck_assert_int_eq(layer_get(layer, 1), 0);
    ck_assert_ptr_nonnull(strstr(layer_stats(layer).trouble, "WRONGTYPE"));
    redis("DEL %s", name_of(1, "entry"));
    length = atoi(redis("STRLEN %s", name_of(2, "entry")));
    for (int k = 0; k < length; k += k < 64 ? 1 : 29) {
        redis("COPY %s saved", name_of(2, "entry"));
        redis("SETBIT %s %d %s", name_of(2, "entry"), 8 * k + k % 8,
              strcmp(redis("GETBIT saved %d", 8 * k + k % 8), "1") == 0 ? "0" : "1");
        ck_assert_int_eq(layer_get(layer, 2), 0);
        redis("RENAME saved %s", name_of(2, "entry"));
    }
    redis("SET %s %b", name_of(1, "entry"), "", (size_t)0);
    ck_assert_int_eq(layer_get(layer, 1), 0);
    ck_assert_int_eq(layer_get(layer, 2), 1);
    ck_assert_uint_gt(layer_stats(layer).refused, 64);
    ck_assert_uint_eq(layer_stats(layer).pauses, 0);
}

TEST(what_is_too_large_is_neither_sent_nor_taken)
{
    cj_layer *layer;
    char *large = must_malloc(200000);

    start_server("");
    layer = layer_with("max_bytes=4096");
    layer_put_sized(layer, 1, 100000);
    await_puts(layer, 1);
    ck_assert_uint_eq(layer_stats(layer).dropped, 1);
    memset(large, 'x', 200000);
    redis("SET %s %b", name_of(2, "entry"), large, (size_t)200000);
    free(large);
    ck_assert_int_eq(layer_get(layer, 2), 0);
    ck_assert_ptr_nonnull(strstr(layer_stats(layer).trouble, "max_bytes"));
}

TEST(a_server_that_is_full_is_still_read)
{
    cj_layer *layer;

    start_server("");
    layer_store("", 1);
    redis("CONFIG SET maxmemory 1");
    layer = layer_with("");
    ck_assert_int_eq(layer_get(layer, 1), 1);
    ck_assert_int_eq(layer_get(layer, 2), 0); /* no lease to be had: on its own */
    layer_put(layer, 2);
    await_puts(layer, 1);
    ck_assert_uint_eq(layer_stats(layer).dropped, 1);
    ck_assert_ptr_nonnull(strstr(layer_stats(layer).trouble, "OOM"));
    ck_assert_int_eq(layer_get(layer, 1), 1);
    ck_assert_uint_eq(layer_stats(layer).pauses, 0);
}

/* ---- Leases ------------------------------------------------------------------------------------------------------ */

typedef struct waiting {
    cj_layer *layer;
    int number, found;
    double ms;
} waiting;

static void *wait_for_entry(void *opaque)
{
    waiting *self = opaque;
    const double began = cj_now_ms();

    self->found = layer_get(self->layer, self->number);
    self->ms = cj_now_ms() - began;
    return NULL;
}

TEST(others_wait_for_who_has_the_lease)
{
    cj_layer *holder;
    waiting self = {.number = 1}, reader = {.number = 1};
    pthread_t threads[2];

    start_server("");
    holder = layer_with("lease_ms=1000"); /* kept alive for as long as it takes */
    self.layer = layer_with("lease_ms=1000");
    reader.layer = layer_with("readonly=1");
    ck_assert_int_eq(layer_get(holder, 1), 0);
    pthread_create(&threads[0], NULL, wait_for_entry, &self);
    pthread_create(&threads[1], NULL, wait_for_entry, &reader);
    sleep_ms(1300);
    layer_put(holder, 1);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    ck_assert_int_eq(self.found, 1);
    ck_assert_int_eq(reader.found, 1);
    ck_assert_uint_eq(layer_stats(self.layer).leases_waited, 1);
    ck_assert_uint_eq(layer_stats(reader.layer).leases_waited, 1);
    ck_assert_uint_eq(layer_stats(self.layer).leases_taken, 0);
    ck_assert(layer_stats(self.layer).wait_ms >= 1000);
}

TEST(nobody_waits_for_longer_than_was_said)
{
    cj_layer *holder;
    waiting self = {.number = 1};

    start_server("");
    holder = layer_with("");
    ck_assert_int_eq(layer_get(holder, 1), 0);
    self.layer = layer_with("wait_ms=150");
    wait_for_entry(&self);
    ck_assert_int_eq(self.found, 0);
    ck_assert(self.ms >= 150);
    ck_assert_uint_eq(layer_stats(self.layer).leases_expired, 1);
    /* What it compiled on its own is of use to all. */
    layer_put(self.layer, 1);
    await_puts(self.layer, 1);
    ck_assert_int_eq(layer_get(layer_with(""), 1), 1);
}

TEST(the_lease_of_a_machine_that_died_runs_out)
{
    cj_layer *layer;
    pid_t holder;
    double began;

    start_server("");
    if ((holder = fork()) == 0) {
        layer_get(layer_with("lease_ms=1000"), 1);
        for (;;)
            pause();
    }
    while (strcmp(redis("EXISTS %s", name_of(1, "lease")), "1") != 0)
        sleep_ms(5);
    sleep_ms(1300); /* it is kept alive, */
    ck_assert_str_eq(redis("EXISTS %s", name_of(1, "lease")), "1");
    kill(holder, SIGKILL); /* until nobody does */
    waitpid(holder, NULL, 0);
    began = cj_now_ms();
    layer = layer_with("");
    ck_assert_int_eq(layer_get(layer, 1), 0);
    ck_assert(cj_now_ms() - began < 9000);
    ck_assert_uint_eq(layer_stats(layer).leases_taken, 1);
    ck_assert_uint_eq(layer_stats(layer).leases_expired, 1);
}

TEST(who_waits_for_what_does_not_compile_is_told)
{
    cj_layer *holder;
    waiting self = {.number = 1};
    pthread_t thread;

    start_server("");
    holder = layer_with("");
    self.layer = layer_with("");
    ck_assert_int_eq(layer_get(holder, 1), 0);
    pthread_create(&thread, NULL, wait_for_entry, &self);
    sleep_ms(100);
    layer_give_up(holder, 1, true);
    pthread_join(thread, NULL);
    ck_assert_int_eq(self.found, 0);
    ck_assert_uint_eq(layer_stats(self.layer).leases_taken, 0); /* all at once, not one after the other */
    ck_assert_str_eq(redis("GET %s", name_of(1, "lease")), "failed");
    ck_assert_int_gt(atoi(redis("PTTL %s", name_of(1, "lease"))), 0);
    ck_assert_int_eq(layer_get(layer_with(""), 1), 0);
}

TEST(a_lease_that_is_another_ones_by_now_is_left_alone)
{
    cj_layer *holder;

    start_server("");
    holder = layer_with("");
    ck_assert_int_eq(layer_get(holder, 1), 0);
    redis("SET %s somebody", name_of(1, "lease"));
    layer_put(holder, 1);
    await_puts(holder, 1);
    ck_assert_str_eq(redis("GET %s", name_of(1, "lease")), "somebody");
}

/* ---- Trying a server out, and no memory --------------------------------------------------------------------------- */

TEST(a_server_can_be_tried_out)
{
    cj_layer *reader;
    char url[600];
    double ms = -1;

    refuse(cj_redis_try(layer_with(""), &ms, &fault), CUJIT_ERROR_CACHE, "connecting to it failed");
    start_server("");
    must(cj_redis_try(layer_with(""), &ms, &fault));
    ck_assert(ms > 0);
    reader = layer_with("readonly=1");
    must(cj_redis_try(reader, &ms, &fault));
    ck_assert_str_eq(redis("DBSIZE"), "0"); /* nothing is left */
    snprintf(url, sizeof url, "unix://one:pw@%s?key=%s", socket_path(), key_file(0));
    redis("ACL SETUSER one reset on >pw ~cujit:*");
    EACH_OF(right, "+get | +set | +eval | +del")
    {
        refuse(cj_redis_try(layer_at(url), &ms, &fault), CUJIT_ERROR_CACHE, NULL);
        redis("ACL SETUSER one %s", right);
    }
    must(cj_redis_try(layer_at(url), &ms, &fault));
}

TEST(lack_of_memory_is_a_miss)
{
    const cj_cache_key key = make_key(1);
    cj_object object = make_object(1, LAYER_OBJECT), found;
    cj_key_bytes bytes = {0};
    unsigned long needed = 1;

    start_server("");
    layer_store("", 1);
    ck_assert(cj_key_encode(&key, &bytes));
    for (unsigned long nth = 1; nth <= needed; nth++) {
        cj_layer *layer = layer_with("wait_ms=0");

        cj_alloc_fail_at(nth);
        if (layer->table->get(layer, &bytes, "k", &found))
            cj_object_clear(&found);
        layer->table->put(layer, &bytes, "k", &object);
        needed = cj_alloc_fail_at(0);
        end_layer(layer);
    }
    ck_assert_uint_ge(needed, 6);
    cj_key_clear(&bytes);
    cj_object_clear(&object);
    ck_assert_int_eq(layer_get(layer_with(""), 1), 1);
}

/* ---- Threads and forks ------------------------------------------------------------------------------------------- */

static void *store_and_find(void *opaque)
{
    const waiting *self = opaque;
    static atomic_int wrong;

    for (int n = 0; n < 25; n++) {
        if (layer_get(self->layer, n) == 0)
            layer_put(self->layer, n);
        if (layer_get(self->layer, n) < 0)
            wrong++;
    }
    return wrong == 0 ? NULL : "a wrong answer";
}

TEST(threads_share_a_layer)
{
    waiting self;

    start_server("");
    self.layer = layer_with("wait_ms=500");
    run_threads(8, store_and_find, &self, 0);
    for (int n = 0; n < 25; n++)
        ck_assert_int_eq(layer_get(self.layer, n), 1);
    ck_assert_uint_eq(layer_stats(self.layer).failures, 0);
}

#if !CJ_TEST_SANITIZER /* the layer has a thread */
TEST(a_forked_child_has_connections_of_its_own)
{
    cj_layer *layer;

    start_server("");
    layer = layer_with("");
    layer_put(layer, 1);
    await_puts(layer, 1);
    ck_assert_int_eq(layer_get(layer, 1), 1);
    ck_assert_int_eq(layer_get(layer, 2), 0); /* a lease, which is the parent's */
    for (int k = 0; k < 5; k++) {
        if (in_child()) {
            int good = layer_get(layer, 1) == 1;

            layer_put(layer, 10 + k);
            for (int wait = 0; wait < 1000 && layer_stats(layer).puts < 2; wait++)
                sleep_ms(5);
            good = good && layer_get(layer, 10 + k) == 1;
            free_layer(layer);
            _exit(good ? 0 : 1);
        }
        ck_assert_int_eq(layer_get(layer, 1), 1);
        ck_assert_int_eq(end_of_child(), 0);
    }
    ck_assert_str_eq(redis("EXISTS %s", name_of(2, "lease")), "1");
    layer_put(layer, 2);
    await_puts(layer, 2);
    ck_assert_str_eq(redis("EXISTS %s", name_of(2, "lease")), "0");
    ck_assert_int_eq(layer_get(layer, 14), 1);
}

static void *fork_often(void *opaque)
{
    for (int k = 0; k < 20; k++) {
        const pid_t child = fork();
        int status = 0;

        if (child == 0) {
            free_layer(((waiting *)opaque)->layer);
            _exit(0);
        }
        if (waitpid(child, &status, 0) != child || !WIFEXITED(status) || WEXITSTATUS(status) != 0)
            return "a child did not end well";
    }
    return NULL;
}

static void *store_or_fork(void *opaque)
{
    static atomic_int number;

    return atomic_fetch_add(&number, 1) % 4 == 3 ? fork_often(opaque) : store_and_find(opaque);
}

TEST(a_fork_beside_busy_threads)
{
    waiting self;

    start_server("");
    self.layer = layer_with("wait_ms=500");
    run_threads(4, store_or_fork, &self, 0);
}
#endif
