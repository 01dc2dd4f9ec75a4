/*
 * test_copy.c: boxes in two and three dimensions, fills of 8, 16 and 32 bits, copies between contexts.
 */
#include "tests/kernels.h"

#include <stdio.h>

CONTEXT_FOR_EACH_CASE

/* ---- Boxes ------------------------------------------------------------------------------------------------------- */

typedef struct shape {
    size_t width, height, depth;
    size_t host_pitch, host_rows, device_pitch, device_rows; /* as they are given: 0 is the default */
} shape;

static const shape shapes[] = {
    {1, 0, 0, 0, 0, 0, 0},        {100, 1, 1, 0, 0, 0, 0},   {100, 7, 0, 0, 0, 0, 0},
    {100, 7, 1, 128, 0, 256, 0},  {17, 33, 1, 17, 0, 64, 0}, {64, 5, 3, 0, 0, 0, 0},
    {60, 5, 3, 64, 6, 128, 9},    {1, 1, 40, 3, 2, 5, 1},    {1000, 300, 1, 1004, 0, 1024, 0},
    {256, 64, 16, 0, 65, 512, 0}, {300, 1, 5, 0, 0, 512, 4}};
enum { SHAPES = sizeof shapes / sizeof *shapes };

typedef struct side {
    size_t pitch, rows, bytes;
} side;

static side side_of(const shape *s, size_t pitch, size_t rows)
{
    size_t height = s->height != 0 ? s->height : 1, depth = s->depth != 0 ? s->depth : 1;
    side result = {pitch != 0 ? pitch : s->width, rows != 0 ? rows : height, 0};

    result.bytes = result.pitch * result.rows * depth;
    return result;
}

static unsigned char value_at(size_t x, size_t y, size_t z)
{
    return (unsigned char)(1 + (x * 3 + y * 5 + z * 7) % 250);
}

/* In every byte of the box its value, in every other `rest`. */
static void expect_box(const unsigned char *memory, const shape *s, side where, unsigned char rest, const char *what)
{
    size_t height = s->height != 0 ? s->height : 1;

    for (size_t k = 0; k < where.bytes; k++) {
        size_t x = k % where.pitch, y = k / where.pitch % where.rows, z = k / where.pitch / where.rows;
        unsigned char expected = x < s->width && y < height ? value_at(x, y, z) : rest;

        expect(memory[k] == expected, "%s: byte (%zu,%zu,%zu) is %d, not %d", what, x, y, z, memory[k], expected);
    }
}

static unsigned char *box_data(const shape *s, side where, unsigned char rest)
{
    unsigned char *memory = memory_of(where.bytes);
    size_t height = s->height != 0 ? s->height : 1;

    for (size_t k = 0; k < where.bytes; k++) {
        size_t x = k % where.pitch, y = k / where.pitch % where.rows, z = k / where.pitch / where.rows;

        memory[k] = x < s->width && y < height ? value_at(x, y, z) : rest;
    }
    return memory;
}

/* To the device, on it from one layout to the other and back, and to the host: nothing but the box is touched. */
TEST_EACH(boxes_arrive_and_touch_nothing_else, SHAPES)
{
    const shape *s = &shapes[_i];
    side host = side_of(s, s->host_pitch, s->host_rows), there = side_of(s, s->device_pitch, s->device_rows);
    unsigned char *data = box_data(s, host, 0xEE), *back = memory_of(host.bytes), *raw = memory_of(there.bytes);
    cujit_box to = {.from = data,
                    .from_pitch = s->host_pitch,
                    .from_rows = s->host_rows,
                    .to_pitch = s->device_pitch,
                    .to_rows = s->device_rows,
                    .width = s->width,
                    .height = s->height,
                    .depth = s->depth};
    cujit_box from = {.to = back,
                      .to_pitch = s->host_pitch,
                      .to_rows = s->host_rows,
                      .from_pitch = s->device_pitch,
                      .from_rows = s->device_rows,
                      .width = s->width,
                      .height = s->height,
                      .depth = s->depth};
    cujit_box across = from;
    void *first = device_memory(context, there.bytes), *second = device_memory(context, host.bytes);

    must(cujit_memory_fill(context, first, 0xDD, there.bytes, NULL, &fault));
    must(cujit_memory_fill(context, second, 0xCC, host.bytes, NULL, &fault));
    to.to = first;
    must(cujit_memory_copy_box(context, &to, CUJIT_DIRECTION_TO_DEVICE, &fault));
    must(cujit_memory_to_host(context, raw, first, there.bytes, &fault));
    expect_box(raw, s, there, 0xDD, "on the device");

    /* On the device: from the device's layout into the host's. */
    across.to = second;
    across.from = first;
    must(cujit_memory_copy_box(context, &across, CUJIT_DIRECTION_ON_DEVICE, &fault));
    must(cujit_memory_to_host(context, back, second, host.bytes, &fault));
    expect_box(back, s, host, 0xCC, "across the device");

    memset(back, 0xBB, host.bytes);
    from.from = first;
    must(cujit_memory_copy_box(context, &from, CUJIT_DIRECTION_TO_HOST, &fault));
    expect_box(back, s, host, 0xBB, "back on the host");
}

