/*
 * test_scan.c: scans, against sums that are worked out one by one.
 */
#include "tests/property.h"

#include <float.h>
#include <math.h>
#include <stdio.h>

/* ---- Every dtype, many sizes, every direction -------------------------------------------------------------------- */

static const char *const spellings[] = {
    "signed char",        "unsigned char", "short",    "unsigned short", "int",    "unsigned",      "long long",
    "unsigned long long", "half",          "bfloat16", "float",          "double", "float complex", "double complex",
};

enum { MOST = (1 << 20) + 1, BOUND = 100 };

/* Numbers of which all sums of neighbours are small from the beginning on, and flags of segments, all from one seed. */
typedef struct sequence {
    signed char *of;
    unsigned char *flags;
} sequence;

static sequence draw(size_t n, int is_signed)
{
    sequence s = {memory_of(n), memory_of(n)};
    uint64_t random = 7;
    int sum = 0;

    for (size_t k = 0; k < n; k++) {
        uint64_t bits = next_random(&random);
        int value = (int)(bits % 7) - 3;

        if (!is_signed) /* they wrap: that is checked too */
            value = (int)(bits % 4);
        else if (sum + value > BOUND || sum + value < -BOUND)
            value = -value;
        sum += value;
        s.of[k] = (signed char)value;
        s.flags[k] = (bits >> 32) % 1000 == 0 || ((bits >> 32) % 4 == 0 && k > n / 2 && k < n / 2 + 100);
    }
    return s;
}

typedef struct direction {
    const char *name;
    int exclusive, reverse, segmented;
} direction;

/* clang-format off */
static const direction directions[] = {
    {"inclusive", 0, 0, 0}, {"exclusive", 1, 0, 0}, {"reverse", 0, 1, 0}, {"exclusive, reverse", 1, 1, 0},
    {"segmented", 0, 0, 1}, {"segmented, exclusive", 1, 0, 1}, {"segmented, reverse", 0, 1, 1},
    {"segmented, exclusive, reverse", 1, 1, 1},
};
/* clang-format on */
enum { DIRECTIONS = COUNT(directions) };

/* What must come out for n elements, as bytes of the type. */
static void expect_sums(element_type type, const sequence *s, size_t n, const direction *d, unsigned char *out)
{
    int64_t sum = 0;

    for (size_t step = 0; step < n; step++) {
        size_t k = d->reverse ? n - 1 - step : step;

        if (d->segmented && s->flags[k])
            sum = 0;
        if (!d->exclusive)
            sum += s->of[k];
        put_number(type, out + k * type.size, sum);
        if (d->exclusive)
            sum += s->of[k];
    }
}

CONTEXT_FOR_EACH_CASE

static const size_t sizes[] = {
    1,    2,     3,     4,     5,     7,     8,     31,    32,     33,     97,     127,    128,           129,
    255,  256,   257,   1021,  1023,  1024,  1025,  2047,  2048,   2049,   4095,   4096,   4097,          8191,
    8193, 16383, 16384, 16385, 65535, 65536, 65537, 99991, 131071, 131073, 262143, 262145, (1 << 20) - 1, 1 << 20,
    MOST};

static void check_dtype(const char *name, const direction *d)
{
    const element_type type = number_type_of(name);
    sequence s = draw(MOST, strncmp(name, "unsigned", 8) != 0);
    unsigned char *bytes = memory_of(MOST * type.size), *wanted = memory_of(MOST * type.size);
    char arguments[96];
    cujit_array *x, *flags = upload(context, CUJIT_UINT8, MOST, s.flags), *out = zeros(context, type.dtype, MOST);
    cujit_scan *scan;

    snprintf(arguments, sizeof arguments, "const %s *x%s", name, d->segmented ? ", const unsigned char *flags" : "");
    scan = scan_with(context, SUM_FROM_0, .arguments = arguments, .segment = d->segmented ? "flags[i] != 0" : NULL,
                     .exclusive = d->exclusive, .reverse = d->reverse);
    for (size_t k = 0; k < MOST; k++)
        put_number(type, bytes + k * type.size, s.of[k]);
    x = upload(context, type.dtype, MOST, bytes);
    for (size_t k = 0; k < COUNT(sizes); k++) {
        size_t n = sizes[k];
        void *addresses[] = {cujit_array_data(x), cujit_array_data(flags)};
        void *values[] = {&addresses[0], &addresses[1]};

        must(cujit_scan_launch_prepared(scan, NULL, n, values, cujit_array_data(out), &fault));
        download(out, bytes);
        expect_sums(type, &s, n, d, wanted);
        for (size_t at = 0; at < n * type.size; at++)
            expect(bytes[at] == wanted[at], "%s, %s, %zu elements: element %zu differs", name, d->name, n,
                   at / type.size);
    }
}

