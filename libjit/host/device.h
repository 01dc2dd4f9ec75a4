/*
 * device.h: the device half of the host backend, for its table. backend.h says what each function does.
 */
#ifndef LIBJIT_HOST_DEVICE_H
#define LIBJIT_HOST_DEVICE_H

#include "libjit/backend.h"

/* device.c */
cujit_status cj_host_count(int *count, cujit_error *error);
cujit_status cj_host_info(int ordinal, cj_device_info *out, cujit_error *error);
cujit_status cj_host_open(int ordinal, cj_device **out, cujit_error *error);
void cj_host_close(cj_device *device);
cujit_status cj_host_load(cj_device *device, const cj_object *object, cj_module **out, cujit_error *error);
void cj_host_unload(cj_module *module);
cujit_status cj_host_function(cj_module *module, const char *name, cj_function **out, cujit_error *error);
cujit_status cj_host_resources(cj_function *function, cj_resources *out, cujit_error *error);
cujit_status cj_host_launch_kernel(cj_function *function, const cj_grid *grid, void *const *values, void *stream,
                                   cujit_error *error);

/* host_memory.c */
cujit_status cj_host_alloc(cj_device *device, size_t size, void **out, cujit_error *error);
void cj_host_free(cj_device *device, void *memory);
cujit_status cj_host_copy(cj_device *device, void *to, const void *from, size_t size, cj_copy kind, void *stream,
                          bool blocking, cujit_error *error);
cujit_status cj_host_fill(cj_device *device, void *memory, unsigned char value, size_t size, void *stream,
                          cujit_error *error);
cujit_status cj_host_memory_info(cj_device *device, size_t *free_bytes, size_t *total_bytes, cujit_error *error);

/* host_stream.c */
cujit_status cj_host_stream_create(cj_device *device, void **out, cujit_error *error);
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

#endif
