/*
 * fill.c: the distributions: which arrays suit, what each draw is given, and what is refused.
 */
#include "libjit/array/array_kernels.h"
#include "libjit/random/random.h"

#include <math.h>

/* ---- What is checked --------------------------------------------------------------------------------------------- */

static bool does_suit(cujit_dtype dtype, cj_suits what)
{
    const bool integer = cj_dtype_is_integer(dtype), real = cj_dtype_is_number(dtype) && !cj_dtype_is_complex(dtype);

    switch (what) {
    case CJ_SUITS_FLOATS:
        return real && !integer && dtype != CUJIT_BOOL;
    case CJ_SUITS_INTEGERS:
        return integer && dtype != CUJIT_BOOL;
    case CJ_SUITS_INTEGERS_OR_BOOL:
        return integer || dtype == CUJIT_BOOL;
    case CJ_SUITS_REALS:
        return real;
    default:
        return true;
    }
}

cujit_status cj_random_check(const char *function, const cujit_random *random, const cujit_array *array, cj_suits what,
                             cujit_error *error)
{
    static const char *const expected[] = {"floating-point numbers", "integers", "integers or bool", "real numbers"};
    cujit_status status;

    if (random == NULL || array == NULL)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "%s: %s is NULL", function,
                            random == NULL ? "random" : "array");
    if (array->context != random->context)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "%s: array belongs to another context than random",
                            function);
    if (!does_suit(array->dtype, what))
        return cj_error_set(error, CUJIT_ERROR_ARGUMENT_TYPE, "%s: array has elements of %s; expected %s", function,
                            cujit_context_type_name(array->context, array->dtype), expected[what]);
    if ((status = cj_array_check_written(function, "array", array, error)) != CUJIT_OK)
        return status;
    return cj_context_check(random->context, error);
}

/* Finite, and no less than `least`, or (`beyond`) more than that. */
static cujit_status check_number(const char *function, const char *name, double value, double least, bool beyond,
                                 cujit_error *error)
{
    if (isfinite(value) && (beyond ? value > least : value >= least))
        return CUJIT_OK;
    return cj_error_set(error, CUJIT_ERROR_ARGUMENT_VALUE, "%s: %s is %g; expected a finite number%s", function, name,
                        value,
                        !isfinite(least) ? ""
                        : beyond         ? " greater than 0"
                                         : ", 0 or more");
}

/* ---- Numbers of an array's type ---------------------------------------------------------------------------------- */

static double rounded(cujit_dtype dtype, double value)
{
    if (dtype == CUJIT_FLOAT64)
        return value;
    return dtype == CUJIT_FLOAT32 ? (double)(float)value : cj_half_to_double(dtype, cj_half_from_double(dtype, value));
}

/* Where a distribution has its numbers, but for those far out, is in range of the array's type. */
static cujit_status check_range(const char *function, const cujit_array *array, double about, cujit_error *error)
{
    if (isfinite(rounded(array->dtype, about)))
        return CUJIT_OK;
    return cj_error_set(error, CUJIT_ERROR_ARGUMENT_VALUE, "%s: the numbers about %g are not all finite in %s",
                        function, about, cj_dtype_find(array->dtype)->name);
}

/* The next number of the type, upwards or downwards: half of the last bit's worth further on, at most, lies what is
 * rounded to it. */
static double next(cujit_dtype dtype, double value, bool up)
{
    const double to = up ? INFINITY : -INFINITY;
    double step = 1, near;

    if (dtype == CUJIT_FLOAT64)
        return nextafter(value, to);
    if (dtype == CUJIT_FLOAT32)
        return (double)nextafterf((float)value, (float)to);
    step = value != 0 ? fabs(value) : 0x1p-140;
    while (value != 0 && rounded(dtype, value + (up ? step / 2 : -step / 2)) != value)
        step /= 2;
    while (rounded(dtype, near = value + (up ? step : -step)) == value)
        step *= 1.0625;
    return rounded(dtype, near);
}

static int digits(cujit_dtype dtype)
{
    switch (dtype) {
    case CUJIT_FLOAT64:
        return 53;
    case CUJIT_FLOAT32:
        return 24;
    case CUJIT_FLOAT16:
        return 11;
    case CUJIT_BFLOAT16:
        return 8;
    default:
        return dtype == CUJIT_FLOAT8_E4M3 ? 4 : 3;
    }
}

/* ---- Bits, uniform numbers, integers ----------------------------------------------------------------------------- */

cujit_status cujit_random_bits(cujit_random *random, cujit_array *array, cujit_error *error)
{
    static const char function[] = "cujit_random_bits";
    const cj_draw draw = {.kind = CJ_DRAW_BITS};
    cujit_status status = cj_random_check(function, random, array, CJ_SUITS_INTEGERS, error);

    return status == CUJIT_OK ? cj_random_fill(function, random, array, &draw, error) : status;
}

