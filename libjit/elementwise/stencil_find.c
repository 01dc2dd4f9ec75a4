/*
 * stencil_find.c: see stencil.h.
 *
 * All is seen from addresses: an input whose elements are a constant number of bytes away from another's, at all
 * places, is that one, shifted by so many steps along each axis.
 */
#include "libjit/elementwise/stencil.h"

#include "libjit/base/alloc.h"
#include "libjit/elementwise/form.h"

#include <limits.h>
#include <string.h>

/* ---- What may be a stencil --------------------------------------------------------------------------------------- */

/* Inputs that are numbers and views, and outputs that are written whole: of the rest nothing is gained. */
bool cj_stencil_possible(const cj_kernel_text *text)
{
    size_t inputs = 0, outputs = 0;

    if (text->needs_index || text->accesses.axes != 0 || text->accesses.keeps_state || text->accesses.hidden)
        return false;
    for (size_t k = 0; k < text->signature.count; k++) {
        const cj_parameter *parameter = &text->signature.parameters[k];
        const cj_access *access = &text->accesses.of[k];

        if (!parameter->pointer)
            continue;
        if (!cj_kernel_text_has(text, k, CJ_ROLE_VIEW) || !cj_dtype_is_number(parameter->dtype) ||
            (access->written && (access->loaded || !access->always)))
            return false;
        *(access->written ? &outputs : &inputs) += 1;
    }
    return inputs > 1 && outputs > 0;
}

enum { LEAST = 1 << 16 }; /* elements: fewer are over before it matters */

bool cj_stencil_suits(const cj_elementwise *kernel, const cj_call *call)
{
    const cj_signature *signature = &kernel->text.signature;
    void *const *values = cj_call_values(call);

    if (!kernel->stencils || call->buffers || call->sizes[kernel->core.leader] < LEAST)
        return false;
    for (size_t a = 0; a < signature->count; a++) {
        if (call->arrays[a] == NULL || kernel->text.accesses.of[a].written)
            continue;
        for (size_t b = a + 1; b < signature->count; b++) {
            uintptr_t one, other, apart;

            if (call->arrays[b] == NULL || kernel->text.accesses.of[b].written ||
                signature->parameters[a].dtype != signature->parameters[b].dtype)
                continue;
            one = cj_pointer_value(values, a);
            other = cj_pointer_value(values, b);
            apart = one < other ? other - one : one - other;
            if (apart != 0 && apart < call->sizes[a] * signature->parameters[a].size)
                return true;
        }
    }
    return false;
}

/* ---- The loop ---------------------------------------------------------------------------------------------------- */

/* All axes that are longer than 1, the fastest last; not merged, since a shift along one may be a shift no more
 * then. */
typedef struct loop {
    cj_loop of;
    int64_t strides[CJ_MAX_PARAMETERS][CJ_MAX_AXES]; /* of operands */
    int64_t shifts[CJ_MAX_PARAMETERS][CJ_MAX_AXES];  /* to the base of the group */
    size_t base[CJ_MAX_PARAMETERS];                  /* likewise an operand */
} loop;

static bool take_loop(const cj_views *views, loop *out)
{
    const cj_call *call = views->call;
    int axes[CJ_MAX_AXES];

    out->of = (cj_loop){.full_ndim = views->loop.full_ndim};
    memcpy(out->of.full, views->loop.full, sizeof out->of.full);
    if (!cj_loop_find_size(&out->of) || out->of.size == 0)
        return false;
    cj_loop_take_axes(&out->of, 0, axes);
    for (size_t k = 0; k < call->count; k++) {
        if (cj_loop_take_operand(&call->operands[k], &out->of, axes, out->strides[k], NULL) != CUJIT_OK)
            return false;
    }
    cj_loop_sort(call->operands, call->count, call->count, &out->of, out->strides);
    return out->of.ndim > 0;
}

/* ---- Groups ------------------------------------------------------------------------------------------------------ */

