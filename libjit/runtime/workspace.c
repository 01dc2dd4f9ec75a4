/*
 * workspace.c: the memory that a context's launches use between their blocks.
 *
 * Memory comes in pieces, of which each knows who uses it. A stream's newest piece is found in a table that only grows,
 * and is read without a lock; its older ones stay with it, since work that was given to the stream may use them. Where
 * a device does its work in the calling thread, whatever the stream, a thread takes the place of a stream.
 *
 * A piece of a graph is lent: the backend has the graph keep it, and hands it back when nobody can run the graph any
 * more, on any thread, maybe after the context has gone. So what the context and the graphs share is counted, and
 * handing back is no more than to say that nobody uses the piece. Who needs one next looks for such a piece first.
 *
 * A thread's own default stream goes with the thread, unnoticed. Once there are many of these their pieces are taken
 * back, which needs a wait for the device. So are those of a stream that was destroyed before its work was done.
 */
#include "libjit/runtime/workspace.h"

#include "libjit/base/alloc.h"
#include "libjit/runtime/context.h"

#include <signal.h>
#include <unistd.h>

/* MANY_DEAD: so many threads must have ended before the device is waited for. */
enum { ALIGNMENT = 256, BUCKETS = 64, MANY_DEAD = 16 };
static const size_t smallest_of_stream = (size_t)1 << 20, smallest_of_graph = (size_t)128 << 10;

typedef struct piece {
    void *memory; /* NULL: it went with the context */
    size_t size;
    cj_workspace_kind kind;
    cj_workspaces *owner;
    /* Its slot, or for a graph the piece itself. NULL: it is spare, which is idle and its counters zero. Given under
     * the lock, taken back anywhere. */
    _Atomic(const void *) user;
    struct piece *following; /* among all */
} piece;

/* Of a stream. The fields are written under the lock. */
typedef struct slot {
    cj_workspace_kind kind; /* constant */
    atomic_uintptr_t key;   /* 0: of none any more */
    _Atomic(piece *) newest;
    struct slot *following; /* constant */
} slot;

struct cj_workspaces {
    atomic_size_t references; /* the context's, and one of each piece that is lent */
    const cj_backend *backend;
    cj_device *device;
    _Atomic(slot *) buckets[BUCKETS];
    pthread_mutex_t lock; /* for what follows, and for changes of the table; held while the device allocates */
    piece *all;
    void *filler; /* a stream that is never recorded; NULL: not needed yet */
};

/* ---- Life -------------------------------------------------------------------------------------------------------- */

static void drop_reference(cj_workspaces *workspaces)
{
    if (atomic_fetch_sub_explicit(&workspaces->references, 1, memory_order_acq_rel) != 1)
        return;
    for (piece *p = workspaces->all, *next; p != NULL; p = next) {
        next = p->following;
        cj_free(p);
    }
    for (size_t k = 0; k < BUCKETS; k++) {
        for (slot *s = atomic_load(&workspaces->buckets[k]), *next; s != NULL; s = next) {
            next = s->following;
            cj_free(s);
        }
    }
    cj_free(workspaces);
}

/* What is lent goes too: nobody can launch a graph whose kernels have gone with their context. */
void cj_workspaces_free(cj_workspaces *workspaces, bool ours)
{
    if (workspaces == NULL)
        return;
    for (piece *p = workspaces->all; ours && p != NULL; p = p->following) {
        workspaces->backend->free(workspaces->device, CJ_MEMORY_DEVICE, p->memory);
        p->memory = NULL;
    }
    if (ours && workspaces->filler != NULL)
        workspaces->backend->stream_free(workspaces->device, workspaces->filler);
    pthread_mutex_destroy(&workspaces->lock);
    drop_reference(workspaces);
}

cujit_status cj_workspaces_create(const cujit_context *context, cj_workspaces **out, cujit_error *error)
{
    cj_workspaces *made = cj_calloc(1, sizeof *made);

    if (made == NULL)
        return cj_error_no_memory(error, "the workspaces");
    atomic_init(&made->references, 1);
    made->backend = context->backend;
    made->device = context->device;
    pthread_mutex_init(&made->lock, NULL);
    *out = made;
    return CUJIT_OK;
}

/* ---- The table --------------------------------------------------------------------------------------------------- */

typedef struct request {
    cujit_context *context;
    cj_workspaces *workspaces;
    cj_workspace_kind kind;
    size_t size;   /* counters included */
    void *stream;  /* that wants it */
    uintptr_t key; /* of the stream */
    bool recorded; /* the stream is being recorded, and the recording must not see what is done here */
} request;

