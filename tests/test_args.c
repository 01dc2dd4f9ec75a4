/*
 * test_args.c: CUJIT_ARGS in C11: what it makes of each type of value, and any number of arguments from none to 64.
 */
#include "tests/support.h"

#include <complex.h>
#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

static cujit_arg only(cujit_args args)
{
    ck_assert_uint_eq(args.count, 1);
    return args.items[0];
}

TEST(integers_keep_their_value_and_sign)
{
    /* clang-format off */
    static const struct {
        const char *label;
        cujit_arg_kind kind;
        long long value;
        cujit_dtype dtype;
    } expected[] = {
        {"bool", CUJIT_ARG_UINT, 1, CUJIT_BOOL}, {"char", CUJIT_ARG_INT, 'x', CUJIT_INT8},
        {"signed char", CUJIT_ARG_INT, -128, CUJIT_INT8}, {"unsigned char", CUJIT_ARG_UINT, 255, CUJIT_UINT8},
        {"short", CUJIT_ARG_INT, SHRT_MIN, CUJIT_INT16}, {"unsigned short", CUJIT_ARG_UINT, USHRT_MAX, CUJIT_UINT16},
        {"int", CUJIT_ARG_INT, INT_MIN, CUJIT_INT32}, {"unsigned", CUJIT_ARG_UINT, UINT_MAX, CUJIT_UINT32},
        {"long", CUJIT_ARG_INT, LONG_MIN, CUJIT_INT64}, {"unsigned long", CUJIT_ARG_UINT, LONG_MAX, CUJIT_UINT64},
        {"long long", CUJIT_ARG_INT, LLONG_MIN, CUJIT_INT64}, {"unsigned long long", CUJIT_ARG_UINT, 5, CUJIT_UINT64},
        {"size_t", CUJIT_ARG_UINT, 7, CUJIT_UINT64}, {"int64_t", CUJIT_ARG_INT, -7, CUJIT_INT64},
    };
    /* clang-format on */
    const bool yes = true;
    const cujit_args args = CUJIT_ARGS(yes, (char)'x', (signed char)-128, (unsigned char)255, (short)SHRT_MIN,
                                       (unsigned short)USHRT_MAX, INT_MIN, UINT_MAX, LONG_MIN, (unsigned long)LONG_MAX,
                                       LLONG_MIN, 5ULL, (size_t)7, (int64_t)-7);

    ck_assert_uint_eq(args.count, COUNT(expected));
    for (size_t k = 0; k < args.count; k++) {
        ck_assert_msg(args.items[k].kind == expected[k].kind, "%s", expected[k].label);
        ck_assert_msg(args.items[k].value.i == expected[k].value, "%s", expected[k].label);
        ck_assert_msg(args.items[k].dtype == expected[k].dtype, "%s", expected[k].label);
        ck_assert_msg(args.items[k].size == cujit_dtype_size(expected[k].dtype), "%s", expected[k].label);
    }
    ck_assert(only(CUJIT_ARGS(ULLONG_MAX)).value.u == ULLONG_MAX);
}

TEST(real_and_complex_numbers_keep_their_parts)
{
    cujit_arg arg = only(CUJIT_ARGS(1.5f));

    ck_assert_int_eq(arg.kind, CUJIT_ARG_REAL);
    ck_assert_int_eq(arg.dtype, CUJIT_FLOAT32);
    ck_assert(arg.value.real[0] == 1.5);
    arg = only(CUJIT_ARGS(-0.1));
    ck_assert_int_eq(arg.kind, CUJIT_ARG_REAL);
    ck_assert(arg.value.real[0] == -0.1);
    arg = only(CUJIT_ARGS((float complex)(1.0f + 2.0f * I)));
    ck_assert_int_eq(arg.kind, CUJIT_ARG_COMPLEX);
    ck_assert(arg.value.real[0] == 1 && arg.value.real[1] == 2);
    arg = only(CUJIT_ARGS(3.0 - 4.0 * I));
    ck_assert_int_eq(arg.kind, CUJIT_ARG_COMPLEX);
    ck_assert(arg.value.real[0] == 3 && arg.value.real[1] == -4);
}

