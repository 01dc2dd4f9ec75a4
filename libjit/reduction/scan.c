/*
 * scan.c: the public functions of scans.
 *
 * A call with arguments checked goes as a prepared launch where the arrays lie in memory side by side and are one
 * sequence, else line by line.
 */
#include "libjit/reduction/scan.h"

#include "libjit/base/sized.h"

/* ---- Calls ------------------------------------------------------------------------------------------------------- */

static inline cujit_status launch_flat(const cj_fold_kernel *kernel, size_t n, void *const *values, void *out,
                                       void *stream, cujit_error *error)
{
    cj_variant variant;

    if (n == 0)
        return CUJIT_OK;
    variant = cj_scan_choose(kernel, n, values, out);
    return cj_scan_launch_flat(kernel, &variant, n, values, out, stream, error);
}

cujit_status cujit_scan_launch_prepared_sized(const cujit_scan *scan, const cujit_scan_options *given, size_t size,
                                              size_t n, void *const *values, void *out, cujit_error *error)
{
    static const char function[] = "cujit_scan_launch_prepared";
    cujit_scan_options options;
    cujit_status status = cj_widen(function, &options, sizeof options, given, size, error);

    if (status != CUJIT_OK)
        return status;
    if (scan == NULL)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "%s: scan is NULL", function);
    if ((status = cj_fold_check_prepared(scan->kernel, n, error)) != CUJIT_OK)
        return status;
    return launch_flat(scan->kernel, n, values, out, options.stream, error);
}

/* ---- Checked calls ----------------------------------------------------------------------------------------------- */

typedef struct run {
    cj_call *call;
    const cujit_scan_options *options;
    cujit_array *out;
    bool ours; /* the output is new */
} run;

/* The common shape, and an output of it. */
static cujit_status take_out(run *what, cujit_error *error)
{
    static const int none;
    size_t shape[CJ_MAX_AXES];
    cujit_status status;
    int ndim;

    if ((status = cj_fold_call_operands(what->call, error)) != CUJIT_OK ||
        (status = cj_fold_result_shape(what->call->operands, what->call->count, &none, 0, false, &ndim, shape, error)))
        return status;
    if (what->call->counted) {
        ndim = 1;
        shape[0] = what->call->n;
    }
    what->out = what->options->out;
    what->ours = what->out == NULL;
    return cj_fold_call_take_output(what->call, 0, what->ours, ndim, shape, &what->out, error);
}

/* One dense sequence in memory, for every array that may be a view. */
static bool is_one_sequence(const cj_fold_views *views)
{
    const cj_fold_loop *loop = &views->loop;

    if (loop->kept.ndim > 0 || loop->folded.ndim > 1)
        return false;
    for (size_t at = 0; at < views->count && loop->folded.ndim == 1; at++) {
        if (cj_fold_call_is_view(views->call, at) &&
            views->folded[at][0] != (int64_t)views->call->operands[at].item_size)
            return false;
    }
    return loop->folded.ndim == 0 ||
           views->folded[views->count][0] == (int64_t)views->call->operands[views->count].item_size;
}

static cujit_status launch_run(void *user, cujit_error *error)
{
    const run *what = user;
    const cujit_scan_options *options = what->options;
    cj_call *call = what->call;
    cj_fold_views views;
    cj_variant variant;
    cujit_status status;

    if (options->axes != NULL && options->axis_count != 1)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT,
                            "axis_count is %d; expected 1, the axis that the scan goes along", options->axis_count);
    status = cj_fold_views_find(call, &what->out, options->axes, options->axis_count, NULL, false, &views, error);
    if (status != CUJIT_OK || views.loop.whole.size == 0)
        return status;
    if (is_one_sequence(&views))
        return launch_flat(cj_fold_of(call), (size_t)views.loop.whole.size, cj_call_values(call), what->out->data,
                           call->stream, error);
    variant = cj_scan_views_choose(&views);
    return cj_scan_views_launch(&views, &variant, error);
}

