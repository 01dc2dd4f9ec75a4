/*
 * signature.c: a C parameter list, from text to parameters.
 *
 * Recursive descent over the tokens of lexer.h, one token ahead. A type's words are counted as they come, in any order,
 * and judged once they are all there; so `long unsigned int long` needs no rule of its own. What C allows and a kernel
 * cannot have is recognised and refused by its name.
 */
#include "libjit/syntax/signature.h"

#include "libjit/base/alloc.h"
#include "libjit/syntax/lexer.h"
#include "libjit/syntax/words.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* The words that C builds its arithmetic types from. */
typedef enum word {
    WORD_SIGNED,
    WORD_UNSIGNED,
    WORD_SHORT,
    WORD_LONG,
    WORD_CHAR,
    WORD_INT,
    WORD_FLOAT,
    WORD_DOUBLE,
    WORD_COMPLEX,
    WORD_COUNT,
} word;

static const char *const word_spellings[WORD_COUNT] = {"signed", "unsigned", "short",  "long",   "char",
                                                       "int",    "float",    "double", "complex"};

/* What was read of one parameter's type. */
typedef struct type_words {
    unsigned counts[WORD_COUNT];
    unsigned total;         /* type words of any kind, `struct` not among them */
    bool has_single;        /* a type of one word, or a registered one */
    cj_word_type single;    /* dtype, spelling; its size follows from the dtype unless it is registered */
    size_t size, alignment; /* of a registered type or a letter, else 0 */
    char letter;            /* 0: none */
    cj_token first;         /* the first type word */
    char text[80];          /* the type words as they were written, for messages */
} type_words;

typedef struct parser {
    cj_lexer lexer;
    cj_token token; /* the next one, not yet taken */
    const cj_type_table *types;
    const char *const *reserved;
    cj_signature *out;
    cj_parameter *parameter; /* the one being read */
    cj_letters *letters;     /* NULL: a capital is no type */
    const char *subject;     /* what messages begin with; NULL: the parameter */
    cujit_error *error;
} parser;

/* ---- Helpers ----------------------------------------------------------------------------------------------------- */

/* An error at a token; the message begins with the parameter's name or number, or with what is read in its place. */
CJ_PRINTF(3, 4)
static cujit_status fail(parser *p, const cj_token *at, const char *format, ...)
{
    char message[400];
    va_list values;

    va_start(values, format);
    vsnprintf(message, sizeof message, format, values);
    va_end(values);
    if (p->subject != NULL)
        return cj_lexer_fail(&p->lexer, at->line, at->column, p->error, "%s: %s", p->subject, message);
    if (p->parameter != NULL && p->parameter->name != NULL)
        return cj_lexer_fail(&p->lexer, at->line, at->column, p->error, "parameter '%.60s': %s", p->parameter->name,
                             message);
    return cj_lexer_fail(&p->lexer, at->line, at->column, p->error, "parameter %zu: %s", p->out->count + 1, message);
}

/* "'*'", "the end", for messages. */
typedef struct shown {
    char text[48];
} shown;

static shown show(const cj_token *token)
{
    shown s;
    char copy[32];

    if (token->kind == CJ_TOKEN_END) {
        snprintf(s.text, sizeof s.text, "the end of the text");
        return s;
    }
    if (token->kind == CJ_TOKEN_DIRECTIVE)
        snprintf(copy, sizeof copy, "#");
    else if (cj_token_copy(token, copy, sizeof copy) >= sizeof copy)
        memcpy(copy + sizeof copy - 4, "...", 4);
    snprintf(s.text, sizeof s.text, "'%s'", copy);
    return s;
}

static cujit_status take(parser *p)
{
    return cj_lexer_next(&p->lexer, &p->token, p->error);
}

static bool at(const parser *p, const char *spelling)
{
    return p->token.kind != CJ_TOKEN_END && cj_token_is(&p->token, spelling);
}

/* Takes the token if it is spelled so. */
static cujit_status take_if(parser *p, const char *spelling, bool *taken)
{
    *taken = at(p, spelling);
    return *taken ? take(p) : CUJIT_OK;
}

