/*
 * test_cache_locks.c: the locks of keys, behind which one process compiles and others wait, and files that somebody
 * keeps locked.
 */
#include "libjit/base/os.h"
#include "tests/cache_support.h"
#include "tests/processes.h"

#include <fcntl.h>

enum { PROCESSES = 8, OBJECT = 4000 };

/* ---- Locks of keys ------------------------------------------------------------------------------------------------------ */

TEST(lock_excludes_and_times_out)
{
    cj_cache *cache = open_cache("lock"), *second = open_cache("lock");
    cj_cache_key key = make_key(1), other = make_key(2);
    int lock, none, third;
    double start;

    ck_assert(cache_lock(cache, &key, 0, &lock));
    ck_assert_int_ge(lock, 0);
    ck_assert(!cache_lock(cache, &key, 0, &none));
    ck_assert_int_eq(none, -1);
    start = cj_now_ms();
    ck_assert(!cache_lock(second, &key, 30, &none));
    ck_assert(cj_now_ms() - start >= 30);
    ck_assert(cache_lock(second, &other, 0, &third)); /* another key is free */
    ck_assert_uint_eq(stats_of(cache).lock_timeouts, 1);
    ck_assert_uint_eq(stats_of(second).lock_timeouts, 1);
    ck_assert_uint_eq(stats_of(second).unlocked, 0);
    cj_cache_unlock(second, third);
    cj_cache_unlock(cache, lock);
    cj_cache_unlock(cache, lock); /* not held any more: nothing happens */
    cj_cache_unlock(cache, -1);
    ck_assert(cache_lock(second, &key, 0, &lock));
    cj_cache_free(second); /* gives it back */
    ck_assert(cache_lock(cache, &key, 0, &lock));
    cj_cache_unlock(cache, lock);
}

TEST(lock_of_a_killed_process_is_free)
{
    cj_cache *cache = open_cache("killed");
    cj_cache_key key = make_key(1);
    helper other;
    int lock;

    if (in_helper(&other))
        say_and_stay(&other, cache_lock(cache, &key, 0, &lock));
    ck_assert(said(&other));
    ck_assert(!cache_lock(cache, &key, 0, &lock));
    kill(other.process, SIGKILL);
    ck_assert(cache_lock(cache, &key, 60000, &lock));
    cj_cache_unlock(cache, lock);
    end_helper(&other);
}

/* The child of a holder neither holds the lock nor lets go of it. */
TEST(lock_is_not_inherited)
{
    cj_cache *cache = open_cache("inherited");
    cj_cache_key key = make_key(1);
    helper other;
    int lock, again;

    ck_assert(cache_lock(cache, &key, 0, &lock));
    if (in_helper(&other)) {
        cj_cache_unlock(cache, lock);
        say_and_stay(&other, !cache_lock(cache, &key, 0, &again));
    }
    ck_assert(said(&other));
    cj_cache_unlock(cache, lock);
    ck_assert(cache_lock(cache, &key, 0, &lock)); /* although the child lives */
    cj_cache_unlock(cache, lock);
    end_helper(&other);
}

/* A process that takes the locks of keys 1 to 4, and says so. `stops`: it stops itself then; else it stores key 1 after
 * a while and ends. */
static pid_t make_builder(const char *directory, bool stops)
{
    helper made;

    if (in_helper(&made)) {
        cj_cache *cache = open_cache(directory);
        bool locked = true;
        int lock;

        for (int i = 1; i <= 4; i++) {
            cj_cache_key key = make_key(i);

            locked = cache_lock(cache, &key, 0, &lock) && locked;
        }
        say(&made, locked);
        if (stops)
            raise(SIGSTOP);
        sleep_ms(300);
        put(cache, 1, OBJECT);
        cj_cache_free(cache);
        _exit(0);
    }
    ck_assert(said(&made));
    return made.process;
}

/* However long it takes, without any patience for others. */
TEST(builder_that_lives_is_waited_for)
{
    cj_cache *cache = open_cache("living");
    cj_cache_key key = make_key(1);
    pid_t child = make_builder("living", false);
    int lock;

    atomic_store(&cache->patience_us, 0);
    ck_assert(cache_lock(cache, &key, CJ_CACHE_AS_LONG_AS_BUILT, &lock));
    ck_assert_int_eq(get(cache, 1, OBJECT), 1);
    ck_assert_int_eq(atomic_load(&cache->patience_us), 0);
    cj_cache_unlock(cache, lock);
    ck_assert_int_eq(end_of(child), 0);
}

/* Once for all keys. When it goes on it is waited for again. */
TEST(stopped_builder_costs_one_wait)
{
    cj_cache *cache = open_cache("stopped");
    pid_t child = make_builder("stopped", true);
    cj_cache_key key;
    double start;
    int lock, status;

    ck_assert_int_eq(waitpid(child, &status, WUNTRACED), child);
    ck_assert(WIFSTOPPED(status));
    atomic_store(&cache->patience_us, 200000);
    start = cj_now_ms();
    key = make_key(1);
    ck_assert(!cache_lock(cache, &key, CJ_CACHE_AS_LONG_AS_BUILT, &lock));
    ck_assert(cj_now_ms() - start >= 190);
    ck_assert_int_le(atomic_load(&cache->patience_us), 0);
    for (int i = 2; i <= 4; i++) {
        const long left = atomic_load(&cache->patience_us);

        key = make_key(i);
        ck_assert(!cache_lock(cache, &key, CJ_CACHE_AS_LONG_AS_BUILT, &lock));
        ck_assert_int_ge(atomic_load(&cache->patience_us), left - 20000); /* one try, not many */
    }
    kill(child, SIGCONT);
    key = make_key(1);
    ck_assert(cache_lock(cache, &key, CJ_CACHE_AS_LONG_AS_BUILT, &lock));
    ck_assert_int_eq(get(cache, 1, OBJECT), 1);
    cj_cache_unlock(cache, lock);
    ck_assert_int_eq(end_of(child), 0);
}

