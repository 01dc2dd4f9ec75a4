/*
 * variant.c: see variant.h.
 */
#include "libjit/kernel/variant.h"

void cj_variant_describe(const cj_variant *variant, cj_text *out)
{
    bool wide = (variant->flags & CJ_VARIANT_WIDE) != 0;

    switch ((cj_form)variant->form) {
    case CJ_FORM_PLAIN:
        cj_text_append(out, "plain");
        break;
    case CJ_FORM_RANGE:
        cj_text_append(out, "range");
        break;
    case CJ_FORM_TILE:
        cj_text_printf(out, "tile%s %dx%d/%d", (variant->flags & CJ_VARIANT_SHIFTED) != 0 ? " shifted" : "",
                       variant->width, variant->unroll, variant->block);
        break;
    case CJ_FORM_STRIDED:
    case CJ_FORM_TRANSPOSED:
        cj_text_printf(out, "%s%s%s %d ax%cs %d/%d", variant->form == CJ_FORM_STRIDED ? "strided" : "transposed",
                       (variant->flags & CJ_VARIANT_RANGE) != 0 ? " range" : "", wide ? " 64-bit" : "", variant->rank,
                       variant->rank == 1 ? 'i' : 'e', variant->width, variant->block);
        break;
    case CJ_FORM_STENCIL:
        cj_text_printf(out, "stencil %d%s %d axes %dx%d/%dx%dx%d t%d", (int)variant->transposed, wide ? " 64-bit" : "",
                       variant->rank, variant->width, variant->unroll, variant->lanes,
                       variant->lanes != 0 ? variant->block / variant->lanes : 0, variant->folded, variant->index);
        break;
    }
}

static size_t greatest_common_divisor(size_t a, size_t b)
{
    return b == 0 ? a : greatest_common_divisor(b, a % b);
}

unsigned cj_variant_tile_width(const cj_kernel_text *text, cj_role role)
{
    enum { BYTES = 16 };
    size_t width = 0;

    for (size_t k = 0; k < text->signature.count; k++) {
        size_t whole = BYTES / greatest_common_divisor(text->signature.parameters[k].size, BYTES);

        if (cj_kernel_text_has(text, k, role) && (width == 0 || whole < width))
            width = whole;
    }
    while (width > 1 && width * text->accesses.tokens > CJ_TILE_TOKENS)
        width /= 2;
    return (unsigned)width;
}
