/*
 * test_cache.c: the kernel cache in one process: answers, place and permissions, limits, lack of memory. Looking at it,
 * damage, and more of limits have files of their own.
 */
#include "libjit/base/os.h"
#include "tests/cache_support.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- Answers ---------------------------------------------------------------------------------------------------- */

TEST(entry_hit_and_miss)
{
    static const size_t sizes[] = {0, 1, 5000, 100000, 3000000};
    cj_object none;

    for (int i = 0; i < COUNT(sizes); i++) {
        const cj_cache_key key = make_key(i);
        cj_cache *cache = open_cache("hit");
        cj_key_bytes bytes;

        ck_assert_int_eq(get(cache, i, sizes[i]), 0);
        ck_assert(cj_key_encode(&key, &bytes));
        ck_assert(!cj_cache_get(cache, &bytes, &(cj_inquiry){.asked = true}, &none));
        cj_key_clear(&bytes);
        ck_assert_uint_eq(stats_of(cache).misses, 1);
        put(cache, i, sizes[i]);
        ck_assert_int_eq(get(cache, i, sizes[i]), 1);
        cache = open_again(cache, "hit"); /* from the file */
        ck_assert_int_eq(get(cache, i, sizes[i]), 1);
        ck_assert_uint_eq(stats_of(cache).disk_hits, 1);
        ck_assert_uint_eq(stats_of(cache).memory_hits, 0);
        ck_assert_uint_eq(stats_of(cache).entries, (unsigned)i + 1);
        ck_assert_str_eq(stats_of(cache).trouble, "");
        cj_cache_free(cache);
    }
}

TEST(getting_ready_counts_and_makes_nothing)
{
    cj_cache *cache = open_cache("ready");

    cj_cache_prepare(cache);
    ck_assert_int_ne(access(cj_test_path("ready"), F_OK), 0);
    put(cache, 1, 5000);
    cj_cache_prepare(cache);
    cache = open_again(cache, "ready");
    cj_cache_prepare(cache);
    ck_assert(sqlite3_get_autocommit(cache->store.db)); /* what others store from now on is seen */
    ck_assert_uint_eq(stats_of(cache).misses, 0);
    ck_assert(stats_of(cache).on_disk);
    ck_assert_int_eq(get(cache, 1, 5000), 1);
    ck_assert_uint_eq(stats_of(cache).disk_hits, 1);
    ck_assert_str_eq(stats_of(cache).trouble, "");
    cache = open_again(cache, "");
    cj_cache_prepare(cache);
}

/* How often the file was asked is seen by what it has no more. */
TEST(entries_used_last_are_read_ahead)
{
    cj_cache *cache = open_filled("ahead");
    cujit_cache_stats stats;

    sql("ahead", "UPDATE uses SET used = used + 10000000 * (id = 3), uses = 7");
    cj_cache_read_ahead(cache, "nvrtc 13.0");
    ck_assert_uint_eq(cache->store.ahead_count, CJ_AHEAD);
    ck_assert_int_eq(cache->store.ahead[0].id, 3);
    sql("ahead", "UPDATE kernels SET hash = -id WHERE id <> 5");
    for (int i = 0; i < 2; i++)
        ck_assert_int_eq(get(cache, 2, 3000), i == 0);
    ck_assert_int_eq(get(cache, 4, 3000), 1);
    stats = stats_of(cache);
    ck_assert_uint_eq(stats.disk_hits, 2);
    ck_assert_uint_eq(stats.misses, 1);
    ck_assert_str_eq(stats.trouble, "");
    cj_cache_free(cache);
    ck_assert_int_eq(sql("ahead", "SELECT uses FROM uses WHERE id = 3"), 8);
}

static void ahead_is_past(cj_cache *cache)
{
    cache->store.ahead_until_ms = cj_now_ms() - 1;
}

static void another_is_stored(cj_cache *cache)
{
    put(cache, 100, 3000);
}

static void one_is_rejected(cj_cache *cache)
{
    const cj_cache_key key = make_key(19);

    cache_reject(cache, &key);
}

static void file_is_closed(cj_cache *cache)
{
    cj_store_close(&cache->store, true);
}

