/*
 * test_cache_damage.c: the kernel cache and files that are cut, overwritten, tampered with or somebody else's:
 * never a wrong answer, and a sound file afterwards.
 */
#include "tests/cache_support.h"

typedef struct harm {
    double at; /* a fraction of the file's size; -1: cut */
    int byte;  /* -1: noise */
    double count;
    bool reset; /* the file has to be made anew */
} harm;

/* clang-format off */
static const harm harms[] = {
    /* Cut; zeroed, noise; the header, the first page, the middle, the end; all but the first page. */
    {-1, 0, 0.5, true}, {-1, 0, 0.0003, true}, {-1, 0, 0, false}, {0, 0, 1, true}, {0, -1, 1, true},
    {0, -1, 0.001, true}, {0, -1, 0.04, true}, {0.4, -1, 0.3, false}, {0.9, 0, 0.1, false}, {0.05, -1, 0.95, true},
};
/* clang-format on */

/* Met by the first question, or by getting ready for it. */
TEST_EACH(file_damaged, 2 * COUNT(harms))
{
    const harm *row = &harms[_i / 2];
    const char *name = numbered("damaged", _i, "");
    const char *path;
    cj_cache *cache;
    cujit_cache_stats stats;
    int wrong = 0, hits = 0;
    double size;

    fill(name);
    path = cache_file(name);
    size = (double)size_of(path);
    damage(path, row->at < 0 ? -1 : (long)(row->at * size), row->byte, (long)(row->count * size));
    cache = open_cache(name);
    if (_i % 2 == 1)
        cj_cache_prepare(cache);
    for (int i = 0; i < ENTRIES; i++) {
        int result = get(cache, i, 3000);

        wrong += result < 0;
        hits += result > 0;
    }
    ck_assert_int_eq(wrong, 0);
    ck_assert_int_lt(hits, ENTRIES);
    for (int i = 0; i < ENTRIES; i++)
        put(cache, i, 3000);
    for (int i = 0; i < ENTRIES; i++)
        ck_assert_int_eq(get(cache, i, 3000), 1);
    stats = stats_of(cache);
    ck_assert_msg(stats.memory_hits == 0 && stats.on_disk && stats.entries == ENTRIES, "%s", stats.trouble);
    ck_assert(!row->reset || stats.file_resets > 0);
    cj_cache_free(cache);
    ck_assert_int_eq(sql(name, "SELECT count(*) FROM pragma_quick_check WHERE quick_check = 'ok'"), 1);
}

/* While the file is made nothing waits for the disk; all that comes afterwards does so as in a file that was there. */
TEST_EACH(file_is_written_to_with_care, 2)
{
    sqlite3_stmt *statement = NULL;
    cj_cache *cache;

    if (_i == 1)
        fill("with care");
    cache = open_cache(_i == 0 ? "with care, new" : "with care");
    put(cache, 1, 3000);
    ck_assert_int_eq(sqlite3_prepare_v2(cache->store.db, "PRAGMA synchronous", -1, &statement, NULL), SQLITE_OK);
    ck_assert_int_eq(sqlite3_step(statement), SQLITE_ROW);
    ck_assert_int_eq(sqlite3_column_int(statement, 0), 1); /* NORMAL */
    sqlite3_finalize(statement);
}

/* While another connection still holds the damaged file the first to notice cannot reset it, and lives in memory. */
TEST(file_damaged_in_use)
{
    cj_cache *cache = open_filled("in use"), *second = open_cache("in use");

    ck_assert_int_eq(get(cache, 1, 3000), 1);
    ck_assert_int_eq(get(second, 1, 3000), 1);
    damage(cache_file("in use"), 0, -1, size_of(cache_file("in use")));
    for (int i = 0; i < ENTRIES; i++) {
        ck_assert_int_ge(get(cache, i, 3000), 0);
        ck_assert_int_ge(get(second, i, 3000), 0);
        put(cache, i, 3000);
        put(second, i + ENTRIES, 3000);
    }
    for (int i = 0; i < ENTRIES; i++) {
        ck_assert_int_eq(get(cache, i, 3000), 1);
        ck_assert_int_eq(get(second, i + ENTRIES, 3000), 1);
    }
    cj_cache_free(cache);
    ck_assert(stats_of(second).on_disk);
    ck_assert_uint_eq(stats_of(second).entries, ENTRIES);
}

