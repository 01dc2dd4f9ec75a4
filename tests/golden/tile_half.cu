extern "C" __global__ void __launch_bounds__(256) cujit_kernel_elementwise(const __half *x, const __nv_bfloat16 *y, __half *z, const long long n, const long long cujit_tiles, const long long cujit_head)
{
    const long long cujit_thread = (long long)blockIdx.x * 256 + threadIdx.x;
    const long long cujit_rest = cujit_thread - cujit_tiles;
    const long long cujit_first = cujit_head + cujit_thread * 8;
    const long long cujit_from = cujit_rest < cujit_head ? cujit_rest : cujit_tiles * 8 + cujit_rest;
    const long long cujit_to = cujit_from < n ? cujit_from + 1 : n;
    if (cujit_rest < 0) {
        cujit_tile<__half, 8> cujit_tile_x[1];
        cujit_tile<__nv_bfloat16, 8> cujit_tile_y[1];
        cujit_tile<__half, 8> cujit_tile_z[1];
#pragma unroll
        for (int cujit_u = 0; cujit_u < 1; cujit_u++) {
            [[maybe_unused]] const long long cujit_at = cujit_first + cujit_u * 2048;
            cujit_tile_x[cujit_u] = cujit_load<__half, 8>(x + cujit_at);
            cujit_tile_y[cujit_u] = cujit_load<__nv_bfloat16, 8>(y + cujit_at);
        }
#pragma unroll
        for (int cujit_u = 0; cujit_u < 1; cujit_u++) {
#pragma unroll
            for (int cujit_k = 0; cujit_k < 8; cujit_k++) {
                [[maybe_unused]] const cujit_bare_i i = (cujit_bare_i)(cujit_first + cujit_u * 2048 + cujit_k);
                const cujit_element<const __half> x{cujit_tile_x[cujit_u].cujit_of[cujit_k]};
                const cujit_element<const __nv_bfloat16> y{cujit_tile_y[cujit_u].cujit_of[cujit_k]};
                const cujit_element<__half> z{cujit_tile_z[cujit_u].cujit_of[cujit_k]};
                {
#line 1 "operation"
z[i] = x[i] + (float)y[i];
#line 30 "elementwise.cu"
                }
            }
            cujit_store(z + cujit_first + cujit_u * 2048, cujit_tile_z[cujit_u]);
        }
        return;
    }
#pragma unroll 1
    for (long long i = cujit_from; i < cujit_to; i++) {
#line 1 "operation"
z[i] = x[i] + (float)y[i];
#line 41 "elementwise.cu"
    }
}
