/*
 * test_preamble_names.c: a preamble may define macros of any name that is not refused; the generated text behind it
 * must not mean something else then. So all names that this text uses are looked at, in every form; every form is
 * compiled behind macros that break whatever they touch; and kernels behind such macros give the right results. On
 * every device, and for sm_90 where there is only a compiler.
 */
#include "libjit/base/alloc.h"
#include "libjit/elementwise/elementwise.h"
#include "libjit/elementwise/form.h"
#include "libjit/reduction/reduction.h"
#include "libjit/reduction/scan.h"
#include "libjit/runtime/context.h"
#include "libjit/syntax/lexer.h"
#include "libjit/syntax/words.h"
#include "tests/kernels.h"

#include <stdio.h>

/* ---- Preambles --------------------------------------------------------------------------------------------------- */

/* Members, functions and variables that the library's own text might have. */
static const char names[] =
    "of of0 of1 there begins get load load_shifted store tile value index w words place first last total parts "
    "part results share units line start step count counts magic shift length cross whole kept kept_magic "
    "kept_shift folded folded_magic folded_shift index_step index_kept index_folded place_step place_folded "
    "out0 out1 at to from move make sizes size each lane width block sum aligned_x strides_x strides_z "
    "kept_strides_x folded_strides_x step_x of_x tag look find see next other combine neutral map reduce post "
    "segment finish result values blocks thread call unused hidden unroll memcpy min max T V k";
/* What CUDA's own macros expand to; the host's do not. */
static const char host_names[] = "shared global device aligned noinline always_inline visibility section used";

/* What the texts below use comes before the macros. */
#define HEAD                                                                                                           \
    "static __device__ long long where_of(const cujit_indexed<float> &at) { return at.index; }\n"                      \
    "static __device__ long long where_of(const cujit_indexed<int> &at) { return at.index; }\n"

enum { OBJECTS, FUNCTIONS, KINDS };

/* Each name a macro that no text survives. */
static size_t define(char *text, size_t room, const char *list, int kind)
{
    size_t length = 0;

    for (int size; *list != '\0'; list += size + (list[size] == ' ')) {
        size = (int)strcspn(list, " ");
        length += (size_t)snprintf(text + length, room - length, "#define %.*s%s 0 0\n", size, list,
                                   kind == FUNCTIONS ? "(...)" : "");
    }
    ck_assert_uint_lt(length, room);
    return length;
}

static char *make_preamble(int kind, bool folds)
{
    const size_t room = 8192;
    char *text = memory_of(room);
    size_t length = (size_t)snprintf(text, room, "%s", folds ? HEAD : "");

    length += define(text + length, room - length, names, kind);
    length += (size_t)snprintf(text + length, room - length, "#ifdef __CUJIT_HOST__\n");
    length += define(text + length, room - length, host_names, kind);
    snprintf(text + length, room - length, "#endif\n");
    return text;
}

/* ---- Kernels and forms ------------------------------------------------------------------------------------------- */

static const cujit_elementwise_spec operations[] = {
    {.arguments = "float a, const float *x, float *z", .operation = "if (x[i] > 0) z[i] = a * x[i] + i"},
    {.arguments = "const float *x, float *z", .operation = "if (x[i] < 0) return; z[i] = x[i]"},
    {.arguments = "const float *x, float *z", .operation = "if (i > 0 && i + 1 < n) z[i] = x[i - 1] + x[i + 1]"},
    {.arguments = "const half *x, half *z", .operation = "z[i] = sqrt(x[i]) * i"},
    {.arguments = "const pycuda::complex<float> *x, pycuda::complex<float> *z",
     .operation = "z[i] = asin(x[i]) * (float)i"},
};

enum { OPERATIONS = COUNT(operations), NEIGHBOURS = 2 };

