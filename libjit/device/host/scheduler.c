/*
 * scheduler.c: see scheduler.h.
 *
 * A block's threads that may run stand in a ring; who has to wait switches straight to the next one in it. The last one
 * to arrive puts all back into the ring, itself among them, in ascending order. Texts that were written for warps in
 * lockstep count on that: where lanes do `s[t] += s[t + 16]` between two __syncwarp(), each must read before the lane
 * above it writes.
 *
 * A warp operation is finished by the last of its lanes: it computes every lane's result while all inputs lie still,
 * and each lane only picks up its own. So no lane can be overtaken by another's next operation.
 *
 * Which lanes are together at a place (__activemask) is asked of threads that run one after the other. The answer waits
 * until nobody can go on; then, in each warp, those at the first of the places go on together. So branches come
 * together again behind an if or a loop.
 *
 * Exits without a way back (a trap, a diverged barrier) leave the fibers where they are: kernels are compiled without
 * exceptions and own nothing, and a stack is laid out anew for its next thread.
 */
#include "libjit/device/host/scheduler.h"

#include "libjit/base/alloc.h"
#include "libjit/device/host/fiber.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    GROUP = 32, /* stacks that are mapped at a time */
    GROUPS = CJ_HOST_MAX_THREADS / GROUP,
    WARPS = CJ_HOST_MAX_THREADS / CJ_HOST_WARP,
    SHARED_ALIGNMENT = 128
};

typedef enum lane_state { STATE_READY, STATE_AT_BARRIER, STATE_IN_WARP, STATE_DONE } lane_state;

/* One thread of the block that runs. */
typedef struct lane {
    cj_fiber fiber;
    lane_state state;
    const char *where; /* of the barrier it waits at */
    unsigned mask;     /* of the warp operation it waits in, and so on */
    int kind, source;
    uint64_t value, result;
} lane;

typedef struct warp {
    unsigned live, waiting; /* bits of lanes */
} warp;

struct cj_worker {
    cj_host_call launch;
    cj_job *job;
    unsigned block[3]; /* index of the block that runs, with barriers */
    jmp_buf escape;    /* of a kernel without barriers that traps */

    /* with barriers */
    cj_fiber home; /* the worker's own flow */
    void *stacks[GROUPS];
    lane lanes[CJ_HOST_MAX_THREADS];
    warp warps[WARPS];
    unsigned threads, live, current;
    unsigned ring[CJ_HOST_MAX_THREADS], head, ready; /* those who may run: first, and how many */
    /* at the barrier */
    unsigned arrived, place;
    int kind, count, result; /* count: of those who said yes */
};

/* ---- Failures ---- */

void cj_job_fail(cj_job *job, cujit_status status, const char *format, ...)
{
    va_list values;

    if (atomic_exchange(&job->failed, true))
        return;
    job->status = status;
    va_start(values, format);
    vsnprintf(job->message, sizeof job->message, format, values);
    va_end(values);
}

static void thread_index(const cj_worker *worker, unsigned thread, unsigned index[3])
{
    const unsigned *size = worker->launch.block;

    index[0] = thread % size[0];
    index[1] = thread / size[0] % size[1];
    index[2] = thread / size[0] / size[1];
}

/* "thread (3,0,0) waits at the barrier of operation:5" */
static void describe_wait(const cj_worker *worker, unsigned thread, char *text, size_t size)
{
    const lane *who = &worker->lanes[thread];
    unsigned t[3];

    thread_index(worker, thread, t);
    if (who->state == STATE_IN_WARP)
        snprintf(text, size, "thread (%u,%u,%u) waits in a warp operation with mask 0x%08x", t[0], t[1], t[2],
                 who->mask);
    else
        snprintf(text, size, "thread (%u,%u,%u) waits at the barrier of %.80s", t[0], t[1], t[2], who->where);
}

/* From a fiber back to the worker, for good. */
_Noreturn static void abandon(cj_worker *worker)
{
    cj_fiber_leave(&worker->lanes[worker->current].fiber, &worker->home);
    abort(); /* not reached: the fiber is never switched to again */
}

