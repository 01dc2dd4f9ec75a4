/*
 * test_stencil_compile.c: the form for stencils compiles for a GPU, which need not be there: all types, ways in which
 * arrays lie, and shapes of blocks.
 *
 * Needs no device; exits 77 where there is no NVRTC.
 */
#include "libjit/device/cuda/compiler.h"
#include "libjit/elementwise/stencil.h"
#include "tests/kernels.h"

#include <stdio.h>
#include <string.h>

static cujit_context *target;

static int find_compiler(void)
{
    cj_cuda_compiler *found;

    return cj_cuda_find_compiler(NULL, &found, NULL) == CUJIT_OK ? 0 : CJ_TEST_SKIP;
}

static void make_target(void)
{
    target = cj_test_target("sm_90");
}

PREPARE(find_compiler())
FIXTURE(make_target, NULL)

enum { SLICES = 5, ROWS = 200, COLUMNS = 304 };

static const char *const types[] = {"float",     "double",     "half",   "bfloat16",   "int8",
                                    "complex64", "complex128", "uint64", "float8_e5m2"};
static const size_t sizes[] = {4, 8, 2, 2, 1, 8, 16, 8, 1};

/* x is looked at around each place, y lies `step` columns apart, z is written, `moved` columns from where its rows should
 * begin. No memory is touched: arrays are addresses. */
typedef struct arrays {
    cj_call call;
    ptrdiff_t strides[SLICES + 2][2];
    void *data[SLICES + 2];
} arrays;

static const size_t shape[] = {ROWS - 2, COLUMNS - 2};
static const size_t places[SLICES][2] = {{1, 1}, {1, 0}, {1, 2}, {0, 1}, {2, 1}};

static void add(arrays *a, size_t size, uintptr_t data, size_t row, size_t column, size_t step)
{
    const size_t k = a->call.count;
    const bool written = k == 0;

    a->strides[k][0] = (ptrdiff_t)(COLUMNS * size);
    a->strides[k][1] = (ptrdiff_t)(step * size);
    a->data[k] = (void *)(data + (row * COLUMNS + column) * size);
    a->call.values[k] = &a->data[k];
    a->call.sizes[k] = shape[0] * shape[1];
    a->call.parameters[k] = (unsigned char)k;
    a->call.operands[k] = (cj_operand){
        .ndim = 2,
        .shape = shape,
        .strides = a->strides[k],
        .item_size = size,
        .data = a->data[k],
        .written = written,
    };
    a->call.count++;
}

static cujit_elementwise *make_sum(const char *type)
{
    char arguments[300];

    snprintf(arguments, sizeof arguments,
             "%s *z, const %s *x0, const %s *x1, const %s *x2, const %s *x3, const %s *x4, const %s *y", type, type,
             type, type, type, type, type);
    return make_kernel(target,
                       &(cujit_elementwise_spec){.arguments = arguments,
                                                 .operation = "z[i] = x0[i] + x1[i] + x2[i] + x3[i] + x4[i] + y[i]",
                                                 .options = quick_options(target)});
}

static void compile(const char *type, size_t size, size_t step, size_t moved, unsigned rows, unsigned resident)
{
    const cj_elementwise *kernel = make_sum(type)->kernel;
    arrays a = {.call.core = &kernel->core};
    cj_views views = {.call = &a.call};
    const cj_built *built;
    cj_variant variant;
    cj_stencil stencil;

    add(&a, size, 0x30000000, 0, moved, 1);
    for (size_t k = 0; k < SLICES; k++)
        add(&a, size, 0x10000000, places[k][0], places[k][1], 1);
    add(&a, size, 0x50000000, 1, 1, step);
    must(cj_broadcast(a.call.operands, a.call.count, 0, &views.loop, views.strides, &fault));
    ck_assert(cj_stencil_find(kernel, &views, moved == 4 ? 1 : 0, &stencil));
    variant = cj_stencil_variant(&stencil, (cj_stencil_blocks){32, 8, rows, resident, 0});
    must(cj_core_build(&kernel->core, &variant, &built, &fault));
}

TEST_EACH(stencils_compile_for_a_gpu, COUNT(types))
{
    compile(types[_i], sizes[_i], 1, 1, 8, 0);
    compile(types[_i], sizes[_i], 0, 0, 16, 6);
    compile(types[_i], sizes[_i], 2, 0, 1, 0);
    compile(types[_i], sizes[_i], 1, 4, 8, 0);
    compile(types[_i], sizes[_i], 1, 3, 8, 6);
    compile(types[_i], sizes[_i], 2, 3, 8, 0);
}

/* x + y of two views of one memory, which lie `apart` bytes from each other, with `gap` columns between rows. */
static bool find_pair(size_t planes, size_t rows, size_t columns, size_t gap, size_t apart, cj_stencil *out)
{
    const size_t lengths[] = {planes, rows, columns};
    const ptrdiff_t step = sizeof(float), row = (ptrdiff_t)(columns + gap) * step,
                    strides[] = {(ptrdiff_t)rows * row, row, step};
    uintptr_t data[] = {0x4000000000, 0x1000000000, 0x1000000000 + apart};
    const cj_elementwise *kernel = make_kernel(target,
                                               &(cujit_elementwise_spec){
                                                   .arguments = "float *z, const float *x, const float *y",
                                                   .operation = "z[i] = x[i] + y[i]"})
                                       ->kernel;
    cj_call call = {.core = &kernel->core};
    cj_views views = {.call = &call};

    for (size_t k = 0; k < COUNT(data); k++) {
        call.values[k] = &data[k];
        call.sizes[k] = planes * rows * columns;
        call.parameters[k] = (unsigned char)k;
        call.operands[k] = (cj_operand){
            .ndim = 3,
            .shape = lengths,
            .strides = strides,
            .item_size = sizeof(float),
            .data = (void *)data[k],
            .written = k == 0,
        };
        call.count++;
    }
    must(cj_broadcast(call.operands, call.count, 0, &views.loop, views.strides, &fault));
    return cj_stencil_find(kernel, &views, 0, out);
}

