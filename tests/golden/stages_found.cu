struct cujit_layout {
    unsigned cujit_rows, cujit_units;
    unsigned cujit_kept[1], cujit_kept_magic[1], cujit_kept_shift[1];
    unsigned cujit_row[1];
    unsigned cujit_kept_strides_x[1], cujit_folded_strides_x[1];
    unsigned cujit_kept_strides_m[1];
    unsigned cujit_kept_strides_z[1];
    unsigned cujit_kept_strides_at[1];
};
extern "C" __global__ void __launch_bounds__(64) cujit_kernel_rows(const short *x, const float *w, const int *m, float *z, long long *at, const long long n, const cujit_layout cujit_views)
{
    __shared__ __align__(16) unsigned char cujit_parts0[2 * sizeof(int)];
    __shared__ __align__(16) unsigned char cujit_parts1[2 * sizeof(cujit_maybe<cujit_indexed<short>>)];
    const unsigned cujit_lane = threadIdx.x;
    const unsigned cujit_first = blockIdx.x;
    const auto cujit_at_x = [&](const char *cujit_from, const long long cujit_j) -> short * {
        return (short *)(cujit_from + cujit_signed((unsigned)cujit_j * cujit_views.cujit_folded_strides_x[0]));
    };
    char *cujit_from_x[1];
    char *cujit_from_w[1];
    char *cujit_from_m[1];
    char *cujit_from_z[1];
    char *cujit_from_at[1];
    cujit_held<short, 4> cujit_tile_x[1][2];
    unsigned cujit_row[1];
    bool cujit_mine[1];
    int cujit_head[1];
#pragma unroll
    for (int cujit_r = 0; cujit_r < 1; cujit_r++) {
        const unsigned cujit_wanted_row = cujit_first + cujit_r * 1;
        cujit_mine[cujit_r] = true;
        const unsigned cujit_number = cujit_wanted_row;
        unsigned cujit_place[1];
        cujit_find_place(cujit_number, cujit_views.cujit_kept, cujit_views.cujit_kept_magic, cujit_views.cujit_kept_shift, cujit_place);
        cujit_row[cujit_r] = cujit_offset(cujit_place, cujit_views.cujit_row);
        cujit_from_x[cujit_r] = (char *)x + cujit_offset(cujit_place, cujit_views.cujit_kept_strides_x);
        cujit_from_w[cujit_r] = (char *)w;
        cujit_from_m[cujit_r] = (char *)m + cujit_offset(cujit_place, cujit_views.cujit_kept_strides_m);
        cujit_from_z[cujit_r] = (char *)z + cujit_offset(cujit_place, cujit_views.cujit_kept_strides_z);
        cujit_from_at[cujit_r] = (char *)at + cujit_offset(cujit_place, cujit_views.cujit_kept_strides_at);
        cujit_head[cujit_r] = cujit_phase<float, 4>(cujit_from_z[cujit_r]);
        constexpr unsigned cujit_t = 0;
        [[maybe_unused]] const unsigned cujit_units = (unsigned)((n + cujit_head[cujit_r] + 3) / 4);
#pragma unroll
            for (int cujit_u = 0; cujit_u < 2; cujit_u++) {
                const unsigned cujit_wanted = cujit_t + (cujit_lane * 2 + cujit_u);
                const bool cujit_there = cujit_wanted < cujit_units;
                const unsigned cujit_unit = cujit_there ? cujit_wanted : cujit_units - 1;
                const long long cujit_begin_j = (long long)cujit_unit * 4 - cujit_head[cujit_r];
                [[maybe_unused]] const int cujit_low = cujit_begin_j < 0 ? (int)-cujit_begin_j : 0;
                [[maybe_unused]] const int cujit_high = n - cujit_begin_j < 4 ? (int)(n - cujit_begin_j) : 4;
                cujit_tile_x[cujit_r][cujit_u] = cujit_gather<short, 4>([&](int cujit_k) { return cujit_at_x(cujit_from_x[cujit_r], cujit_clamp(cujit_begin_j + cujit_k, n)); });
            }
    }
#pragma unroll
    for (int cujit_r = 0; cujit_r < 1; cujit_r++) {
        [[maybe_unused]] const unsigned cujit_units = (unsigned)((n + cujit_head[cujit_r] + 3) / 4);
        [[maybe_unused]] const cujit_counted_row row = (cujit_counted_row)cujit_row[cujit_r];
        const int cujit_element_m = *(const int *)cujit_from_m[cujit_r];
        [[maybe_unused]] const cujit_row_element<const int> m{cujit_element_m};
        [[maybe_unused]] const cujit_row_element<long long> at{*(long long *)cujit_from_at[cujit_r]};
    [[maybe_unused]] const auto cujit_neutral0 = [&]() -> int {
        return
#line 1 "stages[0].neutral"
0
;
#line 68 "rows.cu"
    };
    [[maybe_unused]] const auto cujit_reduce0 = [&](int a, int b) -> int {
        return
#line 1 "stages[0].reduce"
a != 0 ? a : b
;
#line 75 "rows.cu"
    };
    [[maybe_unused]] const auto cujit_map0 = [&](const cujit_element<const short> x, [[maybe_unused]] const cujit_counted_i i, [[maybe_unused]] const cujit_counted_j j) -> int {
        return
#line 1 "stages[0].map"
x[i]
;
#line 82 "rows.cu"
    };
    [[maybe_unused]] const auto cujit_post0 = [&](int a) -> short {
        return
        static_cast<short>(a);
    };
        int cujit_sum0 = cujit_neutral0();
        const auto cujit_both0 = [&](const int &cujit_left, const int &cujit_right) { return cujit_both(cujit_reduce0, cujit_left, cujit_right); };
    [[maybe_unused]] const auto cujit_reduce1 = [&](cujit_indexed<short> a, cujit_indexed<short> b) -> cujit_indexed<short> {
        return
#line 1 "stages[1].reduce"
cujit_max(a, b)
;
#line 95 "rows.cu"
    };
    [[maybe_unused]] const auto cujit_map1 = [&](const cujit_element<const short> x, [[maybe_unused]] const cujit_counted_i i, [[maybe_unused]] const cujit_counted_j j) -> cujit_indexed<short> {
        return
#line 1 "stages[1].map"
cujit_at(x[i], j)
;
#line 102 "rows.cu"
    };
    [[maybe_unused]] const auto cujit_post1 = [&](cujit_indexed<short> a) -> long long {
        return
#line 1 "stages[1].post"
a.index
;
#line 109 "rows.cu"
    };
        cujit_maybe<cujit_indexed<short>> cujit_sum1 = {};
        const auto cujit_both1 = [&](const cujit_maybe<cujit_indexed<short>> &cujit_left, const cujit_maybe<cujit_indexed<short>> &cujit_right) { return cujit_both(cujit_reduce1, cujit_left, cujit_right); };
        {
            constexpr unsigned cujit_t = 0;
#pragma unroll
            for (int cujit_u = 0; cujit_u < 2; cujit_u++) {
                const unsigned cujit_wanted = cujit_t + (cujit_lane * 2 + cujit_u);
                const bool cujit_there = cujit_wanted < cujit_units;
                const unsigned cujit_unit = cujit_there ? cujit_wanted : cujit_units - 1;
                const long long cujit_begin_j = (long long)cujit_unit * 4 - cujit_head[cujit_r];
                [[maybe_unused]] const int cujit_low = cujit_begin_j < 0 ? (int)-cujit_begin_j : 0;
                [[maybe_unused]] const int cujit_high = n - cujit_begin_j < 4 ? (int)(n - cujit_begin_j) : 4;
                if (cujit_there) {
#pragma unroll
                    for (int cujit_k = 0; cujit_k < 4; cujit_k++) {
                        const long long cujit_j = cujit_begin_j + cujit_k;
                        if (cujit_k < cujit_low || cujit_k >= cujit_high)
                            continue;
                        cujit_sum0 = cujit_add(cujit_reduce0, cujit_sum0, cujit_map0(cujit_element<const short>{cujit_tile_x[cujit_r][cujit_u].cujit_get(cujit_k)}, (cujit_counted_i)((long long)cujit_row[cujit_r] * n + cujit_j), (cujit_counted_j)(cujit_j)));
                        cujit_sum1 = cujit_add(cujit_reduce1, cujit_sum1, cujit_map1(cujit_element<const short>{cujit_tile_x[cujit_r][cujit_u].cujit_get(cujit_k)}, (cujit_counted_i)((long long)cujit_row[cujit_r] * n + cujit_j), (cujit_counted_j)(cujit_j)));
                    }
                }
            }
        }
        cujit_sum0 = cujit_fold_across<32, false>(cujit_sum0, cujit_both0);
        if (threadIdx.x % 32 == 0)
            cujit_put_shared(cujit_parts0, threadIdx.x / 32, cujit_sum0);
        cujit_sum1 = cujit_fold_across<32, true>(cujit_sum1, cujit_both1);
        if (threadIdx.x % 32 == 0)
            cujit_put_shared(cujit_parts1, threadIdx.x / 32, cujit_sum1);
        __syncthreads();
        cujit_sum0 = cujit_get_shared(cujit_parts0, threadIdx.x % 2, cujit_sum0);
        cujit_sum0 = cujit_fold_across<2, false>(cujit_sum0, cujit_both0);
        cujit_sum1 = cujit_get_shared(cujit_parts1, threadIdx.x % 2, cujit_sum1);
        cujit_sum1 = cujit_fold_across<2, true>(cujit_sum1, cujit_both1);
        [[maybe_unused]] const short first = cujit_post0(cujit_held_value(cujit_sum0));
        [[maybe_unused]] const long long most = cujit_post1(cujit_held_value(cujit_sum1));
        {
            constexpr unsigned cujit_t = 0;
            cujit_held<float, 4> cujit_tile_w[1][2];
            cujit_held<float, 4> cujit_tile_z[1][2];
#pragma unroll
            for (int cujit_u = 0; cujit_u < 2; cujit_u++) {
                const unsigned cujit_wanted = cujit_t + (cujit_lane * 2 + cujit_u);
                const bool cujit_there = cujit_wanted < cujit_units;
                const unsigned cujit_unit = cujit_there ? cujit_wanted : cujit_units - 1;
                const long long cujit_begin_j = (long long)cujit_unit * 4 - cujit_head[cujit_r];
                [[maybe_unused]] const int cujit_low = cujit_begin_j < 0 ? (int)-cujit_begin_j : 0;
                [[maybe_unused]] const int cujit_high = n - cujit_begin_j < 4 ? (int)(n - cujit_begin_j) : 4;
                cujit_tile_w[cujit_r][cujit_u] = cujit_fetch_units<float, 4, cujit_calm_unit>((const float *)cujit_from_w[cujit_r] + cujit_begin_j);
                cujit_tile_z[cujit_r][cujit_u].cujit_fetch((const float *)cujit_from_z[cujit_r] + cujit_begin_j);
                if (cujit_mine[cujit_r] && cujit_there) {
                    cujit_tile<float, 4> cujit_new_z, cujit_before_z;
#pragma unroll
                    for (int cujit_k = 0; cujit_k < 4; cujit_k++)
                        cujit_move(cujit_new_z.cujit_of[cujit_k], cujit_tile_z[cujit_r][cujit_u].cujit_get(cujit_k));
                    cujit_before_z = cujit_new_z;
#pragma unroll
                    for (int cujit_k = 0; cujit_k < 4; cujit_k++) {
                        [[maybe_unused]] const long long cujit_j = cujit_begin_j + cujit_k;
                        if (cujit_k < cujit_low || cujit_k >= cujit_high)
                            continue;
                        const short cujit_element_x = cujit_tile_x[cujit_r][cujit_u].cujit_get(cujit_k);
                        const cujit_element<const short> x{cujit_element_x};
                        const float cujit_element_w = cujit_tile_w[cujit_r][cujit_u].cujit_get(cujit_k);
                        const cujit_place_element<const float> w{cujit_element_w};
                        const cujit_element<float> z{cujit_new_z.cujit_of[cujit_k]};
                        [[maybe_unused]] const cujit_counted_i i = (cujit_counted_i)((long long)cujit_row[cujit_r] * n + cujit_j);
                        [[maybe_unused]] const cujit_counted_j j = (cujit_counted_j)(cujit_j);
                        {
#line 1 "operation"
if (x[i] > first) z[i] = w[j] * m[row] + i
;
#line 184 "rows.cu"
                        }
                    }
                    if (cujit_low == 0 && cujit_high == 4) {
                        cujit_store_changed((float *)cujit_from_z[cujit_r] + cujit_begin_j, cujit_new_z, cujit_before_z);
                    } else
                    {
#pragma unroll
                        for (int cujit_k = 0; cujit_k < 4; cujit_k++) {
                            const long long cujit_j = cujit_begin_j + cujit_k;
                            if (cujit_k >= cujit_low && cujit_k < cujit_high && cujit_differs(cujit_new_z.cujit_of[cujit_k], cujit_before_z.cujit_of[cujit_k]))
                                cujit_move(*((float *)cujit_from_z[cujit_r] + cujit_j), cujit_new_z.cujit_of[cujit_k]);
                        }
                    }
                }
            }
        }
        if (cujit_lane == 0 && cujit_mine[cujit_r]) {
            [&]() {
#line 1 "finish"
at[row] = most // there
;
#line 206 "rows.cu"
            }();
        }
    }
}
