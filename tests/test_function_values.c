/*
 * test_function_values.c: every function and operator of expressions with every one of its loops, on the device at hand
 * and compiled for sm_90, against values that NumPy made (tests/expression/numpy_values.txt). The types: test_functions.c.
 */
#include "libjit/expression/functions.h"
#include "libjit/syntax/dtype.h"
#include "tests/letters.h"
#include "tests/numbers.h"

#include <stdio.h>
#include <stdlib.h>

enum {
    ALL = 16,        /* values of a type, of which functions of one operand get all, */
    SOME = 9,        /* and others these first ones, */
    N = SOME * SOME, /* two operands each with each: elements of a line's results */
    MOST = 64,       /* lines of the table in one kernel */
    LINE = 1 << 14,
};

/* Of the table: "sin f: 0 -0 ..." */
typedef struct line {
    char *text, *name, *operands, *values;
    cj_typing typing;
} line;

/* ---- How near ---------------------------------------------------------------------------------------------------- */

/* In units of the last place: about what docs/math.md says of the C libraries of both devices; of complex functions, of
 * their absolute value. What is not listed is exact. */
static const struct tolerance {
    const char *functions;
    int ulps, complex_ulps;
} tolerances[] = {
    {"add subtract multiply divide square reciprocal sign positive negative", 0, 2},
    {"sqrt absolute", 0, 4},
    {"exp exp2 exp10 expm1 log log2 log10 log1p cbrt rsqrt rcbrt hypot rhypot logaddexp logaddexp2 expit deg2rad rad2deg",
     4, 8},
    {"sin cos tan arcsin arccos arctan sinh cosh tanh arcsinh arccosh arctanh arctan2 angle sinpi cospi", 4, 8},
    {"power float_power erf erfc erfinv erfcinv erfcx ndtr ndtri i0 i1", 16, 32},
    {"gamma gammaln j0 j1 y0 y1 jn yn", 64, 0},
    {"fma", 1, 0},
};

static int ulps_of(const char *function, char operand)
{
    for (int k = 0; k < COUNT(tolerances); k++)
        if (cj_has_word(tolerances[k].functions, function, strlen(function)))
            return operand == 'F' || operand == 'D' ? tolerances[k].complex_ulps : tolerances[k].ulps;
    return 0;
}

static bool is_near(long double got, long double expected, long double allowed)
{
    if (isnan(expected) || isnan(got))
        return isnan(expected) && isnan(got);
    if (got == expected)
        return allowed != 0 || signbit(got) == signbit(expected);
    return !isinf(expected) && fabsl(got - expected) <= allowed;
}

static bool agree(const line *l, number got, number expected)
{
    const cujit_dtype dtype = l->typing.result;
    /* Of what underflows too: neither device is asked for more than the smallest normal numbers have. */
    const long double size = hypotl(expected.re, expected.im), least = dtype == CUJIT_FLOAT16 ? 0x1p-14L : 0x1p-126L;
    const long double allowed = ulps_of(l->name, l->operands[0]) * epsilon_of(dtype) * fmaxl(size, least);

    if (is_integer(dtype))
        return got.whole == expected.whole;
    return is_near(got.re, expected.re, allowed) && is_near(got.im, expected.im, allowed);
}

/* ---- Lines ------------------------------------------------------------------------------------------------------- */

/* The next number of a line, as an element of the type. False: there is none, as the table has '-'. */
static bool next_value(char **at, cujit_dtype dtype, void *element)
{
    double d[2] = {0, 0};
    float f[2] = {0, 0};
    uint64_t bits = 0;
    char *start = *at + strspn(*at, " "), *end = start;

    *at = start + strcspn(start, " \n");
    if (start[0] == '-' && start + 1 == *at)
        return false;
    if (is_integer(dtype)) {
        bits = start[0] == '-' ? (uint64_t)strtoll(start, &end, 10) : strtoull(start, &end, 10);
    } else if (dtype == CUJIT_FLOAT32 || dtype == CUJIT_COMPLEX64) {
        f[0] = strtof(start, &end);
        f[1] = *end == ',' ? strtof(end + 1, &end) : 0;
    } else {
        d[0] = strtod(start, &end);
        d[1] = *end == ',' ? strtod(end + 1, &end) : 0;
        bits = cj_dtype_is_narrow(dtype) ? cj_half_from_double(dtype, d[0]) : 0;
    }
    ck_assert_msg(end == *at && end != start, "no number: %.40s", start);
    memcpy(element,
           is_integer(dtype) || cj_dtype_is_narrow(dtype)       ? (const void *)&bits
           : dtype == CUJIT_FLOAT32 || dtype == CUJIT_COMPLEX64 ? (const void *)f
                                                                : (const void *)d,
           cujit_dtype_size(dtype));
    return true;
}

