/*
 * test_cache_limits.c: the size of the cache's file: whose limit counts, what goes, clocks that were wrong; and limits
 * that the system sets. Old entries are deleted by a thread; freeing the cache ends it and does what it left.
 */
#include "tests/cache_support.h"

#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>

enum { OBJECT = 10000 };

static cj_cache *open_limited(const char *directory, const char *limit)
{
    ck_assert_int_eq(setenv("CUJIT_CACHE_LIMIT", limit, 1), 0);
    return open_cache(directory);
}

static void put_range(const char *directory, const char *limit, int from, int to)
{
    cj_cache *cache = open_limited(directory, limit);

    for (int i = from; i < to; i++)
        put(cache, i, OBJECT);
    ck_assert_uint_eq(stats_of(cache).store_failures, 0);
    cj_cache_free(cache);
}

static int count_hits(const char *directory, const char *limit, int from, int to)
{
    cj_cache *cache = open_limited(directory, limit);
    int hits = 0;

    for (int i = from; i < to; i++)
        hits += get(cache, i, OBJECT) == 1;
    cj_cache_free(cache);
    return hits;
}

/* Also one that was damaged and made anew, and one that was emptied. */
TEST_EACH(file_shrinks_below_the_limit, 3)
{
    cj_cache *cache;

    if (_i > 0)
        put_range("shrinks", "20M", 0, 300);
    if (_i == 1)
        damage(cache_file("shrinks"), 0, -1, 100000);
    if (_i == 2) {
        cache = open_limited("shrinks", "20M");
        must(cujit_cache_clear(cache, NULL, &fault));
        cj_cache_free(cache);
    }
    put_range("shrinks", "1M", 0, 400);
    if (_i > 0) { /* the limit was larger before: lower it */
        cache = open_limited("shrinks", "1M");
        must(cujit_cache_prune(cache, 1 << 20, NULL, &fault));
        cj_cache_free(cache);
    }
    ck_assert_int_le(size_of(cache_file("shrinks")), 1 << 20);
    ck_assert_int_gt(size_of(cache_file("shrinks")), 700000);
    ck_assert_int_eq(sql("shrinks", "PRAGMA auto_vacuum"), 2);
    ck_assert_int_eq(count_hits("shrinks", "1M", 0, 300), 0);
    ck_assert_int_eq(count_hits("shrinks", "1M", 350, 400), 50);
}

TEST(prune_when_asked)
{
    cj_cache *cache;
    cujit_cache_stats stats;
    uint64_t removed = 0;

    put_range("prune", "20M", 0, 200);
    cache = open_limited("prune", "20M");
    for (int i = 0; i < 5; i++)
        ck_assert_int_eq(get(cache, i, OBJECT), 1);
    must(cujit_cache_prune(cache, 0, &removed, &fault));
    ck_assert_uint_eq(removed, 0);
    stats = stats_of(cache);
    ck_assert_uint_eq(stats.limit, 20 << 20);
    ck_assert_uint_eq(stats.entries, 200);
    must(cujit_cache_prune(cache, 500000, &removed, &fault));
    stats = stats_of(cache);
    ck_assert_uint_eq(stats.limit, 500000);
    ck_assert_uint_le(stats.file_bytes, 500000);
    ck_assert_uint_eq(stats.entries + removed, 200);
    ck_assert_uint_gt(stats.entries, 20);
    for (int i = 0; i < 5; i++) /* used last */
        ck_assert_int_eq(get(cache, i, OBJECT), 1);
    cj_cache_free(cache);
    ck_assert_int_le(size_of(cache_file("prune")), 500000);
}

/* It makes room for what it adds, and that is all. The larger limit is the file's again where that is in force. */
TEST(smaller_limit_spares_what_others_have)
{
    cj_cache *cache;
    cujit_cache_stats stats;

    put_range("shared", "2M", 0, 120);
    put_range("shared", "300K", 200, 220);
    ck_assert_int_eq(count_hits("shared", "300K", 200, 220), 20);
    cache = open_limited("shared", "300K");
    stats = stats_of(cache);
    ck_assert_uint_eq(stats.limit, 2 << 20);
    ck_assert_uint_ge(stats.entries, 110);
    ck_assert_uint_le(stats.entries, 125);
    must(cujit_cache_prune(cache, 300 << 10, NULL, &fault));
    ck_assert_uint_le(stats_of(cache).file_bytes, 300 << 10);
    put(cache, 500, OBJECT);
    ck_assert_uint_eq(stats_of(cache).limit, 300 << 10);
    cj_cache_free(cache);
    put_range("shared", "2M", 501, 502);
    cache = open_limited("shared", "2M");
    ck_assert_uint_eq(stats_of(cache).limit, 2 << 20);
}

