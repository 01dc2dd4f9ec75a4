/*
 * surroundings.c: what stands around an operation. See surroundings.h.
 *
 * One pass over each text. Bodies of functions are skipped: what a function does with its own parameters is no concern
 * of an operation that gives it values. Where conditionals make it uncertain which brace belongs to which, none is.
 */
#include "libjit/syntax/surroundings.h"

#include "libjit/base/alloc.h"
#include "libjit/syntax/include.h"
#include "libjit/syntax/macro.h"
#include "libjit/syntax/words.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_MACRO_PARAMETERS = 32 };

typedef struct pass {
    cj_surroundings *out;
    cj_lexer lexer;
    cj_token token, before;
    bool conditionals; /* braces may not match */
    bool scope_opens;  /* the statement says struct, namespace or the like: its '{' opens no function's body */
    bool names_type;   /* the statement says typedef or using */
    bool is_template;  /* the statement says template */
    bool refers;       /* behind "T &" in a macro */
    bool names_operator, names_conversion; /* behind `operator`; and behind that a type's name */
    bool failed;
} pass;

static const char *const generics[] = {"template", "auto", "decltype", "typeof", "__typeof__", "__typeof", NULL};
static const char *const scopes[] = {"struct", "class", "union", "enum", "namespace", "extern", NULL};

/* FNV-1a over the name as it is without line splices. */
static uint64_t hash_name(const cj_token *name)
{
    uint64_t hash = 14695981039346656037u;
    char word[256];
    size_t length = cj_token_copy(name, word, sizeof word);

    for (size_t k = 0; k < length && k < sizeof word - 1; k++)
        hash = (hash ^ (unsigned char)word[k]) * 1099511628211u;
    return hash;
}

static bool next(cj_lexer *lexer, cj_token *token)
{
    return cj_lexer_next(lexer, token, NULL) == CUJIT_OK && token->kind != CJ_TOKEN_END;
}

/* ---- Words ---- */

static const char *const qualifiers[] = {"const", "volatile", NULL};

/* A built-in type that is one word, or a part of one of several. */
static bool is_built_in(const cj_token *token)
{
    char word[32];

    return cj_token_copy(token, word, sizeof word) < sizeof word && cj_word_is_type(word);
}

static bool is_type_word(const cj_token *token)
{
    return is_built_in(token) || cj_token_is_one_of(token, qualifiers);
}

/* ---- Macros ---- */

/* Whether a token of a macro's body may be part of a value that is computed from the macro's arguments. Keywords of
 * statements may not, nor may whatever writes, takes addresses, or reaches beyond the body. */
static bool is_tame(const cj_token *token)
{
    static const char *const words[] = {"true", "false", "const", "sizeof", "static_cast", NULL};
    static const char *const operators[] = {
        "+", "-", "*", "/",  "%",  "<", ">", "<=", ">=", "==", "!=", "&&", "||", "!",
        "~", "^", "|", "<<", ">>", "?", ":", "(",  ")",  ",",  ".",  "->", "::", NULL};
    static const char *const hidden[] = {"__asm__", "__asm", "_Pragma", "__typeof__", "__typeof", NULL};
    char word[64];

    if (token->kind == CJ_TOKEN_PUNCTUATOR)
        return cj_token_is_one_of(token, operators);
    if (token->kind != CJ_TOKEN_NAME)
        return true;
    if (is_built_in(token) || cj_token_is_one_of(token, words))
        return true;
    return cj_token_copy(token, word, sizeof word) >= sizeof word ||
           (!cj_word_is_keyword(word) && !cj_token_is_one_of(token, hidden));
}

static void add_name(pass *p, cj_names *names, const cj_token *name)
{
    if (names->count == names->room) {
        size_t room = names->room == 0 ? 16 : 2 * names->room;
        uint64_t *wider = cj_realloc(names->of, room * sizeof *wider);

        if (wider == NULL) {
            p->failed = true;
            return;
        }
        names->of = wider;
        names->room = room;
    }
    names->of[names->count++] = hash_name(name);
}

