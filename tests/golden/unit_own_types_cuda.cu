#define half cujit_prelude_half
#define uint cujit_prelude_uint
#define CUJIT_USE_HALF 1
#line 1 "prelude_cuda.h"
<prelude_cuda>

#line 1 "prelude_promotion.h"
<prelude_promotion>
<prelude_half>

#line 1 "prelude_accessors.h"
<prelude_accessors>

#undef half
#undef uint
#line 1 "options"
#line 1 "elementwise.cu"
#line 1 "preamble"
struct half { int of; };
typedef short uint;

#line 6 "elementwise.cu"
extern "C" __global__ void __launch_bounds__(256) cujit_kernel_elementwise(int *x, const long long n, const long long cujit_tiles, const long long cujit_head)
{
    const long long cujit_thread = (long long)blockIdx.x * 256 + threadIdx.x;
    const long long cujit_rest = cujit_thread - cujit_tiles;
    const long long cujit_first = cujit_head + cujit_thread * 4;
    const long long cujit_from = cujit_rest < cujit_head ? cujit_rest : cujit_tiles * 4 + cujit_rest;
    const long long cujit_to = cujit_from < n ? cujit_from + 1 : n;
    if (cujit_rest < 0) {
        cujit_tile<int, 4> cujit_tile_x[1];
#pragma unroll
        for (int cujit_u = 0; cujit_u < 1; cujit_u++) {
            [[maybe_unused]] const long long cujit_at = cujit_first + cujit_u * 1024;
        }
#pragma unroll
        for (int cujit_u = 0; cujit_u < 1; cujit_u++) {
#pragma unroll
            for (int cujit_k = 0; cujit_k < 4; cujit_k++) {
                [[maybe_unused]] const cujit_bare_i i = (cujit_bare_i)(cujit_first + cujit_u * 1024 + cujit_k);
                const cujit_element<int> x{cujit_tile_x[cujit_u].cujit_of[cujit_k]};
                {
#line 1 "operation"
x[i] = half{3}.of + (uint)1;
#line 29 "elementwise.cu"
                }
            }
            cujit_store(x + cujit_first + cujit_u * 1024, cujit_tile_x[cujit_u]);
        }
        return;
    }
#pragma unroll 1
    for (long long i = cujit_from; i < cujit_to; i++) {
#line 1 "operation"
x[i] = half{3}.of + (uint)1;
#line 40 "elementwise.cu"
    }
}
