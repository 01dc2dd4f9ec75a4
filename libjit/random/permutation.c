/*
 * permutation.c: random orders: of numbers, and of what lies along an array's first axis.
 */
#include "libjit/random/random.h"

cujit_status cujit_random_permutation(cujit_random *random, cujit_array *array, cujit_error *error)
{
    static const char function[] = "cujit_random_permutation";
    cj_draw draw = {.kind = CJ_DRAW_PERMUTATION};
    cujit_status status = cj_random_check(function, random, array, CJ_SUITS_INTEGERS, error);
    int64_t least, greatest;

    if (status != CUJIT_OK)
        return status;
    cj_random_find_range(array, &least, &greatest);
    if (array->size > 0 && array->size - 1 > (uint64_t)greatest)
        return cj_error_set(error, CUJIT_ERROR_ARGUMENT_VALUE, "%s: %s does not have the numbers of all %zu elements",
                            function, cj_dtype_find(array->dtype)->name, array->size);
    draw.wholes[0] = array->size;
    draw.wholes[1] = array->size > 1 ? 64 - (uint64_t)__builtin_clzll(array->size - 1) : 0;
    return cj_random_fill(function, random, array, &draw, error);
}

cujit_status cujit_random_shuffle(cujit_random *random, cujit_array *array, cujit_error *error)
{
    static const char function[] = "cujit_random_shuffle";
    cujit_array *order = NULL, *taken = NULL;
    cujit_status status = cj_random_check(function, random, array, CJ_SUITS_ALL, error);

    if (status != CUJIT_OK)
        return status;
    if (array->ndim == 0)
        return cj_error_set(error, CUJIT_ERROR_ARGUMENT_SIZE, "%s: array has no axis", function);
    status = cj_array_create(random->context, CUJIT_INT64, 1, array->shape, NULL, random->on, &order, error);
    if (status == CUJIT_OK)
        status = cujit_random_permutation(random, order, error);
    if (status == CUJIT_OK)
        status = cujit_array_take(array, order, 0, CUJIT_BOUNDS_CLIP, random->on, &taken, error);
    if (status == CUJIT_OK)
        status = cujit_array_assign(array, taken, random->on, error);
    cujit_array_free(taken);
    cujit_array_free(order);
    return status;
}