/* How many steps along each axis lead so far: as few as possible along the inner ones. */
static bool find_shift(const loop *l, size_t operand, int64_t bytes, int64_t *shift)
{
    for (int j = 0; j < l->of.ndim; j++) {
        const int64_t stride = l->strides[operand][j];

        if (stride <= 0)
            return false;
        shift[j] = (bytes + (bytes < 0 ? -stride / 2 : stride / 2)) / stride;
        bytes -= shift[j] * stride;
        if (shift[j] > CJ_STENCIL_REACH || shift[j] < -CJ_STENCIL_REACH)
            return false;
    }
    return bytes == 0;
}

static bool is_same_kind(const loop *l, const cj_call *call, size_t a, size_t b)
{
    const cj_signature *signature = &call->core->text->signature;

    return !call->operands[a].written && !call->operands[b].written &&
           signature->parameters[call->parameters[a]].dtype == signature->parameters[call->parameters[b]].dtype &&
           memcmp(l->strides[a], l->strides[b], (size_t)l->of.ndim * sizeof l->strides[a][0]) == 0;
}

/* Returns whether two inputs at least are one array in two places. */
static bool find_groups(const cj_views *views, loop *l)
{
    const cj_call *call = views->call;
    bool found = false;

    for (size_t k = 0; k < call->count; k++) {
        size_t at = 0;

        for (; at < k; at++) {
            if (l->base[at] == at && is_same_kind(l, call, at, k) &&
                l->strides[at][l->of.ndim - 1] == (int64_t)call->operands[at].item_size &&
                find_shift(l, at, (int64_t)((uintptr_t)call->operands[k].data - (uintptr_t)call->operands[at].data),
                           l->shifts[k]))
                break;
        }
        l->base[k] = at;
        if (at == k)
            memset(l->shifts[k], 0, sizeof l->shifts[k]);
        found = found || (at < k && call->operands[k].data != call->operands[at].data);
    }
    return found;
}

/* ---- Axes -------------------------------------------------------------------------------------------------------- */

static bool is_shifted(const loop *l, size_t count, int axis)
{
    bool shifted = false;

    for (size_t k = 0; k < count; k++)
        shifted = shifted || l->shifts[k][axis] != 0;
    return shifted;
}

static bool is_one_axis(const loop *l, size_t count, int outer, int inner)
{
    bool one = !is_shifted(l, count, outer);

    for (size_t k = 0; k < count && one; k++)
        one = l->strides[k][outer] == l->strides[k][inner] * (int64_t)l->of.lengths[inner];
    return one;
}

static void merge_axes(loop *l, size_t count)
{
    int last = 0;

    for (int j = 1; j < l->of.ndim; j++) {
        const bool merged = is_one_axis(l, count, last, j);

        last += !merged;
        l->of.lengths[last] = merged ? l->of.lengths[last] * l->of.lengths[j] : l->of.lengths[j];
        for (size_t k = 0; k < count; k++) {
            l->strides[k][last] = l->strides[k][j];
            l->shifts[k][last] = l->shifts[k][j];
        }
    }
    l->of.ndim = last + 1;
}

/* Lists get an axis that is 1 long, to march along. */
static bool take_axes(const cj_views *views, const loop *l, cj_stencil_shape *shape, cj_stencil *out)
{
    const cj_call *call = views->call;
    const int added = l->of.ndim == 1, rank = l->of.ndim + added;

    if (rank > CJ_STENCIL_AXES)
        return false;
    shape->rank = (uint8_t)rank;
    for (int j = 0; j < rank; j++) {
        out->lengths[j] = j < added ? 1 : l->of.lengths[j - added];
        for (size_t k = 0; k < call->count; k++) {
            const size_t parameter = call->parameters[k];

            out->strides[parameter][j] = j < added ? 0 : l->strides[k][j - added];
            shape->of[parameter].shift[j] = (int8_t)(j < added ? 0 : l->shifts[k][j - added]);
            shape->of[parameter].base = call->parameters[l->base[k]];
        }
    }
    shape->march = (uint8_t)(rank - 2);
    for (int j = rank - 2; j >= 0; j--) {
        for (size_t k = 0; k < call->count; k++)
            shape->march = shape->of[call->parameters[k]].shift[j] != 0 ? (uint8_t)j : shape->march;
    }
    return true;
}

