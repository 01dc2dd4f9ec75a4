/*
 * reduction_views.c: reductions along axes and over arrays of any strides: the loops (fold_views.c), and the struct
 * of numbers that tells the kernel where everything lies. Which variant it is, reduction_plan.c says.
 *
 * All of a call lives on the stack; the only locks are those of building a variant for the first time and of a stream's
 * first workspace.
 */
#include "libjit/reduction/reduction.h"

#include "libjit/kernel/layout.h"
#include "libjit/runtime/array.h"
#include "libjit/runtime/workspace.h"

/* ---- The numbers of a launch ------------------------------------------------------------------------------------- */

enum {
    MAX_NUMBERS = 10 + 10 * CJ_MAX_AXES + CJ_MAX_PARAMETERS * (2 * CJ_MAX_AXES + 1) +
                  CUJIT_REDUCTION_MAX_RESULTS * CJ_MAX_AXES,
};

/* How many are numbered along each axis. `unit`: of the last axis, rounded up or down. */
static void count(const cj_loop *loop, int rank, uint64_t unit, bool up, uint64_t *out)
{
    for (int j = 0; j < rank; j++) {
        out[j] = j < loop->ndim ? loop->lengths[j] : 1;
        if (j == rank - 1)
            out[j] = (out[j] + (up ? unit - 1 : 0)) / unit;
        out[j] = out[j] > 0 ? out[j] : 1;
    }
}

/* What a step along each axis of one of the loops adds; along the last folded one it is a unit. */
static void list_row(const cj_fold_views *views, const cj_variant *variant, size_t at, bool kept, const char *name,
                     const char *array, cj_layout *out)
{
    uint64_t row[CJ_MAX_AXES], unit = kept || variant->form == CJ_FOLD_COLUMNS ? 1 : variant->width;
    const int64_t *strides = (kept ? views->kept : views->folded)[at];
    int rank = kept ? variant->kept : variant->folded, ndim = kept ? views->loop.kept.ndim : views->loop.folded.ndim;

    for (int j = 0; j < rank; j++)
        row[j] = j < ndim ? (uint64_t)strides[j] * (j == rank - 1 ? unit : 1) : 0;
    cj_layout_row(out, name, array, row, rank);
}

/* i and j, where they follow from steps along axes: also what a tile's next element adds. */
static void list_own(const cj_fold_views *views, const cj_fold_text *fold, const cj_variant *variant, cj_layout *out)
{
    size_t index = cj_fold_own_row(views, CJ_FOLD_ROW_INDEX), place = cj_fold_own_row(views, CJ_FOLD_ROW_PLACE);
    int64_t index_step = cj_fold_last_stride(views, index, variant->form == CJ_FOLD_COLUMNS);

    if ((variant->flags & CJ_VARIANT_SELECTED) != 0)
        return;
    if (fold->text.needs_index) {
        cj_layout_line(out);
        cj_layout_number(out, "cujit_index_step", "", (uint64_t)index_step);
        list_row(views, variant, index, true, "cujit_index_kept", "", out);
        list_row(views, variant, index, false, "cujit_index_folded", "", out);
    }
    if (fold->uses_place) {
        cj_layout_line(out);
        cj_layout_number(out, "cujit_place_step", "", (uint64_t)cj_fold_last_stride(views, place, false));
        list_row(views, variant, place, false, "cujit_place_folded", "", out);
    }
}

/* Of memory from the array's data on; what lies before it does not count. */
static uint64_t count_bytes(const cj_operand *operand)
{
    uintptr_t low, high;

    cj_operand_extent(operand, &low, &high);
    return high - (uintptr_t)operand->data;
}

static void list_arrays(const cj_fold_views *views, const cj_fold_text *fold, const cj_variant *variant, cj_layout *out)
{
    const cj_call *call = views->call;

    for (size_t k = 0; k < fold->text.signature.count; k++) {
        const char *name = fold->text.signature.parameters[k].name;
        size_t at = cj_fold_row_of(views, k);

        if (!cj_fold_can_view(fold, k))
            continue;
        cj_layout_line(out);
        list_row(views, variant, at, true, "cujit_kept_strides_", name, out);
        list_row(views, variant, at, false, "cujit_folded_strides_", name, out);
        if ((variant->flags & CJ_VARIANT_SHIFTED) == 0)
            continue;
        cj_layout_line(out);
        cj_layout_number(out, "cujit_bytes_", name, call != NULL ? count_bytes(&call->operands[at]) : 0);
    }
    for (size_t k = 0; k < fold->count; k++) {
        static const char *const numbers[CUJIT_REDUCTION_MAX_RESULTS] = {"0", "1", "2", "3", "4", "5", "6", "7"};

        cj_layout_line(out);
        list_row(views, variant, views->count + k, true, "cujit_out", numbers[k], out);
    }
}