/* The driver's handles of the default stream, which NULL stands for too, and of each thread's own. */
static const uintptr_t legacy = 1, per_thread = 2;

/* Threads have the upper half of the addresses, where no handle lies. Thread 0, which there is none of, stands for what
 * a stream was that has gone. */
static const uintptr_t thread_bit = (uintptr_t)1 << (sizeof(uintptr_t) * 8 - 1);

/* A pthread_t may come again when its thread has ended. On a device that works in the calling thread this is as it
 * should be, since the work is done then; else it takes the system's number, which is longer in coming again. */
static uintptr_t key_of(const cj_backend *backend, const void *stream)
{
    if (backend->immediate)
        return (uintptr_t)pthread_self();
    if (stream == NULL)
        return legacy;
    return (uintptr_t)stream == per_thread ? thread_bit | (uintptr_t)gettid() : (uintptr_t)stream;
}

static _Atomic(slot *) *bucket_of(cj_workspaces *workspaces, uintptr_t key)
{
    return &workspaces->buckets[(uint64_t)key * UINT64_C(0x9e3779b97f4a7c15) >> 32 & (BUCKETS - 1)];
}

/* A slot with that key; NULL: there is none. */
static slot *find_slot(const request *wanted, uintptr_t key)
{
    slot *s = atomic_load_explicit(bucket_of(wanted->workspaces, wanted->key), memory_order_acquire);

    while (s != NULL && (s->kind != wanted->kind || atomic_load_explicit(&s->key, memory_order_acquire) != key))
        s = s->following;
    return s;
}

/* NULL: the stream has none, or it is too small. */
static const piece *find_piece(const request *wanted)
{
    const slot *s = find_slot(wanted, wanted->key);
    const piece *p = s != NULL ? atomic_load_explicit(&s->newest, memory_order_acquire) : NULL;

    return p != NULL && p->size >= wanted->size ? p : NULL;
}

/* ---- With the lock held: spare pieces ---------------------------------------------------------------------------- */

static bool is_spare(const piece *p)
{
    return atomic_load_explicit(&p->user, memory_order_acquire) == NULL;
}

/* The smallest spare piece that will do; NULL: there is none. */
static piece *find_spare(const request *wanted)
{
    piece *best = NULL;

    for (piece *p = wanted->workspaces->all; p != NULL; p = p->following) {
        if (p->kind == wanted->kind && p->size >= wanted->size && (best == NULL || p->size < best->size) && is_spare(p))
            best = p;
    }
    return best;
}

static void free_spare(cj_workspaces *workspaces)
{
    for (piece **link = &workspaces->all, *p; (p = *link) != NULL;) {
        if (is_spare(p)) {
            *link = p->following;
            workspaces->backend->free(workspaces->device, CJ_MEMORY_DEVICE, p->memory);
            cj_free(p);
        } else {
            link = &p->following;
        }
    }
}

/* A stream has gone, and its work is done. */
static void clear_slot(cj_workspaces *workspaces, slot *s)
{
    atomic_store(&s->key, 0);
    atomic_store(&s->newest, NULL);
    for (piece *p = workspaces->all; p != NULL; p = p->following) {
        if (atomic_load(&p->user) == s)
            atomic_store(&p->user, NULL);
    }
}

static bool is_of_dead_thread(const slot *s)
{
    uintptr_t key = atomic_load_explicit(&s->key, memory_order_relaxed);

    return (key & thread_bit) != 0 && tgkill(getpid(), (pid_t)(key & ~thread_bit), 0) != 0;
}

/* How many slots are of threads that have ended. `take`: what they have becomes spare. */
static size_t look_for_dead(cj_workspaces *workspaces, bool take)
{
    size_t count = 0;

    for (size_t k = 0; k < BUCKETS; k++) {
        for (slot *s = atomic_load(&workspaces->buckets[k]); s != NULL; s = s->following) {
            if (!is_of_dead_thread(s))
                continue;
            count++;
            if (take)
                clear_slot(workspaces, s);
        }
    }
    return count;
}

