/*
 * test_extents.c: counts that no memory can have are errors that say so, from every call that takes one.
 */
#include "tests/kernels.h"

CONTEXT_FOR_EACH_CASE

/* Fails the test unless the call was refused for its size, in these words. */
static void refused(cujit_status status, const char *words, cujit_error *error)
{
    expect(status == CUJIT_ERROR_ARGUMENT_SIZE && strstr(error->message, words) != NULL, "%s, not %s: %s", words,
           cujit_status_name(status), error->message);
    cujit_error_clear(error);
}

/* Of elements of 8 bytes. */
static const size_t counts[] = {(size_t)1 << 60,       (size_t)1 << 61, (size_t)1 << 62, (size_t)1 << 63,
                                ((size_t)1 << 63) + 5, SIZE_MAX - 1,    SIZE_MAX};

TEST_EACH(prepared_launches_check_n, COUNT(counts))
{
    const size_t n = counts[_i];
    double nothing[2] = {1, 2};
    void *memory = nothing, *values[] = {&memory, &memory}, *results[] = {memory};
    cujit_elementwise *plain = kernel_of(context, "const double *x, double *z", "z[i] = x[i] + 1");
    cujit_elementwise *placed = kernel_of(context, "const double *x, double *z", "z[i] = i0 + x[i]");
    cujit_reduction *sum = reduction_with(context, .out_type = "double", .reduce = "a + b");
    cujit_scan *sums = scan_with(context, .out_type = "double", .reduce = "a + b");
    const cujit_slice slice = {.start = 0, .stop = 1, .step = 1};
    const cujit_elementwise_options part = {.slice = &slice};
    const cujit_reduction_options some = {.slice = &slice};

    refused(cujit_elementwise_launch_prepared(plain, NULL, n, values, &fault), "n is ", &fault);
    refused(cujit_elementwise_launch_prepared(plain, &part, n, values, &fault), "n is ", &fault);
    refused(cujit_elementwise_launch_prepared(placed, NULL, n, values, &fault), "n is ", &fault);
    refused(cujit_elementwise_launch_prepared(placed, &(cujit_elementwise_options){.ndim = 1, .shape = &n}, n, values,
                                              &fault),
            "n is ", &fault);
    refused(cujit_reduction_launch_prepared(sum, NULL, n, values, results, &fault), "n is ", &fault);
    refused(cujit_reduction_launch_prepared(sum, &some, n, values, results, &fault), "n is ", &fault);
    refused(cujit_scan_launch_prepared(sums, NULL, n, values, memory, &fault), "n is ", &fault);
    ck_assert(nothing[0] == 1 && nothing[1] == 2);
}

TEST_EACH(checked_calls_check_their_memory, COUNT(counts))
{
    const size_t n = counts[_i];
    double nothing[2] = {1, 2};
    cujit_elementwise *plain = kernel_of(context, "const double *x, double *z", "z[i] = x[i] + 1");
    cujit_reduction *sum = reduction_with(context, .out_type = "double", .reduce = "a + b");
    cujit_scan *sums = scan_with(context, .out_type = "double", .reduce = "a + b");
    cujit_arg far = CUJIT_POINTER(nothing, CUJIT_FLOAT64, n);
    cujit_array *result = NULL;

    refused(cujit_elementwise_run(plain, NULL, CUJIT_ARGS(far, far), &fault), "argument 1 (x)", &fault);
    refused(cujit_reduction_run(sum, NULL, CUJIT_ARGS(far), &result, &fault), "argument 1 (x)", &fault);
    refused(cujit_scan_run(sums, NULL, CUJIT_ARGS(far), &result, &fault), "argument 1 (x)", &fault);
    if (n > SIZE_MAX / 2 && n % 8 == 0)
        refused(cujit_elementwise_run(plain, NULL, CUJIT_ARGS(CUJIT_IN(nothing, n), CUJIT_OUT(nothing, n)), &fault),
                "argument 1 (x)", &fault);
}

TEST(modules_check_their_buffers)
{
    cujit_module *module = NULL;
    cujit_function *function = NULL;
    char nothing[8];

    module = module_with(context, .source = "__global__ void k(char *x) { x[0] = 1; }");
    must(cujit_module_function(module, "k", &function, &fault));
    refused(cujit_function_launch(function, &(cujit_launch){.grid = {1}},
                                  CUJIT_ARGS(CUJIT_INOUT(nothing, (size_t)1 << 63)), &fault),
            "argument 1 (x)", &fault);
}

TEST_EACH(memory_checks_its_bytes, 3)
{
    const size_t bytes = SIZE_MAX - (size_t)_i * 16;
    char host[8];
    void *memory = NULL;

    must(cujit_memory_alloc(context, 8, &memory, &fault));
    refused(cujit_memory_to_device(context, memory, host, bytes, &fault), "cujit_memory_to_device", &fault);
    refused(cujit_memory_to_host(context, host, memory, bytes, &fault), "cujit_memory_to_host", &fault);
    refused(cujit_memory_copy(context, memory, memory, bytes, &fault), "cujit_memory_copy", &fault);
    refused(cujit_memory_to_device_async(context, memory, host, bytes, NULL, &fault), "_async", &fault);
    refused(cujit_memory_fill(context, memory, 0, bytes, NULL, &fault), "cujit_memory_fill", &fault);
    refused(cujit_memory_fill16(context, memory, 0, bytes / 2 - 1, NULL, &fault), "cujit_memory_fill16", &fault);
    refused(cujit_memory_fill32(context, memory, 0, bytes / 4 - 1, NULL, &fault), "cujit_memory_fill32", &fault);
    refused(cujit_memory_copy_peer(context, memory, context, memory, bytes, &fault), "peer", &fault);
    refused(cujit_pinned_register(context, host, bytes, &fault), "cujit_pinned_register", &fault);
    ck_assert_int_ne(cujit_memory_alloc(context, bytes, &memory, &fault), CUJIT_OK);
    cujit_memory_free(context, memory);
}

/* Products that wrap around to something small. */
TEST(shapes_are_multiplied_with_care)
{
    const size_t half = (size_t)1 << 32, shapes[][3] = {{half, half, 1},
                                                        {half, half, 4},
                                                        {SIZE_MAX, SIZE_MAX, 1},
                                                        {(size_t)1 << 61, 8, 1},
                                                        {1, 1, (size_t)1 << 61}};
    double nothing[2] = {1, 2};
    void *memory = nothing, *values[] = {&memory, &memory};
    cujit_elementwise *placed = kernel_of(context, "const double *x, double *z", "z[i] = i0 + x[i]");
    const ptrdiff_t none[3] = {0};
    cujit_array *array = NULL;

    for (size_t k = 0; k < COUNT(shapes); k++) {
        const cujit_elementwise_options options = {.ndim = 3, .shape = shapes[k]};

        refused(cujit_array_create(context, CUJIT_FLOAT64, 3, shapes[k], &array, &fault), "address space", &fault);
        refused(cujit_array_view(context, CUJIT_FLOAT64, 3, shapes[k], none, nothing, &array, &fault), "address space",
                &fault);
        refused(cujit_elementwise_launch_prepared(placed, &options, 2, values, &fault), "elements", &fault);
    }
    ck_assert_ptr_null(array);
}
