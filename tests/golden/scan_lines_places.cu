struct cujit_value {
    float cujit_of0;
};
static_assert(sizeof(cujit_value) == 4, "the size of an accumulator, or of the out_type, is not what it was registered with");
[[maybe_unused]] static __device__ __forceinline__ cujit_value cujit_shuffle_down(const cujit_value &cujit_v, int cujit_delta, int cujit_width)
{
    return cujit_value{cujit_shuffle_down(cujit_v.cujit_of0, cujit_delta, cujit_width)};
}
struct cujit_raw {
    cujit_tile<int, 2> cujit_of_x;
};
struct cujit_layout {
    unsigned cujit_total, cujit_length, cujit_whole;
    unsigned cujit_counts[2], cujit_magic[2], cujit_shift[2];
    unsigned cujit_place[2];
    unsigned cujit_aligned_x, cujit_strides_x[2];
    unsigned cujit_aligned_cujit_out0, cujit_strides_cujit_out0[2];
};
extern "C" __global__ void __launch_bounds__(256) cujit_kernel_scan(const int *x, const float *table, float scale, const long long n, float *const cujit_out0, char *const cujit_workspace, const long long cujit_vectors, const long long cujit_grain, const unsigned cujit_in_place, const cujit_layout cujit_views)
{
    [[maybe_unused]] const auto cujit_neutral0 = [&]() -> float {
        return
#line 1 "neutral"
0
;
#line 27 "scan.cu"
    };
    [[maybe_unused]] const auto cujit_reduce0 = [&](float a, float b) -> float {
        return
#line 1 "reduce"
a + b
;
#line 34 "scan.cu"
    };
    [[maybe_unused]] const auto cujit_map0 = [&](const cujit_element<const int> x, [[maybe_unused]] const cujit_bare_i i, [[maybe_unused]] const cujit_counted_j j) -> float {
        return
#line 1 "map"
table[x[i]] * scale + j
;
#line 41 "scan.cu"
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
    [[maybe_unused]] const auto cujit_map = [&](const cujit_element<const int> x, [[maybe_unused]] const cujit_bare_i i, [[maybe_unused]] const cujit_counted_j j) -> cujit_value {
        return cujit_value{cujit_map0(x, i, j)};
    };
    [[maybe_unused]] const auto cujit_combine = [&](const cujit_value &cujit_l, const cujit_value &cujit_r) -> cujit_value {
        return cujit_value{cujit_reduce0(cujit_l.cujit_of0, cujit_r.cujit_of0)};
    };
    [[maybe_unused]] const auto cujit_append = [&](const cujit_value &cujit_l, const cujit_value &cujit_r) -> cujit_value {
        return cujit_value{cujit_reduce0(cujit_l.cujit_of0, cujit_r.cujit_of0)};
    };
    [[maybe_unused]] const auto cujit_post = [&](const cujit_value &cujit_v) -> float {
        return cujit_post0(cujit_v.cujit_of0);
    };
    typedef cujit_flagged<cujit_value> cujit_scanned;
    const auto cujit_none = [&]() -> cujit_scanned { return cujit_scanned{cujit_neutral(), false}; };
    const auto cujit_join = [&](const cujit_scanned &cujit_l, const cujit_scanned &cujit_r) -> cujit_scanned {
        return cujit_r.cujit_begins ? cujit_r : cujit_scanned{cujit_combine(cujit_l.cujit_of, cujit_r.cujit_of), cujit_l.cujit_begins};
    };
    const auto cujit_result = [&](cujit_scanned &cujit_l, const cujit_scanned &cujit_r, float &cujit_to) {
        cujit_l = cujit_join(cujit_l, cujit_r);
        cujit_move(cujit_to, cujit_post(cujit_l.cujit_of));
    };
    struct cujit_spot {
        int cujit_there;
        bool cujit_begins;
        long long cujit_index, cujit_place, cujit_of_cujit_out0;
        long long cujit_of_x;
    };
    const auto cujit_find = [&](const long long cujit_g) {
        cujit_spot cujit_s;
        unsigned cujit_place[2];
        cujit_find_place((unsigned)cujit_clamp(cujit_g, (long long)cujit_views.cujit_total), cujit_views.cujit_counts, cujit_views.cujit_magic, cujit_views.cujit_shift, cujit_place);
        cujit_s.cujit_begins = cujit_place[1] == 0;
        cujit_place[1] *= 2;
        cujit_s.cujit_there = cujit_part(cujit_place[1], cujit_views.cujit_length, 2);
        cujit_s.cujit_index = 0;
        cujit_s.cujit_place = cujit_offset(cujit_place, cujit_views.cujit_place);
        cujit_s.cujit_of_cujit_out0 = cujit_offset(cujit_place, cujit_views.cujit_strides_cujit_out0);
        cujit_s.cujit_of_x = cujit_offset(cujit_place, cujit_views.cujit_strides_x);
        return cujit_s;
    };
    const auto cujit_fetch = [&](const long long cujit_g, [[maybe_unused]] cujit_raw &cujit_r,
                                 [[maybe_unused]] const bool cujit_whole, [[maybe_unused]] const bool cujit_inner) {
        const cujit_spot cujit_s = cujit_find(cujit_g);
        if (cujit_whole || cujit_s.cujit_there == 2) {
            cujit_r.cujit_of_x = cujit_load_strided<int, 2>((const char *)x + cujit_s.cujit_of_x, cujit_views.cujit_strides_x[1], cujit_views.cujit_aligned_x);
        } else {
#pragma unroll
            for (int cujit_e = 0; cujit_e < 2; cujit_e++) {
                [[maybe_unused]] const unsigned cujit_n = cujit_e < cujit_s.cujit_there ? cujit_e : cujit_s.cujit_there - 1;
                cujit_move(cujit_r.cujit_of_x.cujit_of[cujit_e], *(const int *)((const char *)x + cujit_s.cujit_of_x + cujit_signed(cujit_n * cujit_views.cujit_strides_x[1])));
            }
        }
    };
    const auto cujit_item = [&](const long long cujit_g, [[maybe_unused]] const cujit_raw &cujit_r,
                                const int cujit_k) -> cujit_scanned {
        const int cujit_e = cujit_k;
        const auto &cujit_tile_x = cujit_r.cujit_of_x;
        [[maybe_unused]] const cujit_spot cujit_s = cujit_find(cujit_g);
        [[maybe_unused]] const int cujit_n = cujit_e < cujit_s.cujit_there ? cujit_e : cujit_s.cujit_there - 1;
        const long long i = 0, j = cujit_s.cujit_place + cujit_signed(cujit_n * cujit_views.cujit_place[1]);
        return cujit_scanned{cujit_map(cujit_element<const int>{cujit_tile_x.cujit_of[cujit_e]}, (cujit_bare_i)(i), (cujit_counted_j)(j)), (cujit_k == 0 && cujit_s.cujit_begins)};
    };
    const auto cujit_put = [&](const long long cujit_g, const cujit_tile<float, 2> &cujit_r,
                               [[maybe_unused]] const bool cujit_whole) {
        const cujit_spot cujit_s = cujit_find(cujit_g);
        char *const cujit_to = (char *)cujit_out0 + cujit_s.cujit_of_cujit_out0;
        if (cujit_g >= cujit_vectors)
            return;
        if (cujit_whole || cujit_s.cujit_there == 2) {
            cujit_store_strided(cujit_to, cujit_r, cujit_views.cujit_strides_cujit_out0[1], cujit_views.cujit_aligned_cujit_out0);
        } else {
#pragma unroll
            for (int cujit_e = 0; cujit_e < 2; cujit_e++) {
                if (cujit_e < cujit_s.cujit_there)
                    cujit_move(*(float *)(cujit_to + cujit_signed(cujit_e * cujit_views.cujit_strides_cujit_out0[1])), cujit_r.cujit_of[cujit_e]);
            }
        }
    };
    cujit_scan_block<256, 2, 2, false, false, false, cujit_raw, cujit_tile<float, 2>, cujit_scanned>(
        cujit_workspace, 0, cujit_views.cujit_whole ? cujit_vectors : 0, -1, cujit_in_place != 0, cujit_join, cujit_none, cujit_fetch, cujit_item,
        cujit_result, cujit_put);
}
