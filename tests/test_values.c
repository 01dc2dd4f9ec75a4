/*
 * test_values.c: NAME=VALUE: numbers, generators, files that do not fit their parameter, half floats.
 */
#include "kernels.h"
#include "tools/npy.h"
#include "tools/values.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static cli_array array;
static cli_problem problem;

static cujit_parameter array_of(cujit_dtype dtype)
{
    return (cujit_parameter){.name = "x", .type = "t", .dtype = dtype, .size = cujit_dtype_size(dtype), .pointer = 1};
}

/* clang-format off */
static const struct {
    const char *text;
    cli_number wanted;
} numbers[] = {
    {"0", {CLI_INT, 0, 0, 0, 0}}, {"42", {CLI_INT, 42, 0, 0, 0}}, {"+42", {CLI_INT, 42, 0, 0, 0}},
    {"-42", {CLI_INT, -42, 0, 0, 0}}, {"0x1F", {CLI_INT, 31, 0, 0, 0}}, {"-0x10", {CLI_INT, -16, 0, 0, 0}},
    {"007", {CLI_INT, 7, 0, 0, 0}}, {"9223372036854775807", {CLI_INT, INT64_MAX, 0, 0, 0}},
    {"-9223372036854775808", {CLI_INT, INT64_MIN, 0, 0, 0}}, {"9223372036854775808", {CLI_UINT, 0, 1ULL << 63, 0, 0}},
    {"18446744073709551615", {CLI_UINT, 0, UINT64_MAX, 0, 0}}, {"true", {CLI_INT, 1, 0, 0, 0}},
    {"False", {CLI_INT, 0, 0, 0, 0}}, {"1.5", {CLI_REAL, 0, 0, 1.5, 0}}, {".5", {CLI_REAL, 0, 0, .5, 0}},
    {"5.", {CLI_REAL, 0, 0, 5, 0}}, {"1e-3", {CLI_REAL, 0, 0, 1e-3, 0}}, {"-inf", {CLI_REAL, 0, 0, -INFINITY, 0}},
    {"Infinity", {CLI_REAL, 0, 0, INFINITY, 0}}, {"1+2j", {CLI_COMPLEX, 0, 0, 1, 2}},
    {"(1-2j)", {CLI_COMPLEX, 0, 0, 1, -2}}, {"2j", {CLI_COMPLEX, 0, 0, 0, 2}},
    {"-1e-3-4.5e2j", {CLI_COMPLEX, 0, 0, -1e-3, -450}}, {"1+infj", {CLI_COMPLEX, 0, 0, 1, INFINITY}},
};
/* clang-format on */

TEST_EACH(number_parsed, COUNT(numbers))
{
    const cli_number *wanted = &numbers[_i].wanted;
    const char *text = numbers[_i].text;
    cli_number number;

    ck_assert_msg(cli_number_parse(text, &number, &problem), "%s: %s", text, problem.text);
    ck_assert_msg(number.kind == wanted->kind, "%s has kind %d", text, (int)number.kind);
    ck_assert_msg((number.kind != CLI_INT || number.i == wanted->i) &&
                      (number.kind != CLI_UINT || number.u == wanted->u) && number.real == wanted->real &&
                      number.imaginary == wanted->imaginary,
                  "%s has another value", text);
}

TEST(number_refused)
{
    cli_number number;

    EACH_OF(text, " 1 | 1  | x | 1x | 0x | --1 | 1.5f | 1e | 1+2 | 1+2i | (1 | 1) | () | j | nan(1) | infx | "
                  "1+2jj | 1+ | 1,2 | - | 0x1g | 1_0 | 1+ 2j | 18446744073709551616 | -9223372036854775809")
    {
        ck_assert_msg(!cli_number_parse(text, &number, &problem), "'%s'", text);
        ck_assert(problem.usage);
        ck_assert_ptr_nonnull(problem.text);
    }
}

TEST(number_nan_and_minus_zero)
{
    cli_number number;

    ck_assert(cli_number_parse("nan", &number, &problem) && isnan(number.real));
    ck_assert(cli_number_parse("-0", &number, &problem) && number.kind == CLI_REAL && signbit(number.real));
}

