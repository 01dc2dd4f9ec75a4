/*
 * reducers.c: the ready-made reductions, cujit_reduce() and cujit_dot().
 *
 * A recipe is the texts of a reduction with placeholders, which a table says for each dtype; so every text stands here
 * once. What was made stays with the context, in a table that is read without a lock.
 */
#include "libjit/base/alloc.h"
#include "libjit/base/template.h"
#include "libjit/reduction/fold_kernel.h"
#include "libjit/runtime/array.h"

#include <string.h>

/* ---- What there is ----------------------------------------------------------------------------------------------- */

enum { DOT = CUJIT_REDUCER_NORM + 1 };

/* Groups of dtypes, by what recipes tell apart. */
enum {
    REAL32 = 1 << 0, /* up to what fits a float's range, integers included */
    REAL64 = 1 << 1,
    COMPLEX32 = 1 << 2,
    COMPLEX64 = 1 << 3,
    ORDERED = REAL32 | REAL64,
    COMPLEX = COMPLEX32 | COMPLEX64,
    NUMBERS = ORDERED | COMPLEX,
};

typedef struct kind {
    cujit_dtype dtype;
    unsigned group;
    const char *element; /* a number that C++ calculates with */
    const char *wide;    /* what sums are */
    const char *working; /* and what they are summed up in: integers without a sign, since these may wrap */
    const char *total;   /* likewise for means: where no sum of 2^47 elements overflows */
    const char *average; /* what a total is divided in */
    const char *mean;    /* what means are */
    const char *real;    /* what variances and norms are */
    const char *product; /* of two elements, without loss */
} kind;

#define INT64 "long long"
#define UINT64 "unsigned long long"
#define CFLOAT "cujit::complex<float>"
#define CDOUBLE "cujit::complex<double>"
#define TIMES "x[i] * y[i]"
#define FLOAT_TIMES "(float)x[i] * (float)y[i]"
#define INT64_TIMES "(" UINT64 ")x[i] * (" UINT64 ")y[i]"
static const kind kinds[] = {
    {CUJIT_BOOL, REAL32, "x[i]", INT64, UINT64, INT64, "double", "double", "double", TIMES},
    {CUJIT_INT8, REAL32, "x[i]", INT64, UINT64, INT64, "double", "double", "double", TIMES},
    {CUJIT_UINT8, REAL32, "x[i]", UINT64, UINT64, INT64, "double", "double", "double", TIMES},
    {CUJIT_INT16, REAL32, "x[i]", INT64, UINT64, INT64, "double", "double", "double", TIMES},
    {CUJIT_UINT16, REAL32, "x[i]", UINT64, UINT64, INT64, "double", "double", "double", "(unsigned)x[i] * y[i]"},
    {CUJIT_INT32, REAL32, "x[i]", INT64, UINT64, "double", "double", "double", "double", "(" INT64 ")x[i] * y[i]"},
    {CUJIT_UINT32, REAL32, "x[i]", UINT64, UINT64, "double", "double", "double", "double", "(" UINT64 ")x[i] * y[i]"},
    {CUJIT_INT64, REAL32, "x[i]", INT64, UINT64, "double", "double", "double", "double", INT64_TIMES},
    {CUJIT_UINT64, REAL32, "x[i]", UINT64, UINT64, "double", "double", "double", "double", INT64_TIMES},
    {CUJIT_FLOAT16, REAL32, "(float)x[i]", "__half", "float", "float", "float", "__half", "__half", FLOAT_TIMES},
    {CUJIT_BFLOAT16, REAL32, "(float)x[i]", "__nv_bfloat16", "float", "float", "float", "__nv_bfloat16",
     "__nv_bfloat16", FLOAT_TIMES},
    {CUJIT_FLOAT32, REAL32, "x[i]", "float", "float", "float", "float", "float", "float", TIMES},
    {CUJIT_FLOAT64, REAL64, "x[i]", "double", "double", "double", "double", "double", "double", TIMES},
    {CUJIT_COMPLEX64, COMPLEX32, "x[i]", CFLOAT, CFLOAT, CFLOAT, CFLOAT, CFLOAT, "float", TIMES},
    {CUJIT_COMPLEX128, COMPLEX64, "x[i]", CDOUBLE, CDOUBLE, CDOUBLE, CDOUBLE, CDOUBLE, "double", TIMES},
};
enum { KINDS = sizeof kinds / sizeof *kinds };

