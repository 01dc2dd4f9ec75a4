/*
 * driver.h: the CUDA driver, loaded when it is first needed.
 *
 * The few types and numbers of cuda.h that we use are declared here, so that building needs no CUDA headers;
 * tests/test_cuda_abi.c compares them with the real ones where those are installed.
 */
#ifndef LIBJIT_CUDA_DRIVER_H
#define LIBJIT_CUDA_DRIVER_H

#include "libjit/base/status.h"

#include <stdbool.h>
#include <stddef.h>

typedef unsigned cj_cuda_result; /* CUresult and the other enums of cuda.h are unsigned int for gcc and clang */
typedef unsigned long long cj_cuda_address;
typedef struct CUctx_st *cj_cuda_context;
typedef struct CUmod_st *cj_cuda_module;
typedef struct CUfunc_st *cj_cuda_kernel;
typedef struct CUstream_st *cj_cuda_stream;
typedef struct CUevent_st *cj_cuda_event;
typedef struct CUgraph_st *cj_cuda_graph;
typedef struct CUgraphExec_st *cj_cuda_graph_exec;
typedef struct CUgraphNode_st *cj_cuda_node;
typedef struct CUuserObject_st *cj_cuda_user_object;
typedef struct CUarray_st *cj_cuda_array;
typedef unsigned long long cj_cuda_texture; /* surfaces too */

/* One side of a copy of a box: rows of `pitch` bytes, `rows` of them a slice. */
typedef struct cj_cuda_side {
    size_t x, y, z, level; /* where in it to begin */
    unsigned memory_type;
    void *host; /* or `device`, as memory_type says */
    cj_cuda_address device;
    void *array, *reserved;
    size_t pitch, rows;
} cj_cuda_side;

/* CUDA_MEMCPY3D, which goes to the driver as a pointer to this struct of another name. */
struct CUDA_MEMCPY3D_st;
typedef struct cj_cuda_box {
    cj_cuda_side from, to;
    size_t width, height, depth;
} cj_cuda_box;

/* The structs of textures, under names of ours in the same way: CUDA_ARRAY3D_DESCRIPTOR, CUDA_RESOURCE_DESC,
 * CUDA_TEXTURE_DESC. */
struct CUDA_ARRAY3D_DESCRIPTOR_st;
typedef struct cj_cuda_array_layout {
    size_t width, height, depth;
    unsigned format, channels, flags;
} cj_cuda_array_layout;

struct CUDA_RESOURCE_DESC_st;
typedef struct cj_cuda_resource {
    unsigned kind;
    union {
        cj_cuda_array array;
        struct {
            cj_cuda_address memory;
            unsigned format, channels;
            size_t bytes;
        } linear;
        struct {
            cj_cuda_address memory;
            unsigned format, channels;
            size_t width, height, pitch;
        } pitched;
        int room[32];
    } of;
    unsigned flags;
} cj_cuda_resource;

struct CUDA_TEXTURE_DESC_st;
struct CUDA_RESOURCE_VIEW_DESC_st;
typedef struct cj_cuda_sampling {
    unsigned edges[3], filter, flags, anisotropy, level_filter;
    float level_bias, lowest_level, highest_level, border[4];
    int room[12];
} cj_cuda_sampling;

