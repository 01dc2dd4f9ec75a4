/*
 * functions.c: see functions.h.
 */
#include "libjit/expression/functions.h"

#include "libjit/base/alloc.h"
#include "libjit/base/template.h"

#include <stdio.h>
#include <string.h>

enum { MAX_NAMES = 3 };

/* A function's first row has its name; the rows behind it are its loops. */
struct cj_function {
    const char *names[MAX_NAMES]; /* the rest NULL */
    cj_operator op;
    unsigned char operands;
    bool cast, refused;
    const char *typings, *text;
    const cj_overload *overloads; /* of the program's; NULL: rows follow */
    size_t overload_count;
};

static const cj_function rows[] = {
#define LIST(...)                                                                                                      \
    {                                                                                                                  \
        __VA_ARGS__                                                                                                    \
    }
#define FUNCTION(its_names, op_name, count) {.names = LIST its_names, .op = CJ_OPERATOR_##op_name, .operands = count},
#define CAST(its_names) {.names = LIST its_names, .operands = 1, .cast = true},
#define LOOPS(types, expression) {.typings = types, .text = expression},
#define REFUSED(types, advice) {.typings = types, .text = advice, .refused = true},
#include "libjit/expression/functions.def"
#undef REFUSED
#undef LOOPS
#undef CAST
#undef FUNCTION
#undef LIST
};
enum { ROWS = sizeof rows / sizeof *rows };

/* ---- Names ------------------------------------------------------------------------------------------------------- */

const char *cj_function_list(size_t k)
{
    for (const cj_function *row = rows; row < rows + ROWS; row++)
        for (size_t m = 0; m < MAX_NAMES && row->names[m] != NULL && row->names[m][0] != '('; m++)
            if (k-- == 0)
                return row->names[m];
    return NULL;
}

const cj_function *cj_function_find(const char *name, size_t length)
{
    for (const cj_function *row = rows; row < rows + ROWS; row++)
        for (size_t m = 0; m < MAX_NAMES && row->names[m] != NULL; m++)
            if (strlen(row->names[m]) == length && memcmp(row->names[m], name, length) == 0)
                return row;
    return NULL;
}

const cj_function *cj_function_of_operator(cj_operator op)
{
    for (const cj_function *row = rows; row < rows + ROWS; row++)
        if (row->op == op && op != CJ_OPERATOR_NONE)
            return row;
    return NULL;
}

cj_operator cj_function_operator(const cj_function *function)
{
    return function->op;
}

const char *cj_function_name(const cj_function *function)
{
    return function->names[0];
}

size_t cj_function_operands(const cj_function *function)
{
    return function->operands;
}

/* ---- Types ------------------------------------------------------------------------------------------------------- */

/* The dtypes' letters in the order of their numbers; 8-bit floats have other ones. */
static const char letters[] = "tbBhHiIqQeEfdFD";

static cujit_dtype type_of(char letter)
{
    return letter == 'x'   ? CUJIT_FLOAT8_E4M3
           : letter == 'y' ? CUJIT_FLOAT8_E5M2
                           : (cujit_dtype)(CUJIT_BOOL + (strchr(letters, letter) - letters));
}

/* The highest kind of the operands that are not weak, in a loop of these types. */
static cj_kind strong_kind(const char *types, const cj_value_type *operands, size_t count)
{
    cj_kind highest = CJ_KIND_NONE;

    for (size_t k = 0; k < count; k++)
        if (!operands[k].weak && types[k] != '*' && cj_kind_of(operands[k].dtype) > highest)
            highest = cj_kind_of(operands[k].dtype);
    return highest;
}

/* Is one of them a weak number of uint64? All weak whole numbers are then, where there are weak ones alone. */
static bool has_large(const cj_value_type *operands, size_t count)
{
    bool large = false;

    for (size_t k = 0; k < count; k++)
        large = large || (operands[k].weak && operands[k].dtype == CUJIT_UINT64);
    return large;
}

static bool takes(char letter, cj_value_type operand, cj_kind strong, bool large)
{
    const cj_kind kind = cj_kind_of(operand.dtype);

    if (letter == '*')
        return kind != CJ_KIND_NONE;
    /* A weak number has no size where another is of its kind or a higher one; and none for a complex one beside a
     * real. */
    if (operand.weak && (kind <= strong || strong == CJ_KIND_REAL))
        return cj_kind_of(type_of(letter)) >= kind;
    if (operand.weak && kind == CJ_KIND_INTEGER)
        operand.dtype = large && strong == CJ_KIND_NONE ? CUJIT_UINT64 : CUJIT_INT64;
    return cj_can_cast(operand.dtype, type_of(letter));
}

/* Does a loop, "ff->f", take the operands? */
static bool matches(const char *types, const cj_value_type *operands, size_t count)
{
    const cj_kind strong = strong_kind(types, operands, count);
    const bool large = has_large(operands, count);

    for (size_t k = 0; k < count; k++)
        if (!takes(types[k], operands[k], strong, large))
            return false;
    return true;
}

static void fill_in(const cj_function *function, const cj_function *row, const char *types,
                    const cj_value_type *operands, cj_typing *typing)
{
    const size_t count = function->operands;

    typing->weak = !function->cast;
    for (size_t k = 0; k < count; k++) {
        typing->operands[k] = types[k] == '*' ? operands[k].dtype : type_of(types[k]);
        typing->weak = typing->weak && operands[k].weak;
    }
    typing->result = type_of(types[count + strlen("->")]);
    typing->weak = typing->weak && (typing->result == CUJIT_INT64 || typing->result == CUJIT_UINT64 ||
                                    typing->result == CUJIT_FLOAT64 || typing->result == CUJIT_COMPLEX128);
    typing->exact = row->text[0] == '=';
    typing->text = row->text + typing->exact;
}

