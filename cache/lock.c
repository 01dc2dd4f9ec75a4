/*
 * lock.c: byte-range locks with a time limit. See lock.h.
 *
 * Linux has no timed form of these locks, so a waiter polls, more slowly the longer it has waited: what it waits for is
 * a compiler that takes tens of milliseconds.
 */
#include "cache/lock.h"

#include "libjit/base/os.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { GRACE_MS = 5 }; /* for who has just got the lock to write down who he is */

static int open_lock_file(const char *path)
{
    int file;

    do
        file = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    while (file < 0 && errno == EINTR);
    return file;
}

static void sleep_ms(double ms)
{
    struct timespec time = {.tv_sec = (time_t)(ms / 1e3)};

    time.tv_nsec = (long)((ms - (double)time.tv_sec * 1e3) * 1e6);
    nanosleep(&time, NULL);
}

/* ---- Who holds it ----------------------------------------------------------------------------------------------- */

/* The kernel does not tell whose an open-file-description lock is. So who holds a key's lock writes down who he is, at
 * a place of its own for each of some thousand keys; where two keys share one, the other's holder is not known. */
typedef struct builder {
    uint64_t place;
    int64_t process;
    uint64_t started; /* in clock ticks since the machine was started: numbers of processes are used again */
} builder;

enum { BUILDERS = 4096 };

static off_t builder_offset(uint64_t place)
{
    return (off_t)(place % BUILDERS * sizeof(builder));
}

/* When a process was started, and the letter of its state; false: it is gone, or not to be seen from here. */
static bool look_at_process(int64_t process, uint64_t *started, char *state)
{
    unsigned long long start;
    char path[40], text[1024], *end;
    ssize_t length;
    int file;

    snprintf(path, sizeof path, "/proc/%lld/stat", (long long)process);
    if ((file = open(path, O_RDONLY | O_CLOEXEC)) < 0)
        return false;
    length = read(file, text, sizeof text - 1);
    close(file);
    if (length <= 0)
        return false;
    text[length] = '\0';
    /* A process may call itself what it wants: the name ends at the last parenthesis. */
    end = strrchr(text, ')');
    if (end == NULL ||
        sscanf(end + 1, " %c %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %llu", state,
               &start) != 2)
        return false;
    *started = start;
    return true;
}

static void sign(int file, uint64_t place)
{
    builder self = {.place = place, .process = getpid()};
    char state;

    if (!look_at_process(self.process, &self.started, &state) ||
        pwrite(file, &self, sizeof self, builder_offset(place)) != (ssize_t)sizeof self)
        return; /* then nobody waits long for us */
}

/* A process that is known to hold the key's lock and runs, so that there is an end to wait for. */
static bool somebody_builds(int file, uint64_t place)
{
    builder found;
    uint64_t started;
    char state;

    return pread(file, &found, sizeof found, builder_offset(place)) == (ssize_t)sizeof found && found.place == place &&
           found.process > 0 && look_at_process(found.process, &started, &state) && started == found.started &&
           strchr("TtZXx", state) == NULL;
}

/* ---- Waiting ---------------------------------------------------------------------------------------------------- */

typedef struct waiting {
    int at_most_ms; /* or -1: as long as somebody builds, else out of `patience_us` */
    uint64_t place;
    const cj_stop *stop;
    atomic_long *patience_us;
} waiting;

static bool goes_on(const waiting *self, int file, double waited_ms, double pause_ms)
{
    if (cj_stop_asked(self->stop))
        return false;
    if (self->at_most_ms >= 0)
        return waited_ms < self->at_most_ms;
    if (waited_ms < GRACE_MS || somebody_builds(file, self->place))
        return true;
    return atomic_fetch_sub(self->patience_us, (long)(pause_ms * 1e3) + 1) > 0;
}

static cj_lock_result lock_byte(const char *path, int64_t offset, const waiting *self, int *file)
{
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = (off_t)offset, .l_len = 1};
    double start = cj_now_ms();
    int handle = open_lock_file(path);

    *file = -1;
    if (handle < 0)
        return CJ_LOCK_UNSUPPORTED;
    while (fcntl(handle, F_OFD_SETLK, &lock) != 0) {
        double waited = cj_now_ms() - start, pause = 0.1 + waited / 4;

        if (errno == EINTR)
            continue;
        if (pause > 5)
            pause = 5;
        if (self->at_most_ms >= 0 && pause > self->at_most_ms - waited)
            pause = self->at_most_ms - waited;
        if ((errno != EAGAIN && errno != EACCES) || !goes_on(self, handle, waited, pause)) {
            cj_lock_result result = errno == EAGAIN || errno == EACCES ? CJ_LOCK_TIMEOUT : CJ_LOCK_UNSUPPORTED;

            close(handle);
            return result;
        }
        sleep_ms(pause);
    }
    *file = handle;
    return CJ_LOCK_HELD;
}

cj_lock_result cj_file_lock(const char *path, int64_t offset, int wait_ms, int *file)
{
    return lock_byte(path, offset, &(waiting){.at_most_ms = wait_ms}, file);
}

void cj_file_unlock(int file)
{
    /* Closing drops the lock: the descriptor is nobody else's, and a forked child closes its copy (cache.c). But a
     * child that was made by other means would keep the lock alive: unlock first. */
    struct flock lock = {.l_type = F_UNLCK, .l_whence = SEEK_SET, .l_start = 0, .l_len = 0};

    if (file < 0)
        return;
    fcntl(file, F_OFD_SETLK, &lock);
    close(file);
}

cj_lock_result cj_key_lock(const char *path, uint64_t place, int wait_ms, const cj_stop *stop, atomic_long *patience_us,
                           int *file)
{
    const waiting self = {.at_most_ms = wait_ms, .place = place, .stop = stop, .patience_us = patience_us};
    cj_lock_result result = lock_byte(path, (int64_t)(place % CJ_LOCK_FILE_BYTE), &self, file);

    if (result == CJ_LOCK_HELD)
        sign(*file, place);
    return result;
}

void cj_key_unlock(int file, uint64_t place)
{
    const builder nobody = {.place = 0};

    /* Where that fails the record still says a place that nobody holds, or who holds it signs anew. */
    if (pwrite(file, &nobody, sizeof nobody, builder_offset(place)) < 0)
        errno = 0;
    cj_file_unlock(file);
}
