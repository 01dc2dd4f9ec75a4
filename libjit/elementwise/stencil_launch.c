/*
 * stencil_launch.c: see stencil.h.
 */
#include "libjit/elementwise/stencil.h"

/* ---- Blocks ------------------------------------------------------------------------------------------------------ */

enum { WARP = 32, THREADS = 1536 /* of a multiprocessor, if each has 40 registers */, MOST_ROWS = 8 };

cj_variant cj_stencil_variant(const cj_stencil *stencil, cj_stencil_blocks blocks)
{
    return (cj_variant){
        .form = CJ_FORM_STENCIL,
        .width = (uint8_t)stencil->width,
        .unroll = (uint8_t)blocks.rows,
        .rank = stencil->kept->shape.rank,
        .index = (uint8_t)blocks.turns,
        .kept = (uint8_t)blocks.ahead,
        .folded = (uint8_t)blocks.resident,
        .flags = (stencil->wide ? CJ_VARIANT_WIDE : 0) | blocks.flags,
        .lanes = (uint16_t)blocks.across,
        .block = (uint16_t)(blocks.across * blocks.deep),
        .transposed = ((blocks.flags & CJ_VARIANT_PIECES) != 0 ? stencil->pieces : stencil->kept)->number,
    };
}

static uint64_t divide_up(uint64_t a, uint64_t b)
{
    return (a + b - 1) / b;
}

static uint64_t count_tiles(const cj_stencil *stencil)
{
    return divide_up(stencil->lengths[stencil->kept->shape.rank - 1] + stencil->head, stencil->width);
}

cj_stencil_warp cj_stencil_find_warp(const cj_stencil_line *lines, size_t count, const cj_variant *variant)
{
    const unsigned width = variant->width;
    cj_stencil_warp warp = {.stored = WARP};

    if ((variant->flags & CJ_VARIANT_OVERLAPPED) == 0)
        return warp;
    for (size_t k = 0; k < count; k++) {
        const unsigned before = (unsigned)cj_stencil_before(&lines[k]), behind = (unsigned)cj_stencil_behind(&lines[k]);

        warp.before = before > warp.before ? before : warp.before;
        warp.behind = behind > warp.behind ? behind : warp.behind;
    }
    warp.stored = (WARP * width - warp.before - warp.behind - (width - 1)) / width;
    return warp;
}

/* Columns of the first warp before the row: so many that it stores the row's first. */
static unsigned find_head(const cj_stencil *stencil, const cj_variant *variant, const cj_stencil_warp *warp)
{
    const unsigned width = stencil->width;

    if ((variant->flags & CJ_VARIANT_PIECES) != 0)
        return stencil->lead;
    return warp->stored == WARP ? stencil->head
                                : stencil->head + (unsigned)divide_up(warp->before + width - 1, width) * width;
}

/* Warps along a row. */
static uint64_t count_warps(const cj_stencil *stencil, const cj_variant *variant)
{
    const cj_stencil_warp warp = cj_stencil_find_warp(stencil->lines, stencil->line_count, variant);

    return divide_up(stencil->lengths[stencil->kept->shape.rank - 1] + find_head(stencil, variant, &warp) - warp.before,
                     (uint64_t)warp.stored * stencil->width);
}

/* What is numbered along each axis. */
static uint64_t count_blocks(const cj_stencil *stencil, const cj_variant *variant, uint64_t counts[CJ_STENCIL_AXES])
{
    const cj_stencil_shape *shape = &stencil->kept->shape;
    uint64_t total = 1;

    for (int j = 0; j < shape->rank; j++) {
        uint64_t unit = j == shape->march ? variant->unroll : 1;

        unit *= j == cj_stencil_deep(shape) ? variant->block / variant->lanes : 1;
        counts[j] = j == shape->rank - 1 ? divide_up(count_warps(stencil, variant), variant->lanes / WARP)
                                         : divide_up(stencil->lengths[j], unit);
        total *= counts[j];
    }
    return total;
}

/* Are all pieces of so many elements, and bytes, at least? Smaller ones are more loads. */
static bool has_pieces(const cj_stencil *stencil, size_t elements, size_t bytes)
{
    bool large = stencil->pieces != NULL;

    for (size_t k = 0; k < stencil->line_count && large; k++) {
        const size_t base = stencil->lines[k].base, piece = stencil->pieces->shape.of[base].piece;

        large = piece == 0 ||
                (piece >= elements && piece * stencil->kernel->text.signature.parameters[base].size >= bytes);
    }
    return large;
}

static bool is_list(const cj_stencil *stencil)
{
    return stencil->lengths[stencil->kept->shape.march] == 1;
}

static bool is_flat(const cj_stencil *stencil)
{
    return cj_stencil_deep(&stencil->kept->shape) == stencil->kept->shape.march;
}

/* As measured on an H200 (bench/stencil.c), of very many elements: a loop that is not unrolled needs the fewest registers,
 * and so has the most threads on the way. Of two axes, a row ahead is worth its registers where few are needed, and warps
 * that overlap store whole tiles, wherever rows of the output begin. Of more, more threads are worth more than either:
 * where few registers are needed, compilers are held to the 40 that THREADS of a multiprocessor have. Pieces of 8 bytes, or
 * of two elements where tiles have many, cost less than rows that are shifted into place. */
