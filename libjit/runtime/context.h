/*
 * context.h: what a cujit_context holds.
 */
#ifndef LIBJIT_CONTEXT_H
#define LIBJIT_CONTEXT_H

#include "cache/cache.h"
#include "libjit/base/registry.h"
#include "libjit/device/backend.h"
#include "libjit/runtime/blocks.h"
#include "libjit/syntax/dtype.h"

#include <cujit/cujit.h>

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

/* What a family keeps with a context; its first member. `free` is called when the context goes. */
typedef struct cj_kept {
    void (*free)(struct cj_kept *kept);
} cj_kept;

struct cujit_context {
    atomic_size_t references; /* the caller's one, and one of every object that was made with it */
    const cj_backend *backend;
    cj_device *device; /* NULL: compile only */
    cj_target target;
    char *compiler;       /* what target.compiler points to */
    char device_text[40]; /* "cuda:0" */
    char device_name[192];
    cujit_allocator allocator; /* of arrays; .alloc NULL: there is none */
    cujit_log log;
    void *log_user;
    int log_level; /* up to which it is called; 0: there is none */
    cj_cache *cache;
    bool no_compile;
    bool unrecorded;             /* what it makes comes into no manifest */
    unsigned compile_timeout_ms; /* 0: the backend's own */
    unsigned background_threads; /* 0: as many as there are processors */
    cujit_tier tier;             /* .fetch NULL: there is none */
    cj_registry kernels;
    pthread_mutex_t type_lock;
    cj_type_table types;
    struct {
        cj_blocks device, pinned;
    } staging;                        /* memory of arrays, on the way, and for buffers (buffer.h) */
    struct cj_workspaces *workspaces; /* workspace.h */
    _Atomic(cj_kept *) crew;          /* threads (kernel/creation.c); NULL until they are needed */
    _Atomic(cj_kept *) reducers;      /* the ready-made reductions; likewise */
    _Atomic(cj_kept *) array_kernels; /* of libjit/array; likewise */
    _Atomic(cj_kept *) expressions;   /* plans of texts; likewise */
    unsigned generation;              /* of the process, see cj_context_check */
    /* Graphs that live or are being recorded: as long as there is one, nothing is unloaded, since it may be in
     * there. */
    atomic_size_t graphs;
    atomic_uint recorded; /* how often a recording has begun or ended */
    pthread_mutex_t recording_lock;
    cujit_graph *recordings; /* those that are being recorded (stream.c) */
};

/* A registered type; NULL: none of that number. */
const cj_type *cj_context_type(const cujit_context *context, cujit_dtype dtype);

void cj_context_retain(cujit_context *context);
void cj_context_release(cujit_context *context); /* the last one frees; NULL is fine */

/* One user less of a value of the context's registry, of which the caller has a reference still; or (`alone`) of a
 * kernel that belongs to its handle alone, the last. What is too much then is unloaded, once the device has done all
 * its work. */
void cj_context_drop(cujit_context *context, cj_registered *value, bool alone);

/* stream.c: is a graph being recorded that was begun with this context? And when the context goes: */
bool cj_context_records(cujit_context *context);
void cj_recordings_clear(cujit_context *context);

/* How many forks led to this process: a context belongs to that which made it. */
extern atomic_uint cj_generation;
static inline bool cj_context_is_ours(const cujit_context *context)
{
    return context->generation == atomic_load_explicit(&cj_generation, memory_order_relaxed);
}

/* Says why a context cannot be used. */
cujit_status cj_context_refuse(const cujit_context *context, cujit_error *error);

/* May the context's device be used here? CUJIT_ERROR_UNSUPPORTED: it has none. CUJIT_ERROR_FORKED: it belongs to the
 * parent process. On the path of every launch. */
static inline cujit_status cj_context_check(const cujit_context *context, cujit_error *error)
{
    return context->device != NULL && cj_context_is_ours(context) ? CUJIT_OK : cj_context_refuse(context, error);
}

/* The same for what needs no device: in a child of fork() a context of the parent's is no good for that either, since
 * threads of the parent's may have held its locks, or been building what the child would wait for. */
static inline cujit_status cj_context_check_process(const cujit_context *context, cujit_error *error)
{
    return cj_context_is_ours(context) ? CUJIT_OK : cj_context_refuse(context, error);
}

/* What is kept at that place of the context: at the first call made of `size` bytes, filled with 0. NULL: memory ran
 * out. */
cj_kept *cj_context_keep(_Atomic(cj_kept *) *place, size_t size, void (*release)(cj_kept *kept));

/* What public functions of that name begin with: CUJIT_ERROR_INVALID_ARGUMENT where there is no context, or where
 * `given`, which users call `what`, is NULL; "" where nothing else must be given. */
cujit_status cj_context_check_call(const char *function, const cujit_context *context, const char *what,
                                   const void *given, cujit_error *error);

/* What public functions that make something of a spec are called with: the spec (base/sized.h) becomes *todays;
 * CUJIT_ERROR_INVALID_ARGUMENT says which of them is NULL. */
cujit_status cj_context_take_spec(const char *function, const cujit_context *context, const void *spec, size_t size,
                                  const void *out, void *todays, size_t todays_size, cujit_error *error);

/* ---- What a context tells its program beside results and errors -------------------------------------------------- */

static inline bool cj_logs(const cujit_context *context, cujit_log_level level)
{
    return (int)level <= context->log_level;
}

/* Calls the program back, if it wants to know. `topic` and `kernel` as in cujit_log_record. Not for what a launch does
 * each time. */
void cj_log_text(const cujit_context *context, cujit_log_level level, const char *topic, const char *kernel, double ms,
                 const char *message);
void cj_log(const cujit_context *context, cujit_log_level level, const char *topic, const char *kernel, double ms,
            const char *format, ...) CJ_PRINTF(6, 7);

/* The trouble that the cache had since it was asked last. */
void cj_log_cache(const cujit_context *context, const char *kernel);

#endif
