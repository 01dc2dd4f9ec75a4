/*
 * stencil.c: how fast slices of one array that are shifted against each other are: points with their neighbours in one,
 * two and three axes.
 *
 *     cujit-bench-stencil [--device D] [--log2 N] [--longer N] [--only TITLE] [--rank] [--seconds S] [--out FILE]
 *         [--build N]
 *
 * GB/s count every array once, read or written; times are medians of 9 measurements of 4 launches each, of 16 of small
 * arrays, which wait for a kernel that keeps a GPU busy until the host has queued them all. "new": the result
 * is an array of its own, as long as the interior; "inside": it is stored into the interior of an array as large as the
 * input. Both through cujit_eval(); "views" is the second without the form for stencils. With --rank blocks of all shapes
 * are tried for each, and listed, the best first, with registers and bytes spilled: that is where the numbers in
 * libjit/elementwise/stencil_launch.c come from. --only: what has these words in its title ("5-point f32 2^28"); --longer:
 * rows have so many elements more; --seconds: no more is begun after so many; --build N: N processes fill the cache, and
 * nothing is measured.
 */
#include "bench.h"

#include "libjit/elementwise/stencil.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { TIMES = 9, LAUNCHES = 4, SMALL = 22, SMALL_LAUNCHES = 16, MOST = 10, CANDIDATES = 200, DELAY_NS = 400000 };

static int ranks, builds, builder, log2_only, longer; /* builder: which of them */
static double until_us = 1e300;
static const char *only = "";
static FILE *out;

/* ---- What is measured -------------------------------------------------------------------------------------------- */

typedef struct kind {
    const char *title;
    int ndim;
    size_t count; /* of slices */
    unsigned char offsets[MOST][3];
} kind;

static const kind kinds[] = {
    {"3-point", 1, 3, {{0}, {1}, {2}}},
    {"5-point", 2, 5, {{1, 1}, {1, 2}, {1, 0}, {2, 1}, {0, 1}}},
    {"4-point", 2, 4, {{1, 2}, {1, 0}, {2, 1}, {0, 1}}},
    {"9-point", 2, 9, {{0, 0}, {0, 1}, {0, 2}, {1, 0}, {1, 1}, {1, 2}, {2, 0}, {2, 1}, {2, 2}}},
    {"7-point", 3, 7, {{1, 1, 1}, {1, 1, 2}, {1, 1, 0}, {1, 2, 1}, {1, 0, 1}, {2, 1, 1}, {0, 1, 1}}},
};

typedef struct type {
    const char *title, *spelling;
    cujit_dtype dtype;
    size_t size;
} type;

static const type types[] = {
    {"f32", "float", CUJIT_FLOAT32, 4}, {"f64", "double", CUJIT_FLOAT64, 8}, {"f16", "half", CUJIT_FLOAT16, 2}};

static const struct {
    int log2;
    size_t of[3][3]; /* by number of axes */
} shapes[] = {
    {18, {{1 << 18}, {512, 512}, {64, 64, 64}}},        {20, {{1 << 20}, {1024, 1024}, {64, 128, 128}}},
    {22, {{1 << 22}, {2048, 2048}, {128, 128, 256}}},   {24, {{1 << 24}, {4096, 4096}, {256, 256, 256}}},
    {28, {{1 << 28}, {16384, 16384}, {640, 640, 640}}},
};

typedef struct cell {
    cujit_context *context;
    cujit_event *from, *to;
    cujit_elementwise *delay; /* NULL: the device is the host */
    cujit_array *one;         /* that it is run over */
    const kind *what;
    const type *of;
    size_t shape[3];
    int log2;
    void *memory[2];
    double bytes;
    char title[60], text[600], operation[300], arguments[400];
} cell;

/* "u[1:-1,2:]" */
static int write_slice(const cell *c, const unsigned char *offset, char *to)
{
    static const char *const slices[] = {":-2", "1:-1", "2:"};
    int n = sprintf(to, "u[");

    for (int k = 0; k < c->what->ndim; k++)
        n += sprintf(to + n, "%s%s", k > 0 ? "," : "", slices[offset[k]]);
    return n + sprintf(to + n, "]");
}

/* The first with a weight of its own, so that nothing comes out of order. */
static void write_texts(cell *c)
{
    int n = sprintf(c->text, "0.25*("), m, a = sprintf(c->arguments, "%s *z", c->of->spelling);

    m = sprintf(c->operation, "z[i] = 0.25f * (");
    for (size_t k = 0; k < c->what->count; k++) {
        n += sprintf(c->text + n, "%s", k > 0 ? " + " : "0.5*");
        n += write_slice(c, c->what->offsets[k], c->text + n);
        m += sprintf(c->operation + m, "%s(%s)x%zu[i]", k > 0 ? " + " : "0.5f * ",
                     c->of->size == 8 ? "double" : "float", k);
        a += sprintf(c->arguments + a, ", const %s *x%zu", c->of->spelling, k);
    }
    strcat(c->text, ")");
    strcat(c->operation, ")");
}

