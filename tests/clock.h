/*
 * clock.h: clocks that a case sets. clock_gettime() is this program's own, also for the libraries that it is linked with;
 * both clocks go as the system's do, so far apart from them.
 */
#ifndef TESTS_CLOCK_H
#define TESTS_CLOCK_H

#include <stdint.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* Seconds: of the clock that people set alone, and of both. Check takes the time of cases by the one that only goes forward:
 * not for more than some minutes. */
static volatile int64_t clock_is_ahead, time_has_passed;

int clock_gettime(clockid_t clock, struct timespec *out)
{
    const long code = syscall(SYS_clock_gettime, clock, out);

    if (code == 0 && clock == CLOCK_REALTIME)
        out->tv_sec += clock_is_ahead + time_has_passed;
    else if (code == 0 && clock == CLOCK_MONOTONIC)
        out->tv_sec += time_has_passed;
    return (int)code;
}

#endif
