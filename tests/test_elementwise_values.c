/*
 * test_elementwise_values.c: what may be handed to an elementwise kernel: scalars of every type, arrays of every kind
 * of element and shape, and the bare values of a prepared launch.
 */
#include "tests/kernels.h"

enum { N = 1000 };

CONTEXT_FOR_EACH_CASE

/* ---- Scalars ----------------------------------------------------------------------------------------------------- */

TEST(scalars_of_every_number_type)
{
    static const double expected[] = {
        1,   -128, 255, -32768,     65535, -2147483648.0, 4294967295., -5e9, 1e10, -6e9, 9007199254740992.,
        0.5, 0.1,  -7,  4294967296.};
    enum { COUNT = sizeof expected / sizeof *expected };
    cujit_array *z = zeros(context, CUJIT_FLOAT64, COUNT);

    run_once(
        context,
        "bool a, signed char b, unsigned char c, short d, unsigned short e, int f, unsigned g, long h, "
        "unsigned long j, long long k, unsigned long long l, float m, double o, int8_t p, size_t q, double *z",
        "const double v[] = {(double)a, (double)b, (double)c, (double)d, (double)e, (double)f, (double)g, (double)h, "
        "(double)j, (double)k, (double)l, m, o, (double)p, (double)q};\nz[i] = v[i]",
        CUJIT_ARGS(true, INT8_MIN, UINT8_MAX, INT16_MIN, UINT16_MAX, INT32_MIN, UINT32_MAX, -5000000000LL,
                   10000000000ULL, -6e9, 1ULL << 53, 0.5f, 0.1, (signed char)-7, (size_t)1 << 32, z));
    const double *results = elements_of(z);
    for (int k = 0; k < COUNT; k++)
        ck_assert_msg(results[k] == expected[k], "argument %d: %.17g", k, results[k]);
}

TEST(scalars_of_sixteen_bits_and_complex_ones)
{
    static const float expected[] = {1.5f, -0.25f, 65504, 2, -3, 4, 0};
    enum { COUNT = sizeof expected / sizeof *expected };
    cujit_array *z = zeros(context, CUJIT_FLOAT32, COUNT);

    run_once(context, "half a, bfloat16 b, char c, half d, float complex e, double complex f, float *z",
             "const float v[] = {(float)a, (float)b, (float)d, e.real(), e.imag(), (float)f.real(), (float)f.imag()};\n"
             "z[i] = v[i] + c",
             CUJIT_ARGS(1.5, -0.25, 0, 65519, cujit_arg_complex_parts(2, -3), 4, z));
    expect_each(z, float, got == expected[k]);
}

typedef struct float_4 {
    float x, y, z, w;
} float_4;

typedef struct double_2 {
    double x, y;
} double_2;

typedef struct wide {
    _Alignas(16) float a;
    int b;
    double c;
    char d;
} wide;

typedef struct packet {
    short a, b, c;
} packet;

static cujit_dtype register_struct(const char *name, const char *definition, size_t size, size_t alignment)
{
    return register_type(context, &(cujit_type_spec){name, definition, size, alignment});
}

/* Each between smaller parameters, so that every one needs padding in front of it. */
TEST(scalars_keep_their_alignment)
{
    float_4 four = {1, 2, 3, 4};
    double_2 two = {5, 6};
    wide big = {.a = 7, .b = 8, .c = 9, .d = 10};
    packet small = {11, 12, 13};
    signed char three[3] = {14, 15, 16};
    cujit_array *z = zeros(context, CUJIT_FLOAT32, 20);

    register_struct("wide", "struct alignas(16) wide { float a; int b; double c; char d; };", sizeof(wide), 16);
    register_struct("packet", "struct packet { short a, b, c; };", sizeof(packet), 2);
    run_once(
        context, "char p, float4 v, char q, double2 w, short r, wide u, char s, packet k, float *z, char3 t, bool f",
        "const float all[] = {v.x, v.y, v.z, v.w, (float)w.x, (float)w.y, u.a, (float)u.b, (float)u.c, (float)u.d, "
        "(float)k.a, (float)k.b, (float)k.c, (float)t.x, (float)t.y, (float)t.z, (float)p, (float)q, "
        "(float)r, (float)s};\n"
        "z[i] = f ? all[i] : -1",
        CUJIT_ARGS(17, CUJIT_VALUE(four), 18, CUJIT_VALUE(two), 19, CUJIT_VALUE(big), 20, CUJIT_VALUE(small), z,
                   CUJIT_VALUE(three), true));
    expect_each(z, float, got == (float)(k + 1));
}

