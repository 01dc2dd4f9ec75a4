/*
 * test_simt.c: hand-written kernels on the host: barriers, warps, atomics, diverged barriers, traps, the prelude's
 * functions.
 */
#include "tests/host_support.h"

#include <dlfcn.h>
#include <stdio.h>
#include <unistd.h>

static void load(const char *source, unsigned features)
{
    load_unit((cj_unit){.name = "k", .source = source, .features = features});
}

static const char sum_source[] =
    "extern \"C\" __global__ void k(const int *x, int *y) { __shared__ int part[256];\n"
    "    const int t = threadIdx.x; part[t] = x[blockIdx.x * blockDim.x + t]; __syncthreads();\n"
    "    for (int half = blockDim.x / 2; half > 0; half /= 2) {\n"
    "        if (t < half) part[t] += part[t + half];\n"
    "        __syncthreads(); }\n"
    "    if (t == 0) y[blockIdx.x] = part[0]; }\n";

enum { SUM_BLOCKS = 50 };

static void check_sum(void)
{
    int *x = malloc(SUM_BLOCKS * 256 * sizeof *x), y[SUM_BLOCKS] = {0};

    for (int k = 0; k < SUM_BLOCKS * 256; k++)
        x[k] = k % 1000;
    launch(SUM_BLOCKS, 256, 0, VALUES(&x, &(int *){y}));
    for (int b = 0; b < SUM_BLOCKS; b++) {
        int expected = 0;

        for (int t = 0; t < 256; t++)
            expected += x[b * 256 + t];
        ck_assert_int_eq(y[b], expected);
    }
    free(x);
}

TEST(barrier_reduces_blocks)
{
    load(sum_source, CJ_FEATURE_BARRIERS);
    check_sum();
    check_sum();
}

static void *launch_often(void *argument)
{
    (void)argument;
    for (int k = 0; k < 5; k++)
        check_sum();
    return NULL;
}

TEST(launches_run_beside_each_other)
{
    load(sum_source, CJ_FEATURE_BARRIERS);
    run_threads(4, launch_often, NULL, 0);
}

TEST(child_of_a_fork_launches)
{
    if (dlsym(RTLD_DEFAULT, "__tsan_init") != NULL) /* which follows no child of several threads */
        return;
    load(sum_source, CJ_FEATURE_BARRIERS);
    check_sum();
    if (in_child()) {
        check_sum();
        _exit(0);
    }
    ck_assert_int_eq(end_of_child(), 0);
    check_sum();
}

TEST(threads_that_returned_do_not_count)
{
    static const char source[] =
        "extern \"C\" __global__ void k(int *y) {\n"
        "    if (threadIdx.x >= 40) return;\n"
        "    const int both = __syncthreads_count(threadIdx.x < 7);\n"
        "    const int any = __syncthreads_or(threadIdx.x == 3); const unsigned lanes = __activemask();\n"
        "    const int all = __syncthreads_and(threadIdx.x != 3);\n"
        "    y[threadIdx.x] = both * 100 + any * 10 + all + (lanes == 0xffu) * 1000; }\n";
    int y[64] = {0};

    load(source, CJ_FEATURE_BARRIERS);
    launch(1, 64, 0, VALUES(&(int *){y}));
    for (int k = 0; k < 64; k++)
        ck_assert_int_eq(y[k], k >= 40 ? 0 : k >= 32 ? 1710 : 710);
}

