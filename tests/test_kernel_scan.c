/*
 * test_kernel_scan.c: the kernels that a look at a source finds, and the conditionals that decide about them.
 */
#include "libjit/base/alloc.h"
#include "libjit/syntax/kernel_scan.h"
#include "support.h"

#include <stdio.h>
#include <string.h>

/* One line for each kernel: EXPRESSION(PARAMETERS) and letters: t template, c extern "C", d defined, u not certain,
 * o overloaded. */
static void show(const cj_kernel_list *list, char *out, size_t size)
{
    size_t used = 0;

    out[0] = '\0';
    for (size_t k = 0; k < list->count && used < size; k++) {
        const cj_kernel *kernel = &list->kernels[k];

        used += (size_t)snprintf(out + used, size - used, "%s%s(%s)%s%s%s%s%s", k > 0 ? "; " : "", kernel->expression,
                                 kernel->parameters, kernel->is_template ? " t" : "", kernel->extern_c ? " c" : "",
                                 kernel->defined ? " d" : "", kernel->certain ? "" : " u",
                                 kernel->overloaded ? " o" : "");
    }
}

/* What is found, and in which texts. */
static const struct {
    const char *found, *sources;
} cases[] = {
    {"", ""},
    {"k(float *x) d", "__global__ void k(float *x) { x[0] = 1; }"},
    {"k(float *x, int n) c d", "extern \"C\" __global__ void k(float *x, int n) {}"},
    {"k() c d", "extern \"C\" void __global__ k() {}"},
    {"a(int x) c d; b() c d; c() d",
     "extern \"C\" {\n__global__ void a(int x) {}\nint f(int a) { return a; }\n__global__ void b() {}\n}\n__global__ void c() {}"},
    {"k() d; l() c d", "extern \"C\" { extern \"C++\" { __global__ void k() {} } __global__ void l() {} }"},
    {"k() d", "extern \"C++\" { __global__ void k() {} }"},
    {"k(int n) d", "static __global__ void k(int n) {} | __global__ static inline void k(int n) {} | "
                   "void __global__ k(int n) {}"},
    /* Launch bounds, attributes, macros. */
    {"k(int n) d",
     "__global__ void __launch_bounds__(256, 2) k(int n) {} | __global__ __launch_bounds__(256) void k(int n) {} | "
     "__launch_bounds__(256) __global__ void k(int n) {} | "
     "__global__ void __launch_bounds__((A > 2 ? 3 : (4)), 1) __cluster_dims__(2, 1, 1) k(int n) {} | "
     "__global__ void __maxnreg__(32) k(int n) {} | [[maybe_unused]] __global__ void k [[gnu::cold]] (int n) {} | "
     "__attribute__((used, section(\"x\"))) __global__ void k(int n) {} | "
     "__global__ void k(int n) __attribute__((noinline)) {} | __global__ void k(int n) noexcept(true) {} | "
     "__global__ void BOUNDS(256) k(int n) {} | __global__ void FAST k(int n) {} | "
     "MACRO(x)\n__global__ void k(int n) {} | MACRO\n__global__ void k(int n) {}"},
    {"k() d", "#define GLOBAL __global__ void\n#define K __global__ void no(int x) {}\n__global__ void k() {} | "
              "#define LONG a \\\n __global__ void no() {}\n__global__ void k() {}"},
    /* Macros that stand for __global__. */
    {"k(float *x) c d", "#define KERNEL extern \"C\" __global__ void\nKERNEL k(float *x) {}"},
    {"k(float *x) c d; l() d",
     "#define G __global__\n#define K extern \"C\" G void \\\n  /* a */\nK k(float *x) {} G void l() {}"},
    {"a_k(int x,\n  f(3, 4) y) c d; b_k() c d",
     "#define K(name, ...) extern \"C\" __global__ void name##_k(__VA_ARGS__)\nK(a, int x,\n  f(3, 4) y) {}\nK (b) {}"},
    {"a(int x) d; ns::b(int y) d", "#define K(name) __global__ void name\nK(a)(int x) {} K(ns::b)(int y) {}"},
    {"k(int x) d", "#define K(n) __global__ void __launch_bounds__(n)\nK(32) k(int x) {} | "
                   "#define K K __global__ void\nK k(int x) {} | #define K(a) __global__ void k(a)\nK(int x)\n{ K; }"},
    {"", "#define K __global__ void\n#undef K\nK no() {} | #define K __global__ void\n#define K void\nK no() {} | "
         "#if 0\n#define K __global__ void\n#endif\nK no() {} | "
         "#define K(a __global__\nK k() {}\n#define\n#define K(\n | #define K(a) __global__ void a()\nK(x"},
    {"k() d", "#ifdef __X\n#define K __global__ void\n#else\n#define K void\n#endif\nK k() {} | "
              "#define A B\n#define B A __global__\nB void k() {}"},
    /* Declarations. */
    {"k(float *x)", "__global__ void k(float *x);"},
    {"k(float *x) d", "__global__ void k(float *);\n__global__ void k(float *x) {} | "
                      "__global__ void k(float *x) {}\n__global__ void k(float *x);"},
    {"k(float *x) c d", "extern \"C\" __global__ void k(float *);\n__global__ void k(float *x) {}"},
    {"k(float *x) d o; k(int *x) d o", "__global__ void k(float *x) {}\n__global__ void k(int *x) {}"},
    {"a()", "__global__ void a(), b(int);"},
    /* Texts that look like kernels. */
    {"k() d", "// __global__ void no() {}\n/* __global__ void no() {} */ __global__ void k() {} | "
              "const char *s = \"__global__ void no() {}\"; __global__ void k() {} | "
              "const char *s = R\"(__global__ void no() {})\"; __global__ void k() {} | "
              "int __global__x; int x__global__(void); __global__ void k() {} | "
              "__device__ void f(int x) { struct { int __global__y; } z; } __global__ void k() {} | "
              "  %\\\r\n:define KERNEL \\\r\n __global__ void\r\nKERNEL k() <% %> | "
              "%:if 1 not_eq 2 and not defined X\n__global__ void k() <% %>\n%:else\n__global__ void l() {}\n%:endif"},
    {"k() d; l() d",
     "char c = '{'; __global__ void k() { char d = '}'; const char *e = \"}\"; } __global__ void l() {}"},
    {"k( int /* d ) */ n ) d", "__global__ /* a */ void // b\n k /* c */ ( int /* d ) */ n ) {}"},
    {"kx(int n) d", "__glo\\\nbal__ void k\\\nx(int n) {}"},
    {"k(int n) d; l() d", "__global__ void k(int n) <% int x<:2:>; %> __global__ void l() {}"},
    {"a::k(int x<:2:>) d", "%:define KERNEL __global__ void\nnamespace a <%\nKERNEL k(int x<:2:>) <% %> %>"},
    {"k() t; k<(1|2)>() t d",
     "template <int M> __global__ void k();\ntemplate <> __global__ void k<(1 bitor 2)>() <% %>"},
    /* Parameters. */
    {"k(void (*f)(int), int n) d", "__global__ void k(void (*f)(int), int n) {}"},
    {"k(pair<int, float> p, int (&a)[2]) d", "__global__ void k(pair<int, float> p, int (&a)[2]) {}"},
    {"k(int a = f(1, 2), int b = sizeof(int)) d", "__global__ void k(int a = f(1, 2), int b = sizeof(int)) {}"},
    {"k(\n    float *x,\n    int n) d", "__global__ void k(\n    float *x,\n    int n)\n{\n}\n"},
    {"k(const __grid_constant__ S s) d", "__global__ void k(const __grid_constant__ S s) {}"},
    /* Namespaces and classes. */
    {"a::b::k() d; a::l() d; m() d",
     "namespace a { namespace b { __global__ void k() {} } __global__ void l() {} } __global__ void m() {}"},
    {"a::b::k() d", "namespace a::b { __global__ void k() {} }"},
    {"v1::k() d", "inline namespace v1 { __global__ void k() {} }"},
    {"k() d", "namespace { __global__ void k() {} } | "
              "namespace a { void f(); } namespace b = a; using namespace a; __global__ void k() {} | "
              "struct s { void f() {} int x[2] = {1, 2}; }; enum e { A, B }; __global__ void k() {} | "
              "struct s { friend __global__ void no(); }; class t : public s {}; __global__ void k() {} | "
              "int table[] = {1, 2, {3}}; __constant__ float c[4]; __global__ void k() {} | "
              "auto f = [](int x) { return x; }; __global__ void k() {}"},
    {"a::k() d", "namespace a { namespace { __global__ void k() {} } } | "
                 "namespace [[deprecated]] a { __global__ void k() {} } | "
                 "namespace a { __global__ void k(); } __global__ void a::k() {}"},
    {"a::k() c d", "namespace a { extern \"C\" __global__ void k() {} }"},
    {"k(t a, u b) d", "#pragma unroll\nusing t = int; typedef struct { int a; } u; __global__ void k(t a, u b) {}"},
    /* Templates. */
    {"k(T *x) t d", "template <typename T> __global__ void k(T *x) {}"},
    {"k(T *x) t d; l() d",
     "template <typename T, int N = (3 > 2), class U = v<w<T>>> __global__ void k(T *x) {} __global__ void l() {}"},
    {"k() d", "template <class T> struct s { T x; }; template <class T> T f(T x) { return x; } __global__ void k() {}"},
    {"k(T *x) t d; k<float>(float *x) d",
     "template <class T> __global__ void k(T *x) {}\ntemplate __global__ void k<float>(float *x);"},
    {"k(T *x) t d; k<unsigned int,2>(float *x) d",
     "template <class T> __global__ void k(T *x) {}\ntemplate __global__ void k< unsigned  int , 2 >(float *x);"},
    {"k(T *x) t d; k<float>(float *x)",
     "template <class T> __global__ void k(T *x) {}\nextern template __global__ void k<float>(float *x);"},
    {"k(T *x) t d; k<float>(float *x) t d",
     "template <class T> __global__ void k(T *x) {}\ntemplate <> __global__ void k<float>(float *x) {}"},
    {"k(C<A>... x) t d", "template <template <class> class C, class... A> __global__ void k(C<A>... x) {}"},
    /* Conditionals. */
    {"k() d",
     "#if 0\n__global__ void no() {}\n#endif\n__global__ void k() {} | "
     "#if 1\n__global__ void k() {}\n#else\n__global__ void no() {}\n#endif | "
     "#ifdef X\n__global__ void no() {}\n#else\n__global__ void k() {}\n#endif | "
     "#define X\n#ifdef X\n__global__ void k() {}\n#else\n__global__ void no() {}\n#endif | "
     "#define X\n#undef X\n#ifndef X\n__global__ void k() {}\n#endif | "
     "#define X 3\n#if X > 2 && defined(X) && !defined Y\n__global__ void k() {}\n#elif 1\n__global__ void no() {}\n#endif | "
     "#if Y\n__global__ void no() {}\n#elif -1 < 0\n__global__ void k() {}\n#elif 1\n__global__ void no() {}\n#else\n__global__ void no() {}\n#endif | "
     "#if FROM_OPTION == 7\n__global__ void k() {}\n#endif | "
     "#ifdef __X\n__device__ void f(int x) {\n#else\n__device__ void f(float x) {\n#endif\n}\n__global__ void k() {} | "
     "#if 0\n#if 1\n__global__ void no() {}\n#else\n__global__ void no() {}\n#endif\n#else\n__global__ void k() {}\n#endif"},
    {"k() d u", "#define X 0x10u\n#if X == 16 || FOO(1)\n__global__ void k() {}\n#endif"},
    {"a() d u; b() d u; c() d",
     "#include <x.h>\n#ifdef X\n__global__ void a() {}\n#else\n__global__ void b() {}\n#endif\n__global__ void c() {}"},
    {"a() d u", "#if __CUDA_ARCH__ >= 700\n__global__ void a() {}\n#endif | "
                "#if __cplusplus >= 201703L\n__global__ void a() {}\n#endif | "
                "#if 0\n#error never\n#elif (1\n__global__ void a() {}\n#endif"},
    {"", "#if __CUDA_ARCH__ >= 700 && 0\n__global__ void no() {}\n#endif"},
    {"k() c d; l() d",
     "#ifdef __cplusplus\nextern \"C\" {\n#endif\n__global__ void k() {}\n#ifdef __cplusplus\n}\n#endif\n__global__ void l() {}"},
    {"b::k() d; l() d",
     "#ifdef __X\nnamespace a {\n#else\nnamespace b {\n#endif\n__global__ void k() {}\n}\n__global__ void l() {}"},
    {"a::k() d; l() d",
     "#if 1\nnamespace a {\n#else\nnamespace b {\n#endif\n__global__ void k() {}\n}\n__global__ void l() {}"},
    {"k(int a) d u", "#ifdef __X\n__global__ void k(int a) {}\n#else\n__global__ void k(float a) {}\n#endif"},
    /* Broken texts: no hang, no crash. */
    {"k() d", "}}}} __global__ void k() {} | #endif\n#else\n__global__ void k() {} | "
              "#if\n#elif\n#else\n#else\n#endif\n__global__ void k() {}"},
    {"", "__global__ | __global__ void | __global__ void k | __global__ void k( | __global__ void k(int | "
         "__global__ void (int n) {} | template < | template < class T __global__ void k(T x) {} | namespace | "
         "namespace a | __global__ void k<float"},
    {"k(int n) d", "__global__ void k(int n) {"}};

