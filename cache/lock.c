/*
 * lock.c: byte-range locks with a time limit. See lock.h.
 *
 * Linux has no timed form of these locks, so a waiter polls, more slowly the longer it has waited: what it waits for is
 * a compiler that takes tens of milliseconds.
 */
#include "cache/lock.h"

#include "libjit/os.h"

#include <errno.h>
#include <fcntl.h>
#include <time.h>
#include <unistd.h>

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

cj_lock_result cj_file_lock(const char *path, int64_t offset, int wait_ms, int *file)
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
        if ((errno != EAGAIN && errno != EACCES) || waited >= wait_ms) {
            cj_lock_result result = errno == EAGAIN || errno == EACCES ? CJ_LOCK_TIMEOUT : CJ_LOCK_UNSUPPORTED;

            close(handle);
            return result;
        }
        if (pause > 5)
            pause = 5;
        if (pause > wait_ms - waited)
            pause = wait_ms - waited;
        sleep_ms(pause);
    }
    *file = handle;
    return CJ_LOCK_HELD;
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
