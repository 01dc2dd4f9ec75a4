/*
 * words.c: the words that mean something to C, C++ or CUDA.
 *
 * Plain tables; those that every name is looked up in are sorted.
 */
#include "libjit/syntax/words.h"

#include "libjit/syntax/dtype.h"
#include "libjit/syntax/lexer.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { NAME_MAX_LENGTH = 255, DISTANCE_MAX_LENGTH = 31 };

/* Types of one word beside the CUDA vectors, which the dtype table knows. Fixed widths become the built-in type of that
 * width, as the dtype table spells it; what Linux defines as long stays long. */
/* clang-format off */
static const cj_word_type word_types[] = {
    {"bool", CUJIT_BOOL, "bool"}, {"_Bool", CUJIT_BOOL, "bool"}, {"size_t", CUJIT_UINT64, "size_t"},
    {"ssize_t", CUJIT_INT64, "long"}, {"ptrdiff_t", CUJIT_INT64, "long"}, {"intptr_t", CUJIT_INT64, "long"},
    {"uintptr_t", CUJIT_UINT64, "unsigned long"}, {"int8_t", CUJIT_INT8, "signed char"},
    {"uint8_t", CUJIT_UINT8, "unsigned char"}, {"int16_t", CUJIT_INT16, "short"},
    {"uint16_t", CUJIT_UINT16, "unsigned short"}, {"int32_t", CUJIT_INT32, "int"},
    {"uint32_t", CUJIT_UINT32, "unsigned int"}, {"int64_t", CUJIT_INT64, "long long"},
    {"uint64_t", CUJIT_UINT64, "unsigned long long"}, {"half", CUJIT_FLOAT16, "__half"},
    {"__half", CUJIT_FLOAT16, "__half"}, {"_Float16", CUJIT_FLOAT16, "__half"},
    {"bfloat16", CUJIT_BFLOAT16, "__nv_bfloat16"}, {"nv_bfloat16", CUJIT_BFLOAT16, "__nv_bfloat16"},
    {"__nv_bfloat16", CUJIT_BFLOAT16, "__nv_bfloat16"}, {"cuComplex", CUJIT_COMPLEX64, "cujit::complex<float>"},
    {"cuFloatComplex", CUJIT_COMPLEX64, "cujit::complex<float>"},
    {"cuDoubleComplex", CUJIT_COMPLEX128, "cujit::complex<double>"}, {"float8_e4m3fn", CUJIT_FLOAT8_E4M3, "float8_e4m3"}
};

/* What other languages and libraries call them. */
static const struct {
    const char *word, *meant;
} foreign_names[] = {
    {"uchar", "unsigned char"}, {"ushort", "unsigned short"}, {"uint", "unsigned int"}, {"ulong", "unsigned long"},
    {"__int64", "long long"}, {"longlong", "long long"}, {"ulonglong", "unsigned long long"}, {"integer", "int"},
    {"real", "float"}, {"boolean", "bool"}, {"fp16", "half"}, {"__fp16", "half"}, {"bf16", "bfloat16"},
    {"__bf16", "bfloat16"}, {"i32", "int"}, {"u32", "unsigned int"}, {"i64", "long long"},
    {"u64", "unsigned long long"}, {"f32", "float"}, {"f64", "double"}, {"fp8", "float8_e4m3"},
    {"__nv_fp8_e4m3", "float8_e4m3"}, {"__nv_fp8_e5m2", "float8_e5m2"}
};

static const char *const plain_types[] = {"char", "short", "int", "long", "float", "double", "unsigned", "signed"};

