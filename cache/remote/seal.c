/*
 * seal.c: see seal.h.
 */
#include "cache/remote/seal.h"

#include "libjit/base/alloc.h"

#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdint.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>

enum { LEAST_KEY = 32, MOST_KEY = 1024 };

static const char magic[8] = {'c', 'u', 'j', 'i', 't', 'r', '1', '\n'};
static const int level = 3; /* zstd's own choice: the entries are small, and a thread beside the program packs them */

typedef struct head {
    char magic[sizeof magic];
    uint64_t size; /* of the data before it was compressed */
    unsigned char mac[32];
} head;
_Static_assert(sizeof(head) == CJ_SEAL_HEAD_SIZE, "a sealed value's head is the same everywhere");

/* ---- The key ----------------------------------------------------------------------------------------------------- */

static cujit_status refuse(const char *path, const char *why, cujit_error *error)
{
    return cj_error_set(error, CUJIT_ERROR_CACHE, "the key of the Redis layer, %.200s: %s", path, why);
}

/* Without waiting, should it be a pipe. */
static cujit_status open_key(const char *path, int *file, cujit_error *error)
{
    struct stat status;

    *file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (*file < 0 || fstat(*file, &status) != 0)
        return refuse(path, strerror(errno), error);
    if (!S_ISREG(status.st_mode))
        return refuse(path, "it is not a file", error);
    if (status.st_uid != geteuid() && status.st_uid != 0)
        return refuse(path, "it belongs to another user", error);
    if ((status.st_mode & 077) != 0)
        return refuse(path, "others may read or write it: chmod 600", error);
    return CUJIT_OK;
}

cujit_status cj_seal_read_key(const char *path, unsigned char key[CJ_SEAL_KEY_SIZE], cujit_error *error)
{
    unsigned char text[MOST_KEY + 1];
    ssize_t size = 0, got = 0;
    cujit_status status;
    int file = -1;

    if ((status = open_key(path, &file, error)) != CUJIT_OK)
        goto out;
    while (size < (ssize_t)sizeof text && (got = read(file, text + size, sizeof text - (size_t)size)) != 0) {
        if (got < 0 && errno != EINTR)
            break;
        size += got > 0 ? got : 0;
    }
    if (got < 0)
        status = refuse(path, strerror(errno), error);
    else if (size < LEAST_KEY || size > MOST_KEY)
        status = refuse(path, "expected 32 to 1024 bytes: head -c 32 /dev/urandom", error);
    else if (crypto_generichash(key, CJ_SEAL_KEY_SIZE, text, (unsigned long long)size, NULL, 0) != 0)
        status = refuse(path, "libsodium failed", error);
    sodium_memzero(text, sizeof text);

out:
    if (file >= 0)
        close(file);
    return status;
}

/* ---- Values ------------------------------------------------------------------------------------------------------ */

/* Over the name, its NUL included, the head without the checksum, and what lies behind the head. */
static bool make_mac(const unsigned char *key, const char *name, const head *first, const void *rest, size_t size,
                     unsigned char mac[sizeof first->mac])
{
    crypto_generichash_state state;

    return crypto_generichash_init(&state, key, CJ_SEAL_KEY_SIZE, sizeof first->mac) == 0 &&
           crypto_generichash_update(&state, (const unsigned char *)name, strlen(name) + 1) == 0 &&
           crypto_generichash_update(&state, (const unsigned char *)first, offsetof(head, mac)) == 0 &&
           crypto_generichash_update(&state, rest, size) == 0 &&
           crypto_generichash_final(&state, mac, sizeof first->mac) == 0;
}

bool cj_seal_close(const unsigned char key[CJ_SEAL_KEY_SIZE], const char *name, const void *data, size_t size,
                   cj_text *out)
{
    const size_t bound = ZSTD_compressBound(size), start = out->length;
    head first = {.size = size};
    size_t made;

    memcpy(first.magic, magic, sizeof magic);
    if (ZSTD_isError(bound) || cj_text_extend(out, sizeof first + bound) == NULL)
        return false;
    made = ZSTD_compress(out->data + start + sizeof first, bound, data, size, level);
    if (ZSTD_isError(made) || !make_mac(key, name, &first, out->data + start + sizeof first, made, first.mac)) {
        out->length = start;
        return false;
    }
    memcpy(out->data + start, &first, sizeof first);
    out->length = start + sizeof first + made;
    return true;
}

bool cj_seal_open(const unsigned char key[CJ_SEAL_KEY_SIZE], const char *name, const void *sealed, size_t sealed_size,
                  size_t most, void **data, size_t *size)
{
    const unsigned char *rest = (const unsigned char *)sealed + sizeof(head);
    unsigned char mac[sizeof((head *)0)->mac];
    head first;

    if (sealed_size < sizeof first || sealed_size - sizeof first > ZSTD_compressBound(most))
        return false;
    memcpy(&first, sealed, sizeof first);
    sealed_size -= sizeof first;
    if (memcmp(first.magic, magic, sizeof magic) != 0 || first.size == 0 || first.size > most ||
        !make_mac(key, name, &first, rest, sealed_size, mac) || sodium_memcmp(mac, first.mac, sizeof mac) != 0 ||
        (*data = cj_malloc(first.size)) == NULL)
        return false;
    *size = first.size;
    if (ZSTD_decompress(*data, *size, rest, sealed_size) == *size)
        return true;
    cj_free(*data);
    *data = NULL;
    return false;
}
