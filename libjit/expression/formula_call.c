/*
 * formula_call.c: calls: their names and arguments, functions of elements, reductions and scans.
 */
#include "libjit/expression/formula_build.h"

#include <stdio.h>
#include <string.h>

/* ---- What can be called besides functions of elements ------------------------------------------------------------ */

/* Keywords that a callee takes. */
enum { TAKES_DDOF = 1, TAKES_DTYPE = 2, TAKES_KEEPDIMS = 4 };

typedef struct callee {
    const char *name;
    bool scan;
    int reducer;
    unsigned takes;
    bool root; /* the square root of it */
} callee;

static const callee callees[] = {
    {"sum", false, CUJIT_REDUCER_SUM, TAKES_DTYPE | TAKES_KEEPDIMS, false},
    {"prod", false, CUJIT_REDUCER_PRODUCT, TAKES_DTYPE | TAKES_KEEPDIMS, false},
    {"min", false, CUJIT_REDUCER_MIN, TAKES_KEEPDIMS, false},
    {"max", false, CUJIT_REDUCER_MAX, TAKES_KEEPDIMS, false},
    {"amin", false, CUJIT_REDUCER_MIN, TAKES_KEEPDIMS, false},
    {"amax", false, CUJIT_REDUCER_MAX, TAKES_KEEPDIMS, false},
    {"argmin", false, CUJIT_REDUCER_ARGMIN, TAKES_KEEPDIMS, false},
    {"argmax", false, CUJIT_REDUCER_ARGMAX, TAKES_KEEPDIMS, false},
    {"mean", false, CUJIT_REDUCER_MEAN, TAKES_DTYPE | TAKES_KEEPDIMS, false},
    {"var", false, CUJIT_REDUCER_VARIANCE, TAKES_DDOF | TAKES_KEEPDIMS, false},
    {"std", false, CUJIT_REDUCER_VARIANCE, TAKES_DDOF | TAKES_KEEPDIMS, true},
    {"any", false, CUJIT_REDUCER_ANY, TAKES_KEEPDIMS, false},
    {"all", false, CUJIT_REDUCER_ALL, TAKES_KEEPDIMS, false},
    {"count_nonzero", false, CUJIT_REDUCER_COUNT, TAKES_KEEPDIMS, false},
    {"norm", false, CUJIT_REDUCER_NORM, TAKES_KEEPDIMS, false},
    {"cumsum", true, CUJIT_REDUCER_SUM, TAKES_DTYPE, false},
    {"cumprod", true, CUJIT_REDUCER_PRODUCT, TAKES_DTYPE, false},
    {"cummin", true, CUJIT_REDUCER_MIN, 0, false},
    {"cummax", true, CUJIT_REDUCER_MAX, 0, false},
};
enum { CALLEES = sizeof callees / sizeof *callees };

static const callee *find_callee(const char *name, size_t length)
{
    for (size_t k = 0; k < CALLEES; k++) {
        if (strlen(callees[k].name) == length && memcmp(callees[k].name, name, length) == 0)
            return &callees[k];
    }
    return NULL;
}

static const cj_made_call *const made_calls[] = {cj_view_calls, cj_join_calls, cj_new_calls,   cj_sum_calls,
                                                 cj_axis_calls, cj_test_calls, cj_length_calls};
enum { MADE_CALLS = sizeof made_calls / sizeof *made_calls };

static const cj_made_call *find_made(const char *name, size_t length)
{
    for (size_t k = 0; k < MADE_CALLS; k++) {
        for (const cj_made_call *call = made_calls[k]; call->name != NULL; call++) {
            if (strlen(call->name) == length && memcmp(call->name, name, length) == 0)
                return call;
        }
    }
    return NULL;
}

bool cj_build_is_callee(const char *name, size_t length)
{
    return find_callee(name, length) != NULL || find_made(name, length) != NULL || cj_pair_is(name, length);
}

/* Functions of elements: of the table, or the program's. */
static const cj_function *find_function(const cj_build *build, cj_span name)
{
    const char *at = build->tree->text + name.at;
    const cj_function *function = cj_function_find(at, name.length);

    return function != NULL ? function : cj_given_find(build->given, at, name.length);
}

