/*
 * form.c: see form.h. Templates: templates/elementwise*.cu.in.
 */
#include "libjit/elementwise/form.h"

unsigned cj_view_width(const cj_kernel_text *text)
{
    unsigned width = cj_unit_width(text, 16, cj_kernel_text_can_view);

    return width > 1 ? width : 1;
}

/* ---- Patches ----------------------------------------------------------------------------------------------------- */

enum { SHARED_BYTES = 48 << 10 /* what every device has */ };

/* Rows in shared memory are this much longer than the patch, in elements: or whole columns would lie in few banks. */
static size_t padding(size_t size)
{
    return size >= 4 ? 1 : 4 / size;
}

static size_t shared_bytes(const cj_kernel_text *text, uint64_t transposed, size_t edge)
{
    size_t bytes = 0;

    for (size_t k = 0; k < text->signature.count; k++) {
        size_t size = text->signature.parameters[k].size;

        if ((transposed >> k & 1) != 0)
            bytes += (edge * (edge + padding(size)) * size + 15) / 16 * 16;
    }
    return bytes;
}

/* Measured on an H200: rows of 8-byte elements fill their memory transactions as they are, smaller ones in pieces. */
unsigned cj_view_patch_width(const cj_kernel_text *text)
{
    size_t widest = 1, narrowest = SIZE_MAX;

    for (size_t k = 0; k < text->signature.count; k++) {
        size_t size = text->signature.parameters[k].size;

        if (!cj_kernel_text_can_view(text, k))
            continue;
        widest = size > widest ? size : widest;
        narrowest = size < narrowest ? size : narrowest;
    }
    return widest >= 8 ? 1 : widest >= 4 && narrowest > 1 ? 2 : widest >= 2 ? 4 : 16;
}

bool cj_view_patch(const cj_kernel_text *text, uint64_t transposed, unsigned width, cj_patch *out)
{
    out->edge = width == 1 ? 32 : width <= 8 ? 64 : 128;
    out->width = (int)width;
    if (shared_bytes(text, transposed, (size_t)out->edge) > SHARED_BYTES)
        out->edge /= 2;
    out->lanes = out->edge / out->width;
    out->rows = CJ_VIEW_BLOCK / out->lanes;
    out->steps = out->edge / out->rows;
    return out->steps > 0 && shared_bytes(text, transposed, (size_t)out->edge) <= SHARED_BYTES &&
           text->accesses.tokens * (size_t)(out->steps * out->width) <= CJ_TILE_TOKENS;
}

/* ---- Sources of N-d views ------------------------------------------------------------------------------------------------- */

/* i0, n0, ... of the axes that are mentioned. */
static void add_axes(cj_source *source)
{
    unsigned mentioned = source->text->accesses.axes;
    size_t count = 0;
    cj_value *items;

    for (int axis = 0; axis < source->variant->rank; axis++)
        count += mentioned >> axis & 1;
    items = cj_source_list(source, "axes", count, 2);
    for (int axis = 0; items != NULL && axis < source->variant->rank; axis++) {
        if ((mentioned >> axis & 1) == 0)
            continue;
        *items++ = cj_value_number("number", axis);
        *items++ = cj_value_number("last", axis == source->variant->rank - 1);
    }
}

static void begin_views(cj_source *source, const cj_kernel_text *text, const cj_variant *variant)
{
    cj_source_begin(source, text, variant);
    cj_source_arrays(source, cj_kernel_text_can_view);
    add_axes(source);
    cj_view_layout(text, variant, source);
    cj_source_number(source, "RANK", variant->rank);
    cj_source_text(source, "INDEX", cj_source_index_type(text));
    cj_source_number(source, "INDEX_CHANGES", text->accesses.changes_index);
}

static cujit_status render_strided(const cj_kernel_text *text, const cj_variant *variant, char **source,
                                   cujit_error *error)
{
    cj_source writing;

    begin_views(&writing, text, variant);
    return cj_source_finish(&writing, variant->width > 1 ? "elementwise_strided_tile" : "elementwise_strided", source,
                            error);
}

static void add_turned(cj_source *source, const cj_patch *patch)
{
    cj_value *items = cj_source_list(source, "turned", (size_t)__builtin_popcountll(source->variant->transposed), 4);

    for (size_t k = 0; items != NULL && k < source->text->signature.count; k++) {
        const cj_parameter *parameter = &source->text->signature.parameters[k];
        size_t row = (size_t)patch->edge + padding(parameter->size);
        const long long bytes = (long long)patch->edge * (long long)row * (long long)parameter->size;

        if ((source->variant->transposed >> k & 1) == 0)
            continue;
        *items++ = cj_value_text("name", parameter->name);
        *items++ = cj_value_text("type", parameter->spelling);
        *items++ = cj_value_number("row", (long long)row);
        *items++ = cj_value_number("bytes", bytes);
    }
}

static cujit_status render_transposed(const cj_kernel_text *text, const cj_variant *variant, char **source,
                                      cujit_error *error)
{
    cj_source writing;
    cj_patch patch;

    if (variant->rank < 2 || !cj_view_patch(text, variant->transposed, variant->width, &patch))
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "%s: a transposed variant that cannot be", text->name);
    begin_views(&writing, text, variant);
    cj_source_number(&writing, "EDGE", patch.edge);
    cj_source_number(&writing, "PATCH_LANES", patch.lanes);
    cj_source_number(&writing, "ROWS", patch.rows);
    cj_source_number(&writing, "STEPS", patch.steps);
    add_turned(&writing, &patch);
    return cj_source_finish(&writing, "elementwise_transposed", source, error);
}

/* ---- All forms ---------------------------------------------------------------------------------------------------- */

static cujit_status render_plain(const cj_kernel_text *text, const cj_variant *variant, char **source,
                                 cujit_error *error)
{
    bool stepped = variant->form == CJ_FORM_RANGE;
    cj_source writing;

    cj_source_begin(&writing, text, variant);
    cj_source_number(&writing, "STEPPED", stepped);
    cj_source_number(&writing, "THREADS", text->names_threads);
    cj_source_text(&writing, "TURN", stepped ? "cujit_k" : "i");
    cj_source_text(&writing, "TURNS", stepped ? "cujit_count" : cj_source_count(text));
    return cj_source_finish(&writing, "elementwise", source, error);
}

/* One tile a thread, without a loop, is what an H200 likes best (256 threads, 16 bytes of the widest array). */
static cujit_status render_tile(const cj_kernel_text *text, const cj_variant *variant, char **source,
                                cujit_error *error)
{
    bool near = cj_kernel_text_has_neighbours(text);
    cj_source writing;

    cj_source_begin(&writing, text, variant);
    cj_source_arrays(&writing, cj_kernel_text_can_tile);
    cj_source_number(&writing, "STEP", variant->block * variant->width);
    cj_source_text(&writing, "INDEX", near ? "cujit_near_i" : cj_source_index_type(text));
    return cj_source_finish(&writing, "elementwise_tile", source, error);
}

cujit_status cj_form_render(const cj_kernel_text *text, const cj_variant *variant, char **source, cujit_error *error)
{
    switch ((cj_form)variant->form) {
    case CJ_FORM_TILE:
        return render_tile(text, variant, source, error);
    case CJ_FORM_STRIDED:
        return render_strided(text, variant, source, error);
    case CJ_FORM_TRANSPOSED:
        return render_transposed(text, variant, source, error);
    default:
        return render_plain(text, variant, source, error);
    }
}
