/*
 * hostile_by_hand.h: what hostile_texts.h does not draw: kernels written one by one, each with a way of its own to be
 * something else than it looks like. All of them compile over plain pointers.
 */
#ifndef TESTS_HOSTILE_BY_HAND_H
#define TESTS_HOSTILE_BY_HAND_H

/* `type`: of all elements. `map`: of a reduction and a scan; NULL: none. `views`: arrays of any strides are served. */
typedef struct hostile_case {
    const char *type, *preamble, *operation, *map, *option;
    bool views;
} hostile_case;

#define SWAP "template <class T> __device__ inline void swop(T &a, T &b) { T c = a; a = b; b = c; }\n"
#define WRAP                                                                                                           \
    "template <class T> struct ref { T *to; __device__ ref(T &t) : to(&t) {} __device__ operator T &() const "         \
    "{ return *to; } __device__ T &get() const { return *to; } };\n"
#define KIND "template <class T> __device__ int kind(T) { return __is_enum(T) ? 1 : 2; }\n"
#define LVALUE                                                                                                         \
    "__device__ inline int f(long long &) { return 1; }\n__device__ inline int f(double) { return 2; }\n"              \
    "struct of { int k; __device__ of(long long &) : k(1) {} __device__ of(double) : k(2) {} };\n"
#define PAIR "struct pair { int a, b; };"

/* No map, no option, no demand on views. */
#define ALONE NULL, NULL, false

/* An option that means nothing: NVRTC does not take the text. */
#define GCC "-DGCC_ONLY"

/* Operations on ints that need nothing else. */
/* clang-format off */
#define AT(head) "int", "struct at_of { long long value, index; };\n" head "{ return {0, __is_enum(I) ? 100 : k}; }",           \
    "z[i] = x[i];", "cujit_at(x[i], i).index", NULL, false
static const char *const plain_by_hand[] = {
    "struct two { int &a, &b; }; auto [p, q] = two{z[i], y[i]}; p = 3; q += x[i];",
    "auto f = [&r = z[i]](int v) { r = v; }; f(x[i] + 1);", "auto f = [r = &z[i]](int v) { *r = v; }; f(x[i] + 1);",
    "int t[2] = {x[i], 5}; for (auto &e : t) e *= 2; z[i] = t[0] + t[1];", "(x[i] > 2 ? z[i] : y[i]) = 9;",
    "(x[i] > 2 ? (z[i]) : (y[i])) += x[i];", "*(x[i] > 2 ? &z[i] : &y[i]) = 9;",
    "(y[i], z[i]) = 4; y[i] = (z[i] = 3, x[i]);", "(z[i] = 1, z[i]) += x[i];", "((z[i] = x[i]) += 2) *= 3;",
    "decltype(auto) r = (z[i]); r = x[i] * 2;", "auto f = [&]() -> decltype(auto) { return (z[i]); }; f() = x[i];",
    "atomicAdd(&z[i], x[i]);", "atomicAdd(z + i, x[i]);", "atomicAdd(&(z[i]), 1); atomicMax(&i[z], x[i]);",
    "atomicAdd(&z[i / 2 * 2], 1); y[i] = x[i];", "*(volatile int *)&z[i] = x[i];", "(volatile int &)z[i] = x[i];",
    "const_cast<volatile int &>(z[i]) = x[i];", "reinterpret_cast<unsigned &>(z[i]) ^= 0xffu;",
    "*__builtin_addressof(z[i]) = x[i];", "union { int k; float f; } u; u.k = x[i]; z[i] = u.k + 1;",
    "union u { int *p; long long q; } v; v.p = &z[i]; *v.p = x[i];",
    "int k = 0; again: z[i] = x[i] + k; if (k++ < 3) goto again;", "if (x[i] > 2) goto out; z[i] = 7; out:;",
    "z[i] = sizeof z + sizeof(z) + sizeof z[i] + sizeof(x + i);",
    "z[i] = alignof(decltype(z)) + alignof(decltype(x[i]));",
    "z[i] = x[i] + (i > 0 ? x[i - 1] : 0) + sizeof(i + 1);", "auto k = i - 1; z[i] = x[i] - (i > 0 ? x[i - 1] : sizeof k);",
    "z[i] = __is_enum(decltype(i)) + 2 * __is_class(decltype(i));",
    "for (long long i = 0; i < 2; i++) z[0 + ::min(i, 0LL)] = 3; z[i] = x[i];",
    "z[i] = x[i]; { int i = 5; z[i]; y[i]; } ", "{ const int *z = x; y[i] = z[i]; }",
    "{ int z[8]; long long k = i; for (int i = 0; i < 8; i++) z[i] = i; y[k] = z[k % 8]; }",
    "auto f = [](int *x, int i) { x[i] = 3; }; f(&z[i], 0);", "int *table[] = {z, y}; table[x[i] & 1][i] = 6;",
    "z[i]++, ++y[i], --z[i]; z[i]--; -z[i]; !z[i];", "z[i] = y[i]++ + x[i];",
    "bool done = (z[i] = x[i]) && (y[i] = 3); (void)done;", "x[i] > 2 && (z[i] = 8); x[i] < 1 || (y[i] = 9);",
    "switch (x[i]) { case 1: z[i] = 3; case 2: z[i] = 4; break; default:; }",
    "while (z[i] < 20) z[i] += x[i] + 1; do y[i]++; while (y[i] < 9);", "for (; z[i] < 9; z[i]++);",
    "if (int k = x[i]; k > 2) z[i] = k; else if (k == 1) ; else y[i] = k;",
    "if constexpr (sizeof(z[i]) == 4) z[i] = 1; else z[i] = 2;", "z[i] = [](auto a, auto k) { return a[k]; }(x, i);",
    "z[i] = [&](auto... k) { return (x[k] + ...); }(i, i);", "z[i\\\n] = x[\\\ni];",
    "long long k[1] = {i}; z[k[0]] = x[*k];", "struct { long long k; } s = {i}, t{i}; z[s.k] = x[t.k] + 1;",
    "enum { one = 1 }; z[i] = x[i >= one ? i - one : 0]; z[i + one - 1] += 1;",
    "z[i] = i[\"abcdefgh\" + 0 * n] * 0 + x[i];",
};

