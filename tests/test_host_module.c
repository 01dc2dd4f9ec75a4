/*
 * test_host_module.c: modules on the host: several kernels in one object, shared memory, globals, headers, what is
 * refused, the rest of the backend's table, the address sanitizer. Skipped where there is no C++ compiler.
 */
#include "libjit/device/backend.h"
#include "support.h"

#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const cj_backend *const host = &cj_host_backend;
static const cj_target target = {"host", NULL};

static int find_compiler(void)
{
    cj_text identity = {0};

    if (host->toolchain(&target, 0, &identity, NULL) != CUJIT_OK)
        return CJ_TEST_SKIP;
    cj_text_clear(&identity);
    setenv("CUJIT_HOST_THREADS", "4", 0);
    return 0;
}

PREPARE(find_compiler())

/* ---- Modules ---- */

typedef struct loaded {
    cj_device *device;
    cj_object object;
    cj_module *module;
    cj_function *function; /* the first kernel */
    cujit_error error;
} loaded;

static const char *const k_only[] = {"k", NULL};

static void load_object(loaded *l)
{
    ck_assert_int_eq(host->open(0, &l->device, &l->error), CUJIT_OK);
    ck_assert_msg(host->load(l->device, &l->object, &l->module, &l->error) == CUJIT_OK, "%s", l->error.message);
}

static cj_function *find(loaded *l, const char *name)
{
    cj_function *function = NULL;

    ck_assert_msg(host->function(l->module, name, &function, &l->error) == CUJIT_OK, "%s", l->error.message);
    return function;
}

static cujit_status compile(const cj_unit *unit, cj_object *object, cujit_error *error)
{
    return host->compile(&target, unit, object, error);
}

/* A module with the kernels named. */
static void load(loaded *l, const char *source, const char *const *kernels, unsigned features)
{
    const cj_unit unit = {.name = "module", .source = source, .features = features, .kernels = kernels};

    memset(l, 0, sizeof *l);
    ck_assert_msg(compile(&unit, &l->object, &l->error) == CUJIT_OK, "%s\n%s", l->error.message, l->error.log);
    load_object(l);
    if (kernels[0] != NULL)
        l->function = find(l, kernels[0]);
}

static void unload(loaded *l)
{
    host->unload(l->module);
    host->close(l->device);
    cj_object_clear(&l->object);
    cujit_error_clear(&l->error);
}

static void launch(loaded *l, cj_function *function, unsigned blocks, unsigned threads, unsigned shared,
                   void *const *values)
{
    const cj_grid grid = {{blocks, 1, 1}, {threads, 1, 1}, shared, false};

    ck_assert_msg(host->launch(function, &grid, values, NULL, &l->error) == CUJIT_OK, "%s", l->error.message);
}

static const char many_source[] =
    "extern \"C\" __global__ void plain(int *y) { *y = 1; }\n"
    "__global__ void k(int *y, char c) { *y = 2 + c; }\n"
    "template <typename T> __global__ void scale(T *y, T a) { *y *= a; }\n"
    "template <typename T, int N> struct box { T x[N]; };\n"
    "template <typename T, int N> __global__ void sum(int *y, box<T, N> b)\n"
    "{ *y = 0; for (int i = 0; i < N; i++) *y += (int)b.x[i]; }\n"
    "namespace a { namespace { __global__ void inner(int *y) { *y = 5; } } }\n"
    "static __global__ void own(int *y) { *y = 6; }\n"
    "namespace a { __constant__ int value = 7; template <class T> __device__ T one = 1; }\n";

