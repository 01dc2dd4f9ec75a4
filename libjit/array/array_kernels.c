/*
 * array_kernels.c: the kernels of this folder: from template to handle, and what a context keeps of them; memory on the
 * way.
 */
#include "libjit/array/array_kernels.h"

#include "libjit/base/alloc.h"
#include "libjit/base/template.h"
#include "libjit/kernel/core.h"

#include <string.h>

/* ---- From template to handle ------------------------------------------------------------------------------------- */

/* As the template calls them. */
static const char *const names[CJ_ARRAY_BINS] = {
    "MOVE",   "CAST",    "FILL",   "COUNT_UP", "ARANGE",     "LINSPACE", "SPACED", "WHERE", "TAKE",    "TAKE_RUNS",
    "PUT",    "SCATTER", "PLACES", "COUNT",    "COUNT_WIDE", "OUTSIDE",  "EQUAL",  "CLOSE", "ISCLOSE", "PUT_RUNS",
    "ADD_UP", "SOURCES", "HEADS",  "CHANGES",  "LOWEST",     "HIGHEST",  "SPAN",   "ROUND"};

/* What a kernel is made of, by the template's words. */
typedef struct recipe {
    const char *name, *arguments, *operation, *before, *behind, *map, *reduce, *neutral, *out_type, *accumulator, *post;
    bool place, close, bins, exact, exact_sums;
} recipe;

/* Each line is a word, and behind a blank what it is. */
static void take_lines(char *lines, recipe *out)
{
    const struct {
        const char *word, **text;
    } texts[] = {{"name", &out->name},
                 {"arguments", &out->arguments},
                 {"operation", &out->operation},
                 {"before", &out->before},
                 {"behind", &out->behind},
                 {"map", &out->map},
                 {"reduce", &out->reduce},
                 {"neutral", &out->neutral},
                 {"out_type", &out->out_type},
                 {"accumulator", &out->accumulator},
                 {"post", &out->post}};
    const struct {
        const char *word;
        bool *flag;
    } flags[] = {{"place", &out->place},
                 {"close", &out->close},
                 {"bins", &out->bins},
                 {"exact", &out->exact},
                 {"exact_sums", &out->exact_sums}};

    for (char *line = lines, *end; (end = strchr(line, '\n')) != NULL; line = end + 1) {
        char *text = strchr(line, ' ');

        *end = '\0';
        if (text != NULL && text < end)
            *text++ = '\0';
        for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
            if (strcmp(line, texts[k].word) == 0)
                *texts[k].text = text;
        }
        for (size_t k = 0; k < sizeof flags / sizeof *flags; k++)
            *flags[k].flag |= strcmp(line, flags[k].word) == 0;
    }
}

static cujit_status render_preamble(const recipe *from, cj_text *out, cujit_error *error)
{
    const cj_value values[] = {
        cj_value_number("PLACE", from->place),        cj_value_number("CLOSE", from->close),
        cj_value_number("BINS", from->bins),          cj_value_number("EXACT_SUMS", from->exact_sums),
        cj_value_number("CHECK", CUJIT_BOUNDS_CHECK), cj_value_number("CLIP", CUJIT_BOUNDS_CLIP)};

    return cj_template_render(cj_template_files, "array_preamble", values, sizeof values / sizeof *values, "", out,
                              error);
}

/* What the template makes a difference between. */
typedef enum kind { WHOLE, BOOL, HALF, COMPLEX, OTHER, KINDS } kind;

static kind kind_of(cujit_dtype dtype)
{
    switch (dtype) {
    case CUJIT_BOOL:
        return BOOL;
    case CUJIT_FLOAT16:
    case CUJIT_BFLOAT16:
    case CUJIT_FLOAT8_E4M3:
    case CUJIT_FLOAT8_E5M2:
        return HALF;
    case CUJIT_COMPLEX64:
    case CUJIT_COMPLEX128:
        return COMPLEX;
    default:
        return cj_dtype_is_integer(dtype) ? WHOLE : OTHER;
    }
}

