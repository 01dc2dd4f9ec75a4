/*
 * cub.cu: the benchmark's cells as one would write them with CUB's DeviceTransform, behind one C function.
 *
 *     nvcc -O3 -std=c++17 --extended-lambda -arch=sm_90 -Xcompiler -fPIC -shared -o libcujit_peers_cub.so cub.cu
 *
 * Sizes are handed on as int: the 32-bit offsets are CUB's faster way, and all sizes of the benchmark fit.
 */
#include <cub/device/device_transform.cuh>
#include <cub/version.cuh>
#include <cuda/std/tuple>
#include <cuda_fp16.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/tuple.h>

#include <cstring>

namespace {

/* As in a call of a cell: device addresses, and what the cell is about. */
struct call {
    void *const *in, *const *out;
    int n, row;
    double a, b;
};

/* `From` is what is read, `To` what is written, and what is computed in. */
template <class From, class To> struct cells {
    static const From *in(const call &c, int k) { return static_cast<const From *>(c.in[k]); }
    static To *out(const call &c, int k) { return static_cast<To *>(c.out[k]); }

    static cudaError_t fill(const call &c)
    {
        To a = To(c.a);

        return cub::DeviceTransform::Transform(cuda::std::tuple<>{}, out(c, 0), c.n,
                                               [=] __host__ __device__() { return a; });
    }

    static cudaError_t copy(const call &c)
    {
        return cub::DeviceTransform::Transform(in(c, 0), out(c, 0), c.n,
                                               [] __host__ __device__(From x) { return To(x); });
    }

    static cudaError_t axpby(const call &c)
    {
        To a = To(c.a), b = To(c.b);

        return cub::DeviceTransform::Transform(
            cuda::std::make_tuple(in(c, 0), in(c, 1)), out(c, 0), c.n,
            [=] __host__ __device__(From x, From y) { return To(a * To(x) + b * To(y)); });
    }

    /* CUB has no form for a repeated row; an iterator that folds the index does it. */
    static cudaError_t broadcast(const call &c)
    {
        To a = To(c.a), b = To(c.b);
        const From *first = in(c, 1);
        int row = c.row;
        auto repeated = thrust::make_transform_iterator(
            thrust::counting_iterator<int>(0), [=] __host__ __device__(int i) -> From { return first[i % row]; });

        return cub::DeviceTransform::Transform(
            cuda::std::make_tuple(in(c, 0), repeated), out(c, 0), c.n,
            [=] __host__ __device__(From x, From y) { return To(a * To(x) + b * To(y)); });
    }

    static cudaError_t stencil(const call &c)
    {
        return cub::DeviceTransform::Transform(
            cuda::std::make_tuple(in(c, 0) + 1, in(c, 0)), out(c, 0), c.n,
            [] __host__ __device__(From next, From x) { return To(To(next) - To(x)); });
    }

    static cudaError_t sum10(const call &c)
    {
        return cub::DeviceTransform::Transform(
            cuda::std::make_tuple(in(c, 0), in(c, 1), in(c, 2), in(c, 3), in(c, 4), in(c, 5), in(c, 6), in(c, 7),
                                  in(c, 8), in(c, 9)),
            out(c, 0), c.n,
            [] __host__ __device__(From x0, From x1, From x2, From x3, From x4, From x5, From x6, From x7, From x8,
                                   From x9) {
                return To(To(x0) + To(x1) + To(x2) + To(x3) + To(x4) + To(x5) + To(x6) + To(x7) + To(x8) + To(x9));
            });
    }

    static cudaError_t black_scholes(const call &c)
    {
        return cub::DeviceTransform::Transform(
            cuda::std::make_tuple(in(c, 0), in(c, 1), in(c, 2)),
            thrust::make_zip_iterator(thrust::make_tuple(out(c, 0), out(c, 1))), c.n,
            [] __device__(To S, To X, To T) -> thrust::tuple<To, To> {
                To s = To(0.25) * sqrt(2 * T), e1 = (log(S / X) + To(0.0625) * T) / s, e2 = e1 - s / 2;
                To n1 = To(0.5) + To(0.5) * erf(e1), n2 = To(0.5) + To(0.5) * erf(e2), d = X * exp(To(-0.03125) * T);

                return thrust::make_tuple(S * n1 - d * n2, d * (1 - n2) - S * (1 - n1));
            });
    }

    static cudaError_t run(const char *form, const call &c)
    {
        if (strcmp(form, "fill") == 0)
            return fill(c);
        if (strcmp(form, "copy") == 0)
            return copy(c);
        if (strcmp(form, "axpby") == 0)
            return axpby(c);
        if (strcmp(form, "broadcast") == 0)
            return broadcast(c);
        if (strcmp(form, "stencil") == 0)
            return stencil(c);
        if (strcmp(form, "sum10") == 0)
            return sum10(c);
        return cudaErrorNotSupported;
    }
};

template <class T> cudaError_t run_floating(const char *form, const call &c)
{
    return strcmp(form, "black_scholes") == 0 ? cells<T, T>::black_scholes(c) : cells<T, T>::run(form, c);
}

} /* namespace */

extern "C" int peers_cub_version(void)
{
    return CUB_VERSION;
}

/* Queues one call of `form` on the default stream; a cudaError_t. What CUB has no form for is cudaErrorNotSupported. */
extern "C" int peers_cub_run(const char *form, const char *dtype, void *const *in, void *const *out, int n, int row,
                             double a, double b)
{
    const call c = {in, out, n, row, a, b};

    if (strcmp(dtype, "f32") == 0)
        return run_floating<float>(form, c);
    if (strcmp(dtype, "f64") == 0)
        return run_floating<double>(form, c);
    if (strcmp(dtype, "f16") == 0)
        return cells<__half, __half>::run(form, c);
    if (strcmp(dtype, "i8") == 0)
        return cells<signed char, signed char>::run(form, c);
    if (strcmp(dtype, "mixed") == 0)
        return cells<signed char, float>::run(form, c);
    return cudaErrorNotSupported;
}

extern "C" const char *peers_cub_error(int code)
{
    return cudaGetErrorString(static_cast<cudaError_t>(code));
}
