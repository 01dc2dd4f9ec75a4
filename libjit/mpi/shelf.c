/*
 * shelf.c: see shelf.h. Kernels may be made by threads of the program's meanwhile: hence the lock.
 */
#include "libjit/mpi/shelf.h"

#include "libjit/base/alloc.h"

#include <pthread.h>
#include <string.h>

struct cj_shelf {
    pthread_mutex_t lock;
    bool recording, serving;
    cj_text entries;
    cj_shelf_counts counts;
};

cj_shelf *cj_shelf_create(void)
{
    cj_shelf *shelf = cj_calloc(1, sizeof *shelf);

    if (shelf != NULL)
        pthread_mutex_init(&shelf->lock, NULL);
    return shelf;
}

static void release(void *user)
{
    cj_shelf *shelf = user;

    cj_text_clear(&shelf->entries);
    pthread_mutex_destroy(&shelf->lock);
    cj_free(shelf);
}

/* Is it the kernel that is asked for? Where there is no compiler, any one's. */
static bool answers(const cj_shelf_entry *head, const cujit_tier_key *key)
{
    return key->id != NULL ? strcmp(head->id, key->id) == 0 : strcmp(head->unit, key->unit) == 0;
}

/* With the lock held while the library takes its copy, which calls nobody. */
static void fetch(void *user, const cujit_tier_key *key, cujit_tier_take take, void *sink)
{
    cj_shelf *shelf = user;
    cj_shelf_entry head;

    pthread_mutex_lock(&shelf->lock);
    for (size_t at = 0; shelf->serving && at < shelf->entries.length; at += sizeof head + head.size) {
        memcpy(&head, shelf->entries.data + at, sizeof head);
        if (answers(&head, key) && take(sink, shelf->entries.data + at + sizeof head, head.size)) {
            shelf->counts.taken++;
            break;
        }
    }
    pthread_mutex_unlock(&shelf->lock);
}

static void publish(void *user, const cujit_tier_key *key, const void *entry, size_t size)
{
    cj_shelf *shelf = user;
    cj_shelf_entry head = {.size = size};

    if (entry == NULL)
        return;
    pthread_mutex_lock(&shelf->lock);
    shelf->counts.compiles += key->compiled != 0;
    shelf->counts.found += key->compiled == 0;
    if (shelf->recording) {
        strncpy(head.id, key->id, sizeof head.id - 1);
        strncpy(head.unit, key->unit, sizeof head.unit - 1);
        cj_text_append_n(&shelf->entries, &head, sizeof head);
        cj_text_append_n(&shelf->entries, entry, size);
    }
    pthread_mutex_unlock(&shelf->lock);
}

cujit_tier cj_shelf_tier(cj_shelf *shelf)
{
    return (cujit_tier){.fetch = fetch, .publish = publish, .user = shelf, .first = 1, .release = release};
}

/* Begins anew, with these entries (NULL: none). */
static void turn(cj_shelf *shelf, bool recording, cj_text *entries)
{
    pthread_mutex_lock(&shelf->lock);
    shelf->recording = recording;
    shelf->serving = entries != NULL;
    cj_text_clear(&shelf->entries);
    if (entries != NULL) {
        shelf->entries = *entries;
        *entries = (cj_text){0};
    }
    if (recording)
        shelf->counts = (cj_shelf_counts){0};
    pthread_mutex_unlock(&shelf->lock);
}

void cj_shelf_record(cj_shelf *shelf)
{
    turn(shelf, true, NULL);
}

const cj_text *cj_shelf_recorded(cj_shelf *shelf)
{
    pthread_mutex_lock(&shelf->lock);
    shelf->recording = false;
    pthread_mutex_unlock(&shelf->lock);
    return &shelf->entries;
}

void cj_shelf_serve(cj_shelf *shelf, cj_text *entries)
{
    turn(shelf, false, entries);
}

void cj_shelf_clear(cj_shelf *shelf)
{
    turn(shelf, false, NULL);
}

cj_shelf_counts cj_shelf_count(cj_shelf *shelf)
{
    cj_shelf_counts counts;

    pthread_mutex_lock(&shelf->lock);
    counts = shelf->counts;
    pthread_mutex_unlock(&shelf->lock);
    return counts;
}
