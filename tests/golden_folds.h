/*
 * golden_folds.h: reductions, scans and kernels of rows, in every form, whose generated source is in golden/.
 *
 * A form is what a launch chooses from alignment, sizes and strides; here it is given by hand, and only has to be one
 * that a launch may choose.
 */
#ifndef TESTS_GOLDEN_FOLDS_H
#define TESTS_GOLDEN_FOLDS_H

#include "libjit/reduction/fold_kernel.h"

typedef struct fold_row {
    const char *file; /* in golden/, without ".cu"; of the host with "_host" or "_chunks" in it, else of a GPU */
    cj_fold_spec spec;
    cj_variant variant; /* form 0: the usual one */
} fold_row;

#define TEXTS(...) (&(const cujit_reduction_result){__VA_ARGS__})
#define SUM_AS(type, what) TEXTS(.out_type = type, .neutral = "0", .reduce = "a + b", .map = what)
#define SUM_OF(type) SUM_AS(type, "x[i]")
#define SUM SUM_OF("float")
#define DOT_OF(type) SUM_AS(type, "x[i] * y[i]")
#define MAX_OF(type) TEXTS(.out_type = type, .reduce = "cujit_max(a, b)", .map = "x[i]")
/* Not known to be commutative: the first that is not 0. */
#define FIRST_OF(type) TEXTS(.out_type = type, .neutral = "0", .reduce = "a != 0 ? a : b", .map = "x[i]")
/* Nor this, whose value need not be there. */
#define LAST_OF(type) TEXTS(.out_type = type, .reduce = "0 * a + b", .map = "x[i]", .post = "a * 2")
#define MOMENTS                                                                                                        \
    TEXTS(.out_type = "float", .neutral = "cujit_moments{}", .reduce = "cujit_merge(a, b)",                            \
          .map = "cujit_moment(x[i])", .accumulator = "cujit_moments",                                                 \
          .post = "static_cast<float>(cujit_deviation(a) / n)")
#define WHERE_OF(type, extreme, at)                                                                                    \
    TEXTS(.out_type = "long long", .reduce = "cujit_" extreme "(a, b)", .map = "cujit_at(x[i], " at ")",               \
          .accumulator = "cujit_indexed<" type ">", .post = "a.index")

#define REDUCTION(args, ...)                                                                                           \
    {                                                                                                                  \
        .arguments = args, .folds = {__VA_ARGS__}, .count = 1                                                          \
    }
#define FLOATS(fold) REDUCTION("const float *x", fold)
#define FLAT(w, u, b, f)                                                                                               \
    {                                                                                                                  \
        .form = CJ_FOLD_FLAT, .width = w, .unroll = u, .block = b, .flags = CJ_VARIANT_##f                             \
    }
#define WALK(what, w, u, l, b, k, n, f)                                                                                \
    {                                                                                                                  \
        .form = CJ_FOLD_##what, .width = w, .unroll = u, .lanes = l, .block = b, .kept = k, .folded = n, .flags = f    \
    }
#define CJ_VARIANT_NONE 0
#define SHIFTED CJ_VARIANT_SHIFTED
#define WIDE CJ_VARIANT_WIDE
#define RANGE CJ_VARIANT_RANGE
#define SPLIT CJ_VARIANT_SPLIT
#define USUAL                                                                                                          \
    {                                                                                                                  \
        .form = 0                                                                                                      \
    }

