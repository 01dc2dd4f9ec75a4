/*
 * test_context.c: contexts: several at once, freed in any order, pushed and popped; and what is told of devices.
 */
#include "tests/kernels.h"

#include <pthread.h>
#include <stdio.h>

static void expect_failure(cujit_status got, cujit_status expected, cujit_error *error, const char *word)
{
    ck_assert_msg(got == expected, "got %s (%s), expected %s", cujit_status_name(got), error->message,
                  cujit_status_name(expected));
    ck_assert_msg(strstr(error->message, word) != NULL, "\"%s\" does not say \"%s\"", error->message, word);
    cujit_error_clear(error);
}

enum { CONTEXTS = 3, N = 1000 };

/* One context with an object of every kind. */
typedef struct world {
    cujit_context *context;
    cujit_array *array;
    cujit_elementwise *kernel;
    cujit_pool *pool;
    cujit_event *event;
    void *pooled;
} world;

static world make_world(int number)
{
    world made = {.context = cj_test_context()};
    const size_t shape = N;
    float data[N];

    for (int k = 0; k < N; k++)
        data[k] = (float)number;
    made.array = upload(made.context, CUJIT_FLOAT32, shape, data);
    made.kernel = make_kernel(made.context, &(cujit_elementwise_spec){.arguments = "float a, float *x, const float *y",
                                                                      .operation = "x[i] += a + y[i]"});
    must(cujit_event_create(made.context, &made.event, &fault));
    must(cujit_pool_create(made.context, NULL, &made.pool, &fault));
    must(cujit_pool_alloc(made.pool, N * sizeof(float), NULL, &made.pooled, &fault));
    return made;
}

static void use_world(const world *w, float expected)
{
    float ones[N], got[N];

    for (int k = 0; k < N; k++)
        ones[k] = 1;
    run_kernel(w->kernel, CUJIT_ARGS(1, w->array, CUJIT_IN(ones, sizeof ones)));
    must(cujit_event_record(w->event, NULL, &fault));
    download(w->array, got);
    ck_assert(got[0] == expected && got[N - 1] == expected);
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
    for (int k = 0; k < CONTEXTS; k++) {
        cujit_context_free(worlds[k].context);
        cujit_array_free(worlds[k].array);
        cujit_elementwise_free(worlds[k].kernel);
        cujit_pool_free(worlds[k].pool);
        cujit_event_free(worlds[k].event);
    }
}

/* Every order of freeing the five objects of a context; what is left still works. */
TEST_EACH(the_order_of_freeing_does_not_matter, 5)
{
    static const char *const orders[] = {"caekp", "pkeac", "kcpae", "ecapk", "apcke"};
    world w = make_world(5), other = make_world(0);

    for (const char *next = orders[_i]; *next != '\0'; next++) {
        if (w.array != NULL && w.kernel != NULL && w.event != NULL)
            use_world(&w, (float)(5 + 2 * (next - orders[_i] + 1)));
        use_world(&other, (float)(2 * (next - orders[_i] + 1)));
        if (*next == 'c')
            cujit_context_free(w.context);
        if (*next == 'a') {
            cujit_array_free(w.array);
            w.array = NULL;
        }
        if (*next == 'e') {
            cujit_event_free(w.event);
            w.event = NULL;
        }
        if (*next == 'k') {
            cujit_elementwise_free(w.kernel);
            w.kernel = NULL;
        }
        if (*next == 'p')
            cujit_pool_free(w.pool);
    }
    cujit_pool_free(other.pool);
    cujit_event_free(other.event);
    cujit_elementwise_free(other.kernel);
    cujit_array_free(other.array);
    cujit_context_free(other.context);
}

/* ---- Push and pop ------------------------------------------------------------------------------------------------ */

