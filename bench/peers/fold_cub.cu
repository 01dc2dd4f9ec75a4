/*
 * fold_cub.cu: the benchmark's reductions and scans as one would write them with CUB, behind C functions.
 *
 * Built as cub.cu is. A plan is one way to do a cell, with its temporary memory; the benchmark takes the fastest way
 * that is right. Sizes are handed on as int, CUB's faster way, wherever they may be.
 */
#include <cub/device/device_reduce.cuh>
#include <cub/device/device_scan.cuh>
#include <cub/device/device_segmented_reduce.cuh>
#include <cub/version.cuh>
#include <cuda/std/functional>
#include <cuda_fp16.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/tuple.h>

#include <cstring>
#include <functional>
#include <utility>
#include <vector>

namespace {

using call = std::function<cudaError_t(void *, size_t &)>;

struct way {
    const char *label;
    call run;
};

struct plan {
    way how;
    void *memory;
    size_t size;
};

/* What a cell is about: device addresses, and the numbers of rows and of elements in each. */
struct cell {
    const void *const *in;
    void *out;
    int n, rows, length;
};

template <class To> struct widen {
    template <class From> __host__ __device__ To operator()(From x) const
    {
        return To(x);
    }
};

/* An addition that takes anything and gives a `Sum`, so that values need not be converted on their way in. */
template <class Sum> struct add {
    template <class Left, class Right> __host__ __device__ Sum operator()(Left a, Right b) const
    {
        return Sum(Sum(a) + Sum(b));
    }
};

template <class From, class Sum> struct multiply {
    const From *x, *y;

    __host__ __device__ Sum operator()(int i) const
    {
        return Sum(x[i]) * Sum(y[i]);
    }
};

template <class From, class Sum> struct multiply_pair {
    __host__ __device__ Sum operator()(const thrust::tuple<From, From> &both) const
    {
        return Sum(thrust::get<0>(both)) * Sum(thrust::get<1>(both));
    }
};

template <class Value> struct row_begin {
    int length;

    __host__ __device__ Value operator()(int row) const
    {
        return Value(row) * length;
    }
};

/* CUB's form for segments of one length, where this CUB has it. */
template <class In, class Out, class Sum>
auto fixed_segments(std::vector<way> &ways, In in, Out out, const cell &c, Sum zero, int)
    -> decltype(cub::DeviceSegmentedReduce::Reduce(nullptr, std::declval<size_t &>(), in, out, (long long)c.rows,
                                                   c.length, add<Sum>(), zero),
                void())
{
    ways.push_back({"fixed segments", [=](void *memory, size_t &size) {
                        return cub::DeviceSegmentedReduce::Reduce(memory, size, in, out, (long long)c.rows, c.length,
                                                                  add<Sum>(), zero);
                    }});
}

template <class In, class Out, class Sum> void fixed_segments(std::vector<way> &, In, Out, const cell &, Sum, long) {}

/* `From` is what is read, `Sum` what is added up in, `To` what is written. */
template <class From, class Sum, class To> struct cells {
    static const From *in(const cell &c, int k)
    {
        return static_cast<const From *>(c.in[k]);
    }
    static To *out(const cell &c)
    {
        return static_cast<To *>(c.out);
    }

    static void sum(std::vector<way> &ways, const cell &c)
    {
        ways.push_back({"Reduce", [=](void *memory, size_t &size) {
                            return cub::DeviceReduce::Reduce(memory, size, in(c, 0), out(c), c.n, add<Sum>(), Sum(0));
                        }});
        ways.push_back({"Reduce, converting iterator", [=](void *memory, size_t &size) {
                            auto wide = thrust::make_transform_iterator(in(c, 0), widen<Sum>());

                            return cub::DeviceReduce::Reduce(memory, size, wide, out(c), c.n, cuda::std::plus<>(),
                                                             Sum(0));
                        }});
    }

    static void dot(std::vector<way> &ways, const cell &c)
    {
        ways.push_back({"counting iterator", [=](void *memory, size_t &size) {
                            return cub::DeviceReduce::TransformReduce(memory, size, thrust::counting_iterator<int>(0),
                                                                      out(c), c.n, add<Sum>(),
                                                                      multiply<From, Sum>{in(c, 0), in(c, 1)}, Sum(0));
                        }});
        ways.push_back({"zip iterator", [=](void *memory, size_t &size) {
                            auto both = thrust::make_zip_iterator(thrust::make_tuple(in(c, 0), in(c, 1)));

                            return cub::DeviceReduce::TransformReduce(memory, size, both, out(c), c.n, add<Sum>(),
                                                                      multiply_pair<From, Sum>(), Sum(0));
                        }});
    }

    static void rows(std::vector<way> &ways, const cell &c)
    {
        ways.push_back({"segments", [=](void *memory, size_t &size) {
                            auto begins = thrust::make_transform_iterator(thrust::counting_iterator<int>(0),
                                                                          row_begin<int>{c.length});

                            return cub::DeviceSegmentedReduce::Reduce(memory, size, in(c, 0), out(c), c.rows, begins,
                                                                      begins + 1, add<Sum>(), Sum(0));
                        }});
        fixed_segments(ways, in(c, 0), out(c), c, Sum(0), 0);
    }

    static void argmax(std::vector<way> &ways, const cell &c)
    {
        /* The value goes behind the index; there is room. */
        long long *index = static_cast<long long *>(c.out);
        From *value = reinterpret_cast<From *>(index + 1);

        ways.push_back({"", [=](void *memory, size_t &size) {
                            return cub::DeviceReduce::ArgMax(memory, size, in(c, 0), value, index, c.n);
                        }});
    }
};

template <class T, class To> void plain_sum(std::vector<way> &ways, const cell &c)
{
    const T *in = static_cast<const T *>(c.in[0]);
    To *out = static_cast<To *>(c.out);

    ways.push_back(
        {"Sum", [=](void *memory, size_t &size) { return cub::DeviceReduce::Sum(memory, size, in, out, c.n); }});
}

template <class T> void plain_scan(std::vector<way> &ways, const cell &c)
{
    const T *in = static_cast<const T *>(c.in[0]);
    T *out = static_cast<T *>(c.out);

    ways.push_back({"InclusiveSum", [=](void *memory, size_t &size) {
                        return cub::DeviceScan::InclusiveSum(memory, size, in, out, c.n);
                    }});
}

void half_scans(std::vector<way> &ways, const cell &c)
{
    const __half *in = static_cast<const __half *>(c.in[0]);
    __half *out = static_cast<__half *>(c.out);

    plain_scan<__half>(ways, c);
    ways.push_back({"InclusiveSum, converting iterator", [=](void *memory, size_t &size) {
                        auto wide = thrust::make_transform_iterator(in, widen<float>());

                        return cub::DeviceScan::InclusiveSum(memory, size, wide, out, c.n);
                    }});
    ways.push_back({"InclusiveScanInit in float", [=](void *memory, size_t &size) {
                        return cub::DeviceScan::InclusiveScanInit(memory, size, in, out, add<float>(), 0.0f, c.n);
                    }});
}

void byte_scans(std::vector<way> &ways, const cell &c)
{
    const signed char *in = static_cast<const signed char *>(c.in[0]);
    signed char *out = static_cast<signed char *>(c.out);

    plain_scan<signed char>(ways, c); /* which adds up in int */
    ways.push_back({"InclusiveScan in 8 bits", [=](void *memory, size_t &size) {
                        return cub::DeviceScan::InclusiveScan(memory, size, in, out, add<signed char>(), c.n);
                    }});
}

template <class From, class Sum, class To> void folds(std::vector<way> &ways, const char *form, const cell &c)
{
    if (strcmp(form, "dot") == 0)
        cells<From, Sum, To>::dot(ways, c);
    else if (strcmp(form, "argmax") == 0)
        cells<From, Sum, To>::argmax(ways, c);
    else if (strcmp(form, "rows") == 0)
        cells<From, Sum, To>::rows(ways, c);
}

template <class T> void floating(std::vector<way> &ways, const char *form, const cell &c)
{
    folds<T, T, T>(ways, form, c);
    if (strcmp(form, "sum") == 0)
        plain_sum<T, T>(ways, c);
    else if (strcmp(form, "scan") == 0)
        plain_scan<T>(ways, c);
}

void halves(std::vector<way> &ways, const char *form, const cell &c)
{
    folds<__half, float, __half>(ways, form, c);
    if (strcmp(form, "sum") == 0) {
        plain_sum<__half, __half>(ways, c);
        cells<__half, float, __half>::sum(ways, c);
    } else if (strcmp(form, "scan") == 0)
        half_scans(ways, c);
}

void bytes(std::vector<way> &ways, const char *form, const cell &c)
{
    folds<signed char, int, long long>(ways, form, c);
    if (strcmp(form, "sum") == 0) {
        plain_sum<signed char, long long>(ways, c);
        cells<signed char, int, long long>::sum(ways, c);
    } else if (strcmp(form, "scan") == 0)
        byte_scans(ways, c);
}

std::vector<way> all_ways(const char *form, const char *dtype, const cell &c)
{
    std::vector<way> ways;

    if (strcmp(dtype, "f32") == 0)
        floating<float>(ways, form, c);
    else if (strcmp(dtype, "f64") == 0)
        floating<double>(ways, form, c);
    else if (strcmp(dtype, "f16") == 0)
        halves(ways, form, c);
    else if (strcmp(dtype, "i8") == 0)
        bytes(ways, form, c);
    return ways;
}

} /* namespace */

