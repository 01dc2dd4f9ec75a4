struct cujit_layout {
    unsigned cujit_total, cujit_length;
    unsigned cujit_counts[2], cujit_magic[2], cujit_shift[2];
};
extern "C" __global__ void __launch_bounds__(256) cujit_kernel_elementwise(float *x, const long long n, const cujit_layout cujit_views)
{
    const long long cujit_last = cujit_end(cujit_views.cujit_total);
    long long cujit_count = 1;
    for (long long cujit_t = cujit_begin(cujit_views.cujit_total); cujit_t < cujit_last;
         cujit_t += cujit_after(cujit_count)) {
        unsigned cujit_place[2];
        cujit_find_place((unsigned)cujit_t, cujit_views.cujit_counts, cujit_views.cujit_magic, cujit_views.cujit_shift, cujit_place);
        cujit_count = cujit_run((long long)(cujit_views.cujit_length - cujit_place[1]), cujit_last - cujit_t);
        for (long long cujit_k = 0; cujit_k < cujit_count; cujit_k++) {
            [[maybe_unused]] const cujit_bare_i i = (cujit_bare_i)(cujit_t + cujit_k);
            [[maybe_unused]] const long long i0 = cujit_place[0], n0 = cujit_views.cujit_counts[0];
            [[maybe_unused]] const long long i1 = cujit_place[1] + cujit_k, n1 = cujit_views.cujit_length;
#line 1 "operation"
x[i0 * n1 + i1] = 1;
#line 21 "elementwise.cu"
        }
    }
}
