/*
 * tree.c: the statements of an expression, and what all who read a tree share.
 *
 * Values are read by tree_value.c. What stands in front of '=' is read as a value, too, and looked at when the '=' is
 * there: so one token ahead is enough.
 */
#include "libjit/expression/tree_parser.h"

#include "libjit/base/alloc.h"
#include "libjit/syntax/words.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#define PART "expression"

/* ---- For all who read a tree ------------------------------------------------------------------------------------- */

const char *cj_operator_symbol(cj_operator op)
{
    static const char *const symbols[CJ_OPERATORS] = {
        [CJ_OPERATOR_NONE] = "",         [CJ_OPERATOR_ADD] = "+",          [CJ_OPERATOR_SUBTRACT] = "-",
        [CJ_OPERATOR_MULTIPLY] = "*",    [CJ_OPERATOR_DIVIDE] = "/",       [CJ_OPERATOR_FLOOR_DIVIDE] = "//",
        [CJ_OPERATOR_REMAINDER] = "%",   [CJ_OPERATOR_POWER] = "**",       [CJ_OPERATOR_AND] = "&",
        [CJ_OPERATOR_OR] = "|",          [CJ_OPERATOR_XOR] = "^",          [CJ_OPERATOR_INVERT] = "~",
        [CJ_OPERATOR_LEFT_SHIFT] = "<<", [CJ_OPERATOR_RIGHT_SHIFT] = ">>", [CJ_OPERATOR_LESS] = "<",
        [CJ_OPERATOR_LESS_EQUAL] = "<=", [CJ_OPERATOR_GREATER] = ">",      [CJ_OPERATOR_GREATER_EQUAL] = ">=",
        [CJ_OPERATOR_EQUAL] = "==",      [CJ_OPERATOR_NOT_EQUAL] = "!=",   [CJ_OPERATOR_CONTRACT] = "@",
        [CJ_OPERATOR_NEGATIVE] = "-",    [CJ_OPERATOR_POSITIVE] = "+",
    };

    return symbols[op];
}

bool cj_tree_says(const cj_tree *tree, cj_span place, const char *word)
{
    return strlen(word) == place.length && memcmp(tree->text + place.at, word, place.length) == 0;
}

static void find_line(const cj_tree *tree, cj_span place, int *line, int *column)
{
    *line = *column = 1;
    for (uint32_t k = 0; k < place.at; k++) {
        if (tree->text[k] == '\n') {
            ++*line;
            *column = 1;
        } else {
            *column += ((unsigned char)tree->text[k] & 0xC0) != 0x80;
        }
    }
}

static cujit_status set_error(const cj_tree *tree, cj_span place, cujit_status status, cujit_error *error,
                              const char *format, va_list values)
{
    int line, column;

    find_line(tree, place, &line, &column);
    cj_error_setv(error, status, format, values);
    cj_error_place(error, PART, tree->text, line, column);
    return status;
}

cujit_status cj_tree_error(const cj_tree *tree, cj_span place, cujit_status status, cujit_error *error,
                           const char *format, ...)
{
    va_list values;

    va_start(values, format);
    set_error(tree, place, status, error, format, values);
    va_end(values);
    return status;
}

static size_t count_alike(const char *a, const char *b)
{
    size_t count = 0;

    while (a[count] != '\0' && a[count] == b[count])
        count++;
    return count;
}

const char *cj_tree_nearest(const cj_tree *tree, cj_span name, const char *const *candidates, size_t count)
{
    char word[32]; /* cj_word_distance() measures no longer ones */
    const char *found = NULL;
    unsigned near = name.length < 3 ? name.length / 2 : name.length < 9 ? name.length / 3 : 3;

    if (name.length >= sizeof word)
        return NULL;
    snprintf(word, sizeof word, "%.*s", (int)name.length, tree->text + name.at);
    for (size_t k = 0; k < count; k++) {
        const unsigned distance = strcasecmp(word, candidates[k]) == 0 ? 0
                                                                       : cj_word_distance(word, candidates[k], near);

        if (distance < near ||
            (distance == near && (found == NULL || count_alike(word, candidates[k]) > count_alike(word, found)))) {
            near = distance;
            found = candidates[k];
        }
    }
    return found;
}

const char *cj_tree_suggest(const cj_tree *tree, cj_span name, const char *const *candidates, size_t count,
                            char out[CJ_TREE_SUGGESTED])
{
    const char *nearest = cj_tree_nearest(tree, name, candidates, count);

    out[0] = '\0';
    if (nearest != NULL)
        snprintf(out, CJ_TREE_SUGGESTED, "; did you mean '%s'?", nearest);
    return out;
}

/* ---- For the parser ---------------------------------------------------------------------------------------------- */

