/*
 * accuracy_complex.c: functions of complex128, calculated on the device, beside the C library's of complex long double:
 * 11 more digits, of which pow() loses as many as the exponent of its result has.
 */
#include "accuracy.h"

#include <complex.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OPERANDS = ACCURACY_OPERANDS, ARRAYS = OPERANDS + 2 }; /* real and imaginary parts of operands; of results */

typedef long double _Complex wide;

/* CMPLXL(), which clang does not have everywhere: a product with I would lose infinities. */
static wide wide_of(double re, double im)
{
    const long double parts[] = {re, im};
    wide number;

    memcpy(&number, parts, sizeof number);
    return number;
}

static wide exact(const char *name, wide a, wide b)
{
    static const struct {
        const char *name;
        wide (*of)(wide);
    } of_one[] = {{"sqrt", csqrtl}, {"exp", cexpl},   {"log", clogl},     {"sin", csinl},     {"cos", ccosl},
                  {"tan", ctanl},   {"asin", casinl}, {"acos", cacosl},   {"atan", catanl},   {"sinh", csinhl},
                  {"cosh", ccoshl}, {"tanh", ctanhl}, {"asinh", casinhl}, {"acosh", cacoshl}, {"atanh", catanhl}};

    for (size_t k = 0; k < sizeof of_one / sizeof *of_one; k++) {
        if (strcmp(of_one[k].name, name) == 0)
            return of_one[k].of(a);
    }
    if (strcmp(name, "log10") == 0)
        return clogl(a) * 0.43429448190325182765112891891660508L;
    return name[0] == '*' ? a * b : name[0] == '/' ? a / b : cpowl(a, b);
}

/* Of the exact number's size; those beyond all doubles are left out, as are infinities and what is none. */
static double units(wide got, wide expected)
{
    const long double size = cabsl(expected);

    if (!(size < ldexpl(1, DBL_MAX_EXP)) || isnan(creall(got)) || isnan(cimagl(got)))
        return 0;
    return (double)ldexpl(fminl(cabsl(got - expected), ldexpl(1, DBL_MAX_EXP)),
                          DBL_MANT_DIG - 1 - ilogbl(fmaxl(size, DBL_MIN)));
}

static void compare(const struct complex_function *z, double *const *values, size_t n, finding *out)
{
    wide *expected = malloc(n * sizeof *expected);

    if (expected == NULL)
        bench_fail("memory", NULL);
#ifdef _OPENMP
#pragma omp parallel for schedule(dynamic, 1024)
#endif
    for (size_t k = 0; k < n; k++)
        expected[k] = exact(z->name, wide_of(values[0][k], values[1][k]), wide_of(values[2][k], values[3][k]));
    *out = (finding){.worst = 0};
    for (size_t k = 0; k < n; k++) {
        const wide got = wide_of(values[OPERANDS][k], values[OPERANDS + 1][k]);
        const double size = (double)cabsl(expected[k]), error = units(got, expected[k]);
        const bool number = !isnan(values[0][k]) && !isnan(values[1][k]) && !isnan(values[2][k]) &&
                            !isnan(values[3][k]);
        const bool is_wrong = number && isfinite(size) && (isnan(creall(got)) || isnan(cimagl(got)));

        find(out, values, k, n, error, is_wrong, (double)NAN, size);
    }
    free(expected);
}

void measure_complex128(cujit_context *context, const struct complex_function *z, int log2_arguments, finding *out)
{
    const function f = {.name = z->name, .operands = 2 * z->operands, .low = -2, .high = 2};
    const size_t n = (size_t)1 << log2_arguments;
    double *host[ARRAYS];
    char operation[400];

    snprintf(operation, sizeof operation,
             "typedef cujit::complex<double> number; const number a(p0[i], p1[i]), b(p2[i], p3[i]); (void)b;\n"
             "const number v = %s; re[i] = v.real(); im[i] = v.imag()",
             z->text);
    run_doubles(context, &f, "double *re, double *im", operation, n, host);
    compare(z, host, n, out);
    for (int k = 0; k < ARRAYS; k++)
        free(host[k]);
}
