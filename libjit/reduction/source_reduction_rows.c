/*
 * source_reduction_rows.c: the source of ROWS, and what it shares with that of COLUMNS.
 *
 * `lanes` threads go along the folded axes for each result. All tiles of a thread are on their way before the first is
 * used; a tile behind the last is the last one again and not used, since a branch around each load would make them wait
 * for each other. Where the order of values may change, lanes take turns and keep one accumulator each; where it may
 * not, the lanes of a warp take tiles next to each other and fold what they have in their order each time, and warps
 * have ranges of their own.
 */
#include "libjit/reduction/reduction_views.h"

#include "libjit/runtime/workspace.h"
#include "templates/templates.h"

#include <stdio.h>

/* ---- Shared with columns ----------------------------------------------------------------------------------------- */

static const char *number_of(const cj_variant *variant)
{
    return (variant->flags & CJ_VARIANT_WIDE) != 0 ? "unsigned long long" : "unsigned";
}

/* Where the elements are is asked for, and follows from steps along axes. */
static bool steps_index(const cj_fold_kernel *kernel, const cj_variant *variant)
{
    return (variant->flags & CJ_VARIANT_SELECTED) == 0 && cj_fold_needs_index(&kernel->fold);
}

static bool steps_place(const cj_fold_kernel *kernel, const cj_variant *variant)
{
    return (variant->flags & CJ_VARIANT_SELECTED) == 0 && cj_fold_needs_place(&kernel->fold);
}

static void write_layout(const cj_fold_kernel *kernel, const cj_variant *variant, cj_text *out)
{
    const cj_signature *signature = &kernel->fold.text.signature;
    const char *number = number_of(variant);
    int kept = variant->kept, folded = variant->folded;

    cj_text_printf(out,
                   "struct cujit_layout {\n    %s cujit_results, cujit_share, cujit_units, cujit_part, cujit_line%s;\n"
                   "    %s cujit_kept[%d], cujit_kept_magic[%d], cujit_kept_shift[%d];\n"
                   "    %s cujit_folded[%d], cujit_folded_magic[%d], cujit_folded_shift[%d];\n",
                   number, (variant->flags & CJ_VARIANT_RANGE) != 0 ? ", cujit_start, cujit_step" : "", number, kept,
                   kept, kept, number, folded, folded, folded);
    if (steps_index(kernel, variant))
        cj_text_printf(out, "    %s cujit_index_step, cujit_index_kept[%d], cujit_index_folded[%d];\n", number, kept,
                       folded);
    if (steps_place(kernel, variant))
        cj_text_printf(out, "    %s cujit_place_step, cujit_place_folded[%d];\n", number, folded);
    for (size_t k = 0; k < signature->count; k++) {
        const char *name = signature->parameters[k].name;

        if (cj_fold_can_view(&kernel->fold, k))
            cj_text_printf(out, "    %s cujit_kept_strides_%s[%d], cujit_folded_strides_%s[%d];\n", number, name, kept,
                           name, folded);
        if (cj_fold_can_view(&kernel->fold, k) && (variant->flags & CJ_VARIANT_SHIFTED) != 0)
            cj_text_printf(out, "    %s cujit_bytes_%s;\n", number, name);
    }
    for (size_t k = 0; k < kernel->fold.count; k++)
        cj_text_printf(out, "    %s cujit_out%zu[%d];\n", number, k, kept);
    cj_text_append(out, "};");
}

/* Where the elements of cujit_place begin in each array. */
static void write_places(const cj_fold_kernel *kernel, const cj_variant *variant, cj_text *out)
{
    const cj_signature *signature = &kernel->fold.text.signature;

    for (size_t k = 0; k < signature->count; k++) {
        const char *name = signature->parameters[k].name;

        if (cj_fold_can_view(&kernel->fold, k))
            cj_text_printf(out,
                           "        const char *const cujit_from_%s = (const char *)%s + cujit_offset(cujit_place, "
                           "cujit_views.cujit_kept_strides_%s);\n",
                           name, name, name);
    }
    if (steps_index(kernel, variant))
        cj_text_append(
            out, "        const long long cujit_index = cujit_offset(cujit_place, cujit_views.cujit_index_kept);\n");
}

