/*
 * host_complex.h: <cuComplex.h> for the host device. Products are the plain ones; quotients and absolute values are
 * scaled, so that they overflow only where the result does.
 */
#pragma GCC system_header
#ifndef CUJIT_CU_COMPLEX
#define CUJIT_CU_COMPLEX
#define CUJIT_CU(C, T, f, name)                                                                                        \
    static inline C make_##name(T x, T y) { return C{x, y}; }                                                          \
    static inline T cuCreal##f(C x) { return x.x; }                                                                    \
    static inline T cuCimag##f(C x) { return x.y; }                                                                    \
    static inline C cuConj##f(C x) { return C{x.x, -x.y}; }                                                            \
    static inline C cuCadd##f(C x, C y) { return C{x.x + y.x, x.y + y.y}; }                                            \
    static inline C cuCsub##f(C x, C y) { return C{x.x - y.x, x.y - y.y}; }                                            \
    static inline C cuCmul##f(C x, C y) { return C{x.x * y.x - x.y * y.y, x.x * y.y + x.y * y.x}; }                    \
    static inline C cuCdiv##f(C x, C y)                                                                                \
    {                                                                                                                  \
        const T scale = 1 / (fabs(y.x) + fabs(y.y));                                                                   \
        const T a = x.x * scale, b = x.y * scale, c = y.x * scale, d = y.y * scale, norm = 1 / (c * c + d * d);        \
        return C{(a * c + b * d) * norm, (b * c - a * d) * norm};                                                      \
    }                                                                                                                  \
    static inline T cuCabs##f(C x) { return hypot(x.x, x.y); }                                                         \
    static inline C cuCfma##f(C x, C y, C z)                                                                           \
    {                                                                                                                  \
        return C{x.x * y.x + z.x - x.y * y.y, x.x * y.y + z.y + x.y * y.x};                                            \
    }
typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;
CUJIT_CU(cuFloatComplex, float, f, cuFloatComplex)
CUJIT_CU(cuDoubleComplex, double, , cuDoubleComplex)
#undef CUJIT_CU
static inline cuComplex make_cuComplex(float x, float y) { return cuComplex{x, y}; }
static inline cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex x) { return cuDoubleComplex{x.x, x.y}; }
static inline cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex x)
{
    return cuFloatComplex{(float)x.x, (float)x.y};
}
#endif
