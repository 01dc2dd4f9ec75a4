/*
 * reduction.c: what calls of reductions cost the host, beside a bare cuLaunchKernel of the same kernel; and the first
 * reduction or scan of a process.
 */
#include "bench.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const cujit_reduction_spec sum = {
    .out_type = "float",
    .neutral = "0",
    .reduce = "a + b",
    .map = "x[i]",
    .arguments = "const float *x",
    .name = "sum",
};
static const cujit_reduction_spec dot = {
    .out_type = "float",
    .neutral = "0",
    .reduce = "a + b",
    .map = "x[i] * y[i]",
    .arguments = "const float *x, const float *y",
    .name = "dot",
};
static const cujit_scan_spec scan = {
    .out_type = "float",
    .neutral = "0",
    .reduce = "a + b",
    .map = "x[i]",
    .arguments = "const float *x",
    .name = "scan",
};

/* ---- Calls ---- */

enum {
    LAUNCHES = 1000,
    ROUNDS = 31,
    ONE_BLOCK = 1 << 10, /* elements that one block reduces */
    MORE_BLOCKS = 1 << 18,
    GRID = 128,            /* of the bare launch that stands beside */
    WORKSPACE = 128 << 10, /* bytes, zeros: more than the counters and GRID values */
    WORDS = WORKSPACE / 4,
    WAYS = 3,
};

/* One kernel and what it is called with. A bare kernel takes the user's parameters, n, where the result goes, and the
 * workspace. */
typedef struct subject {
    const char *title;
    const cujit_reduction_spec *spec;
    size_t n, count; /* elements; arrays */
    cujit_reduction *kernel;
    cujit_array *arrays[2], *out, *workspace;
    void *data[2], *result, *memory, *values[2], *results[1], *bare_values[5];
    long long bare_n;
    unsigned block;
    bench_bare *bare;
} subject;

/* How many threads a block has: the source says so. */
static unsigned block_of(const char *source)
{
    const char *bounds = strstr(source, "__launch_bounds__(");

    return bounds != NULL ? (unsigned)strtoul(bounds + strlen("__launch_bounds__("), NULL, 10) : 0;
}

static void make_arrays(cujit_context *context, subject *s)
{
    const size_t shape[] = {s->n}, words[] = {WORDS};
    cujit_error error = {0};
    cujit_status status = CUJIT_OK;

    for (size_t k = 0; k < s->count && status == CUJIT_OK; k++)
        status = cujit_array_zeros(context, CUJIT_FLOAT32, 1, shape, &s->arrays[k], &error);
    if (status != CUJIT_OK || cujit_array_zeros(context, CUJIT_FLOAT32, 0, NULL, &s->out, &error) ||
        cujit_array_zeros(context, CUJIT_UINT32, 1, words, &s->workspace, &error))
        bench_fail("arrays of a reduction", &error);
}

static void set_up(cujit_context *context, subject *s)
{
    cujit_error error = {0};
    cujit_report report;
    size_t row = 0;

    if (cujit_reduction_create(context, s->spec, &s->kernel, &error))
        bench_fail("a reduction", &error);
    make_arrays(context, s);
    for (size_t k = 0; k < s->count; k++) {
        s->data[k] = cujit_array_data(s->arrays[k]);
        s->values[k] = s->bare_values[row++] = &s->data[k];
    }
    s->results[0] = s->result = cujit_array_data(s->out);
    s->memory = cujit_array_data(s->workspace);
    s->bare_n = (long long)s->n;
    s->bare_values[row++] = &s->bare_n;
    s->bare_values[row++] = &s->result;
    s->bare_values[row] = &s->memory;
    cujit_reduction_get_report(s->kernel, &report);
    s->block = block_of(report.source);
    s->bare = bench_bare_load(report.object, report.name);
    if (s->bare != NULL && s->block == 0)
        bench_fail("the source of a reduction does not say its block", NULL);
}