/* Eight rows of 540 MiB are farther than 32 bits reach, though the two that are gone over are not. */
TEST(slices_may_lie_far_apart)
{
    const size_t columns = (size_t)135 << 20;
    cj_stencil stencil;

    ck_assert(find_pair(1, 2, columns, 0, 8 * columns * sizeof(float), &stencil));
    ck_assert(stencil.wide);
}

/* Columns that follow each other in the rows of z: the pieces that all rows have are of two. */
TEST(tiles_begin_where_they_take_the_fewest_pieces)
{
    const cj_elementwise *kernel = make_sum("float")->kernel;
    arrays a = {.call.core = &kernel->core};
    cj_views views = {.call = &a.call};
    cj_stencil stencil;

    add(&a, 4, 0x30000000, 0, 0, 1);
    a.strides[0][0] = (COLUMNS - 2) * 4;
    for (size_t k = 0; k < SLICES; k++)
        add(&a, 4, 0x10000000, places[k][0], places[k][1], 1);
    add(&a, 4, 0x50000000, 1, 1, 0);
    must(cj_broadcast(a.call.operands, a.call.count, 0, &views.loop, views.strides, &fault));
    ck_assert(cj_stencil_find(kernel, &views, 0, &stencil));
    ck_assert_uint_eq(stencil.kept->shape.head, 0);
    ck_assert_uint_eq(stencil.kept->shape.piece, 2);
    ck_assert_uint_eq(stencil.kept->shape.of[0].piece, 2);
    ck_assert_uint_eq(stencil.kept->shape.of[1].piece, 4);
    ck_assert_uint_eq(stencil.kept->shape.of[1].phase, 1);
    ck_assert_uint_eq(stencil.loads, 6);
}

/* Without a device to be filled. */
TEST(blocks_follow_from_axes_and_loads)
{
    static const struct {
        size_t planes, rows, columns, apart;
        unsigned unroll, lanes, block;
    } calls[] = {
        {1, 1, 100000, 1, 1, 256, 256},          {1, 512, 512, 516, 1, 32, 256},
        {1, 1 << 20, 512, 516, 2, 32, 256},      {66, 128, 128, 128 * 132, 1, 32, 256},
        {4000, 128, 128, 128 * 132, 4, 32, 256},
    };

    for (size_t k = 0; k < COUNT(calls); k++) {
        cj_stencil stencil;
        cj_variant variant;

        ck_assert(
            find_pair(calls[k].planes, calls[k].rows, calls[k].columns, 4, calls[k].apart * sizeof(float), &stencil));
        variant = cj_stencil_choose(&stencil);
        ck_assert_int_eq(variant.form, CJ_FORM_STENCIL);
        expect(variant.unroll == calls[k].unroll && variant.lanes == calls[k].lanes && variant.block == calls[k].block,
               "call %zu: %d rows, %d lanes, %d threads", k, variant.unroll, variant.lanes, variant.block);
    }
}

/* 32 registers are too few for that. */
TEST(what_spills_gets_more_registers)
{
    const cj_elementwise *kernel =
        make_kernel(
            target,
            &(cujit_elementwise_spec){
                .arguments = "float *z, const float *x0, const float *x1, const float *x2, const float *x3, "
                             "const float *x4, const float *y",
                .operation = "z[i] = sinf(x0[i]) + cosf(x1[i])*expf(x2[i]) - logf(2 + x3[i])*sqrtf(x4[i]) + y[i]"})
            ->kernel;
    arrays a = {.call.core = &kernel->core};
    cj_views views = {.call = &a.call};
    const cj_built *held, *built;
    cj_stencil stencil;
    cj_variant variant;

    add(&a, 4, 0x30000000, 0, 0, 1);
    for (size_t k = 0; k < SLICES; k++)
        add(&a, 4, 0x10000000, places[k][0], places[k][1], 1);
    add(&a, 4, 0x50000000, 1, 1, 0);
    must(cj_broadcast(a.call.operands, a.call.count, 0, &views.loop, views.strides, &fault));
    ck_assert(cj_stencil_find(kernel, &views, 0, &stencil));
    variant = cj_stencil_choose(&stencil);
    ck_assert_int_eq(variant.folded, 8);
    must(cj_core_build(&kernel->core, &variant, &held, &fault));
    ck_assert_int_gt(held->program->object.resources.spill_store_bytes, 0);
    must(cj_stencil_build(&stencil, &variant, &built, &fault));
    ck_assert_int_lt(built->variant.folded, variant.folded);
    ck_assert_int_eq(built->program->object.resources.spill_store_bytes, 0);
}

/* One row further and one column back: corners of what a thread would load are in neither view, gaps or not. */
TEST(rows_that_run_on_into_each_other_are_no_stencil)
{
    cj_stencil stencil;

    ck_assert(!find_pair(1, 512, 512, 0, 511 * sizeof(float), &stencil));
    ck_assert(!find_pair(1, 512, 512, 4, 515 * sizeof(float), &stencil));
    ck_assert(find_pair(1, 512, 512, 0, 512 * sizeof(float), &stencil));
}
