/*
 * fold_source.c: the sources of reductions and scans, and what they share with those of kernels of rows. What their
 * forms do is told in templates/reduction*.cu.in and scan*.cu.in; fold_functions.cu.in says how the user's texts stand
 * in all of them.
 */
#include "libjit/reduction/reduction.h"
#include "libjit/reduction/rows.h"
#include "libjit/reduction/scan.h"
#include "libjit/runtime/workspace.h"

#include <string.h>

/* ---- What the functions of the user's texts are ------------------------------------------------------------------ */

static bool has_views(const cj_fold_text *fold)
{
    for (size_t k = 0; k < fold->text.signature.count; k++) {
        if ((fold->text.roles[k] & (CJ_ROLE_INDEXED | CJ_ROLE_PLACE)) != 0)
            return true;
    }
    return false;
}

/* What nobody asks for turns into no number: where it is in truth, a launch has none. A number that no accessor takes
 * is what it is over plain pointers, so that templates do with it what they do there. */
static const char *index_type(const cj_fold_text *fold)
{
    return fold->text.needs_index && !has_views(fold) ? "long long" : cj_source_index_type(&fold->text);
}

static const char *place_type(const cj_fold_text *fold)
{
    if (!fold->uses_place)
        return "cujit_bare_j";
    return has_views(fold) ? "cujit_counted_j" : "long long";
}

/* Of elements in ascending order it need not be asked which index is lower. A range may go down, a subset anywhere.
 * What begins with an extreme must know the first index: see cujit_found(). */
static bool is_ascending(const cj_fold *fold, const cj_variant *variant)
{
    return fold->where == CJ_FOLD_AT_J || (fold->where == CJ_FOLD_AT_I && (variant->flags & CJ_VARIANT_SELECTED) == 0 &&
                                           (!fold->extreme || variant->form == CJ_FOLD_FLAT));
}

/* "max" or "min": the only fold picks one of two values with their place, and elements come in ascending order of
 * these. NULL: anything else. */
static const char *find_picks(const cj_fold_text *fold, const cj_variant *variant)
{
    return fold->count == 1 && is_ascending(&fold->folds[0], variant) ? fold->folds[0].picks : NULL;
}

/* Integers and places are as exact in any order; of what users define nothing is known. */
static bool rounds(const cj_fold_type *accumulator)
{
    return !cj_fold_is_integer(accumulator->dtype) && accumulator->indexed == CUJIT_DTYPE_NONE;
}

enum { RUN = 16, LONG_RUN = 512, TURNS = 16 };

/* Blocks of one thread that take one element after the other: how many accumulators take turns, and how many turns are
 * a run; 0: it does not matter, since nothing is rounded. */
static long long find_turns(const cj_fold *fold)
{
    return fold->commutative && cj_dtype_is_number(fold->accumulator.dtype) && rounds(&fold->accumulator) ? TURNS : 1;
}
static long long find_turns_of_run(const cj_fold *fold)
{
    return !rounds(&fold->accumulator) ? 0 : fold->accumulator.dtype == CUJIT_DTYPE_NONE ? LONG_RUN : RUN;
}

