/*
 * cujit/expression.h: expressions over arrays, section 25 of the manual (<cujit/cujit.h>).
 */
#include <cujit/cujit.h>

#ifndef CUJIT_EXPRESSION_H
#define CUJIT_EXPRESSION_H

#ifdef __cplusplus
extern "C" {
#endif

/* ---- 25 Expressions -----------------------------------------------------------------------------------------------
 *
 * A text in NumPy's notation over arrays and numbers becomes the fewest kernels:
 *
 *     cujit_eval(context, "a*x + 6*sin(y)", CUJIT_NAMED(a, x, y), &z, &error);
 *     cujit_eval(context, "e = exp(x - max(x, -1, keepdims=1)); e / sum(e, -1, keepdims=1)", CUJIT_NAMED(x), &z,
 *                &error);
 *     cujit_eval(context, "z[:, 1::2] = -1", CUJIT_NAMED(z), NULL, &error);
 *
 * docs/expressions.md has the grammar, the functions, and what becomes of a text. In short:
 *   - Values, types and shapes are NumPy 2's. Numbers of the text, and C's among the names, are weak: 2*x has x's type.
 *     A C bool counts as an array's element would.
 *   - Statements are separated by ';' or newlines. A name that is no operand's stands for the value that was assigned
 *     to it. What is assigned to an array that was handed over is written into it, in whole (z = x) or in part
 *     (z[1:] += x). The last statement may be a value: the text's.
 *   - Arrays may overlap in any way, and may be read and written at once: the result is that of NumPy, which calculates
 *     the right side before it assigns. What needs it is copied before; what is calculated in place is not.
 *   - A text reads and writes the arrays that it is given, within their bounds, and always ends. It may come from
 *     strangers; spec and options below have limits of what it may take.
 *
 * What is made of a text is kept with the context, or the expression: for the same text, names, types, numbers of axes
 * and the same overlapping, whatever sizes and numbers are. So a loop makes its kernels once.
 *
 * Expressions take arrays of bool, integers, half, bfloat16, float, double and complex numbers, of up to 16 axes; and
 * of 8-bit floats, which are float in all that is calculated, and are rounded once where they are assigned or cast to.
 */

/* What stands for the names in a text: arrays, numbers, and generators of random numbers (section 27). Borrowed for the
 * call, which moves generators on. */
typedef struct cujit_named {
    const char *names; /* "a, x, y": as many as there are items */
    const cujit_arg *items;
    size_t count;
} cujit_named;

/* The same names in C and in the text: CUJIT_NAMED(a, x, y), of up to 64 variables; anything else than a variable's
 * name, p->x or 2*a, has no name in a text, and is an error of the call. What has other names, or is no variable, is
 *     (cujit_named){"rate, x", CUJIT_ARGS(2 * a, p->x).items, 2}
 * CUJIT_NO_NAMES is for texts without any. */
#ifdef __cplusplus
#define CUJIT_NAMED(...) (::cujit::named(#__VA_ARGS__, __VA_ARGS__))
#define CUJIT_NO_NAMES (::cujit_named())
#else
#define CUJIT_NAMED(...)                                                                                               \
    ((cujit_named){#__VA_ARGS__, (const cujit_arg[]){CUJIT_MAP_(CUJIT_COUNT_(__VA_ARGS__), __VA_ARGS__)},              \
                   CUJIT_COUNT_(__VA_ARGS__)})
#define CUJIT_NO_NAMES ((cujit_named){NULL, NULL, 0})
#endif

/*
 * Evaluates a text on the default stream. *result is what it is worth, a new array in C order that belongs to the
 * caller; result is NULL where the text only assigns. Returns when the launches are queued (cuda) or done (host).
 * CUJIT_ERROR_EXPRESSION: with the place in the text (part "expression") and a caret. CUJIT_ERROR_INVALID_ARGUMENT:
 * names that are none; a text that has a value and no result, or the other way round. CUJIT_ERROR_ARGUMENT_TYPE: an
 * operand that is neither array nor number; _COUNT: more operands than 64, or another number of names.
 * CUJIT_ERROR_DEVICE_MEMORY. What was assigned before an error stays assigned.
 */
CUJIT_SIZED cujit_status cujit_eval(cujit_context *context, const char *text, cujit_named named, cujit_array **result,
                                    cujit_error *error);

/* The same for other languages, which fill `items` with cujit_arg_set_array() and its like. */
CUJIT_API cujit_status cujit_eval_named(cujit_context *context, const char *text, const char *names,
                                        const cujit_arg *items, size_t count, cujit_array **result, cujit_error *error);

/* The value of a text that is worth a single number, sum(x*y) say, as cujit_array_get_double() gives it, with its
 * errors. Waits for the device. */
CUJIT_SIZED cujit_status cujit_eval_double(cujit_context *context, const char *text, cujit_named named, double *value,
                                           cujit_error *error);

/* ---- Expressions that are kept ------------------------------------------------------------------------------------
 *
 * An expression is a text that was looked at once. It is generic over types and numbers of axes: each run with others
 * makes a further plan, with kernels of its own.
 */
typedef struct cujit_expression cujit_expression;

typedef struct cujit_expression_spec {
    const char *text;
    const char *const *options;        /* for compilers; NULL: none */
    size_t max_length;                 /* bytes of the text; 0: 65536, which is the most */
    size_t max_kernels;                /* that a plan may have; 0: 256 */
    size_t max_bytes;                  /* of new memory for results and temporary values of one run; and of each value
                                          that broadcast_to() repeats, as if it had memory; 0: no limit */
    const char *preamble;              /* C++ at file scope, with functions for the text; NULL: none */
    const char *const *functions;      /* declarations of those that the text may call, ended by NULL; NULL: none */
    cujit_elementwise *const *kernels; /* that it may call by their names, ended by NULL, borrowed; NULL: none */
    size_t max_elements;               /* that each kernel goes through: sum(x[:, None] * x) takes no memory, but time;
                                          0: no limit, up to 2^63 - 1 */
} cujit_expression_spec;

/*
 * Functions of the program's own. A text calls what was declared, and nothing else: C++ never comes from a text.
 *
 *     .preamble = "template <class T> __device__ T lerp(T a, T b, T t) { return a + t * (b - a); }"
 *                 "__device__ float gauss(float x, float s) { return expf(-x * x / (2 * s * s)); }",
 *     .functions = (const char *const[]){"T lerp(T a, T b, T t)", "float gauss(float x, float s)", NULL},
 *     .text = "lerp(x, y, 0.25) * gauss(x, 2)"
 *
 * Arguments, up to 8, and value are numbers: bool, integers, half, bfloat16, float, double, complex. Arguments are
 * converted where NumPy does it without loss, and numbers of the text by their kind, else the error names the argument
 * and the cast. A capital stands for any type: the one that all its arguments have in common. The same name may be
 * declared several times, with as many arguments; the first declaration that fits is called. A name that all texts
 * have, sin, cannot be given again. Where the compiler has no such function, the run of a text that calls it is
 * CUJIT_ERROR_COMPILE, whose part is "functions" and whose excerpt the declaration, unless there are several of that
 * name. Functions depend on their arguments alone: they may be called more or less often than the text has it.
 *
 * An elementwise kernel that writes each element of one array, z[i], from elements x[i] of others and numbers, and does
 * not ask for its index or n otherwise, is a function of these in the order of its signature, without z: for "float a,
 * const float *x, float *z" named saxpy, saxpy(a, x). What it does not write is 0. Its preamble goes with it; its
 * options do not. What it is made of is copied.
 */

/* Reads the text: CUJIT_ERROR_EXPRESSION where it is none by its grammar. What its names stand for is seen by the first
 * run, and whether there are such functions and arguments. Nothing is compiled.
 * CUJIT_ERROR_SIGNATURE: a declaration that is none. CUJIT_ERROR_INVALID_ARGUMENT: a kernel or a name that cannot be
 * one of a function. */
CUJIT_SIZED cujit_status cujit_expression_create(cujit_context *context, const cujit_expression_spec *spec,
                                                 cujit_expression **expression, cujit_error *error);
CUJIT_API void cujit_expression_free(cujit_expression *expression);

typedef struct cujit_expression_options {
    cujit_stream stream; /* NULL: the default stream */
    cujit_array *out;    /* where the value goes, of its dtype and shape, any strides; NULL: a new array */
    int measure; /* not 0: each kernel is waited for, and what it took is in its report. In no recording of a graph */
} cujit_expression_options;

/* Runs it, as cujit_eval() does. `options` may be NULL. With `out` the result may be NULL, and is left alone. */
CUJIT_SIZED cujit_status cujit_expression_run(cujit_expression *expression, const cujit_expression_options *options,
                                              cujit_named named, cujit_array **result, cujit_error *error);

/*
 * A run whose operands are bound, for loops: text, types, shapes, overlaps and temporary memory are looked at once.
 * `out` is needed where the text has a value, and measures are not taken. The numbers are those of the preparation;
 * what changes from launch to launch lies in an array. Generators draw new random numbers in each launch; recorded into
 * a graph, where the device moves them (cujit_random_spec). The expression, generators and the arrays, whose contents
 * may change, must outlive it; and it must outlive graphs that its launches are recorded into. Errors: those of a run.
 * Free it with cujit_expression_free_prepared(), which does not wait.
 */
typedef struct cujit_expression_prepared cujit_expression_prepared;

CUJIT_SIZED cujit_status cujit_expression_prepare(cujit_expression *expression, const cujit_expression_options *options,
                                                  cujit_named named, cujit_expression_prepared **prepared,
                                                  cujit_error *error);
/* Launches it on the stream of its options; returns as cujit_eval() does. One launch of it at a time. */
CUJIT_API cujit_status cujit_expression_launch_prepared(cujit_expression_prepared *prepared, cujit_error *error);
CUJIT_API void cujit_expression_free_prepared(cujit_expression_prepared *prepared);

/* One kernel of a plan. */
typedef struct cujit_expression_kernel {
    const char *family;     /* "elementwise", "reduction", "scan", "rows" */
    const char *reason;     /* why there is a kernel: "the value of the text", "too much for one kernel", ... Static. */
    const char *source;     /* generated source, without the prelude */
    size_t line, column;    /* the place in the text of what it makes */
    size_t inputs, outputs; /* arrays */
    double ms;      /* that it took on the device in the last run of the plan that measured, with building what was
                               needed for the first time, and copies of what would be written over; -1: none did */
    size_t bytes;   /* that it must read and write at least, there: what it sees in several ways counts once */
    size_t shifted; /* inputs that are slices of one array beside another such slice: that array is loaded once where
                       rows are long enough */
} cujit_expression_kernel;

typedef struct cujit_expression_report {
    size_t plan_count;   /* made so far */
    size_t kernel_count; /* of the plan that ran last; 0: none did */
} cujit_expression_report;

/* What became of it. *report is the caller's. */
CUJIT_SIZED void cujit_expression_get_report(const cujit_expression *expression, cujit_expression_report *report);
/* The k-th kernel of the plan that ran last, in the order of their launches; borrowed from the expression. NULL: there
 * are not so many. */
CUJIT_API const cujit_expression_kernel *cujit_expression_get_kernel(const cujit_expression *expression, size_t k);

#ifdef __cplusplus
}

namespace cujit {

/* Lives until the end of the full expression that calls. */
template <size_t N> struct named_list {
    const char *names;
    cujit_arg items[N];
    operator cujit_named() const
    {
        cujit_named list = {names, items, N};
        return list;
    }
};

template <class... T> named_list<sizeof...(T)> named(const char *names, const T &...values)
{
    return named_list<sizeof...(T)>{names, {make_arg(values)...}};
}

} /* namespace cujit */
#endif

#endif
