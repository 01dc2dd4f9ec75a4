/*
 * elementwise_launch.c: prepared launches: which variant suits the pointers, how many threads, and off it goes.
 *
 * This is the hot path: it reads what was computed when the kernel was made, looks at the pointers' low bits, puts the
 * pointers in a row and calls the device.
 */
#include "libjit/elementwise/elementwise.h"
#include "libjit/elementwise/elementwise_strided.h"
#include "libjit/kernel/range.h"

enum { MAX_BLOCKS = 0x7fffffff }; /* of a grid, in x */

/* ---- Plain ---- */

static inline cj_grid grid_for(const cj_elementwise *kernel, unsigned long long count)
{
    unsigned long long a_block = (unsigned long long)kernel->block_size * kernel->grain;
    unsigned long long blocks = count / a_block + (count % a_block != 0);

    return (cj_grid){
        .grid = {blocks < kernel->max_blocks ? (unsigned)blocks : kernel->max_blocks, 1, 1},
        .block = {kernel->block_size, 1, 1},
    };
}

static cujit_status launch_plain(const cj_elementwise *kernel, const cj_built *built, size_t n, void *const *values,
                                 void *stream, cujit_error *error)
{
    const long long last = (long long)n;
    const void *const own[] = {&last};
    cj_grid grid = grid_for(kernel, n);

    return cj_core_launch(&kernel->core, built, &grid, values, own, 1, stream, error);
}

static cujit_status launch_any_plain(const cj_elementwise *kernel, size_t n, void *const *values, void *stream,
                                     cujit_error *error)
{
    const cj_built *built = atomic_load_explicit(&((cj_elementwise *)kernel)->plain, memory_order_acquire);
    cujit_status status;

    if (built == NULL && (status = cj_elementwise_build_plain(kernel, &built, error)) != CUJIT_OK)
        return status;
    return launch_plain(kernel, built, n, values, stream, error);
}

/* ---- Tiles ---- */

static inline cj_tile_share share_tiles(const cj_elementwise *kernel, const cj_variant *variant, size_t n,
                                        void *const *values)
{
    const cj_tiling *tiling = &kernel->tiling;

    if (variant->flags != 0 || variant->unroll > 1 || tiling->reach.before > 0 || tiling->reach.behind > 0)
        return cj_tiling_share(tiling, &kernel->text, variant, n, values);
    return (cj_tile_share){.tiles = (long long)(n / variant->width)};
}

static inline cujit_status launch_tiles(const cj_elementwise *kernel, const cj_built *built, size_t n,
                                        cj_tile_share share, void *const *values, void *stream, cujit_error *error)
{
    const cj_variant *variant = &built->variant;
    unsigned long long tiles = (unsigned long long)share.tiles, rest = n - tiles * variant->width;
    unsigned long long blocks = (tiles / variant->unroll + rest + variant->block - 1) / variant->block;
    cj_grid grid = {.grid = {(unsigned)blocks, 1, 1}, .block = {variant->block, 1, 1}};
    const long long last = (long long)n;
    const void *const own[] = {&last, &share.tiles, &share.head};

    if (blocks > MAX_BLOCKS)
        return launch_any_plain(kernel, n, values, stream, error);
    return cj_core_launch(&kernel->core, built, &grid, values, own, 3, stream, error);
}

/* Views that begin in the middle of a tile; built at the first one. NULL: it cannot be. */
static const cj_built *shifted_tile(const cj_elementwise *kernel)
{
    cj_variant variant = cj_tiling_default(&kernel->tiling);

    variant.flags = CJ_VARIANT_SHIFTED;
    return cj_core_try(&kernel->core, &variant);
}

cujit_status cj_elementwise_launch_built(const cj_elementwise *kernel, const cj_built *built, size_t n,
                                         void *const *values, void *stream, cujit_error *error)
{
    if (built->variant.form == CJ_FORM_TILE)
        return launch_tiles(kernel, built, n, share_tiles(kernel, &built->variant, n, values), values, stream, error);
    return launch_plain(kernel, built, n, values, stream, error);
}

/* ---- Ranges ---- */

static cujit_status launch_range(const cj_elementwise *kernel, size_t n, const cujit_range *range, void *const *values,
                                 void *stream, cujit_error *error)
{
    static const cj_variant variant = {.form = CJ_FORM_RANGE};
    const long long last = (long long)n, start = range->start, step = range->step;
    const long long count = (long long)cj_range_count(range);
    const void *const own[] = {&last, &start, &step, &count};
    cj_grid grid = grid_for(kernel, (unsigned long long)count);
    const cj_built *built;
    cujit_status status;

    if (count == 0)
        return CUJIT_OK;
    if ((status = cj_core_build(&kernel->core, &variant, &built, error)) != CUJIT_OK)
        return status;
    return cj_core_launch(&kernel->core, built, &grid, values, own, 4, stream, error);
}

/* ---- The public function ---- */

/* A tile kernel without tiles takes plain pointers: for few elements, and for memory that overlaps. */
static inline cujit_status launch_all(const cj_elementwise *kernel, size_t n, void *const *values, void *stream,
                                      cujit_error *error)
{
    const cj_built *tile = atomic_load_explicit(&((cj_elementwise *)kernel)->tile, memory_order_acquire);
    cj_tile_fit fit;

    if (tile == NULL)
        return launch_any_plain(kernel, n, values, stream, error);
    if (n <= kernel->tiling.few || (fit = cj_tiling_check(&kernel->tiling, n, values)) == CJ_TILE_NONE ||
        (fit == CJ_TILE_SHIFTED && n <= kernel->tiling.few_shifted))
        return launch_tiles(kernel, tile, n, (cj_tile_share){0}, values, stream, error);
    if (fit == CJ_TILE_SHIFTED && (tile = shifted_tile(kernel)) == NULL)
        return launch_any_plain(kernel, n, values, stream, error);
    return launch_tiles(kernel, tile, n, share_tiles(kernel, &tile->variant, n, values), values, stream, error);
}

cujit_status cj_elementwise_launch(const cj_elementwise *kernel, const cujit_elementwise_options *options, size_t n,
                                   void *const *values, cujit_error *error)
{
    cujit_status status = cj_context_check(kernel->core.context, error);
    cujit_range range;

    if (status != CUJIT_OK || n == 0)
        return status;
    if (n > kernel->core.sizes.most)
        return cj_sizes_refuse(&kernel->core.sizes, kernel->text.name, n, error);
    if (kernel->text.accesses.axes != 0)
        return cj_views_launch_prepared(kernel, options, n, values, error);
    if (options == NULL || (options->range == NULL && options->slice == NULL))
        return launch_all(kernel, n, values, options != NULL ? options->stream : NULL, error);
    if ((status = cj_range_resolve(options->range, options->slice, n, &range, error)) != CUJIT_OK)
        return status;
    return launch_range(kernel, n, &range, values, options->stream, error);
}

cujit_status cujit_elementwise_launch_prepared(const cujit_elementwise *kernel,
                                               const cujit_elementwise_options *options, size_t n, void *const *values,
                                               cujit_error *error)
{
    if (kernel == NULL)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "cujit_elementwise_launch_prepared: kernel is NULL");
    return cj_elementwise_launch(kernel->kernel, options, n, values, error);
}
