/*
 * test_layer.c: places for objects behind the cache's file (cache/layer.h): which are asked when, and what they are told.
 */
#include "cache/layer.h"
#include "tests/cache_support.h"

typedef struct fake {
    cj_layer base;
    int has; /* the number of the object that it has; -1: none */
    int gets, puts, given_up, rejects, *freed;
} fake;

static bool fake_get(cj_layer *layer, const cj_key_bytes *key, const char *name, cj_object *out)
{
    fake *self = (fake *)layer;

    (void)key;
    ck_assert_ptr_nonnull(name);
    self->gets++;
    if (self->has >= 0)
        *out = make_object(self->has, 10);
    return self->has >= 0;
}

static void fake_put(cj_layer *layer, const cj_key_bytes *key, const char *name, const cj_object *object)
{
    fake *self = (fake *)layer;

    (void)key;
    ck_assert_str_eq(name, "k");
    ck_assert_ptr_nonnull(object);
    self->puts++;
}

static void fake_give_up(cj_layer *layer, const cj_key_bytes *key, bool refused)
{
    (void)key;
    ck_assert(refused);
    ((fake *)layer)->given_up++;
}

static void fake_reject(cj_layer *layer, const cj_key_bytes *key)
{
    (void)key;
    ((fake *)layer)->rejects++;
    ((fake *)layer)->has = -1;
}

static void fake_stats(cj_layer *layer, cujit_cache_layer_stats *out)
{
    out->hits = (uint64_t)((fake *)layer)->gets;
}

static void fake_free(cj_layer *layer)
{
    (*((fake *)layer)->freed)++;
    free(layer);
}

static int freed;

static fake *add_fake(cj_cache *cache, bool remote, int has)
{
    static const cj_layer_table local_table = {
        .kind = "local", .get = fake_get, .reject = fake_reject, .get_stats = fake_stats, .free = fake_free};
    static const cj_layer_table remote_table = {.kind = "remote",
                                                .remote = true,
                                                .get = fake_get,
                                                .put = fake_put,
                                                .give_up = fake_give_up,
                                                .reject = fake_reject,
                                                .get_stats = fake_stats,
                                                .free = fake_free};
    fake *made = calloc(1, sizeof *made);

    *made = (fake){.base.table = remote ? &remote_table : &local_table, .has = has, .freed = &freed};
    cj_cache_add_layer(cache, &made->base);
    return made;
}

static void encode(int n, cj_key_bytes *out)
{
    const cj_cache_key key = make_key(n);

    ck_assert(cj_key_encode(&key, out));
}

static int number_of(cj_object *object)
{
    const int number = object->resources.registers;

    cj_object_clear(object);
    return number;
}

TEST(local_layers_are_asked_behind_the_file_and_in_their_order)
{
    cj_cache *cache = open_cache(cj_test_directory());
    fake *first = add_fake(cache, false, -1), *remote = add_fake(cache, true, 7), *second = add_fake(cache, false, 8);
    cujit_cache_stats stats;
    cj_key_bytes key;
    cj_object object, own = make_object(3, 10);

    encode(1, &key);
    ck_assert(cj_cache_get(cache, &key, &(cj_inquiry){0}, &object));
    ck_assert_int_eq(number_of(&object), 8);
    ck_assert_int_eq(first->gets, 1);
    ck_assert_int_eq(second->gets, 1);
    ck_assert_int_eq(remote->gets, 0);

    cj_cache_put(cache, &key, &own);
    ck_assert(cj_cache_get(cache, &key, &(cj_inquiry){0}, &object));
    ck_assert_int_eq(number_of(&object), 3);
    ck_assert_int_eq(second->gets, 1);
    cj_cache_reject(cache, &key); /* the file's */
    ck_assert_int_eq(second->rejects, 0);
    ck_assert(cj_cache_get(cache, &key, &(cj_inquiry){0}, &object));
    ck_assert_int_eq(number_of(&object), 8);
    cj_cache_reject(cache, &key);
    ck_assert_int_eq(second->rejects, 1);
    ck_assert_int_eq(remote->rejects, 0);
    ck_assert(!cj_cache_get(cache, &key, &(cj_inquiry){0}, &object));
    ck_assert(!cj_cache_get(cache, &key, &(cj_inquiry){.asked = true}, &object));

    cujit_cache_get_stats(cache, &stats);
    ck_assert_uint_eq(stats.layer_hits, 2);
    ck_assert_uint_eq(stats.disk_hits, 1);
    ck_assert_uint_eq(stats.misses, 1);
    ck_assert_uint_eq(stats.rejected, 2);
    cj_object_clear(&own);
    cj_key_clear(&key);
    freed = 0;
    cj_cache_free(cache);
    ck_assert_int_eq(freed, 3);
}

