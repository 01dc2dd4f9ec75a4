/*
 * test_random.c: random numbers: known answers, each element against plain C, whatever array and position; generators
 * made of others; what is refused.
 */
#include "tests/arrays.h"
#include "tests/random_reference.h"

CONTEXT_FOR_EACH_CASE

static cujit_random *random_of(uint64_t seed, uint64_t stream, int rounds)
{
    const cujit_random_spec spec = {.seed = seed, .stream = stream, .rounds = rounds};
    cujit_random *random = NULL;

    must(cujit_random_create_with(context, &spec, &random, &fault));
    return random;
}

static const reference common = {0x0123456789abcdefu, 0xfedcba9876543210u, 10};

static cujit_random *common_random(void)
{
    return random_of(common.seed, common.stream, 10);
}

/* ---- Words ------------------------------------------------------------------------------------------------------- */

/* clang-format off */
/* Of Random123's tests: rounds, key, counter (high and low half), words. */
static const struct {
    int rounds;
    uint64_t key, high, low;
    uint32_t words[4];
} known[] = {
    {10, 0, 0, 0, {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}},
    {10, UINT64_MAX, UINT64_MAX, UINT64_MAX, {0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}},
    {10, 0x299f31d0a4093822, 0x0370734413198a2e, 0x85a308d3243f6a88, {0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}},
    {7, 0, 0, 0, {0x5f6fb709, 0x0d893f64, 0x4f121f81, 0x4f730a48}},
    {7, UINT64_MAX, UINT64_MAX, UINT64_MAX, {0x5207ddc2, 0x45165e59, 0x4d8ee751, 0x8c52f662}},
    {7, 0x299f31d0a4093822, 0x0370734413198a2e, 0x85a308d3243f6a88, {0x4dfccaba, 0x190a87f0, 0xc47362ba, 0xb6b5242a}},
};
/* clang-format on */

TEST_EACH(words_are_those_that_are_known, COUNT(known))
{
    cujit_array *words = zeros(context, CUJIT_UINT4, 1);
    const cujit_elementwise_spec spec = {
        .arguments = "uint4 *z, unsigned long long seed, unsigned long long k, unsigned long long stream",
        .operation = known[_i].rounds == 10 ? "z[i] = random_words(seed, k, stream)"
                                            : "z[i] = random_words<7>(seed, k, stream)"};
    cujit_elementwise *kernel = NULL;
    uint32_t got[4];

    must(cujit_elementwise_create(context, &spec, &kernel, &fault));
    must(cujit_elementwise_run(kernel, NULL, CUJIT_ARGS(words, known[_i].key, known[_i].low, known[_i].high), &fault));
    download(words, got);
    ck_assert_mem_eq(got, known[_i].words, sizeof got);
    cujit_elementwise_free(kernel);
}

TEST_EACH(bits_are_the_words_of_the_stream, 2)
{
    const reference of = {0xdeadbeefcafef00du, 77, _i == 0 ? 10 : 7};
    cujit_random *random = random_of(of.seed, of.stream, of.rounds);
    cujit_array *bits = zeros(context, CUJIT_UINT32, 1003);

    must(cujit_random_bits(random, bits, &fault));
    expect_each(bits, uint32_t, got == reference_word(of, (uint64_t)k));
    must(cujit_random_bits(random, bits, &fault));
    expect_each(bits, uint32_t, got == reference_word(of, 1003 + (uint64_t)k));
    cujit_random_free(random);
}

/* ---- Distributions ----------------------------------------------------------------------------------------------- */

typedef cujit_status fill_function(cujit_random *random, cujit_array *array, cujit_error *error);
typedef bool is_function(const void *got, uint64_t n);

#define FILLS(name, call)                                                                                              \
    static cujit_status fill_##name(cujit_random *random, cujit_array *array, cujit_error *error)                      \
    {                                                                                                                  \
        return call;                                                                                                   \
    }
