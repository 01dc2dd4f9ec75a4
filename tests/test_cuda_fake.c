/*
 * test_cuda_fake.c: the device half of the CUDA backend over a fake driver: what can go wrong, and who is current when.
 *
 * CUJIT_TEST_LIBCUDA names the fake (fake_libcuda.c, built as a shared module). Each test runs in a process of its own,
 * so that each loads the driver anew.
 */
#include "libjit/base/alloc.h"
#include "tests/cuda_fake_support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- no device to be had ---- */

TEST(driver_absent_is_an_error)
{
    int count = -1;

    setenv("CUJIT_LIBCUDA", "/nonexistent/libcuda.so.1", 1);
    refuse(cuda->count(&count, &fault), CUJIT_ERROR_NO_DRIVER, "/nonexistent/libcuda.so.1");
    ck_assert_int_eq(count, -1);
    ck_assert_int_eq(cuda->count(&count, NULL), CUJIT_ERROR_NO_DRIVER);
    setup(); /* tried again */
    must(cuda->count(&count, &fault));
    ck_assert_int_eq(count, 2);
}

TEST(driver_that_is_none_is_an_error)
{
    int count = -1;

    setenv("CUJIT_LIBCUDA", "libc.so.6", 1);
    refuse(cuda->count(&count, &fault), CUJIT_ERROR_NO_DRIVER, "libc.so.6");
}

TEST(driver_too_old_is_an_error)
{
    cj_device *device = NULL;

    fake->version = 11080;
    refuse(cuda->open(0, &device, &fault), CUJIT_ERROR_DRIVER_TOO_OLD, "CUDA 11.8; CUDA 12.0 or newer");
    ck_assert_ptr_null(device);
    ck_assert_uint_eq(count_of("cuInit"), 0);
}

TEST_EACH(driver_that_fails_to_start_is_an_error, 3)
{
    static const struct {
        unsigned code;
        cujit_status status;
    } rows[] = {{CJ_CUDA_STUB_LIBRARY, CUJIT_ERROR_NO_DRIVER}, {999, CUJIT_ERROR_DEVICE}, {9999, CUJIT_ERROR_DEVICE}};
    int count = -1;

    make_fail("cuInit", rows[_i].code);
    ck_assert_int_eq(cuda->count(&count, &fault), rows[_i].status);
    ck_assert_int_eq(fault.vendor_code, rows[_i].code);
    ck_assert_str_eq(fault.vendor, "cuda");
}

/* What a kernel's parameters may take is no attribute: since CUDA 12.1, from sm_70 on, it is more than 4096 bytes. */
TEST_EACH(room_for_parameters_is_known, 4)
{
    static const struct {
        int version, major;
        size_t most;
    } rows[] = {{12000, 9, 4096}, {12010, 9, 32764}, {13000, 7, 32764}, {13000, 6, 4096}};
    cj_device *device;

    fake->version = rows[_i].version;
    fake->major = rows[_i].major;
    device = open_device(0);
    ck_assert_uint_eq(device->max_parameter_bytes, rows[_i].most);
}

TEST_EACH(device_absent_is_an_error, 2)
{
    cj_device *device = NULL;
    cujit_device_info info;
    int count = -1;

    if (_i == 0)
        make_fail("cuInit", CJ_CUDA_NO_DEVICE);
    else
        fake->devices = 0;
    must(cuda->count(&count, &fault));
    ck_assert_int_eq(count, 0);
    refuse(cuda->open(0, &device, &fault), CUJIT_ERROR_NO_DEVICE, "finds no CUDA device");
    refuse(cuda->open(-1, &device, &fault), CUJIT_ERROR_NO_DEVICE, "finds no CUDA device");
    refuse(cuda->info(0, &info, &fault), CUJIT_ERROR_NO_DEVICE, "finds no CUDA device");
}

