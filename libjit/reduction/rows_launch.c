/*
 * rows_launch.c: what a launch of a kernel of rows goes over, the struct of numbers that tells the kernel where
 * everything lies, and launching it.
 *
 * All of a launch lives on the stack; the only lock is that of building a variant for the first time.
 */
#include "libjit/kernel/layout.h"
#include "libjit/kernel/tiling.h"
#include "libjit/reduction/rows.h"

#include <string.h>

/* ---- Where memory lies ------------------------------------------------------------------------------------------- */

static bool is_same_row(const cj_rows_views *views, size_t a, size_t b)
{
    return memcmp(views->kept[a], views->kept[b], (size_t)views->loop.kept.ndim * sizeof(int64_t)) == 0 &&
           memcmp(views->folded[a], views->folded[b], (size_t)views->loop.folded.ndim * sizeof(int64_t)) == 0;
}

/* May two arrays that overlap be read and written in one go: are they the same, element for element? */
static bool may_share(const cj_rows_views *views, size_t w, size_t r)
{
    const cj_call *call = views->call;
    const cj_kernel_text *text = call->core->text;
    const size_t row = cj_call_row(call, w), other = cj_call_row(call, r);
    const unsigned roles = CJ_ROLE_INDEXED | CJ_ROLE_ROW;

    return (text->roles[w] & roles) != 0 && (text->roles[w] & roles) == (text->roles[r] & roles) &&
           cj_pointer_value(cj_call_values(call), w) == cj_pointer_value(cj_call_values(call), r) &&
           call->operands[row].item_size == call->operands[other].item_size && is_same_row(views, row, other) &&
           ((text->roles[w] & CJ_ROLE_ROW) != 0 || cj_accesses_may_share(&text->accesses, w, r));
}

static cujit_status check_overlap(const cj_rows_views *views, cujit_error *error)
{
    const cj_kernel_text *text = views->call->core->text;
    const cj_signature *signature = &text->signature;
    uintptr_t low, high, begin, end;

    for (size_t w = 0; w < signature->count; w++) {
        if (!signature->parameters[w].pointer || !text->accesses.of[w].written)
            continue;
        cj_call_extent(views->call, w, &low, &high);
        for (size_t r = 0; r < signature->count && low < high; r++) {
            if (r == w || !signature->parameters[r].pointer)
                continue;
            cj_call_extent(views->call, r, &begin, &end);
            if (begin < end && low < end && begin < high && !may_share(views, w, r))
                return cj_error_set(
                    error, CUJIT_ERROR_INVALID_ARGUMENT,
                    "%s: argument %zu (%s), which is written, overlaps argument %zu (%s) otherwise than "
                    "element for element",
                    text->name, w + 1, signature->parameters[w].name, r + 1, signature->parameters[r].name);
        }
    }
    return CUJIT_OK;
}

/* Of the arrays that have an element for each, or share one. */
static int count_axes(const cj_call *call)
{
    int most = 0;

    for (size_t k = 0; k < call->count; k++) {
        if (!cj_rows_has(cj_fold_of(call), call->parameters[k], CJ_ROLE_ROW) && call->operands[k].ndim > most)
            most = call->operands[k].ndim;
    }
    return most;
}

/* What has an element for each row does so for all of them, if it is written; and w[j] has the axes of a row. */
static cujit_status check_shapes(const cj_rows_views *views, int row_axes, cujit_error *error)
{
    const cj_call *call = views->call;
    const cj_fold_kernel *kernel = cj_fold_of(call);
    const cj_loop *kept = &views->loop.kept;
    char expected[CJ_SHOWN], got[CJ_SHOWN];

    for (size_t at = 0; at < call->count; at++) {
        const cj_operand *operand = &call->operands[at];
        const size_t k = call->parameters[at];

        if (cj_rows_has(kernel, k, CJ_ROLE_PLACE) && operand->ndim > row_axes)
            return cj_error_set(error, CUJIT_ERROR_ARGUMENT_SIZE,
                                "argument %zu (%s) is used as %s[j]: it must have the axes of a row, at most %d, got "
                                "shape %s",
                                k + 1, operand->name, operand->name, row_axes,
                                cj_shape_show(got, operand->ndim, operand->shape));
        if (cj_rows_has(kernel, k, CJ_ROLE_ROW) && kernel->fold.text.accesses.of[k].written &&
            (operand->ndim != views->loop.whole.full_ndim ||
             memcmp(operand->shape, kept->full, (size_t)kept->full_ndim * sizeof *kept->full) != 0))
            return cj_error_set(error, CUJIT_ERROR_ARGUMENT_SIZE,
                                "argument %zu (%s) is written as %s[row]: it must have shape %s, got %s", k + 1,
                                operand->name, operand->name, cj_shape_show(expected, kept->full_ndim, kept->full),
                                cj_shape_show(got, operand->ndim - row_axes, operand->shape));
    }
    return CUJIT_OK;
}

/* Rows without elements: finish needs to know where those arrays lie that have one for each row. As if rows had one
 * element, which no kernel reads. */
