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

/* Behind all that lives in the context. */
static void close_context(void *context)
{
    (cujit_context_free)(context);
    ck_assert_uint_eq(owner.held, 0);
}

static void open_context(void)
{
    const cujit_allocator allocator = {owner_alloc, owner_free, &owner};

    owner = (struct owner){.source = cj_test_context()};
    must(cujit_context_create(&(cujit_context_options){.allocator = &allocator}, &owner.context, &fault));
    cj_test_keep(owner.context, close_context);
}
FIXTURE(open_context, NULL)

TEST(arrays_live_in_it)
{
    cujit_array *array = counting(owner.context, COUNT_OF), *blank, *empty;

    ck_assert_uint_eq(owner.held, 1);
    ck_assert_uint_eq(owner.blocks[0].size, COUNT_OF * sizeof(float));
    ck_assert_ptr_null(owner.blocks[0].stream);
    ck_assert_ptr_eq(cujit_array_data(array), owner.blocks[0].memory);
    expect_each(array, float, got == (float)k);
    blank = zeros(owner.context, CUJIT_INT8, COUNT_OF);
    empty = strided(owner.context, CUJIT_INT8, 1, &(size_t){0}, NULL);
    ck_assert_uint_eq(owner.allocs, 2);
    cujit_array_free(empty);
    cujit_array_free(blank);
    cujit_array_free(array);
    ck_assert_uint_eq(owner.frees, 2);
}

static void free_array(void *array)
{
    (cujit_array_free)(array);
}

static cujit_array *sum_on(cujit_stream stream, const cujit_array *of)
{
    cujit_array *sum = NULL;

    must(cujit_reduce(CUJIT_REDUCER_SUM, of, &(cujit_reduction_options){.stream = stream}, &sum, &fault));
    return cj_test_keep(sum, free_array);
}

TEST(results_live_in_it_by_the_stream_of_the_call)
{
    cujit_stream stream = make_stream(owner.context);
    cujit_array *ones = strided(owner.context, CUJIT_INT8, 1, &(size_t){COUNT_OF}, NULL), *sum, *running;
    cujit_scan *scan = scan_with(owner.context, SUM_FROM_0, .out_type = "signed char",
                                 .arguments = "const signed char *x");

    must(cujit_memory_fill(owner.context, cujit_array_data(ones), 1, COUNT_OF, stream, &fault));
    sum = sum_on(stream, ones);
    running = run_scan(scan, &(cujit_scan_options){.stream = stream}, CUJIT_ARGS(ones));
    ck_assert_uint_eq(owner.held, 3);
    ck_assert_ptr_eq(owner.blocks[1].stream, stream);
    ck_assert_uint_eq(owner.blocks[1].size, sizeof(long long));
    ck_assert_ptr_eq(owner.blocks[2].stream, stream);
    must(cujit_stream_synchronize(owner.context, stream, &fault));
    expect_elements(sum, long long, COUNT_OF);
    expect_each(running, signed char, got == (signed char)(k + 1));
}

TEST(where_it_has_none_is_an_error)
{
    const size_t shape[] = {COUNT_OF};
    cujit_array *array = NULL;

    owner.failures = 2;
    refuse(cujit_array_create(owner.context, CUJIT_FLOAT32, 1, shape, &array, &fault), CUJIT_ERROR_DEVICE_MEMORY,
           "allocator", "4000 bytes");
    ck_assert_ptr_null(array);
    ck_assert_uint_eq(owner.allocs, 1);
    ck_assert_uint_eq(owner.frees, 0);
}

/* As the device's memory does it: what is kept for buffers goes when memory runs out. The host keeps nothing. */
TEST(kept_memory_is_given_back_for_a_second_try)
{
    float data[COUNT_OF] = {0};

    if (cj_test_on_host())
        return;
    run_once(owner.context, "float *x", "x[i] = 1", CUJIT_ARGS(CUJIT_OUT(data, sizeof data)));
    owner.failures = 1;
    strided(owner.context, CUJIT_FLOAT32, 1, &(size_t){COUNT_OF}, NULL);
    ck_assert_uint_eq(owner.allocs, 2);
}

TEST(memory_that_is_not_aligned_is_refused)
{
    const size_t shape[] = {COUNT_OF};
    cujit_array *array = NULL;

    owner.off = 8;
    refuse(cujit_array_create(owner.context, CUJIT_FLOAT32, 1, shape, &array, &fault), CUJIT_ERROR_INVALID_ARGUMENT,
           "expected a multiple of 64");
    ck_assert_uint_eq(owner.frees, 1);
}

TEST(it_takes_both_functions)
{
    const cujit_allocator halves[] = {{NULL, owner_free, &owner}, {owner_alloc, NULL, &owner}, {0}};

    for (int k = 0; k < COUNT(halves); k++) {
        cujit_context *context = NULL;

        refuse(cujit_context_create(&(cujit_context_options){.allocator = &halves[k]}, &context, &fault),
               CUJIT_ERROR_INVALID_ARGUMENT, k == 1 ? "free is NULL" : "alloc is NULL");
    }
}

/* An array holds its context, and so the context its allocator, for as long as there is one. */
TEST(an_array_may_outlive_the_callers_context)
{
    cujit_array *array = strided(owner.context, CUJIT_FLOAT32, 1, &(size_t){COUNT_OF}, NULL);

    cujit_context_free(owner.context);
    ck_assert_uint_eq(owner.frees, 0);
    cujit_array_free(array);
    ck_assert_uint_eq(owner.frees, 1);
}

/* What a recording makes is asked for at once, for the stream that is recorded, and is there for each launch. */
TEST(a_recorded_call_has_its_result_in_it)
{
    cujit_stream stream = make_stream(owner.context);
    cujit_array *x = zeros(owner.context, CUJIT_INT8, COUNT_OF), *sum;
    cujit_graph *graph;

    must(cujit_graph_begin(owner.context, stream, &fault));
    sum = sum_on(stream, x);
    graph = end_graph(owner.context, stream);
    ck_assert_uint_eq(owner.held, 2);
    ck_assert_ptr_eq(owner.blocks[1].stream, stream);
    for (int k = 1; k <= 2; k++) {
        must(cujit_memory_fill(owner.context, cujit_array_data(x), (unsigned char)k, COUNT_OF, stream, &fault));
        must(cujit_graph_launch(graph, stream, &fault));
        must(cujit_stream_synchronize(owner.context, stream, &fault));
        expect_elements(sum, long long, (long long)k *COUNT_OF);
    }
}

static cujit_status make_and_fail(cujit_error *error)
{
    CUJIT_AUTO(cujit_array) *first = NULL, *never = NULL;
    const cujit_status status = cujit_array_zeros(owner.context, CUJIT_INT8, 1, &(size_t){10}, &first, error);

    ck_assert_uint_eq(owner.held, 1);
    return status != CUJIT_OK ? status : cujit_array_astype(first, CUJIT_DTYPE_NONE, NULL, &never, error);
}

/* CUJIT_AUTO: whichever way a scope is left. */
TEST(what_frees_itself_goes_with_its_scope)
{
    for (int k = 0; k < 2; k++) {
        CUJIT_AUTO(cujit_error) error = {0};

        ck_assert_int_eq(make_and_fail(&error), CUJIT_ERROR_ARGUMENT_TYPE);
        ck_assert_int_eq(error.status, CUJIT_ERROR_ARGUMENT_TYPE);
        ck_assert_uint_eq(owner.held, 0);
    }
    ck_assert_uint_eq(owner.allocs, 2);
}
