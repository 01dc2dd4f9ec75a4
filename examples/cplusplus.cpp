/*
 * cplusplus: the C API from C++: owners in a few lines, checked calls with CUJIT_ARGS, errors as exceptions.
 *
 * Prints the device, and exits 0 only where every element is right.
 */
#include <cujit/cujit.h>

#include <algorithm>
#include <complex>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

/* Each type of object with the function that frees it. */
template <class T, void (*release)(T *)> struct releaser {
    void operator()(T *object) const
    {
        release(object);
    }
};
using context_ptr = std::unique_ptr<cujit_context, releaser<cujit_context, cujit_context_free>>;
using array_ptr = std::unique_ptr<cujit_array, releaser<cujit_array, cujit_array_free>>;
using kernel_ptr = std::unique_ptr<cujit_elementwise, releaser<cujit_elementwise, cujit_elementwise_free>>;

/* An error that throws itself: hand it to a call, and the call to check(). */
struct throwing_error : cujit_error {
    throwing_error() : cujit_error() {}
    ~throwing_error()
    {
        cujit_error_clear(this);
    }
    void check(cujit_status result) const
    {
        if (result != CUJIT_OK)
            throw std::runtime_error(std::string(message) + (log != nullptr ? std::string("\n") + log : ""));
    }
};

static context_ptr make_context()
{
    throwing_error error;
    cujit_context *context = nullptr;
    error.check(cujit_context_create(nullptr, &context, &error));
    return context_ptr(context);
}

using complex = std::complex<float>;

static array_ptr upload(cujit_context *context, const std::vector<complex> &data)
{
    throwing_error error;
    cujit_array *array = nullptr;
    const size_t shape = data.size();
    error.check(cujit_array_from_host(context, CUJIT_COMPLEX64, 1, &shape, data.data(), &array, &error));
    return array_ptr(array);
}

static kernel_ptr make_kernel(cujit_context *context, const char *arguments, const char *operation)
{
    throwing_error error;
    cujit_elementwise *kernel = nullptr;
    cujit_elementwise_spec spec = {};
    spec.arguments = arguments;
    spec.operation = operation;
    error.check(cujit_elementwise_create(context, &spec, &kernel, &error));
    return kernel_ptr(kernel);
}

int main()
{
    try {
        const complex factor(0.5f, -1);
        std::vector<complex> data;
        for (int k = 0; k < 1000; k++)
            data.emplace_back(0.1f * static_cast<float>(k), -3);

        const context_ptr context = make_context();
        const array_ptr x = upload(context.get(), data);
        const kernel_ptr turn = make_kernel(context.get(), "float complex a, float complex *x",
                                            "x[i] = a * conj(x[i])");
        std::vector<complex> result(data.size());
        throwing_error error;
        error.check(cujit_elementwise_run(turn.get(), nullptr, CUJIT_ARGS(factor, x.get()), &error));
        error.check(cujit_array_to_host(x.get(), result.data(), result.size() * sizeof result[0], &error));

        float worst = 0;
        for (size_t k = 0; k < data.size(); k++)
            worst = std::max(worst, std::abs(result[k] - factor * std::conj(data[k])));
        std::printf("%s: largest error %.2g\n", cujit_context_device_name(context.get()), static_cast<double>(worst));
        return worst < 1e-4f ? EXIT_SUCCESS : EXIT_FAILURE;
    } catch (const std::exception &problem) {
        std::fprintf(stderr, "cplusplus: %s\n", problem.what());
        return EXIT_FAILURE;
    }
}
