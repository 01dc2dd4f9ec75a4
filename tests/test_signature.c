/*
 * test_signature.c: C parameter lists: every type in every spelling, and every way to be wrong.
 */
#include "support.h"

#include "libjit/base/alloc.h"
#include "libjit/syntax/letters.h"
#include "libjit/syntax/signature.h"
#include "libjit/syntax/words.h"
#include "templates/templates.h"
#include "tests/declare.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const reserved[] = {"i", "n", "total_threads", NULL};

static cj_type_table types;
static cj_signature signature;

static void setup(void)
{
    cujit_dtype dtype;

    must(cj_type_table_add(&types, "pair", "struct pair { float a; int b; };", 8, 4, &dtype, &fault));
    must(cj_type_table_add(&types, "particle", "struct particle { float4 p; };", 16, 16, &dtype, &fault));
}

static void teardown(void)
{
    cj_signature_clear(&signature);
    cj_type_table_clear(&types);
}

FIXTURE(setup, teardown)

/* All parameters as they are declared in C++, joined by ", ". */
static char *render(const cj_signature *what)
{
    cj_text text = {0};
    size_t i;

    for (i = 0; i < what->count; i++) {
        cj_text_append(&text, i > 0 ? ", " : "");
        declare_parameter(&what->parameters[i], &text);
    }
    return cj_text_take(&text);
}

/* clang-format off */
static const struct {
    const char *text, *rendered;
} good[] = {
    {"", ""}, {" /* nothing */ \n // here\n", ""}, {"float a, float *x, float *z", "float a, float *x, float *z"},
    {"float a,float*x,\n\tfloat\n*z // out", "float a, float *x, float *z"},
    {"const float *restrict x", "const float *__restrict__ x"},
    {"texture2d<float> t, texture1d_layered < unsigned char > const u", "texture2d<float> t, const texture1d_layered<unsigned char> u"},
    {"const surface3d<uchar4> s, cudaTextureObject_t t", "const surface3d<uchar4> s, cudaTextureObject_t t"},
    {"float const *restrict const x", "const float *__restrict__ x"},
    {"float *const volatile __restrict x", "float *__restrict__ x"},
    {"volatile const float *__restrict__ x", "const volatile float *__restrict__ x"},
    {"const const int a", "const int a"}, {"const volatile int a", "const volatile int a"},
    {"int volatile a", "volatile int a"}, {"float x[]", "float *x"}, {"float x[3]", "float *x"},
    {"float x[ 0x10 ]", "float *x"}, {"float x[restrict]", "float *__restrict__ x"},
    {"float x[static const 3]", "float *x"},
    {"const pair *p, struct pair q, struct particle *r", "const pair *p, pair q, particle *r"},
    {"fl\\\noat ab\\\nc", "float abc"}, {"char c", "char c"},
    {"signed char c, char signed d", "signed char c, signed char d"},
    {"unsigned char c, char unsigned d", "unsigned char c, unsigned char d"},
    {"short a, short int b, signed short c, int short signed d", "short a, short b, short c, short d"},
    {"unsigned short a, short unsigned int b", "unsigned short a, unsigned short b"},
    {"int a, signed b, signed int c", "int a, int b, int c"},
    {"unsigned a, unsigned int b, int unsigned c", "unsigned int a, unsigned int b, unsigned int c"},
    {"long a, long int b, signed long c, int signed long d", "long a, long b, long c, long d"},
    {"unsigned long a, long unsigned int b", "unsigned long a, unsigned long b"},
    {"long long a, long int long b, signed long long int c", "long long a, long long b, long long c"},
    {"unsigned long long int a, long unsigned int long b", "unsigned long long a, unsigned long long b"},
    {"long const unsigned volatile long x", "const volatile unsigned long long x"},
    {"float a, double b", "float a, double b"}, {"bool a, _Bool b", "bool a, bool b"},
    {"size_t a, ssize_t b, ptrdiff_t c, intptr_t d, uintptr_t e", "size_t a, long b, long c, long d, unsigned long e"},
    {"int8_t a, uint8_t b, int16_t c, uint16_t d", "signed char a, unsigned char b, short c, unsigned short d"},
    {"int32_t a, uint32_t b, int64_t c, uint64_t d", "int a, unsigned int b, long long c, unsigned long long d"},
    {"half a, __half *b, _Float16 c", "__half a, __half *b, __half c"},
    {"bfloat16 a, __nv_bfloat16 b, nv_bfloat16 *c", "__nv_bfloat16 a, __nv_bfloat16 b, __nv_bfloat16 *c"},
    {"float complex a, complex float b, float _Complex c, _Complex float d",
     "cujit::complex<float> a, cujit::complex<float> b, cujit::complex<float> c, cujit::complex<float> d"},
    {"double complex *a, complex const double *b", "cujit::complex<double> *a, const cujit::complex<double> *b"},
    {"cuComplex a, cuFloatComplex b, cuDoubleComplex c",
     "cujit::complex<float> a, cujit::complex<float> b, cujit::complex<double> c"},
    {"cujit::complex<float> a, pycuda::complex<double> *b", "cujit::complex<float> a, cujit::complex<double> *b"},
    {"const cujit :: complex < float > volatile *a", "const volatile cujit::complex<float> *a"},
    {"float4 a, const double3 *b, uchar1 c", "float4 a, const double3 *b, uchar1 c"},
    {"float _x, float x_1, float X, float I", "float _x, float x_1, float X, float I"},
    {"float floats, int integer, long n_max", "float floats, int integer, long n_max"},
};
/* clang-format on */

