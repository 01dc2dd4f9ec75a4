/*
 * test_expression_random.c: random numbers in expressions: which they are, their shapes and types, that each call has new
 * ones, and what is refused. On every device.
 */
#include "tests/arrays.h"
#include "tests/random_reference.h"

CONTEXT_FOR_EACH_CASE

static cujit_random *random_with(cujit_random_spec spec)
{
    cujit_random *random = NULL;

    must(cujit_random_create_with(context, &spec, &random, &fault));
    cj_test_keep(random, (void (*)(void *))cujit_random_free);
    return random;
}

static cujit_random *random_of(uint64_t seed, uint64_t stream)
{
    return random_with((cujit_random_spec){.seed = seed, .stream = stream});
}

/* The stream that the call number `draw` of a text has, where the generator is at that position. */
static reference drawn(uint64_t seed, uint64_t stream, uint64_t position, uint64_t draw)
{
    uint32_t words[4] = {(uint32_t)position, (uint32_t)(position >> 32), (uint32_t)stream, (uint32_t)(stream >> 32)};

    reference_philox(10, words, seed ^ 0xe8130d67b52fa94bu);
    return (reference){words[0] | (uint64_t)words[1] << 32, draw, 10};
}

static cujit_array *evaluated(const char *text, cujit_named named)
{
    cujit_array *result = NULL;

    must(cujit_eval(context, text, named, &result, &fault));
    return keep_array(result);
}

TEST(numbers_are_those_of_seed_and_place)
{
    cujit_random *g = random_of(11, 12);
    cujit_array *x = count_shape(context, CUJIT_FLOAT32, "7x5"), *wide = count_shape(context, CUJIT_FLOAT64, "35"), *z;
    const float s = 2;

    for (uint64_t call = 0; call < 3; call++) {
        const reference first = drawn(11, 12, 4 * call, 0), second = drawn(11, 12, 4 * call, 1);

        z = evaluated("x + s*normal() - uniform()", CUJIT_NAMED(x, s, g));
        ck_assert_int_eq(cujit_array_dtype(z), CUJIT_FLOAT32);
        expect_each(z, float,
                    fabsf(got - ((float)k + s * reference_normal_f(first, (uint64_t)k) -
                                 reference_uniform_f(second, (uint64_t)k))) < 1e-5f);
    }
    z = evaluated("g.normal(wide)", CUJIT_NAMED(wide, g));
    expect_each(z, double, got == reference_normal(drawn(11, 12, 12, 0), (uint64_t)k));
    z = evaluated("uniform(x)", CUJIT_NAMED(x, g));
    expect_each(z, float, got == reference_uniform_f(drawn(11, 12, 16, 0), (uint64_t)k));
    z = evaluated("exponential(x, dtype=float64)", CUJIT_NAMED(x, g));
    expect_each(z, double, got == reference_log(reference_unit(drawn(11, 12, 20, 0), (uint64_t)k)) / 2);
    z = evaluated("clip(uniform(), max=x)", CUJIT_NAMED(x, g));
    expect_each(z, float, got == fminf(reference_uniform_f(drawn(11, 12, 24, 0), (uint64_t)k), (float)k));
}

/* Views, results of reductions, and what broadcasts: the number of an element is that in C order of the shape. */
TEST(places_are_those_of_the_shape)
{
    cujit_random *g = random_of(3, 0);
    cujit_array *x = count_shape(context, CUJIT_FLOAT32, "6x8"), *turned = NULL, *z;
    const char *texts[] = {"0*turned + normal()", "0*x.T + normal()",
                           "normal(g, turned)",   "normal(turned + 1) + 0*x.T",
                           "normal(x.T)[:, :]",   "0*x[:1, :].T + 0*x[:, 0] + normal(turned)"};

    must(cujit_array_transpose(x, NULL, &turned, &fault));
    keep_array(turned);
    for (size_t text = 0; text < COUNT(texts); text++) {
        const reference of = drawn(3, 0, 4 * text, 0);

        z = evaluated(texts[text], CUJIT_NAMED(x, turned, g));
        ck_assert_uint_eq(cujit_array_shape(z)[0], 8);
        expect_each(z, float, got == reference_normal_f(of, (uint64_t)k));
    }
    z = evaluated("0*sum(x, 1) + normal()", CUJIT_NAMED(x, g));
    ck_assert_uint_eq(cujit_array_size(z), 6);
    const reference of = drawn(3, 0, 4 * COUNT(texts), 0);
    expect_each(z, float, got == reference_normal_f(of, (uint64_t)k));
}

TEST(reductions_see_the_same_numbers)
{
    cujit_random *g = random_of(5, 1), *same = random_of(5, 1);
    cujit_array *x = count_shape(context, CUJIT_FLOAT64, "300x40"), *all, *mean;
    double wanted, got;

    all = evaluated("x + normal()", CUJIT_NAMED(x, g));
    must(cujit_eval_double(context, "mean(all)", CUJIT_NAMED(all), &wanted, &fault));
    mean = evaluated("mean(x + normal())", (cujit_named){"x, g", CUJIT_ARGS(x, same).items, 2});
    must(cujit_array_get_double(mean, &got, &fault));
    ck_assert_double_eq_tol(got, wanted, 1e-9);
}

