/*
 * test_render_views.c: what is decided of N-d views from the texts alone, before anything is rendered (test_golden.c
 * has the sources).
 */
#include "libjit/elementwise/form.h"
#include "libjit/runtime/context.h"
#include "tests/kernels.h"

static cujit_context *context;

static void setup(void)
{
    context = cj_test_target("sm_90");
}

static cj_kernel_text look(const char *arguments, const char *operation)
{
    const cujit_elementwise_spec spec = {.arguments = arguments, .operation = operation};
    cj_kernel_text text;

    must(cj_kernel_text_init(context, &spec, NULL, &(cj_survey *){NULL}, &text, &fault));
    return text;
}

FIXTURE(setup, NULL)

TEST(patches_fit_into_shared_memory)
{
    /* clang-format off */
    static const struct {
        const char *arguments, *operation;
        uint64_t transposed;
        cj_patch patch; /* edge 0: none */
    } patches[] = {
        {"const double *x, double *z", "z[i] = x[i]", 1, {32, 1, 32, 8, 4}},
        {"const float *x, float *z", "z[i] = x[i]", 1, {64, 2, 32, 8, 8}},
        {"const half *x, half *z", "z[i] = x[i]", 1, {64, 4, 16, 16, 4}},
        {"const char *x, char *z", "z[i] = x[i]", 1, {128, 16, 8, 32, 4}},
        {"const char *x, double *z", "z[i] = x[i]", 1, {32, 1, 32, 8, 4}},
        {"const float *x, const float *y, const float *w, float *z", "z[i] = x[i] + y[i] + w[i]", 7,
         {32, 2, 16, 16, 2}},
        {"const float4 *x, const float4 *y, const float4 *w, float4 *z",
         "z[i] = x[i]; z[i].x = y[i].x; z[i].y = w[i].y", 7, {16, 1, 16, 16, 1}},
        {"const double4 *a, const double4 *b, const double4 *c, const double4 *d, const double4 *e, const double4 *f, "
         "double4 *z", "z[i].x = a[i].x + b[i].x + c[i].x + d[i].x + e[i].x + f[i].x", 63, {0}},
    };
    /* clang-format on */

    for (size_t k = 0; k < COUNT(patches); k++) {
        cj_kernel_text text = look(patches[k].arguments, patches[k].operation);
        cj_patch patch;
        bool found = cj_form_patch(&text, patches[k].transposed, cj_form_patch_width(&text), &patch);

        ck_assert_msg(found == (patches[k].patch.edge != 0), "%s", patches[k].arguments);
        if (found)
            ck_assert_msg(memcmp(&patch, &patches[k].patch, sizeof patch) == 0, "%s: %d %d %d %d %d",
                          patches[k].arguments, patch.edge, patch.width, patch.lanes, patch.rows, patch.steps);
        cj_kernel_text_clear(&text);
    }
}

TEST(index_is_known_where_it_matters)
{
    static const struct {
        const char *operation;
        bool needed;
        unsigned width;
    } operations[] = {
        {"z[i] = x[i]", false, 4},           {"z[i] = x[i] + i", true, 4},    {"z[i] = t[x[i]]", false, 4},
        {"z[i] = x[i] + t[i + 1]", true, 4}, {"z[i] = x[i] + x[0]", true, 4}, {"i += 0; z[i] = x[i]", true, 1},
        {"z[i] = i0 + x[i]", false, 4},
    };

    for (size_t k = 0; k < COUNT(operations); k++) {
        cj_kernel_text text = look("const int *x, const int *t, int *z", operations[k].operation);

        ck_assert_msg(text.needs_index == operations[k].needed, "%s", operations[k].operation);
        ck_assert_msg(cj_form_view_width(&text) == operations[k].width, "%s: %u", operations[k].operation,
                      cj_form_view_width(&text));
        cj_kernel_text_clear(&text);
    }
}
