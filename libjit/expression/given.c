/*
 * given.c: see given.h.
 */
#include "libjit/expression/given.h"

#include "libjit/base/alloc.h"
#include "libjit/base/template.h"
#include "libjit/elementwise/elementwise.h"
#include "libjit/expression/formula_build.h"
#include "libjit/syntax/lexer.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static cujit_status no_memory(cujit_error *error)
{
    return cj_error_no_memory(error, "the functions of an expression");
}

/* ---- Overloads --------------------------------------------------------------------------------------------------- */

/* Room for one more, behind those of the same name. */
static cj_overload *add_overload(cj_given *given, const char *name)
{
    cj_overload *overloads = cj_realloc(given->overloads, (given->overload_count + 1) * sizeof *overloads);
    size_t at = given->overload_count;

    if (overloads == NULL)
        return NULL;
    given->overloads = overloads;
    for (size_t k = 0; k < given->overload_count; k++) {
        if (strcmp(overloads[k].name, name) == 0)
            at = k + 1;
    }
    memmove(&overloads[at + 1], &overloads[at], (given->overload_count - at) * sizeof *overloads);
    overloads[at] = (cj_overload){.name = cj_strdup(name)};
    if (overloads[at].name == NULL) {
        memmove(&overloads[at], &overloads[at + 1], (given->overload_count - at) * sizeof *overloads);
        return NULL;
    }
    given->overload_count++;
    return &overloads[at];
}

static cujit_status check_name(const char *name, cujit_error *error)
{
    if (cj_tree_is_reserved(name))
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT,
                            "cujit_expression_create: '%s' is a word of texts; give the function another name", name);
    if (cj_function_find(name, strlen(name)) == NULL && !cj_build_is_callee(name, strlen(name)))
        return CUJIT_OK;
    return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT,
                        "cujit_expression_create: '%s' is a function that all texts have; give yours another name",
                        name);
}

static bool is_number(cujit_dtype dtype)
{
    return dtype >= CUJIT_BOOL && dtype <= CUJIT_COMPLEX128;
}

/* ---- Declarations ------------------------------------------------------------------------------------------------ */

/* Capitals that stand for types have dtypes of their own while a declaration is read. */
typedef struct capitals {
    cj_type types[CJ_LETTERS];
    cj_type *list[CJ_LETTERS];
    char names[CJ_LETTERS][2];
    cj_type_table table;
} capitals;

enum { FIRST_CAPITAL = 0x7000 };

/* A capital alone with a name behind it is a type: "T x", and not the K of "double K". */
static void find_capitals(const char *text, capitals *out)
{
    memset(out, 0, sizeof *out);
    out->table.types = out->list;
    for (const char *at = text; *at != '\0'; at++) {
        const size_t letter = (size_t)(*at - 'A');
        const char *behind = at + 1 + strspn(at + 1, " \t\n");
        cj_type *type = letter < CJ_LETTERS ? &out->types[letter] : NULL;

        if (type == NULL || type->name != NULL || behind == at + 1 ||
            !(isalpha((unsigned char)*behind) || *behind == '_') ||
            (at > text && (isalnum((unsigned char)at[-1]) || at[-1] == '_')))
            continue;
        out->names[letter][0] = *at;
        *type = (cj_type){out->names[letter], (char *)"", 1, 1, (cujit_dtype)(FIRST_CAPITAL + letter)};
        out->table.capitals |= UINT32_C(1) << letter;
        out->list[out->table.count++] = type;
    }
}

static cujit_status refuse_declaration(const char *text, const char *why, cujit_error *error)
{
    return cj_error_set(error, CUJIT_ERROR_SIGNATURE,
                        "the function \"%.100s\" %s; expected a declaration such as \"float f(float x, int n)\"", text,
                        why);
}

/* "float gauss" or "float x, float s". */
static cujit_status read_list(const char *text, size_t length, const capitals *letters, cj_signature *out,
                              cujit_error *error)
{
    cj_letters unused = {0};
    char *part = cj_strndup(text, length);
    cujit_status status = part == NULL ? no_memory(error)
                                       : cj_signature_parse(part, &letters->table, NULL, &unused, out, error);

    cj_free(part);
    return status;
}