TEST(what_is_assigned_to_says_the_shape)
{
    cujit_random *g = random_of(8, 0);
    cujit_array *z = zeros_shape(context, CUJIT_FLOAT32, 2, (const size_t[]){4, 6});

    must(cujit_eval(context, "z[...] = 2*normal()", CUJIT_NAMED(z, g), NULL, &fault));
    expect_each(z, float, got == 2 * reference_normal_f(drawn(8, 0, 0, 0), (uint64_t)k));
    must(cujit_eval(context, "z[1:3] = uniform()", CUJIT_NAMED(z, g), NULL, &fault));
    expect_each(z, float, k < 6 || k >= 18 || got == reference_uniform_f(drawn(8, 0, 4, 0), (uint64_t)k - 6));
}

TEST(a_text_with_random_numbers_is_planned_once)
{
    const cujit_expression_spec spec = {.text = "x + normal()"};
    cujit_random *g = random_of(1, 0), *h = random_of(2, 0);
    cujit_array *x = count_shape(context, CUJIT_FLOAT32, "100"), *z = NULL;
    cujit_expression *expression = NULL;
    cujit_expression_report report;

    must(cujit_expression_create(context, &spec, &expression, &fault));
    for (int k = 0; k < 4; k++) {
        must(cujit_expression_run(expression, NULL, (cujit_named){"x, g", CUJIT_ARGS(x, k % 2 ? g : h).items, 2}, &z,
                                  &fault));
        cujit_array_free(z);
    }
    cujit_expression_get_report(expression, &report);
    ck_assert_uint_eq(report.plan_count, 1);
    ck_assert_uint_eq(report.kernel_count, 1);
    cujit_expression_free(expression);
}

/* clang-format off */
static const struct {
    const char *text, *words;
} wrong[] = {
    {"normal()", "these random numbers have no shape"},
    {"a = uniform(); x + a", "these random numbers have no shape"},
    {"sum(normal())", "these random numbers have no shape"},
    {"x + g", "'g' is a generator, and no value"},
    {"normal(x, x)", "normal() takes 0 to 1 argument without keywords, got 2"},
    {"normal(x, dtype=int32)", "random numbers are floating-point numbers, not int32"},
    {"normal(x, axis=1)", "normal() has no argument 'axis'"},
    {"normla(x)", "did you mean 'normal'?"},
    {"x + g.gamma(2)", "there is no 'gamma' of a generator: generators have uniform(), normal() and exponential()"},
    {"x + gamma(g)", "there is no 'gamma' of a generator"},
    {"x + g.normla()", "there is no 'normla' of a generator"},
    {"x + poisson()", "there is no 'poisson' here: generators have uniform(), normal() and exponential()"},
    {"x + bernoulli()", "there is no 'bernoulli' here: generators have uniform(), normal() and exponential()"},
    {"x + integers(0, 5)", "there is no 'integers' here: generators have uniform(), normal() and exponential()"},
    {"x + lognormal()", "there is no 'lognormal' here: generators have uniform(), normal() and exponential()"},
};
/* clang-format on */

TEST_EACH(texts_that_are_wrong_say_why, COUNT(wrong))
{
    cujit_random *g = random_of(1, 0);
    cujit_array *x = zeros(context, CUJIT_FLOAT32, 3), *z = NULL;

    refuse(cujit_eval(context, wrong[_i].text, CUJIT_NAMED(x, g), &z, &fault), CUJIT_ERROR_EXPRESSION, wrong[_i].words);
}

TEST(generators_that_do_not_suit_are_refused)
{
    cujit_random *g = random_of(1, 0), *h = random_of(2, 0), *none = NULL;
    cujit_random *moving = random_with((cujit_random_spec){.moving = 1}), *same = moving;
    cujit_array *x = zeros(context, CUJIT_FLOAT32, 3), *z = NULL;

    refuse(cujit_eval(context, "x + normal()", CUJIT_NAMED(x), &z, &fault), CUJIT_ERROR_EXPRESSION, "need a generator");
    refuse(cujit_eval(context, "x + normal()", CUJIT_NAMED(x, g, h), &z, &fault), CUJIT_ERROR_EXPRESSION,
           "there are several generators");
    refuse(cujit_eval(context, "x + normal()", CUJIT_NAMED(x, none), &z, &fault), CUJIT_ERROR_ARGUMENT_TYPE,
           "is a random generator that is NULL");
    refuse(cujit_eval(context, "normal(moving, x) + normal(same, x)", CUJIT_NAMED(x, moving, same), &z, &fault),
           CUJIT_ERROR_ARGUMENT_VALUE, "is the random generator of another operand");
    refuse(cujit_eval(context, "g[...] = x", CUJIT_NAMED(x, g), NULL, &fault), CUJIT_ERROR_EXPRESSION,
           "g is a generator of the call's");
    refuse(cujit_eval(context, "moving[...] = x", CUJIT_NAMED(x, moving), NULL, &fault), CUJIT_ERROR_EXPRESSION,
           "moving is a generator of the call's");
    refuse(cujit_eval(context, "x + moving", CUJIT_NAMED(x, moving), &z, &fault), CUJIT_ERROR_EXPRESSION,
           "'moving' is a generator, and no value");
    z = evaluated("normal(h, x)", CUJIT_NAMED(x, g, h));
    expect_each(z, float, got == reference_normal_f(drawn(2, 0, 0, 0), (uint64_t)k));
}

