/*
 * test_module_arguments.c: what a checked launch of a module's kernel refuses, and what a kernel tells of itself.
 */
#include "tests/kernels.h"

#include <stdio.h>

/* ---- Arguments --------------------------------------------------------------------------------------------------- */

static const char typed[] =
    "struct pair { int a, b; };\n"
    "typedef double real;\ntypedef int T;\n" /* a template's T is another */
    "__global__ void k(float *x, const int *y, void *z, float f, double d, int i, unsigned u, long long l, char c,\n"
    "                  bool t, float2 v, pair p, real r, pair *q)\n"
    "{\n"
    "    x[0] = f + (float)d + (float)i + (float)u + (float)l + (float)c + (t ? 1.0f : 0.0f) + v.x + v.y + (float)p.a +\n"
    "           (float)p.b + (float)r + (float)y[0] + (q != 0 ? 1.0f : 0.0f) + (z != 0 ? 1.0f : 0.0f);\n"
    "}\n"
    "__global__ void none() {}\n"
    "template <typename T> __global__ void instance(T *x, T value, int n, float f) { x[n] = value + (T)f; }\n";

typedef struct pair {
    int a, b;
} pair;

enum { TYPED = 14 };

CONTEXT_FOR_EACH_CASE

/* The kernel, and arguments that fit. */
static cujit_function *make_typed(cujit_arg args[TYPED])
{
    static const float v[2] = {8, 9};
    static const pair p = {10, 11};
    cujit_array *x = zeros(context, CUJIT_FLOAT32, 1), *y = zeros(context, CUJIT_INT32, 1);
    const cujit_arg right[TYPED] = {
        cujit_arg_array(x),  cujit_arg_array(y),  CUJIT_ADDRESS(cujit_array_data(x)),
        CUJIT_ARG(1.0f),     CUJIT_ARG(2.0),      CUJIT_ARG(3),
        CUJIT_ARG(4u),       CUJIT_ARG(5ll),      CUJIT_ARG((char)6),
        CUJIT_ARG((_Bool)1), CUJIT_VALUE(v),      CUJIT_VALUE(p),
        CUJIT_ARG(7.0),      CUJIT_ADDRESS(NULL),
    };

    memcpy(args, right, sizeof right);
    return function_of(make_source(context, typed), "k");
}

static void try_right(cujit_function *function, cujit_arg args[TYPED])
{
    launch_function(function, (cujit_launch){.block = {1}}, (cujit_args){args, TYPED});
    expect_elements(args[0].value.array, float, 1 + 2 + 3 + 4 + 5 + 6 + 1 + 8 + 9 + 10 + 11 + 7 + 0 + 0 + 1);
}

/* What does not fit in one place. */
typedef struct wrong_argument {
    size_t index;
    cujit_arg arg;
    cujit_status status;
    const char *words[3]; /* in the message */
} wrong_argument;

static void try_wrong(cujit_function *function, const cujit_arg right[TYPED], const wrong_argument *wrong)
{
    cujit_arg args[TYPED];

    memcpy(args, right, sizeof args);
    args[wrong->index] = wrong->arg;
    refuse(cujit_function_launch(function, &(cujit_launch){.block = {1}}, (cujit_args){args, TYPED}, &fault),
           wrong->status, wrong->words[0], wrong->words[1], wrong->words[2]);
}

