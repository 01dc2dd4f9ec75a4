/*
 * signature_type.c: the type of a parameter, or one that stands alone, from its words.
 *
 * A type's words are counted as they come, in any order, and judged once they are all there; so `long unsigned int long`
 * needs no rule of its own. What C allows and a kernel cannot have is recognised and refused by its name.
 */
#include "libjit/syntax/signature_parser.h"

#include "libjit/syntax/words.h"

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

cujit_status cj_parser_fail(cj_parser *p, const cj_token *at, const char *format, ...)
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

cj_shown cj_parser_show(const cj_token *token)
{
    cj_shown s;
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

cujit_status cj_parser_take(cj_parser *p)
{
    return cj_lexer_next(&p->lexer, &p->token, p->error);
}

bool cj_parser_at(const cj_parser *p, const char *spelling)
{
    return p->token.kind != CJ_TOKEN_END && cj_token_is(&p->token, spelling);
}

cujit_status cj_parser_take_if(cj_parser *p, const char *spelling, bool *taken)
{
    *taken = cj_parser_at(p, spelling);
    return *taken ? cj_parser_take(p) : CUJIT_OK;
}

bool cj_parser_at_restrict(const cj_parser *p)
{
    return cj_parser_at(p, "restrict") || cj_parser_at(p, "__restrict") || cj_parser_at(p, "__restrict__");
}

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

/* A type of one word, a registered one, or a dtype, by its name. */
static bool find_single(const cj_parser *p, const char *name, cj_word_type *out, size_t *size, size_t *alignment)
{
    const cj_dtype_info *info = p->declared ? NULL : cj_dtype_by_name(name);
    const cj_type *type;

    *size = *alignment = 0;
    if (cj_word_find_type(name, out))
        return true;
    if (info != NULL) {
        *out = (cj_word_type){info->name, info->dtype, info->spelling};
        return true;
    }
    type = cj_type_table_by_name(p->types, name, strlen(name));
    if (type == NULL)
        return false;
    *out = (cj_word_type){type->name, type->dtype, type->name};
    *size = type->size;
    *alignment = type->alignment;
    return true;
}

/* "cujit::complex<float>": the namespace was taken and p->token is "::". */
static cujit_status parse_complex_template(cj_parser *p, type_words *type, const cj_token *start)
{
    cujit_status status;
    bool is_float, taken;

    if ((status = cj_parser_take(p)) != CUJIT_OK)
        return status;
    if (!cj_parser_at(p, "complex"))
        return cj_parser_fail(p, &p->token, "qualified names are not supported; expected a plain type");
    if ((status = cj_parser_take(p)) != CUJIT_OK || (status = cj_parser_take_if(p, "<", &taken)) != CUJIT_OK)
        return status;
    if (!taken)
        return cj_parser_fail(p, &p->token, "expected '<' behind 'complex', found %s", cj_parser_show(&p->token).text);
    is_float = cj_parser_at(p, "float");
    if (!is_float && !cj_parser_at(p, "double"))
        return cj_parser_fail(p, &p->token, "expected 'float' or 'double' in complex<>, found %s",
                              cj_parser_show(&p->token).text);
    if ((status = cj_parser_take(p)) != CUJIT_OK || (status = cj_parser_take_if(p, ">", &taken)) != CUJIT_OK)
        return status;
    if (!taken)
        return cj_parser_fail(p, &p->token, "expected '>' to end complex<>, found %s", cj_parser_show(&p->token).text);
    type->has_single = true;
    type->single.dtype = is_float ? CUJIT_COMPLEX64 : CUJIT_COMPLEX128;
    type->single.spelling = cj_dtype_find(type->single.dtype)->spelling;
    remember_word(type, start, type->single.spelling);
    return CUJIT_OK;
}

static cujit_status fail_unknown_type(cj_parser *p, const cj_token *token)
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
    if (cj_parser_at(p, "::"))
        return cj_parser_fail(p, token,
                              "the qualified name '%.60s::...' is not supported; expected a plain type, or 'float "
                              "complex' and 'double complex' for complex numbers",
                              name);
    if (cj_parser_at(p, "<"))
        return cj_parser_fail(p, token, "the template '%.60s<...>' is not supported; expected a plain type%s", name,
                              strcmp(name, "complex") == 0 ? ": 'float complex' or 'double complex'" : "");
    if (near != NULL)
        return cj_parser_fail(p, token, "unknown type '%.60s'; did you mean '%.60s'?", name, near);
    return cj_parser_fail(p, token, "unknown type '%.60s'; expected a C arithmetic type, a CUDA vector type%s", name,
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
static cujit_status parse_type_name(cj_parser *p, type_words *type)
{
    cj_token token = p->token;
    cj_letter *letter;
    cujit_status status;
    char name[300];
    const char *reason;

    cj_token_copy(&token, name, sizeof name);
    reason = refused_word(name);
    if (reason != NULL)
        return cj_parser_fail(p, &token, "%s", reason);
    if ((status = cj_parser_take(p)) != CUJIT_OK)
        return status;
    if (cj_parser_at(p, "::") && (strcmp(name, "cujit") == 0 || strcmp(name, "pycuda") == 0))
        return parse_complex_template(p, type, &token);
    if (find_single(p, name, &type->single, &type->size, &type->alignment)) {
        if (cj_parser_at(p, "<") || cj_parser_at(p, "::"))
            return cj_parser_fail(p, &p->token, "'%.60s' is no template or namespace; expected '*' or a name", name);
        type->has_single = true;
        remember_word(type, &token, name);
        return CUJIT_OK;
    }
    if (p->subject == NULL &&
        (p->token.kind == CJ_TOKEN_END || cj_parser_at(p, ",") || cj_parser_at(p, "[") || cj_parser_at(p, "=")))
        return cj_parser_fail(p, &token, "'%.60s' has no type: every parameter needs a type of its own", name);
    if ((letter = cj_letters_find(p->letters, name)) == NULL || cj_parser_at(p, "::") || cj_parser_at(p, "<"))
        return fail_unknown_type(p, &token);
    take_letter(p->letters, letter, &token, type);
    return CUJIT_OK;
}

/* p->token is `struct`. */
static cujit_status parse_struct(cj_parser *p, type_words *type)
{
    cj_token keyword = p->token;
    cujit_status status;

    if ((status = cj_parser_take(p)) != CUJIT_OK)
        return status;
    if (type->total > 0)
        return cj_parser_fail(p, &keyword, "'struct' behind '%s'; expected '*' or a name", type->text);
    if (p->token.kind != CJ_TOKEN_NAME)
        return cj_parser_fail(p, &p->token, "expected the name of a registered type behind 'struct', found %s",
                              cj_parser_show(&p->token).text);
    if ((status = parse_type_name(p, type)) != CUJIT_OK)
        return status;
    if (type->letter != 0)
        return cj_parser_fail(p, &type->first, "'%s' stands for any type and is no struct; remove 'struct'",
                              type->text);
    if (type->size == 0)
        return cj_parser_fail(p, &type->first, "'%s' is built in and no struct; remove 'struct'", type->text);
    return CUJIT_OK;
}

/* Takes one word of the type. *done: p->token is none. */
static cujit_status parse_type_word(cj_parser *p, type_words *type, bool *done)
{
    cj_word_type second;
    size_t size, alignment;
    char name[300];
    word w;

    *done = false;
    if (cj_parser_at(p, "const") || cj_parser_at(p, "__const") || cj_parser_at(p, "volatile") ||
        cj_parser_at(p, "__volatile__")) {
        if (cj_parser_at(p, "const") || cj_parser_at(p, "__const"))
            p->parameter->is_const = true;
        else
            p->parameter->is_volatile = true;
        return cj_parser_take(p);
    }
    if (cj_parser_at_restrict(p))
        return cj_parser_fail(p, &p->token, "'restrict' qualifies pointers only; expected it behind the '*'");
    if (cj_parser_at(p, "struct"))
        return parse_struct(p, type);
    if (p->token.kind == CJ_TOKEN_NAME && find_word(&p->token, &w)) {
        type->counts[w]++;
        remember_word(type, &p->token, word_spellings[w]);
        return cj_parser_take(p);
    }
    *done = p->token.kind != CJ_TOKEN_NAME;
    if (*done)
        return CUJIT_OK;
    if (type->total == 0)
        return parse_type_name(p, type);
    cj_token_copy(&p->token, name, sizeof name);
    if (refused_word(name) != NULL)
        return cj_parser_fail(p, &p->token, "%s", refused_word(name));
    if (find_single(p, name, &second, &size, &alignment))
        return cj_parser_fail(p, &p->token, "'%s %.60s' is not a type; expected '*' or a name behind '%s'", type->text,
                              name, type->text);
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

static cujit_status fail_no_type(cj_parser *p, const type_words *type)
{
    const unsigned *counts = type->counts;

    if (counts[WORD_LONG] != 0 && counts[WORD_DOUBLE] != 0)
        return cj_parser_fail(p, &type->first, "'long double' is not supported: GPUs have no wider type than 'double'");
    if (type->has_single)
        return cj_parser_fail(p, &type->first, "'%s' is not a type: no other word goes with '%s'", type->text,
                              type->single.word != NULL ? type->single.word : type->single.spelling);
    if (counts[WORD_COMPLEX] != 0)
        return cj_parser_fail(p, &type->first,
                              "'%s%s' is not a type here; expected 'float complex' or 'double complex'", type->text,
                              cj_parser_at(p, "<") ? "<...>" : "");
    if (counts[WORD_LONG] > 2)
        return cj_parser_fail(p, &type->first, "'%s' is not a type: 'long' at most twice", type->text);
    return cj_parser_fail(p, &type->first, "'%s' is not a type: these words do not go together", type->text);
}

cujit_status cj_parser_read_type(cj_parser *p, const char **found)
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
        return cj_parser_fail(p, &p->token, "expected a type, found %s", cj_parser_show(&p->token).text);
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

cujit_status cj_signature_read_type(cj_lexer *lexer, cj_token *token, const cj_type_table *types, const char *subject,
                                    cj_letter *letter, cujit_error *error)
{
    cj_parameter type = {0};
    cj_parser p = {.lexer = *lexer, .token = *token, .types = types, .subject = subject, .parameter = &type};
    cujit_status status;

    p.error = error;
    if ((status = cj_parser_read_type(&p, &letter->spelling)) != CUJIT_OK)
        return status;
    if (type.is_const || type.is_volatile)
        return cj_parser_fail(&p, token, "'const' and 'volatile' belong into the signature; expected the type alone");
    if (cj_parser_at(&p, "*") || cj_parser_at(&p, "["))
        return cj_parser_fail(&p, &p.token, "a pointer is no type of elements; expected the type alone");
    letter->dtype = type.dtype;
    letter->size = type.size;
    letter->alignment = type.alignment;
    *lexer = p.lexer;
    *token = p.token;
    return CUJIT_OK;
}
