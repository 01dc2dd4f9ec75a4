/*
 * source_scan.c: the sources of scans (scan.h says what they agree on with the launches): templates/scan*.cu.in.
 */
#include "libjit/reduction/scan.h"

bool cj_scan_is_flagged(const cj_fold_kernel *kernel, const cj_variant *variant)
{
    return variant->form == CJ_FOLD_SCAN && (kernel->fold.segment[0] != '\0' || variant->kept > 0);
}

static bool is_flat(const cj_variant *variant)
{
    return variant->form == CJ_FOLD_SCAN && variant->folded == 0;
}

static int rank_of(const cj_variant *variant)
{
    return variant->form == CJ_FOLD_SCAN_COLUMNS ? variant->kept : variant->kept + variant->folded;
}

static const char *number_of(const cj_variant *variant)
{
    return (variant->flags & CJ_VARIANT_WIDE) != 0 ? "unsigned long long" : "unsigned";
}

static void write_array_layout(const cj_variant *variant, const char *name, cj_text *out)
{
    cj_text_printf(out, "    %s cujit_aligned_%s, cujit_strides_%s[%d]", number_of(variant), name, name,
                   rank_of(variant));
    if (variant->form == CJ_FOLD_SCAN_COLUMNS)
        cj_text_printf(out, ", cujit_step_%s", name);
    cj_text_append(out, ";\n");
}

static void write_layout(const cj_fold_kernel *kernel, const cj_variant *variant, cj_text *out)
{
    const cj_fold_text *fold = &kernel->fold;
    const char *number = number_of(variant);
    bool columns = variant->form == CJ_FOLD_SCAN_COLUMNS;
    int rank = rank_of(variant);

    if (is_flat(variant))
        return;
    cj_text_printf(out,
                   "struct cujit_layout {\n    %s cujit_total, cujit_length%s;\n"
                   "    %s cujit_counts[%d], cujit_magic[%d], cujit_shift[%d];\n",
                   number, columns ? "" : ", cujit_whole", number, rank, rank, rank);
    if (cj_fold_needs_index(fold))
        cj_text_printf(out, "    %s cujit_index[%d]%s;\n", number, rank, columns ? ", cujit_index_step" : "");
    if (cj_fold_needs_place(fold) && !columns)
        cj_text_printf(out, "    %s cujit_place[%d];\n", number, rank);
    for (size_t k = 0; k < fold->text.signature.count; k++) {
        if (cj_fold_can_view(fold, k))
            write_array_layout(variant, fold->text.signature.parameters[k].name, out);
    }
    write_array_layout(variant, "cujit_out0", out);
    cj_text_append(out, "};");
}

cujit_status cj_source_scan(const cj_fold_kernel *kernel, const cj_variant *variant, char **source, cujit_error *error)
{
    bool columns = variant->form == CJ_FOLD_SCAN_COLUMNS;
    cj_source writing;

    cj_fold_source_begin(&writing, kernel, variant);
    write_layout(kernel, variant, &writing.layout);
    cj_source_text(&writing, "LAYOUT", writing.layout.data);
    cj_source_number(&writing, "RANK", rank_of(variant));
    cj_source_number(&writing, "FLAT", is_flat(variant));
    cj_source_number(&writing, "FLAGGED", cj_scan_is_flagged(kernel, variant));
    cj_source_number(&writing, "EXCLUSIVE", kernel->exclusive);
    cj_source_number(&writing, "REVERSE", kernel->reverse);
    cj_source_text(&writing, "SIGN", kernel->reverse ? "-" : "");
    cj_source_text(&writing, "OUT", kernel->fold.folds[0].out.spelling);
    cj_source_add(&writing, cj_source_part("SEGMENT", "segment", kernel->fold.segment));
    return cj_source_finish(&writing,
                            columns               ? "scan_columns"
                            : variant->block == 1 ? "scan_chunks"
                                                  : "scan",
                            source, error);
}
