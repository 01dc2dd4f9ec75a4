/*
 * source_reduction.c: the source of reductions of whole dense arrays into one result.
 *
 * Every thread folds tiles of 16 bytes, `unroll` of which are on their way before the first is used; then the lanes of
 * a warp, the warps of a block, and the blocks of the grid are folded. The last block to be done finds that out by a
 * ticket and folds what the others have left in memory, so that one launch does all (as in NVIDIA's sample
 * "threadFenceReduction"). On an H200 that takes 0.5 to 2 us less than a second launch.
 *
 * Where all operators are commutative a thread takes tiles that lie a whole grid apart. Where the order counts each
 * warp has one piece of the arrays, and folds its lanes after every tile.
 */
#include "libjit/reduction/fold_source.h"
#include "libjit/runtime/workspace.h"
#include "templates/templates.h"

#include <stdio.h>

/* ---- Tiles ------------------------------------------------------------------------------------------------------- */

static void write_tiles(const cj_fold_source *source, cj_text *out)
{
    const cj_fold_text *fold = &source->kernel->fold;
    const cj_variant *variant = source->variant;
    bool shifted = (variant->flags & CJ_VARIANT_SHIFTED) != 0;

    for (size_t k = 0; k < fold->text.signature.count; k++) {
        const cj_parameter *parameter = &fold->text.signature.parameters[k];

        if (cj_fold_can_view(fold, k))
            cj_text_printf(out, "        cujit_held<%s, %d> cujit_tile_%s[%d];\n", parameter->spelling, variant->width,
                           parameter->name, variant->unroll);
    }
    cj_text_printf(out,
                   "#pragma unroll\n"
                   "        for (int cujit_u = 0; cujit_u < %d; cujit_u++) {\n"
                   "            if (cujit_full || cujit_t + cujit_u * CUJIT_STEP < cujit_end) {\n",
                   variant->unroll);
    for (size_t k = 0; k < fold->text.signature.count; k++) {
        const cj_parameter *parameter = &fold->text.signature.parameters[k];

        if (!cj_fold_can_view(fold, k))
            continue;
        cj_text_printf(out,
                       "                cujit_tile_%s[cujit_u].cujit_fetch%s(%s + (cujit_t + cujit_u * CUJIT_STEP) * "
                       "%d%s%s%s);\n",
                       parameter->name, shifted ? "_shifted" : "", parameter->name, variant->width,
                       shifted ? ", cujit_full ? nullptr : " : "", shifted ? parameter->name : "",
                       shifted ? " + n" : "");
    }
    cj_text_append(out, "            }\n        }\n");
}

static bool is_small_integer(const cj_fold_text *fold, size_t k)
{
    cujit_dtype dtype = fold->text.signature.parameters[k].dtype;

    return dtype == CUJIT_INT8 || dtype == CUJIT_UINT8;
}

bool cj_fold_is_packed(const cj_fold_kernel *kernel, const cj_variant *variant)
{
    const cj_fold_text *fold = &kernel->fold;
    const cj_fold *one = &fold->folds[0];
    cujit_dtype to = one->accumulator.dtype;

    if (variant->block == 1 || fold->count != 1 || variant->width % 4 != 0 || one->pattern == CJ_FOLD_ANY ||
        (to != CUJIT_INT32 && to != CUJIT_UINT32 && to != CUJIT_INT64 && to != CUJIT_UINT64) ||
        !is_small_integer(fold, one->first))
        return false;
    return one->pattern == CJ_FOLD_SUM ||
           fold->text.signature.parameters[one->first].dtype == fold->text.signature.parameters[one->second].dtype;
}

static void write_packed(const cj_fold_kernel *kernel, const char *total, const char *indent, cj_text *out)
{
    const cj_fold *fold = &kernel->fold.folds[0];
    const cj_parameter *parameters = kernel->fold.text.signature.parameters;

    if (fold->pattern == CJ_FOLD_SUM)
        cj_text_printf(out, "%s%s.cujit_of0 += cujit_sum_held(cujit_tile_%s[cujit_u]);\n", indent, total,
                       parameters[fold->first].name);
    else
        cj_text_printf(out, "%s%s.cujit_of0 += cujit_dot_held(cujit_tile_%s[cujit_u], cujit_tile_%s[cujit_u]);\n",
                       indent, total, parameters[fold->first].name, parameters[fold->second].name);
}

/* ---- One place of a turn ----------------------------------------------------------------------------------------- */

/* What the t-th index is, where indices are not simply 0, 1, 2, ... */
static const char *index_of(const cj_variant *variant)
{
    if ((variant->flags & CJ_VARIANT_SUBSET) != 0)
        return "(long long)cujit_subset[cujit_j]";
    return (variant->flags & CJ_VARIANT_RANGE) != 0 ? "cujit_start + cujit_j * cujit_step" : "cujit_j";
}

