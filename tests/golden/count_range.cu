extern "C" __global__ void cujit_kernel_elementwise(int n, int *x, const long long cujit_n, const long long cujit_start, const long long cujit_step, const long long cujit_count)
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
x[i] = n;
#line 14 "elementwise.cu"
    }
}