/* All directions of three types, and of each other type two, in turn. */
TEST_EACH(dtypes, COUNT(spellings))
{
    const char *type = spellings[_i];
    bool all = strcmp(type, "float") == 0 || strcmp(type, "signed char") == 0 || strcmp(type, "long long") == 0;

    for (int k = 0; k < DIRECTIONS; k++) {
        if (all || k == _i % DIRECTIONS || k == (_i * 3 + 1) % DIRECTIONS)
            check_dtype(type, &directions[k]);
    }
}

/* ---- Numbers that are not whole ---------------------------------------------------------------------------------- */

TEST(floats)
{
    enum { N = 700001 };
    cujit_scan *scan = scan_with(context, SUM_FROM_0, .out_type = "float");
    float *x = memory_of(N * sizeof *x), *first = memory_of(N * sizeof *x), *again = memory_of(N * sizeof *x);
    cujit_array *in;
    long double sum = 0, magnitude = 0;
    uint64_t random = 3;

    for (size_t k = 0; k < N; k++)
        x[k] = (float)random_between(&random, -1, 1);
    in = upload(context, CUJIT_FLOAT32, N, x);
    download(run_scan(scan, NULL, CUJIT_ARGS(in)), first);
    for (size_t k = 0; k < N; k++) {
        sum += x[k];
        magnitude += fabsf(x[k]);
        /* A value goes through some 80 additions behind its vector's, each off by half a unit at most. */
        expect(fabsl(first[k] - sum) <=
                   512 * (long double)FLT_EPSILON * sqrtl((long double)k + 1) + (long double)FLT_EPSILON * magnitude,
               "element %zu is %g, expected %Lg", k, (double)first[k], sum);
    }
    for (int round = 0; round < 20; round++) {
        download(run_scan(scan, NULL, CUJIT_ARGS(in)), again);
        ck_assert_msg(memcmp(first, again, N * sizeof *x) == 0, "not the same bits in round %d", round);
    }
}

TEST(nothing_and_special_values)
{
    cujit_scan *sum = scan_with(context, SUM_FROM_0, .out_type = "float");
    cujit_scan *most = scan_with(context, .out_type = "float", .reduce = "cujit_max(a, b)");
    const float x[] = {1, INFINITY, 2, -INFINITY, 3, NAN, 4};
    cujit_array *in = upload(context, CUJIT_FLOAT32, 7, x), *none = zeros(context, CUJIT_FLOAT32, 0);
    float got[7];

    download(run_scan(sum, NULL, CUJIT_ARGS(in)), got);
    ck_assert(got[0] == 1 && isinf(got[1]) && isinf(got[2]) && isnan(got[3]) && isnan(got[6]));
    download(run_scan(most, NULL, CUJIT_ARGS(in)), got); /* without a neutral */
    ck_assert(got[0] == 1 && isinf(got[1]) && got[4] > 0 && isinf(got[4]) && isnan(got[5]) && isnan(got[6]));
    ck_assert_uint_eq(cujit_array_size(run_scan(most, NULL, CUJIT_ARGS(none))), 0);
    must(cujit_scan_launch_prepared(most, NULL, 0, NULL, NULL, NULL), &(cujit_error){0});
}

/* ---- Operators that do not commute ------------------------------------------------------------------------------- */

typedef struct affine {
    unsigned a, b;
} affine;

