/*
 * reducers.c: the ready-made reductions, cujit_reduce() and cujit_dot().
 *
 * Their texts are in templates/reducer.cu.in, for each dtype. What was made stays with the context, in a table that is
 * read without a lock.
 */
#include "libjit/reduction/reducers.h"

#include "libjit/base/alloc.h"
#include "libjit/base/sized.h"
#include "libjit/base/template.h"
#include "libjit/reduction/fold_kernel.h"
#include "libjit/runtime/array.h"

#include <string.h>

/* ---- What there is ----------------------------------------------------------------------------------------------- */

enum {
    DOT = CUJIT_REDUCER_NORM + 1,
    DTYPES = CUJIT_COMPLEX128 + 1, /* those that there may be something for are the first ones */
};

/* As the template calls them: what stands behind CUJIT_REDUCER_. */
static const char *const names[DOT + 1] = {"",       "SUM",    "PRODUCT", "MIN",      "MAX",
                                           "ARGMIN", "ARGMAX", "MEAN",    "VARIANCE", "SAMPLE_VARIANCE",
                                           "ANY",    "ALL",    "COUNT",   "NORM",     "DOT"};

static bool is_in(cujit_dtype dtype, cujit_dtype first, cujit_dtype last)
{
    return dtype >= first && dtype <= last;
}

/* ---- From template to spec --------------------------------------------------------------------------------------- */

/* What a reducer is for elements of a type: lines of words and texts. */
static cujit_status render(int reducer, unsigned ddof, cujit_dtype dtype, const char *element, cj_text *out,
                           cujit_error *error)
{
    const cj_dtype_info *info = cj_dtype_find(dtype);
    cj_value values[DOT + 12];
    cujit_status status;
    size_t count = 0;

    for (int k = CUJIT_REDUCER_SUM; k <= DOT; k++)
        values[count++] = cj_value_number(names[k], k == reducer);
    values[count++] = cj_value_text("ELEMENT", element);
    values[count++] = cj_value_number("DDOF", ddof);
    values[count++] = cj_value_text("T", info->spelling);
    values[count++] = cj_value_number("SIZE", (long long)info->size);
    values[count++] = cj_value_number("INTEGER", cj_fold_is_integer(dtype));
    values[count++] = cj_value_number("UNSIGNED", dtype == CUJIT_UINT8 || dtype == CUJIT_UINT16 ||
                                                      dtype == CUJIT_UINT32 || dtype == CUJIT_UINT64);
    values[count++] = cj_value_number("HALF", dtype == CUJIT_FLOAT16 || dtype == CUJIT_BFLOAT16);
    values[count++] = cj_value_number("COMPLEX", is_in(dtype, CUJIT_COMPLEX64, CUJIT_COMPLEX128));
    values[count++] = cj_value_text("PART", dtype == CUJIT_COMPLEX64 ? "float" : "double");
    values[count++] = cj_value_text("LOWEST", cj_dtype_extreme(dtype, false));
    values[count++] = cj_value_text("HIGHEST", cj_dtype_extreme(dtype, true));
    status = cj_template_render(cj_template_files, "reducer", values, count, "", out, error);
    return status == CUJIT_OK && out->failed ? cj_error_no_memory(error, "the texts of a reduction") : status;
}

/* Each line is a word, a blank and a text that ends with the line. */
static void take_lines(char *lines, cj_fold_spec *spec, cujit_reduction_result *fold)
{
    for (char *line = lines, *end; (end = strchr(line, '\n')) != NULL; line = end + 1) {
        char *text = strchr(line, ' ');

        *end = *text++ = '\0';
        if (strcmp(line, "arguments") == 0)
            spec->arguments = text;
        else if (strcmp(line, "name") == 0)
            spec->name = text;
        else if (strcmp(line, "nonempty") == 0)
            fold->nonempty = 1;
        for (cj_fold_part part = CJ_FOLD_MAP; part < CJ_FOLD_TEXTS; part++) {
            if (strcmp(line, cj_fold_part_name(spec, part, 0)) == 0)
                *cj_fold_text_at(fold, part) = text;
        }
    }
}

cujit_status cj_reducer_texts(cujit_reducer reducer, unsigned ddof, cujit_dtype dtype, const char *element,
                              cj_text *lines, cujit_reduction_result *fold, cujit_error *error)
{
    cj_fold_spec unused = {0};
    cujit_status status = render((int)reducer, ddof, dtype, element, lines, error);

    *fold = (cujit_reduction_result){0};
    if (status == CUJIT_OK)
        take_lines(lines->data, &unused, fold);
    return status;
}

/* Who sums along axes needs no kernel for whole arrays: nothing is built yet. */
static cujit_status open_reducer(int reducer, const cujit_array *x, cj_core_handle **made, cujit_error *error)
{
    cujit_reduction_result fold = {0};
    cj_fold_spec spec = {.folds = {&fold}, .count = 1};
    cj_text lines = {0};
    cujit_status status = render(reducer, reducer == CUJIT_REDUCER_SAMPLE_VARIANCE, x->dtype, "x[i]", &lines, error);

    if (status == CUJIT_OK) {
        take_lines(lines.data, &spec, &fold);
        status = cj_core_open(x->context, &cj_fold_family, &spec, true, made, error);
    }
    cj_text_clear(&lines);
    return status;
}

