/*
 * element_text.c: single elements of an array as NumPy writes them (its FloatingFormat, IntegerFormat, BoolFormat,
 * ComplexFloatingFormat and StructuredVoidFormat). Floating-point numbers are all written once to find the width.
 */
#include "libjit/io/element_text.h"

#include "libjit/io/elements.h"
#include "libjit/syntax/dtype.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static bool is_real(cujit_dtype dtype)
{
    return cj_dtype_is_narrow(dtype) || dtype == CUJIT_FLOAT32 || dtype == CUJIT_FLOAT64;
}

static const void *part_of(const cj_element_style *style, const void *element, int part)
{
    return (const char *)element + (size_t)part * style->part_size;
}

static double real_of(cujit_dtype dtype, const void *at)
{
    float single;
    double value;

    if (dtype == CUJIT_FLOAT64) {
        memcpy(&value, at, sizeof value);
        return value;
    }
    if (dtype == CUJIT_FLOAT32) {
        memcpy(&single, at, sizeof single);
        return (double)single;
    }
    return cj_narrow_load(dtype, at);
}

/* Digits that numbers of the type are good for, numpy.finfo's precision. */
static int precision_of(cujit_dtype dtype)
{
    return dtype == CUJIT_FLOAT64 ? 15 : dtype == CUJIT_FLOAT32 ? 6 : dtype == CUJIT_FLOAT16 ? 3 : 2;
}

/* ---- Integers ---------------------------------------------------------------------------------------------------- */

static void put_integer(cj_text *text, cujit_dtype dtype, const void *at, const char *sign, int width)
{
    const bool is_signed = dtype == CUJIT_INT8 || dtype == CUJIT_INT16 || dtype == CUJIT_INT32 || dtype == CUJIT_INT64;
    int unused = 64 - 8 * (int)cujit_dtype_size(dtype);
    char shown[24];
    uint64_t bits = 0;
    int64_t value;

    memcpy(&bits, at, cujit_dtype_size(dtype)); /* little-endian */
    /* The type's sign bit moves to the top; the shift back copies it down. */
    value = (int64_t)(bits << unused) >> unused;
    if (is_signed && value < 0)
        snprintf(shown, sizeof shown, "%lld", (long long)value);
    else
        snprintf(shown, sizeof shown, "%s%llu", sign, (unsigned long long)bits);
    cj_text_printf(text, "%*s", width, shown);
}

static void plan_integers(cj_part_style *part, const cj_element_style *style, const char *elements, size_t count,
                          char sign)
{
    bool negative = false;

    part->sign = sign == '+' ? "+" : "";
    for (int pass = 0; pass < 2; pass++) {
        for (size_t k = 0; k < count; k++) {
            char memory[32];
            cj_text text = {.data = memory, .capacity = sizeof memory, .borrowed = true};

            put_integer(&text, style->part, elements + k * style->item_size, part->sign, 0);
            negative = negative || memory[0] == '-';
            part->width = part->width > (int)text.length ? part->width : (int)text.length;
        }
        /* A blank for a sign is wanted only where nothing has one. */
        if (sign != ' ' || negative)
            break;
        part->sign = " ";
    }
}

/* ---- Floating-point numbers -------------------------------------------------------------------------------------- */

static void put_infinite(cj_text *text, double value, bool plus, int width)
{
    const char *sign = isnan(value) ? (plus ? "+" : "") : value < 0 ? "-" : plus ? "+" : "";
    char shown[8];

    snprintf(shown, sizeof shown, "%s%s", sign, isnan(value) ? "nan" : "inf");
    cj_text_printf(text, "%*s", width, shown);
}

/* What there is among the numbers of one part. */
typedef struct survey {
    double least, most; /* magnitudes of what is finite and not 0; 0: there is none */
    size_t finite;
    bool negative, not_finite, minus_infinity;
} survey;

