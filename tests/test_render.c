/*
 * test_render.c: generated sources, byte for byte, against the files in golden/. CUJIT_UPDATE_GOLDEN=1 rewrites them;
 * then read the difference.
 */
#include "libjit/base/alloc.h"
#include "libjit/elementwise/form.h"
#include "libjit/runtime/context.h"
#include "tests/kernels.h"

#include <stdio.h>

typedef struct golden_row {
    const char *file; /* in golden/, without ".cu" */
    cujit_elementwise_spec spec;
    cj_variant variant;
} golden_row;

#define TILE(w, u, b, f)                                                                                               \
    {                                                                                                                  \
        .form = CJ_FORM_TILE, .width = w, .unroll = u, .block = b, .flags = f                                          \
    }
#define LINEAR "float a, const float *x, float b, const float *y, float *z"

static const golden_row rows[] = {
    {"plain", {.arguments = LINEAR, .operation = "z[i] = a * x[i] + b * y[i]"}, {.form = CJ_FORM_PLAIN}},
    {"range", {.arguments = LINEAR, .operation = "z[i] = a * x[i] + b * y[i]"}, {.form = CJ_FORM_RANGE}},
    {"all_parts",
     {.arguments = "float *x, float *total",
      .operation = "float v = twice(x[i]);\nsum += v;\nx[i] = v;",
      .name = "doubled",
      .preamble = "#define TWO 2\n__device__ float twice(float v)\n{\n    return TWO * v;\n}\n",
      .loop_prep = "float sum = 0;\n",
      .after_loop = "atomicAdd(total, sum)"},
     {.form = CJ_FORM_PLAIN}},
    {"all_parts_range",
     {.arguments = "float *x, float *total",
      .operation = "float v = twice(x[i]);\nsum += v;\nx[i] = v;",
      .name = "doubled",
      .preamble = "#define TWO 2\n__device__ float twice(float v)\n{\n    return TWO * v;\n}\n",
      .loop_prep = "float sum = 0;\n",
      .after_loop = "atomicAdd(total, sum)"},
     {.form = CJ_FORM_RANGE}},
    {"remarks",
     {.arguments = "int *x",
      .operation = "x[i] = 1 // one",
      .preamble = "// nothing here",
      .loop_prep = "int k = 0 // count",
      .after_loop = "k++ /* last */"},
     {.form = CJ_FORM_PLAIN}},
    {"return", {.arguments = "int *x", .operation = "if (x[i] == 0)\n    return;\nx[i] = 1"}, {.form = CJ_FORM_PLAIN}},
    {"return_remark", {.arguments = "int *x", .operation = "if (x[i] == 0) return // done"}, {.form = CJ_FORM_RANGE}},
    {"threads", {.arguments = "int *x", .operation = "x[i] = tid + cta_start"}, {.form = CJ_FORM_PLAIN}},
    {"threads_range", {.arguments = "int *x", .operation = "x[i] = total_threads"}, {.form = CJ_FORM_RANGE}},
    {"types",
     {.arguments = "const pair *p, triple t, pair q, int *x", .operation = "x[i] = p[i].a"},
     {.form = CJ_FORM_PLAIN}},
    {"spellings",
     {.arguments = "unsigned long long int a, size_t b, char c, half d, __nv_bfloat16 e, float complex *f,\n"
                   "    const volatile short * __restrict__ const g, uchar3 *h, double4 k, bool l /* last */",
      .operation = "f[i] = 1"},
     {.form = CJ_FORM_PLAIN}},
    {"nothing", {.arguments = "int *x", .operation = " // nothing\n"}, {.form = CJ_FORM_PLAIN}},
    {"empty",
     {.arguments = "int *x", .operation = "", .preamble = "", .loop_prep = " \n", .after_loop = ""},
     {.form = CJ_FORM_PLAIN}},
    {"tile", {.arguments = LINEAR, .operation = "z[i] = a * x[i] + b * y[i]"}, TILE(4, 1, 256, 0)},
    {"tile_shifted",
     {.arguments = LINEAR, .operation = "z[i] = a * x[i] + b * y[i]"},
     TILE(4, 1, 256, CJ_VARIANT_SHIFTED)},
    {"tile_several", {.arguments = LINEAR, .operation = "z[i] = a * x[i] + b * y[i]"}, TILE(4, 2, 128, 0)},
    {"tile_conditional",
     {.arguments = "const float *x, float *z, float *w", .operation = "w[i] += 1; if (x[i] > 0) z[i] = x[i]"},
     TILE(4, 1, 256, 0)},
    {"tile_neighbours",
     {.arguments = "const float *x, float *z",
      .operation = "if (i > 0 && i + 1 < n)\n    z[i] = x[i - 1] - 2 * x[i] + x[i + 1];"},
     TILE(4, 1, 256, 0)},
    {"tile_return",
     {.arguments = "int *x, const int *t", .operation = "if (t[x[i]]) return; x[i] = 1"},
     TILE(4, 1, 256, 0)},
    {"placeholders", {.arguments = "int *x", .operation = "x[i] = 1; // @NAME@ @LOOP@"}, {.form = CJ_FORM_PLAIN}},
};

