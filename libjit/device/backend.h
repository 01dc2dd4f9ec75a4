/*
 * backend.h: the contract between the core and a device kind.
 *
 * A backend is one const table of operations (backend.def) with two halves. The first half, the toolchain, needs no
 * device: it says which compiler would be used (without loading it) and turns a unit of source into an object. The
 * second half opens devices and loads, launches, copies. Nothing outside of libjit/device includes anything of cuda/ or
 * host/ or names what is theirs: where the core must do something else for one of them, a member of the table says so.
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

#include <cujit/cujit.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- Toolchain --------------------------------------------------------------------------------------------------- */

/* Which compiler to use and for what. */
typedef struct cj_target {
    char architecture[32]; /* cuda: "sm_90" (a cubin for exactly it, or PTX of the highest lower one where the compiler
                              does not know it), "compute_90" (PTX); host: "host" */
    const char *compiler;  /* path of libnvrtc or of the C++ compiler; NULL: search */
} cj_target;

/* ---- Devices ----------------------------------------------------------------------------------------------------- */

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
    unsigned processors;            /* multiprocessors; host: processors that this process may run on */
    unsigned threads_per_processor; /* that run there at once */
    /* Limits of a launch. */
    unsigned max_threads_per_block, max_block[3], max_grid[3];
    size_t max_shared_bytes;    /* static and dynamic, of a block, once allowed */
    size_t max_parameter_bytes; /* of a kernel; 0: any number */
    unsigned max_cluster;       /* blocks that may share their memory; 1: there are no clusters */
} cj_device;

typedef struct cj_module cj_module;     /* a loaded object */
typedef struct cj_function cj_function; /* one of its kernels; lives as long as the module */

typedef struct cj_grid {
    unsigned grid[3], block[3];
    unsigned shared_bytes; /* dynamic shared memory of a block */
    bool cooperative;      /* CUJIT_ERROR_UNSUPPORTED where the device has no such launches */
} cj_grid;

typedef enum cj_memory {
    CJ_MEMORY_DEVICE,
    CJ_MEMORY_MANAGED,
    CJ_MEMORY_PINNED, /* the host's; where there is none left: CUJIT_ERROR_OUT_OF_MEMORY */
} cj_memory;

typedef enum cj_copy {
    CJ_COPY_TO_DEVICE = CUJIT_DIRECTION_TO_DEVICE,
    CJ_COPY_TO_HOST = CUJIT_DIRECTION_TO_HOST,
    CJ_COPY_ON_DEVICE = CUJIT_DIRECTION_ON_DEVICE,
} cj_copy;

/* ---- Images and textures: include/cujit/texture.h has the words -------------------------------------------------- */

/* What lengths a texture has: those of its image, or of the memory that it reads (handle.h counts in the same way). */
typedef enum cj_texture_kind {
    CJ_TEXTURE_BUFFER = 1, /* memory, by an index alone */
    CJ_TEXTURE_1D,
    CJ_TEXTURE_2D,
    CJ_TEXTURE_3D,
    CJ_TEXTURE_1D_LAYERED,
    CJ_TEXTURE_2D_LAYERED,
    CJ_TEXTURE_KINDS
} cj_texture_kind;

/* Texels, as they lie in an image or in memory. Lengths are 0 where there is no such axis. */
typedef struct cj_image_layout {
    cj_texture_kind kind;
    cujit_dtype dtype; /* of one number: 8, 16 or 32 bits */
    unsigned channels; /* numbers a texel: 1, 2 or 4 */
    size_t texel_bytes;
    size_t width, height, depth, layers;
    bool surface; /* kernels may write to it */
} cj_image_layout;

/* What a device allows: lengths of each kind (width; height; depth or layers), of images that are written to as well,
 * and how memory must lie that a texture reads. */
typedef struct cj_texture_limits {
    size_t most[CJ_TEXTURE_KINDS][3];
    size_t alignment, pitch_alignment;  /* bytes: of the first texel, and of the distance of rows */
    size_t most_pitch, most_pitched[2]; /* of memory in rows: its distance, width and height */
} cj_texture_limits;

/* A copy of all texels, between an image and memory whose rows lie `pitch` bytes apart, `rows` of them a slice. */
typedef struct cj_image_copy {
    const cj_image_layout *layout;
    void *image, *memory;
    size_t pitch, rows;
    bool to_image, on_host; /* on_host: the memory is the host's, else the device's */
} cj_image_copy;

/* What a texture reads, and how. */
typedef struct cj_texture_plan {
    cj_image_layout layout;
    void *image;        /* NULL: memory */
    const void *memory; /* with rows `pitch` bytes apart */
    size_t pitch;
    cujit_edge edges[3];
    cujit_filter filter;
    bool normalized_coordinates, normalized_values;
} cj_texture_plan;

/* cudaTextureObject_t, cudaSurfaceObject_t. */
typedef unsigned long long cj_texture_object;

struct cj_backend {
    const char *name; /* "cuda", "host" */

#define X(type, operation, parameters) type(*operation) parameters;
#include "libjit/device/backend.def"
#undef X

    /* -- what `cujit doctor` says -- */
    const char *kernels;         /* "GPU kernels" */
    const char *compiler_advice; /* where they cannot be made */
    const char *example; /* an architecture to compile for where there is no device; NULL: there always is one */
    const char *driver;  /* what devices need; NULL: nothing */
    const char *driver_advice, *device_advice; /* where that is too old; where it has no devices */

    /* -- what it is like -- */
    const char *objects;   /* what load() takes, for messages */
    bool numbered;         /* devices are called "cuda:0", "cuda:1"; else there is one, which is called "host" */
    bool slow;             /* opening a device takes so long that a thread does other work meanwhile */
    bool is_host;          /* its memory is the program's own */
    bool checks_addresses; /* compile() can add checks of every access (cj_unit) */
    bool tiles;            /* kernels are faster in tiles of 16 bytes a thread; else the compiler finds them in loops */
    bool immediate;        /* what is launched is done by the calling thread, so that streams put threads in no order */
};

/* The backends in order of preference, ended by NULL: cuda, host. */
extern const cj_backend *const cj_backends[];
const cj_backend *cj_backend_by_name(const char *name, size_t length);  /* NULL: none */
const cj_backend *cj_backend_by_architecture(const char *architecture); /* likewise */

/* What a device is called: "cuda:0", "host". */
void cj_backend_name_device(const cj_backend *backend, int ordinal, char *out, size_t room);

/* The error of a compile that is not wanted any more. */
cujit_status cj_backend_cancel(const cj_unit *unit, cujit_error *error);

/* The error of a compile that was given up: cancelled by who wanted it, or since the compiler, which messages call
 * that, took longer than allowed; `fate`: what became of it. */
cujit_status cj_backend_give_up(const cj_unit *unit, const char *compiler, unsigned timeout_ms, const char *fate,
                                cujit_error *error);

/* For backend.c and for tests. */
extern const cj_backend cj_cuda_backend, cj_host_backend;

#endif