/* ---- Arrays ------------------------------------------------------------------------------------------------------ */

static cujit_array *whole(const cell *c, int which)
{
    cujit_error error = {0};
    cujit_array *array = NULL;

    if (cujit_array_view(c->context, c->of->dtype, c->what->ndim, c->shape, NULL, c->memory[which], &array, &error))
        bench_fail("an array", &error);
    return array;
}

/* The interior, from `offset` on; with strides of the whole, or of its own. */
static cujit_array *part(const cell *c, int which, const unsigned char *offset, int dense)
{
    ptrdiff_t strides[3], stride = (ptrdiff_t)c->of->size;
    size_t lengths[3];
    char *data = c->memory[which];
    cujit_error error = {0};
    cujit_array *array = NULL;

    for (int k = c->what->ndim - 1; k >= 0; k--) {
        lengths[k] = c->shape[k] - 2;
        strides[k] = stride;
        stride *= (ptrdiff_t)(dense ? lengths[k] : c->shape[k]);
        data += dense ? 0 : strides[k] * offset[k];
    }
    if (cujit_array_view(c->context, c->of->dtype, c->what->ndim, lengths, strides, data, &array, &error))
        bench_fail("a view", &error);
    return array;
}

static void fill(cell *c)
{
    cujit_array *array = whole(c, 0);

    bench_fill_wave(c->context, array);
    cujit_array_free(array);
}

/* ---- Times ------------------------------------------------------------------------------------------------------- */

typedef int launch(void *user, cujit_error *error);

/* So long that the host has queued what is measured meanwhile. */
static void make_delay(cell *c)
{
    const size_t length = 1;
    cujit_error error = {0};

    c->delay = bench_new_spin(c->context);
    if (cujit_array_view(c->context, CUJIT_INT8, 1, &length, NULL, c->memory[0], &c->one, &error))
        bench_fail("a delay", &error);
}

static void begin_measuring(const cell *c)
{
    cujit_error error = {0};

    if ((c->delay != NULL && c->log2 <= SMALL &&
         cujit_elementwise_run(c->delay, NULL, CUJIT_ARGS(c->one, (unsigned long long)DELAY_NS), &error)) ||
        cujit_event_record(c->from, NULL, &error))
        bench_fail("an event", &error);
}

/* GB/s; 0: it could not be launched. */
static double measure(const cell *c, launch *run, void *user)
{
    const int launches = c->log2 <= SMALL ? SMALL_LAUNCHES : LAUNCHES;
    double times[TIMES];
    cujit_error error = {0};

    for (int k = -1; k < TIMES; k++) {
        double ms = 0;

        begin_measuring(c);
        for (int n = 0; n < (k < 0 ? 1 : launches); n++) {
            if (run(user, &error)) {
                fprintf(out, "not launched: %s\n", error.message);
                cujit_error_clear(&error);
                return 0;
            }
        }
        if (cujit_event_record(c->to, NULL, &error) || cujit_event_synchronize(c->to, &error) ||
            cujit_event_elapsed(c->from, c->to, &ms, &error))
            bench_fail("an event", &error);
        if (k >= 0)
            times[k] = ms / launches;
    }
    return c->bytes / bench_median(times, TIMES) / 1e6;
}

typedef struct evaluation {
    const cell *c;
    const char *text;
    cujit_array *u, *v;
    int inside;
} evaluation;

static int evaluate(void *user, cujit_error *error)
{
    const evaluation *what = user;
    cujit_array *u = what->u, *v = what->v, *result = NULL;
    const int status = what->inside ? cujit_eval(what->c->context, what->text, CUJIT_NAMED(u, v), NULL, error)
                                    : cujit_eval(what->c->context, what->text, CUJIT_NAMED(u), &result, error);

    cujit_array_free(result);
    return status;
}

static void evaluate_both(const cell *c)
{
    static const char *const regions[] = {"v[1:-1]", "v[1:-1,1:-1]", "v[1:-1,1:-1,1:-1]"};
    evaluation what = {.c = c, .text = c->text, .u = whole(c, 0), .v = whole(c, 1)};
    char assignment[700];

    fprintf(out, "%s new * %.0f eval\n", c->title, measure(c, evaluate, &what));
    what.inside = 1;
    what.text = assignment;
    snprintf(assignment, sizeof assignment, "%s = %s", regions[c->what->ndim - 1], c->text);
    fprintf(out, "%s inside * %.0f eval\n", c->title, measure(c, evaluate, &what));
    fflush(out);
    cujit_array_free(what.u);
    cujit_array_free(what.v);
}