/* Placeholders: @T@ is the array's type, @X@ an element; the rest are members of `kind`. */
typedef struct recipe {
    int reducer;
    unsigned groups;
    const char *name;
    cujit_reduction_result texts; /* NULL as there */
} recipe;

static const recipe recipes[] = {
    {CUJIT_REDUCER_SUM, NUMBERS, "reduce_sum", {"@WIDE@", "0", "a + b", "x[i]", "@WORKING@", NULL, 0}},
    {CUJIT_REDUCER_PRODUCT, NUMBERS, "reduce_product", {"@WIDE@", "1", "a * b", "x[i]", "@WORKING@", NULL, 0}},
    {CUJIT_REDUCER_MIN, ORDERED, "reduce_min", {"@T@", "@HIGHEST@", "cujit_min(a, b)", "x[i]", NULL, NULL, 1}},
    {CUJIT_REDUCER_MAX, ORDERED, "reduce_max", {"@T@", "@LOWEST@", "cujit_max(a, b)", "x[i]", NULL, NULL, 1}},
    {CUJIT_REDUCER_ARGMIN,
     ORDERED,
     "reduce_argmin",
     {INT64, NULL, "cujit_min(a, b)", "cujit_at(@X@, j)", "cujit_indexed<@COMPARED@>", "a.index", 0}},
    {CUJIT_REDUCER_ARGMAX,
     ORDERED,
     "reduce_argmax",
     {INT64, NULL, "cujit_max(a, b)", "cujit_at(@X@, j)", "cujit_indexed<@COMPARED@>", "a.index", 0}},
    {CUJIT_REDUCER_MEAN,
     NUMBERS,
     "reduce_mean",
     {"@MEAN@", "0", "a + b", "x[i]", "@TOTAL@", "static_cast<@MEAN@>(static_cast<@AVERAGE@>(a) / n)", 1}},
    {CUJIT_REDUCER_VARIANCE,
     ORDERED,
     "reduce_variance",
     {"@REAL@", "cujit_moments{}", "cujit_merge(a, b)", "cujit_moment(@X@)", "cujit_moments",
      "static_cast<@REAL@>(cujit_deviation(a) / n)", 1}},
    {CUJIT_REDUCER_VARIANCE,
     COMPLEX,
     "reduce_variance",
     {"@REAL@", "cujit_complex_moments{}", "cujit_merge(a, b)", "cujit_moment(real(x[i]), imag(x[i]))",
      "cujit_complex_moments", "static_cast<@REAL@>(cujit_deviation(a) / n)", 1}},
    {CUJIT_REDUCER_SAMPLE_VARIANCE,
     ORDERED,
     "reduce_sample_variance",
     {"@REAL@", "cujit_moments{}", "cujit_merge(a, b)", "cujit_moment(@X@)", "cujit_moments",
      "static_cast<@REAL@>(cujit_deviation(a) / (n - 1))", 1}},
    {CUJIT_REDUCER_SAMPLE_VARIANCE,
     COMPLEX,
     "reduce_sample_variance",
     {"@REAL@", "cujit_complex_moments{}", "cujit_merge(a, b)", "cujit_moment(real(x[i]), imag(x[i]))",
      "cujit_complex_moments", "static_cast<@REAL@>(cujit_deviation(a) / (n - 1))", 1}},
    {CUJIT_REDUCER_ANY, NUMBERS, "reduce_any", {"bool", "0", "a | b", "@X@ != 0", "int", "a != 0", 0}},
    {CUJIT_REDUCER_ALL, NUMBERS, "reduce_all", {"bool", "1", "a & b", "@X@ != 0", "int", "a != 0", 0}},
    {CUJIT_REDUCER_COUNT, NUMBERS, "reduce_count", {INT64, "0", "a + b", "@X@ != 0", INT64, NULL, 0}},
    {CUJIT_REDUCER_NORM,
     REAL32,
     "reduce_norm",
     {"@REAL@", "0", "a + b", "static_cast<double>(@X@) * static_cast<double>(@X@)", "double",
      "static_cast<@REAL@>(sqrt(a))", 0}},
    {CUJIT_REDUCER_NORM,
     COMPLEX32,
     "reduce_norm",
     {"@REAL@", "0", "a + b", "norm(cujit::complex<double>(x[i]))", "double", "static_cast<@REAL@>(sqrt(a))", 0}},
    {CUJIT_REDUCER_NORM,
     REAL64,
     "reduce_norm",
     {"double", "cujit_squares{}", "cujit_merge(a, b)", "cujit_square(x[i])", "cujit_squares", "cujit_root(a)", 0}},
    {CUJIT_REDUCER_NORM,
     COMPLEX64,
     "reduce_norm",
     {"double", "cujit_squares{}", "cujit_merge(a, b)",
      "cujit_merge(cujit_square(real(x[i])), cujit_square(imag(x[i])))", "cujit_squares", "cujit_root(a)", 0}},
    {DOT, NUMBERS, "reduce_dot", {"@WIDE@", "0", "a + b", "@PRODUCT@", "@WORKING@", NULL, 0}},
};

