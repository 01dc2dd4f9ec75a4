/*
 * fake_libcuda.c: a CUDA driver for machines without one, as far as the tests of error paths need it.
 */
#include "tests/fake_libcuda_parts.h"

#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct CUctx_st {
    int device;
};

enum { INVALID_CONTEXT = 201, INVALID_PTX = 218, STACK = 8 };

static fake_state state = {.version = 12040,
                           .devices = 2,
                           .major = 9,
                           .processors = 7,
                           .memory_free = 3u << 20,
                           .memory_total = 8u << 20,
                           .cooperative = 1,
                           .managed = 1,
                           .parameters = 3,
                           .dynamic_shared = 48 << 10};
static int global; /* the variable of every module */
static struct CUctx_st primary[FAKE_MAX_DEVICES];
static struct CUctx_st other = {.device = 0};
/* Of each thread, as a real driver has them: kernels are loaded in the background. */
static _Thread_local cj_cuda_context stack[STACK];
static _Thread_local int depth;
static _Thread_local unsigned capture_mode;

/* For programs that want more than errors: how many bytes and multiprocessors there are. */
__attribute__((constructor)) static void begin(void)
{
    const char *memory = getenv("FAKE_LIBCUDA_MEMORY"), *processors = getenv("FAKE_LIBCUDA_PROCESSORS");

    state.capture_mode = &capture_mode;
    if (memory != NULL)
        state.memory_free = state.memory_total = strtoul(memory, NULL, 10);
    if (processors != NULL)
        state.processors = atoi(processors);
}

fake_state *fake_cuda(void)
{
    return &state;
}

/* Counts the call and says whether it must fail. */
static cj_cuda_result enter(const char *symbol)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    fake_call *call = state.calls;
    cj_cuda_result code;

    pthread_mutex_lock(&lock);
    while (call->symbol != NULL && strcmp(call->symbol, symbol) != 0)
        call++;
    if (call->symbol == NULL)
        call->symbol = symbol;
    call->count++;
    code = call->fails;
    pthread_mutex_unlock(&lock);
    return code;
}

cj_cuda_result fake_enter(const char *symbol)
{
    cj_cuda_result code = enter(symbol);

    if (code == CJ_CUDA_OK && (depth == 0 || stack[depth - 1] == NULL))
        return INVALID_CONTEXT;
    return code;
}

_Thread_local cj_cuda_result fake_code;

bool fake_fails(const char *symbol)
{
    fake_code = fake_enter(symbol);
    return fake_code != CJ_CUDA_OK;
}

static bool has_most_blocks(void)
{
    return state.most_blocks != 0 && state.live_blocks >= state.most_blocks;
}

