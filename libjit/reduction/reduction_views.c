/*
 * reduction_views.c: reductions along axes and over arrays of any strides: the loops (fold_axes.c), the choice of a
 * variant, and the struct of numbers that tells the kernel where everything lies (reduction_views.h).
 *
 * All of a call lives on the stack; the only locks are those of building a variant for the first time and of a stream's
 * first workspace.
 */
#include "libjit/reduction/reduction_views.h"

#include "libjit/kernel/numbers.h"
#include "libjit/kernel/tiling.h"
#include "libjit/runtime/array.h"
#include "libjit/runtime/workspace.h"

#include <string.h>

enum {
    MAX_BLOCKS = 0x7fffffff, /* of a grid, in x */
    MAX_PARTS = 1024,
    MAX_TICKETS = CJ_WORKSPACE_COUNTERS / 4,
    MAX_COPIES = 32,               /* of a map and a reduce in one thread's code: compilers take their time */
    MAX_SHARED = (48 << 10) - 256, /* bytes; a few are others' */
    MAX_LOADED = 256,              /* bytes that a thread has on their way */
    MAX_SUMS = 128,                /* bytes of a thread's accumulators, in COLUMNS */
    HOST_BYTES = 64,               /* a tile's, where a compiler makes vectors of it */
    WIDEST = 64,
};

/* ---- What goes together ------------------------------------------------------------------------------------------ */

static bool is_selected(const cj_reduction_views *views)
{
    return views->selected.flags != 0;
}

/* Elements of each result. */
static uint64_t count_elements(const cj_reduction_views *views)
{
    return is_selected(views) ? views->selected.n : views->loop.length;
}

/* The results' axes alone: with keepdims there are others, 1 long. */
typedef struct kept_shape {
    size_t shape[CUJIT_REDUCTION_MAX_RESULTS][CJ_MAX_AXES];
    ptrdiff_t strides[CUJIT_REDUCTION_MAX_RESULTS][CJ_MAX_AXES];
} kept_shape;

static cujit_status take_outputs(const cujit_reduction_options *options, cujit_array *const *outs, kept_shape *room,
                                 cj_reduction_views *views, cujit_error *error)
{
    bool keepdims = options != NULL && options->keepdims != 0;
    cj_axis_set set = {.count = 0};
    cujit_status status;

    if (keepdims &&
        (status = cj_axis_set_find(options->axes, options->axis_count, outs[0]->ndim, &set, error)) != CUJIT_OK)
        return status;
    for (size_t k = 0; k < views->output_count; k++) {
        const cujit_array *array = outs[k];
        int ndim = 0;

        for (int axis = 0; axis < array->ndim && axis < CJ_MAX_AXES; axis++) {
            if (keepdims && set.folded[axis])
                continue;
            room->shape[k][ndim] = array->shape[axis];
            room->strides[k][ndim++] = array->strides[axis];
        }
        views->outputs[k] = (cj_operand){
            .name = cj_fold_output_name(k),
            .ndim = ndim,
            .shape = room->shape[k],
            .strides = room->strides[k],
            .item_size = array->item_size,
            .data = array->data,
            .written = true,
        };
    }
    return CUJIT_OK;
}

/* Who has no elements overlaps nothing. */
static cujit_status check_overlap(const cj_fold_call *call, const cj_reduction_views *views, cujit_error *error)
{
    const cj_signature *signature = &call->kernel->fold.text.signature;
    uintptr_t low, high, begin, end;

    for (size_t at = 0; at < views->output_count * signature->count; at++) {
        const cj_operand *output = &views->outputs[at / signature->count];
        size_t k = at % signature->count;

        if (!signature->parameters[k].pointer)
            continue;
        cj_operand_extent(output, &low, &high);
        cj_fold_call_extent(call, k, &begin, &end);
        if (low < high && begin < end && low < end && begin < high)
            return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT,
                                "%s: %s overlaps argument %zu (%s), which is still being read when it is written",
                                call->kernel->fold.text.name, output->name, k + 1, signature->parameters[k].name);
    }
    return CUJIT_OK;
}

