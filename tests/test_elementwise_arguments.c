/*
 * test_elementwise_arguments.c: calls that are wrong. Each is refused with the right status and a message that names
 * the argument, nothing is launched, and the next right call works.
 */
#include "tests/kernels.h"

#include <math.h>
#include <stdio.h>

enum { N = 24 };

static cujit_context *context;
static cujit_elementwise *kernel; /* z[i] = a * x[i] + v.x + table[k] + c.real() */

static void setup(void)
{
    context = cj_test_context();
    kernel = kernel_with(context,
                         .arguments = "float a, const float *x, int *z, float4 v, unsigned char k, "
                                      "const float *table, float complex c, half h, bool b",
                         .operation = "z[i] = (int)(a * x[i] + v.x + table[k] + c.real() + (float)h + b)",
                         .name = "kernel_under_test");
}

/* Over the memory of an array; with a negative stride it begins at the last element. */
static cujit_array *view(cujit_array *of, cujit_dtype dtype, int ndim, const size_t *shape, const ptrdiff_t *strides)
{
    char *data = cujit_array_data(of);

    if (strides[0] < 0)
        data += cujit_array_bytes(of) + (size_t)strides[0];
    return view_at(context, dtype, ndim, shape, strides, data);
}

/* ---- The table --------------------------------------------------------------------------------------------------- */

typedef struct float_4 {
    float x, y, z, w;
} float_4;

enum { COUNT = 9 };

enum { TYPE = CUJIT_ERROR_ARGUMENT_TYPE, SIZE = CUJIT_ERROR_ARGUMENT_SIZE, VALUE = CUJIT_ERROR_ARGUMENT_VALUE };

typedef struct wrong_row {
    int index; /* which argument is replaced */
    cujit_arg arg;
    int status;
    const char *words; /* in the message */
    int named;         /* which argument it names; 0: that one */
} wrong_row;

/* A right call; the arrays lie in memory as long as a test runs. */
static cujit_array *right_x, *right_z, *right_table;
static float_4 four = {0, 0, 0, 0};
static cujit_arg right[COUNT];

static void make_right_call(void)
{
    /* clang-format off */
    const cujit_arg call[COUNT] = {
        cujit_arg_real(2), cujit_arg_array(right_x = zeros(context, CUJIT_FLOAT32, N)),
        cujit_arg_array(right_z = zeros(context, CUJIT_INT32, N)), CUJIT_VALUE(four), cujit_arg_int(3),
        cujit_arg_array(right_table = zeros(context, CUJIT_FLOAT32, 256)), cujit_arg_complex_parts(1, 2),
        cujit_arg_real(1), cujit_arg_int(1),
    };
    /* clang-format on */

    memcpy(right, call, sizeof right);
}

/* None of the wrong calls was launched, and the right one works. */
static void finish_right_call(void)
{
    expect_each(right_z, int, got == 0);
    must(cujit_elementwise_run(kernel, NULL, (cujit_args){right, COUNT}, &fault));
    expect_each(right_z, int, got == 3);
}

/* A right call but for one argument. */
static cujit_status call_with(const wrong_row *row, cujit_error *error)
{
    cujit_arg items[COUNT];

    memcpy(items, right, sizeof items);
    items[row->index] = row->arg;
    return cujit_elementwise_run(kernel, NULL, (cujit_args){items, COUNT}, error);
}

static void check_rows(const wrong_row *rows, size_t count)
{
    for (size_t k = 0; k < count; k++) {
        const int named = rows[k].named != 0 ? rows[k].named : rows[k].index;
        char name[40];

        snprintf(name, sizeof name, "argument %d (%s)", named + 1,
                 cujit_elementwise_get_parameter(kernel, named)->name);
        refuse(call_with(&rows[k], &fault), (cujit_status)rows[k].status, name, rows[k].words);
        ck_assert_int_eq(call_with(&rows[k], NULL), rows[k].status);
    }
}

FIXTURE(setup, NULL)