/* ---- Blocks of all shapes ---------------------------------------------------------------------------------------- */

typedef struct trial {
    const cell *c;
    cujit_elementwise *made;
    cujit_array *arrays[MOST + 1];
    cj_call call;
    cj_views views;
    cj_stencil stencil;
    cj_variant variant; /* that is tried */
} trial;

static int launch_trial(void *user, cujit_error *error)
{
    trial *t = user;
    cujit_status status = CUJIT_ERROR_INVALID_ARGUMENT;

    cj_stencil_launch(&t->stencil, &t->variant, cj_call_values(&t->call), NULL, &status, error);
    return status;
}

static int launch_views(void *user, cujit_error *error)
{
    trial *t = user;

    return cj_views_launch(t->made->kernel, &t->views, NULL, cj_call_values(&t->call), NULL, error);
}

static void begin_trial(trial *t, int dense)
{
    const cell *c = t->c;
    cujit_arg items[MOST + 1];
    cujit_error error = {0};
    bool flat;

    if (cujit_elementwise_create(c->context,
                                 &(cujit_elementwise_spec){.arguments = c->arguments, .operation = c->operation},
                                 &t->made, &error))
        bench_fail("a kernel", &error);
    for (size_t k = 0; k <= c->what->count; k++) {
        t->arrays[k] = part(c, k == 0, k == 0 ? (const unsigned char[]){1, 1, 1} : c->what->offsets[k - 1],
                            k == 0 && dense);
        items[k] = cujit_arg_array(t->arrays[k]);
    }
    if (cj_call_bind(&t->made->kernel->core, &(cujit_args){items, c->what->count + 1}, NULL, &t->call, &error) ||
        cj_views_find(&t->call, false, &t->views, &flat, &error))
        bench_fail("a call", &error);
    if (!cj_stencil_find(t->made->kernel, &t->views, 0, &t->stencil))
        bench_fail("this is no stencil", NULL);
}

static void end_trial(trial *t)
{
    for (size_t k = 0; k <= t->c->what->count; k++)
        cujit_array_free(t->arrays[k]);
    cujit_elementwise_free(t->made);
}

static void show(const trial *t, const char *mark, const cj_variant *variant, double speed, int dense)
{
    const cj_built *built = NULL;
    cj_text name = {0};

    if (variant != NULL) {
        cj_stencil_build(&t->stencil, variant, &built, NULL);
        cj_variant_describe(variant, &name);
    }
    fprintf(out, "%s %s %s %.0f %s %d/%d\n", t->c->title, dense ? "new" : "inside", mark, speed,
            variant != NULL ? name.data : "views", built != NULL ? built->program->object.resources.registers : -1,
            built != NULL ? built->program->object.resources.spill_store_bytes : -1);
    fflush(out);
    cj_text_clear(&name);
}

typedef struct candidate {
    cj_variant variant;
    double speed;
} candidate;

static int compare(const void *a, const void *b)
{
    const double left = ((const candidate *)a)->speed, right = ((const candidate *)b)->speed;

    return (left < right) - (left > right);
}

/* Of the lists of one number of axes; ends with no rows, or with no threads. */
typedef struct way {
    unsigned across, deep, resident;
    unsigned turns; /* of the loop that are unrolled */
} way;

static size_t list_candidates(const trial *t, candidate *list)
{
    static const unsigned rows[3][8] = {{1}, {1, 2, 4, 8}, {1, 2, 4, 8, 16}};
    static const way ways[3][16] = {
        {{128, 1, 0, 1}, {256, 1, 0, 1}, {256, 1, 8, 1}},
        {{64, 4, 0, 1},
         {64, 4, 0, 4},
         {32, 8, 0, 1},
         {32, 8, 8, 1},
         {32, 8, 0, 4},
         {32, 8, 6, 2},
         {32, 4, 12, 1},
         {64, 2, 0, 2}},
        {
            {32, 4, 12, 1},
            {32, 4, 10, 1},
            {32, 8, 0, 1},
            {32, 8, 0, 2},
            {32, 8, 5, 1},
            {32, 8, 6, 1},
            {32, 8, 6, 2},
            {32, 8, 8, 1},
        },
    };
    const int axes = t->c->what->ndim - 1;
    size_t count = 0;

    for (const way *w = ways[axes]; w->across != 0; w++) {
        for (const unsigned *r = rows[axes]; *r != 0 && count < CANDIDATES; r++) {
            const cj_stencil_blocks blocks = {w->across, w->deep, *r, w->resident, w->turns};

            list[count++] = (candidate){.variant = cj_stencil_variant(&t->stencil, blocks)};
        }
    }
    return count;
}

