/*
 * test_cuda_device_modules.c: what modules and buffers need of the CUDA backend, on a real GPU, below the public
 * interface.
 *
 * Exits 77 where there is none. CUDA does not survive a fork, so all tests run in this one process. What needs NVRTC
 * passes without a look where there is none.
 */
#include "tests/cuda_device_support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void to_host(void *to, const void *from, size_t size)
{
    must(cuda->copy(device, to, from, size, CJ_COPY_TO_HOST, NULL, true, &fault));
}

static void to_device(void *to, const void *from, size_t size)
{
    must(cuda->copy(device, to, from, size, CJ_COPY_TO_DEVICE, NULL, true, &fault));
}

/* ---- one source for all ---- */

static const char source[] =
    "struct pair { char c; double d; };\n"
    "__constant__ float table[4] = {1, 2, 3, 4};\n"
    "__device__ unsigned arrived;\n"
    "namespace ns { __device__ int offset = 40; }\n"
    "extern __shared__ int dynamic[];\n"
    "__global__ void many(pair p, float4 f, char c, short s, double *x)\n"
    "{ x[threadIdx.x] = p.d + p.c + f.w + c + s; }\n"
    "__global__ void use(float *x) { x[threadIdx.x] = table[threadIdx.x & 3] + ns::offset; }\n"
    "template <class T> __global__ void scale(T *x, T a) { x[blockIdx.x * blockDim.x + threadIdx.x] *= a; }\n"
    "__global__ void reverse(int *x)\n"
    "{\n"
    "    int last = blockDim.x - 1;\n"
    "    int *far = dynamic + 20000;\n" /* behind the first 48 KiB */
    "    far[threadIdx.x] = x[threadIdx.x];\n    __syncthreads();\n    x[threadIdx.x] = far[last - threadIdx.x];\n"
    "}\n"
    "extern \"C\" __global__ void __launch_bounds__(128) bounded(int *x) { x[threadIdx.x] = threadIdx.x; }\n"
    "__global__ void together(unsigned *x)\n" /* every block waits for every other */
    "{\n"
    "    if (threadIdx.x == 0) {\n        atomicAdd(&arrived, 1u);\n"
    "        while (atomicAdd(&arrived, 0u) < gridDim.x) { }\n    }\n"
    "    __syncthreads();\n    if (threadIdx.x == 0)\n        x[blockIdx.x] = gridDim.x;\n"
    "}\n";

static const char *const kernels[] = {"many",    "use",     "scale<float>", "scale<long long>",
                                      "reverse", "bounded", "together",     NULL};

static cj_object object;  /* of the source, for this device; kind CJ_OBJECT_NONE where there is no compiler */
static cj_module *module; /* of that */

static bool compile(const char *architecture, cj_object *out)
{
    return compile_unit(architecture, (cj_unit){.name = "module", .source = source, .kernels = kernels}, out);
}

static void setup(void)
{
    if (compile(device->architecture, &object))
        must(cuda->load(device, &object, &module, &fault));
}

static void teardown(void)
{
    cuda->unload(module);
    module = NULL;
    cj_object_clear(&object);
}

/* A kernel by its expression, through the object's names. */
static cj_function *function_in(cj_module *from, const cj_object *of, const char *expression)
{
    size_t length = strlen(expression);
    const char *line = of->names;
    cj_function *function = NULL;
    char symbol[200] = "";

    while (line != NULL && (strncmp(line, expression, length) != 0 || line[length] != '\t'))
        line = (line = strchr(line, '\n')) != NULL ? line + 1 : NULL;
    ck_assert_msg(line != NULL && sscanf(line + length, "\t%199s", symbol) == 1, "no %s in %s", expression, of->names);
    must(cuda->function(from, symbol, &function, &fault));
    return function;
}

static cj_function *function_of(const char *expression)
{
    return function_in(module, &object, expression);
}

static void launch(cj_function *function, unsigned blocks, unsigned threads, unsigned shared, void *const *values)
{
    const cj_grid grid = {.grid = {blocks, 1, 1}, .block = {threads, 1, 1}, .shared_bytes = shared};

    must(cuda->launch(function, &grid, values, NULL, &fault));
}

/* ---- functions ---- */

FIXTURE(setup, teardown)

TEST(limits_are_plausible)
{
    ck_assert_uint_ge(device->max_threads_per_block, 1024);
    ck_assert_uint_ge(device->max_block[0], 1024);
    ck_assert_uint_ge(device->max_block[2], 64);
    ck_assert_uint_eq(device->max_grid[0], 0x7fffffff);
    ck_assert_uint_eq(device->max_grid[1], 65535);
    ck_assert_uint_gt(device->max_shared_bytes, 48 << 10);
}