TEST(many_kernels_in_one_module)
{
    static const char *const kernels[] = {"plain",    "k",   "scale<int>", "&scale< unsigned int >", "sum<short, 3>",
                                          "a::inner", "own", "&a::value",  "&a::one<double>",        NULL};
    static const struct {
        const char *name;
        int expected;
        size_t count, sizes[2];
    } cases[] = {
        {"plain", 1, 1, {8, 0}},         {"k", 5, 2, {8, 1}},
        {"scale<int>", 15, 2, {8, 4}},   {"scale<unsigned int>", 45, 2, {8, 4}},
        {"sum<short, 3>", 6, 2, {8, 6}}, {"sum<short,3>", 6, 2, {8, 6}},
        {"a::inner", 5, 1, {8, 0}},      {"own", 6, 1, {8, 0}},
    };
    int y = 0, *py = &y;
    union {
        char c;
        int a;
        short b[3];
    } second;
    void *values[] = {&py, &second}, *address = NULL;
    size_t size = 0;
    loaded l;

    load(&l, many_source, kernels, 0);
    ck_assert_ptr_nonnull(strstr(l.object.names, "plain\tplain\nk\tk\nscale<int>\tscale<int>\n"));
    ck_assert_ptr_nonnull(strstr(l.object.names, "\nsum<short, 3>\t"));
    for (size_t k = 0; k < COUNT(cases); k++) {
        cj_function *function = find(&l, cases[k].name);
        size_t sizes[2] = {0}, count = 0;

        ck_assert_int_eq(host->parameters(function, sizes, NULL, 2, &count, &l.error), CUJIT_OK);
        ck_assert_uint_eq(count, cases[k].count);
        ck_assert_mem_eq(sizes, cases[k].sizes, sizeof sizes);
        memset(&second, 0, sizeof second);
        if (strncmp(cases[k].name, "sum", 3) == 0)
            memcpy(second.b, (const short[]){1, 2, 3}, sizeof second.b);
        else if (cases[k].sizes[1] == 1)
            second.c = 3;
        else
            second.a = 3;
        launch(&l, function, 1, 1, 0, values);
        ck_assert_msg(y == cases[k].expected, "%s: %d", cases[k].name, y);
    }
    ck_assert_int_eq(host->function(l.module, "scale<float>", &l.function, &l.error), CUJIT_ERROR_NOT_FOUND);
    ck_assert_int_eq(host->function(l.module, "&a::value", &l.function, &l.error), CUJIT_ERROR_NOT_FOUND);
    ck_assert_int_eq(host->global(l.module, "&a::value", &address, &size, &l.error), CUJIT_OK);
    ck_assert_int_eq(*(int *)address, 7);
    ck_assert_int_eq(host->global(l.module, "&a::one<double>", &address, &size, &l.error), CUJIT_OK);
    ck_assert_uint_eq(size, sizeof(double));
    ck_assert_int_eq(host->global(l.module, "k", &address, &size, &l.error), CUJIT_ERROR_NOT_FOUND);
    unload(&l);
}

/* Expressions that name nothing, or are none. */
static const struct {
    const char *expression;
    cujit_status status;
} bad_names[] = {
    {"nowhere", CUJIT_ERROR_NOT_FOUND},
    {"a::nowhere<int>", CUJIT_ERROR_NOT_FOUND},
    {"scale", CUJIT_ERROR_NOT_FOUND},
    {"", CUJIT_ERROR_INVALID_ARGUMENT},
    {"k) int x; (", CUJIT_ERROR_INVALID_ARGUMENT},
    {"k\nk", CUJIT_ERROR_INVALID_ARGUMENT},
    {"k // ", CUJIT_ERROR_INVALID_ARGUMENT},
    {"k\t", CUJIT_ERROR_INVALID_ARGUMENT},
    {"k)", CUJIT_ERROR_INVALID_ARGUMENT},
};

TEST_EACH(bad_names_are_errors, COUNT(bad_names))
{
    const char *const kernels[] = {"k", bad_names[_i].expression, NULL};
    const cj_unit unit = {.name = "module", .source = many_source, .kernels = kernels};
    cujit_error error = {0};
    cj_object object = {0};

    ck_assert_msg(compile(&unit, &object, &error) == bad_names[_i].status, "%s\n%s", error.message, error.log);
    if (bad_names[_i].status == CUJIT_ERROR_NOT_FOUND)
        ck_assert_msg(strstr(error.message, bad_names[_i].expression) != NULL, "%s", error.message);
    cujit_error_clear(&error);
}

TEST(errors_are_in_the_users_text)
{
    cj_unit unit = {
        .name = "module", .source = "\n#line 1 \"source\"\n\n__global__ void k() { int x = y; }\n", .kernels = k_only};
    cujit_error error = {0};
    cj_object object = {0};

    ck_assert_int_eq(compile(&unit, &object, &error), CUJIT_ERROR_COMPILE);
    ck_assert_ptr_nonnull(strstr(error.log, "source:2:31: error:"));
    unit.source = "__device__ int g;\n__global__ void k() { extern __shared__ int s[];\n s[0] = nope; }";
    ck_assert_int_eq(compile(&unit, &object, &error), CUJIT_ERROR_COMPILE);
    ck_assert_ptr_nonnull(strstr(error.log, "source:3:9: error:"));
    /* a macro that only a look at the compiler's words shows */
    unit.source =
        "#define LANE(x) asm(\"mov.u32 %0, %laneid;\" : \"=r\"(x))\n__global__ void k(int *y)\n{\n  LANE(*y);\n}";
    ck_assert_int_eq(compile(&unit, &object, &error), CUJIT_ERROR_UNSUPPORTED);
    ck_assert_ptr_nonnull(strstr(error.message, "inline PTX"));
    ck_assert_str_eq(error.part, "source");
    cujit_error_clear(&error);
}

