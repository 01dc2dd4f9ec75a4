#line 1 "preamble"
#define TWO 2
__device__ float twice(float v)
{
    return TWO * v;
}

#line 9 "doubled.cu"
extern "C" __global__ void cujit_kernel_doubled(float *x, float *total, const long long n, const long long cujit_start, const long long cujit_step, const long long cujit_count)
{
    [[maybe_unused]] const long long tid = threadIdx.x;
    [[maybe_unused]] const long long cta_start = (long long)blockIdx.x * blockDim.x;
    [[maybe_unused]] const long long total_threads = (long long)gridDim.x * blockDim.x;
    [[maybe_unused]] long long i;
#line 1 "loop_prep"
float sum = 0;;
#line 18 "doubled.cu"
    long long cujit_k;
    const long long cujit_last = cujit_end(cujit_count);
    for (cujit_k = cujit_begin(cujit_count); cujit_k < cujit_last; cujit_k += cujit_stride()) {
        i = cujit_start + cujit_k * cujit_step;
#line 1 "operation"
float v = twice(x[i]);
sum += v;
x[i] = v;;
#line 27 "doubled.cu"
    }
#line 1 "after_loop"
atomicAdd(total, sum);
#line 31 "doubled.cu"
}
