/*
 * rows_plan.c: which variant a kernel of rows takes: from the rows' length, and where memory lies.
 */
#include "libjit/kernel/tiling.h"
#include "libjit/reduction/rows.h"

#include <string.h>

enum {
    MOST_BLOCK = 1024,
    SMALL_BLOCK = 256,
    HELD_BYTES = 128,        /* of a thread's tiles, where a block has as many threads as it can have */
    SHARED_BYTES = 32 << 10, /* of a block, for a value a warp */
    USUAL_LENGTH = 4096,     /* elements of the rows that a report is about */
    LANE_UNITS = 4,          /* that a lane has before another lane is taken */
    PASS_UNITS = 4,
    ROW_UNITS = 4,     /* rows that a thread has at once, times units of each */
    LEAST_SHIFTED = 4, /* units of a row that is worth putting together from them */
};

/* ---- Threads ----------------------------------------------------------------------------------------------------- */

/* Bytes of a unit that stay in a thread's registers. */
static size_t held_bytes(const cj_fold_kernel *kernel, unsigned width)
{
    const cj_signature *signature = &kernel->fold.text.signature;
    size_t bytes = 0;

    for (size_t k = 0; k < signature->count; k++) {
        if ((kernel->fold.mapped >> k & 1) != 0 && cj_rows_has(kernel, k, CJ_ROLE_INDEXED | CJ_ROLE_PLACE))
            bytes += signature->parameters[k].size * width;
    }
    return bytes > 0 ? bytes : 1;
}

static unsigned most_lanes(const cj_fold_kernel *kernel)
{
    unsigned lanes = MOST_BLOCK;

    while (lanes > 32 && lanes / 32 * kernel->value_size > SHARED_BYTES)
        lanes /= 2;
    return lanes;
}

static unsigned most_cluster(const cj_fold_kernel *kernel)
{
    const cj_device *device = kernel->core.context->device;

    return device != NULL ? device->max_cluster : 1;
}

static uint64_t divide_up(uint64_t a, uint64_t b)
{
    return (a + b - 1) / b;
}

/* Fills in who takes the units of a row. */
static void share_out(const cj_fold_kernel *kernel, uint64_t units, cj_variant *variant)
{
    const size_t room = HELD_BYTES / held_bytes(kernel, variant->width);
    const uint64_t most = room > 1 ? room : 1;
    const uint64_t wanted = most < LANE_UNITS ? most : units <= 64 ? 1 : LANE_UNITS;
    const unsigned limit = most_lanes(kernel);

    variant->form = CJ_FOLD_HELD;
    variant->lanes = 1;
    variant->rank = variant->index = 1;
    while (variant->lanes < limit && divide_up(units, variant->lanes) > wanted)
        variant->lanes *= 2;
    while (variant->rank < most_cluster(kernel) && divide_up(units, (uint64_t)variant->lanes * variant->rank) > most)
        variant->rank *= 2;
    variant->unroll = (uint8_t)divide_up(units, (uint64_t)variant->lanes * variant->rank);
    if (divide_up(units, (uint64_t)variant->lanes * variant->rank) > most) {
        variant->form = CJ_FOLD_PASSES;
        variant->rank = 1;
        variant->unroll = (uint8_t)(most < PASS_UNITS ? most : PASS_UNITS);
    } else if (variant->lanes <= 32) {
        while (variant->index * variant->unroll < ROW_UNITS)
            variant->index *= 2;
    }
    variant->block = variant->lanes < SMALL_BLOCK ? SMALL_BLOCK : variant->lanes;
}

/* ---- Where memory lies ------------------------------------------------------------------------------------------- */

/* An operand that lies in one run along the row: SIZE_MAX where that parameter has none, or it does not. */
static size_t find_run(const cj_rows_views *views, size_t k)
{
    const cj_fold_kernel *kernel = cj_fold_of(views->call);
    const size_t at = cj_call_row(views->call, k);
    const int ndim = views->loop.folded.ndim;

    if (!cj_rows_has(kernel, k, CJ_ROLE_INDEXED | CJ_ROLE_PLACE) || ndim > 1 ||
        (ndim == 1 && views->folded[at][0] != (int64_t)kernel->fold.text.signature.parameters[k].size))
        return SIZE_MAX;
    return at;
}

