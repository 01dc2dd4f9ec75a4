/*
 * test_spellings.c: texts written with C++'s alternative tokens, digraphs and words alike, and with lines that are
 * spliced inside of them: they mean what they mean, on every device. Where there is no GPU they are compiled for one,
 * too.
 */
#include "tests/kernels.h"

enum { N = 1000 };

static cujit_context *context, *gpu;

static void setup(void)
{
    context = cj_test_context();
    gpu = on_gpu(context) ? NULL : cj_test_target("sm_90");
    if (gpu != NULL &&
        kernel_if_compiled(gpu, &(cujit_elementwise_spec){.arguments = "int *z", .operation = "z[i] = 1"}) == NULL)
        gpu = NULL;
}

/* 0, 1, 2, ... */
static cujit_array *numbers(void)
{
    int from[N];

    for (int k = 0; k < N; k++)
        from[k] = k;
    return upload(context, CUJIT_INT32, N, from);
}

/* Both spellings of '[' beside a scope: "<::" is '<' and "::", "<:::" is '[' and "::". */
#define SCOPES                                                                                                         \
    "namespace deep <% struct other <% int v; %>; enum <% TWO = 2 %>; %>\n"                                            \
    "template <class T> struct box <% T v; %>;\n"                                                                      \
    "static __device__ int value(box<::deep::other> b) <% int a<:::deep::TWO:> = <% b.v.v, 0 %>; return a<:0:>; %>\n"

/* ---- Elementwise ------------------------------------------------------------------------------------------------- */

/* z[i] = slope i + offset, of x[i] = i. */
static const struct {
    const char *operation, *preamble, *loop_prep, *after_loop;
    int slope, offset;
} operations[] = {
    {"<% z<:i:> = x<:i:> + 1; %>", NULL, NULL, NULL, 1, 1},
    {"z<\\\n:i:\\\n> = x<:i:> + 1;", NULL, NULL, NULL, 1, 1},
    {"if (x<:i:> >= 0 and not (i < 0)) <% z<:i:> = 2 * x<:i:>; %> else <% z<:i:> = -1; %>", NULL, NULL, NULL, 2, 0},
    {"z[i] = x[i]; z[i] and_eq 0; z[i] or_eq 12; z[i] xor_eq 5", NULL, NULL, NULL, 0, 9},
    {"z[i] = (6 bitand 3) + (4 bitor 1) + (6 xor 3) + (compl 0) + (1 not_eq 2) + (0 or 1) + (1 a\\\nnd 0)", NULL, NULL,
     NULL, 0, 13},
    {"z[i] = value(box<::deep::other><%<%x[i]%>%>)", SCOPES, NULL, NULL, 1, 0},
    {"int a<:2:> = <% x<:i:>, 7 %>, *p = bitand a<:0:>; z<:i:> = p<:0:> + p<:1:>", NULL, NULL, NULL, 1, 7},
    {"OUT = IN + JOIN(1, 2)", "%:define OUT z<:i:>\n%:define IN (x<:i:> bitor 0)\n%\\\n:define JOIN(a, b) a %:%: b\n",
     NULL, NULL, 1, 12},
    {"OUT",
     "%:if defined OUT or not (1 not_eq 2)\n%:error no\n%:elif 1 and not 0\n%:define OUT z<:i:> = x<:i:> + 3\n"
     "%:else\n%:define OUT\n%:endif\n",
     NULL, NULL, 1, 3},
    {"z[i] = x[i] + k<:1:>", NULL, "int k<:2:> = <% 1, 2 %>", "<% int l<:1:>; (void)l; %>", 1, 2},
    {"auto f = <:=:>(int v) <% return v + 4; %>; z[i] = f(x[i])", NULL, NULL, NULL, 1, 4},
};

FIXTURE(setup, NULL)