enum { MANY_ELEMENTS = 8 };

/* Of many elements hardly any is a new extreme: whether one is costs a comparison each, where picking costs several. */
static bool write_filter(const cj_fold_source *source, const char *total, cj_text *out)
{
    const cj_fold *fold = &source->kernel->fold.folds[0];
    const char *picks = cj_fold_source_picks(source);

    if (picks == NULL || source->variant->width < MANY_ELEMENTS)
        return false;
    if (cj_fold_is_lifted(fold))
        cj_text_printf(out, "                bool cujit_any = !%s.cujit_of0.cujit_there;\n", total);
    else
        cj_text_append(out, "                bool cujit_any = false;\n");
    cj_text_printf(out,
                   "#pragma unroll\n"
                   "                for (int cujit_k = 0; cujit_k < %d; cujit_k++)\n"
                   "                    cujit_any |= !(cujit_value_of(",
                   source->variant->width);
    cj_fold_source_call(source, "cujit_map0", CJ_FOLD_FROM_TILE, "[cujit_u].cujit_get(cujit_k)",
                        "cujit_first + cujit_k", "cujit_first + cujit_k", out);
    cj_text_printf(out, ") %s cujit_value_of(%s.cujit_of0%s));\n                if (cujit_any) {\n",
                   picks[1] == 'a' ? "<=" : ">=", total, cj_fold_is_lifted(fold) ? ".cujit_of" : "");
    return true;
}

/* Appends the elements of the tile at cujit_t + cujit_u * CUJIT_STEP to `total`. */
static void write_appending_tile(const cj_fold_source *source, const char *total, cj_text *out)
{
    const cj_variant *variant = source->variant;
    bool filter;

    cj_text_printf(out, "                const long long cujit_first = (cujit_t + cujit_u * CUJIT_STEP) * %d;\n",
                   variant->width);
    filter = write_filter(source, total, out);
    cj_text_printf(out,
                   "#pragma unroll\n"
                   "                for (int cujit_k = 0; cujit_k < %d; cujit_k++)\n"
                   "                    %s = cujit_append(%s, ",
                   variant->width, total, total);
    cj_fold_source_call(source, "cujit_map", CJ_FOLD_FROM_TILE, "[cujit_u].cujit_get(cujit_k)", "cujit_first + cujit_k",
                        "cujit_first + cujit_k", out);
    cj_text_append(out, filter ? ");\n                }\n" : ");\n");
}

/* The same; where there are no tiles, the one element there. */
static void write_appending(const cj_fold_source *source, const char *total, cj_text *out)
{
    const cj_variant *variant = source->variant;

    if (cj_fold_is_packed(source->kernel, variant)) {
        write_packed(source->kernel, total, "                ", out);
        return;
    }
    if (variant->width > 1) {
        write_appending_tile(source, total, out);
        return;
    }
    cj_text_printf(out,
                   "                const long long cujit_j = cujit_t + cujit_u * CUJIT_STEP, cujit_i = %s;\n"
                   "                %s = cujit_append(%s, ",
                   index_of(variant), total, total);
    cj_fold_source_call(source, "cujit_map", CJ_FOLD_FROM_POINTER, "cujit_i", "cujit_i", "cujit_j", out);
    cj_text_append(out, ");\n");
}

/* What is left behind the last tile, an element to each of the first threads of the last block (in order: the last
 * warp). */
static void write_tail(const cj_fold_source *source, const char *thread, const char *total, cj_text *out)
{
    cj_text_printf(out,
                   "%s < n %% %d) {\n"
                   "        const long long cujit_i = n - n %% %d + %s;\n"
                   "        %s = cujit_append(%s, ",
                   thread, source->variant->width, source->variant->width, thread, total, total);
    cj_fold_source_call(source, "cujit_map", CJ_FOLD_FROM_POINTER, "cujit_i", "cujit_i", "cujit_i", out);
    cj_text_append(out, ");\n    }\n");
}

/* ---- Loops ------------------------------------------------------------------------------------------------------- */

/* A thread's turn: `unroll` tiles are loaded, then folded. Only the last one may be a part of a turn, or have the
 * array's last tile, at which shifted loads must stop; the others do without a look at the end, and have a copy of
 * their own. */
