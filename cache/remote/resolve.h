/*
 * resolve.h: the addresses of a host, within a time limit, which the system's resolver has none of.
 */
#ifndef CACHE_REMOTE_RESOLVE_H
#define CACHE_REMOTE_RESOLVE_H

#include <stdbool.h>
#include <stddef.h>

enum { CJ_ADDRESSES_MOST = 4 };

typedef struct cj_addresses {
    size_t count;
    char text[CJ_ADDRESSES_MOST][64]; /* "127.0.0.1", "::1" */
} cj_addresses;

/* False: there are none, or they were not known at `deadline` (cj_now_ms()). */
bool cj_resolve(const char *host, double deadline, cj_addresses *out);

#endif
