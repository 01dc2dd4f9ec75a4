/*
 * cuda_fake_support.h: what the tests over the fake CUDA driver share: loading and steering it, and an object for it.
 *
 * CUJIT_TEST_LIBCUDA names the fake (fake_libcuda.c, built as a shared module). Each test runs in a process of its own,
 * so that each loads the driver anew.
 */
#ifndef TESTS_CUDA_FAKE_SUPPORT_H
#define TESTS_CUDA_FAKE_SUPPORT_H

#include "libjit/base/os.h"
#include "libjit/device/backend.h"
#include "libjit/device/cuda/device.h"
#include "tests/fake_libcuda.h"
#include "tests/support.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

static const cj_backend *const cuda = &cj_cuda_backend;
static fake_state *fake;
static void *library;

static inline void setup(void)
{
    const char *path = getenv("CUJIT_TEST_LIBCUDA");
    fake_state *(*get)(void) = NULL;

    setenv("CUJIT_LIBCUDA", path, 1);
    library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    ck_assert_msg(library != NULL, "%s", path);
    ck_assert(cj_symbol(library, "fake_cuda", &get));
    fake = get();
}

static inline fake_call *call_of(const char *symbol)
{
    fake_call *call = fake->calls;

    while (call->symbol != NULL && strcmp(call->symbol, symbol) != 0)
        call++;
    if (call->symbol == NULL)
        call->symbol = strdup(symbol); /* which the fake keeps longer than a case its words */
    return call;
}

static inline void make_fail(const char *symbol, unsigned code)
{
    call_of(symbol)->fails = code;
}

static inline unsigned count_of(const char *symbol)
{
    return call_of(symbol)->count;
}

/* What is opened and loaded goes by itself; close_device() and unload() are for the cases that look at what is left. */
static inline void close_device(void *device)
{
    cuda->close(cj_test_forget(device));
}

static inline void unload(void *module)
{
    cuda->unload(cj_test_forget(module));
}

static inline cj_device *open_device(int ordinal)
{
    cj_device *device = NULL;

    must(cuda->open(ordinal, &device, &fault));
    return cj_test_keep(device, close_device);
}

/* The application's own calls to the driver. */
static inline void application_push(cj_cuda_context context)
{
    cj_cuda_result (*push)(cj_cuda_context) = NULL;

    ck_assert(cj_symbol(library, "cuCtxPushCurrent_v2", &push));
    ck_assert_uint_eq(push(context), 0);
}

static inline void application_pop(void)
{
    cj_cuda_context popped = NULL;
    cj_cuda_result (*pop)(cj_cuda_context *) = NULL;

    ck_assert(cj_symbol(library, "cuCtxPopCurrent_v2", &pop));
    ck_assert_uint_eq(pop(&popped), 0);
}

static inline cj_cuda_context application_current(void)
{
    cj_cuda_context current = NULL;
    cj_cuda_result (*get)(cj_cuda_context *) = NULL;

    ck_assert(cj_symbol(library, "cuCtxGetCurrent", &get));
    ck_assert_uint_eq(get(&current), 0);
    return current;
}

static char ptx[] = ".version 7.0";

static const cj_object good_object = {
    .kind = CJ_OBJECT_PTX, .architecture = "compute_80", .data = ptx, .size = sizeof ptx};

static inline cj_module *load(cj_device *device)
{
    cj_module *module = NULL;

    must(cuda->load(device, &good_object, &module, &fault));
    return cj_test_keep(module, unload);
}

static inline cj_function *kernel_in(cj_module *module)
{
    cj_function *function = NULL;

    must(cuda->function(module, "k", &function, &fault));
    return function;
}

/* The kernel of a new module. */
static inline cj_function *load_kernel(cj_device *device)
{
    return kernel_in(load(device));
}

/* Exits 77 where there is no fake driver. */
static inline int find_fake(void)
{
    unsetenv("CUJIT_DEVICE"); /* no GPU is touched: each case in its own process */
    return getenv("CUJIT_TEST_LIBCUDA") != NULL ? 0 : CJ_TEST_SKIP;
}

PREPARE(find_fake())
FIXTURE(setup, NULL)

#endif