TEST(arguments_are_compared_with_the_declaration)
{
    char one = 0;
    double zero = 0;
    float four[4] = {0};
    cujit_arg right[TYPED];
    cujit_function *function = make_typed(right);
    const cujit_array *x = right[0].value.array, *y = right[1].value.array;
    const pair p = {1, 2};
    const wrong_argument wrong[] = {
        {0, cujit_arg_array(y), CUJIT_ERROR_ARGUMENT_TYPE, {"(x)", "float", "int32"}},
        {0, cujit_arg_array(NULL), CUJIT_ERROR_INVALID_ARGUMENT, {"(x)", "NULL"}},
        {0, CUJIT_ARG(1.0f), CUJIT_ERROR_ARGUMENT_TYPE, {"(x)", "float *x", "pointer"}},
        {0, CUJIT_VALUE(p), CUJIT_ERROR_ARGUMENT_TYPE, {"(x)", "CUJIT_ADDRESS"}},
        {0, CUJIT_POINTER(cujit_array_data(x), CUJIT_FLOAT64, 1), CUJIT_ERROR_ARGUMENT_TYPE, {"(x)", "float64"}},
        {0, CUJIT_POINTER(NULL, CUJIT_FLOAT32, 1), CUJIT_ERROR_INVALID_ARGUMENT, {"(x)", "NULL"}},
        {0, CUJIT_ADDRESS((char *)cujit_array_data(x) + 2), CUJIT_ERROR_INVALID_ARGUMENT, {"(x)", "float", "4 bytes"}},
        {0, CUJIT_IN(NULL, 4), CUJIT_ERROR_INVALID_ARGUMENT, {"(x)", "NULL"}},
        {0, CUJIT_INOUT(&one, 1), CUJIT_ERROR_ARGUMENT_SIZE, {"(x)", "float"}},
        {1, CUJIT_OUT(four, sizeof four), CUJIT_ERROR_ARGUMENT_TYPE, {"(y)", "const"}},
        {1, CUJIT_INOUT(four, sizeof four), CUJIT_ERROR_ARGUMENT_TYPE, {"(y)", "const"}},
        {2, CUJIT_ARG(0), CUJIT_ERROR_ARGUMENT_TYPE, {"(z)", "void *z", "an int"}},
        {2, cujit_arg_array(NULL), CUJIT_ERROR_INVALID_ARGUMENT, {"(z)", "NULL"}},
        {3, CUJIT_ARG(1e39), CUJIT_ERROR_ARGUMENT_VALUE, {"(f)", "1e+39", "float"}},
        {3, cujit_arg_complex_parts(1, 2), CUJIT_ERROR_ARGUMENT_TYPE, {"(f)", "float", "a complex number"}},
        {3, cujit_arg_array(x), CUJIT_ERROR_ARGUMENT_TYPE, {"(f)", "float", "array"}},
        {3, CUJIT_ADDRESS(&one), CUJIT_ERROR_ARGUMENT_TYPE, {"(f)", "CUJIT_ADDRESS"}},
        {3, CUJIT_IN(four, 4), CUJIT_ERROR_ARGUMENT_TYPE, {"(f)", "CUJIT_IN"}},
        {3, CUJIT_VALUE(p), CUJIT_ERROR_ARGUMENT_SIZE, {"(f)", "4 bytes", "8"}},
        {5, CUJIT_ARG(2147483648u), CUJIT_ERROR_ARGUMENT_VALUE, {"(i)", "2147483648", "int"}},
        {5, CUJIT_ARG(-2147483649ll), CUJIT_ERROR_ARGUMENT_VALUE, {"(i)", "-2147483649", "int"}},
        {5, CUJIT_ARG(2.5), CUJIT_ERROR_ARGUMENT_VALUE, {"(i)", "2.5", "int"}},
        {5, CUJIT_ARG(0.0 / zero), CUJIT_ERROR_ARGUMENT_VALUE, {"(i)", "nan", "int"}},
        {5, cujit_arg_complex_parts(1, 2), CUJIT_ERROR_ARGUMENT_TYPE, {"(i)", "a complex number"}},
        {6, CUJIT_ARG(-1), CUJIT_ERROR_ARGUMENT_VALUE, {"(u)", "-1", "unsigned int"}},
        {7, CUJIT_ARG(1ull << 63), CUJIT_ERROR_ARGUMENT_VALUE, {"(l)", "9223372036854775808", "long long"}},
        {7, CUJIT_ARG(9223372036854775808.0), CUJIT_ERROR_ARGUMENT_VALUE, {"(l)", "long long"}},
        {8, CUJIT_ARG(200), CUJIT_ERROR_ARGUMENT_VALUE, {"(c)", "200", "char"}},
        {9, CUJIT_ARG(1.0), CUJIT_ERROR_ARGUMENT_TYPE, {"(t)", "bool", "a floating point number"}},
        {10, CUJIT_ARG(1.0f), CUJIT_ERROR_ARGUMENT_TYPE, {"(v)", "float2", "CUJIT_VALUE"}},
        {10, CUJIT_VALUE(one), CUJIT_ERROR_ARGUMENT_SIZE, {"(v)", "8 bytes", "1"}},
        {11, CUJIT_VALUE(four), CUJIT_ERROR_ARGUMENT_SIZE, {"(p)", "8 bytes", "16"}},
        {11, CUJIT_ARG(1), CUJIT_ERROR_ARGUMENT_SIZE, {"(p)", "pair p", "an integer of 4"}},
        {12, CUJIT_ADDRESS(NULL), CUJIT_ERROR_ARGUMENT_TYPE, {"(r)", "double", "CUJIT_ADDRESS"}},
        {13, CUJIT_ARG(1), CUJIT_ERROR_ARGUMENT_TYPE, {"(q)", "pair *q", "an int"}},
        {5, {.kind = (cujit_arg_kind)99}, CUJIT_ERROR_ARGUMENT_TYPE, {"(i)"}},
        {11, {.kind = (cujit_arg_kind)0}, CUJIT_ERROR_ARGUMENT_TYPE, {"(p)"}},
    };

    for (size_t k = 0; k < COUNT(wrong); k++)
        try_wrong(function, right, &wrong[k]);
    try_right(function, right);
}