static void (*const ends_of_ahead[])(cj_cache *cache) = {ahead_is_past, another_is_stored, one_is_rejected,
                                                         file_is_closed};

TEST_EACH(what_was_read_ahead_ends, COUNT(ends_of_ahead))
{
    const char *name = numbered("end of ahead", _i, "");
    cj_cache *cache = open_filled(name);

    cj_cache_read_ahead(cache, "nvrtc 13.0");
    sql(name, "DELETE FROM kernels WHERE id = 19");
    ends_of_ahead[_i](cache);
    ck_assert_int_eq(get(cache, 18, 3000), 0);
    ck_assert_uint_eq(cache->store.ahead_count, 0);
    cj_cache_free(cache);
}

/* Objects for the host, which have a stamp to be looked at, large and damaged ones, and those of other toolchains. */
TEST_EACH(what_is_not_read_ahead, 4)
{
    static const char *const changes[] = {"", "", "UPDATE kernels SET created = 1",
                                          "UPDATE toolchains SET text = 'another'"};
    const char *name = numbered("not ahead", _i, "");
    const cj_cache_key key = make_key(1);
    cj_object object = make_object(1, _i == 0 ? 100000 : 3000);
    cj_cache *cache = open_cache(name);

    object.kind = _i == 1 ? CJ_OBJECT_SHARED : CJ_OBJECT_CUBIN;
    cache_put(cache, &key, &object);
    cj_object_clear(&object);
    sql(name, changes[_i]);
    cache = open_again(cache, name);
    ck_assert_int_eq(sql(name, "SELECT count(*) FROM kernels"), 1);
    cj_cache_read_ahead(cache, "nvrtc 13.0");
    ck_assert_uint_eq(cache->store.ahead_count, 0);
    ck_assert_uint_eq(stats_of(cache).corrupt, 0);
    ck_assert_str_eq(stats_of(cache).trouble, "");
    cj_cache_free(cache);
}

/* Nor where there is no file. */
TEST(nothing_is_read_ahead_of_nothing)
{
    cj_cache *cache = open_cache("nothing ahead");

    cj_cache_read_ahead(cache, "nvrtc 13.0");
    ck_assert_int_ne(access(cj_test_path("nothing ahead"), F_OK), 0);
    cache = open_again(cache, "");
    cj_cache_read_ahead(cache, "nvrtc 13.0");
    ck_assert_uint_eq(cache->store.ahead_count, 0);
    cj_cache_free(cache);
}

TEST(entry_replaced)
{
    cj_cache *cache = open_cache("replaced");
    cj_cache_key key = make_key(1);
    cj_object object = make_object(2, 777), got = {0};

    put(cache, 1, 5000);
    cache_put(cache, &key, &object);
    ck_assert(cache_get(cache, &key, &got));
    ck_assert(same_object(&got, &object));
    ck_assert_uint_eq(stats_of(cache).entries, 1);
    ck_assert_uint_eq(stats_of(cache).bytes, 777);
    cj_object_clear(&got);
    cj_object_clear(&object);
}

/* A file of another layout belongs to another version of the library. */
TEST(file_of_an_older_version_is_left_alone)
{
    const char *old = cj_test_file("older/kernels-1.sqlite", "not ours");
    cj_cache *cache = open_cache("older");

    put(cache, 1, 100);
    ck_assert_int_eq(get(cache, 1, 100), 1);
    ck_assert_uint_eq(stats_of(cache).file_resets, 0);
    cj_cache_free(cache);
    ck_assert_int_eq(size_of(old), 8);
}

TEST_EACH(key_fields_all_matter, 2)
{
    cj_cache *cache = open_cache(_i == 0 ? "fields" : "");
    cj_cache_key key = make_key(1);
    const char **const fields[] = {&key.schema,  &key.toolchain, &key.architecture,
                                   &key.options, &key.source,    &key.name};

    put(cache, 1, 100);
    for (size_t i = 0; i < 6; i++) {
        const char *kept = *fields[i];
        cj_object object = {0};
        char longer[100];

        snprintf(longer, sizeof longer, "%s.", kept);
        *fields[i] = longer;
        ck_assert(!cache_get(cache, &key, &object));
        *fields[i] = "";
        ck_assert(!cache_get(cache, &key, &object));
        *fields[i] = kept;
    }
    /* The same bytes, split in another place. */
    key.options = "-O3";
    key.source = "\n-lineinfo__global__ void k() { /* 1 */ }";
    ck_assert(!cache_get(cache, &key, &(cj_object){0}));
    ck_assert_int_eq(get(cache, 1, 100), 1);
}