TEST_EACH(operations_mean_what_they_say, COUNT(operations))
{
    const cujit_elementwise_spec spec = {.arguments = "const int *x, int *z",
                                         .operation = operations[_i].operation,
                                         .preamble = operations[_i].preamble,
                                         .loop_prep = operations[_i].loop_prep,
                                         .after_loop = operations[_i].after_loop};
    cujit_array *z = zeros(context, CUJIT_INT32, N);

    run_kernel(make_kernel(context, &spec), CUJIT_ARGS(numbers(), z));
    expect_each(z, int, got == operations[_i].slope * k + operations[_i].offset);
    if (gpu != NULL)
        make_kernel(gpu, &spec);
}

/* ---- Reductions and scans ---------------------------------------------------------------------------------------- */

/* clang-format off */
static const cujit_reduction_spec reductions[] = {
    {SUM_FROM_0, .out_type = "int", .map = "x<:i:>", .arguments = "const int *x"},
    {.out_type = "int", .neutral = "int<%%>", .reduce = "pick(a, b)<:0:>",
     .map = "not (x<:i:> < 0) and x[i] not_eq -1 ? x<:i:> : 0", .post = "a bitor 0",
     .preamble = "%:define SUM a + b\nstruct sum <% int v<:1:>; __device__ int operator<::>(int k) <% return v<:k:>; "
     "%> %>;\nstatic __device__ sum pick(int a, int b) <% return sum<%<%SUM%>%>; %>\n", .arguments = "const int *x"},
    {SUM_FROM_0, .out_type = "int", .map = "value(box<::deep::other><%<%x<:i:>%>%>)", .preamble = SCOPES,
     .arguments = "const int *x"},
};
/* clang-format on */

TEST_EACH(reductions_mean_what_they_say, COUNT(reductions))
{
    const cujit_reduction_spec *spec = &reductions[_i];
    cujit_reduction *reduction = make_reduction(context, spec);
    int got = -1;

    run_to(reduction, NULL, CUJIT_ARGS(numbers()), &got);
    ck_assert_int_eq(got, N * (N - 1) / 2);
    if (gpu != NULL)
        make_reduction(gpu, spec);
}

TEST(scans_mean_what_they_say)
{
    const cujit_scan_spec spec = {.out_type = "int",
                                  .neutral = "int<%%>",
                                  .reduce = "int<%a + b%>",
                                  .map = "value(box<::deep::other><%<%x<:i:>%>%>)",
                                  .segment = "i % 10 == 0 or not (x<:i:> xor 5)",
                                  .preamble = SCOPES,
                                  .arguments = "const int *x"};
    cujit_scan *scan = make_scan(context, &spec);
    int to[N], sum = 0;

    download(run_scan(scan, NULL, CUJIT_ARGS(numbers())), to);
    for (int k = 0; k < N; k++) {
        sum = k % 10 == 0 || k == 5 ? k : sum + k;
        expect(to[k] == sum, "element %d: %d, not %d", k, to[k], sum);
    }
    if (gpu != NULL)
        make_scan(gpu, &spec);
}

/* A map that writes is refused however it says so. */
TEST(maps_that_write_are_refused)
{
    static const char *const maps[] = {"x<:i:> = 3", "x[i] and_eq 3", "x<:i:> or_eq 3", "(x[i] xor_eq 3)"};

    for (size_t k = 0; k < COUNT(maps); k++) {
        cujit_reduction *reduction = NULL;

        refuse(cujit_reduction_create(
                   context,
                   &(cujit_reduction_spec){SUM_FROM_0, .out_type = "int", .map = maps[k], .arguments = "int *x"},
                   &reduction, &fault),
               CUJIT_ERROR_SNIPPET, "may only read its arrays");
    }
}

/* ---- Modules ----------------------------------------------------------------------------------------------------- */

