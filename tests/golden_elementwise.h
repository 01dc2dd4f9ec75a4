/*
 * golden_elementwise.h: elementwise kernels, in every form, whose generated source is in golden/.
 */
#ifndef TESTS_GOLDEN_ELEMENTWISE_H
#define TESTS_GOLDEN_ELEMENTWISE_H

#include "libjit/elementwise/stencil.h"

typedef struct elementwise_row {
    const char *file; /* in golden/, without ".cu" */
    cujit_elementwise_spec spec;
    cj_variant variant;
} elementwise_row;

#define TILE(w, u, b, f)                                                                                               \
    {                                                                                                                  \
        .form = CJ_FORM_TILE, .width = w, .unroll = u, .block = b, .flags = f                                          \
    }
#define EACH(args, what)                                                                                               \
    {                                                                                                                  \
        .arguments = args, .operation = what                                                                           \
    }
#define LINEAR EACH("float a, const float *x, float b, const float *y, float *z", "z[i] = a * x[i] + b * y[i]")
#define FORM(f)                                                                                                        \
    {                                                                                                                  \
        .form = CJ_FORM_##f                                                                                            \
    }
#define VIEWS(f, w, r, g, t)                                                                                           \
    {                                                                                                                  \
        .form = CJ_FORM_##f, .width = w, .rank = r, .block = 256, .flags = g, .transposed = t                          \
    }

#define STENCIL(r, f)                                                                                                  \
    {                                                                                                                  \
        .form = CJ_FORM_STENCIL, .width = 4, .unroll = r, .rank = 2, .lanes = 32, .block = 256, .flags = f             \
    }

/* Of all stencils here: five places of one array and a column of another one, for an output that comes in pieces of two. */
static const cj_stencil_shape five_points = {.rank = 2,
                                             .march = 0,
                                             .piece = 2,
                                             .of = {{CJ_LIE_ROWS, CJ_MAX_PARAMETERS, {0, 0}, 2, 0},
                                                    {CJ_LIE_ROWS, 1, {0, 0}, 4, 1},
                                                    {CJ_LIE_ROWS, 1, {0, -1}, 0, 0},
                                                    {CJ_LIE_ROWS, 1, {0, 1}, 0, 0},
                                                    {CJ_LIE_ROWS, 1, {-1, 0}, 0, 0},
                                                    {CJ_LIE_ROWS, 1, {1, 0}, 0, 0},
                                                    {CJ_LIE_REPEATED, 6, {0, 0}, 0, 0}}};
#define FIVE_POINTS                                                                                                    \
    EACH("float *z, const float *x, const float *w, const float *e, const float *n, const float *s, const float *y",   \
         "z[i] = w[i] + e[i] + n[i] + s[i] - y[i] * x[i]")

