/*
 * property.c: see property.h.
 */
#include "tests/property.h"

#include <stdio.h>

size_t draw_below(uint64_t *seed, size_t n)
{
    return (size_t)(next_random(seed) % n);
}

/* ---- Shapes ------------------------------------------------------------------------------------------------------ */

size_t size_of_shape(int ndim, const size_t *shape)
{
    size_t size = 1;

    for (int k = 0; k < ndim; k++)
        size *= shape[k];
    return size;
}

void find_place(size_t number, int ndim, const size_t *shape, size_t *place)
{
    for (int k = ndim - 1; k >= 0; k--) {
        place[k] = number % shape[k];
        number /= shape[k];
    }
}

/* ---- Elements ---------------------------------------------------------------------------------------------------- */

element_type number_type_of(const char *spelling)
{
    const cujit_dtype dtype = cujit_dtype_from_name(spelling);

    ck_assert_msg(dtype != CUJIT_DTYPE_NONE, "no dtype for %s", spelling);
    return (element_type){dtype, dtype, cujit_dtype_size(dtype)};
}

static bool has_sign(cujit_dtype dtype)
{
    return dtype != CUJIT_UINT8 && dtype != CUJIT_UINT16 && dtype != CUJIT_UINT32 && dtype != CUJIT_UINT64;
}

long long get_number(element_type type, const void *at)
{
    const unsigned shift = 64 - 8 * (unsigned)type.size;
    uint64_t bits = 0;

    if (type.number == CUJIT_FLOAT32)
        return (long long)*(const float *)at;
    if (type.number == CUJIT_FLOAT64)
        return (long long)*(const double *)at;
    memcpy(&bits, at, type.size); /* both devices begin with the lowest byte */
    return has_sign(type.number) ? (long long)(bits << shift) >> shift : (long long)bits;
}

/* Of whole numbers up to 2048, which it has exactly. */
static uint16_t half_of(long long value)
{
    const unsigned size = (unsigned)(value < 0 ? -value : value);
    unsigned exponent = 0;

    if (size == 0)
        return 0;
    while (size >> exponent > 1)
        exponent++;
    return (uint16_t)((value < 0 ? 0x8000u : 0u) | (exponent + 15) << 10 | ((size << 10 >> exponent) & 0x3ff));
}

void put_number(element_type type, void *at, long long value)
{
    const float single[2] = {(float)value, 0};
    const double wide[2] = {(double)value, 0};
    uint16_t half;
    uint32_t bits;

    memcpy(&bits, single, sizeof bits);
    bits >>= 16; /* what a bfloat16 has of a float */
    switch (type.number) {
    case CUJIT_FLOAT16:
        half = half_of(value);
        memcpy(at, &half, type.size);
        break;
    case CUJIT_BFLOAT16:
        memcpy(at, &bits, type.size);
        break;
    case CUJIT_FLOAT32:
    case CUJIT_COMPLEX64:
        memcpy(at, single, type.size);
        break;
    case CUJIT_FLOAT64:
    case CUJIT_COMPLEX128:
        memcpy(at, wide, type.size);
        break;
    default:
        memcpy(at, &value, type.size);
    }
}

/* ---- Operands ---------------------------------------------------------------------------------------------------- */

operand make_operand(cujit_context *context, element_type type, int ndim, const size_t *shape, const ptrdiff_t *strides,
                     size_t before, size_t behind, uint64_t *seed)
{
    const element_type part = {type.number, type.number, cujit_dtype_size(type.number)};
    const size_t range = part.size >= 4 && type.number != CUJIT_FLOAT32 && type.number != CUJIT_FLOAT64 ? 100 : 12;
    operand out = {.type = type, .ndim = ndim, .offset = before};
    size_t high = type.size;

    for (int k = 0; k < ndim; k++) {
        const ptrdiff_t reach = shape[k] > 0 ? (ptrdiff_t)(shape[k] - 1) * strides[k] : 0;

        out.shape[k] = shape[k];
        out.strides[k] = strides[k];
        *(reach < 0 ? &out.offset : &high) += (size_t)(reach < 0 ? -reach : reach);
    }
    out.bytes = out.offset + high + behind;
    out.memory = memory_of(out.bytes);
    out.wanted = memory_of(out.bytes);
    memset(out.memory, 0x5a, out.bytes);
    for (size_t at = out.offset % part.size; at + part.size <= out.bytes; at += part.size)
        put_number(part, out.memory + at,
                   (long long)draw_below(seed, range) - (has_sign(part.number) ? (long long)range / 2 : 0));
    memcpy(out.wanted, out.memory, out.bytes);
    out.base = upload(context, CUJIT_UINT8, out.bytes, out.memory);
    out.array = view_at(context, type.dtype, ndim, out.shape, out.strides,
                        (char *)cujit_array_data(out.base) + out.offset);
    return out;
}

