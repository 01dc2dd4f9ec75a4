/*
 * element.c: numbers from texts, and plain elements to and from memory.
 *
 * Floats of 16 and 8 bits go through one pair of functions, because no type of C can be relied on for them.
 */
#include "element.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Texts ------------------------------------------------------------------------------------------------------- */

/* A sign or not, then digits only: decimal, or hexadecimal after 0x. */
static bool looks_like_integer(const char *text, int *base)
{
    const char *digits = text + (*text == '-' || *text == '+');

    *base = digits[0] == '0' && (digits[1] == 'x' || digits[1] == 'X') ? 16 : 10;
    digits += *base == 16 ? 2 : 0;
    if (*digits == '\0')
        return false;
    while (*base == 16 ? isxdigit((unsigned char)*digits) : isdigit((unsigned char)*digits))
        digits++;
    return *digits == '\0';
}

static bool parse_integer(const char *text, int base, cli_number *out, cli_problem *problem)
{
    errno = 0;
    out->kind = CLI_INT;
    out->i = strtoll(text, NULL, base);
    if (errno == 0) {
        /* -0 is different from 0 for a float only, and any integer takes -0.0. */
        out->kind = out->i == 0 && *text == '-' ? CLI_REAL : CLI_INT;
        out->real = -0.0;
        return true;
    }
    errno = 0;
    out->kind = CLI_UINT;
    out->u = strtoull(text, NULL, base);
    if (errno == 0 && *text != '-')
        return true;
    return cli_problem_usage(problem,
                             "'%s' is outside what 64-bit integers can hold; with a point or an exponent it is "
                             "a floating point number",
                             text);
}

/* strtod, less what it takes beside numbers: white space in front, nan(payload). */
static bool take_real(const char **text, double *out)
{
    const char *start = *text + (**text == '-' || **text == '+');
    char *end = NULL;

    if (!isdigit((unsigned char)*start) && *start != '.' && strncasecmp(start, "inf", 3) != 0 &&
        strncasecmp(start, "nan", 3) != 0)
        return false;
    *out = strtod(*text, &end);
    if (end == *text || end[-1] == ')')
        return false;
    *text = end;
    return true;
}

static bool parse_complex(const char *text, cli_number *out)
{
    bool bracket = *text == '(';
    const char *rest = text + bracket;
    double first, second;

    if (!take_real(&rest, &first))
        return false;
    *out = (cli_number){.kind = CLI_REAL, .real = first};
    if (*rest == '+' || *rest == '-') {
        if (!take_real(&rest, &second) || *rest++ != 'j')
            return false;
        *out = (cli_number){.kind = CLI_COMPLEX, .real = first, .imaginary = second};
    } else if (*rest == 'j') {
        rest++;
        *out = (cli_number){.kind = CLI_COMPLEX, .imaginary = first};
    }
    return (!bracket || *rest++ == ')') && *rest == '\0';
}

bool cli_number_parse(const char *text, cli_number *out, cli_problem *problem)
{
    int base;

    *out = (cli_number){0};
    if (looks_like_integer(text, &base))
        return parse_integer(text, base, out, problem);
    if (strcasecmp(text, "true") == 0 || strcasecmp(text, "false") == 0) {
        out->i = tolower((unsigned char)*text) == 't';
        return true;
    }
    if (parse_complex(text, out))
        return true;
    return cli_problem_usage(problem, "'%s' is not a number (examples: 3, -0x1f, 1.5, 1e-3, inf, nan, true, 1+2j)",
                             text);
}

bool cli_number_looks(const char *text)
{
    cli_problem ignored = {0};
    cli_number number;
    int base;
    const bool looks = looks_like_integer(text, &base) || cli_number_parse(text, &number, &ignored);

    cli_problem_clear(&ignored);
    return looks;
}

/* ---- Types ------------------------------------------------------------------------------------------------------- */

enum { BOOLS = 1, INTEGERS = 2, NEGATIVE = 4, UNSIGNED = 8, REALS = 16, COMPLEX = 32 };

unsigned cli_number_needs(unsigned needs, const char *text, const cli_number *number)
{
    switch (number->kind) {
    case CLI_INT:
        needs |= isalpha((unsigned char)text[0]) ? BOOLS : INTEGERS;
        return number->i < 0 ? needs | NEGATIVE : needs;
    case CLI_UINT:
        return needs | UNSIGNED;
    case CLI_REAL:
        return needs | REALS;
    case CLI_COMPLEX:
        return needs | COMPLEX;
    }
    return needs;
}

