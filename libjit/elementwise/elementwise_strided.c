/*
 * elementwise_strided.c: launches with arrays of any shape and strides: broadcasting (broadcast.c), the choice of a
 * variant, and launching with the struct of numbers that tells the kernel where everything lies.
 *
 * All of a launch lives on the stack; the only lock is that of building a variant for the first time.
 */
#include "libjit/elementwise/elementwise_strided.h"

#include "libjit/elementwise/form.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

/* ---- What goes together ------------------------------------------------------------------------------------------ */

/* Coordinates that there are not. */
static cujit_status check_axes(const cj_elementwise *kernel, int ndim, const char *whose, cujit_error *error)
{
    const unsigned axes = kernel->text.accesses.axes;
    int axis = axes != 0 ? 31 - __builtin_clz(axes) : -1;

    if (axis < ndim)
        return CUJIT_OK;
    return cj_error_set(error, CUJIT_ERROR_ARGUMENT_SIZE,
                        "%s: the operation has i%d or n%d, which needs %d axes, but %s %d", kernel->text.name, axis,
                        axis, axis + 1, whose, ndim);
}

cujit_status cj_views_find(cj_call *call, bool ranged, cj_views *views, bool *flat, cujit_error *error)
{
    const cj_elementwise *kernel = (const cj_elementwise *)call->core;
    bool axes = kernel->text.accesses.axes != 0;
    unsigned flags = (axes ? CJ_LOOP_AXES : 0u) | (ranged ? CJ_LOOP_ORDER : 0u) |
                     (kernel->text.needs_index ? CJ_LOOP_INDEX : 0u);
    cujit_status status;

    views->call = call;
    cj_call_operands(call);
    status = cj_broadcast(call->operands, call->count, flags, &views->loop, views->strides, error);
    if (status != CUJIT_OK && !axes && (cj_call_find_order(call) & CJ_CALL_LISTS) != 0) {
        cujit_error_clear(error);
        views->loop.size = call->sizes[kernel->core.leader];
        *flat = true;
        return CUJIT_OK;
    }
    if (status != CUJIT_OK || (status = check_axes(kernel, views->loop.full_ndim, "the arrays together have", error)))
        return status;
    *flat = views->loop.whole && !axes;
    return cj_call_check_pointers(call, views->loop.size, *flat, error);
}

enum { CROSSING = 32 }; /* elements: no shorter axis is worth a patch */

/* ---- What the memory allows -------------------------------------------------------------------------------------- */

/* Do all tiles along `axis` lie at multiples of their alignment, one element behind the other? */
static bool has_tiles_along(const cj_elementwise *kernel, const cj_views *views, size_t at, int axis, size_t width,
                            void *const *values)
{
    const cj_parameter *parameter = &kernel->text.signature.parameters[views->call->parameters[at]];
    size_t alignment = cj_tile_alignment(parameter, width);
    uintptr_t bits = cj_pointer_value(values, views->call->parameters[at]);

    for (int j = 0; j < views->loop.ndim; j++)
        bits |= j != axis ? (uintptr_t)views->strides[at][j] : 0;
    return views->strides[at][axis] == (int64_t)parameter->size && (bits & (alignment - 1)) == 0;
}

/* The axis along which a view is contiguous, where that is not the last one; -1: none, or it is too short. */
static int find_crossing(const cj_views *views, size_t at)
{
    int last = views->loop.ndim - 1;
    int64_t size = (int64_t)views->call->operands[at].item_size;

    if (last < 1 || views->strides[at][last] == size || views->strides[at][last] == 0)
        return -1;
    for (int j = last - 1; j >= 0; j--) {
        if (views->strides[at][j] == size && views->loop.lengths[j] >= CROSSING)
            return j;
    }
    return -1;
}

/* ---- How a variant goes over a loop ------------------------------------------------------------------------------ */

typedef struct walk {
    const cj_elementwise *kernel;
    const cj_views *views;
    const cj_variant *variant;
    const cujit_range *range; /* NULL: everything */
    void *const *values;
    int order[CJ_MAX_AXES], crossing; /* the loop's axes as the kernel has them; the one of TRANSPOSED, -1: none */
    uint64_t counts[CJ_MAX_AXES]; /* what is numbered along each: places, tiles (the last), patches (the last two) */
    uint64_t total;
} walk;

