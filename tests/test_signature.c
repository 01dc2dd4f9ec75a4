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

static const struct {
    const char *text, *rendered;
} good[] = {
    {"", ""},
    {" /* nothing */ \n // here\n", ""},
    {"float a, float *x, float *z", "float a, float *x, float *z"},
    {"float a,float*x,\n\tfloat\n*z // out", "float a, float *x, float *z"},
    {"const float *restrict x", "const float *__restrict__ x"},
    {"float const *restrict const x", "const float *__restrict__ x"},
    {"float *const volatile __restrict x", "float *__restrict__ x"},
    {"volatile const float *__restrict__ x", "const volatile float *__restrict__ x"},
    {"const const int a", "const int a"},
    {"const volatile int a", "const volatile int a"},
    {"int volatile a", "volatile int a"},
    {"float x[]", "float *x"},
    {"float x[3]", "float *x"},
    {"float x[ 0x10 ]", "float *x"},
    {"float x[restrict]", "float *__restrict__ x"},
    {"float x[static const 3]", "float *x"},
    {"const pair *p, struct pair q, struct particle *r", "const pair *p, pair q, particle *r"},
    {"fl\\\noat ab\\\nc", "float abc"},
    {"char c", "char c"},
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
    {"float a, double b", "float a, double b"},
    {"bool a, _Bool b", "bool a, bool b"},
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

TEST_EACH(signature_accepts, COUNT(good))
{
    cj_signature again = {0};
    char *first, *second;
    size_t i;

    must(cj_signature_parse(good[_i].text, &types, reserved, &signature, &fault));
    first = render(&signature);
    ck_assert_str_eq(first, good[_i].rendered);
    must(cj_signature_parse(first, &types, reserved, &again, &fault));
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

    must(cj_signature_parse("float a,\n  const double4 *xs, pair q, char c", &types, NULL, &s, &fault));
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

static const struct {
    const char *text;
    int line, column;
    const char *message; /* a part of it */
} bad[] = {
    {"flaot x", 1, 1, "parameter 1: unknown type 'flaot'; did you mean 'float'?"},
    {"float a,\n fooat *x", 2, 2, "parameter 2: unknown type 'fooat'; did you mean 'float'?"},
    {"pear *x", 1, 1, "did you mean 'pair'?"},
    {"flaot32 x", 1, 1, "did you mean 'float32'?"},
    {"uint x", 1, 1, "did you mean 'unsigned int'?"},
    {"foat4 x", 1, 1, "did you mean 'float4'?"},
    {"something x", 1, 1, "unknown type 'something'; expected a C arithmetic type"},
    {"struct something x", 1, 8, "unknown type 'something'"},
    {"struct float x", 1, 8, "unknown type 'float'"},
    {"struct float4 x", 1, 8, "no struct; remove 'struct'"},
    {"struct *x", 1, 8, "expected the name of a registered type"},
    {"struct", 1, 7, "expected the name of a registered type"},
    {"float struct pair x", 1, 7, "'struct' behind 'float'"},
    {"x", 1, 1, "'x' has no type"},
    {"float x, y", 1, 10, "'y' has no type: every parameter needs a type"},
    {"const x", 1, 7, "'x' has no type"},
    {"const", 1, 6, "expected a type, found the end"},
    {"long double x", 1, 1, "'long double' is not supported: GPUs"},
    {"double long x", 1, 1, "'long double' is not supported"},
    {"long double complex x", 1, 1, "'long double' is not supported"},
    {"__int128 x", 1, 1, "128-bit integers"},
    {"unsigned __int128 x", 1, 10, "128-bit integers"},
    {"void", 1, 1, "void is no element type"},
    {"const void *x", 1, 7, "void is no element type"},
    {"float **x", 1, 8, "pointers to pointers"},
    {"float *const *x", 1, 14, "pointers to pointers"},
    {"float *x[]", 1, 9, "array of pointers"},
    {"float x[3][4]", 1, 11, "arrays of arrays"},
    {"float x[n]", 1, 9, "expected ']' or a number, found 'n'"},
    {"float x[1.5]", 1, 9, "expected ']' or a number"},
    {"float x[", 1, 9, "expected ']' or a number, found the end"},
    {"float x]", 1, 8, "expected ',' or the end of the text, found ']'"},
    {"float &x", 1, 7, "references are not supported"},
    {"float &&x", 1, 7, "references are not supported"},
    {"float *&x", 1, 8, "references are not supported"},
    {"float (*f)(int)", 1, 7, "function pointers"},
    {"float f(int)", 1, 8, "expected ',' or the end of the text, found '('"},
    {"(float x)", 1, 1, "expected a type, found '('"},
    {"float a = 3", 1, 9, "parameter 'a': default values"},
    {"float a, ...", 1, 10, "variable arguments"},
    {"float ...a", 1, 7, "variable arguments"},
    {"vector<float> x", 1, 1, "template 'vector<...>'"},
    {"complex<float> x", 1, 1, "'complex<...>' is not a type here; expected 'float complex'"},
    {"std::complex<float> x", 1, 1, "'std::...' is not supported"},
    {"std::vector x", 1, 1, "'std::...' is not supported"},
    {"cujit::complex<int> x", 1, 16, "expected 'float' or 'double' in complex<>"},
    {"cujit::complex x", 1, 16, "expected '<'"},
    {"cujit::complex<float x", 1, 22, "expected '>'"},
    {"cujit::foo x", 1, 8, "qualified names"},
    {"float<int> x", 1, 6, "templates are not supported"},
    {"size_t<int> x", 1, 7, "no template"},
    {"float", 1, 6, "expected a name behind 'float', found the end"},
    {"float *", 1, 8, "expected a name behind 'float *'"},
    {"float, int x", 1, 6, "expected a name behind 'float', found ','"},
    {"float 3x", 1, 7, "found '3x'"},
    {"float x,", 1, 8, "trailing comma"},
    {",float x", 1, 1, "expected a type, found ','"},
    {"float x,,float y", 1, 9, "expected a type, found ','"},
    {"float x; float y", 1, 8, "expected ',' or the end of the text, found ';'"},
    {"float x float y", 1, 9, "found 'float'"},
    {"float x, int y, float x", 1, 23, "taken: parameter 1 in line 1, column 7"},
    {"float class", 1, 7, "expected 'struct'"},
    {"float while", 1, 7, "keyword"},
    {"float *int", 1, 8, "keyword"},
    {"float *nullptr", 1, 8, "keyword"},
    {"float *threadIdx", 1, 8, "keyword of C, C++ or CUDA"},
    {"float xor", 1, 7, "keyword"},
    {"float alignas", 1, 7, "keyword"},
    {"float co_yield", 1, 7, "keyword"},
    {"float warpSize", 1, 7, "keyword"},
    {"float NULL", 1, 7, "keyword"},
    {"float *float4", 1, 8, "name of a type"},
    {"float *pair", 1, 8, "registered type"},
    {"float cujit_x", 1, 7, "begin with \"cujit\""},
    {"float CUJIT_x", 1, 7, "begin with \"cujit\""},
    {"float CHAR_BIT", 1, 7, "a macro that every kernel has"},
    {"float ULONG_MAX", 1, 7, "a macro that every kernel has"},
    {"float NAN", 1, 7, "a macro that every kernel has"},
    {"float *x, int M_PI", 1, 15, "a macro that every kernel has"},
    {"float __x", 1, 7, "belong to the compiler"},
    {"float _X", 1, 7, "belong to the compiler"},
    {"float i", 1, 7, "generated code uses that name"},
    {"float *total_threads", 1, 8, "generated code uses that name"},
    {"float $x", 1, 7, "ASCII"},
    {"float \xC3\xA4", 1, 7, "ASCII"},
    {"float restrict x", 1, 7, "pointers only"},
    {"half __restrict x", 1, 6, "pointers only"},
    {"restrict float *x", 1, 1, "pointers only"},
    {"unsigned float x", 1, 1, "'unsigned float' is not a type"},
    {"short double x", 1, 1, "'short double' is not a type"},
    {"signed size_t x", 1, 8, "'signed size_t' is not a type"},
    {"size_t unsigned x", 1, 1, "no other word goes with 'size_t'"},
    {"int half x", 1, 5, "'int half' is not a type"},
    {"signed unsigned x", 1, 1, "do not go together"},
    {"long long long x", 1, 1, "at most twice"},
    {"short long x", 1, 1, "do not go together"},
    {"short short x", 1, 1, "do not go together"},
    {"char int x", 1, 1, "do not go together"},
    {"long char x", 1, 1, "do not go together"},
    {"int int x", 1, 1, "do not go together"},
    {"float float x", 1, 1, "do not go together"},
    {"float double x", 1, 1, "do not go together"},
    {"long float x", 1, 1, "do not go together"},
    {"complex x", 1, 1, "expected 'float complex'"},
    {"complex int x", 1, 1, "expected 'float complex'"},
    {"static float x", 1, 1, "storage class"},
    {"float static x", 1, 7, "storage class"},
    {"_Atomic int x", 1, 1, "atomic types"},
    {"enum e x", 1, 1, "enumerations"},
    {"auto x", 1, 1, "'auto' is none"},
    {"wchar_t x", 1, 1, "character types"},
    {"#define x", 1, 1, "directives"},
    {"float /* x", 1, 7, "comment never ends"},
    {"float \"x\"", 1, 7, "found '\"x\"'"},
    {"float x\x01", 1, 8, "control character"},
    {"float \\x", 1, 7, "stray backslash"},
    {"float x \\", 1, 9, "backslash as the last"},
    {"float @", 1, 7, "found '@'"},
};

TEST_EACH(signature_refuses, COUNT(bad))
{
    refuse_at(cj_signature_parse(bad[_i].text, &types, reserved, &signature, &fault), CUJIT_ERROR_SIGNATURE,
              "arguments", bad[_i].line, bad[_i].column, bad[_i].message);
    ck_assert_ptr_null(signature.parameters);
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
    must(cj_signature_parse_generic(generic[_i].text, &types, reserved, &letters, &signature, &fault));
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

static const struct {
    const char *text;
    int line, column;
    const char *message;
} bad_types[] = {
    {"T", 1, 2, "expected '=' and a type behind the letter, found the end of the text"},
    {"T =", 1, 4, "T: expected a type, found the end of the text"},
    {"T float", 1, 3, "expected '=' and a type behind the letter, found 'float'"},
    {"T == float", 1, 3, "found '=='"},
    {"T = flaot", 1, 5, "T: unknown type 'flaot'; did you mean 'float'?"},
    {"T = U", 1, 5, "T: unknown type 'U'"},
    {"T = T", 1, 5, "T: unknown type 'T'"},
    {"T = float *", 1, 11, "T: a pointer is no type of elements"},
    {"T = float[3]", 1, 10, "T: a pointer is no type of elements"},
    {"T = const float", 1, 5, "T: 'const' and 'volatile' belong into the signature"},
    {"T = float volatile", 1, 5, "belong into the signature"},
    {"T = void", 1, 5, "T: void is no element type"},
    {"T = long double", 1, 5, "T: 'long double' is not supported"},
    {"T = unsigned float", 1, 5, "do not go together"},
    {"T = float x", 1, 11, "types: expected ',' or the end of the text behind a type, found 'x'"},
    {"T = float U = half", 1, 11, "found 'U'"},
    {"T = float; U = half", 1, 10, "found ';'"},
    {"T = float,", 1, 11, "expected another letter behind the ','"},
    {"T = float,\n\nU half", 3, 3, "expected '='"},
    {"T = float, T = float", 1, 12, "T stands for float already, by line 1, column 1"},
    {",", 1, 1, "expected a capital and the type that it stands for"},
    {"= float", 1, 1, "expected a capital"},
    {"t = float", 1, 1, "expected a capital"},
    {"TT = float", 1, 1, "expected a capital"},
    {"x = float", 1, 1, "found 'x'"},
    {"float", 1, 1, "found 'float'"},
    {"3 = float", 1, 1, "found '3'"},
    {"\"T\" = float", 1, 1, "expected a capital"},
    {"#define T", 1, 1, "expected a capital"},
    {"T = #float", 1, 5, "T: expected a type, found '#'"},
    {"T = std::complex<float>", 1, 5, "'std::...' is not supported"},
    {"T = cujit::complex<int>", 1, 20, "expected 'float' or 'double'"},
    {"T = /* float", 1, 5, "comment never ends"},
    {"T = \x01", 1, 5, "control character"},
    {"P = float", 1, 1, "P is a registered type"},
};

TEST_EACH(types_of_letters_are_checked, COUNT(bad_types))
{
    cj_letters letters;
    cujit_dtype dtype;

    must(cj_type_table_add(&types, "P", "struct P { int a; };", 4, 4, &dtype, &fault));
    refuse_at(cj_letters_parse(bad_types[_i].text, &types, &letters, &fault), CUJIT_ERROR_SIGNATURE, "types",
              bad_types[_i].line, bad_types[_i].column, bad_types[_i].message);
}

static const struct {
    const char *types, *text;
    int line, column;
    const char *message;
} bad_generic[] = {
    {"", "T a", 1, 1, "T is the type of no array"},
    {"", "T *x,\n  const U a, U b", 2, 9, "U is the type of no array"},
    {"U = int", "T a, U *x", 1, 1, "T is the type of no array"},
    {"", "T *T", 1, 4, "parameter 1: a parameter cannot be named 'T': in this signature T is a type"},
    {"", "T *x, int *T", 1, 12, "parameter 2: a parameter cannot be named 'T'"},
    {"", "float U, U *x", 1, 7, "cannot be named 'U'"},
    {"T = float", "T *x, float T", 1, 13, "cannot be named 'T'"},
    {"", "struct T *x", 1, 8, "'T' stands for any type and is no struct; remove 'struct'"},
    {"T = pair", "struct T *x", 1, 8, "is no struct"},
    {"", "unsigned T *x", 1, 12, "expected ',' or the end"},
    {"", "T unsigned *x", 1, 1, "no other word goes with 'T'"},
    {"", "T<float> *x", 1, 1, "template 'T<...>'"},
    {"", "T::value *x", 1, 1, "'T::...' is not supported"},
    {"", "T", 1, 1, "'T' has no type"},
    {"", "float *x, T", 1, 11, "'T' has no type"},
    {"", "T *", 1, 4, "expected a name behind 'T *'"},
    {"", "T **x", 1, 4, "pointers to pointers"},
    {"", "TT *x", 1, 1, "unknown type 'TT'"},
    {"", "t *x", 1, 1, "or one capital that stands for any type"},
    {"", "\xC3\x84 *x", 1, 1, ""},
};

TEST_EACH(generic_signatures_are_checked, COUNT(bad_generic))
{
    cj_letters letters;

    must(cj_letters_parse(bad_generic[_i].types, &types, &letters, &fault));
    refuse_at(cj_signature_parse_generic(bad_generic[_i].text, &types, reserved, &letters, &signature, &fault),
              CUJIT_ERROR_SIGNATURE, "arguments", bad_generic[_i].line, bad_generic[_i].column,
              bad_generic[_i].message);
    ck_assert_ptr_null(signature.parameters);
}

/* Without letters a capital is no type, as in a module's kernels. */
TEST(letters_are_asked_for)
{
    refuse(cj_signature_parse("T *x", NULL, NULL, &signature, &fault), CUJIT_ERROR_SIGNATURE, "unknown type 'T'");
}

/* Nor are names of dtypes: a module may mean anything by them. */
TEST(what_cpp_declares_has_no_names_of_dtypes)
{
    ck_assert_int_eq(cj_signature_parse("const int32 *x", NULL, NULL, &signature, NULL), CUJIT_ERROR_SIGNATURE);
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

    must(cj_signature_parse(most, NULL, NULL, &signature, &fault));
    ck_assert_uint_eq(signature.count, 64);
    cj_signature_clear(&signature);
    refuse(cj_signature_parse(more, NULL, NULL, &signature, &fault), CUJIT_ERROR_SIGNATURE, "at most 64");
    ck_assert_int_eq(cj_signature_parse(NULL, NULL, NULL, &signature, &fault), CUJIT_ERROR_INVALID_ARGUMENT);
    longest = malloc(65538);
    memset(longest, ' ', 65537);
    memcpy(longest, "int a", 5);
    longest[65537] = '\0';
    ck_assert_int_eq(cj_signature_parse(longest, NULL, NULL, &signature, &fault), CUJIT_ERROR_SIGNATURE);
    longest[65536] = '\0';
    must(cj_signature_parse(longest, NULL, NULL, &signature, &fault));
    cj_signature_clear(&signature);
    memset(longest + 4, 'a', 60000);
    ck_assert_int_eq(cj_signature_parse(longest, NULL, NULL, &signature, &fault), CUJIT_ERROR_SIGNATURE);
    memset(longest, 'a', 60000);
    ck_assert_int_eq(cj_signature_parse(longest, NULL, NULL, &signature, &fault), CUJIT_ERROR_SIGNATURE);
    memset(longest, '*', 60000);
    ck_assert_int_eq(cj_signature_parse(longest, NULL, NULL, &signature, &fault), CUJIT_ERROR_SIGNATURE);
    free(longest);
    cj_free(most);
    cj_free(more);
}

TEST(signature_survives_lack_of_memory)
{
    unsigned long nth;

    for (nth = 1;; nth++) {
        cujit_status status;

        cj_alloc_fail_at(nth);
        status = cj_signature_parse("float a, const double *x", NULL, NULL, &signature, NULL);
        cj_alloc_fail_at(0);
        if (status == CUJIT_OK)
            break;
        ck_assert_int_eq(status, CUJIT_ERROR_OUT_OF_MEMORY);
        ck_assert_uint_lt(nth, 100);
    }
    ck_assert_uint_eq(nth, 6);
    cj_signature_clear(&signature);
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
