/*
 * test_snippet.c: the lexer, the check of what may be pasted, and how names are used.
 */
#include "support.h"

#include "libjit/device/backend.h"
#include "libjit/syntax/lexer.h"
#include "libjit/syntax/snippet.h"
#include "tests/kernels.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Lexer ---------------------------------------------------------------------------------------------------- */

/* The tokens, joined by "|", as they are or `as_written`. */
static void join_tokens(const char *text, bool as_written, char *out, size_t size)
{
    cj_lexer lexer;
    cj_token token;

    *out = '\0';
    cj_lexer_init(&lexer, "operation", text);
    for (;;) {
        cj_text standard = {0};
        char word[64];

        if (cj_lexer_next(&lexer, &token, &fault) != CUJIT_OK) {
            strncat(out, "!", size - strlen(out) - 1);
            break;
        }
        if (token.kind == CJ_TOKEN_END)
            break;
        cj_token_copy(&token, word, sizeof word);
        cj_token_append(&token, &standard);
        ck_assert(cj_token_is(&token, standard.data));
        if (*out != '\0')
            strncat(out, "|", size - strlen(out) - 1);
        strncat(out, as_written ? word : standard.data, size - strlen(out) - 1);
        cj_text_clear(&standard);
    }
    cujit_error_clear(&fault);
}

/* clang-format off */
static const struct {
    const char *text, *tokens;
    } token_rows[] = { {"", ""}, {" \t\n /* a */ // b", ""}, {"z[i] = a*x[i]", "z|[|i|]|=|a|*|x|[|i|]"},
    {"a+++b->*c", "a|++|+|b|->*|c"}, {"x<<=1>>y...", "x|<<=|1|>>|y|..."}, {"a<::b>", "a|<|::|b|>"},
    {"a<:::b", "a|[|::|b"}, {"a<::>", "a|[|]"}, {"a<::::>", "a|[|::|]"}, {"a<:\\\n:b", "a|<|::|b"},
    {"<%x<:1:>=2;%>", "{|x|[|1|]|=|2|;|}"}, {"<\\\n%%\\\n\\\n>%:%\\\n:a%:%:%:b", "{|}|##|a|##|#|b"},
    {"a and b or not c bitand d bitor compl e xor f", "a|&&|b|\x7C\x7C|!|c|&|d|\x7C|~|e|^|f"},
    {"a and_eq b or_eq c xor_eq d not_eq e", "a|&=|b|\x7C=|c|^=|d|!=|e"},
    {"an\\\nd a\\\r\nn\\\nd_eq android And not_ xnot or1 noteq \"and\" 'or' u8 or\"x\"",
     "&&|&=|android|And|not_|xnot|or1|noteq|\"and\"|'or'|u8|\x7C\x7C|\"x\""},
    {"R\"(<% and)\" \"<:\"", "R\"(<% and)\"|\"<:\""},
    {"1.5e+3f .5 0x1p-3 1'000'000 1e5+2", "1.5e+3f|.5|0x1p-3|1'000'000|1e5|+|2"}, {"1'(' ", "1|'('"},
    {"'a' '\\'' \"\\\"/*\" '\"'", "'a'|'\\''|\"\\\"/*\"|'\"'"},
    {"u8\"a\" u'b' U\"c\" L'd' x'e'", "u8\"a\"|u'b'|U\"c\"|L'd'|x|'e'"}, {"R\"(a\"b)\"c", "R\"(a\"b)\"|c"},
    {"u8R\"x()\" )x\" y", "u8R\"x()\" )x\"|y"}, {"LR\"(\\)\" z", "LR\"(\\)\"|z"}, {"R'a'", "R|'a'"},
    {"a // b\n c", "a|c"}, {"a // b\\\n c\n d", "a|d"}, {"a // b\\\r\n c\r\n d", "a|d"}, {"a/\\\n* b *\\\n/ c", "a|c"},
    {"a/\\\n/ b\nc", "a|c"}, {"ab\\\ncd <\\\n<= 1\\\n2", "abcd|<<=|12"}, {"u8\\\nR\"(x)\" y", "u8R\"(x)\"|y"},
    {"#pragma unroll\nx", "#pragma unroll|x"}, {" /* a */ # pragma a /* b\n c */ d\nx", "# pragma a /* b\n c */ d|x"},
    {"/* a\n */ #x", "#x"}, {"a /* b\n */ #x", "a|#|x"}, {"a\n\\\n#x\\\ny\nz", "a|#xy|z"},
    {"%:define A '\\''\nb", "%:define A '\\''|b"}, {"#include <it's/*>\nb", "#include <it's/*>|b"},
    {"a#b##c", "a|#|b|##|c"}, {"\xC3\xA4_$1 @ `", "\xC3\xA4_$1|@|`"}, {"a ? b : c", "a|?|b|:|c"},
    {"#define S R\"(a)\"\nb", "#define S R\"(a)\"|b"},
};
/* clang-format on */