static const hostile_case by_hand[] = {
    {"int", WRAP, "ref<int> r(z[i]); r.get() = x[i] + 2;", ALONE},
    {"int", WRAP, "ref<int> r = z[i]; (int &)r = x[i] + 2;", ALONE},
    {"int", WRAP, "ref r{z[i]}; static_cast<int &>(r) += x[i] + 2;", ALONE}, {"int", SWAP, "swop(z[i], y[i]);", ALONE},
    {"float", SWAP, "if (x[i] > 2) swop(z[i], y[i]); else z[i] = 1;", ALONE},
    {"int", "#define ADD(p, v) atomicAdd(&p, v)\n", "ADD(z[i], x[i]);", ALONE},
    {"int", "#define ADD atomicAdd\n#define AT &\n", "ADD(AT z[i], x[i]);", ALONE},
    {"float", "", "(int &)z[i] ^= 1 << 22; y[i] = __int_as_float(__float_as_int(x[i]) + 1);", ALONE},
    {"float", "", "z[i] = *(const int *)&x[i] & 0xff;", "*(const int *)&x[i] & 0xff", NULL, false},
    {"float", "", "z[i] = reinterpret_cast<const unsigned char *>(&x[i])[3];", ALONE},
    {"int", "", "*__builtin_launder(&z[i]) = x[i];", NULL, GCC, false},
    {"int", "", "const int *p = y; z[i] = __is_same(decltype(x[i]), decltype(p[0]));", NULL, GCC, false},
    {"int", "", "z[i] = ({ int t = x[i]; t * 2; }); ({ y[i]; }) ;", NULL, GCC, false},
    {"int", "", "__typeof__(z[i]) &r = z[i]; r = x[i];", NULL, GCC, false},
    {"int", "", "z[i] = noexcept(z[i]) + __is_same(decltype(z), int *) + __is_same(decltype((z[i])), int &);", NULL,
     GCC, false},
    {"int", "", "auto k = i; z[i] = __is_same(decltype(k), long long);", NULL, GCC, false},
    {"int", "#define EACH(k) for (int k = 0; k < 3; k++)\n", "long long at = i; EACH(i) z[at] += i;", ALONE},
    {"int", "#define EACH for (int i = 0; i < 4; i++)\n", "long long at = i; EACH z[at] += x[i];", ALONE},
    {"int", "#define UP (i ? i - 1 : i)\n", "z[i] = x[UP];", "x[UP]", NULL, false},
    {"int", "", "z[i] = x[UP];", "x[UP]", "-DUP=(i ? i - 1 : i)", false},
    {"int", "", "SET(z) = x[i];", NULL, "-DSET(p)=p[i ^ 0]", false},
    {"int", "", "int AMP r = z[i]; r = x[i];", NULL, "-DAMP=&", false},
    {"int", "", "z[i] = x[i] + WHERE % 5;", "x[i] + WHERE % 5", "-DWHERE=(+i)", false},
    {"float", "struct sum { float &to; __device__ void operator,(float v) { to += v; } };\n", "sum s{z[i]}; s, x[i];",
     ALONE},
    {"float", "struct sink { float *at; __device__ sink &operator<<(float &v) { v = 5; return *this; } };\n",
     "sink s{0}; s << z[i] << y[i];", ALONE},
    {"float", "struct in { float v; __device__ in(long long k) : v((float)(k % 7)) {} __device__ operator float() const"
     " { return v; } };\n", "z[i] = in(i) + x[i]; in k = i; y[i] = k;", "in(i) + x[i]", NULL, false},
    {"float", "struct put { float *p; __device__ put(float *q) : p(q) {} };\n", "put p(&z[i]); *p.p = x[i];", ALONE},
    {"float", "struct at { float *p; __device__ float &operator*() { return *p; } __device__ float *operator->() "
     "{ return p; } __device__ float &operator[](long long k) { return p[k]; } };\n",
     "at a{z}; *a = *a; a[i] = x[i]; at{y}[i] += 1;", ALONE},
    {"float", "struct over { float v; __device__ float operator&() const { return 3; } };\n",
     "over o{x[i]}; z[i] = &o;", ALONE},
    {"float", "__device__ float f(long long k) { return k % 13; }\n", "z[i] = f(i) + x[i];", "f(i) + x[i]", NULL, true},
    {"float", "template <class T> __device__ T half_of(T v) { return v / 2; }\n"
     "__device__ float f(long long k) { return k % 13; }\n", "z[i] = f(i) + half_of(x[i]);", "f(i) + half_of(x[i])",
     NULL, false},
    {"float", "template <class T> struct of { T v; };\n__device__ inline double f(double k, int m) { return k * m; }\n",
     "z[i] = f(i, 2) + f(i + 1, 3) + x[i];", "(int)f(i, 2) % 50", NULL, false},
    {"float", "template <class T> __device__ T twice(T v) { return v + v; }\n", "z[i] = sinf(i) + max(i, 3LL) % 7;",
     NULL, NULL, true},
    {"float", "template <class T> __device__ T twice(T v) { return v + v; }\n",
     "if (i < 1) printf(\"\"); z[i] = twice((int)i) + twice(x[i]);", "twice((int)i % 9)", NULL, true},
    {"float", "#include <cuda_fp16.h>\n__device__ float f(long long k) { return k % 13; }\n",
     "z[i] = f(i) + __half2float(__float2half(x[i]));", "f(i)", NULL, true},
    {"float", "template <class T> __device__ int f(T) { return sizeof(T) + (T)-1 / 2; }\n"
     "__device__ int f(long long) { return 3; }\n", "z[i] = f(i) + x[i];", "f(i)", NULL, false},
    {"float", "struct some { int k; template <class T> __device__ some(T v) : k(__is_enum(T) ? 1 : 2) {} };\n"
     "__device__ int f(some a) { return a.k; }\n", "z[i] = f(i) + x[i];", "f(i)", NULL, false},
    {"float", "namespace a { template <class T> __device__ int f(T) { return __is_enum(T); } }\nusing a::f;\n",
     "z[i] = f(i) + x[i];", "f(i)", NULL, false},
    {"float", KIND "#define CALL kind(i)\n", "z[i] = CALL + x[i];", "CALL", NULL, false},
    {"float", LVALUE, "z[i] = x[i] + f(i);", ALONE}, {"float", LVALUE, "z[i] = x[i] + f((i));", ALONE},
    {"float", LVALUE "#define CALL f(i)\n", "z[i] = x[i] + CALL;", ALONE},
    {"float", LVALUE, "of s = i; z[i] = x[i] + s.k;", ALONE},
    {"float", LVALUE, "of s{i}, t(i); z[i] = x[i] + s.k * t.k;", ALONE},
    {"float", KIND, "z[i] = kind((i)) + x[i];", "kind((i))", NULL, false},
    {"float", KIND, "z[i] = kind(n > 0 ? i : i) + kind((3, i)) + x[i];", "kind((3, i))", NULL, false},
    {"float", KIND "template <class T> struct box { T v; __device__ box(T q) : v(q) {} };\n",
     "box b = i, c(i); z[i] = kind(b.v) + kind(c.v) + x[i];", ALONE},
    {"float", KIND "struct some { int k; template <class T> __device__ some(T v) : k(kind(v)) {} };\n",
     "some s = i; z[i] = s.k + ((some)i).k + static_cast<some>(i).k + x[i];", "((some)i).k", NULL, false},
    {"float", KIND, "z[i] = kind([&] { return i; }()) + x[i];", ALONE},
    {"float", KIND "struct sink { int k; template <class T> __device__ int operator<<(T v) { return kind(v); } };\n",
     "sink s{0}; z[i] = (s << i) + x[i];", "(sink{0} << i)", NULL, false},
    {"float", LVALUE, "of s(1.0); s = i; z[i] = x[i] + s.k;", ALONE},
    {"float", LVALUE, "z[i] = x[i] + ((of)i).k;", ALONE},
    {"float", LVALUE, "z[i] = x[i] + static_cast<of>(i).k;", ALONE},
    {"float", LVALUE, "z[i] = x[i] + [&]() -> of { return i; }().k;", ALONE}, {"float",
     "struct at { __device__ int operator[](long long &) { return 1; } __device__ int operator[](double) { return 2; }"
     " };\n", "at s; z[i] = s[i] + x[i];", ALONE},
    {"float",
     "struct sink { int k; __device__ int operator<<(long long &) { return 1; } __device__ int operator<<(double) "
     "{ return 2; } };\n", "sink s{0}; z[i] = (s << i) + x[i];", ALONE},
    {PAIR, "__device__ pair operator+(pair &p, int k) { p.a += k; return p; }\n"
     "__device__ pair operator+(const pair &p, int k) { return p; }\n", "z[i] = y[i] + 3; z[i].a += x[i].a;", ALONE},
    {"float", "struct sink { __device__ sink &operator<<(float &v) { v = 5; return *this; } "
     "__device__ sink &operator<<(const float &) { return *this; } };\n", "sink s; s << y[i]; z[i] = x[i];", ALONE},
    {"float", "struct tag {}; struct lazy { const float *at; };\n"
     "__device__ inline lazy operator+(const float &v, tag) { return {&v}; }\n",
     "lazy l = x[i] + tag(); z[i] = 5; z[i] += *l.at;", ALONE},
    {"float", "struct cref { const float *to; __device__ cref(const float &v) : to(&v) {} };\n#define DECL(t, n) t n\n",
     "DECL(cref, r) = x[i]; z[i] = 5; z[i] += *r.to;", ALONE},
    {"float", "struct keep { const float *p; __device__ keep &operator=(const float &v) { p = &v; return *this; } };\n",
     "keep k; k = x[i]; z[i] = 5; z[i] += *k.p;", ALONE},
    {"float", "struct cref { const float *to; __device__ cref(const float &v) : to(&v) {} };\n",
     "cref r(y[i]); r = (cref)x[i]; z[i] = 5; z[i] += *r.to;", ALONE},
    {"float", "", "z[i] = x[i] + __COUNTER__;", NULL, GCC, false},
    {"float", "#define NEXT __COUNTER__\n", "z[i] = x[i] + NEXT;", NULL, GCC, false}, {"float", KIND
     "struct caller { __device__ caller(int) {} template <class T> __device__ int operator()(T v) { return kind(v); "
     "} };\n", "caller f(1), g(2); z[i] = g(i) + x[i];", ALONE},
    {"int", "enum { word = 3 };\n", "z[i] = (word) & x[i];", ALONE},
    {"int", "typedef long long word;\n", "z[i] = ((word)&y[i]) - (word)(&y[0]) == 4 * i;", ALONE},
    {"float", "#define NOP\n", "NOP if (x[i] > 2) y[i] = 1; else z[i] = 2;", ALONE},
    {"float", KIND "#define INDEX i\n", "z[i] = kind(INDEX) + x[i];", "kind(INDEX)", NULL, false},
    {"float", KIND "#define AT (i)\n", "z[i] = kind AT + x[i];", "kind AT", NULL, false},
    {"float", KIND "#define f kind\n", "z[i] = f(i) + x[i];", "f(i)", NULL, false},
    {"float", KIND "#define DECLARE(f) template <class T> __device__ int f(T v) { return kind(v); }\nDECLARE(f)\n",
     "z[i] = f(i) + x[i];", "f(i)", NULL, false},
    {"float", "#define ANY template <class T>\n#define K T\nANY __device__ int f(K) { return __is_enum(T); }\n",
     "z[i] = f(i) + x[i];", "f(i)", NULL, false},
    {"float", KIND "struct f { int k; template <class T> __device__ f(T v) : k(kind(v)) {} };\n",
     "z[i] = f(i).k + x[i];", "f(i).k", NULL, false},
    {"float", KIND "struct caller { template <class T> __device__ int operator()(T v) { return kind(v); } };\n",
     "caller f; z[i] = f(i) + x[i]; y[i] = f(i + 1);", ALONE},
    {"float", KIND "struct caller { template <class T> __device__ int operator()(T v) { return kind(v); } };\n",
     "caller sinf; z[i] = sinf(i) + x[i];", ALONE},
    {"float", KIND "namespace a { template <class T> __device__ int f(T v) { return kind(v); } }\n"
     "__device__ int f(long long) { return 3; }\nusing namespace a;\n", "z[i] = f(i) + x[i];", "f(i)", NULL, false},
    {"float", KIND
     "__device__ int f(long long k, int m = 2);\n__device__ int f(long long k, int m) { return k % m; }\n",
     "z[i] = f(i) + f(i, 5) + kind(x[i]);", "f(i) + f(i, 5)", NULL, false},
    {"float", KIND "__device__ int f(unsigned k, size_t, float3 v) { return (int)(k + v.x) % 90; }\n",
     "z[i] = x[i] > 1 ? f(i + 1, i, make_float3(1, 2, 3)) : f(1, 2, float3());", ALONE},
    {"float", "__device__ int f(...) { return 1; }\n__device__ int f(int) { return 2; }\n", "z[i] = f(i) + x[i];",
     "f(i)", NULL, false},
    {"int", "__device__ int f(unsigned long long) { return 1; }\n__device__ int f(long long) { return 2; }\n"
     "__device__ int f(bool) { return 3; }\n", "z[i] = f(i) + x[i] + f(i + 0);", "f(i)", NULL, true},
    {"int", KIND "struct uint8_t { int k; template <class T> __device__ uint8_t(T v) : k(kind(v)) {} };\n",
     "z[i] = uint8_t(i).k + x[i];", "((uint8_t)i).k", NULL, false},
    {"int", KIND "struct sink { template <class T> __device__ int operator<<(T v) { return kind(v); } };\n"
     "__device__ sink operator\"\"_s(unsigned long long) { return {}; }\n", "z[i] = (5_s << i) + x[i];", "(5_s << i)",
     NULL, false},
    {"int", "template <class A, class B> __device__ int operator<<(A, const B &) { return 7; }\n", "z[i] = (3 << i) + x[i];",
     "3 << i", NULL, false}, {"int", "__device__ int operator^(int, auto) { return 7; }\n", "z[i] = 3 ^ i;", "3 ^ i", GCC, false},
    {"int", "template <class T> struct vec { T v; __device__ vec operator+(vec o) const { return {v + o.v}; } };\n"
     "template <class T> __device__ vec<T> operator*(vec<T> a, const vec<T> &b) { return {a.v * b.v}; }\n",
     "if (i > 0) z[i] = x[i] * (i % 7) + i;", NULL, NULL, true},
    {AT("template <class T, class I> __device__ at_of __attribute__((noinline)) cujit_at(T v, I k)")},
    {AT("#define HD(k) __device__ inline k\ntemplate <class T, class I> HD(at_of) cujit_at(T v, I k)")},
    {AT("#define FUN cujit_at\ntemplate <typename T, typename I> __device__ at_of FUN(T v, I k)")},
    {"int", "#define TYPE(t) struct t\nTYPE(keep) { const int *p; __device__ keep(const int &v) : p(&v) {} };\n",
     "keep k(x[i]); z[i] = 5; z[i] += i > 0 ? k.p[-1] : 3;", ALONE},
    {"int", KIND "#define TYPE(t) struct t\nTYPE(some) { int k; template <class T> __device__ some(T v) : k(kind(v)) {} "
     "};\n", "some s(i); z[i] = s.k + x[i];", "some(i).k", NULL, false},
    {PAIR, "", "z[i].a = x[i].b; z[i].b = x[i].a;", NULL, NULL, true}, {PAIR, "", "z[i].a = x[i].b;", NULL, NULL, true},
    {PAIR, "", "int pair::*m = x[i].a > 2 ? &pair::a : &pair::b; z[i].*m = 7; (&y[i])->*m = 8;", ALONE},
    {PAIR, "", "auto &[a, b] = z[i]; a = x[i].b; b++;", ALONE}, {PAIR, "", "auto [a, b] = x[i]; z[i] = {b, a};", ALONE},
    {PAIR, "", "z[i] = pair{x[i].b, x[i].a}; (z[i]).a += 1; ((pair &)(z[i])).b -= 1;", ALONE},
    {PAIR, "", "int &r = z[i].b; r = x[i].a; int *p = &y[i].a; *p = 4;", ALONE},
    {PAIR, "__device__ void operator+=(pair &p, int k) { p.a += k; }\n", "z[i] += 3;", ALONE},
    {PAIR, "__device__ pair operator<<(pair &p, int k) { p.a = k; return p; }\n", "z[i] << 3; y[i] = x[i];", ALONE},
    {PAIR, "__device__ int first(const pair &p) { return p.a; }\n", "z[i].b = first(x[i]) + first(z[i]);", ALONE},
    {PAIR, "#define B .b\n", "z[i] B = x[i] B + 1;", ALONE},
    {"int", "struct box { int *q; __device__ box &operator=(int v) { *q = v; return *this; } };\n",
     "box b{&z[i]}; b = x[i];", ALONE},
    {"int", "__device__ int &pick(int &a, int &b, bool c) { return c ? a : b; }\n", "pick(z[i], y[i], x[i] > 1) = 5;",
     ALONE},
    {"int", "typedef int two[2];\n", "int (*p)[1] = (int (*)[1])z; p[i][0] = x[i];", ALONE},
    {"int", "template <class T> __device__ void store(T to, int v) { *to = v; }\n", "store(&z[i], x[i]);", ALONE},
    {"int", "template <class A, class I> __device__ int get(A a, I k) { return a[k > 0 ? k - 1 : k]; }\n",
     "z[i] = get(x, i);", "get(x, i)", NULL, false},
    {"int", "template <class I> __device__ int odd(I k) { k++; return (int)(k & 1); }\n", "z[i] = odd(i) + odd(i + 1);",
     "odd(i)", NULL, false},
    {"int", "", "z<:i:> = x<:i:> + 1;", "x<:i:>", NULL, false},
    {"int", "", "z/**/[/* j */i] = x // [0]\n[i];", NULL, NULL, true},
    {"int", "", "int t[16] = {0}; t[i & 15] = 3; t[i % 3]++; z[i] = t[i & 15] + t[i % 3];", "(\"abc\")[i % 3]", NULL,
     true},
    {"int", "", "z[i] = (i > 5) * 3 + (i == n - 1) + (i <= 4 && !(i >= 9)) + (i >> 3 & 7) + -i % 3 + i * i % 11;",
     "i * i % 11 + (i >> 3 & 7)", NULL, true},
    {"int", "", "z[i] = 7 * (double)i > 3.5f * i ? x[i] : (unsigned char)i;", "(unsigned char)i", NULL, true},
    {"int", "", "unsigned k = i; short s = i; float f = i; bool b = i; z[i] = k % 7 + s % 5 + (int)f % 3 + b;", NULL,
     NULL, true},
    {"int", "", "int k = x[i]; k += i; k ^= i; k <<= i & 3; z[i] = k % 101;", NULL, NULL, true},
    {"int", "", "if (i) z[i] = i ? 3 : 4; else z[i] = 5;", "i ? x[i] : 4", NULL, true},
    {"int", "", "z[i] = x[i] ? i : 7;", "x[i] > 2 ? i : 1", NULL, true},
    {"int", "", "z[i] = min((long long)i, 5LL) + max((int)i, 3) % 11 + abs(i - 9) % 5;", "min(i, 99LL)", NULL, true},
};
/* clang-format on */

#undef SWAP
#undef WRAP

#endif
