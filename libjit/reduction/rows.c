/*
 * rows.c: the public functions of kernels of rows: making them, and calls with arguments checked or prepared.
 */
#include "libjit/reduction/rows.h"

#include "libjit/base/sized.h"

/* ---- Checked calls ----------------------------------------------------------------------------------------------- */

typedef struct run {
    cj_call *call;
    int row_axes;
} run;

/* What has one element a row gets the axes of a row, 1 long, behind those it has. */
static cujit_status extend_row(cj_operand *operand, int row_axes, size_t *shape, ptrdiff_t *strides, cujit_error *error)
{
    const int ndim = operand->ndim + row_axes;

    if (ndim > CJ_MAX_AXES)
        return cj_error_set(error, CUJIT_ERROR_ARGUMENT_SIZE,
                            "argument %zu (%s): with those of a row it has %d axes; "
                            "expected at most %d",
                            operand->number, operand->name, ndim, CJ_MAX_AXES);
    for (int j = 0; j < ndim; j++) {
        shape[j] = j < operand->ndim ? operand->shape[j] : 1;
        strides[j] = j < operand->ndim ? operand->strides[j] : 0;
    }
    operand->ndim = ndim;
    operand->shape = shape;
    operand->strides = strides;
    operand->written = false;
    return CUJIT_OK;
}

cujit_status cj_rows_operands(cj_call *call, int row_axes, cj_rows_room *room, cujit_error *error)
{
    cujit_status status = CUJIT_OK;

    cj_call_operands(call);
    for (size_t at = 0; at < call->count && status == CUJIT_OK; at++) {
        if (cj_rows_has(cj_fold_of(call), call->parameters[at], CJ_ROLE_ROW))
            status = extend_row(&call->operands[at], row_axes, room->shapes[at], room->strides[at], error);
    }
    return status;
}

static cujit_status launch_run(void *user, cujit_error *error)
{
    run *what = user;

    return cj_rows_run(what->call, what->row_axes, error);
}

cujit_status cujit_rows_run_sized(const cujit_rows *rows, const cujit_rows_options *given, size_t size,
                                  const cujit_arg *items, size_t count, cujit_error *error)
{
    const cujit_args args = {items, count};
    cujit_rows_options options;
    cj_rows_room room;
    cj_call call;
    run what = {.call = &call};
    cujit_status status = cj_widen("cujit_rows_run", &options, sizeof options, given, size, error);

    if (status != CUJIT_OK)
        return status;
    if (rows == NULL)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "cujit_rows_run: rows is NULL");
    what.row_axes = options.row_axes != 0 ? options.row_axes : 1;
    if ((status = cj_call_bind(&rows->kernel->core, &args, options.stream, &call, error)) != CUJIT_OK)
        return status;
    if (what.row_axes < 0 || what.row_axes > CJ_MAX_AXES)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "%s: row_axes is %d; expected 1 to %d, or 0 for one",
                            call.core->text->name, what.row_axes, CJ_MAX_AXES);
    if ((status = cj_rows_operands(&call, what.row_axes, &room, error)) != CUJIT_OK)
        return status;
    return cj_call_with_buffers(&call, &args, launch_run, &what, error);
}

/* ---- Prepared launches ------------------------------------------------------------------------------------------- */