/* ---- Arrays ------------------------------------------------------------------------------------------------------ */

TEST(arrays_of_structs)
{
    cujit_dtype dtype = register_struct("wide", "struct alignas(16) wide { float a; int b; double c; char d; };",
                                        sizeof(wide), 16);
    wide data[100], results[100];
    cujit_array *x;

    memset(data, 0, sizeof data);
    for (int k = 0; k < 100; k++)
        data[k] = (wide){.a = (float)k, .b = -k, .c = k / 2.0, .d = (char)k};
    ck_assert_uint_eq(cujit_context_type_size(context, dtype), sizeof(wide));
    x = upload(context, dtype, 100, data);
    run_once(context, "wide *x", "x[i].a += 1; x[i].b *= 2; wide copy = x[i]; copy.c = -copy.c; x[i] = copy",
             CUJIT_ARGS(x));
    download(x, results);
    for (int k = 0; k < 100; k++) {
        ck_assert_float_eq(results[k].a, (float)k + 1);
        ck_assert_int_eq(results[k].b, -2 * k);
        ck_assert_double_eq(results[k].c, -k / 2.0);
        ck_assert_int_eq(results[k].d, k);
    }
}

/* Types are made of types: a definition brings those along that it mentions, whether the signature does so too or
 * not. */
TEST(structs_of_registered_structs)
{
    static const char *const signatures[] = {"outer *x", "outer *x, const inner *y", "inner *y, outer *x"};
    cujit_dtype core = register_struct("core", "struct core { int v[2]; };", 8, 4);
    cujit_dtype inner = register_struct("inner", "struct inner { core c; int d; };", 12, 4);
    cujit_dtype outer = register_struct("outer", "struct outer { inner a; int b; };", 16, 4);
    int data[10][4] = {{0}}, results[10][4];
    cujit_array *x, *y;

    ck_assert(core != inner && inner != outer);
    for (size_t k = 0; k < COUNT(signatures); k++) {
        x = upload(context, outer, 10, data);
        y = upload(context, inner, 10, data);
        if (k == 0)
            run_once(context, signatures[k], "x[i].b = 7; x[i].a.c.v[1] = (int)i", CUJIT_ARGS(x));
        else if (k == 1)
            run_once(context, signatures[k], "x[i].b = 7 + y[i].d; x[i].a.c.v[1] = (int)i", CUJIT_ARGS(x, y));
        else
            run_once(context, signatures[k], "x[i].b = 7 + y[i].d; x[i].a.c.v[1] = (int)i", CUJIT_ARGS(y, x));
        download(x, results);
        for (int i = 0; i < 10; i++) {
            ck_assert_int_eq(results[i][1], i);
            ck_assert_int_eq(results[i][3], 7);
        }
    }
}

/* A definition that holds that of another registered type: it stands alone. */
TEST(structs_that_define_their_parts_themselves)
{
    static const struct {
        const char *inner, *outer;
    } rows[] = {{"struct part { int a; };", "struct part { int a; }; struct whole { part p; int b; };"},
                {"typedef struct { int a; } part;", "typedef struct { int a; } part; struct whole { part p; int b; };"},
                {"using part = int;", "using part = int; struct whole { part p; int b; };"}};
    int data[10][2] = {{0}}, results[10][2];

    for (size_t k = 0; k < COUNT(rows); k++) {
        cujit_context *other = cj_test_context();
        cujit_dtype part, whole;
        cujit_array *x, *y;

        for (int turn = 0; turn < 2; turn++) { /* either may be the first */
            cujit_type_spec spec = {"part", rows[k].inner, 4, 4};

            if (turn == (int)(k % 2))
                spec = (cujit_type_spec){"whole", rows[k].outer, 8, 4};
            must(cujit_context_register_type(other, &spec, turn == (int)(k % 2) ? &whole : &part, &fault));
        }
        x = upload(other, whole, 10, data);
        y = upload(other, part, 10, data);
        run_once(other, "whole *x", "x[i].b = (int)i", CUJIT_ARGS(x));
        run_once(other, "whole *x, part *y", "x[i].b += 1; y[i] = x[i].p", CUJIT_ARGS(x, y));
        download(x, results);
        for (int i = 0; i < 10; i++)
            ck_assert_int_eq(results[i][1], i + 1);
        cujit_array_free(y);
        cujit_context_free(other);
    }
}

