/*
 * test_module_texts.c: texts as others have written them for nvcc, on every device: headers of CUDA's and C++'s, idioms
 * around __CUDA_ARCH__, kernels behind macros, functions that few kernels use. Where there is no GPU they are compiled
 * for one, too.
 */
#include "tests/kernels.h"

#include <math.h>
#include <stdio.h>
#include <sys/stat.h>

/* Whether NVRTC and the CUDA headers are here, for compilations without a GPU. */
static bool can_compile_for_gpus(void)
{
    cujit_context *context = cj_test_target("sm_90");
    cujit_module *module = NULL;
    const bool can = cujit_module_create(context,
                                         &(cujit_module_spec){
                                             .source = "#include <cuComplex.h>\n#if !__has_include(<cuda/std/limits>)\n"
                                                       "#error\n#endif\n"},
                                         &module, &fault) == CUJIT_OK;

    cujit_error_clear(&fault);
    cujit_module_free(module);
    cujit_context_free(context);
    return can;
}

static void check_on_gpu_compiler(const cujit_module_spec *spec)
{
    cujit_context *context;

    if (!cj_test_on_host() || !can_compile_for_gpus())
        return;
    context = cj_test_target("sm_90");
    cujit_module_free(make_module(context, spec));
}

/* ---- Texts that say themselves whether all is well --------------------------------------------------------------- */