/* Kernels k(int *y) that turn y[t] = t around through shared memory of a block; run with 3 blocks of 64 threads. */
static const char *const reversers[] = {
    "__global__ void k(int *y) { extern __shared__ int s[]; int t = threadIdx.x; y += blockIdx.x * 64;\n"
    "s[t] = y[t]; __syncthreads(); y[t] = s[63 - t]; }",
    "extern __shared__ int s[];\n__device__ int *at(int i) { return &s[i]; }\n"
    "__global__ void k(int *y) { int t = threadIdx.x; y += blockIdx.x * 64;\n"
    "*at(t) = y[t]; __syncthreads(); y[t] = ((volatile int *)s)[63 - t]; }",
    "extern __shared__ __align__(16) unsigned char s[]; namespace n { extern __shared__ int2 both[]; }\n"
    "__global__ void k(int *y) { extern __shared__ int t2[][8]; int t = threadIdx.x; y += blockIdx.x * 64;\n"
    "t2[t / 8][t % 8] = y[t]; __syncthreads(); t = 63 - t; int2 p = n::both[t / 2];\n"
    "y[63 - t] = t % 2 ? p.y : ((int *)s)[t]; }",
    "template <typename T> struct shared { __device__ operator T *() { extern __shared__ T m[]; return (T *)m; } };\n"
    "__global__ void k(int *y) { shared<int> s; int *p = s; int t = threadIdx.x; y += blockIdx.x * 64;\n"
    "p[t] = y[t]; __syncthreads(); y[t] = p[63 - t]; }",
    "template <int N> __device__ int turn(int v) { __shared__ int s[N]; s[threadIdx.x] = v; __syncthreads();\n"
    "return s[N - 1 - threadIdx.x]; }\n"
    "__global__ void k(int *y) { y += blockIdx.x * 64; y[threadIdx.x] = turn<64>(y[threadIdx.x]); }",
    "__shared__ int s[64];\nclass turner { public: __device__ void put(int t, int v) const { s[t] = v; }\n"
    "__device__ int get(int t) const { return s[63 - t]; } };\n"
    "__global__ void k(int *y) { turner u; auto at = [&](int t) { return u.get(t); }; const int t = threadIdx.x;\n"
    "y += blockIdx.x * 64; u.put(t, y[t]); if (!__syncthreads_or(0)) y[t] = at(t); }",
    "__global__ void k(int *y) { CUJIT_DYNAMIC_SHARED(int, s); int t = threadIdx.x; y += blockIdx.x * 64;\n"
    "s[t] = y[t]; __syncthreads(); y[t] = s[63 - t]; }",
};

TEST_EACH(shared_memory_is_a_blocks_own, COUNT(reversers))
{
    int y[192], *p = y;
    void *values[] = {&p};
    loaded l;

    load(&l, reversers[_i], k_only, CJ_FEATURE_BARRIERS);
    for (int round = 0; round < 2; round++) {
        for (int k = 0; k < 192; k++)
            y[k] = k;
        launch(&l, l.function, 3, 64, 64 * sizeof(int), values);
        for (int k = 0; k < 192; k++)
            ck_assert_int_eq(y[k], k / 64 * 64 + 63 - k % 64);
    }
    unload(&l);
}

TEST(globals_are_found_by_name)
{
    static const char source[] =
        "#include <math.h>\n#include <cuda_runtime.h>\n"
        "__constant__ float c[4] = {1, 2, 3, 4};\n__device__ static int counter;\nnamespace n { __device__ double d = 2.5; }\n"
        "namespace { __device__ struct pair { int a, b; } both; }\nextern \"C\" __constant__ int late[3];\n"
        "__constant__ const int fixed = 9;\n__device__ unsigned char *p, q;\n"
        "#ifdef NEVER\n__device__ int never;\n#endif\n"
        "__global__ void k(float *y) { y[threadIdx.x] = c[threadIdx.x] * late[0]; atomicAdd(&counter, both.a);\n"
        "  p = &q; *p = (unsigned char)n::d; }\n";
    static const struct {
        const char *name;
        size_t size;
    } cases[] = {
        {"c", 16},    {"counter", 4}, {"n::d", 8}, {"::n::d", 8}, {"both", 8},
        {"late", 12}, {"fixed", 4},   {"p", 8},    {"q", 1},
    };
    static const char *const missing[] = {"never", "d", "k", "", "cc", "y", "sin"};
    float y[4] = {0}, *py = y;
    void *values[] = {&py}, *address = NULL;
    size_t size = 0;
    loaded l;

    load(&l, source, k_only, 0);
    for (size_t k = 0; k < COUNT(cases); k++) {
        ck_assert_msg(host->global(l.module, cases[k].name, &address, &size, &l.error) == CUJIT_OK, "%s",
                      l.error.message);
        ck_assert_uint_eq(size, cases[k].size);
        if (strcmp(cases[k].name, "both") == 0 || strcmp(cases[k].name, "late") == 0)
            memcpy(address, (const int[]){2, 5}, 8);
        if (strcmp(cases[k].name, "fixed") == 0)
            memcpy(address, (const int[]){10}, 4); /* no harm is done */
    }
    launch(&l, l.function, 1, 4, 0, values);
    for (int k = 0; k < 4; k++)
        ck_assert_float_eq(y[k], 2.0f * (float)(k + 1));
    host->global(l.module, "counter", &address, &size, &l.error);
    ck_assert_int_eq(*(int *)address, 8);
    host->global(l.module, "q", &address, &size, &l.error);
    ck_assert_int_eq(*(unsigned char *)address, 2);
    for (size_t k = 0; k < COUNT(missing); k++)
        ck_assert_int_eq(host->global(l.module, missing[k], &address, &size, &l.error), CUJIT_ERROR_NOT_FOUND);
    unload(&l);
}

