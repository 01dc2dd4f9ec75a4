/*
 * test_reduction_where.c: where the largest and the smallest elements are, without a neutral, against a plain loop in
 * C: many equal ones, nothing but the lowest or highest number of the type, infinities and NaN; all of an array, its
 * rows and columns, backwards and of a subset; the place among all elements and among those reduced. On every device.
 */
#include "tests/numbers.h"
#include "tests/property.h"

#include <stdio.h>

enum { ROWS = 70, COLUMNS = 301, N = ROWS * COLUMNS };

CONTEXT_FOR_EACH_CASE

/* ---- Elements ---------------------------------------------------------------------------------------------------- */

/* clang-format off */
static const struct {
    const char *name;
    cujit_dtype dtype;
} types[] = {
    {"float", CUJIT_FLOAT32},             {"double", CUJIT_FLOAT64},            {"int", CUJIT_INT32},
    {"unsigned", CUJIT_UINT32},           {"signed char", CUJIT_INT8},          {"short", CUJIT_INT16},
    {"bool", CUJIT_BOOL},                 {"unsigned char", CUJIT_UINT8},       {"long long", CUJIT_INT64},
    {"half", CUJIT_FLOAT16},              {"unsigned long long", CUJIT_UINT64},
    {"long", CUJIT_INT64}, /* of that dtype, but another type of C++'s */
    {"unsigned long", CUJIT_UINT64},
};
/* clang-format on */

typedef enum pattern { LOWEST, HIGHEST, FEW, MIXED, NOT_NUMBERS, PATTERNS } pattern;

/* Bits of the lowest (or highest) value. */
static uint64_t extreme(cujit_dtype dtype, bool high)
{
    const uint64_t sign = UINT64_C(1) << (8 * cujit_dtype_size(dtype) - 1);

    switch (dtype) {
    case CUJIT_FLOAT32:
        return high ? 0x7f800000 : 0xff800000;
    case CUJIT_FLOAT64:
        return high ? 0x7ff0000000000000 : 0xfff0000000000000;
    case CUJIT_FLOAT16:
        return high ? 0x7c00 : 0xfc00;
    case CUJIT_BOOL:
        return high;
    default:
        return is_signed(dtype) ? (high ? sign - 1 : sign) : high ? (sign - 1) | sign : 0;
    }
}

/* Bits of a small whole number from 0 to 3. */
static uint64_t small(cujit_dtype dtype, unsigned value)
{
    uint64_t bits = 0;

    put_number((element_type){dtype, dtype, cujit_dtype_size(dtype)}, &bits, dtype == CUJIT_BOOL ? value != 0 : value);
    return bits;
}

static uint64_t not_a_number(cujit_dtype dtype)
{
    return dtype == CUJIT_FLOAT32 ? 0x7fc00000 : dtype == CUJIT_FLOAT64 ? 0x7ff8000000000000 : 0x7e00;
}

static uint64_t element(cujit_dtype dtype, pattern how, uint64_t random)
{
    switch (how) {
    case LOWEST:
    case HIGHEST:
        return extreme(dtype, how == HIGHEST);
    case FEW:
        return small(dtype, (unsigned)(random % 4));
    case MIXED: /* the extremes, and a few between them */
        return random % 3 == 0 ? small(dtype, (unsigned)(random / 3 % 4)) : extreme(dtype, random % 3 == 1);
    default:
        return !is_integer(dtype) && random % 200 == 0 ? not_a_number(dtype) : extreme(dtype, random % 2 == 0);
    }
}

/* ---- What should come out ---------------------------------------------------------------------------------------- */

/* Is `b` more extreme than `a`? A NaN is, but than another. */
static bool beats(number b, number a, bool max)
{
    if (isnan(a.re) || isnan(b.re))
        return isnan(b.re) && !isnan(a.re);
    return max ? b.re > a.re || b.whole > a.whole : b.re < a.re || b.whole < a.whole;
}

/* Over `count` elements, at first, first + step, ... or those of `subset`. By i: of equal ones the lowest index. */
static long long find(cujit_dtype dtype, const void *data, const int *subset, long long first, long long step,
                      size_t count, bool max, bool by_i)
{
    number best = {0, 0, 0};
    long long found = -1;

    for (size_t j = 0; j < count; j++) {
        const long long i = subset != NULL ? subset[j] : first + (long long)j * step;
        const number x = number_at(dtype, data, (size_t)i);
        const bool equal = found >= 0 && !beats(x, best, max) && !beats(best, x, max);

        if (found < 0 || beats(x, best, max) || (by_i && equal && i < found)) {
            best = x;
            found = by_i ? i : (long long)j;
        }
    }
    return found;
}

/* ---- The tests --------------------------------------------------------------------------------------------------- */