TEST_EACH(device_beyond_the_last_is_an_error, 3)
{
    static const int ordinals[] = {2, 99, -2};
    cj_device *device = NULL;

    refuse(cuda->open(ordinals[_i], &device, &fault), CUJIT_ERROR_NO_DEVICE, "there are 2 CUDA devices");
    ck_assert_ptr_null(device);
}

/* ---- opening ---- */

TEST(open_fills_the_device)
{
    cj_device *device = open_device(1);
    cujit_device_info info;

    ck_assert_ptr_eq(device->backend, cuda);
    ck_assert_int_eq(device->ordinal, 1);
    ck_assert_str_eq(device->name, "Fake 1");
    ck_assert_str_eq(device->architecture, "sm_90");
    ck_assert_uint_eq(device->block_size, 256);
    ck_assert_uint_eq(device->max_blocks, 7 * 32);
    must(cuda->info(1, &info, &fault));
    ck_assert_str_eq(info.pci_bus_id, "0000:01:00.0");
    ck_assert_int_eq(info.driver_version, 12040);
    ck_assert_int_eq(info.multiprocessors, 7);
    ck_assert_int_eq(info.warp_size, 1000 + CJ_CUDA_ATTRIBUTE_WARP_SIZE);
    ck_assert_int_eq(fake->primary_count[1], 1);
    close_device(device);
    close_device(NULL);
    ck_assert_int_eq(fake->primary_count[1], 0);
    ck_assert_ptr_null(application_current());
}

TEST(open_takes_the_primary_context_without_a_current_one)
{
    cj_device *device = open_device(-1);

    ck_assert_int_eq(device->ordinal, 0);
    ck_assert(((cuda_device *)device)->retained);
}

TEST(open_uses_the_current_context_as_it_is)
{
    cj_cuda_context theirs;
    cj_device *device, *second;

    application_push(NULL);
    theirs = application_current();
    device = open_device(-1);
    ck_assert_ptr_eq(((cuda_device *)device)->context, theirs);
    ck_assert_int_eq(fake->primary_count[0], 0);
    /* Of another device: not ours. */
    second = open_device(1);
    ck_assert_ptr_ne(((cuda_device *)second)->context, theirs);
    ck_assert_int_eq(fake->primary_count[1], 1);
    ck_assert_ptr_eq(application_current(), theirs);
    close_device(device);
    close_device(second);
    ck_assert_int_eq(fake->primary_count[0], 0);
    ck_assert_int_eq(fake->primary_count[1], 0);
}

TEST(open_holds_a_current_context_that_is_the_primary_one)
{
    cj_device *first = open_device(0), *second, *third;

    application_push(((cuda_device *)first)->context);
    second = open_device(-1);
    ck_assert_int_eq(fake->primary_count[0], 2);
    ck_assert_ptr_eq(((cuda_device *)second)->context, ((cuda_device *)first)->context);
    application_push(NULL); /* the primary one is active, but another is current */
    third = open_device(0);
    ck_assert_ptr_eq(((cuda_device *)third)->context, application_current());
    ck_assert_int_eq(fake->primary_count[0], 2);
    close_device(first);
    close_device(second);
    close_device(third);
    ck_assert_int_eq(fake->primary_count[0], 0);
}

TEST_EACH(open_reports_why_it_fails, 2)
{
    cj_device *device = NULL;

    make_fail("cuDevicePrimaryCtxRetain", _i == 0 ? CJ_CUDA_OUT_OF_MEMORY : 999);
    refuse(cuda->open(0, &device, &fault), _i == 0 ? CUJIT_ERROR_DEVICE_MEMORY : CUJIT_ERROR_DEVICE, "primary context");
    ck_assert_ptr_null(device);
}

/* ---- modules and launches ---- */

