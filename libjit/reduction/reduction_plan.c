/*
 * reduction_plan.c: which variant a reduction takes, and how its launch is cut up: from where memory lies, how many
 * results there are and how many elements go into each. What an H200 was measured to like.
 */
#include "libjit/reduction/reduction.h"

#include "libjit/kernel/tiling.h"
#include "libjit/runtime/workspace.h"

#include <stdlib.h>

/* ---- Variants ---------------------------------------------------------------------------------------------------- */

enum {
    BLOCK = 512,
    BLOCK_OF_WIDE = 256, /* where a value takes several words through each level of a block */
    WIDE_VALUE = 8,
    UNROLL = 4,
    HOST_TOTALS = 16,        /* side by side in a thread */
    SHARED_BYTES = 32 << 10, /* of a block, at most */
    SMALL_BYTES = 128 << 10, /* up to so many one block is faster than several and a ticket */
    THREADS_PER_PROCESSOR = 1024,
    CACHED_BYTES = 16 << 20,  /* up to so many, which come from the cache, one block a multiprocessor is best */
    SINGLE_BYTES = 128 << 20, /* and with blocks as large as is_large() says up to so many */
    SPILLED_BYTES = 16,       /* of a thread: too few to be felt */
};

/* The most threads, up to `most`, whose warps' accumulators fit a block's shared memory. */
static unsigned fit_block(const cj_fold_kernel *kernel, unsigned most)
{
    while (most > 32 && most / 32 * kernel->value_size > SHARED_BYTES)
        most /= 2;
    return most;
}

cj_variant cj_reduction_usual(const cj_fold_kernel *kernel)
{
    cj_variant variant = {.form = CJ_FOLD_FLAT, .width = 1};

    if (!kernel->core.context->backend->tiles) {
        variant.block = 1;
        variant.unroll = kernel->ordered ? 1 : HOST_TOTALS;
        return variant;
    }
    variant.width = (uint8_t)cj_fold_width(&kernel->fold);
    variant.unroll = kernel->value_size > CJ_FOLD_LARGE_VALUE ? 1 : UNROLL;
    variant.block = (uint16_t)fit_block(kernel, kernel->value_size > WIDE_VALUE ? BLOCK_OF_WIDE : BLOCK);
    return variant;
}

/* Of all arrays that are read element by element; at least 1. */
static size_t element_bytes(const cj_fold_kernel *kernel)
{
    const cj_signature *signature = &kernel->fold.text.signature;
    size_t bytes = 0;

    for (size_t k = 0; k < signature->count; k++)
        bytes += signature->parameters[k].pointer ? signature->parameters[k].size : 0;
    return bytes > 0 ? bytes : 1;
}

/* Are there so many elements that combining values of several words in a block is cheap beside reading them? Then more
 * threads, with more on their way, are a few percent faster: as measured on an H200 for values of two words. */
static bool is_large(const cj_fold_kernel *kernel, size_t n)
{
    size_t copies = (size_t)2 * UNROLL * kernel->core.usual.width;

    return kernel->value_size > WIDE_VALUE && kernel->value_size <= 2 * WIDE_VALUE && !kernel->ordered &&
           copies * kernel->fold.text.accesses.tokens <= CJ_TILE_TOKENS && n > CACHED_BYTES / element_bytes(kernel);
}

/* The variant for those in place of the usual one, which stays where the user's texts ask for so many registers that
 * they would be spilled. */
static cujit_status choose_large(const cj_fold_kernel *kernel, cj_variant *variant, cujit_error *error)
{
    cj_variant large = *variant;
    const cj_built *built;
    cujit_status status;

    large.block = (uint16_t)fit_block(kernel, BLOCK);
    large.unroll = variant->width <= UNROLL ? 2 * UNROLL : UNROLL;
    status = cj_core_try(&kernel->core, &large, variant, &built, error);
    if (status == CUJIT_OK && built != NULL && built->program->object.resources.spill_store_bytes <= SPILLED_BYTES)
        *variant = large;
    return status;
}

