/*
 * fuzz_tree.c COUNT SEED FILE: the parser of expressions under so many inputs, each made of lines of the file by chance
 * alone (SEED, then SEED + 1, ...). Besides not crashing:
 *
 *  - an error has a message, a place inside of the text and an excerpt;
 *  - a tree is in order: operands first, each used once, places inside of the text;
 *  - a tree that is written with all of its brackets is read as the same tree.
 */
#include "libjit/expression/tree.h"
#include "tests/tree_print.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINES = 100, LONGEST = 70000 };

static char lines[LINES][200];
static size_t line_count;

static char input[LONGEST + 1];
static size_t input_length;
static uint64_t input_seed;

static void require(bool condition, const char *what)
{
    if (condition)
        return;
    fprintf(stderr, "fuzz_tree: violated: %s, by the input of seed %" PRIu64 ":\n%.*s\n", what, input_seed, 2000,
            input);
    abort();
}

/* ---- Inputs ------------------------------------------------------------------------------------------------------ */

static uint64_t chance;

/* splitmix64; Steele, Lea, Flood 2014 */
static size_t below(size_t end)
{
    uint64_t z = chance += 0x9E3779B97F4A7C15;

    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9;
    z = (z ^ z >> 27) * 0x94D049BB133111EB;
    return (size_t)((z ^ z >> 31) % end);
}

/* Puts a text into the input, in place of `cut` bytes; what is too long is left out. */
static void put(size_t at, size_t cut, const char *text, size_t length)
{
    if (input_length - cut + length > LONGEST)
        return;
    memmove(input + at + length, input + at + cut, input_length - at - cut);
    memcpy(input + at, text, length);
    input_length += length - cut;
    input[input_length] = '\0';
}

static void put_token(size_t at, size_t cut)
{
    static const char *const tokens[] = {
        "+",
        "-",
        "*",
        "/",
        "//",
        "%",
        "**",
        "&",
        "|",
        "^",
        "~",
        "<",
        ">",
        "<=",
        "==",
        "!=",
        "<<",
        ">>",
        "=",
        "+=",
        "(",
        ")",
        "[",
        "]",
        ",",
        ":",
        ".",
        "...",
        ";",
        "\n",
        " ",
        "#",
        "x",
        "y",
        "f(",
        "1",
        "0",
        "2.5",
        "1e5",
        "3j",
        "0x",
        "_",
        "if ",
        " else ",
        "None",
        "np.",
        ".T",
        "T",
        "a=",
        "-",
        "(",
        ")",
        "x[",
        ".f(",
        " and ",
        "not ",
        "\r\n",
        "\xC3\xA4",
        "\xE2\x88\x92",
        "()",
    };
    const char *token = tokens[below(sizeof tokens / sizeof *tokens)];

    put(at, cut, token, strlen(token));
}

static void change(void)
{
    const size_t at = below(input_length + 1), rest = input_length - at;
    const size_t length = rest > 0 ? below(rest < 20 ? rest : 20) + 1 : 0;
    char piece[20];

    memcpy(piece, input + at, length);
    switch (below(8)) {
    case 0:
        put(at, length, "", 0);
        break;
    case 1: /* a piece twice, elsewhere */
        put(below(input_length + 1), 0, piece, length);
        break;
    case 2: { /* a piece of another line */
        const char *line = lines[below(line_count)];
        const size_t from = below(strlen(line) + 1);

        put(at, length, line + from, below(strlen(line + from) + 1));
        break;
    }
    case 3: { /* any byte */
        const char byte = (char)(below(255) + 1);

        put(at, below(2) * (length > 0), &byte, 1);
        break;
    }
    case 4: /* nesting, and long lists */
        for (size_t k = below(50) == 0 ? below(below(20) == 0 ? LONGEST : 300) : below(5); k > 0 && length > 0; k--)
            put(at, 0, piece, length);
        break;
    default:
        put_token(at, below(2) * (length > 0));
    }
}

static void make_input(uint64_t seed)
{
    input_seed = chance = seed;
    input_length = 0;
    put(0, 0, "", 0);
    for (size_t k = 1 + below(2); k > 0; k--) {
        const char *line = lines[below(line_count)];

        put(input_length, 0, line, strlen(line));
    }
    for (size_t k = below(4); k > 0; k--)
        change();
}

/* ---- What must hold ---------------------------------------------------------------------------------------------- */

static void check_error(const cujit_error *error)
{
    size_t lines_of_input = 1;

    for (const char *at = input; (at = strchr(at, '\n')) != NULL; at++)
        lines_of_input++;
    require(error->status == CUJIT_ERROR_EXPRESSION, "an error has its status");
    require(error->message[0] != '\0' && error->excerpt != NULL, "an error has a message and an excerpt");
    require(error->line >= 1 && (size_t)error->line <= lines_of_input, "an error's line is one of the text");
    require(error->column >= 1 && (size_t)error->column <= input_length + 1, "an error's column is in the text");
}

static bool is_inside(cj_span inner, uint32_t at, size_t length)
{
    return inner.at >= at && inner.at + inner.length <= at + length;
}