static int look_at_time(void *user, const cujit_cache_entry *entry)
{
    *(int64_t *)user = entry->used > *(int64_t *)user ? entry->used : *(int64_t *)user;
    return true;
}

/* A year ahead, for half of all. */
TEST(clock_that_was_ahead_pins_nothing)
{
    int64_t latest = 0;
    cj_cache *cache;

    put_range("ahead", "500K", 0, 20);
    sql("ahead", "UPDATE uses SET used = used + 31536000000000");
    cache = open_limited("ahead", "500K");
    must(cujit_cache_list(cache, look_at_time, &latest, &fault));
    ck_assert_int_le(latest, time(NULL));
    ck_assert_int_eq(get(cache, 3, OBJECT), 1);
    cj_cache_free(cache);
    ck_assert_int_le(sql("ahead", "SELECT used / 1000000 FROM uses WHERE id = 4"), time(NULL));
    put_range("ahead", "500K", 100, 200);
    ck_assert_int_eq(count_hits("ahead", "500K", 0, 20), 0);
    ck_assert_int_eq(count_hits("ahead", "500K", 180, 200), 20);
    ck_assert_int_le(sql("ahead", "SELECT max(used) / 1000000 FROM uses"), time(NULL));
}

TEST(tunings_from_the_future_go_too)
{
    char value[CJ_TUNING_SIZE];
    cj_cache_key key = make_key(1);
    cj_cache *cache = open_limited("tunings", "300K");

    cj_cache_put_tuning(cache, &key, "gpu", "wide");
    sql("tunings", "UPDATE uses SET used = used + 31536000000000");
    ck_assert(cj_cache_get_tuning(cache, &key, "gpu", value));
    cj_cache_free(cache);
    ck_assert_int_le(sql("tunings", "SELECT used / 1000000 FROM uses"), time(NULL));
}

