extern "C" __global__ void cujit_kernel_elementwise(float a, const float *x, float b, const float *y, float *z, const long long n, const long long cujit_start, const long long cujit_step, const long long cujit_count)
{
    [[maybe_unused]] const long long tid = threadIdx.x;
    [[maybe_unused]] const long long cta_start = (long long)blockIdx.x * blockDim.x;
    [[maybe_unused]] const long long total_threads = (long long)gridDim.x * blockDim.x;
    [[maybe_unused]] long long i;
    long long cujit_k;
    const long long cujit_last = cujit_end(cujit_count);
    for (cujit_k = cujit_begin(cujit_count); cujit_k < cujit_last; cujit_k += cujit_stride()) {
        i = cujit_start + cujit_k * cujit_step;
#line 1 "operation"
z[i] = a * x[i] + b * y[i];
#line 14 "elementwise.cu"
    }
}