/* Of C and C++, CUDA's own variables, and a macro that every header defines; sorted. */
static const char *const keywords[] = {
    "NULL", "alignas", "alignof", "asm", "auto", "blockDim", "blockIdx", "bool", "break", "case", "catch", "char",
    "char16_t", "char32_t", "char8_t", "class", "co_await", "co_return", "co_yield", "complex", "concept", "const",
    "const_cast", "consteval", "constexpr", "constinit", "continue", "decltype", "default", "delete", "do", "double",
    "dynamic_cast", "else", "enum", "explicit", "export", "extern", "false", "float", "for", "friend", "goto",
    "gridDim", "if", "inline", "int", "long", "mutable", "namespace", "new", "noexcept", "nullptr", "operator",
    "private", "protected", "public", "register", "reinterpret_cast", "requires", "restrict", "return", "short",
    "signed", "sizeof", "static", "static_assert", "static_cast", "struct", "switch", "template", "this",
    "threadIdx", "thread_local", "throw", "true", "try", "typedef", "typeid", "typename", "typeof", "union",
    "unsigned", "using", "virtual", "void", "volatile", "warpSize", "wchar_t", "while"
};
/* clang-format on */

/* Macros of constants that the preludes define for every kernel: as names they would be replaced. (They may be used, of
 * course, and a preamble may define its own.) Sorted. */
static const char *const constants[] = {
    "CHAR_BIT",   "CHAR_MAX",  "CHAR_MIN",  "DBL_EPSILON", "DBL_MAX",    "DBL_MIN",   "FLT_EPSILON", "FLT_MAX",
    "FLT_MIN",    "HUGE_VAL",  "HUGE_VALF", "INFINITY",    "INT16_MAX",  "INT16_MIN", "INT32_MAX",   "INT32_MIN",
    "INT64_MAX",  "INT64_MIN", "INT8_MAX",  "INT8_MIN",    "INT_MAX",    "INT_MIN",   "LLONG_MAX",   "LLONG_MIN",
    "LONG_MAX",   "LONG_MIN",  "M_1_PI",    "M_2_PI",      "M_2_SQRTPI", "M_E",       "M_LN10",      "M_LN2",
    "M_LOG10E",   "M_LOG2E",   "M_PI",      "M_PI_2",      "M_PI_4",     "M_SQRT1_2", "M_SQRT2",     "NAN",
    "SCHAR_MAX",  "SCHAR_MIN", "SHRT_MAX",  "SHRT_MIN",    "SIZE_MAX",   "UCHAR_MAX", "UINT16_MAX",  "UINT32_MAX",
    "UINT64_MAX", "UINT8_MAX", "UINT_MAX",  "ULLONG_MAX",  "ULONG_MAX",  "USHRT_MAX"};

bool cj_word_find_type(const char *word, cj_word_type *out)
{
    const cj_dtype_info *info;

    if (strlen(word) < CJ_SHORTEST_TYPE)
        return false;
    for (size_t k = 0; k < sizeof word_types / sizeof *word_types; k++) {
        if (*word_types[k].word == *word && strcmp(word_types[k].word, word) == 0) {
            *out = word_types[k];
            return true;
        }
    }
    /* In the dtype table only the names of CUDA's vectors and of 8-bit floats are C++ types too; "float32" is none. */
    info = cj_dtype_by_name(word);
    if (info == NULL || info->dtype < CUJIT_CHAR1 || info->dtype > CUJIT_FLOAT8_E5M2)
        return false;
    *out = (cj_word_type){info->name, info->dtype, info->spelling};
    return true;
}

static int compare(const void *word, const void *element)
{
    return strcmp(word, *(const char *const *)element);
}

#define IS_ONE_OF(word, words) (bsearch(word, words, sizeof(words) / sizeof *(words), sizeof *(words), compare) != NULL)

bool cj_word_is_keyword(const char *word)
{
    return IS_ONE_OF(word, keywords) || cj_operator_word(word) != NULL;
}

bool cj_word_is_identifier(const char *word)
{
    static const char letters[] = "0123456789_abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

    return *word != '\0' && (*word < '0' || *word > '9') && word[strspn(word, letters)] == '\0';
}

