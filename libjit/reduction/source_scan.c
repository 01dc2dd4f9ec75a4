/*
 * source_scan.c: the sources of scans (scan.h says what they agree on with the launches).
 *
 * Everything between blocks, warps and lanes is in templates/prelude_scan.h; what is written here are the functions
 * that it calls: how a vector is loaded, how an element of it becomes a value, how results are stored.
 */
#include "libjit/reduction/scan.h"

#include "libjit/runtime/workspace.h"
#include "templates/templates.h"

/* ---- What all forms have ----------------------------------------------------------------------------------------- */

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

/* cujit_scanned is what values are folded as, cujit_join folds two; cujit_result goes on by one element. */
static void write_join(const cj_fold_source *source, cj_text *out)
{
    const cj_fold_kernel *kernel = source->kernel;
    bool flagged = cj_scan_is_flagged(kernel, source->variant);
    const char *value = flagged ? "cujit_l.cujit_of" : "cujit_l";

    if (flagged) {
        cj_text_append(
            out,
            "    typedef cujit_flagged<cujit_value> cujit_scanned;\n"
            "    const auto cujit_none = [&]() -> cujit_scanned { return cujit_scanned{cujit_neutral(), false}; };\n"
            "    const auto cujit_join = [&](const cujit_scanned &cujit_l, const cujit_scanned &cujit_r) -> "
            "cujit_scanned {\n"
            "        return cujit_r.cujit_begins ? cujit_r : cujit_scanned{cujit_combine("
            "cujit_l.cujit_of, cujit_r.cujit_of), "
            "cujit_l.cujit_begins};\n    };\n");
    } else {
        cj_text_append(out, "    typedef cujit_value cujit_scanned;\n"
                            "    const auto &cujit_none = cujit_neutral;\n"
                            "    const auto &cujit_join = cujit_combine;\n");
    }
    cj_text_printf(out,
                   "    const auto cujit_result = [&](cujit_scanned &cujit_l, const cujit_scanned &cujit_r, %s "
                   "&cujit_to) {\n",
                   kernel->fold.folds[0].out.spelling);
    if (!kernel->exclusive)
        cj_text_printf(
            out, "        cujit_l = cujit_join(cujit_l, cujit_r);\n        cujit_move(cujit_to, cujit_post(%s));\n",
            value);
    else if (flagged)
        cj_text_append(
            out,
            "        cujit_move(cujit_to, cujit_post(cujit_r.cujit_begins ? cujit_neutral() : cujit_l.cujit_of));\n"
            "        cujit_l = cujit_join(cujit_l, cujit_r);\n");
    else
        cj_text_append(out, "        cujit_move(cujit_to, cujit_post(cujit_l));\n"
                            "        cujit_l = cujit_join(cujit_l, cujit_r);\n");
    cj_text_append(out, "    };");
}

static void write_parameters(const cj_fold_source *source, cj_text *out)
{
    const cj_variant *variant = source->variant;

    cj_fold_source_parameters(source, out);
    cj_fold_source_outputs(source, out);
    if (variant->form == CJ_FOLD_SCAN)
        cj_text_append(out, ", const long long cujit_vectors, const long long cujit_grain, const unsigned "
                            "cujit_in_place");
    if (!is_flat(variant))
        cj_text_append(out, ", const cujit_layout cujit_views");
}

static void write_array_layout(const cj_variant *variant, const char *name, cj_text *out)
{
    cj_text_printf(out, "    %s cujit_aligned_%s, cujit_strides_%s[%d]", number_of(variant), name, name,
                   rank_of(variant));
    if (variant->form == CJ_FOLD_SCAN_COLUMNS)
        cj_text_printf(out, ", cujit_step_%s", name);
    cj_text_append(out, ";\n");
}

