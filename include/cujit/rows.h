/*
 * cujit/rows.h: kernels of rows, section 24 of the manual (<cujit/cujit.h>).
 */
#include <cujit/cujit.h>

#ifndef CUJIT_ROWS_H
#define CUJIT_ROWS_H

#ifdef __cplusplus
extern "C" {
#endif

/* ---- 24 Kernels of rows -------------------------------------------------------------------------------------------
 *
 * Softmax, layer norm, scores: each element of a row becomes another, and depends on what all of its row comes to. As
 * reductions and an elementwise kernel that is several launches, each of which reads everything again. A kernel of rows
 * is one, and as long as a row fits into registers (about a quarter of a million floats on a GPU whose blocks form
 * clusters, else some thirty thousand) it reads its arrays once:
 *
 *     const cujit_rows_stage softmax[] = {
 *         {.name = "top", .neutral = "-INFINITY", .reduce = "fmaxf(a, b)", .map = "x[i]"},
 *         {.name = "sum", .neutral = "0", .reduce = "a + b", .map = "expf(x[i] - top)"},
 *     };
 *     cujit_rows_create(context,
 *                       &(cujit_rows_spec){
 *                           .arguments = "const float *x, float *z",
 *                           .stages = softmax,
 *                           .stage_count = 2,
 *                           .operation = "z[i] = expf(x[i] - top) / sum",
 *                       },
 *                       &rows, &error);
 *     cujit_rows_run(rows, NULL, CUJIT_ARGS(x, z), &error);
 *
 * A stage is a reduction along the row, with a name: map, reduce, neutral, post and types are those of section 14. Its
 * texts see under their names the results of the stages before it. The operation, statements as of an elementwise
 * kernel, is done for each element and sees all of them; `finish` is done once for each row. What has no use for either
 * leaves it out, but not both.
 *
 * Names. `row` is the number of the row, `j` the place in it, `n` its length, `i` = row * n + j the element's number
 * among all. Arrays that are used as name[i] have an element for each, and broadcast like NumPy's: what they come to
 * together is the shape, whose last axis is the row (or the last few: `row_axes` in the options). Those that are used
 * as name[j], and only read, have the elements of one row, which all rows share (a weight for each column). Those that
 * are used as name[row] have one element for each row: what stands before the rows' axes is their shape. That is how a
 * stage's result is kept:
 *
 *     .arguments = "const float *x, float *z, float *sums",  .finish = "sums[row] = sum"
 *
 * All three may be views of any strides. Arrays that are used otherwise (x[i - 1], table[k]) must be dense and in C
 * order. `i`, `j` and `row` cannot be names of arguments, nor can `n`, nor a stage's name.
 *
 * Types. A stage's result is what `out_type` says; NULL: the accumulator's type, and where that is not given either, of
 * the first array's, with float for half and bfloat16, int or unsigned for smaller integers. So nothing is rounded
 * between the stages. One-letter types stand for those of each call's arrays.
 *
 * Order. As of reductions: the same bits come out from run to run; sums are combined as trees, so that they lose no
 * digits in long rows; a reduce that is not known to be commutative gets the elements in their order, and is slower.
 *
 * In place. An array that is written may be one that is read if it is walked alike: z[i] may be x[i]. Any other overlap
 * is CUJIT_ERROR_INVALID_ARGUMENT.
 *
 * Empty rows have no element, so that the operation is never done; `finish` is, with the neutrals. A stage without one
 * is CUJIT_ERROR_ARGUMENT_SIZE then.
 *
 * Speed. One launch; the variant follows from the rows' length and where memory lies, and is built when first needed.
 * What is contiguous along the row is moved 16 bytes at a time, also where rows begin anywhere, as long as all arrays
 * do so alike; short rows, one right behind the other, are so whatever their length. Other strides, and several axes
 * that do not lie in one run, cost more. Rows that fit nowhere are read once for each stage that needs the results of
 * the one before, and once for the operation. For half and bfloat16 arithmetic is what counts, not memory: a division
 * by a stage's result is done for each element, while `post` can give its reciprocal once for the row.
 */
typedef struct cujit_rows cujit_rows;

enum { CUJIT_ROWS_MAX_STAGES = 8 };

typedef struct cujit_rows_stage {
    const char *name;     /* C identifier */
    const char *out_type; /* NULL: see above */
    const char *neutral;  /* expression; NULL: there is none */
    const char *reduce;   /* expression of `a` and `b` */
    const char *map; /* expression of arguments, i, j, row, n and earlier results; NULL: name[i] of the first array */
    const char *accumulator; /* NULL: see above */
    const char *post;        /* expression of a, n, row, arguments that are no arrays, earlier results; NULL: a */
} cujit_rows_stage;

typedef struct cujit_rows_spec {
    const char *arguments; /* C parameter list; at least one array is used as name[i] */
    const cujit_rows_stage *stages;
    size_t stage_count;    /* 1 to CUJIT_ROWS_MAX_STAGES */
    const char *operation; /* statements for each element; NULL: none */
    const char *finish;    /* statements for each row, which see arguments, row, n and all results; NULL: none */
    const char *name;      /* C identifier of at most 63 characters; NULL: "rows" */
    const char *preamble;  /* as for elementwise kernels */
    const char *const *options;
    const char *types; /* what one-letter types stand for: "T = float"; NULL: each call's arrays say it */
} cujit_rows_spec;

/* Makes the kernel, like cujit_elementwise_create(). CUJIT_ERROR_SIGNATURE, _SNIPPET, _COMPILE with the place in the
 * text: part "stages[0].map", "operation", "finish", ... CUJIT_ERROR_INVALID_ARGUMENT: a stage's name cannot be one. */
CUJIT_SIZED cujit_status cujit_rows_create(cujit_context *context, const cujit_rows_spec *spec, cujit_rows **rows,
                                           cujit_error *error);
CUJIT_API void cujit_rows_free(cujit_rows *rows); /* see cujit_elementwise_free() */

typedef struct cujit_rows_options {
    cujit_stream stream; /* NULL: the default stream */
    int row_axes;        /* how many of the last axes make a row; 0: one */
} cujit_rows_options;

/* Launches, with arguments checked. Returns when the launch is queued (cuda) or done (host). No rows: success, and
 * nothing is launched. Errors as of cujit_elementwise_run(); CUJIT_ERROR_INVALID_ARGUMENT: row_axes are more than the
 * arrays have, or memory that is written overlaps other memory otherwise than element for element. */
CUJIT_SIZED cujit_status cujit_rows_run(const cujit_rows *rows, const cujit_rows_options *options, cujit_args args,
                                        cujit_error *error);

/* row_count rows of row_length elements each, with nothing checked: values[k] points to the k-th argument's value;
 * arrays are dense and in C order, with row_count * row_length elements (name[i]), row_length (name[j]) or row_count
 * (name[row]). Of the options only the stream counts. */
CUJIT_SIZED cujit_status cujit_rows_launch_prepared(const cujit_rows *rows, const cujit_rows_options *options,
                                                    size_t row_count, size_t row_length, void *const *values,
                                                    cujit_error *error);

/* As of elementwise kernels (section 7). The report is of the variant for rows of some thousand elements. */
CUJIT_API size_t cujit_rows_parameter_count(const cujit_rows *rows);
CUJIT_API const cujit_parameter *cujit_rows_get_parameter(const cujit_rows *rows, size_t k);
CUJIT_SIZED void cujit_rows_get_report(const cujit_rows *rows, cujit_report *report);
CUJIT_SIZED cujit_status cujit_rows_render(cujit_context *context, const cujit_rows_spec *spec, char **source,
                                           cujit_error *error);

#ifdef __cplusplus
}
#endif

#endif
