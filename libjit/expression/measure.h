/*
 * measure.h: what a step of a plan takes: time on the device, and memory that it goes through.
 */
#ifndef LIBJIT_MEASURE_H
#define LIBJIT_MEASURE_H

#include <cujit/cujit.h>

typedef struct cj_measure {
    double ms;
    size_t bytes;
} cj_measure;

/* The bytes that must be read and written: of inputs that lie in the same memory each byte once, but none in gaps. */
size_t cj_traffic(const cujit_array *const *inputs, size_t input_count, const cujit_array *const *outputs,
                  size_t output_count);

/* Two points in a stream's work. */
typedef struct cj_stopwatch {
    cujit_event *start, *end;
    cujit_stream stream;
} cj_stopwatch;

cujit_status cj_stopwatch_start(cujit_context *context, cujit_stream stream, cj_stopwatch *out, cujit_error *error);
/* Waits for the stream. Must be called behind a start that was good; a failure before it may be handed over, and
 * stays. */
cujit_status cj_stopwatch_stop(cj_stopwatch *watch, cujit_status status, double *ms, cujit_error *error);

#endif
