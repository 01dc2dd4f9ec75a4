/*
 * elementwise_run.c: checked launches: arguments against the signature; then as a prepared launch where the arrays lie
 * in memory side by side, else as N-d views (elementwise_strided.c).
 */
#include "libjit/elementwise/elementwise.h"
#include "libjit/elementwise/elementwise_strided.h"
#include "libjit/elementwise/tune.h"
#include "libjit/runtime/log.h"

/* ---- Checking ---- */

/* Does it matter in which order the elements are numbered? Not where the operation sees elements only. */
static bool order_matters(const cj_elementwise *kernel)
{
    const cj_accesses *accesses = &kernel->text.accesses;
    bool matters = accesses->uses_index || accesses->changes_index;

    for (size_t k = 0; k < accesses->count; k++)
        matters |= accesses->of[k].lowest < 0 || accesses->of[k].highest > 0;
    return matters;
}

/* Most calls: a prepared launch over as many elements does it. Arrays of one size in C order broadcast to that size or
 * not at all, if one of them is written: what their shapes are does not matter then. In an order that is not C's nobody
 * may ask for numbers. */
static bool are_flat(const cj_elementwise *kernel, const cj_call *call, bool ranged)
{
    const cj_accesses *accesses = &kernel->text.accesses;
    unsigned order = cj_call_find_order(call);
    bool written = false;

    if (order == 0 || accesses->axes != 0)
        return false;
    if (order == CJ_CALL_ALIKE)
        return !ranged && !accesses->hidden && !order_matters(kernel);
    for (size_t k = 0; order == CJ_CALL_LISTS && k < accesses->count; k++)
        written |= kernel->core.sizes.sized[k] && accesses->of[k].written;
    return order != CJ_CALL_LISTS || written;
}

static bool is_ranged(const cujit_elementwise_options *options)
{
    return options != NULL && (options->range != NULL || options->slice != NULL);
}

/* Is there an index to run over? A range that is none is an error. */
static cujit_status check_range(const cujit_elementwise_options *options, size_t n, bool *runs, cujit_error *error)
{
    cujit_status status;
    cujit_range range;

    *runs = n != 0;
    if (n == 0 || !is_ranged(options))
        return CUJIT_OK;
    if ((status = cj_range_resolve(options->range, options->slice, n, &range, error)) == CUJIT_OK)
        *runs = cj_range_count(&range) != 0;
    return status;
}

/* A call on its way. */
typedef struct run {
    cj_elementwise *kernel;
    const cujit_elementwise_options *options;
    cj_call *call;
    cujit_tuning *tuning;
    const cj_views *views; /* NULL: as a prepared launch */
    size_t n;
} run;

/* As a spec asked for it: what goes wrong with that is no error of the run's. */
static __attribute__((noinline)) void tune_aside(cj_elementwise *kernel, const cj_tune_call *call)
{
    cujit_error trouble = {0};

    if (cj_tune(kernel, call, NULL, &trouble) != CUJIT_OK)
        cj_log(kernel->core.context, CUJIT_LOG_WARNING, "tuning", kernel->text.name, 0, "not tuned: %s",
               trouble.message);
    cujit_error_clear(&trouble);
}

/* Whole arrays as they lie in memory: the calls that a kernel can be tuned with, if that is wanted. */
static inline cujit_status launch_flat(const run *what, cujit_error *error)
{
    void *const *values = cj_call_values(what->call);

    if (!is_ranged(what->options) && !what->call->buffers &&
        (what->tuning != NULL || cj_tune_due(what->kernel, what->n))) {
        const cj_tune_call call = {what->n, values, what->call->sizes, what->call->stream};
        cujit_status status;

        if (what->tuning == NULL)
            tune_aside(what->kernel, &call);
        else if ((status = cj_tune(what->kernel, &call, what->tuning, error)) != CUJIT_OK)
            return status;
    }
    return cj_elementwise_launch(what->kernel, what->options, what->n, values, error);
}