/* Kernels k(int *bad) of 32 threads. */
static const char *const texts[] = {
    /* the usual guard around an atomicAdd for doubles */
    "#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ < 600\n"
    "__device__ double atomicAdd(double *address, double val) {\n"
    "    unsigned long long *p = (unsigned long long *)address, old = *p, assumed;\n"
    "    do { assumed = old;\n"
    "        old = atomicCAS(p, assumed, __double_as_longlong(val + __longlong_as_double(assumed)));\n"
    "    } while (assumed != old); return __longlong_as_double(old); }\n"
    "#endif\n"
    "__global__ void k(int *bad) { __shared__ double s; s = 0; __syncthreads(); atomicAdd(&s, 0.5); __syncthreads();\n"
    "    bad[threadIdx.x] = s != 16; }\n",
    /* what is the compiler's, what NVRTC's */
    "#ifndef __CUDACC_RTC__\n#include <iostream>\n#endif\n"
    "#if defined(__CUDACC__) && __CUDACC_VER_MAJOR__ >= 9\n#define SHFL(v, k) __shfl_sync(~0u, v, k)\n#endif\n"
    "__host__ __device__ int where() {\n#ifdef __CUDA_ARCH__\nreturn 1;\n#else\nreturn 0;\n#endif\n}\n"
    "__global__ void k(int *bad) { bad[threadIdx.x] = !where() || SHFL(threadIdx.x, 5) != 5; }\n",
    "#include <cuComplex.h>\n#include \"math_constants.h\"\n#include <vector_types.h>\n#include <driver_types.h>\n"
    "__global__ void k(int *bad) {\n"
    "    cuDoubleComplex a = make_cuDoubleComplex(3, threadIdx.x), b = make_cuDoubleComplex(-2, 5);\n"
    "    cuDoubleComplex c = cuCmul(a, b), d = cuCdiv(c, b), e = cuCfma(a, b, cuConj(c));\n"
    "    cuFloatComplex f = cuCaddf(cuComplexDoubleToFloat(a), make_cuComplex(1, 1));\n"
    "    bad[threadIdx.x] = cuCreal(c) != -6 - 5.0 * threadIdx.x || cuCimag(c) != 15 - 2.0 * threadIdx.x ||\n"
    "        fabs(d.x - a.x) > 1e-14 * 32 || fabs(d.y - a.y) > 1e-14 * 32 || e.y != 0 || cuCrealf(f) != 4 ||\n"
    "        cuCabs(make_cuDoubleComplex(3e200, 4e200)) < 4.9e200 || cuCabsf(make_cuFloatComplex(3, 4)) != 5 ||\n"
    "        fabs(sin(CUDART_PI)) > 1e-15 || CUDART_INF_F <= 3e38f || CUDART_NAN == CUDART_NAN || CUDART_PI_F < 3.14f; }\n",
    "#include <driver_types.h>\n#include <cuda_runtime.h>\n#include <version>\n"
    "__device__ cudaError_t check(const cudaPitchedPtr &p, cudaStream_t stream, cudaMemcpyKind kind)\n"
    "{ return p.pitch < p.xsize ? cudaErrorInvalidPitchValue : stream == 0 && kind == cudaMemcpyDefault ? cudaSuccess\n"
    "      : cudaErrorUnknown; }\n"
    "__global__ void k(int *bad) {\n"
    "    cudaPitchedPtr p = {bad, 64, 32, 1}; cudaExtent e = {1, 2, 3}; cudaPos at = {4, 5, 6};\n"
    "    bad[threadIdx.x] = check(p, 0, cudaMemcpyDefault) != cudaSuccess || cudaErrorLaunchFailure != 719 ||\n"
    "        e.depth != 3 || at.z != 6; p.xsize = 65; bad[threadIdx.x] |= check(p, 0, cudaMemcpyDefault) != 12; }\n",
    "#include <type_traits>\n#include <limits>\n#include <utility>\n#include <tuple>\n#include <array>\n"
    "#include <cstdint>\n#include <cmath>\n#include <ctime>\n#include <bit>\n#include <concepts>\n#include <cassert>\n"
    "template <typename T> __device__ typename std::enable_if<std::is_integral<T>::value, T>::type twice(T x)\n"
    "{ return 2 * x; }\n"
    "__global__ void k(int *bad) { auto both = std::make_tuple(1, 2.5f); int a = 1, b = 2; std::swap(a, b);\n"
    "    bad[threadIdx.x] = twice(4) != 8 || std::numeric_limits<int>::max() != 2147483647 ||\n"
    "        std::numeric_limits<float>::infinity() <= 1e38f || std::get<1>(both) != 2.5f || a != 2 ||\n"
    "        !std::is_same<std::remove_reference<int &>::type, int>::value; }\n",
    "#include <cuda/std/type_traits>\n#include <cuda/std/limits>\n#include <cuda/std/cstdint>\n"
    "__global__ void k(int *bad) { bad[threadIdx.x] = !cuda::std::is_same<int, int>::value ||\n"
    "    cuda::std::numeric_limits<unsigned char>::max() != 255; }\n",
    "__global__ void k(int *bad) {\n"
    "    int *p = (int *)malloc(3 * sizeof(int)), *q = new int[threadIdx.x + 1], *r = new int(7);\n"
    "    p[2] = 5; q[threadIdx.x] = 6;\n"
    "    bad[threadIdx.x] = p[2] != 5 || q[threadIdx.x] != 6 || *r != 7; free(p); delete[] q; delete r; }\n",
    "__global__ void k(int *bad) { clock_t begin = clock(); long long before = clock64();\n"
    "    bad[threadIdx.x] = clock64() < before || sizeof begin < 4; }\n",
    "__global__ void k(int *bad) {\n"
    "    __shared__ unsigned s[8]; if (threadIdx.x < 8) s[threadIdx.x] = 3; __syncthreads();\n"
    "    atomicInc_system(&s[0], 6u); atomicDec_block(&s[1], 6u); atomicAdd_system(&s[2], 1u); atomicOr_block(&s[3], 4u);\n"
    "    atomicMax_system(&s[4], threadIdx.x); atomicMin_block(&s[5], threadIdx.x); atomicXor_system(&s[6], 0u);\n"
    "    atomicCAS_system(&s[7], 3u, 9u); __syncthreads();\n"
    "    bad[threadIdx.x] = s[0] != 0 || s[1] != 6 || s[2] != 35 || s[3] != 7 || s[4] != 31 || s[5] != 0 || s[6] != 3 ||\n"
    "        s[7] != 9; }\n",
    "#include <cuda_fp16.h>\n"
    "__global__ void k(int *bad) { __shared__ __half2 s; s = __floats2half2_rn(0, 0); __syncthreads();\n"
    "    atomicAdd(&s, __floats2half2_rn(1.0f, 0.5f)); __syncthreads();\n"
    "    bad[threadIdx.x] = __low2float(s) != 32 || __high2float(s) != 16; }\n",
    "__global__ void k(int *bad) { const double x = 0.75 * threadIdx.x; /* I0' = I1 */\n"
    "    const double h = 1e-4, slope = (cyl_bessel_i0(x + h) - cyl_bessel_i0(x - h)) / (2 * h);\n"
    "    bad[threadIdx.x] = fabs(slope - cyl_bessel_i1(x)) > 1e-6 * cyl_bessel_i0(x) ||\n"
    "        fabs(cyl_bessel_i0(1.0) - 1.2660658777520084) > 1e-15 || fabs(cyl_bessel_i1(-1.0) + 0.5651591039924851) > 1e-15 ||\n"
    "        fabs(cyl_bessel_i0(50.0) / 2.9325537838493362e+20 - 1) > 1e-14 ||\n"
    "        fabs(cyl_bessel_i1(30.0) / 768532038938.957 - 1) > 1e-13 || !(cyl_bessel_i0(712.0) < 1e308) ||\n"
    "        fabsf(cyl_bessel_i0f(1.0f) - 1.26606588f) > 1e-6f || fabsf(cyl_bessel_i1f(1.0f) - 0.565159104f) > 1e-6f; }\n",
    "__global__ void k(int *bad) { bad[threadIdx.x] = __fns(0x2cu, 0, 2) != 3 || __fns(0x2cu, 5, -2) != 3 ||\n"
    "    __fns(0x2cu, 3, 0) != 3 || __fns(0x2cu, 4, 0) != ~0u || __fns(0x2cu, 0, 4) != ~0u ||\n"
    "    __viaddmax_s32(-5, 2, -9) != -3 || __vimin3_s16x2_relu(0xffff0003u, 0x00050002u, 0x00070009u) != 2u; }\n",
    "template <typename T> __device__ T &&pass(T &&x) { return std::forward<T>(x); }\n"
    "__device__ int sum(std::initializer_list<int> v) { int s = 0; for (int x : v) s += x; return s; }\n"
    "__global__ void k(int *bad) { int a = 3; int b = std::move(a); bad[threadIdx.x] = pass(b) != 3 || sum({1, 2, 3}) != 6; }\n",
    "#define GLOBAL __global__\n#define KERNEL extern \"C\" GLOBAL void\n#define FIRST(a) a[threadIdx.x]\n"
    "KERNEL k(int *bad)\n{ FIRST(bad) = 0; }\n",
    "#define DEFINE(name, ...) extern \"C\" __global__ void __launch_bounds__(32) name(__VA_ARGS__)\n"
    "DEFINE(k, int *bad) { bad[threadIdx.x] = 0; }\n",
};