static void check_tree(const cj_tree *tree)
{
    unsigned char used[CJ_TREE_MAX_NODES] = {0};
    uint32_t next = 0;

    require(tree->node_count <= CJ_TREE_MAX_NODES && tree->statement_count >= 1, "a tree has its limits");
    for (size_t k = 0; k < tree->node_count; k++) {
        const cj_node *node = &tree->nodes[k];

        require(is_inside(node->place, 0, tree->length), "a node lies in the text");
        require(is_inside(node->name, node->place.at, node->place.length), "a name lies in its node");
        require(node->first + node->count <= tree->operand_count && node->count <= CJ_TREE_MAX_OPERANDS,
                "a node has its operands");
        for (uint32_t m = 0; m < node->count; m++) {
            const uint32_t operand = tree->operands[node->first + m];

            require(operand < k && !used[operand]++, "an operand stands first and is used once");
            require(is_inside(tree->nodes[operand].place, node->place.at, node->place.length), "it lies in the node");
        }
    }
    for (size_t k = 0; k < tree->statement_count; k++) {
        const cj_statement *s = &tree->statements[k];

        require(s->first == next && s->value < tree->node_count, "statements follow each other");
        require(s->target == UINT32_MAX ? k + 1 == tree->statement_count && s->op == CJ_OPERATOR_NONE
                                        : s->target >= s->first && s->target < s->value && !used[s->target],
                "a target stands before its value");
        require(!used[s->value], "a value is no operand");
        next = s->value + 1;
    }
    require(next == tree->node_count, "each node is a statement's");
}

/* With brackets around all. */
static void write_bracketed(const cj_tree *tree, const cj_node *node, char *const *texts, cj_text *out)
{
    const uint32_t *operands = node->count > 0 ? tree->operands + node->first : NULL;
    const char *open = "(", *between = "", *close = ")";
    uint32_t k = 0;

    if (write_plain(tree, node, out) || node->kind == CJ_NODE_ABSENT)
        return;
    if (node->kind == CJ_NODE_CONDITION) {
        cj_text_printf(out, "(%s if %s else %s)", texts[operands[1]], texts[operands[0]], texts[operands[2]]);
        return;
    }
    if (node->kind == CJ_NODE_OPERATOR) {
        between = cj_operator_symbol(node->op);
        open = node->count == 1 ? between : "(";
        cj_text_append(out, node->count == 1 ? "(" : "");
    } else if (node->kind == CJ_NODE_TUPLE || node->kind == CJ_NODE_CALL || node->kind == CJ_NODE_INDEX) {
        between = ",";
        close = node->kind == CJ_NODE_INDEX ? "]" : node->kind == CJ_NODE_TUPLE && node->count == 1 ? ",)" : ")";
    } else if (node->kind == CJ_NODE_SLICE) {
        open = close = "";
        between = ":";
    } else if (node->kind == CJ_NODE_TRANSPOSE) {
        close = ").T";
    }
    if (node->method || node->kind == CJ_NODE_INDEX)
        cj_text_printf(out, "(%s)", texts[operands[k++]]);
    cj_text_append(out, node->method ? "." : "");
    if (node->kind == CJ_NODE_CALL || node->kind == CJ_NODE_KEYWORD)
        cj_text_append_n(out, tree->text + node->name.at, node->name.length);
    if (node->kind == CJ_NODE_KEYWORD) {
        open = "=";
        close = "";
    }
    cj_text_append(out, node->kind == CJ_NODE_INDEX ? "[" : open);
    for (uint32_t first = k; k < node->count; k++)
        cj_text_printf(out, "%s%s", k > first ? between : "", texts[operands[k]]);
    cj_text_append(out, close);
}

static void check_again(const cj_tree *tree)
{
    char *bracketed = print_tree(tree, write_bracketed), *first = print_tree(tree, write_lisp), *second = NULL;
    cujit_error error = {0};
    cj_tree again;

    if (cj_tree_parse(bracketed, &again, &error) == CUJIT_OK) {
        second = print_tree(&again, write_lisp);
        require(strcmp(first, second) == 0, "it is read as the same tree with all brackets");
    } else {
        require(strstr(error.message, "nested too deeply") != NULL || strstr(error.message, "too long") != NULL,
                "it is read with all brackets");
    }
    cj_tree_clear(&again);
    cujit_error_clear(&error);
    cj_free(bracketed);
    cj_free(first);
    cj_free(second);
}

/* ---- The program ------------------------------------------------------------------------------------------------- */

static void read_lines(const char *path)
{
    FILE *file = fopen(path, "r");

    while (file != NULL && line_count < LINES && fgets(lines[line_count], sizeof *lines, file) != NULL) {
        lines[line_count][strcspn(lines[line_count], "\n")] = '\0';
        line_count++;
    }
    if (file != NULL)
        fclose(file);
}

int main(int count, char **arguments)
{
    const uint64_t inputs = count == 4 ? strtoull(arguments[1], NULL, 10) : 0;
    const uint64_t seed = count == 4 ? strtoull(arguments[2], NULL, 10) : 0;
    uint64_t accepted = 0;

    read_lines(count == 4 ? arguments[3] : "");
    if (line_count == 0) {
        fprintf(stderr, "usage: fuzz_tree COUNT SEED FILE\n");
        return 2;
    }
    for (uint64_t k = 0; k < inputs; k++) {
        cujit_error error = {0};
        cj_tree tree;

        make_input(seed + k);
        if (cj_tree_parse(input, &tree, &error) == CUJIT_OK) {
            check_tree(&tree);
            check_again(&tree);
            accepted++;
        } else {
            check_error(&error);
        }
        cj_tree_clear(&tree);
        cujit_error_clear(&error);
    }
    printf("%" PRIu64 " inputs, %" PRIu64 " of them expressions\n", inputs, accepted);
    return accepted > 0 && accepted < inputs ? 0 : 1;
}