TEST(key_with_any_text)
{
    static const char *const texts[] = {"'; DROP TABLE kernels; --", "\"", "\xff\xfe\x80", "%s%n", "\n\t", "?1", ""};
    cj_cache *cache = open_cache("it's % a ?strange#name");

    for (size_t i = 0; i < COUNT(texts); i++) {
        cj_cache_key key = {texts[i], texts[i], texts[i], texts[i], texts[i], texts[i]};
        cj_object object = make_object((int)i, 100), got = {0};

        cj_free(object.log);
        cj_free(object.names);
        object.log = cj_strdup(texts[i]);
        object.names = cj_strdup(texts[i]);
        cache_put(cache, &key, &object);
        ck_assert(cache_get(cache, &key, &got));
        ck_assert(same_object(&got, &object));
        cj_object_clear(&got);
        cj_object_clear(&object);
    }
    ck_assert_uint_eq(stats_of(cache).entries, COUNT(texts));
}

TEST_EACH(toolchain_any_gives_newest, 2)
{
    cj_cache *cache = open_cache(_i == 0 ? "toolchain" : "");
    cj_cache_key key = make_key(1), any = make_key(1), other = make_key(2);
    cj_object object = make_object(1, 100), got = {0};
    const char *const toolchains[] = {"b", "c", "a"};

    any.toolchain = other.toolchain = NULL;
    ck_assert(!cache_get(cache, &any, &got));
    for (int i = 0; i < 3; i++) {
        key.toolchain = toolchains[i];
        object.resources.registers = i;
        cache_put(cache, &key, &object);
        ck_assert(cache_get(cache, &any, &got));
        ck_assert_int_eq(got.resources.registers, i);
        cj_object_clear(&got);
    }
    ck_assert(!cache_get(cache, &other, &got));
    /* Rejecting what was given uncovers the one before. */
    cache_reject(cache, &any);
    ck_assert(cache_get(cache, &any, &got));
    ck_assert_int_eq(got.resources.registers, 1);
    cj_object_clear(&got);
    cache_put(cache, &any, &object); /* nothing to store it under */
    ck_assert_uint_eq(stats_of(cache).store_failures, 1);
    cj_object_clear(&object);
}

TEST_EACH(entry_rejected, 2)
{
    cj_cache *cache = open_cache(_i == 0 ? "rejected" : "");
    cj_cache_key key = make_key(1);

    cache_reject(cache, &key); /* nothing there */
    put(cache, 1, 100);
    put(cache, 2, 100);
    cache_reject(cache, &key);
    ck_assert_int_eq(get(cache, 1, 100), 0);
    ck_assert_int_eq(get(cache, 2, 100), 1);
    ck_assert_uint_eq(stats_of(cache).rejected, 2);
}

TEST(nonsense_is_not_stored)
{
    cj_cache *cache = open_cache("nonsense");
    cj_cache_key key = make_key(1);
    cj_object object = make_object(1, 100), got = {0};

    object.kind = CJ_OBJECT_NONE;
    cache_put(cache, &key, &object);
    object.kind = CJ_OBJECT_PTX;
    key.source = NULL;
    cache_put(cache, &key, &object);
    ck_assert(!cache_get(cache, &key, &got));
    ck_assert_uint_eq(stats_of(cache).store_failures, 2);
    ck_assert_int_eq(access(cj_test_path("nonsense"), F_OK), -1);
    cj_object_clear(&object);
}

/* ---- The place -------------------------------------------------------------------------------------------------- */

/* With another variable of the environment set, where the cache is. */
static void expect_directory(const char *variable, const char *value, const char *expected)
{
    cj_cache *cache = NULL;

    setenv(variable, value, 1);
    must(cj_cache_create(NULL, &cache, &fault));
    ck_assert_str_eq(cujit_cache_directory(cache), expected);
    cj_cache_free(cache);
}

