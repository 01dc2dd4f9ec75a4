/*
 * test_cache_clock.c: the kernel cache and clocks that are wrong by years, or that somebody sets while it is used: what is
 * found, what goes first, what is counted, and how long it stays away from trouble; and what it keeps of days that pass.
 */
#include "tests/cache_support.h"
#include "tests/clock.h"
#include "tests/processes.h"

enum { OBJECT = 10000, DAY = 86400, YEAR = 365 * DAY };

enum { ERRORS = 6 };

/* Error number `k`: five years ahead; at the end of 32 bits; an hour, a day, ten years late; in 1970. */
static int64_t error_of(int k)
{
    const int64_t now = (int64_t)time(NULL),
                  errors[ERRORS] = {5LL * YEAR, INT32_MAX - now, -3600, -DAY, -10LL * YEAR, DAY - now};

    return errors[k];
}

static cj_cache *open_limited(const char *directory, const char *limit)
{
    ck_assert_int_eq(setenv("CUJIT_CACHE_LIMIT", limit, 1), 0);
    return open_cache(directory);
}

static int count_hits(cj_cache *cache, int from, int to)
{
    int hits = 0;

    for (int i = from; i < to; i++)
        hits += get(cache, i, OBJECT) == 1;
    return hits;
}

/* ---- What is found ----------------------------------------------------------------------------------------------- */

/* Set in mid-run, by other processes' measure, and put right again. */
TEST_EACH(clock_that_is_set_loses_nothing, ERRORS)
{
    const char *name = numbered("set", _i, "");
    cj_cache *cache = open_cache(name), *other;

    put(cache, 1, OBJECT);
    clock_is_ahead = error_of(_i);
    ck_assert_int_eq(get(cache, 1, OBJECT), 1);
    put(cache, 2, OBJECT);
    other = open_cache(name);
    ck_assert_int_eq(count_hits(other, 1, 3), 2);
    put(other, 3, OBJECT);
    cj_cache_free(other);
    clock_is_ahead = 0;
    put(cache, 4, OBJECT);
    ck_assert_int_eq(count_hits(cache, 1, 5), 4);
    cache = open_again(cache, name);
    ck_assert_int_eq(count_hits(cache, 1, 5), 4);
    ck_assert_uint_eq(stats_of(cache).disk_hits, 4);
    ck_assert_uint_eq(stats_of(cache).corrupt + stats_of(cache).store_failures + stats_of(cache).file_resets, 0);
    ck_assert_str_eq(stats_of(cache).trouble, "");
}

/* ---- What goes first --------------------------------------------------------------------------------------------- */

/* What was stored under a wrong clock has no advantage, and no harm beyond its turn, once the clock is right. */
TEST_EACH(wrong_times_decide_nothing_later, ERRORS)
{
    cj_cache *cache = open_limited(numbered("goes", _i, ""), "500K");
    int hits;

    clock_is_ahead = error_of(_i);
    for (int i = 0; i < 20; i++)
        put(cache, i, OBJECT);
    clock_is_ahead = 0;
    ck_assert_int_eq(count_hits(cache, 15, 20), 5); /* used with the clock right */
    for (int i = 100; i < 130; i++)
        put(cache, i, OBJECT);
    cache = open_again(cache, numbered("goes", _i, "")); /* old entries are gone by then */
    hits = count_hits(cache, 0, 15);
    ck_assert_int_eq(count_hits(cache, 110, 130), 20);
    ck_assert_msg(hits == 0 || count_hits(cache, 15, 20) == 5, "%d that were not used have outlived some that were",
                  hits);
    ck_assert_uint_eq(stats_of(cache).corrupt, 0);
}

/* The key of another toolchain. */
static cj_cache_key other_key(void)
{
    cj_cache_key key = make_key(100);

    key.toolchain = "another";
    return key;
}

static int collect_of(cj_cache *cache)
{
    cujit_cache_collection result;

    must(cujit_cache_collect(cache, 0, NULL, NULL, &result, &fault));
    return (int)result.entries;
}

/* Two are in use, and one of them while the clock is wrong, for hits alone, or when something is stored, too. Neither is
 * gone: under that clock, and when it is right again. */
TEST_EACH(no_clock_makes_a_toolchain_gone, 2 * ERRORS)
{
    const char *name = numbered("toolchains", _i, "");
    cj_cache_key other;
    cj_object object = make_object(100, OBJECT), found = {0};

    for (int k = 0; k < 3; k++) {
        cj_cache *cache = open_cache(name);

        clock_is_ahead = k == 1 ? error_of(_i / 2) : 0;
        if (k == 0) {
            other = other_key();
            cache_put(cache, &other, &object);
        }
        if (k == 0 || _i % 2 == 1)
            put(cache, k, OBJECT);
        ck_assert_int_eq(get(cache, 0, OBJECT), 1);
        cache = open_again(cache, name); /* what was pending is written */
        ck_assert_int_eq(collect_of(cache), 0);
        cj_cache_free(cache);
    }
    cj_object_clear(&object);
    other = other_key();
    ck_assert(cache_get(open_cache(name), &other, &found));
    cj_object_clear(&found);
}

