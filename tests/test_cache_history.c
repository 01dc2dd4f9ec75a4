/*
 * test_cache_history.c: what the kernel cache counts and keeps beside objects: misses by reason, days, pins, toolchains
 * that are gone, texts that did not compile.
 */
#include "libjit/kernel/failure.h"
#include "tests/cache_support.h"

enum { OBJECT = 10000 };

/* ---- Counting --------------------------------------------------------------------------------------------------- */

typedef struct days {
    int count, most;
    cujit_cache_day last, sum;
} days;

static int look_at_day(void *user, const cujit_cache_day *day)
{
    days *seen = user;

    ck_assert(seen->count == 0 || day->day > seen->last.day);
    seen->last = *day;
    seen->sum.hits += day->hits;
    seen->sum.absent += day->absent;
    seen->sum.stores += day->stores;
    return ++seen->count != seen->most;
}

static days history_of(const char *directory)
{
    days seen = {0};
    cj_cache *cache = NULL;

    must(cj_cache_create_observer(cj_test_path("%s", directory), &cache, &fault));
    must(cujit_cache_history(cache, look_at_day, &seen, &fault));
    cujit_cache_free(cache);
    return seen;
}

/* What is asked for where key 1 is stored, and what it counts as. */
static const struct {
    cj_cache_key differs; /* texts that are not key 1's */
    size_t stats, day;    /* offsets of the counters */
} misses[] = {
#define COUNTER(member) offsetof(cujit_cache_stats, member), offsetof(cujit_cache_day, member)
    {{.source = "another"}, COUNTER(absent)},
    {{.name = "another"}, COUNTER(absent)},
    {{.toolchain = "nvrtc 13.1"}, COUNTER(other_toolchain)},
    {{.architecture = "sm_100"}, COUNTER(other_architecture)},
    {{.architecture = "sm_100", .toolchain = "nvrtc 13.1"}, COUNTER(other_architecture)},
    {{.options = ""}, COUNTER(other_options)},
    {{.options = "", .architecture = "sm_100"}, COUNTER(other_architecture)},
    {{.schema = "2"}, COUNTER(other_version)},
    {{.schema = "2", .options = ""}, COUNTER(other_version)},
};

static uint64_t counter_at(const void *counters, size_t offset)
{
    uint64_t value;

    memcpy(&value, (const char *)counters + offset, sizeof value);
    return value;
}

TEST_EACH(misses_are_counted_by_reason, COUNT(misses))
{
    const char *name = numbered("reason", _i, "");
    const cj_cache_key *differs = &misses[_i].differs;
    cj_cache_key key = make_key(1);
    cj_object none;
    cj_cache *cache;
    cujit_cache_stats stats;
    days seen;

    store(name, 1, OBJECT);
    key.schema = differs->schema != NULL ? differs->schema : key.schema;
    key.toolchain = differs->toolchain != NULL ? differs->toolchain : key.toolchain;
    key.architecture = differs->architecture != NULL ? differs->architecture : key.architecture;
    key.options = differs->options != NULL ? differs->options : key.options;
    key.source = differs->source != NULL ? differs->source : key.source;
    key.name = differs->name != NULL ? differs->name : key.name;
    cache = open_cache(name);
    ck_assert(!cache_get(cache, &key, &none));
    stats = stats_of(cache);
    ck_assert_uint_eq(counter_at(&stats, misses[_i].stats), 1);
    ck_assert_uint_eq(stats.misses, 1);
    ck_assert_uint_eq(stats.absent + stats.other_toolchain + stats.other_architecture + stats.other_options +
                          stats.other_version + stats.unavailable,
                      1);
    cj_cache_free(cache);
    seen = history_of(name);
    ck_assert_int_eq(seen.count, 1);
    ck_assert_uint_eq(counter_at(&seen.last, misses[_i].day), 1);
    ck_assert_uint_eq(seen.last.stores, 1);
}

