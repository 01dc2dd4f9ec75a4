/*
 * test_argument.c: what becomes of a checked call's arguments: conversions at the limits of every type, and errors that
 * name the argument.
 */
#include "libjit/runtime/argument.h"
#include "libjit/syntax/dtype.h"
#include "tests/support.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* A signature of one parameter "value" of a built-in type. */
static cj_parameter declare(cujit_dtype dtype, bool pointer)
{
    static char name[] = "value";
    static char spelling[64];
    const cj_dtype_info *info = cj_dtype_find(dtype);

    ck_assert_ptr_nonnull(info);
    snprintf(spelling, sizeof spelling, "%s", info->spelling);
    return (cj_parameter){.name = name,
                          .spelling = spelling,
                          .dtype = dtype,
                          .size = info->size,
                          .alignment = info->alignment,
                          .pointer = pointer};
}

static cujit_context here, there;

/* What the last argument became. */
static struct {
    const void *value;
    const cujit_array *array;
    size_t size;
} became;

static cujit_status bind_for(const cujit_context *context, const cj_parameter *parameter, const cujit_arg *arg)
{
    static cj_slot slot;

    memset(&slot, 0xA5, sizeof slot); /* what is not written must not be read */
    return cj_argument_bind(context, parameter, 2, arg, &slot, &became.value, &became.size, &became.array, &fault);
}

static cujit_status bind(const cj_parameter *parameter, cujit_arg arg, void *out)
{
    const cujit_status status = bind_for(NULL, parameter, &arg);

    if (status == CUJIT_OK && out != NULL)
        memcpy(out, became.value, parameter->size);
    return status;
}

/* A value without an address was handed to the kernel as it is. */
TEST(value_needs_an_address)
{
    cj_parameter parameter = declare(CUJIT_FLOAT2, false);
    const float two[2] = {1, 2};
    float bound[2];

    must(bind(&parameter, cujit_arg_memory(CUJIT_ARG_VALUE, two, CUJIT_DTYPE_NONE, sizeof two), bound));
    ck_assert_mem_eq(bound, two, sizeof two);
    refuse(bind(&parameter, cujit_arg_memory(CUJIT_ARG_VALUE, NULL, CUJIT_DTYPE_NONE, sizeof two), NULL),
           CUJIT_ERROR_INVALID_ARGUMENT, "(value): the address of the CUJIT_VALUE is NULL");
}

/* ---- Integers ---------------------------------------------------------------------------------------------------- */

typedef struct limits_row {
    cujit_dtype dtype;
    long long lowest;
    unsigned long long highest;
} limits_row;

static const limits_row limits[] = {{CUJIT_INT8, INT8_MIN, INT8_MAX},    {CUJIT_UINT8, 0, UINT8_MAX},
                                    {CUJIT_INT16, INT16_MIN, INT16_MAX}, {CUJIT_UINT16, 0, UINT16_MAX},
                                    {CUJIT_INT32, INT32_MIN, INT32_MAX}, {CUJIT_UINT32, 0, UINT32_MAX},
                                    {CUJIT_INT64, INT64_MIN, INT64_MAX}, {CUJIT_UINT64, 0, UINT64_MAX}};

/* The value's low bytes, sign-extended where the type has a sign. */
static long long widen(const limits_row *row, const void *bytes)
{
    size_t bits = 8 * cujit_dtype_size(row->dtype);
    unsigned long long value = 0;

    memcpy(&value, bytes, bits / 8);
    if (row->lowest < 0 && bits < 64 && (value >> (bits - 1)) != 0)
        value |= ~0ULL << bits;
    return (long long)value;
}

static void expect_integer(const limits_row *row, cujit_arg arg, unsigned long long expected)
{
    cj_parameter parameter = declare(row->dtype, false);
    unsigned char bytes[16];

    must(bind(&parameter, arg, bytes));
    ck_assert_int_eq(widen(row, bytes), (long long)expected);
}

