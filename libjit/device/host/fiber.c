/*
 * fiber.c: see fiber.h.
 *
 * The assembly saves what the platform's ABI says a function must preserve, except for the floating-point control
 * words: no kernel changes them. A new fiber's stack is laid out as if it had called the switch itself.
 */
#include "libjit/device/host/fiber.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* Kernels may be instrumented where we are not: it is the process that runs under a sanitizer or not. */
__attribute__((weak)) void __sanitizer_start_switch_fiber(void **fake_stack, const void *stack, size_t size);
__attribute__((weak)) void __sanitizer_finish_switch_fiber(void *fake_stack, const void **stack, size_t *size);
__attribute__((weak)) void __asan_unpoison_memory_region(const volatile void *memory, size_t size);
__attribute__((weak)) void *__tsan_get_current_fiber(void);
__attribute__((weak)) void *__tsan_create_fiber(unsigned flags);
__attribute__((weak)) void __tsan_destroy_fiber(void *fiber);
__attribute__((weak)) void __tsan_switch_to_fiber(void *fiber, unsigned flags);

/* Linux allows a process 65530 mappings by default, and each guard page costs two. */
enum { MOST_GUARDS = 8192 };
static atomic_int guards;

/* ---- The switch ---- */

static void arrived(cj_fiber *self)
{
    if (__sanitizer_finish_switch_fiber != NULL)
        __sanitizer_finish_switch_fiber(self->fake_stack, NULL, NULL);
}

/* First function of every fiber; the assembly sees it. */
void cj_fiber_begin(cj_fiber *self);
void cj_fiber_begin(cj_fiber *self)
{
    arrived(self);
    self->entry(self->argument);
    __builtin_trap(); /* entry returned: there is nowhere to go */
}

#ifndef CJ_FIBER_UCONTEXT

void cj_fiber_swap(void **save, void *to);
void cj_fiber_start(void);

/* What cj_fiber_swap pops, lowest address first, and where in it cj_fiber_start finds its fiber. */
#if defined(__x86_64__)
enum { WORDS = 7, FIBER = 3, RETURN = 6 }; /* r15 r14 r13 r12 rbx rbp, return address */
#else
enum { WORDS = 20, FIBER = 0, RETURN = 11 }; /* x19 ... x28, x29, x30, d8 ... d15 */
#endif

static void lay_out(cj_fiber *fiber)
{
    void (*const first)(void) = cj_fiber_start;
    void **frame = (void **)(void *)((char *)fiber->stack + fiber->size - 64) - WORDS;

    memset(frame, 0, WORDS * sizeof *frame);
    frame[FIBER] = fiber;
    memcpy(&frame[RETURN], &first, sizeof first);
    fiber->saved = frame;
}

static void swap(cj_fiber *from, cj_fiber *to)
{
    cj_fiber_swap(&from->saved, to->saved);
}

#else

/* makecontext passes ints only: a pointer is taken apart. */
static void ucontext_begin(unsigned low, unsigned high)
{
    cj_fiber_begin((cj_fiber *)(uintptr_t)((uint64_t)high << 32 | low));
}

static void lay_out(cj_fiber *fiber)
{
    const uint64_t self = (uintptr_t)fiber;

    getcontext(&fiber->context);
    fiber->context.uc_stack.ss_sp = fiber->stack;
    fiber->context.uc_stack.ss_size = fiber->size;
    fiber->context.uc_link = NULL;
    /* The standard's type for a function that takes what makecontext was given. */
    makecontext(&fiber->context, (void (*)(void))ucontext_begin, 2, (unsigned)self, (unsigned)(self >> 32));
}

static void swap(cj_fiber *from, cj_fiber *to)
{
    swapcontext(&from->context, &to->context);
}

#endif

void cj_fiber_adopt(cj_fiber *fiber)
{
    pthread_attr_t attributes;

    memset(fiber, 0, sizeof *fiber);
    if (__sanitizer_start_switch_fiber != NULL && pthread_getattr_np(pthread_self(), &attributes) == 0) {
        pthread_attr_getstack(&attributes, &fiber->stack, &fiber->size);
        pthread_attr_destroy(&attributes);
    }
    if (__tsan_get_current_fiber != NULL)
        fiber->tsan = __tsan_get_current_fiber();
}

void cj_fiber_prepare(cj_fiber *fiber, void *stack, size_t size, void (*entry)(void *), void *argument)
{
    fiber->stack = stack;
    fiber->size = size;
    fiber->entry = entry;
    fiber->argument = argument;
    fiber->fake_stack = NULL;
    if (__asan_unpoison_memory_region != NULL)
        __asan_unpoison_memory_region(stack, size);
    if (__tsan_create_fiber != NULL && fiber->tsan == NULL)
        fiber->tsan = __tsan_create_fiber(0);
    lay_out(fiber);
}

/* `fake_stack`: where Address Sanitizer keeps what is ours; NULL: we do not come back. */
static void go(cj_fiber *from, cj_fiber *to, void **fake_stack)
{
    if (__sanitizer_start_switch_fiber != NULL)
        __sanitizer_start_switch_fiber(fake_stack, to->stack, to->size);
    if (__tsan_switch_to_fiber != NULL)
        __tsan_switch_to_fiber(to->tsan, 0);
    swap(from, to);
}

void cj_fiber_switch(cj_fiber *from, cj_fiber *to)
{
    go(from, to, &from->fake_stack);
    arrived(from);
}

void cj_fiber_leave(cj_fiber *from, cj_fiber *to)
{
    go(from, to, NULL);
}

void cj_fiber_finish(cj_fiber *fiber)
{
    if (__tsan_destroy_fiber != NULL && fiber->tsan != NULL)
        __tsan_destroy_fiber(fiber->tsan);
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