static void add_folds(cj_source *source, const cj_fold_text *fold)
{
    cj_value *items = cj_source_list(source, "folds", fold->count, 17);

    for (size_t k = 0; items != NULL && k < fold->count; k++) {
        static const char *const names[] = {"map", "reduce", "neutral", "post"};
        const cj_fold *one = &fold->folds[k];
        bool lowest = one->picks != NULL && strcmp(one->picks, "min") == 0;

        *items++ = cj_value_text("type", one->accumulator.spelling);
        *items++ = cj_value_text("out", one->out.spelling);
        *items++ = cj_value_number("has_neutral", one->texts.neutral != NULL);
        *items++ = cj_value_number("lifted", cj_fold_is_lifted(one));
        *items++ = cj_value_number("extreme", one->extreme);
        *items++ = cj_value_text("never", one->extreme ? cj_dtype_extreme(one->accumulator.indexed, lowest) : "");
        *items++ = cj_value_text("picks", one->picks);
        *items++ = cj_value_number("ascending", is_ascending(one, source->variant));
        *items++ = cj_value_number("commutes", one->commutative);
        *items++ = cj_value_number("group", one->group);
        *items++ = cj_value_text("stage", fold->spec.stages[k]);
        *items++ = cj_value_number("values", find_turns(one));
        *items++ = cj_value_number("run", find_turns_of_run(one));
        for (cj_fold_part part = CJ_FOLD_MAP; part <= CJ_FOLD_POST; part++) {
            bool cast = part == CJ_FOLD_POST && one->cast != NULL;
            /* A cast is shown at the text that asks for it. */
            cj_fold_part at = !cast ? part : one->texts.out_type != NULL ? CJ_FOLD_OUT_TYPE : CJ_FOLD_ACCUMULATOR;
            const char *text = *cj_fold_text_at((cujit_reduction_result *)&one->texts, at);

            text = text != NULL ? text : "";
            *items++ = cj_source_part(source, names[part], cj_fold_part_name(&fold->spec, at, k),
                                      cast ? one->cast : text, text);
        }
    }
}

static void add_all(cj_source *source, const cj_fold_kernel *kernel)
{
    const cj_fold_text *fold = &kernel->fold;

    source->features |= CJ_FEATURE_ACCESSORS | CJ_FEATURE_FOLD |
                        (source->variant->block > 1 ? CJ_FEATURE_BARRIERS : 0u);
    add_folds(source, fold);
    cj_source_number(source, "OWN_N", strcmp(cj_source_count(&fold->text), "n") != 0);
    cj_source_text(source, "INDEX", index_type(fold));
    cj_source_text(source, "PLACE", place_type(fold));
    cj_source_number(source, "PLACED", fold->uses_place);
    cj_source_number(source, "ORDERED", kernel->ordered);
}

/* ---- Runs on the host -------------------------------------------------------------------------------------------- */

/* Blocks of one thread fold runs of a few elements pairwise (cujit_pairwise), so that sums of floats lose no digits;
 * what does not round has no use for that. */
static bool is_pairwise(const cj_fold_kernel *kernel, const cj_variant *variant)
{
    for (size_t k = 0; variant->block == 1 && k < kernel->fold.count; k++) {
        if (rounds(&kernel->fold.folds[k].accumulator))
            return true;
    }
    return false;
}

static bool is_costly(const cj_fold_kernel *kernel)
{
    for (size_t k = 0; k < kernel->fold.count; k++) {
        const cj_fold_type *accumulator = &kernel->fold.folds[k].accumulator;

        if (accumulator->dtype == CUJIT_DTYPE_NONE && rounds(accumulator))
            return true;
    }
    return false;
}

/* How many values of the variant's tiles are kept side by side. */
static unsigned count_side_by_side(const cj_fold_kernel *kernel, const cj_variant *variant)
{
    if (variant->form == CJ_FOLD_FLAT)
        return variant->unroll;
    return variant->form == CJ_FOLD_ROWS && (kernel->ordered || is_costly(kernel)) ? 1 : variant->width;
}

/* Steps of a run. Sums of the prelude's own types, which are of doubles and cost divisions to merge, are merged
 * seldom. */
static unsigned find_run(const cj_fold_kernel *kernel, const cj_variant *variant)
{
    if (is_costly(kernel))
        return LONG_RUN;
    return count_side_by_side(kernel, variant) < variant->width ? 1 : RUN;
}

/* ---- What all reductions have ------------------------------------------------------------------------------------ */

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

