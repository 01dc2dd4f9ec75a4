/*
 * scan_launch.c: which variant a scan takes, how its launch is cut up, and the struct of numbers that tells the kernel
 * of views where everything lies.
 */
#include "libjit/reduction/scan.h"

#include "libjit/kernel/layout.h"
#include "libjit/runtime/workspace.h"

#include <stdlib.h>

/* ---- Variants ---------------------------------------------------------------------------------------------------- */

enum {
    UNROLL = 8,
    FEW_VECTORS = 1 << 17,
    SMALL_BLOCK = 256,
    SMALL_UNROLL = 2,
    THREAD_BYTES = 160, /* of vectors, in registers */
    ITEM_BYTES = 96,    /* of values, likewise */
    LARGE_ITEM = 64,    /* so that a block's values fit shared memory */
    HOST_BYTES = 64 << 10,
};

/* Threads, vectors of 16 bytes for each of them, and for how many blocks a multiprocessor should have room: compilers
 * then keep to as many registers, and what is loaded but not stored yet, on all of the GPU, is what decides. */
typedef struct tile_shape {
    uint16_t block;
    uint8_t unroll, resident;
} tile_shape;

/* How much there is to scan. */
typedef enum tier {
    IN_ONE_TILE, /* of the smallest shape */
    FEW,         /* up to FEW_VECTORS */
    MANY,
} tier;

/* By the bytes of a value and of the elements of all arrays, at most: as measured on an H200. */
static const struct {
    size_t item, bytes;
    tile_shape few, many;
} shapes[] = {
    {4, 1, {128, 8, 6}, {256, 8, 4}},
    {4, 2, {256, 8, 4}, {512, 8, 2}},
    {4, 4, {256, 8, 4}, {384, 8, 3}},
    {8, 8, {256, 8, 4}, {512, 8, 2}},
};

/* Of all arrays that come in vectors. */
static size_t element_bytes(const cj_fold_kernel *kernel)
{
    const cj_signature *signature = &kernel->fold.text.signature;
    size_t bytes = 0;

    for (size_t k = 0; k < signature->count; k++)
        bytes += cj_fold_can_view(&kernel->fold, k) ? signature->parameters[k].size : 0;
    return bytes;
}

static size_t item_size(const cj_fold_kernel *kernel, const cj_variant *variant)
{
    size_t alignment = kernel->fold.folds[0].accumulator.alignment;

    if (!cj_scan_is_flagged(kernel, variant))
        return kernel->value_size;
    return (kernel->value_size + alignment) / alignment * alignment;
}

static tile_shape find_shape(size_t item, size_t bytes, tier how_much)
{
    if (how_much == IN_ONE_TILE && item <= LARGE_ITEM)
        return (tile_shape){SMALL_BLOCK, SMALL_UNROLL, 0};
    for (size_t k = 0; k < sizeof shapes / sizeof *shapes; k++) {
        if (item <= shapes[k].item && bytes <= shapes[k].bytes)
            return how_much == MANY ? shapes[k].many : shapes[k].few;
    }
    return (tile_shape){item > LARGE_ITEM ? 128 : 256, UNROLL, 0};
}

static cj_variant make_variant(const cj_fold_kernel *kernel, tier how_much)
{
    size_t bytes = element_bytes(kernel), item = kernel->value_size, tokens = kernel->fold.text.accesses.tokens;
    cj_variant variant = {.form = CJ_FOLD_SCAN, .width = 1, .unroll = 1, .block = 1};
    tile_shape found = find_shape(item, bytes, how_much);

    if (!kernel->core.context->backend->tiles)
        return variant;
    variant.block = found.block;
    variant.width = (uint8_t)cj_fold_width(&kernel->fold);
    variant.unroll = found.unroll;
    while (variant.unroll > 1 &&
           (variant.unroll * variant.width * bytes > THREAD_BYTES || variant.unroll * item > ITEM_BYTES ||
            2 * tokens * variant.unroll * variant.width > CJ_TILE_TOKENS))
        variant.unroll /= 2;
    while (variant.width > 1 && (2 * tokens * variant.width > CJ_TILE_TOKENS || variant.width * bytes > THREAD_BYTES))
        variant.width /= 2;
    /* Flags beside the values take registers, too. */
    if (variant.unroll == found.unroll && kernel->fold.spec.segment == NULL &&
        kernel->fold.folds[0].texts.neutral != NULL)
        variant.lanes = found.resident;
    return variant;
}

cj_variant cj_scan_usual(const cj_fold_kernel *kernel)
{
    return make_variant(kernel, FEW);
}

static bool is_aligned(const cj_fold_kernel *kernel, unsigned width, void *const *values, const void *out)
{
    return ((uintptr_t)out & (cj_tile_power(kernel->fold.folds[0].out.size, width) - 1)) == 0 &&
           cj_fold_are_aligned(kernel, width, values);
}