/* How many bytes behind a multiple of a unit's alignment the rows of the operand begin; false: not all alike. */
static bool find_phase(const cj_rows_views *views, size_t k, size_t at, unsigned width, uintptr_t *phase)
{
    const cj_parameter *parameter = &cj_fold_of(views->call)->fold.text.signature.parameters[k];
    const uintptr_t mask = cj_tile_alignment(parameter, width) - 1;
    uintptr_t steps = 0;

    for (int j = 0; j < views->loop.kept.ndim; j++)
        steps |= (uintptr_t)views->kept[at][j];
    *phase = cj_pointer_value(cj_call_values(views->call), k) & mask;
    return (steps & mask) == 0;
}

static bool is_aligned(const cj_rows_views *views, size_t k, size_t at, unsigned width)
{
    uintptr_t phase;

    return find_phase(views, k, at, width, &phase) && phase == 0;
}

/* Do the rows of two operands begin the same number of elements behind an aligned unit, each row of both? */
static bool is_in_step(const cj_rows_views *views, size_t k, size_t leader, unsigned width)
{
    const cj_signature *signature = &cj_fold_of(views->call)->fold.text.signature;
    const cj_parameter *a = &signature->parameters[k], *b = &signature->parameters[leader];
    const size_t row = cj_call_row(views->call, k), other = cj_call_row(views->call, leader);
    const uintptr_t from = cj_pointer_value(cj_call_values(views->call), k),
                    to = cj_pointer_value(cj_call_values(views->call), leader);
    bool same = from % a->size == 0 && to % b->size == 0 && (from / a->size - to / b->size) % width == 0;

    for (int j = 0; j < views->loop.kept.ndim; j++) {
        const int64_t step = views->kept[row][j], beside = views->kept[other][j];

        same = same && step % (int64_t)a->size == 0 && beside % (int64_t)b->size == 0 &&
               (step / (int64_t)a->size - beside / (int64_t)b->size) % (int64_t)width == 0;
    }
    return same;
}

/* Elements of which `width` fill an aligned unit just so. */
static bool fills_units(const cj_parameter *parameter, unsigned width)
{
    return cj_tile_power(parameter->size, width) == parameter->size * width &&
           cj_tile_alignment(parameter, width) == parameter->size * width;
}

/* Takes units of that width, where the leader lies in them; what does not lie as it does is moved element by element. */
static bool take_width(const cj_rows_views *views, unsigned width, bool shifted, cj_variant *variant)
{
    const cj_fold_kernel *kernel = cj_fold_of(views->call);
    const cj_signature *signature = &kernel->fold.text.signature;
    const size_t leader = cj_rows_leader(kernel);
    const uint64_t length = views->loop.folded.size;
    size_t at = leader != SIZE_MAX ? find_run(views, leader) : SIZE_MAX;

    if (width > 1 && (at == SIZE_MAX || (shifted ? !fills_units(&signature->parameters[leader], width)
                                                 : length % width != 0 || !is_aligned(views, leader, at, width))))
        return false;
    variant->width = (uint8_t)width;
    variant->flags = shifted ? CJ_VARIANT_SHIFTED : 0;
    variant->transposed = 0;
    for (size_t k = 0; k < signature->count; k++) {
        bool run = (at = find_run(views, k)) != SIZE_MAX;

        if (run && shifted)
            run = fills_units(&signature->parameters[k], width) && is_in_step(views, k, leader, width);
        else if (run && width > 1)
            run = is_aligned(views, k, at, width);
        if (!run && cj_rows_has(kernel, k, CJ_ROLE_INDEXED | CJ_ROLE_PLACE))
            variant->transposed |= (uint64_t)1 << k;
    }
    return true;
}

