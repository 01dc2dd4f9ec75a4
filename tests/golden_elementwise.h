/*
 * golden_elementwise.h: elementwise kernels, in every form, whose generated source is in golden/.
 */
#ifndef TESTS_GOLDEN_ELEMENTWISE_H
#define TESTS_GOLDEN_ELEMENTWISE_H

#include "libjit/kernel/variant.h"

typedef struct elementwise_row {
    const char *file; /* in golden/, without ".cu" */
    cujit_elementwise_spec spec;
    cj_variant variant;
} elementwise_row;

#define TILE(w, u, b, f)                                                                                               \
    {                                                                                                                  \
        .form = CJ_FORM_TILE, .width = w, .unroll = u, .block = b, .flags = f                                          \
    }
#define PLAIN                                                                                                          \
    {                                                                                                                  \
        .form = CJ_FORM_PLAIN                                                                                          \
    }
#define IN_RANGE                                                                                                       \
    {                                                                                                                  \
        .form = CJ_FORM_RANGE                                                                                          \
    }
#define WITH(args, text, ...)                                                                                          \
    {                                                                                                                  \
        .arguments = args, .operation = text, __VA_ARGS__                                                              \
    }
#define OF(args, text) WITH(args, text, .name = NULL)
#define LINEAR "float a, const float *x, float b, const float *y, float *z"
#define VIEWS(f, w, r, g, t)                                                                                           \
    {                                                                                                                  \
        .form = f, .width = w, .rank = r, .block = 256, .flags = g, .transposed = t                                    \
    }
#define AXPBY OF(LINEAR, "z[i] = a * x[i] + b * y[i]")
#define ALL_PARTS                                                                                                      \
    WITH("float *x, float *total", "float v = twice(x[i]);\nsum += v;\nx[i] = v;", .name = "doubled",                  \
         .preamble = "#define TWO 2\n__device__ float twice(float v)\n{\n    return TWO * v;\n}\n",                    \
         .loop_prep = "float sum = 0;\n", .after_loop = "atomicAdd(total, sum)")