cujit_status cj_reduction_choose(const cj_fold_kernel *kernel, const cj_selection *selected, void *const *values,
                                 cj_variant *out, cujit_error *error)
{
    *out = kernel->core.usual;
    out->flags |= selected->flags;
    out->index = (uint8_t)selected->index;
    if (selected->flags != 0) {
        out->width = 1;
        out->unroll = out->block == 1 ? 1 : out->unroll;
        return CUJIT_OK;
    }
    if (out->width > 1 && !cj_fold_are_aligned(kernel, out->width, values))
        out->flags |= CJ_VARIANT_SHIFTED;
    return out->block > 1 && is_large(kernel, selected->n) ? choose_large(kernel, out, error) : CUJIT_OK;
}

/* On the host: enough for all processors. */
static unsigned count_pieces(const cj_device *device, size_t n)
{
    size_t pieces = n / device->grain + (n % device->grain != 0);

    pieces = pieces < device->max_blocks ? pieces : device->max_blocks;
    return pieces > 0 ? (unsigned)pieces : 1;
}

unsigned cj_reduction_blocks(const cj_fold_kernel *kernel, const cj_variant *variant, size_t n)
{
    const cj_device *device = kernel->core.context->device;
    size_t turn = (size_t)variant->block * variant->unroll * variant->width, bytes = element_bytes(kernel);
    size_t blocks, single;
    unsigned most;

    if (variant->block == 1)
        return count_pieces(device, n);
    if (n <= SMALL_BYTES / bytes)
        return 1;
    blocks = n / turn + (n % turn != 0);
    single = (variant->block > kernel->core.usual.block ? SINGLE_BYTES : CACHED_BYTES) / bytes;
    most = device->processors * (n <= single ? 1 : THREADS_PER_PROCESSOR / variant->block);
    return blocks < most ? (unsigned)blocks : most;
}

/* ---- Along axes -------------------------------------------------------------------------------------------------- */

enum {
    MAX_PARTS = 1024,
    MAX_TICKETS = CJ_WORKSPACE_COUNTERS / 4,
    MAX_COPIES = 32,               /* of a map and a reduce in one thread's code: compilers take their time */
    MAX_SHARED = (48 << 10) - 256, /* bytes; a few are others' */
    MAX_LOADED = 256,              /* bytes that a thread has on their way */
    MAX_SUMS = 128,                /* bytes of a thread's accumulators, in COLUMNS */
    HOST_BYTES = 64,               /* a tile's, where a compiler makes vectors of it */
    WIDEST = 64,
};

/* ---- What the memory allows -------------------------------------------------------------------------------------- */

/* Do all views have their elements side by side along the last axis of that loop? */
static bool is_contiguous(const cj_fold_views *views, bool kept)
{
    const cj_call *call = views->call;
    bool any = false;

    for (size_t at = 0; at < call->count; at++) {
        if (!cj_fold_call_is_view(call, at))
            continue;
        if (cj_fold_last_stride(views, at, kept) != (int64_t)call->operands[at].item_size)
            return false;
        any = true;
    }
    return any;
}

/* Do all tiles of so many elements along that axis lie at multiples of their alignment? */
static bool is_aligned(const cj_fold_views *views, bool kept, unsigned width)
{
    for (size_t at = 0; at < views->count; at++) {
        if (cj_fold_call_is_view(views->call, at) && !cj_fold_is_aligned(views, at, kept, width))
            return false;
    }
    /* A line's last tile is pushed back to its end (COLUMNS). */
    return !kept || cj_fold_last_length(&views->loop, true) % width == 0;
}

/* Does this width go at all? */
static bool fits_width(const cj_fold_views *views, bool kept, unsigned width)
{
    uint64_t line = cj_fold_last_length(&views->loop, kept);

    return width == 1 || (views->selected.flags == 0 && line >= width && is_contiguous(views, kept) &&
                          (kept || views->loop.folded.ndim == 1 || line % width == 0));
}

/* Bytes of an element of all views. */
static size_t view_bytes(const cj_call *call)
{
    size_t bytes = 0;

    for (size_t at = 0; at < call->count; at++)
        bytes += cj_fold_call_is_view(call, at) ? call->operands[at].item_size : 0;
    return bytes;
}

static unsigned floor_power(uint64_t x)
{
    unsigned power = 1;

    while (power <= UINT32_MAX / 4 && 2 * (uint64_t)power <= x)
        power *= 2;
    return power;
}

static unsigned ceil_power(uint64_t x)
{
    unsigned power = floor_power(x);

    return power < x ? 2 * power : power;
}

