/*
 * formula_term.c: terms: each is there once; functions of them find their types.
 */
#include "libjit/base/alloc.h"
#include "libjit/expression/formula_build.h"
#include "libjit/expression/layout.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

uint32_t cj_build_refuse(cj_build *build, cj_span place, const char *format, ...)
{
    char message[sizeof build->error->message];
    va_list values;

    va_start(values, format);
    vsnprintf(message, sizeof message, format, values);
    va_end(values);
    build->status = cj_tree_error(build->tree, place, CUJIT_ERROR_EXPRESSION, build->error, "%s", message);
    return CJ_NO_TERM;
}

uint32_t cj_build_no_memory(cj_build *build)
{
    build->status = cj_error_no_memory(build->error, "an expression");
    return CJ_NO_TERM;
}

/* ---- Lists that grow --------------------------------------------------------------------------------------------- */

/* Room for `more` items behind the first `count`, which double each time. */
bool cj_build_grow(void *list, size_t count, size_t more, size_t size)
{
    void *items, *old;

    memcpy(&old, list, sizeof old);
    for (size_t k = 0; k < more; k++) {
        const size_t now = count + k;

        if (now != 0 && (now & (now - 1)) != 0)
            continue;
        if ((items = cj_realloc(old, (now != 0 ? 2 * now : 1) * size)) == NULL)
            return false;
        old = items;
        memcpy(list, &items, sizeof items);
    }
    return true;
}

static bool has_axes(const cj_term *term)
{
    return term->kind == CJ_TERM_VIEW || term->kind == CJ_TERM_RESHAPE;
}

static bool same_axes(const cj_build *build, const cj_term *a, const cj_term *b)
{
    if (a->of.view.count != b->of.view.count)
        return false;
    for (uint32_t k = 0; k < a->of.view.count; k++) {
        const cj_view_axis *p = &build->out->axes[a->of.view.first + k], *q = &build->out->axes[b->of.view.first + k];

        if (!cj_view_axis_same(p, q))
            return false;
    }
    return true;
}

static bool same(const cj_build *build, const cj_term *a, const cj_term *b)
{
    if (a->kind != b->kind || a->type.dtype != b->type.dtype || a->type.weak != b->type.weak || a->rank != b->rank ||
        a->count != b->count)
        return false;
    for (uint32_t k = 0; k < a->count; k++) {
        if (a->arguments[k] != b->arguments[k])
            return false;
    }
    return has_axes(a) ? same_axes(build, a, b) : memcmp(a->of.bits, b->of.bits, sizeof a->of.bits) == 0;
}

static size_t hash(const cj_term *term)
{
    uint64_t sum = (uint64_t)term->kind * 31 + (uint64_t)term->type.dtype;

    for (uint32_t k = 0; k < term->count; k++)
        sum = (sum ^ term->arguments[k]) * UINT64_C(0x9e3779b97f4a7c15);
    if (!has_axes(term))
        sum = ((sum ^ term->of.bits[0]) * UINT64_C(0x9e3779b97f4a7c15)) ^ term->of.bits[1];
    return (size_t)(sum ^ sum >> 29);
}

/* The table has twice as many places as there are terms, or more. */
static bool rehash(cj_build *build)
{
    const size_t count = build->bucket_count != 0 ? 4 * build->bucket_count : 64;
    uint32_t *buckets;

    if (2 * build->out->term_count < build->bucket_count)
        return true;
    if ((buckets = cj_malloc(count * sizeof *buckets)) == NULL)
        return false;
    memset(buckets, 0xff, count * sizeof *buckets);
    for (size_t k = 0; k < build->out->term_count; k++) {
        size_t at = hash(&build->out->terms[k]) % count;

        while (buckets[at] != CJ_NO_TERM)
            at = (at + 1) % count;
        buckets[at] = (uint32_t)k;
    }
    cj_free(build->buckets);
    build->buckets = buckets;
    build->bucket_count = count;
    return true;
}

