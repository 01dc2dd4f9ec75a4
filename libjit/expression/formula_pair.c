/*
 * formula_pair.c: functions that have two results in NumPy, of which the text picks one at once: modf(x)[0].
 *
 * They are made of other functions, so that a kernel that uses both results calculates what they share once.
 */
#include "libjit/expression/formula_build.h"

#include <string.h>

/* The part behind the point, and the whole one; both with the sign of x, which makes real numbers of whole ones. */
static uint32_t build_modf(cj_build *build, const uint32_t *x, int which, cj_span caret)
{
    const uint32_t whole = cj_build_apply2(build, "copysign", cj_build_apply1(build, "trunc", *x, caret), *x, caret);
    uint32_t rest;

    if (which == 1)
        return whole;
    rest = cj_build_apply3(build, "where", cj_build_apply1(build, "isinf", *x, caret),
                           cj_build_integer(build, 0, caret), cj_build_apply2(build, "subtract", *x, whole, caret),
                           caret);
    return cj_build_apply2(build, "copysign", rest, *x, caret);
}

/* x = mantissa * 2**exponent, the mantissa from 0.5 on and below 1; what is 0 or not finite is its own mantissa. */
static uint32_t build_frexp(cj_build *build, const uint32_t *x, int which, cj_span caret)
{
    const uint32_t zero = cj_build_integer(build, 0, caret), one = cj_build_integer(build, 1, caret);
    const uint32_t some = cj_build_apply2(build, "logical_and", cj_build_apply1(build, "isfinite", *x, caret), *x,
                                          caret);
    const uint32_t logarithm = cj_build_apply3(build, "where", some, cj_build_apply1(build, "logb", *x, caret), zero,
                                               caret);
    const uint32_t real = cj_build_apply2(build, "copysign", *x, *x, caret);
    const uint32_t exponent = cj_build_apply3(
        build, "where", some,
        cj_build_apply2(build, "add", cj_build_apply1(build, "int32", logarithm, caret), one, caret), zero, caret);

    if (which == 1)
        return exponent;
    return cj_build_apply3(
        build, "where", some,
        cj_build_apply2(build, "ldexp", real, cj_build_apply1(build, "negative", exponent, caret), caret), real, caret);
}

static uint32_t build_divmod(cj_build *build, const uint32_t *operands, int which, cj_span caret)
{
    return cj_build_apply2(build, which == 0 ? "floor_divide" : "remainder", operands[0], operands[1], caret);
}

static const struct {
    const char *name;
    size_t operands;
    bool real;
    uint32_t (*build)(cj_build *build, const uint32_t *operands, int which, cj_span caret);
} pairs[] = {
    {"modf", 1, true, build_modf},
    {"frexp", 1, true, build_frexp},
    {"divmod", 2, false, build_divmod},
};
enum { PAIRS = sizeof pairs / sizeof *pairs };

static size_t find_pair(const char *name, size_t length)
{
    size_t k = 0;

    while (k < PAIRS && (strlen(pairs[k].name) != length || memcmp(pairs[k].name, name, length) != 0))
        k++;
    return k;
}

const char *cj_pair_list(size_t k)
{
    return k < PAIRS ? pairs[k].name : NULL;
}

bool cj_pair_is(const char *name, size_t length)
{
    return find_pair(name, length) < PAIRS;
}

bool cj_build_is_pair(const cj_build *build, const cj_node *node)
{
    return node->kind == CJ_NODE_CALL && cj_pair_is(build->tree->text + node->name.at, node->name.length);
}

uint32_t cj_build_refuse_pair(cj_build *build, const cj_node *call)
{
    const cj_span name = call->name;

    return cj_build_refuse(build, name, "%.*s has two results: %.*s(...)[0] is one, and [1] the other",
                           CJ_TREE_QUOTE(build->tree, name), CJ_TREE_QUOTE(build->tree, name));
}

uint32_t cj_build_pair(cj_build *build, const cj_node *call, const cj_node *index)
{
    const size_t pair = find_pair(build->tree->text + call->name.at, call->name.length);
    uint32_t operands[2] = {CJ_NO_TERM, CJ_NO_TERM};
    int64_t which = 0;

    if (index->count != 2 || !cj_build_says_integer(build, cj_tree_operand(build->tree, index, 1), &which) ||
        which < -2 || which > 1)
        return cj_build_refuse_pair(build, call);
    if (!cj_build_check_arguments(build, call, pairs[pair].operands, pairs[pair].operands, ""))
        return CJ_NO_TERM;
    for (size_t k = 0; k < pairs[pair].operands; k++) {
        if ((operands[k] = cj_build_value(build, cj_tree_operand(build->tree, call, k))) == CJ_NO_TERM)
            return CJ_NO_TERM;
    }
    if (pairs[pair].real && cj_kind_of(cj_build_term(build, operands[0])->type.dtype) == CJ_KIND_COMPLEX)
        return cj_build_refuse(build, call->name, "%s is not there for %s", pairs[pair].name,
                               cujit_dtype_name(cj_build_term(build, operands[0])->type.dtype));
    return pairs[pair].build(build, operands, (int)(which & 1), call->name);
}