cujit_dtype cli_number_type(unsigned needs)
{
    if ((needs & COMPLEX) != 0)
        return CUJIT_COMPLEX128;
    if (needs == 0 || (needs & REALS) != 0 || (needs & (UNSIGNED | NEGATIVE)) == (UNSIGNED | NEGATIVE))
        return CUJIT_FLOAT64;
    if ((needs & UNSIGNED) != 0)
        return CUJIT_UINT64;
    return needs == BOOLS ? CUJIT_BOOL : CUJIT_INT64;
}

bool cli_is_number_type(cujit_dtype dtype)
{
    return (dtype >= CUJIT_BOOL && dtype <= CUJIT_COMPLEX128) || dtype == CUJIT_FLOAT8_E4M3 ||
           dtype == CUJIT_FLOAT8_E5M2;
}

cujit_dtype cli_component(cujit_dtype dtype, size_t *count)
{
    /* In the order of CUJIT_DTYPE_MAP, each for 1 to 4 components. */
    static const cujit_dtype plain[] = {
        CUJIT_INT8,  CUJIT_UINT8,  CUJIT_INT16, CUJIT_UINT16, CUJIT_INT32,   CUJIT_UINT32,
        CUJIT_INT64, CUJIT_UINT64, CUJIT_INT64, CUJIT_UINT64, CUJIT_FLOAT32, CUJIT_FLOAT64,
    };
    size_t at = (size_t)dtype - (size_t)CUJIT_CHAR1;

    *count = 1;
    if (dtype < CUJIT_CHAR1 || dtype > CUJIT_DOUBLE4)
        return dtype;
    *count = at % 4 + 1;
    return plain[at / 4];
}

bool cli_is_floating(cujit_dtype dtype)
{
    switch (dtype) {
    case CUJIT_FLOAT16:
    case CUJIT_BFLOAT16:
    case CUJIT_FLOAT8_E4M3:
    case CUJIT_FLOAT8_E5M2:
    case CUJIT_FLOAT32:
    case CUJIT_FLOAT64:
        return true;
    default:
        return false;
    }
}

bool cli_integer_limits(cujit_dtype dtype, long long *least, unsigned long long *most)
{
    int bits = 8 * (int)cujit_dtype_size(dtype);

    switch (dtype) {
    case CUJIT_BOOL:
        *least = 0;
        *most = 1;
        return true;
    case CUJIT_UINT8:
    case CUJIT_UINT16:
    case CUJIT_UINT32:
    case CUJIT_UINT64:
        *least = 0;
        *most = ~0ULL >> (64 - bits);
        return true;
    case CUJIT_INT8:
    case CUJIT_INT16:
    case CUJIT_INT32:
    case CUJIT_INT64:
        *most = ~0ULL >> (65 - bits);
        *least = -(long long)*most - 1;
        return true;
    default:
        return false;
    }
}

/* ---- Floats of 16 and 8 bits ------------------------------------------------------------------------------------- */

/* Of the bits below the sign. */
typedef struct format {
    cujit_dtype dtype;
    int fraction_bits, exponent_bits;
    unsigned overflow, nan; /* infinity and NaN; the same where there is no infinity */
} format;

static const format formats[] = {
    {CUJIT_FLOAT16, 10, 5, 0x7c00, 0x7e00},
    {CUJIT_BFLOAT16, 7, 8, 0x7f80, 0x7fc0},
    {CUJIT_FLOAT8_E4M3, 3, 4, 0x7f, 0x7f},
    {CUJIT_FLOAT8_E5M2, 2, 5, 0x7c, 0x7e},
};

static const format *format_of(cujit_dtype dtype)
{
    for (size_t k = 0; k < sizeof formats / sizeof *formats; k++) {
        if (formats[k].dtype == dtype)
            return &formats[k];
    }
    return NULL;
}

