/*
 * spawn.h: runs a program to its end and keeps what it says.
 */
#ifndef LIBJIT_HOST_SPAWN_H
#define LIBJIT_HOST_SPAWN_H

#include "libjit/base/status.h"
#include "libjit/base/stop.h"

#include <stdbool.h>

enum { CJ_SPAWN_MAX_OUTPUT = 1 << 20 };

typedef struct cj_spawn_result {
    int exit_code; /* -1: killed by `signal`, or not known because the application reaped our child */
    int signal;    /* 0: none */
    bool given_up; /* it was killed, because time was over or it was not wanted any more */
    char *output;  /* standard output and error, owned, cj_malloc; more than CJ_SPAWN_MAX_OUTPUT is cut, and says so */
} cj_spawn_result;

/* Runs the file `path` with these arguments and this environment, no shell, no descriptors of ours, the file `input` as
 * its standard input; default signals. After `deadline_ms`, or when `stop` is asked (NULL: none), it is killed with all
 * that it started. CUJIT_ERROR_IO where it could not be run (then the vendor code is the errno). */
cujit_status cj_spawn(const char *path, char *const arguments[], char *const environment[], const char *input,
                      double deadline_ms, const cj_stop *stop, cj_spawn_result *out, cujit_error *error);

#endif