static cujit_status render_kernel(cj_array_kernel kernel, kind from, kind to, cj_text *out, cujit_error *error)
{
    const int binning = (int)kernel - CJ_ARRAY_BINS;
    cj_value values[CJ_ARRAY_BINS + 13];
    size_t count = 0;

    for (int k = 0; k < CJ_ARRAY_BINS; k++)
        values[count++] = cj_value_number(names[k], k == (int)kernel);
    values[count++] = cj_value_number("FROM_WHOLE", from == WHOLE || from == BOOL);
    values[count++] = cj_value_number("FROM_HALF", from == HALF);
    values[count++] = cj_value_number("FROM_COMPLEX", from == COMPLEX);
    values[count++] = cj_value_number("TO_WHOLE", to == WHOLE || to == BOOL);
    values[count++] = cj_value_number("TO_BOOL", to == BOOL);
    values[count++] = cj_value_number("TO_HALF", to == HALF);
    values[count++] = cj_value_number("TO_COMPLEX", to == COMPLEX);
    values[count++] = cj_value_number("FAR", binning >= 0 && binning % CJ_BINS_PLACES == CJ_BINS_FAR);
    values[count++] = cj_value_number("ROWS", binning >= 0 && binning % CJ_BINS_PLACES == CJ_BINS_ROWS);
    values[count++] = cj_value_number("EDGES", binning >= 0 && binning % CJ_BINS_WEIGHTED >= CJ_BINS_EDGES);
    values[count++] = cj_value_number("WEIGHTED", binning >= CJ_BINS_WEIGHTED);
    values[count++] = cj_value_number("ROOM", CJ_ARRAY_BIN_ROOM);
    return cj_template_render(cj_template_files, "array_kernel", values, count, "", out, error);
}

static cujit_status create(cujit_context *context, const recipe *from, const char *preamble, cj_core_handle **out,
                           cujit_error *error)
{
    static const char *const exact[] = {"-fmad=false", NULL};
    const char *const *options = from->exact ? exact : NULL;

    if (from->operation != NULL) {
        const cujit_elementwise_spec spec = {.arguments = from->arguments,
                                             .operation = from->operation,
                                             .name = from->name,
                                             .preamble = preamble,
                                             .loop_prep = from->before,
                                             .after_loop = from->behind,
                                             .options = options};

        return cujit_elementwise_create(context, &spec, (cujit_elementwise **)out, error);
    }
    if (strcmp(from->name, "array_count") == 0) {
        const cujit_scan_spec spec = {.out_type = from->out_type,
                                      .neutral = from->neutral,
                                      .reduce = from->reduce,
                                      .map = from->map,
                                      .arguments = from->arguments,
                                      .name = from->name,
                                      .preamble = preamble};

        return cujit_scan_create(context, &spec, (cujit_scan **)out, error);
    }
    const cujit_reduction_spec spec = {.out_type = from->out_type,
                                       .neutral = from->neutral,
                                       .reduce = from->reduce,
                                       .map = from->map,
                                       .arguments = from->arguments,
                                       .name = from->name,
                                       .preamble = preamble,
                                       .accumulator = from->accumulator,
                                       .post = from->post};

    return cujit_reduction_create(context, &spec, (cujit_reduction **)out, error);
}

static cujit_status open_kernel(cujit_context *context, cj_array_kernel kernel, kind from, kind to,
                                cj_core_handle **out, cujit_error *error)
{
    cj_text lines = {0}, preamble = {0};
    recipe of = {0};
    cujit_status status = render_kernel(kernel, from, to, &lines, error);

    if (status != CUJIT_OK)
        goto out;
    if (!lines.failed) {
        take_lines(lines.data, &of);
        if ((status = render_preamble(&of, &preamble, error)) != CUJIT_OK)
            goto out;
    }
    status = lines.failed || preamble.failed ? cj_error_no_memory(error, "the texts of a kernel for arrays")
                                             : create(context, &of, preamble.data, out, error);
out:
    cj_text_clear(&lines);
    cj_text_clear(&preamble);
    return status;
}

/* ---- What a context keeps ---------------------------------------------------------------------------------------- */

typedef struct cj_array_kernels {
    cj_kept kept;
    cj_core_place of[CJ_ARRAY_KERNELS][KINDS][KINDS];
} cj_array_kernels;

static void free_kernels(cj_kept *kept)
{
    cj_array_kernels *kernels = (cj_array_kernels *)kept;

    for (size_t k = 0; k < CJ_ARRAY_KERNELS * KINDS * KINDS; k++)
        cj_free(atomic_load(&kernels->of[k / (KINDS * KINDS)][k / KINDS % KINDS][k % KINDS]));
    cj_free(kernels);
}

