/*
 * tokens.h: a text read once: its tokens, sorted by what they do, with brackets matched and names numbered.
 *
 * The texts of one kernel share a table of names. It knows of each name which texts have it and how, so that nobody
 * needs to go through a text to find out whether it mentions something.
 */
#ifndef LIBJIT_TOKENS_H
#define LIBJIT_TOKENS_H

#include "libjit/syntax/lexer.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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
    CJ_SORT_PAREN, /* each opening bracket's sort stands before the one that closes it */
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

/* Sets of sorts. */
#define CJ_BIT(sort) ((uint64_t)1 << CJ_SORT_##sort)
static inline bool cj_sort_in(cj_sort sort, uint64_t set)
{
    return (set >> sort & 1) != 0;
}

/* What can be the end of an operand, so that an operator behind it is binary; what stands before somebody else's name;
 * what changes an operand; what makes a value of it. */
#define CJ_SORTS_ENDING                                                                                                \
    (CJ_BIT(NAME) | CJ_BIT(TYPE) | CJ_BIT(NUMBER) | CJ_BIT(STRING) | CJ_BIT(PAREN_END) | CJ_BIT(SQUARE_END))
#define CJ_SORTS_OPENING (CJ_BIT(BRACE) | CJ_BIT(PAREN) | CJ_BIT(SQUARE))
#define CJ_SORTS_CLOSING (CJ_SORTS_OPENING << 1)
#define CJ_SORTS_OWNING (CJ_BIT(MEMBER) | CJ_BIT(SCOPE))
#define CJ_SORTS_CHANGING (CJ_BIT(ASSIGN) | CJ_BIT(COMPOUND) | CJ_BIT(STEP))
#define CJ_SORTS_COMPUTING                                                                                             \
    (CJ_BIT(PLUS) | CJ_BIT(MINUS) | CJ_BIT(STAR) | CJ_BIT(LESS) | CJ_BIT(GREATER) | CJ_BIT(OPERATOR) |                 \
     CJ_BIT(AMPERSAND) | CJ_BIT(BOTH))

/* ---- Names ------------------------------------------------------------------------------------------------------- */

/* Where a name stands: in which of a kernel's texts. */
enum {
    CJ_IN_TYPES = 1 << 0,
    CJ_IN_OPTIONS = 1 << 1,
    CJ_IN_HEADERS = 1 << 2,
    CJ_IN_PREAMBLE = 1 << 3,
    CJ_IN_LOOP_PREP = 1 << 4,
    CJ_IN_OPERATION = 1 << 5,
    CJ_IN_AFTER_LOOP = 1 << 6,
    CJ_IN_MACROS = 1 << 7, /* what macros are replaced by, without their own parameters (surroundings.h) */
    CJ_IN_FOLD = 1 << 8,   /* the texts of a fold beside its maps */
    CJ_IN_STATEMENTS = CJ_IN_LOOP_PREP | CJ_IN_OPERATION | CJ_IN_AFTER_LOOP,
};

/* What surroundings.h finds a name to be. */
enum {
    CJ_NAME_MACRO = 1 << 0, /* of a macro; headers of the toolkit are not looked into */
    CJ_NAME_WILD = 1 << 1,  /* of one that is more than a value: it assigns, jumps, takes addresses, opens brackets */
    CJ_NAME_GIVER = 1 << 2, /* of one that has i as it is, and not made a number */
    CJ_NAME_CAST = 1 << 3,  /* of one that may be a cast, so that an & behind it takes an address */
    CJ_NAME_ANY = 1 << 4,   /* of what may be a template's parameter */
    CJ_NAME_OWN = 1 << 5,   /* of a type that the texts may declare, whatever its name means without them */
};

/* A name, or a keyword. Of each kind of mention a set of CJ_IN_ bits. */
typedef struct cj_name {
    cj_token token;     /* one of it */
    cj_sort sort;       /* of the word */
    unsigned stands;    /* outside of directives, in any way */
    unsigned mentioned; /* ... and not behind '.', '->' or '::', where it is somebody else's */
    unsigned directed;  /* inside of a directive */
    unsigned indexed;   /* as name[i], and without an '&' before it */
    unsigned changed;   /* may be assigned, declared anew or have its address taken; errs towards yes */
    unsigned is;        /* CJ_NAME_ bits */
    int parameter;      /* its number, where it is a parameter's; else -1 */
    bool pointer;       /* the parameter is one */
} cj_name;

typedef struct cj_names {
    cj_name *of; /* of[0] stands for what is no name, or stands nowhere */
    size_t count, room;
    size_t *table; /* by hashes, twice as large as `room`; 0: free */
    bool failed;   /* no memory */
} cj_names;

/* The name of that spelling; one that stands nowhere where there is none of it. Never NULL. */
const cj_name *cj_names_find(const cj_names *names, const char *spelling);

/* Before any text is read; the spelling lives as long as the names. False: no memory. */
bool cj_names_add_parameter(cj_names *names, const char *spelling, size_t number, bool pointer);

void cj_names_clear(cj_names *names);

/* Whether texts (CJ_IN_ bits) have the name as something of their own, be it inside of a directive. */
static inline bool cj_name_is_in(const cj_name *name, unsigned texts)
{
    return ((name->mentioned | name->directed) & texts) != 0;
}

/* ---- Texts ------------------------------------------------------------------------------------------------------- */

