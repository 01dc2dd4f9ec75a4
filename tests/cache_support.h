/*
 * cache_support.h: what the tests of the cache share: keys and objects made from numbers, and a look at the file.
 */
#ifndef TESTS_CACHE_SUPPORT_H
#define TESTS_CACHE_SUPPORT_H

#include "cache/internal.h"
#include "libjit/base/alloc.h"
#include "tests/support.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static inline char *cache_file(const char *directory)
{
    return cj_test_path("%s/kernels-6.sqlite", directory);
}

static inline void free_cache(void *cache)
{
    cujit_cache_free(cache);
}

/* What is opened frees itself behind the case, or before. */
#define cj_cache_free(cache) cujit_cache_free(cj_test_forget(cache))

/* "": in memory only. */
static inline cj_cache *open_cache(const char *directory)
{
    cj_cache *cache = NULL;

    must(cj_cache_create(directory[0] != '\0' ? cj_test_path("%s", directory) : "", &cache, &fault));
    return cj_test_keep(cache, free_cache);
}

/* However busy the machine is: what is left out because it took too long is not what these tests are about. */
static inline cj_cache *open_patient_cache(const char *directory)
{
    cj_cache *cache = open_cache(directory);

    cache->store.lookup_busy_ms = cache->store.write_busy_ms = 60000;
    return cache;
}

/* A name for each case of a table, as of a folder: "NAMENUMBERTAIL". */
static inline char *numbered(const char *name, int number, const char *tail)
{
    char *made = memory_of(64);

    snprintf(made, 64, "%s%d%s", name, number, tail);
    return made;
}

/* As another process would find it. */
static inline cj_cache *open_again(cj_cache *cache, const char *directory)
{
    cj_cache_free(cache);
    return open_cache(directory);
}

static inline cj_cache_key make_key(int n)
{
    return (cj_cache_key){.schema = "1",
                          .toolchain = "nvrtc 13.0",
                          .architecture = "sm_90",
                          .options = "-O3\n-lineinfo",
                          .source = numbered("__global__ void k() { /* ", n, " */ }"),
                          .name = "k"};
}

/* Object number `n` of `size` bytes; the caller clears it. */
static inline cj_object make_object(int n, size_t size)
{
    cj_object object = {.kind = CJ_OBJECT_CUBIN,
                        .architecture = "sm_90",
                        .size = size,
                        .resources = {n, 2, 3, 4, 5},
                        .compile_ms = 12.5 + n};
    unsigned char *data = cj_malloc(size > 0 ? size : 1);

    for (size_t i = 0; i < size; i++)
        data[i] = (unsigned char)((i * 31 + (size_t)n) >> (i % 3));
    object.data = data;
    object.log = n % 2 == 0 ? cj_strdup("a warning\nwith \"quotes\" and 'more'\n") : NULL;
    object.names = n % 3 == 0 ? cj_strdup("scale<float>\t_Z5scaleIfEvPf\nplain\tplain\n") : NULL;
    return object;
}

/* The cache's calls with a key in words. One that cannot be encoded is in no cache. */
static inline bool cache_get(cj_cache *cache, const cj_cache_key *key, cj_object *out)
{
    cj_key_bytes bytes = {0};
    bool found = (cj_key_encode(key, &bytes), cj_cache_get(cache, &bytes, &(cj_inquiry){0}, out));

    cj_key_clear(&bytes);
    return found;
}

static inline void cache_put(cj_cache *cache, const cj_cache_key *key, const cj_object *object)
{
    cj_key_bytes bytes = {0};

    (void)cj_key_encode(key, &bytes);
    cj_cache_put(cache, &bytes, object);
    cj_key_clear(&bytes);
}

static inline void cache_reject(cj_cache *cache, const cj_cache_key *key)
{
    cj_key_bytes bytes = {0};

    (void)cj_key_encode(key, &bytes);
    cj_cache_reject(cache, &bytes);
    cj_key_clear(&bytes);
}