static void expect_refusal(cujit_dtype dtype, cujit_arg arg, cujit_status status, const char *words)
{
    cj_parameter parameter = declare(dtype, false);

    refuse(bind(&parameter, arg, NULL), status, "argument 3 (value)", words);
}

TEST_EACH(integers_at_their_limits, COUNT(limits))
{
    const limits_row *row = &limits[_i];

    expect_integer(row, cujit_arg_int(0), 0);
    expect_integer(row, cujit_arg_int(row->lowest), (unsigned long long)row->lowest);
    expect_integer(row, cujit_arg_uint(row->highest), row->highest);
    expect_integer(row, cujit_arg_real(1.0), 1);
    expect_integer(row, cujit_arg_real(-0.0), 0);
    expect_integer(row, cujit_arg_real((double)row->lowest), (unsigned long long)row->lowest);
    if (row->highest <= UINT32_MAX) {
        expect_integer(row, cujit_arg_int((long long)row->highest), row->highest);
        expect_integer(row, cujit_arg_real((double)row->highest), row->highest);
    }
    if (row->lowest < 0)
        expect_integer(row, cujit_arg_int(-1), (unsigned long long)-1LL);
}

TEST_EACH(integers_beyond_their_limits, COUNT(limits))
{
    static const double never[] = {0.5, 1.5, -1e300, 1e300, INFINITY, -INFINITY, NAN, 5e-324};
    const limits_row *row = &limits[_i];
    const char *fit = "does not fit into";

    if (row->highest < UINT64_MAX)
        expect_refusal(row->dtype, cujit_arg_uint(row->highest + 1), CUJIT_ERROR_ARGUMENT_VALUE, fit);
    if (row->highest < INT64_MAX)
        expect_refusal(row->dtype, cujit_arg_int((long long)row->highest + 1), CUJIT_ERROR_ARGUMENT_VALUE, fit);
    if (row->lowest > INT64_MIN)
        expect_refusal(row->dtype, cujit_arg_int(row->lowest - 1), CUJIT_ERROR_ARGUMENT_VALUE, fit);
    expect_refusal(row->dtype, cujit_arg_real((double)row->highest * 1.001 + 1), CUJIT_ERROR_ARGUMENT_VALUE, fit);
    expect_refusal(row->dtype, cujit_arg_real((double)row->lowest * 1.001 - 1), CUJIT_ERROR_ARGUMENT_VALUE, fit);
    for (size_t k = 0; k < COUNT(never); k++)
        expect_refusal(row->dtype, cujit_arg_real(never[k]), CUJIT_ERROR_ARGUMENT_VALUE, fit);
    expect_refusal(row->dtype, cujit_arg_complex_parts(1, 0), CUJIT_ERROR_ARGUMENT_TYPE, "a complex number");
}

TEST(large_integers_from_doubles)
{
    const limits_row *int64 = &limits[6], *uint64 = &limits[7];
    const double two_63 = 9223372036854775808.0, two_64 = 2 * two_63;

    expect_integer(int64, cujit_arg_real(-two_63), 1ULL << 63);
    expect_integer(int64, cujit_arg_real(two_63 - 1024), (1ULL << 63) - 1024);
    expect_refusal(CUJIT_INT64, cujit_arg_real(two_63), CUJIT_ERROR_ARGUMENT_VALUE, "does not fit");
    expect_integer(uint64, cujit_arg_real(two_63), 1ULL << 63);
    expect_integer(uint64, cujit_arg_real(two_64 - 2048), UINT64_MAX - 2047);
    expect_refusal(CUJIT_UINT64, cujit_arg_real(two_64), CUJIT_ERROR_ARGUMENT_VALUE, "does not fit");
}

TEST(refusals_quote_the_value)
{
    expect_refusal(CUJIT_INT8, cujit_arg_int(300), CUJIT_ERROR_ARGUMENT_VALUE, "300 does not fit into signed char");
    expect_refusal(CUJIT_UINT32, cujit_arg_int(-1), CUJIT_ERROR_ARGUMENT_VALUE, "-1 does not fit into unsigned int");
    expect_refusal(CUJIT_INT32, cujit_arg_real(1.5), CUJIT_ERROR_ARGUMENT_VALUE, "1.5 does not fit into int");
    expect_refusal(CUJIT_INT64, cujit_arg_uint(UINT64_MAX), CUJIT_ERROR_ARGUMENT_VALUE, "18446744073709551615");
}