static cujit_context *context;

static void setup(void)
{
    static const cujit_type_spec types[] = {
        {"unused", "struct unused { int a; };", 4, 4},
        {"pair", "struct pair { int a, b; };", 8, 4},
        {"triple", "struct alignas(16) triple\n{\n    float a, b, c;\n};", 16, 16},
    };
    cujit_error error = {0};
    cujit_dtype dtype;

    must(cujit_context_create(&(cujit_context_options){.device = "sm_90", .cache_directory = ""}, &context, &error),
         &error);
    for (size_t k = 0; k < sizeof types / sizeof *types; k++)
        must(cujit_context_register_type(context, &types[k], &dtype, &error), &error);
}

static void teardown(void)
{
    cujit_context_free(context);
}

static char *render(const golden_row *row)
{
    cj_kernel_text text;
    char *source = NULL;
    cujit_error error = {0};

    must(cj_kernel_text_init(context, &row->spec, &text, &error), &error);
    must(cj_form_render(&text, &row->variant, &source, &error), &error);
    cj_kernel_text_clear(&text);
    return source;
}

START_TEST(source_is_the_golden_one)
{
    char *source = render(&rows[_i]);

    cj_test_golden(rows[_i].file, source);
    cj_free(source);
}
END_TEST

/* "#line N" of the generated file stands on line N - 1, and every part begins with its line 1. */
START_TEST(lines_are_counted_right)
{
    char *source = render(&rows[_i]), expected[300];
    const char *name = rows[_i].spec.name != NULL ? rows[_i].spec.name : "elementwise";
    int line = 1;

    for (char *at = source, *end; *at != '\0'; at = end + 1, line++) {
        end = at + strcspn(at, "\n");
        ck_assert_int_eq(*end, '\n'); /* the last line too */
        *end = '\0';
        if (strncmp(at, "#line ", 6) != 0)
            continue;
        snprintf(expected, sizeof expected, "#line %d \"%s.cu\"", line + 1, name);
        if (strstr(at, ".cu\"") != NULL)
            ck_assert_str_eq(at, expected);
        else
            ck_assert_int_eq(strncmp(at, "#line 1 \"", 9), 0);
    }
    cj_free(source);
}
END_TEST

/* The public function gives what a kernel is made of first, here a tile, and needs no compiler. */
START_TEST(public_render_is_the_first_variant)
{
    const golden_row tile = {"tile", rows[0].spec, TILE(4, 1, 256, 0)};
    char *source = NULL, *expected = render(&tile), *before;
    cujit_error error = {0};

    before = getenv("CUJIT_NVRTC") != NULL ? strdup(getenv("CUJIT_NVRTC")) : NULL;
    setenv("CUJIT_NVRTC", "/nonexistent", 1);
    must(cujit_elementwise_render(context, &rows[0].spec, &source, &error), &error);
    if (before != NULL)
        setenv("CUJIT_NVRTC", before, 1);
    else
        unsetenv("CUJIT_NVRTC");
    free(before);
    ck_assert_str_eq(source, expected);
    cujit_free(source);
    cj_free(expected);
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("render");
    TCase *golden = tcase_create("golden");
    int count = sizeof rows / sizeof *rows;

    tcase_add_checked_fixture(golden, setup, teardown);
    tcase_add_loop_test(golden, source_is_the_golden_one, 0, count);
    tcase_add_loop_test(golden, lines_are_counted_right, 0, count);
    tcase_add_test(golden, public_render_is_the_first_variant);
    suite_add_tcase(suite, golden);
    return suite;
}

int main(void)
{
    return cj_test_main(make_suite());
}
