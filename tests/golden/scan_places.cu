struct cujit_value {
    float cujit_of0;
};
static_assert(sizeof(cujit_value) == 4, "the size of an accumulator, or of the out_type, is not what it was registered with");
[[maybe_unused]] static __device__ __forceinline__ cujit_value cujit_shuffle_down(const cujit_value &cujit_v, int cujit_delta, int cujit_width)
{
    return cujit_value{cujit_shuffle_down(cujit_v.cujit_of0, cujit_delta, cujit_width)};
}
struct cujit_raw {
    cujit_held<float, 4> cujit_of_x;
};
extern "C" __global__ void __launch_bounds__(256, 4) cujit_kernel_scan(const float *x, const long long n, float *const cujit_out0, char *const cujit_workspace, const long long cujit_vectors, const long long cujit_grain, const unsigned cujit_in_place)
{
    [[maybe_unused]] const auto cujit_neutral0 = [&]() -> float {
        return
#line 1 "neutral"
0
;
#line 20 "scan.cu"
    };
    [[maybe_unused]] const auto cujit_reduce0 = [&](float a, float b) -> float {
        return
#line 1 "reduce"
a + b
;
#line 27 "scan.cu"
    };
    [[maybe_unused]] const auto cujit_map0 = [&](const cujit_element<const float> x, [[maybe_unused]] const cujit_bare_i i, [[maybe_unused]] const cujit_counted_j j) -> float {
        return
#line 1 "map"
x[i] + j
;
#line 34 "scan.cu"
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
    [[maybe_unused]] const auto cujit_map = [&](const cujit_element<const float> x, [[maybe_unused]] const cujit_bare_i i, [[maybe_unused]] const cujit_counted_j j) -> cujit_value {
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
    const auto cujit_begin_of = [&](const long long cujit_g) { return cujit_g * 4; };
    const auto cujit_fetch = [&](const long long cujit_g, [[maybe_unused]] cujit_raw &cujit_r,
                                 [[maybe_unused]] const bool cujit_whole, [[maybe_unused]] const bool cujit_inner) {
        const long long cujit_at = cujit_begin_of(cujit_g);
        if (cujit_whole) {
            cujit_r.cujit_of_x.cujit_fetch(x + cujit_at);
        } else {
            cujit_hold(cujit_r.cujit_of_x, cujit_load_near<float, 4>(x, cujit_at, n));
        }
    };
    const auto cujit_item = [&](const long long cujit_g, [[maybe_unused]] const cujit_raw &cujit_r,
                                const int cujit_k) -> cujit_scanned {
        const int cujit_e = cujit_k;
        const auto &cujit_tile_x = cujit_r.cujit_of_x;
        [[maybe_unused]] const long long cujit_at = cujit_begin_of(cujit_g) + cujit_e;
        const long long i = cujit_clamp(cujit_at, n), j = i;
        return cujit_map(cujit_element<const float>{cujit_tile_x.cujit_get(cujit_e)}, (cujit_bare_i)(i), (cujit_counted_j)(j));
    };
    const auto cujit_put = [&](const long long cujit_g, const cujit_tile<float, 4> &cujit_r,
                               [[maybe_unused]] const bool cujit_whole) {
        const long long cujit_at = cujit_begin_of(cujit_g);
        if (cujit_whole)
            cujit_store(cujit_out0 + cujit_at, cujit_r);
        else
            cujit_store_near(cujit_out0, cujit_r, cujit_at, n);
    };
    cujit_scan_block<256, 8, 4, false, true, false, cujit_raw, cujit_tile<float, 4>, cujit_scanned>(
        cujit_workspace, 0, n / 4, n % 4 != 0 ? n / 4 : -1, cujit_in_place != 0, cujit_join, cujit_none, cujit_fetch, cujit_item,
        cujit_result, cujit_put);
}