TEST(arrays_pointers_and_values_are_borrowed)
{
    struct pair {
        float a;
        int b;
    } pair = {1, 2};
    char place[4];
    cujit_array *array = (cujit_array *)(void *)place; /* never looked into */
    const cujit_array *read_only = array;
    const cujit_args args = CUJIT_ARGS(array, read_only, CUJIT_POINTER(place, CUJIT_INT8, 4), CUJIT_VALUE(pair),
                                       (cujit_array *)NULL);

    ck_assert_uint_eq(args.count, 5);
    ck_assert_int_eq(args.items[0].kind, CUJIT_ARG_ARRAY);
    ck_assert_ptr_eq(args.items[0].value.array, array);
    ck_assert_int_eq(args.items[1].kind, CUJIT_ARG_ARRAY);
    ck_assert_ptr_eq(args.items[1].value.array, array);
    ck_assert_int_eq(args.items[2].kind, CUJIT_ARG_POINTER);
    ck_assert_int_eq(args.items[2].dtype, CUJIT_INT8);
    ck_assert_uint_eq(args.items[2].size, 4);
    ck_assert_ptr_eq(args.items[2].value.pointer, place);
    ck_assert_int_eq(args.items[3].kind, CUJIT_ARG_VALUE);
    ck_assert_uint_eq(args.items[3].size, sizeof pair);
    ck_assert_ptr_eq(args.items[3].value.pointer, &pair);
    ck_assert_ptr_null(args.items[4].value.array);
}

TEST(arguments_are_evaluated_once)
{
    int first = 0, second = 0;
    const cujit_args args = CUJIT_ARGS(++first, ++second);

    ck_assert_int_eq(first, 1);
    ck_assert_int_eq(second, 1);
    ck_assert_uint_eq(args.count, 2);
}

static void expect_counting(cujit_args args, size_t count)
{
    ck_assert_uint_eq(args.count, count);
    for (size_t k = 0; k < count; k++)
        ck_assert_int_eq(args.items[k].value.i, (long long)k);
}

/* Every count, because each has a macro of its own. */
#define TO_8 0, 1, 2, 3, 4, 5, 6, 7
#define TO_16 TO_8, 8, 9, 10, 11, 12, 13, 14, 15
#define TO_24 TO_16, 16, 17, 18, 19, 20, 21, 22, 23
#define TO_32 TO_24, 24, 25, 26, 27, 28, 29, 30, 31
#define TO_40 TO_32, 32, 33, 34, 35, 36, 37, 38, 39
#define TO_48 TO_40, 40, 41, 42, 43, 44, 45, 46, 47
#define TO_56 TO_48, 48, 49, 50, 51, 52, 53, 54, 55
#define TO_64 TO_56, 56, 57, 58, 59, 60, 61, 62, 63
#define EIGHT_MORE(list, n)                                                                                            \
    do {                                                                                                               \
        expect_counting(CUJIT_ARGS(list, n), n + 1);                                                                   \
        expect_counting(CUJIT_ARGS(list, n, n + 1), n + 2);                                                            \
        expect_counting(CUJIT_ARGS(list, n, n + 1, n + 2), n + 3);                                                     \
        expect_counting(CUJIT_ARGS(list, n, n + 1, n + 2, n + 3), n + 4);                                              \
        expect_counting(CUJIT_ARGS(list, n, n + 1, n + 2, n + 3, n + 4), n + 5);                                       \
        expect_counting(CUJIT_ARGS(list, n, n + 1, n + 2, n + 3, n + 4, n + 5), n + 6);                                \
        expect_counting(CUJIT_ARGS(list, n, n + 1, n + 2, n + 3, n + 4, n + 5, n + 6), n + 7);                         \
    } while (0)

