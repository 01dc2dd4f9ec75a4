/*
 * tree_print.h: a tree of an expression as a text.
 */
#ifndef TESTS_TREE_PRINT_H
#define TESTS_TREE_PRINT_H

#include "libjit/base/alloc.h"
#include "libjit/base/text.h"
#include "libjit/expression/tree.h"

#include <math.h>
#include <string.h>

/* Writes a node whose operands are written: texts[tree->operands[node->first + k]]. */
typedef void write_node(const cj_tree *tree, const cj_node *node, char *const *texts, cj_text *out);

/* A value without operands, as it would be read again, into an empty text; false: the node is none. */
static inline bool write_plain(const cj_tree *tree, const cj_node *node, cj_text *out)
{
    switch (node->kind) {
    case CJ_NODE_INTEGER:
        cj_text_printf(out, "%llu", (unsigned long long)node->value.integer);
        return true;
    case CJ_NODE_REAL:
    case CJ_NODE_IMAGINARY:
        if (isinf(node->value.real))
            cj_text_append(out, "1e999");
        else
            cj_text_printf(out, "%.17g", node->value.real);
        if (strpbrk(out->data, ".e") == NULL)
            cj_text_append(out, ".0");
        cj_text_append(out, node->kind == CJ_NODE_IMAGINARY ? "j" : "");
        return true;
    case CJ_NODE_BOOL:
        cj_text_append(out, node->value.integer != 0 ? "True" : "False");
        return true;
    case CJ_NODE_NAME:
        cj_text_append_n(out, tree->text + node->name.at, node->name.length);
        return true;
    case CJ_NODE_NEW_AXIS:
        cj_text_append(out, "None");
        return true;
    case CJ_NODE_ELLIPSIS:
        cj_text_append(out, "...");
        return true;
    default:
        return false;
    }
}

/* "(+ x (sin y))" */
static inline void write_lisp(const cj_tree *tree, const cj_node *node, char *const *texts, cj_text *out)
{
    if (write_plain(tree, node, out))
        return;
    if (node->kind == CJ_NODE_ABSENT) {
        cj_text_append(out, "_");
        return;
    }
    cj_text_append(out, "(");
    if (node->kind == CJ_NODE_OPERATOR)
        cj_text_append(out, cj_operator_symbol(node->op));
    else if (node->kind == CJ_NODE_CALL || node->kind == CJ_NODE_KEYWORD)
        cj_text_printf(out, "%s%.*s%s", node->method ? "." : "", (int)node->name.length, tree->text + node->name.at,
                       node->kind == CJ_NODE_KEYWORD ? "=" : "");
    else
        cj_text_append(out, node->kind == CJ_NODE_CONDITION ? "if"
                            : node->kind == CJ_NODE_TUPLE   ? ","
                            : node->kind == CJ_NODE_INDEX   ? "[]"
                            : node->kind == CJ_NODE_SLICE   ? ":"
                                                            : "T");
    for (uint32_t k = 0; k < node->count; k++)
        cj_text_printf(out, " %s", texts[tree->operands[node->first + k]]);
    cj_text_append(out, ")");
}

/* The statements, joined by "; "; the caller frees it. Without recursion: trees are as deep as they have nodes. */
static inline char *print_tree(const cj_tree *tree, write_node *write)
{
    char **texts = cj_calloc(tree->node_count, sizeof *texts);
    cj_text all = {0};

    for (size_t k = 0; k < tree->node_count; k++) {
        const cj_node *node = &tree->nodes[k];
        cj_text text = {0};

        write(tree, node, texts, &text);
        texts[k] = cj_text_take(&text);
        for (uint32_t operand = 0; operand < node->count; operand++) {
            cj_free(texts[tree->operands[node->first + operand]]);
            texts[tree->operands[node->first + operand]] = NULL;
        }
    }
    for (size_t k = 0; k < tree->statement_count; k++) {
        const cj_statement *statement = &tree->statements[k];

        cj_text_append(&all, k > 0 ? "; " : "");
        if (statement->target != UINT32_MAX)
            cj_text_printf(&all, "%s %s= ", texts[statement->target], cj_operator_symbol(statement->op));
        cj_text_append(&all, texts[statement->value]);
    }
    for (size_t k = 0; k < tree->node_count; k++)
        cj_free(texts[k]);
    cj_free(texts);
    return cj_text_take(&all);
}

#endif
