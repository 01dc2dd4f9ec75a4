/*
 * test_tune.c: tuning a kernel on its arrays: the arrays come out as after one run, errors are those of a run, and what
 * was found is there the next time.
 */
#include "tests/kernels.h"

#include <stdio.h>

enum { N = 100003 };

CONTEXT_FOR_EACH_CASE
static cujit_tuning tune_kernel(const cujit_elementwise *kernel, cujit_args args)
{
    cujit_tuning tuning;

    memset(&tuning, 0xff, sizeof tuning);
    must(cujit_elementwise_tune(kernel, NULL, args, &tuning, &fault));
    return tuning;
}

/* What every result must satisfy that has times. */
static void check_tuning(const cujit_tuning *tuning)
{
    size_t found = 0;

    ck_assert_uint_ge(tuning->candidate_count, 1);
    ck_assert_uint_le(tuning->candidate_count, CUJIT_TUNING_MAX_CANDIDATES);
    ck_assert(tuning->ms > 0 && tuning->ms <= tuning->default_ms && tuning->gb_per_s > 0);
    ck_assert(!(tuning->candidates[0].ms < tuning->default_ms) && !(tuning->candidates[0].ms > tuning->default_ms));
    for (size_t k = 0; k < tuning->candidate_count; k++) {
        ck_assert(tuning->candidates[k].ms > 0 && tuning->candidates[k].variant[0] != '\0');
        found += strcmp(tuning->candidates[k].variant, tuning->variant) == 0;
        for (size_t other = 0; other < k; other++)
            ck_assert_str_ne(tuning->candidates[k].variant, tuning->candidates[other].variant);
    }
    ck_assert_uint_eq(found, 1);
}

static float *make_floats(size_t count)
{
    float *data = memory_of(count * sizeof *data);

    for (size_t k = 0; k < count; k++)
        data[k] = (float)(k % 1000) - 300;
    return data;
}

TEST(an_output)
{
    float *data = make_floats(N), *result = memory_of(N * sizeof *result);
    cujit_array *x = upload(context, CUJIT_FLOAT32, N, data), *z = zeros(context, CUJIT_FLOAT32, N);
    cujit_elementwise *kernel = kernel_of(context, "float a, const float *x, float *z", "z[i] = a * x[i]");
    cujit_tuning tuning = tune_kernel(kernel, CUJIT_ARGS(3, x, z));

    check_tuning(&tuning);
    ck_assert_msg(on_gpu(context) ? tuning.candidate_count == 28 : tuning.candidate_count == 1, "%zu candidates",
                  tuning.candidate_count);
    ck_assert_str_eq(tuning.candidates[0].variant, on_gpu(context) ? "tile 4x1/256" : "plain");
    for (int again = 0; again < 2; again++) {
        expect_each(z, float, got == (3 + (float)again) * data[k]);
        run_kernel(kernel, CUJIT_ARGS(4, x, z)); /* as tuned */
    }
}

/* What is written must be written once; `expected` is of an element that was `old`. */
typedef struct in_place {
    const char *label, *arguments, *operation;
} in_place;

static const in_place in_place_rows[] = {
    {"updated", "int *x, const int *y, int *count", "x[i] = 2 * x[i] + y[i]; if (i == 7) count[0]++"},
    {"the same array twice", "const int *y, int *x, int *count", "x[i] = 2 * y[i] + (int)i; if (i == 7) count[0]++"},
    {"written here and there", "int *x, const int *y, int *count",
     "if (i % 3 != 1) x[i] = 2 * x[i] + y[i]; if (i == 7) count[0] += 1"},
    {"as a pointer", "int *x, const int *y, int *count", "int *p = x + i; *p = 2 * *p + y[i]; if (i == 7) count[0]++"},
};

