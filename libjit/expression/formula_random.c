/*
 * formula_random.c: calls of uniform(), normal() and exponential(): which generator, what shape, which type.
 *
 * A generator is a number of the call's, a seed; each call in the text has a stream of its own under that seed, and an
 * element the number that it has in C order. What is given no shape takes that of what it is combined with: such nodes
 * are shapeless until an operand beside them has one, and are made then.
 */
#include "libjit/expression/formula_build.h"

#include <string.h>

struct cj_random_call {
    const char *name;
    const char *of_double, *of_float; /* in functions.def */
};

static const cj_random_call calls[] = {
    {"uniform", "(uniform)", "(uniform float32)"},
    {"normal", "(normal)", "(normal float32)"},
    {"exponential", "(exponential)", "(exponential float32)"},
};
enum { CALLS = sizeof calls / sizeof *calls };

const cj_random_call *cj_random_call_find(const char *name, size_t length)
{
    for (size_t k = 0; k < CALLS; k++) {
        if (strlen(calls[k].name) == length && memcmp(calls[k].name, name, length) == 0)
            return &calls[k];
    }
    return NULL;
}

const char *cj_random_call_list(size_t k)
{
    return k < CALLS ? calls[k].name : NULL;
}

/* ---- Shapes ------------------------------------------------------------------------------------------------------ */

void cj_build_settle_one(cj_build *build, const cj_node *node, uint32_t shape)
{
    uint32_t *term = &build->nodes[node - build->tree->nodes];
    const uint32_t before = build->shape;

    if (*term != CJ_SHAPELESS)
        return;
    build->shape = shape;
    *term = cj_build_node(build, node);
    build->shape = before;
}

/* Operand k of a node; of an argument with a keyword, its value. */
static const cj_node *find_operand(const cj_build *build, const cj_node *node, uint32_t k)
{
    const cj_node *operand = cj_tree_operand(build->tree, node, k);

    return operand->kind == CJ_NODE_KEYWORD ? cj_tree_operand(build->tree, operand, 0) : operand;
}

bool cj_build_settle(cj_build *build, const cj_node *node)
{
    uint32_t shape = build->shape;
    bool open = false;

    for (uint32_t k = 0; k < node->count; k++) {
        const uint32_t term = build->nodes[find_operand(build, node, k) - build->tree->nodes];

        open |= term == CJ_SHAPELESS;
        if (shape == CJ_NO_TERM && term < CJ_SHAPELESS && cj_build_term(build, term)->rank > 0)
            shape = term;
    }
    if (open && shape == CJ_NO_TERM)
        return false;
    for (uint32_t k = 0; open && k < node->count && build->status == CUJIT_OK; k++)
        cj_build_settle_one(build, find_operand(build, node, k), shape);
    return true;
}

/* ---- Calls ------------------------------------------------------------------------------------------------------- */

size_t cj_build_find_generator(const cj_build *build, const cj_node *node)
{
    const bool named = node != NULL && node->kind == CJ_NODE_NAME;
    const size_t found = named ? cj_build_find_operand(build, node->name) : build->named_count;

    return found < build->named_count && build->named[found].random ? found : build->named_count;
}

/* The generator that is named first, or else the only one there is; named_count: error. */
static size_t find_generator(cj_build *build, const cj_node *call, bool *named)
{
    size_t found = cj_build_find_generator(build, cj_build_find_argument(build, call, 0, NULL)), count = 0;

    *named = found < build->named_count;
    if (*named)
        return found;
    for (size_t k = 0; k < build->named_count; k++) {
        if (build->named[k].random) {
            found = k;
            count++;
        }
    }
    if (count == 1)
        return found;
    cj_build_refuse(build, call->name, "%s",
                    count == 0 ? "random numbers need a generator, a cujit_random, among the operands"
                               : "there are several generators; expected one as the first argument");
    return build->named_count;
}

/* What it is not told to be: that of the floating-point numbers whose shape it has, else double. */
static cujit_dtype find_dtype(cj_build *build, const cj_node *call, uint32_t shape)
{
    const cj_node *typed = cj_build_find_argument(build, call, SIZE_MAX, "dtype");
    cujit_dtype dtype;

    if (typed == NULL) {
        const cj_value_type type = cj_build_term(build, shape)->type;

        dtype = cj_dtype_part(cj_working_type(type.dtype));
        return type.weak || cj_kind_of(dtype) != CJ_KIND_REAL ? CUJIT_FLOAT64 : dtype;
    }
    dtype = cj_build_take_dtype(build, typed);
    if (dtype == CUJIT_DTYPE_NONE || cj_kind_of(dtype) == CJ_KIND_REAL)
        return dtype;
    cj_build_refuse(build, typed->place, "random numbers are floating-point numbers, not %s", cujit_dtype_name(dtype));
    return CUJIT_DTYPE_NONE;
}

/* The number of each element. */
static uint32_t add_places(cj_build *build, uint32_t shape, cj_span place)
{
    cj_term term = {
        .kind = CJ_TERM_PLACE, .type = {CUJIT_INT64, false}, .count = 1, .arguments = {shape}, .caret = place};

    term.rank = cj_build_term(build, shape)->rank;
    return term.rank == 0 ? cj_build_integer(build, 0, place) : cj_build_add(build, &term);
}

uint32_t cj_build_random(cj_build *build, const cj_node *call, const cj_random_call *what)
{
    bool named;
    const size_t generator = find_generator(build, call, &named);
    const cj_node *like = cj_build_find_argument(build, call, named, NULL);
    uint32_t shape = build->shape, arguments[3];
    cujit_dtype dtype;
    const char *name;

    if (generator == build->named_count || !cj_build_check_arguments(build, call, 0, named + 1u, " dtype "))
        return CJ_NO_TERM;
    if (like != NULL && like->kind != CJ_NODE_KEYWORD && (shape = cj_build_value(build, like)) == CJ_NO_TERM)
        return CJ_NO_TERM;
    if (shape == CJ_NO_TERM)
        return CJ_SHAPELESS;
    if ((dtype = find_dtype(build, call, shape)) == CUJIT_DTYPE_NONE)
        return CJ_NO_TERM;
    arguments[0] = cj_build_operand(build, generator, call->name);
    arguments[1] = add_places(build, shape, call->name);
    arguments[2] = cj_build_integer(build, build->draws++, call->name);
    if (arguments[0] == CJ_NO_TERM || arguments[1] == CJ_NO_TERM || arguments[2] == CJ_NO_TERM)
        return CJ_NO_TERM;
    name = dtype == CUJIT_FLOAT64 ? what->of_double : what->of_float;
    arguments[0] = cj_build_apply(build, cj_function_find(name, strlen(name)), arguments, call->name);
    return arguments[0] != CJ_NO_TERM ? cj_build_cast(build, arguments[0], dtype, call->name) : CJ_NO_TERM;
}
