struct cujit_value {
    cujit_indexed<float> cujit_of0;
};
static_assert(sizeof(cujit_value) == 16, "the size of an accumulator, or of the out_type, is not what it was registered with");
[[maybe_unused]] static __device__ __forceinline__ cujit_value cujit_shuffle_down(const cujit_value &cujit_v, int cujit_delta, int cujit_width)
{
    return cujit_value{cujit_shuffle_down(cujit_v.cujit_of0, cujit_delta, cujit_width)};
}
struct cujit_layout {
    unsigned long long cujit_results, cujit_share, cujit_units, cujit_part, cujit_line;
    unsigned long long cujit_kept[1], cujit_kept_magic[1], cujit_kept_shift[1];
    unsigned long long cujit_folded[1], cujit_folded_magic[1], cujit_folded_shift[1];
    unsigned long long cujit_kept_strides_x[1], cujit_folded_strides_x[1];
    unsigned long long cujit_out0[1];
};
extern "C" __global__ void __launch_bounds__(256) cujit_kernel_reduction(const float *x, const long long n, const long long *const __restrict__ cujit_subset, long long *const cujit_out0, char *const cujit_workspace, const cujit_layout cujit_views)
{
    const auto cujit_neutral0 = [&]() -> cujit_indexed<float> { return cujit_never<cujit_indexed<float>>(-INFINITY); };
    [[maybe_unused]] const auto cujit_reduce0 = [&](cujit_indexed<float> a, cujit_indexed<float> b) -> cujit_indexed<float> {
        return
#line 1 "reduce"
cujit_max(a, b)
;
#line 25 "reduction.cu"
    };
    [[maybe_unused]] const auto cujit_map0 = [&](const cujit_element<const float> x, [[maybe_unused]] const cujit_counted_i i, [[maybe_unused]] const cujit_bare_j j) -> cujit_indexed<float> {
        return
#line 1 "map"
cujit_at(x[i], i)
;
#line 32 "reduction.cu"
    };
    [[maybe_unused]] const auto cujit_post0 = [&](cujit_indexed<float> a) -> long long {
        return
#line 1 "post"
a.index
;
#line 39 "reduction.cu"
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
        return cujit_value{cujit_max(cujit_l.cujit_of0, cujit_r.cujit_of0)};
    };
    [[maybe_unused]] const auto cujit_append = [&](const cujit_value &cujit_l, const cujit_value &cujit_r) -> cujit_value {
        return cujit_value{cujit_max(cujit_l.cujit_of0, cujit_r.cujit_of0)};
    };
    [[maybe_unused]] const auto cujit_finish = [&](const cujit_value &cujit_v, const long long cujit_at) {
        cujit_finish0(cujit_v, cujit_out0 + cujit_at);
    };
    __shared__ __align__(128) unsigned char cujit_shared[8 * sizeof(cujit_value)];
    const unsigned long long cujit_lane = threadIdx.x % 256, cujit_from = blockIdx.x * cujit_views.cujit_share;
    const unsigned long long cujit_to = cujit_views.cujit_results - cujit_from < cujit_views.cujit_share
                                  ? cujit_views.cujit_results
                                  : cujit_from + cujit_views.cujit_share;
    for (unsigned long long cujit_base = cujit_from; cujit_base < cujit_to; cujit_base += 256 / 256) {
        const unsigned long long cujit_own = cujit_base + threadIdx.x / 256;
        const unsigned long long cujit_row = cujit_own < cujit_to ? cujit_own : cujit_to - 1;
        unsigned long long cujit_place[1];
        cujit_find_place(cujit_row, cujit_views.cujit_kept, cujit_views.cujit_kept_magic, cujit_views.cujit_kept_shift,
                         cujit_place);
        const char *const cujit_from_x = (const char *)x + cujit_offset(cujit_place, cujit_views.cujit_kept_strides_x);
        cujit_value cujit_sum = cujit_neutral();
        const unsigned long long cujit_start = 0, cujit_stop = cujit_views.cujit_units;
        const unsigned long long cujit_low = cujit_start, cujit_high = cujit_stop;
        for (unsigned long long cujit_t = cujit_low + cujit_lane; cujit_t < cujit_high; cujit_t += 1024) {
            cujit_held<float, 1> cujit_tile_x[4];
            long long cujit_i[4];
#pragma unroll
            for (int cujit_u = 0; cujit_u < 4; cujit_u++) {
                const unsigned long long cujit_wanted = cujit_t + cujit_u * 256;
                const unsigned long long cujit_unit = cujit_wanted < cujit_high ? cujit_wanted : cujit_high - 1;
                unsigned long long cujit_inner[1];
                const unsigned long long cujit_number = (unsigned long long)cujit_subset[cujit_unit];
                cujit_find_place(cujit_number, cujit_views.cujit_folded, cujit_views.cujit_folded_magic,
                                 cujit_views.cujit_folded_shift, cujit_inner);
                const float *const cujit_at_x = (const float *)(cujit_from_x + cujit_offset(cujit_inner, cujit_views.cujit_folded_strides_x));
                cujit_move(cujit_tile_x[cujit_u].cujit_elements.cujit_of[0], *cujit_at_x);
                cujit_i[cujit_u] = cujit_number;
            }
#pragma unroll
            for (int cujit_u = 0; cujit_u < 4; cujit_u++) {
                if (cujit_t + cujit_u * 256 < cujit_high) {
#pragma unroll
                    for (int cujit_k = 0; cujit_k < 1; cujit_k++)
                        cujit_sum = cujit_append(cujit_sum, cujit_map(cujit_element<const float>{cujit_tile_x[cujit_u].cujit_get(cujit_k)}, (cujit_counted_i)(cujit_i[cujit_u]), (cujit_bare_j)(0)));
                }
            }
        }
        cujit_sync(); /* the row before may still be read from there */
        cujit_sum = cujit_fold_block<256>(cujit_sum, cujit_combine, cujit_shared);
        if (cujit_lane == 0 && cujit_own < cujit_to) {
            cujit_finish0(cujit_sum, (long long *)((char *)cujit_out0 + cujit_offset(cujit_place, cujit_views.cujit_out0)));
        }
    }
}