static bool at_restrict(const parser *p)
{
    return at(p, "restrict") || at(p, "__restrict") || at(p, "__restrict__");
}

/* ---- Types ------------------------------------------------------------------------------------------------------- */

/* Notes a word of the type, for messages. */
static void remember_word(type_words *type, const cj_token *token, const char *spelling)
{
    size_t length = strlen(type->text);

    if (type->total++ == 0)
        type->first = *token;
    snprintf(type->text + length, sizeof type->text - length, "%s%s", length > 0 ? " " : "", spelling);
}

static bool find_word(const cj_token *token, word *out)
{
    int i;

    for (i = 0; i < WORD_COUNT; i++) {
        if (cj_token_is(token, word_spellings[i])) {
            *out = (word)i;
            return true;
        }
    }
    *out = WORD_COMPLEX;
    return cj_token_is(token, "_Complex");
}

/* Words that C's grammar allows in this place, or that people write there, and why we do not take them. */
static const char *refused_word(const char *text)
{
    static const struct {
        const char *word, *reason;
    } refused[] = {
        {"void", "void is no element type: a kernel needs to know what it reads and writes; expected a type like "
                 "'float' (and an empty text where there are no parameters)"},
        {"__int128", "128-bit integers are not supported; expected at most 64 bits ('long long')"},
        {"__int128_t", "128-bit integers are not supported; expected at most 64 bits ('long long')"},
        {"__uint128_t", "128-bit integers are not supported; expected at most 64 bits ('unsigned long long')"},
        {"__float128", "128-bit floating point does not exist on a GPU; expected 'double' at most"},
        {"_Float128", "128-bit floating point does not exist on a GPU; expected 'double' at most"},
        {"static", "a parameter has no storage class; remove 'static'"},
        {"extern", "a parameter has no storage class; remove 'extern'"},
        {"register", "a parameter has no storage class; remove 'register'"},
        {"typedef", "a parameter has no storage class; remove 'typedef'"},
        {"inline", "a parameter cannot be 'inline'"},
        {"constexpr", "a parameter cannot be 'constexpr'; expected 'const'"},
        {"_Atomic", "atomic types are not supported; use atomic functions such as atomicAdd() on a plain pointer"},
        {"enum", "enumerations are not supported; expected an integer type"},
        {"union", "unions are not supported; expected a registered type"},
        {"class", "expected 'struct' and a registered type, or its name alone"},
        {"auto", "a kernel's parameter needs a type; 'auto' is none"},
        {"template", "templates are not supported; expected a type"},
        {"typename", "templates are not supported; expected a type"},
        {"wchar_t", "character types but 'char' are not supported; expected an integer type"},
        {"char8_t", "character types but 'char' are not supported; expected an integer type"},
        {"char16_t", "character types but 'char' are not supported; expected an integer type"},
        {"char32_t", "character types but 'char' are not supported; expected an integer type"},
        {"_Imaginary", "imaginary types are not supported; expected 'float complex' or 'double complex'"},
    };
    size_t i;

    for (i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        if (strcmp(refused[i].word, text) == 0)
            return refused[i].reason;
    }
    return NULL;
}

/* A type of one word, or a registered one, by its name. */
static bool find_single(const parser *p, const char *name, cj_word_type *out, size_t *size, size_t *alignment)
{
    const cj_type *type;

    *size = *alignment = 0;
    if (cj_word_find_type(name, out))
        return true;
    type = cj_type_table_by_name(p->types, name, strlen(name));
    if (type == NULL)
        return false;
    *out = (cj_word_type){type->name, type->dtype, type->name};
    *size = type->size;
    *alignment = type->alignment;
    return true;
}

