struct cujit_layout {
    unsigned cujit_rows, cujit_units;
    unsigned cujit_kept[1], cujit_kept_magic[1], cujit_kept_shift[1];
};
extern "C" __global__ void __launch_bounds__(128) cujit_kernel_rows(const float *x, float *z, const long long cujit_n, const cujit_layout cujit_views)
{
    [[maybe_unused]] constexpr long long n = 3;
    const unsigned cujit_lane = threadIdx.x % 1;
    const unsigned cujit_first = blockIdx.x * (unsigned)512 + threadIdx.x / 1;
    const unsigned cujit_begin_row = blockIdx.x * (unsigned)512;
    const unsigned cujit_rows = cujit_views.cujit_rows - cujit_begin_row < 512 ? cujit_views.cujit_rows - cujit_begin_row : 512;
    __shared__ __align__(128) unsigned char cujit_chunk_x[1536 * sizeof(float) + 16];
    char *const cujit_memory_x = (char *)(x + cujit_begin_row * n);
    char *const cujit_copy_x = (char *)cujit_chunk_x + (unsigned long long)cujit_memory_x % 16;
    cujit_move_chunk<true>(cujit_copy_x, cujit_memory_x, cujit_rows * (unsigned)n * sizeof(float));
    cujit_repeat_row(cujit_copy_x, cujit_memory_x, (unsigned)n * sizeof(float), (unsigned)cujit_rows, 512u);
    __shared__ __align__(128) unsigned char cujit_chunk_z[1536 * sizeof(float) + 16];
    char *const cujit_memory_z = (char *)(z + cujit_begin_row * n);
    char *const cujit_copy_z = (char *)cujit_chunk_z + (unsigned long long)cujit_memory_z % 16;
    cujit_wait_for_chunks();
    __syncthreads();
    char *cujit_from_x[4];
    char *cujit_from_z[4];
    cujit_held<float, 1> cujit_tile_x[4][3];
    unsigned cujit_row[4];
    bool cujit_mine[4];
#pragma unroll
    for (int cujit_r = 0; cujit_r < 4; cujit_r++) {
        const unsigned cujit_wanted_row = cujit_first + cujit_r * 128;
        cujit_mine[cujit_r] = cujit_wanted_row < cujit_views.cujit_rows;
        const unsigned cujit_number = cujit_mine[cujit_r] ? cujit_wanted_row : cujit_views.cujit_rows - 1;
        unsigned cujit_place[1];
        cujit_find_place(cujit_number, cujit_views.cujit_kept, cujit_views.cujit_kept_magic, cujit_views.cujit_kept_shift, cujit_place);
        cujit_row[cujit_r] = 0;
        cujit_from_x[cujit_r] = cujit_copy_x + (cujit_wanted_row - cujit_begin_row) * (unsigned)n * sizeof(float);
        cujit_from_z[cujit_r] = cujit_copy_z + (cujit_wanted_row - cujit_begin_row) * (unsigned)n * sizeof(float);
        constexpr unsigned cujit_t = 0;
        [[maybe_unused]] const unsigned cujit_units = cujit_views.cujit_units;
#pragma unroll
            for (int cujit_u = 0; cujit_u < 3; cujit_u++) {
                const unsigned cujit_wanted = cujit_t + (cujit_u * 1 + cujit_lane);
                constexpr bool cujit_there = true;
                const unsigned cujit_unit = cujit_wanted;
                const long long cujit_begin_j = (long long)cujit_lane * 1 + cujit_u * 1;
                cujit_tile_x[cujit_r][cujit_u] = cujit_get_chunk<float, 1>((const float *)cujit_from_x[cujit_r] + cujit_begin_j);
            }
    }
#pragma unroll
    for (int cujit_r = 0; cujit_r < 4; cujit_r++) {
        [[maybe_unused]] const unsigned cujit_units = cujit_views.cujit_units;
        [[maybe_unused]] const long long row = (long long)cujit_row[cujit_r];
    [[maybe_unused]] const auto cujit_neutral0 = [&]() -> float {
        return
#line 1 "stages[0].neutral"
-INFINITY
;
#line 58 "rows.cu"
    };
    [[maybe_unused]] const auto cujit_reduce0 = [&](float a, float b) -> float {
        return
#line 1 "stages[0].reduce"
fmaxf(a, b)
;
#line 65 "rows.cu"
    };
    [[maybe_unused]] const auto cujit_map0 = [&](const cujit_element<const float> x, [[maybe_unused]] const cujit_bare_i i, [[maybe_unused]] const cujit_bare_j j) -> float {
        return
#line 1 "stages[0].map"
x[i]
;
#line 72 "rows.cu"
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
            for (int cujit_u = 0; cujit_u < 3; cujit_u++) {
                const unsigned cujit_wanted = cujit_t + (cujit_u * 1 + cujit_lane);
                constexpr bool cujit_there = true;
                const unsigned cujit_unit = cujit_wanted;
                const long long cujit_begin_j = (long long)cujit_lane * 1 + cujit_u * 1;
                if (cujit_there) {
#pragma unroll
                    for (int cujit_k = 0; cujit_k < 1; cujit_k++) {
                        const long long cujit_j = cujit_begin_j + cujit_k;
                        cujit_sum0 = cujit_add(cujit_reduce0, cujit_sum0, cujit_map0(cujit_element<const float>{cujit_tile_x[cujit_r][cujit_u].cujit_get(cujit_k)}, (cujit_bare_i)(0), (cujit_bare_j)(0)));
                    }
                }
            }
        }
        cujit_sum0 = cujit_fold_across<1, true>(cujit_sum0, cujit_both0);
        [[maybe_unused]] const float top = cujit_post0(cujit_held_value(cujit_sum0));
    [[maybe_unused]] const auto cujit_neutral1 = [&]() -> float {
        return
#line 1 "stages[1].neutral"
0
;
#line 104 "rows.cu"
    };
    [[maybe_unused]] const auto cujit_reduce1 = [&](float a, float b) -> float {
        return
#line 1 "stages[1].reduce"
a + b
;
#line 111 "rows.cu"
    };
    [[maybe_unused]] const auto cujit_map1 = [&](const cujit_element<const float> x, [[maybe_unused]] const cujit_bare_i i, [[maybe_unused]] const cujit_bare_j j) -> float {
        return
#line 1 "stages[1].map"
expf(x[i] - top)
;
#line 118 "rows.cu"
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
            for (int cujit_u = 0; cujit_u < 3; cujit_u++) {
                const unsigned cujit_wanted = cujit_t + (cujit_u * 1 + cujit_lane);
                constexpr bool cujit_there = true;
                const unsigned cujit_unit = cujit_wanted;
                const long long cujit_begin_j = (long long)cujit_lane * 1 + cujit_u * 1;
                if (cujit_there) {
#pragma unroll
                    for (int cujit_k = 0; cujit_k < 1; cujit_k++) {
                        const long long cujit_j = cujit_begin_j + cujit_k;
                        cujit_sum1 = cujit_add(cujit_reduce1, cujit_sum1, cujit_map1(cujit_element<const float>{cujit_tile_x[cujit_r][cujit_u].cujit_get(cujit_k)}, (cujit_bare_i)(0), (cujit_bare_j)(0)));
                    }
                }
            }
        }
        cujit_sum1 = cujit_fold_across<1, true>(cujit_sum1, cujit_both1);
        [[maybe_unused]] const float sum = cujit_post1(cujit_held_value(cujit_sum1));
        {
            constexpr unsigned cujit_t = 0;
#pragma unroll
            for (int cujit_u = 0; cujit_u < 3; cujit_u++) {
                const unsigned cujit_wanted = cujit_t + (cujit_u * 1 + cujit_lane);
                constexpr bool cujit_there = true;
                const unsigned cujit_unit = cujit_wanted;
                const long long cujit_begin_j = (long long)cujit_lane * 1 + cujit_u * 1;
                if (cujit_mine[cujit_r] && cujit_there) {
                    cujit_tile<float, 1> cujit_new_z;
#pragma unroll
                    for (int cujit_k = 0; cujit_k < 1; cujit_k++) {
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
#line 167 "rows.cu"
                        }
                    }
                    cujit_put_chunk((float *)cujit_from_z[cujit_r] + cujit_begin_j, cujit_new_z);
                }
            }
        }
    }
    __syncthreads();
    cujit_move_chunk<false>(cujit_memory_z, cujit_copy_z, cujit_rows * (unsigned)n * sizeof(float));
}
