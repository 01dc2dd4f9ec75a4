/*
 * ready_made.c: uses every ready-made kernel once, so that a recording of it (CUJIT_RECORD) is the manifest of the
 * library's own pack: reductions, sums along axes, scans, random fills. `sh tools/dev pack` runs it, on the host, and
 * for GPUs on a driver that is none. What the results are does not matter.
 *
 * usage: ready_made [--small] [DTYPE]     for all element types, or one; --small: the most usual kernels only
 *        ready_made [--small] --list      the names of the types
 */
#include <cujit/cujit.h>

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FEW = 1000, MANY_BYTES = 20 << 20 };

static bool small;
static size_t used, failed;

/* What there is not for a type is left out without a word; anything else is a failure. */
static void judge(const char *what, cujit_dtype dtype, cujit_status status, cujit_error *error)
{
    used += status == CUJIT_OK;
    if (status != CUJIT_OK && status != CUJIT_ERROR_UNSUPPORTED && status != CUJIT_ERROR_ARGUMENT_TYPE &&
        status != CUJIT_ERROR_ARGUMENT_VALUE && status != CUJIT_ERROR_EXPRESSION) {
        fprintf(stderr, "ready_made: %s of %s: %s\n", what, cujit_dtype_name(dtype), error->message);
        failed++;
    }
    cujit_error_clear(error);
}

static bool is_usual(cujit_dtype dtype)
{
    return dtype == CUJIT_FLOAT32 || dtype == CUJIT_FLOAT64 || dtype == CUJIT_INT32;
}

static bool is_wanted(cujit_dtype dtype)
{
    return !small || is_usual(dtype);
}

static cujit_array *make(cujit_context *context, cujit_dtype dtype, int ndim, const size_t *shape)
{
    cujit_array *array = NULL;
    cujit_error error = {0};

    judge("an array", dtype, cujit_array_create(context, dtype, ndim, shape, &array, &error), &error);
    return array;
}

/* ---- Reductions -------------------------------------------------------------------------------------------------- */

static void reduce(const cujit_array *x, cujit_dtype dtype, const cujit_reduction_options *options)
{
    cujit_error error = {0};

    for (int reducer = CUJIT_REDUCER_SUM; reducer <= CUJIT_REDUCER_NORM; reducer++) {
        cujit_array *result = NULL;

        if (small && reducer != CUJIT_REDUCER_SUM && reducer != CUJIT_REDUCER_MAX && reducer != CUJIT_REDUCER_MEAN)
            continue;
        judge("a reduction", dtype, cujit_reduce((cujit_reducer)reducer, x, options, &result, &error), &error);
        cujit_array_free(result);
    }
}

/* Of whole arrays, at any address: some begin behind a tile's border. Where values are large, large arrays have a
 * variant of their own. */
static void reduce_flat(cujit_context *context, cujit_dtype dtype, size_t count)
{
    const cujit_index behind_first = cujit_index_slice(1, CUJIT_SLICE_END, 1);
    cujit_array *x = make(context, dtype, 1, &count), *shifted = NULL, *result = NULL;
    cujit_error error = {0};

    if (x == NULL)
        return;
    reduce(x, dtype, NULL);
    judge("a product", dtype, cujit_dot(x, x, NULL, &result, &error), &error);
    judge("a view", dtype, cujit_array_slice(x, 1, &behind_first, &shifted, &error), &error);
    if (shifted != NULL && !small)
        reduce(shifted, dtype, NULL);
    cujit_array_free(result);
    cujit_array_free(shifted);
    cujit_array_free(x);
}

/* Along either axis of a few shapes: what a program asks for beyond them is compiled as ever. */
static void reduce_axes(cujit_context *context, cujit_dtype dtype)
{
    static const size_t shapes[][2] = {{64, 4096}, {4096, 64}, {1024, 1024}, {100000, 10}};
    static const int axes[] = {0, 1};

    for (size_t k = 0; k < sizeof shapes / sizeof *shapes; k++) {
        cujit_array *x = make(context, dtype, 2, shapes[k]);

        for (int axis = 0; axis < 2 && x != NULL; axis++)
            reduce(x, dtype, &(cujit_reduction_options){.axes = &axes[axis], .axis_count = 1});
        cujit_array_free(x);
    }
}

/* ---- Scans, random fills ----------------------------------------------------------------------------------------- */