static size_t shared_bytes(const cj_fold_kernel *kernel, const cj_variant *variant)
{
    size_t values = variant->form == CJ_FOLD_ROWS
                        ? variant->block / 32
                        : (size_t)cj_reduction_columns_rows(variant) * variant->lanes * variant->width;

    return values * kernel->value_size;
}

/* ---- The choice of a variant ------------------------------------------------------------------------------------- */

/* Units of the folded loop; and what blocks share out among themselves: results, or strips. */
static void count(const cj_fold_views *views, cj_reduction_plan *plan)
{
    const cj_variant *variant = &plan->variant;
    const cj_fold_loop *loop = &views->loop;
    uint64_t across = (uint64_t)variant->lanes * variant->width;
    uint64_t kept_line = cj_fold_last_length(loop, true), line = cj_fold_last_length(loop, false);

    if (variant->form == CJ_FOLD_COLUMNS || variant->width == 1 || loop->folded.size == 0)
        plan->units = views->elements;
    else if ((variant->flags & CJ_VARIANT_SHIFTED) != 0 && loop->folded.ndim == 1)
        plan->units = line / variant->width -
                      1; /* a shifted load reaches further than its tile: the tail has the last */
    else
        plan->units = loop->folded.size / line * (line / variant->width);
    plan->work = loop->kept.size;
    if (variant->form == CJ_FOLD_COLUMNS)
        plan->work = plan->work / kept_line * ((kept_line + across - 1) / across);
}

/* Axes, numbers, and whether blocks share results. */
static void complete(const cj_fold_views *views, cj_reduction_plan *plan)
{
    const cj_fold_loop *loop = &views->loop;
    cj_variant *variant = &plan->variant;
    uint64_t most = loop->whole.size > loop->kept.size ? loop->whole.size : loop->kept.size;

    variant->kept = (uint8_t)(loop->kept.ndim > 0 ? loop->kept.ndim : 1);
    variant->folded = (uint8_t)(loop->folded.ndim > 0 ? loop->folded.ndim : 1);
    /* A subset may have more elements than there are. */
    if (cj_is_wide(most, loop->whole.reach) || cj_is_wide(views->elements, 0))
        variant->flags |= CJ_VARIANT_WIDE;
    variant->flags |= views->selected.flags;
    variant->index = (uint8_t)views->selected.index;
    if (plan->parts > 1)
        variant->flags |= CJ_VARIANT_SPLIT;
    count(views, plan);
}

/* Tiles of 16 bytes where memory allows; half as wide where all of these are aligned and whole ones are not. */
static void choose_width(const cj_fold_views *views, cj_variant *variant)
{
    const cj_fold_kernel *kernel = cj_fold_of(views->call);
    bool tiles = kernel->core.context->backend->tiles, kept = variant->form == CJ_FOLD_COLUMNS;
    unsigned width = floor_power(cj_fold_width(&kernel->fold)), most = WIDEST;

    if (!tiles)
        width *= HOST_BYTES / CJ_TILE_BYTES;
    else if (kept)
        most = kernel->value_size < MAX_SUMS ? floor_power(MAX_SUMS / kernel->value_size) : 1;
    width = width < most ? width : most;
    while (width > 1 && (!fits_width(views, kept, width) || width * kernel->fold.text.accesses.tokens > CJ_TILE_TOKENS))
        width /= 2;
    if (tiles && width >= 4 && !is_aligned(views, kept, width) && is_aligned(views, kept, width / 2))
        width /= 2;
    variant->width = (uint8_t)width;
    if (width > 1 && !is_aligned(views, kept, width))
        variant->flags |= CJ_VARIANT_SHIFTED;
}

static void choose_unroll(const cj_fold_views *views, unsigned unroll, cj_variant *variant)
{
    const cj_fold_kernel *kernel = cj_fold_of(views->call);
    size_t bytes = view_bytes(views->call) * variant->width;
    bool packed = cj_fold_is_packed(kernel, variant);

    while (unroll > 1 && (kernel->value_size > CJ_FOLD_LARGE_VALUE || unroll * bytes > MAX_LOADED ||
                          (!packed && (unroll * variant->width > MAX_COPIES ||
                                       unroll * variant->width * kernel->fold.text.accesses.tokens > CJ_TILE_TOKENS))))
        unroll /= 2;
    variant->unroll = (uint8_t)unroll;
}

