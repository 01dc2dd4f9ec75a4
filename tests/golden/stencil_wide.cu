struct cujit_layout {
    unsigned long long cujit_length, cujit_rows;
    unsigned long long cujit_counts[2], cujit_magic[2], cujit_shift[2];
    unsigned long long cujit_strides_z[2];
    unsigned long long cujit_strides_x[2];
    unsigned long long cujit_strides_y[2];
    unsigned long long cujit_offsets[2];
};
extern "C" __global__ void __launch_bounds__(256) cujit_kernel_elementwise(float *z, const float *x, const float *w, const float *e, const float *n, const float *s, const float *y, const long long cujit_n, const cujit_layout cujit_views)
{
    unsigned long long cujit_place[2];
    cujit_find_place((unsigned long long)blockIdx.x, cujit_views.cujit_counts, cujit_views.cujit_magic, cujit_views.cujit_shift, cujit_place);
    const long long cujit_column = (long long)((cujit_place[1] * 32 + threadIdx.x % 32) * 4);
    cujit_place[1] = 0;
    cujit_place[0] = (cujit_place[0] * 8 + threadIdx.x / 32) * 4;
    const int cujit_rows = cujit_part(cujit_place[0], cujit_views.cujit_rows, 4);
    if (cujit_rows == 0)
        return;
    if (cujit_column >= (long long)cujit_views.cujit_length)
        return;
    const unsigned cujit_mask = cujit_columns<4, 2, 0>(cujit_column, (long long)cujit_views.cujit_length);
    char *cujit_to_z = (char *)z + cujit_offset(cujit_place, cujit_views.cujit_strides_z) + cujit_column * (long long)sizeof(float);
    const char *cujit_at_x = (const char *)x + cujit_offset(cujit_place, cujit_views.cujit_strides_x) + cujit_column * (long long)sizeof(float);
    const char *cujit_at_y = (const char *)y + cujit_offset(cujit_place, cujit_views.cujit_strides_y);
    const long long cujit_way_0 = 0;
    float cujit_line_0[3][6];
    const long long cujit_way_1 = 0;
    float cujit_line_1[1][4];
#pragma unroll
    for (int cujit_d = 0; cujit_d < 2; cujit_d++) {
            cujit_take_pieces<float, 4, 2, -1, 1, 4, 1>(cujit_at_x + cujit_way_0 + (-1 + cujit_d) * cujit_signed(cujit_views.cujit_strides_x[0]), cujit_mask, cujit_line_0[cujit_d]);
    }
#pragma unroll 4
    for (int cujit_r = 0; cujit_r < 4; cujit_r++) {
        if (cujit_r >= cujit_rows)
            break;
        cujit_alone(cujit_at_x);
        cujit_alone(cujit_at_y);
        cujit_alone(cujit_to_z);
            cujit_take_pieces<float, 4, 2, -1, 1, 4, 1>(cujit_at_x + (cujit_way_0 + 1 * cujit_signed(cujit_views.cujit_strides_x[0])), cujit_mask, cujit_line_0[2]);
            cujit_take_repeated<float, 4>(cujit_at_y + (cujit_way_1 + 0 * cujit_signed(cujit_views.cujit_strides_y[0])), cujit_line_1[0]);
        cujit_tile<float, 4> cujit_tile_z{};
#pragma unroll
        for (int cujit_k = 0; cujit_k < 4; cujit_k++) {
            [[maybe_unused]] const cujit_bare_i i(0);
            const cujit_element<float> z{cujit_tile_z.cujit_of[cujit_k]};
            const cujit_element<const float> x{cujit_line_0[1][1 + cujit_k]};
            const cujit_element<const float> w{cujit_line_0[1][0 + cujit_k]};
            const cujit_element<const float> e{cujit_line_0[1][2 + cujit_k]};
            const cujit_element<const float> n{cujit_line_0[0][1 + cujit_k]};
            const cujit_element<const float> s{cujit_line_0[2][1 + cujit_k]};
            const cujit_element<const float> y{cujit_line_1[0][0 + cujit_k]};
            if ((cujit_mask >> cujit_k / 2 * 2 & 1) != 0) {
#line 1 "operation"
z[i] = w[i] + e[i] + n[i] + s[i] - y[i] * x[i];
#line 57 "elementwise.cu"
            }
        }
        cujit_put_pieces<float, 4, 2, 2>(cujit_to_z, cujit_mask, cujit_tile_z);
#pragma unroll
        for (int cujit_d = 0; cujit_d < 2; cujit_d++) {
#pragma unroll
            for (int cujit_k = 0; cujit_k < 6; cujit_k++)
                cujit_move(cujit_line_0[cujit_d][cujit_k], cujit_line_0[cujit_d + 1][cujit_k]);
        }
        cujit_at_x += cujit_signed(cujit_views.cujit_strides_x[0]);
        cujit_at_y += cujit_signed(cujit_views.cujit_strides_y[0]);
        cujit_to_z += cujit_signed(cujit_views.cujit_strides_z[0]);
    }
}
