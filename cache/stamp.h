/*
 * stamp.h: the keyed checksum of an object that this process would run as its own code: a shared object for the host.
 *
 * Whoever can write to the cache's file can make any plain checksum fit. A stamp (BLAKE2b, with a secret of this user's
 * as its key) can only be made by who can read the secret: 32 random bytes in a file apart from the cache, in
 * $XDG_DATA_HOME/cujit, else ~/.local/share/cujit.
 */
#ifndef CACHE_STAMP_H
#define CACHE_STAMP_H

#include "libjit/base/object.h"

#include <stdbool.h>
#include <stddef.h>

enum { CJ_STAMP_SIZE = 32, CJ_STAMP_KEY_SIZE = 32 };

/* Reads the user's secret; `make`: makes it where there is none. False: there is none that could be trusted, and `why`
 * (a buffer) tells the reason; "" where there just is none yet. `apart_from`: the cache's directory. */
bool cj_stamp_read_key(const char *apart_from, bool make, unsigned char key[CJ_STAMP_KEY_SIZE], char *why, size_t size);

/* Leaves nothing of it in memory. */
void cj_stamp_forget_key(unsigned char key[CJ_STAMP_KEY_SIZE]);

/* The stamp of an object under the whole key that it is the answer to. */
void cj_stamp_make(const unsigned char key[CJ_STAMP_KEY_SIZE], const void *cache_key, size_t cache_key_size,
                   const cj_object *object, unsigned char stamp[CJ_STAMP_SIZE]);

/* In a time that tells nothing of where it differs. */
bool cj_stamp_is(const unsigned char a[CJ_STAMP_SIZE], const unsigned char b[CJ_STAMP_SIZE]);

#endif