TEST_EACH(signature_accepts, COUNT(good))
{
    cj_signature again = {0};
    char *first, *second;
    size_t i;

    must(cj_signature_parse(good[_i].text, &types, reserved, NULL, &signature, &fault));
    first = render(&signature);
    ck_assert_str_eq(first, good[_i].rendered);
    must(cj_signature_parse(first, &types, reserved, NULL, &again, &fault));
    second = render(&again);
    ck_assert_str_eq(first, second);
    ck_assert_uint_eq(signature.count, again.count);
    for (i = 0; i < signature.count; i++) {
        ck_assert_int_eq(signature.parameters[i].dtype, again.parameters[i].dtype);
        ck_assert_uint_gt(signature.parameters[i].size, 0);
        ck_assert_uint_gt(signature.parameters[i].alignment, 0);
    }
    cj_free(first);
    cj_free(second);
    cj_signature_clear(&again);
}

TEST(signature_knows_places_and_types)
{
    cj_signature s = {0};

    must(cj_signature_parse("float a,\n  const double4 *xs, pair q, char c", &types, NULL, NULL, &s, &fault));
    ck_assert_uint_eq(s.count, 4);
    ck_assert_int_eq(s.parameters[0].line, 1);
    ck_assert_int_eq(s.parameters[0].column, 7);
    ck_assert_int_eq(s.parameters[1].line, 2);
    ck_assert_int_eq(s.parameters[1].column, 18);
    ck_assert_int_eq(s.parameters[1].dtype, CUJIT_DOUBLE4);
    ck_assert_uint_eq(s.parameters[1].size, 32);
    ck_assert_uint_eq(s.parameters[1].alignment, 16);
    ck_assert(s.parameters[1].pointer && s.parameters[1].is_const && !s.parameters[1].is_restrict);
    ck_assert_int_eq(s.parameters[2].dtype, CUJIT_DTYPE_REGISTERED);
    ck_assert_uint_eq(s.parameters[2].size, 8);
    ck_assert_uint_eq(s.parameters[2].alignment, 4);
    ck_assert_int_eq(s.parameters[3].dtype, CUJIT_INT8);
    cj_signature_clear(&s);
    cj_signature_clear(&s);
}

