/*
 * fold_pattern.c: what a fold's expressions are, as far as their tokens tell.
 *
 * Short texts are compared, token for token, with the few forms that matter: a neutral that is a number, an operator
 * that does not care which value comes first, a sum of elements or of products. What has any other form is taken for
 * something that we know nothing of.
 */
#include "libjit/reduction/fold_look.h"

#include <errno.h>
#include <float.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_TOKENS = 24 }; /* a text with more has no form that is known */

typedef struct tokens {
    const cj_item *at; /* without brackets around all of it */
    size_t count;      /* 0: there are too many */
} tokens;

static tokens unwrap(const cj_tokens *text)
{
    tokens t = {text->items + 1, text->count <= MOST_TOKENS ? text->count : 0};

    while (t.count >= 3 && t.at[0].sort == CJ_SORT_PAREN &&
           t.at[0].match == (size_t)(t.at - text->items) + t.count - 1) {
        t.at++;
        t.count -= 2;
    }
    return t;
}

static bool is_sign(const cj_item *item)
{
    return cj_sort_in(item->sort, CJ_BIT(PLUS) | CJ_BIT(MINUS));
}

/* ---- Numbers ----------------------------------------------------------------------------------------------------- */

typedef struct number {
    bool floating;
    long double value; /* all integers of 64 bits as they are */
    char spelling[40]; /* for messages */
} number;
_Static_assert(LDBL_MANT_DIG >= 64, "a long double does not hold all integers");

/* Of a word without digit separators, in any locale. */
static bool read_value(const char *word, number *out)
{
    const bool hexadecimal = word[0] == '0' && (word[1] == 'x' || word[1] == 'X');
    const bool binary = word[0] == '0' && (word[1] == 'b' || word[1] == 'B');
    locale_t plain = newlocale(LC_NUMERIC_MASK, "C", (locale_t)0);
    char *end;

    if (plain == (locale_t)0)
        return false;
    out->floating = !hexadecimal && strpbrk(word, ".eE") != NULL;
    errno = 0;
    if (binary || (word[0] == '0' && !hexadecimal && !out->floating))
        out->value = (long double)strtoull(binary ? word + 2 : word, &end, binary ? 2 : 8);
    else
        out->value = strtold_l(word, &end, plain);
    if (errno == ERANGE && !out->floating)
        out->value = INFINITY;
    freelocale(plain);
    return end > word + 2 * (hexadecimal || binary) && end[strspn(end, out->floating ? "fFlL" : "uUlLzZ")] == '\0' &&
           (!hexadecimal || strpbrk(word, ".pP") == NULL);
}

/* A number of C's with a sign or without, and nothing else. Hexadecimal floating point is none here. */
static bool read_number(const cj_tokens *text, number *out)
{
    tokens t = unwrap(text);
    bool negative = false;
    char word[40], plain[40];
    size_t length = 0;

    *out = (number){0};
    if (t.count == 2 && is_sign(&t.at[0])) {
        negative = t.at[0].sort == CJ_SORT_MINUS;
        t.at++;
        t.count--;
    }
    if (t.count != 1 || t.at[0].sort != CJ_SORT_NUMBER ||
        cj_token_copy(&t.at[0].token, word, sizeof word) >= sizeof word - 1)
        return false;
    snprintf(out->spelling, sizeof out->spelling, "%s%.38s", negative ? "-" : "", word);
    for (const char *at = word; *at != '\0'; at++) {
        if (*at != '\'')
            plain[length++] = *at;
    }
    plain[length] = '\0';
    if (!read_value(plain, out))
        return false;
    out->value = negative ? -out->value : out->value;
    return true;
}

static bool is_zero(const cj_tokens *text)
{
    number n;

    return read_number(text, &n) && n.value == 0 && !signbit(n.value);
}

/* ---- The neutral ------------------------------------------------------------------------------------------------- */

/* A built-in integer: what it may be. */
typedef struct limits {
    unsigned long long below, above; /* below 0, as a positive number */
} limits;

static bool find_limits(cujit_dtype dtype, limits *out)
{
    const bool is_signed = dtype == CUJIT_INT8 || dtype == CUJIT_INT16 || dtype == CUJIT_INT32 || dtype == CUJIT_INT64;

    if (!cj_fold_is_integer(dtype))
        return false;
    out->above = dtype == CUJIT_BOOL ? 1 : ~0ull >> (64 - 8 * cj_dtype_find(dtype)->size + is_signed);
    out->below = is_signed ? out->above + 1 : 0;
    return true;
}

static bool fits_integer(const number *n, const limits *range)
{
    return n->value == floorl(n->value) && n->value >= -(long double)range->below &&
           n->value <= (long double)range->above;
}

