/*
 * test_module.c: modules through the public header: kernels and globals by name, launches, headers, the cache, loading
 * what was made before. Their checks: test_module_arguments.c.
 */
#include "tests/kernels.h"

#include <stdio.h>

static cujit_origin origin_of(const cujit_module *module)
{
    cujit_report report;

    cujit_module_get_report(module, &report);
    return report.origin;
}

/* ---- Launching --------------------------------------------------------------------------------------------------- */

CONTEXT_FOR_EACH_CASE

static const char everything[] = "namespace outer { namespace inner {\n"
                                 "template <typename T> __global__ void fill(T *x, T value, int n) {\n"
                                 "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                                 "    if (i < n) x[i] = value; }\n"
                                 "__global__ void twice(int *x) { x[threadIdx.x] *= 2; } } }\n"
                                 "__device__ int helper(int x) { return x + 1; }\n"
                                 "__global__ void next(int *x) { x[threadIdx.x] = helper(x[threadIdx.x]); }\n"
                                 "extern \"C\" __global__ void plain(int *x) { x[threadIdx.x] -= 1; }\n";

TEST(module_finds_kernels_by_every_kind_of_name)
{
    static const char *const expressions[] = {"outer::inner::fill<float>", "outer :: inner::fill< int >", NULL};
    cujit_module *module = module_with(context, .source = everything, .name = "all", .name_expressions = expressions);
    cujit_function *fill = function_of(module, "outer::inner::fill<int>");
    cujit_array *x = zeros(context, CUJIT_INT32, 8);

    ck_assert_ptr_eq(fill, function_of(module, " outer::inner::fill < int > "));
    ck_assert_ptr_eq(function_of(module, "twice"), function_of(module, "outer::inner::twice"));
    launch_function(fill, (cujit_launch){.grid = {2}, .block = {4}}, CUJIT_ARGS(x, 5, 7));
    launch_block(module, "twice", 8, CUJIT_ARGS(x));
    launch_block(module, "next", 8, CUJIT_ARGS(x));
    launch_block(module, "plain", 8, CUJIT_ARGS(x));
    expect_each(x, int, got == (k < 7 ? 10 : 0));
    ck_assert_uint_eq(cujit_module_function_count(module), 5);
    ck_assert_str_eq(cujit_module_function_name(module, 0), "outer::inner::twice");
    ck_assert_str_eq(cujit_module_function_name(module, 4), "outer::inner::fill<int>");
    ck_assert_ptr_null(cujit_module_function_name(module, 5));
}

/* The source itself asks for the instance. */
TEST(module_finds_explicit_instantiations)
{
    cujit_module *module = make_source(context,
                                       "template <typename T> __global__ void fill(T *x, T value) { *x = value; }\n"
                                       "template __global__ void fill<short>(short *x, short value);\n");
    short x = 0;

    ck_assert_str_eq(cujit_module_function_name(module, 0), "fill<short>");
    launch_block(module, "fill<short>", 1, CUJIT_ARGS(CUJIT_OUT(&x, sizeof x), (short)5));
    ck_assert_int_eq(x, 5);
}

TEST(module_launches_in_three_dimensions)
{
    enum { COUNT = 2 * 3 * 4 * 5 * 3 * 2 };
    cujit_module *module = make_source(
        context, "__global__ void index(unsigned *x) {\n"
                 "    unsigned block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;\n"
                 "    unsigned thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;\n"
                 "    unsigned size = blockDim.x * blockDim.y * blockDim.z;\n"
                 "    x[block * size + thread] = block * 1000 + thread; }\n");
    cujit_array *x = zeros(context, CUJIT_UINT32, COUNT);

    launch_function(function_of(module, "index"), (cujit_launch){.grid = {2, 3, 4}, .block = {5, 3, 2}}, CUJIT_ARGS(x));
    expect_each(x, unsigned, got == (unsigned)(k / 30 * 1000 + k % 30));
}