TEST_EACH(composition, 2)
{
    enum { N = 300007 };
    affine *maps = memory_of(N * sizeof *maps), *got = memory_of(N * sizeof *got), whole = {1, 0};
    cujit_array *in;
    uint64_t random = 11;
    cujit_dtype dtype = register_type(
        context, &(cujit_type_spec){"affine", "struct affine { unsigned a, b; };", sizeof(affine), 4});
    cujit_scan *scan = scan_with(context, .out_type = "affine", .neutral = "affine{1, 0}",
                                 .reduce = "affine{a.a * b.a, b.a * a.b + b.b}", .reverse = _i);

    for (size_t k = 0; k < N; k++)
        maps[k] = (affine){2 * (unsigned)next_random(&random) + 1, (unsigned)next_random(&random)};
    in = upload(context, dtype, N, maps);
    download(run_scan(scan, NULL, CUJIT_ARGS(in)), got);
    for (size_t step = 0; step < N; step++) {
        size_t k = _i ? N - 1 - step : step;

        whole = (affine){whole.a * maps[k].a, maps[k].a * whole.b + maps[k].b};
        expect(got[k].a == whole.a && got[k].b == whole.b, "element %zu differs", k);
    }
}

/* Several arrays, a scalar, i, j, n, a larger accumulator and a post. */
TEST(map_and_post)
{
    enum { N = 54321 };
    cujit_scan *scan = scan_with(context, SUM_FROM_0, .out_type = "double", .accumulator = "long long",
                                 .map = "s * x[i] * y[i] + (i + j) % 3 + t[n - 1 - i]", .post = "0.5 * a + n",
                                 .arguments = "int s, const short *x, const int *y, const int *t");
    short *x = memory_of(N * sizeof *x);
    int *y = memory_of(N * sizeof *y), *t = memory_of(N * sizeof *t);
    double *got = memory_of(N * sizeof *got);
    cujit_array *xs, *ys, *ts;
    long long sum = 0;

    for (int k = 0; k < N; k++) {
        x[k] = (short)(k * 7 % 30011);
        y[k] = k * 5 % 1009 - 500;
        t[k] = k % 17;
    }
    xs = upload(context, CUJIT_INT16, N, x);
    ys = upload(context, CUJIT_INT32, N, y);
    ts = upload(context, CUJIT_INT32, N, t);
    download(run_scan(scan, NULL, CUJIT_ARGS(3, xs, ys, ts)), got);
    for (int k = 0; k < N; k++) {
        sum += 3 * x[k] * y[k] + 2 * k % 3 + t[N - 1 - k];
        expect(got[k] == 0.5 * (double)sum + N, "element %d is %g", k, got[k]);
    }
}

/* ---- In place, not aligned, recorded, host memory ---------------------------------------------------------------- */

TEST(in_place_and_shifted)
{
    enum { N = 200003 };
    cujit_scan *scan = scan_with(context, SUM_FROM_0, .out_type = "unsigned char");
    unsigned char *x = memory_of(N), *got = memory_of(N), sum = 0;

    for (size_t k = 0; k < N; k++)
        x[k] = (unsigned char)(k * 13 % 251);
    for (size_t shift = 0; shift < 4; shift++) {
        const size_t n = N - 17 - shift;
        cujit_array *in = upload(context, CUJIT_UINT8, N, x), *view = view_of(in, 3 * shift, n);
        cujit_array *out = run_scan(scan, NULL, CUJIT_ARGS(view));

        must(cujit_scan_run(scan, &(cujit_scan_options){.out = view}, CUJIT_ARGS(view), NULL, &fault));
        for (int twice = 0; twice < 2; twice++) {
            download(twice ? out : view, got);
            sum = 0;
            for (size_t k = 0; k < n; k++) {
                sum = (unsigned char)(sum + x[3 * shift + k]);
                expect(got[k] == sum, "shift %zu: element %zu differs", shift, k);
            }
        }
        download(in, got);
        ck_assert(memcmp(got, x, 3 * shift) == 0 &&
                  memcmp(got + 3 * shift + n, x + 3 * shift + n, N - 3 * shift - n) == 0);
    }
}

