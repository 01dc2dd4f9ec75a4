/*
 * failure.h: texts that did not compile, which nobody needs to compile again: compiling them once more would say the
 * same.
 *
 * Known in this process as long as it lives, and to others, through the cache's file, for some minutes. Only what the
 * compiler said of a text is remembered, not what befell the compiler: lack of memory or of disk space, a signal, a
 * file that was not there are no one's last word.
 */
#ifndef LIBJIT_FAILURE_H
#define LIBJIT_FAILURE_H

#include "cache/cache.h"

/* `error`: as the compiler's backend made it, before it is explained. The key tells all that decides. False: it says
 * nothing of the text. */
bool cj_failure_remember(cj_cache *cache, const cj_key_bytes *key, const cujit_error *error);

/* True: the text is known not to compile, and *error is what was remembered, to be explained with the names of the
 * texts as they are now. */
bool cj_failure_recall(cj_cache *cache, const cj_key_bytes *key, cujit_error *error);

#endif
