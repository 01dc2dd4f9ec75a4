/*
 * wire.h: one connection to a Redis server, with a time limit for whatever is done over it.
 *
 * Commands are written one after the other (in hiredis' format language), then sent together, and answered in that
 * order. A connection that failed once, or whose answers were not all read, is of no more use. Nothing that a server
 * says is trusted: an answer may have so many bytes and no more, and lists, which are never asked for, are refused.
 */
#ifndef CACHE_REMOTE_WIRE_H
#define CACHE_REMOTE_WIRE_H

#include "cache/remote/options.h"

#include <hiredis/hiredis.h>
#include <stdbool.h>
#include <stddef.h>

typedef enum cj_wire_failure {
    CJ_WIRE_FINE,
    CJ_WIRE_LATE,   /* the deadline came */
    CJ_WIRE_FAILED, /* no connection, closed, refused, nonsense; memory ran out */
} cj_wire_failure;

typedef struct cj_wire_trouble {
    cj_wire_failure kind;
    char text[160];
} cj_wire_trouble;

typedef struct cj_wire cj_wire;

/* Connects, and makes itself known. NULL: *trouble says why. `deadline` by cj_now_ms(). */
cj_wire *cj_wire_open(const cj_redis_options *options, double deadline, cj_wire_trouble *trouble);
void cj_wire_close(cj_wire *wire); /* says nothing to the server, so that a forked child may do it, too */

/* Whether the other side still is where it was: not closed, and not talking out of turn. */
bool cj_wire_is_quiet(const cj_wire *wire);

void cj_wire_add(cj_wire *wire, const char *format, ...);

/* Sends what was added, and waits for the answers: the caller's, freeReplyObject(). `most`: bytes of all of them. False:
 * *trouble says why, and there are none. An answer may be an error of the server's. */
enum { CJ_WIRE_ANSWERS = 4 };
bool cj_wire_run(cj_wire *wire, double deadline, size_t most, redisReply *answers[CJ_WIRE_ANSWERS],
                 cj_wire_trouble *trouble);
void cj_wire_free_answers(redisReply *answers[CJ_WIRE_ANSWERS]);

/* What went over it since it was opened. */
void cj_wire_count(const cj_wire *wire, size_t *received, size_t *sent);

#endif
