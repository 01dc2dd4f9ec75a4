/*
 * compiler.h: the toolchain half of the host backend: finding, naming and running the system's C++ compiler.
 */
#ifndef LIBJIT_HOST_COMPILER_H
#define LIBJIT_HOST_COMPILER_H

#include "libjit/device/backend.h"

const char *cj_host_schema(void);
cujit_status cj_host_toolchain(const cj_target *target, unsigned features, cj_text *identity, cujit_error *error);
cujit_status cj_host_compile(const cj_target *target, const cj_unit *unit, cj_object *out, cujit_error *error);

/* Appends the path of the compiler that would run; for people. */
cujit_status cj_host_compiler_path(const cj_target *target, cj_text *path, cujit_error *error);

/* "x86_64" */
#if defined(__x86_64__)
#define CJ_HOST_ARCHITECTURE "x86_64"
#elif defined(__aarch64__)
#define CJ_HOST_ARCHITECTURE "aarch64"
#else
#define CJ_HOST_ARCHITECTURE "unknown"
#endif

#endif
