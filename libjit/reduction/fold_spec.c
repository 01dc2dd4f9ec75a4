/*
 * fold_spec.c: a reduction's or scan's texts as others want them: the parts by name, a spec, a registry key.
 */
#include "libjit/reduction/fold_text.h"

size_t cj_fold_parts(const cj_fold_text *text, cj_part parts[CJ_FOLD_PARTS])
{
    size_t count = 0;

    for (size_t k = 0; k < text->count; k++) {
        const cj_fold *fold = &text->folds[k];

        parts[count++] = (cj_part){cj_fold_part_name(CJ_FOLD_MAP, k), fold->map};
        parts[count++] = (cj_part){cj_fold_part_name(CJ_FOLD_REDUCE, k), fold->reduce};
        parts[count++] = (cj_part){cj_fold_part_name(CJ_FOLD_NEUTRAL, k), fold->neutral};
        parts[count++] = (cj_part){cj_fold_part_name(CJ_FOLD_POST, k), fold->post};
        if (fold->cast != NULL)
            parts[count++] = (cj_part){fold->cast_part, fold->cast_text};
    }
    parts[count++] = (cj_part){"segment", text->segment};
    parts[count++] = (cj_part){"preamble", text->text.preamble};
    parts[count++] = (cj_part){"type definition", text->text.types};
    return count;
}

static const char *or_null(const char *text)
{
    return text[0] != '\0' ? text : NULL;
}

cj_fold_spec cj_fold_text_spec(const cj_fold_text *text, cujit_reduction_result folds[CUJIT_REDUCTION_MAX_RESULTS])
{
    cj_fold_spec spec = {
        .arguments = text->text.arguments,
        .name = text->text.name,
        .preamble = text->text.preamble,
        .options = (const char *const *)text->text.options,
        .segment = or_null(text->segment),
        .count = text->count,
    };

    for (size_t k = 0; k < text->count; k++) {
        const cj_fold *fold = &text->folds[k];

        folds[k] = (cujit_reduction_result){
            .out_type = fold->out_text,
            .neutral = fold->has_neutral ? fold->neutral : NULL,
            .reduce = fold->reduce,
            .map = fold->map,
            .accumulator = fold->accumulator_text,
            .post = or_null(fold->post),
            .nonempty = fold->nonempty,
        };
        spec.folds[k] = &folds[k];
    }
    return spec;
}

bool cj_fold_can_view(const cj_fold_text *text, size_t k)
{
    return cj_kernel_text_only_indexed(&text->text, k);
}

/* What counts the same whether it is NULL or "". */
static const char *or_empty(const char *text)
{
    return text != NULL ? text : "";
}

void cj_fold_spec_key(const cj_fold_spec *spec, cj_flat_key *key)
{
    cj_flat_key_add(key, spec->family);
    cj_flat_key_add(key, spec->arguments);
    cj_flat_key_add(key, spec->name);
    cj_flat_key_add(key, or_empty(spec->preamble));
    cj_flat_key_add(key, or_empty(spec->types));
    cj_flat_key_add(key, spec->segment);
    for (size_t k = 0; spec->options != NULL && spec->options[k] != NULL; k++)
        cj_flat_key_add(key, spec->options[k]);
    cj_flat_key_add(key, NULL); /* the options end here */
    for (size_t k = 0; k < spec->count && k < CUJIT_REDUCTION_MAX_RESULTS; k++) {
        const cujit_reduction_result *fold = spec->folds[k];

        cj_flat_key_add(key, fold->out_type);
        cj_flat_key_add(key, fold->accumulator);
        cj_flat_key_add(key, fold->neutral);
        cj_flat_key_add(key, fold->reduce);
        cj_flat_key_add(key, fold->map);
        cj_flat_key_add(key, fold->post);
        cj_flat_key_add(key, fold->nonempty ? "1" : "0");
    }
}
