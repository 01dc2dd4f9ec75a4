/*
 * cache_faults.h: what is done with a cache while something happens to it, and what must hold then.
 */
#ifndef TESTS_CACHE_FAULTS_H
#define TESTS_CACHE_FAULTS_H

#include "tests/cache_support.h"

enum { OBJECT = 3000 };

/* CUJIT_FAULTS=full: everything is tried, and how often is said. */
static inline bool is_full(void)
{
    const char *wanted = getenv("CUJIT_FAULTS");

    return wanted != NULL && strcmp(wanted, "full") == 0;
}

/* ---- What is done ------------------------------------------------------------------------------------------------ */

/* Each returns how many answers were wrong, or missing though they had been stored just before. */

static inline int add(cj_cache *cache)
{
    put(cache, 100, OBJECT);
    return (get(cache, 100, OBJECT) != 1) + (get(cache, 1, OBJECT) < 0);
}

static inline int exchange(cj_cache *cache)
{
    cj_cache_key key = make_key(2);

    cache_reject(cache, &key);
    put(cache, 1, OBJECT);
    return (get(cache, 1, OBJECT) != 1) + (get(cache, 2, OBJECT) < 0);
}

static inline int evict(cj_cache *cache)
{
    (void)cujit_cache_prune(cache, 50000, NULL, NULL);
    put(cache, 100, OBJECT);
    return get(cache, 100, OBJECT) != 1;
}

static inline void leave_it(const char *name)
{
    (void)name;
}

static inline void empty_it(const char *name)
{
    static const char *const suffixes[] = {"", "-wal", "-shm", "-journal"};

    for (size_t k = 0; k < COUNT(suffixes); k++)
        unlink(cj_test_path("%s%s", cache_file(name), suffixes[k]));
}

static inline void fill_it(const char *name)
{
    fill(name);
}

static inline void damage_it(const char *name)
{
    damage(cache_file(name), 0, -1, 4096);
}

static const struct {
    const char *name;
    void (*before)(const char *directory);
    int (*work)(cj_cache *cache);
    bool resets; /* the file may have to be made anew */
} works[] = {
    {"make", empty_it, add, true},    {"add", leave_it, add, false},  {"exchange", leave_it, exchange, false},
    {"evict", fill_it, evict, false}, {"mend", damage_it, add, true},
};

/* ---- What must hold ---------------------------------------------------------------------------------------------- */

/* The next process: what is there is right, and what it stores is on disk. */
static inline void check_after(const char *directory, bool resets, const char *what, long at)
{
    cj_cache *cache = open_cache(directory);
    cujit_cache_stats stats;
    int wrong = 0;

    for (int i = 0; i < ENTRIES; i++)
        wrong += get(cache, i, OBJECT) < 0;
    put(cache, 500, OBJECT);
    wrong += get(cache, 500, OBJECT) != 1;
    stats = stats_of(cache);
    ck_assert_msg(wrong == 0 && stats.memory_hits == 0 && stats.store_failures == 0 && stats.corrupt == 0 &&
                      (resets || stats.file_resets == 0),
                  "%s, step %ld: %d wrong, %d resets, %s", what, at, wrong, (int)stats.file_resets, stats.trouble);
    cj_cache_free(cache);
}

static inline void say_how_many(const char *what, long count)
{
    if (is_full())
        printf("%s: %ld times, 0 wrong\n", what, count);
}

#endif