extern "C" int peers_cub_version(void)
{
    return CUB_VERSION;
}

/* The number of ways to do a cell; 0: there is none. */
extern "C" int peers_fold_cub_ways(const char *form, const char *dtype)
{
    const void *const none[2] = {nullptr, nullptr};
    const cell c = {none, nullptr, 0, 0, 0};

    return int(all_ways(form, dtype, c).size());
}

/* One of them, with its memory. `in` must stay. A cudaError_t. */
extern "C" int peers_fold_cub_create(const char *form, const char *dtype, int number, const void *const *in, void *out,
                                     int n, int rows, int length, void **made)
{
    const cell c = {in, out, n, rows, length};
    plan *p = new plan{all_ways(form, dtype, c).at(size_t(number)), nullptr, 0};
    cudaError_t code = p->how.run(nullptr, p->size);

    if (code == cudaSuccess)
        code = cudaMalloc(&p->memory, p->size);
    if (code == cudaSuccess)
        *made = p;
    else
        delete p;
    return code;
}

extern "C" const char *peers_fold_cub_label(const void *made)
{
    return static_cast<const plan *>(made)->how.label;
}

/* Queues it on the default stream; a cudaError_t. */
extern "C" int peers_fold_cub_run(void *made)
{
    plan *p = static_cast<plan *>(made);

    return p->how.run(p->memory, p->size);
}

extern "C" void peers_fold_cub_free(void *made)
{
    cudaFree(static_cast<plan *>(made)->memory);
    delete static_cast<plan *>(made);
}

extern "C" const char *peers_cub_error(int code)
{
    return cudaGetErrorString(static_cast<cudaError_t>(code));
}