TEST(modules_keep_their_globals_apart)
{
    loaded one, two;
    void *a = NULL, *b = NULL;
    size_t size;

    load(&one, "__device__ int x = 1; extern \"C\" __global__ void k() { __shared__ int s[4]; s[0] = x; }", k_only, 0);
    load(&two, "__device__ double x = 2; extern \"C\" __global__ void k() { __shared__ int s[99]; s[98] = (int)x; }",
         k_only, 0);
    host->global(one.module, "x", &a, &size, NULL);
    host->global(two.module, "x", &b, &size, NULL);
    ck_assert_ptr_ne(a, b);
    ck_assert_int_eq(*(int *)a, 1);
    ck_assert_double_eq(*(double *)b, 2.0);
    launch(&one, one.function, 1, 1, 0, NULL);
    launch(&two, two.function, 1, 1, 0, NULL);
    unload(&one);
    unload(&two);
}

TEST(a_module_may_have_no_kernel)
{
    static const char *const none[] = {NULL};
    loaded l;

    load(&l, "__device__ int f(int x) { return x; }", none, 0);
    ck_assert_ptr_null(l.object.names);
    unload(&l);
}

/* ---- Headers ---- */

TEST(headers_may_be_in_memory)
{
    static const cj_header headers[] = {
        {"scale.h", "#pragma once\n#include \"deep/er/factor.h\"\n#include <cuda_fp16.h>\n"
                    "extern __shared__ float buffer[];\n__device__ float shift = 0.5f;\n"
                    "__device__ float scale(float x) { buffer[0] = x; return FACTOR * buffer[0] + shift; }\n"},
        {"deep/er/factor.h", "#include \"../../last.hpp\"\n"},
        {"last.hpp", "#define FACTOR 3\n"},
        {"math.h", "#define OURS 1\n"},
    };
    static const char source[] = "#include \"scale.h\"\n#include <scale.h>\n#include <math.h>\n#include <cstdint>\n"
                                 "__global__ void k(float *y) { *y = scale(*y) + OURS; }\n";
    const cj_unit unit = {.name = "module", .source = source, .kernels = k_only, .headers = headers, .header_count = 4};
    float y = 2, *py = &y;
    void *values[] = {&py}, *address;
    size_t size;
    loaded l = {0};

    ck_assert_msg(compile(&unit, &l.object, &l.error) == CUJIT_OK, "%s\n%s", l.error.message, l.error.log);
    load_object(&l);
    launch(&l, find(&l, "k"), 1, 1, 4, values);
    ck_assert_float_eq(y, 7.5f);
    ck_assert_int_eq(host->global(l.module, "shift", &address, &size, &l.error), CUJIT_OK);
    unload(&l);
}

static const struct {
    cj_header headers[2];
    cujit_status status;
    const char *names;
} bad_headers[] = {
    {{{"../up.h", ""}, {"a", ""}}, CUJIT_ERROR_INVALID_ARGUMENT, "../up.h"},
    {{{"a/../../b", ""}, {"a", ""}}, CUJIT_ERROR_INVALID_ARGUMENT, "a/../../b"},
    {{{"/tmp/x", ""}, {"a", ""}}, CUJIT_ERROR_INVALID_ARGUMENT, "/tmp/x"},
    {{{"", ""}, {"a", ""}}, CUJIT_ERROR_INVALID_ARGUMENT, "header"},
    {{{".", ""}, {"a", ""}}, CUJIT_ERROR_INVALID_ARGUMENT, "header"},
    {{{"a//b", ""}, {"a", ""}}, CUJIT_ERROR_INVALID_ARGUMENT, "a//b"},
    {{{"a\nb", ""}, {"a", ""}}, CUJIT_ERROR_INVALID_ARGUMENT, "header"},
    {{{"a\"", ""}, {"a", ""}}, CUJIT_ERROR_INVALID_ARGUMENT, "header"},
    {{{"same.h", ""}, {"same.h", ""}}, CUJIT_ERROR_INVALID_ARGUMENT, "twice"},
    {{{"a.h", "\n\n__device__ int f() { return nope; }\n"}, {"b", ""}}, CUJIT_ERROR_COMPILE, "failed"},
    {{{"a.h", "\n__device__ void f() { asm(\"\"); }\n"}, {"b", ""}}, CUJIT_ERROR_UNSUPPORTED, "\"a.h\": found \"asm\""},
};