/* X(our name, name in cuda.h, number) */
#define CJ_CUDA_NUMBER_MAP(X)                                                                                          \
    X(CJ_CUDA_OK, CUDA_SUCCESS, 0)                                                                                     \
    X(CJ_CUDA_INVALID_VALUE, CUDA_ERROR_INVALID_VALUE, 1)                                                              \
    X(CJ_CUDA_OUT_OF_MEMORY, CUDA_ERROR_OUT_OF_MEMORY, 2)                                                              \
    X(CJ_CUDA_STUB_LIBRARY, CUDA_ERROR_STUB_LIBRARY, 34)                                                               \
    X(CJ_CUDA_NO_DEVICE, CUDA_ERROR_NO_DEVICE, 100)                                                                    \
    X(CJ_CUDA_INVALID_IMAGE, CUDA_ERROR_INVALID_IMAGE, 200)                                                            \
    X(CJ_CUDA_NO_BINARY_FOR_GPU, CUDA_ERROR_NO_BINARY_FOR_GPU, 209)                                                    \
    X(CJ_CUDA_INVALID_PTX, CUDA_ERROR_INVALID_PTX, 218)                                                                \
    X(CJ_CUDA_JIT_COMPILER_NOT_FOUND, CUDA_ERROR_JIT_COMPILER_NOT_FOUND, 221)                                          \
    X(CJ_CUDA_UNSUPPORTED_PTX_VERSION, CUDA_ERROR_UNSUPPORTED_PTX_VERSION, 222)                                        \
    X(CJ_CUDA_JIT_COMPILATION_DISABLED, CUDA_ERROR_JIT_COMPILATION_DISABLED, 223)                                      \
    X(CJ_CUDA_INVALID_SOURCE, CUDA_ERROR_INVALID_SOURCE, 300)                                                          \
    X(CJ_CUDA_SYMBOL_NOT_FOUND, CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND, 302)                                        \
    X(CJ_CUDA_NOT_FOUND, CUDA_ERROR_NOT_FOUND, 500)                                                                    \
    X(CJ_CUDA_NOT_READY, CUDA_ERROR_NOT_READY, 600)                                                                    \
    X(CJ_CUDA_ILLEGAL_ADDRESS, CUDA_ERROR_ILLEGAL_ADDRESS, 700)                                                        \
    X(CJ_CUDA_OUT_OF_RESOURCES, CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES, 701)                                               \
    X(CJ_CUDA_LAUNCH_TIMEOUT, CUDA_ERROR_LAUNCH_TIMEOUT, 702)                                                          \
    X(CJ_CUDA_ASSERT, CUDA_ERROR_ASSERT, 710)                                                                          \
    X(CJ_CUDA_ALREADY_REGISTERED, CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED, 712)                                      \
    X(CJ_CUDA_NOT_REGISTERED, CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED, 713)                                              \
    X(CJ_CUDA_HARDWARE_STACK_ERROR, CUDA_ERROR_HARDWARE_STACK_ERROR, 714)                                              \
    X(CJ_CUDA_LAUNCH_FAILED, CUDA_ERROR_LAUNCH_FAILED, 719)                                                            \
    X(CJ_CUDA_COOPERATIVE_TOO_LARGE, CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE, 720)                                     \
    X(CJ_CUDA_CAPTURE_UNSUPPORTED, CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED, 900)                                         \
    X(CJ_CUDA_CAPTURE_INVALIDATED, CUDA_ERROR_STREAM_CAPTURE_INVALIDATED, 901)                                         \
    X(CJ_CUDA_CAPTURE_UNJOINED, CUDA_ERROR_STREAM_CAPTURE_UNJOINED, 904)                                               \
    X(CJ_CUDA_CAPTURE_ISOLATION, CUDA_ERROR_STREAM_CAPTURE_ISOLATION, 905)                                             \
    X(CJ_CUDA_CAPTURE_IMPLICIT, CUDA_ERROR_STREAM_CAPTURE_IMPLICIT, 906)                                               \
    X(CJ_CUDA_CAPTURED_EVENT, CUDA_ERROR_CAPTURED_EVENT, 907)                                                          \
    X(CJ_CUDA_CAPTURE_WRONG_THREAD, CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD, 908)                                       \
    X(CJ_CUDA_ATTRIBUTE_MAX_THREADS_PER_BLOCK, CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK, 1)                           \
    X(CJ_CUDA_ATTRIBUTE_THREADS_PER_MULTIPROCESSOR, CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR, 39)            \
    X(CJ_CUDA_ATTRIBUTE_MAX_BLOCK_X, CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X, 2)                                           \
    X(CJ_CUDA_ATTRIBUTE_MAX_GRID_X, CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X, 5)                                             \
    X(CJ_CUDA_ATTRIBUTE_SHARED_PER_BLOCK, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK, 8)                          \
    X(CJ_CUDA_ATTRIBUTE_WARP_SIZE, CU_DEVICE_ATTRIBUTE_WARP_SIZE, 10)                                                  \
    X(CJ_CUDA_ATTRIBUTE_MAX_PITCH, CU_DEVICE_ATTRIBUTE_MAX_PITCH, 11)                                                  \
    X(CJ_CUDA_ATTRIBUTE_REGISTERS_PER_BLOCK, CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK, 12)                          \
    X(CJ_CUDA_ATTRIBUTE_CLOCK_KHZ, CU_DEVICE_ATTRIBUTE_CLOCK_RATE, 13)                                                 \
    X(CJ_CUDA_ATTRIBUTE_MULTIPROCESSORS, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, 16)                                 \
    X(CJ_CUDA_ATTRIBUTE_MEMORY_CLOCK_KHZ, CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE, 36)                                   \
    X(CJ_CUDA_ATTRIBUTE_MEMORY_BUS_BITS, CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH, 37)                              \
    X(CJ_CUDA_ATTRIBUTE_L2_BYTES, CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE, 38)                                               \
    X(CJ_CUDA_ATTRIBUTE_MAJOR, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, 75)                                       \
    X(CJ_CUDA_ATTRIBUTE_MINOR, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, 76)                                       \
    X(CJ_CUDA_ATTRIBUTE_MANAGED, CU_DEVICE_ATTRIBUTE_MANAGED_MEMORY, 83)                                               \
    X(CJ_CUDA_ATTRIBUTE_COOPERATIVE, CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH, 95)                                       \
    X(CJ_CUDA_ATTRIBUTE_SHARED_OPTIN, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN, 97)                       \
    X(CJ_CUDA_ATTRIBUTE_CLUSTERS, CU_DEVICE_ATTRIBUTE_CLUSTER_LAUNCH, 120)                                             \
    X(CJ_CUDA_FUNCTION_MAX_THREADS, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, 0)                                        \
    X(CJ_CUDA_FUNCTION_SHARED_BYTES, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES, 1)                                           \
    X(CJ_CUDA_FUNCTION_CONSTANT_BYTES, CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES, 2)                                          \
    X(CJ_CUDA_FUNCTION_LOCAL_BYTES, CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES, 3)                                             \
    X(CJ_CUDA_FUNCTION_REGISTERS, CU_FUNC_ATTRIBUTE_NUM_REGS, 4)                                                       \
    X(CJ_CUDA_FUNCTION_MAX_DYNAMIC, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 8)                                \
    X(CJ_CUDA_JIT_ERROR_LOG, CU_JIT_ERROR_LOG_BUFFER, 5)                                                               \
    X(CJ_CUDA_JIT_ERROR_LOG_SIZE, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES, 6)                                               \
    X(CJ_CUDA_CAPTURE_THREAD_LOCAL, CU_STREAM_CAPTURE_MODE_THREAD_LOCAL, 1)                                            \
    X(CJ_CUDA_CAPTURE_RELAXED, CU_STREAM_CAPTURE_MODE_RELAXED, 2)                                                      \
    X(CJ_CUDA_CAPTURE_NONE, CU_STREAM_CAPTURE_STATUS_NONE, 0)                                                          \
    X(CJ_CUDA_CAPTURE_SPOILED, CU_STREAM_CAPTURE_STATUS_INVALIDATED, 2)                                                \
    X(CJ_CUDA_CAPTURE_REPLACE, CU_STREAM_SET_CAPTURE_DEPENDENCIES, 1)                                                  \
    X(CJ_CUDA_OBJECT_NO_SYNC, CU_USER_OBJECT_NO_DESTRUCTOR_SYNC, 1)                                                    \
    X(CJ_CUDA_OBJECT_MOVE, CU_GRAPH_USER_OBJECT_MOVE, 1)                                                               \
    X(CJ_CUDA_PINNED_PORTABLE, CU_MEMHOSTALLOC_PORTABLE, 1)                                                            \
    X(CJ_CUDA_REGISTER_PORTABLE, CU_MEMHOSTREGISTER_PORTABLE, 1)                                                       \
    X(CJ_CUDA_ATTACH_GLOBAL, CU_MEM_ATTACH_GLOBAL, 1)                                                                  \
    X(CJ_CUDA_POINTER_MEMORY_TYPE, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, 2)                                                \
    X(CJ_CUDA_MEMORY_HOST, CU_MEMORYTYPE_HOST, 1)                                                                      \
    X(CJ_CUDA_MEMORY_DEVICE, CU_MEMORYTYPE_DEVICE, 2)                                                                  \
    X(CJ_CUDA_MEMORY_ARRAY, CU_MEMORYTYPE_ARRAY, 3)                                                                    \
    X(CJ_CUDA_ARRAY_LAYERED, CUDA_ARRAY3D_LAYERED, 1)                                                                  \
    X(CJ_CUDA_ARRAY_SURFACE, CUDA_ARRAY3D_SURFACE_LDST, 2)                                                             \
    X(CJ_CUDA_FORMAT_UINT8, CU_AD_FORMAT_UNSIGNED_INT8, 1)                                                             \
    X(CJ_CUDA_FORMAT_UINT16, CU_AD_FORMAT_UNSIGNED_INT16, 2)                                                           \
    X(CJ_CUDA_FORMAT_UINT32, CU_AD_FORMAT_UNSIGNED_INT32, 3)                                                           \
    X(CJ_CUDA_FORMAT_INT8, CU_AD_FORMAT_SIGNED_INT8, 8)                                                                \
    X(CJ_CUDA_FORMAT_INT16, CU_AD_FORMAT_SIGNED_INT16, 9)                                                              \
    X(CJ_CUDA_FORMAT_INT32, CU_AD_FORMAT_SIGNED_INT32, 10)                                                             \
    X(CJ_CUDA_FORMAT_HALF, CU_AD_FORMAT_HALF, 16)                                                                      \
    X(CJ_CUDA_FORMAT_FLOAT, CU_AD_FORMAT_FLOAT, 32)                                                                    \
    X(CJ_CUDA_RESOURCE_ARRAY, CU_RESOURCE_TYPE_ARRAY, 0)                                                               \
    X(CJ_CUDA_RESOURCE_LINEAR, CU_RESOURCE_TYPE_LINEAR, 2)                                                             \
    X(CJ_CUDA_RESOURCE_PITCHED, CU_RESOURCE_TYPE_PITCH2D, 3)                                                           \
    X(CJ_CUDA_EDGE_WRAP, CU_TR_ADDRESS_MODE_WRAP, 0)                                                                   \
    X(CJ_CUDA_EDGE_CLAMP, CU_TR_ADDRESS_MODE_CLAMP, 1)                                                                 \
    X(CJ_CUDA_EDGE_MIRROR, CU_TR_ADDRESS_MODE_MIRROR, 2)                                                               \
    X(CJ_CUDA_EDGE_BORDER, CU_TR_ADDRESS_MODE_BORDER, 3)                                                               \
    X(CJ_CUDA_FILTER_POINT, CU_TR_FILTER_MODE_POINT, 0)                                                                \
    X(CJ_CUDA_FILTER_LINEAR, CU_TR_FILTER_MODE_LINEAR, 1)                                                              \
    X(CJ_CUDA_TEXTURE_INTEGER, CU_TRSF_READ_AS_INTEGER, 1)                                                             \
    X(CJ_CUDA_TEXTURE_NORMALIZED, CU_TRSF_NORMALIZED_COORDINATES, 2)                                                   \
    X(CJ_CUDA_ATTRIBUTE_TEXTURE_ALIGNMENT, CU_DEVICE_ATTRIBUTE_TEXTURE_ALIGNMENT, 14)                                  \
    X(CJ_CUDA_ATTRIBUTE_TEXTURE_1D, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_WIDTH, 21)                                   \
    X(CJ_CUDA_ATTRIBUTE_TEXTURE_2D, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_WIDTH, 22)                                   \
    X(CJ_CUDA_ATTRIBUTE_TEXTURE_3D, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_WIDTH, 24)                                   \
    X(CJ_CUDA_ATTRIBUTE_TEXTURE_2D_LAYERED, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_WIDTH, 27)                   \
    X(CJ_CUDA_ATTRIBUTE_TEXTURE_1D_LAYERED, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LAYERED_WIDTH, 42)                   \
    X(CJ_CUDA_ATTRIBUTE_TEXTURE_PITCH_ALIGNMENT, CU_DEVICE_ATTRIBUTE_TEXTURE_PITCH_ALIGNMENT, 51)                      \
    X(CJ_CUDA_ATTRIBUTE_TEXTURE_BUFFER, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LINEAR_WIDTH, 69)                        \
    X(CJ_CUDA_ATTRIBUTE_TEXTURE_PITCHED, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_WIDTH, 70)                       \
    X(CJ_CUDA_STREAM_DEFAULT, CU_STREAM_DEFAULT, 0)                                                                    \
    X(CJ_CUDA_STREAM_NON_BLOCKING, CU_STREAM_NON_BLOCKING, 1)                                                          \
    X(CJ_CUDA_EVENT_DEFAULT, CU_EVENT_DEFAULT, 0)