/* Whether the element at `at` is the number that `wanted`, of element n, is; `got` is what is there. */
#define IS(name, T, wanted)                                                                                            \
    static bool is_##name(const void *at, uint64_t n)                                                                  \
    {                                                                                                                  \
        const T got = *(const T *)at;                                                                                  \
                                                                                                                       \
        return memcmp(&got, &(const T){wanted}, sizeof got) == 0;                                                      \
    }

FILLS(bits, cujit_random_bits(random, array, error))
IS(word, uint32_t, reference_word(common, n))
IS(signed_word, int32_t, (int32_t)reference_word(common, n))
IS(pair, uint64_t, reference_pair(common, n))
IS(half_word, uint16_t, (uint16_t)(reference_word(common, n) >> 16))
IS(byte, uint8_t, (uint8_t)(reference_word(common, n) >> 24))

FILLS(uniform, cujit_random_uniform(random, array, 0, 1, error))
IS(uniform_float, float, reference_uniform_f(common, n))
IS(uniform_double, double, reference_uniform(common, n))
static double unit(uint64_t n, int digits)
{
    return ldexp((double)(reference_word(common, n) >> (32 - digits)), -digits);
}
/* A number of `fraction` bits behind the first, 0 <= x < 1, in a 16- or 8-bit type whose least exponent is that. */
static uint16_t narrow(double x, int fraction, int least)
{
    int e;
    const double m = frexp(x, &e);

    if (x == 0)
        return 0;
    return e - 1 < least ? (uint16_t)ldexp(x, fraction - least)
                         : (uint16_t)(((e - least) << fraction) + (int)ldexp(m, fraction + 1) - (1 << fraction));
}
IS(uniform_half, uint16_t, narrow(unit(n, 11), 10, -14))
IS(uniform_bfloat16, uint16_t, narrow(unit(n, 8), 7, -126))
IS(uniform_e4m3, uint8_t, (uint8_t)narrow(unit(n, 4), 3, -6))
IS(uniform_e5m2, uint8_t, (uint8_t)narrow(unit(n, 3), 2, -14))

FILLS(upper, cujit_random_uniform_upper(random, array, 0, 1, error))
IS(upper_float, float, 1 - reference_uniform_f(common, n))
IS(upper_double, double, 1 - reference_uniform(common, n))
FILLS(range, cujit_random_uniform(random, array, -3, 7.5, error))
IS(range_float, float, fminf(fmaf(reference_uniform_f(common, n), 10.5f, -3), nextafterf(7.5f, 0)))
IS(range_double, double, fmin(fma(reference_uniform(common, n), 10.5, -3), nextafter(7.5, 0)))

FILLS(normal, cujit_random_normal(random, array, 0, 1, error))
IS(normal_float, float, reference_normal_f(common, n))
IS(normal_double, double, reference_normal(common, n))
FILLS(shifted, cujit_random_normal(random, array, 5, 0.25, error))
IS(shifted_float, float, fmaf(reference_normal_f(common, n), 0.25f, 5))
IS(shifted_double, double, fma(reference_normal(common, n), 0.25, 5))
FILLS(lognormal, cujit_random_lognormal(random, array, 0.5, 2, error))
IS(lognormal_float, float, reference_exp_f(fmaf(reference_normal_f(common, n), 2, 0.5f)))
IS(lognormal_double, double, reference_exp(fma(reference_normal(common, n), 2, 0.5)))
FILLS(exponential, cujit_random_exponential(random, array, 3, error))
IS(exponential_float, float, reference_log_f(reference_unit_f(common, n)) * 1.5f)
IS(exponential_double, double, reference_log(reference_unit(common, n)) * 1.5)