TEST(directory_default)
{
    char here[600];

    expect_directory("CUJIT_CACHE_DIR", "/a/b//", "/a/b");
    setenv("XDG_CACHE_HOME", "/x", 1);
    expect_directory("CUJIT_CACHE_DIR", "", "/x/cujit");
    setenv("XDG_CACHE_HOME", "relative", 1);
    expect_directory("HOME", "/home/me", "/home/me/.cache/cujit");
    ck_assert_int_eq(chdir(cj_test_directory()), 0);
    ck_assert_ptr_nonnull(getcwd(here, sizeof here));
    strcat(here, "/sub");
    expect_directory("CUJIT_CACHE_DIR", "sub", here);
    expect_directory("CUJIT_CACHE_LIMIT", "0", "");
}

TEST(directory_made_with_parents)
{
    cj_cache *cache;
    struct stat status;
    mode_t old = umask(0);

    cache = open_cache("made/with/parents");
    ck_assert_int_eq(get(cache, 1, 100), 0);
    ck_assert_uint_eq(stats_of(cache).entries, 0);
    ck_assert_int_eq(access(cj_test_path("made"), F_OK), -1); /* looking makes nothing */
    put(cache, 1, 100);
    ck_assert_int_eq(get(cache, 1, 100), 1);
    ck_assert_int_eq(stat(cj_test_path("made"), &status), 0);
    ck_assert_int_eq(status.st_mode & 0777, 0700);
    ck_assert_int_eq(stat(cj_test_path("made/with/parents"), &status), 0);
    ck_assert_int_eq(status.st_mode & 0777, 0700);
    ck_assert_int_eq(stat(cache_file("made/with/parents"), &status), 0);
    ck_assert_int_eq(status.st_mode & 0777, 0600);
    umask(old);
}

TEST(memory_only)
{
    cj_cache *cache = open_cache("");
    cj_cache_key key = make_key(1);
    int lock = 5;

    for (int i = 0; i < 500; i++)
        put(cache, i, 100);
    for (int i = 0; i < 500; i++)
        ck_assert_int_eq(get(cache, i, 100), 1);
    ck_assert_uint_eq(stats_of(cache).memory_hits, 500);
    ck_assert_uint_eq(stats_of(cache).stores, 500);
    ck_assert(!stats_of(cache).on_disk);
    ck_assert(!cache_lock(cache, &key, 100, &lock));
    ck_assert_int_eq(lock, -1);
    cj_cache_unlock(cache, lock);
}

typedef struct refusal {
    mode_t above, directory, file;
    bool refused;
} refusal;

static const refusal refusals[] = {{0755, 0700, 0600, false}, {0755, 0755, 0644, false}, /* private, readable */
                                   {0755, 0770, 0600, true},  {0755, 0707, 0600, true},  {0755, 0700, 0660, true},
                                   {0755, 0700, 0606, true},  {0777, 0700, 0600, true},  {01777, 0700, 0600, false},
                                   {0770, 0700, 0600, false}}; /* above it; sticky */

TEST_EACH(directory_refused, COUNT(refusals))
{
    const refusal *row = &refusals[_i];
    const char *name = numbered("refused", _i, "/c");
    cj_cache *cache;

    store(name, 1, 100);
    ck_assert_int_eq(chmod(cj_test_path("%s", name), row->directory), 0);
    ck_assert_int_eq(chmod(cache_file(name), row->file), 0);
    ck_assert_int_eq(chmod(cj_test_path("refused%d", _i), row->above), 0);
    cache = open_cache(name);
    ck_assert_int_eq(get(cache, 1, 100), !row->refused);
    ck_assert_uint_eq(stats_of(cache).refused, row->refused);
    ck_assert((stats_of(cache).trouble[0] != '\0') == row->refused);
    put(cache, 2, 100);
    ck_assert_int_eq(get(cache, 2, 100), 1); /* from memory where refused */
    ck_assert_uint_eq(stats_of(cache).memory_hits, row->refused);
}