static void scan(cujit_context *context, cujit_dtype dtype)
{
    static const size_t counts[] = {FEW, 1 << 20};
    static const char *const texts[] = {"cumsum(x)", "cumprod(x)"};
    cujit_error error = {0};

    for (size_t k = 0; k < sizeof counts / sizeof *counts; k++) {
        cujit_array *x = make(context, dtype, 1, &counts[k]);

        for (size_t m = 0; m < sizeof texts / sizeof *texts && x != NULL; m++) {
            cujit_array *result = NULL;

            judge(texts[m], dtype, cujit_eval(context, texts[m], CUJIT_NAMED(x), &result, &error), &error);
            cujit_array_free(result);
        }
        cujit_array_free(x);
    }
}

static void draw(cujit_random *random, cujit_array *x, cujit_dtype dtype)
{
    cujit_error error = {0};

    judge("bits", dtype, cujit_random_bits(random, x, &error), &error);
    judge("uniform", dtype, cujit_random_uniform(random, x, 0, 1, &error), &error);
    judge("uniform", dtype, cujit_random_uniform(random, x, -0.1, 0.3, &error), &error);
    judge("normal", dtype, cujit_random_normal(random, x, 0, 1, &error), &error);
    if (small)
        return;
    judge("uniform_upper", dtype, cujit_random_uniform_upper(random, x, 0, 1, &error), &error);
    judge("integers", dtype, cujit_random_integers(random, x, 0, 10, &error), &error);
    judge("bernoulli", dtype, cujit_random_bernoulli(random, x, 0.5, &error), &error);
    judge("lognormal", dtype, cujit_random_lognormal(random, x, 0, 1, &error), &error);
    judge("exponential", dtype, cujit_random_exponential(random, x, 1, &error), &error);
    judge("gamma", dtype, cujit_random_gamma(random, x, 2, 1, &error), &error);
    judge("poisson", dtype, cujit_random_poisson(random, x, 4, &error), &error);
    judge("permutation", dtype, cujit_random_permutation(random, x, &error), &error);
}

/* Each place in a block of words that a fill can begin at has a kernel of its own. */
static void fill(cujit_context *context, cujit_dtype dtype)
{
    enum { PLACES = 4 };
    const size_t count = FEW;
    cujit_array *x = make(context, dtype, 1, &count);

    for (uint64_t place = 0; place < (small ? 1 : PLACES) && x != NULL; place++) {
        cujit_random *random = NULL;
        cujit_error error = {0};

        judge("a generator", dtype, cujit_random_create(context, 1, &random, &error), &error);
        judge("a generator", dtype, cujit_random_skip(random, place, &error), &error);
        draw(random, x, dtype);
        cujit_random_free(random);
    }
    cujit_array_free(x);
}

static void use(cujit_context *context, cujit_dtype dtype)
{
    reduce_flat(context, dtype, FEW);
    if (!small)
        reduce_flat(context, dtype, MANY_BYTES / cujit_dtype_size(dtype));
    if (is_usual(dtype) || (!small && (dtype == CUJIT_FLOAT16 || dtype == CUJIT_BFLOAT16)))
        reduce_axes(context, dtype);
    scan(context, dtype);
    fill(context, dtype);
}

int main(int argc, char **argv)
{
    cujit_context *context = NULL;
    cujit_error error = {0};
    const char *only;

    small = argc > 1 && strcmp(argv[1], "--small") == 0;
    only = argc > 1 + small ? argv[1 + small] : NULL;
    if (only != NULL && strcmp(only, "--list") == 0) {
        for (cujit_dtype dtype = CUJIT_BOOL; dtype <= CUJIT_COMPLEX128; dtype++)
            if (is_wanted(dtype))
                printf("%s\n", cujit_dtype_name(dtype));
        return 0;
    }
    if (cujit_context_create(NULL, &context, &error) != CUJIT_OK) {
        fprintf(stderr, "ready_made: %s\n", error.message);
        cujit_error_clear(&error);
        return 1;
    }
    for (cujit_dtype dtype = CUJIT_BOOL; dtype <= CUJIT_COMPLEX128; dtype++)
        if (is_wanted(dtype) && (only == NULL || strcmp(only, cujit_dtype_name(dtype)) == 0))
            use(context, dtype);
    printf("%s: %zu calls, %zu failed\n", cujit_context_device(context), used, failed);
    cujit_context_free(context);
    return failed > 0;
}
