/*
 * test_functions.c: the types of operators and functions of expressions against tables that NumPy made
 * (tests/expression/numpy_types.txt), the names that they are known by, and what they say where they refuse. Their
 * values: test_function_values.c.
 */
#include "libjit/expression/functions.h"
#include "tests/letters.h"
#include "tests/support.h"

#include <stdio.h>
#include <string.h>

enum { WEAK = 3, LINE = 64 };

/* The types of the tables: the dtypes, then Python's. */
static const char letters[] = TYPE_LETTERS "123";

static cj_value_type operand(char letter)
{
    static const cujit_dtype weak[WEAK] = {CUJIT_INT64, CUJIT_FLOAT64, CUJIT_COMPLEX128};
    const int k = (int)(strchr(letters, letter) - letters);

    if (letter == '\0') /* there is no such operand */
        return (cj_value_type){CUJIT_DTYPE_NONE, false};
    return k < TYPES ? (cj_value_type){type_at(k), false} : (cj_value_type){weak[k - TYPES], true};
}

static const cj_function *function_of(const char *name)
{
    const cj_function *function = cj_function_find(name, strlen(name));

    ck_assert_msg(function != NULL, "there is no %s", name);
    return function;
}

/* Finds the typing for operands of these letters. */
static bool resolve(const char *name, const char *types, cj_typing *typing)
{
    cj_value_type operands[CJ_FUNCTION_MAX_OPERANDS];

    ck_assert_uint_eq(cj_function_operands(function_of(name)), strlen(types));
    for (size_t k = 0; k < COUNT(operands) && types[k] != '\0'; k++)
        operands[k] = operand(types[k]);
    return cj_function_resolve(function_of(name), operands, typing);
}

/* ---- The tables -------------------------------------------------------------------------------------------------- */

/* What is otherwise than NumPy has it, on purpose (docs/expressions.md): the functions ("": all); two sets of types that
 * one operand each must be of, and what comes out. */
static struct difference {
    const char *functions, *one, *other;
    char got; /* 0: one of NumPy's errors has a result */
    bool met;
} differences[] = {
    /* Weak numbers have no size for bfloat16 either; ml_dtypes makes float32 or float64 of them. */
    {"", "E", "2", 'E', false},
    {"clip", "E", "EtbB1", 'E', false},
    /* The loops of ml_dtypes have results where its promotion says that there is none. */
    {"promote where", "Exy", "hHeE", 'f', false},
    {"promote where", "Ex", "iIqQ", 'd', false},
    /* It is a floating-point type like others. */
    {"ldexp", "E", "Iq1", 'E', false},
    {"can_cast_same_kind", "Ex", "ey", 't', false},
    {"can_cast_same_kind", "FD", "Ex", '.', false},
    /* 8-bit floats only store numbers: their own loops give float32. */
    {"", "xy", "tbBxy1", 'f', false},
    {"ldexp", "xy", "hHi", 'f', false},
    {"can_cast", "xy", "bB", '.', false},
    {"promote", "x", "2", 'f', false},
    {"where", "x", "2", 'x', false},
    {"where", "y", "2", 'y', false},
};

static bool has_word(const char *words, const char *word)
{
    return words[0] == '\0' || cj_has_word(words, word, strlen(word));
}

/* Is one operand of the first set of types, and another of the second one? */
static bool are_of(const char *types, const char *one, const char *other)
{
    for (const char *x = types; *x != '\0'; x++)
        for (const char *y = types; *y != '\0'; y++)
            if (x != y && strchr(one, *x) != NULL && strchr(other, *y) != NULL)
                return true;
    return false;
}

static bool is_difference(const char *name, const char *types, char got)
{
    bool found = false;

    for (struct difference *d = differences; d < differences + COUNT(differences); d++)
        if (d->got == got && has_word(d->functions, name) && are_of(types, d->one, d->other))
            found = d->met = true;
    return found;
}

static char letter_of(cujit_dtype dtype)
{
    return dtype == CUJIT_DTYPE_NONE ? '.' : letters[place_of(dtype)];
}

/* What the library says of a cell of a table. */
static char answer(const char *name, const char *types)
{
    const cj_value_type operands[] = {operand(types[0]), operand(types[1])};
    cj_typing typing;

    if (strcmp(name, "promote") == 0)
        return letter_of(cj_promote_all(operands, 2).dtype);
    if (strcmp(name, "can_cast") == 0)
        return cj_can_cast(operands[0].dtype, operands[1].dtype) ? 't' : '.';
    if (strcmp(name, "can_cast_same_kind") == 0)
        return cj_can_cast_same_kind(operands[0].dtype, operands[1].dtype) ? 't' : '.';
    return resolve(name, types, &typing) ? letter_of(typing.result) : '.';
}