/* ---- Runs that are prepared, and graphs ---- */

static const char *const texts[] = {
    "x + normal()",
    "normal(g, x)*uniform(g, x) - exponential(x)",
    "y = x + normal(); y / sum(y, -1, keepdims=1)",
    "cumsum(x + uniform(), 0)",
    "max(x*normal(), 0)",
    "x[1:, :] + normal(x[:-1, :])",
};

static cujit_expression *expression_of(const char *text)
{
    cujit_expression *made = NULL;

    must(cujit_expression_create(context, &(cujit_expression_spec){.text = text}, &made, &fault));
    cj_test_keep(made, (void (*)(void *))cujit_expression_free);
    return made;
}

static cujit_expression_prepared *prepare(cujit_expression *expression, cujit_stream stream, cujit_array *out,
                                          cujit_array *x, cujit_random *g)
{
    const cujit_expression_options options = {.stream = stream, .out = out};
    cujit_expression_prepared *made = NULL;

    must(cujit_expression_prepare(expression, &options, CUJIT_NAMED(x, g), &made, &fault));
    cj_test_keep(made, (void (*)(void *))cujit_expression_free_prepared);
    return made;
}

static void expect_same(cujit_array *one, cujit_array *other)
{
    char a[4096], b[4096];

    ck_assert_uint_eq(cujit_array_bytes(one), cujit_array_bytes(other));
    must(cujit_array_to_host(one, a, cujit_array_bytes(one), &fault));
    must(cujit_array_to_host(other, b, cujit_array_bytes(one), &fault));
    ck_assert_mem_eq(a, b, cujit_array_bytes(one));
}

/* Each launch has the numbers that a call would have, and the generator goes on as by calls, whichever kind it is. */
TEST_EACH(prepared_runs_and_moving_generators_have_the_numbers_of_calls, COUNT(texts))
{
    cujit_array *x = count_shape(context, CUJIT_FLOAT32, "12x10"), *out;
    cujit_expression *expression = expression_of(texts[_i]);

    for (int moving = 0; moving < 2; moving++) {
        cujit_random *g = random_of(6, 1),
                     *other = random_with((cujit_random_spec){.seed = 6, .stream = 1, .moving = moving});
        cujit_expression_prepared *prepared;
        uint64_t position;

        out = evaluated(texts[_i], CUJIT_NAMED(x, g));
        expect_same(out, evaluated(texts[_i], (cujit_named){"x, g", CUJIT_ARGS(x, other).items, 2}));
        prepared = prepare(expression, NULL, out, x, other);
        for (int launch = 0; launch < 3; launch++) {
            cujit_array *expected = evaluated(texts[_i], CUJIT_NAMED(x, g));

            must(cujit_expression_launch_prepared(prepared, &fault));
            expect_same(out, expected);
        }
        must(cujit_random_position(other, &position, &fault));
        ck_assert_uint_eq(position, 16);
    }
}

/* Recorded once: new numbers in each launch where the device moves the generator, else those of the recording. */
TEST_EACH(graphs_draw_new_numbers_where_the_generator_is_moving, 2)
{
    cujit_array *x = count_shape(context, CUJIT_FLOAT32, "12x10"),
                *out = zeros_shape(context, CUJIT_FLOAT32, 2, (const size_t[]){12, 10});
    cujit_random *g = random_of(6, 1), *other = random_with((cujit_random_spec){.seed = 6, .stream = 1, .moving = _i});
    cujit_stream stream = make_stream(context);
    cujit_expression_prepared *prepared = prepare(expression_of(texts[2]), stream, out, x, other);
    cujit_array *expected = NULL;
    cujit_graph *graph;

    must(cujit_expression_launch_prepared(prepared, &fault));
    must(cujit_stream_synchronize(context, stream, &fault));
    expect_same(out, evaluated(texts[2], CUJIT_NAMED(x, g)));
    must(cujit_graph_begin(context, stream, &fault));
    must(cujit_expression_launch_prepared(prepared, &fault));
    graph = end_graph(context, stream);
    for (int launch = 0; launch < 3; launch++) {
        if (_i != 0 || launch == 0)
            expected = evaluated(texts[2], CUJIT_NAMED(x, g));
        must(cujit_graph_launch(graph, stream, &fault));
        must(cujit_stream_synchronize(context, stream, &fault));
        expect_same(out, expected);
    }
}
