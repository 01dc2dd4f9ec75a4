/*
 * buffer.h: host memory as an argument of a call: CUJIT_IN, CUJIT_OUT, CUJIT_INOUT.
 *
 *     cj_buffers_init(&buffers, context, stream);
 *     cj_buffers_add(&buffers, &args.items[k], k, name, &values[k], error), for each such argument
 *     status = backend->launch(...)
 *     return cj_buffers_finish(&buffers, status, error)
 *
 * On a GPU each gets device memory out of a store that belongs to the context, and one copy each way, in the order of
 * the stream. Copies of pinned memory are direct; large ones of other memory go through two pinned pieces in turn, so
 * that the processor's copy and the device's run side by side.
 *
 * The host's kernels work on the caller's memory itself where they may write it, and on a copy where they may not. What
 * could be told from a GPU then gets a copy after all: memory that is not aligned, or that is handed over twice.
 * On every device each argument is a memory of its own, and of two that are copied back to one place the later wins.
 * What a kernel does not write of a CUJIT_OUT is unspecified afterwards.
 */
#ifndef LIBJIT_BUFFER_H
#define LIBJIT_BUFFER_H

#include "libjit/runtime/context.h"
#include "libjit/syntax/signature.h"

/* One argument. */
typedef struct cj_buffer {
    const void *address; /* what kernels see: NULL where it is empty */
    void *host;          /* the caller's */
    size_t size;         /* bytes */
    cujit_arg_kind kind;
    bool pinned;
    cj_block *block; /* a GPU's memory for it; NULL: none, or the host's */
    struct cj_buffer *following;
} cj_buffer;

typedef struct cj_buffers {
    cujit_context *context;
    void *stream;
    size_t alignment;        /* of an element: 16 unless the caller knows better before it adds one */
    cj_buffer *first, **end; /* where the next one hangs: stays in its place */
} cj_buffers;

/* Costs next to nothing, so that calls without buffers need not be told apart. */
void cj_buffers_init(cj_buffers *buffers, cujit_context *context, void *stream);

/* Memory that kernels can reach, filled from the caller's where `arg` is no CUJIT_OUT. *value points to its address,
 * and stays until the end. `index` from 0 and `name` (NULL: not known) are for messages. After an error
 * cj_buffers_finish() must be called all the same. */
cujit_status cj_buffers_add(cj_buffers *buffers, const cujit_arg *arg, size_t index, const char *name,
                            const void **value, cujit_error *error);

/* The same for all CUJIT_IN and the like of a call, whose other arguments' values are left alone. */
cujit_status cj_buffers_add_all(cj_buffers *buffers, const cj_signature *signature, const cujit_args *args,
                                const void **values, cujit_error *error);

/* Copies back where `launched` is CUJIT_OK, and gives all memory back. Waits for the stream, unless one was given and
 * all of the memory is pinned. Returns `launched` (with the error left as it is), or the first failure. */
cujit_status cj_buffers_finish(cj_buffers *buffers, cujit_status launched, cujit_error *error);

#endif