/* The host's compiler makes vectors of what it reads in the loop that folds; copied to a tile first it comes in
 * pieces. */
static bool reads_in_place(const cj_variant *variant)
{
    return variant->block == 1;
}

static void write_tiles(const cj_fold_kernel *kernel, const cj_variant *variant, cj_text *out)
{
    const cj_signature *signature = &kernel->fold.text.signature;

    for (size_t k = 0; k < signature->count; k++) {
        const cj_parameter *parameter = &signature->parameters[k];

        if (!cj_fold_can_view(&kernel->fold, k))
            continue;
        if (reads_in_place(variant))
            cj_text_printf(out, "            const %s *cujit_tile_%s[%d];\n", parameter->spelling, parameter->name,
                           variant->unroll);
        else
            cj_text_printf(out, "            cujit_held<%s, %d> cujit_tile_%s[%d];\n", parameter->spelling,
                           variant->width, parameter->name, variant->unroll);
    }
    if (cj_fold_needs_index(&kernel->fold))
        cj_text_printf(out, "            long long cujit_i[%d];\n", variant->unroll);
    if (cj_fold_needs_place(&kernel->fold))
        cj_text_printf(out, "            long long cujit_j[%d];\n", variant->unroll);
}

static void write_loads(const cj_fold_kernel *kernel, const cj_variant *variant, cj_text *out)
{
    const cj_signature *signature = &kernel->fold.text.signature;
    bool shifted = (variant->flags & CJ_VARIANT_SHIFTED) != 0;
    /* One axis of tiles: what a unit adds is a constant. */
    bool constant = variant->form == CJ_FOLD_ROWS && variant->width > 1 && variant->folded == 1;

    for (size_t k = 0; k < signature->count; k++) {
        const cj_parameter *parameter = &signature->parameters[k];
        const char *name = parameter->name, *type = parameter->spelling;

        if (!cj_fold_can_view(&kernel->fold, k))
            continue;
        cj_text_printf(out, "                const %s *const cujit_at_%s = (const %s *)(cujit_from_%s + ", type, name,
                       type, name);
        if (constant)
            cj_text_printf(out, "(long long)cujit_unit * (long long)(%d * sizeof(%s)));\n", variant->width, type);
        else
            cj_text_printf(out, "cujit_offset(cujit_inner, cujit_views.cujit_folded_strides_%s));\n", name);
        if (reads_in_place(variant))
            cj_text_printf(out, "                cujit_tile_%s[cujit_u] = cujit_at_%s;\n", name, name);
        else if (variant->width > 1 && shifted && constant) /* each row's last one is left to the tail */
            cj_text_printf(out, "                cujit_tile_%s[cujit_u].cujit_fetch_shifted(cujit_at_%s, nullptr);\n",
                           name, name);
        else if (variant->width > 1 && shifted)
            cj_text_printf(out,
                           "                cujit_tile_%s[cujit_u].cujit_fetch_shifted(cujit_at_%s, (const char *)%s + "
                           "cujit_views.cujit_bytes_%s);\n",
                           name, name, name, name);
        else if (variant->width > 1)
            cj_text_printf(out, "                cujit_tile_%s[cujit_u].cujit_fetch(cujit_at_%s);\n", name, name);
        else
            cj_text_printf(
                out, "                cujit_move(cujit_tile_%s[cujit_u].cujit_elements.cujit_of[0], *cujit_at_%s);\n",
                name, name);
    }
    if (cj_fold_needs_index(&kernel->fold))
        cj_text_printf(out, "                cujit_i[cujit_u] = %s;\n",
                       steps_index(kernel, variant)
                           ? "cujit_index + cujit_offset(cujit_inner, cujit_views.cujit_index_folded)"
                           : "cujit_number");
    if (cj_fold_needs_place(&kernel->fold))
        cj_text_printf(out, "                cujit_j[cujit_u] = %s;\n",
                       steps_place(kernel, variant) ? "cujit_offset(cujit_inner, cujit_views.cujit_place_folded)"
                                                    : "cujit_unit");
}

