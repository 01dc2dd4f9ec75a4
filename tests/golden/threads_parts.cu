extern "C" __global__ void cujit_kernel_elementwise(float *x, float *sums, const long long n)
{
    [[maybe_unused]] const long long tid = threadIdx.x;
    [[maybe_unused]] const long long cta_start = (long long)blockIdx.x * blockDim.x;
    [[maybe_unused]] const long long total_threads = (long long)gridDim.x * blockDim.x;
    [[maybe_unused]] long long i;
#line 1 "loop_prep"
float sum = 0;
#line 10 "elementwise.cu"
    for (i = cta_start + tid; i < n; i += total_threads) {
#line 1 "operation"
sum += x[i];
#line 14 "elementwise.cu"
    }
#line 1 "after_loop"
sums[cta_start + tid] = sum;
#line 18 "elementwise.cu"
}
