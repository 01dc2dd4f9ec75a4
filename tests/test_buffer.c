/*
 * test_buffer.c: host memory as an argument: CUJIT_IN, CUJIT_OUT and CUJIT_INOUT with elementwise kernels.
 */
#include "tests/kernels.h"

#include <stdio.h>

CONTEXT_FOR_EACH_CASE

static float *ramp(size_t count)
{
    float *data = memory_of(count * sizeof *data);

    for (size_t k = 0; k < count; k++)
        data[k] = (float)(k % 100000);
    return data;
}

/* ---- What comes back --------------------------------------------------------------------------------------------- */

/* Elements; around the sizes where copies change their ways. */
static const size_t sizes[] = {1, 3, 1000, 16383, 16384, 262144, 262145, 1400000};
enum { SIZES = sizeof sizes / sizeof *sizes };

TEST_EACH(buffers_go_there_and_back, SIZES)
{
    size_t n = sizes[_i], bytes = n * sizeof(float);
    float *x = ramp(n), *y = ramp(n), *z = memory_of(bytes);
    cujit_elementwise *kernel = kernel_of(context, "float a, const float *x, float *y, float *z",
                                          "z[i] = a * x[i]; y[i] += 1");

    for (int round = 1; round <= 3; round++) {
        memset(z, 0xff, bytes);
        run_kernel(kernel, CUJIT_ARGS(2, CUJIT_IN(x, bytes), CUJIT_INOUT(y, bytes), CUJIT_OUT(z, bytes)));
        for (size_t k = 0; k < n; k++)
            expect(x[k] == (float)(k % 100000) && y[k] == x[k] + (float)round && z[k] == 2 * x[k],
                   "element %zu of %zu: %g %g %g", k, n, (double)x[k], (double)y[k], (double)z[k]);
    }
}

/* Pinned memory, ordinary memory and arrays in one call, with a stream and without. */
TEST(streams_and_pinned_memory_mix)
{
    enum { N = 100000, BYTES = N * sizeof(float) };
    cujit_stream stream = make_stream(context);
    void *pinned_in = pinned_memory(context, BYTES), *pinned_out = pinned_memory(context, BYTES);
    cujit_array *array = zeros(context, CUJIT_FLOAT32, N);
    cujit_elementwise *kernel = kernel_of(context, "const float *x, float *y, float *z",
                                          "y[i] = x[i] + 1; z[i] += x[i]");
    float *data = ramp(N), *out = memory_of(BYTES);

    memcpy(pinned_in, data, BYTES);
    for (int k = 0; k < 8; k++) {
        void *in = k & 2 ? pinned_in : data, *result = k & 4 ? pinned_out : out;

        memset(result, 0, BYTES);
        must(cujit_context_synchronize(context, &fault)); /* the array's sums are made in turn */
        run_on(k & 1 ? stream : NULL, kernel, CUJIT_ARGS(CUJIT_IN(in, BYTES), CUJIT_OUT(result, BYTES), array));
        if (k == 7) /* all pinned, on a stream: the one case that is to be waited for */
            must(cujit_stream_synchronize(context, stream, &fault));
        for (int j = 0; j < N; j++)
            expect(((float *)result)[j] == data[j] + 1, "round %d: element %d is %g", k, j,
                   (double)((float *)result)[j]);
    }
    expect_each(array, float, got == 8 * data[k]);
}

/* Many calls one behind the other, none of which waits. */
TEST(calls_on_a_stream_follow_each_other)
{
    enum { N = 50000, BYTES = N * sizeof(float), CALLS = 50 };
    cujit_stream stream = make_stream(context);
    float *x = pinned_memory(context, BYTES);
    cujit_elementwise *kernel = kernel_of(context, "float *x", "x[i] = x[i] + 1");

    for (int k = 0; k < N; k++)
        x[k] = (float)k;
    for (int k = 0; k < CALLS; k++)
        run_on(stream, kernel, CUJIT_ARGS(CUJIT_INOUT(x, BYTES)));
    must(cujit_stream_synchronize(context, stream, &fault));
    for (int k = 0; k < N; k++)
        expect(x[k] == (float)(k + CALLS), "element %d is %g", k, (double)x[k]);
}

