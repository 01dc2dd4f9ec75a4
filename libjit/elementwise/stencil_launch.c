/*
 * stencil_launch.c: see stencil.h.
 */
#include "libjit/elementwise/stencil.h"

/* ---- Blocks ------------------------------------------------------------------------------------------------------ */

enum { WARP = 32, MOST_ROWS = 8 };

cj_variant cj_stencil_variant(const cj_stencil *stencil, cj_stencil_blocks blocks)
{
    return (cj_variant){
        .form = CJ_FORM_STENCIL,
        .width = (uint8_t)stencil->width,
        .unroll = (uint8_t)blocks.rows,
        .rank = stencil->kept->shape.rank,
        .index = (uint8_t)blocks.turns,
        .folded = (uint8_t)blocks.resident,
        .flags = stencil->wide ? CJ_VARIANT_WIDE : 0,
        .lanes = (uint16_t)blocks.across,
        .block = (uint16_t)(blocks.across * blocks.deep),
        .transposed = stencil->kept->number,
    };
}

static uint64_t divide_up(uint64_t a, uint64_t b)
{
    return (a + b - 1) / b;
}

/* Threads that a row takes. */
static uint64_t count_tiles(const cj_stencil *stencil)
{
    return divide_up(stencil->lengths[stencil->kept->shape.rank - 1] + stencil->kept->shape.head, stencil->width);
}

/* What is numbered along each axis. */
static uint64_t count_blocks(const cj_stencil *stencil, const cj_variant *variant, uint64_t counts[CJ_STENCIL_AXES])
{
    const cj_stencil_shape *shape = &stencil->kept->shape;
    uint64_t total = 1;

    for (int j = 0; j < shape->rank; j++) {
        uint64_t unit = j == shape->march ? variant->unroll : 1;

        unit *= j == cj_stencil_deep(shape) ? variant->block / variant->lanes : 1;
        counts[j] = j == shape->rank - 1 ? divide_up(count_tiles(stencil), variant->lanes)
                                         : divide_up(stencil->lengths[j], unit);
        total *= counts[j];
    }
    return total;
}

static bool is_list(const cj_stencil *stencil)
{
    return stencil->lengths[stencil->kept->shape.march] == 1;
}

static bool is_flat(const cj_stencil *stencil)
{
    return cj_stencil_deep(&stencil->kept->shape) == stencil->kept->shape.march;
}

static uint64_t count_all(const cj_stencil *stencil, const cj_variant *variant)
{
    uint64_t counts[CJ_STENCIL_AXES];

    return count_blocks(stencil, variant, counts);
}

static uint64_t count_with(const cj_stencil *stencil, cj_stencil_blocks blocks, unsigned rows)
{
    cj_variant variant;

    blocks.rows = rows;
    variant = cj_stencil_variant(stencil, blocks);
    return count_all(stencil, &variant);
}

static uint64_t count_processors(const cj_stencil *stencil)
{
    const cj_device *device = stencil->kernel->core.context->device;

    return device != NULL ? (uint64_t)device->processors : 0;
}

/* As many of `wanted` blocks as a multiprocessor has threads for. */
static unsigned limit_resident(const cj_stencil *stencil, unsigned threads, unsigned wanted)
{
    const cj_device *device = stencil->kernel->core.context->device;
    const unsigned most = device != NULL ? device->threads_per_processor / threads : wanted;

    return most < wanted ? most : wanted;
}

/* All numbers here are as measured on an H200 (bench/stencil.c): loads of a thread with one row, and blocks. */
enum { LITTLE = 6, SOME = 8, MUCH = 11, VERY_MUCH = 16 };

/* Of two axes, a thread with one row finds those above and below in the caches, where that is not much to load; else it
 * has more, where that leaves blocks for all, and of very many elements two at least. */
static unsigned choose_flat(const cj_stencil *stencil, cj_stencil_blocks blocks)
{
    enum { MANY = 1 << 16 };
    unsigned rows = stencil->loads <= LITTLE ? 1 : stencil->loads <= MUCH ? 2 : 4;

    if (rows == 1)
        return count_with(stencil, blocks, 1) >= MANY ? 2 : 1;
    while (rows > 1 && count_with(stencil, blocks, rows) < 2 * count_processors(stencil))
        rows /= 2;
    return rows;
}

/* Of more axes, what rows have in common comes from far away: a thread has several, but where that leaves the device
 * idle; more of them where all threads run at once then. */
static unsigned choose_deep(const cj_stencil *stencil, cj_stencil_blocks blocks, unsigned most)
{
    enum { FEW = 4, THREADS = 1536, MANY = 8192 };
    const unsigned busy = stencil->loads <= SOME ? 512 : 256;
    const uint64_t running = count_processors(stencil) * THREADS / (blocks.across * blocks.deep);
    const uint64_t with_few = count_with(stencil, blocks, FEW), with_most = count_with(stencil, blocks, MOST_ROWS);

    if (with_few < busy)
        return 1;
    if (with_few > running && with_most <= running)
        return MOST_ROWS;
    return with_few > running && with_most >= MANY ? most : FEW;
}

/* A loop that is not unrolled needs the fewest registers, and so has the most threads on the way: worth more than
 * anything else, but where there is much to load. */
