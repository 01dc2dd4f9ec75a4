/*
 * test_generic.c: one-letter types in signatures: bound by the arrays of each call, or by `types`.
 */
#include "tests/kernels.h"

#include <pthread.h>
#include <stdio.h>

enum { ELEMENTS = 7 };

/* A checked call that must fail. */
static void run_fails(const cujit_elementwise *kernel, cujit_args args, cujit_status status, const char *message)
{
    refuse(cujit_elementwise_run(kernel, NULL, args, &fault), status, message);
}

CONTEXT_FOR_EACH_CASE

static cujit_elementwise *make_generic(const char *arguments, const char *operation)
{
    return kernel_of(context, arguments, operation);
}

/* ---- What letters can be ----------------------------------------------------------------------------------------- */

static const cujit_dtype all_dtypes[] = {
#define LIST(NAME, number, name, spelling, size, alignment) CUJIT_##NAME,
    CUJIT_DTYPE_MAP(LIST)
#undef LIST
};

/* One kernel object copies elements of every type there is. */
TEST(letters_are_any_type)
{
    cujit_elementwise *copy = make_generic("const T *x, T *z", "T t = x[i]; z[i] = t");

    for (size_t k = 0; k < COUNT(all_dtypes); k++) {
        cujit_dtype dtype = all_dtypes[k];
        unsigned char in[ELEMENTS * 32];
        size_t bytes = ELEMENTS * cujit_dtype_size(dtype);
        cujit_array *x, *z;

        for (size_t at = 0; at < bytes; at++)
            in[at] = dtype == CUJIT_BOOL ? at % 2 : (unsigned char)(at % 100 + 1);
        x = upload(context, dtype, ELEMENTS, in);
        z = zeros(context, dtype, ELEMENTS);
        run_kernel(copy, CUJIT_ARGS(x, z));
        expect(memcmp(in, elements_of(z), bytes) == 0, "%s", cujit_dtype_name(dtype));
    }
}

/* 1 and 3 in every type of numbers, as bytes. */
/* clang-format off */
static const struct {
    cujit_dtype dtype;
    const char *one, *three;
} numbers[] = {
    {CUJIT_INT8, "\1", "\3"}, {CUJIT_UINT8, "\1", "\3"}, {CUJIT_INT16, "\1\0", "\3\0"}, {CUJIT_UINT16, "\1\0", "\3\0"},
    {CUJIT_INT32, "\1\0\0\0", "\3\0\0\0"}, {CUJIT_UINT32, "\1\0\0\0", "\3\0\0\0"},
    {CUJIT_INT64, "\1\0\0\0\0\0\0\0", "\3\0\0\0\0\0\0\0"}, {CUJIT_UINT64, "\1\0\0\0\0\0\0\0", "\3\0\0\0\0\0\0\0"},
    {CUJIT_FLOAT16, "\0\x3c", "\0\x42"}, {CUJIT_BFLOAT16, "\x80\x3f", "\x40\x40"},
    {CUJIT_FLOAT32, "\0\0\x80\x3f", "\0\0\x40\x40"}, {CUJIT_FLOAT64, "\0\0\0\0\0\0\xf0\x3f", "\0\0\0\0\0\0\x08\x40"},
    {CUJIT_COMPLEX64, "\0\0\x80\x3f\0\0\0\0", "\0\0\x40\x40\0\0\0\0"},
    {CUJIT_COMPLEX128, "\0\0\0\0\0\0\xf0\x3f\0\0\0\0\0\0\0\0", "\0\0\0\0\0\0\x08\x40\0\0\0\0\0\0\0\0"},
};
/* clang-format on */

