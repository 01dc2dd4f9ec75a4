/*
 * eval.h: what the parts of `cujit eval` share: the command line, the operands, and the values that come out.
 */
#ifndef TOOLS_EVAL_H
#define TOOLS_EVAL_H

#include "names.h"
#include "options.h"
#include "print.h"
#include "table.h"

/* A file that operands come from, opened once. */
typedef enum eval_kind { EVAL_NPY, EVAL_NPZ, EVAL_TABLE } eval_kind;
typedef struct eval_source {
    char *path;
    eval_kind kind;
    char *memory;          /* of an archive on standard input */
    cujit_npz_reader *npz; /* EVAL_NPZ */
    cli_table table;       /* EVAL_TABLE */
} eval_source;

/* What stands for a name of the text. */
typedef struct eval_operand {
    char *name;
    cujit_arg arg;
    cujit_array *array;  /* NULL: a number */
    cujit_array *before; /* a copy of what it was, where the text assigns to it and runs several times */
    bool written;        /* the text assigns to it */
} eval_operand;

/* A value that is shown or written. */
typedef struct eval_value {
    const char *name;   /* borrowed; NULL: the text's own value */
    cujit_array *array; /* an operand's, unless `owned` */
    bool owned;
    cli_array host; /* elements in C order, once somebody needs them */
} eval_value;

typedef struct eval_output {
    char *name; /* NULL: the text's value */
    const char *path;
} eval_output;

typedef struct eval_command {
    /* The command line */
    char *text;
    const char *device, *plot;
    const char **given; /* NAME=VALUE and files */
    size_t given_count;
    eval_output *outputs;
    size_t output_count;
    cujit_expression_spec limits;
    cujit_dtype out_dtype;
    unsigned timeout_ms; /* of a compile; 0: the library's */
    size_t repeat;       /* runs that are timed */
    bool repeat_given, verbose, json, explain, summary, source, help;

    cli_names names; /* of the text */
    cujit_context *context;
    cujit_expression *made;
    cujit_expression *explained; /* whose kernels are told: it, or where it has none that of the first name */
    bool explains_value;         /* that one has a value */
    eval_source *sources;
    size_t source_count;
    eval_operand *operands;
    size_t operand_count;
    char *operand_names; /* "a, x" */
    cujit_arg *items;
    eval_value *values;
    size_t value_count, runs;

    cli_problem problem; /* of the program */
    cujit_error error;   /* of the library */
} eval_command;

/* What is given becomes operands. False: a problem or an error, as of all that follow. */
bool eval_bind(eval_command *self);
void eval_unbind(eval_command *self);

/* Runs the text, and finds the values that outputs ask for; where there are none, what there is to see. */
bool eval_run(eval_command *self);
/* Makes what the text assigns to what it was before the first run. */
bool eval_restore(eval_command *self);
/* One run of an expression over the operands; `result` NULL: the text only assigns. */
bool eval_launch(eval_command *self, cujit_expression *expression, const cujit_expression_options *options,
                 cujit_array **result);

/* The elements of a value on the host. */
bool eval_fetch(eval_command *self, eval_value *value);

/* Writes the files. */
bool eval_write(eval_command *self);
/* Whether the path says what is written to it. */
bool eval_check_output(const char *path, cli_problem *problem);
/* Where results for people go: standard output, unless data is written there. */
FILE *eval_file(const eval_command *self);
/* Whether a path is standard output: -, -.csv. */
bool eval_is_standard(const char *path);
/* Does this output take the value? Without a name, it takes the text's own; an archive, and where there is no such
 * value, any output takes all that is assigned. */
bool eval_takes(const eval_command *self, const eval_output *output, const eval_value *value);
/* Draws the picture of --plot. */
bool eval_plot(eval_command *self);
/* Prints what no output took, or all as JSON; and what was asked for beside. */
bool eval_show(eval_command *self);

#endif
