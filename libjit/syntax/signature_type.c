/*
 * signature_type.c: the type of a parameter, or one that stands alone, from its words.
 *
 * A type's words are counted as they come, in any order, and judged once they are all there; so `long unsigned int
 * long` needs no rule of its own. What C allows and a kernel cannot have is recognised and refused by its name.
 */
#include "libjit/syntax/signature_parser.h"

#include "libjit/syntax/handle.h"
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
    unsigned total;      /* type words of any kind, `struct` not among them */
    cj_word_type single; /* a type of one word, a registered one, or a letter; spelling NULL: none */
    cj_token first;      /* the first type word */
    char text[80];       /* the type words as they were written, for messages */
} type_words;

/* ---- The parser -------------------------------------------------------------------------------------------------- */

static void stop(cj_parser *p, cujit_status status)
{
    p->status = status;
    p->token.kind = CJ_TOKEN_END;
    p->token.length = 0;
    p->token.primary = NULL;
}

void cj_parser_fail(cj_parser *p, const cj_token *at, const char *format, ...)
{
    char message[400], subject[80];
    va_list values;

    if (p->status != CUJIT_OK)
        return;
    va_start(values, format);
    vsnprintf(message, sizeof message, format, values);
    va_end(values);
    if (p->parameter != NULL && p->parameter->name != NULL)
        snprintf(subject, sizeof subject, "parameter '%.60s'", p->parameter->name);
    else if (p->subject == NULL)
        snprintf(subject, sizeof subject, "parameter %zu", p->out->count + 1);
    stop(p, cj_lexer_fail(&p->lexer, at, p->error, "%s: %s", p->subject != NULL ? p->subject : subject, message));
}

void cj_parser_fail_expected(cj_parser *p, const char *format, ...)
{
    char expected[200], found[32] = "#";
    va_list values;

    va_start(values, format);
    vsnprintf(expected, sizeof expected, format, values);
    va_end(values);
    if (p->token.kind != CJ_TOKEN_DIRECTIVE && cj_token_copy(&p->token, found, sizeof found) >= sizeof found)
        memcpy(found + sizeof found - 4, "...", 4);
    if (p->token.kind == CJ_TOKEN_END)
        cj_parser_fail(p, &p->token, "expected %s, found the end of the text", expected);
    else
        cj_parser_fail(p, &p->token, "expected %s, found '%s'", expected, found);
}

void cj_parser_take(cj_parser *p)
{
    const cujit_status status = p->status == CUJIT_OK ? cj_lexer_next(&p->lexer, &p->token, p->error) : p->status;

    if (status != CUJIT_OK)
        stop(p, status);
}

bool cj_parser_at(const cj_parser *p, const char *spelling)
{
    return cj_token_is(&p->token, spelling);
}

bool cj_parser_take_if(cj_parser *p, const char *spelling)
{
    const bool taken = cj_parser_at(p, spelling);

    if (taken)
        cj_parser_take(p);
    return taken;
}

cj_qualifier cj_parser_qualifier(const cj_parser *p)
{
    static const struct {
        const char *spelling;
        cj_qualifier means;
    } all[] = {{"const", CJ_CONST},           {"__const", CJ_CONST},     {"volatile", CJ_VOLATILE},
               {"__volatile__", CJ_VOLATILE}, {"restrict", CJ_RESTRICT}, {"__restrict", CJ_RESTRICT},
               {"__restrict__", CJ_RESTRICT}};

    for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
        if (cj_parser_at(p, all[k].spelling))
            return all[k].means;
    }
    return CJ_NO_QUALIFIER;
}

