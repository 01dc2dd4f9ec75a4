/*
 * elementwise_run.c: launching elementwise kernels, prepared and checked, over everything, a range or a slice.
 *
 * The prepared launch of everything is the hot path: it reads what was computed when the kernel was made, puts the
 * pointers in a row and calls the device.
 */
#include "libjit/argument.h"
#include "libjit/buffer.h"
#include "libjit/elementwise.h"
#include "libjit/range.h"

#include <string.h>

/* ---- Launching ---- */

static inline cj_grid grid_for(const cj_elementwise *kernel, unsigned long long count)
{
    unsigned long long a_block = (unsigned long long)kernel->block_size * kernel->grain;
    unsigned long long blocks = count / a_block + (count % a_block != 0);

    return (cj_grid){
        .grid = {blocks < kernel->max_blocks ? (unsigned)blocks : kernel->max_blocks, 1, 1},
        .block = {kernel->block_size, 1, 1},
    };
}

static cujit_status launch_plain(const cj_elementwise *kernel, size_t n, void *const *values, void *stream,
                                 cujit_error *error)
{
    void *row[CJ_MAX_PARAMETERS + 1];
    size_t count = kernel->text.signature.count;
    long long last = (long long)n;
    cj_grid grid = grid_for(kernel, n);

    memcpy(row, values, count * sizeof *row);
    row[count] = &last;
    return kernel->context->backend->launch(kernel->plain->function, &grid, row, stream, error);
}

static cujit_status launch_range(const cj_elementwise *kernel, size_t n, const cujit_range *range, void *const *values,
                                 void *stream, cujit_error *error)
{
    void *row[CJ_MAX_PARAMETERS + 4];
    size_t parameters = kernel->text.signature.count;
    long long last = (long long)n, start = range->start, step = range->step;
    long long count = (long long)cj_range_count(range);
    cj_grid grid = grid_for(kernel, (unsigned long long)count);
    cj_program *program;
    cujit_status status;

    if (count == 0)
        return CUJIT_OK;
    if ((status = cj_elementwise_range_program(kernel, &program, error)) != CUJIT_OK)
        return status;
    memcpy(row, values, parameters * sizeof *row);
    row[parameters] = &last;
    row[parameters + 1] = &start;
    row[parameters + 2] = &step;
    row[parameters + 3] = &count;
    return kernel->context->backend->launch(program->function, &grid, row, stream, error);
}

cujit_status cujit_elementwise_launch(const cujit_elementwise *handle, const cujit_elementwise_options *options,
                                      size_t n, void *const *values, cujit_error *error)
{
    const cj_elementwise *kernel;
    cujit_status status;
    cujit_range range;

    if (handle == NULL)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "cujit_elementwise_launch: kernel is NULL");
    kernel = handle->kernel;
    status = cj_context_check(kernel->context, error);
    if (status != CUJIT_OK || n == 0)
        return status;
    if (options == NULL || (options->range == NULL && options->slice == NULL))
        return launch_plain(kernel, n, values, options != NULL ? options->stream : NULL, error);
    if ((status = cj_range_resolve(options->range, options->slice, n, &range, error)) != CUJIT_OK)
        return status;
    return launch_range(kernel, n, &range, values, options->stream, error);
}

/* ---- Checking ---- */

static cujit_status wrong_count(const cj_elementwise *kernel, size_t count, cujit_error *error)
{
    size_t expected = kernel->text.signature.count;

    if (count < expected)
        return cj_error_set(error, CUJIT_ERROR_ARGUMENT_COUNT, "%s: expected %zu argument%s, got %zu: %s is missing",
                            kernel->text.name, expected, expected == 1 ? "" : "s", count,
                            kernel->text.signature.parameters[count].name);
    return cj_error_set(error, CUJIT_ERROR_ARGUMENT_COUNT, "%s: expected %zu argument%s, got %zu", kernel->text.name,
                        expected, expected == 1 ? "" : "s", count);
}

/* The arrays of one call. */
typedef struct bound_arrays {
    size_t sizes[CJ_MAX_PARAMETERS];
    const cujit_array *arrays[CJ_MAX_PARAMETERS];
} bound_arrays;

