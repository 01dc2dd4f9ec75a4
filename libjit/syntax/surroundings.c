/*
 * surroundings.c: what stands around an operation. See surroundings.h.
 *
 * One pass over each text. Bodies of functions are skipped: what a function does with its own parameters is no concern
 * of an operation that gives it values. Where conditionals make it uncertain which brace belongs to which, none is.
 */
#include "libjit/syntax/surroundings.h"

#include "libjit/syntax/include.h"
#include "libjit/syntax/words.h"

#include <string.h>

enum { MAX_MACRO_PARAMETERS = 32 };

typedef struct pass {
    cj_texts *texts;
    cj_surroundings *out;
    const cj_tokens *tokens;
    const cj_item *items; /* tokens->items */
    bool conditionals;    /* braces may not match */
    bool scope_opens;     /* the statement says struct, namespace or the like: its '{' opens no function's body */
    bool names_type;      /* the statement says typedef or using */
    bool is_template;     /* the statement says template */
    bool refers;          /* behind "T &" in a macro */
    bool names_operator, names_conversion; /* behind `operator`; and behind that a type's name */
} pass;

static const char *const generics[] = {"template", "auto", "decltype", "typeof", "__typeof__", "__typeof", NULL};
static const char *const scopes[] = {"struct", "class", "union", "enum", "namespace", "extern", NULL};
static const uint64_t references = CJ_BIT(AMPERSAND) | CJ_BIT(BOTH);

/* ---- Words ---- */

static bool is_one_of(const cj_item *item, const char *const *spellings)
{
    return item->name != 0 && cj_token_is_one_of(&item->token, spellings);
}

static bool is_qualifier(const cj_item *item)
{
    static const char *const qualifiers[] = {"const", "volatile", NULL};

    return item->sort == CJ_SORT_TYPE && is_one_of(item, qualifiers);
}

/* A built-in type that is one word, or a part of one of several. */
static bool is_built_in(const cj_item *item)
{
    static const char *const others[] = {"auto", "constexpr", "static", "void", NULL};

    return item->sort == CJ_SORT_TYPE && !is_qualifier(item) && !is_one_of(item, others);
}

static bool is_type_word(const cj_item *item)
{
    return is_built_in(item) || is_qualifier(item);
}

static void note(pass *p, const cj_item *item, unsigned what)
{
    p->texts->names.of[item->name].is |= item->name != 0 ? what : 0;
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
    static const char *const hidden[] = {"__asm__", "__asm", "_Pragma", "__typeof__", "__typeof", NULL};
    const uint64_t operators = (CJ_SORTS_COMPUTING & ~CJ_BIT(AMPERSAND)) | CJ_BIT(QUESTION) | CJ_BIT(COLON) |
                               CJ_BIT(PAREN) | CJ_BIT(PAREN_END) | CJ_BIT(COMMA) | CJ_SORTS_OWNING;
    char word[64];

    if (item->token.kind == CJ_TOKEN_PUNCTUATOR)
        return cj_sort_in(item->sort, operators);
    if (item->name == 0 || is_built_in(item) || is_one_of(item, words))
        return true;
    return cj_token_copy(&item->token, word, sizeof word) >= sizeof word ||
           (!cj_word_is_keyword(word) && !is_one_of(item, hidden));
}

/* How far a macro's body has got in calling a method: p.set(3) may write; p.real() only reads. */
typedef enum method {
    METHOD_NONE,
    METHOD_MEMBER, /* behind '.' or '->' */
    METHOD_NAME,
    METHOD_READS, /* behind the name of one that does */
    METHOD_ENDS,  /* behind that one's '(' */
    METHOD_CALLED,
} method;

static method follow_method(method at, const cj_item *item)
{
    static const char *const reading[] = {"real", "imag", NULL};

    if (item->sort == CJ_SORT_MEMBER)
        return METHOD_MEMBER;
    if (at == METHOD_MEMBER)
        return is_one_of(item, reading) ? METHOD_READS : METHOD_NAME;
    if (at == METHOD_ENDS)
        return item->sort == CJ_SORT_PAREN_END ? METHOD_NONE : METHOD_CALLED;
    if (item->sort != CJ_SORT_PAREN)
        return METHOD_NONE;
    return at == METHOD_READS ? METHOD_ENDS : at == METHOD_NAME ? METHOD_CALLED : METHOD_NONE;
}

