/*
 * layout.c: shapes by NumPy's rules: broadcasting, slices, reductions; and what is wrong with them, in the user's
 * words.
 */
#include "libjit/expression/layout.h"

#include "libjit/runtime/argument.h"
#include "libjit/runtime/array.h"

#include <stdio.h>
#include <string.h>

/* ---- Words ------------------------------------------------------------------------------------------------------- */

const char *cj_layout_show(char out[CJ_LAYOUT_SHOWN], int rank, const size_t *lengths)
{
    size_t used = 1;

    out[0] = '(';
    for (int k = 0; k < rank; k++) {
        const int more = snprintf(out + used, CJ_LAYOUT_SHOWN - used, "%s%td%s", k > 0 ? ", " : "",
                                  (ptrdiff_t)lengths[k], rank == 1 ? "," : "");

        used += (size_t)more;
        if (used + 8 > CJ_LAYOUT_SHOWN) {
            memcpy(out + CJ_LAYOUT_SHOWN - 8, "...", 4);
            used = CJ_LAYOUT_SHOWN - 5;
            break;
        }
    }
    memcpy(out + used, ")", 2);
    return out;
}

size_t cj_layout_size(int rank, const size_t *lengths)
{
    size_t size = 1;
    bool fits = true;

    for (int k = 0; k < rank; k++) {
        if (lengths[k] == 0)
            return 0;
        fits = fits && !__builtin_mul_overflow(size, lengths[k], &size) && size <= PTRDIFF_MAX;
    }
    return fits ? size : SIZE_MAX;
}

/* ---- Bounds ------------------------------------------------------------------------------------------------------ */

/* The value of a whole number that is known before anything is launched; of one of uint64, the bits. */
static int64_t evaluate(const cj_layout *layout, uint32_t number)
{
    const cj_plan *plan = layout->plan;
    const cj_term *term = cj_plan_term(plan, number);
    size_t low = 0, high = plan->bound_count;

    if (term->kind == CJ_TERM_LITERAL)
        return term->of.literal.integer;
    if (term->kind == CJ_TERM_NUMBER)
        return layout->items[term->of.operand].value.i;
    while (low + 1 < high) {
        const size_t middle = low + (high - low) / 2;

        *(plan->bounds[middle] <= number ? &low : &high) = middle;
    }
    return layout->bounds[low];
}

cujit_arg cj_layout_number(const cj_layout *layout, uint32_t number)
{
    const cj_term *term = cj_plan_term(layout->plan, number);

    if (term->kind == CJ_TERM_NUMBER)
        return layout->items[term->of.operand];
    return term->type.dtype == CUJIT_UINT64 ? cujit_arg_uint((uint64_t)evaluate(layout, number))
                                            : cujit_arg_int(evaluate(layout, number));
}

static const cj_operator known[] = {
    CJ_OPERATOR_ADD,       CJ_OPERATOR_SUBTRACT,   CJ_OPERATOR_MULTIPLY,    CJ_OPERATOR_FLOOR_DIVIDE, CJ_OPERATOR_POWER,
    CJ_OPERATOR_REMAINDER, CJ_OPERATOR_LEFT_SHIFT, CJ_OPERATOR_RIGHT_SHIFT, CJ_OPERATOR_AND,          CJ_OPERATOR_OR,
    CJ_OPERATOR_XOR,       CJ_OPERATOR_INVERT,     CJ_OPERATOR_NEGATIVE,    CJ_OPERATOR_POSITIVE,
};

/* What is evaluated beside operators, and numbers for it behind theirs. */
static const char *const named[] = {"absolute", "maximum", "minimum"};
enum { ABSOLUTE = 1000, MAXIMUM, MINIMUM };

/* CJ_OPERATOR_NONE: it is nothing that is evaluated here. */
static int find_operator(const cj_function *function)
{
    const cj_operator op = cj_function_operator(function);

    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        if (op == known[k])
            return (int)op;
    }
    for (size_t k = 0; k < sizeof named / sizeof *named; k++) {
        if (!cj_function_is_given(function) && strcmp(cj_function_name(function), named[k]) == 0)
            return ABSOLUTE + (int)k;
    }
    return CJ_OPERATOR_NONE;
}

