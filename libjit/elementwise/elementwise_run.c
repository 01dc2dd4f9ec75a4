/*
 * elementwise_run.c: checked launches: arguments against the signature; then as a prepared launch where the arrays lie
 * in memory side by side, else as N-d views (elementwise_strided.c).
 */
#include "libjit/elementwise/elementwise.h"
#include "libjit/elementwise/elementwise_strided.h"
#include "libjit/elementwise/tune.h"
#include "libjit/kernel/generic.h"
#include "libjit/kernel/range.h"
#include "libjit/runtime/argument.h"
#include "libjit/runtime/buffer.h"
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

/* In one order that is not C's, in which nobody asks for numbers. */
static bool are_flat_otherwise(const cj_elementwise *kernel, const cj_bound *bound, bool ranged)
{
    const cujit_array *leader = bound->arrays[kernel->core.sizes.leader];

    if (ranged || leader == NULL || order_matters(kernel) || kernel->text.accesses.hidden)
        return false;
    for (size_t k = 0; k < kernel->text.signature.count; k++) {
        const cujit_array *array = bound->arrays[k];

        if (kernel->core.sizes.sized[k] &&
            (array == NULL || !cj_array_same_shape(array, leader) || !cj_array_same_order(array, leader)))
            return false;
    }
    return true;
}

/* Most calls: the arrays are dense, of one size, and lie in one order, so that a prepared launch over that many
 * elements does it. Arrays of one size in C order broadcast to that size or not at all, if one of them is written: what
 * their shapes are does not matter then. Costs a few comparisons an array. */