/* The block's part of the folded loop. */
static void write_range(const cj_variant *variant, cj_text *out)
{
    const char *number = number_of(variant);

    if ((variant->flags & CJ_VARIANT_SPLIT) != 0) {
        cj_text_printf(out,
                       "        const %s cujit_start = blockIdx.y * cujit_views.cujit_part;\n"
                       "        const %s cujit_stop = cujit_views.cujit_units - cujit_start < cujit_views.cujit_part\n"
                       "                                  ? cujit_views.cujit_units\n"
                       "                                  : cujit_start + cujit_views.cujit_part;\n",
                       number, number);
    } else {
        cj_text_printf(out, "        const %s cujit_start = 0, cujit_stop = cujit_views.cujit_units;\n", number);
    }
}

/* Where `by` threads (an expression; `thread` is the number of this one) have ranges of their own, in order. */
static void write_own_range(const cj_variant *variant, unsigned by, const char *thread, cj_text *out)
{
    const char *number = number_of(variant);

    cj_text_printf(out,
                   "        const %s cujit_each = (cujit_stop - cujit_start + %u) / %u;\n"
                   "        const %s cujit_ahead = cujit_start + %s * cujit_each;\n"
                   "        const %s cujit_low = cujit_ahead < cujit_stop ? cujit_ahead : cujit_stop;\n"
                   "        const %s cujit_high = cujit_stop - cujit_low < cujit_each ? cujit_stop : cujit_low + "
                   "cujit_each;\n",
                   number, by - 1, by, number, thread, number, number);
}

static void write_whole_range(const cj_variant *variant, cj_text *out)
{
    cj_text_printf(out, "        const %s cujit_low = cujit_start, cujit_high = cujit_stop;\n", number_of(variant));
}

void cj_reduction_views_begin(cj_fold_source *source, const cj_fold_kernel *kernel, const cj_variant *variant)
{
    unsigned rows = variant->block / variant->lanes;
    cj_text *text;

    cj_fold_source_begin(source, kernel, variant);
    text = cj_fold_source_add(source, "PARAMETERS");
    cj_fold_source_parameters(source, text);
    cj_fold_source_subset(source, text);
    cj_fold_source_outputs(source, text);
    cj_text_append(text, ", const cujit_layout cujit_views");
    write_layout(kernel, variant, cj_fold_source_add(source, "LAYOUT"));
    cj_text_append(cj_fold_source_add(source, "NUMBER"), number_of(variant));
    cj_text_printf(cj_fold_source_add(source, "KEPT"), "%d", variant->kept);
    cj_text_printf(cj_fold_source_add(source, "FOLDED"), "%d", variant->folded);
    write_places(kernel, variant, cj_fold_source_add(source, "PLACES"));
    write_tiles(kernel, variant, cj_fold_source_add(source, "DECLARE"));
    write_loads(kernel, variant, cj_fold_source_add(source, "LOAD"));
    text = cj_fold_source_add(source, "OWN_RANGE");
    write_range(variant, text);
    if (cj_fold_is_pairwise(kernel, variant))
        cj_fold_source_begin_runs(source, number_of(variant), "cujit_start", text);
    else if (!kernel->ordered || (variant->form == CJ_FOLD_ROWS ? variant->lanes <= 32 : rows == 1))
        write_whole_range(variant, text);
    else if (variant->form == CJ_FOLD_ROWS)
        write_own_range(variant, variant->block / 32u, "(threadIdx.x / 32)", text);
    else {
        char thread[48];

        snprintf(thread, sizeof thread, "(threadIdx.x / %d)", variant->lanes);
        write_own_range(variant, rows, thread, text);
    }
}

void cj_reduction_views_map_tile(const cj_fold_source *source, bool along_kept, cj_text *out)
{
    const cj_fold_text *fold = &source->kernel->fold;
    bool tiles = source->variant->width > 1;

    cj_fold_source_call(source, "cujit_map", CJ_FOLD_FROM_TILE,
                        reads_in_place(source->variant) ? "[cujit_u][cujit_k]" : "[cujit_u].cujit_get(cujit_k)",
                        !cj_fold_needs_index(fold) ? "0"
                        : tiles ? "cujit_i[cujit_u] + cujit_k * cujit_signed(cujit_views.cujit_index_step)"
                                : "cujit_i[cujit_u]",
                        !cj_fold_needs_place(fold) ? "0"
                        : tiles && !along_kept
                            ? "cujit_j[cujit_u] + cujit_k * cujit_signed(cujit_views.cujit_place_step)"
                            : "cujit_j[cujit_u]",
                        out);
}

