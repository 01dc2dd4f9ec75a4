/* fold_stubs.c: TEMPORARY, in place of what is not written yet. */
#include "libjit/fold_call.h"
#include "libjit/fold_source.h"
#define MISSING(name) __attribute__((weak)) cujit_status name(const cj_fold_kernel *k, const cj_fold_variant *v, char **s, cujit_error *e); \
 __attribute__((weak)) cujit_status name(const cj_fold_kernel *k, const cj_fold_variant *v, char **s, cujit_error *e) { (void)k; (void)v; (void)s; return cj_error_set(e, CUJIT_ERROR_UNSUPPORTED, "not yet"); }
MISSING(cj_source_scan)
MISSING(cj_source_scan_columns)
__attribute__((weak)) cj_fold_variant cj_scan_usual(const cj_fold_kernel *kernel) { (void)kernel; return (cj_fold_variant){.form = CJ_FOLD_SCAN}; }
