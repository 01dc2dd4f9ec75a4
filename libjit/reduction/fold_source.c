/*
 * fold_source.c: see fold_source.h.
 */
#include "libjit/reduction/fold_source.h"

#include <string.h>

/* ---- What the functions of the user's texts are ------------------------------------------------------------------ */

static bool has_views(const cj_fold_text *fold)
{
    for (size_t k = 0; k < fold->text.signature.count; k++) {
        if (cj_fold_can_view(fold, k))
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
    if (!cj_fold_needs_place(fold))
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

const char *cj_fold_source_picks(const cj_fold_text *fold, const cj_variant *variant)
{
    return fold->count == 1 && is_ascending(&fold->folds[0], variant) ? fold->folds[0].picks : NULL;
}

static void add_folds(cj_source *source, const cj_fold_text *fold)
{
    cj_value *items = cj_source_list(source, "folds", fold->count, 12);

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
        for (cj_fold_part part = CJ_FOLD_MAP; part <= CJ_FOLD_POST; part++) {
            bool cast = part == CJ_FOLD_POST && one->cast != NULL;
            const char *text = *cj_fold_text_at((cujit_reduction_result *)&one->texts, part);

            *items++ = cj_source_part(names[part], cj_fold_part_name(cast ? cj_fold_cast_part(one) : part, k),
                                      cast           ? one->cast
                                      : text != NULL ? text
                                                     : "");
        }
    }
}

void cj_fold_source_begin(cj_source *source, const cj_fold_kernel *kernel, const cj_variant *variant)
{
    const cj_fold_text *fold = &kernel->fold;

    cj_source_begin(source, &fold->text, variant);
    cj_source_arrays(source, cj_kernel_text_only_indexed);
    add_folds(source, fold);
    cj_source_number(source, "VALUE_SIZE", (long long)kernel->value_size);
    cj_source_number(source, "OWN_N", strcmp(cj_source_count(&fold->text), "n") != 0);
    cj_source_text(source, "INDEX", index_type(fold));
    cj_source_text(source, "PLACE", place_type(fold));
    cj_source_number(source, "PLACED", cj_fold_needs_place(fold));
    cj_source_number(source, "ORDERED", kernel->ordered);
}

/* ---- Runs on the host -------------------------------------------------------------------------------------------- */

/* Integers and places are as exact in any order; of what users define nothing is known. */
static bool rounds(const cj_fold_type *accumulator)
{
    return !cj_fold_is_integer(accumulator->dtype) && accumulator->indexed == CUJIT_DTYPE_NONE;
}

bool cj_fold_is_pairwise(const cj_fold_kernel *kernel, const cj_variant *variant)
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

unsigned cj_fold_side_by_side(const cj_fold_kernel *kernel, const cj_variant *variant)
{
    if (variant->form == CJ_FOLD_FLAT)
        return variant->unroll;
    return variant->form == CJ_FOLD_ROWS && (kernel->ordered || is_costly(kernel)) ? 1 : variant->width;
}

unsigned cj_fold_run(const cj_fold_kernel *kernel, const cj_variant *variant)
{
    enum { RUN = 16, LONG_RUN = 512 };

    if (is_costly(kernel))
        return LONG_RUN;
    return cj_fold_side_by_side(kernel, variant) < variant->width ? 1 : RUN;
}
