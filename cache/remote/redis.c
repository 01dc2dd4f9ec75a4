/*
 * redis.c: see redis.h; internal.h says what is in which file.
 */
#include "cache/remote/redis.h"

#include "cache/entry.h"
#include "cache/remote/internal.h"
#include "libjit/base/alloc.h"
#include "libjit/base/os.h"
#include "libjit/base/thread.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

/* ---- Forks --------------------------------------------------------------------------------------------------------
 *
 * A child has neither the thread nor the leases, and must not use the connections: they are the parent's. */

static pthread_mutex_t list_mutex = PTHREAD_MUTEX_INITIALIZER;
static cj_redis *list;
static pthread_once_t fork_once = PTHREAD_ONCE_INIT;

static void before_fork(void)
{
    pthread_mutex_lock(&list_mutex);
    for (cj_redis *redis = list; redis != NULL; redis = redis->next)
        pthread_mutex_lock(&redis->mutex);
}

static void after_fork_in_parent(void)
{
    for (cj_redis *redis = list; redis != NULL; redis = redis->next)
        pthread_mutex_unlock(&redis->mutex);
    pthread_mutex_unlock(&list_mutex);
}

static void drop_all(cj_redis *redis)
{
    for (cj_lease *lease = redis->leases, *next; lease != NULL; lease = next) {
        next = lease->next;
        cj_free(lease);
    }
    for (cj_job *job = redis->first, *next; job != NULL; job = next) {
        next = job->next;
        cj_job_free(job);
    }
    redis->leases = NULL;
    redis->first = NULL;
    redis->last = &redis->first;
    redis->jobs = 0;
    redis->job_bytes = 0;
    cj_link_close(redis);
}

static void after_fork_in_child(void)
{
    for (cj_redis *redis = list; redis != NULL; redis = redis->next) {
        drop_all(redis);
        redis->courier_made = redis->courier_runs = redis->trying = false;
        cj_condition_init(&redis->wake); /* the parent's thread may have waited for it */
    }
    after_fork_in_parent();
}

static void watch_forks(void)
{
    pthread_atfork(before_fork, after_fork_in_parent, after_fork_in_child);
}

static void enlist(cj_redis *redis)
{
    pthread_once(&fork_once, watch_forks);
    pthread_mutex_lock(&list_mutex);
    redis->next = list;
    redis->place = &list;
    if (list != NULL)
        list->place = &redis->next;
    list = redis;
    pthread_mutex_unlock(&list_mutex);
}

static void delist(cj_redis *redis)
{
    pthread_mutex_lock(&list_mutex);
    *redis->place = redis->next;
    if (redis->next != NULL)
        redis->next->place = redis->place;
    pthread_mutex_unlock(&list_mutex);
}

/* ---- Looking up -------------------------------------------------------------------------------------------------- */

static void name_entry(const cj_redis *redis, const char *id, cj_names *out)
{
    snprintf(out->id, sizeof out->id, "%s", id);
    snprintf(out->entry, sizeof out->entry, "%s:1:{%s}:entry", redis->options.prefix, id);
    snprintf(out->lease, sizeof out->lease, "%s:1:{%s}:lease", redis->options.prefix, id);
}

static void name_key(const cj_redis *redis, const cj_key_bytes *key, cj_names *out)
{
    char id[33], unit[33];

    cj_digest_hex(&key->hash, id);
    cj_digest_hex(&key->unit, unit);
    name_entry(redis, id, out);
    snprintf(out->unit, sizeof out->unit, "%s:1:{%s}:unit", redis->options.prefix, unit);
}

static void write_unit(cj_wire *wire, void *user)
{
    cj_wire_add(wire, "GET %s", ((const cj_names *)user)->unit);
}

/* Without a compiler the newest entry of any will do. What names it needs no authentication: the entry does. */
static bool find_unit(cj_redis *redis, cj_names *names)
{
    redisReply *answers[CJ_WIRE_ANSWERS];
    bool found;

    if (!cj_link_ask(redis, write_unit, names, redis->options.timeout_ms, answers))
        return false;
    found = answers[0]->type == REDIS_REPLY_STRING && strlen(answers[0]->str) == 32 &&
            strspn(answers[0]->str, "0123456789abcdef") == 32;
    if (found)
        name_entry(redis, answers[0]->str, names);
    cj_wire_free_answers(answers);
    return found;
}