/* Who waits for another one's compiler has asked once, and was given it. */
TEST(what_was_waited_for_is_a_hit)
{
    cj_cache *builder = open_cache("waited"), *waiter = open_cache("waited");
    cj_object object = make_object(1, OBJECT), found;
    cj_inquiry first = {0}, second = {0};
    cj_cache_key key = make_key(1);
    cj_key_bytes bytes = {0};
    days seen;

    ck_assert(cj_key_encode(&key, &bytes));
    ck_assert(!cj_cache_get(builder, &bytes, &first, &found));
    ck_assert(!cj_cache_get(waiter, &bytes, &second, &found));
    ck_assert_uint_eq(stats_of(waiter).absent, 1);
    ck_assert(!cj_cache_get(builder, &bytes, &first, &found));
    cj_cache_put(builder, &bytes, &object);
    ck_assert(cj_cache_get(waiter, &bytes, &second, &found));
    ck_assert_uint_eq(stats_of(waiter).misses + stats_of(waiter).absent, 0);
    ck_assert_uint_eq(stats_of(waiter).disk_hits, 1);
    ck_assert(cj_store_has_news(&waiter->store)); /* worth a write, unlike other hits */
    /* What is refused then was no miss either. */
    cj_cache_reject(waiter, &bytes);
    cj_object_clear(&found);
    ck_assert(!cj_cache_get(waiter, &bytes, &second, &found));
    ck_assert_uint_eq(stats_of(waiter).misses, 0);
    cj_cache_free(waiter);
    cj_cache_free(builder);
    seen = history_of("waited");
    ck_assert_uint_eq(seen.last.absent, 1);
    ck_assert_uint_eq(seen.last.rejected, 1);
    ck_assert_uint_eq(seen.last.hits, 0);
    cj_object_clear(&object);
    cj_key_clear(&bytes);
}

/* The nearest of several, whichever was stored last. */
TEST(nearest_entry_is_the_reason)
{
    cj_cache *cache = open_cache("nearest");
    cj_cache_key key = make_key(1);
    cj_object object = make_object(1, 100), none;

    key.architecture = "sm_80";
    key.options = "";
    cache_put(cache, &key, &object);
    key = make_key(1);
    key.toolchain = "nvrtc 12.9";
    cache_put(cache, &key, &object);
    key.schema = "0";
    cache_put(cache, &key, &object);
    key = make_key(1);
    ck_assert(!cache_get(cache, &key, &none));
    ck_assert_uint_eq(stats_of(cache).other_toolchain, 1);
    /* Without a compiler no toolchain is the reason. */
    key.toolchain = NULL;
    key.options = "other";
    ck_assert(!cache_get(cache, &key, &none));
    ck_assert_uint_eq(stats_of(cache).other_options, 1);
    cj_object_clear(&object);
}

TEST(damage_refusal_and_locks_are_reasons)
{
    cj_cache *cache;
    cj_cache_key key;
    days seen;

    fill("reasons");
    sql("reasons", "UPDATE kernels SET checksum = zeroblob(16) WHERE id = 2");
    cache = open_cache("reasons");
    ck_assert_int_eq(get(cache, 1, 3000), 0);
    ck_assert_int_eq(get(cache, 2, 3000), 1);
    key = make_key(2);
    cache_reject(cache, &key);
    cj_cache_free(cache);
    seen = history_of("reasons");
    ck_assert_uint_eq(seen.last.damaged, 1);
    ck_assert_uint_eq(seen.last.rejected, 1);
    ck_assert_uint_eq(seen.last.hits, 0); /* it was none, after all */
    ck_assert_uint_eq(seen.last.absent, 0);
    chmod(cj_test_path("reasons"), 0777);
    cache = open_cache("reasons");
    ck_assert_int_eq(get(cache, 3, 3000), 0);
    ck_assert_uint_eq(stats_of(cache).unavailable, 1);
    chmod(cj_test_path("reasons"), 0700);
}

/* Hits write nothing until they are many; then, and in the end, they are told of once. */
TEST(hits_are_written_in_batches)
{
    cj_cache *cache = open_filled("batches");
    cj_object object = {0};
    cj_key_bytes bytes = {0};
    cj_cache_key key = make_key(1);
    cujit_cache_stats stats;
    days seen;

    ck_assert(cj_key_encode(&key, &bytes));
    for (int k = 0; k < 1000; k++) {
        ck_assert(cj_cache_get(cache, &bytes, &(cj_inquiry){.asked = k % 2 == 1}, &object));
        cj_object_clear(&object);
    }
    ck_assert_int_eq(sqlite3_total_changes(cache->store.db), 0);
    cj_cache_note_compile(cache, 2.5);
    stats = stats_of(cache);
    ck_assert(stats.saved_ms > 13499 && stats.saved_ms < 13501); /* 13.5 each */
    ck_assert(stats.compile_ms > 2.49 && stats.compile_ms < 2.51);
    cj_cache_free(cache);
    seen = history_of("batches");
    ck_assert_uint_eq(seen.last.hits, 1000);
    ck_assert_uint_eq(seen.last.stores, ENTRIES);
    ck_assert(seen.last.saved_ms > 13499 && seen.last.saved_ms < 13501);
    ck_assert(seen.last.compile_ms > 2.49 && seen.last.compile_ms < 2.51);
    cj_key_clear(&bytes);
}

