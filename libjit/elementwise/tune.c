/*
 * tune.c: which variants of a kernel are worth trying, how long each takes on the arrays of a call, which one won, and
 * where that is kept. See tune.h.
 */
#include "libjit/elementwise/tune.h"

#include "libjit/base/alloc.h"
#include "libjit/base/sized.h"
#include "libjit/base/text.h"
#include "libjit/elementwise/form.h"

#include <stdlib.h>
#include <string.h>

enum {
    MAX_TOKENS = 8192, /* of the operation, times its copies in one thread: beyond it compilers take long */
};

static const double margin = 1.02; /* what is not faster by more than this is not worth a change */

/* ---- Candidates -------------------------------------------------------------------------------------------------- */

typedef struct candidates {
    cj_variant of[CUJIT_TUNING_MAX_CANDIDATES]; /* the default first */
    size_t count;
} candidates;

static size_t tiled_bytes(const cj_elementwise *kernel)
{
    size_t bytes = 0;

    for (size_t k = 0; k < kernel->tiling.count; k++)
        bytes += kernel->text.signature.parameters[kernel->tiling.arrays[k].parameter].size;
    return bytes;
}

static void add(candidates *list, const cj_variant *variant)
{
    for (size_t k = 0; k < list->count; k++) {
        if (cj_variant_same(&list->of[k], variant))
            return;
    }
    if (list->count < CUJIT_TUNING_MAX_CANDIDATES)
        list->of[list->count++] = *variant;
}

static void find_candidates(const cj_elementwise *kernel, candidates *out)
{
    const cj_tiling *tiling = &kernel->tiling;
    static const cj_variant plain = {.form = CJ_FORM_PLAIN};
    const unsigned widths[] = {tiling->width, tiling->width % 2 == 0 ? tiling->width / 2 : 0, 2 * tiling->width};
    static const uint8_t unrolls[] = {1, 2, 4};
    static const uint16_t blocks[] = {256, 128, 512};
    size_t bytes = tiled_bytes(kernel);
    cj_variant variant = cj_tiling_default(tiling);

    out->count = 0;
    add(out, &variant);
    for (size_t w = 0; w < sizeof widths / sizeof *widths; w++) {
        for (size_t u = 0; u < sizeof unrolls / sizeof *unrolls; u++) {
            size_t copies = (size_t)widths[w] * unrolls[u];

            if (copies == 0 || widths[w] > UINT8_MAX || copies * bytes > CJ_THREAD_BYTES ||
                copies * kernel->text.accesses.tokens > MAX_TOKENS)
                continue;
            for (size_t b = 0; b < sizeof blocks / sizeof *blocks; b++) {
                variant.width = (uint8_t)widths[w];
                variant.unroll = unrolls[u];
                variant.block = blocks[b];
                add(out, &variant);
            }
        }
    }
    add(out, &plain);
}

static bool describe(const cj_variant *variant, char *out, size_t room)
{
    cj_text text = {0};
    bool fits;

    cj_variant_describe(variant, &text);
    fits = !text.failed && text.data != NULL && text.length < room;
    memcpy(out, fits ? text.data : "", fits ? text.length + 1 : 1);
    cj_text_clear(&text);
    return fits;
}

/* ---- The cache --------------------------------------------------------------------------------------------------- */

/* Gets what is stored, or stores it (`put`). No trouble of the cache is one here.
 * By the source of plain pointers: of tiles there is none yet when a kernel is made. What an #include holds plays no
 * part: at worst the winner is not the fastest any more. */