/* Shifts are those from the middle. False: too far apart. */
static bool centre_groups(const cj_call *call, cj_stencil_shape *shape)
{
    for (size_t base = 0; base < call->core->text->signature.count; base++) {
        for (int j = 0; j < shape->rank; j++) {
            int low = 0, high = 0;

            for (size_t k = 0; k < call->count; k++) {
                const cj_stencil_array *array = &shape->of[call->parameters[k]];

                if (array->base != base)
                    continue;
                low = array->shift[j] < low ? array->shift[j] : low;
                high = array->shift[j] > high ? array->shift[j] : high;
            }
            if (high - low > CJ_STENCIL_REACH)
                return false;
            for (size_t k = 0; k < call->count; k++) {
                cj_stencil_array *array = &shape->of[call->parameters[k]];
                const int middle = (low + high + 2 * CJ_STENCIL_REACH) / 2 - CJ_STENCIL_REACH;

                array->shift[j] = (int8_t)(array->shift[j] - (array->base == base ? middle : 0));
            }
        }
    }
    return true;
}

/* ---- Lines ------------------------------------------------------------------------------------------------------- */

static bool is_on_line(const cj_stencil_shape *shape, const cj_stencil_line *line, size_t k)
{
    bool on = shape->of[k].base == line->base;

    for (int j = 0; j < shape->rank - 1; j++)
        on = on && (j == shape->march || shape->of[k].shift[j] == line->shift[j]);
    return on;
}

size_t cj_stencil_line_of(const cj_stencil_shape *shape, const cj_stencil_line *lines, size_t count, size_t k)
{
    size_t at = 0;

    while (at < count && !is_on_line(shape, &lines[at], k))
        at++;
    return shape->of[k].lie != 0 && at < count ? at : SIZE_MAX;
}

static void add_to_line(const cj_stencil_shape *shape, cj_stencil_line *line, size_t k)
{
    const int8_t row = shape->of[k].shift[shape->march], column = shape->of[k].shift[shape->rank - 1];

    line->low = row < line->low ? row : line->low;
    line->high = row > line->high ? row : line->high;
    line->first = column < line->first ? column : line->first;
    line->last = column > line->last ? column : line->last;
}

static cj_stencil_line make_line(const cj_stencil_shape *shape, size_t k)
{
    cj_stencil_line line = {
        .base = shape->of[k].base,
        .low = shape->of[k].shift[shape->march],
        .high = shape->of[k].shift[shape->march],
        .first = shape->of[k].shift[shape->rank - 1],
        .last = shape->of[k].shift[shape->rank - 1],
    };

    for (int j = 0; j < shape->rank - 1; j++)
        line.shift[j] = (int8_t)(j == shape->march ? 0 : shape->of[k].shift[j]);
    return line;
}

/* Outputs have lie and base as all arrays, but are bases of nothing that is read: base CJ_MAX_PARAMETERS. */
size_t cj_stencil_lines(const cj_stencil_shape *shape, cj_stencil_line *out)
{
    size_t count = 0;

    for (size_t k = 0; k < CJ_MAX_PARAMETERS; k++) {
        size_t at;

        if (shape->of[k].lie == 0 || shape->of[k].base == CJ_MAX_PARAMETERS)
            continue;
        if ((at = cj_stencil_line_of(shape, out, count, k)) != SIZE_MAX) {
            add_to_line(shape, &out[at], k);
            continue;
        }
        if (count == CJ_STENCIL_LINES)
            return count + 1;
        out[count++] = make_line(shape, k);
    }
    return count;
}

/* Is there a row of the line that both its first and its last column are looked at in? */
static bool has_whole_row(const cj_stencil_shape *shape, const cj_stencil_line *line)
{
    unsigned first = 0, last = 0; /* bits of rows */

    for (size_t k = 0; k < CJ_MAX_PARAMETERS; k++) {
        const int8_t *shift = shape->of[k].shift;

        if (shape->of[k].lie == 0 || !is_on_line(shape, line, k))
            continue;
        first |= (unsigned)(shift[shape->rank - 1] == line->first) << (shift[shape->march] - line->low);
        last |= (unsigned)(shift[shape->rank - 1] == line->last) << (shift[shape->march] - line->low);
    }
    return (first & last) != 0;
}