TEST(arguments_are_converted)
{
    const cujit_arg others[] = {CUJIT_ARG(1),  CUJIT_ARG(2.0f), CUJIT_ARG(3.0), CUJIT_ARG((short)4),
                                CUJIT_ARG(5u), CUJIT_ARG(6ull), CUJIT_ARG(7)}; /* C's true is an int */
    cujit_arg right[TYPED];
    cujit_function *function = make_typed(right);

    memcpy(&right[3], others, sizeof others);
    right[12] = others[6]; /* `real` is a double */
    try_right(function, right);
}

/* What CUDA says of the parameters of `typed`, and what the host finds out. */
TEST(parameters_are_known)
{
    static const cujit_function_parameter expected[TYPED] = {
        {"x", "float *x", CUJIT_FLOAT32, 8, 0, 1, 0},    {"y", "const int *y", CUJIT_INT32, 8, 8, 1, 1},
        {"z", "void *z", CUJIT_DTYPE_NONE, 8, 16, 1, 0}, {"f", "float f", CUJIT_FLOAT32, 4, 24, 0, 0},
        {"d", "double d", CUJIT_FLOAT64, 8, 32, 0, 0},   {"i", "int i", CUJIT_INT32, 4, 40, 0, 0},
        {"u", "unsigned u", CUJIT_UINT32, 4, 44, 0, 0},  {"l", "long long l", CUJIT_INT64, 8, 48, 0, 0},
        {"c", "char c", CUJIT_INT8, 1, 56, 0, 0},        {"t", "bool t", CUJIT_BOOL, 1, 57, 0, 0},
        {"v", "float2 v", CUJIT_FLOAT2, 8, 64, 0, 0},    {"p", "pair p", CUJIT_DTYPE_NONE, 8, 72, 0, 0},
        {"r", "real r", CUJIT_FLOAT64, 8, 80, 0, 0},     {"q", "pair *q", CUJIT_DTYPE_NONE, 8, 88, 1, 0},
    };
    cujit_module *module = make_source(context, typed);
    cujit_function *function = function_of(module, "k");

    for (size_t k = 0; k < TYPED; k++) {
        const cujit_function_parameter *found = cujit_function_get_parameter(function, k), *right = &expected[k];
        /* the layout of a struct that only the device knows ends what the host knows of offsets */
        const bool unknown = k > 10 && found->offset == SIZE_MAX && !on_gpu(context);

        ck_assert_str_eq(found->name, right->name);
        ck_assert_str_eq(found->text, right->text);
        ck_assert_msg(found->dtype == right->dtype && found->size == right->size && found->pointer == right->pointer &&
                          found->is_const == right->is_const,
                      "%s", right->text);
        ck_assert_msg(unknown || found->offset == right->offset, "%s: %zu", right->text, found->offset);
    }
    ck_assert_ptr_null(cujit_function_get_parameter(function, TYPED));
    ck_assert_ptr_null(cujit_function_get_parameter(function_of(module, "none"), 0));
    ck_assert_ptr_null(cujit_function_get_parameter(NULL, 0));
}

TEST(arguments_are_counted)
{
    cujit_module *module = make_source(context, typed);
    const cujit_launch one = {.block = {1}};

    launch_function(function_of(module, "none"), one, CUJIT_NO_ARGS);
    refuse(cujit_function_launch(function_of(module, "none"), &one, CUJIT_ARGS(1), &fault), CUJIT_ERROR_ARGUMENT_COUNT,
           "\"none\" takes 0 arguments");
    refuse(cujit_function_launch(function_of(module, "k"), &one, CUJIT_ARGS(1.0f, 2), &fault),
           CUJIT_ERROR_ARGUMENT_COUNT, "takes 14 arguments (float *x, const int *y, void *z, float f", "got 2");
    refuse(cujit_function_launch(function_of(module, "none"), &one, (cujit_args){NULL, 3}, &fault),
           CUJIT_ERROR_INVALID_ARGUMENT, NULL);
}

