/*
 * workspace.h: device memory that launches use between their blocks: partial results, tickets.
 *
 * Launches of one stream run one after the other and share what is there for the stream; it is allocated when a stream
 * first needs it or needs more, and kept until the stream or the context goes. (A foreign stream must have done its
 * work when it is destroyed, since the driver gives its handle to the next one at once.) Streams that run side by side
 * have one each, on the host each thread, and so has each launch that is recorded into a graph, since a graph may run
 * beside anything: what it has lives as long as the graph, whoever records it.
 *
 * Workspaces begin as zeros. Kernels leave the first CJ_WORKSPACE_COUNTERS bytes zero when they end; the rest is as
 * they leave it. On the host a kernel may also end in the middle, by a trap: there these bytes are made zero for each
 * launch.
 */
#ifndef LIBJIT_WORKSPACE_H
#define LIBJIT_WORKSPACE_H

#include "libjit/device/backend.h"

#include <cujit/cujit.h>

typedef struct cj_workspaces cj_workspaces; /* a context's */

enum { CJ_WORKSPACE_COUNTERS = 64 << 10 };

/* What is in it is only for launches of one kind. Of a scan's all is as launches of scans have left it, not the
 * counters alone. */
typedef enum cj_workspace_kind {
    CJ_WORKSPACE_PARTS,
    CJ_WORKSPACE_SCANS,
} cj_workspace_kind;

/* At least `size` bytes behind the counters: *memory is aligned to 256 bytes and begins with the counters. Where the
 * stream has it already: no lock, no allocation, no call of the driver but the question whether the stream is being
 * recorded. CUJIT_ERROR_DEVICE_MEMORY names the size. */
cujit_status cj_workspace_get(cujit_context *context, cj_workspace_kind kind, size_t size, void *stream, void **memory,
                              cujit_error *error);

/* The stream is about to be destroyed; it may have work to do yet. */
void cj_workspaces_leave_stream(cujit_context *context, void *stream);

/* With the context, once the device is open. */
cujit_status cj_workspaces_create(const cujit_context *context, cj_workspaces **out, cujit_error *error);
/* `ours` false: in a forked child. NULL is fine. */
void cj_workspaces_free(cj_workspaces *workspaces, bool ours);

#endif
