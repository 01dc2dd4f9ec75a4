/*
 * scan_views.c: scans of lines and of arrays of any strides: the loops (fold_axes.c), the choice of a variant, and the
 * struct of numbers that tells the kernel where everything lies.
 */
#include "libjit/reduction/scan.h"

#include "libjit/kernel/layout.h"
#include "libjit/kernel/tiling.h"

#include <string.h>

/* ---- What is looped over ----------------------------------------------------------------------------------------- */

/* Rows of strides: the operands, the output, and behind them those of fold_axes.h. */
static size_t index_row(const cj_scan_views *views)
{
    return views->count + 1 + CJ_FOLD_ROW_INDEX;
}

static size_t place_row(const cj_scan_views *views)
{
    return views->count + 1 + CJ_FOLD_ROW_PLACE;
}

static bool same_rows(const cj_scan_views *views, size_t a, size_t b)
{
    return memcmp(views->kept[a], views->kept[b], (size_t)views->loop.kept.ndim * sizeof(int64_t)) == 0 &&
           memcmp(views->folded[a], views->folded[b], (size_t)views->loop.folded.ndim * sizeof(int64_t)) == 0;
}

/* The output may be an input, element for element, and shares memory with no other. */
static cujit_status check_overlap(const cj_call *call, const cujit_array *out, const cj_scan_views *views,
                                  const cj_operand *target, cujit_error *error)
{
    const cj_fold_text *fold = &cj_fold_of(call)->fold;
    uintptr_t low, high, begin, end;
    size_t at = 0;

    cj_operand_extent(target, &low, &high);
    for (size_t k = 0; k < fold->text.signature.count; k++) {
        const cj_parameter *parameter = &fold->text.signature.parameters[k];
        bool shaped = at < call->count && call->parameters[at] == k, same;

        if (!parameter->pointer)
            continue;
        same = shaped && cj_pointer_value((void *const *)call->values, k) == (uintptr_t)out->data &&
               parameter->size == out->item_size && same_rows(views, at, views->count) && cj_fold_can_view(fold, k);
        at += shaped;
        cj_call_extent(call, k, &begin, &end);
        if (!same && begin < high && low < end)
            return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT,
                                "%s: out overlaps argument %zu (%s) otherwise than element for element",
                                fold->text.name, k + 1, parameter->name);
    }
    return CUJIT_OK;
}

/* One dense sequence in memory, for every array that may be a view. */
static bool is_flat(const cj_call *call, const cj_scan_views *views, size_t out_size)
{
    const cj_fold_loop *loop = &views->loop;

    if (loop->kept.ndim > 0 || loop->folded.ndim > 1)
        return false;
    for (size_t at = 0; at < views->count && loop->folded.ndim == 1; at++) {
        if (cj_fold_can_view(&cj_fold_of(call)->fold, call->parameters[at]) &&
            views->folded[at][0] != (int64_t)call->operands[at].item_size)
            return false;
    }
    return loop->folded.ndim == 0 || views->folded[views->count][0] == (int64_t)out_size;
}

cujit_status cj_scan_views_find(cj_call *call, const cujit_array *out, const cujit_scan_options *options,
                                cj_scan_views *views, bool *flat, cujit_error *error)
{
    const cj_fold_text *fold = &cj_fold_of(call)->fold;
    cj_operand operands[CJ_MAX_PARAMETERS + 1];
    const cj_fold_question question = {
        .inputs = operands,
        .input_count = call->count + 1,
        .axes = options != NULL ? options->axes : NULL,
        .axis_count = options != NULL ? options->axis_count : 0,
        .flags = CJ_FOLD_ORDERED | (cj_fold_needs_index(fold) ? CJ_FOLD_INDEX : 0u) |
                 (cj_fold_needs_place(fold) ? CJ_FOLD_PLACE : 0u),
    };
    cujit_status status;

    if (question.axes != NULL && question.axis_count != 1)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT,
                            "axis_count is %d; expected 1, the axis that the scan goes along", question.axis_count);
    views->count = call->count;
    memcpy(operands, call->operands, call->count * sizeof *operands);
    operands[call->count] = (cj_operand){
        .name = "out",
        .ndim = out->ndim,
        .shape = out->shape,
        .strides = out->strides,
        .item_size = out->item_size,
        .data = out->data,
        .written = true,
    };
    status = cj_fold_loop_find(&question, &views->loop, views->kept, views->folded, error);
    if (status != CUJIT_OK || (status = cj_call_check_pointers(call, views->loop.whole.size, false, error)) != CUJIT_OK)
        return status;
    *flat = is_flat(call, views, out->item_size);
    return views->loop.whole.size > 0 ? check_overlap(call, out, views, &operands[call->count], error) : CUJIT_OK;
}

