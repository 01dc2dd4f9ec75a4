/*
 * cujit/context.h: contexts and devices, section 3 of the manual (<cujit/cujit.h>).
 */
#include <cujit/cujit.h>

#ifndef CUJIT_CONTEXT_H
#define CUJIT_CONTEXT_H

#ifdef __cplusplus
extern "C" {
#endif

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
 * options for the host's compiler, separated by blanks, in front of those of each kernel; CUJIT_COMPILE_TIMEOUT is
 * compile_timeout_ms below, in whole seconds (1 to 604800; anything else is ignored); CUJIT_KEEP_SOURCE is a folder
 * where the host leaves sources for debuggers (docs/debugging.md); CUJIT_CACHE_PACKS are paths of packs with colons
 * between them, in place of the library's own (section 29), which an empty path stands for; CUJIT_NO_COMPILE=1 is the
 * option of that name; CUJIT_RECORD is the manifest that is written (section 29).
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
 * It is called by the thread that calls cujit, while it is at work, and by several at once where several are; by
 * threads of the library's only where these make kernels (sections 29 and 30). Launches of what is built say nothing,
 * and cost nothing more. It must not call cujit (a kernel that is being built would wait for itself), nor end the call
 * by longjmp() or an exception; what it is handed lives until it returns.
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

/*
 * A further place for compiled kernels beside the cache's file (section 11): the other ranks of a parallel program
 * (cujit/mpi.h), or a server that many machines ask. A kernel that is not loaded yet is looked for in the file, then
 * here, then compiled; with `first` here, then in the file.
 *
 * `fetch` looks for an entry and hands it to `take` (with `sink`; the memory stays its own), which returns 1 where it
 * is the right one: damaged ones and those of other keys are not used, and what a device refuses to load is compiled as
 * if nothing had been found. It may wait, for another machine that compiles the kernel say, and must come back.
 * `publish` gets the entry that was found behind this place: what was compiled, what a Redis server had, and with
 * `first` what came from the file or a pack. An entry of NULL says that fetch() found none, and that the kernel could
 * not be compiled, is known not to compile, or must not be (`no_compile`). Each fetch() that found none is answered by
 * one publish(), unless there is no compiler.
 *
 * An entry is opaque bytes, that checks itself for damage but for nothing else: it is code that will be run, so who can
 * write to the place is trusted. Both functions are called by the thread that calls cujit, by several at once where
 * several do, with no lock held, and must not call cujit. What a context cannot tell all dependencies of is not asked
 * for.
 */
typedef struct cujit_tier_key {
    const char *id;   /* 32 hexadecimal digits of all that decides about the object (cujit_cache_entry.id); NULL: there
                         is no compiler here, and an object that any has made will do */
    const char *unit; /* the same for that without the compiler */
    const char *name; /* of the kernel */
    int compiled;     /* to publish(): 1: a compiler was run just now; 0: it was found */
} cujit_tier_key;
typedef int (*cujit_tier_take)(void *sink, const void *entry, size_t size);
typedef struct cujit_tier {
    void (*fetch)(void *user, const cujit_tier_key *key, cujit_tier_take take, void *sink);
    void (*publish)(void *user, const cujit_tier_key *key, const void *entry, size_t size);
    void *user;
    int first;
    void (*release)(void *user); /* called once, when the context goes: neither function is called any more; or NULL */
} cujit_tier;

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
    size_t max_held;                  /* bytes of freed memory to keep for new arrays (section 12) at most; 0: a quarter
                                    of a GPU's memory, on the host 256 MiB. 1 keeps none */
    const cujit_tier *tier;           /* a further place for compiled kernels; copied. NULL: none */
    const char *const *packs;         /* paths of packs (section 29), ended by NULL, asked in their order; NULL: none */
    const void *pack_data;            /* a pack in the program's memory, asked first; not copied: it must outlive the
                                         context. NULL: none */
    size_t pack_size;                 /* its size in bytes */
    const char *const *trusted_keys;  /* public keys, ended by NULL, whose packs are trusted beside those of
                                         /etc/cujit/trusted: 64 hexadecimal digits each */
    int no_compile; /* 1, or CUJIT_NO_COMPILE=1: what is in no cache or pack is CUJIT_ERROR_NOT_COMPILED, and named */
    const char *redis;           /* URL of a Redis server that a fleet of machines shares kernels by (section 11);
                                    NULL: $CUJIT_CACHE_REDIS; "": none. One that is wrong is trouble of the cache */
    unsigned compile_timeout_ms; /* how long a compiler may take for one text, then it is CUJIT_ERROR_COMPILE_TIMEOUT;
                                    0: $CUJIT_COMPILE_TIMEOUT, else 300 s for the host's compiler, which is killed then,
                                    and no limit for NVRTC, which goes on by itself and leaves what it makes in the
                                    cache */
    unsigned background_threads; /* how many make kernels in the background at most (section 30), 1024 of them; 0: one
                                    for each processor that the program may run on */
} cujit_context_options;

/* `options` NULL: all defaults. CUJIT_ERROR_NO_DRIVER, _NO_DEVICE, _DRIVER_TOO_OLD: as they say, and the message says
 * what to do. CUJIT_ERROR_INVALID_ARGUMENT: an allocator or a tier lacks a function. No compiler is loaded until a
 * kernel must be compiled. Trouble with a pack fails nothing: it shows in the log and in
 * cujit_context_get_cache_stats(). */
CUJIT_SIZED cujit_status cujit_context_create(const cujit_context_options *options, cujit_context **context,
                                              cujit_error *error);
/* What was made in it goes on to work, and the last of these objects takes the context with it. */
CUJIT_API void cujit_context_free(cujit_context *context);

/* The device for people, "cuda:0 (NVIDIA H200)", and as it can be given again, "cuda:0". Borrowed from the context. */
CUJIT_API const char *cujit_context_device_name(const cujit_context *context);
CUJIT_API const char *cujit_context_device(const cujit_context *context);

/* What a context's objects are made for and by. Contexts of whichever process and machine that have the same `objects`
 * can load each other's, and those with the same `compiler` make the same. */
typedef struct cujit_context_info {
    char device[40];       /* "cuda:0" */
    char architecture[32]; /* "sm_90", "host" */
    char objects[40];      /* 32 hexadecimal digits: of the architecture and of what the library adds to each text */
    char compiler[40];     /* likewise, of the compiler; "": there is none */
} cujit_context_info;
CUJIT_SIZED cujit_status cujit_context_get_info(cujit_context *context, cujit_context_info *info, cujit_error *error);

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
/* `device` as in cujit_context_options. CUJIT_ERROR_NO_DEVICE: there is none of that name, or it is an architecture. */
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

#ifdef __cplusplus
}
#endif

#endif
