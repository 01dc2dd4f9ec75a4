/*
 * cujit-bench-accuracy: how accurate a device's functions are, as Markdown (docs/math.md).
 *
 *     cujit-bench-accuracy [--device D] [--floats N] [--doubles N] [--only NAME] [--complex]
 *
 * Floats: 2^N arguments of each function of float, spread over all bit patterns (32: all), and of those of several
 * operands; beside the device's own double. Doubles: 2^N of each function of double, beside long double on the host.
 * half and bfloat16: all numbers, functions as expressions have them. complex64: as float, beside complex128; complex128:
 * as double, beside complex long double; --complex: these two alone. Errors are in units of the last place of the exact
 * result; a result that overflows counts as the power of two behind the largest number.
 */
#include "accuracy.h"

#include "libjit/expression/functions.h"
#include "libjit/syntax/dtype.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int log2_floats = 32, log2_doubles = 20;
static const char *only = "";
static bool complex_only;

static void show_number(char *out, size_t size, double x)
{
    if (fabs(x) < 1e16 && x == rint(x))
        snprintf(out, size, "%.0f", x);
    else
        snprintf(out, size, "%.9g", x);
}

static void show_operands(const function *f, const double *at)
{
    for (int k = 0; k < f->operands; k++) {
        char text[40];

        show_number(text, sizeof text, at[k]);
        printf("%s%s", k > 0 ? ", " : "", text);
    }
}

static void show(const char *name, const function *f, const finding *found)
{
    printf("| `%s` | ", name);
    printf(found->worst < 1000 ? "%.2f | " : "%.2g | ", found->worst);
    if (found->worst > 0)
        show_operands(f, found->at);
    printf(" | %.3g | ", found->mean);
    if (found->wrong > 0) {
        printf("%llu: (", found->wrong);
        show_operands(f, found->wrong_at);
        printf(") gives %g, not %g", found->wrong_got, found->wrong_expected);
    } else {
        printf("right");
    }
    printf(" |\n");
    fflush(stdout);
}

static void open_table(const char *title)
{
    printf("\n## %s\n\n| | most, ulp | at | mean | NaN, signs of 0 |\n| --- | --- | --- | --- | --- |\n", title);
}

static void measure_floats(cujit_context *context)
{
    open_table("float");
    for (size_t k = 0; k < function_count; k++) {
        const function *f = &functions[k];
        char text[200];
        finding found;

        if (strstr(f->name, only) == NULL)
            continue;
        function_text(f, f->narrow, "f", text, sizeof text);
        measure_narrow(context, "float", 24, "", text, f, log2_floats, &found);
        show(f->name, f, &found);
    }
}

static void measure_doubles(cujit_context *context)
{
    open_table("double");
    for (size_t k = 0; k < function_count; k++) {
        finding found;

        if (functions[k].reference == NULL || strstr(functions[k].name, only) == NULL)
            continue;
        measure_double(context, &functions[k], log2_doubles, &found);
        show(functions[k].name, &functions[k], &found);
    }
}

/* A function of expressions that has this name and as many operands; its text, of floats, and what that calls. */
static bool expression_text(const function *f, cujit_dtype dtype, cj_text *text, cj_text *preamble)
{
    const char *name = strcmp(f->name, "cyl_bessel_i0") == 0   ? "i0"
                       : strcmp(f->name, "cyl_bessel_i1") == 0 ? "i1"
                       : strcmp(f->name, "/") == 0             ? "divide"
                                                               : f->name;
    const cj_function *its = cj_function_find(name, strlen(name));
    const cj_value_type one = {dtype, false}, operands[] = {one, one, one};
    cj_typing typing;
    cujit_error error = {0};

    /* round() of expressions is rint(). */
    if (its == NULL || strcmp(name, "round") == 0 || cj_function_operands(its) != (size_t)f->operands ||
        !cj_function_resolve(its, operands, &typing) || typing.operands[0] != dtype)
        return false;
    for (const char *from = typing.text; *from != '\0'; from++)
        cj_text_append_n(text, *from == '$' ? &"xyz"[*++from - '0'] : from, 1);
    if (cj_functions_preamble(text->data, preamble, &error))
        bench_fail(name, &error);
    return true;
}