static bool take_type(const cj_parameter *parameter, cj_given_type *out)
{
    const int letter = (int)parameter->dtype - FIRST_CAPITAL;

    out->letter = letter >= 0 && letter < CJ_LETTERS ? (char)('A' + letter) : '\0';
    out->dtype = out->letter != '\0' ? CUJIT_DTYPE_NONE : parameter->dtype;
    return out->letter != '\0' || is_number(parameter->dtype);
}

static bool has_letter(const cj_overload *overload, char letter)
{
    bool found = letter == '\0';

    for (size_t k = 0; k < overload->count; k++)
        found = found || overload->operands[k].letter == letter;
    return found;
}

static cujit_status check_count(const char *text, size_t count, cujit_error *error)
{
    char why[64];

    if (count >= 1 && count <= CJ_FUNCTION_MAX_OPERANDS)
        return CUJIT_OK;
    snprintf(why, sizeof why, "has %zu arguments, more than %d", count, CJ_FUNCTION_MAX_OPERANDS);
    return refuse_declaration(text, count == 0 ? "has no arguments" : why, error);
}

static cujit_status take_declared(cj_given *given, const char *text, const cj_signature *head,
                                  const cj_signature *operands, cujit_error *error)
{
    cj_overload *overload;
    cujit_status status;

    if (head->count != 1)
        return refuse_declaration(text, "has no type and name of its own in front of its arguments", error);
    if ((status = check_count(text, operands->count, error)) != CUJIT_OK)
        return status;
    if ((status = check_name(head->parameters[0].name, error)) != CUJIT_OK)
        return status;
    if ((overload = add_overload(given, head->parameters[0].name)) == NULL)
        return no_memory(error);
    if (head->parameters[0].pointer || !take_type(&head->parameters[0], &overload->result))
        return refuse_declaration(text, "has a value that is no number", error);
    for (; overload->count < operands->count; overload->count++) {
        const cj_parameter *parameter = &operands->parameters[overload->count];

        if (parameter->pointer || !take_type(parameter, &overload->operands[overload->count]))
            return refuse_declaration(text, "has arguments that are no numbers", error);
        if ((overload->names[overload->count] = cj_strdup(parameter->name)) == NULL)
            return no_memory(error);
    }
    if ((overload->text = cj_strdup(text)) == NULL)
        return no_memory(error);
    return has_letter(overload, overload->result.letter)
               ? CUJIT_OK
               : refuse_declaration(text, "has a value whose type none of its arguments says", error);
}

/* A body would be for the preamble. */
static cujit_status refuse_behind(const char *text, const char *behind, cujit_error *error)
{
    enum { MOST = 40 }; /* bytes that an error shows */
    const size_t length = strcspn(behind, "\n");
    char why[MOST + 40];

    snprintf(why, sizeof why, "has '%.*s' behind its arguments", (int)(length < MOST ? length : MOST), behind);
    return refuse_declaration(text, why, error);
}

/* The brackets around the arguments, behind which there may be semicolons. */
static cujit_status find_brackets(const char *text, const char **open, const char **close, cujit_error *error)
{
    size_t depth = 0;
    cj_lexer lexer;
    cj_token token;
    cujit_status status;

    *open = *close = NULL;
    cj_lexer_init(&lexer, "arguments", text);
    lexer.status = CUJIT_ERROR_SIGNATURE;
    while ((status = cj_lexer_next(&lexer, &token, error)) == CUJIT_OK && token.kind != CJ_TOKEN_END) {
        if (*close != NULL && !cj_token_is(&token, ";"))
            return refuse_behind(text, token.start, error);
        if (cj_token_is(&token, "(") && depth++ == 0)
            *open = token.start;
        if (cj_token_is(&token, ")") && depth > 0 && --depth == 0)
            *close = token.start;
    }
    if (status != CUJIT_OK || *close != NULL)
        return status;
    return refuse_declaration(text, *open == NULL ? "has no arguments in brackets" : "has no ')' behind its arguments",
                              error);
}

