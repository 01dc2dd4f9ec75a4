/*
 * eval_time.h: how long the text of `cujit eval` takes, and its kernels.
 */
#ifndef TOOLS_EVAL_TIME_H
#define TOOLS_EVAL_TIME_H

#include "eval.h"

typedef struct eval_time {
    size_t runs; /* 0: nothing was measured */
    double best_ms, median_ms;
    double *kernel_ms; /* of each kernel the best; NULL: not measured */
    size_t kernel_count;
    double copy_speed; /* bytes a millisecond that a copy from device memory to device memory reads and writes; 0: not
                       known */
} eval_time;

/* Runs the expression again, each time from the same state. */
bool eval_measure(eval_command *self, eval_time *out);
void eval_time_clear(eval_time *time);

/* Tells people, and programs, of times and kernels. */
void eval_time_print(FILE *file, const eval_command *self, const eval_time *time);
void eval_time_json(cli_json *json, const eval_command *self, const eval_time *time);

#endif
