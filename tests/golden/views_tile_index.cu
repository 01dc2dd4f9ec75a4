struct cujit_layout {
    unsigned long long total, length;
    unsigned long long counts[2], magic[2], shift[2];
    unsigned long long index[2];
    unsigned long long aligned_x, strides_x[2];
    unsigned long long aligned_z, strides_z[2];
};
extern "C" __global__ void __launch_bounds__(256) elementwise(const int *x, double *z, const long long n, const cujit_layout cujit_views)
{
    const long long cujit_t = (long long)blockIdx.x * 256 + threadIdx.x;
    unsigned long long cujit_place[2];
    if (cujit_t >= cujit_views.total)
        return;
    cujit_find_place((unsigned long long)cujit_t, cujit_views.counts, cujit_views.magic, cujit_views.shift, cujit_place);
    cujit_place[1] *= 2;
    char *const cujit_from_x = (char *)x + cujit_offset(cujit_place, cujit_views.strides_x);
    char *const cujit_from_z = (char *)z + cujit_offset(cujit_place, cujit_views.strides_z);
    const long long cujit_index = cujit_offset(cujit_place, cujit_views.index);
    if (cujit_part(cujit_place[2 - 1], cujit_views.length, 2) == 2) {
        cujit_tile<int, 2> cujit_tile_x;
        cujit_tile<double, 2> cujit_tile_z, cujit_before_z;
        cujit_tile_x = cujit_load_strided<int, 2>(cujit_from_x, cujit_views.strides_x[1], cujit_views.aligned_x);
        cujit_tile_z = cujit_load_strided<double, 2>(cujit_from_z, cujit_views.strides_z[1], cujit_views.aligned_z);
        cujit_before_z = cujit_tile_z;
#pragma unroll
        for (int cujit_k = 0; cujit_k < 2; cujit_k++) {
            [[maybe_unused]] const long long i = cujit_index + cujit_k * cujit_signed(cujit_views.index[1]);
            [[maybe_unused]] const long long i0 = cujit_place[0], n0 = cujit_views.counts[0];
            [[maybe_unused]] const long long i1 = cujit_place[1] + cujit_k, n1 = cujit_views.length;
            const cujit_element<const int> x{cujit_tile_x.of[cujit_k]};
            const cujit_element<double> z{cujit_tile_z.of[cujit_k]};
            {
#line 1 "operation"
if (x[i] > 0) z[i] = i + i1 * n0; // some
;
#line 37 "elementwise.cu"
            }
        }
        cujit_store_changed_strided(cujit_from_z, cujit_tile_z, cujit_before_z, cujit_views.strides_z[1], cujit_views.aligned_z);
        return;
    }
#pragma unroll 1
    for (int cujit_k = 0; cujit_k < (int)(cujit_views.length - cujit_place[2 - 1]); cujit_k++) {
        [[maybe_unused]] const long long i = cujit_index + cujit_k * cujit_signed(cujit_views.index[1]);
        [[maybe_unused]] const long long i0 = cujit_place[0], n0 = cujit_views.counts[0];
        [[maybe_unused]] const long long i1 = cujit_place[1] + cujit_k, n1 = cujit_views.length;
        const cujit_element<const int> x{*(int *)(cujit_from_x + cujit_k * cujit_signed(cujit_views.strides_x[1]))};
        const cujit_element<double> z{*(double *)(cujit_from_z + cujit_k * cujit_signed(cujit_views.strides_z[1]))};
#line 1 "operation"
if (x[i] > 0) z[i] = i + i1 * n0; // some
;
#line 53 "elementwise.cu"
    }
}
