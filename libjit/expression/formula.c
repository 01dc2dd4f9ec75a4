/*
 * formula.c: statements, names and operators become terms.
 *
 * The nodes of a tree stand in the order of their evaluation, so that one pass over each statement's does it. A node
 * that is no value (a slice, the name of a dtype, a tuple) has no term; who wants it to be one says what is wrong with
 * it.
 */
#include "libjit/base/alloc.h"
#include "libjit/expression/formula_build.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* A name of an intermediate value. */
typedef struct cj_binding {
    cj_span name;
    uint32_t term;
} cj_binding;

/* ---- Names ------------------------------------------------------------------------------------------------------- */

static bool is_called(const cj_build *build, cj_span name, const char *text, size_t length)
{
    return name.length == length && memcmp(build->tree->text + name.at, text, length) == 0;
}

size_t cj_build_find_operand(const cj_build *build, cj_span name)
{
    size_t k = 0;

    while (k < build->named_count && !is_called(build, name, build->named[k].name, build->named[k].length))
        k++;
    return k;
}

static cj_binding *find_binding(const cj_build *build, cj_span name)
{
    for (size_t k = 0; k < build->binding_count; k++) {
        if (is_called(build, name, build->tree->text + build->bindings[k].name.at, build->bindings[k].name.length))
            return &build->bindings[k];
    }
    return NULL;
}

uint32_t cj_build_operand(cj_build *build, size_t k, cj_span place)
{
    const cj_named_type *named = &build->named[k];
    cj_term term = {.kind = CJ_TERM_NUMBER, .type = named->type, .caret = place};

    term.of.operand = (uint32_t)k;
    if (named->array) {
        term.kind = CJ_TERM_ARRAY;
        term.rank = named->rank;
        term.of.version = build->versions[named->memory];
    }
    return cj_build_add(build, &term);
}

uint32_t cj_build_real(cj_build *build, double value, cujit_dtype dtype, cj_span place)
{
    cj_term term = {.kind = CJ_TERM_LITERAL, .type = {dtype, true}, .caret = place};

    term.of.literal.real = value;
    return cj_build_add(build, &term);
}

/* Names that mean a number unless something else has them; NumPy's. */
static const struct {
    const char *name;
    double value;
} constants[] = {
    {"pi", 3.14159265358979323846},          {"e", 2.7182818284590452354}, {"inf", INFINITY}, {"nan", NAN},
    {"euler_gamma", 0.57721566490153286061},
};

static uint32_t add_name(cj_build *build, const cj_node *node)
{
    size_t operand = cj_build_find_operand(build, node->name);
    const cj_binding *binding = find_binding(build, node->name);

    if (operand < build->named_count)
        return build->named[operand].random ? CJ_NO_TERM : cj_build_operand(build, operand, node->place);
    if (binding != NULL)
        return binding->term;
    for (size_t k = 0; k < sizeof constants / sizeof *constants; k++) {
        if (cj_tree_says(build->tree, node->name, constants[k].name))
            return cj_build_real(build, constants[k].value, CUJIT_FLOAT64, node->place);
    }
    return CJ_NO_TERM; /* the name of a dtype, perhaps */
}

/* Names are short as a rule; of many the last ones count. */
enum { NEAR = 24, NEAR_LENGTH = 40 };

/* A copy of a name of the text; false: it is longer than what anybody mistypes. */
static bool copy_name(const cj_build *build, cj_span name, char out[NEAR_LENGTH])
{
    if (name.length >= NEAR_LENGTH)
        return false;
    memcpy(out, build->tree->text + name.at, name.length);
    out[name.length] = '\0';
    return true;
}

/* As cj_tree_suggest() has it. */
static const char *suggest(const cj_build *build, cj_span name, char out[CJ_TREE_SUGGESTED])
{
    const char *candidates[CJ_FORMULA_MAX_NAMED + NEAR];
    char copies[NEAR][NEAR_LENGTH];
    size_t count = 0, copied = 0;

    for (size_t k = 0; k < build->named_count; k++)
        candidates[count++] = build->named[k].name;
    for (size_t k = build->binding_count; k > 0 && copied < NEAR; k--) {
        if (copy_name(build, build->bindings[k - 1].name, copies[copied]))
            candidates[count++] = copies[copied++];
    }
    return cj_tree_suggest(build->tree, name, candidates, count, out);
}