void cj_workspaces_leave_stream(cujit_context *context, void *stream)
{
    cj_workspaces *workspaces = context->workspaces;
    const cj_backend *backend = context->backend;
    bool idle = false;

    if (backend->immediate)
        return;
    if (backend->stream_query(context->device, stream, &idle, NULL) != CUJIT_OK)
        idle = false; /* it is being recorded, for instance */
    pthread_mutex_lock(&workspaces->lock);
    for (slot *s = atomic_load(bucket_of(workspaces, (uintptr_t)stream)); s != NULL; s = s->following) {
        if (atomic_load(&s->key) != (uintptr_t)stream)
            continue;
        if (idle)
            clear_slot(workspaces, s);
        else
            atomic_store(&s->key, thread_bit);
    }
    pthread_mutex_unlock(&workspaces->lock);
}

/* ---- With the lock held: new pieces ------------------------------------------------------------------------------ */

/* Takes back what at least `many` threads that have ended still have. Their streams may have work to do yet, and to
 * wait for the device would spoil a recording. */
static void take_back(const request *wanted, size_t many)
{
    cj_workspaces *workspaces = wanted->workspaces;

    if (workspaces->backend->immediate || wanted->recorded || look_for_dead(workspaces, false) < many)
        return;
    if (atomic_load(&wanted->context->graphs) == 0 &&
        workspaces->backend->synchronize(workspaces->device, NULL) == CUJIT_OK)
        look_for_dead(workspaces, true);
}

/* Powers of two, so that what a stream has outgrown is less than what it has. */
static size_t round_up(size_t size, size_t smallest)
{
    size_t rounded = smallest;

    while (rounded < size && rounded <= SIZE_MAX / 2)
        rounded *= 2;
    return rounded >= size ? rounded : size;
}

/* *size becomes what there is. Where it is scarce, what is spare goes, and no more is asked for than is needed. */
static cujit_status get_memory(const request *wanted, size_t *size, void **memory, cujit_error *error)
{
    size_t rounded = round_up(wanted->size, wanted->recorded ? smallest_of_graph : smallest_of_stream);
    cujit_error first = {0};
    cujit_status status = cj_blocks_alloc(&wanted->context->staging.device, rounded, memory, &first);

    if (status != CUJIT_ERROR_DEVICE_MEMORY) {
        *size = rounded;
        return status == CUJIT_OK ? CUJIT_OK : cj_error_move(error, &first);
    }
    cujit_error_clear(&first);
    take_back(wanted, 1);
    free_spare(wanted->workspaces);
    *size = wanted->size;
    return cj_blocks_alloc(&wanted->context->staging.device, wanted->size, memory, error);
}

/* In the stream's order; or before anything that is recorded runs. */
static cujit_status clear(const request *wanted, const piece *p, cujit_error *error)
{
    cj_workspaces *workspaces = wanted->workspaces;
    const cj_backend *backend = workspaces->backend;
    cj_device *device = workspaces->device;
    cujit_status status = CUJIT_OK;

    if (!wanted->recorded)
        return backend->fill(device, p->memory, 0, 1, p->size, wanted->stream, error);
    if (workspaces->filler == NULL)
        status = backend->stream_create(device, false, &workspaces->filler, error);
    if (status == CUJIT_OK)
        status = backend->fill(device, p->memory, 0, 1, p->size, workspaces->filler, error);
    if (status == CUJIT_OK)
        status = backend->stream_query(device, workspaces->filler, NULL, error);
    return status;
}

static cujit_status make_piece(const request *wanted, piece **out, cujit_error *error)
{
    cj_workspaces *workspaces = wanted->workspaces;
    piece *made = cj_calloc(1, sizeof *made);
    cujit_status status;

    if (made == NULL)
        return cj_error_no_memory(error, "a workspace");
    atomic_init(&made->user, NULL);
    made->owner = workspaces;
    made->kind = wanted->kind;
    if ((status = get_memory(wanted, &made->size, &made->memory, error)) != CUJIT_OK)
        goto out;
    if ((status = clear(wanted, made, error)) != CUJIT_OK) {
        workspaces->backend->free(workspaces->device, CJ_MEMORY_DEVICE, made->memory);
        goto out;
    }
    made->following = workspaces->all;
    workspaces->all = *out = made;
    made = NULL;

out:
    cj_free(made);
    return status;
}

/* Of which the caller says who uses it. */
static cujit_status get_piece(const request *wanted, piece **out, cujit_error *error)
{
    if ((*out = find_spare(wanted)) != NULL)
        return CUJIT_OK;
    take_back(wanted, MANY_DEAD);
    return (*out = find_spare(wanted)) != NULL ? CUJIT_OK : make_piece(wanted, out, error);
}

/* ---- For a stream ------------------------------------------------------------------------------------------------ */