TEST(any_number_of_arguments)
{
    expect_counting(CUJIT_NO_ARGS, 0);
    expect_counting(CUJIT_ARGS(0), 1);
    expect_counting(CUJIT_ARGS(0, 1), 2);
    expect_counting(CUJIT_ARGS(0, 1, 2), 3);
    expect_counting(CUJIT_ARGS(0, 1, 2, 3), 4);
    expect_counting(CUJIT_ARGS(0, 1, 2, 3, 4), 5);
    expect_counting(CUJIT_ARGS(0, 1, 2, 3, 4, 5), 6);
    expect_counting(CUJIT_ARGS(0, 1, 2, 3, 4, 5, 6), 7);
    expect_counting(CUJIT_ARGS(TO_8), 8);
    EIGHT_MORE(TO_8, 8);
    expect_counting(CUJIT_ARGS(TO_16), 16);
    EIGHT_MORE(TO_16, 16);
    expect_counting(CUJIT_ARGS(TO_24), 24);
    EIGHT_MORE(TO_24, 24);
    expect_counting(CUJIT_ARGS(TO_32), 32);
    EIGHT_MORE(TO_32, 32);
    expect_counting(CUJIT_ARGS(TO_40), 40);
    EIGHT_MORE(TO_40, 40);
    expect_counting(CUJIT_ARGS(TO_48), 48);
    EIGHT_MORE(TO_48, 48);
    expect_counting(CUJIT_ARGS(TO_56), 56);
    EIGHT_MORE(TO_56, 56);
    expect_counting(CUJIT_ARGS(TO_64), 64);
}

/* What C99 programs do: fill the list by hand. */
TEST(constructors_make_the_same)
{
    const cujit_arg by_hand[] = {cujit_arg_int(-3), cujit_arg_uint(3), cujit_arg_real(0.5),
                                 cujit_arg_complex_parts(1, 2)};
    const cujit_args args = CUJIT_ARGS(-3, 3u, 0.5, 1.0 + 2.0 * I);

    ck_assert_uint_eq(args.count, COUNT(by_hand));
    for (size_t k = 0; k < args.count; k++) {
        ck_assert_int_eq(args.items[k].kind, by_hand[k].kind);
        ck_assert_mem_eq(&args.items[k].value, &by_hand[k].value, sizeof by_hand[k].value);
    }
}

/* What other languages do. */
TEST(functions_make_the_same)
{
    static const signed char small = -5;
    static const float single = 0.25f;
    static const float pair[] = {1, -2};
    static const uint64_t large = UINT64_MAX;
    cujit_arg items[10];
    cujit_array *array = (cujit_array *)(void *)items; /* never looked into */
    const cujit_args args = CUJIT_ARGS(-3, 3u, 0.5, 1.0 + 2.0 * I, array, small, single, 1.0 - 2.0 * I, large,
                                       CUJIT_POINTER(&large, CUJIT_UINT64, 1));

    ck_assert_uint_eq(cujit_arg_size(), sizeof *items);
    memset(items, 0xff, sizeof items);
    cujit_arg_set_int(items, 0, -3);
    cujit_arg_set_uint(items, 1, 3);
    cujit_arg_set_real(items, 2, 0.5);
    cujit_arg_set_complex(items, 3, 1, 2);
    cujit_arg_set_array(items, 4, array);
    ck_assert_int_eq(cujit_arg_set_number(items, 5, CUJIT_INT8, &small, NULL), CUJIT_OK);
    ck_assert_int_eq(cujit_arg_set_number(items, 6, CUJIT_FLOAT32, &single, NULL), CUJIT_OK);
    ck_assert_int_eq(cujit_arg_set_number(items, 7, CUJIT_COMPLEX64, pair, NULL), CUJIT_OK);
    ck_assert_int_eq(cujit_arg_set_number(items, 8, CUJIT_UINT64, &large, NULL), CUJIT_OK);
    ck_assert_int_eq(cujit_arg_set_memory(items, 9, CUJIT_ARG_POINTER, &large, CUJIT_UINT64, 1, NULL), CUJIT_OK);
    for (size_t k = 0; k < args.count; k++) {
        ck_assert_int_eq(args.items[k].kind, items[k].kind);
        ck_assert_mem_eq(&args.items[k].value, &items[k].value, sizeof items[k].value.pointer);
        if (k > 3) { /* of those before the C type was another one */
            ck_assert_int_eq(args.items[k].dtype, items[k].dtype);
            ck_assert_uint_eq(args.items[k].size, items[k].size);
        }
    }
}