TEST(parameters_are_measured)
{
    static const size_t expected[] = {16, 16, 1, 2, 8};
    size_t sizes[8] = {0}, count = 0;
    cujit_status status;

    if (module == NULL)
        return;
    status = cuda->parameters(function_of("many"), sizes, NULL, 8, &count, &fault);
    if (((cuda_device *)device)->driver->version < 12040) {
        ck_assert_int_eq(status, CUJIT_ERROR_UNSUPPORTED);
        cujit_error_clear(&fault);
        return;
    }
    must(status);
    ck_assert_uint_eq(count, 5);
    ck_assert(memcmp(sizes, expected, sizeof expected) == 0);
}

TEST(function_info_follows_the_launch_bounds)
{
    const cj_grid grid = {.grid = {1, 1, 1}, .block = {256, 1, 1}};
    void *x = NULL, *values[] = {&x};
    cujit_function_info info;

    if (module == NULL)
        return;
    must(cuda->function_info(function_of("bounded"), &info, &fault));
    ck_assert_int_eq(info.max_threads_per_block, 128);
    ck_assert_int_gt(info.registers, 0);
    ck_assert_int_eq(info.shared_bytes, 0);
    ck_assert_int_ge(info.constant_bytes, 0);
    ck_assert_int_eq(info.local_bytes, 0);
    ck_assert_int_eq(info.max_dynamic_shared_bytes, 48 << 10);
    refuse(cuda->launch(function_of("bounded"), &grid, values, NULL, &fault), CUJIT_ERROR_LAUNCH,
           "at most 128 threads");
    must(cuda->synchronize(device, &fault));
}

TEST(shared_memory_beyond_48_kib_must_be_allowed)
{
    enum { THREADS = 256, BYTES = (20000 + THREADS) * 4 };
    const cj_grid grid = {.grid = {1, 1, 1}, .block = {THREADS, 1, 1}, .shared_bytes = BYTES};
    int host[THREADS];
    void *x, *values[] = {&x};
    cj_function *reverse;
    cujit_function_info info;

    if (module == NULL || device->max_shared_bytes < BYTES)
        return;
    x = allocate(sizeof host);
    reverse = function_of("reverse");
    for (int k = 0; k < THREADS; k++)
        host[k] = k;
    to_device(x, host, sizeof host);
    refuse(cuda->launch(reverse, &grid, values, NULL, &fault), CUJIT_ERROR_LAUNCH,
           "cujit_function_allow_shared() allows more");
    must(cuda->allow_shared(reverse, BYTES, &fault));
    must(cuda->allow_shared(reverse, 1000, &fault)); /* takes nothing back */
    must(cuda->launch(reverse, &grid, values, NULL, &fault));
    to_host(host, x, sizeof host);
    for (int k = 0; k < THREADS; k++)
        ck_assert_int_eq(host[k], THREADS - 1 - k);
    must(cuda->allow_shared(reverse, device->max_shared_bytes, &fault));
    must(cuda->function_info(reverse, &info, &fault));
    ck_assert_int_eq(info.max_dynamic_shared_bytes, (int)device->max_shared_bytes);
    refuse(cuda->allow_shared(reverse, device->max_shared_bytes + 1, &fault), CUJIT_ERROR_INVALID_ARGUMENT,
           "has at most");
}

TEST(cooperative_blocks_run_at_once)
{
    cj_grid grid = {.block = {128, 1, 1}, .grid = {1, 1, 1}, .cooperative = true};
    unsigned zero = 0, *host;
    void *x, *values[] = {&x}, *arrived = NULL;
    cujit_device_info about;
    cj_function *together;
    int blocks = 0;
    size_t size = 0;

    if (module == NULL || !((cuda_device *)device)->cooperative)
        return;
    together = function_of("together");
    must(cuda->info(device->ordinal, &about, &fault));
    must(cuda->occupancy(together, 128, 0, &blocks, &fault));
    grid.grid[0] = (unsigned)(blocks * about.multiprocessors);
    host = calloc(grid.grid[0], sizeof *host);
    x = allocate(grid.grid[0] * sizeof *host);
    must(cuda->global(module, "arrived", &arrived, &size, &fault));
    to_device(arrived, &zero, sizeof zero);
    must(cuda->launch(together, &grid, values, NULL, &fault));
    to_host(host, x, grid.grid[0] * sizeof *host);
    for (unsigned k = 0; k < grid.grid[0]; k++)
        ck_assert_uint_eq(host[k], grid.grid[0]);
    grid.grid[0]++;
    refuse(cuda->launch(together, &grid, values, NULL, &fault), CUJIT_ERROR_LAUNCH, "at once");
    must(cuda->synchronize(device, &fault));
    free(host);
}

/* ---- images ---- */

