/*
 * fold_source.c: see fold_source.h.
 *
 * A user's expression becomes the body of a lambda, so that it stands in the source once however often a kernel uses
 * it, and sees what it may see and nothing else.
 */
#include "libjit/reduction/fold_source.h"

#include "libjit/base/alloc.h"
#include "libjit/kernel/template.h"

#include <string.h>

/* ---- The struct of accumulators ---------------------------------------------------------------------------------- */

static void write_value(const cj_fold_kernel *kernel, cj_text *out)
{
    cj_text_append(out, "struct cujit_value {\n");
    for (size_t k = 0; k < kernel->fold.count; k++) {
        const cj_fold *fold = &kernel->fold.folds[k];

        cj_text_printf(out, cj_fold_is_lifted(fold) ? "    cujit_maybe<%s> cujit_of%zu;\n" : "    %s cujit_of%zu;\n",
                       fold->accumulator.spelling, k);
    }
    cj_text_printf(out,
                   "};\n"
                   "static_assert(sizeof(cujit_value) == %zu, \"the size of an accumulator, or of the out_type, is not "
                   "what it was registered with\");\n",
                   kernel->value_size);
    cj_text_append(out, "[[maybe_unused]] static __device__ __forceinline__ cujit_value cujit_shuffle_down(const "
                        "cujit_value &cujit_v, int cujit_delta, int cujit_width)\n{\n    return cujit_value{");
    for (size_t k = 0; k < kernel->fold.count; k++)
        cj_text_printf(out, "%scujit_shuffle_down(cujit_v.cujit_of%zu, cujit_delta, cujit_width)", k > 0 ? ", " : "",
                       k);
    cj_text_append(out, "};\n}\n");
}

/* ---- The user's texts as functions ------------------------------------------------------------------------------- */

/* The placeholders of each fold's texts; static, since a source keeps the pointers. */
#define FOLD_NAMES(prefix)                                                                                             \
    {                                                                                                                  \
        prefix "0", prefix "1", prefix "2", prefix "3", prefix "4", prefix "5", prefix "6", prefix "7"                 \
    }
static const char *const map_names[CUJIT_REDUCTION_MAX_RESULTS] = FOLD_NAMES("MAP");
static const char *const reduce_names[CUJIT_REDUCTION_MAX_RESULTS] = FOLD_NAMES("REDUCE");
static const char *const neutral_names[CUJIT_REDUCTION_MAX_RESULTS] = FOLD_NAMES("NEUTRAL");
static const char *const post_names[CUJIT_REDUCTION_MAX_RESULTS] = FOLD_NAMES("POST");

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

/* "const cujit_element<const float> x, ..., const cujit_counted_i i, const cujit_counted_j j" */
static void write_element_parameters(const cj_fold_text *fold, cj_text *out)
{
    for (size_t k = 0; k < fold->text.signature.count; k++) {
        const cj_parameter *parameter = &fold->text.signature.parameters[k];

        if (cj_fold_can_view(fold, k))
            cj_text_printf(out, "const cujit_element<const %s> %s, ", parameter->spelling, parameter->name);
    }
    cj_text_printf(out, "[[maybe_unused]] const %s i, [[maybe_unused]] const %s j", index_type(fold), place_type(fold));
}

static void write_elements_on(const cj_fold_text *fold, cj_text *out)
{
    for (size_t k = 0; k < fold->text.signature.count; k++) {
        if (cj_fold_can_view(fold, k))
            cj_text_printf(out, "%s, ", fold->text.signature.parameters[k].name);
    }
    cj_text_append(out, "i, j");
}

/* Behind a '{', in front of a text: the user's argument n has its name there. */
static const char *own_n(const cj_fold_text *fold)
{
    return strcmp(cj_source_count(&fold->text), "n") != 0 ? " [[maybe_unused]] auto n = " CJ_FOLD_OWN_N ";" : "";
}

