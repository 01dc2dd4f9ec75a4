/*
 * backend.h: the contract between the core and a device kind.
 *
 * A backend is one const table of operations with two halves. The first half, the toolchain, needs no device: it says
 * which compiler would be used (without loading it) and turns a unit of source into an object. The second half opens
 * devices and loads, launches, copies. Nothing outside of libjit/device includes anything of cuda/ or host/ or names
 * what is theirs: where the core must do something else for one of them, a member of the table says so.
 *
 * Rules for all operations: the core has checked what it can (no NULL where none is allowed, sizes that do not
 * overflow); errors are filled with cj_error_set() and friends and never printed; any thread may call; no lock is held
 * while a compiler runs. Device memory is addressed by `void *`, streams and events by the device's own handles.
 */
#ifndef LIBJIT_BACKEND_H
#define LIBJIT_BACKEND_H

#include "libjit/base/object.h"
#include "libjit/base/status.h"
#include "libjit/base/text.h"
#include "libjit/syntax/unit.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- Toolchain -------------------------------------------------------------------------------------------------- */

/* Which compiler to use and for what. */
typedef struct cj_target {
    char architecture[32]; /* cuda: "sm_90" (a cubin for exactly it, or PTX of the highest lower one where the compiler
                              does not know it), "compute_90" (PTX); host: "host" */
    const char *compiler;  /* path of libnvrtc or of the C++ compiler; NULL: search */
} cj_target;

/* ---- Devices ---------------------------------------------------------------------------------------------------- */

typedef struct cj_backend cj_backend;

/* An open device: the first member of each backend's own struct, filled by `open`, constant afterwards. */
typedef struct cj_device {
    const cj_backend *backend;
    int ordinal;
    char name[128];        /* "NVIDIA H200", or the processor's model name */
    char architecture[32]; /* goes into cj_target: "sm_90", "host" */
    /* How to spread independent elements: a grid of at most max_blocks blocks of block_size threads, each thread at
     * least `grain` elements. */
    unsigned block_size, max_blocks;
    size_t grain;
    unsigned processors; /* multiprocessors; host: processors that this process may run on */
    /* Limits of a launch. */
    unsigned max_threads_per_block, max_block[3], max_grid[3];
    size_t max_shared_bytes;    /* static and dynamic, of a block, once allowed */
    size_t max_parameter_bytes; /* of a kernel; 0: any number */
} cj_device;

typedef struct cj_module cj_module;     /* a loaded object */
typedef struct cj_function cj_function; /* one of its kernels; lives as long as the module */

typedef struct cj_grid {
    unsigned grid[3], block[3];
    unsigned shared_bytes; /* dynamic shared memory of a block */
    bool cooperative;      /* CUJIT_ERROR_UNSUPPORTED where the device has no such launches */
} cj_grid;

/* What a device knows of a loaded kernel; -1: not known. */
typedef struct cj_function_info {
    int max_threads_per_block, registers, shared_bytes, constant_bytes, local_bytes, max_dynamic_shared_bytes;
} cj_function_info;

/* A box of bytes, for copies of two and three dimensions: `depth` slices of `height` rows of `width` bytes. A side's
 * row begins `pitch` bytes after the row before, its slice `pitch * rows` after the slice before. */
typedef struct cj_box {
    void *to;
    const void *from;
    size_t to_pitch, to_rows, from_pitch, from_rows;
    size_t width, height, depth;
} cj_box;

typedef enum cj_copy {
    CJ_COPY_TO_DEVICE,
    CJ_COPY_TO_HOST,
    CJ_COPY_ON_DEVICE,
} cj_copy;

/* What a person wants to know of a device that need not be open. */
typedef struct cj_device_info {
    char name[128];
    char architecture[32];
    size_t memory_bytes;
    int multiprocessors; /* host: the processors that this process may run on */
    int clock_khz;       /* 0: not known */
    int memory_clock_khz, memory_bus_bits;
    int l2_bytes;
    int max_threads_per_block, warp_size, shared_bytes_per_block, registers_per_block;
    int driver_version; /* cuDriverGetVersion, 13000; host: 0 */
    char pci_bus_id[32];
} cj_device_info;

struct cj_backend {
    const char *name; /* "cuda", "host" */

    /* -- toolchain: no device, no driver -- */

    /* Digest of what this backend adds to a unit besides the unit's own text (its preludes, its fixed options), and of
     * what an object needs that the architecture does not tell (the host: this processor); part of the cache key's
     * schema, which always must match: unlike the toolchain's line, which does not count where there is no compiler.
     * Static storage. */
    const char *(*schema)(void);

    /* Appends one line that identifies the compiler that compile() would use, for the cache key: content, not place
     * (its ELF build id, else size and time of change), and for headers outside it that the unit's features need. Must
     * not load or start the compiler; takes well under 0.1 ms once done for this process. CUJIT_ERROR_NO_COMPILER where
     * there is none; the message says where it was looked for and what to install. */
    cujit_status (*toolchain)(const cj_target *target, unsigned features, cj_text *identity, cujit_error *error);

