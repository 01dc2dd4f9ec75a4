/*
 * property.h: for suites that draw calls and compare what they do with plain C. Arrays of any shape and strides, in
 * memory of which every byte is compared; and one reference for what operations make of elements, one for what is
 * folded along axes: reductions and scans, of all elements or of chosen ones.
 */
#ifndef TESTS_PROPERTY_H
#define TESTS_PROPERTY_H

#include "tests/kernels.h"

enum { MOST_AXES = 20 };

/* In [0, n). */
size_t draw_below(uint64_t *seed, size_t n);

/* ---- Shapes ------------------------------------------------------------------------------------------------------ */

size_t size_of_shape(int ndim, const size_t *shape);

/* The coordinates of element `number`, counted in C order. */
void find_place(size_t number, int ndim, const size_t *shape, size_t *place);

/* ---- Operands ---------------------------------------------------------------------------------------------------- */

typedef struct element_type {
    cujit_dtype dtype, number; /* what the elements are; and what they are made of */
    size_t size;
} element_type;

/* A number type: "float", "unsigned char". */
element_type number_type_of(const char *spelling);

/* An array in the middle of memory of which all is filled with small whole numbers, so that sums are exact. */
typedef struct operand {
    element_type type;
    int ndim;
    size_t shape[MOST_AXES];
    ptrdiff_t strides[MOST_AXES];   /* bytes */
    size_t offset, bytes;           /* where index 0, 0, ... lies; all of the memory */
    unsigned char *memory, *wanted; /* what is in it before a call, and what should be behind it */
    cujit_array *base, *array;      /* all of it, on the device; and the view */
} operand;

/* Of these strides, with so many bytes more at both ends. */
operand make_operand(cujit_context *context, element_type type, int ndim, const size_t *shape, const ptrdiff_t *strides,
                     size_t before, size_t behind, uint64_t *seed);

/* "4x-6 3x1@2": 4 elements 6 apart backwards, 3 one apart, two elements from the guard on. "" is a single element. */
operand operand_of_text(cujit_context *context, const char *spelling, const char *text);

/* How drawn strides may differ from those of C order. */
enum {
    DRAW_TURNED = 1 << 0,   /* the first axis is the fastest; by chance: any order */
    DRAW_BACKWARD = 1 << 1, /* an axis, by chance; else every other one */
    DRAW_STEPS = 1 << 2,    /* every second element; of the fastest axis, by chance of others too */
    DRAW_GAPS = 1 << 3,     /* behind each row */
    DRAW_MOVED = 1 << 4,    /* begins some elements later */
    DRAW_REPEATED = 1 << 5, /* stride 0; of the first axis, by chance of others too */
    DRAW_SHORT = 1 << 6,    /* an axis is 1 long; the last one, by chance of others too */
    DRAW_MISSING = 1 << 7,  /* the first axes are not there */
    DRAW_OUTPUT = DRAW_TURNED | DRAW_BACKWARD | DRAW_STEPS | DRAW_GAPS | DRAW_MOVED,
    DRAW_INPUT = DRAW_OUTPUT | DRAW_REPEATED | DRAW_SHORT | DRAW_MISSING,
};

/* With all ways of `surely`, and each of `maybe` by chance. Behind what is only read nothing lies that may be touched,
 * and what checks memory must see that: then `guard` is 0. */
operand draw_operand(cujit_context *context, element_type type, int ndim, const size_t *shape, unsigned surely,
                     unsigned maybe, size_t guard, uint64_t *seed);

/* The element that broadcasting to a shape of `ndim` axes has at `place`, in this copy of the memory. */
void *element_at(const operand *of, unsigned char *memory, int ndim, const size_t *place);

/* A whole number from an integer, a float or a double. */
long long get_number(element_type type, const void *at);

/* A whole number, small enough to be exact, to an element of any number type. */
void put_number(element_type type, void *at, long long value);

/* The device's memory and `wanted` as `memory` is. */
void reset_operand(operand *of);

/* Every byte on the device is as wanted. */
void check_operand(const operand *of, const char *label);

/* "+64 4:12 3:-4": the offset, and shape and strides of each axis. `out` has room for 400 bytes; returned. */
char *describe_operand(const operand *of, char *out);

/* ---- References -------------------------------------------------------------------------------------------------- */

/* Some of the elements, by number; of NULL: all of them. */
typedef struct chosen {
    const long long *of;
    size_t count;
} chosen;

/* `count` numbers `step` apart, freed behind the case. */
chosen choose_range(long long start, long long step, size_t count);

/* An operation on elements: its text and the types of its arrays, and what it does with element i of n in dense ones. */
typedef struct operation {
    const char *text, *x, *y, *z;
    void (*run)(const void *x, const void *y, void *z, long long i, long long n);
} operation;

/* Of a text that is C, too. */
#define OPERATION(name, X, Y, Z, ...)                                                                                  \
    static void name##_run(const void *x_, const void *y_, void *z_, long long i, long long n)                         \
    {                                                                                                                  \
        const X *x = x_;                                                                                               \
        const Y *y = y_;                                                                                               \
        Z *z = z_;                                                                                                     \
                                                                                                                       \
        (void)x, (void)y, (void)n;                                                                                     \
        __VA_ARGS__;                                                                                                   \
    }                                                                                                                  \
    static const operation name = {#__VA_ARGS__, #X, #Y, #Z, name##_run};

/* Puts into z->wanted what the operation makes of x, y and z, which broadcast to z's shape. */
void expect_operation(const operation *what, const operand *x, const operand *y, operand *z, chosen of);

/* The results so far. */
typedef struct fold_state {
    long long of[3];
    bool begun;
} fold_state;

/* The next element: x[i] and y[i], number i of all, number j of the n of its line. */
typedef struct fold_element {
    long long x, y, i, j, n;
} fold_element;

typedef void (*fold_step)(fold_state *s, const fold_element *e);

/* Statements that take element e into s. */
#define FOLD_STEP(name, ...)                                                                                           \
    static void name(fold_state *s, const fold_element *e)                                                             \
    {                                                                                                                  \
        __VA_ARGS__;                                                                                                   \
    }

typedef struct fold_call {
    fold_step step;
    int ndim;
    size_t shape[MOST_AXES];
    const int *axes; /* folded; NULL: all of them */
    int axis_count;
    const operand *x, *y;
    operand *outs; /* for each of the results, of the shape that is kept; of a scan one of the whole shape */
    size_t out_count;
    bool scan, reverse;
    chosen of;
} fold_call;

/* Lengths of what axes keep, and how many of them; *length: elements of each result, if not NULL. */
int kept_shape(const fold_call *call, size_t *shape, size_t *length);

/* Puts into `wanted` of the outs what should come out. */
void expect_fold(const fold_call *call);

#endif
