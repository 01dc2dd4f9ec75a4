/*
 * own_types.c: see own_types.h.
 */
#include "libjit/syntax/own_types.h"

#include "libjit/syntax/lexer.h"

#include <string.h>

static const char *const names[] = {"int8_t",      "int16_t",      "int32_t",  "int64_t",   "uint8_t",
                                    "uint16_t",    "uint32_t",     "uint64_t", "uchar",     "ushort",
                                    "uint",        "ulong",        "half",     "half2",     "bfloat16",
                                    "nv_bfloat16", "nv_bfloat162", "intptr_t", "uintptr_t", NULL};

typedef struct walk {
    cj_lexer lexer;
    cj_token last, token;
    int depth;        /* of any brackets */
    int conditionals; /* open #if */
    bool typed;       /* behind `typedef`, up to its `;` */
    bool head;        /* behind `struct` and its like, or `using` */
} walk;

static void look_at_directive(walk *w)
{
    cj_lexer inside = cj_lexer_enter(&w->lexer, &w->token);
    char word[16] = "";
    cj_token name;

    if (cj_lexer_next(&inside, &name, NULL) == CUJIT_OK)
        cj_token_copy(&name, word, sizeof word);
    if (strncmp(word, "if", 2) == 0)
        w->conditionals++;
    else if (strcmp(word, "endif") == 0)
        w->conditionals--;
}

/* Whether the last token is a name that is declared here, as the token behind it shows. */
static bool declares(const walk *w)
{
    if (w->last.kind != CJ_TOKEN_NAME || w->depth != 0 || w->conditionals != 0 || !cj_token_is_one_of(&w->last, names))
        return false;
    if (w->head)
        return cj_token_is(&w->token, "{") || cj_token_is(&w->token, ":") || cj_token_is(&w->token, "=") ||
               cj_token_is(&w->token, ";");
    return w->typed && (cj_token_is(&w->token, ";") || cj_token_is(&w->token, ",") || cj_token_is(&w->token, "["));
}

/* Where a name may follow: `struct`, `enum class`, also with an attribute or alignment between. */
static void follow(walk *w)
{
    static const char *const heads[] = {"struct", "class", "union", "enum", "using", NULL};

    if (w->depth == 0 && cj_token_is_one_of(&w->token, heads))
        w->head = true;
    else if (w->depth == 0 && cj_token_is(&w->token, "typedef"))
        w->typed = true;
    else if (w->depth == 0 && cj_token_is(&w->token, ";"))
        w->head = w->typed = false;
    else if (cj_token_is(&w->token, "{") || cj_token_is(&w->token, "=") || cj_token_is(&w->token, "<"))
        w->head = false;
    if (cj_token_is(&w->token, "{") || cj_token_is(&w->token, "(") || cj_token_is(&w->token, "["))
        w->depth++;
    else if (cj_token_is(&w->token, "}") || cj_token_is(&w->token, ")") || cj_token_is(&w->token, "]"))
        w->depth--;
}

static void hide(const cj_token *name, cj_text *before, cj_text *behind)
{
    char word[32];

    cj_token_copy(name, word, sizeof word);
    cj_text_printf(before, "#define %s cujit_prelude_%s\n", word, word);
    cj_text_printf(behind, "#undef %s\n", word);
}

static bool mentions(const char *source)
{
    for (size_t k = 0; names[k] != NULL; k++) {
        if (strstr(source, names[k]) != NULL)
            return true;
    }
    return false;
}

void cj_own_types(const char *source, cj_text *before, cj_text *behind)
{
    walk w = {.depth = 0};

    if (!mentions(source))
        return;
    cj_lexer_init(&w.lexer, "source", source);
    while (cj_lexer_next(&w.lexer, &w.token, NULL) == CUJIT_OK && w.token.kind != CJ_TOKEN_END) {
        if (w.token.kind == CJ_TOKEN_DIRECTIVE) {
            look_at_directive(&w);
            continue;
        }
        if (declares(&w))
            hide(&w.last, before, behind);
        follow(&w);
        w.last = w.token;
    }
}
