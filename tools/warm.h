/*
 * warm.h: building the kernels of a manifest for one architecture after the other, as a person sees it.
 */
#ifndef TOOLS_WARM_H
#define TOOLS_WARM_H

#include "command.h"

typedef struct cli_warm {
    const char *command; /* what messages begin with */
    const char *manifest, *directory;
    char *const *targets; /* devices or architectures, ended by NULL */
    unsigned threads;     /* 0: all processors */
    char **ids;           /* of what is there now, ended by NULL; owned: cli_warm_clear() */
    size_t id_count;
    cujit_warm_result result; /* of all targets */
} cli_warm;

/* Says of each kernel that fails why; on a terminal a line shows how far it is. False: `error` says what ended it;
 * kernels that fail are in the result. */
bool cli_warm_run(cli_warm *warm, cujit_error *error);
void cli_warm_clear(cli_warm *warm);

/* Splits "sm_80,sm_90,x86-64-v3" (several times, where an option is given several times): a list ended by NULL. */
void cli_targets_add(char ***targets, const char *list);
void cli_targets_clear(char **targets);

/* A number of threads, 1 to 1024. */
bool cli_threads_parse(const char *text, unsigned *threads, cli_problem *problem);

#endif
