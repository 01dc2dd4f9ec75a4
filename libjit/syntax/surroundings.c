/*
 * surroundings.c: what stands around an operation. See surroundings.h.
 *
 * One pass over each text. Bodies of functions are skipped: what a function does with its own parameters is no concern
 * of an operation that gives it values. Where conditionals make it uncertain which brace belongs to which, or macros
 * what it belongs to, none is.
 */
#include "libjit/syntax/surroundings.h"

#include "libjit/syntax/words.h"

#include <string.h>

enum { MAX_MACRO_PARAMETERS = 32 };

typedef struct pass {
    cj_texts *texts;
    cj_surroundings *out;
    const cj_tokens *tokens;
    bool names_type; /* the statement says typedef or using */
    bool overloads;  /* ... operator */
} pass;

static const char *const scopes[] = {"struct", "class", "union", "enum", "namespace", "extern", NULL};
static const char *const types[] = {"typedef", "using", NULL};
static const char *const numbers[] = {"bool",  "char",   "short",  "int",      "long",
                                      "float", "double", "signed", "unsigned", NULL};
static const char *const generics[] = {"template", "auto", "decltype", "typeof", "__typeof__", "__typeof", NULL};
const char *const cj_takers[] = {
    "swap", "exchange", "move", "forward", "addressof", "__addressof", "__builtin_addressof", NULL};
static const uint64_t references = CJ_BIT(AMPERSAND) | CJ_BIT(BOTH);

static bool is_one_of(const cj_item *item, const char *const *spellings)
{
    return item->name != 0 && cj_token_is_one_of(&item->token, spellings);
}

/* ---- Macros ---- */

/* The body of a macro that is defined, and the names of its parameters. */
typedef struct body {
    const cj_item *items;
    size_t count;
    size_t parameters[MAX_MACRO_PARAMETERS];
    size_t parameter_count;
} body;

static bool is_parameter(const body *b, const cj_item *item)
{
    for (size_t k = 0; k < b->parameter_count && item->name != 0; k++) {
        if (b->parameters[k] == item->name)
            return true;
    }
    return false;
}

/* Whether a token of a macro's body may be part of a value that is computed from the macro's arguments. Keywords of
 * statements may not, nor may whatever writes, takes addresses, or reaches beyond the body. */
static bool is_tame(const cj_item *item)
{
    static const char *const words[] = {"true", "false", "const", "sizeof", "static_cast", NULL};
    const uint64_t operators = (CJ_SORTS_COMPUTING & ~CJ_BIT(AMPERSAND)) | CJ_BIT(QUESTION) | CJ_BIT(COLON) |
                               CJ_BIT(PAREN) | CJ_BIT(PAREN_END) | CJ_BIT(SQUARE) | CJ_BIT(SQUARE_END) | CJ_BIT(COMMA) |
                               CJ_SORTS_OWNING;
    char word[64];

    if (item->token.kind == CJ_TOKEN_PUNCTUATOR)
        return cj_sort_in(item->sort, operators);
    if (is_one_of(item, cj_takers))
        return false;
    if (item->name == 0 || is_one_of(item, words) || (item->sort == CJ_SORT_TYPE && !cj_item_is_qualifier(item)))
        return true;
    return cj_token_copy(&item->token, word, sizeof word) >= sizeof word ||
           !(cj_word_is_keyword(word) || cj_item_keeps_state(item) ||
             cj_sort_in(item->sort, CJ_BIT(BLIND) | CJ_BIT(ALIAS)));
}

/* Whether the item is i or j, and not made a number by a word that can mean nothing else: (int)(i). */
static bool gives_index(const body *b, const cj_item *item)
{
    if (!cj_item_is(item, "i") && !cj_item_is(item, "j"))
        return false;
    while (item > b->items && item[-1].sort == CJ_SORT_PAREN)
        item--;
    return item < b->items + 2 || item[-1].sort != CJ_SORT_PAREN_END || !is_one_of(&item[-2], numbers);
}

