/*
 * cujit/cujit.h: the manual of libcujit.
 *
 * cujit makes kernels while a program runs. The program hands over an argument signature and an expression; cujit
 * writes CUDA source, compiles it, keeps the object in an on-disk cache, loads it and launches it: on an NVIDIA GPU
 * ("cuda:0", through NVRTC and the driver) or on the processor ("host", through the system's C++ compiler), from the
 * same source.
 *
 *     #include <cujit/cujit.h>
 *     #include <stdio.h>
 *
 *     int main(void)
 *     {
 *         float data[] = {1, 2, 3, 4};
 *         const size_t shape[] = {4};
 *         cujit_error error = {0};
 *         cujit_context *context = NULL;
 *         cujit_array *x = NULL;
 *         cujit_elementwise *scale = NULL;
 *         int failed = cujit_context_create(NULL, &context, &error) ||
 *                      cujit_array_from_host(context, CUJIT_FLOAT32, 1, shape, data, &x, &error) ||
 *                      cujit_elementwise_create(context,
 *                                               &(cujit_elementwise_spec){
 *                                                   .arguments = "float a, float *x",
 *                                                   .operation = "x[i] = a * x[i]",
 *                                               },
 *                                               &scale, &error) ||
 *                      cujit_elementwise_run(scale, NULL, CUJIT_ARGS(10, x), &error) ||
 *                      cujit_array_to_host(x, data, sizeof data, &error);
 *
 *         if (failed)
 *             fprintf(stderr, "%s\n", error.message);
 *         else
 *             printf("%g %g %g %g\n", data[0], data[1], data[2], data[3]);
 *         cujit_elementwise_free(scale);
 *         cujit_array_free(x);
 *         cujit_context_free(context);
 *         cujit_error_clear(&error);
 *         return failed;
 *     }
 *
 * Sections, from simple to expert:
 *     1 Errors          2 Element types     3 Contexts and devices     4 Arrays      5 Arguments
 *     6 Elementwise kernels   7 Looking into a kernel   8 Modules   9 Buffers on the fly
 *     10 Memory, streams, events and graphs   11 The kernel cache   12 Memory pools   13 Tuning
 *     and in cujit/reduction.h: 14 Reductions   15 Ready-made reductions   16 Scans
 *
 * Rules that hold everywhere:
 *   - A function that can fail returns a cujit_status (CUJIT_OK is 0) and takes a trailing cujit_error *, which may be
 *     NULL.
 *   - What is passed in is borrowed for the call, texts are copied where they are kept. A pointer-to-pointer result
 *     belongs to the caller and is written only on success. A pointer that is returned plainly is borrowed from the
 *     object that it came from, and lives as long as that.
 *   - Every _free function accepts NULL. Objects keep their context alive: the order of freeing does not matter.
 *   - A context may be used from any thread. Kernels are immutable and may be used from any thread. An array may be
 *     used from one thread at a time.
 *   - A name begins with what it belongs to, constants too, and that is the first parameter. Of two addresses the one
 *     that is written comes first, as of memcpy().
 *   - A struct that describes something is what cujit_..._get_...() fills in or hands out: info (what something is),
 *     stats (what was counted), a report (how a kernel was made). One value is asked for by its name alone:
 *     cujit_array_shape(). Where there are many, ..._count() says how many, and the others take the number k of one.
 *   - What a program does not set of a struct that it hands over is 0, as {0} and designated initialisers have it; 0 is
 *     the default. Structs get new members at their end, and programs that were compiled before run on (docs/abi.md).
 *   - Sizes and indices are 64-bit. Sizes of memory are in bytes, times in milliseconds.
 *   - The library prints nothing (a context's log is told what it does), aborts nothing, and starts no thread and loads
 *     no driver before a context is made.
 */
#ifndef CUJIT_H
#define CUJIT_H

#include <cujit/args.h>
#include <cujit/dtype.h>
#include <cujit/status.h>

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of these headers. */
#define CUJIT_VERSION_MAJOR 0
#define CUJIT_VERSION_MINOR 1
#define CUJIT_VERSION_PATCH 0

/* The version of the library that runs, "0.1.0". Static storage. */
CUJIT_API const char *cujit_version(void);

/* ---- 1 Errors -----------------------------------------------------------------------------------------------------
 *
 * A cujit_error (cujit/status.h) belongs to the caller. One that is {0} and handed to a chain of calls holds, in the
 * end, the one failure that stopped the chain. An error in the user's own text carries the place: which text (`part`),
 * line and column, and an excerpt with a caret; an error of a compiler carries the whole log and the generated source
 * too. cujit_error_format() puts what a person wants to read into one text.
 */

/* ---- 2 Element types ----------------------------------------------------------------------------------------------
 *
 * A cujit_dtype (cujit/dtype.h) says what an array's elements are: CUJIT_FLOAT32, CUJIT_INT64, CUJIT_COMPLEX64,
 * CUJIT_FLOAT4, ... In a signature the same type may be spelled as C, <stdint.h>, CUDA or PyCUDA spell it: "unsigned
 * long", "uint64_t", "half", "float4", "float complex"; and by its name, which is NumPy's where NumPy has the type:
 * "uint64", "float16", "complex64". Structs are registered with a context. The other texts are C++, and know the names
 * of C++ and CUDA only.
 *
 * Numbers of different types meet in a snippet as C++'s <cmath> has it, on every device alike: a function of real
 * numbers takes an integer for a double, half and bfloat16 for float, and of several types the largest: sqrt(2),
 * pow(x, 0.5) with a float x and fmax(x, 0) are double. Two things are CUDA's own: pow(float, int) is float, and
 * isnan() and its like are int. min() and max() do the usual arithmetic conversions: max(x, 0) is a float. abs() of
 * an unsigned number is that number. A preamble's own function of the same name is preferred where it fits as well.
 *
 * half and bfloat16 beside other numbers follow C++23: with a float they are float, with a double double, and an
 * integer becomes the 16-bit type: h * 2.0f is float, h * 2 half. Comparisons are made in float, or double. `c ? h :
 * 0.0f` remains ambiguous: write half(0).
 *
 * Complex numbers are cujit::complex<float> and <double>, pycuda::complex the same by another name, with the C++
 * library's functions (branch cuts and signed zeros as in annex G of C), proj, isnan, isinf and isfinite. A half
 * becomes a complex number as a float does.
 *
 * A preamble or module may declare types named like <stdint.h>'s, uint, half or bfloat16 of its own, at file scope
 * and outside of #if.
 */

/* ---- 3 Contexts and devices ---------------------------------------------------------------------------------------
 *
 * A context is a device to run on, a compiler for it, and a kernel cache. Devices are named by short texts:
 *
 *     "cuda:1"        the second GPU
 *     "cuda"          the GPU of the thread's current CUDA context where there is one, else the first
 *     "host"          the processor, through a C++ compiler
 *     "sm_90"         no device at all: kernels can be made for that architecture, inspected and stored in the cache,
 *                     but not run. Needs neither GPU nor driver. "compute_90" makes PTX.
 *
 * The default is the environment's CUJIT_DEVICE, else "cuda" where a GPU can be used, else "host".
 *
 * On a GPU cujit works inside the CUDA context that is current on the calling thread, if that belongs to the device;
 * otherwise inside the device's primary context, which it shares with the CUDA runtime, PyTorch and others. Calls leave
 * the thread's current context as they found it; but where there is none, that of the first GPU may become current, as
 * with the CUDA runtime.
 *
 * After fork(), a child makes a context of its own: CUDA's do not survive, and calls on the parent's are
 * CUJIT_ERROR_FORKED.
 *
 * The environment says what no option does, read when it is first needed: CUJIT_LIBCUDA is the path of the CUDA driver,
 * then the only one tried, in place of libcuda.so.1; CUJIT_HOST_THREADS is how many processors host kernels use (1 to
 * 1024, in place of those that the process may run on; anything else is ignored without a word); CUJIT_HOST_FLAGS are
 * options for the host's compiler, separated by blanks, in front of those of each kernel; CUJIT_HOST_TIMEOUT is
 * how many seconds that compiler may take before it is killed (1 to 604800, else 300); CUJIT_KEEP_SOURCE is a folder
 * where the host leaves sources for debuggers (docs/debugging.md).
 */
typedef struct cujit_context cujit_context;

/* An order of work on a device: a stream of cujit_stream_create()'s, or of the driver's (CUstream) or the runtime's
 * (cudaStream_t) as it is; NULL: the default stream. */
typedef struct CUstream_st *cujit_stream;