static survey look(const cj_element_style *style, const char *elements, size_t count)
{
    survey seen = {.finite = 0};

    for (size_t k = 0; k < count; k++) {
        double value = real_of(style->part, elements + k * style->item_size), magnitude = fabs(value);

        if (!isfinite(value)) {
            seen.not_finite = true;
            seen.minus_infinity = seen.minus_infinity || (isinf(value) && value < 0);
            continue;
        }
        seen.finite++;
        seen.negative = seen.negative || signbit(value);
        if (magnitude == 0)
            continue;
        seen.least = seen.least == 0 || magnitude < seen.least ? magnitude : seen.least;
        seen.most = magnitude > seen.most ? magnitude : seen.most;
    }
    return seen;
}

static bool wants_exponents(cujit_dtype dtype, const survey *seen, bool suppress)
{
    int digits = precision_of(dtype);

    if (seen->most == 0)
        return false;
    if (seen->most >= pow(10, digits < 8 ? digits : 8))
        return true;
    /* NumPy compares and divides in the numbers' own type. */
    return !suppress &&
           (seen->least < cj_number_round(dtype, 0.0001) || cj_number_round(dtype, seen->most / seen->least) > 1000);
}

static int most(int a, int b)
{
    return a > b ? a : b;
}

/* The widths in front of the point and behind it that the numbers have in this style; they go into it. */
static bool measure(cj_number_style *finite, const cj_element_style *style, const char *elements, size_t count)
{
    int left = 0, right = 0, exponent = 0;
    cj_text text = {0};

    for (size_t k = 0; k < count; k++) {
        double value = real_of(style->part, elements + k * style->item_size);
        const char *point, *mark;

        if (!isfinite(value))
            continue;
        text.length = 0;
        cj_number_text(&text, style->part, value, finite);
        if (text.failed)
            return false;
        point = strchr(text.data, '.');
        mark = strchr(point, 'e');
        left = most(left, (int)(point - text.data));
        right = most(right, (int)(mark != NULL ? (size_t)(mark - point - 1) : strlen(point + 1)));
        exponent = most(exponent, mark != NULL ? (int)strlen(mark) - 2 : 0);
    }
    cj_text_clear(&text);
    finite->pad_left = left;
    finite->pad_right = right;
    finite->exponent_digits = exponent;
    return true;
}

static bool plan_reals(cj_part_style *part, const cj_element_style *style, const char *elements, size_t count,
                       char sign, const cujit_print_options *options)
{
    survey seen = look(style, elements, count);
    cj_number_style *finite = &part->finite;
    const bool fixed = options->mode == CUJIT_PRINT_MODE_FIXED;

    *finite = (cj_number_style){
        .scientific = wants_exponents(style->part, &seen, options->suppress != 0),
        .unique = !fixed,
        .plus = sign == '+',
        .precision = options->mode == CUJIT_PRINT_MODE_UNIQUE ? -1 : options->precision,
        .trim = fixed ? CJ_TRIM_NONE : CJ_TRIM_ZEROS,
    };
    if (!measure(finite, style, elements, count))
        return false;
    if (seen.finite > 0 && (finite->scientific || fixed || options->mode == CUJIT_PRINT_MODE_MAXPREC_EQUAL)) {
        finite->trim = CJ_TRIM_NONE;
        finite->precision = finite->min_digits = finite->pad_right;
    }
    finite->pad_left += sign == ' ' && !seen.negative;
    part->width = finite->pad_right + 1 + (finite->scientific ? finite->exponent_digits + 2 : 0);
    if (seen.not_finite)
        finite->pad_left = most(finite->pad_left, 3 + (sign != '-' || seen.minus_infinity) - part->width);
    part->width += finite->pad_left;
    return true;
}

/* ---- All of them ------------------------------------------------------------------------------------------------- */

bool cj_element_plan(cj_element_style *style, cujit_dtype dtype, const void *elements, size_t count, bool single,
                     const cujit_print_options *options)
{
    size_t components;

    *style = (cj_element_style){.dtype = dtype, .single = single, .item_size = cujit_dtype_size(dtype)};
    style->complex = cj_dtype_is_complex(dtype);
    style->part = style->complex ? cj_dtype_part(dtype) : cj_elements_component(dtype, &components);
    style->part_size = cujit_dtype_size(style->part);
    style->parts = (int)(style->item_size / style->part_size);
    for (int k = 0; k < style->parts; k++) {
        const char *first = part_of(style, elements, k);
        char sign = style->complex && k == 1 ? '+' : options->sign;

        if (is_real(style->part)) {
            if (!plan_reals(&style->of[k], style, first, count, sign, options))
                return false;
        } else if (style->part != CUJIT_BOOL) {
            plan_integers(&style->of[k], style, first, count, sign);
        }
    }
    return true;
}

