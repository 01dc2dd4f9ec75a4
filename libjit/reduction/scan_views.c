/*
 * scan_views.c: scans of lines and of arrays of any strides: the loops (fold_axes.c), the choice of a variant, and the
 * struct of numbers that tells the kernel where everything lies.
 */
#include "libjit/reduction/scan.h"

#include "libjit/kernel/layout.h"

#include <string.h>

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

/* Do the vectors of `width` elements along the last axis lie at multiples of their alignment, without gaps? */
static bool has_tiles(const cj_fold_views *views, size_t row, bool kept, size_t width)
{
    size_t size = row < views->count ? views->call->operands[row].item_size : views->outputs[0].item_size;

    return cj_fold_last_stride(views, row, kept) == (int64_t)size && cj_fold_is_aligned(views, row, kept, width);
}

/* Has the output tiles, and each array that is not one element for all of a line? */
static bool suits_tiles(const cj_fold_views *views, bool kept, size_t width)
{
    for (size_t at = 0; at < views->count; at++) {
        if (cj_fold_call_is_view(views->call, at) && cj_fold_last_stride(views, at, kept) != 0 &&
            !has_tiles(views, at, kept, width))
            return false;
    }
    return has_tiles(views, views->count, kept, width);
}

/* Does memory run faster from line to line than along a line? */
static bool lie_side_by_side(const cj_fold_views *views)
{
    int64_t across = cj_fold_last_stride(views, views->count, true),
            along = cj_fold_last_stride(views, views->count, false);

    return (across < 0 ? -across : across) < (along < 0 ? -along : along);
}

bool cj_scan_views_force(const cj_fold_views *views, cj_variant *variant)
{
    const cj_fold_loop *loop = &views->loop;

    variant->kept = (uint8_t)loop->kept.ndim;
    variant->folded = (uint8_t)loop->folded.ndim;
    variant->flags = cj_is_wide(loop->whole.size, loop->whole.reach) ? CJ_VARIANT_WIDE : 0;
    if (variant->form == CJ_FOLD_SCAN_COLUMNS)
        return loop->kept.ndim > 0 && loop->folded.ndim <= 1;
    /* A vector may be a part at the end of a line, but not in the middle of one. */
    return loop->folded.ndim == 1 ||
           (loop->folded.ndim > 1 && loop->folded.lengths[loop->folded.ndim - 1] % variant->width == 0);
}

static cj_variant choose_host(const cj_fold_views *views)
{
    const cj_fold_loop *loop = &views->loop;
    bool columns = loop->kept.ndim > 0 && loop->folded.ndim <= 1 &&
                   (loop->folded.ndim == 0 ||
                    loop->kept.size >= cj_fold_of(views->call)->core.context->device->max_blocks);
    cj_variant variant = {.form = columns ? CJ_FOLD_SCAN_COLUMNS : CJ_FOLD_SCAN, .width = 1, .unroll = 1, .block = 1};

    if (columns && loop->kept.lengths[loop->kept.ndim - 1] >= HOST_COLUMNS && lie_side_by_side(views))
        variant.width = HOST_COLUMNS;
    return variant;
}

static cj_variant choose_columns(const cj_fold_views *views)
{
    const cj_fold_loop *loop = &views->loop;
    cj_variant variant = {.form = CJ_FOLD_SCAN_COLUMNS, .width = 1, .unroll = COLUMNS_UNROLL, .block = COLUMNS_BLOCK};
    unsigned width = cj_fold_of(views->call)->core.usual.width;

    if (width > 1 && loop->kept.size >= (uint64_t)MANY_LINES * width &&
        loop->kept.lengths[loop->kept.ndim - 1] >= (uint64_t)SHORT_LINE * width && suits_tiles(views, true, width)) {
        variant.width = (uint8_t)width;
        variant.unroll = 2;
    }
    if (cj_fold_of(views->call)->core.usual.unroll < variant.unroll)
        variant.unroll = cj_fold_of(views->call)->core.usual.unroll;
    return variant;
}

cj_variant cj_scan_views_choose(const cj_fold_views *views)
{
    const cj_fold_loop *loop = &views->loop;
    const cj_variant *usual = &cj_fold_of(views->call)->core.usual;
    cj_variant variant = {.form = CJ_FOLD_SCAN, .width = 1, .block = LINES_BLOCK};

    if (usual->block == 1) {
        variant = choose_host(views);
    } else if (loop->kept.ndim > 0 &&
               (loop->folded.ndim == 0 ||
                (loop->folded.ndim == 1 && loop->kept.size >= FEW_LINES && lie_side_by_side(views)))) {
        variant = choose_columns(views);
    } else {
        variant.block = usual->block < LINES_BLOCK ? usual->block : LINES_BLOCK;
        variant.unroll = usual->unroll < LINES_UNROLL ? usual->unroll : LINES_UNROLL;
        if (loop->folded.lengths[loop->folded.ndim - 1] >= (uint64_t)SHORT_LINE * usual->width &&
            (loop->folded.ndim == 1 || loop->folded.lengths[loop->folded.ndim - 1] % usual->width == 0) &&
            suits_tiles(views, false, usual->width))
            variant.width = usual->width;
    }
    cj_scan_views_force(views, &variant);
    return variant;
}

/* ---- The numbers of a launch ------------------------------------------------------------------------------------- */

enum { MAX_NUMBERS = 4 + 5 * CJ_MAX_AXES + 1 + (CJ_MAX_PARAMETERS + 1) * (2 + CJ_MAX_AXES) };

static bool is_columns(const cj_variant *variant)
{
    return variant->form == CJ_FOLD_SCAN_COLUMNS;
}

