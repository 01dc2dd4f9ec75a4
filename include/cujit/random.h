/*
 * cujit/random.h: random numbers, section 27 of the manual (<cujit/cujit.h>).
 */
#include <cujit/cujit.h>

#ifndef CUJIT_RANDOM_H
#define CUJIT_RANDOM_H

#ifdef __cplusplus
extern "C" {
#endif

/* ---- 27 Random numbers --------------------------------------------------------------------------------------------
 *
 * A number is a function of seed, stream and place alone: the same bits on every device, whatever the array's shape and
 * strides are, and into how many pieces it was filled.
 *
 *     cujit_random_create(context, 42, &random, &error);
 *     cujit_random_normal(random, x, 0, 1, &error);        one number for each element, in C order
 *     cujit_random_uniform(random, y, -1, 1, &error);      goes on behind it
 *
 * A stream is a sequence of 2^63 words of 32 bits: word 4k + j is word j of Philox 4x32-10 for the counter (k low, k
 * high, stream low, stream high) and the key (seed low, seed high). A generator has a position in its stream, and each
 * fill goes on where the one before ended. An element takes one word, and one of 8 bytes two: its number in the stream,
 * from 0, is that of its words, or half of it (so a fill of 8-byte elements begins at an even word). What element e is
 * depends on its number alone; so
 *   - two fills of 1000 floats are one of 2000, and cujit_random_skip() goes to any place at once;
 *   - streams of one seed, and seeds, have nothing in common;
 *   - generators that are split off, or made by folding in a number (of a rank, of a step), have seed and stream of
 *     their own, made of those and the number by Philox.
 *
 * docs/random.md has what each distribution is made of, how good it is, and how fast. What is below is bit-equal on all
 * devices, but nothing is promised between versions of the library for other distributions than bits and uniform.
 *
 * In kernels and expressions. What is elementwise may call these, with a seed, the number of an element and a stream (0
 * where it is left out), all 64 bits, and gets what a fill of a stream from its beginning would be there:
 *
 *     "z[i] = x[i] + s * normal(seed, i)"   random_bits(seed, i)   uniform<double>(seed, i, stream)   exponential(seed, i)
 *
 * These are templates of the type of the result: float where none is said, or double, and nothing else (bits: unsigned
 * int, or unsigned long long); a function of the preamble's of that name is called instead. A text of an expression has
 * random numbers of a generator among its operands, each call of it others:
 *
 *     cujit_eval(context, "x + s*normal()", CUJIT_NAMED(x, s, random), &z, &error);
 *
 * Numbers go to arrays of any strides that may be written. They go on the generator's stream of the
 * device, and are done when a call returns on the host. A generator is used by one thread at a time. Errors of all
 * fills: CUJIT_ERROR_INVALID_ARGUMENT: NULL, an array of another context. CUJIT_ERROR_ARGUMENT_TYPE: an element type
 * that does not suit. CUJIT_ERROR_ARGUMENT_VALUE: a number that the distribution cannot have, or that takes its middle
 * beyond what the type has; a stream that is used up. CUJIT_ERROR_ARGUMENT_SIZE: elements that overlap. Those of
 * elementwise kernels.
 */
typedef struct cujit_random_spec {
    uint64_t seed, stream; /* any */
    int rounds;            /* of Philox: 10; 7, the fewest that pass BigCrush (Salmon et al. 2011); 0: 10 */
    int moving; /* not 0: the position lies in the device's memory and is moved on there, so that each launch of a graph
                   has new numbers; each fill then begins at a word that is a multiple of 4 */
} cujit_random_spec;

/* A generator at the beginning of stream 0; or of another kind. */
CUJIT_API cujit_status cujit_random_create(cujit_context *context, uint64_t seed, cujit_random **random,
                                           cujit_error *error);
CUJIT_SIZED cujit_status cujit_random_create_with(cujit_context *context, const cujit_random_spec *spec,
                                                  cujit_random **random, cujit_error *error);
CUJIT_API void cujit_random_free(cujit_random *random);

/* A new generator of the same kind, for this number, on the same stream of the device: of the same generator (its
 * position does not matter) and number always the same. */
CUJIT_API cujit_status cujit_random_fold_in(const cujit_random *random, uint64_t number, cujit_random **folded,
                                            cujit_error *error);
/* `count` new generators, which have nothing in common with each other, nor with those of cujit_random_fold_in(). */
CUJIT_API cujit_status cujit_random_split(const cujit_random *random, size_t count, cujit_random **parts,
                                          cujit_error *error);

/* Where the next fill begins, in words; a `moving` one waits for the device. And moves on by as many words.
 * CUJIT_ERROR_ARGUMENT_VALUE: beyond the end of the stream; words of a moving one that are no multiple of 4. */
CUJIT_API cujit_status cujit_random_position(const cujit_random *random, uint64_t *position, cujit_error *error);
CUJIT_API cujit_status cujit_random_skip(cujit_random *random, uint64_t words, cujit_error *error);

/* Seed, stream, rounds and whether it is moving. */
CUJIT_SIZED void cujit_random_get_spec(const cujit_random *random, cujit_random_spec *spec);

/* The stream of the device for what is filled from now on; NULL: the default stream, which a new one has. */
CUJIT_API void cujit_random_set_device_stream(cujit_random *random, cujit_stream stream);

/* Words as they are, in uint32 and int32; pairs, the first one low, in uint64 and int64; upper bits in narrower
 * ones. */
CUJIT_API cujit_status cujit_random_bits(cujit_random *random, cujit_array *array, cujit_error *error);

/* Numbers in low <= x < high, or low < x <= high, of 24 bits in float, 53 in double, 11 in half, 8 in bfloat16, 4 and 3
 * in 8-bit floats. Bounds are rounded to the array's type. */
CUJIT_API cujit_status cujit_random_uniform(cujit_random *random, cujit_array *array, double low, double high,
                                            cujit_error *error);
CUJIT_API cujit_status cujit_random_uniform_upper(cujit_random *random, cujit_array *array, double low, double high,
                                                  cujit_error *error);

/* Integers in low <= x < high, all exactly as likely, in arrays of integers and bool that can hold them. */
CUJIT_API cujit_status cujit_random_integers(cujit_random *random, cujit_array *array, int64_t low, int64_t high,
                                             cujit_error *error);

/* 1 with a probability p, which counts in steps of 2^-64, else 0: in arrays of any real numbers. */
CUJIT_API cujit_status cujit_random_bernoulli(cujit_random *random, cujit_array *array, double p, cujit_error *error);

/* Arrays of floating-point numbers. A deviation is 0 or more, a scale more than 0: the exponential's mean. */
CUJIT_API cujit_status cujit_random_normal(cujit_random *random, cujit_array *array, double mean, double deviation,
                                           cujit_error *error);
CUJIT_API cujit_status cujit_random_lognormal(cujit_random *random, cujit_array *array, double mean, double deviation,
                                              cujit_error *error);
CUJIT_API cujit_status cujit_random_exponential(cujit_random *random, cujit_array *array, double scale,
                                                cujit_error *error);
/* Shape and scale more than 0: of mean shape * scale. Calculated in double, whatever the array has. */
CUJIT_API cujit_status cujit_random_gamma(cujit_random *random, cujit_array *array, double shape, double scale,
                                          cujit_error *error);

/* Of a mean from 0 to 2^52, in arrays of any real numbers; what an integer type does not have becomes its greatest. */
CUJIT_API cujit_status cujit_random_poisson(cujit_random *random, cujit_array *array, double mean, cujit_error *error);

/* 0, 1, ... size - 1 in any order, in integers that have all of them. Up to 1024 every order is as likely; above, it is
 * one of 2^64 (docs/random.md). */
CUJIT_API cujit_status cujit_random_permutation(cujit_random *random, cujit_array *array, cujit_error *error);

/* Puts what lies along the first axis, elements, rows, in such an order. Takes memory for a copy on the way. */
CUJIT_API cujit_status cujit_random_shuffle(cujit_random *random, cujit_array *array, cujit_error *error);

#ifdef __cplusplus
}
#endif

#endif