uint16_t cli_narrow(cujit_dtype dtype, double value)
{
    const format *of = format_of(dtype);
    const int bias = (1 << (of->exponent_bits - 1)) - 1;
    unsigned sign = signbit(value) ? 1U << (of->fraction_bits + of->exponent_bits) : 0, bits;
    int exponent = 0;

    if (isnan(value))
        return (uint16_t)(sign | of->nan);
    if (isinf(value))
        return (uint16_t)(sign | of->overflow);
    if (value == 0)
        return (uint16_t)sign;
    frexp(value, &exponent);
    exponent = exponent - 1 < 1 - bias ? 1 - bias : exponent - 1;
    if (exponent > bias + 1)
        return (uint16_t)(sign | of->overflow);
    /* The scaled value has its last bit in the ones' place; a carry out of the fraction goes into the exponent. */
    bits = (unsigned)rint(ldexp(fabs(value), of->fraction_bits - exponent));
    bits += (unsigned)(exponent + bias - 1) << of->fraction_bits;
    return (uint16_t)(sign | (bits > of->overflow ? of->overflow : bits));
}

double cli_widen(cujit_dtype dtype, uint16_t bits)
{
    const format *of = format_of(dtype);
    const unsigned sign = 1U << (of->fraction_bits + of->exponent_bits), size = bits & (sign - 1);
    const int bias = (1 << (of->exponent_bits - 1)) - 1, exponent = (int)(size >> of->fraction_bits);
    const int one = 1 << of->fraction_bits, fraction = (int)size & (one - 1);
    double value;

    if (size >= of->overflow)
        value = size == of->overflow && size != of->nan ? (double)INFINITY : (double)NAN;
    else
        value = ldexp(exponent > 0 ? fraction + one : fraction,
                      (exponent > 0 ? exponent : 1) - bias - of->fraction_bits);
    return (bits & sign) != 0 ? -value : value;
}

/* ---- Memory ------------------------------------------------------------------------------------------------------ */

static void load_integer(cujit_dtype dtype, const void *from, cli_number *out)
{
    size_t size = cujit_dtype_size(dtype);
    unsigned long long bits = 0, most;
    long long least;
    int unused = 64 - 8 * (int)size;

    memcpy(&bits, from, size); /* little-endian */
    cli_integer_limits(dtype, &least, &most);
    if (least == 0 && bits > (unsigned long long)INT64_MAX) {
        out->kind = CLI_UINT;
        out->u = bits;
        return;
    }
    out->kind = CLI_INT;
    /* The type's sign bit moves to the top; the shift back copies it down. */
    out->i = least == 0 ? (long long)bits : (long long)(bits << unused) >> unused;
    if (dtype == CUJIT_BOOL)
        out->i = bits != 0;
}

void cli_element_load(cujit_dtype dtype, const void *from, cli_number *out)
{
    float single[2];
    double twice[2];
    uint16_t narrow = 0;

    *out = (cli_number){.kind = CLI_REAL};
    switch (dtype) {
    case CUJIT_FLOAT16:
    case CUJIT_BFLOAT16:
    case CUJIT_FLOAT8_E4M3:
    case CUJIT_FLOAT8_E5M2:
        memcpy(&narrow, from, cujit_dtype_size(dtype)); /* little-endian */
        out->real = cli_widen(dtype, narrow);
        break;
    case CUJIT_FLOAT32:
        memcpy(single, from, sizeof *single);
        out->real = (double)single[0];
        break;
    case CUJIT_FLOAT64:
        memcpy(&out->real, from, sizeof out->real);
        break;
    case CUJIT_COMPLEX64:
        memcpy(single, from, sizeof single);
        *out = (cli_number){.kind = CLI_COMPLEX, .real = (double)single[0], .imaginary = (double)single[1]};
        break;
    case CUJIT_COMPLEX128:
        memcpy(twice, from, sizeof twice);
        *out = (cli_number){.kind = CLI_COMPLEX, .real = twice[0], .imaginary = twice[1]};
        break;
    default:
        load_integer(dtype, from, out);
        break;
    }
}

