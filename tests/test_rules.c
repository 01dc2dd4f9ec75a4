/*
 * test_rules.c: what C++ leaves undefined and CUDA's users rely on: integers that go round, memory read as another
 * type, plain char with a sign. And what is undefined in both, and must not pass for right: a function without its
 * return.
 */
#include "tests/kernels.h"

#include <signal.h>
#include <stdio.h>

CONTEXT_FOR_EACH_CASE

/* ---- Sums in few bits -------------------------------------------------------------------------------------------- */

static const struct {
    const char *type;
    size_t size;
} accumulators[] = {{"int8_t", 1}, {"uint8_t", 1}, {"int16_t", 2}, {"uint16_t", 2}};

static const size_t lengths[] = {1, 8, 15, 16, 17, 31, 32, 33, 64, 100, 127, 300, 1000, 4099};

/* The last of `size` bytes' worth. */
static unsigned bits_at(const void *results, size_t size, size_t at)
{
    return size == 1 ? ((const uint8_t *)results)[at] : ((const uint16_t *)results)[at];
}

/* A matrix of `rows` by `columns`, folded along `axis`; all of it into one result where that is -1. */
static void check_sums(const cujit_reduction *sum, size_t size, size_t rows, size_t columns, int axis)
{
    const size_t shape[] = {rows, columns}, results = axis < 0 ? 1 : axis == 0 ? columns : rows;
    signed char *x = memory_of(rows * columns);
    unsigned *expected = memset(memory_of(results * sizeof *expected), 0, results * sizeof *expected);
    uint16_t *got = memory_of(results * sizeof *got);
    cujit_array *array = NULL;

    for (size_t k = 0; k < rows * columns; k++) {
        x[k] = (signed char)(1 + k % 119);
        expected[axis < 0 ? 0 : axis == 0 ? k % columns : k / columns] += (unsigned)x[k];
    }
    array = upload_shape(context, CUJIT_INT8, 2, shape, x);
    run_to(sum, &(cujit_reduction_options){.axes = axis < 0 ? NULL : &axis, .axis_count = axis >= 0}, CUJIT_ARGS(array),
           got);
    for (size_t k = 0; k < results; k++)
        expect(bits_at(got, size, k) == (expected[k] & (size == 1 ? 0xff : 0xffff)),
               "result %zu of %zu x %zu along %d: %u, expected %u", k, rows, columns, axis, bits_at(got, size, k),
               expected[k] & (size == 1 ? 0xff : 0xffff));
}

TEST_EACH(small_accumulators_go_round, COUNT(accumulators))
{
    cujit_reduction *sum = reduction_with(context, SUM_FROM_0, .out_type = accumulators[_i].type, .map = "x[i]",
                                          .arguments = "const signed char *x", .accumulator = accumulators[_i].type);

    for (size_t k = 0; k < COUNT(lengths); k++) {
        check_sums(sum, accumulators[_i].size, lengths[k], 1, -1);
        check_sums(sum, accumulators[_i].size, 3, lengths[k], 1);
        check_sums(sum, accumulators[_i].size, lengths[k], 5, 0);
        check_sums(sum, accumulators[_i].size, lengths[k], 64, 0);
    }
}

TEST_EACH(scans_in_few_bits_go_round, COUNT(accumulators))
{
    enum { N = 5000 };
    cujit_scan *scan = scan_with(context, SUM_FROM_0, .out_type = accumulators[_i].type, .map = "x[i]",
                                 .arguments = "const signed char *x");
    signed char data[N];
    unsigned total = 0;

    for (int k = 0; k < N; k++)
        data[k] = (signed char)(1 + k % 119);
    const uint16_t *got = elements_of(run_scan(scan, NULL, CUJIT_ARGS(upload(context, CUJIT_INT8, N, data))));
    for (int k = 0; k < N; k++) {
        total += (unsigned)data[k];
        expect(bits_at(got, accumulators[_i].size, (size_t)k) == (total & (accumulators[_i].size == 1 ? 0xff : 0xffff)),
               "element %d", k);
    }
}

/* ---- Elementwise, and by hand ------------------------------------------------------------------------------------ */

/* Operations on `const float *x, int *z`, each as a kernel of its own and in a module; and what they make of x = k / 4
 * - 10. */