/* "cujit::complex<float>": the namespace was taken and p->token is "::". */
static cujit_status parse_complex_template(parser *p, type_words *type, const cj_token *start)
{
    cujit_status status;
    bool is_float, taken;

    if ((status = take(p)) != CUJIT_OK)
        return status;
    if (!at(p, "complex"))
        return fail(p, &p->token, "qualified names are not supported; expected a plain type");
    if ((status = take(p)) != CUJIT_OK || (status = take_if(p, "<", &taken)) != CUJIT_OK)
        return status;
    if (!taken)
        return fail(p, &p->token, "expected '<' behind 'complex', found %s", show(&p->token).text);
    is_float = at(p, "float");
    if (!is_float && !at(p, "double"))
        return fail(p, &p->token, "expected 'float' or 'double' in complex<>, found %s", show(&p->token).text);
    if ((status = take(p)) != CUJIT_OK || (status = take_if(p, ">", &taken)) != CUJIT_OK)
        return status;
    if (!taken)
        return fail(p, &p->token, "expected '>' to end complex<>, found %s", show(&p->token).text);
    type->has_single = true;
    type->single.dtype = is_float ? CUJIT_COMPLEX64 : CUJIT_COMPLEX128;
    type->single.spelling = cj_dtype_find(type->single.dtype)->spelling;
    remember_word(type, start, type->single.spelling);
    return CUJIT_OK;
}

static cujit_status fail_unknown_type(parser *p, const cj_token *token)
{
    char name[128];
    const char *near;
    unsigned best = 3;
    size_t i;

    cj_token_copy(token, name, sizeof name);
    near = strlen(name) + 1 < sizeof name ? cj_word_suggest(name) : NULL;
    for (i = 0; near == NULL && p->types != NULL && i < p->types->count; i++) {
        if (cj_word_distance(name, p->types->types[i]->name, best - 1) < best)
            near = p->types->types[i]->name;
    }
    if (at(p, "::"))
        return fail(p, token,
                    "the qualified name '%.60s::...' is not supported; expected a plain type, or 'float "
                    "complex' and 'double complex' for complex numbers",
                    name);
    if (at(p, "<"))
        return fail(p, token, "the template '%.60s<...>' is not supported; expected a plain type%s", name,
                    strcmp(name, "complex") == 0 ? ": 'float complex' or 'double complex'" : "");
    if (near != NULL)
        return fail(p, token, "unknown type '%.60s'; did you mean '%.60s'?", name, near);
    return fail(p, token, "unknown type '%.60s'; expected a C arithmetic type, a CUDA vector type%s", name,
                p->letters != NULL ? ", a registered type, or one capital that stands for any type"
                                   : " or a registered type");
}

static void take_letter(cj_letters *letters, cj_letter *letter, const cj_token *token, type_words *type)
{
    const char *name = cj_letter_name((size_t)(letter - letters->of));

    if (letter->line == 0) {
        letter->line = token->line;
        letter->column = token->column;
    }
    type->has_single = true;
    type->single = (cj_word_type){name, letter->dtype, letter->spelling != NULL ? letter->spelling : name};
    type->size = letter->size;
    type->alignment = letter->alignment;
    type->letter = name[0];
    remember_word(type, token, name);
}

/* A word where no type is complete yet, and that is neither a qualifier nor one of C's type words. */
static cujit_status parse_type_name(parser *p, type_words *type)
{
    cj_token token = p->token;
    cj_letter *letter;
    cujit_status status;
    char name[300];
    const char *reason;

    cj_token_copy(&token, name, sizeof name);
    reason = refused_word(name);
    if (reason != NULL)
        return fail(p, &token, "%s", reason);
    if ((status = take(p)) != CUJIT_OK)
        return status;
    if (at(p, "::") && (strcmp(name, "cujit") == 0 || strcmp(name, "pycuda") == 0))
        return parse_complex_template(p, type, &token);
    if (find_single(p, name, &type->single, &type->size, &type->alignment)) {
        if (at(p, "<") || at(p, "::"))
            return fail(p, &p->token, "'%.60s' is no template or namespace; expected '*' or a name", name);
        type->has_single = true;
        remember_word(type, &token, name);
        return CUJIT_OK;
    }
    if (p->subject == NULL && (p->token.kind == CJ_TOKEN_END || at(p, ",") || at(p, "[") || at(p, "=")))
        return fail(p, &token, "'%.60s' has no type: every parameter needs a type of its own", name);
    if ((letter = cj_letters_find(p->letters, name)) == NULL || at(p, "::") || at(p, "<"))
        return fail_unknown_type(p, &token);
    take_letter(p->letters, letter, &token, type);
    return CUJIT_OK;
}