static int check_line(const char *name, int operands, char first, const char *line)
{
    int k = 0;

    for (; line[k] > ' '; k++) {
        const char one = operands == 1 ? letters[k] : first, other = letters[k];
        const char types[] = {strcmp(name, "where") == 0 ? 't' : one, strcmp(name, "where") == 0 ? one : other, other,
                              '\0'};
        char some[CJ_FUNCTION_MAX_OPERANDS + 1] = "";
        char got;

        memcpy(some, types, (size_t)operands);
        got = answer(name, some);
        ck_assert_msg(got == line[k] || is_difference(name, types, got), "%s of %s: got %c, NumPy has %c", name, some,
                      got, line[k]);
    }
    return k;
}

TEST(types_are_those_of_numpy)
{
    FILE *file = cj_test_table("expression/numpy_types.txt");
    char line[LINE], name[LINE] = "";
    int operands = 0, row = 0, cells = 0;

    while (fgets(line, sizeof line, file) != NULL) {
        if (sscanf(line, "== %60s %d", name, &operands) == 2)
            row = 0;
        else
            cells += check_line(name, operands, letters[row++], line);
    }
    ck_assert_int_eq(fclose(file), 0);
    ck_assert_int_gt(cells, 14000);
    for (int k = 0; k < COUNT(differences); k++)
        ck_assert_msg(differences[k].met, "%s of %s and %s is no difference", differences[k].functions,
                      differences[k].one, differences[k].other);
}

/* ---- Beside the tables ------------------------------------------------------------------------------------------- */

/* clang-format off */
static const struct typing_case {
    const char *function, *operands, *converted;
    char result;
    bool weak;
} typing_cases[] = {
    /* Of nothing but weak numbers there are weak results, as Python's are; a bool and a cast are none. */
    {"add", "11", "qq", 'q', true},      {"add", "12", "dd", 'd', true},      {"divide", "11", "qq", 'd', true},
    {"sin", "1", "d", 'd', true},        {"sqrt", "3", "D", 'D', true},       {"less", "12", "dd", 't', false},
    {"float32", "2", "d", 'f', false},   {"float64", "1", "q", 'd', false},   {"bitwise_count", "1", "q", 'B', false},
    {"complex", "12", "dd", 'D', true},  {"where", "t12", "tdd", 'd', false}, {"where", "112", "qdd", 'd', true},
    /* Functions of the C library have the loops that NumPy gives its own. */
    {"erf", "b", "e", 'e', false},       {"erf", "H", "f", 'f', false},       {"gamma", "E", "E", 'E', false},
    {"rsqrt", "q", "d", 'd', false},     {"fma", "fe2", "fff", 'f', false},   {"i0", "t", "e", 'e', false},
    /* What an operand is converted to, and what comes out, are not always one. */
    {"divide", "bB", "ii", 'd', false},  {"divide", "qQ", "dd", 'd', false},  {"divide", "i1", "ii", 'd', false},
    {"less", "qQ", "qQ", 't', false},    {"less", "bQ", "qQ", 't', false},    {"absolute", "F", "F", 'f', false},
    {"ldexp", "f1", "fi", 'f', false},   {"ldexp", "eq", "eq", 'e', false},   {"where", "FfF", "FFF", 'F', false},
    {"where", "dbE", "dEE", 'E', false}, {"int8", "D", "D", 'b', false},      {"half", "d", "d", 'e', false},
    {"complex", "ef", "ff", 'F', false}, {"real", "D", "D", 'd', false},      {"isnan", "i", "i", 't', false},
};
/* clang-format on */

TEST_EACH(typing_of, COUNT(typing_cases))
{
    const struct typing_case *c = &typing_cases[_i];
    cj_typing typing;

    ck_assert(resolve(c->function, c->operands, &typing));
    ck_assert_int_eq(letter_of(typing.result), c->result);
    ck_assert_int_eq(typing.weak, c->weak);
    ck_assert_ptr_nonnull(typing.text);
    for (size_t k = 0; c->operands[k] != '\0'; k++)
        ck_assert_int_eq(letter_of(typing.operands[k]), c->converted[k]);
}

/* What to write instead; NULL: that the caller says. */
static const struct refusal {
    const char *function, *operands, *advice;
} refusals[] = {
    {"subtract", "tt", "a ^ b"}, {"negative", "t", "~a"}, {"sign", "t", "int8(a)"},
    {"gcd", "tt", "int8(a)"},    {"gcd", "f1", NULL},     {"floor_divide", "D1", NULL},
    {"invert", "f", NULL},       {"erf", "F", NULL},      {"bitwise_and", "i2", NULL},
};

TEST_EACH(refused, COUNT(refusals))
{
    const struct refusal *r = &refusals[_i];
    cj_typing typing;

    ck_assert(!resolve(r->function, r->operands, &typing));
    if (r->advice == NULL)
        ck_assert_ptr_null(typing.text);
    else
        ck_assert_msg(typing.text != NULL && strstr(typing.text, r->advice) != NULL, "%s", typing.text);
}

