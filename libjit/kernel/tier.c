/*
 * tier.c: see tier.h.
 */
#include "libjit/kernel/tier.h"

#include "cache/entry.h"

typedef struct digits {
    char id[33], unit[33];
} digits;

static cujit_tier_key describe(const cj_key_bytes *key, const char *name, bool compiled, digits *text)
{
    cj_digest_hex(&key->hash, text->id);
    cj_digest_hex(&key->unit, text->unit);
    return (cujit_tier_key){key->any_toolchain ? NULL : text->id, text->unit, name, compiled};
}

typedef struct sink {
    const cj_key_bytes *key;
    cj_object *out;
    bool taken;
} sink;

static int take(void *opaque, const void *entry, size_t size)
{
    sink *into = opaque;

    into->taken = into->taken || cj_entry_unpack(entry, size, into->key, into->out);
    return into->taken;
}

bool cj_tier_get(const cujit_context *context, const cj_key_bytes *key, const char *name, cj_object *out)
{
    const cujit_tier *tier = &context->tier;
    sink into = {.key = key, .out = out};
    cujit_tier_key described;
    digits text;

    if (tier->fetch == NULL || key->data == NULL)
        return false;
    described = describe(key, name, false, &text);
    tier->fetch(tier->user, &described, take, &into);
    return into.taken;
}

void cj_tier_put(const cujit_context *context, const cj_key_bytes *key, const char *name, const cj_object *object,
                 bool compiled)
{
    const cujit_tier *tier = &context->tier;
    cujit_tier_key described;
    cj_text entry = {0};
    digits text;

    if (tier->publish == NULL || key->data == NULL || key->any_toolchain)
        return;
    described = describe(key, name, compiled, &text);
    if (object == NULL || !cj_entry_pack(key, object, &entry))
        tier->publish(tier->user, &described, NULL, 0);
    else
        tier->publish(tier->user, &described, entry.data, entry.length);
    cj_text_clear(&entry);
}