static void rank(const cell *c, int dense)
{
    static trial t;
    candidate list[CANDIDATES];
    size_t count, done = 0;
    const cj_built *built;
    cj_variant chosen;

    memset(&t, 0, sizeof t);
    t.c = c;
    begin_trial(&t, dense);
    count = list_candidates(&t, list);
    if (builds) {
        for (done = (size_t)builder; done < count && bench_now_us() < until_us; done += (size_t)builds)
            cj_core_try(&t.made->kernel->core, &list[done].variant, NULL, &built, NULL);
        end_trial(&t);
        return;
    }
    show(&t, "views", NULL, measure(c, launch_views, &t), dense);
    chosen = cj_stencil_choose(&t.stencil);
    if (chosen.form != 0) {
        t.variant = chosen;
        show(&t, "chosen", &chosen, measure(c, launch_trial, &t), dense);
    }
    for (; done < count && bench_now_us() < until_us; done++) {
        t.variant = list[done].variant;
        list[done].speed = measure(c, launch_trial, &t);
    }
    qsort(list, done, sizeof *list, compare);
    for (size_t k = 0; k < done; k++)
        show(&t, "", &list[k].variant, list[k].speed, dense);
    end_trial(&t);
}

/* ---- All of it --------------------------------------------------------------------------------------------------- */

static void run_cell(cell *c)
{
    size_t elements = 1;

    for (int k = 0; k < c->what->ndim; k++)
        elements *= c->shape[k];
    c->bytes = 2.0 * (double)(elements * c->of->size);
    write_texts(c);
    fill(c);
    if (!builds)
        evaluate_both(c);
    for (int dense = 0; dense < 2 && ranks; dense++)
        rank(c, dense);
}

static void run(cell *c)
{
    for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++) {
        c->log2 = shapes[s].log2;
        for (size_t t = 0; t < sizeof types / sizeof *types && (log2_only == 0 || log2_only == c->log2); t++) {
            c->of = &types[t];
            for (size_t k = 0; k < sizeof kinds / sizeof *kinds && bench_now_us() < until_us; k++) {
                c->what = &kinds[k];
                memcpy(c->shape, shapes[s].of[c->what->ndim - 1], sizeof c->shape);
                c->shape[c->what->ndim - 1] += (size_t)longer;
                snprintf(c->title, sizeof c->title, "%s %s 2^%d", c->what->title, c->of->title, c->log2);
                if (strstr(c->title, only) != NULL)
                    run_cell(c);
            }
        }
    }
}

int main(int argc, char **argv)
{
    static cell c;
    const char *device = NULL;
    cujit_error error = {0};
    size_t bytes;

    out = stdout;
    for (int k = 1; k < argc; k++) {
        const char *value = k + 1 < argc ? argv[k + 1] : "";

        if (strcmp(argv[k], "--rank") == 0)
            ranks = 1;
        else if (k++, strcmp(argv[k - 1], "--device") == 0)
            device = value;
        else if (strcmp(argv[k - 1], "--log2") == 0)
            log2_only = atoi(value);
        else if (strcmp(argv[k - 1], "--longer") == 0)
            longer = atoi(value);
        else if (strcmp(argv[k - 1], "--build") == 0)
            builds = atoi(value);
        else if (strcmp(argv[k - 1], "--only") == 0)
            only = value;
        else if (strcmp(argv[k - 1], "--seconds") == 0)
            until_us = bench_now_us() + 1e6 * atof(value);
        else if (strcmp(argv[k - 1], "--out") != 0 || (out = fopen(value, "w")) == NULL)
            bench_fail(
                "usage: cujit-bench-stencil [--device D] [--log2 18|20|22|24|28] [--longer N] [--only TITLE] [--rank] "
                "[--seconds S] [--out FILE] [--build N]",
                NULL);
    }
    while (builder + 1 < builds && fork() == 0)
        builder++;
    bytes = (size_t)9 << (log2_only != 0 ? log2_only : 28); /* an eighth for longer rows */
    if (cujit_context_create(&(cujit_context_options){.device = device}, &c.context, &error) ||
        cujit_memory_alloc(c.context, bytes, &c.memory[0], &error) ||
        cujit_memory_alloc(c.context, bytes, &c.memory[1], &error) || cujit_event_create(c.context, &c.from, &error) ||
        cujit_event_create(c.context, &c.to, &error))
        bench_fail("memory", &error);
    make_delay(&c);
    run(&c);
    while (wait(NULL) > 0) /* the next one, which waits for its own */
        ;
    return EXIT_SUCCESS;
}