static uint32_t refuse_name(cj_build *build, const cj_node *node)
{
    char more[CJ_TREE_SUGGESTED];
    const char *name = build->tree->text + node->name.at;
    const int length = node->name.length < 100 ? (int)node->name.length : 100;

    if (cj_build_find_operand(build, node->name) < build->named_count)
        return cj_build_refuse(build, node->place, "'%.*s' is a generator, and no value: normal(%.*s, x)", length, name,
                               length, name);
    if (cj_build_is_function(build, node->name))
        return cj_build_refuse(build, node->place, "'%.*s' is a function; its arguments are missing", length, name);
    return cj_build_refuse(build, node->place, "'%.*s' is no name of this call's or text's%s", length, name,
                           suggest(build, node->name, more));
}

/* ---- Values ------------------------------------------------------------------------------------------------------ */

/* A literal above 2^63 - 1 is of uint64 where nothing else says it, as NumPy has it. */
static uint32_t add_literal(cj_build *build, const cj_node *node)
{
    cj_term term = {.kind = CJ_TERM_LITERAL, .type = {CUJIT_INT64, true}, .caret = node->place};

    term.of.literal.integer = (int64_t)node->value.integer;
    if (node->kind == CJ_NODE_BOOL)
        term.type = (cj_value_type){CUJIT_BOOL, false};
    else if (node->value.integer > INT64_MAX)
        term.type = (cj_value_type){CUJIT_UINT64, true};
    return cj_build_add(build, &term);
}

uint32_t cj_build_value(cj_build *build, const cj_node *node)
{
    static const char *const others[] = {
        [CJ_NODE_KEYWORD] = "an argument with a keyword",
        [CJ_NODE_TUPLE] = "a tuple",
        [CJ_NODE_SLICE] = "a slice",
        [CJ_NODE_NEW_AXIS] = "None",
        [CJ_NODE_ELLIPSIS] = "...",
        [CJ_NODE_ABSENT] = "nothing",
    };
    const uint32_t term = build->nodes[node - build->tree->nodes];

    if (term == CJ_SHAPELESS)
        return cj_build_refuse(
            build, node->place,
            "these random numbers have no shape: they take that of what they are combined with, or of "
            "an argument: normal(x)");
    if (term != CJ_NO_TERM || build->status != CUJIT_OK)
        return term;
    if (cj_build_is_pair(build, node))
        return cj_build_refuse_pair(build, node);
    if (cj_build_is_shape(build, node))
        return cj_build_refuse_shape(build, node);
    if (node->kind != CJ_NODE_NAME)
        return cj_build_refuse(build, node->place, "%s is no value; expected one here", others[node->kind]);
    return refuse_name(build, node);
}

static uint32_t add_function(cj_build *build, const cj_function *function, const cj_node *node)
{
    uint32_t arguments[CJ_FUNCTION_MAX_OPERANDS];

    if (!cj_build_settle(build, node))
        return CJ_SHAPELESS;
    for (uint32_t k = 0; k < node->count; k++) {
        if ((arguments[k] = cj_build_value(build, cj_tree_operand(build->tree, node, k))) == CJ_NO_TERM)
            return CJ_NO_TERM;
    }
    return cj_build_apply(build, function, arguments, node->name);
}

static uint32_t add_contraction(cj_build *build, const cj_node *node)
{
    const uint32_t a = cj_build_value(build, cj_tree_operand(build->tree, node, 0)),
                   b = cj_build_value(build, cj_tree_operand(build->tree, node, 1));

    return a != CJ_NO_TERM && b != CJ_NO_TERM ? cj_build_contract(build, a, b, node) : CJ_NO_TERM;
}

