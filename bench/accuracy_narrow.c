/*
 * accuracy_narrow.c: functions of float, half and bfloat16, on the device itself beside its functions of double, whose
 * errors are units of a last place that is 2^-29 of float's: one argument exhaustively, several by samples.
 */
#include "accuracy.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Samples of several operands take turns: any bits; the second near the first; all near 1; those that are special. */
static const char preamble_format[] =
    "%s\ntypedef %s T; typedef %s word;\n"
    "static constexpr int digits = %d, least = %d, most = %d, operands = %d;\n"
    "static __device__ T from_word(word bits) { T x; memcpy((void *)&x, &bits, sizeof x); return x; }\n"
    "static __device__ unsigned long long mixed(unsigned long long x)\n"
    "{\n"
    "    x = (x ^ x >> 33) * 0xff51afd7ed558ccdull;\n"
    "    x = (x ^ x >> 33) * 0xc4ceb9fe1a85ec53ull;\n"
    "    return x ^ x >> 33;\n"
    "}\n"
    "static __device__ T argument(unsigned long long a, int which, int shift)\n"
    "{\n"
    "    if (operands == 1)\n"
    "        return from_word((word)(shift == 0 ? a : a << shift | mixed(a) >> (64 - shift)));\n"
    "    const unsigned special[] = {0, 0x80000000u, 0x3f800000, 0xbf800000u, 0x7f800000, 0xff800000u, 0x7fc00000,\n"
    "                                0x40000000, 0x3f000000, 0x7f7fffff, 0x00800000, 1, 0x40400000, 0xc0000000u,\n"
    "                                0x50000000, 0x80000001u};\n"
    "    const unsigned long long h = mixed(4 * a + which), first = mixed(4 * a);\n"
    "    const unsigned any = (unsigned)(h >> 32), near = (any & 0x807fffffu) | (unsigned)(123 + (h & 7)) << 23;\n"
    "    int exponent = (int)(first >> 55 & 255) + (int)(h & 15) - 8;\n"
    "    exponent = exponent < 0 ? 0 : exponent > 254 ? 254 : exponent;\n"
    "    switch (a & 3) {\n"
    "    case 0: return from_word((word)any);\n"
    "    case 1: return from_word((word)(which == 0 ? any : (any & 0x807fffffu) | (unsigned)exponent << 23));\n"
    "    case 2: return from_word((word)near);\n"
    "    default: return from_word((word)((h >> 8 & 3) != 0 ? special[h & 15] : near));\n"
    "    }\n"
    "}\n"
    "static __device__ double got_of(float x, float y, float z, float w) { return (%s)(%s); }\n"
    "static __device__ double expected_of(double x, double y, double z, double w) { return %s; }\n"
    "static __device__ double amplitude(double x) { return %s; }\n"
    "struct outcome { double x[4], got, expected, units; bool right; };\n"
    "static __device__ outcome outcome_of(unsigned long long a, int shift)\n"
    "{\n"
    "    const float x = argument(a, 0, shift), y = argument(a, 1, shift), z = argument(a, 2, shift),\n"
    "                w = argument(a, 3, shift);\n"
    "    const double limit = scalbn(1.0, most), got = got_of(x, y, z, w), expected = expected_of(x, y, z, w);\n"
    "    outcome out = {{x, y, z, w}, got, expected, 0, false};\n"
    "    if (isnan(got) || isnan(expected)) {\n"
    "        out.right = isnan(got) && isnan(expected);\n"
    "        return out;\n"
    "    }\n"
    "    out.right = got != 0 || expected != 0 || signbit(got) == signbit(expected);\n"
    "    const double g = fmin(fmax(got, -limit), limit), e = fmin(fmax(expected, -limit), limit);\n"
    "    int exponent = ilogb(fmax(fmax(fabs(e), amplitude(x)), scalbn(1.0, least)));\n"
    "    out.units = scalbn(fabs(g - e), digits - 1 - (exponent < most ? exponent : most - 1));\n"
    "    return out;\n"
    "}\n";