TEST_EACH(lexer_splits, COUNT(token_rows))
{
    char out[512];

    join_tokens(token_rows[_i].text, false, out, sizeof out);
    ck_assert_str_eq(out, token_rows[_i].tokens);
}

TEST(lexer_keeps_what_was_written)
{
    char out[512];
    cj_lexer lexer;
    cj_token first, second;

    join_tokens("a <\\\n% an\\\nd %>", true, out, sizeof out);
    ck_assert_str_eq(out, "a|<%|and|%>");
    cj_lexer_init(&lexer, "operation", "a\\\nnd &&");
    must(cj_lexer_next(&lexer, &first, &fault));
    must(cj_lexer_next(&lexer, &second, &fault));
    ck_assert_int_eq(first.kind, CJ_TOKEN_PUNCTUATOR);
    ck_assert_uint_eq(first.length, 5);
    ck_assert(cj_token_same(&first, &second) && cj_token_is(&first, "&&") && !cj_token_is(&first, "and"));
    must(cj_lexer_next(&lexer, &second, &fault));
    ck_assert(!cj_token_same(&first, &second) && !cj_token_same(&second, &first));
}

TEST(lexer_counts_lines_and_characters)
{
    cj_lexer lexer;
    cj_token token;

    cj_lexer_init(&lexer, "operation", "\t\xC3\xA4 b\r\n/* \n */ c\\\n d");
    must(cj_lexer_next(&lexer, &token, &fault));
    ck_assert_int_eq(token.column, 2);
    must(cj_lexer_next(&lexer, &token, &fault));
    ck_assert_int_eq(token.column, 4);
    must(cj_lexer_next(&lexer, &token, &fault));
    ck_assert_int_eq(token.line, 3);
    ck_assert_int_eq(token.column, 5);
    must(cj_lexer_next(&lexer, &token, &fault));
    ck_assert_int_eq(token.line, 4);
    ck_assert_int_eq(token.column, 2);
}

static const struct {
    const char *message, *texts; /* a part of it; '^': the place */
} lexer_errors[] = {
    {"comment never ends", "a ^/* b | a\n  ^/* b * / | ^/*/"},
    {"string never ends", "x = ^\"abc | x = ^\"abc\n\" | x = ^\"abc\\\""},
    {"character literal never ends", "x = ^'a | #define A ^'b"},
    {"raw string never ends", "x = ^R\"(a)"},
    {"bad delimiter", "x = ^R\"a b(c)a b\" | x = ^R\"12345678901234567(x)12345678901234567\" | x = ^R\""},
    {"backslash as the last", "a^\\ | a^\\\n | // a^\\\r\n | // a^\\"},
    {"followed by space", "// a^\\ \nb | a^\\  "},
    {"stray backslash", "a ^\\ b | a ^\\u0041"},
    {"carriage return", "a^\rb | // a^\rb"},
    {"control character", "a^\x01 | \"^\x1B[0m\" | ^\x7F"},
    {"trigraph", "// a^?\?/\nb"},
    {"inside of a directive", "#define A ^R\"(a\nb)\""},
};

