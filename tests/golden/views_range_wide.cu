struct cujit_layout {
    unsigned long long cujit_total, cujit_length;
    unsigned long long cujit_start, cujit_step;
    unsigned long long cujit_counts[2], cujit_magic[2], cujit_shift[2];
    unsigned long long cujit_index[2];
    unsigned long long cujit_aligned_x, cujit_strides_x[2];
};
extern "C" __global__ void __launch_bounds__(256) cujit_kernel_elementwise(short *x, const long long n, const cujit_layout cujit_views)
{
    const long long cujit_last = cujit_end(cujit_views.cujit_total);
    long long cujit_count = 1;
    for (long long cujit_t = cujit_begin(cujit_views.cujit_total); cujit_t < cujit_last;
         cujit_t += cujit_after(cujit_count)) {
        unsigned long long cujit_place[2];
        const unsigned long long cujit_number = cujit_views.cujit_start + (unsigned long long)cujit_t * cujit_views.cujit_step;
        cujit_find_place(cujit_number, cujit_views.cujit_counts, cujit_views.cujit_magic, cujit_views.cujit_shift, cujit_place);
        char *const cujit_from_x = (char *)x + cujit_offset(cujit_place, cujit_views.cujit_strides_x);
        const long long cujit_index = cujit_offset(cujit_place, cujit_views.cujit_index);
        for (long long cujit_k = 0; cujit_k < cujit_count; cujit_k++) {
            [[maybe_unused]] const cujit_counted_i i = (cujit_counted_i)(cujit_index + cujit_k * cujit_signed(cujit_views.cujit_index[1]));
            [[maybe_unused]] const long long i1 = cujit_place[1] + cujit_k, n1 = cujit_views.cujit_length;
            const cujit_element<short> x{*(short *)(cujit_from_x + cujit_k * cujit_signed(cujit_views.cujit_strides_x[1]))};
#line 1 "operation"
x[i] = i * 2 + i1;
#line 26 "elementwise.cu"
        }
    }
}
