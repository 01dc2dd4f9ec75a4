/*
 * functions.h: operators and functions over elements, by NumPy's names: which types they take, what comes out, and
 * their text in a kernel.
 *
 * The table is functions.def. Types follow NumPy 2: array types promote pairwise (promote.h), literals and C numbers
 * are weak.
 */
#ifndef LIBJIT_FUNCTIONS_H
#define LIBJIT_FUNCTIONS_H

#include "libjit/base/status.h"
#include "libjit/base/text.h"
#include "libjit/expression/promote.h"
#include "libjit/expression/tree.h"

enum { CJ_FUNCTION_MAX_OPERANDS = 8 };

/* A row of the table: one name with its typings. */
typedef struct cj_function cj_function;

/* NULL: there is none of that name (an alias counts: "abs", "absolute"), or operator. */
const cj_function *cj_function_find(const char *name, size_t length);
const cj_function *cj_function_of_operator(cj_operator op);
cj_operator cj_function_operator(const cj_function *function); /* CJ_OPERATOR_NONE: it is called by names only */
const char *cj_function_name(const cj_function *function);
size_t cj_function_operands(const cj_function *function);

/* The k-th name of all, aliases included, for suggestions and for the documentation's test; NULL: there are not so
 * many. */
const char *cj_function_list(size_t k);

/* A type of the program's functions: a letter, 'T', stands for any. */
typedef struct cj_given_type {
    cujit_dtype dtype;
    char letter; /* '\0': it is that dtype */
} cj_given_type;

/* One of the program's functions (given.h). */
typedef struct cj_overload {
    const char *name;
    size_t count; /* of operands, one at least */
    cj_given_type operands[CJ_FUNCTION_MAX_OPERANDS], result;
    const char *names[CJ_FUNCTION_MAX_OPERANDS]; /* of the operands */
    const char *text;                            /* its declaration; NULL: it is a kernel */
} cj_overload;

/* A function of that name with all its overloads, which the caller keeps. It is for cj_free(); NULL: no memory. */
cj_function *cj_function_make(const cj_overload *overloads, size_t count);
/* Is it one of those? */
bool cj_function_is_given(const cj_function *function);

/* How a function is done with operands of given types. */
typedef struct cj_typing {
    cujit_dtype
        operands[CJ_FUNCTION_MAX_OPERANDS]; /* what each is converted to before. The text gets what is float16 or
                                                       bfloat16 then as a float, where it is not exact */
    cujit_dtype result;                     /* what the text's value is cast to: once, whatever C++ makes of it */
    bool weak;                              /* of weak operands only: the result counts as one, too */
    bool exact;                /* 16-bit operands come as they are, as those of the program's functions do */
    const cj_overload *wanted; /* where there is none, of the program's functions: the only one; and which operand it */
    size_t unfit;              /* does not take, whose type is in `operands`, CUJIT_DTYPE_NONE: it is another's */
    const char *text; /* C++, to be put in brackets, with $0, $1, $2 for the operands: names or texts in brackets, of
                         exactly their types, for they may stand there several times: "sin($0)" */
} cj_typing;

/* Finds the typing of a function for its operands as NumPy 2 does: the first of its loops that all operands can be cast
 * to safely, weak operands only by their kind: functions of nothing but weak numbers are weak, as Python's are. False:
 * there is none, and the caller names the types in its error; typing->text is then what to write instead, or NULL. A
 * weak integer may be beyond typing->operands: that is the caller's to see (an error with NumPy; comparisons are still
 * right), and so is integer ** negative literal. */
bool cj_function_resolve(const cj_function *function, const cj_value_type *operands, cj_typing *typing);

/* The dtype that a cast makes of any number: float32 for float32(x), float16 for half(x); CUJIT_DTYPE_NONE: the
 * function is no cast. */
cujit_dtype cj_function_casts_to(const cj_function *function);

/* Appends the C++ functions that texts of typings call, nothing where they call none: what goes in front of a kernel in
 * which they stand. */
cujit_status cj_functions_preamble(const char *texts, cj_text *out, cujit_error *error);

#endif