TEST_EACH(text_is_right_on_every_device, COUNT(texts))
{
    const cujit_module_spec spec = {.source = texts[_i]};
    cujit_context *context = cj_test_context();
    cujit_module *module = make_module(context, &spec);
    int bad[32];

    memset(bad, 0xff, sizeof bad);
    launch_function(function_of(module, "k"), (cujit_launch){.grid = {1}, .block = {32}},
                    CUJIT_ARGS(CUJIT_INOUT(bad, sizeof bad)));
    for (int k = 0; k < 32; k++)
        expect(bad[k] == 0, "thread %d: %d\n%s", k, bad[k], texts[_i]);
    check_on_gpu_compiler(&spec);
}

TEST(kernels_behind_macros_of_headers_and_options_are_found)
{
    const char *directory = cj_test_directory();
    const char *const directories[] = {directory, NULL};
    const char *const options[] = {"-DOPTION=extern \"C\" __global__ void", NULL};
    const cujit_header header = {"memory.h", "#define MEMORY(name) extern \"C\" __global__ void name##_kernel\n"};
    const cujit_module_spec spec = {.source = "#include \"disk.h\"\n#include \"memory.h\"\n"
                                              "DISK a(int *y) { *y = 1; }\nMEMORY(b)(int *y) { *y = 2; }\n"
                                              "OPTION c(int *y) { *y = 3; }\n",
                                    .options = options,
                                    .include_directories = directories,
                                    .headers = &header,
                                    .header_count = 1};
    static const char *const names[] = {"a", "b_kernel", "c"};
    cujit_module *module;
    int y = 0;

    cj_test_file("disk.h", "#define DISK extern \"C\" __global__ void\n");
    module = make_module(cj_test_context(), &spec);
    ck_assert_uint_eq(cujit_module_function_count(module), 3);
    for (int k = 0; k < 3; k++) {
        launch_block(module, names[k], 1, CUJIT_ARGS(CUJIT_OUT(&y, sizeof y)));
        ck_assert_int_eq(y, k + 1);
    }
    check_on_gpu_compiler(&spec);
}

/* ---- Several numbers in a word ----------------------------------------------------------------------------------- */

typedef long long (*operation)(long long x, long long y);

#define OPERATION(name, expression)                                                                                    \
    static long long op_##name(long long x, long long y)                                                               \
    {                                                                                                                  \
        (void)y;                                                                                                       \
        return expression;                                                                                             \
    }