static bool fits_floating(const number *n, cujit_dtype dtype)
{
    const double size = (double)fabsl(n->value);

    switch (dtype) {
    case CUJIT_FLOAT16:
        return cj_half_from_double(dtype, size) < 0x7c00;
    case CUJIT_BFLOAT16:
        return cj_half_from_double(dtype, size) < 0x7f80;
    case CUJIT_FLOAT32:
        return size < 0x1.ffffffp127; /* from here on it is rounded to infinity */
    default:
        return true;
    }
}

/* One of C's names of what no integer is, with a sign or without; unless the preamble may mean something else by it. */
static bool read_infinity(const cj_tokens *text, const char *preamble, number *out)
{
    static const char *const names[] = {"INFINITY", "NAN", "HUGE_VAL", "HUGE_VALF", NULL};
    const tokens t = unwrap(text);
    const bool sign = t.count == 2 && is_sign(&t.at[0]);

    if (t.count != (sign ? 2 : 1) || !cj_token_is_one_of(&t.at[sign].token, names))
        return false;
    *out = (number){.value = INFINITY};
    cj_token_copy(&t.at[sign].token, out->spelling, sizeof out->spelling);
    return preamble == NULL || strstr(preamble, out->spelling) == NULL;
}

cujit_status cj_fold_check_neutral(const cj_fold_look *m, size_t fold)
{
    const cj_fold_type *type = &m->out->folds[fold].accumulator;
    const char *part = cj_fold_part_name(m->spec, CJ_FOLD_NEUTRAL, fold), *text = m->spec->folds[fold]->neutral;
    const cj_tokens *neutral = &m->tokens[fold][CJ_FOLD_NEUTRAL];
    const cj_token *first = &neutral->items[1].token;
    number n;
    limits range;
    bool integer = find_limits(type->dtype, &range);
    bool infinite = integer && read_infinity(neutral, m->spec->preamble, &n);

    if (!infinite &&
        (!read_number(neutral, &n) || (integer ? fits_integer(&n, &range) : fits_floating(&n, type->dtype))))
        return CUJIT_OK;
    if (!integer)
        return cj_fold_fail(m, CUJIT_ERROR_SNIPPET, part, text, first,
                            "%s is too large for the accumulator, which is %s", n.spelling, type->spelling);
    if (infinite || (n.floating && n.value != floorl(n.value)))
        return cj_fold_fail(m, CUJIT_ERROR_SNIPPET, part, text, first,
                            "%s is no integer, but the accumulator is one: %s", n.spelling, type->spelling);
    return cj_fold_fail(m, CUJIT_ERROR_SNIPPET, part, text, first,
                        "%s does not fit the accumulator, which is %s (%s%llu to %llu)", n.spelling, type->spelling,
                        range.below > 0 ? "-" : "", range.below, range.above);
}

/* ---- Operators that commute -------------------------------------------------------------------------------------- */

static bool is_both(const cj_item *one, const cj_item *other)
{
    return (cj_item_is(one, "a") && cj_item_is(other, "b")) || (cj_item_is(one, "b") && cj_item_is(other, "a"));
}

static bool commutes(const cj_texts *texts, const cj_fold *fold, const tokens *t)
{
    static const char *const operators[] = {"+", "*", "&", "|", "^", "&&", "||", NULL};
    static const char *const own[] = {"cujit_min", "cujit_max", "cujit_merge", NULL};
    static const char *const functions[] = {"min",    "max",    "fmin",      "fmax",      "fminf",
                                            "fmaxf",  "umin",   "umax",      "llmin",     "llmax",
                                            "ullmin", "ullmax", "cujit_min", "cujit_max", NULL};
    cujit_dtype dtype = fold->accumulator.dtype;
    bool plain = cj_dtype_is_number(dtype);

    if (dtype != CUJIT_DTYPE_NONE && !plain)
        return false; /* a type's own operators */
    if (t->count == 3)
        return plain && cj_token_is_one_of(&t->at[1].token, operators) && is_both(&t->at[0], &t->at[2]) &&
               (!cj_dtype_is_complex(dtype) || (!texts->around.operators && !texts->around.any_header));
    return t->count == 6 && cj_token_is_one_of(&t->at[0].token, plain ? functions : own) &&
           t->at[1].sort == CJ_SORT_PAREN && t->at[3].sort == CJ_SORT_COMMA && t->at[5].sort == CJ_SORT_PAREN_END &&
           is_both(&t->at[2], &t->at[4]) && cj_texts_is_untouched(texts, &t->at[0]);
}

/* ---- Sums -------------------------------------------------------------------------------------------------------- */

/* "x[i]" at the first of four tokens, x an array of numbers: which one. */
static bool find_element(const cj_fold_text *text, const cj_texts *texts, const cj_item *at, size_t *out)
{
    const cj_parameter *parameter = at->array >= 0 ? &text->text.signature.parameters[at->array] : NULL;

    if (parameter == NULL || at[1].sort != CJ_SORT_SQUARE || !at[2].index || at[3].sort != CJ_SORT_SQUARE_END ||
        cj_texts_is_macro(texts, at))
        return false;
    *out = (size_t)at->array;
    return cj_fold_can_view(text, *out) && cj_dtype_is_number(parameter->dtype) &&
           (!cj_dtype_is_complex(parameter->dtype) || (!texts->around.operators && !texts->around.any_header));
}