static void split(const char *text, line *out)
{
    const size_t length = strlen(text) + 1;

    out->text = memory_of(length);
    memcpy(out->text, text, length);
    out->name = out->text;
    out->operands = strchr(out->name, ' ');
    ck_assert_ptr_nonnull(out->operands);
    *out->operands++ = '\0';
    out->values = strchr(out->operands, ':');
    ck_assert_ptr_nonnull(out->values);
    *out->values++ = '\0';
}

static void resolve(line *l)
{
    const cj_function *function = cj_function_find(l->name, strlen(l->name));
    cj_value_type operands[CJ_FUNCTION_MAX_OPERANDS];

    ck_assert_msg(function != NULL && cj_function_operands(function) == strlen(l->operands), "%s %s", l->name,
                  l->operands);
    for (size_t k = 0; l->operands[k] != '\0'; k++)
        operands[k] = (cj_value_type){type_of(l->operands[k]), false};
    ck_assert_msg(cj_function_resolve(function, operands, &l->typing), "%s %s", l->name, l->operands);
    for (size_t k = 0; l->operands[k] != '\0'; k++)
        ck_assert_msg(l->typing.operands[k] == operands[k].dtype, "%s %s is no loop", l->name, l->operands);
}

/* ---- Kernels ----------------------------------------------------------------------------------------------------- */

/* What functions.h says of a typing: an operand has its type, one of 16 bits is a float; one cast in the end. */
static void append_line(const line *l, size_t place, cj_text *out)
{
    static const char *const places[2][CJ_FUNCTION_MAX_OPERANDS] = {{"i % 16", "", ""},
                                                                    {"i % 9", "i / 9", "(5 * i + 3) % 9"}};

    cj_text_append(out, "{ ");
    for (size_t k = 0; l->operands[k] != '\0'; k++) {
        const cujit_dtype dtype = l->typing.operands[k];

        cj_text_printf(out, "const %s x%zu = v_%s[%s]; ",
                       !l->typing.exact && epsilon_of(dtype) > 0x1p-20L ? "float" : cujit_dtype_spelling(dtype), k,
                       cujit_dtype_name(dtype), places[l->operands[1] != '\0'][k]);
    }
    cj_text_printf(out, "z_%s[%zu * n + i] = (%s)(", cujit_dtype_name(l->typing.result), place,
                   cujit_dtype_spelling(l->typing.result));
    for (const char *at = l->typing.text; *at != '\0'; at++)
        *at == '$' ? cj_text_append(out, "x") : cj_text_append_n(out, at, 1);
    cj_text_append(out, "); }\n");
}

static cujit_elementwise *kernel_of_lines(cujit_context *context, const line *lines, size_t count)
{
    cj_text signature = {0}, operation = {0}, preamble = {0};
    cujit_elementwise *kernel;

    for (int k = 0; k < TYPES; k++) {
        const char *name = cujit_dtype_name(type_at(k));

        cj_text_printf(&signature, "%sconst %s *v_%s, %s *z_%s", k > 0 ? ", " : "", name, name, name, name);
    }
    for (size_t k = 0; k < count; k++)
        append_line(&lines[k], k, &operation);
    must(cj_functions_preamble(operation.data, &preamble, &fault));
    ck_assert(!signature.failed && !operation.failed);
    kernel = kernel_if_compiled(context, &(cujit_elementwise_spec){.arguments = signature.data,
                                                                   .operation = operation.data,
                                                                   .preamble = preamble.data,
                                                                   .options = quick_options(context)});
    cj_text_clear(&signature);
    cj_text_clear(&operation);
    cj_text_clear(&preamble);
    return kernel;
}

/* ---- Values ------------------------------------------------------------------------------------------------------ */

/* What the cases share: the values of each type, room for results, and the lines that wait for a kernel. */
typedef struct state {
    cujit_context *context;
    cujit_array *values[TYPES], *results[TYPES];
    line lines[MOST];
    size_t count;
} state;

static void check_line(const state *s, size_t k, const unsigned char *results)
{
    const line *l = &s->lines[k];
    const cujit_dtype dtype = l->typing.result;
    char *at = l->values;

    for (size_t i = 0; i < (l->operands[1] == '\0' ? ALL : N); i++) {
        _Alignas(16) unsigned char element[16];
        number got, expected;

        if (!next_value(&at, dtype, element))
            continue;
        got = number_at(dtype, results, k * N + i);
        expected = number_at(dtype, element, 0);
        expect(agree(l, got, expected), "%s %s, element %zu: got %.17Lg%+.17Lgi (%lld), not %.17Lg%+.17Lgi (%lld)",
               l->name, l->operands, i, got.re, got.im, (long long)got.whole, expected.re, expected.im,
               (long long)expected.whole);
    }
}

