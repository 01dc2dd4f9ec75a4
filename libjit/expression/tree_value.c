/*
 * tree_value.c: values of an expression, with Python's precedence: recursive descent over the tokens of notation.h, one
 * token ahead.
 *
 * What operators of one level and what stands behind a value (calls, indices, methods) join in a row is read by loops;
 * recursion is for what nests, and counted: CJ_TREE_MAX_DEPTH. tree_refuse.c says what is wrong.
 */
#include "libjit/expression/tree_parser.h"

#include <string.h>

static uint32_t read_any(cj_tree_parser *p);
static uint32_t read_signed(cj_tree_parser *p);

/* ---- Nodes ------------------------------------------------------------------------------------------------------- */

/* From `start` to the token taken last. */
static cj_span since(const cj_tree_parser *p, uint32_t start)
{
    return (cj_span){start, p->previous.at + p->previous.length - start};
}

static uint32_t add(cj_tree_parser *p, cj_node node, const uint32_t *operands, size_t count)
{
    cj_tree *tree = p->tree;

    if (tree->node_count == CJ_TREE_MAX_NODES)
        cj_tree_fail(p, node.name, "the expression is too large; expected at most %d values and operators",
                     CJ_TREE_MAX_NODES);
    if (p->status != CUJIT_OK ||
        !cj_tree_reserve(p, &tree->nodes, tree->node_count, &p->node_capacity, sizeof *tree->nodes))
        return 0;
    node.first = (uint32_t)tree->operand_count;
    node.count = (uint32_t)count;
    for (size_t k = 0; k < count; k++) {
        if (!cj_tree_reserve(p, &tree->operands, tree->operand_count, &p->operand_capacity, sizeof *tree->operands))
            return 0;
        tree->operands[tree->operand_count++] = operands[k];
    }
    tree->nodes[tree->node_count] = node;
    return (uint32_t)tree->node_count++;
}

/* A list of operands that is being read begins where the stack of pending ones ends. */
static void push(cj_tree_parser *p, size_t begin, uint32_t operand, cj_span place)
{
    if (p->pending_count - begin == CJ_TREE_MAX_OPERANDS)
        cj_tree_fail(p, place, "too many of them in one pair of brackets; expected at most %d", CJ_TREE_MAX_OPERANDS);
    if (p->status == CUJIT_OK &&
        cj_tree_reserve(p, &p->pending, p->pending_count, &p->pending_capacity, sizeof *p->pending))
        p->pending[p->pending_count++] = operand;
}

static uint32_t add_pending(cj_tree_parser *p, cj_node node, size_t begin)
{
    const size_t count = p->pending_count - begin;
    const uint32_t number = add(p, node, count > 0 ? p->pending + begin : NULL, count);

    p->pending_count = begin;
    return number;
}

/* One level deeper; the caller comes back by p->depth--. */
static void descend(cj_tree_parser *p, cj_span at)
{
    if (++p->depth > CJ_TREE_MAX_DEPTH)
        cj_tree_fail(p, at, "nested too deeply; expected at most %d levels of brackets and operators",
                     CJ_TREE_MAX_DEPTH);
}

static void need_value(cj_tree_parser *p, uint32_t number)
{
    const cj_node *node;

    if (p->status != CUJIT_OK)
        return;
    node = &p->tree->nodes[number];
    if (node->kind == CJ_NODE_TUPLE)
        cj_tree_fail(p, node->place, "a tuple is an argument or an index, and no value; expected an array or a number");
    else if (node->kind == CJ_NODE_NEW_AXIS)
        cj_tree_fail(p, node->place, "'%.*s' is an index or an argument, and no value; expected an array or a number",
                     CJ_TREE_QUOTE(p->tree, node->place));
}

/* ---- Names, numbers, brackets ------------------------------------------------------------------------------------ */

/* At what ends a list in brackets, be it the right bracket or not. */
static bool at_end_of_list(const cj_tree_parser *p)
{
    return p->token.kind <= CJ_NOTATION_STATEMENT_END || cj_tree_at(p, ")") || cj_tree_at(p, "]");
}

