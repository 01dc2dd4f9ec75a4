/*
 * test_cuda_modules_compile.c: units with several kernels, in-memory headers and NVIDIA's own headers, through NVRTC.
 *
 * Needs no GPU. Run with the NVRTC that is found, and again with the one that CUJIT_TEST_NVRTC12 names; exits 77 where
 * there is none at all and the tests of texts have passed.
 */
#include "libjit/base/alloc.h"
#include "tests/cuda_compilers.h"

#include <string.h>
#include <sys/stat.h>

/* ---- texts ---- */

TEST(bad_name_is_found_in_the_log)
{
    static const char *const kernels[] = {"k", "scale<nope, 2>", "quote<'\"'>", NULL};
    static const struct {
        const char *log, *expression, *reason; /* expression NULL: not such a log */
    } rows[] = {
        {"__nv_name_map(3): error: identifier \"nope\" is undefined\n  #pragma nv_mangled_name scale<nope,2>\n   ^\n\n"
         "__nv_name_map(3): error: Error in parsing name expression for lowered name lookup. Input name expression "
         "was: \" scale < nope , 2 >\"\n",
         "scale<nope, 2>", "identifier \"nope\" is undefined"},
        {"a.cu(1): warning: w\n__nv_name_map(2): error: Name expression cannot form address of a non-__global__ "
         "function. Input name expression was: \" devf\"\n",
         " devf", "Name expression cannot form address of a non-__global__ function"},
        {"__nv_name_map(2): error: no. Input name expression was: \" quote < '\"' >\"", "quote<'\"'>", "no"},
        {"__nv_name_map(2): error: x. Input name expression was: \" k", "k", "x"},
        {"__nv_name_map(2): error: x. Input name expression was: \"", "", "x"},
        {"a.cu(1): error: e\n__nv_name_map(2): error: x. Input name expression was: \" k\"\n", NULL, NULL},
        {"__nv_name_map(2): error: something else\n", NULL, NULL},
        {"", NULL, NULL},
        {NULL, NULL, NULL}};

    for (size_t k = 0; k < COUNT(rows); k++) {
        cj_cuda_bad_name bad;

        ck_assert_int_eq(cj_cuda_report_bad_name(rows[k].log, kernels, &bad), rows[k].expression != NULL);
        if (rows[k].expression == NULL)
            continue;
        ck_assert_msg(strlen(rows[k].reason) == bad.reason_length &&
                          memcmp(rows[k].reason, bad.reason, bad.reason_length) == 0,
                      "%zu: %.*s", k, (int)bad.reason_length, bad.reason);
        ck_assert_msg(strlen(rows[k].expression) == bad.expression_length &&
                          memcmp(rows[k].expression, bad.expression, bad.expression_length) == 0,
                      "%zu: %.*s", k, (int)bad.expression_length, bad.expression);
    }
}

/* ---- NVRTC ---- */

static const char source[] = "template <class T> __global__ void scale(T *x, T a) { x[threadIdx.x] *= a; }\n"
                             "namespace ns { __global__ void k(int *p) { *p = 1; } }\n"
                             "extern \"C\" __global__ void c(int *p) { __shared__ int s[64]; s[threadIdx.x] = *p;\n"
                             "    __syncthreads(); *p = s[63 - threadIdx.x]; }\n"
                             "static __global__ void hidden(int *p) { *p = 3; }\n"
                             "__global__ void over(int *p) { *p = 4; }\n"
                             "__global__ void over(float *p) { *p = 5; }\n"
                             "__device__ int helper(int a) { return a; }\n";

