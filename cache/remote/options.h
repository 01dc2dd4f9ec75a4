/*
 * options.h: what the URL of a Redis layer says.
 *
 *     redis://[USER[:PASSWORD]@]HOST[:PORT][/DATABASE][?PARAMETER=VALUE&...]
 *     unix://[USER[:PASSWORD]@]/PATH/OF/SOCKET[?PARAMETER=VALUE&...]
 *
 * %XX stands for a byte. The parameters: key, prefix, readonly, database, timeout_ms, wait_ms, lease_ms, max_bytes.
 */
#ifndef CACHE_REMOTE_OPTIONS_H
#define CACHE_REMOTE_OPTIONS_H

#include "libjit/base/status.h"

#include <stdbool.h>

typedef struct cj_redis_options {
    char host[256]; /* "": by the socket */
    char socket[108];
    char user[128], password[512]; /* "": none */
    char key_file[1024];
    char prefix[64]; /* of all names on the server */
    long port, database;
    long timeout_ms; /* for a connection, and for each question, its answer included */
    long wait_ms;    /* for another machine that compiles */
    long lease_ms;   /* for how long a machine that died is waited for */
    long max_bytes;  /* of an entry, compressed or not */
    long readonly;
} cj_redis_options;

/* CUJIT_ERROR_INVALID_ARGUMENT: the URL is wrong; the message says where, and holds neither user nor password. */
cujit_status cj_redis_options_read(const char *url, cj_redis_options *out, cujit_error *error);

/* "redis://HOST:PORT/DATABASE" or "unix:///PATH": without what is secret. */
void cj_redis_options_show(const cj_redis_options *options, char *text, size_t room);

#endif