/* Returns the CJ_NAME_ bits of a macro. A wild one may also be the head of an expression that goes on behind it. */
static unsigned add_body(pass *p, const body *b)
{
    static const cj_token semicolon = {.kind = CJ_TOKEN_PUNCTUATOR, .start = ";", .length = 1};
    const cj_item *last = b->count > 0 ? &b->items[b->count - 1] : NULL;
    bool wild = last != NULL && last->token.kind == CJ_TOKEN_PUNCTUATOR &&
                !cj_sort_in(last->sort, CJ_BIT(PAREN_END) | CJ_BIT(SQUARE_END));
    bool gives = false, counts = false, angled = false;
    int depth = 0;

    for (size_t k = 0; k < b->count; k++) {
        const cj_item *item = &b->items[k];

        depth += (item->sort == CJ_SORT_PAREN) - (item->sort == CJ_SORT_PAREN_END);
        wild = wild || !is_tame(item) || depth < 0 ||
               (item->sort == CJ_SORT_MEMBER && k + 2 < b->count && item[2].sort == CJ_SORT_PAREN) || /* p.set(3) */
               (item->sort == CJ_SORT_SQUARE && (k == 0 || !cj_item_ends_operand(item - 1)));         /* a lambda */
        gives = gives || gives_index(b, item);
        counts = counts || item->sort == CJ_SORT_NUMBER;
        angled = angled || cj_sort_in(item->sort, CJ_BIT(LESS) | CJ_BIT(GREATER));
        p->out->disguises = p->out->disguises || is_one_of(item, scopes) || cj_item_is(item, "##");
        if (!is_parameter(b, item) && !cj_item_is(item, "##") && !cj_item_is(item, "#"))
            cj_tokens_add(&p->texts->bodies, &item->token);
    }
    cj_tokens_add(&p->texts->bodies, &semicolon);
    return CJ_NAME_MACRO | (wild || depth != 0 ? CJ_NAME_WILD : 0u) | (gives ? CJ_NAME_GIVER : 0u) |
           (!counts || angled ? CJ_NAME_CAST : 0u);
}

/* `items`: of a directive, which says "define". */
static void define(pass *p, const cj_item *items, size_t count)
{
    body b = {.items = items + 2, .count = count - 2};
    const cj_item *name = &items[1];
    unsigned is;

    /* A macro with parameters has its bracket right behind its name. */
    if (b.count > 0 && b.items->sort == CJ_SORT_PAREN &&
        b.items->token.start == name->token.start + name->token.length) {
        for (; b.count > 0 && b.items->sort != CJ_SORT_PAREN_END; b.items++, b.count--) {
            if (b.items->name != 0 && b.parameter_count < MAX_MACRO_PARAMETERS)
                b.parameters[b.parameter_count++] = b.items->name;
        }
        b.items += b.count > 0;
        b.count -= b.count > 0;
    }
    is = add_body(p, &b); /* which adds names */
    p->texts->names.of[name->name].is |= name->name != 0 ? is : 0;
}

/* ---- Directives ---- */

/* Headers that define values and functions of values, and no macro that is more than a constant. */
static bool is_plain_header(const char *name, size_t length)
{
    static const char *const plain[] = {"cuda_fp16.h", "cuda_bf16.h", "math_constants.h", "cmath",
                                        "math.h",      "cstdint",     "stdint.h",         "cfloat",
                                        "float.h",     "limits",      "climits",          "limits.h"};

    for (size_t k = 0; k < sizeof plain / sizeof *plain; k++) {
        if (strlen(plain[k]) == length && memcmp(plain[k], name, length) == 0)
            return true;
    }
    return false;
}

/* The user's own are looked at for themselves; a name can be one of these and the compiler's. */
static void include(pass *p, const cj_token *directive)
{
    const char *end = directive->start + directive->length;
    const char *open = memchr(directive->start, '<', directive->length);
    const char *close = open != NULL ? memchr(open, '>', (size_t)(end - open)) : NULL;

    if (close == NULL || !is_plain_header(open + 1, (size_t)(close - open - 1)))
        p->out->any_header = true;
}

