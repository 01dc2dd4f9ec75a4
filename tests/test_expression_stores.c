/*
 * test_expression_stores.c: statements whose value is a fold, or arrays that are joined: written to where they say at once,
 * or by way of other memory where that must be.
 */
#include "tests/kernels.h"

CONTEXT_FOR_EACH_CASE

/* x has shape (2, 3) and holds 0 to 5; `target` is read behind the text. Families as their first letters; rows: R. */
static const struct {
    const char *text, *families, *target;
    double expected[12];
} cases[] = {
    {"s[...] = sum(2*x + x)", "r", "s", {45}},
    {"s = min(x + 1)", "r", "s", {1}},
    {"d[...] = sum(x)", "r", "d", {15}},
    {"s = sqrt(sum(x) + 1) * 2", "r", "s", {8}},
    {"s = min(x); d = max(x) + 1", "r", "d", {6}},
    {"s = min(x); d = max(x) + 1", "r", "s", {0}},
    {"s = min(x); x[0, 0] = 9; d = max(x)", "rer", "d", {9}},
    {"s = sum(x); d = sum(x + s)", "rr", "d", {105}},
    {"s = sum(x); s = max(x)", "rr", "s", {5}},
    /* Another one wants the value, or the old one. */
    {"m = sum(x); s = m; d = m + 1", "re", "d", {16}},
    {"s = 4; d = s; s = sum(x) + 0*d", "ere", "s", {15}},
    {"s = 4; s += sum(x)", "ere", "s", {19}},
    /* Along axes, into arrays, slices of any strides, and what it is repeated to. */
    {"r[...] = sum(x, 0)", "r", "r", {3, 5, 7}},
    {"r[::-1] = sum(x, 0)", "r", "r", {7, 5, 3}},
    {"w[::2] = sum(x, 0)", "r", "w", {3, -1, 5, -1, 7, -1}},
    {"k[1:2] = sum(x, 0, keepdims=1)", "r", "k", {-1, -1, -1, 3, 5, 7}},
    {"k[...] = sum(x, 0, keepdims=1)", "r", "k", {3, 5, 7, 3, 5, 7}},
    {"k[...] = sum(x, 0)", "re", "k", {3, 5, 7, 3, 5, 7}},
    {"k[:, 1:2] = max(x, 1, keepdims=1)", "r", "k", {-1, 2, -1, -1, 5, -1}},
    {"w[:2] = sum(x, 1)", "r", "w", {3, 12, -1, -1, -1, -1}},
    {"r[...] = min(x, 0); w[3:] = max(x, 0)", "r", "w", {-1, -1, -1, 3, 4, 5}},
    /* What lies where it is written to. */
    {"x[0, 0] = sum(x)", "r", "x", {15, 1, 2, 3, 4, 5}},
    {"x[1] = sum(x, 0)", "r", "x", {0, 1, 2, 3, 5, 7}},
    {"x[0] = max(x, 0); x[1] = sum(x, 0)", "rr", "x", {3, 4, 5, 6, 8, 10}},
    {"x[1:] = sum(x, 0, keepdims=1)", "r", "x", {0, 1, 2, 3, 5, 7}},
    {"x[...] = sum(x, 0, keepdims=1)", "r", "x", {3, 5, 7, 3, 5, 7}},
    /* What lies between what is read. */
    {"x[:, 1] = sum(x[:, :1] + 2, 1)", "r", "x", {0, 2, 2, 3, 5, 5}},
    {"x[:, 1] = cumsum(x[:, 0] + 1)", "s", "x", {0, 1, 2, 3, 5, 5}},
    {"x[:, 1:2] = x[:, :1] - sum(x[:, 1:2], 1, keepdims=1)", "R", "x", {0, -1, 2, 3, -1, 5}},
    /* Scans. */
    {"k[...] = cumsum(x, 1)", "s", "k", {0, 1, 3, 3, 7, 12}},
    {"x[...] = cumsum(x, 0)", "s", "x", {0, 1, 2, 3, 5, 7}},
    {"w[...] = cumsum(x)", "s", "w", {0, 1, 3, 6, 10, 15}},
    {"w[::-1] = cumsum(x)", "s", "w", {15, 10, 6, 3, 1, 0}},
    {"k[:, ::-1] = cumsum(x + 1, 1)", "s", "k", {6, 3, 1, 15, 9, 4}},
    /* Joined arrays. */
    {"w[...] = concatenate((x[0], x[1] + 1))", "ee", "w", {0, 1, 2, 4, 5, 6}},
    {"w[...] = concatenate((x[0], x[1, :1], x[0, :2]))", "eee", "w", {0, 1, 2, 3, 0, 1}},
    {"k[...] = stack((x[1], 2*x[1]))", "e", "k", {3, 4, 5, 6, 8, 10}},
    {"k[::-1] = stack((x[1], 2*x[1]))", "e", "k", {6, 8, 10, 3, 4, 5}},
    {"k[:, 0] = stack((sum(x), max(x)))", "re", "k", {15, -1, -1, 5, -1, -1}},
    {"k[...] = concatenate((x[:1, :1], x[1:, 1:]), 1)", "ee", "k", {0, 4, 5, 0, 4, 5}},
    {"k[...] = concatenate((x[:1, :1], x[1:, 3:]), 1)", "ee", "k", {0, 0, 0, 0, 0, 0}},
    {"x[...] = concatenate((x[1:], x[:1]))", "eee", "x", {3, 4, 5, 0, 1, 2}},
    {"w = 7; w[...] = concatenate((x[0], x[1]))", "eee", "w", {0, 1, 2, 3, 4, 5}},
    {"w[...] = concatenate((x[0], x[1])); w = 7", "eee", "w", {7, 7, 7, 7, 7, 7}},
    {"w[...] = concatenate((x[0], x[1])); d = w[3] + 0*sum(w)", "eere", "d", {3}},
    {"j = concatenate((x[0], x[1])); w = j; s = j[4]", "eeee", "s", {4}},
};

