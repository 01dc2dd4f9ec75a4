/*
 * lockstep.c: warps in lockstep, which the host has not.
 *
 * Texts from before __syncwarp() let a warp's lanes hand values on through volatile memory:
 *
 *     volatile int *s = shared;
 *     s[t] += s[t + 16];
 *     s[t] += s[t + 8];
 *
 * Here a thread runs on to its next barrier, so that it reads what others have not written yet. A step stores to one
 * element what it makes of another one; where a second one follows, or the first is in a loop, and nothing lets the
 * lanes wait for each other between, there is a warning.
 */
#include "libjit/device/host/rewrite_scan.h"

/* At `volatile`, or a name for it: the name of the array or pointer that is declared there; 0: there is none. */
static size_t volatile_name(const scan *s, size_t at)
{
    size_t name = 0;
    bool pointer = false;

    for (at++; at <= s->source.tokens.count; at++) {
        if (is(s, at, "["))
            return name;
        if (is(s, at, ";") || is(s, at, ",") || is(s, at, ")") || is(s, at, "="))
            return pointer && is_name(s, at - 1) ? at - 1 : 0;
        if (is(s, at, "(") || is(s, at, "{") || is(s, at, "}"))
            return 0;
        pointer = pointer || is(s, at, "*");
        if (is_name(s, at))
            name = at;
    }
    return 0;
}

static bool same_tokens(const scan *s, size_t a, size_t a_end, size_t b, size_t b_end)
{
    for (; a < a_end && b < b_end; a++, b++)
        if (!cj_token_same(token_at(s, a), token_at(s, b)))
            return false;
    return a == a_end && b == b_end;
}

static bool same_name(const scan *s, size_t a, size_t b)
{
    return is_name(s, a) && same_tokens(s, a, a + 1, b, b + 1);
}

/* Behind all subscripts of `s[w][t]`, of which the first is at `at`. */
static size_t subscripts_end(const scan *s, size_t at)
{
    while (is(s, at, "["))
        at = skip(s, at);
    return at;
}

/* `s[t] += s[t + 16]` at its first token: one element from another one. */
static bool is_step(const scan *s, size_t at, size_t name)
{
    static const char *const stores[] = {"=", "+=", "-=", "*=", "&=", "|=", "^=", NULL};
    size_t index;

    if (!same_name(s, at, name) || !is(s, at + 1, "[") || s->source.tokens.items[at - 1].sort == CJ_SORT_MEMBER)
        return false;
    index = subscripts_end(s, at + 1);
    if (!is_one_of(s, index, stores))
        return false;
    for (size_t k = index + 1; k <= s->source.tokens.count && !is(s, k, ";"); k++)
        if (same_name(s, k, name) && is(s, k + 1, "[") &&
            !same_tokens(s, at + 1, index, k + 1, subscripts_end(s, k + 1)))
            return true;
    return false;
}

static bool is_wait(const scan *s, size_t at)
{
    return is_name(s, at) &&
           cj_starts_like(token_at(s, at)->start, "__sync __shfl __ballot __any __all __match __reduce sync");
}

/* Where the body of a loop ends whose `for` or `while` is at `at`. */
static size_t loop_end(const scan *s, size_t at)
{
    at = skip(s, at + 1);
    if (is(s, at, "{"))
        return skip(s, at);
    while (at <= s->source.tokens.count && !is(s, at, ";"))
        at = skip(s, at);
    return at;
}

static bool waits_between(const scan *s, size_t at, size_t end)
{
    for (; at < end; at++)
        if (is_wait(s, at))
            return true;
    return false;
}

/* The steps behind a declaration, up to the end of the braces that it stands in; of a parameter, of its function. One
 * warning a name is enough. */
static void look_for_lockstep(const scan *s, size_t name, const char *file, cj_text *out)
{
    size_t depth = 0, brackets = 0, loop = 0;
    bool pending = false, parameter = false;

    for (size_t at = name + 1; at <= s->source.tokens.count; at++) {
        depth += is(s, at, "{");
        brackets += is(s, at, "(");
        if (is(s, at, ")") && brackets-- == 0) {
            parameter = true;
            brackets = 0;
        }
        if (is(s, at, "}") && (depth-- == 0 || (parameter && depth == 0)))
            return;
        if (is(s, at, "__global__") || is(s, at, "__device__") || is_wait(s, at))
            pending = false;
        if ((is(s, at, "for") || is(s, at, "while")) && is(s, at + 1, "(") && !waits_between(s, at, loop_end(s, at)))
            loop = loop_end(s, at) > loop ? loop_end(s, at) : loop;
        if (!is_step(s, at, name))
            continue;
        if (pending || at < loop) {
            cj_text_printf(
                out,
                "%s:%d:%d: warning: \"%.*s\" hands values from thread to thread with no __syncwarp() between the "
                "steps: on the host the threads of a warp do not run in lockstep, and results will be wrong\n",
                file, token_at(s, at)->line, token_at(s, at)->column, (int)token_at(s, name)->length,
                token_at(s, name)->start);
            return;
        }
        pending = true;
    }
}

/* `word`: volatile, or a name for it. */
static void look_for_word(const scan *s, const cj_token *word, const char *file, cj_text *out)
{
    for (size_t at = 1; at <= s->source.tokens.count; at++) {
        const size_t name = cj_token_same(token_at(s, at), word) ? volatile_name(s, at) : 0;

        if (name != 0)
            look_for_lockstep(s, name, file, out);
    }
}

void cj_host_find_lockstep(const scan *s, const cj_tokens *whole, const char *file, cj_text *out)
{
    const cj_tokens *tokens = &s->source.tokens;

    for (size_t k = 0; k < whole->directive_count; k++) { /* #define NAME volatile */
        const cj_item *items = cj_tokens_inside(whole, &whole->directives[k]);

        if (whole->directives[k].count > 2 && cj_item_is(&items[2], "volatile"))
            look_for_word(s, &items[1].token, file, out);
    }
    for (size_t at = 1, from = 1; at <= tokens->count; at++) { /* typedef volatile T NAME; using NAME = */
        const bool renames = is(s, from, "using"), found = is(s, at, "volatile");

        if (found && (renames || is(s, from, "typedef")))
            look_for_word(s, token_at(s, renames ? from + 1 : cj_tokens_statement_end(tokens, at) - 1), file, out);
        else if (found && volatile_name(s, at) != 0)
            look_for_lockstep(s, volatile_name(s, at), file, out);
        from = is(s, at, ";") || is(s, at, "{") || is(s, at, "}") ? at + 1 : from;
    }
}