static void look_at_directives(pass *p)
{
    for (size_t k = 0; k < p->tokens->directive_count; k++) {
        const cj_directive *directive = &p->tokens->directives[k];

        if (directive->count > 1 && directive->kind == CJ_DIRECTIVE_DEFINE)
            define(p, cj_tokens_inside(p->tokens, directive), directive->count);
        else if (directive->kind == CJ_DIRECTIVE_INCLUDE)
            include(p, &directive->token);
    }
}

/* ---- Functions and types ---- */

/* Whether the statement says one of these words before the token at `at`. */
static bool says(const cj_item *items, size_t at, const char *const *words)
{
    const uint64_t ends = CJ_BIT(END) | CJ_BIT(SEMICOLON) | CJ_BIT(BRACE) | CJ_BIT(BRACE_END);

    while (!cj_sort_in(items[--at].sort, ends)) {
        if (is_one_of(&items[at], words))
            return true;
    }
    return false;
}

static bool opens_body(const cj_tokens *tokens, size_t at)
{
    static const char *const before[] = {"const", "noexcept", "override", "final", NULL};
    const cj_item *item = &tokens->items[at];

    return item->sort == CJ_SORT_BRACE && (item[-1].sort == CJ_SORT_PAREN_END || is_one_of(&item[-1], before)) &&
           !says(tokens->items, at, scopes);
}

/* Whether a name that is a type's without any text may be declared here: struct NAME, struct ALIGNED(8) NAME {, using
 * NAME, typedef ... NAME; struct {} NAME; */
static bool declares_type(const pass *p, const cj_item *item)
{
    const uint64_t bodies = CJ_BIT(BRACE) | CJ_BIT(COLON), ends = CJ_BIT(SEMICOLON) | CJ_BIT(COMMA) | CJ_BIT(SQUARE);

    return item->sort == CJ_SORT_TYPE && !is_one_of(item, numbers) &&
           (is_one_of(&item[-1], scopes) || is_one_of(&item[-1], types) || cj_sort_in(item[1].sort, bodies) ||
            ((p->names_type || item[-1].sort == CJ_SORT_BRACE_END) && cj_sort_in(item[1].sort, ends)));
}

static void look_at_item(pass *p, const cj_item *item)
{
    static const char *const aliasing[] = {"decltype", "typeof", "__typeof__", "__typeof", NULL};
    const cj_item *before = item - 1;
    const bool begins = cj_sort_in(before->sort, CJ_BIT(PAREN) | CJ_BIT(COMMA)) || cj_item_is_qualifier(before);
    cj_surroundings *out = p->out;

    out->generic = out->generic || is_one_of(item, generics);
    if ((cj_sort_in(item->sort, references) && item[1].sort != CJ_SORT_NUMBER) || is_one_of(item, aliasing)) {
        out->by_value = false;
        out->aliases = out->aliases || p->names_type;
    }
    p->names_type = (p->names_type || is_one_of(item, types)) && item->sort != CJ_SORT_SEMICOLON;
    if (declares_type(p, item))
        p->texts->names.of[item->name].is |= CJ_NAME_OWN;
    if (cj_item_is(before, "typename") || cj_item_is(before, "class"))
        p->texts->names.of[item->name].is |= CJ_NAME_ANY;
    p->overloads = (p->overloads || cj_item_is(item, "operator")) &&
                   !cj_sort_in(item->sort, CJ_BIT(SEMICOLON) | CJ_BIT(BRACE));
    if (p->overloads && (p->tokens == &p->texts->operation || out->disguises || cj_item_is(item, "auto") ||
                         (begins && (p->texts->names.of[item->name].is & CJ_NAME_ANY) != 0)))
        out->any_operand = true;
    out->operators = out->operators || p->overloads;
    out->literals = out->literals || (cj_item_is(before, "operator") && item->sort == CJ_SORT_STRING);
    out->converts = out->converts || (cj_item_is(before, "operator") && item->name != 0);
    out->decays = out->decays || item->sort == CJ_SORT_SQUARE;
}

/* Whether conditionals may make it uncertain which brace belongs to which, or what it opens: not where each stands
 * between whole declarations. */