/* clang-format off */
static const struct {
    const char *message, *texts; /* a part of it; '^': the place */
    } bad[] = { {"parameter 1: unknown type 'flaot'; did you mean 'float'?", "^flaot x"},
    {"parameter 2: unknown type 'fooat'; did you mean 'float'?", "float a,\n ^fooat *x"},
    {"did you mean 'pair'?", "^pear *x"}, {"did you mean 'float32'?", "^flaot32 x"},
    {"did you mean 'unsigned int'?", "^uint x"}, {"did you mean 'float4'?", "^foat4 x"},
    {"unknown type 'something'; expected a C arithmetic type", "^something x"},
    {"unknown type 'something'", "struct ^something x"}, {"unknown type 'float'", "struct ^float x"},
    {"no struct; remove 'struct'", "struct ^float4 x"},
    {"expected the name of a registered type", "struct ^*x | struct^"},
    {"'struct' behind 'float'", "float ^struct pair x"}, {"'x' has no type", "^x | const ^x"},
    {"'y' has no type: every parameter needs a type", "float x, ^y"}, {"expected a type, found the end", "const^"},
    {"'long double' is not supported: GPUs", "^long double x"},
    {"'long double' is not supported", "^double long x | ^long double complex x"},
    {"128-bit integers", "^__int128 x | unsigned ^__int128 x"}, {"void is no element type", "^void | const ^void *x"},
    {"pointers to pointers", "float *^*x | float *const ^*x"}, {"array of pointers", "float *x^[]"},
    {"arrays of arrays", "float x[3]^[4]"}, {"expected ']' or a number, found 'n'", "float x[^n]"},
    {"expected ']' or a number", "float x[^1.5]"}, {"expected ']' or a number, found the end", "float x[^"},
    {"expected ',' or the end of the text, found ']'", "float x^]"},
    {"references are not supported", "float ^&x | float ^&&x | float *^&x"}, {"function pointers", "float ^(*f)(int)"},
    {"expected ',' or the end of the text, found '('", "float f^(int)"}, {"expected a type, found '('", "^(float x)"},
    {"parameter 'a': default values", "float a ^= 3"}, {"variable arguments", "float a, ^... | float ^...a"},
    {"template 'vector<...>'", "^vector<float> x"},
    {"template 'texture<...>' is not supported; expected a plain type, or 'texture2d<float>'", "^texture<float> t"},
    {"or 'texture2d<float>' and its like for textures", "^texture2D<float> t | ^texture4d<float> t"},
    {"or 'surface2d<float>' and its like for surfaces", "^surface<void, 2> s | ^surface2D<int> s"},
    {"'complex<...>' is not a type here; expected 'float complex'", "^complex<float> x"},
    {"'std::...' is not supported", "^std::complex<float> x | ^std::vector x"},
    {"expected 'float' or 'double' in complex<>", "cujit::complex<^int> x"}, {"expected '<'", "cujit::complex ^x"},
    {"expected '>'", "cujit::complex<float ^x"}, {"qualified names", "cujit::^foo x"},
    {"templates are not supported", "float^<int> x"}, {"no template", "size_t^<int> x"},
    {"expected a name behind 'float', found the end", "float^"}, {"expected a name behind 'float *'", "float *^"},
    {"expected a name behind 'float', found ','", "float^, int x"}, {"found '3x'", "float ^3x"},
    {"trailing comma", "float x^,"}, {"expected a type, found ','", "^,float x | float x,^,float y"},
    {"expected ',' or the end of the text, found ';'", "float x^; float y"}, {"found 'float'", "float x ^float y"},
    {"taken: parameter 1 in line 1, column 7", "float x, int y, float ^x"}, {"expected 'struct'", "float ^class"},
    {"keyword", "float ^while | float *^int | float *^nullptr | float ^xor | float ^alignas | float ^co_yield | "
    "float ^warpSize | float ^NULL"}, {"keyword of C, C++ or CUDA", "float *^threadIdx"},
    {"name of a type", "float *^float4"}, {"registered type", "float *^pair"},
    {"begin with \"cujit\"", "float ^cujit_x | float ^CUJIT_x"},
    {"a macro that every kernel has", "float ^CHAR_BIT | float ^ULONG_MAX | float ^NAN | float *x, int ^M_PI"},
    {"belong to the compiler", "float ^__x | float ^_X"},
    {"generated code uses that name", "float ^i | float *^total_threads"}, {"ASCII", "float ^$x | float ^\xC3\xA4"},
    {"pointers only", "float ^restrict x | half ^__restrict x | ^restrict float *x"},
    {"'unsigned float' is not a type", "^unsigned float x"}, {"'short double' is not a type", "^short double x"},
    {"'signed size_t' is not a type", "signed ^size_t x"}, {"no other word goes with 'size_t'", "^size_t unsigned x"},
    {"'int half' is not a type", "int ^half x"},
    {"do not go together", "^signed unsigned x | ^short long x | ^short short x | ^char int x | ^long char x | "
                           "^int int x | ^float float x | ^float double x | ^long float x"},
    {"at most twice", "^long long long x"}, {"expected 'float complex'", "^complex x | ^complex int x"},
    {"storage class", "^static float x | float ^static x"}, {"atomic types", "^_Atomic int x"},
    {"enumerations", "^enum e x"}, {"'auto' is none", "^auto x"}, {"character types", "^wchar_t x"},
    {"directives", "^#define x"}, {"comment never ends", "float ^/* x"}, {"found '\"x\"'", "float ^\"x\""},
    {"control character", "float x^\x01"}, {"stray backslash", "float ^\\x"}, {"backslash as the last", "float x ^\\"},
    {"found '@'", "float ^@"},
};
/* clang-format on */