/* Dense rows, as their number and length say. */
static void take_dense(const cj_fold_kernel *kernel, size_t row_count, size_t row_length, void *const *values,
                       cj_call *call, cj_rows_views *views)
{
    const cj_signature *signature = &kernel->fold.text.signature;
    size_t widest = 1;

    call->core = &kernel->core;
    call->count = 0;
    views->call = call;
    for (size_t k = 0; k < signature->count; k++) {
        const size_t size = signature->parameters[k].size, at = call->count;

        call->values[k] = values[k];
        if (!cj_rows_has(kernel, k, CJ_ROWS_OPERAND))
            continue;
        views->kept[at][0] = cj_rows_has(kernel, k, CJ_ROLE_INDEXED) ? (int64_t)(size * row_length)
                             : cj_rows_has(kernel, k, CJ_ROLE_ROW)   ? (int64_t)size
                                                                     : 0;
        views->folded[at][0] = cj_rows_has(kernel, k, CJ_ROLE_ROW) ? 0 : (int64_t)size;
        widest = size > widest ? size : widest;
        call->parameters[call->count++] = (unsigned char)k;
    }
    views->kept[call->count + CJ_FOLD_ROW_INDEX][0] = (int64_t)row_length;
    views->loop.whole.size = row_count * row_length;
    views->loop.whole.reach = (int64_t)((row_length > 0 ? views->loop.whole.size : row_count) * widest);
    views->loop.kept.ndim = views->loop.folded.ndim = 1;
    views->loop.kept.size = views->loop.kept.lengths[0] = row_count;
    views->loop.folded.size = views->loop.folded.lengths[0] = row_length;
}

cujit_status cujit_rows_launch_prepared_sized(const cujit_rows *rows, const cujit_rows_options *given, size_t size,
                                              size_t row_count, size_t row_length, void *const *values,
                                              cujit_error *error)
{
    static const char function[] = "cujit_rows_launch_prepared";
    cujit_rows_options options;
    const cj_fold_kernel *kernel;
    cj_rows_views views;
    cj_variant variant;
    cj_call call;
    size_t n;
    cujit_status status = cj_widen(function, &options, sizeof options, given, size, error);

    if (status != CUJIT_OK)
        return status;
    if (rows == NULL)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "%s: rows is NULL", function);
    kernel = rows->kernel;
    if (__builtin_mul_overflow(row_count, row_length, &n))
        n = SIZE_MAX;
    if ((status = cj_fold_check_prepared(kernel, n, error)) != CUJIT_OK || row_count == 0 ||
        (row_length == 0 && kernel->fold.spec.finish == NULL))
        return status;
    call.stream = options.stream;
    take_dense(kernel, row_count, row_length, values, &call, &views);
    variant = cj_rows_choose(&views);
    return cj_rows_launch(&views, &variant, error);
}

/* ---- Making and looking ------------------------------------------------------------------------------------------ */

/* *spec borrows the stages' texts from `stages`. */
static cujit_status take_spec(const char *function, const cujit_context *context, const cujit_rows_spec *users,
                              size_t size, const void *out, cujit_reduction_result *stages, cj_fold_spec *spec,
                              cujit_error *error)
{
    cujit_rows_spec given;
    cujit_status status = cj_context_take_spec(function, context, users, size, out, &given, sizeof given, error);

    if (status != CUJIT_OK)
        return status;
    if (given.stage_count < 1 || given.stage_count > CUJIT_ROWS_MAX_STAGES)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "%s: stage_count is %zu; expected 1 to %d", function,
                            given.stage_count, CUJIT_ROWS_MAX_STAGES);
    if (given.stages == NULL)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "%s: stage_count is %zu, but stages is NULL", function,
                            given.stage_count);
    *spec = (cj_fold_spec){
        .arguments = given.arguments,
        .name = given.name,
        .preamble = given.preamble,
        .types = given.types,
        .options = given.options,
        .count = given.stage_count,
        .rows = true,
        .operation = given.operation,
        .finish = given.finish,
    };
    for (size_t k = 0; k < given.stage_count; k++) {
        const cujit_rows_stage *stage = &given.stages[k];

        stages[k] = (cujit_reduction_result){
            stage->out_type, stage->neutral, stage->reduce, stage->map, stage->accumulator, stage->post, 0};
        spec->folds[k] = &stages[k];
        spec->stages[k] = stage->name;
    }
    return CUJIT_OK;
}

CJ_FOLD_PUBLIC(cujit_rows, CUJIT_ROWS_MAX_STAGES)
CJ_CORE_PUBLIC(cujit_rows)
CJ_CREATION_TAKE(rows)