static const struct {
    int reducer;
    const char *name;
} names[] = {
    {CUJIT_REDUCER_SUM, "CUJIT_REDUCER_SUM"},       {CUJIT_REDUCER_PRODUCT, "CUJIT_REDUCER_PRODUCT"},
    {CUJIT_REDUCER_MIN, "CUJIT_REDUCER_MIN"},       {CUJIT_REDUCER_MAX, "CUJIT_REDUCER_MAX"},
    {CUJIT_REDUCER_ARGMIN, "CUJIT_REDUCER_ARGMIN"}, {CUJIT_REDUCER_ARGMAX, "CUJIT_REDUCER_ARGMAX"},
    {CUJIT_REDUCER_MEAN, "CUJIT_REDUCER_MEAN"},     {CUJIT_REDUCER_VARIANCE, "CUJIT_REDUCER_VARIANCE"},
    {CUJIT_REDUCER_ANY, "CUJIT_REDUCER_ANY"},       {CUJIT_REDUCER_SAMPLE_VARIANCE, "CUJIT_REDUCER_SAMPLE_VARIANCE"},
    {CUJIT_REDUCER_ALL, "CUJIT_REDUCER_ALL"},       {CUJIT_REDUCER_COUNT, "CUJIT_REDUCER_COUNT"},
    {CUJIT_REDUCER_NORM, "CUJIT_REDUCER_NORM"},
};

/* ---- From recipe to texts ---------------------------------------------------------------------------------------- */

static const kind *find_kind(cujit_dtype dtype)
{
    for (size_t k = 0; k < KINDS; k++) {
        if (kinds[k].dtype == dtype)
            return &kinds[k];
    }
    return NULL;
}

static const recipe *find_recipe(int reducer, const kind *of)
{
    for (size_t k = 0; k < sizeof recipes / sizeof *recipes; k++) {
        if (recipes[k].reducer == reducer && (recipes[k].groups & of->group) != 0)
            return &recipes[k];
    }
    return NULL;
}

enum { TEXTS = 7 }; /* those of a fold, and the arguments */

typedef struct cooked {
    cj_text texts[TEXTS];
    size_t count;
    bool failed;
} cooked;