static bool get(cj_layer *layer, const cj_key_bytes *key, const char *name, cj_object *out)
{
    cj_redis *redis = (cj_redis *)layer;
    const double began = cj_now_ms();
    cj_names names;
    bool found;

    (void)name;
    name_key(redis, key, &names);
    found = (!key->any_toolchain || find_unit(redis, &names)) && cj_flight_get(redis, key, &names, out);
    pthread_mutex_lock(&redis->mutex);
    redis->stats.hits += found;
    redis->stats.misses += !found;
    redis->stats.ms += cj_now_ms() - began;
    pthread_mutex_unlock(&redis->mutex);
    return found;
}

/* ---- Handing over ------------------------------------------------------------------------------------------------ */

/* `object` NULL: there is none. */
static void hand_over(cj_redis *redis, const cj_key_bytes *key, const cj_object *object, bool is_failure)
{
    cj_job *job = cj_calloc(1, sizeof *job);
    cj_names names;

    name_key(redis, key, &names);
    if (job == NULL) {
        char lost[CJ_TOKEN_SIZE];

        cj_flight_end(redis, &names, lost); /* on the server it runs out */
        return;
    }
    job->names = names;
    job->is_failure = is_failure;
    cj_flight_end(redis, &names, job->token);
    if (object != NULL && !cj_entry_pack(key, object, &job->entry))
        cj_text_clear(&job->entry);
    if ((job->entry.length == 0 && job->token[0] == '\0') || !cj_courier_take(redis, job))
        cj_job_free(job);
}

static void put(cj_layer *layer, const cj_key_bytes *key, const char *name, const cj_object *object)
{
    (void)name;
    hand_over((cj_redis *)layer, key, object, false);
}

static void give_up(cj_layer *layer, const cj_key_bytes *key, bool refused)
{
    hand_over((cj_redis *)layer, key, NULL, refused);
}

static void reject(cj_layer *layer, const cj_key_bytes *key)
{
    cj_redis *redis = (cj_redis *)layer;

    (void)key; /* what is compiled now is written over it */
    pthread_mutex_lock(&redis->mutex);
    redis->stats.rejected++;
    pthread_mutex_unlock(&redis->mutex);
}

/* ---- Life -------------------------------------------------------------------------------------------------------- */

static void get_stats(cj_layer *layer, cujit_cache_layer_stats *out)
{
    cj_redis *redis = (cj_redis *)layer;
    char kind[sizeof out->kind];

    memcpy(kind, out->kind, sizeof kind);
    pthread_mutex_lock(&redis->mutex);
    *out = redis->stats;
    out->paused = redis->failed > 0;
    pthread_mutex_unlock(&redis->mutex);
    memcpy(out->kind, kind, sizeof kind);
    cj_redis_options_show(&redis->options, out->place, sizeof out->place);
}

static void free_redis(cj_layer *layer)
{
    cj_redis *redis = (cj_redis *)layer;

    cj_courier_end(redis);
    delist(redis); /* first: a fork of another thread may look at all that are in the list */
    drop_all(redis);
    pthread_cond_destroy(&redis->wake);
    pthread_mutex_destroy(&redis->mutex);
    sodium_memzero(redis->key, sizeof redis->key);
    sodium_memzero(&redis->options, sizeof redis->options);
    cj_free(redis);
}

cujit_status cj_redis_create(const char *url, cj_layer **out, cujit_error *error)
{
    static const cj_layer_table table = {.kind = "redis",
                                         .remote = true,
                                         .get = get,
                                         .put = put,
                                         .give_up = give_up,
                                         .reject = reject,
                                         .get_stats = get_stats,
                                         .free = free_redis};
    static const cj_layer_table reading_table = {
        .kind = "redis", .remote = true, .get = get, .reject = reject, .get_stats = get_stats, .free = free_redis};
    cj_redis *redis = cj_calloc(1, sizeof *redis);
    cujit_status status;

    if (redis == NULL)
        return cj_error_no_memory(error, "a layer on Redis");
    if (sodium_init() < 0)
        status = cj_error_set(error, CUJIT_ERROR_UNSUPPORTED, "the Redis layer: libsodium cannot be used here");
    else if ((status = cj_redis_options_read(url, &redis->options, error)) == CUJIT_OK)
        status = cj_seal_read_key(redis->options.key_file, redis->key, error);
    if (status != CUJIT_OK) {
        cj_free(redis);
        return status;
    }
    redis->base.table = redis->options.readonly ? &reading_table : &table;
    redis->last = &redis->first;
    pthread_mutex_init(&redis->mutex, NULL);
    cj_condition_init(&redis->wake);
    enlist(redis);
    *out = &redis->base;
    return CUJIT_OK;
}
