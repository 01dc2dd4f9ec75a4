/*
 * promotion.c: see promotion.h.
 */
#include "libjit/syntax/promotion.h"

#include "libjit/syntax/include.h"
#include "templates/templates.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

typedef struct function {
    const char *name, *line;
} function;

/* clang-format off */
#define REAL1(name) {#name, "CUJIT_REAL1(" #name ")\n"}
#define REAL2(name) {#name, "CUJIT_REAL2(" #name ")\n"}
#define SCALED(name) {#name, "CUJIT_REAL_AND(" #name ", int)\n"}
#define BESSEL(name) {#name, "CUJIT_ORDER_AND_REAL(" #name ")\n"}
#define COMPARISON(name, expression) {#name, "CUJIT_COMPARISON(" #name ", " #expression ")\n"}
#define EXTREME(name) {#name, "CUJIT_EXTREME(" #name ")\n"}

/* Sorted by name. */
static const function functions[] = {
    {"abs", "CUJIT_ABS(abs)\n"}, REAL1(acos), REAL1(acosh), REAL1(asin), REAL1(asinh), REAL1(atan), REAL2(atan2),
    REAL1(atanh), REAL1(cbrt), REAL1(ceil), REAL2(copysign), REAL1(cos), REAL1(cosh), REAL1(cospi),
    REAL1(cyl_bessel_i0), REAL1(cyl_bessel_i1), REAL1(erf), REAL1(erfc), REAL1(erfcinv), REAL1(erfcx), REAL1(erfinv),
    REAL1(exp), REAL1(exp10), REAL1(exp2), REAL1(expm1), REAL1(fabs), REAL2(fdim), REAL1(floor),
    {"fma", "CUJIT_FMA(fma)\n"}, REAL2(fmax), REAL2(fmin), REAL2(fmod), {"frexp", "CUJIT_REAL_AND(frexp, int *)\n"},
    {"hypot", "CUJIT_HYPOT(hypot)\n"}, REAL1(ilogb), REAL1(isfinite), COMPARISON(isgreater, x > y),
    COMPARISON(isgreaterequal, x >= y), REAL1(isinf), COMPARISON(isless, x < y), COMPARISON(islessequal, x <= y),
    COMPARISON(islessgreater, x<y || x> y), REAL1(isnan), {"isnormal", "CUJIT_ISNORMAL(isnormal)\n"},
    COMPARISON(isunordered, x != x || y != y), REAL1(j0), REAL1(j1), BESSEL(jn), SCALED(ldexp), REAL1(lgamma),
    REAL1(llrint), REAL1(llround), REAL1(log), REAL1(log10), REAL1(log1p), REAL1(log2), REAL1(logb), REAL1(lrint),
    REAL1(lround), EXTREME(max), EXTREME(min), REAL1(nearbyint), REAL2(nextafter), REAL1(normcdf), REAL1(normcdfinv),
    {"pow", "CUJIT_POW(pow)\n"}, REAL1(rcbrt), REAL2(remainder), {"remquo", "CUJIT_REMQUO(remquo)\n"}, REAL1(rint),
    REAL1(round), REAL1(rsqrt), {"scalbln", "CUJIT_REAL_AND(scalbln, long)\n"}, SCALED(scalbn), REAL1(signbit),
    REAL1(sin), REAL1(sinh), REAL1(sinpi), REAL1(sqrt), REAL1(tan), REAL1(tanh), REAL1(tgamma), REAL1(trunc),
    REAL1(y0), REAL1(y1), BESSEL(yn)
};
/* clang-format on */

enum { FUNCTIONS = sizeof functions / sizeof *functions };

typedef struct word {
    const char *start;
    size_t length;
} word;

static int compare(const void *key, const void *element)
{
    const word *w = key;
    const char *name = ((const function *)element)->name;
    const int order = strncmp(w->start, name, w->length);

    return order != 0 ? order : name[w->length] == '\0' ? 0 : -1;
}

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* The next word of *text that names a function, which *text then stands behind; NULL at the end. What stands in
 * comments and strings counts, too: an overload too many does no harm. */
static const function *find_next(const char **text)
{
    while (**text != '\0') {
        const word found = {*text, 0};
        const function *named = NULL;

        while (is_word(**text))
            ++*text;
        if (*text == found.start) {
            ++*text;
            continue;
        }
        named = bsearch(&(word){found.start, (size_t)(*text - found.start)}, functions, FUNCTIONS, sizeof *functions,
                        compare);
        if (named != NULL)
            return named;
    }
    return NULL;
}

bool cj_promotion_mentions(const char *text)
{
    return find_next(&text) != NULL;
}

static void mark(const char *text, bool wanted[FUNCTIONS])
{
    const function *named;

    while (text != NULL && (named = find_next(&text)) != NULL)
        wanted[named - functions] = true;
}

static void find_wanted(const cj_unit *unit, unsigned features, bool wanted[FUNCTIONS])
{
    mark(unit->source, wanted);
    mark(unit->definitions, wanted);
    for (size_t k = 0; k < unit->header_count; k++)
        mark(unit->headers[k].text, wanted);
    for (size_t k = 0; k < FUNCTIONS; k++)
        wanted[k] = wanted[k] || (features & CJ_FEATURE_FUNCTIONS) != 0;
}

void cj_promotion_append(const cj_unit *unit, unsigned features, cj_text *out)
{
    const bool half = (features & (CJ_FEATURE_HALF | CJ_FEATURE_BFLOAT16)) != 0;
    bool wanted[FUNCTIONS] = {false}, any = half;

    find_wanted(unit, features, wanted);
    for (size_t k = 0; k < FUNCTIONS; k++)
        any = any || wanted[k];
    if (!any)
        return;
    cj_text_append(out, cj_template_prelude_promotion);
    if (half)
        cj_text_append(out, cj_template_prelude_half);
    for (size_t k = 0; k < FUNCTIONS; k++) {
        if (wanted[k])
            cj_text_append(out, functions[k].line);
    }
}

void cj_promotion_append_complex(const cj_unit *unit, unsigned features, cj_text *out)
{
    static const char *const inverses[] = {"asin", "acos", "atan", "asinh", "acosh", "atanh"};
    static const char *const pycuda[] = {"pycuda", NULL};
    bool wanted[FUNCTIONS] = {false}, inverse = false;

    if ((features & CJ_FEATURE_COMPLEX) == 0)
        return;
    cj_text_append(out, cj_template_prelude_complex);
    find_wanted(unit, features, wanted);
    for (size_t k = 0; k < sizeof inverses / sizeof *inverses && !inverse; k++) {
        const char *text = inverses[k];

        inverse = wanted[find_next(&text) - functions];
    }
    if (inverse)
        cj_text_append(out, cj_template_prelude_complex_inverse);
    if (cj_unit_mentions(unit, pycuda) || (features & CJ_FEATURE_FUNCTIONS) != 0)
        cj_text_append(out, cj_template_prelude_complex_pycuda);
}
