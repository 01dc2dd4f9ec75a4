/*
 * explain.h: a compiler's error, as one in the text that the user wrote.
 */
#ifndef LIBJIT_EXPLAIN_H
#define LIBJIT_EXPLAIN_H

#include "libjit/base/status.h"
#include "libjit/syntax/diagnostic.h"
#include "libjit/syntax/unit.h"

/* Shows the first error of a compiler's log, which *error has, in the part, the header or the file that it is in. An
 * error of another kind stays as it is. */
void cj_explain(const cj_unit *unit, const cj_part *parts, size_t part_count, cujit_error *error);

#endif
