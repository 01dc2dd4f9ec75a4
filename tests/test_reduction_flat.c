/*
 * test_reduction_flat.c: the forms of reductions of whole dense arrays that a GPU has, forced on lengths around those
 * of tiles, turns and blocks, aligned and not; and those of many elements. On every device: the host's fibers have the
 * barriers that they need.
 */
#include "libjit/reduction/reduction.h"
#include "tests/property.h"

#include <math.h>

enum { MOST = 1 << 18, SPARE = 32 };

CONTEXT_FOR_EACH_CASE

/* ---- Kernels, and what they should do ---------------------------------------------------------------------------- */

typedef long long (*reference)(const int *x, size_t n);

#define REFERENCE(name, type, ...)                                                                                     \
    static long long name(const int *x, size_t n)                                                                      \
    {                                                                                                                  \
        type total = 0;                                                                                                \
                                                                                                                       \
        for (size_t k = 0; k < n; k++)                                                                                 \
            total = __VA_ARGS__;                                                                                       \
        return (long long)total;                                                                                       \
    }
REFERENCE(sum, long long, total + x[k])
REFERENCE(squares, long long, total + x[k] * x[k])
REFERENCE(place_of_most, size_t, x[k] > x[total] ? k : total)
REFERENCE(place_of_most_and_place, size_t, x[k] + (int)(k / 64) > x[total] + (int)(total / 64) ? k : total)
/* A polynomial of 31, where the order counts: the upper half of an accumulator is the multiplier. */
REFERENCE(hash, unsigned, total * 31u + (unsigned)x[k])

#define WHERE                                                                                                          \
    .out_type = "long long", .accumulator = "cujit_indexed<int>", .neutral = "cujit_indexed<int>{-1000, 0}",           \
    .reduce = "cujit_max(a, b)", .map = "cujit_at((int)x[i], i)", .post = "a.index"
#define HASH                                                                                                           \
    .out_type = "long long", .accumulator = "unsigned long long", .neutral = "1ULL << 32",                             \
    .reduce = "((a >> 32) * (b >> 32) << 32) | (unsigned)(a * (b >> 32) + b)",                                         \
    .map = "(31ULL << 32) | (unsigned)(int)x[i]", .post = "(long long)(unsigned)a"
#define SUM .out_type = "long long", .neutral = "0", .reduce = "a + b"

/* clang-format off */
static const struct row {
    const char *label;
    cujit_reduction_spec spec;
    cujit_dtype dtype;
    unsigned width; /* of 16 bytes */
    reference expected;
} rows[] = {
    {"sum of int", {SUM, .arguments = "const int *x"}, CUJIT_INT32, 4, sum},
    {"sum of signed char", {SUM, .arguments = "const signed char *x"}, CUJIT_INT8, 16, sum},
    {"squares of signed char", {SUM, .arguments = "const signed char *x", .map = "x[i] * x[i]"}, CUJIT_INT8, 16,
     squares},
    {"sum of short", {SUM, .arguments = "const short *x", .map = "(long long)x[i]"}, CUJIT_INT16, 8, sum},
    {"where, of int", {WHERE, .arguments = "const int *x"}, CUJIT_INT32, 4, place_of_most},
    {"where, of signed char", {WHERE, .arguments = "const signed char *x"}, CUJIT_INT8, 16, place_of_most},
    {"in order, of int", {HASH, .arguments = "const int *x"}, CUJIT_INT32, 4, hash},
    {"in order, of short", {HASH, .arguments = "const short *x"}, CUJIT_INT16, 8, hash},
    {"where, without a neutral", {.out_type = "long long", .accumulator = "cujit_indexed<int>",
     .reduce = "cujit_max(a, b)", .map = "cujit_at((int)x[i], i)", .post = "a.index", .arguments = "const short *x"},
     CUJIT_INT16, 8, place_of_most},
    {"where, of values that depend on their place", {.out_type = "long long", .accumulator = "cujit_indexed<int>",
     .reduce = "cujit_max(a, b)", .map = "cujit_at((int)(x[i] + j / 64), i)", .post = "a.index",
     .arguments = "const signed char *x"}, CUJIT_INT8, 16, place_of_most_and_place},
};
/* clang-format on */

enum { ROWS = sizeof rows / sizeof *rows };

/* ---- Forced variants --------------------------------------------------------------------------------------------- */

static const struct {
    uint16_t block;
    uint8_t unroll;
} shapes[] = {{32, 1}, {64, 4}, {256, 4}, {512, 8}, {128, 2}, {1024, 4}};

enum { SHAPES = sizeof shapes / sizeof *shapes };

static const size_t lengths[] = {1,    2,     3,     4,     5,     7,     15,     16,     17,       31,
                                 33,   127,   128,   129,   511,   513,   1023,   2047,   2049,     4095,
                                 4099, 16384, 16389, 32771, 65535, 65537, 131071, 131073, MOST - 1, MOST};