/* At the closing bracket of what was opened by `opening`, or it fails. */
static void close_bracket(cj_tree_parser *p, cj_span opening, uint32_t value)
{
    const bool round = p->tree->text[opening.at] == '(';
    const char *symbol = round ? ")" : "]";

    if (cj_tree_take_if(p, symbol) || p->status != CUJIT_OK)
        return;
    if (at_end_of_list(p))
        cj_tree_fail(p, opening, "this '%s' is not closed: expected '%s'%s%.*s%s", round ? "(" : "[", symbol,
                     p->token.kind == CJ_NOTATION_END ? "" : " before '", CJ_TREE_QUOTE(p->tree, p->token.place),
                     p->token.kind == CJ_NOTATION_END ? "" : "'");
    else
        cj_tree_fail_behind(p, value, round ? "an operator, ',' or ')'" : "an operator, ',' or ']'");
}

static uint32_t read_number(cj_tree_parser *p)
{
    cj_node node = {.place = p->token.place, .name = p->token.place};

    if (p->token.kind == CJ_NOTATION_INTEGER) {
        node.kind = CJ_NODE_INTEGER;
        node.value.integer = p->token.value.integer;
    } else {
        node.kind = p->token.kind == CJ_NOTATION_REAL ? CJ_NODE_REAL : CJ_NODE_IMAGINARY;
        node.value.real = p->token.value.real;
    }
    cj_tree_take(p);
    return add(p, node, NULL, 0);
}

/* "(x)": x; "(x,)", "(x, y)", "()": a tuple, and so is "[x]" as an argument, "concatenate([x, y])". */
static uint32_t read_bracketed(cj_tree_parser *p)
{
    const cj_span opening = p->token.place;
    const bool list = cj_tree_at(p, "[");
    const size_t begin = p->pending_count;
    bool tuple = true;
    uint32_t value = 0;

    descend(p, opening);
    cj_tree_take(p);
    while (tuple && !at_end_of_list(p)) {
        const cj_span at = p->token.place;

        value = read_any(p);
        tuple = list || p->pending_count > begin || cj_tree_at(p, ",");
        if (tuple && p->status == CUJIT_OK && p->tree->nodes[value].kind != CJ_NODE_TUPLE)
            need_value(p, value);
        push(p, begin, value, at);
        if (!cj_tree_take_if(p, ","))
            break;
    }
    close_bracket(p, opening, value);
    p->depth--;
    if (tuple)
        return add_pending(p, (cj_node){.kind = CJ_NODE_TUPLE, .place = since(p, opening.at), .name = opening}, begin);
    p->pending_count = begin;
    return value;
}

/* "np.", "np.linalg.", "scipy.special.", "math." in front of a name say nothing. */
static bool is_module(const cj_tree_parser *p, cj_span name)
{
    static const char *const modules[] = {"np", "numpy", "scipy", "math", "linalg", "special"};
    bool found = false;

    for (size_t k = 0; k < sizeof modules / sizeof *modules; k++)
        found = found || cj_tree_says(p->tree, name, modules[k]);
    return found;
}

static uint32_t read_name(cj_tree_parser *p)
{
    const uint32_t start = p->token.place.at;
    cj_node node = {.kind = CJ_NODE_NAME};
    cj_span name = p->token.place;

    cj_tree_take(p);
    while (is_module(p, name) && cj_tree_take_if(p, ".")) {
        if (p->token.kind != CJ_NOTATION_NAME || !cj_tree_at_value(p))
            cj_tree_fail_expected(p, "a name behind '.'");
        name = p->token.place;
        cj_tree_take(p);
    }
    if (cj_tree_says(p->tree, name, "True") || cj_tree_says(p->tree, name, "False")) {
        node.kind = CJ_NODE_BOOL;
        node.value.integer = cj_tree_says(p->tree, name, "True");
    } else if (cj_tree_says(p->tree, name, "None") || cj_tree_says(p->tree, name, "newaxis")) {
        node.kind = CJ_NODE_NEW_AXIS;
    }
    node.place = since(p, start);
    node.name = name;
    return add(p, node, NULL, 0);
}

static uint32_t read_atom(cj_tree_parser *p)
{
    if (cj_tree_at(p, "("))
        return read_bracketed(p);
    if (!cj_tree_at_value(p)) {
        cj_tree_fail_no_value(p);
        return 0;
    }
    return p->token.kind == CJ_NOTATION_NAME ? read_name(p) : read_number(p);
}

/* ---- Calls, indices, methods ------------------------------------------------------------------------------------- */

