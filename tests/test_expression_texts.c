/*
 * Texts that users of NumPy write, with what NumPy made of them (tests/expression/numpy_texts.txt): their types and numbers
 * of axes are all looked at, which needs no compiler; of values those of one text in EVERY, or with CUJIT_TEST_TEXTS=all
 * of all of them.
 */
#include "libjit/expression/formula.h"

#include "tests/arrays.h"

#include <complex.h>
#include <ctype.h>
#include <math.h>
#include <stdlib.h>

enum { EVERY = 16, MOST_OPERANDS = CJ_FORMULA_MAX_NAMED, LINE = 8000, MOST_ELEMENTS = 1000 };

/* ---- The table --------------------------------------------------------------------------------------------------- */

/* A value as the table has it. */
typedef struct value {
    cujit_dtype dtype;
    int ndim;
    size_t shape[8], size;
    double complex elements[MOST_ELEMENTS];
} value;

typedef struct operand {
    char name[16];
    cujit_array *array; /* NULL: a number, or no context */
    double number;
    cujit_dtype dtype; /* CUJIT_DTYPE_NONE: a number */
    int ndim;
} operand;

static operand operands[MOST_OPERANDS];
static size_t operand_count;

/* "uint8 (6,8): 121 131 ...", "complex128 (): 1,2". */
static void read_value(char *text, value *out)
{
    char *at = strchr(text, ' ');

    *at++ = '\0';
    out->dtype = cujit_dtype_from_name(text);
    ck_assert_int_ne(out->dtype, CUJIT_DTYPE_NONE);
    out->size = 1;
    out->ndim = 0;
    for (at++; *at != ')'; at += *at == ',') {
        out->shape[out->ndim] = strtoul(at, &at, 10);
        out->size *= out->shape[out->ndim++];
    }
    ck_assert_uint_le(out->size, MOST_ELEMENTS);
    at += 2;
    for (size_t k = 0; k < out->size; k++) {
        double parts[2] = {strtod(at, &at), 0};

        if (*at == ',')
            parts[1] = strtod(at + 1, &at);
        memcpy(&out->elements[k], parts, sizeof parts);
    }
}

static void take_operand(cujit_context *context, char *line, value *read)
{
    const bool number = strncmp(line, "number ", 7) == 0;
    char *name = line + (number ? 7 : 6), *rest = strchr(name, ' ');
    operand *out = &operands[operand_count++];
    cujit_array *array, *converted;

    *rest++ = '\0';
    *out = (operand){.number = number ? strtod(rest, NULL) : 0};
    snprintf(out->name, sizeof out->name, "%s", name);
    if (number)
        return;
    read_value(rest, read);
    out->dtype = read->dtype;
    out->ndim = read->ndim;
    if (context == NULL)
        return;
    array = upload_shape(context, CUJIT_COMPLEX128, read->ndim, read->shape, read->elements);
    must(cujit_array_astype(array, read->dtype, NULL, &converted, &fault));
    out->array = keep_array(converted);
}

/* Is the name among the words of the text? */
static bool is_used(const char *text, const char *name)
{
    const size_t length = strlen(name);

    for (const char *at = text; (at = strstr(at, name)) != NULL; at++) {
        const char before = at > text ? at[-1] : ' ', behind = at[length];

        if (!isalnum((unsigned char)before) && before != '_' && !isalnum((unsigned char)behind) && behind != '_')
            return true;
    }
    return false;
}

/* ---- Types ------------------------------------------------------------------------------------------------------- */

static void check_formula(const char *text, const value *expected)
{
    cj_named_type named[MOST_OPERANDS];
    size_t count = 0;
    const cj_term *term;
    cj_formula formula;
    cj_tree tree;

    for (size_t k = 0; k < operand_count; k++) {
        const operand *from = &operands[k];
        const bool array = from->dtype != CUJIT_DTYPE_NONE;

        if (!is_used(text, from->name))
            continue;
        named[count] = (cj_named_type){.name = from->name,
                                       .length = strlen(from->name),
                                       .array = array,
                                       .type = {array ? from->dtype : CUJIT_FLOAT64, !array},
                                       .rank = from->ndim,
                                       .memory = (uint32_t)count,
                                       .shape = (uint32_t)count};
        count++;
    }
    must(cj_tree_parse(text, &tree, &fault));
    must(cj_formula_build(&tree, named, count, NULL, &formula, &fault));
    term = &formula.terms[formula.value];
    ck_assert_msg(term->type.dtype == expected->dtype && term->rank == expected->ndim,
                  "%s: %s of %d axes, not %s of %d", text, cujit_dtype_name(term->type.dtype), term->rank,
                  cujit_dtype_name(expected->dtype), expected->ndim);
    cj_formula_clear(&formula);
    cj_tree_clear(&tree);
}