bool cj_layout_evaluates(const cj_function *function)
{
    return find_operator(function) != CJ_OPERATOR_NONE;
}

/* What int64 and uint64 have, and what is calculated of two such numbers but for products. */
__extension__ typedef __int128 wide;

/* True: it is too large, or the power is negative. */
static bool raise_to(wide a, wide b, wide *value)
{
    bool overflows = b < 0;

    *value = 1;
    for (; !overflows && b > 0; b /= 2) {
        if (b % 2 != 0)
            overflows = __builtin_mul_overflow(*value, a, value);
        if (b > 1)
            overflows = overflows || __builtin_mul_overflow(a, a, &a);
    }
    return overflows;
}

static bool shift_left(wide a, wide b, wide *value)
{
    *value = 0;
    return b < 0 || (a != 0 && (b > 63 || __builtin_mul_overflow(a, (wide)1 << b, value)));
}

static wide floor_divide(wide a, wide b)
{
    return a / b - (a % b != 0 && (a < 0) != (b < 0));
}

/* True: there is no such whole number, or it is too large. */
static bool operate(int op, wide a, wide b, wide *value)
{
    bool overflows = false;

    switch (op) {
    case CJ_OPERATOR_ADD:
        *value = a + b;
        break;
    case CJ_OPERATOR_SUBTRACT:
        *value = a - b;
        break;
    case CJ_OPERATOR_MULTIPLY:
        overflows = __builtin_mul_overflow(a, b, value);
        break;
    case CJ_OPERATOR_NEGATIVE:
        *value = -a;
        break;
    case CJ_OPERATOR_FLOOR_DIVIDE:
        overflows = b == 0;
        *value = b != 0 ? floor_divide(a, b) : 0;
        break;
    case CJ_OPERATOR_REMAINDER:
        overflows = b == 0;
        *value = b != 0 ? a - b * floor_divide(a, b) : 0;
        break;
    case CJ_OPERATOR_POWER:
        overflows = raise_to(a, b, value);
        break;
    case CJ_OPERATOR_LEFT_SHIFT:
        overflows = shift_left(a, b, value);
        break;
    case CJ_OPERATOR_RIGHT_SHIFT:
        overflows = b < 0;
        *value = a >> (b < 0 ? 0 : b > 64 ? 64 : (int)b);
        break;
    case CJ_OPERATOR_AND:
        *value = a & b;
        break;
    case CJ_OPERATOR_OR:
        *value = a | b;
        break;
    case CJ_OPERATOR_XOR:
        *value = a ^ b;
        break;
    case CJ_OPERATOR_INVERT:
        *value = ~a;
        break;
    case CJ_OPERATOR_POSITIVE:
        *value = a;
        break;
    case MAXIMUM:
        *value = a > b ? a : b;
        break;
    case MINIMUM:
        *value = a < b ? a : b;
        break;
    default: /* ABSOLUTE */
        *value = a < 0 ? -a : a;
    }
    return overflows;
}

/* True: there are more of them than int64 has numbers. */
static bool count_along(const cj_layout *layout, const cj_term *length, int64_t *count)
{
    const size_t *lengths = layout->shapes[layout->plan->slots[length->of.length.of]];
    size_t chosen[CJ_FORMULA_MAX_RANK], size;
    int rank = 0;

    for (int k = 0; k < CJ_FORMULA_MAX_RANK; k++) {
        if ((length->of.length.axes >> k & 1) != 0)
            chosen[rank++] = lengths[k];
    }
    size = cj_layout_size(rank, chosen);
    *count = (int64_t)size;
    return size == SIZE_MAX;
}

/* An argument of what is calculated; 0: there is none. */
static wide take_argument(const cj_layout *layout, const cj_term *term, uint32_t k)
{
    const int64_t bits = k < term->count ? evaluate(layout, term->arguments[k]) : 0;
    const bool large = k < term->count && cj_plan_term(layout->plan, term->arguments[k])->type.dtype == CUJIT_UINT64;

    return large ? (wide)(uint64_t)bits : bits;
}

