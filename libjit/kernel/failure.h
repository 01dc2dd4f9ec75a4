/*
 * failure.h: texts that did not compile, for as long as the process lives: compiling them again would say the same.
 *
 * Only what the compiler said of a text is remembered, not what befell the compiler: lack of memory or of disk space, a
 * signal, a file that was not there are no one's last word.
 */
#ifndef LIBJIT_FAILURE_H
#define LIBJIT_FAILURE_H

#include "cache/cache.h"
#include "libjit/base/status.h"

/* Keeps a copy of `error` where it is of the lasting kind. The oldest go where there are too many. */
void cj_failure_remember(const cj_key_bytes *key, const cujit_error *error);

/* The status with which this very text failed before, and *error (NULL allowed) as it was then, without its source;
 * CUJIT_OK: it did not. */
cujit_status cj_failure_recall(const cj_key_bytes *key, cujit_error *error);

#endif