/* What is selected is named in C order; where it is then needs no steps. */
static unsigned loop_flags(const cj_fold_kernel *kernel, bool selected)
{
    bool index = cj_fold_needs_index(&kernel->fold), place = cj_fold_needs_place(&kernel->fold);

    if (selected)
        return CJ_FOLD_ORDERED;
    /* Who asks where an element is also wants the first of several, so these come in order. */
    return (kernel->ordered || index || place ? CJ_FOLD_ORDERED : 0u) | (index ? CJ_FOLD_INDEX : 0u) |
           (place ? CJ_FOLD_PLACE : 0u);
}

cujit_status cj_reduction_views_find(cj_fold_call *call, const cujit_reduction_options *options,
                                     const cj_selection *selected, cujit_array *const *outs, cj_reduction_views *views,
                                     cujit_error *error)
{
    const cj_fold_kernel *kernel = call->kernel;
    kept_shape room;
    cj_fold_question question;
    cujit_status status;

    views->count = call->count;
    views->output_count = kernel->fold.count;
    views->selected = selected != NULL ? *selected : (cj_selection){0};
    if ((status = take_outputs(options, outs, &room, views, error)) != CUJIT_OK)
        return status;
    question = (cj_fold_question){
        .inputs = call->operands,
        .outputs = views->outputs,
        .input_count = call->count,
        .output_count = views->output_count,
        .axes = options != NULL ? options->axes : NULL,
        .axis_count = options != NULL ? options->axis_count : 0,
        .flags = loop_flags(kernel, is_selected(views)),
    };
    if ((status = cj_fold_loop_find(&question, &views->loop, views->kept, views->folded, error)) != CUJIT_OK ||
        (status = cj_fold_call_check_pointers(call, views->loop.size, error)) != CUJIT_OK)
        return status;
    return check_overlap(call, views, error);
}

/* ---- What the memory allows -------------------------------------------------------------------------------------- */

static bool is_view(const cj_fold_call *call, size_t at)
{
    return cj_fold_can_view(&call->kernel->fold, call->parameters[at]);
}

static uint64_t last_kept(const cj_fold_loop *loop)
{
    return loop->kept > 0 ? loop->kept_lengths[loop->kept - 1] : 1;
}

static uint64_t last_folded(const cj_fold_loop *loop)
{
    return loop->folded > 0 ? loop->folded_lengths[loop->folded - 1] : 1;
}

/* An array's step along the last axis of either loop; 0 where there is no axis. */
static int64_t last_stride(const cj_reduction_views *views, size_t at, bool kept)
{
    int ndim = kept ? views->loop.kept : views->loop.folded;

    return ndim > 0 ? (kept ? views->kept : views->folded)[at][ndim - 1] : 0;
}

/* Do all views have their elements side by side along the last axis of that loop? */
static bool is_contiguous(const cj_fold_call *call, const cj_reduction_views *views, bool kept)
{
    bool any = false;

    if ((kept ? views->loop.kept : views->loop.folded) == 0)
        return false;
    for (size_t at = 0; at < call->count; at++) {
        if (!is_view(call, at))
            continue;
        if (last_stride(views, at, kept) != (int64_t)call->operands[at].item_size)
            return false;
        any = true;
    }
    return any;
}

/* Do all tiles of so many elements along that axis lie at multiples of their alignment? */
static bool is_aligned(const cj_fold_call *call, const cj_reduction_views *views, bool kept, unsigned width)
{
    const cj_fold_loop *loop = &views->loop;

    for (size_t at = 0; at < call->count; at++) {
        size_t k = call->parameters[at];
        uintptr_t bits = cj_pointer_value((void *const *)call->values, k);

        if (!is_view(call, at))
            continue;
        for (int j = 0; j < loop->kept - (kept ? 1 : 0); j++)
            bits |= (uintptr_t)views->kept[at][j];
        for (int j = 0; j < loop->folded - (kept ? 0 : 1); j++)
            bits |= (uintptr_t)views->folded[at][j];
        if ((bits & (cj_tile_alignment(&call->kernel->fold.text.signature.parameters[k], width) - 1)) != 0)
            return false;
    }
    /* A line's last tile is pushed back to its end (COLUMNS). */
    return !kept || last_kept(loop) % width == 0;
}

/* Does this width go at all? */
static bool fits_width(const cj_fold_call *call, const cj_reduction_views *views, bool kept, unsigned width)
{
    uint64_t line = kept ? last_kept(&views->loop) : last_folded(&views->loop);

    if (width == 1)
        return true;
    if (is_selected(views))
        return false;
    return line >= width && is_contiguous(call, views, kept) && (kept || views->loop.folded == 1 || line % width == 0);
}