static cujit_status refuse_number(const cj_layout *layout, const cj_term *term, bool by_zero, cujit_error *error)
{
    if (!by_zero)
        return cj_tree_error(layout->tree, term->caret, CUJIT_ERROR_EXPRESSION, error,
                             "this is no whole number that fits %s", cujit_dtype_name(term->type.dtype));
    return cj_tree_error(layout->tree, term->caret, CUJIT_ERROR_EXPRESSION, error,
                         cj_tree_says(layout->tree, term->caret, "arange")
                             ? "arange: the step is 0; expected any other whole number"
                             : "a whole number is divided by 0");
}

static cujit_status calculate(const cj_layout *layout, uint32_t number, int64_t *value, cujit_error *error)
{
    const cj_term *term = cj_plan_term(layout->plan, number);
    const wide a = take_argument(layout, term, 0), b = take_argument(layout, term, 1);
    const bool large = term->type.dtype == CUJIT_UINT64;
    wide found;
    bool overflows;

    if (term->kind == CJ_TERM_LENGTH) {
        overflows = count_along(layout, term, value);
    } else {
        overflows = operate(find_operator(term->of.function), a, b, &found) || found < (large ? 0 : INT64_MIN) ||
                    found > (large ? (wide)UINT64_MAX : INT64_MAX);
        *value = overflows ? 0 : (int64_t)(uint64_t)found;
    }
    return overflows ? refuse_number(layout, term, b == 0 && term->count > 1, error) : CUJIT_OK;
}

/* What the type that a number is used in cannot hold is an error. */
static cujit_status check_limit(const cj_layout *layout, const cj_limit *limit, cujit_error *error)
{
    const cj_term *term = cj_plan_term(layout->plan, limit->term);
    const cujit_arg value = cj_layout_number(layout, limit->term);
    char shown[CJ_NUMBER_SHOWN];
    cj_slot slot;

    return cj_number_convert(&value, limit->dtype, &slot) == CUJIT_OK
               ? CUJIT_OK
               : cj_tree_error(layout->tree, term->caret, CUJIT_ERROR_EXPRESSION, error,
                               "%.*s is %s, which %s, the type that it is used in, cannot hold",
                               CJ_TREE_QUOTE(layout->tree, term->place), cj_number_show(&value, 6, shown),
                               cujit_dtype_name(limit->dtype));
}

/* ---- Views ------------------------------------------------------------------------------------------------------- */

/* Python's bounds: negative ones count from the end, those outside are clipped. */
static int64_t clip(int64_t bound, int64_t length, int64_t lowest, int64_t highest)
{
    if (bound < 0)
        bound = bound < -length ? lowest : bound + length;
    return bound < lowest ? lowest : bound > highest ? highest : bound;
}

static cujit_status take_slice(const cj_layout *layout, const cj_view_axis *axis, const cj_look *from, cj_look *to,
                               cujit_error *error)
{
    const int64_t length = (int64_t)from->lengths[axis->source];
    const int64_t step = axis->step != CJ_NO_TERM ? evaluate(layout, axis->step) : 1;
    const int64_t lowest = step < 0 ? -1 : 0, highest = step < 0 ? length - 1 : length;
    int64_t start = step < 0 ? highest : lowest, stop = step < 0 ? lowest : highest;
    uint64_t count = 0;

    if (step == 0)
        return cj_tree_error(layout->tree, axis->place, CUJIT_ERROR_EXPRESSION, error, "the step of a slice is 0");
    if (axis->start != CJ_NO_TERM)
        start = clip(evaluate(layout, axis->start), length, lowest, highest);
    if (axis->stop != CJ_NO_TERM)
        stop = clip(evaluate(layout, axis->stop), length, lowest, highest);
    if (step > 0 && start < stop)
        count = ((uint64_t)(stop - start) - 1) / (uint64_t)step + 1;
    else if (step < 0 && start > stop)
        count = ((uint64_t)(start - stop) - 1) / (UINT64_C(0) - (uint64_t)step) + 1;
    to->lengths[to->rank] = (size_t)count;
    to->strides[to->rank++] = count > 1 ? from->strides[axis->source] * step : from->strides[axis->source];
    if (count > 0)
        to->offset += from->strides[axis->source] * start;
    return CUJIT_OK;
}

