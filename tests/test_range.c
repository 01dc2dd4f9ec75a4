/*
 * test_range.c: ranges and slices against a reference that asks of every index whether it belongs.
 */
#include "libjit/runtime/range.h"
#include "tests/support.h"

#include <string.h>

enum { MOST = 7 };

static const int64_t bounds[] = {
    INT64_MIN, INT64_MIN + 1, -1000,         -9,       -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, 8,
    9,         1000,          INT64_MAX - 1, INT64_MAX};
enum { BOUNDS = sizeof bounds / sizeof *bounds };

/* Everything beyond 100 is equally far for arrays of at most MOST elements, and cannot overflow. */
static int64_t nearer(int64_t value)
{
    return value < -100 ? -100 : value > 100 ? 100 : value;
}

/* Python's rule for x[start:stop:step], put as a question: does index i belong to it? */
static bool belongs(const cujit_slice *slice, int64_t n, int64_t i)
{
    int64_t step = slice->step == CUJIT_SLICE_END ? 1 : nearer(slice->step);
    int64_t start = nearer(slice->start), stop = nearer(slice->stop);

    start = start < 0 ? start + n : start;
    stop = stop < 0 ? stop + n : stop;
    if (step > 0) {
        if (slice->start == CUJIT_SLICE_END || start < 0)
            start = 0;
        return i >= start && (slice->stop == CUJIT_SLICE_END || i < stop) && (i - start) % step == 0;
    }
    if (slice->start == CUJIT_SLICE_END || start > n - 1)
        start = n - 1;
    return i <= start && (slice->stop == CUJIT_SLICE_END || i > stop) && (start - i) % -step == 0;
}

static void check_slice(const cujit_slice *slice, int64_t n)
{
    cujit_range range;
    bool reached[MOST + 1] = {false};
    unsigned long long count;

    ck_assert_int_eq(cj_range_resolve(NULL, slice, (size_t)n, &range, NULL), CUJIT_OK);
    count = cj_range_count(&range);
    ck_assert_uint_le(count, (unsigned long long)n);
    for (unsigned long long k = 0; k < count; k++) {
        int64_t i = range.start + (int64_t)k * range.step;

        ck_assert(i >= 0 && i < n && !reached[i]);
        reached[i] = true;
    }
    for (int64_t i = 0; i < n; i++)
        ck_assert_msg(reached[i] == belongs(slice, n, i), "n %lld, slice %lld:%lld:%lld, index %lld: %d", (long long)n,
                      (long long)slice->start, (long long)slice->stop, (long long)slice->step, (long long)i,
                      reached[i]);
}

TEST_EACH(slice_is_pythons, MOST + 1)
{
    for (size_t a = 0; a < BOUNDS; a++) {
        for (size_t b = 0; b < BOUNDS; b++) {
            for (size_t c = 0; c < BOUNDS; c++) {
                cujit_slice slice = {bounds[a], bounds[b], bounds[c]};

                if (slice.step != 0)
                    check_slice(&slice, _i);
            }
        }
    }
}

typedef struct count_row {
    cujit_range range;
    unsigned long long count;
} count_row;

/* clang-format off */
static const count_row counts[] = {
    {{0, 0, 1}, 0},                             {{0, 1, 1}, 1},
    {{0, 10, 3}, 4},                            {{0, 9, 3}, 3},
    {{5, 5, -1}, 0},                            {{5, 4, -1}, 1},
    {{9, -1, -3}, 4},                           {{1, 0, 1}, 0},
    {{0, 1, -1}, 0},                            {{0, 10, INT64_MAX}, 1},
    {{10, 0, INT64_MIN}, 1},                    {{0, INT64_MAX, 1}, INT64_MAX},
    {{INT64_MIN, INT64_MAX, 1}, UINT64_MAX},    {{INT64_MAX, INT64_MIN, -1}, UINT64_MAX},
    {{INT64_MIN, INT64_MAX, INT64_MAX}, 3},     {{INT64_MAX, INT64_MIN, INT64_MIN}, 2},
    {{INT64_MAX - 1, INT64_MAX, 1}, 1},         {{INT64_MAX, INT64_MIN, INT64_MIN + 1}, 3},
};
/* clang-format on */