/* Of which a test knows no more than how often they were called. */
#define COUNTED(symbol, ...)                                                                                           \
    cj_cuda_result symbol(__VA_ARGS__)                                                                                 \
    {                                                                                                                  \
        return fake_enter(#symbol);                                                                                    \
    }
COUNTED(cuFuncLoad, cj_cuda_kernel function)
COUNTED(cuStreamDestroy_v2, cj_cuda_stream stream)
COUNTED(cuStreamWaitEvent, cj_cuda_stream stream, cj_cuda_event event, unsigned flags)
COUNTED(cuEventDestroy_v2, cj_cuda_event event)

/* What answers even where it fails. `count`: enter; fake_enter where a context must be current. */
#define ANSWERS(count, symbol, parameters, ...)                                                                        \
    cj_cuda_result symbol parameters                                                                                   \
    {                                                                                                                  \
        __VA_ARGS__;                                                                                                   \
        return count(#symbol);                                                                                         \
    }

/* What does nothing where it fails. */
#define DOES(symbol, parameters, ...)                                                                                  \
    cj_cuda_result symbol parameters                                                                                   \
    {                                                                                                                  \
        if (fake_fails(#symbol))                                                                                       \
            return fake_code;                                                                                          \
        __VA_ARGS__;                                                                                                   \
        return CJ_CUDA_OK;                                                                                             \
    }

ANSWERS(enter, cuInit, (unsigned flags), (void)flags)
ANSWERS(enter, cuDriverGetVersion, (int *version), *version = state.version)

cj_cuda_result cuGetErrorName(cj_cuda_result code, const char **name)
{
    *name = code == CJ_CUDA_OUT_OF_MEMORY ? "CUDA_ERROR_OUT_OF_MEMORY" : "CUDA_ERROR_FAKE";
    return code == 9999 ? CJ_CUDA_INVALID_VALUE : enter("cuGetErrorName");
}

cj_cuda_result cuGetErrorString(cj_cuda_result code, const char **text)
{
    *text = code == CJ_CUDA_OUT_OF_MEMORY ? "out of memory" : "a fake error";
    return code == 9999 ? CJ_CUDA_INVALID_VALUE : enter("cuGetErrorString");
}

ANSWERS(enter, cuDeviceGetCount, (int *count), *count = state.devices)
ANSWERS(enter, cuDeviceGet, (int *device, int ordinal), *device = ordinal)
ANSWERS(enter, cuDeviceGetName, (char *name, int size, int device), snprintf(name, (size_t)size, "Fake %d", device))
ANSWERS(enter, cuDeviceTotalMem_v2, (size_t * bytes, int device), *bytes = state.memory_total)
ANSWERS(enter, cuDeviceGetPCIBusId, (char *id, int size, int device),
        snprintf(id, (size_t)size, "0000:0%d:00.0", device))

cj_cuda_result cuDeviceGetAttribute(int *value, unsigned attribute, int device)
{
    *value = attribute == CJ_CUDA_ATTRIBUTE_MAJOR             ? state.major
             : attribute == CJ_CUDA_ATTRIBUTE_MINOR           ? state.minor
             : attribute == CJ_CUDA_ATTRIBUTE_MULTIPROCESSORS ? state.processors
             : attribute == CJ_CUDA_ATTRIBUTE_SHARED_OPTIN    ? 200 << 10
             : attribute == CJ_CUDA_ATTRIBUTE_COOPERATIVE     ? state.cooperative
             : attribute == CJ_CUDA_ATTRIBUTE_MANAGED         ? state.managed
                                                              : 1000 + (int)attribute;
    return enter("cuDeviceGetAttribute");
}

cj_cuda_result cuDevicePrimaryCtxRetain(cj_cuda_context *context, int device)
{
    cj_cuda_result code = enter("cuDevicePrimaryCtxRetain");

    if (code != CJ_CUDA_OK)
        return code;
    state.primary_count[device]++;
    primary[device].device = device;
    *context = &primary[device];
    return CJ_CUDA_OK;
}

ANSWERS(enter, cuDevicePrimaryCtxGetState, (int device, unsigned *flags, int *active), *flags = 0,
        *active = state.primary_count[device] > 0)
ANSWERS(enter, cuDevicePrimaryCtxRelease_v2, (int device), state.primary_count[device]--)
ANSWERS(enter, cuCtxGetCurrent, (cj_cuda_context * context), *context = depth > 0 ? stack[depth - 1] : NULL)

/* A NULL context pushes one that is nobody's primary, for tests. */
cj_cuda_result cuCtxPushCurrent_v2(cj_cuda_context context)
{
    cj_cuda_result code = enter("cuCtxPushCurrent_v2");

    if (code != CJ_CUDA_OK)
        return code;
    if (depth == STACK)
        return CJ_CUDA_INVALID_VALUE;
    stack[depth++] = context != NULL ? context : &other;
    return CJ_CUDA_OK;
}

cj_cuda_result cuCtxPopCurrent_v2(cj_cuda_context *context)
{
    if (depth == 0)
        return INVALID_CONTEXT;
    *context = stack[--depth];
    return enter("cuCtxPopCurrent_v2");
}

DOES(cuCtxGetDevice, (int *device), *device = stack[depth - 1]->device)

/* Waiting and asking: forbidden to a thread that captures and is not in the relaxed mode, and always where it is about
 * what is captured. */
static cj_cuda_result enter_wait(const char *symbol, const void *stream, bool all)
{
    cj_cuda_result code = fake_enter(symbol);

    state.wait_mode = capture_mode;
    if (state.recorded == NULL || (!all && stream != state.recorded && capture_mode == CJ_CUDA_CAPTURE_RELAXED))
        return code;
    state.spoiled = 1;
    return CJ_CUDA_CAPTURE_UNSUPPORTED;
}

cj_cuda_result cuCtxSynchronize(void)
{
    return enter_wait("cuCtxSynchronize", NULL, true);
}

cj_cuda_result cuThreadExchangeStreamCaptureMode(unsigned *mode)
{
    unsigned before = capture_mode;

    capture_mode = *mode;
    *mode = before;
    return enter("cuThreadExchangeStreamCaptureMode");
}

/* PTX that holds the word "bad" is refused with a log, as the driver's compiler does. */
cj_cuda_result cuModuleLoadDataEx(cj_cuda_module *module, const void *image, unsigned count, unsigned *options,
                                  void **values)
{
    state.load_mode = capture_mode;
    state.spoiled |= state.recorded != NULL && capture_mode != CJ_CUDA_CAPTURE_RELAXED;
    if (fake_fails("cuModuleLoadDataEx"))
        return fake_code;
    if (has_most_blocks())
        return CJ_CUDA_OUT_OF_MEMORY;
    if (count > 0 && strstr(image, "bad") != NULL) {
        for (unsigned k = 0; k < count; k++) {
            if (options[k] == CJ_CUDA_JIT_ERROR_LOG)
                strcpy(values[k], "ptxas error: bad\n");
        }
        return INVALID_PTX;
    }
    state.live_modules++;
    *module = malloc(1);
    return CJ_CUDA_OK;
}

ANSWERS(fake_enter, cuModuleUnload, (cj_cuda_module module), free(module); state.live_modules--)

cj_cuda_result cuModuleGetFunction(cj_cuda_kernel *function, cj_cuda_module module, const char *name)
{
    if (strcmp(name, "absent") == 0)
        return CJ_CUDA_NOT_FOUND;
    *function = (cj_cuda_kernel)(void *)module;
    return fake_enter("cuModuleGetFunction");
}

ANSWERS(enter, cuFuncGetAttribute, (int *value, unsigned attribute, cj_cuda_kernel function),
        *value = attribute == CJ_CUDA_FUNCTION_MAX_DYNAMIC ? state.dynamic_shared : 100 + (int)attribute)

DOES(cuFuncSetAttribute, (cj_cuda_kernel function, unsigned attribute, int value),
     if (attribute == CJ_CUDA_FUNCTION_MAX_DYNAMIC) state.dynamic_shared = value)

cj_cuda_result cuFuncGetParamInfo(cj_cuda_kernel function, size_t index, size_t *offset, size_t *size)
{
    cj_cuda_result code = enter("cuFuncGetParamInfo");

    if (code != CJ_CUDA_OK)
        return code;
    if (index >= (size_t)state.parameters)
        return CJ_CUDA_INVALID_VALUE;
    *offset = 16 * index;
    *size = 8 + 4 * index;
    return CJ_CUDA_OK;
}

/* Every module has the variables "count" and "ns::count". */
cj_cuda_result cuModuleGetGlobal_v2(cj_cuda_address *address, size_t *size, cj_cuda_module module, const char *name)
{
    if (fake_fails("cuModuleGetGlobal_v2"))
        return fake_code;
    if (strcmp(name, "count") != 0 && strcmp(name, "_ZN2ns5countE") != 0)
        return CJ_CUDA_NOT_FOUND;
    *address = (cj_cuda_address)(uintptr_t)&global;
    *size = sizeof global;
    return CJ_CUDA_OK;
}

ANSWERS(fake_enter, cuOccupancyMaxActiveBlocksPerMultiprocessor,
        (int *blocks, cj_cuda_kernel function, int block_threads, size_t shared_bytes), *blocks = 1024 / block_threads)

/* With a megabyte of shared memory nothing fits. */
cj_cuda_result cuOccupancyMaxPotentialBlockSize(int *grid_blocks, int *block_threads, cj_cuda_kernel function,
                                                size_t (*shared_of_block)(int block_threads), size_t shared_bytes,
                                                int limit)
{
    *grid_blocks = 28;
    *block_threads = shared_bytes < 1u << 20 ? 256 : 0;
    return fake_enter("cuOccupancyMaxPotentialBlockSize");
}

cj_cuda_result cuLaunchKernel(cj_cuda_kernel function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                              unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared_bytes,
                              cj_cuda_stream stream, void **values, void **extra)
{
    state.launch_grid = grid_x;
    state.launch_height = grid_y;
    state.launch_rank = block_z;
    state.launch_block = block_x;
    state.launch_shared = shared_bytes;
    state.launch_stream = stream;
    state.launch_values = values;
    return fake_enter("cuLaunchKernel");
}

cj_cuda_result cuLaunchCooperativeKernel(cj_cuda_kernel function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                                         unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared_bytes,
                                         cj_cuda_stream stream, void **values)
{
    if (fake_fails("cuLaunchCooperativeKernel"))
        return fake_code;
    if (grid_x * block_x > 7 * 1024)
        return CJ_CUDA_COOPERATIVE_TOO_LARGE;
    state.launch_grid = grid_x;
    state.launch_height = grid_y;
    state.launch_block = block_x;
    state.launch_rank = block_z;
    state.launch_shared = shared_bytes;
    state.launch_stream = stream;
    state.launch_values = values;
    state.launches_together++;
    return CJ_CUDA_OK;
}

/* Of which there may be too little. */
static cj_cuda_result allocate(const char *symbol, size_t size, cj_cuda_address *memory)
{
    state.alloc_mode = capture_mode;
    if (fake_fails(symbol))
        return fake_code;
    if (size > state.memory_free || has_most_blocks())
        return CJ_CUDA_OUT_OF_MEMORY;
    state.live_blocks++;
    *memory = (cj_cuda_address)(uintptr_t)malloc(size);
    return CJ_CUDA_OK;
}

cj_cuda_result cuMemAlloc_v2(cj_cuda_address *memory, size_t size)
{
    return allocate("cuMemAlloc_v2", size, memory);
}

cj_cuda_result cuMemAllocPitch_v2(cj_cuda_address *memory, size_t *pitch, size_t width, size_t height,
                                  unsigned element_bytes)
{
    if (element_bytes != 4 && element_bytes != 8 && element_bytes != 16)
        return CJ_CUDA_INVALID_VALUE;
    *pitch = (width + 511) / 512 * 512;
    return allocate("cuMemAllocPitch_v2", *pitch * height, memory);
}

cj_cuda_result cuMemAllocManaged(cj_cuda_address *memory, size_t size, unsigned flags)
{
    state.managed_flags = flags;
    return allocate("cuMemAllocManaged", size, memory);
}

ANSWERS(fake_enter, cuMemFree_v2, (cj_cuda_address memory), free((void *)(uintptr_t)memory); state.live_blocks--)
ANSWERS(fake_enter, cuMemGetInfo_v2, (size_t * free_bytes, size_t *total_bytes), *free_bytes = state.memory_free,
        *total_bytes = state.memory_total)

cj_cuda_result cuMemHostAlloc(void **memory, size_t size, unsigned flags)
{
    if (fake_fails("cuMemHostAlloc"))
        return fake_code;
    if (flags != CJ_CUDA_PINNED_PORTABLE)
        return CJ_CUDA_INVALID_VALUE;
    state.live_blocks++;
    *memory = malloc(size);
    return CJ_CUDA_OK;
}

ANSWERS(fake_enter, cuMemFreeHost, (void *memory), free(memory); state.live_blocks--)

cj_cuda_result cuMemHostRegister_v2(void *memory, size_t size, unsigned flags)
{
    state.register_flags = flags;
    if (fake_fails("cuMemHostRegister_v2"))
        return fake_code;
    if (state.registered_memory != NULL)
        return CJ_CUDA_ALREADY_REGISTERED;
    state.registered_memory = memory;
    return CJ_CUDA_OK;
}

cj_cuda_result cuMemHostUnregister(void *memory)
{
    if (fake_fails("cuMemHostUnregister"))
        return fake_code;
    if (memory != state.registered_memory)
        return CJ_CUDA_NOT_REGISTERED;
    state.registered_memory = NULL;
    return CJ_CUDA_OK;
}

/* Knows what is registered, and the variable as memory of the device's. */
cj_cuda_result cuPointerGetAttribute(void *value, unsigned attribute, cj_cuda_address pointer)
{
    const void *memory = (const void *)(uintptr_t)pointer;

    if (fake_fails("cuPointerGetAttribute"))
        return fake_code;
    if (attribute != CJ_CUDA_POINTER_MEMORY_TYPE || (memory != state.registered_memory && memory != &global))
        return CJ_CUDA_INVALID_VALUE;
    *(unsigned *)value = memory == &global ? CJ_CUDA_MEMORY_DEVICE : CJ_CUDA_MEMORY_HOST;
    return CJ_CUDA_OK;
}

static void *at(cj_cuda_address address)
{
    return (void *)(uintptr_t)address;
}

DOES(cuMemcpyHtoDAsync_v2, (cj_cuda_address to, const void *from, size_t size, cj_cuda_stream stream),
     memmove(at(to), from, size))
DOES(cuMemcpyDtoHAsync_v2, (void *to, cj_cuda_address from, size_t size, cj_cuda_stream stream),
     memmove(to, at(from), size))
DOES(cuMemcpyDtoDAsync_v2, (cj_cuda_address to, cj_cuda_address from, size_t size, cj_cuda_stream stream),
     memmove(at(to), at(from), size))

static char *side_memory(const cj_cuda_side *side)
{
    return side->memory_type == CJ_CUDA_MEMORY_HOST    ? side->host
           : side->memory_type == CJ_CUDA_MEMORY_ARRAY ? fake_image_texels(side->array)
                                                       : (char *)(uintptr_t)side->device;
}

/* Arrays have no pitch: their texels lie as the box has them. */
static cj_cuda_side whole_side(const cj_cuda_side *side, const cj_cuda_box *box)
{
    cj_cuda_side whole = *side;

    if (side->memory_type == CJ_CUDA_MEMORY_ARRAY) {
        whole.pitch = box->width;
        whole.rows = box->height;
    }
    return whole;
}

cj_cuda_result cuMemcpy3DAsync_v2(const struct CUDA_MEMCPY3D_st *opaque, cj_cuda_stream stream)
{
    const cj_cuda_box *box = (const void *)opaque;
    const cj_cuda_side from = whole_side(&box->from, box), to = whole_side(&box->to, box);

    if (fake_fails("cuMemcpy3DAsync_v2"))
        return fake_code;
    if (from.pitch < box->width || to.pitch < box->width || from.rows < box->height || to.rows < box->height)
        return CJ_CUDA_INVALID_VALUE;
    for (size_t z = 0; z < box->depth; z++) {
        for (size_t y = 0; y < box->height; y++)
            memcpy(side_memory(&to) + (z * to.rows + y) * to.pitch,
                   side_memory(&from) + (z * from.rows + y) * from.pitch, box->width);
    }
    return CJ_CUDA_OK;
}

cj_cuda_result cuMemcpyPeerAsync(cj_cuda_address to, cj_cuda_context to_context, cj_cuda_address from,
                                 cj_cuda_context from_context, size_t size, cj_cuda_stream stream)
{
    state.peer_contexts[0] = to_context;
    state.peer_contexts[1] = from_context;
    if (fake_fails("cuMemcpyPeerAsync"))
        return fake_code;
    memmove(at(to), at(from), size);
    return CJ_CUDA_OK;
}

DOES(cuMemsetD16Async, (cj_cuda_address memory, unsigned short value, size_t count, cj_cuda_stream stream),
     for (size_t k = 0; k < count; k++)((unsigned short *)at(memory))[k] = value)
DOES(cuMemsetD32Async, (cj_cuda_address memory, unsigned value, size_t count, cj_cuda_stream stream),
     for (size_t k = 0; k < count; k++)((unsigned *)at(memory))[k] = value)
DOES(cuMemsetD8Async, (cj_cuda_address memory, unsigned char value, size_t size, cj_cuda_stream stream),
     state.fill_stream = stream;
     memset(at(memory), value, size))

cj_cuda_result cuStreamCreate(cj_cuda_stream *stream, unsigned flags)
{
    state.stream_flags = flags;
    *stream = (cj_cuda_stream)(void *)&state.calls[state.streams++ % FAKE_MAX_FUNCTIONS];
    return fake_enter("cuStreamCreate");
}

cj_cuda_result cuStreamSynchronize(cj_cuda_stream stream)
{
    return enter_wait("cuStreamSynchronize", stream, false);
}

cj_cuda_result cuStreamQuery(cj_cuda_stream stream)
{
    return enter_wait("cuStreamQuery", stream, false);
}

ANSWERS(fake_enter, cuEventCreate, (cj_cuda_event * event, unsigned flags), *event = (cj_cuda_event)(void *)&state)
ANSWERS(fake_enter, cuEventRecord, (cj_cuda_event event, cj_cuda_stream stream),
        state.captured_event = stream != NULL && (const void *)stream == state.recorded)

/* An event that was captured is no point in time: 907 during the capture, which that ends, and 1 later. */
static cj_cuda_result enter_event(const char *symbol)
{
    cj_cuda_result code = enter_wait(symbol, NULL, false);

    if (!state.captured_event)
        return code;
    state.spoiled |= state.recorded != NULL;
    return state.recorded != NULL ? CJ_CUDA_CAPTURED_EVENT : CJ_CUDA_INVALID_VALUE;
}

ANSWERS(enter_event, cuEventSynchronize, (cj_cuda_event event), (void)event)
ANSWERS(enter_event, cuEventQuery, (cj_cuda_event event), (void)event)
ANSWERS(enter_event, cuEventElapsedTime, (float *ms, cj_cuda_event from, cj_cuda_event to), *ms = 1.5f)