TEST_EACH(lexer_refuses, COUNT(lexer_errors))
{
    EACH_OF(marked, lexer_errors[_i].texts)
    {
        cujit_status status;
        cj_lexer lexer;
        cj_token token;
        int line, column;

        cj_lexer_init(&lexer, "operation", without_mark(marked, &line, &column));
        do
            status = cj_lexer_next(&lexer, &token, &fault);
        while (status == CUJIT_OK && token.kind != CJ_TOKEN_END);
        refuse_at(status, CUJIT_ERROR_SNIPPET, "operation", line, column, lexer_errors[_i].message);
    }
}

/* ---- Check ---------------------------------------------------------------------------------------------------- */

enum { S = CJ_SNIPPET_STATEMENTS, P = CJ_SNIPPET_PREAMBLE, E = CJ_SNIPPET_EXPRESSION };

static const char *const reserved[] = {"i", "n", "cujit_i", NULL};

static const struct {
    int kind;
    const char *flags; /* e empty, c ends in a comment, r return, H B C S features */
    const char *texts;
} good[] = {
    {S, "e", "/* x */ // y\n"},
    {S, "ec", " // x"},
    {S, "",
     "z[i] = a*x[i] | #pragma unroll\nfor (int k = 0; k < 3; k++) { z[i] += k; } | %:pragma unroll\n | "
     "z[i] = [&](float q) { return q; }(a) | z[i] = [=] { return 1; }() | "
     "z[i] = [](float q) -> float { return q; }(a) | struct s { float f() { return 1; } }; z[i] = s().f() | "
     "z[i] = \"return\"[0] | a<::>b; <% x<:1:> = 2; %> | __host__ int x; half_width = 1; behalf() | "
     "// __syncthreads\n\"__half\";"},
    {S, "c", "z[i] = a*x[i]; // done | #pragma unroll"},
    {S, "r",
     "if (x[i] < 0) return; z[i] = 1 | if (x[i] < 0) { return; } | EACH(k) { return; } | "
     "[[likely]] { return; } | if (a) [[likely]] { return; } else { } | "
     "z[i] = [](float q) mutable -> float { if (q) { return q; } return 1; }(a); if (a) { return; } | "
     "x[i] [1] = 2; { return; }"},
    {S, "H", "z[i] = __hadd(x[i], x[i]) | z[i] = __float2half(x[i]) | __half h; half2 k"},
    {S, "B", "z[i] = __float2bfloat16(x[i])"},
    {S, "C", "cujit::complex<float> q"},
    {S, "S",
     "__syncthreads(); z[i] = __shfl_down_sync(~0u, x[i], 1) | __syncthreads_count(1) | "
     "z[i] = __all_sync(1, __activemask()) | "
     "__ballot_sync(1, 1) + __match_any_sync(1, 1) + __reduce_add_sync(1, 1) + __any_sync(1,1)"},
    {P, "H", "#define BOTH(a, b) (__hadd(a, b))\n"},
    {P, "SI", "#include <cooperative_groups.h>\n"},
    {P, "R", "%:define SKIP if (1) re\\\nturn\n"},
    {P, "K", "#define STOP break; /* return */ \"return\"\n"},
    {P, "",
     "#undef return_\n#pragma return break\n | #error don't return\nint a; | "
     "#warning \" /* it's\n */ a\nint a; | #if 1\nvoid f() {\n#else\nvoid g() {\n#endif\n} | "
     "#define f(x) (x)\n#undef f\n | __device__ int f() { return 1; } | struct q { int a; }; | #\nint a;"},
    {P, "c", "#ifdef A\n{{{{\n#elif B\n}}}}))\n#endif"},
    {P, "I", "#include <it's/*>\nint a;"},
    {E, "",
     "a + b | f(a, b) + t[i, j] + pair{a, b}.first | (a, b) | "
     "[&](float q) { if (q < 0) return 1; for (;;) { break; } return 2; }(a) | [] { return 1; }() | "
     "returned + s.defaults + iffy | a\n+\nb"},
    {E, "c", "x[i] * y[i] // products"},
    {E, "H", "__hadd(a, b)"},
};

