struct cujit_value {
    double cujit_of0;
    cujit_maybe<float> cujit_of1;
    cujit_indexed<float> cujit_of2;
    double cujit_of3;
};
static_assert(sizeof(cujit_value) == 40, "the size of an accumulator, or of the out_type, is not what it was registered with");
[[maybe_unused]] static __device__ __forceinline__ cujit_value cujit_shuffle_down(const cujit_value &cujit_v, int cujit_delta, int cujit_width)
{
    return cujit_value{cujit_shuffle_down(cujit_v.cujit_of0, cujit_delta, cujit_width), cujit_shuffle_down(cujit_v.cujit_of1, cujit_delta, cujit_width), cujit_shuffle_down(cujit_v.cujit_of2, cujit_delta, cujit_width), cujit_shuffle_down(cujit_v.cujit_of3, cujit_delta, cujit_width)};
}
extern "C" __global__ void __launch_bounds__(256, 1) cujit_kernel_reduction(const float *x, float scale, const long long n, double *const cujit_out0, float *const cujit_out1, long long *const cujit_out2, float *const cujit_out3, char *const cujit_workspace)
{
    [[maybe_unused]] const auto cujit_neutral0 = [&]() -> double {
        return
#line 1 "neutral"
0
;
#line 20 "reduction.cu"
    };
    [[maybe_unused]] const auto cujit_reduce0 = [&](double a, double b) -> double {
        return
#line 1 "reduce"
a + b
;
#line 27 "reduction.cu"
    };
    [[maybe_unused]] const auto cujit_map0 = [&](const cujit_element<const float> x, [[maybe_unused]] const cujit_counted_i i, [[maybe_unused]] const cujit_bare_j j) -> double {
        return
#line 1 "map"
x[i]
;
#line 34 "reduction.cu"
    };
    [[maybe_unused]] const auto cujit_post0 = [&](double a) -> double {
        return
        static_cast<double>(a);
    };
    [[maybe_unused]] const auto cujit_finish0 = [&](const cujit_value &cujit_v, double *cujit_to) {
        *cujit_to = cujit_post0(cujit_v.cujit_of0);
    };
    [[maybe_unused]] const auto cujit_reduce1 = [&](float a, float b) -> float {
        return
#line 1 "more[0].reduce"
cujit_max(a, b)
;
#line 48 "reduction.cu"
    };
    [[maybe_unused]] const auto cujit_map1 = [&](const cujit_element<const float> x, [[maybe_unused]] const cujit_counted_i i, [[maybe_unused]] const cujit_bare_j j) -> float {
        return
#line 1 "more[0].map"
x[i]
;
#line 55 "reduction.cu"
    };
    [[maybe_unused]] const auto cujit_post1 = [&](float a) -> float {
        return
        static_cast<float>(a);
    };
    [[maybe_unused]] const auto cujit_finish1 = [&](const cujit_value &cujit_v, float *cujit_to) {
        *cujit_to = cujit_post1(cujit_v.cujit_of1.cujit_of);
    };
    const auto cujit_neutral2 = [&]() -> cujit_indexed<float> { return cujit_never<cujit_indexed<float>>(INFINITY); };
    [[maybe_unused]] const auto cujit_reduce2 = [&](cujit_indexed<float> a, cujit_indexed<float> b) -> cujit_indexed<float> {
        return
#line 1 "more[1].reduce"
cujit_min(a, b)
;
#line 70 "reduction.cu"
    };
    [[maybe_unused]] const auto cujit_map2 = [&](const cujit_element<const float> x, [[maybe_unused]] const cujit_counted_i i, [[maybe_unused]] const cujit_bare_j j) -> cujit_indexed<float> {
        return
#line 1 "more[1].map"
cujit_at(x[i], i)
;
#line 77 "reduction.cu"
    };
    [[maybe_unused]] const auto cujit_post2 = [&](cujit_indexed<float> a) -> long long {
        return
#line 1 "more[1].post"
a.index
;
#line 84 "reduction.cu"
    };
    [[maybe_unused]] const auto cujit_finish2 = [&](const cujit_value &cujit_v, long long *cujit_to) {
        *cujit_to = cujit_post2(cujit_found(cujit_v.cujit_of2));
    };
    [[maybe_unused]] const auto cujit_neutral3 = [&]() -> double {
        return
#line 1 "more[2].neutral"
0
;
#line 94 "reduction.cu"
    };
    [[maybe_unused]] const auto cujit_reduce3 = [&](double a, double b) -> double {
        return
#line 1 "more[2].reduce"
a + b
;
#line 101 "reduction.cu"
    };
    [[maybe_unused]] const auto cujit_map3 = [&](const cujit_element<const float> x, [[maybe_unused]] const cujit_counted_i i, [[maybe_unused]] const cujit_bare_j j) -> double {
        return
#line 1 "more[2].map"
x[i] * x[i] * scale
;
#line 108 "reduction.cu"
    };
    [[maybe_unused]] const auto cujit_post3 = [&](double a) -> float {
        return
#line 1 "more[2].post"
sqrt(a / n)
;
#line 115 "reduction.cu"
    };
    [[maybe_unused]] const auto cujit_finish3 = [&](const cujit_value &cujit_v, float *cujit_to) {
        *cujit_to = cujit_post3(cujit_v.cujit_of3);
    };
    [[maybe_unused]] const auto cujit_neutral = [&]() -> cujit_value {
        return cujit_value{cujit_neutral0(), cujit_maybe<float>{}, cujit_neutral2(), cujit_neutral3()};
    };
    [[maybe_unused]] const auto cujit_map = [&](const cujit_element<const float> x, [[maybe_unused]] const cujit_counted_i i, [[maybe_unused]] const cujit_bare_j j) -> cujit_value {
        return cujit_value{cujit_map0(x, i, j), cujit_maybe<float>{cujit_map1(x, i, j), true}, cujit_map2(x, i, j), cujit_map3(x, i, j)};
    };
    [[maybe_unused]] const auto cujit_combine = [&](const cujit_value &cujit_l, const cujit_value &cujit_r) -> cujit_value {
        return cujit_value{cujit_reduce0(cujit_l.cujit_of0, cujit_r.cujit_of0), cujit_lift(cujit_reduce1, cujit_l.cujit_of1, cujit_r.cujit_of1), cujit_min(cujit_l.cujit_of2, cujit_r.cujit_of2), cujit_reduce3(cujit_l.cujit_of3, cujit_r.cujit_of3)};
    };
    [[maybe_unused]] const auto cujit_append = [&](const cujit_value &cujit_l, const cujit_value &cujit_r) -> cujit_value {
        return cujit_value{cujit_reduce0(cujit_l.cujit_of0, cujit_r.cujit_of0), {cujit_l.cujit_of1.cujit_there ? cujit_reduce1(cujit_l.cujit_of1.cujit_of, cujit_r.cujit_of1.cujit_of) : cujit_r.cujit_of1.cujit_of, true}, cujit_later_min(cujit_l.cujit_of2, cujit_r.cujit_of2), cujit_reduce3(cujit_l.cujit_of3, cujit_r.cujit_of3)};
    };
    [[maybe_unused]] const auto cujit_finish = [&](const cujit_value &cujit_v, const long long cujit_at) {
        cujit_finish0(cujit_v, cujit_out0 + cujit_at);
        cujit_finish1(cujit_v, cujit_out1 + cujit_at);
        cujit_finish2(cujit_v, cujit_out2 + cujit_at);
        cujit_finish3(cujit_v, cujit_out3 + cujit_at);
    };
    alignas(16) __shared__ unsigned char cujit_shared[320];
    cujit_value cujit_total = cujit_neutral();
    constexpr long long CUJIT_STEP = 256;
    const long long cujit_end = n / 4;
    long long cujit_at = (long long)blockIdx.x * 1024 + threadIdx.x;
    const auto cujit_turn = [&](const long long cujit_t, const bool cujit_full) {
        cujit_held<float, 4> cujit_tile_x[4];
#pragma unroll
        for (int cujit_u = 0; cujit_u < 4; cujit_u++) {
            if (cujit_full || cujit_t + cujit_u * CUJIT_STEP < cujit_end) {
                cujit_tile_x[cujit_u].cujit_fetch(x + (cujit_t + cujit_u * CUJIT_STEP) * 4);
            }
        }
#pragma unroll
        for (int cujit_u = 0; cujit_u < 4; cujit_u++) {
            if (cujit_full || cujit_t + cujit_u * CUJIT_STEP < cujit_end) {
                const long long cujit_first = (cujit_t + cujit_u * CUJIT_STEP) * 4;
#pragma unroll
                for (int cujit_k = 0; cujit_k < 4; cujit_k++)
                    cujit_total = cujit_append(cujit_total, cujit_map(cujit_element<const float>{cujit_tile_x[cujit_u].cujit_get(cujit_k)}, (cujit_counted_i)(cujit_first + cujit_k), (cujit_bare_j)(cujit_first + cujit_k)));
            }
        }
    };
#pragma unroll 1
    for (; cujit_at + 3 * CUJIT_STEP < cujit_end; cujit_at += (long long)gridDim.x * 1024)
        cujit_turn(cujit_at, true);
    if (cujit_at < cujit_end)
        cujit_turn(cujit_at, false);
    if (blockIdx.x == gridDim.x - 1 && threadIdx.x < n % 4) {
        const long long cujit_i = n - n % 4 + threadIdx.x;
        cujit_total = cujit_append(cujit_total, cujit_map(cujit_element<const float>{x[cujit_i]}, (cujit_counted_i)(cujit_i), (cujit_bare_j)(cujit_i)));
    }
    cujit_total = cujit_fold_block<256>(cujit_total, cujit_combine, cujit_shared);
    if (gridDim.x > 1) {
        char *const cujit_partials = cujit_workspace + 65536;
        if (threadIdx.x == 0)
            cujit_write_value(cujit_partials + blockIdx.x * sizeof(cujit_value), cujit_total);
        if (!cujit_is_last((unsigned *)cujit_workspace, gridDim.x))
            return;
        cujit_total = cujit_fold_memory<256>(cujit_partials, gridDim.x, cujit_neutral(), cujit_combine);
    }
    if (threadIdx.x == 0)
        cujit_finish(cujit_total, 0);
}
