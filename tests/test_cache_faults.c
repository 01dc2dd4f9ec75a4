/*
 * test_cache_faults.c: the kernel cache whose processes are killed at every step of what they write, whose system calls
 * fail at every step, and whose files are damaged anywhere. Whatever happens, no answer is wrong, what was asked for is
 * there in the end, and the next process finds a file that it can use.
 *
 * Steps are calls of the system, which SQLite has replaced for tests (xSetSystemCall). Every third is tried, and some
 * damages; CUJIT_FAULTS=full tries all of them and says how many there were.
 */
#include "tests/cache_faults.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>

enum { SPARED = 77 /* the exit status of who was not struck */ };

/* ---- System calls that do something else ------------------------------------------------------------------------- */

typedef enum harm { KILLED, TORN, FAILS, FAILS_EVER_AFTER } harm;

static harm chosen;
static int failure; /* an errno */
static long left;   /* calls until it happens; 0: it did */

static int (*real_open)(const char *, int, int);
static int (*real_fcntl)(int, int, ...);
static int (*real_truncate)(int, off_t);
static int (*real_unlink)(const char *);
static ssize_t (*real_pread)(int, void *, size_t, off_t);
static ssize_t (*real_pwrite)(int, const void *, size_t, off_t);
static void *(*real_mmap)(void *, size_t, int, int, int, off_t);

/* True: the call is to fail. */
static bool strike(void)
{
    if (left > 0 && --left > 0)
        return false;
    if (chosen == KILLED || chosen == TORN)
        kill(getpid(), SIGKILL);
    if (chosen == FAILS && left < 0)
        return false;
    left = chosen == FAILS ? -1 : 0;
    errno = failure;
    return true;
}

static int open_or_not(const char *path, int flags, int mode)
{
    return strike() ? -1 : real_open(path, flags, mode);
}

static int fcntl_or_not(int file, int command, ...)
{
    va_list values;
    void *value;

    va_start(values, command);
    value = va_arg(values, void *);
    va_end(values);
    /* Nobody is refused who gives a lock back, and a full disk refuses nobody one. */
    if (chosen == FAILS_EVER_AFTER || (command == F_SETLK && ((struct flock *)value)->l_type == F_UNLCK))
        return real_fcntl(file, command, value);
    return strike() ? -1 : real_fcntl(file, command, value);
}

static int truncate_or_not(int file, off_t size)
{
    return strike() ? -1 : real_truncate(file, size);
}

static int unlink_or_not(const char *path)
{
    return strike() ? -1 : real_unlink(path);
}

static ssize_t pread_or_not(int file, void *to, size_t size, off_t at)
{
    return strike() ? -1 : real_pread(file, to, size, at);
}

static ssize_t pwrite_or_not(int file, const void *from, size_t size, off_t at)
{
    if (chosen == TORN && left == 1)
        real_pwrite(file, from, size / 2, at);
    return strike() ? -1 : real_pwrite(file, from, size, at);
}

static void *mmap_or_not(void *at, size_t size, int protection, int flags, int file, off_t offset)
{
    return strike() ? MAP_FAILED : real_mmap(at, size, protection, flags, file, offset);
}

/* `real` is a pointer to a function of the type that the name has. */
static void replace(const char *name, void *real, sqlite3_syscall_ptr with)
{
    sqlite3_vfs *vfs = sqlite3_vfs_find("unix");
    sqlite3_syscall_ptr before = vfs->xGetSystemCall(vfs, name);

    memcpy(real, &before, sizeof before);
    ck_assert_int_eq(vfs->xSetSystemCall(vfs, name, with), SQLITE_OK);
}

/* Of this process, from the call on that has this number. */
static void be_struck(harm how, int code, long at)
{
    chosen = how;
    failure = code;
    left = at;
    replace("open", &real_open, (sqlite3_syscall_ptr)open_or_not);
    replace("fcntl", &real_fcntl, (sqlite3_syscall_ptr)fcntl_or_not);
    replace("ftruncate", &real_truncate, (sqlite3_syscall_ptr)truncate_or_not);
    replace("unlink", &real_unlink, (sqlite3_syscall_ptr)unlink_or_not);
    replace("pread64", &real_pread, (sqlite3_syscall_ptr)pread_or_not);
    replace("pwrite64", &real_pwrite, (sqlite3_syscall_ptr)pwrite_or_not);
    replace("mmap", &real_mmap, (sqlite3_syscall_ptr)mmap_or_not);
}

/* ---- What is struck ---------------------------------------------------------------------------------------------- */

/* In a process of its own; its status. */
static int run_struck(size_t which, const char *directory, harm how, int code, long at)
{
    int status;
    pid_t child;

    child = fork();
    ck_assert_int_ge(child, 0);
    if (child == 0) {
        cj_cache *cache;
        int wrong;

        be_struck(how, code, at);
        cache = open_cache(directory);
        cache->store.lookup_busy_ms = cache->store.write_busy_ms = 5; /* a lock that fails is one that is held */
        wrong = works[which].work(cache);
        cj_cache_free(cache);
        _exit(wrong != 0 ? wrong : left > 0 ? SPARED : 0);
    }
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    return status;
}