/* Tiles of the widest array; what is larger than any is moved as it is. */
static unsigned find_width(const cj_fold_kernel *kernel)
{
    const cj_signature *signature = &kernel->fold.text.signature;
    const unsigned width = cj_variant_tile_width(&kernel->fold.text, CJ_ROLE_INDEXED);

    for (size_t k = 0; k < signature->count; k++) {
        if (cj_rows_has(kernel, k, CJ_ROLE_INDEXED) && signature->parameters[k].size > HELD_BYTES)
            return 1;
    }
    return width > 0 && kernel->value_size <= CJ_FOLD_LARGE_VALUE ? width : 1;
}

static void choose_width(const cj_rows_views *views, cj_variant *variant)
{
    const unsigned most = find_width(cj_fold_of(views->call));
    unsigned width = most;

    if (take_width(views, width, false, variant) ||
        (width > 1 && views->loop.folded.size >= (uint64_t)LEAST_SHIFTED * width &&
         take_width(views, width, true, variant)))
        return;
    do
        width /= 2;
    while (width > 1 && !take_width(views, width, false, variant));
    if (width <= 1)
        take_width(views, 1, false, variant);
}

/* ---- The choice -------------------------------------------------------------------------------------------------- */

static uint64_t count_units(const cj_rows_views *views, const cj_variant *variant)
{
    const uint64_t most = views->loop.folded.size +
                          ((variant->flags & CJ_VARIANT_SHIFTED) != 0 ? variant->width - 1u : 0);

    return divide_up(most, variant->width);
}

static void complete(const cj_rows_views *views, cj_variant *variant)
{
    const cj_fold_loop *loop = &views->loop;

    variant->kept = (uint8_t)(loop->kept.ndim > 0 ? loop->kept.ndim : 1);
    variant->folded = (uint8_t)(loop->folded.ndim > 0 ? loop->folded.ndim : 1);
    if (cj_is_wide(loop->whole.size, loop->whole.reach))
        variant->flags |= CJ_VARIANT_WIDE;
    if (variant->form == CJ_FOLD_HELD && (variant->flags & CJ_VARIANT_SHIFTED) == 0 &&
        count_units(views, variant) == (uint64_t)variant->lanes * variant->rank * variant->unroll)
        variant->flags |= CJ_VARIANT_EXACT;
}

static void take_lines(cj_variant *variant)
{
    variant->form = CJ_FOLD_LINES;
    variant->lanes = variant->block = 1;
    variant->rank = variant->unroll = variant->index = 1;
}

cj_variant cj_rows_choose(const cj_rows_views *views)
{
    const cj_fold_kernel *kernel = cj_fold_of(views->call);
    cj_variant variant = {0};

    if (kernel->core.context->backend->tiles) {
        choose_width(views, &variant);
        share_out(kernel, count_units(views, &variant), &variant);
    } else {
        take_width(views, 1, false, &variant);
        take_lines(&variant);
    }
    complete(views, &variant);
    return variant;
}

bool cj_rows_force(const cj_rows_views *views, cj_variant *variant)
{
    const unsigned width = variant->width;

    if (width == 0)
        choose_width(views, variant);
    else if (!take_width(views, width, false, variant) && !take_width(views, width, true, variant))
        return false;
    complete(views, variant);
    return variant->form != CJ_FOLD_HELD ||
           count_units(views, variant) <= (uint64_t)variant->lanes * variant->rank * variant->unroll;
}

cj_variant cj_rows_usual(const cj_fold_kernel *kernel)
{
    cj_variant variant = {.width = 1, .kept = 1, .folded = 1};

    if (!kernel->core.context->backend->tiles) {
        take_lines(&variant);
        return variant;
    }
    variant.width = (uint8_t)find_width(kernel);
    share_out(kernel, USUAL_LENGTH / variant.width, &variant);
    variant.flags = variant.form == CJ_FOLD_HELD ? CJ_VARIANT_EXACT : 0;
    return variant;
}