static const char warp_source[] =
    "extern \"C\" __global__ void k(long long *y) { const unsigned all = 0xffffffffu;\n"
    "    const int t = threadIdx.x, lane = t % 32; int bad = 0;\n"
    "    const int last = blockDim.x - t + lane < 32 ? blockDim.x % 32 : 32;\n"
    "    bad |= (__shfl_sync(all, t, 3) != t - lane + 3) << 0;\n"
    "    bad |= (__shfl_up_sync(all, t, 2) != (lane < 2 ? t : t - 2)) << 1;\n"
    "    bad |= (__shfl_down_sync(all, (double)t, 1, 8) != (lane % 8 == 7 || lane + 1 >= last ? t : t + 1)) << 2;\n"
    "    bad |= (last == 32 && __shfl_xor_sync(all, (long long)t << 40, 5) != (long long)(t ^ 5) << 40) << 3;\n"
    "    bad |= (__any_sync(all, lane == 1) != 1 || __all_sync(all, lane != 1) != 0) << 4;\n"
    "    bad |= (__ballot_sync(all, lane < 4) != 15u) << 5;\n"
    "    bad |= (__match_any_sync(all, lane / 2) != 3u << (lane & ~1)) << 6;\n"
    "    bad |= (__reduce_add_sync(all, lane) != last * (last - 1) / 2) << 7;\n"
    "    bad |= (__reduce_min_sync(all, lane - 5) != -5 || __reduce_max_sync(all, (unsigned)lane) != last - 1u) << 8;\n"
    "    bad |= (__shfl_sync(all, (short)t, 1) != t - lane + 1) << 9;\n"
    "    if (lane % 2) bad |= (__shfl_sync(0xaaaaaaaau, t, 5) != t - lane + 5) << 10;\n"
    "    else bad |= (__shfl_sync(0x55555555u, t, 6) != t - lane + 6) << 11; int same;\n"
    "    bad |= (__match_all_sync(all, 7, &same) == 0 || !same) << 12; int sum = lane;\n"
    "    for (int d = 16; d; d /= 2) { __syncwarp(); sum += __shfl_xor_sync(all, sum, d); }\n"
    "    bad |= (last == 32 && sum != 496) << 13; const unsigned bit = 1u << lane, high = ~0u >> (32 - last);\n"
    "    bad |= (__reduce_and_sync(all, 7u | bit) != 7u || __reduce_or_sync(all, bit) != high) << 14;\n"
    "    bad |= (__reduce_xor_sync(all, bit | 1u) != (high & ~1u | last % 2u)) << 15; y[t] = bad; }\n";

TEST(warp_operations_agree_with_cuda)
{
    long long y[200];

    memset(y, -1, sizeof y);
    load(warp_source, CJ_FEATURE_BARRIERS);
    launch(1, 200, 0, VALUES(&(long long *){y}));
    for (int k = 0; k < 200; k++)
        ck_assert_msg(y[k] == 0, "thread %d: %llx", k, (unsigned long long)y[k]);
}

/* Kernels that must end in an error, and what its message names. */
static const struct {
    const char *body;
    cujit_status status;
    const char *names[4];
} failing[] = {
    {"if (threadIdx.x < 5) {\n__syncthreads();\n} else {\n__syncthreads();\n}",
     CUJIT_ERROR_DIVERGED_BARRIER,
     {"\"k\"", "block (", "k.cu:4", "k.cu:6"}},
    {"if (threadIdx.x < 32) __syncthreads(); else __shfl_sync(0xffffffffu, 1, 0); if (threadIdx.x >= 32) "
     "__syncwarp(1u << threadIdx.x % 32); if (threadIdx.x == 40) __shfl_sync(3u << 8, 1, 0); __syncthreads();",
     CUJIT_ERROR_DIVERGED_BARRIER,
     {"\"k\"", "block (", NULL}},
    {"if (threadIdx.x == 3) __syncthreads(); else __syncwarp(0xffffffffu);",
     CUJIT_ERROR_DIVERGED_BARRIER,
     {"\"k\"", "thread (", "warp operation", "barrier"}},
    {"__syncwarp(1u);", CUJIT_ERROR_DIVERGED_BARRIER, {"\"k\"", "mask", NULL}},
    {"if (threadIdx.x == 9) []() -> int { __trap(); }();", CUJIT_ERROR_LAUNCH, {"\"k\"", "(9,0,0)", "__trap", NULL}},
    {"__syncthreads();\nassert(threadIdx.x != 2 && 1 < 2);",
     CUJIT_ERROR_LAUNCH,
     {"assertion", "threadIdx.x != 2", "k.cu:4", NULL}},
};

/* A warp's sums, by lanes that read what those above them have not written yet. */
static const char *const steps[] = {
    ("s[t] += s[t + 16]; __syncwarp(); s[t] += s[t + 8]; __syncwarp(); s[t] += s[t + 4]; __syncwarp(); "
     "s[t] += s[t + 2]; __syncwarp(); s[t] += s[t + 1];"),
    "for (int d = 16; d > 0; d /= 2) { s[t] += s[t + d]; __syncwarp(); }",
    "for (int d = 16; d > 0; d /= 2) { s[t] += s[t + d]; __syncthreads(); }",
    "for (int d = 16; d > 0; d /= 2) { s[t] += s[t + d]; __ballot_sync(0xffffffff, d > 4); }",
    "for (int d = 16; d > 0; d /= 2) { if (t < d) s[t] += s[t + d]; __syncwarp(); }",
};