static uint64_t length_of(const cj_fold_loop *loop, int axis)
{
    return axis < loop->kept.ndim ? loop->kept.lengths[axis] : loop->folded.lengths[axis - loop->kept.ndim];
}

static uint64_t count(const cj_fold_loop *loop, const cj_variant *variant, uint64_t *counts)
{
    uint64_t total = 1;
    int rank = cj_scan_rank(variant);

    for (int j = 0; j < rank; j++) {
        uint64_t unit = j == rank - 1 ? variant->width : 1;

        counts[j] = (length_of(loop, j) + unit - 1) / unit;
        total *= counts[j];
    }
    return total;
}

/* What a step along each axis adds, and of SCAN_COLUMNS one along the folded axis. */
static void list_row(const cj_fold_views *views, const cj_variant *variant, size_t at, const char *name,
                     const char *step, const char *array, cj_layout *out)
{
    uint64_t row[2 * CJ_MAX_AXES];
    int kept = variant->kept;

    for (int j = 0; j < cj_scan_rank(variant); j++)
        row[j] = (uint64_t)(j < kept ? views->kept[at][j] : views->folded[at][j - kept]);
    cj_layout_row(out, name, array, row, cj_scan_rank(variant));
    if (is_columns(variant))
        cj_layout_number(out, step, array, (uint64_t)cj_fold_last_stride(views, at, false));
}

static void list_array(const cj_fold_views *views, const cj_variant *variant, size_t at, const char *name,
                       cj_layout *out)
{
    cj_layout_line(out);
    /* Whether its vectors are tiles in memory; bytes along each axis. */
    cj_layout_number(out, "cujit_aligned_", name,
                     views->call != NULL && has_tiles(views, at, is_columns(variant), variant->width));
    list_row(views, variant, at, "cujit_strides_", "cujit_step_", name, out);
}

/* The axes are the kept ones, and of SCAN the folded ones behind them. Returns how many are numbered: vectors, or
 * threads of SCAN_COLUMNS. */
static uint64_t list_members(const cj_fold_text *fold, const cj_variant *variant, const cj_fold_views *views,
                             cj_layout *out)
{
    uint64_t counts[2 * CJ_MAX_AXES], length = length_of(&views->loop, cj_scan_rank(variant) - 1);
    uint64_t total = count(&views->loop, variant, counts);

    cj_layout_line(out);
    /* All; and elements along the last of the axes. */
    cj_layout_number(out, "cujit_total", "", total);
    cj_layout_number(out, "cujit_length", "", length);
    if (!is_columns(variant)) /* are all vectors whole? */
        cj_layout_number(out, "cujit_whole", "", length % variant->width == 0);
    cj_layout_line(out);
    cj_layout_counts(out, "cujit_counts", "cujit_magic", "cujit_shift", counts, cj_scan_rank(variant));
    if (cj_fold_needs_index(fold)) {
        cj_layout_line(out);
        list_row(views, variant, cj_fold_own_row(views, CJ_FOLD_ROW_INDEX), "cujit_index", "cujit_index_step", "", out);
    }
    if (cj_fold_needs_place(fold) && !is_columns(variant)) { /* 0 along kept axes */
        cj_layout_line(out);
        list_row(views, variant, cj_fold_own_row(views, CJ_FOLD_ROW_PLACE), "cujit_place", "", "", out);
    }
    for (size_t k = 0; k < fold->text.signature.count; k++) {
        if (cj_fold_can_view(fold, k))
            list_array(views, variant, cj_fold_row_of(views, k), fold->text.signature.parameters[k].name, out);
    }
    list_array(views, variant, views->count, "cujit_out0", out);
    cj_layout_end(out);
    return total;
}

size_t cj_scan_layout(const cj_fold_kernel *kernel, const cj_variant *variant, cj_source *source)
{
    static cj_fold_views nothing;
    cj_layout layout = {.source = source, .wide = (variant->flags & CJ_VARIANT_WIDE) != 0};

    if (!is_columns(variant) && variant->folded == 0) /* one sequence of dense arrays */
        cj_layout_end(&layout);
    else
        list_members(&kernel->fold, variant, &nothing, &layout);
    return cj_layout_bytes(&layout);
}

/* ---- Launching --------------------------------------------------------------------------------------------------- */

cujit_status cj_scan_views_launch(const cj_fold_views *views, const cj_variant *variant, cujit_error *error)
{
    const cj_call *call = views->call;
    const cj_fold_kernel *kernel = cj_fold_of(call);
    void *out = (void *)views->outputs[0].data;
    cj_scan_share share = {0};
    cujit_status status = CUJIT_OK;
    uint64_t numbers[MAX_NUMBERS], total, blocks;
    cj_layout layout = {.numbers = numbers, .wide = (variant->flags & CJ_VARIANT_WIDE) != 0};

    total = list_members(&kernel->fold, variant, views, &layout);
    if (is_columns(variant)) {
        blocks = total / variant->block + (total % variant->block != 0);
        if (blocks > 0x7fffffff)
            return cj_error_set(error, CUJIT_ERROR_UNSUPPORTED, "%s: more lines than a launch can have",
                                kernel->fold.text.name);
        share.blocks = (unsigned)blocks;
    } else {
        status = cj_scan_find_share(kernel, variant, total, cj_scan_is_in_place(kernel, cj_call_values(call), out),
                                    call->stream, &share, error);
    }
    if (status != CUJIT_OK)
        return status;
    share.n = (long long)views->loop.folded.size;
    return cj_scan_launch_share(kernel, variant, &share, cj_call_values(call), out, numbers, call->stream, error);
}