/* Lines are loaded with all their columns in each of their rows, also those that no view has: these must be the
 * array's. Views whose rows run on into each other, or that have nothing but corners, may be windows of something
 * else. */
static bool lines_are_rows(const cj_stencil *stencil, const cj_stencil_shape *shape)
{
    bool rows = true;

    for (size_t k = 0; k < stencil->line_count && rows; k++) {
        const cj_stencil_line *line = &stencil->lines[k];
        const int64_t *strides = stencil->strides[line->base];
        const uint64_t columns = stencil->lengths[shape->rank - 1] + (uint64_t)(line->last - line->first);
        const uint64_t bytes = columns * (uint64_t)strides[shape->rank - 1];

        if (line->high == line->low || line->last == line->first)
            continue;
        rows = has_whole_row(shape, line);
        for (int j = 0; j < shape->rank - 1; j++)
            rows = rows && (stencil->lengths[j] == 1 || (uint64_t)strides[j] >= bytes);
    }
    return rows;
}

enum { REGISTERS = 128 }; /* for what a thread keeps of all lines; more were spilled */

size_t cj_stencil_words(const cj_stencil *stencil)
{
    size_t words = 0;

    for (size_t k = 0; k < stencil->line_count; k++) {
        const cj_stencil_line *line = &stencil->lines[k];
        const size_t size = stencil->kernel->text.signature.parameters[line->base].size;

        words += (size_t)(line->high - line->low + 1) *
                 (stencil->width + (size_t)cj_stencil_before(line) + (size_t)cj_stencil_behind(line)) *
                 ((size + 3) / 4);
    }
    return words;
}

/* ---- How arrays lie ---------------------------------------------------------------------------------------------- */

/* Where column 0 of the middle of the parameter's group lies. */
static uintptr_t find_middle(const cj_stencil *stencil, const cj_stencil_shape *shape, const cj_call *call, size_t k)
{
    const size_t column = shape->rank - 1;

    return cj_pointer_value(cj_call_values(call), k) -
           (uintptr_t)(shape->of[k].shift[column] * stencil->strides[k][column]);
}

/* The bits in which rows of an array begin otherwise than the first. */
static uintptr_t find_bits(const cj_stencil *stencil, const cj_stencil_shape *shape, size_t k)
{
    uintptr_t bits = 0;

    for (int j = 0; j < shape->rank - 1; j++)
        bits |= (uintptr_t)(stencil->lengths[j] > 1 ? stencil->strides[k][j] : 0);
    return bits;
}

static bool find_lies(const cj_call *call, cj_stencil_shape *shape, const cj_stencil *stencil)
{
    const cj_kernel_text *text = call->core->text;

    for (size_t at = 0; at < call->count; at++) {
        const size_t k = call->parameters[at], size = text->signature.parameters[k].size;
        const uintptr_t bits = find_middle(stencil, shape, call, k) | find_bits(stencil, shape, k);
        const int64_t step = stencil->strides[k][shape->rank - 1];

        shape->of[k].lie = step == 0 && !call->operands[at].written      ? CJ_LIE_REPEATED
                           : step != (int64_t)size || (bits % size) != 0 ? CJ_LIE_STRIDED
                                                                         : CJ_LIE_ROWS;
        if (call->operands[at].written)
            shape->of[k].base = CJ_MAX_PARAMETERS;
    }
    for (size_t at = 0; at < call->count; at++) {
        const cj_stencil_array *array = &shape->of[call->parameters[at]];

        if (array->base != CJ_MAX_PARAMETERS && array->base != call->parameters[at] && array->lie == CJ_LIE_STRIDED)
            return false; /* elements that lie at no multiple of their size */
    }
    return true;
}

/* ---- Pieces ------------------------------------------------------------------------------------------------------ */

/* The largest power of two, at most `most`, that divides all of the numbers that `bits` has or-ed. */
static unsigned common_power(uint64_t bits, unsigned most)
{
    bits |= most;
    return (unsigned)(bits & (~bits + 1));
}

