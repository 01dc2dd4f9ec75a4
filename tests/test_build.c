/*
 * test_build.c: the way from a unit to a loaded program where the device does not take what the cache holds.
 *
 * Each case stores a kernel through one context and asks for it through another. The contexts get a copy of their
 * backend's table, whose compiler counts its calls and whose operations go wrong on demand. CUDA is the fake driver.
 */
#include "libjit/base/alloc.h"
#include "libjit/device/host/processor.h"
#include "libjit/elementwise/elementwise.h"
#include "libjit/runtime/context.h"
#include "tests/cuda_fake_support.h"
#include "tests/kernels.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

static cj_backend patched;
static const cj_backend *original;
static int compiles;
static bool no_compiler;
static const char *machine_trouble; /* a log; NULL: none */
static bool edits_header;           /* before the compiler reads it */
static atomic_bool held, at_work;   /* it waits until it is let go or cancelled; it has begun */

static const cujit_elementwise_spec spec = {.arguments = "float *x", .operation = "x[i] = 1"};

/* ---- What goes wrong ---- */

static cujit_status toolchain(const cj_target *target, unsigned features, cj_text *identity, cujit_error *error)
{
    if (no_compiler)
        return cj_error_set(error, CUJIT_ERROR_NO_COMPILER, "no compiler here");
    if (original == &cj_host_backend)
        return original->toolchain(target, features, identity, error);
    cj_text_append(identity, "a compiler");
    return CUJIT_OK;
}

static cujit_status compile(const cj_target *target, const cj_unit *unit, cj_object *out, cujit_error *error)
{
    compiles++;
    for (atomic_store(&at_work, true); atomic_load(&held);) {
        if (cj_stop_asked(unit->limit.stop))
            return cj_backend_cancel(unit, error);
        usleep(1000);
    }
    if (edits_header)
        cj_test_file("mine.h", "#define FILL 2\n");
    if (machine_trouble != NULL) {
        cj_error_vendor(error, CUJIT_ERROR_COMPILE, "host compiler", 1, "it failed");
        cj_error_attach(error, machine_trouble, unit->source);
        return CUJIT_ERROR_COMPILE;
    }
    if (original == &cj_host_backend)
        return original->compile(target, unit, out, error);
    *out = (cj_object){.kind = CJ_OBJECT_PTX, .size = sizeof ptx, .resources = CJ_RESOURCES_UNKNOWN};
    snprintf(out->architecture, sizeof out->architecture, "compute_80");
    out->data = cj_malloc(sizeof ptx);
    memcpy(out->data, ptx, sizeof ptx);
    return CUJIT_OK;
}

/* With no descriptor left. */
static cujit_status load_without_descriptors(cj_device *device, const cj_object *object, cj_module **out,
                                             cujit_error *error)
{
    struct rlimit limit, none;
    cujit_status status;
    const int next = dup(0);

    ck_assert_int_ge(next, 0);
    close(next);
    ck_assert_int_eq(getrlimit(RLIMIT_NOFILE, &limit), 0);
    none = limit;
    none.rlim_cur = (rlim_t)next;
    ck_assert_int_eq(setrlimit(RLIMIT_NOFILE, &none), 0);
    status = cj_host_backend.load(device, object, out, error);
    ck_assert_int_eq(setrlimit(RLIMIT_NOFILE, &limit), 0);
    return status;
}

/* An object that is none. */
static cujit_status load_damaged(cj_device *device, const cj_object *object, cj_module **out, cujit_error *error)
{
    cj_object damaged = *object;

    damaged.size /= 2;
    return cj_host_backend.load(device, &damaged, out, error);
}

static cujit_status load_without_memory(cj_device *device, const cj_object *object, cj_module **out, cujit_error *error)
{
    (void)device, (void)object, (void)out;
    return cj_error_no_memory(error, "a kernel's module");
}

/* ---- Both devices ---- */

