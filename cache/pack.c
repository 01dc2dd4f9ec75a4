/*
 * pack.c: opening packs and looking things up in them. See pack.h.
 */
#include "cache/pack.h"

#include "cache/directory.h"
#include "cache/entry.h"
#include "libjit/base/alloc.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- Bytes
 * -------------------------------------------------------------------------------------------------------- */

static bool read_at(const cj_pack *pack, uint64_t offset, void *out, size_t size)
{
    unsigned char *to = out;

    if (pack->file < 0) {
        memcpy(out, pack->memory + offset, size);
        return true;
    }
    while (size > 0) {
        ssize_t got = pread(pack->file, to, size, (off_t)offset);

        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return false;
        to += got;
        offset += (uint64_t)got;
        size -= (size_t)got;
    }
    return true;
}

const void *cj_pack_read(const cj_pack *pack, const cj_pack_item *item, void **owned)
{
    *owned = NULL;
    if (pack->file < 0)
        return pack->memory + item->offset;
    if ((*owned = cj_malloc(item->size)) != NULL && read_at(pack, item->offset, *owned, item->size))
        return *owned;
    cj_free(*owned);
    *owned = NULL;
    return NULL;
}

/* ---- Opening
 * ------------------------------------------------------------------------------------------------------ */

int cj_pack_compare(const cj_pack_item *a, const cj_pack_item *b)
{
    const int order = memcmp(&a->unit, &b->unit, sizeof a->unit);

    return order != 0 ? order : memcmp(&a->hash, &b->hash, sizeof a->hash);
}

static bool read_head(cj_pack *pack, uint64_t size, char *why, size_t room)
{
    cj_pack_head *head = &pack->head;

    if (size < sizeof *head || !read_at(pack, 0, head, sizeof *head) ||
        memcmp(head->magic, CJ_PACK_MAGIC, sizeof head->magic) != 0)
        snprintf(why, room, "it is no pack");
    else if (head->version != CJ_PACK_VERSION)
        snprintf(why, room, "it is a pack of version %u, and this library reads version %d", head->version,
                 CJ_PACK_VERSION);
    else if (head->size != size)
        snprintf(why, room, "it is damaged: %llu bytes long in place of %llu", (unsigned long long)size,
                 (unsigned long long)head->size);
    else if (head->count > (size - sizeof *head) / sizeof *pack->items)
        snprintf(why, room, "it is damaged: its index does not fit");
    else
        return true;
    return false;
}

static bool is_item(const cj_pack *pack, const cj_pack_item *item)
{
    const uint64_t begin = sizeof pack->head + pack->head.count * sizeof *item, size = pack->head.size;

    return item->offset >= begin && item->offset <= size && item->size <= size - item->offset &&
           item->kind >= CJ_OBJECT_CUBIN && item->kind <= CJ_OBJECT_SHARED &&
           (item == pack->items || cj_pack_compare(item - 1, item) < 0);
}

static bool read_index(cj_pack *pack, char *why, size_t room)
{
    const size_t count = pack->head.count, size = count * sizeof *pack->items;
    cj_digest sum;

    pack->items = cj_malloc(size > 0 ? size : 1);
    pack->bad = cj_calloc(count > 0 ? count : 1, sizeof *pack->bad);
    if (pack->items == NULL || pack->bad == NULL) {
        snprintf(why, room, "memory ran out");
        return false;
    }
    if (read_at(pack, sizeof pack->head, pack->items, size)) {
        sum = cj_digest_of(pack->items, size);
        if (memcmp(&sum, &pack->head.index_sum, sizeof sum) == 0) {
            size_t k = 0;

            while (k < count && is_item(pack, &pack->items[k]))
                k++;
            if (k == count)
                return true;
        }
    }
    snprintf(why, room, "it is damaged: its index is not what it should be");
    return false;
}