OPERATION(abs, llabs(x))
OPERATION(neg, -x)
OPERATION(diff, llabs(x - y))
OPERATION(add, x + y)
OPERATION(sub, x - y)
OPERATION(max, x > y ? x : y)
OPERATION(min, x < y ? x : y)
OPERATION(half, (x + y) / 2)
OPERATION(average, (long long)llround((double)(x + y) / 2)) /* halves go away from zero */
OPERATION(eq, x == y)
OPERATION(ne, x != y)
OPERATION(ge, x >= y)
OPERATION(gt, x > y)
OPERATION(le, x <= y)
OPERATION(lt, x < y)

static const struct {
    const char *name;
    operation apply;
    enum { WRAPS, SATURATES, SUMS, SETS, MASKS } how;
    bool is_signed, alone;
} functions[] = {
    {"abs", op_abs, WRAPS, true, true},         {"absss", op_abs, SATURATES, true, true},
    {"neg", op_neg, WRAPS, true, true},         {"negss", op_neg, SATURATES, true, true},
    {"absdiffs", op_diff, WRAPS, true, false},  {"absdiffu", op_diff, WRAPS, false, false},
    {"add", op_add, WRAPS, false, false},       {"addss", op_add, SATURATES, true, false},
    {"addus", op_add, SATURATES, false, false}, {"sub", op_sub, WRAPS, false, false},
    {"subss", op_sub, SATURATES, true, false},  {"subus", op_sub, SATURATES, false, false},
    {"avgs", op_average, WRAPS, true, false},   {"avgu", op_average, WRAPS, false, false},
    {"haddu", op_half, WRAPS, false, false},    {"maxs", op_max, WRAPS, true, false},
    {"maxu", op_max, WRAPS, false, false},      {"mins", op_min, WRAPS, true, false},
    {"minu", op_min, WRAPS, false, false},      {"sads", op_diff, SUMS, true, false},
    {"sadu", op_diff, SUMS, false, false},      {"cmpeq", op_eq, MASKS, false, false},
    {"cmpne", op_ne, MASKS, false, false},      {"cmpges", op_ge, MASKS, true, false},
    {"cmpgeu", op_ge, MASKS, false, false},     {"cmpgts", op_gt, MASKS, true, false},
    {"cmpgtu", op_gt, MASKS, false, false},     {"cmples", op_le, MASKS, true, false},
    {"cmpleu", op_le, MASKS, false, false},     {"cmplts", op_lt, MASKS, true, false},
    {"cmpltu", op_lt, MASKS, false, false},     {"seteq", op_eq, SETS, false, false},
    {"setne", op_ne, SETS, false, false},       {"setges", op_ge, SETS, true, false},
    {"setgeu", op_ge, SETS, false, false},      {"setgts", op_gt, SETS, true, false},
    {"setgtu", op_gt, SETS, false, false},      {"setles", op_le, SETS, true, false},
    {"setleu", op_le, SETS, false, false},      {"setlts", op_lt, SETS, true, false},
    {"setltu", op_lt, SETS, false, false},
};
enum { FUNCTIONS = COUNT(functions), WORDS = 2000 };

static long long part_of(uint32_t word, int at, int bits, bool is_signed)
{
    const long long part = word >> at & ((1ll << bits) - 1);

    return is_signed && part >= 1ll << (bits - 1) ? part - (1ll << bits) : part;
}

static uint32_t expected(int f, int bits, uint32_t x, uint32_t y)
{
    const bool is_signed = functions[f].is_signed;
    const long long least = is_signed ? -(1ll << (bits - 1)) : 0, most = least + (1ll << bits) - 1;
    uint32_t result = 0;

    for (int at = 0; at < 32; at += bits) {
        long long value = functions[f].apply(part_of(x, at, bits, is_signed), part_of(y, at, bits, is_signed));

        if (functions[f].how == SUMS) {
            result += (uint32_t)value;
            continue;
        }
        if (functions[f].how == SATURATES)
            value = value < least ? least : value > most ? most : value;
        if (functions[f].how == MASKS)
            value = -value;
        result |= (uint32_t)(value & ((1ll << bits) - 1)) << at;
    }
    return result;
}

