/*
 * test_effect.c: operations that cannot have been meant are errors at the place; all that could be is left alone.
 */
#include "tests/kernels.h"

#define ARRAYS "float a, const float *x, float *y, float *z"

/* ---- What is refused --------------------------------------------------------------------------------------------- */

/* clang-format off */
static const struct {
    const char *arguments, *operation;
    int line, column;
    const char *words;
} refused[] = {
    {ARRAYS, "z = x + 1", 1, 1, "did you mean 'z[i] = x[i] + 1'?"},
    {ARRAYS, "z = a*x + y", 1, 1, "did you mean 'z[i] = a*x[i] + y[i]'?"},
    {ARRAYS, "z = x[i]", 1, 1, "did you mean 'z[i] = x[i]'?"}, {ARRAYS, "z += 1", 1, 1, "did you mean 'z[i] += 1'?"},
    {ARRAYS, "z++", 1, 1, "did you mean 'z[i]++'?"}, {ARRAYS, "--z;", 1, 3, "did you mean '--z[i]'?"},
    {ARRAYS, "z = z + 1", 1, 1, "did you mean 'z[i] = z[i] + 1'?"},
    {ARRAYS, "z = sqrtf(x)", 1, 1, "did you mean 'z[i] = sqrtf(x[i])'?"},
    {ARRAYS, "y[i] = x[i];\n  z = y", 2, 3, "did you mean 'z[i] = y[i]'?"},
    {ARRAYS, "if (x[i] > 0)\n    z = x + 1;\nelse\n    z = x - 1;", 2, 5, "z is an array"},
    {ARRAYS, "{ float t = x[i]; { z = y; } }", 1, 21, "z is an array"},
    {ARRAYS, "for (int k = 0; k < 3; k++) z = y", 1, 29, "z is an array"},
    {ARRAYS, "/* z */ z /* = */ = // x\n x + 1", 1, 9, "'z[i] = x[i] + 1'"},
    {ARRAYS, "a = 2*x[i]", 1, 1, "'float *a' in the arguments, and 'a[i] = 2*x[i]'"},
    {ARRAYS, "a += x[i]", 1, 1, "a is no array"}, {ARRAYS, "a = a + x[i]", 1, 1, "a is no array"},
    {ARRAYS, "y[i] = x[i]; a = fmaxf(x[i], __expf(3)) * (float)i", 1, 14, "a is no array"},
    {ARRAYS, "x[i]", 1, 1, "no effect"}, {ARRAYS, ";; 2*x[i] + a", 1, 4, "such as 'z[i] = ...'"},
    {ARRAYS, "z[i] == x[i]", 1, 1, "no effect"}, {ARRAYS, "float t = 2*x[i]", 1, 1, "no effect"},
    {ARRAYS, "int k = i % 3; float t = x[i] > 0 ? a : sinf(x[i])", 1, 1, "no effect"},
    {ARRAYS, "if (x[i] > 0) { y[i] + 1; } else a;", 1, 1, "no effect"}, {ARRAYS, "x[i].real()", 1, 1, "no effect"},
    {ARRAYS, "i0 + n1 + tid", 1, 1, "no effect"}, {"const float *x", "2*x[i]", 1, 1, "of an array that is not const"},
    {"T *x, T *z", "z = x", 1, 1, "'z[i] = x[i]'"},
    {ARRAYS, "z = x + 1 + 2 + 3 + 4 + 5 + 6 + 7 + 8 + 9 + 10 + 11 + 12 + 13 + 14 + 15 + 16 + 17 + 18 + 19 + 20", 1, 1,
     "did you mean 'z[i] = ...'?"},
};
/* clang-format on */

TEST(what_is_lost_is_refused)
{
    cujit_context *context = cj_test_target("host");
    char *source = NULL;

    for (size_t k = 0; k < COUNT(refused); k++) {
        const cujit_elementwise_spec spec = {.arguments = refused[k].arguments, .operation = refused[k].operation};

        refuse_at(cujit_elementwise_render(context, &spec, &source, &fault), CUJIT_ERROR_SNIPPET, "operation",
                  refused[k].line, refused[k].column, refused[k].words);
        ck_assert_ptr_null(source);
    }
}

/* ---- What is left alone ------------------------------------------------------------------------------------------ */

static const char *const option[] = {"-DPUT=z[i] = 3", NULL};