TEST(days_add_up_and_pass)
{
    days seen, first = {.most = 1};
    cj_cache *cache;

    fill("days");
    sql("days", "UPDATE notes SET about = about - 1 WHERE about < ''");
    cache = open_cache("days");
    ck_assert_int_eq(get(cache, 1000, 100), 0);
    cj_cache_free(cache);
    seen = history_of("days");
    ck_assert_int_eq(seen.count, 2);
    ck_assert_uint_eq(seen.sum.stores, ENTRIES);
    ck_assert_uint_eq(seen.sum.absent, 1);
    sql("days", "INSERT INTO notes SELECT about - 401, name, value FROM notes WHERE about < '';"
                "INSERT OR REPLACE INTO notes SELECT about + 900, name, value FROM notes WHERE about < '';"
                "INSERT INTO notes VALUES(3, 77, 1)");
    cache = open_cache("days");
    must(cujit_cache_history(cache, look_at_day, &first, &fault));
    ck_assert_int_eq(first.count, 1);
    ck_assert_int_eq(get(cache, 1000, 100), 0);
    cj_cache_free(cache);
    seen = history_of("days");
    ck_assert_int_eq(seen.count, 2);
    ck_assert_uint_eq(seen.sum.stores, ENTRIES);
    ck_assert_uint_eq(seen.sum.absent, 2);
    refuse(cujit_cache_history(NULL, look_at_day, NULL, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "NULL");
    cache = open_cache("days");
    refuse(cujit_cache_history(cache, NULL, NULL, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "NULL");
}

/* ---- Pins ------------------------------------------------------------------------------------------------------- */

static int note_entry(void *user, const cujit_cache_entry *entry)
{
    cujit_cache_entry *out = user;

    *out = *entry;
    return 0;
}

static const char *id_of(int n)
{
    cj_cache_key key = make_key(n);
    cj_key_bytes bytes = {0};
    char *id = memory_of(33);

    ck_assert(cj_key_encode(&key, &bytes));
    cj_digest_hex(&bytes.hash, id);
    cj_key_clear(&bytes);
    return id;
}

TEST(pinned_entries_stay)
{
    cj_cache *cache = open_cache("pins");
    cujit_cache_entry entry;
    cj_cache_key key;
    uint64_t removed;

    for (int i = 0; i < 100; i++)
        put(cache, i, OBJECT);
    must(cujit_cache_pin(cache, id_of(7), &fault));
    must(cujit_cache_pin(cache, id_of(7), &fault));
    must(cujit_cache_pin(cache, id_of(8), &fault));
    must(cujit_cache_unpin(cache, id_of(8), &fault));
    ck_assert_uint_eq(stats_of(cache).pinned, 1);
    must(cujit_cache_find(cache, id_of(7), note_entry, &entry, &fault));
    ck_assert_int_eq(entry.pinned, 1);
    must(cujit_cache_prune(cache, 300000, &removed, &fault));
    ck_assert_uint_gt(removed, 50);
    ck_assert_uint_eq(stats_of(cache).evictions, removed);
    ck_assert_int_eq(get(cache, 7, OBJECT), 1);
    ck_assert_int_eq(get(cache, 8, OBJECT), 0);
    /* Set aside and built again it is pinned still. */
    key = make_key(7);
    cache_reject(cache, &key);
    ck_assert_uint_eq(stats_of(cache).pinned, 0);
    put(cache, 7, OBJECT);
    ck_assert_uint_eq(stats_of(cache).pinned, 1);
    must(cujit_cache_prune(cache, 1, &removed, &fault)); /* more than the limit, but pinned */
    ck_assert_uint_eq(stats_of(cache).entries, 1);
    ck_assert_int_eq(get(cache, 7, OBJECT), 1);
    must(cujit_cache_unpin(cache, id_of(7), &fault));
    must(cujit_cache_prune(cache, 1, &removed, &fault));
    ck_assert_uint_eq(stats_of(cache).entries, 0);
    cj_cache_free(cache);
    ck_assert_uint_ge(history_of("pins").last.evictions, 100);
}

TEST(pins_go_with_what_is_removed)
{
    cj_cache *cache = open_filled("unpinned");

    must(cujit_cache_pin(cache, id_of(1), &fault));
    must(cujit_cache_pin(cache, id_of(2), &fault));
    must(cujit_cache_remove(cache, id_of(1), &fault));
    put(cache, 1, 3000);
    ck_assert_uint_eq(stats_of(cache).pinned, 1);
    must(cujit_cache_clear(cache, NULL, &fault));
    put(cache, 2, 3000);
    ck_assert_uint_eq(stats_of(cache).pinned, 0);
    refuse(cujit_cache_pin(cache, id_of(5000), &fault), CUJIT_ERROR_CACHE_ENTRY, "no entry");
    refuse(cujit_cache_unpin(cache, "12", &fault), CUJIT_ERROR_INVALID_ARGUMENT, "no id");
    refuse(cujit_cache_pin(cache, NULL, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "NULL");
    refuse(cujit_cache_pin(NULL, "1234", &fault), CUJIT_ERROR_INVALID_ARGUMENT, "NULL");
}

/* ---- Toolchains ------------------------------------------------------------------------------------------------- */

static void put_of(cj_cache *cache, int n, const char *toolchain)
{
    cj_cache_key key = make_key(n);
    cj_object object = make_object(n, OBJECT);

    key.toolchain = toolchain;
    cache_put(cache, &key, &object);
    cj_object_clear(&object);
}

static bool has_of(cj_cache *cache, int n, const char *toolchain)
{
    cj_cache_key key = make_key(n);
    cj_object object = {0};
    bool found;

    key.toolchain = toolchain;
    found = cache_get(cache, &key, &object);
    cj_object_clear(&object);
    return found;
}

/* Although they were used later than others; a toolchain that all have left alone is not gone. */
TEST_EACH(entries_of_a_toolchain_that_is_gone_go_first, 2)
{
    const char *name = numbered("gone", _i, "");
    cj_cache *cache = open_cache(name);
    cujit_cache_entry entry;

    for (int i = 0; i < 50; i++)
        put_of(cache, i, "new");
    for (int i = 0; i < 10; i++)
        put_of(cache, i, "old");
    cj_cache_put_tuning(cache, &(cj_cache_key){"1", NULL, "sm_90", "", "", "k"}, "gpu", "wide");
    cj_cache_free(cache);
    sql(name, "UPDATE uses SET used = used - 40 * 86400000000");
    sql(name, "UPDATE uses SET used = used - 20 * 86400000000 WHERE id <= 50");
    sql(name, _i == 0 ? "UPDATE toolchains SET used = used - 40 * 86400000000 WHERE text = 'old'"
                      : "UPDATE toolchains SET used = used - 40 * 86400000000");
    cache = open_cache(name);
    must(cujit_cache_list(cache, note_entry, &entry, &fault)); /* of the old one, used last */
    ck_assert_int_eq(entry.gone, _i == 0);
    must(cujit_cache_prune(cache, stats_of(cache).file_bytes - 2 * OBJECT, NULL, &fault));
    for (int i = 0; i < 4; i++) {
        ck_assert_int_eq(has_of(cache, i, "old"), _i == 1);
        ck_assert_int_eq(has_of(cache, i, "new"), _i == 0);
    }
    ck_assert(has_of(cache, 40, "new"));
}

TEST(toolchains_without_entries_are_forgotten)
{
    cj_cache *cache = open_cache("forgotten");

    put_of(cache, 1, "a");
    put_of(cache, 1, "b");
    must(cujit_cache_prune(cache, 1, NULL, &fault));
    cj_cache_free(cache);
    ck_assert_int_eq(sql("forgotten", "SELECT count(*) FROM toolchains"), 0);
}

/* ---- Texts that did not compile --------------------------------------------------------------------------------- */

static cj_object make_failure(int n)
{
    cj_object said = make_object(n, 200);

    said.kind = CJ_OBJECT_NONE;
    return said;
}

static void put_failure(cj_cache *cache, int n, size_t size)
{
    cj_cache_key key = make_key(n);
    cj_key_bytes bytes = {0};
    cj_object said = make_failure(n);

    if (size > 0) {
        cj_free(said.log);
        said.log = cj_calloc(1, size + 1);
        memset(said.log, 'x', size);
    }
    ck_assert(cj_key_encode(&key, &bytes));
    cj_cache_put_failure(cache, &bytes, &said);
    cj_key_clear(&bytes);
    cj_object_clear(&said);
}

/* 1: it is there, and right; -1: a wrong one. */
static int get_failure(cj_cache *cache, int n)
{
    cj_cache_key key = make_key(n);
    cj_key_bytes bytes = {0};
    cj_object said = {0}, right = make_failure(n);
    int result = 0;

    ck_assert(cj_key_encode(&key, &bytes));
    if (cj_cache_get_failure(cache, &bytes, &said))
        result = said.size == right.size && memcmp(said.data, right.data, said.size) == 0 &&
                         same_text(said.log, right.log) && same_text(said.names, right.names)
                     ? 1
                     : -1;
    cj_key_clear(&bytes);
    cj_object_clear(&said);
    cj_object_clear(&right);
    return result;
}

TEST(failures_are_known_to_others_for_a_while)
{
    cj_cache *cache = open_cache("failures");

    for (int i = 0; i < 6; i++) {
        ck_assert_int_eq(get_failure(cache, i), 0);
        put_failure(cache, i, 0);
    }
    put_failure(cache, 100, 70000); /* too long */
    cache = open_again(cache, "failures");
    for (int i = 0; i < 6; i++)
        ck_assert_int_eq(get_failure(cache, i), 1);
    ck_assert_int_eq(get_failure(cache, 100), 0);
    ck_assert_int_eq(get_failure(cache, 101), 0);
    ck_assert_int_eq(get(cache, 1, 200), 0); /* no object */
    ck_assert_uint_eq(stats_of(cache).entries, 0);
    sql("failures", "UPDATE failures SET created = created - 601000000 WHERE rowid = 2;"  /* too old */
                    "UPDATE failures SET created = created + 3600000000 WHERE rowid = 3;" /* not yet */
                    "UPDATE failures SET log = 'lies' WHERE rowid = 4;"
                    "UPDATE failures SET key = (SELECT key FROM failures WHERE rowid = 1) WHERE rowid = 5");
    ck_assert_int_eq(get_failure(cache, 0), 1);
    for (int i = 1; i < 5; i++)
        ck_assert_int_eq(get_failure(cache, i), 0);
    put_failure(cache, 4, 0);
    ck_assert_int_eq(get_failure(cache, 4), 1);
    ck_assert_int_eq(sql("failures", "SELECT count(*) FROM failures"), 4); /* 1 and 2 went */
    must(cujit_cache_clear(cache, NULL, &fault));
    ck_assert_int_eq(get_failure(cache, 0), 0);
}

TEST(failures_are_few)
{
    cj_cache *cache = open_cache("few");

    for (int i = 0; i < 100; i++)
        put_failure(cache, i, 0);
    ck_assert_int_eq(sql("few", "SELECT count(*) FROM failures"), 64);
    ck_assert_int_eq(get_failure(cache, 35), 0);
    ck_assert_int_eq(get_failure(cache, 36), 1);
    ck_assert_int_eq(get_failure(cache, 99), 1);
    cache = open_again(cache, "");
    put_failure(cache, 1, 0);
    ck_assert_int_eq(get_failure(cache, 1), 0);
}

/* Statuses that no text can be at fault with, under a right checksum. */
TEST(failures_that_make_no_sense_are_none)
{
    const int32_t statuses[] = {CUJIT_ERROR_COMPILE, CUJIT_OK, CUJIT_ERROR_OUT_OF_MEMORY, -1, 123456};
    const cujit_error error = {
        .status = CUJIT_ERROR_COMPILE, .vendor_code = 1, .log = (char *)"error: x", .message = "it does not compile"};
    cj_cache *cache = open_cache("nonsense");
    cj_object said = {0};

    for (int k = 0; k < COUNT(statuses); k++) {
        cj_cache_key key = make_key(k);
        cj_key_bytes bytes = {0};

        ck_assert(cj_key_encode(&key, &bytes));
        if (k == 0) {
            cj_failure_remember(cache, &bytes, &error);
            ck_assert(cj_cache_get_failure(cache, &bytes, &said));
        }
        memcpy(said.data, &statuses[k], sizeof statuses[k]);
        cj_cache_put_failure(cache, &bytes, &said);
        ck_assert_int_eq(cj_failure_recall(cache, &bytes, &fault), k == 0);
        cj_key_clear(&bytes);
    }
    cj_object_clear(&said);
}
