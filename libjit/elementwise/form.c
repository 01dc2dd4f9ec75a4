/*
 * form.c: see form.h. Templates: templates/elementwise*.cu.in.
 */
#include "libjit/elementwise/form.h"

#include "libjit/elementwise/stencil.h"

unsigned cj_form_view_width(const cj_kernel_text *text)
{
    unsigned width = cj_variant_tile_width(text, CJ_ROLE_VIEW);

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
unsigned cj_form_patch_width(const cj_kernel_text *text)
{
    size_t widest = 1, narrowest = SIZE_MAX;

    for (size_t k = 0; k < text->signature.count; k++) {
        size_t size = text->signature.parameters[k].size;

        if (!cj_kernel_text_has(text, k, CJ_ROLE_VIEW))
            continue;
        widest = size > widest ? size : widest;
        narrowest = size < narrowest ? size : narrowest;
    }
    return widest >= 8 ? 1 : widest >= 4 && narrowest > 1 ? 2 : widest >= 2 ? 4 : 16;
}

bool cj_form_patch(const cj_kernel_text *text, uint64_t transposed, unsigned width, cj_patch *out)
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

/* ---- Sources of N-d views ---------------------------------------------------------------------------------------- */

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

static void describe_views(cj_source *source)
{
    cj_source_arrays(source, CJ_ROLE_VIEW);
    add_axes(source);
    cj_views_layout(source);
    cj_source_number(source, "RANK", source->variant->rank);
    cj_source_text(source, "INDEX", cj_source_index_type(source->text));
    cj_source_number(source, "INDEX_CHANGES", source->text->accesses.changes_index);
    source->features |= CJ_FEATURE_ACCESSORS;
    source->template = source->variant->width > 1 ? "elementwise_strided_tile" : "elementwise_strided";
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

static void describe_transposed(cj_source *source)
{
    const cj_variant *variant = source->variant;
    cj_patch patch;

    if (variant->rank < 2 || !cj_form_patch(source->text, variant->transposed, variant->width, &patch))
        return;
    describe_views(source);
    cj_source_number(source, "EDGE", patch.edge);
    cj_source_number(source, "PATCH_LANES", patch.lanes);
    cj_source_number(source, "ROWS", patch.rows);
    cj_source_number(source, "STEPS", patch.steps);
    add_turned(source, &patch);
    source->features |= CJ_FEATURE_BARRIERS;
    source->template = "elementwise_transposed";
}

/* ---- All forms --------------------------------------------------------------------------------------------------- */

static void describe_plain(cj_source *source)
{
    bool stepped = source->variant->form == CJ_FORM_RANGE;

    cj_source_number(source, "STEPPED", stepped);
    cj_source_number(source, "THREADS", source->text->names_threads);
    cj_source_text(source, "TURN", stepped ? "cujit_k" : "i");
    cj_source_text(source, "TURNS", stepped ? "cujit_count" : cj_source_count(source->text));
    source->numbers = stepped ? 4 : 1;
    source->template = "elementwise";
}

/* One tile a thread, without a loop, is what an H200 likes best (256 threads, 16 bytes of the widest array). */
static void describe_tile(cj_source *source)
{
    cj_reach reach = cj_kernel_text_reach(source->text);
    bool near = reach.before > 0 || reach.behind > 0;

    cj_source_arrays(source, CJ_ROLE_TILE);
    cj_source_number(source, "STEP", source->variant->block * source->variant->width);
    cj_source_text(source, "INDEX", near ? "cujit_near_i" : cj_source_index_type(source->text));
    source->features |= CJ_FEATURE_ACCESSORS | (near ? CJ_FEATURE_NEIGHBOURS : 0u);
    source->numbers = 3;
    source->template = "elementwise_tile";
}

void cj_form_describe(const cj_core *core, cj_source *source)
{
    switch ((cj_form)source->variant->form) {
    case CJ_FORM_TILE:
        describe_tile(source);
        break;
    case CJ_FORM_STRIDED:
        describe_views(source);
        break;
    case CJ_FORM_TRANSPOSED:
        describe_transposed(source);
        break;
    case CJ_FORM_STENCIL:
        cj_stencil_describe((const cj_elementwise *)core, source);
        break;
    default:
        describe_plain(source);
    }
}
