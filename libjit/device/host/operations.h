/*
 * operations.h: the functions of the host backend's table. backend.def says what each does.
 */
#ifndef LIBJIT_HOST_OPERATIONS_H
#define LIBJIT_HOST_OPERATIONS_H

#include "libjit/device/backend.h"

#define X(type, operation, parameters) type cj_host_##operation parameters;
#include "libjit/device/backend.def"
#undef X

#endif