static void expect_flags(int kind, const char *text, const char *expected)
{
    cj_snippet look = {0};
    char flags[16];

    must(cj_snippet_check((cj_snippet_kind)kind, "operation", text, reserved, &look, &fault));
    snprintf(flags, sizeof flags, "%s%s%s%s%s%s%s%s%s%s", look.empty ? "e" : "", look.ends_in_comment ? "c" : "",
             look.has_return && kind == S ? "r" : "", look.features & CJ_FEATURE_HALF ? "H" : "",
             look.features & CJ_FEATURE_BFLOAT16 ? "B" : "", look.features & CJ_FEATURE_COMPLEX ? "C" : "",
             look.features & CJ_FEATURE_BARRIERS ? "S" : "", look.defines_return ? "R" : "",
             look.defines_break ? "K" : "", look.includes ? "I" : "");
    ck_assert_msg(strcmp(flags, expected) == 0, "%s: got '%s'", text, flags);
}

TEST_EACH(snippet_accepts, COUNT(good))
{
    EACH_OF(text, good[_i].texts)
    expect_flags(good[_i].kind, text, good[_i].flags);
    expect_flags(S, NULL, "e");
}

/* clang-format off */
static const struct {
    int kind;
    const char *message, *texts; /* a part of it; '^': the place */
} bad[] = {
    {S, "never closed: expected ')'", "z[i] = ^(a"}, {S, "expected ']'", "z^[i = 1"},
    {S, "unbalanced ')'", "z[i] = a^)"}, {S, "unbalanced '}'", "^} evil(); {"},
    {S, "expected ')' for the bracket in line 1, column 2", "f(a^];"}, {S, "expected '}'", "<% ^]"},
    {S, "unbalanced", "// {\n^}"},
    {S, "only #pragma",
     "^#define A\n | x;\n  ^# /* a */ include <a> | /* a */ ^%: if 1 | \\\n^#if 1 | ^#\n | "
     "#prag\\\nma x\n^#pragmas y"},
    {S, "stray '#'", "x = a ^# b | x ^%:%: b"}, {S, "string never ends", "x = ^\"a"},
    {P, "expected an #endif", "^#if 1\n"}, {P, "without an #if", "#^else\n | #^endif"},
    {P, "must not be named 'i'", "#define ^i 3\n"},
    {P, "must not be named 'n'", "# /* a */ define /* b */ ^n(x) 3\n | #undef ^n\n | #def\\\nine ^n\n"},
    {P, "must not be named 'float'", "#define ^float double\n"},
    {P, "must not be named 'size_t'", "#define ^size_t int\n"},
    {P, "must not be named 'cujit_x'", "#define ^cujit_x\n"}, {P, "name of a macro", "#define^\n"},
    {P, "never closed", "int f() ^{"}, {P, "unbalanced", "^}"}, {E, "found an empty text", "^ | ^ /* a + b */ "},
    {E, "';' in an expression", "a + b^; | f(a^; b) | t[a^; b]"},
    {E, "put the whole expression into parentheses", "a^, b | f<a^, b>(c)"},
    {E, "'return' in an expression", "^return a + b | f((\n^return)) | ({ ^return 1; })"},
    {E, "'if' in an expression", "^if (a) b"}, {E, "'else' in an expression", "a ^else b"},
    {E, "'static' in an expression", "^static int k"}, {E, "name the type", "^{0, 0} | ^<% 0 %>"},
    {E, "put it into the preamble", "^#pragma unroll\na | a\n^#define b"}, {E, "never closed", "^(a"},
    {E, "unbalanced", "a^) | a^) + (b"}, {E, "stray '#'", "a ^# b"},
};
/* clang-format on */

