/*
 * operations.h: the functions of the host backend's table. backend.def says what each does.
 */
#ifndef LIBJIT_HOST_OPERATIONS_H
#define LIBJIT_HOST_OPERATIONS_H

#include "libjit/device/backend.h"

/* Operations have parameters that mean nothing here. */
#pragma GCC diagnostic ignored "-Wunused-parameter"

/* All memory is the same, nothing can be current, and all work is done when a call returns. */
#define cj_host_unregister_host cj_host_event_synchronize
#define cj_host_pop cj_host_push
#define cj_host_synchronize cj_host_push
#define cj_host_surface_free cj_host_texture_free

#define X(type, operation, parameters) type cj_host_##operation parameters;
#include "libjit/device/backend.def"
#undef X

#endif