/*
 * What a context does besides what it is asked for, told to the program: compiles and how long they took, what comes
 * from the cache and what is wrong with it, warnings of compilers, forms of a kernel that were tried and left, tuning.
 * Nothing of that is an error, and nothing is printed anywhere: without a callback there is silence.
 *
 * It is called by the thread that calls cujit, while it is at work, and by several at once where several are: never by
 * a thread of the library's. Launches of what is built say nothing, and cost nothing more. It must not call cujit (a
 * kernel that is being built would wait for itself), nor end the call by longjmp() or an exception; what it is handed
 * lives until it returns.
 */
typedef enum cujit_log_level {
    CUJIT_LOG_WARNING = 1, /* trouble that was got over, and what a compiler warns of */
    CUJIT_LOG_INFO,        /* what took time: compiling, tuning; what did not compile */
    CUJIT_LOG_DEBUG,       /* what did not: the device, hits of the cache */
} cujit_log_level;

typedef struct cujit_log_record {
    cujit_log_level level;
    const char *topic;   /* "context", "compile", "cache", "form" or "tuning" */
    const char *kernel;  /* its name; "" where it is not about one */
    const char *message; /* a sentence; of a compiler's warnings the whole log, of several lines */
    double ms;           /* what it took; 0 where that does not matter */
} cujit_log_record;

typedef void (*cujit_log)(void *user, const cujit_log_record *record);

/*
 * An application's own memory for arrays: for those that cujit_array_create() and its like make, and for the results of
 * reductions and scans. (Not for cujit_memory_alloc(), and not for what the library needs for itself: those have the
 * device's memory as ever.)
 *
 * `alloc` gives memory of the context's device, aligned for every dtype (to 256 bytes on a GPU, 64 on the host), which
 * is good at once for work on `stream`, and there first: NULL, the default stream, for arrays that are made; for a
 * result the stream of its call. `size` is not 0. NULL says that there is none: CUJIT_ERROR_DEVICE_MEMORY, after
 * a second try where the context could give memory of its own back to the device in between. `free` gets the same size
 * and stream with the memory, which nobody uses any more (see cujit_array_free()); the stream may be gone by then, and
 * must not be used if so.
 *
 * Both are called by the thread that calls cujit, by several at once where several do, with the device's CUDA context
 * current and no lock held. They may call cujit, even for the context's pools (section 12), but make no array of the
 * context. In a child of fork() neither is called. Arrays keep their context alive, so `free` may
 * come until the last of them is freed.
 *
 * A result that is made on a stream that is being recorded into a graph is used whenever the graph is launched. `alloc`
 * is called then as ever, and done at once: what it does must be allowed during a recording, and must not become a part
 * of it. Give such calls an `out` of their own, where that is in doubt.
 *
 * With PyTorch these are c10::cuda::CUDACachingAllocator's raw_alloc_with_stream() and raw_delete().
 */
typedef struct cujit_allocator {
    void *(*alloc)(void *user, size_t size, cujit_stream stream);
    void (*free)(void *user, void *memory, size_t size, cujit_stream stream);
    void *user;
} cujit_allocator;

typedef struct cujit_context_options {
    const char *device;               /* as above; NULL or "": the default */
    const char *cache_directory;      /* NULL: $CUJIT_CACHE_DIR, else $XDG_CACHE_HOME/cujit, else ~/.cache/cujit;
                                    "": keep kernels in memory only */
    const char *compiler;             /* path of libnvrtc, or of the C++ compiler for "host"; NULL: $CUJIT_NVRTC or
                                    $CUJIT_HOST_CXX, else searched for in the usual places */
    const cujit_allocator *allocator; /* memory for arrays; copied. NULL: the device's own */
    cujit_log log;                    /* NULL: silence */
    void *log_user;                   /* the first thing that it is handed */
    cujit_log_level log_level;        /* the last level that it is called for; 0: CUJIT_LOG_INFO */
} cujit_context_options;

/* `options` NULL: all defaults. CUJIT_ERROR_NO_DRIVER, _NO_DEVICE, _DRIVER_TOO_OLD: as they say, and the message says
 * what to do. CUJIT_ERROR_INVALID_ARGUMENT: an allocator lacks a function. No compiler is loaded until a kernel must be
 * compiled. */
CUJIT_SIZED cujit_status cujit_context_create(const cujit_context_options *options, cujit_context **context,
                                              cujit_error *error);
CUJIT_API void cujit_context_free(cujit_context *context);

/* The device for people, "cuda:0 (NVIDIA H200)", and as it can be given again, "cuda:0". Borrowed. */
CUJIT_API const char *cujit_context_device_name(const cujit_context *context);
CUJIT_API const char *cujit_context_device(const cujit_context *context);

/* Makes the context's CUDA context the current one of the calling thread, for calls of the driver or of other libraries
 * beside cujit's, which need none; and undoes it. In pairs, last in first out. Nothing happens on the host. */
CUJIT_API cujit_status cujit_context_push(cujit_context *context, cujit_error *error);
CUJIT_API cujit_status cujit_context_pop(cujit_context *context, cujit_error *error);

/* Waits for all work on the device. */
CUJIT_API cujit_status cujit_context_synchronize(cujit_context *context, cujit_error *error);

/*
 * A struct type for signatures and arrays of this context. Every kernel whose signature or texts name it gets the
 * definition in front of its preamble, and with it those of the types registered before that the definition mentions;
 * where the signature names it, the kernel checks when it is compiled that size and alignment are what was said here. A
 * preamble that defines a type of that name keeps its own. Modules bring their types along themselves.
 */
typedef struct cujit_type_spec {
    const char *name;       /* a C identifier: "particle" */
    const char *definition; /* "struct particle { float4 position; int id; };"; NULL: kernels' preambles have it */
    size_t size;            /* bytes: sizeof(struct particle) */
    size_t alignment;       /* bytes: _Alignof(struct particle) */
} cujit_type_spec;

/* The same type again gives the same dtype; another one of that name is CUJIT_ERROR_INVALID_ARGUMENT. */
CUJIT_SIZED cujit_status cujit_context_register_type(cujit_context *context, const cujit_type_spec *spec,
                                                     cujit_dtype *dtype, cujit_error *error);

/* Size of an element in bytes, and the type's name ("float32", "particle"; borrowed from the context), registered types
 * included; 0 and "unknown" where the dtype is unknown here. */
CUJIT_API size_t cujit_context_type_size(const cujit_context *context, cujit_dtype dtype);
CUJIT_API const char *cujit_context_type_name(const cujit_context *context, cujit_dtype dtype);

/* What a person wants to know of a device. 0 and "" stand for what is not known. */
typedef struct cujit_device_info {
    char device[16];       /* "cuda:0" */
    char name[128];        /* "NVIDIA H200" */
    char architecture[32]; /* "sm_90" */
    char pci_bus_id[32];
    size_t memory_bytes;
    int multiprocessors; /* host: processors that this process may run on */
    int clock_khz, memory_clock_khz, memory_bus_bits;
    int l2_bytes;
    int warp_size, max_threads_per_block, shared_bytes_per_block, registers_per_block;
    int driver_version; /* 13000 for CUDA 13.0; host: 0 */
} cujit_device_info;

/* How many devices of a kind ("cuda" or "host") there are. CUDA: an error says why none can be used. */
CUJIT_API cujit_status cujit_device_count(const char *kind, int *count, cujit_error *error);
CUJIT_SIZED cujit_status cujit_device_get_info(const char *device, cujit_device_info *info, cujit_error *error);

/* One line of cujit_diagnose(). */
typedef enum cujit_health {
    CUJIT_HEALTH_GOOD,
    CUJIT_HEALTH_MISSING, /* not there, and cujit does without it */
    CUJIT_HEALTH_BAD,     /* there, but does not work */
} cujit_health;
typedef void (*cujit_health_visit)(void *user, cujit_health health, const char *subject, const char *finding,
                                   const char *advice);

/* Looks at driver, devices, NVRTC, host compiler, cache directory and SQLite, and tries each out; calls `visit` once
 * for each. `advice` says what to do, NULL where nothing is. CUJIT_ERROR_NO_DEVICE where in the end nothing can run. */
CUJIT_API cujit_status cujit_diagnose(cujit_health_visit visit, void *user, cujit_error *error);

/* ---- 4 Arrays -----------------------------------------------------------------------------------------------------
 *
 * A cujit_array is N-dimensional: dtype, shape (elements), strides (bytes), and device memory. Arrays that the library
 * makes are dense; a view describes memory that belongs to somebody else, with any strides. "Dense" means that the
 * elements fill their memory without gap or overlap, in C order, Fortran order or any other order of the axes.
 *
 * ndim 0 is a single element; shape and strides may be NULL then. An axis of length 0 makes an empty array: legal
 * everywhere, nothing is allocated.
 */