static cujit_status launch(void *user, cujit_error *error)
{
    const run *what = user;
    cj_elementwise *kernel = what->kernel;
    void *const *values = cj_call_values(what->call);
    cujit_status status;
    cujit_range range;

    if (what->views == NULL)
        return launch_flat(what, error);
    if (what->n == 0)
        return CUJIT_OK;
    if (!is_ranged(what->options))
        return cj_views_launch(kernel, what->views, NULL, values, what->call->stream, error);
    if ((status = cj_range_resolve(what->options->range, what->options->slice, what->n, &range, error)) != CUJIT_OK)
        return status;
    return cj_views_launch(kernel, what->views, &range, values, what->call->stream, error);
}

/* What can be wrong is found before memory is moved; and where no index runs none is, so that a CUJIT_OUT stays as it
 * was. */
static cujit_status launch_with_buffers(run *what, const cujit_args *args, cujit_error *error)
{
    cujit_status status;
    bool runs = true;

    if (what->call->buffers && ((status = check_range(what->options, what->n, &runs, error)) != CUJIT_OK || !runs))
        return status;
    return cj_call_with_buffers(what->call, args, launch, what, error);
}

/* Whether arrays that lie in one order may be taken for lists: not in another than C's where a header may ask for
 * numbers; then the forms of views are asked, in which that does not compile. */
static bool may_be_lists(const cj_elementwise *kernel, const cj_call *call)
{
    for (size_t k = 0; kernel->text.accesses.hidden && k < kernel->text.signature.count; k++) {
        if (call->arrays[k] != NULL && !call->arrays[k]->c_order)
            return false;
    }
    return true;
}

/* Apart from the rest, because of the room on the stack. */
static __attribute__((noinline)) cujit_status try_views(run *what, const cujit_args *args, cujit_error *error)
{
    cj_views views;
    bool flat;
    cujit_status status;

    what->call->core = &what->kernel->core;
    if ((status = cj_views_find(what->call, is_ranged(what->options), &views, &flat, error)) != CUJIT_OK)
        return status;
    what->views = flat && may_be_lists(what->kernel, what->call) ? NULL : &views;
    what->n = (size_t)views.loop.size;
    return launch_with_buffers(what, args, error);
}

/* A text that does not compile over views is another than it was taken for: then less is taken for granted. */
static cujit_status run_views(run *what, const cujit_args *args, cujit_error *error)
{
    cj_elementwise *lower = atomic_load_explicit(&what->kernel->lower, memory_order_acquire);
    cujit_status status;

    if (lower == NULL) {
        status = try_views(what, args, error);
        if (status != CUJIT_ERROR_COMPILE || cj_elementwise_lower(what->kernel, &lower, NULL) != CUJIT_OK ||
            lower == NULL)
            return status;
        cujit_error_clear(error);
    }
    what->kernel = lower;
    return run_views(what, args, error);
}

cujit_status cj_elementwise_run(cj_elementwise *kernel, const cujit_elementwise_options *options,
                                const cujit_args *args, cujit_tuning *tuning, cujit_error *error)
{
    cj_call call;
    run what = {.options = options, .call = &call, .tuning = tuning};
    cujit_status status = cj_call_bind(&kernel->core, args, options != NULL ? options->stream : NULL, &call, error);

    if (status != CUJIT_OK)
        return status;
    what.kernel = (cj_elementwise *)call.core; /* where it is generic, another */
    if (kernel->core.generic != NULL && atomic_load_explicit(&kernel->tune, memory_order_relaxed))
        cj_tune_ask(what.kernel);
    if (!are_flat(what.kernel, &call, is_ranged(options)))
        return run_views(&what, args, error);
    what.n = call.sizes[call.core->sizes.leader];
    return call.buffers ? launch_with_buffers(&what, args, error) : launch_flat(&what, error);
}

cujit_status cujit_elementwise_run(const cujit_elementwise *kernel, const cujit_elementwise_options *options,
                                   cujit_args args, cujit_error *error)
{
    if (kernel == NULL)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "cujit_elementwise_run: kernel is NULL");
    return cj_elementwise_run(kernel->kernel, options, &args, NULL, error);
}