static cj_stencil_blocks choose_blocks(const cj_stencil *stencil)
{
    enum { ALONG = 128, LIST = 256, FEW = 26 };
    const bool few = stencil->width <= 4 && cj_stencil_words(stencil) <= FEW;

    if (is_list(stencil))
        return (cj_stencil_blocks){.across = LIST, .deep = 1, .rows = 1, .turns = 1};
    if (is_flat(stencil)) {
        return (cj_stencil_blocks){
            .across = few ? ALONG : WARP,
            .deep = few ? 1 : LIST / WARP,
            .rows = MOST_ROWS / 2,
            .ahead = few,
            .turns = 1,
            .flags = CJ_VARIANT_OVERLAPPED,
        };
    }
    return (cj_stencil_blocks){
        .across = WARP,
        .deep = ALONG / WARP,
        .rows = MOST_ROWS,
        .resident = few ? THREADS / ALONG : 0,
        .turns = 1,
        .flags = has_pieces(stencil, few ? 1 : 2, few ? 8 : 4) && stencil->straight ? CJ_VARIANT_PIECES : 0,
    };
}

static uint64_t count_all(const cj_stencil *stencil, const cj_variant *variant)
{
    uint64_t counts[CJ_STENCIL_AXES];

    return count_blocks(stencil, variant, counts);
}

/* Are there at most so many threads for each multiprocessor? */
static bool has_threads(const cj_stencil *stencil, const cj_variant *variant, unsigned threads)
{
    const cj_device *device = stencil->kernel->core.context->device;

    return device != NULL && count_all(stencil, variant) * variant->block <= (uint64_t)device->processors * threads;
}

/* Of two axes, for few elements: blocks whose threads have rows above each other, which they find in the caches. Threads
 * with one row each, in pieces, have the least to do before they load it; else the fewest rows that leave no more than
 * twice the threads that run at once, or with tiles of two elements, which have few neighbours, as many of them as the
 * second level of the caches feeds. */
static bool choose_flat(const cj_stencil *stencil, cj_variant *out)
{
    enum { DEEP = 8, RUNNING = 2048 };
    const cj_stencil_blocks many = choose_blocks(stencil);
    const unsigned most = stencil->width <= 2 ? 16 * RUNNING : 2 * RUNNING;
    cj_stencil_blocks blocks = {.across = WARP, .deep = DEEP, .rows = 1, .turns = 1};

    if (has_pieces(stencil, 2, 4)) {
        blocks.flags = CJ_VARIANT_PIECES;
        blocks.resident = RUNNING / (WARP * DEEP);
        *out = cj_stencil_variant(stencil, blocks);
        if (has_threads(stencil, out, 3 * RUNNING))
            return true;
        blocks.resident = 0;
    }
    blocks.flags = CJ_VARIANT_OVERLAPPED;
    for (; blocks.rows <= MOST_ROWS; blocks.rows *= 2) {
        blocks.ahead = blocks.rows > 1 ? many.ahead : 0;
        *out = cj_stencil_variant(stencil, blocks);
        if (has_threads(stencil, out, most))
            return true;
    }
    return false;
}

/* Of more axes, for few elements: as many rows as leave the device BUSY, since what they have in common comes from far
 * away, or more where all threads run at once then. */
static bool choose_deep(const cj_stencil *stencil, cj_variant *out)
{
    enum { BUSY = 512 /* blocks */ };
    cj_stencil_blocks blocks = choose_blocks(stencil);

    blocks.rows = MOST_ROWS / 2;
    *out = cj_stencil_variant(stencil, blocks);
    blocks.rows = count_all(stencil, out) < BUSY ? 2 : blocks.rows;
    for (; blocks.rows <= MOST_ROWS; blocks.rows *= 2) {
        *out = cj_stencil_variant(stencil, blocks);
        if (has_threads(stencil, out, THREADS))
            return true;
    }
    return false;
}

/* As many rows as are good where that leaves several times as many blocks as run at once. */
static cj_variant choose_many(const cj_stencil *stencil, uint64_t lanes)
{
    enum { MANY = 8192 }; /* blocks */
    cj_stencil_blocks blocks = choose_blocks(stencil);
    cj_variant variant;

    for (; blocks.across > WARP && lanes < blocks.across; blocks.across /= 2)
        blocks.deep *= 2;
    variant = cj_stencil_variant(stencil, blocks);
    if (blocks.rows < MOST_ROWS || count_all(stencil, &variant) >= MANY)
        return variant;
    blocks.rows /= 2;
    return cj_stencil_variant(stencil, blocks);
}

