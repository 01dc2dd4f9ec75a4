/*
 * fiber.c: see fiber.h.
 *
 * The assembly saves what the platform's ABI says a function must preserve, except for the floating-point control
 * words: no kernel changes them. A new fiber's stack is laid out as if it had called the switch itself.
 */
#include "libjit/device/host/fiber.h"

#include "libjit/device/host/sanitizer.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* Kernels may be instrumented where we are not: it is the process that runs under Address Sanitizer or not. */
__attribute__((weak)) void __sanitizer_start_switch_fiber(void **fake_stack, const void *stack, size_t size);
__attribute__((weak)) void __sanitizer_finish_switch_fiber(void *fake_stack, const void **stack, size_t *size);
__attribute__((weak)) void __asan_unpoison_memory_region(const volatile void *memory, size_t size);
#ifdef CJ_TSAN
#include <sanitizer/tsan_interface.h>
#endif

/* Linux allows a process 65530 mappings by default, and each guard page costs two. */
enum { MOST_GUARDS = 8192 };
static atomic_int guards;

/* ---- The switch ---- */

typedef struct start {
    void (*entry)(void *);
    void *argument;
} start;

static void arrived(cj_fiber *self)
{
    if (__sanitizer_finish_switch_fiber != NULL)
        __sanitizer_finish_switch_fiber(self->fake_stack, NULL, NULL);
}

/* First function of every fiber. */
static void begin(cj_fiber *self, const start *how)
{
    const start copy = *how;

    arrived(self);
    copy.entry(copy.argument);
    __builtin_trap(); /* entry returned: there is nowhere to go */
}

#ifndef CJ_FIBER_UCONTEXT

void cj_fiber_swap(void **save, void *to);
void cj_fiber_start(void);
void cj_fiber_begin(cj_fiber *self, const start *how);

/* Called by cj_fiber_start; has a name that the assembly can see. */
void cj_fiber_begin(cj_fiber *self, const start *how)
{
    begin(self, how);
}

/* What cj_fiber_swap pops, lowest address first. */
static void lay_out(cj_fiber *fiber, char *top, const start *how)
{
    void (*const first)(void) = cj_fiber_start;
    start *kept = (start *)(void *)(top - sizeof(start));
    void **frame;

    *kept = *how;
    top -= 64;
#if defined(__x86_64__)
    /* r15 r14 r13 r12 rbx rbp, return address */
    frame = (void **)(void *)top - 7;
    memset(frame, 0, 7 * sizeof *frame);
    frame[3] = fiber; /* r12 */
    frame[2] = kept;  /* r13 */
    memcpy(&frame[6], &first, sizeof first);
#else
    /* x19 ... x28, x29, x30, d8 ... d15 */
    frame = (void **)(void *)top - 20;
    memset(frame, 0, 20 * sizeof *frame);
    frame[0] = fiber; /* x19 */
    frame[1] = kept;  /* x20 */
    memcpy(&frame[11], &first, sizeof first);
#endif
    fiber->saved = frame;
}

static void prepare(cj_fiber *fiber, char *stack, size_t size, const start *how)
{
    lay_out(fiber, stack + size, how);
}

static void swap(cj_fiber *from, cj_fiber *to)
{
    cj_fiber_swap(&from->saved, to->saved);
}

#else

/* makecontext passes ints only: a pointer is taken apart. */
static void ucontext_begin(unsigned fiber_low, unsigned fiber_high, unsigned start_low, unsigned start_high)
{
    begin((cj_fiber *)(uintptr_t)((uint64_t)fiber_high << 32 | fiber_low),
          (const start *)(uintptr_t)((uint64_t)start_high << 32 | start_low));
}