/* So that there is a block for each place on the device; each has at least `least` units. */
static void choose_parts(uint64_t places, uint64_t least, cj_reduction_plan *plan)
{
    uint64_t most = plan->units / least;

    plan->parts = 1;
    if (plan->work * 10 < places * 9)
        plan->parts = places / plan->work > 1 ? places / plan->work : 2;
    most = most < MAX_PARTS ? most : MAX_PARTS;
    plan->parts = plan->parts < most ? plan->parts : most;
    if (plan->parts < 1 || plan->work > MAX_TICKETS)
        plan->parts = 1;
}

/* One processor goes through a chunk of the results, one by one; or through a part of one. */
static void choose_on_host(const cj_fold_views *views, cj_reduction_plan *plan)
{
    const cj_device *device = cj_fold_of(views->call)->core.context->device;
    uint64_t blocks = (views->selected.flags != 0 ? views->elements : views->loop.whole.size) / device->grain;

    plan->variant.block = plan->variant.lanes = plan->variant.unroll = 1;
    count(views, plan);
    blocks = blocks < 1 ? 1 : blocks < device->max_blocks ? blocks : device->max_blocks;
    if (plan->work < blocks)
        choose_parts(blocks, 1, plan);
    else
        plan->share = (plan->work + blocks - 1) / blocks;
}

/* Blocks for a result each, or for parts of it. As measured on an H200 with two blocks of 512 a multiprocessor. */
static void choose_blocks(const cj_fold_views *views, unsigned unroll, cj_reduction_plan *plan)
{
    const cj_fold_kernel *kernel = cj_fold_of(views->call);
    uint64_t processors = kernel->core.context->device->processors;
    cj_variant *variant = &plan->variant;

    variant->block = variant->lanes = (uint16_t)fit_block(kernel,
                                                          plan->work < 4 * processors && plan->units > 512 ? 512 : 256);
    while (unroll > 1 && (uint64_t)variant->block * unroll > 2 * plan->units)
        unroll /= 2;
    variant->unroll = (uint8_t)unroll;
    choose_parts(2 * processors, (uint64_t)variant->block * unroll, plan);
}

/* A warp or less for a result: as many lanes as leave each two or four tiles. */
static void choose_lanes(const cj_fold_views *views, cj_reduction_plan *plan)
{
    uint64_t processors = cj_fold_of(views->call)->core.context->device->processors, units = plan->units;
    unsigned unroll = units <= 32 || units >= 192 ? 2 : 4, most = units <= 32 ? 8 : units < 192 ? 16 : 32;
    unsigned lanes = ceil_power((units + unroll - 1) / unroll);

    lanes = lanes < most ? lanes : most;
    while (lanes < 32 && lanes < units && plan->work * lanes < processors * 256)
        lanes *= 2;
    while (unroll > 1 && (uint64_t)(unroll - 1) * lanes >= units)
        unroll /= 2;
    plan->variant.lanes = (uint16_t)lanes;
    plan->variant.unroll = (uint8_t)unroll;
    plan->variant.block = 256;
}

static void choose_rows(const cj_fold_views *views, cj_reduction_plan *plan)
{
    cj_variant *variant = &plan->variant;
    unsigned full = floor_power(cj_fold_width(&cj_fold_of(views->call)->fold)), unroll;

    count(views, plan);
    if (plan->units > 1024 || (plan->work < 128 && plan->units > 32))
        choose_blocks(views, full >= 8 ? 2 : 4, plan);
    else
        choose_lanes(views, plan);
    unroll = variant->unroll;
    if (2 * variant->width <= full && unroll <= 4 && plan->units >= 64)
        unroll *= 2; /* as many bytes on their way as of whole tiles */
    choose_unroll(views, unroll, variant);
    plan->share = variant->block / variant->lanes;
}

