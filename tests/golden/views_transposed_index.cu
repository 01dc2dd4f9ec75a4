struct cujit_layout {
    unsigned long long cujit_total, cujit_length;
    unsigned long long cujit_cross, cujit_whole;
    unsigned long long cujit_counts[3], cujit_magic[3], cujit_shift[3];
    unsigned long long cujit_index[3];
    unsigned long long cujit_aligned_x, cujit_strides_x[3];
    unsigned long long cujit_aligned_y, cujit_strides_y[3];
    unsigned long long cujit_aligned_z, cujit_strides_z[3];
};
extern "C" __global__ void __launch_bounds__(256) cujit_kernel_elementwise(const char *x, char *y, cujit::complex<float> *z, const long long n, const cujit_layout cujit_views)
{
    __shared__ __align__(16) unsigned char cujit_memory_x[1152];
    char (*const cujit_patch_x)[36] = (char(*)[36])cujit_memory_x;
    unsigned long long cujit_place[3];
    cujit_find_place((unsigned long long)blockIdx.x, cujit_views.cujit_counts, cujit_views.cujit_magic, cujit_views.cujit_shift, cujit_place);
    cujit_place[1] *= 32;
    cujit_place[2] *= 32;
    char *const cujit_from_x = (char *)x + cujit_offset(cujit_place, cujit_views.cujit_strides_x);
    char *const cujit_from_y = (char *)y + cujit_offset(cujit_place, cujit_views.cujit_strides_y);
    char *const cujit_from_z = (char *)z + cujit_offset(cujit_place, cujit_views.cujit_strides_z);
    const long long cujit_index = cujit_offset(cujit_place, cujit_views.cujit_index);
    if (cujit_views.cujit_whole && cujit_place[3 - 2] + 32 <= cujit_views.cujit_cross &&
        cujit_place[3 - 1] + 32 <= cujit_views.cujit_length) {
        const int cujit_lane = threadIdx.x % 32 * 1, cujit_first = threadIdx.x / 32;
        cujit_tile<char, 1> cujit_tile_y[4];
        cujit_tile<cujit::complex<float>, 1> cujit_tile_z[4];
        cujit_tile<char, 1> cujit_piece_x[4];
#pragma unroll
        for (int cujit_u = 0; cujit_u < 4; cujit_u++) {
            const int cujit_row = cujit_first + cujit_u * 8;
            cujit_piece_x[cujit_u] = cujit_load<char, 1>((const char *)(cujit_from_x + cujit_signed(cujit_row * cujit_views.cujit_strides_x[2] + cujit_lane * cujit_views.cujit_strides_x[1])));
            cujit_tile_z[cujit_u] = cujit_load<cujit::complex<float>, 1>((const cujit::complex<float> *)(cujit_from_z + cujit_signed(cujit_row * cujit_views.cujit_strides_z[1] + cujit_lane * cujit_views.cujit_strides_z[2])));
        }
#pragma unroll
        for (int cujit_u = 0; cujit_u < 4; cujit_u++) {
            const int cujit_row = cujit_first + cujit_u * 8;
#pragma unroll
            for (int cujit_k = 0; cujit_k < 1; cujit_k++) {
                cujit_patch_x[cujit_lane + cujit_k][cujit_row] = cujit_piece_x[cujit_u].cujit_of[cujit_k];
            }
        }
        __syncthreads();
#pragma unroll
        for (int cujit_u = 0; cujit_u < 4; cujit_u++) {
            const int cujit_row = cujit_first + cujit_u * 8;
#pragma unroll
            for (int cujit_k = 0; cujit_k < 1; cujit_k++) {
                const int cujit_column = cujit_lane + cujit_k;
                [[maybe_unused]] const cujit_counted_i i = (cujit_counted_i)(cujit_index + cujit_signed(cujit_row * cujit_views.cujit_index[1] + cujit_column * cujit_views.cujit_index[2]));
                const cujit_element<const char> x{cujit_patch_x[cujit_row][cujit_column]};
                const cujit_element<char> y{cujit_tile_y[cujit_u].cujit_of[cujit_k]};
                const cujit_element<cujit::complex<float>> z{cujit_tile_z[cujit_u].cujit_of[cujit_k]};
                {
#line 1 "operation"
y[i] = i; z[i] += x[i];
#line 57 "elementwise.cu"
                }
            }
            cujit_store((char *)(cujit_from_y + cujit_signed(cujit_row * cujit_views.cujit_strides_y[1] + cujit_lane * cujit_views.cujit_strides_y[2])), cujit_tile_y[cujit_u]);
            cujit_store((cujit::complex<float> *)(cujit_from_z + cujit_signed(cujit_row * cujit_views.cujit_strides_z[1] + cujit_lane * cujit_views.cujit_strides_z[2])), cujit_tile_z[cujit_u]);
        }
        return;
    }
#pragma unroll 4
    for (int cujit_k = threadIdx.x; cujit_k < 32 * 32; cujit_k += 256) {
        const int cujit_row = cujit_k / 32, cujit_column = cujit_k % 32;
        if (cujit_place[3 - 1] + cujit_row < cujit_views.cujit_length &&
            cujit_place[3 - 2] + cujit_column < cujit_views.cujit_cross) {
            cujit_patch_x[cujit_column][cujit_row] = *(const char *)(cujit_from_x + cujit_signed(cujit_row * cujit_views.cujit_strides_x[2] + cujit_column * cujit_views.cujit_strides_x[1]));
        }
    }
    __syncthreads();
#pragma unroll 1
    for (int cujit_k = threadIdx.x; cujit_k < 32 * 32; cujit_k += 256) {
        const int cujit_row = cujit_k / 32, cujit_column = cujit_k % 32;
        if (cujit_place[3 - 2] + cujit_row < cujit_views.cujit_cross &&
            cujit_place[3 - 1] + cujit_column < cujit_views.cujit_length) {
            [[maybe_unused]] const cujit_counted_i i = (cujit_counted_i)(cujit_index + cujit_signed(cujit_row * cujit_views.cujit_index[1] + cujit_column * cujit_views.cujit_index[2]));
            const cujit_element<const char> x{cujit_patch_x[cujit_row][cujit_column]};
            const cujit_element<char> y{*(char *)(cujit_from_y + cujit_signed(cujit_row * cujit_views.cujit_strides_y[1] + cujit_column * cujit_views.cujit_strides_y[2]))};
            const cujit_element<cujit::complex<float>> z{*(cujit::complex<float> *)(cujit_from_z + cujit_signed(cujit_row * cujit_views.cujit_strides_z[1] + cujit_column * cujit_views.cujit_strides_z[2]))};
#line 1 "operation"
y[i] = i; z[i] += x[i];
#line 85 "elementwise.cu"
        }
    }
}
