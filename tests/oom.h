/*
 * oom.h: every allocation of a scenario fails once, the first, the second, ... until it gets through.
 */
#ifndef TESTS_OOM_H
#define TESTS_OOM_H

#include "libjit/base/alloc.h"
#include "tests/support.h"

#include <stdio.h>
#include <stdlib.h>

typedef cujit_status (*oom_run)(cujit_error *error);

/* `run` gives the status of the first call that failed, and frees what it made; with memory enough that is `expected`.
 * Else it is that memory ran out, and told so. Each third time nobody asks for the error. */
static inline void fail_each_allocation(oom_run run, cujit_status expected)
{
    unsigned long count = 0, nth = 0;

    do {
        cujit_status status;

        nth++;
        ck_assert_msg(nth < 5000, "gets through with no amount of memory");
        cj_alloc_fail_at(nth);
        status = run(nth % 3 != 0 ? &fault : NULL);
        count = cj_alloc_fail_at(0);
        ck_assert_msg(status == expected || status == CUJIT_ERROR_OUT_OF_MEMORY, "allocation %lu failing: %s: %s", nth,
                      cujit_status_name(status), fault.message);
        if (nth % 3 != 0 && status != CUJIT_OK)
            ck_assert_int_eq(fault.status, status);
        cujit_error_clear(&fault);
    } while (count >= nth);
    if (getenv("CUJIT_TEST_VERBOSE") != NULL)
        printf("%lu allocations\n", nth - 1);
}

#endif