static cujit_context *open_context(const char *device)
{
    cujit_context *context;

    setenv("CUJIT_DEVICE", device, 1);
    context = cj_test_context();
    unsetenv("CUJIT_DEVICE");
    original = context->backend;
    patched = *original;
    patched.toolchain = toolchain;
    patched.compile = compile;
    context->backend = &patched;
    return context;
}

static uint64_t rejected(const cujit_context *context)
{
    cujit_cache_stats stats = {0};

    cujit_cache_get_stats(context->cache, &stats);
    return stats.rejected;
}

/* Asks for the kernel in a context of its own and says where it came from. */
static cujit_origin origin_of_kernel(const char *device)
{
    cujit_context *context = open_context(device);
    cujit_elementwise *kernel = make_kernel(context, &spec);
    cujit_report report;

    cujit_elementwise_get_report(kernel, &report);
    cujit_elementwise_free(kernel);
    cujit_context_free(context);
    return report.origin;
}

/* A cache of the test's own, with the kernel in it. */
static void store_kernel(const char *device, int number)
{
    setenv("CUJIT_CACHE_DIR", cj_test_path("%s-%d", device, number), 1);
    ck_assert_int_eq(origin_of_kernel(device), CUJIT_ORIGIN_COMPILER);
    ck_assert_int_eq(origin_of_kernel(device), CUJIT_ORIGIN_DISK);
    compiles = 0;
}

/* The kernel cannot be had, and whether the entry was taken for bad. */
static void expect_refusal(cujit_context *context, cujit_status status, const char *words, bool set_aside)
{
    cujit_elementwise *kernel = NULL;

    refuse(cujit_elementwise_create(context, &spec, &kernel, &fault), status, words);
    ck_assert_uint_eq(rejected(context), set_aside);
    ck_assert_int_eq(compiles, set_aside && !no_compiler);
}

/* ---- CUDA ---- */

/* clang-format off */
static const struct {
    unsigned code;
    cujit_status status;
} codes[] = {
    {CJ_CUDA_INVALID_IMAGE, CUJIT_ERROR_LOAD}, {CJ_CUDA_NO_BINARY_FOR_GPU, CUJIT_ERROR_LOAD},
    {CJ_CUDA_INVALID_PTX, CUJIT_ERROR_LOAD}, {CJ_CUDA_JIT_COMPILER_NOT_FOUND, CUJIT_ERROR_LOAD},
    {CJ_CUDA_UNSUPPORTED_PTX_VERSION, CUJIT_ERROR_LOAD}, {CJ_CUDA_JIT_COMPILATION_DISABLED, CUJIT_ERROR_LOAD},
    {CJ_CUDA_SYMBOL_NOT_FOUND, CUJIT_ERROR_LOAD}, {CJ_CUDA_OUT_OF_MEMORY, CUJIT_ERROR_DEVICE_MEMORY},
    {CJ_CUDA_ILLEGAL_ADDRESS, CUJIT_ERROR_DEVICE}, {CJ_CUDA_INVALID_VALUE, CUJIT_ERROR_DEVICE},
    {999, CUJIT_ERROR_DEVICE},
};
/* clang-format on */

FIXTURE(setup, NULL)

/* With and without a compiler. Rebuilt or not, the load's own error is what is reported. */
TEST_EACH(driver_trouble_keeps_sound_entries, 2 * COUNT(codes))
{
    const bool set_aside = codes[_i / 2].status == CUJIT_ERROR_LOAD;
    cujit_context *context;

    store_kernel("cuda:0", _i);
    no_compiler = _i % 2 != 0;
    make_fail("cuModuleLoadDataEx", codes[_i / 2].code);
    context = open_context("cuda:0");
    expect_refusal(context, codes[_i / 2].status, "loading a", set_aside);
    cujit_context_free(context);
    make_fail("cuModuleLoadDataEx", 0);
    if (!set_aside || !no_compiler)
        ck_assert_int_eq(origin_of_kernel("cuda:0"), CUJIT_ORIGIN_DISK);
}

/* ---- In the background ---- */

static cujit_creation *begin(cujit_context *context)
{
    cujit_creation *creation = NULL;

    must(cujit_elementwise_create_async(context, &spec, &creation, &fault));
    return creation;
}