/* What macros may make declarations of. `before`: the sort of what stands before, in the body. */
static void look_at_body_item(pass *p, const cj_item *item, const cj_item *before)
{
    static const char *const states[] = {"static", "thread_local", "__shared__", NULL};
    cj_surroundings *out = p->out;

    if (p->refers && item->sort != CJ_SORT_NUMBER)
        out->by_value = false;
    p->refers = cj_sort_in(item->sort, references) && before != NULL &&
                (before->name != 0 || before->sort == CJ_SORT_GREATER);
    if (is_one_of(item, generics))
        out->generic = out->disguises = true;
    note(p, item, CJ_NAME_OTHER);
    if (cj_item_is(item, "operator"))
        out->operators = out->converts = true;
    out->keeps_state = out->keeps_state || is_one_of(item, states);
    out->decays = out->decays || item->sort == CJ_SORT_SQUARE;
    out->casts = out->casts || (item->sort == CJ_SORT_PAREN_END && before != NULL && before->sort == CJ_SORT_STAR);
}

/* Whether i stands in a macro's body where what is around it may make it an argument: (i), (a, i + 1), i; but not
 * (int)(i). What a parameter stands for, and what comes before and behind the body, may be anything. */
static bool gives_index(const body *b)
{
    const uint64_t firsts = CJ_BIT(PAREN) | CJ_BIT(COMMA) | CJ_BIT(BRACE) | CJ_BIT(PLUS),
                   lasts = CJ_BIT(PAREN_END) | CJ_BIT(COMMA) | CJ_BIT(BRACE_END) | CJ_BIT(PLUS) | CJ_BIT(MINUS);

    for (size_t k = 0; k < b->count; k++) {
        const cj_item *item = &b->items[k];
        bool cast = k > 2 && item[-1].sort == CJ_SORT_PAREN && item[-2].sort == CJ_SORT_PAREN_END &&
                    is_type_word(&item[-3]);

        if (cj_item_is(item, "i") && !cast &&
            (k == 0 || cj_sort_in(item[-1].sort, firsts) || is_parameter(b, &item[-1])) &&
            (k + 1 == b->count || cj_sort_in(item[1].sort, lasts) || is_parameter(b, &item[1])))
            return true;
    }
    return false;
}

static void add_body(pass *p, const body *b)
{
    static const cj_token semicolon = {.kind = CJ_TOKEN_PUNCTUATOR, .start = ";", .length = 1};
    cj_surroundings *out = p->out;
    const cj_item *last = b->count > 0 ? &b->items[b->count - 1] : NULL;
    bool joins = last != NULL && (cj_sort_in(b->items->sort, references) || cj_sort_in(last->sort, references));
    method calling = METHOD_NONE;
    int depth = 0;

    for (size_t k = 0; k < b->count; k++) {
        const cj_item *item = &b->items[k];
        bool pastes = cj_item_is(item, "##");

        out->pastes = out->pastes || pastes;
        calling = follow_method(calling, item);
        depth += (item->sort == CJ_SORT_PAREN) - (item->sort == CJ_SORT_PAREN_END);
        out->wild = out->wild || !is_tame(item) || calling == METHOD_CALLED || depth < 0;
        look_at_body_item(p, item, k > 0 ? item - 1 : NULL);
        if (!is_parameter(b, item) && !pastes && !cj_item_is(item, "#"))
            cj_tokens_add(&p->texts->bodies, NULL, &item->token);
    }
    cj_tokens_add(&p->texts->bodies, NULL, &semicolon);
    out->wild = out->wild || joins || depth != 0;
    out->by_value = out->by_value && !p->refers;
    p->refers = false;
    out->casts = out->casts ||
                 (last != NULL && last->token.kind == CJ_TOKEN_PUNCTUATOR && last->sort != CJ_SORT_PAREN_END);
}

