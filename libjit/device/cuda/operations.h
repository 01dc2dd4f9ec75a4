/*
 * operations.h: the functions of the CUDA backend's table. backend.def says what each does.
 */
#ifndef LIBJIT_CUDA_OPERATIONS_H
#define LIBJIT_CUDA_OPERATIONS_H

#include "libjit/device/backend.h"

#define X(type, operation, parameters) type cj_cuda_##operation parameters;
#include "libjit/device/backend.def"
#undef X

#endif