/* p->token is `struct`. */
static cujit_status parse_struct(parser *p, type_words *type)
{
    cj_token keyword = p->token;
    cujit_status status;

    if ((status = take(p)) != CUJIT_OK)
        return status;
    if (type->total > 0)
        return fail(p, &keyword, "'struct' behind '%s'; expected '*' or a name", type->text);
    if (p->token.kind != CJ_TOKEN_NAME)
        return fail(p, &p->token, "expected the name of a registered type behind 'struct', found %s",
                    show(&p->token).text);
    if ((status = parse_type_name(p, type)) != CUJIT_OK)
        return status;
    if (type->letter != 0)
        return fail(p, &type->first, "'%s' stands for any type and is no struct; remove 'struct'", type->text);
    if (type->size == 0)
        return fail(p, &type->first, "'%s' is built in and no struct; remove 'struct'", type->text);
    return CUJIT_OK;
}

/* Takes one word of the type. *done: p->token is none. */
static cujit_status parse_type_word(parser *p, type_words *type, bool *done)
{
    cj_word_type second;
    size_t size, alignment;
    char name[300];
    word w;

    *done = false;
    if (at(p, "const") || at(p, "__const") || at(p, "volatile") || at(p, "__volatile__")) {
        if (at(p, "const") || at(p, "__const"))
            p->parameter->is_const = true;
        else
            p->parameter->is_volatile = true;
        return take(p);
    }
    if (at_restrict(p))
        return fail(p, &p->token, "'restrict' qualifies pointers only; expected it behind the '*'");
    if (at(p, "struct"))
        return parse_struct(p, type);
    if (p->token.kind == CJ_TOKEN_NAME && find_word(&p->token, &w)) {
        type->counts[w]++;
        remember_word(type, &p->token, word_spellings[w]);
        return take(p);
    }
    *done = p->token.kind != CJ_TOKEN_NAME;
    if (*done)
        return CUJIT_OK;
    if (type->total == 0)
        return parse_type_name(p, type);
    cj_token_copy(&p->token, name, sizeof name);
    if (refused_word(name) != NULL)
        return fail(p, &p->token, "%s", refused_word(name));
    if (find_single(p, name, &second, &size, &alignment))
        return fail(p, &p->token, "'%s %.60s' is not a type; expected '*' or a name behind '%s'", type->text, name,
                    type->text);
    *done = true;
    return CUJIT_OK;
}

/* What a set of C's words means; *spelling NULL: nothing. */
static cujit_dtype judge_integer(const unsigned *counts, const char **spelling)
{
    bool is_unsigned = counts[WORD_UNSIGNED] != 0;

    if (counts[WORD_CHAR] != 0) {
        if (counts[WORD_SHORT] + counts[WORD_LONG] + counts[WORD_INT] != 0)
            return CUJIT_DTYPE_NONE;
        *spelling = is_unsigned ? "unsigned char" : counts[WORD_SIGNED] != 0 ? "signed char" : "char";
        return is_unsigned ? CUJIT_UINT8 : CUJIT_INT8;
    }
    if (counts[WORD_SHORT] != 0) {
        if (counts[WORD_LONG] != 0)
            return CUJIT_DTYPE_NONE;
        *spelling = is_unsigned ? "unsigned short" : "short";
        return is_unsigned ? CUJIT_UINT16 : CUJIT_INT16;
    }
    if (counts[WORD_LONG] != 0) {
        static const char *const names[2][2] = {{"long", "long long"}, {"unsigned long", "unsigned long long"}};

        *spelling = names[is_unsigned][counts[WORD_LONG] - 1];
        return is_unsigned ? CUJIT_UINT64 : CUJIT_INT64;
    }
    *spelling = is_unsigned ? "unsigned int" : "int";
    return is_unsigned ? CUJIT_UINT32 : CUJIT_INT32;
}

