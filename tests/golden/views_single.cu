struct cujit_layout {
    unsigned cujit_total, cujit_length;
    unsigned cujit_counts[2], cujit_magic[2], cujit_shift[2];
    unsigned cujit_aligned_x, cujit_strides_x[2];
    unsigned cujit_aligned_y, cujit_strides_y[2];
    unsigned cujit_aligned_z, cujit_strides_z[2];
};
extern "C" __global__ void __launch_bounds__(256) cujit_kernel_elementwise(float a, const float *x, float b, const float *y, float *z, const long long n, const cujit_layout cujit_views)
{
    const long long cujit_last = cujit_end(cujit_views.cujit_total);
    long long cujit_count = 1;
    for (long long cujit_t = cujit_begin(cujit_views.cujit_total); cujit_t < cujit_last;
         cujit_t += cujit_after(cujit_count)) {
        unsigned cujit_place[2];
        cujit_find_place((unsigned)cujit_t, cujit_views.cujit_counts, cujit_views.cujit_magic, cujit_views.cujit_shift, cujit_place);
        cujit_count = cujit_run((long long)(cujit_views.cujit_length - cujit_place[1]), cujit_last - cujit_t);
        char *const cujit_from_x = (char *)x + cujit_offset(cujit_place, cujit_views.cujit_strides_x);
        char *const cujit_from_y = (char *)y + cujit_offset(cujit_place, cujit_views.cujit_strides_y);
        char *const cujit_from_z = (char *)z + cujit_offset(cujit_place, cujit_views.cujit_strides_z);
        for (long long cujit_k = 0; cujit_k < cujit_count; cujit_k++) {
            [[maybe_unused]] const cujit_bare_i i = (cujit_bare_i)(cujit_t + cujit_k);
            const cujit_element<const float> x{*(float *)(cujit_from_x + cujit_k * cujit_signed(cujit_views.cujit_strides_x[1]))};
            const cujit_element<const float> y{*(float *)(cujit_from_y + cujit_k * cujit_signed(cujit_views.cujit_strides_y[1]))};
            const cujit_element<float> z{*(float *)(cujit_from_z + cujit_k * cujit_signed(cujit_views.cujit_strides_z[1]))};
#line 1 "operation"
z[i] = a * x[i] + b * y[i];
#line 28 "elementwise.cu"
        }
    }
}