/* With the lock held. The stream's slot; without a piece where it was not there. NULL: memory ran out. */
static slot *get_slot(const request *wanted)
{
    _Atomic(slot *) *bucket = bucket_of(wanted->workspaces, wanted->key);
    slot *s = find_slot(wanted, wanted->key);

    if (s != NULL)
        return s;
    if ((s = find_slot(wanted, 0)) != NULL) {
        atomic_store(&s->key, wanted->key);
        return s;
    }
    if ((s = cj_malloc(sizeof *s)) == NULL)
        return NULL;
    s->kind = wanted->kind;
    atomic_init(&s->key, wanted->key);
    atomic_init(&s->newest, NULL);
    s->following = atomic_load(bucket);
    atomic_store_explicit(bucket, s, memory_order_release);
    return s;
}

static cujit_status grow(const request *wanted, void **memory, cujit_error *error)
{
    cj_workspaces *workspaces = wanted->workspaces;
    cujit_status status = CUJIT_OK;
    const piece *found;
    piece *added;
    slot *s;

    pthread_mutex_lock(&workspaces->lock);
    if ((found = find_piece(wanted)) == NULL) { /* else another thread was faster */
        if ((s = get_slot(wanted)) == NULL) {
            status = cj_error_no_memory(error, "a workspace");
            goto out;
        }
        if ((status = get_piece(wanted, &added, error)) != CUJIT_OK)
            goto out;
        atomic_store(&added->user, s);
        atomic_store_explicit(&s->newest, added, memory_order_release);
        found = added;
    }
    *memory = found->memory;

out:
    pthread_mutex_unlock(&workspaces->lock);
    return status;
}

/* ---- For a launch that is recorded ------------------------------------------------------------------------------- */

/* Called by the backend, in a case on a thread that may neither wait nor call the device. */
static void hand_back(void *object)
{
    piece *p = object;
    cj_workspaces *workspaces = p->owner;

    atomic_store_explicit(&p->user, NULL, memory_order_release);
    drop_reference(workspaces);
}

static cujit_status lend(const request *wanted, void **memory, cujit_error *error)
{
    cujit_context *context = wanted->context;
    cj_workspaces *workspaces = wanted->workspaces;
    cujit_status status;
    piece *lent;

    pthread_mutex_lock(&workspaces->lock);
    if ((status = get_piece(wanted, &lent, error)) == CUJIT_OK)
        atomic_store(&lent->user, lent);
    pthread_mutex_unlock(&workspaces->lock);
    if (status != CUJIT_OK)
        return status;
    atomic_fetch_add_explicit(&workspaces->references, 1, memory_order_relaxed);
    *memory = lent->memory;
    return context->backend->graph_keep(context->device, wanted->stream, lent, hand_back, error);
}

/* ---- For both ---------------------------------------------------------------------------------------------------- */

/* A kernel that traps leaves its memory as it is then, and only on a GPU is that the end of the context: where work is
 * done at once the next launch begins with zeros all the same, and so does each one of a graph. Scans see to theirs,
 * but for what is recorded. */
static cujit_status begin_anew(const request *wanted, void *memory, cujit_error *error)
{
    const cj_backend *backend = wanted->context->backend;
    const bool scans = wanted->kind == CJ_WORKSPACE_SCANS;

    if (!backend->immediate || (scans && !wanted->recorded))
        return CUJIT_OK;
    return backend->fill(wanted->context->device, memory, 0, 1, scans ? wanted->size : (size_t)CJ_WORKSPACE_COUNTERS,
                         wanted->stream, error);
}

/* What no device has need not be exact. */
static size_t with_counters(size_t size)
{
    return size > SIZE_MAX / 2 ? size : (size + CJ_WORKSPACE_COUNTERS + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

cujit_status cj_workspace_get(cujit_context *context, cj_workspace_kind kind, size_t size, void *stream, void **memory,
                              cujit_error *error)
{
    const cj_backend *backend = context->backend;
    const request wanted = {context,
                            context->workspaces,
                            kind,
                            with_counters(size),
                            stream,
                            key_of(backend, stream),
                            backend->graph_records(context->device, stream)};
    const piece *known = wanted.recorded ? NULL : find_piece(&wanted);
    cujit_status status = CUJIT_OK;
    void *found = NULL;

    if (known != NULL)
        found = known->memory;
    else
        status = (wanted.recorded ? lend : grow)(&wanted, &found, error);
    if (status == CUJIT_OK && (status = begin_anew(&wanted, found, error)) == CUJIT_OK)
        *memory = found;
    return status;
}