_Noreturn static void fail_diverged(cj_worker *worker, unsigned first, unsigned second)
{
    const unsigned *block = worker->block;
    const bool alone = first == second;
    char one[160], other[160];

    describe_wait(worker, first, one, sizeof one);
    describe_wait(worker, second, other, sizeof other);
    cj_job_fail(worker->job, CUJIT_ERROR_DIVERGED_BARRIER, "kernel \"%.64s\", block (%u,%u,%u): %s%s%s%s",
                worker->job->name, block[0], block[1], block[2], one, alone ? "" : " while ", alone ? "" : other,
                alone ? ", and nobody is left to wait for" : "; all threads of a block must reach the same one");
    abandon(worker);
}

/* Nobody can run, somebody waits: name one of each way of waiting. */
_Noreturn static void fail_stuck(cj_worker *worker)
{
    const lane *lanes = worker->lanes;
    unsigned first = 0, second;

    while (lanes[first].state == STATE_DONE)
        first++;
    for (second = first + 1; second < worker->threads; second++)
        if (lanes[second].state != STATE_DONE &&
            (lanes[second].state != lanes[first].state || lanes[second].mask != lanes[first].mask))
            break;
    fail_diverged(worker, first, second < worker->threads ? second : first);
}

/* ---- The ring ---- */

static void make_ready(cj_worker *worker, unsigned thread)
{
    worker->lanes[thread].state = STATE_READY;
    worker->ring[(worker->head + worker->ready) % CJ_HOST_MAX_THREADS] = thread;
    worker->ready++;
}

static unsigned take_ready(cj_worker *worker)
{
    const unsigned thread = worker->ring[worker->head];

    worker->head = (worker->head + 1) % CJ_HOST_MAX_THREADS;
    worker->ready--;
    return thread;
}

/* Answers the lanes of a warp, `base` its first thread, that ask who is with them. */
static void answer_active(cj_worker *worker, unsigned base)
{
    warp *group = &worker->warps[base / CJ_HOST_WARP];
    uint64_t place = UINT64_MAX;
    unsigned together = 0;

    for (unsigned rest = group->waiting; rest != 0; rest &= rest - 1) {
        const lane *asking = &worker->lanes[base + (unsigned)__builtin_ctz(rest)];

        if (asking->kind != CJ_WARP_ACTIVE || asking->value > place)
            continue;
        together = asking->value < place ? rest & -rest : together | (rest & -rest);
        place = asking->value;
    }
    group->waiting &= ~together;
    for (unsigned rest = together; rest != 0; rest &= rest - 1) {
        const unsigned k = base + (unsigned)__builtin_ctz(rest);

        worker->lanes[k].result = together;
        make_ready(worker, k);
    }
}

/* The thread that goes on where the running one cannot. */
static unsigned next_ready(cj_worker *worker)
{
    if (worker->ready == 0)
        for (unsigned base = 0; base < worker->threads; base += CJ_HOST_WARP)
            answer_active(worker, base);
    if (worker->ready == 0)
        fail_stuck(worker);
    return take_ready(worker);
}

/* The running thread waits; returns when it was made ready and its turn has come. */
static void wait_turn(cj_worker *worker)
{
    const unsigned self = worker->current;

    worker->current = next_ready(worker);
    if (worker->current != self)
        cj_fiber_switch(&worker->lanes[self].fiber, &worker->lanes[worker->current].fiber);
}

/* ---- Block barriers ---- */

/* Everybody is here: lets all go on. */
static void open_barrier(cj_worker *worker)
{
    const int count = worker->count;

    worker->result = worker->kind == CJ_BARRIER_COUNT ? count
                     : worker->kind == CJ_BARRIER_AND ? count == (int)worker->arrived
                                                      : count > 0;
    worker->arrived = 0;
    for (unsigned k = 0; k < worker->threads; k++)
        if (worker->lanes[k].state == STATE_AT_BARRIER)
            make_ready(worker, k);
}