/* Whether the numbers lie within their bounds without being held: the outermost ones do, made as kernels make them. */
static bool is_free(const cj_draw *draw, cujit_dtype dtype)
{
    const double most = ldexp(1, digits(dtype)) - 1, a = draw->reals[0], b = draw->reals[1];
    const double last = dtype == CUJIT_FLOAT64 ? fma(most, a, b) : (double)fmaf((float)most, (float)a, (float)b);

    return fmin(b, last) >= draw->reals[2] && fmax(b, last) <= draw->reals[3];
}

static cujit_status fill_uniform(const char *function, cujit_random *random, cujit_array *array, double low,
                                 double high, bool upper, cujit_error *error)
{
    cj_draw draw = {.kind = CJ_DRAW_UNIFORM};
    cujit_status status = cj_random_check(function, random, array, CJ_SUITS_FLOATS, error);

    if (status != CUJIT_OK)
        return status;
    const cujit_dtype dtype = array->dtype;
    const double from = rounded(dtype, low), to = rounded(dtype, high), width = to - from;

    if (!isfinite(from) || !isfinite(to) || !isfinite(dtype == CUJIT_FLOAT64 ? width : (double)(float)width))
        return cj_error_set(error, CUJIT_ERROR_ARGUMENT_VALUE,
                            "%s: the numbers between %g and %g are not all finite in %s", function, low, high,
                            cj_dtype_find(dtype)->name);
    if (from >= to)
        return cj_error_set(error, CUJIT_ERROR_ARGUMENT_VALUE, "%s: no number of %s lies between %g and %g", function,
                            cj_dtype_find(dtype)->name, low, high);
    draw.wholes[0] = (uint64_t)((dtype == CUJIT_FLOAT64 ? 64 : 32) - digits(dtype));
    draw.reals[0] = ldexp(upper ? -width : width, -digits(dtype));
    draw.reals[1] = upper ? to : from;
    draw.reals[2] = upper ? next(dtype, from, true) : from;
    draw.reals[3] = upper ? to : next(dtype, to, false);
    if (is_free(&draw, dtype))
        draw.kind = CJ_DRAW_UNIFORM_FREE;
    return cj_random_fill(function, random, array, &draw, error);
}

cujit_status cujit_random_uniform(cujit_random *random, cujit_array *array, double low, double high, cujit_error *error)
{
    return fill_uniform("cujit_random_uniform", random, array, low, high, false, error);
}

cujit_status cujit_random_uniform_upper(cujit_random *random, cujit_array *array, double low, double high,
                                        cujit_error *error)
{
    return fill_uniform("cujit_random_uniform_upper", random, array, low, high, true, error);
}

void cj_random_find_range(const cujit_array *array, int64_t *least, int64_t *greatest)
{
    const int bits = array->dtype == CUJIT_BOOL ? 1 : 8 * (int)array->item_size;
    const bool is_signed = array->dtype == CUJIT_INT8 || array->dtype == CUJIT_INT16 || array->dtype == CUJIT_INT32 ||
                           array->dtype == CUJIT_INT64;

    *greatest = (int64_t)(UINT64_MAX >> (64 - bits + (is_signed || bits == 64)));
    *least = is_signed ? -*greatest - 1 : 0;
}

cujit_status cujit_random_integers(cujit_random *random, cujit_array *array, int64_t low, int64_t high,
                                   cujit_error *error)
{
    static const char function[] = "cujit_random_integers";
    cj_draw draw = {.kind = CJ_DRAW_INTEGERS};
    cujit_status status = cj_random_check(function, random, array, CJ_SUITS_INTEGERS_OR_BOOL, error);
    int64_t least, greatest;

    if (status != CUJIT_OK)
        return status;
    cj_random_find_range(array, &least, &greatest);
    if (low >= high)
        return cj_error_set(error, CUJIT_ERROR_ARGUMENT_VALUE, "%s: no integer is at least %lld and less than %lld",
                            function, (long long)low, (long long)high);
    if (low < least || high - 1 > greatest)
        return cj_error_set(error, CUJIT_ERROR_ARGUMENT_VALUE, "%s: %s does not have all integers from %lld to %lld",
                            function, cj_dtype_find(array->dtype)->name, (long long)low, (long long)(high - 1));
    const uint64_t count = (uint64_t)high - (uint64_t)low;
    const bool wide = array->item_size == 8;

    draw.wholes[0] = wide ? count : (uint32_t)count;
    draw.wholes[1] = wide ? -count % count : (uint32_t)count == 0 ? 0 : -(uint32_t)count % (uint32_t)count;
    draw.wholes[2] = (uint64_t)low;
    return cj_random_fill(function, random, array, &draw, error);
}

