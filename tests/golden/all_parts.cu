#line 1 "preamble"
#define TWO 2
__device__ float twice(float v)
{
    return TWO * v;
}

#line 9 "doubled.cu"
extern "C" __global__ void cujit_kernel_doubled(float *x, float *total, const long long n)
{
    [[maybe_unused]] const long long tid = threadIdx.x;
    [[maybe_unused]] const long long cta_start = (long long)blockIdx.x * blockDim.x;
    [[maybe_unused]] const long long total_threads = (long long)gridDim.x * blockDim.x;
    [[maybe_unused]] long long i;
#line 1 "loop_prep"
float sum = 0;;
#line 18 "doubled.cu"
    const long long cujit_last = cujit_end(n);
    for (i = cujit_begin(n); i < cujit_last; i += cujit_stride()) {
#line 1 "operation"
float v = twice(x[i]);
sum += v;
x[i] = v;;
#line 25 "doubled.cu"
    }
#line 1 "after_loop"
atomicAdd(total, sum);
#line 29 "doubled.cu"
}