/* The scalar is converted to what the arrays say. */
TEST(scalars_follow)
{
    cujit_elementwise *add = make_generic("T a, const T *x, T *z", "z[i] = x[i] + a");

    for (size_t k = 0; k < COUNT(numbers); k++) {
        size_t size = cujit_dtype_size(numbers[k].dtype);
        char in[ELEMENTS * 16], out[ELEMENTS * 16];
        cujit_array *x, *z;

        for (size_t at = 0; at < ELEMENTS; at++)
            memcpy(in + at * size, numbers[k].one, size);
        x = upload(context, numbers[k].dtype, ELEMENTS, in);
        z = zeros(context, numbers[k].dtype, ELEMENTS);
        run_kernel(add, CUJIT_ARGS(2, x, z));
        download(z, out);
        for (size_t at = 0; at < ELEMENTS; at++)
            expect(memcmp(out + at * size, numbers[k].three, size) == 0, "%s, element %zu",
                   cujit_dtype_name(numbers[k].dtype), at);
        if (numbers[k].dtype == CUJIT_INT8)
            run_fails(add, CUJIT_ARGS(300, x, z), CUJIT_ERROR_ARGUMENT_VALUE,
                      "argument 1 (a): 300 does not fit into signed char");
    }
}

typedef struct pair {
    float a;
    int b;
} pair;

static const cujit_type_spec pair_type = {"pair", "struct pair { float a; int b; };", sizeof(pair), _Alignof(pair)};

/* One type with a definition, and one that the preamble must define. */
TEST(letters_are_structs)
{
    static const pair in[3] = {{0.5f, 1}, {1.5f, 2}, {2.5f, 3}};
    cujit_type_spec types[] = {pair_type, {"late_pair", NULL, sizeof(pair), _Alignof(pair)}};
    cujit_elementwise *kernels[2];

    kernels[0] = kernel_with(context, .arguments = "T *x", .operation = "bump(x[i])",
                             .preamble = "__device__ void bump(T &t) { t.a += 1; t.b *= 2; }");
    kernels[1] = kernel_with(context, .arguments = "T *x", .operation = "T t = x[i]; t.a += 1; t.b *= 2; x[i] = t",
                             .preamble = "struct late_pair { float a; int b; };");
    for (size_t k = 0; k < 2; k++) {
        cujit_dtype dtype = register_type(context, &types[k]);
        cujit_array *x = upload(context, dtype, 3, in);

        run_kernel(kernels[k], CUJIT_ARGS(x));
        const pair *out = elements_of(x);
        for (int at = 0; at < 3; at++)
            expect(out[at].a == in[at].a + 1 && out[at].b == in[at].b * 2, "kernel %zu, element %d", k, at);
    }
}

/* A capital that is a registered type is no placeholder, not even where it was one before. */
TEST(registered_capitals_are_types)
{
    static const pair in[2] = {{0.5f, 1}, {1.5f, 2}};
    cujit_type_spec type = {"P", "struct P { float a; int b; };", sizeof(pair), _Alignof(pair)};
    cujit_elementwise *generic = make_generic("P *x", "x[i].b = 7"), *kernel;
    cujit_array *x;
    cujit_dtype dtype = register_type(context, &type);

    kernel = make_generic("P *x", "x[i].b = 7");
    ck_assert_ptr_ne(kernel, generic);
    ck_assert_uint_eq(cujit_elementwise_parameter_count(kernel), 1);
    ck_assert_int_eq(cujit_elementwise_get_parameter(kernel, 0)->dtype, dtype);
    x = upload(context, dtype, 2, in);
    run_kernel(kernel, CUJIT_ARGS(x));
    const pair *out = elements_of(x);
    ck_assert_int_eq(out[1].b, 7);
    refuse_in(cujit_elementwise_create(
                  context, &(cujit_elementwise_spec){.arguments = "P *x", .operation = "", .types = "P = float"},
                  &kernel, &fault),
              CUJIT_ERROR_SIGNATURE, "types:1:1", "P is a registered type");
}

/* ---- How they are bound ------------------------------------------------------------------------------------------ */