/* ---- The choice of a variant ------------------------------------------------------------------------------------- */

enum {
    LINES_BLOCK = 256,
    LINES_UNROLL = 4,
    COLUMNS_BLOCK = 128,
    COLUMNS_UNROLL = 8,
    FEW_LINES = 4096,     /* which do not keep a GPU busy, a thread each */
    MANY_LINES = 1 << 17, /* which do, several to a thread */
    HOST_COLUMNS = 16,    /* lines that a thread of the host takes side by side */
    SHORT_LINE = 4,       /* vectors */
};

/* The last axis of those that SCAN numbers, or of the kept ones. */
static int64_t last_stride(const cj_scan_views *views, size_t row, bool kept)
{
    if (kept)
        return views->loop.kept.ndim > 0 ? views->kept[row][views->loop.kept.ndim - 1] : 0;
    return views->loop.folded.ndim > 0 ? views->folded[row][views->loop.folded.ndim - 1] : 0;
}

/* Do the vectors of `width` elements along the last axis lie at multiples of their alignment, without gaps? */
static bool has_tiles(const cj_scan_views *views, size_t row, bool kept, size_t width, size_t size, uintptr_t data)
{
    uintptr_t bits = data;

    for (int j = 0; j < views->loop.kept.ndim - (kept ? 1 : 0); j++)
        bits |= (uintptr_t)views->kept[row][j];
    for (int j = 0; j < views->loop.folded.ndim - (kept ? 0 : 1); j++)
        bits |= (uintptr_t)views->folded[row][j];
    return last_stride(views, row, kept) == (int64_t)size && (bits & (cj_tile_power(size, width) - 1)) == 0;
}

/* How many arrays, the output included, have tiles; and how many have not but would need them. */
static void count_tiles(const cj_call *call, const cujit_array *out, const cj_scan_views *views, bool kept,
                        size_t width, unsigned *with, unsigned *without)
{
    *with = has_tiles(views, views->count, kept, width, out->item_size, (uintptr_t)out->data);
    *without = 1 - *with;
    for (size_t at = 0; at < views->count; at++) {
        size_t k = call->parameters[at];
        bool found;

        if (!cj_fold_can_view(&cj_fold_of(call)->fold, k) || last_stride(views, at, kept) == 0)
            continue;
        found = has_tiles(views, at, kept, width, call->operands[at].item_size,
                          cj_pointer_value((void *const *)call->values, k));
        *with += found;
        *without += !found;
    }
}

static bool suits_tiles(const cj_call *call, const cujit_array *out, const cj_scan_views *views, bool kept,
                        size_t width)
{
    unsigned with, without;

    count_tiles(call, out, views, kept, width, &with, &without);
    return with > 0 && without == 0;
}

/* Does memory run faster from line to line than along a line? */
static bool lie_side_by_side(const cj_scan_views *views)
{
    int64_t across = last_stride(views, views->count, true), along = last_stride(views, views->count, false);

    return (across < 0 ? -across : across) < (along < 0 ? -along : along);
}

bool cj_scan_views_force(const cj_call *call, const cujit_array *out, const cj_scan_views *views, cj_variant *variant)
{
    const cj_fold_loop *loop = &views->loop;

    (void)call;
    (void)out;
    variant->kept = (uint8_t)loop->kept.ndim;
    variant->folded = (uint8_t)loop->folded.ndim;
    variant->flags = cj_is_wide(loop->whole.size, loop->whole.reach) ? CJ_VARIANT_WIDE : 0;
    if (variant->form == CJ_FOLD_SCAN_COLUMNS)
        return loop->kept.ndim > 0 && loop->folded.ndim <= 1;
    /* A vector may be a part at the end of a line, but not in the middle of one. */
    return loop->folded.ndim == 1 ||
           (loop->folded.ndim > 1 && loop->folded.lengths[loop->folded.ndim - 1] % variant->width == 0);
}

static cj_variant choose_host(const cj_call *call, const cj_scan_views *views)
{
    const cj_fold_loop *loop = &views->loop;
    bool columns = loop->kept.ndim > 0 && loop->folded.ndim <= 1 &&
                   (loop->folded.ndim == 0 || loop->kept.size >= cj_fold_of(call)->core.context->device->max_blocks);
    cj_variant variant = {.form = columns ? CJ_FOLD_SCAN_COLUMNS : CJ_FOLD_SCAN, .width = 1, .unroll = 1, .block = 1};

    if (columns && loop->kept.lengths[loop->kept.ndim - 1] >= HOST_COLUMNS && lie_side_by_side(views))
        variant.width = HOST_COLUMNS;
    return variant;
}