TEST(functions_read_every_type_of_number)
{
#define ROW(dtype, type, number, arg_kind)                                                                             \
    {                                                                                                                  \
        CUJIT_##dtype, &(const type){number}, sizeof(type), CUJIT_ARG_##arg_kind, (long long)(number)                  \
    }
    const struct {
        cujit_dtype dtype;
        const void *value;
        size_t size;
        cujit_arg_kind kind;
        long long expected;
    } rows[] = {ROW(BOOL, unsigned char, 1, UINT),     ROW(INT8, int8_t, INT8_MIN, INT),
                ROW(UINT8, uint8_t, 255, UINT),        ROW(INT16, int16_t, INT16_MIN, INT),
                ROW(UINT16, uint16_t, 65535, UINT),    ROW(INT32, int32_t, -7, INT),
                ROW(UINT32, uint32_t, UINT_MAX, UINT), ROW(INT64, int64_t, INT64_MIN, INT),
                ROW(INT64, int64_t, 9, INT),           ROW(UINT64, uint64_t, INT64_MAX, UINT)};
#undef ROW

    for (int k = 0; k < COUNT(rows); k++) {
        cujit_arg item;

        ck_assert_int_eq(cujit_arg_set_number(&item, 0, rows[k].dtype, rows[k].value, NULL), CUJIT_OK);
        ck_assert_int_eq(item.kind, rows[k].kind);
        ck_assert_int_eq(item.value.i, rows[k].expected);
        ck_assert_int_eq(item.dtype, rows[k].dtype);
        ck_assert_uint_eq(item.size, rows[k].size);
    }
}

TEST(functions_refuse_what_is_none)
{
    static const int kinds[] = {-1, 0, CUJIT_ARG_INT, CUJIT_ARG_COMPLEX, CUJIT_ARG_ARRAY, CUJIT_ARG_INOUT + 1};
    const double number = 1;
    cujit_arg item = cujit_arg_int(7);

    ck_assert_int_eq(cujit_arg_set_number(&item, 0, CUJIT_FLOAT16, &number, &fault), CUJIT_ERROR_INVALID_ARGUMENT);
    ck_assert_ptr_nonnull(strstr(fault.message, "argument 1: float16"));
    ck_assert_int_eq(cujit_arg_set_number(&item, 0, CUJIT_FLOAT4, &number, NULL), CUJIT_ERROR_INVALID_ARGUMENT);
    ck_assert_int_eq(cujit_arg_set_number(&item, 0, CUJIT_FLOAT64, NULL, NULL), CUJIT_ERROR_INVALID_ARGUMENT);
    ck_assert_int_eq(cujit_arg_set_number(NULL, 0, CUJIT_FLOAT64, &number, NULL), CUJIT_ERROR_INVALID_ARGUMENT);
    for (size_t k = 0; k < COUNT(kinds); k++)
        ck_assert_int_eq(cujit_arg_set_memory(&item, 0, (cujit_arg_kind)kinds[k], &number, CUJIT_DTYPE_NONE, 8, &fault),
                         CUJIT_ERROR_INVALID_ARGUMENT);
    ck_assert_int_eq(item.value.i, 7);
}