/* The order in which the kernel has the loop's axes: a transposed one has the two that make patches last. */
static void order_axes(walk *of)
{
    const cj_views *views = of->views;
    int count = 0, last = views->loop.ndim - 1;

    of->crossing = -1;
    for (size_t at = 0; at < views->call->count && of->variant->form == CJ_FORM_TRANSPOSED; at++) {
        if ((of->variant->transposed >> views->call->parameters[at] & 1) != 0)
            of->crossing = find_crossing(views, at);
    }
    for (int j = 0; j < last; j++) {
        if (j != of->crossing)
            of->order[count++] = j;
    }
    if (of->crossing >= 0)
        of->order[count++] = of->crossing;
    if (last >= 0)
        of->order[count] = last;
}

static void count(walk *of)
{
    const cj_loop *loop = &of->views->loop;
    cj_patch patch = {.edge = of->variant->width};
    int patched = 1;

    order_axes(of);
    if (of->variant->form == CJ_FORM_TRANSPOSED) {
        cj_form_patch(&of->kernel->text, of->variant->transposed, of->variant->width, &patch);
        patched = 2;
    }
    of->counts[0] = of->total = 1;
    for (int j = 0; j < loop->ndim; j++) {
        uint64_t unit = j >= loop->ndim - patched ? (uint64_t)patch.edge : 1;

        of->counts[j] = (loop->lengths[of->order[j]] + unit - 1) / unit;
        of->total *= of->counts[j];
    }
    if (of->range != NULL)
        of->total = cj_range_count(of->range);
}

static uint64_t count_work(const cj_elementwise *kernel, const cj_views *views, const cj_variant *variant)
{
    walk of = {.kernel = kernel, .views = views, .variant = variant};

    count(&of);
    return of.total;
}

/* ---- The choice of a variant ------------------------------------------------------------------------------------- */

/* May two arrays that overlap be read and written in one go: are they the same, element for element? */
static bool may_share(const cj_views *views, void *const *values, size_t a, size_t b)
{
    const cj_call *call = views->call;
    const cj_kernel_text *text = call->core->text;
    size_t row = cj_call_row(call, a), other = cj_call_row(call, b);

    return cj_kernel_text_has(text, a, CJ_ROLE_VIEW) && cj_kernel_text_has(text, b, CJ_ROLE_VIEW) &&
           cj_pointer_value(values, a) == cj_pointer_value(values, b) &&
           call->operands[row].item_size == call->operands[other].item_size &&
           memcmp(views->strides[row], views->strides[other], (size_t)views->loop.ndim * sizeof views->strides[0][0]) ==
               0 &&
           cj_accesses_may_share(&text->accesses, a, b);
}

bool cj_views_tangled(const cj_views *views, void *const *values)
{
    const cj_kernel_text *text = views->call->core->text;
    uintptr_t low, high, begin, end;

    for (size_t w = 0; w < text->signature.count; w++) {
        if (!text->signature.parameters[w].pointer || !text->accesses.of[w].written)
            continue;
        cj_call_extent(views->call, w, &low, &high);
        for (size_t r = 0; r < text->signature.count && low < high; r++) {
            if (r == w || !text->signature.parameters[r].pointer)
                continue;
            cj_call_extent(views->call, r, &begin, &end);
            if (begin < end && low < end && begin < high && !may_share(views, values, w, r))
                return true;
        }
    }
    return false;
}

enum { LEAST_TILES = 4 };

uint64_t cj_views_transposed(const cj_elementwise *kernel, const cj_views *views)
{
    uint64_t found = 0;
    int axis = -1;

    if (views->loop.ndim < 2 || views->loop.lengths[views->loop.ndim - 1] < CROSSING)
        return 0;
    for (size_t at = 0; at < views->call->count; at++) {
        size_t k = views->call->parameters[at];
        int crossing = find_crossing(views, at);

        if (crossing < 0 || views->call->operands[at].written || !cj_kernel_text_has(&kernel->text, k, CJ_ROLE_VIEW))
            continue;
        if (axis >= 0 && crossing != axis)
            return 0;
        axis = crossing;
        found |= (uint64_t)1 << k;
    }
    return found;
}

