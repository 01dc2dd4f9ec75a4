/*
 * seal.h: an entry as it lies on a server that is not trusted: compressed (zstd), under a keyed checksum (BLAKE2b).
 *
 * Who does not have the key can neither make a value that is opened, nor take one from another name.
 */
#ifndef CACHE_REMOTE_SEAL_H
#define CACHE_REMOTE_SEAL_H

#include "libjit/base/status.h"
#include "libjit/base/text.h"

#include <stdbool.h>
#include <stddef.h>

enum { CJ_SEAL_KEY_SIZE = 32, CJ_SEAL_HEAD_SIZE = 48 };

/* The key that a file makes: its digest, whatever the 32 to 1024 bytes in it are. CUJIT_ERROR_CACHE: it cannot be read,
 * belongs neither to this user nor to root, or others may read or write it. */
cujit_status cj_seal_read_key(const char *path, unsigned char key[CJ_SEAL_KEY_SIZE], cujit_error *error);

/* Appends what stands for `data` under that name. False: memory ran out. */
bool cj_seal_close(const unsigned char key[CJ_SEAL_KEY_SIZE], const char *name, const void *data, size_t size,
                   cj_text *out);

/* The way back: *data (cj_free) of *size bytes, `most` at most. False: it was not made with this key for this name, is
 * damaged or too large, or memory ran out. */
bool cj_seal_open(const unsigned char key[CJ_SEAL_KEY_SIZE], const char *name, const void *sealed, size_t sealed_size,
                  size_t most, void **data, size_t *size);

#endif
