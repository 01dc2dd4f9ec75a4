/*
 * signature.h: a C parameter list, from text to parameters.
 *
 *     float a, const float *restrict x, unsigned long long n_max, my_struct s
 *
 * A grammar of C declarations cut down to what a kernel's parameters need:
 *     signature  = parameter { "," parameter } | ""
 *     parameter  = { qualifier | type word } [ "*" { qualifier } ] name [ "[" { qualifier } [ number ] "]" ]
 * with comments and newlines anywhere. One level of pointer; arrays are pointers, as in C.
 *
 * Textures and surfaces have types of their own, "texture2d<float> t", which are passed by value.
 *
 * A generic signature has letters in place of types: "T a, const T *x, U *z".
 */
#ifndef LIBJIT_SIGNATURE_H
#define LIBJIT_SIGNATURE_H

#include "libjit/base/status.h"
#include "libjit/base/text.h"
#include "libjit/syntax/dtype.h"
#include "libjit/syntax/letters.h"
#include "libjit/syntax/lexer.h"

#include <stdbool.h>
#include <stddef.h>

enum { CJ_MAX_PARAMETERS = 64, CJ_SIGNATURE_MAX_BYTES = 64 << 10 };

typedef struct cj_parameter {
    char *name;
    char *spelling; /* canonical element type as generated code has it, e.g. "unsigned int", "cujit::complex<float>" */
    cujit_dtype dtype;
    size_t size, alignment; /* of one element */
    bool pointer;
    bool is_const;    /* of the element where it is a pointer */
    bool is_volatile; /* likewise */
    bool is_restrict; /* of the pointer */
    unsigned handle;  /* it is a texture or a surface (handle.h): passed by value; dtype is CUJIT_DTYPE_NONE. 0: none */
    cujit_dtype element; /* of those, T of texture2d<T>; CUJIT_DTYPE_NONE: not known */
    char letter;         /* the placeholder that stands for its type, 'T'; 0: none. Where the letter is open, it is the
                         spelling too, dtype is CUJIT_DTYPE_NONE, size and alignment are 0 */
    int line, column;    /* of the name in the signature */
    char *text;          /* of the user's own kernel, in a module: as it is declared, "float *x"; else NULL */
} cj_parameter;

typedef struct cj_signature {
    cj_parameter *parameters;
    size_t count;
} cj_signature;

/* `types`: the registered types (NULL: none). `reserved`: names that the generator needs, ended by NULL (NULL: none).
 * `letters` NULL: parameters as C++ declares them. Else as who asks for a kernel writes them: with names of dtypes
 * ("float32"), and letters: a capital that names no registered type is one. Those that `letters` binds become their
 * types, the others stay open, and then must be the type of an array. Their places in the signature are added.
 * CUJIT_ERROR_SIGNATURE: message says what was expected and what was found, part "arguments", place and excerpt. */
cujit_status cj_signature_parse(const char *text, const cj_type_table *types, const char *const *reserved,
                                cj_letters *letters, cj_signature *out, cujit_error *error);

/* Reads a type alone, also a dtype's name, into letter's dtype, spelling, size and alignment: *token is its first one,
 * and then the one behind it. Errors are the lexer's, and begin with `subject`. */
cujit_status cj_signature_read_type(cj_lexer *lexer, cj_token *token, const cj_type_table *types, const char *subject,
                                    cj_letter *letter, cujit_error *error);

void cj_signature_clear(cj_signature *signature);

/* Where the parameter of a kernel ends whose parameters before it take so many bytes. An open type takes none yet. */
size_t cj_parameter_end(const cj_parameter *parameter, size_t before);
/* What all of them take, up to a parameter of 8 bytes behind them. */
size_t cj_signature_bytes(const cj_signature *signature);

#endif
