/*
 * random.h: generators of random numbers, and what is filled by them.
 *
 *     generator.c       generators: seed, stream and position; splitting and folding in
 *     fill.c            the distributions: what each is given, for which types
 *     permutation.c     orders
 *     random_kernels.c  their kernels, over the public functions for elementwise ones; templates/random_fill.cu.in
 *
 * What numbers are made of words stands in templates/prelude_random.h.
 */
#ifndef LIBJIT_RANDOM_H
#define LIBJIT_RANDOM_H

#include "libjit/runtime/array.h"

typedef enum cj_draw_kind {
    CJ_DRAW_BITS,
    CJ_DRAW_UNIFORM,
    CJ_DRAW_UNIFORM_FREE, /* none of its numbers needs bounds */
    CJ_DRAW_INTEGERS,
    CJ_DRAW_BERNOULLI,
    CJ_DRAW_NORMAL,
    CJ_DRAW_LOGNORMAL,
    CJ_DRAW_EXPONENTIAL,
    CJ_DRAW_PERMUTATION,
    CJ_DRAW_GAMMA, /* these two calculate in double, whatever the array */
    CJ_DRAW_POISSON,
    CJ_DRAWS
} cj_draw_kind;

/* A draw and what it is given: a to d, and p to r of the prelude's cujit_given. */
typedef struct cj_draw {
    cj_draw_kind kind;
    double reals[4];
    uint64_t wholes[3];
} cj_draw;

/* Forms of a kernel: tiles of a dense array, by the remainder of its first element's number; elements of any array. */
enum { CJ_RANDOM_SHIFTS = 4, CJ_RANDOM_ELEMENTS = CJ_RANDOM_SHIFTS, CJ_RANDOM_FORMS };

typedef struct cj_random_kernel {
    cj_draw_kind kind;
    cujit_dtype dtype;
    int form;
    cujit_elementwise *kernel;
    struct cj_random_kernel *next;
} cj_random_kernel;

struct cujit_random {
    cujit_context *context;
    uint64_t seed, stream;
    uint64_t position;   /* words; of a moving one not used */
    cujit_array *moving; /* its position, in the device's memory; NULL: it is none */
    cujit_array *drawn;  /* there, the seed that was drawn last; NULL likewise */
    int rounds;
    cujit_stream on;                   /* the device's stream */
    cujit_elementwise *advance, *draw; /* of these; NULL until they are needed */
    cj_random_kernel *kernels;         /* those that were needed, the last one first */
};

/* Words that an element takes. */
static inline uint64_t cj_random_share(const cujit_array *array)
{
    return array->item_size == 8 ? 2 : 1;
}

/* What is wrong with a call: NULL, another context, a type that does not suit. */
typedef enum cj_suits {
    CJ_SUITS_FLOATS,
    CJ_SUITS_INTEGERS,
    CJ_SUITS_INTEGERS_OR_BOOL,
    CJ_SUITS_REALS,
    CJ_SUITS_ALL
} cj_suits;
cujit_status cj_random_check(const char *function, const cujit_random *random, const cujit_array *array, cj_suits what,
                             cujit_error *error);

/* The least and the greatest integer that the type has; of uint64 as many as int64_t has. */
void cj_random_find_range(const cujit_array *array, int64_t *least, int64_t *greatest);

/* Fills the array from the generator's position on, and moves that. */
cujit_status cj_random_fill(const char *function, cujit_random *random, cujit_array *array, const cj_draw *draw,
                            cujit_error *error);

/* A seed that counts once: made of the generator's position, which goes on by four words. */
cujit_status cj_random_draw_seed(cujit_random *random, uint64_t *seed, cujit_error *error);
/* The same of a moving one, in the order of the stream: into random->drawn. */
cujit_status cj_random_draw_seed_there(cujit_random *random, cujit_stream stream, cujit_error *error);

/* Under which seeds are drawn. */
uint64_t cj_random_seed_key(const cujit_random *random);

/* Moves the position in the device's memory on. */
cujit_status cj_random_advance(cujit_random *random, uint64_t words, cujit_error *error);

void cj_random_kernels_free(cujit_random *random);

#endif