TEST(arguments_of_a_template_are_checked_where_they_are_known)
{
    static const char *const expressions[] = {"instance<double>", NULL};
    cujit_module *module = module_with(context, .source = typed, .name_expressions = expressions);
    cujit_function *function = function_of(module, "instance<double>");
    cujit_array *x = zeros(context, CUJIT_FLOAT64, 2);
    const cujit_launch one = {.block = {1}};

    launch_function(function, one, CUJIT_ARGS(x, 1.5, 1, 2.0f));
    const double *values = elements_of(x);
    ck_assert_double_eq(values[1], 3.5);
    refuse(cujit_function_launch(function, &one, CUJIT_ARGS(x, 1.5f, 1, 2.0f), &fault), CUJIT_ERROR_ARGUMENT_SIZE,
           "(value)");
    refuse(cujit_function_launch(function, &one, CUJIT_ARGS(x, 1.5, 1, -1e40), &fault), CUJIT_ERROR_ARGUMENT_VALUE,
           "(f)");
}

/* Neither of parameters without names, nor of those of which only the size is known, is there more to say. */
TEST(arguments_without_names_are_checked)
{
    const struct {
        size_t index;
        cujit_arg arg;
        cujit_status status;
        const char *words;
    } wrong[] = {
        {0, CUJIT_ARG(1), CUJIT_ERROR_ARGUMENT_TYPE, "argument 1: the kernel takes a pointer (float *), got an int"},
        {1, CUJIT_ARG(2.5), CUJIT_ERROR_ARGUMENT_VALUE, "argument 2: 2.5 does not fit into int"},
        {1, CUJIT_VALUE("long"), CUJIT_ERROR_ARGUMENT_SIZE, "argument 2: a int has 4 bytes"},
        {2, CUJIT_ARG(1.0), CUJIT_ERROR_ARGUMENT_SIZE,
         "argument 3: the kernel takes 4 bytes there (twice), got a floa"},
        {2, CUJIT_ADDRESS(NULL), CUJIT_ERROR_ARGUMENT_SIZE,
         "argument 3: the kernel takes 4 bytes there (twice), got a"},
        {2, {.kind = CUJIT_ARG_VALUE, .size = 4}, CUJIT_ERROR_INVALID_ARGUMENT, "argument 3: the address of the CUJIT"},
        {3, CUJIT_ARG(1), CUJIT_ERROR_ARGUMENT_SIZE, "argument 4: the kernel takes 8 bytes there (memory), got an int"},
    };
    cujit_module *module = make_source(context,
                                       "#if __cplusplus > 1\ntypedef float twice;\n#else\ntypedef int twice;\n#endif\n"
                                       "// using whole = float;\nstruct a { typedef float whole; };\n"
                                       "typedef float *memory; using whole = signed int;\n"
                                       "__global__ void k(float *, whole, twice, memory) {}");
    cujit_function *function = function_of(module, "k");
    cujit_array *x = zeros(context, CUJIT_FLOAT32, 1);
    float y = 0;

    for (size_t k = 0; k < COUNT(wrong); k++) {
        cujit_arg args[] = {cujit_arg_array(x), CUJIT_ARG(1), CUJIT_ARG(1.0f), CUJIT_INOUT(&y, sizeof y)};

        launch_function(function, (cujit_launch){.block = {1}}, (cujit_args){args, COUNT(args)});
        args[wrong[k].index] = wrong[k].arg;
        refuse(cujit_function_launch(function, &(cujit_launch){.block = {1}}, (cujit_args){args, COUNT(args)}, &fault),
               wrong[k].status, wrong[k].words);
    }
}

TEST(arguments_beyond_the_usual_number)
{
    enum { MANY = 100 };
    cujit_arg args[MANY + 1];
    char source[8000];
    size_t used = (size_t)snprintf(source, sizeof source, "__global__ void k(int *x");
    cujit_module *module;
    int sum = 0;

    args[0] = CUJIT_OUT(&sum, sizeof sum);
    for (int k = 0; k < MANY; k++) {
        used += (size_t)snprintf(source + used, sizeof source - used, ", int a%d", k);
        args[k + 1] = CUJIT_ARG(k);
    }
    used += (size_t)snprintf(source + used, sizeof source - used, ") { x[0] = 0");
    for (int k = 0; k < MANY; k++)
        used += (size_t)snprintf(source + used, sizeof source - used, " + a%d", k);
    snprintf(source + used, sizeof source - used, "; }");
    module = make_source(context, source);
    launch_block(module, "k", 1, (cujit_args){args, MANY + 1});
    ck_assert_int_eq(sum, MANY * (MANY - 1) / 2);
}