/* ---- What a context keeps ---------------------------------------------------------------------------------------- */

typedef struct cj_reducers {
    cj_kept kept;
    cj_core_place of[DOT][DTYPES]; /* reducers begin at 1 */
} cj_reducers;

/* With the context. The kernels are its registry's and go with that. */
static void free_reducers(cj_kept *kept)
{
    cj_reducers *reducers = (cj_reducers *)kept;

    for (size_t k = 0; k < DOT; k++) {
        for (size_t m = 0; m < DTYPES; m++)
            cj_free(atomic_load(&reducers->of[k][m]));
    }
    cj_free(reducers);
}

static cujit_status make_reduction(int reducer, const cujit_array *x, cj_core_place *place, cujit_reduction **out,
                                   cujit_error *error)
{
    cj_core_handle *handle;
    cujit_status status = open_reducer(reducer, x, &handle, error);

    if (status == CUJIT_OK)
        *out = (cujit_reduction *)cj_core_keep(place, handle);
    return status;
}

/* `place_given`: there is one for the result. */
static cujit_status get_reduction(const char *function, int reducer, const cujit_array *x, bool place_given,
                                  cujit_reduction **out, cujit_error *error)
{
    cj_reducers *kept;
    cj_core_place *place;
    cujit_status status;

    if (!place_given)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "%s: result is NULL, and the options have no `out`",
                            function);
    if (!is_in(x->dtype, CUJIT_BOOL, CUJIT_COMPLEX128)) {
        return cj_error_set(error, CUJIT_ERROR_UNSUPPORTED,
                            "%s: nothing is ready-made for arrays of %s, only for bool, integers, float16, bfloat16, "
                            "float32, float64, complex64 and complex128; %s",
                            function, cujit_context_type_name(x->context, x->dtype),
                            cj_dtype_is_float8(x->dtype) ? "convert them first (cujit_array_astype)"
                                                         : "write a reduction (cujit_reduction_create)");
    }
    if ((status = cj_context_check(x->context, error)) != CUJIT_OK)
        return status;
    kept = (cj_reducers *)cj_context_keep(&x->context->reducers, sizeof *kept, free_reducers);
    if (kept == NULL)
        return cj_error_no_memory(error, "the ready-made reductions");
    place = &kept->of[reducer - 1][x->dtype];
    if ((*out = (cujit_reduction *)atomic_load_explicit(place, memory_order_acquire)) != NULL)
        return CUJIT_OK;
    return make_reduction(reducer, x, place, out, error);
}

/* ---- The public functions ---------------------------------------------------------------------------------------- */

cujit_status cujit_reduce_sized(cujit_reducer reducer, const cujit_array *x, const cujit_reduction_options *given,
                                size_t size, cujit_array **result, cujit_error *error)
{
    cujit_reduction *reduction = NULL;
    cujit_reduction_options options;
    cujit_status status = cj_widen("cujit_reduce", &options, sizeof options, given, size, error);

    if (status != CUJIT_OK)
        return status;
    if ((int)reducer < CUJIT_REDUCER_SUM || (int)reducer > CUJIT_REDUCER_NORM)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "cujit_reduce: there is no reducer %d", (int)reducer);
    if (x == NULL)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "cujit_reduce: x is NULL");
    status = get_reduction("cujit_reduce", (int)reducer, x, result != NULL || options.out != NULL, &reduction, error);
    return status != CUJIT_OK ? status : cujit_reduction_run(reduction, &options, CUJIT_ARGS(x), result, error);
}

cujit_status cujit_dot_sized(const cujit_array *x, const cujit_array *y, const cujit_reduction_options *given,
                             size_t size, cujit_array **result, cujit_error *error)
{
    cujit_reduction *reduction = NULL;
    cujit_reduction_options options;
    cujit_status status = cj_widen("cujit_dot", &options, sizeof options, given, size, error);

    if (status != CUJIT_OK)
        return status;
    if (x == NULL || y == NULL)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "cujit_dot: %s is NULL", x == NULL ? "x" : "y");
    if (x->dtype != y->dtype)
        return cj_error_set(
            error, CUJIT_ERROR_ARGUMENT_TYPE, "cujit_dot: x and y must have elements of one type, got %s and %s",
            cujit_context_type_name(x->context, x->dtype), cujit_context_type_name(y->context, y->dtype));
    if ((status = cj_array_check_common(x, y, error)) != CUJIT_OK)
        return status;
    status = get_reduction("cujit_dot", DOT, x, result != NULL || options.out != NULL, &reduction, error);
    return status != CUJIT_OK ? status : cujit_reduction_run(reduction, &options, CUJIT_ARGS(x, y), result, error);
}