TEST(wrong_array_is_named)
{
    const size_t n = N, small_2d[] = {2, N};
    const ptrdiff_t gap = 8, overlap = 0;
    cujit_array *longer = zeros(context, CUJIT_INT32, N + 1), *empty = zeros(context, CUJIT_INT32, 0);
    cujit_array *single = zeros(context, CUJIT_INT32, 1), *pair = strided(context, CUJIT_FLOAT32, 2, small_2d, NULL);
    cujit_array *doubles = zeros(context, CUJIT_FLOAT64, 4 * N), *unsigneds = zeros(context, CUJIT_UINT32, N);
    cujit_array *gappy = view(doubles, CUJIT_FLOAT32, 1, &n, &gap);
    cujit_array *repeated = view(doubles, CUJIT_INT32, 1, &n, &overlap);

    make_right_call();
    const wrong_row rows[] = {{1, cujit_arg_real(1), TYPE, "an array of float", 0},
                              {1, cujit_arg_array(NULL), CUJIT_ERROR_INVALID_ARGUMENT, "NULL", 0},
                              {1, CUJIT_POINTER(NULL, CUJIT_FLOAT32, N), CUJIT_ERROR_INVALID_ARGUMENT, "NULL", 0},
                              {1, cujit_arg_array(doubles), TYPE, "float64", 0},
                              {1, CUJIT_POINTER(cujit_array_data(doubles), CUJIT_FLOAT64, N), TYPE, "float64", 0},
                              {1, CUJIT_POINTER(cujit_array_data(right_x), CUJIT_DTYPE_NONE, N), TYPE, "unknown", 0},
                              {5, cujit_arg_array(gappy), SIZE, "used in other ways than as table[i]", 0},
                              {2, cujit_arg_array(repeated), SIZE, "overlap", 0},
                              {2, cujit_arg_array(single), SIZE, "cannot be repeated", 0},
                              {1, cujit_arg_array(pair), SIZE, "(2,24)", 2},
                              {2, cujit_arg_array(longer), SIZE, "25", 0},
                              {2, cujit_arg_array(empty), SIZE, "(0)", 0},
                              {2, CUJIT_POINTER(cujit_array_data(right_z), CUJIT_INT32, N - 1), SIZE, "23", 0},
                              {2, cujit_arg_array(unsigneds), TYPE, "uint32", 0},
                              {5, cujit_arg_array(right_z), TYPE, "int32", 0}};
    check_rows(rows, COUNT(rows));
    finish_right_call();
}

TEST(wrong_number_is_named)
{
    make_right_call();
    /* clang-format off */
    const wrong_row rows[] = {
        {0, cujit_arg_array(right_x), TYPE, "got an array", 0}, {0, cujit_arg_real(1e300), VALUE, "1e+300", 0},
        {0, cujit_arg_complex_parts(1, 0), TYPE, "complex", 0}, {0, CUJIT_VALUE(four), SIZE, "16", 0},
        {3, cujit_arg_real(1), TYPE, "CUJIT_VALUE", 0}, {3, CUJIT_VALUE(four.x), SIZE, "has 4", 0},
        {3, cujit_arg_array(right_x), TYPE, "float4", 0}, {4, cujit_arg_int(256), VALUE, "256", 0},
        {4, cujit_arg_int(-1), VALUE, "-1", 0}, {4, cujit_arg_real(0.5), VALUE, "0.5", 0},
        {4, cujit_arg_real(NAN), VALUE, "nan", 0}, {4, {.kind = (cujit_arg_kind)77}, TYPE, "unknown", 0},
        {4, {.kind = (cujit_arg_kind)0}, TYPE, "unknown", 0},
        {6, cujit_arg_complex_parts(0, -1e300), VALUE, "-1e+300i", 0}, {7, cujit_arg_real(65520), VALUE, "65520", 0},
        {8, cujit_arg_real(1), TYPE, "bool", 0},
    };
    /* clang-format on */
    check_rows(rows, COUNT(rows));
    finish_right_call();
}

TEST(wrong_number_of_arguments)
{
    cujit_elementwise *two = kernel_with(context, .arguments = "float a, float *x", .operation = "x[i] = a",
                                         .name = "two");
    cujit_array *x = zeros(context, CUJIT_FLOAT32, N);

    ck_assert_int_eq(cujit_elementwise_run(two, NULL, CUJIT_ARGS(1.0), &fault), CUJIT_ERROR_ARGUMENT_COUNT);
    ck_assert_str_eq(fault.message, "two: expected 2 arguments, got 1: x is missing");
    ck_assert_int_eq(cujit_elementwise_run(two, NULL, CUJIT_ARGS(1, x, x), &fault), CUJIT_ERROR_ARGUMENT_COUNT);
    ck_assert_str_eq(fault.message, "two: expected 2 arguments, got 3");
    refuse(cujit_elementwise_run(two, NULL, CUJIT_NO_ARGS, &fault), CUJIT_ERROR_ARGUMENT_COUNT, "a is missing");
    refuse(cujit_elementwise_run(two, NULL, (cujit_args){NULL, 2}, &fault), CUJIT_ERROR_INVALID_ARGUMENT,
           "2 arguments, but their items are NULL");
    must(cujit_elementwise_run(two, NULL, CUJIT_ARGS(1, x), &fault));
}

