struct cujit_layout {
    unsigned cujit_rows, cujit_units;
    unsigned cujit_kept[1], cujit_kept_magic[1], cujit_kept_shift[1];
    unsigned cujit_kept_strides_x[1];
    unsigned cujit_kept_strides_z[1];
};
extern "C" __global__ void __launch_bounds__(512) cujit_kernel_rows(const float *x, float *z, const long long cujit_n, const cujit_layout cujit_views)
{
    [[maybe_unused]] constexpr long long n = 4096;
    __shared__ __align__(16) unsigned char cujit_parts0[16 * sizeof(float)];
    __shared__ __align__(16) unsigned char cujit_parts1[16 * sizeof(float)];
    const unsigned cujit_lane = threadIdx.x;
    const unsigned cujit_first = blockIdx.x;
    char *cujit_from_x[1];
    char *cujit_from_z[1];
    cujit_held<float, 4> cujit_tile_x[1][2];
    unsigned cujit_row[1];
    bool cujit_mine[1];
#pragma unroll
    for (int cujit_r = 0; cujit_r < 1; cujit_r++) {
        const unsigned cujit_wanted_row = cujit_first + cujit_r * 1;
        cujit_mine[cujit_r] = true;
        const unsigned cujit_number = cujit_wanted_row;
        unsigned cujit_place[1];
        cujit_find_place(cujit_number, cujit_views.cujit_kept, cujit_views.cujit_kept_magic, cujit_views.cujit_kept_shift, cujit_place);
        cujit_row[cujit_r] = 0;
        cujit_from_x[cujit_r] = (char *)x + cujit_offset(cujit_place, cujit_views.cujit_kept_strides_x);
        cujit_from_z[cujit_r] = (char *)z + cujit_offset(cujit_place, cujit_views.cujit_kept_strides_z);
        constexpr unsigned cujit_t = 0;
        [[maybe_unused]] const unsigned cujit_units = cujit_views.cujit_units;
#pragma unroll
            for (int cujit_u = 0; cujit_u < 2; cujit_u++) {
                const unsigned cujit_wanted = cujit_t + (cujit_u * 512 + cujit_lane);
                constexpr bool cujit_there = true;
                const unsigned cujit_unit = cujit_wanted;
                const long long cujit_begin_j = (long long)cujit_lane * 4 + cujit_u * 2048;
                cujit_tile_x[cujit_r][cujit_u] = cujit_fetch_units<float, 4, cujit_lasting_unit>((const float *)cujit_from_x[cujit_r] + cujit_begin_j);
            }
    }
#pragma unroll
    for (int cujit_r = 0; cujit_r < 1; cujit_r++) {
        [[maybe_unused]] const unsigned cujit_units = cujit_views.cujit_units;
        [[maybe_unused]] const long long row = (long long)cujit_row[cujit_r];
    [[maybe_unused]] const auto cujit_neutral0 = [&]() -> float {
        return
#line 1 "stages[0].neutral"
-INFINITY
;
#line 50 "rows.cu"
    };
    [[maybe_unused]] const auto cujit_reduce0 = [&](float a, float b) -> float {
        return
#line 1 "stages[0].reduce"
fmaxf(a, b)
;
#line 57 "rows.cu"
    };
    [[maybe_unused]] const auto cujit_map0 = [&](const cujit_element<const float> x, [[maybe_unused]] const cujit_bare_i i, [[maybe_unused]] const cujit_bare_j j) -> float {
        return
#line 1 "stages[0].map"
x[i]
;
#line 64 "rows.cu"
    };
    [[maybe_unused]] const auto cujit_post0 = [&](float a) -> float {
        return
        static_cast<float>(a);
    };
        float cujit_sum0 = cujit_neutral0();
        const auto cujit_both0 = [&](const float &cujit_left, const float &cujit_right) { return cujit_both(cujit_reduce0, cujit_left, cujit_right); };
        {
            constexpr unsigned cujit_t = 0;
#pragma unroll
            for (int cujit_u = 0; cujit_u < 2; cujit_u++) {
                const unsigned cujit_wanted = cujit_t + (cujit_u * 512 + cujit_lane);
                constexpr bool cujit_there = true;
                const unsigned cujit_unit = cujit_wanted;
                const long long cujit_begin_j = (long long)cujit_lane * 4 + cujit_u * 2048;
                if (cujit_there) {
#pragma unroll
                    for (int cujit_k = 0; cujit_k < 4; cujit_k++) {
                        const long long cujit_j = cujit_begin_j + cujit_k;
                        cujit_sum0 = cujit_add(cujit_reduce0, cujit_sum0, cujit_map0(cujit_element<const float>{cujit_tile_x[cujit_r][cujit_u].cujit_get(cujit_k)}, (cujit_bare_i)(0), (cujit_bare_j)(0)));
                    }
                }
            }
        }
        cujit_sum0 = cujit_fold_across<32, true>(cujit_sum0, cujit_both0);
        if (threadIdx.x % 32 == 0)
            cujit_put_shared(cujit_parts0, threadIdx.x / 32, cujit_sum0);
        __syncthreads();
        cujit_sum0 = cujit_get_shared(cujit_parts0, threadIdx.x % 16, cujit_sum0);
        cujit_sum0 = cujit_fold_across<16, true>(cujit_sum0, cujit_both0);
        [[maybe_unused]] const float top = cujit_post0(cujit_held_value(cujit_sum0));
    [[maybe_unused]] const auto cujit_neutral1 = [&]() -> float {
        return
#line 1 "stages[1].neutral"
0
;
#line 101 "rows.cu"
    };
    [[maybe_unused]] const auto cujit_reduce1 = [&](float a, float b) -> float {
        return
#line 1 "stages[1].reduce"
a + b
;
#line 108 "rows.cu"
    };
    [[maybe_unused]] const auto cujit_map1 = [&](const cujit_element<const float> x, [[maybe_unused]] const cujit_bare_i i, [[maybe_unused]] const cujit_bare_j j) -> float {
        return
#line 1 "stages[1].map"
expf(x[i] - top)
;
#line 115 "rows.cu"
    };
    [[maybe_unused]] const auto cujit_post1 = [&](float a) -> float {
        return
        static_cast<float>(a);
    };
        float cujit_sum1 = cujit_neutral1();
        const auto cujit_both1 = [&](const float &cujit_left, const float &cujit_right) { return cujit_both(cujit_reduce1, cujit_left, cujit_right); };
        {
            constexpr unsigned cujit_t = 0;
#pragma unroll
            for (int cujit_u = 0; cujit_u < 2; cujit_u++) {
                const unsigned cujit_wanted = cujit_t + (cujit_u * 512 + cujit_lane);
                constexpr bool cujit_there = true;
                const unsigned cujit_unit = cujit_wanted;
                const long long cujit_begin_j = (long long)cujit_lane * 4 + cujit_u * 2048;
                if (cujit_there) {
#pragma unroll
                    for (int cujit_k = 0; cujit_k < 4; cujit_k++) {
                        const long long cujit_j = cujit_begin_j + cujit_k;
                        cujit_sum1 = cujit_add(cujit_reduce1, cujit_sum1, cujit_map1(cujit_element<const float>{cujit_tile_x[cujit_r][cujit_u].cujit_get(cujit_k)}, (cujit_bare_i)(0), (cujit_bare_j)(0)));
                    }
                }
            }
        }
        cujit_sum1 = cujit_fold_across<32, true>(cujit_sum1, cujit_both1);
        if (threadIdx.x % 32 == 0)
            cujit_put_shared(cujit_parts1, threadIdx.x / 32, cujit_sum1);
        __syncthreads();
        cujit_sum1 = cujit_get_shared(cujit_parts1, threadIdx.x % 16, cujit_sum1);
        cujit_sum1 = cujit_fold_across<16, true>(cujit_sum1, cujit_both1);
        [[maybe_unused]] const float sum = cujit_post1(cujit_held_value(cujit_sum1));
        {
            constexpr unsigned cujit_t = 0;
#pragma unroll
            for (int cujit_u = 0; cujit_u < 2; cujit_u++) {
                const unsigned cujit_wanted = cujit_t + (cujit_u * 512 + cujit_lane);
                constexpr bool cujit_there = true;
                const unsigned cujit_unit = cujit_wanted;
                const long long cujit_begin_j = (long long)cujit_lane * 4 + cujit_u * 2048;
                if (cujit_mine[cujit_r] && cujit_there) {
                    cujit_tile<float, 4> cujit_new_z;
#pragma unroll
                    for (int cujit_k = 0; cujit_k < 4; cujit_k++) {
                        [[maybe_unused]] const long long cujit_j = cujit_begin_j + cujit_k;
                        const float cujit_element_x = cujit_tile_x[cujit_r][cujit_u].cujit_get(cujit_k);
                        const cujit_element<const float> x{cujit_element_x};
                        const cujit_element<float> z{cujit_new_z.cujit_of[cujit_k]};
                        [[maybe_unused]] const cujit_bare_i i = (cujit_bare_i)(0);
                        [[maybe_unused]] const cujit_bare_j j = (cujit_bare_j)(0);
                        {
#line 1 "operation"
z[i] = expf(x[i] - top) / sum
;
#line 169 "rows.cu"
                        }
                    }
                    cujit_store((float *)cujit_from_z[cujit_r] + cujit_begin_j, cujit_new_z);
                }
            }
        }
    }
}