TEST_EACH(signature_refuses, COUNT(bad))
{
    EACH_OF(marked, bad[_i].texts)
    {
        int line, column;
        const char *text = without_mark(marked, &line, &column);

        refuse_at(cj_signature_parse(text, &types, reserved, NULL, &signature, &fault), CUJIT_ERROR_SIGNATURE,
                  "arguments", line, column, bad[_i].message);
        ck_assert_ptr_null(signature.parameters);
    }
}

/* ---- Letters ----------------------------------------------------------------------------------------------------- */

static const struct {
    const char *types, *text, *rendered, *bound;
    size_t open;
} generic[] = {
    {"", "float *X, float T", "float *X, float T", "", 0},
    {"", "T *x", "T *x", "", 1},
    {"", "T a, const T *__restrict x, U volatile *z", "T a, const T *__restrict__ x, volatile U *z", "", 2},
    {"", "const T x[], A *y", "const T *x, A *y", "", 2},
    {"", "T *x, float U", "T *x, float U", "", 1},
    {"", "T\n/* a\ntype */ *x", "T *x", "", 1},
    {"T = float", "T *x, U *y, T a", "float *x, U *y, float a", "T = float", 1},
    {"T = float", "float *x, T a", "float *x, float a", "T = float", 0},
    {"T=long int unsigned,U = double complex", "T *x, const U y", "unsigned long *x, const cujit::complex<double> y",
     "T = unsigned long, U = cujit::complex<double>", 0},
    {" Z = pair , A = struct particle ", "A a, Z *z", "particle a, pair *z", "A = particle, Z = pair", 0},
    {"T = pycuda::complex<float>", "T *x", "cujit::complex<float> *x", "T = cujit::complex<float>", 0},
    {"T = half, U = __nv_bfloat16, V = double4", "V *v, U *u, T *t", "double4 *v, __nv_bfloat16 *u, __half *t",
     "T = __half, U = __nv_bfloat16, V = double4", 0},
    {"// a\nT /* b */ = // c\nsize_t", "T *x", "size_t *x", "T = size_t", 0},
    {"T = float16", "T *x, const uint64 *float32, complex128 c, int8 b[]",
     "__half *x, const unsigned long long *float32, cujit::complex<double> c, signed char *b", "T = __half", 0},
};