/* A program that locks all of the file, such as one that copies it. Who built last lives, but has nothing to do with
 * it. */
TEST(foreign_lock_costs_one_wait)
{
    struct flock all = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    cj_cache *cache = open_cache("foreign");
    cj_cache_key key = make_key(1);
    int lock, file;

    ck_assert(cache_lock(cache, &key, 0, &lock));
    cj_cache_unlock(cache, lock);
    file = open(cj_test_path("foreign/kernels-6.lock"), O_RDWR);
    ck_assert_int_ge(file, 0);
    ck_assert_int_eq(fcntl(file, F_OFD_SETLK, &all), 0);
    atomic_store(&cache->patience_us, 100000);
    for (int i = 1; i <= 4; i++) {
        key = make_key(i);
        ck_assert(!cache_lock(cache, &key, CJ_CACHE_AS_LONG_AS_BUILT, &lock));
        ck_assert_int_le(atomic_load(&cache->patience_us), 0);
        ck_assert_int_ge(atomic_load(&cache->patience_us), -50000);
    }
    close(file);
    ck_assert(cache_lock(cache, &key, CJ_CACHE_AS_LONG_AS_BUILT, &lock));
    cj_cache_unlock(cache, lock);
}

/* As the library does it: look, lock, look again, build, store. */
static int build_once(int number, int gate)
{
    cj_cache *cache = open_cache("flight");
    cj_cache_key key = make_key(1);
    int lock = -1, built = 0;

    (void)number;
    wait_for(gate);
    if (get(cache, 1, OBJECT) != 1) {
        bool held = cache_lock(cache, &key, 60000, &lock);

        if (!held || get(cache, 1, OBJECT) != 1) {
            sleep_ms(20);
            put(cache, 1, OBJECT);
            built = 1;
        }
        cj_cache_unlock(cache, lock);
    }
    cj_cache_free(cache);
    return built;
}

TEST(only_one_builds)
{
    ck_assert_int_eq(run_processes(PROCESSES, build_once), 1);
}

/* ---- A file that somebody keeps locked -------------------------------------------------------------------------- */

/* A process that will hold the file alone: made early, because a fork closes the connections of caches. */
static helper make_holder(const char *file, const char *before)
{
    sqlite3 *db = NULL;
    helper made;

    if (in_helper(&made)) {
        wait_for(made.gate);
        say_and_stay(&made, sqlite3_open(file, &db) == SQLITE_OK &&
                                sqlite3_exec(db, before, NULL, NULL, NULL) == SQLITE_OK &&
                                sqlite3_exec(db, "BEGIN EXCLUSIVE", NULL, NULL, NULL) == SQLITE_OK);
    }
    return made;
}

static void take(const helper *self)
{
    close(self->gate);
    ck_assert(said(self));
}

TEST(locked_file_is_a_miss)
{
    cj_cache *cache;
    helper other;

    store("locked", 1, OBJECT);
    other = make_holder(cache_file("locked"), "PRAGMA locking_mode=EXCLUSIVE");
    take(&other);
    cache = open_cache("locked");
    ck_assert_int_eq(get(cache, 1, OBJECT), 0);
    ck_assert_uint_eq(stats_of(cache).busy, 1);
    /* From now on the file is left alone: what is made meanwhile lives in memory. */
    ck_assert_int_eq(get(cache, 1, OBJECT), 0);
    put(cache, 2, OBJECT);
    ck_assert_int_eq(get(cache, 2, OBJECT), 1);
    ck_assert_uint_eq(stats_of(cache).busy, 1);
    cj_cache_free(cache);
    end_helper(&other);
    cache = open_cache("locked");
    ck_assert_int_eq(get(cache, 1, OBJECT), 1);
    ck_assert_uint_eq(stats_of(cache).busy, 0);
}

/* Without WAL, as on network file systems, a writer locks readers out that are connected already. */
TEST(locked_file_is_left_alone_by_who_is_connected)
{
    cj_cache *cache;
    sqlite3 *db = NULL;
    helper other;

    store("connected", 1, OBJECT);
    ck_assert_int_eq(sqlite3_open(cache_file("connected"), &db), SQLITE_OK);
    ck_assert_int_eq(sqlite3_exec(db, "PRAGMA journal_mode=DELETE", NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
    other = make_holder(cache_file("connected"), "");
    cache = open_cache("connected");
    ck_assert_int_eq(get(cache, 1, OBJECT), 1);
    take(&other);
    for (int i = 0; i < 3; i++) {
        ck_assert_int_eq(get(cache, 1, OBJECT), 0);
        ck_assert_uint_eq(stats_of(cache).busy, 1);
    }
    end_helper(&other);
}