/* Nor do weeks in which nobody uses any; those in which one of them is used every day do. */
TEST_EACH(weeks_without_programs_make_no_toolchain_gone, 2)
{
    const char *name = numbered("weeks", _i, "");
    const cj_cache_key other = other_key();
    cj_object object = make_object(100, OBJECT);
    cj_cache *cache = open_cache(name);

    cache_put(cache, &other, &object);
    cj_object_clear(&object);
    for (int day = 0; day < 9; day++) {
        put(cache, day, OBJECT);
        clock_is_ahead += _i == 0 ? 0 : DAY;
    }
    clock_is_ahead += 30 * DAY;
    put(cache, 10, OBJECT);
    ck_assert_int_eq(collect_of(open_again(cache, name)), _i);
}

/* A limit is kept under any clock. */
TEST_EACH(limit_is_kept_under_any_clock, ERRORS)
{
    const char *name = numbered("limit", _i, "");
    cj_cache *cache = open_limited(name, "300K");

    for (int i = 0; i < 10; i++)
        put(cache, i, OBJECT);
    clock_is_ahead = error_of(_i);
    for (int i = 100; i < 140; i++)
        put(cache, i, OBJECT);
    cj_cache_free(cache);
    ck_assert_int_le(size_of(cache_file(name)), 300 << 10);
    cache = open_limited(name, "300K");
    ck_assert_int_eq(count_hits(cache, 135, 140), 5);
}

/* ---- How long trouble lasts -------------------------------------------------------------------------------------- */

/* What is left alone for five seconds is that by the clock that nobody sets. */
TEST_EACH(no_clock_keeps_trouble_longer, ERRORS)
{
    const char *name = numbered("trouble", _i, "");
    helper holder;
    cj_cache *cache;
    sqlite3 *db = NULL;

    store(name, 1, OBJECT);
    if (in_helper(&holder))
        say_and_stay(&holder, sqlite3_open(cache_file(name), &db) == SQLITE_OK &&
                                  sqlite3_exec(db, "PRAGMA locking_mode=EXCLUSIVE; BEGIN EXCLUSIVE", NULL, NULL,
                                               NULL) == SQLITE_OK);
    ck_assert(said(&holder));
    cache = open_cache(name);
    ck_assert_int_eq(get(cache, 1, OBJECT), 0);
    ck_assert_uint_eq(stats_of(cache).busy, 1);
    end_helper(&holder);
    clock_is_ahead = error_of(_i);
    ck_assert_int_eq(get(cache, 1, OBJECT), 0); /* still left alone */
    time_has_passed += 6;
    ck_assert_int_eq(get(cache, 1, OBJECT), 1);
    put(cache, 2, OBJECT);
    ck_assert_uint_eq(stats_of(cache).entries, 2);
}

/* A text that was refused is known for ten minutes, and never for longer because a clock was wrong. */
TEST_EACH(no_clock_keeps_a_failure_longer, ERRORS)
{
    const char *name = numbered("refused", _i, "");
    cj_cache *cache = open_cache(name);
    cj_object said = make_object(1, 100), found = {0};
    const cj_cache_key key = make_key(1);
    cj_key_bytes bytes = {0};

    ck_assert(cj_key_encode(&key, &bytes));
    clock_is_ahead = error_of(_i);
    cj_cache_put_failure(cache, &bytes, &said);
    ck_assert_int_eq(cj_cache_get_failure(cache, &bytes, &found), 1);
    cj_object_clear(&found);
    clock_is_ahead = 0;
    ck_assert(!cj_cache_get_failure(cache, &bytes, &found));
    cj_cache_put_failure(cache, &bytes, &said);
    ck_assert(cj_cache_get_failure(cache, &bytes, &found));
    cj_object_clear(&found);
    time_has_passed += 601;
    ck_assert(!cj_cache_get_failure(cache, &bytes, &found));
    cj_object_clear(&said);
    cj_key_clear(&bytes);
}

/* ---- Days -------------------------------------------------------------------------------------------------------- */

typedef struct days {
    int count;
    cujit_cache_day all[500];
} days;

static int note_day(void *user, const cujit_cache_day *day)
{
    days *seen = user;

    ck_assert(seen->count < COUNT(seen->all) && (seen->count == 0 || day->day > seen->all[seen->count - 1].day));
    seen->all[seen->count++] = *day;
    return 1;
}

static const days *history_of(const char *directory)
{
    days *seen = memory_of(sizeof *seen);
    cj_cache *cache = open_cache(directory);

    seen->count = 0;
    must(cujit_cache_history(cache, note_day, seen, &fault));
    cj_cache_free(cache);
    return seen;
}

