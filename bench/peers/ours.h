/*
 * ours.h: what the parts of cujit's side of the comparison share.
 */
#ifndef BENCH_PEERS_OURS_H
#define BENCH_PEERS_OURS_H

#include <cujit/cujit.h>

#define EXPORT __attribute__((visibility("default")))

/* What Python hands over of an argument: an array, or without data a number. */
typedef struct peers_argument {
    void *data;
    double number;
    int dtype; /* a cujit_dtype */
    int ndim;
    size_t shape[3];
    ptrdiff_t strides[3]; /* bytes */
} peers_argument;

/* The item of a call; of an array a view of its memory, which belongs to the caller. */
cujit_status peers_bind(cujit_context *context, const peers_argument *value, cujit_arg *item, cujit_array **array,
                        cujit_error *error);

/* Hands the message on and clears the error; the status. */
int peers_finish(cujit_status status, cujit_error *error, char *message, size_t room);

double peers_now_us(void);

#endif