/* Each array, pointer and letter on its own; repeated calls, and mixed ones. */
TEST(every_call_binds)
{
    static const int integers[ELEMENTS] = {1, 2, 3, 4, 5, 6, 7};
    static const float reals[ELEMENTS] = {.5f, 1.5f, 2.5f, 3.5f, 4.5f, 5.5f, 6.5f};
    cujit_elementwise *convert = make_generic("const T *x, U *z", "z[i] = (U)(x[i] * 2)");
    cujit_array *x[2] = {upload(context, CUJIT_INT32, ELEMENTS, integers),
                         upload(context, CUJIT_FLOAT32, ELEMENTS, reals)};

    for (int round = 0; round < 3; round++) {
        for (int from = 0; from < 2; from++) {
            cujit_array *shorts = zeros(context, CUJIT_INT16, ELEMENTS),
                        *doubles = zeros(context, CUJIT_FLOAT64, ELEMENTS);

            run_kernel(convert, CUJIT_ARGS(x[from], shorts));
            run_kernel(convert, CUJIT_ARGS(CUJIT_POINTER(cujit_array_data(x[from]),
                                                         from == 0 ? CUJIT_INT32 : CUJIT_FLOAT32, ELEMENTS),
                                           doubles));
            const short *s = elements_of(shorts);
            const double *d = elements_of(doubles);
            for (int k = 0; k < ELEMENTS; k++) {
                double expected = 2.0 * (from == 0 ? (double)integers[k] : (double)reals[k]);

                expect(s[k] == (short)expected && d[k] == expected, "round %d, from %d, element %d: %d, %g", round,
                       from, k, s[k], d[k]);
            }
        }
    }
}

/* Nothing is compiled when the kernel is made, once for each binding, and never again. */
TEST(bindings_are_built_once)
{
    cujit_elementwise *kernel = make_generic("T *x", "x[i] = x[i] * 3 + 41"), *again;
    cujit_array *x[2] = {zeros(context, CUJIT_INT32, ELEMENTS), zeros(context, CUJIT_FLOAT64, ELEMENTS)};
    cujit_cache_stats before, after;

    cujit_context_get_cache_stats(context, &before);
    ck_assert_uint_eq(before.misses + before.disk_hits, 0);
    for (unsigned k = 0; k < 2; k++) {
        run_kernel(kernel, CUJIT_ARGS(x[k]));
        cujit_context_get_cache_stats(context, &before);
        ck_assert_uint_ge(before.misses + before.disk_hits, k + 1);
        for (int round = 0; round < 3; round++)
            run_kernel(kernel, CUJIT_ARGS(x[k]));
        cujit_context_get_cache_stats(context, &after);
        ck_assert_uint_eq(before.misses + before.disk_hits, after.misses + after.disk_hits);
    }
    /* Another handle of the same spec has the same bindings. */
    again = make_generic("T *x", "x[i] = x[i] * 3 + 41");
    cujit_elementwise_free(kernel);
    run_kernel(again, CUJIT_ARGS(x[0]));
    cujit_context_get_cache_stats(context, &before);
    ck_assert_uint_eq(before.misses + before.disk_hits, after.misses + after.disk_hits);
}

