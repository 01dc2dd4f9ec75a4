/*
 * test_reduction_limits.c: what reductions along axes refuse and what they let pass; and accumulators that are as large
 * as they may be. On every device.
 */
#include "libjit/reduction/reduction.h"
#include "libjit/runtime/array.h"
#include "libjit/runtime/context.h"
#include "tests/kernels.h"

CONTEXT_FOR_EACH_CASE

/* ---- Overlaps ---------------------------------------------------------------------------------------------------- */

TEST(no_elements_overlap_nothing)
{
    const cujit_reduction_spec spec = {
        .out_type = "float", .neutral = "7", .reduce = "a + b", .map = "x[i]", .arguments = "const float *x"};
    cujit_reduction *reduction = make_reduction(context, &spec);
    cujit_array *out = zeros_shape(context, CUJIT_FLOAT32, 1, (const size_t[]){8});
    cujit_array *x = view_at(context, CUJIT_FLOAT32, 2, (const size_t[]){0, 8}, NULL,
                             (float *)cujit_array_data(out) + 3);
    const cujit_reduction_options options = {.axes = (const int[]){0}, .axis_count = 1, .out = &out};

    must(cujit_reduction_run(reduction, &options, CUJIT_ARGS(x), NULL, &fault));
    expect_each(out, float, got == 7);
}

static const cujit_reduction_spec looked_up = {SUM_FROM_0, .out_type = "int", .map = "table[x[i]]",
                                               .arguments = "const int *x, const int *table"};

/* Results are written while others are still being computed. */
TEST(results_do_not_go_into_a_table)
{
    cujit_reduction *reduction = make_reduction(context, &looked_up);
    cujit_array *x = zeros_shape(context, CUJIT_INT32, 2, (const size_t[]){6, 8});
    cujit_array *table = zeros_shape(context, CUJIT_INT32, 1, (const size_t[]){16});
    cujit_array *out = view_at(context, CUJIT_INT32, 1, (const size_t[]){8}, NULL, (int *)cujit_array_data(table) + 15);
    const cujit_reduction_options options = {.axes = (const int[]){0}, .axis_count = 1, .out = &out};

    refuse(cujit_reduction_run(reduction, &options, CUJIT_ARGS(x, table), NULL, &fault), CUJIT_ERROR_INVALID_ARGUMENT,
           "out[0] overlaps argument 2 (table)");
}

/* It is read by numbers in C order, and nothing tells a kernel of another. */
TEST(tables_are_in_c_order)
{
    cujit_reduction *reduction = make_reduction(context, &looked_up);
    cujit_array *x = zeros_shape(context, CUJIT_INT32, 1, (const size_t[]){16}), *table = NULL, *sum = NULL;

    table = view_at(context, CUJIT_INT32, 2, (const size_t[]){4, 4}, (const ptrdiff_t[]){4, 16}, cujit_array_data(x));
    refuse(cujit_reduction_run(reduction, NULL, CUJIT_ARGS(x, table), &sum, &fault), CUJIT_ERROR_ARGUMENT_SIZE,
           "argument 2 (table): the array is not in C order");
}

/* ---- Large accumulators ------------------------------------------------------------------------------------------ */

/* What a GPU would choose, whether there is one or not. */
static cj_reduction_plan choose_for_gpu(cj_call *bound, const cj_fold_views *views)
{
    cj_fold_kernel kernel = *cj_fold_of(bound);
    cj_backend backend = *kernel.core.context->backend;
    cj_device device = *kernel.core.context->device;
    cujit_context gpu = *kernel.core.context;

    backend.tiles = true;
    device.processors = 132;
    gpu.backend = &backend;
    gpu.device = &device;
    kernel.core.context = &gpu;
    bound->core = &kernel.core;
    return cj_reduction_views_choose(views);
}

enum { LENGTH = 10000, COLUMNS = 24 };