/* Every bit pattern there and back; and rounding at the places where it is easy to get wrong. */
TEST(half_round_trip)
{
    static const cujit_dtype narrow[] = {CUJIT_FLOAT16, CUJIT_BFLOAT16, CUJIT_FLOAT8_E4M3, CUJIT_FLOAT8_E5M2};
    static const struct {
        double value;
        unsigned half, bfloat;
    } rows[] = {
        {1, 0x3c00, 0x3f80},           {-2, 0xc000, 0xc000},          {65504, 0x7bff, 0x4780},
        {65519, 0x7bff, 0x4780},       {65520, 0x7c00, 0x4780},       {1e39, 0x7c00, 0x7f80},
        {-1e39, 0xfc00, 0xff80},       {0x1p-24, 0x0001, 0x3380},     {0x1p-25, 0x0000, 0x3300},
        {0x1.8p-25, 0x0001, 0x3340},   {0x1p-14, 0x0400, 0x3880},     {0.1, 0x2e66, 0x3dcd},
        {1 + 0x1p-11, 0x3c00, 0x3f80}, {1 + 0x3p-11, 0x3c02, 0x3f80}, {-0.0, 0x8000, 0x8000},
        {0x1p-133, 0, 0x0001},
    };

    for (unsigned bits = 0; bits < 65536; bits++) {
        for (size_t k = 0; k < COUNT(narrow); k++) {
            const double value = cli_widen(narrow[k], (uint16_t)bits);

            if (bits >> 8 * cujit_dtype_size(narrow[k]) == 0)
                ck_assert(isnan(value) || cli_narrow(narrow[k], value) == bits);
        }
    }
    for (size_t k = 0; k < COUNT(rows); k++) {
        ck_assert_uint_eq(cli_narrow(CUJIT_FLOAT16, rows[k].value), rows[k].half);
        ck_assert_uint_eq(cli_narrow(CUJIT_BFLOAT16, rows[k].value), rows[k].bfloat);
    }
}

/* What ml_dtypes makes of them. */
TEST(numbers_of_8_bits)
{
    static const struct {
        double value;
        unsigned e4m3, e5m2;
    } rows[] = {
        {448, 0x7e, 0x5f},   {464, 0x7e, 0x5f},   {464.5, 0x7f, 0x5f},
        {480, 0x7f, 0x60},   {-1e9, 0xff, 0xfc},  {(double)NAN, 0x7f, 0x7e},
        {57344, 0x7f, 0x7b}, {61439, 0x7f, 0x7b}, {61440, 0x7f, 0x7c},
        {-1e-9, 0x80, 0x80}, {1, 0x38, 0x3c},     {0x1p-10, 0x00, 0x14},
        {0x1.8p-9, 2, 0x1a}, {0x1p-17, 0, 0},     {(double)INFINITY, 0x7f, 0x7c},
    };

    for (size_t k = 0; k < COUNT(rows); k++) {
        ck_assert_uint_eq(cli_narrow(CUJIT_FLOAT8_E4M3, rows[k].value), rows[k].e4m3);
        ck_assert_uint_eq(cli_narrow(CUJIT_FLOAT8_E5M2, rows[k].value), rows[k].e5m2);
    }
    ck_assert(isnan(cli_widen(CUJIT_FLOAT8_E4M3, 0x7f)) && isnan(cli_widen(CUJIT_FLOAT8_E5M2, 0xfd)));
    ck_assert(cli_widen(CUJIT_FLOAT8_E5M2, 0xfc) == -(double)INFINITY && cli_widen(CUJIT_FLOAT8_E4M3, 0xfe) == -448);
}

/* clang-format off */
static const struct {
    cujit_dtype dtype;
    const char *fit, *others;
} stores[] = {
    {CUJIT_INT8, "127 | -128", "128 | -129"}, {CUJIT_UINT8, "255", "256 | -1"},
    {CUJIT_INT32, "1e3", "1.5 | nan | 1+0j"}, {CUJIT_INT64, NULL, "1e19 | 9223372036854775808"},
    {CUJIT_UINT64, "1e19 | 18446744073709551615", "inf"}, {CUJIT_BOOL, "true", "2"},
    {CUJIT_FLOAT32, "1e38 | inf | 3.4028235e38", "1e39"}, {CUJIT_FLOAT16, "65504", "65520"},
    {CUJIT_FLOAT64, NULL, "1+2j"}, {CUJIT_COMPLEX64, "1+2j | 3", "1e39j"},
    {CUJIT_FLOAT8_E4M3, "448 | 464.0 | nan | -0.1", "465 | inf | 1+0j"}, {CUJIT_FLOAT8_E5M2, "57344 | inf", "61440 | -1e9"},
};
/* clang-format on */

