/*
 * fold_pattern.c: what a fold's expressions are. See fold_pattern.h.
 *
 * Short texts are compared, token for token, with the few forms that matter: a neutral that is a number, an operator
 * that does not care which value comes first, a sum of elements or of products. What has any other form is taken for
 * something that we know nothing of.
 */
#include "libjit/reduction/fold_pattern.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST_TOKENS = 24 }; /* a text with more has no form that is known */

typedef struct tokens {
    cj_token storage[MOST_TOKENS];
    const cj_token *at; /* without brackets around all of it */
    size_t count;       /* 0: there are too many */
} tokens;

/* Whether the '(' before all others is closed by the last token. */
static bool is_wrapped(const tokens *t)
{
    unsigned depth = 0;

    if (t->count < 3 || !cj_token_is(&t->at[0], "(") || !cj_token_is(&t->at[t->count - 1], ")"))
        return false;
    for (size_t k = 0; k < t->count - 1; k++) {
        depth += cj_token_is(&t->at[k], "(");
        depth -= cj_token_is(&t->at[k], ")");
        if (depth == 0)
            return false;
    }
    return true;
}

static void split(const char *text, tokens *out)
{
    cj_lexer lexer;
    cj_token token;

    out->at = out->storage;
    out->count = 0;
    cj_lexer_init(&lexer, "", text);
    while (cj_lexer_next(&lexer, &token, NULL) == CUJIT_OK && token.kind != CJ_TOKEN_END) {
        if (out->count == MOST_TOKENS) {
            out->count = 0;
            return;
        }
        out->storage[out->count++] = token;
    }
    while (is_wrapped(out)) {
        out->at++;
        out->count -= 2;
    }
}

/* ---- Numbers ----------------------------------------------------------------------------------------------------- */

typedef struct number {
    bool negative, floating;
    bool huge;                  /* an integer beyond 64 bits */
    unsigned long long integer; /* its absolute value, unless floating */
    double value;               /* likewise, of either */
    char spelling[40];          /* for messages */
} number;

static int digit_of(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : 99;
}

static bool read_integer(const char *word, number *out)
{
    int base = 10;

    if (word[0] == '0' && (word[1] == 'x' || word[1] == 'X' || word[1] == 'b' || word[1] == 'B')) {
        base = word[1] == 'x' || word[1] == 'X' ? 16 : 2;
        word += 2;
    } else if (word[0] == '0') {
        base = 8;
    }
    if (digit_of(*word) >= base)
        return false;
    for (; digit_of(*word) < base; word++) {
        unsigned long long digit = (unsigned long long)digit_of(*word);

        out->huge = out->huge || out->integer > (~0ull - digit) / (unsigned)base;
        out->integer = out->integer * (unsigned)base + digit;
        out->value = out->value * base + (double)digit;
    }
    return strspn(word, "uUlLzZ") == strlen(word);
}

/* Decimal, in any locale; to about 15 digits. */
static bool read_floating(const char *word, number *out)
{
    int exponent = 0, written = 0, sign = 1;
    bool point = false, digits = false;

    for (; (*word >= '0' && *word <= '9') || (*word == '.' && !point); word++) {
        point = point || *word == '.';
        if (*word == '.')
            continue;
        digits = true;
        out->value = out->value * 10 + (*word - '0');
        exponent -= point;
    }
    if (*word == 'e' || *word == 'E') {
        word++;
        sign = *word == '-' ? -1 : 1;
        word += *word == '-' || *word == '+';
        for (; *word >= '0' && *word <= '9'; word++)
            written = written < 10000 ? 10 * written + (*word - '0') : written;
    }
    exponent += sign * written;
    for (; exponent > 0 && out->value != 0 && !isinf(out->value); exponent--)
        out->value *= 10;
    for (double scale = 1; exponent < 0 && out->value != 0; exponent++) {
        scale *= 10;
        if (exponent < -1 && scale < 1e22)
            continue;
        out->value /= scale;
        scale = 1;
    }
    out->floating = true;
    return digits && (*word == '\0' || (strchr("fFlL", *word) != NULL && word[1] == '\0'));
}

/* A number of C's with a sign or without, and nothing else. Hexadecimal floating point is none here. */
static bool read_number(const char *text, number *out)
{
    tokens t;
    char word[40], plain[40];
    size_t length = 0;

    *out = (number){0};
    split(text, &t);
    if (t.count == 2 && (cj_token_is(&t.at[0], "-") || cj_token_is(&t.at[0], "+"))) {
        out->negative = cj_token_is(&t.at[0], "-");
        t.at++;
        t.count--;
    }
    if (t.count != 1 || t.at[0].kind != CJ_TOKEN_NUMBER ||
        cj_token_copy(&t.at[0], word, sizeof word) >= sizeof word - 1)
        return false;
    snprintf(out->spelling, sizeof out->spelling, "%s%.38s", out->negative ? "-" : "", word);
    for (const char *at = word; *at != '\0'; at++) {
        if (*at != '\'')
            plain[length++] = *at;
    }
    plain[length] = '\0';
    if (plain[0] == '0' && plain[1] != '\0' && strchr("xXbB", plain[1]) != NULL)
        return read_integer(plain, out);
    return strpbrk(plain, ".eE") != NULL ? read_floating(plain, out) : read_integer(plain, out);
}