/* Patches, as wide as they can be and still keep all of the device busy: as measured on an H200. */
static bool choose_patches(const cj_elementwise *kernel, const cj_views *views, cj_variant *variant)
{
    enum { BUSY = 256 };
    cj_variant patches = *variant;
    cj_patch patch;
    uint64_t count;

    patches.transposed = kernel->text.accesses.axes == 0 ? cj_views_transposed(kernel, views) : 0;
    patches.form = CJ_FORM_TRANSPOSED;
    for (unsigned width = cj_form_patch_width(&kernel->text); patches.transposed != 0 && width > 0;
         width = width > 4   ? 4
                 : width > 1 ? 1
                             : 0) {
        patches.width = (uint8_t)width;
        if (!cj_form_patch(&kernel->text, patches.transposed, width, &patch))
            return false;
        count = count_work(kernel, views, &patches);
        if (count > CJ_MAX_BLOCKS)
            return false;
        if (width == 1 || count >= (width == 16 ? 8 * BUSY : width == 2 ? 2 * BUSY : BUSY)) {
            *variant = patches;
            return true;
        }
    }
    return false;
}

cj_variant cj_views_choose(const cj_elementwise *kernel, const cj_views *views, bool ranged, void *const *values)
{
    const cj_loop *loop = &views->loop;
    cj_variant variant = {
        .form = CJ_FORM_STRIDED,
        .width = 1,
        .rank = (uint8_t)(loop->ndim > 0 ? loop->ndim : 1),
        .block = CJ_VIEW_BLOCK,
        .flags = (cj_is_wide(loop->size, loop->reach) ? CJ_VARIANT_WIDE : 0u) | (ranged ? CJ_VARIANT_RANGE : 0u),
    };
    cj_variant tiles = variant;
    unsigned width;

    if (ranged || !kernel->core.context->backend->tiles || loop->ndim == 0 || cj_views_tangled(views, values) ||
        choose_patches(kernel, views, &variant))
        return variant;
    tiles.width = (uint8_t)(width = cj_form_view_width(&kernel->text));
    if (loop->lengths[loop->ndim - 1] < (uint64_t)LEAST_TILES * width ||
        (loop->size / CJ_VIEW_BLOCK >= CJ_MAX_BLOCKS &&
         count_work(kernel, views, &tiles) / CJ_VIEW_BLOCK >= CJ_MAX_BLOCKS))
        return variant;
    return tiles;
}

/* ---- The numbers ------------------------------------------------------------------------------------------------- */

enum { MAX_NUMBERS = 8 + 4 * CJ_MAX_AXES + CJ_MAX_PARAMETERS * (1 + CJ_MAX_AXES) };

static bool has_tiles(const walk *of, size_t at)
{
    const cj_views *views = of->views;
    bool turned = (of->variant->transposed >> views->call->parameters[at] & 1) != 0;

    return views->loop.ndim > 0 && has_tiles_along(of->kernel, views, at, turned ? of->crossing : views->loop.ndim - 1,
                                                   of->variant->width, of->values);
}

/* Tiles only; of inputs that are not turned, also one element for all of a row. */
static bool is_whole(const walk *of)
{
    const cj_call *call = of->views->call;

    for (size_t at = 0; at < call->count; at++) {
        size_t k = call->parameters[at];
        bool turned = (of->variant->transposed >> k & 1) != 0;

        if (cj_kernel_text_has(&of->kernel->text, k, CJ_ROLE_VIEW) && !has_tiles(of, at) &&
            (turned || call->operands[at].written || of->views->strides[at][of->views->loop.ndim - 1] != 0))
            return false;
    }
    return true;
}

/* Along the kernel's axes. */
static void list_row(const walk *of, size_t row, const char *name, const char *array, cj_layout *out)
{
    uint64_t steps[CJ_MAX_AXES];
    int rank = of->variant->rank;

    for (int j = 0; j < rank; j++)
        steps[j] = j < of->views->loop.ndim ? (uint64_t)of->views->strides[row][of->order[j]] : 0;
    cj_layout_row(out, name, array, steps, rank);
}