static bool store_integer(cujit_dtype dtype, void *to, const cli_number *number)
{
    unsigned long long most, bits;
    long long least;
    cli_number whole = *number;

    if (!cli_integer_limits(dtype, &least, &most))
        return false;
    if (number->kind == CLI_REAL) {
        /* 2^63 and 2^64 are exact as doubles, the limits below them are not. */
        if (!(number->real >= -0x1p63 && number->real < 0x1p64) || number->real != trunc(number->real))
            return false;
        whole.kind = number->real < 0x1p63 ? CLI_INT : CLI_UINT;
        if (whole.kind == CLI_INT)
            whole.i = (long long)number->real;
        else
            whole.u = (unsigned long long)number->real;
    }
    if (whole.kind == CLI_COMPLEX || (whole.kind == CLI_INT && whole.i < least))
        return false;
    bits = whole.kind == CLI_INT ? (unsigned long long)whole.i : whole.u;
    if (bits > most && !(whole.kind == CLI_INT && whole.i < 0))
        return false;
    memcpy(to, &bits, cujit_dtype_size(dtype));
    return true;
}

/* A finite number that became infinite, or a number that became none, does not fit. */
static bool store_real(cujit_dtype dtype, void *to, double value)
{
    uint16_t narrow;
    double back;
    float single;

    switch (dtype) {
    case CUJIT_FLOAT16:
    case CUJIT_BFLOAT16:
    case CUJIT_FLOAT8_E4M3:
    case CUJIT_FLOAT8_E5M2:
        narrow = cli_narrow(dtype, value);
        back = cli_widen(dtype, narrow);
        memcpy(to, &narrow, cujit_dtype_size(dtype));
        return isnan(value) || (!isnan(back) && isinf(back) == isinf(value));
    case CUJIT_FLOAT32:
        /* The largest float plus half a unit of its last place: what lies beyond has no float to be rounded to. */
        if (isfinite(value) && fabs(value) >= 0x1.ffffffp127)
            return false;
        single = (float)value;
        memcpy(to, &single, sizeof single);
        return true;
    default:
        memcpy(to, &value, sizeof value);
        return true;
    }
}

bool cli_element_store(cujit_dtype dtype, void *to, const cli_number *number)
{
    double real = number->kind == CLI_INT    ? (double)number->i
                  : number->kind == CLI_UINT ? (double)number->u
                                             : number->real;

    if (cli_is_floating(dtype))
        return number->kind != CLI_COMPLEX && store_real(dtype, to, real);
    switch (dtype) {
    case CUJIT_COMPLEX64:
        return store_real(CUJIT_FLOAT32, to, real) &&
               store_real(CUJIT_FLOAT32, (char *)to + sizeof(float), number->imaginary);
    case CUJIT_COMPLEX128:
        return store_real(CUJIT_FLOAT64, to, real) &&
               store_real(CUJIT_FLOAT64, (char *)to + sizeof(double), number->imaginary);
    default:
        return store_integer(dtype, to, number);
    }
}

/* ---- Texts ------------------------------------------------------------------------------------------------------- */

/* Behind the text; of which `to` has room for 32 bytes. */
static char *put_real(cujit_dtype dtype, double value, char *to)
{
    const int least = dtype == CUJIT_FLOAT64 ? 15 : dtype == CUJIT_FLOAT32 ? 6 : dtype == CUJIT_BFLOAT16 ? 2 : 3;
    cli_number back = {.kind = CLI_REAL};
    unsigned char bytes[16];

    if (!isfinite(value))
        return to + sprintf(to, "%s", isnan(value) ? "nan" : value < 0 ? "-inf" : "inf");
    for (int digits = least; digits <= least + 3; digits++) {
        sprintf(to, "%.*g", digits, value);
        back.real = strtod(to, NULL);
        cli_element_store(dtype, bytes, &back);
        cli_element_load(dtype, bytes, &back);
        if (back.real == value)
            break;
    }
    return to + strlen(to);
}

const char *cli_element_text(cujit_dtype dtype, const void *element, char *buffer)
{
    const cujit_dtype part = dtype == CUJIT_COMPLEX64    ? CUJIT_FLOAT32
                             : dtype == CUJIT_COMPLEX128 ? CUJIT_FLOAT64
                                                         : dtype;
    cli_number number;
    char *end;

    cli_element_load(dtype, element, &number);
    if (number.kind == CLI_INT) {
        sprintf(buffer, "%lld", number.i);
    } else if (number.kind == CLI_UINT) {
        sprintf(buffer, "%llu", number.u);
    } else {
        end = put_real(part, number.real, buffer);
        if (number.kind == CLI_COMPLEX) {
            if (!signbit(number.imaginary) || isnan(number.imaginary))
                *end++ = '+';
            strcpy(put_real(part, number.imaginary, end), "j");
        }
    }
    return buffer;
}
