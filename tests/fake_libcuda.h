/*
 * fake_libcuda.h: how a test steers the fake CUDA driver.
 *
 * fake_libcuda.c, with fake_libcuda_graph.c and fake_libcuda_texture.c, is built as a shared module that exports the functions of libcuda.so.1
 * which the backend calls. Device memory is the host's; a launch runs nothing but is counted. A test opens the module
 * itself, before the backend does, and gets at the state below with fake_cuda().
 */
#ifndef TESTS_FAKE_LIBCUDA_H
#define TESTS_FAKE_LIBCUDA_H

#include <stddef.h>

enum { FAKE_MAX_FUNCTIONS = 96, FAKE_MAX_DEVICES = 4 };

typedef struct fake_call {
    const char *symbol; /* "cuMemAlloc_v2" */
    unsigned count;     /* how often it was called */
    unsigned fails;     /* not 0: what it returns instead of doing anything */
} fake_call;

typedef struct fake_state {
    int version, devices; /* 12000, 2 */
    int major, minor;     /* of every device: 9, 0 */
    int processors;       /* multiprocessors of every device: 7 */
    size_t memory_free, memory_total;
    int most_blocks;                     /* no more, and no module beside them; 0: any number */
    int cooperative, managed;            /* what the devices can; 1, 1 */
    int parameters;                      /* of every kernel: 3, of 8, 12 and 16 bytes */
    int dynamic_shared;                  /* what a kernel may have: 48 KiB as long as nobody sets it */
    unsigned launch_height, launch_rank; /* the grid's y, the block's z of the last launch */
    int launches_together;               /* how many launches were cooperative */
    unsigned register_flags, managed_flags;
    void *registered_memory;             /* NULL: none */
    void *peer_contexts[2];              /* of the last copy between contexts */
    unsigned *capture_mode;              /* of the thread that loaded this: 0 global, 1 thread-local, 2 relaxed */
    unsigned alloc_mode, load_mode;      /* the capture mode in which they were last called */
    unsigned wait_mode;                  /* the same for waiting, and asking whether all is done */
    void *recorded;                      /* the stream that is being captured; NULL: none */
    unsigned record_mode;                /* the mode in which it is */
    int spoiled;                         /* what must not be called during a capture was */
    int captured_event;                  /* the (one) event was last recorded into a capture */
    void *last_node;                     /* of the capture: what comes next depends on it; NULL: nothing */
    void *added_graph, *added_after;     /* the graph last added to it, and behind which node */
    int live_graphs;                     /* graphs, and those made ready to run */
    int live_objects;                    /* that graphs keep */
    int primary_count[FAKE_MAX_DEVICES]; /* references to the primary contexts */
    int live_blocks, live_modules;       /* what is allocated; pinned memory too */
    int live_images, live_textures;      /* arrays; textures and surfaces */
    const void *resource, *sampling;     /* what the last texture or surface was made of, until the next */
    unsigned image_flags;                /* of the last array */
    unsigned stream_flags;               /* of the last stream created */
    unsigned streams;                    /* created so far */
    void *fill_stream;                   /* of the last fill with bytes */
    void *launch_stream;                 /* of the last launch */
    unsigned launch_grid, launch_block, launch_shared;
    void **launch_values;
    fake_call calls[FAKE_MAX_FUNCTIONS];
} fake_state;

fake_state *fake_cuda(void);

#endif