/* ---- Names of types ---------------------------------------------------------------------------------------------- */

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
    for (int k = 0; k < WORD_COUNT; k++) {
        if (cj_token_is(token, word_spellings[k])) {
            *out = (word)k;
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

    for (size_t k = 0; k < sizeof refused / sizeof *refused; k++) {
        if (*refused[k].word == *text && strcmp(refused[k].word, text) == 0)
            return refused[k].reason;
    }
    return NULL;
}

/* A type of one word, a dtype, or a registered type, by its name; *registered NULL: it is none of these. */
static bool find_single(const cj_parser *p, const char *name, cj_word_type *out, const cj_type **registered)
{
    const cj_dtype_info *info = p->letters == NULL && p->subject == NULL ? NULL : cj_dtype_by_name(name);

    *registered = NULL;
    if (cj_word_find_type(name, out))
        return true;
    if (info != NULL)
        *out = (cj_word_type){info->name, info->dtype, info->spelling};
    else if ((*registered = cj_type_table_by_name(p->types, name, strlen(name))) != NULL)
        *out = (cj_word_type){(*registered)->name, (*registered)->dtype, (*registered)->name};
    return info != NULL || *registered != NULL;
}

/* The '>' that ends a template's arguments, which may be the first one of ">>". */
static bool take_end(cj_parser *p)
{
    if (!cj_parser_at(p, ">>") || p->token.length != 2) /* with a spliced line between them it is longer */
        return cj_parser_take_if(p, ">");
    p->token.start++;
    p->token.length--;
    p->token.column++;
    return true;
}

/* "cujit::complex<float>": the namespace was taken and p->token is "::". */
static void parse_complex_template(cj_parser *p, type_words *type, const cj_token *start)
{
    bool is_float;

    cj_parser_take(p);
    if (!cj_parser_take_if(p, "complex"))
        cj_parser_fail(p, &p->token, "qualified names are not supported; expected a plain type");
    if (!cj_parser_take_if(p, "<"))
        cj_parser_fail_expected(p, "'<' behind 'complex'");
    is_float = cj_parser_at(p, "float");
    if (!cj_parser_take_if(p, "float") && !cj_parser_take_if(p, "double"))
        cj_parser_fail_expected(p, "'float' or 'double' in complex<>");
    if (!take_end(p))
        cj_parser_fail_expected(p, "'>' to end complex<>");
    type->single.dtype = is_float ? CUJIT_COMPLEX64 : CUJIT_COMPLEX128;
    type->single.spelling = cj_dtype_find(type->single.dtype)->spelling;
    remember_word(type, start, type->single.spelling);
}

/* "texture2d<float>", whose name was taken; of the bare cudaTextureObject_t no more is there. */
static void parse_handle(cj_parser *p, type_words *type, const cj_token *start, unsigned handle, const char *name)
{
    cj_letter element = {0};
    cujit_status status;

    if (cj_handle_is_template(handle) && !cj_parser_take_if(p, "<"))
        cj_parser_fail_expected(p, "'<' and a type behind '%s', such as '%s<float>'", name, name);
    if (cj_handle_is_template(handle) && p->status == CUJIT_OK) {
        const cj_token first = p->token;

        status = cj_signature_read_type(&p->lexer, &p->token, NULL, name, &element, p->error);
        if (status != CUJIT_OK)
            stop(p, status);
        else if (!cj_dtype_is_texel(element.dtype))
            cj_parser_fail(p, &first,
                           "%s<%s>: expected an 8-, 16- or 32-bit integer, float, or a vector of 2 or 4 of them", name,
                           element.spelling);
        if (!cj_parser_take_if(p, ">"))
            cj_parser_fail_expected(p, "'>' to end %s<>", name);
        snprintf(p->spelling, sizeof p->spelling, "%.40s<%s>", name, element.spelling);
    } else {
        snprintf(p->spelling, sizeof p->spelling, "%.40s", name);
    }
    type->single.spelling = p->spelling;
    type->single.dtype = CUJIT_DTYPE_NONE;
    p->parameter->handle = handle;
    p->parameter->element = element.dtype;
    p->parameter->size = p->parameter->alignment = sizeof(unsigned long long);
    remember_word(type, start, p->spelling);
}

/* What is meant by a template of another library, or of CUDA up to 11. */
static const char *instead_of_template(const char *name)
{
    static const char *const all[][2] = {
        {"complex", ": 'float complex' or 'double complex'"},
        {"texture", ", or 'texture2d<float>' and its like for textures"},
        {"surface", ", or 'surface2d<float>' and its like for surfaces"},
    };

    for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
        if (strncmp(name, all[k][0], strlen(all[k][0])) == 0)
            return all[k][1];
    }
    return "";
}

