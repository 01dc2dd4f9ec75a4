/*
 * test_half_functions.c: what expressions call for 16-bit numbers, with each number that there is; operations of each with
 * each, on a GPU.
 */
#include "libjit/expression/functions.h"
#include "libjit/syntax/dtype.h"
#include "tests/numbers.h"

#include <math.h>
#include <stdio.h>

CONTEXT_FOR_EACH_CASE

enum { ALL = 1 << 16 };

static const cujit_dtype dtypes[] = {CUJIT_FLOAT16, CUJIT_BFLOAT16};

/* An elementwise kernel of the text that expressions have for a function of this type; `operation` says `z = @`, where z
 * is such a number; x and y are its operands in float, p and q as they are. */
static cujit_elementwise *kernel_of_function(const char *name, cujit_dtype dtype, const char *arguments,
                                             const char *operation)
{
    const cj_function *function = cj_function_find(name, strlen(name));
    const cj_value_type one = {dtype, false}, operands[] = {one, one, one};
    cj_text text = {0}, preamble = {0};
    cj_typing typing;

    ck_assert(function != NULL && cj_function_resolve(function, operands, &typing));
    for (const char *at = operation; *at != '\0'; at++) {
        if (*at != '@') {
            cj_text_append_n(&text, at, 1);
            continue;
        }
        cj_text_printf(&text, "(%s)(", cujit_dtype_spelling(dtype));
        for (const char *from = typing.text; *from != '\0'; from++) {
            if (*from == '$')
                cj_text_append_n(&text, &(typing.exact ? "pq" : "xy")[*++from - '0'], 1);
            else
                cj_text_append_n(&text, from, 1);
        }
        cj_text_append(&text, ")");
    }
    must(cj_functions_preamble(text.data, &preamble, &fault));
    cujit_elementwise *made = kernel_with(context, .arguments = arguments, .operation = text.data,
                                          .preamble = preamble.data);
    cj_text_clear(&text);
    cj_text_clear(&preamble);
    return made;
}

/* ---- Functions of one number ------------------------------------------------------------------------------------- */

static double reciprocal(double x)
{
    return 1 / x;
}
static double exp10_of(double x)
{
    return pow(10, x);
}
static double expit(double x)
{
    return x < 0 ? exp(x) / (1 + exp(x)) : 1 / (1 + exp(-x));
}

/* `most`: how many of all arguments may be one unit of the last place off, on a GPU and on the host. */
static const struct function {
    const char *name;
    double (*reference)(double);
    int most;
} functions[] = {
    {"sqrt", sqrt, 0},  {"reciprocal", reciprocal, 0}, {"exp", exp, 16},
    {"exp2", exp2, 16}, {"exp10", exp10_of, 16},       {"log", log, 16},
    {"log2", log2, 16}, {"log10", log10, 16},          {"expit", expit, 64},
};

/* In the order of the numbers: neighbours differ by one. */
static int rank_of(uint16_t bits)
{
    return bits & 0x8000 ? -(int)(bits & 0x7fff) : bits;
}

static void check_function(const struct function *f, cujit_dtype dtype, const uint16_t *x, const uint16_t *got)
{
    int off = 0;

    for (int k = 0; k < ALL; k++) {
        const double value = (double)number_at(dtype, x, (size_t)k).re;
        const double expected = f->reference(value);
        const uint16_t rounded = cj_half_from_double(dtype, expected);
        const long double back = number_at(dtype, got, (size_t)k).re;

        if (isnan(expected) || isnan(back)) {
            expect(isnan(expected) && isnan(back), "%s %s(%g): got %Lg, expected %g", cujit_dtype_name(dtype), f->name,
                   value, back, expected);
            continue;
        }
        off += got[k] != rounded;
        expect(abs(rank_of(got[k]) - rank_of(rounded)) <= 1 && (got[k] == rounded || !isinf(expected)),
               "%s %s(%g): got 0x%04x, expected 0x%04x", cujit_dtype_name(dtype), f->name, value, got[k], rounded);
    }
    if (getenv("CUJIT_TEST_VERBOSE") != NULL)
        printf("%s %s: %d of %d are one place off\n", cujit_dtype_name(dtype), f->name, off, ALL);
    expect(off <= f->most, "%s %s: %d arguments one place off, %d allowed", cujit_dtype_name(dtype), f->name, off,
           f->most);
}