static cujit_status take_declaration(cj_given *given, const char *text, cujit_error *error)
{
    const char *open, *close;
    cj_signature head = {0}, operands = {0};
    capitals letters;
    cujit_status status = find_brackets(text, &open, &close, error);

    if (status != CUJIT_OK)
        return status;
    find_capitals(text, &letters);
    status = read_list(text, (size_t)(open - text), &letters, &head, error);
    if (status == CUJIT_OK)
        status = read_list(open + 1, (size_t)(close - open) - 1, &letters, &operands, error);
    if (status == CUJIT_OK)
        status = take_declared(given, text, &head, &operands, error);
    cj_signature_clear(&head);
    cj_signature_clear(&operands);
    return status;
}

/* ---- Kernels ----------------------------------------------------------------------------------------------------- */

static cujit_status refuse_kernel(const cj_kernel_text *text, const char *name, const char *why, cujit_error *error)
{
    return cj_error_set(
        error, CUJIT_ERROR_INVALID_ARGUMENT,
        "the kernel '%s' cannot be called in expressions: %s%s%s; expected one that makes an element of "
        "one array from elements of others and numbers",
        text->name, name, name[0] != '\0' ? " " : "", why);
}

/* What it writes, if that is one array; count: it is not. */
static size_t find_written(const cj_kernel_text *text)
{
    size_t found = text->signature.count;

    for (size_t k = 0; k < text->signature.count; k++) {
        const cj_parameter *parameter = &text->signature.parameters[k];

        if (parameter->pointer && !parameter->is_const && text->accesses.of[k].written) {
            if (found < text->signature.count)
                return text->signature.count;
            found = k;
        }
    }
    return found;
}

static cujit_status check_kernel(const cj_kernel_text *text, size_t written, cujit_error *error)
{
    const cj_accesses *accesses = &text->accesses;

    if (text->spec.loop_prep[0] != '\0' || text->spec.after_loop[0] != '\0')
        return refuse_kernel(text, "", "it has a loop_prep or an after_loop", error);
    if (written == text->signature.count)
        return refuse_kernel(text, "", "it does not write one array", error);
    if (accesses->of[written].loaded && accesses->of[written].last_read >= 0)
        return refuse_kernel(text, text->signature.parameters[written].name, "is read, too", error);
    if (accesses->uses_index || accesses->changes_index || accesses->axes != 0 || text->names_threads)
        return refuse_kernel(text, "", "it needs to know its index", error);
    if (accesses->uses_count)
        return refuse_kernel(text, "", "it needs to know how many elements there are", error);
    for (size_t k = 0; k < text->signature.count; k++) {
        const cj_parameter *parameter = &text->signature.parameters[k];
        const cj_access *access = &accesses->of[k];

        if (parameter->pointer && (access->other || access->lowest < 0 || access->highest > 0))
            return refuse_kernel(text, parameter->name, "is used in another way than as an element, name[i]", error);
        if (parameter->letter == '\0' && !is_number(parameter->dtype))
            return refuse_kernel(text, parameter->name, "has elements that are no numbers", error);
    }
    return text->signature.count - 1 <= CJ_FUNCTION_MAX_OPERANDS && text->signature.count > 1
               ? CUJIT_OK
               : refuse_kernel(text, "", "it has no inputs, or more than 8", error);
}

/* A letter that is bound is its type. */
static cj_given_type type_of(const cj_kernel_text *text, size_t k)
{
    const cj_parameter *parameter = &text->signature.parameters[k];
    const bool open = parameter->dtype == CUJIT_DTYPE_NONE;

    return (cj_given_type){parameter->dtype, open ? parameter->letter : '\0'};
}

