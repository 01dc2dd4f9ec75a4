struct cujit_value {
    float cujit_of0;
};
static_assert(sizeof(cujit_value) == 4, "the size of an accumulator, or of the out_type, is not what it was registered with");
[[maybe_unused]] static __device__ __forceinline__ cujit_value cujit_shuffle_down(const cujit_value &cujit_v, int cujit_delta, int cujit_width)
{
    return cujit_value{cujit_shuffle_down(cujit_v.cujit_of0, cujit_delta, cujit_width)};
}
extern "C" __global__ void cujit_kernel_scan(const float *x, const long long n, float *const cujit_out0, char *const cujit_workspace, const long long cujit_vectors, const long long cujit_grain, const unsigned cujit_in_place)
{
    [[maybe_unused]] const auto cujit_neutral0 = [&]() -> float {
        return
#line 1 "neutral"
0
;
#line 17 "scan.cu"
    };
    [[maybe_unused]] const auto cujit_reduce0 = [&](float a, float b) -> float {
        return
#line 1 "reduce"
a + b
;
#line 24 "scan.cu"
    };
    [[maybe_unused]] const auto cujit_map0 = [&](const cujit_element<const float> x, [[maybe_unused]] const cujit_bare_i i, [[maybe_unused]] const cujit_bare_j j) -> float {
        return
#line 1 "map"
x[i]
;
#line 31 "scan.cu"
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
        for (long long cujit_s = cujit_begin; cujit_s < cujit_end; cujit_s++) {
            const long long i = cujit_s, j = i;
            cujit_visit(cujit_map(cujit_element<const float>{x[i]}, (cujit_bare_i)(i), (cujit_bare_j)(j)), cujit_out0[i]);
        }
    };
    cujit_scan_chunk<cujit_scanned>(cujit_workspace, cujit_vectors, cujit_grain, cujit_join, cujit_none, cujit_walk,
                                    cujit_result);
}
