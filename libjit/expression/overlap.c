/*
 * overlap.c: which memory two arrays share, by their addresses and strides.
 */
#include "libjit/expression/overlap.h"

#include "libjit/runtime/array.h"

static ptrdiff_t gcd(ptrdiff_t a, ptrdiff_t b)
{
    while (b != 0) {
        const ptrdiff_t rest = a % b;

        a = b;
        b = rest;
    }
    return a < 0 ? -a : a;
}

static ptrdiff_t common_step(const cujit_array *array, ptrdiff_t step)
{
    for (int k = 0; k < array->ndim; k++) {
        if (array->shape[k] > 1)
            step = gcd(step, array->strides[k]);
    }
    return step;
}

bool cj_may_mingle(const cujit_array *a, const cujit_array *b)
{
    const char *low, *high, *other_low, *other_high;

    cj_array_extent(a, &low, &high);
    cj_array_extent(b, &other_low, &other_high);
    return low < other_high && other_low < high;
}

bool cj_may_meet(const cujit_array *a, const cujit_array *b)
{
    ptrdiff_t step, apart;

    if (!cj_may_mingle(a, b))
        return false;
    step = common_step(b, common_step(a, 0));
    if (step == 0)
        return true;
    apart = ((const char *)b->data - (const char *)a->data) % step;
    apart = apart < 0 ? apart + step : apart;
    return apart < (ptrdiff_t)a->item_size || apart > step - (ptrdiff_t)b->item_size;
}

bool cj_walk_alike(const cujit_array *input, const cujit_array *output)
{
    if (input->data != output->data || input->item_size != output->item_size || input->ndim != output->ndim)
        return false;
    for (int k = 0; k < input->ndim; k++) {
        if (input->shape[k] != output->shape[k] || (input->shape[k] > 1 && input->strides[k] != output->strides[k]))
            return false;
    }
    return true;
}
