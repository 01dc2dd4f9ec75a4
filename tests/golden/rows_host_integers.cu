struct cujit_value {
    int cujit_of0;
};
static_assert(sizeof(cujit_value) == 4, "the size of an accumulator, or of the out_type, is not what it was registered with");
[[maybe_unused]] static __device__ __forceinline__ cujit_value cujit_shuffle_down(const cujit_value &cujit_v, int cujit_delta, int cujit_width)
{
    return cujit_value{cujit_shuffle_down(cujit_v.cujit_of0, cujit_delta, cujit_width)};
}
struct cujit_layout {
    unsigned cujit_results, cujit_share, cujit_units, cujit_part, cujit_line;
    unsigned cujit_kept[1], cujit_kept_magic[1], cujit_kept_shift[1];
    unsigned cujit_folded[1], cujit_folded_magic[1], cujit_folded_shift[1];
    unsigned cujit_index_step, cujit_index_kept[1], cujit_index_folded[1];
    unsigned cujit_place_step, cujit_place_folded[1];
    unsigned cujit_kept_strides_x[1], cujit_folded_strides_x[1];
    unsigned cujit_out0[1];
};
extern "C" __global__ void __launch_bounds__(1) cujit_kernel_reduction(const int *x, const long long n, int *const cujit_out0, char *const cujit_workspace, const cujit_layout cujit_views)
{
    [[maybe_unused]] const auto cujit_neutral0 = [&]() -> int {
        return
#line 1 "neutral"
0
;
#line 26 "reduction.cu"
    };
    [[maybe_unused]] const auto cujit_reduce0 = [&](int a, int b) -> int {
        return
#line 1 "reduce"
a + b
;
#line 33 "reduction.cu"
    };
    [[maybe_unused]] const auto cujit_map0 = [&](const cujit_element<const int> x, [[maybe_unused]] const cujit_counted_i i, [[maybe_unused]] const cujit_counted_j j) -> int {
        return
#line 1 "map"
x[i] * i + j
;
#line 40 "reduction.cu"
    };
    [[maybe_unused]] const auto cujit_post0 = [&](int a) -> int {
        return
        static_cast<int>(a);
    };
    [[maybe_unused]] const auto cujit_finish0 = [&](const cujit_value &cujit_v, int *cujit_to) {
        *cujit_to = cujit_post0(cujit_v.cujit_of0);
    };
    [[maybe_unused]] const auto cujit_neutral = [&]() -> cujit_value {
        return cujit_value{cujit_neutral0()};
    };
    [[maybe_unused]] const auto cujit_map = [&](const cujit_element<const int> x, [[maybe_unused]] const cujit_counted_i i, [[maybe_unused]] const cujit_counted_j j) -> cujit_value {
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
    __shared__ __align__(128) unsigned char cujit_shared[1 * sizeof(cujit_value)];
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
        const long long cujit_index = cujit_offset(cujit_place, cujit_views.cujit_index_kept);
        cujit_value cujit_sum = cujit_neutral();
        const unsigned cujit_start = blockIdx.y * cujit_views.cujit_part;
        const unsigned cujit_stop = cujit_views.cujit_units - cujit_start < cujit_views.cujit_part
                                  ? cujit_views.cujit_units
                                  : cujit_start + cujit_views.cujit_part;
        const unsigned cujit_low = cujit_start, cujit_high = cujit_stop;
        for (unsigned cujit_t = cujit_low + cujit_lane; cujit_t < cujit_high; cujit_t += 1) {
            const int *cujit_tile_x[1];
            long long cujit_i[1];
            long long cujit_j[1];
#pragma unroll
            for (int cujit_u = 0; cujit_u < 1; cujit_u++) {
                const unsigned cujit_wanted = cujit_t + cujit_u * 1;
                const unsigned cujit_unit = cujit_wanted < cujit_high ? cujit_wanted : cujit_high - 1;
                unsigned cujit_inner[1];
                const unsigned cujit_number = cujit_unit;
                cujit_find_place(cujit_number, cujit_views.cujit_folded, cujit_views.cujit_folded_magic,
                                 cujit_views.cujit_folded_shift, cujit_inner);
                const int *const cujit_at_x = (const int *)(cujit_from_x + (long long)cujit_unit * (long long)(8 * sizeof(int)));
                cujit_tile_x[cujit_u] = cujit_at_x;
                cujit_i[cujit_u] = cujit_index + cujit_offset(cujit_inner, cujit_views.cujit_index_folded);
                cujit_j[cujit_u] = cujit_offset(cujit_inner, cujit_views.cujit_place_folded);
            }
#pragma unroll
            for (int cujit_u = 0; cujit_u < 1; cujit_u++) {
                if (cujit_t + cujit_u * 1 < cujit_high) {
#pragma unroll
                    for (int cujit_k = 0; cujit_k < 8; cujit_k++)
                        cujit_sum = cujit_append(cujit_sum, cujit_map(cujit_element<const int>{cujit_tile_x[cujit_u][cujit_k]}, (cujit_counted_i)(cujit_i[cujit_u] + cujit_k * cujit_signed(cujit_views.cujit_index_step)), (cujit_counted_j)(cujit_j[cujit_u] + cujit_k * cujit_signed(cujit_views.cujit_place_step))));
                }
            }
        }
        if (cujit_stop == cujit_views.cujit_units) {
#pragma unroll 1
            for (unsigned cujit_e = cujit_stop * 8 + cujit_lane; cujit_e < cujit_views.cujit_line; cujit_e += 1) {
                const unsigned cujit_single = cujit_e;
                cujit_sum = cujit_append(cujit_sum, cujit_map(cujit_element<const int>{*(const int *)(cujit_from_x + (long long)(cujit_single * sizeof(*x)))}, (cujit_counted_i)(cujit_index + cujit_signed(cujit_single * cujit_views.cujit_index_step)), (cujit_counted_j)(cujit_signed(cujit_single * cujit_views.cujit_place_step))));
            }
        }
        cujit_sync(); /* the row before may still be read from there */
        cujit_sum = cujit_fold_block<1>(cujit_sum, cujit_combine, cujit_shared);
        char *const cujit_parts = cujit_workspace + 65536 + (long long)(cujit_row * gridDim.y * sizeof(cujit_value));
        if (threadIdx.x == 0)
            cujit_move(*(cujit_value *)(cujit_parts + blockIdx.y * sizeof(cujit_value)), cujit_sum);
        if (!cujit_is_last((unsigned *)cujit_workspace + cujit_row, gridDim.y))
            continue;
        cujit_sum = cujit_fold_memory<1>(cujit_parts, gridDim.y, cujit_neutral(), cujit_combine);
        if (cujit_lane == 0 && cujit_own < cujit_to) {
            cujit_finish0(cujit_sum, (int *)((char *)cujit_out0 + cujit_offset(cujit_place, cujit_views.cujit_out0)));
        }
    }
}