/* Kernels k(int *y), of 32 threads with as many ints of dynamic shared memory: y[t] becomes t. */
static const char *const modules[] = {
    SCOPES "namespace outer <% __constant__ int c<:2:> = <% 5, 6 %>; __device__ int d = 7; %>\n"
           "extern \"C\" <% __global__ void k(int *y) <% extern __shared__ int s<::>; int t = threadIdx.x;\n"
           "    s<:31 - t:> = value(box<::deep::other><%<%31 - t%>%>); __syncthreads();\n"
           "    y<:t:> = s<:t:> + (outer::c<:0:> not_eq 5 or outer::c<:1:> xor 6 or not (outer::d bitand 7)); %> %>\n",
    "extern __shared__ int s<::>, u<:\\\n:>;\n"
    "%:define JOIN(a, b) a%:%:b\n%:define KERNEL extern \"C\" JOIN(__glo, bal__) void\n"
    "extern \"C\" __global__ void k(int *y) <\\\n% s<:threadIdx.x:> = threadIdx.x; __syncthreads();\n"
    "    if (s<:threadIdx.x:> >= 0 and threadIdx.x < 32) <% y<:threadIdx.x:> = s<:threadIdx.x:>; %> %>\n",
    "%:define KERNEL extern \"C\" __global__ void\n%:ifndef __cplusplus\n%:define and &&\n%:endif\n"
    "%:if defined KERNEL and not defined NOTHING and 1 not_eq 2\n"
    "KERNEL k(int *y) <% y<:threadIdx.x:> = threadIdx.x; %>\n%:else\nKERNEL no(int *y) <% %>\n%:endif\n",
    "template <int M> __device__ int low(int v) <% static_assert((M bitand 1) == 0, \"\"); return v; %>\n"
    "template <class T, int M = (3 bitand 2)> struct half_of <% T v<:M:>; %>;\n"
    "__device__ half_of<int> pair = <% <% 3, 4 %> %>;\n"
    "extern \"C\" __global__ void __launch_bounds__(32) k(int *y) <%\n"
    "    y<:threadIdx.x:> = low<(6 bitand 2)>(threadIdx.x) + pair.v<:1:> - 4;\n%>\n",
    "__global__ void k(int (*y)<:1:>) <% y<:threadIdx.x:><:0:> = threadIdx.x; %>\n",
};

TEST_EACH(modules_mean_what_they_say, COUNT(modules))
{
    const cujit_module_spec spec = {.source = modules[_i]};
    cujit_module *module = make_module(context, &spec);
    int y[32] = {0};

    launch_function(function_of(module, "k"), (cujit_launch){.grid = {1}, .block = {32}, .shared_bytes = sizeof y},
                    CUJIT_ARGS(CUJIT_INOUT(y, sizeof y)));
    for (int k = 0; k < 32; k++)
        expect(y[k] == k, "thread %d: %d\n%s", k, y[k], spec.source);
    if (gpu != NULL)
        make_module(gpu, &spec);
}

TEST(variables_are_found_and_expressions_are_one)
{
    static const char source[] =
        "namespace outer <% __constant__ int c<:2:> = <% 5, 6 %>; %>\n"
        "template <bool B, int M> __global__ void k(int *y) <% *y = B ? M : outer::c<:1:>; %>\n";
    static const char *const names[] = {"k<(true and not false), (6 bitor 1)>", NULL};
    const cujit_module_spec spec = {.source = source, .name_expressions = names};
    cujit_module *module = make_module(context, &spec);
    cujit_function *function = function_of(module, "k<(true && !false),(6|1)>");
    void *address = NULL;
    size_t size = 0;
    int y = 0;

    ck_assert_ptr_eq(function, function_of(module, names[0]));
    launch_function(function, (cujit_launch){.grid = {1}, .block = {1}}, CUJIT_ARGS(CUJIT_OUT(&y, sizeof y)));
    ck_assert_int_eq(y, 7);
    must(cujit_module_global(module, "outer::c", &address, &size, &fault));
    ck_assert_uint_eq(size, 2 * sizeof(int));
    if (gpu != NULL)
        make_module(gpu, &spec);
}
