/*
 * test_cuda_fake_modules.c: what modules need of the CUDA backend, over the fake driver: functions, images, cooperative
 * launches, pushed contexts. Memory: test_cuda_fake_memory.c.
 */
#include "cache/internal.h"
#include "libjit/runtime/context.h"
#include "tests/cuda_fake_support.h"

#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- the device's limits ---- */

TEST(open_fills_the_limits)
{
    cj_device *device = open_device(0);

    ck_assert_uint_eq(device->max_threads_per_block, 1000 + CJ_CUDA_ATTRIBUTE_MAX_THREADS_PER_BLOCK);
    for (unsigned axis = 0; axis < 3; axis++) {
        ck_assert_uint_eq(device->max_block[axis], 1000 + CJ_CUDA_ATTRIBUTE_MAX_BLOCK_X + axis);
        ck_assert_uint_eq(device->max_grid[axis], 1000 + CJ_CUDA_ATTRIBUTE_MAX_GRID_X + axis);
    }
    ck_assert_uint_eq(device->max_shared_bytes, 200 << 10);
}

TEST(limits_that_nobody_tells_are_the_usual_ones)
{
    cj_device *device;

    make_fail("cuDeviceGetAttribute", 999);
    device = open_device(0);
    ck_assert_uint_eq(device->max_threads_per_block, 1024);
    ck_assert_uint_eq(device->max_block[0], 1024);
    ck_assert_uint_eq(device->max_block[2], 64);
    ck_assert_uint_eq(device->max_grid[0], 0x7fffffff);
    ck_assert_uint_eq(device->max_grid[1], 65535);
    ck_assert_uint_eq(device->max_shared_bytes, 48 << 10);
}

/* ---- functions ---- */

TEST(parameters_are_counted_and_measured)
{
    cj_function *function = load_kernel(open_device(1));
    size_t sizes[3] = {0}, offsets[3] = {0}, count = 99;

    must(cuda->parameters(function, sizes, offsets, 2, &count, &fault));
    ck_assert_uint_eq(count, 3);
    ck_assert_uint_eq(sizes[0], 8);
    ck_assert_uint_eq(sizes[1], 12);
    ck_assert_uint_eq(offsets[1], 16);
    ck_assert_uint_eq(sizes[2], 0); /* no room */
    ck_assert_uint_eq(offsets[2], 0);
    must(cuda->parameters(function, NULL, NULL, 0, &count, &fault));
    ck_assert_uint_eq(count, 3);
    fake->parameters = 0;
    must(cuda->parameters(function, sizes, offsets, 3, &count, &fault));
    ck_assert_uint_eq(count, 0);
    ck_assert_ptr_null(application_current());
}

TEST(parameters_need_a_newer_driver)
{
    cj_device *device = open_device(0);
    cj_function *function = load_kernel(device);
    size_t count = 99;

    fake->version = 12020;
    ((cj_driver *)(uintptr_t)((cuda_device *)device)->driver)->version = 12020;
    ((cj_driver *)(uintptr_t)((cuda_device *)device)->driver)->function_parameter = NULL;
    refuse(cuda->parameters(function, NULL, NULL, 0, &count, &fault), CUJIT_ERROR_UNSUPPORTED,
           "the driver is for CUDA 12.2; 12.4 or newer");
    ck_assert_uint_eq(count, 99);
}

TEST(function_info_tells_what_the_driver_knows)
{
    cujit_function_info info;

    must(cuda->function_info(load_kernel(open_device(0)), &info, &fault));
    ck_assert_int_eq(info.max_threads_per_block, 100 + CJ_CUDA_FUNCTION_MAX_THREADS);
    ck_assert_int_eq(info.registers, 100 + CJ_CUDA_FUNCTION_REGISTERS);
    ck_assert_int_eq(info.shared_bytes, 100 + CJ_CUDA_FUNCTION_SHARED_BYTES);
    ck_assert_int_eq(info.constant_bytes, 100 + CJ_CUDA_FUNCTION_CONSTANT_BYTES);
    ck_assert_int_eq(info.local_bytes, 100 + CJ_CUDA_FUNCTION_LOCAL_BYTES);
    ck_assert_int_eq(info.max_dynamic_shared_bytes, 48 << 10);
}

