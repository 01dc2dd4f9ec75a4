/*
 * formula_build.h: a formula in the making, for the files that make it.
 *
 *     formula.c        statements, names, literals
 *     formula_term.c   terms, and functions of them
 *     formula_call.c   calls: their names and arguments, functions, reductions and scans
 *     formula_view.c   calls that arrange a value anew
 *     formula_join.c   calls that put several into one
 *     formula_new.c    calls that make a value of nothing but a shape
 *     formula_axis.c   differences and masks along axes
 *     formula_sum.c    calls that are reductions of something else: nansum, softmax, dot
 *     formula_test.c   what is made of functions of elements
 *     formula_pair.c   functions that have two results
 *     formula_length.c lengths of values
 *     formula_index.c  indices and other views
 *     formula_take.c   elements at places that arrays say
 *     formula_random.c random numbers
 *
 * Functions return a term, or CJ_NO_TERM with build->status and the error set.
 */
#ifndef LIBJIT_FORMULA_BUILD_H
#define LIBJIT_FORMULA_BUILD_H

#include "libjit/expression/formula.h"

/* In place of a node's term: random numbers whose shape is that of what they will be combined with. */
#define CJ_SHAPELESS (UINT32_MAX - 1)

typedef struct cj_build {
    const cj_tree *tree;
    const cj_named_type *named;
    size_t named_count;
    const cj_given *given; /* NULL: no functions of the program's */
    cj_formula *out;
    uint32_t versions[CJ_FORMULA_MAX_NAMED]; /* by cj_named_type.memory */
    struct cj_binding *bindings;             /* names of intermediate values */
    size_t binding_count;
    cj_span place;     /* of the node that is being taken */
    uint32_t shape;    /* the term whose shape random numbers have that are given none; CJ_NO_TERM: there is none */
    int64_t draws;     /* random numbers so far, each from a stream of its own */
    uint32_t *nodes;   /* the term of each node of the tree; CJ_NO_TERM: none, or not yet */
    uint32_t *buckets; /* a hash table of terms */
    size_t bucket_count;
    cujit_status status;
    cujit_error *error;
} cj_build;

/* Adds a term, or finds the one that is the same. Its place is that of the node that is being taken. */
uint32_t cj_build_add(cj_build *build, const cj_term *term);
/* The axes of a view, for cj_term.of.view. False: no memory. */
bool cj_build_add_axes(cj_build *build, const cj_view_axis *axes, size_t count, uint32_t *first);

uint32_t cj_build_refuse(cj_build *build, cj_span place, const char *format, ...) CJ_PRINTF(3, 4);
uint32_t cj_build_no_memory(cj_build *build);

/* Room for `more` items of that size behind the first `count` of a list, whose address is at `list`. False: no
 * memory. */
bool cj_build_grow(void *list, size_t count, size_t more, size_t size);

static inline const cj_term *cj_build_term(const cj_build *build, uint32_t term)
{
    return &build->out->terms[term];
}

/* The term of a node that must be a value. */
uint32_t cj_build_value(cj_build *build, const cj_node *node);

uint32_t cj_build_apply(cj_build *build, const cj_function *function, const uint32_t *arguments, cj_span caret);
/* Of functions by their names, with so many operands; of CJ_NO_TERM nothing is made. */
uint32_t cj_build_apply1(cj_build *build, const char *name, uint32_t a, cj_span caret);
uint32_t cj_build_apply2(cj_build *build, const char *name, uint32_t a, uint32_t b, cj_span caret);
uint32_t cj_build_apply3(cj_build *build, const char *name, uint32_t a, uint32_t b, uint32_t c, cj_span caret);
/* The same value in another type, which is no weak one. Of CJ_NO_TERM nothing is made. */
uint32_t cj_build_cast(cj_build *build, uint32_t term, cujit_dtype dtype, cj_span place);
/* Whole numbers and bools as float64; what is real or complex as it is. Of CJ_NO_TERM nothing is made. */
uint32_t cj_build_as_real(cj_build *build, uint32_t term, cj_span place);
/* A weak whole number, which is bound, as one of int64: what becomes an index or a length. */
uint32_t cj_build_as_bound(cj_build *build, uint32_t term, cj_span place);
/* A whole number that becomes one of `dtype`: one of the text must fit, one of C's is looked at in each call. False:
 * error. */
bool cj_build_check_number(cj_build *build, uint32_t number, cujit_dtype dtype);
uint32_t cj_build_integer(cj_build *build, int64_t value, cj_span place);
uint32_t cj_build_real(cj_build *build, double value, cujit_dtype dtype, cj_span place);

/* The term of a node, made anew. */
uint32_t cj_build_node(cj_build *build, const cj_node *node);

/* Random numbers without a shape among the operands get that of the others. False: there is none, and what is made of
 * them is shapeless, too. And the same for one node and a term. */