TEST_EACH(bad_headers_are_errors, COUNT(bad_headers))
{
    const cj_unit unit = {.name = "module",
                          .source = "#include \"a.h\"\n__global__ void k() {}",
                          .kernels = k_only,
                          .headers = bad_headers[_i].headers,
                          .header_count = 2};
    cujit_error error = {0};
    cj_object object = {0};

    ck_assert_msg(compile(&unit, &object, &error) == bad_headers[_i].status, "%s", error.message);
    ck_assert_msg(strstr(error.message, bad_headers[_i].names) != NULL, "%s", error.message);
    if (bad_headers[_i].status == CUJIT_ERROR_COMPILE)
        ck_assert_ptr_nonnull(strstr(error.log, "a.h:3:"));
    if (bad_headers[_i].status == CUJIT_ERROR_UNSUPPORTED) {
        ck_assert_str_eq(error.part, "a.h");
        ck_assert_int_eq(error.line, 2);
        ck_assert_str_eq(error.excerpt, "    __device__ void f() { asm(\"\"); }\n                          ^\n");
    }
    cujit_error_clear(&error);
}

static bool folder_is_empty(const char *path)
{
    char command[600];

    snprintf(command, sizeof command, "test -z \"$(ls -A '%s')\"", path);
    return system(command) == 0;
}

TEST(nothing_is_left_behind)
{
    static const cj_header headers[] = {{"a/b/c.h", "int x;"}, {"bad/../x", ""}};
    cj_unit unit = {.name = "module",
                    .source = "#include <a/b/c.h>\n__global__ void k() {}",
                    .kernels = k_only,
                    .headers = headers,
                    .header_count = 1};
    cujit_error error = {0};
    cj_object object = {0};
    char folder[300];

    snprintf(folder, sizeof folder, "%s/scratch", cj_test_directory());
    {
        char command[400];

        snprintf(command, sizeof command, "mkdir -p '%s'", folder);
        ck_assert_int_eq(system(command), 0);
    }
    setenv("TMPDIR", folder, 1);
    ck_assert_msg(compile(&unit, &object, &error) == CUJIT_OK, "%s\n%s", error.message, error.log);
    ck_assert(folder_is_empty(folder));
    unit.header_count = 2;
    ck_assert_int_eq(compile(&unit, &object, &error), CUJIT_ERROR_INVALID_ARGUMENT);
    ck_assert(folder_is_empty(folder));
    cj_object_clear(&object);
}

/* ---- Kernels that nobody wrote for us ---- */

static const char matrix_source[] =
    "#define TILE 16\n"
    "__global__ void matmul(const float *a, const float *b, float *c, int n)\n"
    "{\n"
    "    __shared__ float as[TILE][TILE], bs[TILE][TILE];\n"
    "    const int row = blockIdx.y * TILE + threadIdx.y, column = blockIdx.x * TILE + threadIdx.x;\n"
    "    float sum = 0;\n"
    "    for (int t = 0; t < (n + TILE - 1) / TILE; t++) {\n"
    "        const int x = t * TILE + threadIdx.x, y = t * TILE + threadIdx.y;\n"
    "        as[threadIdx.y][threadIdx.x] = row < n && x < n ? a[row * n + x] : 0;\n"
    "        bs[threadIdx.y][threadIdx.x] = column < n && y < n ? b[y * n + column] : 0;\n"
    "        __syncthreads();\n"
    "        for (int k = 0; k < TILE; k++) sum += as[threadIdx.y][k] * bs[k][threadIdx.x];\n"
    "        __syncthreads();\n"
    "    }\n"
    "    if (row < n && column < n) c[row * n + column] = sum;\n"
    "}\n"
    "__global__ void transpose(const float *in, float *out, int n)\n"
    "{\n"
    "    __shared__ float tile[TILE][TILE + 1];\n"
    "    int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;\n"
    "    if (x < n && y < n) tile[threadIdx.y][threadIdx.x] = in[y * n + x];\n"
    "    __syncthreads();\n"
    "    x = blockIdx.y * TILE + threadIdx.x, y = blockIdx.x * TILE + threadIdx.y;\n"
    "    if (x < n && y < n) out[y * n + x] = tile[threadIdx.x][threadIdx.y];\n"
    "}\n"
    "__global__ void histogram(const unsigned char *data, int n, unsigned *bins)\n"
    "{\n"
    "    extern __shared__ unsigned local[];\n"
    "    const int t = threadIdx.y * blockDim.x + threadIdx.x, threads = blockDim.x * blockDim.y;\n"
    "    for (int k = t; k < 256; k += threads) local[k] = 0;\n"
    "    __syncthreads();\n"
    "    for (int i = (blockIdx.y * gridDim.x + blockIdx.x) * threads + t; i < n; i += threads * gridDim.x * gridDim.y)\n"
    "        atomicAdd(&local[data[i]], 1u);\n"
    "    __syncthreads();\n"
    "    for (int k = t; k < 256; k += threads) atomicAdd(bins + k, local[k]);\n"
    "}\n";

