/*
 * test_scan_forms.c: forms of scans that no launch on this device might choose, forced in turn: they give what the
 * usual one gives; also where blocks keep to themselves what they found, and where the numbers of launches begin again.
 */
#include "libjit/reduction/scan.h"
#include "libjit/runtime/workspace.h"
#include "tests/property.h"

#include <stdio.h>

/* ---- The scans --------------------------------------------------------------------------------------------------- */

enum { SCANS = 6 };

/* clang-format off */
static const cujit_scan_spec specs[SCANS] = {
    {SUM_FROM_0, .out_type = "int"},
    {.out_type = "affine", .neutral = "affine{1, 0}", .reduce = "affine{a.a * b.a, b.a * a.b + b.b}"},
    {SUM_FROM_0, .out_type = "signed char"},
    {.out_type = "double", .accumulator = "long long", .reduce = "a > b ? a : b", .reverse = 1, .map = "x[i] * 3 - j",
     .arguments = "const int *x"},
    {SUM_FROM_0, .out_type = "int", .segment = "x[i] % 50 == 0", .exclusive = 1},
    {SUM_FROM_0, .out_type = "int", .segment = "x[i] % 50 == 0 || i % 999 == 0", .reverse = 1},
};
/* clang-format on */

static const char *const hasty[] = {"-DCUJIT_SCAN_SPIN=0", NULL};
static const char *const silent[] = {"-DCUJIT_SCAN_SPIN=2", "-DCUJIT_SCAN_SILENT(tile)=((tile)%3==0||(tile)%32==31)",
                                     NULL};

static cujit_context *open_context(const char *device)
{
    cujit_context *context = make_context(&(cujit_context_options){.device = device});

    register_type(context, &(cujit_type_spec){"affine", "struct affine { unsigned a, b; };", 8, 4});
    return context;
}

static cujit_scan *make_with(cujit_context *context, const cujit_scan_spec *like, const char *const *options)
{
    cujit_scan_spec spec = *like;

    spec.options = options;
    return make_scan(context, &spec);
}

/* ---- Dense sequences --------------------------------------------------------------------------------------------- */

typedef struct cut {
    int block, unroll, widths; /* widths 1: the scan's own, too */
} cut;

static const cut cuts[] = {{32, 1, 0}, {128, 2, 1}, {64, 4, 1}, {1, 1, 0}};
static const size_t sizes[] = {1, 3, 100, 1023, 4096, 4099, 33001, 140003};

enum { MOST = 140003, ITEM = 8, SHIFT = 3 };

static size_t run_flat(const cj_fold_kernel *kernel, const cj_variant *variant, size_t n, cujit_array *in, size_t shift,
                       cujit_array *out, unsigned char *got)
{
    size_t size = kernel->fold.text.signature.parameters[0].size;
    void *from = (char *)cujit_array_data(in) + shift * size, *to = cujit_array_data(out);
    void *values[] = {&from};

    must(cj_scan_launch_flat(kernel, variant, n, values, to, NULL, &fault));
    download(out, got);
    return n * kernel->fold.folds[0].out.size;
}

/* Of two memories that do differ. */
static size_t first_difference(const unsigned char *one, const unsigned char *other)
{
    size_t at = 0;

    while (one[at] == other[at])
        at++;
    return at;
}

/* Of every scan every other variant, and of the next scan the others: kernels take long to compile. */
static bool is_tried(int which, size_t k, size_t n, bool helped)
{
    const cut *s = &cuts[k / 4];
    const bool wide = k % 2 != 0, shifted = k / 2 % 2 != 0;

    if (((int)(k + k / 4) + which) % 2 != 0 || (wide && !s->widths) || (shifted && !wide) ||
        (n > 40000 && s->unroll > 1))
        return false;
    /* where the elements begin is nothing to blocks that help each other */
    return !helped || (!shifted && s->block > 1);
}