uint32_t cj_build_node(cj_build *build, const cj_node *node)
{
    uint32_t base;

    switch (node->kind) {
    case CJ_NODE_INTEGER:
    case CJ_NODE_BOOL:
        return add_literal(build, node);
    case CJ_NODE_REAL:
        return cj_build_real(build, node->value.real, CUJIT_FLOAT64, node->place);
    case CJ_NODE_IMAGINARY:
        return cj_build_real(build, node->value.real, CUJIT_COMPLEX128, node->place);
    case CJ_NODE_NAME:
        return add_name(build, node);
    case CJ_NODE_OPERATOR:
        if (node->op == CJ_OPERATOR_CONTRACT)
            return add_contraction(build, node);
        return add_function(build, cj_function_of_operator(node->op), node);
    case CJ_NODE_CONDITION:
        return add_function(build, cj_function_find("where", 5), node);
    case CJ_NODE_CALL:
        return cj_build_is_pair(build, node) ? CJ_NO_TERM : cj_build_call(build, node);
    case CJ_NODE_INDEX:
    case CJ_NODE_TRANSPOSE:
        if (node->kind == CJ_NODE_INDEX && cj_build_is_pair(build, cj_tree_operand(build->tree, node, 0)))
            return cj_build_pair(build, cj_tree_operand(build->tree, node, 0), node);
        if (node->kind == CJ_NODE_INDEX && cj_build_is_shape(build, cj_tree_operand(build->tree, node, 0)))
            return cj_build_pick_length(build, cj_tree_operand(build->tree, node, 0), node);
        base = cj_build_value(build, cj_tree_operand(build->tree, node, 0));
        if (base == CJ_NO_TERM)
            return base;
        return node->kind == CJ_NODE_INDEX ? cj_build_index(build, base, node)
                                           : cj_build_transpose(build, base, node->place);
    default:
        return CJ_NO_TERM;
    }
}

/* ---- Statements -------------------------------------------------------------------------------------------------- */

/* What is assigned to: a name's node, the last one, and those of its views, from the outer ones to the inner. */
typedef struct target_list {
    uint32_t nodes[CJ_TREE_MAX_VIEWS + 1];
    size_t count; /* 0: the statement is a value */
} target_list;

static void list_target(const cj_tree *tree, const cj_statement *statement, target_list *target)
{
    target->count = 0;
    if (statement->target == UINT32_MAX)
        return;
    target->nodes[target->count++] = statement->target;
    while (tree->nodes[target->nodes[target->count - 1]].kind != CJ_NODE_NAME) {
        const uint32_t base = tree->operands[tree->nodes[target->nodes[target->count - 1]].first];

        target->nodes[target->count++] = base;
    }
}

/* The nodes that a statement's value, and the indices of its target, are made of. */
static bool add_nodes(cj_build *build, const cj_statement *statement, const target_list *target)
{
    const cj_tree *tree = build->tree;
    const uint32_t end = statement->value + 1;
    /* What an assignment gives a name to is not read, and what it writes a part of is read by store(). */
    size_t skipped = statement->op == CJ_OPERATOR_NONE || target->count > 1 ? target->count : 0;

    for (uint32_t k = statement->first; k < end && build->status == CUJIT_OK; k++) {
        build->place = tree->nodes[k].place;
        if (skipped > 0 && k == target->nodes[skipped - 1])
            skipped--;
        else
            build->nodes[k] = cj_build_node(build, &tree->nodes[k]);
    }
    return build->status == CUJIT_OK;
}

static bool bind_name(cj_build *build, cj_span name, uint32_t term)
{
    cj_binding *binding = find_binding(build, name);

    if (binding != NULL) {
        binding->term = term;
        return true;
    }
    if (!cj_build_grow(&build->bindings, build->binding_count, 1, sizeof *build->bindings)) {
        cj_build_no_memory(build);
        return false;
    }
    build->bindings[build->binding_count++] = (cj_binding){name, term};
    return true;
}

/* What is assigned to something of that type and rank. */
static uint32_t fit_value(cj_build *build, uint32_t value, cujit_dtype dtype, int rank, const cj_statement *statement)
{
    const cj_term *term = cj_build_term(build, value);
    const cj_span place = build->tree->nodes[statement->value].place;

    if (term->rank > rank)
        return cj_build_refuse(build, place, "a value of %d ax%s cannot be assigned to a place of %d", term->rank,
                               term->rank == 1 ? "is" : "es", rank);
    if (!(term->bound && cj_kind_of(dtype) >= CJ_KIND_INTEGER) && !cj_can_cast_same_kind(term->type.dtype, dtype))
        return cj_build_refuse(build, place, "%s cannot be assigned to %s; %s(...) makes it one",
                               cujit_dtype_name(term->type.dtype), cujit_dtype_name(dtype), cujit_dtype_name(dtype));
    if (!cj_build_check_number(build, value, dtype))
        return CJ_NO_TERM;
    return cj_build_cast(build, value, dtype, place);
}

