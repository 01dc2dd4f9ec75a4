struct cujit_value {
    cujit_maybe<int> cujit_of0;
};
static_assert(sizeof(cujit_value) == 8, "the size of an accumulator, or of the out_type, is not what it was registered with");
[[maybe_unused]] static __device__ __forceinline__ cujit_value cujit_shuffle_down(const cujit_value &cujit_v, int cujit_delta, int cujit_width)
{
    return cujit_value{cujit_shuffle_down(cujit_v.cujit_of0, cujit_delta, cujit_width)};
}
extern "C" __global__ void __launch_bounds__(1, 1) cujit_kernel_reduction(const int *x, const long long n, int *const cujit_out0, char *const cujit_workspace)
{
    [[maybe_unused]] const auto cujit_reduce0 = [&](int a, int b) -> int {
        return
#line 1 "reduce"
0 * a + b
;
#line 17 "reduction.cu"
    };
    [[maybe_unused]] const auto cujit_map0 = [&](const cujit_element<const int> x, [[maybe_unused]] const cujit_bare_i i, [[maybe_unused]] const cujit_bare_j j) -> int {
        return
#line 1 "map"
x[i]
;
#line 24 "reduction.cu"
    };
    [[maybe_unused]] const auto cujit_post0 = [&](int a) -> int {
        return
#line 1 "post"
a * 2
;
#line 31 "reduction.cu"
    };
    [[maybe_unused]] const auto cujit_finish0 = [&](const cujit_value &cujit_v, int *cujit_to) {
        *cujit_to = cujit_post0(cujit_v.cujit_of0.cujit_of);
    };
    [[maybe_unused]] const auto cujit_neutral = [&]() -> cujit_value {
        return cujit_value{cujit_maybe<int>{}};
    };
    [[maybe_unused]] const auto cujit_map = [&](const cujit_element<const int> x, [[maybe_unused]] const cujit_bare_i i, [[maybe_unused]] const cujit_bare_j j) -> cujit_value {
        return cujit_value{cujit_maybe<int>{cujit_map0(x, i, j), true}};
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
    alignas(16) __shared__ unsigned char cujit_shared[8];
    cujit_value cujit_total = cujit_neutral();
    const long long cujit_behind = cujit_end(n);
    long long cujit_at = cujit_begin(n);
    for (; cujit_at < cujit_behind; cujit_at++) {
        const long long cujit_j = cujit_at, cujit_i = cujit_j;
        cujit_total = cujit_append(cujit_total, cujit_map(cujit_element<const int>{x[cujit_i]}, (cujit_bare_i)(cujit_i), (cujit_bare_j)(cujit_j)));
    }
    cujit_total = cujit_fold_block<1>(cujit_total, cujit_combine, cujit_shared);
    if (gridDim.x > 1) {
        char *const cujit_partials = cujit_workspace + 65536;
        if (threadIdx.x == 0)
            cujit_write_value(cujit_partials + blockIdx.x * sizeof(cujit_value), cujit_total);
        if (!cujit_is_last((unsigned *)cujit_workspace, gridDim.x))
            return;
        cujit_total = cujit_fold_memory<1>(cujit_partials, gridDim.x, cujit_neutral(), cujit_combine);
    }
    if (threadIdx.x == 0)
        cujit_finish(cujit_total, 0);
}
