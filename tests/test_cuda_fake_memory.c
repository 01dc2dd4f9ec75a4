/*
 * test_cuda_fake_memory.c: memory and copies of the CUDA backend, over the fake driver: pitched, managed and registered
 * memory, fills, boxes, peers.
 */
#include "tests/cuda_fake_support.h"
#include "tests/kernels.h"

/* ---- memory ---- */

TEST(pitched_and_managed_memory_is_allocated)
{
    cj_device *device = open_device(1);
    void *rows = NULL, *managed = NULL;
    size_t pitch = 0;

    must(cuda->alloc_pitched(device, 1000, 7, 8, &rows, &pitch, &fault));
    ck_assert_uint_eq(pitch, 1024);
    ck_assert_uint_eq(fake->alloc_mode, CJ_CUDA_CAPTURE_RELAXED);
    must(cuda->alloc(device, CJ_MEMORY_MANAGED, 100, &managed, &fault));
    ck_assert_uint_eq(fake->managed_flags, CJ_CUDA_ATTACH_GLOBAL);
    ck_assert_int_eq(fake->live_blocks, 2);
    cuda->free(device, CJ_MEMORY_DEVICE, rows);
    cuda->free(device, CJ_MEMORY_DEVICE, managed);
    ck_assert_int_eq(fake->live_blocks, 0);
    rows = managed = NULL;
    refuse(cuda->alloc_pitched(device, 1 << 20, 4, 4, &rows, &pitch, &fault), CUJIT_ERROR_DEVICE_MEMORY,
           "allocating 4194304 bytes (4.0 MiB) on Fake 1, where 3145728 bytes");
    refuse(cuda->alloc_pitched(device, (size_t)1 << 40, (size_t)1 << 40, 3, &rows, &pitch, &fault), CUJIT_ERROR_DEVICE,
           "allocating 18446744073709551615 bytes");
    make_fail("cuMemAllocManaged", CJ_CUDA_OUT_OF_MEMORY);
    refuse(cuda->alloc(device, CJ_MEMORY_MANAGED, 100, &managed, &fault), CUJIT_ERROR_DEVICE_MEMORY, "100 bytes");
    ck_assert_ptr_null(rows);
    ck_assert_ptr_null(managed);
    ck_assert_uint_eq(pitch, 1024);
    ck_assert_uint_eq(*fake->capture_mode, 0);
}

/* What the context holds for arrays to come goes where memory runs out. */
TEST_EACH(held_memory_makes_room, 2)
{
    cujit_context *context = cj_test_target("cuda:1");
    cujit_module *module = NULL;
    cujit_array *array = NULL;
    void *rows = NULL;
    size_t pitch = 0;
    int live;

    must(cujit_array_create(context, CUJIT_INT32, 1, (const size_t[]){1000}, &array, &fault));
    live = fake->live_blocks;
    cujit_array_free(array);
    ck_assert_int_eq(fake->live_blocks, live);
    fake->most_blocks = live;
    if (_i == 0) {
        must(cujit_memory_alloc_pitched(context, 1000, 7, 8, &rows, &pitch, &fault));
        ck_assert_int_eq(fake->live_blocks, live);
        refuse(cujit_memory_alloc_pitched(context, 1000, 7, 8, &rows, &pitch, &fault), CUJIT_ERROR_DEVICE_MEMORY,
               "allocating 7000 bytes");
    } else {
        must(cujit_module_load(context, ptx, sizeof ptx, &module, &fault));
        ck_assert_int_eq(fake->live_blocks, live - 1);
        cujit_module_free(module);
        must(cujit_memory_alloc(context, 100, &rows, &fault));
        refuse(cujit_module_load(context, ".version 7.1", 13, &module, &fault), CUJIT_ERROR_DEVICE_MEMORY, "loading");
    }
    cujit_memory_free(context, rows);
    cujit_context_free(context);
}