TEST(load_is_eager_and_undisturbed_by_captures)
{
    cj_device *device = open_device(1);
    cj_module *module = load(device);
    cj_function *function = NULL, *again = NULL;
    cujit_function_info resources;

    ck_assert_uint_eq(fake->load_mode, CJ_CUDA_CAPTURE_RELAXED);
    ck_assert_uint_eq(*fake->capture_mode, 0);
    must(cuda->function(module, "k", &function, &fault));
    must(cuda->function(module, "k", &again, &fault));
    ck_assert_uint_eq(count_of("cuFuncLoad"), 2);
    must(cuda->function_info(function, &resources, &fault));
    ck_assert_int_eq(resources.registers, 100 + CJ_CUDA_FUNCTION_REGISTERS);
    unload(module);
    unload(NULL);
    ck_assert_int_eq(fake->live_modules, 0);
    ck_assert_ptr_null(application_current());
}

TEST(load_refuses_what_is_no_object)
{
    char elf[100] = "\177ELF", text[] = "bad";
    const cj_object rows[] = {{.kind = CJ_OBJECT_NONE, .data = ptx, .size = sizeof ptx},
                              {.kind = CJ_OBJECT_SHARED, .data = elf, .size = sizeof elf},
                              {.kind = CJ_OBJECT_CUBIN, .data = ptx, .size = sizeof ptx},
                              {.kind = CJ_OBJECT_CUBIN, .data = elf, .size = 4},
                              {.kind = CJ_OBJECT_PTX, .data = ptx, .size = 3},
                              {.kind = CJ_OBJECT_PTX, .data = ptx, .size = 0},
                              {.kind = CJ_OBJECT_PTX, .architecture = "compute_80", .data = text, .size = sizeof text}};
    cj_device *device = open_device(0);
    cj_module *module = NULL;

    for (size_t k = 0; k < COUNT(rows); k++) {
        ck_assert_int_eq(cuda->load(device, &rows[k], &module, &fault), CUJIT_ERROR_LOAD);
        ck_assert_ptr_null(module);
    }
    ck_assert_str_eq(fault.log, "ptxas error: bad\n");
    ck_assert_uint_eq(count_of("cuModuleLoadDataEx"), 1);
}

TEST_EACH(load_reports_why_it_fails, 13)
{
    static const struct {
        unsigned code;
        cujit_status status;
        const char *words;
    } rows[] = {{CJ_CUDA_UNSUPPORTED_PTX_VERSION, CUJIT_ERROR_LOAD, "newer than the driver"},
                {CJ_CUDA_NO_BINARY_FOR_GPU, CUJIT_ERROR_LOAD, "not this device's architecture"},
                {CJ_CUDA_INVALID_IMAGE, CUJIT_ERROR_LOAD, "compute_80"},
                {CJ_CUDA_INVALID_PTX, CUJIT_ERROR_LOAD, "compute_80"},
                {CJ_CUDA_JIT_COMPILER_NOT_FOUND, CUJIT_ERROR_LOAD, "compute_80"},
                {CJ_CUDA_JIT_COMPILATION_DISABLED, CUJIT_ERROR_LOAD, "compute_80"},
                {CJ_CUDA_INVALID_SOURCE, CUJIT_ERROR_LOAD, "compute_80"},
                {CJ_CUDA_SYMBOL_NOT_FOUND, CUJIT_ERROR_LOAD, "compute_80"},
                {CJ_CUDA_ILLEGAL_ADDRESS, CUJIT_ERROR_DEVICE, "a kernel that ran before"},
                {CJ_CUDA_LAUNCH_FAILED, CUJIT_ERROR_DEVICE, "a kernel that ran before"},
                {CJ_CUDA_INVALID_VALUE, CUJIT_ERROR_DEVICE, "compute_80"},
                {999, CUJIT_ERROR_DEVICE, "compute_80"},
                {CJ_CUDA_OUT_OF_MEMORY, CUJIT_ERROR_DEVICE_MEMORY, "out of memory"}};
    cj_device *device = open_device(1);
    cj_module *module = NULL;

    make_fail("cuModuleLoadDataEx", rows[_i].code);
    refuse(cuda->load(device, &good_object, &module, &fault), rows[_i].status, rows[_i].words);
    ck_assert_uint_eq(*fake->capture_mode, 0);
    ck_assert_ptr_null(application_current());
}

