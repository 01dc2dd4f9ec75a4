/*
 * test_host_module.c: modules on the host: several kernels in one object, shared memory, globals, headers, what is
 * refused, the rest of the backend's table, the address sanitizer.
 */
#include "libjit/base/alloc.h"
#include "libjit/base/os.h"
#include "tests/host_support.h"

#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- Modules ---- */

static const char *const k_only[] = {"k", NULL};

/* What is compiled as a module with these kernels. */
#define MODULE(...) ((cj_unit){.name = "module", .kernels = k_only, __VA_ARGS__})

static void load(const char *source, unsigned features)
{
    load_unit(MODULE(.source = source, .features = features));
}

/* The variable of that name, of what was loaded last. */
static void *global(const char *name, size_t expected)
{
    void *address = NULL;
    size_t size = 0;

    must(host->global(module, name, &address, &size, &fault));
    ck_assert_uint_eq(size, expected);
    return address;
}

static void refuse_global(const char *name)
{
    refuse(host->global(module, name, &(void *){NULL}, &(size_t){0}, &fault), CUJIT_ERROR_NOT_FOUND, NULL);
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
    static const char *const kernels[] = {
        "plain",    "k",   "scale<int>", "&scale< unsigned int >", "sum<short, '\\3'>",
        "a::inner", "own", "&a::value",  "&a::one<double>",        NULL};
    static const struct {
        const char *name;
        int expected;
        size_t count, sizes[2];
    } cases[] = {{"plain", 1, 1, {8, 0}},
                 {"k", 5, 2, {8, 1}},
                 {"scale<int>", 15, 2, {8, 4}},
                 {"scale<unsigned int>", 45, 2, {8, 4}},
                 {"sum<short, '\\3'>", 6, 2, {8, 6}},
                 {"sum<short,'\\3'>", 6, 2, {8, 6}},
                 {"a::inner", 5, 1, {8, 0}},
                 {"own", 6, 1, {8, 0}}};
    int y = 0, *py = &y;
    union {
        char c;
        int a;
        short b[3];
    } second;

    must(compile((cj_unit){.name = "module", .source = many_source, .kernels = kernels}));
    load_object();
    ck_assert_ptr_nonnull(strstr(object.names, "plain\tplain\nk\tk\nscale<int>\tscale<int>\n"));
    ck_assert_ptr_nonnull(strstr(object.names, "\nsum<short, '\\3'>\t"));
    for (size_t k = 0; k < COUNT(cases); k++) {
        size_t sizes[2] = {0}, count = 0;

        must(host->parameters(find(cases[k].name), sizes, NULL, 2, &count, &fault));
        ck_assert_uint_eq(count, cases[k].count);
        ck_assert_mem_eq(sizes, cases[k].sizes, sizeof sizes);
        memset(&second, 0, sizeof second);
        if (strncmp(cases[k].name, "sum", 3) == 0)
            memcpy(second.b, (const short[]){1, 2, 3}, sizeof second.b);
        else if (cases[k].sizes[1] == 1)
            second.c = 3;
        else
            second.a = 3;
        launch(1, 1, 0, VALUES(&py, &second));
        ck_assert_msg(y == cases[k].expected, "%s: %d", cases[k].name, y);
    }
    refuse(host->function(module, "scale<float>", &kernel, &fault), CUJIT_ERROR_NOT_FOUND, NULL);
    refuse(host->function(module, "&a::value", &kernel, &fault), CUJIT_ERROR_NOT_FOUND, NULL);
    ck_assert_int_eq(*(int *)global("&a::value", sizeof(int)), 7);
    global("&a::one<double>", sizeof(double));
    refuse_global("k");
}

static const char *const bad_names[] = {"nowhere", "a::nowhere<int>", "scale"};

TEST_EACH(bad_names_are_errors, COUNT(bad_names))
{
    const char *const kernels[] = {"k", bad_names[_i], NULL};

    refuse(compile((cj_unit){.name = "module", .source = many_source, .kernels = kernels}), CUJIT_ERROR_NOT_FOUND,
           bad_names[_i]);
}