FILLS(dice, cujit_random_integers(random, array, 1, 7, error))
IS(dice_byte, int8_t, (int8_t)(1 + reference_below(common, n, 6)))
IS(dice_int, int32_t, (int32_t)(1 + reference_below(common, n, 6)))
IS(dice_long, int64_t, (int64_t)(1 + reference_below_wide(common, n, 6)))
FILLS(many, cujit_random_integers(random, array, -5, 0x60000000, error)) /* a word in four is one too many */
IS(many_int, int32_t, (int32_t)(reference_below(common, n, 0x60000005) - 5))
FILLS(all, cujit_random_integers(random, array, INT32_MIN, (int64_t)INT32_MAX + 1, error))
IS(all_int, int32_t, (int32_t)(reference_word(common, n) ^ 0x80000000))
FILLS(most, cujit_random_integers(random, array, -((int64_t)3 << 61), (int64_t)3 << 61, error))
IS(most_long, int64_t, (int64_t)(reference_below_wide(common, n, (uint64_t)3 << 62) - ((uint64_t)3 << 61)))
FILLS(coin, cujit_random_integers(random, array, 0, 2, error))
IS(coin_bool, bool, reference_word(common, n) >> 31 != 0)

FILLS(rare, cujit_random_bernoulli(random, array, 0.03, error))
IS(rare_bool, bool, reference_hit(common, n, 0.03))
IS(rare_float, float, reference_hit(common, n, 0.03) ? 1.0f : 0.0f)
IS(rare_int, int16_t, reference_hit(common, n, 0.03) ? 1 : 0)
IS(rare_double, double, (double)reference_pair(common, n) < ldexp(0.03, 64) ? 1 : 0)
FILLS(never, cujit_random_bernoulli(random, array, 0, error))
IS(zero, uint8_t, (uint8_t)(0 * n))
FILLS(always, cujit_random_bernoulli(random, array, 1, error))
IS(one, uint8_t, (uint8_t)(1 + 0 * n))

static const struct distribution {
    const char *name;
    fill_function *fill;
    cujit_dtype dtype;
    is_function *is;
} distributions[] = {
    {"bits uint32", fill_bits, CUJIT_UINT32, is_word},
    {"bits int32", fill_bits, CUJIT_INT32, is_signed_word},
    {"bits uint64", fill_bits, CUJIT_UINT64, is_pair},
    {"bits uint16", fill_bits, CUJIT_UINT16, is_half_word},
    {"bits uint8", fill_bits, CUJIT_UINT8, is_byte},
    {"uniform float", fill_uniform, CUJIT_FLOAT32, is_uniform_float},
    {"uniform double", fill_uniform, CUJIT_FLOAT64, is_uniform_double},
    {"uniform half", fill_uniform, CUJIT_FLOAT16, is_uniform_half},
    {"uniform bfloat16", fill_uniform, CUJIT_BFLOAT16, is_uniform_bfloat16},
    {"uniform e4m3", fill_uniform, CUJIT_FLOAT8_E4M3, is_uniform_e4m3},
    {"uniform e5m2", fill_uniform, CUJIT_FLOAT8_E5M2, is_uniform_e5m2},
    {"upper float", fill_upper, CUJIT_FLOAT32, is_upper_float},
    {"upper double", fill_upper, CUJIT_FLOAT64, is_upper_double},
    {"range float", fill_range, CUJIT_FLOAT32, is_range_float},
    {"range double", fill_range, CUJIT_FLOAT64, is_range_double},
    {"normal float", fill_normal, CUJIT_FLOAT32, is_normal_float},
    {"normal double", fill_normal, CUJIT_FLOAT64, is_normal_double},
    {"shifted float", fill_shifted, CUJIT_FLOAT32, is_shifted_float},
    {"shifted double", fill_shifted, CUJIT_FLOAT64, is_shifted_double},
    {"lognormal float", fill_lognormal, CUJIT_FLOAT32, is_lognormal_float},
    {"lognormal double", fill_lognormal, CUJIT_FLOAT64, is_lognormal_double},
    {"exponential float", fill_exponential, CUJIT_FLOAT32, is_exponential_float},
    {"exponential double", fill_exponential, CUJIT_FLOAT64, is_exponential_double},
    {"dice int8", fill_dice, CUJIT_INT8, is_dice_byte},
    {"dice int32", fill_dice, CUJIT_INT32, is_dice_int},
    {"dice int64", fill_dice, CUJIT_INT64, is_dice_long},
    {"many int32", fill_many, CUJIT_INT32, is_many_int},
    {"all int32", fill_all, CUJIT_INT32, is_all_int},
    {"most int64", fill_most, CUJIT_INT64, is_most_long},
    {"coin bool", fill_coin, CUJIT_BOOL, is_coin_bool},
    {"rare bool", fill_rare, CUJIT_BOOL, is_rare_bool},
    {"rare float", fill_rare, CUJIT_FLOAT32, is_rare_float},
    {"rare int16", fill_rare, CUJIT_INT16, is_rare_int},
    {"rare double", fill_rare, CUJIT_FLOAT64, is_rare_double},
    {"never uint8", fill_never, CUJIT_UINT8, is_zero},
    {"always uint8", fill_always, CUJIT_UINT8, is_one},
};

