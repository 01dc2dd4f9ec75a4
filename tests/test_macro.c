/*
 * test_macro.c: -D and -U options as lines of the source.
 */
#include "libjit/base/alloc.h"
#include "libjit/device/backend.h"
#include "libjit/syntax/macro.h"
#include "libjit/syntax/snippet.h"
#include "support.h"

#include <string.h>

/* clang-format off */
static const struct {
    const char *options[3];
    const char *definitions; /* NULL: refused, and the message has the words below */
    const char *words;
} rows[] = {
    {{"-DX"}, "#define X 1\n", NULL}, {{"-DX="}, "#define X \n", NULL}, {{"-D", "X=a b"}, "#define X a b\n", NULL},
    {{"--define-macro=X=1", "-UX"}, "#define X 1\n#undef X\n", NULL}, {{"-define-macro", "X=1"}, "#define X 1\n", NULL},
    {{"-DF(x)=x*x"}, "#define F(x) x*x\n", NULL}, {{"-DF(a, b_2,...)=a==b_2"}, "#define F(a, b_2,...) a==b_2\n", NULL},
    {{"-DF()"}, "#define F() 1\n", NULL}, {{"-DX=\"a\\\"/*\""}, "#define X \"a\\\"/*\"\n", NULL},
    {{"-DX=#y /* z */"}, "#define X #y /* z */\n", NULL}, {{"-DX=a//b"}, "#define X a//b\n", NULL},
    {{"-DX=a\\"}, NULL, "option -DX=a\\: "}, {{"-DX=a\\ "}, NULL, "backslash"},
    {{"-DX=/*"}, NULL, "option -DX=/*: comment never ends"}, {{"-DX=\"a"}, NULL, "string never ends"},
    {{"-DX='"}, NULL, "never ends"}, {{"-DX=R\"(a"}, NULL, "raw string never ends"},
    {{"-DX=a\n#include <b>"}, NULL, "name"}, {{"-DX=a\r"}, NULL, "carriage return"}, {{"-DX=?\?/"}, NULL, "trigraph"},
    {{"-DF(x/*=1"}, NULL, "name of a macro"}, {{"-DF(x=1"}, NULL, "name of a macro"},
    {{"-DX\\=1"}, NULL, "name of a macro"}, {{"-UF(x)"}, NULL, "name of a macro"}, {{"-UX=1"}, NULL, "name of a macro"},
    {{"-D"}, NULL, "name of a macro"}, {{"-D3=1"}, NULL, "name of a macro"},
};
/* clang-format on */

TEST_EACH(macro_values_stay_on_their_line, COUNT(rows))
{
    const char **rest = NULL;
    cj_text definitions = {0};
    cujit_status status = cj_macro_split(rows[_i].options, &rest, &definitions, &fault);

    if (rows[_i].definitions != NULL) {
        ck_assert_int_eq(status, CUJIT_OK);
        ck_assert_str_eq(definitions.data, rows[_i].definitions);
        ck_assert_ptr_null(rest[0]);
        cj_free(rest);
    } else {
        ck_assert_int_eq(status, CUJIT_ERROR_INVALID_ARGUMENT);
        ck_assert_msg(strstr(fault.message, rows[_i].words) != NULL, "%s", fault.message);
    }
    cj_text_clear(&definitions);
}

static cj_snippet look_at(const char *const *options)
{
    cj_text definitions = {0};
    const char **rest = NULL;
    cj_snippet look;

    must(cj_macro_split(options, &rest, &definitions, &fault));
    must(cj_snippet_check(CJ_SNIPPET_MODULE, "options", definitions.data, NULL, &look, &fault));
    cj_free(rest);
    cj_text_clear(&definitions);
    return look;
}

TEST(a_look_sees_what_values_mention)
{
    static const char *const options[] = {"-DT=half", "-DF(x)=__syncthreads()", "-DSKIP=if (x) return", "-O2", NULL};
    static const char *const quiet[] = {"-DT=float", "-UT", "-DX=\"return\"", NULL};
    cj_snippet look = look_at(options);

    ck_assert_uint_eq(look.features, CJ_FEATURE_HALF | CJ_FEATURE_BARRIERS);
    ck_assert(look.defines_return && !look.defines_break);
    look = look_at(quiet);
    ck_assert(look.features == 0 && !look.defines_return && !look.defines_break);
}
