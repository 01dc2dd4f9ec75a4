/*
 * reduction.c: the public functions of reductions, and launches over whole dense arrays.
 *
 * A call with arguments checked goes one of two ways: as a prepared launch where the arrays lie in memory side by side
 * and all goes into one result, else along axes (reduction_views.c).
 */
#include "libjit/reduction/reduction.h"

#include "libjit/base/sized.h"
#include "libjit/reduction/fold_views.h"
#include "libjit/runtime/range.h"
#include "libjit/runtime/workspace.h"

/* ---- Launching --------------------------------------------------------------------------------------------------- */

cujit_status cj_reduction_launch_variant(const cj_fold_kernel *kernel, const cj_variant *variant,
                                         const cj_selection *selected, void *const *values, void *const *results,
                                         void *stream, cujit_error *error)
{
    const long long n = (long long)selected->n;
    const void *own[CJ_CORE_OWN] = {&n};
    void *workspace = NULL;
    size_t count = 1;
    const cj_built *built;
    cj_grid grid = {.grid = {1, 1, 1}, .block = {variant->block, 1, 1}};
    cujit_status status = cj_core_build(&kernel->core, variant, &built, error);

    if (status != CUJIT_OK)
        return status;
    grid.grid[0] = cj_reduction_blocks(kernel, variant, selected->n);
    if (grid.grid[0] > 1 &&
        (status = cj_workspace_get(kernel->core.context, CJ_WORKSPACE_PARTS, grid.grid[0] * kernel->value_size, stream,
                                   &workspace, error)) != CUJIT_OK)
        return status;
    if ((selected->flags & CJ_VARIANT_RANGE) != 0) {
        own[count++] = &selected->start;
        own[count++] = &selected->step;
    }
    if ((selected->flags & CJ_VARIANT_SUBSET) != 0)
        own[count++] = &selected->subset;
    for (size_t k = 0; k < kernel->fold.count; k++)
        own[count++] = &results[k];
    own[count++] = &workspace;
    return cj_core_launch(&kernel->core, built, &grid, values, own, count, stream, error);
}

static cujit_status no_elements(const cj_fold_kernel *kernel, cujit_error *error)
{
    for (size_t k = 0; k < kernel->fold.count; k++) {
        const cj_fold *fold = &kernel->fold.folds[k];

        if (fold->texts.neutral == NULL || fold->texts.nonempty != 0)
            return cj_error_set(error, CUJIT_ERROR_ARGUMENT_SIZE, "%s: there are no elements to reduce, and %s",
                                kernel->fold.text.name,
                                fold->texts.neutral != NULL ? "it takes at least one" : "no neutral to give for none");
    }
    return CUJIT_OK;
}

/* With the indices of a range in the order of the range. */
static cujit_status take_range(const cujit_reduction_options *options, size_t n, cj_selection *out, cujit_error *error)
{
    cujit_range range;
    cujit_status status;

    *out = (cj_selection){.n = n};
    if (options->range == NULL && options->slice == NULL)
        return CUJIT_OK;
    if ((status = cj_range_resolve(options->range, options->slice, n, &range, error)) != CUJIT_OK)
        return status;
    *out = (cj_selection){
        .n = (size_t)cj_range_count(&range),
        .start = range.start,
        .step = range.step,
        .flags = CJ_VARIANT_RANGE,
    };
    return CUJIT_OK;
}

static inline cujit_status launch_flat(const cj_fold_kernel *kernel, const cj_selection *selected, void *const *values,
                                       void *const *results, void *stream, cujit_error *error)
{
    cujit_status status;
    cj_variant variant;

    if ((selected->n == 0 && (status = no_elements(kernel, error)) != CUJIT_OK) ||
        (status = cj_reduction_choose(kernel, selected, values, &variant, error)) != CUJIT_OK)
        return status;
    return cj_reduction_launch_variant(kernel, &variant, selected, values, results, stream, error);
}

/* ---- Checked calls ----------------------------------------------------------------------------------------------- */