static bool are_flat(const cj_elementwise *kernel, const cj_bound *bound, bool ranged)
{
    const cj_accesses *accesses = &kernel->text.accesses;
    const cujit_array *leader = bound->arrays[kernel->core.sizes.leader];
    bool c_order = true, written = false, one_shape = true;

    for (size_t k = 0; k < accesses->count; k++) {
        const cujit_array *array = bound->arrays[k];

        if (array != NULL && !(array->dense && (kernel->core.sizes.sized[k] || array->c_order)))
            return false;
        if (!kernel->core.sizes.sized[k])
            continue;
        if (bound->sizes[k] != bound->sizes[kernel->core.sizes.leader])
            return false;
        c_order = c_order && (array == NULL || array->c_order);
        written = written || accesses->of[k].written;
        one_shape = one_shape && cj_array_same_shape(array, leader);
    }
    return accesses->axes == 0 && (c_order ? written || one_shape : are_flat_otherwise(kernel, bound, ranged));
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

/* `views` NULL: as a prepared launch. */
static cujit_status launch(cj_elementwise *kernel, const cujit_elementwise_options *options, size_t n, cj_views *views,
                           const void **values, cujit_error *error)
{
    void *stream = options != NULL ? options->stream : NULL;
    cujit_status status;
    cujit_range range;

    if (views == NULL)
        return cj_elementwise_launch(kernel, options, n, (void *const *)values, error);
    if (n == 0)
        return CUJIT_OK;
    if (!is_ranged(options))
        return cj_views_launch(kernel, views, NULL, (void *const *)values, stream, error);
    if ((status = cj_range_resolve(options->range, options->slice, n, &range, error)) != CUJIT_OK)
        return status;
    return cj_views_launch(kernel, views, &range, (void *const *)values, stream, error);
}

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
static inline cujit_status launch_flat(cj_elementwise *kernel, const cujit_elementwise_options *options, size_t n,
                                       const cj_bound *bound, const void **values, cujit_tuning *tuning,
                                       cujit_error *error)
{
    if (!is_ranged(options) && (tuning != NULL || cj_tune_due(kernel, n))) {
        const cj_tune_call call = {n, (void *const *)values, bound->sizes, options != NULL ? options->stream : NULL};
        cujit_status status = CUJIT_OK;

        if (tuning == NULL)
            tune_aside(kernel, &call);
        else if ((status = cj_tune(kernel, &call, tuning, error)) != CUJIT_OK)
            return status;
    }
    return cj_elementwise_launch(kernel, options, n, (void *const *)values, error);
}

/* What can be wrong is found before memory is moved; and where no index runs none is, so that a CUJIT_OUT stays as it
 * was. */
static cujit_status run_with_buffers(cj_elementwise *kernel, const cujit_elementwise_options *options,
                                     const cujit_args *args, size_t n, cj_views *views, const void **values,
                                     cujit_error *error)
{
    cj_buffers buffers;
    cujit_status status;
    bool runs;

    if ((status = check_range(options, n, &runs, error)) != CUJIT_OK || !runs)
        return status;
    cj_buffers_init(&buffers, kernel->core.context, options != NULL ? options->stream : NULL);
    status = cj_buffers_add_all(&buffers, &kernel->text.signature, args, values, error);
    if (status == CUJIT_OK)
        status = launch(kernel, options, n, views, values, error);
    return cj_buffers_finish(&buffers, status, error);
}

static bool has_buffers(const cujit_args *args)
{
    for (size_t k = 0; k < args->count; k++) {
        if (cj_argument_is_buffer(&args->items[k]))
            return true;
    }
    return false;
}

/* Whether arrays that lie in one order may be taken for lists: not in another than C's where a header may ask for
 * numbers; then the forms of views are asked, in which that does not compile. */
static bool may_be_lists(const cj_elementwise *kernel, const cj_bound *bound)
{
    for (size_t k = 0; kernel->text.accesses.hidden && k < kernel->text.signature.count; k++) {
        if (bound->arrays[k] != NULL && !bound->arrays[k]->c_order)
            return false;
    }
    return true;
}

/* Apart from the rest, because of the room on the stack. */
static __attribute__((noinline)) cujit_status try_views(cj_elementwise *kernel,
                                                        const cujit_elementwise_options *options,
                                                        const cujit_args *args, const cj_bound *bound,
                                                        const void **values, cujit_tuning *tuning, cujit_error *error)
{
    cj_views views;
    bool flat;
    cujit_status status = cj_views_find(kernel, bound, is_ranged(options), &views, &flat, error);

    if (status != CUJIT_OK)
        return status;
    flat = flat && may_be_lists(kernel, bound);
    if (has_buffers(args))
        return run_with_buffers(kernel, options, args, (size_t)views.loop.size, flat ? NULL : &views, values, error);
    if (flat)
        return launch_flat(kernel, options, (size_t)views.loop.size, bound, values, tuning, error);
    return launch(kernel, options, (size_t)views.loop.size, &views, values, error);
}

/* A text that does not compile over views is another than it was taken for: then less is taken for granted. */
static cujit_status run_views(cj_elementwise *kernel, const cujit_elementwise_options *options, const cujit_args *args,
                              const cj_bound *bound, const void **values, cujit_tuning *tuning, cujit_error *error)
{
    cj_elementwise *lower = atomic_load_explicit(&kernel->lower, memory_order_acquire);
    cujit_status status;

    if (lower == NULL) {
        status = try_views(kernel, options, args, bound, values, tuning, error);
        if (status != CUJIT_ERROR_COMPILE || cj_elementwise_lower(kernel, &lower, NULL) != CUJIT_OK || lower == NULL)
            return status;
        cujit_error_clear(error);
    }
    return run_views(lower, options, args, bound, values, tuning, error);
}

/* With the kernel that the arrays bind it to. */
static cujit_status run_generic(cj_elementwise *kernel, const cujit_elementwise_options *options,
                                const cujit_args *args, cujit_tuning *tuning, cujit_error *error)
{
    cj_registered *found = NULL;
    cujit_status status = cj_generic_bind(kernel->core.generic, args, &found, error);

    if (status != CUJIT_OK)
        return status;
    if (atomic_load_explicit(&kernel->tune, memory_order_relaxed))
        cj_tune_ask((cj_elementwise *)found);
    return cj_elementwise_run((cj_elementwise *)found, options, args, tuning, error);
}

cujit_status cj_elementwise_run(cj_elementwise *kernel, const cujit_elementwise_options *options,
                                const cujit_args *args, cujit_tuning *tuning, cujit_error *error)
{
    const cj_signature *signature = &kernel->text.signature;
    cj_slot slots[CJ_MAX_PARAMETERS];
    const void *values[CJ_MAX_PARAMETERS];
    cj_bound bound;
    cujit_status status;
    bool buffers = false;

    if ((status = cj_context_check(kernel->core.context, error)) != CUJIT_OK)
        return status;
    if ((status = cj_argument_check_count(kernel->text.name, signature, args, error)) != CUJIT_OK)
        return status;
    if (kernel->core.generic != NULL)
        return run_generic(kernel, options, args, tuning, error);
    for (size_t k = 0; k < args->count; k++) {
        bound.arrays[k] = NULL;
        status = cj_argument_bind(kernel->core.context, &signature->parameters[k], k, &args->items[k], &slots[k],
                                  &values[k], &bound.sizes[k], &bound.arrays[k], error);
        if (status != CUJIT_OK)
            return status;
        buffers |= cj_argument_is_buffer(&args->items[k]);
    }
    if (!are_flat(kernel, &bound, is_ranged(options)))
        return run_views(kernel, options, args, &bound, values, tuning, error);
    if (buffers)
        return run_with_buffers(kernel, options, args, bound.sizes[kernel->core.sizes.leader], NULL, values, error);
    return launch_flat(kernel, options, bound.sizes[kernel->core.sizes.leader], &bound, values, tuning, error);
}

cujit_status cujit_elementwise_run(const cujit_elementwise *kernel, const cujit_elementwise_options *options,
                                   cujit_args args, cujit_error *error)
{
    if (kernel == NULL)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "cujit_elementwise_run: kernel is NULL");
    return cj_elementwise_run(kernel->kernel, options, &args, NULL, error);
}
