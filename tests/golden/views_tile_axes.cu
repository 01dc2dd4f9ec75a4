#line 1 "type definition"
struct pair { int a, b; };

#line 5 "elementwise.cu"
static_assert(sizeof(pair) == 8 && alignof(pair) == 4, "pair was registered with size 8 and alignment 4, which are not the compiler's");
struct cujit_layout {
    unsigned long long cujit_total, cujit_length;
    unsigned long long cujit_counts[2], cujit_magic[2], cujit_shift[2];
    unsigned long long cujit_aligned_x, cujit_strides_x[2];
    unsigned long long cujit_aligned_z, cujit_strides_z[2];
};
extern "C" __global__ void __launch_bounds__(256) cujit_kernel_elementwise(const pair *x, int *z, int n, const long long cujit_n, const cujit_layout cujit_views)
{
    const long long cujit_t = (long long)blockIdx.x * 256 + threadIdx.x;
    unsigned long long cujit_place[2];
    if (cujit_t >= cujit_views.cujit_total)
        return;
    cujit_find_place((unsigned long long)cujit_t, cujit_views.cujit_counts, cujit_views.cujit_magic, cujit_views.cujit_shift, cujit_place);
    cujit_place[1] *= 2;
    char *const cujit_from_x = (char *)x + cujit_offset(cujit_place, cujit_views.cujit_strides_x);
    char *const cujit_from_z = (char *)z + cujit_offset(cujit_place, cujit_views.cujit_strides_z);
    if (cujit_part(cujit_place[2 - 1], cujit_views.cujit_length, 2) == 2) {
        cujit_tile<pair, 2> cujit_tile_x;
        cujit_tile<int, 2> cujit_tile_z;
        cujit_tile_x = cujit_load_strided<pair, 2>(cujit_from_x, cujit_views.cujit_strides_x[1], cujit_views.cujit_aligned_x);
#pragma unroll
        for (int cujit_k = 0; cujit_k < 2; cujit_k++) {
            [[maybe_unused]] const cujit_bare_i i = (cujit_bare_i)(cujit_t * 2 + cujit_k);
            [[maybe_unused]] const long long i0 = cujit_place[0], n0 = cujit_views.cujit_counts[0];
            [[maybe_unused]] const long long i1 = cujit_place[1] + cujit_k, n1 = cujit_views.cujit_length;
            const cujit_element<const pair> x{cujit_tile_x.cujit_of[cujit_k]};
            const cujit_element<int> z{cujit_tile_z.cujit_of[cujit_k]};
            {
#line 1 "operation"
z[i] = x[i].a + i1 * n0 + i0 + n1 + n;
#line 37 "elementwise.cu"
            }
        }
        cujit_store_strided(cujit_from_z, cujit_tile_z, cujit_views.cujit_strides_z[1], cujit_views.cujit_aligned_z);
        return;
    }
#pragma unroll 1
    for (int cujit_k = 0; cujit_k < (int)(cujit_views.cujit_length - cujit_place[2 - 1]); cujit_k++) {
        [[maybe_unused]] const cujit_bare_i i = (cujit_bare_i)(cujit_t * 2 + cujit_k);
        [[maybe_unused]] const long long i0 = cujit_place[0], n0 = cujit_views.cujit_counts[0];
        [[maybe_unused]] const long long i1 = cujit_place[1] + cujit_k, n1 = cujit_views.cujit_length;
        const cujit_element<const pair> x{*(pair *)(cujit_from_x + cujit_k * cujit_signed(cujit_views.cujit_strides_x[1]))};
        const cujit_element<int> z{*(int *)(cujit_from_z + cujit_k * cujit_signed(cujit_views.cujit_strides_z[1]))};
#line 1 "operation"
z[i] = x[i].a + i1 * n0 + i0 + n1 + n;
#line 52 "elementwise.cu"
    }
}