/* What all programs did over the days is not lost because one of them ran under a wrong clock. */
TEST_EACH(history_outlives_a_wrong_clock, ERRORS)
{
    const char *name = numbered("history", _i, "");
    struct timespec now;
    const days *seen;
    int found = 0;

    clock_gettime(CLOCK_REALTIME, &now);
    for (int day = 0; day < 5; day++) {
        store(name, day, OBJECT);
        clock_is_ahead += DAY;
    }
    clock_is_ahead += error_of(_i);
    store(name, 100, OBJECT);
    clock_is_ahead -= error_of(_i);
    store(name, 101, OBJECT);
    seen = history_of(name);
    for (int k = 0; k < seen->count; k++) {
        const int64_t day = seen->all[k].day - now.tv_sec / DAY;

        ck_assert_int_le(day, 5);
        found += day >= 0 && seen->all[k].stores > 0;
    }
    ck_assert_int_eq(found, 6);
}

/* How much there was is kept for each day, of at most 400 of them. */
TEST(sizes_are_kept_day_by_day)
{
    const days *seen;
    cj_cache *cache;

    for (int day = 0; day < 3; day++) {
        cache = open_cache("sizes");
        for (int i = 0; i < 4; i++)
            put(cache, 4 * day + i, OBJECT);
        time_has_passed += 2; /* it is measured again */
        put(cache, 4 * day + 3, OBJECT);
        cj_cache_free(cache);
        clock_is_ahead += DAY;
    }
    seen = history_of("sizes");
    ck_assert_int_eq(seen->count, 3);
    for (int day = 0; day < 3; day++) {
        ck_assert_uint_eq(seen->all[day].entries, 4 * day + 4);
        ck_assert_uint_eq(seen->all[day].bytes, (uint64_t)(4 * day + 4) * OBJECT);
    }
    cache = open_cache("sizes");
    must(cujit_cache_clear(cache, NULL, &fault));
    put(cache, 1, OBJECT);
    cj_cache_free(cache);
    seen = history_of("sizes");
    ck_assert_uint_eq(seen->all[seen->count - 1].entries, 1);
}

static uint64_t last_size_of(const char *name)
{
    const days *seen = history_of(name);

    return seen->all[seen->count - 1].entries;
}

/* Also where all that a program does takes no time. */
TEST(size_of_a_day_is_the_last)
{
    cj_cache *cache = open_cache("quick");

    for (int i = 0; i < 3; i++)
        put(cache, i, OBJECT);
    cj_cache_free(cache);
    ck_assert_uint_eq(last_size_of("quick"), 3);
    cache = open_cache("quick");
    must(cujit_cache_clear(cache, NULL, &fault));
    cj_cache_free(cache);
    ck_assert_uint_eq(last_size_of("quick"), 0);
}

/* What was counted before is no count of a file that is not there any more. */
TEST(a_file_that_is_gone_has_no_entries)
{
    cj_cache *cache = open_cache("gone");

    put(cache, 1, OBJECT);
    ck_assert_uint_eq(stats_of(cache).entries, 1);
    ck_assert_int_eq(rename(cj_test_path("gone"), cj_test_path("elsewhere")), 0);
    cj_test_file("gone", "in the way");
    time_has_passed += 2;
    put(cache, 2, OBJECT);
    ck_assert_uint_eq(stats_of(cache).entries, 0);
    ck_assert_uint_eq(stats_of(cache).bytes, 0);
}

/* Nobody waits for that who stores. */
TEST(many_entries_are_counted_by_a_thread)
{
    const days *seen;
    cj_cache *cache;
    bool at_work = true;

    store("many", 1, OBJECT);
    sql("many", "WITH RECURSIVE more(k) AS (SELECT 1000 UNION ALL SELECT k + 1 FROM more WHERE k < 3999)"
                " INSERT INTO uses SELECT k, used, 0, 10, toolchain, 0 FROM uses JOIN more");
    time_has_passed += 2;
    store("many", 2, OBJECT); /* which is when it is seen how many there are */
    time_has_passed += 2;
    cache = open_cache("many");
    put(cache, 3, OBJECT);
    get(cache, 3, OBJECT);
    time_has_passed += 2;
    put(cache, 4, OBJECT);
    while (at_work) {
        sleep_ms(1);
        pthread_mutex_lock(&cache->mutex);
        at_work = cache->tidying;
        pthread_mutex_unlock(&cache->mutex);
    }
    cj_cache_free(cache);
    seen = history_of("many");
    ck_assert_uint_eq(seen->all[seen->count - 1].entries, 3004);
}

TEST(days_are_bounded)
{
    const days *seen;

    store("bounded", 1, OBJECT);
    sql("bounded", "WITH RECURSIVE past(k) AS (SELECT 1 UNION ALL SELECT k + 1 FROM past WHERE k < 450)"
                   " INSERT INTO notes SELECT about - k, name, value FROM notes JOIN past WHERE about < ''");
    time_has_passed += 2; /* it is measured again */
    store("bounded", 2, OBJECT);
    ck_assert_int_eq(sql("bounded", "SELECT count(DISTINCT about) FROM notes WHERE about < ''"), 400);
    seen = history_of("bounded");
    ck_assert_int_ge(seen->count, 399); /* a day may have begun meanwhile */
    ck_assert_uint_eq(seen->all[seen->count - 1].entries, 2);
}