static void measure_halves(cujit_context *context, cujit_dtype dtype, int digits)
{
    open_table(cujit_dtype_name(dtype));
    for (size_t k = 0; k < function_count; k++) {
        const function *f = &functions[k];
        cj_text text = {0}, preamble = {0};
        finding found;

        if (f->operands == 1 && strstr(f->name, only) != NULL && expression_text(f, dtype, &text, &preamble)) {
            measure_narrow(context, cujit_dtype_spelling(dtype), digits, preamble.data != NULL ? preamble.data : "",
                           text.data, f, 16, &found);
            show(f->name, f, &found);
        }
        cj_text_clear(&text);
        cj_text_clear(&preamble);
    }
}

/* The distance of both numbers, added to the size of the exact one. */
static void measure_complex(cujit_context *context)
{
    open_table("complex64");
    for (size_t k = 0; k < complex_function_count; k++) {
        const struct complex_function *z = &complex_functions[k];
        const function f = {
            .name = z->name, .operands = 2 * z->operands, .wide = "abs(wide_of(x, y, z, w))", .amplitude = COMPLEX};
        char preamble[800];
        finding found;

        if (strstr(z->name, only) == NULL)
            continue;
        snprintf(preamble, sizeof preamble,
                 "typedef cujit::complex<float> narrow; typedef cujit::complex<double> wide;\n"
                 "static __device__ narrow narrow_of(float x, float y, float z, float w)\n"
                 "{ const narrow a(x, y), b(z, w); (void)b; return %s; }\n"
                 "static __device__ wide wide_of(double x, double y, double z, double w)\n"
                 "{ const wide a(x, y), b(z, w); (void)b; return %s; }\n"
                 "static __device__ double distance(narrow got, wide expected)\n"
                 "{ const double size = abs(expected);\n"
                 "  return isfinite(size) ? size + abs(wide(got.real(), got.imag()) - expected) : size; }\n",
                 z->text, z->text);
        measure_narrow(context, "float", 24, preamble, "distance(narrow_of(x, y, z, w), wide_of(x, y, z, w))", &f,
                       log2_floats, &found);
        show(z->name, &f, &found);
    }
}

static void measure_complex_doubles(cujit_context *context)
{
    open_table("complex128");
    for (size_t k = 0; k < complex_function_count; k++) {
        const struct complex_function *z = &complex_functions[k];
        const function f = {.operands = 2 * z->operands};
        finding found;

        if (strstr(z->name, only) == NULL)
            continue;
        measure_complex128(context, z, log2_doubles, &found);
        show(z->name, &f, &found);
    }
}

int main(int argc, char **argv)
{
    cujit_error error = {0};
    cujit_context *context = NULL;

    for (int k = 1; k < argc; k++) {
        const char *value = k + 1 < argc ? argv[k + 1] : NULL;

        if (value != NULL && strcmp(argv[k], "--device") == 0)
            setenv("CUJIT_DEVICE", argv[++k], 1);
        else if (value != NULL && strcmp(argv[k], "--floats") == 0)
            log2_floats = atoi(argv[++k]);
        else if (value != NULL && strcmp(argv[k], "--doubles") == 0)
            log2_doubles = atoi(argv[++k]);
        else if (strcmp(argv[k], "--complex") == 0)
            complex_only = true;
        else if (value != NULL && strcmp(argv[k], "--only") == 0)
            only = argv[++k];
        else {
            fprintf(stderr,
                    "usage: cujit-bench-accuracy [--device D] [--floats N] [--doubles N] [--only NAME] [--complex]\n");
            return 2;
        }
    }
    if (log2_floats < 8 || log2_floats > 32 || log2_doubles < 8 || log2_doubles > 26) {
        fprintf(stderr, "--floats takes 8 to 32, --doubles 8 to 26\n");
        return 2;
    }
    if (cujit_context_create(NULL, &context, &error))
        bench_fail("no context", &error);
    printf("device: %s; 2^%d floats, 2^%d doubles\n", cujit_context_device_name(context), log2_floats, log2_doubles);
    if (!complex_only) {
        measure_floats(context);
        measure_doubles(context);
        measure_halves(context, CUJIT_FLOAT16, 11);
        measure_halves(context, CUJIT_BFLOAT16, 8);
    }
    measure_complex(context);
    measure_complex_doubles(context);
    cujit_context_free(context);
    return 0;
}
