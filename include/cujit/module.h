/*
 * cujit/module.h: modules, section 8 of the manual (<cujit/cujit.h>).
 */
#include <cujit/cujit.h>

#ifndef CUJIT_MODULE_H
#define CUJIT_MODULE_H

#ifdef __cplusplus
extern "C" {
#endif

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
 * __syncwarp, shuffles, votes, atomics, __constant__ and __device__ globals, templates, textures and surfaces (section
 * 28), cooperative groups of blocks and warps. What it cannot do (dynamic parallelism, inline PTX, barriers of a whole
 * grid) is refused by name when the module is made; docs/texts.md has it all, and the headers that a text may include.
 * So is a function that may end without the return that it needs, of which NVRTC only warns; and compiler options that
 * change how functions are called (-mabi=ms), which NVRTC does not know.
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
 * from the content; the bytes need not stay. CUJIT_ERROR_LOAD: the device refuses it; CUJIT_ERROR_IO: there is no such
 * file. */
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
 * arrays, CUJIT_POINTER, CUJIT_ADDRESS and the buffers below, structs CUJIT_VALUE. Names that the source gives to
 * types of numbers, by typedef and using, are followed. Where the declaration could not be read (an object that was
 * loaded, a type that we do not know) sizes alone are compared, and numbers go as they are.
 * CUJIT_ERROR_LAUNCH: a block or grid beyond the limits, with the limit.
 */
CUJIT_SIZED cujit_status cujit_function_launch(cujit_function *function, const cujit_launch *launch, cujit_args args,
                                               cujit_error *error);

/* The same with nothing checked: values[k] points to the k-th argument's value. */
CUJIT_SIZED cujit_status cujit_function_launch_prepared(cujit_function *function, const cujit_launch *launch,
                                                        void *const *values, cujit_error *error);

#ifdef __cplusplus
}
#endif

#endif
