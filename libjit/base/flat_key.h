/*
 * flat_key.h: a key of the registry: a sequence of texts as flat bytes.
 *
 * On the stack where it is short: it is made on every creation, also of kernels that exist.
 */
#ifndef LIBJIT_FLAT_KEY_H
#define LIBJIT_FLAT_KEY_H

#include <stdbool.h>
#include <stddef.h>

typedef struct cj_flat_key {
    unsigned char *data;
    size_t length, capacity;
    bool failed;  /* memory ran out */
    bool unknown; /* not all could be told: what is made under it cannot be found again */
    unsigned char near[1024];
} cj_flat_key;

void cj_flat_key_init(cj_flat_key *key);
void cj_flat_key_add(cj_flat_key *key, const char *text); /* NULL and "" differ */
void cj_flat_key_clear(cj_flat_key *key);

#endif
