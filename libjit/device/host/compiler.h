/*
 * compiler.h: the toolchain half of the host backend: finding, naming and running the system's C++ compiler.
 */
#ifndef LIBJIT_HOST_COMPILER_H
#define LIBJIT_HOST_COMPILER_H

#include "libjit/device/host/operations.h"
#include "libjit/device/place.h"

#include <stdatomic.h>

/* ---- find.c ---- */

/* A compiler that was looked up. */
typedef struct cj_host_compiler {
    cj_place place;
    atomic_bool no_native; /* does not know -march=native */
} cj_host_compiler;

/* The compiler for a target; looked up once for each state of the environment that it depends on. */
cujit_status cj_host_find_compiler(const cj_target *target, cj_host_compiler **out, cujit_error *error);

/* The value of a variable; NULL where it is empty, too. */
const char *cj_host_environment(const char *name);

/* "x86_64" */
#if defined(__x86_64__)
#define CJ_HOST_ARCHITECTURE "x86_64"
#elif defined(__aarch64__)
#define CJ_HOST_ARCHITECTURE "aarch64"
#else
#define CJ_HOST_ARCHITECTURE "unknown"
#endif

#endif
