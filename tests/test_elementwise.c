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

/* Runs a kernel over "const float *x, float *z", x = 0, 1, 2, ...; the results are the caller's to free. */
static float *run_spec(cujit_elementwise_spec spec, size_t n)
{
    cujit_array *x = counting(context, n), *z = zeros(context, CUJIT_FLOAT32, n);
    float *results = must_malloc(n * sizeof *results);
    cujit_elementwise *kernel;

    if (spec.arguments == NULL)
        spec.arguments = "const float *x, float *z";
    kernel = make_kernel(context, &spec);
    run_kernel(kernel, CUJIT_ARGS(x, z));
    download(z, results);
    cujit_elementwise_free(kernel);
    cujit_array_free(x);
    cujit_array_free(z);
    return results;
}

/* ---- The fields of a spec ---------------------------------------------------------------------------------------- */

TEST(preamble_has_functions_types_and_macros)
{
    float *z = run_spec((cujit_elementwise_spec){.operation = "z[i] = plus(TWICE(x[i]), box<int>{one}.value)",
                                                 .preamble = "#define TWICE(v) (2 * (v))\n"
                                                             "template <class T> struct box { T value; };\n"
                                                             "namespace { enum { one = 1 }; }\n"
                                                             "#if defined(TWICE) && !defined(NONSENSE)\n"
                                                             "__device__ float plus(float a, float b)\n"
                                                             "{\n"
                                                             "    return a + b;\n"
                                                             "}\n"
                                                             "#endif\n"
                                                             "/* the last words */ // without a newline"},
                        N);

    for (int i = 0; i < N; i++)
        ck_assert_float_eq(z[i], 2 * (float)i + 1);
    free(z);
}

/* Also: an array that is only used behind the loop may have any size. */
TEST(loop_prep_and_after_loop_run_once_a_thread)
{
    cujit_array *x = counting(context, N), *total = zeros(context, CUJIT_FLOAT32, 1);
    cujit_array *runs = zeros(context, CUJIT_INT32, 2);
    float sum;
    int run[2];
    cujit_elementwise *kernel = kernel_with(context, .arguments = "const float *x, float *total, int *runs",
                                            .operation = "sum += x[i]",
                                            .loop_prep = "float sum = 0;\natomicAdd(&runs[0], 1) // begin",
                                            .after_loop = "atomicAdd(total, sum);\natomicAdd(runs + 1, 1);");

    run_kernel(kernel, CUJIT_ARGS(x, total, runs));
    download(total, &sum);
    download(runs, run);
    ck_assert_float_eq(sum, N * (N - 1) / 2);
    ck_assert_int_ge(run[0], 1);
    ck_assert_int_eq(run[0], run[1]);
}

TEST(options_reach_the_compiler)
{
    static const char *const three[] = {"-DK=3", "-DSHIFT=K+1", "-DT=float", "-DNOTHING", NULL},
                             *const five[] = {"-DK=5", "--define-macro=SHIFT=0", "-DT=int", "-UNOTHING", NULL};
    float *z3 = run_spec((cujit_elementwise_spec){.operation = "z[i] = (T)x[i] + K * 10 + SHIFT", .options = three}, N);
    float *z5 = run_spec((cujit_elementwise_spec){.operation = "z[i] = (T)x[i] + K * 10 + SHIFT", .options = five}, N);

    for (int i = 0; i < N; i++) {
        ck_assert_float_eq(z3[i], (float)i + 34);
        ck_assert_float_eq(z5[i], (float)i + 50);
    }
    free(z3);
    free(z5);
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
    const char *label;
    const char *operation;
    float slope, offset; /* expected: slope * i + offset */
} snippet_row;

