/*
 * elementwise_strided.c: launches with arrays of any shape and strides: broadcasting (broadcast.c), the choice of a
 * variant, and launching with the struct of numbers that tells the kernel where everything lies (views_layout.c).
 *
 * All of a launch lives on the stack; the only lock is that of building a variant for the first time.
 */
#include "libjit/elementwise/elementwise_strided.h"

#include "libjit/elementwise/form_views.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

enum { MAX_BLOCKS = 0x7fffffff }; /* of a grid, in x */

/* ---- What goes together ------------------------------------------------------------------------------------------ */

static unsigned highest_axis(const cj_kernel_text *text)
{
    unsigned axis = 0;

    while (text->accesses.axes >> axis > 1)
        axis++;
    return axis;
}

/* Coordinates that there are not. */
static cujit_status check_axes(const cj_elementwise *kernel, int ndim, const char *whose, cujit_error *error)
{
    unsigned axis = highest_axis(&kernel->text);

    if (kernel->text.accesses.axes == 0 || (int)axis < ndim)
        return CUJIT_OK;
    return cj_error_set(error, CUJIT_ERROR_ARGUMENT_SIZE,
                        "%s: the operation has i%u or n%u, which needs %u axes, but %s %d", kernel->text.name, axis,
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
        views->loop.size = call->sizes[kernel->core.sizes.leader];
        *flat = true;
        return CUJIT_OK;
    }
    if (status != CUJIT_OK || (status = check_axes(kernel, views->loop.full_ndim, "the arrays together have", error)))
        return status;
    *flat = views->loop.whole && !axes;
    return cj_call_check_pointers(call, views->loop.size, *flat, error);
}

/* ---- The choice of a variant ------------------------------------------------------------------------------------- */

/* Memory of one array. */
typedef struct extent {
    uintptr_t low, high;
    size_t parameter, row; /* of the strides */
    bool written, view;
} extent;

static size_t find_extents(const cj_call *call, extent *out)
{
    const cj_kernel_text *text = call->core->text;
    size_t count = 0, at = 0;

    for (size_t k = 0; k < text->signature.count; k++) {
        extent *found = &out[count];

        if (!text->signature.parameters[k].pointer)
            continue;
        *found = (extent){
            .parameter = k,
            .row = at,
            .written = text->accesses.of[k].written,
            .view = cj_kernel_text_can_view(text, k),
        };
        at += at < call->count && call->parameters[at] == k;
        cj_call_extent(call, k, &found->low, &found->high);
        count += found->low < found->high;
    }
    return count;
}

static bool same_place(const cj_views *views, void *const *values, const extent *a, const extent *b)
{
    return cj_pointer_value(values, a->parameter) == cj_pointer_value(values, b->parameter) &&
           views->call->operands[a->row].item_size == views->call->operands[b->row].item_size &&
           memcmp(views->strides[a->row], views->strides[b->row],
                  (size_t)views->loop.ndim * sizeof views->strides[0][0]) == 0;
}

/* May a thread load some elements, and then store some? Not where what it loads may be what another stores. */
static bool is_tangled(const cj_elementwise *kernel, const cj_views *views, void *const *values)
{
    extent extents[CJ_MAX_PARAMETERS];
    size_t count = find_extents(views->call, extents);

    for (size_t w = 0; w < count; w++) {
        for (size_t r = 0; extents[w].written && r < count; r++) {
            const extent *a = &extents[w], *b = &extents[r];

            if (w == r || a->high <= b->low || b->high <= a->low)
                continue;
            if (!a->view || !b->view || !same_place(views, values, a, b) ||
                !cj_accesses_may_share(&kernel->text.accesses, a->parameter, b->parameter))
                return true;
        }
    }
    return false;
}

enum { LEAST_TILES = 4 };

uint64_t cj_views_transposed(const cj_elementwise *kernel, const cj_views *views, int *axis)
{
    uint64_t found = 0;

    *axis = -1;
    if (views->loop.ndim < 2 || views->loop.lengths[views->loop.ndim - 1] < CJ_VIEWS_CROSSING)
        return 0;
    for (size_t at = 0; at < views->call->count; at++) {
        size_t k = views->call->parameters[at];
        int crossing = cj_views_crossing(views, at);

        if (crossing < 0 || views->call->operands[at].written || !cj_kernel_text_can_view(&kernel->text, k))
            continue;
        if (*axis >= 0 && crossing != *axis)
            return 0;
        *axis = crossing;
        found |= (uint64_t)1 << k;
    }
    return found;
}

