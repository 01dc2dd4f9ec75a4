/*
 * redis.h: a layer of the cache on a Redis server, for the machines of a fleet: what one has compiled the others take.
 *
 * No trouble of the server, the network or what they say fails a build, and none holds one up for longer than the URL's
 * limits (options.h). docs/cache.md has the rest.
 */
#ifndef CACHE_REMOTE_REDIS_H
#define CACHE_REMOTE_REDIS_H

#include "cache/layer.h"

/* The layer that the URL speaks of, for cj_cache_add_layer(). Nothing is connected before it is asked.
 * CUJIT_ERROR_INVALID_ARGUMENT: the URL is wrong. CUJIT_ERROR_CACHE: its key cannot be used. CUJIT_ERROR_UNSUPPORTED: the
 * library was built without it. The messages hold nothing secret. */
cujit_status cj_redis_create(const char *url, cj_layer **out, cujit_error *error);

/* Tries the server out, for people: writes a value, reads it and deletes it; of a layer that only reads, reads.
 * CUJIT_ERROR_CACHE: the message says what failed. *ms: what a look-up took. */
cujit_status cj_redis_try(cj_layer *layer, double *ms, cujit_error *error);

#endif
