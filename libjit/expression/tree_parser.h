/*
 * tree_parser.h: what reads statements and values; for tree.c, tree_value.c and tree_refuse.c.
 */
#ifndef LIBJIT_TREE_PARSER_H
#define LIBJIT_TREE_PARSER_H

#include "libjit/expression/notation.h"
#include "libjit/expression/tree.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The first error stays: from then on the text is at its end, nothing is taken any more, and numbers of nodes mean
 * nothing. */
typedef struct cj_tree_parser {
    cj_tree *tree;
    cj_notation notation;
    cj_notation_token token; /* the next one, not yet taken */
    cj_span previous;        /* the one taken last; of no length: there is none */
    size_t depth;
    uint32_t *pending; /* operands of nodes that are being read: a stack */
    size_t pending_count, pending_capacity;
    size_t node_capacity, operand_capacity, statement_capacity;
    cujit_status status;
    cujit_error *error;
} cj_tree_parser;

/* Room for one more item: what `memory` points to grows. False: it failed, and the parser has. */
bool cj_tree_reserve(cj_tree_parser *p, void *memory, size_t count, size_t *capacity, size_t item_size);

void cj_tree_fail(cj_tree_parser *p, cj_span at, const char *format, ...) CJ_PRINTF(3, 4);

/* "expected ..., found ')'": at the next token. */
void cj_tree_fail_expected(cj_tree_parser *p, const char *format, ...) CJ_PRINTF(2, 3);

void cj_tree_take(cj_tree_parser *p);

/* Is the next token this symbol, or this word? */
bool cj_tree_at(const cj_tree_parser *p, const char *symbol);
bool cj_tree_at_word(const cj_tree_parser *p, const char *word);
bool cj_tree_take_if(cj_tree_parser *p, const char *symbol);

/* A value with all that belongs to it, as far as it reaches; the number of its node. Tuples, new axes and "..."
 * fail. */
uint32_t cj_tree_read_value(cj_tree_parser *p);

/* Does a value begin here with a name or a number? Words such as `and` are no names. */
bool cj_tree_at_value(const cj_tree_parser *p);

/* What stands behind a '.' without brackets; ended by NULL. */
extern const char *const cj_tree_attributes[];

/* Errors at the next token: no value begins with it; */
void cj_tree_fail_no_value(cj_tree_parser *p);

/* behind the '.' of a value: it is neither called nor an attribute that is there; */
void cj_tree_fail_attribute(cj_tree_parser *p, cj_span name);

/* behind a whole value it does not go on: another value, `and`, '='; */
void cj_tree_fail_behind(cj_tree_parser *p, uint32_t value, const char *expected);

/* it is a comparison behind a first one; `middle` is what stands between the two. */
void cj_tree_fail_chain(cj_tree_parser *p, cj_operator first, uint32_t middle);

#endif