static const char *expand(cooked *out, const kind *of, const char *text)
{
    const char *type = cj_dtype_find(of->dtype)->spelling;
    bool is_16_bit_float = of->dtype == CUJIT_FLOAT16 || of->dtype == CUJIT_BFLOAT16;
    const cj_value values[] = {
        cj_value_text("T", type),
        cj_value_text("X", of->element),
        cj_value_text("COMPARED", is_16_bit_float ? "float" : type),
        cj_value_text("WIDE", of->wide),
        cj_value_text("WORKING", of->working),
        cj_value_text("TOTAL", of->total),
        cj_value_text("AVERAGE", of->average),
        cj_value_text("MEAN", of->mean),
        cj_value_text("REAL", of->real),
        cj_value_text("PRODUCT", of->product),
        cj_value_text("LOWEST", cj_dtype_extreme(of->dtype, false)),
        cj_value_text("HIGHEST", cj_dtype_extreme(of->dtype, true)),
    };
    cj_text *to = &out->texts[out->count];

    if (text == NULL)
        return NULL;
    out->count++;
    out->failed |= cj_template_render((const cj_template_file[]){{"recipe", text, strlen(text)}, {0}}, "recipe", values,
                                      sizeof values / sizeof *values, "", to, NULL) != CUJIT_OK;
    return to->data;
}

static void clear_cooked(cooked *what)
{
    for (size_t k = 0; k < what->count; k++)
        cj_text_clear(&what->texts[k]);
}

/* Who sums along axes needs no kernel for whole arrays: nothing is built yet. */
static cujit_status open_recipe(cujit_context *context, const recipe *from, const kind *of, cj_core_handle **made,
                                cujit_error *error)
{
    cooked texts = {.count = 0};
    cujit_reduction_result fold = from->texts;
    cj_fold_making making = {
        .spec = {.name = from->name, .folds = {&fold}, .count = 1, .family = "reduction"},
    };
    cujit_status status;

    making.spec.arguments = expand(&texts, of, from->reducer == DOT ? "const @T@ *x, const @T@ *y" : "const @T@ *x");
    fold.out_type = expand(&texts, of, fold.out_type);
    fold.neutral = expand(&texts, of, fold.neutral);
    fold.reduce = expand(&texts, of, fold.reduce);
    fold.map = expand(&texts, of, fold.map);
    fold.accumulator = expand(&texts, of, fold.accumulator);
    fold.post = expand(&texts, of, fold.post);
    status = texts.failed ? cj_error_no_memory(error, "the texts of a reduction")
                          : cj_core_open(context, &cj_fold_family, &making, true, made, error);
    clear_cooked(&texts);
    return status;
}

/* ---- What a context keeps ---------------------------------------------------------------------------------------- */

/* The handles have no reference to the context, which would never go then. */
typedef struct cj_reducers {
    cj_kept kept;
    _Atomic(cujit_reduction *) of[DOT][KINDS]; /* reducers begin at 1 */
} cj_reducers;

/* With the context. The kernels are its registry's and go with that. */
static void free_reducers(cj_kept *kept)
{
    cj_reducers *reducers = (cj_reducers *)kept;

    for (size_t k = 0; k < DOT; k++) {
        for (size_t m = 0; m < KINDS; m++)
            cj_free(atomic_load(&reducers->of[k][m]));
    }
    cj_free(reducers);
}

static cj_reducers *get_reducers(cujit_context *context)
{
    cj_kept *found = atomic_load_explicit(&context->reducers, memory_order_acquire);
    cj_reducers *made;

    if (found != NULL || (made = cj_calloc(1, sizeof *made)) == NULL)
        return (cj_reducers *)found;
    made->kept.free = free_reducers;
    if (atomic_compare_exchange_strong(&context->reducers, &found, &made->kept))
        return made;
    cj_free(made); /* another thread was faster */
    return (cj_reducers *)found;
}

static cujit_status make_reduction(cujit_context *context, const recipe *from, const kind *of,
                                   _Atomic(cujit_reduction *) *place, cujit_reduction **out, cujit_error *error)
{
    cujit_reduction *made, *found = NULL;
    cj_core_handle *handle;
    cujit_status status = open_recipe(context, from, of, &handle, error);

    if (status != CUJIT_OK)
        return status;
    *out = made = (cujit_reduction *)handle;
    if (atomic_compare_exchange_strong(place, &found, made)) {
        cj_context_release(context); /* never the last one: the caller's array has one too */
        return CUJIT_OK;
    }
    *out = found;
    cujit_reduction_free(made);
    return CUJIT_OK;
}