/* Of head and index; a pack that says it is signed must be. */
static bool check_signature(cj_pack *pack, char *why, size_t room)
{
    cj_pack_head plain = pack->head;
    unsigned char seal[CJ_SEAL_SIZE];

    if ((pack->head.flags & CJ_PACK_SIGNED) == 0)
        return true;
    memset(plain.signature, 0, sizeof plain.signature);
    cj_seal(&plain, sizeof plain, pack->items, pack->head.count * sizeof *pack->items, seal);
    pack->is_signed = cj_signature_fits(pack->head.signature, seal, pack->head.key);
    if (!pack->is_signed)
        snprintf(why, room, "its signature is wrong");
    return pack->is_signed;
}

static cj_pack *create(const char *place, char *why, size_t room)
{
    cj_pack *pack = cj_calloc(1, sizeof *pack);

    if (pack == NULL || (pack->place = cj_strdup(place)) == NULL) {
        snprintf(why, room, "memory ran out");
        cj_free(pack);
        return NULL;
    }
    pack->file = -1;
    return pack;
}

void cj_pack_free(cj_pack *pack)
{
    if (pack == NULL)
        return;
    if (pack->file >= 0)
        close(pack->file);
    cj_free(pack->place);
    cj_free(pack->items);
    cj_free(pack->bad);
    cj_free(pack);
}

static cj_pack *finish(cj_pack *pack, uint64_t size, char *why, size_t room)
{
    if (read_head(pack, size, why, room) && read_index(pack, why, room) && check_signature(pack, why, room))
        return pack;
    cj_pack_free(pack);
    return NULL;
}

/* What was looked at by its path is what was opened. */
static bool is_same(int file, const char *path)
{
    struct stat opened, there;

    return fstat(file, &opened) == 0 && stat(path, &there) == 0 && opened.st_dev == there.st_dev &&
           opened.st_ino == there.st_ino;
}

/* The file is where nobody else can write to. */
static bool lies_safely(const cj_pack *pack)
{
    char real[PATH_MAX], why[256], *slash;
    bool safe = false;

    if (realpath(pack->place, real) != NULL && (slash = strrchr(real, '/')) != NULL) {
        char *file = cj_strdup(real);

        slash[slash == real] = '\0';
        safe = file != NULL && cj_directory_check(real, file, why, sizeof why) == CJ_DIRECTORY_FINE &&
               is_same(pack->file, file);
        cj_free(file);
    }
    return safe;
}

cj_pack *cj_pack_open(const char *path, const cj_trust *trust, char *why, size_t room)
{
    cj_pack *pack = create(path, why, room);
    struct stat status;

    if (pack == NULL)
        return NULL;
    pack->file = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    if (pack->file < 0 || fstat(pack->file, &status) != 0)
        snprintf(why, room, "%s", strerror(errno));
    else if (!S_ISREG(status.st_mode))
        snprintf(why, room, "it is no regular file");
    else if ((pack = finish(pack, (uint64_t)status.st_size, why, room)) != NULL) {
        pack->key_trusted = pack->is_signed && trust != NULL && cj_trust_has(trust, pack->head.key);
        pack->trusted = pack->key_trusted || lies_safely(pack);
        return pack;
    } else
        return NULL;
    cj_pack_free(pack);
    return NULL;
}

cj_pack *cj_pack_open_memory(const void *data, size_t size, char *why, size_t room)
{
    cj_pack *pack = create("memory", why, room);

    if (pack == NULL)
        return NULL;
    pack->memory = data;
    pack->trusted = true;
    return finish(pack, size, why, room);
}

/* ---- Looking up
 * --------------------------------------------------------------------------------------------------- */

/* The first entry of the unit, or where it would be. */
static size_t find_unit(const cj_pack *pack, const cj_digest *unit)
{
    size_t first = 0, count = pack->head.count;

    while (count > 0) {
        const size_t half = count / 2;

        if (memcmp(&pack->items[first + half].unit, unit, sizeof *unit) < 0) {
            first += half + 1;
            count -= half + 1;
        } else {
            count = half;
        }
    }
    return first;
}

