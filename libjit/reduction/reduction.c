/*
 * reduction.c: the public functions of reductions, and launches over whole dense arrays.
 *
 * A call with arguments checked goes one of two ways: as a prepared launch where the arrays lie in memory side by side
 * and all goes into one result, else along axes (reduction_views.c).
 */
#include "libjit/reduction/reduction.h"

#include "libjit/kernel/range.h"
#include "libjit/reduction/fold_views.h"
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
    if (grid.grid[0] > 1 && (status = cj_workspace_get(kernel->core.context, grid.grid[0] * kernel->value_size, stream,
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
    if (options == NULL || (options->range == NULL && options->slice == NULL))
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

    if (selected->n == 0 && (status = no_elements(kernel, error)) != CUJIT_OK)
        return status;
    variant = cj_reduction_choose(kernel, selected, values);
    return cj_reduction_launch_variant(kernel, &variant, selected, values, results, stream, error);
}

/* ---- Results ----------------------------------------------------------------------------------------------------- */

/* The outputs of a call: the caller's, or new ones. */
typedef struct outputs {
    cujit_array *of[CUJIT_REDUCTION_MAX_RESULTS];
    bool ours;
} outputs;

static void clear_outputs(const cj_fold_kernel *kernel, outputs *outs)
{
    for (size_t k = 0; outs->ours && k < kernel->fold.count; k++)
        cujit_array_free(outs->of[k]);
}

/* Two outputs without gaps meet where their memory does; others may lie between each other. */
static bool overlap(const cujit_array *a, const cujit_array *b)
{
    const char *of_a = a->data, *of_b = b->data;

    return of_a == of_b ? a->size > 0
                        : a->c_order && b->c_order && of_a < of_b + b->size * b->item_size &&
                              of_b < of_a + a->size * a->item_size;
}

static cujit_status check_overlap(const cj_fold_kernel *kernel, cujit_array *const *outs, size_t k, cujit_error *error)
{
    for (size_t earlier = 0; earlier < k; earlier++) {
        if (overlap(outs[k], outs[earlier]))
            return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT,
                                "%s: %s overlaps %s; each result needs an output of its own", kernel->fold.text.name,
                                cj_fold_output_name(k), cj_fold_output_name(earlier));
    }
    return CUJIT_OK;
}

static cujit_status take_outputs(const cj_call *call, const cujit_reduction_options *options, int ndim,
                                 const size_t *shape, outputs *outs, cujit_error *error)
{
    const cj_fold_kernel *kernel = cj_fold_of(call);
    cujit_status status = CUJIT_OK;

    *outs = (outputs){.ours = options == NULL || options->out == NULL};
    for (size_t k = 0; k < kernel->fold.count && status == CUJIT_OK; k++) {
        if (!outs->ours)
            outs->of[k] = options->out[k];
        status = cj_fold_call_take_output(call, k, cj_fold_output_name(k), outs->ours, ndim, shape, &outs->of[k],
                                          error);
        if (status == CUJIT_OK && !outs->ours)
            status = check_overlap(kernel, outs->of, k, error);
    }
    if (status != CUJIT_OK)
        clear_outputs(kernel, outs);
    return status;
}

/* ---- Checked calls ----------------------------------------------------------------------------------------------- */

typedef struct run {
    cj_call *call;
    const cujit_reduction_options *options;
    cj_selection selected; /* of a call without axes */
    bool flat;
    outputs outs;
} run;

static cujit_status launch_run(void *user, cujit_error *error)
{
    run *what = user;
    void *results[CUJIT_REDUCTION_MAX_RESULTS];

    if (!what->flat)
        return cj_reduction_views_run(what->call, what->options, &what->selected, what->outs.of, error);
    for (size_t k = 0; k < cj_fold_of(what->call)->fold.count; k++)
        results[k] = what->outs.of[k]->data;
    return launch_flat(cj_fold_of(what->call), &what->selected, (void *const *)what->call->values, results,
                       what->call->stream, error);
}

static cujit_status take_subset(const cj_fold_kernel *kernel, const cujit_array *subset, cj_selection *out,
                                cujit_error *error)
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
    *out = (cj_selection){
        .n = subset->size,
        .subset = subset->data,
        .index = subset->dtype,
        .flags = CJ_VARIANT_SUBSET,
    };
    return CUJIT_OK;
}

/* What a call without axes, over n elements, goes over. */
static cujit_status select_elements(run *what, size_t n, cujit_error *error)
{
    const cujit_reduction_options *options = what->options;
    const cj_fold_kernel *kernel = cj_fold_of(what->call);
    bool subset = options != NULL && options->subset != NULL;
    cujit_status status = subset ? take_subset(kernel, options->subset, &what->selected, error)
                                 : take_range(options, n, &what->selected, error);

    if (status != CUJIT_OK || what->selected.n > 0)
        return status;
    return no_elements(kernel, error);
}

