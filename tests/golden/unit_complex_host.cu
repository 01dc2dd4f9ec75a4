# 1 "elementwise.cu"
#define CUJIT_BARRIERS 0
#define CUJIT_FILE_SHARED 0
#define CUJIT_SHARED_MOST 232448
# 1 "cujit/prelude_host.h" 1 3
<prelude_host>
<prelude_host_math>
<prelude_promotion>
CUJIT_REAL1(asin)
CUJIT_REAL1(exp)

<prelude_complex>
<prelude_complex_inverse>
<prelude_complex_pycuda>

#define asm static_assert(false, "the host device has no inline PTX");
#define __asm asm
#define __asm__ asm

# 1 "options" 2
# 1 "elementwise.cu"
extern "C" __global__ void cujit_kernel_elementwise(const cujit::complex<float> *x, cujit::complex<double> *z, const long long n)
{
    [[maybe_unused]] const long long tid = threadIdx.x;
    [[maybe_unused]] const long long cta_start = (long long)blockIdx.x * blockDim.x;
    [[maybe_unused]] const long long total_threads = (long long)gridDim.x * blockDim.x;
    [[maybe_unused]] long long i;
    const long long cujit_last = cujit_end(n);
    for (i = cujit_begin(n); i < cujit_last; i += cujit_stride()) {
#line 1 "operation"
z[i] = asin(pycuda::complex<double>(x[i])) + exp(x[i]);
#line 12 "elementwise.cu"
    }
}

#line 1 "cujit/trampoline"
CUJIT_KERNEL(cujit_kernel_elementwise, cujit_kernel_elementwise)
CUJIT_MODULE