static bool is_weak_integer(const cj_term *term)
{
    return term->type.weak && cj_kind_of(term->type.dtype) == CJ_KIND_INTEGER;
}

/* What layout.c can evaluate. */
static bool is_bound(const cj_build *build, const cj_term *term)
{
    bool found = term->kind == CJ_TERM_LITERAL || term->kind == CJ_TERM_NUMBER || term->kind == CJ_TERM_LENGTH ||
                 (term->kind == CJ_TERM_APPLY && cj_layout_evaluates(term->of.function));

    for (uint32_t k = 0; k < term->count; k++)
        found = found && cj_build_term(build, term->arguments[k])->bound;
    return found && is_weak_integer(term);
}

static bool is_scalar(const cj_build *build, const cj_term *term)
{
    bool scalar = term->kind == CJ_TERM_LITERAL || term->kind == CJ_TERM_NUMBER || term->kind == CJ_TERM_LENGTH ||
                  term->kind == CJ_TERM_APPLY;

    for (uint32_t k = 0; k < term->count; k++)
        scalar = scalar && cj_build_term(build, term->arguments[k])->scalar;
    return scalar;
}

uint32_t cj_build_add(cj_build *build, const cj_term *term)
{
    cj_formula *out = build->out;
    size_t at;

    if (!rehash(build) || !cj_build_grow(&out->terms, out->term_count, 1, sizeof *out->terms))
        return cj_build_no_memory(build);
    for (at = hash(term) % build->bucket_count; build->buckets[at] != CJ_NO_TERM; at = (at + 1) % build->bucket_count) {
        if (same(build, cj_build_term(build, build->buckets[at]), term))
            return build->buckets[at];
    }
    out->terms[out->term_count] = *term;
    out->terms[out->term_count].place = build->place;
    out->terms[out->term_count].scalar = is_scalar(build, term);
    out->terms[out->term_count].bound = is_bound(build, term);
    return build->buckets[at] = (uint32_t)out->term_count++;
}

bool cj_build_add_axes(cj_build *build, const cj_view_axis *axes, size_t count, uint32_t *first)
{
    cj_formula *out = build->out;

    if (!cj_build_grow(&out->axes, out->axis_count, count, sizeof *out->axes)) {
        cj_build_no_memory(build);
        return false;
    }
    *first = (uint32_t)out->axis_count;
    for (size_t k = 0; k < count; k++)
        out->axes[out->axis_count++] = axes[k];
    return true;
}

/* ---- Functions of terms ------------------------------------------------------------------------------------------ */

uint32_t cj_build_integer(cj_build *build, int64_t value, cj_span place)
{
    cj_term term = {.kind = CJ_TERM_LITERAL, .type = {CUJIT_INT64, true}, .caret = place};

    term.of.literal.integer = value;
    return cj_build_add(build, &term);
}

/* The numbers of a type of whole ones, as far as int64 has them. */
static void find_range(cujit_dtype dtype, int64_t *lowest, int64_t *highest)
{
    const unsigned rank = (unsigned)(dtype - CUJIT_INT8);

    *highest = dtype == CUJIT_UINT64 ? INT64_MAX : (int64_t)(UINT64_MAX >> (64 - (8u << rank / 2)) >> (rank % 2 == 0));
    *lowest = rank % 2 == 0 ? -*highest - 1 : 0;
}

/* Whole numbers of the text must fit the type that they meet. */
static bool fits(const cj_build *build, uint32_t number, cujit_dtype dtype)
{
    const cj_term *term = cj_build_term(build, number);
    int64_t lowest, highest;

    if (term->kind != CJ_TERM_LITERAL || !is_weak_integer(term) || !cj_dtype_is_integer(dtype))
        return true;
    if (term->type.dtype == CUJIT_UINT64)
        return dtype == CUJIT_UINT64;
    find_range(dtype, &lowest, &highest);
    return term->of.literal.integer >= lowest && term->of.literal.integer <= highest;
}

