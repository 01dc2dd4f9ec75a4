struct cujit_layout {
    unsigned cujit_total, cujit_length;
    unsigned cujit_counts[3], cujit_magic[3], cujit_shift[3];
    unsigned cujit_aligned_x, cujit_strides_x[3];
    unsigned cujit_aligned_z, cujit_strides_z[3];
};
extern "C" __global__ void __launch_bounds__(256) cujit_kernel_elementwise(const float *x, float *z, const long long n, const cujit_layout cujit_views)
{
    const long long cujit_last = cujit_end(cujit_views.cujit_total);
    long long cujit_count = 1;
    for (long long cujit_t = cujit_begin(cujit_views.cujit_total); cujit_t < cujit_last;
         cujit_t += cujit_after(cujit_count)) {
        unsigned cujit_place[3];
        cujit_find_place((unsigned)cujit_t, cujit_views.cujit_counts, cujit_views.cujit_magic, cujit_views.cujit_shift, cujit_place);
        cujit_count = cujit_run((long long)(cujit_views.cujit_length - cujit_place[2]), cujit_last - cujit_t);
        char *const cujit_from_x = (char *)x + cujit_offset(cujit_place, cujit_views.cujit_strides_x);
        char *const cujit_from_z = (char *)z + cujit_offset(cujit_place, cujit_views.cujit_strides_z);
        for (long long cujit_k = 0; cujit_k < cujit_count; cujit_k++) {
            [[maybe_unused]] const cujit_bare_i i = (cujit_bare_i)(cujit_t + cujit_k);
            [[maybe_unused]] const long long i0 = cujit_place[0], n0 = cujit_views.cujit_counts[0];
            [[maybe_unused]] const long long i1 = cujit_place[1], n1 = cujit_views.cujit_counts[1];
            [[maybe_unused]] const long long i2 = cujit_place[2] + cujit_k, n2 = cujit_views.cujit_length;
            const cujit_element<const float> x{*(float *)(cujit_from_x + cujit_k * cujit_signed(cujit_views.cujit_strides_x[2]))};
            const cujit_element<float> z{*(float *)(cujit_from_z + cujit_k * cujit_signed(cujit_views.cujit_strides_z[2]))};
#line 1 "operation"
z[i] = x[i] * i0 + i2 * n1 + n2;
#line 28 "elementwise.cu"
        }
    }
}