enum { CUJIT_ARRAY_MAX_NDIM = 32 };

/* A new dense array in C order; the elements are not initialised. CUJIT_ERROR_DEVICE_MEMORY names the size.
 * CUJIT_ERROR_INVALID_ARGUMENT: a context's allocator gave memory that is not aligned. */
CUJIT_API cujit_status cujit_array_create(cujit_context *context, cujit_dtype dtype, int ndim, const size_t *shape,
                                          cujit_array **array, cujit_error *error);

/* The same with the strides given (bytes, not negative); they must be those of a dense array. NULL: C order. */
CUJIT_API cujit_status cujit_array_create_strided(cujit_context *context, cujit_dtype dtype, int ndim,
                                                  const size_t *shape, const ptrdiff_t *strides, cujit_array **array,
                                                  cujit_error *error);

/* A new dense array in C order, every byte 0. */
CUJIT_API cujit_status cujit_array_zeros(cujit_context *context, cujit_dtype dtype, int ndim, const size_t *shape,
                                         cujit_array **array, cujit_error *error);

/* A new dense array in C order with the elements of `data` (host memory, C order). Done when it returns. */
CUJIT_API cujit_status cujit_array_from_host(cujit_context *context, cujit_dtype dtype, int ndim, const size_t *shape,
                                             const void *data, cujit_array **array, cujit_error *error);

/* Describes device memory of the context's device that somebody else owns and keeps alive. `strides` in bytes, may be 0
 * or negative; NULL: C order. `data` is where index 0, 0, ... lies; it and the strides of axes longer than 1 are
 * aligned for the dtype, or CUJIT_ERROR_INVALID_ARGUMENT. */
CUJIT_API cujit_status cujit_array_view(cujit_context *context, cujit_dtype dtype, int ndim, const size_t *shape,
                                        const ptrdiff_t *strides, void *data, cujit_array **array, cujit_error *error);

/* Frees array and memory (a view's memory stays). Waits for nothing: finish what still uses it on a stream. */
CUJIT_API void cujit_array_free(cujit_array *array);

/* Copies all elements between a dense array and host memory, in the array's own order. `size` is that memory's, and must
 * be cujit_array_bytes(array): else CUJIT_ERROR_ARGUMENT_SIZE, and nothing is copied. Work on the default stream comes
 * first; done when it returns. CUJIT_ERROR_UNSUPPORTED where the array is not dense. */
CUJIT_API cujit_status cujit_array_to_host(const cujit_array *array, void *data, size_t size, cujit_error *error);
CUJIT_API cujit_status cujit_array_fill_from_host(cujit_array *array, const void *data, size_t size,
                                                  cujit_error *error);

/* The same in the order of a stream. `data` must be pinned memory for the copy to run beside the host, and must stay as
 * it is until the stream has done it. */
CUJIT_API cujit_status cujit_array_to_host_async(const cujit_array *array, void *data, size_t size, cujit_stream stream,
                                                 cujit_error *error);
CUJIT_API cujit_status cujit_array_fill_from_host_async(cujit_array *array, const void *data, size_t size,
                                                        cujit_stream stream, cujit_error *error);

/* The one element of an array that has one, the result of a reduction say, as a number; else as cujit_array_to_host().
 * `value` of a complex number is its real and its imaginary part. CUJIT_ERROR_ARGUMENT_SIZE, _TYPE: the array has not
 * one element, or its elements are no numbers. CUJIT_ERROR_ARGUMENT_VALUE: the type cannot hold it, as 1.5 or 1e30 an
 * int64_t, or 1+2i a double; that a double rounds an integer is no error. */
CUJIT_API cujit_status cujit_array_get_int64(const cujit_array *array, int64_t *value, cujit_error *error);
CUJIT_API cujit_status cujit_array_get_uint64(const cujit_array *array, uint64_t *value, cujit_error *error);
CUJIT_API cujit_status cujit_array_get_double(const cujit_array *array, double *value, cujit_error *error);
CUJIT_API cujit_status cujit_array_get_complex(const cujit_array *array, double value[2], cujit_error *error);

CUJIT_API cujit_context *cujit_array_context(const cujit_array *array);
CUJIT_API cujit_dtype cujit_array_dtype(const cujit_array *array);
CUJIT_API int cujit_array_ndim(const cujit_array *array);
CUJIT_API const size_t *cujit_array_shape(const cujit_array *array);      /* ndim lengths in elements */
CUJIT_API const ptrdiff_t *cujit_array_strides(const cujit_array *array); /* ndim distances in bytes */
CUJIT_API size_t cujit_array_size(const cujit_array *array);              /* elements */
CUJIT_API size_t cujit_array_bytes(const cujit_array *array);             /* elements times size of one */
CUJIT_API void *cujit_array_data(const cujit_array *array);               /* device address; NULL where empty */

/* ---- 5 Arguments --------------------------------------------------------------------------------------------------
 *
 * A checked call takes CUJIT_ARGS(...): numbers, arrays, CUJIT_POINTER(memory, dtype, count) for device memory without
 * an array, CUJIT_VALUE(object) for structs and vectors by value. Count, kind, dtype, size, alignment and device of
 * every one are compared with the signature, and a mismatch is an error that names the argument. A number is converted
 * to the declared type as C does it, but one that the type cannot hold (300 for a `signed char`, -1 for an `unsigned`,
 * 1.5 for an `int`) is CUJIT_ERROR_ARGUMENT_VALUE; rounding of floating point values is not an error.
 *
 * A prepared call takes one pointer per parameter, to a value of exactly the declared type, as cuLaunchKernel does: for
 * a pointer parameter the address of a variable that holds the device address. Nothing is checked.
 */