TEST_EACH(element_stored, COUNT(stores))
{
    const cujit_dtype dtype = stores[_i].dtype;
    unsigned char bytes[16] = {0};
    cli_number number, back;

    EACH_OF(text, stores[_i].fit)
    {
        ck_assert(cli_number_parse(text, &number, &problem));
        ck_assert_msg(cli_element_store(dtype, bytes, &number), "%s as %s", text, cujit_dtype_name(dtype));
        if (number.kind != CLI_INT)
            continue;
        cli_element_load(dtype, bytes, &back);
        ck_assert(back.kind == CLI_INT ? back.i == number.i : back.real == (double)number.i);
    }
    EACH_OF(text, stores[_i].others)
    {
        ck_assert(cli_number_parse(text, &number, &problem));
        ck_assert_msg(!cli_element_store(dtype, bytes, &number), "%s as %s", text, cujit_dtype_name(dtype));
    }
}

TEST(component_of_vectors)
{
    size_t count;

    ck_assert_int_eq(cli_component(CUJIT_CHAR1, &count), CUJIT_INT8);
    ck_assert_uint_eq(count, 1);
    ck_assert_int_eq(cli_component(CUJIT_ULONGLONG3, &count), CUJIT_UINT64);
    ck_assert_uint_eq(count, 3);
    ck_assert_int_eq(cli_component(CUJIT_DOUBLE4, &count), CUJIT_FLOAT64);
    ck_assert_uint_eq(count, 4);
    ck_assert_int_eq(cli_component(CUJIT_FLOAT16, &count), CUJIT_FLOAT16);
    ck_assert_uint_eq(count, 1);
    for (int number = CUJIT_CHAR1; number <= CUJIT_DOUBLE4; number++) {
        cujit_dtype plain = cli_component((cujit_dtype)number, &count);

        ck_assert_uint_eq(count * cujit_dtype_size(plain), cujit_dtype_size((cujit_dtype)number));
    }
}

TEST(assignment_parsed)
{
    static const char *const wrong[] = {"", "=", "x", "=1", "1x=1", "x y=1", "x-y=1", "-x=1"};
    cli_assignment assignment;

    ck_assert(cli_assignment_parse("_x1=a=b", &assignment, &problem));
    ck_assert_str_eq(assignment.name, "_x1");
    ck_assert_str_eq(assignment.text, "a=b");
    free(assignment.name);
    for (size_t k = 0; k < COUNT(wrong); k++)
        ck_assert_msg(!cli_assignment_parse(wrong[k], &assignment, &problem), "%s", wrong[k]);
}

TEST(scalar_made)
{
    cujit_parameter plain = {.name = "a", .dtype = CUJIT_FLOAT32}, vector = {.name = "v", .dtype = CUJIT_FLOAT3};
    cli_scalar scalar = {0};
    float parts[3];

    ck_assert(cli_value_scalar(&plain, "3", &scalar, &problem));
    ck_assert(scalar.arg.kind == CUJIT_ARG_INT && scalar.arg.value.i == 3);
    ck_assert(cli_value_scalar(&plain, "1+2j", &scalar, &problem));
    ck_assert(scalar.arg.kind == CUJIT_ARG_COMPLEX && scalar.arg.value.real[1] == 2);
    ck_assert(cli_value_scalar(&vector, "1,2.5,-3", &scalar, &problem));
    ck_assert(scalar.arg.kind == CUJIT_ARG_VALUE && scalar.arg.size == 12);
    memcpy(parts, scalar.arg.value.pointer, sizeof parts);
    ck_assert(parts[0] == 1 && parts[1] == 2.5F && parts[2] == -3);
    ck_assert(!cli_value_scalar(&vector, "1,2", &scalar, &problem));
    ck_assert_str_eq(problem.text, "v=1,2: float3 takes 3 numbers with commas between them, not 2");
    ck_assert(!cli_value_scalar(&vector, "1,2,3,4,5,6,7,8,9", &scalar, &problem));
    ck_assert(!cli_value_scalar(&plain, "x.npy", &scalar, &problem));
    ck_assert_str_eq(problem.text, "a=x.npy: 'float a' is a scalar: it takes a number, not an array");
    ck_assert(problem.usage);
    ck_assert(!cli_value_scalar(&plain, "ones:3", &scalar, &problem));
}