/* ---- Limits ------------------------------------------------------------------------------------------------------ */

TEST(launch_beyond_the_limits_says_which)
{
    static const struct {
        cujit_launch shape;
        const char *words[2];
    } cases[] = {
        {{.block = {2048}}, {"2048", "1024"}},
        {{.block = {32, 64}}, {"32 x 64 x 1", "1024"}},
        {{.block = {1, 1, 65}}, {"block", "in z"}},
        {{.block = {1, 4096}}, {"block", "in y"}},
        {{.block = {0xffffffff, 0xffffffff, 0xffffffff}}, {"block", "in x"}},
        {{.grid = {1, 70000}, .block = {1}}, {"grid", "65535 in y"}},
        {{.grid = {1, 1, 70000}, .block = {1}}, {"grid", "65535 in z"}},
        {{.block = {1}, .shared_bytes = (size_t)64 << 20}, {"shared", "for a block"}},
        {{.block = {1}, .shared_bytes = SIZE_MAX}, {"shared", "for a block"}},
    };
    cujit_module *module = make_source(context, "__global__ void k(int *x) { if (x) x[0] = 1; }");
    cujit_function *function = function_of(module, "k");

    for (size_t k = 0; k < COUNT(cases); k++)
        refuse(cujit_function_launch(function, &cases[k].shape, CUJIT_ARGS(CUJIT_ADDRESS(NULL)), &fault),
               CUJIT_ERROR_LAUNCH, "\"k\"", cases[k].words[0], cases[k].words[1]);
    launch_function(function, (cujit_launch){.grid = {0}}, CUJIT_ARGS(CUJIT_ADDRESS(NULL))); /* zeros count as 1 */
}

TEST(function_tells_what_it_needs)
{
    cujit_module *module = make_source(context,
                                       "__global__ void k(int *x, float a) { extern __shared__ char memory[];\n"
                                       "    memory[threadIdx.x] = (char)a; x[threadIdx.x] = memory[threadIdx.x]; }\n");
    cujit_function *function = function_of(module, "k");
    cujit_function_info info;
    unsigned threads = 0, blocks = 0;
    int resident = 0;
    int x[64];

    must(cujit_function_get_info(function, &info, &fault));
    ck_assert_int_eq(info.max_threads_per_block, 1024);
    ck_assert_int_eq(info.parameter_count, 2);
    if (on_gpu(context))
        ck_assert_int_gt(info.registers, 0);
    must(cujit_function_occupancy(function, 128, 0, &resident, &fault));
    ck_assert_int_ge(resident, 1);
    must(cujit_function_best_block(function, 0, &threads, &blocks, &fault));
    ck_assert(threads >= 1 && threads <= 1024 && blocks >= 1);
    must(cujit_function_best_block(function, 0, &threads, NULL, &fault));
    must(cujit_function_allow_shared(function, 64 << 10, &fault));
    launch_function(function, (cujit_launch){.block = {64}, .shared_bytes = 64 << 10},
                    CUJIT_ARGS(CUJIT_OUT(x, sizeof x), 7.0f));
    ck_assert_int_eq(x[63], 7);
    refuse(cujit_function_allow_shared(function, (size_t)1 << 40, &fault), CUJIT_ERROR_LAUNCH, NULL);
    ck_assert_int_eq(cujit_function_occupancy(function, 0, 0, &resident, &fault), CUJIT_ERROR_INVALID_ARGUMENT);
    ck_assert_int_eq(cujit_function_occupancy(function, 1, 0, NULL, &fault), CUJIT_ERROR_INVALID_ARGUMENT);
    ck_assert_int_eq(cujit_function_best_block(function, 0, NULL, NULL, &fault), CUJIT_ERROR_INVALID_ARGUMENT);
    refuse(cujit_function_get_info(function, NULL, &fault), CUJIT_ERROR_INVALID_ARGUMENT, NULL);
}

TEST(cooperative_launch_needs_a_gpu)
{
    cujit_module *module = make_source(context, "__global__ void k(int *x) { x[blockIdx.x] = 1; }");
    int x[2] = {0};
    cujit_status status = cujit_function_launch(function_of(module, "k"),
                                                &(cujit_launch){.grid = {2}, .block = {1}, .cooperative = 1},
                                                CUJIT_ARGS(CUJIT_INOUT(x, sizeof x)), &fault);

    ck_assert_int_eq(status, on_gpu(context) ? CUJIT_OK : CUJIT_ERROR_UNSUPPORTED);
    ck_assert_int_eq(x[0] + x[1], on_gpu(context) ? 2 : 0);
}