/* What kernels with other options give, too. */
static void check_flat(cujit_context *context, int which, const char *const *options)
{
    const cujit_scan_spec *spec = &specs[which];
    cujit_scan *plain = make_with(context, spec, NULL), *scan = make_with(context, spec, options);
    const cj_fold_kernel *kernel = scan->kernel;
    size_t in_size = kernel->fold.text.signature.parameters[0].size, bytes;
    unsigned char *data = memory_of((MOST + SHIFT) * ITEM), *wanted = memory_of(MOST * ITEM),
                  *got = memory_of(MOST * ITEM), *untouched = memory_of(MOST * ITEM);
    cujit_array *in, *out = zeros(context, CUJIT_UINT8, MOST * ITEM);
    uint64_t random = 5;

    memset(untouched, 0x5e, MOST * ITEM);
    for (size_t k = 0; k < (MOST + SHIFT) * ITEM; k++)
        data[k] = (unsigned char)(next_random(&random) >> (k % 4 < 2 ? 20 : 63));
    /* which of two sizes is taken is nothing to blocks that help each other */
    for (size_t at = options != NULL; at < COUNT(sizes); at += options != NULL ? 2 : 1) {
        /* Nothing lies behind it that may be touched, and what checks memory must see that. */
        in = upload(context, CUJIT_UINT8, (sizes[at] + SHIFT) * in_size, data);
        for (size_t k = 0; k < 4 * COUNT(cuts); k++) {
            const cut *s = &cuts[k / 4];
            const bool wide = k % 2 != 0, shifted = k / 2 % 2 != 0;
            cj_variant usual = plain->kernel->core.usual,
                       variant = {
                           .form = CJ_FOLD_SCAN,
                           .width = (uint8_t)(wide ? cj_fold_width(&kernel->fold) : 1),
                           .unroll = (uint8_t)s->unroll,
                           .block = (uint16_t)s->block,
                           .flags = shifted ? CJ_VARIANT_SHIFTED : 0,
                       };

            if (!is_tried(which, k, sizes[at], options != NULL) || (s->block == 1 && on_gpu(context)))
                continue;
            usual.flags = CJ_VARIANT_SHIFTED;
            bytes = run_flat(plain->kernel, &usual, sizes[at], in, shifted ? SHIFT : 0, out, wanted);
            must(cujit_array_fill_from_host(out, untouched, MOST * ITEM, &fault));
            run_flat(kernel, &variant, sizes[at], in, shifted ? SHIFT : 0, out, got);
            expect(memcmp(got, wanted, bytes) == 0, "%s: width %d unroll %d block %d%s, %zu elements: byte %zu differs",
                   spec->reduce, variant.width, variant.unroll, variant.block, shifted ? " shifted" : "", sizes[at],
                   first_difference(got, wanted));
            expect(memcmp(got + bytes, untouched, MOST * ITEM - bytes) == 0, "%zu elements: byte %zu was written",
                   sizes[at], bytes + first_difference(got + bytes, untouched));
        }
    }
}

TEST_EACH(dense, SCANS)
{
    cujit_context *context = open_context(NULL);

    check_flat(context, _i, NULL);
}

/* Both kinds of help for two scans, and one for each of the others. */
TEST_EACH(helping, SCANS + 2)
{
    cujit_context *context = open_context(NULL);

    check_flat(context, _i % SCANS, (_i < SCANS) == (_i % 2 == 0) ? silent : hasty);
}

/* A tile comes to the same bits wherever it is worked out: no multiplication is fused here and not there. */
TEST(helped_bits)
{
    static const char *const fused[] = {"-fmad=true", NULL};
    cujit_context *context = open_context(NULL);
    const cujit_scan_spec spec = {SUM_FROM_0, .out_type = "double", .map = "x[i] * x[i]",
                                  .arguments = "const double *x"};
    cujit_scan *plain = make_with(context, &spec, NULL), *helped = make_with(context, &spec, silent),
               *other = make_with(context, &spec, fused);
    const cj_variant variant = {.form = CJ_FOLD_SCAN, .width = 2, .unroll = 2, .block = 128};
    double *x = memory_of(MOST * sizeof *x), *wanted = memory_of(MOST * sizeof *x), *got = memory_of(MOST * sizeof *x);
    cujit_array *in, *out = zeros(context, CUJIT_FLOAT64, MOST);
    uint64_t random = 9;

    ck_assert_str_eq(plain->kernel->fold.text.spec.options[0], "-fmad=false");
    ck_assert_str_eq(helped->kernel->fold.text.spec.options[0], "-fmad=false");
    ck_assert_str_eq(helped->kernel->fold.text.spec.options[1], silent[0]);
    ck_assert_str_eq(other->kernel->fold.text.spec.options[0], "-fmad=true");
    ck_assert_ptr_null(other->kernel->fold.text.spec.options[1]);
    for (size_t k = 0; k < MOST; k++)
        x[k] = random_between(&random, -1, 1);
    in = upload(context, CUJIT_FLOAT64, MOST, x);
    run_flat(plain->kernel, &variant, MOST, in, 0, out, (unsigned char *)wanted);
    run_flat(helped->kernel, &variant, MOST, in, 0, out, (unsigned char *)got);
    ck_assert(memcmp(got, wanted, MOST * sizeof *x) == 0);
}

/* ---- Lines ------------------------------------------------------------------------------------------------------- */

typedef struct lines_form {
    int form, width, unroll, block;
    bool reverse, helped;
} lines_form;