/* Two of 1 KiB, the most that one may have, and columns so long that blocks would like to share them. */
static const char preamble[] =
    "static __device__ counts one(int value) { counts c = {}; c.of[value & 255] = 1; return c; }\n"
    "static __device__ counts join(counts a, const counts &b)\n"
    "{ for (int k = 0; k < 256; k++) a.of[k] += b.of[k]; return a; }\n";
#define COUNTS                                                                                                         \
    .out_type = "int", .accumulator = "counts", .neutral = "counts{}", .reduce = "join(a, b)", .post = "a.of[1]"
static const cujit_reduction_result second = {COUNTS, .map = "one((int)x[i] + 1)"};
static const cujit_reduction_spec spec_of_counts = {COUNTS,
                                                    .map = "one((int)x[i])",
                                                    .more = &second,
                                                    .more_count = 1,
                                                    .arguments = "const signed char *x",
                                                    .preamble = preamble};

TEST(large_accumulators_fit_shared_memory)
{
    const cujit_reduction_options options = {.axes = (const int[]){0}, .axis_count = 1};
    const cujit_type_spec type = {"counts", "struct counts { int of[256]; };", 1024, 4};
    static signed char data[LENGTH * COLUMNS];
    int got[COLUMNS], expected[2][COLUMNS] = {{0}};
    cujit_array *x = NULL, *results[2] = {NULL};
    cujit_reduction *reduction;
    const cj_variant *variant;
    cj_fold_views views;
    cj_reduction_plan plan;
    cj_call bound;

    for (size_t k = 0; k < LENGTH * COLUMNS; k++) {
        data[k] = (signed char)(k * k / 7 % 3);
        expected[0][k % COLUMNS] += data[k] == 1;
        expected[1][k % COLUMNS] += data[k] == 0;
    }
    register_type(context, &type);
    reduction = make_reduction(context, &spec_of_counts);
    x = upload_shape(context, CUJIT_INT8, 2, (const size_t[]){LENGTH, COLUMNS}, data);
    must(cujit_reduction_run(reduction, &options, CUJIT_ARGS(x), results, &fault));
    for (int k = 0; k < 2; k++) {
        download(results[k], got);
        ck_assert_mem_eq(got, expected[k], sizeof got);
    }

    must(cj_call_bind(&reduction->kernel->core, &CUJIT_ARGS(x), NULL, &bound, &fault));
    must(cj_fold_call_operands(&bound, &fault));
    must(cj_fold_views_find(&bound, results, options.axes, options.axis_count, NULL, options.keepdims != 0, &views,
                            &fault));
    plan = choose_for_gpu(&bound, &views);
    variant = &plan.variant;
    ck_assert_int_eq(variant->form, CJ_FOLD_COLUMNS);
    ck_assert_uint_eq(reduction->kernel->value_size, 2048);
    ck_assert_uint_le((size_t)cj_reduction_columns_rows(variant) * variant->lanes * variant->width * 2048, 48 << 10);
    for (int k = 0; k < 2; k++)
        cujit_array_free(results[k]);
}

/* ---- Parameters -------------------------------------------------------------------------------------------------- */

/* The struct of numbers counts among the parameters of a kernel, of which not every device takes as many. */
TEST(parameters_are_limited)
{
    const cujit_reduction_options options = {.axes = (const int[]){0}, .axis_count = 1};
    const cujit_reduction_spec spec = {SUM_FROM_0, .out_type = "int", .arguments = "const int *x"};
    const size_t most = context->device->max_parameter_bytes;
    cujit_reduction *reduction = make_reduction(context, &spec);
    cujit_array *x = zeros_shape(context, CUJIT_INT32, 2, (const size_t[]){4, 6}), *sums = NULL;

    context->device->max_parameter_bytes = 80;
    refuse(cujit_reduction_run(reduction, &options, CUJIT_ARGS(x), &sums, &fault), CUJIT_ERROR_UNSUPPORTED,
           "shapes and strides");
    ck_assert_ptr_null(sums);
    context->device->max_parameter_bytes = most;
    run_reduction(reduction, &options, CUJIT_ARGS(x));
}