static const char operation[] =
    "double worst = 0, sum = 0;\n"
    "unsigned long long at = 0, wrong = 0;\n"
    "const unsigned long long first = i;\n"
    "for (unsigned k = 0; k < steps; k++) {\n"
    "    const unsigned long long a = first + k * (unsigned long long)n;\n"
    "    const outcome one = outcome_of(a, shift);\n"
    "    if (!one.right && wrong++ == 0)\n"
    "        atomicMax(&found[1], a + 1);\n"
    "    sum += one.units < 1e6 ? one.units : 1e6;\n"
    "    if (one.units > worst)\n"
    "        worst = one.units, at = a;\n"
    "}\n"
    "if (steps == 0) {\n"
    "    const outcome one = outcome_of(shown, shift);\n"
    "    for (int k = 0; k < 4; k++)\n"
    "        numbers[1 + k] = one.x[k];\n"
    "    numbers[5] = one.got, numbers[6] = one.expected;\n"
    "} else {\n"
    "    atomicMax(&found[0], (unsigned long long)__float_as_uint((float)worst) << 32 | at);\n"
    "    atomicAdd(&found[2], wrong);\n"
    "    atomicAdd(&numbers[0], sum);\n"
    "}\n";

typedef struct results {
    unsigned long long found[3]; /* worst and where; the last that is wrong, plus 1; how many are */
    double numbers[7];           /* sum; of one argument: operands, result, reference */
} results;

static cujit_elementwise *make(cujit_context *context, const char *type, int digits, const char *extra, const char *got,
                               const function *f)
{
    static const char *const amplitudes[] = {[OWN] = "(void)x, 0",
                                             [COMPLEX] = "(void)x, 0",
                                             [WAVE] = "sqrt(0.6366197723675814 / fmax(1.0, fabs(x)))",
                                             [ONE] = "(void)x, 1"};
    const int least = digits == 11 ? -14 : -126, most = digits == 11 ? 16 : 128;
    const char *word = digits == 24 ? "unsigned" : "unsigned short";
    char wide[200], preamble[sizeof preamble_format + 4000];
    cujit_elementwise *made = NULL;
    cujit_error error = {0};

    function_text(f, f->wide, "", wide, sizeof wide);
    snprintf(preamble, sizeof preamble, preamble_format, extra, type, word, digits, least, most, f->operands,
             f->amplitude == COMPLEX ? "double" : type, got, wide, amplitudes[f->amplitude]);
    if (cujit_elementwise_create(
            context,
            &(cujit_elementwise_spec){
                .arguments = "unsigned long long *found, double *numbers, unsigned steps, int shift, "
                             "unsigned long long shown",
                .operation = operation,
                .preamble = preamble,
            },
            &made, &error))
        bench_fail(f->name, &error);
    return made;
}

/* One launch: `steps` arguments for each of n elements, or (0) that one. */
static void launch(cujit_context *context, const cujit_elementwise *kernel, char *memory, size_t n, unsigned steps,
                   int shift, unsigned long long shown, results *out)
{
    void *found = memory, *numbers = memory + sizeof out->found;
    void *values[] = {&found, &numbers, &steps, &shift, &shown};
    cujit_error error = {0};

    memset(out, 0, sizeof *out);
    if (cujit_memory_to_device(context, memory, out, sizeof *out, &error) ||
        cujit_elementwise_launch_prepared(kernel, NULL, n, values, &error) ||
        cujit_memory_to_host(context, out, memory, sizeof *out, &error))
        bench_fail("a launch", &error);
}

void measure_narrow(cujit_context *context, const char *type, int digits, const char *extra, const char *got,
                    const function *f, int log2_arguments, finding *out)
{
    const int bits = digits == 24 ? 32 : 16, log2 = log2_arguments < bits || f->operands > 1 ? log2_arguments : bits;
    const int log2_n = log2 > 30 ? 20 : log2 > 12 ? log2 - 10 : log2, shift = bits > log2 ? bits - log2 : 0;
    cujit_elementwise *kernel = make(context, type, digits, extra, got, f);
    cujit_error error = {0};
    void *memory = NULL;
    results all, one;
    float worst;
    uint32_t word;

    if (cujit_memory_alloc(context, sizeof all, &memory, &error))
        bench_fail("memory", &error);
    launch(context, kernel, memory, (size_t)1 << log2_n, 1u << (log2 - log2_n), shift, 0, &all);
    word = (uint32_t)(all.found[0] >> 32);
    memcpy(&worst, &word, sizeof worst);
    *out = (finding){.worst = (double)worst, .mean = ldexp(all.numbers[0], -log2), .wrong = all.found[2]};
    launch(context, kernel, memory, 1, 0, shift, all.found[0] & 0xffffffff, &one);
    memcpy(out->at, &one.numbers[1], sizeof out->at);
    if (out->wrong > 0) {
        launch(context, kernel, memory, 1, 0, shift, all.found[1] - 1, &one);
        memcpy(out->wrong_at, &one.numbers[1], sizeof out->wrong_at);
        out->wrong_got = one.numbers[5];
        out->wrong_expected = one.numbers[6];
    }
    cujit_memory_free(context, memory);
    cujit_elementwise_free(kernel);
}