TEST(errors_are_in_the_users_text)
{
    ck_assert_int_eq(compile(MODULE(.source = "\n#line 1 \"source\"\n\n__global__ void k() { int x = y; }\n")),
                     CUJIT_ERROR_COMPILE);
    ck_assert_ptr_nonnull(strstr(fault.log, "source:2:31: error:"));
    ck_assert_int_eq(
        compile(
            MODULE(.source = "__device__ int g;\n__global__ void k() { extern __shared__ int s[];\n s[0] = nope; }")),
        CUJIT_ERROR_COMPILE);
    ck_assert_ptr_nonnull(strstr(fault.log, "source:3:9: error:"));
    /* a macro that only a look at the compiler's words shows */
    ck_assert_int_eq(compile(MODULE(.source = "#define LANE(x) asm(\"mov.u32 %0, %laneid;\" : \"=r\"(x))\n"
                                              "__global__ void k(int *y)\n{\n  LANE(*y);\n}")),
                     CUJIT_ERROR_UNSUPPORTED);
    ck_assert_str_eq(fault.part, "source");
    refuse(fault.status, CUJIT_ERROR_UNSUPPORTED, "inline PTX");
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
    "s[t] = y[t]; __syncthreads(); y[t] = s[63 - t]; }"};

TEST_EACH(shared_memory_is_a_blocks_own, COUNT(reversers))
{
    int y[192];

    load(reversers[_i], CJ_FEATURE_BARRIERS);
    for (int round = 0; round < 2; round++) {
        for (int k = 0; k < 192; k++)
            y[k] = k;
        launch(3, 64, 64 * sizeof(int), VALUES(&(int *){y}));
        for (int k = 0; k < 192; k++)
            ck_assert_int_eq(y[k], k / 64 * 64 + 63 - k % 64);
    }
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
    } cases[] = {{"c", 16},    {"counter", 4}, {"n::d", 8}, {"::n::d", 8}, {"both", 8},
                 {"late", 12}, {"fixed", 4},   {"p", 8},    {"q", 1}};
    static const char *const missing[] = {"never", "d", "k", "", "cc", "y", "sin"};
    float y[4] = {0};

    load(source, 0);
    for (size_t k = 0; k < COUNT(cases); k++) {
        void *address = global(cases[k].name, cases[k].size);

        if (strcmp(cases[k].name, "both") == 0 || strcmp(cases[k].name, "late") == 0)
            memcpy(address, (const int[]){2, 5}, 8);
        if (strcmp(cases[k].name, "fixed") == 0)
            memcpy(address, (const int[]){10}, 4); /* no harm is done */
    }
    launch(1, 4, 0, VALUES(&(float *){y}));
    for (int k = 0; k < 4; k++)
        ck_assert_float_eq(y[k], 2.0f * (float)(k + 1));
    ck_assert_int_eq(*(int *)global("counter", 4), 8);
    ck_assert_int_eq(*(unsigned char *)global("q", 1), 2);
    for (size_t k = 0; k < COUNT(missing); k++)
        refuse_global(missing[k]);
}

TEST(modules_keep_their_globals_apart)
{
    cj_function *first;
    void *a, *b;

    load("__device__ int x = 1; extern \"C\" __global__ void k() { __shared__ int s[4]; s[0] = x; }", 0);
    first = kernel;
    a = global("x", sizeof(int));
    load("__device__ double x = 2; extern \"C\" __global__ void k() { __shared__ int s[99]; s[98] = (int)x; }", 0);
    b = global("x", sizeof(double));
    ck_assert_ptr_ne(a, b);
    ck_assert_int_eq(*(int *)a, 1);
    ck_assert_double_eq(*(double *)b, 2.0);
    launch(1, 1, 0, NULL);
    kernel = first;
    launch(1, 1, 0, NULL);
}

TEST(a_module_may_have_no_kernel)
{
    static const char *const none[] = {NULL};

    must(compile((cj_unit){.name = "module", .source = "__device__ int f(int x) { return x; }", .kernels = none}));
    load_object();
    ck_assert_ptr_null(object.names);
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
        {"math.h", "#define OURS 1\n"}};
    static const char source[] = "#include \"scale.h\"\n#include <scale.h>\n#include <math.h>\n#include <cstdint>\n"
                                 "__global__ void k(float *y) { *y = scale(*y) + OURS; }\n";
    float y = 2;

    load_unit(MODULE(.source = source, .headers = headers, .header_count = 4));
    launch(1, 1, 4, VALUES(&(float *){&y}));
    ck_assert_float_eq(y, 7.5f);
    global("shift", sizeof(float));
}

/* What the message says of headers whose names are none. */
static const struct {
    const char *names[2], *words;
} bad_headers[] = {{{"../up.h", "a"}, "../up.h"},  {{"a/../../b", "a"}, "a/../../b"},
                   {{"/tmp/x", "a"}, "/tmp/x"},    {{"", "a"}, "header"},
                   {{".", "a"}, "header"},         {{"a//b", "a"}, "a//b"},
                   {{"a\nb", "a"}, "header"},      {{"a\"", "a"}, "header"},
                   {{"same.h", "same.h"}, "twice"}};