/* Bytes that one unit of all views takes. */
static size_t unit_bytes(const cj_fold_call *call, unsigned width)
{
    size_t bytes = 0;

    for (size_t at = 0; at < call->count; at++)
        bytes += is_view(call, at) ? call->operands[at].item_size * width : 0;
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

/* Tiles of 16 bytes where memory allows; half as wide where all of these are aligned and whole ones are not. */
static void choose_width(const cj_fold_call *call, const cj_reduction_views *views, bool kept, unsigned most,
                         cj_variant *variant)
{
    const cj_fold_kernel *kernel = call->kernel;
    bool tiles = kernel->core.context->backend->tiles;
    unsigned width = floor_power(cj_fold_width(&kernel->fold));

    if (!tiles)
        width = width * (HOST_BYTES / CJ_TILE_BYTES) < WIDEST ? width * (HOST_BYTES / CJ_TILE_BYTES) : WIDEST;
    width = width < most ? width : most;
    while (width > 1 &&
           (!fits_width(call, views, kept, width) || width * kernel->fold.text.accesses.tokens > CJ_TILE_TOKENS))
        width /= 2;
    if (tiles && width >= 4 && !is_aligned(call, views, kept, width) && is_aligned(call, views, kept, width / 2))
        width /= 2;
    variant->width = (uint8_t)width;
    if (width > 1 && !is_aligned(call, views, kept, width))
        variant->flags |= CJ_VARIANT_SHIFTED;
}

static unsigned limit_unroll(const cj_fold_call *call, const cj_variant *variant, unsigned unroll)
{
    const cj_fold_kernel *kernel = call->kernel;
    bool packed = cj_fold_is_packed(kernel, variant);

    if (kernel->value_size > CJ_FOLD_LARGE_VALUE)
        return 1;
    while (unroll > 1 && (unroll * unit_bytes(call, variant->width) > MAX_LOADED ||
                          (!packed && (unroll * variant->width > MAX_COPIES ||
                                       unroll * variant->width * kernel->fold.text.accesses.tokens > CJ_TILE_TOKENS))))
        unroll /= 2;
    return unroll;
}

/* ---- The choice of a variant ------------------------------------------------------------------------------------- */

/* Of the folded loop. */
static uint64_t count_units(const cj_reduction_views *views, const cj_variant *variant)
{
    if (variant->form == CJ_FOLD_COLUMNS || variant->width == 1 || views->loop.length == 0)
        return count_elements(views);
    /* A shifted load reaches further than its tile: each row's last one is left to the tail. */
    if ((variant->flags & CJ_VARIANT_SHIFTED) != 0 && views->loop.folded == 1)
        return views->loop.length / variant->width - 1;
    return views->loop.length / last_folded(&views->loop) * (last_folded(&views->loop) / variant->width);
}

/* What blocks share out among themselves. */
static uint64_t count_work(const cj_reduction_views *views, const cj_variant *variant)
{
    uint64_t across = (uint64_t)variant->lanes * variant->width, line = last_kept(&views->loop);

    if (variant->form == CJ_FOLD_ROWS)
        return views->loop.results;
    return views->loop.results / line * ((line + across - 1) / across);
}

/* Axes, numbers, and whether blocks share results. */
static void complete(const cj_reduction_views *views, cj_reduction_plan *plan)
{
    const cj_fold_loop *loop = &views->loop;
    cj_variant *variant = &plan->variant;
    uint64_t most = loop->size > loop->results ? loop->size : loop->results;

    variant->kept = (uint8_t)(loop->kept > 0 ? loop->kept : 1);
    variant->folded = (uint8_t)(loop->folded > 0 ? loop->folded : 1);
    /* A subset may have more elements than there are. */
    if (cj_is_wide(most, loop->reach) || cj_is_wide(count_elements(views), 0))
        variant->flags |= CJ_VARIANT_WIDE;
    variant->flags |= views->selected.flags;
    variant->index = (uint8_t)views->selected.index;
    if (plan->parts > 1)
        variant->flags |= CJ_VARIANT_SPLIT;
}

/* So that there is a block for each place on the device; each has at least `least` units. */
static uint64_t choose_parts(uint64_t work, uint64_t places, uint64_t units, uint64_t least)
{
    uint64_t parts = work * 10 < places * 9 ? places / work : 1;

    if (parts == 1 && work * 10 < places * 9)
        parts = 2;
    if (parts > units / least)
        parts = units / least;
    if (parts > MAX_PARTS)
        parts = MAX_PARTS;
    return parts < 1 || work > MAX_TICKETS ? 1 : parts;
}

/* One processor goes through a chunk of the results, one by one; or through a part of one. */
static void share_out_on_host(const cj_fold_call *call, const cj_reduction_views *views, cj_reduction_plan *plan)
{
    const cj_device *device = call->kernel->core.context->device;
    uint64_t work = count_work(views, &plan->variant);
    uint64_t blocks = (is_selected(views) ? views->selected.n : views->loop.size) / device->grain;

    blocks = blocks < 1 ? 1 : blocks < device->max_blocks ? blocks : device->max_blocks;
    plan->parts = work < blocks ? choose_parts(work, blocks, count_units(views, &plan->variant), 1) : 1;
    plan->share = work < blocks ? 1 : (work + blocks - 1) / blocks;
}

/* Blocks for a result each, or for parts of it. As measured on an H200 with two blocks of 512 a multiprocessor. */
static void choose_blocks(const cj_fold_call *call, const cj_reduction_views *views, uint64_t units, unsigned unroll,
                          cj_reduction_plan *plan)
{
    const cj_fold_kernel *kernel = call->kernel;
    uint64_t processors = kernel->core.context->device->processors;
    bool few = views->loop.results < 4 * processors;
    cj_variant *variant = &plan->variant;

    variant->block = variant->lanes = (uint16_t)cj_fold_block(kernel, few && units > 512 ? 512 : 256);
    while (unroll > 1 && (uint64_t)variant->block * unroll > 2 * units)
        unroll /= 2;
    variant->unroll = (uint8_t)unroll;
    plan->parts = choose_parts(views->loop.results, 2 * processors, units, (uint64_t)variant->block * unroll);
}

/* A warp or less for a result: as many lanes as leave each two or four tiles. */
static void choose_lanes(const cj_fold_call *call, const cj_reduction_views *views, uint64_t units,
                         cj_reduction_plan *plan)
{
    uint64_t processors = call->kernel->core.context->device->processors;
    unsigned unroll = units <= 32 || units >= 192 ? 2 : 4;
    unsigned lanes = units >= 192 ? 32 : ceil_power((units + unroll - 1) / unroll);

    if (units < 192 && lanes > (unroll == 2 ? 8u : 16u))
        lanes = unroll == 2 ? 8 : 16;
    while (lanes < 32 && lanes < units && views->loop.results * lanes < processors * 256)
        lanes *= 2;
    while (unroll > 1 && (uint64_t)(unroll - 1) * lanes >= units)
        unroll /= 2;
    plan->variant.lanes = (uint16_t)lanes;
    plan->variant.unroll = (uint8_t)unroll;
    plan->variant.block = 256;
}

static void choose_rows(const cj_fold_call *call, const cj_reduction_views *views, cj_reduction_plan *plan)
{
    const cj_fold_kernel *kernel = call->kernel;
    cj_variant *variant = &plan->variant;
    unsigned full = floor_power(cj_fold_width(&kernel->fold));
    uint64_t units;

    variant->form = CJ_FOLD_ROWS;
    choose_width(call, views, false, WIDEST, variant);
    if (!kernel->core.context->backend->tiles) {
        variant->block = variant->lanes = variant->unroll = 1;
        share_out_on_host(call, views, plan);
        return;
    }
    units = count_units(views, variant);
    if (units > 1024 || (views->loop.results < 128 && units > 32))
        choose_blocks(call, views, units, full >= 8 ? 2 : 4, plan);
    else
        choose_lanes(call, views, units, plan);
    if (2 * variant->width <= full && variant->unroll <= 4 && units >= 64)
        variant->unroll *= 2; /* as many bytes on their way as of whole tiles */
    variant->unroll = (uint8_t)limit_unroll(call, variant, variant->unroll);
    plan->share = variant->block / variant->lanes;
}

/* Threads side by side: 8 tiles are lines enough for the memory, and more do not hurt where there are many. */
static void choose_strips(const cj_fold_call *call, const cj_reduction_views *views, cj_variant *variant)
{
    const cj_fold_kernel *kernel = call->kernel;
    uint64_t processors = kernel->core.context->device->processors, line = last_kept(&views->loop);
    uint64_t tiles = (line + variant->width - 1) / variant->width, all = tiles * (views->loop.results / line);
    bool many = all >= 128 * processors;
    unsigned lanes = many ? 64 : 8, block = many ? 256 : 512;

    if (lanes > tiles)
        lanes = ceil_power(tiles);
    while (block > 128 && block / lanes > views->loop.length)
        block /= 2;
    while (lanes < block && lanes < tiles && block / lanes > views->loop.length)
        lanes *= 2;
    variant->lanes = (uint16_t)lanes;
    variant->block = (uint16_t)block;
}

static size_t shared_bytes(const cj_fold_kernel *kernel, const cj_variant *variant)
{
    return (size_t)cj_reduction_columns_rows(variant) * variant->lanes * variant->width * kernel->value_size;
}

static bool fits_shared(const cj_fold_kernel *kernel, const cj_variant *variant)
{
    if (variant->form == CJ_FOLD_ROWS)
        return variant->block / 32 * kernel->value_size <= MAX_SHARED;
    return shared_bytes(kernel, variant) <= MAX_SHARED;
}

static void choose_columns(const cj_fold_call *call, const cj_reduction_views *views, cj_reduction_plan *plan)
{
    const cj_fold_kernel *kernel = call->kernel;
    cj_variant *variant = &plan->variant;
    bool tiles = kernel->core.context->backend->tiles;
    unsigned most = tiles ? floor_power(MAX_SUMS / (kernel->value_size < MAX_SUMS ? kernel->value_size : MAX_SUMS))
                          : WIDEST;
    uint64_t units = views->loop.length;

    variant->form = CJ_FOLD_COLUMNS;
    choose_width(call, views, true, most, variant);
    if (!tiles) {
        variant->block = variant->lanes = variant->unroll = 1;
        share_out_on_host(call, views, plan);
        return;
    }
    choose_strips(call, views, variant);
    variant->unroll = (uint8_t)limit_unroll(call, variant, unit_bytes(call, 1) >= 4 ? 4 : 8);
    while (variant->unroll > 1 && (uint64_t)(variant->unroll - 1) * (variant->block / variant->lanes) >= units)
        variant->unroll /= 2;
    plan->parts = choose_parts(count_work(views, variant), 2 * kernel->core.context->device->processors, units,
                               (uint64_t)(variant->block / variant->lanes) * variant->unroll * 8);
    variant->flags |= plan->parts > 1 ? CJ_VARIANT_SPLIT : 0;
    while (variant->block > 32 && variant->block > variant->lanes && !fits_shared(kernel, variant))
        variant->block /= 2;
    while (variant->lanes > 1 && !fits_shared(kernel, variant))
        variant->lanes /= 2;
    if (!fits_shared(kernel, variant)) { /* one value of a warp does, but not one of each thread */
        plan->parts = 1;
        variant->flags &= ~(uint32_t)CJ_VARIANT_SPLIT;
    }
    plan->share = 1;
}

/* Along which loop does memory run? */
static bool prefers_columns(const cj_fold_call *call, const cj_reduction_views *views)
{
    uint64_t kept = 0, folded = 0;

    if (views->loop.kept == 0)
        return false;
    if (views->loop.folded == 0)
        return true;
    for (size_t at = 0; at < call->count; at++) {
        int64_t across = last_stride(views, at, true), along = last_stride(views, at, false);
        uint64_t size = call->operands[at].item_size;

        if (!is_view(call, at) || across == along)
            continue;
        if (across != 0 && (along == 0 || (across < 0 ? -across : across) < (along < 0 ? -along : along)))
            kept += size;
        else
            folded += size;
    }
    return kept > folded;
}

cj_reduction_plan cj_reduction_views_choose(const cj_fold_call *call, const cj_reduction_views *views)
{
    cj_reduction_plan plan = {.parts = 1, .share = 1};
    const uint64_t most = MAX_BLOCKS;
    uint64_t work;

    if (prefers_columns(call, views))
        choose_columns(call, views, &plan);
    else
        choose_rows(call, views, &plan);
    complete(views, &plan);
    work = count_work(views, &plan.variant);
    if (work / plan.share >= most)
        plan.share *= work / plan.share / most + 1;
    return plan;
}

bool cj_reduction_views_force(const cj_fold_call *call, const cj_reduction_views *views, cj_reduction_plan *plan)
{
    cj_variant *variant = &plan->variant;
    bool kept = variant->form == CJ_FOLD_COLUMNS;
    uint64_t units;

    if (!fits_width(call, views, kept, variant->width))
        return false;
    if (variant->width > 1 && !is_aligned(call, views, kept, variant->width))
        variant->flags |= CJ_VARIANT_SHIFTED;
    units = count_units(views, variant);
    if (plan->parts > units || count_work(views, variant) > MAX_TICKETS)
        plan->parts = 1;
    if (plan->parts > 1 && !kept && variant->lanes != variant->block)
        return false;
    if (plan->share == 0)
        plan->share = kept ? 1 : variant->block / variant->lanes;
    complete(views, plan);
    return fits_shared(call->kernel, variant);
}

/* ---- The numbers of a launch ------------------------------------------------------------------------------------- */

/* Of cujit_layout of reduction_views.h. */
enum {
    MAX_NUMBERS = 10 + 10 * CJ_MAX_AXES + CJ_MAX_PARAMETERS * (2 * CJ_MAX_AXES + 1) +
                  CUJIT_REDUCTION_MAX_RESULTS * CJ_MAX_AXES,
};

/* How many are numbered along each axis, and the numbers to divide by these. `unit`: of the last axis, rounded up or
 * down. */
static void put_counts(cj_numbers *out, const uint64_t *lengths, int ndim, int rank, uint64_t unit, bool up)
{
    uint64_t counts[CJ_MAX_AXES];

    for (int j = 0; j < rank; j++) {
        counts[j] = j < ndim ? lengths[j] : 1;
        if (j == rank - 1)
            counts[j] = (counts[j] + (up ? unit - 1 : 0)) / unit;
        counts[j] = counts[j] > 0 ? counts[j] : 1;
    }
    cj_numbers_put_counts(out, counts, rank);
}

static void put_row(cj_numbers *out, const int64_t *strides, int ndim, int rank, uint64_t unit)
{
    for (int j = 0; j < rank; j++)
        cj_numbers_put(out, j < ndim ? (uint64_t)strides[j] * (j == rank - 1 ? unit : 1) : 0);
}

static void put_own(cj_numbers *out, const cj_fold_call *call, const cj_reduction_views *views,
                    const cj_variant *variant, uint64_t unit)
{
    size_t index = views->count + views->output_count + CJ_FOLD_ROW_INDEX;
    size_t place = views->count + views->output_count + CJ_FOLD_ROW_PLACE;
    const cj_fold_loop *loop = &views->loop;
    bool columns = variant->form == CJ_FOLD_COLUMNS;

    if (is_selected(views))
        return;
    if (cj_fold_needs_index(&call->kernel->fold)) {
        cj_numbers_put(out, (uint64_t)last_stride(views, index, columns));
        put_row(out, views->kept[index], loop->kept, variant->kept, 1);
        put_row(out, views->folded[index], loop->folded, variant->folded, unit);
    }
    if (cj_fold_needs_place(&call->kernel->fold)) {
        cj_numbers_put(out, (uint64_t)last_stride(views, place, false));
        put_row(out, views->folded[place], loop->folded, variant->folded, unit);
    }
}

/* Of memory from the array's data on; what lies before it does not count. */
static uint64_t count_bytes(const cj_operand *operand)
{
    uintptr_t low, high;

    cj_operand_extent(operand, &low, &high);
    return high - (uintptr_t)operand->data;
}

static void fill_layout(cj_numbers *out, const cj_fold_call *call, const cj_reduction_views *views,
                        const cj_reduction_plan *plan, uint64_t part)
{
    const cj_variant *variant = &plan->variant;
    const cj_fold_loop *loop = &views->loop;
    bool columns = variant->form == CJ_FOLD_COLUMNS;
    uint64_t unit = columns ? 1 : variant->width;

    cj_numbers_put(out, count_work(views, variant));
    cj_numbers_put(out, plan->share);
    cj_numbers_put(out, count_units(views, variant));
    cj_numbers_put(out, part);
    cj_numbers_put(out, columns ? last_kept(loop) : last_folded(loop));
    if ((variant->flags & CJ_VARIANT_RANGE) != 0) {
        cj_numbers_put(out, (uint64_t)views->selected.start);
        cj_numbers_put(out, (uint64_t)views->selected.step);
    }
    put_counts(out, loop->kept_lengths, loop->kept, variant->kept,
               columns ? (uint64_t)variant->lanes * variant->width : 1, true);
    put_counts(out, loop->folded_lengths, loop->folded, variant->folded, unit, false);
    put_own(out, call, views, variant, unit);
    for (size_t at = 0; at < call->count; at++) {
        if (!is_view(call, at))
            continue;
        put_row(out, views->kept[at], loop->kept, variant->kept, 1);
        put_row(out, views->folded[at], loop->folded, variant->folded, unit);
        if ((variant->flags & CJ_VARIANT_SHIFTED) != 0)
            cj_numbers_put(out, count_bytes(&call->operands[at]));
    }
    for (size_t k = 0; k < views->output_count; k++)
        put_row(out, views->kept[views->count + k], loop->kept, variant->kept, 1);
}

/* ---- Launching --------------------------------------------------------------------------------------------------- */

static cujit_status get_workspace(const cj_fold_call *call, const cj_reduction_views *views,
                                  const cj_reduction_plan *plan, uint64_t parts, void **out, cujit_error *error)
{
    const cj_variant *variant = &plan->variant;
    size_t values = variant->form == CJ_FOLD_COLUMNS ? (size_t)variant->lanes * variant->width : 1;

    *out = NULL;
    if ((variant->flags & CJ_VARIANT_SPLIT) == 0)
        return CUJIT_OK;
    return cj_workspace_get(call->kernel->core.context,
                            count_work(views, variant) * parts * values * call->kernel->value_size, call->stream, out,
                            error);
}

cujit_status cj_reduction_views_launch(cj_fold_call *call, const cj_reduction_views *views,
                                       const cj_reduction_plan *plan, cujit_error *error)
{
    const cj_fold_kernel *kernel = call->kernel;
    const cj_variant *variant = &plan->variant;
    void *row[CJ_MAX_PARAMETERS + CUJIT_REDUCTION_MAX_RESULTS + 4], *outs[CUJIT_REDUCTION_MAX_RESULTS], *workspace;
    uint64_t units = count_units(views, variant), work = count_work(views, variant);
    uint64_t part = units > plan->parts ? (units + plan->parts - 1) / plan->parts : 1;
    uint64_t parts = units > part ? (units + part - 1) / part : 1;
    size_t count = kernel->fold.text.signature.count;
    long long n = (long long)count_elements(views);
    const cj_built *built;
    cujit_status status;
    uint64_t room[MAX_NUMBERS];
    cj_numbers numbers = {.of = room, .wide = (variant->flags & CJ_VARIANT_WIDE) != 0};
    cj_grid grid = {
        .grid = {(unsigned)((work + plan->share - 1) / plan->share), (unsigned)parts, 1},
        .block = {variant->block, 1, 1},
    };

    fill_layout(&numbers, call, views, plan, part);
    if ((status = cj_fold_call_check_parameters(kernel, 3 + views->output_count, &numbers, error)) != CUJIT_OK ||
        (status = cj_core_build(&kernel->core, variant, &built, error)) != CUJIT_OK ||
        (status = get_workspace(call, views, plan, parts, &workspace, error)) != CUJIT_OK)
        return status;
    memcpy(row, call->values, count * sizeof *row);
    row[count++] = &n;
    if ((variant->flags & CJ_VARIANT_SUBSET) != 0)
        row[count++] = (void *)&views->selected.subset;
    for (size_t k = 0; k < views->output_count; k++) {
        outs[k] = (void *)views->outputs[k].data;
        row[count++] = &outs[k];
    }
    row[count++] = &workspace;
    row[count] = room;
    return kernel->core.context->backend->launch(built->program->function, &grid, row, call->stream, error);
}

cujit_status cj_reduction_views_run(cj_fold_call *call, const cujit_reduction_options *options,
                                    const cj_selection *selected, cujit_array *const *outs, cujit_error *error)
{
    cj_reduction_views views;
    cj_reduction_plan plan;
    cujit_status status = cj_reduction_views_find(call, options, selected, outs, &views, error);

    if (status != CUJIT_OK || views.loop.results == 0)
        return status;
    plan = cj_reduction_views_choose(call, &views);
    return cj_reduction_views_launch(call, &views, &plan, error);
}