/* ---- 6 Elementwise kernels ----------------------------------------------------------------------------------------
 *
 * An elementwise kernel runs a snippet of CUDA C++ once for each index `i` from 0 to n-1, in any order and in parallel:
 *
 *     .arguments = "float a, const float *x, float *z",  .operation = "z[i] = a * x[i]"
 *
 * The snippet may be any statements: declarations, conditions, loops, calls of functions from the preamble and of
 * CUDA's device functions. It sees its arguments, `i` and `n` (both long long), and, as in PyCUDA, tid, total_threads
 * and cta_start; `continue`, `break` and `return` outside of its own loops and functions end this index. `loop_prep`
 * runs once a thread before the loop over the indices, `after_loop` once a thread behind it. An argument may be named
 * `n`, and is what all texts mean by it then.
 *
 * Shapes. Arrays go together by NumPy's rules: aligned at the last axis, and an axis that an array lacks, or that is 1
 * long, is repeated; memory without a shape (CUJIT_POINTER, CUJIT_IN, ...) is one axis. n is the number of elements of
 * the shape that comes out, and an array that is written must have all of it. Arrays that do not fit together so, but
 * are dense, in C order and of one size, count as lists of n elements.
 *
 *     z (4, 6), x (6), y (4, 1)   "z[i] = x[i] * y[i]"   the outer product of two vectors
 *
 * Views. Strides may be any (of up to 16 axes; dense arrays of one shape may have 32): arrays with gaps, transposed,
 * reversed, repeated by strides of 0. Every x[i] of one index is one element, wherever it lies in memory: `i`, like a
 * range, numbers the elements in C order of the shape. That holds for arrays that are used as name[i] and in no other
 * way. Dense, in C order and of the whole size must be, and the error says which array it is and why,
 *   - each that is also used as x[i + 1], &x[i], x[k], or by the preamble;
 *   - all, where there is a loop_prep or after_loop, where the operation changes `i`, and where it names threads.
 * But where nothing depends on what `i` is, arrays of one shape that all lie in the same other order will do too.
 * Arrays that are only used otherwise (a table, a gathered source) may have any size, but must be dense and in C order.
 *
 * Coordinates. An operation that mentions i0, i1, ... i15 or n0, n1, ... n15 gets its place along each axis of the
 * shape, and the axes' lengths, as long long; names that it, an argument or the preamble declares are theirs. The
 * arrays must have that many axes together, and there can be no loop_prep, after_loop and names of threads.
 *
 * Overlap. An array may be handed over twice, for in-place work, and arrays may overlap; then element i must only
 * depend on element i, or it is not said which value is seen. Elements are stored whole, where the
 * operation changes them. Operators of the preamble's own that are no assignments are taken to leave their operands
 * alone.
 *
 * Speed. A GPU moves an array 16 bytes at a time where
 *   - the operation uses it as name[i], an input also as name[i + 1], name[i - 2] (whole numbers up to 8), and in no
 *     other way, and there is no loop_prep, after_loop, name of threads, range or slice;
 *   - the arrays are dense and lie in one order, or are views whose last axis has no gaps;
 *   - they begin at multiples of 16 bytes, as all do that the library allocates, and so do the rows of views. A dense
 *     array that begins elsewhere (x + 1) loses little.
 * Inputs that are transposed or repeated come close to that. All else goes element by element: transposed outputs, say,
 * and memory that overlaps otherwise than in place. Each launch finds out what suits its arrays. The results are the
 * same; a form that is needed for the first time is compiled then, or found in the cache.
 *
 * Generic signatures. One capital in place of a type, if no registered type has that name, stands for any:
 *
 *     .arguments = "T a, const T *x, U *z",  .operation = "T t = a * x[i]; z[i] = (U)t"
 *
 * What it stands for is said by the arrays of each call, with the rules of CuPy's ElementwiseKernel:
 *   - The arrays that the kernel may write (pointers not to const) come first, then those to const, each from left to
 *     right. The first one of a letter binds it to its element type: a number, bool, half, complex, vector or
 *     registered type. Every other array of that letter must have the same one, nothing is converted: "argument 3 (y):
 *     T is float by argument 1 (x), got an array of double", CUJIT_ERROR_ARGUMENT_TYPE.
 *   - CUJIT_POINTER binds as an array does. CUJIT_IN, CUJIT_OUT and CUJIT_INOUT have bytes and no type, and bind
 *     nothing.
 *   - Scalars bind nothing and are converted to what the letter stands for. So every letter must be the type of at
 *     least one array; one that is not is CUJIT_ERROR_SIGNATURE when the kernel is made.
 * In the operation, the preamble and the other texts the letter is the name of that type, by a typedef in front of the
 * preamble (behind it, where the preamble is what defines that type). Templates of the preamble may have parameters of
 * that name; macros and arguments may not.
 *
 * Making a generic kernel checks its texts and compiles nothing. The first call with a new set of types compiles; later
 * ones find it, with no lock and no text. An operation that does not suit a type is an error of that call, which ends
 * in "(with T = float4)"; the kernel is as good as before. `types` in the spec binds letters when the kernel is made:
 * with all of them it is an ordinary kernel, which can be launched prepared and has an object to report.
 *
 * Texts. They are pasted, not interpreted, but looked at first: brackets, quotes and comments must balance, directives
 * other than #pragma are refused outside the preamble, and nesting and length are limited, so that a snippet is an
 * error or does what it says. The same goes for the values of -D options, which become #define lines. An operation that
 * certainly has no effect (`2 * x[i]`), or that assigns to an argument's name what nothing reads (`z = x + 1`, where
 * `z[i] = x[i] + 1` was meant), is an error at that place; an empty one is not.
 *
 * Headers that a preamble includes from -I directories, the current directory or /usr/local/include are part of the key
 * under which the kernel is cached on disk; where not all of them can be found out, it is compiled each time.
 *
 * What the snippet does is another matter, and there the devices differ. On the host a kernel is code of this process:
 * an integer division by zero (on x86) or an index outside of an array ends the program with SIGFPE or SIGSEGV, or
 * writes over other memory of it. On a GPU the division gives any number, and a bad index writes over other memory or
 * is an error of the device, from this call or a later one, after which its CUDA context is of no use. Neither is
 * caught before: do not run texts of people whom you would not let run a program.
 *
 * Two results are up to the processor on the host. A number that does not fit the integer type that it is converted to
 * becomes the nearest one that does on a GPU, and NaN 0; on x86 it becomes INT_MIN as a rule. __float2int_rz() and its
 * like saturate on both. And what is shifted by its width or more is 0 (or its sign, to the right) on a GPU unless the
 * compiler knows the number; on the host that depends on the instruction. Integers that overflow go round on both, and
 * memory may be read through pointers of other types.
 */
typedef struct cujit_elementwise cujit_elementwise;

typedef struct cujit_elementwise_spec {
    const char *arguments;      /* C parameter list; at least one pointer; at most 32728 bytes, pointers count 8 */
    const char *operation;      /* statements, for each i; the last ';' may be left out */
    const char *name;           /* any C identifier of at most 63 characters, for logs; profilers and debuggers show it
                                   behind "cujit_kernel_"; NULL: "elementwise" */
    const char *preamble;       /* text at file scope: functions, types, #define, #include; NULL: none */
    const char *loop_prep;      /* statements before the loop; NULL: none */
    const char *after_loop;     /* statements behind the loop; NULL: none */
    const char *const *options; /* compiler options, ended by NULL; NULL: none */
    const char *types; /* what one-letter types stand for: "T = float, U = half"; NULL: each call's arrays say it */
    int tune;          /* 1: tunes itself (section 13); 0: uses what tuning found before */
} cujit_elementwise_spec;

/*
 * Makes the kernel: looks for it in memory (under 1 us), then in the cache on disk, then compiles it, and loads it. The
 * same spec on one context shares one loaded kernel.
 * CUJIT_ERROR_SIGNATURE, _SNIPPET: with the place in the text. CUJIT_ERROR_COMPILE: place, excerpt, log and source.
 * CUJIT_ERROR_NO_COMPILER: it is not in the cache, and there is nothing to compile it with.
 */
CUJIT_SIZED cujit_status cujit_elementwise_create(cujit_context *context, const cujit_elementwise_spec *spec,
                                                  cujit_elementwise **kernel, cujit_error *error);

/* What was made stays loaded, to be found again: of the kernels and modules that nobody holds any more a context keeps
 * the last 1024. A free that makes them more waits for the device and unloads the oldest. A cujit_graph
 * holds what it launches; a graph that was captured with the driver's own functions needs its kernels held as long as
 * it lives, and during such a capture none should be freed. */
CUJIT_API void cujit_elementwise_free(cujit_elementwise *kernel);

/* i = start, start + step, ... while i < stop (i > stop where step is negative). Every i must lie in 0 ... n-1. */
typedef struct cujit_range {
    int64_t start, stop, step;
} cujit_range;

/* Stands for a bound that is left out in a cujit_slice, and for the step 1. */
#define CUJIT_SLICE_END INT64_MIN

/* x[start:stop:step] with Python's rules: negative bounds count from the end, bounds outside are clipped. */
typedef struct cujit_slice {
    int64_t start, stop, step;
} cujit_slice;

typedef struct cujit_elementwise_options {
    cujit_stream stream;      /* CUstream or cudaStream_t or cujit_stream_create's; NULL: the default stream */
    const cujit_range *range; /* NULL: all of 0 ... n-1 */
    const cujit_slice *slice; /* likewise; at most one of the two */
    int ndim;                 /* of `shape`, at most 16 */
    const size_t *shape; /* prepared launches of operations that ask for coordinates: n elements in all, NULL: (n) */
} cujit_elementwise_options;

/*
 * Launches, with arguments checked. Returns when the launch is queued (cuda) or done (host). `options` NULL: all
 * elements, default stream. n = 0, and a range without an index: success, and nothing is launched.
 * CUJIT_ERROR_ARGUMENT_COUNT, _TYPE, _SIZE, _VALUE: the message names the argument. A range or slice needs a variant of
 * the kernel that is built the first time. CUJIT_ERROR_UNSUPPORTED: views hand their shape and strides to the kernel,
 * up to 9 KiB, and with large arguments by value that is more than a GPU's kernels take (32764 bytes; before CUDA 12.1
 * 4096).
 */
CUJIT_SIZED cujit_status cujit_elementwise_run(const cujit_elementwise *kernel,
                                               const cujit_elementwise_options *options, cujit_args args,
                                               cujit_error *error);

/* Launches over `n` elements, with nothing checked: values[k] points to the k-th argument's value, and arrays are dense
 * and in C order. All types must be known (CUJIT_ERROR_INVALID_ARGUMENT where a letter is open: give `types`). As fast
 * as cuLaunchKernel: nothing on this path allocates or locks, but for the first time that pointers or options need
 * another variant of the kernel. Arrays that are used as name[i] have n elements, all of which may be read, even where
 * a condition keeps the operation from it; but one that no index uses may be NULL. */
CUJIT_SIZED cujit_status cujit_elementwise_launch_prepared(const cujit_elementwise *kernel,
                                                           const cujit_elementwise_options *options, size_t n,
                                                           void *const *values, cujit_error *error);

/* ---- 7 Looking into a kernel --------------------------------------------------------------------------------------
 *
 * What was generated, what the compiler said, what it costs, and where it came from: of the variant that was made when
 * the kernel was.
 */
typedef enum cujit_origin {
    CUJIT_ORIGIN_MEMORY = 1, /* this process had it already */
    CUJIT_ORIGIN_DISK,       /* the kernel cache */
    CUJIT_ORIGIN_COMPILER,
} cujit_origin;

