/*
 * source_reduction_columns.c: the source of COLUMNS: a thread takes `width` results that lie side by side, and walks
 * along the folded axes; `lanes` threads side by side make a strip. The other threads of a block share the folded axes
 * with them: their values meet in the registers of a warp, and then in shared memory, in order.
 */
#include "libjit/reduction/reduction_views.h"

#include "libjit/runtime/workspace.h"
#include "templates/templates.h"

/* How many threads take turns at one column. */
static unsigned rows_of(const cj_variant *variant)
{
    return variant->block / variant->lanes;
}

static bool by_shuffles(const cj_variant *variant)
{
    return variant->lanes < 32 && variant->block >= 32;
}

static unsigned across_of(const cj_variant *variant)
{
    return (unsigned)variant->lanes * variant->width;
}

static bool is_split(const cj_variant *variant)
{
    return (variant->flags & CJ_VARIANT_SPLIT) != 0;
}

/* So many threads fold the parts of one column, in the last block. */
static unsigned finishers(const cj_variant *variant)
{
    unsigned count = variant->block / across_of(variant);

    return count > 1 ? count : 1;
}

unsigned cj_reduction_columns_rows(const cj_variant *variant)
{
    unsigned rows = rows_of(variant) == 1 ? 0 : by_shuffles(variant) ? variant->block / 32 : rows_of(variant);
    unsigned last = is_split(variant) && finishers(variant) > 1 ? finishers(variant) : 0;

    return rows > last ? rows : last;
}

/* Elements between those that a thread takes: 1 where it has a range of its own. */
static unsigned pace_of(const cj_fold_source *source)
{
    return source->kernel->ordered ? 1 : rows_of(source->variant);
}

static void write_steps(cj_fold_source *source)
{
    const cj_variant *variant = source->variant;
    unsigned rows = rows_of(variant);

    cj_text_printf(cj_fold_source_add(source, "UNIT"), "cujit_u * %u", pace_of(source));
    if (source->kernel->ordered || rows == 1) {
        cj_text_append(cj_fold_source_add(source, "FIRST"), "cujit_low");
        cj_text_printf(cj_fold_source_add(source, "STEP"), "%d", variant->unroll);
    } else {
        cj_text_printf(cj_fold_source_add(source, "FIRST"), "cujit_low + threadIdx.x / %d", variant->lanes);
        cj_text_printf(cj_fold_source_add(source, "STEP"), "%u", rows * variant->unroll);
    }
}

/* A byte of a word is multiplied by 1, the others by 0: one instruction instead of taking it out and adding it. */
static void write_packed_fold(cj_fold_source *source, cj_text *out)
{
    const cj_variant *variant = source->variant;
    const cj_fold *fold = &source->kernel->fold.folds[0];
    const cj_parameter *parameter = &source->kernel->fold.text.signature.parameters[fold->first];
    const char *type = parameter->dtype == CUJIT_UINT8 ? "unsigned" : "int";

    cj_text_printf(out,
                   "            %s cujit_words[%d][%d];\n"
                   "#pragma unroll\n"
                   "            for (int cujit_u = 0; cujit_u < %d; cujit_u++) {\n"
                   "                cujit_copy_words(cujit_words[cujit_u], cujit_tile_%s[cujit_u]);\n"
                   "#pragma unroll\n"
                   "                for (int cujit_k = 0; cujit_k < %d; cujit_k++)\n"
                   "                    cujit_words[cujit_u][cujit_k] = cujit_t + cujit_u * %u < cujit_high ? "
                   "cujit_words[cujit_u][cujit_k] : 0;\n"
                   "            }\n",
                   type, variant->unroll, variant->width / 4, variant->unroll, parameter->name, variant->width / 4,
                   pace_of(source));
    cj_text_printf(
        out,
        "#pragma unroll\n"
        "            for (int cujit_k = 0; cujit_k < %d; cujit_k++) {\n"
        "                %s cujit_bytes = 0;\n"
        "#pragma unroll\n"
        "                for (int cujit_u = 0; cujit_u < %d; cujit_u++)\n"
        "                    cujit_bytes = __dp4a(cujit_words[cujit_u][cujit_k / 4], (%s)(1u << cujit_k %% 4 "
        "* 8), cujit_bytes);\n"
        "                cujit_sums[cujit_k].cujit_of0 += cujit_bytes;\n"
        "            }",
        variant->width, type, variant->unroll, type);
}