static cj_stencil_blocks choose_blocks(const cj_stencil *stencil)
{
    enum { LIST = 256, DEEP = 8, LEAN = 26 /* words */, THREADS = WARP * DEEP };
    const bool lean = stencil->width <= 4 && cj_stencil_words(stencil) <= LEAN;
    const bool crowded = stencil->loads > (is_flat(stencil) ? MUCH : VERY_MUCH);
    cj_stencil_blocks blocks = {
        .across = WARP,
        .deep = DEEP,
        .resident = lean ? limit_resident(stencil, THREADS, crowded ? 6 : 8) : 0,
        .turns = crowded ? 2 : 1,
    };

    if (is_list(stencil))
        return (cj_stencil_blocks){.across = LIST, .deep = 1, .rows = 1, .turns = 1};
    blocks.rows = is_flat(stencil) ? choose_flat(stencil, blocks)
                                   : choose_deep(stencil, blocks, lean && !crowded ? MOST_ROWS / 2 : MOST_ROWS);
    return blocks;
}

/* Rows that most threads of a warp have no part of are for another form. */
cj_variant cj_stencil_choose(const cj_stencil *stencil)
{
    const uint64_t tiles = count_tiles(stencil);
    cj_variant variant;

    if (tiles * 2 < divide_up(tiles, WARP) * WARP)
        return (cj_variant){0};
    variant = cj_stencil_variant(stencil, choose_blocks(stencil));
    return count_all(stencil, &variant) <= CJ_MAX_BLOCKS ? variant : (cj_variant){0};
}

/* ---- The numbers ------------------------------------------------------------------------------------------------- */

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

/* From the data of its base to a line, where all shifts are 0. */
static int64_t find_offset(const cj_stencil *stencil, const cj_stencil_shape *shape, const cj_stencil_line *line)
{
    int64_t offset = 0;

    for (int j = 0; j < shape->rank; j++)
        offset += (line->shift[j] - shape->of[line->base].shift[j]) * stencil->strides[line->base][j];
    return offset;
}

static void list_lines(const cj_stencil *stencil, const cj_stencil_shape *shape, cj_layout *out)
{
    uint64_t offsets[CJ_STENCIL_LINES];

    for (size_t k = 0; k < stencil->line_count; k++)
        offsets[k] = (uint64_t)find_offset(stencil, shape, &stencil->lines[k]);
    cj_layout_line(out);
    cj_layout_row(out, "cujit_", "offsets", offsets, (int)stencil->line_count);
}

static void list_members(const cj_stencil *stencil, const cj_stencil_shape *shape, const uint64_t *counts,
                         cj_layout *out)
{
    cj_layout_line(out);
    /* Columns; rows along the march; those that the rows of threads of a block are along, where they are others. */
    cj_layout_number(out, "cujit_length", "", stencil->lengths[shape->rank - 1]);
    cj_layout_number(out, "cujit_rows", "", stencil->lengths[shape->march]);
    if (cj_stencil_deep(shape) != shape->march)
        cj_layout_number(out, "cujit_deep", "", stencil->lengths[cj_stencil_deep(shape)]);
    cj_layout_line(out);
    cj_layout_counts(out, "cujit_counts", "cujit_magic", "cujit_shift", counts, shape->rank);
    list_arrays(stencil, shape, out);
    list_lines(stencil, shape, out);
    cj_layout_end(out);
}

void cj_stencil_layout(const cj_elementwise *kernel, const cj_stencil_shape *shape, cj_source *source)
{
    static const uint64_t counts[CJ_STENCIL_AXES] = {1, 1, 1, 1};
    cj_layout layout = {.source = source, .wide = (source->variant->flags & CJ_VARIANT_WIDE) != 0};
    cj_stencil nothing = {.kernel = kernel};

    nothing.line_count = cj_stencil_lines(shape, nothing.lines);
    list_members(&nothing, shape, counts, &layout);
}

/* ---- Launching --------------------------------------------------------------------------------------------------- */

enum { MAX_NUMBERS = 4 + 3 * CJ_STENCIL_AXES + CJ_MAX_PARAMETERS * CJ_STENCIL_AXES + CJ_STENCIL_LINES };

/* Told nothing, a compiler may keep to so few registers that loads wait for each other, although more cost no block. */
cujit_status cj_stencil_build(const cj_stencil *stencil, const cj_variant *variant, const cj_built **out,
                              cujit_error *error)
{
    enum { FEWER = 6 };
    cj_variant held = *variant;
    cujit_status status;

    for (;;) {
        status = cj_core_try(&stencil->kernel->core, &held, NULL, out, error);
        if (status != CUJIT_OK || *out == NULL || held.folded == 0 ||
            (*out)->program->object.resources.spill_store_bytes <= 0)
            return status;
        held.folded = held.folded > FEWER ? FEWER : 0;
    }
}

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

    if ((*status = cj_stencil_build(stencil, variant, &built, error)) != CUJIT_OK || built == NULL)
        return *status != CUJIT_OK;
    grid.grid[0] = (unsigned)count_blocks(stencil, variant, counts);
    grid.grid[1] = grid.grid[2] = 1;
    list_members(stencil, &stencil->kept->shape, counts, &layout);
    *status = cj_core_launch(core, built, &grid, values, own, 2, stream, error);
    return true;
}