TEST(managed_memory_is_refused_where_there_is_none)
{
    cj_device *device;
    void *memory = NULL;

    fake->managed = 0;
    device = open_device(0);
    refuse(cuda->alloc(device, CJ_MEMORY_MANAGED, 100, &memory, &fault), CUJIT_ERROR_UNSUPPORTED, "managed memory");
}

TEST(registered_memory_is_pinned)
{
    cj_device *device = open_device(1);
    cj_module *module = load(device);
    char memory[100];
    void *variable = NULL;
    size_t size = 0;

    ck_assert(!cuda->is_pinned(device, memory));
    must(cuda->register_host(device, memory, sizeof memory, &fault));
    ck_assert_uint_eq(fake->register_flags, CJ_CUDA_REGISTER_PORTABLE);
    ck_assert(cuda->is_pinned(device, memory));
    ck_assert(!cuda->is_pinned(device, memory + 1));
    ck_assert(!cuda->is_pinned(device, NULL));
    must(cuda->global(module, "count", &variable, &size, &fault));
    ck_assert(!cuda->is_pinned(device, variable)); /* the device's */
    refuse(cuda->register_host(device, memory, sizeof memory, &fault), CUJIT_ERROR_INVALID_ARGUMENT,
           "registering 100 bytes of host memory");
    must(cuda->unregister_host(device, memory, &fault));
    refuse(cuda->unregister_host(device, memory, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "unregistering");
    ck_assert(!cuda->is_pinned(device, memory));
    make_fail("cuMemHostRegister_v2", CJ_CUDA_OUT_OF_MEMORY);
    ck_assert_int_eq(cuda->register_host(device, memory, 1, NULL), CUJIT_ERROR_OUT_OF_MEMORY);
    make_fail("cuMemHostRegister_v2", 999);
    ck_assert_int_eq(cuda->register_host(device, memory, 1, NULL), CUJIT_ERROR_DEVICE);
    ck_assert_uint_eq(*fake->capture_mode, 0);
    ck_assert_ptr_null(application_current());
}

TEST(fill_is_wide)
{
    cj_device *device = open_device(1);
    uint16_t narrow[5] = {0};
    uint32_t wide[3] = {0};

    must(cuda->fill(device, narrow, 0xabcd, 2, 4, NULL, &fault));
    ck_assert(narrow[0] == 0xabcd && narrow[3] == 0xabcd && narrow[4] == 0);
    must(cuda->fill(device, wide, 0xdeadbeef, 4, 2, NULL, &fault));
    ck_assert(wide[0] == 0xdeadbeef && wide[1] == 0xdeadbeef && wide[2] == 0);
    make_fail("cuMemsetD16Async", 999);
    refuse(cuda->fill(device, narrow, 1, 2, 4, NULL, &fault), CUJIT_ERROR_DEVICE, "filling 8 bytes");
    ck_assert_ptr_null(application_current());
}

/* ---- boxes and peers ---- */

typedef struct box_row {
    size_t width, height, depth, to_pitch, to_rows, from_pitch, from_rows;
    const char *symbol; /* the driver's function that does it */
    unsigned calls;
} box_row;

static const box_row boxes[] = {
    {5, 3, 2, 8, 4, 7, 3, "cuMemcpy3DAsync_v2", 1},
    {5, 3, 1, 8, 3, 5, 3, "cuMemcpy3DAsync_v2", 1},
    {5, 3, 2, 5, 3, 5, 4, "cuMemcpy3DAsync_v2", 1},
    {5, 1, 2, 8, 1, 5, 1, "cuMemcpy3DAsync_v2", 1},
    {5, 3, 2, 5, 3, 5, 3, NULL, 1}, /* one stretch of memory */
    {5, 3, 1, 5, 9, 5, 7, NULL, 1},
    {5, 1, 1, 1 << 20, 1, 9, 9, NULL, 1},
    {5, 3, 2, 2000, 3, 6, 3, NULL, 6}, /* a pitch beyond the driver's limit, which is 1011 here */
};

TEST_EACH(boxes_are_copied, 3 * COUNT(boxes))
{
    static const char *const plain[] = {[CJ_COPY_TO_DEVICE] = "cuMemcpyHtoDAsync_v2",
                                        [CJ_COPY_TO_HOST] = "cuMemcpyDtoHAsync_v2",
                                        [CJ_COPY_ON_DEVICE] = "cuMemcpyDtoDAsync_v2"};
    const box_row *row = &boxes[_i / 3];
    cj_copy kind = (cj_copy)(CJ_COPY_TO_DEVICE + _i % 3);
    const char *symbol = row->symbol != NULL ? row->symbol : plain[kind];
    cj_device *device = open_device(1);
    static char from[1000], to[1 << 14];
    const cujit_box box = {.to = to,
                           .from = from,
                           .to_pitch = row->to_pitch,
                           .to_rows = row->to_rows,
                           .from_pitch = row->from_pitch,
                           .from_rows = row->from_rows,
                           .width = row->width,
                           .height = row->height,
                           .depth = row->depth};
    size_t copied = 0;

    for (size_t k = 0; k < sizeof from; k++)
        from[k] = (char)(1 + k % 100);
    must(cuda->copy_box(device, &box, kind, NULL, true, &fault));
    ck_assert_uint_eq(count_of(symbol), row->calls);
    ck_assert_uint_eq(count_of("cuStreamSynchronize"), 1);
    for (size_t z = 0; z < row->depth; z++) {
        for (size_t y = 0; y < row->height; y++)
            ck_assert(memcmp(to + (z * row->to_rows + y) * row->to_pitch,
                             from + (z * row->from_rows + y) * row->from_pitch, row->width) == 0);
    }
    for (size_t k = 0; k < sizeof to; k++)
        copied += to[k] != 0;
    ck_assert_uint_eq(copied, row->width * row->height * row->depth); /* and nothing beside it */
    must(cuda->copy_box(device, &box, kind, NULL, false, &fault));
    ck_assert_uint_eq(count_of("cuStreamSynchronize"), 1);
    ck_assert_ptr_null(application_current());
}

TEST(box_that_fails_is_reported)
{
    char from[100] = {0}, to[100];
    const cujit_box box = {to, from, 8, 4, 7, 3, 5, 3, 2};
    cj_device *device = open_device(0);

    make_fail("cuMemcpy3DAsync_v2", 999);
    refuse(cuda->copy_box(device, &box, CJ_COPY_TO_HOST, NULL, true, &fault), CUJIT_ERROR_DEVICE,
           "copying 30 bytes to the host (Fake 0)");
    ck_assert_uint_eq(count_of("cuStreamSynchronize"), 0);
}

TEST(peers_copy_between_contexts)
{
    cj_device *first = open_device(0), *second = open_device(1), *same = open_device(1);
    char from[] = "from", to[sizeof from] = "";

    must(cuda->copy_peer(second, to, first, from, sizeof from, &fault));
    ck_assert_str_eq(to, "from");
    ck_assert_ptr_eq(fake->peer_contexts[0], ((cuda_device *)second)->context);
    ck_assert_ptr_eq(fake->peer_contexts[1], ((cuda_device *)first)->context);
    ck_assert_uint_eq(count_of("cuStreamSynchronize"), 2); /* the source's work before, and the copy */
    must(cuda->copy_peer(second, to, same, "same", 5, &fault));
    ck_assert_str_eq(to, "same");
    ck_assert_uint_eq(count_of("cuMemcpyPeerAsync"), 1);
    make_fail("cuMemcpyPeerAsync", 999);
    refuse(cuda->copy_peer(second, to, first, from, 5, &fault), CUJIT_ERROR_DEVICE,
           "copying 5 bytes from cuda:0 to cuda:1");
}
