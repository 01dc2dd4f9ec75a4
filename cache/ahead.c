/*
 * ahead.c: the entries that were used last, read before anybody asks for them. See store.h.
 *
 * A program asks for what it asked for when it ran last. Its first question of SQLite takes as long as a dozen later
 * ones, since none of what SQLite runs is in the processor's caches: what was read by somebody who had the time is
 * found in a table. An entry is handed out once, as the process keeps what it loads.
 */
#include "cache/store.h"

#include "cache/memory_table.h"
#include "libjit/base/alloc.h"
#include "libjit/base/os.h"

static const double holds_ms = 1000;    /* longer than most drivers take to start */
static const int most_bytes = 64 << 10; /* of an object, as it is kept */

static void clear(cj_ahead *entry)
{
    cj_free(entry->key);
    cj_object_clear(&entry->object);
    *entry = (cj_ahead){0};
}

void cj_store_forget_ahead(cj_store *store)
{
    while (store->ahead_count > 0)
        clear(&store->ahead[--store->ahead_count]);
}

/* What is damaged or is the host's code is left for who asks for it. */
static int keep(void *user, sqlite3_stmt *row)
{
    cj_store *store = user;
    cj_ahead *entry = &store->ahead[store->ahead_count];
    cj_row read;

    cj_store_read_row(row, true, &read);
    if (!read.intact || read.object.kind == CJ_OBJECT_SHARED)
        return SQLITE_OK;
    *entry = (cj_ahead){.id = read.id, .hash = read.hash, .key = cj_malloc(read.key_size), .key_size = read.key_size};
    if (entry->key == NULL || !cj_object_copy(&read.object, &entry->object)) {
        clear(entry);
        return SQLITE_NOMEM;
    }
    memcpy(entry->key, read.key, read.key_size);
    store->ahead_count++;
    return SQLITE_OK;
}

void cj_store_read_ahead(cj_store *store, const char *toolchain)
{
    /* An index has them in this order. */
    static const char last[] = "SELECT " CJ_STORE_ROW ", +object FROM"
                               " (SELECT id FROM uses WHERE toolchain = (SELECT id FROM toolchains WHERE text = ?1)"
                               " AND pinned = 0 ORDER BY used DESC LIMIT ?2) u CROSS JOIN kernels k ON k.id = u.id"
                               " WHERE length(object) <= ?3";

    cj_store_forget_ahead(store);
    if (cj_store_open(store, false) == CJ_STORE_OPEN)
        cj_store_each(store, last,
                      CJ_BOUND(cj_bound_text(toolchain), cj_bound_integer(CJ_AHEAD), cj_bound_integer(most_bytes)),
                      keep, store);
    store->ahead_until_ms = cj_now_ms() + holds_ms;
}

bool cj_store_take_ahead(cj_store *store, const cj_key_bytes *key, cj_object *out, int64_t *id)
{
    cj_ahead *entry = store->ahead, *end = entry + store->ahead_count;

    if (entry == end || key->any_toolchain) /* of any, the newest is meant */
        return false;
    if (cj_now_ms() > store->ahead_until_ms) {
        cj_store_forget_ahead(store);
        return false;
    }
    while (entry < end && !(memcmp(&entry->hash, &key->hash, sizeof key->hash) == 0 &&
                            cj_key_matches(key, entry->key, entry->key_size)))
        entry++;
    if (entry == end)
        return false;
    *id = entry->id;
    *out = entry->object;
    cj_free(entry->key);
    *entry = end[-1];
    store->ahead_count--;
    return true;
}