/* ---- Killed ------------------------------------------------------------------------------------------------------ */

TEST_EACH(killed_at_every_step, COUNT(works) * 2)
{
    const size_t which = (size_t)_i / 2;
    const harm how = _i % 2 == 0 ? KILLED : TORN;
    char *directory = numbered(works[which].name, _i, "");
    long count = 0;
    int status = 0;

    fill(directory);
    for (long at = 1; !WIFEXITED(status) || at == 1; at += is_full() ? 1 : 4) {
        works[which].before(directory);
        status = run_struck(which, directory, how, 0, at);
        ck_assert_msg(WIFSIGNALED(status) || WEXITSTATUS(status) == SPARED, "step %ld: %x", at, (unsigned)status);
        count += WIFSIGNALED(status);
        check_after(directory, works[which].resets, works[which].name, at);
    }
    ck_assert_int_gt(count, 4);
    say_how_many(numbered(works[which].name, _i, ", killed"), count);
    ck_assert_int_eq(sql(directory, "SELECT count(*) FROM pragma_quick_check WHERE quick_check = 'ok'"), 1);
}

/* Between calls, too: at any time. */
TEST(killed_at_any_time)
{
    const int most = is_full() ? 300 : 20;

    srand48(1);
    for (int k = 0; k < most; k++) {
        const long us = (long)(drand48() * drand48() * 20000);
        const struct timespec pause = {0, us * 1000};
        pid_t child = fork();

        if (child == 0) {
            cj_cache *cache = open_cache("any time");

            for (int i = 0;; i++) {
                put(cache, i % ENTRIES, OBJECT);
                if (i % 7 == 0)
                    (void)cujit_cache_prune(cache, 50000, NULL, NULL);
            }
        }
        nanosleep(&pause, NULL);
        kill(child, SIGKILL);
        ck_assert_int_eq(waitpid(child, NULL, 0), child);
        check_after("any time", k == 0, "any time", us);
    }
    say_how_many("killed at any time", most);
}

/* ---- Calls that fail --------------------------------------------------------------------------------------------- */

/* The last only once: who is interrupted tries again. */
static const int codes[] = {ENOSPC, EIO, EROFS, EACCES, ENOMEM, EDQUOT, ENOLCK, EINTR};

/* Once, or from then on. What is stored is found again all the same, and nothing is left behind. */
TEST_EACH(calls_fail_at_every_step, COUNT(works) * 2)
{
    const size_t which = (size_t)_i / 2;
    const harm how = _i % 2 == 0 ? FAILS : FAILS_EVER_AFTER;
    char *directory = numbered(works[which].name, _i, " fails");
    long count = 0;
    int status = 0;

    fill(directory);
    for (long at = 2; WEXITSTATUS(status) != SPARED; at += is_full() ? 1 : 5) {
        const int code = codes[(size_t)at / 5 % (COUNT(codes) - (how == FAILS_EVER_AFTER))];

        works[which].before(directory);
        status = run_struck(which, directory, how, code, at);
        ck_assert_msg(WIFEXITED(status) && (WEXITSTATUS(status) == 0 || WEXITSTATUS(status) == SPARED),
                      "step %ld, %s: %x", at, strerror(code), (unsigned)status);
        count++;
        check_after(directory, true, works[which].name, at);
    }
    say_how_many(numbered(works[which].name, _i, ", a call failed"), count - 1);
}

static void note_signal(int number)
{
    (void)number;
}

/* A timer interrupts whatever can be interrupted. */
TEST(signals_in_mid_write)
{
    const struct itimerval often = {{0, 500}, {0, 500}}, never = {{0, 0}, {0, 0}};
    const struct sigaction action = {.sa_handler = note_signal}; /* no SA_RESTART */
    cj_cache *cache = open_patient_cache("signals");

    ck_assert_int_eq(sigaction(SIGALRM, &action, NULL), 0);
    ck_assert_int_eq(setitimer(ITIMER_REAL, &often, NULL), 0);
    for (int i = 0; i < 200; i++) {
        put(cache, i, OBJECT);
        ck_assert_int_eq(get(cache, i, OBJECT), 1);
    }
    ck_assert_int_eq(setitimer(ITIMER_REAL, &never, NULL), 0);
    ck_assert_uint_eq(stats_of(cache).disk_hits, 200);
    ck_assert_uint_eq(stats_of(cache).entries, 200);
}

/* ---- Files ------------------------------------------------------------------------------------------------------- */

