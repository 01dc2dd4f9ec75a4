/*
 * test_host_rewrite.c: what the host makes of CUDA's text before it compiles it, and what it refuses.
 */
#include "libjit/base/alloc.h"
#include "libjit/device/host/rewrite.h"
#include "support.h"

#include <stdio.h>
#include <string.h>

static const struct {
    const char *text, *expected;
} texts[] = {
    {"__global__ void k() { extern __shared__ float s[]; s[0] = 1; }",
     "__global__ void k() {                   float (&s)[] = cujit_dynamic_memory(); s[0] = 1; }"},
    {"void k() { extern __shared__ __align__(16) unsigned char s[][4]; }",
     "void k() {                                 unsigned char (&s)[][4] = cujit_dynamic_memory(); }"},
    /* Of a text with several versions each has its own brackets. */
    {"#ifdef __X\nvoid f(int a) {\n#else\nvoid f() {\n#endif\n}\n__constant__ int c;",
     "#ifdef __X\nvoid f(int a) {\n#else\nvoid f() {\n#endif\n}\n__constant__ int c; CUJIT_GLOBAL(\"c\", c)"},
    {"#ifdef __X\n__constant__ int a\n#else\n__constant__ float a\n#endif\n= 3;",
     "#ifdef __X\n__constant__ int a\n#else\n__constant__ float a\n#endif\n= 3; CUJIT_GLOBAL(\"a\", a)"},
    {"template <class T> __global__ void k() { extern volatile __shared__ box<T, 2> a[], b[]; }",
     "template <class T> __global__ void k() {        volatile            box<T, 2> (&a)[] = cujit_dynamic_memory(), "
     "(&b)[] = cujit_dynamic_memory(); }"},
    {"struct A { __device__ int *f() { extern __shared__ int s[]; return s; } };",
     "struct A { __device__ int *f() {                   int (&s)[] = cujit_dynamic_memory(); return s; } };"},
    {"void k() { extern __shared__ ALIGN(16) float s[]; }",
     "void k() {                   ALIGN(16) float (&s)[] = cujit_dynamic_memory(); }"},
    {"extern __shared__ float ALIGN(16) s[] ALIGN(8), t;",
     "      extern __thread             float ALIGN(16) s[CUJIT_SHARED_MOST] ALIGN(8) __attribute__((alias(\"cujit_shared\"))), "
     "t __attribute__((alias(\"cujit_shared\")));"},
    {"void k() { ext\\\nern __shared__ T s; }", "void k() {    \\\n               T &s = cujit_dynamic_memory(); }"},
    {"extern __shared__ int s[];\nvoid k() {}",
     "      extern __thread             int s[CUJIT_SHARED_MOST] __attribute__((alias(\"cujit_shared\")));\nvoid k() {}"},
    {"namespace a { extern __shared__ T s[][3], *t[4]; }",
     "namespace a {       extern __thread             T s[CUJIT_SHARED_MOST][3] __attribute__((alias(\"cujit_shared\"))), "
     "*t[4] __attribute__((alias(\"cujit_shared\"))); }"},
    {"namespace a <% __constant__ float c<:4:> = <%1%>, d<%2%>; %>",
     "namespace a <% __constant__ float c<:4:> = <%1%>, d<%2%>; CUJIT_GLOBAL(\"a::c\", c) CUJIT_GLOBAL(\"a::d\", d) %>"},
    {"__device__ int x = 1 and 2, y = compl 3;",
     "__device__ int x = 1 and 2, y = compl 3; CUJIT_GLOBAL(\"x\", x) CUJIT_GLOBAL(\"y\", y)"},
    {"__device__ int ab\\\ncd;", "__device__ int ab\\\ncd; CUJIT_GLOBAL(\"abcd\", abcd)"},
    {"void k() <% extern __shared__ float s<::>; s<:0:> = 1; %>",
     "void k() <%                   float (&s)<::> = cujit_dynamic_memory(); s<:0:> = 1; %>"},
    {"extern __shared__ int s<::>;",
     "      extern __thread             int s<:CUJIT_SHARED_MOST:> __attribute__((alias(\"cujit_shared\")));"},
    {"__device__ int x;", "__device__ int x; CUJIT_GLOBAL(\"x\", x)"},
    {"__constant__ float c[4], d = 2, *e[3] = {0};",
     "__constant__ float c[4], d = 2, *e[3] = {0}; CUJIT_GLOBAL(\"c\", c) CUJIT_GLOBAL(\"d\", d) CUJIT_GLOBAL(\"e\", e)"},
    {"static __device__ box<int, 3> x{1, 2};", "static __device__ box<int, 3> x{1, 2}; CUJIT_GLOBAL(\"x\", x)"},
    {"namespace a { namespace { inline namespace b { __device__ int x; } } }",
     "namespace a { namespace { inline namespace b { __device__ int x; CUJIT_GLOBAL(\"a::b::x\", x) } } }"},
    {"namespace a::b { } __device__ int x;", "namespace a::b { } __device__ int x; CUJIT_GLOBAL(\"x\", x)"},
    {"extern \"C\" { __constant__ int x[2]; }", "extern \"C\" { __constant__ int x[2]; CUJIT_GLOBAL(\"x\", x) }"},
    {"extern \"C\" __constant__ int x[2];", "           __constant__ int x[2]; CUJIT_GLOBAL(\"x\", x)"},
    {"extern __device__ int x; __device__ int x = 1;",
     "extern __device__ int x; __device__ int x = 1; CUJIT_GLOBAL(\"x\", x)"},
    {"extern __device__ int x = 1;", "extern __device__ int x = 1; CUJIT_GLOBAL(\"x\", x)"},
    {"__device__ struct P { int a; } p;", "__device__ struct P { int a; } p; CUJIT_GLOBAL(\"p\", p)"},
    {"__device__ float (*f)(float) = g, x;",
     "__device__ float (*f)(float) = g, x; CUJIT_GLOBAL(\"f\", f) CUJIT_GLOBAL(\"x\", x)"},
    {"__device__ int A::x = 3;", "__device__ int A::x = 3; CUJIT_GLOBAL(\"A::x\", A::x)"},
    {"__device__ auto f = [] __device__ (int x) { return x, 1; };",
     "__device__ auto f = [] __device__ (int x) { return x, 1; }; CUJIT_GLOBAL(\"f\", f)"},
    {"template __global__ void k<int>(int *y);", "template            void k<int>(int *y);"}};

