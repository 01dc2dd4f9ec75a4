/*
 * test_cache_processes.c: the kernel cache used by several processes and threads at once: races to make the file,
 * forks, a writer that dies. Each process ends with the number of its failures, which the test sums up.
 */
#include "tests/cache_support.h"
#include "tests/processes.h"

#include <pthread.h>

enum { PROCESSES = 8, OBJECT = 4000 };

/* ---- Racing ----------------------------------------------------------------------------------------------------- */

static char race_name[32];

static int make_and_use(int number, int gate)
{
    cj_cache *cache = open_patient_cache(race_name);
    cujit_cache_stats stats;
    int failures = 0;

    wait_for(gate);
    for (int i = 0; i < 20; i++) {
        put(cache, number * 100 + i, OBJECT);
        failures += get(cache, number * 100 + i, OBJECT) != 1;
        put(cache, 9000 + i, OBJECT); /* all of them the same */
        failures += get(cache, 9000 + (i * 7 + number) % 20, OBJECT) < 0;
    }
    cujit_cache_get_stats(cache, &stats);
    failures += stats.memory_hits != 0 || stats.corrupt != 0 || stats.file_resets != 0 || !stats.on_disk;
    if (failures != 0)
        fprintf(stderr, "process %d: %d failures; %s\n", number, failures, stats.trouble);
    cj_cache_free(cache);
    return failures;
}

TEST(processes_race_to_make_the_file)
{
    for (int round = 0; round < 10; round++) {
        snprintf(race_name, sizeof race_name, "race%d", round);
        ck_assert_int_eq(run_processes(PROCESSES, make_and_use), 0);
        ck_assert_int_eq(sql(race_name, "SELECT count(*) FROM kernels"), PROCESSES * 20 + 20);
        ck_assert_int_eq(sql(race_name, "SELECT count(*) FROM pragma_quick_check WHERE quick_check = 'ok'"), 1);
    }
}

/* All find the file damaged: it is reset, and nobody loses what another stored afterwards. */
static int use_damaged(int number, int gate)
{
    cj_cache *cache = open_cache("damaged");
    int failures = 0;

    wait_for(gate);
    failures += get(cache, number, OBJECT) < 0;
    put(cache, number, OBJECT);
    failures += get(cache, number, OBJECT) != 1;
    cj_cache_free(cache);
    return failures;
}

TEST(processes_race_to_reset_the_file)
{
    cj_cache *cache;

    fill("damaged");
    damage(cache_file("damaged"), 0, -1, 20000);
    ck_assert_int_eq(run_processes(PROCESSES, use_damaged), 0);
    cache = open_cache("damaged");
    ck_assert_uint_ge(stats_of(cache).entries, 1);
    for (int i = 0; i < PROCESSES; i++)
        ck_assert_int_ge(get(cache, i, OBJECT), 0);
    ck_assert_uint_eq(stats_of(cache).corrupt, 0);
    cj_cache_free(cache);
    ck_assert_int_eq(sql("damaged", "SELECT count(*) FROM pragma_quick_check WHERE quick_check = 'ok'"), 1);
}

/* Writers that push each other's entries out, below a small limit. */
static int fill_up(int number, int gate)
{
    cj_cache *cache;
    int failures = 0;

    setenv("CUJIT_CACHE_LIMIT", "300K", 1);
    cache = open_cache("crowded");
    wait_for(gate);
    for (int i = 0; i < 60; i++) {
        put(cache, number * 100 + i, OBJECT);
        failures += get(cache, (number + 1) % PROCESSES * 100 + i, OBJECT) < 0;
    }
    failures += stats_of(cache).corrupt != 0 || stats_of(cache).file_resets != 0;
    cj_cache_free(cache);
    return failures;
}

TEST(processes_share_a_small_cache)
{
    ck_assert_int_eq(run_processes(PROCESSES, fill_up), 0);
    ck_assert_int_eq(sql("crowded", "SELECT count(*) FROM kernels LEFT JOIN uses USING(id) WHERE used IS NULL"), 0);
    ck_assert_int_lt(sql("crowded", "SELECT count(*) FROM kernels"), 75);
}

/* ---- Forks ------------------------------------------------------------------------------------------------------ */

TEST(fork_in_the_middle)
{
    cj_cache *cache = open_cache("fork");

    put(cache, 1, OBJECT);
    ck_assert_int_eq(get(cache, 1, OBJECT), 1);
    for (int round = 0; round < 5; round++) {
        if (in_child()) {
            int failures = 0;

            for (int i = 0; i < 50; i++) {
                put(cache, 1000 + round * 100 + i, OBJECT);
                failures += get(cache, 1000 + round * 100 + i, OBJECT) != 1;
                failures += get(cache, 1, OBJECT) != 1;
            }
            failures += stats_of(cache).memory_hits != 0;
            if (round % 2 == 0)
                cj_cache_free(cache);
            _exit(failures);
        }
        for (int i = 0; i < 50; i++) {
            put(cache, 2000 + round * 100 + i, OBJECT);
            ck_assert_int_eq(get(cache, 2000 + round * 100 + i, OBJECT), 1);
        }
        ck_assert_int_eq(end_of_child(), 0);
    }
    for (int i = 0; i < 250; i++) {
        ck_assert_int_eq(get(cache, 1000 + i / 50 * 100 + i % 50, OBJECT), 1);
        ck_assert_int_eq(get(cache, 2000 + i / 50 * 100 + i % 50, OBJECT), 1);
    }
    ck_assert_uint_eq(stats_of(cache).entries, 501);
}