/* The type is the preamble's own; the registration says its size. */
TEST(arrays_of_structs_that_the_preamble_defines)
{
    cujit_dtype dtype = register_struct("triple", NULL, 12, 4);
    int data[30];
    cujit_array *x;
    cujit_elementwise *kernel;

    for (int k = 0; k < 30; k++)
        data[k] = k;
    x = upload(context, dtype, 10, data);
    kernel = kernel_with(context, .arguments = "triple *x", .operation = "x[i].v[0] = x[i].v[1] + x[i].v[2]",
                         .preamble = "struct triple { int v[3]; };");
    run_kernel(kernel, CUJIT_ARGS(x));
    expect_each(x, int, got == (k % 3 == 0 ? 2 * k + 3 : k));
}

/* Three components have no alignment but that of one. */
TEST(arrays_of_vectors)
{
    float threes[3 * 50], fours[4 * 50], results[4 * 50];
    unsigned char bytes[3 * 50], byte_results[3 * 50];
    cujit_array *x, *y, *b;

    for (int k = 0; k < 200; k++) {
        fours[k] = (float)k;
        threes[k % 150] = (float)(k % 150);
        bytes[k % 150] = (unsigned char)(k % 150);
    }
    x = upload(context, CUJIT_FLOAT3, 50, threes);
    y = upload(context, CUJIT_FLOAT4, 50, fours);
    b = upload(context, CUJIT_UCHAR3, 50, bytes);
    run_once(context, "const float3 *x, float4 *y, uchar3 *b",
             "y[i] = make_float4(x[i].z, x[i].y, x[i].x, y[i].w); b[i] = make_uchar3(b[i].x + 1, b[i].y, b[i].z)",
             CUJIT_ARGS(x, y, b));
    download(y, results);
    download(b, byte_results);
    for (int k = 0; k < 50; k++) {
        ck_assert_float_eq(results[4 * k], (float)(3 * k + 2));
        ck_assert_float_eq(results[4 * k + 2], (float)(3 * k));
        ck_assert_float_eq(results[4 * k + 3], (float)(4 * k + 3));
        ck_assert_uint_eq(byte_results[3 * k], (unsigned char)(3 * k + 1));
        ck_assert_uint_eq(byte_results[3 * k + 2], (unsigned char)(3 * k + 2));
    }
}

/* Exactly n elements are written, whatever n is: the ones behind keep their value. */
TEST(every_element_once_and_no_other)
{
    static const size_t sizes[] = {0, 1, 2, 31, 32, 33, 63, 64, 65, 127, 129, 255, 256, 257, 1000, 4097, 100003};
    enum { MOST = 100003, GUARD = 300 };
    cujit_elementwise *kernel = kernel_of(context, "int *x", "x[i] += (int)i + 1");
    int *results = memory_of((MOST + GUARD) * sizeof *results);

    for (size_t s = 0; s < COUNT(sizes); s++) {
        cujit_array *x = zeros(context, CUJIT_INT32, sizes[s] + GUARD);

        run_kernel(kernel, CUJIT_ARGS(CUJIT_POINTER(cujit_array_data(x), CUJIT_INT32, sizes[s])));
        download(x, results);
        for (size_t k = 0; k < sizes[s] + GUARD; k++)
            ck_assert_msg(results[k] == (k < sizes[s] ? (int)k + 1 : 0), "n = %zu: element %zu is %d", sizes[s], k,
                          results[k]);
    }
}

TEST(empty_arrays_launch_nothing)
{
    cujit_array *empty = zeros(context, CUJIT_FLOAT32, 0), *flat = NULL;
    const size_t shape[] = {3, 0, 5};

    flat = zeros_shape(context, CUJIT_FLOAT32, 3, shape);
    run_once(context, "float *x", "x[i] = 1", CUJIT_ARGS(empty));
    run_once(context, "float *x", "x[i] = 1", CUJIT_ARGS(flat));
    run_once(context, "float *x", "x[i] = 1", CUJIT_ARGS(CUJIT_POINTER(NULL, CUJIT_FLOAT32, 0)));
}

TEST(one_array_may_be_given_twice)
{
    cujit_array *x = counting(context, N);

    run_once(context, "float a, const float *x, float *z", "z[i] = a * x[i] + 1", CUJIT_ARGS(2, x, x));
    expect_each(x, float, got == 2 * (float)k + 1);
}