/* What a cast by that name makes; CUJIT_DTYPE_NONE: there is none. */
static cujit_dtype find_dtype(const cj_build *build, cj_span name)
{
    const cj_function *function = cj_function_find(build->tree->text + name.at, name.length);

    return function != NULL ? cj_function_casts_to(function) : CUJIT_DTYPE_NONE;
}

bool cj_build_is_function(const cj_build *build, cj_span name)
{
    return cj_build_is_callee(build->tree->text + name.at, name.length) || find_function(build, name) != NULL ||
           cj_random_call_find(build->tree->text + name.at, name.length) != NULL;
}

static uint32_t refuse_callee(cj_build *build, const cj_node *node)
{
    const char *instead = cj_absent_instead(build->tree->text + node->name.at, node->name.length);
    const char *candidates[512];
    char more[CJ_TREE_SUGGESTED];
    size_t count = 0;

    if (instead != NULL)
        return cj_build_refuse(build, node->name, "there is no '%.*s' here: %s", CJ_TREE_QUOTE(build->tree, node->name),
                               instead);
    for (size_t k = 0; k < CALLEES; k++)
        candidates[count++] = callees[k].name;
    for (size_t k = 0; cj_pair_list(k) != NULL; k++)
        candidates[count++] = cj_pair_list(k);
    for (size_t k = 0; cj_random_call_list(k) != NULL; k++)
        candidates[count++] = cj_random_call_list(k);
    for (size_t k = 0; cj_function_list(k) != NULL; k++)
        candidates[count++] = cj_function_list(k);
    for (size_t k = 0; k < MADE_CALLS; k++) {
        for (const cj_made_call *call = made_calls[k]; call->name != NULL; call++)
            candidates[count++] = call->name;
    }
    for (size_t k = 0;
         build->given != NULL && k < build->given->count && count < sizeof candidates / sizeof *candidates; k++)
        candidates[count++] = cj_function_name(build->given->functions[k]);
    return cj_build_refuse(build, node->name, "there is no function '%.*s'%s",
                           node->name.length < 100 ? (int)node->name.length : 100, build->tree->text + node->name.at,
                           cj_tree_suggest(build->tree, node->name, candidates, count, more));
}

/* ---- Arguments --------------------------------------------------------------------------------------------------- */

const cj_node *cj_build_find_argument(const cj_build *build, const cj_node *call, size_t k, const char *keyword)
{
    for (size_t m = 0; m < call->count; m++) {
        const cj_node *node = cj_tree_operand(build->tree, call, m);

        if (node->kind != CJ_NODE_KEYWORD && m == k)
            return node;
        if (node->kind == CJ_NODE_KEYWORD && keyword != NULL && cj_tree_says(build->tree, node->name, keyword))
            return cj_tree_operand(build->tree, node, 0);
    }
    return NULL;
}

static size_t count_positional(const cj_build *build, const cj_node *call)
{
    size_t count = 0;

    while (count < call->count && cj_tree_operand(build->tree, call, count)->kind != CJ_NODE_KEYWORD)
        count++;
    return count;
}

/* `keywords`, those that there are, each between blanks. */
static void refuse_keyword(cj_build *build, const cj_node *call, cj_span keyword, const char *keywords)
{
    enum { MOST = 8 };
    const char *names[MOST];
    char more[CJ_TREE_SUGGESTED];
    cj_text words[MOST] = {{0}}, list = {0};
    size_t count = 0;

    for (size_t length = 0; count < MOST && cj_next_word(&keywords, &length); count++) {
        cj_text_append_n(&words[count], keywords, length);
        names[count] = words[count].failed ? "" : words[count].data;
        cj_text_printf(&list, "%s%s", count > 0 ? ", " : "one of: ", names[count]);
    }
    cj_tree_suggest(build->tree, keyword, names, count, more);
    cj_build_refuse(build, keyword, "%.*s() has no argument '%.*s'%s%s", CJ_TREE_QUOTE(build->tree, call->name),
                    CJ_TREE_QUOTE(build->tree, keyword), more[0] != '\0' ? more : "; expected ",
                    more[0] != '\0'             ? ""
                    : count > 0 && !list.failed ? list.data
                                                : "none with a name");
    for (size_t k = 0; k < count; k++)
        cj_text_clear(&words[k]);
    cj_text_clear(&list);
}