TEST(module_shares_memory_in_a_block)
{
    cujit_module *module = make_source(
        context,
        "__global__ void fixed(int *x) { __shared__ int tile[64]; tile[threadIdx.x] = x[threadIdx.x];\n"
        "    __syncthreads(); x[threadIdx.x] = tile[blockDim.x - 1 - threadIdx.x]; }\n"
        "__global__ void dynamic(int *x) { extern __shared__ int moving[]; moving[threadIdx.x] = x[threadIdx.x];\n"
        "    __syncthreads(); x[threadIdx.x] = moving[blockDim.x - 1 - threadIdx.x] + 1; }\n");
    cujit_array *x;
    int values[64];

    for (int k = 0; k < 64; k++)
        values[k] = k;
    x = upload(context, CUJIT_INT32, 64, values);
    launch_block(module, "fixed", 64, CUJIT_ARGS(x));
    expect_each(x, int, got == 63 - k);
    launch_function(function_of(module, "dynamic"), (cujit_launch){.block = {64}, .shared_bytes = sizeof values},
                    CUJIT_ARGS(x));
    expect_each(x, int, got == k + 1);
}

TEST(module_launches_prepared)
{
    cujit_module *module = make_source(context, "__global__ void k(float *x, float a) { x[threadIdx.x] *= a; }");
    float values[4] = {1, 2, 3, 4}, factor = 2;
    cujit_array *x = upload(context, CUJIT_FLOAT32, 4, values);
    void *address = cujit_array_data(x), *row[] = {&address, &factor};

    must(cujit_function_launch_prepared(function_of(module, "k"), &(cujit_launch){.block = {4}}, row, &fault));
    expect_each(x, float, got == 2 * (float)(k + 1));
}

/* ---- Globals ----------------------------------------------------------------------------------------------------- */

TEST(globals_are_written_and_read)
{
    cujit_module *module = make_source(context, "__constant__ float factor[2];\n"
                                                "__device__ int calls = 40;\n"
                                                "__global__ void k(float *x) { x[threadIdx.x] = factor[threadIdx.x];\n"
                                                "    if (threadIdx.x == 0) calls += 2; }\n");
    const float factors[2] = {1.5f, 2.5f};
    float x[2];
    void *address = NULL;
    size_t size = 0;
    int calls = 0;

    must(cujit_module_write_global(module, "factor", factors, sizeof factors, &fault));
    launch_block(module, "k", 2, CUJIT_ARGS(CUJIT_OUT(x, sizeof x)));
    ck_assert(x[0] >= 1.5f && x[0] <= 1.5f && x[1] >= 2.5f && x[1] <= 2.5f);
    must(cujit_module_read_global(module, "calls", &calls, sizeof calls, &fault));
    ck_assert_int_eq(calls, 42);
    must(cujit_module_global(module, "factor", &address, &size, &fault));
    ck_assert_uint_eq(size, sizeof factors);
    ck_assert_ptr_nonnull(address);
    must(cujit_module_global(module, "calls", &address, NULL, &fault));
    refuse(cujit_module_write_global(module, "factor", factors, 4, &fault), CUJIT_ERROR_ARGUMENT_SIZE, "8 bytes");
    ck_assert_int_eq(cujit_module_read_global(module, "calls", NULL, 4, &fault), CUJIT_ERROR_INVALID_ARGUMENT);
    ck_assert_int_eq(cujit_module_read_global(module, "nothing", &calls, 4, &fault), CUJIT_ERROR_NOT_FOUND);
    ck_assert_int_eq(cujit_module_global(module, "", &address, &size, &fault), CUJIT_ERROR_NOT_FOUND);
    ck_assert_int_eq(cujit_module_global(module, NULL, &address, &size, &fault), CUJIT_ERROR_INVALID_ARGUMENT);
    ck_assert_int_eq(cujit_module_global(module, "calls", NULL, &size, &fault), CUJIT_ERROR_INVALID_ARGUMENT);
    refuse(cujit_module_global(NULL, "calls", &address, &size, &fault), CUJIT_ERROR_INVALID_ARGUMENT, NULL);
}

/* Two modules of one source do not see each other's variables, however those are declared. */
static const char *const lasting_rows[] = {
    "__device__ int n;",
    "__device__ __align__(8) int n = 0;",
    "__device__ int n(0);",
    "__device__ decltype(1) n;",
    "#define DEV __device__\nDEV int n;",
    "FROM_OPTION int n;",
    "template <int K> struct S { int v; };\n__device__ S<sizeof(int)> s;\n#define n s.v",
    "__device__ int before(int x) { return x; }\n__device__ int n;",
};

