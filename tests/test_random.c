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
        expect(of->is(elements + k * size, first + k), "%s, %s: element %zu, of number %llu, is wrong", of->name, what, k,
               (unsigned long long)(first + k));
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
    static const size_t lengths[] = {1, 2, 3, 5, 1, 16, 7, 33, 4, 12, 129};
    const struct distribution *of = &distributions[_i];
    const int share = cujit_context_type_size(context, of->dtype) == 8 ? 2 : 1;
    cujit_random *random = common_random();
    cujit_array *array = zeros(context, of->dtype, 256);
    uint64_t position;
    size_t first = 0;

    compile_sooner();
    must(cujit_random_skip(random, (uint64_t)1 << 40, &fault));
    for (size_t k = 0; k < COUNT(lengths); k++) {
        cujit_array *piece = view_of(array, first, lengths[k]);

        must(of->fill(random, piece, &fault));
        first += lengths[k];
        must(cujit_random_position(random, &position, &fault));
        ck_assert_uint_eq(position, ((uint64_t)1 << 40) + first * share);
    }
    expect_stream(of, view_of(array, 0, first), ((uint64_t)1 << 40) / share, "in pieces");
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
    must(cujit_array_slice(keep_array(turned), 2, (const cujit_index[]){cujit_index_slice(10, CUJIT_SLICE_END, -2), cujit_index_all()}, &back, &fault));
    must(of->fill(random, keep_array(back), &fault));
    must(cujit_array_copy(back, NULL, &copy, &fault));
    expect_stream(of, keep_array(copy), cujit_context_type_size(context, of->dtype) == 8 ? 3 : 6, "in a view");
    cujit_random_free(random);
}