static void write_texts(const cj_fold_kernel *kernel, size_t k, cj_text *out)
{
    const cj_fold *fold = &kernel->fold.folds[k];
    const char *type = fold->accumulator.spelling, *n = own_n(&kernel->fold);

    if (fold->has_neutral)
        cj_text_printf(
            out, "    [[maybe_unused]] const auto cujit_neutral%zu = [&]() -> %s {%s\n        return\n@%s@\n    };\n",
            k, type, n, neutral_names[k]);
    else if (fold->extreme)
        cj_text_printf(out, "    const auto cujit_neutral%zu = [&]() -> %s { return cujit_never<%s>(%s); };\n", k, type,
                       type, cj_dtype_extreme(fold->accumulator.indexed, strcmp(fold->picks, "min") == 0));
    cj_text_printf(out,
                   "    [[maybe_unused]] const auto cujit_reduce%zu = [&](%s a, %s b) -> %s {%s\n        return\n@%s@\n"
                   "    };\n",
                   k, type, type, type, n, reduce_names[k]);
    cj_text_printf(out, "    [[maybe_unused]] const auto cujit_map%zu = [&](", k);
    write_element_parameters(&kernel->fold, out);
    cj_text_printf(out, ") -> %s {%s\n        return\n@%s@\n    };\n", type, n, map_names[k]);
    cj_text_printf(out, "    [[maybe_unused]] const auto cujit_post%zu = [&](%s a) -> %s {%s\n        return\n", k,
                   type, fold->out.spelling, n);
    if (fold->post[0] != '\0' || fold->cast != NULL)
        cj_text_printf(out, "@%s@\n    };\n", post_names[k]);
    else
        cj_text_printf(out, "        static_cast<%s>(a);\n    };\n", fold->out.spelling);
    cj_text_printf(out,
                   "    [[maybe_unused]] const auto cujit_finish%zu = [&](const cujit_value &cujit_v, %s *cujit_to) {\n"
                   "        *cujit_to = cujit_post%zu(%scujit_v.cujit_of%zu%s);\n"
                   "    };\n",
                   k, fold->out.spelling, k, fold->extreme ? "cujit_found(" : "", k,
                   fold->extreme             ? ")"
                   : cj_fold_is_lifted(fold) ? ".cujit_of"
                                             : "");
}

/* Of elements in ascending order it need not be asked which index is lower. A range may go down, a subset anywhere.
 * What begins with an extreme must know the first index: see cujit_found(). */
static bool is_ascending(const cj_fold_source *source, const cj_fold *fold)
{
    return fold->where == CJ_FOLD_AT_J ||
           (fold->where == CJ_FOLD_AT_I && (source->variant->flags & CJ_VARIANT_SELECTED) == 0 &&
            (!fold->extreme || source->variant->form == CJ_FOLD_FLAT));
}

const char *cj_fold_source_picks(const cj_fold_source *source)
{
    const cj_fold_text *fold = &source->kernel->fold;

    return fold->count == 1 && is_ascending(source, &fold->folds[0]) ? fold->folds[0].picks : NULL;
}

static void write_combined(const cj_fold_source *source, size_t k, bool append, cj_text *out)
{
    const cj_fold *fold = &source->kernel->fold.folds[k];

    if (fold->picks != NULL) /* the prelude has that for values that may not be there, too */
        cj_text_printf(out, "cujit_%s%s(cujit_l.cujit_of%zu, cujit_r.cujit_of%zu)",
                       append && is_ascending(source, fold) ? "later_" : "", fold->picks, k, k);
    else if (fold->has_neutral)
        cj_text_printf(out, "cujit_reduce%zu(cujit_l.cujit_of%zu, cujit_r.cujit_of%zu)", k, k, k);
    else if (append) /* what was mapped is there */
        cj_text_printf(out,
                       "{cujit_l.cujit_of%zu.cujit_there ? cujit_reduce%zu(cujit_l.cujit_of%zu.cujit_of, "
                       "cujit_r.cujit_of%zu.cujit_of) : cujit_r.cujit_of%zu.cujit_of, true}",
                       k, k, k, k, k);
    else
        cj_text_printf(out, "cujit_lift(cujit_reduce%zu, cujit_l.cujit_of%zu, cujit_r.cujit_of%zu)", k, k, k);
}

static void write_combination(const cj_fold_source *source, bool append, cj_text *out)
{
    cj_text_printf(
        out,
        "    [[maybe_unused]] const auto cujit_%s = [&](const cujit_value &cujit_l, const cujit_value &cujit_r) "
        "-> cujit_value {\n        return cujit_value{",
        append ? "append" : "combine");
    for (size_t k = 0; k < source->kernel->fold.count; k++) {
        cj_text_append(out, k > 0 ? ", " : "");
        write_combined(source, k, append, out);
    }
    cj_text_append(out, "};\n    };\n");
}

