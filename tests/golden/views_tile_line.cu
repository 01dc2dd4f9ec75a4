struct cujit_layout {
    unsigned cujit_total, cujit_length;
    unsigned cujit_counts[1], cujit_magic[1], cujit_shift[1];
    unsigned cujit_aligned_x, cujit_strides_x[1];
    unsigned cujit_aligned_z, cujit_strides_z[1];
};
extern "C" __global__ void __launch_bounds__(256) cujit_kernel_elementwise(const __half *x, __half *z, const long long n, const cujit_layout cujit_views)
{
    const long long cujit_t = (long long)blockIdx.x * 256 + threadIdx.x;
    unsigned cujit_place[1];
    if (cujit_t >= cujit_views.cujit_total)
        return;
    cujit_find_place((unsigned)cujit_t, cujit_views.cujit_counts, cujit_views.cujit_magic, cujit_views.cujit_shift, cujit_place);
    cujit_place[0] *= 8;
    char *const cujit_from_x = (char *)x + cujit_offset(cujit_place, cujit_views.cujit_strides_x);
    char *const cujit_from_z = (char *)z + cujit_offset(cujit_place, cujit_views.cujit_strides_z);
    if (cujit_part(cujit_place[1 - 1], cujit_views.cujit_length, 8) == 8) {
        cujit_tile<__half, 8> cujit_tile_x;
        cujit_tile<__half, 8> cujit_tile_z;
        cujit_tile_x = cujit_load_strided<__half, 8>(cujit_from_x, cujit_views.cujit_strides_x[0], cujit_views.cujit_aligned_x);
#pragma unroll
        for (int cujit_k = 0; cujit_k < 8; cujit_k++) {
            [[maybe_unused]] const cujit_bare_i i = (cujit_bare_i)(cujit_t * 8 + cujit_k);
            const cujit_element<const __half> x{cujit_tile_x.cujit_of[cujit_k]};
            const cujit_element<__half> z{cujit_tile_z.cujit_of[cujit_k]};
            {
#line 1 "operation"
z[i] = x[i];
#line 30 "elementwise.cu"
            }
        }
        cujit_store_strided(cujit_from_z, cujit_tile_z, cujit_views.cujit_strides_z[0], cujit_views.cujit_aligned_z);
        return;
    }
#pragma unroll 1
    for (int cujit_k = 0; cujit_k < (int)(cujit_views.cujit_length - cujit_place[1 - 1]); cujit_k++) {
        [[maybe_unused]] const cujit_bare_i i = (cujit_bare_i)(cujit_t * 8 + cujit_k);
        const cujit_element<const __half> x{*(__half *)(cujit_from_x + cujit_k * cujit_signed(cujit_views.cujit_strides_x[0]))};
        const cujit_element<__half> z{*(__half *)(cujit_from_z + cujit_k * cujit_signed(cujit_views.cujit_strides_z[0]))};
#line 1 "operation"
z[i] = x[i];
#line 43 "elementwise.cu"
    }
}