static void expect_stream(const struct distribution *of, const cujit_array *array, uint64_t first, const char *what)
{
    const char *elements = elements_of(array);
    const size_t count = cujit_array_size(array), size = cujit_context_type_size(context, of->dtype);

    for (size_t k = 0; k < count; k++)
        expect(of->is(elements + k * size, first + k), "%s, %s: element %zu, of number %llu, is wrong", of->name, what,
               k, (unsigned long long)(first + k));
}

TEST_EACH(each_element_is_what_its_number_says, COUNT(distributions))
{
    const struct distribution *of = &distributions[_i];
    cujit_random *random = common_random();
    cujit_array *array = zeros(context, of->dtype, 20011);

    must(of->fill(random, array, &fault));
    expect_stream(of, array, 0, "at the beginning");
    cujit_random_free(random);
}

/* Arrays that begin in the middle of 16 bytes, and numbers in the middle of a counter. */
TEST_EACH(pieces_are_those_of_the_whole, COUNT(distributions))
{
    static const size_t lengths[] = {1, 2, 3, 5, 1, 16, 7, 33, 4, 12, 129, 1502};
    const struct distribution *of = &distributions[_i];
    const unsigned share = cujit_context_type_size(context, of->dtype) == 8 ? 2 : 1;
    cujit_random *random = common_random();
    cujit_array *array = zeros(context, of->dtype, 1715);
    const uint64_t begin = ((uint64_t)1 << 40) / share + 3;
    uint64_t position;
    size_t first = 0;

    compile_sooner();
    must(cujit_random_skip(random, begin * share, &fault));
    for (size_t k = 0; k < COUNT(lengths); k++) {
        cujit_array *piece = view_of(array, first, lengths[k]);

        must(of->fill(random, piece, &fault));
        first += lengths[k];
        must(cujit_random_position(random, &position, &fault));
        ck_assert_uint_eq(position, (begin + first) * share);
    }
    expect_stream(of, array, begin, "in pieces");
    cujit_random_free(random);
}

TEST_EACH(strides_do_not_matter, COUNT(distributions))
{
    const struct distribution *of = &distributions[_i];
    cujit_random *random = common_random();
    cujit_array *array = strided(context, of->dtype, 3, (const size_t[]){5, 7, 11}, NULL), *turned = NULL, *back = NULL,
                *copy = NULL;

    compile_sooner();
    must(cujit_random_skip(random, 6, &fault));
    must(cujit_array_transpose(array, (const int[]){2, 0, 1}, &turned, &fault));
    must(cujit_array_slice(keep_array(turned), 2,
                           (const cujit_index[]){cujit_index_slice(10, CUJIT_SLICE_END, -2), cujit_index_all()}, &back,
                           &fault));
    must(of->fill(random, keep_array(back), &fault));
    must(cujit_array_copy(back, NULL, &copy, &fault));
    expect_stream(of, keep_array(copy), cujit_context_type_size(context, of->dtype) == 8 ? 3 : 6, "in a view");
    cujit_random_free(random);
}

/* ---- In snippets ------------------------------------------------------------------------------------------------- */