/* What handles the accumulators of all folds at once. */
static void write_together(const cj_fold_source *source, cj_text *out)
{
    const cj_fold_text *fold = &source->kernel->fold;

    cj_text_append(out, "    [[maybe_unused]] const auto cujit_neutral = [&]() -> cujit_value {\n");
    cj_text_append(out, "        return cujit_value{");
    for (size_t k = 0; k < fold->count; k++) {
        cj_text_append(out, k > 0 ? ", " : "");
        if (cj_fold_is_lifted(&fold->folds[k]))
            cj_text_printf(out, "cujit_maybe<%s>{}", fold->folds[k].accumulator.spelling);
        else
            cj_text_printf(out, "cujit_neutral%zu()", k);
    }
    cj_text_append(out, "};\n    };\n    [[maybe_unused]] const auto cujit_map = [&](");
    write_element_parameters(fold, out);
    cj_text_append(out, ") -> cujit_value {\n        return cujit_value{");
    for (size_t k = 0; k < fold->count; k++) {
        cj_text_append(out, k > 0 ? ", " : "");
        if (cj_fold_is_lifted(&fold->folds[k]))
            cj_text_printf(out, "cujit_maybe<%s>{", fold->folds[k].accumulator.spelling);
        cj_text_printf(out, "cujit_map%zu(", k);
        write_elements_on(fold, out);
        cj_text_append(out, cj_fold_is_lifted(&fold->folds[k]) ? "), true}" : ")");
    }
    cj_text_append(out, "};\n    };\n");
    write_combination(source, false, out);
    write_combination(source, true, out);
}

static void write_ends(const cj_fold_kernel *kernel, cj_text *out)
{
    const cj_fold_text *fold = &kernel->fold;

    if (kernel->scan) {
        cj_text_printf(out,
                       "    [[maybe_unused]] const auto cujit_post = [&](const cujit_value &cujit_v) -> %s {\n"
                       "        return cujit_post0(cujit_v.cujit_of0%s);\n    };\n",
                       fold->folds[0].out.spelling, cj_fold_is_lifted(&fold->folds[0]) ? ".cujit_of" : "");
        if (fold->segment[0] != '\0') {
            cj_text_append(out, "    [[maybe_unused]] const auto cujit_segment = [&](");
            write_element_parameters(fold, out);
            cj_text_printf(out, ") -> bool {%s\n        return\n@SEGMENT@\n    };\n", own_n(fold));
        }
        return;
    }
    cj_text_append(out,
                   "    [[maybe_unused]] const auto cujit_finish = [&](const cujit_value &cujit_v, const long long "
                   "cujit_at) {\n");
    for (size_t k = 0; k < fold->count; k++)
        cj_text_printf(out, "        cujit_finish%zu(cujit_v, cujit_out%zu + cujit_at);\n", k, k);
    cj_text_append(out, "    };\n");
}

static void write_functions(const cj_fold_source *source, cj_text *out)
{
    const cj_fold_kernel *kernel = source->kernel;

    for (size_t k = 0; k < kernel->fold.count; k++)
        write_texts(kernel, k, out);
    write_together(source, out);
    write_ends(kernel, out);
}

/* ---- A source ---------------------------------------------------------------------------------------------------- */

void cj_fold_source_begin(cj_fold_source *source, const cj_fold_kernel *kernel, const cj_variant *variant)
{
    const cj_fold_text *fold = &kernel->fold;
    cj_source *writing = &source->writing;

    source->kernel = kernel;
    source->variant = variant;
    cj_source_begin(writing, &fold->text, variant);
    for (size_t k = 0; k < fold->count; k++) {
        const cj_fold *one = &fold->folds[k];

        cj_source_add_part(writing, map_names[k], cj_fold_part_name(CJ_FOLD_MAP, k), one->map);
        cj_source_add_part(writing, reduce_names[k], cj_fold_part_name(CJ_FOLD_REDUCE, k), one->reduce);
        cj_source_add_part(writing, neutral_names[k], cj_fold_part_name(CJ_FOLD_NEUTRAL, k), one->neutral);
        if (one->cast != NULL)
            cj_source_add_part(writing, post_names[k], one->cast_part, one->cast);
        else
            cj_source_add_part(writing, post_names[k], cj_fold_part_name(CJ_FOLD_POST, k), one->post);
    }
    cj_source_add_part(writing, "SEGMENT", "segment", fold->segment);
    write_value(kernel, cj_source_add(writing, "VALUE"));
    cj_text_printf(cj_source_add(writing, "BLOCK"), "%d", variant->block);
    cj_text_printf(cj_source_add(writing, "WIDTH"), "%d", variant->width);
    cj_text_printf(cj_source_add(writing, "UNROLL"), "%d", variant->unroll);
    cj_text_printf(cj_source_add(writing, "LANES"), "%d", variant->lanes);
}

cj_text *cj_fold_source_add(cj_fold_source *source, const char *placeholder)
{
    return cj_source_add(&source->writing, placeholder);
}

cujit_status cj_fold_source_finish(cj_fold_source *source, const char *template, char **out, cujit_error *error)
{
    const char *at = strstr(template, "@FUNCTIONS@\n");
    cj_text functions = {0}, whole = {0};
    cujit_status status;

    write_functions(source, &functions);
    cj_text_append_n(&whole, template, (size_t)(at - template));
    cj_text_append(&whole, functions.data);
    cj_text_append(&whole, at + strlen("@FUNCTIONS@\n"));
    if (functions.failed || whole.failed)
        source->writing.failed = true;
    status = cj_source_finish(&source->writing, (const cj_template_file[]){{"fold", whole.data, whole.length}, {0}},
                              "fold", out, error);
    cj_text_clear(&functions);
    cj_text_clear(&whole);
    return status;
}

