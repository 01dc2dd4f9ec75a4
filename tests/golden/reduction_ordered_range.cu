struct cujit_value {
    float cujit_of0;
};
static_assert(sizeof(cujit_value) == 4, "the size of an accumulator, or of the out_type, is not what it was registered with");
[[maybe_unused]] static __device__ __forceinline__ cujit_value cujit_shuffle_down(const cujit_value &cujit_v, int cujit_delta, int cujit_width)
{
    return cujit_value{cujit_shuffle_down(cujit_v.cujit_of0, cujit_delta, cujit_width)};
}
extern "C" __global__ void __launch_bounds__(512, 2) cujit_kernel_reduction(const float *x, const long long n, const long long cujit_start, const long long cujit_step, float *const cujit_out0, char *const cujit_workspace)
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
a != 0 ? a : b
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
    alignas(16) __shared__ unsigned char cujit_shared[64];
    cujit_value cujit_total = cujit_neutral();
    constexpr long long CUJIT_STEP = 32;
    const long long cujit_tiles = n / 1, cujit_warps = (long long)gridDim.x * 16;
    const long long cujit_warp = (long long)blockIdx.x * 16 + threadIdx.x / 32;
    const long long cujit_piece = ((cujit_tiles + cujit_warps - 1) / cujit_warps + 127) / 128 * 128;
    const long long cujit_stop = cujit_piece * (cujit_warp + 1);
    const long long cujit_end = cujit_stop < cujit_tiles ? cujit_stop : cujit_tiles;
    const int cujit_lane = threadIdx.x % 32;
    long long cujit_at = cujit_piece * cujit_warp;
    const auto cujit_turn = [&](const long long cujit_t, const bool cujit_full) {
#pragma unroll
        for (int cujit_u = 0; cujit_u < 4; cujit_u++) {
            cujit_value cujit_part = cujit_neutral();
            if (cujit_full || cujit_t + cujit_u * CUJIT_STEP < cujit_end) {
                const long long cujit_j = cujit_t + cujit_u * CUJIT_STEP, cujit_i = cujit_start + cujit_j * cujit_step;
                cujit_part = cujit_append(cujit_part, cujit_map(cujit_element<const float>{x[cujit_i]}, (cujit_bare_i)(cujit_i), (cujit_bare_j)(cujit_j)));
            }
            cujit_part = cujit_fold_lanes<32>(cujit_part, cujit_combine);
            if (cujit_lane == 0)
                cujit_total = cujit_combine(cujit_total, cujit_part);
        }
    };
#pragma unroll 1
    for (; cujit_at + 128 <= cujit_end; cujit_at += 128)
        cujit_turn(cujit_at + cujit_lane, true);
    if (cujit_at < cujit_end)
        cujit_turn(cujit_at + cujit_lane, false);
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