static void stop(cj_tree_parser *p, cujit_status status)
{
    p->status = status;
    p->token = (cj_notation_token){.place = {(uint32_t)p->tree->length, 0}};
}

bool cj_tree_reserve(cj_tree_parser *p, void *memory, size_t count, size_t *capacity, size_t item_size)
{
    void *old, *grown;

    if (count < *capacity)
        return true;
    memcpy(&old, memory, sizeof old);
    grown = cj_realloc(old, (count > 0 ? 2 * count : 16) * item_size);
    if (grown == NULL) {
        stop(p, cj_error_no_memory(p->error, "an expression"));
        return false;
    }
    memcpy(memory, &grown, sizeof grown);
    *capacity = count > 0 ? 2 * count : 16;
    return true;
}

void cj_tree_fail(cj_tree_parser *p, cj_span at, const char *format, ...)
{
    va_list values;

    if (p->status != CUJIT_OK)
        return;
    va_start(values, format);
    stop(p, set_error(p->tree, at, CUJIT_ERROR_EXPRESSION, p->error, format, values));
    va_end(values);
}

void cj_tree_fail_expected(cj_tree_parser *p, const char *format, ...)
{
    const cj_notation_token *token = &p->token;
    char expected[120], found[60] = "the end of the text";
    va_list values;

    va_start(values, format);
    vsnprintf(expected, sizeof expected, format, values);
    va_end(values);
    if (token->kind == CJ_NOTATION_STATEMENT_END && p->tree->text[token->place.at] == '\n')
        snprintf(found, sizeof found, "the end of the line; brackets hold a statement open");
    else if (token->kind != CJ_NOTATION_END)
        snprintf(found, sizeof found, "'%.*s'", CJ_TREE_QUOTE(p->tree, token->place));
    cj_tree_fail(p, token->place, "expected %s, found %s", expected, found);
}

void cj_tree_take(cj_tree_parser *p)
{
    cujit_status status;

    if (p->status != CUJIT_OK)
        return;
    p->previous = p->token.place;
    if ((status = cj_notation_next(&p->notation, &p->token, p->error)) != CUJIT_OK)
        stop(p, status);
}

bool cj_tree_at(const cj_tree_parser *p, const char *symbol)
{
    return strcmp(p->token.symbol, symbol) == 0;
}

bool cj_tree_at_word(const cj_tree_parser *p, const char *word)
{
    return p->token.kind == CJ_NOTATION_NAME && cj_tree_says(p->tree, p->token.place, word);
}

bool cj_tree_take_if(cj_tree_parser *p, const char *symbol)
{
    const bool there = cj_tree_at(p, symbol);

    if (there)
        cj_tree_take(p);
    return there;
}

/* ---- Statements -------------------------------------------------------------------------------------------------- */

/* '=', or an operator with '=' behind it, which is not a comparison. */
static bool at_assignment(const cj_tree_parser *p, cj_operator *op)
{
    const size_t length = strlen(p->token.symbol);

    *op = CJ_OPERATOR_NONE;
    if (length < 2 || p->token.symbol[length - 1] != '=')
        return cj_tree_at(p, "=");
    for (int k = CJ_OPERATOR_ADD; k <= CJ_OPERATOR_RIGHT_SHIFT; k++) {
        const char *symbol = cj_operator_symbol((cj_operator)k);

        if (strlen(symbol) == length - 1 && memcmp(symbol, p->token.symbol, length - 1) == 0)
            *op = (cj_operator)k;
    }
    return *op != CJ_OPERATOR_NONE;
}

/* x.real, x.imag, of an array or a view of one. */
static bool is_part(const cj_tree *tree, const cj_node *node)
{
    const bool call = node->kind == CJ_NODE_CALL && node->count == 1;
    const cj_node_kind whole = call ? cj_tree_operand(tree, node, 0)->kind : CJ_NODE_ABSENT;

    return (whole == CJ_NODE_NAME || whole == CJ_NODE_INDEX || whole == CJ_NODE_TRANSPOSE) &&
           (cj_tree_says(tree, node->name, "real") || cj_tree_says(tree, node->name, "imag"));
}

static void fail_part(cj_tree_parser *p, cj_span target, const cj_node *part)
{
    const cj_span whole = cj_tree_operand(p->tree, part, 0)->place;
    const bool real = cj_tree_says(p->tree, part->name, "real");

    cj_tree_fail(p, target, "parts of complex numbers cannot be assigned to alone: write %.*s[...] = complex(%s%.*s%s)",
                 CJ_TREE_QUOTE(p->tree, whole), real ? "y, " : "", CJ_TREE_QUOTE(p->tree, whole),
                 real ? ".imag" : ".real, y");
}