TEST_EACH(in_place_once, COUNT(in_place_rows))
{
    const in_place *row = &in_place_rows[_i];
    bool twice = _i == 1;
    int *data = memory_of(N * sizeof *data), *second = memory_of(N * sizeof *second), count = 5;
    cujit_array *x, *y, *counter;
    cujit_elementwise *kernel = kernel_of(context, row->arguments, row->operation);
    cujit_tuning tuning;

    for (int k = 0; k < N; k++) {
        data[k] = k * 3;
        second[k] = k;
    }
    x = upload(context, CUJIT_INT32, N, data);
    y = upload(context, CUJIT_INT32, N, second);
    counter = upload(context, CUJIT_INT32, 1, &count);
    tuning = tune_kernel(kernel, twice ? CUJIT_ARGS(x, x, counter) : CUJIT_ARGS(x, y, counter));
    check_tuning(&tuning);
    download(x, data);
    download(counter, &count);
    for (int k = 0; k < N; k++) {
        int expected = _i == 2 && k % 3 == 1 ? 3 * k : 7 * k;

        expect(data[k] == expected, "%s: element %d: %d", row->label, k, data[k]);
    }
    ck_assert_msg(count == 6, "%s: count %d", row->label, count);
    expect_each(y, int, got == k);
}

/* Views into one array that overlap each other: x and y share half of their elements, only z is written. */
TEST(overlapping_views)
{
    float *data = make_floats(2 * N), *result = memory_of(2 * N * sizeof *result);
    cujit_array *all = upload(context, CUJIT_FLOAT32, (size_t)2 * N, data);
    float *base = cujit_array_data(all);
    cujit_elementwise *kernel = kernel_of(context, "const float *x, const float *y, float *z", "z[i] = x[i] + y[i]");
    /* z lies behind x, and in the middle of what y covers only where y ends: y = x + 8. */
    cujit_tuning tuning = tune_kernel(kernel, CUJIT_ARGS(CUJIT_POINTER(base, CUJIT_FLOAT32, N - 8),
                                                         CUJIT_POINTER(base + 8, CUJIT_FLOAT32, N - 8),
                                                         CUJIT_POINTER(base + N + 1, CUJIT_FLOAT32, N - 8)));

    check_tuning(&tuning);
    download(all, result);
    for (size_t k = 0; k < 2 * N; k++) {
        bool written = k > N && k <= 2 * (size_t)N - 8;
        float expected = written ? data[k - N - 1] + data[k - N + 7] : data[k];

        expect(result[k] == expected, "%zu: %g, not %g", k, (double)result[k], (double)expected);
    }
}

TEST(not_aligned)
{
    float *data = make_floats(N), *result = memory_of(N * sizeof *result);
    cujit_array *x = upload(context, CUJIT_FLOAT32, N, data);
    float *base = cujit_array_data(x);
    cujit_elementwise *kernel = kernel_of(context, "float *x", "x[i] = 2 * x[i] + 1");
    cujit_tuning tuning = tune_kernel(kernel, CUJIT_ARGS(CUJIT_POINTER(base + 1, CUJIT_FLOAT32, N - 1)));

    check_tuning(&tuning);
    ck_assert_uint_eq(tuning.candidate_count, 1);
    download(x, result);
    ck_assert(!(result[0] < data[0]) && !(result[0] > data[0]));
    for (size_t k = 1; k < N; k++)
        expect(result[k] == 2 * data[k] + 1, "%zu: %g", k, (double)result[k]);
}