/* `items`: of a directive, which says "define". */
static void define(pass *p, const cj_item *items, size_t count)
{
    body b = {.items = items + 2, .count = count - 2};
    const cj_item *name = &items[1];

    note(p, name, CJ_NAME_MACRO);
    p->out->disguises = p->out->disguises || is_type_word(name);
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
    if (gives_index(&b)) {
        note(p, name, CJ_NAME_GIVER);
        p->out->givers = true;
    }
    add_body(p, &b);
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
    static const char *const including[] = {"include", "include_next", "import", NULL};

    for (size_t k = 0; k < p->tokens->directive_count; k++) {
        const cj_directive *directive = &p->tokens->directives[k];
        const cj_item *items = p->tokens->inside + directive->first;

        if (directive->count > 1 && cj_item_is(&items[0], "define"))
            define(p, items, directive->count);
        else if (directive->count > 0 && is_one_of(&items[0], including))
            include(p, &directive->token);
        p->conditionals = p->conditionals || (directive->count > 0 && cj_item_is(&items[0], "endif"));
    }
}

/* ---- Functions and types ---- */

static bool opens_body(const pass *p, size_t at)
{
    static const char *const before[] = {"const", "noexcept", "override", "final", NULL};

    return !p->conditionals && !p->scope_opens && p->items[at].sort == CJ_SORT_BRACE &&
           (p->items[at - 1].sort == CJ_SORT_PAREN_END || is_one_of(&p->items[at - 1], before));
}

/* Whether the list of parameters that opens at `open` is one of built-in types by value. */
static bool takes_values(const pass *p, size_t open)
{
    bool typed = false, named = false, initial = false;

    for (size_t k = open + 1; k <= p->tokens->count && p->items[k].sort != CJ_SORT_PAREN_END; k++) {
        const cj_item *item = &p->items[k];

        if (item->sort == CJ_SORT_COMMA)
            typed = named = initial = false;
        else if (item->sort == CJ_SORT_ASSIGN && typed)
            initial = true;
        else if (initial && (item->sort == CJ_SORT_NUMBER || item->name != 0))
            continue;
        else if (is_type_word(item) && !named && !initial)
            typed = typed || is_built_in(item);
        else if (item->name != 0 && typed && !named)
            named = true;
        else
            return false;
    }
    return p->items[open].match != open;
}

/* A name outside of functions' bodies. Of a function that takes built-in types the parameters are skipped: returns the
 * last token that was looked at. */
static size_t look_at_name(pass *p, size_t at)
{
    const cj_item *item = &p->items[at], *before = item - 1;
    bool behind_type = before->name != 0 ||
                       cj_sort_in(before->sort, CJ_BIT(STAR) | CJ_BIT(AMPERSAND) | CJ_BIT(GREATER));

    if (behind_type && !p->is_template && !p->names_conversion && item[1].sort == CJ_SORT_PAREN &&
        takes_values(p, at + 1)) {
        note(p, item, CJ_NAME_FUNCTION);
        return item[1].match;
    }
    note(p, item, CJ_NAME_OTHER);
    return at;
}

/* operator float *() gives an address away where nobody sees one taken. */
static void look_for_conversion(pass *p, const cj_item *item)
{
    if (p->names_conversion && cj_sort_in(item->sort, references | CJ_BIT(STAR)))
        p->out->converts = true;
    p->names_conversion = (p->names_conversion || (p->names_operator && item->name != 0)) &&
                          item->sort != CJ_SORT_PAREN;
    p->names_operator = cj_item_is(item, "operator");
}

/* Returns the last token that was looked at. */
static size_t look_at_item(pass *p, size_t at)
{
    static const char *const types[] = {"typedef", "using", NULL};
    static const char *const aliasing[] = {"decltype", "typeof", "__typeof__", "__typeof", NULL};
    const cj_item *item = &p->items[at];
    bool ends = cj_sort_in(item->sort, CJ_BIT(SEMICOLON) | CJ_BIT(BRACE) | CJ_BIT(BRACE_END));
    cj_surroundings *out = p->out;

    p->is_template = (p->is_template || cj_item_is(item, "template")) && !ends;
    out->imports = out->imports || (cj_item_is(item, "namespace") && cj_item_is(item - 1, "using"));
    out->generic = out->generic || is_one_of(item, generics);
    if (cj_sort_in(item->sort, references) || is_one_of(item, aliasing)) {
        out->by_value = false;
        out->aliases = out->aliases || p->names_type;
    }
    p->names_type = (p->names_type || is_one_of(item, types)) && item->sort != CJ_SORT_SEMICOLON;
    look_for_conversion(p, item);
    out->operators = out->operators || p->names_operator;
    out->decays = out->decays || item->sort == CJ_SORT_SQUARE;
    p->scope_opens = (p->scope_opens && !ends) || is_one_of(item, scopes);
    return item->name != 0 ? look_at_name(p, at) : at;
}