static int barrier(void *state, unsigned place, const char *where, int kind, int predicate)
{
    cj_worker *worker = state;
    lane *self = &worker->lanes[worker->current];

    self->state = STATE_AT_BARRIER;
    self->where = where;
    if (worker->arrived == 0) {
        worker->place = place;
        worker->kind = kind;
        worker->count = 0;
    } else if (worker->place != place) {
        unsigned other = 0;

        while (other == worker->current || worker->lanes[other].state != STATE_AT_BARRIER)
            other++;
        fail_diverged(worker, worker->current, other);
    }
    worker->arrived++;
    worker->count += predicate;
    if (worker->arrived == worker->live)
        open_barrier(worker);
    wait_turn(worker);
    return worker->result;
}

/* ---- Warp operations ---- */

static uint64_t combine(int kind, uint64_t a, uint64_t b)
{
    const uint32_t x = (uint32_t)a, y = (uint32_t)b;
    const bool less = kind == CJ_WARP_MIN_SIGNED || kind == CJ_WARP_MAX_SIGNED ? (int32_t)x < (int32_t)y : x < y;

    switch (kind) {
    case CJ_WARP_ADD:
        return (uint32_t)(x + y);
    case CJ_WARP_MIN_SIGNED:
    case CJ_WARP_MIN_UNSIGNED:
        return less ? x : y;
    case CJ_WARP_MAX_SIGNED:
    case CJ_WARP_MAX_UNSIGNED:
        return less ? y : x;
    case CJ_WARP_AND:
        return x & y;
    case CJ_WARP_OR:
        return x | y;
    default:
        return x ^ y;
    }
}

/* Every lane's result from all lanes' values; `members`: the lanes that take part. */
static void compute_warp(lane *lanes, unsigned members, int kind)
{
    uint64_t total = 0;
    bool first = true;

    if (kind == CJ_WARP_SYNC)
        return;
    for (unsigned rest = members; rest != 0; rest &= rest - 1) {
        const unsigned k = (unsigned)__builtin_ctz(rest);
        lane *self = &lanes[k];

        if (kind == CJ_WARP_SHUFFLE) {
            const unsigned from = (unsigned)self->source & (CJ_HOST_WARP - 1);

            self->result = (members >> from & 1) != 0 ? lanes[from].value : self->value;
        } else if (kind == CJ_WARP_MATCH) {
            self->result = 0;
            for (unsigned others = members; others != 0; others &= others - 1)
                if (lanes[__builtin_ctz(others)].value == self->value)
                    self->result |= others & -others;
        } else if (kind == CJ_WARP_BALLOT) {
            total |= self->value != 0 ? 1u << k : 0;
        } else {
            total = first ? self->value : combine(kind, total, self->value);
            first = false;
        }
    }
    if (kind == CJ_WARP_SHUFFLE || kind == CJ_WARP_MATCH)
        return;
    for (unsigned rest = members; rest != 0; rest &= rest - 1)
        lanes[__builtin_ctz(rest)].result = total;
}

/* Finishes the operation that `thread` waits in where all its lanes are there. */
static void finish_warp(cj_worker *worker, unsigned thread)
{
    const unsigned base = thread & ~(unsigned)(CJ_HOST_WARP - 1);
    warp *group = &worker->warps[base / CJ_HOST_WARP];
    lane *lanes = &worker->lanes[base];
    const lane *asked = &worker->lanes[thread];
    const unsigned members = asked->mask & group->live;

    if (asked->kind == CJ_WARP_ACTIVE || (members & ~group->waiting) != 0)
        return;
    for (unsigned rest = members; rest != 0; rest &= rest - 1) {
        const lane *other = &lanes[__builtin_ctz(rest)];

        if (other->mask != asked->mask || other->kind != asked->kind)
            return;
    }
    compute_warp(lanes, members, asked->kind);
    group->waiting &= ~members;
    for (unsigned rest = members; rest != 0; rest &= rest - 1)
        make_ready(worker, base + (unsigned)__builtin_ctz(rest));
}

/* The running thread waits for the lanes in `mask`. */
static lane *enter_warp(cj_worker *worker, unsigned mask, int kind, uint64_t value, int source)
{
    const unsigned thread = worker->current;
    lane *self = &worker->lanes[thread];

    self->mask = mask;
    self->kind = kind;
    self->value = value;
    self->source = source;
    self->state = STATE_IN_WARP;
    worker->warps[thread / CJ_HOST_WARP].waiting |= 1u << (thread % CJ_HOST_WARP);
    return self;
}