static cujit_origin origin_in_background(cujit_context *context)
{
    cujit_creation *creation = begin(context);
    cujit_array *x = zeros(context, CUJIT_FLOAT32, 5);
    cujit_elementwise *kernel = NULL;
    cujit_report report;

    must(cujit_creation_take_elementwise(creation, &kernel, &fault));
    cujit_creation_free(creation);
    run_kernel(kernel, CUJIT_ARGS(x));
    cujit_array_free(x);
    cujit_elementwise_get_report(kernel, &report);
    (cujit_elementwise_free)(kernel);
    return report.origin;
}

/* Another thread loads what this one launches. */
TEST(background_loads_for_a_gpu)
{
    static const cujit_origin origins[] = {CUJIT_ORIGIN_COMPILER, CUJIT_ORIGIN_DISK};

    setenv("CUJIT_CACHE_DIR", cj_test_path("background"), 1);
    for (size_t k = 0; k < COUNT(origins); k++) {
        cujit_context *context = open_context("cuda:0");
        const unsigned launches = count_of("cuLaunchKernel");

        ck_assert_int_eq(origin_in_background(context), origins[k]);
        ck_assert_int_eq(origin_in_background(context), CUJIT_ORIGIN_MEMORY);
        ck_assert_int_eq(fake->live_modules, 1);
        ck_assert_uint_eq(count_of("cuLaunchKernel"), launches + 2);
        cujit_context_free(context);
        ck_assert_int_eq(fake->live_modules, 0);
    }
    ck_assert_int_eq(compiles, 1);
}

/* Its error is the creation's; the next one begins anew. */
TEST_EACH(background_tells_of_trouble_with_a_driver, COUNT(codes))
{
    cujit_elementwise *kernel = NULL;
    cujit_creation *creation;
    cujit_context *context;

    setenv("CUJIT_CACHE_DIR", cj_test_path("trouble-%d", _i), 1);
    context = open_context("cuda:0");
    make_fail("cuModuleLoadDataEx", codes[_i].code);
    creation = begin(context);
    refuse(cujit_creation_take_elementwise(creation, &kernel, &fault), codes[_i].status, "loading a");
    cujit_creation_free(creation);
    ck_assert_int_eq(fake->live_modules, 0);
    make_fail("cuModuleLoadDataEx", 0);
    origin_in_background(context);
    ck_assert_int_eq(fake->live_modules, 1);
}

/* Cancelled, or the context goes first, while a compiler is at work: nothing is loaded. */
TEST_EACH(background_is_given_up, 2)
{
    cujit_elementwise *kernel = NULL;
    cujit_creation *creation;
    cujit_context *context;

    setenv("CUJIT_CACHE_DIR", cj_test_path("given-up-%d", _i), 1);
    context = open_context("cuda:0");
    atomic_store(&held, true);
    creation = begin(context);
    while (!atomic_load(&at_work))
        usleep(1000);
    ck_assert_int_eq(cujit_creation_is_done(creation), 0);
    if (_i == 0) {
        cujit_creation_cancel(creation);
        refuse(cujit_creation_take_elementwise(creation, &kernel, &fault), CUJIT_ERROR_CANCELLED, "was cancelled");
        cujit_creation_free(creation);
        cujit_context_free(context);
    } else {
        cujit_context_free(context);
        cujit_creation_free(creation);
    }
    ck_assert_uint_eq(count_of("cuModuleLoadDataEx"), 0);
    ck_assert_int_eq(fake->live_modules, 0);
    ck_assert_int_eq(fake->primary_count[0], 0);
}

TEST_EACH(kernel_lookup_is_part_of_the_load, 3)
{
    static const struct {
        unsigned code;
        cujit_status status;
        bool set_aside;
    } rows[] = {{CJ_CUDA_NOT_FOUND, CUJIT_ERROR_NOT_FOUND, true},
                {CJ_CUDA_OUT_OF_MEMORY, CUJIT_ERROR_DEVICE_MEMORY, false},
                {CJ_CUDA_LAUNCH_FAILED, CUJIT_ERROR_DEVICE, false}};
    cujit_context *context;

    store_kernel("cuda:0", 100 + _i);
    make_fail("cuModuleGetFunction", rows[_i].code);
    context = open_context("cuda:0");
    expect_refusal(context, rows[_i].status, "finding the kernel", rows[_i].set_aside);
}

