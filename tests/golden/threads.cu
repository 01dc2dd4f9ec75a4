extern "C" __global__ void cujit_kernel_elementwise(int *x, const long long n)
{
    [[maybe_unused]] const long long tid = threadIdx.x;
    [[maybe_unused]] const long long cta_start = (long long)blockIdx.x * blockDim.x;
    [[maybe_unused]] const long long total_threads = (long long)gridDim.x * blockDim.x;
    [[maybe_unused]] long long i;
    for (i = cta_start + tid; i < n; i += total_threads) {
#line 1 "operation"
x[i] = tid + cta_start;
#line 11 "elementwise.cu"
    }
}