TEST(boxes_keep_a_streams_order)
{
    enum { WIDTH = 500, HEIGHT = 300, PITCH = 512 };
    cujit_stream stream = make_stream(context);
    void *pinned = pinned_memory(context, WIDTH * HEIGHT), *memory = device_memory(context, PITCH * HEIGHT);
    cujit_box box = {.width = WIDTH, .height = HEIGHT};
    unsigned char *data = pinned;

    memset(data, 1, WIDTH * HEIGHT);
    box.to = memory;
    box.to_pitch = PITCH;
    box.from = pinned;
    for (int k = 0; k < 10; k++)
        must(cujit_memory_fill(context, memory, (unsigned char)k, PITCH * HEIGHT, stream, &fault));
    must(cujit_memory_copy_box_async(context, &box, CUJIT_DIRECTION_TO_DEVICE, stream, &fault));
    must(cujit_memory_fill(context, memory, 77, 1, stream, &fault));
    box = (cujit_box){.to = pinned, .from = memory, .from_pitch = PITCH, .width = WIDTH, .height = HEIGHT};
    must(cujit_memory_copy_box_async(context, &box, CUJIT_DIRECTION_TO_HOST, stream, &fault));
    must(cujit_stream_synchronize(context, stream, &fault));
    for (int k = 0; k < WIDTH * HEIGHT; k++)
        expect(data[k] == (k == 0 ? 77 : 1), "byte %d is %d", k, data[k]);
}

