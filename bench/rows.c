/*
 * cujit-bench-rows: how fast kernels of rows are: softmax, layer norm and scores of 2^28 elements in rows of many lengths.
 *
 *     cujit-bench-rows [--device D] [--log2 N] [--only TITLE] [--lengths long|short|odd|33,127] [--rank] [--texts]
 *                      [--out FILE] [--build [--part K/N]]
 *
 * GB/s count x read once and z written once (of sums an element a row); times are medians of 11 launches. With --rank
 * every variant of a grid of them is measured beside the one that a launch chooses, and the best are listed (with --out:
 * all, in that file): that is where the table of libjit/reduction/rows_plan.c comes from. --only: what has these words in
 * its title ("softmax f32"). --texts: behind each line the same as cujit_eval() takes it, on the same arrays, of halves
 * also in float. --build: nothing is measured, so that several processes can fill the cache for one that measures, each
 * with every N-th variant of --rank.
 */
#include "bench.h"

#include "libjit/reduction/rows.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LAUNCHES = 11, BEST = 5, CANDIDATES = 256 };

static int ranks, builds, texts, part, parts = 1, log2_elements = 28;
static const char *only = "", *which = "";
static FILE *out;

/* ---- Kernels ----------------------------------------------------------------------------------------------------- */

static const cujit_rows_stage softmax[] = {
    {.name = "top", .neutral = "-INFINITY", .reduce = "fmaxf(a, b)", .map = "x[i]"},
    {.name = "sum", .neutral = "0", .reduce = "a + b", .map = "expf((float)x[i] - top)"},
};
static const cujit_rows_stage scaled[] = {
    {.name = "top", .neutral = "-INFINITY", .reduce = "fmaxf(a, b)", .map = "x[i]"},
    {.name = "scale", .neutral = "0", .reduce = "a + b", .map = "expf((float)x[i] - top)", .post = "1 / a"},
};
/* What becomes a half needs no more digits than the quick functions have. */
static const cujit_rows_stage quick[] = {
    {.name = "top", .neutral = "-INFINITY", .reduce = "fmaxf(a, b)", .map = "x[i]"},
    {.name = "sum", .neutral = "0", .reduce = "a + b", .map = "__expf((float)x[i] - top)"},
};
static const cujit_rows_stage moments[] = {
    {.name = "mean", .neutral = "0", .reduce = "a + b", .map = "x[i]", .post = "a / n"},
    {.name = "scale",
     .neutral = "0",
     .reduce = "a + b",
     .map = "((float)x[i] - mean) * ((float)x[i] - mean)",
     .post = "rsqrtf(a / n + 1e-5f)"},
};

static const cujit_rows_stage sum[] = {{.name = "sum", .neutral = "0", .reduce = "a + b"}};

typedef struct kernel {
    const char *title;
    const cujit_rows_stage *stages;
    size_t stage_count;
    const char *operation, *finish; /* z has an element for each element, or for each row */
    int weights;                    /* two arrays of one row */
    const char *only;               /* of this type; NULL: of both */
    const char *const *options;
    const char *text, *floats; /* as an expression; of halves worked out in float, rounded once; NULL: there is none */
} kernel;

/* Of x, or of y, which is x in float. */
#define FLOATS "y = float32(x); "
#define SOFTMAX(x) "e = exp(" x " - max(" x ", -1, keepdims=1)); z = e / sum(e, -1, keepdims=1)"
#define SCORE(x) "d = " x " - mean(" x ", -1, keepdims=1); z = d * rsqrt(mean(d*d, -1, keepdims=1) + 1e-5)"
#define NORM(x) SCORE(x) " * w + b"

/* No half is a denormal float. */
static const char *const flush[] = {"--ftz=true", NULL};