static void copy_file(const char *from, const char *to)
{
    char block[8192];
    size_t length;
    FILE *in = fopen(from, "rb"), *out;

    if (in == NULL)
        return;
    out = fopen(to, "wb");
    ck_assert_ptr_nonnull(out);
    while ((length = fread(block, 1, sizeof block, in)) > 0)
        ck_assert_uint_eq(fwrite(block, 1, length, out), length);
    fclose(in);
    fclose(out);
    chmod(to, 0600);
}

static const char *const parts[] = {"", "-wal", "-shm"};

/* A file with a journal, as who was killed leaves them. */
static void leave_files(const char *directory)
{
    pid_t child;

    fill(directory);
    child = fork();
    if (child == 0) {
        cj_cache *cache = open_cache(directory);

        for (int i = ENTRIES / 2; i < ENTRIES + 10; i++)
            put(cache, i, OBJECT);
        kill(getpid(), SIGKILL);
    }
    ck_assert_int_eq(waitpid(child, NULL, 0), child);
    ck_assert_int_gt(size_of(cj_test_path("%s-wal", cache_file(directory))), 0);
}

static void harm_file(const char *path)
{
    const long size = size_of(path), at = (long)(drand48() * (double)size);
    FILE *file;
    int byte;

    if (size <= 0)
        return;
    if (lrand48() % 8 == 0) {
        ck_assert_int_eq(truncate(path, at), 0);
        return;
    }
    file = fopen(path, "r+b");
    ck_assert_ptr_nonnull(file);
    fseek(file, at, SEEK_SET);
    byte = fgetc(file);
    fseek(file, at, SEEK_SET);
    fputc(byte ^ 1 << lrand48() % 8, file);
    fclose(file);
}

/* Nothing wrong comes out of it, and all that is stored then is found. */
static void check_damaged(const char *directory, int round)
{
    cj_cache *cache = open_cache(directory);
    int wrong = 0, missing = 0;

    for (int i = 0; i < ENTRIES + 10; i++)
        wrong += get(cache, i, OBJECT) < 0;
    for (int i = 0; i < ENTRIES + 10; i += 3) {
        put(cache, i, OBJECT);
        missing += get(cache, i, OBJECT) != 1;
    }
    cache = open_again(cache, directory);
    for (int i = 0; i < ENTRIES + 10; i++)
        wrong += get(cache, i, OBJECT) < 0;
    ck_assert_msg(wrong == 0 && missing == 0, "round %d: %d wrong, %d missing; %s", round, wrong, missing,
                  stats_of(cache).trouble);
    cj_cache_free(cache);
}

TEST_EACH(bits_flipped_and_files_cut, 10)
{
    const int most = is_full() ? 200 : 6;
    char *sound = numbered("sound", _i, ""), *harmed = numbered("harmed", _i, "");

    srand48(_i);
    leave_files(sound);
    ck_assert_int_eq(mkdir(cj_test_path("%s", harmed), 0700), 0);
    for (int round = 0; round < most; round++) {
        empty_it(harmed);
        for (size_t k = 0; k < COUNT(parts); k++)
            copy_file(cj_test_path("%s%s", cache_file(sound), parts[k]),
                      cj_test_path("%s%s", cache_file(harmed), parts[k]));
        harm_file(cj_test_path("%s%s", cache_file(harmed), parts[round % (int)COUNT(parts)]));
        check_damaged(harmed, round);
    }
    say_how_many(numbered("bits flipped, files cut ", _i, ""), most);
}

/* Another cache, nothing, and something else in the file's place, while it is in use. */
TEST_EACH(file_replaced_under_us, 4)
{
    char *name = numbered("replaced", _i, "");
    cj_cache *cache;

    fill("another");
    cache = open_filled(name);
    ck_assert_int_eq(get(cache, 1, OBJECT), 1);
    if (_i == 0) {
        ck_assert_int_eq(rename(cache_file("another"), cache_file(name)), 0);
    } else if (_i == 1) {
        ck_assert_int_eq(rename(cj_test_path("%s", name), cj_test_path("elsewhere")), 0);
        ck_assert_int_eq(rename(cj_test_path("another"), cj_test_path("%s", name)), 0);
    } else if (_i == 2) {
        empty_it(name);
    } else {
        cj_test_file("text", "no database at all, but long enough to be looked at as if it were one");
        ck_assert_int_eq(rename(cj_test_path("text"), cache_file(name)), 0);
    }
    for (int i = 0; i < ENTRIES; i++)
        ck_assert_int_ge(get(cache, i, OBJECT), 0);
    for (int i = 0; i < ENTRIES; i++) {
        put(cache, i, OBJECT);
        ck_assert_int_eq(get(cache, i, OBJECT), 1);
    }
    cache = open_again(cache, name);
    for (int i = 0; i < ENTRIES; i++)
        ck_assert_int_ge(get(cache, i, OBJECT), 0);
    put(cache, 1, OBJECT);
    ck_assert_int_eq(get(cache, 1, OBJECT), 1);
}
