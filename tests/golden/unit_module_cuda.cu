#line 1 "prelude_cuda.h"
<prelude_cuda>

#line 1 "prelude_promotion.h"

#line 1 "options"
#line 1 "source"
__global__ void fill(float *x) { x[threadIdx.x] = 1; }
