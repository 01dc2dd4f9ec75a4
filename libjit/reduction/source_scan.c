/*
 * source_scan.c: the sources of scans (scan.h says what they agree on with the launches): templates/scan*.cu.in.
 */
#include "libjit/reduction/scan.h"

bool cj_scan_is_flagged(const cj_fold_kernel *kernel, const cj_variant *variant)
{
    return variant->form == CJ_FOLD_SCAN && (kernel->fold.spec.segment != NULL || variant->kept > 0);
}

cujit_status cj_source_scan(const cj_fold_kernel *kernel, const cj_variant *variant, char **source, cujit_error *error)
{
    bool columns = variant->form == CJ_FOLD_SCAN_COLUMNS;
    cj_source writing;

    cj_fold_source_begin(&writing, kernel, variant);
    cj_scan_layout(kernel, variant, &writing);
    cj_source_number(&writing, "RANK", cj_scan_rank(variant));
    cj_source_number(&writing, "FLAT", !columns && variant->folded == 0);
    cj_source_number(&writing, "FLAGGED", cj_scan_is_flagged(kernel, variant));
    cj_source_number(&writing, "EXCLUSIVE", kernel->fold.spec.exclusive);
    cj_source_number(&writing, "REVERSE", kernel->fold.spec.reverse);
    cj_source_text(&writing, "SIGN", kernel->fold.spec.reverse ? "-" : "");
    cj_source_text(&writing, "OUT", kernel->fold.folds[0].out.spelling);
    cj_source_add(&writing, cj_source_part("SEGMENT", "segment",
                                           kernel->fold.spec.segment != NULL ? kernel->fold.spec.segment : ""));
    return cj_source_finish(&writing,
                            columns               ? "scan_columns"
                            : variant->block == 1 ? "scan_chunks"
                                                  : "scan",
                            source, error);
}