static bool check_literal(cj_build *build, uint32_t number, cujit_dtype dtype)
{
    const cj_term *term = cj_build_term(build, number);
    const unsigned long long value = (unsigned long long)term->of.literal.integer;
    const bool below = term->type.dtype == CUJIT_INT64 && term->of.literal.integer < 0;

    if (!fits(build, number, dtype))
        cj_build_refuse(build, term->caret, "%s%llu does not fit %s, the type that it is used in", below ? "-" : "",
                        below ? 0 - value : value, cujit_dtype_name(dtype));
    return build->status == CUJIT_OK;
}

/* "float32, int8 and int8"; of weak types "a whole number". */
static void list_types(const cj_build *build, const uint32_t *arguments, size_t count, char *out, size_t size)
{
    size_t used = 0;

    for (size_t k = 0; k < count && used < size; k++) {
        const cj_value_type type = cj_build_term(build, arguments[k])->type;
        const char *name = !type.weak                    ? cujit_dtype_name(type.dtype)
                           : type.dtype <= CUJIT_UINT64  ? "a whole number"
                           : type.dtype == CUJIT_FLOAT64 ? "a real number"
                                                         : "a complex number";
        const int more = snprintf(out + used, size - used, "%s%s", k == 0 ? "" : k + 1 < count ? ", " : " and ", name);

        used += more > 0 ? (size_t)more : 0;
    }
}

/* Of the program's functions: which argument it is, and what it should be. */
static uint32_t refuse_operand(cj_build *build, const cj_overload *wanted, size_t k, cujit_dtype dtype,
                               uint32_t argument, cj_span caret)
{
    char type[40] = "";

    list_types(build, &argument, 1, type, sizeof type);
    if (dtype == CUJIT_DTYPE_NONE)
        return cj_build_refuse(build, caret,
                               "%s: argument %zu (%s) is %s, which has no type in common with the others of "
                               "type %c",
                               wanted->name, k + 1, wanted->names[k], type, wanted->operands[k].letter);
    return cj_build_refuse(build, caret, "%s: argument %zu (%s) takes %s, got %s; %s(...) makes it one", wanted->name,
                           k + 1, wanted->names[k], cujit_dtype_name(dtype), type, cujit_dtype_name(dtype));
}

static uint32_t refuse_types(cj_build *build, const cj_function *function, const uint32_t *arguments,
                             const cj_typing *typing, cj_span caret)
{
    const char *advice = typing->text;
    char types[200] = "";

    if (typing->wanted != NULL)
        return refuse_operand(build, typing->wanted, typing->unfit, typing->operands[typing->unfit],
                              arguments[typing->unfit], caret);
    list_types(build, arguments, cj_function_operands(function), types, sizeof types);
    return cj_build_refuse(build, caret, "%s is not there for %s%s%s", cj_function_name(function), types,
                           advice != NULL ? ": " : "", advice != NULL ? advice : "");
}

/* A sign in front of a whole number makes another one of int64. */
static bool is_negative_literal(const cj_build *build, const cj_function *function, uint32_t argument)
{
    const cj_term *term = cj_build_term(build, argument);

    return function == cj_function_of_operator(CJ_OPERATOR_NEGATIVE) && term->kind == CJ_TERM_LITERAL &&
           is_weak_integer(term) && (term->of.literal.integer == INT64_MIN) == (term->type.dtype == CUJIT_UINT64);
}

/* Is it a number whose value calls decide, and may it be too large for a type of whole numbers? */
static bool is_limited(const cj_build *build, uint32_t number, cujit_dtype dtype)
{
    const cj_term *term = cj_build_term(build, number);

    return term->bound && term->kind != CJ_TERM_LITERAL && cj_dtype_is_integer(dtype) && dtype != term->type.dtype;
}

static bool add_limit(cj_build *build, uint32_t number, cujit_dtype dtype)
{
    cj_formula *out = build->out;

    if (!is_limited(build, number, dtype))
        return true;
    for (size_t k = 0; k < out->limit_count; k++) {
        if (out->limits[k].term == number && out->limits[k].dtype == dtype)
            return true;
    }
    if (!cj_build_grow(&out->limits, out->limit_count, 1, sizeof *out->limits)) {
        cj_build_no_memory(build);
        return false;
    }
    out->limits[out->limit_count++] = (cj_limit){number, dtype};
    return true;
}

