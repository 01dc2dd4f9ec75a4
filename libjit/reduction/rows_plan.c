/*
 * rows_plan.c: which variant a kernel of rows takes: from the rows' length, and where memory lies.
 */
#include "libjit/kernel/tiling.h"
#include "libjit/reduction/rows.h"

#include <string.h>

enum {
    MOST_BLOCK = 1024,
    SMALL_BLOCK = 128,
    CLUSTER_BLOCK = 512,     /* of blocks that share a row */
    HELD_BYTES = 128 << 10,  /* of a block's tiles: half of its registers */
    SHARED_BYTES = 32 << 10, /* of a block, for a value a warp */
    USUAL_LENGTH = 4096,     /* elements of the rows that a report is about */
    PASS_UNITS = 4,
    LEAST_SHIFTED = 4,     /* units of a row that is worth putting together from them */
    MOST_CHUNK = 40 << 10, /* bytes of a block's rows in shared memory, of which it has 48 KiB at least */
    CHUNK_LANE = 20,       /* elements that a lane has before another lane is taken */
    SHARING_LANE = 10,     /* the same where rows share elements that the operation reads */
    CHUNK_BYTES = 64,      /* that a thread moves, as long as its elements are no more than CHUNK_ELEMENTS */
    CHUNK_ELEMENTS = 32,
    CHUNK_BLOCK = 64,
    UNIT_LANE = 64, /* bytes that a lane may hold of a row that it takes alone, in units */
    UNEVEN = 3,     /* units, which two lanes do not share alike */
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

/* Who takes rows of so many units of 16 bytes, or fewer: what was fastest on an H200 for softmax and layer norm of
 * float and half (bench/rows.c). Two units a lane as long as a block has lanes, and many small blocks, so that some
 * load while others fold; then few lanes with many units. */
static const struct {
    uint16_t units, lanes, rows;
} shares[] = {
    {1, 1, 2},   {2, 2, 2},    {4, 2, 1},     {8, 4, 1},     {16, 16, 1},    {32, 16, 1},
    {64, 32, 1}, {128, 64, 1}, {256, 128, 1}, {512, 256, 1}, {4096, 512, 1}, {8192, 1024, 1},
};

/* Units that a lane can hold. */
static uint64_t find_room(const cj_fold_kernel *kernel, const cj_variant *variant)
{
    const unsigned lanes = variant->lanes > CLUSTER_BLOCK ? variant->lanes : CLUSTER_BLOCK;
    const size_t room = HELD_BYTES / lanes / held_bytes(kernel, variant->width);

    return room > 1 ? room : 1;
}

/* Do all lanes together hold a row? Then that is how many units each has. */
static bool holds(const cj_fold_kernel *kernel, uint64_t units, cj_variant *variant)
{
    const uint64_t each = divide_up(units, (uint64_t)variant->lanes * variant->rank);

    variant->unroll = (uint8_t)each;
    return variant->lanes <= most_lanes(kernel) && each <= find_room(kernel, variant);
}

/* Fills in who takes the units of a row. */
static void share_out(const cj_fold_kernel *kernel, uint64_t units, cj_variant *variant)
{
    const unsigned most = most_lanes(kernel);
    bool held = false;

    variant->form = CJ_FOLD_HELD;
    variant->rank = variant->index = 1;
    for (size_t k = 0; k < sizeof shares / sizeof *shares && !held && units > 0; k++) {
        variant->lanes = shares[k].lanes;
        held = units <= shares[k].units && holds(kernel, units, variant);
        if (held)
            variant->index = (uint8_t)shares[k].rows;
    }
    if (!held && units > 0) {
        variant->lanes = (uint16_t)(most < CLUSTER_BLOCK ? most : CLUSTER_BLOCK);
        while (!(held = holds(kernel, units, variant)) && variant->rank < most_cluster(kernel))
            variant->rank *= 2;
    }
    if (!held) { /* of an empty row nothing is loaded then */
        variant->form = CJ_FOLD_PASSES;
        variant->lanes = (uint16_t)most;
        variant->rank = 1;
        variant->unroll = (uint8_t)(find_room(kernel, variant) < PASS_UNITS ? find_room(kernel, variant) : PASS_UNITS);
    }
    variant->block = variant->lanes < 64 ? SMALL_BLOCK : variant->lanes;
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

/* Takes units of that width, where the leader lies in them; what does not lie as it does is moved element by
 * element. */
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

/* Bytes of an element of all arrays that go through shared memory. */
static size_t chunk_bytes(const cj_fold_kernel *kernel, const cj_variant *variant)
{
    size_t bytes = 0;

    for (size_t k = 0; k < kernel->fold.text.signature.count; k++) {
        if (cj_rows_is_chunked(kernel, variant, k))
            bytes += kernel->fold.text.signature.parameters[k].size;
    }
    return bytes;
}

/* The widest units in which a lane takes a whole row from shared memory. They are an odd number where they are not the
 * widest of all, so that lanes do not wait for each other's banks. Longer rows go by single elements. */
static unsigned find_chunk_width(const cj_rows_views *views)
{
    const cj_fold_kernel *kernel = cj_fold_of(views->call);
    const uint64_t length = views->loop.folded.size;

    return length <= CHUNK_ELEMENTS && length * held_bytes(kernel, 1) <= UNIT_LANE ? find_width(kernel) : 1;
}

/* Takes units of that width or the next smaller one in which all lies that lies in single elements. */
static void take_chunk_width(const cj_rows_views *views, unsigned width, cj_variant *variant)
{
    cj_variant units;

    take_width(views, 1, false, variant);
    units = *variant;
    while (width > 1 && !(take_width(views, width, false, &units) && units.transposed == variant->transposed))
        width /= 2;
    if (width > 1)
        *variant = units;
}

/* Takes what has one row right behind the other through shared memory, in units of that width or less. What is not
 * written always is stored where it has changed and nowhere else, which no chunk can. False: there is nothing to
 * take. */
static bool take_chunks(const cj_rows_views *views, unsigned width, cj_variant *variant)
{
    const cj_fold_kernel *kernel = cj_fold_of(views->call);
    const cj_signature *signature = &kernel->fold.text.signature;
    const cj_fold_loop *loop = &views->loop;

    take_chunk_width(views, width, variant);
    variant->flags = CJ_VARIANT_CHUNKED;
    for (size_t k = 0; k < signature->count; k++) {
        const cj_access *access = &kernel->fold.text.accesses.of[k];
        const int64_t *steps = views->kept[cj_call_row(views->call, k)];

        if (cj_rows_is_chunked(kernel, variant, k) &&
            ((access->written && !access->always) || loop->kept.ndim > 1 ||
             (loop->kept.ndim == 1 && steps[0] != (int64_t)(loop->folded.size * signature->parameters[k].size))))
            variant->transposed |= (uint64_t)1 << k;
    }
    return chunk_bytes(kernel, variant) > 0;
}

static bool fits_shared(const cj_fold_kernel *kernel, const cj_variant *variant)
{
    return (variant->flags & CJ_VARIANT_CHUNKED) == 0 ||
           (variant->form == CJ_FOLD_HELD && variant->rank == 1 &&
            (size_t)variant->block * variant->unroll * variant->width * variant->index * chunk_bytes(kernel, variant) <=
                MOST_CHUNK);
}

/* Does the operation read arrays that have one row for all? */
static bool shares_elements(const cj_fold_kernel *kernel)
{
    for (size_t k = 0; k < kernel->fold.text.signature.count; k++) {
        if (cj_rows_has(kernel, k, CJ_ROLE_PLACE) && (kernel->fold.used & ~kernel->fold.mapped) >> k & 1)
            return true;
    }
    return false;
}

/* How many rows a thread has at once; its lanes and units are known. `bytes` of an element go through shared memory. */
static unsigned count_rows(const cj_variant *variant, size_t bytes, bool sharing)
{
    const unsigned elements = variant->unroll * variant->width;
    unsigned rows = 1;

    if (variant->lanes > 32)
        return 1;
    while (2 * rows * elements <= CHUNK_ELEMENTS && rows * elements * bytes < CHUNK_BYTES)
        rows *= 2;
    return rows == 1 && sharing ? 2 : rows;
}

/* Short rows that do not lie in the widest units: false where it is not worth it. What rows share is loaded once for
 * all rows of a thread, so that these are two, of few elements, where they go one by one; but two lanes are faster than
 * more (f16 of 31 and 33), and one that has units is faster than two (f16 of 12 and 24). */
static bool choose_chunks(const cj_rows_views *views, cj_variant *variant)
{
    const cj_fold_kernel *kernel = cj_fold_of(views->call);
    const uint64_t length = views->loop.folded.size;
    unsigned most;
    bool sharing;

    if (length == 0 || length > (uint64_t)CHUNK_LANE * most_lanes(kernel) ||
        !take_chunks(views, find_chunk_width(views), variant))
        return false;
    sharing = variant->width == 1 && length <= 32 * SHARING_LANE && divide_up(length, CHUNK_LANE) != 2 &&
              shares_elements(kernel);
    most = variant->width > 1 ? CHUNK_ELEMENTS : sharing ? SHARING_LANE : CHUNK_LANE;
    variant->form = CJ_FOLD_HELD;
    variant->lanes = variant->rank = 1;
    while (divide_up(length, variant->lanes) > most)
        variant->lanes *= 2;
    variant->unroll = (uint8_t)divide_up(length, (uint64_t)variant->lanes * variant->width);
    variant->index = (uint8_t)count_rows(variant, chunk_bytes(kernel, variant), sharing);
    variant->block = variant->lanes <= 32 ? CHUNK_BLOCK : variant->lanes > SMALL_BLOCK ? variant->lanes : SMALL_BLOCK;
    while (variant->block > 64 && variant->block > variant->lanes && !fits_shared(kernel, variant))
        variant->block /= 2;
    return fits_shared(kernel, variant);
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

/* Takes units of the widest kind: false where rows do not consist of them, or of so few that lanes would be idle. */
static bool take_widest(const cj_rows_views *views, cj_variant *variant)
{
    const unsigned most = find_width(cj_fold_of(views->call));

    return take_width(views, most, false, variant) && (most == 1 || count_units(views, variant) != UNEVEN);
}

static void choose_tiles(const cj_rows_views *views, cj_variant *variant)
{
    if (!take_widest(views, variant)) {
        if (choose_chunks(views, variant))
            return;
        choose_width(views, variant);
    }
    share_out(cj_fold_of(views->call), count_units(views, variant), variant);
}

cj_variant cj_rows_choose(const cj_rows_views *views)
{
    cj_variant variant = {0};

    if (cj_fold_of(views->call)->core.context->backend->tiles) {
        choose_tiles(views, &variant);
    } else {
        take_width(views, 1, false, &variant);
        take_lines(&variant);
    }
    complete(views, &variant);
    return variant;
}

/* A row that is held has units for all turns but the last: none that are only the last one again. */
static bool fewest_turns(const cj_rows_views *views, cj_variant *variant)
{
    const uint64_t turns = divide_up(count_units(views, variant), (uint64_t)variant->lanes * variant->rank);
    const bool fits = turns > 0 && turns <= variant->unroll;

    if (fits)
        variant->unroll = (uint8_t)turns;
    return fits;
}

bool cj_rows_force(const cj_rows_views *views, cj_variant *variant)
{
    const cj_fold_kernel *kernel = cj_fold_of(views->call);
    const unsigned width = variant->width;

    if ((variant->flags & CJ_VARIANT_CHUNKED) != 0) {
        if (!take_chunks(views, width > 0 ? width : find_chunk_width(views), variant))
            return false;
    } else if (width == 0)
        choose_width(views, variant);
    else if (!take_width(views, width, false, variant) && !take_width(views, width, true, variant))
        return false;
    if (variant->form == CJ_FOLD_HELD && !(fewest_turns(views, variant) && fits_shared(kernel, variant)))
        return false;
    complete(views, variant);
    return true;
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