/* A value was read, and an assignment follows. */
static void check_target(cj_tree_parser *p, uint32_t number)
{
    const cj_tree *tree = p->tree;
    const cj_node *node = &tree->nodes[number], *base = node;
    size_t views = 0;

    for (; base->kind == CJ_NODE_INDEX || (base->kind == CJ_NODE_TRANSPOSE && views > 0); views++)
        base = cj_tree_operand(tree, base, 0);
    if (base->kind == CJ_NODE_NAME && views <= CJ_TREE_MAX_VIEWS)
        return;
    if (base->kind == CJ_NODE_NAME)
        cj_tree_fail(p, node->place,
                     "too many indices behind each other; expected at most %d where something is assigned",
                     CJ_TREE_MAX_VIEWS);
    else if (node->kind == CJ_NODE_TRANSPOSE)
        cj_tree_fail(p, node->place,
                     "'%.*s' is nothing that can be assigned to; to write into the array, write %.*s[...]",
                     CJ_TREE_QUOTE(tree, node->place), CJ_TREE_QUOTE(tree, node->place));
    else if (is_part(tree, base))
        fail_part(p, node->place, base);
    else if (node->kind == CJ_NODE_CALL && tree->text[node->place.at + node->place.length - 1] == ')')
        cj_tree_fail(p, node->place, "a call is nothing that can be assigned to; to compare, write '=='");
    else
        cj_tree_fail(p, node->place,
                     "'%.*s' is nothing that can be assigned to; expected a name, or a name with an index, x[1:]",
                     CJ_TREE_QUOTE(tree, node->place));
}

static void read_statement(cj_tree_parser *p)
{
    const uint32_t start = p->token.place.at;
    cj_statement statement = {.first = (uint32_t)p->tree->node_count, .target = UINT32_MAX};
    cj_operator op;

    statement.value = cj_tree_read_value(p);
    if (p->status == CUJIT_OK && at_assignment(p, &op)) {
        check_target(p, statement.value);
        statement.target = statement.value;
        statement.op = op;
        cj_tree_take(p);
        statement.value = cj_tree_read_value(p);
    }
    if (p->token.kind != CJ_NOTATION_END && p->token.kind != CJ_NOTATION_STATEMENT_END)
        cj_tree_fail_behind(p, statement.value, "an operator, ';' or the end of the line");
    statement.place = (cj_span){start, p->previous.at + p->previous.length - start};
    if (p->status != CUJIT_OK ||
        !cj_tree_reserve(p, &p->tree->statements, p->tree->statement_count, &p->statement_capacity, sizeof statement))
        return;
    p->tree->statements[p->tree->statement_count++] = statement;
}

static void read_statements(cj_tree_parser *p)
{
    const cj_tree *tree = p->tree;

    cj_tree_take(p);
    for (;;) {
        const cj_statement *last = tree->statement_count > 0 ? &tree->statements[tree->statement_count - 1] : NULL;

        while (p->token.kind == CJ_NOTATION_STATEMENT_END)
            cj_tree_take(p);
        if (p->token.kind == CJ_NOTATION_END)
            break;
        if (last != NULL && last->target == UINT32_MAX)
            cj_tree_fail(p, last->place,
                         "this value goes nowhere: only the last statement is one without a name; write name = %.*s",
                         CJ_TREE_QUOTE(tree, last->place));
        else
            read_statement(p);
    }
    if (tree->statement_count == 0)
        cj_tree_fail(p, (cj_span){0}, "the expression is empty: expected a value or an assignment");
}

cujit_status cj_tree_parse(const char *text, cj_tree *tree, cujit_error *error)
{
    cj_tree_parser p = {.tree = tree, .notation = {.tree = tree}, .error = error};

    *tree = (cj_tree){0};
    if (text == NULL)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "cannot read the expression: it is NULL");
    tree->length = strnlen(text, CJ_TREE_MAX_LENGTH);
    tree->text = cj_strndup(text, tree->length);
    if (tree->text == NULL)
        return cj_error_no_memory(error, "an expression");
    if (text[tree->length] != '\0')
        cj_tree_fail(&p, (cj_span){(uint32_t)tree->length, 0}, "the expression is too long; expected at most %d bytes",
                     CJ_TREE_MAX_LENGTH);
    else
        read_statements(&p);
    cj_free(p.pending);
    if (p.status != CUJIT_OK)
        cj_tree_clear(tree);
    return p.status;
}

void cj_tree_clear(cj_tree *tree)
{
    cj_free((char *)tree->text);
    cj_free(tree->nodes);
    cj_free(tree->operands);
    cj_free(tree->statements);
    *tree = (cj_tree){0};
}