/* Nothing to be rewritten, what looks like something that is refused, and what is broken. */
static const char unchanged[] =
    "__device__ int f(int texture) { return texture < 3 && texture << 2 < 7; } | "
    "struct A { int tex2D, surface; }; __device__ int f(A a) { return a.tex2D + a.surface; } | "
    "#if 0\nasm(\"\");\n#endif\n | #ifdef __CUDA_ARCH__\n__device__ void f() { asm(\"\"); }\n#endif\n | "
    "/* asm */ const char *t = \"tex2D(\"; | #define USE_PTX asm(\"\")\n | "
    "#include <cooperative_groups.h>\nnamespace cg = cooperative_groups; | void k() { __shared__ float s[4]; } | "
    "extern int x; void k() { extern int y; } | "
    "/* extern __shared__ int s[]; */ const char *t = \"extern __shared__ int s[];\"; | "
    "#if 0\n__device__ int x;\n#endif\n | extern __device__ int x[]; | __device__ float f(float x); | "
    "__device__ __forceinline__ float f(float x) { float y = x; return y; } | "
    "template <typename T> __device__ T x = 1; | template <typename T> __device__ int A<T>::x = 1; | "
    "__device__ int A<int>::x = 1; | __device__ bool operator<(P a, P b) { return a.x < b.x; } | "
    "struct A { static __device__ int x; }; | namespace b = a; using namespace a; __shared__ int x; | "
    "void k() {  | } } ) ] __global__ | __device__ int x | \"never closed | __device__ int x = ( | extern | "
    "extern \"C\" { | namespace | template < | __device__ [";