static cujit_status get(cujit_context *context, cj_array_kernel kernel, cj_array_types types, cj_core_handle **out,
                        cujit_error *error)
{
    const kind from = kind_of(types.from), to = kind_of(types.to);
    cj_array_kernels *kernels;
    cj_core_place *place;
    cujit_status status;

    kernels = (cj_array_kernels *)cj_context_keep(&context->array_kernels, sizeof *kernels, free_kernels);
    if (kernels == NULL)
        return cj_error_no_memory(error, "the kernels for arrays");
    place = &kernels->of[kernel][from][to];
    if ((*out = atomic_load_explicit(place, memory_order_acquire)) != NULL)
        return CUJIT_OK;
    if ((status = open_kernel(context, kernel, from, to, out, error)) == CUJIT_OK)
        *out = cj_core_keep(place, *out);
    return status;
}

/* ---- Running ----------------------------------------------------------------------------------------------------- */

cujit_status cj_array_run(cujit_context *context, cj_array_kernel kernel, cj_array_types types, cujit_args args,
                          cujit_stream stream, cujit_error *error)
{
    const cujit_elementwise_options options = {.stream = stream};
    cj_core_handle *handle;
    cujit_status status = get(context, kernel, types, &handle, error);

    return status == CUJIT_OK ? cujit_elementwise_run((cujit_elementwise *)handle, &options, args, error) : status;
}

cujit_status cj_array_scan(cj_array_kernel kernel, const cujit_array *x, cujit_array *out, cujit_stream stream,
                           cujit_error *error)
{
    const cujit_scan_options options = {.stream = stream, .out = out};
    cj_core_handle *handle;
    cujit_status status = get(x->context, kernel, (cj_array_types){.from = x->dtype}, &handle, error);

    return status == CUJIT_OK ? cujit_scan_run((cujit_scan *)handle, &options, CUJIT_ARGS(x), NULL, error) : status;
}

cujit_status cj_array_fetch(const cujit_array *array, ptrdiff_t offset, void *to, size_t size, cujit_stream stream,
                            cujit_error *error)
{
    return array->context->backend->copy(array->context->device, to, (const char *)array->data + offset, size,
                                         CJ_COPY_TO_HOST, stream, true, error);
}

cujit_status cj_array_fold_to(cujit_context *context, cj_array_kernel kernel, cj_array_types types, cujit_args args,
                              cujit_stream stream, cujit_array *result, cujit_error *error)
{
    const cujit_reduction_options options = {.stream = stream, .out = &result};
    cj_core_handle *handle;
    cujit_status status = get(context, kernel, types, &handle, error);

    return status == CUJIT_OK ? cujit_reduction_run((cujit_reduction *)handle, &options, args, NULL, error) : status;
}

cujit_status cj_array_fold(cujit_context *context, cj_array_kernel kernel, cj_array_types types, cujit_args args,
                           cujit_stream stream, cujit_dtype dtype, void *result, size_t size, cujit_error *error)
{
    cj_temporary place = {0};
    cujit_status status = cj_temporary_take("the result of a comparison", context, dtype, 0, NULL, stream, &place,
                                            error);

    if (status != CUJIT_OK)
        return status;
    status = cj_array_fold_to(context, kernel, types, args, stream, place.array, error);
    if (status == CUJIT_OK)
        status = cj_array_fetch(place.array, 0, result, size, stream, error);
    cj_temporary_put_back(&place, stream);
    return status;
}

/* ---- Bytes ------------------------------------------------------------------------------------------------------- */

cujit_dtype cj_bits_dtype(size_t size)
{
    switch (size) {
    case 1:
        return CUJIT_UINT8;
    case 2:
        return CUJIT_UINT16;
    case 4:
        return CUJIT_UINT32;
    case 8:
        return CUJIT_UINT64;
    case 16:
        return CUJIT_ULONGLONG2;
    default:
        return CUJIT_DTYPE_NONE;
    }
}

static bool is_aligned(const cujit_array *array, size_t alignment)
{
    bool aligned = (uintptr_t)array->data % alignment == 0;

    for (int k = 0; k < array->ndim; k++)
        aligned &= array->shape[k] < 2 || array->strides[k] % (ptrdiff_t)alignment == 0;
    return aligned;
}

