/*
 * preludes.c: see preludes.h.
 */
#include "libjit/device/preludes.h"

#include "libjit/device/backend.h"
#include "libjit/syntax/promotion.h"
#include "templates/templates.h"

/* In the order in which they go into a unit. */
static const struct {
    unsigned feature;
    const char *name, *text;
} preludes[CJ_PRELUDES] = {
    {CJ_FEATURE_TEXTURES, "prelude_texture.h", cj_template_prelude_texture},
    {CJ_FEATURE_FLOAT8, "prelude_float8.h", cj_template_prelude_float8},
    {CJ_FEATURE_ACCESSORS, "prelude_accessors.h", cj_template_prelude_accessors},
    {CJ_FEATURE_NEIGHBOURS, "prelude_neighbours.h", cj_template_prelude_neighbours},
    {CJ_FEATURE_STENCIL, "prelude_stencil.h", cj_template_prelude_stencil},
    {CJ_FEATURE_FOLD, "prelude_fold.h", cj_template_prelude_fold},
    {CJ_FEATURE_SCAN, "prelude_scan.h", cj_template_prelude_scan},
    {CJ_FEATURE_ROWS, "prelude_rows.h", cj_template_prelude_rows},
    {CJ_FEATURE_RANDOM, "prelude_random.h", cj_template_prelude_random},
    {CJ_FEATURE_RANDOM, "prelude_random_draws.h", cj_template_prelude_random_draws},
};

void cj_unit_values_add(cj_unit_values *values, cj_value value)
{
    values->values[values->count++] = value;
}

bool cj_unit_values_find(const cj_unit *unit, cj_unit_values *out)
{
    unsigned features = unit->features;
    const char *own[CJ_OWN_TYPES];
    size_t own_count = cj_own_types(unit->source, own);
    cj_value *item = out->preludes;

    *out = (cj_unit_values){.count = 0};
    for (size_t k = 0; k < own_count; k++)
        out->own_types[k] = cj_value_text("name", own[k]);
    cj_promotion_append(unit, &out->promotion, &out->complex);
    for (size_t k = 0; k < CJ_PRELUDES; k++) {
        if ((features & preludes[k].feature) == 0)
            continue;
        *item++ = cj_value_text("name", preludes[k].name);
        *item++ = cj_value_text("text", preludes[k].text);
    }
    cj_unit_values_add(out, cj_value_text("UNIT", unit->name));
    cj_unit_values_add(out, cj_value_number("MODULE", unit->kernels != NULL));
    cj_unit_values_add(out, cj_value_number("HALF", (features & CJ_FEATURE_HALF) != 0));
    cj_unit_values_add(out, cj_value_number("BFLOAT16", (features & CJ_FEATURE_BFLOAT16) != 0));
    cj_unit_values_add(out, cj_value_list("own_types", out->own_types, own_count, 1));
    cj_unit_values_add(out, cj_value_text("PROMOTION", out->promotion.data));
    cj_unit_values_add(out, cj_value_text("COMPLEX", out->complex.data));
    cj_unit_values_add(out, cj_value_text("DEFINITIONS", unit->definitions));
    cj_unit_values_add(out, cj_value_list("preludes", out->preludes, (size_t)(item - out->preludes) / 2, 2));
    return !out->promotion.failed && !out->complex.failed;
}

void cj_unit_values_clear(cj_unit_values *values)
{
    cj_text_clear(&values->promotion);
    cj_text_clear(&values->complex);
}