TEST(generator_counts)
{
    cujit_parameter floats = array_of(CUJIT_FLOAT32), vectors = array_of(CUJIT_INT2);

    ck_assert(cli_value_array(NULL, &floats, "arange:2x3", 0, &array, &problem));
    ck_assert(array.ndim == 2 && array.shape[0] == 2 && array.shape[1] == 3);
    for (int k = 0; k < 6; k++)
        ck_assert(((float *)array.data)[k] == (float)k);
    cli_array_clear(&array);
    ck_assert(cli_value_array(NULL, &vectors, "arange:3", 0, &array, &problem));
    ck_assert(array.size == 3 && array.bytes == 24 && ((int *)array.data)[4] == 2 && ((int *)array.data)[5] == 2);
    cli_array_clear(&array);
    ck_assert(cli_value_array(NULL, &floats, "ones:2", 0, &array, &problem));
    ck_assert(((float *)array.data)[0] == 1 && ((float *)array.data)[1] == 1);
    cli_array_clear(&array);
    ck_assert(cli_value_array(NULL, &floats, "zeros:0", 0, &array, &problem));
    ck_assert(array.size == 0 && array.ndim == 1);
}

/* The numbers are part of what is promised: the known answer of Philox, and what the library has. */
TEST(random_numbers_are_the_library_s)
{
    cujit_parameter words = array_of(CUJIT_UINT32), floats = array_of(CUJIT_FLOAT32), parts = array_of(CUJIT_COMPLEX64);
    const uint32_t known[] = {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8};
    cujit_context *context = cj_test_target("host");
    cli_array again = {0};

    ck_assert(cli_value_array(context, &words, "random:4:0", 5, &array, &problem));
    ck_assert_mem_eq(array.data, known, sizeof known);
    cli_array_clear(&array);
    ck_assert(cli_value_array(context, &floats, "random:1000:0x7", 0, &array, &problem));
    ck_assert(cli_value_array(context, &floats, "random:1000", 7, &again, &problem));
    ck_assert_mem_eq(array.data, again.data, array.bytes);
    cli_array_clear(&again);
    ck_assert(cli_value_array(context, &parts, "random:2x250", 7, &again, &problem));
    ck_assert_mem_eq(array.data, again.data, again.bytes);
    cli_array_clear(&again);
    ck_assert(cli_value_array(context, &floats, "random:0", 7, &again, &problem));
    cli_array_clear(&again);
}

/* The upper bits of one word, for each type. */
TEST(random_numbers_of_each_type)
{
    static const cujit_dtype types[] = {CUJIT_FLOAT16,    CUJIT_BFLOAT16, CUJIT_FLOAT8_E4M3, CUJIT_FLOAT8_E5M2,
                                        CUJIT_BOOL,       CUJIT_INT8,     CUJIT_UINT16,      CUJIT_INT64,
                                        CUJIT_COMPLEX128, CUJIT_FLOAT3};
    cujit_context *context = cj_test_target("host");

    compile_sooner();
    for (size_t k = 0; k < COUNT(types); k++) {
        const cujit_parameter parameter = array_of(types[k]);
        size_t set = 0;

        ck_assert_msg(cli_value_array(context, &parameter, "random:500:1", 0, &array, &problem), "%s", problem.text);
        for (size_t byte = 0; byte < array.bytes; byte++)
            set += array.data[byte] != 0;
        ck_assert_uint_gt(set, array.bytes / 4);
        for (size_t byte = 0; types[k] == CUJIT_BOOL && byte < array.bytes; byte++)
            ck_assert_uint_le(array.data[byte], 1);
        for (size_t at = 0; types[k] == CUJIT_FLOAT16 && at < array.size; at++)
            ck_assert_uint_lt(((uint16_t *)array.data)[at], 0x3c00);
        cli_array_clear(&array);
    }
}