    /* Compiles. On success *out belongs to the caller. On CUJIT_ERROR_COMPILE the error carries log and source but no
     * place: the core maps the log back (diagnostic.h). Every diagnostic in a log has one of the two shapes
     * NAME(LINE): error: TEXT (NVRTC) or NAME:LINE:COLUMN: error: TEXT (gcc, clang), NAME as given by #line. */
    cujit_status (*compile)(const cj_target *target, const cj_unit *unit, cj_object *out, cujit_error *error);

    /* -- devices -- */

    /* How many there are. 0 with CUJIT_OK: a driver but no device. Any error says why none can be used. */
    cujit_status (*count)(int *count, cujit_error *error);
    cujit_status (*info)(int ordinal, cj_device_info *out, cujit_error *error);

    /* `ordinal` -1: the device of the calling thread's current context where there is one, else device 0. A context
     * that is current on the calling thread and belongs to the device is used as it is; else the primary context. */
    cujit_status (*open)(int ordinal, cj_device **out, cujit_error *error);
    void (*close)(cj_device *device);
    /* May kernels of one of these two devices of this backend use memory of the other? (The same CUcontext; the
     * host.) */
    bool (*same_memory)(const cj_device *a, const cj_device *b);

    /* CUJIT_ERROR_LOAD where the device refuses the object, and only then: the core deletes it from the cache and
     * rebuilds it once. Any other error is the device's or the process's own trouble, and is what the user gets. */
    cujit_status (*load)(cj_device *device, const cj_object *object, cj_module **out, cujit_error *error);
    void (*unload)(cj_module *module);
    /* `out` is fully ready: the first launch loads nothing more. */
    cujit_status (*function)(cj_module *module, const char *name, cj_function **out, cujit_error *error);

    /* The hot path: no allocation, no lock, no string. `values`: one pointer per parameter. The host has finished when
     * this returns. */
    cujit_status (*launch)(cj_function *function, const cj_grid *grid, void *const *values, void *stream,
                           cujit_error *error);

    /* -- modules; `symbol` is one of the object's `names` -- */

    /* Sizes of the kernel's parameters in bytes, and where each begins (NULL allowed; SIZE_MAX: not known), at most
     * `room` of them; *count is how many there are. CUJIT_ERROR_UNSUPPORTED: the driver is too old to tell. */
    cujit_status (*parameters)(cj_function *function, size_t *sizes, size_t *offsets, size_t room, size_t *count,
                               cujit_error *error);
    cujit_status (*function_info)(cj_function *function, cj_function_info *out, cujit_error *error);
    cujit_status (*allow_shared)(cj_function *function, size_t size, cujit_error *error);
    cujit_status (*occupancy)(cj_function *function, unsigned block_threads, size_t shared_bytes, int *blocks,
                              cujit_error *error);
    cujit_status (*best_block)(cj_function *function, size_t shared_bytes, unsigned *block_threads,
                               unsigned *grid_blocks, cujit_error *error);
    /* CUJIT_ERROR_NOT_FOUND: there is no such variable. */
    cujit_status (*global)(cj_module *module, const char *name, void **address, size_t *size, cujit_error *error);
    /* Tells what kind of object these bytes are; CJ_OBJECT_NONE: nothing that this device loads. */
    cj_object_kind (*recognize)(const void *data, size_t size);

    /* -- contexts: makes the device's context the current one of the calling thread, and back. The host has none. -- */
    cujit_status (*push)(cj_device *device, cujit_error *error);
    cujit_status (*pop)(cj_device *device, cujit_error *error);

    /* -- memory; sizes are in bytes and never 0 -- */
    cujit_status (*alloc_pitched)(cj_device *device, size_t width, size_t height, unsigned element_bytes, void **out,
                                  size_t *pitch, cujit_error *error);
    cujit_status (*alloc_managed)(cj_device *device, size_t size, void **out, cujit_error *error); /* freed by free */
    cujit_status (*register_host)(cj_device *device, void *memory, size_t size, cujit_error *error);
    cujit_status (*unregister_host)(cj_device *device, void *memory, cujit_error *error);
    /* `count` elements of 2 or 4 bytes, memory aligned to them. */
    cujit_status (*fill_wide)(cj_device *device, void *memory, unsigned value, unsigned element_bytes, size_t count,
                              void *stream, cujit_error *error);
    cujit_status (*copy_box)(cj_device *device, const cj_box *box, cj_copy kind, void *stream, bool blocking,
                             cujit_error *error);
    /* Between two devices of this backend. */
    cujit_status (*copy_peer)(cj_device *to_device, void *to, cj_device *from_device, const void *from, size_t size,
                              void *stream, bool blocking, cujit_error *error);
    /* Is this host memory pinned (allocated or registered so)? The host says yes. */
    bool (*is_pinned)(cj_device *device, const void *memory);
    cujit_status (*alloc)(cj_device *device, size_t size, void **out, cujit_error *error);
    void (*free)(cj_device *device, void *memory);
    cujit_status (*alloc_pinned)(cj_device *device, size_t size, void **out, cujit_error *error);
    void (*free_pinned)(cj_device *device, void *memory);
    /* `blocking`: done when it returns (after what the stream holds already); else in stream order. */
    cujit_status (*copy)(cj_device *device, void *to, const void *from, size_t size, cj_copy kind, void *stream,
                         bool blocking, cujit_error *error);
    cujit_status (*fill)(cj_device *device, void *memory, unsigned char value, size_t size, void *stream,
                         cujit_error *error);
    cujit_status (*memory_info)(cj_device *device, size_t *free_bytes, size_t *total_bytes, cujit_error *error);