TEST_EACH(letters_stand_for_types, COUNT(generic))
{
    cj_letters letters, again;
    cj_text bound = {0};
    char *rendered, *written;

    must(cj_letters_parse(generic[_i].types, &types, &letters, &fault));
    must(cj_signature_parse(generic[_i].text, &types, reserved, &letters, &signature, &fault));
    must(cj_letters_check_used(&letters, generic[_i].types, &fault));
    rendered = render(&signature);
    ck_assert_str_eq(rendered, generic[_i].rendered);
    ck_assert_uint_eq(cj_letters_open(&letters), generic[_i].open);
    cj_letters_write(&letters, &bound);
    written = cj_text_take(&bound);
    ck_assert_str_eq(written, generic[_i].bound);
    must(cj_letters_parse(written, &types, &again, &fault));
    for (size_t k = 0; k < CJ_LETTERS; k++)
        ck_assert_int_eq(letters.of[k].dtype, again.of[k].dtype);
    for (size_t k = 0; k < signature.count; k++) {
        const cj_parameter *parameter = &signature.parameters[k];
        const cj_letter *letter = parameter->letter != 0 ? &letters.of[parameter->letter - 'A'] : NULL;

        ck_assert_int_eq(parameter->size == 0, letter != NULL && letter->spelling == NULL);
        ck_assert_int_eq(parameter->dtype == CUJIT_DTYPE_NONE, letter != NULL && letter->spelling == NULL);
    }
    cj_free(rendered);
    cj_free(written);
    cj_signature_clear(&signature);
}

/* clang-format off */
static const struct {
    const char *message, *texts; /* a part of it; '^': the place */
} bad_types[] = {
    {"expected '=' and a type behind the letter, found the end of the text", "T^"},
    {"T: expected a type, found the end of the text", "T =^"},
    {"expected '=' and a type behind the letter, found 'float'", "T ^float"}, {"found '=='", "T ^== float"},
    {"T: unknown type 'flaot'; did you mean 'float'?", "T = ^flaot"}, {"T: unknown type 'U'", "T = ^U"},
    {"T: unknown type 'T'", "T = ^T"}, {"T: a pointer is no type of elements", "T = float ^* | T = float^[3]"},
    {"T: 'const' and 'volatile' belong into the signature", "T = ^const float"},
    {"belong into the signature", "T = ^float volatile"}, {"T: void is no element type", "T = ^void"},
    {"T: 'long double' is not supported", "T = ^long double"}, {"do not go together", "T = ^unsigned float"},
    {"types: expected ',' or the end of the text behind a type, found 'x'", "T = float ^x"},
    {"found 'U'", "T = float ^U = half"}, {"found ';'", "T = float^; U = half"},
    {"expected another letter behind the ','", "T = float,^"}, {"expected '='", "T = float,\n\nU ^half"},
    {"T stands for float already, by line 1, column 1", "T = float, ^T = float"},
    {"expected a capital and the type that it stands for", "^,"},
    {"expected a capital", "^= float | ^t = float | ^TT = float | ^\"T\" = float | ^#define T"},
    {"found 'x'", "^x = float"}, {"found 'float'", "^float"}, {"found '3'", "^3 = float"},
    {"T: expected a type, found '#'", "T = ^#float"}, {"'std::...' is not supported", "T = ^std::complex<float>"},
    {"expected 'float' or 'double'", "T = cujit::complex<^int>"}, {"comment never ends", "T = ^/* float"},
    {"control character", "T = ^\x01"}, {"P is a registered type", "^P = float"},
};
/* clang-format on */

TEST_EACH(types_of_letters_are_checked, COUNT(bad_types))
{
    cj_letters letters;
    cujit_dtype dtype;

    must(cj_type_table_add(&types, "P", "struct P { int a; };", 4, 4, &dtype, &fault));
    EACH_OF(marked, bad_types[_i].texts)
    {
        int line, column;
        const char *text = without_mark(marked, &line, &column);

        refuse_at(cj_letters_parse(text, &types, &letters, &fault), CUJIT_ERROR_SIGNATURE, "types", line, column,
                  bad_types[_i].message);
    }
}