TEST(conflicts_are_named)
{
    cujit_context *other = cj_test_context();
    cujit_elementwise *kernel = make_generic("T *x, T a, const T *y, U *z", "z[i] = a + x[i] + y[i]");
    cujit_elementwise *outputs = make_generic("const T *x, T *z", "z[i] = x[i]");
    cujit_array *f = zeros(context, CUJIT_FLOAT32, 4), *d = zeros(context, CUJIT_FLOAT64, 4), *foreign;
    cujit_array *none = NULL;
    void *memory = cujit_array_data(f);
    float host[4] = {0};

    run_kernel(kernel, CUJIT_ARGS(f, 1, f, d));
    run_fails(kernel, CUJIT_ARGS(f, 1, d, f), CUJIT_ERROR_ARGUMENT_TYPE,
              "argument 3 (y): T is float by argument 1 (x), got an array of double");
    /* What may be written comes first. */
    run_fails(outputs, CUJIT_ARGS(f, d), CUJIT_ERROR_ARGUMENT_TYPE,
              "argument 1 (x): T is double by argument 2 (z), got an array of float");
    /* A buffer binds nothing, so that another argument is to blame. */
    run_fails(kernel, CUJIT_ARGS(CUJIT_INOUT(host, sizeof host), 1, d, CUJIT_OUT(host, sizeof host)),
              CUJIT_ERROR_ARGUMENT_TYPE, "argument 4 (z): nothing says what U is");
    run_fails(kernel, CUJIT_ARGS(f, 1, 2, d), CUJIT_ERROR_ARGUMENT_TYPE,
              "argument 3 (y): expected an array of T, got an integer");
    run_fails(kernel, CUJIT_ARGS(f, f, f, d), CUJIT_ERROR_ARGUMENT_TYPE,
              "argument 2 (a): expected a value of type float, got an array");
    run_fails(kernel, CUJIT_ARGS(f, 1, none, d), CUJIT_ERROR_INVALID_ARGUMENT, "argument 3 (y): the array is NULL");
    run_fails(kernel, CUJIT_ARGS(f, 1, f), CUJIT_ERROR_ARGUMENT_COUNT, "expected 4 arguments, got 3: z is missing");
    run_fails(outputs, CUJIT_ARGS(CUJIT_POINTER(memory, (cujit_dtype)31, 4), CUJIT_POINTER(memory, (cujit_dtype)31, 4)),
              CUJIT_ERROR_ARGUMENT_TYPE, "argument 2 (z): 31 is no element type");
    run_fails(outputs, CUJIT_ARGS(f, CUJIT_POINTER(memory, (cujit_dtype)2000, 4)), CUJIT_ERROR_ARGUMENT_TYPE,
              "argument 2 (z): 2000 is no element type");
    run_fails(outputs, CUJIT_ARGS(CUJIT_POINTER(memory, (cujit_dtype)2000, 4), f), CUJIT_ERROR_ARGUMENT_TYPE,
              "argument 1 (x): 2000 is no element type");
    run_fails(outputs, CUJIT_ARGS(CUJIT_POINTER(memory, CUJIT_DTYPE_NONE, 4), f), CUJIT_ERROR_ARGUMENT_TYPE,
              "argument 1 (x): expected elements of type float");
    foreign = zeros(other, register_type(other, &pair_type), 4);
    run_fails(outputs, CUJIT_ARGS(foreign, foreign), CUJIT_ERROR_ARGUMENT_TYPE, "registered with another context");
}

/* long2 and longlong2 are one memory, and no conflict. */
TEST(names_of_one_type_agree)
{
    cujit_elementwise *copy = make_generic("const T *x, T *z", "z[i] = x[i]");
    const int64_t in[4] = {1, -2, 3, -4};
    cujit_array *x = upload(context, CUJIT_LONG2, 2, in), *z = zeros(context, CUJIT_LONGLONG2, 2);

    run_kernel(copy, CUJIT_ARGS(x, z));
    ck_assert_mem_eq(in, elements_of(z), sizeof in);
}

/* Buffers beside an array; a range, a slice, no elements, and memory that begins in the middle of a tile. */
TEST(bound_calls_are_calls)
{
    cujit_elementwise *kernel = make_generic("const T *x, T *z", "z[i] = x[i] + 1");
    const short in[ELEMENTS] = {10, 11, 12, 13, 14, 15, 16};
    cujit_array *x = upload(context, CUJIT_INT16, ELEMENTS, in), *z = zeros(context, CUJIT_INT16, ELEMENTS);
    cujit_array *nothing = zeros(context, CUJIT_INT16, 0);
    cujit_elementwise_options ranged = {.range = &(cujit_range){1, ELEMENTS, 2}};
    char *memory = cujit_array_data(z);
    short out[ELEMENTS];

    run_kernel(kernel, CUJIT_ARGS(x, CUJIT_OUT(out, sizeof out)));
    for (int k = 0; k < ELEMENTS; k++)
        expect(out[k] == in[k] + 1, "element %d: %d", k, out[k]);
    must(cujit_elementwise_run(kernel, &ranged, CUJIT_ARGS(x, z), &fault));
    expect_each(z, short, got == ((k % 2 == 1 ? in[k] + 1 : 0)));
    run_kernel(kernel, CUJIT_ARGS(CUJIT_POINTER(cujit_array_data(x), CUJIT_INT16, ELEMENTS - 1),
                                  CUJIT_POINTER(memory + 2, CUJIT_INT16, ELEMENTS - 1)));
    download(z, out);
    for (int k = 1; k < ELEMENTS; k++)
        expect(out[k] == in[k - 1] + 1, "element %d: %d", k, out[k]);
    run_kernel(kernel, CUJIT_ARGS(nothing, nothing));
    run_fails(kernel, CUJIT_ARGS(x, CUJIT_OUT(out, sizeof out - 1)), CUJIT_ERROR_ARGUMENT_SIZE,
              "are no whole number of elements of type short");
}