static cujit_elementwise *snippet_of(const char *arguments, const char *operation, const char *preamble)
{
    const cujit_elementwise_spec spec = {.arguments = arguments, .operation = operation, .preamble = preamble};
    cujit_elementwise *kernel = NULL;

    must(cujit_elementwise_create(context, &spec, &kernel, &fault));
    return kernel;
}

TEST(snippets_call_what_fills_have)
{
    cujit_elementwise *kernel = snippet_of(
        "float *u, double *v, float *x, double *y, float *e, unsigned int *w, unsigned long long s, unsigned long long t",
        "u[i] = uniform(s, i, t); v[i] = uniform<double>(s, i, t); x[i] = normal(s, i, t); "
        "y[i] = normal<double>(s, i, t); e[i] = exponential(s, i, t); w[i] = random_bits(s, i, t)",
        NULL);
    cujit_array *u = zeros(context, CUJIT_FLOAT32, 1001), *v = zeros(context, CUJIT_FLOAT64, 1001),
                *x = zeros(context, CUJIT_FLOAT32, 1001), *y = zeros(context, CUJIT_FLOAT64, 1001),
                *e = zeros(context, CUJIT_FLOAT32, 1001), *w = zeros(context, CUJIT_UINT32, 1001);

    must(cujit_elementwise_run(kernel, NULL, CUJIT_ARGS(u, v, x, y, e, w, common.seed, common.stream), &fault));
    expect_each(u, float, got == reference_uniform_f(common, (uint64_t)k));
    expect_each(v, double, got == reference_uniform(common, (uint64_t)k));
    expect_each(x, float, got == reference_normal_f(common, (uint64_t)k));
    expect_each(y, double, got == reference_normal(common, (uint64_t)k));
    expect_each(e, float, got == reference_log_f(reference_unit_f(common, (uint64_t)k)) / 2);
    expect_each(w, uint32_t, got == reference_word(common, (uint64_t)k));
    cujit_elementwise_free(kernel);
}

TEST(views_have_the_same_numbers)
{
    cujit_elementwise *kernel = snippet_of("const float *x, float *z, unsigned long long s",
                                           "z[i] = x[i] + normal(s, i)", NULL);
    const reference of = {9, 0, 10};
    cujit_array *z = zeros_shape(context, CUJIT_FLOAT32, 2, (const size_t[]){13, 8}), *view = NULL, *copy = NULL;
    cujit_array *x = zeros(context, CUJIT_FLOAT32, 13);

    must(cujit_array_transpose(z, NULL, &view, &fault));
    must(cujit_elementwise_run(kernel, NULL, CUJIT_ARGS(x, keep_array(view), of.seed), &fault));
    must(cujit_array_copy(view, NULL, &copy, &fault));
    expect_each(keep_array(copy), float, got == reference_normal_f(of, (uint64_t)k));
    cujit_elementwise_free(kernel);
}

/* clang-format off */
static const struct {
    const char *preamble, *operation;
} owns[] = {
    {"__device__ float uniform(float a, float b) { return a - b; }", "z[i] = uniform(9, 2)"},
    {"template <class T> __device__ T normal(T a, T b) { return a - b; }", "z[i] = normal(9, 2)"},
    {"struct normal { float x; }; using exponential = normal;", "z[i] = exponential{7}.x + uniform(1, i) * 0"},
    {"__device__ float normal(unsigned long long seed, long long i) { return 7; }", "z[i] = normal(1ull, (long long)i)"},
    {"__device__ float random_bits(int n) { return n; }", "const float uniform = 7; z[i] = random_bits(uniform)"},
};
/* clang-format on */

TEST_EACH(functions_and_types_of_the_text_come_first, COUNT(owns))
{
    cujit_elementwise *kernel = snippet_of("float *z", owns[_i].operation, owns[_i].preamble);
    cujit_array *z = zeros(context, CUJIT_FLOAT32, 5);

    must(cujit_elementwise_run(kernel, NULL, CUJIT_ARGS(z), &fault));
    expect_elements(z, float, 7, 7, 7, 7, 7);
    cujit_elementwise_free(kernel);
}