static bool is_zero(const char *text)
{
    number n;

    return read_number(text, &n) && !n.negative && !n.huge && n.value == 0;
}

/* ---- The neutral ------------------------------------------------------------------------------------------------- */

/* What a built-in integer may be. */
typedef struct limits {
    cujit_dtype dtype;
    unsigned long long below, above; /* below 0, as a positive number */
} limits;

static const limits *find_range(cujit_dtype dtype)
{
    static const limits ranges[] = {
        {CUJIT_BOOL, 0, 1},
        {CUJIT_INT8, 1ull << 7, (1ull << 7) - 1},
        {CUJIT_UINT8, 0, (1ull << 8) - 1},
        {CUJIT_INT16, 1ull << 15, (1ull << 15) - 1},
        {CUJIT_UINT16, 0, (1ull << 16) - 1},
        {CUJIT_INT32, 1ull << 31, (1ull << 31) - 1},
        {CUJIT_UINT32, 0, (1ull << 32) - 1},
        {CUJIT_INT64, 1ull << 63, (1ull << 63) - 1},
        {CUJIT_UINT64, 0, ~0ull},
    };

    for (size_t k = 0; k < sizeof ranges / sizeof *ranges; k++) {
        if (ranges[k].dtype == dtype)
            return &ranges[k];
    }
    return NULL;
}

static bool fits_integer(const number *n, const limits *range)
{
    unsigned long long most = n->negative ? range->below : range->above;

    if (!n->floating)
        return !n->huge && n->integer <= most;
    return n->value == floor(n->value) && n->value < 0x1p64 && (unsigned long long)n->value <= most;
}

static bool fits_floating(const number *n, cujit_dtype dtype)
{
    switch (dtype) {
    case CUJIT_FLOAT16:
        return cj_half_from_double(n->value) < 0x7c00;
    case CUJIT_BFLOAT16:
        return cj_bfloat16_from_double(n->value) < 0x7f80;
    case CUJIT_FLOAT32:
        return n->value < 0x1.ffffffp127; /* from here on it is rounded to infinity */
    default:
        return true;
    }
}

/* One of C's names of what no integer is, with a sign or without; unless the preamble may mean something else by it. */
static bool read_infinity(const char *text, const char *preamble, number *out)
{
    static const char *const names[] = {"INFINITY", "NAN", "HUGE_VAL", "HUGE_VALF", NULL};
    bool sign;
    tokens t;

    split(text, &t);
    sign = t.count == 2 && (cj_token_is(&t.at[0], "-") || cj_token_is(&t.at[0], "+"));
    if (t.count != (sign ? 2 : 1) || !cj_token_is_one_of(&t.at[sign], names))
        return false;
    *out = (number){.value = INFINITY};
    cj_token_copy(&t.at[sign], out->spelling, sizeof out->spelling);
    return preamble == NULL || strstr(preamble, out->spelling) == NULL;
}

cujit_status cj_fold_check_neutral(const cj_fold *fold, const char *preamble, const char *part, cujit_error *error)
{
    const limits *range = find_range(fold->accumulator.dtype);
    const char *spelling = fold->accumulator.spelling;
    number n;
    cj_lexer lexer;
    cj_token first;
    bool infinite = range != NULL && read_infinity(fold->neutral, preamble, &n);

    if (!infinite && (!read_number(fold->neutral, &n) ||
                      (range != NULL ? fits_integer(&n, range) : fits_floating(&n, fold->accumulator.dtype))))
        return CUJIT_OK;
    cj_lexer_init(&lexer, part, fold->neutral);
    cj_lexer_next(&lexer, &first, NULL);
    if (range == NULL)
        return cj_lexer_fail(&lexer, first.line, first.column, error,
                             "%s is too large for the accumulator, which is %s", n.spelling, spelling);
    if (infinite || (n.floating && n.value != floor(n.value)))
        return cj_lexer_fail(&lexer, first.line, first.column, error,
                             "%s is no integer, but the accumulator is one: %s", n.spelling, spelling);
    return cj_lexer_fail(&lexer, first.line, first.column, error,
                         "%s does not fit the accumulator, which is %s (%s%llu to %llu)", n.spelling, spelling,
                         range->below > 0 ? "-" : "", range->below, range->above);
}

/* ---- Operators that commute -------------------------------------------------------------------------------------- */