static bool ask_cache(const cj_elementwise *kernel, bool put, char value[CJ_TUNING_SIZE])
{
    static const cj_variant plain = {.form = CJ_FORM_PLAIN};
    const cujit_context *context = kernel->core.context;
    const char *const *given = kernel->text.spec.options;
    cj_text schema = {0}, options = {0}, device = {0};
    char *source = NULL;
    bool done = false;

    cj_text_printf(&schema, "cujit 1 %s %s", context->backend->name, context->backend->schema(&context->target));
    for (size_t k = 0; given != NULL && given[k] != NULL; k++)
        cj_text_printf(&options, "%s\n", given[k]);
    cj_text_printf(&device, "%s %s", context->device->name, context->device->architecture);
    if (!schema.failed && !options.failed && !device.failed &&
        cj_core_write(&kernel->core, &plain, &source, NULL) == CUJIT_OK) {
        const cj_cache_key key = {
            .schema = schema.data,
            .architecture = context->target.architecture,
            .options = options.data != NULL ? options.data : "",
            .source = source,
            .name = kernel->text.name,
        };

        if (put)
            cj_cache_put_tuning(context->cache, &key, device.data, value);
        done = put || cj_cache_get_tuning(context->cache, &key, device.data, value);
    }
    cj_text_clear(&schema);
    cj_text_clear(&options);
    cj_text_clear(&device);
    cj_free(source);
    return done;
}

static bool can_tune(const cj_elementwise *kernel)
{
    const cujit_context *context = kernel->core.context;

    return context->device != NULL && context->backend->tiles && kernel->tiling.width > 0 &&
           kernel->text.accesses.axes == 0;
}

/* What is stored is compared with what could have been: nothing else is ever believed. */
bool cj_tune_recall(const cj_elementwise *kernel, cj_variant *variant)
{
    char value[CJ_TUNING_SIZE], name[CJ_TUNING_SIZE];
    candidates list;

    if (!can_tune(kernel) || !cj_cache_has_tunings(kernel->core.context->cache) || !ask_cache(kernel, false, value))
        return false;
    find_candidates(kernel, &list);
    for (size_t k = 0; k < list.count; k++) {
        if (describe(&list.of[k], name, sizeof name) && strcmp(name, value) == 0) {
            *variant = list.of[k];
            return true;
        }
    }
    return false;
}

void cj_tune_ask(cj_elementwise *kernel)
{
    cj_variant known;

    if (atomic_exchange(&kernel->asked, true))
        return;
    /* Of a generic kernel it says that those shall that come of it. */
    if (kernel->core.generic != NULL || (can_tune(kernel) && !cj_tune_recall(kernel, &known)))
        atomic_store(&kernel->tune, true);
}

/* ---- Times ------------------------------------------------------------------------------------------------------- */

enum { LEAST_ROUNDS = 3, MOST_ROUNDS = 31 }; /* times that are taken of each variant */

static const double rounds_ms = 300; /* what all of them together take, as far as the numbers above allow */

/* Memory that a launch must find as it was, and what was in there. */
typedef struct saved {
    void *memory, *copy;
    size_t bytes;
} saved;

typedef struct timing {
    const cj_elementwise *kernel;
    const cj_call *call;
    size_t n;
    saved saved[CJ_MAX_PARAMETERS];
    size_t saved_count;
    void *events[CUJIT_TUNING_MAX_CANDIDATES][2];
    double samples[CUJIT_TUNING_MAX_CANDIDATES][MOST_ROUNDS];
} timing;

static size_t bytes_of(const timing *self, size_t k)
{
    const cj_parameter *parameter = &self->kernel->text.signature.parameters[k];

    return parameter->pointer ? self->call->sizes[k] * parameter->size : 0;
}

/* Does it matter what a launch finds in an array that it may write? Not where it only writes, and all of it, what no
 * other argument shows. */
static bool is_seen(const timing *self, size_t k)
{
    const cj_access *access = &self->kernel->text.accesses.of[k];
    uintptr_t begin = cj_pointer_value(cj_call_values(self->call), k), end = begin + bytes_of(self, k);
    bool seen = access->loaded || access->other || !access->always;

    for (size_t other = 0; other < self->kernel->text.signature.count && !seen; other++) {
        size_t bytes = bytes_of(self, other);
        uintptr_t low = bytes > 0 ? cj_pointer_value(cj_call_values(self->call), other) : 0;

        seen = other != k && low < end && begin < low + bytes;
    }
    return seen;
}

static cujit_status copy(const timing *self, void *to, const void *from, size_t bytes, cujit_error *error)
{
    const cujit_context *context = self->kernel->core.context;

    return context->backend->copy(context->device, to, from, bytes, CJ_COPY_ON_DEVICE, self->call->stream, false,
                                  error);
}

