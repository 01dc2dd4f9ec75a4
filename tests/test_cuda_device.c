/*
 * test_cuda_device.c: the CUDA backend on a real GPU, below the public interface.
 *
 * Exits 77 where there is none. CUDA does not survive a fork, so all tests run in this one process. What needs NVRTC
 * passes without a look where there is none; the rest uses PTX written by hand.
 */
#include "tests/cuda_device_support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Adds `a` to x[0..n), one thread an element. */
static const char add_ptx[] = ".version 7.0\n.target sm_75\n.address_size 64\n"
                              ".visible .entry add(.param .u32 a, .param .u64 x, .param .u32 n)\n{\n"
                              ".reg .pred %p;\n.reg .b32 %r<8>;\n.reg .b64 %d<4>;\n"
                              "ld.param.u32 %r1, [a];\nld.param.u64 %d1, [x];\nld.param.u32 %r2, [n];\n"
                              "mov.u32 %r3, %ctaid.x;\nmov.u32 %r4, %ntid.x;\nmov.u32 %r5, %tid.x;\n"
                              "mad.lo.s32 %r6, %r3, %r4, %r5;\nsetp.ge.u32 %p, %r6, %r2;\n@%p ret;\n"
                              "cvta.to.global.u64 %d1, %d1;\nmul.wide.u32 %d2, %r6, 4;\nadd.s64 %d3, %d1, %d2;\n"
                              "ld.global.u32 %r7, [%d3];\nadd.u32 %r7, %r7, %r1;\nst.global.u32 [%d3], %r7;\nret;\n}\n";

static void unload(void *module)
{
    cuda->unload(module);
}

static cj_module *load_add(void)
{
    cj_object object = {
        .kind = CJ_OBJECT_PTX, .architecture = "compute_75", .data = (void *)add_ptx, .size = sizeof add_ptx};
    cj_module *module = NULL;

    must(cuda->load(device, &object, &module, &fault));
    return cj_test_keep(module, unload);
}

static cj_function *function_of(cj_module *module, const char *name)
{
    cj_function *function = NULL;

    must(cuda->function(module, name, &function, &fault));
    return function;
}

static void launch_add(cj_function *function, unsigned a, void *x, unsigned n, cujit_stream stream)
{
    const cj_grid grid = {.grid = {(n + 255) / 256, 1, 1}, .block = {256, 1, 1}};
    void *values[] = {&a, &x, &n};

    must(cuda->launch(function, &grid, values, stream, &fault));
}

/* Whether all of n integers have that value. */
static bool all_are(const void *memory, unsigned n, unsigned value, cujit_stream stream)
{
    unsigned *host = memory_of(n * sizeof *host);
    bool same = true;

    must(cuda->copy(device, host, memory, n * sizeof *host, CJ_COPY_TO_HOST, stream, true, &fault));
    for (unsigned k = 0; k < n && same; k++)
        same = host[k] == value;
    return same;
}

TEST(memory_beyond_4_gib_is_ordinary)
{
    size_t size = ((size_t)5 << 30) + 3, left = 0, all = 0;
    unsigned char last = 0;
    unsigned char *memory;

    must(cuda->memory_info(device, &left, &all, &fault));
    ck_assert_uint_le(left, all);
    if (left < size + ((size_t)1 << 30))
        return;
    memory = allocate(size);
    must(cuda->fill(device, memory, 0x3c, 1, size, NULL, &fault));
    must(cuda->copy(device, &last, memory + size - 1, 1, CJ_COPY_TO_HOST, NULL, true, &fault));
    ck_assert_uint_eq(last, 0x3c);
}

TEST(load_refuses_bad_ptx_with_the_log)
{
    static char text[] = ".version 7.0\n.target sm_75\n.address_size 64\n.visible .entry k() { bogus.u32 %r1; }\n";
    cj_object object = {.kind = CJ_OBJECT_PTX, .architecture = "compute_75", .data = text, .size = sizeof text};
    cj_module *module = NULL;

    ck_assert_int_eq(cuda->load(device, &object, &module, &fault), CUJIT_ERROR_LOAD);
    ck_assert_ptr_nonnull(fault.log);
    ck_assert_ptr_null(module);
}

TEST(function_absent_is_named)
{
    cj_module *module = load_add();
    cj_function *function = NULL;

    refuse(cuda->function(module, "subtract", &function, &fault), CUJIT_ERROR_NOT_FOUND, "\"subtract\"");
}

/* ---- other threads, other contexts ---- */