/* clang-format off */
static const struct {
    const char *types, *text;
    int line, column;
    const char *message;
} bad_generic[] = {
    {"", "T a", 1, 1, "T is the type of no array"}, {"", "T *x,\n  const U a, U b", 2, 9, "U is the type of no array"},
    {"U = int", "T a, U *x", 1, 1, "T is the type of no array"},
    {"", "T *T", 1, 4, "parameter 1: a parameter cannot be named 'T': in this signature T is a type"},
    {"", "T *x, int *T", 1, 12, "parameter 2: a parameter cannot be named 'T'"},
    {"", "float U, U *x", 1, 7, "cannot be named 'U'"}, {"T = float", "T *x, float T", 1, 13, "cannot be named 'T'"},
    {"", "struct T *x", 1, 8, "'T' stands for any type and is no struct; remove 'struct'"},
    {"T = pair", "struct T *x", 1, 8, "is no struct"}, {"", "unsigned T *x", 1, 12, "expected ',' or the end"},
    {"", "T unsigned *x", 1, 1, "no other word goes with 'T'"}, {"", "T<float> *x", 1, 1, "template 'T<...>'"},
    {"", "T::value *x", 1, 1, "'T::...' is not supported"}, {"", "T", 1, 1, "'T' has no type"},
    {"", "float *x, T", 1, 11, "'T' has no type"}, {"", "T *", 1, 4, "expected a name behind 'T *'"},
    {"", "T **x", 1, 4, "pointers to pointers"}, {"", "TT *x", 1, 1, "unknown type 'TT'"},
    {"", "t *x", 1, 1, "or one capital that stands for any type"}, {"", "\xC3\x84 *x", 1, 1, ""},
};
/* clang-format on */

TEST_EACH(generic_signatures_are_checked, COUNT(bad_generic))
{
    cj_letters letters;

    must(cj_letters_parse(bad_generic[_i].types, &types, &letters, &fault));
    refuse_at(cj_signature_parse(bad_generic[_i].text, &types, reserved, &letters, &signature, &fault),
              CUJIT_ERROR_SIGNATURE, "arguments", bad_generic[_i].line, bad_generic[_i].column,
              bad_generic[_i].message);
    ck_assert_ptr_null(signature.parameters);
}

/* Without letters a capital is no type, as in a module's kernels. */
TEST(letters_are_asked_for)
{
    refuse(cj_signature_parse("T *x", NULL, NULL, NULL, &signature, &fault), CUJIT_ERROR_SIGNATURE, "unknown type 'T'");
}

/* Nor are names of dtypes: a module may mean anything by them. */
TEST(what_cpp_declares_has_no_names_of_dtypes)
{
    ck_assert_int_eq(cj_signature_parse("const int32 *x", NULL, NULL, NULL, &signature, NULL), CUJIT_ERROR_SIGNATURE);
}

TEST(letters_have_limits)
{
    char *text = malloc(CJ_SIGNATURE_MAX_BYTES + 2);
    cujit_error error = {.status = CUJIT_ERROR_COMPILE};
    cj_letters letters;

    memset(text, ' ', CJ_SIGNATURE_MAX_BYTES + 1);
    text[CJ_SIGNATURE_MAX_BYTES + 1] = '\0';
    ck_assert_int_eq(cj_letters_parse(text, NULL, &letters, &error), CUJIT_ERROR_SIGNATURE);
    ck_assert_str_eq(error.part, "types");
    memcpy(text, "T = float", 9);
    text[CJ_SIGNATURE_MAX_BYTES] = '\0';
    ck_assert_int_eq(cj_letters_parse(text, NULL, &letters, &error), CUJIT_OK);
    free(text);

    /* A message that is as long as can be makes room for the binding. */
    letters.of['T' - 'A'].line = 1;
    memset(error.message, 'x', sizeof error.message - 1);
    error.message[sizeof error.message - 1] = '\0';
    cj_letters_add_to_error(&letters, &error);
    ck_assert_uint_eq(strlen(error.message), sizeof error.message - 1);
    ck_assert_ptr_nonnull(strstr(error.message, "xxx (with T = float)"));
    strcpy(error.message, "short");
    cj_letters_add_to_error(&letters, &error);
    ck_assert_str_eq(error.message, "short (with T = float)");
    letters = (cj_letters){0};
    cj_letters_add_to_error(&letters, &error);
    ck_assert_str_eq(error.message, "short (with T = float)");
    cj_letters_add_to_error(&letters, NULL);
    cujit_error_clear(&error);
}

/* ---- Limits ------------------------------------------------------------------------------------------------------ */

