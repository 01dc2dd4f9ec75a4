/*
 * test_dtype.c: the table of element types, registered types, and the 16-bit formats over all of their bit patterns.
 */
#include "support.h"

#include "libjit/base/alloc.h"
#include "libjit/syntax/dtype.h"

#include <math.h>
#include <string.h>

TEST(dtype_table_is_consistent)
{
    int number;

    for (number = 0; number < 1100; number++) {
        cujit_dtype dtype = (cujit_dtype)number;
        const cj_dtype_info *info = cj_dtype_find(dtype);

        if (info == NULL) {
            ck_assert_uint_eq(cujit_dtype_size(dtype), 0);
            ck_assert_uint_eq(cujit_dtype_alignment(dtype), 0);
            ck_assert_ptr_null(cujit_dtype_spelling(dtype));
            ck_assert_str_eq(cujit_dtype_name(dtype), number >= 1000 ? "registered type" : "unknown");
            continue;
        }
        ck_assert_int_eq(info->dtype, dtype);
        ck_assert_uint_eq(info->size % info->alignment, 0);
        ck_assert_int_eq(cj_dtype_is_number(dtype), number <= 15 || number >= CUJIT_FLOAT8_E4M3);
    }
    ck_assert_uint_eq(cujit_dtype_size(CUJIT_FLOAT3), 12);
    ck_assert_uint_eq(cujit_dtype_alignment(CUJIT_DOUBLE4), 16);
}

TEST(what_names_a_dtype_is_read_as_that_dtype)
{
    static const char *const none[] = {"",        " ",       "registered type", "unknown",
                                       "float *", "float x", "const float",     "int float",
                                       "float33", "T",       "float32 float32", "\""};

    for (int number = 1; number <= CUJIT_FLOAT8_E5M2; number++) {
        cujit_dtype dtype = (cujit_dtype)number;

        if (cj_dtype_find(dtype) == NULL)
            continue;
        ck_assert_int_eq(cujit_dtype_from_name(cujit_dtype_name(dtype)), dtype);
        ck_assert_int_eq(cujit_dtype_from_name(cujit_dtype_spelling(dtype)), dtype);
    }
    ck_assert_int_eq(cujit_dtype_from_name(" unsigned\tlong int"), CUJIT_UINT64);
    ck_assert_int_eq(cujit_dtype_from_name("float complex"), CUJIT_COMPLEX64);
    for (size_t k = 0; k < sizeof none / sizeof *none; k++)
        ck_assert_int_eq(cujit_dtype_from_name(none[k]), CUJIT_DTYPE_NONE);
    ck_assert_int_eq(cujit_dtype_from_name(NULL), CUJIT_DTYPE_NONE);
}

TEST(type_table_keeps_types)
{
    cj_type_table table = {0};
    cujit_dtype pair = CUJIT_DTYPE_NONE, again = CUJIT_DTYPE_NONE, other = CUJIT_DTYPE_NONE;
    const char *definition = "struct pair { float a; int b; };";
    const cj_type *type;

    ck_assert_int_eq(cj_type_table_add(&table, "pair", definition, 8, 4, &pair, NULL), CUJIT_OK);
    ck_assert_int_eq(cj_type_table_add(&table, "empty", NULL, 16, 16, &other, NULL), CUJIT_OK);
    ck_assert_int_eq(cj_type_table_add(&table, "pair", definition, 8, 4, &again, NULL), CUJIT_OK);
    ck_assert_int_eq(pair, CUJIT_DTYPE_REGISTERED);
    ck_assert_int_eq(again, pair);
    ck_assert_int_eq(other, CUJIT_DTYPE_REGISTERED + 1);
    type = cj_type_table_by_name(&table, "pair of", 4);
    ck_assert_ptr_nonnull(type);
    ck_assert_ptr_eq(cj_type_table_by_dtype(&table, pair), type);
    ck_assert_ptr_null(cj_type_table_by_name(&table, "pai", 3));
    ck_assert_ptr_null(cj_type_table_by_dtype(&table, CUJIT_FLOAT32));
    ck_assert_ptr_null(cj_type_table_by_name(NULL, "pair", 4));
    cj_type_table_clear(&table);
    cj_type_table_clear(&table);
}

/* clang-format off */
static const struct {
    const char *name, *definition;
    size_t size, alignment;
    const char *message; /* a part of it */
} bad_types[] = {
    {NULL, "", 4, 4, "name is NULL"}, {"", "", 4, 4, "begins with a letter"}, {"3d", "", 4, 4, "begins with a letter"},
    {"a b", "", 4, 4, "ASCII letters"}, {"s; int t", "", 4, 4, "ASCII letters"}, {"while", "", 4, 4, "keyword"},
    {"int", "", 4, 4, "keyword"}, {"class", "", 4, 4, "keyword"},
    {"float4", "", 16, 16, "name of a type"}, {"float32", "", 4, 4, "name of a type"},
    {"size_t", "", 8, 8, "name of a type"}, {"cujit_x", "", 4, 4, "cujit"}, {"__x", "", 4, 4, "belong to the compiler"},
    {"pair", "", 0, 4, "size is 0"}, {"pair", "", 6, 4, "multiple of its alignment"},
    {"pair", "", (1 << 20) + 4, 4, "1048576"}, {"pair", "", 12, 3, "power of two"}, {"pair", "", 8, 0, "power of two"},
    {"pair", "", 512, 512, "power of two"}, {"pair", "struct pair { int a;", 4, 4, "never closed"},
    {"pair", "struct pair { int a; }; /*", 4, 4, "comment never ends"},
    {"known", "struct known { int a; };", 4, 4, "registered already"},
    {"known", "struct known { float a; };", 8, 4, "registered already"},
};
/* clang-format on */