static const kernel kernels[] = {
    {"softmax", softmax, 2, "z[i] = expf((float)x[i] - top) / sum", NULL, 0, "float", NULL, SOFTMAX("x"), NULL},
    {"softmax", quick, 2, "z[i] = __fdividef(__expf((float)x[i] - top), sum)", NULL, 0, "half", flush, SOFTMAX("x"),
     FLOATS SOFTMAX("y")},
    {"accurate softmax", softmax, 2, "z[i] = expf((float)x[i] - top) / sum", NULL, 0, "half", NULL, NULL, NULL},
    {"scaled softmax", scaled, 2, "z[i] = expf((float)x[i] - top) * scale", NULL, 0, NULL, NULL, NULL, NULL},
    {"layer norm", moments, 2, "z[i] = ((float)x[i] - mean) * scale * (float)w[j] + (float)b[j]", NULL, 1, NULL, NULL,
     NORM("x"), FLOATS NORM("y")},
    {"z-score", moments, 2, "z[i] = ((float)x[i] - mean) * scale", NULL, 0, NULL, NULL, SCORE("x"), FLOATS SCORE("y")},
    {"sum", sum, 1, NULL, "z[row] = sum", 0, NULL, NULL, "z = sum(x, -1)", NULL},
};

typedef struct type {
    const char *title, *spelling;
    cujit_dtype dtype;
    size_t size;
} type;

static const type types[] = {{"f32", "float", CUJIT_FLOAT32, 4}, {"f16", "half", CUJIT_FLOAT16, 2}};

static const struct {
    const char *title;
    size_t of[10];
} lengths[] = {
    {"long", {64, 256, 1024, 4096, 16384, 65536}},
    {"short", {2, 3, 4, 5, 7, 8, 12, 16, 31, 32}},
    {"odd", {6, 33, 63, 100, 127, 255, 1001, 4097, 70000, 200001}},
};

/* ---- One cell ---------------------------------------------------------------------------------------------------- */

typedef struct cell {
    cujit_context *context;
    const kernel *what;
    const type *of;
    size_t length, rows;
    cujit_rows *made;
    void *x, *z, *weights; /* device memory */
    cujit_array *arrays[4];
    cujit_event *from, *to;
    cj_call call;
    cj_rows_room room;
    cj_rows_views views;
} cell;

static void make(cell *c)
{
    char arguments[160];
    cujit_error error = {0};

    snprintf(arguments, sizeof arguments, "const %s *x, %s *z%s%s%s%s%s", c->of->spelling, c->of->spelling,
             c->what->weights ? ", const " : "", c->what->weights ? c->of->spelling : "",
             c->what->weights ? " *w, const " : "", c->what->weights ? c->of->spelling : "",
             c->what->weights ? " *b" : "");
    if (cujit_rows_create(c->context,
                          &(cujit_rows_spec){
                              .arguments = arguments,
                              .stages = c->what->stages,
                              .stage_count = c->what->stage_count,
                              .operation = c->what->operation,
                              .finish = c->what->finish,
                              .options = c->what->options,
                          },
                          &c->made, &error))
        bench_fail("a kernel of rows", &error);
}

static void bind(cell *c)
{
    const size_t shape[] = {c->rows, c->length};
    void *const data[] = {c->x, c->z, c->weights, (char *)c->weights + (c->length * c->of->size + 255) / 256 * 256};
    const size_t count = c->what->weights ? 4 : 2;
    cujit_error error = {0};
    cujit_arg items[4];

    for (size_t k = 0; k < count; k++) {
        const int ndim = k == 0 || (k == 1 && c->what->finish == NULL) ? 2 : 1;

        if (cujit_array_view(c->context, c->of->dtype, ndim, k < 2 ? shape : shape + 1, NULL, data[k], &c->arrays[k],
                             &error))
            bench_fail("an array", &error);
        items[k] = cujit_arg_array(c->arrays[k]);
    }
    if (cj_call_bind(&c->made->kernel->core, &(cujit_args){items, count}, NULL, &c->call, &error) ||
        cj_rows_operands(&c->call, 1, &c->room, &error) || cj_rows_views_find(&c->call, 1, &c->views, &error))
        bench_fail("a call", &error);
}