/* Most calls: one sequence of dense arrays into another one. */
static bool is_simple(const run *what, size_t *n)
{
    const cujit_array *out = what->options->out, *in;
    const cj_fold_kernel *kernel = cj_fold_of(what->call);

    if (out == NULL || what->options->axes != NULL || what->options->axis_count != 0 || what->call->counted ||
        !out->c_order || what->call->buffers || out->dtype != kernel->fold.folds[0].out.dtype ||
        !cj_argument_same_memory(kernel->core.context, out) ||
        !cj_fold_call_is_flat(what->call, cj_call_find_order(what->call)))
        return false;
    *n = what->call->sizes[kernel->core.leader];
    if (out->size != *n)
        return false;
    in = what->call->arrays[kernel->core.leader];
    if (in == NULL ? out->ndim != 1 : !cj_array_same_shape(in, out))
        return false;
    for (size_t k = 0; k < kernel->fold.text.signature.count; k++) {
        const cj_parameter *parameter = &kernel->fold.text.signature.parameters[k];
        uintptr_t begin = parameter->pointer ? cj_pointer_value(cj_call_values(what->call), k) : 0;
        bool same = begin == (uintptr_t)out->data && parameter->size == out->item_size &&
                    cj_fold_can_view(&kernel->fold, k);

        if (parameter->pointer && !same && begin < (uintptr_t)out->data + *n * out->item_size &&
            (uintptr_t)out->data < begin + what->call->sizes[k] * parameter->size)
            return false;
    }
    return true;
}

cujit_status cujit_scan_run_sized(const cujit_scan *scan, const cujit_scan_options *given, size_t size,
                                  const cujit_arg *items, size_t count, cujit_array **result, cujit_error *error)
{
    const cujit_args args = {items, count};
    cujit_scan_options options;
    cj_call call;
    run what = {.call = &call, .options = &options};
    cujit_status status = cj_widen("cujit_scan_run", &options, sizeof options, given, size, error);
    size_t n;

    if (status != CUJIT_OK)
        return status;
    if (scan == NULL)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "cujit_scan_run: scan is NULL");
    if (result == NULL && options.out == NULL)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT,
                            "cujit_scan_run: result is NULL, and the options have no `out`");
    if ((status = cj_call_bind(&scan->kernel->core, &args, options.stream, &call, error)) != CUJIT_OK ||
        (status = cj_fold_call_take_count(&call, options.n, error)) != CUJIT_OK)
        return status;
    if (options.out != NULL)
        cj_array_use(scan->kernel->core.context, options.out, options.stream);
    if (is_simple(&what, &n))
        return launch_flat(cj_fold_of(&call), n, cj_call_values(&call), options.out->data, call.stream, error);
    if ((status = take_out(&what, error)) != CUJIT_OK)
        return status;
    status = cj_call_with_buffers(&call, &args, launch_run, &what, error);
    if (what.ours && status != CUJIT_OK)
        cujit_array_free(what.out);
    else if (what.ours)
        *result = what.out;
    return status;
}

/* ---- Making and looking ------------------------------------------------------------------------------------------ */

/* *spec borrows `fold`. */
static cujit_status take_spec(const char *function, const cujit_context *context, const cujit_scan_spec *users,
                              size_t size, const void *out, cujit_reduction_result *fold, cj_fold_spec *spec,
                              cujit_error *error)
{
    cujit_scan_spec given;
    cujit_status status = cj_context_take_spec(function, context, users, size, out, &given, sizeof given, error);

    if (status != CUJIT_OK)
        return status;
    *fold = (cujit_reduction_result){
        given.out_type, given.neutral, given.reduce, given.map, given.accumulator, given.post, 0};
    *spec = (cj_fold_spec){
        .arguments = given.arguments,
        .name = given.name,
        .preamble = given.preamble,
        .types = given.types,
        .options = given.options,
        .folds = {fold},
        .count = 1,
        .segment = given.segment,
        .scan = true,
        .exclusive = given.exclusive != 0,
        .reverse = given.reverse != 0,
    };
    return CUJIT_OK;
}

CJ_FOLD_PUBLIC(cujit_scan, 1)
CJ_CORE_PUBLIC(cujit_scan)
CJ_CREATION_TAKE(scan)