cujit_status cj_bits_see(const char *function, const cujit_array *const *arrays, size_t count, cujit_array **views,
                         cujit_error *error)
{
    cujit_dtype dtype = cj_bits_dtype(arrays[0]->item_size);
    cujit_status status = CUJIT_OK;
    cj_axes axes;

    for (size_t k = 0; k < count; k++) {
        views[k] = NULL;
        if (!is_aligned(arrays[k], arrays[0]->item_size))
            dtype = CUJIT_DTYPE_NONE;
    }
    for (size_t k = 0; k < count && status == CUJIT_OK; k++) {
        cj_axes_of(arrays[k], &axes);
        if (dtype != CUJIT_DTYPE_NONE)
            axes.dtype = dtype;
        status = cj_array_see(function, arrays[k], &axes, &views[k], error);
    }
    if (status != CUJIT_OK)
        cj_bits_free(views, count);
    return status;
}

void cj_bits_free(cujit_array **views, size_t count)
{
    for (size_t k = 0; k < count; k++) {
        cujit_array_free(views[k]);
        views[k] = NULL;
    }
}

/* ---- Memory on the way ------------------------------------------------------------------------------------------- */

static cujit_status check_stream(const char *function, const cujit_context *context, void *stream, cujit_error *error)
{
    if (stream == NULL || !context->backend->graph_records(context->device, stream))
        return CUJIT_OK;
    return cj_error_set(error, CUJIT_ERROR_UNSUPPORTED,
                        "%s: it needs memory on the way for these arrays, which cannot be recorded into a graph",
                        function);
}

cujit_status cj_temporary_take(const char *function, cujit_context *context, cujit_dtype dtype, int ndim,
                               const size_t *shape, cujit_stream stream, cj_temporary *out, cujit_error *error)
{
    cj_blocks *blocks = &context->staging.device;
    size_t bytes = cujit_context_type_size(context, dtype);
    cujit_status status = check_stream(function, context, stream, error);

    if (status != CUJIT_OK)
        return status;
    for (int k = 0; k < ndim; k++) {
        if (__builtin_mul_overflow(bytes, shape[k], &bytes))
            return cj_error_set(error, CUJIT_ERROR_DEVICE_MEMORY,
                                "%s: the memory that it needs on the way does not fit into the address space",
                                function);
    }
    /* The host is done with it when a call returns. */
    if (context->backend->is_host || bytes == 0)
        return cj_array_create(context, dtype, ndim, shape, NULL, stream, &out->array, error);
    if ((status = cj_blocks_take(blocks, bytes, stream, &out->block, error)) != CUJIT_OK)
        return status;
    status = cujit_array_view(context, dtype, ndim, shape, NULL, out->block->memory, &out->array, error);
    if (status != CUJIT_OK) {
        cj_blocks_put_back(blocks, out->block, stream, false);
        out->block = NULL;
    }
    return status;
}

cujit_status cj_temporary_hold(const char *function, const cujit_array *array, cj_holding how, int ndim,
                               const size_t *shape, cujit_stream stream, cj_temporary *out, cujit_error *error)
{
    cujit_array *view = NULL;
    cujit_status status = CUJIT_OK;

    if (how == CJ_HOLD_ANY || (how == CJ_HOLD_C_ORDER && array->c_order)) {
        status = cj_array_see_reshaped(function, array, ndim, shape, &out->array, error);
        if (status != CUJIT_OK || out->array != NULL)
            return status;
    }
    status = cj_temporary_take(function, array->context, array->dtype, ndim, shape, stream, out, error);
    if (status == CUJIT_OK)
        status = cj_array_see_reshaped(function, out->array, array->ndim, array->shape, &view, error);
    if (status == CUJIT_OK)
        status = cj_array_move(function, view, array, stream, error);
    cujit_array_free(view);
    if (status != CUJIT_OK)
        cj_temporary_put_back(out, stream);
    return status;
}

void cj_temporary_put_back(cj_temporary *temporary, cujit_stream stream)
{
    if (temporary->block != NULL)
        cj_blocks_put_back(&temporary->array->context->staging.device, temporary->block, stream, false);
    cujit_array_free(temporary->array);
    *temporary = (cj_temporary){0};
}
