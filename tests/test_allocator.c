/*
 * test_allocator.c: an application's own memory for arrays and results: who asks for how much and for which stream, what
 * comes back, and what happens where there is none.
 */
#include "tests/kernels.h"

#include <string.h>

enum { ROOM = 16, COUNT_OF = 1000 };

/* Memory of the same device by another context, as an application has its own; and a list of who has what. */
static struct owner {
    cujit_context *source, *context;
    size_t failures; /* of the next calls */
    size_t off;      /* bytes beside where memory should be */
    size_t allocs, frees, held;
    struct {
        char *memory;
        size_t size;
        cujit_stream stream;
    } blocks[ROOM];
} owner;

static void *owner_alloc(void *user, size_t size, cujit_stream stream)
{
    struct owner *self = user;
    void *memory = NULL;

    self->allocs++;
    if (self->failures > 0 && self->failures--)
        return NULL;
    ck_assert_uint_ne(size, 0);
    ck_assert_uint_lt(self->held, ROOM);
    must(cujit_memory_alloc(self->source, size + 64, &memory, &fault));
    self->blocks[self->held].memory = memory;
    self->blocks[self->held].size = size;
    self->blocks[self->held++].stream = stream;
    return (char *)memory + self->off;
}

static void owner_free(void *user, void *memory, size_t size, cujit_stream stream)
{
    struct owner *self = user;
    size_t k = 0;

    self->frees++;
    while (k < self->held && self->blocks[k].memory + self->off != memory)
        k++;
    ck_assert_uint_lt(k, self->held);
    ck_assert_uint_eq(self->blocks[k].size, size);
    ck_assert_ptr_eq(self->blocks[k].stream, stream);
    cujit_memory_free(self->source, self->blocks[k].memory);
    self->blocks[k] = self->blocks[--self->held];
}

static void open_context(void)
{
    const cujit_allocator allocator = {owner_alloc, owner_free, &owner};

    owner = (struct owner){.source = cj_test_context()};
    must(cujit_context_create(&(cujit_context_options){.allocator = &allocator}, &owner.context, &fault));
}

static void close_context(void)
{
    cujit_context_free(owner.context);
    ck_assert_uint_eq(owner.held, 0);
    cujit_context_free(owner.source);
}
FIXTURE(open_context, close_context)

TEST(arrays_live_in_it)
{
    const size_t shape[] = {COUNT_OF}, none[] = {0};
    float data[COUNT_OF], back[COUNT_OF] = {0};
    cujit_array *array = NULL, *zeros = NULL, *empty = NULL;

    for (int k = 0; k < COUNT_OF; k++)
        data[k] = (float)k;
    must(cujit_array_from_host(owner.context, CUJIT_FLOAT32, 1, shape, data, &array, &fault));
    ck_assert_uint_eq(owner.held, 1);
    ck_assert_uint_eq(owner.blocks[0].size, sizeof data);
    ck_assert_ptr_null(owner.blocks[0].stream);
    ck_assert_ptr_eq(cujit_array_data(array), owner.blocks[0].memory);
    must(cujit_array_to_host(array, back, sizeof back, &fault));
    ck_assert_mem_eq(back, data, sizeof data);
    must(cujit_array_zeros(owner.context, CUJIT_INT8, 1, shape, &zeros, &fault));
    must(cujit_array_create(owner.context, CUJIT_INT8, 1, none, &empty, &fault));
    ck_assert_uint_eq(owner.allocs, 2);
    cujit_array_free(empty);
    cujit_array_free(zeros);
    cujit_array_free(array);
    ck_assert_uint_eq(owner.frees, 2);
}

TEST(results_live_in_it_by_the_stream_of_the_call)
{
    const size_t shape[] = {COUNT_OF};
    cujit_array *ones = NULL, *sum = NULL, *running = NULL;
    cujit_stream stream = NULL;
    cujit_scan *scan = NULL;
    long long total = 0;
    char last[COUNT_OF];

    must(cujit_stream_create(owner.context, &stream, &fault));
    must(cujit_array_create(owner.context, CUJIT_INT8, 1, shape, &ones, &fault));
    must(cujit_memory_fill(owner.context, cujit_array_data(ones), 1, COUNT_OF, stream, &fault));
    must(cujit_scan_create(
        owner.context,
        &(cujit_scan_spec){
            .out_type = "signed char", .reduce = "a + b", .neutral = "0", .arguments = "const signed char *x"},
        &scan, &fault));
    must(cujit_reduce(CUJIT_REDUCER_SUM, ones, &(cujit_reduction_options){.stream = stream}, &sum, &fault));
    must(cujit_scan_run(scan, &(cujit_scan_options){.stream = stream}, CUJIT_ARGS(ones), &running, &fault));
    ck_assert_uint_eq(owner.held, 3);
    ck_assert_ptr_eq(owner.blocks[1].stream, stream);
    ck_assert_uint_eq(owner.blocks[1].size, sizeof total);
    ck_assert_ptr_eq(owner.blocks[2].stream, stream);
    must(cujit_stream_synchronize(owner.context, stream, &fault));
    must(cujit_array_to_host(sum, &total, sizeof total, &fault));
    ck_assert_int_eq(total, COUNT_OF);
    must(cujit_array_to_host(running, last, sizeof last, &fault));
    ck_assert_int_eq(last[99], 100);
    cujit_array_free(running);
    cujit_array_free(sum);
    cujit_array_free(ones);
    cujit_scan_free(scan);
    cujit_stream_free(owner.context, stream);
}