/* Rows that most threads of a warp have no part of are for another form. */
cj_variant cj_stencil_choose(const cj_stencil *stencil)
{
    const uint64_t tiles = count_tiles(stencil), lanes = divide_up(tiles, WARP) * WARP;
    cj_variant variant;

    if (tiles * 2 < lanes)
        return (cj_variant){0};
    if (is_list(stencil) || !(is_flat(stencil) ? choose_flat(stencil, &variant) : choose_deep(stencil, &variant)))
        variant = choose_many(stencil, lanes);
    return count_all(stencil, &variant) <= CJ_MAX_BLOCKS ? variant : (cj_variant){0};
}

/* ---- The numbers ------------------------------------------------------------------------------------------------- */

/* From the data of a line's base to the line, where all shifts are 0. */
static int64_t find_offset(const cj_stencil *stencil, const cj_stencil_shape *shape, const cj_stencil_line *line)
{
    int64_t offset = 0;

    for (int j = 0; j < shape->rank; j++)
        offset += (line->shift[j] - shape->of[line->base].shift[j]) * stencil->strides[line->base][j];
    return offset;
}

static void list_arrays(const cj_stencil *stencil, const cj_stencil_shape *shape, cj_layout *out)
{
    const cj_signature *signature = &stencil->kernel->text.signature;

    for (size_t k = 0; k < signature->count; k++) {
        uint64_t steps[CJ_STENCIL_AXES];

        if (shape->of[k].lie == 0 || (shape->of[k].base != k && shape->of[k].base != CJ_MAX_PARAMETERS))
            continue;
        for (int j = 0; j < shape->rank; j++)
            steps[j] = (uint64_t)stencil->strides[k][j];
        cj_layout_line(out);
        cj_layout_row(out, "cujit_strides_", signature->parameters[k].name, steps, shape->rank);
    }
}

static void list_members(const cj_stencil *stencil, const cj_stencil_shape *shape, unsigned head,
                         const uint64_t *counts, cj_layout *out)
{
    static const char *const numbers[CJ_STENCIL_LINES] = {
        "0",  "1",  "2",  "3",  "4",  "5",  "6",  "7",  "8",  "9",  "10", "11", "12", "13",
        "14", "15", "16", "17", "18", "19", "20", "21", "22", "23", "24", "25", "26", "27",
        "28", "29", "30", "31", "32", "33", "34", "35", "36", "37", "38", "39",
    };

    cj_layout_line(out);
    /* Columns; rows along the march; those that the rows of threads of a block are along. */
    cj_layout_number(out, "cujit_length", "", stencil->lengths[shape->rank - 1]);
    cj_layout_number(out, "cujit_rows", "", stencil->lengths[shape->march]);
    cj_layout_number(out, "cujit_deep", "", stencil->lengths[cj_stencil_deep(shape)]);
    cj_layout_number(out, "cujit_head", "", head);
    cj_layout_line(out);
    cj_layout_counts(out, "cujit_counts", "cujit_magic", "cujit_shift", counts, shape->rank);
    list_arrays(stencil, shape, out);
    for (size_t k = 0; k < stencil->line_count; k++) {
        cj_layout_line(out);
        cj_layout_number(out, "cujit_offset_", numbers[k], (uint64_t)find_offset(stencil, shape, &stencil->lines[k]));
    }
    cj_layout_end(out);
}

void cj_stencil_layout(const cj_elementwise *kernel, const cj_stencil_shape *shape, cj_source *source)
{
    static const uint64_t counts[CJ_STENCIL_AXES] = {1, 1, 1, 1};
    cj_layout layout = {.source = source, .wide = (source->variant->flags & CJ_VARIANT_WIDE) != 0};
    cj_stencil nothing = {.kernel = kernel};

    nothing.line_count = cj_stencil_lines(shape, nothing.lines);
    list_members(&nothing, shape, 0, counts, &layout);
}

/* ---- Launching --------------------------------------------------------------------------------------------------- */

enum { MAX_NUMBERS = 4 + 3 * CJ_STENCIL_AXES + CJ_MAX_PARAMETERS * CJ_STENCIL_AXES + CJ_STENCIL_LINES };

bool cj_stencil_launch(const cj_stencil *stencil, const cj_variant *variant, void *const *values, void *stream,
                       cujit_status *status, cujit_error *error)
{
    const cj_core *core = &stencil->kernel->core;
    const cj_built *built;
    const long long n = (long long)stencil->size;
    uint64_t numbers[MAX_NUMBERS], counts[CJ_STENCIL_AXES];
    cj_layout layout = {.numbers = numbers, .wide = stencil->wide};
    const void *const own[] = {&n, numbers};
    cj_grid grid = {.block = {variant->block, 1, 1}};
    const cj_stencil_warp warp = cj_stencil_find_warp(stencil->lines, stencil->line_count, variant);

    if ((*status = cj_core_try(core, variant, NULL, &built, error)) != CUJIT_OK || built == NULL)
        return *status != CUJIT_OK;
    grid.grid[0] = (unsigned)count_blocks(stencil, variant, counts);
    grid.grid[1] = grid.grid[2] = 1;
    list_members(stencil, &stencil->kept->shape, find_head(stencil, variant, &warp), counts, &layout);
    *status = cj_core_launch(core, built, &grid, values, own, 2, stream, error);
    return true;
}