static void list_members(const cj_kernel_text *text, const walk *of, cj_layout *out)
{
    const cj_call *call = of->views->call;
    const cj_loop *loop = &of->views->loop;

    cj_layout_line(out);
    /* Threads that have work; indices, where a thread takes one (width 1). And the length of the last axis. */
    cj_layout_number(out, "cujit_total", "", of->total);
    cj_layout_number(out, "cujit_length", "", loop->ndim > 0 ? loop->lengths[loop->ndim - 1] : 1);
    if (of->variant->form == CJ_FORM_TRANSPOSED) {
        cj_layout_line(out);
        /* Length of the axis before it, along which transposed inputs lie; whether all that is in a whole patch can be
         * moved in tiles. */
        cj_layout_number(out, "cujit_cross", "", loop->lengths[of->crossing]);
        cj_layout_number(out, "cujit_whole", "", is_whole(of));
    }
    if ((of->variant->flags & CJ_VARIANT_RANGE) != 0) {
        cj_layout_line(out);
        cj_layout_number(out, "cujit_start", "", (uint64_t)of->range->start);
        cj_layout_number(out, "cujit_step", "", (uint64_t)of->range->step);
    }
    cj_layout_line(out);
    cj_layout_counts(out, "cujit_counts", "cujit_magic", "cujit_shift", of->counts, of->variant->rank);
    if (text->needs_index) {
        cj_layout_line(out);
        list_row(of, call->count, "cujit_index", "", out);
    }
    for (size_t k = 0; k < text->signature.count; k++) {
        const char *name = text->signature.parameters[k].name;
        size_t at = cj_call_row(call, k);

        if (!cj_kernel_text_has(text, k, CJ_ROLE_VIEW))
            continue;
        cj_layout_line(out);
        /* Whether the array's tiles are tiles in memory; bytes a step. */
        cj_layout_number(out, "cujit_aligned_", name, has_tiles(of, at));
        list_row(of, at, "cujit_strides_", name, out);
    }
    cj_layout_end(out);
}

void cj_views_layout(cj_source *source)
{
    static const cj_call no_call;
    static cj_views nothing = {.call = &no_call};
    cj_layout layout = {.source = source, .wide = (source->variant->flags & CJ_VARIANT_WIDE) != 0};

    list_members(source->text, &(walk){.views = &nothing, .variant = source->variant, .range = &(cujit_range){0}},
                 &layout);
}

/* ---- Launching --------------------------------------------------------------------------------------------------- */

static cj_grid find_grid(const cj_elementwise *kernel, const cj_variant *variant, uint64_t total)
{
    const cj_device *device = kernel->core.context->device;
    uint64_t threads = variant->block, grain = 1, most = CJ_MAX_BLOCKS, blocks;

    if (variant->form == CJ_FORM_TRANSPOSED)
        return (cj_grid){.grid = {(unsigned)total, 1, 1}, .block = {variant->block, 1, 1}};
    if (variant->width == 1 && device->block_size == 1) {
        threads = 1;
        grain = device->grain;
        most = device->max_blocks;
    }
    blocks = (total + threads * grain - 1) / (threads * grain);
    return (cj_grid){.grid = {(unsigned)(blocks < most ? blocks : most), 1, 1}, .block = {(unsigned)threads, 1, 1}};
}

cujit_status cj_views_launch_variant(const cj_elementwise *kernel, const cj_views *views, const cj_variant *variant,
                                     const cujit_range *range, void *const *values, void *stream, cujit_error *error)
{
    const long long n = (long long)views->loop.size;
    const cj_built *built;
    cujit_status status;
    cj_grid grid;
    walk of = {.kernel = kernel, .views = views, .variant = variant, .range = range, .values = values};
    uint64_t numbers[MAX_NUMBERS];
    cj_layout layout = {.numbers = numbers, .wide = (variant->flags & CJ_VARIANT_WIDE) != 0};
    const void *const own[] = {&n, numbers};

    if ((status = cj_core_build(&kernel->core, variant, &built, error)) != CUJIT_OK)
        return status;
    count(&of);
    if (of.total == 0)
        return CUJIT_OK;
    list_members(&kernel->text, &of, &layout);
    grid = find_grid(kernel, variant, of.total);
    return cj_core_launch(&kernel->core, built, &grid, values, own, 2, stream, error);
}