bool cj_build_check_arguments(cj_build *build, const cj_node *call, size_t least, size_t most, const char *keywords)
{
    const size_t count = count_positional(build, call);

    if (count < least || count > most) {
        char to[32] = "";

        if (least < most)
            snprintf(to, sizeof to, " to %zu", most);
        cj_build_refuse(build, call->name, "%.*s() takes %zu%s argument%s without keywords, got %zu",
                        CJ_TREE_QUOTE(build->tree, call->name), least, to, most == 1 ? "" : "s", count);
        return false;
    }
    for (size_t k = count; k < call->count; k++) {
        const cj_node *node = cj_tree_operand(build->tree, call, k);

        if (!cj_has_word(keywords, build->tree->text + node->name.at, node->name.length)) {
            refuse_keyword(build, call, node->name, keywords);
            return false;
        }
    }
    return true;
}

bool cj_build_says_integer(const cj_build *build, const cj_node *node, int64_t *value)
{
    bool negative = false;

    while (node->kind == CJ_NODE_OPERATOR && node->count == 1 &&
           (node->op == CJ_OPERATOR_NEGATIVE || node->op == CJ_OPERATOR_POSITIVE)) {
        negative ^= node->op == CJ_OPERATOR_NEGATIVE;
        node = cj_tree_operand(build->tree, node, 0);
    }
    if (node->kind != CJ_NODE_INTEGER || node->value.integer > INT64_MAX)
        return false;
    *value = negative ? -(int64_t)node->value.integer : (int64_t)node->value.integer;
    return true;
}

bool cj_build_take_axis(cj_build *build, const cj_node *node, int rank, int *axis)
{
    int64_t value;

    if (!cj_build_says_integer(build, node, &value)) {
        cj_build_refuse(build, node->place, "an axis is a whole number in the text, since kernels depend on it");
        return false;
    }
    if (value < -rank || value >= rank) {
        cj_build_refuse(build, node->place, "there is no axis %lld: the value has %d", (long long)value, rank);
        return false;
    }
    *axis = (int)(value < 0 ? value + rank : value);
    return true;
}

bool cj_build_take_axes(cj_build *build, const cj_node *node, int rank, uint32_t *axes, bool *all)
{
    const size_t count = node == NULL || node->kind == CJ_NODE_NEW_AXIS ? 0
                         : node->kind == CJ_NODE_TUPLE                  ? node->count
                                                                        : 1;
    int64_t value;
    int axis;

    *axes = 0;
    *all = node == NULL || node->kind == CJ_NODE_NEW_AXIS;
    /* NumPy takes a value without axes for one with a single axis here. */
    if (rank == 0 && node != NULL && cj_build_says_integer(build, node, &value) && (value == 0 || value == -1)) {
        *all = true;
        return true;
    }
    for (size_t k = 0; k < count; k++) {
        const cj_node *item = node->kind == CJ_NODE_TUPLE ? cj_tree_operand(build->tree, node, k) : node;

        if (!cj_build_take_axis(build, item, rank, &axis))
            return false;
        if ((*axes >> axis & 1) != 0) {
            cj_build_refuse(build, item->place, "axis %d is there twice", axis);
            return false;
        }
        *axes |= UINT32_C(1) << axis;
    }
    return true;
}

bool cj_build_check_axes(cj_build *build, const cj_node *call, uint32_t value, int least)
{
    if (cj_build_term(build, value)->rank >= least)
        return true;
    cj_build_refuse(build, call->place, "%.*s needs a value of %s or more", CJ_TREE_QUOTE(build->tree, call->name),
                    least == 1 ? "one axis" : "two axes");
    return false;
}

bool cj_build_take_small(cj_build *build, const cj_node *node, const char *what, int64_t most, int64_t *value)
{
    if (node == NULL)
        return true;
    if (node->kind == CJ_NODE_BOOL) {
        *value = (int64_t)node->value.integer;
        return true;
    }
    if (cj_build_says_integer(build, node, value) && *value >= 0 && *value <= most)
        return true;
    cj_build_refuse(build, node->place, "%s is a whole number from 0 to %lld in the text", what, (long long)most);
    return false;
}

