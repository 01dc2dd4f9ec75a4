/*
 * given.h: functions of the program's, which texts call by name: C++ of a preamble, and elementwise kernels.
 *
 * What is C++ comes from the program alone. A text has their names, and only those that were declared.
 */
#ifndef LIBJIT_GIVEN_H
#define LIBJIT_GIVEN_H

#include "libjit/expression/functions.h"

#include <cujit/cujit.h>

typedef struct cj_given {
    cj_overload *overloads; /* those of one name stand together */
    size_t overload_count;
    cj_function **functions; /* each name once */
    size_t count;
    char *preamble; /* C++ that has all of them; NULL: none */
} cj_given;

/* `declarations` and `kernels` are ended by NULL, or NULL: none. CUJIT_ERROR_SIGNATURE: a declaration that does not
 * read as one of a function of numbers; CUJIT_ERROR_INVALID_ARGUMENT: names that the notation has already, and kernels
 * that are no function of their inputs. The caller clears it, also a failed one. */
cujit_status cj_given_init(const char *preamble, const char *const *declarations, cujit_elementwise *const *kernels,
                           cj_given *out, cujit_error *error);
void cj_given_clear(cj_given *given);

/* A compiler's error at the call of a function that was declared is one of the declaration, which it says then: the
 * preamble has another one, or none. Other errors stay as they are. `given` and `error` may be NULL. */
void cj_given_explain(const cj_given *given, cujit_error *error);

/* NULL: there is none of that name. `given` may be NULL. */
const cj_function *cj_given_find(const cj_given *given, const char *name, size_t length);

#endif
