/*
 * monte_carlo: what options on a share are worth, by chance and by formula.
 *
 *     monte_carlo [FILE.png]
 *
 * A hundred thousand prices go at random for a year; each step is one kernel that draws its normal numbers itself. The
 * mean of what a call pays at the end is its value, which Black's and Scholes' formula gives, too; for a call on the mean
 * of the prices there is no formula. Prints the device and a table, draws how the prices spread where a file is named,
 * and exits 0 only where chance and formula agree to within four standard errors.
 */
#include "picture.h"

#include <math.h>

enum { PATHS = 100000, STEPS = 360, ROWS = 240, STRIKES = 5 };

static const double start = 100, rate = 0.03, volatility = 0.25, years = 1, strikes[STRIKES] = {80, 90, 100, 110, 120};

/* One step of all prices. */
static const char step[] = "s *= exp(drift + noise*normal()); total += s";
static const char mean_price[] = "discount * mean(maximum(s - k[:, None], 0), 1)";
static const char deviation[] = "discount * std(maximum(s - k[:, None], 0), 1) / sqrt(100000)";
static const char black_scholes[] = "d = (log(start/k) + (rate + v**2/2)*t) / (v*sqrt(t));"
                                    "start*ndtr(d) - k*exp(-rate*t)*ndtr(d - v*sqrt(t))";
static const char colours[] = "d = (float32(density[::-1]) / max(density, 0, keepdims=1))**0.8;"
                              "stack((0.05 + 1.4*d, 0.07 + d**2, 0.2 + 0.8*d - d**2 + 0.7*d**4), 0)";

typedef struct market {
    cujit_context *context;
    cujit_random *random;
    cujit_array *s, *total, *density; /* prices; their sums so far; how many are where, ROWS x STEPS */
} market;

static cujit_status simulate(const market *m, cujit_error *error)
{
    const double time = years / STEPS, drift = (rate - volatility * volatility / 2) * time;
    const double noise = volatility * sqrt(time), range[] = {40, 200};
    cujit_array *s = m->s, *total = m->total, *density = m->density;
    cujit_random *random = m->random;
    cujit_status status = CUJIT_OK;

    for (int k = 0; k < STEPS && status == CUJIT_OK; k++) {
        CUJIT_AUTO(cujit_array) *counts = NULL;

        if ((status = cujit_eval(m->context, step, CUJIT_NAMED(s, total, drift, noise, random), NULL, error)) ||
            (status = cujit_array_histogram(s, ROWS, range, NULL, NULL, &counts, NULL, error)))
            break;
        status = cujit_eval(m->context, "density[:, k] = counts", CUJIT_NAMED(density, k, counts), NULL, error);
    }
    return status;
}

/* A value for each strike, by `text`, of prices. */
static cujit_status price(const market *m, const char *text, cujit_array *s, double out[STRIKES], cujit_error *error)
{
    CUJIT_AUTO(cujit_array) *k = NULL, *found = NULL;
    const double t = years, v = volatility, discount = exp(-rate * years);
    cujit_status status = cujit_array_from_host(m->context, CUJIT_FLOAT64, 1, (const size_t[]){STRIKES}, strikes, &k,
                                                error);

    if (status == CUJIT_OK)
        status = cujit_eval(m->context, text, CUJIT_NAMED(s, k, start, rate, v, t, discount), &found, error);
    return status == CUJIT_OK ? cujit_array_to_host(found, out, STRIKES * sizeof *out, error) : status;
}

static cujit_status compare(const market *m, int *right, cujit_error *error)
{
    double exact[STRIKES], drawn[STRIKES], error_of[STRIKES], of_mean[STRIKES];
    CUJIT_AUTO(cujit_array) *mean = NULL;
    cujit_array *total = m->total;
    cujit_status status = cujit_eval(m->context, "total / 360", CUJIT_NAMED(total), &mean, error);

    if (status != CUJIT_OK || (status = price(m, black_scholes, m->s, exact, error)) != CUJIT_OK ||
        (status = price(m, mean_price, m->s, drawn, error)) != CUJIT_OK ||
        (status = price(m, deviation, m->s, error_of, error)) != CUJIT_OK ||
        (status = price(m, mean_price, mean, of_mean, error)) != CUJIT_OK)
        return status;
    printf("%s\nstrike  formula  by chance            of the mean price\n", cujit_context_device_name(m->context));
    *right = 1;
    for (int k = 0; k < STRIKES; k++) {
        printf("%6.0f %8.3f %8.3f +- %.3f %12.3f\n", strikes[k], exact[k], drawn[k], error_of[k], of_mean[k]);
        *right = *right && fabs(exact[k] - drawn[k]) < 4 * error_of[k] && of_mean[k] < drawn[k];
    }
    return CUJIT_OK;
}

int main(int count, char **arguments)
{
    const size_t paths[] = {PATHS}, shape[] = {ROWS, STEPS};
    CUJIT_AUTO(cujit_error) error = {0};
    CUJIT_AUTO(cujit_context) *context = NULL;
    CUJIT_AUTO(cujit_random) *random = NULL;
    CUJIT_AUTO(cujit_array) *s = NULL, *total = NULL, *density = NULL, *picture = NULL;
    int right = 0;

    if (cujit_context_create(NULL, &context, &error) || cujit_random_create(context, 1973, &random, &error) ||
        cujit_array_full(context, CUJIT_FLOAT32, 1, paths, CUJIT_ARG(start), NULL, &s, &error) ||
        cujit_array_zeros(context, CUJIT_FLOAT32, 1, paths, &total, &error) ||
        cujit_array_zeros(context, CUJIT_INT64, 2, shape, &density, &error) ||
        simulate(&(market){context, random, s, total, density}, &error) ||
        compare(&(market){context, random, s, total, density}, &right, &error) ||
        cujit_eval(context, colours, CUJIT_NAMED(density), &picture, &error))
        return fprintf(stderr, "monte_carlo: %s\n", error.message), EXIT_FAILURE;
    return right && (count < 2 || write_picture(arguments[1], picture)) ? EXIT_SUCCESS : EXIT_FAILURE;
}