/* Of a value that is made of a shape, or repeated to it. */
static cujit_status refuse_length(const cj_layout *layout, cj_span function, int64_t length, cujit_error *error)
{
    const bool rows = cj_tree_says(layout->tree, function, "eye") || cj_tree_says(layout->tree, function, "identity");
    const char *what = cj_tree_says(layout->tree, function, "linspace") ? "num"
                       : rows                                           ? "a number of rows or columns"
                                                                        : "a length of its shape";

    return cj_tree_error(layout->tree, function, CUJIT_ERROR_EXPRESSION, error, "%.*s: %s is %lld; expected 0 or more",
                         CJ_TREE_QUOTE(layout->tree, function), what, (long long)length);
}

static cujit_status take_repeated(const cj_layout *layout, const cj_term *view, const cj_view_axis *axis,
                                  const cj_look *from, cj_look *to, cujit_error *error)
{
    const int64_t length = evaluate(layout, axis->start);
    const size_t own = axis->source >= 0 ? from->lengths[axis->source] : 1;
    char shown[CJ_LAYOUT_SHOWN];
    size_t size = 1;

    if (length < 0)
        return refuse_length(layout, view->caret, length, error);
    if (own != 1 && own != (size_t)length)
        return cj_tree_error(layout->tree, view->caret, CUJIT_ERROR_EXPRESSION, error,
                             "a value of shape %s does not become %lld long along axis %d by being repeated",
                             cj_layout_show(shown, from->rank, from->lengths), (long long)length, to->rank);
    to->lengths[to->rank] = (size_t)length;
    to->strides[to->rank++] = own == (size_t)length && axis->source >= 0 ? from->strides[axis->source] : 0;
    for (int k = 0; k < to->rank; k++) {
        if (__builtin_mul_overflow(size, to->lengths[k] > 0 ? to->lengths[k] : 1, &size) || size > PTRDIFF_MAX)
            return cj_tree_error(layout->tree, view->caret, CUJIT_ERROR_EXPRESSION, error,
                                 "a shape of more than %td elements", PTRDIFF_MAX);
    }
    return CUJIT_OK;
}

static cujit_status take_place(const cj_layout *layout, const cj_term *view, const cj_view_axis *axis,
                               const cj_look *from, cj_look *to, cujit_error *error)
{
    const int64_t length = (int64_t)from->lengths[axis->source];
    int64_t at = axis->kind == CJ_VIEW_INDEX ? evaluate(layout, axis->start) : 0;
    char shown[CJ_LAYOUT_SHOWN];

    if (axis->kind == CJ_VIEW_SINGLE && length != 1)
        return cj_tree_error(layout->tree, view->caret, CUJIT_ERROR_EXPRESSION, error,
                             "axis %d is to go, but it is %lld long: the shape is %s", axis->source, (long long)length,
                             cj_layout_show(shown, from->rank, from->lengths));
    if (at < -length || at >= length)
        return cj_tree_error(layout->tree, axis->place, CUJIT_ERROR_EXPRESSION, error,
                             "index %lld is outside of axis %d, which is %lld long: the shape is %s", (long long)at,
                             axis->source, (long long)length, cj_layout_show(shown, from->rank, from->lengths));
    to->offset += from->strides[axis->source] * (at < 0 ? at + length : at);
    return CUJIT_OK;
}

cujit_status cj_layout_view(const cj_layout *layout, uint32_t number, cj_look *look, cujit_error *error)
{
    const cj_term *view = cj_plan_term(layout->plan, number);
    cj_look to;
    cujit_status status = CUJIT_OK;

    to.rank = 0;
    to.offset = look->offset;
    for (uint32_t k = 0; k < view->of.view.count && status == CUJIT_OK; k++) {
        const cj_view_axis *axis = &layout->plan->formula.axes[view->of.view.first + k];

        switch (axis->kind) {
        case CJ_VIEW_NEW:
            to.lengths[to.rank] = 1;
            to.strides[to.rank++] = 0;
            break;
        case CJ_VIEW_KEEP:
            to.lengths[to.rank] = look->lengths[axis->source];
            to.strides[to.rank++] = look->strides[axis->source];
            break;
        case CJ_VIEW_REPEAT:
            status = take_repeated(layout, view, axis, look, &to, error);
            break;
        case CJ_VIEW_SLICE:
            status = take_slice(layout, axis, look, &to, error);
            break;
        default:
            status = take_place(layout, view, axis, look, &to, error);
        }
    }
    *look = to;
    return status;
}

