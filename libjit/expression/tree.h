/*
 * tree.h: the text of an expression as a tree: what was written, with nothing of types, shapes and names' meaning.
 *
 * docs/expressions.md has the grammar: statements of NumPy's notation, with Python's precedence.
 */
#ifndef LIBJIT_TREE_H
#define LIBJIT_TREE_H

#include "libjit/base/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    CJ_TREE_MAX_LENGTH = 65536, /* bytes of a text */
    CJ_TREE_MAX_NODES = 16384,
    /* Of brackets, signs, powers and conditions inside of each other: the deepest takes 160 KB of stack. a + b + c does
     * not nest, so that a tree may be as deep as it has nodes: nobody walks it by recursion. */
    CJ_TREE_MAX_DEPTH = 200,
    CJ_TREE_MAX_OPERANDS = 64, /* arguments of a call, indices, elements of a tuple */
    CJ_TREE_MAX_VIEWS = 16,    /* of a target: x[0].T[1:] has three */
};

/* What an operator does; the table of functions (functions.h) has each under its symbol. */
typedef enum cj_operator {
    CJ_OPERATOR_NONE,
    CJ_OPERATOR_ADD,
    CJ_OPERATOR_SUBTRACT,
    CJ_OPERATOR_MULTIPLY,
    CJ_OPERATOR_DIVIDE,       /* / */
    CJ_OPERATOR_FLOOR_DIVIDE, /* // */
    CJ_OPERATOR_REMAINDER,    /* % */
    CJ_OPERATOR_POWER,        /* ** */
    CJ_OPERATOR_AND,          /* & | ^ ~ */
    CJ_OPERATOR_OR,
    CJ_OPERATOR_XOR,
    CJ_OPERATOR_INVERT,
    CJ_OPERATOR_LEFT_SHIFT,
    CJ_OPERATOR_RIGHT_SHIFT,
    CJ_OPERATOR_LESS,
    CJ_OPERATOR_LESS_EQUAL,
    CJ_OPERATOR_GREATER,
    CJ_OPERATOR_GREATER_EQUAL,
    CJ_OPERATOR_EQUAL,
    CJ_OPERATOR_NOT_EQUAL,
    CJ_OPERATOR_CONTRACT, /* @ */
    CJ_OPERATOR_NEGATIVE, /* unary */
    CJ_OPERATOR_POSITIVE,
    CJ_OPERATORS
} cj_operator;

/* "+", "//", ...; "-" and "+" of the unary ones too. */
const char *cj_operator_symbol(cj_operator op);

typedef enum cj_node_kind {
    CJ_NODE_INTEGER = 1, /* integer: 0 to 2^64 - 1 */
    CJ_NODE_REAL,        /* real */
    CJ_NODE_IMAGINARY,   /* real, times i */
    CJ_NODE_BOOL,        /* integer: True, False */
    CJ_NODE_NAME,        /* name */
    CJ_NODE_OPERATOR,    /* op; 1 or 2 operands */
    CJ_NODE_CONDITION,   /* `x if c else y`: operands c, x, y */
    CJ_NODE_CALL,        /* name; arguments, those with keywords last. `x.f(y)` is f(x, y), with method set */
    CJ_NODE_KEYWORD,     /* name = value, of a call: 1 operand */
    CJ_NODE_TUPLE,       /* (a, b), (a,), (): an argument, an index, or an element of a tuple, and nothing else */
    CJ_NODE_INDEX,    /* base, then one operand for each place: a value, a tuple, or a node of the next three kinds */
    CJ_NODE_SLICE,    /* start, stop, step: 3 operands, each may be CJ_NODE_ABSENT */
    CJ_NODE_NEW_AXIS, /* None or newaxis: an index or an argument, and nothing else */
    CJ_NODE_ELLIPSIS, /* ...: an index, and nothing else */
    CJ_NODE_ABSENT,
    CJ_NODE_TRANSPOSE, /* x.T: 1 operand */
} cj_node_kind;

/* A piece of the text. */
typedef struct cj_span {
    uint32_t at, length; /* bytes */
} cj_span;

typedef struct cj_node {
    cj_node_kind kind;
    cj_operator op;
    bool method;
    cj_span place; /* all of it, without brackets around it */
    cj_span name;  /* of calls, keywords and x.T the name alone ("sin" of "np.sin(x)"), of operators the symbol, of
                              others what tells them: "[", "if", ":", the number; where an error's caret stands */
    uint32_t first, count; /* its operands: tree->operands[first + k] is a node's number */
    union {
        uint64_t integer;
        double real;
    } value;
} cj_node;

/* value;   name = value;   name[...] = value;   name op= value;   name[...] op= value; also name.T[...],
 * name[...][...] */
typedef struct cj_statement {
    uint32_t first;  /* of its nodes: up to `target` they are the target's, from there to `value` the value's */
    uint32_t target; /* a node: NAME, or an INDEX of INDEX and TRANSPOSE nodes down to a NAME; UINT32_MAX: there is
                        none, the value is what counts */
    cj_operator op;  /* of op=; NONE: plain assignment, or no target */
    uint32_t value;  /* a node, the last one of the statement's */
    cj_span place;
} cj_statement;

/* A tree has at least one statement. Operands stand before the nodes that they belong to: one pass over `nodes` from
 * the first to the last evaluates all. Each node is an operand of one other at most. */
typedef struct cj_tree {
    const char *text; /* the tree's own copy, ended by '\0' */
    size_t length;
    cj_node *nodes;
    uint32_t *operands;
    cj_statement *statements;
    size_t node_count, operand_count, statement_count;
} cj_tree;

/* CUJIT_ERROR_EXPRESSION with place and caret (part "expression"): what does not read as an expression; what is longer,
 * deeper or larger than the limits above. CUJIT_ERROR_INVALID_ARGUMENT: the text is NULL. The caller clears the tree;
 * where it failed there is nothing to clear. */
cujit_status cj_tree_parse(const char *text, cj_tree *tree, cujit_error *error);
void cj_tree_clear(cj_tree *tree);

static inline const cj_node *cj_tree_operand(const cj_tree *tree, const cj_node *node, size_t k)
{
    return &tree->nodes[tree->operands[node->first + k]];
}

/* Does a name of the text say `word`? */
bool cj_tree_says(const cj_tree *tree, cj_span place, const char *word);

/* Is it a word that texts have a meaning of their own for, so that nothing can be called so? */
bool cj_tree_is_reserved(const char *word);

/* Sets CUJIT_ERROR_EXPRESSION, or another status, with the place in the text, and returns it. */
cujit_status cj_tree_error(const cj_tree *tree, cj_span place, cujit_status status, cujit_error *error,
                           const char *format, ...) CJ_PRINTF(5, 6);

/* For messages, as "%.*s": a piece of the text as it stands there, of at most 40 characters. */
#define CJ_TREE_QUOTE(tree, place) (int)((place).length < 40 ? (place).length : 40), (tree)->text + (place).at

/* The candidate nearest to a name by edit distance, of equally near ones the one that begins most alike: NULL where
 * none is near. Near is one letter wrong of three; of a single letter only that it is large where it should be small,
 * or the other way. */
const char *cj_tree_nearest(const cj_tree *tree, cj_span name, const char *const *candidates, size_t count);
/* For messages: "; did you mean 'x'?", or "". Returns `out`. */
enum { CJ_TREE_SUGGESTED = 64 };
const char *cj_tree_suggest(const cj_tree *tree, cj_span name, const char *const *candidates, size_t count,
                            char out[CJ_TREE_SUGGESTED]);

#endif