static void write_layout(const cj_fold_source *source, cj_text *out)
{
    const cj_fold_text *fold = &source->kernel->fold;
    const cj_variant *variant = source->variant;
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

static void begin(cj_fold_source *source, const cj_fold_kernel *kernel, const cj_variant *variant)
{
    cj_fold_source_begin(source, kernel, variant);
    write_parameters(source, cj_fold_source_add(source, "PARAMETERS"));
    write_layout(source, cj_fold_source_add(source, "LAYOUT"));
    write_join(source, cj_fold_source_add(source, "JOIN"));
    cj_text_append(cj_fold_source_add(source, "OUT"), kernel->fold.folds[0].out.spelling);
    cj_text_append(cj_fold_source_add(source, "NUMBER"), number_of(variant));
    cj_text_printf(cj_fold_source_add(source, "RANK"), "%d", rank_of(variant));
    cj_text_append(cj_fold_source_add(source, "REVERSE"), kernel->reverse ? "true" : "false");
}

/* The arrays that may be views, one after the other: while (next_view(fold, &k)). Begins with SIZE_MAX. */
static bool next_view(const cj_fold_text *fold, size_t *k)
{
    for ((*k)++; *k < fold->text.signature.count; (*k)++) {
        if (cj_fold_can_view(fold, *k))
            return true;
    }
    return false;
}

/* A value of the element at hand. `begins`: an expression, or NULL. */
static void write_item(const cj_fold_source *source, cj_fold_access access, const char *at, const char *begins,
                       cj_text *out)
{
    if (!cj_scan_is_flagged(source->kernel, source->variant)) {
        cj_fold_source_call(source, "cujit_map", access, at, "i", "j", out);
        return;
    }
    cj_text_append(out, "cujit_scanned{");
    cj_fold_source_call(source, "cujit_map", access, at, "i", "j", out);
    cj_text_append(out, ", ");
    if (begins != NULL)
        cj_text_append(out, begins);
    if (source->kernel->fold.segment[0] != '\0') {
        cj_text_append(out, begins != NULL ? " || " : "");
        cj_fold_source_call(source, "cujit_segment", access, at, "i", "j", out);
    }
    cj_text_append(out, "}");
}

/* ---- SCAN: vectors ----------------------------------------------------------------------------------------------- */

static void write_raw(const cj_fold_source *source, cj_text *out)
{
    const cj_fold_text *fold = &source->kernel->fold;
    size_t k = SIZE_MAX;

    cj_text_append(out, "struct cujit_raw {\n");
    while (next_view(fold, &k)) {
        const cj_parameter *parameter = &fold->text.signature.parameters[k];

        cj_text_printf(out, "    %s<%s, %d> cujit_of_%s;\n", is_flat(source->variant) ? "cujit_held" : "cujit_tile",
                       parameter->spelling, source->variant->width, parameter->name);
    }
    cj_text_append(out, "};");
}

/* The element's place in its vector, and the vector's tiles under the names that texts expect. */
static void write_item_names(const cj_fold_source *source, cj_text *out)
{
    const cj_fold_text *fold = &source->kernel->fold;
    size_t k = SIZE_MAX;

    if (source->kernel->reverse)
        cj_text_printf(out, "        const int cujit_e = %d - cujit_k;\n", source->variant->width - 1);
    else
        cj_text_append(out, "        const int cujit_e = cujit_k;\n");
    while (next_view(fold, &k)) {
        const char *name = fold->text.signature.parameters[k].name;

        cj_text_printf(out, "        const auto &cujit_tile_%s = cujit_r.cujit_of_%s;\n", name, name);
    }
}

/* In reverse a line's missing elements come first. */
static void write_missing(const cj_fold_source *source, const char *missing, const char *begins, cj_text *out)
{
    if (!source->kernel->reverse || source->variant->width == 1)
        return;
    cj_text_printf(out, "        if (%s)\n            return ", missing);
    if (cj_scan_is_flagged(source->kernel, source->variant))
        cj_text_printf(out, "cujit_scanned{cujit_neutral(), %s};\n", begins != NULL ? begins : "false");
    else
        cj_text_append(out, "cujit_neutral();\n");
}

/* One sequence of dense arrays. */
static void write_flat(cj_fold_source *source)
{
    const cj_fold_text *fold = &source->kernel->fold;
    int width = source->variant->width;
    bool is_shifted = (source->variant->flags & CJ_VARIANT_SHIFTED) != 0;
    const char *shifted = is_shifted ? "_shifted" : "";
    size_t k = SIZE_MAX;
    cj_text *out = cj_fold_source_add(source, "PLACE");

    cj_text_printf(out, "    const auto cujit_begin_of = [&](const long long cujit_g) { return %s * %d; };",
                   source->kernel->reverse ? "(cujit_vectors - 1 - cujit_g)" : "cujit_g", width);
    out = cj_fold_source_add(source, "FETCH");
    cj_text_append(out, "        const long long cujit_at = cujit_begin_of(cujit_g);\n        if (cujit_whole) {\n");
    while (next_view(fold, &k)) {
        const char *name = fold->text.signature.parameters[k].name;

        cj_text_printf(out, "            cujit_r.cujit_of_%s.cujit_fetch%s(%s + cujit_at%s%s%s);\n", name, shifted,
                       name, is_shifted ? ", cujit_inner ? nullptr : " : "", is_shifted ? name : "",
                       is_shifted ? " + n" : "");
    }
    cj_text_append(out, "        } else {\n");
    for (k = SIZE_MAX; next_view(fold, &k);) {
        const cj_parameter *parameter = &fold->text.signature.parameters[k];

        cj_text_printf(out, "            cujit_hold(cujit_r.cujit_of_%s, cujit_load_near<%s, %d>(%s, cujit_at, n));\n",
                       parameter->name, parameter->spelling, width, parameter->name);
    }
    cj_text_append(out, "        }");
    out = cj_fold_source_add(source, "ITEM");
    write_item_names(source, out);
    cj_text_append(out, "        [[maybe_unused]] const long long cujit_at = cujit_begin_of(cujit_g) + cujit_e;\n");
    write_missing(source, "cujit_at >= n", NULL, out);
    cj_text_printf(out, "        const long long i = %s, j = i;\n        return ",
                   cj_fold_needs_index(fold) || cj_fold_needs_place(fold) ? "cujit_clamp(cujit_at, n)" : "0");
    write_item(source, CJ_FOLD_FROM_TILE, ".cujit_get(cujit_e)", NULL, out);
    cj_text_append(out, ";");
    cj_text_printf(cj_fold_source_add(source, "PUT"),
                   "        const long long cujit_at = cujit_begin_of(cujit_g);\n"
                   "        if (cujit_whole)\n"
                   "            cujit_store%s(cujit_out0 + cujit_at, cujit_r);\n"
                   "        else\n"
                   "            cujit_store_near(cujit_out0, cujit_r, cujit_at, n);",
                   shifted);
    if (source->kernel->reverse)
        cj_text_printf(cj_fold_source_add(source, "WHOLE"), "n %% %d != 0, cujit_vectors, n %% %d != 0 ? 0 : -1", width,
                       width);
    else
        cj_text_printf(cj_fold_source_add(source, "WHOLE"), "0, n / %d, n %% %d != 0 ? n / %d : -1", width, width,
                       width);
    cj_text_append(cj_fold_source_add(source, "FEW"), "true");
    cj_text_append(cj_fold_source_add(source, "IS_SHIFTED"), is_shifted ? "true" : "false");
}

/* ---- SCAN: lines ------------------------------------------------------------------------------------------------- */

/* Whether cujit_place is where a line begins, before it is turned round. */
static void write_begins(const cj_variant *variant, cj_text *out)
{
    for (int axis = variant->kept; axis < rank_of(variant); axis++)
        cj_text_printf(out, "%scujit_place[%d] == 0", axis > variant->kept ? " && " : "", axis);
}

/* Lines stay in their order, but each is gone along from its end. */
static void write_turn(const cj_fold_source *source, const char *indent, cj_text *out)
{
    for (int axis = source->variant->kept; source->kernel->reverse && axis < rank_of(source->variant); axis++)
        cj_text_printf(out, "%scujit_place[%d] = cujit_views.cujit_counts[%d] - 1 - cujit_place[%d];\n", indent, axis,
                       axis, axis);
}

static void write_spot(cj_fold_source *source)
{
    const cj_fold_text *fold = &source->kernel->fold;
    const char *number = number_of(source->variant);
    int last = rank_of(source->variant) - 1, width = source->variant->width;
    cj_text *out = cj_fold_source_add(source, "PLACE");
    size_t k = SIZE_MAX;

    cj_text_append(out, "    struct cujit_spot {\n        int cujit_there;\n        bool cujit_begins;\n"
                        "        long long cujit_index, cujit_place, cujit_of_cujit_out0;\n");
    while (next_view(fold, &k))
        cj_text_printf(out, "        long long cujit_of_%s;\n", fold->text.signature.parameters[k].name);
    cj_text_printf(out,
                   "    };\n"
                   "    const auto cujit_find = [&](const long long cujit_g) {\n"
                   "        cujit_spot cujit_s;\n"
                   "        %s cujit_place[%d];\n"
                   "        cujit_find_place((%s)cujit_clamp(cujit_g, (long long)cujit_views.cujit_total), "
                   "cujit_views.cujit_counts, "
                   "cujit_views.cujit_magic, cujit_views.cujit_shift, cujit_place);\n"
                   "        cujit_s.cujit_begins = ",
                   number, last + 1, number);
    write_begins(source->variant, out);
    cj_text_append(out, ";\n");
    write_turn(source, "        ", out);
    cj_text_printf(
        out,
        "        cujit_place[%d] *= %d;\n"
        "        cujit_s.cujit_there = cujit_part(cujit_place[%d], cujit_views.cujit_length, %d);\n"
        "        cujit_s.cujit_index = %s;\n        cujit_s.cujit_place = %s;\n"
        "        cujit_s.cujit_of_cujit_out0 = cujit_offset(cujit_place, cujit_views.cujit_strides_cujit_out0);\n",
        last, width, last, width,
        cj_fold_needs_index(fold) ? "cujit_offset(cujit_place, cujit_views.cujit_index)" : "0",
        cj_fold_needs_place(fold) ? "cujit_offset(cujit_place, cujit_views.cujit_place)" : "0");
    for (k = SIZE_MAX; next_view(fold, &k);) {
        const char *name = fold->text.signature.parameters[k].name;

        cj_text_printf(out, "        cujit_s.cujit_of_%s = cujit_offset(cujit_place, cujit_views.cujit_strides_%s);\n",
                       name, name);
    }
    cj_text_append(out, "        return cujit_s;\n    };");
}

static void write_lines_fetch(cj_fold_source *source)
{
    const cj_fold_text *fold = &source->kernel->fold;
    int last = rank_of(source->variant) - 1, width = source->variant->width;
    cj_text *out = cj_fold_source_add(source, "FETCH");
    size_t k = SIZE_MAX;

    cj_text_printf(out,
                   "        const cujit_spot cujit_s = cujit_find(cujit_g);\n"
                   "        if (cujit_whole || cujit_s.cujit_there == %d) {\n",
                   width);
    while (next_view(fold, &k)) {
        const cj_parameter *parameter = &fold->text.signature.parameters[k];
        const char *name = parameter->name;

        cj_text_printf(
            out,
            "            cujit_r.cujit_of_%s = cujit_load_strided<%s, %d>((const char *)%s + cujit_s.cujit_of_%s, "
            "cujit_views.cujit_strides_%s[%d], cujit_views.cujit_aligned_%s);\n",
            name, parameter->spelling, width, name, name, name, last, name);
    }
    cj_text_printf(out,
                   "        } else {\n#pragma unroll\n"
                   "            for (int cujit_e = 0; cujit_e < %d; cujit_e++) {\n"
                   "                [[maybe_unused]] const %s cujit_n = cujit_e < cujit_s.cujit_there ? cujit_e : "
                   "cujit_s.cujit_there - 1;\n",
                   width, number_of(source->variant));
    for (k = SIZE_MAX; next_view(fold, &k);) {
        const cj_parameter *parameter = &fold->text.signature.parameters[k];
        const char *name = parameter->name;

        cj_text_printf(
            out,
            "                cujit_move(cujit_r.cujit_of_%s.cujit_of[cujit_e], *(const %s *)((const char *)%s + "
            "cujit_s.cujit_of_%s + cujit_signed(cujit_n * cujit_views.cujit_strides_%s[%d])));\n",
            name, parameter->spelling, name, name, name, last);
    }
    cj_text_append(out, "            }\n        }");
}

static void write_lines(cj_fold_source *source)
{
    const cj_fold_text *fold = &source->kernel->fold;
    const char *begins = source->variant->kept > 0 ? "(cujit_k == 0 && cujit_s.cujit_begins)" : NULL;
    int last = rank_of(source->variant) - 1, width = source->variant->width;
    cj_text *out;

    write_spot(source);
    write_lines_fetch(source);
    out = cj_fold_source_add(source, "ITEM");
    write_item_names(source, out);
    cj_text_append(out, "        [[maybe_unused]] const cujit_spot cujit_s = cujit_find(cujit_g);\n");
    write_missing(source, "cujit_e >= cujit_s.cujit_there", begins, out);
    cj_text_append(
        out,
        "        [[maybe_unused]] const int cujit_n = cujit_e < cujit_s.cujit_there ? cujit_e : cujit_s.cujit_there - "
        "1;\n        const long long i = ");
    if (cj_fold_needs_index(fold))
        cj_text_printf(out, "cujit_s.cujit_index + cujit_signed(cujit_n * cujit_views.cujit_index[%d]), j = ", last);
    else
        cj_text_append(out, "0, j = ");
    if (cj_fold_needs_place(fold))
        cj_text_printf(
            out, "cujit_s.cujit_place + cujit_signed(cujit_n * cujit_views.cujit_place[%d]);\n        return ", last);
    else
        cj_text_append(out, "0;\n        return ");
    write_item(source, CJ_FOLD_FROM_TILE, ".cujit_of[cujit_e]", begins, out);
    cj_text_append(out, ";");
    cj_text_printf(cj_fold_source_add(source, "PUT"),
                   "        const cujit_spot cujit_s = cujit_find(cujit_g);\n"
                   "        char *const cujit_to = (char *)cujit_out0 + cujit_s.cujit_of_cujit_out0;\n"
                   "        if (cujit_g >= cujit_vectors)\n"
                   "            return;\n"
                   "        if (cujit_whole || cujit_s.cujit_there == %d) {\n"
                   "            cujit_store_strided(cujit_to, cujit_r, cujit_views.cujit_strides_cujit_out0[%d], "
                   "cujit_views.cujit_aligned_cujit_out0);\n"
                   "        } else {\n#pragma unroll\n"
                   "            for (int cujit_e = 0; cujit_e < %d; cujit_e++) {\n"
                   "                if (cujit_e < cujit_s.cujit_there)\n"
                   "                    cujit_move(*(%s *)(cujit_to + cujit_signed(cujit_e * "
                   "cujit_views.cujit_strides_cujit_out0[%d])), cujit_r.cujit_of[cujit_e]);\n"
                   "            }\n        }",
                   width, last, width, fold->folds[0].out.spelling, last);
    cj_text_append(cj_fold_source_add(source, "WHOLE"), "0, cujit_views.cujit_whole ? cujit_vectors : 0, -1");
    cj_text_append(cj_fold_source_add(source, "FEW"), "false");
    cj_text_append(cj_fold_source_add(source, "IS_SHIFTED"), "false");
}

/* ---- SCAN: blocks of one thread ---------------------------------------------------------------------------------- */

static void write_walk_flat(const cj_fold_source *source, cj_text *out)
{
    cj_text_printf(out,
                   "        for (long long cujit_s = cujit_begin; cujit_s < cujit_end; cujit_s++) {\n"
                   "            const long long i = %s, j = i;\n"
                   "            cujit_visit(",
                   source->kernel->reverse ? "n - 1 - cujit_s" : "cujit_s");
    write_item(source, CJ_FOLD_FROM_POINTER, "i", NULL, out);
    cj_text_append(out, ", cujit_out0[i]);\n        }");
}

/* i or j of the row's element cujit_k. */
static void write_walk_number(const char *what, bool asked, const char *sign, int last, cj_text *out)
{
    if (asked)
        cj_text_printf(out,
                       "cujit_offset(cujit_place, cujit_views.cujit_%s) + cujit_k * "
                       "%scujit_signed(cujit_views.cujit_%s[%d])",
                       what, sign, what, last);
    else
        cj_text_append(out, "0");
}

/* One row of the last axis after the other. */
static void write_walk_rows(const cj_fold_source *source, cj_text *out)
{
    const cj_fold_text *fold = &source->kernel->fold;
    const char *number = number_of(source->variant), *sign = source->kernel->reverse ? "-" : "";
    int last = rank_of(source->variant) - 1;
    size_t k = SIZE_MAX;

    cj_text_printf(
        out,
        "        for (long long cujit_s = cujit_begin, cujit_count; cujit_s < cujit_end; cujit_s += cujit_count) "
        "{\n"
        "            %s cujit_place[%d];\n"
        "            cujit_find_place((%s)cujit_s, cujit_views.cujit_counts, cujit_views.cujit_magic, "
        "cujit_views.cujit_shift, "
        "cujit_place);\n"
        "            cujit_count = cujit_run((long long)(cujit_views.cujit_length - cujit_place[%d]), cujit_end - "
        "cujit_s);\n"
        "            [[maybe_unused]] const bool cujit_begins = ",
        number, last + 1, number, last);
    write_begins(source->variant, out);
    cj_text_append(out, ";\n");
    write_turn(source, "            ", out);
    for (; next_view(fold, &k);) {
        const char *name = fold->text.signature.parameters[k].name;

        cj_text_printf(
            out,
            "            const char *const cujit_from_%s = (const char *)%s + cujit_offset(cujit_place, "
            "cujit_views.cujit_strides_%s);\n"
            "            const long long cujit_step_%s = %scujit_signed(cujit_views.cujit_strides_%s[%d]);\n",
            name, name, name, name, sign, name, last);
    }
    cj_text_printf(
        out,
        "            char *const cujit_to = (char *)cujit_out0 + cujit_offset(cujit_place, "
        "cujit_views.cujit_strides_cujit_out0);\n"
        "            const long long cujit_step = %scujit_signed(cujit_views.cujit_strides_cujit_out0[%d]);\n",
        sign, last);
    cj_text_append(out, "            for (long long cujit_k = 0; cujit_k < cujit_count; cujit_k++) {\n"
                        "                const long long i = ");
    write_walk_number("index", cj_fold_needs_index(fold), sign, last, out);
    cj_text_append(out, ", j = ");
    write_walk_number("place", cj_fold_needs_place(fold), sign, last, out);
    cj_text_append(out, ";\n                cujit_visit(");
    write_item(source, CJ_FOLD_FROM_PLACE, "cujit_k * cujit_step_@",
               source->variant->kept > 0 ? "(cujit_k == 0 && cujit_begins)" : NULL, out);
    cj_text_printf(out, ", *(%s *)(cujit_to + cujit_k * cujit_step));\n            }\n        }",
                   fold->folds[0].out.spelling);
}

cujit_status cj_source_scan(const cj_fold_kernel *kernel, const cj_variant *variant, char **source, cujit_error *error)
{
    cj_fold_source writing;

    begin(&writing, kernel, variant);
    if (variant->block == 1) {
        if (is_flat(variant))
            write_walk_flat(&writing, cj_fold_source_add(&writing, "WALK"));
        else
            write_walk_rows(&writing, cj_fold_source_add(&writing, "WALK"));
        return cj_fold_source_finish(&writing, cj_template_scan_chunks, source, error);
    }
    if (variant->lanes > 0)
        cj_text_printf(cj_fold_source_add(&writing, "RESIDENT"), ", %d", variant->lanes);
    else
        cj_text_append(cj_fold_source_add(&writing, "RESIDENT"), "");
    write_raw(&writing, cj_fold_source_add(&writing, "RAW"));
    if (is_flat(variant))
        write_flat(&writing);
    else
        write_lines(&writing);
    return cj_fold_source_finish(&writing, cj_template_scan, source, error);
}

/* ---- SCAN_COLUMNS ------------------------------------------------------------------------------------------------ */

/* Where a thread's lines begin, in the direction of the scan, and what a step along them is. */
static void write_column_place(const cj_fold_source *source, const char *type, const char *name, cj_text *out)
{
    bool reverse = source->kernel->reverse;

    cj_text_printf(
        out,
        "    const long long cujit_step_%s = %scujit_signed(cujit_views.cujit_step_%s);\n"
        "    %s *const cujit_from_%s = (%s *)%s + cujit_offset(cujit_place, cujit_views.cujit_strides_%s)%s%s%s;\n",
        name, reverse ? "-" : "", name, type, name, type, name, name, reverse ? " - (n - 1) * cujit_step_" : "",
        reverse ? name : "", "");
}

static void write_column_places(cj_fold_source *source)
{
    const cj_fold_text *fold = &source->kernel->fold;
    bool reverse = source->kernel->reverse;
    cj_text *out = cj_fold_source_add(source, "PLACE");
    size_t k = SIZE_MAX;

    while (next_view(fold, &k))
        write_column_place(source, "const char", fold->text.signature.parameters[k].name, out);
    write_column_place(source, "char", "cujit_out0", out);
    if (cj_fold_needs_index(fold))
        cj_text_printf(out,
                       "    const long long cujit_index_step = %scujit_signed(cujit_views.cujit_index_step);\n"
                       "    const long long cujit_index = cujit_offset(cujit_place, cujit_views.cujit_index)%s;\n",
                       reverse ? "-" : "", reverse ? " - (n - 1) * cujit_index_step" : "");
}

static void write_column_loads(cj_fold_source *source)
{
    const cj_fold_text *fold = &source->kernel->fold;
    const cj_variant *variant = source->variant;
    int last = rank_of(variant) - 1;
    cj_text *out = cj_fold_source_add(source, "DECLARE");
    size_t k = SIZE_MAX;

    while (next_view(fold, &k)) {
        const cj_parameter *parameter = &fold->text.signature.parameters[k];

        cj_text_printf(out, "        cujit_tile<%s, %d> cujit_tile_%s[%d];\n", parameter->spelling, variant->width,
                       parameter->name, variant->unroll);
    }
    out = cj_fold_source_add(source, "FETCH");
    for (k = SIZE_MAX; next_view(fold, &k);) {
        const cj_parameter *parameter = &fold->text.signature.parameters[k];
        const char *name = parameter->name;

        cj_text_printf(out,
                       "                cujit_tile_%s[cujit_u] = cujit_load_part<%s, %d>(cujit_from_%s + cujit_d * "
                       "cujit_step_%s, cujit_views.cujit_strides_%s[%d], cujit_views.cujit_aligned_%s, cujit_count);\n",
                       name, parameter->spelling, variant->width, name, name, name, last, name);
    }
}

cujit_status cj_source_scan_columns(const cj_fold_kernel *kernel, const cj_variant *variant, char **source,
                                    cujit_error *error)
{
    const cj_fold_text *fold = &kernel->fold;
    int last = rank_of(variant) - 1;
    cj_fold_source writing;
    cj_text *out;

    begin(&writing, kernel, variant);
    write_column_places(&writing);
    write_column_loads(&writing);
    out = cj_fold_source_add(&writing, "ITEM");
    cj_text_append(out, "                    const long long i = ");
    if (cj_fold_needs_index(fold))
        cj_text_printf(out,
                       "cujit_index + cujit_d * cujit_index_step + cujit_e * cujit_signed(cujit_views.cujit_index[%d])",
                       last);
    else
        cj_text_append(out, "0");
    cj_text_printf(out, ", j = %s;\n", kernel->reverse ? "n - 1 - cujit_d" : "cujit_d");
    if (fold->segment[0] != '\0') {
        cj_text_append(out, "                    if (");
        cj_fold_source_call(&writing, "cujit_segment", CJ_FOLD_FROM_TILE, "[cujit_u].cujit_of[cujit_k]", "i", "j", out);
        cj_text_append(out, ")\n                        cujit_before[cujit_k] = cujit_none();\n");
    }
    cj_text_append(out, "                    cujit_result(cujit_before[cujit_k], ");
    cj_fold_source_call(&writing, "cujit_map", CJ_FOLD_FROM_TILE, "[cujit_u].cujit_of[cujit_k]", "i", "j", out);
    cj_text_append(out, ", cujit_r.cujit_of[cujit_k]);");
    cj_text_printf(cj_fold_source_add(&writing, "PUT"),
                   "                cujit_store_part(cujit_from_cujit_out0 + cujit_d * cujit_step_cujit_out0, cujit_r, "
                   "cujit_views.cujit_strides_cujit_out0[%d], cujit_views.cujit_aligned_cujit_out0, cujit_count);",
                   last);
    return cj_fold_source_finish(&writing, cj_template_scan_columns, source, error);
}