/* ---- bool -------------------------------------------------------------------------------------------------------- */

TEST(truth_is_not_zero)
{
    static const unsigned long long numbers[] = {0, 1, 2, 256, 1ULL << 63, UINT64_MAX};
    cj_parameter parameter = declare(CUJIT_BOOL, false);

    for (size_t k = 0; k < COUNT(numbers); k++) {
        unsigned char truth = 7;

        must(bind(&parameter, cujit_arg_uint(numbers[k]), &truth));
        ck_assert_uint_eq(truth, numbers[k] != 0);
        must(bind(&parameter, cujit_arg_int((long long)numbers[k]), &truth));
        ck_assert_uint_eq(truth, numbers[k] != 0);
    }
    expect_refusal(CUJIT_BOOL, cujit_arg_real(1), CUJIT_ERROR_ARGUMENT_TYPE, "a floating point number");
    expect_refusal(CUJIT_BOOL, cujit_arg_complex_parts(1, 0), CUJIT_ERROR_ARGUMENT_TYPE, "a complex number");
}

/* ---- Floating point ---------------------------------------------------------------------------------------------- */

typedef struct half_row {
    cujit_dtype dtype;
    double number;
    int bits; /* -1: refused */
} half_row;

/* How they are rounded: test_dtype.c, over all of them. */
static const half_row halves[] = {
    {CUJIT_FLOAT16, -0.0, 0x8000},     {CUJIT_FLOAT16, 1.0 / 3, 0x3555},
    {CUJIT_FLOAT16, 65519.99, 0x7BFF}, {CUJIT_FLOAT16, 65520, -1},
    {CUJIT_FLOAT16, -65520, -1},       {CUJIT_FLOAT16, 1e300, -1},
    {CUJIT_FLOAT16, INFINITY, 0x7C00}, {CUJIT_FLOAT16, -INFINITY, 0xFC00},
    {CUJIT_FLOAT16, 1e-300, 0},        {CUJIT_BFLOAT16, 65520, 0x4780},
    {CUJIT_BFLOAT16, 3.39e38, 0x7F7F}, {CUJIT_BFLOAT16, 3.3961775292304601e38, -1}, /* halfway to 2^128 */
    {CUJIT_BFLOAT16, 1e300, -1},       {CUJIT_BFLOAT16, -INFINITY, 0xFF80}};

TEST_EACH(sixteen_bits_are_rounded_or_refused, COUNT(halves))
{
    const half_row *row = &halves[_i];
    cj_parameter parameter = declare(row->dtype, false);
    uint16_t bits = 0xDEAD;

    if (row->bits < 0) {
        expect_refusal(row->dtype, cujit_arg_real(row->number), CUJIT_ERROR_ARGUMENT_VALUE, "does not fit into");
        return;
    }
    must(bind(&parameter, cujit_arg_real(row->number), &bits));
    ck_assert_msg(bits == row->bits, "%a gives %#x, expected %#x", row->number, bits, (unsigned)row->bits);
}

TEST(nan_stays_nan)
{
    static const cujit_dtype dtypes[] = {CUJIT_FLOAT16, CUJIT_BFLOAT16, CUJIT_FLOAT32, CUJIT_FLOAT64};
    union {
        uint16_t bits;
        float f;
        double d;
    } got[4];

    for (int k = 0; k < 4; k++) {
        cj_parameter parameter = declare(dtypes[k], false);

        must(bind(&parameter, cujit_arg_real(NAN), &got[k]));
    }
    ck_assert(isnan(cj_half_to_double(CUJIT_FLOAT16, got[0].bits)) &&
              isnan(cj_half_to_double(CUJIT_BFLOAT16, got[1].bits)));
    ck_assert(isnan(got[2].f) && isnan(got[3].d));
}

