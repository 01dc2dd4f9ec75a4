#line 1 "type definition"
typedef short S;
typedef float T;

#line 6 "elementwise.cu"
extern "C" __global__ void cujit_kernel_elementwise(float *x, const short *y, short s, const long long n)
{
    [[maybe_unused]] const long long tid = threadIdx.x;
    [[maybe_unused]] const long long cta_start = (long long)blockIdx.x * blockDim.x;
    [[maybe_unused]] const long long total_threads = (long long)gridDim.x * blockDim.x;
    [[maybe_unused]] long long i;
    const long long cujit_last = cujit_end(n);
    for (i = cujit_begin(n); i < cujit_last; i += cujit_stride()) {
#line 1 "operation"
x[i] = (T)(y[i] * s);
#line 17 "elementwise.cu"
    }
}