static void fail_unknown_type(cj_parser *p, const cj_token *token)
{
    char name[128];
    const char *near;
    const unsigned best = 3;

    cj_token_copy(token, name, sizeof name);
    near = strlen(name) + 1 < sizeof name ? cj_word_suggest(name) : NULL;
    for (size_t k = 0; near == NULL && p->types != NULL && k < p->types->count; k++) {
        if (cj_word_distance(name, p->types->types[k]->name, best - 1) < best)
            near = p->types->types[k]->name;
    }
    if (cj_parser_at(p, "::"))
        cj_parser_fail(p, token,
                       "the qualified name '%.60s::...' is not supported; expected a plain type, or 'float complex' "
                       "and 'double complex' for complex numbers",
                       name);
    if (cj_parser_at(p, "<"))
        cj_parser_fail(p, token, "the template '%.60s<...>' is not supported; expected a plain type%s", name,
                       instead_of_template(name));
    if (near != NULL)
        cj_parser_fail(p, token, "unknown type '%.60s'; did you mean '%.60s'?", name, near);
    cj_parser_fail(p, token, "unknown type '%.60s'; expected a C arithmetic type, a CUDA vector type%s", name,
                   p->letters != NULL ? ", a registered type, or one capital that stands for any type"
                                      : " or a registered type");
}

static void take_letter(cj_parser *p, cj_letter *letter, const cj_token *token, type_words *type)
{
    const char *name = cj_letter_name((size_t)(letter - p->letters->of));

    if (letter->line == 0) {
        letter->line = token->line;
        letter->column = token->column;
    }
    type->single = (cj_word_type){name, letter->dtype, letter->spelling != NULL ? letter->spelling : name};
    p->parameter->size = letter->size;
    p->parameter->alignment = letter->alignment;
    p->parameter->letter = name[0];
    remember_word(type, token, name);
}

/* A word where no type is complete yet, and that is neither a qualifier nor one of C's type words. */
static void parse_type_name(cj_parser *p, type_words *type)
{
    const cj_token token = p->token;
    const cj_type *registered;
    cj_letter *letter;
    char name[300];

    cj_token_copy(&token, name, sizeof name);
    if (refused_word(name) != NULL)
        cj_parser_fail(p, &token, "%s", refused_word(name));
    cj_parser_take(p);
    if (p->status != CUJIT_OK)
        return;
    if (cj_parser_at(p, "::") && (strcmp(name, "cujit") == 0 || strcmp(name, "pycuda") == 0)) {
        parse_complex_template(p, type, &token);
    } else if (cj_handle_by_name(name) != 0) {
        parse_handle(p, type, &token, cj_handle_by_name(name), name);
    } else if (find_single(p, name, &type->single, &registered)) {
        if (cj_parser_at(p, "<") || cj_parser_at(p, "::"))
            cj_parser_fail(p, &p->token, "'%.60s' is no template or namespace; expected '*' or a name", name);
        p->parameter->size = registered != NULL ? registered->size : 0;
        p->parameter->alignment = registered != NULL ? registered->alignment : 0;
        remember_word(type, &token, name);
    } else if (p->subject == NULL && (p->token.kind == CJ_TOKEN_END || cj_parser_at(p, ",") || cj_parser_at(p, "[") ||
                                      cj_parser_at(p, "="))) {
        cj_parser_fail(p, &token, "'%.60s' has no type: every parameter needs a type of its own", name);
    } else if ((letter = cj_letters_find(p->letters, name)) == NULL || cj_parser_at(p, "::") || cj_parser_at(p, "<")) {
        fail_unknown_type(p, &token);
    } else {
        take_letter(p, letter, &token, type);
    }
}

