/*
 * form_strided.c: the sources of N-d views: what they agree on with launches, and what they all fill in.
 */
#include "libjit/elementwise/form_views.h"

/* ---- What sources and launches agree on -------------------------------------------------------------------------- */

unsigned cj_view_width(const cj_kernel_text *text)
{
    unsigned width = cj_unit_width(text, 16, cj_kernel_text_can_view);

    return width > 1 ? width : 1;
}

/* ---- Shared with transposed sources ------------------------------------------------------------------------------ */

static int rank_of(const cj_variant *variant)
{
    return variant->rank > 0 ? variant->rank : 1;
}

/* i0, n0, ... of the axes that are mentioned. */
static void add_axes(cj_source *source)
{
    unsigned mentioned = source->text->accesses.axes;
    size_t count = 0;
    cj_value *items;

    for (int axis = 0; axis < rank_of(source->variant); axis++)
        count += mentioned >> axis & 1;
    items = cj_source_list(source, "axes", count, 2);
    for (int axis = 0; items != NULL && axis < rank_of(source->variant); axis++) {
        if ((mentioned >> axis & 1) == 0)
            continue;
        *items++ = cj_value_number("number", axis);
        *items++ = cj_value_number("last", axis == rank_of(source->variant) - 1);
    }
}

void cj_view_begin(cj_source *source, const cj_kernel_text *text, const cj_variant *variant)
{
    cj_source_begin(source, text, variant);
    cj_source_arrays(source, cj_kernel_text_can_view);
    add_axes(source);
    cj_view_layout(text, variant, &source->layout);
    cj_source_text(source, "LAYOUT", source->layout.data);
    cj_source_number(source, "RANK", rank_of(variant));
    cj_source_text(source, "INDEX", cj_source_index_type(text));
    cj_source_number(source, "INDEX_CHANGES", text->accesses.changes_index);
}

cujit_status cj_form_strided(const cj_kernel_text *text, const cj_variant *variant, char **source, cujit_error *error)
{
    cj_source writing;

    cj_view_begin(&writing, text, variant);
    return cj_source_finish(&writing, variant->width > 1 ? "elementwise_strided_tile" : "elementwise_strided", source,
                            error);
}