/* A fatbin of one cubin: two headers and the cubin. */
static void *make_fatbin(const cj_object *cubin, unsigned architecture, size_t *size)
{
    size_t padded = (cubin->size + 7) / 8 * 8;
    const struct {
        uint32_t magic;
        uint16_t version, header_size;
        uint64_t size;
        uint16_t kind, entry_version;
        uint32_t entry_header_size;
        uint64_t entry_size;
        uint32_t compressed_size, options;
        uint16_t minor, major;
        uint32_t architecture, name_offset, name_length;
        uint64_t flags, reserved, whole_size;
    } headers = {0xBA55ED50, 1, 16, 64 + padded, 2, 0x101, 64, padded, 0, 0, 8, 1, architecture, 0, 0, 0x11, 0, 0};
    char *bytes = calloc(1, sizeof headers + padded);

    ck_assert_uint_eq(sizeof headers, 80);
    memcpy(bytes, &headers, sizeof headers);
    memcpy(bytes + sizeof headers, cubin->data, cubin->size);
    *size = sizeof headers + padded;
    return bytes;
}

/* Recognises, loads and runs what is there. */
static void use_image(void *data, size_t size, cj_object_kind kind)
{
    cj_object image = {.kind = cuda->recognize(data, size), .data = data, .size = size};
    cj_module *loaded = NULL;
    float host[] = {1, 2, 3}, two = 2;
    void *x = allocate(sizeof host), *values[] = {&x, &two};

    ck_assert_int_eq(image.kind, kind);
    must(cuda->load(device, &image, &loaded, &fault));
    to_device(x, host, sizeof host);
    launch(function_in(loaded, &object, "scale<float>"), 1, 3, 0, values);
    to_host(host, x, sizeof host);
    ck_assert(host[0] == 2 && host[1] == 4 && host[2] == 6);
    cuda->unload(loaded);
}

TEST(images_are_recognised_and_loaded)
{
    unsigned number = 0;
    cj_object text = {0};
    size_t size = 0;
    void *fat;

    if (module == NULL || object.kind != CJ_OBJECT_CUBIN)
        return;
    use_image(object.data, object.size, CJ_OBJECT_CUBIN);
    ck_assert(compile("compute_75", &text));
    use_image(text.data, text.size, CJ_OBJECT_PTX);
    ck_assert_int_eq(sscanf(device->architecture, "sm_%u", &number), 1);
    fat = make_fatbin(&object, number, &size);
    use_image(fat, size, CJ_OBJECT_FATBIN);
    free(fat);
    cj_object_clear(&text);
}

TEST(fatbin_for_another_architecture_is_refused)
{
    bool turing = strcmp(device->architecture, "sm_75") == 0;
    cj_object foreign = {0}, image = {.kind = CJ_OBJECT_FATBIN};
    cj_module *loaded = NULL;

    if (module == NULL)
        return;
    ck_assert(compile(turing ? "sm_90" : "sm_75", &foreign));
    image.data = make_fatbin(&foreign, turing ? 90 : 75, &image.size);
    refuse(cuda->load(device, &image, &loaded, &fault), CUJIT_ERROR_LOAD, "fatbin");
    ck_assert_ptr_null(loaded);
    free(image.data);
    cj_object_clear(&foreign);
}

TEST(cubin_that_was_cut_off_is_refused)
{
    cj_object image = {.kind = CJ_OBJECT_CUBIN};
    cj_module *loaded = NULL;

    if (module == NULL || object.kind != CJ_OBJECT_CUBIN)
        return;
    for (size_t size = 0; size < object.size; size += 1 + size / 16) {
        image.data = malloc(size > 0 ? size : 1);
        image.size = size;
        memcpy(image.data, object.data, size);
        ck_assert_int_eq(cuda->load(device, &image, &loaded, NULL), CUJIT_ERROR_LOAD);
        free(image.data);
    }
}

/* ---- memory ---- */

TEST(boxes_with_long_rows_are_copied)
{
    size_t pitch = ((size_t)1 << 31) + 512, left = 0, all = 0;
    char host[2][16] = {"row 0", "row 1"}, back[2][16] = {"", ""};
    cujit_box box = {.from = host,
                     .from_pitch = 16,
                     .from_rows = 2,
                     .to_pitch = pitch,
                     .to_rows = 2,
                     .width = 16,
                     .height = 2,
                     .depth = 1};
    char *memory;

    must(cuda->memory_info(device, &left, &all, &fault));
    if (left < 2 * pitch)
        return;
    box.to = memory = allocate(pitch + 16);
    must(cuda->copy_box(device, &box, CJ_COPY_TO_DEVICE, NULL, true, &fault));
    to_host(back[0], memory, 16);
    to_host(back[1], memory + pitch, 16);
    ck_assert(memcmp(host, back, sizeof host) == 0);
    cuda->free(device, CJ_MEMORY_DEVICE, memory);
}

