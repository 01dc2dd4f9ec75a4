/*
 * device.h: the device half of the backend: open devices, and the operations of the table on them.
 */
#ifndef LIBJIT_CUDA_DEVICE_H
#define LIBJIT_CUDA_DEVICE_H

#include "libjit/device/backend.h"
#include "libjit/device/cuda/driver.h"

#include <stdint.h>

typedef struct cuda_device {
    cj_device base; /* first, so that a cj_device * of ours is one of these */
    const cj_driver *driver;
    cj_cuda_context context;
    int device;    /* CUdevice */
    bool retained; /* `context` is the primary one, and we hold a count on it */
    bool cooperative, managed;
    int multiprocessors;
    size_t max_pitch; /* of the driver's copies of boxes */
} cuda_device;

/* An operation on a device, from entering it to leaving it. */
typedef struct cuda_scope {
    const cuda_device *device;
    const cj_driver *driver;
    cujit_error *error;  /* what cj_cuda_leave() fills, or who failed before */
    cj_cuda_result code; /* set by the operation; not CJ_CUDA_OK where it could not be entered */
    cujit_status status; /* of an error that is set already; else CUJIT_OK */
    unsigned mode;       /* of captures, before they were relaxed */
    bool pushed, relaxed;
} cuda_scope;

/*
 * Makes the device's context current on this thread where it is not already, as every operation must (device.c has the
 * rule). Whatever it says, cj_cuda_leave() must follow. False: nothing may be called between the two.
 */
bool cj_cuda_enter(cuda_scope *scope, const cj_device *device, cujit_error *error);

/* The same for what a capture of another stream would forbid (allocating, loading), which then is allowed to this
 * thread. */
bool cj_cuda_enter_relaxed(cuda_scope *scope, const cj_device *device, cujit_error *error);

/* The same for a wait for a stream (NULL: the default stream). One that is being recorded into a graph, or whose use
 * would spoil a recording, is CUJIT_ERROR_UNSUPPORTED here, where the driver would end the recording. "`what`: ..." */
bool cj_cuda_enter_to_wait(cuda_scope *scope, const cj_device *device, cj_cuda_stream stream, const char *what,
                           cujit_error *error);

/* Within an entered operation: it failed with an error that is set already. */
void cj_cuda_fail(cuda_scope *scope, cujit_status status);

/* Puts back what was current and relaxed. What went wrong becomes an error of this status, about what is said here. */
cujit_status cj_cuda_leave(cuda_scope *scope, cujit_status status, const char *what, ...) CJ_PRINTF(3, 4);

/* Device addresses travel as `void *`: on the platforms that we serve both have 64 bits. */
static inline cj_cuda_address cj_cuda_address_of(const void *memory)
{
    return (cj_cuda_address)(uintptr_t)memory;
}
static inline void *cj_cuda_memory_at(cj_cuda_address address)
{
    return (void *)(uintptr_t)address;
}

/* ---- device.c ---- */
cujit_status cj_cuda_count(int *count, cujit_error *error);
cujit_status cj_cuda_info(int ordinal, cj_device_info *out, cujit_error *error);
cujit_status cj_cuda_open(int ordinal, cj_device **out, cujit_error *error);
void cj_cuda_close(cj_device *device);
bool cj_cuda_same_memory(const cj_device *a, const cj_device *b);
cujit_status cj_cuda_push(cj_device *device, cujit_error *error);
cujit_status cj_cuda_pop(cj_device *device, cujit_error *error);

/* ---- image.c ---- */
cj_object_kind cj_cuda_recognize(const void *data, size_t size);
/* The driver is not told how long an image is: whether all that its headers speak of is there. */
cujit_status cj_cuda_check_image(const cj_object *object, cujit_error *error);

/* ---- module.c ---- */
cujit_status cj_cuda_load(cj_device *device, const cj_object *object, cj_module **out, cujit_error *error);
void cj_cuda_unload(cj_module *module);
cujit_status cj_cuda_function_get(cj_module *module, const char *name, cj_function **out, cujit_error *error);
cujit_status cj_cuda_global(cj_module *module, const char *name, void **address, size_t *size, cujit_error *error);

/* ---- function.c ---- */
cujit_status cj_cuda_launch(cj_function *function, const cj_grid *grid, void *const *values, void *stream,
                            cujit_error *error);
cujit_status cj_cuda_parameters(cj_function *function, size_t *sizes, size_t *offsets, size_t room, size_t *count,
                                cujit_error *error);
