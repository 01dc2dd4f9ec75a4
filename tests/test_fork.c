/*
 * test_fork.c: what a child may do after fork(): nothing with its parent's context, everything with one of its own.
 *
 * CUDA itself cannot be used in a child of a process that uses it; there the child's own context is one on the host, if
 * the machine has a C++ compiler.
 * Children write what they saw into shared memory and leave with _exit(); the parent asserts.
 */
#include "tests/kernels.h"

#include <stdio.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { N = 20000, CHILDREN = 4 };

/* What one child saw. */
typedef struct seen {
    cujit_status statuses[8];
    size_t count;
    cujit_origin origin;
    int wrong;
    char message[512];
} seen;

static seen *shared;

static void setup(void)
{
    shared = mmap(NULL, (CHILDREN + 1) * sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    ck_assert_ptr_ne(shared, MAP_FAILED);
}

static void teardown(void)
{
    munmap(shared, (CHILDREN + 1) * sizeof *shared);
}

/* A machine with a GPU may lack what the host device needs. */
static bool lacks_compiler(const seen *result)
{
    const char *device = getenv("CUJIT_DEVICE");

    return result->statuses[0] == CUJIT_ERROR_NO_COMPILER && device != NULL && strncmp(device, "cuda", 4) == 0;
}

static const cujit_elementwise_spec spec = {.arguments = "float a, float *x", .operation = "x[i] = x[i] * 2 + a"};

static void note(seen *result, cujit_status status)
{
    result->statuses[result->count++] = status;
    if (result->count == 1)
        snprintf(result->message, sizeof result->message, "%s", fault.message);
}

/* Kernel, array, launch, copy: everything that a child may want. */
static cujit_status use(cujit_context *context, seen *result, cujit_error *error)
{
    static float data[N];
    const size_t shape = N;
    cujit_elementwise *kernel = NULL;
    cujit_array *x = NULL;
    cujit_report report = {0};
    cujit_status status;

    for (int k = 0; k < N; k++)
        data[k] = (float)k;
    if ((status = cujit_elementwise_create(context, &spec, &kernel, error)) == CUJIT_OK &&
        (status = cujit_array_from_host(context, CUJIT_FLOAT32, 1, &shape, data, &x, error)) == CUJIT_OK &&
        (status = cujit_elementwise_run(kernel, NULL, CUJIT_ARGS(3, x), error)) == CUJIT_OK)
        status = cujit_array_to_host(x, data, sizeof data, error);
    for (int k = 0; k < N && status == CUJIT_OK; k++)
        result->wrong += data[k] != (float)(2 * k + 3);
    cujit_elementwise_get_report(kernel, &report);
    result->origin = report.origin;
    cujit_array_free(x);
    cujit_elementwise_free(kernel);
    return status;
}

/* Opens a context of the process's own and uses it. */
static void use_own(seen *result, const char *device)
{
    const cujit_context_options options = {.device = device};
    cujit_context *context = NULL;
    cujit_status status = cujit_context_create(&options, &context, &fault);

    if (status == CUJIT_OK)
        status = use(context, result, &fault);
    note(result, status);
    cujit_error_clear(&fault);
    cujit_context_free(context);
}

/* Everything that a child may try with what it inherited, and freeing all of it. */
static void use_inherited(seen *result, cujit_context *context, cujit_elementwise *kernel, cujit_array *x)
{
    cujit_elementwise *another = NULL;
    cujit_array *y = NULL;
    void *memory = NULL;
    const size_t shape = 4;
    float data[N];

    note(result, cujit_elementwise_run(kernel, NULL, CUJIT_ARGS(1, x), &fault));
    note(result, cujit_array_to_host(x, data, sizeof data, &fault));
    note(result, cujit_elementwise_create(context, &spec, &another, &fault));
    note(result, cujit_array_zeros(context, CUJIT_INT8, 1, &shape, &y, &fault));
    note(result, cujit_memory_alloc(context, 64, &memory, &fault));
    note(result, cujit_context_synchronize(context, &fault));
    note(result, cujit_elementwise_launch_prepared(kernel, NULL, 1, (void *[]){data, &memory}, &fault));
    cujit_error_clear(&fault);
    cujit_elementwise_free(kernel);
    cujit_array_free(x);
    cujit_context_free(context);
}

static void expect_forked(size_t count, const char *words)
{
    ck_assert_int_eq(end_of_child(), 0);
    ck_assert_uint_eq(shared[0].count, count);
    for (size_t k = 0; k < count; k++)
        ck_assert_int_eq(shared[0].statuses[k], CUJIT_ERROR_FORKED);
    ck_assert_msg(strstr(shared[0].message, words) != NULL, "%s", shared[0].message);
}

FIXTURE(setup, teardown)

TEST(the_parents_context_is_refused)
{
    cujit_context *context = cj_test_context();
    cujit_elementwise *kernel = make_kernel(context, &spec);
    cujit_array *x = zeros(context, CUJIT_FLOAT32, N);

    run_kernel(kernel, CUJIT_ARGS(1, x)); /* so that whatever threads the device has are running */
    if (in_child()) {
        use_inherited(&shared[0], context, kernel, x);
        _exit(0);
    }
    expect_forked(7, "fork");
    /* What the child freed is still the parent's. */
    run_kernel(kernel, CUJIT_ARGS(1, x));
    expect_each(x, float, got == 3);
}

TEST(a_child_opens_its_own_context)
{
    cujit_context *context = cj_test_context();
    const char *device = on_gpu(context) ? "host" : NULL;
    seen mine = {0};

    must(use(context, &mine, &fault));
    if (in_child()) {
        use_own(&shared[0], device);
        _exit(0);
    }
    ck_assert_int_eq(end_of_child(), 0);
    ck_assert_msg(shared[0].statuses[0] == CUJIT_OK || lacks_compiler(&shared[0]), "%s", shared[0].message);
    ck_assert_int_eq(shared[0].wrong, 0);
    if (!on_gpu(context)) /* the parent stored it: the child reads it from disk */
        ck_assert_int_eq(shared[0].origin, CUJIT_ORIGIN_DISK);
    must(use(context, &mine, &fault));
    ck_assert_int_eq(mine.wrong, 0);
}

/* No device, and still not the child's: another thread of the parent may be building what the child asks for. */
TEST(a_context_without_a_device_is_refused_too)
{
    const cujit_type_spec type = {"pair", "struct pair { int a, b; };", 8, 4};
    const cujit_module_spec module_spec = {.source = "extern \"C\" __global__ void k() {}"};
    cujit_context *context = cj_test_target("sm_90");

    if (in_child()) {
        seen *result = &shared[0];
        cujit_elementwise *kernel = NULL;
        cujit_module *module = NULL;
        cujit_dtype dtype;
        char *source = NULL;

        note(result, cujit_elementwise_create(context, &spec, &kernel, &fault));
        note(result, cujit_elementwise_render(context, &spec, &source, NULL));
        note(result, cujit_module_create(context, &module_spec, &module, NULL));
        note(result, cujit_context_register_type(context, &type, &dtype, NULL));
        cujit_error_clear(&fault);
        cujit_context_free(context);
        _exit(0);
    }
    expect_forked(4, "sm_90");
}

/* CUDA's own answer to a child is an error; it must arrive as one. */
TEST(a_gpu_in_a_child_is_no_crash)
{
    cj_test_context();
    if (in_child()) {
        use_own(&shared[0], NULL);
        _exit(0);
    }
    ck_assert_int_eq(end_of_child(), 0);
    ck_assert_uint_eq(shared[0].count, 1);
    if (shared[0].statuses[0] == CUJIT_OK)
        ck_assert_int_eq(shared[0].wrong, 0);
    else
        ck_assert_uint_gt(strlen(shared[0].message), 10);
}

/* Parent and children ask for one kernel at the same moment, on an empty cache. */
TEST(processes_share_the_cache)
{
    pid_t children[CHILDREN];
    int gate[2], compiled = 0;

    setenv("CUJIT_CACHE_DIR", cj_test_path("forked-cache"), 1);
    ck_assert_int_eq(pipe(gate), 0);
    fflush(NULL);
    for (int k = 0; k < CHILDREN; k++) {
        if ((children[k] = fork()) == 0) {
            char byte;

            close(gate[1]);
            if (read(gate[0], &byte, 1) != 0) /* ends when the parent closes its end */
                _exit(2);
            use_own(&shared[k], "host");
            _exit(0);
        }
    }
    close(gate[0]);
    close(gate[1]);
    use_own(&shared[CHILDREN], "host");
    for (int k = 0; k < CHILDREN; k++)
        ck_assert_int_eq(end_of(children[k]), 0);
    if (lacks_compiler(&shared[CHILDREN]))
        return;
    for (int k = 0; k <= CHILDREN; k++) {
        ck_assert_msg(shared[k].statuses[0] == CUJIT_OK, "%s", shared[k].message);
        ck_assert_int_eq(shared[k].wrong, 0);
        compiled += shared[k].origin == CUJIT_ORIGIN_COMPILER;
        ck_assert(shared[k].origin == CUJIT_ORIGIN_COMPILER || shared[k].origin == CUJIT_ORIGIN_DISK);
    }
    ck_assert_int_eq(compiled, 1);
}

/* A grandchild: each generation has its own contexts. */
TEST(a_grandchild_works_too)
{
    cujit_context *context = cj_test_context();
    seen mine = {0};

    must(use(context, &mine, &fault));
    if (in_child()) {
        pid_t grandchild;
        int status = 1;

        use_own(&shared[0], "host");
        if ((grandchild = fork()) == 0) {
            use_own(&shared[1], "host");
            _exit(0);
        }
        waitpid(grandchild, &status, 0);
        use_own(&shared[0], "host");
        _exit(status != 0);
    }
    ck_assert_int_eq(end_of_child(), 0);
    cujit_context_free(context);
    if (lacks_compiler(&shared[0]))
        return;
    ck_assert_msg(shared[0].count == 2 && shared[0].statuses[0] == CUJIT_OK && shared[0].statuses[1] == CUJIT_OK, "%s",
                  shared[0].message);
    ck_assert_msg(shared[1].count == 1 && shared[1].statuses[0] == CUJIT_OK, "%s", shared[1].message);
    ck_assert_int_eq(shared[0].wrong + shared[1].wrong, 0);
}