static const snippet_row snippets[] = {
    {"no semicolon", "z[i] = x[i]", 1, 0},
    {"a semicolon", "z[i] = x[i];", 1, 0},
    {"too many", "z[i] = x[i];;;", 1, 0},
    {"space around", " \t\r\n  z[i] = x[i] \r\n\t ", 1, 0},
    {"remark at the end", "z[i] = x[i] // the end", 1, 0},
    {"remark and a newline at the end", "z[i] = x[i] // the end\n", 1, 0},
    {"remark of two lines at the end", "z[i] = x[i] // the \\\n end\n\n", 1, 0},
    {"remark at the end, with a brace", "z[i] = x[i]; // }", 1, 0},
    {"comment at the end", "z[i] = x[i] /* the end */", 1, 0},
    {"comment of lines", "z[i] = /* one\n two\n three */ x[i]", 1, 0},
    {"lines", "float a = x[i];\nfloat b = 2 * a;\n\nz[i] = b;\n", 2, 0},
    {"condition", "if (i % 2)\n    z[i] = x[i];\nelse\n    z[i] = x[i];", 1, 0},
    {"block", "{ float a = x[i]; z[i] = a; }", 1, 0},
    {"loop", "float a = 0; for (int k = 0; k < 3; k++) a += x[i]; z[i] = a", 3, 0},
    {"break inside a loop", "for (;;) { z[i] = x[i]; break; }", 1, 0},
    {"switch", "switch (i % 2) { case 0: z[i] = x[i]; break; default: z[i] = i; }", 1, 0},
    {"pragma", "float a = 0;\n#pragma unroll\nfor (int k = 0; k < 4; k++) a += x[i];\nz[i] = a", 4, 0},
    {"continue", "z[i] = x[i] + 1; continue; z[i] = 0", 1, 1},
    {"continue in a condition", "z[i] = x[i]; if (x[i] >= 0) continue; z[i] = -1", 1, 0},
    {"return", "z[i] = x[i] + 1; return; z[i] = 0", 1, 1},
    {"return in a condition", "if (i >= 0) { z[i] = x[i] + 2; return; }\nz[i] = -1", 1, 2},
    {"return and a remark", "z[i] = x[i]; if (i > 5) return // done", 1, 0},
    {"break", "z[i] = x[i] + 1; break; z[i] = 0", 1, 1},
    {"break, continue and return", "z[i] = i; if (i % 3 == 0) break; if (i % 3 == 1) continue; return; z[i] = 0", 1, 0},
    {"lambda", "auto f = [=](float v) { return 3 * v; }; z[i] = f(x[i])", 3, 0},
    {"lambda and return", "auto f = [&](float v) { return 3 * v; }; z[i] = f(x[i]); return", 3, 0},
    {"n", "z[i] = x[i] + n", 1, N},
    {"64-bit indices", "static_assert(sizeof(i) == 8 && sizeof(n) == 8, \"\"); z[i] = i", 1, 0},
    {"reverse", "z[i] = x[n - 1 - i]", -1, N - 1},
    {"neighbour", "z[i] = i > 0 ? x[i - 1] + 1 : 0", 1, 0},
    {"pointer arithmetic", "*(z + i) = *(x + i)", 1, 0},
    {"address", "float *p = &z[i]; const float *q = x; *p = q[i]", 1, 0},
    {"digraphs", "z<:i:> = x<:i:> + 1;", 1, 1},
    {"spliced line", "z[i] = \\\nx[i]", 1, 0},
    {"names that hide names", "{ float x = 5; z[i] = x + i; }", 1, 5},
    {"shadowed n", "long long n = 7; z[i] = n", 0, 7},
    {"threads", "z[i] = (i - tid - cta_start) % total_threads", 0, 0},
    {"threads of a block", "z[i] = tid == threadIdx.x && tid < blockDim.x && cta_start % blockDim.x == 0", 0, 1},
    {"static function call", "z[i] = fminf(x[i], x[i]) + __fmaf_rn(0, 0, 1)", 1, 1},
};

TEST_EACH(snippet_does_what_it_says, COUNT(snippets))
{
    const snippet_row *row = &snippets[_i];
    float *z = run_spec((cujit_elementwise_spec){.operation = row->operation}, N);

    for (int i = 0; i < N; i++)
        ck_assert_msg(z[i] == row->slope * (float)i + row->offset, "%s: z[%d] = %g, expected %g", row->label, i,
                      (double)z[i], (double)(row->slope * (float)i + row->offset));
    free(z);
}

TEST(nothing_to_do_is_legal)
{
    static const char *const nothing[] = {"", " \n", ";", "// nothing", "/* nothing */"};

    for (size_t k = 0; k < COUNT(nothing); k++) {
        float *z = run_spec((cujit_elementwise_spec){.operation = nothing[k]}, 10);

        for (int i = 0; i < 10; i++)
            ck_assert_float_eq(z[i], 0);
        free(z);
    }
}

/* PyCUDA's generators advance i by themselves, to write two numbers a round. */
TEST(snippet_may_advance_the_index)
{
    enum { MANY = 100003 };
    cujit_array *z = zeros(context, CUJIT_INT32, MANY), *threads = zeros(context, CUJIT_INT64, 1);
    int *results = memory_of(MANY * sizeof *results);
    long long total;

    run_once(context, "int *z, long long *threads",
             "z[i] = 1;\nif ((i += total_threads) < n)\n    z[i] = 2;\nthreads[0] = total_threads",
             CUJIT_ARGS(z, threads));
    download(z, results);
    download(threads, &total);
    ck_assert_int_gt(total, 0);
    for (int i = 0; i < MANY; i++)
        ck_assert_int_eq(results[i], i / total % 2 == 0 ? 1 : 2);
}