/* clang-format off */
static const cujit_elementwise_spec left_alone[] = {
    {.operation = ""}, {.operation = ";"}, {.operation = "// nothing\n"}, {.operation = "*z = 3"},
    {.operation = "0[z] = 3"}, {.operation = "y[i] = 1; *(z + i) = 2"},
    /* Pointers that are moved and used. */
    {.operation = "if (a > 0) y = z; y[i] = x[i]"}, {.operation = "if (a > 0) x = y; z[i] = x[i]"},
    {.operation = "float *p = z; p[i] = 1"}, {.operation = "z += 1; memset(z, 0, 4)"},
    /* Numbers that are changed and used. */
    {.operation = "a = 2*a; z[i] = a"}, {.operation = "z[i] = a = x[i]"},
    {.operation = "a = x[i]; if (a > 0) z[i] = 1"}, {.operation = "a += x[i]", .after_loop = "atomicAdd(z, a)"},
    {.operation = "sum += x[i]", .loop_prep = "float sum = 0", .after_loop = "atomicAdd(z, sum)"},
    {.operation = "z = y; a = 1", .after_loop = "z[0] = a"},
    {.operation = "a = x[i]; KEEP", .preamble = "#define KEEP z[i] = a\n"},
    /* What an assigned value does on its way. */
    {.operation = "a = atomicAdd(z, 1)"}, {.operation = "a = z[i] = x[i]"}, {.operation = "a = z[i]++"},
    {.operation = "a = store(z)", .preamble = "__device__ float store(float *p) { return *p = 1; }"},
    /* Other things of an argument's name. */
    {.operation = "float a = 2; a = 3; z[i] = 1"}, {.operation = "float *z = y; z[i] = 1"},
    {.operation = "float k = 1, a = 2; z[i] = k"}, {.operation = "for (int a = 0; a < 3; a++) z[i] = 1"},
    {.operation = "auto f = [](float a) { a = 2; return a; }; z[i] = f(1)"},
    {.operation = "s p; p.a = 3; z[i] = p.a", .preamble = "struct s { float a; };"},
    {.operation = "s a; a = s{1}; z[i] = 2", .preamble = "struct s { float a; };"},
    {.operation = "auto &a = z[i]; a = 3"},
    /* What may have an effect. */
    {.operation = "put(z + i)", .preamble = "__device__ void put(float *p) { *p = 1; }"}, {.operation = "PUT"},
    {.operation = "PUT", .preamble = "#define PUT z[i] = 1\n"}, {.operation = "PUT", .options = option},
    {.operation = "x[i] PLUS 1", .preamble = "#define PLUS ; z[i] = x[i] +\n"},
    {.operation = "z[i] ASSIGN x[i]", .preamble = "#define ASSIGN =\n"},
    {.operation = "x[i]", .preamble = "#include \"own.h\"\n"},
    {.operation = "counter++", .preamble = "__device__ int counter;"}, {.operation = "atomicAdd(z, x[i])"},
    {.operation = "printf(\"%g\\n\", x[i])"}, {.operation = "__syncthreads()"}, {.operation = "return"},
    {.operation = "[&] { z[i] = 3; }()"},
    {.operation = "s{z}", .preamble = "struct s { __device__ s(float *p) { *p = 1; } };"},
    {.operation = "s t(z)", .preamble = "struct s { __device__ s(float *p) { *p = 1; } };"},
    {.operation = "t << x[i]",
     .loop_prep = "s t",
     .preamble = "struct s { }; __device__ s operator<<(s t, float v) { return t; }"},
    {.arguments = "volatile float *x", .operation = "x[i]"}, {.operation = "sincosf(x[i], &z[i], &y[i])"},
    {.arguments = "cuComplex *z", .operation = "z[i].real(3)"},
    {.operation = "trunc(z + i)", .preamble = "__device__ void trunc(float *p) { *p = 1; }"},
    {.operation = "float t = 0; float *p = z; *p = t"},
};
/* clang-format on */

TEST(what_could_be_meant_is_left_alone)
{
    cujit_context *context = cj_test_target("host");

    for (size_t k = 0; k < COUNT(left_alone); k++) {
        cujit_elementwise_spec spec = left_alone[k];
        char *source = NULL;

        spec.arguments = spec.arguments != NULL ? spec.arguments : "float a, const float *x, float *y, float *z";
        ck_assert_msg(cujit_elementwise_render(context, &spec, &source, &fault) == CUJIT_OK, "%s: %s", spec.operation,
                      fault.message);
        cujit_free(source);
    }
}
