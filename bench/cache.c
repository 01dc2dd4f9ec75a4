/*
 * cache.c: the kernel cache with very many entries: opening it, finding one of them beside a process that stores, and
 * while old ones are deleted in the background. All times are those of single calls.
 *
 *     cujit-bench-cache [ENTRIES [DIRECTORY]]
 *
 * The directory (default: a new one, removed in the end) keeps its file, so that the next run need not fill it again.
 */
#include "bench.h"

#include "cache/internal.h"
#include "libjit/base/alloc.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { LOOKUPS = 100000, MOST_LOOKUPS = 10000000, OPENINGS = 1001, OBJECT = 1000, KNOWN = 2000, CHUNKS = 100 };

static char template[] = "/tmp/cujit-bench-cache-XXXXXX";
static const char *directory;

static void encode(long number, cj_key_bytes *out)
{
    char source[80];
    const cj_cache_key key = {"bench", "a compiler", "sm_90", "-O3", source, "k"};

    snprintf(source, sizeof source, "__global__ void k(float *x) { x[0] = %ld; }", number);
    if (!cj_key_encode(&key, out))
        bench_fail("memory ran out", NULL);
}

static cj_cache *open_cache(void)
{
    cj_cache *cache = NULL;
    cujit_error error = {0};

    if (cj_cache_create(directory, &cache, &error) != CUJIT_OK)
        bench_fail("no cache", &error);
    return cache;
}

static void put(cj_cache *cache, long number)
{
    char data[OBJECT];
    const cj_object object = {
        .kind = CJ_OBJECT_CUBIN, .architecture = "sm_90", .data = data, .size = sizeof data, .compile_ms = 26};
    cj_key_bytes key;

    memset(data, (int)number, sizeof data);
    encode(number, &key);
    cj_cache_put(cache, &key, &object);
    cj_key_clear(&key);
}

static uint64_t entries_of(void)
{
    cj_cache *cache = open_cache();
    cujit_cache_stats stats;

    cujit_cache_get_stats(cache, &stats);
    cujit_cache_free(cache);
    return stats.entries;
}

/* Rows as one of ours, under digests of nobody's: what is looked up lies among them. */
static const char more_rows[] =
    "BEGIN IMMEDIATE;"
    "CREATE TEMP TABLE ids AS WITH RECURSIVE n(k) AS (SELECT 1 UNION ALL SELECT k + 1 FROM n WHERE k < %ld)"
    " SELECT k + (SELECT max(id) FROM kernels) AS id, randomblob(16) AS hash FROM n;"
    "INSERT INTO kernels SELECT i.id, i.hash, i.hash, i.hash, k.checksum, k.kind, k.created, k.facts, k.key,"
    " k.log, k.names, k.object, k.stamp FROM ids i, kernels k WHERE k.id = 1;"
    "INSERT INTO uses SELECT i.id, u.used + i.id, 0, u.bytes, u.toolchain, 0 FROM ids i, uses u WHERE u.id = 1;"
    "DROP TABLE ids; COMMIT";

/* KNOWN entries that can be asked for, and others between them. */
static void fill(long entries)
{
    const double start = bench_now_us();
    char sql[2000];
    cj_cache *cache;
    long known = 0;

    if (entries_of() > 0)
        return;
    cache = open_cache();
    snprintf(sql, sizeof sql, more_rows, entries / CHUNKS - KNOWN / CHUNKS);
    for (int chunk = 0; chunk < CHUNKS; chunk++) {
        while (known < (long)(chunk + 1) * KNOWN / CHUNKS)
            put(cache, known++);
        sqlite3_busy_timeout(cache->store.db, 10000);
        if (sqlite3_exec(cache->store.db, "PRAGMA synchronous=OFF", NULL, NULL, NULL) != SQLITE_OK ||
            sqlite3_exec(cache->store.db, sql, NULL, NULL, NULL) != SQLITE_OK)
            bench_fail(sqlite3_errmsg(cache->store.db), NULL);
    }
    cujit_cache_free(cache);
    printf("filled in %.0f s\n", (bench_now_us() - start) / 1e6);
}

/* ---- What is measured ------------------------------------------------------------------------------------------- */

static void show(const char *what, double *us, size_t count)
{
    const double middle = bench_median(us, count); /* sorts */

    printf("%-44s p50 %8.1f  p99 %8.1f  p99.9 %8.1f  max %8.1f us\n", what, middle, us[count * 99 / 100],
           us[count * 999 / 1000], us[count - 1]);
}

/* What this thread has had of its processor: other programs do not count. */
static double processor_us(void)
{
    struct timespec now;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec * 1e6 + (double)now.tv_nsec / 1e3;
}

