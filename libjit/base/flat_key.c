/*
 * flat_key.c: a key of the registry. See flat_key.h.
 */
#include "libjit/base/flat_key.h"

#include "libjit/base/alloc.h"

#include <string.h>

void cj_flat_key_init(cj_flat_key *key)
{
    key->data = key->near;
    key->length = 0;
    key->capacity = sizeof key->near;
    key->failed = false;
    key->unknown = false;
}

void cj_flat_key_add(cj_flat_key *key, const char *text)
{
    size_t length = text != NULL ? strlen(text) + 1 : 0;

    if (key->failed)
        return;
    if (key->length + sizeof length + length > key->capacity) {
        size_t wider = 2 * (key->length + sizeof length + length);
        unsigned char *data = cj_malloc(wider);

        if (data == NULL) {
            key->failed = true;
            return;
        }
        memcpy(data, key->data, key->length);
        if (key->data != key->near)
            cj_free(key->data);
        key->data = data;
        key->capacity = wider;
    }
    memcpy(key->data + key->length, &length, sizeof length);
    if (length > 0)
        memcpy(key->data + key->length + sizeof length, text, length);
    key->length += sizeof length + length;
}

void cj_flat_key_clear(cj_flat_key *key)
{
    if (key->data != key->near)
        cj_free(key->data);
}