cj_variant cj_scan_choose(const cj_fold_kernel *kernel, size_t n, void *const *values, const void *out)
{
    cj_variant variant = kernel->core.usual;

    if (variant.block == 1)
        return variant;
    if (n <= (size_t)variant.width * SMALL_BLOCK * SMALL_UNROLL)
        variant = make_variant(kernel, IN_ONE_TILE);
    else if (n / variant.width > FEW_VECTORS)
        variant = make_variant(kernel, MANY);
    if (!is_aligned(kernel, variant.width, values, out))
        variant.flags |= CJ_VARIANT_SHIFTED;
    return variant;
}

/* ---- Variants over views ----------------------------------------------------------------------------------------- */

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
    return cj_fold_last_stride(views, row, kept) == (int64_t)views->call->operands[row].item_size &&
           cj_fold_is_aligned(views, row, kept, width);
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

cj_variant cj_scan_views_choose(const cj_fold_views *views)
{
    const cj_loop *kept = &views->loop.kept, *folded = &views->loop.folded;
    const cj_variant *usual = &cj_fold_of(views->call)->core.usual;
    const bool host = usual->block == 1;
    /* Does memory run faster from line to line than along a line? */
    const bool side_by_side = llabs(cj_fold_last_stride(views, views->count, true)) <
                              llabs(cj_fold_last_stride(views, views->count, false));
    const uint64_t enough = host ? cj_fold_of(views->call)->core.context->device->max_blocks : FEW_LINES;
    const bool columns = kept->ndim > 0 && folded->ndim <= 1 &&
                         (folded->ndim == 0 || (kept->size >= enough && (host || side_by_side)));
    const uint64_t line = cj_fold_last_length(&views->loop, columns);
    cj_variant variant = {.form = columns ? CJ_FOLD_SCAN_COLUMNS : CJ_FOLD_SCAN, .width = 1};
    unsigned unroll = columns ? COLUMNS_UNROLL : LINES_UNROLL, block = columns ? COLUMNS_BLOCK : LINES_BLOCK;
    const bool tiles = !host && usual->width > 1 && line >= (uint64_t)SHORT_LINE * usual->width &&
                       (columns ? kept->size >= (uint64_t)MANY_LINES * usual->width
                                : folded->ndim == 1 || line % usual->width == 0) &&
                       suits_tiles(views, columns, usual->width);

    if (tiles)
        variant.width = usual->width;
    else if (host && columns && side_by_side && line >= HOST_COLUMNS)
        variant.width = HOST_COLUMNS;
    if (tiles && columns)
        unroll = 2;
    variant.unroll = (uint8_t)(usual->unroll < unroll ? usual->unroll : unroll);
    variant.block = (uint16_t)(usual->block < block ? usual->block : block);
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
    const int rank = cj_scan_rank(variant);
    uint64_t counts[2 * CJ_MAX_AXES], length = length_of(&views->loop, rank - 1), total = 1;

    for (int j = 0; j < rank; j++) {
        uint64_t unit = j == rank - 1 ? variant->width : 1;

        counts[j] = (length_of(&views->loop, j) + unit - 1) / unit;
        total *= counts[j];
    }
    cj_layout_line(out);
    /* All; and elements along the last of the axes. */
    cj_layout_number(out, "cujit_total", "", total);
    cj_layout_number(out, "cujit_length", "", length);
    if (!is_columns(variant)) /* are all vectors whole? */
        cj_layout_number(out, "cujit_whole", "", length % variant->width == 0);
    cj_layout_line(out);
    cj_layout_counts(out, "cujit_counts", "cujit_magic", "cujit_shift", counts, rank);
    if (fold->text.needs_index) {
        cj_layout_line(out);
        list_row(views, variant, cj_fold_own_row(views, CJ_FOLD_ROW_INDEX), "cujit_index", "cujit_index_step", "", out);
    }
    if (fold->uses_place && !is_columns(variant)) { /* 0 along kept axes */
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

void cj_scan_layout(const cj_fold_kernel *kernel, cj_source *source)
{
    static cj_fold_views nothing;
    const cj_variant *variant = source->variant;
    cj_layout layout = {.source = source, .wide = (variant->flags & CJ_VARIANT_WIDE) != 0};

    if (!is_columns(variant) && variant->folded == 0) /* one sequence of dense arrays */
        cj_layout_end(&layout);
    else
        list_members(&kernel->fold, variant, &nothing, &layout);
}

/* ---- Launching --------------------------------------------------------------------------------------------------- */

/* What cujit_scan_header begins with, in prelude_scan.h. */
typedef struct header {
    unsigned last_tag, a[31], arrived, b[31], ticket;
} header;

/* How many vectors a block takes. */
static uint64_t find_grain(const cj_fold_kernel *kernel, const cj_variant *variant, uint64_t vectors)
{
    uint64_t grain = (uint64_t)variant->block * variant->unroll;

    if (variant->block > 1)
        return grain;
    grain = HOST_BYTES / (element_bytes(kernel) + kernel->fold.folds[0].out.size) + 1;
    grain = grain > 1024 ? grain : 1024;
    return vectors / grain < CJ_MAX_BLOCKS ? grain : vectors / (CJ_MAX_BLOCKS / 2);
}

/* The stream's for scans; NULL for one block. */
static cujit_status get_workspace(const cj_fold_kernel *kernel, const cj_variant *variant, uint64_t blocks,
                                  void *stream, void **out, cujit_error *error)
{
    size_t parts = (item_size(kernel, variant) + 3) / 4, words = parts > 1 ? (parts + 1) / 2 * 2 : 1;
    uint64_t states = blocks + blocks / 32 + blocks / 1024 + 2;

    *out = NULL;
    return blocks <= 1 ? CUJIT_OK
                       : cj_workspace_get(kernel->core.context, CJ_WORKSPACE_SCANS,
                                          (size_t)states * words * sizeof(uint64_t), stream, out, error);
}

/* Some blocks of a launch have gone, and did not leave things as they should: as if that launch had ended. */
static void repair(const cj_fold_kernel *kernel, void *workspace, void *stream)
{
    const cj_backend *backend = kernel->core.context->backend;
    cj_device *device = kernel->core.context->device;
    header found;

    if (backend->copy(device, &found, workspace, sizeof found, CJ_COPY_TO_HOST, stream, true, NULL) != CUJIT_OK)
        return;
    found.last_tag = found.last_tag >= UINT32_MAX - 1 ? 0 : found.last_tag + 1;
    found.arrived = found.ticket = 0;
    backend->copy(device, workspace, &found, sizeof found, CJ_COPY_TO_DEVICE, stream, true, NULL);
}

/* Is the output an input? */
static bool is_in_place(const cj_fold_kernel *kernel, void *const *values, const void *out)
{
    bool found = false;

    for (size_t k = 0; k < kernel->fold.text.signature.count; k++)
        found |= kernel->fold.text.signature.parameters[k].pointer && cj_pointer_value(values, k) == (uintptr_t)out;
    return found;
}

/* `total` vectors, or threads of SCAN_COLUMNS, in sequences of n elements. `numbers`: the struct of a form that has
 * one. */
static cujit_status launch(const cj_fold_kernel *kernel, const cj_variant *variant, uint64_t total, uint64_t n,
                           void *const *values, void *out, const uint64_t *numbers, void *stream, cujit_error *error)
{
    const bool columns = is_columns(variant);
    const unsigned in_place = !columns && is_in_place(kernel, values, out);
    const uint64_t grain = columns ? variant->block : find_grain(kernel, variant, total);
    const uint64_t blocks = total / grain + (total % grain != 0);
    void *workspace = NULL;
    const void *own[CJ_CORE_OWN] = {&n, &out, &workspace, &total, &grain, &in_place};
    size_t count = columns ? 3 : 6;
    cj_grid grid = {.grid = {(unsigned)blocks, 1, 1}, .block = {variant->block, 1, 1}};
    const cj_built *built;
    cujit_status status;

    if (blocks > CJ_MAX_BLOCKS)
        return cj_error_set(error, CUJIT_ERROR_UNSUPPORTED, "%s: more %s than a launch can have",
                            kernel->fold.text.name, columns ? "lines" : "elements");
    if ((!columns && (status = get_workspace(kernel, variant, blocks, stream, &workspace, error)) != CUJIT_OK) ||
        (status = cj_core_build(&kernel->core, variant, &built, error)) != CUJIT_OK)
        return status;
    if (numbers != NULL)
        own[count++] = numbers;
    status = cj_core_launch(&kernel->core, built, &grid, values, own, count, stream, error);
    if (status != CUJIT_OK && kernel->core.context->backend->immediate && workspace != NULL)
        repair(kernel, workspace, stream);
    return status;
}

cujit_status cj_scan_launch_flat(const cj_fold_kernel *kernel, const cj_variant *variant, size_t n, void *const *values,
                                 void *out, void *stream, cujit_error *error)
{
    return launch(kernel, variant, n / variant->width + (n % variant->width != 0), n, values, out, NULL, stream, error);
}

cujit_status cj_scan_views_launch(const cj_fold_views *views, const cj_variant *variant, cujit_error *error)
{
    const cj_call *call = views->call;
    const cj_fold_kernel *kernel = cj_fold_of(call);
    uint64_t numbers[MAX_NUMBERS];
    cj_layout layout = {.numbers = numbers, .wide = (variant->flags & CJ_VARIANT_WIDE) != 0};
    uint64_t total = list_members(&kernel->fold, variant, views, &layout);

    return launch(kernel, variant, total, views->loop.folded.size, cj_call_values(call),
                  (void *)call->operands[call->count].data, numbers, call->stream, error);
}
