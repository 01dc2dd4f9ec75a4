/*
 * cujit/memory.h: memory of a device, the first part of section 10 of the manual (<cujit/cujit.h>).
 */
#include <cujit/cujit.h>

#ifndef CUJIT_MEMORY_H
#define CUJIT_MEMORY_H

#ifdef __cplusplus
extern "C" {
#endif

/* ---- 10 Memory, streams, events and graphs ------------------------------------------------------------------------
 *
 * Device memory is addressed by `void *`, as in the CUDA runtime; on the host device it is ordinary memory. A stream is
 * the device's own handle (CUstream, cudaStream_t): one made by the application is as good as one from
 * cujit_stream_create(), and NULL is the default stream. The host device does everything at once; its streams and
 * events exist so that the same program runs.
 */

/* `size` bytes, aligned for every dtype (256 at least on a GPU, 64 on the host); 0 gives NULL. They keep the context
 * alive until they are freed; who frees them sees to it that no work uses them any more. CUJIT_ERROR_DEVICE_MEMORY. */
CUJIT_API cujit_status cujit_memory_alloc(cujit_context *context, size_t size, void **memory, cujit_error *error);
CUJIT_API void cujit_memory_free(cujit_context *context, void *memory);

/* Host memory that the device can reach by itself: copies run beside the host's work. What is said above holds. */
CUJIT_API cujit_status cujit_pinned_alloc(cujit_context *context, size_t size, void **memory, cujit_error *error);
CUJIT_API void cujit_pinned_free(cujit_context *context, void *memory);

/* Copies of `size` bytes; done when they return, after the work on the default stream. */
CUJIT_API cujit_status cujit_memory_to_device(cujit_context *context, void *device, const void *host, size_t size,
                                              cujit_error *error);
CUJIT_API cujit_status cujit_memory_to_host(cujit_context *context, void *host, const void *device, size_t size,
                                            cujit_error *error);
CUJIT_API cujit_status cujit_memory_copy(cujit_context *context, void *to, const void *from, size_t size,
                                         cujit_error *error); /* device to device */

/* The same in the order of a stream; host memory should be pinned, and must stay until the stream has done it. */
CUJIT_API cujit_status cujit_memory_to_device_async(cujit_context *context, void *device, const void *host, size_t size,
                                                    cujit_stream stream, cujit_error *error);
CUJIT_API cujit_status cujit_memory_to_host_async(cujit_context *context, void *host, const void *device, size_t size,
                                                  cujit_stream stream, cujit_error *error);
CUJIT_API cujit_status cujit_memory_copy_async(cujit_context *context, void *to, const void *from, size_t size,
                                               cujit_stream stream, cujit_error *error);

/* Sets `size` bytes of device memory to `value`, in the order of a stream. */
CUJIT_API cujit_status cujit_memory_fill(cujit_context *context, void *memory, unsigned char value, size_t size,
                                         cujit_stream stream, cujit_error *error);

/* Rows of `width` bytes, each beginning *pitch bytes after the one before, aligned for fast access of elements of
 * `element_bytes` (4, 8 or 16). Freed with cujit_memory_free(). */
CUJIT_API cujit_status cujit_memory_alloc_pitched(cujit_context *context, size_t width, size_t height,
                                                  unsigned element_bytes, void **memory, size_t *pitch,
                                                  cujit_error *error);

/* Memory that host and device both reach by the same address, moved between them as it is touched. Freed with
 * cujit_memory_free(). The host must not touch it while a kernel runs. */
CUJIT_API cujit_status cujit_memory_alloc_managed(cujit_context *context, size_t size, void **memory,
                                                  cujit_error *error);

/* Makes ordinary host memory pinned for as long as it is registered. */
CUJIT_API cujit_status cujit_pinned_register(cujit_context *context, void *memory, size_t size, cujit_error *error);
CUJIT_API cujit_status cujit_pinned_unregister(cujit_context *context, void *memory, cujit_error *error);

/* Sets `count` elements of 16 or 32 bits; the memory is aligned to them. */
CUJIT_API cujit_status cujit_memory_fill16(cujit_context *context, void *memory, uint16_t value, size_t count,
                                           cujit_stream stream, cujit_error *error);
CUJIT_API cujit_status cujit_memory_fill32(cujit_context *context, void *memory, uint32_t value, size_t count,
                                           cujit_stream stream, cujit_error *error);

/* A copy of a box: `depth` slices of `height` rows of `width` bytes. On each side rows lie `pitch` bytes apart and
 * slices `pitch * rows`; a pitch of 0 is `width`, rows of 0 are `height`, a height or depth of 0 is 1. */
typedef enum cujit_direction {
    CUJIT_DIRECTION_TO_DEVICE = 1,
    CUJIT_DIRECTION_TO_HOST,
    CUJIT_DIRECTION_ON_DEVICE,
} cujit_direction;
typedef struct cujit_box {
    void *to;
    const void *from;
    size_t to_pitch, to_rows, from_pitch, from_rows;
    size_t width, height, depth;
} cujit_box;
CUJIT_API cujit_status cujit_memory_copy_box(cujit_context *context, const cujit_box *box, cujit_direction direction,
                                             cujit_error *error);
CUJIT_API cujit_status cujit_memory_copy_box_async(cujit_context *context, const cujit_box *box,
                                                   cujit_direction direction, cujit_stream stream, cujit_error *error);

/* `size` bytes from one device to another of the same kind (else CUJIT_ERROR_UNSUPPORTED). Done when it returns, after
 * what the default streams of both hold. */
CUJIT_API cujit_status cujit_memory_copy_peer(cujit_context *to_context, void *to, cujit_context *from_context,
                                              const void *from, size_t size, cujit_error *error);

typedef struct cujit_memory_info {
    size_t free_bytes, total_bytes; /* of the device; what a context holds for new arrays is not free there */
} cujit_memory_info;
CUJIT_SIZED cujit_status cujit_memory_get_info(cujit_context *context, cujit_memory_info *info, cujit_error *error);

#ifdef __cplusplus
}
#endif

#endif
