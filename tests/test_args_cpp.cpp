/*
 * test_args_cpp.cpp: checked calls from C++: CUJIT_ARGS with every kind of value, std::complex, structs as lvalues and
 * rvalues, no arguments at all. Counts its failures; exits 77 where the device cannot be used.
 */
#include <cujit/cujit.h>

#include <complex>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <vector>

namespace {

int failures;

void check(bool right, const char *what, int line)
{
    if (right)
        return;
    std::fprintf(stderr, "line %d: %s\n", line, what);
    failures++;
}
#define CHECK(condition) check((condition), #condition, __LINE__)

struct deleter {
    void operator()(cujit_context *object) const
    {
        cujit_context_free(object);
    }
    void operator()(cujit_array *object) const
    {
        cujit_array_free(object);
    }
    void operator()(cujit_elementwise *object) const
    {
        cujit_elementwise_free(object);
    }
};
template <class T> using owned = std::unique_ptr<T, deleter>;

owned<cujit_context> make_context()
{
    cujit_context *context = nullptr;
    CHECK(cujit_context_create(nullptr, &context, nullptr) == CUJIT_OK);
    return owned<cujit_context>(context);
}

template <class T> owned<cujit_array> make_array(cujit_context *context, cujit_dtype dtype, const std::vector<T> &data)
{
    const size_t shape = data.size();
    cujit_array *array = nullptr;
    CHECK(cujit_array_from_host(context, dtype, 1, &shape, data.data(), &array, nullptr) == CUJIT_OK);
    return owned<cujit_array>(array);
}

template <class T> std::vector<T> fetch(const owned<cujit_array> &array)
{
    std::vector<T> data(cujit_array_size(array.get()));
    CHECK(cujit_array_to_host(array.get(), data.data(), data.size() * sizeof data[0], nullptr) == CUJIT_OK);
    return data;
}

owned<cujit_elementwise> make_kernel(cujit_context *context, const char *arguments, const char *operation)
{
    cujit_elementwise_spec spec = {};
    cujit_elementwise *kernel = nullptr;
    cujit_error error = {};
    spec.arguments = arguments;
    spec.operation = operation;
    CHECK(cujit_elementwise_create(context, &spec, &kernel, &error) == CUJIT_OK);
    if (error.status != CUJIT_OK)
        std::fprintf(stderr, "%s\n%s\n", error.message, error.log != nullptr ? error.log : "");
    cujit_error_clear(&error);
    return owned<cujit_elementwise>(kernel);
}

cujit_arg first(const cujit_args &list)
{
    return list.items[0];
}

/* Every type of value arrives with its kind. The list lives until the end of the full expression. */
void kinds()
{
    CHECK(first(CUJIT_ARGS(static_cast<const cujit_texture *>(nullptr))).kind == CUJIT_ARG_TEXTURE);
    CHECK(first(CUJIT_ARGS(static_cast<cujit_image *>(nullptr))).kind == CUJIT_ARG_IMAGE);
    CHECK(first(CUJIT_ARGS(true)).kind == CUJIT_ARG_UINT);
    CHECK(first(CUJIT_ARGS('x')).value.i == 'x');
    CHECK(first(CUJIT_ARGS(static_cast<signed char>(-3))).value.i == -3);
    CHECK(first(CUJIT_ARGS(static_cast<unsigned char>(255))).value.u == 255);
    CHECK(first(CUJIT_ARGS(static_cast<short>(-300))).kind == CUJIT_ARG_INT);
    CHECK(first(CUJIT_ARGS(static_cast<unsigned short>(65535))).value.u == 65535);
    CHECK(first(CUJIT_ARGS(-7)).value.i == -7);
    CHECK(first(CUJIT_ARGS(7u)).kind == CUJIT_ARG_UINT);
    CHECK(first(CUJIT_ARGS(-7L)).kind == CUJIT_ARG_INT);
    CHECK(first(CUJIT_ARGS(size_t(7))).kind == CUJIT_ARG_UINT);
    CHECK(first(CUJIT_ARGS(INT64_MIN)).value.i == INT64_MIN);
    CHECK(first(CUJIT_ARGS(UINT64_MAX)).value.u == UINT64_MAX);
    CHECK(first(CUJIT_ARGS(1.5f)).value.real[0] == 1.5);
    CHECK(first(CUJIT_ARGS(0.1)).kind == CUJIT_ARG_REAL);
    CHECK(first(CUJIT_ARGS(std::complex<float>(1, 2))).kind == CUJIT_ARG_COMPLEX);
    CHECK(first(CUJIT_ARGS(std::complex<double>(1, 2))).value.real[1] == 2);
    CHECK(first(CUJIT_ARGS(static_cast<cujit_array *>(nullptr))).kind == CUJIT_ARG_ARRAY);
    CHECK(first(CUJIT_ARGS(static_cast<const cujit_array *>(nullptr))).kind == CUJIT_ARG_ARRAY);
    CHECK(first(CUJIT_ARGS(CUJIT_POINTER(nullptr, CUJIT_INT8, 0))).kind == CUJIT_ARG_POINTER);
    CHECK(cujit_args(CUJIT_NO_ARGS).count == 0);
    CHECK(cujit_args(CUJIT_ARGS()).count == 0);
    CHECK(cujit_args(CUJIT_ARGS(1, 2.0, 3u, 'c')).count == 4);
}

struct pair {
    float a;
    int b;
};

pair make_pair_value()
{
    return pair{2.5f, 4};
}

void kernels(cujit_context *context)
{
    using complex = std::complex<float>;
    const auto x = make_array<complex>(context, CUJIT_COMPLEX64, {{1, 2}, {3, -4}, {0, 0}});
    auto rotate = make_kernel(context, "float complex a, cujit::complex<float> *x, double s",
                              "x[i] = a * x[i] + (float)s");
    CHECK(cujit_elementwise_run(rotate.get(), nullptr, CUJIT_ARGS(complex(0, 1), x.get(), 1), nullptr) == CUJIT_OK);
    CHECK(fetch<complex>(x) == (std::vector<complex>{{-1, 1}, {5, 3}, {1, 0}}));

    cujit_type_spec type = {};
    cujit_dtype dtype = CUJIT_DTYPE_NONE;
    type.name = "pair";
    type.definition = "struct pair { float a; int b; };";
    type.size = sizeof(pair);
    type.alignment = alignof(pair);
    CHECK(cujit_context_register_type(context, &type, &dtype, nullptr) == CUJIT_OK);
    const auto z = make_array<float>(context, CUJIT_FLOAT32, {0, 0, 0, 0});
    auto spread = make_kernel(context, "char c, pair p, float *z", "z[i] = c + p.a * i + p.b");
    const pair given = {0.5f, 1};
    CHECK(cujit_elementwise_run(spread.get(), nullptr, CUJIT_ARGS(1, CUJIT_VALUE(given), z.get()), nullptr) ==
          CUJIT_OK);
    CHECK(fetch<float>(z) == (std::vector<float>{2, 2.5f, 3, 3.5f}));
    /* What a function returns needs a name for its address to be taken; const auto & is enough. */
    const auto &returned = make_pair_value();
    CHECK(cujit_elementwise_run(spread.get(), nullptr, CUJIT_ARGS(0, CUJIT_VALUE(returned), z.get()), nullptr) ==
          CUJIT_OK);
    CHECK(fetch<float>(z)[3] == 11.5f);

    cujit_error error = {};
    CHECK(cujit_elementwise_run(spread.get(), nullptr, CUJIT_NO_ARGS, &error) == CUJIT_ERROR_ARGUMENT_COUNT);
    CHECK(cujit_elementwise_run(spread.get(), nullptr, CUJIT_ARGS(1, 2, 3), &error) == CUJIT_ERROR_ARGUMENT_TYPE);
    cujit_error_clear(&error);

    /* An expression: names from the spelling of the arguments. */
    const auto two = make_array<float>(context, CUJIT_FLOAT32, {1, 2});
    cujit_array *numbers = two.get(), *sum = nullptr;
    const double scale = 2;
    CHECK(cujit_eval(context, "scale * numbers + 1", CUJIT_NAMED(scale, numbers), &sum, nullptr) == CUJIT_OK);
    CHECK(fetch<float>(owned<cujit_array>(sum)) == (std::vector<float>{3, 5}));
    CHECK(cujit_eval(context, "x + 1", CUJIT_NAMED(x.get()), &sum, &error) == CUJIT_ERROR_INVALID_ARGUMENT);
    CHECK(cujit_eval(context, "2 + 3", CUJIT_NO_NAMES, &sum, nullptr) == CUJIT_OK);
    CHECK(fetch<long long>(owned<cujit_array>(sum)) == (std::vector<long long>{5}));
    cujit_error_clear(&error);

    /* A prepared call from C++. */
    void *data = cujit_array_data(z.get());
    char c = 0;
    pair p = {1, 0};
    void *values[] = {&c, &p, &data};
    CHECK(cujit_elementwise_launch_prepared(spread.get(), nullptr, 4, values, nullptr) == CUJIT_OK);
    CHECK(fetch<float>(z)[3] == 3);
}

} // namespace

int main()
{
    const char *device = std::getenv("CUJIT_DEVICE");
    cujit_device_info info;
    cujit_error error = {};

    if (cujit_device_get_info(device, &info, &error) != CUJIT_OK) {
        std::printf("skipped: %s\n", error.message);
        cujit_error_clear(&error);
        return 77;
    }
    kinds();
    auto context = make_context();
    if (context != nullptr)
        kernels(context.get());
    std::printf("%s: %d failures\n", info.device, failures);
    return failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