static void *launch_from_thread(void *argument)
{
    void *memory = allocate(512 * sizeof(unsigned));
    bool good;

    must(cuda->fill(device, memory, 0, 1, 512 * sizeof(unsigned), NULL, &fault));
    for (int k = 0; k < 100; k++)
        launch_add(argument, 1, memory, 512, NULL);
    good = all_are(memory, 512, 100, NULL);
    return good ? NULL : argument;
}

TEST(operations_leave_a_foreign_context_current)
{
    cj_cuda_result (*create)(cj_cuda_context *, unsigned, int) = NULL;
    cj_cuda_result (*destroy)(cj_cuda_context) = NULL;
    const cj_driver *driver = ((cuda_device *)device)->driver;
    cj_cuda_context theirs = NULL, current = NULL;
    cj_module *module = load_add();
    cj_function *add = function_of(module, "add");
    cj_device *inside = NULL;

    if (!driver_function("cuCtxCreate_v2", &create) || !driver_function("cuCtxDestroy_v2", &destroy))
        return;
    ck_assert_uint_eq(create(&theirs, 0, ((cuda_device *)device)->device), CJ_CUDA_OK);
    ck_assert_ptr_null(launch_from_thread(add));
    ck_assert_uint_eq(driver->context_current(&current), CJ_CUDA_OK);
    ck_assert_ptr_eq(current, theirs);
    /* Opened inside it, a device uses it. */
    must(cuda->open(-1, &inside, &fault));
    ck_assert_ptr_eq(((cuda_device *)inside)->context, theirs);
    cuda->close(inside);
    ck_assert_uint_eq(destroy(theirs), CJ_CUDA_OK);
}

/* ---- with the compiler ---- */

/* A cubin for this device, and PTX of the same number and of the lowest one. */
TEST_EACH(compiled_kernels_run, 3)
{
    static const char source[] = "struct pair { char c; double d; };\n"
                                 "extern \"C\" __global__ void scale(pair p, float4 f, double *x, long long n)\n"
                                 "{ for (long long i = cujit_begin(n); i < cujit_end(n); i += cujit_stride())\n"
                                 "      x[i] = p.d*i + p.c + f.w; }\n";
    const char *const architectures[] = {device->architecture, "compute_75", "compute_80"};
    enum { COUNT = 10007 };
    const cj_grid grid = {.grid = {5, 1, 1}, .block = {128, 1, 1}};
    static double host[COUNT];
    struct {
        char c;
        double d;
    } p = {3, 0.5};
    struct {
        _Alignas(16) float v[4];
    } f = {{0, 0, 0, 0.25f}};
    long long n = COUNT;
    void *x = NULL, *values[] = {&p, &f, &x, &n};
    cj_object object = {0};
    cj_module *module = NULL;
    cj_function *function;

    if (!compile_unit(architectures[_i], (cj_unit){.name = "scale", .source = source}, &object))
        return;
    x = allocate(sizeof host);
    must(cuda->load(device, &object, &module, &fault));
    function = function_of(module, "scale");
    must(cuda->launch(function, &grid, values, NULL, &fault));
    must(cuda->copy(device, host, x, sizeof host, CJ_COPY_TO_HOST, NULL, true, &fault));
    for (int k = 0; k < COUNT; k++)
        ck_assert(host[k] == 0.5 * k + 3 + 0.25);
    if (object.kind == CJ_OBJECT_CUBIN) {
        cujit_function_info known;

        must(cuda->function_info(function, &known, &fault));
        ck_assert_int_eq(known.registers, object.resources.registers);
        ck_assert_int_eq(known.shared_bytes, object.resources.shared_bytes);
    }
    cuda->unload(module);
    cj_object_clear(&object);
}

TEST(cubin_of_another_architecture_is_refused)
{
    static const char source[] = "extern \"C\" __global__ void k(float *x) { x[0] = 1; }\n";
    bool turing = strcmp(device->architecture, "sm_75") == 0;
    cj_object object = {0};
    cj_module *module = NULL;

    if (!compile_unit(turing ? "sm_90" : "sm_75", (cj_unit){.name = "k", .source = source}, &object))
        return;
    refuse(cuda->load(device, &object, &module, &fault), CUJIT_ERROR_LOAD, turing ? "sm_90" : "sm_75");
    ck_assert_ptr_null(module);
    cj_object_clear(&object);
}

TEST(forked_child_is_told)
{
    int count = 0;

    if (in_child())
        _exit(cuda->count(&count, NULL) == CUJIT_ERROR_FORKED && cuda->synchronize(device, NULL) == CUJIT_ERROR_FORKED
                  ? 0
                  : 1);
    ck_assert_int_eq(end_of_child(), 0);
    must(cuda->synchronize(device, &fault));
}