/* The parameter that goes through shared memory is named for the first operation. */
/* clang-format off */
static const cj_variant variants[] = {
    {.form = CJ_FORM_PLAIN}, {.form = CJ_FORM_RANGE}, {.form = CJ_FORM_TILE, .width = 4, .unroll = 1, .block = 256},
    {.form = CJ_FORM_TILE, .width = 4, .unroll = 2, .block = 128, .flags = CJ_VARIANT_SHIFTED},
    {.form = CJ_FORM_STRIDED, .width = 1, .rank = 3, .block = 256, .flags = CJ_VARIANT_WIDE},
    {.form = CJ_FORM_STRIDED, .width = 1, .rank = 1, .block = 256, .flags = CJ_VARIANT_RANGE},
    {.form = CJ_FORM_STRIDED, .width = 4, .rank = 2, .block = 256},
    {.form = CJ_FORM_TRANSPOSED, .width = 2, .rank = 2, .block = 256, .transposed = 1 << 1},
};
/* clang-format on */

#define SUM .neutral = "0", .reduce = "a + b"
#define WHERE .out_type = "long long", .reduce = "cujit_max(a, b)", .post = "where_of(a)"
static const cujit_reduction_result least = {
    .out_type = "float", .reduce = "a < b ? a : b", .map = "x[i]", .accumulator = "float"};

static const cujit_reduction_spec reductions[] = {
    {.out_type = "float", SUM},
    {.out_type = "int", SUM, .map = "x[i] * y[i]", .arguments = "const signed char *x, const signed char *y"},
    {.out_type = "long long", SUM, .arguments = "const unsigned char *x"},
    {.out_type = "float", SUM, .more = &least, .more_count = 1},
    {WHERE, .accumulator = "cujit_indexed<float>", .map = "cujit_at(x[i], i)", .arguments = "const float *x"},
    {WHERE, .accumulator = "cujit_indexed<int>", .map = "cujit_at((int)x[i], j)", .arguments = "const short *x"},
    {WHERE, .accumulator = "cujit_indexed<float>", .map = "cujit_at(x[i], n - i)", .arguments = "const float *x"},
    {.out_type = "float", .reduce = "b > a ? b : a"}, /* in order, for all that is known */
};

enum { REDUCTIONS = COUNT(reductions) };

/* Width 0: the widest there is. */
#define FLAT(w, u, b, ...)                                                                                             \
    {                                                                                                                  \
        .form = CJ_FOLD_FLAT, .width = w, .unroll = u, .block = b, __VA_ARGS__                                         \
    }
#define AXES(form_, w, u, axes, l, b, f)                                                                               \
    {                                                                                                                  \
        .form = form_, .width = w, .unroll = u, .kept = axes, .folded = axes, .lanes = l, .block = b, .flags = f       \
    }
/* clang-format off */
static const cj_variant reduction_forms[] = {
    FLAT(1, 4, 1, .flags = 0), FLAT(0, 4, 256, .flags = 0), FLAT(0, 1, 512, .flags = CJ_VARIANT_SHIFTED),
    FLAT(1, 2, 128, .flags = CJ_VARIANT_RANGE), FLAT(1, 2, 128, .flags = CJ_VARIANT_SUBSET, .index = CUJIT_INT32),
    AXES(CJ_FOLD_ROWS, 0, 2, 1, 32, 256, 0), AXES(CJ_FOLD_ROWS, 1, 1, 1, 1, 1, CJ_VARIANT_RANGE),
    AXES(CJ_FOLD_ROWS, 1, 2, 2, 256, 256, CJ_VARIANT_SPLIT | CJ_VARIANT_WIDE),
    AXES(CJ_FOLD_COLUMNS, 0, 2, 1, 16, 128, 0), AXES(CJ_FOLD_COLUMNS, 1, 2, 2, 32, 128, CJ_VARIANT_SPLIT),
};
/* clang-format on */

/* clang-format off */
static const cujit_scan_spec scans[] = {
    {.out_type = "float", SUM},
    {.out_type = "int", SUM, .arguments = "const int *x", .segment = "x[i] % 50 == 0", .exclusive = 1},
    {.out_type = "int", .arguments = "const int *x", .reduce = "a > b ? a : b", .map = "x[i] - (int)(i + j)", .reverse = 1},
};
/* clang-format on */

