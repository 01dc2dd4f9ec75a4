struct cujit_value {
    cujit_maybe<float> cujit_of0;
};
static_assert(sizeof(cujit_value) == 8, "the size of an accumulator, or of the out_type, is not what it was registered with");
[[maybe_unused]] static __device__ __forceinline__ cujit_value cujit_shuffle_down(const cujit_value &cujit_v, int cujit_delta, int cujit_width)
{
    return cujit_value{cujit_shuffle_down(cujit_v.cujit_of0, cujit_delta, cujit_width)};
}
struct cujit_layout {
    unsigned cujit_results, cujit_share, cujit_units, cujit_part, cujit_line;
    unsigned cujit_kept[1], cujit_kept_magic[1], cujit_kept_shift[1];
    unsigned cujit_folded[1], cujit_folded_magic[1], cujit_folded_shift[1];
    unsigned cujit_kept_strides_x[1], cujit_folded_strides_x[1];
    unsigned cujit_out0[1];
};
extern "C" __global__ void __launch_bounds__(64) cujit_kernel_reduction(const float *x, const long long n, float *const cujit_out0, char *const cujit_workspace, const cujit_layout cujit_views)
{
    [[maybe_unused]] const auto cujit_reduce0 = [&](float a, float b) -> float {
        return
#line 1 "reduce"
0 * a + b
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
#line 1 "post"
a * 2
;
#line 38 "reduction.cu"
    };
    [[maybe_unused]] const auto cujit_finish0 = [&](const cujit_value &cujit_v, float *cujit_to) {
        *cujit_to = cujit_post0(cujit_v.cujit_of0.cujit_of);
    };
    [[maybe_unused]] const auto cujit_neutral = [&]() -> cujit_value {
        return cujit_value{cujit_maybe<float>{}};
    };
    [[maybe_unused]] const auto cujit_map = [&](const cujit_element<const float> x, [[maybe_unused]] const cujit_bare_i i, [[maybe_unused]] const cujit_bare_j j) -> cujit_value {
        return cujit_value{cujit_maybe<float>{cujit_map0(x, i, j), true}};
    };
    [[maybe_unused]] const auto cujit_combine = [&](const cujit_value &cujit_l, const cujit_value &cujit_r) -> cujit_value {
        return cujit_value{cujit_lift(cujit_reduce0, cujit_l.cujit_of0, cujit_r.cujit_of0)};
    };
    [[maybe_unused]] const auto cujit_append = [&](const cujit_value &cujit_l, const cujit_value &cujit_r) -> cujit_value {
        return cujit_value{{cujit_l.cujit_of0.cujit_there ? cujit_reduce0(cujit_l.cujit_of0.cujit_of, cujit_r.cujit_of0.cujit_of) : cujit_r.cujit_of0.cujit_of, true}};
    };
    [[maybe_unused]] const auto cujit_finish = [&](const cujit_value &cujit_v, const long long cujit_at) {
        cujit_finish0(cujit_v, cujit_out0 + cujit_at);
    };
    constexpr unsigned cujit_across = 64 * 4;
    const unsigned cujit_from = blockIdx.x * cujit_views.cujit_share;
    const unsigned cujit_to = cujit_views.cujit_results - cujit_from < cujit_views.cujit_share
                                  ? cujit_views.cujit_results
                                  : cujit_from + cujit_views.cujit_share;
    for (unsigned cujit_strip = cujit_from; cujit_strip < cujit_to; cujit_strip++) {
        unsigned cujit_place[1];
        cujit_find_place(cujit_strip, cujit_views.cujit_kept, cujit_views.cujit_kept_magic,
                         cujit_views.cujit_kept_shift, cujit_place);
        /* Where a line's last tile would be cut off it begins earlier; what it shares with another is that one's. */
        const unsigned cujit_column = cujit_place[1 - 1] * cujit_across;
        const unsigned cujit_aim = cujit_column + threadIdx.x % 64 * 4;
        cujit_place[1 - 1] =
            cujit_aim < cujit_views.cujit_line - 4 ? cujit_aim : cujit_views.cujit_line - 4;
        const char *const cujit_from_x = (const char *)x + cujit_offset(cujit_place, cujit_views.cujit_kept_strides_x);
        cujit_value cujit_sums[4];
#pragma unroll
        for (int cujit_k = 0; cujit_k < 4; cujit_k++)
            cujit_move(cujit_sums[cujit_k], cujit_neutral());
        const unsigned cujit_start = 0, cujit_stop = cujit_views.cujit_units;
        const unsigned cujit_low = cujit_start, cujit_high = cujit_stop;
        for (unsigned cujit_t = cujit_low; cujit_t < cujit_high; cujit_t += 2) {
            cujit_held<float, 4> cujit_tile_x[2];
#pragma unroll
            for (int cujit_u = 0; cujit_u < 2; cujit_u++) {
                const unsigned cujit_wanted = cujit_t + cujit_u * 1;
                const unsigned cujit_unit = cujit_wanted < cujit_high ? cujit_wanted : cujit_high - 1;
                unsigned cujit_inner[1];
                cujit_find_place(cujit_unit, cujit_views.cujit_folded, cujit_views.cujit_folded_magic,
                                 cujit_views.cujit_folded_shift, cujit_inner);
                const float *const cujit_at_x = (const float *)(cujit_from_x + cujit_offset(cujit_inner, cujit_views.cujit_folded_strides_x));
                cujit_tile_x[cujit_u].cujit_fetch(cujit_at_x);
            }
#pragma unroll
            for (int cujit_u = 0; cujit_u < 2; cujit_u++) {
                if (cujit_t + cujit_u * 1 < cujit_high) {
#pragma unroll
                    for (int cujit_k = 0; cujit_k < 4; cujit_k++)
                        cujit_sums[cujit_k] = cujit_append(cujit_sums[cujit_k], cujit_map(cujit_element<const float>{cujit_tile_x[cujit_u].cujit_get(cujit_k)}, (cujit_bare_i)(0), (cujit_bare_j)(0)));
                }
            }
        }
        const auto cujit_keep = [&](const unsigned cujit_c, const cujit_value &cujit_v) {
            const unsigned cujit_mine = cujit_column + cujit_c / 4 * 4, cujit_last = cujit_views.cujit_line - 4;
            cujit_place[0] = (cujit_mine < cujit_last ? cujit_mine : cujit_last) + cujit_c % 4;
            if (cujit_place[0] >= cujit_mine && cujit_mine < cujit_views.cujit_line) {
                cujit_finish0(cujit_v, (float *)((char *)cujit_out0 + cujit_offset(cujit_place, cujit_views.cujit_out0)));
            }
        };
#pragma unroll
        for (int cujit_k = 0; cujit_k < 4; cujit_k++)
            cujit_keep(threadIdx.x * 4 + cujit_k, cujit_sums[cujit_k]);
    }
}
