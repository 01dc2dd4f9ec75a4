struct cujit_layout {
    unsigned long long cujit_total, cujit_length;
    unsigned long long cujit_counts[2], cujit_magic[2], cujit_shift[2];
    unsigned long long cujit_index[2];
    unsigned long long cujit_aligned_x, cujit_strides_x[2];
    unsigned long long cujit_aligned_z, cujit_strides_z[2];
};
extern "C" __global__ void __launch_bounds__(256) cujit_kernel_elementwise(const int *x, double *z, const long long n, const cujit_layout cujit_views)
{
    const long long cujit_t = (long long)blockIdx.x * 256 + threadIdx.x;
    unsigned long long cujit_place[2];
    if (cujit_t >= cujit_views.cujit_total)
        return;
    cujit_find_place((unsigned long long)cujit_t, cujit_views.cujit_counts, cujit_views.cujit_magic, cujit_views.cujit_shift, cujit_place);
    cujit_place[1] *= 2;
    char *const cujit_from_x = (char *)x + cujit_offset(cujit_place, cujit_views.cujit_strides_x);
    char *const cujit_from_z = (char *)z + cujit_offset(cujit_place, cujit_views.cujit_strides_z);
    const long long cujit_index = cujit_offset(cujit_place, cujit_views.cujit_index);
    if (cujit_part(cujit_place[2 - 1], cujit_views.cujit_length, 2) == 2) {
        cujit_tile<int, 2> cujit_tile_x;
        cujit_tile<double, 2> cujit_tile_z, cujit_before_z;
        cujit_tile_x = cujit_load_strided<int, 2>(cujit_from_x, cujit_views.cujit_strides_x[1], cujit_views.cujit_aligned_x);
        cujit_tile_z = cujit_load_strided<double, 2>(cujit_from_z, cujit_views.cujit_strides_z[1], cujit_views.cujit_aligned_z);
        cujit_before_z = cujit_tile_z;
#pragma unroll
        for (int cujit_k = 0; cujit_k < 2; cujit_k++) {
            [[maybe_unused]] const cujit_counted_i i = (cujit_counted_i)(cujit_index + cujit_k * cujit_signed(cujit_views.cujit_index[1]));
            [[maybe_unused]] const long long i0 = cujit_place[0], n0 = cujit_views.cujit_counts[0];
            [[maybe_unused]] const long long i1 = cujit_place[1] + cujit_k, n1 = cujit_views.cujit_length;
            const cujit_element<const int> x{cujit_tile_x.cujit_of[cujit_k]};
            const cujit_element<double> z{cujit_tile_z.cujit_of[cujit_k]};
            {
#line 1 "operation"
if (x[i] > 0) z[i] = i + i1 * n0; // some
;
#line 37 "elementwise.cu"
            }
        }
        cujit_store_changed_strided(cujit_from_z, cujit_tile_z, cujit_before_z, cujit_views.cujit_strides_z[1], cujit_views.cujit_aligned_z);
        return;
    }
#pragma unroll 1
    for (int cujit_k = 0; cujit_k < (int)(cujit_views.cujit_length - cujit_place[2 - 1]); cujit_k++) {
        [[maybe_unused]] const cujit_counted_i i = (cujit_counted_i)(cujit_index + cujit_k * cujit_signed(cujit_views.cujit_index[1]));
        [[maybe_unused]] const long long i0 = cujit_place[0], n0 = cujit_views.cujit_counts[0];
        [[maybe_unused]] const long long i1 = cujit_place[1] + cujit_k, n1 = cujit_views.cujit_length;
        const cujit_element<const int> x{*(int *)(cujit_from_x + cujit_k * cujit_signed(cujit_views.cujit_strides_x[1]))};
        const cujit_element<double> z{*(double *)(cujit_from_z + cujit_k * cujit_signed(cujit_views.cujit_strides_z[1]))};
#line 1 "operation"
if (x[i] > 0) z[i] = i + i1 * n0; // some
;
#line 53 "elementwise.cu"
    }
}