TEST(textbook_kernels_are_right)
{
    enum { N = 50, BYTES = 20000 };
    static const char *const kernels[] = {"matmul", "transpose", "histogram", NULL};
    static float a[N * N], b[N * N], c[N * N], *pa = a, *pb = b, *pc = c;
    static unsigned char data[BYTES], *pdata = data;
    const cj_grid grid = {{4, 4, 1}, {16, 16, 1}, 1024, false};
    unsigned bins[256] = {0}, expected[256] = {0}, *pbins = bins;
    int n = N, bytes = BYTES;
    loaded l;

    for (int k = 0; k < N * N; k++) {
        a[k] = (float)(k % 7);
        b[k] = (float)(k % 5);
    }
    for (int k = 0; k < BYTES; k++)
        expected[data[k] = (unsigned char)(k * k % 251)]++;
    load(&l, matrix_source, kernels, CJ_FEATURE_BARRIERS);
    ck_assert_int_eq(host->launch(l.function, &grid, (void *[]){&pa, &pb, &pc, &n}, NULL, &l.error), CUJIT_OK);
    for (int y = 0; y < N; y++)
        for (int x = 0; x < N; x++) {
            float sum = 0;

            for (int k = 0; k < N; k++)
                sum += a[y * N + k] * b[k * N + x];
            ck_assert_float_eq(c[y * N + x], sum);
        }
    ck_assert_int_eq(host->launch(find(&l, "transpose"), &grid, (void *[]){&pa, &pc, &n}, NULL, &l.error), CUJIT_OK);
    for (int k = 0; k < N * N; k++)
        ck_assert_float_eq(c[k], a[k % N * N + k / N]);
    ck_assert_int_eq(host->launch(find(&l, "histogram"), &grid, (void *[]){&pdata, &bytes, &pbins}, NULL, &l.error),
                     CUJIT_OK);
    ck_assert_mem_eq(bins, expected, sizeof bins);
    unload(&l);
}

/* ---- The rest of the table ---- */

TEST(functions_tell_about_themselves)
{
    cj_function_info info;
    unsigned block = 0, blocks = 0;
    int resident = -1;
    cj_grid grid = {{1, 1, 1}, {1, 1, 1}, 0, true};
    loaded l;

    load(&l, "__global__ void k() {}", k_only, 0);
    ck_assert_uint_eq(l.device->max_threads_per_block, 1024);
    ck_assert(l.device->max_block[0] == 1024 && l.device->max_block[2] == 64 && l.device->max_grid[1] == 65535);
    ck_assert_uint_eq(l.device->max_shared_bytes, 227 << 10);
    ck_assert_int_eq(host->function_info(l.function, &info, &l.error), CUJIT_OK);
    ck_assert_int_eq(info.max_threads_per_block, 1024);
    ck_assert_int_eq(info.registers, -1);
    ck_assert_int_eq(host->allow_shared(l.function, 227 << 10, &l.error), CUJIT_OK);
    ck_assert_int_eq(host->allow_shared(l.function, (227 << 10) + 1, &l.error), CUJIT_ERROR_LAUNCH);
    ck_assert_int_eq(host->occupancy(l.function, 256, 0, &resident, &l.error), CUJIT_OK);
    ck_assert_int_eq(resident, 1);
    ck_assert_int_eq(host->occupancy(l.function, 1025, 0, &resident, &l.error), CUJIT_OK);
    ck_assert_int_eq(resident, 0);
    ck_assert_int_eq(host->best_block(l.function, 0, &block, &blocks, &l.error), CUJIT_OK);
    ck_assert(block >= 32 && block <= 1024 && blocks >= 1);
    ck_assert_int_eq(host->launch(l.function, &grid, NULL, NULL, &l.error), CUJIT_ERROR_UNSUPPORTED);
    ck_assert_ptr_nonnull(strstr(l.error.message, "cooperative"));
    ck_assert_int_eq(host->push(l.device, &l.error), CUJIT_OK);
    ck_assert_int_eq(host->pop(l.device, &l.error), CUJIT_OK);
    unload(&l);
}