/* p->token is `struct`. */
static void parse_struct(cj_parser *p, type_words *type)
{
    const cj_token keyword = p->token;

    cj_parser_take(p);
    if (type->total > 0)
        cj_parser_fail(p, &keyword, "'struct' behind '%s'; expected '*' or a name", type->text);
    if (p->token.kind != CJ_TOKEN_NAME)
        cj_parser_fail_expected(p, "the name of a registered type behind 'struct'");
    if (p->status == CUJIT_OK)
        parse_type_name(p, type);
    if (p->parameter->letter != 0)
        cj_parser_fail(p, &type->first, "'%s' stands for any type and is no struct; remove 'struct'", type->text);
    if (p->parameter->size == 0)
        cj_parser_fail(p, &type->first, "'%s' is built in and no struct; remove 'struct'", type->text);
}

/* ---- Types ------------------------------------------------------------------------------------------------------- */

/* Takes one word of the type; false: the next token is none. */
static bool parse_type_word(cj_parser *p, type_words *type)
{
    const cj_qualifier qualifier = cj_parser_qualifier(p);
    const cj_type *registered;
    cj_word_type second;
    char name[300];
    word w;

    if (qualifier == CJ_RESTRICT) {
        cj_parser_fail(p, &p->token, "'restrict' qualifies pointers only; expected it behind the '*'");
    } else if (qualifier != CJ_NO_QUALIFIER) {
        p->parameter->is_const |= qualifier == CJ_CONST;
        p->parameter->is_volatile |= qualifier == CJ_VOLATILE;
        cj_parser_take(p);
    } else if (cj_parser_at(p, "struct")) {
        parse_struct(p, type);
    } else if (p->token.kind != CJ_TOKEN_NAME) {
        return false;
    } else if (find_word(&p->token, &w)) {
        type->counts[w]++;
        remember_word(type, &p->token, word_spellings[w]);
        cj_parser_take(p);
    } else if (type->total == 0) {
        parse_type_name(p, type);
    } else {
        cj_token_copy(&p->token, name, sizeof name);
        if (refused_word(name) != NULL)
            cj_parser_fail(p, &p->token, "%s", refused_word(name));
        if (find_single(p, name, &second, &registered))
            cj_parser_fail(p, &p->token, "'%s %.60s' is not a type; expected '*' or a name behind '%s'", type->text,
                           name, type->text);
        return false;
    }
    return p->status == CUJIT_OK;
}

/* What a set of C's words means; *spelling NULL: nothing. */
static cujit_dtype judge_words(const unsigned *words_counted, const char **spelling)
{
    /* clang-format off */
    static const struct {
        const char *words;
        cujit_dtype dtype;
    } types[] = {
        {"char", CUJIT_INT8}, {"signed char", CUJIT_INT8}, {"unsigned char", CUJIT_UINT8}, {"short", CUJIT_INT16},
        {"unsigned short", CUJIT_UINT16}, {"int", CUJIT_INT32}, {"unsigned int", CUJIT_UINT32}, {"long", CUJIT_INT64},
        {"unsigned long", CUJIT_UINT64}, {"long long", CUJIT_INT64}, {"unsigned long long", CUJIT_UINT64},
        {"float", CUJIT_FLOAT32}, {"double", CUJIT_FLOAT64}, {"float complex", CUJIT_COMPLEX64},
        {"double complex", CUJIT_COMPLEX128}
    };
    /* clang-format on */
    unsigned counts[WORD_COUNT];
    char words[80] = "";

    /* `int` and `signed` are left out where they say nothing */
    memcpy(counts, words_counted, sizeof counts);
    if (counts[WORD_CHAR] + counts[WORD_FLOAT] + counts[WORD_DOUBLE] + counts[WORD_COMPLEX] == 0) {
        if (counts[WORD_SIGNED] == 1 && counts[WORD_UNSIGNED] == 0)
            counts[WORD_SIGNED] = 0;
        if (counts[WORD_INT] <= 1)
            counts[WORD_INT] = counts[WORD_SHORT] + counts[WORD_LONG] == 0;
    }
    for (size_t k = 0; k < WORD_COUNT; k++) {
        for (; counts[k] > 0; counts[k]--)
            snprintf(words + strlen(words), sizeof words - strlen(words), "%s%s", *words != '\0' ? " " : "",
                     word_spellings[k]);
    }
    for (size_t k = 0; k < sizeof types / sizeof *types; k++) {
        if (strcmp(types[k].words, words) != 0)
            continue;
        *spelling = words_counted[WORD_COMPLEX] != 0 ? cj_dtype_find(types[k].dtype)->spelling : types[k].words;
        return types[k].dtype;
    }
    return CUJIT_DTYPE_NONE;
}