/* ---- The host ---- */

static const struct {
    cujit_status (*load)(cj_device *device, const cj_object *object, cj_module **out, cujit_error *error);
    cujit_status status;
    const char *words;
} troubles[] = {{load_without_descriptors, CUJIT_ERROR_IO, "Too many open files"},
                {load_without_memory, CUJIT_ERROR_OUT_OF_MEMORY, "memory"},
                {load_damaged, CUJIT_ERROR_LOAD, "cut short"}};

TEST_EACH(host_trouble_keeps_sound_entries, 6)
{
    const bool set_aside = troubles[_i / 2].status == CUJIT_ERROR_LOAD;
    cujit_context *context;

    store_kernel("host", _i);
    no_compiler = _i % 2 != 0;
    context = open_context("host");
    patched.load = troubles[_i / 2].load;
    expect_refusal(context, troubles[_i / 2].status, troubles[_i / 2].words, set_aside);
    cujit_context_free(context);
    if (!set_aside || !no_compiler)
        ck_assert_int_eq(origin_of_kernel("host"), CUJIT_ORIGIN_DISK);
}

/* Whoever has no compiler takes what any compiler made, but not for any processor. */
static const char *other_schema(const cj_target *target)
{
    (void)target;
    return "host, on another processor";
}

TEST(any_compilers_object_serves_where_there_is_none)
{
    cujit_elementwise *kernel = NULL;
    cujit_context *context;

    store_kernel("host", 100);
    no_compiler = true;
    ck_assert_int_eq(origin_of_kernel("host"), CUJIT_ORIGIN_DISK);
    context = open_context("host");
    patched.schema = other_schema;
    refuse(cujit_elementwise_create(context, &spec, &kernel, &fault), CUJIT_ERROR_NO_COMPILER, "no compiler");
}

TEST(host_processor_is_part_of_the_schema)
{
    const cj_target target = {.architecture = "host"};
    cj_text processor = {0}, identity = {0};

    cj_processor_identity(&processor);
    ck_assert_msg(strstr(cj_host_backend.schema(&target), processor.data) != NULL, "%s",
                  cj_host_backend.schema(&target));
    must(cj_host_backend.toolchain(&target, 0, &identity, &fault));
    ck_assert_msg(strstr(identity.data, processor.data) == NULL, "%s", identity.data);
    cj_text_clear(&processor);
    cj_text_clear(&identity);
}

/* What is stored under a header's text is never made from another. */
TEST(header_that_is_edited_meanwhile_is_not_stored)
{
    const char *const options[] = {"-I", cj_test_directory(), NULL};
    const cujit_elementwise_spec filling = {
        .arguments = "float *x", .operation = "x[i] = FILL", .preamble = "#include \"mine.h\"", .options = options};
    static const cujit_origin origins[] = {CUJIT_ORIGIN_COMPILER, CUJIT_ORIGIN_COMPILER, CUJIT_ORIGIN_DISK};

    setenv("CUJIT_CACHE_DIR", cj_test_path("edited"), 1);
    for (size_t k = 0; k < COUNT(origins); k++) {
        cujit_context *context = open_context("host");
        cujit_report report;

        cj_test_file("mine.h", "#define FILL 1\n");
        edits_header = k == 0;
        cujit_elementwise_get_report(make_kernel(context, &filling), &report);
        ck_assert_int_eq(report.origin, origins[k]);
    }
}

static cujit_array *every_other_of(cujit_context *context, const cujit_array *x)
{
    return view_at(context, CUJIT_FLOAT32, 1, (const size_t[]){3}, (const ptrdiff_t[]){2 * sizeof(float)},
                   cujit_array_data(x));
}