void cj_layout_broadcast(const cj_layout *layout, uint32_t slot, cj_look *look)
{
    const size_t *lengths = layout->shapes[slot];
    const int rank = cj_layout_rank(layout, slot), more = rank - look->rank;

    for (int k = rank - 1; k >= 0; k--) {
        const bool repeated = k < more || look->lengths[k - more] != lengths[k];

        look->strides[k] = repeated ? 0 : look->strides[k - more];
    }
    memcpy(look->lengths, lengths, (size_t)rank * sizeof *lengths);
    look->rank = rank;
}

cujit_status cj_layout_follow(const cj_layout *layout, const cj_step *step, uint32_t path, cj_look *look,
                              cujit_error *error)
{
    cujit_status status = CUJIT_OK;

    for (; path != 0 && status == CUJIT_OK; path = step->paths[path].outer) {
        const uint32_t view = step->paths[path].view;

        cj_layout_broadcast(layout, layout->plan->slots[cj_plan_term(layout->plan, view)->arguments[0]], look);
        status = cj_layout_view(layout, view, look, error);
    }
    return status;
}

/* ---- Shapes ------------------------------------------------------------------------------------------------------ */

static const size_t *shape_of(const cj_layout *layout, uint32_t term)
{
    return layout->shapes[layout->plan->slots[term]];
}

/* "x has shape (3, 4), y (5,)" */
static cujit_status refuse_shapes(const cj_layout *layout, const cj_term *term, cujit_error *error)
{
    char message[400], shown[CJ_LAYOUT_SHOWN];
    size_t used = 0;

    for (uint32_t k = 0; k < cj_term_broadcasts(term) && used < sizeof message; k++) {
        const cj_term *argument = cj_plan_term(layout->plan, term->arguments[k]);

        if (!argument->scalar)
            used += (size_t)snprintf(message + used, sizeof message - used, "%s%.*s %s%s", used > 0 ? ", " : "",
                                     CJ_TREE_QUOTE(layout->tree, argument->place), used > 0 ? "" : "has shape ",
                                     cj_layout_show(shown, argument->rank, shape_of(layout, term->arguments[k])));
    }
    return cj_tree_error(layout->tree, term->caret, CUJIT_ERROR_EXPRESSION, error, "shapes do not go together: %s",
                         message);
}

static cujit_status broadcast(const cj_layout *layout, const cj_term *term, size_t *lengths, cujit_error *error)
{
    for (int k = 0; k < term->rank; k++)
        lengths[k] = 1;
    for (uint32_t k = 0; k < cj_term_broadcasts(term); k++) {
        const cj_term *argument = cj_plan_term(layout->plan, term->arguments[k]);
        const size_t *other = shape_of(layout, term->arguments[k]);

        for (int m = 0; m < argument->rank; m++) {
            size_t *length = &lengths[m + term->rank - argument->rank];

            if (*length != other[m] && *length != 1 && other[m] != 1)
                return refuse_shapes(layout, term, error);
            if (other[m] != 1)
                *length = other[m];
        }
    }
    return CUJIT_OK;
}

static void fold_shape(const cj_layout *layout, const cj_term *term, size_t *lengths)
{
    const size_t *from = shape_of(layout, term->arguments[0]);
    const int rank = cj_plan_term(layout->plan, term->arguments[0])->rank;
    int count = 0;

    if (term->kind == CJ_TERM_SCAN && term->of.fold.all) {
        lengths[0] = 1;
        for (int k = 0; k < rank; k++)
            lengths[0] *= from[k];
        return;
    }
    for (int k = 0; k < rank; k++) {
        const bool folded = term->kind == CJ_TERM_REDUCE && (term->of.fold.axes >> k & 1) != 0;

        if (!folded || term->of.fold.keepdims)
            lengths[count++] = folded ? 1 : from[k];
    }
}

