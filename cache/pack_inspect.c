/*
 * pack_inspect.c: making packs and looking at them, for programs: section 29 of the manual.
 */
#include "cache/entry.h"
#include "cache/pack.h"
#include "libjit/base/alloc.h"
#include "libjit/base/sized.h"

#include <stdio.h>
#include <string.h>

/* ---- Making
 * ------------------------------------------------------------------------------------------------------- */

cujit_status cujit_pack_draft_create(cujit_pack_draft **draft, cujit_error *error)
{
    cujit_pack_draft *made;

    if (draft == NULL)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "cujit_pack_draft_create: draft is NULL");
    if ((made = cj_calloc(1, sizeof *made)) == NULL)
        return cj_error_no_memory(error, "a pack");
    *draft = made;
    return CUJIT_OK;
}

void cujit_pack_draft_free(cujit_pack_draft *draft)
{
    if (draft == NULL)
        return;
    cj_pack_draft_clear(draft);
    cj_free(draft);
}

static cj_object_kind find_kind(const char *name)
{
    for (cj_object_kind kind = CJ_OBJECT_CUBIN; name != NULL && kind <= CJ_OBJECT_SHARED; kind++)
        if (strcmp(cj_object_kind_name(kind), name) == 0)
            return kind;
    return CJ_OBJECT_NONE;
}

cujit_status cujit_pack_draft_add(cujit_pack_draft *draft, const cujit_cache_entry *entry, cujit_error *error)
{
    cj_key_bytes key = {0};
    cj_object object = {0};
    bool added;

    if (draft == NULL || entry == NULL)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "cujit_pack_draft_add: %s is NULL",
                            draft == NULL ? "draft" : "entry");
    object = (cj_object){
        .kind = find_kind(entry->object_kind),
        .data = (void *)entry->object,
        .size = entry->object_size,
        .log = entry->log != NULL && entry->log[0] != '\0' ? (char *)entry->log : NULL,
        .names = (char *)entry->names,
        .resources = {entry->registers, entry->shared_bytes, entry->stack_bytes, entry->spill_store_bytes,
                      entry->spill_load_bytes},
        .compile_ms = entry->compile_ms,
    };
    if (!entry->intact || entry->untrusted || object.kind == CJ_OBJECT_NONE || object.data == NULL ||
        object.size == 0 || entry->toolchain == NULL)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "the entry %.32s (%.64s) %s: it cannot be packed",
                            entry->id, entry->name,
                            !entry->intact     ? "is damaged"
                            : entry->untrusted ? "is code for the host that is not stamped by this user's secret"
                                               : "comes without its object and all of its key");
    snprintf(object.architecture, sizeof object.architecture, "%s", entry->object_architecture);
    added = cj_key_encode(
                &(cj_cache_key){
                    .schema = entry->schema,
                    .toolchain = entry->toolchain,
                    .architecture = entry->architecture,
                    .options = entry->options,
                    .source = entry->source,
                    .name = entry->name,
                },
                &key) &&
            cj_pack_draft_add(draft, &key, &object);
    cj_key_clear(&key);
    return added ? CUJIT_OK : cj_error_no_memory(error, "a pack");
}

size_t cujit_pack_draft_count(const cujit_pack_draft *draft)
{
    return draft != NULL ? draft->count : 0;
}

cujit_status cujit_pack_draft_finish(cujit_pack_draft *draft, const char *key, char **data, size_t *size,
                                     cujit_error *error)
{
    cj_secret secret = {{0}};
    cj_text out = {0};
    cujit_status status = CUJIT_OK;

    if (draft == NULL || data == NULL || size == NULL)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "cujit_pack_draft_finish: %s is NULL",
                            draft == NULL ? "draft" : "data or size");
    if (key != NULL && (status = cj_secret_read(key, &secret, error)) != CUJIT_OK)
        return status;
    if (cj_pack_draft_finish(draft, key != NULL ? &secret : NULL, &out)) {
        *size = out.length;
        *data = cj_text_take(&out);
    } else {
        status = cj_error_no_memory(error, "a pack");
    }
    cj_secret_forget(&secret);
    cj_text_clear(&out);
    return status;
}