TEST(push_and_pop_come_in_pairs)
{
    world a = make_world(0), b = make_world(10);
    cujit_error error = {0};

    must(cujit_context_push(a.context, &error), &error);
    use_world(&b, 12); /* calls need no push, and leave what is current as it was */
    must(cujit_context_push(b.context, &error), &error);
    use_world(&a, 2);
    must(cujit_context_push(b.context, &error), &error);
    use_world(&b, 14);
    must(cujit_context_pop(b.context, &error), &error);
    must(cujit_context_pop(b.context, &error), &error);
    use_world(&a, 4);
    must(cujit_context_pop(a.context, &error), &error);
    use_world(&a, 6);
    expect_failure(cujit_context_push(NULL, &error), CUJIT_ERROR_INVALID_ARGUMENT, &error, "context is NULL");
    expect_failure(cujit_context_pop(NULL, &error), CUJIT_ERROR_INVALID_ARGUMENT, &error, "context is NULL");
    cujit_array_free(a.array);
    cujit_array_free(b.array);
    cujit_elementwise_free(a.kernel);
    cujit_elementwise_free(b.kernel);
    cujit_pool_free(a.pool);
    cujit_pool_free(b.pool);
    cujit_event_free(a.event);
    cujit_event_free(b.event);
    cujit_context_free(a.context);
    cujit_context_free(b.context);
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
    enum { THREADS = 4 };
    cujit_context *context = cj_test_context();
    pthread_t threads[THREADS];
    void *wrong;

    for (int k = 0; k < THREADS; k++)
        ck_assert_int_eq(pthread_create(&threads[k], NULL, push_and_pop, context), 0);
    for (int k = 0; k < THREADS; k++) {
        pthread_join(threads[k], &wrong);
        ck_assert_ptr_null(wrong);
    }
}

/* A context without a device has nothing to push, to copy or to pool. */
TEST(an_architecture_is_no_device)
{
    cujit_context *context = NULL;
    cujit_pool *pool = NULL;
    cujit_error error = {0};
    void *memory = NULL;
    size_t pitch;
    char byte = 0;

    must(cujit_context_create(&(cujit_context_options){.device = "sm_90"}, &context, &error), &error);
    expect_failure(cujit_context_push(context, &error), CUJIT_ERROR_UNSUPPORTED, &error, "sm_90");
    expect_failure(cujit_context_pop(context, &error), CUJIT_ERROR_UNSUPPORTED, &error, "sm_90");
    expect_failure(cujit_pool_create(context, NULL, &pool, &error), CUJIT_ERROR_UNSUPPORTED, &error, "sm_90");
    expect_failure(cujit_memory_alloc_managed(context, 1, &memory, &error), CUJIT_ERROR_UNSUPPORTED, &error, "sm_90");
    expect_failure(cujit_memory_alloc_pitched(context, 1, 1, 4, &memory, &pitch, &error), CUJIT_ERROR_UNSUPPORTED,
                   &error, "sm_90");
    expect_failure(cujit_pinned_register(context, &byte, 1, &error), CUJIT_ERROR_UNSUPPORTED, &error, "sm_90");
    expect_failure(cujit_memory_fill32(context, &byte, 1, 1, NULL, &error), CUJIT_ERROR_UNSUPPORTED, &error, "sm_90");
    expect_failure(cujit_memory_copy_box(context, &(cujit_box){.width = 0}, CUJIT_DIRECTION_TO_HOST, &error),
                   CUJIT_ERROR_UNSUPPORTED, &error, "sm_90");
    expect_failure(cujit_memory_copy_peer(context, NULL, context, NULL, 0, &error), CUJIT_ERROR_UNSUPPORTED, &error,
                   "sm_90");
    cujit_context_free(context);
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

TEST(devices_that_are_not_there_are_errors)
{
    static const char *const names[] = {"cuda:4096", "host:1", "sm_90", "gpu", "host:", "cuda:-1", "cuda:1x"};
    cujit_device_info info;
    cujit_error error = {0};
    int count = 0;

    for (size_t k = 0; k < COUNT(names); k++) {
        ck_assert_msg(cujit_device_get_info(names[k], &info, &error) != CUJIT_OK, "%s", names[k]);
        ck_assert_uint_gt(strlen(error.message), 10);
        cujit_error_clear(&error);
    }
    expect_failure(cujit_device_count("gpu", &count, &error), CUJIT_ERROR_INVALID_ARGUMENT, &error, "kind");
    expect_failure(cujit_device_count(NULL, &count, &error), CUJIT_ERROR_INVALID_ARGUMENT, &error, "kind");
    expect_failure(cujit_device_count("host", NULL, &error), CUJIT_ERROR_INVALID_ARGUMENT, &error, "count");
    expect_failure(cujit_device_get_info("host", NULL, &error), CUJIT_ERROR_INVALID_ARGUMENT, &error, "info");
}