enum {
#define CJ_CUDA_NUMBER_ENUM(ours, theirs, number) ours = number,
    CJ_CUDA_NUMBER_MAP(CJ_CUDA_NUMBER_ENUM)
#undef CJ_CUDA_NUMBER_ENUM
};

/* The lowest driver that we work with, as cuDriverGetVersion() counts: 12.0. */
enum { CJ_CUDA_DRIVER_MIN = 12000 };

typedef struct cj_driver {
#define X(member, symbol, parameters) cj_cuda_result(*member) parameters;
#define X_OPTIONAL X
#include "libjit/device/cuda/driver.def"
#undef X_OPTIONAL
#undef X
    int version;    /* 13000 */
    bool no_device; /* cuInit found none: nothing else may be called */
} cj_driver;

/*
 * Loads and initialises the driver on the first call ($CUJIT_LIBCUDA, else libcuda.so.1); cheap afterwards. What failed
 * is tried again by the next call. CUJIT_ERROR_NO_DRIVER, CUJIT_ERROR_DRIVER_TOO_OLD, CUJIT_ERROR_FORKED in a child of
 * a process that had it initialised, CUJIT_ERROR_DEVICE where cuInit fails in another way.
 */
cujit_status cj_driver_get(const cj_driver **out, cujit_error *error);

/* True in a process whose parent had the driver initialised: no call to the driver can work here. One load. */
bool cj_driver_forked(void);

cujit_status cj_driver_forked_error(cujit_error *error);

/* "WHAT: CUDA_ERROR_X (text of the driver)", with a word on errors that outlive the call. Returns `status`. */
cujit_status cj_driver_error(const cj_driver *driver, cujit_status status, cj_cuda_result code, cujit_error *error,
                             const char *what, ...) CJ_PRINTF(5, 6);

#endif