TEST_EACH(functions_are_rounded_well, COUNT(functions) * COUNT(dtypes))
{
    const struct function *f = &functions[_i / COUNT(dtypes)];
    const cujit_dtype dtype = dtypes[_i % COUNT(dtypes)];
    static uint16_t x[ALL], got[ALL];
    char arguments[80];

    for (int k = 0; k < ALL; k++)
        x[k] = (uint16_t)k;
    snprintf(arguments, sizeof arguments, "const %s *v, %s *z", cujit_dtype_spelling(dtype),
             cujit_dtype_spelling(dtype));
    cujit_array *dv = upload(context, dtype, ALL, x), *dz = zeros(context, dtype, ALL);
    run_kernel(kernel_of_function(f->name, dtype, arguments, "const float x = v[i]; z[i] = @;"), CUJIT_ARGS(dv, dz));
    download(dz, got);
    check_function(f, dtype, x, got);
}

/* ---- Operations of two numbers ----------------------------------------------------------------------------------- */

/* In float, of which IEEE's result is then rounded to 16 bits; float has more than twice as many digits, so that this is
 * the result. */
static const struct operation {
    const char *name, *in_float;
} operations[] = {
    {"add", "__fadd_rn(x, y)"},
    {"subtract", "__fsub_rn(x, y)"},
    {"multiply", "__fmul_rn(x, y)"},
    {"divide", "__fdiv_rn(x, y)"},
    {"maximum", "x != x || y != y ? x + y : x > y ? x : y"},
    {"minimum", "x != x || y != y ? x + y : x < y ? x : y"},
};

/* Zeros of either sign are the same where the larger one is asked for. */
static const char *const pairs =
    "const unsigned pair = (unsigned)i * 2654435761u;" /* all, or some from everywhere */
    "const %s p = __ushort_as_%s((unsigned short)pair), q = __ushort_as_%s((unsigned short)(pair >> 16));"
    "const float x = p, y = q;"
    "const %s got = @, expected = (%s)(%s);"
    "if (__%s_as_ushort(got) != __%s_as_ushort(expected) && !((float)got != got && (float)expected != expected) &&"
    "    !(%d && (float)got == 0 && (float)expected == 0) && atomicAdd(wrong, 1ull) == 0)"
    "    wrong[1] = pair;";

TEST_EACH(operations_are_those_of_ieee_754, COUNT(operations) * COUNT(dtypes))
{
    const struct operation *of = &operations[_i / COUNT(dtypes)];
    const cujit_dtype dtype = dtypes[_i % COUNT(dtypes)];
    const char *type = cujit_dtype_spelling(dtype), *word = dtype == CUJIT_FLOAT16 ? "half" : "bfloat16";
    const size_t count = (size_t)1 << (on_gpu(context) ? 32 : 20);
    uint64_t wrong[2] = {0, 0};
    cujit_array *dw = upload(context, CUJIT_UINT64, 2, wrong);
    void *data = cujit_array_data(dw), *values[] = {&data};
    char operation[1000];

    snprintf(operation, sizeof operation, pairs, type, word, word, type, type, of->in_float, word, word,
             strchr(of->in_float, '?') != NULL);
    must(cujit_elementwise_launch_prepared(kernel_of_function(of->name, dtype, "unsigned long long *wrong", operation),
                                           NULL, count, values, &fault));
    download(dw, wrong);
    expect(wrong[0] == 0, "%s %s: %llu of all pairs are wrong, such as 0x%04llx and 0x%04llx", cujit_dtype_name(dtype),
           of->name, (unsigned long long)wrong[0], (unsigned long long)(wrong[1] & 0xffff),
           (unsigned long long)(wrong[1] >> 16));
}