static void fail_no_type(cj_parser *p, const type_words *type)
{
    const unsigned *counts = type->counts;

    if (counts[WORD_LONG] != 0 && counts[WORD_DOUBLE] != 0)
        cj_parser_fail(p, &type->first, "'long double' is not supported: GPUs have no wider type than 'double'");
    else if (type->single.spelling != NULL)
        cj_parser_fail(p, &type->first, "'%s' is not a type: no other word goes with '%s'", type->text,
                       type->single.word != NULL ? type->single.word : type->single.spelling);
    else if (counts[WORD_COMPLEX] != 0)
        cj_parser_fail(p, &type->first, "'%s%s' is not a type here; expected 'float complex' or 'double complex'",
                       type->text, cj_parser_at(p, "<") ? "<...>" : "");
    else if (counts[WORD_LONG] > 2)
        cj_parser_fail(p, &type->first, "'%s' is not a type: 'long' at most twice", type->text);
    else
        cj_parser_fail(p, &type->first, "'%s' is not a type: these words do not go together", type->text);
}

const char *cj_parser_read_type(cj_parser *p)
{
    cj_parameter *parameter = p->parameter;
    type_words type = {0};
    cj_word_type found = {0};

    while (parse_type_word(p, &type))
        continue;
    if (type.total == 0)
        cj_parser_fail_expected(p, "a type");
    if (type.single.spelling == NULL)
        found.dtype = judge_words(type.counts, &found.spelling);
    else if (type.total == 1)
        found = type.single;
    if (found.spelling == NULL)
        fail_no_type(p, &type);
    parameter->dtype = found.dtype;
    if (parameter->size == 0) {
        parameter->size = cujit_dtype_size(found.dtype);
        parameter->alignment = cujit_dtype_alignment(found.dtype);
    }
    return p->status == CUJIT_OK ? found.spelling : NULL;
}

cujit_status cj_signature_read_type(cj_lexer *lexer, cj_token *token, const cj_type_table *types, const char *subject,
                                    cj_letter *letter, cujit_error *error)
{
    const char *spelling;
    cj_parameter type = {0};
    cj_parser p = {.lexer = *lexer, .token = *token, .types = types, .subject = subject, .parameter = &type};

    p.error = error;
    spelling = cj_parser_read_type(&p);
    if (type.is_const || type.is_volatile)
        cj_parser_fail(&p, token, "'const' and 'volatile' belong into the signature; expected the type alone");
    if (type.handle != 0)
        cj_parser_fail(&p, token, "a texture or surface is no type of elements; expected it in the signature alone");
    if (cj_parser_at(&p, "*") || cj_parser_at(&p, "["))
        cj_parser_fail(&p, &p.token, "a pointer is no type of elements; expected the type alone");
    if (p.status != CUJIT_OK)
        return p.status;
    letter->spelling = spelling;
    letter->dtype = type.dtype;
    letter->size = type.size;
    letter->alignment = type.alignment;
    *lexer = p.lexer;
    *token = p.token;
    return CUJIT_OK;
}