TEST(shared_memory_is_allowed_up_to_the_limit)
{
    size_t most = (200 << 10) - (100 + CJ_CUDA_FUNCTION_SHARED_BYTES);
    cj_function *function = load_kernel(open_device(0));

    must(cuda->allow_shared(function, 1000, &fault));
    ck_assert_uint_eq(count_of("cuFuncSetAttribute"), 0); /* allowed already */
    must(cuda->allow_shared(function, most, &fault));
    ck_assert_int_eq(fake->dynamic_shared, (int)most);
    must(cuda->allow_shared(function, 60 << 10, &fault));
    ck_assert_int_eq(fake->dynamic_shared, (int)most); /* never lowered */
    refuse(cuda->allow_shared(function, most + 1, &fault), CUJIT_ERROR_INVALID_ARGUMENT,
           "Fake 0 has at most 204800 bytes for a block, of which the kernel's own variables take 101");
    refuse(cuda->allow_shared(function, (size_t)-1, &fault), CUJIT_ERROR_INVALID_ARGUMENT,
           "18446744073709551615 bytes");
    fake->dynamic_shared = 0;
    make_fail("cuFuncSetAttribute", 1);
    refuse(cuda->allow_shared(function, 4096, &fault), CUJIT_ERROR_DEVICE, "allowing the kernel \"k\" 4096");
}