static cj_cache *shared_cache;
static int stop;
static pthread_barrier_t started;
/* Held to allocate outside of the cache, and to fork: sanitizers older than LLVM 18 leave the locks of their allocator to
 * a child as other threads held them. In the middle of the cache a thread may allocate: nobody forks then. */
static pthread_mutex_t allocating = PTHREAD_MUTEX_INITIALIZER;

static void *use_until_stopped(void *user)
{
    long failures = 0;

    pthread_barrier_wait(&started); /* what starts a thread allocates, too */
    for (int i = 0; !__atomic_load_n(&stop, __ATOMIC_RELAXED); i++) {
        const int n = *(int *)user + i % 40;
        cj_cache_key key;
        cj_key_bytes bytes = {0};
        cj_object object, found = {0};

        pthread_mutex_lock(&allocating);
        key = make_key(n); /* takes the tests' own lock, too */
        object = make_object(n, OBJECT);
        (void)cj_key_encode(&key, &bytes);
        pthread_mutex_unlock(&allocating);
        cj_cache_put(shared_cache, &bytes, &object);
        failures += !cj_cache_get(shared_cache, &bytes, &(cj_inquiry){0}, &found) || !same_object(&found, &object);
        pthread_mutex_lock(&allocating);
        cj_object_clear(&found);
        cj_object_clear(&object);
        cj_key_clear(&bytes);
        pthread_mutex_unlock(&allocating);
    }
    return failures == 0 ? NULL : user;
}

/* The child gets a cache that no other thread is in the middle of. */
TEST(fork_beside_busy_threads)
{
    int bases[2] = {100, 200};
    pthread_t threads[2];

    shared_cache = open_patient_cache("busy fork");
    pthread_barrier_init(&started, NULL, 3);
    for (int i = 0; i < 2; i++)
        ck_assert_int_eq(pthread_create(&threads[i], NULL, use_until_stopped, &bases[i]), 0);
    pthread_barrier_wait(&started);
    for (int round = 0; round < 20; round++) {
        pthread_mutex_lock(&allocating);
        if (in_child()) {
            int failures = 0;

            for (int i = 0; i < 5; i++) {
                put(shared_cache, 1000 + i, OBJECT);
                failures += get(shared_cache, 1000 + i, OBJECT) != 1;
            }
            cj_cache_free(shared_cache);
            _exit(failures);
        }
        pthread_mutex_unlock(&allocating);
        ck_assert_int_eq(end_of_child(), 0);
    }
    __atomic_store_n(&stop, 1, __ATOMIC_RELAXED);
    for (int i = 0; i < 2; i++) {
        void *failed;

        pthread_join(threads[i], &failed);
        ck_assert_ptr_null(failed);
    }
}

/* A writer that is killed at any moment leaves a file that others can use. */
TEST(writer_killed)
{
    for (int round = 0; round < 20; round++) {
        cj_cache *cache;
        helper writer;

        if (in_helper(&writer)) {
            cache = open_cache("dying");
            for (int i = 0;; i++)
                put(cache, i % 100, OBJECT + i % 7);
        }
        sleep_ms(3 + 2 * round);
        end_helper(&writer);
        cache = open_cache("dying");
        put(cache, 500, OBJECT);
        ck_assert_int_eq(get(cache, 500, OBJECT), 1);
        ck_assert_uint_eq(stats_of(cache).disk_hits, 1);
        ck_assert_uint_eq(stats_of(cache).corrupt, 0);
        ck_assert_uint_eq(stats_of(cache).file_resets, 0);
        cj_cache_free(cache);
    }
}

/* ---- Threads ---------------------------------------------------------------------------------------------------- */

enum { THREADS = 8 };

static void *work_in_thread(void *user)
{
    const int number = *(int *)user;
    int failures = 0;

    for (int i = 0; i < 40; i++) {
        cj_cache_key key = make_key(5);
        cujit_cache_stats stats;
        int lock;

        put(shared_cache, number * 100 + i, OBJECT);
        failures += get(shared_cache, number * 100 + i, OBJECT) != 1;
        put(shared_cache, 5000 + i % 5, OBJECT);
        failures += get(shared_cache, 5000 + (i + number) % 5, OBJECT) < 0;
        if (i % 8 == 0 && cache_lock(shared_cache, &key, 1000, &lock))
            cj_cache_unlock(shared_cache, lock);
        if (i % 16 == 0)
            cujit_cache_get_stats(shared_cache, &stats);
    }
    return failures != 0 ? user : NULL;
}

TEST_EACH(threads_share_a_cache, 2)
{
    int numbers[THREADS];

    shared_cache = open_cache(_i == 0 ? "threads" : "");
    for (int i = 0; i < THREADS; i++)
        numbers[i] = i;
    run_threads(THREADS, work_in_thread, numbers, sizeof *numbers);
    if (_i == 0)
        ck_assert_uint_eq(stats_of(shared_cache).entries, THREADS * 40 + 5);
}