static void expect_float(cujit_arg arg, float expected)
{
    cj_parameter parameter = declare(CUJIT_FLOAT32, false);
    float value = 0;

    must(bind(&parameter, arg, &value));
    ck_assert_mem_eq(&value, &expected, sizeof value);
}

static void expect_double(cujit_arg arg, double expected)
{
    cj_parameter parameter = declare(CUJIT_FLOAT64, false);
    double value = 0;

    must(bind(&parameter, arg, &value));
    ck_assert_mem_eq(&value, &expected, sizeof value);
}

TEST(floats_are_rounded_or_refused)
{
    expect_float(cujit_arg_real(0.1), 0.1f);
    expect_float(cujit_arg_real(-0.0), -0.0f);
    expect_float(cujit_arg_real(1e-300), 0.0f);
    expect_float(cujit_arg_real(1e-45), 1e-45f);
    expect_float(cujit_arg_real(3.4028235677973362e38), 3.40282347e+38f); /* just below halfway to 2^128 */
    expect_float(cujit_arg_real(INFINITY), INFINITY);
    expect_float(cujit_arg_int(-7), -7.0f);
    expect_float(cujit_arg_uint(UINT64_MAX), 18446744073709551616.0f);
    expect_refusal(CUJIT_FLOAT32, cujit_arg_real(3.4028235677973366e38), CUJIT_ERROR_ARGUMENT_VALUE, "into float");
    expect_refusal(CUJIT_FLOAT32, cujit_arg_real(-1e300), CUJIT_ERROR_ARGUMENT_VALUE, "-1e+300 does not fit");
    expect_refusal(CUJIT_FLOAT32, cujit_arg_complex_parts(1, 0), CUJIT_ERROR_ARGUMENT_TYPE, "a complex number");
    expect_double(cujit_arg_real(0.1), 0.1);
    expect_double(cujit_arg_real(1e300), 1e300);
    expect_double(cujit_arg_real(-INFINITY), -INFINITY);
    expect_double(cujit_arg_int(INT64_MIN), -9223372036854775808.0);
    expect_double(cujit_arg_uint(UINT64_MAX), 18446744073709551616.0);
}

TEST(complex_numbers_from_any_number)
{
    cj_parameter small = declare(CUJIT_COMPLEX64, false), large = declare(CUJIT_COMPLEX128, false);
    float f[2];
    double d[2];

    must(bind(&small, cujit_arg_complex_parts(0.1, -0.2), f));
    ck_assert(f[0] == 0.1f && f[1] == -0.2f);
    must(bind(&small, cujit_arg_int(-3), f));
    ck_assert(f[0] == -3.0f && f[1] == 0.0f);
    must(bind(&large, cujit_arg_complex_parts(1e300, -0.0), d));
    ck_assert(d[0] == 1e300 && d[1] == 0 && signbit(d[1]));
    must(bind(&large, cujit_arg_real(2.5), d));
    ck_assert(d[0] == 2.5 && d[1] == 0.0);
    must(bind(&large, cujit_arg_uint(9), d));
    ck_assert(d[0] == 9 && d[1] == 0.0);
    expect_refusal(CUJIT_COMPLEX64, cujit_arg_complex_parts(0, 1e300), CUJIT_ERROR_ARGUMENT_VALUE, "0+1e+300i");
    expect_refusal(CUJIT_COMPLEX64, cujit_arg_complex_parts(-1e300, 0), CUJIT_ERROR_ARGUMENT_VALUE, "does not fit");
}

/* ---- Values, arrays, pointers ------------------------------------------------------------------------------------ */

