/*
 * test_memory.c: device and pinned memory, copies, streams, events and arrays, through the public calls.
 *
 * Written for a device whose memory the host cannot see: it is only looked at through copies, and pinned memory only
 * when its stream is done.
 */
#include "tests/kernels.h"

#include <stdio.h>

CONTEXT_FOR_EACH_CASE

/* ---- Memory ------------------------------------------------------------------------------------------------------ */

TEST(memory_holds_what_was_copied)
{
    static const size_t sizes[] = {1, 3, 64, 4097, 1000003};

    for (size_t k = 0; k < COUNT(sizes); k++) {
        size_t size = sizes[k];
        unsigned char *data = memory_of(size), *back = memory_of(size);
        void *a = device_memory(context, size), *b = device_memory(context, size);

        for (size_t j = 0; j < size; j++)
            data[j] = (unsigned char)(j * 31 + k);
        ck_assert_ptr_ne(a, b);
        ck_assert_uint_eq((uintptr_t)a % (on_gpu(context) ? 256 : 64), 0);
        must(cujit_memory_to_device(context, a, data, size, &fault));
        must(cujit_memory_copy(context, b, a, size, &fault));
        must(cujit_memory_to_host(context, back, b, size, &fault));
        ck_assert_mem_eq(back, data, size);
        must(cujit_memory_fill(context, b, 0x7e, size, NULL, &fault));
        must(cujit_memory_to_host(context, back, b, size, &fault));
        for (size_t j = 0; j < size; j++)
            expect(back[j] == 0x7e, "byte %zu of %zu is 0x%02x", j, size, back[j]);
    }
}

TEST(nothing_is_a_size)
{
    int here = 0;
    void *memory = &here;

    must(cujit_memory_alloc(context, 0, &memory, &fault));
    ck_assert_ptr_null(memory);
    memory = &here;
    must(cujit_pinned_alloc(context, 0, &memory, &fault));
    ck_assert_ptr_null(memory);
    must(cujit_memory_to_device(context, NULL, NULL, 0, &fault));
    must(cujit_memory_to_host(context, NULL, NULL, 0, &fault));
    must(cujit_memory_copy(context, NULL, NULL, 0, &fault));
    must(cujit_memory_fill(context, NULL, 1, 0, NULL, &fault));
    cujit_memory_free(context, NULL);
    cujit_pinned_free(context, NULL);
    cujit_memory_free(NULL, NULL);
    cujit_stream_free(context, NULL);
    cujit_event_free(NULL);
    cujit_array_free(NULL);
    cujit_context_free(NULL);
}