enum { SCANS = COUNT(scans) };

static const cj_variant scan_forms[] = {
    {.form = CJ_FOLD_SCAN, .width = 1, .unroll = 1, .block = 1},
    {.form = CJ_FOLD_SCAN, .width = 1, .unroll = 1, .block = 1, .kept = 1, .folded = 1},
    {.form = CJ_FOLD_SCAN, .width = 4, .unroll = 2, .block = 128, .flags = CJ_VARIANT_SHIFTED},
    {.form = CJ_FOLD_SCAN, .width = 4, .unroll = 1, .block = 128, .kept = 2, .folded = 1},
    {.form = CJ_FOLD_SCAN_COLUMNS, .width = 4, .unroll = 2, .block = 128, .kept = 1, .folded = 1},
};

static bool takes(size_t operation, const cj_variant *variant)
{
    return (operation != NEIGHBOURS || variant->form <= CJ_FORM_TILE) &&
           (operation == 0 || variant->form != CJ_FORM_TRANSPOSED);
}

static cj_variant complete(const cj_fold_kernel *kernel, const cj_variant *form)
{
    cj_variant variant = *form;

    if (variant.width == 0)
        variant.width = (uint8_t)cj_fold_width(&kernel->fold);
    return variant;
}

/* ---- Which names there are --------------------------------------------------------------------------------------- */

/* The text between "#line 1 "map"" and "#line 40 "reduction.cu"" is the user's. */
static bool is_own_line(const cj_token *directive, bool own)
{
    const char *end = directive->start + directive->length;

    if (directive->length < 5 || strncmp(directive->start, "#line", 5) != 0)
        return own;
    return end - directive->start > 4 && strncmp(end - 4, ".cu\"", 4) == 0;
}

/* Any name of the library's own text is one that no macro may have; but for the names of arguments and kernels, which
 * are the user's. (`a`, `b` and `j` are refused where they matter.) */
static void check_source(const char *what, const char *source)
{
    /* `n` may be an argument's name, but no macro's. */
    static const char *const others[] = {"a", "b", "j", "n", "x", "y", "z", NULL};
    const char *const *reserved = cj_kernel_text_reserved(false);
    bool own = true;
    cj_lexer lexer;
    cj_token token;
    char name[128];

    cj_lexer_init(&lexer, "source", source);
    for (;;) {
        must(cj_lexer_next(&lexer, &token, &fault));
        if (token.kind == CJ_TOKEN_END)
            return;
        if (token.kind == CJ_TOKEN_DIRECTIVE)
            own = is_own_line(&token, own);
        if (token.kind != CJ_TOKEN_NAME || !own || cj_token_is_one_of(&token, others))
            continue;
        cj_token_copy(&token, name, sizeof name);
        expect(cj_word_trouble(name, reserved) != NULL, "%s: a macro may have the name '%s': %.80s", what, name,
               token.start);
    }
}

CONTEXT_FOR_EACH_CASE

TEST_EACH(operations_name_nothing_else, OPERATIONS)
{
    cujit_elementwise *kernel = make_kernel(context, &operations[_i]);

    for (size_t k = 0; k < COUNT(variants); k++) {
        char *source = NULL;

        if (!takes((size_t)_i, &variants[k]))
            continue;
        must(cj_core_write(&kernel->kernel->core, &variants[k], &source, &fault));
        check_source(operations[_i].operation, source);
        cj_free(source);
    }
}

static void check_forms(const cj_fold_kernel *kernel, const char *what, const cj_variant *forms, size_t count)
{
    for (size_t k = 0; k < count; k++) {
        const cj_variant variant = complete(kernel, &forms[k]);
        char *source = NULL;

        must(cj_core_write(&kernel->core, &variant, &source, &fault));
        check_source(what, source);
        cj_free(source);
    }
}

