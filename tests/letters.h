/*
 * letters.h: the types of the tables in tests/expression, by the letters of libjit/expression/functions.def.
 */
#ifndef TESTS_LETTERS_H
#define TESTS_LETTERS_H

#include <cujit/dtype.h>

#include <string.h>

#define TYPE_LETTERS "tbBhHiIqQeEfdFDxy" /* the dtypes in the order of their numbers, but for vectors */

enum { TYPES = sizeof TYPE_LETTERS - 1 };

static inline cujit_dtype type_at(int place)
{
    return (cujit_dtype)(place < CUJIT_COMPLEX128 ? CUJIT_BOOL + place : CUJIT_FLOAT8_E4M3 + place - CUJIT_COMPLEX128);
}

static inline int place_of(cujit_dtype dtype)
{
    return dtype <= CUJIT_COMPLEX128 ? (int)dtype - CUJIT_BOOL : (int)dtype - CUJIT_FLOAT8_E4M3 + CUJIT_COMPLEX128;
}

static inline cujit_dtype type_of(char letter)
{
    return type_at((int)(strchr(TYPE_LETTERS, letter) - TYPE_LETTERS));
}

#endif