cujit_status cj_cuda_function_info(cj_function *function, cj_function_info *out, cujit_error *error);
cujit_status cj_cuda_allow_shared(cj_function *function, size_t size, cujit_error *error);
cujit_status cj_cuda_occupancy(cj_function *function, unsigned block_threads, size_t shared_bytes, int *blocks,
                               cujit_error *error);
cujit_status cj_cuda_best_block(cj_function *function, size_t shared_bytes, unsigned *block_threads,
                                unsigned *grid_blocks, cujit_error *error);

/* ---- memory.c ---- */
/* "12345 bytes (12.1 KiB)", or the bytes alone where they are few. */
void cj_cuda_write_size(size_t bytes, char *out, size_t size);
cujit_status cj_cuda_alloc(cj_device *device, size_t size, void **out, cujit_error *error);
void cj_cuda_free(cj_device *device, void *memory);
cujit_status cj_cuda_alloc_pinned(cj_device *device, size_t size, void **out, cujit_error *error);
void cj_cuda_free_pinned(cj_device *device, void *memory);
cujit_status cj_cuda_alloc_pitched(cj_device *device, size_t width, size_t height, unsigned element_bytes, void **out,
                                   size_t *pitch, cujit_error *error);
cujit_status cj_cuda_alloc_managed(cj_device *device, size_t size, void **out, cujit_error *error);
cujit_status cj_cuda_register_host(cj_device *device, void *memory, size_t size, cujit_error *error);
cujit_status cj_cuda_unregister_host(cj_device *device, void *memory, cujit_error *error);
bool cj_cuda_is_pinned(cj_device *device, const void *memory);
cujit_status cj_cuda_memory_info(cj_device *device, size_t *free_bytes, size_t *total_bytes, cujit_error *error);

/* ---- copy.c ---- */
cujit_status cj_cuda_copy(cj_device *device, void *to, const void *from, size_t size, cj_copy kind, void *stream,
                          bool blocking, cujit_error *error);
cujit_status cj_cuda_fill(cj_device *device, void *memory, unsigned char value, size_t size, void *stream,
                          cujit_error *error);
cujit_status cj_cuda_copy_box(cj_device *device, const cj_box *box, cj_copy kind, void *stream, bool blocking,
                              cujit_error *error);
cujit_status cj_cuda_copy_peer(cj_device *to_device, void *to, cj_device *from_device, const void *from, size_t size,
                               void *stream, bool blocking, cujit_error *error);
cujit_status cj_cuda_fill_wide(cj_device *device, void *memory, unsigned value, unsigned element_bytes, size_t count,
                               void *stream, cujit_error *error);

/* ---- stream.c ---- */
cujit_status cj_cuda_stream_create(cj_device *device, bool blocking, void **out, cujit_error *error);
void cj_cuda_stream_free(cj_device *device, void *stream);
cujit_status cj_cuda_stream_synchronize(cj_device *device, void *stream, cujit_error *error);
cujit_status cj_cuda_stream_query(cj_device *device, void *stream, bool *done, cujit_error *error);
cujit_status cj_cuda_stream_wait(cj_device *device, void *stream, void *event, cujit_error *error);
cujit_status cj_cuda_event_create(cj_device *device, void **out, cujit_error *error);
void cj_cuda_event_free(cj_device *device, void *event);
cujit_status cj_cuda_event_record(cj_device *device, void *event, void *stream, cujit_error *error);
cujit_status cj_cuda_event_synchronize(cj_device *device, void *event, cujit_error *error);
cujit_status cj_cuda_event_query(cj_device *device, void *event, bool *done, cujit_error *error);
cujit_status cj_cuda_event_elapsed(cj_device *device, void *from, void *to, double *ms, cujit_error *error);
cujit_status cj_cuda_synchronize(cj_device *device, cujit_error *error);

/* ---- graph.c ---- */
cujit_status cj_cuda_graph_begin(cj_device *device, void *stream, cujit_error *error);
cujit_status cj_cuda_graph_end(cj_device *device, void *stream, void **out, cujit_error *error);
cujit_status cj_cuda_graph_launch(cj_device *device, void *graph, void *stream, cujit_error *error);
void cj_cuda_graph_free(cj_device *device, void *graph);
bool cj_cuda_graph_records(cj_device *device, void *stream);
cujit_status cj_cuda_graph_keep(cj_device *device, void *stream, void *object, void (*release)(void *object),
                                cujit_error *error);

#endif