static cujit_status launch_text(const cell *c, const char *text, cujit_error *error)
{
    cujit_arg items[4];

    for (size_t k = 0; k < (c->what->weights ? 4 : 2); k++)
        items[k] = cujit_arg_array(c->arrays[k]);
    return cujit_eval_named(c->context, text, c->what->weights ? "x, z, w, b" : "x, z", items, c->what->weights ? 4 : 2,
                            NULL, error);
}

/* GB/s; 0: it could not be launched. `variant` NULL: the text. */
static double measure(cell *c, const cj_variant *variant, const char *text)
{
    double times[LAUNCHES],
        bytes = (double)((c->rows * c->length + (c->what->finish != NULL ? c->rows : c->rows * c->length)) *
                         c->of->size);
    cujit_error error = {0};
    const cj_built *built;

    if (builds && variant != NULL && cj_core_build(&c->made->kernel->core, variant, &built, NULL) == CUJIT_OK)
        return 0;
    if (variant == NULL && launch_text(c, text, &error)) /* once before: it plans and builds */
        bench_fail(text, &error);
    for (int k = 0; k < LAUNCHES; k++) {
        if (cujit_event_record(c->from, NULL, &error) ||
            (variant != NULL ? cj_rows_launch(&c->views, variant, &error) : launch_text(c, text, &error)) ||
            cujit_event_record(c->to, NULL, &error) || cujit_event_synchronize(c->to, &error) ||
            cujit_event_elapsed(c->from, c->to, &times[k], &error)) {
            fprintf(out, "not launched: %s\n", error.message);
            cujit_error_clear(&error);
            return 0;
        }
    }
    return bytes / bench_median(times, LAUNCHES) / 1e6;
}

/* A line: what was measured (with * what a launch chooses), GB/s, the variant: w(idth), t(iles), l(anes), b(lock),
 * c(luster), r(ows); registers and bytes spilled. */
static void show(const cell *c, const char *mark, const cj_variant *variant, double speed)
{
    const cj_built *built;
    cj_resources resources = {-1, -1, -1, -1, -1};

    if (cj_core_build(&c->made->kernel->core, variant, &built, NULL) == CUJIT_OK)
        resources = built->program->object.resources;
    fprintf(out, "%s %s %zu%s %.0f %s w%d t%d l%d b%d c%d r%d%s%s%s %d/%d\n", c->what->title, c->of->title, c->length,
            mark, speed,
            variant->form == CJ_FOLD_HELD     ? "held"
            : variant->form == CJ_FOLD_PASSES ? "passes"
                                              : "lines",
            variant->width, variant->unroll, variant->lanes, variant->block, variant->rank, variant->index,
            (variant->flags & CJ_VARIANT_EXACT) != 0 ? " exact" : "",
            (variant->flags & CJ_VARIANT_SHIFTED) != 0   ? " shifted"
            : (variant->flags & CJ_VARIANT_CHUNKED) != 0 ? " chunked"
                                                         : "",
            variant->transposed != 0 ? " single" : "", resources.registers, resources.spill_store_bytes);
    fflush(out);
}

/* ---- Ranking ----------------------------------------------------------------------------------------------------- */

typedef struct candidate {
    cj_variant variant;
    double speed;
} candidate;

static int compare(const void *a, const void *b)
{
    const double left = ((const candidate *)a)->speed, right = ((const candidate *)b)->speed;

    return (left < right) - (left > right);
}