/* ---- Generators -------------------------------------------------------------------------------------------------- */

static cujit_random_spec spec_of(const cujit_random *random)
{
    cujit_random_spec spec;

    cujit_random_get_spec(random, &spec);
    return spec;
}

TEST(generators_that_are_made_of_one_differ)
{
    enum { PARTS = 50, ALL = 2 * PARTS + 1 };
    cujit_random *of[ALL] = {random_of(5, 6, 7)}, *again = NULL;

    must(cujit_random_split(of[0], PARTS, of + 1, &fault));
    for (int k = 0; k < PARTS; k++)
        must(cujit_random_fold_in(of[0], (uint64_t)k, &of[1 + PARTS + k], &fault));
    for (int k = 0; k < ALL; k++) {
        const cujit_random_spec spec = spec_of(of[k]);

        ck_assert_int_eq(spec.rounds, 7);
        for (int m = 0; m < k; m++) {
            const cujit_random_spec other = spec_of(of[m]);

            expect(spec.seed != other.seed && spec.stream != other.stream, "%d is like %d", k, m);
        }
    }
    must(cujit_random_skip(of[0], 1000, &fault));
    must(cujit_random_fold_in(of[0], PARTS - 1, &again, &fault));
    ck_assert_uint_eq(spec_of(again).seed, spec_of(of[ALL - 1]).seed);
    ck_assert_uint_eq(spec_of(again).stream, spec_of(of[ALL - 1]).stream);
    cujit_random_free(again);
    for (int k = 0; k < ALL; k++)
        cujit_random_free(of[k]);
}

static int compare_words(const void *a, const void *b)
{
    const uint64_t left = *(const uint64_t *)a, right = *(const uint64_t *)b;

    return (left > right) - (left < right);
}

/* Words of one stream and of others, and of spare ones, are never the same by any rule: 2^18 of 2^64 pairs. */
TEST(streams_have_nothing_in_common)
{
    static uint64_t seen[1 << 16];
    enum { EACH = 1 << 14 };

    for (int k = 0; k < 4; k++) {
        cujit_random *random = random_of((uint64_t)(k & 1) << 32, (uint64_t)(k >> 1), 10);
        cujit_array *bits = zeros(context, CUJIT_UINT64, EACH);

        must(cujit_random_bits(random, bits, &fault));
        download(bits, seen + k * EACH);
        cujit_random_free(random);
    }
    qsort(seen, COUNT(seen), sizeof *seen, compare_words);
    for (size_t k = 1; k < COUNT(seen); k++)
        expect(seen[k] != seen[k - 1], "two words are %llx", (unsigned long long)seen[k]);
}

TEST(a_moving_generator_goes_on_in_the_devices_memory)
{
    const cujit_random_spec spec = {.seed = common.seed, .stream = common.stream, .moving = 1};
    cujit_array *bits = zeros(context, CUJIT_UINT32, 6), *doubles = zeros(context, CUJIT_FLOAT64, 3);
    cujit_stream stream = make_stream(context);
    cujit_random *random = NULL;
    cujit_graph *graph;
    uint64_t position;

    must(cujit_random_create_with(context, &spec, &random, &fault));
    cujit_random_set_device_stream(random, stream);
    must(cujit_random_bits(random, bits, &fault)); /* 6 words, then 2 that are left out */
    must(cujit_stream_synchronize(context, stream, &fault));
    expect_each(bits, uint32_t, got == reference_word(common, (uint64_t)k));
    must(cujit_random_uniform(random, doubles, 0, 1, &fault));
    must(cujit_random_position(random, &position, &fault));
    ck_assert_uint_eq(position, 16);
    expect_each(doubles, double, got == reference_uniform(common, 4 + (uint64_t)k));

    must(cujit_graph_begin(context, stream, &fault));
    must(cujit_random_bits(random, bits, &fault));
    must(cujit_random_uniform(random, doubles, 0, 1, &fault));
    graph = end_graph(context, stream);
    for (uint64_t launch = 0; launch < 3; launch++) {
        must(cujit_graph_launch(graph, stream, &fault));
        must(cujit_random_position(random, &position, &fault));
        ck_assert_uint_eq(position, 16 * (launch + 2));
        expect_each(bits, uint32_t, got == reference_word(common, 16 * (launch + 1) + (uint64_t)k));
        expect_each(doubles, double, got == reference_uniform(common, 8 * (launch + 1) + 4 + (uint64_t)k));
    }
    must(cujit_random_skip(random, 8, &fault));
    must(cujit_random_position(random, &position, &fault));
    ck_assert_uint_eq(position, 72);
    refuse(cujit_random_skip(random, 6, &fault), CUJIT_ERROR_ARGUMENT_VALUE, "multiple of 4");
    cujit_random_free(random);
}