static const fold_row fold_rows[] = {
    /* ---- Whole dense arrays: one block or several run the same source ---- */
    {"reduction_sum", FLOATS(SUM), USUAL},
    {"reduction_dot_shifted", REDUCTION("const float *x, const double *y", DOT_OF("double")), FLAT(2, 4, 256, SHIFTED)},
    {"reduction_single_elements", REDUCTION("const triple *x", SUM_AS("float", "x[i].a")), USUAL},
    {"reduction_range", FLOATS(SUM_AS("float", "x[i] * i + j")), FLAT(1, 4, 512, RANGE)},
    {"reduction_subset",
     FLOATS(SUM),
     {.form = CJ_FOLD_FLAT, .width = 1, .unroll = 4, .block = 512, .flags = CJ_VARIANT_SUBSET, .index = CUJIT_UINT32}},
    {"reduction_ordered", FLOATS(FIRST_OF("float")), USUAL},
    {"reduction_ordered_shifted", FLOATS(LAST_OF("float")), FLAT(4, 2, 64, SHIFTED)},
    {"reduction_ordered_range", FLOATS(FIRST_OF("float")), FLAT(1, 4, 512, RANGE)},
    {"reduction_packed_sum", REDUCTION("const signed char *x", SUM_OF("int")), USUAL},
    {"reduction_packed_dot", REDUCTION("const unsigned char *x, const unsigned char *y", DOT_OF("unsigned")),
     FLAT(16, 4, 512, SHIFTED)},
    {"reduction_packed_long", REDUCTION("const signed char *x", SUM_OF("long long")), USUAL},
    {"reduction_not_packed", REDUCTION("const signed char *x, const unsigned char *y", DOT_OF("int")), USUAL},
    {"reduction_integers", REDUCTION("const int *x", SUM_OF("int")), USUAL},
    {"reduction_lifted", REDUCTION("const double *x", MAX_OF("double")), USUAL},
    {"reduction_where", FLOATS(WHERE_OF("float", "max", "i")), USUAL},
    {"reduction_where_filter", REDUCTION("const short *x", WHERE_OF("short", "min", "j")), USUAL},
    {"reduction_where_neutral",
     REDUCTION("const unsigned char *x, int least",
               TEXTS(.out_type = "int", .neutral = "cujit_indexed<unsigned char>{0, 0}", .reduce = "cujit_max(a, b)",
                     .map = "cujit_at(x[i], i)", .accumulator = "cujit_indexed<unsigned char>", .post = "a.value")),
     FLAT(16, 4, 256, NONE)},
    {"reduction_where_lifted",
     REDUCTION("const short *x",
               TEXTS(.out_type = "int", .reduce = "cujit_max(a, b)", .map = "cujit_at(x[i] + 0.0, 2 * i)",
                     .accumulator = "cujit_indexed<double>", .post = "(int)a.index")),
     USUAL},
    {"reduction_where_range", FLOATS(WHERE_OF("float", "max", "i")), FLAT(1, 4, 256, RANGE)},
    {"reduction_where_half", REDUCTION("const half *x", WHERE_OF("half", "max", "j")), USUAL},
    {"reduction_cast",
     FLOATS(TEXTS(.out_type = "float", .reduce = "a.of < b.of ? b : a", .map = "meter{x[i]}", .accumulator = "meter")),
     USUAL},
    {"reduction_several",
     {.arguments = "const float *x, float scale",
      .folds = {SUM_OF("double"), MAX_OF("float"), WHERE_OF("float", "min", "i"),
                TEXTS(.out_type = "float", .neutral = "0", .reduce = "a + b", .map = "x[i] * x[i] * scale",
                      .accumulator = "double", .post = "sqrt(a / n)")},
      .count = 4},
     USUAL},
    {"reduction_parts",
     {.arguments = "const pair *x, const float *table, int n, triple start",
      .name = "largest",
      .preamble = "__device__ triple join(triple a, triple b)\n{\n    return a.a < b.a ? b : a;\n}\n",
      .folds = {TEXTS(.out_type = "float", .neutral = "start", .reduce = "join(a, b)",
                      .map = "triple{table[x[i].a + n], 0, 0}", .accumulator = "triple", .post = "a.a // it")},
      .count = 1},
     USUAL},
    {"reduction_converted", REDUCTION("const half *x, const half *y", SUM_AS("half", "x[i] * y[i]")), USUAL},
    {"reduction_complex",
     REDUCTION("const float complex *x", TEXTS(.out_type = "float complex", .neutral = "0", .reduce = "a + b",
                                               .map = "x[i] * x[i]", .post = "a / (float)n")),
     USUAL},
    {"reduction_letters",
     {.arguments = "const T *x, const S *y", .types = "T = float, S = double", .folds = {DOT_OF("S")}, .count = 1},
     USUAL},
    {"reduction_no_arrays", REDUCTION("", SUM_AS("double", "1.0 / (i + 1)")), USUAL},
    {"reduction_shape_only", FLOATS(SUM_AS("long long", "i + j")), USUAL},

    /* ---- The same on the host: blocks of one thread ---- */
    {"reduction_host_pairwise", FLOATS(SUM), USUAL},
    {"reduction_host_integers", REDUCTION("const int *x", SUM_OF("long long")), USUAL},
    {"reduction_host_ordered", FLOATS(FIRST_OF("float")), USUAL},
    {"reduction_host_ordered_integers", REDUCTION("const int *x", LAST_OF("int")), USUAL},
    {"reduction_host_range", FLOATS(SUM), FLAT(1, 1, 1, RANGE)},
    {"reduction_host_moments", FLOATS(MOMENTS), USUAL},
    {"reduction_host_where", FLOATS(WHERE_OF("float", "max", "i")), USUAL},

    /* ---- Along axes: lanes along the folded ones ---- */
    {"rows_lane", FLOATS(SUM), WALK(ROWS, 1, 4, 1, 256, 1, 1, 0)},
    {"rows_lanes", FLOATS(SUM), WALK(ROWS, 4, 2, 8, 256, 2, 1, 0)},
    {"rows_warp_shifted", REDUCTION("const float *x, const float *y", DOT_OF("float")),
     WALK(ROWS, 4, 2, 32, 256, 1, 1, SHIFTED)},
    {"rows_block", FLOATS(MAX_OF("float")), WALK(ROWS, 4, 4, 256, 256, 2, 1, WIDE)},
    {"rows_split", FLOATS(SUM), WALK(ROWS, 4, 4, 256, 256, 1, 1, SPLIT)},
    {"rows_axes_shifted", FLOATS(SUM_AS("float", "x[i] * i + j")), WALK(ROWS, 4, 2, 32, 128, 1, 2, SHIFTED | WIDE)},
    {"rows_places", FLOATS(WHERE_OF("float", "max", "j")), WALK(ROWS, 4, 4, 8, 256, 1, 1, 0)},
    {"rows_indices", FLOATS(WHERE_OF("float", "min", "i")), WALK(ROWS, 4, 4, 32, 256, 1, 1, 0)},
    {"rows_ordered", FLOATS(FIRST_OF("float")), WALK(ROWS, 4, 2, 8, 256, 1, 1, 0)},
    {"rows_ordered_block", FLOATS(LAST_OF("float")), WALK(ROWS, 4, 2, 256, 256, 1, 1, SPLIT)},
    {"rows_ordered_single", FLOATS(FIRST_OF("float")), WALK(ROWS, 1, 2, 32, 64, 2, 2, 0)},
    {"rows_packed_sum", REDUCTION("const signed char *x", SUM_OF("int")), WALK(ROWS, 16, 2, 32, 256, 1, 1, 0)},
    {"rows_packed_dot", REDUCTION("const signed char *x, const signed char *y", DOT_OF("int")),
     WALK(ROWS, 16, 2, 256, 256, 1, 1, 0)},
    {"rows_range", FLOATS(SUM_AS("float", "x[i] * i + j")), WALK(ROWS, 1, 4, 256, 256, 1, 2, RANGE | SPLIT)},
    {"rows_subset",
     FLOATS(WHERE_OF("float", "max", "i")),
     {.form = CJ_FOLD_ROWS,
      .width = 1,
      .unroll = 4,
      .lanes = 256,
      .block = 256,
      .kept = 1,
      .folded = 1,
      .flags = CJ_VARIANT_SUBSET | CJ_VARIANT_WIDE,
      .index = CUJIT_INT64}},
    {"rows_several",
     {.arguments = "const short *x, int n",
      .folds = {SUM_OF("int"), MAX_OF("short"), WHERE_OF("short", "min", "j")},
      .count = 3},
     WALK(ROWS, 8, 2, 32, 256, 2, 1, 0)},
    {"rows_host_pairwise", FLOATS(SUM), WALK(ROWS, 8, 1, 1, 1, 1, 1, 0)},
    {"rows_host_axes", FLOATS(SUM), WALK(ROWS, 8, 1, 1, 1, 1, 2, 0)},
    {"rows_host_moments", FLOATS(MOMENTS), WALK(ROWS, 8, 1, 1, 1, 1, 1, 0)},
    {"rows_host_single", FLOATS(SUM), WALK(ROWS, 1, 1, 1, 1, 2, 2, WIDE)},
    {"rows_host_ordered", FLOATS(FIRST_OF("float")), WALK(ROWS, 8, 1, 1, 1, 1, 1, 0)},
    {"rows_host_integers", REDUCTION("const int *x", SUM_AS("int", "x[i] * i + j")),
     WALK(ROWS, 8, 1, 1, 1, 1, 1, SPLIT)},

    /* ---- Along axes: results side by side ---- */
    {"columns_warps", FLOATS(SUM), WALK(COLUMNS, 4, 4, 8, 512, 1, 1, 0)},
    {"columns_lanes", FLOATS(MAX_OF("float")), WALK(COLUMNS, 4, 4, 64, 256, 2, 2, SHIFTED | WIDE)},
    {"columns_alone",
     FLOATS(TEXTS(.out_type = "float", .neutral = "0", .reduce = "a + b", .map = "x[i] * i + j", .post = "a / n")),
     WALK(COLUMNS, 1, 4, 64, 64, 2, 1, 0)},
    {"columns_split", FLOATS(SUM), WALK(COLUMNS, 4, 4, 8, 256, 1, 1, SPLIT)},
    {"columns_split_across", FLOATS(SUM), WALK(COLUMNS, 4, 4, 64, 128, 1, 1, SPLIT | WIDE)},
    {"columns_ordered", FLOATS(FIRST_OF("float")), WALK(COLUMNS, 4, 2, 32, 256, 1, 1, 0)},
    {"columns_ordered_alone", FLOATS(LAST_OF("float")), WALK(COLUMNS, 4, 2, 64, 64, 1, 1, 0)},
    {"columns_packed_signed", REDUCTION("const signed char *x", SUM_OF("int")), WALK(COLUMNS, 16, 4, 32, 32, 1, 1, 0)},
    {"columns_packed", REDUCTION("const unsigned char *x", SUM_OF("unsigned")), WALK(COLUMNS, 16, 4, 8, 256, 1, 1, 0)},
    {"columns_packed_ordered_dot", REDUCTION("const signed char *x, const signed char *y", DOT_OF("int")),
     WALK(COLUMNS, 16, 2, 8, 256, 1, 1, SHIFTED)},
    {"columns_several",
     {.arguments = "const double *x", .folds = {SUM_OF("double"), WHERE_OF("double", "max", "j")}, .count = 2},
     WALK(COLUMNS, 2, 4, 16, 128, 1, 1, 0)},
    {"columns_host_pairwise", FLOATS(SUM), WALK(COLUMNS, 8, 1, 1, 1, 1, 1, 0)},
    {"columns_host_split", REDUCTION("const int *x", SUM_OF("int")), WALK(COLUMNS, 8, 1, 1, 1, 1, 1, SPLIT)},

/* ---- Scans: vectors, dense or along lines of any strides ---- */
#define SCAN(args, texts, ...)                                                                                         \
    {                                                                                                                  \
        .arguments = args, .folds = {texts}, .count = 1, .scan = true, __VA_ARGS__                                     \
    }
#define SEGMENTS(args, texts, where, ...)                                                                              \
    {                                                                                                                  \
        .arguments = args, .segment = where, .folds = {texts}, .count = 1, .scan = true, __VA_ARGS__                   \
    }
    {"scan_sum", SCAN("const float *x", SUM, .exclusive = false), USUAL},
    {"scan_shifted", SCAN("const float *x, const short *y", DOT_OF("double"), .exclusive = true),
     WALK(SCAN, 4, 4, 0, 256, 0, 0, SHIFTED)},
    {"scan_resident", SCAN("const int *x", SUM_OF("int"), .exclusive = false), WALK(SCAN, 4, 8, 3, 384, 0, 0, 0)},
    {"scan_reverse",
     SCAN("const float *x",
          TEXTS(.out_type = "float", .neutral = "0", .reduce = "a + b", .map = "x[i] * i + j", .post = "a / n"),
          .reverse = true),
     WALK(SCAN, 4, 2, 0, 128, 0, 0, SHIFTED)},
    {"scan_reverse_single", SCAN("const float *x", LAST_OF("float"), .reverse = true),
     WALK(SCAN, 1, 2, 0, 128, 0, 0, 0)},
    {"scan_segments", SEGMENTS("const float *x, const int *f", SUM, "f[i] != 0", .exclusive = true), USUAL},
    {"scan_segments_reverse",
     SEGMENTS("const float *x, const int *f", MAX_OF("float"), "f[i] != 0 || i % 8 == 0 // here", .reverse = true),
     USUAL},
    {"scan_where", SCAN("const float *x", WHERE_OF("float", "max", "i"), .exclusive = false), USUAL},
    {"scan_parts",
     {.arguments = "const pair *x, int n",
      .name = "walk",
      .preamble = "#define STEP 2\n",
      .folds = {TEXTS(.out_type = "int", .neutral = "0", .reduce = "a + b * STEP", .map = "x[i].a + n",
                      .accumulator = "long long")},
      .count = 1,
      .scan = true},
     USUAL},
    {"scan_places", SCAN("const float *x", SUM_AS("float", "x[i] + j"), .exclusive = false), USUAL},
    {"scan_lines", SCAN("const float *x", SUM, .exclusive = false), WALK(SCAN, 4, 2, 0, 256, 1, 1, 0)},
    {"scan_lines_axes",
     SCAN("const float *x",
          TEXTS(.out_type = "float", .neutral = "0", .reduce = "a + b", .map = "x[i] * i + j", .post = "a / 2"),
          .exclusive = true),
     WALK(SCAN, 1, 4, 0, 256, 2, 2, WIDE)},
    {"scan_lines_places",
     SCAN("const int *x, const float *table, float scale", SUM_AS("float", "table[x[i]] * scale + j"),
          .exclusive = false),
     WALK(SCAN, 2, 2, 0, 256, 1, 1, 0)},
    {"scan_lines_reverse", SCAN("const float *x, const float *y", DOT_OF("float"), .reverse = true),
     WALK(SCAN, 4, 2, 0, 256, 1, 1, WIDE)},
    {"scan_lines_segments", SEGMENTS("const float *x, const char *f", SUM, "f[i]", .reverse = true, .exclusive = true),
     WALK(SCAN, 4, 2, 0, 128, 2, 1, 0)},
    {"scan_lines_sequence", SCAN("const float *x", SUM, .reverse = true), WALK(SCAN, 4, 2, 0, 256, 0, 2, 0)},

    /* ---- Scans: blocks of one thread, the host's ---- */
    {"scan_chunks", SCAN("const float *x", SUM, .exclusive = false), USUAL},
    {"scan_chunks_reverse", SEGMENTS("const float *x", SUM, "x[i] < 0", .reverse = true, .exclusive = true), USUAL},
    {"scan_chunks_lines", SCAN("const float *x", SUM, .exclusive = true), WALK(SCAN, 1, 1, 0, 1, 1, 1, 0)},
    {"scan_chunks_sequence", SCAN("const float *x", SUM, .exclusive = false), WALK(SCAN, 1, 1, 0, 1, 0, 2, 0)},
    {"scan_chunks_lines_reverse",
     SEGMENTS("const float *x", SUM_AS("float", "x[i] * i + j"), "x[i] < 0", .reverse = true),
     WALK(SCAN, 1, 1, 0, 1, 1, 2, WIDE)},

    /* ---- Scans: a thread takes lines that lie side by side ---- */
    {"scan_columns", SCAN("const float *x", SUM, .exclusive = false), WALK(SCAN_COLUMNS, 4, 2, 0, 128, 1, 1, 0)},
    {"scan_columns_reverse",
     SCAN("const float *x", SUM_AS("float", "x[i] * i + j"), .reverse = true, .exclusive = true),
     WALK(SCAN_COLUMNS, 1, 8, 0, 128, 2, 0, WIDE)},
    {"scan_columns_segments",
     SEGMENTS("const float *x, const int *f", SUM_OF("double"), "f[i] || i == 3", .exclusive = false),
     WALK(SCAN_COLUMNS, 2, 4, 0, 128, 2, 1, 0)},
    {"scan_columns_host",
     SCAN("const int *x", TEXTS(.out_type = "int", .reduce = "cujit_max(a, b)", .map = "x[i]"), .exclusive = false),
     WALK(SCAN_COLUMNS, 8, 1, 0, 1, 1, 1, 0)},

/* ---- Kernels of rows: tiles, lanes, blocks of a cluster and rows at once ---- */
#define ROWS(args, what, ...)                                                                                          \
    {                                                                                                                  \
        .arguments = args, .rows = true, .operation = what, __VA_ARGS__                                                \
    }
#define SOFTMAX(args)                                                                                                  \
    ROWS(args, "z[i] = expf(x[i] - top) / sum", .stages = {"top", "sum"}, .count = 2,                                  \
         .folds = {TEXTS(.neutral = "-INFINITY", .reduce = "fmaxf(a, b)", .map = "x[i]"),                              \
                   TEXTS(.neutral = "0", .reduce = "a + b", .map = "expf(x[i] - top)")})
/* Two folds at once, one of which keeps the order. */
#define FOUND                                                                                                          \
    ROWS("const short *x, const float *w, const int *m, float *z, long long *at",                                      \
         "if (x[i] > first) z[i] = w[j] * m[row] + i", .finish = "at[row] = most // there",                            \
         .stages = {"first", "most"}, .count = 2, .folds = {FIRST_OF("short"), WHERE_OF("short", "max", "j")})
#define TAKES(what, w, u, l, b, c, r, f, s)                                                                            \
    {                                                                                                                  \
        .form = CJ_FOLD_##what, .width = w, .unroll = u, .lanes = l, .block = b, .rank = c, .index = r, .kept = 1,     \
        .folded = 1, .flags = f, .transposed = s                                                                       \
    }
    {"stages_usual", SOFTMAX("const float *x, float *z"), USUAL},
    {"stages_short", SOFTMAX("const float *x, float *z"), TAKES(HELD, 2, 1, 1, 256, 1, 4, CJ_VARIANT_EXACT, 0)},
    {"stages_shifted", SOFTMAX("const half *x, half *z"), TAKES(HELD, 8, 2, 32, 256, 1, 2, SHIFTED, 0)},
    {"stages_chunked", SOFTMAX("const float *x, float *z"),
     TAKES(HELD, 1, 3, 1, 128, 1, 4, CJ_VARIANT_CHUNKED | CJ_VARIANT_EXACT, 0)},
    {"stages_cluster", SOFTMAX("const float *x, float *z"), TAKES(HELD, 4, 8, 1024, 1024, 4, 1, 0, 0)},
    {"stages_single",
     SOFTMAX("const float *x, float *z"),
     {.form = CJ_FOLD_HELD,
      .width = 1,
      .unroll = 2,
      .lanes = 64,
      .block = 256,
      .rank = 1,
      .index = 1,
      .kept = 2,
      .folded = 2,
      .flags = WIDE,
      .transposed = 3}},
    {"stages_found", FOUND, TAKES(HELD, 4, 2, 64, 64, 1, 1, SHIFTED, 1)},
    {"stages_passes", SOFTMAX("const float *x, float *z"), TAKES(PASSES, 4, 4, 1024, 1024, 1, 1, 0, 0)},
    {"stages_passes_found", FOUND, TAKES(PASSES, 4, 2, 64, 256, 1, 1, 0, 0)},
    {"stages_host", SOFTMAX("const float *x, float *z"), USUAL},
    {"stages_host_found",
     FOUND,
     {.form = CJ_FOLD_LINES,
      .width = 1,
      .unroll = 1,
      .lanes = 1,
      .block = 1,
      .rank = 1,
      .index = 1,
      .kept = 1,
      .folded = 2,
      .transposed = 1}}};

#endif