/* Views and coordinates need nothing of their own: they are the bound kernel's. */
TEST(bound_kernels_take_views)
{
    static const int in[6] = {0, 1, 2, 3, 4, 5};
    cujit_elementwise *copy = make_generic("const T *x, T *z", "z[i] = x[i]");
    cujit_elementwise *grid = make_generic("T *z", "z[i] = (T)(10 * i0 + i1)");
    cujit_array *x = upload(context, CUJIT_INT32, 6, in), *turned, *z;
    const size_t shape[] = {3, 2};
    const ptrdiff_t strides[] = {4, 12};
    const cujit_elementwise_options shaped = {.ndim = 2, .shape = shape};
    void *data;

    turned = view_at(context, CUJIT_INT32, 2, shape, strides, cujit_array_data(x));
    z = zeros_shape(context, CUJIT_INT32, 2, shape);
    run_kernel(copy, CUJIT_ARGS(turned, z));
    expect_each(z, int, got == k / 2 + 3 * (k % 2));
    z = zeros_shape(context, CUJIT_FLOAT32, 2, shape);
    run_kernel(grid, CUJIT_ARGS(z));
    expect_each(z, float, got == (float)(10 * (k / 2) + k % 2));
    data = cujit_array_data(z);
    refuse(cujit_elementwise_launch_prepared(grid, &shaped, 6, (void *[]){&data}, &fault), CUJIT_ERROR_INVALID_ARGUMENT,
           "prepared launch");
}

typedef struct job {
    const cujit_elementwise *kernel;
    cujit_array *x;
} job;

static void *run_job(void *user)
{
    const job *self = user;
    cujit_status status = CUJIT_OK;

    for (int round = 0; round < 20 && status == CUJIT_OK; round++)
        status = cujit_elementwise_run(self->kernel, NULL, CUJIT_ARGS(self->x), NULL);
    return status == CUJIT_OK ? NULL : user;
}

/* Threads that want the same binding, and others, at once. */
TEST(threads_share_bindings)
{
    static const cujit_dtype dtypes[] = {CUJIT_INT32, CUJIT_FLOAT32, CUJIT_INT32, CUJIT_UINT32,
                                         CUJIT_INT32, CUJIT_FLOAT32, CUJIT_INT32, CUJIT_UINT32};
    cujit_elementwise *kernel = make_generic("T *x", "x[i] = x[i] + 1");
    job jobs[COUNT(dtypes)];

    for (size_t k = 0; k < COUNT(dtypes); k++)
        jobs[k] = (job){kernel, zeros(context, dtypes[k], ELEMENTS)};
    run_threads(COUNT(dtypes), run_job, jobs, sizeof *jobs);
    for (size_t j = 0; j < COUNT(dtypes); j++) {
        if (dtypes[j] == CUJIT_FLOAT32)
            expect_each(jobs[j].x, float, got == 20);
        else
            expect_each(jobs[j].x, int, got == 20);
    }
}

/* ---- Names in the texts ------------------------------------------------------------------------------------------ */

/* Preambles may use the letter, and have templates with a parameter of that name. */
TEST(preambles_know_letters)
{
    static const char preamble[] = "__device__ T twice(T t) { return t + t; }\n"
                                   "template <typename T> __device__ T thrice(T t) { return 3 * t; }\n"
                                   "template <class U, int T> struct other { U values[T]; };\n";
    cujit_elementwise *kernel = kernel_with(context, .arguments = "T *x, const U *y",
                                            .operation = "int n_values = sizeof(other<char, 5>);\n"
                                                         "x[i] = twice(x[i]) + (T)thrice(y[i]) + n_values;",
                                            .preamble = preamble, .loop_prep = "T unused_here = 0; (void)unused_here;");
    const double x_in[2] = {1.25, 2};
    const int y_in[2] = {10, 20};
    cujit_array *x = upload(context, CUJIT_FLOAT64, 2, x_in), *y = upload(context, CUJIT_INT32, 2, y_in);

    run_kernel(kernel, CUJIT_ARGS(x, y));
    const double *out = elements_of(x);
    ck_assert_double_eq(out[0], 2.5 + 30 + 5);
    ck_assert_double_eq(out[1], 4 + 60 + 5);
}