/* `part`: units of each of the blocks that share a result. */
static void list_members(const cj_fold_kernel *kernel, const cj_fold_views *views, const cj_reduction_plan *plan,
                         uint64_t part, cj_layout *out)
{
    const cj_fold_loop *loop = &views->loop;
    const cj_variant *variant = &plan->variant;
    bool columns = variant->form == CJ_FOLD_COLUMNS;
    uint64_t kept[CJ_MAX_AXES], folded[CJ_MAX_AXES];

    count(&loop->kept, variant->kept, columns ? (uint64_t)variant->lanes * variant->width : 1, true, kept);
    count(&loop->folded, variant->folded, columns ? 1 : variant->width, false, folded);
    cj_layout_line(out);
    /* Of ROWS; of COLUMNS strips of lanes * width results, within one line each. A block takes `share` of them. */
    cj_layout_number(out, "cujit_results", "", plan->work);
    cj_layout_number(out, "cujit_share", "", plan->share);
    /* In the folded loop, and for each of the blocks that share a result. */
    cj_layout_number(out, "cujit_units", "", plan->units);
    cj_layout_number(out, "cujit_part", "", part);
    /* Elements along the last folded axis (ROWS), or the last kept one. */
    cj_layout_number(out, "cujit_line", "", cj_fold_last_length(loop, columns));
    if ((variant->flags & CJ_VARIANT_RANGE) != 0) {
        cj_layout_number(out, "cujit_start", "", (uint64_t)views->selected.start);
        cj_layout_number(out, "cujit_step", "", (uint64_t)views->selected.step);
    }
    cj_layout_line(out);
    cj_layout_counts(out, "cujit_kept", "cujit_kept_magic", "cujit_kept_shift", kept, variant->kept);
    cj_layout_line(out);
    cj_layout_counts(out, "cujit_folded", "cujit_folded_magic", "cujit_folded_shift", folded, variant->folded);
    list_own(views, &kernel->fold, variant, out);
    list_arrays(views, &kernel->fold, variant, out);
    cj_layout_end(out);
}

void cj_reduction_layout(const cj_fold_kernel *kernel, cj_source *source)
{
    static cj_fold_views nothing;
    cj_layout layout = {.source = source, .wide = (source->variant->flags & CJ_VARIANT_WIDE) != 0};

    list_members(kernel, &nothing, &(cj_reduction_plan){.variant = *source->variant}, 0, &layout);
}

/* ---- Launching --------------------------------------------------------------------------------------------------- */

cujit_status cj_reduction_views_launch(const cj_fold_views *views, const cj_reduction_plan *plan, cujit_error *error)
{
    const cj_call *call = views->call;
    const cj_fold_kernel *kernel = cj_fold_of(call);
    const cj_variant *variant = &plan->variant;
    uint64_t part = plan->units > plan->parts ? (plan->units + plan->parts - 1) / plan->parts : 1;
    uint64_t parts = plan->units > part ? (plan->units + part - 1) / part : 1;
    size_t values = variant->form == CJ_FOLD_COLUMNS ? (size_t)variant->lanes * variant->width : 1;
    const long long n = (long long)views->elements;
    const void *own[CJ_CORE_OWN] = {&n};
    void *workspace = NULL;
    size_t count = 1;
    const cj_built *built;
    cujit_status status;
    uint64_t numbers[MAX_NUMBERS];
    cj_layout layout = {.numbers = numbers, .wide = (variant->flags & CJ_VARIANT_WIDE) != 0};
    cj_grid grid = {
        .grid = {(unsigned)((plan->work + plan->share - 1) / plan->share), (unsigned)parts, 1},
        .block = {variant->block, 1, 1},
    };

    if ((status = cj_core_build(&kernel->core, variant, &built, error)) != CUJIT_OK)
        return status;
    if ((variant->flags & CJ_VARIANT_SPLIT) != 0 &&
        (status = cj_workspace_get(kernel->core.context, CJ_WORKSPACE_PARTS,
                                   plan->work * parts * values * kernel->value_size, call->stream, &workspace,
                                   error)) != CUJIT_OK)
        return status;
    list_members(kernel, views, plan, part, &layout);
    if ((variant->flags & CJ_VARIANT_SUBSET) != 0)
        own[count++] = &views->selected.subset;
    for (size_t k = 0; k < views->output_count; k++)
        own[count++] = &call->operands[views->count + k].data;
    own[count++] = &workspace;
    own[count++] = numbers;
    return cj_core_launch(&kernel->core, built, &grid, cj_call_values(call), own, count, call->stream, error);
}

cujit_status cj_reduction_views_run(cj_call *call, const cujit_reduction_options *options, const cj_selection *selected,
                                    cujit_array *const *outs, cujit_error *error)
{
    cj_fold_views views;
    cj_reduction_plan plan;
    cujit_status status = cj_fold_views_find(call, outs, options->axes, options->axis_count, selected,
                                             options->keepdims != 0, &views, error);

    if (status != CUJIT_OK || views.loop.kept.size == 0)
        return status;
    plan = cj_reduction_views_choose(&views);
    return cj_reduction_views_launch(&views, &plan, error);
}