static cj_variant choose_columns(const cj_call *call, const cujit_array *out, const cj_scan_views *views)
{
    const cj_fold_loop *loop = &views->loop;
    cj_variant variant = {.form = CJ_FOLD_SCAN_COLUMNS, .width = 1, .unroll = COLUMNS_UNROLL, .block = COLUMNS_BLOCK};
    unsigned width = cj_fold_of(call)->core.usual.width;

    if (width > 1 && loop->kept.size >= (uint64_t)MANY_LINES * width &&
        loop->kept.lengths[loop->kept.ndim - 1] >= (uint64_t)SHORT_LINE * width &&
        suits_tiles(call, out, views, true, width)) {
        variant.width = (uint8_t)width;
        variant.unroll = 2;
    }
    if (cj_fold_of(call)->core.usual.unroll < variant.unroll)
        variant.unroll = cj_fold_of(call)->core.usual.unroll;
    return variant;
}

cj_variant cj_scan_views_choose(const cj_call *call, const cujit_array *out, const cj_scan_views *views)
{
    const cj_fold_loop *loop = &views->loop;
    const cj_variant *usual = &cj_fold_of(call)->core.usual;
    cj_variant variant = {.form = CJ_FOLD_SCAN, .width = 1, .block = LINES_BLOCK};

    if (usual->block == 1) {
        variant = choose_host(call, views);
    } else if (loop->kept.ndim > 0 &&
               (loop->folded.ndim == 0 ||
                (loop->folded.ndim == 1 && loop->kept.size >= FEW_LINES && lie_side_by_side(views)))) {
        variant = choose_columns(call, out, views);
    } else {
        variant.block = usual->block < LINES_BLOCK ? usual->block : LINES_BLOCK;
        variant.unroll = usual->unroll < LINES_UNROLL ? usual->unroll : LINES_UNROLL;
        if (loop->folded.lengths[loop->folded.ndim - 1] >= (uint64_t)SHORT_LINE * usual->width &&
            (loop->folded.ndim == 1 || loop->folded.lengths[loop->folded.ndim - 1] % usual->width == 0) &&
            suits_tiles(call, out, views, false, usual->width))
            variant.width = usual->width;
    }
    cj_scan_views_force(call, out, views, &variant);
    return variant;
}

/* ---- The numbers of a launch ------------------------------------------------------------------------------------- */

enum { MAX_NUMBERS = 4 + 5 * CJ_MAX_AXES + 1 + (CJ_MAX_PARAMETERS + 1) * (2 + CJ_MAX_AXES) };

/* What a launch knows of its numbers. */
typedef struct launch {
    const cj_call *call;
    const cujit_array *target;
    const cj_scan_views *views;
    uint64_t total;
} launch;

static bool is_columns(const cj_variant *variant)
{
    return variant->form == CJ_FOLD_SCAN_COLUMNS;
}

static int rank_of(const cj_variant *variant)
{
    return variant->kept + (is_columns(variant) ? 0 : variant->folded);
}

static uint64_t length_of(const cj_fold_loop *loop, int axis)
{
    return axis < loop->kept.ndim ? loop->kept.lengths[axis] : loop->folded.lengths[axis - loop->kept.ndim];
}

static uint64_t count(const cj_fold_loop *loop, const cj_variant *variant, uint64_t *counts)
{
    uint64_t total = 1;
    int rank = rank_of(variant);

    for (int j = 0; j < rank; j++) {
        uint64_t unit = j == rank - 1 ? variant->width : 1;

        counts[j] = (length_of(loop, j) + unit - 1) / unit;
        total *= counts[j];
    }
    return total;
}

/* What a step along each axis adds, and of SCAN_COLUMNS one along the folded axis. */
static void list_row(const cj_scan_views *views, const cj_variant *variant, size_t at, const char *name,
                     const char *step, const char *array, cj_layout *out)
{
    uint64_t row[2 * CJ_MAX_AXES];
    int kept = variant->kept;

    for (int j = 0; j < rank_of(variant); j++)
        row[j] = (uint64_t)(j < kept ? views->kept[at][j] : views->folded[at][j - kept]);
    cj_layout_row(out, name, array, row, rank_of(variant));
    if (is_columns(variant))
        cj_layout_number(out, step, array, (uint64_t)last_stride(views, at, false));
}

