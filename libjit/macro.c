#include "libjit/macro.h"

#include "libjit/alloc.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

typedef struct spelling {
    const char *option;
    bool undefine;
} spelling;

/* The macro that options[*index] defines or removes, "NAME" or "NAME=VALUE"; NULL where it is another option. *index moves
 * past a value that is an option of its own. */
static const char *find_macro(const char *const *options, size_t *index, bool *undefine)
{
    static const spelling spellings[] = {
        {"--define-macro", false}, {"--undefine-macro", true}, {"-D", false}, {"-U", true}};
    const char *option = options[*index];

    for (size_t k = 0; k < sizeof spellings / sizeof *spellings; k++) {
        size_t length = strlen(spellings[k].option);

        if (strncmp(option, spellings[k].option, length) != 0)
            continue;
        *undefine = spellings[k].undefine;
        if (option[length] != '\0')
            return option + length + (option[length] == '=');
        return options[*index + 1] != NULL ? options[++*index] : "";
    }
    return NULL;
}

static cujit_status define(const char *macro, bool undefine, cj_text *definitions, cujit_error *error)
{
    const char *equals = strchr(macro, '=');
    size_t length = equals != NULL ? (size_t)(equals - macro) : strlen(macro);

    if (length == 0 || !(isalpha((unsigned char)*macro) || *macro == '_') || strchr(macro, '\n') != NULL)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT,
                            "compiler option -%c%.60s: expected the name of a macro", undefine ? 'U' : 'D', macro);
    if (undefine)
        cj_text_printf(definitions, "#undef %s\n", macro);
    else
        cj_text_printf(definitions, "#define %.*s %s\n", (int)length, macro, equals != NULL ? equals + 1 : "1");
    return CUJIT_OK;
}

cujit_status cj_macro_split(const char *const *options, const char ***rest, cj_text *definitions, cujit_error *error)
{
    const char **others;
    size_t count = 0, kept = 0;

    while (options != NULL && options[count] != NULL)
        count++;
    if ((others = cj_calloc(count + 1, sizeof *others)) == NULL)
        return cj_error_no_memory(error, "the compiler options of a kernel");
    for (size_t k = 0; k < count; k++) {
        bool undefine = false;
        const char *macro = find_macro(options, &k, &undefine);
        cujit_status status = macro != NULL ? define(macro, undefine, definitions, error) : CUJIT_OK;

        if (status != CUJIT_OK) {
            cj_free(others);
            return status;
        }
        if (macro == NULL)
            others[kept++] = options[k];
    }
    *rest = others;
    return CUJIT_OK;
}