/* Calls that are run once and not timed. */
TEST(nothing_timed)
{
    int data[] = {1, 2, 3, 4, 5, 6}, more[] = {10, 20, 30};
    const cujit_range range = {0, 6, 2};
    const cujit_slice slice = {-1, CUJIT_SLICE_END, 1};
    cujit_array *x = upload(context, CUJIT_INT32, 6, data), *every_other = NULL,
                *empty = zeros(context, CUJIT_INT32, 0);
    cujit_elementwise *kernel = kernel_of(context, "int *x", "x[i] = 2 * x[i] + 1");
    cujit_tuning tuning;

    every_other = view_at(context, CUJIT_INT32, 1, &(size_t){3}, &(ptrdiff_t){8}, cujit_array_data(x));
    memset(&tuning, 0xff, sizeof tuning);
    must(cujit_elementwise_tune(kernel, &(cujit_elementwise_options){.range = &range}, CUJIT_ARGS(x), &tuning, &fault));
    ck_assert_str_eq(tuning.variant, "");
    ck_assert_uint_eq(tuning.candidate_count, 0);
    must(cujit_elementwise_tune(kernel, &(cujit_elementwise_options){.slice = &slice}, CUJIT_ARGS(x), NULL, &fault));
    tuning = tune_kernel(kernel, CUJIT_ARGS(every_other));
    ck_assert_str_eq(tuning.variant, "");
    tuning = tune_kernel(kernel, CUJIT_ARGS(empty));
    ck_assert_str_eq(tuning.variant, "");
    tuning = tune_kernel(kernel, CUJIT_ARGS(CUJIT_INOUT(more, sizeof more)));
    ck_assert_str_eq(tuning.variant, "");
    download(x, data);
    for (int k = 0; k < 6; k++) {
        int expected = k % 2 == 0 ? 4 * k + 7 : k == 5 ? 13 : k + 1;

        ck_assert_msg(data[k] == expected, "%d: %d, not %d", k, data[k], expected);
    }
    ck_assert(more[0] == 21 && more[1] == 41 && more[2] == 61);
}

/* The errors of a run, and nothing is changed, neither array nor result. */
TEST(errors)
{
    float data[] = {1, 2, 3, 4}, result[4];
    cujit_array *x = upload(context, CUJIT_FLOAT32, 4, data), *z = upload(context, CUJIT_FLOAT32, 4, data);
    cujit_array *small = zeros(context, CUJIT_FLOAT32, 3), *wrong = zeros(context, CUJIT_FLOAT64, 4);
    const cujit_range range = {0, 5, 1};
    const cujit_elementwise_options outside = {.range = &range};
    cujit_elementwise *kernel = kernel_of(context, "unsigned char a, const float *x, float *z", "z[i] = a * x[i]");
    struct {
        const char *label;
        cujit_args args;
        const cujit_elementwise_options *options;
        cujit_status expected;
    } rows[] = {
        {"count", CUJIT_ARGS(1, x), NULL, CUJIT_ERROR_ARGUMENT_COUNT},
        {"size", CUJIT_ARGS(1, small, z), NULL, CUJIT_ERROR_ARGUMENT_SIZE},
        {"type", CUJIT_ARGS(1, wrong, z), NULL, CUJIT_ERROR_ARGUMENT_TYPE},
        {"value", CUJIT_ARGS(300, x, z), NULL, CUJIT_ERROR_ARGUMENT_VALUE},
        {"range", CUJIT_ARGS(1, x, z), &outside, CUJIT_ERROR_INVALID_ARGUMENT},
    };
    cujit_error error = {0}, same = {0};
    cujit_tuning tuning = {.candidate_count = 77};

    for (size_t k = 0; k < COUNT(rows); k++) {
        cujit_status status = cujit_elementwise_tune(kernel, rows[k].options, rows[k].args, &tuning, &error);

        cujit_elementwise_run(kernel, rows[k].options, rows[k].args, &same);
        ck_assert_msg(status == same.status && status != CUJIT_OK, "%s: %s", rows[k].label, cujit_status_name(status));
        ck_assert_msg(status == rows[k].expected || k == 4, "%s: %s", rows[k].label, cujit_status_name(status));
        ck_assert_str_eq(error.message, same.message);
        ck_assert_uint_eq(tuning.candidate_count, 77);
    }
    ck_assert_int_eq(cujit_elementwise_tune(NULL, NULL, CUJIT_ARGS(1, x, z), &tuning, &error),
                     CUJIT_ERROR_INVALID_ARGUMENT);
    ck_assert_str_eq(error.message, "cujit_elementwise_tune: kernel is NULL");
    download(z, result);
    ck_assert_mem_eq(result, data, sizeof data);
    cujit_error_clear(&error);
    cujit_error_clear(&same);
}

