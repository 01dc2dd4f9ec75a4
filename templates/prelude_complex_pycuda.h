/*
 * prelude_complex_pycuda.h: PyCUDA's complex numbers by their name there, where a unit mentions it, whether it includes
 * <pycuda-complex.hpp> or not. They are cujit::complex; its functions are found through their arguments, so that only
 * qualified calls need what stands here.
 */
namespace pycuda {

using cujit::complex;
using cujit::polar;

/* The friends of the class, no templates, are preferred to these. */
#define CUJIT_PYCUDA(name)                                                                                             \
    template <class T> __device__ __host__ auto name(const complex<T> &z)->decltype(name(z))                           \
    {                                                                                                                  \
        return name(z);                                                                                                \
    }
CUJIT_PYCUDA(real) CUJIT_PYCUDA(imag) CUJIT_PYCUDA(norm) CUJIT_PYCUDA(conj) CUJIT_PYCUDA(abs) CUJIT_PYCUDA(arg)
CUJIT_PYCUDA(proj) CUJIT_PYCUDA(isnan) CUJIT_PYCUDA(isinf) CUJIT_PYCUDA(isfinite)
CUJIT_PYCUDA(exp) CUJIT_PYCUDA(log) CUJIT_PYCUDA(log10) CUJIT_PYCUDA(sqrt)
CUJIT_PYCUDA(sin) CUJIT_PYCUDA(cos) CUJIT_PYCUDA(tan) CUJIT_PYCUDA(sinh) CUJIT_PYCUDA(cosh) CUJIT_PYCUDA(tanh)
#undef CUJIT_PYCUDA

/* Any number may be the other one: found from where these are not visible themselves. */
namespace detail {
template <class T, class U> __device__ __host__ auto power(const T &z, const U &w)->decltype(pow(z, w))
{
    return pow(z, w);
}
} // namespace detail
template <class T, class U> __device__ __host__ auto pow(const T &z, const U &w)->decltype(detail::power(z, w))
{
    return detail::power(z, w);
}

#ifdef CUJIT_COMPLEX_INVERSE
using cujit::acos;
using cujit::acosh;
using cujit::asin;
using cujit::asinh;
using cujit::atan;
using cujit::atanh;
#endif

} // namespace pycuda