typedef struct cujit_report {
    const char *name;         /* entry point */
    const char *source;       /* generated source, without the prelude */
    const char *log;          /* the compiler's output, kept with the object in the cache; "" where it said nothing */
    const char *architecture; /* what the object was compiled for: "sm_90", "compute_90", "x86_64" */
    const char *object_kind;  /* "cubin", "ptx", "shared object" */
    const void *object;
    size_t object_size; /* bytes */
    /* Of one thread or block, as compiler and driver report them; -1: not known (host). */
    int registers, shared_bytes, stack_bytes, spill_store_bytes, spill_load_bytes;
    cujit_origin origin;
    double create_ms;  /* what cujit_elementwise_create() took for this handle */
    double compile_ms; /* what the compiler took when the object was made, in whichever process */
} cujit_report;

/* One parameter of a kernel, as its signature declared it. */
typedef struct cujit_parameter {
    const char *name;
    const char *type; /* of an element, as generated code spells it: "unsigned int", "cujit::complex<float>"; "T" where
                         calls bind it, dtype CUJIT_DTYPE_NONE and size 0 then */
    cujit_dtype dtype;
    size_t size; /* bytes of an element */
    int pointer; /* 1: an array, 0: a scalar */
    int is_const;
} cujit_parameter;

/* How many there are, and the k-th one: borrowed from the kernel; NULL: there are not so many. */
CUJIT_API size_t cujit_elementwise_parameter_count(const cujit_elementwise *kernel);
CUJIT_API const cujit_parameter *cujit_elementwise_get_parameter(const cujit_elementwise *kernel, size_t k);

/* Everything in *report is borrowed from the kernel. A generic one has no object, origin 0, and letters in its
 * source. */
CUJIT_SIZED void cujit_elementwise_get_report(const cujit_elementwise *kernel, cujit_report *report);

/* Only the generated source: neither compiles nor needs a compiler. The caller frees *source with cujit_free(). */
CUJIT_SIZED cujit_status cujit_elementwise_render(cujit_context *context, const cujit_elementwise_spec *spec,
                                                  char **source, cujit_error *error);

/* ---- 8 Modules ----------------------------------------------------------------------------------------------------
 *
 * A module is a whole text of CUDA C++, with any number of kernels, device functions, constants and globals: PyCUDA's
 * SourceModule. It goes the same way as an elementwise kernel (memory, cache, compiler) and runs on the same devices.
 *
 *     cujit_module_create(context, &(cujit_module_spec){.source = text}, &module, &error);
 *     cujit_module_function(module, "scale", &scale, &error);
 *     cujit_function_launch(scale, &(cujit_launch){.grid = {blocks}, .block = {256}}, CUJIT_ARGS(x, 2.0f, n), &error);
 *
 * Kernels are found by the name that they have in the source, whether extern "C" or not; instances of templates by the
 * expression that names them, "scale<float>", which the spec must list. So must kernels that the source itself does not
 * show: those that come out of macros and headers, and those under an #if that only the compiler can decide.
 *
 * The same spec on one context shares one loaded module, unless it has variables (__device__, __constant__, static) or
 * includes headers of the caller's: then each cujit_module has its own. A variable inside of a namespace is found by
 * its name there where name_expressions lists its address, "&ns::table".
 *
 * On the host device the same source runs through a prelude of CUDA's language: thread and block indices in three
 * dimensions, shared memory (static, and dynamic as `extern __shared__ T name[]`), __syncthreads and its variants,
 * __syncwarp, shuffles, votes, atomics, __constant__ and __device__ globals, templates, cooperative groups of blocks
 * and warps. What it cannot do (textures and surfaces, dynamic parallelism, inline PTX, barriers of a whole grid) is
 * refused by name when the module is made; docs/texts.md has it all, and the headers that a text may include. So is a
 * function that may end without the return that it needs, of which NVRTC only warns; and compiler options that change
 * how functions are called (-mabi=ms), which NVRTC does not know.
 *
 * A block's threads run one after the other there, each up to the next barrier or warp operation, and in ascending
 * order behind it. So lanes may do `s[t] += s[t + 16]` between two __syncwarp(). What leaves these out, and counts on a
 * warp in lockstep through volatile memory, goes wrong; the log has a warning with its line where that can be seen.
 */
typedef struct cujit_module cujit_module;
typedef struct cujit_function cujit_function;

/* A header that exists in memory only; `name` as #include spells it. */
typedef struct cujit_header {
    const char *name;
    const char *text;
} cujit_header;

typedef struct cujit_module_spec {
    const char *source;                     /* CUDA C++ */
    const char *name;                       /* a C identifier, for logs; NULL: "module" */
    const char *const *options;             /* compiler options, ended by NULL; NULL: none */
    const char *const *include_directories; /* ended by NULL; NULL: none. What is included is part of the cache key */
    const cujit_header *headers;            /* in-memory headers; NULL: none */
    size_t header_count;
    const char *const *name_expressions; /* template instances to make, ended by NULL; NULL: none */
    int check_addresses; /* host only: build with the address sanitizer, so that a kernel that leaves its
                                            arrays ends the program with a report. The program itself must run under it:
                                            docs/debugging.md. Ignored on a GPU. */
} cujit_module_spec;

/* CUJIT_ERROR_COMPILE: part "source", or the name or path of a header of the caller's, line, column, excerpt, log.
 * CUJIT_ERROR_UNSUPPORTED: names what the host device cannot do. */
CUJIT_SIZED cujit_status cujit_module_create(cujit_context *context, const cujit_module_spec *spec,
                                             cujit_module **module, cujit_error *error);

/* Loads an object that was made elsewhere, for this handle alone (its origin is CUJIT_ORIGIN_MEMORY): a cubin, a fatbin
 * or PTX (text, with or without a final NUL) on a GPU; on the host a shared object that cujit made. The kind is told
 * from the content. CUJIT_ERROR_LOAD: the device refuses it. */
CUJIT_API cujit_status cujit_module_load(cujit_context *context, const void *object, size_t size, cujit_module **module,
                                         cujit_error *error);
CUJIT_API cujit_status cujit_module_load_file(cujit_context *context, const char *path, cujit_module **module,
                                              cujit_error *error);

/* A module that is shared is kept as elementwise kernels are. One that belongs to its handle alone (loaded, or with
 * variables or headers) is unloaded, once the device has done its work. */
CUJIT_API void cujit_module_free(cujit_module *module);

/* As for elementwise kernels; the resources are those of the first kernel. Borrowed from the module. */
CUJIT_SIZED void cujit_module_get_report(const cujit_module *module, cujit_report *report);

/* Borrowed: a function lives as long as its module. CUJIT_ERROR_NOT_FOUND: the message lists what there is. */
CUJIT_API cujit_status cujit_module_function(cujit_module *module, const char *name, cujit_function **function,
                                             cujit_error *error);

/* How many kernels the source has, and the k-th one's name; NULL beyond. Objects that were loaded tell none (0). */
CUJIT_API size_t cujit_module_function_count(const cujit_module *module);
CUJIT_API const char *cujit_module_function_name(const cujit_module *module, size_t k);

/* Device address and size in bytes of a __device__ or __constant__ variable; size may be NULL. */
CUJIT_API cujit_status cujit_module_global(cujit_module *module, const char *name, void **address, size_t *size,
                                           cujit_error *error);

/* Writes or reads a whole variable; `size` must be its size. Done when they return, after the default stream's work. */
CUJIT_API cujit_status cujit_module_write_global(cujit_module *module, const char *name, const void *data, size_t size,
                                                 cujit_error *error);
CUJIT_API cujit_status cujit_module_read_global(cujit_module *module, const char *name, void *data, size_t size,
                                                cujit_error *error);

typedef struct cujit_function_info {
    int max_threads_per_block; /* with this kernel's registers */
    int registers;             /* a thread; -1: not known (host), and so for all below */
    int shared_bytes;          /* static, a block */
    int constant_bytes;
    int local_bytes; /* a thread */
    int max_dynamic_shared_bytes;
    int parameter_count; /* -1: not known */
} cujit_function_info;
CUJIT_SIZED cujit_status cujit_function_get_info(cujit_function *function, cujit_function_info *info,
                                                 cujit_error *error);

/* One parameter of a kernel, as far as its declaration was understood and the device tells. */
typedef struct cujit_function_parameter {
    const char *name;  /* NULL: it has none, or it is not known */
    const char *text;  /* as it is declared, "const float *x"; NULL: not known */
    cujit_dtype dtype; /* its own, or of what it points to; CUJIT_DTYPE_NONE: not known, or none (void) */
    size_t size;       /* bytes that the kernel takes for it; 0: not known */
    size_t offset;     /* bytes between the start of the first parameter and its own; SIZE_MAX: not known */
    int pointer;       /* 1: it is known to be a pointer */
    int is_const;      /* what it points to is const */
} cujit_function_parameter;