TEST(recorded_stream)
{
    cujit_array *x = zeros(context, CUJIT_FLOAT32, N);
    cujit_elementwise *kernel = kernel_with(context, .arguments = "float *x", .operation = "x[i] += 1", .tune = 1);
    cujit_elementwise_options options = {.stream = make_stream(context)};
    cujit_graph *graph;

    must(cujit_graph_begin(context, options.stream, &fault));
    refuse(cujit_elementwise_tune(kernel, &options, CUJIT_ARGS(x), NULL, &fault), CUJIT_ERROR_UNSUPPORTED, NULL);
    /* That of a spec waits for a better moment. */
    must(cujit_elementwise_run(kernel, &options, CUJIT_ARGS(x), &fault));
    graph = end_graph(context, options.stream);
    must(cujit_graph_launch(graph, options.stream, &fault));
    must(cujit_elementwise_run(kernel, &options, CUJIT_ARGS(x), &fault));
    must(cujit_stream_synchronize(context, options.stream, &fault));
    expect_each(x, float, got == 2);
}

/* ---- What is kept ---- */

static cujit_context *context_in(const char *directory)
{
    return context_with(.cache_directory = cj_test_path("%s", directory));
}

static unsigned tunings(cujit_context *in)
{
    cujit_cache_stats stats;

    cujit_context_get_cache_stats(in, &stats);
    return (unsigned)stats.tunings;
}

/* A fresh context makes its kernels from scratch, as another process would. */
TEST(asked_for_in_the_spec)
{
    const cujit_elementwise_spec later = {.arguments = "const T *x, T *z", .operation = "z[i] += 2 * x[i]"};
    cujit_elementwise_spec spec = later;
    float *data = make_floats(N);
    unsigned kept = on_gpu(context) ? 1 : 0;

    spec.tune = 1;
    for (int process = 0; process < 3; process++) {
        cujit_context *own = context_in("asked");
        cujit_elementwise *kernel = make_kernel(own, process < 2 ? &spec : &later);
        cujit_array *x = upload(own, CUJIT_FLOAT32, N, data), *z = upload(own, CUJIT_FLOAT32, N, data);
        cujit_array *small = zeros(own, CUJIT_FLOAT32, 5);

        run_kernel(kernel, CUJIT_ARGS(small, small));
        ck_assert_uint_eq(tunings(own), process == 0 ? 0 : kept);
        run_kernel(kernel, CUJIT_ARGS(x, z));
        ck_assert_uint_eq(tunings(own), kept);
        run_kernel(kernel, CUJIT_ARGS(x, z));
        expect_each(z, float, got == 5 * data[k]);
        cujit_context_free(own);
    }
}

/* The generated source tells what a kernel was made as. */
TEST(found_by_the_next)
{
    const cujit_elementwise_spec spec = {.arguments = "double *x", .operation = "x[i] = sqrt(x[i] + 1)"};
    cujit_context *first = context_in("found"), *second;
    cujit_array *x = zeros(first, CUJIT_FLOAT64, N);
    cujit_elementwise *kernel = make_kernel(first, &spec), *again;
    cujit_tuning tuning = tune_kernel(kernel, CUJIT_ARGS(x)), next;
    cujit_report report;
    char bounds[40] = "for (";
    unsigned width, unroll, block;

    second = context_in("found");
    again = make_kernel(second, &spec);
    cujit_elementwise_get_report(again, &report);
    if (sscanf(tuning.variant, "tile %ux%u/%u", &width, &unroll, &block) == 3)
        snprintf(bounds, sizeof bounds, "__launch_bounds__(%u)", block);
    ck_assert_msg(strstr(report.source, bounds) != NULL, "%s: %s", tuning.variant, report.source);
    ck_assert_int_eq(report.origin, CUJIT_ORIGIN_DISK);
    /* The default stays what it is compared with. */
    next = tune_kernel(again, CUJIT_ARGS(x));
    ck_assert_str_eq(next.candidates[0].variant, tuning.candidates[0].variant);
    ck_assert_uint_eq(next.candidate_count, tuning.candidate_count);
}
