/*
 * spawn.h: runs a program to its end and keeps what it says.
 */
#ifndef LIBJIT_HOST_SPAWN_H
#define LIBJIT_HOST_SPAWN_H

#include "libjit/base/status.h"

#include <stdbool.h>

enum { CJ_SPAWN_MAX_OUTPUT = 1 << 20 };

typedef struct cj_spawn_result {
    int exit_code; /* -1: killed by `signal`, or not known because the application reaped our child */
    int signal;    /* 0: none */
    bool timed_out;
    char *output; /* standard output and error, owned, cj_malloc; more than CJ_SPAWN_MAX_OUTPUT is cut, and says so */
} cj_spawn_result;

/* Runs the file `path` with these arguments and this environment, no shell, no descriptors of ours, the file `input` as its
 * standard input; default signals. After `deadline_ms` it is killed with all that it started. CUJIT_ERROR_IO where it
 * could not be run (then the vendor code is the errno). */
cujit_status cj_spawn(const char *path, char *const arguments[], char *const environment[], const char *input,
                      int deadline_ms, cj_spawn_result *out, cujit_error *error);

#endif
