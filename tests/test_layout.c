/*
 * test_layout.c: where kernels read and write: vector types of every size and alignment, arrays of every awkward length
 * with nothing touched beyond their end, and arrays of more than 2^31 and 2^32 elements.
 */
#include "tests/property.h"

#include <stdio.h>

/* ---- Vector types ------------------------------------------------------------------------------------------------ */

enum { COUNT = 300 };

/* Each base type comes as one to four components; the dtypes of a base are numbered in a row. */
/* clang-format off */
static const struct {
    const char *name;
    cujit_dtype first, number;
} bases[] = {
    {"char", CUJIT_CHAR1, CUJIT_INT8},             {"uchar", CUJIT_UCHAR1, CUJIT_UINT8},
    {"short", CUJIT_SHORT1, CUJIT_INT16},          {"ushort", CUJIT_USHORT1, CUJIT_UINT16},
    {"int", CUJIT_INT1, CUJIT_INT32},              {"uint", CUJIT_UINT1, CUJIT_UINT32},
    {"long", CUJIT_LONG1, CUJIT_INT64},            {"ulong", CUJIT_ULONG1, CUJIT_UINT64},
    {"longlong", CUJIT_LONGLONG1, CUJIT_INT64},    {"ulonglong", CUJIT_ULONGLONG1, CUJIT_UINT64},
    {"float", CUJIT_FLOAT1, CUJIT_FLOAT32},        {"double", CUJIT_DOUBLE1, CUJIT_FLOAT64},
};
/* clang-format on */

/* Small numbers, so that sums are exact in every type. */
static void fill_components(element_type part, size_t count, unsigned char *data)
{
    uint64_t state = (uint64_t)part.number + 1;

    for (size_t k = 0; k < count; k++)
        put_number(part, data + k * part.size, (long long)draw_below(&state, 100));
}

/* What the kernel does with one element, in C: z[w - 1 - k] = x[k], and the scalar's first one added to the first. */
static void turn_around(element_type part, size_t components, const unsigned char *x, const unsigned char *scalar,
                        unsigned char *z)
{
    for (size_t k = 0; k < components; k++)
        memcpy(z + (components - 1 - k) * part.size, x + k * part.size, part.size);
    put_number(part, z, get_number(part, z) + get_number(part, scalar));
}

CONTEXT_FOR_EACH_CASE

/* The four scalars stand between bytes, so that each must be aligned as CUDA aligns it. */
static cujit_elementwise *vector_kernel(const char *base)
{
    char arguments[700], text[700];

    snprintf(arguments, sizeof arguments,
             "const %s1 *x1, %s1 *z1, const %s2 *x2, %s2 *z2, const %s3 *x3, %s3 *z3, const %s4 *x4, %s4 *z4, "
             "char c1, %s1 s1, char c2, %s2 s2, char c3, %s3 s3, char c4, %s4 s4",
             base, base, base, base, base, base, base, base, base, base, base, base);
    snprintf(text, sizeof text,
             "%s1 a = x1[i]; z1[i] = make_%s1(a.x + s1.x);\n"
             "%s2 b = x2[i]; z2[i] = make_%s2(b.y + s2.x, b.x);\n"
             "%s3 c = x3[i]; z3[i] = make_%s3(c.z + s3.x, c.y, c.x);\n"
             "%s4 d = x4[i]; z4[i] = make_%s4(d.w + s4.x, d.z, d.y, d.x);\n",
             base, base, base, base, base, base, base, base);
    return kernel_of(context, arguments, text);
}

TEST_EACH(vectors_keep_size_and_alignment, COUNT(bases))
{
    const cujit_dtype first = bases[_i].first, number = bases[_i].number;
    const size_t size = cujit_dtype_size(number);
    const element_type part = {number, number, size};
    cujit_elementwise *kernel = vector_kernel(bases[_i].name);
    cujit_array *in[4], *out[4];
    unsigned char *x[4], *got = memory_of(COUNT * 4 * size), expected[32];
    _Alignas(16) unsigned char scalars[4][32];

    for (size_t w = 0; w < 4; w++) {
        x[w] = memory_of(COUNT * 4 * size);
        fill_components(part, COUNT * (w + 1), x[w]);
        fill_components(part, w + 1, scalars[w]);
        in[w] = upload(context, (cujit_dtype)(first + w), COUNT, x[w]);
        out[w] = zeros(context, (cujit_dtype)(first + w), COUNT);
        ck_assert_uint_eq(cujit_array_bytes(in[w]), COUNT * (w + 1) * size);
    }
    run_kernel(kernel, CUJIT_ARGS(in[0], out[0], in[1], out[1], in[2], out[2], in[3], out[3], 1,
                                  cujit_arg_memory(CUJIT_ARG_VALUE, scalars[0], CUJIT_DTYPE_NONE, size), 2,
                                  cujit_arg_memory(CUJIT_ARG_VALUE, scalars[1], CUJIT_DTYPE_NONE, 2 * size), 3,
                                  cujit_arg_memory(CUJIT_ARG_VALUE, scalars[2], CUJIT_DTYPE_NONE, 3 * size), 4,
                                  cujit_arg_memory(CUJIT_ARG_VALUE, scalars[3], CUJIT_DTYPE_NONE, 4 * size)));
    for (size_t w = 0; w < 4; w++) {
        size_t item = (w + 1) * size;

        download(out[w], got);
        for (size_t k = 0; k < COUNT; k++) {
            turn_around(part, w + 1, x[w] + k * item, scalars[w], expected);
            expect(memcmp(got + k * item, expected, item) == 0, "%s%zu: element %zu is wrong", bases[_i].name, w + 1,
                   k);
        }
    }
}

