/*
 * fold_kernel.c: reductions, scans and kernels of rows as a family: the table of core.h.
 */
#include "libjit/reduction/fold_kernel.h"

#include "libjit/kernel/tiling.h"
#include "libjit/reduction/reduction.h"
#include "libjit/reduction/rows.h"
#include "libjit/reduction/scan.h"

#include <stdio.h>
#include <string.h>

/* ---- Widths ------------------------------------------------------------------------------------------------------ */

enum { MOST_BYTES = 128 }; /* of an element that is worth a tile */

unsigned cj_fold_width(const cj_fold_text *fold)
{
    unsigned width = cj_variant_tile_width(&fold->text, CJ_ROLE_VIEW);
    size_t bytes = 0;

    for (size_t k = 0; k < fold->count; k++)
        bytes += fold->folds[k].accumulator.size;
    for (size_t k = 0; k < fold->text.signature.count; k++) {
        if (cj_fold_can_view(fold, k) && fold->text.signature.parameters[k].size > MOST_BYTES)
            return 1; /* one element at a time then, for all */
    }
    return width > 1 && bytes <= CJ_FOLD_LARGE_VALUE ? width : 1;
}

bool cj_fold_are_aligned(const cj_fold_kernel *kernel, unsigned width, void *const *values)
{
    const cj_signature *signature = &kernel->fold.text.signature;
    uintptr_t bits = 0;

    for (size_t k = 0; k < signature->count; k++) {
        if (cj_fold_can_view(&kernel->fold, k))
            bits |= cj_pointer_value(values, k) & (cj_tile_alignment(&signature->parameters[k], width) - 1);
    }
    return bits == 0;
}

/* The size of cujit_value, as the compiler lays it out. */
static size_t find_value_size(const cj_fold_text *fold)
{
    size_t size = 0, alignment = 1;

    for (size_t k = 0; k < fold->count; k++) {
        const cj_fold_type *type = &fold->folds[k].accumulator;
        size_t own = cj_fold_is_lifted(&fold->folds[k]) ? cj_fold_round_up(type->size + 1, type->alignment)
                                                        : type->size;

        size = cj_fold_round_up(size, type->alignment) + own;
        alignment = type->alignment > alignment ? type->alignment : alignment;
    }
    return cj_fold_round_up(size, alignment);
}

/* ---- What it is made from ---------------------------------------------------------------------------------------- */

static cujit_status add_to_key(cujit_context *context, const void *given, cj_flat_key *key, cj_survey **survey,
                               cujit_error *error)
{
    const cj_fold_spec *spec = given;
    /* What counts the same whether it is NULL or "" is one of the two. */
    const char *preamble = spec->preamble != NULL ? spec->preamble : "",
               *types = spec->types != NULL ? spec->types : "";
    const char kind[] = {spec->rows   ? 'l'
                         : spec->scan ? 's'
                                      : 'r',
                         spec->exclusive ? 'e' : 'i', spec->reverse ? 'b' : 'f', (char)('0' + spec->count), '\0'};
    const char *const said[] = {"fold", kind,          spec->arguments, spec->name,  preamble,
                                types,  spec->segment, spec->operation, spec->finish};
    const cj_unit unit = {.source = preamble, .options = spec->options};

    for (size_t k = 0; k < sizeof said / sizeof *said; k++)
        cj_flat_key_add(key, said[k]);
    for (size_t k = 0; k < spec->count; k++) {
        cujit_reduction_result fold = *spec->folds[k];

        for (cj_fold_part part = CJ_FOLD_MAP; part < CJ_FOLD_TEXTS; part++)
            cj_flat_key_add(key, *cj_fold_text_at(&fold, part));
        cj_flat_key_add(key, fold.nonempty ? "1" : "0");
        cj_flat_key_add(key, spec->stages[k]);
    }
    cj_core_key_capitals(key, context, spec->arguments);
    for (size_t k = 0; k < spec->count; k++) {
        cj_core_key_capitals(key, context, spec->folds[k]->out_type);
        cj_core_key_capitals(key, context, spec->folds[k]->accumulator);
    }
    return cj_core_key_unit(key, &unit, survey, error);
}

static cujit_status take(cj_core *core, const void *spec, cujit_error *error)
{
    cj_fold_text *fold = &((cj_fold_kernel *)core)->fold;
    cujit_status status = cj_fold_text_init(core->context, spec, &core->survey, fold, error);

    core->text = &fold->text;
    core->warnings = fold->warnings;
    if (status != CUJIT_OK || !fold->spec.exclusive || fold->folds[0].texts.neutral != NULL)
        return status;
    return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT,
                        "%s: an exclusive scan begins with the neutral element, but there is none; give `neutral`",
                        core->text->name);
}