static bool is_partial(const cujit_reduction_options *options)
{
    return options != NULL && (options->range != NULL || options->slice != NULL || options->subset != NULL);
}

static cujit_status check_options(const cj_fold_kernel *kernel, const cujit_reduction_options *options,
                                  cujit_error *error)
{
    if (options == NULL)
        return CUJIT_OK;
    if (options->axes == NULL && options->axis_count != 0)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "%s: axis_count is %d, but axes is NULL",
                            kernel->fold.text.name, options->axis_count);
    if (is_partial(options) && (options->axes != NULL || options->keepdims != 0))
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT,
                            "%s: axes and keepdims do not go together with a range, slice or subset",
                            kernel->fold.text.name);
    if (options->subset != NULL && (options->range != NULL || options->slice != NULL))
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "%s: a subset and a range or slice are given",
                            kernel->fold.text.name);
    return CUJIT_OK;
}

/* No elements at all, of which each result gets none; or there are no results either. */
static bool is_empty(const cj_call *call)
{
    bool empty = false;

    for (size_t at = 0; at < call->count; at++)
        empty |= call->sizes[call->parameters[at]] == 0;
    return empty;
}

/* The shape of the results; of a range or subset, the arrays' common shape. */
static cujit_status find_shape(run *what, int *ndim, size_t *shape, cujit_error *error)
{
    static const int none;
    const cujit_reduction_options *options = what->options;
    const int *axes = is_partial(options) ? &none : options != NULL ? options->axes : NULL;
    cujit_status status = cj_fold_call_operands(what->call, error);

    if (status != CUJIT_OK)
        return status;
    return cj_fold_result_shape(what->call->operands, what->call->count, axes,
                                options != NULL ? options->axis_count : 0, options != NULL && options->keepdims != 0,
                                ndim, shape, error);
}

static size_t count_elements(int ndim, const size_t *shape)
{
    size_t n = 1;

    for (int k = 0; k < ndim; k++)
        n *= shape[k];
    return n;
}

/* Where all goes into one result: how many elements there are, and whether they are to be taken as they lie in memory
 * (flat). Otherwise the shape of the results. */
static cujit_status find_elements(run *what, size_t *n, int *ndim, size_t *shape, cujit_error *error)
{
    const cujit_reduction_options *options = what->options;
    bool whole = options == NULL || (options->axes == NULL && options->keepdims == 0);
    unsigned order = whole && !what->call->counted ? cj_call_find_order(what->call) : 0;
    cujit_status status;

    *n = what->call->counted ? what->call->n : what->call->sizes[cj_fold_of(what->call)->core.sizes.leader];
    if (what->call->counted && !whole)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "%s: axes and keepdims do not go together with n",
                            cj_fold_of(what->call)->fold.text.name);
    /* What a range or subset names it names in C order. */
    what->flat = what->call->counted ||
                 (cj_fold_call_is_flat(what->call, order) && (!is_partial(options) || (order & CJ_CALL_LISTS) != 0));
    if (what->flat) /* tables are dense */
        return what->call->counted ? cj_fold_call_operands(what->call, error) : CUJIT_OK;
    status = find_shape(what, ndim, shape, error);
    if (status == CUJIT_OK) {
        *n = count_elements(*ndim, shape);
        return CUJIT_OK;
    }
    /* Shapes that do not go together may still be lists of one length. */
    if (status != CUJIT_ERROR_ARGUMENT_SIZE || (order & CJ_CALL_LISTS) == 0)
        return status;
    cujit_error_clear(error);
    what->flat = true;
    return CUJIT_OK;
}

static cujit_status prepare(run *what, cujit_error *error)
{
    const cujit_reduction_options *options = what->options;
    const cj_fold_kernel *kernel = cj_fold_of(what->call);
    size_t shape[CJ_MAX_AXES], n;
    cujit_status status;
    int ndim = 0;

    if ((status = check_options(kernel, options, error)) != CUJIT_OK ||
        (status = cj_fold_call_take_count(what->call, options != NULL ? options->n : NULL, error)) != CUJIT_OK ||
        (status = find_elements(what, &n, &ndim, shape, error)) != CUJIT_OK)
        return status;
    if (what->flat || is_partial(options)) {
        status = select_elements(what, n, error);
        ndim = 0;
    } else if (n > 0 && is_empty(what->call)) {
        status = no_elements(kernel, error);
    }
    return status == CUJIT_OK ? take_outputs(what->call, options, ndim, shape, &what->outs, error) : status;
}

