/*
 * functions.h: operators and functions over elements, by NumPy's names: which types they take, what comes out, and their
 * text in a kernel.
 *
 * The table is functions.def. Types follow NumPy 2: array types promote pairwise (promote.h), literals and C numbers are
 * weak.
 */
#ifndef LIBJIT_FUNCTIONS_H
#define LIBJIT_FUNCTIONS_H

#include "libjit/base/status.h"
#include "libjit/base/text.h"
#include "libjit/expression/promote.h"
#include "libjit/expression/tree.h"

enum { CJ_FUNCTION_MAX_OPERANDS = 3 };

/* A row of the table: one name with its typings. */
typedef struct cj_function cj_function;

/* NULL: there is none of that name (an alias counts: "abs", "absolute"), or operator. */
const cj_function *cj_function_find(const char *name, size_t length);
const cj_function *cj_function_of_operator(cj_operator op);
const char *cj_function_name(const cj_function *function);
size_t cj_function_operands(const cj_function *function);

/* The k-th name of all, aliases included, for suggestions and for the documentation's test; NULL: there are not so
 * many. */
const char *cj_function_list(size_t k);

/* How a function is done with operands of given types. */
typedef struct cj_typing {
    const cj_function *function;
    cujit_dtype operands[CJ_FUNCTION_MAX_OPERANDS]; /* what each is converted to before */
    cujit_dtype computed; /* the type of the text's value: never float16 or bfloat16 where the text
                                                       computes in float */
    cujit_dtype result;   /* what the value is converted to, and the result's type */
    const char *text; /* C++, with $0, $1, $2 for the operands: "sin($0)"; names of templates/expression_functions.cu.in
                         begin with cujit_np_ */
} cj_typing;

/* Finds the typing of a function for its operands as NumPy 2 does: the first of its loops that all operands can be cast
 * to safely, weak operands only by their kind. False: there is none ("sin of a struct", "complex has no order"); the
 * caller names the types in its error. */
bool cj_function_resolve(const cj_function *function, const cj_value_type *operands, cj_typing *typing);

#endif
