/*
 * test_expression_prepared.c: runs of expressions whose operands are bound, launched over and over.
 */
#include "tests/kernels.h"

#include <string.h>

static cujit_context *context;
static cujit_array *f, *z, *g;
static const float scale = 0.5F;

enum { ROWS = 40, COLUMNS = 70, ALL = ROWS * COLUMNS };

static void fill(cujit_array *array, float from)
{
    float values[ALL];

    for (int k = 0; k < ALL; k++)
        values[k] = from + (float)(k * 7 % 31) / 8;
    must(cujit_array_fill_from_host(array, values, cujit_array_bytes(array), &fault));
}

static void make_operands(void)
{
    context = cj_test_context();
    f = zeros_shape(context, CUJIT_FLOAT32, 2, (const size_t[]){ROWS, COLUMNS});
    z = zeros_shape(context, CUJIT_FLOAT32, 2, (const size_t[]){ROWS, ROWS});
    g = zeros_shape(context, CUJIT_FLOAT32, 1, (const size_t[]){COLUMNS});
    fill(f, 0);
    fill(z, -1);
    fill(g, 2);
}

FIXTURE(make_operands, NULL)

static cujit_expression *expression_of(const char *text)
{
    cujit_expression *made = NULL;

    must(cujit_expression_create(context, &(cujit_expression_spec){.text = text}, &made, &fault));
    cj_test_keep(made, (void (*)(void *))cujit_expression_free);
    return made;
}

static cujit_expression_prepared *prepare(cujit_expression *expression, cujit_stream stream, cujit_array *out)
{
    const cujit_expression_options options = {.stream = stream, .out = out};
    cujit_expression_prepared *made = NULL;

    must(cujit_expression_prepare(expression, &options, CUJIT_NAMED(f, z, g, scale), &made, &fault));
    cj_test_keep(made, (void (*)(void *))cujit_expression_free_prepared);
    return made;
}

static void expect_same(const cujit_array *one, const cujit_array *other)
{
    char a[4 * ALL], b[4 * ALL];
    const size_t bytes = cujit_array_bytes(one);

    ck_assert_uint_eq(bytes, cujit_array_bytes(other));
    must(cujit_array_to_host(one, a, bytes, &fault));
    must(cujit_array_to_host(other, b, bytes, &fault));
    ck_assert_mem_eq(a, b, bytes);
}

static const char *const values[] = {
    "2*f + g",
    "sum(f)",
    "sum(f[:, ::2] * scale, 0)",
    "cumsum(f)",
    "f - sum(f, 0, keepdims=1)",
    "e = exp(f - max(f, -1, keepdims=1)); e / sum(e, -1, keepdims=1)",
    "z[1:-1, 1:-1] - (z[:-2, 1:-1] + z[2:, 1:-1] + z[1:-1, :-2] + z[1:-1, 2:])/4",
};

TEST_EACH(a_prepared_value_follows_its_operands, COUNT(values))
{
    cujit_expression *expression = expression_of(values[_i]);
    cujit_expression_prepared *prepared;
    cujit_array *out = NULL, *expected = NULL;

    must(cujit_eval(context, values[_i], CUJIT_NAMED(f, z, g, scale), &out, &fault));
    cj_test_keep(out, (void (*)(void *))cujit_array_free);
    prepared = prepare(expression, NULL, out);
    for (int turn = 0; turn < 3; turn++) {
        fill(f, (float)turn);
        fill(z, -2 * (float)turn);
        must(cujit_expression_launch_prepared(prepared, &fault));
        must(cujit_eval(context, values[_i], CUJIT_NAMED(f, z, g, scale), &expected, &fault));
        expect_same(out, expected);
        cujit_array_free(expected);
    }
}

static const char *const assignments[] = {
    "z[::2] += scale",
    "z = z + z.T",
    "z[1:-1] = z[:-2] + z[2:]*scale",
    "z = z - max(z, -1, keepdims=1)",
    "f = cumsum(f, 0)*scale; g = sum(f, 0); f = f - g",
    "z[int32(g) % 2] += scale",
};

