# 1 "parts.cu"
#define CUJIT_USE_HALF 1
#define CUJIT_USE_BFLOAT16 1
#define CUJIT_BARRIERS 1
#define CUJIT_FILE_SHARED 0
#define CUJIT_SHARED_MOST 232448
# 1 "cujit/prelude_host.h" 1 3
<prelude_host>
<prelude_host_math>
<prelude_host_half>
<prelude_promotion>
<prelude_half>

#define asm static_assert(false, "the host device has no inline PTX");
#define __asm asm
#define __asm__ asm

# 1 "options" 2
#define UNUSED 1
# 1 "source"
#include <math.h>
namespace outer {
__constant__ float factors[4] = {1, 2, 3, 4}; CUJIT_GLOBAL("outer::factors", factors)
__device__ int calls, *last = nullptr; CUJIT_GLOBAL("outer::calls", calls) CUJIT_GLOBAL("outer::last", last)
static __shared__ float kept;
template <typename T>
__global__ void scale(T *x, const T factor)
{
                      float (&memory)[] = cujit_dynamic_memory();
    __shared__ int one[32];
    one[threadIdx.x] = threadIdx.x;
    memory[threadIdx.x] = kept = 0;
    __syncthreads();
    x[threadIdx.x] = factor * factors[one[31 - threadIdx.x] % 4] + memory[0];
}
}
extern "C" __global__ void count(int *x) { atomicAdd(x, outer::calls); }
__global__ void __launch_bounds__(64) bounded(half *x) { *x = 1; }

#line 1 "cujit/trampoline"
CUJIT_KERNEL(count, count)
CUJIT_KERNEL(bounded, bounded)
CUJIT_KERNEL(outer$3a$3ascale$3cfloat$3e, outer::scale<float>)
CUJIT_KERNEL(outer$3a$3ascale$3cdouble$3e, outer::scale<double>)
CUJIT_MODULE
