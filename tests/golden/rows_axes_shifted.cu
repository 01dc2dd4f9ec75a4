struct cujit_value {
    float cujit_of0;
};
static_assert(sizeof(cujit_value) == 4, "the size of an accumulator, or of the out_type, is not what it was registered with");
[[maybe_unused]] static __device__ __forceinline__ cujit_value cujit_shuffle_down(const cujit_value &cujit_v, int cujit_delta, int cujit_width)
{
    return cujit_value{cujit_shuffle_down(cujit_v.cujit_of0, cujit_delta, cujit_width)};
}
struct cujit_layout {
    unsigned long long cujit_results, cujit_share, cujit_units, cujit_part, cujit_line;
    unsigned long long cujit_kept[1], cujit_kept_magic[1], cujit_kept_shift[1];
    unsigned long long cujit_folded[2], cujit_folded_magic[2], cujit_folded_shift[2];
    unsigned long long cujit_index_step, cujit_index_kept[1], cujit_index_folded[2];
    unsigned long long cujit_place_step, cujit_place_folded[2];
    unsigned long long cujit_kept_strides_x[1], cujit_folded_strides_x[2];
    unsigned long long cujit_bytes_x;
    unsigned long long cujit_out0[1];
};
extern "C" __global__ void __launch_bounds__(128) cujit_kernel_reduction(const float *x, const long long n, float *const cujit_out0, char *const cujit_workspace, const cujit_layout cujit_views)
{
    [[maybe_unused]] const auto cujit_neutral0 = [&]() -> float {
        return
#line 1 "neutral"
0
;
#line 27 "reduction.cu"
    };
    [[maybe_unused]] const auto cujit_reduce0 = [&](float a, float b) -> float {
        return
#line 1 "reduce"
a + b
;
#line 34 "reduction.cu"
    };
    [[maybe_unused]] const auto cujit_map0 = [&](const cujit_element<const float> x, [[maybe_unused]] const cujit_counted_i i, [[maybe_unused]] const cujit_counted_j j) -> float {
        return
#line 1 "map"
x[i] * i + j
;
#line 41 "reduction.cu"
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
    [[maybe_unused]] const auto cujit_map = [&](const cujit_element<const float> x, [[maybe_unused]] const cujit_counted_i i, [[maybe_unused]] const cujit_counted_j j) -> cujit_value {
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
    const unsigned long long cujit_lane = threadIdx.x % 32, cujit_from = blockIdx.x * cujit_views.cujit_share;
    const unsigned long long cujit_to = cujit_views.cujit_results - cujit_from < cujit_views.cujit_share
                                  ? cujit_views.cujit_results
                                  : cujit_from + cujit_views.cujit_share;
    for (unsigned long long cujit_base = cujit_from; cujit_base < cujit_to; cujit_base += 128 / 32) {
        const unsigned long long cujit_own = cujit_base + threadIdx.x / 32;
        const unsigned long long cujit_row = cujit_own < cujit_to ? cujit_own : cujit_to - 1;
        unsigned long long cujit_place[1];
        cujit_find_place(cujit_row, cujit_views.cujit_kept, cujit_views.cujit_kept_magic, cujit_views.cujit_kept_shift,
                         cujit_place);
        const char *const cujit_from_x = (const char *)x + cujit_offset(cujit_place, cujit_views.cujit_kept_strides_x);
        const long long cujit_index = cujit_offset(cujit_place, cujit_views.cujit_index_kept);
        cujit_value cujit_sum = cujit_neutral();
        const unsigned long long cujit_start = 0, cujit_stop = cujit_views.cujit_units;
        const unsigned long long cujit_low = cujit_start, cujit_high = cujit_stop;
        for (unsigned long long cujit_t = cujit_low + cujit_lane; cujit_t < cujit_high; cujit_t += 64) {
            cujit_held<float, 4> cujit_tile_x[2];
            long long cujit_i[2];
            long long cujit_j[2];
#pragma unroll
            for (int cujit_u = 0; cujit_u < 2; cujit_u++) {
                const unsigned long long cujit_wanted = cujit_t + cujit_u * 32;
                const unsigned long long cujit_unit = cujit_wanted < cujit_high ? cujit_wanted : cujit_high - 1;
                unsigned long long cujit_inner[2];
                const unsigned long long cujit_number = cujit_unit;
                cujit_find_place(cujit_number, cujit_views.cujit_folded, cujit_views.cujit_folded_magic,
                                 cujit_views.cujit_folded_shift, cujit_inner);
                const float *const cujit_at_x = (const float *)(cujit_from_x + cujit_offset(cujit_inner, cujit_views.cujit_folded_strides_x));
                cujit_tile_x[cujit_u].cujit_fetch_shifted(cujit_at_x, (const char *)x + cujit_views.cujit_bytes_x);
                cujit_i[cujit_u] = cujit_index + cujit_offset(cujit_inner, cujit_views.cujit_index_folded);
                cujit_j[cujit_u] = cujit_offset(cujit_inner, cujit_views.cujit_place_folded);
            }
#pragma unroll
            for (int cujit_u = 0; cujit_u < 2; cujit_u++) {
                if (cujit_t + cujit_u * 32 < cujit_high) {
#pragma unroll
                    for (int cujit_k = 0; cujit_k < 4; cujit_k++)
                        cujit_sum = cujit_combine(cujit_sum, cujit_map(cujit_element<const float>{cujit_tile_x[cujit_u].cujit_get(cujit_k)}, (cujit_counted_i)(cujit_i[cujit_u] + cujit_k * cujit_signed(cujit_views.cujit_index_step)), (cujit_counted_j)(cujit_j[cujit_u] + cujit_k * cujit_signed(cujit_views.cujit_place_step))));
                }
            }
        }
        cujit_sum = cujit_fold_lanes<32>(cujit_sum, cujit_combine);
        if (cujit_lane == 0 && cujit_own < cujit_to) {
            cujit_finish0(cujit_sum, (float *)((char *)cujit_out0 + cujit_offset(cujit_place, cujit_views.cujit_out0)));
        }
    }
}