TEST(values_are_copied_as_they_are)
{
    float four[4] = {1, 2, 3, 4}, out[4];
    int one = 5;
    cj_parameter vector = declare(CUJIT_FLOAT4, false), number = declare(CUJIT_INT32, false);

    must(bind(&vector, CUJIT_VALUE(four), out));
    ck_assert_mem_eq(four, out, sizeof out);
    must(bind(&number, CUJIT_VALUE(one), out));
    ck_assert_mem_eq(&one, out, sizeof one);
    expect_refusal(CUJIT_FLOAT4, CUJIT_VALUE(one), CUJIT_ERROR_ARGUMENT_SIZE, "16 bytes, the CUJIT_VALUE has 4");
    expect_refusal(CUJIT_INT64, CUJIT_VALUE(one), CUJIT_ERROR_ARGUMENT_SIZE, "8 bytes, the CUJIT_VALUE has 4");
    expect_refusal(CUJIT_FLOAT4, cujit_arg_real(1), CUJIT_ERROR_ARGUMENT_TYPE, "CUJIT_VALUE");
}

TEST(memory_is_no_scalar)
{
    int device;

    expect_refusal(CUJIT_INT32, cujit_arg_array(NULL), CUJIT_ERROR_ARGUMENT_TYPE, "an array");
    expect_refusal(CUJIT_INT32, CUJIT_POINTER(&device, CUJIT_INT32, 1), CUJIT_ERROR_ARGUMENT_TYPE, "a CUJIT_POINTER");
    expect_refusal(CUJIT_FLOAT4, cujit_arg_array(NULL), CUJIT_ERROR_ARGUMENT_TYPE, "an array");
}

typedef struct array_row {
    cujit_dtype declared;
    cujit_arg arg;
    cujit_status status;
    const char *words;
} array_row;

static cujit_array numbers = {.context = &here, .dtype = CUJIT_INT32, .size = 12, .data = &numbers};
static cujit_array elsewhere = {.context = &there, .dtype = CUJIT_INT32, .size = 12, .data = &numbers};

static void make_contexts(void)
{
    static const cj_backend one = {.name = "one"}, other = {.name = "other"};

    here.backend = &one;
    there.backend = &other;
    strcpy(here.device_text, "here");
    strcpy(there.device_text, "there");
}

TEST(arrays_are_compared_with_the_signature)
{
    const array_row rows[] = {
        {CUJIT_INT32, cujit_arg_array(&numbers), CUJIT_OK, NULL},
        {CUJIT_INT32, CUJIT_POINTER(&numbers, CUJIT_INT32, 12), CUJIT_OK, NULL},
        {CUJIT_INT32, CUJIT_POINTER(NULL, CUJIT_INT32, 0), CUJIT_OK, NULL},
        {CUJIT_LONG2, CUJIT_POINTER(&numbers, CUJIT_LONGLONG2, 1), CUJIT_OK, NULL},
        {CUJIT_ULONGLONG4, CUJIT_POINTER(&numbers, CUJIT_ULONG4, 1), CUJIT_OK, NULL},
        {CUJIT_INT32, cujit_arg_array(NULL), CUJIT_ERROR_INVALID_ARGUMENT, "NULL"},
        {CUJIT_INT32, CUJIT_POINTER(NULL, CUJIT_INT32, 1), CUJIT_ERROR_INVALID_ARGUMENT, "NULL"},
        {CUJIT_UINT32, cujit_arg_array(&numbers), CUJIT_ERROR_ARGUMENT_TYPE, "array of int32"},
        {CUJIT_INT32, CUJIT_POINTER(&numbers, CUJIT_FLOAT32, 1), CUJIT_ERROR_ARGUMENT_TYPE, "float32"},
        {CUJIT_LONG2, CUJIT_POINTER(&numbers, CUJIT_ULONG2, 1), CUJIT_ERROR_ARGUMENT_TYPE, "ulong2"},
        {CUJIT_INT32, CUJIT_POINTER(&numbers, CUJIT_DTYPE_NONE, 1), CUJIT_ERROR_ARGUMENT_TYPE, "unknown"},
        {CUJIT_INT32, cujit_arg_array(&elsewhere), CUJIT_ERROR_ARGUMENT_TYPE, "lies on there"},
        {CUJIT_INT32, cujit_arg_int(1), CUJIT_ERROR_ARGUMENT_TYPE, "expected an array of int, got an integer"},
        {CUJIT_INT32, cujit_arg_real(1), CUJIT_ERROR_ARGUMENT_TYPE, "got a floating point number"},
        {CUJIT_INT32, CUJIT_VALUE(numbers), CUJIT_ERROR_ARGUMENT_TYPE, "got a CUJIT_VALUE"},
        {CUJIT_INT32, {.kind = (cujit_arg_kind)99}, CUJIT_ERROR_ARGUMENT_TYPE, "something unknown"}};

    make_contexts();
    for (size_t k = 0; k < COUNT(rows); k++) {
        const array_row *row = &rows[k];
        cj_parameter parameter = declare(row->declared, true);
        const cujit_status status = bind_for(&here, &parameter, &row->arg);

        refuse(status, row->status, status == CUJIT_OK ? NULL : "argument 3 (value)", row->words);
        if (status == CUJIT_OK) {
            ck_assert_ptr_eq(*(void *const *)became.value,
                             row->arg.kind == CUJIT_ARG_ARRAY ? numbers.data : row->arg.value.pointer);
            ck_assert_uint_eq(became.size, row->arg.kind == CUJIT_ARG_ARRAY ? 12 : row->arg.size);
            ck_assert_ptr_eq(became.array, row->arg.kind == CUJIT_ARG_ARRAY ? &numbers : NULL);
        }
    }
}