/* ---- What is refused --------------------------------------------------------------------------------------------- */

TEST(what_no_distribution_has_is_refused)
{
    cujit_random *random = common_random();
    cujit_array *floats = zeros(context, CUJIT_FLOAT32, 4), *doubles = zeros(context, CUJIT_FLOAT64, 4),
                *halves = zeros(context, CUJIT_FLOAT16, 4), *bytes = zeros(context, CUJIT_UINT8, 4),
                *narrow = zeros(context, CUJIT_FLOAT8_E4M3, 4);
    uint64_t position;

#define VALUE(call, text) refuse(cujit_random_##call, CUJIT_ERROR_ARGUMENT_VALUE, text)
    VALUE(uniform(random, floats, 1, 1, &fault), "no number of float32 lies between 1 and 1");
    VALUE(uniform(random, halves, 1, 1.0001, &fault), "no number of float16");
    VALUE(uniform(random, floats, NAN, 1, &fault), "not all finite");
    VALUE(uniform(random, halves, 0, 70000, &fault), "not all finite in float16");
    VALUE(uniform(random, doubles, -1.7e308, 1.7e308, &fault), "not all finite in float64");
    VALUE(uniform_upper(random, floats, 2, 1, &fault), "cujit_random_uniform_upper: no number of float32");
    VALUE(integers(random, bytes, 3, 3, &fault), "no integer is at least 3 and less than 3");
    VALUE(integers(random, bytes, 0, 257, &fault), "uint8 does not have all integers from 0 to 256");
    VALUE(integers(random, bytes, -1, 2, &fault), "from -1 to 1");
    VALUE(bernoulli(random, bytes, 1.5, &fault), "p is 1.5; expected 0 to 1");
    VALUE(bernoulli(random, bytes, NAN, &fault), "expected 0 to 1");
    VALUE(normal(random, floats, INFINITY, 1, &fault), "mean is inf; expected a finite number");
    VALUE(normal(random, floats, 0, -1, &fault), "deviation is -1; expected a finite number, 0 or more");
    VALUE(exponential(random, floats, 0, &fault), "scale is 0; expected a finite number greater than 0");
    VALUE(normal(random, floats, 1e300, 1, &fault), "the numbers about 1e+300 are not all finite in float32");
    VALUE(normal(random, halves, -60000, 6000, &fault), "cujit_random_normal: the numbers about -66000 are not all");
    VALUE(normal(random, narrow, 500, 1, &fault), "not all finite in float8_e4m3");
    VALUE(normal(random, doubles, 1.7e308, 1.7e308, &fault), "not all finite in float64");
    VALUE(lognormal(random, floats, 1e5, 1, &fault),
          "cujit_random_lognormal: the numbers about inf are not all finite");
    VALUE(lognormal(random, halves, 11, 1, &fault), "not all finite in float16");
    VALUE(exponential(random, floats, 1e39, &fault), "cujit_random_exponential: the numbers about 1e+39 are not all");
    VALUE(gamma(random, floats, 1e300, 1, &fault), "cujit_random_gamma: the numbers about 1e+300 are not all finite");
    VALUE(gamma(random, doubles, 1e300, 1e300, &fault), "the numbers about inf are not all finite in float64");
    VALUE(poisson(random, halves, 1e6, &fault), "cujit_random_poisson: the numbers about 1e+06 are not all finite");
#undef VALUE
    refuse(cujit_random_normal(random, bytes, 0, 1, &fault), CUJIT_ERROR_ARGUMENT_TYPE,
           "array has elements of uint8; expected floating-point numbers");
    refuse(cujit_random_bits(random, floats, &fault), CUJIT_ERROR_ARGUMENT_TYPE, "expected integers");
    refuse(cujit_random_integers(random, floats, 0, 5, &fault), CUJIT_ERROR_ARGUMENT_TYPE, "integers or bool");
    refuse(cujit_random_bits(NULL, bytes, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "random is NULL");
    refuse(cujit_random_bits(random, NULL, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "array is NULL");
    must(cujit_random_position(random, &position, &fault));
    ck_assert_uint_eq(position, 0);
    must(cujit_random_gamma(random, floats, 1e300, 1e-300, &fault));
    must(cujit_random_normal(random, halves, 60000, 5000, &fault));
    must(cujit_random_poisson(random, bytes, 1e6, &fault));
    cujit_random_free(random);
}

/* clang-format off */
static const struct {
    const char *operation, *words;
} wrong[] = {
    {"z[i] = (float)normal<half>(seed, i)", "random numbers of a kernel are float or double"},
    {"z[i] = (float)normal<int>(seed, i)", "random numbers of a kernel are float or double"},
    {"z[i] = (float)uniform<bfloat16>(seed, i)", "random numbers of a kernel are float or double"},
    {"z[i] = (float)exponential<long long>(seed, i)", "random numbers of a kernel are float or double"},
    {"z[i] = (float)random_words<8>(seed, i).x", "random_words has 10 rounds, or 7"},
};
/* clang-format on */

TEST_EACH(what_kernels_cannot_draw_is_refused, COUNT(wrong))
{
    const cujit_elementwise_spec spec = {.arguments = "float *z, unsigned long long seed",
                                         .operation = wrong[_i].operation};
    cujit_elementwise *kernel = NULL;

    refuse(cujit_elementwise_create(context, &spec, &kernel, &fault), CUJIT_ERROR_COMPILE, wrong[_i].words);
}

TEST(a_stream_ends)
{
    const uint64_t end = (uint64_t)1 << 63;
    cujit_random *random = common_random();
    cujit_array *bits = zeros(context, CUJIT_UINT32, 5);
    cujit_random *other = NULL;

    must(cujit_random_skip(random, end - 6, &fault));
    must(cujit_random_bits(random, bits, &fault));
    expect_each(bits, uint32_t, got == reference_word(common, end - 6 + (uint64_t)k));
    refuse(cujit_random_bits(random, bits, &fault), CUJIT_ERROR_ARGUMENT_VALUE, "the stream has 1 more words");
    refuse(cujit_random_skip(random, 2, &fault), CUJIT_ERROR_ARGUMENT_VALUE, "behind the end");
    refuse(cujit_random_create_with(context, &(cujit_random_spec){.rounds = 8}, &other, &fault),
           CUJIT_ERROR_INVALID_ARGUMENT, "rounds is 8; expected 7, 10, or 0 for 10");
    cujit_random_free(random);
}

TEST(repeated_elements_are_refused)
{
    cujit_random *random = common_random();
    cujit_array *one = zeros(context, CUJIT_FLOAT32, 1), *many = NULL;

    must(cujit_array_broadcast_to(one, 1, (const size_t[]){5}, &many, &fault));
    refuse(cujit_random_normal(random, keep_array(many), 0, 1, &fault), CUJIT_ERROR_ARGUMENT_SIZE,
           "cujit_random_normal: array repeats its elements along axis 0");
    refuse(cujit_random_shuffle(random, many, &fault), CUJIT_ERROR_ARGUMENT_SIZE,
           "cujit_random_shuffle: array repeats its elements along axis 0");
    cujit_random_free(random);
}