TEST(occupancy_is_the_drivers)
{
    cj_function *function = load_kernel(open_device(0));
    unsigned threads = 0, grid = 0;
    int blocks = -1;

    must(cuda->occupancy(function, 128, 0, &blocks, &fault));
    ck_assert_int_eq(blocks, 8);
    refuse(cuda->occupancy(function, 0, 0, &blocks, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "threads, not 0");
    refuse(cuda->occupancy(function, 0xffffffff, 0, &blocks, &fault), CUJIT_ERROR_INVALID_ARGUMENT,
           "1 to 1001 threads");
    ck_assert_int_eq(blocks, 8);
    must(cuda->best_block(function, 100, &threads, &grid, &fault));
    ck_assert_uint_eq(threads, 256);
    ck_assert_uint_eq(grid, 28);
    refuse(cuda->best_block(function, 1 << 20, &threads, &grid, &fault), CUJIT_ERROR_INVALID_ARGUMENT,
           "no block of it fits with 1048576 bytes");
    ck_assert_uint_eq(threads, 256);
}

TEST(global_is_found_by_its_name)
{
    static const char *const good[] = {"count", "::count", "ns::count", "::ns::count"};
    static const char *const bad[] = {"absent", "ns::absent", "ns::", "::", "", "ns::::count"};
    cj_device *device = open_device(1);
    cj_module *module = load(device);
    void *address = NULL;
    size_t size = 0;

    for (size_t k = 0; k < COUNT(good); k++) {
        address = NULL;
        must(cuda->global(module, good[k], &address, &size, &fault));
        ck_assert_ptr_nonnull(address);
        ck_assert_uint_eq(size, sizeof(int));
    }
    address = NULL;
    for (size_t k = 0; k < COUNT(bad); k++) {
        refuse(cuda->global(module, bad[k], &address, &size, &fault), CUJIT_ERROR_NOT_FOUND, bad[k]);
        ck_assert_ptr_null(address);
    }
    make_fail("cuModuleGetGlobal_v2", 999);
    refuse(cuda->global(module, "count", &address, &size, &fault), CUJIT_ERROR_DEVICE, "variable \"count\"");
    ck_assert_uint_eq(*fake->capture_mode, 0);
    ck_assert_ptr_null(application_current());
}

/* ---- launches ---- */

TEST(cooperative_launch_goes_its_own_way)
{
    cj_grid grid = {.grid = {3, 2, 1}, .block = {64, 1, 5}, .shared_bytes = 32, .cooperative = true};
    cj_function *function = load_kernel(open_device(1));
    void *values[1] = {NULL}, *stream = &values;

    must(cuda->launch(function, &grid, values, stream, &fault));
    ck_assert_int_eq(fake->launches_together, 1);
    ck_assert_uint_eq(count_of("cuLaunchKernel"), 0);
    ck_assert_uint_eq(fake->launch_grid, 3);
    ck_assert_uint_eq(fake->launch_height, 2);
    ck_assert_uint_eq(fake->launch_block, 64);
    ck_assert_uint_eq(fake->launch_rank, 5);
    ck_assert_uint_eq(fake->launch_shared, 32);
    ck_assert_ptr_eq(fake->launch_stream, stream);
    ck_assert_ptr_null(application_current());
    grid = (cj_grid){.grid = {1000, 1, 1}, .block = {64, 1, 1}, .cooperative = true};
    refuse(cuda->launch(function, &grid, values, stream, &fault), CUJIT_ERROR_LAUNCH,
           "1000 x 1 x 1 blocks of 64 x 1 x 1 threads and 0 bytes of shared memory, of which the device runs 112 at "
           "once");
    ck_assert_int_eq(cuda->launch(function, &grid, values, stream, NULL), CUJIT_ERROR_LAUNCH);
    ck_assert_ptr_null(application_current());
}

TEST(cooperative_launch_is_refused_where_there_is_none)
{
    const cj_grid grid = {.grid = {1, 1, 1}, .block = {1, 1, 1}, .cooperative = true};

    fake->cooperative = 0;
    refuse(cuda->launch(load_kernel(open_device(0)), &grid, NULL, NULL, &fault), CUJIT_ERROR_UNSUPPORTED,
           "no cooperative launches");
    ck_assert_uint_eq(count_of("cuLaunchCooperativeKernel"), 0);
}

TEST_EACH(launch_error_says_what_the_kernel_may_have, 4)
{
    static const struct {
        cj_grid grid;
        unsigned code;
        const char *words;
    } rows[] = {
        {{.grid = {1, 1, 1}, .block = {32, 1, 1}, .shared_bytes = 50000},
         CJ_CUDA_INVALID_VALUE,
         "50000 bytes of shared memory, of which it may have 49152 (cujit_function_allow_shared() allows more)"},
        {{.grid = {1, 1, 1}, .block = {32, 4, 1}},
         CJ_CUDA_OUT_OF_RESOURCES,
         "but a block of this kernel has at most 100 threads"},
        {{.grid = {1, 1, 1}, .block = {32, 1, 1}}, CJ_CUDA_INVALID_VALUE, "0 bytes of shared memory: CUDA_ERROR_FAKE"},
        {{.grid = {1, 1, 1}, .block = {0xffffffff, 0xffffffff, 0xffffffff}},
         CJ_CUDA_COOPERATIVE_TOO_LARGE,
         "launching"}};
    cj_function *function = load_kernel(open_device(1));

    make_fail("cuLaunchKernel", rows[_i].code);
    refuse(cuda->launch(function, &rows[_i].grid, NULL, NULL, &fault), CUJIT_ERROR_LAUNCH, rows[_i].words);
    ck_assert_ptr_null(application_current());
}

/* ---- images ---- */

/* A CUDA ELF of one section. */
typedef struct tiny_elf {
    Elf64_Ehdr header;
    Elf64_Shdr section;
    char content[8];
} tiny_elf;

static tiny_elf make_elf(void)
{
    tiny_elf elf = {.header = {.e_machine = 190,
                               .e_shoff = offsetof(tiny_elf, section),
                               .e_shnum = 1,
                               .e_shentsize = sizeof(Elf64_Shdr)},
                    .section = {.sh_type = SHT_PROGBITS, .sh_offset = offsetof(tiny_elf, content), .sh_size = 8}};

    memcpy(elf.header.e_ident, "\177ELF\2\1\1", 7);
    return elf;
}

typedef struct tiny_fatbin {
    uint32_t magic;
    uint16_t version, header_size;
    uint64_t size;
    char content[16];
} tiny_fatbin;

static const tiny_fatbin fatbin = {.magic = 0xBA55ED50, .version = 1, .header_size = 16, .size = 16};

TEST(images_are_told_apart)
{
    /* clang-format off */
    static const struct {
        const char *text;
        cj_object_kind kind;
    } rows[] = {
        {".version 8.0\n", CJ_OBJECT_PTX}, {" \t\r\n.version 8.0\n.target sm_80", CJ_OBJECT_PTX},
        {"//\n// Generated by NVIDIA NVVM Compiler\n//\n\n.version\t9.0", CJ_OBJECT_PTX},
        {"/* a */ /* .version */ .version 9.0", CJ_OBJECT_PTX}, {"/**/.version 9.0", CJ_OBJECT_PTX},
        {"// .version 9.0", CJ_OBJECT_NONE}, {"/* .version 9.0", CJ_OBJECT_NONE}, {"/*/ .version 9.0", CJ_OBJECT_NONE},
        {".version", CJ_OBJECT_NONE}, {".versions 9.0", CJ_OBJECT_NONE}, {".target sm_80", CJ_OBJECT_NONE},
        {"/", CJ_OBJECT_NONE}, {"\177ELF", CJ_OBJECT_NONE}, {"__global__ void k() {}", CJ_OBJECT_NONE},
        {"", CJ_OBJECT_NONE},
    };
    /* clang-format on */
    tiny_elf elf = make_elf();

    for (size_t k = 0; k < COUNT(rows); k++) {
        size_t length = strlen(rows[k].text);
        char *exact = malloc(length + 1); /* without the NUL: nothing behind the end is looked at */

        memcpy(exact, rows[k].text, length + 1);
        ck_assert_msg(cuda->recognize(exact, length) == rows[k].kind, "\"%s\"", rows[k].text);
        exact = realloc(exact, length > 0 ? length : 1);
        ck_assert_msg(cuda->recognize(exact, length) == rows[k].kind, "\"%s\"", rows[k].text);
        free(exact);
    }
    ck_assert_int_eq(cuda->recognize(&fatbin, sizeof fatbin), CJ_OBJECT_FATBIN);
    ck_assert_int_eq(cuda->recognize(&fatbin, 15), CJ_OBJECT_NONE);
    ck_assert_int_eq(cuda->recognize(&elf, sizeof elf), CJ_OBJECT_CUBIN);
    ck_assert_int_eq(cuda->recognize(&elf, 63), CJ_OBJECT_NONE);
    elf.header.e_machine = EM_X86_64;
    ck_assert_int_eq(cuda->recognize(&elf, sizeof elf), CJ_OBJECT_NONE);
    ck_assert_str_eq(cj_object_kind_name(CJ_OBJECT_FATBIN), "fatbin");
}

/* Every damage is one change to a good image. */
TEST(images_that_are_not_whole_never_reach_the_driver)
{
    cj_device *device = open_device(0);
    cj_module *module = NULL;
    tiny_elf good = make_elf(), rows[10];
    tiny_fatbin bins[4] = {fatbin, fatbin, fatbin, fatbin};
    cj_object object = {.kind = CJ_OBJECT_CUBIN, .data = &good, .size = sizeof good};

    must(cuda->load(device, &object, &module, &fault));
    unload(module);
    module = NULL;
    for (size_t k = 0; k < 10; k++)
        rows[k] = good;
    rows[0].header.e_shoff = sizeof good;
    rows[1].header.e_shoff = UINT64_MAX;
    rows[2].header.e_shnum = 0xfffe;
    rows[3].header.e_shentsize = 1;
    rows[4].header.e_shstrndx = 1;
    rows[5].section.sh_size = 9;
    rows[6].section.sh_offset = UINT64_MAX;
    rows[7].header.e_phnum = 0xffff;
    rows[8].header.e_phnum = 1; /* at offset 0, of size 0 */
    rows[9].header.e_machine = 0;
    for (size_t k = 0; k < 10; k++) {
        object.data = &rows[k];
        refuse(cuda->load(device, &object, &module, &fault), CUJIT_ERROR_LOAD, "loading a cubin");
    }
    object.data = &good;
    for (object.size = 0; object.size < sizeof good; object.size++)
        refuse(cuda->load(device, &object, &module, &fault), CUJIT_ERROR_LOAD, "loading a cubin");
    bins[0].magic = 0;
    bins[1].header_size = 15;
    bins[2].size = 17;
    bins[3].size = UINT64_MAX;
    for (size_t k = 0; k < 4; k++) {
        object = (cj_object){.kind = CJ_OBJECT_FATBIN, .data = &bins[k], .size = sizeof bins[k]};
        refuse(cuda->load(device, &object, &module, &fault), CUJIT_ERROR_LOAD, "loading a fatbin");
    }
    ck_assert_ptr_null(module);
    ck_assert_uint_eq(count_of("cuModuleLoadDataEx"), 1);
}

TEST(fatbin_is_loaded)
{
    tiny_fatbin whole = fatbin;
    cj_object object = {.kind = CJ_OBJECT_FATBIN, .data = &whole, .size = sizeof whole};
    cj_device *device = open_device(0);
    cj_module *module = NULL;

    must(cuda->load(device, &object, &module, &fault));
    unload(module);
    make_fail("cuModuleLoadDataEx", CJ_CUDA_NO_BINARY_FOR_GPU);
    refuse(cuda->load(device, &object, &module, &fault), CUJIT_ERROR_LOAD,
           "loading a fatbin, which holds nothing for this device's architecture on Fake 0 (sm_90)");
}

/* ---- pushing and popping ---- */

TEST(contexts_are_pushed_and_popped_in_pairs)
{
    cj_device *first = open_device(0), *second = open_device(1);
    cj_cuda_context theirs;

    application_push(NULL);
    theirs = application_current();
    must(cuda->push(second, &fault));
    ck_assert_ptr_eq(application_current(), ((cuda_device *)second)->context);
    must(cuda->push(first, &fault));
    must(cuda->push(first, &fault));
    refuse(cuda->pop(second, &fault), CUJIT_ERROR_INVALID_ARGUMENT,
           "popping the context of Fake 1: another one is current on this thread");
    must(cuda->pop(first, &fault));
    must(cuda->pop(first, &fault));
    must(cuda->pop(second, &fault));
    ck_assert_ptr_eq(application_current(), theirs);
    ck_assert_int_eq(cuda->pop(second, NULL), CUJIT_ERROR_INVALID_ARGUMENT);
    ck_assert_ptr_eq(application_current(), theirs);
}

TEST(push_and_pop_report_why_they_fail)
{
    cj_device *device = open_device(1);

    refuse(cuda->pop(device, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "none is current");
    make_fail("cuCtxPushCurrent_v2", 999);
    refuse(cuda->push(device, &fault), CUJIT_ERROR_DEVICE, "pushing the context of Fake 1");
    make_fail("cuCtxPushCurrent_v2", 0);
    must(cuda->push(device, &fault));
    make_fail("cuCtxGetCurrent", 999);
    refuse(cuda->pop(device, &fault), CUJIT_ERROR_DEVICE, "popping the context of Fake 1");
    make_fail("cuCtxGetCurrent", 0);
    must(cuda->pop(device, &fault));
    ck_assert_ptr_null(application_current());
}

/* ---- contexts of cujit's ---- */

/* One in a context of the application's own, two in the primary one. */
TEST(memory_is_shared_inside_of_a_context_only)
{
    cj_device *own, *also_own, *first, *second;
    cj_cuda_context theirs;

    first = open_device(0);
    application_push(NULL);
    theirs = application_current();
    own = open_device(0);
    also_own = open_device(0);
    ck_assert_ptr_eq(((cuda_device *)own)->context, theirs);
    application_pop();
    second = open_device(0);
    ck_assert(cuda->same_memory(own, also_own));
    ck_assert(cuda->same_memory(first, second));
    ck_assert(!cuda->same_memory(own, first));
    ck_assert(!cuda->same_memory(second, also_own));
}

static int gone;
static unsigned synchronized; /* how often the device was, when the last one went */

static void watched_goes(cj_registered *registered)
{
    gone++;
    synchronized = count_of("cuCtxSynchronize");
    free(registered);
}

static cujit_status make_watched(void *user, cj_registered **made, cujit_error *error)
{
    (void)user;
    (void)error;
    *made = calloc(1, sizeof **made);
    ck_assert_ptr_nonnull(*made);
    (*made)->destroy = watched_goes;
    return CUJIT_OK;
}

static void use_and_drop(cujit_context *context, int number)
{
    const cj_flat_key key = {.text = {.data = (char *)&number, .length = sizeof number}};
    cj_registered *found = NULL;
    bool made = false;

    must(cj_registry_find_or_make(&context->kernels, &key, NULL, make_watched, NULL, &found, &made, &fault));
    ck_assert(made);
    cj_context_drop(context, found, false);
}

/* What is unloaded may still run, and cuModuleUnload() does not care. */
TEST(kernels_are_unloaded_when_the_device_is_done)
{
    cujit_context *context = NULL;

    must(cujit_context_create(&(cujit_context_options){.device = "cuda:0", .cache_directory = ""}, &context, &fault));
    context->kernels.limit = 1;
    use_and_drop(context, 0);
    ck_assert_uint_eq(count_of("cuCtxSynchronize"), 0);
    use_and_drop(context, 1);
    ck_assert_int_eq(gone, 1);
    ck_assert_uint_eq(synchronized, 1);
    make_fail("cuCtxSynchronize", 900); /* a stream is being captured */
    use_and_drop(context, 2);
    use_and_drop(context, 3);
    ck_assert_int_eq(gone, 1);
    make_fail("cuCtxSynchronize", 0);
    use_and_drop(context, 4);
    ck_assert_int_eq(gone, 4);
    cujit_context_free(context);
    ck_assert_int_eq(gone, 5);
}

/* For the compiler at hand, which is any file with a build id. */
TEST(kernels_used_last_are_read_while_the_driver_starts)
{
    const cj_object object = {.kind = CJ_OBJECT_CUBIN, .architecture = "sm_90", .data = (void *)"cubin", .size = 5};
    const char *folder = cj_test_path("ahead");
    const cj_target target = {.compiler = getenv("CUJIT_TEST_LIBCUDA")};
    cujit_context *context = NULL;
    cj_key_bytes key = {0};
    cj_text identity = {0};
    cj_cache *cache = NULL;

    must(cuda->toolchain(&target, 0, &identity, &fault));
    ck_assert(cj_key_encode(&(cj_cache_key){"1", identity.data, "sm_90", "", "", "k"}, &key));
    must(cj_cache_create(folder, &cache, &fault));
    cj_cache_put(cache, &key, &object);
    cujit_cache_free(cache);
    must(cujit_context_create(
        &(cujit_context_options){.device = "cuda:0", .cache_directory = folder, .compiler = target.compiler}, &context,
        &fault));
    ck_assert_uint_eq(context->cache->store.ahead_count, 1);
    cujit_context_free(context);
    cj_key_clear(&key);
    cj_text_clear(&identity);
}

/* ---- errors of the driver, and forks ---- */

/* Those whose errors name the device, and those whose errors name something else. */
static const char of_devices[] =
    "cuStreamCreate | cuStreamSynchronize | cuStreamQuery | cuStreamWaitEvent | cuEventCreate | cuEventRecord | "
    "cuEventSynchronize | cuEventQuery | cuEventElapsedTime | cuCtxSynchronize | cuMemsetD8Async | cuMemGetInfo_v2 | "
    "cuMemcpyHtoDAsync_v2 | cuMemcpyDtoHAsync_v2 | cuMemcpyDtoDAsync_v2";
static const char of_functions[] =
    "cuFuncGetAttribute | cuFuncGetParamInfo | cuOccupancyMaxActiveBlocksPerMultiprocessor | cuMemAllocPitch_v2 | "
    "cuMemAllocManaged | cuModuleGetGlobal_v2 | cuOccupancyMaxPotentialBlockSize | cuMemsetD32Async";

/* Every operation, each with outputs of its own; how many failed. */
static int try_everything(cj_device *device, cj_module *module, cj_function *function, cujit_error *error)
{
    char host[4] = "abc", block[8] = "";
    void *made = NULL, *fake_handle = block, *rows = NULL, *managed = NULL, *address;
    cujit_function_info info;
    unsigned threads, grid;
    bool done = false;
    double ms = -1;
    size_t left = 1, all = 1;
    int blocks, failures = 0;

    failures += cuda->stream_create(device, false, &made, error) != CUJIT_OK;
    failures += cuda->event_create(device, &made, error) != CUJIT_OK;
    failures += cuda->stream_query(device, NULL, NULL, error) != CUJIT_OK;
    failures += cuda->stream_query(device, NULL, &done, error) != CUJIT_OK;
    failures += cuda->stream_wait(device, NULL, fake_handle, error) != CUJIT_OK;
    failures += cuda->event_record(device, fake_handle, NULL, error) != CUJIT_OK;
    failures += cuda->event_synchronize(device, fake_handle, error) != CUJIT_OK;
    failures += cuda->event_query(device, fake_handle, &done, error) != CUJIT_OK;
    failures += cuda->event_elapsed(device, fake_handle, fake_handle, &ms, error) != CUJIT_OK;
    failures += cuda->synchronize(device, error) != CUJIT_OK;
    failures += cuda->fill(device, block, 0, 1, 1, NULL, error) != CUJIT_OK;
    failures += cuda->fill(device, block, 0, 4, 1, NULL, error) != CUJIT_OK;
    failures += cuda->memory_info(device, &left, &all, error) != CUJIT_OK;
    failures += cuda->copy(device, block, host, 4, CJ_COPY_TO_DEVICE, NULL, false, error) != CUJIT_OK;
    failures += cuda->copy(device, host, block, 4, CJ_COPY_TO_HOST, NULL, false, error) != CUJIT_OK;
    failures += cuda->copy(device, block, block, 4, CJ_COPY_ON_DEVICE, NULL, false, error) != CUJIT_OK;
    failures += cuda->parameters(function, NULL, NULL, 0, &all, error) != CUJIT_OK;
    failures += cuda->function_info(function, &info, error) != CUJIT_OK;
    failures += cuda->allow_shared(function, 50000, error) != CUJIT_OK;
    failures += cuda->occupancy(function, 32, 0, &blocks, error) != CUJIT_OK;
    failures += cuda->best_block(function, 0, &threads, &grid, error) != CUJIT_OK;
    failures += cuda->global(module, "count", &address, &all, error) != CUJIT_OK;
    failures += cuda->alloc_pitched(device, 8, 8, 4, &rows, &all, error) != CUJIT_OK;
    failures += cuda->alloc(device, CJ_MEMORY_MANAGED, 8, &managed, error) != CUJIT_OK;
    cuda->free(device, CJ_MEMORY_DEVICE, rows);
    cuda->free(device, CJ_MEMORY_DEVICE, managed);
    return failures;
}

static void expect_failures(const char *symbol, int expected, const char *words)
{
    cj_device *device = open_device(1);
    cj_module *module = load(device);
    cj_function *function = kernel_in(module);

    make_fail(symbol, 999);
    ck_assert_int_eq(try_everything(device, module, function, &fault), expected);
    ck_assert_int_eq(fault.vendor_code, 999);
    ck_assert_ptr_nonnull(strstr(fault.message, words));
    refuse(fault.status, CUJIT_ERROR_DEVICE, "CUDA_ERROR_FAKE (a fake error)");
    make_fail(symbol, 0);
    ck_assert_int_eq(try_everything(device, module, function, NULL), 0);
    ck_assert_ptr_null(application_current());
    ck_assert_int_eq(fake->live_blocks, 0);
}

TEST(operations_report_the_drivers_error)
{
    EACH_OF(symbol, of_devices)
    expect_failures(symbol, 1, "Fake 1");
    EACH_OF(symbol, of_functions)
    expect_failures(symbol, strcmp(symbol, "cuFuncGetAttribute") == 0 ? 2 : 1, "");
    expect_failures("cuCtxPushCurrent_v2", 24, "");
    expect_failures("cuCtxGetCurrent", 24, "");
}

/* In a child of a process that used CUDA: errors, and no call to the driver at all. */
static bool use_in_child(cj_device *device, cj_module *module, cj_function *function)
{
    const cj_grid grid = {.grid = {1, 1, 1}, .block = {1, 1, 1}};
    unsigned calls = 0, after = 0;
    void *memory = NULL;
    cj_device *second = NULL;
    int count = 0;
    bool good;

    for (size_t k = 0; fake->calls[k].symbol != NULL; k++)
        calls += fake->calls[k].count;
    good = cuda->count(&count, NULL) == CUJIT_ERROR_FORKED && cuda->open(0, &second, NULL) == CUJIT_ERROR_FORKED &&
           cuda->alloc(device, CJ_MEMORY_DEVICE, 1, &memory, NULL) == CUJIT_ERROR_FORKED &&
           cuda->launch(function, &grid, NULL, NULL, NULL) == CUJIT_ERROR_FORKED &&
           cuda->push(device, NULL) == CUJIT_ERROR_FORKED && cuda->pop(device, NULL) == CUJIT_ERROR_FORKED &&
           try_everything(device, module, function, NULL) == 24 && !cuda->is_pinned(device, &count);
    unload(module);
    close_device(device);
    for (size_t k = 0; fake->calls[k].symbol != NULL; k++)
        after += fake->calls[k].count;
    return good && calls == after;
}

TEST(forked_child_is_told)
{
    cj_device *device = open_device(0);
    cj_module *module = load(device);
    cj_function *function = kernel_in(module);

    if (in_child())
        _exit(use_in_child(device, module, function) ? 0 : 1);
    ck_assert_int_eq(end_of_child(), 0);
    must(cuda->synchronize(device, &fault));
}

TEST_EACH(forked_child_of_a_process_without_a_device_may_look, 2)
{
    int count = -1;

    if (_i == 0)
        fake->version = 11000;
    else
        make_fail("cuInit", CJ_CUDA_NO_DEVICE);
    ck_assert_int_eq(cuda->count(&count, &fault), _i == 0 ? CUJIT_ERROR_DRIVER_TOO_OLD : CUJIT_OK);
    if (in_child())
        _exit(cuda->count(&count, NULL) == (_i == 0 ? CUJIT_ERROR_DRIVER_TOO_OLD : CUJIT_OK) ? 0 : 1);
    ck_assert_int_eq(end_of_child(), 0);
}