/* As cj_tree_suggest() has it. */
static void suggest_dtype(const cj_build *build, cj_span name, char out[CJ_TREE_SUGGESTED])
{
    const char *candidates[64], *at;
    size_t count = 0;

    for (size_t k = 0; (at = cj_function_list(k)) != NULL && count < sizeof candidates / sizeof *candidates; k++) {
        if (cj_function_casts_to(cj_function_find(at, strlen(at))) != CUJIT_DTYPE_NONE)
            candidates[count++] = at;
    }
    cj_tree_suggest(build->tree, name, candidates, count, out);
}

cujit_dtype cj_build_take_dtype(cj_build *build, const cj_node *node)
{
    char more[CJ_TREE_SUGGESTED] = "";
    const cujit_dtype dtype = node->kind == CJ_NODE_NAME ? find_dtype(build, node->name) : CUJIT_DTYPE_NONE;

    if (dtype == CUJIT_DTYPE_NONE && node->kind == CJ_NODE_NAME)
        suggest_dtype(build, node->name, more);
    if (dtype == CUJIT_DTYPE_NONE)
        cj_build_refuse(build, node->place,
                        "expected a type: bool, int8, uint8, ..., float8_e4m3, float8_e5m2, float16, bfloat16, "
                        "float32, float64, complex64 or complex128%s",
                        more);
    return dtype;
}

/* ---- Reductions and scans ---------------------------------------------------------------------------------------- */

/* The type of what comes out. */
static cujit_dtype find_result(int reducer, cujit_dtype dtype)
{
    const bool integer = dtype <= CUJIT_UINT64;
    const bool without_sign = dtype == CUJIT_UINT8 || dtype == CUJIT_UINT16 || dtype == CUJIT_UINT32 ||
                              dtype == CUJIT_UINT64;

    switch (reducer) {
    case CUJIT_REDUCER_SUM:
    case CUJIT_REDUCER_PRODUCT:
        return without_sign ? CUJIT_UINT64 : integer ? CUJIT_INT64 : dtype;
    case CUJIT_REDUCER_MIN:
    case CUJIT_REDUCER_MAX:
        return dtype;
    case CUJIT_REDUCER_ARGMIN:
    case CUJIT_REDUCER_ARGMAX:
        return CUJIT_INT64;
    case CUJIT_REDUCER_MEAN:
        return integer ? CUJIT_FLOAT64 : dtype;
    case CUJIT_REDUCER_VARIANCE:
    case CUJIT_REDUCER_NORM:
        return integer ? CUJIT_FLOAT64 : cj_dtype_part(dtype);
    case CUJIT_REDUCER_COUNT:
        return CUJIT_INT64;
    default:
        return CUJIT_BOOL;
    }
}

static int count_bits(uint32_t set)
{
    return __builtin_popcount(set);
}

/* The value that is folded: of the type that was asked for, or its own, which is no weak one. */
static uint32_t take_folded(cj_build *build, const cj_node *call, const callee *what)
{
    const cj_node *typed = (what->takes & TAKES_DTYPE) != 0 ? cj_build_find_argument(build, call, SIZE_MAX, "dtype")
                                                            : NULL;
    const uint32_t value = cj_build_value(build, cj_tree_operand(build->tree, call, 0));
    cujit_dtype dtype;

    if (value == CJ_NO_TERM)
        return value;
    dtype = typed != NULL ? cj_build_take_dtype(build, typed)
                          : cj_working_type(cj_build_term(build, value)->type.dtype);
    if (typed != NULL && cj_dtype_is_float8(dtype))
        return cj_build_refuse(build, typed->place,
                               "%s only stores numbers; expected a type to calculate with, as float32",
                               cujit_dtype_name(dtype));
    return dtype != CUJIT_DTYPE_NONE ? cj_build_cast(build, value, dtype, call->place) : CJ_NO_TERM;
}

static uint32_t build_root(cj_build *build, uint32_t value, cj_span place)
{
    const uint32_t arguments[] = {value};

    return value == CJ_NO_TERM ? value : cj_build_apply(build, cj_function_find("sqrt", 4), arguments, place);
}