bool cj_build_settle(cj_build *build, const cj_node *node);
void cj_build_settle_one(cj_build *build, const cj_node *node, uint32_t shape);

/* uniform(), normal(), exponential(). NULL: there is none of that name. The name of number k; NULL behind the last
 * one. */
typedef struct cj_random_call cj_random_call;
const cj_random_call *cj_random_call_find(const char *name, size_t length);
const char *cj_random_call_list(size_t k);
/* Does a node name a generator? Its number among the operands; named_count: it does not. What a generator can be asked
 * for is said to who asks it for anything else. */
size_t cj_build_find_generator(const cj_build *build, const cj_node *node);
#define CJ_GENERATORS_HAVE                                                                                             \
    "generators have uniform(), normal() and exponential() in a text; cujit_random_...() fill arrays with others"
uint32_t cj_build_random(cj_build *build, const cj_node *call, const cj_random_call *what);

/* The operand of that name; named_count: there is none. */
size_t cj_build_find_operand(const cj_build *build, cj_span name);
/* Its value, an array or a number. */
uint32_t cj_build_operand(cj_build *build, size_t k, cj_span place);

uint32_t cj_build_call(cj_build *build, const cj_node *node);

/* A call that terms of other kinds are made for, and those of a file; the last one of a list has no name. */
typedef struct cj_made_call {
    const char *name;
    size_t least, most; /* arguments without keywords */
    const char *keywords;
    bool plain; /* its first argument is no value, and `value` CJ_NO_TERM */
    uint32_t (*build)(cj_build *build, const cj_node *call, uint32_t value);
} cj_made_call;
extern const cj_made_call cj_view_calls[], cj_join_calls[], cj_new_calls[], cj_sum_calls[], cj_axis_calls[],
    cj_test_calls[], cj_length_calls[];

/* Terms one behind the other along an axis, of one type and as many axes; the list is used up. */
uint32_t cj_build_join(cj_build *build, uint32_t *parts, size_t count, int axis, cj_span place);
/* The reduction of that name of a value, as the axis and keepdims of a call say; `keep`: the axes stay in any case. */
uint32_t cj_build_reduce(cj_build *build, const cj_node *call, const char *name, uint32_t value, bool keep);
/* Along these axes only. */
uint32_t cj_build_reduce_axes(cj_build *build, const cj_node *call, const char *name, uint32_t value, uint32_t axes);
/* The sum of products along the last axis of `a` and the last but one of `b`, one of which has one axis only; of a call
 * or an operator. */
uint32_t cj_build_contract(cj_build *build, uint32_t a, uint32_t b, const cj_node *node);
/* round(x, decimals). */
uint32_t cj_build_round(cj_build *build, const cj_node *call);
/* clip(x, low, high), and with one bound or none. */
uint32_t cj_build_clip(cj_build *build, const cj_node *call);
/* A value that is no more than a bound (high), or no less. A bound that a whole number's type does not reach is
 * none. */
uint32_t cj_build_clip_at(cj_build *build, uint32_t value, uint32_t bound, bool high, cj_span caret);
/* What a function that is not there would be here, for errors; NULL: nothing is known of it. */
const char *cj_absent_instead(const char *name, size_t length);

/* Is it a call of a function with two results, "modf"? It is no value, but what an index picks of it is. */
bool cj_build_is_pair(const cj_build *build, const cj_node *node);
uint32_t cj_build_pair(cj_build *build, const cj_node *call, const cj_node *index);
uint32_t cj_build_refuse_pair(cj_build *build, const cj_node *call);
bool cj_pair_is(const char *name, size_t length);
/* The name of number k; NULL behind the last one. */
const char *cj_pair_list(size_t k);

/* Is it "x.shape"? It is no value; but an index picks a length of it, and it is a shape where one is wanted. */
bool cj_build_is_shape(const cj_build *build, const cj_node *node);
uint32_t cj_build_pick_length(cj_build *build, const cj_node *call, const cj_node *index);
bool cj_build_list_lengths(cj_build *build, const cj_node *call, uint32_t lengths[CJ_FORMULA_MAX_RANK], size_t *count);
/* How many elements there are along axes of a value, a set: a number that each call says. */
uint32_t cj_build_length(cj_build *build, uint32_t value, uint32_t axes, cj_span place);
uint32_t cj_build_refuse_shape(cj_build *build, const cj_node *call);

/* The argument number k of a call, or of a keyword; NULL: it is not there. */
const cj_node *cj_build_find_argument(const cj_build *build, const cj_node *call, size_t k, const char *keyword);
/* Are there from `least` to `most` arguments without keywords, and the keywords among `keywords`, each between blanks?
 * False: error. */