static int bits_of(float x)
{
    int bits;

    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static int hash(float x)
{
    unsigned h = 17;

    for (int k = 0; k < 40; k++)
        h = h * 31u + (unsigned)bits_of(x);
    return (int)h;
}

static int negated(float x)
{
    return bits_of(-x);
}

static int exponent(float x)
{
    return (bits_of(x) >> 16 & 0xffff) >> 7;
}

static int signs(float x)
{
    return x > 0 ? -56 : 0;
}

static const struct {
    const char *operation;
    int (*expected)(float x);
} operations[] = {
    {"z[i] = *(const int *)&x[i]", bits_of},
    {"z[i] = ((const int *)x)[i]", bits_of},
    {"float y = x[i]; *(int *)&y ^= (int)0x80000000; *(float *)&z[i] = y", negated},
    {"const float y = x[i]; z[i] = *((const unsigned short *)&y + 1) >> 7", exponent},
    {"int h = 17; for (int k = 0; k < 40; k++) h = h * 31 + __float_as_int(x[i]); z[i] = h", hash},
    {"short s = 0; for (int k = 0; k < 40; k++) s += 30000; z[i] = __float_as_int(x[i]) + s - 20352", bits_of},
    {"char c = (char)(x[i] > 0 ? 200 : 0); z[i] = c", signs},
};
enum { OPERATIONS = COUNT(operations), COUNT = 1000 };

static void check_operation(int at, const int *got, const char *how)
{
    for (int k = 0; k < COUNT; k++)
        expect(got[k] == operations[at].expected((float)k / 4 - 10), "%s, %s, element %d: %d, expected %d",
               operations[at].operation, how, k, got[k], operations[at].expected((float)k / 4 - 10));
}

TEST_EACH(operations_do_as_on_the_device, OPERATIONS)
{
    float data[COUNT];
    int got[COUNT];
    char source[600];
    cujit_array *x, *z;
    cujit_module *module;

    for (int k = 0; k < COUNT; k++)
        data[k] = (float)k / 4 - 10;
    x = upload(context, CUJIT_FLOAT32, COUNT, data);
    z = zeros(context, CUJIT_INT32, COUNT);
    run_once(context, "const float *x, int *z", operations[_i].operation, CUJIT_ARGS(x, z));
    download(z, got);
    check_operation(_i, got, "elementwise");
    memset(got, 0, sizeof got);
    snprintf(source, sizeof source,
             "__global__ void k(const float *x, int *z, int n)\n"
             "{\n    const int i = threadIdx.x + blockDim.x * blockIdx.x;\n    if (i < n) {\n        %s;\n    }\n}\n",
             operations[_i].operation);
    module = make_source(context, source);
    launch_function(function_of(module, "k"), (cujit_launch){.grid = {4}, .block = {256}},
                    CUJIT_ARGS(CUJIT_IN(data, sizeof data), CUJIT_OUT(got, sizeof got), (int)COUNT));
    check_operation(_i, got, "module");
}

TEST(maps_read_memory_as_another_type)
{
    float data[COUNT];
    long long expected = 0;
    cujit_array *x;
    cujit_reduction *sum = reduction_with(context, SUM_FROM_0, .out_type = "long long", .map = "of(x[i])",
                                          .arguments = "const float *x",
                                          .preamble = "__device__ int of(float x) { return *(int *)&x; }");

    for (int k = 0; k < COUNT; k++) {
        data[k] = (float)k / 4 - 10;
        expected += bits_of(data[k]);
    }
    x = upload(context, CUJIT_FLOAT32, COUNT, data);
    expect_elements(run_reduction(sum, NULL, CUJIT_ARGS(x)), long long, expected);
}

/* ---- Functions without a return ---------------------------------------------------------------------------------- */

static const struct {
    const char *text;
    int line;
} without_return[] = {
    {"__device__ int f(int x)\n{\n    x++;\n}\n", 4},
    {"__device__ int f(int x)\n{\n    if (x > 3)\n        return 2;\n}\n", 5},
    {"template <typename T> __device__ T f(T x)\n{\n    while (x > 3)\n        return x;\n}\n", 5},
    {"struct s {\n    int v;\n    __device__ int &operator=(int x) { v = x; }\n};\n"
     "__device__ int f(int x) { s a; a = x; return a.v; }\n",
     3},
};
enum { WITHOUT_RETURN = sizeof without_return / sizeof *without_return };

/* The host's compiler knows what becomes of them: nothing good. NVRTC warns. */
TEST_EACH(function_without_return_is_an_error, WITHOUT_RETURN)
{
    static const char *const quiet[] = {"-Wno-return-type", "-Wno-error=return-type", "-Wno-error", NULL};
    const cujit_elementwise_spec spec = {
        .arguments = "int *z", .operation = "z[i] = f(z[i])", .preamble = without_return[_i].text};
    char source[500];
    cujit_module *module = NULL;
    cujit_elementwise *kernel = NULL;

    if (on_gpu(context))
        return;
    snprintf(source, sizeof source, "%s__global__ void k(int *z) { *z = f(*z); }\n", without_return[_i].text);
    ck_assert_int_eq(cujit_module_create(context, &(cujit_module_spec){.source = source}, &module, &fault),
                     CUJIT_ERROR_COMPILE);
    ck_assert_str_eq(fault.part, "source");
    ck_assert_int_eq(fault.line, without_return[_i].line);
    ck_assert_ptr_nonnull(fault.excerpt);
    ck_assert_ptr_nonnull(strchr(fault.excerpt, '^'));
    cujit_error_clear(&fault);
    refuse(cujit_module_create(context, &(cujit_module_spec){.source = source, .options = quiet}, &module, &fault),
           CUJIT_ERROR_COMPILE, NULL);
    ck_assert_int_eq(cujit_elementwise_create(context, &spec, &kernel, &fault), CUJIT_ERROR_COMPILE);
    ck_assert_str_eq(fault.part, "preamble");
    ck_assert_int_eq(fault.line, without_return[_i].line);
}

#if defined(__x86_64__) /* elsewhere the trap is another signal */
/* Without warnings there is no error, and the end of the function is the end of the program. */
TEST_SIGNAL(function_without_return_stops_where_nobody_warned, SIGILL)
{
    static const char *const options[] = {"-w", NULL};
    int z = 5;
    cujit_module *module = module_with(context,
                                       .source = "__device__ int f(int x) { if (x < 3) return x; }\n"
                                                 "__global__ void k(int *z) { *z = f(*z); }\n"
                                                 "__global__ void other(int *z) { *z = 99; }\n",
                                       .options = options);

    launch_function(function_of(module, "k"), (cujit_launch){.grid = {1}, .block = {1}},
                    CUJIT_ARGS(CUJIT_INOUT(&z, sizeof z)));
}
#endif