/* Whether a mention of a function's name between these tokens may declare one of that name; a call is none. */
static bool may_declare(const cj_token *before, const cj_token *after)
{
    static const char *const calling[] = {"return", "else", "do", "case", "throw", NULL};
    static const char *const members[] = {".", "->", "::", NULL};
    static const char *const declaring[] = {"*", "&", ">", "&&", NULL};

    if (!cj_token_is(after, "("))
        return true; /* using ns::max; auto max = */
    if (before->kind == CJ_TOKEN_NAME)
        return !cj_token_is_one_of(before, calling);
    return !cj_token_is_one_of(before, members) && cj_token_is_one_of(before, declaring);
}

static bool may_define(const char *text, const char *name)
{
    cj_lexer lexer;
    cj_token token, before = {.start = ""};

    cj_lexer_init(&lexer, "", text);
    while (cj_lexer_next(&lexer, &token, NULL) == CUJIT_OK && token.kind != CJ_TOKEN_END) {
        cj_lexer ahead = lexer;
        cj_token after;

        if (token.kind == CJ_TOKEN_NAME && cj_token_is(&token, name) &&
            (cj_lexer_next(&ahead, &after, NULL) != CUJIT_OK || may_declare(&before, &after)))
            return true;
        before = token;
    }
    return false;
}

/* Whether the name means what it means without any text of the user's. */
static bool is_untouched(const cj_fold_text *text, const cj_surroundings *around, const cj_token *name)
{
    char word[16];

    return !around->any_header && !cj_surroundings_has_macro(around, name) &&
           cj_token_copy(name, word, sizeof word) < sizeof word && !may_define(text->text.preamble, word) &&
           !may_define(text->text.types, word);
}

static bool is_both(const cj_token *one, const cj_token *other)
{
    return (cj_token_is(one, "a") && cj_token_is(other, "b")) || (cj_token_is(one, "b") && cj_token_is(other, "a"));
}

static bool is_complex(cujit_dtype dtype)
{
    return dtype == CUJIT_COMPLEX64 || dtype == CUJIT_COMPLEX128;
}

static bool commutes(const cj_fold_text *text, const cj_surroundings *around, const cj_fold *fold, const tokens *t)
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
        return plain && cj_token_is_one_of(&t->at[1], operators) && is_both(&t->at[0], &t->at[2]) &&
               (!is_complex(dtype) || (!around->operators && !around->any_header));
    return t->count == 6 && cj_token_is_one_of(&t->at[0], plain ? functions : own) && cj_token_is(&t->at[1], "(") &&
           cj_token_is(&t->at[3], ",") && cj_token_is(&t->at[5], ")") && is_both(&t->at[2], &t->at[4]) &&
           is_untouched(text, around, &t->at[0]);
}

/* ---- Sums -------------------------------------------------------------------------------------------------------- */

/* "x[i]" at the first of four tokens, x an array of numbers: which one. */
static bool find_element(const cj_fold_text *text, const cj_surroundings *around, const cj_token *at, size_t *out)
{
    const cj_signature *signature = &text->text.signature;

    if (at[0].kind != CJ_TOKEN_NAME || !cj_token_is(&at[1], "[") || !cj_token_is(&at[2], "i") ||
        !cj_token_is(&at[3], "]") || cj_surroundings_has_macro(around, &at[0]))
        return false;
    for (size_t k = 0; k < signature->count; k++) {
        const cj_parameter *parameter = &signature->parameters[k];

        if (!cj_token_is(&at[0], parameter->name))
            continue;
        *out = k;
        return cj_fold_can_view(text, k) && cj_dtype_is_number(parameter->dtype) &&
               (!is_complex(parameter->dtype) || !around->operators);
    }
    return false;
}

/* ---- Places ------------------------------------------------------------------------------------------------------ */

/* Of a call: its first token, its bracket, and the last three; false: the text is something else. */
typedef struct call {
    cj_token name, bracket, last[3];
} call;

static bool read_call(const char *text, call *out)
{
    unsigned depth = 0;
    size_t count = 0;
    cj_lexer lexer;
    cj_token token;

    *out = (call){0};
    cj_lexer_init(&lexer, "", text);
    for (; cj_lexer_next(&lexer, &token, NULL) == CUJIT_OK && token.kind != CJ_TOKEN_END; count++) {
        if (count > 1 && depth == 0)
            return false; /* something follows */
        if (count < 2)
            *(count == 0 ? &out->name : &out->bracket) = token;
        depth += cj_token_is(&token, "(");
        depth -= cj_token_is(&token, ")");
        out->last[0] = out->last[1];
        out->last[1] = out->last[2];
        out->last[2] = token;
    }
    return count > 4 && depth == 0 && cj_token_is(&out->bracket, "(") && cj_token_is(&out->last[0], ",");
}

