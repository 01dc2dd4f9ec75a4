/*
 * accuracy_double.c: functions of double, calculated on the device, beside long double on the host.
 */
#include "accuracy.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DIGITS = DBL_MANT_DIG, LEAST = DBL_MIN_EXP - 1, MOST = DBL_MAX_EXP, ARRAYS = ACCURACY_OPERANDS + 1 };

static uint64_t mixed(uint64_t x)
{
    x = (x ^ x >> 33) * UINT64_C(0xff51afd7ed558ccd);
    x = (x ^ x >> 33) * UINT64_C(0xc4ceb9fe1a85ec53);
    return x ^ x >> 33;
}

double double_argument(const function *f, uint64_t k, int which)
{
    static const double special[] = {0,
                                     -0.0,
                                     1,
                                     -1,
                                     INFINITY,
                                     -INFINITY,
                                     NAN,
                                     2,
                                     0.5,
                                     -0.5,
                                     DBL_MAX,
                                     DBL_MIN,
                                     4e-324,
                                     -4e-324,
                                     3,
                                     -2,
                                     -DBL_MAX,
                                     1e10,
                                     -1e10,
                                     0.25,
                                     1.5,
                                     -1.5,
                                     10,
                                     -10,
                                     4503599627370497.5,
                                     9007199254740993.0,
                                     1e22,
                                     100.5,
                                     -100.5,
                                     171,
                                     172,
                                     709.5};
    const uint64_t h = mixed(4 * k + (uint64_t)which + 1);
    uint64_t bits = h;
    double x;

    if (k % 4 < 2)
        return f->low + (f->high - f->low) * ((double)(h >> 11) * 0x1p-53);
    if (f->operands == 1 ? k < 128 : k % 64 == 3)
        return special[f->operands == 1 ? k / 4 : h % 32];
    if (k % 4 == 3)
        bits = (h & UINT64_C(0x800fffffffffffff)) | (uint64_t)(1007 + (h >> 52 & 31)) << 52;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static double units(long double got, long double expected, long double around)
{
    const long double limit = ldexpl(1, MOST), g = fminl(fmaxl(got, -limit), limit),
                      e = fminl(fmaxl(expected, -limit), limit);
    const int exponent = ilogbl(fmaxl(fmaxl(fabsl(e), around), ldexpl(1, LEAST)));

    return (double)ldexpl(fabsl(g - e), DIGITS - 1 - (exponent < MOST ? exponent : MOST - 1));
}

static long double amplitude_at(const function *f, long double x)
{
    return f->amplitude == OWN   ? 0
           : f->amplitude == ONE ? 1
                                 : sqrtl(0.6366197723675813430755350534900574L / fmaxl(1, fabsl(x)));
}

void find(finding *out, double *const *values, size_t k, size_t n, double error, bool wrong, double got,
          double expected)
{
    out->mean += fmin(error, 1e6) / (double)n;
    for (int j = 0; j < ACCURACY_OPERANDS; j++) {
        out->at[j] = error > out->worst ? values[j][k] : out->at[j];
        out->wrong_at[j] = wrong ? values[j][k] : out->wrong_at[j];
    }
    out->worst = fmax(out->worst, error);
    out->wrong += wrong;
    if (wrong) {
        out->wrong_got = got;
        out->wrong_expected = expected;
    }
}

static void compare(const function *f, double *const *values, size_t n, finding *out)
{
    const double *got = values[ACCURACY_OPERANDS];
    long double *expected = malloc(n * sizeof *expected);

    if (expected == NULL)
        bench_fail("memory", NULL);
#ifdef _OPENMP
#pragma omp parallel for schedule(dynamic, 1024)
#endif
    for (size_t k = 0; k < n; k++)
        expected[k] = f->reference((const long double[]){values[0][k], values[1][k], values[2][k], values[3][k]});
    *out = (finding){.worst = 0};
    for (size_t k = 0; k < n; k++) {
        const long double e = expected[k];
        const bool is_wrong = isnan(got[k]) || isnan(e) ? !isnan(got[k]) || !isnan(e)
                                                        : e == 0 && got[k] == 0 && !signbit(e) != !signbit(got[k]);
        const double error = isnan(got[k]) || isnan(e) ? 0 : units(got[k], e, amplitude_at(f, values[0][k]));

        find(out, values, k, n, error, is_wrong, got[k], (double)e);
    }
    free(expected);
}

void run_doubles(cujit_context *context, const function *f, const char *results, const char *operation, size_t n,
                 double *host[])
{
    const size_t bytes = n * sizeof(double);
    void *device[ACCURACY_OPERANDS + 2], *values[ACCURACY_OPERANDS + 2];
    const int arrays = ACCURACY_OPERANDS + (strchr(results, ',') != NULL ? 2 : 1);
    char arguments[200];
    cujit_elementwise *kernel = NULL;
    cujit_error error = {0};

    snprintf(arguments, sizeof arguments, "const double *p0, const double *p1, const double *p2, const double *p3, %s",
             results);
    if (cujit_elementwise_create(context, &(cujit_elementwise_spec){.arguments = arguments, .operation = operation},
                                 &kernel, &error))
        bench_fail(f->name, &error);
    for (int k = 0; k < arrays; k++) {
        if ((host[k] = calloc(n, sizeof(double))) == NULL || cujit_memory_alloc(context, bytes, &device[k], &error))
            bench_fail("memory", &error);
        for (size_t j = 0; k < f->operands && j < n; j++)
            host[k][j] = double_argument(f, j, k);
        if (cujit_memory_to_device(context, device[k], host[k], bytes, &error))
            bench_fail("a copy", &error);
        values[k] = &device[k];
    }
    if (cujit_elementwise_launch_prepared(kernel, NULL, n, values, &error))
        bench_fail(f->name, &error);
    for (int k = 0; k < arrays; k++) {
        if (k >= ACCURACY_OPERANDS && cujit_memory_to_host(context, host[k], device[k], bytes, &error))
            bench_fail("a copy", &error);
        cujit_memory_free(context, device[k]);
    }
    cujit_elementwise_free(kernel);
}

void measure_double(cujit_context *context, const function *f, int log2_arguments, finding *out)
{
    const size_t n = (size_t)1 << log2_arguments;
    double *host[ARRAYS];
    char text[200], operation[400];

    function_text(f, f->wide, "", text, sizeof text);
    snprintf(operation, sizeof operation,
             "const double x = p0[i], y = p1[i], z = p2[i], w = p3[i]; (void)y, (void)z, (void)w; r[i] = %s", text);
    run_doubles(context, f, "double *r", operation, n, host);
    compare(f, host, n, out);
    for (int k = 0; k < ARRAYS; k++)
        free(host[k]);
}
