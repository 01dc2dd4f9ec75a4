struct cujit_layout {
    unsigned cujit_total, cujit_length;
    unsigned cujit_counts[2], cujit_magic[2], cujit_shift[2];
    unsigned cujit_aligned_x, cujit_strides_x[2];
    unsigned cujit_aligned_z, cujit_strides_z[2];
    unsigned cujit_aligned_w, cujit_strides_w[2];
};
extern "C" __global__ void __launch_bounds__(256) cujit_kernel_elementwise(const float *x, float *z, float *w, const long long n, const cujit_layout cujit_views)
{
    const long long cujit_t = (long long)blockIdx.x * 256 + threadIdx.x;
    unsigned cujit_place[2];
    if (cujit_t >= cujit_views.cujit_total)
        return;
    cujit_find_place((unsigned)cujit_t, cujit_views.cujit_counts, cujit_views.cujit_magic, cujit_views.cujit_shift, cujit_place);
    cujit_place[1] *= 4;
    char *const cujit_from_x = (char *)x + cujit_offset(cujit_place, cujit_views.cujit_strides_x);
    char *const cujit_from_z = (char *)z + cujit_offset(cujit_place, cujit_views.cujit_strides_z);
    char *const cujit_from_w = (char *)w + cujit_offset(cujit_place, cujit_views.cujit_strides_w);
    if (cujit_part(cujit_place[2 - 1], cujit_views.cujit_length, 4) == 4) {
        cujit_tile<float, 4> cujit_tile_x;
        cujit_tile<float, 4> cujit_tile_z, cujit_before_z;
        cujit_tile<float, 4> cujit_tile_w;
        cujit_tile_x = cujit_load_strided<float, 4>(cujit_from_x, cujit_views.cujit_strides_x[1], cujit_views.cujit_aligned_x);
        cujit_tile_z = cujit_load_strided<float, 4>(cujit_from_z, cujit_views.cujit_strides_z[1], cujit_views.cujit_aligned_z);
        cujit_before_z = cujit_tile_z;
        cujit_tile_w = cujit_load_strided<float, 4>(cujit_from_w, cujit_views.cujit_strides_w[1], cujit_views.cujit_aligned_w);
#pragma unroll
        for (int cujit_k = 0; cujit_k < 4; cujit_k++) {
            [[maybe_unused]] const cujit_bare_i i = (cujit_bare_i)(cujit_t * 4 + cujit_k);
            const cujit_element<const float> x{cujit_tile_x.cujit_of[cujit_k]};
            const cujit_element<float> z{cujit_tile_z.cujit_of[cujit_k]};
            const cujit_element<float> w{cujit_tile_w.cujit_of[cujit_k]};
            {
#line 1 "operation"
w[i] += 1; if (x[i] > 0) z[i] = x[i];
#line 37 "elementwise.cu"
            }
        }
        cujit_store_changed_strided(cujit_from_z, cujit_tile_z, cujit_before_z, cujit_views.cujit_strides_z[1], cujit_views.cujit_aligned_z);
        cujit_store_strided(cujit_from_w, cujit_tile_w, cujit_views.cujit_strides_w[1], cujit_views.cujit_aligned_w);
        return;
    }
#pragma unroll 1
    for (int cujit_k = 0; cujit_k < (int)(cujit_views.cujit_length - cujit_place[2 - 1]); cujit_k++) {
        [[maybe_unused]] const cujit_bare_i i = (cujit_bare_i)(cujit_t * 4 + cujit_k);
        const cujit_element<const float> x{*(float *)(cujit_from_x + cujit_k * cujit_signed(cujit_views.cujit_strides_x[1]))};
        const cujit_element<float> z{*(float *)(cujit_from_z + cujit_k * cujit_signed(cujit_views.cujit_strides_z[1]))};
        const cujit_element<float> w{*(float *)(cujit_from_w + cujit_k * cujit_signed(cujit_views.cujit_strides_w[1]))};
#line 1 "operation"
w[i] += 1; if (x[i] > 0) z[i] = x[i];
#line 52 "elementwise.cu"
    }
}