static inline bool cache_lock(cj_cache *cache, const cj_cache_key *key, int wait_ms, int *lock)
{
    cj_key_bytes bytes = {0};
    bool held = (cj_key_encode(key, &bytes), cj_cache_lock(cache, &bytes, wait_ms, NULL, lock));

    cj_key_clear(&bytes);
    return held;
}

static inline void put(cj_cache *cache, int n, size_t size)
{
    cj_cache_key key = make_key(n);
    cj_object object = make_object(n, size);

    cache_put(cache, &key, &object);
    cj_object_clear(&object);
}

static inline bool same_text(const char *a, const char *b)
{
    return (a == NULL) == (b == NULL) && (a == NULL || strcmp(a, b) == 0);
}

static inline bool same_object(const cj_object *a, const cj_object *b)
{
    return a->kind == b->kind && strcmp(a->architecture, b->architecture) == 0 && a->size == b->size &&
           memcmp(a->data, b->data, a->size) == 0 && same_text(a->log, b->log) && same_text(a->names, b->names) &&
           a->compile_ms >= b->compile_ms && a->compile_ms <= b->compile_ms &&
           memcmp(&a->resources, &b->resources, sizeof a->resources) == 0;
}

/* In a cache that is opened for it, and freed. */
static inline void store(const char *directory, int n, size_t size)
{
    cj_cache *cache = open_cache(directory);

    put(cache, n, size);
    cj_cache_free(cache);
}

/* 1: a hit, and it is `right`, which goes; 0: a miss; -1: a wrong answer. */
static inline int get_object(cj_cache *cache, int n, cj_object right)
{
    cj_cache_key key = make_key(n);
    cj_object object = {0};
    int result = 0;

    if (cache_get(cache, &key, &object))
        result = same_object(&object, &right) ? 1 : -1;
    cj_object_clear(&object);
    cj_object_clear(&right);
    return result;
}

static inline int get(cj_cache *cache, int n, size_t size)
{
    return get_object(cache, n, make_object(n, size));
}

static inline cujit_cache_stats stats_of(cj_cache *cache)
{
    cujit_cache_stats stats;

    cujit_cache_get_stats(cache, &stats);
    return stats;
}

/* Runs SQL on the file behind the cache's back. Returns the first column of the last row as a number. */
static inline long long sql(const char *directory, const char *text)
{
    sqlite3 *db = NULL;
    sqlite3_stmt *statement = NULL;
    long long answer = 0;

    ck_assert_int_eq(sqlite3_open(cache_file(directory), &db), SQLITE_OK);
    sqlite3_busy_timeout(db, 5000);
    while (*text != '\0') {
        ck_assert_msg(sqlite3_prepare_v2(db, text, -1, &statement, &text) == SQLITE_OK, "%s", sqlite3_errmsg(db));
        while (sqlite3_step(statement) == SQLITE_ROW)
            answer = sqlite3_column_int64(statement, 0);
        ck_assert_msg(sqlite3_finalize(statement) == SQLITE_OK, "%s", sqlite3_errmsg(db));
        text += strspn(text, " ;\n");
    }
    sqlite3_close(db);
    return answer;
}

enum { ENTRIES = 20 };

/* Makes a cache of ENTRIES entries, 0 and so on. */
static inline void fill(const char *directory)
{
    cj_cache *cache = open_cache(directory);

    for (int i = 0; i < ENTRIES; i++)
        put(cache, i, 3000);
    cj_cache_free(cache);
}

/* The same, opened. */
static inline cj_cache *open_filled(const char *directory)
{
    fill(directory);
    return open_cache(directory);
}

static inline long size_of(const char *path)
{
    struct stat status;

    return stat(path, &status) == 0 ? (long)status.st_size : -1;
}

/* Writes `count` bytes at `at`; `at` -1: cuts the file to `count` bytes. */
static inline void damage(const char *path, long at, int byte, long count)
{
    FILE *file;

    if (at < 0) {
        ck_assert_int_eq(truncate(path, count), 0);
        return;
    }
    file = fopen(path, "r+b");
    fseek(file, at, SEEK_SET);
    for (long i = 0; i < count; i++)
        fputc(byte < 0 ? (int)(i * 2654435761u >> 7 & 255) : byte, file);
    fclose(file);
}

#endif