/* A macro may hide an access to an array and to i. */
TEST(macros_may_hide_the_access)
{
    float *z = run_spec((cujit_elementwise_spec){.operation = "OUT = IN(1) - IN(0) + HERE",
                                                 .preamble = "#define HERE x[i]\n"
                                                             "#define IN(k) (x[i] * 2 + (k))\n"
                                                             "#define OUT z[i]"},
                        N);

    for (int i = 0; i < N; i++)
        ck_assert_float_eq(z[i], (float)i + 1);
    free(z);
}

/* Where the operation's SKIP comes from: it must not end the thread's other indices; there are more than a grid has. */
static const struct {
    const char *preamble, *options[2];
} hidden_rows[] = {
    {"#define SKIP return", {NULL}}, {"#define SKIP break", {NULL}}, {"#define QUIT return\n#define SKIP QUIT", {NULL}},
    {NULL, {"-DSKIP=return", NULL}}, {NULL, {"-DSKIP=break", NULL}}, {"#include \"skip.h\"", {NULL}},
};

TEST_EACH(macros_may_hide_return_and_break, COUNT(hidden_rows))
{
    enum { MANY = 3 << 20 };
    char folder[400], path[420];
    const char *options[] = {hidden_rows[_i].options[0], NULL, NULL};
    FILE *file;
    float *z;

    snprintf(folder, sizeof folder, "-I%s", cj_test_directory());
    snprintf(path, sizeof path, "%s/skip.h", cj_test_directory());
    file = fopen(path, "w");
    ck_assert_ptr_nonnull(file);
    fputs("#define SKIP return\n", file);
    fclose(file);
    options[options[0] != NULL] = folder;
    z = run_spec((cujit_elementwise_spec){.operation = "if (i % 5 == 2) SKIP; z[i] = x[i] + 1",
                                          .preamble = hidden_rows[_i].preamble,
                                          .options = options},
                 MANY);
    for (int k = 0; k < MANY; k++)
        expect(z[k] == (k % 5 == 2 ? 0 : (float)k + 1), "z[%d] = %g", k, (double)z[k]);
    free(z);
}

/* The cache key does not know what a variable makes the compiler find. */
TEST(header_that_changes_makes_another_kernel)
{
    char option[400], path[400];
    const char *const options[] = {option, NULL};
    const cujit_elementwise_spec spec = {
        .arguments = "int *x", .operation = "x[i] = NUMBER", .preamble = "#include <number.h>", .options = options};
    cujit_array *x = zeros(context, CUJIT_INT32, 1);

    snprintf(option, sizeof option, "-I%s", cj_test_directory());
    snprintf(path, sizeof path, "%s/number.h", cj_test_directory());
    for (int number = 1; number <= 2; number++) {
        FILE *file = fopen(path, "w");
        cujit_elementwise *kernel;
        int value = 0;

        ck_assert_ptr_nonnull(file);
        fprintf(file, "#define NUMBER %d\n", number);
        fclose(file);
        kernel = make_kernel(context, &spec);
        must(cujit_elementwise_run(kernel, NULL, CUJIT_ARGS(x), &fault));
        must(cujit_array_to_host(x, &value, sizeof value, &fault));
        ck_assert_int_eq(value, number);
        cujit_elementwise_free(kernel);
    }
}

TEST(environment_adds_no_headers)
{
    char path[420];
    FILE *file;
    float *z;

    snprintf(path, sizeof path, "%s/from_environment.h", cj_test_directory());
    file = fopen(path, "w");
    ck_assert_ptr_nonnull(file);
    fclose(file);
    setenv("CPATH", cj_test_directory(), 1);
    setenv("CPLUS_INCLUDE_PATH", cj_test_directory(), 1);
    z = run_spec((cujit_elementwise_spec){.operation = "z[i] = FOUND",
                                          .preamble = "#if __has_include(<from_environment.h>)\n#define FOUND 1\n"
                                                      "#else\n#define FOUND 2\n#endif"},
                 N);
    unsetenv("CPATH");
    unsetenv("CPLUS_INCLUDE_PATH");
    ck_assert_float_eq(z[0], 2);
    free(z);
}

TEST(options_tell_what_is_needed)
{
    static const char *const options[] = {"-DT=half", "-DTWICE(v)=((v) + (v))", NULL};
    static const char *const bad[] = {"-DK=1\\", NULL};
    const cujit_elementwise_spec wrong = {.arguments = "float *x", .operation = "x[i] = K", .options = bad};
    float *z = run_spec((cujit_elementwise_spec){.operation = "z[i] = TWICE((float)(T)x[i])", .options = options}, N);
    cujit_elementwise *kernel = NULL;

    for (int i = 0; i < N; i++)
        ck_assert_float_eq(z[i], 2 * (float)i);
    free(z);
    refuse(cujit_elementwise_create(context, &wrong, &kernel, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "-DK=1\\");
}