cujit_status cujit_pack_make_key(const char *path, char public_key[65], cujit_error *error)
{
    if (path == NULL || public_key == NULL)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "cujit_pack_make_key: %s is NULL",
                            path == NULL ? "path" : "public_key");
    return cj_secret_make(path, public_key, error);
}

/* ---- Looking
 * ------------------------------------------------------------------------------------------------------ */

cujit_status cujit_pack_open(const char *path, cujit_pack **pack, cujit_error *error)
{
    cj_trust trust = {0};
    char why[256] = "";
    cj_pack *opened;

    if (path == NULL || pack == NULL)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "cujit_pack_open: %s is NULL",
                            path == NULL ? "path" : "pack");
    cj_trust_add_file(&trust, CJ_TRUST_FILE, why, sizeof why);
    opened = cj_pack_open(path, &trust, why, sizeof why);
    cj_trust_clear(&trust);
    if (opened == NULL)
        return cj_error_set(error, CUJIT_ERROR_CACHE, "cannot use the pack \"%.200s\": %s", path, why);
    *pack = opened;
    return CUJIT_OK;
}

void cujit_pack_free(cujit_pack *pack)
{
    cj_pack_free(pack);
}

/* False: no more is wanted. *intact tells of the entry; `visit` NULL: nobody is shown it. */
static bool show(const cj_pack *pack, const cj_pack_item *item, cujit_cache_visit visit, void *user, bool *intact)
{
    void *owned;
    const void *bytes = cj_pack_read(pack, item, &owned), *data = NULL;
    cj_object object = {0};
    cj_cache_key key = {"", "", "", "", "", ""};
    cujit_cache_entry shown;
    char id[33];
    size_t size = 0;
    bool more;

    *intact = bytes != NULL && cj_pack_is_sealed(pack, item, bytes) &&
              cj_entry_view(bytes, item->size, &data, &size, &object) && object.kind == (cj_object_kind)item->kind &&
              cj_key_decode(data, size, &key);
    if (*intact) {
        const cj_digest hash = cj_digest_of(data, size);

        *intact = memcmp(&hash, &item->hash, sizeof hash) == 0;
    }
    cj_digest_hex(&item->hash, id);
    object.kind = (cj_object_kind)item->kind; /* as the index says, whatever the entry does */
    shown = cj_entry_describe(id, &key, &object);
    shown.intact = *intact;
    more = visit == NULL || visit(user, &shown) != 0;
    cj_free(owned);
    return more;
}

cujit_status cujit_pack_list(cujit_pack *pack, cujit_cache_visit visit, void *user, cujit_error *error)
{
    bool intact, more = true;

    if (pack == NULL || visit == NULL)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "cujit_pack_list: %s is NULL",
                            pack == NULL ? "pack" : "visit");
    for (size_t k = 0; k < pack->head.count && more; k++)
        more = show(pack, &pack->items[k], visit, user, &intact);
    return CUJIT_OK;
}

cujit_status cujit_pack_get_info_sized(cujit_pack *pack, cujit_pack_info *info, size_t size, cujit_error *error)
{
    cujit_pack_info found = {0};

    if (pack == NULL || info == NULL)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "cujit_pack_get_info: %s is NULL",
                            pack == NULL ? "pack" : "info");
    found.entries = pack->head.count;
    found.bytes = pack->head.size;
    found.is_signed = pack->is_signed;
    found.trusted = pack->trusted;
    if (pack->is_signed) {
        found.signer = pack->key_trusted ? 1 : 2;
        cj_key_digits(pack->head.key, found.signed_by);
    }
    for (size_t k = 0; k < pack->head.count; k++) {
        bool intact;

        show(pack, &pack->items[k], NULL, NULL, &intact);
        found.damaged += !intact;
    }
    cj_narrow(info, size, &found, sizeof found);
    return CUJIT_OK;
}