/* Threads side by side: 8 tiles are lines enough for the memory, and more do not hurt where there are many. */
static void choose_strips(const cj_fold_views *views, cj_variant *variant)
{
    uint64_t processors = cj_fold_of(views->call)->core.context->device->processors;
    uint64_t line = cj_fold_last_length(&views->loop, true), tiles = (line + variant->width - 1) / variant->width;
    bool many = tiles * (views->loop.kept.size / line) >= 128 * processors;
    unsigned lanes = many ? 64 : 8, block = many ? 256 : 512;

    if (lanes > tiles)
        lanes = ceil_power(tiles);
    while (block > 128 && block / lanes > views->loop.folded.size)
        block /= 2;
    while (lanes < block && lanes < tiles && block / lanes > views->loop.folded.size)
        lanes *= 2;
    variant->lanes = (uint16_t)lanes;
    variant->block = (uint16_t)block;
}

static void choose_columns(const cj_fold_views *views, cj_reduction_plan *plan)
{
    const cj_fold_kernel *kernel = cj_fold_of(views->call);
    cj_variant *variant = &plan->variant;
    uint64_t rows;

    choose_strips(views, variant);
    rows = variant->block / variant->lanes;
    count(views, plan);
    choose_unroll(views, view_bytes(views->call) >= 4 ? 4 : 8, variant);
    while (variant->unroll > 1 && (variant->unroll - 1) * rows >= plan->units)
        variant->unroll /= 2;
    choose_parts(2 * kernel->core.context->device->processors, rows * variant->unroll * 8, plan);
    variant->flags |= plan->parts > 1 ? CJ_VARIANT_SPLIT : 0;
    while (variant->block > 32 && variant->block > variant->lanes && shared_bytes(kernel, variant) > MAX_SHARED)
        variant->block /= 2;
    while (variant->lanes > 1 && shared_bytes(kernel, variant) > MAX_SHARED)
        variant->lanes /= 2;
    if (shared_bytes(kernel, variant) > MAX_SHARED) { /* one value of a warp does, but not one of each thread */
        plan->parts = 1;
        variant->flags &= ~(uint32_t)CJ_VARIANT_SPLIT;
    }
}

/* Along which loop does memory run? */
static bool prefers_columns(const cj_fold_views *views)
{
    const cj_call *call = views->call;
    uint64_t kept = 0, folded = 0;

    if (views->loop.kept.ndim == 0 || views->loop.folded.ndim == 0)
        return views->loop.kept.ndim > 0;
    for (size_t at = 0; at < call->count; at++) {
        int64_t across = cj_fold_last_stride(views, at, true), along = cj_fold_last_stride(views, at, false);

        if (!cj_fold_call_is_view(call, at) || across == along)
            continue;
        if (across != 0 && (along == 0 || llabs(across) < llabs(along)))
            kept += call->operands[at].item_size;
        else
            folded += call->operands[at].item_size;
    }
    return kept > folded;
}

cj_reduction_plan cj_reduction_views_choose(const cj_fold_views *views)
{
    const bool columns = prefers_columns(views);
    cj_reduction_plan plan = {
        .variant.form = columns ? CJ_FOLD_COLUMNS : CJ_FOLD_ROWS,
        .parts = 1,
        .share = 1,
    };

    choose_width(views, &plan.variant);
    if (!cj_fold_of(views->call)->core.context->backend->tiles)
        choose_on_host(views, &plan);
    else if (columns)
        choose_columns(views, &plan);
    else
        choose_rows(views, &plan);
    complete(views, &plan);
    if (plan.work / plan.share >= CJ_MAX_BLOCKS)
        plan.share *= plan.work / plan.share / CJ_MAX_BLOCKS + 1;
    return plan;
}

bool cj_reduction_views_force(const cj_fold_views *views, cj_reduction_plan *plan)
{
    cj_variant *variant = &plan->variant;
    bool kept = variant->form == CJ_FOLD_COLUMNS;

    if (!fits_width(views, kept, variant->width))
        return false;
    if (variant->width > 1 && !is_aligned(views, kept, variant->width))
        variant->flags |= CJ_VARIANT_SHIFTED;
    count(views, plan);
    if (plan->parts > plan->units || plan->work > MAX_TICKETS)
        plan->parts = 1;
    if (plan->parts > 1 && !kept && variant->lanes != variant->block)
        return false;
    if (plan->share == 0)
        plan->share = kept ? 1 : variant->block / variant->lanes;
    complete(views, plan);
    return shared_bytes(cj_fold_of(views->call), variant) <= MAX_SHARED;
}
