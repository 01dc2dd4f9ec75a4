/*
 * form_transposed.c: the source for inputs that are contiguous along another axis than the output.
 *
 * A block takes a square patch of the two axes. Transposed inputs are loaded along their own axis, so that memory moves
 * whole lines, and turned round in shared memory; all else is loaded and stored along the output's axis. Everything
 * that a thread loads is on its way before the first of it is waited for.
 *
 * Patches that stick out, and all of them where not every tile is aligned, go the same way element by element.
 */
#include "libjit/elementwise/form_views.h"

#include "templates/templates.h"

#include <stdio.h>

enum {
    SHARED_BYTES = 48 << 10, /* what every device has */
};

static bool is_turned(const cj_variant *variant, size_t k)
{
    return (variant->transposed >> k & 1) != 0;
}

/* ---- Patches ----------------------------------------------------------------------------------------------------- */

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

/* ---- Parts of the source ----------------------------------------------------------------------------------------- */

/* Bytes, because shared memory runs no constructors. */
static void write_shared(const cj_kernel_text *text, const cj_variant *variant, const cj_patch *patch, cj_text *out)
{
    for (size_t k = 0; k < text->signature.count; k++) {
        const cj_parameter *parameter = &text->signature.parameters[k];
        const char *name = parameter->name, *type = parameter->spelling;
        size_t row = (size_t)patch->edge + padding(parameter->size);

        if (is_turned(variant, k))
            cj_text_printf(out,
                           "    __shared__ __align__(16) unsigned char cujit_memory_%s[%zu];\n"
                           "    %s (*const cujit_patch_%s)[%zu] = (%s(*)[%zu])cujit_memory_%s;\n",
                           name, (size_t)patch->edge * row * parameter->size, type, name, row, type, row, name);
    }
}

static void write_place(const cj_kernel_text *text, const cj_variant *variant, const cj_patch *patch, cj_text *out)
{
    const char *number = (variant->flags & CJ_VARIANT_WIDE) != 0 ? "unsigned long long" : "unsigned";

    cj_text_printf(out,
                   "    cujit_find_place((%s)blockIdx.x, cujit_views.cujit_counts, cujit_views.cujit_magic, "
                   "cujit_views.cujit_shift, "
                   "cujit_place);\n"
                   "    cujit_place[%d] *= %d;\n"
                   "    cujit_place[%d] *= %d;\n",
                   number, variant->rank - 2, patch->edge, variant->rank - 1, patch->edge);
    cj_view_write_places(text, "    ", out);
}

static void write_declarations(const cj_kernel_text *text, const cj_variant *variant, const cj_patch *patch,
                               cj_text *out)
{
    char count[16];

    snprintf(count, sizeof count, "[%d]", patch->steps);
    cj_view_write_tiles(text, variant, variant->transposed, "        ", count, out);
    for (size_t k = 0; k < text->signature.count; k++) {
        const cj_parameter *parameter = &text->signature.parameters[k];

        if (is_turned(variant, k))
            cj_text_printf(out, "        cujit_tile<%s, %d> cujit_piece_%s[%d];\n", parameter->spelling, variant->width,
                           parameter->name, patch->steps);
    }
}

/* Rows lie along the last axis; of what is turned, along the one before it. */
static void write_address(const cj_variant *variant, const char *name, bool turned, const char *column, cj_text *out)
{
    int across = turned ? variant->rank - 1 : variant->rank - 2, along = turned ? variant->rank - 2 : variant->rank - 1;

    cj_text_printf(out,
                   "cujit_from_%s + cujit_signed(cujit_row * cujit_views.cujit_strides_%s[%d] + %s * "
                   "cujit_views.cujit_strides_%s[%d])",
                   name, name, across, column, name, along);
}

static void write_loads(const cj_kernel_text *text, const cj_variant *variant, cj_text *out)
{
    for (size_t k = 0; k < text->signature.count; k++) {
        const cj_parameter *parameter = &text->signature.parameters[k];
        const cj_access *access = &text->accesses.of[k];
        const char *name = parameter->name, *type = parameter->spelling;
        bool turned = is_turned(variant, k), tiles = turned || access->written;

        if (!cj_kernel_text_can_view(text, k) || !access->loaded)
            continue;
        cj_text_printf(out, "            cujit_%s_%s[cujit_u] = cujit_load%s<%s, %d>(%s", turned ? "piece" : "tile",
                       name, tiles ? "" : "_whole", type, variant->width, tiles ? "(const " : "");
        if (tiles)
            cj_text_printf(out, "%s *)(", type);
        write_address(variant, name, turned, "cujit_lane", out);
        if (tiles)
            cj_text_append(out, "));\n");
        else
            cj_text_printf(out, ", cujit_views.cujit_aligned_%s);\n", name);
        if (access->written && !access->always)
            cj_text_printf(out, "            cujit_before_%s[cujit_u] = cujit_tile_%s[cujit_u];\n", name, name);
    }
}

