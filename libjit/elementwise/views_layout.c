/*
 * views_layout.c: the struct of numbers of N-d views, and where memory lies.
 *
 * Behind the user's parameters stand `const long long n` and the struct, `cujit_layout`, whose members list_members()
 * names.
 */
#include "libjit/elementwise/elementwise_strided.h"

#include "libjit/elementwise/form_views.h"

/* ---- What the memory allows -------------------------------------------------------------------------------------- */

/* Do all tiles along `axis` lie at multiples of their alignment, one element behind the other? */
bool cj_views_has_tiles(const cj_elementwise *kernel, const cj_views *views, size_t at, int axis, size_t width,
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
int cj_views_crossing(const cj_views *views, size_t at)
{
    int last = views->loop.ndim - 1;
    int64_t size = (int64_t)views->call->operands[at].item_size;

    if (last < 1 || views->strides[at][last] == size || views->strides[at][last] == 0)
        return -1;
    for (int j = last - 1; j >= 0; j--) {
        if (views->strides[at][j] == size && views->loop.lengths[j] >= CJ_VIEWS_CROSSING)
            return j;
    }
    return -1;
}

/* ---- The numbers ------------------------------------------------------------------------------------------------- */

/* What a launch knows of its numbers. */
typedef struct launch {
    const cj_elementwise *kernel;
    const cj_views *views;
    const cujit_range *range; /* NULL: everything */
    void *const *values;
    int order[CJ_MAX_AXES], crossing; /* the loop's axes as the kernel has them; the one of TRANSPOSED, -1: none */
    uint64_t counts[CJ_MAX_AXES];     /* what is numbered along each */
    uint64_t total;
} launch;

/* The order in which the kernel has the loop's axes: a transposed one has the two that make patches last. */
static void order_axes(launch *of, const cj_variant *variant)
{
    const cj_views *views = of->views;
    int count = 0, last = views->loop.ndim - 1, *order = of->order;

    of->crossing = -1;

    for (size_t at = 0; at < views->call->count && variant->form == CJ_FORM_TRANSPOSED; at++) {
        if ((variant->transposed >> views->call->parameters[at] & 1) != 0)
            of->crossing = cj_views_crossing(views, at);
    }
    for (int j = 0; j < last; j++) {
        if (j != of->crossing)
            order[count++] = j;
    }
    if (of->crossing >= 0)
        order[count++] = of->crossing;
    if (last >= 0)
        order[count++] = last;
}

static void count(launch *of, const cj_variant *variant)
{
    const cj_loop *loop = &of->views->loop;
    cj_patch patch = {.edge = variant->width};
    int patched = 1;

    if (variant->form == CJ_FORM_TRANSPOSED) {
        cj_view_patch(&of->kernel->text, variant->transposed, variant->width, &patch);
        patched = 2;
    }
    of->counts[0] = of->total = 1;
    for (int j = 0; j < loop->ndim; j++) {
        uint64_t unit = j >= variant->rank - patched ? (uint64_t)patch.edge : 1;

        of->counts[j] = (loop->lengths[of->order[j]] + unit - 1) / unit;
        of->total *= of->counts[j];
    }
    if (of->range != NULL)
        of->total = cj_range_count(of->range);
}

/* Tiles only; of inputs that are not turned, also one element for all of a row. */
static bool is_whole(const launch *of, const cj_variant *variant)
{
    const cj_elementwise *kernel = of->kernel;
    const cj_views *views = of->views;
    int last = views->loop.ndim - 1;

    for (size_t at = 0; at < views->call->count; at++) {
        size_t k = views->call->parameters[at];
        bool turned = (variant->transposed >> k & 1) != 0;

        if (!cj_kernel_text_can_view(&kernel->text, k) ||
            cj_views_has_tiles(kernel, views, at, turned ? of->crossing : last, variant->width, of->values))
            continue;
        if (turned || views->call->operands[at].written || views->strides[at][last] != 0)
            return false;
    }
    return true;
}

/* Along the kernel's axes. */
static void list_row(const launch *of, int rank, size_t row, const char *name, const char *array, cj_layout *out)
{
    uint64_t steps[CJ_MAX_AXES];

    for (int j = 0; j < rank; j++)
        steps[j] = j < of->views->loop.ndim ? (uint64_t)of->views->strides[row][of->order[j]] : 0;
    cj_layout_row(out, name, array, steps, rank);
}

static bool has_tiles(const launch *of, size_t at, const cj_variant *variant)
{
    const cj_views *views = of->views;
    bool turned = (variant->transposed >> views->call->parameters[at] & 1) != 0;

    return views->loop.ndim > 0 &&
           cj_views_has_tiles(of->kernel, views, at, turned ? of->crossing : views->loop.ndim - 1, variant->width,
                              of->values);
}

static void list_members(const cj_kernel_text *text, const cj_variant *variant, const launch *of, cj_layout *out)
{
    const cj_views *views = of->views;
    const cj_loop *loop = &views->loop;
    int rank = variant->rank > 0 ? variant->rank : 1;

    cj_layout_line(out);
    /* Threads that have work; indices, where a thread takes one (width 1). And the length of the last axis. */
    cj_layout_number(out, "cujit_total", "", of->total);
    cj_layout_number(out, "cujit_length", "", loop->ndim > 0 ? loop->lengths[loop->ndim - 1] : 1);
    if (variant->form == CJ_FORM_TRANSPOSED) {
        cj_layout_line(out);
        /* Length of the axis before it, along which transposed inputs lie; whether all that is in a whole patch can be
         * moved in tiles. */
        cj_layout_number(out, "cujit_cross", "", loop->lengths[of->crossing]);
        cj_layout_number(out, "cujit_whole", "", is_whole(of, variant));
    }
    if ((variant->flags & CJ_VARIANT_RANGE) != 0) {
        cj_layout_line(out);
        cj_layout_number(out, "cujit_start", "", (uint64_t)of->range->start);
        cj_layout_number(out, "cujit_step", "", (uint64_t)of->range->step);
    }
    cj_layout_line(out);
    /* Along each axis: places, tiles (the last one), patches (the last two). */
    cj_layout_counts(out, "cujit_counts", "cujit_magic", "cujit_shift", of->counts, rank);
    if (text->needs_index) {
        cj_layout_line(out);
        list_row(of, rank, views->call->count, "cujit_index", "", out);
    }
    for (size_t k = 0, at = 0; k < text->signature.count; k++) {
        const char *name = text->signature.parameters[k].name;

        if (!cj_kernel_text_can_view(text, k))
            continue;
        while (at < views->call->count && views->call->parameters[at] != k)
            at++;
        cj_layout_line(out);
        /* Whether the array's tiles are tiles in memory; bytes a step. */
        cj_layout_number(out, "cujit_aligned_", name, has_tiles(of, at, variant));
        list_row(of, rank, at, "cujit_strides_", name, out);
    }
    cj_layout_end(out);
}

size_t cj_view_layout(const cj_kernel_text *text, const cj_variant *variant, cj_source *source)
{
    static const cj_call no_call;
    static cj_views nothing = {.call = &no_call};
    cj_layout layout = {.source = source, .wide = (variant->flags & CJ_VARIANT_WIDE) != 0};

    list_members(text, variant, &(launch){.views = &nothing, .range = &(cujit_range){0}}, &layout);
    return cj_layout_bytes(&layout);
}

uint64_t cj_views_fill(const cj_elementwise *kernel, const cj_views *views, const cj_variant *variant,
                       const cujit_range *range, void *const *values, cj_layout *out)
{
    launch of = {.kernel = kernel, .views = views, .range = range, .values = values};

    order_axes(&of, variant);
    count(&of, variant);
    list_members(&kernel->text, variant, &of, out);
    return of.total;
}
