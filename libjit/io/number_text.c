/*
 * number_text.c: floating-point numbers as NumPy writes them.
 *
 * The shortest digits are found by trying: printf() rounds right, whatever the number of digits, and strtod() says
 * whether they are enough. Where there are as many short numbers on both sides, the nearest one is what printf() gives;
 * only below a power of two numbers lie closer to each other than above, so that one of the right length may be above
 * while printf()'s, nearer but below, is another number's already.
 */
#include "libjit/io/number_text.h"

#include "libjit/syntax/dtype.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_SHORTEST = 17 }; /* digits that tell any two doubles apart */

/* d.ddd * 10^exponent */
typedef struct decimal {
    char digits[MOST_SHORTEST + 1];
    int count, exponent;
} decimal;

double cj_number_round(cujit_dtype dtype, double value)
{
    if (dtype == CUJIT_FLOAT32)
        return (double)(float)value;
    if (cj_dtype_is_narrow(dtype))
        return cj_half_to_double(dtype, cj_half_from_double(dtype, value));
    return value;
}

static double read_back(cujit_dtype dtype, const char *text)
{
    return dtype == CUJIT_FLOAT32 ? (double)strtof(text, NULL) : cj_number_round(dtype, strtod(text, NULL));
}

/* "1.23e-05" and its next one up, in the last digit. */
static void step_up(char *text)
{
    char *end = strchr(text, 'e');

    while (end > text && *--end == '9')
        *end = '0';
    if (*end == '.')
        --end;
    if (*end < '9')
        ++*end;
}

/* `value` is positive. */
static decimal find_shortest(cujit_dtype dtype, double value)
{
    int unused;
    bool power = frexp(value, &unused) == 0.5, found = false;
    decimal shortest = {.count = 0};
    char text[MOST_SHORTEST + 16] = "";

    for (int count = 1; count <= MOST_SHORTEST && !found; count++) {
        snprintf(text, sizeof text, "%.*e", count - 1, value);
        found = read_back(dtype, text) == value;
        if (!found && power) {
            step_up(text);
            found = read_back(dtype, text) == value;
        }
    }
    for (const char *at = text; *at != 'e'; at++) {
        if (*at != '.')
            shortest.digits[shortest.count++] = *at;
    }
    shortest.exponent = atoi(strchr(text, 'e') + 1);
    while (shortest.count > 1 && shortest.digits[shortest.count - 1] == '0')
        shortest.count--;
    return shortest;
}

/* As many digits behind the point as these numbers are to have. */
static int count_digits(const cj_number_style *style, int shortest)
{
    int count = shortest;

    if (!style->unique)
        return style->precision;
    if (count < style->min_digits)
        count = style->min_digits;
    if (style->precision >= 0 && count > style->precision)
        count = style->precision;
    return count;
}

static int digit_at(const decimal *number, int at)
{
    return at >= 0 && at < number->count ? number->digits[at] : '0';
}

/* The digits of what is not negative, with a point and without exponent; of scientific ones *exponent is that. */
static void put_digits(cj_text *out, cujit_dtype dtype, double value, const cj_number_style *style, int *exponent)
{
    decimal number = value > 0 ? find_shortest(dtype, value) : (decimal){"0", 1, 0};
    int whole = style->scientific ? 0 : number.exponent, behind = number.count - 1 - whole;
    int count = count_digits(style, behind > 0 ? behind : 0);

    *exponent = number.exponent;
    if (style->unique && count == (behind > 0 ? behind : 0)) {
        for (int at = whole < 0 ? whole : 0; at <= whole + count; at++) {
            cj_text_append_n(out, &(char){(char)digit_at(&number, at)}, 1);
            if (at == whole)
                cj_text_append(out, ".");
        }
    } else {
        cj_text_printf(out, style->scientific ? "%.*e" : "%.*f", count, value);
        if (!out->failed && style->scientific) {
            char *mark = strrchr(out->data, 'e');

            *exponent = atoi(mark + 1);
            *mark = '\0';
            out->length = (size_t)(mark - out->data);
        }
        if (count == 0)
            cj_text_append(out, ".");
    }
}

static void trim(cj_text *out, cj_trim how)
{
    if (out->failed || how == CJ_TRIM_NONE)
        return;
    while (out->data[out->length - 1] == '0')
        out->length--;
    if (how == CJ_TRIM_ALL && out->data[out->length - 1] == '.')
        out->length--;
    out->data[out->length] = '\0';
    if (how == CJ_TRIM_ONE_ZERO && out->data[out->length - 1] == '.')
        cj_text_append(out, "0");
}

void cj_number_text(cj_text *text, cujit_dtype dtype, double value, const cj_number_style *style)
{
    char memory[64];
    cj_text out = {.data = memory, .capacity = sizeof memory, .borrowed = true};
    const char *sign = signbit(value) ? "-" : style->plus ? "+" : "", *point;
    int exponent = 0, left, right;

    put_digits(&out, dtype, fabs(value), style, &exponent);
    trim(&out, style->trim);
    if (out.failed) {
        text->failed = true;
        return;
    }
    point = strchr(out.data, '.');
    left = style->pad_left - (int)strlen(sign) - (int)(point != NULL ? (size_t)(point - out.data) : out.length);
    right = style->pad_right - (int)(point != NULL ? strlen(point + 1) : 0);
    cj_text_printf(text, "%*s%s%s", left > 0 ? left : 0, "", sign, out.data);
    if (style->scientific)
        cj_text_printf(text, "e%c%0*d", exponent < 0 ? '-' : '+',
                       style->exponent_digits > 2 ? style->exponent_digits : 2, abs(exponent));
    else
        cj_text_printf(text, "%*s", right > 0 ? right : 0, "");
    cj_text_clear(&out);
}