/* What overlaps is copied by each launch anew. */
TEST_EACH(prepared_assignments_go_on, COUNT(assignments))
{
    cujit_expression *expression = expression_of(assignments[_i]);
    cujit_stream stream = make_stream(context);
    cujit_expression_prepared *prepared = prepare(expression, stream, NULL);
    float first[3][ALL];
    cujit_array *const all[] = {f, z, g};

    for (int turn = 0; turn < 4; turn++)
        must(cujit_expression_launch_prepared(prepared, &fault));
    must(cujit_stream_synchronize(context, stream, &fault));
    for (int k = 0; k < COUNT(all); k++)
        must(cujit_array_to_host(all[k], first[k], cujit_array_bytes(all[k]), &fault));
    fill(f, 0);
    fill(z, -1);
    fill(g, 2);
    for (int turn = 0; turn < 4; turn++)
        must(cujit_eval(context, assignments[_i], CUJIT_NAMED(f, z, g, scale), NULL, &fault));
    for (int k = 0; k < COUNT(all); k++) {
        float second[ALL];

        must(cujit_array_to_host(all[k], second, cujit_array_bytes(all[k]), &fault));
        ck_assert_mem_eq(first[k], second, cujit_array_bytes(all[k]));
    }
}

TEST(what_cannot_be_prepared_is_said)
{
    cujit_expression *expression = expression_of("f*scale");
    cujit_expression_prepared *none = NULL;

    refuse(cujit_expression_prepare(expression, NULL, CUJIT_NAMED(f, scale), &none, &fault),
           CUJIT_ERROR_INVALID_ARGUMENT, "cujit_expression_prepare: the text has a value");
    refuse(cujit_expression_prepare(expression, &(cujit_expression_options){.out = g}, CUJIT_NAMED(f, scale), &none,
                                    &fault),
           CUJIT_ERROR_ARGUMENT_SIZE, "out has shape (70,); the text's value has (40, 70)");
    refuse(cujit_expression_prepare(expression, &(cujit_expression_options){.out = f, .measure = 1},
                                    CUJIT_NAMED(f, scale), &none, &fault),
           CUJIT_ERROR_INVALID_ARGUMENT, "measure");
    refuse(
        cujit_expression_prepare(expression, &(cujit_expression_options){.out = f}, CUJIT_NAMED(scale), &none, &fault),
        CUJIT_ERROR_EXPRESSION, "f");
    refuse(cujit_expression_prepare(expression, &(cujit_expression_options){.out = f}, CUJIT_NAMED(f, scale), NULL,
                                    &fault),
           CUJIT_ERROR_INVALID_ARGUMENT, "prepared is NULL");
    refuse(cujit_expression_prepare(NULL, NULL, CUJIT_NAMED(f), &none, &fault), CUJIT_ERROR_INVALID_ARGUMENT,
           "expression is NULL");
    refuse(cujit_expression_launch_prepared(NULL, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "prepared is NULL");
    cujit_expression_free_prepared(NULL);
    ck_assert_ptr_null(none);
}

/* What is taken on the way while a graph is recorded would be somebody else's when it runs. */
TEST(a_graph_takes_what_is_prepared)
{
    cujit_expression *expression = expression_of("z = z + z.T*scale");
    cujit_stream stream = make_stream(context);
    cujit_expression_prepared *prepared = prepare(expression, stream, NULL);
    const cujit_expression_options options = {.stream = stream};
    float before[ROWS * ROWS];
    cujit_graph *graph;

    must(cujit_array_to_host(z, before, sizeof before, &fault));
    must(cujit_graph_begin(context, stream, &fault));
    refuse(cujit_expression_run(expression, &options, CUJIT_NAMED(z, scale), NULL, &fault), CUJIT_ERROR_UNSUPPORTED,
           "prepare it before");
    must(cujit_expression_launch_prepared(prepared, &fault));
    graph = end_graph(context, stream);
    must(cujit_graph_launch(graph, stream, &fault));
    must(cujit_stream_synchronize(context, stream, &fault));
    expect_each(z, float, got == before[k] + before[k % ROWS * ROWS + k / ROWS] * scale);
}
