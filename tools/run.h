/*
 * run.h: what the parts of `cujit run`, and `cujit tune`, share: the command line, and one binding for each parameter
 * of the kernel.
 */
#ifndef TOOLS_RUN_H
#define TOOLS_RUN_H

#include "options.h"
#include "print.h"
#include "values.h"

/* One parameter: where its value comes from, where its result goes, and both. */
typedef struct run_binding {
    const cujit_parameter *parameter; /* borrowed from the kernel */
    const char *value;                /* NULL: an output */
    const char *output;               /* file for the result; NULL: none */
    cli_scalar scalar;
    cli_array before; /* what the device array was filled with; no data: zeros, or const and no longer needed */
    cli_array after;  /* the result, of parameters that are not const */
    cujit_array *device;
    bool changed, shown;
} run_binding;

typedef struct run_command {
    cli_kernel kernel;
    cli_assignment *values, *outputs; /* NAME=VALUE, -o NAME=FILE */
    size_t value_count, output_count;
    cujit_range range;
    cujit_slice slice;
    bool has_range, has_slice, time, help;

    cujit_context *context;
    cujit_elementwise *made;
    run_binding *bindings;
    size_t count;
    cujit_arg *args;

    cli_problem problem; /* of the program */
    cujit_error error;   /* of the library */
} run_command;

/* --range and --slice. */
bool cli_run_parse_range(const char *text, cujit_range *out, cli_problem *problem);
bool cli_run_parse_slice(const char *text, cujit_slice *out, cli_problem *problem);

/* Appends NAME=TEXT, a `what`; a name that is there already is wrong usage. */
bool cli_run_assign(const char *argument, const char *what, cli_assignment **list, size_t *count, cli_problem *problem);

/* Frees all that it holds. */
void cli_run_clear(run_command *self);

/* Values to parameters, arrays to the device. False: a problem or an error. */
bool cli_run_bind(run_command *self);
void cli_run_unbind(run_command *self);

bool cli_run_launch(run_command *self);

/* From here on a fault of a kernel on the host device ends the program with a message of the subcommand and exit status
 * 1; NULL: no longer. */
void cli_run_watch_faults(const run_command *self, const char *command);

/* The context and the kernel, its types bound by files where nothing else does. */
bool cli_run_make(run_command *self);

/* Where results go: standard output, unless an array is written there. */
FILE *cli_run_file(const run_command *self);

/* Fetches what may have changed, writes the files, decides what is shown. */
bool cli_run_fetch(run_command *self);
/* Shows the results; as JSON also all that is known of kernel and time. */
bool cli_run_show(run_command *self);

/* Launches several times more, each from the same state as the first time, and says how long that took. */
typedef struct run_time {
    size_t launches; /* 0: not measured */
    double best_ms, median_ms;
    double bytes; /* read and written by one launch */
} run_time;
bool cli_run_measure(run_command *self, run_time *out);
void cli_run_time_json(cli_json *json, const run_command *self, const run_time *time);
void cli_run_time_print(FILE *file, const run_command *self, const run_time *time);

#endif