TEST_EACH(modules_with_variables_are_not_shared, COUNT(lasting_rows))
{
    static const char *const options[] = {"-DFROM_OPTION=__device__", NULL};
    cujit_module *one, *other;
    char source[600];
    int x = 0;

    snprintf(source, sizeof source, "%s\nextern \"C\" __global__ void k(int *x) { *x = ++n; }\n", lasting_rows[_i]);
    one = module_with(context, .source = source, .options = options);
    other = module_with(context, .source = source, .options = options);
    for (int k = 1; k <= 3; k++) {
        launch_block(one, "k", 1, CUJIT_ARGS(CUJIT_OUT(&x, sizeof x)));
        expect(x == k, "%s: %d", source, x);
    }
    launch_block(other, "k", 1, CUJIT_ARGS(CUJIT_OUT(&x, sizeof x)));
    expect(x == 1, "%s: %d", source, x);
    cujit_module_free(one);
    launch_block(other, "k", 1, CUJIT_ARGS(CUJIT_OUT(&x, sizeof x)));
    expect(x == 2, "%s: %d", source, x);
}

TEST(modules_without_variables_are_shared)
{
    static const char source[] = "__device__ int twice(int x) { return 2 * x; }\n"
                                 "static __device__ __forceinline__ int thrice(int x) { return 3 * x; }\n"
                                 "__global__ void k(int *x) { __shared__ int s; s = 1; *x = twice(s) + thrice(s); }\n";

    make_source(context, source);
    ck_assert_int_eq(origin_of(make_source(context, source)), CUJIT_ORIGIN_MEMORY);
}

TEST(variable_may_be_the_first_name_expression)
{
    static const char *const expressions[] = {"&ns::c", "k<int>", NULL};
    cujit_module *module = module_with(context,
                                       .source = "namespace ns { __device__ int c; }\n"
                                                 "template <class T> __global__ void k(T *x) { *x = ns::c; }\n",
                                       .name_expressions = expressions);
    const int seven = 7;
    int x = 0;

    must(cujit_module_write_global(module, "ns::c", &seven, sizeof seven, &fault));
    launch_block(module, "k<int>", 1, CUJIT_ARGS(CUJIT_OUT(&x, sizeof x)));
    ck_assert_int_eq(x, 7);
}

/* ---- Making ------------------------------------------------------------------------------------------------------ */

TEST(module_comes_from_memory_disk_or_compiler)
{
    static const char source[] = "__global__ void k(int *x) { x[0] = 4711; }\n";
    cujit_context *first = cj_test_context(), *second;
    cujit_module *module = make_source(first, source), *again = make_source(first, source), *third;
    cujit_report report;

    ck_assert_int_eq(origin_of(module), CUJIT_ORIGIN_COMPILER);
    ck_assert_int_eq(origin_of(again), CUJIT_ORIGIN_MEMORY);
    ck_assert_ptr_eq(function_of(module, "k"), function_of(again, "k"));
    second = cj_test_context();
    third = make_source(second, source);
    ck_assert_int_eq(origin_of(third), CUJIT_ORIGIN_DISK);
    cujit_module_get_report(third, &report);
    ck_assert_str_eq(report.name, "module");
    ck_assert_str_eq(report.source, source);
    ck_assert_str_ne(report.architecture, "");
    ck_assert_uint_gt(report.object_size, 0);
    cujit_context_free(first); /* before what was made with it */
    cujit_module_free(module);
    launch_block(again, "k", 1, CUJIT_ARGS(CUJIT_OUT(&(int){0}, sizeof(int))));
    cujit_module_free(again);
    launch_block(third, "k", 1, CUJIT_ARGS(CUJIT_OUT(&(int){0}, sizeof(int))));
}

