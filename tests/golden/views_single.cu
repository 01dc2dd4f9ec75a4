struct cujit_layout {
    unsigned total, length;
    unsigned counts[2], magic[2], shift[2];
    unsigned aligned_x, strides_x[2];
    unsigned aligned_y, strides_y[2];
    unsigned aligned_z, strides_z[2];
};
extern "C" __global__ void __launch_bounds__(256) elementwise(float a, const float *x, float b, const float *y, float *z, const long long n, const cujit_layout cujit_views)
{
    const long long cujit_last = cujit_end(cujit_views.total);
    long long cujit_count = 1;
    for (long long cujit_t = cujit_begin(cujit_views.total); cujit_t < cujit_last;
         cujit_t += cujit_after(cujit_count)) {
        unsigned cujit_place[2];
        cujit_find_place((unsigned)cujit_t, cujit_views.counts, cujit_views.magic, cujit_views.shift, cujit_place);
        cujit_count = cujit_run((long long)(cujit_views.length - cujit_place[1]), cujit_last - cujit_t);
        char *const cujit_from_x = (char *)x + cujit_offset(cujit_place, cujit_views.strides_x);
        char *const cujit_from_y = (char *)y + cujit_offset(cujit_place, cujit_views.strides_y);
        char *const cujit_from_z = (char *)z + cujit_offset(cujit_place, cujit_views.strides_z);
        for (long long cujit_k = 0; cujit_k < cujit_count; cujit_k++) {
            [[maybe_unused]] const long long i = cujit_t + cujit_k;
            const cujit_element<const float> x{*(float *)(cujit_from_x + cujit_k * cujit_signed(cujit_views.strides_x[1]))};
            const cujit_element<const float> y{*(float *)(cujit_from_y + cujit_k * cujit_signed(cujit_views.strides_y[1]))};
            const cujit_element<float> z{*(float *)(cujit_from_z + cujit_k * cujit_signed(cujit_views.strides_z[1]))};
#line 1 "operation"
z[i] = a * x[i] + b * y[i];
#line 28 "elementwise.cu"
        }
    }
}