void cj_fold_source_parameters(const cj_fold_source *source, cj_text *out)
{
    cj_source_parameters(&source->kernel->fold.text, out);
    cj_text_append(out, "const long long n");
}

void cj_fold_source_subset(const cj_fold_source *source, cj_text *out)
{
    if ((source->variant->flags & CJ_VARIANT_SUBSET) != 0)
        cj_text_printf(out, ", const %s *const __restrict__ cujit_subset",
                       cj_dtype_find((cujit_dtype)source->variant->index)->spelling);
}

void cj_fold_source_outputs(const cj_fold_source *source, cj_text *out)
{
    for (size_t k = 0; k < source->kernel->fold.count; k++)
        cj_text_printf(out, ", %s *const cujit_out%zu", source->kernel->fold.folds[k].out.spelling, k);
    cj_text_append(out, ", char *const cujit_workspace");
}

/* `at` with the array's name for each @. */
static void write_place(const char *at, const char *name, cj_text *out)
{
    for (; *at != '\0'; at++) {
        if (*at == '@')
            cj_text_append(out, name);
        else
            cj_text_append_n(out, at, 1);
    }
}

void cj_fold_source_call(const cj_fold_source *source, const char *function, cj_fold_access access, const char *at,
                         const char *i, const char *j, cj_text *out)
{
    const cj_fold_text *fold = &source->kernel->fold;

    cj_text_printf(out, "%s(", function);
    for (size_t k = 0; k < fold->text.signature.count; k++) {
        const cj_parameter *parameter = &fold->text.signature.parameters[k];
        const char *type = parameter->spelling, *name = parameter->name;

        if (!cj_fold_can_view(fold, k))
            continue;
        cj_text_printf(out, "cujit_element<const %s>{", type);
        if (access == CJ_FOLD_FROM_POINTER)
            cj_text_printf(out, "%s[%s]", name, at);
        else if (access == CJ_FOLD_FROM_TILE)
            cj_text_printf(out, "cujit_tile_%s%s", name, at);
        else {
            cj_text_printf(out, "*(const %s *)(cujit_from_%s + ", type, name);
            write_place(at, name, out);
            cj_text_append(out, ")");
        }
        cj_text_append(out, "}, ");
    }
    cj_text_printf(out, "(%s)(%s), (%s)(%s))", index_type(fold), i, place_type(fold), j);
}

/* ---- Runs on the host -------------------------------------------------------------------------------------------- */

/* Integers and places are as exact in any order; of what users define nothing is known. */
static bool rounds(const cj_fold_type *accumulator)
{
    switch (accumulator->dtype) {
    case CUJIT_BOOL:
    case CUJIT_INT8:
    case CUJIT_UINT8:
    case CUJIT_INT16:
    case CUJIT_UINT16:
    case CUJIT_INT32:
    case CUJIT_UINT32:
    case CUJIT_INT64:
    case CUJIT_UINT64:
        return false;
    default:
        return accumulator->indexed == CUJIT_DTYPE_NONE;
    }
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

/* One value is initialised at once: it may have no constructor to begin without. */
void cj_fold_source_begin_runs(const cj_fold_source *source, const char *number, const char *from, cj_text *out)
{
    unsigned values = cj_fold_side_by_side(source->kernel, source->variant);
    unsigned run = cj_fold_run(source->kernel, source->variant);

    if (source->variant->form != CJ_FOLD_COLUMNS)
        cj_text_printf(out, "        cujit_value cujit_sums[%u]%s;\n", values,
                       values == 1 ? " = {cujit_neutral()}" : "");
    cj_text_printf(out,
                   "        cujit_pairwise<%u, cujit_value> cujit_pairs;\n"
                   "        for (%s cujit_low = %s;;) {\n"
                   "        const %s cujit_high = cujit_stop - cujit_low < %u ? cujit_stop : cujit_low + %u;\n"
                   "        for (int cujit_k = 0; cujit_k < %u; cujit_k++)\n"
                   "            cujit_move(cujit_sums[cujit_k], cujit_neutral());\n",
                   values, number, from, number, run, run, values);
}

void cj_fold_source_end_runs(cj_text *out)
{
    cj_text_append(out, "        if (cujit_high == cujit_stop)\n"
                        "            break;\n"
                        "        cujit_low = cujit_high;\n"
                        "        cujit_pairs.cujit_push(cujit_sums, cujit_combine);\n"
                        "        }\n");
}
