/*
 * golden_units.h: what the compilers of both devices are given, as a whole: which preludes stand in front of a source,
 * what stands between them, and what is put around the text of a module. The preludes themselves are left out.
 */
#ifndef TESTS_GOLDEN_UNITS_H
#define TESTS_GOLDEN_UNITS_H

#include <cujit/cujit.h>

/* One of the members is there. */
typedef struct unit_row {
    const char *file; /* in golden/, without "_cuda.cu", "_host.cu" */
    const cujit_elementwise_spec *elementwise;
    const cujit_reduction_spec *reduction;
    const cujit_scan_spec *scan;
    const cujit_module_spec *module;
    cujit_reducer reducer; /* of floats; on the host only, since it needs an array */
} unit_row;

static const char module_text[] = "#include <math.h>\n"
                                  "namespace outer {\n"
                                  "__constant__ float factors[4] = {1, 2, 3, 4};\n"
                                  "__device__ int calls, *last = nullptr;\n"
                                  "static __shared__ float kept;\n"
                                  "template <typename T>\n"
                                  "__global__ void scale(T *x, const T factor)\n"
                                  "{\n"
                                  "    extern __shared__ float memory[];\n"
                                  "    __shared__ int one[32];\n"
                                  "    one[threadIdx.x] = threadIdx.x;\n"
                                  "    memory[threadIdx.x] = kept = 0;\n"
                                  "    __syncthreads();\n"
                                  "    x[threadIdx.x] = factor * factors[one[31 - threadIdx.x] % 4] + memory[0];\n"
                                  "}\n"
                                  "}\n"
                                  "extern \"C\" __global__ void count(int *x) { atomicAdd(x, outer::calls); }\n"
                                  "__global__ void __launch_bounds__(64) bounded(half *x) { *x = 1; }\n";

static const unit_row unit_rows[] = {
    {"unit_elementwise",
     .elementwise = &(const cujit_elementwise_spec){.arguments = "float a, const float *x, float *z",
                                                    .operation = "z[i] = a * x[i]"}},
    {"unit_promotion",
     .elementwise = &(const cujit_elementwise_spec){.arguments = "const half *x, const int *y, float *z",
                                                    .operation = "z[i] = pow(x[i], 2) + sqrt(y[i]) + ONE",
                                                    .options = (const char *const[]){"-DONE=1", "-use_fast_math", "-D",
                                                                                     "TWO(x)=(2 * (x))", NULL}}},
    {"unit_complex",
     .elementwise = &(
         const cujit_elementwise_spec){.arguments = "const float complex *x, double complex *z",
                                       .operation = "z[i] = asin(pycuda::complex<double>(x[i])) + exp(x[i])"}},
    {"unit_own_types",
     .elementwise = &(const cujit_elementwise_spec){.arguments = "int *x",
                                                    .operation = "x[i] = half{3}.of + (uint)1",
                                                    .preamble = "struct half { int of; };\ntypedef short uint;"}},
    {"unit_neighbours",
     .elementwise = &(const cujit_elementwise_spec){.arguments = "const float *x, float *z",
                                                    .operation = "if (i > 0) z[i] = x[i] - x[i - 1]"}},
    {"unit_reduction",
     .reduction = &(const cujit_reduction_spec){.out_type = "float", .neutral = "0", .reduce = "a + b"}},
    {"unit_scan", .scan = &(const cujit_scan_spec){.out_type = "float", .neutral = "0", .reduce = "a + b"}},
    {"unit_module",
     .module = &(const cujit_module_spec){.source = "__global__ void fill(float *x) { x[threadIdx.x] = 1; }\n"}},
    {"unit_module_parts",
     .module = &(const cujit_module_spec){.source = module_text,
                                          .name = "parts",
                                          .options = (const char *const[]){"-DUNUSED", NULL},
                                          .name_expressions = (const char *const[]){"outer::scale<float>",
                                                                                    "&outer::scale< double >", NULL}}},
    {"unit_reduce_mean", .reducer = CUJIT_REDUCER_MEAN},
    {"unit_reduce_argmax", .reducer = CUJIT_REDUCER_ARGMAX}};

#endif