/* NULL: there is none. */
static const cj_pack_item *find(const cj_pack *pack, const cj_key_bytes *key)
{
    for (size_t k = find_unit(pack, &key->unit); k < pack->head.count; k++) {
        const cj_pack_item *item = &pack->items[k];

        if (memcmp(&item->unit, &key->unit, sizeof key->unit) != 0)
            break;
        if (atomic_load_explicit(&pack->bad[k], memory_order_relaxed) == 0 &&
            (key->any_toolchain || memcmp(&item->hash, &key->hash, sizeof key->hash) == 0))
            return item;
    }
    return NULL;
}

static void set_bad(cj_pack *pack, const cj_pack_item *item)
{
    atomic_store_explicit(&pack->bad[item - pack->items], 1, memory_order_relaxed);
}

static void add(atomic_ullong *counter, unsigned long long what)
{
    atomic_fetch_add_explicit(counter, what, memory_order_relaxed);
}

bool cj_pack_is_sealed(const cj_pack *pack, const cj_pack_item *item, const void *entry)
{
    unsigned char seal[CJ_SEAL_SIZE];

    if (!pack->is_signed)
        return true;
    cj_seal(entry, item->size, NULL, 0, seal);
    return memcmp(seal, item->seal, sizeof seal) == 0;
}

static bool take(cj_pack *pack, const cj_pack_item *item, const cj_key_bytes *key, cj_object *out)
{
    void *owned;
    const void *entry = cj_pack_read(pack, item, &owned);
    cj_object found = {0};
    const bool good = entry != NULL && cj_pack_is_sealed(pack, item, entry) &&
                      cj_entry_unpack(entry, item->size, key, &found) && found.kind == (cj_object_kind)item->kind;

    cj_free(owned);
    if (good) {
        *out = found;
        return true;
    }
    cj_object_clear(&found);
    set_bad(pack, item);
    add(&pack->damaged, 1);
    return false;
}

static bool get(cj_layer *layer, const cj_key_bytes *key, const char *name, cj_object *out)
{
    cj_pack *pack = (cj_pack *)layer;
    const cj_pack_item *item;

    (void)name;
    while ((item = find(pack, key)) != NULL) {
        if (item->kind == CJ_OBJECT_SHARED && !pack->trusted) {
            set_bad(pack, item);
            add(&pack->refused, 1);
        } else if (take(pack, item, key, out)) {
            add(&pack->hits, 1);
            add(&pack->bytes, item->size);
            return true;
        }
    }
    add(&pack->misses, 1);
    return false;
}

static void reject(cj_layer *layer, const cj_key_bytes *key)
{
    cj_pack *pack = (cj_pack *)layer;
    const cj_pack_item *item = find(pack, key);

    if (item == NULL)
        return;
    set_bad(pack, item);
    add(&pack->rejected, 1);
}

static void get_stats(cj_layer *layer, cujit_cache_layer_stats *out)
{
    const cj_pack *pack = (const cj_pack *)layer;

    snprintf(out->place, sizeof out->place, "%s", pack->place);
    out->entries = pack->head.count;
    out->hits = atomic_load(&pack->hits);
    out->misses = atomic_load(&pack->misses);
    out->damaged = atomic_load(&pack->damaged);
    out->refused = atomic_load(&pack->refused);
    out->rejected = atomic_load(&pack->rejected);
    out->bytes = atomic_load(&pack->bytes);
    if (out->refused > 0)
        snprintf(out->trouble, sizeof out->trouble,
                 "host kernels are not taken from a pack that others can write to and that nobody trusted has signed");
}

static void free_layer(cj_layer *layer)
{
    cj_pack_free((cj_pack *)layer);
}

cj_layer *cj_pack_layer(cj_pack *pack)
{
    static const cj_layer_table table = {
        .kind = "pack", .get = get, .reject = reject, .get_stats = get_stats, .free = free_layer};

    pack->layer.table = &table;
    return &pack->layer;
}