static void add_reduction(cj_source *source, const cj_fold_kernel *kernel)
{
    const cj_variant *variant = source->variant;
    bool subset = (variant->flags & CJ_VARIANT_SUBSET) != 0;

    source->numbers += subset;
    add_packed(source, kernel);
    cj_source_text(source, "SUBSET_TYPE", subset ? cj_dtype_find((cujit_dtype)variant->index)->spelling : "");
    cj_source_number(source, "COUNTERS", CJ_WORKSPACE_COUNTERS);
    cj_source_number(source, "PAIRWISE", is_pairwise(kernel, variant));
    cj_source_number(source, "VALUES", count_side_by_side(kernel, variant));
    cj_source_number(source, "RUN", find_run(kernel, variant));
    cj_source_number(source, "FLAT", variant->form == CJ_FOLD_FLAT);
    cj_source_number(source, "COLUMNS", variant->form == CJ_FOLD_COLUMNS);
}

/* ---- FLAT -------------------------------------------------------------------------------------------------------- */

static void add_flat(cj_source *source, const cj_fold_kernel *kernel)
{
    enum { MANY_ELEMENTS = 8 };
    const cj_variant *variant = source->variant;
    const char *picks = find_picks(&kernel->fold, variant);
    const long long shared = (variant->block > 32 ? variant->block / 32 : 1) * (long long)kernel->value_size;

    cj_source_number(source, "RESIDENT", variant->block > 256 ? 2 : 1);
    cj_source_number(source, "SHARED", shared);
    source->numbers += (variant->flags & CJ_VARIANT_RANGE) != 0 ? 2 : 0;
    source->template = "reduction";
    cj_source_text(source, "TOTAL", kernel->ordered ? "cujit_part" : "cujit_total");
    cj_source_text(source, "REST", is_pairwise(kernel, variant) ? "cujit_rest" : "cujit_total");
    cj_source_number(source, "PICKS_MANY", picks != NULL && variant->width >= MANY_ELEMENTS);
    cj_source_number(source, "PICKS_MAX", picks != NULL && picks[1] == 'a');
    cj_source_number(source, "LIFTED", cj_fold_is_lifted(&kernel->fold.folds[0]));
}

/* ---- ROWS and COLUMNS -------------------------------------------------------------------------------------------- */

static void add_views(cj_source *source, const cj_fold_kernel *kernel)
{
    const cj_variant *variant = source->variant;
    bool one_axis = variant->folded == 1, stepped = (variant->flags & CJ_VARIANT_SELECTED) == 0;

    cj_reduction_layout(kernel, source);
    /* Where the elements are is asked for, and follows from steps along axes. */
    cj_source_number(source, "INDEX_STEPS", stepped && kernel->fold.text.needs_index);
    cj_source_number(source, "PLACE_STEPS", stepped && kernel->fold.uses_place);
    cj_source_number(source, "CONSTANT", variant->form == CJ_FOLD_ROWS && variant->width > 1 && one_axis);
    /* Elements of one folded axis come to a thread in ascending order. */
    cj_source_text(source, "APPEND", one_axis ? "cujit_append" : "cujit_combine");
}

static void add_rows(cj_source *source, const cj_fold_kernel *kernel)
{
    const cj_variant *variant = source->variant;
    bool split = (variant->flags & CJ_VARIANT_SPLIT) != 0;

    source->template = "reduction_rows";
    cj_source_number(source, "GROUP", variant->lanes < 32 ? variant->lanes : 32);
    cj_source_number(source, "BY_BLOCKS", variant->lanes > 32 || split);
    cj_source_number(source, "WARPS", variant->block < 32 ? 1 : variant->block / 32);
    cj_source_number(source, "OWN_RANGES", kernel->ordered && variant->lanes > 32 ? variant->block / 32 : 0);
    cj_source_text(source, "TOTAL", kernel->ordered ? "cujit_piece" : "cujit_sum");
    cj_source_text(source, "REST", count_side_by_side(kernel, variant) > 1 ? "cujit_sum" : "cujit_sums[0]");
}

static bool by_shuffles(const cj_variant *variant)
{
    return variant->lanes < 32 && variant->block >= 32;
}