bool cj_build_check_number(cj_build *build, uint32_t number, cujit_dtype dtype)
{
    return check_literal(build, number, dtype) && add_limit(build, number, dtype);
}

/* A comparison with a number that the other type does not have is one of int64, or uint64; a quotient of integers is
 * one of float64 anyway. */
static bool widen_literals(cj_build *build, cj_term *term, const cj_typing *typing)
{
    const bool quotient = term->of.function == cj_function_of_operator(CJ_OPERATOR_DIVIDE);
    const bool compares = typing->result == CUJIT_BOOL && !cj_function_is_given(term->of.function);
    bool widened = false;

    for (uint32_t k = 0; (compares || quotient) && k < term->count; k++) {
        const cujit_dtype own = cj_build_term(build, term->arguments[k])->type.dtype;

        if (fits(build, term->arguments[k], typing->operands[k]) &&
            !is_limited(build, term->arguments[k], typing->operands[k]))
            continue;
        term->arguments[k] = cj_build_cast(build, term->arguments[k], compares ? own : CUJIT_FLOAT64, term->caret);
        widened = true;
    }
    return widened;
}

/* A bound of clip() that is beyond the type, on its own side, is the type's last number. */
static uint32_t cut_bound(cj_build *build, uint32_t bound, cujit_dtype dtype, bool high)
{
    const cj_term term = *cj_build_term(build, bound);
    const cj_span place = build->place;
    int64_t lowest, highest;
    uint32_t last;

    if ((fits(build, bound, dtype) && !is_limited(build, bound, dtype)) || (high && dtype == CUJIT_UINT64))
        return bound;
    find_range(dtype, &lowest, &highest);
    if (term.kind == CJ_TERM_LITERAL && (term.type.dtype == CUJIT_UINT64 || term.of.literal.integer > highest) != high)
        return bound;
    build->place = term.place;
    last = cj_build_integer(build, high ? highest : lowest, term.caret);
    if (term.kind != CJ_TERM_LITERAL)
        last = cj_build_apply2(build, high ? "minimum" : "maximum", bound, last, term.caret);
    build->place = place;
    return last;
}

/* NumPy's clip() takes such bounds. False: no memory. */
static bool cut_bounds(cj_build *build, cj_term *term, const cj_typing *typing)
{
    if (term->of.function != cj_function_find("clip", strlen("clip")))
        return true;
    for (uint32_t k = 1; k < 3 && build->status == CUJIT_OK; k++)
        term->arguments[k] = cut_bound(build, term->arguments[k], typing->operands[k], k == 2);
    return build->status == CUJIT_OK;
}

static uint32_t add_typed(cj_build *build, cj_term *term, const cj_typing *typing)
{
    cj_formula *out = build->out;
    uint32_t added;

    for (uint32_t k = 0; k < term->count; k++) {
        if (!cj_build_check_number(build, term->arguments[k], typing->operands[k]))
            return CJ_NO_TERM;
    }
    term->type = (cj_value_type){typing->result, typing->weak};
    term->typing = (uint32_t)out->typing_count;
    if (!cj_build_grow(&out->typings, out->typing_count, 1, sizeof *out->typings))
        return cj_build_no_memory(build);
    out->typings[out->typing_count] = *typing;
    if ((added = cj_build_add(build, term)) != CJ_NO_TERM && out->terms[added].typing == term->typing)
        out->typing_count++;
    return added;
}

