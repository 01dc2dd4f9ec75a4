/*
 * elements.c: elements of arrays of any strides, in host memory: a box is copied as the range of memory that it spans,
 * or, where that is mostly gaps, as two smaller boxes.
 */
#include "libjit/io/elements.h"

#include "libjit/base/alloc.h"

#include <stdint.h>
#include <string.h>

enum {
    LITTLE = 64 << 10,  /* bytes of gaps that cost less than another copy does */
    SCRATCH = 64 << 20, /* bytes of a box with gaps at a time */
};

typedef struct box {
    int ndim;
    size_t count[CUJIT_ARRAY_MAX_NDIM];      /* elements */
    ptrdiff_t strides[CUJIT_ARRAY_MAX_NDIM]; /* bytes, on the device */
    size_t steps[CUJIT_ARRAY_MAX_NDIM];      /* bytes, on the host */
} box;

/* What the calls of one copy share. */
typedef struct reader {
    const cujit_array *array;
    unsigned char *scratch;
    size_t room;
    cujit_error *error;
} reader;

void cj_elements_steps(int ndim, const size_t *shape, size_t item_size, bool fortran, size_t *steps)
{
    size_t step = item_size;

    for (int k = 0; k < ndim; k++) {
        int axis = fortran ? k : ndim - 1 - k;

        steps[axis] = step;
        step *= shape[axis];
    }
}

void cj_elements_shape(cj_text *text, int ndim, const size_t *shape)
{
    cj_text_append(text, "(");
    for (int k = 0; k < ndim; k++)
        cj_text_printf(text, "%s%zu", k > 0 ? ", " : "", shape[k]);
    cj_text_append(text, ndim == 1 ? ",)" : ")");
}

cujit_dtype cj_elements_component(cujit_dtype dtype, size_t *count)
{
    /* In the order of CUJIT_DTYPE_MAP, each for 1 to 4 components. */
    static const cujit_dtype plain[] = {
        CUJIT_INT8,  CUJIT_UINT8,  CUJIT_INT16, CUJIT_UINT16, CUJIT_INT32,   CUJIT_UINT32,
        CUJIT_INT64, CUJIT_UINT64, CUJIT_INT64, CUJIT_UINT64, CUJIT_FLOAT32, CUJIT_FLOAT64,
    };
    size_t at = (size_t)dtype - (size_t)CUJIT_CHAR1;

    *count = 1;
    if (dtype < CUJIT_CHAR1 || dtype > CUJIT_DOUBLE4)
        return dtype;
    *count = at % 4 + 1;
    return plain[at / 4];
}

/* The box lies in `from` as it does on the device; `from` is where its first element is. */
static void walk(const box *all, int axis, size_t item_size, const unsigned char *from, unsigned char *to)
{
    for (size_t k = 0; axis < all->ndim && k < all->count[axis]; k++)
        walk(all, axis + 1, item_size, from + (ptrdiff_t)k * all->strides[axis], to + k * all->steps[axis]);
    if (axis == all->ndim)
        memcpy(to, from, item_size);
}

static bool same_layout(const box *all)
{
    for (int k = 0; k < all->ndim; k++) {
        if (all->count[k] > 1 && all->strides[k] != (ptrdiff_t)all->steps[k])
            return false;
    }
    return true;
}

/* Through memory of the reader's, for `range` bytes from `low` on. */
static cujit_status copy_range(reader *self, const box *all, const char *from, ptrdiff_t low, size_t range,
                               unsigned char *to)
{
    const cujit_array *array = self->array;
    cujit_status status;

    if (range > self->room) {
        unsigned char *more = cj_realloc(self->scratch, range);

        if (more == NULL)
            return cj_error_no_memory(self->error, "elements of an array");
        self->scratch = more;
        self->room = range;
    }
    status = array->context->backend->copy(array->context->device, self->scratch, from + low, range, CJ_COPY_TO_HOST,
                                           NULL, true, self->error);
    if (status == CUJIT_OK)
        walk(all, 0, array->item_size, self->scratch - low, to);
    return status;
}

static cujit_status copy_box(reader *self, const box *all, const char *from, unsigned char *to)
{
    const cujit_array *array = self->array;
    size_t bytes = array->item_size, reach = 0;
    ptrdiff_t low = 0, high = (ptrdiff_t)array->item_size;
    int widest = -1;
    cujit_status status;
    box half = *all;

    for (int k = 0; k < all->ndim; k++) {
        ptrdiff_t span = (ptrdiff_t)(all->count[k] - 1) * all->strides[k];
        size_t size = span < 0 ? (size_t)-span : (size_t)span;

        bytes *= all->count[k];
        low += span < 0 ? span : 0;
        high += span > 0 ? span : 0;
        if (size > reach) {
            reach = size;
            widest = k;
        }
    }
    /* No gaps inside of a box as large as what it spans, if its elements do not overlap: same_layout says that. */
    if ((size_t)(high - low) == bytes && same_layout(all))
        return array->context->backend->copy(array->context->device, to, from, bytes, CJ_COPY_TO_HOST, NULL, true,
                                             self->error);
    if (widest < 0 || ((size_t)(high - low) <= SCRATCH && (size_t)(high - low) / 2 <= bytes + LITTLE))
        return copy_range(self, all, from, low, (size_t)(high - low), to);
    half.count[widest] = all->count[widest] / 2;
    if ((status = copy_box(self, &half, from, to)) != CUJIT_OK)
        return status;
    from += (ptrdiff_t)half.count[widest] * all->strides[widest];
    to += half.count[widest] * all->steps[widest];
    half.count[widest] = all->count[widest] - half.count[widest];
    return copy_box(self, &half, from, to);
}

cujit_status cj_elements_get(const cujit_array *array, const size_t *first, const size_t *count, void *to,
                             const size_t *steps, cujit_error *error)
{
    box all = {.ndim = array->ndim};
    reader self = {.array = array, .error = error};
    const char *from = array->data;
    cujit_status status;

    for (int k = 0; k < array->ndim; k++) {
        if (count[k] == 0)
            return CUJIT_OK;
        all.count[k] = count[k];
        all.strides[k] = array->strides[k];
        from += first != NULL ? (ptrdiff_t)first[k] * array->strides[k] : 0;
    }
    if (steps != NULL && array->ndim > 0)
        memcpy(all.steps, steps, (size_t)array->ndim * sizeof *steps);
    else
        cj_elements_steps(array->ndim, count, array->item_size, false, all.steps);
    status = copy_box(&self, &all, from, to);
    cj_free(self.scratch);
    return status;
}