static cujit_status get_reduction(cujit_context *context, const recipe *from, const kind *of, cujit_reduction **out,
                                  cujit_error *error)
{
    cj_reducers *reducers = get_reducers(context);
    _Atomic(cujit_reduction *) *place;

    if (reducers == NULL)
        return cj_error_no_memory(error, "the ready-made reductions");
    place = &reducers->of[from->reducer - 1][of - kinds];
    if ((*out = atomic_load_explicit(place, memory_order_acquire)) != NULL)
        return CUJIT_OK;
    return make_reduction(context, from, of, place, out, error);
}

/* ---- The public functions ---------------------------------------------------------------------------------------- */

static const char *name_of(int reducer)
{
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        if (names[k].reducer == reducer)
            return names[k].name;
    }
    return NULL;
}

static cujit_status find_reduction(const char *function, int reducer, const cujit_array *x, cujit_reduction **out,
                                   cujit_error *error)
{
    const kind *of = find_kind(x->dtype);
    const recipe *from = of != NULL ? find_recipe(reducer, of) : NULL;
    cujit_status status;

    if (of == NULL)
        return cj_error_set(error, CUJIT_ERROR_UNSUPPORTED,
                            "%s: nothing is ready-made for arrays of %s, only for bool, integers, float16, bfloat16, "
                            "float32, float64, complex64 and complex128; write a reduction (cujit_reduction_create)",
                            function, cujit_context_type_name(x->context, x->dtype));
    if (from == NULL)
        return cj_error_set(error, CUJIT_ERROR_UNSUPPORTED,
                            "%s: %s is not there for %s: complex numbers have no order; for them there are the sum, "
                            "product, mean, variances, any, all, count and norm",
                            function, name_of(reducer), cujit_context_type_name(x->context, x->dtype));
    if ((status = cj_context_check(x->context, error)) != CUJIT_OK)
        return status;
    return get_reduction(x->context, from, of, out, error);
}

static cujit_status check_place(const char *function, const cujit_reduction_options *options,
                                cujit_array *const *result, cujit_error *error)
{
    if (result != NULL || (options != NULL && options->out != NULL))
        return CUJIT_OK;
    return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "%s: result is NULL, and the options have no `out`",
                        function);
}

cujit_status cujit_reduce(cujit_reducer reducer, const cujit_array *x, const cujit_reduction_options *options,
                          cujit_array **result, cujit_error *error)
{
    cujit_reduction *reduction;
    cujit_status status;

    if (name_of((int)reducer) == NULL)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "cujit_reduce: there is no reducer %d", (int)reducer);
    if (x == NULL)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "cujit_reduce: x is NULL");
    if ((status = check_place("cujit_reduce", options, result, error)) != CUJIT_OK ||
        (status = find_reduction("cujit_reduce", (int)reducer, x, &reduction, error)) != CUJIT_OK)
        return status;
    return cujit_reduction_run(reduction, options, CUJIT_ARGS(x), result, error);
}

cujit_status cujit_dot(const cujit_array *x, const cujit_array *y, const cujit_reduction_options *options,
                       cujit_array **result, cujit_error *error)
{
    cujit_reduction *reduction;
    cujit_status status;

    if (x == NULL || y == NULL)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "cujit_dot: %s is NULL", x == NULL ? "x" : "y");
    if (x->dtype != y->dtype)
        return cj_error_set(
            error, CUJIT_ERROR_ARGUMENT_TYPE, "cujit_dot: x and y must have elements of one type, got %s and %s",
            cujit_context_type_name(x->context, x->dtype), cujit_context_type_name(y->context, y->dtype));
    if ((status = check_place("cujit_dot", options, result, error)) != CUJIT_OK ||
        (status = find_reduction("cujit_dot", DOT, x, &reduction, error)) != CUJIT_OK)
        return status;
    return cujit_reduction_run(reduction, options, CUJIT_ARGS(x, y), result, error);
}