TEST(registered_memory_is_pinned)
{
    enum { SIZE = 1 << 20 };
    char *host = aligned_alloc(4096, SIZE);
    void *memory = allocate(SIZE), *pinned = NULL;

    memset(host, 7, SIZE);
    ck_assert(!cuda->is_pinned(device, host));
    ck_assert(!cuda->is_pinned(device, memory));
    must(cuda->register_host(device, host, SIZE, &fault));
    ck_assert(cuda->is_pinned(device, host));
    ck_assert(cuda->is_pinned(device, host + SIZE - 1));
    ck_assert_int_eq(cuda->register_host(device, host, SIZE, &fault), CUJIT_ERROR_INVALID_ARGUMENT);
    to_device(memory, host, SIZE);
    memset(host, 0, SIZE);
    to_host(host, memory, SIZE);
    ck_assert(host[0] == 7 && host[SIZE - 1] == 7);
    must(cuda->unregister_host(device, host, &fault));
    ck_assert(!cuda->is_pinned(device, host));
    ck_assert_int_eq(cuda->unregister_host(device, host, &fault), CUJIT_ERROR_INVALID_ARGUMENT);
    must(cuda->alloc(device, CJ_MEMORY_PINNED, 100, &pinned, &fault));
    ck_assert(cuda->is_pinned(device, pinned));
    cuda->free(device, CJ_MEMORY_PINNED, pinned);
    free(host);
}

/* ---- contexts ---- */

static cj_cuda_context current(void)
{
    cj_cuda_context found = NULL;

    ck_assert_uint_eq(((cuda_device *)device)->driver->context_current(&found), CJ_CUDA_OK);
    return found;
}

/* A second device over a context of the application's own, which lies beside the primary one. */
TEST(contexts_beside_each_other_push_pop_and_copy)
{
    cj_cuda_result (*create)(cj_cuda_context *, unsigned, int) = NULL;
    cj_cuda_result (*destroy)(cj_cuda_context) = NULL;
    cj_cuda_context theirs = NULL;
    cj_device *inside = NULL;
    char text[] = "from one to the other", back[sizeof text] = "";
    void *from, *to = NULL;

    if (!driver_function("cuCtxCreate_v2", &create) || !driver_function("cuCtxDestroy_v2", &destroy))
        return;
    ck_assert_uint_eq(create(&theirs, 0, ((cuda_device *)device)->device), CJ_CUDA_OK);
    must(cuda->open(-1, &inside, &fault));
    must(cuda->push(device, &fault));
    ck_assert_ptr_eq(current(), ((cuda_device *)device)->context);
    ck_assert_int_eq(cuda->pop(inside, &fault), CUJIT_ERROR_INVALID_ARGUMENT);
    from = allocate(sizeof text);
    to_device(from, text, sizeof text);
    must(cuda->alloc(inside, CJ_MEMORY_DEVICE, sizeof text, &to, &fault));
    must(cuda->copy_peer(inside, to, device, from, sizeof text, &fault));
    must(cuda->copy(inside, back, to, sizeof text, CJ_COPY_TO_HOST, NULL, true, &fault));
    ck_assert_str_eq(back, text);
    must(cuda->copy_peer(device, from, device, from, sizeof text, &fault));
    ck_assert_ptr_eq(current(), ((cuda_device *)device)->context);
    must(cuda->pop(device, &fault));
    ck_assert_ptr_eq(current(), theirs);
    ck_assert_int_eq(cuda->pop(device, &fault), CUJIT_ERROR_INVALID_ARGUMENT);
    cuda->free(inside, CJ_MEMORY_DEVICE, to);
    cuda->close(inside);
    ck_assert_uint_eq(destroy(theirs), CJ_CUDA_OK);
}

TEST(peers_copy_between_devices)
{
    enum { SIZE = 1 << 20 };
    char *host = memory_of(SIZE), *back = memory_of(SIZE);
    cj_device *second = NULL;
    void *from = allocate(SIZE), *to = NULL;
    int count = 0;

    must(cuda->count(&count, &fault));
    if (count >= 2) {
        for (size_t k = 0; k < SIZE; k++)
            host[k] = (char)(k * 7);
        must(cuda->open(1, &second, &fault));
        must(cuda->alloc(second, CJ_MEMORY_DEVICE, SIZE, &to, &fault));
        to_device(from, host, SIZE);
        must(cuda->copy_peer(second, to, device, from, SIZE, &fault));
        must(cuda->copy(second, back, to, SIZE, CJ_COPY_TO_HOST, NULL, true, &fault));
        ck_assert(memcmp(host, back, SIZE) == 0);
        cuda->free(second, CJ_MEMORY_DEVICE, to);
        cuda->close(second);
    }
}