static const elementwise_row elementwise_rows[] = {
    /* ---- Plain ---- */
    {"plain", AXPBY, PLAIN},
    {"range", AXPBY, IN_RANGE},
    {"all_parts", ALL_PARTS, PLAIN},
    {"all_parts_range", ALL_PARTS, IN_RANGE},
    {"remarks",
     WITH("int *x", "x[i] = 1 // one", .preamble = "// nothing here", .loop_prep = "int k = 0 // count",
          .after_loop = "k++ /* last */"),
     PLAIN},
    {"return", OF("int *x", "if (x[i] == 0)\n    return;\nx[i] = 1"), PLAIN},
    {"return_remark", OF("int *x", "if (x[i] == 0) return // done"), IN_RANGE},
    {"threads", OF("int *x", "x[i] = tid + cta_start"), PLAIN},
    {"threads_range", OF("int *x", "x[i] = total_threads"), IN_RANGE},
    {"types", OF("const pair *p, triple t, pair q, int *x", "x[i] = p[i].a"), PLAIN},
    {"spellings",
     OF("unsigned long long int a, size_t b, char c, half d, __nv_bfloat16 e, float complex *f,\n"
        "    const volatile short * __restrict__ const g, uchar3 *h, double4 k, bool l /* last */",
        "f[i] = 1"),
     PLAIN},
    {"nothing", OF("int *x", " // nothing\n"), PLAIN},
    {"empty", WITH("int *x", "", .preamble = "", .loop_prep = " \n", .after_loop = ""), PLAIN},
    {"placeholders", OF("int *x", "x[i] = 1; // @NAME@ @LOOP@"), PLAIN},
    {"break", OF("int *x", "if (x[i] == 0)\n    break;\nx[i] = 1"), PLAIN},
    {"macro_return", WITH("int *x", "LEAVE; x[i] = 1", .preamble = "#define LEAVE if (i % 2) return"), PLAIN},
    {"threads_parts",
     WITH("float *x, float *sums", "sum += x[i]", .loop_prep = "float sum = 0",
          .after_loop = "sums[cta_start + tid] = sum"),
     PLAIN},
    {"count", OF("int n, int *x", "x[i] = n"), PLAIN},
    {"count_range", OF("int n, int *x", "x[i] = n"), IN_RANGE},
    {"letters", WITH("T *x, const S *y, S s", "x[i] = (T)(y[i] * s)", .types = "T = float, S = short"), PLAIN},
    {"letters_late", WITH("T *x", "x[i] = T{1}", .preamble = "struct point { float a, b; };\n", .types = "T = point"),
     PLAIN},
    {"tables", OF("const float *t, const int *x, float *z", "z[i] = t[x[i] + 1]"), PLAIN},

    /* ---- Tiles ---- */
    {"tile", AXPBY, TILE(4, 1, 256, 0)},
    {"tile_shifted", AXPBY, TILE(4, 1, 256, CJ_VARIANT_SHIFTED)},
    {"tile_several", AXPBY, TILE(4, 2, 128, 0)},
    {"tile_conditional", OF("const float *x, float *z, float *w", "w[i] += 1; if (x[i] > 0) z[i] = x[i]"),
     TILE(4, 1, 256, 0)},
    {"tile_neighbours",
     OF("const float *x, float *z", "if (i > 0 && i + 1 < n)\n    z[i] = x[i - 1] - 2 * x[i] + x[i + 1];"),
     TILE(4, 1, 256, 0)},
    {"tile_return", OF("int *x, const int *t", "if (t[x[i]]) return; x[i] = 1"), TILE(4, 1, 256, 0)},
    {"tile_unroll_shifted", AXPBY, TILE(4, 2, 128, CJ_VARIANT_SHIFTED)},
    {"tile_in_place", OF("float s, float *x", "x[i] = s * x[i]"), TILE(4, 1, 256, 0)},
    {"tile_conditional_shifted", OF("const float *x, float *z", "if (x[i] > 0) z[i] = x[i]"),
     TILE(4, 2, 256, CJ_VARIANT_SHIFTED)},
    {"tile_neighbours_shifted",
     OF("const short *x, const float *y, float *z", "if (i > 1 && i + 1 < n) z[i] = x[i - 2] + y[i + 1] + x[i]"),
     TILE(4, 2, 128, CJ_VARIANT_SHIFTED)},
    {"tile_widths", OF("const signed char *x, const double *y, short *z", "z[i] = x[i] + y[i]"), TILE(2, 1, 256, 0)},
    {"tile_bytes", OF("unsigned char *x", "x[i] += 1"), TILE(16, 1, 256, 0)},
    {"tile_own_types", OF("const pair *p, triple *t, const pair q", "t[i].a = p[i].b + q.a"), TILE(2, 1, 256, 0)},
    {"tile_complex", OF("const float complex *x, double complex *z", "z[i] = x[i] * x[i]"), TILE(1, 2, 256, 0)},
    {"tile_half", OF("const half *x, const __nv_bfloat16 *y, half *z", "z[i] = x[i] + (float)y[i]"),
     TILE(8, 1, 256, 0)},
    {"tile_table", OF("const float *t, const int *x, float *z", "z[i] = t[x[i]]"), TILE(4, 1, 256, 0)},
    {"tile_index", OF("const int *x, int *z", "z[i] = x[i] + i"), TILE(4, 1, 256, 0)},
    {"tile_count", OF("int n, int *x", "x[i] = n"), TILE(4, 2, 256, 0)},
    {"tile_letters", WITH("const T *x, T *z", "z[i] = x[i] + T(1)", .types = "T = double"), TILE(2, 1, 256, 0)},

    /* ---- Views. Broadcast arrays are views too, whose strides are 0: what is generated is the same. ---- */
    {"views_single", AXPBY, VIEWS(CJ_FORM_STRIDED, 1, 2, 0, 0)},
    {"views_tile", AXPBY, VIEWS(CJ_FORM_STRIDED, 4, 3, 0, 0)},
    {"views_tile_index", OF("const int *x, double *z", "if (x[i] > 0) z[i] = i + i1 * n0; // some"),
     VIEWS(CJ_FORM_STRIDED, 2, 2, CJ_VARIANT_WIDE, 0)},
    {"views_range", OF("short *x, const float *table", "if (x[i] < 0) return; x[i] = table[x[i]]"),
     VIEWS(CJ_FORM_STRIDED, 1, 1, CJ_VARIANT_RANGE, 0)},
    {"views_transposed", AXPBY, VIEWS(CJ_FORM_TRANSPOSED, 2, 2, 0, 1 << 1)},
    {"views_transposed_index", OF("const char *x, char *y, float complex *z", "y[i] = i; z[i] += x[i]"),
     VIEWS(CJ_FORM_TRANSPOSED, 1, 3, CJ_VARIANT_WIDE, 1)},
    {"views_single_3", OF("const float *x, float *z", "z[i] = x[i]"), VIEWS(CJ_FORM_STRIDED, 1, 3, CJ_VARIANT_WIDE, 0)},
    {"views_single_index", OF("const float *x, float *z, int n", "if (x[i] < n) break; z[i] = x[i] * i"),
     VIEWS(CJ_FORM_STRIDED, 1, 1, 0, 0)},
    {"views_single_axes", OF("const float *x, float *z", "z[i] = x[i] * i0 + i2 * n1 + n2"),
     VIEWS(CJ_FORM_STRIDED, 1, 3, 0, 0)},
    {"views_no_axes", OF("float *x", "x[i] = i"), VIEWS(CJ_FORM_STRIDED, 1, 0, 0, 0)},
    {"views_none", OF("float *x", "x[i0 * n1 + i1] = 1"), VIEWS(CJ_FORM_STRIDED, 1, 2, 0, 0)},
    {"views_changed_index", OF("int *x", "i += i0; x[i] = i"), VIEWS(CJ_FORM_STRIDED, 1, 1, 0, 0)},
    {"views_range_wide", OF("short *x", "x[i] = i * 2 + i1"),
     VIEWS(CJ_FORM_STRIDED, 1, 2, CJ_VARIANT_RANGE | CJ_VARIANT_WIDE, 0)},
    {"views_tile_line", OF("const half *x, half *z", "z[i] = x[i]"), VIEWS(CJ_FORM_STRIDED, 8, 1, 0, 0)},
    {"views_tile_conditional", OF("const float *x, float *z, float *w", "w[i] += 1; if (x[i] > 0) z[i] = x[i]"),
     VIEWS(CJ_FORM_STRIDED, 4, 2, 0, 0)},
    {"views_tile_axes", OF("const pair *x, int *z, int n", "z[i] = x[i].a + i1 * n0 + i0 + n1 + n"),
     VIEWS(CJ_FORM_STRIDED, 2, 2, CJ_VARIANT_WIDE, 0)},
    {"views_transposed_conditional",
     OF("const double *x, double *z, const short *y, const double *t, int n", "if (x[i] > t[n]) z[i] += x[i] * y[i]"),
     VIEWS(CJ_FORM_TRANSPOSED, 1, 2, 0, 1)},
    {"views_transposed_small",
     OF("const float *x, const float *y, const float *w, float *z", "z[i] = x[i] + y[i] + w[i]"),
     VIEWS(CJ_FORM_TRANSPOSED, 2, 2, 0, 7)},
    {"views_transposed_bytes", OF("const char *x, const char *y, char *z", "z[i] = x[i] + y[i]"),
     VIEWS(CJ_FORM_TRANSPOSED, 16, 2, 0, 3)},
    {"views_transposed_return", OF("const half *x, half *z", "if (i % 2) return; z[i] = x[i]"),
     VIEWS(CJ_FORM_TRANSPOSED, 4, 3, CJ_VARIANT_WIDE, 1)},
};

#endif