TEST(what_goes_in_stays_as_it_is)
{
    float x[] = {1, 2, 3}, y[] = {0, 0, 0};

    run_once(context, "float *x, float *y", "x[i] = x[i] * 2; y[i] = x[i]",
             CUJIT_ARGS(CUJIT_IN(x, sizeof x), CUJIT_OUT(y, sizeof y)));
    ck_assert(x[0] == 1 && x[1] == 2 && x[2] == 3);
    ck_assert(y[0] == 2 && y[1] == 4 && y[2] == 6);
}

/* Each argument is a memory of its own, on every device. */
TEST(memory_that_is_handed_over_twice_is_two_buffers)
{
    enum { N = 40000, BYTES = N * sizeof(float) };
    float *x = ramp(N);

    run_once(context, "const float *x, float *y", "y[i] = x[n - 1 - i]",
             CUJIT_ARGS(CUJIT_IN(x, BYTES), CUJIT_OUT(x, BYTES)));
    for (int k = 0; k < N; k++)
        expect(x[k] == (float)(N - 1 - k), "reversed: element %d is %g", k, (double)x[k]);
    run_once(context, "float *x, float *y", "x[i] = 1; y[i] = y[i] + 1",
             CUJIT_ARGS(CUJIT_INOUT(x, BYTES), CUJIT_INOUT(x, BYTES)));
    for (int k = 0; k < N; k++)
        expect(x[k] == (float)(N - k), "twice: element %d is %g", k, (double)x[k]);
    /* Of what overlaps, the later argument wins. */
    run_once(context, "float *x, float *y", "x[i] = 7; y[i] = 8", CUJIT_ARGS(CUJIT_OUT(x, 40), CUJIT_OUT(x + 5, 40)));
    for (int k = 0; k < 15; k++)
        ck_assert(x[k] == (k < 5 ? 7 : 8));
}

TEST(memory_need_not_be_aligned)
{
    enum { N = 1000, BYTES = N * sizeof(double) };
    char *memory = memory_of(BYTES + 64);
    cujit_elementwise *kernel = kernel_of(context, "double *x", "x[i] = 2 * x[i] + i");

    for (size_t shift = 0; shift < 17; shift++) {
        double value;

        for (int k = 0; k < N; k++) {
            value = k;
            memcpy(memory + shift + (size_t)k * sizeof value, &value, sizeof value);
        }
        run_kernel(kernel, CUJIT_ARGS(CUJIT_INOUT(memory + shift, BYTES)));
        for (int k = 0; k < N; k++) {
            memcpy(&value, memory + shift + (size_t)k * sizeof value, sizeof value);
            expect(value == 3.0 * k, "shifted by %zu: element %d is %g", shift, k, value);
        }
    }
}

TEST(tables_may_have_any_size)
{
    const int index[] = {3, 0, 2, 1, 3};
    const double table[] = {10, 11, 12, 13};
    double got[5];

    run_once(context, "double *z, const int *index, const double *table", "z[i] = table[index[i]]",
             CUJIT_ARGS(CUJIT_OUT(got, sizeof got), CUJIT_IN(index, sizeof index), CUJIT_IN(table, sizeof table)));
    ck_assert(got[0] == 13 && got[1] == 10 && got[2] == 12 && got[3] == 11 && got[4] == 13);
}