static cujit_status save(timing *self, cujit_error *error)
{
    const cj_signature *signature = &self->kernel->text.signature;
    cujit_status status = CUJIT_OK;

    for (size_t k = 0; k < signature->count && status == CUJIT_OK; k++) {
        saved *one = &self->saved[self->saved_count];
        size_t bytes = signature->parameters[k].is_const ? 0 : bytes_of(self, k);

        if (bytes == 0 || !is_seen(self, k))
            continue;
        *one = (saved){.memory = (void *)cj_pointer_value(cj_call_values(self->call), k), .bytes = bytes};
        if ((status = cj_blocks_alloc(&self->kernel->core.context->staging.device, bytes, &one->copy, error)) !=
            CUJIT_OK)
            break;
        self->saved_count++;
        status = copy(self, one->copy, one->memory, bytes, error);
    }
    return status;
}

static cujit_status restore(const timing *self, cujit_error *error)
{
    cujit_status status = CUJIT_OK;

    for (size_t k = 0; k < self->saved_count && status == CUJIT_OK; k++)
        status = copy(self, self->saved[k].memory, self->saved[k].copy, self->saved[k].bytes, error);
    return status;
}

/* What may be read is made as it was before each launch, since many a kernel takes another time the second time.
 * `events` NULL: it is not timed. */
static cujit_status launch(const timing *self, const cj_built *built, void *const *events, cujit_error *error)
{
    const cujit_context *context = self->kernel->core.context;
    void *stream = self->call->stream;
    cujit_status status = restore(self, error);

    if (status == CUJIT_OK && events != NULL)
        status = context->backend->event_record(context->device, events[0], stream, error);
    if (status == CUJIT_OK)
        status = cj_elementwise_launch_built(self->kernel, built, self->n, cj_call_values(self->call), stream, error);
    if (status == CUJIT_OK && events != NULL)
        status = context->backend->event_record(context->device, events[1], stream, error);
    return status;
}

/* One launch of each, in an order that turns from round to round. All go to the stream before the first is waited for,
 * behind one that is not timed: so the device never waits for this processor. */
static cujit_status time_round(timing *self, const cj_built *const *built, size_t count, size_t round,
                               cujit_error *error)
{
    const cujit_context *context = self->kernel->core.context;
    cujit_status status = launch(self, built[0], NULL, error);

    for (size_t turn = 0; turn < count && status == CUJIT_OK; turn++) {
        size_t k = (turn + round) % count;

        status = launch(self, built[k], self->events[k], error);
    }
    if (status == CUJIT_OK)
        status = context->backend->stream_query(context->device, self->call->stream, NULL, error);
    for (size_t k = 0; k < count && status == CUJIT_OK; k++)
        status = context->backend->event_elapsed(context->device, self->events[k][0], self->events[k][1],
                                                 &self->samples[k][round], error);
    return status;
}

static int compare(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;

    return (a > b) - (a < b);
}

static double median(double *values, size_t count)
{
    qsort(values, count, sizeof *values, compare);
    return (values[(count - 1) / 2] + values[count / 2]) / 2;
}

static cujit_status take_times(timing *self, const cj_built *const *built, size_t count, double *ms, cujit_error *error)
{
    const cujit_context *context = self->kernel->core.context;
    cujit_status status = CUJIT_OK;
    size_t rounds = LEAST_ROUNDS;
    double sum = 0;

    for (size_t k = 0; k < 2 * count && status == CUJIT_OK; k++)
        status = context->backend->event_create(context->device, &self->events[k / 2][k % 2], error);
    /* Twice: the first time something may be set up yet. */
    for (int warm_up = 0; warm_up < 2 && status == CUJIT_OK; warm_up++)
        status = time_round(self, built, count, 0, error);
    for (size_t k = 0; k < count; k++)
        sum += self->samples[k][0];
    while (rounds < MOST_ROUNDS && (double)(rounds + 1) * sum < rounds_ms)
        rounds++;
    for (size_t round = 0; round < rounds && status == CUJIT_OK; round++)
        status = time_round(self, built, count, round, error);
    for (size_t k = 0; k < count && status == CUJIT_OK; k++)
        ms[k] = median(self->samples[k], rounds);
    return status;
}

