#line 1 "prelude_cuda.h"
<prelude_cuda>

#line 1 "prelude_promotion.h"

#line 1 "prelude_accessors.h"
<prelude_accessors>

#line 1 "prelude_neighbours.h"
<prelude_neighbours>

#line 1 "options"
#line 1 "elementwise.cu"
extern "C" __global__ void __launch_bounds__(256) cujit_kernel_elementwise(const float *x, float *z, const long long n, const long long cujit_tiles, const long long cujit_head)
{
    const long long cujit_thread = (long long)blockIdx.x * 256 + threadIdx.x;
    const long long cujit_rest = cujit_thread - cujit_tiles;
    const long long cujit_first = cujit_head + cujit_thread * 4;
    const long long cujit_from = cujit_rest < cujit_head ? cujit_rest : cujit_tiles * 4 + cujit_rest;
    const long long cujit_to = cujit_from < n ? cujit_from + 1 : n;
    if (cujit_rest < 0) {
        cujit_tile<float, 4> cujit_tile_x[1];
        float cujit_near_x[1][5];
        const float *const cujit_from_x = x;
        cujit_tile<float, 4> cujit_tile_z[1], cujit_before_z[1];
#pragma unroll
        for (int cujit_u = 0; cujit_u < 1; cujit_u++) {
            [[maybe_unused]] const long long cujit_at = cujit_first + cujit_u * 1024;
            cujit_tile_x[cujit_u] = cujit_load<float, 4>(x + cujit_at);
#pragma unroll
            for (int cujit_k = 0; cujit_k < 4; cujit_k++)
                cujit_move(cujit_near_x[cujit_u][1 + cujit_k], cujit_tile_x[cujit_u].cujit_of[cujit_k]);
            cujit_move(cujit_near_x[cujit_u][0], x[cujit_at - 1]);
            cujit_tile_z[cujit_u] = cujit_load<float, 4>(z + cujit_at);
            cujit_before_z[cujit_u] = cujit_tile_z[cujit_u];
        }
#pragma unroll
        for (int cujit_u = 0; cujit_u < 1; cujit_u++) {
#pragma unroll
            for (int cujit_k = 0; cujit_k < 4; cujit_k++) {
                [[maybe_unused]] const cujit_near_i i = (cujit_near_i)(cujit_first + cujit_u * 1024 + cujit_k);
                const cujit_neighbours<float, -1, 0> x{&cujit_near_x[cujit_u][1 + cujit_k], cujit_from_x + (long long)i};
                const cujit_element<float> z{cujit_tile_z[cujit_u].cujit_of[cujit_k]};
                {
#line 1 "operation"
if (i > 0) z[i] = x[i] - x[i - 1];
#line 35 "elementwise.cu"
                }
            }
            cujit_store_changed(z + cujit_first + cujit_u * 1024, cujit_tile_z[cujit_u], cujit_before_z[cujit_u]);
        }
        return;
    }
#pragma unroll 1
    for (long long i = cujit_from; i < cujit_to; i++) {
#line 1 "operation"
if (i > 0) z[i] = x[i] - x[i - 1];
#line 46 "elementwise.cu"
    }
}