static cujit_status take_operands(cj_given *given, const cj_kernel_text *text, size_t written, cujit_error *error)
{
    cj_overload *overload = add_overload(given, text->name);

    if (overload == NULL)
        return no_memory(error);
    overload->result = type_of(text, written);
    for (size_t k = 0; k < text->signature.count; k++) {
        if (k == written)
            continue;
        overload->operands[overload->count] = type_of(text, k);
        if ((overload->names[overload->count++] = cj_strdup(text->signature.parameters[k].name)) == NULL)
            return no_memory(error);
    }
    return has_letter(overload, overload->result.letter)
               ? CUJIT_OK
               : refuse_kernel(text, text->signature.parameters[written].name, "has a type that no input says", error);
}

/* The kernel as a function, in C++. */
static cujit_status write_kernel(const cj_kernel_text *text, size_t written, cj_text *out, cujit_error *error)
{
    static const char *const names[CJ_LETTERS] = {"A", "B", "C", "D", "E", "F", "G", "H", "I", "J", "K", "L", "M",
                                                  "N", "O", "P", "Q", "R", "S", "T", "U", "V", "W", "X", "Y", "Z"};
    enum { VALUES = 3 };
    cj_value inputs[CJ_FUNCTION_MAX_OPERANDS * VALUES], letters[CJ_LETTERS];
    size_t count = 0, letter_count = 0;
    uint32_t open = 0;

    for (size_t k = 0; k < text->signature.count; k++) {
        const cj_parameter *parameter = &text->signature.parameters[k];

        if (type_of(text, k).letter != '\0')
            open |= UINT32_C(1) << (parameter->letter - 'A');
        if (k == written)
            continue;
        inputs[VALUES * count] = cj_value_text("name", parameter->name);
        inputs[VALUES * count + 1] = cj_value_text("type", parameter->spelling);
        inputs[VALUES * count++ + 2] = cj_value_number("array", parameter->pointer);
    }
    for (size_t k = 0; k < CJ_LETTERS; k++) {
        if ((open >> k & 1) != 0)
            letters[letter_count++] = cj_value_text("name", names[k]);
    }
    {
        const cj_value values[] = {
            cj_value_list("inputs", inputs, count, VALUES),
            cj_value_list("letters", letters, letter_count, 1),
            cj_value_number("GENERIC", letter_count > 0),
            cj_value_text("TYPE", text->signature.parameters[written].spelling),
            cj_value_text("NAME", text->name),
            cj_value_text("OUT", text->signature.parameters[written].name),
            cj_value_text("OPERATION", text->spec.operation),
        };

        return cj_template_render(cj_template_files, "expression_kernel", values, sizeof values / sizeof *values, "",
                                  out, error);
    }
}

static cujit_status take_kernel(cj_given *given, const cujit_elementwise *handle, cj_text *out, cujit_error *error)
{
    const cj_kernel_text *text = &handle->kernel->text;
    const size_t written = find_written(text);
    cujit_status status = check_kernel(text, written, error);

    if (status != CUJIT_OK || (status = check_name(text->name, error)) != CUJIT_OK ||
        (status = take_operands(given, text, written, error)) != CUJIT_OK)
        return status;
    /* Kernels that were made with the program's one preamble need it once. */
    if (text->spec.preamble[0] != '\0' && (out->data == NULL || strstr(out->data, text->spec.preamble) == NULL))
        cj_text_printf(out, "%s\n", text->spec.preamble);
    return write_kernel(text, written, out, error);
}

/* ---- All of them ------------------------------------------------------------------------------------------------- */

static cujit_status make_functions(cj_given *given, cujit_error *error)
{
    size_t end;

    if ((given->functions = cj_calloc(given->overload_count + 1, sizeof *given->functions)) == NULL)
        return no_memory(error);
    for (size_t k = 0; k < given->overload_count; k = end) {
        const cj_overload *first = &given->overloads[k];

        for (end = k + 1; end < given->overload_count && strcmp(given->overloads[end].name, first->name) == 0; end++) {
            if (given->overloads[end].count != first->count)
                return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT,
                                    "cujit_expression_create: the functions named '%s' differ in the number of their "
                                    "arguments",
                                    first->name);
        }
        if ((given->functions[given->count] = cj_function_make(first, end - k)) == NULL)
            return no_memory(error);
        given->count++;
    }
    return CUJIT_OK;
}

