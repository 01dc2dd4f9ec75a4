/*
 * test_scan_lines.c: scans along axes, and of arrays of any strides, against sums that are worked out one by one.
 */
#include "tests/kernels.h"

/* ---- Lines ------------------------------------------------------------------------------------------------------- */

/* How three axes lie in memory: elements that a step along each of them goes, in units of the buffer. */
typedef struct lines_case {
    size_t shape[3];
    int order[3];      /* axes from the slowest to the fastest */
    int gap;           /* elements between neighbours of the fastest axis, 1: none */
    unsigned negative; /* bit k: axis k runs backward */
} lines_case;

static const lines_case lines_cases[] = {
    {{3, 5, 7}, {0, 1, 2}, 1, 0},     {{4, 33, 64}, {0, 1, 2}, 1, 0},    {{4, 33, 64}, {2, 1, 0}, 1, 0},
    {{1, 1, 5000}, {0, 1, 2}, 1, 0},  {{2, 1, 70000}, {0, 1, 2}, 1, 0},  {{70, 1, 2000}, {2, 0, 1}, 1, 0},
    {{6, 10, 2001}, {0, 1, 2}, 2, 0}, {{6, 10, 401}, {1, 2, 0}, 1, 5},   {{40, 50, 60}, {0, 2, 1}, 3, 2},
    {{5, 1, 1}, {0, 1, 2}, 1, 0},     {{2000, 3, 20}, {0, 1, 2}, 1, 7},  {{9, 2000, 5}, {0, 1, 2}, 1, 0},
    {{0, 4, 3}, {0, 1, 2}, 1, 0},     {{4, 100, 1000}, {1, 0, 2}, 1, 0},
};
enum { LINES_CASES = sizeof lines_cases / sizeof lines_cases[0] };

static size_t volume(const lines_case *c)
{
    return c->shape[0] * c->shape[1] * c->shape[2];
}

/* Strides in elements; returns where the first element lies. */
static ptrdiff_t lay_out(const lines_case *c, ptrdiff_t strides[3])
{
    ptrdiff_t step = c->gap, first = 0;

    for (int k = 2; k >= 0; k--) {
        int axis = c->order[k];

        strides[axis] = step;
        step *= (ptrdiff_t)c->shape[axis];
        if ((c->negative >> axis & 1) != 0 && c->shape[axis] > 0) {
            first += (ptrdiff_t)(c->shape[axis] - 1) * strides[axis];
            strides[axis] = -strides[axis];
        }
    }
    return first;
}

static cujit_array *view_lines(cujit_context *context, cujit_array *buffer, const lines_case *c,
                               const ptrdiff_t *strides, ptrdiff_t first)
{
    const ptrdiff_t bytes[3] = {strides[0] * 4, strides[1] * 4, strides[2] * 4};
    cujit_array *view = NULL;

    view = view_at(context, CUJIT_INT32, 3, c->shape, bytes, (int *)cujit_array_data(buffer) + first);
    return view;
}

/* axis 3: all elements, one sequence. */
static void expect_lines(const lines_case *c, const ptrdiff_t *strides, ptrdiff_t first, int axis, int reverse,
                         const int *in, int *out)
{
    size_t total = volume(c), along = axis < 3 ? c->shape[axis] : total;

    for (size_t line = 0; total > 0 && line < total / along; line++) {
        long long sum = 0;

        for (size_t step = 0; step < along; step++) {
            size_t j = reverse ? along - 1 - step : step, place[3], rest = axis < 3 ? line : j;
            ptrdiff_t at = first, i;

            for (int k = 2; k >= 0; k--) {
                place[k] = k == axis ? j : rest % c->shape[k];
                rest = k == axis ? rest : rest / c->shape[k];
                at += (ptrdiff_t)place[k] * strides[k];
            }
            i = (ptrdiff_t)((place[0] * c->shape[1] + place[1]) * c->shape[2] + place[2]);
            sum += in[at] + (int)(i % 5) + 2 * (int)(j % 3) + (int)along;
            out[at] = (int)sum;
        }
    }
}