TEST_EACH(kernels_get_their_symbols, compilers_count)
{
    static const char *const kernels[] = {
        "c", "ns::k", "scale<float>", "scale< double >", "hidden", "(void (*)(float *))over", NULL};
    static const char names[] = "c\tc\nns::k\t_ZN2ns1kEPi\nscale<float>\t_Z5scaleIfEvPT_S0_\n"
                                "scale< double >\t_Z5scaleIdEvPT_S0_\n";
    const char *const architectures[] = {"sm_90", "compute_80"};

    for (size_t k = 0; k < 2; k++) {
        must(compile(_i, architectures[k], (cj_unit){.name = "module", .source = source, .kernels = kernels}));
        ck_assert_msg(strncmp(object.names, names, sizeof names - 1) == 0, "%s", object.names);
        ck_assert_ptr_nonnull(strstr(object.names, "\nhidden\t_Z"));
        ck_assert_ptr_nonnull(strstr(object.names, "\n(void (*)(float *))over\t_Z4overPf\n"));
        ck_assert_msg(object.log == NULL, "%s", object.log);
        /* The first one's. */
        ck_assert_int_eq(object.resources.shared_bytes, k == 0 ? 256 : -1);
    }
    must(compile(_i, "sm_90", (cj_unit){.name = "module", .source = source, .kernels = kernels + 6}));
    ck_assert_str_eq(object.names, "");
    must(compile(_i, "sm_90", (cj_unit){.name = "c", .source = source}));
    ck_assert_ptr_null(object.names);
    ck_assert_int_eq(object.resources.shared_bytes, 256);
}

TEST_EACH(kernels_that_are_not_there_are_named, compilers_count)
{
    static const char *const bad[][2] = {
        {"nope", "the name expression \"nope\" does not name one kernel: identifier \"nope\" is undefined"},
        {"scale<nope>", "the name expression \"scale<nope>\" does not name one kernel: identifier \"nope\""},
        {"ns::q", "the name expression \"ns::q\""},
        {"scale", "cannot determine which instance of function template \"scale\" is intended"},
        {"over", "cannot determine which instance of overloaded function \"over\" is intended"},
        {"helper", "non-__global__ function"},
        {"scale<float", "the name expression \"scale<float\""},
        {"1+", "the name expression \"1+\""},
        {"", "the name expression \"\""},
        {"c; int q", "the name expression \"c; int q\" does not name one kernel: Extra tokens"}};

    for (size_t k = 0; k < COUNT(bad); k++) {
        const char *const kernels[] = {"c", bad[k][0], "ns::k", NULL};

        compile(_i, "sm_90", (cj_unit){.name = "module", .source = source, .kernels = kernels});
        ck_assert_ptr_nonnull(fault.log);
        ck_assert_ptr_null(object.names);
        refuse(fault.status, CUJIT_ERROR_NOT_FOUND, bad[k][1]);
    }
}

TEST_EACH(errors_in_the_source_stay_those_of_the_source, compilers_count)
{
    static const char *const kernels[] = {"k", NULL};

    ck_assert_int_eq(compile(_i, "sm_90",
                             (cj_unit){.name = "module",
                                       .source = "#line 1 \"source\"\n__global__ void k(int *p) { *p = wrong; }\n",
                                       .kernels = kernels}),
                     CUJIT_ERROR_COMPILE);
    ck_assert_ptr_nonnull(strstr(fault.log, "source(1): error: identifier \"wrong\" is undefined"));
}

/* ---- headers ---- */

static const char *const only_k[] = {"k", NULL};

TEST_EACH(headers_in_memory_are_found, compilers_count)
{
    static const cj_header headers[] = {{"deep/first.h", "#include \"second.h\"\n#define FIRST SECOND\n"},
                                        {"second.h", "#define SECOND 7\n"},
                                        {"texture.h", "__device__ cudaTextureObject_t texture;\n"},
                                        {"math.h", "#define OWN_MATH 1\n"}};
    static const char text[] =
        "#include \"deep/first.h\"\n#include <texture.h>\n#include <math.h>\n#include <stdio.h>\n"
        "static_assert(FIRST == 7 && OWN_MATH == 1, \"\");\n"
        "__global__ void k(int *p) { *p = FIRST; }\n";

    must(
        compile(_i, "sm_90",
                (cj_unit){.name = "module", .source = text, .kernels = only_k, .headers = headers, .header_count = 4}));
    ck_assert_msg(object.log == NULL, "%s", object.log);
    refuse(
        compile(_i, "sm_90",
                (cj_unit){.name = "module", .source = text, .kernels = only_k, .headers = headers, .header_count = 1}),
        CUJIT_ERROR_COMPILE, "second.h");
}

