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

        out->mean += fmin(error, 1e6) / (double)n;
        for (int j = 0; j < ACCURACY_OPERANDS; j++) {
            if (error > out->worst)
                out->at[j] = values[j][k];
            if (is_wrong)
                out->wrong_at[j] = values[j][k];
        }
        out->worst = fmax(out->worst, error);
        out->wrong += is_wrong;
        if (is_wrong) {
            out->wrong_got = got[k];
            out->wrong_expected = (double)e;
        }
    }
    free(expected);
}

void measure_double(cujit_context *context, const function *f, int log2_arguments, finding *out)
{
    const size_t n = (size_t)1 << log2_arguments, bytes = n * sizeof(double);
    double *host[ARRAYS];
    void *device[ARRAYS], *values[ARRAYS];
    char text[200], operation[400];
    cujit_elementwise *kernel = NULL;
    cujit_error error = {0};

    function_text(f, f->wide, "", text, sizeof text);
    snprintf(operation, sizeof operation,
             "const double x = p0[i], y = p1[i], z = p2[i], w = p3[i]; (void)y, (void)z, (void)w; r[i] = %s", text);
    if (cujit_elementwise_create(context,
                                 &(cujit_elementwise_spec){
                                     .arguments = "const double *p0, const double *p1, const double *p2, "
                                                  "const double *p3, double *r",
                                     .operation = operation,
                                 },
                                 &kernel, &error))
        bench_fail(f->name, &error);
    for (int k = 0; k < ARRAYS; k++) {
        if ((host[k] = calloc(n, sizeof(double))) == NULL || cujit_memory_alloc(context, bytes, &device[k], &error))
            bench_fail("memory", &error);
        for (size_t j = 0; k < f->operands && j < n; j++)
            host[k][j] = double_argument(f, j, k);
        if (cujit_memory_to_device(context, device[k], host[k], bytes, &error))
            bench_fail("a copy", &error);
        values[k] = &device[k];
    }
    if (cujit_elementwise_launch_prepared(kernel, NULL, n, values, &error) ||
        cujit_memory_to_host(context, host[ARRAYS - 1], device[ARRAYS - 1], bytes, &error))
        bench_fail(f->name, &error);
    compare(f, host, n, out);
    for (int k = 0; k < ARRAYS; k++) {
        free(host[k]);
        cujit_memory_free(context, device[k]);
    }
    cujit_elementwise_free(kernel);
}
