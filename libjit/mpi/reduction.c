/*
 * reduction.c: reductions with texts of a user's own across ranks.
 *
 * Two kernels are made of the spec: one that reduces a rank's elements to a value of the accumulator's type, without
 * `post`, and one that combines such values in the order of the ranks and does `post`. Where there is a `post`, the
 * first one counts its elements too.
 */
#include "libjit/base/alloc.h"
#include "libjit/base/sized.h"
#include "libjit/base/text.h"
#include "libjit/mpi/ranks.h"

#include <string.h>

struct cujit_mpi_reduction {
    cujit_mpi *mpi;
    cujit_reduction *local, *last;
    bool counts; /* the local one has a second result */
    bool has_n;  /* the last one takes it: the spec has no argument of that name */
};

/* ---- Making ------------------------------------------------------------------------------------------------------ */

/* The type that values are combined in, as cujit_reduction_spec has it where none is given. NULL: not of one's own. */
static const char *accumulator_of(const cujit_reduction_spec *spec)
{
    if (spec->accumulator != NULL)
        return spec->accumulator;
    switch (cujit_dtype_from_name(spec->out_type)) {
    case CUJIT_FLOAT16:
    case CUJIT_BFLOAT16:
        return "float";
    case CUJIT_BOOL:
    case CUJIT_INT8:
    case CUJIT_INT16:
        return "int";
    case CUJIT_UINT8:
    case CUJIT_UINT16:
        return "unsigned int";
    default:
        return spec->out_type;
    }
}

static cujit_status check_spec(const cujit_reduction_spec *spec, cujit_error *error)
{
    const char *why = spec->out_type == NULL  ? "the spec names no out_type"
                      : spec->more_count != 0 ? "it has further results"
                      : spec->accumulator != NULL && strncmp(spec->accumulator, "cujit_indexed", 13) == 0
                          ? "its accumulator is cujit_indexed<>: take a struct of your own"
                          : NULL;

    if (why != NULL)
        return cj_error_set(error, CUJIT_ERROR_UNSUPPORTED, "cujit_mpi_reduction_create: %s", why);
    return CUJIT_OK;
}

static cujit_status make_local(cujit_mpi_reduction *r, const cujit_reduction_spec *spec, cujit_error *error)
{
    static const cujit_reduction_result count = {
        .out_type = "long long", .neutral = "0", .reduce = "a + b", .map = "1", .accumulator = "long long"};
    cujit_reduction_spec local = *spec;
    cujit_status status;

    local.out_type = local.accumulator = accumulator_of(spec);
    local.post = NULL;
    r->counts = spec->post != NULL;
    if (r->counts) {
        local.more = &count;
        local.more_count = 1;
    }
    if ((status = cujit_reduction_create(r->mpi->context, &local, &r->local, error)) != CUJIT_OK)
        return status;
    if (cujit_reduction_result_dtype(r->local, 0) == CUJIT_DTYPE_NONE)
        return cj_error_set(error, CUJIT_ERROR_UNSUPPORTED,
                            "cujit_mpi_reduction_create: the type of the result is open: one-letter types are bound by "
                            "`types` here");
    return CUJIT_OK;
}

/* The last one's arguments: the partial values, n, and what of the spec's is no array. */
static void write_arguments(cujit_mpi_reduction *r, const char *accumulator, cj_text *text)
{
    r->has_n = r->counts;
    for (size_t k = 0; k < cujit_reduction_parameter_count(r->local); k++) {
        const cujit_parameter *parameter = cujit_reduction_get_parameter(r->local, k);

        r->has_n = r->has_n && (parameter->pointer || strcmp(parameter->name, "n") != 0);
    }
    cj_text_printf(text, "const %s *values_of_ranks", accumulator);
    if (r->has_n)
        cj_text_append(text, ", long long n");
    for (size_t k = 0; k < cujit_reduction_parameter_count(r->local); k++) {
        const cujit_parameter *parameter = cujit_reduction_get_parameter(r->local, k);

        if (!parameter->pointer)
            cj_text_printf(text, ", %s %s", parameter->type, parameter->name);
    }
}

static cujit_status make_last(cujit_mpi_reduction *r, const cujit_reduction_spec *spec, cujit_error *error)
{
    cujit_reduction_spec last = *spec;
    cj_text arguments = {0};
    cujit_status status;

    last.accumulator = accumulator_of(spec);
    write_arguments(r, last.accumulator, &arguments);
    last.arguments = arguments.data;
    last.map = "values_of_ranks[i]";
    status = arguments.failed ? cj_error_no_memory(error, "a reduction across ranks")
                              : cujit_reduction_create(r->mpi->context, &last, &r->last, error);
    cj_text_clear(&arguments);
    return status;
}

typedef struct making {
    cujit_mpi_reduction *reduction;
    const cujit_reduction_spec *spec;
} making;

/* Both kernels: the second is written with what the first says. */
static cujit_status make(void *user, size_t k, cujit_context *context, cujit_error *error)
{
    const making *m = user;
    cujit_status status = make_local(m->reduction, m->spec, error);

    (void)k;
    (void)context;
    return status == CUJIT_OK ? make_last(m->reduction, m->spec, error) : status;
}