/* int8 sums with dtype=int8 come out as int8. */
static uint32_t build_fold(cj_build *build, const cj_node *call, const callee *what, cj_term *term, uint32_t value)
{
    const cj_term *folded = cj_build_term(build, value);
    const bool typed = cj_build_find_argument(build, call, SIZE_MAX, "dtype") != NULL;
    const cujit_dtype dtype = folded->type.dtype;
    uint32_t made;

    term->type.dtype = find_result(what->reducer, dtype);
    term->count = 1;
    term->arguments[0] = value;
    term->caret = call->name;
    made = cj_build_add(build, term);
    return typed && made != CJ_NO_TERM ? cj_build_cast(build, made, dtype, call->place) : made;
}

/* `term` has the axes, keepdims and ddof. */
static uint32_t reduce(cj_build *build, const cj_node *call, const callee *what, cj_term *term, uint32_t value)
{
    const int rank = cj_build_term(build, value)->rank;

    if (term->of.fold.all)
        term->of.fold.axes = (UINT32_C(1) << rank) - 1;
    if ((what->reducer == CUJIT_REDUCER_ARGMIN || what->reducer == CUJIT_REDUCER_ARGMAX) && !term->of.fold.all &&
        count_bits(term->of.fold.axes) != 1)
        return cj_build_refuse(build, call->place, "%s takes one axis, or none", what->name);
    term->of.fold.all = false; /* the axes say it */
    term->of.fold.reducer = (uint8_t)what->reducer;
    term->rank = term->of.fold.keepdims ? rank : rank - count_bits(term->of.fold.axes);
    value = build_fold(build, call, what, term, value);
    return what->root ? build_root(build, value, call->place) : value;
}

/* The axes, keepdims and ddof of a call. */
static bool take_axes(cj_build *build, const cj_node *call, int rank, cj_fold_detail *fold)
{
    int64_t keepdims = 0, ddof = 0;

    if (!cj_build_take_axes(build, cj_build_find_argument(build, call, 1, "axis"), rank, &fold->axes, &fold->all) ||
        !cj_build_take_small(build, cj_build_find_argument(build, call, SIZE_MAX, "keepdims"), "keepdims", 1,
                             &keepdims) ||
        !cj_build_take_small(build, cj_build_find_argument(build, call, SIZE_MAX, "ddof"), "ddof", 255, &ddof))
        return false;
    fold->keepdims = keepdims != 0;
    fold->ddof = (uint8_t)ddof;
    return true;
}

static uint32_t build_reduction(cj_build *build, const cj_node *call, const callee *what)
{
    static const char *const keywords[] = {" axis keepdims ", " axis keepdims ddof ", " axis keepdims dtype "};
    const cj_node *second = cj_build_find_argument(build, call, 1, NULL);
    cj_term term = {.kind = CJ_TERM_REDUCE};
    uint32_t value;

    if (!cj_build_check_arguments(build, call, 1, 2, keywords[what->takes & (TAKES_DDOF | TAKES_DTYPE)]))
        return CJ_NO_TERM;
    if (what->reducer == CUJIT_REDUCER_NORM && second != NULL)
        return cj_build_refuse(build, second->place,
                               "NumPy's second argument of norm is ord, which is 2 here: write axis=%.*s",
                               CJ_TREE_QUOTE(build->tree, second->place));
    if ((value = take_folded(build, call, what)) == CJ_NO_TERM ||
        !take_axes(build, call, cj_build_term(build, value)->rank, &term.of.fold))
        return CJ_NO_TERM;
    return reduce(build, call, what, &term, value);
}

/* The value in the type that it is folded in. */
static uint32_t not_weak(cj_build *build, uint32_t value, cj_span place)
{
    return value != CJ_NO_TERM
               ? cj_build_cast(build, value, cj_working_type(cj_build_term(build, value)->type.dtype), place)
               : value;
}

uint32_t cj_build_reduce(cj_build *build, const cj_node *call, const char *name, uint32_t value, bool keep)
{
    cj_term term = {.kind = CJ_TERM_REDUCE};

    if ((value = not_weak(build, value, call->place)) == CJ_NO_TERM ||
        !take_axes(build, call, cj_build_term(build, value)->rank, &term.of.fold))
        return CJ_NO_TERM;
    term.of.fold.keepdims |= keep;
    term.of.fold.ddof = 0;
    return reduce(build, call, find_callee(name, strlen(name)), &term, value);
}

