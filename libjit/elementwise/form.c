/*
 * form.c: see form.h.
 */
#include "libjit/elementwise/form.h"

#include "libjit/elementwise/form_views.h"

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
        return cj_form_strided(text, variant, source, error);
    case CJ_FORM_TRANSPOSED:
        return cj_form_transposed(text, variant, source, error);
    default:
        return render_plain(text, variant, source, error);
    }
}