static cujit_dtype judge_words(const unsigned *counts, const char **spelling)
{
    unsigned floating = counts[WORD_FLOAT] + counts[WORD_DOUBLE], others = 0, i;
    cujit_dtype dtype;

    for (i = 0; i < WORD_COUNT; i++) {
        if (counts[i] > (i == WORD_LONG ? 2 : 1))
            return CUJIT_DTYPE_NONE;
        others += i < WORD_FLOAT ? counts[i] : 0;
    }
    if (floating == 0) {
        if (counts[WORD_COMPLEX] != 0 || (counts[WORD_SIGNED] != 0 && counts[WORD_UNSIGNED] != 0))
            return CUJIT_DTYPE_NONE;
        return judge_integer(counts, spelling);
    }
    if (floating > 1 || others != 0)
        return CUJIT_DTYPE_NONE;
    if (counts[WORD_COMPLEX] != 0)
        dtype = counts[WORD_FLOAT] != 0 ? CUJIT_COMPLEX64 : CUJIT_COMPLEX128;
    else
        dtype = counts[WORD_FLOAT] != 0 ? CUJIT_FLOAT32 : CUJIT_FLOAT64;
    *spelling = cj_dtype_find(dtype)->spelling;
    return dtype;
}

static cujit_status fail_no_type(parser *p, const type_words *type)
{
    const unsigned *counts = type->counts;

    if (counts[WORD_LONG] != 0 && counts[WORD_DOUBLE] != 0)
        return fail(p, &type->first, "'long double' is not supported: GPUs have no wider type than 'double'");
    if (type->has_single)
        return fail(p, &type->first, "'%s' is not a type: no other word goes with '%s'", type->text,
                    type->single.word != NULL ? type->single.word : type->single.spelling);
    if (counts[WORD_COMPLEX] != 0)
        return fail(p, &type->first, "'%s%s' is not a type here; expected 'float complex' or 'double complex'",
                    type->text, at(p, "<") ? "<...>" : "");
    if (counts[WORD_LONG] > 2)
        return fail(p, &type->first, "'%s' is not a type: 'long' at most twice", type->text);
    return fail(p, &type->first, "'%s' is not a type: these words do not go together", type->text);
}

/* Everything up to '*' or the name: fills all that the parameter's type says but the spelling, which is *found. */
static cujit_status read_type(parser *p, const char **found)
{
    cj_parameter *parameter = p->parameter;
    const char *spelling = NULL;
    type_words type = {0};
    cujit_status status;
    bool done = false;

    while (!done) {
        if ((status = parse_type_word(p, &type, &done)) != CUJIT_OK)
            return status;
    }
    if (type.total == 0)
        return fail(p, &p->token, "expected a type, found %s", show(&p->token).text);
    if (type.has_single && type.total == 1) {
        parameter->dtype = type.single.dtype;
        spelling = type.single.spelling;
    } else if (!type.has_single) {
        parameter->dtype = judge_words(type.counts, &spelling);
    }
    if (spelling == NULL)
        return fail_no_type(p, &type);
    parameter->size = type.size != 0 ? type.size : cujit_dtype_size(parameter->dtype);
    parameter->alignment = type.size != 0 ? type.alignment : cujit_dtype_alignment(parameter->dtype);
    parameter->letter = type.letter;
    *found = spelling;
    return CUJIT_OK;
}

static cujit_status parse_type(parser *p)
{
    const char *spelling;
    cujit_status status = read_type(p, &spelling);

    if (status != CUJIT_OK)
        return status;
    p->parameter->spelling = cj_strdup(spelling);
    return p->parameter->spelling != NULL ? CUJIT_OK : cj_error_no_memory(p->error, "a signature");
}

/* ---- Declarators ------------------------------------------------------------------------------------------------- */

