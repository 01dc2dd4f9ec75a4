/*
 * preludes.c: see preludes.h.
 */
#include "libjit/device/preludes.h"

#include "libjit/device/backend.h"
#include "libjit/syntax/promotion.h"
#include "templates/templates.h"

#include <xxhash.h>

const cj_prelude cj_preludes[CJ_PRELUDES] = {
    {CJ_FEATURE_ACCESSORS, "prelude_accessors.h", cj_template_prelude_accessors},
    {CJ_FEATURE_NEIGHBOURS, "prelude_neighbours.h", cj_template_prelude_neighbours},
    {CJ_FEATURE_FOLD, "prelude_fold.h", cj_template_prelude_fold},
    {CJ_FEATURE_SCAN, "prelude_scan.h", cj_template_prelude_scan},
};

void cj_preludes_identify(cj_text *out)
{
    const cj_unit empty = {.source = ""};
    cj_text lines = {0};

    cj_promotion_append(&empty, ~0U, &lines);
    cj_text_printf(out, "%s %016llx", cj_templates_digest,
                   lines.data != NULL ? (unsigned long long)XXH3_64bits(lines.data, lines.length) : 0);
    out->failed = out->failed || lines.failed;
    cj_text_clear(&lines);
}