static void write_turn(const cj_fold_source *source, const char *total, const char *before, const char *behind,
                       cj_text *out)
{
    cj_text_append(out, "    const auto cujit_turn = [&](const long long cujit_t, const bool cujit_full) {\n");
    if (source->variant->width > 1)
        write_tiles(source, out);
    cj_text_printf(out,
                   "#pragma unroll\n"
                   "        for (int cujit_u = 0; cujit_u < %d; cujit_u++) {\n"
                   "%s"
                   "            if (cujit_full || cujit_t + cujit_u * CUJIT_STEP < cujit_end) {\n",
                   source->variant->unroll, before);
    write_appending(source, total, out);
    cj_text_printf(out, "            }\n%s        }\n    };\n", behind);
}

/* In any order: `unroll` tiles a block apart, then a grid further. */
static void write_unordered(const cj_fold_source *source, cj_text *out)
{
    const cj_variant *variant = source->variant;
    int turn = variant->block * variant->unroll;

    cj_text_printf(out,
                   "    constexpr long long CUJIT_STEP = %d;\n"
                   "    const long long cujit_end = n / %d;\n"
                   "    long long cujit_at = (long long)blockIdx.x * %d + threadIdx.x;\n",
                   variant->block, variant->width, turn);
    write_turn(source, "cujit_total", "", "", out);
    cj_text_printf(out,
                   "#pragma unroll 1\n"
                   "    for (; cujit_at + %d * CUJIT_STEP < cujit_end%s; cujit_at += (long long)gridDim.x * %d)\n"
                   "        cujit_turn(cujit_at, true);\n"
                   "    if (cujit_at < cujit_end)\n"
                   "        cujit_turn(cujit_at, false);\n",
                   variant->unroll - 1, (variant->flags & CJ_VARIANT_SHIFTED) != 0 ? " - 1" : "", turn);
    if (variant->width > 1) {
        cj_text_append(out, "    if (blockIdx.x == gridDim.x - 1 && ");
        write_tail(source, "threadIdx.x", "cujit_total", out);
    }
}

/* In order: a warp has one piece, takes `unroll` times 32 tiles in a row, and folds each 32. The first lane has the
 * total. */
static void write_ordered(const cj_fold_source *source, cj_text *out)
{
    const cj_variant *variant = source->variant;
    int warps = variant->block / 32, turn = 32 * variant->unroll;

    cj_text_printf(out,
                   "    constexpr long long CUJIT_STEP = 32;\n"
                   "    const long long cujit_tiles = n / %d, cujit_warps = (long long)gridDim.x * %d;\n"
                   "    const long long cujit_warp = (long long)blockIdx.x * %d + threadIdx.x / 32;\n"
                   "    const long long cujit_piece = ((cujit_tiles + cujit_warps - 1) / cujit_warps + %d) / %d * %d;\n"
                   "    const long long cujit_stop = cujit_piece * (cujit_warp + 1);\n"
                   "    const long long cujit_end = cujit_stop < cujit_tiles ? cujit_stop : cujit_tiles;\n"
                   "    const int cujit_lane = threadIdx.x %% 32;\n"
                   "    long long cujit_at = cujit_piece * cujit_warp;\n",
                   variant->width, warps, warps, turn - 1, turn, turn);
    write_turn(source, "cujit_part", "            cujit_value cujit_part = cujit_neutral();\n",
               "            cujit_part = cujit_fold_lanes<32>(cujit_part, cujit_combine);\n"
               "            if (cujit_lane == 0)\n"
               "                cujit_total = cujit_combine(cujit_total, cujit_part);\n",
               out);
    cj_text_printf(out,
                   "#pragma unroll 1\n"
                   "    for (; cujit_at + %d <= cujit_end%s; cujit_at += %d)\n"
                   "        cujit_turn(cujit_at + cujit_lane, true);\n"
                   "    if (cujit_at < cujit_end)\n"
                   "        cujit_turn(cujit_at + cujit_lane, false);\n",
                   turn, (variant->flags & CJ_VARIANT_SHIFTED) != 0 ? " - 1" : "", turn);
    if (variant->width > 1) {
        cj_text_append(out, "    cujit_value cujit_rest = cujit_neutral();\n    if (cujit_warp == cujit_warps - 1 && ");
        write_tail(source, "cujit_lane", "cujit_rest", out);
        cj_text_append(out, "    cujit_rest = cujit_fold_lanes<32>(cujit_rest, cujit_combine);\n"
                            "    if (cujit_lane == 0)\n"
                            "        cujit_total = cujit_combine(cujit_total, cujit_rest);\n");
    }
}

/* cujit_sums[], as many values side by side as a compiler can do with vector instructions: of all but the last few
 * elements of a piece, into cujit_total. */