/* Tables and gathered sources may have any size; n comes from the arrays that are used as name[i]. */
TEST(tables_may_have_any_size)
{
    static const int where[] = {3, 0, 2, 2, 1, 3, 0};
    enum { COUNT = sizeof where / sizeof *where };
    cujit_array *table = counting(context, 4), *index = upload(context, CUJIT_INT32, COUNT, where);
    cujit_array *z = zeros(context, CUJIT_FLOAT32, COUNT);

    run_once(context, "const float *table, const int *index, float *z", "z[i] = 10 * table[index[i]] + table[3]",
             CUJIT_ARGS(table, index, z));
    expect_each(z, float, got == 10 * (float)where[k] + 3);
}

TEST(qualifiers_are_honoured)
{
    cujit_array *x = counting(context, N), *z = zeros(context, CUJIT_FLOAT32, N);

    run_once(context, "const float *__restrict__ x, float volatile * restrict z, const int k, float const w[]",
             "z[i] = x[i] + k + w[i]", CUJIT_ARGS(x, z, 3, x));
    expect_each(z, float, got == 2 * (float)k + 3);
}

/* The number in C order of the k-th element of an array in Fortran order. */
static size_t c_number(size_t k, int ndim, const size_t *shape)
{
    size_t number = 0;

    for (int axis = 0; axis < ndim; axis++) {
        size_t behind = 1;

        for (int other = axis + 1; other < ndim; other++)
            behind *= shape[other];
        number += k % shape[axis] * behind;
        k /= shape[axis];
    }
    return number;
}

/* However elements lie in memory, i numbers them in C order. */
TEST(arrays_of_any_dimensions)
{
    const size_t shapes[][3] = {{1, 1, 1}, {24, 1, 1}, {4, 6, 1}, {2, 3, 4}};
    cujit_elementwise *kernel = kernel_of(context, "const float *x, float *z", "z[i] = x[i] + i");
    float expected[24];

    for (int ndim = 0; ndim <= 3; ndim++) {
        const size_t *shape = shapes[ndim];
        ptrdiff_t strides[3] = {4, 4 * (ptrdiff_t)shape[0], 4 * (ptrdiff_t)(shape[0] * shape[1])};

        for (int fortran = 0; fortran < 2; fortran++) {
            cujit_array *x = strided(context, CUJIT_FLOAT32, ndim, shape, fortran ? strides : NULL);
            cujit_array *z = strided(context, CUJIT_FLOAT32, ndim, shape, fortran ? strides : NULL);
            size_t size = cujit_array_size(x);

            for (size_t k = 0; k < size; k++)
                expected[k] = (float)(k * k);
            must(cujit_array_fill_from_host(x, expected, cujit_array_bytes(x), &fault));
            run_kernel(kernel, CUJIT_ARGS(x, z));
            expect_each(z, float, got == expected[k] + (float)(fortran ? (int)c_number((size_t)k, ndim, shape) : k));
        }
    }
}

/* A dense view of a part of an array is an array like any other. */
TEST(dense_views_are_arrays)
{
    cujit_array *x = counting(context, N), *part = NULL;
    const size_t shape[] = {10, 10};

    part = view_at(context, CUJIT_FLOAT32, 2, shape, NULL, (float *)cujit_array_data(x) + 101);
    run_once(context, "float *x", "x[i] = -x[i]", CUJIT_ARGS(part));
    expect_each(x, float, got == (k >= 101 && k < 201 ? -(float)k : (float)k));
}

/* ---- Prepared launches ------------------------------------------------------------------------------------------- */

TEST(prepared_launch_takes_pointers_to_values)
{
    cujit_array *x = counting(context, N), *z = zeros(context, CUJIT_FLOAT32, N);
    void *x_data = cujit_array_data(x), *z_data = cujit_array_data(z);
    float a = 3;
    float_4 b = {0, 0, 0, 5};
    signed char c = -1;
    void *const values[] = {&a, &x_data, &c, &b, &z_data};
    cujit_elementwise *kernel = kernel_of(context, "float a, const float *x, char c, float4 b, float *z",
                                          "z[i] = a * x[i] + b.w * c");

    must(cujit_elementwise_launch_prepared(kernel, NULL, N, values, &fault));
    a = 4;
    must(cujit_elementwise_launch_prepared(kernel, &(cujit_elementwise_options){0}, N - 10, values, &fault));
    must(cujit_elementwise_launch_prepared(kernel, NULL, 0, values, &fault));
    expect_each(z, float, got == ((k < N - 10 ? 4 : 3) * (float)k - 5));
}