TEST_EACH(count_is_that_of_the_loop, COUNT(counts))
{
    ck_assert_uint_eq(cj_range_count(&counts[_i].range), counts[_i].count);
}

TEST(count_of_small_ranges)
{
    for (int64_t start = -9; start <= 9; start++) {
        for (int64_t stop = -9; stop <= 9; stop++) {
            for (int64_t step = -5; step <= 5; step++) {
                cujit_range range = {start, stop, step};
                unsigned long long count = 0;

                for (int64_t i = start; step != 0 && (step > 0 ? i < stop : i > stop); i += step)
                    count++;
                if (step != 0)
                    ck_assert_uint_eq(cj_range_count(&range), count);
            }
        }
    }
}

typedef struct resolve_row {
    const char *label;
    cujit_range range;
    size_t n;
    cujit_status status;
} resolve_row;

static const resolve_row resolved[] = {
    {"all", {0, 10, 1}, 10, CUJIT_OK},
    {"every third", {1, 10, 3}, 10, CUJIT_OK},
    {"stop beyond, but never reached", {0, 12, 5}, 11, CUJIT_OK},
    {"backwards", {9, -1, -1}, 10, CUJIT_OK},
    {"backwards, with a huge step", {3, INT64_MIN + 3, INT64_MIN}, 10, CUJIT_OK},
    {"backwards, stop far below", {3, INT64_MIN, INT64_MIN}, 10, CUJIT_ERROR_ARGUMENT_VALUE},
    {"one, with a huge step", {9, INT64_MAX, INT64_MAX}, 10, CUJIT_OK},
    {"nothing, wherever", {1000, -1000, 1}, 10, CUJIT_OK},
    {"nothing of nothing", {0, 0, 1}, 0, CUJIT_OK},
    {"one too many", {0, 11, 1}, 10, CUJIT_ERROR_ARGUMENT_VALUE},
    {"one before the first", {-1, 5, 1}, 10, CUJIT_ERROR_ARGUMENT_VALUE},
    {"start at the end", {10, -1, -1}, 10, CUJIT_ERROR_ARGUMENT_VALUE},
    {"past the front", {5, -2, -1}, 10, CUJIT_ERROR_ARGUMENT_VALUE},
    {"something of nothing", {0, 1, 1}, 0, CUJIT_ERROR_ARGUMENT_VALUE},
    {"everything that there is", {INT64_MIN, INT64_MAX, 1}, 10, CUJIT_ERROR_ARGUMENT_VALUE},
    {"everything, backwards", {INT64_MAX, INT64_MIN, -1}, 10, CUJIT_ERROR_ARGUMENT_VALUE},
    {"ends inside by wrapping around", {INT64_MIN, INT64_MAX, INT64_MAX}, 10, CUJIT_ERROR_ARGUMENT_VALUE},
    {"no step", {0, 10, 0}, 10, CUJIT_ERROR_INVALID_ARGUMENT},
    {"no step, no elements", {0, 0, 0}, 0, CUJIT_ERROR_INVALID_ARGUMENT},
};

TEST_EACH(range_stays_inside, COUNT(resolved))
{
    const resolve_row *row = &resolved[_i];
    cujit_range out = {-7, -7, -7};
    cujit_status status = cj_range_resolve(&row->range, NULL, row->n, &out, &fault);

    ck_assert_msg(status == row->status, "%s: %s", row->label, fault.message);
    if (status == CUJIT_OK)
        ck_assert_mem_eq(&out, &row->range, sizeof out);
    else
        ck_assert_int_eq(out.start, -7);
}

TEST(range_and_slice_exclude_each_other)
{
    cujit_range range = {0, 1, 1}, out;
    cujit_slice slice = {0, 1, 1}, still = {0, 1, 0};

    refuse(cj_range_resolve(&range, &slice, 1, &out, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "not both");
    refuse(cj_range_resolve(NULL, &still, 1, &out, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "slice");
}

TEST(range_error_names_bounds_and_size)
{
    cujit_range range = {2, 12, 3}, out;

    refuse(cj_range_resolve(&range, NULL, 10, &out, &fault), CUJIT_ERROR_ARGUMENT_VALUE, "2:12:3", "10 elements");
}