static cujit_status scan(const char *source, cj_kernel_list *list)
{
    cj_tokens tokens = {0}, before = {0};
    cujit_status status;

    must(cj_tokens_read(&tokens, source, &fault));
    must(cj_tokens_read(&before, "#define FROM_OPTION 7\n", &fault));
    status = cj_kernel_scan(&tokens, &before, list, NULL);
    cj_tokens_clear(&tokens);
    cj_tokens_clear(&before);
    return status;
}

TEST_EACH(scan_finds_every_kernel, COUNT(cases))
{
    EACH_OF(source, cases[_i].sources)
    {
        cj_kernel_list list = {0};
        char found[1000];

        must(scan(source, &list));
        show(&list, found, sizeof found);
        ck_assert_msg(strcmp(found, cases[_i].found) == 0, "%s\nfound    %s\nexpected %s", source, found,
                      cases[_i].found);
        cj_kernel_list_clear(&list);
    }
}

static void survive(const char *text)
{
    cj_kernel_list list = {0};

    scan(text, &list);
    cj_kernel_list_clear(&list);
}

/* Every beginning of every case, and deep nests of everything that nests. */
TEST(scan_survives_any_text)
{
    static const char *const nests[] = {"{",          "(",       "[",       "namespace a {",      "extern \"C\" {",
                                        "template <", "#if X\n", "#if (",   "__global__ void k(", "a<",
                                        "}",          "#else\n", "#endif\n"};
    static char text[8000];

    for (size_t k = 0; k < COUNT(cases); k++) {
        EACH_OF(source, cases[k].sources)
        {
            for (size_t length = strlen(source); length > 0; length--) {
                snprintf(text, sizeof text, "%.*s", (int)length, source);
                survive(text);
            }
        }
    }
    for (size_t k = 0; k < COUNT(nests); k++) {
        size_t used = 0;

        while (used + 40 < sizeof text)
            used += (size_t)snprintf(text + used, sizeof text - used, "%s", nests[k]);
        snprintf(text + used, sizeof text - used, "\n__global__ void k() {}");
        survive(text);
    }
}