/* The k-th one, of info.parameter_count; borrowed from the function. NULL: there are not so many, or it is not known
 * how many there are. */
CUJIT_API const cujit_function_parameter *cujit_function_get_parameter(const cujit_function *function, size_t k);

/* Lets launches ask for up to `size` bytes of dynamic shared memory, where that is more than a device gives by
 * default. */
CUJIT_API cujit_status cujit_function_allow_shared(cujit_function *function, size_t size, cujit_error *error);

/* How many blocks of `block_threads` threads with `shared_bytes` of dynamic shared memory run on one multiprocessor at
 * once; and the block size that fills the device best. The host runs one block on a processor at once. */
CUJIT_API cujit_status cujit_function_occupancy(cujit_function *function, unsigned block_threads, size_t shared_bytes,
                                                int *blocks, cujit_error *error);
CUJIT_API cujit_status cujit_function_best_block(cujit_function *function, size_t shared_bytes, unsigned *block_threads,
                                                 unsigned *grid_blocks, cujit_error *error);

typedef struct cujit_launch {
    unsigned grid[3], block[3]; /* 0 counts as 1 */
    size_t shared_bytes;        /* dynamic shared memory of a block */
    cujit_stream stream;        /* NULL: the default stream */
    int cooperative;            /* all blocks at once, for grid-wide synchronisation; GPU only */
} cujit_launch;

/*
 * Launches with arguments checked against the kernel's parameters before anything runs: CUJIT_ERROR_ARGUMENT_COUNT, and
 * CUJIT_ERROR_ARGUMENT_TYPE, _VALUE or _SIZE, which name the parameter: numbers are converted to the declared type as
 * for elementwise kernels (2 for a float; -1 or 0.5 for an unsigned is CUJIT_ERROR_ARGUMENT_VALUE), pointers take
 * arrays, CUJIT_POINTER, CUJIT_ADDRESS and the buffers below, structs CUJIT_VALUE. Where the declaration could not be
 * read (an object that was loaded, a type that we do not know) sizes alone are compared, and numbers go as they are.
 * CUJIT_ERROR_LAUNCH: a block or grid beyond the limits, with the limit.
 */
CUJIT_SIZED cujit_status cujit_function_launch(cujit_function *function, const cujit_launch *launch, cujit_args args,
                                               cujit_error *error);

/* The same with nothing checked: values[k] points to the k-th argument's value. */
CUJIT_SIZED cujit_status cujit_function_launch_prepared(cujit_function *function, const cujit_launch *launch,
                                                        void *const *values, cujit_error *error);

/* ---- 9 Buffers on the fly -----------------------------------------------------------------------------------------
 *
 * CUJIT_IN(memory, size), CUJIT_OUT and CUJIT_INOUT stand for a pointer argument of any checked call, elementwise or
 * module: device memory is taken, filled from `memory` before the launch, and copied back to it after the launch. One
 * copy each way, nothing left behind on any error. For an elementwise kernel the number of elements is `size` over the
 * declared type's size, which must divide it.
 *
 * When the call returns, results are there. Only where a stream is given and every buffer is pinned memory
 * (cujit_pinned_alloc) the call returns at once, and results are there when the stream has done its work; the memory
 * and the stream must stay until then.
 *
 * Each argument is a buffer of its own: memory that is handed over twice is two of them, and of two that are copied
 * back to one place the later argument wins. What a kernel does not write of a CUJIT_OUT is unspecified afterwards;
 * where nothing is launched (no element to run over) nothing is copied. A size of 0 gives the kernel a null pointer.
 * The context keeps some of the device memory for the next call, and gives it back when memory runs out.
 *
 * A call with buffers on a stream that is being recorded into a graph is CUJIT_ERROR_UNSUPPORTED.
 */

/* ---- 10 Memory, streams, events and graphs ------------------------------------------------------------------------
 *
 * Device memory is addressed by `void *`, as in the CUDA runtime; on the host device it is ordinary memory. A stream is
 * the device's own handle (CUstream, cudaStream_t): one made by the application is as good as one from
 * cujit_stream_create(), and NULL is the default stream. The host device does everything at once; its streams and
 * events exist so that the same program runs.
 */

/* `size` bytes, aligned for every dtype (256 at least on a GPU, 64 on the host); 0 gives NULL. */
CUJIT_API cujit_status cujit_memory_alloc(cujit_context *context, size_t size, void **memory, cujit_error *error);
CUJIT_API void cujit_memory_free(cujit_context *context, void *memory);

/* Host memory that the device can reach by itself: copies run beside the host's work. */
CUJIT_API cujit_status cujit_pinned_alloc(cujit_context *context, size_t size, void **memory, cujit_error *error);
CUJIT_API void cujit_pinned_free(cujit_context *context, void *memory);

/* Copies of `size` bytes; done when they return, after the work on the default stream. */
CUJIT_API cujit_status cujit_memory_to_device(cujit_context *context, void *device, const void *host, size_t size,
                                              cujit_error *error);
CUJIT_API cujit_status cujit_memory_to_host(cujit_context *context, void *host, const void *device, size_t size,
                                            cujit_error *error);
CUJIT_API cujit_status cujit_memory_copy(cujit_context *context, void *to, const void *from, size_t size,
                                         cujit_error *error); /* device to device */

/* The same in the order of a stream; host memory should be pinned, and must stay until the stream has done it. */
CUJIT_API cujit_status cujit_memory_to_device_async(cujit_context *context, void *device, const void *host, size_t size,
                                                    cujit_stream stream, cujit_error *error);
CUJIT_API cujit_status cujit_memory_to_host_async(cujit_context *context, void *host, const void *device, size_t size,
                                                  cujit_stream stream, cujit_error *error);
CUJIT_API cujit_status cujit_memory_copy_async(cujit_context *context, void *to, const void *from, size_t size,
                                               cujit_stream stream, cujit_error *error);

/* Sets `size` bytes of device memory to `value`, in the order of a stream. */
CUJIT_API cujit_status cujit_memory_fill(cujit_context *context, void *memory, unsigned char value, size_t size,
                                         cujit_stream stream, cujit_error *error);

/* Rows of `width` bytes, each beginning *pitch bytes after the one before, aligned for fast access of elements of
 * `element_bytes` (4, 8 or 16). Freed with cujit_memory_free(). */
CUJIT_API cujit_status cujit_memory_alloc_pitched(cujit_context *context, size_t width, size_t height,
                                                  unsigned element_bytes, void **memory, size_t *pitch,
                                                  cujit_error *error);

/* Memory that host and device both reach by the same address, moved between them as it is touched. Freed with
 * cujit_memory_free(). The host must not touch it while a kernel runs. */
CUJIT_API cujit_status cujit_memory_alloc_managed(cujit_context *context, size_t size, void **memory,
                                                  cujit_error *error);

/* Makes ordinary host memory pinned for as long as it is registered. */
CUJIT_API cujit_status cujit_pinned_register(cujit_context *context, void *memory, size_t size, cujit_error *error);
CUJIT_API cujit_status cujit_pinned_unregister(cujit_context *context, void *memory, cujit_error *error);

/* Sets `count` elements of 16 or 32 bits; the memory is aligned to them. */
CUJIT_API cujit_status cujit_memory_fill16(cujit_context *context, void *memory, uint16_t value, size_t count,
                                           cujit_stream stream, cujit_error *error);
CUJIT_API cujit_status cujit_memory_fill32(cujit_context *context, void *memory, uint32_t value, size_t count,
                                           cujit_stream stream, cujit_error *error);

/* A copy of a box: `depth` slices of `height` rows of `width` bytes. On each side rows lie `pitch` bytes apart and
 * slices `pitch * rows`; a pitch of 0 is `width`, rows of 0 are `height`, a height or depth of 0 is 1. */
typedef enum cujit_direction {
    CUJIT_DIRECTION_TO_DEVICE = 1,
    CUJIT_DIRECTION_TO_HOST,
    CUJIT_DIRECTION_ON_DEVICE,
} cujit_direction;
typedef struct cujit_box {
    void *to;
    const void *from;
    size_t to_pitch, to_rows, from_pitch, from_rows;
    size_t width, height, depth;
} cujit_box;
CUJIT_API cujit_status cujit_memory_copy_box(cujit_context *context, const cujit_box *box, cujit_direction direction,
                                             cujit_error *error);
CUJIT_API cujit_status cujit_memory_copy_box_async(cujit_context *context, const cujit_box *box,
                                                   cujit_direction direction, cujit_stream stream, cujit_error *error);