TEST(function_absent_is_named)
{
    cj_device *device = open_device(0);
    cj_module *module = load(device);
    cj_function *function = NULL;

    refuse(cuda->function(module, "absent", &function, &fault), CUJIT_ERROR_NOT_FOUND, "\"absent\"");
    ck_assert_ptr_null(function);
}

TEST(launch_pushes_the_context_only_where_it_must)
{
    const cj_grid grid = {.grid = {3, 1, 1}, .block = {64, 1, 1}, .shared_bytes = 32};
    cj_device *device = open_device(1);
    cj_function *function = load_kernel(device);
    void *values[1] = {NULL}, *stream = &values;
    unsigned pushes;

    pushes = count_of("cuCtxPushCurrent_v2");
    must(cuda->launch(function, &grid, values, stream, &fault));
    ck_assert_uint_eq(count_of("cuCtxPushCurrent_v2"), pushes + 1);
    ck_assert_ptr_null(application_current());
    application_push(((cuda_device *)device)->context);
    must(cuda->launch(function, &grid, values, stream, &fault));
    ck_assert_uint_eq(count_of("cuCtxPushCurrent_v2"), pushes + 2); /* our own above */
    ck_assert_uint_eq(count_of("cuLaunchKernel"), 2);
    ck_assert_uint_eq(fake->launch_grid, 3);
    ck_assert_uint_eq(fake->launch_block, 64);
    ck_assert_uint_eq(fake->launch_shared, 32);
    ck_assert_ptr_eq(fake->launch_stream, stream);
    ck_assert_ptr_eq(fake->launch_values, values);
}

TEST(context_of_device_0_stays_current_where_none_was)
{
    const cj_grid grid = {.grid = {1, 1, 1}, .block = {1, 1, 1}};
    cj_device *device = open_device(0), *second;
    cj_module *module;
    cj_function *function = NULL;
    cj_cuda_context ours = ((cuda_device *)device)->context;

    ck_assert_ptr_null(application_current());
    module = load(device);
    ck_assert_ptr_eq(application_current(), ours);
    must(cuda->function(module, "k", &function, &fault));
    must(cuda->launch(function, &grid, NULL, NULL, &fault));
    ck_assert_uint_eq(count_of("cuCtxPushCurrent_v2"), 1);
    /* Another device's is popped, and the default stays what it was. */
    second = open_device(1);
    unload(load(second));
    ck_assert_ptr_eq(application_current(), ours);
    close_device(second);
    second = open_device(-1);
    ck_assert_int_eq(second->ordinal, 0);
    close_device(second);
    ck_assert_ptr_eq(application_current(), ours);
    /* With the last count gone, it is not left behind. */
    unload(module);
    close_device(device);
    ck_assert_ptr_null(application_current());
}

TEST(launch_makes_no_allocation)
{
    const cj_grid grid = {.grid = {1, 1, 1}, .block = {1, 1, 1}};
    cj_function *function = load_kernel(open_device(0));

    cj_alloc_fail_at(0);
    must(cuda->launch(function, &grid, NULL, NULL, &fault));
    ck_assert_uint_eq(cj_alloc_fail_at(0), 0);
}

TEST_EACH(launch_reports_why_it_fails, 2)
{
    const cj_grid grid = {.grid = {3, 2, 1}, .block = {2048, 1, 1}, .shared_bytes = 5};
    cj_device *device = open_device(0);
    cj_function *function = load_kernel(device);

    if (_i == 1)
        application_push(((cuda_device *)device)->context);
    make_fail("cuLaunchKernel", 1);
    refuse(cuda->launch(function, &grid, NULL, NULL, &fault), CUJIT_ERROR_LAUNCH,
           "launching \"k\" with 3 x 2 x 1 blocks of 2048 x 1 x 1 threads and 5 bytes");
    make_fail("cuLaunchKernel", CJ_CUDA_ILLEGAL_ADDRESS);
    refuse(cuda->launch(function, &grid, NULL, NULL, &fault), CUJIT_ERROR_LAUNCH, "ran before");
    ck_assert_int_eq(cuda->launch(function, &grid, NULL, NULL, NULL), CUJIT_ERROR_LAUNCH);
    make_fail("cuLaunchKernel", 0);
}