TEST(ranges_leave_the_rest_alone)
{
    static const struct {
        cujit_range range;
        cujit_status status;
        const char *expected; /* which elements were written */
    } cases[] = {{{0, 8, 1}, CUJIT_OK, "11111111"},
                 {{1, 8, 3}, CUJIT_OK, "01001001"},
                 {{7, 3, -2}, CUJIT_OK, "00000101"},
                 {{3, 3, 1}, CUJIT_OK, "00000000"},
                 {{0, 9, 1}, CUJIT_ERROR_ARGUMENT_VALUE, "00000000"}};
    cujit_elementwise *kernel = kernel_of(context, "float *x", "x[i] = 1");

    for (size_t k = 0; k < COUNT(cases); k++) {
        const cujit_elementwise_options options = {.range = &cases[k].range};
        float inout[8] = {0}, out[8];

        for (int j = 0; j < 8; j++)
            out[j] = 5;
        refuse(cujit_elementwise_run(kernel, &options, CUJIT_ARGS(CUJIT_INOUT(inout, 32)), &fault), cases[k].status,
               NULL);
        for (int j = 0; j < 8; j++)
            ck_assert_msg(inout[j] == (float)(cases[k].expected[j] - '0'), "case %zu, element %d: %g", k, j,
                          (double)inout[j]);
        refuse(cujit_elementwise_run(kernel, &options, CUJIT_ARGS(CUJIT_OUT(out, 32)), &fault), cases[k].status, NULL);
        for (int j = 0; j < 8; j++) {
            if (cases[k].expected[j] == '1')
                ck_assert(out[j] == 1);
            else if (strchr(cases[k].expected, '1') == NULL) /* nothing ran: nothing came back */
                ck_assert(out[j] == 5);
        }
    }
}

TEST(nothing_is_a_size)
{
    float x = 3;

    run_once(context, "float *x, float *y, float *z", "z[i] = x[i] + y[i]",
             CUJIT_ARGS(CUJIT_IN(NULL, 0), CUJIT_INOUT(NULL, 0), CUJIT_OUT(&x, 0)));
    /* An empty table beside an array that is not. */
    run_once(context, "float *x, const float *table", "x[i] = table == nullptr ? 4 : 5",
             CUJIT_ARGS(CUJIT_INOUT(&x, sizeof x), CUJIT_IN(NULL, 0)));
    ck_assert(x == 4);
}

/* ---- Mistakes ---------------------------------------------------------------------------------------------------- */

TEST(mistakes_name_the_argument_and_change_nothing)
{
    float x[4] = {1, 2, 3, 4}, y[4] = {5, 6, 7, 8};
    cujit_array *array = upload(context, CUJIT_FLOAT32, 4, y);
    cujit_elementwise *kernel = kernel_of(context, "float a, const float *x, float *y", "y[i] = a * x[i]");
    const struct {
        cujit_args args;
        cujit_status status;
        const char *word;
    } cases[] = {
        {CUJIT_ARGS(1, CUJIT_OUT(x, 16), CUJIT_OUT(y, 16)), CUJIT_ERROR_ARGUMENT_TYPE, "argument 2 (x)"},
        {CUJIT_ARGS(1, CUJIT_INOUT(x, 16), CUJIT_OUT(y, 16)), CUJIT_ERROR_ARGUMENT_TYPE, "const"},
        {CUJIT_ARGS(1, CUJIT_IN(x, 15), CUJIT_OUT(y, 16)), CUJIT_ERROR_ARGUMENT_SIZE, "argument 2 (x): 15 bytes"},
        {CUJIT_ARGS(1, CUJIT_IN(x, 16), CUJIT_OUT(y, 2)), CUJIT_ERROR_ARGUMENT_SIZE, "argument 3 (y)"},
        {CUJIT_ARGS(1, CUJIT_IN(x, 12), CUJIT_OUT(y, 16)), CUJIT_ERROR_ARGUMENT_SIZE, "argument 2 (x) has (3)"},
        {CUJIT_ARGS(1, CUJIT_IN(x, 12), array), CUJIT_ERROR_ARGUMENT_SIZE, "elements"},
        {CUJIT_ARGS(1, CUJIT_IN(NULL, 16), CUJIT_OUT(y, 16)), CUJIT_ERROR_INVALID_ARGUMENT, "argument 2 (x)"},
        {CUJIT_ARGS(1, CUJIT_IN(x, 16), CUJIT_OUT(NULL, 16)), CUJIT_ERROR_INVALID_ARGUMENT, "NULL"},
        {CUJIT_ARGS(CUJIT_IN(x, 4), CUJIT_IN(x, 16), CUJIT_OUT(y, 16)), CUJIT_ERROR_ARGUMENT_TYPE, "a CUJIT_IN"},
        {CUJIT_ARGS(CUJIT_OUT(x, 4), array, array), CUJIT_ERROR_ARGUMENT_TYPE, "a CUJIT_OUT"},
        {CUJIT_ARGS(CUJIT_INOUT(x, 4), array, array), CUJIT_ERROR_ARGUMENT_TYPE, "a CUJIT_INOUT"},
        {CUJIT_ARGS(CUJIT_ADDRESS(x), array, array), CUJIT_ERROR_ARGUMENT_TYPE, "a CUJIT_ADDRESS"},
        {CUJIT_ARGS(1, CUJIT_ADDRESS(x), CUJIT_OUT(y, 16)), CUJIT_ERROR_ARGUMENT_TYPE, "a CUJIT_ADDRESS"},
        {CUJIT_ARGS(1, CUJIT_IN(x, 16)), CUJIT_ERROR_ARGUMENT_COUNT, "y is missing"}};

    for (size_t k = 0; k < COUNT(cases); k++) {
        refuse(cujit_elementwise_run(kernel, NULL, cases[k].args, &fault), cases[k].status, cases[k].word);
        ck_assert(x[0] == 1 && x[3] == 4 && y[0] == 5 && y[3] == 8);
    }
    ck_assert_int_eq(cujit_elementwise_run(kernel, NULL, cases[0].args, NULL), CUJIT_ERROR_ARGUMENT_TYPE);
}

