/*
 * words.h: the words that mean something to C, C++ or CUDA: keywords and the names of built-in types.
 *
 * Shared by the signature (what is a type, what may be a name), the table of registered types and the look at a
 * preamble's directives.
 */
#ifndef LIBJIT_WORDS_H
#define LIBJIT_WORDS_H

#include <cujit/dtype.h>

#include <stdbool.h>
#include <stddef.h>

/* A type that is one word: "size_t", "int8_t", "half", "float4". The arithmetic types of C proper (made of several
 * words, like "unsigned long") are not among them. */
typedef struct cj_word_type {
    const char *word;
    cujit_dtype dtype;
    const char *spelling; /* in generated code */
} cj_word_type;

/* False: none of that name. */
bool cj_word_find_type(const char *word, cj_word_type *out);

/* A keyword of C or C++ (alternative tokens such as `and` included), or a variable that CUDA defines. */
bool cj_word_is_keyword(const char *word);

/* Letters, digits and '_', the first no digit; ASCII, and at least one. */
bool cj_word_is_identifier(const char *word);

/* The number of the axis in "i0" to "i15", "n0" to "n15"; -1: it is no coordinate. */
int cj_word_axis(const char *word);

/* Why `word` cannot name a parameter or a registered type, for "cannot be named 'x': %s"; NULL: it can. `reserved` as
 * in signature.h. */
const char *cj_word_trouble(const char *word, const char *const *reserved);

/* The type that a person who wrote `word` probably meant, as it is to be written in a signature; NULL: no idea. */
const char *cj_word_suggest(const char *word);

/* Edit distance (insertion, deletion, substitution, swap of neighbours), at most `limit`; more gives limit + 1. */
unsigned cj_word_distance(const char *a, const char *b, unsigned limit);

#endif