static void write_fold(cj_fold_source *source)
{
    const cj_variant *variant = source->variant;
    cj_text *text = cj_fold_source_add(source, "FOLD");

    if (cj_fold_is_packed(source->kernel, variant) && source->kernel->fold.folds[0].pattern == CJ_FOLD_SUM) {
        write_packed_fold(source, text);
        return;
    }
    cj_text_printf(text,
                   "#pragma unroll\n"
                   "            for (int cujit_u = 0; cujit_u < %d; cujit_u++) {\n"
                   "                if (cujit_t + cujit_u * %u < cujit_high) {\n"
                   "%s\n"
                   "                    for (int cujit_k = 0; cujit_k < %d; cujit_k++)\n"
                   "                        cujit_sums[cujit_k] = %s(cujit_sums[cujit_k], ",
                   variant->unroll, pace_of(source),
                   cj_fold_is_pairwise(source->kernel, variant) ? CJ_FOLD_SIDE_BY_SIDE : "#pragma unroll",
                   variant->width, cj_reduction_views_append(variant));
    cj_reduction_views_map_tile(source, true, text);
    cj_text_append(text, ");\n                }\n            }");
}

/* ---- From the threads' values to results ------------------------------------------------------------------------- */

/* cujit_keep(c, value): the strip's c-th value is a result, or one of the block's part of it. */
static void write_keep(cj_fold_source *source, cj_text *out)
{
    const cj_variant *variant = source->variant;
    const char *number = (variant->flags & CJ_VARIANT_WIDE) != 0 ? "unsigned long long" : "unsigned";

    cj_text_printf(
        out,
        "        const auto cujit_keep = [&](const %s cujit_c, const cujit_value &cujit_v) {\n"
        "            const %s cujit_mine = cujit_column + cujit_c / %d * %d, cujit_last = cujit_views.cujit_line - "
        "%d;\n"
        "            cujit_place[%d] = (cujit_mine < cujit_last ? cujit_mine : cujit_last) + cujit_c %% %d;\n"
        "            if (cujit_place[%d] >= cujit_mine && cujit_mine < cujit_views.cujit_line) {\n",
        number, number, variant->width, variant->width, variant->width, variant->kept - 1, variant->width,
        variant->kept - 1);
    cj_reduction_views_finish(source, "                ", "cujit_v", out);
    cj_text_append(out, "            }\n        };\n");
    if (is_split(variant)) {
        cj_text_printf(out,
                       "        char *const cujit_parts = cujit_workspace + %d + (long long)(cujit_strip * gridDim.y * "
                       "(cujit_across * sizeof(cujit_value)));\n"
                       "        const auto cujit_give = [&](const unsigned cujit_c, const cujit_value &cujit_v) {\n"
                       "            cujit_move(*(cujit_value *)(cujit_parts + (blockIdx.y * cujit_across + cujit_c) * "
                       "sizeof(cujit_value)), cujit_v);\n"
                       "        };\n",
                       CJ_WORKSPACE_COUNTERS);
    }
}

static void write_block(const cj_variant *variant, cj_text *out)
{
    const char *to = is_split(variant) ? "cujit_give" : "cujit_keep";
    int width = variant->width, lanes = variant->lanes;
    bool shuffles = by_shuffles(variant);

    if (rows_of(variant) == 1) {
        cj_text_printf(out,
                       "#pragma unroll\n"
                       "        for (int cujit_k = 0; cujit_k < %d; cujit_k++)\n"
                       "            %s(threadIdx.x * %d + cujit_k, cujit_sums[cujit_k]);\n",
                       width, to, width);
        return;
    }
    cj_text_printf(out,
                   "        cujit_sync(); /* the strip before may still be read from there */\n"
                   "#pragma unroll\n"
                   "        for (int cujit_k = 0; cujit_k < %d; cujit_k++) {\n",
                   width);
    if (shuffles) {
        cj_text_printf(out,
                       "#pragma unroll\n"
                       "            for (int cujit_d = %d; cujit_d < 32; cujit_d *= 2)\n"
                       "                cujit_sums[cujit_k] = cujit_combine(cujit_sums[cujit_k], "
                       "cujit_shuffle_down(cujit_sums[cujit_k], cujit_d, 32));\n"
                       "            if (threadIdx.x %% 32 < %d)\n    ",
                       lanes, lanes);
    }
    cj_text_printf(out,
                   "            cujit_move(cujit_shared[(threadIdx.x / %d * %d + cujit_k) * %d + threadIdx.x %% %d], "
                   "cujit_sums[cujit_k]);\n"
                   "        }\n"
                   "        cujit_sync();\n"
                   "        for (unsigned cujit_c = threadIdx.x; cujit_c < cujit_across; cujit_c += %d) {\n"
                   "            const unsigned cujit_q = cujit_c %% %d * %d + cujit_c / %d;\n"
                   "            cujit_value cujit_sum = cujit_shared[cujit_q];\n"
                   "#pragma unroll 4\n"
                   "            for (unsigned cujit_y = 1; cujit_y < %u; cujit_y++)\n"
                   "                cujit_sum = cujit_combine(cujit_sum, cujit_shared[cujit_y * cujit_across + "
                   "cujit_q]);\n"
                   "            %s(cujit_c, cujit_sum);\n"
                   "        }\n",
                   shuffles ? 32 : lanes, width, lanes, lanes, variant->block, width, lanes, width,
                   shuffles ? variant->block / 32u : rows_of(variant), to);
}