static const struct {
    cujit_dtype dtype;
    const char *reason, *texts;
} refused[] = {
    {CUJIT_FLOAT32, "shape", "zeros: | zeros:-3 | zeros:3x | zeros:3y4 | zeros:99999999999999999999"},
    {CUJIT_FLOAT32, "not enough memory", "zeros:9999999999x9999999999"},
    {CUJIT_FLOAT32, "only random:", "zeros:3:4"},
    {CUJIT_FLOAT32, "seed", "random:3: | random:3:x"},
    {CUJIT_FLOAT32, "32 axes", "zeros:1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1"},
    {CUJIT_INT8, "int8 cannot hold 128", "arange:129"},
    {CUJIT_FLOAT32, "is an array", "5 | 1+2j | "},
    {CUJIT_FLOAT32, "No such file", "/nonexistent.npy | zeroes:3"},
};

TEST_EACH(array_refused, COUNT(refused))
{
    const cujit_parameter parameter = array_of(refused[_i].dtype);

    EACH_OF(text, refused[_i].texts)
    {
        ck_assert_msg(!cli_value_array(NULL, &parameter, text, 0, &array, &problem), "%s", text);
        ck_assert_msg(strstr(problem.text, refused[_i].reason) != NULL, "%s: \"%s\"", text, problem.text);
        ck_assert(strncmp(problem.text, "x=", 2) == 0);
    }
}

/* What a file holds against what the signature says. */
TEST(file_type_compared)
{
    static const struct {
        cujit_dtype file, declared;
        const char *reason; /* NULL: fits */
    } rows[] = {
        {CUJIT_FLOAT32, CUJIT_FLOAT32, NULL},
        {CUJIT_UINT16, CUJIT_BFLOAT16, NULL},
        {CUJIT_FLOAT32, CUJIT_FLOAT3, NULL},
        {CUJIT_FLOAT64, CUJIT_FLOAT32, "declare it as 'double *x'"},
        {CUJIT_FLOAT64, CUJIT_FLOAT32, "astype('float32')"},
        {CUJIT_COMPLEX64, CUJIT_FLOAT32, "'float complex *x'"},
        {CUJIT_FLOAT32, CUJIT_BFLOAT16, "no bfloat16"},
        {CUJIT_FLOAT64, CUJIT_FLOAT3, "last axis of length 3"},
        {CUJIT_FLOAT32, CUJIT_FLOAT4, "last axis of length 4"},
    };
    const size_t shape[] = {2, 3};
    const char *path = cj_test_path("in.npy");

    for (size_t k = 0; k < COUNT(rows); k++) {
        cujit_parameter parameter = array_of(rows[k].declared);
        cli_array loaded = {0};
        bool good;

        ck_assert(cli_array_create(rows[k].file, 2, shape, false, &array, &problem));
        ck_assert(cli_npy_write(path, &array, &problem));
        good = cli_value_array(NULL, &parameter, path, 0, &loaded, &problem);
        ck_assert_msg(good == (rows[k].reason == NULL), "row %zu: %s", k, good ? "accepted" : problem.text);
        ck_assert_msg(good || strstr(problem.text, rows[k].reason) != NULL, "\"%s\" lacks \"%s\"", problem.text,
                      rows[k].reason);
        ck_assert(!good || loaded.dtype == rows[k].declared);
        cli_array_clear(&array);
        cli_array_clear(&loaded);
    }
}
/* (2, 3) elements of two components, as C and as Fortran lay them out. */
TEST(array_joined_and_split)
{
    const size_t shape[] = {2, 3, 2};

    for (int fortran = 0; fortran < 2; fortran++) {
        float before[12], first[2];

        ck_assert(cli_array_create(CUJIT_FLOAT32, 3, shape, fortran, &array, &problem));
        for (int k = 0; k < 12; k++)
            ((float *)array.data)[k] = (float)k;
        memcpy(before, array.data, sizeof before);
        ck_assert(cli_array_join(&array, CUJIT_FLOAT2, &problem));
        ck_assert_int_eq(array.ndim, 2);
        ck_assert_uint_eq(array.size, 6);
        memcpy(first, array.data, sizeof first);
        ck_assert(first[0] == 0 && first[1] == (fortran ? 6.0F : 1.0F));
        ck_assert(cli_array_split(&array, &problem));
        ck_assert_int_eq(array.ndim, 3);
        ck_assert_int_eq(array.fortran, fortran);
        ck_assert_mem_eq(array.data, before, sizeof before);
        ck_assert(!cli_array_join(&array, CUJIT_FLOAT3, &problem));
        ck_assert(!cli_array_join(&array, CUJIT_DOUBLE2, &problem));
        cli_array_clear(&array);
    }
}
