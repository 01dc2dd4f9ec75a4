/*
 * trust.c: see trust.h.
 */
#include "cache/trust.h"

#include "libjit/base/alloc.h"
#include "libjit/base/os.h"

#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

_Static_assert(CJ_KEY_SIZE == crypto_sign_PUBLICKEYBYTES, "libsodium's size of a public key");
_Static_assert(CJ_KEY_SIZE == crypto_sign_SEEDBYTES, "libsodium's size of a seed");
_Static_assert(CJ_SECRET_SIZE == crypto_sign_SECRETKEYBYTES, "libsodium's size of a secret key");
_Static_assert(CJ_SIGNATURE_SIZE == crypto_sign_BYTES, "libsodium's size of a signature");
_Static_assert(CJ_SEAL_SIZE == crypto_generichash_BYTES, "libsodium's size of a digest");

/* So that a signature of a pack is none of anything else. */
static const char purpose[] = "cujit pack 1";
enum { STATEMENT = sizeof purpose + CJ_SEAL_SIZE };

/* ---- Digits ------------------------------------------------------------------------------------------------------ */

void cj_key_digits(const unsigned char key[CJ_KEY_SIZE], char digits[CJ_KEY_DIGITS])
{
    sodium_bin2hex(digits, CJ_KEY_DIGITS, key, CJ_KEY_SIZE);
}

/* `length` digits. False: those are not the digits of so many bytes. */
static bool read_digits(const char *digits, size_t length, unsigned char out[CJ_KEY_SIZE])
{
    size_t size = 0;

    return length == CJ_KEY_DIGITS - 1 && sodium_hex2bin(out, CJ_KEY_SIZE, digits, length, NULL, &size, NULL) == 0 &&
           size == CJ_KEY_SIZE;
}

/* ---- Whose signatures count -------------------------------------------------------------------------------------- */

static bool add(cj_trust *trust, const char *digits, size_t length)
{
    unsigned char key[CJ_KEY_SIZE];
    unsigned char(*keys)[CJ_KEY_SIZE];

    if (!read_digits(digits, length, key) ||
        (keys = cj_realloc(trust->keys, (trust->count + 1) * sizeof *keys)) == NULL)
        return false;
    trust->keys = keys;
    memcpy(keys[trust->count++], key, sizeof key);
    return true;
}

bool cj_trust_add(cj_trust *trust, const char *digits)
{
    return digits != NULL && add(trust, digits, strlen(digits));
}

bool cj_trust_has(const cj_trust *trust, const unsigned char key[CJ_KEY_SIZE])
{
    for (size_t k = 0; k < trust->count; k++)
        if (memcmp(trust->keys[k], key, CJ_KEY_SIZE) == 0)
            return true;
    return false;
}

void cj_trust_clear(cj_trust *trust)
{
    cj_free(trust->keys);
    *trust = (cj_trust){0};
}

static bool add_lines(cj_trust *trust, const char *path, const char *text, char *why, size_t size)
{
    for (const char *line = text, *end; *line != '\0'; line = *end != '\0' ? end + 1 : end) {
        size_t length = strcspn(line += strspn(line, " \t\r"), " \t\r\n#");

        end = line + strcspn(line, "\n");
        if (length > 0 && !add(trust, line, length)) {
            snprintf(why, size, "%s: \"%.*s\" is no key of 64 hexadecimal digits", path,
                     (int)(length < 70 ? length : 70), line);
            return false;
        }
    }
    return true;
}

bool cj_trust_add_file(cj_trust *trust, const char *path, char *why, size_t size)
{
    struct stat status;
    char *text;
    int code;
    bool good;

    if (stat(path, &status) != 0) {
        if (errno == ENOENT || errno == ENOTDIR)
            return true;
        snprintf(why, size, "cannot look at %s: %s", path, strerror(errno));
        return false;
    }
    if (!S_ISREG(status.st_mode) || (status.st_uid != 0 && status.st_uid != geteuid()) ||
        (status.st_mode & (S_IWGRP | S_IWOTH)) != 0) {
        snprintf(why, size, "%s is not used: it must be a file of root's that nobody else can write to", path);
        return false;
    }
    if ((text = cj_read_file(path, NULL, &code)) == NULL) {
        snprintf(why, size, "cannot read %s: %s", path, strerror(code));
        return false;
    }
    good = add_lines(trust, path, text, why, size);
    cj_free(text);
    return good;
}

/* ---- Secrets
 * ------------------------------------------------------------------------------------------------------ */