TEST_EACH(bad_headers_are_errors, COUNT(bad_headers))
{
    const cj_header headers[] = {{bad_headers[_i].names[0], ""}, {bad_headers[_i].names[1], ""}};

    refuse(compile(MODULE(.source = "#include \"a.h\"\n__global__ void k() {}", .headers = headers, .header_count = 2)),
           CUJIT_ERROR_INVALID_ARGUMENT, bad_headers[_i].words);
}

TEST(errors_in_headers_are_found_there)
{
    static const char source[] = "#include \"a.h\"\n__global__ void k() {}";
    static const cj_header wrong = {"a.h", "\n\n__device__ int f() { return nope; }\n"},
                           ptx = {"a.h", "\n__device__ void f() { asm(\"\"); }\n"};

    ck_assert_int_eq(compile(MODULE(.source = source, .headers = &wrong, .header_count = 1)), CUJIT_ERROR_COMPILE);
    ck_assert_ptr_nonnull(strstr(fault.log, "a.h:3:"));
    refuse(fault.status, CUJIT_ERROR_COMPILE, "failed");
    ck_assert_int_eq(compile(MODULE(.source = source, .headers = &ptx, .header_count = 1)), CUJIT_ERROR_UNSUPPORTED);
    ck_assert_str_eq(fault.excerpt, "    __device__ void f() { asm(\"\"); }\n                          ^\n");
    refuse_at(fault.status, CUJIT_ERROR_UNSUPPORTED, "a.h", 2, 23, "\"a.h\": found \"asm\"");
}

TEST(nothing_is_left_behind)
{
    static const cj_header headers[] = {{"a/b/c.h", "int x;"}, {"bad/../x", ""}};
    const char *folder = cj_test_path("scratch");

    ck_assert_int_eq(mkdir(folder, 0700), 0);
    setenv("TMPDIR", folder, 1);
    for (size_t count = 1; count <= 2; count++) {
        refuse(compile(MODULE(.source = "#include <a/b/c.h>\n__global__ void k() {}", .headers = headers,
                              .header_count = count)),
               count == 1 ? CUJIT_OK : CUJIT_ERROR_INVALID_ARGUMENT, NULL);
        ck_assert_int_eq(rmdir(folder), 0); /* it is empty */
        ck_assert_int_eq(mkdir(folder, 0700), 0);
    }
}

/* ---- The rest of the table ---- */

TEST(functions_tell_about_themselves)
{
    cujit_function_info info;
    unsigned block = 0, blocks = 0;
    int resident = -1;
    cj_grid grid = {{1, 1, 1}, {1, 1, 1}, 0, true};

    load("__global__ void k() {}", 0);
    ck_assert_uint_eq(device->max_threads_per_block, 1024);
    ck_assert(device->max_block[0] == 1024 && device->max_block[2] == 64 && device->max_grid[1] == 65535);
    ck_assert_uint_eq(device->max_shared_bytes, 227 << 10);
    must(host->function_info(kernel, &info, &fault));
    ck_assert_int_eq(info.max_threads_per_block, 1024);
    ck_assert_int_eq(info.registers, -1);
    must(host->allow_shared(kernel, 227 << 10, &fault));
    refuse(host->allow_shared(kernel, (227 << 10) + 1, &fault), CUJIT_ERROR_LAUNCH, NULL);
    must(host->occupancy(kernel, 256, 0, &resident, &fault));
    ck_assert_int_eq(resident, 1);
    must(host->occupancy(kernel, 1025, 0, &resident, &fault));
    ck_assert_int_eq(resident, 0);
    must(host->best_block(kernel, 0, &block, &blocks, &fault));
    ck_assert(block >= 32 && block <= 1024 && blocks >= 1);
    refuse(host->launch(kernel, &grid, NULL, NULL, &fault), CUJIT_ERROR_UNSUPPORTED, "cooperative");
    must(host->push(device, &fault));
    must(host->pop(device, &fault));
}

TEST(objects_are_recognised)
{
    static char elf[64] = "\177ELF\2\1\1";
    char *other;
    size_t size;

    must(compile((cj_unit){.name = "module",
                           .source = "namespace a { __global__ void k() {} }",
                           .kernels = (const char *const[]){"a::k", NULL}}));
    ck_assert_int_eq(host->recognize(object.data, object.size), CJ_OBJECT_SHARED);
    ck_assert_int_eq(host->recognize(object.data, object.size / 2), CJ_OBJECT_NONE);
    ck_assert_int_eq(host->recognize(elf, sizeof elf), CJ_OBJECT_NONE);
    ck_assert_int_eq(host->recognize(".version 8.0", 12), CJ_OBJECT_NONE);
    ck_assert_int_eq(host->recognize("", 0), CJ_OBJECT_NONE);
    /* what a program got back from us, and nothing else is known of */
    must(host->load(device, &(cj_object){.kind = CJ_OBJECT_SHARED, .data = object.data, .size = object.size}, &module,
                    &fault));
    find("a::k");
    host->unload(module);
    /* somebody else's library */
    if ((other = cj_read_file("/lib64/ld-linux-x86-64.so.2", &size, NULL)) != NULL)
        ck_assert_int_eq(host->recognize(other, size), CJ_OBJECT_NONE);
    cj_free(other);
}