/* What is done to the row of entry 1; from the second on it is set aside. */
#define SET(what) "UPDATE kernels SET " what " WHERE id = 2"
#define SET_FACTS(from, size, with)                                                                                    \
    SET("facts = CAST(substr(facts, 1, " #from ") || " with " || substr(facts, " #from " + " #size " + 1) AS BLOB)")
/* clang-format off */
static const char *const tamperings[] = {
    SET("id = 4000"), SET("object = CAST(substr(object, 1, 500) || x'ff' || substr(object, 502) AS BLOB)"),
    SET("object = substr(object, 1, 2999)"), SET("object = x''"), SET("object = 7"),
    SET("object = (SELECT object FROM kernels WHERE id = 4)"), SET("kind = 2"), SET("kind = 9"),
    SET_FACTS(0, 5, "'sm_80'"), SET_FACTS(0, 32, "printf('%32d', 1)"), SET("facts = zeroblob(64)"), SET("facts = x''"),
    SET("facts = CAST(facts || x'00' AS BLOB)"), SET("facts = NULL"), SET("log = 'all is well'"),
    SET("log = CAST(x'410042' AS TEXT)"), SET("names = 'k\tk'"), SET("names = CAST(x'410042' AS TEXT)"),
    SET_FACTS(32, 8, "zeroblob(8)"), SET_FACTS(52, 4, "zeroblob(4)"), SET("created = created + 1"), SET("checksum = zeroblob(16)"),
    SET("checksum = x'00'"), SET("key = CAST(key || x'00' AS BLOB)"), SET("key = x''"),
    SET("key = (SELECT key FROM kernels WHERE id = 4)"),
    "CREATE TEMP TABLE t AS SELECT id, object, checksum FROM kernels WHERE id IN (2, 6);"
    SET("(object, checksum) = (SELECT object, checksum FROM t WHERE t.id = 6)"),
};
/* clang-format on */

TEST_EACH(row_tampered_with, COUNT(tamperings))
{
    const bool seen = _i > 0;
    const char *name = numbered("row", _i, "");
    cj_cache *cache;
    cujit_cache_verification report;

    fill(name);
    sql(name, tamperings[_i]);
    cache = open_cache(name);
    must(cujit_cache_verify(cache, false, NULL, NULL, &report, &fault));
    ck_assert(report.damaged == seen && report.entries == ENTRIES && report.removed == 0);
    ck_assert_int_eq(get(cache, 1, 3000), !seen);
    ck_assert_int_eq(get(cache, 3, 3000), 1);
    ck_assert_uint_eq(stats_of(cache).corrupt, seen);
    ck_assert_uint_eq(stats_of(cache).entries, ENTRIES - seen);
    put(cache, 1, 3000);
    ck_assert_int_eq(get(cache, 1, 3000), 1);
}

/* What any compiler made is looked for among the rows of all of them, and of all that are bad none stays. */
TEST_EACH(all_bad_rows_that_are_met_go, 2)
{
    static const int counts[] = {3, 40};
    const char *name = numbered("bad rows", _i, "");
    cj_cache *cache = open_cache(name);
    cj_cache_key key = make_key(1);
    cj_object object;

    for (int i = 0; i < counts[_i]; i++) {
        key.toolchain = numbered("nvrtc ", i, "");
        object = make_object(i, 100);
        cache_put(cache, &key, &object);
        cj_object_clear(&object);
    }
    sql(name, "UPDATE kernels SET created = 0");
    key.toolchain = NULL;
    ck_assert(!cache_get(cache, &key, &object));
    ck_assert_uint_eq(stats_of(cache).corrupt, counts[_i]);
    ck_assert_uint_eq(stats_of(cache).entries, 0);
}

/* Two rows get each other's keys, with checksums that are right for what they say then. Their objects know better. */
TEST(rows_exchanged)
{
    static const char exchange[] = "CREATE TEMP TABLE t AS SELECT id, hash, unit, key FROM kernels"
                                   " WHERE id IN (2, 4);"
                                   "UPDATE kernels SET hash = x'00' WHERE id = 4;"
                                   "UPDATE kernels SET (hash, unit, key) = (SELECT hash, unit, key FROM t"
                                   " WHERE t.id = 6 - kernels.id) WHERE id = 2;"
                                   "UPDATE kernels SET (hash, unit, key) = (SELECT hash, unit, key FROM t"
                                   " WHERE t.id = 6 - kernels.id) WHERE id = 4;";
    cujit_cache_verification report;
    cj_cache *cache;

    fill("exchanged");
    sql("exchanged", exchange);
    for (int n = 1; n <= 3; n += 2) {
        cj_cache_key key = make_key(4 - n);
        cj_object object = make_object(n, 3000);
        char text[200], hex[33];
        cj_key_bytes bytes;
        cj_digest sum;

        ck_assert(cj_key_encode(&key, &bytes));
        snprintf(text, sizeof text, "SELECT created FROM kernels WHERE id = %d", n + 1);
        sum = cj_entry_checksum(&bytes.hash, &bytes.hash, sql("exchanged", text), &object);
        cj_digest_hex(&sum, hex);
        snprintf(text, sizeof text, "UPDATE kernels SET checksum = x'%s' WHERE id = %d", hex, n + 1);
        sql("exchanged", text);
        cj_key_clear(&bytes);
        cj_object_clear(&object);
    }
    cache = open_cache("exchanged");
    must(cujit_cache_verify(cache, false, NULL, NULL, &report, &fault));
    ck_assert_uint_eq(report.damaged, 2);
    ck_assert_int_eq(get(cache, 1, 3000), 0);
    ck_assert_int_eq(get(cache, 3, 3000), 0);
    ck_assert_int_eq(get(cache, 2, 3000), 1);
    ck_assert_uint_eq(stats_of(cache).corrupt, 2);
    ck_assert_uint_eq(stats_of(cache).entries, ENTRIES - 2);
    put(cache, 1, 3000);
    ck_assert_int_eq(get(cache, 1, 3000), 1);
}

/* Two keys of one digest: a row that is right in itself, but stands at the other key's place. */
TEST(digest_collision_is_a_miss)
{
    cj_cache *cache;
    cj_cache_key keys[2] = {make_key(1), make_key(2)};
    cj_key_bytes bytes[2];
    cj_object object = make_object(1, 3000);
    cj_digest checksum;
    int64_t created;
    char text[400], hash[33], sum[33];

    store("collision", 1, 3000);
    ck_assert(cj_key_encode(&keys[0], &bytes[0]) && cj_key_encode(&keys[1], &bytes[1]));
    created = sql("collision", "SELECT created FROM kernels");
    checksum = cj_entry_checksum(&bytes[1].hash, &bytes[0].hash, created, &object);
    cj_digest_hex(&bytes[1].hash, hash);
    cj_digest_hex(&checksum, sum);
    snprintf(text, sizeof text, "UPDATE kernels SET hash = x'%s', checksum = x'%s'", hash, sum);
    sql("collision", text);
    cache = open_cache("collision");
    ck_assert_int_eq(get(cache, 2, 3000), 0);
    ck_assert_uint_eq(stats_of(cache).corrupt, 0);
    ck_assert_uint_eq(stats_of(cache).entries, 1);
    put(cache, 2, 3000); /* takes the place */
    ck_assert_int_eq(get(cache, 2, 3000), 1);
    ck_assert_int_eq(get(cache, 1, 3000), 0);
    ck_assert_uint_eq(stats_of(cache).entries, 1);
    cj_cache_free(cache);
    cj_key_clear(&bytes[0]);
    cj_key_clear(&bytes[1]);
    cj_object_clear(&object);
}

#define OURS "PRAGMA application_id = 0x63756a69; PRAGMA user_version = "

static const struct {
    const char *sql;
    bool ours; /* may be reset */
} strangers[] = {{"PRAGMA application_id = 77", false},
                 {"CREATE TABLE diary(text)", false},
                 {"PRAGMA user_version = 3", false},
                 {OURS "2", true},
                 {OURS "257", true},
                 {OURS "257; CREATE TABLE kernels(id, text)", true}};

TEST_EACH(file_of_somebody_else, COUNT(strangers))
{
    const bool ours = strangers[_i].ours;
    const char *name = numbered("foreign", _i, "");
    cj_cache *cache;
    cujit_cache_verification report;

    ck_assert_int_eq(mkdir(cj_test_path("%s", name), 0700), 0);
    sql(name, strangers[_i].sql);
    chmod(cache_file(name), 0600);
    cache = open_cache(name);
    ck_assert_int_eq(get(cache, 1, 100), 0);
    put(cache, 1, 100);
    ck_assert_int_eq(get(cache, 1, 100), 1);
    ck_assert_msg((stats_of(cache).disk_hits == 1) == ours, "%s", stats_of(cache).trouble);
    ck_assert_uint_eq(stats_of(cache).file_resets, ours);
    refuse(cujit_cache_verify(cache, true, NULL, NULL, &report, &fault), ours ? CUJIT_OK : CUJIT_ERROR_CACHE, NULL);
    refuse(cujit_cache_clear(cache, NULL, &fault), ours ? CUJIT_OK : CUJIT_ERROR_CACHE, NULL);
    cj_cache_free(cache);
    if (strstr(strangers[_i].sql, "diary") != NULL)
        ck_assert_int_eq(sql(name, "SELECT count(*) FROM sqlite_master WHERE name = 'diary'"), 1);
}

TEST(file_is_no_file)
{
    cj_cache *cache;

    ck_assert_int_eq(mkdir(cj_test_path("odd"), 0700), 0);
    ck_assert_int_eq(mkfifo(cache_file("odd"), 0600), 0);
    cache = open_cache("odd");
    put(cache, 1, 100);
    ck_assert_int_eq(get(cache, 1, 100), 1);
    ck_assert_uint_eq(stats_of(cache).memory_hits, 1);
}