static void look_at_text(cj_texts *texts, const cj_tokens *tokens)
{
    pass p = {.texts = texts, .out = &texts->around, .tokens = tokens, .items = tokens->items};

    look_at_directives(&p);
    for (size_t at = 1; at <= tokens->count; at++) {
        if (opens_body(&p, at)) {
            at = p.items[at].match;
            p.is_template = false;
        } else {
            at = look_at_item(&p, at);
        }
    }
}

/* ---- All of it ---- */

cujit_status cj_texts_init(cj_texts *texts, const cj_signature *signature, cujit_error *error)
{
    struct {
        cj_tokens *tokens;
        unsigned place;
    } all[] = {{&texts->types, CJ_IN_TYPES},           {&texts->definitions, CJ_IN_OPTIONS},
               {&texts->headers, CJ_IN_HEADERS},       {&texts->preamble, CJ_IN_PREAMBLE},
               {&texts->loop_prep, CJ_IN_LOOP_PREP},   {&texts->operation, CJ_IN_OPERATION},
               {&texts->after_loop, CJ_IN_AFTER_LOOP}, {&texts->bodies, CJ_IN_MACROS}};

    for (size_t k = 0; k < sizeof all / sizeof *all; k++)
        *all[k].tokens = (cj_tokens){.names = &texts->names, .place = all[k].place};
    for (size_t k = 0; k < signature->count; k++) {
        if (!cj_names_add_parameter(&texts->names, signature->parameters[k].name, k, signature->parameters[k].pointer))
            return cj_error_no_memory(error, "a look at a kernel's texts");
    }
    return CUJIT_OK;
}

void cj_texts_clear(cj_texts *texts)
{
    cj_tokens *const all[] = {&texts->types,     &texts->definitions, &texts->headers,    &texts->preamble,
                              &texts->loop_prep, &texts->operation,   &texts->after_loop, &texts->bodies};

    for (size_t k = 0; k < sizeof all / sizeof *all; k++)
        cj_tokens_clear(all[k]);
    cj_names_clear(&texts->names);
    cj_text_clear(&texts->definition_text);
    cj_text_clear(&texts->header_text);
}

cujit_status cj_texts_look_around(cj_texts *texts, const char *const *written, const char *const *options,
                                  cujit_error *error)
{
    static const cj_token end = {.start = ""};
    cj_surroundings *out = &texts->around;
    cj_text all = {0}; /* each is ended by a line's end, so that directives stay apart */
    pass own = {.texts = texts, .out = out, .tokens = &texts->operation};
    cujit_status status;

    *out = (cj_surroundings){.by_value = true};
    for (; *written != NULL; written++)
        cj_text_printf(&all, "%s\n", *written);
    if (!all.failed)
        out->own_header = !cj_include_read(all.data != NULL ? all.data : "", options, &texts->header_text);
    status = cj_tokens_read(&texts->headers, texts->header_text.data, error);
    if (status == CUJIT_OK && (all.failed || texts->header_text.failed))
        status = cj_error_no_memory(error, "a look at a kernel's texts");
    cj_text_clear(&all);
    if (status != CUJIT_OK)
        return status;
    look_at_text(texts, &texts->definitions);
    look_at_text(texts, &texts->types);
    look_at_text(texts, &texts->headers);
    look_at_text(texts, &texts->preamble);
    look_at_directives(&own); /* what an operation defines and includes itself */
    cj_tokens_add(&texts->bodies, NULL, &end);
    if (texts->bodies.failed)
        return cj_error_no_memory(error, "a look at a kernel's texts");
    out->any_header = out->any_header || out->own_header || cj_include_forced(options);
    out->by_value = out->by_value && !out->any_header;
    out->operators = out->operators || out->any_header;
    out->decays = out->decays || out->any_header;
    out->generic = out->generic || out->any_header;
    return CUJIT_OK;
}

bool cj_surroundings_is_plain_function(const cj_surroundings *surroundings, const cj_name *name)
{
    if (surroundings->own_header || surroundings->pastes || surroundings->disguises ||
        (name->is & (CJ_NAME_MACRO | CJ_NAME_OTHER)) != 0)
        return false;
    return (name->is & CJ_NAME_FUNCTION) != 0 || !(surroundings->any_header || surroundings->imports);
}
