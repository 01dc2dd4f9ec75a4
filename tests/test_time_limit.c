/*
 * test_time_limit.c: a launch whose compiler takes too long takes no second one, and the next launch tries again. On a host
 * device that is told to have tiles, so that there are forms to choose from.
 */
#include "libjit/runtime/context.h"
#include "tests/kernels.h"

static cj_backend tiling;
static const cj_backend *original;
static bool slow;     /* the compiler has no end */
static unsigned runs; /* of it */

static cujit_status compile(const cj_target *target, const cj_unit *unit, cj_object *out, cujit_error *error)
{
    runs++;
    return slow ? cj_backend_give_up(unit, "c++", 200, "was ended", error)
                : original->compile(target, unit, out, error);
}

static cujit_context *context_of_tiles(void)
{
    cujit_context *context = context_with(.device = "host", .cache_directory = "");

    original = context->backend;
    tiling = *original;
    tiling.tiles = true;
    tiling.compile = compile;
    context->backend = &tiling;
    return context;
}

/* So many rows of so many columns, with an element more in front of each and behind. */
static cujit_array *rows_in(cujit_context *context, size_t rows, size_t columns)
{
    cujit_array *base = counting(context, rows * (columns + 2));
    const ptrdiff_t strides[] = {(ptrdiff_t)((columns + 2) * sizeof(float)), sizeof(float)};

    return view_at(context, CUJIT_FLOAT32, 2, (const size_t[]){rows, columns}, strides,
                   (float *)cujit_array_data(base) + 1);
}

static cujit_array *shifted_by(cujit_context *context, const cujit_array *rows, ptrdiff_t columns)
{
    const ptrdiff_t *strides = cujit_array_strides(rows);

    return view_at(context, CUJIT_FLOAT32, 2, cujit_array_shape(rows), strides,
                   (float *)cujit_array_data(rows) + columns);
}

enum { ROWS = 520, COLUMNS = 512 };

static cujit_status launch_shifted(cujit_context *context, const cujit_elementwise *kernel)
{
    cujit_array *x = view_of(counting(context, ROWS * COLUMNS + 1), 1, ROWS * COLUMNS);

    return cujit_elementwise_run(kernel, NULL, CUJIT_ARGS(x, zeros(context, CUJIT_FLOAT32, ROWS * COLUMNS)), &fault);
}

static cujit_status launch_strided(cujit_context *context, const cujit_elementwise *kernel)
{
    cujit_array *z = zeros_shape(context, CUJIT_FLOAT32, 2, (const size_t[]){ROWS, COLUMNS});

    return cujit_elementwise_run(kernel, NULL, CUJIT_ARGS(rows_in(context, ROWS, COLUMNS), z), &fault);
}

static cujit_status launch_transposed(cujit_context *context, const cujit_elementwise *kernel)
{
    const ptrdiff_t turned[] = {sizeof(float), ROWS * sizeof(float)};
    cujit_array *x = strided(context, CUJIT_FLOAT32, 2, (const size_t[]){ROWS, COLUMNS}, turned);
    cujit_array *z = zeros_shape(context, CUJIT_FLOAT32, 2, (const size_t[]){ROWS, COLUMNS});

    return cujit_elementwise_run(kernel, NULL, CUJIT_ARGS(x, z), &fault);
}

static cujit_status launch_stencil(cujit_context *context, const cujit_elementwise *kernel)
{
    cujit_array *x = rows_in(context, ROWS, COLUMNS), *z = zeros_shape(context, CUJIT_FLOAT32, 2, cujit_array_shape(x));

    return cujit_elementwise_run(kernel, NULL, CUJIT_ARGS(shifted_by(context, x, -1), shifted_by(context, x, 1), z),
                                 &fault);
}

static cujit_status launch_tuning(cujit_context *context, const cujit_elementwise *kernel)
{
    cujit_array *x = view_of(counting(context, ROWS * COLUMNS + 1), 1, ROWS * COLUMNS);

    return cujit_elementwise_tune(kernel, NULL, CUJIT_ARGS(x, zeros(context, CUJIT_FLOAT32, ROWS * COLUMNS)), NULL,
                                  &fault);
}

static const struct {
    const char *label, *arguments, *operation;
    cujit_status (*launch)(cujit_context *context, const cujit_elementwise *kernel);
} slow_launches[] = {
    {"shifted", "const float *x, float *z", "z[i] = x[i]", launch_shifted},
    {"strided", "const float *x, float *z", "z[i] = x[i]", launch_strided},
    {"transposed", "const float *x, float *z", "z[i] = x[i]", launch_transposed},
    {"stencil", "const float *x, const float *y, float *z", "z[i] = x[i] + y[i]", launch_stencil},
    {"tuning", "const float *x, float *z", "z[i] = x[i]", launch_tuning},
};

/* No other form is tried then: it would be a wait as long. The next launch tries again. */
TEST_EACH(time_limit_ends_a_launch, COUNT(slow_launches))
{
    cujit_context *context = context_of_tiles();
    cujit_elementwise *kernel = kernel_of(context, slow_launches[_i].arguments, slow_launches[_i].operation);
    const unsigned before = runs;

    slow = true;
    refuse(slow_launches[_i].launch(context, kernel), CUJIT_ERROR_COMPILE_TIMEOUT, "did not finish in 0.2 seconds");
    ck_assert_uint_eq(runs, before + 1);
    slow = false;
    must(slow_launches[_i].launch(context, kernel));
    ck_assert_uint_eq(runs, before + 2);
    must(slow_launches[_i].launch(context, kernel));
    ck_assert_uint_eq(runs, before + 2);
}

/* What is there already does instead. */
TEST(time_limit_is_no_error_where_another_form_is_there)
{
    cujit_context *context = context_of_tiles();
    cujit_elementwise *kernel = kernel_of(context, "const float *x, float *z", "z[i] = x[i]");
    cujit_array *x = rows_in(context, ROWS, 3), *z = zeros_shape(context, CUJIT_FLOAT32, 2, cujit_array_shape(x));
    unsigned before;

    run_kernel(kernel, CUJIT_ARGS(x, z));
    before = runs;
    slow = true;
    must(launch_strided(context, kernel));
    ck_assert_uint_eq(runs, before + 1);
}
