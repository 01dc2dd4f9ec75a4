/*
 * elementwise_launch.c: launches, prepared and checked: which variant suits the pointers, how many threads, and off it
 * goes.
 *
 * This is the hot path: it reads what was computed when the kernel was made, looks at the pointers' low bits, puts the
 * pointers in a row and calls the device. A checked call binds its arguments first, and is a prepared launch where the
 * arrays lie in memory side by side, else one over N-d views (elementwise_strided.c).
 */
#include "libjit/base/sized.h"
#include "libjit/elementwise/stencil.h"
#include "libjit/elementwise/tune.h"

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

    if (blocks > CJ_MAX_BLOCKS)
        return launch_any_plain(kernel, n, values, stream, error);
    return cj_core_launch(&kernel->core, built, &grid, values, own, 3, stream, error);
}

/* Few elements: one tile for each thread; built at the first such launch. A kernel that was tuned is left as it is. */
static const cj_built *single_tile(const cj_elementwise *kernel, const cj_built *usual)
{
    const cj_variant both = cj_tiling_default(&kernel->tiling), variant = cj_tiling_single(&kernel->tiling);
    const cj_built *single = NULL;

    if (cj_variant_same(&usual->variant, &both))
        cj_core_try(&kernel->core, &variant, &both, &single, NULL);
    return single != NULL ? single : usual;
}

cujit_status cj_elementwise_launch_built(const cj_elementwise *kernel, const cj_built *built, size_t n,
                                         void *const *values, void *stream, cujit_error *error)
{
    if (built->variant.form == CJ_FORM_TILE)
        return launch_tiles(kernel, built, n, share_tiles(kernel, &built->variant, n, values), values, stream, error);
    return launch_plain(kernel, built, n, values, stream, error);
}

/* ---- Prepared launches ---- */

static bool is_ranged(const cujit_elementwise_options *options)
{
    return options->range != NULL || options->slice != NULL;
}

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

/* Over lists of n elements. `range` NULL: all of them. A tile kernel without tiles takes plain pointers: for few
 * elements, and for memory that overlaps. */
static inline cujit_status launch_flat(const cj_elementwise *kernel, size_t n, const cujit_range *range,
                                       void *const *values, void *stream, cujit_error *error)
{
    const cj_built *tile = atomic_load_explicit(&((cj_elementwise *)kernel)->tile, memory_order_acquire);
    cj_tile_fit fit;
    cujit_status status;

    if (range != NULL)
        return launch_range(kernel, n, range, values, stream, error);
    if (tile == NULL)
        return launch_any_plain(kernel, n, values, stream, error);
    if (n <= kernel->tiling.few || (fit = cj_tiling_check(&kernel->tiling, n, values)) == CJ_TILE_NONE ||
        (fit == CJ_TILE_SHIFTED && n <= kernel->tiling.few_shifted))
        return launch_tiles(kernel, tile, n, (cj_tile_share){0}, values, stream, error);
    if (fit == CJ_TILE_SHIFTED && (status = cj_elementwise_try_shifted(kernel, &tile, error)) != CUJIT_OK)
        return status;
    if (tile == NULL)
        return launch_any_plain(kernel, n, values, stream, error);
    if (n <= kernel->brief && fit == CJ_TILE_ALIGNED)
        tile = single_tile(kernel, tile);
    return launch_tiles(kernel, tile, n, share_tiles(kernel, &tile->variant, n, values), values, stream, error);
}

cujit_status cujit_elementwise_launch_prepared_sized(const cujit_elementwise *elementwise,
                                                     const cujit_elementwise_options *given, size_t size, size_t n,
                                                     void *const *values, cujit_error *error)
{
    static const char function[] = "cujit_elementwise_launch_prepared";
    cujit_elementwise_options options;
    const cj_elementwise *kernel;
    cujit_range selected, *range = NULL;
    cujit_status status = cj_widen(function, &options, sizeof options, given, size, error);

    if (status != CUJIT_OK)
        return status;
    if (elementwise == NULL)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "%s: kernel is NULL", function);
    kernel = elementwise->kernel;
    if ((status = cj_context_check(kernel->core.context, error)) != CUJIT_OK || n == 0)
        return status;
    if (n > kernel->core.most)
        return cj_core_refuse_size(&kernel->core, n, error);
    if (is_ranged(&options)) {
        if ((status = cj_range_resolve(options.range, options.slice, n, &selected, error)) != CUJIT_OK)
            return status;
        range = &selected;
    }
    return kernel->text.accesses.axes == 0 ? launch_flat(kernel, n, range, values, options.stream, error)
                                           : cj_views_launch_prepared(kernel, &options, n, range, values, error);
}

