# 1 "module.cu"
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
# 1 "source"
__global__ void fill(float *x) { x[threadIdx.x] = 1; }

#line 1 "cujit/trampoline"
CUJIT_KERNEL(fill, fill)
CUJIT_MODULE