/* Median times of launches of `built`, in milliseconds; the arrays are as before then, but for what the next launch
 * writes anyway. */
static cujit_status take_all_times(const cj_elementwise *kernel, const cj_call *call, size_t n,
                                   const cj_built *const *built, size_t count, double *ms, cujit_error *error)
{
    const cujit_context *context = kernel->core.context;
    timing *self = cj_calloc(1, sizeof *self);
    cujit_status status, restored;

    if (self == NULL)
        return cj_error_no_memory(error, "timing a kernel");
    self->kernel = kernel;
    self->call = call;
    self->n = n;
    if ((status = save(self, error)) == CUJIT_OK) {
        status = take_times(self, built, count, ms, error);
        restored = restore(self, status == CUJIT_OK ? error : NULL);
        status = status == CUJIT_OK ? restored : status;
    }
    /* The copies are read until then; after an error more may be under way still. */
    context->backend->stream_query(context->device, call->stream, NULL, NULL);
    for (size_t k = 0; k < self->saved_count; k++)
        context->backend->free(context->device, CJ_MEMORY_DEVICE, self->saved[k].copy);
    for (size_t k = 0; k < 2 * count; k++) {
        if (self->events[k / 2][k % 2] != NULL)
            context->backend->event_free(context->device, self->events[k / 2][k % 2]);
    }
    cj_free(self);
    return status;
}

/* ---- Tuning ------------------------------------------------------------------------------------------------------ */

/* Builds what can be built of the candidates; *count of them. What the compiler or the device does not like is left
 * out, and where the compiler takes too long, what is behind it: each might take as long. */
static cujit_status build(const cj_elementwise *kernel, const candidates *list, const cj_built **built, size_t *count,
                          cujit_error *error)
{
    cujit_status status = CUJIT_OK;

    *count = 0;
    for (size_t k = 0; k < list->count && status == CUJIT_OK; k++) {
        status = cj_core_try(&kernel->core, &list->of[k], NULL, &built[*count], *count == 0 ? error : NULL);
        *count += built[*count] != NULL;
    }
    if (*count > 0)
        return CUJIT_OK;
    return status == CUJIT_OK ? cj_elementwise_build_plain(kernel, &built[(*count)++], error) : status;
}

/* The one variant that such a call takes where there is nothing to choose from; NULL: it is none that can be timed. */
static cujit_status build_only(const cj_elementwise *kernel, cj_tile_fit fit, const cj_built **built,
                               cujit_error *error)
{
    cujit_status status;

    *built = NULL;
    if (kernel->text.accesses.axes != 0)
        return CUJIT_OK;
    if (fit == CJ_TILE_SHIFTED && (status = cj_elementwise_try_shifted(kernel, built, error)) != CUJIT_OK)
        return status;
    return *built != NULL ? CUJIT_OK : cj_elementwise_build_plain(kernel, built, error);
}

/* What one launch moves at least: each array once for reading and once for writing, as it does either. */
static double moved_bytes(const cj_elementwise *kernel, const cj_call *call)
{
    double bytes = 0;

    for (size_t k = 0; k < kernel->text.signature.count; k++) {
        const cj_parameter *parameter = &kernel->text.signature.parameters[k];
        const cj_access *access = &kernel->text.accesses.of[k];
        int times = (access->loaded && access->indexed) + access->written;

        if (parameter->pointer)
            bytes += (double)call->sizes[k] * (double)parameter->size * (times > 0 ? times : 1);
    }
    return bytes;
}

static void fill_result(const cj_elementwise *kernel, const cj_call *call, const cj_built *const *built, size_t count,
                        const double *ms, size_t winner, cujit_tuning *result)
{
    *result = (cujit_tuning){.default_ms = ms[0], .ms = ms[winner], .candidate_count = count};
    describe(&built[winner]->variant, result->variant, sizeof result->variant);
    for (size_t k = 0; k < count; k++) {
        describe(&built[k]->variant, result->candidates[k].variant, sizeof result->candidates[k].variant);
        result->candidates[k].ms = ms[k];
    }
    if (ms[winner] > 0)
        result->gb_per_s = moved_bytes(kernel, call) / ms[winner] * 1e-6;
}