static cujit_status parse_pointer(parser *p)
{
    cujit_status status;
    bool star;

    if ((status = take_if(p, "*", &star)) != CUJIT_OK || !star)
        return status;
    p->parameter->pointer = true;
    /* const and volatile of the pointer itself are of no concern: the kernel gets a copy of it. */
    while (at_restrict(p) || at(p, "const") || at(p, "__const") || at(p, "volatile") || at(p, "__volatile__")) {
        p->parameter->is_restrict |= at_restrict(p);
        if ((status = take(p)) != CUJIT_OK)
            return status;
    }
    if (at(p, "*"))
        return fail(p, &p->token, "pointers to pointers are not supported; expected a name behind '%s *'",
                    p->parameter->spelling);
    return CUJIT_OK;
}

static cujit_status fail_no_name(parser *p)
{
    const char *spelling = p->parameter->spelling;

    if (at(p, "&") || at(p, "&&"))
        return fail(p, &p->token, "references are not supported; expected a value or a pointer ('%s *')", spelling);
    if (at(p, "("))
        return fail(p, &p->token, "function pointers and brackets around names are not supported; expected a name");
    if (at(p, "..."))
        return fail(p, &p->token, "variable arguments ('...') are not supported; expected a name");
    if (at(p, "<"))
        return fail(p, &p->token, "templates are not supported; expected '*' or a name behind '%s'", spelling);
    return fail(p, &p->token, "expected a name behind '%s%s', found %s", spelling, p->parameter->pointer ? " *" : "",
                show(&p->token).text);
}

static cujit_status check_name(parser *p, const char *name)
{
    const char *trouble = cj_word_trouble(name, p->reserved);
    size_t i;

    if (trouble == NULL && cj_type_table_by_name(p->types, name, strlen(name)) != NULL)
        trouble = "it is the name of a registered type";
    if (trouble != NULL)
        return fail(p, &p->token, "a parameter cannot be named '%.60s': %s", name, trouble);
    for (i = 0; i < p->out->count; i++) {
        const cj_parameter *other = &p->out->parameters[i];

        if (strcmp(other->name, name) == 0)
            return fail(p, &p->token, "the name '%.60s' is taken: parameter %zu in line %d, column %d has it", name,
                        i + 1, other->line, other->column);
    }
    return CUJIT_OK;
}

static cujit_status parse_name(parser *p)
{
    cujit_status status;
    char name[300];

    cj_token_copy(&p->token, name, sizeof name);
    if (p->token.kind != CJ_TOKEN_NAME && cj_operator_word(name) == NULL)
        return fail_no_name(p);
    if ((status = check_name(p, name)) != CUJIT_OK)
        return status;
    p->parameter->name = cj_strdup(name);
    if (p->parameter->name == NULL)
        return cj_error_no_memory(p->error, "a signature");
    p->parameter->line = p->token.line;
    p->parameter->column = p->token.column;
    return take(p);
}

static bool is_integer(const cj_token *token)
{
    size_t i;

    for (i = 0; i < token->length; i++) {
        if (!isalnum((unsigned char)token->start[i]))
            return false;
    }
    return token->kind == CJ_TOKEN_NUMBER;
}

/* "[]", "[3]", "[restrict]", "[static 3]": a pointer, as in C; the number says nothing. */
static cujit_status parse_array(parser *p)
{
    cj_token bracket = p->token;
    cujit_status status;
    bool open, close;

    if ((status = take_if(p, "[", &open)) != CUJIT_OK || !open)
        return status;
    if (p->parameter->pointer)
        return fail(p, &bracket, "an array of pointers is not supported; expected ',' or the end of the text");
    p->parameter->pointer = true;
    while (at_restrict(p) || at(p, "const") || at(p, "volatile") || at(p, "static")) {
        p->parameter->is_restrict |= at_restrict(p);
        if ((status = take(p)) != CUJIT_OK)
            return status;
    }
    if (is_integer(&p->token) && (status = take(p)) != CUJIT_OK)
        return status;
    if (!at(p, "]"))
        return fail(p, &p->token, "expected ']' or a number, found %s", show(&p->token).text);
    if ((status = take_if(p, "]", &close)) != CUJIT_OK)
        return status;
    if (at(p, "["))
        return fail(p, &p->token, "arrays of arrays are not supported; expected a pointer and index arithmetic");
    return CUJIT_OK;
}

