/*
 * test_context.c: contexts: several at once, freed in any order, pushed and popped; and what is told of devices.
 */
#include "tests/kernels.h"

#include <stdio.h>

enum { CONTEXTS = 3, N = 1000 };

/* One context with an object of every kind. */
typedef struct world {
    cujit_context *context;
    cujit_array *array;
    cujit_elementwise *kernel;
    cujit_pool *pool;
    cujit_event *event;
} world;

static void free_pool(void *pool)
{
    cujit_pool_free(pool);
}

static world make_world(int number)
{
    world made = {.context = cj_test_context()};
    void *pooled = NULL;

    made.array = zeros(made.context, CUJIT_FLOAT32, N);
    run_once(made.context, "float a, float *x", "x[i] = a", CUJIT_ARGS(number, made.array));
    made.kernel = kernel_of(made.context, "float a, float *x, const float *y", "x[i] += a + y[i]");
    made.event = make_event(made.context);
    must(cujit_pool_create(made.context, NULL, &made.pool, &fault));
    cj_test_keep(made.pool, free_pool);
    must(cujit_pool_alloc(made.pool, N * sizeof(float), NULL, &pooled, &fault));
    return made;
}

static void use_world(const world *w, float expected)
{
    float ones[N];

    for (int k = 0; k < N; k++)
        ones[k] = 1;
    run_kernel(w->kernel, CUJIT_ARGS(1, w->array, CUJIT_IN(ones, sizeof ones)));
    must(cujit_event_record(w->event, NULL, &fault));
    expect_each(w->array, float, got == expected);
}

TEST(contexts_live_side_by_side)
{
    world worlds[CONTEXTS];

    for (int k = 0; k < CONTEXTS; k++)
        worlds[k] = make_world(k * 10);
    for (int round = 1; round <= 3; round++) {
        for (int k = 0; k < CONTEXTS; k++)
            use_world(&worlds[k], (float)(k * 10 + 2 * round));
    }
    for (int k = 0; k < CONTEXTS; k++)
        cujit_context_free(worlds[k].context); /* before what lives in it */
}

/* Every order of freeing the five objects of a context; what is left still works. */
TEST_EACH(the_order_of_freeing_does_not_matter, 5)
{
    static const char *const orders[] = {"caekp", "pkeac", "kcpae", "ecapk", "apcke"};
    world w = make_world(5), other = make_world(0);

    for (const char *next = orders[_i]; *next != '\0'; next++) {
        const float expected = (float)(2 * (next - orders[_i] + 1));

        if (w.array != NULL && w.kernel != NULL && w.event != NULL)
            use_world(&w, 5 + expected);
        use_world(&other, expected);
        if (*next == 'c')
            cujit_context_free(w.context);
        if (*next == 'p')
            cujit_pool_free(cj_test_forget(w.pool));
        if (*next == 'a')
            cujit_array_free(w.array), w.array = NULL;
        if (*next == 'e')
            cujit_event_free(w.event), w.event = NULL;
        if (*next == 'k')
            cujit_elementwise_free(w.kernel), w.kernel = NULL;
    }
}

/* ---- Push and pop ------------------------------------------------------------------------------------------------ */