static cujit_status view_shape(const cj_layout *layout, uint32_t number, size_t *lengths, cujit_error *error)
{
    const cj_term *term = cj_plan_term(layout->plan, number);
    cj_look look = {.rank = cj_plan_term(layout->plan, term->arguments[0])->rank};
    cujit_status status;

    memcpy(look.lengths, shape_of(layout, term->arguments[0]), sizeof look.lengths);
    if ((status = cj_layout_view(layout, number, &look, error)) == CUJIT_OK)
        memcpy(lengths, look.lengths, sizeof look.lengths);
    return status;
}

/* One length may be left to the others. */
static cujit_status reshape(const cj_layout *layout, const cj_term *term, size_t *lengths, cujit_error *error)
{
    const cj_view_axis *axes = &layout->plan->formula.axes[term->of.view.first];
    const size_t *from = shape_of(layout, term->arguments[0]);
    const int rank = cj_plan_term(layout->plan, term->arguments[0])->rank;
    size_t size = 1, product = 1, asked[CJ_FORMULA_MAX_RANK];
    char shown[CJ_LAYOUT_SHOWN], wanted[CJ_LAYOUT_SHOWN];
    bool fits = true;
    int open = -1;

    for (int k = 0; k < rank; k++)
        size *= from[k];
    for (int k = 0; k < term->rank; k++) {
        const int64_t length = evaluate(layout, axes[k].start);

        asked[k] = (size_t)length;
        lengths[k] = length < 0 ? 1 : (size_t)length;
        fits = fits && (length >= 0 || (length == -1 && open < 0));
        fits = fits && !__builtin_mul_overflow(product, lengths[k], &product);
        open = length < 0 ? k : open;
    }
    if (fits && open >= 0 && product > 0)
        lengths[open] = size / product;
    if (fits && (open >= 0 ? product > 0 && size % product == 0 : product == size))
        return CUJIT_OK;
    return cj_tree_error(layout->tree, term->caret, CUJIT_ERROR_EXPRESSION, error,
                         "%zu elements, of shape %s, do not fit the new shape %s", size,
                         cj_layout_show(shown, rank, from), cj_layout_show(wanted, term->rank, asked));
}

static cujit_status join(const cj_layout *layout, const cj_term *term, size_t *lengths, cujit_error *error)
{
    memcpy(lengths, shape_of(layout, term->arguments[0]), (size_t)term->rank * sizeof *lengths);
    for (uint32_t k = 1; k < term->count; k++) {
        const size_t *other = shape_of(layout, term->arguments[k]);

        for (int m = 0; m < term->rank; m++) {
            if (m != (int)term->of.join.axis ? lengths[m] != other[m]
                                             : __builtin_add_overflow(lengths[m], other[m], &lengths[m]))
                return refuse_shapes(layout, term, error);
        }
    }
    return CUJIT_OK;
}

static cujit_status find_shape(const cj_layout *layout, uint32_t number, size_t *lengths, cujit_error *error)
{
    const cj_term *term = cj_plan_term(layout->plan, number);

    switch (term->kind) {
    case CJ_TERM_ARRAY:
        memcpy(lengths, layout->items[term->of.operand].value.array->shape, (size_t)term->rank * sizeof *lengths);
        return CUJIT_OK;
    case CJ_TERM_VIEW:
        return view_shape(layout, number, lengths, error);
    case CJ_TERM_RESHAPE:
        return reshape(layout, term, lengths, error);
    case CJ_TERM_JOIN:
        return join(layout, term, lengths, error);
    case CJ_TERM_RANGE:
        lengths[0] = shape_of(layout, term->arguments[0])[term->of.range.axis];
        return CUJIT_OK;
    case CJ_TERM_REDUCE:
    case CJ_TERM_SCAN:
        fold_shape(layout, term, lengths);
        return CUJIT_OK;
    default:
        return broadcast(layout, term, lengths, error);
    }
}

