/*
 * test_cache_tuning.c: what tuners found out, beside the kernels in the cache: kept for each kernel and device, aged,
 * cleared and verified with the rest, and never a trouble.
 */
#include "libjit/base/os.h"
#include "tests/cache_support.h"

static void put_tuning(cj_cache *cache, int n, const char *device, const char *value)
{
    cj_cache_key key = make_key(n);

    key.toolchain = NULL;
    cj_cache_put_tuning(cache, &key, device, value);
}

/* The value, "" where there is none. Valid until the next call. */
static const char *get_tuning(cj_cache *cache, int n, const char *device)
{
    static char value[CJ_TUNING_SIZE];
    cj_cache_key key = make_key(n);

    if (!cj_cache_get_tuning(cache, &key, device, value))
        value[0] = '\0';
    return value;
}

TEST(kept)
{
    cj_cache *cache = open_cache("kept");

    ck_assert_str_eq(get_tuning(cache, 1, "gpu sm_90"), "");
    put_tuning(cache, 1, "gpu sm_90", "tile 4x1/256");
    put_tuning(cache, 1, "gpu sm_80", "tile 8x1/256");
    put_tuning(cache, 2, "gpu sm_90", "");
    put_tuning(cache, 1, "gpu sm_90", "tile 4x2/128");
    for (int again = 0; again < 2; again++) {
        ck_assert_str_eq(get_tuning(cache, 1, "gpu sm_90"), "tile 4x2/128");
        ck_assert_str_eq(get_tuning(cache, 1, "gpu sm_80"), "tile 8x1/256");
        ck_assert_str_eq(get_tuning(cache, 1, "gpu sm_8"), "");
        ck_assert_str_eq(get_tuning(cache, 3, "gpu sm_90"), "");
        ck_assert_uint_eq(stats_of(cache).tunings, 3);
        ck_assert_uint_eq(stats_of(cache).misses, 0);
        cache = open_again(cache, "kept"); /* another process would find them too */
    }
    cj_cache_free(cache);
    ck_assert_int_eq(sql("kept", "SELECT count(*) FROM kernels WHERE kind = 0"), 3);
}

/* Whoever deleted the times of use. */
TEST(counted_without_times_of_use)
{
    cj_cache *cache = open_cache("counted");

    put(cache, 1, 100);
    put_tuning(cache, 1, "gpu sm_90", "tile 4x1/256");
    put_tuning(cache, 2, "gpu sm_90", "tile 4x1/256");
    sql("counted", "DELETE FROM uses WHERE id > 1");
    ck_assert_uint_eq(stats_of(cache).entries, 1);
    ck_assert_uint_eq(stats_of(cache).tunings, 0);
    ck_assert_str_eq(get_tuning(cache, 1, "gpu sm_90"), "tile 4x1/256");
    put_tuning(cache, 1, "gpu sm_90", "tile 4x2/128");
    ck_assert_uint_eq(stats_of(cache).tunings, 1);
    sql("counted", "DELETE FROM uses");
    ck_assert_uint_eq(stats_of(cache).entries, 0);
    ck_assert_uint_eq(stats_of(cache).tunings, 0);
    must(cujit_cache_clear(cache, NULL, &fault));
    ck_assert_str_eq(get_tuning(cache, 1, "gpu sm_90"), "");
    cj_cache_free(cache);
}

/* Neither answers for the other, with or without a compiler. */
TEST_EACH(apart_from_kernels, 2)
{
    static const char *const places[] = {"apart", ""};
    cj_cache *cache = open_cache(places[_i]);
    cj_cache_key key = make_key(1);
    cj_object object = {0};

    put_tuning(cache, 1, "nvrtc 13.0", "value");
    ck_assert_int_eq(get(cache, 1, 100), 0);
    key.toolchain = NULL;
    ck_assert(!cache_get(cache, &key, &object));
    put(cache, 1, 100);
    ck_assert_int_eq(get(cache, 1, 100), 1);
    ck_assert_str_eq(get_tuning(cache, 1, "nvrtc 13.0"), "value");
}

