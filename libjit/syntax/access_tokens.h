/*
 * access_tokens.h: an operation's tokens, sorted by what they do, with brackets matched; for access.c alone.
 */
#ifndef LIBJIT_ACCESS_TOKENS_H
#define LIBJIT_ACCESS_TOKENS_H

#include "libjit/syntax/lexer.h"
#include "libjit/syntax/signature.h"

#include <stdbool.h>
#include <stddef.h>

typedef enum cj_sort {
    CJ_SORT_END,
    CJ_SORT_NAME,
    CJ_SORT_TYPE, /* a built-in type, auto, or what stands before one: const, static */
    CJ_SORT_IF,
    CJ_SORT_ELSE,
    CJ_SORT_LOOP, /* for, while */
    CJ_SORT_DO,
    CJ_SORT_SWITCH, /* switch, try, catch */
    CJ_SORT_CASE,   /* case, default */
    CJ_SORT_JUMP,   /* return, break, continue, throw */
    CJ_SORT_BLIND,  /* what we do not see through: goto, asm, struct */
    CJ_SORT_ALIAS,  /* what may make a reference without '&': decltype, using */
    CJ_SORT_PREFIX, /* a word before an operand: sizeof, new */
    CJ_SORT_CAST,   /* static_cast and the like */
    CJ_SORT_NUMBER,
    CJ_SORT_STRING,
    CJ_SORT_PAREN,
    CJ_SORT_PAREN_END,
    CJ_SORT_SQUARE,
    CJ_SORT_SQUARE_END,
    CJ_SORT_BRACE,
    CJ_SORT_BRACE_END,
    CJ_SORT_SEMICOLON,
    CJ_SORT_COMMA,
    CJ_SORT_QUESTION,
    CJ_SORT_COLON,
    CJ_SORT_SCOPE,  /* :: */
    CJ_SORT_MEMBER, /* . -> */
    CJ_SORT_MEMBER_POINTER,
    CJ_SORT_AMPERSAND,
    CJ_SORT_BOTH, /* && */
    CJ_SORT_ASSIGN,
    CJ_SORT_COMPOUND, /* += and the like */
    CJ_SORT_STEP,     /* ++ -- */
    CJ_SORT_STAR,
    CJ_SORT_PLUS,
    CJ_SORT_MINUS,
    CJ_SORT_LESS,
    CJ_SORT_GREATER,
    CJ_SORT_OPERATOR, /* any other that makes a value of its operands */
    CJ_SORT_OTHER,
} cj_sort;

enum {
    CJ_ITEM_READS = 1 << 0,
    CJ_ITEM_WRITES = 1 << 1,
    CJ_ITEM_WHOLE = 1 << 2, /* the whole element, and by nothing but an assignment operator or ++ */
};

typedef struct cj_item {
    cj_token token;
    cj_sort sort;
    int array;      /* the pointer parameter of that name; -1: none */
    bool index;     /* `i`, and not somebody else's */
    bool block;     /* a '{' that opens statements */
    size_t match;   /* a bracket's partner; of others itself */
    size_t up;      /* the innermost bracket around it; 0: none */
    unsigned flags; /* of an access's name: CJ_ITEM_ bits */
    size_t behind;  /* of an access's name: what follows its ']' */
} cj_item;

/* items[0] and items[count + 1] are ends, so that each token has neighbours. Directives are left out. */
typedef struct cj_items {
    cj_item *items;
    size_t count;
} cj_items;

/* The text is checked already. Free items->items with cj_free(). */
cujit_status cj_items_split(const char *text, const cj_signature *signature, cj_items *out, cujit_error *error);

/* Whether the token can be the end of an operand, so that an operator behind it is binary. */
bool cj_item_ends_operand(const cj_item *item);

/* What a '(' is for. */
typedef enum cj_paren {
    CJ_PAREN_GROUP,
    CJ_PAREN_CALL,
    CJ_PAREN_CAST,    /* the operand of static_cast<T>( or float( */
    CJ_PAREN_TYPE,    /* holds a type: (float) */
    CJ_PAREN_CONTROL, /* if ( */
} cj_paren;
cj_paren cj_items_paren(const cj_items *items, size_t open);

/* Whether & or && at `at` stands before its only operand. Errs towards true. */
bool cj_items_is_unary(const cj_items *items, size_t at);

#endif