TEST_EACH(lanes_go_on_in_ascending_order, COUNT(steps))
{
    char source[1000];
    int x[128], y[4] = {0};

    for (int k = 0; k < 128; k++)
        x[k] = 1 + k * k;
    snprintf(source, sizeof source,
             "extern \"C\" __global__ void k(const int *x, int *y) { __shared__ int all[4][64];\n"
             "    const int t = threadIdx.x %% 32; volatile int *s = all[threadIdx.x / 32]; s[t] = x[threadIdx.x];\n"
             "    s[t + 32] = 0; __syncthreads(); %s\n"
             "    if (t == 0) y[threadIdx.x / 32] = s[0]; }\n",
             steps[_i]);
    load(source, CJ_FEATURE_BARRIERS);
    for (unsigned threads = 32; threads <= 128; threads += 32) {
        launch(1, threads, 0, VALUES(&(int *){x}, &(int *){y}));
        for (unsigned w = 0; w < threads / 32; w++) {
            int expected = 0;

            for (unsigned k = 0; k < 32; k++)
                expected += x[32 * w + k];
            ck_assert_int_eq(y[w], expected);
        }
    }
}

TEST_EACH(mistakes_are_errors, COUNT(failing))
{
    char source[1024];

    snprintf(source, sizeof source, "extern \"C\" __global__ void k(int a)\n{\n%s\n}\n", failing[_i].body);
    load(source, CJ_FEATURE_BARRIERS);
    for (int round = 0; round < 3; round++)
        for (int k = 0; k < 4 && failing[_i].names[k] != NULL; k++)
            refuse(try_launch(50, 64, 0, VALUES(&(int){0})), failing[_i].status, failing[_i].names[k]);
}

TEST(trap_without_barriers)
{
    load("extern \"C\" __global__ void k(int n)\n{ assert((int)(blockIdx.x * blockDim.x + threadIdx.x) < n); }\n", 0);
    launch(10, 100, 0, VALUES(&(int){1000}));
    refuse(try_launch(11, 100, 0, VALUES(&(int){1000})), CUJIT_ERROR_LAUNCH, "block (10,0,0)");
}

TEST(atomics_are_atomic)
{
    static const char source[] =
        "extern \"C\" __global__ void k(int *i, unsigned *u, unsigned long long *l, float *f,\n"
        "                             double *d, unsigned *w) {\n"
        "    atomicAdd(i, 2); atomicSub(i, 1); atomicAdd(u, 1u); atomicAdd(l, 1ull);\n"
        "    atomicAdd(f, 1.0f); atomicAdd(d, 0.5); atomicInc(w, 6);\n"
        "    atomicMax(i + 1, (int)blockIdx.x); atomicMin(i + 2, -(int)threadIdx.x);\n"
        "    atomicOr(u + 1, 1u << threadIdx.x % 32); atomicXor(u + 2, 1u); int seen = i[3];\n"
        "    for (;;) { int old = atomicCAS(i + 3, seen, seen + 1); if (old == seen) break; seen = old; } }\n";
    int i[4] = {0};
    unsigned u[3] = {0}, w = 0;
    unsigned long long n = 0;
    float f = 0;
    double d = 0;

    load(source, 0);
    launch(500, 100, 0,
           VALUES(&(int *){i}, &(unsigned *){u}, &(unsigned long long *){&n}, &(float *){&f}, &(double *){&d},
                  &(unsigned *){&w}));
    ck_assert_int_eq(i[0], 50000);
    ck_assert_int_eq(i[1], 499);
    ck_assert_int_eq(i[2], -99);
    ck_assert_int_eq(i[3], 50000);
    ck_assert_uint_eq(u[0], 50000);
    ck_assert_uint_eq(u[1], 0xffffffffu);
    ck_assert_uint_eq(u[2], 0);
    ck_assert_uint_eq(w, 50000 % 7);
    ck_assert_uint_eq(n, 50000);
    ck_assert_float_eq(f, 50000.0f);
    ck_assert_double_eq(d, 25000.0);
}

