# 1 "reduction.cu"
#define CUJIT_BARRIERS 0
#define CUJIT_FILE_SHARED 0
#define CUJIT_SHARED_MOST 232448
# 1 "cujit/prelude_host.h" 1 3
<prelude_host>
<prelude_host_math>
<prelude_accessors>
<prelude_fold>

#define asm static_assert(false, "the host device has no inline PTX");
#define __asm asm
#define __asm__ asm

# 1 "options" 2
# 1 "reduction.cu"
struct cujit_value {
    float cujit_of0;
};
static_assert(sizeof(cujit_value) == 4, "the size of an accumulator, or of the out_type, is not what it was registered with");
[[maybe_unused]] static __device__ __forceinline__ cujit_value cujit_shuffle_down(const cujit_value &cujit_v, int cujit_delta, int cujit_width)
{
    return cujit_value{cujit_shuffle_down(cujit_v.cujit_of0, cujit_delta, cujit_width)};
}
extern "C" __global__ void __launch_bounds__(1, 1) cujit_kernel_reduction(const float *x, const long long n, float *const cujit_out0, char *const cujit_workspace)
{
    [[maybe_unused]] const auto cujit_neutral0 = [&]() -> float {
        return
#line 1 "neutral"
0
;
#line 17 "reduction.cu"
    };
    [[maybe_unused]] const auto cujit_reduce0 = [&](float a, float b) -> float {
        return
#line 1 "reduce"
a + b
;
#line 24 "reduction.cu"
    };
    [[maybe_unused]] const auto cujit_map0 = [&](const cujit_element<const float> x, [[maybe_unused]] const cujit_bare_i i, [[maybe_unused]] const cujit_bare_j j) -> float {
        return
#line 1 "map"
x[i]
;
#line 31 "reduction.cu"
    };
    [[maybe_unused]] const auto cujit_post0 = [&](float a) -> float {
        return
        static_cast<float>(a);
    };
    [[maybe_unused]] const auto cujit_finish0 = [&](const cujit_value &cujit_v, float *cujit_to) {
        *cujit_to = cujit_post0(cujit_v.cujit_of0);
    };
    [[maybe_unused]] const auto cujit_neutral = [&]() -> cujit_value {
        return cujit_value{cujit_neutral0()};
    };
    [[maybe_unused]] const auto cujit_map = [&](const cujit_element<const float> x, [[maybe_unused]] const cujit_bare_i i, [[maybe_unused]] const cujit_bare_j j) -> cujit_value {
        return cujit_value{cujit_map0(x, i, j)};
    };
    [[maybe_unused]] const auto cujit_combine = [&](const cujit_value &cujit_l, const cujit_value &cujit_r) -> cujit_value {
        return cujit_value{cujit_reduce0(cujit_l.cujit_of0, cujit_r.cujit_of0)};
    };
    [[maybe_unused]] const auto cujit_append = [&](const cujit_value &cujit_l, const cujit_value &cujit_r) -> cujit_value {
        return cujit_value{cujit_reduce0(cujit_l.cujit_of0, cujit_r.cujit_of0)};
    };
    [[maybe_unused]] const auto cujit_finish = [&](const cujit_value &cujit_v, const long long cujit_at) {
        cujit_finish0(cujit_v, cujit_out0 + cujit_at);
    };
    alignas(16) __shared__ unsigned char cujit_shared[4];
    cujit_value cujit_total = cujit_neutral();
    const long long cujit_behind = cujit_end(n);
    long long cujit_at = cujit_begin(n);
    const long long cujit_stop = (cujit_behind - cujit_at) / 16;
        cujit_value cujit_sums[16];
        cujit_pairwise<16, cujit_value> cujit_pairs;
        for (long long cujit_low = 0;;) {
        const long long cujit_high = cujit_stop - cujit_low < 16 ? cujit_stop : cujit_low + 16;
        for (int cujit_k = 0; cujit_k < 16; cujit_k++)
            cujit_move(cujit_sums[cujit_k], cujit_neutral());
        for (long long cujit_t = cujit_low; cujit_t < cujit_high; cujit_t++, cujit_at += 16) {
            for (int cujit_k = 0; cujit_k < 16; cujit_k++) {
                const long long cujit_j = cujit_at + cujit_k, cujit_i = cujit_j;
                cujit_sums[cujit_k] = cujit_append(cujit_sums[cujit_k], cujit_map(cujit_element<const float>{x[cujit_i]}, (cujit_bare_i)(cujit_i), (cujit_bare_j)(cujit_j)));
            }
        }
        if (cujit_high == cujit_stop)
            break;
        cujit_low = cujit_high;
        cujit_pairs.cujit_push(cujit_sums, cujit_combine);
        }
    cujit_total = cujit_pairs.cujit_one(cujit_sums, cujit_combine);
    cujit_value cujit_rest = cujit_neutral();
    for (; cujit_at < cujit_behind; cujit_at++) {
        const long long cujit_j = cujit_at, cujit_i = cujit_j;
        cujit_rest = cujit_append(cujit_rest, cujit_map(cujit_element<const float>{x[cujit_i]}, (cujit_bare_i)(cujit_i), (cujit_bare_j)(cujit_j)));
    }
    cujit_total = cujit_combine(cujit_total, cujit_rest);
    cujit_total = cujit_fold_block<1>(cujit_total, cujit_combine, cujit_shared);
    if (gridDim.x > 1) {
        char *const cujit_partials = cujit_workspace + 65536;
        if (threadIdx.x == 0)
            cujit_write_value(cujit_partials + blockIdx.x * sizeof(cujit_value), cujit_total);
        if (!cujit_is_last((unsigned *)cujit_workspace, gridDim.x))
            return;
        cujit_total = cujit_fold_memory<1>(cujit_partials, gridDim.x, cujit_neutral(), cujit_combine);
    }
    if (threadIdx.x == 0)
        cujit_finish(cujit_total, 0);
}

#line 1 "cujit/trampoline"
CUJIT_KERNEL(cujit_kernel_reduction, cujit_kernel_reduction)
CUJIT_MODULE
