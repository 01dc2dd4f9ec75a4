#line 1 "preamble"
#define LEAVE if (i % 2) return

#line 5 "elementwise.cu"
extern "C" __global__ void cujit_kernel_elementwise(int *x, const long long n)
{
    [[maybe_unused]] const long long tid = threadIdx.x;
    [[maybe_unused]] const long long cta_start = (long long)blockIdx.x * blockDim.x;
    [[maybe_unused]] const long long total_threads = (long long)gridDim.x * blockDim.x;
    [[maybe_unused]] long long i;
    const long long cujit_last = cujit_end(n);
    for (i = cujit_begin(n); i < cujit_last; i += cujit_stride()) {
        [&]() {
        do {
#line 1 "operation"
LEAVE; x[i] = 1;
#line 18 "elementwise.cu"
        } while (false);
        }();
    }
}