static void clear(cj_core *core)
{
    cj_fold_text_clear(&((cj_fold_kernel *)core)->fold);
}

/* From the same texts as the generic kernel. */
static cujit_status bind(const cj_core *generic, const char *types, cj_core **out, cujit_error *error)
{
    cj_fold_spec spec = ((const cj_fold_kernel *)generic)->fold.spec;

    spec.types = types;
    return cj_core_make(generic->context, &cj_fold_family, &spec, false, generic, out, error);
}

/* ---- Its variants ------------------------------------------------------------------------------------------------ */

static void choose_usual(cj_fold_kernel *kernel)
{
    const cj_fold_spec *spec = &kernel->fold.spec;

    kernel->core.usual = spec->rows   ? cj_rows_usual(kernel)
                         : spec->scan ? cj_scan_usual(kernel)
                                      : cj_reduction_usual(kernel);
}

static cujit_status settle(cj_core *core, cujit_error *error)
{
    cj_fold_kernel *kernel = (cj_fold_kernel *)core;

    (void)error;
    for (size_t k = 0; kernel->fold.spec.rows && !cj_rows_may_lead(&kernel->fold, core->leader); k++) {
        if (cj_rows_may_lead(&kernel->fold, k))
            core->leader = k;
    }
    if (core->generic != NULL)
        return CUJIT_OK;
    for (size_t k = 0; k < kernel->fold.count; k++) {
        kernel->ordered |= !kernel->fold.folds[k].commutative;
        /* Of scans each value is seen; rows have no elements of their own to be found. */
        kernel->fold.folds[k].extreme &= !kernel->fold.spec.scan && !kernel->fold.spec.rows;
    }
    kernel->value_size = find_value_size(&kernel->fold);
    choose_usual(kernel);
    return CUJIT_OK;
}

/* What was found in the texts may not be so. */
static bool lessen(cj_core *core, cujit_status status)
{
    cj_fold_kernel *kernel = (cj_fold_kernel *)core;
    bool place = !kernel->fold.uses_place || (kernel->fold.spec.rows && !kernel->fold.uses_row);
    bool again = kernel->fold.text.accesses.uses_index;

    if (status != CUJIT_ERROR_COMPILE || (!cj_kernel_text_distrust(&kernel->fold.text) && !place))
        return false;
    kernel->fold.uses_place = kernel->fold.uses_row = true;
    for (size_t k = 0; again && k < kernel->fold.text.signature.count; k++)
        kernel->fold.text.roles[k] &= (unsigned char)~(CJ_ROLE_PLACE | CJ_ROLE_ROW);
    for (size_t k = 0; k < kernel->fold.count; k++)
        kernel->fold.folds[k].pattern = CJ_FOLD_ANY;
    choose_usual(kernel);
    return true;
}

/* NVRTC does not say which type an expression should have had. */
static void explain(const cj_core *core, cujit_error *error)
{
    const cj_fold_text *fold = &((const cj_fold_kernel *)core)->fold;
    size_t length = error != NULL ? strlen(error->message) : 0;

    if (length == 0 || error->part == NULL || strstr(error->message, "return value type does not match") == NULL)
        return;
    for (size_t k = 0; k < fold->count; k++) {
        static const cj_fold_part parts[] = {CJ_FOLD_MAP, CJ_FOLD_REDUCE, CJ_FOLD_NEUTRAL, CJ_FOLD_POST};

        for (size_t at = 0; at < sizeof parts / sizeof *parts; at++) {
            const cj_fold_type *type = parts[at] == CJ_FOLD_POST ? &fold->folds[k].out : &fold->folds[k].accumulator;

            if (strcmp(error->part, cj_fold_part_name(&fold->spec, parts[at], k)) == 0)
                snprintf(error->message + length, sizeof error->message - length, ": expected a value of type %.60s",
                         type->spelling);
        }
    }
}

static const char *const form_names[] = {
    [CJ_FOLD_FLAT] = "flat",
    [CJ_FOLD_ROWS] = "rows",
    [CJ_FOLD_COLUMNS] = "columns",
    [CJ_FOLD_SCAN] = "scan",
    [CJ_FOLD_SCAN_COLUMNS] = "scan columns",
    [CJ_FOLD_HELD] = "rows held",
    [CJ_FOLD_PASSES] = "rows in passes",
    [CJ_FOLD_LINES] = "rows in lines",
};

const cj_family cj_fold_family = {
    .size = sizeof(cj_fold_kernel),
    .forms = form_names,
    .key = add_to_key,
    .take = take,
    .settle = settle,
    .begin = cj_core_begin,
    .lessen = lessen,
    .bind = bind,
    .describe = cj_fold_describe,
    .explain = explain,
    .clear = clear,
};
