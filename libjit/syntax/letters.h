/*
 * letters.h: the one-letter types of a generic signature, and what they stand for.
 *
 *     T a, const T *x, U *z      with      T = float, U = unsigned int
 */
#ifndef LIBJIT_LETTERS_H
#define LIBJIT_LETTERS_H

#include "libjit/base/status.h"
#include "libjit/base/text.h"
#include "libjit/syntax/dtype.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct cj_letter {
    const char *spelling; /* of a type, in generated code; NULL: open. Static storage, or a registered type's name */
    cujit_dtype dtype;
    size_t size, alignment;
    bool late;                    /* only the preamble defines that type */
    int line, column;             /* of its first use in the signature; 0: it has none */
    int bound_line, bound_column; /* in the text that binds it */
} cj_letter;

enum { CJ_LETTERS = 26 };

typedef struct cj_letters {
    cj_letter of[CJ_LETTERS]; /* 'A' is the first */
} cj_letters;

/* Reads what letters stand for: "T = float, U = unsigned int"; "" binds none. CUJIT_ERROR_SIGNATURE with part
 * "types". */
cujit_status cj_letters_parse(const char *text, const cj_type_table *types, cj_letters *out, cujit_error *error);

/* CUJIT_ERROR_SIGNATURE at a letter that `text`, which cj_letters_parse() read, binds and the signature does not
 * have. */
cujit_status cj_letters_check_used(const cj_letters *letters, const char *text, cujit_error *error);

/* The letter of that name, and its name; NULL: no name of a letter. */
cj_letter *cj_letters_find(cj_letters *letters, const char *name);
const char *cj_letter_name(size_t letter);

/* How many letters of the signature are open. */
size_t cj_letters_open(const cj_letters *letters);

/* Appends those of the signature that are bound, in the form that cj_letters_parse() reads. */
void cj_letters_write(const cj_letters *letters, cj_text *out);

/* Adds " (with T = float)" to the message of an error; nothing where no letter is bound. */
void cj_letters_add_to_error(const cj_letters *letters, cujit_error *error);

#endif
