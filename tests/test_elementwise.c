/*
 * test_elementwise.c: what can be said in an elementwise kernel: every field of the spec, everything that a snippet may
 * do. What may be handed over: test_elementwise_values.c; launching over parts, streams, the cache:
 * test_elementwise_launch.c; wrong arguments: test_elementwise_arguments.c.
 */
#include "tests/kernels.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 1000 };

CONTEXT_FOR_EACH_CASE

/* Runs a kernel over "const float *x, float *z", x = 0, 1, 2, ..., `n` of them; what z is then. */
#define run_with(n, ...) run_spec((cujit_elementwise_spec){__VA_ARGS__}, n)
static cujit_array *run_spec(cujit_elementwise_spec spec, size_t n)
{
    cujit_array *x = counting(context, n), *z = zeros(context, CUJIT_FLOAT32, n);

    if (spec.arguments == NULL)
        spec.arguments = "const float *x, float *z";
    run_kernel(make_kernel(context, &spec), CUJIT_ARGS(x, z));
    return z;
}

/* ---- The fields of a spec ---------------------------------------------------------------------------------------- */

TEST(preamble_has_functions_types_and_macros)
{
    cujit_array *z = run_with(N, .operation = "z[i] = plus(TWICE(x[i]), box<int>{one}.value)",
                              .preamble = "#define TWICE(v) (2 * (v))\n"
                                          "template <class T> struct box { T value; };\n"
                                          "namespace { enum { one = 1 }; }\n"
                                          "#if defined(TWICE) && !defined(NONSENSE)\n"
                                          "__device__ float plus(float a, float b)\n"
                                          "{\n"
                                          "    return a + b;\n"
                                          "}\n"
                                          "#endif\n"
                                          "/* the last words */ // without a newline");

    expect_each(z, float, got == 2 * (float)k + 1);
}

/* Also: an array that is only used behind the loop may have any size. */
TEST(loop_prep_and_after_loop_run_once_a_thread)
{
    cujit_array *x = counting(context, N), *total = zeros(context, CUJIT_FLOAT32, 1);
    cujit_array *runs = zeros(context, CUJIT_INT32, 2);
    float sum;
    cujit_elementwise *kernel = kernel_with(context, .arguments = "const float *x, float *total, int *runs",
                                            .operation = "sum += x[i]",
                                            .loop_prep = "float sum = 0;\natomicAdd(&runs[0], 1) // begin",
                                            .after_loop = "atomicAdd(total, sum);\natomicAdd(runs + 1, 1);");

    run_kernel(kernel, CUJIT_ARGS(x, total, runs));
    download(total, &sum);
    const int *run = elements_of(runs);
    ck_assert_float_eq(sum, N * (N - 1) / 2);
    ck_assert_int_ge(run[0], 1);
    ck_assert_int_eq(run[0], run[1]);
}

TEST(options_reach_the_compiler)
{
    static const char *const three[] = {"-DK=3", "-DSHIFT=K+1", "-DT=float", "-DNOTHING", NULL},
                             *const five[] = {"-DK=5", "--define-macro=SHIFT=0", "-DT=int", "-UNOTHING", NULL};
    cujit_array *z3 = run_with(N, .operation = "z[i] = (T)x[i] + K * 10 + SHIFT", .options = three);
    cujit_array *z5 = run_with(N, .operation = "z[i] = (T)x[i] + K * 10 + SHIFT", .options = five);

    expect_each(z3, float, got == (float)k + 34);
    expect_each(z5, float, got == (float)k + 50);
}

TEST(name_is_the_entry_points)
{
    cujit_elementwise *kernel = kernel_with(context, .arguments = "float *x", .operation = "x[i] = 1",
                                            .name = "my_own_name");
    cujit_report report;

    cujit_elementwise_get_report(kernel, &report);
    ck_assert_str_eq(report.name, "my_own_name");
    ck_assert_ptr_nonnull(strstr(report.source, " cujit_kernel_my_own_name("));
}

/* ---- What a snippet may do --------------------------------------------------------------------------------------- */

typedef struct snippet_row {
    const char *operation;
    float slope, offset; /* expected: slope * i + offset */
} snippet_row;