/* ---- The list ---------------------------------------------------------------------------------------------------- */

/* Behind a whole parameter. */
static cujit_status parse_separator(parser *p, bool *more)
{
    cj_token comma = p->token;
    cujit_status status;

    *more = false;
    if (p->token.kind == CJ_TOKEN_END)
        return CUJIT_OK;
    if (at(p, "="))
        return fail(p, &p->token, "default values are not supported; expected ',' or the end of the text");
    if (!at(p, ","))
        return fail(p, &p->token, "expected ',' or the end of the text, found %s", show(&p->token).text);
    if ((status = take(p)) != CUJIT_OK)
        return status;
    if (p->token.kind == CJ_TOKEN_END)
        return fail(p, &comma, "trailing comma: expected a parameter behind it");
    *more = true;
    return CUJIT_OK;
}

static cujit_status parse_parameter(parser *p, cj_parameter *parameter)
{
    cujit_status status;

    p->parameter = parameter;
    if (at(p, "..."))
        return fail(p, &p->token, "variable arguments ('...') are not supported; expected a type");
    if (at(p, ",") || at(p, "("))
        return fail(p, &p->token, "expected a type, found %s", show(&p->token).text);
    if (p->token.kind == CJ_TOKEN_DIRECTIVE)
        return fail(p, &p->token, "preprocessor directives are not allowed in a signature");
    if ((status = parse_type(p)) != CUJIT_OK || (status = parse_pointer(p)) != CUJIT_OK ||
        (status = parse_name(p)) != CUJIT_OK)
        return status;
    return parse_array(p);
}

static cujit_status parse_list(parser *p)
{
    cujit_status status;
    bool more;

    if ((status = take(p)) != CUJIT_OK)
        return status;
    more = p->token.kind != CJ_TOKEN_END;
    while (more) {
        if (p->out->count == CJ_MAX_PARAMETERS)
            return fail(p, &p->token, "too many parameters; expected at most %d", CJ_MAX_PARAMETERS);
        if ((status = parse_parameter(p, &p->out->parameters[p->out->count])) != CUJIT_OK ||
            (status = parse_separator(p, &more)) != CUJIT_OK)
            return status;
        p->parameter = NULL;
        p->out->count++;
    }
    return CUJIT_OK;
}

cujit_status cj_signature_parse(const char *text, const cj_type_table *types, const char *const *reserved,
                                cj_signature *out, cujit_error *error)
{
    return cj_signature_parse_generic(text, types, reserved, NULL, out, error);
}

/* What can only be said of letters when all parameters are known. */
static cujit_status check_letters(const parser *p)
{
    unsigned on_arrays = 0;

    for (size_t k = 0; k < p->out->count; k++) {
        const cj_parameter *parameter = &p->out->parameters[k];
        const cj_letter *named = cj_letters_find(p->letters, parameter->name);

        if (named != NULL && named->line != 0)
            return cj_lexer_fail(&p->lexer, parameter->line, parameter->column, p->error,
                                 "parameter %zu: a parameter cannot be named '%s': in this signature %s is a type",
                                 k + 1, parameter->name, parameter->name);
        if (parameter->pointer && parameter->letter != 0)
            on_arrays |= 1u << (parameter->letter - 'A');
    }
    for (size_t k = 0; p->letters != NULL && k < CJ_LETTERS; k++) {
        const cj_letter *letter = &p->letters->of[k];

        if (letter->line != 0 && letter->spelling == NULL && (on_arrays >> k & 1) == 0)
            return cj_lexer_fail(&p->lexer, letter->line, letter->column, p->error,
                                 "%s is the type of no array, so that no call can say what it stands for; expected a "
                                 "type, or \"%s = ...\" in `types`",
                                 cj_letter_name(k), cj_letter_name(k));
    }
    return CUJIT_OK;
}

