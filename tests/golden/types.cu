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
extern "C" __global__ void cujit_kernel_elementwise(const pair *p, triple t, pair q, int *x, const long long n)
{
    [[maybe_unused]] const long long tid = threadIdx.x;
    [[maybe_unused]] const long long cta_start = (long long)blockIdx.x * blockDim.x;
    [[maybe_unused]] const long long total_threads = (long long)gridDim.x * blockDim.x;
    [[maybe_unused]] long long i;
    const long long cujit_last = cujit_end(n);
    for (i = cujit_begin(n); i < cujit_last; i += cujit_stride()) {
#line 1 "operation"
x[i] = p[i].a;
#line 23 "elementwise.cu"
    }
}