/* With `op`, what the target was before goes into it. */
static uint32_t combine(cj_build *build, const cj_statement *statement, uint32_t before)
{
    const cj_node *node = &build->tree->nodes[statement->value];
    uint32_t both[] = {before, CJ_NO_TERM}, value;

    if (before != CJ_NO_TERM)
        cj_build_settle_one(build, node, before);
    both[1] = value = cj_build_value(build, node);
    if (value == CJ_NO_TERM || statement->op == CJ_OPERATOR_NONE)
        return value;
    return cj_build_apply(build, cj_function_of_operator(statement->op), both, statement->place);
}

/* x[mask]: the mask's term; CJ_NO_TERM: it is none. */
static uint32_t find_mask(const cj_build *build, const cj_node *view)
{
    const cj_node *one = view->kind == CJ_NODE_INDEX ? cj_tree_operand(build->tree, view, 1) : NULL;

    if (one == NULL || view->count != 2 || !cj_build_is_array_index(build, one))
        return CJ_NO_TERM;
    return cj_build_term(build, build->nodes[one - build->tree->nodes])->type.dtype == CUJIT_BOOL
               ? build->nodes[one - build->tree->nodes]
               : CJ_NO_TERM;
}

/* The array that is written to, or the view of it, or elements at places of these; where the mask, if there is one, is
 * true. */
static uint32_t find_region(cj_build *build, const target_list *target, size_t operand, uint32_t *mask)
{
    const cj_node *nodes = build->tree->nodes;
    uint32_t region = cj_build_operand(build, operand, nodes[target->nodes[target->count - 1]].place);

    *mask = CJ_NO_TERM;
    for (size_t k = target->count - 1; k > 0 && region != CJ_NO_TERM; k--) {
        const cj_node *view = &nodes[target->nodes[k - 1]];

        build->place = view->place;
        if (k == 1 && (*mask = find_mask(build, view)) != CJ_NO_TERM)
            return region;
        region = view->kind == CJ_NODE_INDEX ? cj_build_index(build, region, view)
                                             : cj_build_transpose(build, region, view->place);
        if (k > 1 && region != CJ_NO_TERM && cj_build_term(build, region)->kind == CJ_TERM_TAKE)
            return cj_build_refuse(build, view->place,
                                   "elements at places that an array says are assigned to all at once, x[i] = y; views "
                                   "stand before: x[0][i] = y");
    }
    return region;
}

/* What z[m] = value makes of all of z. */
static uint32_t mask_value(cj_build *build, uint32_t region, uint32_t mask, uint32_t value,
                           const cj_statement *statement)
{
    const cj_span place = build->tree->nodes[statement->target].place;
    int left = cj_build_term(build, region)->rank - cj_build_term(build, mask)->rank;
    uint32_t operands[] = {mask, value, region};

    if (left < 0)
        return cj_build_refuse(build, place, "a mask of %d axes for %d", cj_build_term(build, mask)->rank,
                               cj_build_term(build, region)->rank);
    if (cj_build_term(build, value)->rank > left && statement->op == CJ_OPERATOR_NONE)
        return cj_build_refuse(build, build->tree->nodes[statement->value].place,
                               "a mask takes one value for all that it picks; write x = where(mask, value, x)");
    for (; left > 0 && operands[0] != CJ_NO_TERM; left--)
        operands[0] = cj_build_expand(build, operands[0], cj_build_term(build, operands[0])->rank, place);
    return operands[0] != CJ_NO_TERM ? cj_build_apply(build, cj_function_find("where", 5), operands, place)
                                     : CJ_NO_TERM;
}

static void store(cj_build *build, const cj_statement *statement, const target_list *places, size_t operand)
{
    const cj_node *target = &build->tree->nodes[statement->target];
    const cj_named_type *named = &build->named[operand];
    cj_formula *out = build->out;
    uint32_t region, value, mask, fitted = CJ_NO_TERM, places_of = CJ_NO_TERM;

    if (!named->array || named->random) {
        cj_build_refuse(build, target->place, "%.*s is a %s of the call's; only arrays can be assigned to",
                        (int)named->length, named->name, named->random ? "generator" : "number");
        return;
    }
    if ((region = find_region(build, places, operand, &mask)) == CJ_NO_TERM)
        return;
    build->place = statement->place;
    if ((value = combine(build, statement, region)) == CJ_NO_TERM ||
        (value = fit_value(build, value, named->type.dtype, cj_build_term(build, region)->rank, statement)) ==
            CJ_NO_TERM ||
        (mask != CJ_NO_TERM && (value = mask_value(build, region, mask, value, statement)) == CJ_NO_TERM))
        return;
    if (cj_build_term(build, region)->kind == CJ_TERM_TAKE) {
        const cj_term *take = cj_build_term(build, region);

        places_of = region;
        region = take->arguments[take->count - 1];
        if ((value = cj_build_put(build, places_of, value, &fitted, statement->place)) == CJ_NO_TERM)
            return;
    }
    if (!cj_build_grow(&out->stores, out->store_count, 1, sizeof *out->stores)) {
        cj_build_no_memory(build);
        return;
    }
    out->stores[out->store_count++] = (cj_store){
        .region = region,
        .value = value,
        .operand = (uint32_t)operand,
        .version = ++build->versions[named->memory],
        .fitted = fitted,
        .places = places_of,
        .place = statement->place,
        .target = target->place,
    };
}