/* Pieces of all rows, and where in them column 0 lies. */
static void find_pieces(const cj_call *call, const cj_stencil *stencil, cj_stencil_shape *shape)
{
    for (size_t at = 0; at < call->count; at++) {
        const size_t k = call->parameters[at];
        cj_stencil_array *array = &shape->of[k];
        size_t size;

        if (array->lie != CJ_LIE_ROWS || (array->base != k && array->base != CJ_MAX_PARAMETERS))
            continue;
        size = call->core->text->signature.parameters[k].size;
        array->piece = (uint8_t)common_power(find_bits(stencil, shape, k) / size, stencil->width);
        array->phase = (uint8_t)(find_middle(stencil, shape, call, k) / size & (array->piece - 1u));
    }
}

/* The same where tiles begin `head` columns before: of what is written, pieces that begin with them. */
static void shift_pieces(const cj_call *call, unsigned head, cj_stencil_shape *shape)
{
    for (size_t at = 0; at < call->count; at++) {
        cj_stencil_array *array = &shape->of[call->parameters[at]];

        if (array->piece == 0)
            continue;
        array->phase = (uint8_t)((array->phase - head) & (array->piece - 1u));
        if (!call->operands[at].written)
            continue;
        array->piece = (uint8_t)common_power(array->phase, array->piece);
        array->phase = 0;
    }
}

/* Which pieces the columns of a tile that lie `shift` columns further on are in: bits. */
static uint64_t pieces_of(const cj_stencil_array *base, int shift, unsigned width)
{
    enum { BEFORE = 32 }; /* elements: more than any shift, and whole pieces */
    const unsigned first = (unsigned)(shift + base->phase + BEFORE), last = first + width - 1;

    return (UINT64_C(2) << last / base->piece) - (UINT64_C(1) << first / base->piece);
}

/* What a thread loads for a row, in pieces. */
static unsigned count_loads(const cj_call *call, const cj_stencil *stencil, const cj_stencil_shape *shape,
                            const size_t *line_of)
{
    uint64_t loaded[CJ_STENCIL_LINES][CJ_STENCIL_REACH + 1] = {{0}};
    unsigned loads = 0;

    for (size_t at = 0; at < call->count; at++) {
        const cj_stencil_array *array = &shape->of[call->parameters[at]];
        const cj_stencil_array *base;
        uint64_t *row, before;

        if (call->operands[at].written || shape->of[array->base].piece == 0)
            continue;
        base = &shape->of[array->base];
        row = &loaded[line_of[at]][array->shift[shape->march] - stencil->lines[line_of[at]].low];
        before = *row;
        *row |= pieces_of(base, array->shift[shape->rank - 1], stencil->width);
        loads += (unsigned)__builtin_popcountll(*row ^ before);
    }
    return loads;
}

static unsigned count_stores(const cj_call *call, const cj_stencil *stencil, const cj_stencil_shape *shape)
{
    unsigned stores = 0;

    for (size_t at = 0; at < call->count; at++) {
        const unsigned piece = shape->of[call->parameters[at]].piece;

        stores += call->operands[at].written && piece > 0 ? stencil->width / piece : 0;
    }
    return stores;
}

/* Tiles begin where they take the fewest pieces, in the same column of all rows. */
static void settle_pieces(const cj_call *call, cj_stencil_shape *shape, cj_stencil *out)
{
    size_t line_of[CJ_MAX_PARAMETERS];
    cj_stencil_shape begun;
    unsigned fewest = UINT_MAX;

    for (size_t at = 0; at < call->count; at++)
        line_of[at] = cj_stencil_line_of(shape, out->lines, out->line_count, call->parameters[at]);
    find_pieces(call, out, shape);
    begun = *shape;
    for (unsigned head = 0; head < out->width; head++) {
        cj_stencil_shape tried = begun;
        unsigned loads, stores;

        tried.head = (uint8_t)head;
        shift_pieces(call, head, &tried);
        loads = count_loads(call, out, &tried, line_of);
        stores = count_stores(call, out, &tried);
        if (loads + 2 * stores >= fewest) /* stores of parts of sectors cost about twice as much */
            continue;
        fewest = loads + 2 * stores;
        out->loads = loads;
        *shape = tried;
    }
    shape->piece = (uint8_t)common_power(shape->head | out->lengths[shape->rank - 1], out->width);
}

