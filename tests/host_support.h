/*
 * host_support.h: what the tests over the host backend's table share: its compiler, and what a case has loaded.
 *
 * Skipped where there is no C++ compiler. All that is made frees itself behind the case.
 */
#ifndef TESTS_HOST_SUPPORT_H
#define TESTS_HOST_SUPPORT_H

#include "libjit/device/backend.h"
#include "tests/support.h"

#include <stdlib.h>
#include <string.h>

static const cj_backend *const host = &cj_host_backend;
static const cj_target target = {"host", NULL};

static cj_device *device;
static cj_object object;    /* compiled last */
static cj_module *module;   /* loaded last */
static cj_function *kernel; /* found last: what launch() takes */

static inline int find_compiler(void)
{
    cj_text identity = {0};

    if (host->toolchain(&target, 0, &identity, NULL) != CUJIT_OK)
        return CJ_TEST_SKIP;
    cj_text_clear(&identity);
    setenv("CUJIT_HOST_THREADS", "4", 0); /* more than processors, so that a small machine tests that too */
    return 0;
}

static inline void clear_object(void *thing)
{
    cj_object_clear(thing);
}

static inline void unload(void *thing)
{
    host->unload(thing);
}

static inline void close_device(void *thing)
{
    host->close(thing);
}

static inline void open_device(void)
{
    must(host->open(0, &device, &fault));
    cj_test_keep(device, close_device);
    cj_test_keep(&object, clear_object);
}

static inline cujit_status compile(cj_unit unit)
{
    cj_object_clear(&object);
    return host->compile(&target, &unit, &object, &fault);
}

static inline cj_function *find(const char *name)
{
    must(host->function(module, name, &kernel, &fault));
    return kernel;
}

static inline void load_object(void)
{
    must(host->load(device, &object, &module, &fault));
    cj_test_keep(module, unload);
}

/* Compiles and loads what has a kernel "k". */
static inline void load_unit(cj_unit unit)
{
    must(compile(unit));
    load_object();
    find("k");
}

/* The pointers to a launch's arguments; one that is a pointer itself: &(int *){y}. */
#define VALUES(...) ((void *[]){__VA_ARGS__})

static inline cujit_status try_launch(unsigned blocks, unsigned threads, unsigned shared, void *const *values)
{
    const cj_grid grid = {{blocks, 1, 1}, {threads, 1, 1}, shared, false};

    return host->launch(kernel, &grid, values, NULL, &fault);
}

static inline void launch(unsigned blocks, unsigned threads, unsigned shared, void *const *values)
{
    must(try_launch(blocks, threads, shared, values));
}

PREPARE(find_compiler())
FIXTURE(open_device, NULL)

#endif