operand operand_of_text(cujit_context *context, const char *spelling, const char *text)
{
    const element_type type = number_type_of(spelling);
    size_t shape[MOST_AXES], first = 16;
    ptrdiff_t strides[MOST_AXES];
    uint64_t seed = strlen(text);
    int ndim = 0, used;

    for (; *text != '\0' && *text != '@'; text += used) {
        ck_assert_int_eq(sscanf(text, " %zux%td %n", &shape[ndim], &strides[ndim], &used), 2);
        strides[ndim++] *= (ptrdiff_t)type.size;
    }
    if (*text == '@')
        first += (size_t)atoi(text + 1);
    return make_operand(context, type, ndim, shape, strides, first * type.size, 16 * type.size, &seed);
}

/* A random permutation, the identity half of the time. */
static void shuffle(int *order, int ndim, uint64_t *seed)
{
    for (int k = draw_below(seed, 2) == 0 ? ndim - 1 : 0; k > 0; k--) {
        const int other = (int)draw_below(seed, (size_t)k + 1), swapped = order[k];

        order[k] = order[other];
        order[other] = swapped;
    }
}

operand draw_operand(cujit_context *context, element_type type, int ndim, const size_t *shape, unsigned surely,
                     unsigned maybe, size_t guard, uint64_t *seed)
{
    size_t lengths[MOST_AXES] = {0}, missing = 0, moved = 0;
    ptrdiff_t strides[MOST_AXES] = {0}, stride = (ptrdiff_t)type.size;
    int order[MOST_AXES];

#define DIFFERS(way, here) (((surely & (way)) != 0 && (here)) || ((maybe & (way)) != 0 && draw_below(seed, 6) == 0))
    if (DIFFERS(DRAW_MISSING, true))
        missing = draw_below(seed, (size_t)ndim + 1);
    ndim -= (int)missing;
    for (int k = 0; k < ndim; k++) {
        lengths[k] = DIFFERS(DRAW_SHORT, k == ndim - 1) ? 1 : shape[(size_t)k + missing];
        order[k] = (surely & DRAW_TURNED) != 0 ? ndim - 1 - k : k;
    }
    if ((maybe & DRAW_TURNED) != 0)
        shuffle(order, ndim, seed);
    for (int k = ndim - 1; k >= 0; k--) {
        const int axis = order[k];

        if (DIFFERS(DRAW_REPEATED, axis == 0 && ndim > 1))
            continue;
        stride *= DIFFERS(DRAW_STEPS, k == ndim - 1) ? 2 : 1;
        strides[axis] = DIFFERS(DRAW_BACKWARD, (ndim - 1 - k) % 2 == 0) ? -stride : stride;
        stride *= (ptrdiff_t)lengths[axis];
        stride += DIFFERS(DRAW_GAPS, k == ndim - 1) ? (ptrdiff_t)(type.size * (1 + draw_below(seed, 20))) : 0;
    }
    if (DIFFERS(DRAW_MOVED, true))
        moved = 1 + draw_below(seed, 3);
#undef DIFFERS
    return make_operand(context, type, ndim, lengths, strides, 64 + moved * type.size, guard, seed);
}

void *element_at(const operand *of, unsigned char *memory, int ndim, const size_t *place)
{
    unsigned char *at = memory + of->offset;

    for (int k = 0; k < of->ndim; k++)
        at += of->shape[k] == 1 ? 0 : (ptrdiff_t)place[k + ndim - of->ndim] * of->strides[k];
    return at;
}

void reset_operand(operand *of)
{
    memcpy(of->wanted, of->memory, of->bytes);
    must(cujit_array_fill_from_host(of->base, of->memory, of->bytes, &fault));
}

char *describe_operand(const operand *of, char *out)
{
    enum { ROOM = 400 };
    int length = snprintf(out, ROOM, "+%zu", of->offset);

    for (int k = 0; k < of->ndim && length < ROOM; k++)
        length += snprintf(out + length, ROOM - (size_t)length, " %zu:%td", of->shape[k], of->strides[k]);
    return out;
}

