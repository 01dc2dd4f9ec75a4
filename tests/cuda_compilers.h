/*
 * cuda_compilers.h: the NVRTCs that suites run with: the one that is found, and the one that CUJIT_TEST_NVRTC12 names.
 */
#ifndef TESTS_CUDA_COMPILERS_H
#define TESTS_CUDA_COMPILERS_H

#include "libjit/device/backend.h"
#include "libjit/device/cuda/compiler.h"
#include "tests/support.h"

#include <stdio.h>
#include <stdlib.h>

static const char *compilers[2]; /* NULL: the one that is found */
static int compilers_count;

static inline int find_compilers(void)
{
    const char *second = getenv("CUJIT_TEST_NVRTC12");
    cj_cuda_compiler *found;

    unsetenv("CUJIT_DEVICE"); /* no GPU is touched: each case in its own process */
    if (cj_cuda_find_compiler(NULL, &found, NULL) == CUJIT_OK)
        compilers[compilers_count++] = NULL;
    if (second != NULL && second[0] != '\0')
        compilers[compilers_count++] = second;
    cj_test_lacks = compilers_count == 0;
    return 0;
}

PREPARE(find_compilers())

static cj_object object; /* compiled last */

static inline cj_target target_of(int compiler, const char *architecture)
{
    cj_target target = {.compiler = compilers[compiler]};

    snprintf(target.architecture, sizeof target.architecture, "%s", architecture);
    return target;
}

static inline cujit_status compile(int compiler, const char *architecture, cj_unit unit)
{
    const cj_target target = target_of(compiler, architecture);

    cj_object_clear(&object);
    return cj_cuda_backend.compile(&target, &unit, &object, &fault);
}

static inline void clear_object(void)
{
    cj_object_clear(&object);
}

FIXTURE(NULL, clear_object)

#endif