/* Words whose parts are often at the ends of their range, or equal. */
static uint32_t next_word(uint32_t *state)
{
    static const uint32_t edges[] = {0, 0x80808080u, 0x7f7f7f7fu, 0xffffffffu, 0x80008000u, 0x7fff7fffu, 0x01010101u};
    uint32_t word;

    *state = *state * 1664525u + 1013904223u;
    word = *state ^ *state >> 15;
    *state = *state * 1664525u + 1013904223u;
    return *state >> 30 == 0 ? edges[(*state >> 8) % 7] ^ (word & (*state >> 16 & 1 ? 0xff00u : 0)) : word;
}

TEST(words_are_those_of_a_plain_loop)
{
    static char source[16384];
    static uint32_t x[WORDS], y[WORDS], z[2 * FUNCTIONS * WORDS];
    cujit_context *context = cj_test_context();
    cujit_module_spec spec = {.source = source};
    cujit_module *module;
    uint32_t state = 7;
    size_t used = (size_t)snprintf(source, sizeof source,
                                   "__global__ void k(const unsigned *x, const unsigned *y, unsigned *z, int n)\n{\n"
                                   "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n    if (i >= n) return;\n"
                                   "    unsigned a = x[i], b = y[i];\n    z += i;\n");

    for (int f = 0; f < FUNCTIONS; f++)
        for (int parts = 2; parts <= 4; parts += 2)
            used += (size_t)snprintf(source + used, sizeof source - used, "    *z = __v%s%d(a%s); z += n;\n",
                                     functions[f].name, parts, functions[f].alone ? "" : ", b");
    ck_assert_uint_lt(used + 2, sizeof source);
    strcpy(source + used, "}\n");
    for (int k = 0; k < WORDS; k++) {
        x[k] = next_word(&state);
        y[k] = k % 7 == 0 ? x[k] ^ (state & 0xff0000u) : next_word(&state);
    }
    module = make_module(context, &spec);
    launch_function(function_of(module, "k"), (cujit_launch){.grid = {(WORDS + 127) / 128}, .block = {128}},
                    CUJIT_ARGS(CUJIT_IN(x, sizeof x), CUJIT_IN(y, sizeof y), CUJIT_OUT(z, sizeof z), WORDS));
    for (int f = 0; f < FUNCTIONS; f++)
        for (int parts = 2; parts <= 4; parts += 2)
            for (int k = 0; k < WORDS; k++) {
                const uint32_t got = z[(2 * f + parts / 2 - 1) * WORDS + k], want = expected(f, 32 / parts, x[k], y[k]);

                expect(got == want, "__v%s%d(0x%08x, 0x%08x): 0x%08x, expected 0x%08x", functions[f].name, parts, x[k],
                       y[k], got, want);
            }
    check_on_gpu_compiler(&spec);
}

/* ---- What is refused, and errors in headers ---------------------------------------------------------------------- */

static const char *const targets[] = {"host", "sm_90"};

static const struct {
    const char *source;
    const char *names[2]; /* in the messages of both targets; NULL: this one takes it */
    int line;
} refused[] = {
    {"\n#include <algorithm>\n__global__ void k() {}",
     {"of the C++ standard library", "of the C++ standard library"},
     2},
    {"#include <vector>\n", {"no <vector>;", "\"vector\""}, 1},
    {"#include <atomic>\n", {"no <atomic>;", "\"atomic\""}, 1},
    {"struct s;\n#include <complex>\n", {"no <complex>;", "\"complex\""}, 2},
    {"#include <cerrno>\n", {"no <cerrno>;", "\"cerrno\""}, 1},
    {"#include <cctype>\n", {"no <cctype>;", "\"cctype\""}, 1},
    {"__global__ void k(int n, std::uint8_t *q) {}\n", {"without std::", "without std::"}, 1},
    {"__device__ int f();\n#include <curand_kernel.h>\n", {"random numbers in kernels", NULL}, 2},
    {"#include <mma.h>\n", {"tensor cores", NULL}, 1},
    {"#include <cublas_v2.h>\n", {"libraries of the toolkit: <cublas_v2.h>", NULL}, 1},
    {"#include <cub/block/block_reduce.cuh>\n", {"CUDA's C++ libraries", NULL}, 1},
    {"#include <cuda/std/complex>\n", {"CUDA's C++ libraries", NULL}, 1},
    {"#include <nowhere.h>\n", {"nowhere.h", "nowhere.h"}, 1},
    {"#if __CUDA_ARCH__ >= 700\n__device__ void f() {\n    __asm__ volatile(\"membar.gl;\");\n}\n#endif\n",
     {"inline PTX", NULL},
     3},
};

