struct cujit_value {
    cujit_indexed<float> cujit_of0;
};
static_assert(sizeof(cujit_value) == 16, "the size of an accumulator, or of the out_type, is not what it was registered with");
[[maybe_unused]] static __device__ __forceinline__ cujit_value cujit_shuffle_down(const cujit_value &cujit_v, int cujit_delta, int cujit_width)
{
    return cujit_value{cujit_shuffle_down(cujit_v.cujit_of0, cujit_delta, cujit_width)};
}
struct cujit_layout {
    unsigned cujit_results, cujit_share, cujit_units, cujit_part, cujit_line;
    unsigned cujit_kept[1], cujit_kept_magic[1], cujit_kept_shift[1];
    unsigned cujit_folded[1], cujit_folded_magic[1], cujit_folded_shift[1];
    unsigned cujit_index_step, cujit_index_kept[1], cujit_index_folded[1];
    unsigned cujit_kept_strides_x[1], cujit_folded_strides_x[1];
    unsigned cujit_out0[1];
};
extern "C" __global__ void __launch_bounds__(256) cujit_kernel_reduction(const float *x, const long long n, long long *const cujit_out0, char *const cujit_workspace, const cujit_layout cujit_views)
{
    const auto cujit_neutral0 = [&]() -> cujit_indexed<float> { return cujit_never<cujit_indexed<float>>(INFINITY); };
    [[maybe_unused]] const auto cujit_reduce0 = [&](cujit_indexed<float> a, cujit_indexed<float> b) -> cujit_indexed<float> {
        return
#line 1 "reduce"
cujit_min(a, b)
;
#line 26 "reduction.cu"
    };
    [[maybe_unused]] const auto cujit_map0 = [&](const cujit_element<const float> x, [[maybe_unused]] const cujit_counted_i i, [[maybe_unused]] const cujit_bare_j j) -> cujit_indexed<float> {
        return
#line 1 "map"
cujit_at(x[i], i)
;
#line 33 "reduction.cu"
    };
    [[maybe_unused]] const auto cujit_post0 = [&](cujit_indexed<float> a) -> long long {
        return
#line 1 "post"
a.index
;
#line 40 "reduction.cu"
    };
    [[maybe_unused]] const auto cujit_finish0 = [&](const cujit_value &cujit_v, long long *cujit_to) {
        *cujit_to = cujit_post0(cujit_found(cujit_v.cujit_of0));
    };
    [[maybe_unused]] const auto cujit_neutral = [&]() -> cujit_value {
        return cujit_value{cujit_neutral0()};
    };
    [[maybe_unused]] const auto cujit_map = [&](const cujit_element<const float> x, [[maybe_unused]] const cujit_counted_i i, [[maybe_unused]] const cujit_bare_j j) -> cujit_value {
        return cujit_value{cujit_map0(x, i, j)};
    };
    [[maybe_unused]] const auto cujit_combine = [&](const cujit_value &cujit_l, const cujit_value &cujit_r) -> cujit_value {
        return cujit_value{cujit_min(cujit_l.cujit_of0, cujit_r.cujit_of0)};
    };
    [[maybe_unused]] const auto cujit_append = [&](const cujit_value &cujit_l, const cujit_value &cujit_r) -> cujit_value {
        return cujit_value{cujit_min(cujit_l.cujit_of0, cujit_r.cujit_of0)};
    };
    [[maybe_unused]] const auto cujit_finish = [&](const cujit_value &cujit_v, const long long cujit_at) {
        cujit_finish0(cujit_v, cujit_out0 + cujit_at);
    };
    const unsigned cujit_lane = threadIdx.x % 32, cujit_from = blockIdx.x * cujit_views.cujit_share;
    const unsigned cujit_to = cujit_views.cujit_results - cujit_from < cujit_views.cujit_share
                                  ? cujit_views.cujit_results
                                  : cujit_from + cujit_views.cujit_share;
    for (unsigned cujit_base = cujit_from; cujit_base < cujit_to; cujit_base += 256 / 32) {
        const unsigned cujit_own = cujit_base + threadIdx.x / 32;
        const unsigned cujit_row = cujit_own < cujit_to ? cujit_own : cujit_to - 1;
        unsigned cujit_place[1];
        cujit_find_place(cujit_row, cujit_views.cujit_kept, cujit_views.cujit_kept_magic, cujit_views.cujit_kept_shift,
                         cujit_place);
        const char *const cujit_from_x = (const char *)x + cujit_offset(cujit_place, cujit_views.cujit_kept_strides_x);
        const long long cujit_index = cujit_offset(cujit_place, cujit_views.cujit_index_kept);
        cujit_value cujit_sum = cujit_neutral();
        const unsigned cujit_start = 0, cujit_stop = cujit_views.cujit_units;
        const unsigned cujit_low = cujit_start, cujit_high = cujit_stop;
        for (unsigned cujit_t = cujit_low + cujit_lane; cujit_t < cujit_high; cujit_t += 128) {
            cujit_held<float, 4> cujit_tile_x[4];
            long long cujit_i[4];
#pragma unroll
            for (int cujit_u = 0; cujit_u < 4; cujit_u++) {
                const unsigned cujit_wanted = cujit_t + cujit_u * 32;
                const unsigned cujit_unit = cujit_wanted < cujit_high ? cujit_wanted : cujit_high - 1;
                unsigned cujit_inner[1];
                const unsigned cujit_number = cujit_unit;
                cujit_find_place(cujit_number, cujit_views.cujit_folded, cujit_views.cujit_folded_magic,
                                 cujit_views.cujit_folded_shift, cujit_inner);
                const float *const cujit_at_x = (const float *)(cujit_from_x + (long long)cujit_unit * (long long)(4 * sizeof(float)));
                cujit_tile_x[cujit_u].cujit_fetch(cujit_at_x);
                cujit_i[cujit_u] = cujit_index + cujit_offset(cujit_inner, cujit_views.cujit_index_folded);
            }
#pragma unroll
            for (int cujit_u = 0; cujit_u < 4; cujit_u++) {
                if (cujit_t + cujit_u * 32 < cujit_high) {
#pragma unroll
                    for (int cujit_k = 0; cujit_k < 4; cujit_k++)
                        cujit_sum = cujit_append(cujit_sum, cujit_map(cujit_element<const float>{cujit_tile_x[cujit_u].cujit_get(cujit_k)}, (cujit_counted_i)(cujit_i[cujit_u] + cujit_k * cujit_signed(cujit_views.cujit_index_step)), (cujit_bare_j)(0)));
                }
            }
        }
        if (cujit_stop == cujit_views.cujit_units) {
#pragma unroll 1
            for (unsigned cujit_e = cujit_stop * 4 + cujit_lane; cujit_e < cujit_views.cujit_line; cujit_e += 32) {
                const unsigned cujit_single = cujit_e;
                cujit_sum = cujit_append(cujit_sum, cujit_map(cujit_element<const float>{*(const float *)(cujit_from_x + (long long)(cujit_single * sizeof(*x)))}, (cujit_counted_i)(cujit_index + cujit_signed(cujit_single * cujit_views.cujit_index_step)), (cujit_bare_j)(0)));
            }
        }
        cujit_sum = cujit_fold_lanes<32>(cujit_sum, cujit_combine);
        if (cujit_lane == 0 && cujit_own < cujit_to) {
            cujit_finish0(cujit_sum, (long long *)((char *)cujit_out0 + cujit_offset(cujit_place, cujit_views.cujit_out0)));
        }
    }
}