static cujit_array *filled(cujit_dtype dtype, int rank, const size_t *shape)
{
    cujit_array *made = zeros_shape(context, dtype, rank, shape);

    must(cujit_eval(context, "made[...] = -1", CUJIT_NAMED(made), NULL, &fault));
    return made;
}

TEST_EACH(folds_and_joined_arrays_are_written_at_once, COUNT(cases))
{
    const size_t shape[] = {2, 3}, six = 6, three = 3;
    cujit_array *x = upload_shape(context, CUJIT_FLOAT32, 2, shape, (const float[]){0, 1, 2, 3, 4, 5});
    cujit_array *k = filled(CUJIT_FLOAT32, 2, shape), *w = filled(CUJIT_FLOAT32, 1, &six);
    cujit_array *r = filled(CUJIT_FLOAT32, 1, &three), *s = filled(CUJIT_FLOAT32, 0, NULL);
    cujit_array *d = filled(CUJIT_FLOAT64, 0, NULL), *read = NULL, *const all[] = {x, k, w, r, s, d};
    cujit_expression *expression = NULL;
    cujit_expression_report report;
    char families[16] = "";
    const double *got;

    must(cujit_expression_create(context, &(cujit_expression_spec){.text = cases[_i].text}, &expression, &fault));
    cj_test_keep(expression, (void (*)(void *))cujit_expression_free);
    must(cujit_expression_run(expression, NULL, CUJIT_NAMED(x, k, w, r, s, d), NULL, &fault));
    cujit_expression_get_report(expression, &report);
    for (size_t n = 0; n < report.kernel_count; n++) {
        const char *family = cujit_expression_get_kernel(expression, n)->family;

        ck_assert_uint_lt(n, sizeof families - 1);
        families[n] = strcmp(family, "rows") == 0 ? 'R' : family[0];
    }
    for (size_t n = 0; n < COUNT(all); n++)
        read = "xkwrsd"[n] == cases[_i].target[0] ? all[n] : read;
    must(cujit_array_astype(read, CUJIT_FLOAT64, NULL, &read, &fault));
    cj_test_keep(read, (void (*)(void *))cujit_array_free);
    got = elements_of(read);
    for (size_t n = 0; n < cujit_array_size(read); n++)
        ck_assert_msg(got[n] == cases[_i].expected[n], "%s: %s[%zu] is %g, not %g", cases[_i].text, cases[_i].target, n,
                      got[n], cases[_i].expected[n]);
    ck_assert_msg(strcmp(families, cases[_i].families) == 0, "%s: %s, not %s", cases[_i].text, families,
                  cases[_i].families);
}

/* Kept calls have their memory, and their copies behind a launch, too. */
TEST(a_prepared_text_writes_at_once)
{
    const size_t shape[] = {2, 3};
    const float after[] = {0, 1, 2, 3, 6, 9};
    cujit_array *x = upload_shape(context, CUJIT_FLOAT32, 2, shape, (const float[]){0, 1, 2, 3, 4, 5});
    cujit_expression *expression = NULL;
    cujit_expression_prepared *prepared = NULL;

    must(cujit_expression_create(context, &(cujit_expression_spec){.text = "x[1] = sum(x, 0)"}, &expression, &fault));
    cj_test_keep(expression, (void (*)(void *))cujit_expression_free);
    must(cujit_expression_prepare(expression, NULL, CUJIT_NAMED(x), &prepared, &fault));
    must(cujit_expression_launch_prepared(prepared, &fault));
    must(cujit_expression_launch_prepared(prepared, &fault));
    expect_each(x, float, got == after[k]);
}

TEST(a_fold_does_not_go_where_elements_overlap)
{
    cujit_array *x = upload(context, CUJIT_FLOAT32, 4, (const float[]){1, 2, 3, 4}), *one, *wide = NULL;

    one = upload(context, CUJIT_FLOAT32, 1, (const float[]){1});
    must(cujit_array_broadcast_to(one, 1, (const size_t[]){4}, &wide, &fault));
    cj_test_keep(wide, (void (*)(void *))(cujit_array_free));
    refuse(cujit_eval(context, "wide[...] = cumsum(x)", CUJIT_NAMED(x, wide), NULL, &fault), CUJIT_ERROR_ARGUMENT_SIZE,
           "wide[...] is written to, but elements of it lie in the same place");
    refuse(cujit_eval(context, "wide = x + wide", CUJIT_NAMED(x, wide), NULL, &fault), CUJIT_ERROR_ARGUMENT_SIZE,
           "wide is written to, but elements of it lie in the same place");
    refuse(cujit_eval(context, "wide[:2] = cumsum(x[:2])", CUJIT_NAMED(x, wide), NULL, &fault),
           CUJIT_ERROR_ARGUMENT_SIZE, "wide[:2] is written to, but elements of it lie in the same place");
}
