/*
 * entry.c: see entry.h.
 */
#include "cache/entry.h"

#include "libjit/base/alloc.h"

#include <stdio.h>
#include <string.h>

static const char magic[8] = {'c', 'u', 'j', 'i', 't', 'e', '1', '\n'};

/* Without gaps. Sizes of texts count their NUL; 0: there is none. */
typedef struct head {
    char magic[sizeof magic];
    uint64_t key_size, data_size, log_size, names_size;
    int64_t kind;
    int32_t resources[5], reserved;
    double compile_ms;
    char architecture[sizeof((cj_object *)0)->architecture];
    cj_digest checksum;
} head;
_Static_assert(sizeof(head) == 128, "an entry's head is the same everywhere");

static uint64_t text_size(const char *text)
{
    return text != NULL ? strlen(text) + 1 : 0;
}

bool cj_entry_pack(const cj_key_bytes *key, const cj_object *object, cj_text *out)
{
    const cj_digest digest = cj_digest_of(key->data, key->size);
    const cj_resources *from = &object->resources;
    head first = {
        .key_size = key->size,
        .data_size = object->size,
        .log_size = text_size(object->log),
        .names_size = text_size(object->names),
        .kind = object->kind,
        .resources = {from->registers, from->shared_bytes, from->stack_bytes, from->spill_store_bytes,
                      from->spill_load_bytes},
        .compile_ms = object->compile_ms,
        .checksum = cj_entry_checksum(&digest, &digest, 0, object),
    };

    memcpy(first.magic, magic, sizeof magic);
    snprintf(first.architecture, sizeof first.architecture, "%s", object->architecture);
    cj_text_append_n(out, &first, sizeof first);
    cj_text_append_n(out, key->data, key->size);
    cj_text_append_n(out, object->data, object->size);
    if (object->log != NULL)
        cj_text_append_n(out, object->log, first.log_size);
    if (object->names != NULL)
        cj_text_append_n(out, object->names, first.names_size);
    return !out->failed;
}

/* The next `size` of what is left; NULL: there is not so much. */
static const char *take(const char **at, size_t *left, uint64_t size)
{
    const char *found = *at;

    if (size > *left)
        return NULL;
    *at += size;
    *left -= size;
    return found;
}

/* A text that is not there is NULL. False: it does not end where it should. */
static bool take_text(const char **at, size_t *left, uint64_t size, const char **text)
{
    if (size == 0) {
        *text = NULL;
        return true;
    }
    *text = take(at, left, size);
    return *text != NULL && memchr(*text, '\0', size) == *text + size - 1;
}

/* What is in there, where it lies: nothing of *out is owned. `key` NULL: whatever it is the answer to. */
static bool look(const head *first, const char *at, size_t left, const cj_key_bytes *key, cj_object *out)
{
    const char *own = take(&at, &left, first->key_size), *data = take(&at, &left, first->data_size), *log, *names;
    cj_digest digest, right;

    if (memcmp(first->magic, magic, sizeof magic) != 0 || own == NULL || data == NULL ||
        !take_text(&at, &left, first->log_size, &log) || !take_text(&at, &left, first->names_size, &names) ||
        left != 0 || first->kind < CJ_OBJECT_CUBIN || first->kind > CJ_OBJECT_SHARED || first->data_size == 0 ||
        memchr(first->architecture, '\0', sizeof first->architecture) == NULL ||
        (key != NULL && !cj_key_matches(key, own, first->key_size)))
        return false;
    *out = (cj_object){
        .kind = (cj_object_kind)first->kind,
        .data = (void *)data,
        .size = first->data_size,
        .log = (char *)log,
        .names = (char *)names,
        .resources = {first->resources[0], first->resources[1], first->resources[2], first->resources[3],
                      first->resources[4]},
        .compile_ms = first->compile_ms,
    };
    memcpy(out->architecture, first->architecture, sizeof out->architecture);
    digest = cj_digest_of(own, first->key_size);
    right = cj_entry_checksum(&digest, &digest, 0, out);
    return memcmp(&right, &first->checksum, sizeof right) == 0;
}

bool cj_entry_view(const void *entry, size_t size, const void **key, size_t *key_size, cj_object *out)
{
    head first;

    if (size < sizeof first)
        return false;
    memcpy(&first, entry, sizeof first);
    if (!look(&first, (const char *)entry + sizeof first, size - sizeof first, NULL, out))
        return false;
    *key = (const char *)entry + sizeof first;
    *key_size = first.key_size;
    return true;
}

bool cj_entry_unpack(const void *entry, size_t size, const cj_key_bytes *key, cj_object *out)
{
    cj_object found;
    head first;

    if (entry == NULL || size < sizeof first || key->data == NULL)
        return false;
    memcpy(&first, entry, sizeof first);
    if (!look(&first, (const char *)entry + sizeof first, size - sizeof first, key, &found))
        return false;
    *out = found;
    out->data = cj_malloc(found.size);
    out->log = cj_strdup(found.log);
    out->names = cj_strdup(found.names);
    if (out->data == NULL || (found.log != NULL && out->log == NULL) || (found.names != NULL && out->names == NULL)) {
        cj_object_clear(out);
        return false;
    }
    memcpy(out->data, found.data, found.size);
    return true;
}

cujit_cache_entry cj_entry_describe(const char *id, const cj_cache_key *key, const cj_object *object)
{
    return (cujit_cache_entry){
        .id = id,
        .name = key->name,
        .architecture = key->architecture,
        .toolchain = key->toolchain,
        .options = key->options,
        .schema = key->schema,
        .source = key->source,
        .object_kind = cj_object_kind_name(object->kind),
        .object_architecture = object->architecture,
        .object = object->data,
        .object_size = object->size,
        .log = object->log != NULL ? object->log : "",
        .names = object->names,
        .registers = object->resources.registers,
        .shared_bytes = object->resources.shared_bytes,
        .stack_bytes = object->resources.stack_bytes,
        .spill_store_bytes = object->resources.spill_store_bytes,
        .spill_load_bytes = object->resources.spill_load_bytes,
        .compile_ms = object->compile_ms,
    };
}
