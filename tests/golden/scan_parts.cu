#line 1 "type definition"
struct pair { int a, b; };

#line 5 "walk.cu"
#line 1 "preamble"
#define STEP 2

#line 9 "walk.cu"
static_assert(sizeof(pair) == 8 && alignof(pair) == 4, "pair was registered with size 8 and alignment 4, which are not the compiler's");
struct cujit_value {
    long long cujit_of0;
};
static_assert(sizeof(cujit_value) == 8, "the size of an accumulator, or of the out_type, is not what it was registered with");
[[maybe_unused]] static __device__ __forceinline__ cujit_value cujit_shuffle_down(const cujit_value &cujit_v, int cujit_delta, int cujit_width)
{
    return cujit_value{cujit_shuffle_down(cujit_v.cujit_of0, cujit_delta, cujit_width)};
}
struct cujit_raw {
    cujit_held<pair, 2> cujit_of_x;
};
extern "C" __global__ void __launch_bounds__(256, 4) cujit_kernel_walk(const pair *x, int cujit_own_n, const long long n, int *const cujit_out0, char *const cujit_workspace, const long long cujit_vectors, const long long cujit_grain, const unsigned cujit_in_place)
{
    [[maybe_unused]] const auto cujit_neutral0 = [&]() -> long long { [[maybe_unused]] auto n = cujit_own_n;
        return
#line 1 "neutral"
0
;
#line 29 "walk.cu"
    };
    [[maybe_unused]] const auto cujit_reduce0 = [&](long long a, long long b) -> long long { [[maybe_unused]] auto n = cujit_own_n;
        return
#line 1 "reduce"
a + b * STEP
;
#line 36 "walk.cu"
    };
    [[maybe_unused]] const auto cujit_map0 = [&](const cujit_element<const pair> x, [[maybe_unused]] const cujit_bare_i i, [[maybe_unused]] const cujit_bare_j j) -> long long { [[maybe_unused]] auto n = cujit_own_n;
        return
#line 1 "map"
x[i].a + n
;
#line 43 "walk.cu"
    };
    [[maybe_unused]] const auto cujit_post0 = [&](long long a) -> int { [[maybe_unused]] auto n = cujit_own_n;
        return
        static_cast<int>(a);
    };
    [[maybe_unused]] const auto cujit_finish0 = [&](const cujit_value &cujit_v, int *cujit_to) {
        *cujit_to = cujit_post0(cujit_v.cujit_of0);
    };
    [[maybe_unused]] const auto cujit_neutral = [&]() -> cujit_value {
        return cujit_value{cujit_neutral0()};
    };
    [[maybe_unused]] const auto cujit_map = [&](const cujit_element<const pair> x, [[maybe_unused]] const cujit_bare_i i, [[maybe_unused]] const cujit_bare_j j) -> cujit_value {
        return cujit_value{cujit_map0(x, i, j)};
    };
    [[maybe_unused]] const auto cujit_combine = [&](const cujit_value &cujit_l, const cujit_value &cujit_r) -> cujit_value {
        return cujit_value{cujit_reduce0(cujit_l.cujit_of0, cujit_r.cujit_of0)};
    };
    [[maybe_unused]] const auto cujit_append = [&](const cujit_value &cujit_l, const cujit_value &cujit_r) -> cujit_value {
        return cujit_value{cujit_reduce0(cujit_l.cujit_of0, cujit_r.cujit_of0)};
    };
    [[maybe_unused]] const auto cujit_post = [&](const cujit_value &cujit_v) -> int {
        return cujit_post0(cujit_v.cujit_of0);
    };
    typedef cujit_value cujit_scanned;
    const auto &cujit_none = cujit_neutral;
    const auto &cujit_join = cujit_combine;
    const auto cujit_result = [&](cujit_scanned &cujit_l, const cujit_scanned &cujit_r, int &cujit_to) {
        cujit_l = cujit_join(cujit_l, cujit_r);
        cujit_move(cujit_to, cujit_post(cujit_l));
    };
    const auto cujit_begin_of = [&](const long long cujit_g) { return cujit_g * 2; };
    const auto cujit_fetch = [&](const long long cujit_g, [[maybe_unused]] cujit_raw &cujit_r,
                                 [[maybe_unused]] const bool cujit_whole, [[maybe_unused]] const bool cujit_inner) {
        const long long cujit_at = cujit_begin_of(cujit_g);
        if (cujit_whole) {
            cujit_r.cujit_of_x.cujit_fetch(x + cujit_at);
        } else {
            cujit_hold(cujit_r.cujit_of_x, cujit_load_near<pair, 2>(x, cujit_at, n));
        }
    };
    const auto cujit_item = [&](const long long cujit_g, [[maybe_unused]] const cujit_raw &cujit_r,
                                const int cujit_k) -> cujit_scanned {
        const int cujit_e = cujit_k;
        const auto &cujit_tile_x = cujit_r.cujit_of_x;
        [[maybe_unused]] const long long cujit_at = cujit_begin_of(cujit_g) + cujit_e;
        const long long i = 0, j = i;
        return cujit_map(cujit_element<const pair>{cujit_tile_x.cujit_get(cujit_e)}, (cujit_bare_i)(i), (cujit_bare_j)(j));
    };
    const auto cujit_put = [&](const long long cujit_g, const cujit_tile<int, 2> &cujit_r,
                               [[maybe_unused]] const bool cujit_whole) {
        const long long cujit_at = cujit_begin_of(cujit_g);
        if (cujit_whole)
            cujit_store(cujit_out0 + cujit_at, cujit_r);
        else
            cujit_store_near(cujit_out0, cujit_r, cujit_at, n);
    };
    cujit_scan_block<256, 8, 2, false, true, false, cujit_raw, cujit_tile<int, 2>, cujit_scanned>(
        cujit_workspace, 0, n / 2, n % 2 != 0 ? n / 2 : -1, cujit_in_place != 0, cujit_join, cujit_none, cujit_fetch, cujit_item,
        cujit_result, cujit_put);
}
