/*
 * tune_time.c: how long variants of a kernel take on the arrays of a call. See tune.h.
 *
 * What the kernel may write is copied first, and the copies are written in its place, as often as needed. They lie as
 * the arrays do modulo 256 bytes, and what overlaps or is handed over twice does so among the copies too. Before each
 * launch what the kernel may read of them is made as it was, since many a kernel takes another time the second time.
 */
#include "libjit/elementwise/tune.h"

#include "libjit/base/alloc.h"

#include <stdlib.h>
#include <string.h>

enum {
    ROUNDS = 9, /* times that are taken of each variant */
    MORE_ROUNDS = 31,
    ALIGNMENT = 256,
};

static const double short_ms = 0.05; /* a launch that takes less is timed more often */
static const double long_ms = 3000;  /* where all rounds together would take longer, only the best are timed on */
static const double slow = 1.1;      /* then not those that take so many times as long as the best */

/* ---- Copies ------------------------------------------------------------------------------------------------------ */

/* Memory that the kernel may write, and its copy. */
typedef struct region {
    uintptr_t begin, end;
    void *memory; /* owned */
    void *copy;   /* of `begin` */
    bool refresh; /* what is in there before a launch may matter */
} region;

typedef struct copies {
    cujit_context *context;
    void *stream;
    region regions[CJ_MAX_PARAMETERS];
    size_t count;
    void *pointers[CJ_MAX_PARAMETERS];
    void *values[CJ_MAX_PARAMETERS]; /* of a launch on the copies */
} copies;

/* The memory of parameter `k`. False: it has none. */
static bool find_span(const cj_elementwise *kernel, const cj_tune_call *call, size_t k, region *out)
{
    const cj_parameter *parameter = &kernel->text.signature.parameters[k];
    const cj_access *access = &kernel->text.accesses.of[k];

    if (!parameter->pointer || call->sizes[k] == 0)
        return false;
    *out = (region){.begin = cj_pointer_value(call->values, k),
                    .refresh = access->loaded || access->other || !access->always || parameter->is_const};
    out->end = out->begin + call->sizes[k] * parameter->size;
    return true;
}

/* Makes one region of `span` and all that overlap it; false: none does. */
static bool merge(copies *self, region span)
{
    bool any = false;

    for (size_t k = 0; k < self->count;) {
        const region *other = &self->regions[k];

        if (span.begin >= other->end || other->begin >= span.end) {
            k++;
            continue;
        }
        span.begin = span.begin < other->begin ? span.begin : other->begin;
        span.end = span.end > other->end ? span.end : other->end;
        span.refresh = span.refresh || other->refresh;
        self->regions[k] = self->regions[--self->count];
        any = true;
        k = 0;
    }
    if (any)
        self->regions[self->count++] = span;
    return any;
}

/* What may be written, and what else overlaps it. */
static void find_regions(copies *self, const cj_elementwise *kernel, const cj_tune_call *call)
{
    size_t count = kernel->text.signature.count;
    region span;

    for (size_t k = 0; k < count; k++) {
        if (!kernel->text.signature.parameters[k].is_const && find_span(kernel, call, k, &span) && !merge(self, span))
            self->regions[self->count++] = span;
    }
    /* Each time that one grows it may reach another. */
    for (size_t pass = 0; pass < count; pass++) {
        for (size_t k = 0; k < count; k++) {
            if (kernel->text.signature.parameters[k].is_const && find_span(kernel, call, k, &span))
                merge(self, span);
        }
    }
}

static cujit_status copy(const copies *self, const region *from, cujit_error *error)
{
    cj_device *device = self->context->device;

    return self->context->backend->copy(device, from->copy, (const void *)from->begin, from->end - from->begin,
                                        CJ_COPY_ON_DEVICE, self->stream, false, error);
}

static cujit_status copies_make(copies *self, const cj_elementwise *kernel, const cj_tune_call *call,
                                cujit_error *error)
{
    cujit_status status;

    *self = (copies){.context = kernel->core.context, .stream = call->stream};
    find_regions(self, kernel, call);
    for (size_t k = 0; k < self->count; k++) {
        region *made = &self->regions[k];

        status = cj_blocks_alloc(&kernel->core.context->staging.device, made->end - made->begin + ALIGNMENT,
                                 &made->memory, error);
        if (status != CUJIT_OK)
            return status;
        made->copy = (char *)made->memory + (made->begin - (uintptr_t)made->memory) % ALIGNMENT;
        if ((status = copy(self, made, error)) != CUJIT_OK)
            return status;
    }
    for (size_t k = 0; k < kernel->text.signature.count; k++) {
        region span;

        self->values[k] = call->values[k];
        if (!find_span(kernel, call, k, &span))
            continue;
        for (size_t r = 0; r < self->count; r++) {
            const region *in = &self->regions[r];

            if (span.begin < in->begin || span.end > in->end)
                continue;
            self->pointers[k] = (char *)in->copy + (span.begin - in->begin);
            self->values[k] = &self->pointers[k];
        }
    }
    return CUJIT_OK;
}

static cujit_status copies_refresh(const copies *self, cujit_error *error)
{
    cujit_status status = CUJIT_OK;

    for (size_t k = 0; k < self->count && status == CUJIT_OK; k++) {
        if (self->regions[k].refresh)
            status = copy(self, &self->regions[k], error);
    }
    return status;
}

/* Nothing may use them any more. */
static void copies_clear(copies *self)
{
    for (size_t k = 0; k < self->count; k++)
        self->context->backend->free(self->context->device, self->regions[k].memory);
}

