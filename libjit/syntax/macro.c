/*
 * macro.c: see macro.h.
 */
#include "libjit/syntax/macro.h"

#include "libjit/base/alloc.h"
#include "libjit/syntax/lexer.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

/* The value of the option at *option where it is one of these; NULL: it is another one. *option moves to a value that
 * is an option of its own. */
static const char *option_value(const char *const **option, const char *const *names)
{
    for (; *names != NULL; names++) {
        const char *at = **option;
        const bool joins = **names == '-';
        const size_t length = strlen(*names);

        if (!joins)
            at += at[0] == '-' ? 1 + (at[1] == '-') : 0;
        if (strncmp(at, *names, length) != 0 || (!joins && at == **option))
            continue;
        at += length;
        if (*at == '=' || (joins && *at != '\0'))
            return at + (*at == '=');
        if (*at == '\0')
            return (*option)[1] != NULL ? *++*option : "";
    }
    return NULL;
}

const char *cj_option_next(const char *const **options, const char *const *names)
{
    const char *value = NULL;

    for (; value == NULL && *options != NULL && **options != NULL; ++*options)
        value = option_value(options, names);
    return value;
}

#define LETTERS "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_"

/* Whether the text behind a macro's name, `length` bytes, is a list of parameters in parentheses. What is in it is the
 * compiler's business, as long as it stays in there. */
static bool is_parameter_list(const char *text, size_t length)
{
    return length >= 2 && text[0] == '(' && text[length - 1] == ')' && strspn(text + 1, LETTERS ", .") == length - 2;
}

/* A value is pasted into a line of its own, and must not leave it. */
static cujit_status check_value(const char *macro, const char *value, cujit_error *error)
{
    cujit_error found = {0};
    cujit_status status = CUJIT_OK;
    cj_lexer lexer;
    cj_token token;

    cj_lexer_init(&lexer, "options", value);
    lexer.in_directive = lexer.line_has_token = true;
    do {
        if (cj_lexer_next(&lexer, &token, &found) != CUJIT_OK) {
            status = cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "compiler option -D%.100s: %.300s", macro,
                                  found.message);
            break;
        }
    } while (token.kind != CJ_TOKEN_END);
    cujit_error_clear(&found);
    return status;
}

static cujit_status define(const char *macro, bool undefine, cj_text *definitions, cujit_error *error)
{
    const char *equals = strchr(macro, '=');
    size_t length = equals != NULL ? (size_t)(equals - macro) : strlen(macro);
    size_t name = isdigit((unsigned char)*macro) ? 0 : strspn(macro, LETTERS);
    cujit_status status;

    if (name == 0 || (name < length && (undefine || !is_parameter_list(macro + name, length - name))) ||
        (undefine && equals != NULL) || strchr(macro, '\n') != NULL)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT,
                            "compiler option -%c%.60s: expected the name of a macro", undefine ? 'U' : 'D', macro);
    if (equals != NULL && (status = check_value(macro, equals + 1, error)) != CUJIT_OK)
        return status;
    if (undefine)
        cj_text_printf(definitions, "#undef %s\n", macro);
    else
        cj_text_printf(definitions, "#define %.*s %s\n", (int)length, macro, equals != NULL ? equals + 1 : "1");
    return CUJIT_OK;
}

cujit_status cj_macro_split(const char *const *options, const char ***rest, cj_text *definitions, cujit_error *error)
{
    static const char *const defining[] = {"define-macro", "-D", NULL};
    static const char *const undefining[] = {"undefine-macro", "-U", NULL};
    const char **others = cj_calloc(cj_list_length(options) + 1, sizeof *others);
    size_t kept = 0;

    if (others == NULL)
        return cj_error_no_memory(error, "the compiler options of a kernel");
    for (; options != NULL && *options != NULL; options++) {
        const char *const option = *options, *defined = option_value(&options, defining);
        const char *macro = defined != NULL ? defined : option_value(&options, undefining);
        cujit_status status = macro != NULL ? define(macro, defined == NULL, definitions, error) : CUJIT_OK;

        if (status != CUJIT_OK) {
            cj_free(others);
            return status;
        }
        if (macro == NULL)
            others[kept++] = option;
    }
    *rest = others;
    return CUJIT_OK;
}
