/*
 * formula_take.c: elements at places that arrays say: x[i], take() and take_along_axis(); x[i] = y.
 *
 * What is taken from has a place for each of its axes: those of an axis that the text says nothing of are 0, 1, ..., so
 * that all of them broadcast to the shape of the result.
 */
#include "libjit/expression/formula_build.h"

/* The value with so many axes, 1 long, behind its own. */
static uint32_t expand_behind(cj_build *build, uint32_t term, int count, cj_span place)
{
    for (; count > 0 && term != CJ_NO_TERM; count--)
        term = cj_build_expand(build, term, cj_build_term(build, term)->rank, place);
    return term;
}

uint32_t cj_build_range(cj_build *build, uint32_t of, int axis, cj_span place)
{
    cj_term term = {
        .kind = CJ_TERM_RANGE, .type = {CUJIT_INT64, false}, .rank = 1, .count = 1, .arguments = {of}, .caret = place};

    term.of.range.axis = (uint32_t)axis;
    return of != CJ_NO_TERM ? cj_build_add(build, &term) : CJ_NO_TERM;
}

uint32_t cj_build_range_behind(cj_build *build, uint32_t of, int axis, cj_span place)
{
    return expand_behind(build, cj_build_range(build, of, axis, place), cj_build_term(build, of)->rank - 1 - axis,
                         place);
}

/* `places`: for each axis, or with `flat` for all. */
static uint32_t add_take(cj_build *build, uint32_t of, const uint32_t *places, int count, cj_take_detail detail,
                         cj_span place)
{
    cj_term term = {.kind = CJ_TERM_TAKE, .type = cj_build_term(build, of)->type, .caret = place};

    for (int k = 0; k < count; k++) {
        if (places[k] == CJ_NO_TERM)
            return CJ_NO_TERM;
        if (cj_build_term(build, places[k])->rank > term.rank)
            term.rank = cj_build_term(build, places[k])->rank;
        term.arguments[term.count++] = places[k];
    }
    term.arguments[term.count++] = of;
    term.of.take = detail;
    return cj_build_add(build, &term);
}

/* Whole numbers of 64 bits, or an error. */
static uint32_t take_places(cj_build *build, uint32_t term, cj_span place)
{
    const cujit_dtype dtype = cj_build_term(build, term)->type.dtype;

    if (dtype == CUJIT_BOOL)
        return cj_build_refuse(build, place,
                               "a mask picks as many elements as it has true ones, which only its values tell: write "
                               "where(mask, x, 0), or let the program call cujit_array_compress()");
    if (cj_kind_of(dtype) != CJ_KIND_INTEGER)
        return cj_build_refuse(build, place, "an index is a whole number, or an array of such; this is %s",
                               cujit_dtype_name(dtype));
    return cj_build_cast(build, term, CUJIT_INT64, place);
}

static bool check_source(cj_build *build, uint32_t of, cj_span place)
{
    const int rank = cj_build_term(build, of)->rank;

    if (rank > 0 && rank < CJ_FUNCTION_MAX_OPERANDS)
        return true;
    cj_build_refuse(build, place, "elements are taken from a value of 1 to %d axes, this one has %d",
                    CJ_FUNCTION_MAX_OPERANDS - 1, rank);
    return false;
}

uint32_t cj_build_take(cj_build *build, uint32_t of, const uint32_t *indices, int axis, int count,
                       cj_take_detail detail, cj_span place)
{
    const int rank = cj_build_term(build, of)->rank;
    uint32_t places[CJ_FORMULA_MAX_RANK];
    int most = 0;

    if (!check_source(build, of, place))
        return CJ_NO_TERM;
    for (int k = 0; k < count; k++) {
        if ((places[axis + k] = take_places(build, indices[k], place)) == CJ_NO_TERM)
            return CJ_NO_TERM;
        if (cj_build_term(build, indices[k])->rank > most)
            most = cj_build_term(build, indices[k])->rank;
    }
    if (rank - count + most > CJ_FORMULA_MAX_RANK)
        return cj_build_refuse(build, place, "a value of %d axes; expected at most %d", rank - count + most,
                               CJ_FORMULA_MAX_RANK);
    for (int k = 0; k < rank; k++) {
        /* Those of the result behind this one's. */
        const int behind = k < axis           ? rank - count + most - 1 - k
                           : k < axis + count ? rank - axis - count
                                              : rank - 1 - k;

        if (k < axis || k >= axis + count)
            places[k] = cj_build_range(build, of, k, place);
        places[k] = expand_behind(build, places[k], behind, place);
    }
    return add_take(build, of, places, rank, detail, place);
}

