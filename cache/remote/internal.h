/*
 * internal.h: what the parts of the Redis layer share.
 *
 *     redis.c     the layer: what is asked and handed over by the way of a kernel
 *     flight.c    who compiles: leases of keys, and waiting for those of others
 *     courier.c   the thread beside the program: writes what was handed over, keeps leases alive
 *     link.c      connections, and the pauses behind failures
 *     wire.c      one connection: commands, answers, time limits; resolve.c: the address of a host
 *     seal.c      how an entry lies on the server
 *
 * On the server, for each key (ID, UNIT: hexadecimal digits of its digests; PREFIX: the URL's):
 *
 *     PREFIX:1:{ID}:entry     the entry, sealed
 *     PREFIX:1:{ID}:lease     who compiles it: his token, which goes by itself; or "failed", for a short time
 *     PREFIX:1:{UNIT}:unit    ID of the newest with that unit: for who has no compiler
 */
#ifndef CACHE_REMOTE_INTERNAL_H
#define CACHE_REMOTE_INTERNAL_H

#include "cache/layer.h"
#include "cache/remote/options.h"
#include "cache/remote/seal.h"
#include "cache/remote/wire.h"
#include "libjit/base/text.h"

#include <pthread.h>

enum {
    CJ_IDLE_WIRES = 4,
    CJ_QUEUE_MOST = 256,       /* jobs, */
    CJ_QUEUE_BYTES = 64 << 20, /* and bytes of them, that wait for the courier */
    CJ_TOKEN_SIZE = 33,
    CJ_NAME_SIZE = 128,
    CJ_WRITE_MS = 2000,  /* for what nobody waits for */
    CJ_FAILED_MS = 5000, /* for how long others know that a kernel does not compile */
};

/* What a key is called on the server. */
typedef struct cj_names {
    char entry[CJ_NAME_SIZE], lease[CJ_NAME_SIZE], unit[CJ_NAME_SIZE], id[33];
} cj_names;

/* A key that this process compiles for all. */
typedef struct cj_lease {
    struct cj_lease *next;
    char name[CJ_NAME_SIZE], token[CJ_TOKEN_SIZE];
    double renew, end; /* when; and when it is given up: whoever took it has forgotten it */
} cj_lease;

/* Something to write. */
typedef struct cj_job {
    struct cj_job *next;
    cj_names names;
    char token[CJ_TOKEN_SIZE]; /* of the lease that ends with it; "": none */
    cj_text entry;             /* empty: there is none, it could not be compiled */
    bool is_failure;
} cj_job;

typedef struct cj_redis {
    cj_layer base;
    cj_redis_options options;
    unsigned char key[CJ_SEAL_KEY_SIZE];
    pthread_mutex_t mutex; /* guards all below; never held while the server is talked to */
    cujit_cache_layer_stats stats;

    cj_wire *idle[CJ_IDLE_WIRES]; /* link.c */
    int idle_count;
    unsigned failed; /* times, one after the other */
    double paused_until;
    bool trying; /* a pause is over, and one question finds out whether the server is back */

    cj_lease *leases; /* flight.c */

    cj_job *first, **last; /* courier.c */
    int jobs;
    size_t job_bytes;
    pthread_t courier;
    pthread_cond_t wake;
    bool courier_made, courier_runs, closing;
    double close_by; /* when what is left of the queue is dropped */

    struct cj_redis *next, **place; /* redis.c: in the list of all, which has a mutex of its own */
} cj_redis;

/* ---- link.c ---- */

/* A question to the server, with whatever it takes to have a connection: `write` appends its commands. `limit_ms`: for the
 * answer; connecting has a limit of its own. False: there is no answer, which was counted, or the layer pauses. */
typedef void cj_question(cj_wire *wire, void *user);
bool cj_link_ask(cj_redis *redis, cj_question *write, void *user, long limit_ms, redisReply *answers[CJ_WIRE_ANSWERS]);

/* The server's own word against what was asked: counts it, and keeps it as the last trouble. */
void cj_link_note_error(cj_redis *redis, const char *doing, const redisReply *answer);
void cj_link_note(cj_redis *redis, const char *format, ...) CJ_PRINTF(2, 3); /* the caller holds the mutex */

/* The caller holds the mutex. All connections are closed. */
void cj_link_close(cj_redis *redis);

/* ---- flight.c ---- */

/* The entry of a key; else this process may have its lease now, or must do without one. True: *out is the caller's. */
bool cj_flight_get(cj_redis *redis, const cj_key_bytes *key, const cj_names *names, cj_object *out);

/* Takes the lease out of those that are held; `token` "": there is none. */
void cj_flight_end(cj_redis *redis, const cj_names *names, char token[CJ_TOKEN_SIZE]);

/* The commands that end a lease on the server; with `failed` they leave word that the key does not compile. */
void cj_flight_write_end(cj_wire *wire, const char *name, const char *token, bool failed);

/* The caller holds the mutex, which is given back meanwhile. Renews a lease that is due by now; *next: when the next one
 * will be. */
void cj_flight_renew(cj_redis *redis, double *next);

/* ---- courier.c ---- */

/* Takes over what the job holds. False: the queue is full, or there is no thread to be had; the job is left. */
bool cj_courier_take(cj_redis *redis, cj_job *job);

/* The caller holds the mutex. There is a lease to be kept alive. */
void cj_courier_wake(cj_redis *redis);

/* Writes what is left, for CJ_WRITE_MS at most and a question more. */
void cj_courier_end(cj_redis *redis);

void cj_job_free(cj_job *job);

#endif
