/*
 * tune.h: finding the fastest variant of a kernel by trying them out on the arrays of a call.
 *
 * What is tried is block size, tiles a thread (unroll) and width of a tile, and plain pointers. The winner is what the
 * kernel launches from then on where its arrays are aligned, and the cache keeps it, by kernel and device.
 */
#ifndef LIBJIT_TUNE_H
#define LIBJIT_TUNE_H

#include "libjit/elementwise/elementwise.h"
#include "libjit/kernel/call.h"

enum { CJ_TUNE_ELEMENTS = 1 << 16 }; /* calls with fewer are over before one variant could be better than another */

/* Is it for this call to tune, as a spec has asked for? True for one call. */
static inline bool cj_tune_due(cj_elementwise *kernel, size_t n)
{
    return atomic_load_explicit(&kernel->tune, memory_order_relaxed) && n >= CJ_TUNE_ELEMENTS &&
           atomic_exchange(&kernel->tune, false);
}

/* Finds and adopts the fastest variant for such calls: of n elements, at least one, whole arrays, dense and in one
 * order. The arrays stay as they are: the caller launches the kernel on them behind this. `result` may be NULL. */
cujit_status cj_tune(cj_elementwise *kernel, const cj_call *call, size_t n, cujit_tuning *result, cujit_error *error);

/* The variant that a new kernel begins with, where tuning found it before: else *variant stays as it is, and false. */
bool cj_tune_recall(const cj_elementwise *kernel, cj_variant *variant);

/* For cujit_elementwise_create(): the next call that is large enough shall tune, if nobody has. */
void cj_tune_ask(cj_elementwise *kernel);

#endif
