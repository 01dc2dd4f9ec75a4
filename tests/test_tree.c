/*
 * test_tree.c: texts in NumPy's notation: what each reads as, and every way to be wrong.
 */
#include "support.h"

#include "libjit/base/alloc.h"
#include "libjit/expression/tree.h"
#include "tests/tree_print.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static cj_tree tree;

static void teardown(void)
{
    cj_tree_clear(&tree);
}

FIXTURE(NULL, teardown)

/* clang-format off */
static const struct {
    const char *text, *printed;
} good[] = {
    /* numbers */
    {"0", "0"}, {"00", "0"}, {"0_0", "0"}, {"123", "123"}, {"1_000_000", "1000000"}, {"0x1F", "31"}, {"0X_ff", "255"},
    {"0o17", "15"}, {"0b101", "5"}, {"0B1_1", "3"}, {"18446744073709551615", "18446744073709551615"},
    {"0xFFFFFFFFFFFFFFFF", "18446744073709551615"}, {"1.5", "1.5"}, {"1.", "1.0"}, {".5", "0.5"}, {"012.5", "12.5"},
    {"1e3", "1000.0"}, {"1.5E+3", "1500.0"}, {"25e-2", "0.25"}, {"1_0.2_5e0_1", "102.5"}, {"2j", "2.0j"},
    {"2.5J", "2.5j"}, {"1e1j", "10.0j"}, {"010j", "10.0j"}, {"1e999", "1e999"}, {"True", "True"}, {"False", "False"},
    /* names */
    {"x", "x"}, {"_x1", "_x1"}, {"np.pi", "pi"}, {"numpy . e", "e"}, {"np", "np"}, {"lambda*2", "(* lambda 2)"},
    {"in + is", "(+ in is)"}, {"Ifx", "Ifx"},
    /* precedence */
    {"a+b*c", "(+ a (* b c))"}, {"(a+b)*c", "(* (+ a b) c)"}, {"a-b-c", "(- (- a b) c)"}, {"a/b//c%d", "(% (// (/ a b) c) d)"},
    {"-a**2", "(- (** a 2))"}, {"2**-a", "(** 2 (- a))"}, {"a**b**c", "(** a (** b c))"}, {"-a*b", "(* (- a) b)"},
    {"a*-b", "(* a (- b))"}, {"--a", "(- (- a))"}, {"a++b", "(+ a (+ b))"}, {"~a&b", "(& (~ a) b)"},
    {"~-a**~b", "(~ (- (** a (~ b))))"}, {"a|b^c&d<<e+f", "(| a (^ b (& c (<< d (+ e f)))))"},
    {"a+b<<c&d^e|f", "(| (^ (& (<< (+ a b) c) d) e) f)"}, {"a&b==c|d", "(== (& a b) (| c d))"},
    {"a<b", "(< a b)"}, {"a<=b", "(<= a b)"}, {"a>b", "(> a b)"}, {"a>=b", "(>= a b)"}, {"a!=b", "(!= a b)"},
    {"(a<b)&(b<c)", "(& (< a b) (< b c))"}, {"(a<b)<c", "(< (< a b) c)"}, {"a>>b>>c", "(>> (>> a b) c)"},
    {"x if c else y", "(if c x y)"}, {"x if c else y if d else z", "(if c x (if d y z))"},
    {"a+1 if a>0 else -a", "(if (> a 0) (+ a 1) (- a))"}, {"(x if c else y)*2", "(* (if c x y) 2)"},
    {"((((x))))", "x"},
    /* calls */
    {"f()", "(f)"}, {"sin(x)", "(sin x)"}, {"sin (x,)", "(sin x)"}, {"np.sin(x)", "(sin x)"},
    {"sum(x, axis=1, keepdims=True)", "(sum x (axis= 1) (keepdims= True))"},
    {"sum(x, axis=(0, 1))", "(sum x (axis= (, 0 1)))"}, {"sum(x, axis=None,)", "(sum x (axis= None))"},
    {"clip(x, None, 3)", "(clip x None 3)"}, {"f((), (a,), ((b)))", "(f (,) (, a) b)"}, {"f(((1,2),3))", "(f (, (, 1 2) 3))"},
    {"x.sum()", "(.sum x)"}, {"x.sum(1, keepdims=1)", "(.sum x 1 (keepdims= 1))"}, {"(a+b).max(-1).sqrt()", "(.sqrt (.max (+ a b) (- 1)))"},
    {"x.T", "(T x)"}, {"x.T.T", "(T (T x))"}, {"-x.T**2", "(- (** (T x) 2))"}, {"x.T[0]", "([] (T x) 0)"},
    {"f(x)[1].g()", "(.g ([] (f x) 1))"}, {"where(a == b, x if a else y, 0)", "(where (== a b) (if a x y) 0)"},
    {"f(x=1 if a else 2)", "(f (x= (if a 1 2)))"}, {"float32(x) + 2.0.f()", "(+ (float32 x) (.f 2.0))"},
    /* indices */
    {"x[0]", "([] x 0)"}, {"x[i, -1]", "([] x i (- 1))"}, {"x[1,]", "([] x 1)"}, {"x[:]", "([] x (: _ _ _))"},
    {"x[1:]", "([] x (: 1 _ _))"}, {"x[:-1]", "([] x (: _ (- 1) _))"}, {"x[1:2]", "([] x (: 1 2 _))"},
    {"x[::2]", "([] x (: _ _ 2))"}, {"x[::]", "([] x (: _ _ _))"}, {"x[1::]", "([] x (: 1 _ _))"},
    {"x[:2:]", "([] x (: _ 2 _))"}, {"x[1:2:3]", "([] x (: 1 2 3))"}, {"x[::-1, 1::2]", "([] x (: _ _ (- 1)) (: 1 _ 2))"},
    {"x[..., 0]", "([] x ... 0)"}, {"x[None, :, newaxis]", "([] x None (: _ _ _) None)"}, {"x[np.newaxis]", "([] x None)"},
    {"x[(1, 2)]", "([] x (, 1 2))"}, {"x[y > 0]", "([] x (> y 0))"}, {"x[a if b else c:d]", "([] x (: (if b a c) d _))"},
    {"x[1][2]", "([] ([] x 1) 2)"}, {"x[y[z[0]]]", "([] x ([] y ([] z 0)))"}, {"x[1:.5]", "([] x (: 1 0.5 _))"},
    {"2*x[1:-1] - x[2:]", "(- (* 2 ([] x (: 1 (- 1) _))) ([] x (: 2 _ _)))"},
    /* statements */
    {"y = x", "y = x"}, {"y = 2*x; y + 1", "y = (* 2 x); (+ y 1)"}, {"y = x\ny", "y = x; y"}, {";\n; x ;;\n", "x"},
    {"y == x", "(== y x)"}, {"(y) = x", "y = x"}, {"x[1:] = 0", "([] x (: 1 _ _)) = 0"}, {"z[::2] += x", "([] z (: _ _ 2)) += x"},
    {"a += b; a -= b; a *= b; a /= b; a //= b; a %= b; a **= b; a &= b; a |= b; a ^= b; a <<= b; a >>= b",
     "a += b; a -= b; a *= b; a /= b; a //= b; a %= b; a **= b; a &= b; a |= b; a ^= b; a <<= b; a >>= b"},
    {"a = b if c else d", "a = (if c b d)"}, {"a = f(x=b)", "a = (f (x= b))"},
    /* blanks */
    {" \tx\r\n", "x"}, {"x # f\xC3\xBCr ' { \x01", "x"}, {"# first\nx", "x"}, {"y = (a +  # one\n b)\r\ny", "y = (+ a b); y"},
    {"f(\na,\n b\n)\n", "(f a b)"}, {"x[\n1\n:\n]", "([] x (: 1 _ _))"}, {"x . T", "(T x)"}, {"a\t+\tb", "(+ a b)"},
};
/* clang-format on */

