/*
 * sized.h: structs that may grow, as programs hand them over. A public function that takes one is exported under its
 * name and _sized, and is told how long the caller's struct is (cujit/sized.h); docs/abi.md has the rules.
 */
#ifndef LIBJIT_SIZED_H
#define LIBJIT_SIZED_H

#include "libjit/base/status.h"

#include <stddef.h>
#include <string.h>

/* cj_widen(), where the caller's struct is of another length than today's. */
cujit_status cj_widen_other(const char *function, void *todays, size_t todays_size, const void *given, size_t size,
                            cujit_error *error);

/* What programs hand over: *todays becomes what *given says, all 0 where it is NULL. A shorter struct is an older
 * program's: what it does not know is 0, the default. In a longer one every member that is not known here must be 0:
 * CUJIT_ERROR_UNSUPPORTED. On the path of every launch. */
static inline cujit_status cj_widen(const char *function, void *todays, size_t todays_size, const void *given,
                                    size_t size, cujit_error *error)
{
    if (given == NULL)
        memset(todays, 0, todays_size);
    else if (size == todays_size)
        memcpy(todays, given, todays_size);
    else
        return cj_widen_other(function, todays, todays_size, given, size, error);
    return CUJIT_OK;
}

/* What programs get: as much as they have room for, and 0 in what is not known here. NULL: nothing. */
static inline void cj_narrow(void *given, size_t size, const void *todays, size_t todays_size)
{
    if (given == NULL)
        return;
    memset(given, 0, size);
    memcpy(given, todays, size < todays_size ? size : todays_size);
}

#endif
