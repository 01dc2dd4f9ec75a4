/*
 * preludes.c: see preludes.h.
 */
#include "libjit/preludes.h"

#include "libjit/backend.h"
#include "libjit/promotion.h"
#include "templates/templates.h"

const cj_prelude cj_preludes[CJ_PRELUDES] = {
    {CJ_FEATURE_ACCESSORS, "prelude_accessors.h", cj_template_prelude_accessors},
    {CJ_FEATURE_NEIGHBOURS, "prelude_neighbours.h", cj_template_prelude_neighbours},
    {CJ_FEATURE_FOLD, "prelude_fold.h", cj_template_prelude_fold},
    {CJ_FEATURE_SCAN, "prelude_scan.h", cj_template_prelude_scan},
};

void cj_preludes_append_all(cj_text *out)
{
    const cj_unit empty = {.source = ""};

    cj_promotion_append(&empty, ~0U, out);
    cj_promotion_append_complex(&empty, ~0U, out);
    for (size_t k = 0; k < CJ_PRELUDES; k++)
        cj_text_append(out, cj_preludes[k].text);
}