/* `value` was read, and '=' follows: it is the name of an argument. */
static uint32_t read_keyword(cj_tree_parser *p, uint32_t value, uint32_t start, size_t begin)
{
    const cj_node node = p->tree->nodes[value];
    cj_node keyword = {.kind = CJ_NODE_KEYWORD, .name = node.name};

    if (node.kind != CJ_NODE_NAME || node.name.length != since(p, start).length)
        cj_tree_fail_behind(p, value, "");
    for (size_t k = begin; p->status == CUJIT_OK && k < p->pending_count; k++) {
        const cj_node *other = &p->tree->nodes[p->pending[k]];

        if (other->kind == CJ_NODE_KEYWORD && other->name.length == node.name.length &&
            memcmp(p->tree->text + other->name.at, p->tree->text + node.name.at, node.name.length) == 0)
            cj_tree_fail(p, node.name, "the argument '%.*s' is given twice", CJ_TREE_QUOTE(p->tree, node.name));
    }
    if (p->status != CUJIT_OK)
        return 0;
    p->tree->node_count--; /* the name is none of the values */
    cj_tree_take(p);
    value = read_any(p);
    keyword.place = since(p, start);
    return add(p, keyword, &value, 1);
}

/* At '('; the arguments that stand in front of it are pending from `begin` on. */
static void read_arguments(cj_tree_parser *p, size_t begin)
{
    const cj_span opening = p->token.place;
    bool keywords = false;
    uint32_t value = 0;

    descend(p, opening);
    cj_tree_take(p);
    while (!at_end_of_list(p)) {
        const cj_span at = p->token.place;
        const bool before = keywords;

        value = cj_tree_at(p, "[") ? read_bracketed(p) : read_any(p);
        keywords = cj_tree_at(p, "=");
        if (keywords)
            value = read_keyword(p, value, at.at, begin);
        else if (before && (cj_tree_at(p, ",") || cj_tree_at(p, ")")))
            cj_tree_fail(p, at, "an argument without a name behind one with a name; to compare, write '=='");
        push(p, begin, value, at);
        if (!cj_tree_take_if(p, ","))
            break;
    }
    close_bracket(p, opening, value);
    p->depth--;
}

static bool at_end_of_part(const cj_tree_parser *p)
{
    return cj_tree_at(p, ":") || cj_tree_at(p, ",") || at_end_of_list(p);
}

/* A start, stop or step, which may be absent; its place is inside of the slice all the same. */
static uint32_t read_part(cj_tree_parser *p)
{
    const cj_span before = p->previous;
    const cj_span nothing = {cj_tree_at(p, ":") ? p->token.place.at : before.at + before.length, 0};

    return at_end_of_part(p) ? add(p, (cj_node){.kind = CJ_NODE_ABSENT, .place = nothing, .name = nothing}, NULL, 0)
                             : cj_tree_read_value(p);
}

static uint32_t read_one_index(cj_tree_parser *p)
{
    const cj_span start = p->token.place;
    cj_node slice = {.kind = CJ_NODE_SLICE};
    uint32_t parts[3];

    if (cj_tree_take_if(p, "..."))
        return add(p, (cj_node){.kind = CJ_NODE_ELLIPSIS, .place = start, .name = start}, NULL, 0);
    parts[0] = cj_tree_at(p, ":") ? read_part(p) : read_any(p);
    if (!cj_tree_at(p, ":"))
        return parts[0];
    if (p->tree->nodes[parts[0]].kind != CJ_NODE_ABSENT)
        need_value(p, parts[0]);
    slice.name = p->token.place;
    cj_tree_take(p);
    parts[1] = read_part(p);
    if (cj_tree_at(p, ":"))
        cj_tree_take(p);
    else if (!at_end_of_part(p))
        return parts[1]; /* the bracket is not closed here: an error of the caller's */
    parts[2] = read_part(p);
    slice.place = since(p, start.at);
    return add(p, slice, parts, 3);
}

/* At '['. */
static uint32_t read_index(cj_tree_parser *p, uint32_t base, uint32_t start)
{
    const cj_span opening = p->token.place;
    const size_t begin = p->pending_count;
    uint32_t value = 0;

    need_value(p, base);
    push(p, begin, base, opening);
    descend(p, opening);
    cj_tree_take(p);
    if (cj_tree_at(p, "]"))
        cj_tree_fail_expected(p, "an index");
    while (!at_end_of_list(p)) {
        const cj_span at = p->token.place;

        value = read_one_index(p);
        push(p, begin, value, at);
        if (!cj_tree_take_if(p, ","))
            break;
    }
    close_bracket(p, opening, value);
    p->depth--;
    return add_pending(p, (cj_node){.kind = CJ_NODE_INDEX, .place = since(p, start), .name = opening}, begin);
}