cujit_status cj_given_init(const char *preamble, const char *const *declarations, cujit_elementwise *const *kernels,
                           cj_given *out, cujit_error *error)
{
    cj_text text = {0};
    cujit_status status = CUJIT_OK;

    *out = (cj_given){0};
    if (preamble != NULL)
        cj_text_printf(&text, "%s\n", preamble);
    for (size_t k = 0; declarations != NULL && declarations[k] != NULL && status == CUJIT_OK; k++)
        status = take_declaration(out, declarations[k], error);
    for (size_t k = 0; kernels != NULL && kernels[k] != NULL && status == CUJIT_OK; k++) {
        if (k == 0)
            status = cj_template_render(cj_template_files, "expression_elements", NULL, 0, "", &text, error);
        if (status == CUJIT_OK)
            status = take_kernel(out, kernels[k], &text, error);
    }
    if (status == CUJIT_OK && text.failed)
        status = no_memory(error);
    if (status == CUJIT_OK)
        status = make_functions(out, error);
    if (text.data != NULL && !text.failed)
        out->preamble = cj_text_take(&text);
    cj_text_clear(&text);
    return status;
}

void cj_given_clear(cj_given *given)
{
    for (size_t k = 0; k < given->count; k++)
        cj_free(given->functions[k]);
    for (size_t k = 0; k < given->overload_count; k++) {
        for (size_t m = 0; m < given->overloads[k].count; m++)
            cj_free((char *)given->overloads[k].names[m]);
        cj_free((char *)given->overloads[k].name);
        cj_free((char *)given->overloads[k].text);
    }
    cj_free(given->functions);
    cj_free(given->overloads);
    cj_free(given->preamble);
    *given = (cj_given){0};
}

/* ---- Errors ------------------------------------------------------------------------------------------------------ */

/* Is there a call in a line as the texts of kernels have it, "::name("? */
static bool has_call(const char *line, const char *name)
{
    const size_t length = strlen(name);

    for (const char *at = strstr(line, "::"); at != NULL; at = strstr(at + 2, "::")) {
        if ((at == line || !(isalnum((unsigned char)at[-1]) || at[-1] == '_')) && strncmp(at + 2, name, length) == 0 &&
            at[2 + length] == '(')
            return true;
    }
    return false;
}

void cj_given_explain(const cj_given *given, cujit_error *error)
{
    const cj_overload *found = NULL;
    cujit_error made = {0};
    size_t count = 0;

    for (size_t k = 0; given != NULL && error != NULL && error->excerpt != NULL && k < given->overload_count; k++) {
        const cj_overload *overload = &given->overloads[k];

        /* The preamble may call it in the same way. */
        if (overload->text != NULL && has_call(error->excerpt, overload->name) &&
            (given->preamble == NULL || !has_call(given->preamble, overload->name))) {
            found = overload;
            count++;
        }
    }
    if (found == NULL)
        return;
    /* Of several declarations it is not known which one is called: then there is no place. */
    cj_error_set(&made, error->status, "the function \"%.100s\" cannot be called as it is declared: %s",
                 count == 1 ? found->text : found->name, error->message);
    if (count == 1)
        cj_error_place(&made, "functions", found->text, 1, 1);
    cj_error_attach(&made, error->log, error->source);
    made.vendor = error->vendor;
    made.vendor_code = error->vendor_code;
    cj_error_move(error, &made);
}

const cj_function *cj_given_find(const cj_given *given, const char *name, size_t length)
{
    for (size_t k = 0; given != NULL && k < given->count; k++) {
        const char *other = cj_function_name(given->functions[k]);

        if (strlen(other) == length && memcmp(other, name, length) == 0)
            return given->functions[k];
    }
    return NULL;
}