/* ---- memory, streams, events ---- */

TEST(alloc_failure_names_the_sizes)
{
    cj_device *device = open_device(0);
    void *memory = NULL;

    refuse(cuda->alloc(device, CJ_MEMORY_DEVICE, 5u << 20, &memory, &fault), CUJIT_ERROR_DEVICE_MEMORY,
           "allocating 5242880 bytes (5.0 MiB) on Fake 0, where 3145728 bytes (3.0 MiB) of 8388608 bytes (8.0 MiB) are "
           "free: CUDA_ERROR_OUT_OF_MEMORY (out of memory)");
    ck_assert_ptr_null(memory);
    make_fail("cuMemAlloc_v2", 999);
    refuse(cuda->alloc(device, CJ_MEMORY_DEVICE, 7, &memory, &fault), CUJIT_ERROR_DEVICE, "allocating 7 bytes");
    make_fail("cuMemAlloc_v2", CJ_CUDA_OUT_OF_MEMORY);
    make_fail("cuMemGetInfo_v2", 999);
    refuse(cuda->alloc(device, CJ_MEMORY_DEVICE, 1, &memory, &fault), CUJIT_ERROR_DEVICE_MEMORY,
           "allocating 1 byte on Fake 0:");
    make_fail("cuMemHostAlloc", CJ_CUDA_OUT_OF_MEMORY);
    refuse(cuda->alloc(device, CJ_MEMORY_PINNED, 2048, &memory, &fault), CUJIT_ERROR_OUT_OF_MEMORY,
           "2048 bytes (2.0 KiB) of pinned host memory");
    ck_assert_ptr_null(memory);
    ck_assert_uint_eq(*fake->capture_mode, 0);
}

TEST(memory_goes_there_and_back)
{
    cj_device *device = open_device(1);
    const char text[] = "there and back";
    char back[sizeof text] = "";
    void *first = NULL, *second = NULL, *pinned = NULL;
    size_t left = 0, all = 0;

    must(cuda->alloc(device, CJ_MEMORY_DEVICE, sizeof text, &first, &fault));
    ck_assert_uint_eq(fake->alloc_mode, CJ_CUDA_CAPTURE_RELAXED);
    must(cuda->alloc(device, CJ_MEMORY_DEVICE, sizeof text, &second, &fault));
    must(cuda->alloc(device, CJ_MEMORY_PINNED, 100, &pinned, &fault));
    must(cuda->copy(device, first, text, sizeof text, CJ_COPY_TO_DEVICE, NULL, false, &fault));
    must(cuda->copy(device, second, first, sizeof text, CJ_COPY_ON_DEVICE, NULL, false, &fault));
    ck_assert_uint_eq(count_of("cuStreamSynchronize"), 0);
    must(cuda->copy(device, back, second, sizeof text, CJ_COPY_TO_HOST, NULL, true, &fault));
    ck_assert_uint_eq(count_of("cuStreamSynchronize"), 1);
    ck_assert_str_eq(back, text);
    must(cuda->fill(device, first, 'x', 1, 3, NULL, &fault));
    must(cuda->copy(device, back, first, 3, CJ_COPY_TO_HOST, NULL, true, &fault));
    ck_assert(memcmp(back, "xxx", 3) == 0);
    must(cuda->memory_info(device, &left, &all, &fault));
    ck_assert_uint_eq(left, 3u << 20);
    cuda->free(device, CJ_MEMORY_DEVICE, first);
    cuda->free(device, CJ_MEMORY_DEVICE, second);
    cuda->free(device, CJ_MEMORY_DEVICE, NULL);
    cuda->free(device, CJ_MEMORY_PINNED, pinned);
    cuda->free(device, CJ_MEMORY_PINNED, NULL);
    ck_assert_int_eq(fake->live_blocks, 0);
    ck_assert_ptr_null(application_current());
}