static void check_lines(cujit_context *context, cujit_scan *const scans[2], const lines_case *c, int axis, int in_place)
{
    ptrdiff_t strides[3], first = lay_out(c, strides);
    size_t room = volume(c) * (size_t)c->gap + 1;
    int *in = memory_of(room * sizeof *in), *wanted = memory_of(room * sizeof *in), *got = memory_of(room * 4);

    for (int reverse = 0; reverse < 2; reverse++) {
        cujit_array *x, *z, *xs, *zs;

        for (size_t k = 0; k < room; k++) {
            in[k] = (int)(k * 7919 % 101);
            wanted[k] = in_place ? in[k] : -7;
        }
        x = upload(context, CUJIT_INT32, room, in);
        z = upload(context, CUJIT_INT32, room, wanted);
        xs = view_lines(context, x, c, strides, first);
        zs = in_place ? xs : view_lines(context, z, c, strides, first);
        expect_lines(c, strides, first, axis, reverse, in, wanted);
        must(cujit_scan_run(scans[reverse],
                            &(cujit_scan_options){.out = zs, .axes = axis < 3 ? &axis : NULL, .axis_count = axis < 3},
                            CUJIT_ARGS(xs), NULL, &fault));
        download(in_place ? x : z, got);
        for (size_t k = 0; k < room; k++)
            expect(got[k] == wanted[k], "(%zu,%zu,%zu) axis %d%s%s: element %zu of the memory is %d, expected %d",
                   c->shape[0], c->shape[1], c->shape[2], axis, reverse ? " reverse" : "", in_place ? " in place" : "",
                   k, got[k], wanted[k]);
        if (!in_place)
            cujit_array_free(zs);
        cujit_array_free(xs);
        cujit_array_free(x);
        cujit_array_free(z);
    }
}

TEST_EACH(lines, LINES_CASES)
{
    cujit_context *context = cj_test_context();
    cujit_scan *scans[2];

    for (int reverse = 0; reverse < 2; reverse++)
        scans[reverse] = make_scan(context, &(cujit_scan_spec){.out_type = "int",
                                                               .neutral = "0",
                                                               .reduce = "a + b",
                                                               .map = "x[i] + (int)(i % 5) + 2 * (int)(j % 3) + (int)n",
                                                               .arguments = "const int *x",
                                                               .reverse = reverse});
    for (int axis = 0; axis <= 3; axis++) {
        check_lines(context, scans, &lines_cases[_i], axis, 0);
        check_lines(context, scans, &lines_cases[_i], axis, 1);
    }
    cujit_scan_free(scans[0]);
    cujit_scan_free(scans[1]);
}

/* Without i and j, so that axes merge and vectors are moved; rows times columns, a broadcast operand, new results. */
TEST_EACH(rows_and_columns, 7)
{
    static const size_t shapes[][2] = {{1, 1}, {7, 1000}, {1000, 7}, {300, 256}, {5, 30011}, {20000, 12}, {64, 6000}};
    cujit_context *context = cj_test_context();
    const size_t rows = shapes[_i][0], columns = shapes[_i][1];
    const int axis = -2, other = 1;
    cujit_scan *scan = make_scan(context, &(cujit_scan_spec){.out_type = "long long",
                                                             .neutral = "0",
                                                             .reduce = "a + b",
                                                             .map = "(long long)x[i] * y[i]",
                                                             .arguments = "const int *x, const int *y"});
    int *x = memory_of(rows * columns * 4), *y = memory_of(columns * 4);
    long long *got = memory_of(rows * columns * 8), *sums = calloc(columns, sizeof *sums);
    cujit_array *xs = NULL, *ys, *out;

    ck_assert_ptr_nonnull(sums);
    for (size_t k = 0; k < rows * columns; k++)
        x[k] = (int)(k * 31 % 1009);
    for (size_t k = 0; k < columns; k++)
        y[k] = (int)(k % 11) - 5;
    xs = upload_shape(context, CUJIT_INT32, 2, shapes[_i], x);
    ys = upload(context, CUJIT_INT32, columns, y);
    out = run_scan(scan, &(cujit_scan_options){.axes = &axis, .axis_count = 1}, CUJIT_ARGS(xs, ys));
    download(out, got);
    for (size_t k = 0; k < rows * columns; k++) {
        sums[k % columns] += (long long)x[k] * y[k % columns];
        expect(got[k] == sums[k % columns], "(%zu,%zu) axis 0: element %zu is %lld", rows, columns, k, got[k]);
    }
    cujit_array_free(out);
    out = run_scan(scan, &(cujit_scan_options){.axes = &other, .axis_count = 1}, CUJIT_ARGS(xs, ys));
    download(out, got);
    for (size_t k = 0; k < rows * columns; k++) {
        sums[0] = (k % columns == 0 ? 0 : sums[0]) + (long long)x[k] * y[k % columns];
        expect(got[k] == sums[0], "(%zu,%zu) axis 1: element %zu is %lld", rows, columns, k, got[k]);
    }
    free(sums);
}