static uint32_t read_call(cj_tree_parser *p, uint32_t function, uint32_t start)
{
    const cj_node node = p->tree->nodes[function];
    const size_t begin = p->pending_count;

    p->tree->node_count--; /* the function's name is none of the values */
    read_arguments(p, begin);
    return add_pending(p, (cj_node){.kind = CJ_NODE_CALL, .place = since(p, start), .name = node.name}, begin);
}

/* Attributes are methods that take nothing, and need no brackets; all but ".T", which is assigned to as well. */
const char *const cj_tree_attributes[] = {"T", "mT", "real", "imag", "size", "shape", "ndim", NULL};

static bool is_attribute(const cj_tree_parser *p, cj_span name)
{
    bool found = false;

    for (size_t k = 0; cj_tree_attributes[k] != NULL; k++)
        found = found || cj_tree_says(p->tree, name, cj_tree_attributes[k]);
    return found;
}

/* At '.': ".T", an attribute, or a method. */
static uint32_t read_attribute(cj_tree_parser *p, uint32_t base, uint32_t start)
{
    const size_t begin = p->pending_count;
    cj_node node = {.kind = CJ_NODE_CALL, .method = true};

    need_value(p, base);
    cj_tree_take(p);
    if (p->token.kind != CJ_NOTATION_NAME || !cj_tree_at_value(p))
        cj_tree_fail_expected(p, "'T' or the name of a method behind '.'");
    node.name = p->token.place;
    cj_tree_take(p);
    if (cj_tree_says(p->tree, node.name, "T")) {
        node = (cj_node){.kind = CJ_NODE_TRANSPOSE, .place = since(p, start), .name = node.name};
        return add(p, node, &base, 1);
    }
    push(p, begin, base, node.name);
    if (cj_tree_at(p, "("))
        read_arguments(p, begin);
    else if (!is_attribute(p, node.name))
        cj_tree_fail_attribute(p, node.name);
    node.place = since(p, start);
    return add_pending(p, node, begin);
}

static uint32_t read_postfix(cj_tree_parser *p)
{
    const uint32_t start = p->token.place.at;
    uint32_t value = read_atom(p);

    while (p->status == CUJIT_OK) {
        const cj_node *node = &p->tree->nodes[value];

        if (cj_tree_at(p, "(") && node->kind == CJ_NODE_NAME && node->place.length == since(p, start).length)
            value = read_call(p, value, start);
        else if (cj_tree_at(p, "["))
            value = read_index(p, value, start);
        else if (cj_tree_at(p, "."))
            value = read_attribute(p, value, start);
        else
            break;
    }
    if (cj_tree_at(p, "("))
        cj_tree_fail(p, p->token.place,
                     "missing operator before '(': only names are called; a product is written "
                     "with '*'");
    return value;
}

/* ---- Operators --------------------------------------------------------------------------------------------------- */

/* Levels of operators with two operands, from what binds least. */
enum { NO_LEVEL, COMPARISON, OR, XOR, AND, SHIFT, SUM, PRODUCT, LEVELS };

/* The level of the next token; NO_LEVEL: it is no such operator. */
static int level_of(const cj_tree_parser *p, cj_operator *op)
{
    static const int levels[CJ_OPERATORS] = {
        [CJ_OPERATOR_ADD] = SUM,
        [CJ_OPERATOR_SUBTRACT] = SUM,
        [CJ_OPERATOR_MULTIPLY] = PRODUCT,
        [CJ_OPERATOR_DIVIDE] = PRODUCT,
        [CJ_OPERATOR_FLOOR_DIVIDE] = PRODUCT,
        [CJ_OPERATOR_REMAINDER] = PRODUCT,
        [CJ_OPERATOR_CONTRACT] = PRODUCT,
        [CJ_OPERATOR_AND] = AND,
        [CJ_OPERATOR_OR] = OR,
        [CJ_OPERATOR_XOR] = XOR,
        [CJ_OPERATOR_LEFT_SHIFT] = SHIFT,
        [CJ_OPERATOR_RIGHT_SHIFT] = SHIFT,
        [CJ_OPERATOR_LESS] = COMPARISON,
        [CJ_OPERATOR_LESS_EQUAL] = COMPARISON,
        [CJ_OPERATOR_GREATER] = COMPARISON,
        [CJ_OPERATOR_GREATER_EQUAL] = COMPARISON,
        [CJ_OPERATOR_EQUAL] = COMPARISON,
        [CJ_OPERATOR_NOT_EQUAL] = COMPARISON,
    };

    for (int k = CJ_OPERATOR_ADD; k < CJ_OPERATOR_NEGATIVE; k++) {
        if (cj_tree_at(p, cj_operator_symbol((cj_operator)k))) {
            *op = (cj_operator)k;
            return levels[k];
        }
    }
    return NO_LEVEL;
}