enum { ARGUMENT = CUJIT_ERROR_INVALID_ARGUMENT, SIGNATURE = CUJIT_ERROR_SIGNATURE, SNIPPET = CUJIT_ERROR_SNIPPET };

static const struct {
    const char *arguments, *operation, *types, *preamble, *option;
    const char *place; /* "" where it is in no text */
    int status;
    const char *message;
} wrong[] = {
    {"float *x, T a", "", NULL, NULL, NULL, "arguments:1:11", SIGNATURE,
     "T is the type of no array, so that no call can say what it stands for"},
    {"T *x, U a", "", "T = float", NULL, NULL, "arguments:1:7", SIGNATURE, "U is the type of no array"},
    {"T *T", "", NULL, NULL, NULL, "arguments:1:4", SIGNATURE, "cannot be named 'T'"},
    {"float T, T *x", "", NULL, NULL, NULL, "arguments:1:7", SIGNATURE, "cannot be named 'T'"},
    {"T *x", "", NULL, "\n#define T float", NULL, "preamble:2:9", SNIPPET, "a macro must not be named 'T'"},
    {"T *x", "", NULL, NULL, "-DT=float", "", ARGUMENT,
     "-DT: T is a type in the argument signature and cannot be a macro"},
    {"T *x", "", NULL, NULL, "-DT(x)=x", "", ARGUMENT, "cannot be a macro"},
    {"T *x", "", "T = float", NULL, "-DT", "", ARGUMENT, "cannot be a macro"},
    {"T *x", "", "T = float,\n U = int", NULL, NULL, "types:2:2", SIGNATURE, "U is no type in the argument signature"},
    {"T *x", "", "T = flaot", NULL, NULL, "types:1:5", SIGNATURE, "T: unknown type 'flaot'; did you mean 'float'?"},
    {"T *x", "", "x = float", NULL, NULL, "types:1:1", SIGNATURE, "found 'x'"},
    /* All texts are looked at when the kernel is made. */
    {"T *x", "x[i] = (1", NULL, NULL, NULL, "operation:1:8", SNIPPET, ""},
    {"T *x, flaot a", "", NULL, NULL, NULL, "arguments:1:7", SIGNATURE, "unknown type"},
    {"t *x", "", NULL, NULL, NULL, "arguments:1:1", SIGNATURE, "one capital that stands for"}};

TEST_EACH(wrong_texts_are_refused, COUNT(wrong))
{
    const char *const options[] = {"-DTILE=3", wrong[_i].option, NULL};
    const cujit_elementwise_spec spec = {.arguments = wrong[_i].arguments,
                                         .operation = wrong[_i].operation,
                                         .types = wrong[_i].types,
                                         .preamble = wrong[_i].preamble,
                                         .options = options};
    cujit_elementwise *kernel = NULL;

    refuse_in(cujit_elementwise_create(context, &spec, &kernel, &fault), (cujit_status)wrong[_i].status,
              wrong[_i].place, wrong[_i].message);
    ck_assert_ptr_null(kernel);
}

/* A macro of a longer name is no letter, nor is one that is removed. */
TEST(other_macros_are_fine)
{
    cujit_elementwise *kernel = kernel_with(context, .arguments = "T *x", .operation = "x[i] = TWO + V",
                                            .options = (const char *const[]){"-DTWO=2", "-UT", "-DV=5", NULL});
    cujit_array *x = zeros(context, CUJIT_INT32, 3);

    run_kernel(kernel, CUJIT_ARGS(x));
    const int *out = elements_of(x);
    ck_assert_int_eq(out[2], 7);
}