/* ---- The program's own ------------------------------------------------------------------------------------------- */

/* "::name($0, $1)": no name of a kernel's hides it. */
static void write_call(const cj_overload *of, char *out)
{
    size_t used = (size_t)sprintf(out, "::%s(", of->name);

    for (size_t k = 0; k < of->count; k++)
        used += (size_t)sprintf(out + used, "%s$%zu", k > 0 ? ", " : "", k);
    sprintf(out + used, ")");
}

cj_function *cj_function_make(const cj_overload *overloads, size_t count)
{
    const size_t room = strlen(overloads->name) + 8 + 4 * CJ_FUNCTION_MAX_OPERANDS;
    cj_function *made = cj_malloc(sizeof *made + room);

    if (made == NULL)
        return NULL;
    write_call(overloads, (char *)(made + 1));
    *made = (cj_function){
        .names = {overloads->name},
        .operands = (unsigned char)overloads->count,
        .text = (const char *)(made + 1),
        .overloads = overloads,
        .overload_count = count,
    };
    return made;
}

bool cj_function_is_given(const cj_function *function)
{
    return function->overloads != NULL;
}

/* The type of all operands of one letter. */
static cujit_dtype common_type(const cj_overload *of, const cj_value_type *operands, char letter)
{
    cj_value_type some[CJ_FUNCTION_MAX_OPERANDS];
    size_t count = 0;

    for (size_t k = 0; k < of->count; k++) {
        if (of->operands[k].letter == letter)
            some[count++] = operands[k];
    }
    return cj_promote_all(some, count).dtype;
}

/* Of weak numbers their kind counts. False: see typing->unfit. */
static bool matches_given(const cj_overload *of, const cj_value_type *operands, cj_typing *typing)
{
    for (size_t k = 0; k < of->count; k++) {
        const char letter = of->operands[k].letter;
        const cujit_dtype to = letter != '\0' ? common_type(of, operands, letter) : of->operands[k].dtype;

        typing->operands[k] = to;
        typing->unfit = k;
        if (operands[k].weak ? cj_kind_of(to) < cj_kind_of(operands[k].dtype) : !cj_can_cast(operands[k].dtype, to))
            return false;
    }
    typing->result = of->result.letter != '\0' ? common_type(of, operands, of->result.letter) : of->result.dtype;
    return true;
}

static bool resolve_given(const cj_function *function, const cj_value_type *operands, cj_typing *typing)
{
    for (size_t k = 0; k < function->overload_count; k++) {
        if (matches_given(&function->overloads[k], operands, typing)) {
            typing->text = function->text;
            typing->exact = true;
            return true;
        }
    }
    typing->wanted = function->overload_count == 1 ? function->overloads : NULL;
    return false;
}

cujit_dtype cj_function_casts_to(const cj_function *function)
{
    static const cj_value_type any = {CUJIT_BOOL, false};
    cj_typing typing;

    return function->cast && cj_function_resolve(function, &any, &typing) ? typing.result : CUJIT_DTYPE_NONE;
}

bool cj_function_resolve(const cj_function *function, const cj_value_type *operands, cj_typing *typing)
{
    *typing = (cj_typing){.text = NULL};
    if (function->overloads != NULL)
        return resolve_given(function, operands, typing);
    for (const cj_function *row = function + 1; row < rows + ROWS && row->names[0] == NULL; row++) {
        const char *types = row->typings;

        for (size_t length = 0; cj_next_word(&types, &length);) {
            if (!matches(types, operands, function->operands))
                continue;
            if (row->refused)
                typing->text = row->text;
            else
                fill_in(function, row, types, operands, typing);
            return !row->refused;
        }
    }
    return false;
}

/* ---- What texts call --------------------------------------------------------------------------------------------- */

cujit_status cj_functions_preamble(const char *texts, cj_text *out, cujit_error *error)
{
    static const char prefix[] = "cujit_np_";
    static const char *const names[] = {
        "floor_divide",
        "remainder",
        "fmod",
        "floor_divide_real",
        "remainder_real",
        "power",
        "gcd",
        "lcm",
        "logaddexp",
        "logaddexp2",
        "clip",
        "nextafter",
        "spacing",
        "sign_complex",
        "rint_complex",
        "expm1_complex",
        "log1p_complex",
        "add16",
        "subtract16",
        "multiply16",
        "divide16",
        "exp16",
        "exp2_16",
        "exp10_16",
        "log16",
        "log2_16",
        "log10_16",
        "sqrt16",
        "expit16",
        "place",
        "place_clip",
        "place_wrap",
        "more_complex",
        "less_complex",
        "clip_complex",
        "within",
        "win",
        "won",
        "jn",
        "yn",
    };
    enum { NAMES = sizeof names / sizeof *names };
    cj_value values[NAMES];

    for (size_t k = 0; k < NAMES; k++)
        values[k] = cj_value_number(names[k], 0);
    for (const char *at = texts; (at = strstr(at, prefix)) != NULL;) {
        at += strlen(prefix);
        for (size_t k = 0; k < NAMES; k++)
            values[k].number |= strncmp(at, names[k], strlen(names[k])) == 0 &&
                                strchr("(<", at[strlen(names[k])]) != NULL;
    }
    return cj_template_render(cj_template_files, "expression_functions", values, NAMES, "", out, error);
}
