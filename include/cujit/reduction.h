/*
 * cujit/reduction.h: reductions and scans, sections 14 to 16 of the manual (<cujit/cujit.h>).
 */
#include <cujit/cujit.h>

#ifndef CUJIT_REDUCTION_H
#define CUJIT_REDUCTION_H

#ifdef __cplusplus
extern "C" {
#endif

/* ---- 14 Reductions ------------------------------------------------------------------------------------------------
 *
 * A reduction makes one value of many: each element is mapped by one expression, and the values are combined, two at a
 * time, by another:
 *
 *     .out_type = "double",  .neutral = "0",  .reduce = "a + b",  .map = "x[i] * y[i]",
 *     .arguments = "const double *x, const double *y"
 *
 * `map` sees the arguments, `i` and `n` as the operation of an elementwise kernel does, and `j`. It may not write to
 * its arrays. `reduce` sees the two values `a` and `b` and the arguments that are no arrays, `neutral` only the latter.
 * `post`, if there is one, is done once to each result: it sees the combined value as `a`, and `n`, the number of
 * elements in it: "sqrt(a)", "a / n". An argument may be named `a` or `b`, and stays hidden where these stand, but not
 * `i` or `j`. One that is no array may be named `n`, and is what all texts mean by it then. All four are expressions.
 *
 * Types. Values are combined in the type `accumulator`, and what comes out is converted to `out_type`. Where no
 * accumulator is given it is the out_type; but float for half and bfloat16, and for integers of 8 and 16 bits and for
 * bool int or unsigned int. An accumulator may be any type of up to 1024 bytes that a signature may have, registered
 * structs included, and "cujit_indexed<T>", a value of such a type T together with where it was: see below.
 *
 * Generic kernels. A capital in place of a type stands for any, as in section 6: "const T *x, const S *y, S s". The
 * arrays of each call bind it, from left to right, and the first call with a new set of types compiles. out_type and
 * accumulator ("cujit_indexed<T>") may be letters of the arguments' arrays too; one that is not must be bound in
 * `types`. What follows from types (an out_type or an accumulator that is not given) follows from those of the call.
 * What needs them beforehand, a prepared launch and a rendered source, is CUJIT_ERROR_INVALID_ARGUMENT where a letter
 * is open.
 *
 * Order. `reduce` must be associative, but need not be commutative: values are combined in the order of the elements
 * (over several axes: C's), only where brackets are set is not said. Operators that are known to be commutative
 * ("a + b", "a * b", "fmax(a, b)", ... of numbers) are taken in another order too, because that is a few percent
 * faster. Either way it is always the same one for the same kernel, shape, alignment and device: the bits of a result
 * are the same from run to run. `neutral` may be combined in any number of times and must change nothing.
 *
 * Empty input gives `neutral` (through `post`, with n = 0); where there is no neutral, or with `nonempty`, it is
 * CUJIT_ERROR_ARGUMENT_SIZE.
 *
 * Along axes. By default all elements go into one result, an array of no axes. `axes` in the options says which axes of
 * the shape (NumPy's broadcasting of all arrays together, as in section 6) are to disappear: any set of them, negative
 * ones counting from the last. With `keepdims` they stay, 1 long. An empty set leaves each element its own result.
 * `n` is the number of elements that go into one result, `j` is the place of the element among them, in C order; `i`
 * is its place among all. Arrays that are used as name[i] may be views of any strides, others must be dense and in
 * C order.
 *
 * Several results. One pass over the arrays can compute up to 8 results: the spec's own and those of `more`. Each has
 * its own map, reduce and types.
 *
 * Where. cujit_indexed<T> has members `value` and `index`. A reduction with .accumulator = "cujit_indexed<float>",
 * .map = "cujit_at(x[i], j)", .reduce = "cujit_max(a, b)", .post = "a.index" says where the largest element is.
 * cujit_min(a, b) and cujit_max(a, b), of numbers or of indexed ones, take a NaN for smaller and larger than all else
 * (like NumPy), and of equal values the one with the lower index.
 *
 * Ranges and slices select elements of a full reduction, as in section 6, in the order of the range: of the elements in
 * C order of the common shape, whatever their order in memory. `i` is the index, `j` counts from 0, `n` is the number
 * of the elements selected.
 *
 * Subsets. `subset` in the options names an array of indices (int, unsigned, long long or unsigned long long): the
 * reduction then goes over i = subset[0], subset[1], ..., and n is their number. Nothing checks that indices lie in the
 * arrays.
 *
 * Without arrays. A map need not use an array: "1.0 / (i + 1)" of arguments that are none (""), or of tables that it
 * looks things up in ("table[i % 16]"). map and out_type must be given then, and `n` in the options says how many
 * elements there are: i goes from 0 to n - 1. Of an array that no text mentions the shape counts, and nothing is read.
 *
 * With several results each needs an output of its own: two that begin in one place, or meet, are an error.
 *
 * Speed. One launch does it all; nothing is allocated (but for new results, and memory for partial results when a
 * stream is first used), and nothing waits for the device. The same rules as in section 6 say what is moved 16 bytes at
 * a time.
 */
typedef struct cujit_reduction cujit_reduction;

/* A further result of the same pass; members as in cujit_reduction_spec. */
typedef struct cujit_reduction_result {
    const char *out_type, *neutral, *reduce, *map, *accumulator, *post;
    int nonempty;
} cujit_reduction_result;

enum { CUJIT_REDUCTION_MAX_RESULTS = 8 };

typedef struct cujit_reduction_spec {
    const char *out_type;  /* type of the result's elements, as in a signature; NULL: of the first array's */
    const char *neutral;   /* expression; NULL: there is none */
    const char *reduce;    /* expression of `a` and `b` */
    const char *map;       /* expression of the arguments, i, j and n; NULL: name[i] of the first array */
    const char *arguments; /* C parameter list, as for elementwise kernels; NULL: one array of the out_type, "x" */
    const char *name;      /* C identifier of at most 63 characters; NULL: "reduction" */
    const char *preamble;  /* as for elementwise kernels */
    const char *const *options;
    const char *accumulator; /* NULL: see above */
    const char *post;        /* expression of a, n and the arguments that are no arrays; NULL: a */
    const char *types;       /* what one-letter types stand for: "T = float"; NULL: each call's arrays say it */
    int nonempty;            /* 1: empty input is an error, whatever the neutral */
    const cujit_reduction_result *more;
    size_t more_count; /* at most CUJIT_REDUCTION_MAX_RESULTS - 1 */
} cujit_reduction_spec;

/*
 * Makes the kernel, like cujit_elementwise_create(). CUJIT_ERROR_SIGNATURE, _SNIPPET, _COMPILE with the place in the
 * text: part "map", "reduce", "neutral", "post", "out_type", "accumulator", ... A reduce that does not use both a and b
 * is a warning in the report's log.
 */
CUJIT_SIZED cujit_status cujit_reduction_create(cujit_context *context, const cujit_reduction_spec *spec,
                                                cujit_reduction **reduction, cujit_error *error);
CUJIT_API void cujit_reduction_free(cujit_reduction *reduction); /* see cujit_elementwise_free() */

typedef struct cujit_reduction_options {
    cujit_stream stream;       /* NULL: the default stream */
    cujit_array *const *out;   /* one array per result, of its dtype and shape, any strides; NULL: new ones */
    const int *axes;           /* NULL: all elements into one result */
    int axis_count;            /* of `axes`; may be 0 */
    int keepdims;              /* 1: reduced axes stay, 1 long */
    const cujit_range *range;  /* only i = start, start + step, ...; without axes and keepdims */
    const cujit_slice *slice;  /* likewise */
    const cujit_array *subset; /* only these i; dense, one axis; without axes, keepdims, range and slice */
    const size_t *n;           /* how many elements there are, where no array is used as name[i]; without axes and
                                  keepdims. NULL: the arrays say it */
} cujit_reduction_options;

/*
 * Reduces, with arguments checked. Returns when the launch is queued (cuda) or done (host). results[k] is the k-th
 * result, a new array on the device that belongs to the caller; with `out` the results go there, and `results` may be
 * NULL and is left alone. An output must not overlap an input.
 * Errors as of cujit_elementwise_run(); CUJIT_ERROR_INVALID_ARGUMENT: an axis out of range or given twice.
 */
CUJIT_SIZED cujit_status cujit_reduction_run(const cujit_reduction *reduction, const cujit_reduction_options *options,
                                             cujit_args args, cujit_array **results, cujit_error *error);

/* All of n elements into one result each, with nothing checked: values[k] points to the k-th argument's value, arrays
 * are dense, results[k] is the device address that the k-th result goes to. Of the options only stream, range and slice
 * count. */
CUJIT_SIZED cujit_status cujit_reduction_launch_prepared(const cujit_reduction *reduction,
                                                         const cujit_reduction_options *options, size_t n,
                                                         void *const *values, void *const *results, cujit_error *error);

/* As of elementwise kernels (section 7). Of a generic one, results whose type is open are CUJIT_DTYPE_NONE, and the
 * report has no source: of its log there are the warnings. */
CUJIT_API size_t cujit_reduction_parameter_count(const cujit_reduction *reduction);
CUJIT_API const cujit_parameter *cujit_reduction_get_parameter(const cujit_reduction *reduction, size_t k);
CUJIT_API size_t cujit_reduction_result_count(const cujit_reduction *reduction);
CUJIT_API cujit_dtype cujit_reduction_result_dtype(const cujit_reduction *reduction, size_t k);
CUJIT_SIZED void cujit_reduction_get_report(const cujit_reduction *reduction, cujit_report *report);
CUJIT_SIZED cujit_status cujit_reduction_render(cujit_context *context, const cujit_reduction_spec *spec, char **source,
                                                cujit_error *error);

/* ---- 15 Ready-made reductions -------------------------------------------------------------------------------------
 *
 * Of arrays of numbers: bool, integers, half, bfloat16, float, double, complex. What comes out, by what goes in:
 *
 *                        bool      integers            half, bfloat16, float, double    complex
 *     SUM, PRODUCT       int64     int64 or uint64     the same                         the same
 *     MIN, MAX           the same  the same            the same                         the same
 *     ARGMIN, ARGMAX     int64     int64               int64                            int64
 *     MEAN               double    double              the same                         the same
 *     VARIANCE, ...      double    double              the same                         the real type
 *     NORM               double    double              the same                         the real type
 *     ANY, ALL           bool      bool                bool                             bool
 *     COUNT              int64     int64               int64                            int64
 *     dot                int64     int64 or uint64     the same                         the same
 *
 * The sums of signed integers wrap at 64 bits, as in NumPy. half and bfloat16 are summed up in float. MIN, MAX, ARGMIN
 * and ARGMAX propagate NaN, and the index is that of the first one (or of the first smallest or largest element), in C
 * order along the reduced axes. Complex numbers are ordered by their real parts, and where those are equal by the
 * imaginary ones; one that is NaN in either part is NaN. Without elements these four and MEAN and the variances are
 * CUJIT_ERROR_ARGUMENT_SIZE.
 */
typedef enum cujit_reducer {
    CUJIT_REDUCER_SUM = 1,
    CUJIT_REDUCER_PRODUCT,
    CUJIT_REDUCER_MIN,
    CUJIT_REDUCER_MAX,
    CUJIT_REDUCER_ARGMIN,
    CUJIT_REDUCER_ARGMAX,
    CUJIT_REDUCER_MEAN,
    CUJIT_REDUCER_VARIANCE,        /* of the population: divided by n */
    CUJIT_REDUCER_SAMPLE_VARIANCE, /* divided by n - 1; NaN for one element */
    CUJIT_REDUCER_ANY,             /* is any element not 0? NaN is not */
    CUJIT_REDUCER_ALL,
    CUJIT_REDUCER_COUNT, /* elements that are not 0 */
    CUJIT_REDUCER_NORM,  /* the Euclidean one: sqrt of the sum of squares */
} cujit_reducer;

/* `options` as above, NULL allowed; subset, axes, out and all. CUJIT_ERROR_UNSUPPORTED: there is none for this dtype.
 * CUJIT_ERROR_INVALID_ARGUMENT: x is NULL, or there is no such reducer. */
CUJIT_SIZED cujit_status cujit_reduce(cujit_reducer reducer, const cujit_array *x,
                                      const cujit_reduction_options *options, cujit_array **result, cujit_error *error);

/* The sum of x[i] * y[i]; of two arrays of one dtype that broadcast. Nothing is conjugated. */
CUJIT_SIZED cujit_status cujit_dot(const cujit_array *x, const cujit_array *y, const cujit_reduction_options *options,
                                   cujit_array **result, cujit_error *error);

/* ---- 16 Scans -----------------------------------------------------------------------------------------------------
 *
 * A scan gives each element the combination of all before it: out[k] = x[0] + x[1] + ... + x[k] (inclusive), or without
 * x[k] (exclusive; out[0] is the neutral then). The texts are those of a reduction. The order is that of the elements,
 * whatever the operator; the same bits come out from run to run.
 *
 * `reverse` goes from the last element to the first. `segment` is an expression that says for each element whether a
 * new segment begins there, in the direction of the scan: it gets nothing from those before it.
 *
 * By default all elements are one sequence in C order of their common shape; `axes` scans along one axis, each line for
 * itself. `n` is the length of a sequence, `j` the place in it (in the order of the elements, also in reverse), `i` the
 * place among all elements. `post` sees the same n.
 *
 * One-letter types are bound by the arrays of each call, as of reductions; the output binds nothing.
 *
 * The output has the arrays' common shape. It may be an input of the same dtype, shape and strides that is used as
 * name[i] and in no other way: a scan in place. Any other memory that lies between its first and last element must be
 * none of an input's.
 *
 * To keep the bits the same, scans are compiled with -fmad=false: multiplications and additions are not fused into one
 * operation, but where a text says fma(). With -fmad=true among the options bits may change now and then.
 */
typedef struct cujit_scan cujit_scan;

typedef struct cujit_scan_spec {
    const char *out_type, *neutral, *reduce, *map, *arguments, *name, *preamble; /* as of reductions; name "scan" */
    const char *const *options;
    const char *accumulator, *post, *types; /* as of reductions */
    const char *segment;                    /* expression of the arguments, i, j and n; NULL: no segments */
    int exclusive; /* 1: each element's own value is left out. Needs a neutral, or _INVALID_ARGUMENT */
    int reverse;   /* 1: from the last to the first */
} cujit_scan_spec;

/* Errors as of cujit_reduction_create(); the part of a segment is "segment". */
CUJIT_SIZED cujit_status cujit_scan_create(cujit_context *context, const cujit_scan_spec *spec, cujit_scan **scan,
                                           cujit_error *error);
CUJIT_API void cujit_scan_free(cujit_scan *scan); /* see cujit_elementwise_free() */

typedef struct cujit_scan_options {
    cujit_stream stream; /* NULL: the default stream */
    cujit_array *out;    /* of the out_type and the common shape; NULL: a new one in C order */
    const int *axes;     /* the axis to go along, negative ones count from the last; NULL: all elements, one sequence */
    int axis_count;      /* of `axes`: 1, or without them 0 */
    const size_t *n;     /* as of reductions; the output has one axis then */
} cujit_scan_options;

/* Like cujit_reduction_run(). *result is new and the caller's; with `out` it may be NULL, and is left alone.
 * CUJIT_ERROR_INVALID_ARGUMENT: the axis is out of range or not one, or `out` overlaps an input otherwise than in
 * place; CUJIT_ERROR_ARGUMENT_TYPE, _SIZE: `out` has another dtype or shape. */
CUJIT_SIZED cujit_status cujit_scan_run(const cujit_scan *scan, const cujit_scan_options *options, cujit_args args,
                                        cujit_array **result, cujit_error *error);

/* n elements of dense arrays, one sequence, with nothing checked; `out` is a device address. Of the options only the
 * stream counts. */
CUJIT_SIZED cujit_status cujit_scan_launch_prepared(const cujit_scan *scan, const cujit_scan_options *options, size_t n,
                                                    void *const *values, void *out, cujit_error *error);

/* As of reductions. */
CUJIT_API size_t cujit_scan_parameter_count(const cujit_scan *scan);
CUJIT_API const cujit_parameter *cujit_scan_get_parameter(const cujit_scan *scan, size_t k);
CUJIT_SIZED void cujit_scan_get_report(const cujit_scan *scan, cujit_report *report);
CUJIT_SIZED cujit_status cujit_scan_render(cujit_context *context, const cujit_scan_spec *spec, char **source,
                                           cujit_error *error);

#ifdef __cplusplus
}
#endif

#endif
