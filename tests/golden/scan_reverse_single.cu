struct cujit_value {
    cujit_maybe<float> cujit_of0;
};
static_assert(sizeof(cujit_value) == 8, "the size of an accumulator, or of the out_type, is not what it was registered with");
[[maybe_unused]] static __device__ __forceinline__ cujit_value cujit_shuffle_down(const cujit_value &cujit_v, int cujit_delta, int cujit_width)
{
    return cujit_value{cujit_shuffle_down(cujit_v.cujit_of0, cujit_delta, cujit_width)};
}
struct cujit_raw {
    cujit_held<float, 1> cujit_of_x;
};
extern "C" __global__ void __launch_bounds__(128) cujit_kernel_scan(const float *x, const long long n, float *const cujit_out0, char *const cujit_workspace, const long long cujit_vectors, const long long cujit_grain, const unsigned cujit_in_place)
{
    [[maybe_unused]] const auto cujit_reduce0 = [&](float a, float b) -> float {
        return
#line 1 "reduce"
0 * a + b
;
#line 20 "scan.cu"
    };
    [[maybe_unused]] const auto cujit_map0 = [&](const cujit_element<const float> x, [[maybe_unused]] const cujit_bare_i i, [[maybe_unused]] const cujit_bare_j j) -> float {
        return
#line 1 "map"
x[i]
;
#line 27 "scan.cu"
    };
    [[maybe_unused]] const auto cujit_post0 = [&](float a) -> float {
        return
#line 1 "post"
a * 2
;
#line 34 "scan.cu"
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
    [[maybe_unused]] const auto cujit_post = [&](const cujit_value &cujit_v) -> float {
        return cujit_post0(cujit_v.cujit_of0.cujit_of);
    };
    typedef cujit_value cujit_scanned;
    const auto &cujit_none = cujit_neutral;
    const auto &cujit_join = cujit_combine;
    const auto cujit_result = [&](cujit_scanned &cujit_l, const cujit_scanned &cujit_r, float &cujit_to) {
        cujit_l = cujit_join(cujit_l, cujit_r);
        cujit_move(cujit_to, cujit_post(cujit_l));
    };
    const auto cujit_begin_of = [&](const long long cujit_g) { return (cujit_vectors - 1 - cujit_g) * 1; };
    const auto cujit_fetch = [&](const long long cujit_g, [[maybe_unused]] cujit_raw &cujit_r,
                                 [[maybe_unused]] const bool cujit_whole, [[maybe_unused]] const bool cujit_inner) {
        const long long cujit_at = cujit_begin_of(cujit_g);
        if (cujit_whole) {
            cujit_r.cujit_of_x.cujit_fetch(x + cujit_at);
        } else {
            cujit_hold(cujit_r.cujit_of_x, cujit_load_near<float, 1>(x, cujit_at, n));
        }
    };
    const auto cujit_item = [&](const long long cujit_g, [[maybe_unused]] const cujit_raw &cujit_r,
                                const int cujit_k) -> cujit_scanned {
        const int cujit_e = 0 - cujit_k;
        const auto &cujit_tile_x = cujit_r.cujit_of_x;
        [[maybe_unused]] const long long cujit_at = cujit_begin_of(cujit_g) + cujit_e;
        const long long i = 0, j = i;
        return cujit_map(cujit_element<const float>{cujit_tile_x.cujit_get(cujit_e)}, (cujit_bare_i)(i), (cujit_bare_j)(j));
    };
    const auto cujit_put = [&](const long long cujit_g, const cujit_tile<float, 1> &cujit_r,
                               [[maybe_unused]] const bool cujit_whole) {
        const long long cujit_at = cujit_begin_of(cujit_g);
        if (cujit_whole)
            cujit_store(cujit_out0 + cujit_at, cujit_r);
        else
            cujit_store_near(cujit_out0, cujit_r, cujit_at, n);
    };
    cujit_scan_block<128, 2, 1, true, true, false, cujit_raw, cujit_tile<float, 1>, cujit_scanned>(
        cujit_workspace, n % 1 != 0, cujit_vectors, n % 1 != 0 ? 0 : -1, cujit_in_place != 0, cujit_join, cujit_none, cujit_fetch, cujit_item,
        cujit_result, cujit_put);
}