/* While one process deletes very many, others store and find. */
TEST(others_go_on_while_many_are_deleted)
{
    cj_cache *cache = open_limited("busy", "40M");
    pid_t child;
    int status;

    for (int i = 0; i < 2000; i++)
        put(cache, i, OBJECT);
    cj_cache_free(cache);
    child = fork();
    if (child == 0) {
        cache = open_limited("busy", "40M");
        _exit(cujit_cache_prune(cache, 2 << 20, NULL, NULL) != CUJIT_OK);
    }
    setenv("CUJIT_CACHE_LIMIT", "1M", 1);
    cache = open_patient_cache("busy");
    for (int i = 0; waitpid(child, &status, WNOHANG) == 0; i++) {
        put(cache, 5000 + i % 20, 1000);
        ck_assert_int_eq(get(cache, 5000 + i % 20, 1000), 1);
    }
    ck_assert(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    ck_assert_uint_eq(stats_of(cache).busy + stats_of(cache).store_failures, 0);
}

/* With very many entries, too, what is stored, found, missed and deleted is found by an index; all but how much there is. */
TEST(no_question_goes_through_all_entries)
{
    cj_cache *cache = open_filled("indexed");
    cj_store *store = &cache->store;

    put(cache, 100, 3000);
    ck_assert_int_eq(get(cache, 1, 3000), 1);
    ck_assert_int_eq(get(cache, 1000, 3000), 0);
    cj_store_flush(store, true);
    ck_assert_int_eq(cj_store_set_limit(store, 50000), SQLITE_OK);
    ck_assert_int_eq(cj_store_evict_step(store), SQLITE_OK);
    ck_assert_uint_gt(store->statement_count, 10);
    for (size_t k = 0; k < store->statement_count; k++) {
        sqlite3_stmt *asked = store->statements[k].prepared;

        if (strstr(store->statements[k].sql, "count(") == NULL)
            ck_assert_msg(sqlite3_stmt_status(asked, SQLITE_STMTSTATUS_FULLSCAN_STEP, 0) == 0 &&
                              sqlite3_stmt_status(asked, SQLITE_STMTSTATUS_AUTOINDEX, 0) == 0,
                          "%s", store->statements[k].sql);
    }
    ck_assert_uint_lt(stats_of(cache).entries, ENTRIES);
}

#if !CJ_TEST_SANITIZER
/* A child is made while the thread is at work. */
TEST(fork_while_old_entries_go)
{
    cj_cache *cache;
    int status;

    put_range("forks", "20M", 0, 300);
    cache = open_limited("forks", "1M");
    must(cujit_cache_prune(cache, 8 << 20, NULL, &fault));
    sql("forks", "UPDATE notes SET value = 1000000 WHERE about = 'limit'");
    for (int round = 0; round < 5; round++) {
        put(cache, 1000 + round, OBJECT); /* starts it */
        if (in_child()) {
            put(cache, 2000 + round, OBJECT);
            status = get(cache, 2000 + round, OBJECT) != 1;
            cj_cache_free(cache);
            _exit(status);
        }
        ck_assert_int_eq(end_of_child(), 0);
    }
    cj_cache_free(cache);
    ck_assert_int_le(size_of(cache_file("forks")), 1100000);
    ck_assert_int_eq(sql("forks", "SELECT count(*) FROM pragma_quick_check WHERE quick_check = 'ok'"), 1);
}
#endif

/* ---- Limits and faults of the system ---------------------------------------------------------------------------- */

/* In a process of its own, because Check writes files too. Returns the number of failures. */
static int work_with_small_files(cj_cache *cache, rlim_t most)
{
    const struct rlimit limit = {most, most};
    cj_cache_key key = make_key(1);
    sigset_t pending;
    int failures = 0, lock;

    signal(SIGXFSZ, SIG_DFL);
    failures += setrlimit(RLIMIT_FSIZE, &limit) != 0;
    for (int i = 0; i < 100; i++)
        put(cache, 50 + i, OBJECT);
    for (int i = 0; i < 100; i++)
        failures += get(cache, 50 + i, OBJECT) != 1; /* from memory */
    for (int i = 0; i < ENTRIES; i++)
        failures += get(cache, i, 3000) < 0;
    if (cache_lock(cache, &key, 0, &lock))
        cj_cache_unlock(cache, lock);
    cj_cache_put_tuning(cache, &key, "gpu", "wide");
    cache_reject(cache, &key);
    (void)cujit_cache_clear(cache, NULL, NULL);
    failures += stats_of(cache).store_failures == 0;
    cj_cache_free(cache);
    return failures + (sigpending(&pending) != 0 || sigismember(&pending, SIGXFSZ) != 0);
}

/* In a process of its own, too. Nobody else holds the file: what stands in the way is said as it is. */
static int prune_with_small_files(cj_cache *cache, rlim_t most)
{
    const struct rlimit limit = {most, most};
    cujit_status status;
    int failures = setrlimit(RLIMIT_FSIZE, &limit) != 0;

    status = cujit_cache_prune(cache, 1, NULL, &fault);
    if (status != CUJIT_OK)
        failures += status != CUJIT_ERROR_CACHE || fault.message[0] == '\0' || strstr(fault.message, "locked") != NULL;
    cujit_error_clear(&fault);
    cj_cache_free(cache);
    return failures << 1 | (status != CUJIT_OK);
}

TEST(prune_says_what_stands_in_its_way)
{
    int refused = 0;

    for (rlim_t most = 0; most < 200000; most += 8192) {
        cj_cache *cache = open_filled(numbered("prunes", (int)most, ""));
        int status;

        if (in_child())
            _exit(prune_with_small_files(cache, most));
        status = end_of_child();
        ck_assert_msg(status <= 1, "%ld bytes: %d", (long)most, status);
        refused += status;
        cj_cache_free(cache);
    }
    ck_assert_int_gt(refused, 0);
}

/* A write beyond the limit on the size of files raises a signal, which is nobody's end. */
TEST_EACH(file_size_limit_is_no_end, 4)
{
    static const rlim_t limits[] = {0, 100, 40000, 200000};
    cj_cache *cache = open_filled("sizes");

    if (in_child())
        _exit(work_with_small_files(cache, limits[_i]));
    ck_assert_int_eq(end_of_child(), 0);
    for (int i = 0; i < ENTRIES; i++)
        ck_assert_int_ge(get(cache, i, 3000), 0);
    ck_assert_uint_eq(stats_of(cache).corrupt + stats_of(cache).file_resets, 0);
}

/* What all users of the file share in memory is cut off: no SIGBUS, and nothing is lost. */
TEST_EACH(index_cut_under_us, 4)
{
    static const long lengths[] = {0, 1, 100, 5000};
    const char *name = numbered("index", _i, "");
    cj_cache *cache = open_filled(name), *second = open_cache(name);

    put(cache, 100, 3000);
    ck_assert_int_eq(get(second, 100, 3000), 1);
    for (int round = 0; round < 3; round++) {
        ck_assert_int_eq(truncate(cj_test_path("%s/kernels-6.sqlite-shm", name), lengths[_i]), 0);
        cache->store.index_seen_ms = second->store.index_seen_ms = 0; /* a while has passed */
        if (round == 1)
            put(cache, 101, 3000);
        for (int i = 0; i < ENTRIES && round < 2; i++) {
            ck_assert_int_eq(get(cache, i, 3000), 1);
            ck_assert_int_eq(get(second, i, 3000), 1);
        }
    }
    cj_cache_free(second);
    cache = open_again(cache, name);
    ck_assert_uint_eq(stats_of(cache).entries, ENTRIES + 2);
    ck_assert_int_eq(get(cache, 101, 3000), 1);
    ck_assert_uint_eq(stats_of(cache).corrupt + stats_of(cache).file_resets, 0);
}