/* ---- Places ------------------------------------------------------------------------------------------------------ */

/* Of "cujit_at(..., LAST)" or "cujit_indexed<T>{..., LAST}" the token LAST, where that is one; NULL: another text. */
static const cj_item *find_place(const cj_tokens *text)
{
    const cj_item *items = text->items, *end = &items[text->count], *open;

    if (text->count <= 4 || end[-2].sort != CJ_SORT_COMMA)
        return NULL;
    open = &items[end->match];
    if (cj_item_is(&items[1], "cujit_at")
            ? open == &items[2] && open->sort == CJ_SORT_PAREN
            : cj_item_is(&items[1], "cujit_indexed") && open->sort == CJ_SORT_BRACE && open[-1].sort == CJ_SORT_GREATER)
        return &end[-1];
    return NULL;
}

/* Of a reduce that is the prelude's. What has an index behind all others, and the lowest of all numbers for a value (or
 * the highest), never wins; and a neutral at 0, with an equal element, gives what it gives before that. */
static void look_at_places(const cj_texts *texts, const cj_tokens *of, const tokens *reduce, cj_fold *fold)
{
    const cj_item *name = &of[CJ_FOLD_MAP].items[1], *place = find_place(&of[CJ_FOLD_MAP]);
    const cj_item *neutral = find_place(&of[CJ_FOLD_NEUTRAL]);

    if (!cj_fold_is_indexed(&fold->accumulator) || reduce->count != 6)
        return;
    fold->picks = cj_item_is(&reduce->at[0], "cujit_max")   ? "max"
                  : cj_item_is(&reduce->at[0], "cujit_min") ? "min"
                                                            : NULL;
    if (place == NULL || !cj_item_is(name, "cujit_at") || !cj_texts_is_untouched(texts, name) ||
        (fold->texts.neutral != NULL && (neutral == NULL || !cj_item_is(neutral, "0"))))
        return;
    fold->where = cj_item_is(place, "i") ? CJ_FOLD_AT_I : cj_item_is(place, "j") ? CJ_FOLD_AT_J : CJ_FOLD_ANYWHERE;
    fold->extreme = fold->texts.neutral == NULL && fold->picks != NULL && fold->where != CJ_FOLD_ANYWHERE &&
                    cj_dtype_extreme(fold->accumulator.indexed, false) != NULL;
}

void cj_fold_recognise(const cj_fold_look *m, size_t k)
{
    const cj_fold_text *text = m->out;
    const cj_texts *texts = &m->use.texts;
    const cj_tokens *of = m->tokens[k];
    const tokens reduce = unwrap(&of[CJ_FOLD_REDUCE]), map = unwrap(&of[CJ_FOLD_MAP]);
    cj_fold *fold = &m->out->folds[k];

    fold->commutative = commutes(texts, fold, &reduce);
    if (fold->commutative)
        look_at_places(texts, of, &reduce, fold);
    if (!fold->commutative || reduce.at[1].sort != CJ_SORT_PLUS || texts->around.any_header ||
        !is_zero(&of[CJ_FOLD_NEUTRAL]))
        return;
    if (map.count == 4 && find_element(text, texts, map.at, &fold->first)) {
        fold->pattern = CJ_FOLD_SUM;
        fold->second = fold->first;
    } else if (map.count == 9 && map.at[4].sort == CJ_SORT_STAR && find_element(text, texts, map.at, &fold->first) &&
               find_element(text, texts, map.at + 5, &fold->second)) {
        fold->pattern = CJ_FOLD_DOT;
    } else {
        fold->first = fold->second = 0;
    }
}

/* ---- Warnings ---------------------------------------------------------------------------------------------------- */

static bool mentions(const cj_tokens *text, const char *name)
{
    for (size_t k = 1; k <= text->count; k++) {
        if (cj_tokens_is_own(text, k) && cj_item_is(&text->items[k], name))
            return true;
    }
    return false;
}

void cj_fold_warn(const cj_fold_look *m, size_t fold, cj_text *out)
{
    static const char *const names[] = {"a", "b"};
    const cj_tokens *reduce = &m->tokens[fold][CJ_FOLD_REDUCE];

    for (size_t k = 0; k < 2 && !m->use.texts.around.any_header; k++) {
        if (!mentions(reduce, names[k]) && !cj_name_is_in(cj_names_find(&m->use.texts.names, names[k]), CJ_IN_MACROS))
            cj_text_printf(out, "%s(%d): warning: %s is not used: a reduce combines two values, a and b, into one\n",
                           cj_fold_part_name(m->spec, CJ_FOLD_REDUCE, fold), reduce->items[1].token.line, names[k]);
    }
}