static void expect_text(const char *text, const char *expected)
{
    cj_rewritten seen = {0};
    cj_text out = {0};

    must(cj_host_rewrite(text, NULL, &out, &seen, &fault));
    ck_assert_str_eq(out.data == NULL ? "" : out.data, expected);
    ck_assert_int_eq(seen.file_shared, strstr(expected, "cujit_shared") != NULL);
    cj_text_clear(&out);
}

TEST_EACH(text_is_rewritten, COUNT(texts))
{
    expect_text(texts[_i].text, texts[_i].expected);
}

TEST(text_stays_as_it_is)
{
    EACH_OF(text, unchanged)
    expect_text(text, text);
}

/* What the host has not, and where. */
static const struct {
    const char *text, *names;
    int line, column;
} refused[] = {{"texture<float, 2> t;", "no texture references; nor has CUDA since 12.0", 1, 1},
               {"\n__global__ void k(float *x) { *x = texCubemap<float>(t, 1, 2, 3); }", "cube maps", 2, 36},
               {"__device__ float4 f() { return tex2Dgather<float4>(t, 1, 2); }", "texture gathers", 1, 32},
               {"__device__ float f() { return tex2DGrad<float>(t, 1, 2, 3, 4); }", "mipmaps", 1, 31},
               {"surface<void, 2> s;", "surface references", 1, 1},
               {"__global__ void j() {}\n__global__ void k() {\n  j<<<1, 1>>>();\n}", "dynamic parallelism", 3, 4},
               {"__global__ void k() { cudaLaunchKernel(0); }", "dynamic parallelism", 1, 23},
               {"__global__ void k() {\n    int x;\n    asm volatile(\"mov.u32 %0, %laneid;\" : \"=r\"(x));\n}",
                "inline PTX", 3, 5},
               {"__global__ void k() { __asm__(\"\"); }", "inline PTX", 1, 23}};

TEST_EACH(what_cannot_be_done_is_refused, COUNT(refused))
{
    cj_rewritten seen = {0};
    cj_text out = {0};

    ck_assert_int_eq(cj_host_rewrite(refused[_i].text, NULL, &out, &seen, &fault), CUJIT_ERROR_UNSUPPORTED);
    refuse_at(fault.status, CUJIT_ERROR_UNSUPPORTED, "source", refused[_i].line, refused[_i].column, refused[_i].names);
    cj_text_clear(&out);
    refuse(cj_host_rewrite(refused[_i].text, "some.h", &out, &seen, &fault), CUJIT_ERROR_UNSUPPORTED, "\"some.h\"");
    cj_text_clear(&out);
}

TEST(rewriting_survives_lack_of_memory)
{
    static const char text[] = "namespace a { __device__ int x, y; } extern __shared__ int s[];\n"
                               "#define N 4\n#if N\nvoid k() { extern __shared__ int t[]; }\n#endif\n";

    for (unsigned long nth = 1, made = nth; made >= nth && nth < 100; nth++) {
        cj_rewritten seen = {0};
        cj_text out = {0};
        cujit_status status;

        cj_alloc_fail_at(nth);
        status = cj_host_rewrite(text, NULL, &out, &seen, &fault);
        made = cj_alloc_fail_at(0);
        ck_assert(status == CUJIT_OK || status == CUJIT_ERROR_OUT_OF_MEMORY);
        cj_text_clear(&out);
    }
}