void check_operand(const operand *of, const char *label)
{
    unsigned char *got = must_malloc(of->bytes);
    size_t at = 0;

    download(of->base, got);
    if (memcmp(got, of->wanted, of->bytes) != 0) {
        while (got[at] == of->wanted[at])
            at++;
        ck_abort_msg("%s: byte %zu of (%s) is %d, not %d", label, at, describe_operand(of, (char[400]){0}), got[at],
                     of->wanted[at]);
    }
    free(got);
}

/* ---- References -------------------------------------------------------------------------------------------------- */

chosen choose_range(long long start, long long step, size_t count)
{
    long long *of = memory_of(count * sizeof *of);

    for (size_t k = 0; k < count; k++)
        of[k] = start + (long long)k * step;
    return (chosen){of, count};
}

/* What broadcasting to this shape makes of it, in C order. */
static unsigned char *gather(const operand *of, int ndim, const size_t *shape)
{
    const size_t size = size_of_shape(ndim, shape);
    unsigned char *dense = must_malloc(size * of->type.size);
    size_t place[MOST_AXES];

    for (size_t k = 0; k < size; k++) {
        find_place(k, ndim, shape, place);
        memcpy(dense + k * of->type.size, element_at(of, of->memory, ndim, place), of->type.size);
    }
    return dense;
}

void expect_operation(const operation *what, const operand *x, const operand *y, operand *z, chosen of)
{
    const size_t all = size_of_shape(z->ndim, z->shape), size = z->type.size;
    unsigned char *dense[] = {gather(x, z->ndim, z->shape), gather(y, z->ndim, z->shape), gather(z, z->ndim, z->shape)};
    size_t place[MOST_AXES];

    for (size_t k = 0; k < (of.of != NULL ? of.count : all); k++)
        what->run(dense[0], dense[1], dense[2], of.of != NULL ? of.of[k] : (long long)k, (long long)all);
    for (size_t k = 0; k < all; k++) {
        find_place(k, z->ndim, z->shape, place);
        memcpy(element_at(z, z->wanted, z->ndim, place), dense[2] + k * size, size);
    }
    for (size_t k = 0; k < 3; k++)
        free(dense[k]);
}

static bool is_folded(const fold_call *call, int axis)
{
    for (int k = 0; call->axes != NULL && k < call->axis_count; k++) {
        if (call->axes[k] + (call->axes[k] < 0 ? call->ndim : 0) == axis)
            return true;
    }
    return call->axes == NULL;
}

int kept_shape(const fold_call *call, size_t *shape, size_t *length)
{
    int kept = 0;
    size_t folded = 1;

    for (int k = 0; k < call->ndim; k++) {
        if (is_folded(call, k))
            folded *= call->shape[k];
        else
            shape[kept++] = call->shape[k];
    }
    if (length != NULL)
        *length = folded;
    return kept;
}

void expect_fold(const fold_call *call)
{
    size_t shape[MOST_AXES], place[MOST_AXES], length;
    const int kept = kept_shape(call, shape, &length);
    const size_t results = size_of_shape(kept, shape), all = results * length;
    const size_t count = call->of.of != NULL ? call->of.count : all;
    fold_state *states = calloc(results + 1, sizeof *states);

    ck_assert_ptr_nonnull(states);
    for (size_t k = 0; k < count; k++) {
        const size_t i = call->of.of != NULL ? (size_t)call->of.of[k] : call->reverse ? all - 1 - k : k;
        size_t result = 0, j = 0;
        fold_element e = {.i = (long long)i};

        find_place(i, call->ndim, call->shape, place);
        for (int axis = 0; axis < call->ndim; axis++) {
            size_t *to = is_folded(call, axis) ? &j : &result;

            *to = *to * call->shape[axis] + place[axis];
        }
        e.x = get_number(call->x->type, element_at(call->x, call->x->memory, call->ndim, place));
        e.y = get_number(call->y->type, element_at(call->y, call->y->memory, call->ndim, place));
        e.j = (long long)(call->of.of != NULL ? k : j);
        e.n = (long long)(call->of.of != NULL ? count : length);
        call->step(&states[result], &e);
        states[result].begun = true;
        if (call->scan)
            put_number(call->outs->type, element_at(call->outs, call->outs->wanted, call->ndim, place),
                       states[result].of[0]);
    }
    for (size_t k = 0; !call->scan && k < results * call->out_count; k++) {
        operand *out = &call->outs[k % call->out_count];

        find_place(k / call->out_count, kept, shape, place);
        put_number(out->type, element_at(out, out->wanted, kept, place),
                   states[k / call->out_count].of[k % call->out_count]);
    }
    free(states);
}