/* Between two devices of one kind. */
CUJIT_API cujit_status cujit_memory_copy_peer(cujit_context *to_context, void *to, cujit_context *from_context,
                                              const void *from, size_t size, cujit_error *error);

typedef struct cujit_memory_info {
    size_t free_bytes, total_bytes; /* of the device */
} cujit_memory_info;
CUJIT_SIZED cujit_status cujit_memory_get_info(cujit_context *context, cujit_memory_info *info, cujit_error *error);

/* A stream that does not wait for the default stream. */
CUJIT_API cujit_status cujit_stream_create(cujit_context *context, cujit_stream *stream, cujit_error *error);
/* The same with flags, any of them or 0. */
enum {
    CUJIT_STREAM_BLOCKING = 1 /* its work and that of the default stream wait for each other (CU_STREAM_DEFAULT) */
};
CUJIT_API cujit_status cujit_stream_create_with_flags(cujit_context *context, unsigned flags, cujit_stream *stream,
                                                      cujit_error *error);
/* Its work goes on. Streams of the driver's own that reductions or scans ran on must be idle when they are destroyed:
 * it gives their handles to new ones at once. */
CUJIT_API void cujit_stream_free(cujit_context *context, cujit_stream stream);
CUJIT_API cujit_status cujit_stream_synchronize(cujit_context *context, cujit_stream stream, cujit_error *error);
CUJIT_API cujit_status cujit_stream_query(cujit_context *context, cujit_stream stream, int *done, cujit_error *error);

/* A point in a stream's work, with a clock. */
typedef struct cujit_event cujit_event;

CUJIT_API cujit_status cujit_event_create(cujit_context *context, cujit_event **event, cujit_error *error);
CUJIT_API void cujit_event_free(cujit_event *event);
CUJIT_API cujit_status cujit_event_record(cujit_event *event, cujit_stream stream, cujit_error *error);
CUJIT_API cujit_status cujit_event_synchronize(cujit_event *event, cujit_error *error);
CUJIT_API cujit_status cujit_event_query(cujit_event *event, int *done, cujit_error *error);
/* Work that `stream` gets from now on waits for the event. */
CUJIT_API cujit_status cujit_event_wait(cujit_event *event, cujit_stream stream, cujit_error *error);
/* Milliseconds from one event to a later one; both recorded and done. */
CUJIT_API cujit_status cujit_event_elapsed(cujit_event *start, cujit_event *end, double *ms, cujit_error *error);

/*
 * Graphs. A sequence of launches that is done again and again, on the same arrays, is recorded once and then launched
 * as a whole. On a GPU that costs a fraction of the launches one by one (it is a CUDA graph); the host does the steps
 * in turn.
 *
 *     cujit_graph_begin(context, stream, &error);
 *     cujit_elementwise_run(scale, &(cujit_elementwise_options){.stream = stream}, CUJIT_ARGS(2.0f, x), &error);
 *     cujit_function_launch(add, &(cujit_launch){.grid = {blocks}, .block = {256}, .stream = stream}, args, &error);
 *     cujit_graph_end(context, stream, &graph, &error);
 *     for (int k = 0; k < 1000; k++)
 *         cujit_graph_launch(graph, stream, &error);
 *
 * Between begin and end, what goes to the stream is recorded instead of run: launches of kernels, checked and prepared,
 * with the numbers and addresses that they are called with; asynchronous copies and fills; launches of other graphs,
 * which become a part of this one and may be freed. A variant of a kernel that is needed for the first time is built
 * and loaded as ever. Kernels and modules that it launches stay loaded as long as there is the graph; arrays and other
 * memory must be kept by the caller.
 *
 * Another stream becomes part of the recording by waiting for an event that was recorded on the stream, and must end by
 * recording an event that the stream waits for. Such events are no points in time: they cannot be asked, waited for or
 * timed by the host (CUJIT_ERROR_UNSUPPORTED), nor waited for by streams once the recording is over.
 *
 * What is not recorded: whatever waits (for the stream, for the whole device) and buffers on the fly are
 * CUJIT_ERROR_UNSUPPORTED and leave the recording as it is. Copies that are done when they return, and allocations, are
 * done at once and are no part of it. Memory of a pool (section 12) must be neither taken nor released on the stream.
 *
 * The same goes for captures with the driver's or the runtime's own functions (cuStreamBeginCapture), in each of their
 * three modes: nothing else is needed there than to launch on the stream that is captured.
 */
typedef struct cujit_graph cujit_graph;

/* `stream` is any but NULL. CUJIT_ERROR_INVALID_ARGUMENT: it is being recorded already. One that waits for the default
 * stream, made with CUJIT_STREAM_BLOCKING or by cuStreamCreate() without CU_STREAM_NON_BLOCKING, leaves the default
 * stream without use until the end. */
CUJIT_API cujit_status cujit_graph_begin(cujit_context *context, cujit_stream stream, cujit_error *error);

/* By the thread that began. After an error too the recording is over, unless another thread began it or an argument was
 * NULL. */
CUJIT_API cujit_status cujit_graph_end(cujit_context *context, cujit_stream stream, cujit_graph **graph,
                                       cujit_error *error);

/* Runs what was recorded, in the order of `stream` (any one; NULL: the default stream). Launches of one graph run one
 * after the other. From one thread at a time. */
CUJIT_API cujit_status cujit_graph_launch(cujit_graph *graph, cujit_stream stream, cujit_error *error);

/* Its launches must be done. */
CUJIT_API void cujit_graph_free(cujit_graph *graph);

/* ---- 11 The kernel cache ------------------------------------------------------------------------------------------
 *
 * Compiled kernels live in one SQLite file in the cache directory. An entry's key holds everything that decides what
 * the compiler makes: source, options, architecture, compiler. An entry that is damaged or that a device refuses is
 * rebuilt; no trouble of the cache ever fails a build or a launch, it only shows in the statistics. Programs need none
 * of this section: it is for tools that look at a cache or ship one.
 *
 * The file holds 1 GiB at most, then what was not used for longest is deleted. CUJIT_CACHE_LIMIT in the environment
 * says another size when a context or a cache is made: bytes, or a number and K, M, G or T ("200M"; 0: in memory only).
 * Anything else counts as 1 GiB, and shows as trouble in the statistics. What needs more than half of the limit is not
 * stored. Programs that share a file may have different limits: the largest counts, until cujit_cache_prune() sets
 * another; one with a smaller limit than the file is large only makes room for what it adds. docs/cache.md has more.
 */
typedef struct cujit_cache cujit_cache;

/* Counters of one context, or of one open cache, since it was made. */
typedef struct cujit_cache_stats {
    uint64_t memory_hits, disk_hits, misses; /* of kernels that were asked for; a context's loaded ones are in memory */
    uint64_t stores, store_failures;
    uint64_t corrupt;        /* damaged entries set aside */
    uint64_t rejected;       /* entries that a device refused to load */
    uint64_t file_resets;    /* times that the whole file was damaged and made anew */
    uint64_t refused;        /* times that the directory was not used because somebody else can write to it */
    uint64_t busy;           /* operations given up because the file stayed locked */
    uint64_t entries, bytes; /* on disk */
    int on_disk;             /* 0: in memory only */
    char trouble[256];       /* the last trouble in words, "" where there was none */
    uint64_t tunings;        /* on disk: what tuning found (section 13) */
    int damaged;             /* 1: the file is damaged, and was not made anew: of a cujit_cache, which only looks */
    uint64_t file_bytes;     /* the file's size on disk, */
    uint64_t limit;          /* and the one that it is kept below; 0 where there is no file */
} cujit_cache_stats;

CUJIT_SIZED void cujit_context_get_cache_stats(cujit_context *context, cujit_cache_stats *stats);

typedef struct cujit_cache_entry {
    const char *id; /* 32 hexadecimal digits */
    const char *name, *architecture, *toolchain, *options, *schema, *source;
    const char *object_kind, *object_architecture;
    const void *object; /* NULL in listings */
    size_t object_size; /* bytes */
    const char *log;
    int registers, shared_bytes, stack_bytes, spill_store_bytes, spill_load_bytes; /* -1: not known */
    double compile_ms;
    int64_t created, used; /* seconds since 1970 */
    uint64_t uses;
    int intact; /* 0: the checksum is wrong (cujit_cache_verify, cujit_cache_find) */
} cujit_cache_entry;

/* Return 0 to stop. The entry is borrowed for the call. Must not call back into the cache. */
typedef int (*cujit_cache_visit)(void *user, const cujit_cache_entry *entry);