TEST_EACH(tree_reads, COUNT(good))
{
    char *printed;

    must(cj_tree_parse(good[_i].text, &tree, &fault));
    printed = print_tree(&tree, write_lisp);
    ck_assert_str_eq(printed, good[_i].printed);
    cj_free(printed);
}

/* clang-format off */
static const struct {
    const char *message, *texts; /* a part of it; '^': the place */
} bad[] = {
    {"is empty: expected a value or an assignment", "^ | ^; | ^# nothing"},
    /* numbers */
    {"no suffix 'f': write 1.0, or a call for its type, float32(1.0)", "1.0^f | 2*(1.0^f)"},
    {"no suffix 'ULL': write 12", "12^ULL"}, {"'j': 2j", "2^i"}, {"exponent behind '1.5e'", "1.5^e | 1.5^e+"},
    {"exponent behind '2E'", "2^E-x"}, {"between two digits", "1^_ | 1^__0 | 1.^_5 | 1e0^_ | 0x1^_ | 0x1^__2"},
    {"missing operator between '2' and 'x': a product is written 2*x", "2^x"}, {"between '2' and 'jx'", "2^jx"},
    {"does not begin with '0': octal numbers are written 0o17", "^017 | x + ^00_7"}, {"digits behind '0x'", "^0x | ^0x+1"},
    {"digits behind '0b'", "^0b"}, {"'2' is no binary digit", "0b10^2"}, {"'8' is no octal digit", "0o^8"},
    {"'g' is no hexadecimal digit", "0xf^g"}, {"above 2^64 - 1", "^18446744073709551616 | ^0x10000000000000000"},
    {"above 2^64 - 1, the largest there is; a real number has a point or an exponent", "x * ^99999999999999999999"},
    /* characters */
    {"there is no '&&' here: write '&', and brackets around comparisons: (a > 0) & (b > 0)", "a > 0 ^&& b > 0"},
    {"there is no '||' here: write '|'", "a ^|| b"}, {"there is no '!' here: write '~' for 'not'", "^!a"},
    {"no '?' here: write x if c else y, or where(c, x, y)", "c ^? x : y"}, {"no '<>' here: write '!='", "a ^<> b"},
    {"write '>='", "a ^=> b"}, {"write '<='", "a ^=< b"}, {"expected a value behind '@'", "a @^"},
    {"no ':=' here: give the value its name in a statement before", "(y ^:= x)"}, {"'->'", "x^->y"},
    {"comments begin with '#'", "x ^/* y */"}, {"no '{' here", "^{1, 2}"}, {"no '}' here", "x^}"},
    {"no '\"' here: there are no strings; a type is a name, float32(x)", "x.astype(^\"float32\")"},
    {"no \"'\" here: there are no strings", "^'x'"}, {"inside of brackets", "x + ^\\\ny"},
    {"found '\xE2\x88\x92', which is not ASCII: write '-'", "a ^\xE2\x88\x92 b"}, {"write 'pi'", "2*^\xCF\x80"},
    {"write '**2'", "x^\xC2\xB2"}, {"found '\xC3\xA4'; names and operators are of ASCII", "^\xC3\xA4 | x + b^\xC3\xA4r"},
    {"the byte 0xC3", "^\xC3 | a+^\xC3("}, {"the byte 0xFF", "x ^\xFF"}, {"the byte 0x01", "x ^\x01"},
    {"the byte 0x0D", "x^\ry"}, {"the byte 0x7F", "^\x7F"}, {"the byte 0xF0", "^\xF0\x9F\x98"}, {"found '$', which means nothing", "^$x"},
    {"found '`'", "^`x`"}, {"found '\xF0\x9F\x98\x80'", "^\xF0\x9F\x98\x80"},
    /* operators */
    {"make no chain here: write (a < b) & (b < c)", "a < b ^< c"}, {"write (a <= b) & (b == c)", "0 <= x ^== 1 < y"},
    {"(a < b) & (b < c)", "a < (x & y) ^< c | f(a < b+1 ^< c)"},
    {"'&' binds tighter than comparisons: put brackets around them, (a > b) & (c < d)", "a > 0 ^& b < 0"},
    {"'|' binds tighter than comparisons: put brackets around them, (a > b) | (c > d)", "a > 0 & c ^| b > 0"},
    {"there is no 'and' here: write '&', and brackets", "a > 0 ^and b > 0 | ^and a | (a ^and b)"}, {"no 'or' here: write '|'", "a ^or b"},
    {"no 'not' here: write '~'", "^not a | a & ^not b | a ^not in b"}, {"no 'is' here: write '=='", "a ^is b"},
    {"no 'in' here", "a ^in b"}, {"no '++' here: write x += 1", "i+^+ | (i+^+; 2)"}, {"no '--' here: write x -= 1", "i-^-"},
    {"expected a value behind '+', found the end of the text", "x +^ | x + # more^"},
    {"expected a value behind '+', found the end of the line; brackets hold", "x +^\ny"},
    {"expected a value behind '*', found '/'", "x *^/ y"}, {"expected a value, found '*'", "^*x | y = x; ^*x | y = x\n^*x"},
    {"expected a value behind '=', found the end", "y =^"}, {"expected a value, found '='", "^= x"}, {"found ','", "f(^,) | (^,) | f(a,^,)"},
    {"found ')'", "(a +^) | f(a, 2*^)"}, {"expected a value behind '==', found '='", "a ==^= b"}, {"found '.'", "^.T"},
    {"missing operator between 'x' and 'y'", "x ^y | 2*x ^y | a[x ^y] | a[1:x ^y] | a[::x ^y] | f(x ^y) | (x ^y)"}, {"between '2' and 'x'", "2 ^x"},
    {"between ']' and '2'", "x[0] ^2"}, {"missing operator behind ')'; a cast is a call: float(x)", "(float)^x"},
    {"expected an operator, ';' or the end of the line, found '~'", "x ^~y"}, {"found ':'", "x^: 3"},
    {"missing operator before '(': only names are called; a product is written with '*'", "2^(x) | (a+b)^(c) | x[0]^(1) | f(x)^(y) | (f)^(x)"},
    {"missing operator before '('", "x.T^() | True^(x) | f(2^(x))"},
    /* Python's and C's words */
    {"no 'lambda' here: functions of your own come from the program", "^lambda x: x"}, {"no 'def' here", "^def f(x): x"},
    {"no 'for' here: an expression is computed for all elements", "^for i in x: y | sum(x ^for x in y)"}, {"no 'while' here", "^while x: y"},
    {"no 'return' here: the last statement is the value without it", "y = x; ^return y"}, {"no 'import' here", "^import numpy as np"},
    {"no 'from' here", "^from numpy import *"}, {"no 'if' here: a condition is written x if c else y", "^if x: y | 2*^if"},
    {"no 'else' here", "^else | a if b else d + ^else"}, {"no 'else' here: a condition is written x if c else y", "x ^else y | (x ^else y)"},
    {"expected 'else': a condition is written x if c else y, found the end", "x if c^"}, {"expected 'else'", "(x if c^) | a if b ^if c else d"},
    /* brackets */
    {"this '(' is not closed: expected ')'", "^(a + b | f^(x | sin^((a) | f^(x, | f^(a=1"}, {"expected ')' before ';'", "^(a; b"},
    {"this '(' is not closed: expected ')' before ']'", "^(a] | x[^(a] | f^(a]"}, {"this '[' is not closed: expected ']'", "x^[1 | x^[1: | (x^[1:2,\n)"},
    {"this '[' is not closed: expected ']' before ')'", "(x^[1)"}, {"')' closes nothing: there is no '(' before it", "a^) | f(x)^) | a^)("},
    {"']' closes nothing", "x[0]^]"}, {"expected a value, found ')'", "^)"}, {"expected an index, found ']'", "x[^]"},
    {"there are no lists here: axes and shapes are tuples", "^[1, 2] | sum(x, axis=^[0])"}, {"expected an operator, ',' or ']', found ':'", "x[1:2:3^:4]"},
    {"'...' is an index, and no value", "^... | f(^...) | (^...) | x[-^...]"}, {"found '...'", "x^..."}, {"an operator, ',' or ')', found ':'", "f(x^:y)"},
    {"a tuple is an argument or an index, and no value", "^(1, 2) | x + ^(1, 2) | -^(1,) | ^() | ^(a, b) = 1 | x[^(1, 2):] | ^(1, 2)[0] | ^(1,).T | x[:^()] | "
     "2**^(1,) | ^(1,)**2 | ^(1,) if a else b | a if ^() else b | a if b else ^() | x = ^(1, 2)"},
    {"'None' is an index or an argument, and no value", "^None | x + ^None | (1, ^None) | x[^None:] | y = ^None"}, {"'np.newaxis' is an index", "^np.newaxis"},
    /* calls */
    {"here: the program knows its arrays, and can give it as a number", "x.^nbytes | x.^strides[0] + 1"}, {"there is no attribute 'area' but '.T', '.mT', '.real', '.imag', '.size'", "x.^area"},
    {"there is no attribute 'Shape'; did you mean '.shape'?", "x.^Shape | x.^Shape[0]"}, {"did you mean '.T'?", "x.^t"}, {"did you mean '.imag'?", "2*x.^imga"},
    {"expected 'T' or the name of a method behind '.'", "x.^ | x.^(y) | x.^else(y)"}, {"expected a name behind '.'", "np.^ | np.^(2) | np.^if"},
    {"an argument without a name behind one with a name; to compare, write '=='", "where(a = b, ^1, 2) | f(a=1, ^b)"},
    {"the argument 'axis' is given twice", "sum(x, axis=1, ^axis=0)"}, {"'=' inside of an expression: to compare, write '=='", "(a ^= b) | y = a ^= b | x[a ^= b] | f(2 ^= 3) | f((a) ^= 1) | f(a=b^=c) | f(np.a ^= b)"},
    {"'+=' inside of an expression: an assignment is a statement of its own", "(a ^+= b) | a = b ^+= c"}, {"'**=' inside", "f(x ^**= 2)"},
    /* statements */
    {"a ',' outside of brackets: a statement has one value; write a = ...; b = ...", "a^, b | a^, b = c | x = 1^, 2"},
    {"this value goes nowhere: only the last statement is one without a name; write name = x + 1", "^x + 1; y | a = 2\n  ^x + 1 # b\n\n y = x"},
    {"a call is nothing that can be assigned to; to compare, write '=='", "^f(x) = y | ^x.f() += y"}, {"'x.T' is nothing that can be assigned to; to write into the array, write x.T[...]", "^x.T = y"}, {"write x[0].T[...]", "^x[0].T = y"},
    {"parts of complex numbers cannot be assigned to alone: write x[...] = complex(y, x.imag)", "^x.real = 1 | ^x.real[0] = 1 | ^x.real += 1 | ^real(x) = 1"},
    {"write x[1:][...] = complex(x[1:].real, y)", "^x[1:].imag = 1 | ^x[1:].imag[::2] = 1"}, {"'x.shape' is nothing that can be assigned to; expected a name", "^x.shape = 6"},
    {"'2' is nothing that can be assigned to", "^2 = x"}, {"too many indices behind each other", "^x[0][1][2][3][4][5][6][7][8][9][0][1][2][3][4][5][6] = 2"}, {"'x + y' is nothing", "(^x + y) = 2 | ^x + y = 2"}, {"'True' is nothing", "^True = 1"},
    {"'(x + y)[1:]' is nothing", "^(x + y)[1:] = 2"},
    /* places in texts of several lines */
    {"missing operator", "a = (x +\n  y)\nb = a ^c\n"}, {"0x01", "# \xC3\xA4\r\n\tx + ^\x01"},
};
/* clang-format on */

