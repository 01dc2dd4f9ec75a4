/*
 * tree_refuse.c: what is wrong where a text goes on as no expression does.
 *
 * What Python or C has and this notation has not is recognised, and the error says what to write instead.
 */
#include "libjit/expression/tree_parser.h"

#include <string.h>

/* Words of Python's mostly. Only the first five are no names. */
static const struct {
    const char *word, *instead;
} words[] = {
    {"if", "a condition is written x if c else y"},
    {"else", "a condition is written x if c else y"},
    {"and", "write '&', and brackets around comparisons: (a > 0) & (b > 0)"},
    {"or", "write '|', and brackets around comparisons: (a > 0) | (b > 0)"},
    {"not", "write '~', and brackets around a comparison: ~(a > 0)"},
    {"is", "write '=='"},
    {"in", "write '=='"},
    {"lambda", "functions of your own come from the program, in C++"},
    {"def", "functions of your own come from the program, in C++"},
    {"for", "an expression is computed for all elements; sum(x, axis) and its like go along an axis"},
    {"while", "an expression is computed for all elements, once"},
    {"return", "the last statement is the value without it"},
    {"import", "functions are there without it"},
    {"from", "functions are there without it"},
};
enum { WORDS = sizeof words / sizeof *words, NO_NAMES = 5 };

/* Of the first `count` of them; NULL: it is none. */
static const char *word_instead(const cj_tree_parser *p, cj_span word, size_t count)
{
    for (size_t k = 0; k < count; k++)
        if (cj_tree_says(p->tree, word, words[k].word))
            return words[k].instead;
    return NULL;
}

bool cj_tree_is_reserved(const char *word)
{
    static const char *const values[] = {"True", "False", "None", "newaxis"};
    bool reserved = false;

    for (size_t k = 0; k < NO_NAMES; k++)
        reserved = reserved || strcmp(word, words[k].word) == 0;
    for (size_t k = 0; k < sizeof values / sizeof *values; k++)
        reserved = reserved || strcmp(word, values[k]) == 0;
    return reserved;
}

bool cj_tree_at_value(const cj_tree_parser *p)
{
    return p->token.kind == CJ_NOTATION_NAME
               ? word_instead(p, p->token.place, NO_NAMES) == NULL
               : p->token.kind >= CJ_NOTATION_INTEGER && p->token.kind <= CJ_NOTATION_IMAGINARY;
}

static void fail_side_by_side(cj_tree_parser *p, uint32_t value)
{
    const cj_node *first = &p->tree->nodes[value];
    const cj_span second = p->token.place;
    const bool cast = first->kind == CJ_NODE_NAME && p->tree->text[p->previous.at] == ')';
    const char *instead = first->kind == CJ_NODE_NAME ? word_instead(p, first->place, WORDS) : NULL;

    if (instead != NULL)
        cj_tree_fail(p, first->place, "there is no '%.*s' here: %s", CJ_TREE_QUOTE(p->tree, first->place), instead);
    if ((instead = word_instead(p, second, WORDS)) != NULL)
        cj_tree_fail(p, second, "there is no '%.*s' here: %s", CJ_TREE_QUOTE(p->tree, second), instead);
    if (cast)
        cj_tree_fail(p, second, "missing operator behind ')'; a cast is a call: %.*s(%.*s)",
                     CJ_TREE_QUOTE(p->tree, first->place), CJ_TREE_QUOTE(p->tree, second));
    cj_tree_fail(p, second, "missing operator between '%.*s' and '%.*s'", CJ_TREE_QUOTE(p->tree, p->previous),
                 CJ_TREE_QUOTE(p->tree, second));
}