/* The last block folds all parts: the threads of a column a range each, and then one of them their values. */
static void write_parts(const cj_variant *variant, cj_text *out)
{
    unsigned across = across_of(variant), by = finishers(variant);

    if (variant->block == 1) {
        cj_text_append(out,
                       "        if (!cujit_is_last((unsigned *)cujit_workspace + cujit_strip, gridDim.y))\n"
                       "            continue;\n"
                       "        for (unsigned cujit_c = 0; cujit_c < cujit_across; cujit_c++)\n"
                       "            cujit_keep(cujit_c, cujit_fold_pairs(cujit_parts + cujit_c * sizeof(cujit_value), "
                       "cujit_across * sizeof(cujit_value), gridDim.y, cujit_neutral(), cujit_combine));\n");
        return;
    }
    cj_text_printf(
        out,
        "        cujit_sync(); /* all of the block's values are there before its ticket is drawn */\n"
        "        if (!cujit_is_last((unsigned *)cujit_workspace + cujit_strip, gridDim.y))\n"
        "            continue;\n"
        "        const unsigned cujit_some = (gridDim.y + %u) / %u, cujit_head = threadIdx.x / %u * cujit_some;\n"
        "        const unsigned cujit_tail = cujit_head + cujit_some < gridDim.y ? cujit_head + cujit_some : "
        "gridDim.y;\n"
        "        for (unsigned cujit_c = threadIdx.x %% %u; cujit_c < cujit_across; cujit_c += %u) {\n"
        "            cujit_value cujit_sum = cujit_neutral();\n"
        "#pragma unroll 4\n"
        "            for (unsigned cujit_p = cujit_head; cujit_p < cujit_tail; cujit_p++)\n"
        "                cujit_sum = cujit_combine(cujit_sum, cujit_read_value<cujit_value>(cujit_parts + "
        "(cujit_p * cujit_across + cujit_c) * sizeof(cujit_value), cujit_sum));\n",
        by - 1, by, by > 1 ? across : variant->block, by > 1 ? across : variant->block,
        by > 1 ? across : variant->block);
    if (by == 1) {
        cj_text_append(out, "            cujit_keep(cujit_c, cujit_sum);\n        }\n");
        return;
    }
    cj_text_printf(out,
                   "            cujit_move(cujit_shared[threadIdx.x], cujit_sum);\n"
                   "        }\n"
                   "        cujit_sync();\n"
                   "        if (threadIdx.x < cujit_across) {\n"
                   "            cujit_value cujit_sum = cujit_shared[threadIdx.x];\n"
                   "#pragma unroll 4\n"
                   "            for (unsigned cujit_y = 1; cujit_y < %u; cujit_y++)\n"
                   "                cujit_sum = cujit_combine(cujit_sum, cujit_shared[cujit_y * cujit_across + "
                   "threadIdx.x]);\n"
                   "            cujit_keep(threadIdx.x, cujit_sum);\n"
                   "        }\n",
                   by);
}

cujit_status cj_source_reduction_columns(const cj_fold_kernel *kernel, const cj_variant *variant, char **source,
                                         cujit_error *error)
{
    unsigned rows = cj_reduction_columns_rows(variant);
    cj_fold_source writing;
    cj_text *text;

    cj_reduction_views_begin(&writing, kernel, variant);
    text = cj_fold_source_add(&writing, "SHARED");
    /* Bytes, since values may have constructors. */
    if (rows > 0)
        cj_text_printf(text,
                       "    __shared__ __align__(128) unsigned char cujit_bytes_shared[%u * sizeof(cujit_value)];\n"
                       "    cujit_value *const cujit_shared = (cujit_value *)cujit_bytes_shared;",
                       rows * across_of(variant));
    write_steps(&writing);
    write_fold(&writing);
    text = cj_fold_source_add(&writing, "COMBINE");
    if (cj_fold_is_pairwise(kernel, variant)) {
        cj_fold_source_end_runs(text);
        cj_text_append(text, "        cujit_pairs.cujit_total(cujit_sums, cujit_combine);\n");
    }
    write_keep(&writing, text);
    write_block(variant, text);
    if (is_split(variant))
        write_parts(variant, text);
    return cj_fold_source_finish(&writing, cj_template_reduction_columns, source, error);
}