static bool splits_declarations(const cj_tokens *tokens)
{
    const uint64_t ends = CJ_BIT(END) | CJ_BIT(SEMICOLON) | CJ_BIT(BRACE_END);

    for (size_t k = 0; k < tokens->directive_count; k++) {
        const cj_directive *directive = &tokens->directives[k];
        const cj_item *before = &tokens->items[directive->behind];

        if (directive->kind >= CJ_DIRECTIVE_IF && (before->up != 0 || !cj_sort_in(before->sort, ends)))
            return true;
    }
    return false;
}

static void look_at_text(cj_texts *texts, const cj_tokens *tokens)
{
    pass p = {.texts = texts, .out = &texts->around, .tokens = tokens};
    bool certain = !p.out->disguises && !splits_declarations(tokens);

    for (size_t at = 1; at <= tokens->count; at++) {
        if (certain && opens_body(tokens, at))
            at = tokens->items[at].match;
        else
            look_at_item(&p, &tokens->items[at]);
    }
}

/* ---- All of it ---- */

cujit_status cj_texts_init(cj_texts *texts, const cj_signature *signature, cujit_error *error)
{
    for (size_t k = 0; k < CJ_TEXTS; k++)
        texts->all[k] = (cj_tokens){.names = &texts->names, .place = 1u << k};
    for (size_t k = 0; k < signature->count; k++) {
        if (!cj_names_add_parameter(&texts->names, signature->parameters[k].name, k, signature->parameters[k].pointer))
            return cj_error_no_memory(error, "a look at a kernel's texts");
    }
    return CUJIT_OK;
}

void cj_texts_clear(cj_texts *texts)
{
    for (size_t k = 0; k < CJ_TEXTS; k++)
        cj_tokens_clear(&texts->all[k]);
    cj_names_clear(&texts->names);
    cj_text_clear(&texts->definition_text);
}

cujit_status cj_texts_look_around(cj_texts *texts, const cj_survey *survey, const char *const *options,
                                  cujit_error *error)
{
    cj_surroundings *out = &texts->around;
    const cj_tokens *const all[] = {&texts->definitions, &texts->types, &texts->headers, &texts->preamble,
                                    &texts->operation};
    pass own = {.texts = texts, .out = out, .tokens = &texts->operation};

    *out = (cj_surroundings){.by_value = true, .own_header = !survey->complete || !survey->followed};
    for (const cj_included *header = survey->first; header != NULL; header = header->next)
        cj_tokens_add_all(&texts->headers, &header->tokens);
    cj_tokens_end(&texts->headers);
    for (size_t k = 0; k < sizeof all / sizeof *all; k++)
        look_at_directives(&(pass){.texts = texts, .out = out, .tokens = all[k]}); /* an operation may have some, too */
    for (size_t k = 0; all[k] != &texts->operation; k++)
        look_at_text(texts, all[k]);
    cj_tokens_end(&texts->bodies);
    if (texts->bodies.failed || texts->headers.failed)
        return cj_error_no_memory(error, "a look at a kernel's texts");
    for (size_t k = 1; k <= texts->bodies.count; k++)
        look_at_item(&own, &texts->bodies.items[k]);
    out->any_header = out->any_header || out->own_header || cj_include_forced(options);
    out->by_value = out->by_value && !out->any_header;
    out->operators = out->operators || out->own_header;
    out->any_operand = out->any_operand || out->own_header;
    out->literals = out->literals || out->own_header;
    out->decays = out->decays || out->any_header;
    out->generic = out->generic || out->any_header;
    return CUJIT_OK;
}

bool cj_texts_is_untouched(const cj_texts *texts, const cj_item *item)
{
    return !texts->around.any_header && !texts->around.disguises && !cj_texts_is_macro(texts, item) &&
           (texts->names.of[item->name].stands & (CJ_IN_MACROS | CJ_IN_OPTIONS)) == 0 &&
           !cj_tokens_may_declare(&texts->preamble, item->name) && !cj_tokens_may_declare(&texts->types, item->name) &&
           !cj_tokens_may_declare(&texts->headers, item->name) && !cj_tokens_may_declare(&texts->loop_prep, item->name);
}
