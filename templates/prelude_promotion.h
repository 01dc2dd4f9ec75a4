/*
 * prelude_promotion.h: what <cmath> adds to C's functions of numbers: arguments of any types. An integer counts as
 * double, a 16-bit floating-point number as float, and of two types the larger decides. Put behind the prelude of
 * either device, with one line of prelude_promotion_functions.h for each function that a unit mentions.
 *
 * All are templates with a pack at the end, which stays empty: a function of the user's that fits as well, a template
 * too, is preferred. Their types come from the device's own functions, declared before.
 */
template <typename T> struct cujit_number {};
#define CUJIT_NUMBER(T, R) template <> struct cujit_number<T> { typedef R real; };
CUJIT_NUMBER(bool, double)
CUJIT_NUMBER(char, double)
CUJIT_NUMBER(signed char, double)
CUJIT_NUMBER(unsigned char, double)
CUJIT_NUMBER(short, double)
CUJIT_NUMBER(unsigned short, double)
CUJIT_NUMBER(int, double)
CUJIT_NUMBER(unsigned int, double)
CUJIT_NUMBER(long, double)
CUJIT_NUMBER(unsigned long, double)
CUJIT_NUMBER(long long, double)
CUJIT_NUMBER(unsigned long long, double)
CUJIT_NUMBER(float, float)
CUJIT_NUMBER(double, double)
template <typename T> using cujit_real = typename cujit_number<T>::real;
template <typename T, typename U> using cujit_real2 = decltype(cujit_real<T>() + cujit_real<U>());
template <typename T, typename U, typename V> using cujit_real3 = decltype(cujit_real2<T, U>() + cujit_real<V>());

#define CUJIT_PROMOTE template <typename T, typename... N> static __device__ __forceinline__ constexpr auto
#define CUJIT_PROMOTE2 template <typename T, typename U, typename... N> static __device__ __forceinline__ constexpr auto
#define CUJIT_PROMOTE3                                                                                                 \
    template <typename T, typename U, typename V, typename... N> static __device__ __forceinline__ constexpr auto

#define CUJIT_REAL1(name)                                                                                              \
    CUJIT_PROMOTE name(T x, N... none)->decltype(name(cujit_real<T>(), none...))                                       \
    {                                                                                                                  \
        return name((cujit_real<T>)x, none...);                                                                        \
    }
#define CUJIT_REAL2(name)                                                                                              \
    CUJIT_PROMOTE2 name(T x, U y, N... none)->decltype(name(cujit_real2<T, U>(), cujit_real2<T, U>(), none...))        \
    {                                                                                                                  \
        return name((cujit_real2<T, U>)x, (cujit_real2<T, U>)y, none...);                                              \
    }
/* With a whole number behind the first, or a place for one. */
#define CUJIT_REAL_AND(name, I)                                                                                        \
    CUJIT_PROMOTE name(T x, I i, N... none)->decltype(name(cujit_real<T>(), i, none...))                               \
    {                                                                                                                  \
        return name((cujit_real<T>)x, i, none...);                                                                     \
    }
/* pow(float, int) is float in CUDA, whatever C++ says. */
#define CUJIT_POW(name) CUJIT_REAL2(name) CUJIT_REAL_AND(name, int)
#define CUJIT_ORDER_AND_REAL(name)                                                                                     \
    CUJIT_PROMOTE name(int n, T x, N... none)->decltype(name(n, cujit_real<T>(), none...))                             \
    {                                                                                                                  \
        return name(n, (cujit_real<T>)x, none...);                                                                     \
    }
#define CUJIT_REMQUO(name)                                                                                             \
    CUJIT_PROMOTE2 name(T x, U y, int *q, N... none)                                                                   \
        ->decltype(name(cujit_real2<T, U>(), cujit_real2<T, U>(), q, none...))                                         \
    {                                                                                                                  \
        return name((cujit_real2<T, U>)x, (cujit_real2<T, U>)y, q, none...);                                           \
    }