static cujit_status check_layout(const cj_elementwise *kernel, const bound_arrays *bound, size_t index,
                                 cujit_error *error)
{
    const cj_parameter *parameters = kernel->text.signature.parameters;
    const cujit_array *array = bound->arrays[index], *leader = bound->arrays[kernel->leader];

    if (array != NULL && !array->dense)
        return cj_error_set(error, CUJIT_ERROR_ARGUMENT_SIZE,
                            "argument %zu (%s): the array is a view with gaps or overlaps; elementwise kernels take "
                            "dense arrays",
                            index + 1, parameters[index].name);
    if (!kernel->sized[index])
        return CUJIT_OK;
    if (bound->sizes[index] != bound->sizes[kernel->leader])
        return cj_error_set(error, CUJIT_ERROR_ARGUMENT_SIZE,
                            "argument %zu (%s) has %zu elements, but %s has %zu: both are used as name[i]", index + 1,
                            parameters[index].name, bound->sizes[index], parameters[kernel->leader].name,
                            bound->sizes[kernel->leader]);
    if (array != NULL && leader != NULL && !cj_array_same_order(array, leader))
        return cj_error_set(error, CUJIT_ERROR_ARGUMENT_SIZE,
                            "argument %zu (%s): its elements do not lie in memory in the order of those of %s",
                            index + 1, parameters[index].name, parameters[kernel->leader].name);
    return CUJIT_OK;
}

/* Is there an index to run over? A range that is none is an error. */
static cujit_status check_range(const cujit_elementwise_options *options, size_t n, bool *runs, cujit_error *error)
{
    cujit_status status;
    cujit_range range;

    *runs = n != 0;
    if (n == 0 || options == NULL || (options->range == NULL && options->slice == NULL))
        return CUJIT_OK;
    if ((status = cj_range_resolve(options->range, options->slice, n, &range, error)) == CUJIT_OK)
        *runs = cj_range_count(&range) != 0;
    return status;
}

/* What can be wrong is found before memory is moved; and where no index runs none is, so that a CUJIT_OUT stays as it
 * was. */
static cujit_status run_with_buffers(const cujit_elementwise *handle, const cujit_elementwise_options *options,
                                     const cujit_args *args, size_t n, const void **values, cujit_error *error)
{
    const cj_elementwise *kernel = handle->kernel;
    cj_buffers buffers;
    cujit_status status;
    bool runs;

    if ((status = check_range(options, n, &runs, error)) != CUJIT_OK || !runs)
        return status;
    cj_buffers_init(&buffers, kernel->context, options != NULL ? options->stream : NULL);
    for (size_t k = 0; k < args->count && status == CUJIT_OK; k++) {
        const cj_parameter *parameter = &kernel->text.signature.parameters[k];

        buffers.alignment = parameter->alignment;
        if (cj_argument_is_buffer(&args->items[k]))
            status = cj_buffers_add(&buffers, &args->items[k], k, parameter->name, &values[k], error);
    }
    if (status == CUJIT_OK)
        status = cujit_elementwise_launch(handle, options, n, (void *const *)values, error);
    return cj_buffers_finish(&buffers, status, error);
}

cujit_status cujit_elementwise_run(const cujit_elementwise *handle, const cujit_elementwise_options *options,
                                   cujit_args args, cujit_error *error)
{
    const cj_elementwise *kernel;
    const cj_signature *signature;
    cj_slot slots[CJ_MAX_PARAMETERS];
    const void *values[CJ_MAX_PARAMETERS];
    bound_arrays bound;
    cujit_status status;
    bool has_buffers = false;

    if (handle == NULL)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "cujit_elementwise_run: kernel is NULL");
    kernel = handle->kernel;
    signature = &kernel->text.signature;
    if ((status = cj_context_check(kernel->context, error)) != CUJIT_OK)
        return status;
    if (args.count != signature->count)
        return wrong_count(kernel, args.count, error);
    for (size_t k = 0; k < args.count; k++) {
        status = cj_argument_bind(kernel->context, &signature->parameters[k], k, &args.items[k], &slots[k], &values[k],
                                  &bound.sizes[k], &bound.arrays[k], error);
        if (status != CUJIT_OK)
            return status;
        has_buffers |= cj_argument_is_buffer(&args.items[k]);
    }
    for (size_t k = 0; k < args.count; k++) {
        if (signature->parameters[k].pointer && (status = check_layout(kernel, &bound, k, error)) != CUJIT_OK)
            return status;
    }
    if (has_buffers)
        return run_with_buffers(handle, options, &args, bound.sizes[kernel->leader], values, error);
    return cujit_elementwise_launch(handle, options, bound.sizes[kernel->leader], (void *const *)values, error);
}
