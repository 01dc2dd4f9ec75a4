/*
 * test_cuda_abi.c: what libjit/device/cuda declares of CUDA's interfaces against NVIDIA's own headers, where they are
 * installed. Everything is checked by the compiler; running it says whether there was anything to check.
 */
#include "libjit/device/cuda/driver.h"
#include "libjit/device/cuda/nvrtc.h"
#include "tests/support.h"

#ifndef __has_include
#define __has_include(header) 0
#endif

#define SAME(ours, theirs) __builtin_types_compatible_p(__typeof__(ours), __typeof__(theirs))

/* NVIDIA's headers ask for macros that nobody defined. */
#pragma GCC diagnostic ignored "-Wundef"

#if __has_include(<cuda.h>)
#define __CUDA_API_VERSION_INTERNAL /* all versions of a function, each by the name that the library has it under */
#include <cuda.h>

#if CUDA_VERSION >= 12000
#define HAVE_CUDA 1

#define X(member, symbol, parameters)                                                                                  \
    _Static_assert(SAME(((cj_driver *)0)->member, &symbol), #symbol ": declared differently in cuda.h");
#if CUDA_VERSION >= 12040
#define X_OPTIONAL X
#else
#define X_OPTIONAL(member, symbol, parameters)
#endif
#include "libjit/device/cuda/driver.def"
#undef X_OPTIONAL
#undef X

#define X(ours, theirs, number) _Static_assert((int)ours == (int)theirs, #theirs ": another number in cuda.h");
CJ_CUDA_NUMBER_MAP(X)
#undef X

#define X(ours, theirs)                                                                                                \
    _Static_assert(offsetof(cj_cuda_box, ours) == offsetof(CUDA_MEMCPY3D, theirs) &&                                   \
                       sizeof((cj_cuda_box *)0)->ours == sizeof((CUDA_MEMCPY3D *)0)->theirs,                           \
                   #theirs ": elsewhere in cuda.h");
X(from.x, srcXInBytes)
X(from.level, srcLOD)
X(from.memory_type, srcMemoryType)
X(from.host, srcHost)
X(from.device, srcDevice)
X(from.array, srcArray)
X(from.pitch, srcPitch)
X(from.rows, srcHeight)
X(to.x, dstXInBytes)
X(to.memory_type, dstMemoryType)
X(to.host, dstHost)
X(to.device, dstDevice)
X(to.pitch, dstPitch)
X(to.rows, dstHeight)
X(width, WidthInBytes)
X(depth, Depth)
#undef X

#define X(struct_of_ours, ours, struct_of_theirs, theirs)                                                              \
    _Static_assert(offsetof(struct_of_ours, ours) == offsetof(struct_of_theirs, theirs) &&                             \
                       sizeof((struct_of_ours *)0)->ours == sizeof((struct_of_theirs *)0)->theirs,                     \
                   #theirs ": elsewhere in cuda.h");
X(cj_cuda_array_layout, width, CUDA_ARRAY3D_DESCRIPTOR, Width)
X(cj_cuda_array_layout, depth, CUDA_ARRAY3D_DESCRIPTOR, Depth)
X(cj_cuda_array_layout, format, CUDA_ARRAY3D_DESCRIPTOR, Format)
X(cj_cuda_array_layout, channels, CUDA_ARRAY3D_DESCRIPTOR, NumChannels)
X(cj_cuda_array_layout, flags, CUDA_ARRAY3D_DESCRIPTOR, Flags)
X(cj_cuda_resource, kind, CUDA_RESOURCE_DESC, resType)
X(cj_cuda_resource, of.array, CUDA_RESOURCE_DESC, res.array.hArray)
X(cj_cuda_resource, of.linear.memory, CUDA_RESOURCE_DESC, res.linear.devPtr)
X(cj_cuda_resource, of.linear.channels, CUDA_RESOURCE_DESC, res.linear.numChannels)
X(cj_cuda_resource, of.linear.bytes, CUDA_RESOURCE_DESC, res.linear.sizeInBytes)
X(cj_cuda_resource, of.pitched.height, CUDA_RESOURCE_DESC, res.pitch2D.height)
X(cj_cuda_resource, of.pitched.pitch, CUDA_RESOURCE_DESC, res.pitch2D.pitchInBytes)
X(cj_cuda_resource, flags, CUDA_RESOURCE_DESC, flags)
X(cj_cuda_sampling, edges, CUDA_TEXTURE_DESC, addressMode)
X(cj_cuda_sampling, filter, CUDA_TEXTURE_DESC, filterMode)
X(cj_cuda_sampling, flags, CUDA_TEXTURE_DESC, flags)
X(cj_cuda_sampling, border, CUDA_TEXTURE_DESC, borderColor)
#undef X

_Static_assert(sizeof(cj_cuda_array_layout) == sizeof(CUDA_ARRAY3D_DESCRIPTOR) &&
                   sizeof(cj_cuda_resource) == sizeof(CUDA_RESOURCE_DESC) &&
                   sizeof(cj_cuda_sampling) == sizeof(CUDA_TEXTURE_DESC),
               "textures: other sizes in cuda.h");
_Static_assert(sizeof(cj_cuda_box) == sizeof(CUDA_MEMCPY3D), "CUDA_MEMCPY3D: another size in cuda.h");
_Static_assert(SAME((cj_cuda_address)0, (CUdeviceptr)0) && sizeof(CUdevice) == sizeof(int), "types of cuda.h");
#endif
#endif

#if __has_include(<nvrtc.h>)
#include <nvrtc.h>
#define HAVE_NVRTC 1

#define X(member, symbol, parameters)                                                                                  \
    _Static_assert(SAME(((cj_nvrtc *)0)->member, &symbol), #symbol ": declared differently in nvrtc.h");
#include "libjit/device/cuda/nvrtc.def"
#undef X

#define X(ours, theirs, number) _Static_assert((int)ours == (int)theirs, #theirs ": another number in nvrtc.h");
CJ_NVRTC_NUMBER_MAP(X)
#undef X
#endif

#if !defined(HAVE_CUDA) && !defined(HAVE_NVRTC)
PREPARE(CJ_TEST_SKIP)
#endif
