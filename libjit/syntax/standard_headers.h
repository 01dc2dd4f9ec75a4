/*
 * standard_headers.h: what both devices make of headers that the language has and kernels cannot use as they are.
 *
 * NVRTC has no library of C or C++, and the host's own clashes with what its prelude defines. So each of these headers
 * is the same on both devices: empty, because what a kernel can use of it is there without; the part of the C++ library
 * that is types only, from CUDA's libcu++ or the host's compiler; or refused.
 */
#ifndef LIBJIT_STANDARD_HEADERS_H
#define LIBJIT_STANDARD_HEADERS_H

#include "libjit/base/status.h"

#include <stdbool.h>

typedef enum cj_header_kind {
    CJ_HEADER_EMPTY,
    CJ_HEADER_TYPES,   /* the device: from <cuda/std/NAME>; the host: the compiler's own, under that name too */
    CJ_HEADER_REFUSED, /* no device has it */
} cj_header_kind;

typedef struct cj_standard_header {
    const char *name;
    cj_header_kind kind;
    const char *device_text; /* NULL: there is none to be handed in */
} cj_standard_header;

/* Ended by a NULL name. */
extern const cj_standard_header cj_standard_headers[];

/* What kernels have of the C++ library, in words. */
#define CJ_STANDARD_LIBRARY                                                                                            \
    "of the C++ standard library kernels have <array>, <bit>, <concepts>, <initializer_list>, <limits>, <tuple>, "     \
    "<type_traits>, <utility> and <version>"

/* Where a compiler misses a header, or a name in std: what to do about it, to be put behind its message; NULL: nothing
 * is known. */
const char *cj_missing_header_hint(const char *message);

#endif