TEST_EACH(folds_name_nothing_else, REDUCTIONS + SCANS)
{
    if (_i < REDUCTIONS) {
        cujit_reduction_spec spec = reductions[_i];
        cujit_reduction *reduction;

        spec.preamble = HEAD;
        reduction = make_reduction(context, &spec);
        check_forms(reduction->kernel, spec.reduce, reduction_forms, COUNT(reduction_forms));
    } else {
        cujit_scan *scan = make_scan(context, &scans[_i - REDUCTIONS]);

        check_forms(scan->kernel, "a scan", scan_forms, COUNT(scan_forms));
    }
}

/* ---- What compilers say ------------------------------------------------------------------------------------------ */

static const char *const targets[] = {NULL, "sm_90"};

enum { TARGETS = sizeof targets / sizeof *targets };

/* No name is used that is not looked at above. Compilers see every third kernel, another third on each target. */
static bool is_compiled(size_t spec, size_t form, int target)
{
    return (spec + form + (size_t)target) % 3 == 0;
}

/* False: there is no compiler for sm_90 here. */
static bool is_made(cujit_status status)
{
    if (status != CUJIT_ERROR_NO_COMPILER)
        must(status);
    return status == CUJIT_OK;
}

TEST_EACH(operations_compile, OPERATIONS *TARGETS)
{
    cujit_context *on = cj_test_target(targets[_i / OPERATIONS]);
    cujit_elementwise_spec spec = operations[_i % OPERATIONS];
    cujit_elementwise *kernel = NULL;
    const cj_built *built;

    spec.preamble = make_preamble(OBJECTS, false);
    if (is_made(cujit_elementwise_create(on, &spec, &kernel, &fault))) {
        for (size_t k = 0; k < COUNT(variants); k++) {
            if (takes((size_t)_i % OPERATIONS, &variants[k]) &&
                is_compiled((size_t)_i % OPERATIONS, k, _i / OPERATIONS))
                must(cj_core_build(&kernel->kernel->core, &variants[k], &built, &fault));
        }
    }
}

static void build_forms(const cj_fold_kernel *kernel, const cj_variant *forms, size_t count, size_t spec, int target)
{
    for (size_t k = 0; k < count; k++) {
        const cj_variant variant = complete(kernel, &forms[k]);
        const cj_built *built;

        if (is_compiled(spec, k, target) &&
            (variant.block > 1 || strcmp(cujit_context_device(kernel->core.context), "host") == 0))
            must(cj_core_build(&kernel->core, &variant, &built, &fault));
    }
}

TEST_EACH(reductions_compile, REDUCTIONS *TARGETS)
{
    cujit_context *on = cj_test_target(targets[_i / REDUCTIONS]);
    cujit_reduction_spec spec = reductions[_i % REDUCTIONS];
    cujit_reduction *reduction = NULL;

    spec.preamble = make_preamble(OBJECTS, true);
    if (is_made(cujit_reduction_create(on, &spec, &reduction, &fault)))
        build_forms(reduction->kernel, reduction_forms, COUNT(reduction_forms), (size_t)_i % REDUCTIONS,
                    _i / REDUCTIONS);
}

TEST_EACH(scans_compile, SCANS *TARGETS)
{
    cujit_context *on = cj_test_target(targets[_i / SCANS]);
    cujit_scan_spec spec = scans[_i % SCANS];
    cujit_scan *scan = NULL;

    spec.preamble = make_preamble(OBJECTS, false);
    spec.options = quick_options(on);
    if (is_made(cujit_scan_create(on, &spec, &scan, &fault)))
        build_forms(scan->kernel, scan_forms, COUNT(scan_forms), (size_t)_i % SCANS, _i / SCANS);
}

/* ---- Results ----------------------------------------------------------------------------------------------------- */

enum { ROWS = 20, COLUMNS = 50, N = ROWS * COLUMNS };

