/*
 * flight.c: one compiler for each key in a whole fleet.
 *
 * Who finds no entry takes the key's lease, which the courier renews while the compiler runs; who cannot have it looks
 * again and again, less and less often, until there is an entry, the lease is free, or time is over. A machine that
 * dies renews nothing, so that its lease runs out. All of that is for speed only: two that compile the same store the
 * same.
 */
#include "cache/remote/internal.h"

#include "cache/entry.h"
#include "libjit/base/alloc.h"
#include "libjit/base/os.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

static const double forgotten_ms = 900000;                     /* a compiler that takes longer has lost its lease */
static const double first_look_ms = 15, longest_look_ms = 250; /* a compiler takes 20 and more */
static const char failed_text[] = "failed";

typedef enum outcome {
    FOUND,    /* the entry */
    FREE,     /* neither entry nor lease */
    OURS,     /* no entry, and the lease is ours now */
    TAKEN,    /* no entry, and another one has the lease */
    HOPELESS, /* no answer; or it is known that it does not compile: on one's own, then */
} outcome;

typedef struct look {
    cj_redis *redis;
    const cj_key_bytes *key;
    const cj_names *names;
    cj_object *out;
    char token[CJ_TOKEN_SIZE];
} look;

/* ---- The entry --------------------------------------------------------------------------------------------------- */

/* Opens what the server has. One that is no right entry is as good as none, and is written over. */
static bool open_entry(const look *self, const redisReply *answer)
{
    cj_redis *redis = self->redis;
    void *entry = NULL;
    size_t size = 0;
    bool authentic, good;

    if (answer->type == REDIS_REPLY_NIL)
        return false;
    if (answer->type != REDIS_REPLY_STRING) {
        cj_link_note_error(redis, "a look-up", answer);
        return false;
    }
    authentic = cj_seal_open(redis->key, self->names->entry, answer->str, (size_t)answer->len,
                             (size_t)redis->options.max_bytes, &entry, &size);
    good = authentic && cj_entry_unpack(entry, size, self->key, self->out);
    cj_free(entry);
    if (good)
        return true;
    pthread_mutex_lock(&redis->mutex);
    redis->stats.refused += !authentic;
    redis->stats.damaged += authentic;
    cj_link_note(redis, authentic ? "an entry was not what it should be" : "an entry was not made with our key");
    pthread_mutex_unlock(&redis->mutex);
    return false;
}

static void write_look(cj_wire *wire, void *user)
{
    const look *self = user;

    cj_wire_add(wire, "GET %s", self->names->entry);
    cj_wire_add(wire, "GET %s", self->names->lease);
}

static outcome look_once(look *self)
{
    redisReply *answers[CJ_WIRE_ANSWERS];
    outcome found = FREE;

    if (!cj_link_ask(self->redis, write_look, self, self->redis->options.timeout_ms, answers))
        return HOPELESS;
    if (open_entry(self, answers[0]))
        found = FOUND;
    else if (answers[0]->type == REDIS_REPLY_ERROR)
        found = HOPELESS;
    else if (answers[1]->type == REDIS_REPLY_STRING)
        found = strcmp(answers[1]->str, failed_text) == 0 ? HOPELESS : TAKEN;
    cj_wire_free_answers(answers);
    return found;
}

/* ---- Leases ------------------------------------------------------------------------------------------------------ */

static void remember(look *self)
{
    cj_redis *redis = self->redis;
    cj_lease *lease = cj_calloc(1, sizeof *lease);
    const double now = cj_now_ms();

    pthread_mutex_lock(&redis->mutex);
    redis->stats.leases_taken++;
    if (lease != NULL) {
        *lease = (cj_lease){
            .next = redis->leases, .renew = now + (double)redis->options.lease_ms / 3, .end = now + forgotten_ms};
        snprintf(lease->name, sizeof lease->name, "%s", self->names->lease);
        snprintf(lease->token, sizeof lease->token, "%s", self->token);
        redis->leases = lease;
        cj_courier_wake(redis);
    }
    pthread_mutex_unlock(&redis->mutex);
}

/* Between the look and this another one may have come and gone, and left an entry: hence the second look. */
static void write_take(cj_wire *wire, void *user)
{
    const look *self = user;

    cj_wire_add(wire, "SET %s %s NX PX %ld", self->names->lease, self->token, self->redis->options.lease_ms);
    cj_wire_add(wire, "GET %s", self->names->entry);
}

static void write_give_back(cj_wire *wire, void *user)
{
    const look *self = user;

    cj_flight_write_end(wire, self->names->lease, self->token, false);
}

/* What came of it: anything but FREE. */
static outcome take_lease(look *self)
{
    const long limit_ms = self->redis->options.timeout_ms;
    redisReply *answers[CJ_WIRE_ANSWERS], *end[CJ_WIRE_ANSWERS];
    unsigned char random[CJ_TOKEN_SIZE / 2];
    outcome found = TAKEN;
    bool ours;

    randombytes_buf(random, sizeof random);
    sodium_bin2hex(self->token, sizeof self->token, random, sizeof random);
    if (!cj_link_ask(self->redis, write_take, self, limit_ms, answers))
        return HOPELESS;
    ours = answers[0]->type == REDIS_REPLY_STATUS;
    if (open_entry(self, answers[1]))
        found = FOUND;
    else if (ours)
        found = OURS;
    else if (answers[0]->type != REDIS_REPLY_NIL) {
        cj_link_note_error(self->redis, "taking a lease", answers[0]);
        found = HOPELESS;
    }
    cj_wire_free_answers(answers);
    if (found == OURS)
        remember(self);
    else if (ours && cj_link_ask(self->redis, write_give_back, self, limit_ms, end))
        cj_wire_free_answers(end);
    return found;
}