/* "cujit_at(VALUE, 0)" or "cujit_indexed<T>{VALUE, 0}": with an equal element it gives what it gives before that. */
static bool is_first(const char *neutral)
{
    cj_token last[4] = {{.start = ""}, {.start = ""}, {.start = ""}, {.start = ""}}, token;
    unsigned brackets = 0, choices = 0;
    cj_lexer lexer;

    cj_lexer_init(&lexer, "", neutral);
    while (cj_lexer_next(&lexer, &token, NULL) == CUJIT_OK && token.kind != CJ_TOKEN_END) {
        brackets += cj_token_is(&token, "{");
        choices += cj_token_is(&token, "?");
        memmove(last, last + 1, 3 * sizeof *last);
        last[3] = token;
    }
    cj_lexer_init(&lexer, "", neutral);
    return cj_lexer_next(&lexer, &token, NULL) == CUJIT_OK && choices == 0 && cj_token_is(&last[1], ",") &&
           cj_token_is(&last[2], "0") &&
           ((cj_token_is(&token, "cujit_at") && brackets == 0) ||
            (cj_token_is(&token, "cujit_indexed") && brackets == 1 && cj_token_is(&last[3], "}")));
}

static cj_fold_where find_where(const cj_fold_text *text, const cj_surroundings *around, const cj_fold *fold,
                                const tokens *reduce)
{
    call map;

    if (strncmp(fold->accumulator.spelling, "cujit_indexed<", 14) != 0 || reduce->count != 6 ||
        !read_call(fold->map, &map) || !cj_token_is(&map.name, "cujit_at") || !is_untouched(text, around, &map.name) ||
        (fold->has_neutral && !is_first(fold->neutral)))
        return CJ_FOLD_ANYWHERE;
    return cj_token_is(&map.last[1], "i")   ? CJ_FOLD_AT_I
           : cj_token_is(&map.last[1], "j") ? CJ_FOLD_AT_J
                                            : CJ_FOLD_ANYWHERE;
}

/* The tokens of "cujit_max(a, b)", which is known to be the prelude's. */
static const char *find_picks(const cj_fold *fold, const tokens *reduce)
{
    if (strncmp(fold->accumulator.spelling, "cujit_indexed<", 14) != 0 || reduce->count != 6)
        return NULL;
    return cj_token_is(&reduce->at[0], "cujit_max") ? "max" : cj_token_is(&reduce->at[0], "cujit_min") ? "min" : NULL;
}

/* What has an index behind all others, and the lowest of all numbers for a value (or the highest), never wins. */
static bool has_extreme(const cj_fold *fold)
{
    return !fold->has_neutral && fold->picks != NULL && fold->where != CJ_FOLD_ANYWHERE &&
           cj_dtype_extreme(fold->accumulator.indexed, false) != NULL;
}

void cj_fold_recognise(const cj_fold_text *text, const cj_surroundings *around, cj_fold *fold)
{
    tokens reduce, map;

    split(fold->reduce, &reduce);
    fold->commutative = commutes(text, around, fold, &reduce);
    if (fold->commutative) {
        fold->picks = find_picks(fold, &reduce);
        fold->where = find_where(text, around, fold, &reduce);
        fold->extreme = has_extreme(fold);
    }
    if (!fold->commutative || !cj_token_is(&reduce.at[1], "+") || around->any_header || !is_zero(fold->neutral))
        return;
    split(fold->map, &map);
    if (map.count == 4 && find_element(text, around, map.at, &fold->first)) {
        fold->pattern = CJ_FOLD_SUM;
        fold->second = fold->first;
    } else if (map.count == 9 && cj_token_is(&map.at[4], "*") && find_element(text, around, map.at, &fold->first) &&
               find_element(text, around, map.at + 5, &fold->second)) {
        fold->pattern = CJ_FOLD_DOT;
    } else {
        fold->first = fold->second = 0;
    }
}

/* ---- Warnings ---------------------------------------------------------------------------------------------------- */

static bool mentions(const char *text, const char *name)
{
    cj_use use = cj_snippet_use(text, name, "i");

    return use.indexed + use.other > 0;
}

void cj_fold_warn(const cj_fold *fold, const char *part, const cj_surroundings *around, cj_text *out)
{
    static const char *const names[] = {"a", "b"};
    cj_lexer lexer;
    cj_token first;

    cj_lexer_init(&lexer, part, fold->reduce);
    if (around->any_header || cj_lexer_next(&lexer, &first, NULL) != CUJIT_OK)
        return;
    for (size_t k = 0; k < 2; k++) {
        if (!mentions(fold->reduce, names[k]) && !mentions(around->bodies.data, names[k]))
            cj_text_printf(out, "%s(%d): warning: %s is not used: a reduce combines two values, a and b, into one\n",
                           part, first.line, names[k]);
    }
}