static int compare(const void *a, const void *b)
{
    const uint64_t *first = a, *second = b;

    return (*first > *second) - (*first < *second);
}

static void sort_names(cj_names *names)
{
    if (names->count > 1)
        qsort(names->of, names->count, sizeof *names->of, compare);
}

static bool has_name(const cj_names *names, uint64_t hash)
{
    return names->count > 0 && bsearch(&hash, names->of, names->count, sizeof hash, compare) != NULL;
}

static bool is_parameter(const cj_token *token, const uint64_t *parameters, size_t count)
{
    uint64_t hash = count > 0 ? hash_name(token) : 0;

    for (size_t k = 0; k < count; k++) {
        if (parameters[k] == hash)
            return true;
    }
    return false;
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

static method follow_method(method at, const cj_token *token)
{
    static const char *const members[] = {".", "->", NULL}, *const reading[] = {"real", "imag", NULL};

    if (cj_token_is_one_of(token, members))
        return METHOD_MEMBER;
    if (at == METHOD_MEMBER)
        return cj_token_is_one_of(token, reading) ? METHOD_READS : METHOD_NAME;
    if (at == METHOD_ENDS)
        return cj_token_is(token, ")") ? METHOD_NONE : METHOD_CALLED;
    if (!cj_token_is(token, "("))
        return METHOD_NONE;
    return at == METHOD_READS ? METHOD_ENDS : at == METHOD_NAME ? METHOD_CALLED : METHOD_NONE;
}

static const char *const references[] = {"&", "&&", NULL};

/* What macros may make declarations of. */
static void look_at_body_token(pass *p, const cj_token *before, const cj_token *token)
{
    bool behind_type = before->kind == CJ_TOKEN_NAME || cj_token_is(before, ">");
    static const char *const states[] = {"static", "thread_local", "__shared__", NULL};
    cj_surroundings *out = p->out;

    if (p->refers && token->kind != CJ_TOKEN_NUMBER)
        out->by_value = false;
    p->refers = cj_token_is_one_of(token, references) && behind_type;
    if (cj_token_is_one_of(token, generics))
        out->generic = out->disguises = true;
    if (token->kind == CJ_TOKEN_NAME)
        add_name(p, &out->others, token);
    if (cj_token_is(token, "operator"))
        out->operators = out->converts = true;
    if (cj_token_is_one_of(token, states))
        out->keeps_state = true;
    if (cj_token_is(token, "["))
        out->decays = true;
    if (cj_token_is(before, "*") && cj_token_is(token, ")"))
        out->casts = true;
}

/* Whether i stands in a macro's body where what is around it may make it an argument: (i), (a, i + 1), i; but not
 * (int)(i). What a parameter stands for, and what comes before and behind the body, may be anything. */
static bool gives_index(cj_lexer inside, const uint64_t *parameters, size_t count)
{
    static const char *const firsts[] = {"(", ",", "{", "+", NULL};
    static const char *const lasts[] = {")", ",", "}", "+", "-", NULL};
    cj_token token, before[3] = {{.start = ""}, {.start = ""}, {.start = ""}};
    bool given = false;

    while (next(&inside, &token)) {
        bool own = token.kind == CJ_TOKEN_NAME && is_parameter(&token, parameters, count);
        bool cast = cj_token_is(&before[0], "(") && cj_token_is(&before[1], ")") && is_type_word(&before[2]);

        if (given && (own || cj_token_is_one_of(&token, lasts)))
            return true;
        given = cj_token_is(&token, "i") && !cast &&
                (*before[0].start == '\0' || cj_token_is_one_of(&before[0], firsts) ||
                 is_parameter(&before[0], parameters, count));
        before[2] = before[1];
        before[1] = before[0];
        before[0] = token;
    }
    return given;
}

static void add_body(pass *p, cj_lexer inside, const uint64_t *parameters, size_t count)
{
    cj_surroundings *out = p->out;
    cj_token token, before = {.start = ""};
    method calling = METHOD_NONE;
    int depth = 0;

    for (; next(&inside, &token); before = token) {
        bool own = token.kind == CJ_TOKEN_NAME && is_parameter(&token, parameters, count);

        out->pastes = out->pastes || cj_token_is(&token, "##");
        calling = follow_method(calling, &token);
        out->wild = out->wild || !is_tame(&token) || calling == METHOD_CALLED ||
                    (*before.start == '\0' && cj_token_is_one_of(&token, references));
        look_at_body_token(p, &before, &token);
        depth += cj_token_is(&token, "(") - cj_token_is(&token, ")");
        out->wild = out->wild || depth < 0;
        if (own || cj_token_is(&token, "#") || cj_token_is(&token, "##"))
            continue;
        cj_text_append_n(&out->bodies, token.start, token.length);
        cj_text_append(&out->bodies, " ");
    }
    out->wild = out->wild || depth != 0 || cj_token_is_one_of(&before, references);
    out->by_value = out->by_value && !p->refers;
    p->refers = false;
    out->casts = out->casts || (before.kind == CJ_TOKEN_PUNCTUATOR && !cj_token_is(&before, ")"));
    cj_text_append(&out->bodies, ";\n");
}

/* `inside` stands behind "define". */
static void define(pass *p, cj_lexer inside)
{
    uint64_t parameters[MAX_MACRO_PARAMETERS];
    size_t count = 0;
    cj_lexer ahead;
    cj_token name, token;

    if (!next(&inside, &name))
        return;
    add_name(p, &p->out->macros, &name);
    p->out->disguises = p->out->disguises || is_type_word(&name);
    ahead = inside;
    /* A macro with parameters has its bracket right behind its name. */
    if (next(&ahead, &token) && cj_token_is(&token, "(") && token.start == name.start + name.length) {
        while (next(&ahead, &token) && !cj_token_is(&token, ")")) {
            if (token.kind == CJ_TOKEN_NAME && count < MAX_MACRO_PARAMETERS)
                parameters[count++] = hash_name(&token);
        }
        inside = ahead;
    }
    if (gives_index(inside, parameters, count))
        add_name(p, &p->out->givers, &name);
    add_body(p, inside, parameters, count);
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

static void look_at_directive(pass *p)
{
    static const char *const including[] = {"include", "include_next", "import", NULL};
    cj_lexer inside = cj_lexer_enter(&p->lexer, &p->token);
    cj_token name;

    if (!next(&inside, &name))
        return;
    if (cj_token_is(&name, "define"))
        define(p, inside);
    else if (cj_token_is_one_of(&name, including))
        include(p, &p->token);
}

static bool has_conditionals(const char *text)
{
    cj_lexer lexer;
    cj_token token, name;

    cj_lexer_init(&lexer, "", text);
    while (next(&lexer, &token)) {
        cj_lexer inside;

        if (token.kind != CJ_TOKEN_DIRECTIVE)
            continue;
        inside = cj_lexer_enter(&lexer, &token);
        if (next(&inside, &name) && cj_token_is(&name, "endif"))
            return true;
    }
    return false;
}

/* ---- Functions and types ---- */

static bool opens_body(const pass *p)
{
    static const char *const before[] = {")", "const", "noexcept", "override", "final", NULL};

    return !p->conditionals && !p->scope_opens && cj_token_is(&p->token, "{") && cj_token_is_one_of(&p->before, before);
}

static void skip_body(pass *p)
{
    size_t depth = 1;

    while (depth > 0 && next(&p->lexer, &p->token)) {
        if (p->token.kind == CJ_TOKEN_DIRECTIVE)
            look_at_directive(p);
        else if (cj_token_is(&p->token, "{"))
            depth++;
        else if (cj_token_is(&p->token, "}"))
            depth--;
    }
    p->is_template = false;
}

/* Whether a list of parameters, behind its '(', is one of built-in types by value, up to *end behind its ')'. */
static bool takes_values(cj_lexer inside, cj_lexer *end)
{
    bool typed = false, named = false, initial = false;
    cj_token token;

    while (next(&inside, &token)) {
        bool is_type = is_type_word(&token);

        if (cj_token_is(&token, ")")) {
            *end = inside;
            return true;
        }
        if (cj_token_is(&token, ",")) {
            typed = named = initial = false;
        } else if (cj_token_is(&token, "=") && typed) {
            initial = true;
        } else if (initial && (token.kind == CJ_TOKEN_NUMBER || token.kind == CJ_TOKEN_NAME)) {
            continue;
        } else if (is_type && !named && !initial) {
            typed = typed || is_built_in(&token);
        } else if (token.kind == CJ_TOKEN_NAME && typed && !named) {
            named = true;
        } else {
            return false;
        }
    }
    return false;
}

/* A name outside of functions' bodies. Of a function that takes built-in types the parameters are skipped. */
static void look_at_name(pass *p)
{
    static const char *const closing[] = {"*", "&", ">", NULL};
    bool behind_type = p->before.kind == CJ_TOKEN_NAME || cj_token_is_one_of(&p->before, closing);
    cj_lexer ahead = p->lexer, end;
    cj_token token;

    if (behind_type && !p->is_template && !p->names_conversion && next(&ahead, &token) && cj_token_is(&token, "(") &&
        takes_values(ahead, &end)) {
        add_name(p, &p->out->functions, &p->token);
        p->lexer = end;
        p->token = (cj_token){.kind = CJ_TOKEN_PUNCTUATOR, .start = ")", .length = 1};
        return;
    }
    add_name(p, &p->out->others, &p->token);
}

/* operator float *() gives an address away where nobody sees one taken. */
static void look_for_conversion(pass *p)
{
    static const char *const pointers[] = {"*", "&", "&&", NULL};

    if (p->names_conversion && cj_token_is_one_of(&p->token, pointers))
        p->out->converts = true;
    p->names_conversion = (p->names_conversion || (p->names_operator && p->token.kind == CJ_TOKEN_NAME)) &&
                          !cj_token_is(&p->token, "(");
    p->names_operator = cj_token_is(&p->token, "operator");
}

static void look_at_token(pass *p)
{
    static const char *const types[] = {"typedef", "using", NULL};
    static const char *const aliasing[] = {"&", "&&", "decltype", "typeof", "__typeof__", "__typeof", NULL};
    static const char *const ends[] = {";", "{", "}", NULL};

    p->is_template = (p->is_template || cj_token_is(&p->token, "template")) && !cj_token_is_one_of(&p->token, ends);
    p->out->imports = p->out->imports || (cj_token_is(&p->before, "using") && cj_token_is(&p->token, "namespace"));
    if (cj_token_is_one_of(&p->token, generics))
        p->out->generic = true;
    if (cj_token_is_one_of(&p->token, aliasing)) {
        p->out->by_value = false;
        p->out->aliases = p->out->aliases || p->names_type;
    }
    p->names_type = (p->names_type || cj_token_is_one_of(&p->token, types)) && !cj_token_is(&p->token, ";");
    look_for_conversion(p);
    if (cj_token_is(&p->token, "operator"))
        p->out->operators = true;
    if (cj_token_is(&p->token, "["))
        p->out->decays = true;
    if (cj_token_is_one_of(&p->token, scopes))
        p->scope_opens = true;
    else if (cj_token_is_one_of(&p->token, ends))
        p->scope_opens = false;
    if (p->token.kind == CJ_TOKEN_NAME)
        look_at_name(p);
}

static bool look_at_text(const char *text, cj_surroundings *out)
{
    pass p = {.out = out, .before.start = ""};

    if (text == NULL || *text == '\0')
        return true;
    p.conditionals = cj_lexer_may_direct(text) && has_conditionals(text);
    cj_lexer_init(&p.lexer, "", text);
    while (next(&p.lexer, &p.token)) {
        if (p.token.kind == CJ_TOKEN_DIRECTIVE)
            look_at_directive(&p);
        else if (opens_body(&p))
            skip_body(&p);
        else
            look_at_token(&p);
        if (p.token.kind != CJ_TOKEN_DIRECTIVE)
            p.before = p.token;
    }
    return !p.failed;
}

/* What an operation defines and includes itself. */
static bool look_at_directives(const char *text, cj_surroundings *out)
{
    pass p = {.out = out, .before.start = ""};

    if (text == NULL || !cj_lexer_may_direct(text))
        return true;
    cj_lexer_init(&p.lexer, "", text);
    while (next(&p.lexer, &p.token)) {
        if (p.token.kind == CJ_TOKEN_DIRECTIVE)
            look_at_directive(&p);
    }
    return !p.failed;
}

/* ---- All of it ---- */

/* Texts that are ended by a line's end each, so that directives stay apart. */
static void gather(const char *types, const char *preamble, const char *operation, cj_text *out)
{
    const char *const texts[] = {types, preamble, operation};

    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++)
        cj_text_printf(out, "%s\n", texts[k] != NULL ? texts[k] : "");
}

cujit_status cj_surroundings_find(const char *types, const char *preamble, const char *operation,
                                  const char *const *options, cj_surroundings *out, cujit_error *error)
{
    const char **rest = NULL;
    cj_text definitions = {0}, all = {0}, headers = {0};
    cujit_status status;
    bool whole;

    *out = (cj_surroundings){.by_value = true};
    if ((status = cj_macro_split(options, &rest, &definitions, error)) != CUJIT_OK)
        goto out;
    gather(types, preamble, operation, &all);
    if (!all.failed)
        out->own_header = !cj_include_read(all.data, options, &headers);
    whole = look_at_text(definitions.data, out) && look_at_text(types, out) && look_at_text(headers.data, out) &&
            look_at_text(preamble, out) && look_at_directives(operation, out);
    if (!whole || all.failed || headers.failed || definitions.failed || out->bodies.failed) {
        status = cj_error_no_memory(error, "a look at a kernel's texts");
        goto out;
    }
    out->any_header = out->any_header || out->own_header || cj_include_forced(options);
    out->by_value = out->by_value && !out->any_header;
    out->operators = out->operators || out->any_header;
    out->decays = out->decays || out->any_header;
    out->generic = out->generic || out->any_header;
    sort_names(&out->macros);
    sort_names(&out->givers);
    sort_names(&out->functions);
    sort_names(&out->others);

out:
    cj_free(rest);
    cj_text_clear(&definitions);
    cj_text_clear(&all);
    cj_text_clear(&headers);
    return status;
}

void cj_surroundings_clear(cj_surroundings *surroundings)
{
    cj_text_clear(&surroundings->bodies);
    cj_free(surroundings->macros.of);
    cj_free(surroundings->givers.of);
    cj_free(surroundings->functions.of);
    cj_free(surroundings->others.of);
    *surroundings = (cj_surroundings){0};
}

bool cj_surroundings_has_macro(const cj_surroundings *surroundings, const cj_token *name)
{
    return surroundings->macros.count > 0 && has_name(&surroundings->macros, hash_name(name));
}

bool cj_surroundings_gives_index(const cj_surroundings *surroundings, const cj_token *name)
{
    return name->kind == CJ_TOKEN_NAME && has_name(&surroundings->givers, hash_name(name));
}

bool cj_surroundings_is_plain_function(const cj_surroundings *surroundings, const cj_token *name)
{
    const uint64_t hash = hash_name(name);
    bool guess = surroundings->own_header || surroundings->pastes || surroundings->disguises;

    if (guess || has_name(&surroundings->macros, hash) || has_name(&surroundings->others, hash))
        return false;
    return has_name(&surroundings->functions, hash) || !(surroundings->any_header || surroundings->imports);
}
