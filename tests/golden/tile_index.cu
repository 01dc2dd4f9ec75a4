extern "C" __global__ void __launch_bounds__(256) cujit_kernel_elementwise(const int *x, int *z, const long long n, const long long cujit_tiles, const long long cujit_head)
{
    const long long cujit_thread = (long long)blockIdx.x * 256 + threadIdx.x;
    const long long cujit_rest = cujit_thread - cujit_tiles;
    const long long cujit_first = cujit_head + cujit_thread * 4;
    const long long cujit_from = cujit_rest < cujit_head ? cujit_rest : cujit_tiles * 4 + cujit_rest;
    const long long cujit_to = cujit_from < n ? cujit_from + 1 : n;
    if (cujit_rest < 0) {
        cujit_tile<int, 4> cujit_tile_x[1];
        cujit_tile<int, 4> cujit_tile_z[1];
#pragma unroll
        for (int cujit_u = 0; cujit_u < 1; cujit_u++) {
            [[maybe_unused]] const long long cujit_at = cujit_first + cujit_u * 1024;
            cujit_tile_x[cujit_u] = cujit_load<int, 4>(x + cujit_at);
        }
#pragma unroll
        for (int cujit_u = 0; cujit_u < 1; cujit_u++) {
#pragma unroll
            for (int cujit_k = 0; cujit_k < 4; cujit_k++) {
                [[maybe_unused]] const cujit_counted_i i = (cujit_counted_i)(cujit_first + cujit_u * 1024 + cujit_k);
                const cujit_element<const int> x{cujit_tile_x[cujit_u].cujit_of[cujit_k]};
                const cujit_element<int> z{cujit_tile_z[cujit_u].cujit_of[cujit_k]};
                {
#line 1 "operation"
z[i] = x[i] + i;
#line 27 "elementwise.cu"
                }
            }
            cujit_store(z + cujit_first + cujit_u * 1024, cujit_tile_z[cujit_u]);
        }
        return;
    }
#pragma unroll 1
    for (long long i = cujit_from; i < cujit_to; i++) {
#line 1 "operation"
z[i] = x[i] + i;
#line 38 "elementwise.cu"
    }
}
