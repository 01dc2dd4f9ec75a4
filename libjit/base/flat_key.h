/*
 * flat_key.h: a key of the registry: a sequence of texts as flat bytes.
 *
 * On the stack where it is short: it is made on every creation, also of kernels that exist.
 */
#ifndef LIBJIT_FLAT_KEY_H
#define LIBJIT_FLAT_KEY_H

#include "libjit/base/text.h"

#include <string.h>

typedef struct cj_flat_key {
    cj_text text; /* failed: memory ran out */
    bool unknown; /* not all could be told: what is made under it cannot be found again */
    char near[1024];
} cj_flat_key;

static inline void cj_flat_key_init(cj_flat_key *key)
{
    key->text = (cj_text){.data = key->near, .capacity = sizeof key->near, .borrowed = true};
    key->near[0] = '\0';
    key->unknown = false;
}

/* NULL and "" differ. */
static inline void cj_flat_key_add(cj_flat_key *key, const char *text)
{
    const size_t length = text != NULL ? strlen(text) + 1 : 0;
    char *end = cj_text_extend(&key->text, sizeof length + length);

    if (end == NULL)
        return;
    memcpy(end, &length, sizeof length);
    if (length > 0)
        memcpy(end + sizeof length, text, length);
}

#endif