/* The numbers 0 to N - 1 as rows, or from top to bottom. */
static cujit_array *table_of(cujit_array *numbers, bool down)
{
    const ptrdiff_t strides[2][2] = {{COLUMNS * 4, 4}, {4, ROWS * 4}};
    return view_at(context, cujit_array_dtype(numbers), 2, (const size_t[]){ROWS, COLUMNS}, strides[down],
                   cujit_array_data(numbers));
}

TEST_EACH(operations_give_the_right_results, KINDS)
{
    cujit_elementwise_spec spec = operations[0];
    cujit_elementwise *kernel;
    cujit_array *x = counting(context, N), *z = zeros(context, CUJIT_FLOAT32, N), *down = table_of(x, true),
                *across = table_of(z, false);
    void *from = cujit_array_data(x), *to = cujit_array_data(z), *values[] = {&(float){2}, &from, &to};
    const cj_built *built;

    spec.preamble = make_preamble(_i, false);
    kernel = make_kernel(context, &spec);
    for (size_t k = 0; k < 3; k++) { /* tiles, and what launches choose for dense arrays and for others */
        if (k == 0) {
            must(cj_core_build(&kernel->kernel->core, &variants[2], &built, &fault));
            must(cj_elementwise_launch_built(kernel->kernel, built, N, values, NULL, &fault));
        } else if (k == 1) {
            run_kernel(kernel, CUJIT_ARGS(2.0f, x, z));
        } else {
            run_kernel(kernel, CUJIT_ARGS(2.0f, down, across));
        }
        const float *got = elements_of(z);
        for (size_t at = 0; at < N; at++) {
            float value = (float)(k < 2 ? at : at / COLUMNS + at % COLUMNS * ROWS);

            expect(got[at] == (value > 0 ? 2 * value + (float)at : 0), "case %zu: element %zu is %g", k, at,
                   (double)got[at]);
        }
    }
}

static const struct {
    size_t spec; /* of `reductions` */
    double all, range;
} expected[] = {{0, 499500, 49500}, {3, 499500, 49500}, {4, 999, 990}, {6, 1, 100 - 990}, {7, 999, 990}};

static double value_of(const cujit_array *result)
{
    const void *of = elements_of(result);

    return cujit_array_dtype(result) == CUJIT_INT64 ? (double)*(const long long *)of : (double)*(const float *)of;
}

static double reduce_range(const cujit_reduction *reduction, const cujit_range *range, cujit_array *x)
{
    return value_of(run_reduction(reduction, &(cujit_reduction_options){.range = range}, CUJIT_ARGS(x)));
}

/* In the form that a GPU has. */
static double run_tiles(const cj_fold_kernel *kernel, cujit_array *x)
{
    const cj_variant variant = complete(kernel, &reduction_forms[1]);
    const cj_selection all = {.n = N};
    cujit_array *first = zeros(context, kernel->fold.folds[0].out.dtype, 1), *second = zeros(context, CUJIT_FLOAT32, 1);
    void *from = cujit_array_data(x), *values[] = {&from}, *to[] = {cujit_array_data(first), cujit_array_data(second)};

    must(cj_reduction_launch_variant(kernel, &variant, &all, values, to, NULL, &fault));
    return value_of(first);
}

TEST_EACH(reductions_give_the_right_results, KINDS)
{
    const cujit_range range = {.start = 0, .stop = N, .step = 10};
    char *preamble = make_preamble(_i, true);
    cujit_array *x = counting(context, N);

    /* Kernels take long to compile: behind macros of one kind half of them do a range, the others tiles. */
    for (size_t k = 0; k < COUNT(expected); k++) {
        cujit_reduction_spec spec = reductions[expected[k].spec];
        cujit_reduction *reduction;

        spec.preamble = preamble;
        reduction = make_reduction(context, &spec);
        ck_assert_double_eq(reduce_range(reduction, NULL, x), expected[k].all); /* made with the kernel */
        if ((k + (size_t)_i) % 2 == 0)
            ck_assert_double_eq(reduce_range(reduction, &range, x), expected[k].range);
        else
            ck_assert_double_eq(run_tiles(reduction->kernel, x), expected[k].all);
    }
}