/* Makes a kernel of the lines that wait, and compares. */
static void flush(state *s)
{
    const bool runs = s->values[0] != NULL;
    cujit_elementwise *kernel = s->count > 0 ? kernel_of_lines(s->context, s->lines, s->count) : NULL;
    void *data[2 * TYPES], *values[2 * TYPES];

    for (int k = 0; runs && kernel != NULL && k < TYPES; k++) {
        data[2 * k] = cujit_array_data(s->values[k]);
        data[2 * k + 1] = cujit_array_data(s->results[k]);
        values[2 * k] = &data[2 * k];
        values[2 * k + 1] = &data[2 * k + 1];
    }
    if (runs && kernel != NULL) {
        must(cujit_elementwise_launch_prepared(kernel, NULL, N, values, &fault));
        for (int k = 0; k < TYPES; k++) {
            const unsigned char *results = elements_of(s->results[k]);

            for (size_t m = 0; m < s->count; m++)
                if (s->lines[m].typing.result == type_at(k))
                    check_line(s, m, results);
        }
    }
    cujit_elementwise_free(kernel);
    s->count = 0;
}

static void take_values(state *s, const line *l)
{
    const cujit_dtype dtype = type_of(l->operands[0]);
    const size_t size = cujit_dtype_size(dtype);
    _Alignas(16) unsigned char data[ALL * 16];
    char *at = l->values;

    for (size_t k = 0; k < ALL; k++)
        ck_assert(next_value(&at, dtype, data + k * size));
    s->values[place_of(dtype)] = upload(s->context, dtype, ALL, data);
    s->results[place_of(dtype)] = zeros(s->context, dtype, (size_t)MOST * N);
}

/* Nobody is told of what he did not write. */
static void refuse_warnings(void *user, const cujit_log_record *record)
{
    (void)user;
    ck_assert_msg(record->level > CUJIT_LOG_WARNING, "%s", record->message);
}

static const char *const targets[] = {NULL, "sm_90"};

TEST_EACH(values_are_those_of_numpy, COUNT(targets))
{
    FILE *file = cj_test_table("expression/numpy_values.txt");
    state *s = memory_of(sizeof *s);
    char *text = memory_of(LINE);

    *s = (state){.context = context_with(.device = targets[_i], .cache_directory = "", .log = refuse_warnings)};
    while (fgets(text, LINE, file) != NULL) {
        line *l = &s->lines[s->count];

        split(text, l);
        if (strcmp(l->name, "values") == 0) {
            if (targets[_i] == NULL)
                take_values(s, l);
            continue;
        }
        resolve(l);
        if (++s->count == MOST)
            flush(s);
    }
    flush(s);
    ck_assert_int_eq(fclose(file), 0);
}

/* Of each function there is a line for each type that all of its operands may have as they are. */
TEST(the_table_has_every_loop)
{
    FILE *file = cj_test_table("expression/numpy_values.txt");
    cj_text met = {0};
    char *text = memory_of(LINE), wanted[80];

    while (fgets(text, LINE, file) != NULL) {
        text[strcspn(text, ":")] = '\n';
        text[strcspn(text, "\n") + 1] = '\0';
        cj_text_append(&met, text);
    }
    ck_assert_int_eq(fclose(file), 0);
    for (size_t k = 0; cj_function_list(k) != NULL; k++) {
        const cj_function *function = cj_function_find(cj_function_list(k), strlen(cj_function_list(k)));
        const size_t count = cj_function_operands(function);

        for (const char *letter = TYPE_LETTERS; *letter != '\0'; letter++) {
            const cj_value_type one = {type_of(*letter), false}, operands[] = {one, one, one};
            cj_typing typing;

            if (strcmp(cj_function_name(function), cj_function_list(k)) != 0 || /* an alias */
                !cj_function_resolve(function, operands, &typing) || typing.operands[0] != one.dtype ||
                typing.operands[count - 1] != one.dtype)
                continue;
            snprintf(wanted, sizeof wanted, "\n%s %.*s\n", cj_function_name(function), (int)count,
                     (const char[]){*letter, *letter, *letter, '\0'});
            ck_assert_msg(strstr(met.data, wanted) != NULL, "the table lacks:%s", wanted);
        }
    }
    cj_text_clear(&met);
}
