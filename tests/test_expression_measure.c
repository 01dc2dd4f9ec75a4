/*
 * test_expression_measure.c: what the kernels of an expression take.
 */
#include "tests/kernels.h"

static cujit_context *context;

static void open_context(void)
{
    context = cj_test_context();
}

FIXTURE(open_context, NULL)

/* clang-format off */
static const struct {
    const char *text;
    size_t bytes[3];
} rows[] = {
    {"2*u", {8000}},
    {"u + u", {8000}},                                     /* what is read twice counts once */
    {"u[1:-1] + r*(u[2:] - 2*u[1:-1] + u[:-2])", {7992}},  /* so do views of the same */
    {"u[::2] + u[1::2]", {6000}},
    {"u + v[0]", {8004}},
    {"u + v", {8004}},                                     /* one element, repeated */
    {"sum(u)", {4004}},
    {"u[:] = u[::-1]; u[:0]", {8000}},
};
/* clang-format on */

TEST_EACH(traffic_is_counted, COUNT(rows))
{
    cujit_expression *expression = NULL;
    cujit_array *result = NULL, *u = upload(context, CUJIT_FLOAT32, 1000, (const float[1000]){0}),
                *v = upload(context, CUJIT_FLOAT32, 1, (const float[1]){1});
    const double r = 0.5;

    must(cujit_expression_create(context, &(cujit_expression_spec){.text = rows[_i].text}, &expression, &fault));
    cj_test_keep(expression, (void (*)(void *))cujit_expression_free);
    must(cujit_expression_run(expression, NULL, CUJIT_NAMED(u, v, r), &result, &fault));
    cujit_array_free(result);
    ck_assert(cujit_expression_get_kernel(expression, 0)->ms < 0);
    ck_assert_uint_eq(cujit_expression_get_kernel(expression, 0)->bytes, 0);
    must(cujit_expression_run(expression, &(cujit_expression_options){.measure = 1}, CUJIT_NAMED(u, v, r), &result,
                              &fault));
    cujit_array_free(result);
    for (size_t k = 0; k < COUNT(rows[_i].bytes) && rows[_i].bytes[k] != 0; k++) {
        ck_assert_ptr_nonnull(cujit_expression_get_kernel(expression, k));
        ck_assert(cujit_expression_get_kernel(expression, k)->ms >= 0);
        ck_assert_uint_eq(cujit_expression_get_kernel(expression, k)->bytes, rows[_i].bytes[k]);
    }
}