TEST_EACH(axes_give_the_right_results, KINDS)
{
    static const int axes[] = {0, 1};
    char *preamble = make_preamble(_i, true);
    cujit_reduction_spec spec = reductions[0];
    cujit_reduction *reduction;
    cujit_array *x = counting(context, N), *table = table_of(x, false);

    spec.preamble = preamble;
    reduction = make_reduction(context, &spec);
    for (size_t k = 0; k < 2; k++) {
        const cujit_reduction_options options = {.axes = &axes[k], .axis_count = 1};
        float sums[COLUMNS];

        run_to(reduction, &options, CUJIT_ARGS(table), sums);
        for (size_t at = 0; at < (k == 0 ? COLUMNS : ROWS); at++) {
            size_t sum = k == 0 ? ROWS * at + COLUMNS * (ROWS * (ROWS - 1) / 2)
                                : COLUMNS * COLUMNS * at + COLUMNS * (COLUMNS - 1) / 2;

            expect(sums[at] == (float)sum, "axis %zu: sum %zu is %g", k, at, (double)sums[at]);
        }
    }
}

/* The sums of the first `scan`, or of the second, exclusive, which begins anew at each multiple of 50: a row. */
static float scanned(size_t scan, const int *axis, size_t at)
{
    size_t sum = 0, j = at % COLUMNS;

    if (scan == 1)
        return (float)((at - j) * j + (j == 0 ? 0 : j * (j - 1) / 2));
    if (axis == NULL)
        return (float)(at * (at + 1) / 2);
    if (*axis == 1)
        return (float)((at - j) * (j + 1) + j * (j + 1) / 2);
    for (size_t k = j; k <= at; k += COLUMNS)
        sum += k;
    return (float)sum;
}

static void check_scan(const cujit_scan *scan, size_t number, const int *axis, cujit_array *x)
{
    const cujit_scan_options options = {.axes = axis, .axis_count = axis != NULL};
    cujit_array *result = run_scan(scan, &options, CUJIT_ARGS(x)), *numbers = zeros(context, CUJIT_FLOAT32, N);
    float got[N];

    if (number == 1)
        run_once(context, "const int *x, float *z", "z[i] = x[i]", CUJIT_ARGS(result, numbers));
    download(number == 1 ? numbers : result, got);
    for (size_t at = 0; at < N; at++)
        expect(got[at] == scanned(number, axis, at), "scan %zu, axis %d: element %zu is %g", number,
               axis != NULL ? *axis : -1, at, (double)got[at]);
}

/* Blocks of warps, on every device. */
static void check_tiles(const cujit_scan *scan, cujit_array *x)
{
    void *from = cujit_array_data(x), *values[] = {&from};
    cujit_array *out = zeros(context, CUJIT_FLOAT32, N);

    must(cj_scan_launch_flat(scan->kernel, &scan_forms[2], N, values, cujit_array_data(out), NULL, &fault));
    expect_each(out, float, got == scanned(0, NULL, (size_t)k));
}

TEST_EACH(scans_give_the_right_results, KINDS)
{
    static const int axes[] = {0, 1};
    char *preamble = make_preamble(_i, false);
    cujit_array *x = counting(context, N), *table = table_of(x, false), *integers = zeros(context, CUJIT_INT32, N);

    run_once(context, "int *x", "x[i] = i", CUJIT_ARGS(integers));
    for (size_t k = 0; k < 2; k++) {
        cujit_scan_spec spec = scans[k];
        cujit_scan *scan;

        spec.preamble = preamble;
        scan = make_scan(context, &spec);
        if (k == 1) {
            check_scan(scan, k, NULL, integers);
        } else {
            check_scan(scan, k, NULL, x);
            check_scan(scan, k, &axes[0], table);
            check_scan(scan, k, &axes[1], table);
            check_tiles(scan, x);
        }
    }
}