static void tear_down(subject *s)
{
    for (size_t k = 0; k < s->count; k++)
        cujit_array_free(s->arrays[k]);
    cujit_array_free(s->out);
    cujit_array_free(s->workspace);
    cujit_reduction_free(s->kernel);
}

static cujit_status prepared(const subject *s, cujit_error *error)
{
    return cujit_reduction_launch_prepared(s->kernel, NULL, s->n, s->values, s->results, error);
}

static cujit_status checked(const subject *s, cujit_error *error)
{
    const cujit_reduction_options options = {.out = &s->out};

    return s->count == 1
               ? cujit_reduction_run(s->kernel, &options, CUJIT_ARGS(s->arrays[0]), NULL, error)
               : cujit_reduction_run(s->kernel, &options, CUJIT_ARGS(s->arrays[0], s->arrays[1]), NULL, error);
}

static cujit_status ready_made(const subject *s, cujit_error *error)
{
    const cujit_reduction_options options = {.out = &s->out};

    return s->count == 1 ? cujit_reduce(CUJIT_REDUCER_SUM, s->arrays[0], &options, NULL, error)
                         : cujit_dot(s->arrays[0], s->arrays[1], &options, NULL, error);
}

typedef cujit_status (*way)(const subject *s, cujit_error *error);

static double time_way(cujit_context *context, const subject *s, way call)
{
    cujit_error error = {0};
    double start = bench_now_us();

    for (int k = 0; k < LAUNCHES; k++) {
        if (call(s, &error))
            bench_fail(s->title, &error);
    }
    start = bench_now_us() - start;
    cujit_context_synchronize(context, NULL);
    return start / LAUNCHES;
}

static double time_bare(const subject *s)
{
    double start = bench_now_us();

    for (int k = 0; k < LAUNCHES; k++)
        bench_bare_launch(s->bare, s->n == ONE_BLOCK ? 1 : GRID, s->block, (void **)s->bare_values);
    start = bench_now_us() - start;
    bench_bare_synchronize(s->bare);
    return start / LAUNCHES;
}

/* All take turns, so that whatever disturbs the machine disturbs all of them. */
static void measure(cujit_context *context, subject *s)
{
    static const way ways[WAYS] = {prepared, checked, ready_made};
    static const char *const names[WAYS] = {"prepared launch", "checked call", "ready-made"};
    double times[WAYS][ROUNDS], bare[ROUNDS], reference = NAN;
    char name[128];

    set_up(context, s);
    for (int round = -2; round < ROUNDS; round++) {
        int k = round < 0 ? 0 : round;

        if (s->bare != NULL)
            bare[k] = time_bare(s);
        for (int w = 0; w < WAYS; w++)
            times[w][k] = time_way(context, s, ways[w]);
    }
    if (s->bare != NULL)
        reference = bench_median(bare, ROUNDS);
    for (int w = 0; w < WAYS; w++) {
        snprintf(name, sizeof name, "reduction, %s: %s / bare", s->title, names[w]);
        bench_row(name, "us", bench_median(times[w], ROUNDS), reference);
    }
    tear_down(s);
}

void bench_reduction(cujit_context *context)
{
    subject subjects[] = {
        {.title = "sum in one block", .spec = &sum, .n = ONE_BLOCK, .count = 1},
        {.title = "dot in one block", .spec = &dot, .n = ONE_BLOCK, .count = 2},
        {.title = "sum in several", .spec = &sum, .n = MORE_BLOCKS, .count = 1},
    };

    for (size_t k = 0; k < sizeof subjects / sizeof *subjects; k++)
        measure(context, &subjects[k]);
}

/* ---- First reductions ---- */

enum { FIRST_RUNS = 11, SIDE = 32 };

/* A kernel of one of the kinds, and one call of it. */
typedef struct first {
    const char *kind; /* "sum", "axis", "scan" */
    cujit_context *context;
    cujit_array *x, *result;
    cujit_reduction *reduction;
    cujit_scan *scan;
} first;