static void expect_filled(cujit_context *context, const cujit_elementwise *kernel, float expected)
{
    cujit_array *x = zeros(context, CUJIT_FLOAT32, 5);

    run_kernel(kernel, CUJIT_ARGS(x));
    expect_each(x, float, got == expected);
}

/* Nor is it found under it in the same context: at once, or what is built of the kernel later; of any type. */
TEST_EACH(header_that_is_edited_meanwhile_is_not_found, 4)
{
    const char *const options[] = {"-I", cj_test_directory(), NULL};
    const bool later = _i % 2 == 1;
    const cujit_elementwise_spec filling = {.arguments = _i < 2 ? "float *x" : "T *x",
                                            .operation = "x[i] = FILL",
                                            .preamble = "#include \"mine.h\"",
                                            .options = options};
    const cujit_elementwise_options reversed = {.slice = &(cujit_slice){CUJIT_SLICE_END, CUJIT_SLICE_END, -1}};
    cujit_context *context;
    cujit_elementwise *kernel, *second;
    cujit_array *x;

    setenv("CUJIT_CACHE_DIR", cj_test_path("found-%d", _i), 1);
    context = open_context("host");
    cj_test_file("mine.h", "#define FILL 1\n");
    edits_header = !later;
    kernel = make_kernel(context, &filling);
    x = zeros(context, CUJIT_FLOAT32, 5);
    if (later || _i >= 2)
        run_kernel(kernel, CUJIT_ARGS(x));
    if (later) { /* all that is needed of a kernel is found again, whatever is built of it */
        must(cujit_elementwise_run(kernel, &reversed, CUJIT_ARGS(x), &fault));
        ck_assert_ptr_eq(make_kernel(context, &filling)->kernel, kernel->kernel);
        cj_test_file("mine.h", "#define FILL 2\n");
        run_kernel(kernel, CUJIT_ARGS(_i < 2 ? every_other_of(context, x) : zeros(context, CUJIT_FLOAT64, 5)));
    }
    edits_header = false;
    cj_test_file("mine.h", "#define FILL 1\n");
    second = make_kernel(context, &filling);
    ck_assert_ptr_ne(second->kernel, kernel->kernel);
    expect_filled(context, second, 1);
    ck_assert_ptr_eq(make_kernel(context, &filling)->kernel, second->kernel);
    cj_test_file("mine.h", "#define FILL 2\n");
    expect_filled(context, make_kernel(context, &filling), 2);
}

/* ---- Failures ---- */

static void fail_to_make(cujit_context *context, const char *operation, cujit_error *error)
{
    const cujit_elementwise_spec wrong = {.arguments = "float *x", .operation = operation};
    cujit_elementwise *kernel = NULL;

    ck_assert_int_eq(cujit_elementwise_create(context, &wrong, &kernel, error), CUJIT_ERROR_COMPILE);
    ck_assert_ptr_null(kernel);
}

/* The same error again, of any context, without the compiler; another text is another matter. */
TEST(text_that_failed_is_not_compiled_again)
{
    cujit_context *context = open_context("host"), *second = open_context("host");
    cujit_error first = {0}, again = {0};
    int needed;

    compiles = 0;
    fail_to_make(context, "x[i] = nowhere_defined", &first);
    needed = compiles;
    ck_assert_int_ge(needed, 1);
    ck_assert_ptr_nonnull(first.log);
    ck_assert_str_eq(first.part, "operation");
    for (int k = 0; k < 4; k++) {
        fail_to_make(k % 2 == 0 ? context : second, "x[i] = nowhere_defined", k < 3 ? &again : NULL);
        ck_assert_int_eq(compiles, needed);
        ck_assert_str_eq(again.message, first.message);
        ck_assert_str_eq(again.part, first.part);
        ck_assert_str_eq(again.excerpt, first.excerpt);
        ck_assert_str_eq(again.source, first.source);
        ck_assert_str_eq(again.log, first.log);
        ck_assert_str_eq(again.vendor, first.vendor);
        ck_assert(again.line == first.line && again.column == first.column && again.vendor_code == first.vendor_code);
    }
    fail_to_make(context, "x[i] = nowhere_defined + 1", &again);
    ck_assert_int_gt(compiles, needed);
    cujit_error_clear(&first);
    cujit_error_clear(&again);
}