void cj_tree_fail_behind(cj_tree_parser *p, uint32_t value, const char *expected)
{
    const cj_span at = p->token.place;
    const size_t length = strlen(p->token.symbol);

    if (p->token.kind >= CJ_NOTATION_INTEGER && p->token.kind <= CJ_NOTATION_NAME)
        fail_side_by_side(p, value);
    else if (cj_tree_at(p, "="))
        cj_tree_fail(p, at, "'=' inside of an expression: to compare, write '=='");
    else if (length > 1 && p->token.symbol[length - 1] == '=')
        cj_tree_fail(p, at, "'%s' inside of an expression: an assignment is a statement of its own", p->token.symbol);
    else if (cj_tree_at(p, ")") || cj_tree_at(p, "]"))
        cj_tree_fail(p, at, "'%s' closes nothing: there is no '%s' before it", p->token.symbol,
                     cj_tree_at(p, ")") ? "(" : "[");
    else if (cj_tree_at(p, ","))
        cj_tree_fail(p, at, "a ',' outside of brackets: a statement has one value; write a = ...; b = ...");
    else
        cj_tree_fail_expected(p, "%s", expected);
}

void cj_tree_fail_no_value(cj_tree_parser *p)
{
    const cj_tree *tree = p->tree;
    const char *instead = word_instead(p, p->token.place, NO_NAMES);
    const char *before = tree->text + p->previous.at;
    const bool first = p->previous.length == 0 || *before == ';' || *before == '\n';

    if (instead != NULL)
        cj_tree_fail(p, p->token.place, "there is no '%.*s' here: %s", CJ_TREE_QUOTE(tree, p->token.place), instead);
    else if (cj_tree_at(p, "["))
        cj_tree_fail(p, p->token.place,
                     "there are no lists here: axes and shapes are tuples, (1, 2), and arrays come "
                     "from the program by name");
    else if (cj_tree_at(p, "..."))
        cj_tree_fail(p, p->token.place, "'...' is an index, and no value: x[..., 0]");
    else if (p->token.kind <= CJ_NOTATION_STATEMENT_END && p->previous.at > 0 && before[0] == before[-1] &&
             (*before == '+' || *before == '-'))
        cj_tree_fail(p, p->previous, "there is no '%c%c' here: write x %c= 1", *before, *before, *before);
    else if (first)
        cj_tree_fail_expected(p, "a value");
    else
        cj_tree_fail_expected(p, "a value behind '%.*s'", CJ_TREE_QUOTE(tree, p->previous));
}

void cj_tree_fail_attribute(cj_tree_parser *p, cj_span name)
{
    static const char *const of_memory[] = {"nbytes", "itemsize", "strides"};
    const char *nearest;
    size_t count = 0;

    for (size_t k = 0; k < sizeof of_memory / sizeof *of_memory; k++) {
        if (cj_tree_says(p->tree, name, of_memory[k]))
            cj_tree_fail(p, name, "there is no '.%s' here: the program knows its arrays, and can give it as a number",
                         of_memory[k]);
    }
    while (cj_tree_attributes[count] != NULL)
        count++;
    if ((nearest = cj_tree_nearest(p->tree, name, cj_tree_attributes, count)) != NULL)
        cj_tree_fail(p, name, "there is no attribute '%.*s'; did you mean '.%s'?", CJ_TREE_QUOTE(p->tree, name),
                     nearest);
    cj_tree_fail(
        p, name,
        "there is no attribute '%.*s' but '.T', '.mT', '.real', '.imag', '.size', '.shape' and '.ndim'; a method is "
        "called with brackets, x.%.*s()",
        CJ_TREE_QUOTE(p->tree, name), CJ_TREE_QUOTE(p->tree, name));
}

void cj_tree_fail_chain(cj_tree_parser *p, cj_operator first, uint32_t middle)
{
    const cj_node *node = &p->tree->nodes[middle];
    const char *between = p->tree->text + node->name.at;
    const bool bare = node->place.at + node->place.length == p->previous.at + p->previous.length;

    if (bare && node->kind == CJ_NODE_OPERATOR && (*between == '&' || *between == '|'))
        cj_tree_fail(p, node->name,
                     "'%c' binds tighter than comparisons: put brackets around them, (a %s b) %c (c %s d)", *between,
                     cj_operator_symbol(first), *between, p->token.symbol);
    else
        cj_tree_fail(p, p->token.place, "comparisons make no chain here: write (a %s b) & (b %s c)",
                     cj_operator_symbol(first), p->token.symbol);
}