TEST(where_it_has_none_is_an_error)
{
    const size_t shape[] = {COUNT_OF};
    cujit_array *array = NULL;

    owner.failures = 2;
    ck_assert_int_eq(cujit_array_create(owner.context, CUJIT_FLOAT32, 1, shape, &array, &fault),
                     CUJIT_ERROR_DEVICE_MEMORY);
    ck_assert_ptr_null(array);
    ck_assert_msg(strstr(fault.message, "allocator") != NULL && strstr(fault.message, "4000 bytes") != NULL, "%s",
                  fault.message);
    ck_assert_uint_eq(owner.allocs, 1);
    ck_assert_uint_eq(owner.frees, 0);
}

/* As the device's memory does it: what is kept for buffers goes when memory runs out. The host keeps nothing. */
TEST(kept_memory_is_given_back_for_a_second_try)
{
    const size_t shape[] = {COUNT_OF};
    cujit_elementwise *kernel = NULL;
    cujit_array *array = NULL;
    float data[COUNT_OF] = {0};

    if (cj_test_on_host())
        return;
    must(cujit_elementwise_create(
        owner.context, &(cujit_elementwise_spec){.arguments = "float *x", .operation = "x[i] = 1"}, &kernel, &fault));
    must(cujit_elementwise_run(kernel, NULL, CUJIT_ARGS(CUJIT_OUT(data, sizeof data)), &fault));
    owner.failures = 1;
    must(cujit_array_create(owner.context, CUJIT_FLOAT32, 1, shape, &array, &fault));
    ck_assert_uint_eq(owner.allocs, 2);
    cujit_array_free(array);
    cujit_elementwise_free(kernel);
}

TEST(memory_that_is_not_aligned_is_refused)
{
    const size_t shape[] = {COUNT_OF};
    cujit_array *array = NULL;

    owner.off = 8;
    ck_assert_int_eq(cujit_array_create(owner.context, CUJIT_FLOAT32, 1, shape, &array, &fault),
                     CUJIT_ERROR_INVALID_ARGUMENT);
    ck_assert_msg(strstr(fault.message, "expected a multiple of 64") != NULL, "%s", fault.message);
    ck_assert_uint_eq(owner.frees, 1);
}

TEST(it_takes_both_functions)
{
    const cujit_allocator halves[] = {{NULL, owner_free, &owner}, {owner_alloc, NULL, &owner}, {0}};

    for (int k = 0; k < COUNT(halves); k++) {
        cujit_context *context = NULL;

        ck_assert_int_eq(cujit_context_create(&(cujit_context_options){.allocator = &halves[k]}, &context, &fault),
                         CUJIT_ERROR_INVALID_ARGUMENT);
        ck_assert_ptr_nonnull(strstr(fault.message, k == 1 ? "free is NULL" : "alloc is NULL"));
        cujit_error_clear(&fault);
    }
}

/* An array holds its context, and so the context its allocator, for as long as there is one. */
TEST(an_array_may_outlive_the_callers_context)
{
    const size_t shape[] = {COUNT_OF};
    cujit_array *array = NULL;

    must(cujit_array_create(owner.context, CUJIT_FLOAT32, 1, shape, &array, &fault));
    cujit_context_free(owner.context);
    owner.context = NULL;
    ck_assert_uint_eq(owner.frees, 0);
    cujit_array_free(array);
    ck_assert_uint_eq(owner.frees, 1);
}

/* What a recording makes is asked for at once, for the stream that is recorded, and is there for each launch. */
TEST(a_recorded_call_has_its_result_in_it)
{
    const size_t shape[] = {COUNT_OF};
    cujit_array *x = NULL, *sum = NULL;
    cujit_stream stream = NULL;
    cujit_graph *graph = NULL;
    long long total = 0;

    must(cujit_stream_create(owner.context, &stream, &fault));
    must(cujit_array_zeros(owner.context, CUJIT_INT8, 1, shape, &x, &fault));
    must(cujit_graph_begin(owner.context, stream, &fault));
    must(cujit_reduce(CUJIT_REDUCER_SUM, x, &(cujit_reduction_options){.stream = stream}, &sum, &fault));
    must(cujit_graph_end(owner.context, stream, &graph, &fault));
    ck_assert_uint_eq(owner.held, 2);
    ck_assert_ptr_eq(owner.blocks[1].stream, stream);
    for (int k = 1; k <= 2; k++) {
        must(cujit_memory_fill(owner.context, cujit_array_data(x), (unsigned char)k, COUNT_OF, stream, &fault));
        must(cujit_graph_launch(graph, stream, &fault));
        must(cujit_stream_synchronize(owner.context, stream, &fault));
        must(cujit_array_to_host(sum, &total, sizeof total, &fault));
        ck_assert_int_eq(total, (long long)k * COUNT_OF);
    }
    cujit_graph_free(graph);
    cujit_array_free(sum);
    cujit_array_free(x);
    cujit_stream_free(owner.context, stream);
}