TEST_EACH(tree_refuses, COUNT(bad))
{
    EACH_OF(marked, bad[_i].texts)
    {
        int line, column;
        const char *text = without_mark(marked, &line, &column);

        refuse_at(cj_tree_parse(text, &tree, &fault), CUJIT_ERROR_EXPRESSION, "expression", line, column,
                  bad[_i].message);
        ck_assert_ptr_null(tree.nodes);
        ck_assert_ptr_null(tree.text);
    }
}

TEST(tree_shows_the_line)
{
    cujit_status status = cj_tree_parse("e = exp(x)\ns = sum(e, -1\n", &tree, &fault);
    char *shown = cujit_error_format(&fault);

    ck_assert_int_eq(status, CUJIT_ERROR_EXPRESSION);
    ck_assert_str_eq(shown, "expression:2:8: this '(' is not closed: expected ')'\n    s = sum(e, -1\n           ^\n");
    free(shown);
    refuse(cj_tree_parse(NULL, &tree, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "the expression: it is NULL");
}

/* ---- Limits ------------------------------------------------------------------------------------------------------ */

/* `count` times `before`, then `middle`, then as often `after`. */
static char *repeated(const char *before, const char *middle, const char *after, size_t count)
{
    const size_t length = strlen(before), end = strlen(after);
    char *text = memory_of(count * (length + end) + strlen(middle) + 1), *at = text;

    for (size_t k = 0; k < count; k++, at += length)
        memcpy(at, before, length);
    at += sprintf(at, "%s", middle);
    for (size_t k = 0; k < count; k++, at += end)
        memcpy(at, after, end);
    *at = '\0';
    return text;
}

static const struct {
    const char *before, *middle, *after;
    size_t most; /* that many times is read, once more is not */
    const char *message;
} limits[] = {
    {"(", "x", ")", CJ_TREE_MAX_DEPTH, "nested too deeply; expected at most 200 levels"},
    {"f(", "x", ")", CJ_TREE_MAX_DEPTH, "nested too deeply"},
    {"x[", "0", "]", CJ_TREE_MAX_DEPTH, "nested too deeply"},
    {"x.f(", "0", ")", CJ_TREE_MAX_DEPTH, "nested too deeply"},
    {"-", "x", "", CJ_TREE_MAX_DEPTH, "nested too deeply"},
    {"x**", "x", "", CJ_TREE_MAX_DEPTH, "nested too deeply"},
    {"a if b else ", "x", "", CJ_TREE_MAX_DEPTH, "nested too deeply"},
    {"a|b^c&d<<e+f*(", "x", ")", CJ_TREE_MAX_DEPTH, "nested too deeply"},
    {"x + ", "x", "", (CJ_TREE_MAX_NODES - 1) / 2, "too large; expected at most 16384 values and operators"},
    {"x=1;", "x", "", (CJ_TREE_MAX_NODES - 1) / 2, "too large"},
    {"", "x", ".T", CJ_TREE_MAX_NODES - 1, "too large"},
    {"", "x", "[0]", (CJ_TREE_MAX_NODES - 1) / 2, "too large"},
    {"", "x", " ", CJ_TREE_MAX_LENGTH - 1, "too long; expected at most 65536 bytes"},
};

TEST_EACH(tree_has_limits, COUNT(limits))
{
    const char *before = limits[_i].before, *middle = limits[_i].middle, *after = limits[_i].after;

    must(cj_tree_parse(repeated(before, middle, after, limits[_i].most), &tree, &fault));
    cj_tree_clear(&tree);
    ck_assert_int_eq(cj_tree_parse(repeated(before, middle, after, limits[_i].most + 1), &tree, &fault),
                     CUJIT_ERROR_EXPRESSION);
    ck_assert_int_eq(fault.line, 1);
    ck_assert_int_gt(fault.column, CJ_TREE_MAX_DEPTH);
    refuse(fault.status, CUJIT_ERROR_EXPRESSION, limits[_i].message);
}

static const char *const lists[] = {"f(%s)", "x[%s]", "f((%s))", "f(x, a=(%s))", "x.f(%s)"};

TEST_EACH(tree_lists_have_limits, COUNT(lists))
{
    char text[1000];
    const size_t base = lists[_i][0] == 'x'; /* is the first operand */

    snprintf(text, sizeof text, lists[_i], repeated("1,", "", "", CJ_TREE_MAX_OPERANDS - base));
    must(cj_tree_parse(text, &tree, &fault));
    cj_tree_clear(&tree);
    snprintf(text, sizeof text, lists[_i], repeated("1,", "", "", CJ_TREE_MAX_OPERANDS + 1 - base));
    refuse(cj_tree_parse(text, &tree, &fault), CUJIT_ERROR_EXPRESSION, "expected at most 64");
}

TEST(tree_numbers_have_limits)
{
    char text[300] = "0.";

    memset(text + 2, '1', 253);
    must(cj_tree_parse(text, &tree, &fault));
    ck_assert_double_eq(tree.nodes[0].value.real, 1.0 / 9);
    cj_tree_clear(&tree);
    text[255] = '1';
    refuse_at(cj_tree_parse(text, &tree, &fault), CUJIT_ERROR_EXPRESSION, "expression", 1, 1,
              "number of 256 characters; expected at most 255");
}

/* ---- Places, names, suggestions ---------------------------------------------------------------------------------- */

static const struct {
    const char *text;
    const char *place, *name; /* of the last node */
} places[] = {
    {"  2.5j ", "2.5j", "2.5j"},
    {"1 + x*( y ) ", "1 + x*( y )", "+"},
    {"(a + b) * c", "(a + b) * c", "*"},
    {" (a+b) ", "a+b", "+"},
    {"- x", "- x", "-"},
    {"np.sin( x ) ", "np.sin( x )", "sin"},
    {"x.sum(axis=1)", "x.sum(axis=1)", "sum"},
    {"(x).T", "(x).T", "T"},
    {"x[1, :2]", "x[1, :2]", "["},
    {"a if b else (c)", "a if b else (c)", "if"},
    {"np . pi", "np . pi", "pi"},
    {"x ** 2", "x ** 2", "**"},
};

TEST_EACH(tree_knows_places, COUNT(places))
{
    const cj_node *node;

    must(cj_tree_parse(places[_i].text, &tree, &fault));
    node = &tree.nodes[tree.node_count - 1];
    ck_assert_msg(cj_tree_says(&tree, node->place, places[_i].place), "%.*s", CJ_TREE_QUOTE(&tree, node->place));
    ck_assert_msg(cj_tree_says(&tree, node->name, places[_i].name), "%.*s", CJ_TREE_QUOTE(&tree, node->name));
}

TEST(tree_keeps_statements_apart)
{
    const cj_statement *s;

    must(cj_tree_parse("x[i+1] = y; (z) += 2 ;x", &tree, &fault));
    ck_assert_uint_eq(tree.statement_count, 3);
    s = tree.statements;
    ck_assert(s[0].first == 0 && s[0].target == 4 && s[0].value == 5 && s[0].op == CJ_OPERATOR_NONE);
    ck_assert(s[1].first == 6 && s[1].target == 6 && s[1].value == 7 && s[1].op == CJ_OPERATOR_ADD);
    ck_assert(s[2].first == 8 && s[2].target == UINT32_MAX && s[2].value == 8 && tree.node_count == 9);
    ck_assert(cj_tree_says(&tree, s[0].place, "x[i+1] = y"));
    ck_assert(cj_tree_says(&tree, s[1].place, "(z) += 2"));
    ck_assert(cj_tree_says(&tree, s[2].place, "x"));
}

static const struct {
    const char *name, *meant; /* NULL: nothing near */
} suggestions[] = {
    {"sine", "sin"},
    {"sqr", "sqrt"},
    {"sqtr", "sqrt"},
    {"Sin", "sin"},
    {"X", "x"},
    {"y", NULL},
    {"xx", "x"},
    {"qq", NULL},
    {"abcdef", NULL},
    {"flaot32", "float32"},
    {"logaddexq", "logaddexp"},
    {"sum_", "sum"},
    {"cumulative_sum_of_everything_else", NULL},
    {"sinn", "sin"},
    {"tan", NULL},
};

TEST_EACH(tree_suggests_names, COUNT(suggestions))
{
    static const char *const candidates[] = {"x", "sin", "sqrt", "sum", "float32", "float64", "logaddexp"};
    const char *found;

    must(cj_tree_parse(suggestions[_i].name, &tree, &fault));
    found = cj_tree_nearest(&tree, tree.nodes[0].name, candidates, COUNT(candidates));
    ck_assert_pstr_eq(found, suggestions[_i].meant);
}

TEST(tree_errors_of_others)
{
    must(cj_tree_parse("a = 1\nb = a + foo(a)", &tree, &fault));
    refuse_at(cj_tree_error(&tree, tree.nodes[5].name, CUJIT_ERROR_ARGUMENT_TYPE, &fault, "no function '%.*s'",
                            CJ_TREE_QUOTE(&tree, tree.nodes[5].name)),
              CUJIT_ERROR_ARGUMENT_TYPE, "expression", 2, 9, "no function 'foo'");
    ck_assert_int_eq(cj_tree_error(&tree, (cj_span){0}, CUJIT_ERROR_EXPRESSION, NULL, "x"), CUJIT_ERROR_EXPRESSION);
}

TEST(tree_survives_without_memory)
{
    const char *text = "a = f(x, axis=(0, 1), y=1.5)[1:, ..., None]; b = -a.T ** 2; a = a + b + 1; a if b else c(2)";
    unsigned long needed;

    cj_alloc_fail_at(0);
    must(cj_tree_parse(text, &tree, &fault));
    needed = cj_alloc_fail_at(0);
    ck_assert_uint_gt(needed, 4);
    for (unsigned long nth = 1; nth <= needed; nth++) {
        cj_tree_clear(&tree);
        cj_alloc_fail_at(nth);
        refuse(cj_tree_parse(text, &tree, &fault), CUJIT_ERROR_OUT_OF_MEMORY, "no room for an expression");
        cj_alloc_fail_at(0);
    }
}