static cujit_status find_empty(cj_fold_question question, cj_rows_views *views, cujit_error *error)
{
    cj_operand operands[CJ_MAX_PARAMETERS];
    size_t shapes[CJ_MAX_PARAMETERS][CJ_MAX_AXES];
    cujit_status status;

    for (size_t k = 0; k < question.input_count; k++) {
        operands[k] = question.inputs[k];
        for (int j = 0; j < operands[k].ndim; j++)
            shapes[k][j] = operands[k].shape[j] > 0 ? operands[k].shape[j] : 1;
        operands[k].shape = shapes[k];
        operands[k].written = false;
    }
    question.inputs = operands;
    status = cj_fold_loop_find(&question, &views->loop, views->kept, views->folded, error);
    views->loop.folded.size = 0;
    return status;
}

cujit_status cj_rows_views_find(cj_call *call, int row_axes, cj_rows_views *views, cujit_error *error)
{
    const cj_fold_kernel *kernel = cj_fold_of(call);
    const bool index = kernel->fold.text.needs_index;
    int axes[CJ_MAX_AXES], ndim = count_axes(call);
    cj_fold_question question = {
        .inputs = call->operands,
        .input_count = call->count,
        .axes = axes,
        .axis_count = row_axes,
        .flags = (kernel->ordered ? CJ_FOLD_ORDERED : 0u) | (index || kernel->fold.uses_row ? CJ_FOLD_INDEX : 0u) |
                 (index || kernel->fold.uses_place ? CJ_FOLD_PLACE | CJ_FOLD_ORDERED : 0u),
    };
    cujit_status status;

    views->call = call;
    if (row_axes < 1 || row_axes > ndim)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT,
                            "%s: row_axes is %d; expected 1 to %d, the axes that the arrays have together",
                            kernel->fold.text.name, row_axes, ndim);
    for (int k = 0; k < row_axes; k++)
        axes[k] = -1 - k;
    if ((status = cj_fold_loop_find(&question, &views->loop, views->kept, views->folded, error)) != CUJIT_OK ||
        (status = cj_call_check_pointers(call, views->loop.whole.size, false, error)) != CUJIT_OK ||
        (status = check_shapes(views, row_axes, error)) != CUJIT_OK)
        return status;
    if (views->loop.folded.size == 0 && views->loop.kept.size > 0 &&
        (status = find_empty(question, views, error)) != CUJIT_OK)
        return status;
    return check_overlap(views, error);
}

/* ---- The numbers of a launch ------------------------------------------------------------------------------------- */

enum { MAX_NUMBERS = 3 + 7 * CJ_MAX_AXES + CJ_MAX_PARAMETERS * 2 * CJ_MAX_AXES };

static void count(const cj_loop *loop, int rank, uint64_t *out)
{
    for (int j = 0; j < rank; j++)
        out[j] = j < loop->ndim && loop->lengths[j] > 0 ? loop->lengths[j] : 1;
}

static void list_row(const int64_t *strides, int ndim, int rank, const char *name, const char *array, cj_layout *out)
{
    uint64_t row[CJ_MAX_AXES];

    for (int j = 0; j < rank; j++)
        row[j] = j < ndim ? (uint64_t)strides[j] : 0;
    cj_layout_row(out, name, array, row, rank);
}

/* What a step along each kept axis adds to the row's number: rows come in C order, so that i does so `length` times. */
static void list_numbers(const cj_rows_views *views, const cj_variant *variant, cj_layout *out)
{
    const size_t at = (views->call != NULL ? views->call->count : 0) + CJ_FOLD_ROW_INDEX;
    const int64_t length = views->loop.folded.size > 0 ? (int64_t)views->loop.folded.size : 1;
    int64_t steps[CJ_MAX_AXES];

    for (int j = 0; j < views->loop.kept.ndim; j++)
        steps[j] = views->kept[at][j] / length;
    cj_layout_line(out);
    list_row(steps, views->loop.kept.ndim, variant->kept, "cujit_row", "", out);
}

static void list_operands(const cj_fold_kernel *kernel, const cj_rows_views *views, const cj_variant *variant,
                          cj_layout *out)
{
    for (size_t k = 0; k < kernel->fold.text.signature.count; k++) {
        const char *name = kernel->fold.text.signature.parameters[k].name;
        const size_t at = views->call != NULL ? cj_call_row(views->call, k) : 0;

        if (!cj_rows_has(kernel, k, CJ_ROWS_OPERAND) || cj_rows_is_chunked(kernel, variant, k))
            continue;
        cj_layout_line(out);
        if (!cj_rows_has(kernel, k, CJ_ROLE_PLACE))
            list_row(views->kept[at], views->loop.kept.ndim, variant->kept, "cujit_kept_strides_", name, out);
        if ((variant->transposed >> k & 1) != 0)
            list_row(views->folded[at], views->loop.folded.ndim, variant->folded, "cujit_folded_strides_", name, out);
    }
}