TEST_EACH(type_table_refuses, COUNT(bad_types))
{
    cj_type_table table = {0};
    cujit_dtype dtype = CUJIT_DTYPE_NONE, bad = CUJIT_DTYPE_NONE;
    cujit_status status;

    must(cj_type_table_add(&table, "known", "struct known { float a; };", 4, 4, &dtype, &fault));
    status = cj_type_table_add(&table, bad_types[_i].name, bad_types[_i].definition, bad_types[_i].size,
                               bad_types[_i].alignment, &bad, &fault);
    ck_assert(status == CUJIT_ERROR_INVALID_ARGUMENT || status == CUJIT_ERROR_SNIPPET);
    refuse(fault.status, status, bad_types[_i].message);
    ck_assert_int_eq(bad, CUJIT_DTYPE_NONE);
    ck_assert_uint_eq(table.count, 1);
    cj_type_table_clear(&table);
}

/* Rounding checked against the definition: the neighbours of every value, the ties between them and what lies just
 * beside the ties. */
static void check_format(cujit_dtype dtype, uint16_t infinity)
{
    unsigned bits;

    for (bits = 0; bits < infinity; bits++) {
        double low = cj_half_to_double(dtype, (uint16_t)bits), high = cj_half_to_double(dtype, (uint16_t)(bits + 1)),
               tie;
        uint16_t even = (uint16_t)((bits & 1) == 0 ? bits : bits + 1);

        if (bits + 1u == infinity)
            high = 2 * low - cj_half_to_double(dtype, (uint16_t)(bits - 1)); /* where the next value would be */
        tie = low + (high - low) / 2;
        ck_assert_uint_eq(cj_half_from_double(dtype, low), bits);
        ck_assert_uint_eq(cj_half_from_double(dtype, -low), bits | 0x8000);
        ck_assert_uint_eq(cj_half_from_double(dtype, tie), even);
        ck_assert_uint_eq(cj_half_from_double(dtype, nextafter(tie, low)), bits);
        ck_assert_uint_eq(cj_half_from_double(dtype, nextafter(tie, high)), bits + 1);
        ck_assert_uint_eq(cj_half_from_double(dtype, -nextafter(tie, high)), (bits + 1) | 0x8000);
    }
    ck_assert_uint_eq(cj_half_from_double(dtype, INFINITY), infinity);
    ck_assert_uint_eq(cj_half_from_double(dtype, -INFINITY), infinity | 0x8000);
    ck_assert_uint_eq(cj_half_from_double(dtype, 1e300), infinity);
    ck_assert_uint_eq(cj_half_from_double(dtype, 5e-324), 0);
    ck_assert_uint_eq(cj_half_from_double(dtype, -0.0), 0x8000);
    ck_assert(isinf(cj_half_to_double(dtype, infinity)));
    for (bits = infinity + 1u; bits < 0x8000; bits++) {
        ck_assert(isnan(cj_half_to_double(dtype, (uint16_t)bits)));
        ck_assert_uint_gt(cj_half_from_double(dtype, cj_half_to_double(dtype, (uint16_t)bits)), infinity);
        ck_assert_uint_lt(cj_half_from_double(dtype, cj_half_to_double(dtype, (uint16_t)bits)), 0x8000);
    }
    ck_assert(signbit(cj_half_to_double(dtype, 0x8000)));
}

TEST(half_rounds_to_nearest_even)
{
    check_format(CUJIT_FLOAT16, 0x7C00);
    ck_assert_double_eq(cj_half_to_double(CUJIT_FLOAT16, 0x3C00), 1.0);
    ck_assert_double_eq(cj_half_to_double(CUJIT_FLOAT16, 0x7BFF), 65504.0);
    ck_assert_double_eq(cj_half_to_double(CUJIT_FLOAT16, 0x0001), ldexp(1, -24));
    ck_assert_uint_eq(cj_half_from_double(CUJIT_FLOAT16, 65519.9), 0x7BFF);
    ck_assert_uint_eq(cj_half_from_double(CUJIT_FLOAT16, 65520.0), 0x7C00);
    /* Over float this would be rounded twice, to 0x3C00. */
    ck_assert_uint_eq(cj_half_from_double(CUJIT_FLOAT16, 1.0 + ldexp(1, -11) + ldexp(1, -40)), 0x3C01);
}

TEST(bfloat16_rounds_to_nearest_even)
{
    check_format(CUJIT_BFLOAT16, 0x7F80);
    ck_assert_double_eq(cj_half_to_double(CUJIT_BFLOAT16, 0x3F80), 1.0);
    ck_assert_double_eq(cj_half_to_double(CUJIT_BFLOAT16, 0x0001), ldexp(1, -133));
}