/* ---- Times ------------------------------------------------------------------------------------------------------- */

typedef struct timing {
    const cj_elementwise *kernel;
    const cj_tune_call *call;
    copies copies;
    void *events[CUJIT_TUNING_MAX_CANDIDATES][2];
    double samples[CUJIT_TUNING_MAX_CANDIDATES][MORE_ROUNDS];
} timing;

static cujit_status make_events(timing *self, size_t count, cujit_error *error)
{
    const cujit_context *context = self->kernel->core.context;
    cujit_status status = CUJIT_OK;

    for (size_t k = 0; k < 2 * count && status == CUJIT_OK; k++)
        status = context->backend->event_create(context->device, &self->events[k / 2][k % 2], error);
    return status;
}

static void free_events(timing *self)
{
    const cujit_context *context = self->kernel->core.context;

    for (size_t k = 0; k < (size_t)2 * CUJIT_TUNING_MAX_CANDIDATES; k++) {
        if (self->events[k / 2][k % 2] != NULL)
            context->backend->event_free(context->device, self->events[k / 2][k % 2]);
    }
}

static cujit_status launch(timing *self, const cj_built *built, cujit_error *error)
{
    cujit_status status = copies_refresh(&self->copies, error);

    if (status != CUJIT_OK)
        return status;
    return cj_elementwise_launch_built(self->kernel, built, self->call->n, self->copies.values, self->call->stream,
                                       error);
}

static cujit_status launch_timed(timing *self, const cj_built *built, void *const events[2], cujit_error *error)
{
    const cujit_context *context = self->kernel->core.context;
    void *stream = self->call->stream;
    cujit_status status = copies_refresh(&self->copies, error);

    if (status != CUJIT_OK ||
        (status = context->backend->event_record(context->device, events[0], stream, error)) != CUJIT_OK ||
        (status = cj_elementwise_launch_built(self->kernel, built, self->call->n, self->copies.values, stream,
                                              error)) != CUJIT_OK)
        return status;
    return context->backend->event_record(context->device, events[1], stream, error);
}

/* One launch of each that is not left out, in an order that turns from round to round. All go to the stream before the
 * first is waited for, behind one that is not timed: so the device never waits for this processor. */
static cujit_status time_round(timing *self, const cj_built *const *built, size_t count, const bool *left_out,
                               size_t round, cujit_error *error)
{
    const cujit_context *context = self->kernel->core.context;
    cujit_status status = launch(self, built[0], error);

    for (size_t turn = 0; turn < count && status == CUJIT_OK; turn++) {
        size_t k = (turn + round) % count;

        if (!left_out[k])
            status = launch_timed(self, built[k], self->events[k], error);
    }
    if (status != CUJIT_OK ||
        (status = context->backend->stream_synchronize(context->device, self->call->stream, error)) != CUJIT_OK)
        return status;
    for (size_t k = 0; k < count && status == CUJIT_OK; k++) {
        if (!left_out[k])
            status = context->backend->event_elapsed(context->device, self->events[k][0], self->events[k][1],
                                                     &self->samples[k][round], error);
    }
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

/* After one look at all. */
static size_t plan(const timing *self, size_t count, bool *left_out)
{
    double best = self->samples[0][0], sum = 0;

    for (size_t k = 0; k < count; k++) {
        best = self->samples[k][0] < best ? self->samples[k][0] : best;
        sum += self->samples[k][0];
    }
    for (size_t k = 1; k < count && sum * ROUNDS > long_ms; k++)
        left_out[k] = self->samples[k][0] > slow * best;
    return best < short_ms ? MORE_ROUNDS : ROUNDS;
}

static cujit_status take_times(timing *self, const cj_built *const *built, size_t count, double *ms, cujit_error *error)
{
    bool left_out[CUJIT_TUNING_MAX_CANDIDATES] = {false};
    cujit_status status;
    size_t rounds;

    /* Twice: the first time something may be set up yet. */
    for (int warm_up = 0; warm_up < 2; warm_up++) {
        if ((status = time_round(self, built, count, left_out, 0, error)) != CUJIT_OK)
            return status;
    }
    rounds = plan(self, count, left_out);
    for (size_t k = 0; k < count; k++)
        ms[k] = self->samples[k][0];
    for (size_t round = 0; round < rounds && status == CUJIT_OK; round++)
        status = time_round(self, built, count, left_out, round, error);
    for (size_t k = 0; k < count && status == CUJIT_OK; k++) {
        if (!left_out[k])
            ms[k] = median(self->samples[k], rounds);
    }
    return status;
}

cujit_status cj_tune_time(const cj_elementwise *kernel, const cj_tune_call *call, const cj_built *const *built,
                          size_t count, double *ms, cujit_error *error)
{
    cujit_context *context = kernel->core.context;
    timing *self = cj_calloc(1, sizeof *self);
    cujit_status status;

    if (self == NULL)
        return cj_error_no_memory(error, "timing a kernel");
    self->kernel = kernel;
    self->call = call;
    if ((status = copies_make(&self->copies, kernel, call, error)) == CUJIT_OK &&
        (status = make_events(self, count, error)) == CUJIT_OK)
        status = take_times(self, built, count, ms, error);
    /* After an error some of it may be under way still. */
    if (status != CUJIT_OK)
        context->backend->stream_synchronize(context->device, call->stream, NULL);
    copies_clear(&self->copies);
    free_events(self);
    cj_free(self);
    return status;
}