static void assign_name(cj_build *build, const cj_statement *statement, const cj_node *target)
{
    const cj_binding *binding = find_binding(build, target->name);
    uint32_t value, before = CJ_NO_TERM;

    if (build->tree->nodes[statement->target].kind == CJ_NODE_INDEX) {
        cj_build_refuse(build, target->place,
                        "only arrays that were handed over can be assigned to in part; this is %s",
                        binding != NULL ? "a value of the text" : "no array's name");
        return;
    }
    if (statement->op != CJ_OPERATOR_NONE && (before = cj_build_value(build, target)) == CJ_NO_TERM)
        return;
    if ((value = combine(build, statement, before)) == CJ_NO_TERM)
        return;
    /* e += 1 leaves e's type as it is. */
    if (before != CJ_NO_TERM && !cj_build_term(build, before)->type.weak)
        value = fit_value(build, value, cj_build_term(build, before)->type.dtype, cj_build_term(build, before)->rank,
                          statement);
    if (value != CJ_NO_TERM)
        bind_name(build, target->name, value);
}

static void add_statement(cj_build *build, const cj_statement *statement, const target_list *places, bool last)
{
    const cj_node *target;
    size_t operand;

    if (places->count == 0) {
        if (!last)
            cj_build_refuse(build, statement->place,
                            "this value goes nowhere; only the last statement may be a value without a name");
        else
            build->out->value = cj_build_value(build, &build->tree->nodes[statement->value]);
        return;
    }
    target = &build->tree->nodes[places->nodes[places->count - 1]];
    operand = cj_build_find_operand(build, target->name);
    if (operand < build->named_count)
        store(build, statement, places, operand);
    else
        assign_name(build, statement, target);
}

/* Numbers that nothing gave a type have the one that they are in C. */
static void settle_value(cj_build *build)
{
    cj_formula *out = build->out;

    if (build->status == CUJIT_OK && out->value != CJ_NO_TERM && out->terms[out->value].type.weak)
        out->value = cj_build_cast(build, out->value, out->terms[out->value].type.dtype, out->terms[out->value].caret);
}

cujit_status cj_formula_build(const cj_tree *tree, const cj_named_type *named, size_t named_count,
                              const cj_given *given, cj_formula *out, cujit_error *error)
{
    cj_build build = {.tree = tree,
                      .named = named,
                      .named_count = named_count,
                      .given = given,
                      .out = out,
                      .shape = CJ_NO_TERM,
                      .error = error};

    *out = (cj_formula){.value = CJ_NO_TERM};
    if ((build.nodes = cj_malloc((tree->node_count + 1) * sizeof *build.nodes)) == NULL)
        cj_build_no_memory(&build);
    else
        memset(build.nodes, 0xff, tree->node_count * sizeof *build.nodes);
    for (size_t k = 0; k < tree->statement_count && build.status == CUJIT_OK; k++) {
        const cj_statement *statement = &tree->statements[k];
        target_list target;

        list_target(tree, statement, &target);
        if (add_nodes(&build, statement, &target))
            add_statement(&build, statement, &target, k + 1 == tree->statement_count);
    }
    settle_value(&build);
    cj_free(build.nodes);
    cj_free(build.buckets);
    cj_free(build.bindings);
    return build.status;
}

void cj_formula_clear(cj_formula *formula)
{
    cj_free(formula->terms);
    cj_free(formula->axes);
    cj_free(formula->typings);
    cj_free(formula->stores);
    cj_free(formula->limits);
    *formula = (cj_formula){.value = CJ_NO_TERM};
}
