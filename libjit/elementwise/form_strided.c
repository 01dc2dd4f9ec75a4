/*
 * form_strided.c: the source of N-d views: each thread finds its place along every axis by division, and from it the
 * address in each array.
 *
 * Two shapes. One index a thread, in a loop, works for everything, and on the host, where a thread goes along rows.
 * With `width` indices a thread, a tile along the last axis is loaded at once where memory allows (decided at run time:
 * all threads of a launch go one way), else element by element; a row's last tile may be a part of one.
 */
#include "libjit/elementwise/form_views.h"

#include "templates/templates.h"

#include <stdio.h>

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

static void write_layout(const cj_kernel_text *text, const cj_variant *variant, const char *number, cj_text *out)
{
    int rank = rank_of(variant);

    cj_text_printf(out, "struct cujit_layout {\n    %s cujit_total, cujit_length;\n", number);
    if (variant->form == CJ_FORM_TRANSPOSED)
        cj_text_printf(out, "    %s cujit_cross, cujit_whole;\n", number);
    if ((variant->flags & CJ_VARIANT_RANGE) != 0)
        cj_text_printf(out, "    %s cujit_start, cujit_step;\n", number);
    cj_text_printf(out, "    %s cujit_counts[%d], cujit_magic[%d], cujit_shift[%d];\n", number, rank, rank, rank);
    if (text->needs_index)
        cj_text_printf(out, "    %s cujit_index[%d];\n", number, rank);
    for (size_t k = 0; k < text->signature.count; k++) {
        const char *name = text->signature.parameters[k].name;

        if (cj_kernel_text_can_view(text, k))
            cj_text_printf(out, "    %s cujit_aligned_%s, cujit_strides_%s[%d];\n", number, name, name, rank);
    }
    cj_text_append(out, "};");
}

size_t cj_view_layout_bytes(const cj_kernel_text *text, const cj_variant *variant)
{
    size_t rank = (size_t)rank_of(variant), numbers = 2 + 3 * rank + (text->needs_index ? rank : 0);

    numbers += (variant->form == CJ_FORM_TRANSPOSED ? 2 : 0) + ((variant->flags & CJ_VARIANT_RANGE) != 0 ? 2 : 0);
    for (size_t k = 0; k < text->signature.count; k++)
        numbers += cj_kernel_text_can_view(text, k) ? 1 + rank : 0;
    return numbers * ((variant->flags & CJ_VARIANT_WIDE) != 0 ? sizeof(uint64_t) : sizeof(uint32_t));
}

void cj_view_begin(cj_source *source, const cj_kernel_text *text, const cj_variant *variant)
{
    const char *number = (variant->flags & CJ_VARIANT_WIDE) != 0 ? "unsigned long long" : "unsigned";
    cj_text *parameters;

    cj_source_begin(source, text);
    parameters = cj_source_add(source, "PARAMETERS");
    cj_source_parameters(text, parameters);
    cj_text_printf(parameters, "const long long %s, const cujit_layout cujit_views", cj_source_count(text));
    write_layout(text, variant, number, cj_source_add(source, "LAYOUT"));
    cj_text_append(cj_source_add(source, "NUMBER"), number);
    cj_text_printf(cj_source_add(source, "RANK"), "%d", rank_of(variant));
    cj_text_printf(cj_source_add(source, "BLOCK"), "%d", CJ_VIEW_BLOCK);
    cj_text_printf(cj_source_add(source, "WIDTH"), "%d", variant->width);
}

void cj_view_write_places(const cj_kernel_text *text, const char *indent, cj_text *out)
{
    for (size_t k = 0; k < text->signature.count; k++) {
        const char *name = text->signature.parameters[k].name;

        if (cj_kernel_text_can_view(text, k))
            cj_text_printf(out,
                           "%schar *const cujit_from_%s = (char *)%s + cujit_offset(cujit_place, "
                           "cujit_views.cujit_strides_%s);\n",
                           indent, name, name, name);
    }
    if (text->needs_index)
        cj_text_printf(out, "%sconst long long cujit_index = cujit_offset(cujit_place, cujit_views.cujit_index);\n",
                       indent);
}

void cj_view_write_index(const cj_kernel_text *text, const char *indent, const char *number, cj_text *out)
{
    const char *type = cj_source_index_type(text);

    cj_text_printf(out, "%s[[maybe_unused]] const %s i = (%s)(%s);\n", indent, type, type, number);
}