uint32_t cj_build_take_flat(cj_build *build, uint32_t of, uint32_t index, cj_take_detail detail, cj_span place)
{
    const uint32_t places[] = {take_places(build, index, place)};

    if (places[0] == CJ_NO_TERM || !check_source(build, of, place))
        return CJ_NO_TERM;
    detail.flat = true;
    return add_take(build, of, places, 1, detail, place);
}

uint32_t cj_build_take_along(cj_build *build, uint32_t of, uint32_t index, int axis, cj_span place)
{
    const int rank = cj_build_term(build, of)->rank;
    uint32_t places[CJ_FORMULA_MAX_RANK];

    if (!check_source(build, of, place))
        return CJ_NO_TERM;
    if (cj_build_term(build, index)->rank != rank)
        return cj_build_refuse(build, place, "take_along_axis needs indices of as many axes as the value, %d; got %d",
                               rank, cj_build_term(build, index)->rank);
    for (int k = 0; k < rank; k++)
        places[k] = k == axis ? take_places(build, index, place) : cj_build_range_behind(build, of, k, place);
    return add_take(build, of, places, rank, (cj_take_detail){0}, place);
}

uint32_t cj_build_roll(cj_build *build, uint32_t of, uint32_t shift, int axis, cj_span place)
{
    const uint32_t length = cj_build_length(build, of, UINT32_C(1) << axis, place),
                   one = cj_build_integer(build, 1, place);
    /* Any shift goes; of an axis without elements, by the remainder of 1. */
    const uint32_t least = cj_build_apply2(build, "add", length,
                                           cj_build_apply2(build, "right_shift", one, length, place), place);
    const uint32_t index = cj_build_apply2(build, "subtract", cj_build_range(build, of, axis, place),
                                           cj_build_apply2(build, "remainder", shift, least, place), place);

    return index != CJ_NO_TERM
               ? cj_build_take(build, of, &index, axis, 1, (cj_take_detail){.mode = CJ_TAKE_WRAP}, place)
               : CJ_NO_TERM;
}

/* ---- Assignments ------------------------------------------------------------------------------------------------- */

/* The value, repeated to the shape of places that broadcast. */
static uint32_t spread(cj_build *build, uint32_t value, const cj_term *take, cj_span place)
{
    const cujit_dtype dtype = cj_build_term(build, value)->type.dtype;
    const cj_function *where = cj_function_find("where", 5);
    const uint32_t count = cj_term_broadcasts(take);
    uint32_t operands[] = {cj_build_cast(build, cj_build_integer(build, 1, place), CUJIT_BOOL, place), value,
                           CJ_NO_TERM};

    for (uint32_t k = 0; k < count && operands[0] != CJ_NO_TERM && operands[1] != CJ_NO_TERM; k++) {
        if ((operands[2] = cj_build_cast(build, take->arguments[k], dtype, place)) == CJ_NO_TERM)
            return CJ_NO_TERM;
        operands[1] = cj_build_apply(build, where, operands, place);
    }
    return operands[0] != CJ_NO_TERM ? operands[1] : CJ_NO_TERM;
}

/* Which element comes last at a place is written down first, so that the order of a kernel's threads is no matter; then
 * every place fetches its own. */
uint32_t cj_build_put(cj_build *build, uint32_t number, uint32_t value, uint32_t *fitted, cj_span place)
{
    const cj_term take = *cj_build_term(build, number);
    cj_term winner = take;
    uint32_t operands[] = {CJ_NO_TERM, value, take.arguments[take.count - 1]}, compared[2];

    winner.kind = CJ_TERM_WINNER;
    winner.type = (cj_value_type){CUJIT_INT64, false};
    winner.rank = cj_build_term(build, operands[2])->rank;
    winner.of = (cj_term_detail){0};
    winner.of.winner.take = number;
    winner.caret = place;
    *fitted = value;
    if (cj_build_term(build, value)->rank > 0 && (value = spread(build, value, &take, place)) == CJ_NO_TERM)
        return CJ_NO_TERM;
    compared[0] = cj_build_add(build, &winner);
    compared[1] = cj_build_integer(build, 0, place);
    if (compared[0] == CJ_NO_TERM || compared[1] == CJ_NO_TERM)
        return CJ_NO_TERM;
    if (cj_build_term(build, value)->rank > 0)
        operands[1] = add_take(build, value, compared, 1, (cj_take_detail){.mode = CJ_TAKE_WON, .flat = true}, place);
    operands[0] = cj_build_apply(build, cj_function_of_operator(CJ_OPERATOR_GREATER_EQUAL), compared, place);
    return operands[0] != CJ_NO_TERM && operands[1] != CJ_NO_TERM
               ? cj_build_apply(build, cj_function_find("where", 5), operands, place)
               : CJ_NO_TERM;
}
