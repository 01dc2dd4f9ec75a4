/*
 * source_reduction.c: the sources of reductions: FLAT, ROWS and COLUMNS. What they do is told in
 * templates/reduction.cu.in, reduction_rows.cu.in and reduction_columns.cu.in.
 */
#include "libjit/reduction/reduction_views.h"
#include "libjit/runtime/workspace.h"

/* ---- What all forms have ----------------------------------------------------------------------------------------- */

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

/* Integers of 8 bits that are summed up by packed instructions. */
static void add_packed(cj_source *source, const cj_fold_kernel *kernel)
{
    const cj_fold *fold = &kernel->fold.folds[0];
    const cj_parameter *parameters = kernel->fold.text.signature.parameters;
    bool packed = cj_fold_is_packed(kernel, source->variant);
    bool is_unsigned = packed && parameters[fold->first].dtype == CUJIT_UINT8;

    cj_source_number(source, "PACKED_SUM", packed && fold->pattern == CJ_FOLD_SUM);
    cj_source_number(source, "PACKED_DOT", packed && fold->pattern == CJ_FOLD_DOT);
    cj_source_text(source, "FIRST_ARRAY", packed ? parameters[fold->first].name : "");
    cj_source_text(source, "SECOND_ARRAY", packed ? parameters[fold->second].name : "");
    cj_source_text(source, "WORD", is_unsigned ? "unsigned" : "int");
}

static void begin(cj_source *source, const cj_fold_kernel *kernel, const cj_variant *variant)
{
    bool subset = (variant->flags & CJ_VARIANT_SUBSET) != 0;

    cj_fold_source_begin(source, kernel, variant);
    add_packed(source, kernel);
    cj_source_text(source, "SUBSET_TYPE", subset ? cj_dtype_find((cujit_dtype)variant->index)->spelling : "");
    cj_source_number(source, "COUNTERS", CJ_WORKSPACE_COUNTERS);
    cj_source_number(source, "PAIRWISE", cj_fold_is_pairwise(kernel, variant));
    cj_source_number(source, "VALUES", cj_fold_side_by_side(kernel, variant));
    cj_source_number(source, "RUN", cj_fold_run(kernel, variant));
    cj_source_number(source, "FLAT", variant->form == CJ_FOLD_FLAT);
    cj_source_number(source, "COLUMNS", variant->form == CJ_FOLD_COLUMNS);
}

/* ---- FLAT -------------------------------------------------------------------------------------------------------- */

static void add_flat(cj_source *source, const cj_fold_kernel *kernel)
{
    enum { MANY_ELEMENTS = 8 };
    const cj_variant *variant = source->variant;
    const char *picks = cj_fold_source_picks(&kernel->fold, variant);
    const long long shared = (variant->block > 32 ? variant->block / 32 : 1) * (long long)kernel->value_size;

    cj_source_number(source, "RESIDENT", variant->block > 256 ? 2 : 1);
    cj_source_number(source, "SHARED", shared);
    cj_source_text(source, "TOTAL", kernel->ordered ? "cujit_part" : "cujit_total");
    cj_source_text(source, "REST", cj_fold_is_pairwise(kernel, variant) ? "cujit_rest" : "cujit_total");
    cj_source_number(source, "PICKS_MANY", picks != NULL && variant->width >= MANY_ELEMENTS);
    cj_source_number(source, "PICKS_MAX", picks != NULL && picks[1] == 'a');
    cj_source_number(source, "LIFTED", cj_fold_is_lifted(&kernel->fold.folds[0]));
}

/* ---- ROWS and COLUMNS -------------------------------------------------------------------------------------------- */

/* Where the elements are is asked for, and follows from steps along axes. */
static bool steps_index(const cj_fold_kernel *kernel, const cj_variant *variant)
{
    return (variant->flags & CJ_VARIANT_SELECTED) == 0 && cj_fold_needs_index(&kernel->fold);
}

static bool steps_place(const cj_fold_kernel *kernel, const cj_variant *variant)
{
    return (variant->flags & CJ_VARIANT_SELECTED) == 0 && cj_fold_needs_place(&kernel->fold);
}

static void add_views(cj_source *source, const cj_fold_kernel *kernel)
{
    const cj_variant *variant = source->variant;
    bool one_axis = variant->folded == 1;

    cj_reduction_layout(kernel, variant, source);
    cj_source_number(source, "INDEX_STEPS", steps_index(kernel, variant));
    cj_source_number(source, "PLACE_STEPS", steps_place(kernel, variant));
    cj_source_number(source, "CONSTANT", variant->form == CJ_FOLD_ROWS && variant->width > 1 && one_axis);
    /* Elements of one folded axis come to a thread in ascending order. */
    cj_source_text(source, "APPEND", one_axis ? "cujit_append" : "cujit_combine");
}

static void add_rows(cj_source *source, const cj_fold_kernel *kernel)
{
    const cj_variant *variant = source->variant;
    bool split = (variant->flags & CJ_VARIANT_SPLIT) != 0;

    cj_source_number(source, "GROUP", variant->lanes < 32 ? variant->lanes : 32);
    cj_source_number(source, "BY_BLOCKS", variant->lanes > 32 || split);
    cj_source_number(source, "WARPS", variant->block < 32 ? 1 : variant->block / 32);
    cj_source_number(source, "OWN_RANGES", kernel->ordered && variant->lanes > 32 ? variant->block / 32 : 0);
    cj_source_text(source, "TOTAL", kernel->ordered ? "cujit_piece" : "cujit_sum");
    cj_source_text(source, "REST", cj_fold_side_by_side(kernel, variant) > 1 ? "cujit_sum" : "cujit_sums[0]");
}

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

static void add_columns(cj_source *source, const cj_fold_kernel *kernel)
{
    const cj_variant *variant = source->variant;
    unsigned rows = rows_of(variant), by = finishers(variant);

    cj_source_number(source, "ROWS", rows);
    cj_source_number(source, "SHARED_ROWS", cj_reduction_columns_rows(variant));
    cj_source_number(source, "BY_SHUFFLES", by_shuffles(variant));
    cj_source_number(source, "PACE", kernel->ordered ? 1 : rows);
    cj_source_number(source, "OWN_RANGES", kernel->ordered && rows > 1 ? rows : 0);
    cj_source_number(source, "FINISHERS", by);
    cj_source_number(source, "FINISHING", by > 1 ? across_of(variant) : variant->block);
}

cujit_status cj_source_reduction(const cj_fold_kernel *kernel, const cj_variant *variant, char **source,
                                 cujit_error *error)
{
    cj_source writing;

    begin(&writing, kernel, variant);
    if (variant->form == CJ_FOLD_FLAT) {
        add_flat(&writing, kernel);
        return cj_source_finish(&writing, "reduction", source, error);
    }
    add_views(&writing, kernel);
    if (variant->form == CJ_FOLD_ROWS) {
        add_rows(&writing, kernel);
        return cj_source_finish(&writing, "reduction_rows", source, error);
    }
    add_columns(&writing, kernel);
    return cj_source_finish(&writing, "reduction_columns", source, error);
}