TEST(memory_only)
{
    cj_cache *cache = open_cache("");

    put_tuning(cache, 1, "gpu", "one");
    put_tuning(cache, 1, "gpu", "two");
    ck_assert_str_eq(get_tuning(cache, 1, "gpu"), "two");
    ck_assert_str_eq(get_tuning(cache, 2, "gpu"), "");
    ck_assert_uint_eq(stats_of(cache).store_failures, 0);
    must(cujit_cache_clear(cache, NULL, &fault));
    ck_assert_str_eq(get_tuning(cache, 1, "gpu"), "");
}

TEST(too_long)
{
    cj_cache *cache = open_cache("long");
    char value[CJ_TUNING_SIZE + 1];

    memset(value, 'v', sizeof value);
    value[CJ_TUNING_SIZE] = '\0';
    put_tuning(cache, 1, "gpu", value);
    ck_assert_str_eq(get_tuning(cache, 1, "gpu"), "");
    ck_assert_uint_eq(stats_of(cache).store_failures, 1);
    value[CJ_TUNING_SIZE - 1] = '\0';
    put_tuning(cache, 1, "gpu", value);
    ck_assert_str_eq(get_tuning(cache, 1, "gpu"), value);
}

/* What happens to a row behind the cache's back; all but the last make it one that is deleted at the look. */
#define CHANGE(set) "UPDATE kernels SET " set " WHERE kind = 0"
static const char *const harms[] = {CHANGE("object = CAST('wrong' AS BLOB) || substr(object, 6)"),
                                    CHANGE("object = 7"),
                                    CHANGE("object = zeroblob(4)"),
                                    CHANGE("object = printf('%500d', 1)"),
                                    CHANGE("checksum = zeroblob(16)"),
                                    CHANGE("checksum = zeroblob(3)"),
                                    CHANGE("key = zeroblob(20)"),
                                    CHANGE("key = zeroblob(0)"),
                                    "UPDATE uses SET used = 'never' WHERE bytes = 0"};

TEST_EACH(row_damaged, COUNT(harms))
{
    const bool gone = _i < COUNT(harms) - 1;
    const char *name = numbered("row", _i, "");
    cj_cache *cache = open_cache(name);

    put(cache, 5, 1000);
    put_tuning(cache, 1, "gpu", "right");
    cj_cache_free(cache);
    sql(name, harms[_i]);
    cache = open_cache(name);
    ck_assert_str_eq(get_tuning(cache, 1, "gpu"), gone ? "" : "right");
    ck_assert_msg(stats_of(cache).corrupt == gone, "%s", stats_of(cache).trouble);
    ck_assert_uint_eq(stats_of(cache).tunings, !gone);
    put_tuning(cache, 1, "gpu", "new");
    ck_assert_str_eq(get_tuning(cache, 1, "gpu"), "new");
    /* The kernels beside it are as they were. */
    ck_assert_int_eq(get(cache, 5, 1000), 1);
    ck_assert_uint_eq(stats_of(cache).file_resets, 0);
}

/* Two keys of one digest: the whole key is compared. */
TEST(foreign_row)
{
    cj_cache *cache = open_cache("foreign");

    put_tuning(cache, 1, "gpu", "one");
    put_tuning(cache, 2, "gpu", "two");
    cj_cache_free(cache);
    sql("foreign", "CREATE TABLE t AS SELECT hash FROM kernels WHERE id = 1; DELETE FROM kernels WHERE id = 1;"
                   "UPDATE kernels SET hash = (SELECT hash FROM t); DROP TABLE t");
    cache = open_cache("foreign");
    ck_assert_str_eq(get_tuning(cache, 1, "gpu"), "");
    ck_assert_str_eq(get_tuning(cache, 2, "gpu"), "");
}