TEST_EACH(snippet_refuses, COUNT(bad))
{
    EACH_OF(marked, bad[_i].texts)
    {
        cj_snippet look = {0};
        int line, column;
        const char *text = without_mark(marked, &line, &column);

        refuse_at(cj_snippet_check((cj_snippet_kind)bad[_i].kind, "preamble", text, reserved, &look, &fault),
                  CUJIT_ERROR_SNIPPET, "preamble", line, column, bad[_i].message);
    }
}

TEST(expressions_are_needed)
{
    cj_snippet look = {0};

    refuse_at(cj_snippet_check(CJ_SNIPPET_EXPRESSION, "preamble", NULL, reserved, &look, &fault), CUJIT_ERROR_SNIPPET,
              "preamble", 1, 1, "found an empty text");
}

/* `before`, `unit` again and again, `after`. */
static char *repeat(const char *before, const char *unit, size_t count, const char *after)
{
    char *text = malloc(strlen(before) + count * strlen(unit) + strlen(after) + 1), *at = text;

    at += strlen(strcpy(at, before));
    while (count-- > 0)
        at += strlen(strcpy(at, unit));
    strcpy(at, after);
    return text;
}

/* clang-format off */
static const struct {
    int kind;
    const char *before, *unit;
    size_t count;
    const char *after;
    const char *message; /* NULL: accepted */
} repeated[] = {
    {S, "z[i]=", "(", 257, "", "nest more than 256 deep"}, {S, "", "{", 100000, "", "nest more than 256 deep"},
    {S, "z[i]=", "!", 20000, "a", "statement too long"}, {S, "z[i]=", "- ", 16000, "a", NULL},
    {S, "z[i]=", "a=", 20000, "1", "statement too long"}, {S, "z[i]=", "a?1:", 20000, "1", "statement too long"},
    {S, "", "if(a);else ", 10000, ";", "statement too long"}, {S, "", "if(a){}else ", 10000, ";", "statement too long"},
    {S, "", "if(a){for(;;){}}", 8000, ";", NULL}, {S, "", "a=1;", 30000, "", NULL},
    {S, "", "A<", 20000, "", "statement too long"}, {S, "", "do ", 20000, "", "statement too long"},
    {S, "", "(int)", 20000, "a", "statement too long"}, {S, "(a", ",a", 20000, ")", "statement too long"},
    {S, "const char *s=", "\"a\"", 20000, ";", NULL}, {S, "x;", "+T{}", 20000, ";", "statement too long"},
    {S, "", " ", 131072, "", NULL}, {S, "", " ", 131073, "", "at most 131072"},
    {P, "float t[]={", "1,-2,", 100000, "};", NULL}, {P, "int t[]={", "{1,2},", 100000, "};", NULL},
    {P, "void f(){", "a,a,", 20000, "a;}", "statement too long"},
    {P, "void f() noexcept {", "a,", 20000, "a;}", "statement too long"},
    {P, "void f() final_ {", "a,", 20000, "a;}", "statement too long"}, {P, "", "int f(){return 1;}", 20000, "", NULL},
    {P, "", "int a;", 170000, "", NULL}, {P, "", "#if 1\n{\n", 257, "", "nests more than 256 deep"},
    {P, "", "#if 1\n{\n#else\n{\n#endif\n}\n", 1000, "", NULL},
    {P, "", "#if 1\n{\n#endif\n", 257, "", "nest more than 256 deep"}, {P, "", " ", 1048575, "", NULL},
    {P, "", " ", 1048576, "", "at most 1048575"}, {E, "", "(", 256, "", "nest more than 255 deep"},
    {E, "(((((", "(1)+", 3000, "1)))))", NULL}, {E, "a", " ", 14335, "", NULL},
    {E, "a", " ", 14336, "", "at most 14336"},
};
/* clang-format on */

