/*
 * values.h: NAME=VALUE on the command line, into arrays and scalars of the types that a kernel declares.
 *
 *     scalars   3  -0x1f  1.5  1e-3  inf  nan  true  1+2j      vectors: 1,2,3,4
 *     arrays    FILE.npy  zeros:SHAPE  ones:SHAPE  arange:SHAPE  random:SHAPE[:SEED]      SHAPE: 1000, 30x40
 *
 * random: the library's numbers, of a generator with SEED, from the beginning of its stream: cujit_random_uniform()
 * from 0 to 1 for floating-point types (both parts of a complex number), cujit_random_bits() for integers, one for each
 * component in the order of the elements, the same on every device. Without a seed the argument's position in the
 * signature (0, 1, ...) is taken.
 */
#ifndef TOOLS_VALUES_H
#define TOOLS_VALUES_H

#include "array.h"
#include "element.h"

typedef struct cli_assignment {
    char *name;       /* owned */
    const char *text; /* points into the argument */
} cli_assignment;

/* Splits NAME=TEXT; NAME must be a C identifier. */
bool cli_assignment_parse(const char *argument, cli_assignment *out, cli_problem *problem);

/* "const float *x": how to name a parameter to a person. `dtype` stands in for its own type unless it is
 * CUJIT_DTYPE_NONE. The caller frees it. */
char *cli_declaration(const cujit_parameter *parameter, cujit_dtype dtype);

/* How a signature spells a type. */
const char *cli_type_spelling(cujit_dtype dtype);

/* Whether a value begins with the name of a generator; and an array of it, of the parameter's dtype.
 * The context makes random numbers. */
bool cli_is_generator(const char *text);
bool cli_generate(cujit_context *context, const cujit_parameter *parameter, const char *text, uint64_t seed,
                  cli_array *out, cli_problem *problem);

/* Whether a value for an array is a file, and none of the others. */
bool cli_value_is_file(const char *text);

/* A value for a scalar parameter. `arg` may point into `bytes`: the struct must not move afterwards. */
typedef struct cli_scalar {
    cujit_arg arg;
    _Alignas(16) unsigned char bytes[32];
} cli_scalar;
bool cli_value_scalar(const cujit_parameter *parameter, const char *text, cli_scalar *out, cli_problem *problem);

/* An array for a pointer parameter, of its declared type. `position`: of the parameter, the default seed. */
bool cli_value_array(cujit_context *context, const cujit_parameter *parameter, const char *text, size_t position,
                     cli_array *out, cli_problem *problem);

#endif