/* ---- Checked launches ---- */

/* Does it matter in which order the elements are numbered? Not where the operation sees elements only: `i` stands for
 * its number in a pointer's name[i], too. */
static bool order_matters(const cj_elementwise *kernel)
{
    const cj_accesses *accesses = &kernel->text.accesses;
    bool matters = accesses->uses_index || accesses->changes_index;

    for (size_t k = 0; k < accesses->count; k++)
        matters |= accesses->of[k].lowest < 0 || accesses->of[k].highest > 0 || accesses->of[k].other;
    return matters;
}

/* Most calls: a prepared launch over as many elements does it. Arrays of one size in C order broadcast to that size or
 * not at all, if one of them is written: what their shapes are does not matter then. In an order that is not C's nobody
 * may ask for numbers. */
static bool are_flat(const cj_elementwise *kernel, const cj_call *call, bool ranged)
{
    const cj_accesses *accesses = &kernel->text.accesses;
    unsigned order = cj_call_find_order(call);
    bool written = false;

    if (order == 0 || accesses->axes != 0)
        return false;
    if (order == CJ_CALL_ALIKE)
        return !ranged && !accesses->hidden && !order_matters(kernel);
    for (size_t k = 0; order == CJ_CALL_LISTS && k < accesses->count; k++)
        written |= cj_kernel_text_has(kernel->core.text, k, CJ_ROLE_SIZED) && accesses->of[k].written;
    return order != CJ_CALL_LISTS || written;
}

/* A call on its way. */
typedef struct run {
    cj_elementwise *kernel;
    const cujit_elementwise_options *options;
    cj_call *call;
    cujit_tuning *tuning;
    const cj_views *views;     /* NULL: as a prepared launch */
    const cj_stencil *stencil; /* NULL: it is none */
    size_t n;
    const cujit_range *range; /* NULL: all of it */
} run;

/* As a spec asked for it: what goes wrong with that is no error of the run's. */
static __attribute__((noinline)) void tune_aside(const run *what)
{
    cujit_error trouble = {0};

    if (cj_tune(what->kernel, what->call, what->n, NULL, &trouble) != CUJIT_OK)
        cj_log(what->kernel->core.context, CUJIT_LOG_WARNING, "tuning", what->kernel->text.name, 0, "not tuned: %s",
               trouble.message);
    cujit_error_clear(&trouble);
}

/* Whole arrays as they lie in memory are the calls that a kernel can be tuned with, if that is wanted. */
static inline cujit_status tune_first(const run *what, cujit_error *error)
{
    if (what->range != NULL || what->call->buffers)
        return CUJIT_OK;
    if (what->tuning != NULL)
        return cj_tune(what->kernel, what->call, what->n, what->tuning, error);
    if (cj_tune_due(what->kernel, what->n))
        tune_aside(what);
    return CUJIT_OK;
}

static bool launch_stencil(const run *what, cujit_status *status, cujit_error *error)
{
    const cj_variant variant = cj_stencil_choose(what->stencil);

    return variant.form != 0 &&
           cj_stencil_launch(what->stencil, &variant, cj_call_values(what->call), what->call->stream, status, error);
}

static inline cujit_status launch(void *user, cujit_error *error)
{
    const run *what = user;
    void *const *values = cj_call_values(what->call);
    cujit_status status;

    if (what->stencil != NULL && launch_stencil(what, &status, error))
        return status;
    if (what->views != NULL)
        return cj_views_launch(what->kernel, what->views, what->range, values, what->call->stream, error);
    if (what->n > what->kernel->core.most)
        return cj_core_refuse_size(&what->kernel->core, what->n, error);
    if ((status = tune_first(what, error)) != CUJIT_OK)
        return status;
    return launch_flat(what->kernel, what->n, what->range, values, what->call->stream, error);
}