void cj_reduction_views_finish(const cj_fold_source *source, const char *indent, const char *value, cj_text *out)
{
    const cj_fold_text *fold = &source->kernel->fold;

    for (size_t k = 0; k < fold->count; k++)
        cj_text_printf(out,
                       "%scujit_finish%zu(%s, (%s *)((char *)cujit_out%zu + cujit_offset(cujit_place, "
                       "cujit_views.cujit_out%zu)));\n",
                       indent, k, value, fold->folds[k].out.spelling, k, k);
}

const char *cj_reduction_views_append(const cj_variant *variant)
{
    return variant->folded == 1 ? "cujit_append" : "cujit_combine";
}

/* ---- Rows -------------------------------------------------------------------------------------------------------- */

static unsigned group_of(const cj_variant *variant)
{
    return variant->lanes < 32 ? variant->lanes : 32;
}

static bool by_blocks(const cj_variant *variant)
{
    return variant->lanes > 32 || (variant->flags & CJ_VARIANT_SPLIT) != 0;
}

/* The place of unit cujit_unit in the loop. Unsigned numbers go round, so a range may go down. */
static void write_element(cj_fold_source *source)
{
    unsigned flags = source->variant->flags;
    cj_text *text = cj_fold_source_add(source, "ELEMENT");

    if ((flags & CJ_VARIANT_SUBSET) != 0)
        cj_text_printf(text, "(%s)cujit_subset[cujit_unit]", number_of(source->variant));
    else
        cj_text_append(text, (flags & CJ_VARIANT_RANGE) != 0
                                 ? "cujit_views.cujit_start + cujit_unit * cujit_views.cujit_step"
                                 : "cujit_unit");
}

/* Which unit a thread takes when. */
static void write_steps(cj_fold_source *source)
{
    const cj_variant *variant = source->variant;
    bool ordered = source->kernel->ordered;
    unsigned group = group_of(variant);

    cj_text_append(cj_fold_source_add(source, "FIRST"), ordered ? "cujit_low" : "cujit_low + cujit_lane");
    if (ordered) {
        cj_text_printf(cj_fold_source_add(source, "UNIT"), "(cujit_lane %% %u * %d + cujit_u)", group, variant->unroll);
        cj_text_printf(cj_fold_source_add(source, "STEP"), "%u", group * variant->unroll);
    } else {
        cj_text_printf(cj_fold_source_add(source, "UNIT"), "cujit_u * %d", variant->lanes);
        cj_text_printf(cj_fold_source_add(source, "STEP"), "%u", (unsigned)variant->lanes * variant->unroll);
    }
}

/* Where runs are folded pairwise: an element to each of the run's values, or all to one. */
static void write_fold_of_runs(cj_fold_source *source)
{
    const cj_variant *variant = source->variant;
    cj_text *text = cj_fold_source_add(source, "FOLD");

    cj_text_append(text, CJ_FOLD_SIDE_BY_SIDE "\n");
    cj_text_printf(text,
                   "                    for (int cujit_k = 0; cujit_k < %d; cujit_k++) {\n"
                   "                        cujit_value &cujit_own_sum = cujit_sums[%s];\n"
                   "                        cujit_own_sum = %s(cujit_own_sum, ",
                   variant->width, cj_fold_side_by_side(source->kernel, variant) == 1 ? "0" : "cujit_k",
                   cj_reduction_views_append(variant));
    cj_reduction_views_map_tile(source, false, text);
    cj_text_append(text, ");\n                    }");
    cj_fold_source_add(source, "BEGIN_FOLD");
    cj_fold_source_add(source, "END_FOLD");
}