TEST(module_options_and_expressions_make_another)
{
    static const char source[] = "template <int N> __global__ void k(int *x) { x[0] = N * SCALE; }\n";
    static const char *const options[2][2] = {{"-DSCALE=2", NULL}, {"-DSCALE=3", NULL}};
    static const char *const expressions[2][3] = {{"k<1>", NULL, NULL}, {"k<1>", "k<2>", NULL}};

    for (size_t k = 0; k < 4; k++) {
        cujit_module *module = module_with(context, .source = source, .options = options[k % 2],
                                           .name_expressions = expressions[k / 2]);
        int x = 0;

        ck_assert_int_eq(origin_of(module), CUJIT_ORIGIN_COMPILER);
        launch_block(module, "k<1>", 1, CUJIT_ARGS(CUJIT_OUT(&x, sizeof x)));
        ck_assert_int_eq(x, 2 + (int)(k % 2));
        ck_assert_uint_eq(cujit_module_function_count(module), 1 + k / 2);
    }
}

static int value_of(const cujit_module_spec *spec, cujit_origin *origin)
{
    cujit_module *module = make_module(context, spec);
    int x = 0;

    *origin = origin_of(module);
    launch_block(module, "k", 1, CUJIT_ARGS(CUJIT_OUT(&x, sizeof x)));
    cujit_module_free(module);
    return x;
}

TEST(module_headers_are_part_of_it)
{
    const char *const directories[] = {cj_test_directory(), NULL};
    cujit_header headers[] = {{"value.h", "#include \"deep/number.h\"\n#define VALUE NUMBER\n"},
                              {"deep/number.h", "#define NUMBER 1\n"}};
    cujit_module_spec memory = {.source = "#include \"value.h\"\n__global__ void k(int *x) { x[0] = VALUE; }\n",
                                .headers = headers,
                                .header_count = 2};
    cujit_module_spec disk = {.source = "#include <on_disk.h>\n__global__ void k(int *x) { x[0] = ON_DISK; }\n",
                              .include_directories = directories};
    cujit_origin origin;

    cj_test_file("on_disk.h", "#define ON_DISK 5\n");
    for (int k = 0; k < 2; k++) {
        /* Headers may have variables: each module is loaded on its own. */
        cujit_origin expected = k == 0 ? CUJIT_ORIGIN_COMPILER : CUJIT_ORIGIN_DISK;

        ck_assert_int_eq(value_of(&memory, &origin), 1);
        ck_assert_int_eq(origin, expected);
        ck_assert_int_eq(value_of(&disk, &origin), 5);
        ck_assert_int_eq(origin, expected);
    }
    headers[1].text = "#define NUMBER 2\n";
    ck_assert_int_eq(value_of(&memory, &origin), 2);
    ck_assert_int_eq(origin, CUJIT_ORIGIN_COMPILER);
    cj_test_file("on_disk.h", "#define ON_DISK 6\n");
    ck_assert_int_eq(value_of(&disk, &origin), 6);
    ck_assert_int_eq(origin, CUJIT_ORIGIN_COMPILER);
}

TEST(module_whose_headers_cannot_be_told_is_not_cached)
{
    const char *const directories[] = {cj_test_directory(), NULL};
    const cujit_module_spec spec = {.source = "#define NAME <computed.h>\n#include NAME\n"
                                              "__global__ void k(int *x) { x[0] = COMPUTED; }\n",
                                    .include_directories = directories};
    cujit_origin origin;

    cj_test_file("computed.h", "#define COMPUTED 5\n");
    ck_assert_int_eq(value_of(&spec, &origin), 5);
    cj_test_file("computed.h", "#define COMPUTED 6\n");
    ck_assert_int_eq(value_of(&spec, &origin), 6);
    ck_assert_int_eq(origin, CUJIT_ORIGIN_COMPILER);
}

/* A barrier that only a header speaks of. */
TEST(module_headers_may_wait_at_barriers)
{
    const cujit_header header = {"wait.h", "__device__ inline void wait() { __syncthreads(); }\n"};
    cujit_module *module = module_with(
        context,
        .source = "#include \"wait.h\"\n"
                  "__global__ void k(int *x) { __shared__ int t[32]; t[threadIdx.x] = threadIdx.x; wait();\n"
                  "    x[threadIdx.x] = t[31 - threadIdx.x]; }\n",
        .headers = &header, .header_count = 1);
    int x[32];

    launch_block(module, "k", 32, CUJIT_ARGS(CUJIT_OUT(x, sizeof x)));
    for (int k = 0; k < 32; k++)
        ck_assert_int_eq(x[k], 31 - k);
}

