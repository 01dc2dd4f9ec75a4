/*
 * cujit/elementwise.h: elementwise kernels, section 6 of the manual (<cujit/cujit.h>), and tuning them, section 13.
 */
#include <cujit/cujit.h>

#ifndef CUJIT_ELEMENTWISE_H
#define CUJIT_ELEMENTWISE_H

#ifdef __cplusplus
extern "C" {
#endif

/* ---- 6 Elementwise kernels ----------------------------------------------------------------------------------------
 *
 * An elementwise kernel runs a snippet of CUDA C++ once for each index `i` from 0 to n-1, in any order and in parallel:
 *
 *     .arguments = "float a, const float *x, float *z",  .operation = "z[i] = a * x[i]"
 *
 * The snippet may be any statements: declarations, conditions, loops, calls of functions from the preamble and of
 * CUDA's device functions. It sees its arguments, `i` and `n` (both long long), and, as in PyCUDA, tid, total_threads
 * and cta_start; `continue`, `break` and `return` outside of its own loops and functions end this index. `loop_prep`
 * runs once a thread before the loop over the indices, `after_loop` once a thread behind it. An argument may be named
 * `n`, and is what all texts mean by it then.
 *
 * Shapes. Arrays go together by NumPy's rules: aligned at the last axis, and an axis that an array lacks, or that is 1
 * long, is repeated; memory without a shape (CUJIT_POINTER, CUJIT_IN, ...) is one axis. n is the number of elements of
 * the shape that comes out, and an array that is written must have all of it. Arrays that do not fit together so, but
 * are dense, in C order and of one size, count as lists of n elements.
 *
 *     z (4, 6), x (6), y (4, 1)   "z[i] = x[i] * y[i]"   the outer product of two vectors
 *
 * Views. Strides may be any: arrays with gaps, transposed, reversed, repeated by strides of 0. Every x[i] of one index
 * is one element, wherever it lies in memory: `i`, like a range, numbers the elements in C order of the shape. That
 * holds for arrays that are used as name[i] and in no other way. Dense, in C order and of the whole size must be, and
 * the error says which array it is and why,
 *   - each that is also used as x[i + 1], &x[i], x[k], or by the preamble;
 *   - all, where there is a loop_prep or after_loop, where the operation changes `i`, and where it names threads.
 * But where nothing depends on what `i` is, arrays of one shape that all lie in the same other order will do too.
 * Arrays that are only used otherwise (a table, a gathered source) may have any size, but must be dense and in C order.
 *
 * Coordinates. An operation that mentions i0, i1, ... i15 or n0, n1, ... n15 gets its place along each axis of the
 * shape, and the axes' lengths, as long long; names that it, an argument or the preamble declares are theirs. The
 * arrays must have that many axes together, and there can be no loop_prep, after_loop and names of threads.
 *
 * Overlap. An array may be handed over twice, for in-place work, and arrays may overlap; then element i must only
 * depend on element i, or it is not said which value is seen. Elements are stored whole, where the
 * operation changes them. Operators of the preamble's own that are no assignments are taken to leave their operands
 * alone.
 *
 * Speed. A GPU moves an array 16 bytes at a time where
 *   - the operation uses it as name[i], an input also as name[i + 1], name[i - 2] (whole numbers up to 8), and in no
 *     other way, and there is no loop_prep, after_loop, name of threads, range or slice;
 *   - the arrays are dense and lie in one order, or are views whose last axis has no gaps;
 *   - they begin at multiples of 16 bytes, as all do that the library allocates, and so do the rows of views. A dense
 *     array that begins elsewhere (x + 1) loses little.
 * Inputs that are transposed or repeated come close to that. All else goes element by element: transposed outputs, say,
 * and memory that overlaps otherwise than in place. Each launch finds out what suits its arrays. The results are the
 * same; a form that is needed for the first time is compiled then, or found in the cache.
 *
 * Generic signatures. One capital in place of a type, if no registered type has that name, stands for any:
 *
 *     .arguments = "T a, const T *x, U *z",  .operation = "T t = a * x[i]; z[i] = (U)t"
 *
 * What it stands for is said by the arrays of each call, with the rules of CuPy's ElementwiseKernel:
 *   - The arrays that the kernel may write (pointers not to const) come first, then those to const, each from left to
 *     right. The first one of a letter binds it to its element type: a number, bool, half, complex, vector or
 *     registered type. Every other array of that letter must have the same one, nothing is converted: "argument 3 (y):
 *     T is float by argument 1 (x), got an array of double", CUJIT_ERROR_ARGUMENT_TYPE.
 *   - CUJIT_POINTER binds as an array does. CUJIT_IN, CUJIT_OUT and CUJIT_INOUT have bytes and no type, and bind
 *     nothing.
 *   - Scalars bind nothing and are converted to what the letter stands for. So every letter must be the type of at
 *     least one array; one that is not is CUJIT_ERROR_SIGNATURE when the kernel is made.
 * In the operation, the preamble and the other texts the letter is the name of that type, by a typedef in front of the
 * preamble (behind it, where the preamble is what defines that type). Templates of the preamble may have parameters of
 * that name; macros and arguments may not.
 *
 * Making a generic kernel checks its texts and compiles nothing. The first call with a new set of types compiles; later
 * ones find it, with no lock and no text. An operation that does not suit a type is an error of that call, which ends
 * in "(with T = float4)"; the kernel is as good as before. `types` in the spec binds letters when the kernel is made:
 * with all of them it is an ordinary kernel, which can be launched prepared and has an object to report.
 *
 * Texts. They are pasted, not interpreted, but looked at first: brackets, quotes and comments must balance, directives
 * other than #pragma are refused outside the preamble, and nesting and length are limited, so that a snippet is an
 * error or does what it says. The same goes for the values of -D options, which become #define lines. An operation that
 * certainly has no effect (`2 * x[i]`), or that assigns to an argument's name what nothing reads (`z = x + 1`, where
 * `z[i] = x[i] + 1` was meant), is an error at that place; an empty one is not.
 *
 * Headers that a preamble includes from -I directories, the current directory or /usr/local/include are part of the key
 * under which the kernel is cached on disk; where not all of them can be found out, it is compiled each time.
 *
 * What the snippet does is another matter, and there the devices differ. On the host a kernel is code of this process:
 * an integer division by zero (on x86) or an index outside of an array ends the program with SIGFPE or SIGSEGV, or
 * writes over other memory of it. On a GPU the division gives any number, and a bad index writes over other memory or
 * is an error of the device, from this call or a later one, after which its CUDA context is of no use. Neither is
 * caught before: do not run texts of people whom you would not let run a program.
 *
 * Two results are up to the processor on the host. A number that does not fit the integer type that it is converted to
 * becomes the nearest one that does on a GPU, and NaN 0; on x86 it becomes INT_MIN as a rule. __float2int_rz() and its
 * like saturate on both. And what is shifted by its width or more is 0 (or its sign, to the right) on a GPU unless the
 * compiler knows the number; on the host that depends on the instruction. Integers that overflow go round on both, and
 * memory may be read through pointers of other types.
 */
typedef struct cujit_elementwise cujit_elementwise;

typedef struct cujit_elementwise_spec {
    const char *arguments;      /* C parameter list; at least one pointer; at most 32728 bytes, pointers count 8 */
    const char *operation;      /* statements, for each i; the last ';' may be left out */
    const char *name;           /* any C identifier of at most 63 characters, for logs; profilers and debuggers show it
                                   behind "cujit_kernel_"; NULL: "elementwise" */
    const char *preamble;       /* text at file scope: functions, types, #define, #include; NULL: none */
    const char *loop_prep;      /* statements before the loop; NULL: none */
    const char *after_loop;     /* statements behind the loop; NULL: none */
    const char *const *options; /* compiler options, ended by NULL; NULL: none */
    const char *types; /* what one-letter types stand for: "T = float, U = half"; NULL: each call's arrays say it */
    int tune;          /* 1: tunes itself (section 13); 0: uses what tuning found before */
    size_t max_blocks; /* a GPU's blocks for plain pointers or a range, at most; 0: 32 for each
                          multiprocessor, which suits what has much to prepare; what begins at once likes more */
} cujit_elementwise_spec;

/*
 * Makes the kernel: looks for it in memory (under 1 us), then in the cache on disk, then compiles it, and loads it. The
 * same spec on one context shares one loaded kernel.
 * CUJIT_ERROR_SIGNATURE, _SNIPPET: with the place in the text. CUJIT_ERROR_COMPILE: place, excerpt, log and source.
 * CUJIT_ERROR_NO_COMPILER: it is not in the cache, and there is nothing to compile it with.
 */
CUJIT_SIZED cujit_status cujit_elementwise_create(cujit_context *context, const cujit_elementwise_spec *spec,
                                                  cujit_elementwise **kernel, cujit_error *error);

/* What was made stays loaded, to be found again: of the kernels and modules that nobody holds any more a context keeps
 * the last 1024. A free that makes them more waits for the device and unloads the oldest. A cujit_graph
 * holds what it launches; a graph that was captured with the driver's own functions needs its kernels held as long as
 * it lives, and during such a capture none should be freed. */
CUJIT_API void cujit_elementwise_free(cujit_elementwise *kernel);

/* i = start, start + step, ... while i < stop (i > stop where step is negative). Every i must lie in 0 ... n-1. */
typedef struct cujit_range {
    int64_t start, stop, step;
} cujit_range;

/* Stands for a bound that is left out in a cujit_slice, and for the step 1. */
#define CUJIT_SLICE_END INT64_MIN

/* x[start:stop:step] with Python's rules: negative bounds count from the end, bounds outside are clipped. */
typedef struct cujit_slice {
    int64_t start, stop, step;
} cujit_slice;

typedef struct cujit_elementwise_options {
    cujit_stream stream;      /* CUstream or cudaStream_t or cujit_stream_create's; NULL: the default stream */
    const cujit_range *range; /* NULL: all of 0 ... n-1 */
    const cujit_slice *slice; /* likewise; at most one of the two */
    int ndim;                 /* of `shape`, at most 16 */
    const size_t *shape; /* prepared launches of operations that ask for coordinates: n elements in all, NULL: (n) */
} cujit_elementwise_options;

/*
 * Launches, with arguments checked. Returns when the launch is queued (cuda) or done (host). `options` NULL: all
 * elements, default stream. n = 0, and a range without an index: success, and nothing is launched.
 * CUJIT_ERROR_ARGUMENT_COUNT, _TYPE, _SIZE, _VALUE: the message names the argument. A range or slice needs a variant of
 * the kernel that is built the first time. CUJIT_ERROR_UNSUPPORTED: views hand their shape and strides to the kernel,
 * up to 9 KiB, and with large arguments by value that is more than a GPU's kernels take (32764 bytes; before CUDA 12.1
 * 4096).
 */
CUJIT_SIZED cujit_status cujit_elementwise_run(const cujit_elementwise *kernel,
                                               const cujit_elementwise_options *options, cujit_args args,
                                               cujit_error *error);

/* Launches over `n` elements, with nothing checked: values[k] points to the k-th argument's value, and arrays are dense
 * and in C order. All types must be known (CUJIT_ERROR_INVALID_ARGUMENT where a letter is open: give `types`). As fast
 * as cuLaunchKernel: nothing on this path allocates or locks, but for the first time that pointers or options need
 * another variant of the kernel. Arrays that are used as name[i] have n elements, all of which may be read, even where
 * a condition keeps the operation from it; but one that no index uses may be NULL. */
CUJIT_SIZED cujit_status cujit_elementwise_launch_prepared(const cujit_elementwise *kernel,
                                                           const cujit_elementwise_options *options, size_t n,
                                                           void *const *values, cujit_error *error);

/* How many there are, and the k-th one: borrowed from the kernel; NULL: there are not so many. */
CUJIT_API size_t cujit_elementwise_parameter_count(const cujit_elementwise *kernel);
CUJIT_API const cujit_parameter *cujit_elementwise_get_parameter(const cujit_elementwise *kernel, size_t k);

/* Everything in *report is borrowed from the kernel. A generic one has no object, origin 0, and letters in its
 * source. */
CUJIT_SIZED void cujit_elementwise_get_report(const cujit_elementwise *kernel, cujit_report *report);

/* Only the generated source: neither compiles nor needs a compiler. The caller frees *source with cujit_free(). */
CUJIT_SIZED cujit_status cujit_elementwise_render(cujit_context *context, const cujit_elementwise_spec *spec,
                                                  char **source, cujit_error *error);

/* ---- 13 Tuning ----------------------------------------------------------------------------------------------------
 *
 * How many threads a block has, how many elements a thread takes and how wide its accesses are is chosen from a table
 * that was measured. Tuning measures it for one kernel: it times some 28 variants on the arrays of a call, and keeps
 * the fastest one if it beats the default by more than 2 %. The kernel uses it from then on, and the cache keeps it by
 * kernel and device, so that later processes use it from the beginning. All variants give the same results.
 *
 *     cujit_elementwise_tune(kernel, NULL, CUJIT_ARGS(2.0f, x, z), &tuning, &error);
 *     printf("%s: %.3f ms, was %.3f ms\n", tuning.variant, tuning.ms, tuning.default_ms);
 *
 * With `.tune = 1` in a spec the first checked run over at least 65536 elements tunes, if the cache does not know the
 * kernel on this device yet; whatever goes wrong with that, the run is done. It takes seconds, most of them for
 * compiling.
 *
 * Arrays come out as after exactly one run: what the kernel writes and may read is copied before, and put back each
 * time; there must be room for that on the device. What a kernel changes besides its arrays (variables of its
 * preamble, memory that it finds an address of) it changes many times.
 */
enum { CUJIT_TUNING_MAX_CANDIDATES = 32 };

typedef struct cujit_tuning_candidate {
    char variant[48]; /* "plain"; "tile 4x2/128": 2 tiles of 4 elements a thread, 128 threads a block */
    double ms;        /* the median of its launches */
} cujit_tuning_candidate;

typedef struct cujit_tuning {
    char variant[48]; /* what the kernel uses from now on; "": nothing was timed */
    double default_ms, ms;
    double gb_per_s;                                                /* of it, by the sizes of the arrays */
    size_t candidate_count;                                         /* 0: nothing was timed; 1: there is no choice */
    cujit_tuning_candidate candidates[CUJIT_TUNING_MAX_CANDIDATES]; /* the default first */
} cujit_tuning;

/*
 * Tunes, and then runs the kernel once like cujit_elementwise_run(), whose errors it has. `result` may be NULL.
 * There is no choice on the host, for kernels that must take plain pointers, and with arrays that are not aligned to 16
 * bytes or overlap. Nothing is timed with host buffers, a range, a slice, views with gaps, of different order or
 * broadcast, and without elements. CUJIT_ERROR_UNSUPPORTED: the stream is being recorded into a graph.
 */
CUJIT_SIZED cujit_status cujit_elementwise_tune(const cujit_elementwise *kernel,
                                                const cujit_elementwise_options *options, cujit_args args,
                                                cujit_tuning *result, cujit_error *error);

#ifdef __cplusplus
}
#endif

#endif