cujit_status cujit_random_bernoulli(cujit_random *random, cujit_array *array, double p, cujit_error *error)
{
    static const char function[] = "cujit_random_bernoulli";
    cj_draw draw = {.kind = CJ_DRAW_BERNOULLI};
    cujit_status status = cj_random_check(function, random, array, CJ_SUITS_REALS, error);

    if (status != CUJIT_OK)
        return status;
    if (!(p >= 0 && p <= 1))
        return cj_error_set(error, CUJIT_ERROR_ARGUMENT_VALUE, "%s: p is %g; expected 0 to 1", function, p);
    draw.wholes[0] = p < 1 ? (uint64_t)ldexp(p, 64) : 0;
    draw.wholes[2] = p == 1;
    return cj_random_fill(function, random, array, &draw, error);
}

/* ---- Normal, log-normal, exponential ----------------------------------------------------------------------------- */

static cujit_status fill_normal(const char *function, cj_draw_kind kind, cujit_random *random, cujit_array *array,
                                double mean, double deviation, cujit_error *error)
{
    const cj_draw draw = {.kind = kind, .reals = {mean, deviation}};
    cujit_status status = cj_random_check(function, random, array, CJ_SUITS_FLOATS, error);

    if (status != CUJIT_OK || (status = check_number(function, "mean", mean, -INFINITY, false, error)) != CUJIT_OK ||
        (status = check_number(function, "deviation", deviation, 0, false, error)) != CUJIT_OK ||
        (status = check_range(function, array, mean + copysign(deviation, mean), error)) != CUJIT_OK)
        return status;
    if (kind == CJ_DRAW_LOGNORMAL && (status = check_range(function, array, exp(mean + deviation), error)) != CUJIT_OK)
        return status;
    return cj_random_fill(function, random, array, &draw, error);
}

cujit_status cujit_random_normal(cujit_random *random, cujit_array *array, double mean, double deviation,
                                 cujit_error *error)
{
    return fill_normal("cujit_random_normal", CJ_DRAW_NORMAL, random, array, mean, deviation, error);
}

cujit_status cujit_random_lognormal(cujit_random *random, cujit_array *array, double mean, double deviation,
                                    cujit_error *error)
{
    return fill_normal("cujit_random_lognormal", CJ_DRAW_LOGNORMAL, random, array, mean, deviation, error);
}

cujit_status cujit_random_exponential(cujit_random *random, cujit_array *array, double scale, cujit_error *error)
{
    static const char function[] = "cujit_random_exponential";
    const cj_draw draw = {.kind = CJ_DRAW_EXPONENTIAL, .reals = {scale / 2}};
    cujit_status status = cj_random_check(function, random, array, CJ_SUITS_FLOATS, error);

    if (status != CUJIT_OK || (status = check_number(function, "scale", scale, 0, true, error)) != CUJIT_OK ||
        (status = check_range(function, array, scale, error)) != CUJIT_OK)
        return status;
    return cj_random_fill(function, random, array, &draw, error);
}

/* ---- Gamma, Poisson ---------------------------------------------------------------------------------------------- */

cujit_status cujit_random_gamma(cujit_random *random, cujit_array *array, double shape, double scale,
                                cujit_error *error)
{
    static const char function[] = "cujit_random_gamma";
    const bool small = shape < 1;
    const double a = shape + (small ? 1 : 0) - 1.0 / 3;
    const cj_draw draw = {.kind = CJ_DRAW_GAMMA, .reals = {a, 1 / sqrt(9 * a), small ? 1 / shape : 0, scale}};
    cujit_status status = cj_random_check(function, random, array, CJ_SUITS_FLOATS, error);

    if (status != CUJIT_OK || (status = check_number(function, "shape", shape, 0, true, error)) != CUJIT_OK ||
        (status = check_number(function, "scale", scale, 0, true, error)) != CUJIT_OK ||
        (status = check_range(function, array, shape * scale, error)) != CUJIT_OK)
        return status;
    return cj_random_fill(function, random, array, &draw, error);
}

/* The greatest whole number of the type that a double has. */
static double greatest(const cujit_array *array)
{
    int64_t least, most;

    if (does_suit(array->dtype, CJ_SUITS_FLOATS))
        return INFINITY;
    cj_random_find_range(array, &least, &most);
    return array->item_size == 8 ? 0x1.fffffffffffffp62 : (double)most;
}

cujit_status cujit_random_poisson(cujit_random *random, cujit_array *array, double mean, cujit_error *error)
{
    static const char function[] = "cujit_random_poisson";
    cj_draw draw = {.kind = CJ_DRAW_POISSON, .reals = {mean}};
    cujit_status status = cj_random_check(function, random, array, CJ_SUITS_REALS, error);

    if (status != CUJIT_OK || (status = check_number(function, "mean", mean, 0, false, error)) != CUJIT_OK)
        return status;
    if (mean > 0x1p52)
        return cj_error_set(error, CUJIT_ERROR_ARGUMENT_VALUE, "%s: mean is %g; expected no more than 2^52", function,
                            mean);
    if (does_suit(array->dtype, CJ_SUITS_FLOATS) && (status = check_range(function, array, mean, error)) != CUJIT_OK)
        return status;
    draw.reals[1] = greatest(array);
    return cj_random_fill(function, random, array, &draw, error);
}