/* Patches of a transposed loop, tiles of another. */
static uint64_t count_work(const cj_elementwise *kernel, const cj_views *views, const cj_variant *variant, int axis)
{
    const cj_loop *loop = &views->loop;
    uint64_t work = 1;
    cj_patch patch = {.edge = 1};

    if (variant->form == CJ_FORM_TRANSPOSED)
        cj_view_patch(&kernel->text, variant->transposed, variant->width, &patch);
    for (int j = 0; j < loop->ndim; j++) {
        uint64_t unit = 1;

        if (variant->form == CJ_FORM_TRANSPOSED && (j == axis || j == loop->ndim - 1))
            unit = (uint64_t)patch.edge;
        else if (j == loop->ndim - 1)
            unit = variant->width;
        work *= (loop->lengths[j] + unit - 1) / unit;
    }
    return work;
}

/* Patches, as wide as they can be and still keep all of the device busy: as measured on an H200. */
static bool choose_patches(const cj_elementwise *kernel, const cj_views *views, cj_variant *variant)
{
    enum { BUSY = 256 };
    cj_variant patches = *variant;
    cj_patch patch;
    uint64_t count;
    int axis;

    patches.transposed = kernel->text.accesses.axes == 0 ? cj_views_transposed(kernel, views, &axis) : 0;
    patches.form = CJ_FORM_TRANSPOSED;
    for (unsigned width = cj_view_patch_width(&kernel->text); patches.transposed != 0 && width > 0;
         width = width > 4   ? 4
                 : width > 1 ? 1
                             : 0) {
        patches.width = (uint8_t)width;
        if (!cj_view_patch(&kernel->text, patches.transposed, width, &patch))
            return false;
        count = count_work(kernel, views, &patches, axis);
        if (count > MAX_BLOCKS)
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

    if (ranged || !kernel->core.context->backend->tiles || loop->ndim == 0 || is_tangled(kernel, views, values) ||
        choose_patches(kernel, views, &variant))
        return variant;
    tiles.width = (uint8_t)(width = cj_view_width(&kernel->text));
    if (loop->lengths[loop->ndim - 1] < (uint64_t)LEAST_TILES * width ||
        count_work(kernel, views, &tiles, -1) / CJ_VIEW_BLOCK >= MAX_BLOCKS)
        return variant;
    return tiles;
}

/* ---- Launching --------------------------------------------------------------------------------------------------- */

static cj_grid find_grid(const cj_elementwise *kernel, const cj_variant *variant, uint64_t total)
{
    const cj_device *device = kernel->core.context->device;
    uint64_t threads = variant->block, grain = 1, most = MAX_BLOCKS, blocks;

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
    uint64_t total;
    cj_grid grid;
    uint64_t numbers[CJ_VIEWS_NUMBERS];
    cj_layout layout = {.numbers = numbers, .wide = (variant->flags & CJ_VARIANT_WIDE) != 0};
    const void *const own[] = {&n, numbers};

    if ((status = cj_core_build(&kernel->core, variant, &built, error)) != CUJIT_OK)
        return status;
    total = cj_views_fill(kernel, views, variant, range, values, &layout);
    if (total == 0)
        return CUJIT_OK;
    grid = find_grid(kernel, variant, total);
    return cj_core_launch(&kernel->core, built, &grid, values, own, 2, stream, error);
}

/* Tiles and patches can fail to compile where single elements do not: then these do instead. */
cujit_status cj_views_launch(const cj_elementwise *kernel, const cj_views *views, const cujit_range *range,
                             void *const *values, void *stream, cujit_error *error)
{
    cj_variant variant = cj_views_choose(kernel, views, range != NULL, values);

    if (views->loop.size == 0)
        return CUJIT_OK;
    if ((variant.form == CJ_FORM_TRANSPOSED || variant.width > 1) && cj_core_try(&kernel->core, &variant) == NULL) {
        variant.form = CJ_FORM_STRIDED;
        variant.width = 1;
        variant.transposed = 0;
    }
    return cj_views_launch_variant(kernel, views, &variant, range, values, stream, error);
}

/* ---- Prepared launches with coordinates -------------------------------------------------------------------------- */

static cujit_status take_shape(const cj_elementwise *kernel, const cujit_elementwise_options *options, size_t n,
                               cj_loop *loop, cujit_error *error)
{
    bool given = options != NULL && options->shape != NULL;
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
                                      void *const *values, cujit_error *error)
{
    bool ranged = options != NULL && (options->range != NULL || options->slice != NULL);
    void *stream = options != NULL ? options->stream : NULL;
    cujit_status status;
    cujit_range range;
    cj_views views;
    cj_call call;

    if ((status = take_shape(kernel, options, n, &views.loop, error)) != CUJIT_OK || n == 0)
        return status;
    if (ranged && (status = cj_range_resolve(options->range, options->slice, n, &range, error)) != CUJIT_OK)
        return status;
    take_dense_views(kernel, values, &call, &views);
    return cj_views_launch(kernel, &views, ranged ? &range : NULL, values, stream, error);
}