uint32_t cj_build_apply(cj_build *build, const cj_function *function, const uint32_t *arguments, cj_span caret)
{
    cj_term term = {.kind = CJ_TERM_APPLY, .count = (uint32_t)cj_function_operands(function), .caret = caret};
    cj_value_type types[CJ_FUNCTION_MAX_OPERANDS];
    cj_typing typing;

    if (is_negative_literal(build, function, arguments[0]))
        return cj_build_integer(build, (int64_t)(0 - (uint64_t)cj_build_term(build, arguments[0])->of.literal.integer),
                                caret);
    term.of.function = function;
    for (uint32_t k = 0; k < term.count; k++) {
        const cj_term *argument = cj_build_term(build, arguments[k]);

        types[k] = argument->type;
        term.rank = argument->rank > term.rank ? argument->rank : term.rank;
        term.arguments[k] = arguments[k];
    }
    if (!cj_function_resolve(function, types, &typing))
        return refuse_types(build, function, arguments, &typing, caret);
    if (widen_literals(build, &term, &typing))
        return build->status == CUJIT_OK ? cj_build_apply(build, function, term.arguments, caret) : CJ_NO_TERM;
    return cut_bounds(build, &term, &typing) ? add_typed(build, &term, &typing) : CJ_NO_TERM;
}

uint32_t cj_build_clip_at(cj_build *build, uint32_t value, uint32_t bound, bool high, cj_span caret)
{
    const char *name = high ? "minimum" : "maximum";
    cj_typing typing;

    if (value == CJ_NO_TERM || bound == CJ_NO_TERM)
        return CJ_NO_TERM;
    if (cj_function_resolve(
            cj_function_find(name, strlen(name)),
            (const cj_value_type[]){cj_build_term(build, value)->type, cj_build_term(build, bound)->type}, &typing))
        bound = cut_bound(build, bound, typing.operands[1], high);
    return cj_build_apply2(build, name, value, bound, caret);
}

static uint32_t apply_named(cj_build *build, const char *name, const uint32_t *arguments, cj_span caret)
{
    const cj_function *function = cj_function_find(name, strlen(name));

    for (size_t k = 0; k < cj_function_operands(function); k++) {
        if (arguments[k] == CJ_NO_TERM)
            return CJ_NO_TERM;
    }
    return cj_build_apply(build, function, arguments, caret);
}

uint32_t cj_build_apply1(cj_build *build, const char *name, uint32_t a, cj_span caret)
{
    return apply_named(build, name, &a, caret);
}

uint32_t cj_build_apply2(cj_build *build, const char *name, uint32_t a, uint32_t b, cj_span caret)
{
    return apply_named(build, name, (const uint32_t[]){a, b}, caret);
}

uint32_t cj_build_apply3(cj_build *build, const char *name, uint32_t a, uint32_t b, uint32_t c, cj_span caret)
{
    return apply_named(build, name, (const uint32_t[]){a, b, c}, caret);
}

uint32_t cj_build_as_bound(cj_build *build, uint32_t term, cj_span place)
{
    static const cj_value_type type = {CUJIT_INT64, true};
    cj_term bound = {.kind = CJ_TERM_APPLY, .count = 1, .arguments = {term}, .caret = place};
    cj_typing typing;

    if (cj_build_term(build, term)->type.dtype == CUJIT_INT64)
        return term;
    bound.of.function = cj_function_of_operator(CJ_OPERATOR_POSITIVE);
    return cj_function_resolve(bound.of.function, &type, &typing) ? add_typed(build, &bound, &typing) : CJ_NO_TERM;
}

uint32_t cj_build_as_real(cj_build *build, uint32_t term, cj_span place)
{
    const bool whole = term != CJ_NO_TERM && cj_kind_of(cj_build_term(build, term)->type.dtype) < CJ_KIND_REAL;

    return whole ? cj_build_cast(build, term, CUJIT_FLOAT64, place) : term;
}

uint32_t cj_build_cast(cj_build *build, uint32_t from, cujit_dtype dtype, cj_span caret)
{
    const cj_value_type type = from != CJ_NO_TERM ? cj_build_term(build, from)->type : (cj_value_type){dtype, false};
    const char *name = cujit_dtype_name(dtype);

    if (type.dtype == dtype && !type.weak)
        return from;
    return cj_build_apply(build, cj_function_find(name, strlen(name)), &from, caret);
}