/* Warps in lockstep: the line of the warning; 0: there is none. */
static const struct {
    const char *text;
    int line;
} lockstep[] = {
    {"__global__ void k() {\n__shared__ volatile int s[64];\ns[t] += s[t + 16];\ns[t] += s[t + 8];\n}", 4},
    {"__device__ void f(volatile int *s, int t) {\ns[t] += s[t + 16];\ns[t] = s[t] + s[t + 8];\n}", 3},
    {"void f(int volatile *s) {\nif (n > 32) s[t] += s[t + 32];\nif (n > 16) s[t] += s[t + 16];\n}", 3},
    {"template <typename T> void f(volatile T *s) {\nfor (int d = 16; d > 0; d /= 2)\ns[t] += s[t + d];\n}", 3},
    {"void f() { extern __shared__ volatile float s[];\nwhile (d > 0) { if (t < d)\ns[t] = max(s[t], s[t + d]); d /= 2; } }",
     3},
    {"void f() { volatile float *s = all;\nif (s[t + 2] < s[t]) s[t] = s[t + 2];\nif (s[t + 1] < s[t]) s[t] = s[t + 1]; }",
     3},
    {"void f(volatile int *s) {\ns[t] += s[t + 16]; __syncwarp();\ns[t] += s[t + 8]; __syncwarp();\n}", 0},
    {"void f(volatile int *s) {\nfor (int d = 16; d > 0; d /= 2) { s[t] += s[t + d]; __syncwarp(); }\n}", 0},
    {"void f(volatile int *s) {\ns[t] += s[t + 16];\n}\nvoid g(int *s) { s[t] += s[t + 8]; s[t] += s[t + 4]; }", 0},
    {"void f(int *s) {\ns[t] += s[t + 16];\ns[t] += s[t + 8];\n}", 0},
    {"void f(volatile int *s) <%\ns<:t:> += s<:t + 16:>;\ns[t] += s[t + 8];\n%>", 3},
    {"#define V volatile\nvoid f(V int *s) {\ns[t] += s[t + 16];\ns[t] += s[t + 8];\n}", 4},
    {"typedef volatile int v;\nvoid f() { v *s = a;\ns[t] += s[t + 16];\ns[t] += s[t + 8];\n}", 4},
    {"using v = volatile int;\nvoid f(v *s) {\ns[t] += s[t + 16];\ns[t] += s[t + 8];\n}", 4},
    {"void f(volatile int *s) {\ns[t] += s<:t:>;\ns<:t:> += s[t];\n}", 0},
    {"void f() { volatile int s[4], n; s[0] = 1; s[1] = 2; n = s[0]; s[t] += 1; s[t] += s[t]; }", 0},
    {"void f(volatile int *flag) { while (flag[0] == 0) ; flag[1] = 1; *(volatile int *)p = 3; a[0] = a[1]; a[1] = a[2]; }",
     0},
    {"void f() { volatile int s[4][32];\ns[w][t] += s[w][t + 2];\ns[w][t] += s[w][t + 1]; }", 3},
    {"void f() { volatile int s[4][32];\ns[w][t] += s[w][t]; s[w][t] -= s[w][t]; }", 0},
    {"volatile", 0},
    {"volatile int *s; s[", 0}};

TEST_EACH(warps_in_lockstep_are_warned_of, COUNT(lockstep))
{
    cj_rewritten seen = {0};
    cj_text out = {0};
    char expected[40];

    must(cj_host_rewrite(lockstep[_i].text, NULL, &out, &seen, &fault));
    snprintf(expected, sizeof expected, "source:%d:", lockstep[_i].line);
    if (lockstep[_i].line == 0)
        ck_assert_msg(seen.warnings.length == 0, "%s", seen.warnings.data);
    else
        ck_assert_msg(seen.warnings.length > 0 && strncmp(seen.warnings.data, expected, strlen(expected)) == 0 &&
                          strstr(seen.warnings.data, "warning: \"s\"") != NULL,
                      "%s: %s", expected, seen.warnings.length > 0 ? seen.warnings.data : "none");
    cj_text_clear(&out);
    cj_text_clear(&seen.warnings);
}