static cujit_status start_sodium(cujit_error *error)
{
    return sodium_init() >= 0 ? CUJIT_OK
                              : cj_error_set(error, CUJIT_ERROR_IO, "libsodium finds no source of random numbers");
}

cujit_status cj_secret_make(const char *path, char digits[CJ_KEY_DIGITS], cujit_error *error)
{
    unsigned char seed[CJ_KEY_SIZE], key[CJ_KEY_SIZE];
    char text[CJ_KEY_DIGITS];
    cujit_status status = start_sodium(error);
    cj_secret secret;
    int file;
    bool written;

    if (status != CUJIT_OK)
        return status;
    if ((file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600)) < 0)
        return cj_error_vendor(error, CUJIT_ERROR_IO, "errno", errno, "cannot make the key file \"%.300s\": %s", path,
                               strerror(errno));
    randombytes_buf(seed, sizeof seed);
    crypto_sign_seed_keypair(key, secret.bytes, seed);
    cj_key_digits(seed, text);
    text[CJ_KEY_DIGITS - 1] = '\n';
    written = write(file, text, sizeof text) == (ssize_t)sizeof text;
    written = close(file) == 0 && written;
    cj_key_digits(key, digits);
    sodium_memzero(seed, sizeof seed);
    sodium_memzero(text, sizeof text);
    cj_secret_forget(&secret);
    if (written)
        return CUJIT_OK;
    unlink(path);
    return cj_error_set(error, CUJIT_ERROR_IO, "cannot write the key file \"%.300s\"", path);
}

cujit_status cj_secret_read(const char *path, cj_secret *out, cujit_error *error)
{
    unsigned char seed[CJ_KEY_SIZE], key[CJ_KEY_SIZE];
    cujit_status status = start_sodium(error);
    struct stat about;
    size_t size = 0;
    int code = 0;
    char *text;
    bool good;

    if (status != CUJIT_OK)
        return status;
    text = cj_read_file(path, &size, &code);
    if (text == NULL)
        return cj_error_vendor(error, CUJIT_ERROR_IO, "errno", code, "cannot read the key file \"%.300s\": %s", path,
                               strerror(code));
    good = read_digits(text, strcspn(text, " \r\n"), seed);
    if (good)
        crypto_sign_seed_keypair(key, out->bytes, seed);
    sodium_memzero(text, size);
    sodium_memzero(seed, sizeof seed);
    cj_free(text);
    if (!good)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT,
                            "\"%.300s\" is no key file: expected 64 hexadecimal digits, as cujit pack --make-key "
                            "writes them",
                            path);
    if (stat(path, &about) != 0 || (about.st_mode & (S_IRWXG | S_IRWXO)) != 0) {
        cj_secret_forget(out);
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT,
                            "the key file \"%.300s\" is open to others: chmod 600 makes it a secret", path);
    }
    return CUJIT_OK;
}

void cj_secret_key(const cj_secret *secret, unsigned char key[CJ_KEY_SIZE])
{
    crypto_sign_ed25519_sk_to_pk(key, secret->bytes);
}

void cj_secret_forget(cj_secret *secret)
{
    sodium_memzero(secret, sizeof *secret);
}

/* ---- Signatures
 * --------------------------------------------------------------------------------------------------- */

void cj_seal(const void *first, size_t first_size, const void *second, size_t second_size,
             unsigned char out[CJ_SEAL_SIZE])
{
    crypto_generichash_state state;

    crypto_generichash_init(&state, NULL, 0, CJ_SEAL_SIZE);
    crypto_generichash_update(&state, first, first_size);
    if (second_size > 0)
        crypto_generichash_update(&state, second, second_size);
    crypto_generichash_final(&state, out, CJ_SEAL_SIZE);
}

static void make_statement(const unsigned char seal[CJ_SEAL_SIZE], unsigned char out[STATEMENT])
{
    memcpy(out, purpose, sizeof purpose);
    memcpy(out + sizeof purpose, seal, CJ_SEAL_SIZE);
}

void cj_sign(const cj_secret *secret, const unsigned char seal[CJ_SEAL_SIZE], unsigned char out[CJ_SIGNATURE_SIZE])
{
    unsigned char statement[STATEMENT];

    make_statement(seal, statement);
    crypto_sign_detached(out, NULL, statement, sizeof statement, secret->bytes);
}

bool cj_signature_fits(const unsigned char signature[CJ_SIGNATURE_SIZE], const unsigned char seal[CJ_SEAL_SIZE],
                       const unsigned char key[CJ_KEY_SIZE])
{
    unsigned char statement[STATEMENT];

    make_statement(seal, statement);
    return crypto_sign_verify_detached(signature, statement, sizeof statement, key) == 0;
}