static void write_side_by_side(const cj_fold_source *source, cj_text *out)
{
    const cj_variant *variant = source->variant;
    bool pairwise = cj_fold_is_pairwise(source->kernel, variant);
    int unroll = variant->unroll;

    cj_text_printf(out, "    const long long cujit_stop = (cujit_behind - cujit_at) / %d;\n", unroll);
    if (pairwise) {
        cj_fold_source_begin_runs(source, "long long", "0", out);
    } else {
        cj_text_printf(out,
                       "    const long long cujit_low = 0, cujit_high = cujit_stop;\n"
                       "    cujit_value cujit_sums[%d];\n"
                       "    for (int cujit_k = 0; cujit_k < %d; cujit_k++)\n"
                       "        cujit_sums[cujit_k] = cujit_total;\n",
                       unroll, unroll);
    }
    cj_text_printf(out,
                   "        for (long long cujit_t = cujit_low; cujit_t < cujit_high; cujit_t++, cujit_at += %d) {\n"
                   "            for (int cujit_k = 0; cujit_k < %d; cujit_k++) {\n"
                   "                const long long cujit_j = cujit_at + cujit_k, cujit_i = %s;\n"
                   "                cujit_sums[cujit_k] = cujit_append(cujit_sums[cujit_k], ",
                   unroll, unroll, index_of(variant));
    cj_fold_source_call(source, "cujit_map", CJ_FOLD_FROM_POINTER, "cujit_i", "cujit_i", "cujit_j", out);
    cj_text_append(out, ");\n            }\n        }\n");
    if (pairwise) {
        cj_fold_source_end_runs(out);
        cj_text_append(out, "    cujit_total = cujit_pairs.cujit_one(cujit_sums, cujit_combine);\n");
    } else {
        cj_text_printf(out,
                       "    for (int cujit_k = 0; cujit_k < %d; cujit_k++)\n"
                       "        cujit_total = cujit_combine(cujit_total, cujit_sums[cujit_k]);\n",
                       unroll);
    }
}

/* The host's blocks of one thread: a piece of the arrays each. What rounds has a value of its own for the elements that
 * are left, so that not each of them is rounded to the total's digits. */
static void write_single(const cj_fold_source *source, cj_text *out)
{
    const cj_variant *variant = source->variant;
    bool pairwise = cj_fold_is_pairwise(source->kernel, variant);
    const char *to = pairwise ? "cujit_rest" : "cujit_total";

    cj_text_append(out, "    const long long cujit_behind = cujit_end(n);\n"
                        "    long long cujit_at = cujit_begin(n);\n");
    if (variant->unroll > 1 || pairwise)
        write_side_by_side(source, out);
    if (variant->unroll == 1 && pairwise)
        return;
    if (pairwise)
        cj_text_append(out, "    cujit_value cujit_rest = cujit_neutral();\n");
    cj_text_printf(out,
                   "    for (; cujit_at < cujit_behind; cujit_at++) {\n"
                   "        const long long cujit_j = cujit_at, cujit_i = %s;\n"
                   "        %s = cujit_append(%s, ",
                   index_of(variant), to, to);
    cj_fold_source_call(source, "cujit_map", CJ_FOLD_FROM_POINTER, "cujit_i", "cujit_i", "cujit_j", out);
    cj_text_append(out, ");\n    }");
    if (pairwise)
        cj_text_append(out, "\n    cujit_total = cujit_combine(cujit_total, cujit_rest);");
}

/* ---- The source -------------------------------------------------------------------------------------------------- */

static void write_parameters(const cj_fold_source *source, cj_text *out)
{
    const cj_variant *variant = source->variant;

    cj_fold_source_parameters(source, out);
    if ((variant->flags & CJ_VARIANT_RANGE) != 0)
        cj_text_append(out, ", const long long cujit_start, const long long cujit_step");
    cj_fold_source_subset(source, out);
    cj_fold_source_outputs(source, out);
}

cujit_status cj_source_reduction_flat(const cj_fold_kernel *kernel, const cj_variant *variant, char **source,
                                      cujit_error *error)
{
    cj_fold_source writing;
    cj_text *loop;

    cj_fold_source_begin(&writing, kernel, variant);
    write_parameters(&writing, cj_fold_source_add(&writing, "PARAMETERS"));
    cj_text_printf(cj_fold_source_add(&writing, "SHARED"), "%zu",
                   (variant->block > 32 ? variant->block / 32 : 1) * kernel->value_size);
    cj_text_append(cj_fold_source_add(&writing, "RESIDENT"), variant->block > 256 ? "2" : "1");
    cj_text_printf(cj_fold_source_add(&writing, "COUNTERS"), "%d", CJ_WORKSPACE_COUNTERS);
    loop = cj_fold_source_add(&writing, "LOOP");
    if (variant->block == 1)
        write_single(&writing, loop);
    else if (kernel->ordered)
        write_ordered(&writing, loop);
    else
        write_unordered(&writing, loop);
    return cj_fold_source_finish(&writing, cj_template_reduction, source, error);
}