static void measure_opening(void)
{
    double us[OPENINGS], own_us[OPENINGS];

    for (int k = 0; k < OPENINGS; k++) {
        const double start = bench_now_us(), own = processor_us();
        cj_cache *cache = open_cache();

        cj_cache_prepare(cache);
        us[k] = bench_now_us() - start;
        own_us[k] = processor_us() - own;
        cujit_cache_free(cache);
    }
    show("opening", us, OPENINGS);
    show("opening, processor time", own_us, OPENINGS);
}

static long draw(long below)
{
    return (long)(drand48() * (double)below);
}

static bool is_at_work(cj_cache *cache)
{
    return __atomic_load_n(&cache->tidying, __ATOMIC_RELAXED);
}

/* How often this thread has given its processor away to wait for something: a lock, a disk. */
static long waits(void)
{
    struct rusage usage;

    getrusage(RUSAGE_THREAD, &usage);
    return usage.ru_nvcsw;
}

/* Of entries that are there, `from` and later; `missing`: of others. `meanwhile`: for as long as old ones are deleted. */
static void measure_lookups(const char *what, cj_cache *cache, long from, bool missing, bool meanwhile)
{
    const int most = meanwhile ? MOST_LOOKUPS : LOOKUPS;
    double *us = cj_calloc((size_t)most, sizeof *us), longest_wait = 0;
    int count = 0, waited = 0;

    for (int k = 0; k < most && (!meanwhile || is_at_work(cache)); k++, count++) {
        cj_object object = {0};
        cj_key_bytes key;
        double start;
        bool found;
        long before;

        encode(missing ? -1 - k : from + draw(KNOWN - from), &key);
        before = waits();
        start = bench_now_us();
        found = cj_cache_get(cache, &key, false, &object);
        us[k] = bench_now_us() - start;
        if (waits() > before) {
            waited++;
            longest_wait = us[k] > longest_wait ? us[k] : longest_wait;
        }
        if (found == missing)
            bench_fail("the cache answered wrongly", NULL);
        cj_object_clear(&object);
        cj_key_clear(&key);
    }
    if (count == 0)
        bench_fail("nothing was deleted", NULL);
    show(what, us, (size_t)count);
    printf("  %d of %d waited for something, %.1f us at most\n", waited, count, longest_wait);
    cj_free(us);
}

/* A process that stores one entry after the other, as long as it lives. */
static pid_t start_writer(long first)
{
    pid_t child = fork();

    if (child == 0) {
        cj_cache *cache = open_cache();

        for (long k = first;; k++)
            put(cache, k);
    }
    return child;
}

static void measure_beside_writer(void)
{
    cj_cache *cache = open_cache();
    pid_t writer;

    measure_lookups("hit", cache, 0, false, false);
    measure_lookups("miss, with its reason", cache, 0, true, false);
    writer = start_writer(10 * KNOWN);
    usleep(100000);
    measure_lookups("hit beside a writer", cache, 0, false, false);
    kill(writer, SIGKILL);
    waitpid(writer, NULL, 0);
    cujit_cache_free(cache);
}

/* The limit is lowered by somebody else, to what the entries take: the next store has the oldest eighth deleted, by a
 * thread. */
static void measure_beside_eviction(void)
{
    cj_cache *cache = open_cache();
    cujit_cache_stats stats;
    double start;
    int64_t used;

    cj_cache_prepare(cache);
    if (cj_store_ask(&cache->store,
                     "SELECT (p.page_count - f.freelist_count) * s.page_size"
                     " FROM pragma_page_count p, pragma_freelist_count f, pragma_page_size s",
                     NULL, 0, &used) != SQLITE_OK ||
        cj_store_run(&cache->store, "UPDATE notes SET value = ?1 WHERE about = 'limit'",
                     CJ_BOUND(cj_bound_integer(used - 1))) != SQLITE_OK)
        bench_fail("the limit cannot be set", NULL);
    cache->store.limit = (uint64_t)used - 1;
    start = bench_now_us();
    put(cache, 100000000);
    measure_lookups("hit while old entries are deleted", cache, KNOWN / 2, false, true);
    cujit_cache_get_stats(cache, &stats);
    printf("  %llu deleted in %.1f s\n", (unsigned long long)stats.evictions, (bench_now_us() - start) / 1e6);
    cujit_cache_free(cache);
}

int main(int argc, char **argv)
{
    const long entries = argc > 1 ? atol(argv[1]) : 100000;
    char command[300];

    directory = argc > 2 ? argv[2] : mkdtemp(template);
    if (entries < 10000 || directory == NULL)
        bench_fail("usage: cujit-bench-cache [ENTRIES [DIRECTORY]], at least 10000", NULL);
    setvbuf(stdout, NULL, _IOLBF, BUFSIZ);
    setenv("CUJIT_CACHE_LIMIT", "100G", 1);
    fill(entries);
    printf("%llu entries\n", (unsigned long long)entries_of());
    measure_opening();
    measure_beside_writer();
    measure_beside_eviction();
    if (argc <= 2) {
        snprintf(command, sizeof command, "rm -rf %s", directory);
        return system(command) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
    }
    return EXIT_SUCCESS;
}