TEST(clear_and_verify)
{
    cj_cache *cache = open_cache("clear");
    cujit_cache_verification report = {0};
    uint64_t removed = 0;

    put(cache, 1, 1000);
    for (int i = 0; i < 5; i++)
        put_tuning(cache, i, "gpu", "value");
    must(cujit_cache_verify(cache, false, NULL, NULL, &report, &fault));
    ck_assert_uint_eq(report.tunings, 5);
    ck_assert_uint_eq(report.damaged, 0);
    sql("clear", "UPDATE kernels SET object = zeroblob(20) WHERE id IN (2, 3, 6);"
                 "UPDATE kernels SET hash = zeroblob(16), checksum = zeroblob(16) WHERE id = 4");
    must(cujit_cache_verify(cache, false, NULL, NULL, &report, &fault));
    ck_assert_uint_eq(report.damaged, 4);
    ck_assert_uint_eq(report.removed, 0);
    ck_assert_uint_eq(report.entries, 1);
    ck_assert(report.file_sound);
    must(cujit_cache_verify(cache, true, NULL, NULL, &report, &fault));
    ck_assert_uint_eq(report.damaged, 4);
    ck_assert_uint_eq(report.removed, 4);
    ck_assert_uint_eq(stats_of(cache).tunings, 1);
    ck_assert_str_eq(get_tuning(cache, 3, "gpu"), "value");
    must(cujit_cache_clear(cache, &removed, &fault));
    ck_assert_uint_eq(removed, 1);
    ck_assert_uint_eq(stats_of(cache).tunings, 0);
    ck_assert_str_eq(get_tuning(cache, 3, "gpu"), "");
}

/* They go with the kernels that were not used for as long, and stay with those that were. */
static long long used_bytes(const char *name)
{
    return sql(name, "SELECT (page_count - freelist_count) * page_size FROM pragma_page_count, pragma_freelist_count,"
                     " pragma_page_size");
}

TEST(evicted)
{
    cj_cache *cache;

    ck_assert_int_eq(setenv("CUJIT_CACHE_LIMIT", "300K", 1), 0);
    cache = open_cache("evicted");
    put_tuning(cache, 1, "gpu", "old");
    put_tuning(cache, 2, "gpu", "young");
    sql("evicted", "UPDATE uses SET used = 1000 WHERE id = 1");
    put(cache, 1, 10000);
    for (int i = 2; i < 60; i++) {
        sql("evicted", "UPDATE uses SET used = (SELECT max(used) FROM uses) WHERE id = 2");
        put(cache, i, 10000);
    }
    cj_cache_free(cache); /* which ends what a thread does beside */
    cache = open_cache("evicted");
    ck_assert_uint_lt(stats_of(cache).entries, 58);
    ck_assert_str_eq(get_tuning(cache, 1, "gpu"), "");
    ck_assert_str_eq(get_tuning(cache, 2, "gpu"), "young");
    /* Without kernels too the file comes back below its limit; what closing left is deleted by who stores next. */
    must(cujit_cache_clear(cache, NULL, &fault));
    for (int i = 0; i < 3000; i++)
        put_tuning(cache, i, "gpu", "one of very many");
    cache = open_again(cache, "evicted");
    ck_assert_uint_lt(stats_of(cache).tunings, 3000);
    for (int i = 3000; i < 3500 && used_bytes("evicted") > 300 << 10; i++) {
        put_tuning(cache, i, "gpu", "one of very many");
        usleep(1000);
    }
    ck_assert_int_le(used_bytes("evicted"), 300 << 10);
    cj_cache_free(cache);
    ck_assert_int_eq(unsetenv("CUJIT_CACHE_LIMIT"), 0);
}