TEST_EACH(snippet_caps_nesting, COUNT(repeated))
{
    char *text = repeat(repeated[_i].before, repeated[_i].unit, repeated[_i].count, repeated[_i].after);
    cj_snippet look;
    cujit_status status = cj_snippet_check((cj_snippet_kind)repeated[_i].kind, "preamble", text, NULL, &look, &fault);

    if (repeated[_i].message != NULL)
        refuse(status, CUJIT_ERROR_SNIPPET, repeated[_i].message);
    else
        must(status);
    free(text);
}

/* ---- Uses ----------------------------------------------------------------------------------------------------- */

/* clang-format off */
static const struct {
    const char *text;
    bool stands, mentioned, directed;
} uses[] = {
    {NULL, false, false, false}, {"", false, false, false}, {"z[i] = a*x[i]", true, true, false},
    {"x\\\n[i]", true, true, false}, {"// x[i]\n/* x */ \"x\" 'x' R\"(x)\"", false, false, false},
    {"xx[i] + _x + x1", false, false, false}, {"s.x[i] + p->x[i] + q::x[i]", true, false, false},
    {"#pragma unroll(x)\nx[i]", true, true, true}, {"#define A s.x\n", false, false, true},
    {"#define A(y) (y + 1)\n", false, false, false}, {"x", true, true, false}, {"(x", true, true, false},
};
/* clang-format on */

/* The name in a text that is read as CJ_IN_OPERATION. */
static cj_name read_name(const char *text, const char *spelling)
{
    cj_names names = {0};
    cj_tokens tokens = {.names = &names, .place = CJ_IN_OPERATION};
    cj_name name;

    must(cj_tokens_read(&tokens, text, NULL), NULL);
    name = *cj_names_find(&names, spelling);
    cj_tokens_clear(&tokens);
    cj_names_clear(&names);
    return name;
}

TEST_EACH(uses_are_seen, COUNT(uses))
{
    const cj_name x = read_name(uses[_i].text, "x");

    ck_assert_msg(x.stands == (uses[_i].stands ? CJ_IN_OPERATION : 0u), "%s", uses[_i].text);
    ck_assert_msg(x.mentioned == (uses[_i].mentioned ? CJ_IN_OPERATION : 0u), "%s", uses[_i].text);
    ck_assert_msg(x.directed == (uses[_i].directed ? CJ_IN_OPERATION : 0u), "%s", uses[_i].text);
}

TEST(names_are_many)
{
    cj_names names = {0};
    cj_tokens tokens = {.names = &names, .place = CJ_IN_PREAMBLE};
    char text[16384] = "";

    for (int k = 0; k < 1000; k++)
        snprintf(text + strlen(text), sizeof text - strlen(text), "n%d\n", k * 7 % 1000);
    must(cj_tokens_read(&tokens, text, NULL), NULL);
    ck_assert_uint_eq(tokens.count, 1000);
    ck_assert_uint_eq(names.count, 1001);
    for (int k = 0; k < 1000; k++) {
        char name[8];

        snprintf(name, sizeof name, "n%d", k);
        ck_assert(cj_token_is(&cj_names_find(&names, name)->token, name));
    }
    ck_assert_uint_eq(cj_names_find(&names, "n1000")->stands, 0);
    cj_tokens_clear(&tokens);
    cj_names_clear(&names);
}

/* clang-format off */
static const struct {
    const char *text;
    bool changes;
} changes[] = {
    {"z[i] = i + i*2 - i; f(i, i); i == 3; i <= n; a > i", false}, {"s.i = 3; // i = 3", false}, {"return i", false},
    {"i = 3", true}, {"i <<= 1", true}, {"i++", true}, {"--i", true}, {"int i; z[i]", true},
    {"for (auto i : q) z[i]", true}, {"f(&i)", true}, {"a & i", false}, {"int a, i = 3", true}, {"float i(3)", true},
    {"#pragma x i\n", true}, {"[](int i) { return i; }", true},
};
/* clang-format on */

TEST_EACH(changes_are_seen, COUNT(changes))
{
    const cj_name i = read_name(changes[_i].text, "i");

    ck_assert_msg(((i.changed | i.directed) != 0) == changes[_i].changes, "%s", changes[_i].text);
}
