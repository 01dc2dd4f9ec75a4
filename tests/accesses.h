/*
 * accesses.h: the look at an operation's arrays, from texts.
 */
#ifndef TESTS_ACCESSES_H
#define TESTS_ACCESSES_H

#include "libjit/base/alloc.h"
#include "libjit/syntax/access.h"
#include "libjit/syntax/macro.h"

/* NULL: there is none. */
typedef struct cj_access_texts {
    const char *operation, *preamble, *loop_prep, *after_loop, *types;
    const char *const *options;
} cj_access_texts;

static cujit_status cj_find_accesses(const cj_access_texts *given, const cj_signature *signature, cj_accesses *out,
                                     cujit_error *error)
{
    const cj_unit preamble = {.source = given->preamble != NULL ? given->preamble : "", .options = given->options};
    const char **rest = NULL;
    cj_survey *survey = NULL;
    cj_texts texts = {0};
    cujit_status status;

    if ((status = cj_macro_split(given->options, &rest, &texts.definition_text, error)) == CUJIT_OK &&
        (status = cj_texts_init(&texts, signature, error)) == CUJIT_OK &&
        (status = cj_tokens_read(&texts.types, given->types, error)) == CUJIT_OK &&
        (status = cj_tokens_read(&texts.definitions, texts.definition_text.data, error)) == CUJIT_OK &&
        (status = cj_tokens_read(&texts.preamble, given->preamble, error)) == CUJIT_OK &&
        (status = cj_tokens_read(&texts.loop_prep, given->loop_prep, error)) == CUJIT_OK &&
        (status = cj_tokens_read(&texts.operation, given->operation, error)) == CUJIT_OK &&
        (status = cj_tokens_read(&texts.after_loop, given->after_loop, error)) == CUJIT_OK &&
        (status = cj_survey_take(&survey, &preamble, &texts.preamble, true, error)) == CUJIT_OK &&
        (status = cj_texts_look_around(&texts, survey, given->options, error)) == CUJIT_OK)
        status = cj_accesses_find(&texts, signature, out, error);
    cj_free(rest);
    cj_texts_clear(&texts);
    cj_survey_free(survey);
    return status;
}

#endif
