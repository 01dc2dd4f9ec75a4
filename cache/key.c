/*
 * key.c: the canonical form of a key, its digests, and the checksum of an entry. See key.h.
 *
 * XXH3 is no cryptographic hash, and need not be: a digest only finds the row, and the whole key is compared. The
 * checksum guards against decay and torn writes; against malice there are the directory's permissions.
 */
#include "cache/key.h"

#include "libjit/base/alloc.h"
#include "libjit/base/text.h"

#include <string.h>
#include <xxhash.h>

static const char magic[8] = {'c', 'u', 'j', 'i', 't', 'k', '1', '\n'};

enum { TEXTS = 6, SOURCE = 3 };

static unsigned char *put_text(unsigned char *to, const char *text, size_t length)
{
    uint64_t size = length;

    memcpy(to, &size, sizeof size);
    memcpy(to + sizeof size, text, length + 1);
    return to + sizeof size + length + 1;
}

bool cj_key_encode(const cj_cache_key *key, cj_key_bytes *out)
{
    const char *texts[TEXTS] = {key->schema, key->architecture, key->options, key->source, key->name, key->toolchain};
    size_t count = key->toolchain != NULL ? TEXTS : TEXTS - 1, size = sizeof magic, lengths[TEXTS];
    unsigned char *to;

    for (size_t i = 0; i < count; i++) {
        if (texts[i] == NULL)
            return false;
        lengths[i] = strlen(texts[i]);
        size += sizeof(uint64_t) + lengths[i] + 1;
    }
    memset(out, 0, sizeof *out);
    out->data = cj_malloc(size);
    if (out->data == NULL)
        return false;
    memcpy(out->data, magic, sizeof magic);
    to = out->data + sizeof magic;
    for (size_t i = 0; i < count; i++) {
        if (i == SOURCE)
            out->source_at = (size_t)(to - out->data);
        to = put_text(to, texts[i], lengths[i]);
        if (i == TEXTS - 2)
            out->unit_size = (size_t)(to - out->data);
    }
    out->size = size;
    out->any_toolchain = key->toolchain == NULL;
    out->unit = cj_digest_of(out->data, out->unit_size);
    out->hash = out->any_toolchain ? out->unit : cj_digest_of(out->data, out->size);
    return true;
}

bool cj_tuning_key_encode(const cj_cache_key *key, const char *device, cj_key_bytes *out)
{
    cj_cache_key own = *key;
    cj_text schema = {0};
    bool encoded;

    if (key->schema == NULL || device == NULL)
        return false;
    cj_text_printf(&schema, "tuning of %s", key->schema);
    own.schema = schema.data;
    own.toolchain = device;
    encoded = !schema.failed && cj_key_encode(&own, out);
    cj_text_clear(&schema);
    return encoded;
}

bool cj_key_copy(const cj_key_bytes *key, cj_key_bytes *out)
{
    unsigned char *data = cj_malloc(key->size);

    if (data == NULL)
        return false;
    memcpy(data, key->data, key->size);
    *out = *key;
    out->data = data;
    return true;
}

void cj_key_clear(cj_key_bytes *key)
{
    cj_free(key->data);
    memset(key, 0, sizeof *key);
}

cj_digest cj_key_stem(const cj_key_bytes *key)
{
    return cj_digest_of(key->data + key->source_at, key->unit_size - key->source_at);
}

bool cj_key_decode(const void *data, size_t size, cj_cache_key *out)
{
    const unsigned char *at = data, *end;
    const char *texts[TEXTS];

    if (data == NULL || size < sizeof magic || memcmp(data, magic, sizeof magic) != 0)
        return false;
    end = at + size;
    at += sizeof magic;
    for (size_t i = 0; i < TEXTS; i++) {
        uint64_t length;

        if ((size_t)(end - at) < sizeof length + 1)
            return false;
        memcpy(&length, at, sizeof length);
        at += sizeof length;
        if (length >= (size_t)(end - at) || at[length] != '\0' || memchr(at, '\0', length) != NULL)
            return false;
        texts[i] = (const char *)at;
        at += length + 1;
    }
    if (at != end)
        return false;
    *out = (cj_cache_key){.schema = texts[0],
                          .architecture = texts[1],
                          .options = texts[2],
                          .source = texts[3],
                          .name = texts[4],
                          .toolchain = texts[5]};
    return true;
}

bool cj_key_matches(const cj_key_bytes *key, const void *data, size_t size)
{
    if (data == NULL || size < key->size || (!key->any_toolchain && size != key->size))
        return false;
    return memcmp(key->data, data, key->size) == 0;
}

unsigned cj_key_differences(const cj_key_bytes *key, const cj_cache_key *other)
{
    const char *texts[TEXTS] = {other->schema, other->architecture, other->options,
                                other->source, other->name,         other->toolchain};
    const unsigned char *at = key->data + sizeof magic;
    unsigned found = 0;

    for (size_t i = 0; i < (key->any_toolchain ? TEXTS - 1 : TEXTS); i++) {
        uint64_t length;

        memcpy(&length, at, sizeof length);
        at += sizeof length;
        found |= (unsigned)(strcmp((const char *)at, texts[i]) != 0) << i;
        at += length + 1;
    }
    return found;
}

cj_digest cj_digest_of(const void *data, size_t size)
{
    XXH128_canonical_t canonical;
    cj_digest digest;

    XXH128_canonicalFromHash(&canonical, XXH3_128bits(data, size));
    memcpy(digest.bytes, canonical.digest, sizeof digest.bytes);
    return digest;
}

void cj_digest_hex(const cj_digest *digest, char text[33])
{
    static const char digits[] = "0123456789abcdef";

    for (size_t i = 0; i < CJ_DIGEST_SIZE; i++) {
        text[2 * i] = digits[digest->bytes[i] >> 4];
        text[2 * i + 1] = digits[digest->bytes[i] & 15];
    }
    text[32] = '\0';
}

cj_digest cj_entry_checksum(const cj_digest *hash, const cj_digest *key, int64_t created, const cj_object *object)
{
    /* One digest for each variable part and for the numbers, then one over those: no streaming state is needed (it is
     * 576 aligned bytes, too much to allocate on this path), and no two parts can run into each other. */
    struct {
        cj_digest hash, key, data, log, names;
        char architecture[sizeof object->architecture];
        uint64_t has_log, has_names;
        int64_t created, kind, numbers[5];
        double compile_ms;
    } parts;
    const cj_resources *resources = &object->resources;

    memset(&parts, 0, sizeof parts);
    parts.hash = *hash;
    parts.key = *key;
    parts.data = cj_digest_of(object->data, object->size);
    if (object->log != NULL) {
        parts.has_log = 1;
        parts.log = cj_digest_of(object->log, strlen(object->log));
    }
    if (object->names != NULL) {
        parts.has_names = 1;
        parts.names = cj_digest_of(object->names, strlen(object->names));
    }
    /* Byte by byte up to the NUL: what stands behind it is nobody's. */
    for (size_t i = 0; i + 1 < sizeof parts.architecture && object->architecture[i] != '\0'; i++)
        parts.architecture[i] = object->architecture[i];
    parts.created = created;
    parts.kind = object->kind;
    parts.numbers[0] = resources->registers;
    parts.numbers[1] = resources->shared_bytes;
    parts.numbers[2] = resources->stack_bytes;
    parts.numbers[3] = resources->spill_store_bytes;
    parts.numbers[4] = resources->spill_load_bytes;
    parts.compile_ms = object->compile_ms;
    return cj_digest_of(&parts, sizeof parts);
}