/* "int a0, int a1, ..." */
static char *many(int count)
{
    cj_text text = {0};
    int i;

    for (i = 0; i < count; i++)
        cj_text_printf(&text, "%sint a%d", i > 0 ? ", " : "", i);
    return cj_text_take(&text);
}

TEST(signature_has_limits)
{
    char *most = many(64), *more = many(65), *longest;

    must(cj_signature_parse(most, NULL, NULL, NULL, &signature, &fault));
    ck_assert_uint_eq(signature.count, 64);
    cj_signature_clear(&signature);
    refuse(cj_signature_parse(more, NULL, NULL, NULL, &signature, &fault), CUJIT_ERROR_SIGNATURE, "at most 64");
    ck_assert_int_eq(cj_signature_parse(NULL, NULL, NULL, NULL, &signature, &fault), CUJIT_ERROR_INVALID_ARGUMENT);
    longest = malloc(65538);
    memset(longest, ' ', 65537);
    memcpy(longest, "int a", 5);
    longest[65537] = '\0';
    ck_assert_int_eq(cj_signature_parse(longest, NULL, NULL, NULL, &signature, &fault), CUJIT_ERROR_SIGNATURE);
    longest[65536] = '\0';
    must(cj_signature_parse(longest, NULL, NULL, NULL, &signature, &fault));
    cj_signature_clear(&signature);
    memset(longest + 4, 'a', 60000);
    ck_assert_int_eq(cj_signature_parse(longest, NULL, NULL, NULL, &signature, &fault), CUJIT_ERROR_SIGNATURE);
    memset(longest, 'a', 60000);
    ck_assert_int_eq(cj_signature_parse(longest, NULL, NULL, NULL, &signature, &fault), CUJIT_ERROR_SIGNATURE);
    memset(longest, '*', 60000);
    ck_assert_int_eq(cj_signature_parse(longest, NULL, NULL, NULL, &signature, &fault), CUJIT_ERROR_SIGNATURE);
    free(longest);
    cj_free(most);
    cj_free(more);
}

TEST(words_have_distances)
{
    ck_assert_uint_eq(cj_word_distance("float", "float", 3), 0);
    ck_assert_uint_eq(cj_word_distance("flaot", "float", 3), 1);
    ck_assert_uint_eq(cj_word_distance("loat", "float", 3), 1);
    ck_assert_uint_eq(cj_word_distance("", "abc", 3), 3);
    ck_assert_uint_eq(cj_word_distance("abcdef", "uvwxyz", 3), 4);
    ck_assert_ptr_null(cj_word_suggest("completely_different"));
}

/* What a prelude defines without parameters replaces any name that is the same. */
TEST(names_are_no_macros_of_the_preludes)
{
    /* but for math_constants.h, which defines CUDA's own names for who includes it */
    const char *const preludes[] = {
        cj_template_host_complex,           cj_template_host_groups,
        cj_template_host_groups_copy,       cj_template_host_groups_reduce,
        cj_template_host_groups_scan,       cj_template_prelude_accessors,
        cj_template_prelude_complex,        cj_template_prelude_complex_inverse,
        cj_template_prelude_complex_pycuda, cj_template_prelude_cuda,
        cj_template_prelude_fold,           cj_template_prelude_half,
        cj_template_prelude_host,           cj_template_prelude_host_half,
        cj_template_prelude_host_math,      cj_template_prelude_host_more,
        cj_template_prelude_neighbours,     cj_template_prelude_promotion,
        cj_template_prelude_scan,
    };
    int behind, count = 0;
    char name[64];

    for (size_t k = 0; k < COUNT(preludes); k++) {
        for (const char *line = preludes[k]; line != NULL; line = strchr(line, '\n')) {
            line += *line == '\n';
            if (sscanf(line, " # define %63[A-Za-z0-9_]%n", name, &behind) != 1 || line[behind] == '(')
                continue;
            ck_assert_msg(cj_word_trouble(name, NULL) != NULL, "prelude %zu: %s", k, name);
            count++;
        }
    }
    ck_assert_int_gt(count, 50);
    ck_assert_ptr_null(cj_word_trouble("nan", NULL));
    ck_assert_ptr_null(cj_word_trouble("pi", NULL));
}
