/*
 * trust.h: signatures of packs, over libsodium: Ed25519 over a BLAKE2b digest; and whose signatures count.
 */
#ifndef CACHE_TRUST_H
#define CACHE_TRUST_H

#include "libjit/base/status.h"

#include <stdbool.h>
#include <stddef.h>

enum { CJ_KEY_SIZE = 32, CJ_SECRET_SIZE = 64, CJ_SIGNATURE_SIZE = 64, CJ_SEAL_SIZE = 32, CJ_KEY_DIGITS = 65 };

/* Where an administrator says whose packs are trusted: a key a line, in hexadecimal digits; '#' begins a comment. */
#define CJ_TRUST_FILE "/etc/cujit/trusted"

/* Public keys whose packs may hold code that this process runs. {0}: nobody's. */
typedef struct cj_trust {
    unsigned char (*keys)[CJ_KEY_SIZE];
    size_t count;
} cj_trust;

/* Adds a key of 64 hexadecimal digits; false: it is none, or memory ran out. */
bool cj_trust_add(cj_trust *trust, const char *digits);
/* Adds those of a file that belongs to root (or this user) and that nobody else can write to. False: `why` says what is
 * wrong with it; that it is not there is fine. */
bool cj_trust_add_file(cj_trust *trust, const char *path, char *why, size_t size);
bool cj_trust_has(const cj_trust *trust, const unsigned char key[CJ_KEY_SIZE]);
void cj_trust_clear(cj_trust *trust);

typedef struct cj_secret {
    unsigned char bytes[CJ_SECRET_SIZE];
} cj_secret;

/* A secret's file holds its seed in hexadecimal digits. Making one refuses to write over a file (0600). */
cujit_status cj_secret_make(const char *path, char digits[CJ_KEY_DIGITS], cujit_error *error);
cujit_status cj_secret_read(const char *path, cj_secret *out, cujit_error *error);
void cj_secret_key(const cj_secret *secret, unsigned char key[CJ_KEY_SIZE]);
void cj_secret_forget(cj_secret *secret);

/* The digest of two pieces of memory, one behind the other. */
void cj_seal(const void *first, size_t first_size, const void *second, size_t second_size,
             unsigned char out[CJ_SEAL_SIZE]);
void cj_sign(const cj_secret *secret, const unsigned char seal[CJ_SEAL_SIZE], unsigned char out[CJ_SIGNATURE_SIZE]);
bool cj_signature_fits(const unsigned char signature[CJ_SIGNATURE_SIZE], const unsigned char seal[CJ_SEAL_SIZE],
                       const unsigned char key[CJ_KEY_SIZE]);

void cj_key_digits(const unsigned char key[CJ_KEY_SIZE], char digits[CJ_KEY_DIGITS]);

#endif