TEST(module_log_is_kept)
{
    static const char *const options[] = {"-Xptxas=-v", NULL};
    cujit_report report;

    for (int k = 0; k < 2 && on_gpu(context); k++) {
        cujit_context *other = cj_test_context();
        cujit_module *module = module_with(other, .source = "__global__ void k(int *x) { x[0] = 12; }",
                                           .options = options);

        cujit_module_get_report(module, &report);
        ck_assert_int_eq(report.origin, k == 0 ? CUJIT_ORIGIN_COMPILER : CUJIT_ORIGIN_DISK);
        ck_assert_ptr_nonnull(strstr(report.log, "registers"));
        ck_assert_int_gt(report.registers, 0);
        cujit_context_free(other);
    }
}

/* What the host does otherwise is said where compilers say things. */
TEST(module_log_warns_of_warps_in_lockstep)
{
    cujit_report report;
    cujit_module *module = make_source(context, "__global__ void k(int *y)\n"
                                                "{\n"
                                                "    __shared__ volatile int s[64];\n"
                                                "    s[threadIdx.x] = threadIdx.x;\n"
                                                "    __syncthreads();\n"
                                                "    s[threadIdx.x] += s[threadIdx.x + 2];\n"
                                                "    s[threadIdx.x] += s[threadIdx.x + 1];\n"
                                                "    y[threadIdx.x] = s[threadIdx.x];\n"
                                                "}\n");

    cujit_module_get_report(module, &report);
    if (!on_gpu(context))
        ck_assert_msg(strstr(report.log, "source:7:") != NULL && strstr(report.log, "lockstep") != NULL, "%s",
                      report.log);
}

TEST(module_object_can_be_loaded)
{
    static const char source[] = "__device__ int offset = 3;\n"
                                 "extern \"C\" __global__ void add(int *x, int n) { x[threadIdx.x] += n + offset; }\n";
    cujit_context *other = cj_test_context();
    cujit_module *module = make_source(context, source), *loaded = NULL;
    cujit_report report;
    const char *path = cj_test_file("object", "");
    FILE *file = fopen(path, "wb");

    cujit_module_get_report(module, &report);
    ck_assert_ptr_nonnull(file);
    ck_assert_uint_eq(fwrite(report.object, 1, report.object_size, file), report.object_size);
    fclose(file);
    for (int k = 0; k < 2; k++) {
        cujit_function *add;
        int x[2] = {1, 2}, offset = 10;

        if (k == 0)
            must(cujit_module_load(other, report.object, report.object_size, &loaded, &fault));
        else
            must(cujit_module_load_file(other, path, &loaded, &fault));
        add = function_of(loaded, "add");
        launch_function(add, (cujit_launch){.block = {2}}, CUJIT_ARGS(CUJIT_INOUT(x, sizeof x), 4));
        ck_assert(x[0] == 8 && x[1] == 9);
        must(cujit_module_write_global(loaded, "offset", &offset, sizeof offset, &fault));
        ck_assert_uint_eq(cujit_module_function_count(loaded), 0);
        /* Nothing is known of the parameters but their sizes. */
        ck_assert_int_eq(cujit_function_launch(add, &(cujit_launch){.block = {2}},
                                               CUJIT_ARGS(CUJIT_INOUT(x, sizeof x), 4.0), &fault),
                         CUJIT_ERROR_ARGUMENT_SIZE);
        ck_assert_int_eq(cujit_function_launch(add, &(cujit_launch){.block = {2}}, CUJIT_ARGS(4), &fault),
                         CUJIT_ERROR_ARGUMENT_COUNT);
        ck_assert_int_eq(cujit_module_function(loaded, "nothing", &add, &fault), CUJIT_ERROR_NOT_FOUND);
        cujit_module_get_report(loaded, &report);
        ck_assert_str_eq(report.source, "");
        cujit_module_get_report(module, &report);
        cujit_module_free(loaded);
    }
}

