/*
 * warm.h: building the kernels of a manifest for one architecture after the other, as a person sees it.
 */
#ifndef TOOLS_WARM_H
#define TOOLS_WARM_H

#include "options.h"

typedef struct cli_warm {
    const char *command; /* what messages begin with */
    const char *manifest, *directory;
    char *const *targets; /* devices or architectures, ended by NULL */
    unsigned threads;     /* 0: all processors */
    unsigned timeout_ms;  /* of a compile; 0: the library's */
    char **ids;           /* of what is there now, ended by NULL; owned: cli_warm_clear() */
    size_t id_count;
    cujit_warm_result result; /* of all targets */
    uint64_t unkept;          /* kernels of them that no file has, and why not */
    char why_unkept[512];
} cli_warm;

/* The options of whoever builds them: those of these codes. */
#define CLI_WARM_OPTIONS CLI_OPTION_COMPILE_TIMEOUT, CLI_OPTION_DIR, CLI_OPTION_THREADS

/* Takes one of them; unknown codes are refused, as by cli_kernel_option(). */
bool cli_warm_option(cli_warm *warm, int code, char **argv, cli_problem *problem);

/* Says of each kernel that fails why; on a terminal a line shows how far it is. False: `error` says what ended it;
 * kernels that fail are in the result. */
bool cli_warm_run(cli_warm *warm, cujit_error *error);
void cli_warm_clear(cli_warm *warm);

/* Splits "sm_80,sm_90,x86-64-v3" (several times, where an option is given several times): a list ended by NULL. */
bool cli_targets_add(char ***targets, const char *list, cli_problem *problem);
void cli_targets_clear(char **targets);

#endif