TEST(push_and_pop_come_in_pairs)
{
    world a = make_world(0), b = make_world(10);

    must(cujit_context_push(a.context, &fault));
    use_world(&b, 12); /* calls need no push, and leave what is current as it was */
    must(cujit_context_push(b.context, &fault));
    use_world(&a, 2);
    must(cujit_context_push(b.context, &fault));
    use_world(&b, 14);
    must(cujit_context_pop(b.context, &fault));
    must(cujit_context_pop(b.context, &fault));
    use_world(&a, 4);
    must(cujit_context_pop(a.context, &fault));
    use_world(&a, 6);
    refuse(cujit_context_push(NULL, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "context is NULL");
    refuse(cujit_context_pop(NULL, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "context is NULL");
}

static void *push_and_pop(void *argument)
{
    cujit_context *context = argument;
    uintptr_t wrong = 0;

    for (int k = 0; k < 50; k++) {
        wrong += cujit_context_push(context, NULL) != CUJIT_OK;
        wrong += cujit_context_synchronize(context, NULL) != CUJIT_OK;
        wrong += cujit_context_pop(context, NULL) != CUJIT_OK;
    }
    return (void *)wrong;
}

TEST(threads_push_on_their_own)
{
    run_threads(4, push_and_pop, cj_test_context(), 0);
}

/* A context without a device has nothing to push, to copy or to pool. */
TEST(an_architecture_is_no_device)
{
    cujit_context *context = cj_test_target("sm_90");
    cujit_pool *pool = NULL;
    void *memory = NULL;
    size_t pitch;
    char byte = 0;

    refuse(cujit_context_push(context, &fault), CUJIT_ERROR_UNSUPPORTED, "sm_90");
    refuse(cujit_context_pop(context, &fault), CUJIT_ERROR_UNSUPPORTED, "sm_90");
    refuse(cujit_pool_create(context, NULL, &pool, &fault), CUJIT_ERROR_UNSUPPORTED, "sm_90");
    refuse(cujit_memory_alloc_managed(context, 1, &memory, &fault), CUJIT_ERROR_UNSUPPORTED, "sm_90");
    refuse(cujit_memory_alloc_pitched(context, 1, 1, 4, &memory, &pitch, &fault), CUJIT_ERROR_UNSUPPORTED, "sm_90");
    refuse(cujit_pinned_register(context, &byte, 1, &fault), CUJIT_ERROR_UNSUPPORTED, "sm_90");
    refuse(cujit_memory_fill32(context, &byte, 1, 1, NULL, &fault), CUJIT_ERROR_UNSUPPORTED, "sm_90");
    refuse(cujit_memory_copy_box(context, &(cujit_box){.width = 0}, CUJIT_DIRECTION_TO_HOST, &fault),
           CUJIT_ERROR_UNSUPPORTED, "sm_90");
    refuse(cujit_memory_copy_peer(context, NULL, context, NULL, 0, &fault), CUJIT_ERROR_UNSUPPORTED, "sm_90");
}

/* ---- Devices ----------------------------------------------------------------------------------------------------- */

TEST(devices_tell_what_they_are)
{
    cujit_context *context = cj_test_context();
    const char *device = cujit_context_device(context);
    cujit_device_info info;
    cujit_memory_info memory;
    int count = 0;

    must(cujit_device_count(on_gpu(context) ? "cuda" : "host", &count, &fault));
    ck_assert_int_ge(count, 1);
    must(cujit_device_get_info(device, &info, &fault));
    must(cujit_memory_get_info(context, &memory, &fault));
    ck_assert_str_eq(info.device, device);
    ck_assert_ptr_nonnull(strstr(cujit_context_device_name(context), info.name));
    ck_assert_int_gt((int)strlen(info.architecture), 0);
    ck_assert_int_ge(info.multiprocessors, 1);
    ck_assert_int_ge(info.max_threads_per_block, 1024);
    ck_assert_int_eq(info.warp_size, 32);
    ck_assert_int_ge(info.shared_bytes_per_block, 48 << 10);
    ck_assert_uint_gt(info.memory_bytes, memory.total_bytes / 2);
    ck_assert((info.driver_version > 0) == on_gpu(context));
    ck_assert((strlen(info.pci_bus_id) > 0) == on_gpu(context));
}

TEST(without_a_wish_it_is_the_first_gpu_or_the_host)
{
    char wish[64];
    cujit_context *context;
    int count = 0;

    snprintf(wish, sizeof wish, "%s", getenv("CUJIT_DEVICE") != NULL ? getenv("CUJIT_DEVICE") : "");
    setenv("CUJIT_DEVICE", "", 1);
    context = cj_test_context();
    setenv("CUJIT_DEVICE", wish, 1);
    ck_assert(on_gpu(context) == (cujit_device_count("cuda", &count, NULL) == CUJIT_OK && count > 0));
}

TEST(devices_that_are_not_there_are_errors)
{
    static const char *const names[] = {"cuda:4096", "host:1", "sm_90", "gpu", "host:", "cuda:-1", "cuda:1x"};
    cujit_device_info info;
    int count = 0;

    for (size_t k = 0; k < COUNT(names); k++) {
        ck_assert_msg(cujit_device_get_info(names[k], &info, &fault) != CUJIT_OK, "%s", names[k]);
        ck_assert_uint_gt(strlen(fault.message), 10);
        cujit_error_clear(&fault);
    }
    refuse(cujit_device_count("gpu", &count, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "kind");
    refuse(cujit_device_count(NULL, &count, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "kind");
    refuse(cujit_device_count("host", NULL, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "count");
    refuse(cujit_device_get_info("host", NULL, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "info");
}