/* For looking at a cache. `directory` as in cujit_context_options. Creates nothing; listing, finding, counting and
 * verifying change nothing in the file, and a damaged one is reported as CUJIT_ERROR_CACHE (where a context would make
 * it anew). CUJIT_ERROR_CACHE where the directory is refused. */
CUJIT_API cujit_status cujit_cache_open(const char *directory, cujit_cache **cache, cujit_error *error);
CUJIT_API void cujit_cache_free(cujit_cache *cache);
CUJIT_API const char *cujit_cache_directory(const cujit_cache *cache);
CUJIT_SIZED void cujit_cache_get_stats(cujit_cache *cache, cujit_cache_stats *stats);

/* Every entry, most recently used first. */
CUJIT_API cujit_status cujit_cache_list(cujit_cache *cache, cujit_cache_visit visit, void *user, cujit_error *error);

/* The entry whose id begins with `prefix` (4 digits at least). CUJIT_ERROR_CACHE_ENTRY: none, or several. */
CUJIT_API cujit_status cujit_cache_find(cujit_cache *cache, const char *prefix, cujit_cache_visit visit, void *user,
                                        cujit_error *error);

/* Checks the file and every entry; `visit` (NULL allowed) sees each. With `repair` damaged entries are deleted, and a
 * damaged file is made anew; without it a damaged file is no error, but shows in result->file_sound. */
typedef struct cujit_cache_verification {
    uint64_t entries, damaged, removed; /* `damaged` and `removed` count tunings too */
    int file_sound;
    uint64_t tunings;
} cujit_cache_verification;
CUJIT_SIZED cujit_status cujit_cache_verify(cujit_cache *cache, int repair, cujit_cache_visit visit, void *user,
                                            cujit_cache_verification *result, cujit_error *error);

/* Deletes the entry whose id begins with `prefix` (4 digits at least). CUJIT_ERROR_CACHE_ENTRY: none, or several. */
CUJIT_API cujit_status cujit_cache_remove(cujit_cache *cache, const char *prefix, cujit_error *error);

/* Sets the limit of the file to `limit` bytes (0: leaves it), and deletes what was not used for longest until the file
 * is below it. A program that stores something under a larger limit of its own raises it again. *removed (NULL allowed)
 * says how many entries went. */
CUJIT_API cujit_status cujit_cache_prune(cujit_cache *cache, uint64_t limit, uint64_t *removed, cujit_error *error);

/* Deletes every entry, and what tuning found; *removed (NULL allowed) says how many entries there were. */
CUJIT_API cujit_status cujit_cache_clear(cujit_cache *cache, uint64_t *removed, cujit_error *error);

/* ---- 12 Memory pools ----------------------------------------------------------------------------------------------
 *
 * A pool keeps device memory that was freed and hands it out again, in stream order: memory freed on a stream is at
 * once good for new work on the same stream, and for others when the stream has passed that point. Taking from a pool
 * that has what is asked for costs neither a driver call nor a wait. A pool may be used from any thread.
 *
 * With CUJIT_POOL_DEBUG every block is fenced and its memory is filled with a pattern when it is freed: overruns, use
 * after free, double frees and leaks are found, at the price of copies and waits.
 */
typedef struct cujit_pool cujit_pool;

enum { CUJIT_POOL_DEBUG = 1 };

typedef struct cujit_pool_options {
    unsigned flags;  /* CUJIT_POOL_DEBUG */
    size_t max_held; /* bytes of free memory to keep at most; 0: no limit */
} cujit_pool_options;

typedef struct cujit_pool_stats {
    size_t active_blocks, active_bytes; /* handed out; bytes as asked for */
    size_t held_blocks, held_bytes;     /* kept for reuse */
    size_t peak_bytes;                  /* the most that was ever taken from the device */
    uint64_t allocations, reuses;       /* requests, and how many of them needed no memory from the device */
} cujit_pool_stats;

/* What the debug mode found. */
typedef enum cujit_pool_fault {
    CUJIT_POOL_FAULT_LEAK = 1,      /* still handed out */
    CUJIT_POOL_FAULT_OVERRUN,       /* written behind its end */
    CUJIT_POOL_FAULT_UNDERRUN,      /* written before its beginning */
    CUJIT_POOL_FAULT_USE_AFTER_FREE /* written after it was freed */
} cujit_pool_fault;
typedef void (*cujit_pool_visit)(void *user, cujit_pool_fault fault, const void *memory, size_t size, size_t offset);

CUJIT_SIZED cujit_status cujit_pool_create(cujit_context *context, const cujit_pool_options *options, cujit_pool **pool,
                                           cujit_error *error);
/* Gives all memory back to the device, also what is still handed out. */
CUJIT_API void cujit_pool_free(cujit_pool *pool);

/* Memory for work on `stream`; 0 bytes give NULL. Where the device has no more, held memory is given back first. */
CUJIT_API cujit_status cujit_pool_alloc(cujit_pool *pool, size_t size, cujit_stream stream, void **memory,
                                        cujit_error *error);
/* `stream` is where the memory was last used, and must not be freed before it is done with it. NULL memory is fine.
 * CUJIT_ERROR_INVALID_ARGUMENT: not this pool's, or freed already. In debug mode CUJIT_ERROR_DEVICE: the fence was
 * written over; the message says where. */
CUJIT_API cujit_status cujit_pool_release(cujit_pool *pool, void *memory, cujit_stream stream, cujit_error *error);
CUJIT_API cujit_status cujit_pool_trim(cujit_pool *pool, cujit_error *error); /* gives held memory back to the device */
CUJIT_SIZED void cujit_pool_get_stats(cujit_pool *pool, cujit_pool_stats *stats);
/* Debug mode: looks at every block and reports each fault; *faults (NULL allowed) counts them. Otherwise only leaks.
 * `offset` is the first byte at fault, from the beginning of the memory; before it, backwards (1: the byte in
 * front). */
CUJIT_API cujit_status cujit_pool_check(cujit_pool *pool, cujit_pool_visit visit, void *user, size_t *faults,
                                        cujit_error *error);

/* ---- 13 Tuning ----------------------------------------------------------------------------------------------------
 *
 * How many threads a block has, how many elements a thread takes and how wide its accesses are is chosen from a table
 * that was measured. Tuning measures it for one kernel: it times some 28 variants on the arrays of a call, and keeps
 * the fastest one if it beats the default by more than 2 %. The kernel uses it from then on, and the cache keeps it by
 * kernel and device, so that later processes use it from the beginning. All variants give the same results.
 *
 *     cujit_elementwise_tune(kernel, NULL, CUJIT_ARGS(2.0f, x, z), &tuning, &error);
 *     printf("%s: %.3f ms, was %.3f ms\n", tuning.variant, tuning.ms, tuning.default_ms);
 *
 * With `.tune = 1` in a spec the first checked run over at least 65536 elements tunes, if the cache does not know the
 * kernel on this device yet; whatever goes wrong with that, the run is done. It takes seconds, most of them for
 * compiling.
 *
 * Arrays come out as after exactly one run: what the kernel writes is copied before, and copies are written while it is
 * timed; there must be room for them on the device. What a kernel changes besides its arrays (variables of its
 * preamble, memory that it finds an address of) it changes many times.
 */
enum { CUJIT_TUNING_MAX_CANDIDATES = 32 };

typedef struct cujit_tuning_candidate {
    char variant[48]; /* "plain"; "tile 4x2/128": 2 tiles of 4 elements a thread, 128 threads a block */
    double ms;        /* the median of its launches */
} cujit_tuning_candidate;

typedef struct cujit_tuning {
    char variant[48]; /* what the kernel uses from now on; "": nothing was timed */
    double default_ms, ms;
    double gb_per_s;                                                /* of it, by the sizes of the arrays */
    size_t candidate_count;                                         /* 0: nothing was timed; 1: there is no choice */
    cujit_tuning_candidate candidates[CUJIT_TUNING_MAX_CANDIDATES]; /* the default first */
} cujit_tuning;

/*
 * Tunes, and then runs the kernel once like cujit_elementwise_run(), whose errors it has. `result` may be NULL.
 * There is no choice on the host, for kernels that must take plain pointers, and with arrays that are not aligned to 16
 * bytes or overlap. Nothing is timed with host buffers, a range, a slice, views with gaps, of different order or
 * broadcast, and without elements. CUJIT_ERROR_UNSUPPORTED: the stream is being recorded into a graph.
 */
CUJIT_SIZED cujit_status cujit_elementwise_tune(const cujit_elementwise *kernel,
                                                const cujit_elementwise_options *options, cujit_args args,
                                                cujit_tuning *result, cujit_error *error);

#ifdef __cplusplus
}
#endif

#include <cujit/reduction.h>

#endif