/* Adds a variant of so many threads, if it takes the row just so. */
static void add(const cell *c, candidate *list, size_t *count, cj_variant variant)
{
    const uint64_t span = (uint64_t)variant.lanes * variant.rank;
    cj_variant units_of = {.form = CJ_FOLD_PASSES, .flags = variant.flags};
    uint64_t units, tiles;

    if (!cj_rows_force(&c->views, &units_of))
        return;
    units = (c->length + units_of.width - 1) / units_of.width + ((units_of.flags & CJ_VARIANT_SHIFTED) != 0);
    tiles = (units + span - 1) / span;

    variant.form = CJ_FOLD_HELD;
    variant.unroll = (uint8_t)tiles;
    if (*count == CANDIDATES || tiles > 16 || tiles * variant.index > (units_of.width == 1 ? 32 : 16) ||
        (span > units && span > 1) || tiles * variant.lanes > 8192 || variant.rank > c->context->device->max_cluster ||
        !cj_rows_force(&c->views, &variant))
        return;
    list[(*count)++].variant = variant;
}

#define THREADS(...) ((cj_variant){__VA_ARGS__})

/* Rows of a warp's lanes, or fewer, in blocks of their own size. */
static void add_short(const cell *c, candidate *list, size_t *count, unsigned flags)
{
    for (uint16_t lanes = 1; lanes <= 32; lanes *= 2) {
        for (uint8_t rows = 1; rows <= 8; rows *= 2) {
            for (uint16_t block = 64; block <= 256; block *= 2)
                add(c, list, count, THREADS(.lanes = lanes, .block = block, .rank = 1, .index = rows, .flags = flags));
        }
    }
}

static void rank(cell *c)
{
    candidate list[CANDIDATES];
    size_t count = 0;

    add_short(c, list, &count, 0);
    if (c->length <= 1024)
        add_short(c, list, &count, CJ_VARIANT_CHUNKED);
    for (uint16_t lanes = 64; lanes <= 1024; lanes *= 2) {
        add(c, list, &count, THREADS(.lanes = lanes, .block = lanes, .rank = 1, .index = 1));
        if (lanes < 256)
            add(c, list, &count, THREADS(.lanes = lanes, .block = 256, .rank = 1, .index = 1));
        for (uint8_t cluster = 2; cluster <= 8 && lanes >= 256 && c->length >= 8192; cluster *= 2)
            add(c, list, &count, THREADS(.lanes = lanes, .block = lanes, .rank = cluster, .index = 1));
    }
    for (size_t k = 0; k < count; k++) {
        if (!builds || k % (size_t)parts == (size_t)part)
            list[k].speed = measure(c, &list[k].variant, NULL);
    }
    if (builds)
        return;
    qsort(list, count, sizeof *list, compare);
    for (size_t k = 0; k < count && (k < BEST || out != stdout); k++)
        show(c, "", &list[k].variant, list[k].speed);
}

/* ---- All of it --------------------------------------------------------------------------------------------------- */

static void fill(cell *c, void *memory, size_t bytes)
{
    const size_t shape[] = {bytes / c->of->size};
    cujit_array *array = NULL;
    cujit_error error = {0};

    if (cujit_array_view(c->context, c->of->dtype, 1, shape, NULL, memory, &array, &error))
        bench_fail("an array", &error);
    bench_fill_wave(c->context, array);
    cujit_array_free(array);
}

static void run_cell(cell *c)
{
    cj_variant chosen;

    c->rows = ((size_t)1 << log2_elements) / c->length;
    bind(c);
    chosen = cj_rows_choose(&c->views);
    show(c, "*", &chosen, measure(c, &chosen, NULL));
    if (texts && c->what->text != NULL)
        fprintf(out, "%s %s %zu text %.0f\n", c->what->title, c->of->title, c->length, measure(c, NULL, c->what->text));
    if (texts && c->what->floats != NULL && c->of->size < 4)
        fprintf(out, "%s %s %zu floats %.0f\n", c->what->title, c->of->title, c->length,
                measure(c, NULL, c->what->floats));
    fflush(out);
    if (ranks)
        rank(c);
    for (size_t k = 0; k < 4; k++) {
        cujit_array_free(c->arrays[k]);
        c->arrays[k] = NULL;
    }
}