TEST(module_objects_that_are_none_are_refused)
{
    static const char *const bad[] = {
        "",           "x", "\177ELF", "\177ELF nothing of the kind, but long enough to be looked at", "// no version\n",
        "#!/bin/sh\n"};
    cujit_module *module = NULL;

    for (size_t k = 0; k < COUNT(bad); k++) {
        ck_assert_int_eq(cujit_module_load(context, bad[k], strlen(bad[k]), &module, &fault), CUJIT_ERROR_LOAD);
        ck_assert_str_ne(fault.message, "");
        ck_assert_ptr_null(module);
        cujit_error_clear(&fault);
    }
    ck_assert_int_eq(cujit_module_load_file(context, "/nonexistent/file", &module, NULL), CUJIT_ERROR_IO);
    ck_assert_int_eq(cujit_module_load_file(context, "/", &module, NULL), CUJIT_ERROR_IO);
}

/* ---- Bad inputs -------------------------------------------------------------------------------------------------- */

#define GOOD "__global__ void k() {}\n"

/* clang-format off */
#define INVALID(words, ...) {{__VA_ARGS__}, CUJIT_ERROR_INVALID_ARGUMENT, "", words}
#define WORDS(word) (const char *const[]){word, NULL}
#define HEADERS(count, ...) .headers = (const cujit_header[]){__VA_ARGS__}, .header_count = count
static const struct {
    cujit_module_spec spec;
    cujit_status status;
    const char *place, *words; /* place NULL: it matters no more than the status */
} bad_specs[] = {
    INVALID("source", .source = NULL), INVALID("named", .source = GOOD, .name = ""),
    INVALID("named", .source = GOOD, .name = "a b"), INVALID("named", .source = GOOD, .name = "while"),
    INVALID("newline", .source = GOOD, .options = WORDS("-DA=\nb")),
    INVALID("directory", .source = GOOD, .include_directories = WORDS("")),
    INVALID("k; int x", .source = GOOD, .name_expressions = WORDS("k; int x")),
    INVALID("headers is NULL", .source = GOOD, .headers = NULL, .header_count = 2),
    INVALID("name is NULL", .source = GOOD, HEADERS(1, {NULL, ""})),
    INVALID("text is NULL", .source = GOOD, HEADERS(1, {"a.h", NULL})),
    INVALID("#include", .source = GOOD, HEADERS(1, {"a\nb", ""})),
    INVALID("/etc/a.h", .source = GOOD, HEADERS(1, {"/etc/a.h", ""})),
    INVALID("same name", .source = GOOD, HEADERS(2, {"a.h", ""}, {"a.h", "int a;"})),
    {{.source = "__global__ void k(int *x)\n{\n    x[0] = y;\n}\n"}, CUJIT_ERROR_COMPILE, "source:3:12", "y"},
    {{.source = "\n/* never ends"}, CUJIT_ERROR_COMPILE, "source:2:1", "comment"},
    {{.source = "int a;\n__global__ void k() { \"open; }\n"}, CUJIT_ERROR_COMPILE, "source:2:23", "string"},
    {{.source = GOOD, .name_expressions = WORDS("k<")}, CUJIT_ERROR_COMPILE, NULL, "k"},
};
/* clang-format on */

TEST_EACH(module_spec_that_is_wrong, COUNT(bad_specs))
{
    cujit_module *module = NULL;
    cujit_status status = cujit_module_create(context, &bad_specs[_i].spec, &module, &fault);

    ck_assert_int_ne(status, CUJIT_OK);
    ck_assert_ptr_null(module);
    if (bad_specs[_i].place != NULL)
        refuse_in(status, bad_specs[_i].status, bad_specs[_i].place, bad_specs[_i].words);
    else
        refuse(status, status, bad_specs[_i].words);
}

TEST(module_names_that_are_not_there)
{
    static const struct {
        const char *name, *word;
    } cases[] = {
        {"nothing", "it has k, a::twin, b::twin"},
        {"twin", "it has"}, /* two of them */
        {"form", "form<float>"},
        {"form<int>", "template"},
        {"maybe", "#if"},
        {"later", "not defined"},
    };
    cujit_module *module = make_source(context, "template <class T> __global__ void form(T *x) {}\n"
                                                "__global__ void k() {}\n"
                                                "namespace a { __global__ void twin() {} }\n"
                                                "namespace b { __global__ void twin() {} }\n"
                                                "__global__ void later();\n"
                                                "#ifdef __NOT_KNOWN\n__global__ void maybe() {}\n#endif\n");
    cujit_function *function = NULL;

    for (size_t k = 0; k < COUNT(cases); k++) {
        refuse(cujit_module_function(module, cases[k].name, &function, &fault), CUJIT_ERROR_NOT_FOUND, cases[k].word);
        ck_assert_ptr_null(function);
    }
    ck_assert_int_eq(cujit_module_function(module, "", &function, &fault), CUJIT_ERROR_INVALID_ARGUMENT);
    refuse(cujit_module_function(module, "k{", &function, &fault), CUJIT_ERROR_INVALID_ARGUMENT, NULL);
}