static const lines_form forms[] = {
    {CJ_FOLD_SCAN, 1, 1, 1, true, false},           {CJ_FOLD_SCAN, 1, 2, 64, false, true},
    {CJ_FOLD_SCAN, 4, 1, 128, true, true},          {CJ_FOLD_SCAN, 4, 4, 32, false, false},
    {CJ_FOLD_SCAN, 1, 1, 32, true, false},          {CJ_FOLD_SCAN_COLUMNS, 1, 1, 1, false, false},
    {CJ_FOLD_SCAN_COLUMNS, 16, 1, 1, true, false},  {CJ_FOLD_SCAN_COLUMNS, 1, 8, 128, true, false},
    {CJ_FOLD_SCAN_COLUMNS, 4, 3, 64, false, false},
};

static const size_t line_shapes[][3] = {{3, 5, 7},    {4, 33, 64},   {70, 20, 11},
                                        {2, 3, 2050}, {1, 1, 20000}, {9, 1000, 2}};

FOLD_STEP(add_places, s->of[0] += e->x + e->j % 3)

static void run_lines(const cujit_scan *scan, cujit_array *x, cujit_array *z, int axis, const lines_form *form,
                      bool *fits)
{
    const cj_fold_kernel *kernel = scan->kernel;
    cj_variant variant = {.form = (uint8_t)form->form,
                          .width = (uint8_t)form->width,
                          .unroll = (uint8_t)form->unroll,
                          .block = (uint16_t)form->block};
    const cujit_args args = CUJIT_ARGS(x);
    cj_fold_views views;
    cj_call call;

    must(cj_call_bind(&kernel->core, &args, NULL, &call, &fault));
    must(cj_fold_call_operands(&call, &fault));
    must(cj_fold_views_find(&call, &z, axis < 3 ? &axis : NULL, axis < 3, NULL, false, &views, &fault));
    *fits = cj_scan_views_force(&views, &variant);
    if (*fits)
        must(cj_scan_views_launch(&views, &variant, &fault));
}

/* Tight arrays, and (pad 1) arrays with one more element in each row, so that rows are not aligned. Axis 3: all. */
static unsigned check_lines(cujit_context *context, const cujit_scan *scan, const size_t *shape, int axis, size_t pad,
                            const lines_form *form)
{
    const ptrdiff_t row = (ptrdiff_t)(shape[2] + pad) * 4, strides[3] = {row * (ptrdiff_t)shape[1], row, 4};
    const element_type type = number_type_of("int");
    uint64_t seed = 7;
    operand x = make_operand(context, type, 3, shape, strides, 0, 0, &seed),
            z = make_operand(context, type, 3, shape, strides, 0, 0, &seed);
    const fold_call call = {.step = add_places,
                            .ndim = 3,
                            .shape = {shape[0], shape[1], shape[2]},
                            .axes = axis < 3 ? &axis : NULL,
                            .axis_count = 1,
                            .x = &x,
                            .y = &x,
                            .outs = &z,
                            .scan = true,
                            .reverse = scan->kernel->fold.spec.reverse};
    char label[160], layout[400];
    bool fits;

    run_lines(scan, x.array, z.array, axis, form, &fits);
    if (fits) {
        expect_fold(&call);
        snprintf(label, sizeof label, "%.100s axis %d%s", describe_operand(&x, layout), axis,
                 call.reverse ? " reverse" : "");
        check_operand(&z, label);
    }
    return fits;
}

TEST_EACH(lines, COUNT(forms))
{
    cujit_context *context = open_context(NULL);
    const lines_form *form = &forms[_i];
    cujit_scan *scan;
    unsigned runs = 0;

    if (form->block == 1 && on_gpu(context))
        return;
    scan = make_with(context,
                     &(cujit_scan_spec){SUM_FROM_0, .out_type = "int", .map = "x[i] + (int)(j % 3)",
                                        .reverse = form->reverse, .arguments = "const int *x"},
                     form->helped ? silent : NULL);
    for (size_t k = 0; k < 4 * COUNT(line_shapes); k++)
        runs += check_lines(context, scan, line_shapes[k / 4], (int)(k % 4), (k / 4 + k + (size_t)_i) % 2, form);
    ck_assert(runs > 5);
}

/* ---- The numbers of launches ------------------------------------------------------------------------------------- */

typedef struct header {
    unsigned last_tag, a[31], arrived, b[31], ticket;
} header;