typedef struct cj_item {
    cj_token token;
    cj_sort sort;
    bool block;     /* a '{' that opens statements */
    bool index;     /* `i`, and not somebody else's */
    bool certain;   /* of a source (declarations.h): no #if that cannot be told from here decides about it */
    bool apart;     /* likewise: the token before it is of another text, by a macro */
    int array;      /* the parameter of that name, where it is a pointer; else -1 */
    size_t name;    /* of a word: its number; else 0 */
    size_t match;   /* a bracket's partner; of others itself */
    size_t up;      /* the innermost bracket around it; 0: none */
    unsigned flags; /* of an access's name, in access.c alone: what happens there */
    size_t behind;  /* likewise: what follows its ']' */
} cj_item;

typedef struct cj_directive {
    cj_token token;
    enum {
        CJ_DIRECTIVE_OTHER,
        CJ_DIRECTIVE_DEFINE,
        CJ_DIRECTIVE_UNDEF,
        CJ_DIRECTIVE_INCLUDE,
        CJ_DIRECTIVE_IF,   /* #ifdef too */
        CJ_DIRECTIVE_ELSE, /* #elif too: another branch of the #if */
        CJ_DIRECTIVE_ENDIF,
    } kind;
    size_t behind;       /* the last item before it */
    size_t first, count; /* its tokens, in `inside`; the first is the directive's name */
} cj_directive;

/* items[0] and items[count + 1] are ends, so that each token has neighbours. Directives stand aside. Zero-initialise
 * it, but for what the first lines say. Tokens point into the text, names into the first text that had them: a text
 * lives as long as the names. */
typedef struct cj_tokens {
    cj_names *names; /* NULL: they are not numbered, and words are all of sort CJ_SORT_NAME */
    unsigned place;  /* the CJ_IN_ bit of the text */
    cj_item *items;
    size_t count, room;
    size_t open; /* the innermost bracket at the end; 0: none */
    cj_directive *directives;
    size_t directive_count, directive_room;
    cj_item *inside;
    size_t inside_count, inside_room;
    bool broken;          /* the text goes on with what cannot be read */
    bool ends_in_comment; /* of the lexer */
    bool failed;          /* no memory */
} cj_tokens;

/* Adds a token that is no directive; the one of kind CJ_TOKEN_END must come, too, be it by cj_tokens_end(), and then
 * nothing else. */
void cj_tokens_add(cj_tokens *tokens, const cj_token *token);
void cj_tokens_end(cj_tokens *tokens);

/* Reads a text that is no snippet to be checked, up to what cannot be read. */
cujit_status cj_tokens_read(cj_tokens *tokens, const char *text, cujit_error *error);

/* Adds a text that was read already, without any end; it is left to its owner, and lives as long. */
void cj_tokens_add_all(cj_tokens *tokens, const cj_tokens *from);

void cj_tokens_clear(cj_tokens *tokens);

/* The tokens of a directive. */
static inline const cj_item *cj_tokens_inside(const cj_tokens *tokens, const cj_directive *directive)
{
    return tokens->inside + directive->first;
}

/* The name of a token; of one that is no word of[0]. */
static inline const cj_name *cj_tokens_name(const cj_tokens *tokens, size_t at)
{
    return &tokens->names->of[tokens->items[at].name];
}

/* Whether the token is a name that nobody owns. */
static inline bool cj_tokens_is_own(const cj_tokens *tokens, size_t at)
{
    return tokens->items[at].sort == CJ_SORT_NAME && !cj_sort_in(tokens->items[at - 1].sort, CJ_SORTS_OWNING);
}

/* Whether what the name at `at` stands for may be changed there, or declared anew. Errs towards yes. */
bool cj_tokens_changes(const cj_tokens *tokens, size_t at);

/* Whether the text may declare a function of that name; a call does not. */
bool cj_tokens_may_declare(const cj_tokens *tokens, size_t name);

static inline bool cj_item_is(const cj_item *item, const char *spelling)
{
    return cj_token_is(&item->token, spelling);
}

static inline bool cj_item_ends_operand(const cj_item *item)
{
    return cj_sort_in(item->sort, CJ_SORTS_ENDING);
}

/* Of what stands before a type or for it: `const`, `auto`. Of a built-in type that is no class on any device. Of what
 * makes a variable outlive the block that it is in: `static`, `__shared__`. */
bool cj_item_is_qualifier(const cj_item *item);
bool cj_item_is_number_type(const cj_item *item);
bool cj_item_keeps_state(const cj_item *item);

/* What a '(' is for. */
typedef enum cj_paren {
    CJ_PAREN_GROUP,
    CJ_PAREN_CALL,
    CJ_PAREN_CAST,    /* the operand of static_cast<T>( or float( */
    CJ_PAREN_TYPE,    /* holds a type: (float) */
    CJ_PAREN_CONTROL, /* if ( */
} cj_paren;
cj_paren cj_tokens_paren(const cj_tokens *tokens, size_t open);

/* Whether a statement may begin at `at`. */
bool cj_tokens_begins_statement(const cj_tokens *tokens, size_t at);

/* The ';' of the statement that `at` is in, or the end of what is around it. */
size_t cj_tokens_statement_end(const cj_tokens *tokens, size_t at);

/* Whether & or && at `at` stands before its only operand. Errs towards true. */
bool cj_tokens_is_unary(const cj_tokens *tokens, size_t at);

#endif