TEST(mistakes_in_boxes_are_errors)
{
    char here[64];
    void *memory = NULL;
    /* clang-format off */
    const struct {
        cujit_box box;
        int direction;
        const char *word;
    } cases[] = {
        {{.to = NULL, .from = here, .width = 4}, CUJIT_DIRECTION_TO_HOST, "to is NULL"},
        {{.to = here, .from = NULL, .width = 4}, CUJIT_DIRECTION_TO_HOST, "from is NULL"},
        {{.to = here, .from = here, .width = 4}, 0, "0 is no direction"},
        {{.to = here, .from = here, .width = 4}, 4, "4 is no direction"},
        {{.to = here, .from = here, .width = 4}, -1, "-1 is no direction"},
        {{.to = here, .from = here, .width = 4, .height = 2, .to_pitch = 3}, CUJIT_DIRECTION_TO_HOST, "to_pitch is 3"},
        {{.to = here, .from = here, .width = 4, .height = 2, .from_pitch = 3}, CUJIT_DIRECTION_TO_HOST,
         "from_pitch is 3"},
        {{.to = here, .from = here, .width = 4, .height = 3, .depth = 2, .to_rows = 2}, CUJIT_DIRECTION_TO_HOST,
         "to_rows is 2"},
        {{.to = here, .from = here, .width = 4, .height = 3, .depth = 2, .from_rows = 2}, CUJIT_DIRECTION_TO_HOST,
         "from_rows"},
        {{.to = here, .from = here, .width = SIZE_MAX, .height = 2}, CUJIT_DIRECTION_TO_HOST, "addressed"},
        {{.to = here, .from = here, .width = 2, .height = 2, .depth = SIZE_MAX / 3}, CUJIT_DIRECTION_TO_HOST,
         "addressed"},
    };
    /* clang-format on */

    for (size_t k = 0; k < COUNT(cases); k++) {
        refuse(cujit_memory_copy_box(context, &cases[k].box, (cujit_direction)cases[k].direction, &fault),
               CUJIT_ERROR_INVALID_ARGUMENT, cases[k].word);
        refuse(cujit_memory_copy_box_async(context, &cases[k].box, (cujit_direction)cases[k].direction, NULL, &fault),
               CUJIT_ERROR_INVALID_ARGUMENT, cases[k].word);
    }
    refuse(cujit_memory_copy_box(context, NULL, CUJIT_DIRECTION_TO_HOST, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "box");
    refuse(cujit_memory_copy_box(NULL, &cases[0].box, CUJIT_DIRECTION_TO_HOST, &fault), CUJIT_ERROR_INVALID_ARGUMENT,
           "context");
    /* A width of 0 is nothing. */
    must(cujit_memory_copy_box(context, &(cujit_box){.height = 3}, CUJIT_DIRECTION_ON_DEVICE, &fault));
    ck_assert_ptr_null(memory);
}

/* ---- Fills ------------------------------------------------------------------------------------------------------- */

TEST(fills_write_every_element_and_no_other)
{
    enum { N = 5001 };
    uint32_t wide[N + 2];
    uint16_t narrow[N + 2];
    cujit_stream stream = make_stream(context);
    void *pointer = device_memory(context, sizeof wide);
    char *memory = pointer;

    must(cujit_memory_fill(context, memory, 0x11, sizeof wide, NULL, &fault));
    must(cujit_memory_fill32(context, memory + 4, 0xdeadbeef, N, NULL, &fault));
    must(cujit_memory_to_host(context, wide, memory, sizeof wide, &fault));
    for (int k = 0; k < N + 2; k++)
        expect(wide[k] == (k == 0 || k > N ? 0x11111111 : 0xdeadbeef), "32 bits: element %d is 0x%x", k, wide[k]);

    must(cujit_memory_fill(context, memory, 0x22, sizeof wide, stream, &fault));
    must(cujit_memory_fill16(context, memory + 2, 0xcafe, N, stream, &fault));
    must(cujit_stream_synchronize(context, stream, &fault));
    must(cujit_memory_to_host(context, narrow, memory, sizeof narrow, &fault));
    for (int k = 0; k < N + 2; k++)
        expect(narrow[k] == (k == 0 || k > N ? 0x2222 : 0xcafe), "16 bits: element %d is 0x%x", k, narrow[k]);

    refuse(cujit_memory_fill32(context, memory + 2, 1, 1, NULL, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "aligned");
    refuse(cujit_memory_fill16(context, memory + 1, 1, 1, NULL, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "aligned");
}

TEST(mistakes_in_fills_are_errors)
{
    char *nowhere = (char *)4096;

    refuse(cujit_memory_fill16(NULL, nowhere, 1, 1, NULL, &fault), CUJIT_ERROR_INVALID_ARGUMENT,
           "cujit_memory_fill16: context");
    refuse(cujit_memory_fill32(context, NULL, 1, 3, NULL, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "memory is NULL");
    refuse(cujit_memory_fill32(context, nowhere, 1, SIZE_MAX / 2, NULL, &fault), CUJIT_ERROR_ARGUMENT_SIZE,
           "address space");
    must(cujit_memory_fill16(context, NULL, 1, 0, NULL, &fault));
    must(cujit_memory_fill32(context, NULL, 1, 0, NULL, &fault));
}

/* ---- Between contexts -------------------------------------------------------------------------------------------- */

TEST(contexts_copy_to_each_other)
{
    enum { N = 200000 };
    cujit_context *other = cj_test_context();
    unsigned char *data = memory_of(N), *back = memory_of(N);
    void *here = device_memory(context, N), *there = device_memory(other, N);

    for (int k = 0; k < N; k++)
        data[k] = (unsigned char)(k * 13);
    must(cujit_memory_to_device(context, here, data, N, &fault));
    must(cujit_memory_copy_peer(other, there, context, here, N, &fault));
    must(cujit_memory_to_host(other, back, there, N, &fault));
    ck_assert_mem_eq(back, data, N);
    must(cujit_memory_fill(context, here, 5, N, NULL, &fault));
    must(cujit_memory_copy_peer(context, (char *)here + 10, context, here, 10, &fault));
    must(cujit_memory_copy_peer(other, NULL, context, NULL, 0, &fault));
    refuse(cujit_memory_copy_peer(NULL, there, context, here, N, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "context");
    refuse(cujit_memory_copy_peer(other, there, NULL, here, N, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "context");
    refuse(cujit_memory_copy_peer(other, NULL, context, here, 1, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "destination");
    refuse(cujit_memory_copy_peer(other, there, context, NULL, 1, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "source");
    if (on_gpu(context))
        refuse(cujit_memory_copy_peer(cj_test_target("host"), back, context, here, 1, &fault), CUJIT_ERROR_UNSUPPORTED,
               "different kinds");
}

/* ---- Arrays of different contexts -------------------------------------------------------------------------------- */

/* 0, 1, 2, ...: 4 rows of 6, turned, or every second column backwards of a wider one. */
static cujit_array *laid_out(cujit_context *where, int layout, bool empty)
{
    float data[24];
    cujit_array *array = NULL, *wide;

    for (int k = 0; k < 24; k++)
        data[k] = empty ? -1 : (float)k;
    if (layout == 0)
        return upload_shape(where, CUJIT_FLOAT32, 2, (const size_t[]){4, 6}, data);
    wide = zeros_shape(where, CUJIT_FLOAT32, 2, layout == 1 ? (const size_t[]){6, 4} : (const size_t[]){4, 12});
    if (layout == 1)
        must(cujit_array_transpose(wide, NULL, &array, &fault));
    else
        must(cujit_array_slice(wide, 2,
                               (const cujit_index[]){cujit_index_all(), cujit_index_slice(11, CUJIT_SLICE_END, -2)},
                               &array, &fault));
    cj_test_keep(array, (void (*)(void *))cujit_array_free);
    must(cujit_array_write(array, data, sizeof data, &fault));
    return array;
}

TEST_EACH(arrays_of_any_strides_go_to_another_context, 27)
{
    cujit_context *const others[] = {cj_test_context(), cj_test_target("host"), context};
    cujit_context *other = others[_i / 9];
    cujit_array *from = laid_out(context, _i / 3 % 3, false), *there = laid_out(other, _i % 3, true);
    cujit_array *back = laid_out(context, (_i + 1) % 3, true);
    float data[24];

    must(cujit_array_transfer(there, from, &fault));
    must(cujit_array_transfer(back, there, &fault));
    must(cujit_array_read(back, data, sizeof data, &fault));
    for (int k = 0; k < 24; k++)
        expect(data[k] == (float)k, "element %d is %g", k, (double)data[k]);
}

TEST(what_does_not_fit_is_not_transferred)
{
    cujit_context *other = cj_test_context();
    const cujit_type_spec small = {.name = "pair", .definition = "struct pair { int a; };", .size = 4, .alignment = 4};
    const cujit_type_spec large = {
        .name = "pair", .definition = "struct pair { int a, b; };", .size = 8, .alignment = 4};
    const cujit_type_spec more = {.name = "more", .definition = "struct more { int a; };", .size = 4, .alignment = 4};
    const size_t three = 3, one = 1;
    cujit_array *x = zeros(context, CUJIT_FLOAT32, 3), *y = zeros(other, CUJIT_FLOAT32, 4), *repeated = NULL;

    refuse(cujit_array_transfer(y, x, &fault), CUJIT_ERROR_ARGUMENT_SIZE, "shapes");
    refuse(cujit_array_transfer(zeros(other, CUJIT_INT32, 3), x, &fault), CUJIT_ERROR_ARGUMENT_TYPE, "int32",
           "float32");
    refuse(cujit_array_transfer(NULL, x, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "to is NULL");
    refuse(cujit_array_transfer(y, NULL, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "from is NULL");
    must(cujit_array_broadcast_to(zeros(other, CUJIT_FLOAT32, one), 1, &three, &repeated, &fault));
    refuse(cujit_array_transfer(repeated, x, &fault), CUJIT_ERROR_ARGUMENT_SIZE, "repeats");
    cujit_array_free(repeated);
    must(cujit_array_transfer(zeros(other, CUJIT_FLOAT32, 0), zeros(context, CUJIT_FLOAT32, 0), &fault));
    /* A type of the same name and size, whatever its number; and one of another size. */
    register_type(other, &more);
    must(cujit_array_transfer(zeros(other, register_type(other, &small), 3),
                              zeros(context, register_type(context, &small), 3), &fault));
    other = cj_test_context();
    refuse(cujit_array_transfer(zeros(other, register_type(other, &large), 3),
                                zeros(context, register_type(context, &small), 3), &fault),
           CUJIT_ERROR_ARGUMENT_TYPE, "pair of 8", "pair of 4");
}
