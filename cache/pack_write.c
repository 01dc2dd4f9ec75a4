/*
 * pack_write.c: making packs. See pack.h.
 */
#include "cache/entry.h"
#include "cache/pack.h"
#include "libjit/base/alloc.h"

#include <stdlib.h>
#include <string.h>

static bool has(const cj_pack_draft *draft, const cj_pack_item *item)
{
    for (size_t k = 0; k < draft->count; k++)
        if (cj_pack_compare(&draft->items[k], item) == 0)
            return true;
    return false;
}

/* What follows begins at a multiple of the alignment. */
static void pad(cj_text *text)
{
    static const char nothing[CJ_PACK_ALIGNMENT] = {0};

    cj_text_append_n(text, nothing, (size_t)-text->length % CJ_PACK_ALIGNMENT);
}

bool cj_pack_draft_add(cj_pack_draft *draft, const cj_key_bytes *key, const cj_object *object)
{
    cj_pack_item item = {.unit = key->unit, .hash = key->hash, .kind = object->kind}, *items;

    if (has(draft, &item))
        return true;
    pad(&draft->entries);
    item.offset = draft->entries.length;
    if (draft->entries.failed || !cj_entry_pack(key, object, &draft->entries))
        return false;
    item.size = draft->entries.length - item.offset;
    cj_seal(draft->entries.data + item.offset, item.size, NULL, 0, item.seal);
    if ((items = cj_realloc(draft->items, (draft->count + 1) * sizeof *items)) == NULL)
        return false;
    draft->items = items;
    items[draft->count++] = item;
    return true;
}

static int compare(const void *a, const void *b)
{
    return cj_pack_compare(a, b);
}

bool cj_pack_draft_finish(cj_pack_draft *draft, const cj_secret *secret, cj_text *out)
{
    const size_t index_size = draft->count * sizeof *draft->items;
    const size_t before = (sizeof(cj_pack_head) + index_size + CJ_PACK_ALIGNMENT - 1) / CJ_PACK_ALIGNMENT *
                          CJ_PACK_ALIGNMENT;
    cj_pack_head head = {.version = CJ_PACK_VERSION,
                         .flags = secret != NULL ? CJ_PACK_SIGNED : 0,
                         .count = draft->count,
                         .size = before + draft->entries.length};
    unsigned char seal[CJ_SEAL_SIZE];

    memcpy(head.magic, CJ_PACK_MAGIC, sizeof head.magic);
    for (size_t k = 0; k < draft->count; k++)
        draft->items[k].offset += before;
    if (draft->count > 0)
        qsort(draft->items, draft->count, sizeof *draft->items, compare);
    head.index_sum = cj_digest_of(draft->items, index_size);
    if (secret != NULL) {
        cj_secret_key(secret, head.key);
        cj_seal(&head, sizeof head, draft->items, index_size, seal);
        cj_sign(secret, seal, head.signature);
    }
    cj_text_append_n(out, &head, sizeof head);
    cj_text_append_n(out, draft->items, index_size);
    pad(out);
    cj_text_append_n(out, draft->entries.data, draft->entries.length);
    for (size_t k = 0; k < draft->count; k++)
        draft->items[k].offset -= before;
    return !out->failed;
}

void cj_pack_draft_clear(cj_pack_draft *draft)
{
    cj_free(draft->items);
    cj_text_clear(&draft->entries);
    *draft = (cj_pack_draft){0};
}