/* Tiles and patches can fail to compile where single elements do not: then these do instead. */
cujit_status cj_views_launch(const cj_elementwise *kernel, const cj_views *views, const cujit_range *range,
                             void *const *values, void *stream, cujit_error *error)
{
    const cj_variant variant = cj_views_choose(kernel, views, range != NULL, values);
    cj_variant single = variant;
    const cj_built *built = NULL;
    cujit_status status;

    if (views->loop.size == 0)
        return CUJIT_OK;
    single.form = CJ_FORM_STRIDED;
    single.width = 1;
    single.transposed = 0;
    if (!cj_variant_same(&variant, &single) &&
        (status = cj_core_try(&kernel->core, &variant, &single, &built, error)) != CUJIT_OK)
        return status;
    return cj_views_launch_variant(kernel, views, built != NULL ? &variant : &single, range, values, stream, error);
}

/* ---- Prepared launches with coordinates -------------------------------------------------------------------------- */

static cujit_status take_shape(const cj_elementwise *kernel, const cujit_elementwise_options *options, size_t n,
                               cj_loop *loop, cujit_error *error)
{
    bool given = options->shape != NULL;
    int ndim = given ? options->ndim : 1;
    uint64_t size = 1;
    bool fits = true;

    if (ndim < 0 || ndim > CJ_MAX_AXES)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "%s: the options' shape has %d axes; expected 0 to %d",
                            kernel->text.name, ndim, CJ_MAX_AXES);
    *loop = (cj_loop){.ndim = ndim, .full_ndim = ndim, .size = n};
    for (int k = 0; k < ndim; k++) {
        loop->lengths[k] = loop->full[k] = given ? options->shape[k] : n;
        fits = fits && !__builtin_mul_overflow(size, loop->lengths[k], &size);
    }
    if (!fits || size != n)
        return cj_error_set(error, CUJIT_ERROR_ARGUMENT_SIZE,
                            "%s: the options' shape has %llu elements, but the launch has %zu", kernel->text.name,
                            fits ? (unsigned long long)size : ULLONG_MAX, n);
    return check_axes(kernel, ndim, given ? "the options' shape has" : "without a shape a launch has", error);
}

/* All arrays are dense and in C order; nothing is known of the sizes of tables. */
static void take_dense_views(const cj_elementwise *kernel, void *const *values, cj_call *call, cj_views *views)
{
    cj_loop *loop = &views->loop;
    size_t widest = 0;

    *call = (cj_call){.core = &kernel->core};
    for (size_t k = 0; k < kernel->text.signature.count; k++)
        call->values[k] = values[k];
    cj_call_operands(call);
    views->call = call;
    for (size_t row = 0; row <= call->count; row++) {
        int64_t stride = row < call->count ? call->item_sizes[row] : 1;

        if (row < call->count) {
            call->sizes[call->parameters[row]] = (size_t)loop->size;
            widest = (size_t)stride > widest ? (size_t)stride : widest;
        }
        for (int j = loop->ndim - 1; j >= 0; j--) {
            views->strides[row][j] = stride;
            stride *= (int64_t)loop->lengths[j];
        }
    }
    loop->reach = (int64_t)(loop->size * widest);
}

cujit_status cj_views_launch_prepared(const cj_elementwise *kernel, const cujit_elementwise_options *options, size_t n,
                                      const cujit_range *range, void *const *values, cujit_error *error)
{
    cujit_status status;
    cj_views views;
    cj_call call;

    if ((status = take_shape(kernel, options, n, &views.loop, error)) != CUJIT_OK)
        return status;
    take_dense_views(kernel, values, &call, &views);
    return cj_views_launch(kernel, &views, range, values, options->stream, error);
}