TEST(recorded)
{
    enum { N = 100003 };
    cujit_scan *scan = scan_with(context, SUM_FROM_0, .out_type = "int");
    int *x = memory_of(N * sizeof *x), *got = memory_of(N * sizeof *got);
    cujit_array *a, *b = zeros(context, CUJIT_INT32, N), *c = zeros(context, CUJIT_INT32, N);
    cujit_graph *graph;
    cujit_stream stream = make_stream(context);

    for (int k = 0; k < N; k++)
        x[k] = k % 9 - 3;
    a = upload(context, CUJIT_INT32, N, x);
    must(cujit_graph_begin(context, stream, &fault));
    must(cujit_scan_run(scan, &(cujit_scan_options){.stream = stream, .out = b}, CUJIT_ARGS(a), NULL, &fault));
    must(cujit_scan_run(scan, &(cujit_scan_options){.stream = stream, .out = c}, CUJIT_ARGS(b), NULL, &fault));
    graph = end_graph(context, stream);
    for (int round = 0; round < 5; round++) {
        unsigned once = 0, twice = 0;

        for (int k = 0; k < N; k++)
            x[k] += round;
        must(cujit_array_fill_from_host(a, x, cujit_array_bytes(a), &fault));
        must(cujit_graph_launch(graph, stream, &fault));
        must(cujit_stream_synchronize(context, stream, &fault));
        download(c, got);
        for (int k = 0; k < N; k++) {
            once += (unsigned)x[k];
            twice += once;
            expect((unsigned)got[k] == twice, "round %d: element %d differs", round, k);
        }
    }
}

TEST(host_memory)
{
    cujit_scan *scan = scan_with(context, SUM_FROM_0, .out_type = "int");
    const int x[] = {1, 2, 3, 4, 5};

    expect_elements(run_scan(scan, NULL, CUJIT_ARGS(CUJIT_IN(x, sizeof x))), int, 1, 3, 6, 10, 15);
}

/* A launch that fails must not spoil those behind it. */
TEST(after_a_failure)
{
    enum { N = 1 << 20 };
    cujit_scan *scan, *bad;
    int *x = memory_of(N * sizeof *x);
    cujit_array *in, *out = zeros(context, CUJIT_INT32, N);

    if (on_gpu(context)) /* a trap ends a GPU's context */
        return;
    scan = scan_with(context, SUM_FROM_0, .out_type = "int");
    bad = scan_with(context, SUM_FROM_0, .out_type = "int", .map = "check(x[i], i)", .arguments = "const int *x",
                    .preamble = "__device__ int check(int v, long long i) { assert(i != 700000); return v; }");
    for (int k = 0; k < N; k++)
        x[k] = 1;
    in = upload(context, CUJIT_INT32, N, x);
    for (int round = 0; round < 3; round++) {
        ck_assert_int_eq(cujit_scan_run(bad, &(cujit_scan_options){.out = out}, CUJIT_ARGS(in), NULL, &fault),
                         CUJIT_ERROR_LAUNCH);
        must(cujit_scan_run(scan, &(cujit_scan_options){.out = out}, CUJIT_ARGS(in), NULL, &fault));
        expect_each(out, int, got == k + 1);
    }
}

/* Nor those of a graph that it is a launch of; in place, where nothing can be done again, too. */
TEST_EACH(after_a_failure_in_a_graph, 2)
{
    enum { N = 1 << 20 };
    int *x = memory_of(N * sizeof *x), *got = memory_of(N * sizeof *x);
    cujit_array *in, *own = zeros(context, CUJIT_INT32, N), *out;
    cujit_graph *graph;
    cujit_scan *scan;
    cujit_stream stream = make_stream(context);

    if (on_gpu(context))
        return;
    scan = scan_with(context, SUM_FROM_0, .out_type = "int", .map = "check(x[i])", .arguments = "const int *x",
                     .preamble = "__device__ int check(int v) { assert(v >= 0); return v; }");
    for (int k = 0; k < N; k++)
        x[k] = 1;
    in = upload(context, CUJIT_INT32, N, x);
    out = _i == 0 ? own : in;
    must(cujit_graph_begin(context, stream, &fault));
    must(cujit_scan_run(scan, &(cujit_scan_options){.out = out, .stream = stream}, CUJIT_ARGS(in), NULL, &fault));
    graph = end_graph(context, stream);
    for (int turn = 0; turn < 6; turn++) {
        x[700000] = turn % 2 == 0 ? 1 : -1;
        must(cujit_array_fill_from_host(in, x, cujit_array_bytes(in), &fault));
        ck_assert_int_eq(cujit_graph_launch(graph, stream, &fault), turn % 2 == 0 ? CUJIT_OK : CUJIT_ERROR_LAUNCH);
        download(out, got);
        for (int k = 0; turn % 2 == 0 && k < N; k++)
            expect(got[k] == k + 1, "turn %d: element %d is %d", turn, k, got[k]);
    }
}

