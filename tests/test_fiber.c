/*
 * test_fiber.c: stacks and the switch between them. Built a second time with -DCJ_FIBER_UCONTEXT where the build can.
 */
#include "libjit/device/host/fiber.h"
#include "support.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { COUNT = 64, ROUNDS = 100 };

typedef struct world {
    cj_fiber home, fibers[COUNT];
    void *stacks;
    unsigned current, finished;
    unsigned long total;
    double sums[COUNT];
} world;

/* Keeps integers and floating-point values over its switches, and looks at them afterwards. */
static void worker(void *argument)
{
    world *w = argument;
    const unsigned self = w->current;
    volatile char local[4096];
    double sum = 0;

    memset((char *)local, (int)self, sizeof local);
    for (unsigned k = 0; k < ROUNDS; k++) {
        sum += self * 0.5 + k;
        w->total++;
        w->current = (self + 1) % COUNT;
        if (k == 0 && self == COUNT - 1)
            w->current = 0;
        cj_fiber_switch(&w->fibers[self], &w->fibers[w->current]);
        ck_assert_int_eq(local[sizeof local - 1], (char)self);
    }
    w->sums[self] = sum;
    w->finished++;
    if (self == COUNT - 1)
        cj_fiber_leave(&w->fibers[self], &w->home);
    w->current = self + 1;
    cj_fiber_leave(&w->fibers[self], &w->fibers[w->current]);
}

static world *world_create(void)
{
    world *w = calloc(1, sizeof *w);

    ck_assert_ptr_nonnull(w);
    w->stacks = cj_fiber_stacks_create(COUNT);
    ck_assert_ptr_nonnull(w->stacks);
    return w;
}

static void world_free(world *w)
{
    for (unsigned k = 0; k < COUNT; k++)
        cj_fiber_finish(&w->fibers[k]);
    cj_fiber_stacks_free(w->stacks, COUNT);
    free(w);
}

static void prepare_all(world *w)
{
    cj_fiber_adopt(&w->home);
    for (unsigned k = 0; k < COUNT; k++)
        cj_fiber_prepare(&w->fibers[k], cj_fiber_stack(w->stacks, k), CJ_FIBER_STACK - k * 64, worker, w);
}

TEST(fiber_keeps_its_state)
{
    world *w = world_create();

    /* the stacks are used again: three times round */
    for (int round = 0; round < 3; round++) {
        w->current = w->finished = 0;
        w->total = 0;
        prepare_all(w);
        cj_fiber_switch(&w->home, &w->fibers[0]);
        ck_assert_uint_eq(w->finished, COUNT);
        ck_assert_uint_eq(w->total, COUNT * ROUNDS);
        for (unsigned k = 0; k < COUNT; k++)
            ck_assert_double_eq(w->sums[k], ROUNDS * (k * 0.5) + ROUNDS * (ROUNDS - 1) / 2.0);
    }
    world_free(w);
}

/* Called by an entry function: the ABI promises an aligned stack. */
static void aligned(void *argument)
{
    world *w = argument;
    _Alignas(64) volatile char buffer[64];
    volatile long double wide = 1.0L;

    buffer[0] = (char)wide;
    w->total = (uintptr_t)buffer % 64;
    cj_fiber_leave(&w->fibers[0], &w->home);
}

TEST(fiber_stack_is_aligned)
{
    world *w = world_create();

    w->total = 1;
    cj_fiber_adopt(&w->home);
    cj_fiber_prepare(&w->fibers[0], cj_fiber_stack(w->stacks, 0), CJ_FIBER_STACK, aligned, w);
    cj_fiber_switch(&w->home, &w->fibers[0]);
    ck_assert_uint_eq(w->total, 0);
    world_free(w);
}

/* Left in the middle, prepared anew. */
static void abandoned(void *argument)
{
    world *w = argument;
    volatile char local[2048];

    memset((char *)local, 7, sizeof local);
    w->total += (unsigned char)local[5];
    cj_fiber_leave(&w->fibers[0], &w->home);
}

TEST(fiber_may_be_abandoned)
{
    world *w = world_create();

    for (int k = 0; k < 100; k++) {
        cj_fiber_adopt(&w->home);
        cj_fiber_prepare(&w->fibers[0], cj_fiber_stack(w->stacks, 0), CJ_FIBER_STACK, abandoned, w);
        cj_fiber_switch(&w->home, &w->fibers[0]);
    }
    ck_assert_uint_eq(w->total, 700);
    world_free(w);
}