static long long launch(const cj_fold_kernel *kernel, const cj_variant *variant, size_t n, void *x)
{
    const cj_selection all = {.n = n};
    cujit_array *out = strided(context, CUJIT_INT64, 0, NULL, NULL);
    void *result = cujit_array_data(out), *values[] = {&x};

    must(cj_reduction_launch_variant(kernel, variant, &all, values, &result, NULL, &fault));
    return *(const long long *)elements_of(out);
}

/* Kernels take long to compile: a row has every other shape, half of them with aligned arrays; the next row has the
 * others. */
TEST_EACH(forms_give_the_right_results, ROWS *SHAPES / 2)
{
    const int number = _i / (SHAPES / 2), at = 2 * (_i % (SHAPES / 2)) + number % 2;
    const struct row *what = &rows[number];
    const cj_variant variant = {
        .form = CJ_FOLD_FLAT,
        .width = (uint8_t)what->width,
        .unroll = shapes[at].unroll,
        .block = shapes[at].block,
    };
    const size_t size = cujit_dtype_size(what->dtype);
    const element_type type = {what->dtype, what->dtype, size};
    cujit_reduction *reduction = make_reduction(context, &what->spec);
    int *x = memory_of((MOST + SPARE) * sizeof *x);
    char *bytes = memory_of((MOST + SPARE) * size);
    uint64_t seed = 3 + (uint64_t)_i;

    for (size_t k = 0; k < MOST + SPARE; k++) {
        x[k] = (int)(next_random(&seed) % 201) - 100;
        put_number(type, bytes + k * size, x[k]);
    }
    for (size_t k = (size_t)(number / 2 + at / 2) % 2; k < 2 * COUNT(lengths); k += 2) {
        size_t n = lengths[k / 2], shift = k % 2 == 0 ? 0 : 1 + k % 15;
        cj_variant one = variant;
        long long got, expected = what->expected(x + shift, n);
        /* Nothing lies behind it that may be touched, and what checks memory must see that. */
        cujit_array *array = upload(context, what->dtype, n + shift, bytes);

        one.flags = shift == 0 ? 0 : CJ_VARIANT_SHIFTED;
        got = launch(reduction->kernel, &one, n, (char *)cujit_array_data(array) + shift * size);
        expect(got == expected, "%s, blocks of %d by %d, %zu elements from %zu on: %lld, not %lld", what->label,
               variant.block, variant.unroll, n, shift, got, expected);
    }
}

/* ---- Many elements ----------------------------------------------------------------------------------------------- */

/* So many that blocks may be larger, and not a multiple of anything; also where arrays begin in the middle of a tile,
 * and twice, since tickets must be as they were. */
TEST(the_first_of_many)
{
    enum { MANY = (16 << 20) / 4 + 100003 };
    static const size_t places[][2] = {
        {0, MANY - 4}, {MANY - 4, MANY - 3}, {MANY / 2, MANY - 2}, {1, 2}, {77, 1 << 20}};
    float *x = memory_of(MANY * sizeof *x);

    for (size_t k = 0; k < 2 * COUNT(places); k++) {
        const size_t *at = places[k / 2], n = MANY - 1, shift = k % 2;
        const float most = k < 4 ? NAN : 3;
        cujit_array *view, *result = NULL;
        long long got = -1;

        for (size_t i = 0; i < MANY; i++)
            x[i] = (float)(i % 1000) / 500;
        x[at[0] + shift] = x[at[1] + shift] = most;
        view = view_of(upload(context, CUJIT_FLOAT32, MANY, x), shift, n);
        for (int turn = 0; turn < 2; turn++) {
            must(cujit_reduce(CUJIT_REDUCER_ARGMAX, view, NULL, &result, &fault));
            download(result, &got);
            expect(got == (long long)at[0], "case %zu: %lld, not %zu", k, got, at[0]);
            cujit_array_free(result);
        }
    }
}

/* A GPU takes larger blocks for them where values are of two words; the host does not. */
TEST(many_elements_have_a_variant_of_their_own)
{
    cujit_reduction *where = make_reduction(context, &rows[4].spec), *total = make_reduction(context, &rows[0].spec);
    const bool tiles = context->backend->tiles;
    void *x = NULL, *values[] = {&x};
    const struct {
        const cujit_reduction *reduction;
        size_t n;
        bool larger;
    } cases[] = {{where, 1 << 20, false}, {where, 1 << 24, tiles}, {total, 1 << 24, false}};

    for (size_t k = 0; k < COUNT(cases); k++) {
        const cj_fold_kernel *kernel = cases[k].reduction->kernel;
        const cj_selection all = {.n = cases[k].n};
        cj_variant variant;

        must(cj_reduction_choose(kernel, &all, values, &variant, &fault));
        ck_assert_msg((variant.block > kernel->core.usual.block) == cases[k].larger, "case %zu", k);
        ck_assert_int_eq(variant.width, kernel->core.usual.width);
    }
}
