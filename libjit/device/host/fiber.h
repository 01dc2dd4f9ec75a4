/*
 * fiber.h: a second stack to run on, and the switch between stacks.
 *
 * A fiber belongs to the thread that started it and never moves to another. The switch is a few instructions of
 * assembly on x86-64 and aarch64, ucontext elsewhere or with -DCJ_FIBER_UCONTEXT. Address and Thread Sanitizer are
 * told.
 */
#ifndef LIBJIT_HOST_FIBER_H
#define LIBJIT_HOST_FIBER_H

#include <stddef.h>

#if !defined(__x86_64__) && !defined(__aarch64__) && !defined(CJ_FIBER_UCONTEXT)
#define CJ_FIBER_UCONTEXT
#endif

#ifdef CJ_FIBER_UCONTEXT
#include <ucontext.h>
#endif

/* One flow of control. */
typedef struct cj_fiber {
#ifdef CJ_FIBER_UCONTEXT
    ucontext_t context;
#else
    void *saved; /* the stack pointer while it does not run */
#endif
    void *stack; /* lowest usable address */
    size_t size;
    void (*entry)(void *);
    void *argument;
    void *fake_stack; /* Address Sanitizer's */
    void *tsan;       /* Thread Sanitizer's */
} cj_fiber;

/* Makes `fiber` stand for the calling thread's own flow, which is what first switches away and is returned to. */
void cj_fiber_adopt(cj_fiber *fiber);

/* Makes `fiber` begin in entry(argument) on this stack when it is switched to. `entry` must never return. May be called
 * again, also for a fiber that was left in the middle. */
void cj_fiber_prepare(cj_fiber *fiber, void *stack, size_t size, void (*entry)(void *), void *argument);

/* Leaves `from`, which runs now, and goes on with `to`. */
void cj_fiber_switch(cj_fiber *from, cj_fiber *to);

/* The same, but `from` will never be switched to again before it is prepared anew. */
void cj_fiber_leave(cj_fiber *from, cj_fiber *to);

/* Frees what the sanitizers hold for it; the stack is the caller's. */
void cj_fiber_finish(cj_fiber *fiber);

/* Stacks of equal size for `count` fibers (each CJ_FIBER_STACK bytes, a guard page below each as long as the process
 * has not too many of them). NULL: no memory. */
enum { CJ_FIBER_STACK = 256 << 10 };
void *cj_fiber_stacks_create(unsigned count);
void *cj_fiber_stack(void *stacks, unsigned index); /* lowest usable address */
void cj_fiber_stacks_free(void *stacks, unsigned count);

#endif
