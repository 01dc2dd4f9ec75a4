/*
 * accuracy.h: what the parts of cujit-bench-accuracy share: the table of functions.
 */
#ifndef BENCH_ACCURACY_H
#define BENCH_ACCURACY_H

#include "bench.h"

#include <stdbool.h>
#include <stdint.h>

enum { ACCURACY_OPERANDS = 4 };

/* Where a function has zeros that no float is near, errors are counted in units of what is around them: of its value, of
 * sqrt(2 / (pi x)), of 1 at least. COMPLEX: of its value, which `narrow` is in double. */
typedef enum amplitude { OWN, WAVE, ONE, COMPLEX } amplitude;

typedef struct function {
    const char *name;
    int operands;
    const char *narrow, *wide; /* CUDA C++ of x, y, z, w: of float, of double; NULL: the name, with an f or without */
    long double (*reference)(const long double *v); /* of double; NULL: of float only */
    double low, high;                               /* where doubles are looked at closely */
    amplitude amplitude;
} function;

extern const function functions[];
extern const size_t function_count;

/* Of complex numbers: names, and how many operands. */
extern const struct complex_function {
    const char *name, *text; /* of a and b, of either type */
    int operands;
} complex_functions[];
extern const size_t complex_function_count;

/* The text of a call: that of the table, or the name with this suffix. */
void function_text(const function *f, const char *own, const char *suffix, char *out, size_t size);

/* The worst, the mean and what is plainly wrong (no number in place of one, a zero's sign, and the other way round). */
typedef struct finding {
    double worst, mean;
    unsigned long long wrong;
    double at[ACCURACY_OPERANDS], wrong_at[ACCURACY_OPERANDS], wrong_got, wrong_expected;
} finding;

/* 2^log2_arguments arguments, or all; `got` is CUDA C++ of floats x, y, z, w, whose value becomes a `type`, which has so
 * many digits (24: float); `extra` defines what it calls. */
void measure_narrow(cujit_context *context, const char *type, int digits, const char *extra, const char *got,
                    const function *f, int log2_arguments, finding *out);
/* Against long double on the host, in steps that cover [low, high], all exponents, and what is special. */
void measure_double(cujit_context *context, const function *f, int log2_arguments, finding *out);
/* Distances in the plane, against complex long double on the host; not a number where there is one is wrong. */
void measure_complex128(cujit_context *context, const struct complex_function *z, int log2_arguments, finding *out);

/* For the last two: runs an operation of doubles p0[i] to p3[i], of which as many as `f` has operands are its arguments,
 * into one or two results, which stand in `results` as in a signature; operands and results are in `host` then. */
void run_doubles(cujit_context *context, const function *f, const char *results, const char *operation, size_t n,
                 double *host[]);
/* The k-th of n results: how far off it is, and whether it is plainly wrong. */
void find(finding *out, double *const *values, size_t k, size_t n, double error, bool wrong, double got,
          double expected);

/* Operand `which` of the k-th call. Turns: closely in [low, high] half of the time, any bits, sizes from 2^-16 to 2^16,
 * special ones. */
double double_argument(const function *f, uint64_t k, int which);

#endif