TEST(dynamic_shared_memory_and_3d_indices)
{
    static const char source[] =
        "extern \"C\" __global__ void k(int *y) { CUJIT_DYNAMIC_SHARED(int, s);\n"
        "    const int t = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);\n"
        "    const int b = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z); s[t] = t;\n"
        "    __syncthreads(); y[b * 24 + t] = s[23 - t] + 1000 * b; }\n";
    const cj_grid grid = {{2, 3, 4}, {4, 3, 2}, 24 * sizeof(int), false};
    int y[24 * 24] = {0};

    load(source, CJ_FEATURE_BARRIERS);
    must(host->launch(kernel, &grid, VALUES(&(int *){y}), NULL, &fault));
    for (int k = 0; k < 24 * 24; k++)
        ck_assert_int_eq(y[k], 23 - k % 24 + 1000 * (k / 24));
}

TEST(chunks_cover_every_element_once)
{
    static const char source[] =
        "extern \"C\" __global__ void k(unsigned char *y, long long n)\n"
        "{ for (long long i = cujit_begin(n), e = cujit_end(n); i < e; i += cujit_stride()) y[i]++; }\n";
    static const long long sizes[] = {0, 1, 63, 64, 65, 1000, 4096, 4097, 99999};
    static const unsigned blocks[] = {1, 2, 3, 7, 64, 1000};
    unsigned char *y = memory_of(100000);

    load(source, 0);
    for (size_t s = 0; s < COUNT(sizes); s++)
        for (size_t b = 0; b < COUNT(blocks); b++) {
            memset(y, 0, 100000);
            launch(blocks[b], 1, 0, VALUES(&y, &(long long){sizes[s]}));
            for (long long k = 0; k < 100000; k++)
                ck_assert_int_eq(y[k], k < sizes[s]);
        }
}