static void write_fold(cj_fold_source *source)
{
    const cj_fold_kernel *kernel = source->kernel;
    const cj_variant *variant = source->variant;
    const cj_fold *fold = &kernel->fold.folds[0];
    const cj_signature *signature = &kernel->fold.text.signature;
    const char *sum = kernel->ordered ? "cujit_piece" : "cujit_sum";
    cj_text *text = cj_fold_source_add(source, "FOLD");

    if (cj_fold_is_packed(kernel, variant)) {
        const char *first = signature->parameters[fold->first].name;

        if (fold->pattern == CJ_FOLD_SUM)
            cj_text_printf(text, "                    %s.cujit_of0 += cujit_sum_held(cujit_tile_%s[cujit_u]);", sum,
                           first);
        else
            cj_text_printf(text,
                           "                    %s.cujit_of0 += cujit_dot_held(cujit_tile_%s[cujit_u], "
                           "cujit_tile_%s[cujit_u]);",
                           sum, first, signature->parameters[fold->second].name);
    } else {
        cj_text_printf(text,
                       "#pragma unroll\n"
                       "                    for (int cujit_k = 0; cujit_k < %d; cujit_k++)\n"
                       "                        %s = %s(%s, ",
                       variant->width, sum, cj_reduction_views_append(variant), sum);
        cj_reduction_views_map_tile(source, false, text);
        cj_text_append(text, ");");
    }
    text = cj_fold_source_add(source, "BEGIN_FOLD");
    if (kernel->ordered)
        cj_text_append(text, "            cujit_value cujit_piece = cujit_neutral();\n");
    text = cj_fold_source_add(source, "END_FOLD");
    if (kernel->ordered)
        cj_text_printf(text,
                       "            cujit_piece = cujit_fold_lanes<%u>(cujit_piece, cujit_combine);\n"
                       "            cujit_sum = cujit_combine(cujit_sum, cujit_piece);\n",
                       group_of(variant));
}

/* Appends the element cujit_single of a row to `sum`. */
static void write_appending(const cj_fold_source *source, const char *sum, cj_text *out)
{
    const cj_fold_text *fold = &source->kernel->fold;

    cj_text_printf(out, "                %s = %s(%s, ", sum, cj_reduction_views_append(source->variant), sum);
    cj_fold_source_call(
        source, "cujit_map", CJ_FOLD_FROM_PLACE, "(long long)(cujit_single * sizeof(*@))",
        cj_fold_needs_index(fold) ? "cujit_index + cujit_signed(cujit_single * cujit_views.cujit_index_step)" : "0",
        cj_fold_needs_place(fold) ? "cujit_signed(cujit_single * cujit_views.cujit_place_step)" : "0", out);
    cj_text_append(out, ");\n");
}

/* Runs on the host: what is behind the last tile belongs to the last run. Beside several values it has one of its own:
 * a single one of these would come through memory. */
static void write_tail_of_runs(cj_fold_source *source)
{
    const cj_variant *variant = source->variant;
    bool several = cj_fold_side_by_side(source->kernel, variant) > 1;
    cj_text *text = cj_fold_source_add(source, "TAIL");

    cj_fold_source_end_runs(text);
    if (variant->width > 1 && variant->folded == 1) {
        cj_text_printf(text,
                       "        if (cujit_stop == cujit_views.cujit_units) {\n"
                       "            for (%s cujit_single = cujit_stop * %d; cujit_single < cujit_views.cujit_line; "
                       "cujit_single++)\n",
                       number_of(variant), variant->width);
        write_appending(source, several ? "cujit_sum" : "cujit_sums[0]", text);
        cj_text_append(text, "        }\n");
    }
    cj_text_printf(text, "        cujit_sum = %scujit_pairs.cujit_one(cujit_sums, cujit_combine)%s;\n",
                   several ? "cujit_combine(" : "", several ? ", cujit_sum)" : "");
}