#define CUJIT_FMA(name)                                                                                                \
    CUJIT_PROMOTE3 name(T x, U y, V z, N... none)                                                                      \
        ->decltype(name(cujit_real3<T, U, V>(), cujit_real3<T, U, V>(), cujit_real3<T, U, V>(), none...))              \
    {                                                                                                                  \
        return name((cujit_real3<T, U, V>)x, (cujit_real3<T, U, V>)y, (cujit_real3<T, U, V>)z, none...);               \
    }
/* hypot has a form of three numbers, which CUDA calls norm3d. */
#define CUJIT_HYPOT(name)                                                                                              \
    CUJIT_REAL2(name)                                                                                                  \
    static __device__ __forceinline__ float cujit_norm(float x, float y, float z) { return norm3df(x, y, z); }         \
    static __device__ __forceinline__ double cujit_norm(double x, double y, double z) { return norm3d(x, y, z); }      \
    template <typename T, typename U, typename V>                                                                      \
    static __device__ __forceinline__ auto name(T x, U y, V z)->cujit_real3<T, U, V>                                   \
    {                                                                                                                  \
        typedef cujit_real3<T, U, V> real;                                                                             \
        return cujit_norm((real)x, (real)y, (real)z);                                                                  \
    }
/* Only in <cmath>. A comparison with a NaN is false, and raises nothing. */
#define CUJIT_COMPARISON(name, expression)                                                                             \
    template <typename R> static __device__ __forceinline__ constexpr bool cujit_##name(R x, R y) { return expression; }\
    CUJIT_PROMOTE2 name(T x, U y, N... none)->decltype(cujit_real2<T, U>(none...) < 0)                                 \
    {                                                                                                                  \
        return cujit_##name<cujit_real2<T, U>>((cujit_real2<T, U>)x, (cujit_real2<T, U>)y);                            \
    }
#define CUJIT_ISNORMAL(name)                                                                                           \
    static __device__ __forceinline__ constexpr bool cujit_normal(float x)                                             \
    {                                                                                                                  \
        return (x >= 1.17549435e-38f || x <= -1.17549435e-38f) && x <= 3.40282347e+38f && x >= -3.40282347e+38f;       \
    }                                                                                                                  \
    static __device__ __forceinline__ constexpr bool cujit_normal(double x)                                            \
    {                                                                                                                  \
        return (x >= 2.2250738585072014e-308 || x <= -2.2250738585072014e-308) && x <= 1.7976931348623157e+308 &&      \
               x >= -1.7976931348623157e+308;                                                                          \
    }                                                                                                                  \
    CUJIT_PROMOTE name(T x, N... none)->decltype(cujit_real<T>(none...) < 0)                                           \
    {                                                                                                                  \
        return cujit_normal((cujit_real<T>)x);                                                                         \
    }

/* The usual arithmetic conversions; a NaN loses against a number. */
template <typename T> static __device__ __forceinline__ constexpr T cujit_promoted_min(T x, T y) { return min(x, y); }
template <typename T> static __device__ __forceinline__ constexpr T cujit_promoted_max(T x, T y) { return max(x, y); }
#define CUJIT_EXTREME(name)                                                                                            \
    CUJIT_PROMOTE2 name(T x, U y, N... none)->decltype(cujit_real2<T, U>(none...), T() + U())                          \
    {                                                                                                                  \
        return cujit_promoted_##name((decltype(T() + U()))x, (decltype(T() + U()))y);                                  \
    }

template <typename T, int> struct cujit_magnitude {};
template <> struct cujit_magnitude<unsigned int, 0> { typedef unsigned int type; };
template <> struct cujit_magnitude<unsigned long, 0> { typedef unsigned long type; };
template <> struct cujit_magnitude<unsigned long long, 0> { typedef unsigned long long type; };
template <typename T> static __device__ __forceinline__ constexpr T cujit_abs(T x) { return x; }
#define CUJIT_ABS(name)                                                                                                \
    CUJIT_PROMOTE name(T x, N...)->typename cujit_magnitude<T, sizeof...(N)>::type { return cujit_abs(x); }