static uint32_t add_operator(cj_tree_parser *p, cj_operator op, cj_span symbol, uint32_t start,
                             const uint32_t *operands, size_t count)
{
    for (size_t k = 0; k < count; k++)
        need_value(p, operands[k]);
    return add(p, (cj_node){.kind = CJ_NODE_OPERATOR, .op = op, .place = since(p, start), .name = symbol}, operands,
               count);
}

/* "postfix ** signed": it binds tighter than a sign before it, and the sign behind it tighter still. */
static uint32_t read_power(cj_tree_parser *p)
{
    const uint32_t start = p->token.place.at;
    uint32_t operands[2] = {read_postfix(p), 0};
    const cj_span symbol = p->token.place;

    if (!cj_tree_take_if(p, "**"))
        return operands[0];
    descend(p, symbol);
    operands[1] = read_signed(p);
    p->depth--;
    return add_operator(p, CJ_OPERATOR_POWER, symbol, start, operands, 2);
}

static uint32_t read_signed(cj_tree_parser *p)
{
    const cj_span symbol = p->token.place;
    cj_operator op;
    uint32_t operand;

    if (cj_tree_at(p, "-"))
        op = CJ_OPERATOR_NEGATIVE;
    else if (cj_tree_at(p, "+"))
        op = CJ_OPERATOR_POSITIVE;
    else if (cj_tree_at(p, "~"))
        op = CJ_OPERATOR_INVERT;
    else
        return read_power(p);
    descend(p, symbol);
    cj_tree_take(p);
    operand = read_signed(p);
    p->depth--;
    return add_operator(p, op, symbol, symbol.at, &operand, 1);
}

/* An operator whose second operand is being read. */
typedef struct open_operator {
    cj_operator op;
    int level;
    cj_span symbol;
    uint32_t left, start; /* the first operand, and where it begins */
} open_operator;

/* Operators of all levels, without recursion: open ones bind tighter and tighter, so that there are few of them. */
static uint32_t read_binary(cj_tree_parser *p)
{
    open_operator open[LEVELS];
    size_t count = 0;

    for (;;) {
        open_operator next = {.start = p->token.place.at};

        next.left = read_signed(p);
        next.symbol = p->token.place;
        next.level = level_of(p, &next.op);
        for (; count > 0 && open[count - 1].level >= next.level; count--) {
            const open_operator *last = &open[count - 1];

            if (next.level == COMPARISON && last->level == COMPARISON)
                cj_tree_fail_chain(p, last->op, next.left);
            next.left = add_operator(p, last->op, last->symbol, last->start, (uint32_t[]){last->left, next.left}, 2);
            next.start = last->start;
        }
        if (next.level == NO_LEVEL)
            return next.left;
        open[count++] = next;
        cj_tree_take(p);
    }
}

/* "x if c else y", or what binds tighter: a value, a tuple or a new axis. */
static uint32_t read_any(cj_tree_parser *p)
{
    const uint32_t start = p->token.place.at;
    uint32_t operands[3] = {0, read_binary(p), 0};
    cj_node node = {.kind = CJ_NODE_CONDITION, .name = p->token.place};

    if (!cj_tree_at_word(p, "if"))
        return operands[1];
    descend(p, p->token.place);
    cj_tree_take(p);
    operands[0] = read_binary(p);
    if (!cj_tree_at_word(p, "else"))
        cj_tree_fail_expected(p, "'else': a condition is written x if c else y");
    cj_tree_take(p);
    operands[2] = read_any(p);
    p->depth--;
    for (size_t k = 0; k < 3; k++)
        need_value(p, operands[k]);
    node.place = since(p, start);
    return add(p, node, operands, 3);
}

uint32_t cj_tree_read_value(cj_tree_parser *p)
{
    const uint32_t value = read_any(p);

    need_value(p, value);
    return value;
}