TEST(streams_and_events_pass_through)
{
    cj_device *device = open_device(1);
    void *stream = NULL, *event = NULL;
    bool done = false;
    double ms = 0;

    must(cuda->stream_create(device, false, &stream, &fault));
    ck_assert_uint_eq(fake->stream_flags, CJ_CUDA_STREAM_NON_BLOCKING);
    cuda->stream_free(device, stream);
    must(cuda->stream_create(device, true, &stream, &fault));
    ck_assert_uint_eq(fake->stream_flags, CJ_CUDA_STREAM_DEFAULT);
    must(cuda->event_create(device, &event, &fault));
    must(cuda->event_record(device, event, stream, &fault));
    must(cuda->stream_wait(device, NULL, event, &fault));
    must(cuda->stream_query(device, stream, &done, &fault));
    ck_assert(done);
    make_fail("cuStreamQuery", CJ_CUDA_NOT_READY);
    make_fail("cuEventQuery", CJ_CUDA_NOT_READY);
    must(cuda->stream_query(device, stream, &done, &fault));
    ck_assert(!done);
    done = true;
    must(cuda->event_query(device, event, &done, &fault));
    ck_assert(!done);
    must(cuda->event_synchronize(device, event, &fault));
    must(cuda->event_elapsed(device, event, event, &ms, &fault));
    ck_assert(ms == 1.5);
    must(cuda->stream_query(device, stream, NULL, &fault));
    must(cuda->synchronize(device, &fault));
    cuda->event_free(device, event);
    cuda->event_free(device, NULL);
    cuda->stream_free(device, stream);
    cuda->stream_free(device, NULL);
    ck_assert_uint_eq(count_of("cuStreamDestroy_v2"), 2);
    ck_assert_uint_eq(count_of("cuEventDestroy_v2"), 1);
    ck_assert_ptr_null(application_current());
}

/* ---- memory that runs out, and doctor ---- */

TEST(host_memory_that_runs_out_is_an_error)
{
    cj_device *device = NULL;
    cj_module *module = NULL;
    cj_function *function = NULL;

    cj_alloc_fail_at(1);
    ck_assert_int_eq(cuda->open(0, &device, &fault), CUJIT_ERROR_OUT_OF_MEMORY);
    cj_alloc_fail_at(0);
    device = open_device(0);
    for (unsigned long nth = 1; nth <= 2; nth++) {
        cj_alloc_fail_at(nth);
        ck_assert_int_eq(cuda->load(device, &good_object, &module, &fault), CUJIT_ERROR_OUT_OF_MEMORY);
    }
    cj_alloc_fail_at(0);
    module = load(device);
    for (unsigned long nth = 1; nth <= 2; nth++) {
        cj_alloc_fail_at(nth);
        ck_assert_int_eq(cuda->function(module, "k", &function, &fault), CUJIT_ERROR_OUT_OF_MEMORY);
    }
    cj_alloc_fail_at(0);
    unload(module);
    close_device(device);
    ck_assert_int_eq(fake->live_modules, 0);
}

TEST(describe_tells_of_driver_and_devices)
{
    cj_target target = {.architecture = "", .compiler = "/nonexistent/libnvrtc.so"};
    cj_text text = {0};

    cuda->describe(&target, &text);
    ck_assert_ptr_nonnull(strstr(text.data, "driver version: CUDA 12.4\ncuda:0: Fake 0, sm_90, 8 MiB"));
    ck_assert_ptr_null(strstr(text.data, "nvrtc")); /* what is not there is left out */
    cj_text_clear(&text);
}