cujit_status cujit_reduction_run(const cujit_reduction *reduction, const cujit_reduction_options *options,
                                 cujit_args args, cujit_array **results, cujit_error *error)
{
    cj_call call;
    run what = {.call = &call, .options = options};
    cujit_status status;

    if (reduction == NULL)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "cujit_reduction_run: reduction is NULL");
    if (results == NULL && (options == NULL || options->out == NULL))
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT,
                            "cujit_reduction_run: results is NULL, and the options have no `out`");
    if ((status = cj_call_bind(&reduction->kernel->core, &args, options != NULL ? options->stream : NULL, &call,
                               error)) != CUJIT_OK ||
        (status = prepare(&what, error)) != CUJIT_OK)
        return status;
    status = cj_call_with_buffers(&call, &args, launch_run, &what, error);
    if (status != CUJIT_OK)
        clear_outputs(cj_fold_of(&call), &what.outs);
    for (size_t k = 0; status == CUJIT_OK && what.outs.ours && k < cj_fold_of(&call)->fold.count; k++)
        results[k] = what.outs.of[k];
    return status;
}

cujit_status cujit_reduction_launch_prepared(const cujit_reduction *reduction, const cujit_reduction_options *options,
                                             size_t n, void *const *values, void *const *results, cujit_error *error)
{
    cj_selection selected;
    cujit_status status;

    if (reduction == NULL)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "cujit_reduction_launch_prepared: reduction is NULL");
    if ((status = cj_fold_check_prepared(reduction->kernel, n, error)) != CUJIT_OK ||
        (status = take_range(options, n, &selected, error)) != CUJIT_OK)
        return status;
    return launch_flat(reduction->kernel, &selected, values, results, options != NULL ? options->stream : NULL, error);
}

/* ---- Making and looking ------------------------------------------------------------------------------------------ */

/* A spec's own fold is like those of `more`; *spec borrows it from `first`. */
static cujit_status take_spec(const char *function, const cujit_context *context, const cujit_reduction_spec *given,
                              const void *out, cujit_reduction_result *first, cj_fold_spec *spec, cujit_error *error)
{
    cujit_status status = cj_context_check_spec(function, context, given, out, error);

    if (status != CUJIT_OK)
        return status;
    if (given->more_count > CUJIT_REDUCTION_MAX_RESULTS - 1)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "%s: more_count is %zu; expected at most %d", function,
                            given->more_count, CUJIT_REDUCTION_MAX_RESULTS - 1);
    if (given->more_count > 0 && given->more == NULL)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "%s: more_count is %zu, but more is NULL", function,
                            given->more_count);
    *first = (cujit_reduction_result){given->out_type,    given->neutral, given->reduce,  given->map,
                                      given->accumulator, given->post,    given->nonempty};
    *spec = (cj_fold_spec){
        .arguments = given->arguments,
        .name = given->name,
        .preamble = given->preamble,
        .types = given->types,
        .options = given->options,
        .folds = {first},
        .count = 1 + given->more_count,
    };
    for (size_t k = 0; k < given->more_count; k++)
        spec->folds[k + 1] = &given->more[k];
    return CUJIT_OK;
}

cujit_status cujit_reduction_create(cujit_context *context, const cujit_reduction_spec *given,
                                    cujit_reduction **reduction, cujit_error *error)
{
    cujit_reduction_result first;
    cj_fold_spec spec;
    cj_core_handle *handle;
    cujit_status status = take_spec("cujit_reduction_create", context, given, reduction, &first, &spec, error);

    if (status == CUJIT_OK &&
        (status = cj_core_open(context, &cj_fold_family, &spec, false, &handle, error)) == CUJIT_OK)
        *reduction = (cujit_reduction *)handle;
    return status;
}

void cujit_reduction_free(cujit_reduction *reduction)
{
    cj_core_close((cj_core_handle *)reduction);
}

cujit_status cujit_reduction_render(cujit_context *context, const cujit_reduction_spec *given, char **source,
                                    cujit_error *error)
{
    cujit_reduction_result first;
    cj_fold_spec spec;
    cujit_status status = take_spec("cujit_reduction_render", context, given, source, &first, &spec, error);

    return status == CUJIT_OK ? cj_core_render(context, &cj_fold_family, &spec, source, error) : status;
}

size_t cujit_reduction_parameter_count(const cujit_reduction *reduction)
{
    return cj_core_parameter_count((const cj_core_handle *)reduction);
}

const cujit_parameter *cujit_reduction_get_parameter(const cujit_reduction *reduction, size_t k)
{
    return cj_core_parameter((const cj_core_handle *)reduction, k);
}

size_t cujit_reduction_result_count(const cujit_reduction *reduction)
{
    return reduction != NULL ? reduction->kernel->fold.count : 0;
}

cujit_dtype cujit_reduction_result_dtype(const cujit_reduction *reduction, size_t k)
{
    return k < cujit_reduction_result_count(reduction) ? reduction->kernel->fold.folds[k].out.dtype : CUJIT_DTYPE_NONE;
}

void cujit_reduction_get_report(const cujit_reduction *reduction, cujit_report *report)
{
    cj_core_report((const cj_core_handle *)reduction, report);
}