    /* -- streams and events; a NULL stream is the device's default stream, and any stream of the application's own is
     * accepted as it is. The host does everything at once, so that its streams are mere names. -- */
    cujit_status (*stream_create)(cj_device *device, bool blocking, /* it and the default stream wait for each other */
                                  void **out, cujit_error *error);
    void (*stream_free)(cj_device *device, void *stream);
    cujit_status (*stream_synchronize)(cj_device *device, void *stream, cujit_error *error);
    cujit_status (*stream_query)(cj_device *device, void *stream, bool *done, cujit_error *error);
    cujit_status (*stream_wait)(cj_device *device, void *stream, void *event, cujit_error *error);
    cujit_status (*event_create)(cj_device *device, void **out, cujit_error *error);
    void (*event_free)(cj_device *device, void *event);
    cujit_status (*event_record)(cj_device *device, void *event, void *stream, cujit_error *error);
    cujit_status (*event_synchronize)(cj_device *device, void *event, cujit_error *error);
    cujit_status (*event_query)(cj_device *device, void *event, bool *done, cujit_error *error);
    /* Milliseconds between two recorded and finished events. */
    cujit_status (*event_elapsed)(cj_device *device, void *from, void *to, double *ms, cujit_error *error);
    cujit_status (*synchronize)(cj_device *device, cujit_error *error); /* the whole device */

    /* -- for `cujit doctor` -- */

    /* Appends lines of "name: value" on what there is of driver, devices and compiler; leaves out what is not there. */
    void (*describe)(const cj_target *target, cj_text *out);
    const char *kernels;         /* "GPU kernels" */
    const char *compiler_advice; /* where they cannot be made */
    const char *example; /* an architecture to compile for where there is no device; NULL: there always is one */
    const char *driver;  /* what devices need; NULL: nothing */
    const char *driver_advice, *device_advice; /* where that is too old; where it has no devices */

    /* -- graphs: what goes to a stream between begin and end is recorded and not run. `stream` is not NULL. A recording
     * must not be hurt by load, function, alloc, free and the asking for a stream or an event of its own thread's or
     * another's that has nothing to do with it. -- */
    cujit_status (*graph_begin)(cj_device *device, void *stream, cujit_error *error);
    /* Ends the recording, also on most errors. */
    cujit_status (*graph_end)(cj_device *device, void *stream, void **out, cujit_error *error);
    cujit_status (*graph_launch)(cj_device *device, void *graph, void *stream, cujit_error *error);
    void (*graph_free)(cj_device *device, void *graph);
    /* Is the stream being recorded, whoever began it? */
    bool (*graph_records)(cj_device *device, void *stream);
    /* The graph that is being recorded on the stream, whoever began it, keeps `object`, and so does what it becomes a
     * part of. When nobody can run any of them any more, `release` is called, once: on any thread, maybe after the
     * device is closed, and it must neither wait nor call the device. On errors it is called too, maybe later. */
    cujit_status (*graph_keep)(cj_device *device, void *stream, void *object, void (*release)(void *object),
                               cujit_error *error);

    /* -- what it is like -- */

    /* Is this the name of an architecture, "sm_90", for which compile() needs no device? */
    bool (*is_architecture)(const char *text);
    const char *objects;   /* what load() takes, for messages */
    bool numbered;         /* devices are called "cuda:0", "cuda:1"; else there is one, which is called "host" */
    bool slow;             /* opening a device takes so long that a thread does other work meanwhile */
    bool is_host;          /* its memory is the program's own */
    bool checks_addresses; /* compile() can add checks of every access (cj_unit) */

    bool tiles;     /* kernels are faster in tiles of 16 bytes a thread; else the compiler finds them in plain loops */
    bool immediate; /* what is launched is done by the calling thread, so that streams put threads in no order */
};

/* The backends in order of preference, ended by NULL: cuda, host. */
extern const cj_backend *const cj_backends[];
const cj_backend *cj_backend_by_name(const char *name, size_t length);  /* NULL: none */
const cj_backend *cj_backend_by_architecture(const char *architecture); /* likewise */

/* What a device is called: "cuda:0", "host". */
void cj_backend_name_device(const cj_backend *backend, int ordinal, char *out, size_t room);

/* For backend.c and for tests. */
extern const cj_backend cj_cuda_backend, cj_host_backend;

#endif