/* An operation may suit some types only; the error says which it was, each time, and the others go on. */
TEST(compile_errors_name_the_binding)
{
    const cujit_elementwise_spec bad = {.arguments = "T *x", .operation = "x[i] = -x[i] + 1", .types = "T = double2"};
    cujit_elementwise *kernel = make_generic("T *x, const U *y", "x[i] = x[i] * y[i]"), *concrete = NULL;
    cujit_array *vectors = zeros(context, CUJIT_FLOAT4, 3), *reals = zeros(context, CUJIT_FLOAT32, 3);

    for (int round = 0; round < 2; round++) {
        ck_assert_int_eq(cujit_elementwise_run(kernel, NULL, CUJIT_ARGS(vectors, reals), &fault), CUJIT_ERROR_COMPILE);
        ck_assert_str_eq(fault.part, "operation");
        ck_assert_int_eq(fault.line, 1);
        refuse(CUJIT_ERROR_COMPILE, CUJIT_ERROR_COMPILE, "(with T = float4, U = float)");
        run_kernel(kernel, CUJIT_ARGS(reals, reals));
    }
    refuse(cujit_elementwise_create(context, &bad, &concrete, &fault), CUJIT_ERROR_COMPILE, "(with T = double2)");
}

/* Only when T is known can be said that it is too large for a scalar. */
TEST(bindings_can_be_too_large)
{
    cujit_type_spec type = {"large", "struct large { int values[10000]; };", 40000, 4};
    cujit_elementwise *kernel = make_generic("T a, T *x", "x[i] = a");
    static const int value[10000];
    cujit_array *x = zeros(context, register_type(context, &type), 2);

    run_fails(kernel, CUJIT_ARGS(CUJIT_VALUE(value), x), CUJIT_ERROR_SIGNATURE, "(with T = large)");
}

/* ---- Kernels with `types`, and without --------------------------------------------------------------------------- */

/* With `types` for all letters everything works that works without letters. */
TEST(types_make_kernels_concrete)
{
    cujit_elementwise_spec spec = {.arguments = "T a, const T *x, U *z",
                                   .operation = "z[i] = (U)(a * x[i])",
                                   .name = "scaled",
                                   .types = " T=float , U = unsigned long /* 64 bits */"};
    cujit_elementwise *kernel = make_kernel(context, &spec);
    const float in[3] = {1.5f, 2, 3};
    cujit_array *x = upload(context, CUJIT_FLOAT32, 3, in), *z = zeros(context, CUJIT_UINT64, 3);
    void *x_data = cujit_array_data(x), *z_data = cujit_array_data(z);
    cujit_report report;
    uint64_t out[3];
    float a = 2;
    char *source = NULL;

    ck_assert_uint_eq(cujit_elementwise_parameter_count(kernel), 3);
    ck_assert_str_eq(cujit_elementwise_get_parameter(kernel, 0)->type, "float");
    ck_assert_int_eq(cujit_elementwise_get_parameter(kernel, 2)->dtype, CUJIT_UINT64);
    ck_assert_str_eq(cujit_elementwise_get_parameter(kernel, 2)->type, "unsigned long");
    cujit_elementwise_get_report(kernel, &report);
    ck_assert_str_eq(report.name, "scaled");
    ck_assert_uint_gt(report.object_size, 0);
    ck_assert_int_ne(report.origin, 0);
    ck_assert_ptr_nonnull(strstr(report.source, "typedef float T;\ntypedef unsigned long U;\n"));
    must(cujit_elementwise_render(context, &spec, &source, &fault));
    ck_assert_ptr_nonnull(strstr(source, "typedef float T;"));
    cujit_free(source);
    must(cujit_elementwise_launch_prepared(kernel, NULL, 3, (void *[]){&a, &x_data, &z_data}, &fault));
    download(z, out);
    ck_assert_uint_eq(out[0], 3);
    ck_assert_uint_eq(out[2], 6);
    run_kernel(kernel, CUJIT_ARGS(3, CUJIT_IN(in, sizeof in), z));
    download(z, out);
    ck_assert_uint_eq(out[2], 9);
    run_fails(kernel, CUJIT_ARGS(3, z, z), CUJIT_ERROR_ARGUMENT_TYPE,
              "argument 2 (x): expected elements of type float");
}

