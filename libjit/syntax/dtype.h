/*
 * dtype.h: element types inside the library: the table behind cujit_dtype, and the types that a caller registered.
 */
#ifndef LIBJIT_DTYPE_H
#define LIBJIT_DTYPE_H

#include "libjit/base/status.h"
#include "libjit/base/text.h"

#include <cujit/dtype.h>

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct cj_dtype_info {
    cujit_dtype dtype;
    const char *name;     /* "float32" */
    const char *spelling; /* in generated code */
    size_t size, alignment;
} cj_dtype_info;

/* "bool", "half": no name of a built-in type is shorter, and most names of arguments are. */
enum { CJ_SHORTEST_TYPE = 4 };

/* Built-in types only; NULL for any other number or name. */
const cj_dtype_info *cj_dtype_find(cujit_dtype dtype);
const cj_dtype_info *cj_dtype_by_name(const char *name);

/* True for the dtypes that a plain number converts to: bool, integers, floating point, complex. */
bool cj_dtype_is_number(cujit_dtype dtype);

/* ... signed and unsigned integers; complex numbers. */
bool cj_dtype_is_integer(cujit_dtype dtype);
bool cj_dtype_is_complex(cujit_dtype dtype);

/* The type of each of the two parts of a complex number; any other type is its own. */
cujit_dtype cj_dtype_part(cujit_dtype dtype);

/* numpy.can_cast(from, to, "same_kind"), which assignments need: to any larger or smaller type of the kind, but never
 * from complex to real, from real to integer, or from signed to unsigned. False where one is no number. */
bool cj_can_cast_same_kind(cujit_dtype from, cujit_dtype to);

/* The 8-bit floating-point types; those and the 16-bit ones. */
bool cj_dtype_is_float8(cujit_dtype dtype);
bool cj_dtype_is_narrow(cujit_dtype dtype);

/* ... of them those that are no class on any device. */
bool cj_dtype_is_plain(cujit_dtype dtype);

/* The lowest (or highest) number of the type, infinities included, as C++ has it. NULL: there is no such thing. */
const char *cj_dtype_extreme(cujit_dtype dtype, bool highest);

/* A type that the caller defined. */
typedef struct cj_type {
    char *name;       /* a C identifier */
    char *definition; /* C++ text put in front of the preamble, e.g. "struct pair { float a; int b; };"; may be "" where
                         the preamble defines it */
    size_t size, alignment;
    cujit_dtype dtype;
} cj_type;

/* Filled by cj_type_table_add, never shrinks: pointers to its entries stay valid. The owner locks. */
typedef struct cj_type_table {
    cj_type **types;
    size_t count;
    uint32_t capitals;    /* bit k: the type whose name is the k-th capital and nothing else is there */
    atomic_bool includes; /* a definition may include what can change */
} cj_type_table;

/* Checks name (an identifier, no keyword, no built-in type), definition (cj_snippet_check as a preamble), size (1 to
 * 1 MiB, a multiple of alignment) and alignment (a power of two, at most 256). The same type again gives the same
 * dtype; the same name with anything else is CUJIT_ERROR_INVALID_ARGUMENT. */
cujit_status cj_type_table_add(cj_type_table *table, const char *name, const char *definition, size_t size,
                               size_t alignment, cujit_dtype *out, cujit_error *error);
const cj_type *cj_type_table_by_name(const cj_type_table *table, const char *name, size_t length);
const cj_type *cj_type_table_by_dtype(const cj_type_table *table, cujit_dtype dtype);
void cj_type_table_clear(cj_type_table *table);

/* Number conversions of float16, bfloat16 and the 8-bit types (in the low bits), round to nearest even; bit patterns as
 * uint16_t. Saturation as IEEE 754 has it (overflow gives infinity; NaN in float8_e4m3, which has none), NaN stays NaN,
 * subnormals are kept. */
uint16_t cj_half_from_double(cujit_dtype dtype, double value);
double cj_half_to_double(cujit_dtype dtype, uint16_t bits);

/* The number that lies in memory. */
double cj_narrow_load(cujit_dtype dtype, const void *at);

#endif
