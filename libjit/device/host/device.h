/*
 * device.h: the device half of the host backend, for its table. backend.h says what each function does.
 */
#ifndef LIBJIT_HOST_DEVICE_H
#define LIBJIT_HOST_DEVICE_H

#include "libjit/device/backend.h"

/* device.c */
cujit_status cj_host_count(int *count, cujit_error *error);
cujit_status cj_host_info(int ordinal, cj_device_info *out, cujit_error *error);
cujit_status cj_host_open(int ordinal, cj_device **out, cujit_error *error);
void cj_host_close(cj_device *device);
cujit_status cj_host_push(cj_device *device, cujit_error *error);
cujit_status cj_host_pop(cj_device *device, cujit_error *error);

/* module.c */
cujit_status cj_host_load(cj_device *device, const cj_object *object, cj_module **out, cujit_error *error);
void cj_host_unload(cj_module *module);
cujit_status cj_host_function(cj_module *module, const char *name, cj_function **out, cujit_error *error);
cujit_status cj_host_global(cj_module *module, const char *name, void **address, size_t *size, cujit_error *error);
cj_object_kind cj_host_recognize(const void *data, size_t size);

/* function.c */
cujit_status cj_host_launch_kernel(cj_function *function, const cj_grid *grid, void *const *values, void *stream,
                                   cujit_error *error);
cujit_status cj_host_parameters(cj_function *function, size_t *sizes, size_t *offsets, size_t room, size_t *count,
                                cujit_error *error);
cujit_status cj_host_function_info(cj_function *function, cj_function_info *out, cujit_error *error);
cujit_status cj_host_allow_shared(cj_function *function, size_t size, cujit_error *error);
cujit_status cj_host_occupancy(cj_function *function, unsigned block_threads, size_t shared_bytes, int *blocks,
                               cujit_error *error);
cujit_status cj_host_best_block(cj_function *function, size_t shared_bytes, unsigned *block_threads,
                                unsigned *grid_blocks, cujit_error *error);

/* host_memory.c */
cujit_status cj_host_alloc(cj_device *device, size_t size, void **out, cujit_error *error);
void cj_host_free(cj_device *device, void *memory);
cujit_status cj_host_copy(cj_device *device, void *to, const void *from, size_t size, cj_copy kind, void *stream,
                          bool blocking, cujit_error *error);
cujit_status cj_host_fill(cj_device *device, void *memory, unsigned char value, size_t size, void *stream,
                          cujit_error *error);
cujit_status cj_host_alloc_pitched(cj_device *device, size_t width, size_t height, unsigned element_bytes, void **out,
                                   size_t *pitch, cujit_error *error);
cujit_status cj_host_register(cj_device *device, void *memory, size_t size, cujit_error *error);
cujit_status cj_host_unregister(cj_device *device, void *memory, cujit_error *error);
bool cj_host_is_pinned(cj_device *device, const void *memory);
cujit_status cj_host_fill_wide(cj_device *device, void *memory, unsigned value, unsigned element_bytes, size_t count,
                               void *stream, cujit_error *error);
cujit_status cj_host_copy_box(cj_device *device, const cj_box *box, cj_copy kind, void *stream, bool blocking,
                              cujit_error *error);
cujit_status cj_host_copy_peer(cj_device *to_device, void *to, cj_device *from_device, const void *from, size_t size,
                               void *stream, bool blocking, cujit_error *error);
cujit_status cj_host_memory_info(cj_device *device, size_t *free_bytes, size_t *total_bytes, cujit_error *error);

/* host_stream.c */
cujit_status cj_host_stream_create(cj_device *device, bool blocking, void **out, cujit_error *error);
void cj_host_stream_free(cj_device *device, void *stream);
cujit_status cj_host_stream_synchronize(cj_device *device, void *stream, cujit_error *error);
cujit_status cj_host_stream_query(cj_device *device, void *stream, bool *done, cujit_error *error);
cujit_status cj_host_stream_wait(cj_device *device, void *stream, void *event, cujit_error *error);
cujit_status cj_host_event_create(cj_device *device, void **out, cujit_error *error);
void cj_host_event_free(cj_device *device, void *event);
cujit_status cj_host_event_record(cj_device *device, void *event, void *stream, cujit_error *error);
cujit_status cj_host_event_synchronize(cj_device *device, void *event, cujit_error *error);
cujit_status cj_host_event_query(cj_device *device, void *event, bool *done, cujit_error *error);
cujit_status cj_host_event_elapsed(cj_device *device, void *from, void *to, double *ms, cujit_error *error);
cujit_status cj_host_synchronize(cj_device *device, cujit_error *error);

/* graph.c */
cujit_status cj_host_graph_begin(cj_device *device, void *stream, cujit_error *error);
cujit_status cj_host_graph_end(cj_device *device, void *stream, void **out, cujit_error *error);
cujit_status cj_host_graph_launch(cj_device *device, void *graph, void *stream, cujit_error *error);
void cj_host_graph_free(cj_device *device, void *graph);
bool cj_host_graph_records(cj_device *device, void *stream);
cujit_status cj_host_graph_keep(cj_device *device, void *stream, void *object, void (*release)(void *object),
                                cujit_error *error);

#endif
