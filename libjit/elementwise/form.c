/*
 * form.c: see form.h.
 */
#include "libjit/elementwise/form.h"

#include "libjit/elementwise/form_views.h"

cujit_status cj_form_render(const cj_kernel_text *text, const cj_variant *variant, char **source, cujit_error *error)
{
    switch ((cj_form)variant->form) {
    case CJ_FORM_TILE:
        return cj_form_tile(text, variant, source, error);
    case CJ_FORM_STRIDED:
        return cj_form_strided(text, variant, source, error);
    case CJ_FORM_TRANSPOSED:
        return cj_form_transposed(text, variant, source, error);
    default:
        return cj_form_plain(text, variant, source, error);
    }
}

size_t cj_form_parameter_bytes(const cj_kernel_text *text, const cj_variant *variant)
{
    size_t bytes = cj_signature_bytes(&text->signature) + sizeof(long long); /* n */

    switch ((cj_form)variant->form) {
    case CJ_FORM_PLAIN:
        break;
    case CJ_FORM_RANGE:
        bytes += 3 * sizeof(long long);
        break;
    case CJ_FORM_TILE:
        bytes += 2 * sizeof(long long);
        break;
    case CJ_FORM_STRIDED:
    case CJ_FORM_TRANSPOSED:
        bytes += cj_view_layout_bytes(text, variant);
        break;
    }
    return bytes;
}