/* clang-format off */
static const snippet_row snippets[] = {
    {"z[i] = x[i]", 1, 0}, {"z[i] = x[i];", 1, 0}, {"z[i] = x[i];;;", 1, 0}, {" \t\r\n  z[i] = x[i] \r\n\t ", 1, 0},
    {"z[i] = x[i] // the end", 1, 0}, {"z[i] = x[i] // the end\n", 1, 0}, {"z[i] = x[i] // the \\\n end\n\n", 1, 0},
    {"z[i] = x[i]; // }", 1, 0}, {"z[i] = x[i] /* the end */", 1, 0}, {"z[i] = /* one\n two\n three */ x[i]", 1, 0},
    {"float a = x[i];\nfloat b = 2 * a;\n\nz[i] = b;\n", 2, 0},
    {"if (i % 2)\n    z[i] = x[i];\nelse\n    z[i] = x[i];", 1, 0}, {"{ float a = x[i]; z[i] = a; }", 1, 0},
    {"float a = 0; for (int k = 0; k < 3; k++) a += x[i]; z[i] = a", 3, 0}, {"for (;;) { z[i] = x[i]; break; }", 1, 0},
    {"switch (i % 2) { case 0: z[i] = x[i]; break; default: z[i] = i; }", 1, 0},
    {"float a = 0;\n#pragma unroll\nfor (int k = 0; k < 4; k++) a += x[i];\nz[i] = a", 4, 0},
    {"z[i] = x[i] + 1; continue; z[i] = 0", 1, 1}, {"z[i] = x[i]; if (x[i] >= 0) continue; z[i] = -1", 1, 0},
    {"z[i] = x[i] + 1; return; z[i] = 0", 1, 1}, {"if (i >= 0) { z[i] = x[i] + 2; return; }\nz[i] = -1", 1, 2},
    {"z[i] = x[i]; if (i > 5) return // done", 1, 0}, {"z[i] = x[i] + 1; break; z[i] = 0", 1, 1},
    {"z[i] = i; if (i % 3 == 0) break; if (i % 3 == 1) continue; return; z[i] = 0", 1, 0},
    {"auto f = [=](float v) { return 3 * v; }; z[i] = f(x[i])", 3, 0},
    {"auto f = [&](float v) { return 3 * v; }; z[i] = f(x[i]); return", 3, 0}, {"z[i] = x[i] + n", 1, N},
    {"static_assert(sizeof(i) == 8 && sizeof(n) == 8, \"\"); z[i] = i", 1, 0}, {"z[i] = x[n - 1 - i]", -1, N - 1},
    {"z[i] = i > 0 ? x[i - 1] + 1 : 0", 1, 0}, {"*(z + i) = *(x + i)", 1, 0},
    {"float *p = &z[i]; const float *q = x; *p = q[i]", 1, 0}, {"z<:i:> = x<:i:> + 1;", 1, 1},
    {"z[i] = \\\nx[i]", 1, 0}, {"{ float x = 5; z[i] = x + i; }", 1, 5}, {"long long n = 7; z[i] = n", 0, 7},
    {"z[i] = (i - tid - cta_start) % total_threads", 0, 0},
    {"z[i] = tid == threadIdx.x && tid < blockDim.x && cta_start % blockDim.x == 0", 0, 1},
    {"z[i] = fminf(x[i], x[i]) + __fmaf_rn(0, 0, 1)", 1, 1},
};
/* clang-format on */

TEST_EACH(snippet_does_what_it_says, COUNT(snippets))
{
    const snippet_row *row = &snippets[_i];

    expect_each(run_with(N, .operation = row->operation), float, got == row->slope * (float)k + row->offset);
}

TEST(nothing_to_do_is_legal)
{
    static const char *const nothing[] = {"", " \n", ";", "// nothing", "/* nothing */"};

    for (size_t row = 0; row < COUNT(nothing); row++)
        expect_each(run_with(10, .operation = nothing[row]), float, got == 0);
}

/* PyCUDA's generators advance i by themselves, to write two numbers a round. */
TEST(snippet_may_advance_the_index)
{
    enum { MANY = 100003 };
    cujit_array *z = zeros(context, CUJIT_INT32, MANY), *threads = zeros(context, CUJIT_INT64, 1);
    long long total;

    run_once(context, "int *z, long long *threads",
             "z[i] = 1;\nif ((i += total_threads) < n)\n    z[i] = 2;\nthreads[0] = total_threads",
             CUJIT_ARGS(z, threads));
    download(threads, &total);
    ck_assert_int_gt(total, 0);
    expect_each(z, int, got == (k / total % 2 == 0 ? 1 : 2));
}