/* Some letters by `types`, the others by arrays; and specs that differ in `types` only are different kernels. */
TEST(types_may_leave_letters_open)
{
    cujit_elementwise_spec spec = {.arguments = "const T *x, S a, U *z", .operation = "z[i] = (U)((S)x[i] / a)"};
    static const struct {
        const char *types;
        double expected;
    } cases[] = {{"S = int", 3}, {"S = double", 3.5}, {"S = int", 3}, {"S = float, T = int", 3.5}};
    const int in[2] = {7, 14};
    cujit_array *x = upload(context, CUJIT_INT32, 2, in), *z = zeros(context, CUJIT_FLOAT64, 2);
    cujit_array *doubles = zeros(context, CUJIT_FLOAT64, 2);

    for (size_t k = 0; k < COUNT(cases); k++) {
        cujit_elementwise *kernel;

        spec.types = cases[k].types;
        kernel = make_kernel(context, &spec);
        run_kernel(kernel, CUJIT_ARGS(x, 2, z));
        const double *out = elements_of(z);
        expect(out[0] == cases[k].expected && out[1] == 7, "%s: %g, %g", cases[k].types, out[0], out[1]);
        if (k == 3)
            run_fails(kernel, CUJIT_ARGS(doubles, 2, z), CUJIT_ERROR_ARGUMENT_TYPE, "expected elements of type int");
        else
            run_kernel(kernel, CUJIT_ARGS(doubles, 2, z));
    }
}

TEST(generic_kernels_can_be_looked_at)
{
    cujit_elementwise_spec spec = {.arguments = "T a, const T *x, float *z", .operation = "z[i] = a", .types = ""};
    cujit_elementwise *kernel = make_kernel(context, &spec);
    cujit_array *z = zeros(context, CUJIT_FLOAT32, 3);
    void *data = cujit_array_data(z);
    cujit_report report;
    char *source = NULL;
    float a = 1;

    ck_assert_uint_eq(cujit_elementwise_parameter_count(kernel), 3);
    for (int k = 0; k < 2; k++) {
        ck_assert_str_eq(cujit_elementwise_get_parameter(kernel, k)->type, "T");
        ck_assert_int_eq(cujit_elementwise_get_parameter(kernel, k)->dtype, CUJIT_DTYPE_NONE);
        ck_assert_uint_eq(cujit_elementwise_get_parameter(kernel, k)->size, 0);
    }
    ck_assert_int_eq(cujit_elementwise_get_parameter(kernel, 1)->pointer, 1);
    ck_assert_int_eq(cujit_elementwise_get_parameter(kernel, 2)->dtype, CUJIT_FLOAT32);
    cujit_elementwise_get_report(kernel, &report);
    ck_assert_str_eq(report.name, "elementwise");
    ck_assert_ptr_null(report.object);
    ck_assert_uint_eq(report.object_size, 0);
    ck_assert_int_eq(report.origin, 0);
    ck_assert_double_eq(report.compile_ms, 0);
    ck_assert_str_eq(report.log, "");
    ck_assert_ptr_nonnull(strstr(report.source, "(T a, const T *x, float *z, "));
    must(cujit_elementwise_render(context, &spec, &source, &fault));
    ck_assert_str_eq(source, report.source);
    ck_assert_ptr_nonnull(strstr(source, "/* T: "));
    ck_assert_ptr_null(strstr(source, "typedef"));
    cujit_free(source);
    refuse(cujit_elementwise_launch_prepared(kernel, NULL, 3, (void *[]){&a, &data, &data}, &fault),
           CUJIT_ERROR_INVALID_ARGUMENT, "give \"T = ...\" in the kernel's `types`");
    refuse(cujit_elementwise_launch_prepared(kernel, &(cujit_elementwise_options){.slice = &(cujit_slice){0, 2, 1}}, 3,
                                             (void *[]){&a, &data, &data}, &fault),
           CUJIT_ERROR_INVALID_ARGUMENT, "prepared launch");
}