/* More bytes than 32 bits can count. */
TEST(very_many)
{
    const size_t n = ((size_t)1 << 32) + 11, piece = (size_t)1 << 24;
    cujit_scan *scan;
    cujit_elementwise *fill;
    cujit_array *x;
    unsigned char *got, sum = 0;

    if (!on_gpu(context)) /* takes too long, and too much memory */
        return;
    scan = scan_with(context, SUM_FROM_0, .out_type = "unsigned char");
    fill = kernel_of(context, "unsigned char *x", "x[i] = i % 7");
    x = zeros(context, CUJIT_UINT8, n);
    got = memory_of(piece);
    run_kernel(fill, CUJIT_ARGS(x));
    must(cujit_scan_run(scan, &(cujit_scan_options){.out = x}, CUJIT_ARGS(x), NULL, &fault));
    for (size_t from = 0; from < n; from += piece) {
        const size_t count = n - from < piece ? n - from : piece;

        download(view_of(x, from, count), got);
        for (size_t k = 0; k < count; k++) {
            sum = (unsigned char)(sum + (from + k) % 7);
            expect(got[k] == sum, "element %zu differs", from + k);
        }
    }
}

/* ---- Errors ------------------------------------------------------------------------------------------------------ */

TEST(wrong_specs)
{
    static const struct {
        cujit_scan_spec spec;
        cujit_status status;
        const char *part;
    } cases[] = {
        {{.out_type = "int", .reduce = "a + b", .exclusive = 1}, CUJIT_ERROR_INVALID_ARGUMENT, "neutral"},
        {{.out_type = "int", .neutral = "0"}, CUJIT_ERROR_INVALID_ARGUMENT, "reduce"},
        {{.reduce = "a + b"}, CUJIT_ERROR_INVALID_ARGUMENT, "arguments"},
        {{.out_type = "int", .reduce = "a + "}, CUJIT_ERROR_COMPILE, ""},
        {{.out_type = "int", .reduce = "a + b", .segment = "f[i]"}, CUJIT_ERROR_COMPILE, "f"},
        {{.out_type = "int", .reduce = "a + b", .segment = "x[i] = 1"}, CUJIT_ERROR_SNIPPET, "a segment may only read"},
        {{.out_type = "nope", .reduce = "a + b"}, CUJIT_ERROR_SIGNATURE, "nope"},
    };
    cujit_scan *scan = NULL;

    for (size_t k = 0; k < COUNT(cases); k++)
        refuse(cujit_scan_create(context, &cases[k].spec, &scan, &fault), cases[k].status, cases[k].part);
    refuse(cujit_scan_create(NULL, &cases[0].spec, &scan, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "context");
    refuse(cujit_scan_create(context, NULL, &scan, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "spec");
    ck_assert_ptr_null(scan);
    cujit_scan_free(NULL);
}

TEST(wrong_calls)
{
    cujit_scan *scan = scan_with(context, SUM_FROM_0, .out_type = "int");
    cujit_scan *near = scan_with(context, SUM_FROM_0, .out_type = "int", .map = "x[i] + x[i > 0 ? i - 1 : 0]",
                                 .arguments = "const int *x");
    const size_t shape[] = {4, 6}, half[] = {4, 3};
    const ptrdiff_t strides[] = {24, 8};
    const int axis = 2, low = -3;
    cujit_array *x = zeros_shape(context, CUJIT_INT32, 2, shape), *wrong = zeros(context, CUJIT_FLOAT32, 24);
    cujit_array *flat = zeros(context, CUJIT_INT32, 24), *behind = view_of(flat, 1, 20), *result = NULL;
    cujit_array *gaps = view_at(context, CUJIT_INT32, 2, half, strides, cujit_array_data(flat));

#define FAILS(scan_, wanted, part, ...)                                                                                \
    refuse(cujit_scan_run(scan_, &(cujit_scan_options){__VA_ARGS__}, CUJIT_ARGS(x), &result, &fault), wanted, part)
    FAILS(NULL, CUJIT_ERROR_INVALID_ARGUMENT, "scan is NULL", .out = NULL);
    FAILS(scan, CUJIT_ERROR_INVALID_ARGUMENT, "axis 2", .axes = &axis, .axis_count = 1);
    FAILS(scan, CUJIT_ERROR_INVALID_ARGUMENT, "axis -3", .axes = &low, .axis_count = 1);
    FAILS(scan, CUJIT_ERROR_INVALID_ARGUMENT, "axis_count is 2; expected 1", .axes = (const int[]){0, 1},
          .axis_count = 2);
    FAILS(scan, CUJIT_ERROR_INVALID_ARGUMENT, "axis_count is 0; expected 1", .axes = &low);
    FAILS(scan, CUJIT_ERROR_INVALID_ARGUMENT, "axis_count is 1 without axes", .axis_count = 1);
    FAILS(scan, CUJIT_ERROR_ARGUMENT_TYPE, "out must have elements of int", .out = wrong);
    FAILS(scan, CUJIT_ERROR_ARGUMENT_SIZE, "out must have shape (4,6), got (24)", .out = flat);
    FAILS(near, CUJIT_ERROR_INVALID_ARGUMENT, "overlaps argument 1 (x)", .out = x);
#undef FAILS
    refuse(cujit_scan_run(scan, NULL, CUJIT_ARGS(x), NULL, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "result");
    refuse(cujit_scan_run(scan, NULL, CUJIT_ARGS(x, x), &result, &fault), CUJIT_ERROR_ARGUMENT_COUNT, "1");
    refuse(cujit_scan_run(scan, NULL, CUJIT_ARGS(wrong), &result, &fault), CUJIT_ERROR_ARGUMENT_TYPE, "x");
    refuse(cujit_scan_run(near, NULL, CUJIT_ARGS(gaps), &result, &fault), CUJIT_ERROR_ARGUMENT_SIZE, "dense");
    gaps = view_of(flat, 0, 20);
    refuse(cujit_scan_run(scan, &(cujit_scan_options){.out = gaps}, CUJIT_ARGS(behind), NULL, &fault),
           CUJIT_ERROR_INVALID_ARGUMENT, "overlaps argument 1 (x)");
    refuse(cujit_scan_launch_prepared(NULL, NULL, 1, NULL, NULL, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "NULL");
    ck_assert_ptr_null(result);
}

TEST(looked_into)
{
    const cujit_scan_spec spec = {.out_type = "int", .neutral = "0", .reduce = "a + a", .name = "odd_sum"};
    cujit_scan *scan = make_scan(context, &spec);
    cujit_report report;
    char *source = NULL;

    ck_assert_uint_eq(cujit_scan_parameter_count(scan), 1);
    ck_assert_str_eq(cujit_scan_get_parameter(scan, 0)->name, "x");
    cujit_scan_get_report(scan, &report);
    ck_assert_str_eq(report.name, "odd_sum");
    ck_assert_ptr_nonnull(strstr(report.log, "warning"));
    must(cujit_scan_render(context, &spec, &source, &fault));
    ck_assert_str_eq(report.source, source);
    cujit_free(source);
    cujit_scan_get_report(NULL, &report);
    ck_assert_ptr_null(report.name);
    ck_assert_uint_eq(cujit_scan_parameter_count(NULL), 0);
}
