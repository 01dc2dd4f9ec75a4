/*
 * packs.h: the packs that a context asks (cache/pack.h): which there are, and their opening.
 */
#ifndef LIBJIT_PACKS_H
#define LIBJIT_PACKS_H

#include "cache/cache.h"

#include <cujit/context.h>

/* Those of the options, then those of CUJIT_CACHE_PACKS or the library's own become layers of the cache. What cannot be
 * opened is trouble of the cache, and no error. CUJIT_ERROR_INVALID_ARGUMENT: a key of the options is none. */
cujit_status cj_packs_open(cj_cache *cache, const cujit_context_options *options, cujit_error *error);

#endif