TEST(objects_are_recognised)
{
    static char elf[64] = "\177ELF\2\1\1";
    cj_object object;
    cj_module *module = NULL;
    cj_function *function = NULL;
    char *self;
    size_t size;
    FILE *file;
    loaded l;

    load(&l, "namespace a { __global__ void k() {} }", (const char *const[]){"a::k", NULL}, 0);
    ck_assert_int_eq(host->recognize(l.object.data, l.object.size), CJ_OBJECT_SHARED);
    ck_assert_int_eq(host->recognize(l.object.data, l.object.size / 2), CJ_OBJECT_NONE);
    ck_assert_int_eq(host->recognize(elf, sizeof elf), CJ_OBJECT_NONE);
    ck_assert_int_eq(host->recognize(".version 8.0", 12), CJ_OBJECT_NONE);
    ck_assert_int_eq(host->recognize("", 0), CJ_OBJECT_NONE);
    /* what a program got back from us, and nothing else is known of */
    object = (cj_object){.kind = CJ_OBJECT_SHARED, .data = l.object.data, .size = l.object.size};
    ck_assert_int_eq(host->load(l.device, &object, &module, &l.error), CUJIT_OK);
    ck_assert_int_eq(host->function(module, "a::k", &function, &l.error), CUJIT_OK);
    host->unload(module);
    /* somebody else's library */
    file = fopen("/lib64/ld-linux-x86-64.so.2", "rb");
    if (file != NULL) {
        self = malloc(1 << 20);
        size = fread(self, 1, 1 << 20, file);
        ck_assert_int_eq(host->recognize(self, size), CJ_OBJECT_NONE);
        free(self);
        fclose(file);
    }
    unload(&l);
}

TEST(memory_has_all_shapes)
{
    cj_device *device = NULL;
    cujit_error error = {0};
    unsigned char from[24], to[128] = {0}, *memory = NULL;
    cujit_box box = {to, from, 8, 4, 4, 2, 3, 2, 3};
    uint16_t halves[3] = {0};
    uint32_t words[3] = {0};
    size_t pitch = 0;

    ck_assert_int_eq(host->open(0, &device, &error), CUJIT_OK);
    ck_assert_int_eq(host->alloc_pitched(device, 100, 7, 4, (void **)&memory, &pitch, &error), CUJIT_OK);
    ck_assert(pitch >= 100 && pitch % 64 == 0 && (uintptr_t)memory % 64 == 0);
    memset(memory, 1, 7 * pitch);
    host->free(device, memory);
    ck_assert_int_eq(host->alloc_pitched(device, 1 << 20, SIZE_MAX / 4, 4, (void **)&memory, &pitch, &error),
                     CUJIT_ERROR_DEVICE_MEMORY);
    ck_assert_int_eq(host->alloc_pitched(device, SIZE_MAX - 1, 1, 4, (void **)&memory, &pitch, &error),
                     CUJIT_ERROR_DEVICE_MEMORY);
    ck_assert_int_eq(host->alloc_managed(device, 100, (void **)&memory, &error), CUJIT_OK);
    host->free(device, memory);
    ck_assert_int_eq(host->register_host(device, to, sizeof to, &error), CUJIT_OK);
    ck_assert_int_eq(host->unregister_host(device, to, &error), CUJIT_OK);
    ck_assert(host->is_pinned(device, to));
    ck_assert_int_eq(host->fill_wide(device, halves, 0xabcd, 2, 2, NULL, &error), CUJIT_OK);
    ck_assert(halves[0] == 0xabcd && halves[1] == 0xabcd && halves[2] == 0);
    ck_assert_int_eq(host->fill_wide(device, words, 0xabcd1234u, 4, 2, NULL, &error), CUJIT_OK);
    ck_assert(words[1] == 0xabcd1234u && words[2] == 0);
    for (unsigned k = 0; k < sizeof from; k++)
        from[k] = (unsigned char)(k + 1);
    ck_assert_int_eq(host->copy_box(device, &box, CJ_COPY_ON_DEVICE, NULL, true, &error), CUJIT_OK);
    for (size_t z = 0; z < 3; z++)
        for (size_t y = 0; y < 2; y++)
            for (size_t x = 0; x < 4; x++)
                ck_assert_int_eq(to[(z * 4 + y) * 8 + x],
                                 x < 3 && z * 8 + y * 4 + x < 24 ? from[(z * 2 + y) * 4 + x] : 0);
    ck_assert_int_eq(host->copy_peer(device, to, device, from, 24, NULL, true, &error), CUJIT_OK);
    ck_assert_mem_eq(to, from, 24);
    host->close(device);
}