TEST_EACH(what_a_device_lacks_is_refused_at_its_line, COUNT(refused))
{
    for (int k = 0; k < 2; k++) {
        cujit_context *context = cj_test_target(targets[k]);
        cujit_module *module = NULL;
        cujit_status status = CUJIT_ERROR_NO_COMPILER;

        if (refused[_i].names[k] != NULL && (k == 0 || can_compile_for_gpus()))
            status = cujit_module_create(context, &(cujit_module_spec){.source = refused[_i].source}, &module, &fault);
        if (status != CUJIT_ERROR_NO_COMPILER) {
            ck_assert_int_ne(status, CUJIT_OK);
            ck_assert_msg(strstr(fault.message, refused[_i].names[k]) != NULL, "%s: %s", targets[k], fault.message);
            ck_assert_msg(fault.part != NULL && strcmp(fault.part, "source") == 0, "%s: %s", targets[k], fault.message);
            ck_assert_int_eq(fault.line, refused[_i].line);
            ck_assert_ptr_nonnull(fault.excerpt);
        }
        cujit_error_clear(&fault);
        cujit_context_free(context);
    }
}

static const struct {
    const char *source;
    int line, column;
} broken[] = {{"__global__ void k() {}\n/* never ends", 2, 1},
              {"__global__ void k() { const char *s = \"open\n; }", 1, 39},
              {"__global__ void k() {}\n\x01", 2, 1}};

/* By us, before any compiler reads them. */
TEST_EACH(broken_texts_tell_the_place, COUNT(broken))
{
    cujit_context *context = cj_test_context();
    cujit_module *module = NULL;

    refuse_at(cujit_module_create(context, &(cujit_module_spec){.source = broken[_i].source}, &module, &fault),
              CUJIT_ERROR_COMPILE, "source", broken[_i].line, broken[_i].column, NULL);
    ck_assert_ptr_null(module);
}

TEST_EACH(errors_in_headers_are_shown_there, cj_test_on_host())
{
    static const char text[] = "// one\n__device__ int f(int a)\n{ return a + nope; }\n";
    const cujit_header header = {"deep/memory.h", text};
    const char *const path = cj_test_file("headers of mine/disk.h", text);
    const char *const directories[] = {cj_test_path("headers of mine"), NULL};

    for (int k = 0; k < 4; k++) {
        const bool memory = k / 2 == 0;
        cujit_context *context = cj_test_target(targets[k % 2]);
        cujit_module *module = NULL;
        const cujit_module_spec spec = {.source = memory ? "\n#include <deep/memory.h>\n" : "\n#include \"disk.h\"\n",
                                        .include_directories = directories,
                                        .headers = memory ? &header : NULL,
                                        .header_count = memory};
        cujit_status status = cujit_module_create(context, &spec, &module, &fault);

        if (status != CUJIT_ERROR_NO_COMPILER) {
            ck_assert_str_eq(fault.excerpt, "    { return a + nope; }\n                 ^\n");
            refuse_at(status, CUJIT_ERROR_COMPILE, memory ? "deep/memory.h" : path, 3, 14, NULL);
        }
        cujit_error_clear(&fault);
    }
}

TEST_EACH(users_headers_win_over_ours, cj_test_on_host())
{
    const char *directory = cj_test_directory();
    const char *const directories[] = {directory, NULL};
    static const char *const names[] = {"limits.h", "algorithm", "type_traits", "cuComplex.h"};

    for (int k = 0; k < 4; k++) {
        char text[40];

        snprintf(text, sizeof text, "#define OWN_%d %d\n", k, k + 1);
        cj_test_file(names[k], text);
    }
    for (int k = 0; k < 2; k++) {
        cujit_context *context = cj_test_target(targets[k]);
        cujit_module *module = NULL;
        cujit_status status = cujit_module_create(
            context,
            &(cujit_module_spec){.source = "#include <limits.h>\n#include <algorithm>\n#include <type_traits>\n"
                                           "#include <cuComplex.h>\n"
                                           "static_assert(OWN_0 + OWN_1 + OWN_2 + OWN_3 == 10, \"\");\n",
                                 .include_directories = directories},
            &module, &fault);

        if (status != CUJIT_ERROR_NO_COMPILER)
            must(status);
        cujit_error_clear(&fault);
        cujit_module_free(module);
    }
    for (int k = 0; k < 4; k++)
        remove(cj_test_path("%s", names[k]));
}
