extern "C" __global__ void __launch_bounds__(128) cujit_kernel_elementwise(const short *x, const float *y, float *z, const long long n, const long long cujit_tiles, const long long cujit_head)
{
    const long long cujit_thread = (long long)blockIdx.x * 128 + threadIdx.x;
    const long long cujit_rest = cujit_thread - cujit_tiles / 2;
    const long long cujit_first = cujit_head + ((long long)blockIdx.x * 256 + threadIdx.x) * 4;
    const long long cujit_from = cujit_rest < cujit_head ? cujit_rest : cujit_tiles * 4 + cujit_rest;
    const long long cujit_to = cujit_from < n ? cujit_from + 1 : n;
    if (cujit_rest < 0) {
        cujit_tile<short, 4> cujit_tile_x[2];
        short cujit_near_x[2][6];
        const short *const cujit_from_x = x;
        cujit_tile<float, 4> cujit_tile_z[2], cujit_before_z[2];
#pragma unroll
        for (int cujit_u = 0; cujit_u < 2; cujit_u++) {
            [[maybe_unused]] const long long cujit_at = cujit_first + cujit_u * 512;
            cujit_tile_x[cujit_u] = cujit_load_shifted<short, 4>(x + cujit_at);
#pragma unroll
            for (int cujit_k = 0; cujit_k < 4; cujit_k++)
                cujit_move(cujit_near_x[cujit_u][2 + cujit_k], cujit_tile_x[cujit_u].cujit_of[cujit_k]);
            cujit_move(cujit_near_x[cujit_u][0], x[cujit_at - 2]);
            cujit_move(cujit_near_x[cujit_u][1], x[cujit_at - 1]);
            cujit_tile_z[cujit_u] = cujit_load_shifted<float, 4>(z + cujit_at);
            cujit_before_z[cujit_u] = cujit_tile_z[cujit_u];
        }
#pragma unroll
        for (int cujit_u = 0; cujit_u < 2; cujit_u++) {
#pragma unroll
            for (int cujit_k = 0; cujit_k < 4; cujit_k++) {
                [[maybe_unused]] const cujit_near_i i = (cujit_near_i)(cujit_first + cujit_u * 512 + cujit_k);
                const cujit_neighbours<short, -2, 0> x{&cujit_near_x[cujit_u][2 + cujit_k], cujit_from_x + (long long)i};
                const cujit_element<float> z{cujit_tile_z[cujit_u].cujit_of[cujit_k]};
                {
#line 1 "operation"
if (i > 1 && i + 1 < n) z[i] = x[i - 2] + y[i + 1] + x[i];
#line 36 "elementwise.cu"
                }
            }
            cujit_store_changed(z + cujit_first + cujit_u * 512, cujit_tile_z[cujit_u], cujit_before_z[cujit_u]);
        }
        return;
    }
#pragma unroll 1
    for (long long i = cujit_from; i < cujit_to; i++) {
#line 1 "operation"
if (i > 1 && i + 1 < n) z[i] = x[i - 2] + y[i + 1] + x[i];
#line 47 "elementwise.cu"
    }
}
