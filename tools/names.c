/*
 * names.c: a look at the names in an expression's text: words that are neither functions nor methods, nor keywords of
 * arguments, and the assignments.
 */
#include "names.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

typedef struct look {
    const char *text, *at;
    cli_names *out;
    size_t statement;  /* from 1 */
    const char *start; /* of the statement */
    int depth;         /* of brackets */
    bool empty;        /* nothing of the statement was seen yet */
    bool assigned;     /* it assigns */
    bool bare;         /* its first name is all that stands there */
    size_t first;      /* that name, from 1; 0: it begins otherwise */
    size_t read;       /* where that one was read before */
} look;

static bool is_letter(char c)
{
    return isalpha((unsigned char)c) || c == '_';
}

static bool is_part(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

static const char *skip_blanks(const char *at)
{
    while (*at == ' ' || *at == '\t')
        at++;
    return at;
}

/* The last character that is no blank in front of `at`; '\0': there is none. */
static char before(const look *l, const char *at)
{
    while (at > l->text && (at[-1] == ' ' || at[-1] == '\t'))
        at--;
    return '\0' == *l->text || at == l->text ? '\0' : at[-1];
}

/* The name's number, from 1. */
static size_t note(cli_names *names, const char *text, size_t length)
{
    for (size_t k = 0; k < names->count; k++)
        if (strlen(names->items[k].text) == length && memcmp(names->items[k].text, text, length) == 0)
            return k + 1;
    names->items = cli_realloc(names->items, (names->count + 1) * sizeof *names->items);
    names->items[names->count] = (cli_name){.text = cli_alloc(length + 1)};
    memcpy(names->items[names->count].text, text, length);
    return ++names->count;
}

static void end_statement(look *l)
{
    if (!l->empty) {
        l->out->statements = l->statement++;
        l->out->has_value = !l->assigned;
        l->out->last = (size_t)(l->start - l->text);
    }
    l->empty = true;
    l->assigned = false;
    l->first = 0;
}

static void take_word(look *l)
{
    const char *end = l->at, *next;
    const bool member = before(l, l->at) == '.', begins = l->empty;
    size_t number;

    while (is_part(*end))
        end++;
    next = skip_blanks(end);
    l->empty = false;
    if (!member && *next != '(' && !(l->depth > 0 && *next == '=' && next[1] != '=')) {
        number = note(l->out, l->at, (size_t)(end - l->at));
        if (begins) {
            l->first = number;
            l->read = l->out->items[number - 1].read;
            l->bare = *next == '=';
        }
        if (l->out->items[number - 1].read == 0)
            l->out->items[number - 1].read = l->statement;
    }
    l->at = end;
}

/* At a '=' outside of brackets. */
static void take_equals(look *l)
{
    const char last = l->at > l->text ? l->at[-1] : '\0', two = l->at - l->text > 1 ? l->at[-2] : '\0';
    cli_name *name = l->first != 0 ? &l->out->items[l->first - 1] : NULL;

    if (l->at[1] == '=') {
        l->at += 2;
        return;
    }
    l->at++;
    if (last == '!' || ((last == '<' || last == '>') && two != last) || l->assigned)
        return;
    l->assigned = true;
    if (name == NULL)
        return;
    if (name->written == 0)
        name->written = l->statement;
    if (l->bare && name->made == 0)
        name->made = l->statement;
    if (l->bare) /* what stands on the left is not read */
        name->read = l->read;
}

static void take_character(look *l)
{
    const char c = *l->at;

    if (c == '#') {
        l->at += strcspn(l->at, "\n");
    } else if (c == ';' || (c == '\n' && l->depth == 0)) {
        end_statement(l);
        l->start = ++l->at;
    } else if (c == '=' && l->depth == 0) {
        take_equals(l);
    } else {
        l->empty = l->empty && isspace((unsigned char)c);
        l->depth += (c == '(' || c == '[') - ((c == ')' || c == ']') && l->depth > 0);
        l->at++;
    }
}

void cli_names_find(const char *text, cli_names *out)
{
    look l = {.text = text, .at = text, .start = text, .out = out, .statement = 1, .empty = true};

    *out = (cli_names){0};
    while (*l.at != '\0') {
        if (is_letter(*l.at)) {
            take_word(&l);
        } else if (isdigit((unsigned char)*l.at)) {
            l.empty = false;
            while (is_part(*l.at))
                l.at++;
        } else {
            take_character(&l);
        }
    }
    end_statement(&l);
}

void cli_names_clear(cli_names *names)
{
    for (size_t k = 0; k < names->count; k++)
        free(names->items[k].text);
    free(names->items);
    *names = (cli_names){0};
}

const cli_name *cli_names_get(const cli_names *names, const char *name)
{
    for (size_t k = 0; k < names->count; k++)
        if (strcmp(names->items[k].text, name) == 0)
            return &names->items[k];
    return NULL;
}

bool cli_name_is_made(const cli_name *name)
{
    return name->made != 0 && (name->read == 0 || name->made < name->read);
}