void cj_view_write_axes(const cj_kernel_text *text, const cj_variant *variant, const char *indent, const char *last,
                        cj_text *out)
{
    int rank = rank_of(variant);

    for (int axis = 0; axis < rank; axis++) {
        if ((text->accesses.axes & 1u << axis) == 0)
            continue;
        if (axis < rank - 1)
            cj_text_printf(
                out, "%s[[maybe_unused]] const long long i%d = cujit_place[%d], n%d = cujit_views.cujit_counts[%d];\n",
                indent, axis, axis, axis, axis);
        else
            cj_text_printf(out, "%s[[maybe_unused]] const long long i%d = %s, n%d = cujit_views.cujit_length;\n",
                           indent, axis, last, axis);
    }
}

void cj_view_write_tiles(const cj_kernel_text *text, const cj_variant *variant, uint64_t but, const char *indent,
                         const char *count, cj_text *out)
{
    for (size_t k = 0; k < text->signature.count; k++) {
        const cj_parameter *parameter = &text->signature.parameters[k];
        const cj_access *access = &text->accesses.of[k];

        if (!cj_kernel_text_can_view(text, k) || (but >> k & 1) != 0)
            continue;
        cj_text_printf(out, "%scujit_tile<%s, %d> cujit_tile_%s%s", indent, parameter->spelling, variant->width,
                       parameter->name, count);
        if (access->written && !access->always)
            cj_text_printf(out, ", cujit_before_%s%s", parameter->name, count);
        cj_text_append(out, ";\n");
    }
}

/* ---- One index at a time ----------------------------------------------------------------------------------------- */

static void write_place(const cj_kernel_text *text, const cj_variant *variant, cj_text *out)
{
    const char *number = (variant->flags & CJ_VARIANT_WIDE) != 0 ? "unsigned long long" : "unsigned";
    bool range = (variant->flags & CJ_VARIANT_RANGE) != 0;

    if (range) {
        cj_text_printf(
            out,
            "        const %s cujit_number = cujit_views.cujit_start + (%s)cujit_t * cujit_views.cujit_step;\n"
            "        cujit_find_place(cujit_number, ",
            number, number);
    } else {
        cj_text_printf(out, "        cujit_find_place((%s)cujit_t, ", number);
    }
    cj_text_append(out, "cujit_views.cujit_counts, cujit_views.cujit_magic, cujit_views.cujit_shift, cujit_place);\n");
    if (!range)
        cj_text_printf(
            out,
            "        cujit_count = cujit_run((long long)(cujit_views.cujit_length - cujit_place[%d]), cujit_last - "
            "cujit_t);\n",
            rank_of(variant) - 1);
    cj_view_write_places(text, "        ", out);
}

/* The elements themselves, where they lie in memory. */
static void write_memory_elements(const cj_kernel_text *text, const cj_variant *variant, const char *indent,
                                  const char *any_index, cj_text *out)
{
    int last = rank_of(variant) - 1;
    char place[64], number[96];

    snprintf(number, sizeof number, "cujit_index + cujit_k * cujit_signed(cujit_views.cujit_index[%d])", last);
    if (text->accesses.changes_index) /* then there is no view */
        cj_text_printf(out, "%s[[maybe_unused]] long long i = %s;\n", indent, number);
    else
        cj_view_write_index(text, indent, text->needs_index ? number : any_index, out);
    snprintf(place, sizeof place, "cujit_place[%d] + cujit_k", last);
    cj_view_write_axes(text, variant, indent, place, out);
    for (size_t k = 0; k < text->signature.count; k++) {
        const cj_parameter *parameter = &text->signature.parameters[k];
        const char *name = parameter->name;

        if (!cj_kernel_text_can_view(text, k))
            continue;
        cj_text_append(out, indent);
        cj_source_element(text, k, out);
        cj_text_printf(out, "{*(%s *)(cujit_from_%s + cujit_k * cujit_signed(cujit_views.cujit_strides_%s[%d]))};\n",
                       parameter->spelling, name, name, last);
    }
}

static cujit_status render_single(const cj_kernel_text *text, const cj_variant *variant, char **source,
                                  cujit_error *error)
{
    cj_source writing;

    cj_view_begin(&writing, text, variant);
    write_place(text, variant, cj_source_add(&writing, "PLACE"));
    write_memory_elements(text, variant, "            ", "cujit_t + cujit_k", cj_source_add(&writing, "ELEMENTS"));
    return cj_source_finish(&writing, cj_template_elementwise_strided, source, error);
}