/* Arrays of one shape go together in whatever order they lie; those of one size only where all are in C order. */
TEST(orders_may_be_mixed)
{
    const size_t shape[] = {4, 6}, turned[] = {6, 4}, flat = 24, row[] = {1, 24};
    const ptrdiff_t fortran[] = {4, 16}, turned_fortran[] = {4, 24}, row_fortran[] = {4, 4};
    cujit_elementwise *copy = kernel_of(context, "const float *x, float *z", "z[i] = x[i]");
    cujit_elementwise *shift = kernel_of(context, "const float *x, float *z", "z[i] = i + 1 < n ? x[i + 1] - x[i] : 0");
    cujit_elementwise *keep = kernel_of(context, "const float *x, float *z",
                                        "auto at = [](auto &&r) { return &r; }; z[i] = *at(x[i])");
    cujit_array *c = strided(context, CUJIT_FLOAT32, 2, shape, NULL),
                *f = strided(context, CUJIT_FLOAT32, 2, shape, fortran);
    cujit_array *tc = strided(context, CUJIT_FLOAT32, 2, turned, NULL),
                *tf = strided(context, CUJIT_FLOAT32, 2, turned, turned_fortran);
    cujit_array *line = strided(context, CUJIT_FLOAT32, 1, &flat, NULL),
                *either = strided(context, CUJIT_FLOAT32, 2, row, row_fortran);
    /* clang-format off */
    const struct {
        cujit_elementwise *kernel;
        cujit_array *x, *z;
        const char *words; /* of an error; NULL: it works */
    } rows[] = {
        {copy, c, c, NULL}, {copy, f, f, NULL}, {copy, c, line, NULL}, {copy, line, tc, NULL}, {copy, c, tc, NULL},
        {copy, either, c, NULL}, {copy, tf, tf, NULL}, {copy, c, f, NULL}, {copy, f, c, NULL},
        {copy, line, f, "argument 2 (z)"}, {copy, f, tf, "argument 2 (z)"}, {copy, f, either, "argument 2 (z)"},
        {shift, c, c, NULL}, {shift, c, f, NULL}, {shift, c, line, NULL},
        {shift, f, f,
         "argument 1 (x): the array is not in C order; it must be dense and in C order, and cannot be a "
         "view, because x is used as x[i + 1]"},
        {shift, f, c, "argument 1 (x)"}, {keep, c, c, NULL}, {keep, f, f, "argument 1 (x)"}, /* it may read beside x[i] */
    };
    /* clang-format on */

    for (size_t k = 0; k < COUNT(rows); k++) {
        refuse(cujit_elementwise_run(rows[k].kernel, NULL, CUJIT_ARGS(rows[k].x, rows[k].z), &fault),
               rows[k].words != NULL ? CUJIT_ERROR_ARGUMENT_SIZE : CUJIT_OK, rows[k].words);
    }
}

TEST(array_of_another_device_is_refused)
{
    const cujit_context_options options = {.device = on_gpu(context) ? "host" : "cuda:0"};
    cujit_context *elsewhere = NULL;
    cujit_array *x;

    if (cujit_context_create(&options, &elsewhere, NULL) != CUJIT_OK)
        return; /* there is no other device */
    x = zeros(elsewhere, CUJIT_FLOAT32, N);
    refuse(cujit_elementwise_run(kernel, NULL, CUJIT_ARGS(1, x, x, 1, 1, x, 1, 1, 1), &fault),
           CUJIT_ERROR_ARGUMENT_TYPE, "argument 2 (x)", options.device);
    cujit_context_free(elsewhere);
}

/* Registered types belong to their context: the numbers of two contexts mean different things. */
TEST(registered_types_do_not_travel)
{
    const cujit_type_spec spec = {"pair", "struct pair { int a, b; };", 8, 4};
    cujit_context *other = cj_test_context();
    cujit_array *x = zeros(other, register_type(other, &spec), N);
    cujit_elementwise *pairs;

    register_type(context, &spec);
    pairs = kernel_of(context, "pair *p", "p[i].a = 1");
    refuse(cujit_elementwise_run(pairs, NULL, CUJIT_ARGS(x), &fault), CUJIT_ERROR_ARGUMENT_TYPE, "argument 1 (p)",
           "another context");
}

/* ---- NULL and nonsense where a kernel is made -------------------------------------------------------------------- */