/* `share`: rows that a block of one thread takes. */
static void list_members(const cj_fold_kernel *kernel, const cj_rows_views *views, const cj_variant *variant,
                         uint64_t share, cj_layout *out)
{
    uint64_t lengths[CJ_MAX_AXES];

    cj_layout_line(out);
    cj_layout_number(out, "cujit_rows", "", views->loop.kept.size);
    cj_layout_number(out, "cujit_units", "", views->loop.folded.size / variant->width);
    if (variant->form == CJ_FOLD_LINES)
        cj_layout_number(out, "cujit_share", "", share);
    cj_layout_line(out);
    count(&views->loop.kept, variant->kept, lengths);
    cj_layout_counts(out, "cujit_kept", "cujit_kept_magic", "cujit_kept_shift", lengths, variant->kept);
    if (variant->folded > 1) {
        cj_layout_line(out);
        count(&views->loop.folded, variant->folded, lengths);
        cj_layout_counts(out, "cujit_folded", "cujit_folded_magic", "cujit_folded_shift", lengths, variant->folded);
    }
    if (kernel->fold.uses_row || kernel->fold.text.needs_index)
        list_numbers(views, variant, out);
    list_operands(kernel, views, variant, out);
    cj_layout_end(out);
}

void cj_rows_layout(const cj_fold_kernel *kernel, cj_source *source)
{
    static cj_rows_views nothing;
    cj_layout layout = {.source = source, .wide = (source->variant->flags & CJ_VARIANT_WIDE) != 0};

    list_members(kernel, &nothing, source->variant, 0, &layout);
}

/* ---- Launching --------------------------------------------------------------------------------------------------- */

/* On the host: as many pieces as keep all processors busy, of whole rows. */
static uint64_t share_rows(const cj_device *device, const cj_fold_loop *loop)
{
    const uint64_t elements = loop->whole.size / device->grain + 1;
    uint64_t pieces = elements < device->max_blocks ? elements : device->max_blocks;

    pieces = pieces < loop->kept.size ? pieces : loop->kept.size;
    return (loop->kept.size + pieces - 1) / pieces;
}

static cj_grid find_grid(const cj_variant *variant, uint64_t rows, uint64_t share)
{
    const uint64_t a_block = variant->form == CJ_FOLD_LINES
                                 ? share
                                 : (uint64_t)variant->block / variant->lanes * variant->index;
    const uint64_t blocks = (rows + a_block - 1) / a_block * variant->rank;

    return (cj_grid){
        .grid = {blocks < CJ_MAX_BLOCKS ? (unsigned)blocks : 0, 1, 1},
        .block = {variant->block, 1, 1},
    };
}

cujit_status cj_rows_launch(const cj_rows_views *views, const cj_variant *variant, cujit_error *error)
{
    const cj_call *call = views->call;
    const cj_fold_kernel *kernel = cj_fold_of(call);
    const long long n = (long long)views->loop.folded.size;
    const uint64_t share = variant->form == CJ_FOLD_LINES ? share_rows(kernel->core.context->device, &views->loop) : 0;
    const cj_grid grid = find_grid(variant, views->loop.kept.size, share);
    const cj_built *built;
    cujit_status status;
    uint64_t numbers[MAX_NUMBERS];
    cj_layout layout = {.numbers = numbers, .wide = (variant->flags & CJ_VARIANT_WIDE) != 0};
    const void *const own[] = {&n, numbers};

    if (grid.grid[0] == 0)
        return cj_error_set(error, CUJIT_ERROR_UNSUPPORTED, "%s: %llu rows are more than one launch can have",
                            kernel->fold.text.name, (unsigned long long)views->loop.kept.size);
    if ((status = cj_core_build(&kernel->core, variant, &built, error)) != CUJIT_OK)
        return status;
    list_members(kernel, views, variant, share, &layout);
    return cj_core_launch(&kernel->core, built, &grid, cj_call_values(call), own, 2, call->stream, error);
}

/* Of rows without elements: what a stage begins with must be known. */
static cujit_status check_empty(const cj_fold_kernel *kernel, cujit_error *error)
{
    for (size_t k = 0; k < kernel->fold.count; k++) {
        if (kernel->fold.folds[k].texts.neutral == NULL)
            return cj_error_set(error, CUJIT_ERROR_ARGUMENT_SIZE,
                                "%s: rows have no elements, and the stage \"%s\" no neutral to give for none",
                                kernel->fold.text.name, kernel->fold.spec.stages[k]);
    }
    return CUJIT_OK;
}

cujit_status cj_rows_run(cj_call *call, int row_axes, cujit_error *error)
{
    const cj_fold_kernel *kernel = cj_fold_of(call);
    cj_rows_views views;
    cj_variant variant;
    cujit_status status = cj_rows_views_find(call, row_axes, &views, error);

    if (status != CUJIT_OK || views.loop.kept.size == 0 ||
        (views.loop.folded.size == 0 && kernel->fold.spec.finish == NULL))
        return status;
    if (views.loop.folded.size == 0 && (status = check_empty(kernel, error)) != CUJIT_OK)
        return status;
    variant = cj_rows_choose(&views);
    return cj_rows_launch(&views, &variant, error);
}
