/*
 * test_scan_lines.c: scans along axes, and of arrays of any strides, against sums that are worked out one by one.
 */
#include "tests/property.h"

#include <stdio.h>

CONTEXT_FOR_EACH_CASE

/* Scans of `call`'s x into its out along an axis; 3: all elements, one sequence. */
static void check_lines(const cujit_scan *scan, fold_call *call, int axis)
{
    char label[64];

    call->axes = axis < 3 ? &axis : NULL;
    call->axis_count = axis < 3;
    reset_operand(call->outs);
    expect_fold(call);
    must(cujit_scan_run(
        scan, &(cujit_scan_options){.out = call->outs->array, .axes = call->axes, .axis_count = call->axis_count},
        CUJIT_ARGS(call->x->array), NULL, &fault));
    snprintf(label, sizeof label, "axis %d%s%s", axis, call->reverse ? " reverse" : "",
             call->outs == call->x ? " in place" : "");
    check_operand(call->outs, label);
}

static const char *const layouts[] = {
    "3x35 5x7 7x1",           "4x2112 33x64 64x1",
    "4x1 33x4 64x132",        "1x5000 1x5000 5000x1",
    "2x70000 1x1 70000x1",    "70x1 1x1 2000x70",
    "6x40020 10x4002 2001x2", "6x-1 10x2406 401x-6",
    "40x9000 50x-3 60x150",   "5x1 1x1 1x1",
    "2000x-60 3x-20 20x-1",   "9x10000 2000x5 5x1",
    "0x12 4x3 3x1",           "4x1000 100x4000 1000x1",
};

FOLD_STEP(add_places, s->of[0] += e->x + e->i % 5 + 2 * (e->j % 3) + e->n)

TEST_EACH(lines, COUNT(layouts))
{
    operand x = operand_of_text(context, "int", layouts[_i]), z = operand_of_text(context, "int", layouts[_i]);

    for (int reverse = 0; reverse < 2; reverse++) {
        cujit_scan *scan = scan_with(context, SUM_FROM_0, .out_type = "int",
                                     .map = "x[i] + (int)(i % 5) + 2 * (int)(j % 3) + (int)n",
                                     .arguments = "const int *x", .reverse = reverse);
        fold_call call = {.step = add_places, .ndim = 3, .x = &x, .y = &x, .scan = true, .reverse = reverse};

        memcpy(call.shape, x.shape, sizeof call.shape);
        for (int k = 0; k < 8; k++) {
            reset_operand(&x);
            call.outs = k % 2 == 0 ? &z : &x;
            check_lines(scan, &call, k / 2);
        }
    }
}

FOLD_STEP(add_products, s->of[0] += e->x * e->y)

/* Without i and j, so that axes merge and vectors are moved; rows times columns, a broadcast operand. */
TEST_EACH(rows_and_columns, 7)
{
    static const size_t shapes[][2] = {{1, 1}, {7, 1000}, {1000, 7}, {300, 256}, {5, 30011}, {20000, 12}, {64, 6000}};
    const size_t *shape = shapes[_i];
    const element_type from = number_type_of("int"), to = number_type_of("long long");
    cujit_scan *scan = scan_with(context, SUM_FROM_0, .out_type = "long long", .map = "(long long)x[i] * y[i]",
                                 .arguments = "const int *x, const int *y");
    uint64_t seed = 3;
    operand x = draw_operand(context, from, 2, shape, 0, 0, 0, &seed),
            y = draw_operand(context, from, 1, shape + 1, 0, 0, 0, &seed),
            z = draw_operand(context, to, 2, shape, 0, 0, 0, &seed);

    for (int axis = -2; axis < 2; axis += 3) {
        const fold_call call = {.step = add_products,
                                .ndim = 2,
                                .shape = {shape[0], shape[1]},
                                .axes = &axis,
                                .axis_count = 1,
                                .x = &x,
                                .y = &y,
                                .outs = &z,
                                .scan = true};

        expect_fold(&call);
        download(run_scan(scan, &(cujit_scan_options){.axes = &axis, .axis_count = 1}, CUJIT_ARGS(x.array, y.array)),
                 z.memory + z.offset);
        ck_assert_msg(memcmp(z.memory, z.wanted, z.bytes) == 0, "(%zu,%zu) axis %d", shape[0], shape[1], axis);
    }
}