TEST(directory_of_another_user)
{
    cj_cache *cache;

    if (geteuid() != 0)
        return;
    store("theirs", 1, 100);
    ck_assert_int_eq(chown(cj_test_path("theirs"), 12345, 12345), 0);
    cache = open_cache("theirs");
    ck_assert_int_eq(get(cache, 1, 100), 0);
    ck_assert_uint_eq(stats_of(cache).refused, 1);
    cj_cache_free(cache);
    /* One above it: its owner could put another in its place. */
    store("above/ours", 1, 100);
    ck_assert_int_eq(chown(cj_test_path("above"), 12345, 12345), 0);
    cache = open_cache("above/ours");
    ck_assert_int_eq(get(cache, 1, 100), 0);
    ck_assert_uint_eq(stats_of(cache).refused, 1);
    ck_assert_ptr_nonnull(strstr(stats_of(cache).trouble, "belongs to user 12345"));
    cj_cache_free(cache);
    ck_assert_int_eq(chown(cj_test_path("above"), 0, 0), 0);
}

TEST(directory_cannot_be_made)
{
    static const char *const names[] = {"plain/sub/cache", "plain", "/proc/cujit/cache"};

    cj_test_file("plain", "");
    for (size_t i = 0; i < 3; i++) {
        cj_cache *cache = NULL;
        cj_cache_key key = make_key(1);
        int lock;

        cj_cache_create(names[i][0] == '/' ? names[i] : cj_test_path("%s", names[i]), &cache, NULL);
        ck_assert_int_eq(get(cache, 1, 100), 0);
        put(cache, 1, 100);
        ck_assert_int_eq(get(cache, 1, 100), 1);
        ck_assert_uint_eq(stats_of(cache).store_failures, 1);
        ck_assert_str_ne(stats_of(cache).trouble, "");
        ck_assert(!cache_lock(cache, &key, 100, &lock));
        cj_cache_free(cache);
    }
}

/* As another user, for whom permissions bind, where we are root. */
static void become_nobody(void)
{
    if (geteuid() == 0)
        ck_assert_int_eq(setresuid(65534, 65534, 65534), 0);
}

TEST(directory_read_only)
{
    cj_cache *cache = open_cache("read only?");
    cujit_cache_verification report;
    cj_cache_key key = make_key(1);
    int lock;

    put(cache, 1, 5000);
    put(cache, 3, 5000);
    cj_cache_free(cache);
    sql("read only?", "UPDATE kernels SET object = zeroblob(5000) WHERE id = 2");
    ck_assert_int_eq(access(cj_test_path("read only?/kernels-6.sqlite-wal"), F_OK), -1);
    chmod(cj_test_directory(), 0755);
    chmod(cache_file("read only?"), 0444);
    chmod(cj_test_path("read only?"), 0555);
    become_nobody();
    cache = open_cache("read only?");
    ck_assert_int_eq(get(cache, 1, 5000), 1);
    ck_assert_int_eq(get(cache, 3, 5000), 0); /* damaged, and cannot be deleted */
    put(cache, 2, 100);
    ck_assert_int_eq(get(cache, 2, 100), 1);
    ck_assert_uint_eq(stats_of(cache).disk_hits, 1);
    ck_assert_uint_eq(stats_of(cache).memory_hits, 1);
    ck_assert_uint_eq(stats_of(cache).store_failures, 1);
    ck_assert_uint_eq(stats_of(cache).corrupt, 1);
    ck_assert_uint_eq(stats_of(cache).entries, 2);
    ck_assert(!cache_lock(cache, &key, 10, &lock));
    must(cujit_cache_verify(cache, false, NULL, NULL, &report, &fault));
    ck_assert_uint_eq(report.damaged, 1);
    ck_assert_int_eq(cujit_cache_verify(cache, true, NULL, NULL, &report, &fault), CUJIT_ERROR_CACHE);
    ck_assert_int_eq(cujit_cache_clear(cache, NULL, &fault), CUJIT_ERROR_CACHE);
    cache_reject(cache, &key);
    cujit_error_clear(&fault);
    cj_cache_free(cache);
    /* Refused before SQLite has seen anything wrong. */
    cache = open_cache("read only?");
    refuse(cujit_cache_prune(cache, 1, NULL, &fault), CUJIT_ERROR_CACHE, "readonly");
}

