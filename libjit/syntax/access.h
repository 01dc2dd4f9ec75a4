/*
 * access.h: how an operation uses its arrays, found out from its tokens: what may a `name` in it be besides a pointer?
 *
 * `x[i]` is an access, not an address: where an operation says nothing else of x, then x may be an element that a
 * thread holds in a register, as part of a 16-byte tile or of a strided view. The look is lexical and errs on the safe
 * side: what it does not understand stays a plain pointer.
 */
#ifndef LIBJIT_ACCESS_H
#define LIBJIT_ACCESS_H

#include "libjit/syntax/signature.h"
#include "libjit/syntax/surroundings.h"

#include <stdbool.h>

/* How the texts use one array. */
typedef struct cj_access {
    bool indexed; /* the operation has name[i] at least once */
    bool other;   /* any text has the name in a way that is neither name[i] nor, only read, name[i + c] or name[i - c]:
                     it must stay a pointer */
    int lowest, highest; /* the least and greatest c, 0 among them: integer literals up to CJ_ACCESS_REACH */
    bool written;        /* the operation may write elements; never for a pointer to const */
    bool always; /* and does so to the whole element on every way through: it may be stored whether it changed or not */
    bool loaded; /* what an element was before may matter: it is read, or not written always. False: written always, and
                     before it is read */
    /* Numbers of the top-level statements, from 0; INT_MAX and -1: none. A name that may be written through a reference
     * counts as written by every statement that has it. */
    int first_write, last_read;
    /* In the statement of the first write something may be read behind it: that is more than a plain expression with
     * one assignment at most. */
    bool early;
} cj_access;

enum { CJ_ACCESS_REACH = 8 }; /* how far c may reach */

/* Of a whole operation. */
typedef struct cj_accesses {
    cj_access *of; /* one per parameter; of scalars {0} */
    size_t count;
    bool changes_index; /* `i` may be assigned, declared anew, or have its address taken */
    bool uses_index;    /* `i` stands somewhere else than in name[i], name[i + c], name[i - c] */
    bool uses_count;    /* the operation mentions `n`, and it is no parameter's name or one of its own */
    bool hidden;        /* a header that nobody looked into may hold macros with names of the kernel's */
    bool keeps_state;   /* a variable outlives an index: `static`, __shared__. Two copies of the text had two of it */
    unsigned axes;      /* bit k: ik or nk (i0, n0 ... i15, n15) is mentioned, and is no parameter's name */
    size_t tokens;      /* of the operation: how big it is */
} cj_accesses;

/* Of the operation, as it is seen through the other texts, which were looked at before (surroundings.h). The look marks
 * tokens of the operation. */
cujit_status cj_accesses_find(cj_texts *texts, const cj_signature *signature, cj_accesses *out, cujit_error *error);
/* The first coordinate (see `axes`) in the operation or a part of it; NULL: it has none. */
const cj_item *cj_accesses_coordinate(const cj_accesses *accesses, const cj_tokens *tokens);

void cj_accesses_clear(cj_accesses *accesses);

/* What was found did not compile as such: so the index is used (the first time), or arrays are used in every way there
 * is (the second). Returns false where that is assumed already. */
bool cj_accesses_distrust(cj_accesses *accesses, const cj_signature *signature);

/* May `writer` and `reader` be the same memory, element for element, when each element is loaded before the operation
 * and stored behind it? Only if nothing reads `reader` after `writer` was written: in-place work such as z[i] =
 * 2*x[i]. */
bool cj_accesses_may_share(const cj_accesses *accesses, size_t writer, size_t reader);

#endif