typedef struct run {
    cj_call *call;
    const cujit_reduction_options *options;
    cj_selection selected; /* of a call without axes */
    bool flat;
    bool ours; /* the outputs are new */
    cujit_array *outs[CUJIT_REDUCTION_MAX_RESULTS];
} run;

/* Two outputs without gaps meet where their memory does; others may lie between each other. */
static bool overlap(const cujit_array *a, const cujit_array *b)
{
    const char *of_a = a->data, *of_b = b->data;

    return of_a == of_b ? a->size > 0
                        : a->c_order && b->c_order && of_a < of_b + b->size * b->item_size &&
                              of_b < of_a + a->size * a->item_size;
}

static cujit_status take_output(run *what, size_t k, int ndim, const size_t *shape, cujit_error *error)
{
    const cj_fold_kernel *kernel = cj_fold_of(what->call);
    cujit_status status;

    if (!what->ours)
        what->outs[k] = what->options->out[k];
    status = cj_fold_call_take_output(what->call, k, what->ours, ndim, shape, &what->outs[k], error);
    for (size_t earlier = 0; earlier < k && status == CUJIT_OK && !what->ours; earlier++) {
        if (overlap(what->outs[k], what->outs[earlier]))
            status = cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT,
                                  "%s: %s overlaps %s; each result needs an output of its own", kernel->fold.text.name,
                                  cj_fold_output_name(kernel, k), cj_fold_output_name(kernel, earlier));
    }
    return status;
}

static cujit_status launch_run(void *user, cujit_error *error)
{
    run *what = user;
    cj_call *call = what->call;
    void *results[CUJIT_REDUCTION_MAX_RESULTS];

    if (!what->flat)
        return cj_reduction_views_run(call, what->options, &what->selected, what->outs, error);
    for (size_t k = 0; k < cj_fold_of(call)->fold.count; k++)
        results[k] = what->outs[k]->data;
    return launch_flat(cj_fold_of(call), &what->selected, cj_call_values(call), results, call->stream, error);
}

static cujit_status take_subset(const cj_fold_kernel *kernel, const cujit_array *subset, void *stream,
                                cj_selection *out, cujit_error *error)
{
    bool integers = subset->dtype == CUJIT_INT32 || subset->dtype == CUJIT_UINT32 || subset->dtype == CUJIT_INT64 ||
                    subset->dtype == CUJIT_UINT64;

    if (!cj_argument_same_memory(kernel->core.context, subset))
        return cj_error_set(error, CUJIT_ERROR_ARGUMENT_TYPE, "%s: the subset lies on another device",
                            kernel->fold.text.name);
    if (!integers)
        return cj_error_set(error, CUJIT_ERROR_ARGUMENT_TYPE,
                            "%s: the subset must be an array of int, unsigned, long long or unsigned long long, got %s",
                            kernel->fold.text.name, cujit_context_type_name(subset->context, subset->dtype));
    if (subset->ndim != 1 || !subset->dense)
        return cj_error_set(error, CUJIT_ERROR_ARGUMENT_SIZE, "%s: the subset must be dense and have one axis",
                            kernel->fold.text.name);
    cj_array_use(kernel->core.context, subset, stream);
    *out = (cj_selection){
        .n = subset->size,
        .subset = subset->data,
        .index = subset->dtype,
        .flags = CJ_VARIANT_SUBSET,
    };
    return CUJIT_OK;
}

static bool is_partial(const cujit_reduction_options *options)
{
    return options->range != NULL || options->slice != NULL || options->subset != NULL;
}

/* What a call without axes, over n elements, goes over. */
static cujit_status select_elements(run *what, size_t n, cujit_error *error)
{
    const cujit_reduction_options *options = what->options;
    const cj_fold_kernel *kernel = cj_fold_of(what->call);
    cujit_status status = options->subset != NULL
                              ? take_subset(kernel, options->subset, options->stream, &what->selected, error)
                              : take_range(options, n, &what->selected, error);

    return status != CUJIT_OK || what->selected.n > 0 ? status : no_elements(kernel, error);
}