static size_t find_winner(const double *ms, size_t count)
{
    size_t best = 0;

    for (size_t k = 1; k < count; k++)
        best = ms[k] < ms[best] ? k : best;
    return ms[best] * margin < ms[0] ? best : 0;
}

/* From now on. */
static void adopt(cj_elementwise *kernel, const cj_built *winner)
{
    bool tile = winner->variant.form == CJ_FORM_TILE;
    char value[CJ_TUNING_SIZE];

    if (!tile)
        atomic_store_explicit(&kernel->plain, winner, memory_order_release);
    atomic_store_explicit(&kernel->tile, tile ? winner : NULL, memory_order_release);
    atomic_store(&kernel->tune, false);
    atomic_store(&kernel->asked, true);
    if (describe(&winner->variant, value, sizeof value))
        ask_cache(kernel, true, value);
}

cujit_status cj_tune(cj_elementwise *kernel, const cj_call *call, size_t n, cujit_tuning *result, cujit_error *error)
{
    const cujit_context *context = kernel->core.context;
    const cj_built *built[CUJIT_TUNING_MAX_CANDIDATES];
    double ms[CUJIT_TUNING_MAX_CANDIDATES] = {0};
    size_t count = 1, winner;
    cj_tile_fit fit = CJ_TILE_NONE;
    cujit_status status;
    candidates list;

    if (result == NULL)
        atomic_store(&kernel->tune, true); /* perhaps it is not these arrays' turn, but the next ones' */
    if (call->stream != NULL && context->backend->graph_records(context->device, call->stream))
        return cj_error_set(error, CUJIT_ERROR_UNSUPPORTED,
                            "%s: nothing can be timed on a stream that is being recorded into a graph",
                            kernel->text.name);
    if (can_tune(kernel))
        fit = cj_tiling_check(&kernel->tiling, n, cj_call_values(call));
    if (fit != CJ_TILE_ALIGNED) {
        if (result == NULL)
            return CUJIT_OK;
        status = build_only(kernel, fit, &built[0], error);
    } else {
        atomic_store(&kernel->tune, false); /* once, even if it fails */
        find_candidates(kernel, &list);
        status = build(kernel, &list, built, &count, error);
    }
    if (status != CUJIT_OK || built[0] == NULL ||
        (status = take_all_times(kernel, call, n, built, count, ms, error)) != CUJIT_OK)
        return status;
    winner = find_winner(ms, count);
    if (fit == CJ_TILE_ALIGNED)
        adopt(kernel, built[winner]);
    if (cj_logs(context, CUJIT_LOG_INFO)) {
        char variant[sizeof((cujit_tuning *)0)->variant];

        describe(&built[winner]->variant, variant, sizeof variant);
        cj_log(context, CUJIT_LOG_INFO, "tuning", kernel->text.name, ms[winner],
               "%s takes %.4f ms, the default %.4f ms", variant, ms[winner], ms[0]);
    }
    if (result != NULL)
        fill_result(kernel, call, built, count, ms, winner, result);
    return CUJIT_OK;
}

cujit_status cujit_elementwise_tune_sized(const cujit_elementwise *kernel, const cujit_elementwise_options *given,
                                          size_t given_size, const cujit_arg *items, size_t count, cujit_tuning *result,
                                          size_t size, cujit_error *error)
{
    const cujit_args args = {items, count};
    cujit_elementwise_options options;
    cujit_tuning tuning = {0};
    cujit_status status = cj_widen("cujit_elementwise_tune", &options, sizeof options, given, given_size, error);

    if (status != CUJIT_OK)
        return status;
    if (kernel == NULL)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "cujit_elementwise_tune: kernel is NULL");
    if ((status = cj_elementwise_run(kernel->kernel, &options, &args, &tuning, error)) == CUJIT_OK)
        cj_narrow(result, size, &tuning, sizeof tuning);
    return status;
}