/* What the suites over the public interface cannot see of memory and copies. */
TEST(memory_is_aligned_and_checked)
{
    unsigned char bytes[128], *memory = NULL;
    size_t pitch = 0;

    must(host->alloc_pitched(device, 100, 7, 4, (void **)&memory, &pitch, &fault));
    ck_assert(pitch >= 100 && pitch % 64 == 0 && (uintptr_t)memory % 64 == 0);
    host->free(device, CJ_MEMORY_DEVICE, memory);
    refuse(host->alloc_pitched(device, SIZE_MAX - 1, 1, 4, (void **)&memory, &pitch, &fault), CUJIT_ERROR_DEVICE_MEMORY,
           NULL);
    ck_assert(host->is_pinned(device, bytes));
}

/* ---- Debugging ---- */

TEST(sources_are_kept_where_asked_for)
{
    static const char *const debug[] = {"-G", NULL};
    static const char text[] = "__global__ void k(int *y)\n{\n    *y = 4;\n}\n";
    const cj_unit unit = {.name = "kept_module", .source = text, .kernels = k_only, .options = debug};
    cj_text before = {0}, after = {0};
    size_t size;
    char *found;
    int y = 0;

    host->toolchain(&target, 0, &before, NULL);
    setenv("CUJIT_KEEP_SOURCE", cj_test_directory(), 1);
    host->toolchain(&target, 0, &after, NULL);
    ck_assert_str_ne(before.data, after.data);
    must(compile(unit));
    ck_assert_ptr_nonnull(memmem(object.data, object.size, "kept_module.cu", 14));
    found = cj_read_file(cj_test_path("kept_module.cu"), &size, NULL);
    ck_assert_pstr_eq(found, text);
    cj_free(found);
    load_object(); /* through a file */
    find("k");
    launch(1, 1, 0, VALUES(&(int *){&y}));
    ck_assert_int_eq(y, 4);
    setenv("CUJIT_KEEP_SOURCE", "/nowhere/at/all", 1);
    refuse(compile(unit), CUJIT_ERROR_IO, "CUJIT_KEEP_SOURCE");
    unsetenv("CUJIT_KEEP_SOURCE");
    cj_text_clear(&before);
    cj_text_clear(&after);
}

static void expect_end(int index, unsigned shared, int *y)
{
    pid_t child = fork();
    int result = 0;

    if (child == 0) {
        fclose(stderr);
        launch(1, 32, shared, VALUES(&y, &index));
        _exit(0);
    }
    ck_assert_int_eq(waitpid(child, &result, 0), child);
    ck_assert(!WIFEXITED(result) || WEXITSTATUS(result) != 0);
}

/* With the sanitizer in the process a kernel that leaves its array ends it, without it the object is refused. */
TEST(addresses_are_checked)
{
    static const char source[] = "__global__ void k(int *y, int i)\n{\n    extern __shared__ int s[];\n"
                                 "    s[threadIdx.x] = i;\n    __syncthreads();\n    y[s[threadIdx.x]] = 1;\n}\n";
    const cj_unit unit = MODULE(.source = source, .check_addresses = true, .features = CJ_FEATURE_BARRIERS);
    void *memory = NULL;

    must(compile(unit));
    if (dlsym(RTLD_DEFAULT, "__asan_init") == NULL) {
        ck_assert_int_eq(host->load(device, &object, &module, &fault), CUJIT_ERROR_UNSUPPORTED);
        ck_assert_ptr_nonnull(strstr(fault.message, "-fsanitize=address"));
        refuse(fault.status, CUJIT_ERROR_UNSUPPORTED, "LD_PRELOAD");
        return;
    }
    load_object();
    find("k");
    must(host->alloc(device, CJ_MEMORY_DEVICE, 40, &memory, &fault));
    launch(2, 32, 128, VALUES(&memory, &(int){0}));
    expect_end(10, 128, memory);
    expect_end(0, 64, memory); /* half of the shared memory that it needs */
    host->free(device, CJ_MEMORY_DEVICE, memory);
}