TEST(null_is_refused_everywhere)
{
    const cujit_elementwise_spec good = {.arguments = "float *x", .operation = "x[i] = 1"};
    const cujit_elementwise_spec no_arguments = {.operation = "x[i] = 1"}, no_operation = {.arguments = "int *x"};
    cujit_elementwise *made = NULL;
    cujit_report report = {.name = "untouched"};
    char *source = NULL;
    const cujit_status got[] = {cujit_elementwise_create(NULL, &good, &made, NULL),
                                cujit_elementwise_create(context, NULL, &made, NULL),
                                cujit_elementwise_create(context, &good, NULL, NULL),
                                cujit_elementwise_create(context, &no_arguments, &made, NULL),
                                cujit_elementwise_create(context, &no_operation, &made, NULL),
                                cujit_elementwise_create(context, &(cujit_elementwise_spec){0}, &made, NULL),
                                cujit_elementwise_render(NULL, &good, &source, NULL),
                                cujit_elementwise_render(context, NULL, &source, NULL),
                                cujit_elementwise_render(context, &good, NULL, NULL),
                                cujit_elementwise_run(NULL, NULL, CUJIT_NO_ARGS, NULL),
                                cujit_elementwise_launch_prepared(NULL, NULL, 1, NULL, NULL)};

    for (size_t k = 0; k < COUNT(got); k++)
        ck_assert_msg(got[k] == CUJIT_ERROR_INVALID_ARGUMENT, "call %zu: %s", k, cujit_status_name(got[k]));
    ck_assert(made == NULL && source == NULL);
    ck_assert_uint_eq(cujit_elementwise_parameter_count(NULL), 0);
    cujit_elementwise_get_report(kernel, NULL);
    cujit_elementwise_get_report(NULL, &report);
    ck_assert_ptr_null(report.name);
    cujit_elementwise_free(NULL);
    cujit_array_free(NULL);
    cujit_context_free(NULL);
}

static const char *const option_of_lines[] = {"-DK=1\n-DL=2", NULL};

/* clang-format off */
static const struct {
    cujit_elementwise_spec spec;
    cujit_status status;
    const char *words;
} specs[] = {
    {{.arguments = "", .operation = ""}, CUJIT_ERROR_SIGNATURE, "at least one pointer"},
    {{.arguments = "int a, float b", .operation = ""}, CUJIT_ERROR_SIGNATURE, "at least one pointer"},
    {{.arguments = "flaot *x", .operation = ""}, CUJIT_ERROR_SIGNATURE, "flaot"},
    {{.arguments = "int *i", .operation = ""}, CUJIT_ERROR_SIGNATURE, "i"},
    {{.arguments = "int *x, int tid", .operation = ""}, CUJIT_ERROR_SIGNATURE, "tid"},
    {{.arguments = "int *x, int x", .operation = ""}, CUJIT_ERROR_SIGNATURE, "x"},
    {{.arguments = "struct foo *x", .operation = ""}, CUJIT_ERROR_SIGNATURE, "foo"},
    {{.arguments = "int *x", .operation = "", .name = ""}, CUJIT_ERROR_INVALID_ARGUMENT, "named"},
    {{.arguments = "int *x", .operation = "", .name = "a b"}, CUJIT_ERROR_INVALID_ARGUMENT, "a b"},
    {{.arguments = "int *x", .operation = "", .name = "a(){}"}, CUJIT_ERROR_INVALID_ARGUMENT, "a(){}"},
    {{.arguments = "int *x", .operation = "", .options = option_of_lines}, CUJIT_ERROR_INVALID_ARGUMENT, "newline"},
};
/* clang-format on */

TEST_EACH(wrong_spec_is_refused, COUNT(specs))
{
    cujit_elementwise *made = NULL;
    cujit_status status = cujit_elementwise_create(context, &specs[_i].spec, &made, &fault);

    ck_assert_ptr_null(made);
    if (status == CUJIT_ERROR_SIGNATURE) {
        ck_assert_str_eq(fault.part, "arguments");
        ck_assert_int_ge(fault.line, 1);
    }
    refuse(status, specs[_i].status, specs[_i].words);
}

TEST(long_names_are_refused)
{
    char name[100];
    cujit_elementwise_spec spec = {.arguments = "int *x", .operation = "x[i] = 1", .name = name};
    cujit_elementwise *made = NULL;

    memset(name, 'k', sizeof name);
    name[64] = '\0';
    ck_assert_int_eq(cujit_elementwise_create(context, &spec, &made, NULL), CUJIT_ERROR_INVALID_ARGUMENT);
    name[63] = '\0';
    make_kernel(context, &spec);
}