/* What is behind a row's last tile, an element a lane: of the last part, and in order of the last warp. */
static void write_tail(cj_fold_source *source)
{
    const cj_fold_kernel *kernel = source->kernel;
    const cj_variant *variant = source->variant;
    const char *number = number_of(variant), *indent = "            ";
    unsigned group = kernel->ordered ? group_of(variant) : variant->lanes;
    cj_text *text = cj_fold_source_add(source, "TAIL");

    if (variant->width == 1 || variant->folded > 1)
        return;
    cj_text_append(text, "        if (cujit_stop == cujit_views.cujit_units");
    if (kernel->ordered && variant->lanes > 32)
        cj_text_printf(text, " && threadIdx.x / 32 == %d", variant->block / 32 - 1);
    cj_text_append(text, ") {\n#pragma unroll 1\n");
    cj_text_printf(text, "%sfor (%s cujit_e = cujit_stop * %d%s; cujit_e < cujit_views.cujit_line; cujit_e += %u) {\n",
                   indent, number, variant->width, kernel->ordered ? "" : " + cujit_lane", group);
    if (kernel->ordered) {
        cj_text_printf(text,
                       "%s    const %s cujit_single = cujit_e + cujit_lane %% %u;\n"
                       "%s    cujit_value cujit_piece = cujit_neutral();\n"
                       "%s    if (cujit_single < cujit_views.cujit_line)\n    ",
                       indent, number, group, indent, indent);
    } else {
        cj_text_printf(text, "%s    const %s cujit_single = cujit_e;\n", indent, number);
    }
    write_appending(source, kernel->ordered ? "cujit_piece" : "cujit_sum", text);
    if (kernel->ordered)
        cj_text_printf(text,
                       "%s    cujit_piece = cujit_fold_lanes<%u>(cujit_piece, cujit_combine);\n"
                       "%s    cujit_sum = cujit_combine(cujit_sum, cujit_piece);\n",
                       indent, group, indent);
    cj_text_printf(text, "%s}\n        }\n", indent);
}

/* From the lanes' values to one, and from the parts'. */
static void write_combine(cj_fold_source *source)
{
    const cj_variant *variant = source->variant;
    unsigned group = group_of(variant);
    cj_text *text = cj_fold_source_add(source, "COMBINE");

    if (source->kernel->ordered && group > 1)
        cj_text_printf(text, "        if (cujit_lane %% %u != 0)\n            cujit_sum = cujit_neutral();\n", group);
    if (!by_blocks(variant)) {
        if (variant->lanes > 1)
            cj_text_printf(text, "        cujit_sum = cujit_fold_lanes<%d>(cujit_sum, cujit_combine);\n",
                           variant->lanes);
        return;
    }
    cj_text_printf(text,
                   "        cujit_sync(); /* the row before may still be read from there */\n"
                   "        cujit_sum = cujit_fold_block<%d>(cujit_sum, cujit_combine, cujit_shared);\n",
                   variant->block);
    if ((variant->flags & CJ_VARIANT_SPLIT) == 0)
        return;
    cj_text_printf(
        text,
        "        char *const cujit_parts = cujit_workspace + %d + (long long)(cujit_row * gridDim.y * "
        "sizeof(cujit_value));\n"
        "        if (threadIdx.x == 0)\n"
        "            cujit_move(*(cujit_value *)(cujit_parts + blockIdx.y * sizeof(cujit_value)), cujit_sum);\n"
        "        if (!cujit_is_last((unsigned *)cujit_workspace + cujit_row, gridDim.y))\n"
        "            continue;\n"
        "        cujit_sum = cujit_fold_memory<%d>(cujit_parts, gridDim.y, cujit_neutral(), cujit_combine);\n",
        CJ_WORKSPACE_COUNTERS, variant->block);
}

cujit_status cj_source_reduction_rows(const cj_fold_kernel *kernel, const cj_variant *variant, char **source,
                                      cujit_error *error)
{
    cj_fold_source writing;
    cj_text *text;

    cj_reduction_views_begin(&writing, kernel, variant);
    text = cj_fold_source_add(&writing, "SHARED");
    if (by_blocks(variant))
        cj_text_printf(text, "    __shared__ __align__(128) unsigned char cujit_shared[%d * sizeof(cujit_value)];",
                       variant->block < 32 ? 1 : variant->block / 32);
    write_element(&writing);
    write_steps(&writing);
    if (cj_fold_is_pairwise(kernel, variant)) {
        write_fold_of_runs(&writing);
        write_tail_of_runs(&writing);
    } else {
        write_fold(&writing);
        write_tail(&writing);
    }
    write_combine(&writing);
    cj_reduction_views_finish(&writing, "            ", "cujit_sum", cj_fold_source_add(&writing, "FINISH"));
    return cj_fold_source_finish(&writing, cj_template_reduction_rows, source, error);
}