static void put_part(cj_text *text, const cj_element_style *style, int part, const void *at)
{
    const cj_part_style *how = &style->of[part];
    double value;

    if (style->part == CUJIT_BOOL) {
        cj_text_append(text, *(const unsigned char *)at == 0 ? "False" : style->single ? "True" : " True");
    } else if (!is_real(style->part)) {
        put_integer(text, style->part, at, how->sign, how->width);
    } else {
        value = real_of(style->part, at);
        if (isfinite(value))
            cj_number_text(text, style->part, value, &how->finite);
        else
            put_infinite(text, value, how->finite.plus, how->width);
    }
}

/* In front of the blanks that fill the column up. */
static void put_j(cj_text *text)
{
    size_t at = text->length;

    cj_text_append(text, "j");
    if (text->failed)
        return;
    for (; text->data[at - 1] == ' '; at--)
        text->data[at] = ' ';
    text->data[at] = 'j';
}

static void put_vector(cj_text *text, const cj_element_style *style, const void *element,
                       void (*put)(cj_text *, const cj_element_style *, int, const void *))
{
    cj_text_append(text, "(");
    for (int k = 0; k < style->parts; k++) {
        cj_text_append(text, k > 0 ? ", " : "");
        put(text, style, k, part_of(style, element, k));
    }
    cj_text_append(text, style->parts == 1 ? ",)" : ")");
}

static bool is_vector(const cj_element_style *style)
{
    return style->part != style->dtype && !style->complex;
}

void cj_element_text(cj_text *text, const cj_element_style *style, const void *element)
{
    if (is_vector(style)) {
        put_vector(text, style, element, put_part);
        return;
    }
    for (int k = 0; k < style->parts; k++)
        put_part(text, style, k, part_of(style, element, k));
    if (style->complex)
        put_j(text);
}

/* ---- Alone ------------------------------------------------------------------------------------------------------- */

static void put_scalar_real(cj_text *text, cujit_dtype dtype, double value, bool plus, cj_trim trim)
{
    double magnitude = fabs(value), limit = dtype == CUJIT_FLOAT64 ? 1e16 : pow(10, precision_of(dtype));
    cj_number_style style = {.unique = true, .plus = plus, .precision = -1, .trim = trim};

    style.scientific = magnitude != 0 && (magnitude < 1e-4 || magnitude >= limit);
    style.trim = style.scientific ? CJ_TRIM_ALL : trim;
    if (isfinite(value))
        cj_number_text(text, dtype, value, &style);
    else
        put_infinite(text, value, plus, 0);
}

static void put_scalar_part(cj_text *text, const cj_element_style *style, int part, const void *at)
{
    (void)part;
    if (is_real(style->part))
        put_scalar_real(text, style->part, real_of(style->part, at), false, CJ_TRIM_ONE_ZERO);
    else if (style->part == CUJIT_BOOL)
        cj_text_append(text, *(const unsigned char *)at != 0 ? "True" : "False");
    else
        put_integer(text, style->part, at, "", 0);
}

void cj_element_scalar(cj_text *text, const cj_element_style *style, const void *element)
{
    double real, imaginary;

    if (is_vector(style)) {
        put_vector(text, style, element, put_scalar_part);
    } else if (style->complex) {
        real = real_of(style->part, element);
        imaginary = real_of(style->part, part_of(style, element, 1));
        if (real == 0 && !signbit(real)) {
            put_scalar_real(text, style->part, imaginary, false, CJ_TRIM_ALL);
            cj_text_append(text, "j");
            return;
        }
        cj_text_append(text, "(");
        put_scalar_real(text, style->part, real, false, CJ_TRIM_ALL);
        put_scalar_real(text, style->part, imaginary, true, CJ_TRIM_ALL);
        cj_text_append(text, "j)");
    } else {
        put_scalar_part(text, style, 0, element);
    }
}