/* What a registered view checks a bare pointer is checked for too: a GPU would stop at the first access. */
TEST(pointers_are_aligned)
{
    static const struct {
        cujit_dtype dtype;
        size_t offset, count;
        const char *words; /* NULL: fine */
    } rows[] = {
        {CUJIT_UINT8, 1, 4, NULL},         {CUJIT_INT16, 1, 4, "a multiple of the alignment of short, 2 bytes"},
        {CUJIT_INT16, 2, 4, NULL},         {CUJIT_FLOAT64, 4, 1, "a multiple of the alignment of double, 8 bytes"},
        {CUJIT_FLOAT64, 4, 0, NULL}, /* nothing lies there */
        {CUJIT_FLOAT3, 4, 1, NULL},        {CUJIT_FLOAT4, 8, 1, "float4, 16 bytes"},
        {CUJIT_COMPLEX64, 4, 1, "8 bytes"}};
    static _Alignas(16) char memory[64];

    make_contexts();
    for (size_t k = 0; k < COUNT(rows); k++) {
        cj_parameter parameter = declare(rows[k].dtype, true);
        cujit_arg arg = CUJIT_POINTER(memory + rows[k].offset, rows[k].dtype, rows[k].count);

        if (rows[k].words == NULL)
            must(bind_for(&here, &parameter, &arg));
        else
            refuse(bind_for(&here, &parameter, &arg), CUJIT_ERROR_INVALID_ARGUMENT, "argument 3 (value)",
                   rows[k].words);
    }
}

static bool same_memory_of(const cj_device *a, const cj_device *b)
{
    return a->grain == b->grain;
}

/* Contexts of one device share arrays only where the device says that their memory is the same. */
TEST(arrays_of_another_context_need_the_same_memory)
{
    static const cj_backend backend = {.name = "some", .same_memory = same_memory_of};
    cj_device mine = {.grain = 1}, yours = {.grain = 1};
    cj_parameter parameter = declare(CUJIT_INT32, true);
    const cujit_arg arg = cujit_arg_array(&elsewhere);

    here = (cujit_context){.backend = &backend, .device = &mine, .device_text = "some:0"};
    there = (cujit_context){.backend = &backend, .device = &yours, .device_text = "some:0"};
    must(bind_for(&here, &parameter, &arg));
    yours.grain = 2;
    refuse(bind_for(&here, &parameter, &arg), CUJIT_ERROR_ARGUMENT_TYPE,
           "argument 3 (value): the array and the kernel belong to different CUDA contexts on some:0");
}