/* Some time around `ms`, so that those who wait do not come all at once. */
static void sleep_about(double ms)
{
    const double time = ms * (0.75 + (double)randombytes_uniform(1000) / 2000);
    const struct timespec pause = {(time_t)(time / 1e3), (long)((time - (double)(long)(time / 1e3) * 1e3) * 1e6)};

    nanosleep(&pause, NULL);
}

/* Until there is an entry, or this process may compile. */
static outcome wait_for_other(look *self)
{
    cj_redis *redis = self->redis;
    const double began = cj_now_ms(), end = began + (double)redis->options.wait_ms;
    double pause = first_look_ms;
    outcome found = TAKEN;

    while (found == TAKEN && cj_now_ms() < end) {
        sleep_about(pause);
        pause = pause * 1.7 < longest_look_ms ? pause * 1.7 : longest_look_ms;
        found = look_once(self);
        /* Whoever had it went without leaving an entry, or was not seen to be alive. */
        if (found == FREE && !redis->options.readonly)
            found = take_lease(self);
    }
    pthread_mutex_lock(&redis->mutex);
    redis->stats.leases_waited += found == FOUND;
    redis->stats.leases_expired += found != FOUND && found != HOPELESS;
    redis->stats.wait_ms += cj_now_ms() - began;
    pthread_mutex_unlock(&redis->mutex);
    return found;
}

bool cj_flight_get(cj_redis *redis, const cj_key_bytes *key, const cj_names *names, cj_object *out)
{
    look self = {redis, key, names, out, ""};
    outcome found = look_once(&self);

    if (key->any_toolchain) /* and nothing that could compile */
        return found == FOUND;
    if (found == FREE && !redis->options.readonly)
        found = take_lease(&self);
    if (found == TAKEN)
        found = wait_for_other(&self);
    return found == FOUND;
}

void cj_flight_end(cj_redis *redis, const cj_names *names, char token[CJ_TOKEN_SIZE])
{
    token[0] = '\0';
    pthread_mutex_lock(&redis->mutex);
    for (cj_lease **at = &redis->leases; *at != NULL; at = &(*at)->next) {
        cj_lease *lease = *at;

        if (strcmp(lease->name, names->lease) != 0)
            continue;
        memcpy(token, lease->token, CJ_TOKEN_SIZE);
        *at = lease->next;
        cj_free(lease);
        break;
    }
    pthread_mutex_unlock(&redis->mutex);
}

void cj_flight_write_end(cj_wire *wire, const char *name, const char *token, bool failed)
{
    if (failed)
        cj_wire_add(wire, "EVAL %s 1 %s %s %s %d",
                    "if redis.call('get',KEYS[1])==ARGV[1] then "
                    "return redis.call('set',KEYS[1],ARGV[2],'px',ARGV[3]) end",
                    name, token, failed_text, CJ_FAILED_MS);
    else
        cj_wire_add(wire, "EVAL %s 1 %s %s",
                    "if redis.call('get',KEYS[1])==ARGV[1] then return redis.call('del',KEYS[1]) end", name, token);
}

typedef struct renewal {
    const cj_lease *lease;
    long lease_ms;
} renewal;

static void write_renewal(cj_wire *wire, void *user)
{
    const renewal *self = user;

    cj_wire_add(wire, "EVAL %s 1 %s %s %ld",
                "if redis.call('get',KEYS[1])==ARGV[1] then return redis.call('pexpire',KEYS[1],ARGV[2]) end",
                self->lease->name, self->lease->token, self->lease_ms);
}

void cj_flight_renew(cj_redis *redis, double *next)
{
    const double now = cj_now_ms();
    redisReply *answers[CJ_WIRE_ANSWERS];
    cj_lease *due = NULL, copy;

    *next = now + 1e9;
    for (cj_lease **at = &redis->leases; *at != NULL;) {
        cj_lease *lease = *at;

        if (lease->end < now) {
            *at = lease->next;
            cj_free(lease);
            continue;
        }
        if (lease->renew <= now && due == NULL) {
            lease->renew = now + (double)redis->options.lease_ms / 3;
            due = lease;
        }
        *next = lease->renew < *next ? lease->renew : *next;
        at = &lease->next;
    }
    if (due == NULL)
        return;
    copy = *due; /* it may end meanwhile */
    pthread_mutex_unlock(&redis->mutex);
    if (cj_link_ask(redis, write_renewal, &(renewal){&copy, redis->options.lease_ms}, redis->options.timeout_ms,
                    answers))
        cj_wire_free_answers(answers);
    pthread_mutex_lock(&redis->mutex);
}