static cujit_status create_first(first *f, cujit_error *error)
{
    return strcmp(f->kind, "scan") == 0 ? cujit_scan_create(f->context, &scan, &f->scan, error)
                                        : cujit_reduction_create(f->context, &sum, &f->reduction, error);
}

static cujit_status run_first(first *f, cujit_error *error)
{
    static const int axis = 1;
    const cujit_reduction_options along = {.axes = &axis, .axis_count = 1};

    if (f->scan != NULL)
        return cujit_scan_run(f->scan, NULL, CUJIT_ARGS(f->x), &f->result, error);
    return cujit_reduction_run(f->reduction, strcmp(f->kind, "axis") == 0 ? &along : NULL, CUJIT_ARGS(f->x), &f->result,
                               error);
}

static cujit_origin origin_of(const first *f)
{
    cujit_report report;

    if (f->scan != NULL)
        cujit_scan_get_report(f->scan, &report);
    else
        cujit_reduction_get_report(f->reduction, &report);
    return report.origin;
}

/* "cold-sum", "warm-axis", ...: prints what creation takes, and what all does up to the result on the host. */
int bench_fold_child(const char *mode)
{
    const cujit_context_options uncached = {.cache_directory = NULL};
    const size_t shape[] = {SIDE, SIDE};
    const int cold = strncmp(mode, "cold-", 5) == 0;
    float values[SIDE * SIDE];
    cujit_error error = {0};
    first f = {.kind = mode + 5};
    double start, created, all;

    if (!cold && strncmp(mode, "warm-", 5) != 0)
        return -1;
    if (cujit_context_create(&uncached, &f.context, &error) ||
        cujit_array_zeros(f.context, CUJIT_FLOAT32, 2, shape, &f.x, &error))
        bench_fail("no context", &error);
    start = bench_now_us();
    if (create_first(&f, &error))
        bench_fail(mode, &error);
    created = (bench_now_us() - start) / 1e3;
    if (run_first(&f, &error) || cujit_array_to_host(f.result, values, cujit_array_bytes(f.result), &error))
        bench_fail(mode, &error);
    all = (bench_now_us() - start) / 1e3;
    if (origin_of(&f) != (cold ? CUJIT_ORIGIN_COMPILER : CUJIT_ORIGIN_DISK))
        bench_fail("the kernel did not come from where it should", NULL);
    printf("%.4f %.4f\n", created, all);
    cujit_array_free(f.x);
    cujit_array_free(f.result);
    cujit_reduction_free(f.reduction);
    cujit_scan_free(f.scan);
    cujit_context_free(f.context);
    return EXIT_SUCCESS;
}

/* One process after the other, cold and then warm. */
static void measure_first(const char *program, const char *kind, const char *title)
{
    static const char *const states[] = {"cold", "warm"};
    double created[2][FIRST_RUNS], all[2][FIRST_RUNS];
    char name[128];

    for (int run = -1; run < FIRST_RUNS; run++) {
        bench_clear_cache();
        for (int k = 0; k < 2; k++) {
            int slot = run < 0 ? 0 : run;

            snprintf(name, sizeof name, "%s-%s", states[k], kind);
            created[k][slot] = bench_run_child(program, name, &all[k][slot]);
        }
    }
    for (int k = 0; k < 2; k++) {
        snprintf(name, sizeof name, "first %s of a process, %s, created", title, states[k]);
        bench_row(name, "ms", bench_median(created[k], FIRST_RUNS), NAN);
        snprintf(name, sizeof name, "first %s of a process, %s, result read", title, states[k]);
        bench_row(name, "ms", bench_median(all[k], FIRST_RUNS), NAN);
    }
}

void bench_first_fold(const char *program)
{
    measure_first(program, "sum", "sum");
    measure_first(program, "axis", "axis sum");
    measure_first(program, "scan", "scan");
}