/* Expressions of the prelude that must be true; each stands in a kernel of its own line. */
static const char *const truths[] = {
    "sizeof(float3) == 12 && alignof(float3) == 4 && sizeof(double4) == 32 && alignof(double4) == 16",
    "sizeof(long4) == 32 && alignof(long4) == 16 && alignof(short4) == 8 && alignof(char4) == 4 && sizeof(uchar3) == 3",
    "sizeof(sin(1.0f)) == 4 && sizeof(sin(1.0)) == 8 && sizeof(sin(1)) == 8 && sizeof(pow(2.0f, 3.0f)) == 4",
    "pow(2.0f, 3) == 8.0 && pow(2, 3) == 8.0 && atan2(0, 1) == 0.0",
    "max(1, 2) == 2 && max(1u, 2u) == 2u && min(1.0f, 2) == 1.0f && max(3ll, 2) == 3 && min(2.0, 1.0f) == 1.0",
    "fmax(NAN, 1.0) == 1.0 && fminf(1.0f, NAN) == 1.0f && isnan(fmaxf(NAN, NAN)) && max(NAN, 2.0f) == 2.0f",
    "abs(-1.5f) == 1.5f && abs(-1.5) == 1.5 && abs(-3) == 3 && abs(-3ll) == 3 && fabsf(-2.0f) == 2.0f",
    "rsqrtf(4.0f) == 0.5f && rsqrt(4.0) == 0.5 && rcbrt(8.0) == 0.5 && exp10(2.0) == 100.0 && exp2f(3.0f) == 8.0f",
    "sinpi(1.0) == 0.0 && cospi(0.5) == 0.0 && sinpi(0.5) == 1.0 && cospi(1.0) == -1.0 && cospi(3.0f) == -1.0f",
    "sinpi(-0.5) == -1.0 && fabs(sinpi(0.75) - M_SQRT1_2) < 1e-15 && fabs(cospi(2.25) - M_SQRT1_2) < 1e-15",
    "fabs(erf(erfinv(0.3)) - 0.3) < 1e-15 && fabs(erfc(erfcinv(1e-9)) - 1e-9) < 1e-22 && isinf(erfinv(1.0f))",
    "fabs(erf(erfinv(-0.99)) + 0.99) < 1e-15 && isnan(erfinv(2.0)) && fabs(erfcx(30.0) - 0.018795888861416751) < 1e-15",
    "fabs(normcdf(1.0) - 0.84134474606854293) < 1e-15 && fabs(normcdfinv(0.975) - 1.9599639845400545) < 1e-14",
    "__saturatef(2.0f) == 1.0f && __saturatef(NAN) == 0.0f && __fdividef(1.0f, 4.0f) == 0.25f",
    "__float_as_int(1.0f) == 0x3f800000 && __int_as_float(0x40000000) == 2.0f && __double2hiint(1.0) == 0x3ff00000",
    "__popc(0xf0u) == 4 && __clz(1) == 31 && __clz(0) == 32 && __ffs(8) == 4 && __brev(1u) == 0x80000000u",
    "__clzll(1) == 63 && __popcll(~0ull) == 64 && __ffsll(0) == 0 && __brevll(1) == 1ull << 63",
    "__byte_perm(0x33221100u, 0x77665544u, 0x7531) == 0x77553311u && __umulhi(0x80000000u, 4u) == 2",
    "__mulhi(-1, 1) == -1 && __mul64hi(-1, 1) == -1 && __umul64hi(1ull << 63, 4) == 2 && __mul24(3, -2) == -6",
    "__dp4a(0x01020304, 0x01010101, 5) == 15 && __dp4a(0xff000000u, 0x02000000u, 1u) == 511u",
    "__dp4a((int)0xff000000, 0x02000000, 1) == -1 && __funnelshift_l(0x80000000u, 1u, 1u) == 3u && __hadd(3, 4) == 3",
    "__float2int_rz(3.9f) == 3 && __float2int_rn(2.5f) == 2 && __float2int_rn(1e20f) == INT_MAX && "
    "__float2uint_rz(-1.0f) == 0 && __float2int_rz(NAN) == 0 && __double2ll_rz(-1e30) == LLONG_MIN",
    "__fadd_rn(1.0f, 2.0f) == 3.0f && __dmul_rn(2.0, 3.0) == 6.0 && __fmaf_rn(2.0f, 3.0f, 4.0f) == 10.0f",
    "isnan(NAN) && isinf(INFINITY) && isfinite(1.0f) && signbit(-0.0) && !isnan(1.0f) && warpSize == 32",
    "isinf(1e300 * 1e300) && 1e-40f > 0.0f && 1e-40f * 0.5f != 0.0f",
    "(float)__half(1.0f / 3.0f) == 0.333251953125f && __half_as_ushort(__half(65520.0f)) == 0x7c00",
    "__half_as_ushort(__half(65519.0f)) == 0x7bff && __half_as_ushort(__half(5.9604645e-8f)) == 1 && "
    "__half_as_ushort(__half(2.9802322e-8f)) == 0 && __half_as_ushort(__half(8.9406967e-8f)) == 2",
    /* the float in between would round to a tie, and the tie the wrong way */
    "__half_as_ushort(__half(1.00048828125 + 1e-12)) == 0x3c01 && __half_as_ushort(__half(1.00048828125)) == 0x3c00",
    "__bfloat16_as_ushort(__nv_bfloat16(1.00390625 + 1e-12)) == 0x3f81 && "
    "__bfloat16_as_ushort(__nv_bfloat16(1.00390625)) == 0x3f80 && __bfloat16_as_ushort(__nv_bfloat16(NAN)) == 0x7fff",
    "__hadd(__half(1), __half(2)) == __half(3) && __half(2) * __half(3) == __half(6) && -__half(1) < __half(0)",
    "__hisnan(__float2half(NAN)) && __hmax(__half(1), __float2half(NAN)) == __half(1) && __hlt(__half(1), __half(2))",
    "__half2int_rz(__half(-2.5f)) == -2 && (int)__half(7) == 7 && (float)hsqrt(__half(9)) == 3.0f",
    "__low2float(__hadd2(half2(1, 2), half2(3, 4))) == 4.0f && (float)__hfma(__half(2), __half(3), __half(4)) == 10.0f",
    "__bfloat162float(__float2bfloat16(3.0f)) == 3.0f && (float)(bfloat16(1) + bfloat16(2)) == 3.0f",
    "sizeof(int64_t) == 8 && sizeof(size_t) == sizeof(void *) && (char)-1 < 0 && FLT_MAX > 3e38f && DBL_MAX > 1e308",
};

TEST_EACH(prelude_tells_the_truth, 2)
{
    enum { COUNT = sizeof truths / sizeof *truths };
    char *source = memory_of(65536);
    size_t length = 0;
    int y[COUNT];

    length += (size_t)sprintf(source, "extern \"C\" __global__ void k(int *y)\n{\n");
    for (int k = 0; k < COUNT; k++)
        length += (size_t)sprintf(source + length, "y[%d] = %s;\n", k, truths[k]);
    sprintf(source + length, "}\n");
    load(source, CJ_FEATURE_HALF | CJ_FEATURE_BFLOAT16 | (_i ? CJ_FEATURE_BARRIERS : 0));
    launch(1, 1, 0, VALUES(&(int *){y}));
    for (int k = 0; k < COUNT; k++)
        ck_assert_msg(y[k] == 1, "not true: %s", truths[k]);
}