/* How far from the data of an input its lines lie: by up to as many places along each axis as a group has, which are
 * more than there are in the loop where that is short. */
static int64_t find_reach(const loop *l, const cj_call *call)
{
    int64_t reach = l->of.reach;

    for (size_t k = 0; k < call->count; k++) {
        int64_t most = l->of.reach, places;

        for (int j = 0; j < l->of.ndim && l->base[k] != k; j++) {
            if (is_shifted(l, call->count, j) && (__builtin_mul_overflow(l->strides[k][j], CJ_STENCIL_REACH, &places) ||
                                                  __builtin_add_overflow(most, places, &most)))
                return INT64_MAX;
        }
        reach = most > reach ? most : reach;
    }
    return reach;
}

/* ---- All of it --------------------------------------------------------------------------------------------------- */

bool cj_stencil_find(const cj_elementwise *kernel, const cj_views *views, unsigned width, cj_stencil *out)
{
    enum { BEHIND = 256 * 16 }; /* columns of a row's last block */
    const cj_call *call = views->call;
    cj_stencil_shape shape = {0};
    loop l;

    if (views->loop.size == 0 || cj_views_tangled(views, cj_call_values(call)) || !take_loop(views, &l) ||
        !find_groups(views, &l))
        return false;
    merge_axes(&l, call->count);
    out->kernel = kernel;
    out->size = l.of.size;
    out->wide = cj_is_wide(l.of.size + BEHIND, find_reach(&l, call));
    out->width = width != 0 ? width : cj_form_view_width(&kernel->text);
    if (!take_axes(views, &l, &shape, out) || !centre_groups(call, &shape) || !find_lies(call, &shape, out))
        return false;
    out->line_count = cj_stencil_lines(&shape, out->lines);
    if (out->line_count > CJ_STENCIL_LINES || cj_stencil_words(out) > REGISTERS || !lines_are_rows(out, &shape))
        return false;
    settle_pieces(call, &shape, out);
    out->kept = cj_stencil_keep(kernel, &shape);
    return out->kept != NULL;
}

/* ---- Shapes that are kept ---------------------------------------------------------------------------------------- */

static cj_stencil_kept *find_kept(const cj_elementwise *kernel, const cj_stencil_shape *shape)
{
    cj_stencil_kept *kept = atomic_load_explicit(&((cj_elementwise *)kernel)->shapes, memory_order_acquire);

    while (kept != NULL && memcmp(&kept->shape, shape, sizeof *shape) != 0)
        kept = kept->older;
    return kept;
}

const cj_stencil_kept *cj_stencil_keep(const cj_elementwise *kernel, const cj_stencil_shape *shape)
{
    cj_elementwise *growing = (cj_elementwise *)kernel;
    cj_stencil_kept *kept = find_kept(kernel, shape), *newest;

    if (kept != NULL)
        return kept;
    pthread_mutex_lock(&growing->core.lock);
    newest = atomic_load(&growing->shapes);
    if ((kept = find_kept(kernel, shape)) == NULL && (newest == NULL || newest->number + 1 < CJ_STENCIL_SHAPES) &&
        (kept = cj_malloc(sizeof *kept)) != NULL) {
        *kept = (cj_stencil_kept){newest, newest != NULL ? newest->number + 1 : 0, *shape};
        atomic_store_explicit(&growing->shapes, kept, memory_order_release);
    }
    pthread_mutex_unlock(&growing->core.lock);
    return kept;
}

const cj_stencil_kept *cj_stencil_kept_of(const cj_elementwise *kernel, uint64_t number)
{
    const cj_stencil_kept *kept = atomic_load_explicit(&((cj_elementwise *)kernel)->shapes, memory_order_acquire);

    while (kept != NULL && kept->number != number)
        kept = kept->older;
    return kept;
}

void cj_stencil_forget(cj_elementwise *kernel)
{
    cj_stencil_kept *kept = atomic_load(&kernel->shapes);

    while (kept != NULL) {
        cj_stencil_kept *older = kept->older;

        cj_free(kept);
        kept = older;
    }
}