static cujit_reduction *make_search(const char *type, bool max, bool by_i)
{
    char accumulator[64], arguments[64];
    cujit_reduction_spec spec = {.out_type = "long long", .accumulator = accumulator, .arguments = arguments};

    snprintf(accumulator, sizeof accumulator, "cujit_indexed<%s>", type);
    snprintf(arguments, sizeof arguments, "const %s *x", type);
    spec.reduce = max ? "cujit_max(a, b)" : "cujit_min(a, b)";
    spec.map = by_i ? "cujit_at(x[i], i)" : "cujit_at(x[i], j)";
    spec.post = "a.index";
    return make_reduction(context, &spec);
}

enum { ALL, BACKWARDS, SUBSET, EACH_ROW, EACH_COLUMN, WAYS };

/* One way of one array. */
static void check(const cujit_reduction *search, const cujit_array *x, const void *data, int way, bool max, bool by_i,
                  const char *label)
{
    static const int subset[] = {N - 1, 5, 400, 5, 17, N / 2, 3, N - 1, 400};
    static const cujit_slice backwards = {CUJIT_SLICE_END, CUJIT_SLICE_END, -1};
    static const struct {
        int results;
        size_t count;
        long long first, next_first, step;
    } ways[WAYS] = {[ALL] = {1, N, 0, 0, 1},
                    [BACKWARDS] = {1, N, N - 1, 0, -1},
                    [SUBSET] = {1, COUNT(subset), 0, 0, 1},
                    [EACH_ROW] = {ROWS, COLUMNS, 0, COLUMNS, 1},
                    [EACH_COLUMN] = {COLUMNS, ROWS, 0, 1, COLUMNS}};
    const int axis = way == EACH_ROW;
    const cujit_reduction_options options = {
        .slice = way == BACKWARDS ? &backwards : NULL,
        .subset = way == SUBSET ? upload(context, CUJIT_INT32, COUNT(subset), subset) : NULL,
        .axes = way >= EACH_ROW ? &axis : NULL,
        .axis_count = way >= EACH_ROW,
    };
    long long got[COLUMNS];

    run_to(search, &options, CUJIT_ARGS(x), got);
    for (int k = 0; k < ways[way].results; k++) {
        const long long first = ways[way].first + k * ways[way].next_first;
        const long long expected = find(cujit_array_dtype(x), data, way == SUBSET ? subset : NULL, first,
                                        ways[way].step, ways[way].count, max, by_i);

        expect(got[k] == expected, "%s, way %d: result %d is %lld, not %lld", label, way, k, got[k], expected);
    }
}

/* The largest by i and the smallest by j of one type, the others of the next. */
TEST_EACH(the_first_of_equal_ones, 2 * COUNT(types))
{
    const int type = _i / 2;
    const cujit_dtype dtype = types[type].dtype;
    const bool max = _i % 2 == 0, by_i = max == (type % 2 == 0);
    const size_t size = cujit_dtype_size(dtype), shape[] = {ROWS, COLUMNS};
    cujit_reduction *search = make_search(types[type].name, max, by_i);
    char *data = memory_of(N * size), label[96];
    uint64_t seed = 11 + (uint64_t)_i;

    for (int how = 0; how < PATTERNS; how++) {
        cujit_array *x = NULL;

        for (size_t k = 0; k < N; k++) {
            const uint64_t bits = element(dtype, (pattern)how, next_random(&seed) >> 8);

            memcpy(data + k * size, &bits, size);
        }
        x = upload_shape(context, dtype, 2, shape, data);
        snprintf(label, sizeof label, "the %s %s by %s, pattern %d", max ? "largest" : "smallest", types[type].name,
                 by_i ? "i" : "j", how);
        /* Kernels take long to compile: of the ways that are not all, the largest have two, the smallest the others. */
        for (int way = 0; way < WAYS; way++)
            if (way == ALL || (way + _i) % 2 == 0)
                check(search, x, data, way, max, by_i, label);
    }
}

/* Other indices than i and j may be anything, also negative ones and the largest there is. */
TEST_EACH(indices_of_the_users_own, 4)
{
    static const struct {
        const char *map, *reduce;
        long long expected;
    } rows[] = {
        {"cujit_at(x[i], -i)", "cujit_max(a, b)", -9},
        {"cujit_at(x[i], -i)", "cujit_min(a, b)", -9},
        {"cujit_at(x[i], 9223372036854775807ll - i)", "cujit_max(a, b)", 9223372036854775807ll - 9},
        {"cujit_at(x[i], 9223372036854775807ll)", "cujit_max(a, b)", 9223372036854775807ll},
    };
    static const float same[10] = {-INFINITY, -INFINITY, -INFINITY, -INFINITY, -INFINITY,
                                   -INFINITY, -INFINITY, -INFINITY, -INFINITY, -INFINITY};
    cujit_array *x = upload(context, CUJIT_FLOAT32, 10, same);
    cujit_reduction *search = reduction_with(context, .arguments = "const float *x", .out_type = "long long",
                                             .accumulator = "cujit_indexed<float>", .map = rows[_i].map,
                                             .reduce = rows[_i].reduce, .post = "a.index");

    expect_elements(run_reduction(search, NULL, CUJIT_ARGS(x)), long long, rows[_i].expected);
}