TEST(types_that_are_no_numbers)
{
    const cj_value_type struct_and_float[] = {{CUJIT_DTYPE_REGISTERED, false}, {CUJIT_FLOAT32, false}};
    const cj_value_type vectors[] = {{CUJIT_FLOAT4, false}, {CUJIT_FLOAT4, false}};
    const cj_value_type choice[] = {{CUJIT_FLOAT4, false}, {CUJIT_FLOAT32, false}, {CUJIT_FLOAT32, false}};
    cj_typing typing;

    ck_assert_int_eq(cj_promote(CUJIT_FLOAT4, CUJIT_FLOAT4), CUJIT_DTYPE_NONE);
    ck_assert_int_eq(cj_promote_all(struct_and_float, 2).dtype, CUJIT_DTYPE_NONE);
    ck_assert_int_eq(cj_promote_all(struct_and_float, 0).dtype, CUJIT_DTYPE_NONE);
    ck_assert(!cj_can_cast(CUJIT_FLOAT4, CUJIT_FLOAT4) && !cj_can_cast(CUJIT_BOOL, CUJIT_DTYPE_NONE));
    ck_assert(!cj_can_cast_same_kind(CUJIT_DTYPE_REGISTERED, CUJIT_COMPLEX128));
    ck_assert(!cj_can_cast_same_kind(CUJIT_BOOL, CUJIT_INT4));
    ck_assert(!cj_function_resolve(function_of("add"), struct_and_float, &typing));
    ck_assert(!cj_function_resolve(function_of("equal"), vectors, &typing));
    ck_assert(!cj_function_resolve(function_of("where"), choice, &typing));
}

/* ---- Names ------------------------------------------------------------------------------------------------------- */

TEST(every_name_is_one_function)
{
    size_t count = 0;

    for (const char *name; (name = cj_function_list(count)) != NULL; count++)
        for (size_t k = 0; k < count; k++)
            ck_assert_str_ne(name, cj_function_list(k));
    ck_assert_uint_gt(count, 120);
}

TEST(names_and_their_functions)
{
    ck_assert_ptr_eq(function_of("abs"), function_of("absolute"));
    ck_assert_str_eq(cj_function_name(function_of("asin")), "arcsin");
    ck_assert_ptr_null(cj_function_find("ab", 2));
    ck_assert_ptr_null(cj_function_find("absent", 6));
    ck_assert_ptr_null(cj_function_find("", 0));
}

/* The names in the first cell of a row, `abs` for one: how many, each of which must be a function's. */
static size_t names_of_row(char *line)
{
    size_t count = 0;

    line[1 + strcspn(line + 1, "|")] = '\0';
    for (char *at = strtok(line, "|` "); at != NULL; at = strtok(NULL, "|` "), count++)
        function_of(at);
    return count;
}

/* The table of docs/expressions.md names these functions, and no others; none twice, as there are as many. */
TEST(documentation_names_all)
{
    FILE *file = cj_test_table("../docs/expressions.md");
    char line[1000];
    size_t found = 0, count = 0;
    bool inside = false;

    while (fgets(line, sizeof line, file) != NULL) {
        if (strncmp(line, "## ", 3) == 0)
            inside = strcmp(line, "## Functions\n") == 0;
        else if (inside && strncmp(line, "| `", 3) == 0)
            found += names_of_row(line);
    }
    ck_assert_int_eq(fclose(file), 0);
    while (cj_function_list(count) != NULL)
        count++;
    ck_assert_uint_eq(found, count);
}

TEST(every_operator_has_its_function)
{
    ck_assert_ptr_null(cj_function_of_operator(CJ_OPERATOR_NONE));
    ck_assert_ptr_null(cj_function_of_operator(CJ_OPERATOR_CONTRACT)); /* a reduction of products */
    for (int op = CJ_OPERATOR_NONE + 1; op < CJ_OPERATORS; op++) {
        const cj_function *function = cj_function_of_operator((cj_operator)op);

        if (op == CJ_OPERATOR_CONTRACT)
            continue;
        ck_assert_ptr_nonnull(function);
        ck_assert_uint_eq(cj_function_operands(function),
                          op == CJ_OPERATOR_INVERT || op == CJ_OPERATOR_NEGATIVE || op == CJ_OPERATOR_POSITIVE ? 1 : 2);
    }
    ck_assert_ptr_eq(cj_function_of_operator(CJ_OPERATOR_FLOOR_DIVIDE), function_of("floor_divide"));
}

/* A kernel gets what its texts call, and nothing where they call nothing. */
TEST(preambles)
{
    cj_text none = {0}, some = {0};

    must(cj_functions_preamble("sin(x) + my_cujit_np", &none, &fault));
    ck_assert_uint_eq(none.length, 0);
    must(cj_functions_preamble("cujit_np_lcm<unsigned>(x, y) + cujit_np_remainder_real(x, y)", &some, &fault));
    ck_assert_ptr_nonnull(strstr(some.data, " cujit_np_gcd("));
    ck_assert_ptr_nonnull(strstr(some.data, " cujit_np_lcm("));
    ck_assert_ptr_nonnull(strstr(some.data, " cujit_np_remainder_real("));
    ck_assert_ptr_null(strstr(some.data, " cujit_np_remainder("));
    ck_assert_ptr_null(strstr(some.data, " cujit_np_clip("));
    cj_text_clear(&some);
}