/* ---- Debugging ---- */

TEST(sources_are_kept_where_asked_for)
{
    static const char *const debug[] = {"-G", NULL};
    static const char text[] = "__global__ void k(int *y)\n{\n    *y = 4;\n}\n";
    const cj_unit unit = {.name = "kept_module", .source = text, .kernels = k_only, .options = debug};
    char path[400], found[sizeof text + 1] = "";
    cj_text before = {0}, after = {0};
    int y = 0, *py = &y;
    loaded l = {0};
    FILE *file;

    host->toolchain(&target, 0, &before, NULL);
    setenv("CUJIT_KEEP_SOURCE", cj_test_directory(), 1);
    host->toolchain(&target, 0, &after, NULL);
    ck_assert_str_ne(before.data, after.data);
    ck_assert_msg(compile(&unit, &l.object, &l.error) == CUJIT_OK, "%s\n%s", l.error.message, l.error.log);
    snprintf(path, sizeof path, "%s/kept_module.cu", cj_test_directory());
    ck_assert_ptr_nonnull(memmem(l.object.data, l.object.size, "kept_module.cu", 14));
    file = fopen(path, "r");
    ck_assert_ptr_nonnull(file);
    ck_assert_uint_eq(fread(found, 1, sizeof found - 1, file), sizeof text - 1);
    fclose(file);
    ck_assert_str_eq(found, text);
    load_object(&l); /* through a file */
    launch(&l, find(&l, "k"), 1, 1, 0, (void *[]){&py});
    ck_assert_int_eq(y, 4);
    unload(&l);
    setenv("CUJIT_KEEP_SOURCE", "/nowhere/at/all", 1);
    ck_assert_int_eq(compile(&unit, &l.object, &l.error), CUJIT_ERROR_IO);
    ck_assert_ptr_nonnull(strstr(l.error.message, "CUJIT_KEEP_SOURCE"));
    unsetenv("CUJIT_KEEP_SOURCE");
    cj_text_clear(&before);
    cj_text_clear(&after);
}

/* With the sanitizer in the process a kernel that leaves its array ends it, without it the object is refused. */
TEST(addresses_are_checked)
{
    static const char source[] = "__global__ void k(int *y, int i)\n{\n    extern __shared__ int s[];\n"
                                 "    s[threadIdx.x] = i;\n    __syncthreads();\n    y[s[threadIdx.x]] = 1;\n}\n";
    const cj_unit unit = {.name = "module",
                          .source = source,
                          .kernels = k_only,
                          .check_addresses = true,
                          .features = CJ_FEATURE_BARRIERS};
    loaded l = {0};

    ck_assert_msg(compile(&unit, &l.object, &l.error) == CUJIT_OK, "%s\n%s", l.error.message, l.error.log);
    ck_assert_int_eq(host->open(0, &l.device, &l.error), CUJIT_OK);
    if (dlsym(RTLD_DEFAULT, "__asan_init") != NULL) {
        int index = 0, *y = NULL;
        void *memory = NULL, *values[] = {&y, &index};
        int result = 0;
        pid_t child;

        ck_assert_msg(host->load(l.device, &l.object, &l.module, &l.error) == CUJIT_OK, "%s", l.error.message);
        ck_assert_int_eq(host->alloc(l.device, 40, &memory, &l.error), CUJIT_OK);
        y = memory;
        launch(&l, find(&l, "k"), 2, 32, 128, values);
        child = fork();
        if (child == 0) {
            fclose(stderr);
            index = 10;
            launch(&l, find(&l, "k"), 1, 32, 128, values);
            _exit(0);
        }
        ck_assert_int_eq(waitpid(child, &result, 0), child);
        ck_assert(!WIFEXITED(result) || WEXITSTATUS(result) != 0);
        child = fork();
        if (child == 0) {
            fclose(stderr);
            launch(&l, find(&l, "k"), 1, 32, 64, values); /* half of the shared memory that it needs */
            _exit(0);
        }
        ck_assert_int_eq(waitpid(child, &result, 0), child);
        ck_assert(!WIFEXITED(result) || WEXITSTATUS(result) != 0);
        host->free(l.device, memory);
        host->unload(l.module);
    } else {
        ck_assert_int_eq(host->load(l.device, &l.object, &l.module, &l.error), CUJIT_ERROR_UNSUPPORTED);
        ck_assert_ptr_nonnull(strstr(l.error.message, "-fsanitize=address"));
        ck_assert_ptr_nonnull(strstr(l.error.message, "LD_PRELOAD"));
    }
    host->close(l.device);
    cj_object_clear(&l.object);
}