/* A macro may hide an access to an array and to i. */
TEST(macros_may_hide_the_access)
{
    cujit_array *z = run_with(N, .operation = "OUT = IN(1) - IN(0) + HERE",
                              .preamble = "#define HERE x[i]\n"
                                          "#define IN(k) (x[i] * 2 + (k))\n"
                                          "#define OUT z[i]");

    expect_each(z, float, got == (float)k + 1);
}

/* Where the operation's SKIP comes from: it must not end the thread's other indices; there are more than a grid has. */
static const struct {
    const char *preamble, *options[2];
} hidden_rows[] = {
    {"#define SKIP return", {NULL}}, {"#define SKIP break", {NULL}}, {"#define QUIT return\n#define SKIP QUIT", {NULL}},
    {NULL, {"-DSKIP=return", NULL}}, {NULL, {"-DSKIP=break", NULL}}, {"#include \"skip.h\"", {NULL}}};

TEST_EACH(macros_may_hide_return_and_break, COUNT(hidden_rows))
{
    enum { MANY = 3 << 20 };
    char folder[400];
    const char *options[] = {hidden_rows[_i].options[0], NULL, NULL};
    cujit_array *z;

    snprintf(folder, sizeof folder, "-I%s", cj_test_directory());
    cj_test_file("skip.h", "#define SKIP return\n");
    options[options[0] != NULL] = folder;
    z = run_with(MANY, .operation = "if (i % 5 == 2) SKIP; z[i] = x[i] + 1", .preamble = hidden_rows[_i].preamble,
                 .options = options);
    expect_each(z, float, got == (k % 5 == 2 ? 0 : (float)k + 1));
}

TEST_EACH(header_that_changes_makes_another_kernel, 4)
{
    static const char *const spellings[] = {"#include <number.h>", "#import \"number.h\"", "#inc\\\nlude \"number.h\"",
                                            "typedef number user; /* type */"};
    const cujit_type_spec type = {"number", "%:include \"number.h\"\ntypedef int number;", sizeof(int), _Alignof(int)};
    char option[400];
    const char *const options[] = {option, NULL};
    const char *const text = spellings[_i == 1 && on_gpu(context) ? 0 : _i]; /* NVRTC knows no #import */
    const cujit_elementwise_spec spec = {
        .arguments = "int *x", .operation = "x[i] = NUMBER", .preamble = text, .options = options};
    cujit_array *x = zeros(context, CUJIT_INT32, 1);

    ck_assert(_i < 3 || cujit_context_register_type(context, &type, &(cujit_dtype){0}, &fault) == CUJIT_OK);
    snprintf(option, sizeof option, "-I%s", cj_test_directory());
    for (int number = 1; number <= 2; number++) {
        cj_test_file("number.h", number == 1 ? "#define NUMBER 1\n" : "#define NUMBER 2\n");
        run_kernel(make_kernel(context, &spec), CUJIT_ARGS(x));
        expect_elements(x, int, number);
    }
}

/* The cache key does not know what a variable makes the compiler find. */
TEST(environment_adds_no_headers)
{
    cujit_array *z;

    cj_test_file("from_environment.h", "");
    setenv("CPATH", cj_test_directory(), 1);
    setenv("CPLUS_INCLUDE_PATH", cj_test_directory(), 1);
    z = run_with(N, .operation = "z[i] = FOUND",
                 .preamble = "#if __has_include(<from_environment.h>)\n#define FOUND 1\n"
                             "#else\n#define FOUND 2\n#endif");
    unsetenv("CPATH");
    unsetenv("CPLUS_INCLUDE_PATH");
    expect_each(z, float, got == 2);
}

TEST(options_tell_what_is_needed)
{
    static const char *const options[] = {"-DT=half", "-DTWICE(v)=((v) + (v))", NULL};
    static const char *const bad[] = {"-DK=1\\", NULL};
    const cujit_elementwise_spec wrong = {.arguments = "float *x", .operation = "x[i] = K", .options = bad};
    cujit_array *z = run_with(N, .operation = "z[i] = TWICE((float)(T)x[i])", .options = options);
    cujit_elementwise *kernel = NULL;

    expect_each(z, float, got == 2 * (float)k);
    refuse(cujit_elementwise_create(context, &wrong, &kernel, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "-DK=1\\");
}
