#line 1 "type definition"
struct pair { int a, b; };
struct alignas(16) triple
{
    float a, b, c;
};

#line 9 "elementwise.cu"
static_assert(sizeof(pair) == 8 && alignof(pair) == 4, "pair was registered with size 8 and alignment 4, which are not the compiler's");
static_assert(sizeof(triple) == 16 && alignof(triple) == 16, "triple was registered with size 16 and alignment 16, which are not the compiler's");
static_assert(sizeof(pair) == 8 && alignof(pair) == 4, "pair was registered with size 8 and alignment 4, which are not the compiler's");
extern "C" __global__ void __launch_bounds__(256) cujit_kernel_elementwise(const pair *p, triple *t, const pair q, const long long n, const long long cujit_tiles, const long long cujit_head)
{
    const long long cujit_thread = (long long)blockIdx.x * 256 + threadIdx.x;
    const long long cujit_rest = cujit_thread - cujit_tiles;
    const long long cujit_first = cujit_head + cujit_thread * 2;
    const long long cujit_from = cujit_rest < cujit_head ? cujit_rest : cujit_tiles * 2 + cujit_rest;
    const long long cujit_to = cujit_from < n ? cujit_from + 1 : n;
    if (cujit_rest < 0) {
        cujit_tile<pair, 2> cujit_tile_p[1];
        cujit_tile<triple, 2> cujit_tile_t[1], cujit_before_t[1];
#pragma unroll
        for (int cujit_u = 0; cujit_u < 1; cujit_u++) {
            [[maybe_unused]] const long long cujit_at = cujit_first + cujit_u * 512;
            cujit_tile_p[cujit_u] = cujit_load<pair, 2>(p + cujit_at);
            cujit_tile_t[cujit_u] = cujit_load<triple, 2>(t + cujit_at);
            cujit_before_t[cujit_u] = cujit_tile_t[cujit_u];
        }
#pragma unroll
        for (int cujit_u = 0; cujit_u < 1; cujit_u++) {
#pragma unroll
            for (int cujit_k = 0; cujit_k < 2; cujit_k++) {
                [[maybe_unused]] const cujit_bare_i i = (cujit_bare_i)(cujit_first + cujit_u * 512 + cujit_k);
                const cujit_element<const pair> p{cujit_tile_p[cujit_u].cujit_of[cujit_k]};
                const cujit_element<triple> t{cujit_tile_t[cujit_u].cujit_of[cujit_k]};
                {
#line 1 "operation"
t[i].a = p[i].b + q.a;
#line 40 "elementwise.cu"
                }
            }
            cujit_store_changed(t + cujit_first + cujit_u * 512, cujit_tile_t[cujit_u], cujit_before_t[cujit_u]);
        }
        return;
    }
#pragma unroll 1
    for (long long i = cujit_from; i < cujit_to; i++) {
#line 1 "operation"
t[i].a = p[i].b + q.a;
#line 51 "elementwise.cu"
    }
}
