/*
 * flags.c: see flags.h.
 */
#include "libjit/device/host/flags.h"

#include "libjit/base/alloc.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static const char blanks[] = " \t\r\n";

const char *cj_host_flags(void)
{
    const char *text = getenv("CUJIT_HOST_FLAGS");

    if (text != NULL)
        text += strspn(text, blanks);
    return text != NULL && text[0] != '\0' ? text : NULL;
}

/* The words of a text; no shell has a look at them. */
static bool split(const char *text, cj_options *words)
{
    char *copy = cj_strdup(text), *rest = NULL;
    bool added = copy != NULL;

    for (char *word = added ? strtok_r(copy, blanks, &rest) : NULL; word != NULL && added;
         word = strtok_r(NULL, blanks, &rest))
        added = cj_options_add(words, word);
    cj_free(copy);
    return added;
}

static const char *option_of_the_text(const cj_options *options)
{
    for (size_t k = 0; k < options->count; k++)
        if (options->texts[k][0] == '-' && strchr("DUIi", options->texts[k][1]) != NULL)
            return options->texts[k];
    return NULL;
}

cujit_status cj_host_add_flags(cj_options *options, cujit_error *error)
{
    const char *text = cj_host_flags(), *refused;
    cj_options words = {0}, checked = {0};
    cujit_error reason = {0};
    cujit_status status = CUJIT_OK;

    if (text == NULL)
        return CUJIT_OK;
    if (!split(text, &words)) {
        status = cj_error_no_memory(error, "CUJIT_HOST_FLAGS");
        goto out;
    }
    if ((status = cj_options_translate((const char *const *)words.texts, &checked, &reason)) != CUJIT_OK) {
        status = cj_error_set(error, status, "CUJIT_HOST_FLAGS: %s", reason.message);
        goto out;
    }
    if ((refused = option_of_the_text(&checked)) != NULL) {
        status = cj_error_set(
            error, CUJIT_ERROR_INVALID_ARGUMENT,
            "CUJIT_HOST_FLAGS: \"%.200s\": macros and folders of headers are options of the kernel that "
            "needs them",
            refused);
        goto out;
    }
    for (size_t k = 0; k < checked.count && status == CUJIT_OK; k++)
        if (!cj_options_add(options, checked.texts[k]))
            status = cj_error_no_memory(error, "CUJIT_HOST_FLAGS");

out:
    cujit_error_clear(&reason);
    cj_options_clear(&checked);
    cj_options_clear(&words);
    return status;
}
