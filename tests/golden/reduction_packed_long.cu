struct cujit_value {
    long long cujit_of0;
};
static_assert(sizeof(cujit_value) == 8, "the size of an accumulator, or of the out_type, is not what it was registered with");
[[maybe_unused]] static __device__ __forceinline__ cujit_value cujit_shuffle_down(const cujit_value &cujit_v, int cujit_delta, int cujit_width)
{
    return cujit_value{cujit_shuffle_down(cujit_v.cujit_of0, cujit_delta, cujit_width)};
}
extern "C" __global__ void __launch_bounds__(512, 2) cujit_kernel_reduction(const signed char *x, const long long n, long long *const cujit_out0, char *const cujit_workspace)
{
    [[maybe_unused]] const auto cujit_neutral0 = [&]() -> long long {
        return
#line 1 "neutral"
0
;
#line 17 "reduction.cu"
    };
    [[maybe_unused]] const auto cujit_reduce0 = [&](long long a, long long b) -> long long {
        return
#line 1 "reduce"
a + b
;
#line 24 "reduction.cu"
    };
    [[maybe_unused]] const auto cujit_map0 = [&](const cujit_element<const signed char> x, [[maybe_unused]] const cujit_bare_i i, [[maybe_unused]] const cujit_bare_j j) -> long long {
        return
#line 1 "map"
x[i]
;
#line 31 "reduction.cu"
    };
    [[maybe_unused]] const auto cujit_post0 = [&](long long a) -> long long {
        return
        static_cast<long long>(a);
    };
    [[maybe_unused]] const auto cujit_finish0 = [&](const cujit_value &cujit_v, long long *cujit_to) {
        *cujit_to = cujit_post0(cujit_v.cujit_of0);
    };
    [[maybe_unused]] const auto cujit_neutral = [&]() -> cujit_value {
        return cujit_value{cujit_neutral0()};
    };
    [[maybe_unused]] const auto cujit_map = [&](const cujit_element<const signed char> x, [[maybe_unused]] const cujit_bare_i i, [[maybe_unused]] const cujit_bare_j j) -> cujit_value {
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
    alignas(16) __shared__ unsigned char cujit_shared[128];
    cujit_value cujit_total = cujit_neutral();
    constexpr long long CUJIT_STEP = 512;
    const long long cujit_end = n / 16;
    long long cujit_at = (long long)blockIdx.x * 2048 + threadIdx.x;
    const auto cujit_turn = [&](const long long cujit_t, const bool cujit_full) {
        cujit_held<signed char, 16> cujit_tile_x[4];
#pragma unroll
        for (int cujit_u = 0; cujit_u < 4; cujit_u++) {
            if (cujit_full || cujit_t + cujit_u * CUJIT_STEP < cujit_end) {
                cujit_tile_x[cujit_u].cujit_fetch(x + (cujit_t + cujit_u * CUJIT_STEP) * 16);
            }
        }
#pragma unroll
        for (int cujit_u = 0; cujit_u < 4; cujit_u++) {
            if (cujit_full || cujit_t + cujit_u * CUJIT_STEP < cujit_end) {
                cujit_total.cujit_of0 += cujit_sum_held(cujit_tile_x[cujit_u]);
            }
        }
    };
#pragma unroll 1
    for (; cujit_at + 3 * CUJIT_STEP < cujit_end; cujit_at += (long long)gridDim.x * 2048)
        cujit_turn(cujit_at, true);
    if (cujit_at < cujit_end)
        cujit_turn(cujit_at, false);
    if (blockIdx.x == gridDim.x - 1 && threadIdx.x < n % 16) {
        const long long cujit_i = n - n % 16 + threadIdx.x;
        cujit_total = cujit_append(cujit_total, cujit_map(cujit_element<const signed char>{x[cujit_i]}, (cujit_bare_i)(cujit_i), (cujit_bare_j)(cujit_i)));
    }
    cujit_total = cujit_fold_block<512>(cujit_total, cujit_combine, cujit_shared);
    if (gridDim.x > 1) {
        char *const cujit_partials = cujit_workspace + 65536;
        if (threadIdx.x == 0)
            cujit_write_value(cujit_partials + blockIdx.x * sizeof(cujit_value), cujit_total);
        if (!cujit_is_last((unsigned *)cujit_workspace, gridDim.x))
            return;
        cujit_total = cujit_fold_memory<512>(cujit_partials, gridDim.x, cujit_neutral(), cujit_combine);
    }
    if (threadIdx.x == 0)
        cujit_finish(cujit_total, 0);
}