static cujit_status check_options(const run *what, cujit_error *error)
{
    const cujit_reduction_options *options = what->options;
    const char *name = cj_fold_of(what->call)->fold.text.name, *with = NULL;
    bool shaped = options->axes != NULL || options->keepdims != 0;

    if (options->axes == NULL && options->axis_count != 0)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "%s: axis_count is %d, but axes is NULL", name,
                            options->axis_count);
    if (options->subset != NULL && (options->range != NULL || options->slice != NULL))
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "%s: a subset and a range or slice are given", name);
    if (shaped && is_partial(options))
        with = "a range, slice or subset";
    else if (shaped && options->n != NULL)
        with = "n";
    return with == NULL ? CUJIT_OK
                        : cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT,
                                       "%s: axes and keepdims do not go together with %s", name, with);
}

/* No elements at all, of which each result gets none; or there are no results either. */
static bool is_empty(const cj_call *call)
{
    bool empty = false;

    for (size_t at = 0; at < call->count; at++)
        empty |= call->sizes[call->parameters[at]] == 0;
    return empty;
}

/* Whether all goes into one result, and is to be taken as it lies in memory (flat): *n elements then. Else the shape of
 * the results, of a range or subset the arrays' common shape, and how many that has. */
static cujit_status find_elements(run *what, size_t *n, int *ndim, size_t *shape, cujit_error *error)
{
    static const int none;
    const cujit_reduction_options *options = what->options;
    cj_call *call = what->call;
    bool partial = is_partial(options), keepdims = options->keepdims != 0;
    unsigned order = call->counted || options->axes != NULL || keepdims ? 0 : cj_call_find_order(call);
    cujit_status status;

    *n = call->counted ? call->n : call->sizes[cj_fold_of(call)->core.leader];
    /* What a range or subset names it names in C order. */
    what->flat = call->counted || (cj_fold_call_is_flat(call, order) && (!partial || (order & CJ_CALL_LISTS) != 0));
    if (what->flat && !call->counted) /* tables are dense */
        return CUJIT_OK;
    status = cj_fold_call_operands(call, error);
    if (what->flat)
        return status;
    if (status == CUJIT_OK)
        status = cj_fold_result_shape(call->operands, call->count, partial ? &none : options->axes, options->axis_count,
                                      keepdims, ndim, shape, error);
    /* Shapes that do not go together may still be lists of one length. */
    if (status == CUJIT_ERROR_ARGUMENT_SIZE && (order & CJ_CALL_LISTS) != 0) {
        cujit_error_clear(error);
        what->flat = true;
        return CUJIT_OK;
    }
    *n = 1;
    for (int axis = 0; status == CUJIT_OK && axis < *ndim; axis++)
        *n *= shape[axis];
    return status;
}

static cujit_status prepare(run *what, cujit_error *error)
{
    const cj_fold_kernel *kernel = cj_fold_of(what->call);
    size_t shape[CJ_MAX_AXES], n;
    cujit_status status;
    int ndim = 0;

    if ((status = check_options(what, error)) != CUJIT_OK ||
        (status = cj_fold_call_take_count(what->call, what->options->n, error)) != CUJIT_OK ||
        (status = find_elements(what, &n, &ndim, shape, error)) != CUJIT_OK)
        return status;
    if (what->flat || is_partial(what->options)) {
        status = select_elements(what, n, error);
        ndim = 0;
    } else if (n > 0 && is_empty(what->call)) {
        status = no_elements(kernel, error);
    }
    what->ours = what->options->out == NULL;
    for (size_t k = 0; k < kernel->fold.count && status == CUJIT_OK; k++)
        status = take_output(what, k, ndim, shape, error);
    return status;
}

