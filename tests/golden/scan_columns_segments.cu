struct cujit_value {
    double cujit_of0;
};
static_assert(sizeof(cujit_value) == 8, "the size of an accumulator, or of the out_type, is not what it was registered with");
[[maybe_unused]] static __device__ __forceinline__ cujit_value cujit_shuffle_down(const cujit_value &cujit_v, int cujit_delta, int cujit_width)
{
    return cujit_value{cujit_shuffle_down(cujit_v.cujit_of0, cujit_delta, cujit_width)};
}
struct cujit_layout {
    unsigned cujit_total, cujit_length;
    unsigned cujit_counts[2], cujit_magic[2], cujit_shift[2];
    unsigned cujit_index[2], cujit_index_step;
    unsigned cujit_aligned_x, cujit_strides_x[2], cujit_step_x;
    unsigned cujit_aligned_f, cujit_strides_f[2], cujit_step_f;
    unsigned cujit_aligned_cujit_out0, cujit_strides_cujit_out0[2], cujit_step_cujit_out0;
};
extern "C" __global__ void __launch_bounds__(128) cujit_kernel_scan(const float *x, const int *f, const long long n, double *const cujit_out0, char *const cujit_workspace, const cujit_layout cujit_views)
{
    [[maybe_unused]] const auto cujit_neutral0 = [&]() -> double {
        return
#line 1 "neutral"
0
;
#line 25 "scan.cu"
    };
    [[maybe_unused]] const auto cujit_reduce0 = [&](double a, double b) -> double {
        return
#line 1 "reduce"
a + b
;
#line 32 "scan.cu"
    };
    [[maybe_unused]] const auto cujit_map0 = [&](const cujit_element<const float> x, const cujit_element<const int> f, [[maybe_unused]] const cujit_counted_i i, [[maybe_unused]] const cujit_bare_j j) -> double {
        return
#line 1 "map"
x[i]
;
#line 39 "scan.cu"
    };
    [[maybe_unused]] const auto cujit_post0 = [&](double a) -> double {
        return
        static_cast<double>(a);
    };
    [[maybe_unused]] const auto cujit_finish0 = [&](const cujit_value &cujit_v, double *cujit_to) {
        *cujit_to = cujit_post0(cujit_v.cujit_of0);
    };
    [[maybe_unused]] const auto cujit_neutral = [&]() -> cujit_value {
        return cujit_value{cujit_neutral0()};
    };
    [[maybe_unused]] const auto cujit_map = [&](const cujit_element<const float> x, const cujit_element<const int> f, [[maybe_unused]] const cujit_counted_i i, [[maybe_unused]] const cujit_bare_j j) -> cujit_value {
        return cujit_value{cujit_map0(x, f, i, j)};
    };
    [[maybe_unused]] const auto cujit_combine = [&](const cujit_value &cujit_l, const cujit_value &cujit_r) -> cujit_value {
        return cujit_value{cujit_reduce0(cujit_l.cujit_of0, cujit_r.cujit_of0)};
    };
    [[maybe_unused]] const auto cujit_append = [&](const cujit_value &cujit_l, const cujit_value &cujit_r) -> cujit_value {
        return cujit_value{cujit_reduce0(cujit_l.cujit_of0, cujit_r.cujit_of0)};
    };
    [[maybe_unused]] const auto cujit_post = [&](const cujit_value &cujit_v) -> double {
        return cujit_post0(cujit_v.cujit_of0);
    };
    [[maybe_unused]] const auto cujit_segment = [&](const cujit_element<const float> x, const cujit_element<const int> f, [[maybe_unused]] const cujit_counted_i i, [[maybe_unused]] const cujit_bare_j j) -> bool {
        return
#line 1 "segment"
f[i] || i == 3
;
#line 68 "scan.cu"
    };
    typedef cujit_value cujit_scanned;
    const auto &cujit_none = cujit_neutral;
    const auto &cujit_join = cujit_combine;
    const auto cujit_result = [&](cujit_scanned &cujit_l, const cujit_scanned &cujit_r, double &cujit_to) {
        cujit_l = cujit_join(cujit_l, cujit_r);
        cujit_move(cujit_to, cujit_post(cujit_l));
    };
    const long long cujit_t = (long long)blockIdx.x * 128 + threadIdx.x;
    unsigned cujit_place[2];
    if (cujit_t >= (long long)cujit_views.cujit_total)
        return;
    cujit_find_place((unsigned)cujit_t, cujit_views.cujit_counts, cujit_views.cujit_magic, cujit_views.cujit_shift,
                     cujit_place);
    cujit_place[2 - 1] *= 2;
    const int cujit_count = cujit_part(cujit_place[2 - 1], cujit_views.cujit_length, 2);
    const bool cujit_whole = cujit_count == 2;
    cujit_scanned cujit_before[2];
    const long long cujit_step_x = cujit_signed(cujit_views.cujit_step_x);
    const char *const cujit_from_x = (const char *)x + cujit_offset(cujit_place, cujit_views.cujit_strides_x);
    const long long cujit_step_f = cujit_signed(cujit_views.cujit_step_f);
    const char *const cujit_from_f = (const char *)f + cujit_offset(cujit_place, cujit_views.cujit_strides_f);
    const long long cujit_step_cujit_out0 = cujit_signed(cujit_views.cujit_step_cujit_out0);
    char *const cujit_from_cujit_out0 = (char *)cujit_out0 + cujit_offset(cujit_place, cujit_views.cujit_strides_cujit_out0);
    const long long cujit_index_step = cujit_signed(cujit_views.cujit_index_step);
    const long long cujit_index = cujit_offset(cujit_place, cujit_views.cujit_index);
#pragma unroll
    for (int cujit_k = 0; cujit_k < 2; cujit_k++)
        cujit_before[cujit_k] = cujit_none();
#pragma unroll 1
    for (long long cujit_s = 0; cujit_s < n; cujit_s += 4) {
        cujit_tile<float, 2> cujit_tile_x[4];
        cujit_tile<int, 2> cujit_tile_f[4];
#pragma unroll
        for (int cujit_u = 0; cujit_u < 4; cujit_u++) {
            if (4 == 1 || cujit_s + cujit_u < n) {
                [[maybe_unused]] const long long cujit_d = cujit_s + cujit_u;
                cujit_tile_x[cujit_u] = cujit_load_part<float, 2>(cujit_from_x + cujit_d * cujit_step_x, cujit_views.cujit_strides_x[1], cujit_views.cujit_aligned_x, cujit_count);
                cujit_tile_f[cujit_u] = cujit_load_part<int, 2>(cujit_from_f + cujit_d * cujit_step_f, cujit_views.cujit_strides_f[1], cujit_views.cujit_aligned_f, cujit_count);
            }
        }
#pragma unroll
        for (int cujit_u = 0; cujit_u < 4; cujit_u++) {
            if (4 == 1 || cujit_s + cujit_u < n) {
                const long long cujit_d = cujit_s + cujit_u;
                cujit_tile<double, 2> cujit_r;
#pragma unroll
                for (int cujit_k = 0; cujit_k < 2; cujit_k++) {
                    [[maybe_unused]] const int cujit_e = cujit_k < cujit_count ? cujit_k : cujit_count - 1;
                    const long long i = cujit_index + cujit_d * cujit_index_step + cujit_e * cujit_signed(cujit_views.cujit_index[1]), j = cujit_d;
                    if (cujit_segment(cujit_element<const float>{cujit_tile_x[cujit_u].cujit_of[cujit_k]}, cujit_element<const int>{cujit_tile_f[cujit_u].cujit_of[cujit_k]}, (cujit_counted_i)(i), (cujit_bare_j)(j)))
                        cujit_before[cujit_k] = cujit_none();
                    cujit_result(cujit_before[cujit_k], cujit_map(cujit_element<const float>{cujit_tile_x[cujit_u].cujit_of[cujit_k]}, cujit_element<const int>{cujit_tile_f[cujit_u].cujit_of[cujit_k]}, (cujit_counted_i)(i), (cujit_bare_j)(j)), cujit_r.cujit_of[cujit_k]);
                }
                cujit_store_part(cujit_from_cujit_out0 + cujit_d * cujit_step_cujit_out0, cujit_r, cujit_views.cujit_strides_cujit_out0[1], cujit_views.cujit_aligned_cujit_out0, cujit_count);
            }
        }
    }
}