bool cj_build_check_arguments(cj_build *build, const cj_node *call, size_t least, size_t most, const char *keywords);
/* A whole number of the text from 0 to `most`, or a bool; without a node *value stays. False: error. */
bool cj_build_take_small(cj_build *build, const cj_node *node, const char *what, int64_t most, int64_t *value);
/* A whole number of the text or the call. */
uint32_t cj_build_take_length(cj_build *build, const cj_node *node);
/* The shape of a call: (2, -1), or its numbers from argument `k` on. False: error. */
bool cj_build_take_shape(cj_build *build, const cj_node *call, size_t k, uint32_t lengths[CJ_FORMULA_MAX_RANK],
                         size_t *count);
/* The type that the node names; CUJIT_DTYPE_NONE: error. */
cujit_dtype cj_build_take_dtype(cj_build *build, const cj_node *node);

/* base[...]; the base is an operand of the node. */
uint32_t cj_build_index(cj_build *build, uint32_t base, const cj_node *node);
/* The elements at these places of `count` axes from `axis` on, whose axes stand there then; of the list of all
 * elements; of an axis, with a place for each element of the result. */
uint32_t cj_build_take(cj_build *build, uint32_t term, const uint32_t *indices, int axis, int count,
                       cj_take_detail detail, cj_span place);
uint32_t cj_build_take_flat(cj_build *build, uint32_t term, uint32_t index, cj_take_detail detail, cj_span place);
uint32_t cj_build_take_along(cj_build *build, uint32_t term, uint32_t index, int axis, cj_span place);
/* What all of the source is once elements of it, a TAKE of it, have been assigned a value of its type. *fitted: the
 * term whose shape must fit the TAKE's. */
uint32_t cj_build_put(cj_build *build, uint32_t take, uint32_t value, uint32_t *fitted, cj_span place);
/* 0, 1, ... along an axis of a value: of rank 1; and with as many axes behind it as the axis has in the value. */
uint32_t cj_build_range(cj_build *build, uint32_t of, int axis, cj_span place);
uint32_t cj_build_range_behind(cj_build *build, uint32_t of, int axis, cj_span place);
/* Rolled by a whole number, which is a term. */
uint32_t cj_build_roll(cj_build *build, uint32_t term, uint32_t shift, int axis, cj_span place);
/* x[start:stop] along an axis, INT64_MAX: to its end; x[at], the axis is gone. */
uint32_t cj_build_cut(cj_build *build, uint32_t term, int axis, int64_t start, int64_t stop, cj_span place);
uint32_t cj_build_pick(cj_build *build, uint32_t term, int axis, int64_t at, cj_span place);
/* An axis that is as long as that, or 1 and repeated so often; anything else is an error of the call. */
uint32_t cj_build_fit(cj_build *build, uint32_t term, int axis, int64_t length, cj_span place);
/* The axes of a set backwards; in another shape, whose lengths are terms of whole numbers that are known before. */
uint32_t cj_build_flip(cj_build *build, uint32_t term, uint32_t axes, cj_span place);
uint32_t cj_build_broadcast(cj_build *build, uint32_t term, const uint32_t *lengths, size_t count, cj_span place);
uint32_t cj_build_reshape(cj_build *build, uint32_t term, const uint32_t *lengths, size_t count, cj_span place);
/* Is it an array of indices, or a mask, that stands between brackets? */
bool cj_build_is_array_index(const cj_build *build, const cj_node *node);
/* Axis k of the view is axis order[k] of the term. */
uint32_t cj_build_permute(cj_build *build, uint32_t term, const int *order, cj_span place);
/* All axes backwards. */
uint32_t cj_build_transpose(cj_build *build, uint32_t term, cj_span place);
/* Without the axes of a set, which must be 1 long; with a new one at `axis`. */
uint32_t cj_build_squeeze(cj_build *build, uint32_t term, uint32_t axes, cj_span place);
uint32_t cj_build_expand(cj_build *build, uint32_t term, int axis, cj_span place);

/* Is it a whole number in the text, with or without a sign? */
bool cj_build_says_integer(const cj_build *build, const cj_node *node, int64_t *value);
/* An axis of values of `rank` axes, or several (a tuple) as a set; None is all of them, and so are 0 and -1 of values
 * without axes. False: error. */
bool cj_build_take_axis(cj_build *build, const cj_node *node, int rank, int *axis);
bool cj_build_take_axes(cj_build *build, const cj_node *node, int rank, uint32_t *axes, bool *all);
/* Has the value of a call one axis, or two, or more? False: error. */
bool cj_build_check_axes(cj_build *build, const cj_node *call, uint32_t value, int least);

/* Is it the name of something that can be called? */
bool cj_build_is_function(const cj_build *build, cj_span name);
/* Of something that is no function of elements, "sum"? */
bool cj_build_is_callee(const char *name, size_t length);

#endif