cujit_status cj_signature_parse_generic(const char *text, const cj_type_table *types, const char *const *reserved,
                                        cj_letters *letters, cj_signature *out, cujit_error *error)
{
    cj_signature signature = {0};
    parser p = {.types = types, .reserved = reserved, .out = &signature, .letters = letters, .error = error};
    cujit_status status;

    if (text == NULL)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "cannot read the argument signature: it is NULL");
    if (strlen(text) > CJ_SIGNATURE_MAX_BYTES) {
        status = cj_error_set(error, CUJIT_ERROR_SIGNATURE, "signature too long: %zu bytes; expected at most %d",
                              strlen(text), CJ_SIGNATURE_MAX_BYTES);
        cj_error_place(error, "arguments", NULL, 0, 0);
        return status;
    }
    signature.parameters = cj_calloc(CJ_MAX_PARAMETERS, sizeof *signature.parameters);
    if (signature.parameters == NULL)
        return cj_error_no_memory(error, "a signature");
    cj_lexer_init(&p.lexer, "arguments", text);
    p.lexer.status = CUJIT_ERROR_SIGNATURE;
    status = parse_list(&p);
    if (status == CUJIT_OK)
        status = check_letters(&p);
    if (status == CUJIT_OK) {
        *out = signature;
        return CUJIT_OK;
    }
    if (p.parameter != NULL) { /* half read, and not yet counted */
        cj_free(p.parameter->name);
        cj_free(p.parameter->spelling);
    }
    cj_signature_clear(&signature);
    return status;
}

cujit_status cj_signature_read_type(cj_lexer *lexer, cj_token *token, const cj_type_table *types, const char *subject,
                                    cj_letter *letter, cujit_error *error)
{
    cj_parameter type = {0};
    parser p = {.lexer = *lexer, .token = *token, .types = types, .subject = subject, .parameter = &type};
    cujit_status status;

    p.error = error;
    if ((status = read_type(&p, &letter->spelling)) != CUJIT_OK)
        return status;
    if (type.is_const || type.is_volatile)
        return fail(&p, token, "'const' and 'volatile' belong into the signature; expected the type alone");
    if (at(&p, "*") || at(&p, "["))
        return fail(&p, &p.token, "a pointer is no type of elements; expected the type alone");
    letter->dtype = type.dtype;
    letter->size = type.size;
    letter->alignment = type.alignment;
    *lexer = p.lexer;
    *token = p.token;
    return CUJIT_OK;
}

void cj_signature_clear(cj_signature *signature)
{
    size_t i;

    if (signature == NULL)
        return;
    for (i = 0; i < signature->count; i++) {
        cj_free(signature->parameters[i].name);
        cj_free(signature->parameters[i].spelling);
    }
    cj_free(signature->parameters);
    *signature = (cj_signature){0};
}

size_t cj_parameter_end(const cj_parameter *parameter, size_t before)
{
    size_t size = parameter->pointer ? sizeof(void *) : parameter->size;
    size_t alignment = parameter->pointer ? sizeof(void *) : parameter->alignment;

    return size == 0 ? before : (before + alignment - 1) / alignment * alignment + size;
}

size_t cj_signature_bytes(const cj_signature *signature)
{
    size_t bytes = 0;

    for (size_t k = 0; k < signature->count; k++)
        bytes = cj_parameter_end(&signature->parameters[k], bytes);
    return (bytes + 7) / 8 * 8;
}

void cj_parameter_declare(const cj_parameter *parameter, cj_text *out)
{
    cj_text_printf(out, "%s%s%s %s%s%s", parameter->is_const ? "const " : "", parameter->is_volatile ? "volatile " : "",
                   parameter->spelling, parameter->pointer ? "*" : "", parameter->is_restrict ? "__restrict__ " : "",
                   parameter->name);
}