TEST_EACH(headers_in_directories_are_found, compilers_count)
{
    const char *folder = cj_test_path("include it");
    char option[500];
    const char *const options[] = {option, "-I", folder, "-DWANTED=5", NULL};

    snprintf(option, sizeof option, "-I%s", folder);
    cj_test_file("include it/mine.h", "#define MINE WANTED\n");
    must(compile(_i, "compute_80",
                 (cj_unit){.name = "module",
                           .source = "#include <mine.h>\n__global__ void k(int *p) { *p = MINE; }\n",
                           .kernels = only_k,
                           .options = options}));
}

/* Where NVIDIA's headers lie, beside that compiler; NULL: there are none. */
static const char *headers_folder(int of)
{
    cj_cuda_compiler *compiler;
    const cj_cuda_headers *headers;

    return cj_cuda_find_compiler(compilers[of], &compiler, NULL) == CUJIT_OK &&
                   cj_cuda_find_headers(compiler, CJ_FEATURE_HALF, &headers, NULL) == CUJIT_OK
               ? headers->folder.data
               : NULL;
}

/* What sources for nvcc include out of habit. */
TEST_EACH(headers_of_the_host_are_no_obstacle, compilers_count)
{
    static const char text[] =
        "#include <stdio.h>\n#include <cstdio>\n#include <stdint.h>\n#include <cstdint>\n#include <math.h>\n"
        "#include <cmath>\n#include <assert.h>\n#include <float.h>\n#include <limits.h>\n#include <stdlib.h>\n"
        "#include <string.h>\n#include <stddef.h>\n#include <cuda_runtime.h>\n"
        "__global__ void k(uint8_t *p, float *x, size_t n) { assert(n > 0); printf(\"%f\\n\", sqrtf(x[0]));\n"
        "    memset(p, 0, n); p[0] = CHAR_BIT; x[1] = FLT_MAX; x[2] = fabs(x[3]); }\n";

    if (headers_folder(_i) == NULL)
        return; /* then there is no cuda_runtime.h */
    must(compile(_i, "sm_90", (cj_unit){.name = "module", .source = text, .kernels = only_k}));
    ck_assert_msg(object.log == NULL, "%s", object.log);
}

static bool has_header(int compiler, const char *name)
{
    const char *folder = headers_folder(compiler);
    struct stat status;

    return folder != NULL && stat(cj_test_path("%s/%s", folder, name), &status) == 0;
}

TEST_EACH(headers_of_nvidia_are_found_without_a_feature, compilers_count)
{
    static const struct {
        const char *header, *needs, *text; /* NVIDIA's wheels ship headers without what these include */
    } rows[] = {{"cuda_fp16.h", "cuda_fp16.h",
                 "#include <cuda_fp16.h>\n__global__ void k(__half *p) { *p = __hadd(*p, *p); }\n"},
                {"cooperative_groups.h", "nv/target",
                 "#include <cooperative_groups.h>\n__global__ void k(int *p)\n"
                 "{ cooperative_groups::this_grid().sync(); *p = 1; }\n"},
                {"curand_kernel.h", "curand_kernel.h",
                 "#include <curand_kernel.h>\n__global__ void k(float *p)\n"
                 "{ curandState s; curand_init(1, 2, 3, &s); *p = curand_uniform(&s); }\n"}};

    for (size_t k = 0; k < COUNT(rows); k++) {
        if (!has_header(_i, rows[k].header) || !has_header(_i, rows[k].needs))
            continue;
        must(compile(_i, "sm_90", (cj_unit){.name = "module", .source = rows[k].text, .kernels = only_k}));
    }
}

