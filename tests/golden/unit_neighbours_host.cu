# 1 "elementwise.cu"
#define CUJIT_BARRIERS 0
#define CUJIT_FILE_SHARED 0
#define CUJIT_SHARED_MOST 232448
# 1 "cujit/prelude_host.h" 1 3
<prelude_host>
<prelude_host_math>

#define asm static_assert(false, "the host device has no inline PTX");
#define __asm asm
#define __asm__ asm

# 1 "options" 2
# 1 "elementwise.cu"
extern "C" __global__ void cujit_kernel_elementwise(const float *x, float *z, const long long n)
{
    [[maybe_unused]] const long long tid = threadIdx.x;
    [[maybe_unused]] const long long cta_start = (long long)blockIdx.x * blockDim.x;
    [[maybe_unused]] const long long total_threads = (long long)gridDim.x * blockDim.x;
    [[maybe_unused]] long long i;
    const long long cujit_last = cujit_end(n);
    for (i = cujit_begin(n); i < cujit_last; i += cujit_stride()) {
#line 1 "operation"
if (i > 0) z[i] = x[i] - x[i - 1];
#line 12 "elementwise.cu"
    }
}

#line 1 "cujit/trampoline"
CUJIT_KERNEL(cujit_kernel_elementwise, cujit_kernel_elementwise)
CUJIT_MODULE