/* ---- Tiles ------------------------------------------------------------------------------------------------------- */

static void write_tile_place(const cj_kernel_text *text, const cj_variant *variant, cj_text *out)
{
    const char *number = (variant->flags & CJ_VARIANT_WIDE) != 0 ? "unsigned long long" : "unsigned";

    cj_text_printf(
        out,
        "    cujit_find_place((%s)cujit_t, cujit_views.cujit_counts, cujit_views.cujit_magic, cujit_views.cujit_shift, "
        "cujit_place);\n"
        "    cujit_place[%d] *= %d;\n",
        number, rank_of(variant) - 1, variant->width);
    cj_view_write_places(text, "    ", out);
}

static void write_tile_loads(const cj_kernel_text *text, const cj_variant *variant, cj_text *out)
{
    cj_view_write_tiles(text, variant, 0, "        ", "", out);
    for (size_t k = 0; k < text->signature.count; k++) {
        const cj_parameter *parameter = &text->signature.parameters[k];
        const cj_access *access = &text->accesses.of[k];
        const char *name = parameter->name;

        if (!cj_kernel_text_can_view(text, k) || !access->loaded)
            continue;
        cj_text_printf(
            out,
            "        cujit_tile_%s = cujit_load_strided<%s, %d>(cujit_from_%s, cujit_views.cujit_strides_%s[%d], "
            "cujit_views.cujit_aligned_%s);\n",
            name, parameter->spelling, variant->width, name, name, rank_of(variant) - 1, name);
        if (access->written && !access->always)
            cj_text_printf(out, "        cujit_before_%s = cujit_tile_%s;\n", name, name);
    }
}

static void write_tile_elements(const cj_kernel_text *text, const cj_variant *variant, cj_text *out)
{
    int last = rank_of(variant) - 1;
    char place[64], number[96];

    if (text->needs_index)
        snprintf(number, sizeof number, "cujit_index + cujit_k * cujit_signed(cujit_views.cujit_index[%d])", last);
    else
        snprintf(number, sizeof number, "cujit_t * %d + cujit_k", variant->width);
    cj_view_write_index(text, "            ", number, out);
    snprintf(place, sizeof place, "cujit_place[%d] + cujit_k", last);
    cj_view_write_axes(text, variant, "            ", place, out);
    for (size_t k = 0; k < text->signature.count; k++) {
        const cj_parameter *parameter = &text->signature.parameters[k];

        if (!cj_kernel_text_can_view(text, k))
            continue;
        cj_text_append(out, "            ");
        cj_source_element(text, k, out);
        cj_text_printf(out, "{cujit_tile_%s.cujit_of[cujit_k]};\n", parameter->name);
    }
}

static void write_tile_stores(const cj_kernel_text *text, const cj_variant *variant, cj_text *out)
{
    for (size_t k = 0; k < text->signature.count; k++) {
        const cj_access *access = &text->accesses.of[k];
        const char *name = text->signature.parameters[k].name;

        if (!cj_kernel_text_can_view(text, k) || !access->written)
            continue;
        cj_text_printf(out, "        cujit_store%s_strided(cujit_from_%s, cujit_tile_%s, ",
                       access->always ? "" : "_changed", name, name);
        if (!access->always)
            cj_text_printf(out, "cujit_before_%s, ", name);
        cj_text_printf(out, "cujit_views.cujit_strides_%s[%d], cujit_views.cujit_aligned_%s);\n", name,
                       rank_of(variant) - 1, name);
    }
}

cujit_status cj_form_strided(const cj_kernel_text *text, const cj_variant *variant, char **source, cujit_error *error)
{
    char any_index[48];
    cj_source writing;

    if (variant->width <= 1)
        return render_single(text, variant, source, error);
    cj_view_begin(&writing, text, variant);
    write_tile_place(text, variant, cj_source_add(&writing, "PLACE"));
    write_tile_loads(text, variant, cj_source_add(&writing, "LOAD"));
    write_tile_elements(text, variant, cj_source_add(&writing, "ELEMENTS"));
    write_tile_stores(text, variant, cj_source_add(&writing, "STORE"));
    snprintf(any_index, sizeof any_index, "cujit_t * %d + cujit_k", variant->width);
    write_memory_elements(text, variant, "        ", any_index, cj_source_add(&writing, "SINGLE_ELEMENTS"));
    return cj_source_finish(&writing, cj_template_elementwise_strided_tile, source, error);
}