TEST(numbers_begin_again)
{
    enum { N = 50000 };
    cujit_context *context = open_context(NULL);
    cujit_scan *scan = make_with(context, &specs[0], NULL);
    const cj_fold_kernel *kernel = scan->kernel;
    const cj_variant variant = {.form = CJ_FOLD_SCAN, .width = 1, .unroll = 1, .block = 128};
    const cj_backend *backend = context->backend;
    int *x = memory_of(N * sizeof *x), *got = memory_of(N * sizeof *x);
    cujit_array *in, *out = zeros(context, CUJIT_INT32, N);
    header head = {.last_tag = 0xfffffffc};
    uint64_t words[12];
    void *memory = NULL;

    for (int k = 0; k < N; k++)
        x[k] = k % 13;
    in = upload(context, CUJIT_INT32, N, x);
    run_flat(kernel, &variant, N, in, 0, out, (unsigned char *)got);
    must(cj_workspace_get(context, CJ_WORKSPACE_SCANS, 4096, NULL, &memory, &fault));
    must(backend->copy(context->device, memory, &head, sizeof head, CJ_COPY_TO_DEVICE, NULL, true, &fault));
    for (int round = 0; round < 8; round++) {
        for (int k = 0; k < N; k++)
            x[k]++;
        must(cujit_array_fill_from_host(in, x, cujit_array_bytes(in), &fault));
        run_flat(kernel, &variant, N, in, 0, out, (unsigned char *)got);
        for (int k = 0, sum = 0; k < N; k++)
            expect(got[k] == (sum += x[k]), "round %d: element %d is %d", round, k, got[k]);
        must(backend->copy(context->device, &head, memory, sizeof head, CJ_COPY_TO_HOST, NULL, true, &fault));
        ck_assert_uint_eq(head.last_tag, round < 2 ? 0xfffffffd + (unsigned)round : (unsigned)round - 2);
        ck_assert(head.arrived == 0 && head.ticket == 0);
    }
    /* The launch of number 5 has wiped the words 10 and 11. */
    must(backend->copy(context->device, words, (char *)memory + CJ_WORKSPACE_COUNTERS, sizeof words, CJ_COPY_TO_HOST,
                       NULL, true, &fault));
    ck_assert_uint_eq(words[9] >> 32, 5);
    ck_assert(words[10] == 0 && words[11] == 0);
}

/* ---- What NVRTC says --------------------------------------------------------------------------------------------- */

/* What launches choose, and one of the other forms for each. */
TEST(compiles_for_cuda)
{
    static const cj_variant variants[] = {
        {.form = CJ_FOLD_SCAN, .width = 4, .unroll = 1, .block = 256, .flags = CJ_VARIANT_SHIFTED},
        {.form = CJ_FOLD_SCAN, .width = 4, .unroll = 1, .block = 256, .kept = 2, .folded = 1},
        {.form = CJ_FOLD_SCAN, .width = 1, .unroll = 2, .block = 256, .folded = 2, .flags = CJ_VARIANT_WIDE},
        {.form = CJ_FOLD_SCAN_COLUMNS, .width = 4, .unroll = 2, .block = 128, .kept = 1, .folded = 1},
        {.form = CJ_FOLD_SCAN_COLUMNS, .width = 1, .unroll = 8, .block = 128, .kept = 2, .flags = CJ_VARIANT_WIDE},
    };
    cujit_context *context = open_context("sm_90");
    const char *const *quick = quick_options(context);
    cujit_status status = CUJIT_OK;

    for (size_t k = 0; k < SCANS && status != CUJIT_ERROR_NO_COMPILER; k++) {
        cujit_scan_spec spec = specs[k];
        cujit_scan *scan = NULL;
        const cj_built *built;

        spec.options = quick;
        if ((status = cujit_scan_create(context, &spec, &scan, &fault)) == CUJIT_ERROR_NO_COMPILER)
            continue;
        must(status);
        must(cj_core_build(&scan->kernel->core, &variants[k % COUNT(variants)], &built, &fault));
        cujit_scan_free(scan);
    }
}

/* The struct of numbers counts among the parameters of a kernel, of which not every device takes as many. */
TEST(parameters_are_limited)
{
    cujit_context *context = open_context(NULL);
    const size_t most = context->device->max_parameter_bytes;
    const cujit_scan_options options = {.axes = &(const int){1}, .axis_count = 1};
    cujit_scan *scan = make_with(context, &specs[0], NULL);
    cujit_array *x = zeros_shape(context, CUJIT_INT32, 2, (const size_t[]){4, 6}), *sums = NULL;

    context->device->max_parameter_bytes = 80;
    refuse(cujit_scan_run(scan, &options, CUJIT_ARGS(x), &sums, &fault), CUJIT_ERROR_UNSUPPORTED, "shapes and strides");
    ck_assert_ptr_null(sums);
    context->device->max_parameter_bytes = most;
    run_scan(scan, &options, CUJIT_ARGS(x));
}