TEST(memory_info_is_plausible)
{
    cujit_memory_info info = {0, 0};

    must(cujit_memory_get_info(context, &info, &fault));
    ck_assert_uint_gt(info.total_bytes, 1 << 20);
    ck_assert_uint_le(info.free_bytes, info.total_bytes);
    refuse(cujit_memory_get_info(context, NULL, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "info");
}

TEST(absurd_sizes_are_errors_that_name_them)
{
    const size_t size = (size_t)1 << 60, elements = (size_t)1 << 58;
    cujit_array *array = NULL;
    void *memory = NULL;

    refuse(cujit_memory_alloc(context, size, &memory, &fault), CUJIT_ERROR_DEVICE_MEMORY, "1152921504606846976");
    ck_assert_ptr_null(memory);
    refuse(cujit_array_create(context, CUJIT_FLOAT32, 1, &elements, &array, &fault), CUJIT_ERROR_DEVICE_MEMORY,
           "1152921504606846976");
    refuse(cujit_array_zeros(context, CUJIT_FLOAT32, 1, &elements, &array, &fault), CUJIT_ERROR_DEVICE_MEMORY,
           "1152921504606846976");
    ck_assert_ptr_null(array);
    ck_assert_int_ne(cujit_pinned_alloc(context, size, &memory, &fault), CUJIT_OK);
    refuse(fault.status, fault.status, "1152921504606846976");
    /* The device is as it was. */
    ck_assert_ptr_nonnull(device_memory(context, 1000));
}

TEST(null_is_an_error_or_does_nothing)
{
    cujit_stream stream = NULL;
    char byte[1];
    void *memory = NULL;

    refuse(cujit_memory_alloc(NULL, 1, &memory, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "context");
    refuse(cujit_memory_alloc(context, 1, NULL, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "memory");
    refuse(cujit_pinned_alloc(NULL, 1, &memory, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "context");
    refuse(cujit_pinned_alloc(context, 1, NULL, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "memory");
    refuse(cujit_memory_to_device(context, NULL, byte, 1, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "NULL");
    refuse(cujit_memory_to_host(context, byte, NULL, 1, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "NULL");
    refuse(cujit_memory_copy(context, NULL, NULL, 1, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "NULL");
    refuse(cujit_memory_to_host(NULL, byte, byte, 1, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "context");
    refuse(cujit_memory_fill(context, NULL, 0, 1, NULL, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "NULL");
    refuse(cujit_memory_get_info(NULL, NULL, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "context");
    refuse(cujit_stream_create(NULL, &stream, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "NULL");
    refuse(cujit_stream_create(context, NULL, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "NULL");
    refuse(cujit_stream_create_with_flags(context, 6, &stream, &fault), CUJIT_ERROR_INVALID_ARGUMENT,
           "flags is 0x6, expected 0 or CUJIT_STREAM_BLOCKING");
    refuse(cujit_stream_query(context, NULL, NULL, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "NULL");
    refuse(cujit_stream_synchronize(NULL, NULL, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "NULL");
    refuse(cujit_event_create(NULL, NULL, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "NULL");
    refuse(cujit_event_create(context, NULL, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "NULL");
    refuse(cujit_event_record(NULL, NULL, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "NULL");
    refuse(cujit_event_wait(NULL, NULL, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "NULL");
    refuse(cujit_event_synchronize(NULL, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "NULL");
    refuse(cujit_event_query(NULL, NULL, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "NULL");
    refuse(cujit_event_elapsed(NULL, NULL, NULL, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "NULL");
    refuse(cujit_context_synchronize(NULL, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "NULL");
    ck_assert_int_eq(cujit_memory_alloc(NULL, 1, &memory, NULL), CUJIT_ERROR_INVALID_ARGUMENT);
}

/* ---- Other kinds of memory --------------------------------------------------------------------------------------- */

TEST(pitched_rows_hold_what_was_copied)
{
    static const struct {
        size_t width, height;
        unsigned element_bytes;
    } cases[] = {{1, 1, 4}, {100, 7, 4}, {1000, 300, 8}, {4096, 16, 16}, {4097, 3, 16}};

    for (size_t k = 0; k < COUNT(cases); k++) {
        size_t width = cases[k].width, height = cases[k].height, pitch = 0;
        unsigned char *data = memory_of(width * height), *back = memory_of(width * height);
        void *memory = NULL;

        for (size_t j = 0; j < width * height; j++)
            data[j] = (unsigned char)(j * 11);
        must(cujit_memory_alloc_pitched(context, width, height, cases[k].element_bytes, &memory, &pitch, &fault));
        ck_assert_uint_ge(pitch, width);
        ck_assert_uint_eq(pitch % cases[k].element_bytes, 0);
        must(cujit_memory_copy_box(
            context, &(cujit_box){.to = memory, .to_pitch = pitch, .from = data, .width = width, .height = height},
            CUJIT_DIRECTION_TO_DEVICE, &fault));
        must(cujit_memory_copy_box(
            context, &(cujit_box){.to = back, .from = memory, .from_pitch = pitch, .width = width, .height = height},
            CUJIT_DIRECTION_TO_HOST, &fault));
        ck_assert_mem_eq(back, data, width * height);
        cujit_memory_free(context, memory);
    }
}

TEST(managed_memory_is_one_for_both)
{
    enum { N = 100000 };
    void *memory = NULL;
    float *x;

    must(cujit_memory_alloc_managed(context, N * sizeof *x, &memory, &fault));
    x = memory;
    for (int k = 0; k < N; k++)
        x[k] = (float)k;
    run_once(context, "float *x", "x[i] = 2 * x[i]", CUJIT_ARGS(CUJIT_POINTER(memory, CUJIT_FLOAT32, N)));
    must(cujit_context_synchronize(context, &fault));
    for (int k = 0; k < N; k++)
        expect(x[k] == (float)(2 * k), "element %d is %g", k, (double)x[k]);
    /* Host memory for the buffers of a call, too. */
    run_once(context, "float *x", "x[i] += 1", CUJIT_ARGS(CUJIT_INOUT(memory, N * sizeof *x)));
    for (int k = 0; k < N; k++)
        expect(x[k] == (float)(2 * k + 1), "as a buffer: element %d is %g", k, (double)x[k]);
    cujit_memory_free(context, memory);
}

TEST(registered_memory_is_pinned_for_a_while)
{
    enum { SIZE = 1 << 20 };
    cujit_stream stream = make_stream(context);
    void *memory = device_memory(context, SIZE);
    unsigned char *data = NULL;

    ck_assert_int_eq(posix_memalign((void **)&data, 4096, SIZE), 0);
    for (int round = 0; round < 3; round++) {
        memset(data, 3 + round, SIZE);
        must(cujit_pinned_register(context, data, SIZE, &fault));
        must(cujit_memory_to_device_async(context, memory, data, SIZE, stream, &fault));
        must(cujit_memory_fill(context, memory, 9, SIZE / 2, stream, &fault));
        must(cujit_memory_to_host_async(context, data, memory, SIZE, stream, &fault));
        must(cujit_stream_synchronize(context, stream, &fault));
        must(cujit_pinned_unregister(context, data, &fault));
        for (int k = 0; k < SIZE; k++)
            expect(data[k] == (k < SIZE / 2 ? 9 : 3 + round), "byte %d is %d", k, data[k]);
    }
    free(data);
}

TEST(mistakes_with_other_kinds_are_errors)
{
    const size_t huge = (size_t)1 << 60;
    char byte = 0;
    void *memory = &byte;
    size_t pitch = 7;

    refuse(cujit_memory_alloc_pitched(NULL, 1, 1, 4, &memory, &pitch, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "context");
    refuse(cujit_memory_alloc_pitched(context, 1, 1, 4, NULL, &pitch, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "memory");
    refuse(cujit_memory_alloc_pitched(context, 1, 1, 4, &memory, NULL, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "pitch");
    refuse(cujit_memory_alloc_pitched(context, 1, 1, 5, &memory, &pitch, &fault), CUJIT_ERROR_INVALID_ARGUMENT,
           "element_bytes is 5");
    refuse(cujit_memory_alloc_pitched(context, huge, huge, 4, &memory, &pitch, &fault), CUJIT_ERROR_DEVICE_MEMORY,
           "1152921504606846976");
    ck_assert_int_ne(cujit_memory_alloc_pitched(context, huge / 4, 2, 4, &memory, &pitch, &fault), CUJIT_OK);
    ck_assert_ptr_eq(memory, &byte);
    ck_assert_uint_eq(pitch, 7);
    must(cujit_memory_alloc_pitched(context, 0, 5, 4, &memory, &pitch, &fault));
    ck_assert_ptr_null(memory);
    refuse(cujit_memory_alloc_managed(NULL, 1, &memory, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "context");
    refuse(cujit_memory_alloc_managed(context, 1, NULL, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "memory");
    must(cujit_memory_alloc_managed(context, 0, &memory, &fault));
    ck_assert_ptr_null(memory);
    refuse(cujit_pinned_register(NULL, &byte, 1, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "context");
    refuse(cujit_pinned_register(context, NULL, 1, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "memory");
    refuse(cujit_pinned_register(context, &byte, 0, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "size");
    refuse(cujit_pinned_unregister(NULL, &byte, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "context");
    refuse(cujit_pinned_unregister(context, NULL, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "memory");
}

/* ---- Streams and events ------------------------------------------------------------------------------------------ */

enum { PIECE = 1 << 18 };

/* Work on the default stream that takes a while, and a copy on another stream that must wait for it. */
TEST(blocking_stream_waits_for_the_default_stream)
{
    const size_t size = (size_t)64 << 20;
    cujit_stream stream = NULL;
    unsigned char *last = pinned_memory(context, 1), *memory = device_memory(context, size);

    must(cujit_stream_create_with_flags(context, CUJIT_STREAM_BLOCKING, &stream, &fault));
    for (unsigned char k = 1; k < 10; k++) {
        for (unsigned char j = 0; j < 4; j++)
            must(cujit_memory_fill(context, memory, j < 3 ? 0 : k, size, NULL, &fault));
        must(cujit_memory_to_host_async(context, last, memory + size - 1, 1, stream, &fault));
        must(cujit_stream_synchronize(context, stream, &fault));
        ck_assert_uint_eq(*last, k);
    }
    cujit_stream_free(context, stream);
}

/* x + 1, over and over: the order of a stream is what makes the result right. */
TEST(work_on_a_stream_keeps_its_order)
{
    cujit_stream stream = make_stream(context);
    float *data = pinned_memory(context, PIECE * sizeof *data);
    cujit_array *x = zeros(context, CUJIT_FLOAT32, PIECE);
    cujit_elementwise *add = kernel_of(context, "float *x", "x[i] += 1");
    int done = 0;

    must(cujit_context_synchronize(context, &fault));
    for (int k = 0; k < PIECE; k++)
        data[k] = (float)k;
    must(cujit_array_fill_from_host_async(x, data, cujit_array_bytes(x), stream, &fault));
    for (int k = 0; k < 20; k++)
        run_on(stream, add, CUJIT_ARGS(x));
    must(cujit_array_to_host_async(x, data, cujit_array_bytes(x), stream, &fault));
    must(cujit_stream_synchronize(context, stream, &fault));
    for (int k = 0; k < PIECE; k++)
        expect(data[k] == (float)(k + 20), "element %d is %g", k, (double)data[k]);
    must(cujit_stream_query(context, stream, &done, &fault));
    ck_assert_int_eq(done, 1);
    must(cujit_stream_query(context, NULL, &done, &fault));
    must(cujit_stream_synchronize(context, NULL, &fault));
}

TEST(an_event_orders_two_streams)
{
    cujit_stream first = make_stream(context), second = make_stream(context);
    void *pinned = pinned_memory(context, PIECE), *memory = device_memory(context, PIECE),
         *copy = device_memory(context, PIECE);
    cujit_event *start = make_event(context), *end = make_event(context);
    double ms = -1;
    int done = 0;

    must(cujit_event_record(start, first, &fault));
    for (int k = 0; k <= 50; k++)
        must(cujit_memory_fill(context, memory, (unsigned char)k, PIECE, first, &fault));
    must(cujit_event_record(end, first, &fault));
    must(cujit_event_wait(end, second, &fault));
    must(cujit_memory_copy_async(context, copy, memory, PIECE, second, &fault));
    must(cujit_memory_to_host_async(context, pinned, copy, PIECE, second, &fault));
    must(cujit_stream_synchronize(context, second, &fault));
    for (int k = 0; k < PIECE; k++)
        expect(((unsigned char *)pinned)[k] == 50, "byte %d is %d", k, ((unsigned char *)pinned)[k]);
    must(cujit_event_synchronize(end, &fault));
    must(cujit_event_query(end, &done, &fault));
    ck_assert_int_eq(done, 1);
    must(cujit_event_elapsed(start, end, &ms, &fault));
    ck_assert(ms >= 0 && ms < 60000);
    must(cujit_memory_to_device_async(context, memory, pinned, PIECE, second, &fault));
    must(cujit_context_synchronize(context, &fault));
}

TEST(an_unrecorded_event_has_no_time)
{
    cujit_event *start = make_event(context), *end = make_event(context);
    double ms = -1;

    must(cujit_event_record(start, NULL, &fault));
    must(cujit_event_synchronize(start, &fault));
    ck_assert_int_ne(cujit_event_elapsed(start, end, &ms, &fault), CUJIT_OK);
    ck_assert(ms == -1);
    cujit_error_clear(&fault);
    must(cujit_event_record(end, NULL, &fault));
    must(cujit_event_synchronize(end, &fault));
    must(cujit_event_elapsed(start, end, &ms, &fault));
    ck_assert(ms >= 0);
}

/* ---- Life -------------------------------------------------------------------------------------------------------- */

/* The context's handle goes first; everything else still works, and goes in any order. */
TEST(objects_keep_their_context)
{
    cujit_context *own = cj_test_context();
    cujit_event *event = make_event(own);
    cujit_array *x = zeros(own, CUJIT_FLOAT32, 4);
    cujit_elementwise *kernel = kernel_of(own, "float *x", "x[i] += 1");

    cujit_context_free(own);
    run_kernel(kernel, CUJIT_ARGS(x));
    ck_assert_ptr_nonnull(cujit_array_context(x));
    cujit_elementwise_free(kernel);
    must(cujit_event_record(event, NULL, &fault));
    expect_elements(x, float, 1, 1, 1, 1);
}
