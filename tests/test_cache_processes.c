/*
 * test_cache_processes.c: the kernel cache used by several processes and threads at once: races to make the file,
 * forks, locks of processes that die. Each process ends with the number of its failures, which the test sums up.
 */
#include "tests/cache_support.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { PROCESSES = 8, OBJECT = 4000 };

static void sleep_ms(long ms)
{
    struct timespec time = {ms / 1000, ms % 1000 * 1000000};

    nanosleep(&time, NULL);
}

static double now_ms(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

typedef int (*work)(int number, int gate);

/* Runs `count` processes that start as one when the gate opens; returns the sum of their failures. */
static int run_processes(int count, work body)
{
    int gate[2], failures = 0;

    ck_assert_int_eq(pipe(gate), 0);
    for (int i = 0; i < count; i++) {
        pid_t child = fork();

        ck_assert_int_ge(child, 0);
        if (child == 0) {
            close(gate[1]);
            _exit(body(i, gate[0]));
        }
    }
    close(gate[0]);
    close(gate[1]); /* the end of the file is the signal */
    for (int i = 0; i < count; i++) {
        int status;

        wait(&status);
        failures += WIFEXITED(status) ? WEXITSTATUS(status) : 100;
    }
    return failures;
}

static void wait_for(int gate)
{
    char byte;

    while (read(gate, &byte, 1) < 0 && errno == EINTR)
        continue;
}

/* A process that says whether something went well, and lives until it is killed. */
typedef struct helper {
    pid_t process;
    int word, gate;
} helper;

/* True in that process. */
static bool in_helper(helper *self)
{
    int word[2], gate[2];

    ck_assert(pipe(word) == 0 && pipe(gate) == 0);
    self->process = fork();
    ck_assert_int_ge(self->process, 0);
    self->word = word[self->process == 0];
    self->gate = gate[self->process != 0];
    close(word[self->process != 0]);
    close(gate[self->process == 0]);
    return self->process == 0;
}

static void say(const helper *self, bool good)
{
    if (write(self->word, &good, sizeof good) != sizeof good)
        _exit(1);
}

static _Noreturn void say_and_stay(const helper *self, bool good)
{
    say(self, good);
    for (;;)
        pause();
}

static bool said(const helper *self)
{
    bool good = false;

    ck_assert_int_eq(read(self->word, &good, sizeof good), sizeof good);
    return good;
}

static void end_helper(const helper *self)
{
    kill(self->process, SIGKILL);
    ck_assert_int_eq(waitpid(self->process, NULL, 0), self->process);
}

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
        const cj_cache_key key = make_key(n);
        cj_key_bytes bytes = {0};
        cj_object object, found = {0};

        pthread_mutex_lock(&allocating);
        object = make_object(n, OBJECT);
        (void)cj_key_encode(&key, &bytes);
        pthread_mutex_unlock(&allocating);
        cj_cache_put(shared_cache, &bytes, &object);
        failures += !cj_cache_get(shared_cache, &bytes, false, &found) || !same_object(&found, &object);
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

/* ---- Locks ------------------------------------------------------------------------------------------------------ */

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
    start = now_ms();
    ck_assert(!cache_lock(second, &key, 30, &none));
    ck_assert(now_ms() - start >= 30);
    ck_assert(cache_lock(second, &other, 0, &third)); /* another key is free */
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
    start = now_ms();
    key = make_key(1);
    ck_assert(!cache_lock(cache, &key, CJ_CACHE_AS_LONG_AS_BUILT, &lock));
    ck_assert(now_ms() - start >= 190);
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
    file = open(cj_test_path("foreign/kernels-5.lock"), O_RDWR);
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