cujit_status cujit_reduction_run_sized(const cujit_reduction *reduction, const cujit_reduction_options *given,
                                       size_t size, const cujit_arg *items, size_t count, cujit_array **results,
                                       cujit_error *error)
{
    const cujit_args args = {items, count};
    cujit_reduction_options options;
    cj_call call;
    run what = {.call = &call, .options = &options};
    cujit_status status = cj_widen("cujit_reduction_run", &options, sizeof options, given, size, error);

    if (status != CUJIT_OK)
        return status;
    if (reduction == NULL)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "cujit_reduction_run: reduction is NULL");
    if (results == NULL && options.out == NULL)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT,
                            "cujit_reduction_run: results is NULL, and the options have no `out`");
    if ((status = cj_call_bind(&reduction->kernel->core, &args, options.stream, &call, error)) != CUJIT_OK)
        return status;
    if ((status = prepare(&what, error)) == CUJIT_OK)
        status = cj_call_with_buffers(&call, &args, launch_run, &what, error);
    for (size_t k = 0; what.ours && k < cj_fold_of(&call)->fold.count; k++) {
        if (status == CUJIT_OK)
            results[k] = what.outs[k];
        else
            cujit_array_free(what.outs[k]);
    }
    return status;
}

cujit_status cujit_reduction_launch_prepared_sized(const cujit_reduction *reduction,
                                                   const cujit_reduction_options *given, size_t size, size_t n,
                                                   void *const *values, void *const *results, cujit_error *error)
{
    static const char function[] = "cujit_reduction_launch_prepared";
    cujit_reduction_options options;
    cj_selection selected;
    cujit_status status = cj_widen(function, &options, sizeof options, given, size, error);

    if (status != CUJIT_OK)
        return status;
    if (reduction == NULL)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "%s: reduction is NULL", function);
    if ((status = cj_fold_check_prepared(reduction->kernel, n, error)) != CUJIT_OK ||
        (status = take_range(&options, n, &selected, error)) != CUJIT_OK)
        return status;
    return launch_flat(reduction->kernel, &selected, values, results, options.stream, error);
}

/* ---- Making and looking ------------------------------------------------------------------------------------------ */

/* A spec's own fold is like those of `more`; *spec borrows it from `first`. */
static cujit_status take_spec(const char *function, const cujit_context *context, const cujit_reduction_spec *users,
                              size_t size, const void *out, cujit_reduction_result *first, cj_fold_spec *spec,
                              cujit_error *error)
{
    cujit_reduction_spec given;
    cujit_status status = cj_context_take_spec(function, context, users, size, out, &given, sizeof given, error);

    if (status != CUJIT_OK)
        return status;
    if (given.more_count > CUJIT_REDUCTION_MAX_RESULTS - 1)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "%s: more_count is %zu; expected at most %d", function,
                            given.more_count, CUJIT_REDUCTION_MAX_RESULTS - 1);
    if (given.more_count > 0 && given.more == NULL)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "%s: more_count is %zu, but more is NULL", function,
                            given.more_count);
    *first = (cujit_reduction_result){given.out_type,    given.neutral, given.reduce,  given.map,
                                      given.accumulator, given.post,    given.nonempty};
    *spec = (cj_fold_spec){
        .arguments = given.arguments,
        .name = given.name,
        .preamble = given.preamble,
        .types = given.types,
        .options = given.options,
        .folds = {first},
        .count = 1 + given.more_count,
    };
    for (size_t k = 0; k < given.more_count; k++)
        spec->folds[k + 1] = &given.more[k];
    return CUJIT_OK;
}

CJ_FOLD_PUBLIC(cujit_reduction, 1)
CJ_CORE_PUBLIC(cujit_reduction)
CJ_CREATION_TAKE(reduction)

size_t cujit_reduction_result_count(const cujit_reduction *reduction)
{
    return reduction != NULL ? reduction->kernel->fold.count : 0;
}

cujit_dtype cujit_reduction_result_dtype(const cujit_reduction *reduction, size_t k)
{
    return k < cujit_reduction_result_count(reduction) ? reduction->kernel->fold.folds[k].out.dtype : CUJIT_DTYPE_NONE;
}