static void prepare(cj_fiber *fiber, char *stack, size_t size, const start *how)
{
    start *kept = (start *)(void *)(stack + size - sizeof(start));
    const uint64_t f = (uint64_t)(uintptr_t)fiber, s = (uint64_t)(uintptr_t)kept;

    *kept = *how;
    getcontext(&fiber->context);
    fiber->context.uc_stack.ss_sp = stack;
    fiber->context.uc_stack.ss_size = size - 64;
    fiber->context.uc_link = NULL;
    /* The standard's type for a function that takes what makecontext was given. */
    makecontext(&fiber->context, (void (*)(void))ucontext_begin, 4, (unsigned)f, (unsigned)(f >> 32), (unsigned)s,
                (unsigned)(s >> 32));
}

static void swap(cj_fiber *from, cj_fiber *to)
{
    swapcontext(&from->context, &to->context);
}

#endif

void cj_fiber_adopt(cj_fiber *fiber)
{
    memset(fiber, 0, sizeof *fiber);
    if (__sanitizer_start_switch_fiber != NULL) {
        pthread_attr_t attributes;
        void *stack = NULL;

        if (pthread_getattr_np(pthread_self(), &attributes) == 0) {
            pthread_attr_getstack(&attributes, &stack, &fiber->size);
            fiber->stack = stack;
            pthread_attr_destroy(&attributes);
        }
    }
#ifdef CJ_TSAN
    fiber->tsan = __tsan_get_current_fiber();
#endif
}

void cj_fiber_prepare(cj_fiber *fiber, void *stack, size_t size, void (*entry)(void *), void *argument)
{
    const start how = {entry, argument};

    fiber->stack = stack;
    fiber->size = size;
    fiber->fake_stack = NULL;
    if (__asan_unpoison_memory_region != NULL)
        __asan_unpoison_memory_region(stack, size);
#ifdef CJ_TSAN
    if (fiber->tsan == NULL)
        fiber->tsan = __tsan_create_fiber(0);
#endif
    prepare(fiber, stack, size, &how);
}

void cj_fiber_switch(cj_fiber *from, cj_fiber *to)
{
    if (__sanitizer_start_switch_fiber != NULL)
        __sanitizer_start_switch_fiber(&from->fake_stack, to->stack, to->size);
#ifdef CJ_TSAN
    __tsan_switch_to_fiber(to->tsan, 0);
#endif
    swap(from, to);
    arrived(from);
}

void cj_fiber_leave(cj_fiber *from, cj_fiber *to)
{
    if (__sanitizer_start_switch_fiber != NULL)
        __sanitizer_start_switch_fiber(NULL, to->stack, to->size);
#ifdef CJ_TSAN
    __tsan_switch_to_fiber(to->tsan, 0);
#endif
    swap(from, to);
}

void cj_fiber_finish(cj_fiber *fiber)
{
#ifdef CJ_TSAN
    if (fiber->tsan != NULL)
        __tsan_destroy_fiber(fiber->tsan);
#endif
    memset(fiber, 0, sizeof *fiber);
}

/* ---- Stacks ---- */

static size_t page_size(void)
{
    return (size_t)sysconf(_SC_PAGESIZE);
}

static size_t stride(void)
{
    return CJ_FIBER_STACK + page_size();
}

void *cj_fiber_stacks_create(unsigned count)
{
    const size_t size = stride() * count;
    void *stacks = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1,
                        0);

    if (stacks == MAP_FAILED)
        return NULL;
    /* A huge page for each would cost a block of 1024 threads 2 GiB. Both calls are mere improvements. */
    madvise(stacks, size, MADV_NOHUGEPAGE);
    if (atomic_fetch_add(&guards, (int)count) + (int)count <= MOST_GUARDS)
        for (unsigned k = 0; k < count; k++)
            mprotect((char *)stacks + k * stride(), page_size(), PROT_NONE);
    return stacks;
}

void *cj_fiber_stack(void *stacks, unsigned index)
{
    return (char *)stacks + index * stride() + page_size();
}

void cj_fiber_stacks_free(void *stacks, unsigned count)
{
    if (stacks == NULL)
        return;
    atomic_fetch_sub(&guards, (int)count);
    munmap(stacks, stride() * count);
}