static unsigned long long warp_operation(void *state, unsigned mask, int kind, unsigned long long value, int source)
{
    cj_worker *worker = state;
    const unsigned thread = worker->current, *block = worker->block;
    lane *self = enter_warp(worker, mask, kind, value, source);

    if ((mask >> (thread % CJ_HOST_WARP) & 1) == 0) {
        unsigned index[3];

        thread_index(worker, thread, index);
        cj_job_fail(worker->job, CUJIT_ERROR_DIVERGED_BARRIER,
                    "kernel \"%.64s\", block (%u,%u,%u): thread (%u,%u,%u) takes part in a warp operation whose mask "
                    "0x%08x does not name it",
                    worker->job->name, block[0], block[1], block[2], index[0], index[1], index[2], mask);
        abandon(worker);
    }
    finish_warp(worker, thread);
    wait_turn(worker);
    return self->result;
}

static unsigned active(void *state, unsigned long long place)
{
    cj_worker *worker = state;
    lane *self = enter_warp(worker, 1u << (worker->current % CJ_HOST_WARP), CJ_WARP_ACTIVE, place, 0);

    wait_turn(worker);
    return (unsigned)self->result;
}

/* ---- Threads and blocks ---- */

/* The running thread has returned from the kernel: who waited for it alone goes on. */
static void retire(cj_worker *worker)
{
    const unsigned thread = worker->current;
    warp *group = &worker->warps[thread / CJ_HOST_WARP];

    worker->lanes[thread].state = STATE_DONE;
    worker->live--;
    group->live &= ~(1u << (thread % CJ_HOST_WARP));
    if (worker->arrived != 0 && worker->arrived == worker->live)
        open_barrier(worker);
    for (unsigned rest = group->waiting; rest != 0; rest &= rest - 1) {
        const unsigned k = (unsigned)__builtin_ctz(rest);

        /* an earlier round may have let it go */
        if ((group->waiting >> k & 1) != 0)
            finish_warp(worker, (thread & ~(unsigned)(CJ_HOST_WARP - 1)) + k);
    }
}

static void thread_main(void *argument)
{
    cj_worker *worker = argument;
    cj_fiber *self = &worker->lanes[worker->current].fiber;
    unsigned index[3];

    thread_index(worker, worker->current, index);
    worker->job->kernel->thread(&worker->launch, worker->block, index);
    retire(worker);
    if (worker->live == 0) {
        cj_fiber_leave(self, &worker->home);
    } else {
        worker->current = next_ready(worker);
        cj_fiber_leave(self, &worker->lanes[worker->current].fiber);
    }
    abort(); /* not reached */
}

static void run_block(cj_worker *worker, unsigned long long index)
{
    const cj_grid *grid = worker->job->grid;
    const unsigned threads = worker->threads;

    worker->block[0] = (unsigned)(index % grid->grid[0]);
    worker->block[1] = (unsigned)(index / grid->grid[0] % grid->grid[1]);
    worker->block[2] = (unsigned)(index / grid->grid[0] / grid->grid[1]);
    worker->live = threads;
    worker->arrived = worker->head = worker->ready = 0;
    for (unsigned k = 0; k < threads; k += CJ_HOST_WARP) {
        warp *group = &worker->warps[k / CJ_HOST_WARP];

        group->waiting = 0;
        group->live = threads - k >= CJ_HOST_WARP ? 0xffffffffu : (1u << (threads - k)) - 1;
    }
    for (unsigned k = 0; k < threads; k++) {
        void *stack = cj_fiber_stack(worker->stacks[k / GROUP], k % GROUP);

        worker->lanes[k].mask = 0;
        /* tops of stacks would all fall into the same few sets of the caches: they are spread */
        cj_fiber_prepare(&worker->lanes[k].fiber, stack, CJ_FIBER_STACK - k % 64 * 576, thread_main, worker);
        make_ready(worker, k);
    }
    worker->current = take_ready(worker);
    cj_fiber_switch(&worker->home, &worker->lanes[worker->current].fiber);
}

/* ---- Traps ---- */