TEST(too_large_a_buffer_is_an_error_that_names_it)
{
    const size_t size = (size_t)1 << 60;
    float x[4] = {1, 2, 3, 4};
    cujit_elementwise *kernel = kernel_of(context, "float *x, const float *table", "x[i] = table[0]");

    for (int k = 0; k < 3; k++) {
        refuse(cujit_elementwise_run(kernel, NULL, CUJIT_ARGS(CUJIT_INOUT(x, 16), CUJIT_IN(x, size)), &fault),
               CUJIT_ERROR_DEVICE_MEMORY, "argument 2 (table)");
        ck_assert(x[0] == 1 && x[3] == 4);
    }
}

/* ---- Threads and life -------------------------------------------------------------------------------------------- */

static void *call_often(void *kernel)
{
    enum { N = 30000, CALLS = 30 };
    float *x = malloc(N * sizeof *x);
    int wrong = x == NULL;

    for (int k = 0; k < N && x != NULL; k++)
        x[k] = (float)k;
    for (int k = 0; k < CALLS && wrong == 0; k++)
        wrong += cujit_elementwise_run(kernel, NULL, CUJIT_ARGS(CUJIT_INOUT(x, N * sizeof *x)), NULL) != CUJIT_OK;
    for (int k = 0; k < N && wrong == 0; k++)
        wrong += x[k] != (float)(k + CALLS);
    free(x);
    return wrong != 0 ? kernel : NULL;
}

TEST(threads_have_buffers_at_the_same_time)
{
    cujit_elementwise *kernel = kernel_of(context, "float *x", "x[i] += 1");

    run_threads(4, call_often, kernel, 0);
}

/* What a context keeps for buffers does not grow with the number of calls. */
TEST(calls_leave_no_device_memory_behind)
{
    enum { N = 1 << 20, BYTES = N * sizeof(float), ROUNDS = 300 };
    cujit_elementwise *kernel = kernel_of(context, "float *x", "x[i] += 1");
    cujit_memory_info before, after;
    float *x = ramp(N);
    bool leaks = false;
    int rounds;

    run_kernel(kernel, CUJIT_ARGS(CUJIT_INOUT(x, BYTES)));
    /* Others use the device too, and may take as much in between; but not every time. */
    for (rounds = 1; rounds == 1 || (leaks && rounds < 10 * ROUNDS); rounds += ROUNDS) {
        must(cujit_memory_get_info(context, &before, &fault));
        for (int k = 0; k < ROUNDS; k++)
            run_kernel(kernel, CUJIT_ARGS(CUJIT_INOUT(x, BYTES)));
        must(cujit_memory_get_info(context, &after, &fault));
        leaks = on_gpu(context) && after.free_bytes + (size_t)ROUNDS * BYTES / 2 <= before.free_bytes;
    }
    ck_assert(!leaks);
    ck_assert(x[5] == (float)(5 + rounds));
}