TEST(module_without_kernels)
{
    static const char *const sources[] = {"", "\n", "// nothing", "__device__ float f(float x) { return x; }\n"};

    for (size_t k = 0; k < COUNT(sources); k++) {
        cujit_module *module = make_source(context, sources[k]);
        cujit_function *function = NULL;

        ck_assert_uint_eq(cujit_module_function_count(module), 0);
        refuse(cujit_module_function(module, "f", &function, &fault), CUJIT_ERROR_NOT_FOUND, "it has none");
    }
}

TEST(module_calls_with_null)
{
    cujit_module *module = make_source(context, GOOD), *made = NULL;
    cujit_function *function = function_of(module, "k"), *found = NULL;
    const cujit_module_spec spec = {.source = GOOD};
    const cujit_launch one = {.block = {1}};
    cujit_report report;
    const cujit_status invalid = CUJIT_ERROR_INVALID_ARGUMENT;

    ck_assert_int_eq(cujit_module_create(NULL, &spec, &made, NULL), invalid);
    ck_assert_int_eq(cujit_module_create(context, NULL, &made, NULL), invalid);
    ck_assert_int_eq(cujit_module_create(context, &spec, NULL, NULL), invalid);
    ck_assert_int_eq(cujit_module_load(NULL, "x", 1, &made, NULL), invalid);
    ck_assert_int_eq(cujit_module_load(context, NULL, 1, &made, NULL), invalid);
    ck_assert_int_eq(cujit_module_load(context, "x", 1, NULL, NULL), invalid);
    ck_assert_int_eq(cujit_module_load_file(context, NULL, &made, NULL), invalid);
    ck_assert_int_eq(cujit_module_function(NULL, "k", &found, NULL), invalid);
    ck_assert_int_eq(cujit_module_function(module, NULL, &found, NULL), invalid);
    ck_assert_int_eq(cujit_module_function(module, "k", NULL, NULL), invalid);
    ck_assert_int_eq(cujit_function_launch(NULL, &one, CUJIT_NO_ARGS, NULL), invalid);
    ck_assert_int_eq(cujit_function_launch(function, NULL, CUJIT_NO_ARGS, NULL), invalid);
    ck_assert_int_eq(cujit_function_launch_prepared(NULL, &one, NULL, NULL), invalid);
    ck_assert_int_eq(cujit_function_launch_prepared(function, NULL, NULL, NULL), invalid);
    ck_assert_int_eq(cujit_function_allow_shared(NULL, 1, NULL), invalid);
    ck_assert_uint_eq(cujit_module_function_count(NULL), 0);
    ck_assert_ptr_null(cujit_module_function_name(NULL, 0));
    cujit_module_get_report(NULL, &report);
    ck_assert_ptr_null(report.name);
    cujit_module_get_report(module, NULL);
    cujit_module_free(NULL);
}

/* Only compiled: everything but launching works without a device. */
TEST(module_without_a_device)
{
    cujit_context *compiling = cj_test_target("sm_90");
    cujit_module *module = NULL;
    cujit_function *function = NULL;
    cujit_status status = cujit_module_create(compiling, &(cujit_module_spec){.source = GOOD}, &module, &fault);
    if (status != CUJIT_ERROR_NO_COMPILER) {
        must(status);
        ck_assert_uint_eq(cujit_module_function_count(module), 1);
        ck_assert_int_eq(cujit_module_function(module, "k", &function, &fault), CUJIT_ERROR_UNSUPPORTED);
        ck_assert_int_eq(cujit_module_load(compiling, "x", 1, &module, &fault), CUJIT_ERROR_UNSUPPORTED);
    }
    cujit_module_free(module);
}