/* Those of the lists that are wanted, or the numbers themselves. */
static void run_lengths(cell *c)
{
    const char *at = which;

    while (*at >= '1' && *at <= '9') {
        char *end;

        c->length = strtoull(at, &end, 10);
        run_cell(c);
        at = *end == ',' ? end + 1 : end;
    }
    if (at != which)
        return;
    for (size_t list = 0; list < sizeof lengths / sizeof *lengths; list++) {
        for (size_t n = 0; n < 10 && lengths[list].of[n] > 0 && strstr(lengths[list].title, which) != NULL; n++) {
            c->length = lengths[list].of[n];
            run_cell(c);
        }
    }
}

static void run(cujit_context *context)
{
    static cell c;
    const size_t bytes = (size_t)4 << log2_elements, weights = (size_t)1 << 20;
    cujit_error error = {0};

    c.context = context;
    if (cujit_memory_alloc(context, bytes, &c.x, &error) || cujit_memory_alloc(context, bytes, &c.z, &error) ||
        cujit_memory_alloc(context, weights, &c.weights, &error) || cujit_event_create(context, &c.from, &error) ||
        cujit_event_create(context, &c.to, &error))
        bench_fail("memory", &error);
    for (size_t t = 0; t < sizeof types / sizeof *types; t++) {
        c.of = &types[t];
        fill(&c, c.x, bytes);
        fill(&c, c.weights, weights);
        for (size_t k = 0; k < sizeof kernels / sizeof *kernels; k++) {
            char title[40];

            snprintf(title, sizeof title, "%s %s", kernels[k].title, types[t].title);
            if (strstr(title, only) == NULL ||
                (kernels[k].only != NULL && strcmp(kernels[k].only, types[t].spelling) != 0))
                continue;
            c.what = &kernels[k];
            make(&c);
            run_lengths(&c);
            cujit_rows_free(c.made);
        }
    }
}

int main(int argc, char **argv)
{
    cujit_error error = {0};
    cujit_context *context = NULL;
    const char *file = NULL;

    for (int k = 1; k < argc; k++) {
        const char *value = k + 1 < argc ? argv[k + 1] : NULL;

        if (strcmp(argv[k], "--rank") == 0)
            ranks = 1;
        else if (strcmp(argv[k], "--build") == 0)
            builds = 1;
        else if (strcmp(argv[k], "--texts") == 0)
            texts = 1;
        else if (value != NULL && strcmp(argv[k], "--device") == 0)
            setenv("CUJIT_DEVICE", argv[++k], 1);
        else if (value != NULL && strcmp(argv[k], "--part") == 0) {
            if (sscanf(argv[++k], "%d/%d", &part, &parts) != 2 || parts < 1)
                parts = 1;
        } else if (value != NULL && strcmp(argv[k], "--log2") == 0)
            log2_elements = atoi(argv[++k]);
        else if (value != NULL && strcmp(argv[k], "--only") == 0)
            only = argv[++k];
        else if (value != NULL && strcmp(argv[k], "--lengths") == 0)
            which = argv[++k];
        else if (value != NULL && strcmp(argv[k], "--out") == 0)
            file = argv[++k];
        else {
            fprintf(
                stderr,
                "usage: cujit-bench-rows [--device D] [--log2 N] [--only TITLE] [--lengths long|short|odd|33,127] [--rank] "
                "[--texts] [--out FILE] [--build [--part K/N]]\n");
            return 2;
        }
    }
    if ((out = file != NULL ? fopen(file, "w") : stdout) == NULL) {
        perror(file);
        return 1;
    }
    if (cujit_context_create(NULL, &context, &error))
        bench_fail("no context", &error);
    fprintf(out, "device: %s\n", cujit_context_device_name(context));
    run(context);
    cujit_context_free(context);
    return 0;
}
