/*
 * prelude_half.h: half and bfloat16 beside other numbers, on both devices. NVIDIA's types turn into any number and any
 * number into them, so that `h * 2.0f` is ambiguous. Here it is what C++23 says of its 16-bit types: of two
 * floating-point types the larger one, and an integer becomes the 16-bit type. Comparisons with integers are made in
 * float. Behind prelude_promotion.h.
 */
/* What an operation with a T makes of a number: `I`, what it does with a T; `R`, in what the two are compared. */
template <typename T, typename U> struct cujit_beside {};
#define CUJIT_BESIDE(U, R)                                                                                             \
    template <typename T> struct cujit_beside<T, U> { typedef R result; typedef float compared; };
CUJIT_BESIDE(bool, T)
CUJIT_BESIDE(char, T)
CUJIT_BESIDE(signed char, T)
CUJIT_BESIDE(unsigned char, T)
CUJIT_BESIDE(short, T)
CUJIT_BESIDE(unsigned short, T)
CUJIT_BESIDE(int, T)
CUJIT_BESIDE(unsigned int, T)
CUJIT_BESIDE(long, T)
CUJIT_BESIDE(unsigned long, T)
CUJIT_BESIDE(long long, T)
CUJIT_BESIDE(unsigned long long, T)
CUJIT_BESIDE(float, float)
#undef CUJIT_BESIDE
template <typename T> struct cujit_beside<T, double> { typedef double result; typedef double compared; };

/* Either way round. One template serves both, and both types: each that there is costs every unit time. */
template <typename T, typename U> struct cujit_pair {};
#define CUJIT_PAIR(H)                                                                                                  \
    template <typename U> struct cujit_pair<H, U> : cujit_beside<H, U> { typedef H sixteen; };                         \
    template <typename U> struct cujit_pair<U, H> : cujit_beside<H, U> {};                                             \
    template <> struct cujit_pair<H, H> {};
#define CUJIT_MIXED(op)                                                                                                \
    template <typename T, typename U>                                                                                  \
    static __device__ __forceinline__ typename cujit_pair<T, U>::result operator op(const T &x, const U &y)            \
    {                                                                                                                  \
        typedef typename cujit_pair<T, U>::result result;                                                              \
        return (result)x op (result)y;                                                                                 \
    }                                                                                                                  \
    template <typename H, typename U, typename = typename cujit_pair<H, U>::result,                                    \
              typename = typename cujit_pair<H, U>::sixteen>                                                           \
    static __device__ __forceinline__ H &operator op##=(H &x, const U &y)                                              \
    {                                                                                                                  \
        return x = (H)(x op y);                                                                                        \
    }
#define CUJIT_COMPARED(op)                                                                                             \
    template <typename T, typename U, typename R = typename cujit_pair<T, U>::compared>                                \
    static __device__ __forceinline__ bool operator op(const T &x, const U &y)                                         \
    {                                                                                                                  \
        return (R)x op (R)y;                                                                                           \
    }
#ifdef CUJIT_USE_HALF
CUJIT_PAIR(__half)
#endif
#ifdef CUJIT_USE_BFLOAT16
CUJIT_PAIR(__nv_bfloat16)
#endif
#if defined(CUJIT_USE_HALF) && defined(CUJIT_USE_BFLOAT16)
template <> struct cujit_pair<__half, __nv_bfloat16> {};
template <> struct cujit_pair<__nv_bfloat16, __half> {};
#endif
CUJIT_MIXED(+) CUJIT_MIXED(-) CUJIT_MIXED(*) CUJIT_MIXED(/)
CUJIT_COMPARED(==) CUJIT_COMPARED(!=) CUJIT_COMPARED(<) CUJIT_COMPARED(<=) CUJIT_COMPARED(>) CUJIT_COMPARED(>=)
#undef CUJIT_PAIR
#undef CUJIT_MIXED
#undef CUJIT_COMPARED

#define CUJIT_HALF(H)                                                                                                  \
    CUJIT_NUMBER(H, float)                                                                                             \
    template <> struct cujit_magnitude<H, 0> { typedef H type; };                                                      \
    template <> __device__ __forceinline__ H cujit_abs<H>(H x) { return __habs(x); }                                   \
    template <> __device__ __forceinline__ H cujit_promoted_min<H>(H x, H y)                                           \
    {                                                                                                                  \
        return (float)y < (float)x || (float)x != (float)x ? y : x;                                                    \
    }                                                                                                                  \
    template <> __device__ __forceinline__ H cujit_promoted_max<H>(H x, H y)                                           \
    {                                                                                                                  \
        return (float)x < (float)y || (float)x != (float)x ? y : x;                                                    \
    }
#if defined CUJIT_USE_HALF && defined CUJIT_USE_BFLOAT16
/* Operators of both: neither type holds the other's numbers. Functions of both are those of float. */
template <typename T, typename U> struct cujit_apart {};
template <> struct cujit_apart<__half, __nv_bfloat16> { typedef float type; };
template <> struct cujit_apart<__nv_bfloat16, __half> { typedef float type; };
#define CUJIT_APART(op, reference)                                                                                     \
    template <typename T, typename U, typename R = typename cujit_apart<T, U>::type>                                   \
    static __device__ __forceinline__ R operator op(reference x, const U &y)                                           \
    {                                                                                                                  \
        static_assert(sizeof(T) == 0, "half and bfloat16 do not mix; convert one of them, as in (float)x");            \
        return (R)x + (R)y;                                                                                            \
    }
CUJIT_APART(+, const T &) CUJIT_APART(-, const T &) CUJIT_APART(*, const T &) CUJIT_APART(/, const T &)
CUJIT_APART(==, const T &) CUJIT_APART(!=, const T &) CUJIT_APART(<, const T &) CUJIT_APART(<=, const T &)
CUJIT_APART(>, const T &) CUJIT_APART(>=, const T &)
CUJIT_APART(+=, T &) CUJIT_APART(-=, T &) CUJIT_APART(*=, T &) CUJIT_APART(/=, T &)
#undef CUJIT_APART
#endif
#ifdef CUJIT_USE_HALF
CUJIT_HALF(__half)
#endif
#ifdef CUJIT_USE_BFLOAT16
CUJIT_HALF(__nv_bfloat16)
#endif
#undef CUJIT_HALF