/* Into shared memory: from tiles, or element by element. */
static void write_scatter(const cj_kernel_text *text, const cj_variant *variant, cj_text *out)
{
    for (size_t k = 0; k < text->signature.count; k++) {
        const char *name = text->signature.parameters[k].name;

        if (is_turned(variant, k))
            cj_text_printf(out,
                           "                cujit_patch_%s[cujit_lane + cujit_k][cujit_row] = "
                           "cujit_piece_%s[cujit_u].cujit_of[cujit_k];\n",
                           name, name);
    }
}

static void write_single_loads(const cj_kernel_text *text, const cj_variant *variant, cj_text *out)
{
    for (size_t k = 0; k < text->signature.count; k++) {
        const cj_parameter *parameter = &text->signature.parameters[k];

        if (!is_turned(variant, k))
            continue;
        cj_text_printf(out, "            cujit_patch_%s[cujit_column][cujit_row] = *(const %s *)(", parameter->name,
                       parameter->spelling);
        write_address(variant, parameter->name, true, "cujit_column", out);
        cj_text_append(out, ");\n");
    }
}

/* `tiles`: what is not turned lies in a tile; else in memory. */
static void write_elements(const cj_kernel_text *text, const cj_variant *variant, bool tiles, const char *indent,
                           cj_text *out)
{
    int last = variant->rank - 1;
    char number[160] = "cujit_column";

    if (text->needs_index)
        snprintf(number, sizeof number,
                 "cujit_index + cujit_signed(cujit_row * cujit_views.cujit_index[%d] + cujit_column * "
                 "cujit_views.cujit_index[%d])",
                 last - 1, last);
    cj_view_write_index(text, indent, number, out);
    for (size_t k = 0; k < text->signature.count; k++) {
        const cj_parameter *parameter = &text->signature.parameters[k];
        const char *name = parameter->name;

        if (!cj_kernel_text_can_view(text, k))
            continue;
        cj_text_append(out, indent);
        cj_source_element(text, k, out);
        cj_text_append(out, "{");
        if (is_turned(variant, k)) {
            cj_text_printf(out, "cujit_patch_%s[cujit_row][cujit_column]};\n", name);
        } else if (tiles) {
            cj_text_printf(out, "cujit_tile_%s[cujit_u].cujit_of[cujit_k]};\n", name);
        } else {
            cj_text_printf(out, "*(%s *)(", parameter->spelling);
            write_address(variant, name, false, "cujit_column", out);
            cj_text_append(out, ")};\n");
        }
    }
}

static void write_stores(const cj_kernel_text *text, const cj_variant *variant, cj_text *out)
{
    for (size_t k = 0; k < text->signature.count; k++) {
        const cj_parameter *parameter = &text->signature.parameters[k];
        const cj_access *access = &text->accesses.of[k];
        const char *name = parameter->name;

        if (!cj_kernel_text_can_view(text, k) || !access->written)
            continue;
        cj_text_printf(out, "            cujit_store%s((%s *)(", access->always ? "" : "_changed", parameter->spelling);
        write_address(variant, name, false, "cujit_lane", out);
        cj_text_printf(out, "), cujit_tile_%s[cujit_u]", name);
        if (!access->always)
            cj_text_printf(out, ", cujit_before_%s[cujit_u]", name);
        cj_text_append(out, ");\n");
    }
}

cujit_status cj_form_transposed(const cj_kernel_text *text, const cj_variant *variant, char **source,
                                cujit_error *error)
{
    cj_source writing;
    cj_patch patch;

    if (variant->rank < 2 || !cj_view_patch(text, variant->transposed, variant->width, &patch))
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "%s: a transposed variant that cannot be", text->name);
    cj_view_begin(&writing, text, variant);
    cj_text_printf(cj_source_add(&writing, "EDGE"), "%d", patch.edge);
    cj_text_printf(cj_source_add(&writing, "LANES"), "%d", patch.lanes);
    cj_text_printf(cj_source_add(&writing, "ROWS"), "%d", patch.rows);
    cj_text_printf(cj_source_add(&writing, "STEPS"), "%d", patch.steps);
    write_shared(text, variant, &patch, cj_source_add(&writing, "SHARED"));
    write_place(text, variant, &patch, cj_source_add(&writing, "PLACE"));
    write_declarations(text, variant, &patch, cj_source_add(&writing, "DECLARE"));
    write_loads(text, variant, cj_source_add(&writing, "LOAD"));
    write_scatter(text, variant, cj_source_add(&writing, "SCATTER"));
    write_elements(text, variant, true, "                ", cj_source_add(&writing, "ELEMENTS"));
    write_stores(text, variant, cj_source_add(&writing, "STORE"));
    write_single_loads(text, variant, cj_source_add(&writing, "SINGLE_LOAD"));
    write_elements(text, variant, false, "            ", cj_source_add(&writing, "SINGLE_ELEMENTS"));
    return cj_source_finish(&writing, cj_template_elementwise_transposed, source, error);
}