TEST(what_a_remote_layer_has_is_handed_to_those_before_it)
{
    cj_cache *cache = open_cache("");
    fake *first = add_fake(cache, true, -1), *local = add_fake(cache, false, 2), *second = add_fake(cache, true, 5),
         *third = add_fake(cache, true, 6);
    cj_key_bytes key;
    cj_object object;

    encode(1, &key);
    ck_assert(cj_cache_get_remote(cache, &key, "k", &object));
    ck_assert_int_eq(number_of(&object), 5);
    ck_assert_int_eq(first->puts, 1);
    ck_assert_int_eq(second->puts + third->puts + third->gets + local->gets, 0);
    cj_cache_reject_remote(cache, &key);
    ck_assert_int_eq(first->rejects + second->rejects + third->rejects, 3);
    ck_assert_int_eq(local->rejects, 0);
    ck_assert(!cj_cache_get_remote(cache, &key, "k", &object));
    cj_cache_give_up_remote(cache, &key, true);
    ck_assert_int_eq(first->given_up + second->given_up + third->given_up, 3);
    cj_key_clear(&key);
}

/* What the file has is the file's, also where it cannot be deleted: the packs' object of that key was not even tried. */
TEST_EACH(what_the_file_cannot_delete_is_no_fault_of_the_packs, 2)
{
    cj_cache *cache = open_cache(numbered("kept", _i, ""));
    fake *pack = add_fake(cache, false, 8);
    cj_key_bytes key;
    cj_object object, own = make_object(3, 10);

    encode(1, &key);
    cj_cache_put(cache, &key, &own);
    if (_i == 0)
        cache->store.write_retry_at_ms = 1e18; /* as behind a disk that was full */
    else
        cache->store.readonly = true;
    ck_assert(cj_cache_get(cache, &key, &(cj_inquiry){0}, &object));
    ck_assert_int_eq(number_of(&object), 3);
    cj_cache_reject(cache, &key);
    ck_assert_int_eq(pack->rejects, 0);
    cj_key_clear(&key);
    encode(2, &key); /* which the file does not have */
    ck_assert(cj_cache_get(cache, &key, &(cj_inquiry){0}, &object));
    ck_assert_int_eq(number_of(&object), 8);
    cj_cache_reject(cache, &key);
    ck_assert_int_eq(pack->rejects, 1);
    cj_object_clear(&own);
    cj_key_clear(&key);
}

static int note_day(void *user, const cujit_cache_day *day)
{
    *(cujit_cache_day *)user = *day;
    return 1;
}

/* What a pack had and a device refused was no hit, and why it had to be compiled. */
TEST(what_is_refused_of_packs_is_counted_over_the_days)
{
    cj_cache *cache = open_cache("counted");
    fake *local = add_fake(cache, false, 4);
    cujit_cache_day day = {.day = 0};
    cj_inquiry question = {0};
    cj_key_bytes key;
    cj_object object, own = make_object(3, 10);

    encode(1, &key);
    local->has = -1;
    ck_assert(!cj_cache_get(cache, &key, &question, &object));
    local->has = 4;
    ck_assert(cj_cache_get_packed(cache, &key, &question, &object));
    ck_assert_int_eq(number_of(&object), 4);
    cj_cache_reject_packed(cache, &key);
    ck_assert_int_eq(local->rejects, 1);
    cj_cache_put(cache, &key, &own);
    must(cujit_cache_history(cache, note_day, &day, &fault));
    ck_assert_uint_eq(day.rejected, 1);
    ck_assert_uint_eq(day.hits + day.absent + day.layer_hits + day.remote_hits, 0);
    cj_object_clear(&own);
    cj_key_clear(&key);
}

TEST(hits_behind_the_file_are_counted_over_the_days)
{
    cj_cache *cache = open_cache("behind");
    fake *local = add_fake(cache, false, 4);
    cujit_cache_day day = {.day = 0};
    cj_key_bytes key;
    cj_object object, own = make_object(3, 10);

    add_fake(cache, true, 5);
    encode(1, &key);
    ck_assert(cj_cache_get(cache, &key, &(cj_inquiry){0}, &object));
    ck_assert_int_eq(number_of(&object), 4);
    ck_assert(cj_cache_get(cache, &key, &(cj_inquiry){0}, &object));
    cj_object_clear(&object);
    cj_cache_reject(cache, &key); /* what was in the layer was no hit of it */
    local->has = -1;
    ck_assert(!cj_cache_get(cache, &key, &(cj_inquiry){0}, &object));
    ck_assert(cj_cache_get_remote(cache, &key, "k", &object));
    ck_assert_int_eq(number_of(&object), 5);
    cj_cache_put(cache, &key, &own);
    must(cujit_cache_history(cache, note_day, &day, &fault));
    ck_assert_uint_eq(day.hits, 1);
    ck_assert_uint_eq(day.layer_hits, 1);
    ck_assert_uint_eq(day.absent, 1);
    ck_assert_uint_eq(day.remote_hits, 1);
    cj_object_clear(&own);
    cj_key_clear(&key);
}

static int note(void *user, const cujit_cache_layer_stats *layer)
{
    char *seen = user;

    strcat(seen, layer->kind);
    return strlen(seen) < 10;
}

TEST(layers_are_listed_until_the_visitor_has_enough)
{
    cj_cache *cache = open_cache("");
    char seen[40] = "";

    add_fake(cache, true, -1);
    add_fake(cache, false, -1);
    add_fake(cache, false, -1);
    cj_cache_visit_layers(cache, note, seen);
    ck_assert_str_eq(seen, "remotelocal");
}