cujit_status cujit_mpi_reduction_create_sized(cujit_mpi *mpi, const cujit_reduction_spec *given, size_t size,
                                              cujit_mpi_reduction **reduction, cujit_error *error)
{
    cujit_reduction_spec spec;
    cujit_mpi_reduction *r = NULL;
    cujit_status status = cj_mpi_check_call("cujit_mpi_reduction_create", mpi, error);

    if (status != CUJIT_OK)
        return status;
    if (given == NULL || reduction == NULL)
        status = cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "cujit_mpi_reduction_create: %s is NULL",
                              given == NULL ? "spec" : "reduction");
    else if ((status = cj_widen("cujit_mpi_reduction_create", &spec, sizeof spec, given, size, error)) == CUJIT_OK &&
             (status = check_spec(&spec, error)) == CUJIT_OK && (r = cj_calloc(1, sizeof *r)) == NULL)
        status = cj_error_no_memory(error, "a reduction across ranks");
    if ((status = cujit_mpi_agree(mpi, status, error)) != CUJIT_OK)
        goto out;
    r->mpi = mpi;
    cj_mpi_retain(mpi);
    if ((status = cujit_mpi_share(mpi, 1, make, &(making){r, &spec}, NULL, error)) != CUJIT_OK)
        goto out;
    *reduction = r;
    r = NULL;

out:
    cujit_mpi_reduction_free(r);
    return status;
}

void cujit_mpi_reduction_free(cujit_mpi_reduction *reduction)
{
    if (reduction == NULL)
        return;
    cujit_reduction_free(reduction->local);
    cujit_reduction_free(reduction->last);
    cj_mpi_release(reduction->mpi);
    cj_free(reduction);
}

/* ---- Running ----------------------------------------------------------------------------------------------------- */

typedef struct running {
    const cujit_mpi_reduction *reduction;
    const cujit_arg *items;
    size_t count;
    long long n; /* elements in one result, of all ranks */
} running;

static cujit_status combine(void *user, const cujit_array *partials, cujit_array **result, cujit_error *error)
{
    const running *run = user;
    const cujit_mpi_reduction *r = run->reduction;
    cujit_arg *items = cj_calloc(run->count + 2, sizeof *items);
    size_t used = 0;
    cujit_status status;

    if (items == NULL)
        return cj_error_no_memory(error, "the arguments of a reduction");
    cujit_arg_set_array(items, used++, partials);
    if (r->has_n)
        cujit_arg_set_int(items, used++, run->n);
    for (size_t k = 0; k < run->count; k++)
        if (!cujit_reduction_get_parameter(r->local, k)->pointer)
            items[used++] = run->items[k];
    status = cujit_reduction_run(r->last, &(cujit_reduction_options){.axes = (const int[]){0}, .axis_count = 1},
                                 (cujit_args){items, used}, result, error);
    cj_free(items);
    return status;
}

/* How many elements went into one result: all results have as many. */
static cujit_status read_count(const cujit_array *counts, long long *n, cujit_error *error)
{
    *n = 0;
    if (cujit_array_size(counts) == 0)
        return CUJIT_OK;
    return cujit_memory_to_host(cujit_array_context(counts), n, cujit_array_data(counts), sizeof *n, error);
}

/* This rank's own values. */
static cujit_status run_local(running *run, const cujit_reduction_options *options, cujit_array *partials[2],
                              cujit_error *error)
{
    const cujit_mpi_reduction *r = run->reduction;
    cujit_status status;

    if (options->out != NULL || options->stream != NULL)
        return cj_error_set(
            error, CUJIT_ERROR_UNSUPPORTED,
            "cujit_mpi_reduction_run: results are new arrays, made on the default stream: leave `out` and "
            "`stream` as 0");
    status = cujit_reduction_run(r->local, options, (cujit_args){run->items, run->count}, partials, error);
    return status == CUJIT_OK && r->counts ? read_count(partials[1], &run->n, error) : status;
}

cujit_status cujit_mpi_reduction_run_sized(const cujit_mpi_reduction *reduction, const cujit_reduction_options *given,
                                           size_t size, const cujit_arg *items, size_t count, cujit_array **result,
                                           cujit_error *error)
{
    static const char function[] = "cujit_mpi_reduction_run";
    running run = {.reduction = reduction, .items = items, .count = count};
    cujit_array *partials[2] = {NULL, NULL};
    cujit_reduction_options options;
    cujit_status status;
    long long n;

    if (reduction == NULL || result == NULL)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "%s: %s is NULL", function,
                            reduction == NULL ? "reduction" : "result");
    if ((status = cj_mpi_check_call(function, reduction->mpi, error)) != CUJIT_OK)
        return status;
    if ((status = cj_widen(function, &options, sizeof options, given, size, error)) == CUJIT_OK)
        status = run_local(&run, &options, partials, error);
    if (reduction->counts) {
        if ((status = cujit_mpi_agree(reduction->mpi, status, error)) != CUJIT_OK ||
            (status = cj_mpi_check(MPI_Allreduce(&run.n, &n, 1, MPI_LONG_LONG, MPI_SUM, reduction->mpi->comm), function,
                                   error)) != CUJIT_OK)
            goto out;
        run.n = n;
    }
    status = cj_combine(function, reduction->mpi, partials[0], cujit_reduction_result_dtype(reduction->last, 0),
                        combine, &run, status, result, error);

out:
    cujit_array_free(partials[0]);
    cujit_array_free(partials[1]);
    return status;
}