static void trap(void *state, const char *what, const unsigned block[3], const unsigned thread[3])
{
    cj_worker *worker = state;

    cj_job_fail(worker->job, CUJIT_ERROR_LAUNCH, "kernel \"%.64s\", block (%u,%u,%u), thread (%u,%u,%u): %s",
                worker->job->name, block[0], block[1], block[2], thread[0], thread[1], thread[2], what);
    if (worker->job->kernel->thread != NULL)
        abandon(worker);
    longjmp(worker->escape, 1);
}

static const cj_host_runtime runtime = {CJ_HOST_RUNTIME_VERSION, barrier, warp_operation, active, trap};

/* ---- Workers ---- */

cj_worker *cj_worker_create(void)
{
    cj_worker *worker = cj_calloc(1, sizeof(cj_worker));

    /* What no launch touches costs nothing. */
    if (worker != NULL && posix_memalign(&worker->launch.shared, SHARED_ALIGNMENT, CJ_HOST_MAX_SHARED) != 0) {
        cj_free(worker);
        return NULL;
    }
    return worker;
}

void cj_worker_free(cj_worker *worker)
{
    if (worker == NULL)
        return;
    for (unsigned k = 0; k < CJ_HOST_MAX_THREADS; k++)
        cj_fiber_finish(&worker->lanes[k].fiber);
    for (unsigned k = 0; k < GROUPS; k++)
        cj_fiber_stacks_free(worker->stacks[k], GROUP);
    free(worker->launch.shared);
    cj_free(worker);
}

/* Where the process runs under Address Sanitizer. */
__attribute__((weak)) void __asan_poison_memory_region(const volatile void *memory, size_t size);
__attribute__((weak)) void __asan_unpoison_memory_region(const volatile void *memory, size_t size);

/* What an earlier launch had more of is no memory of this one. */
static void fence_shared(void *shared, size_t size)
{
    if (__asan_poison_memory_region == NULL)
        return;
    __asan_unpoison_memory_region(shared, size);
    __asan_poison_memory_region((char *)shared + size, CJ_HOST_MAX_SHARED - size);
}

/* Stacks for the threads of this job's blocks. False: the job failed. */
static bool provide_stacks(cj_worker *worker, cj_job *job)
{
    const unsigned *block = job->grid->block;

    worker->threads = block[0] * block[1] * block[2];
    for (unsigned k = 0; k * GROUP < worker->threads; k++) {
        if (worker->stacks[k] == NULL && (worker->stacks[k] = cj_fiber_stacks_create(GROUP)) == NULL) {
            cj_job_fail(job, CUJIT_ERROR_OUT_OF_MEMORY,
                        "launching kernel \"%.64s\" on the host: no memory for %u threads a block", job->name,
                        worker->threads);
            return false;
        }
    }
    cj_fiber_adopt(&worker->home);
    return true;
}

/* A frame of its own: setjmp's caller must not keep anything in registers. */
static void run_blocks(cj_worker *worker, unsigned long long first, unsigned long long end)
{
    if (_setjmp(worker->escape) == 0)
        worker->job->kernel->blocks(&worker->launch, first, end);
}

void cj_worker_run(cj_worker *worker, cj_job *job)
{
    worker->job = job;
    if (job->kernel->thread != NULL && !provide_stacks(worker, job))
        return;
    fence_shared(worker->launch.shared, job->grid->shared_bytes);
    worker->launch.runtime = &runtime;
    worker->launch.state = worker;
    worker->launch.values = job->values;
    memcpy(worker->launch.grid, job->grid->grid, sizeof worker->launch.grid);
    memcpy(worker->launch.block, job->grid->block, sizeof worker->launch.block);
    while (!atomic_load_explicit(&job->failed, memory_order_relaxed)) {
        const unsigned long long first = atomic_fetch_add(&job->next, job->chunk);
        const unsigned long long end = job->blocks - first < job->chunk ? job->blocks : first + job->chunk;

        if (first >= job->blocks)
            break;
        if (job->kernel->thread == NULL) {
            run_blocks(worker, first, end);
            continue;
        }
        for (unsigned long long k = first; k < end; k++) {
            if (atomic_load_explicit(&job->failed, memory_order_relaxed))
                break;
            run_block(worker, k);
        }
    }
    worker->job = NULL;
}