uint32_t cj_build_reduce_axes(cj_build *build, const cj_node *call, const char *name, uint32_t value, uint32_t axes)
{
    cj_term term = {.kind = CJ_TERM_REDUCE};

    term.of.fold.axes = axes;
    value = not_weak(build, value, call->place);
    return value != CJ_NO_TERM ? reduce(build, call, find_callee(name, strlen(name)), &term, value) : value;
}

/* Without an axis all elements are one sequence, and the result has one axis. */
static uint32_t build_scan(cj_build *build, const cj_node *call, const callee *what)
{
    cj_term term = {.kind = CJ_TERM_SCAN};
    uint32_t value;

    if (!cj_build_check_arguments(build, call, 1, 2, what->takes & TAKES_DTYPE ? " axis dtype " : " axis ") ||
        (value = take_folded(build, call, what)) == CJ_NO_TERM)
        return CJ_NO_TERM;
    term.rank = cj_build_term(build, value)->rank;
    if (!cj_build_take_axes(build, cj_build_find_argument(build, call, 1, "axis"), term.rank, &term.of.fold.axes,
                            &term.of.fold.all))
        return CJ_NO_TERM;
    if (!term.of.fold.all && count_bits(term.of.fold.axes) != 1)
        return cj_build_refuse(build, call->place, "%s takes one axis, or none", what->name);
    term.of.fold.reducer = (uint8_t)what->reducer;
    if (term.of.fold.all)
        term.rank = 1;
    return build_fold(build, call, what, &term, value);
}

/* ---- All of them ------------------------------------------------------------------------------------------------- */

static uint32_t build_function(cj_build *build, const cj_node *call, const cj_function *function)
{
    uint32_t arguments[CJ_FUNCTION_MAX_OPERANDS];
    const size_t count = cj_function_operands(function);

    if (!cj_build_check_arguments(build, call, count, count, ""))
        return CJ_NO_TERM;
    if (!cj_build_settle(build, call))
        return CJ_SHAPELESS;
    for (size_t k = 0; k < count; k++) {
        if ((arguments[k] = cj_build_value(build, cj_tree_operand(build->tree, call, k))) == CJ_NO_TERM)
            return CJ_NO_TERM;
    }
    return cj_build_apply(build, function, arguments, call->name);
}

static uint32_t build_made(cj_build *build, const cj_node *call, const cj_made_call *made)
{
    uint32_t value = CJ_NO_TERM;

    if (!cj_build_check_arguments(build, call, made->least, made->most, made->keywords) ||
        (!made->plain && (value = cj_build_value(build, cj_tree_operand(build->tree, call, 0))) == CJ_NO_TERM))
        return CJ_NO_TERM;
    return made->build(build, call, value);
}

uint32_t cj_build_call(cj_build *build, const cj_node *call)
{
    const cj_function *function = find_function(build, call->name);
    const callee *what = find_callee(build->tree->text + call->name.at, call->name.length);
    const cj_made_call *made = find_made(build->tree->text + call->name.at, call->name.length);
    const cj_random_call *random = cj_random_call_find(build->tree->text + call->name.at, call->name.length);

    if (random == NULL &&
        cj_build_find_generator(build, cj_build_find_argument(build, call, 0, NULL)) < build->named_count)
        return cj_build_refuse(build, call->name, "there is no '%.*s' of a generator: " CJ_GENERATORS_HAVE,
                               CJ_TREE_QUOTE(build->tree, call->name));
    if (function != NULL && function == cj_function_find("round", 5) && call->count > 1)
        return cj_build_round(build, call);
    if (function != NULL && function == cj_function_find("clip", 4))
        return cj_build_clip(build, call);
    if (function != NULL)
        return build_function(build, call, function);
    if (what != NULL)
        return what->scan ? build_scan(build, call, what) : build_reduction(build, call, what);
    if (random != NULL)
        return cj_build_random(build, call, random);
    return made != NULL ? build_made(build, call, made) : refuse_callee(build, call);
}