/* Another process learns of it from the cache's file. */
TEST(text_that_failed_is_known_to_other_processes)
{
    cujit_context *context;
    int status = 0;

    setenv("CUJIT_CACHE_DIR", cj_test_path("failed"), 1);
    for (int k = 0; k < 2; k++) {
        compiles = 0;
        if (in_child()) {
            context = open_context("host");
            fail_to_make(context, "x[i] = not_there_either", &fault);
            status = fault.log == NULL || fault.part == NULL || strcmp(fault.part, "operation") != 0 ||
                     fault.line != 1 || fault.excerpt == NULL || fault.source == NULL || fault.vendor == NULL ||
                     strcmp(fault.vendor, "host compiler") != 0;
            _exit(compiles << 1 | status);
        }
        status = end_of_child();
        ck_assert_int_eq(status & 1, 0);
        ck_assert_int_eq(status > 1, k == 0);
    }
    compiles = 0;
    context = open_context("host");
    fail_to_make(context, "x[i] = not_there_either", NULL);
    fail_to_make(context, "x[i] = not_there_either", NULL);
    ck_assert_int_eq(compiles, 0);
}

static const char *const machine_troubles[] = {
    "operation:1:8: fatal error: error writing to /tmp/x: No space left on device",
    "operation:1:8: internal compiler error: Segmentation fault", "cc1plus: out of memory allocating 65536 bytes",
    "g++: fatal error: Killed signal terminated program cc1plus", ""};

/* What befell the compiler says nothing of the text. */
TEST_EACH(trouble_of_the_machine_is_not_remembered, COUNT(machine_troubles))
{
    cujit_context *context;

    setenv("CUJIT_CACHE_DIR", cj_test_path("machine-%d", _i), 1);
    context = open_context("host");
    compiles = 0;
    machine_trouble = machine_troubles[_i];
    fail_to_make(context, spec.operation, &fault);
    fail_to_make(context, spec.operation, &fault);
    ck_assert_int_ge(compiles, 2);
    machine_trouble = NULL;
    make_kernel(context, &spec);
}

/* ---- Forks ---- */

#if !CJ_TEST_SANITIZER
static atomic_bool stop;

/* Looks up one compiler after the other: each is a new one, whose file is read. */
static void *look_up(void *backend)
{
    for (unsigned k = 0; !atomic_load(&stop) && k < 100000; k++) {
        cj_text path = {0}, identity = {0};
        cj_target target = {.architecture = "host"};

        cj_text_append(&path, "/bin");
        for (unsigned bits = k + 1; bits != 0; bits >>= 1)
            cj_text_append(&path, (bits & 1) != 0 ? "//." : "/.");
        cj_text_append(&path, "/sh");
        target.compiler = path.data;
        ((const cj_backend *)backend)->toolchain(&target, 0, &identity, NULL);
        cj_text_clear(&path);
        cj_text_clear(&identity);
    }
    return NULL;
}

/* A child is forked whenever, also while another thread looks for a compiler. It must not wait for that thread. */
TEST_EACH(children_find_compilers_whatever_the_parent_does, 2)
{
    const cj_backend *const backends[] = {&cj_host_backend, &cj_cuda_backend};
    pthread_t thread;

    ck_assert_int_eq(pthread_create(&thread, NULL, look_up, (void *)(uintptr_t)backends[_i]), 0);
    for (int k = 0; k < 200; k++) {
        if (in_child()) {
            const cj_target target = {.architecture = "host", .compiler = "/bin/sh"};
            cj_text identity = {0};

            alarm(20);
            backends[_i]->toolchain(&target, 0, &identity, NULL);
            _exit(0);
        }
        ck_assert_int_eq(end_of_child(), 0); /* it does not wait for a lock */
    }
    atomic_store(&stop, true);
    pthread_join(thread, NULL);
}
#endif
