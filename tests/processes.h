/*
 * processes.h: processes that a case makes: several that begin as one, and one that does as it is told.
 */
#ifndef TESTS_PROCESSES_H
#define TESTS_PROCESSES_H

#include "tests/support.h"

#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static inline void sleep_ms(long ms)
{
    struct timespec time = {ms / 1000, ms % 1000 * 1000000};

    nanosleep(&time, NULL);
}

typedef int (*work)(int number, int gate);

/* Runs `count` processes that start as one when the gate opens; returns the sum of their failures. */
static inline int run_processes(int count, work body)
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

static inline void wait_for(int gate)
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
static inline bool in_helper(helper *self)
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

static inline void say(const helper *self, bool good)
{
    if (write(self->word, &good, sizeof good) != sizeof good)
        _exit(1);
}

static inline _Noreturn void say_and_stay(const helper *self, bool good)
{
    say(self, good);
    for (;;)
        pause();
}

static inline bool said(const helper *self)
{
    bool good = false;

    ck_assert_int_eq(read(self->word, &good, sizeof good), sizeof good);
    return good;
}

static inline void end_helper(const helper *self)
{
    kill(self->process, SIGKILL);
    ck_assert_int_eq(waitpid(self->process, NULL, 0), self->process);
}

#endif
