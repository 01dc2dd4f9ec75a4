struct cujit_value {
    float cujit_of0;
};
static_assert(sizeof(cujit_value) == 4, "the size of an accumulator, or of the out_type, is not what it was registered with");
[[maybe_unused]] static __device__ __forceinline__ cujit_value cujit_shuffle_down(const cujit_value &cujit_v, int cujit_delta, int cujit_width)
{
    return cujit_value{cujit_shuffle_down(cujit_v.cujit_of0, cujit_delta, cujit_width)};
}
struct cujit_layout {
    unsigned cujit_total, cujit_length, cujit_whole;
    unsigned cujit_counts[2], cujit_magic[2], cujit_shift[2];
    unsigned cujit_aligned_x, cujit_strides_x[2];
    unsigned cujit_aligned_cujit_out0, cujit_strides_cujit_out0[2];
};
extern "C" __global__ void cujit_kernel_scan(const float *x, const long long n, float *const cujit_out0, char *const cujit_workspace, const long long cujit_vectors, const long long cujit_grain, const unsigned cujit_in_place, const cujit_layout cujit_views)
{
    [[maybe_unused]] const auto cujit_neutral0 = [&]() -> float {
        return
#line 1 "neutral"
0
;
#line 23 "scan.cu"
    };
    [[maybe_unused]] const auto cujit_reduce0 = [&](float a, float b) -> float {
        return
#line 1 "reduce"
a + b
;
#line 30 "scan.cu"
    };
    [[maybe_unused]] const auto cujit_map0 = [&](const cujit_element<const float> x, [[maybe_unused]] const cujit_bare_i i, [[maybe_unused]] const cujit_bare_j j) -> float {
        return
#line 1 "map"
x[i]
;
#line 37 "scan.cu"
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
    [[maybe_unused]] const auto cujit_post = [&](const cujit_value &cujit_v) -> float {
        return cujit_post0(cujit_v.cujit_of0);
    };
    typedef cujit_value cujit_scanned;
    const auto &cujit_none = cujit_neutral;
    const auto &cujit_join = cujit_combine;
    const auto cujit_result = [&](cujit_scanned &cujit_l, const cujit_scanned &cujit_r, float &cujit_to) {
        cujit_l = cujit_join(cujit_l, cujit_r);
        cujit_move(cujit_to, cujit_post(cujit_l));
    };
    const auto cujit_walk = [&](const long long cujit_begin, const long long cujit_end, const auto &cujit_visit) {
        for (long long cujit_s = cujit_begin, cujit_count; cujit_s < cujit_end; cujit_s += cujit_count) {
            unsigned cujit_place[2];
            cujit_find_place((unsigned)cujit_s, cujit_views.cujit_counts, cujit_views.cujit_magic, cujit_views.cujit_shift, cujit_place);
            cujit_count = cujit_run((long long)(cujit_views.cujit_length - cujit_place[1]), cujit_end - cujit_s);
            [[maybe_unused]] const bool cujit_begins = cujit_place[0] == 0 && cujit_place[1] == 0;
            const char *const cujit_from_x = (const char *)x + cujit_offset(cujit_place, cujit_views.cujit_strides_x);
            const long long cujit_step_x = cujit_signed(cujit_views.cujit_strides_x[1]);
            char *const cujit_to = (char *)cujit_out0 + cujit_offset(cujit_place, cujit_views.cujit_strides_cujit_out0);
            const long long cujit_step = cujit_signed(cujit_views.cujit_strides_cujit_out0[1]);
            for (long long cujit_k = 0; cujit_k < cujit_count; cujit_k++) {
                const long long i = 0, j = 0;
                cujit_visit(cujit_map(cujit_element<const float>{*(const float *)(cujit_from_x + cujit_k * cujit_step_x)}, (cujit_bare_i)(i), (cujit_bare_j)(j)), *(float *)(cujit_to + cujit_k * cujit_step));
            }
        }
    };
    cujit_scan_chunk<cujit_scanned>(cujit_workspace, cujit_vectors, cujit_grain, cujit_join, cujit_none, cujit_walk,
                                    cujit_result);
}