TEST(read_only)
{
    cj_cache *cache = open_cache("shut");
    char *directory = cj_test_path("shut"), *file = cache_file("shut");

    put_tuning(cache, 1, "gpu", "value");
    cj_cache_free(cache);
    sql("shut", "PRAGMA journal_mode = DELETE; UPDATE uses SET used = 5");
    chmod(file, 0400);
    chmod(directory, 0500);
    cache = open_cache("shut");
    ck_assert_str_eq(get_tuning(cache, 1, "gpu"), "value");
    /* root may write everywhere */
    put_tuning(cache, 2, "gpu", "another");
    ck_assert_str_eq(get_tuning(cache, 2, "gpu"), "another");
    put_tuning(cache, 1, "gpu", "newer");
    ck_assert_str_eq(get_tuning(cache, 1, "gpu"), "newer");
    if (geteuid() != 0)
        ck_assert_uint_eq(stats_of(cache).store_failures, 2);
    cj_cache_free(cache);
    chmod(directory, 0700);
}

/* A directory that is none: memory it is. */
TEST(no_directory)
{
    cj_cache *cache;

    cj_test_file("a file", "");
    cache = open_cache("a file/cache");
    put_tuning(cache, 1, "gpu", "value");
    ck_assert_str_eq(get_tuning(cache, 1, "gpu"), "value");
    ck_assert_uint_eq(stats_of(cache).store_failures, 1);
    ck_assert_uint_eq(stats_of(cache).tunings, 0);
}

/* That there is none is known until somebody stores one, here or elsewhere, and again when all are deleted. */
TEST(none_at_all)
{
    static const char *const changes[] = {NULL, "UPDATE uses SET uses = uses + 1"}; /* none; a kernel's use */

    for (int k = 0; k < COUNT(changes); k++) {
        const char *name = numbered("none", k, "");
        cj_cache *cache = open_filled(name), *other = open_cache(name);

        ck_assert_uint_eq(stats_of(other).tunings, 0);
        for (int again = 0; again < 2; again++)
            ck_assert(!cj_cache_has_tunings(cache) && !cj_cache_has_tunings(other));
        if (changes[k] != NULL)
            sql(name, changes[k]);
        ck_assert(!cj_cache_has_tunings(cache) && !cj_cache_has_tunings(other));
        put_tuning(cache, 1, "gpu", "first");
        ck_assert(cj_cache_has_tunings(cache) && cj_cache_has_tunings(other));
        ck_assert_str_eq(get_tuning(other, 1, "gpu"), "first");
        must(cujit_cache_clear(other, NULL, &fault));
        ck_assert(!cj_cache_has_tunings(cache) && !cj_cache_has_tunings(other));
        put_tuning(other, 1, "gpu", "second");
        ck_assert(cj_cache_has_tunings(cache) && cj_cache_has_tunings(other));
        ck_assert_uint_eq(stats_of(other).file_resets + stats_of(cache).file_resets, 0);
        cj_cache_free(cache);
        cj_cache_free(other);
    }
}

/* Who got ready knows for a moment that there is none, but for its own. */
TEST(none_a_moment_ago)
{
    cj_cache *cache = open_filled("moment"), *other = open_cache("moment");

    cj_cache_prepare(cache);
    cj_cache_prepare(other);
    put_tuning(other, 1, "gpu", "value");
    ck_assert(cj_cache_has_tunings(other) && !cj_cache_has_tunings(cache));
    cache->untuned_until_ms = cj_now_ms();
    ck_assert(cj_cache_has_tunings(cache));
    cj_cache_prepare(cache);
    ck_assert(cj_cache_has_tunings(cache));
    cj_cache_free(cache);
    cj_cache_free(other);
}

/* Nor where there is no file, in memory, or in a place that cannot be used. */
TEST(none_without_a_file)
{
    static const char *const places[] = {"nothing yet", "", "a file/cache"};
    cj_cache *cache;

    cj_test_file("a file", "");
    for (size_t k = 0; k < (size_t)COUNT(places); k++) {
        cache = open_cache(places[k]);
        ck_assert(!cj_cache_has_tunings(cache));
        put_tuning(cache, 1, "gpu", "value");
        ck_assert_msg(cj_cache_has_tunings(cache), "%s", places[k]);
        cj_cache_free(cache);
    }
}