static const elementwise_row elementwise_rows[] = {
    /* ---- Plain ---- */
    {"plain", LINEAR, FORM(PLAIN)},
    {"range", LINEAR, FORM(RANGE)},
    {"all_parts",
     {.arguments = "float *x, float *total",
      .operation = "float v = twice(x[i]);\nsum += v;\nx[i] = v;",
      .name = "doubled",
      .preamble = "#define TWO 2\n__device__ float twice(float v)\n{\n    return TWO * v;\n}\n",
      .loop_prep = "float sum = 0;\n",
      .after_loop = "atomicAdd(total, sum)"},
     FORM(PLAIN)},
    {"all_parts_range",
     {.arguments = "float *x, float *total",
      .operation = "float v = twice(x[i]);\nsum += v;\nx[i] = v;",
      .name = "doubled",
      .preamble = "#define TWO 2\n__device__ float twice(float v)\n{\n    return TWO * v;\n}\n",
      .loop_prep = "float sum = 0;\n",
      .after_loop = "atomicAdd(total, sum)"},
     FORM(RANGE)},
    {"remarks",
     {.arguments = "int *x",
      .operation = "x[i] = 1 // one",
      .preamble = "// nothing here",
      .loop_prep = "int k = 0 // count",
      .after_loop = "k++ /* last */"},
     FORM(PLAIN)},
    {"return", EACH("int *x", "if (x[i] == 0)\n    return;\nx[i] = 1"), FORM(PLAIN)},
    {"return_remark", EACH("int *x", "if (x[i] == 0) return // done"), FORM(RANGE)},
    {"threads", EACH("int *x", "x[i] = tid + cta_start"), FORM(PLAIN)},
    {"threads_range", EACH("int *x", "x[i] = total_threads"), FORM(RANGE)},
    {"types", EACH("const pair *p, triple t, pair q, int *x", "x[i] = p[i].a"), FORM(PLAIN)},
    {"spellings",
     EACH("unsigned long long int a, size_t b, char c, half d, __nv_bfloat16 e, float complex *f,\n"
          "    const volatile short * __restrict__ const g, uchar3 *h, double4 k, bool l /* last */",
          "f[i] = 1"),
     FORM(PLAIN)},
    {"nothing", EACH("int *x", " // nothing\n"), FORM(PLAIN)},
    {"empty",
     {.arguments = "int *x", .operation = "", .preamble = "", .loop_prep = " \n", .after_loop = ""},
     FORM(PLAIN)},
    {"placeholders", EACH("int *x", "x[i] = 1; // @NAME@ @LOOP@"), FORM(PLAIN)},
    {"break", EACH("int *x", "if (x[i] == 0)\n    break;\nx[i] = 1"), FORM(PLAIN)},
    {"macro_return",
     {.arguments = "int *x", .operation = "LEAVE; x[i] = 1", .preamble = "#define LEAVE if (i % 2) return"},
     FORM(PLAIN)},
    {"threads_parts",
     {.arguments = "float *x, float *sums",
      .operation = "sum += x[i]",
      .loop_prep = "float sum = 0",
      .after_loop = "sums[cta_start + tid] = sum"},
     FORM(PLAIN)},
    {"count", EACH("int n, int *x", "x[i] = n"), FORM(PLAIN)},
    {"count_range", EACH("int n, int *x", "x[i] = n"), FORM(RANGE)},
    {"letters",
     {.arguments = "T *x, const S *y, S s", .operation = "x[i] = (T)(y[i] * s)", .types = "T = float, S = short"},
     FORM(PLAIN)},
    {"letters_late",
     {.arguments = "T *x",
      .operation = "x[i] = T{1}",
      .preamble = "struct point { float a, b; };\n",
      .types = "T = point"},
     FORM(PLAIN)},
    {"tables", EACH("const float *t, const int *x, float *z", "z[i] = t[x[i] + 1]"), FORM(PLAIN)},

    /* ---- Tiles ---- */
    {"tile", LINEAR, TILE(4, 1, 256, 0)},
    {"tile_shifted", LINEAR, TILE(4, 1, 256, CJ_VARIANT_SHIFTED)},
    {"tile_several", LINEAR, TILE(4, 2, 128, 0)},
    {"tile_conditional", EACH("const float *x, float *z, float *w", "w[i] += 1; if (x[i] > 0) z[i] = x[i]"),
     TILE(4, 1, 256, 0)},
    {"tile_neighbours",
     EACH("const float *x, float *z", "if (i > 0 && i + 1 < n)\n    z[i] = x[i - 1] - 2 * x[i] + x[i + 1];"),
     TILE(4, 1, 256, 0)},
    {"tile_return", EACH("int *x, const int *t", "if (t[x[i]]) return; x[i] = 1"), TILE(4, 1, 256, 0)},
    {"tile_unroll_shifted", LINEAR, TILE(4, 2, 128, CJ_VARIANT_SHIFTED)},
    {"tile_in_place", EACH("float s, float *x", "x[i] = s * x[i]"), TILE(4, 1, 256, 0)},
    {"tile_conditional_shifted", EACH("const float *x, float *z", "if (x[i] > 0) z[i] = x[i]"),
     TILE(4, 2, 256, CJ_VARIANT_SHIFTED)},
    {"tile_neighbours_shifted",
     EACH("const short *x, const float *y, float *z", "if (i > 1 && i + 1 < n) z[i] = x[i - 2] + y[i + 1] + x[i]"),
     TILE(4, 2, 128, CJ_VARIANT_SHIFTED)},
    {"tile_widths", EACH("const signed char *x, const double *y, short *z", "z[i] = x[i] + y[i]"), TILE(2, 1, 256, 0)},
    {"tile_bytes", EACH("unsigned char *x", "x[i] += 1"), TILE(16, 1, 256, 0)},
    {"tile_own_types", EACH("const pair *p, triple *t, const pair q", "t[i].a = p[i].b + q.a"), TILE(2, 1, 256, 0)},
    {"tile_complex", EACH("const float complex *x, double complex *z", "z[i] = x[i] * x[i]"), TILE(1, 2, 256, 0)},
    {"tile_half", EACH("const half *x, const __nv_bfloat16 *y, half *z", "z[i] = x[i] + (float)y[i]"),
     TILE(8, 1, 256, 0)},
    {"tile_table", EACH("const float *t, const int *x, float *z", "z[i] = t[x[i]]"), TILE(4, 1, 256, 0)},
    {"tile_index", EACH("const int *x, int *z", "z[i] = x[i] + i"), TILE(4, 1, 256, 0)},
    {"tile_count", EACH("int n, int *x", "x[i] = n"), TILE(4, 2, 256, 0)},
    {"tile_letters",
     {.arguments = "const T *x, T *z", .operation = "z[i] = x[i] + T(1)", .types = "T = double"},
     TILE(2, 1, 256, 0)},

    /* ---- Views. Broadcast arrays are views too, whose strides are 0: what is generated is the same. ---- */
    {"views_single", LINEAR, VIEWS(STRIDED, 1, 2, 0, 0)},
    {"views_tile", LINEAR, VIEWS(STRIDED, 4, 3, 0, 0)},
    {"views_tile_index", EACH("const int *x, double *z", "if (x[i] > 0) z[i] = i + i1 * n0; // some"),
     VIEWS(STRIDED, 2, 2, CJ_VARIANT_WIDE, 0)},
    {"views_range", EACH("short *x, const float *table", "if (x[i] < 0) return; x[i] = table[x[i]]"),
     VIEWS(STRIDED, 1, 1, CJ_VARIANT_RANGE, 0)},
    {"views_transposed", LINEAR, VIEWS(TRANSPOSED, 2, 2, 0, 1 << 1)},
    {"views_transposed_index", EACH("const char *x, char *y, float complex *z", "y[i] = i; z[i] += x[i]"),
     VIEWS(TRANSPOSED, 1, 3, CJ_VARIANT_WIDE, 1)},
    {"views_single_3", EACH("const float *x, float *z", "z[i] = x[i]"), VIEWS(STRIDED, 1, 3, CJ_VARIANT_WIDE, 0)},
    {"views_single_index", EACH("const float *x, float *z, int n", "if (x[i] < n) break; z[i] = x[i] * i"),
     VIEWS(STRIDED, 1, 1, 0, 0)},
    {"views_single_axes", EACH("const float *x, float *z", "z[i] = x[i] * i0 + i2 * n1 + n2"),
     VIEWS(STRIDED, 1, 3, 0, 0)},
    {"views_no_axes", EACH("float *x", "x[i] = i"), VIEWS(STRIDED, 1, 1, 0, 0)},
    {"views_none", EACH("float *x", "x[i0 * n1 + i1] = 1"), VIEWS(STRIDED, 1, 2, 0, 0)},
    {"views_changed_index", EACH("int *x", "i += i0; x[i] = i"), VIEWS(STRIDED, 1, 1, 0, 0)},
    {"views_range_wide", EACH("short *x", "x[i] = i * 2 + i1"),
     VIEWS(STRIDED, 1, 2, CJ_VARIANT_RANGE | CJ_VARIANT_WIDE, 0)},
    {"views_tile_line", EACH("const half *x, half *z", "z[i] = x[i]"), VIEWS(STRIDED, 8, 1, 0, 0)},
    {"views_tile_conditional", EACH("const float *x, float *z, float *w", "w[i] += 1; if (x[i] > 0) z[i] = x[i]"),
     VIEWS(STRIDED, 4, 2, 0, 0)},
    {"views_tile_axes", EACH("const pair *x, int *z, int n", "z[i] = x[i].a + i1 * n0 + i0 + n1 + n"),
     VIEWS(STRIDED, 2, 2, CJ_VARIANT_WIDE, 0)},
    {"views_transposed_conditional",
     EACH("const double *x, double *z, const short *y, const double *t, int n", "if (x[i] > t[n]) z[i] += x[i] * y[i]"),
     VIEWS(TRANSPOSED, 1, 2, 0, 1)},
    {"views_transposed_small",
     EACH("const float *x, const float *y, const float *w, float *z", "z[i] = x[i] + y[i] + w[i]"),
     VIEWS(TRANSPOSED, 2, 2, 0, 7)},
    {"views_transposed_bytes", EACH("const char *x, const char *y, char *z", "z[i] = x[i] + y[i]"),
     VIEWS(TRANSPOSED, 16, 2, 0, 3)},
    {"views_transposed_return", EACH("const half *x, half *z", "if (i % 2) return; z[i] = x[i]"),
     VIEWS(TRANSPOSED, 4, 3, CJ_VARIANT_WIDE, 1)},

    /* ---- Stencils ---- */
    {"stencil", FIVE_POINTS, STENCIL(8, 0)},
    {"stencil_wide", FIVE_POINTS, STENCIL(4, CJ_VARIANT_WIDE)}};

#endif
