/*
 * test_extents.c: counts that no memory can have are errors that say so, from every call that takes one.
 */
#include "tests/kernels.h"

CONTEXT_FOR_EACH_CASE

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

    refuse(cujit_elementwise_launch_prepared(plain, NULL, n, values, &fault), CUJIT_ERROR_ARGUMENT_SIZE, "n is ");
    refuse(cujit_elementwise_launch_prepared(plain, &part, n, values, &fault), CUJIT_ERROR_ARGUMENT_SIZE, "n is ");
    refuse(cujit_elementwise_launch_prepared(placed, NULL, n, values, &fault), CUJIT_ERROR_ARGUMENT_SIZE, "n is ");
    refuse(cujit_elementwise_launch_prepared(placed, &(cujit_elementwise_options){.ndim = 1, .shape = &n}, n, values,
                                             &fault),
           CUJIT_ERROR_ARGUMENT_SIZE, "n is ");
    refuse(cujit_reduction_launch_prepared(sum, NULL, n, values, results, &fault), CUJIT_ERROR_ARGUMENT_SIZE, "n is ");
    refuse(cujit_reduction_launch_prepared(sum, &some, n, values, results, &fault), CUJIT_ERROR_ARGUMENT_SIZE, "n is ");
    refuse(cujit_scan_launch_prepared(sums, NULL, n, values, memory, &fault), CUJIT_ERROR_ARGUMENT_SIZE, "n is ");
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

    refuse(cujit_elementwise_run(plain, NULL, CUJIT_ARGS(far, far), &fault), CUJIT_ERROR_ARGUMENT_SIZE,
           "argument 1 (x)");
    refuse(cujit_reduction_run(sum, NULL, CUJIT_ARGS(far), &result, &fault), CUJIT_ERROR_ARGUMENT_SIZE,
           "argument 1 (x)");
    refuse(cujit_scan_run(sums, NULL, CUJIT_ARGS(far), &result, &fault), CUJIT_ERROR_ARGUMENT_SIZE, "argument 1 (x)");
    if (n > SIZE_MAX / 2 && n % 8 == 0)
        refuse(cujit_elementwise_run(plain, NULL, CUJIT_ARGS(CUJIT_IN(nothing, n), CUJIT_OUT(nothing, n)), &fault),
               CUJIT_ERROR_ARGUMENT_SIZE, "argument 1 (x)");
}

TEST(modules_check_their_buffers)
{
    char nothing[8];
    cujit_module *module = module_with(context, .source = "__global__ void k(char *x) { x[0] = 1; }");
    cujit_function *function = function_of(module, "k");

    refuse(cujit_function_launch(function, &(cujit_launch){.grid = {1}},
                                 CUJIT_ARGS(CUJIT_INOUT(nothing, (size_t)1 << 63)), &fault),
           CUJIT_ERROR_ARGUMENT_SIZE, "argument 1 (x)");
}

TEST_EACH(memory_checks_its_bytes, 3)
{
    const size_t bytes = SIZE_MAX - (size_t)_i * 16;
    char host[8];
    void *memory = device_memory(context, 8);

    refuse(cujit_memory_to_device(context, memory, host, bytes, &fault), CUJIT_ERROR_ARGUMENT_SIZE,
           "cujit_memory_to_device");
    refuse(cujit_memory_to_host(context, host, memory, bytes, &fault), CUJIT_ERROR_ARGUMENT_SIZE,
           "cujit_memory_to_host");
    refuse(cujit_memory_copy(context, memory, memory, bytes, &fault), CUJIT_ERROR_ARGUMENT_SIZE, "cujit_memory_copy");
    refuse(cujit_memory_to_device_async(context, memory, host, bytes, NULL, &fault), CUJIT_ERROR_ARGUMENT_SIZE,
           "_async");
    refuse(cujit_memory_fill(context, memory, 0, bytes, NULL, &fault), CUJIT_ERROR_ARGUMENT_SIZE, "cujit_memory_fill");
    refuse(cujit_memory_fill16(context, memory, 0, bytes / 2 - 1, NULL, &fault), CUJIT_ERROR_ARGUMENT_SIZE,
           "cujit_memory_fill16");
    refuse(cujit_memory_fill32(context, memory, 0, bytes / 4 - 1, NULL, &fault), CUJIT_ERROR_ARGUMENT_SIZE,
           "cujit_memory_fill32");
    refuse(cujit_memory_copy_peer(context, memory, context, memory, bytes, &fault), CUJIT_ERROR_ARGUMENT_SIZE, "peer");
    refuse(cujit_pinned_register(context, host, bytes, &fault), CUJIT_ERROR_ARGUMENT_SIZE, "cujit_pinned_register");
    ck_assert_int_ne(cujit_memory_alloc(context, bytes, &memory, &fault), CUJIT_OK);
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

        refuse(cujit_array_create(context, CUJIT_FLOAT64, 3, shapes[k], &array, &fault), CUJIT_ERROR_ARGUMENT_SIZE,
               "address space");
        refuse(cujit_array_view(context, CUJIT_FLOAT64, 3, shapes[k], none, nothing, &array, &fault),
               CUJIT_ERROR_ARGUMENT_SIZE, "address space");
        refuse(cujit_elementwise_launch_prepared(placed, &options, 2, values, &fault), CUJIT_ERROR_ARGUMENT_SIZE,
               "elements");
    }
    ck_assert_ptr_null(array);
}
