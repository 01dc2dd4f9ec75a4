struct cujit_layout {
    unsigned cujit_total, cujit_length;
    unsigned cujit_cross, cujit_whole;
    unsigned cujit_counts[2], cujit_magic[2], cujit_shift[2];
    unsigned cujit_aligned_x, cujit_strides_x[2];
    unsigned cujit_aligned_y, cujit_strides_y[2];
    unsigned cujit_aligned_z, cujit_strides_z[2];
};
extern "C" __global__ void __launch_bounds__(256) cujit_kernel_elementwise(const char *x, const char *y, char *z, const long long n, const cujit_layout cujit_views)
{
    __shared__ __align__(16) unsigned char cujit_memory_x[16896];
    char (*const cujit_patch_x)[132] = (char(*)[132])cujit_memory_x;
    __shared__ __align__(16) unsigned char cujit_memory_y[16896];
    char (*const cujit_patch_y)[132] = (char(*)[132])cujit_memory_y;
    unsigned cujit_place[2];
    cujit_find_place((unsigned)blockIdx.x, cujit_views.cujit_counts, cujit_views.cujit_magic, cujit_views.cujit_shift, cujit_place);
    cujit_place[0] *= 128;
    cujit_place[1] *= 128;
    char *const cujit_from_x = (char *)x + cujit_offset(cujit_place, cujit_views.cujit_strides_x);
    char *const cujit_from_y = (char *)y + cujit_offset(cujit_place, cujit_views.cujit_strides_y);
    char *const cujit_from_z = (char *)z + cujit_offset(cujit_place, cujit_views.cujit_strides_z);
    if (cujit_views.cujit_whole && cujit_place[2 - 2] + 128 <= cujit_views.cujit_cross &&
        cujit_place[2 - 1] + 128 <= cujit_views.cujit_length) {
        const int cujit_lane = threadIdx.x % 8 * 16, cujit_first = threadIdx.x / 8;
        cujit_tile<char, 16> cujit_tile_z[4];
        cujit_tile<char, 16> cujit_piece_x[4];
        cujit_tile<char, 16> cujit_piece_y[4];
#pragma unroll
        for (int cujit_u = 0; cujit_u < 4; cujit_u++) {
            const int cujit_row = cujit_first + cujit_u * 32;
            cujit_piece_x[cujit_u] = cujit_load<char, 16>((const char *)(cujit_from_x + cujit_signed(cujit_row * cujit_views.cujit_strides_x[1] + cujit_lane * cujit_views.cujit_strides_x[0])));
            cujit_piece_y[cujit_u] = cujit_load<char, 16>((const char *)(cujit_from_y + cujit_signed(cujit_row * cujit_views.cujit_strides_y[1] + cujit_lane * cujit_views.cujit_strides_y[0])));
        }
#pragma unroll
        for (int cujit_u = 0; cujit_u < 4; cujit_u++) {
            const int cujit_row = cujit_first + cujit_u * 32;
#pragma unroll
            for (int cujit_k = 0; cujit_k < 16; cujit_k++) {
                cujit_patch_x[cujit_lane + cujit_k][cujit_row] = cujit_piece_x[cujit_u].cujit_of[cujit_k];
                cujit_patch_y[cujit_lane + cujit_k][cujit_row] = cujit_piece_y[cujit_u].cujit_of[cujit_k];
            }
        }
        __syncthreads();
#pragma unroll
        for (int cujit_u = 0; cujit_u < 4; cujit_u++) {
            const int cujit_row = cujit_first + cujit_u * 32;
#pragma unroll
            for (int cujit_k = 0; cujit_k < 16; cujit_k++) {
                const int cujit_column = cujit_lane + cujit_k;
                [[maybe_unused]] const cujit_bare_i i = (cujit_bare_i)(cujit_column);
                const cujit_element<const char> x{cujit_patch_x[cujit_row][cujit_column]};
                const cujit_element<const char> y{cujit_patch_y[cujit_row][cujit_column]};
                const cujit_element<char> z{cujit_tile_z[cujit_u].cujit_of[cujit_k]};
                {
#line 1 "operation"
z[i] = x[i] + y[i];
#line 58 "elementwise.cu"
                }
            }
            cujit_store((char *)(cujit_from_z + cujit_signed(cujit_row * cujit_views.cujit_strides_z[0] + cujit_lane * cujit_views.cujit_strides_z[1])), cujit_tile_z[cujit_u]);
        }
        return;
    }
#pragma unroll 4
    for (int cujit_k = threadIdx.x; cujit_k < 128 * 128; cujit_k += 256) {
        const int cujit_row = cujit_k / 128, cujit_column = cujit_k % 128;
        if (cujit_place[2 - 1] + cujit_row < cujit_views.cujit_length &&
            cujit_place[2 - 2] + cujit_column < cujit_views.cujit_cross) {
            cujit_patch_x[cujit_column][cujit_row] = *(const char *)(cujit_from_x + cujit_signed(cujit_row * cujit_views.cujit_strides_x[1] + cujit_column * cujit_views.cujit_strides_x[0]));
            cujit_patch_y[cujit_column][cujit_row] = *(const char *)(cujit_from_y + cujit_signed(cujit_row * cujit_views.cujit_strides_y[1] + cujit_column * cujit_views.cujit_strides_y[0]));
        }
    }
    __syncthreads();
#pragma unroll 1
    for (int cujit_k = threadIdx.x; cujit_k < 128 * 128; cujit_k += 256) {
        const int cujit_row = cujit_k / 128, cujit_column = cujit_k % 128;
        if (cujit_place[2 - 2] + cujit_row < cujit_views.cujit_cross &&
            cujit_place[2 - 1] + cujit_column < cujit_views.cujit_length) {
            [[maybe_unused]] const cujit_bare_i i = (cujit_bare_i)(cujit_column);
            const cujit_element<const char> x{cujit_patch_x[cujit_row][cujit_column]};
            const cujit_element<const char> y{cujit_patch_y[cujit_row][cujit_column]};
            const cujit_element<char> z{*(char *)(cujit_from_z + cujit_signed(cujit_row * cujit_views.cujit_strides_z[0] + cujit_column * cujit_views.cujit_strides_z[1]))};
#line 1 "operation"
z[i] = x[i] + y[i];
#line 86 "elementwise.cu"
        }
    }
}