/* ---- Lengths ----------------------------------------------------------------------------------------------------- */

static const size_t lengths[] = {0, 1, 2, 3, 15, 16, 17, 31, 32, 33, 63, 64, 65, 255, 256, 257, 1000, 65537, 200003};

OPERATION(axpby, float, float, float, z[i] = 2 * x[i] - 3 * y[i])
OPERATION(copy, signed char, signed char, signed char, z[i] = x[i])
OPERATION(fill, int, int, double, z[i] = 0.5 + (double)i)

static const operation *const operations[] = {&axpby, &copy, &fill};

/* Also where no array begins as tiles do: nothing may assume more alignment than the type's. */
TEST_EACH(nothing_but_the_elements_is_written, COUNT(operations))
{
    const operation *what = operations[_i];
    const element_type types[] = {number_type_of(what->x), number_type_of(what->y), number_type_of(what->z)};
    char arguments[100];
    cujit_elementwise *kernel;
    uint64_t seed = 1;

    snprintf(arguments, sizeof arguments, "const %s *x, const %s *y, %s *z", what->x, what->y, what->z);
    kernel = kernel_of(context, arguments, what->text);
    for (size_t k = 0; k < 2 * COUNT(lengths); k++) {
        operand of[3];

        for (size_t a = 0; a < 3; a++) {
            const size_t before = k % 2 == 0 ? 64 : (2 * a + 1) * types[a].size;

            of[a] = make_operand(context, types[a], 1, &lengths[k / 2], &(ptrdiff_t){(ptrdiff_t)types[a].size}, before,
                                 64, &seed);
        }
        expect_operation(what, &of[0], &of[1], &of[2], (chosen){0});
        run_kernel(kernel, CUJIT_ARGS(of[0].array, of[1].array, of[2].array));
        check_operand(&of[2], what->text);
    }
}

/* ---- Arrays that a 32-bit index cannot reach --------------------------------------------------------------------- */

static const size_t huge[] = {((size_t)1 << 31) + 7, ((size_t)1 << 32) + 11};

/* Written and read back by kernels: the host would take too long, and does not have the memory everywhere. */
static void check_huge(size_t n)
{
    unsigned long long wrong[2] = {0, 0};
    signed char ends[2];
    cujit_array *big = strided(context, CUJIT_INT8, 1, &n, NULL), *counts = upload(context, CUJIT_UINT64, 2, wrong);

    run_once(context, "signed char *z", "z[i] = (signed char)(i % 251)", CUJIT_ARGS(big));
    run_once(context, "const signed char *x, unsigned long long *wrong",
             "if (x[i] != (signed char)(i % 251)) atomicAdd(&wrong[0], 1ULL);"
             "if (i >= (1LL << 31) && (i & 1023) == 0) atomicAdd(&wrong[1], 1ULL)",
             CUJIT_ARGS(big, counts));
    download(counts, wrong);
    ck_assert_uint_eq(wrong[0], 0);
    ck_assert_uint_eq(wrong[1], (n - 1) / 1024 - ((size_t)1 << 21) + 1);
    must(cujit_memory_to_host(context, &ends[0], cujit_array_data(big), 1, &fault));
    must(cujit_memory_to_host(context, &ends[1], (char *)cujit_array_data(big) + n - 1, 1, &fault));
    ck_assert_int_eq(ends[0], 0);
    ck_assert_int_eq(ends[1], (signed char)((n - 1) % 251));
}

TEST_EACH(huge_arrays_are_reached_in_full, COUNT(huge))
{
    cujit_memory_info info;

    must(cujit_memory_get_info(context, &info, &fault));
    if (on_gpu(context) && info.free_bytes > huge[_i] + ((size_t)1 << 30))
        check_huge(huge[_i]);
    else
        printf("not run: an array of %zu bytes on %s\n", huge[_i], cujit_context_device(context));
}