/* What is assigned must become the shape of where it goes by being repeated. */
static cujit_status check_store(const cj_layout *layout, const cj_store *store, cujit_error *error)
{
    const bool put = store->places != CJ_NO_TERM;
    const uint32_t number = put ? store->fitted : store->value, place = put ? store->places : store->region;
    const cj_term *value = cj_plan_term(layout->plan, number), *region = cj_plan_term(layout->plan, place);
    const size_t *from = shape_of(layout, number), *to = shape_of(layout, place);
    char one[CJ_LAYOUT_SHOWN], other[CJ_LAYOUT_SHOWN];
    bool fits = true;

    for (int k = 0; k < value->rank; k++)
        fits = fits && (from[k] == 1 || from[k] == to[k + region->rank - value->rank]);
    return fits ? CUJIT_OK
                : cj_tree_error(layout->tree, store->place, CUJIT_ERROR_EXPRESSION, error,
                                "a value of shape %s does not fit %.*s, which has shape %s",
                                cj_layout_show(one, value->rank, from), CJ_TREE_QUOTE(layout->tree, region->place),
                                cj_layout_show(other, region->rank, to));
}

/* Where shapes up to a slot are known: what does not fit places is repeated to their shape all the same. */
static cujit_status check_fitted(const cj_layout *layout, size_t slot, cujit_error *error)
{
    const cj_plan *plan = layout->plan;
    cujit_status status = CUJIT_OK;

    for (size_t k = 0; k < plan->formula.store_count && status == CUJIT_OK; k++) {
        const cj_store *store = &plan->formula.stores[k];

        if (store->places != CJ_NO_TERM && plan->slots[store->fitted] < slot && plan->slots[store->places] < slot)
            status = check_store(layout, store, error);
    }
    return status;
}

cujit_status cj_layout_find(cj_layout *layout, cujit_error *error)
{
    const cj_plan *plan = layout->plan;
    cujit_status status = CUJIT_OK;
    size_t bound = 0;

    /* Shapes are made of numbers, as those of slices, and numbers of shapes. */
    for (size_t k = 1; k <= plan->slot_count && status == CUJIT_OK; k++) {
        const size_t end = k < plan->slot_count ? plan->shaped[k] : plan->formula.term_count;

        for (; bound < plan->bound_count && plan->bounds[bound] < end && status == CUJIT_OK; bound++)
            status = calculate(layout, plan->bounds[bound], &layout->bounds[bound], error);
        if (k < plan->slot_count && status == CUJIT_OK &&
            (status = find_shape(layout, plan->shaped[k], layout->shapes[k], error)) != CUJIT_OK)
            check_fitted(layout, k, error);
    }
    for (size_t k = 0; k < plan->formula.limit_count && status == CUJIT_OK; k++)
        status = check_limit(layout, &plan->formula.limits[k], error);
    for (size_t k = 0; k < plan->formula.store_count && status == CUJIT_OK; k++)
        status = check_store(layout, &plan->formula.stores[k], error);
    return status;
}

cujit_status cj_layout_check_fold(const cj_layout *layout, uint32_t domain, uint32_t term, cujit_error *error)
{
    const cj_term *fold = cj_plan_term(layout->plan, term);
    const size_t *lengths = layout->shapes[domain];
    const int rank = cj_layout_rank(layout, domain);
    char shown[CJ_LAYOUT_SHOWN];
    bool folds_none = false, gives_none = false;

    for (int k = 0; k < rank; k++)
        *((fold->of.fold.axes >> k & 1) != 0 ? &folds_none : &gives_none) |= lengths[k] == 0;
    if (!folds_none || gives_none || fold->of.fold.reducer < CUJIT_REDUCER_MIN ||
        fold->of.fold.reducer > CUJIT_REDUCER_VARIANCE)
        return CUJIT_OK;
    return cj_tree_error(layout->tree, fold->caret, CUJIT_ERROR_EXPRESSION, error,
                         "there is no %.*s of no elements: the shape is %s", CJ_TREE_QUOTE(layout->tree, fold->caret),
                         cj_layout_show(shown, rank, lengths));
}