/* ---- the language ---- */

TEST_EACH(language_is_nvrtcs, compilers_count)
{
    static const char text[] =
        "__constant__ float table[4];\n__device__ unsigned counter;\nextern __shared__ float dynamic[];\n"
        "__global__ void __launch_bounds__(128, 2) k(float *x, unsigned *lane)\n{\n"
        "    unsigned own;\n    asm volatile(\"mov.u32 %0, %%laneid;\" : \"=r\"(own));\n    lane[threadIdx.x] = own;\n"
        "    dynamic[threadIdx.x] = table[own & 3];\n    __syncthreads();\n    atomicAdd(&counter, 1u);\n"
        "    assert(own < 32);\n    if (own == 0)\n        printf(\"%u\\n\", own);\n"
        "    x[threadIdx.x] = __shfl_xor_sync(0xffffffffu, dynamic[threadIdx.x], 1);\n}\n";

    must(compile(_i, "sm_80", (cj_unit){.name = "module", .source = text, .kernels = only_k}));
    ck_assert_msg(object.log == NULL, "%s", object.log);
    ck_assert_int_gt(object.resources.registers, 0);
}

TEST_EACH(report_that_the_user_asked_for_stays_in_the_log, 4 * compilers_count)
{
    static const char *const rows[][3] = {
        {"-Xptxas=-v"}, {"--ptxas-options=-v"}, {"-Xptxas", "-v"}, {"--ptxas-options", "-v"}};
    static const char *const kernels[] = {"scale<float>", "c", NULL};
    const char *const *options = rows[_i % 4];

    must(compile(_i / 4, "sm_90",
                 (cj_unit){.name = "module", .source = source, .kernels = kernels, .options = options}));
    ck_assert_ptr_nonnull(object.log);
    ck_assert_ptr_nonnull(strstr(object.log, "Compiling entry function '_Z5scaleIfEvPT_S0_' for 'sm_90'"));
    ck_assert_ptr_nonnull(strstr(object.log, "Compiling entry function 'c' for 'sm_90'"));
    ck_assert_int_eq(object.resources.shared_bytes, 0); /* of the first kernel */
}

/* Definitions are not in the source: a type behind a macro is seen all the same. */
TEST_EACH(definitions_may_name_the_runtimes_types, compilers_count)
{
    must(compile(_i, "sm_90",
                 (cj_unit){.name = "module",
                           .source = "__global__ void k(KIND t, int *p) { *p = (int)t; }\n",
                           .definitions = "#define KIND cudaTextureObject_t\n",
                           .kernels = only_k}));
}

TEST_EACH(memory_that_runs_out_is_an_error, compilers_count > 0)
{
    static const cj_header headers[] = {{"mine.h", "#define MINE 1\n"}};
    static const char *const names[] = {"k", "c", NULL};
    const cj_unit unit = {.name = "module",
                          .source = "#include \"mine.h\"\n__global__ void k(int *p) { *p = MINE; }\n"
                                    "__global__ void c(int *p) { *p = 2; }\n",
                          .kernels = names,
                          .headers = headers,
                          .header_count = 1};
    unsigned long needed;

    must(compile(_i, "sm_90", unit)); /* loads the compiler */
    cj_alloc_fail_at(0);
    must(compile(_i, "sm_90", unit));
    needed = cj_alloc_fail_at(0);
    ck_assert_uint_gt(needed, 5);
    for (unsigned long nth = 1; nth <= needed; nth++) {
        cujit_status status;

        cj_alloc_fail_at(nth);
        status = compile(_i, "sm_90", unit);
        cj_alloc_fail_at(0);
        ck_assert_msg(status == CUJIT_ERROR_OUT_OF_MEMORY, "allocation %lu: %s", nth, cujit_status_name(status));
        ck_assert_ptr_null(object.names);
        cujit_error_clear(&fault);
    }
}