TEST(file_deleted_under_us)
{
    cj_cache *cache = open_cache("deleted");

    put(cache, 1, 100);
    unlink(cache_file("deleted"));
    unlink(cj_test_path("deleted/kernels-6.sqlite-wal"));
    unlink(cj_test_path("deleted/kernels-6.sqlite-shm"));
    put(cache, 2, 100);
    cache = open_again(cache, "deleted");
    ck_assert_int_eq(get(cache, 1, 100), 0);
    ck_assert_int_eq(get(cache, 2, 100), 1);
}

/* ---- Space ------------------------------------------------------------------------------------------------------ */

TEST(limit_keeps_the_recently_used)
{
    cj_cache *cache;
    long pages;

    setenv("CUJIT_CACHE_LIMIT", "1M", 1);
    cache = open_cache("limit");
    put(cache, 0, 10000);
    for (int i = 1; i < 400; i++) {
        put(cache, i, 10000);
        if (i % 10 == 0) {
            ck_assert_int_eq(get(cache, 0, 10000), 1); /* used again and again: stays */
            ck_assert_int_eq(get(cache, i, 10000), 1);
        }
    }
    cj_cache_free(cache); /* which ends what a thread does beside */
    cache = open_cache("limit");
    ck_assert_int_eq(get(cache, 1, 10000), 0);
    ck_assert_int_eq(get(cache, 399, 10000), 1);
    ck_assert_uint_gt(stats_of(cache).entries, 50);
    ck_assert_uint_lt(stats_of(cache).entries, 105);
    put(cache, 500, 600000); /* more than half of all */
    ck_assert_int_eq(get(cache, 500, 600000), 1);
    ck_assert_uint_eq(stats_of(cache).memory_hits, 1);
    cj_cache_free(cache);
    pages = size_of(cache_file("limit"));
    ck_assert_int_lt(pages, 1300000);
}

static void expect_limit(const char *text, bool fine)
{
    setenv("CUJIT_CACHE_LIMIT", text, 1);
    ck_assert_msg((stats_of(open_cache("limits")).trouble[0] == '\0') == fine, "%s", text);
}

TEST(limit_as_text)
{
    EACH_OF(text, "1000000 | 100K | 20m | 3G | 1T | ")
    expect_limit(text, true);
    EACH_OF(text, "-1 | 1X | K |  1 | 99999999999999999999 | 1MB")
    expect_limit(text, false);
}

/* ---- Lack of memory --------------------------------------------------------------------------------------------- */

TEST_EACH(out_of_memory_anywhere, 2)
{
    unsigned long used = 0;

    fill("memory");
    for (unsigned long nth = 1; nth == 1 || used >= nth; nth++) {
        cj_cache *cache = NULL;
        cj_object object = make_object(100, 500), got = {0};
        cj_cache_key key = make_key(1), new_key = make_key(100);
        cujit_cache_verification report;
        cujit_status status;

        cj_alloc_fail_at(nth);
        status = cj_cache_create(cj_test_path("%s", _i == 0 ? "memory" : ""), &cache, &fault);
        if (status == CUJIT_OK) {
            int lock;

            (void)cache_get(cache, &key, &got);
            cj_object_clear(&got);
            cj_cache_read_ahead(cache, key.toolchain);
            (void)cache_get(cache, &key, &got);
            cj_object_clear(&got);
            cache_put(cache, &new_key, &object);
            (void)cache_get(cache, &new_key, &got);
            cj_object_clear(&got);
            if (cache_lock(cache, &key, 10, &lock))
                cj_cache_unlock(cache, lock);
            cache_reject(cache, &new_key);
            (void)cujit_cache_verify(cache, true, NULL, NULL, &report, &fault);
            cj_cache_free(cache);
        } else {
            ck_assert_int_eq(status, CUJIT_ERROR_OUT_OF_MEMORY);
            ck_assert_ptr_null(cache);
        }
        used = cj_alloc_fail_at(0);
        cujit_error_clear(&fault);
        cj_object_clear(&object);
        ck_assert_uint_lt(nth, 300);
    }
}
