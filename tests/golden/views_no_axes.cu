struct cujit_layout {
    unsigned cujit_total, cujit_length;
    unsigned cujit_counts[1], cujit_magic[1], cujit_shift[1];
    unsigned cujit_index[1];
    unsigned cujit_aligned_x, cujit_strides_x[1];
};
extern "C" __global__ void __launch_bounds__(256) cujit_kernel_elementwise(float *x, const long long n, const cujit_layout cujit_views)
{
    const long long cujit_last = cujit_end(cujit_views.cujit_total);
    long long cujit_count = 1;
    for (long long cujit_t = cujit_begin(cujit_views.cujit_total); cujit_t < cujit_last;
         cujit_t += cujit_after(cujit_count)) {
        unsigned cujit_place[1];
        cujit_find_place((unsigned)cujit_t, cujit_views.cujit_counts, cujit_views.cujit_magic, cujit_views.cujit_shift, cujit_place);
        cujit_count = cujit_run((long long)(cujit_views.cujit_length - cujit_place[0]), cujit_last - cujit_t);
        char *const cujit_from_x = (char *)x + cujit_offset(cujit_place, cujit_views.cujit_strides_x);
        const long long cujit_index = cujit_offset(cujit_place, cujit_views.cujit_index);
        for (long long cujit_k = 0; cujit_k < cujit_count; cujit_k++) {
            [[maybe_unused]] const cujit_counted_i i = (cujit_counted_i)(cujit_index + cujit_k * cujit_signed(cujit_views.cujit_index[0]));
            const cujit_element<float> x{*(float *)(cujit_from_x + cujit_k * cujit_signed(cujit_views.cujit_strides_x[0]))};
#line 1 "operation"
x[i] = i;
#line 24 "elementwise.cu"
        }
    }
}