/* An array of `call`, or the output, which is the row behind those. */
static void list_array(const launch *of, const cj_variant *variant, size_t at, const char *name, cj_layout *out)
{
    bool is_out = at == of->views->count;
    size_t size = is_out ? of->target->item_size : of->call->operands[at].item_size;
    uintptr_t data = is_out ? (uintptr_t)of->target->data
                            : cj_pointer_value((void *const *)of->call->values, of->call->parameters[at]);

    cj_layout_line(out);
    /* Whether its vectors are tiles in memory; bytes along each axis. */
    cj_layout_number(out, "cujit_aligned_", name,
                     has_tiles(of->views, at, is_columns(variant), variant->width, size, data));
    list_row(of->views, variant, at, "cujit_strides_", "cujit_step_", name, out);
}

/* The axes are the kept ones, and of SCAN the folded ones behind them. */
static void list_members(const cj_fold_text *fold, const cj_variant *variant, launch *of, cj_layout *out)
{
    const cj_scan_views *views = of->views;
    uint64_t counts[2 * CJ_MAX_AXES], length = length_of(&views->loop, rank_of(variant) - 1);

    of->total = count(&views->loop, variant, counts);
    cj_layout_line(out);
    /* What is numbered: vectors; threads of SCAN_COLUMNS. And elements along the last of the axes. */
    cj_layout_number(out, "cujit_total", "", of->total);
    cj_layout_number(out, "cujit_length", "", length);
    if (!is_columns(variant)) /* are all vectors whole? */
        cj_layout_number(out, "cujit_whole", "", length % variant->width == 0);
    cj_layout_line(out);
    cj_layout_counts(out, "cujit_counts", "cujit_magic", "cujit_shift", counts, rank_of(variant));
    if (cj_fold_needs_index(fold)) {
        cj_layout_line(out);
        list_row(views, variant, index_row(views), "cujit_index", "cujit_index_step", "", out);
    }
    if (cj_fold_needs_place(fold) && !is_columns(variant)) { /* 0 along kept axes */
        cj_layout_line(out);
        list_row(views, variant, place_row(views), "cujit_place", "", "", out);
    }
    for (size_t k = 0, at = 0; k < fold->text.signature.count; k++) {
        if (!cj_fold_can_view(fold, k))
            continue;
        while (at < views->count && of->call->parameters[at] != k)
            at++;
        list_array(of, variant, at, fold->text.signature.parameters[k].name, out);
    }
    list_array(of, variant, views->count, "cujit_out0", out);
    cj_layout_end(out);
}

size_t cj_scan_layout(const cj_fold_kernel *kernel, const cj_variant *variant, cj_source *source)
{
    static cj_scan_views nothing;
    cj_layout layout = {.source = source, .wide = (variant->flags & CJ_VARIANT_WIDE) != 0};

    if (!is_columns(variant) && variant->folded == 0) /* one sequence of dense arrays */
        cj_layout_end(&layout);
    else
        list_members(&kernel->fold, variant, &(launch){.views = &nothing, .target = &(cujit_array){0}}, &layout);
    return cj_layout_bytes(&layout);
}

/* ---- Launching --------------------------------------------------------------------------------------------------- */

static bool is_in_place(const cj_call *call, const cujit_array *out)
{
    bool found = false;

    for (size_t at = 0; at < call->count; at++)
        found |= cj_pointer_value((void *const *)call->values, call->parameters[at]) == (uintptr_t)out->data;
    return found;
}

cujit_status cj_scan_views_launch(const cj_call *call, const cujit_array *out, const cj_scan_views *views,
                                  const cj_variant *variant, cujit_error *error)
{
    const cj_fold_kernel *kernel = cj_fold_of(call);
    cj_scan_share share = {0};
    cujit_status status = CUJIT_OK;
    uint64_t numbers[MAX_NUMBERS], blocks;
    cj_layout layout = {.numbers = numbers, .wide = (variant->flags & CJ_VARIANT_WIDE) != 0};
    launch of = {call, out, views, 0};

    list_members(&kernel->fold, variant, &of, &layout);
    if (is_columns(variant)) {
        blocks = of.total / variant->block + (of.total % variant->block != 0);
        if (blocks > 0x7fffffff)
            return cj_error_set(error, CUJIT_ERROR_UNSUPPORTED, "%s: more lines than a launch can have",
                                kernel->fold.text.name);
        share.blocks = (unsigned)blocks;
    } else {
        status = cj_scan_find_share(kernel, variant, of.total, is_in_place(call, out), call->stream, &share, error);
    }
    if (status != CUJIT_OK)
        return status;
    share.n = (long long)views->loop.folded.size;
    return cj_scan_launch_share(kernel, variant, &share, (void *const *)call->values, out->data, numbers, call->stream,
                                error);
}