/* ---- Values ------------------------------------------------------------------------------------------------------ */

/* Half a unit of the digits that there are, and what a few roundings make of the largest of the numbers. */
static double tolerance(const value *expected)
{
    const double precision = expected->dtype == CUJIT_FLOAT16                                         ? 2e-3
                             : expected->dtype == CUJIT_FLOAT32 || expected->dtype == CUJIT_COMPLEX64 ? 4e-6
                                                                                                      : 1e-11;
    double most = 0;

    for (size_t k = 0; k < expected->size; k++) {
        if (isfinite(cabs(expected->elements[k])) && cabs(expected->elements[k]) > most)
            most = cabs(expected->elements[k]);
    }
    return precision * most;
}

static bool agree(double got, double expected, double tolerance)
{
    return (isnan(got) && isnan(expected)) || got == expected || fabs(got - expected) <= tolerance;
}

static void check_values(cujit_context *context, const char *text, const value *expected)
{
    const double room = tolerance(expected);
    const double complex *got;
    cujit_arg items[MOST_OPERANDS];
    cujit_array *result, *wide;
    cj_text names = {0};
    size_t count = 0;

    for (size_t k = 0; k < operand_count; k++) {
        if (!is_used(text, operands[k].name))
            continue;
        items[count++] = operands[k].array != NULL ? cujit_arg_array(operands[k].array)
                                                   : cujit_arg_real(operands[k].number);
        cj_text_printf(&names, "%s%s", count > 1 ? ", " : "", operands[k].name);
    }
    must(cujit_eval_named(context, text, names.data != NULL ? names.data : "", items, count, &result, &fault));
    keep_array(result);
    cj_text_clear(&names);
    ck_assert_int_eq(cujit_array_dtype(result), expected->dtype);
    ck_assert_int_eq(cujit_array_ndim(result), expected->ndim);
    for (int k = 0; k < expected->ndim; k++)
        ck_assert_uint_eq(cujit_array_shape(result)[k], expected->shape[k]);
    must(cujit_array_astype(result, CUJIT_COMPLEX128, NULL, &wide, &fault));
    got = elements_of(keep_array(wide));
    for (size_t k = 0; k < expected->size; k++) {
        const double complex v = expected->elements[k];

        ck_assert_msg(agree(creal(got[k]), creal(v), room) && agree(cimag(got[k]), cimag(v), room),
                      "%s: element %zu is %.15g%+.15gi, not %.15g%+.15gi", text, k, creal(got[k]), cimag(got[k]),
                      creal(v), cimag(v));
    }
}

/* Calls for each text of the table, of the values one in `every`. */
static void walk(cujit_context *context, size_t every)
{
    FILE *file = cj_test_table("expression/numpy_texts.txt");
    value *expected = memory_of(sizeof *expected);
    char *line = memory_of(LINE), *text = memory_of(LINE);
    size_t count = 0;

    operand_count = 0;
    while (fgets(line, LINE, file) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        if (strncmp(line, "text ", 5) == 0) {
            strcpy(text, line + 5);
        } else if (strncmp(line, "is ", 3) == 0) {
            read_value(line + 3, expected);
            if (context == NULL)
                check_formula(text, expected);
            else if (count % every == every - 1)
                check_values(context, text, expected);
            count++;
        } else {
            take_operand(context, line, expected);
        }
    }
    ck_assert_int_eq(fclose(file), 0);
    ck_assert_uint_gt(count, 500);
}

TEST(types_are_those_of_numpy)
{
    walk(NULL, 1);
}

TEST(values_are_those_of_numpy)
{
    const char *all = getenv("CUJIT_TEST_TEXTS");

    compile_sooner();
    walk(cj_test_context(), all != NULL && strcmp(all, "all") == 0 ? 1 : EVERY);
}