/* What can be wrong is found before memory is moved; and where no index runs none is, so that a CUJIT_OUT stays as it
 * was. */
static inline cujit_status finish(run *what, const cujit_args *args, cujit_error *error)
{
    cujit_range selected;
    cujit_status status;

    if (what->n == 0)
        return CUJIT_OK;
    if (is_ranged(what->options)) {
        status = cj_range_resolve(what->options->range, what->options->slice, what->n, &selected, error);
        if (status != CUJIT_OK || cj_range_is_empty(&selected))
            return status;
        what->range = &selected;
    }
    return what->call->buffers ? cj_call_with_buffers(what->call, args, launch, what, error) : launch(what, error);
}

/* Whether arrays that lie in one order may be taken for lists: not in another than C's where a header may ask for
 * numbers; then the forms of views are asked, in which that does not compile. */
static bool may_be_lists(const cj_elementwise *kernel, const cj_call *call)
{
    for (size_t k = 0; kernel->text.accesses.hidden && k < kernel->text.signature.count; k++) {
        if (call->arrays[k] != NULL && !call->arrays[k]->c_order)
            return false;
    }
    return true;
}

static inline bool may_be_stencil(const run *what)
{
    return what->kernel->stencils && what->tuning == NULL && !is_ranged(what->options) &&
           cj_stencil_suits(what->kernel, what->call);
}

/* Apart from the rest, because of the room on the stack. */
static __attribute__((noinline)) cujit_status try_views(run *what, const cujit_args *args, cujit_error *error)
{
    cj_views views;
    cj_stencil stencil;
    bool flat;
    cujit_status status;

    what->call->core = &what->kernel->core;
    if ((status = cj_views_find(what->call, is_ranged(what->options), &views, &flat, error)) != CUJIT_OK)
        return status;
    what->views = flat && may_be_lists(what->kernel, what->call) ? NULL : &views;
    what->n = (size_t)views.loop.size;
    what->stencil = may_be_stencil(what) && cj_stencil_find(what->kernel, &views, 0, &stencil) ? &stencil : NULL;
    status = finish(what, args, error);
    what->stencil = NULL;
    return status;
}

/* A text that does not compile over views is another than it was taken for: then less is taken for granted. */
static cujit_status run_views(run *what, const cujit_args *args, cujit_error *error)
{
    cj_elementwise *lower = atomic_load_explicit(&what->kernel->lower, memory_order_acquire);
    cujit_status status;

    if (lower == NULL) {
        status = try_views(what, args, error);
        if (status != CUJIT_ERROR_COMPILE || cj_elementwise_lower(what->kernel, &lower, NULL) != CUJIT_OK ||
            lower == NULL)
            return status;
        cujit_error_clear(error);
    }
    what->kernel = lower;
    return run_views(what, args, error);
}

cujit_status cj_elementwise_run(cj_elementwise *kernel, const cujit_elementwise_options *options,
                                const cujit_args *args, cujit_tuning *tuning, cujit_error *error)
{
    cj_call call;
    run what = {.options = options, .call = &call, .tuning = tuning};
    cujit_status status = cj_call_bind(&kernel->core, args, options->stream, &call, error);

    if (status != CUJIT_OK)
        return status;
    what.kernel = (cj_elementwise *)call.core; /* where it is generic, another */
    if (kernel->core.generic != NULL && atomic_load_explicit(&kernel->tune, memory_order_relaxed))
        cj_tune_ask(what.kernel);
    if (!are_flat(what.kernel, &call, is_ranged(options)) || may_be_stencil(&what))
        return run_views(&what, args, error);
    what.n = call.sizes[call.core->leader];
    return finish(&what, args, error);
}

cujit_status cujit_elementwise_run_sized(const cujit_elementwise *kernel, const cujit_elementwise_options *given,
                                         size_t size, const cujit_arg *items, size_t count, cujit_error *error)
{
    const cujit_args args = {items, count};
    cujit_elementwise_options options;
    cujit_status status = cj_widen("cujit_elementwise_run", &options, sizeof options, given, size, error);

    if (status != CUJIT_OK)
        return status;
    if (kernel == NULL)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "cujit_elementwise_run: kernel is NULL");
    return cj_elementwise_run(kernel->kernel, &options, &args, NULL, error);
}