int cj_word_axis(const char *word)
{
    const size_t digits = *word == 'i' || *word == 'n' ? strspn(word + 1, "0123456789") : 0;
    const int axis = digits > 0 ? atoi(word + 1) : -1;

    return digits <= 2 && word[1 + digits] == '\0' && axis <= 15 && (axis > 9) == (digits == 2) ? axis : -1;
}

const char *cj_word_trouble(const char *word, const char *const *reserved)
{
    cj_word_type type;

    if (*word == '\0' || isdigit((unsigned char)*word))
        return "a name begins with a letter or '_'";
    if (!cj_word_is_identifier(word))
        return "a name is made of ASCII letters, digits and '_'";
    if (strlen(word) > NAME_MAX_LENGTH)
        return "a name has at most 255 characters";
    if (cj_word_is_keyword(word))
        return "it is a keyword of C, C++ or CUDA";
    if (cj_word_find_type(word, &type))
        return "it is the name of a type";
    if (IS_ONE_OF(word, constants))
        return "it is a macro that every kernel has, a constant of <float.h>, <limits.h>, <stdint.h> or <math.h>";
    if (strncasecmp(word, "cujit_", 6) == 0 || strcmp(word, "cujit") == 0)
        return "names that begin with \"cujit\" belong to the generated code";
    if (strncmp(word, "__", 2) == 0 || (word[0] == '_' && isupper((unsigned char)word[1])))
        return "names that begin with \"__\", or with '_' and a capital, belong to the compiler";
    for (; reserved != NULL && *reserved != NULL; reserved++) {
        if (strcmp(*reserved, word) == 0)
            return "the generated code uses that name itself";
    }
    return NULL;
}

/* ---- Suggestions ------------------------------------------------------------------------------------------------- */

static unsigned minimum(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

unsigned cj_word_distance(const char *a, const char *b, unsigned limit)
{
    unsigned rows[3][DISTANCE_MAX_LENGTH + 1];
    size_t a_length = strlen(a), b_length = strlen(b), i, j;

    if (a_length > DISTANCE_MAX_LENGTH || b_length > DISTANCE_MAX_LENGTH)
        return limit + 1;
    for (j = 0; j <= b_length; j++)
        rows[0][j] = (unsigned)j;
    for (i = 1; i <= a_length; i++) {
        unsigned *row = rows[i % 3], *above = rows[(i + 2) % 3], *second = rows[(i + 1) % 3];

        row[0] = (unsigned)i;
        for (j = 1; j <= b_length; j++) {
            row[j] = minimum(minimum(above[j], row[j - 1]) + 1, above[j - 1] + (a[i - 1] != b[j - 1]));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = minimum(row[j], second[j - 2] + 1);
        }
    }
    return minimum(rows[a_length % 3][b_length], limit + 1);
}

static void consider(const char *word, const char *candidate, unsigned *best, const char **found)
{
    unsigned distance = cj_word_distance(word, candidate, *best);

    if (distance < *best) {
        *best = distance;
        *found = candidate;
    }
}

const char *cj_word_suggest(const char *word)
{
    unsigned best = strlen(word) > 4 ? 3 : 2; /* one more than what counts as near */
    const char *found = NULL;

    for (size_t k = 0; k < sizeof foreign_names / sizeof *foreign_names; k++) {
        if (strcmp(foreign_names[k].word, word) == 0)
            return foreign_names[k].meant;
    }
    for (size_t k = 0; k < sizeof plain_types / sizeof *plain_types; k++)
        consider(word, plain_types[k], &best, &found);
    for (size_t k = 0; k < sizeof word_types / sizeof *word_types; k++)
        consider(word, word_types[k].word, &best, &found);
    for (int number = CUJIT_INT8; number <= CUJIT_DOUBLE4; number++)
        if (cj_dtype_find((cujit_dtype)number) != NULL)
            consider(word, cujit_dtype_name((cujit_dtype)number), &best, &found);
    return found;
}