/* So many threads fold the parts of one column, in the last block. */
static unsigned finishers(const cj_variant *variant)
{
    unsigned count = variant->block / ((unsigned)variant->lanes * variant->width);

    return count > 1 ? count : 1;
}

unsigned cj_reduction_columns_rows(const cj_variant *variant)
{
    unsigned turns = variant->block / variant->lanes;
    unsigned rows = turns == 1 ? 0 : by_shuffles(variant) ? variant->block / 32 : turns;
    unsigned last = (variant->flags & CJ_VARIANT_SPLIT) != 0 && finishers(variant) > 1 ? finishers(variant) : 0;

    return rows > last ? rows : last;
}

static void add_columns(cj_source *source, const cj_fold_kernel *kernel)
{
    const cj_variant *variant = source->variant;
    unsigned rows = variant->block / variant->lanes, by = finishers(variant); /* threads take turns at a column */

    source->template = "reduction_columns";
    cj_source_number(source, "ROWS", rows);
    cj_source_number(source, "SHARED_ROWS", cj_reduction_columns_rows(variant));
    cj_source_number(source, "BY_SHUFFLES", by_shuffles(variant));
    cj_source_number(source, "PACE", kernel->ordered ? 1 : rows);
    cj_source_number(source, "OWN_RANGES", kernel->ordered && rows > 1 ? rows : 0);
    cj_source_number(source, "FINISHERS", by);
    cj_source_number(source, "FINISHING", by > 1 ? variant->lanes * variant->width : variant->block);
}

/* ---- Scans ------------------------------------------------------------------------------------------------------- */

bool cj_scan_is_flagged(const cj_fold_kernel *kernel, const cj_variant *variant)
{
    return variant->form == CJ_FOLD_SCAN && (kernel->fold.spec.segment != NULL || variant->kept > 0);
}

static void add_scan(cj_source *source, const cj_fold_kernel *kernel)
{
    const cj_variant *variant = source->variant;
    const cj_fold_spec *spec = &kernel->fold.spec;
    const char *segment = spec->segment != NULL ? spec->segment : "";
    bool columns = variant->form == CJ_FOLD_SCAN_COLUMNS;

    source->template = columns ? "scan_columns" : variant->block == 1 ? "scan_chunks" : "scan";
    source->numbers += columns ? 0 : 3; /* what tells a launch's blocks what is theirs */
    cj_scan_layout(kernel, source);
    cj_source_number(source, "RANK", cj_scan_rank(variant));
    cj_source_number(source, "FLAT", !columns && variant->folded == 0);
    cj_source_number(source, "FLAGGED", cj_scan_is_flagged(kernel, variant));
    cj_source_number(source, "EXCLUSIVE", spec->exclusive);
    cj_source_number(source, "REVERSE", spec->reverse);
    cj_source_text(source, "SIGN", spec->reverse ? "-" : "");
    cj_source_text(source, "OUT", kernel->fold.folds[0].out.spelling);
    cj_source_add(source, cj_source_part(source, "SEGMENT", "segment", segment, segment));
}

void cj_fold_describe(const cj_core *core, cj_source *source)
{
    const cj_fold_kernel *kernel = (const cj_fold_kernel *)core;

    add_all(source, kernel);
    if (kernel->fold.spec.rows) {
        cj_rows_describe(kernel, source);
        return;
    }
    source->numbers = 2 + kernel->fold.count; /* n, the outputs and the workspace */
    cj_source_number(source, "VALUE_SIZE", (long long)kernel->value_size);
    cj_source_arrays(source, CJ_ROLE_INDEXED);
    if (kernel->fold.spec.scan) {
        source->features |= CJ_FEATURE_SCAN;
        add_scan(source, kernel);
        return;
    }
    add_reduction(source, kernel);
    if (source->variant->form == CJ_FOLD_FLAT) {
        add_flat(source, kernel);
        return;
    }
    add_views(source, kernel);
    if (source->variant->form == CJ_FOLD_ROWS)
        add_rows(source, kernel);
    else
        add_columns(source, kernel);
}
