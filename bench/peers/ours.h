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
    size_t shape[2];
    ptrdiff_t strides[2]; /* bytes */
} peers_argument;

/* Hands the message on and clears the error; the status. */
int peers_finish(cujit_status status, cujit_error *error, char *message, size_t room);

double peers_now_us(void);

#endif
