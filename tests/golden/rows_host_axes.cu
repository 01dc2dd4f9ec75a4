struct cujit_value {
    float cujit_of0;
};
static_assert(sizeof(cujit_value) == 4, "the size of an accumulator, or of the out_type, is not what it was registered with");
[[maybe_unused]] static __device__ __forceinline__ cujit_value cujit_shuffle_down(const cujit_value &cujit_v, int cujit_delta, int cujit_width)
{
    return cujit_value{cujit_shuffle_down(cujit_v.cujit_of0, cujit_delta, cujit_width)};
}
struct cujit_layout {
    unsigned cujit_results, cujit_share, cujit_units, cujit_part, cujit_line;
    unsigned cujit_kept[1], cujit_kept_magic[1], cujit_kept_shift[1];
    unsigned cujit_folded[2], cujit_folded_magic[2], cujit_folded_shift[2];
    unsigned cujit_kept_strides_x[1], cujit_folded_strides_x[2];
    unsigned cujit_out0[1];
};
extern "C" __global__ void __launch_bounds__(1) cujit_kernel_reduction(const float *x, const long long n, float *const cujit_out0, char *const cujit_workspace, const cujit_layout cujit_views)
{
    [[maybe_unused]] const auto cujit_neutral0 = [&]() -> float {
        return
#line 1 "neutral"
0
;
#line 24 "reduction.cu"
    };
    [[maybe_unused]] const auto cujit_reduce0 = [&](float a, float b) -> float {
        return
#line 1 "reduce"
a + b
;
#line 31 "reduction.cu"
    };
    [[maybe_unused]] const auto cujit_map0 = [&](const cujit_element<const float> x, [[maybe_unused]] const cujit_bare_i i, [[maybe_unused]] const cujit_bare_j j) -> float {
        return
#line 1 "map"
x[i]
;
#line 38 "reduction.cu"
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
    const unsigned cujit_lane = threadIdx.x % 1, cujit_from = blockIdx.x * cujit_views.cujit_share;
    const unsigned cujit_to = cujit_views.cujit_results - cujit_from < cujit_views.cujit_share
                                  ? cujit_views.cujit_results
                                  : cujit_from + cujit_views.cujit_share;
    for (unsigned cujit_base = cujit_from; cujit_base < cujit_to; cujit_base += 1 / 1) {
        const unsigned cujit_own = cujit_base + threadIdx.x / 1;
        const unsigned cujit_row = cujit_own < cujit_to ? cujit_own : cujit_to - 1;
        unsigned cujit_place[1];
        cujit_find_place(cujit_row, cujit_views.cujit_kept, cujit_views.cujit_kept_magic, cujit_views.cujit_kept_shift,
                         cujit_place);
        const char *const cujit_from_x = (const char *)x + cujit_offset(cujit_place, cujit_views.cujit_kept_strides_x);
        cujit_value cujit_sum = cujit_neutral();
        const unsigned cujit_start = 0, cujit_stop = cujit_views.cujit_units;
        cujit_value cujit_sums[8];
        cujit_pairwise<8, cujit_value> cujit_pairs;
        for (unsigned cujit_low = cujit_start;;) {
        const unsigned cujit_high = cujit_stop - cujit_low < 16 ? cujit_stop : cujit_low + 16;
        for (int cujit_k = 0; cujit_k < 8; cujit_k++)
            cujit_move(cujit_sums[cujit_k], cujit_neutral());
        for (unsigned cujit_t = cujit_low + cujit_lane; cujit_t < cujit_high; cujit_t += 1) {
            const float *cujit_tile_x[1];
#pragma unroll
            for (int cujit_u = 0; cujit_u < 1; cujit_u++) {
                const unsigned cujit_wanted = cujit_t + cujit_u * 1;
                const unsigned cujit_unit = cujit_wanted < cujit_high ? cujit_wanted : cujit_high - 1;
                unsigned cujit_inner[2];
                const unsigned cujit_number = cujit_unit;
                cujit_find_place(cujit_number, cujit_views.cujit_folded, cujit_views.cujit_folded_magic,
                                 cujit_views.cujit_folded_shift, cujit_inner);
                const float *const cujit_at_x = (const float *)(cujit_from_x + cujit_offset(cujit_inner, cujit_views.cujit_folded_strides_x));
                cujit_tile_x[cujit_u] = cujit_at_x;
            }
#pragma unroll
            for (int cujit_u = 0; cujit_u < 1; cujit_u++) {
                if (cujit_t + cujit_u * 1 < cujit_high) {
#pragma GCC unroll 1
                    for (int cujit_k = 0; cujit_k < 8; cujit_k++) {
                        cujit_value &cujit_own_sum = cujit_sums[cujit_k];
                        cujit_own_sum = cujit_combine(cujit_own_sum, cujit_map(cujit_element<const float>{cujit_tile_x[cujit_u][cujit_k]}, (cujit_bare_i)(0), (cujit_bare_j)(0)));
                    }
                }
            }
        }
        if (cujit_high == cujit_stop)
            break;
        cujit_low = cujit_high;
        cujit_pairs.cujit_push(cujit_sums, cujit_combine);
        }
        cujit_sum = cujit_combine(cujit_pairs.cujit_one(cujit_sums, cujit_combine), cujit_sum);
        if (cujit_lane == 0 && cujit_own < cujit_to) {
            cujit_finish0(cujit_sum, (float *)((char *)cujit_out0 + cujit_offset(cujit_place, cujit_views.cujit_out0)));
        }
    }
}