TEST(expression_is_spelled_in_one_way)
{
    /* clang-format off */
    static const char *const spellings[][2] = {
        {"scale", "scale"}, {" ns :: scale < float > ", "ns::scale<float>"},
        {"k<unsigned   int, 3>", "k<unsigned int,3>"}, {"k< v< int > >", "k<v<int>>"},
        {"k<const char*>", "k<const char*>"}, {"&k /* the first */", "&k"}, {"k<'a', (2 > 1)>", "k<'a',(2>1)>"},
        {"k<2 - -1, + + 3, - 1>", "k<2- -1,+ +3,-1>"},
        {"k<(a and not b), c<:0:>, (1 bitand & d)>", "k<(a&&!b),c[0],(1& &d)>"}, {"k<::a>, k<:::b:>", "k<::a>,k[::b]"},
        {"k<1 / *p>, k<1 / / 2>", "k<1/ *p>,k<1/ /2>"}, {"k // here", "k"},
    };
    static const char *const refused[] = {
        "", "  ", "/* */", "k; int x", "k{", "k}", "#if 1", "k\"", "k\n#define x\n", "k\\", "k<%", "k %>", "k %: x",
        "k) int x; (", "k)", "k(", "k(]", "k\r", "k\x01", "k<R\"(\n)\"[0]>", "k<R\"(\t)\"[0]>",
        "k\n#include \"/etc/passwd\""};
    /* clang-format on */

    for (size_t k = 0; k < COUNT(spellings); k++) {
        char *normal = NULL;

        ck_assert_int_eq(cj_expression_normal(spellings[k][0], &normal, NULL), CUJIT_OK);
        ck_assert_str_eq(normal, spellings[k][1]);
        cj_free(normal);
    }
    for (size_t k = 0; k < COUNT(refused); k++) {
        char *normal = NULL;

        refuse(cj_expression_normal(refused[k], &normal, &fault), CUJIT_ERROR_INVALID_ARGUMENT, NULL);
        ck_assert_ptr_null(normal);
    }
}
