/*
 * test_elementwise_launch.c: launching elementwise kernels over parts of their arrays and on streams; what kernels
 * share, where they come from, what they report, and how long they live.
 */
#include "tests/kernels.h"

#include <fcntl.h>
#include <ftw.h>
#include <sys/mman.h>
#include <unistd.h>

enum { N = 1000 };

CONTEXT_FOR_EACH_CASE

/* ---- Ranges and slices ------------------------------------------------------------------------------------------- */

static cujit_elementwise *make_counter(void)
{
    return kernel_of(context, "int *z", "z[i] += 1");
}

/* Counts how often the kernel reaches each index, and compares with what `expected` says. */
static void check_part(const cujit_elementwise *kernel, const cujit_elementwise_options *options, cujit_range expected,
                       int count)
{
    cujit_array *z = zeros(context, CUJIT_INT32, (size_t)count);
    const bool up = expected.step > 0;

    must(cujit_elementwise_run(kernel, options, CUJIT_ARGS(z), &fault));
    expect_each(z, int,
                got == ((up ? k >= expected.start && k < expected.stop : k <= expected.start && k > expected.stop) &&
                        (k - expected.start) % expected.step == 0));
}

/* What bounds become is in test_range.c; here, that the loop is theirs. */
TEST(slices_are_pythons)
{
    /* clang-format off */
    static const struct {
        cujit_slice slice;
        cujit_range range; /* of 7 elements */
    } rows[] = {
        {{CUJIT_SLICE_END, CUJIT_SLICE_END, CUJIT_SLICE_END}, {0, 7, 1}},
        {{CUJIT_SLICE_END, CUJIT_SLICE_END, -1}, {6, -1, -1}}, {{1, -1, 2}, {1, 6, 2}}, {{-9, 100, 3}, {0, 7, 3}},
        {{INT64_MAX, INT64_MIN + 1, -5}, {6, -1, -5}}, {{-3, CUJIT_SLICE_END, INT64_MAX}, {4, 7, INT64_MAX}},
        {{3, 3, 1}, {3, 3, 1}}, {{6, 0, INT64_MIN + 1}, {6, 0, INT64_MIN + 1}}, {{5, 2, 1}, {0, 0, 1}},
    };
    /* clang-format on */
    cujit_elementwise *kernel = make_counter();

    for (size_t row = 0; row < COUNT(rows); row++)
        check_part(kernel, &(cujit_elementwise_options){.slice = &rows[row].slice}, rows[row].range, 7);
}

TEST(ranges_are_those_of_the_loop)
{
    enum { MANY = 100003 };
    static const cujit_range ranges[] = {{0, MANY, 1},        {MANY - 1, -1, -1}, {0, MANY, 7},     {MANY - 1, -1, -5},
                                         {50, 51, 1},         {50, 49, -1},       {500, 60000, 64}, {99999, 3, -1000},
                                         {3, 3, 1},           {9, 3, 1},          {3, 9, -1},       {1, 100002, 100000},
                                         {MANY - 1, MANY, 9}, {0, MANY, MANY},    {4097, 90001, 3}};
    cujit_elementwise *kernel = make_counter();

    for (size_t row = 0; row < COUNT(ranges); row++)
        check_part(kernel, &(cujit_elementwise_options){.range = &ranges[row]}, ranges[row], MANY);
}

/* Everything that a snippet may do, it may do in a range: n is the arrays' size, threads have numbers. */
TEST(snippet_in_a_range)
{
    static const char *const operations[] = {
        "z[i] = (int)(n - i); if (i == 500) continue; z[i] += 1000",
        "z[i] = (int)(n - i); if (i == 500) return; z[i] += 1000",
        "z[i] = (int)(n - i) + 0 * (int)tid; if (i == 500) continue; z[i] += 1000 // threads"};
    cujit_slice slice = {CUJIT_SLICE_END, CUJIT_SLICE_END, -10};
    int results[N];

    for (size_t k = 0; k < COUNT(operations); k++) {
        cujit_array *z = zeros(context, CUJIT_INT32, N + 1);
        cujit_elementwise *kernel = kernel_with(context, .arguments = "int *z", .operation = operations[k],
                                                .loop_prep = "int before = 1",
                                                .after_loop = "if (before != 1) z[0] = -1");
        void *data = cujit_array_data(z);

        must(cujit_elementwise_launch_prepared(kernel, &(cujit_elementwise_options){.slice = &slice}, N + 1,
                                               (void *const[]){&data}, &fault));
        must(cujit_memory_to_host(context, results, data, sizeof results, &fault));
        for (int i = 0; i < N; i++)
            ck_assert_int_eq(results[i], i % 10 != 0 ? 0 : i == 500 ? N + 1 - i : 2 * N + 1 - i);
    }
}

typedef struct part_row {
    const cujit_range *range;
    const cujit_slice *slice;
    cujit_status status;
    const char *words;
} part_row;

/* Whatever a GPU's blocks are, all elements are reached. The host has as many as suit its cores. */
TEST(blocks_are_as_many_as_the_spec_allows)
{
    enum { MANY = 100003 };
    static const size_t most[] = {1, 3, SIZE_MAX, 0};
    const cujit_range all = {0, MANY, 1};
    cujit_array *z = zeros(context, CUJIT_INT32, MANY);

    for (size_t row = 0; row < COUNT(most); row++) {
        cujit_elementwise *kernel = make_kernel(
            context,
            &(cujit_elementwise_spec){.arguments = "int *z", .operation = "z[i] = gridDim.x", .max_blocks = most[row]});
        const int blocks = cj_test_on_host() || most[row] == 0 || most[row] == SIZE_MAX ? 0 : (int)most[row];

        must(cujit_elementwise_run(kernel, &(cujit_elementwise_options){.range = &all}, CUJIT_ARGS(z), &fault));
        expect_each(z, int, blocks != 0 ? got == blocks : got > (cj_test_on_host() ? 0 : 3));
    }
}

TEST(wrong_parts_are_errors)
{
    const part_row rows[] = {
        {&(cujit_range){0, 1, 1}, &(cujit_slice){0, 1, 1}, CUJIT_ERROR_INVALID_ARGUMENT, "not both"},
        {&(cujit_range){0, 1, 0}, NULL, CUJIT_ERROR_INVALID_ARGUMENT, "step"},
        {NULL, &(cujit_slice){0, 1, 0}, CUJIT_ERROR_INVALID_ARGUMENT, "step"},
        {&(cujit_range){0, 11, 1}, NULL, CUJIT_ERROR_ARGUMENT_VALUE, "0:11:1"},
        {&(cujit_range){-1, 11, 1}, NULL, CUJIT_ERROR_ARGUMENT_VALUE, "-1:11:1"},
        {&(cujit_range){INT64_MIN, INT64_MAX, 1}, NULL, CUJIT_ERROR_ARGUMENT_VALUE, "10 elements"},
        {&(cujit_range){9, -2, -1}, NULL, CUJIT_ERROR_ARGUMENT_VALUE, "9:-2:-1"},
        {&(cujit_range){100, 0, 1}, NULL, CUJIT_OK, NULL},
        {NULL, &(cujit_slice){100, 200, 1}, CUJIT_OK, NULL}};
    cujit_array *z = zeros(context, CUJIT_INT32, 10);
    cujit_elementwise *kernel = make_counter();

    for (size_t k = 0; k < COUNT(rows); k++) {
        const cujit_elementwise_options options = {.range = rows[k].range, .slice = rows[k].slice};

        refuse(cujit_elementwise_run(kernel, &options, CUJIT_ARGS(z), &fault), rows[k].status, rows[k].words);
    }
    expect_each(z, int, got == 0);
}

/* ---- Streams ----------------------------------------------------------------------------------------------------- */

TEST(stream_keeps_the_order)
{
    enum { MANY = 1 << 18, STEPS = 50 };
    cujit_stream stream = make_stream(context);
    unsigned *pinned = pinned_memory(context, MANY * sizeof *pinned), expected = 0;
    cujit_array *x = zeros(context, CUJIT_INT32, MANY);
    cujit_elementwise *kernel = kernel_of(context, "int k, int *x", "x[i] = x[i] * 3 + k");

    must(cujit_context_synchronize(context, &fault)); /* the zeros were set on the default stream */
    for (int k = 0; k < STEPS; k++) {
        expected = expected * 3 + (unsigned)k;
        run_on(stream, kernel, CUJIT_ARGS(k, x));
    }
    must(cujit_array_to_host_async(x, pinned, cujit_array_bytes(x), stream, &fault));
    must(cujit_stream_synchronize(context, stream, &fault));
    for (int i = 0; i < MANY; i++)
        expect(pinned[i] == expected, "element %d", i);
}

TEST(event_orders_two_streams)
{
    enum { MANY = 1 << 20, ROUNDS = 20 };
    cujit_stream first = make_stream(context), second = make_stream(context);
    int *pinned = pinned_memory(context, MANY * sizeof *pinned);
    cujit_event *written = make_event(context), *read = make_event(context);
    cujit_array *x = zeros(context, CUJIT_INT32, MANY), *sum = zeros(context, CUJIT_INT32, MANY);
    cujit_elementwise *set = kernel_of(context, "int k, int *x", "x[i] = k");
    cujit_elementwise *add = kernel_of(context, "int *sum, const int *x", "sum[i] += x[i]");

    must(cujit_context_synchronize(context, &fault));
    for (int k = 1; k <= ROUNDS; k++) {
        run_on(first, set, CUJIT_ARGS(k, x));
        must(cujit_event_record(written, first, &fault));
        must(cujit_event_wait(written, second, &fault));
        run_on(second, add, CUJIT_ARGS(sum, x));
        must(cujit_event_record(read, second, &fault));
        must(cujit_event_wait(read, first, &fault));
    }
    must(cujit_array_to_host_async(sum, pinned, cujit_array_bytes(sum), second, &fault));
    must(cujit_stream_synchronize(context, second, &fault));
    for (int i = 0; i < MANY; i++)
        expect(pinned[i] == ROUNDS * (ROUNDS + 1) / 2, "element %d", i);
}

/* ---- Sharing and the cache --------------------------------------------------------------------------------------- */

static cujit_origin origin_of(const cujit_elementwise *kernel)
{
    cujit_report report;

    cujit_elementwise_get_report(kernel, &report);
    return report.origin;
}

/* Freed by hand where the case needs it. */
static cujit_context *context_on(const char *cache_directory)
{
    cujit_context *made = NULL;

    must(cujit_context_create(&(cujit_context_options){.cache_directory = cache_directory}, &made, &fault));
    return made;
}

/* Makes the kernel, runs it, and says where it came from. */
static cujit_origin try_kernel(cujit_context *on)
{
    cujit_array *z = zeros(on, CUJIT_INT32, N);
    cujit_elementwise *kernel = kernel_of(on, "int *z", "z[i] = (int)i * 7 + 1");
    cujit_origin origin = origin_of(kernel);

    run_kernel(kernel, CUJIT_ARGS(z));
    expect_each(z, int, got == 7 * k + 1);
    cujit_elementwise_free(kernel);
    cujit_array_free(z);
    return origin;
}

TEST(second_creation_comes_from_memory)
{
    const cujit_elementwise_spec spec = {.arguments = "int *z", .operation = "z[i] = 41"};
    const cujit_elementwise_spec other = {.arguments = "int *z", .operation = "z[i] = 41", .name = "other"};
    cujit_elementwise *first = make_kernel(context, &spec), *second = make_kernel(context, &spec);
    cujit_elementwise *third = make_kernel(context, &other);
    cujit_report a, b;

    cujit_elementwise_get_report(first, &a);
    cujit_elementwise_get_report(second, &b);
    ck_assert_int_ne(a.origin, CUJIT_ORIGIN_MEMORY);
    ck_assert_int_eq(b.origin, CUJIT_ORIGIN_MEMORY);
    ck_assert_int_ne(origin_of(third), CUJIT_ORIGIN_MEMORY);
    ck_assert_ptr_eq(a.object, b.object);
    ck_assert_ptr_eq(a.source, b.source);
    cujit_elementwise_free(first);
    ck_assert_str_eq(b.name, "elementwise"); /* the second one still lives */
    cujit_elementwise_free(second);
    cujit_elementwise_free(third);
    second = make_kernel(context, &spec); /* the context keeps what it made */
    ck_assert_int_eq(origin_of(second), CUJIT_ORIGIN_MEMORY);
}

TEST(another_context_takes_it_from_disk)
{
    const char *directory = cj_test_path("disk");
    cujit_context *first = context_on(directory), *second, *memory;
    cujit_cache_stats stats;

    ck_assert_int_eq(try_kernel(first), CUJIT_ORIGIN_COMPILER);
    cujit_context_get_cache_stats(first, &stats);
    ck_assert_uint_eq(stats.stores, 1);
    ck_assert_uint_eq(stats.misses, 1); /* one kernel, one miss */
    ck_assert_uint_eq(stats.memory_hits, 0);
    second = context_on(directory); /* while the first one lives */
    ck_assert_int_eq(try_kernel(second), CUJIT_ORIGIN_DISK);
    ck_assert_int_eq(try_kernel(second), CUJIT_ORIGIN_MEMORY);
    cujit_context_get_cache_stats(second, &stats);
    ck_assert_uint_eq(stats.disk_hits, 1);
    ck_assert_uint_eq(stats.memory_hits, 1);
    ck_assert_uint_eq(stats.misses, 0);
    ck_assert_uint_eq(stats.stores, 0);
    cujit_context_free(first);
    cujit_context_free(second);
    second = context_on(directory);
    ck_assert_int_eq(try_kernel(second), CUJIT_ORIGIN_DISK);
    cujit_context_free(second);
    memory = context_on("");
    ck_assert_int_eq(try_kernel(memory), CUJIT_ORIGIN_COMPILER);
    cujit_context_free(memory);
}

/* A byte in the middle of each page behind the first: hits the object, for that is what most of the file is. */
static void flip_bytes(unsigned char *of, size_t size)
{
    for (size_t at = 4096 + 2048; at < size; at += 4096)
        of[at] ^= 0x55;
}

static void overwrite_all(unsigned char *of, size_t size)
{
    for (size_t at = 0; at < size; at++)
        of[at] = (unsigned char)(at * 31 % 251);
}

static void overwrite_end(unsigned char *of, size_t size)
{
    memset(of + size / 2, 0, size - size / 2);
}

static void overwrite_header(unsigned char *of, size_t size)
{
    memset(of, 0xff, size < 100 ? size : 100);
}

static void (*damage)(unsigned char *of, size_t size);
static int damaged;

static int damage_file(const char *path, const struct stat *status, int type)
{
    const int file = type == FTW_F ? open(path, O_RDWR) : -1;
    const size_t size = (size_t)status->st_size;
    void *of = file >= 0 && size > 0 ? mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0) : MAP_FAILED;

    if (of != MAP_FAILED) {
        damage(of, size);
        munmap(of, size);
        damaged++;
    }
    close(file);
    return 0;
}

TEST_EACH(damaged_cache_is_rebuilt, 4)
{
    static void (*const damages[])(unsigned char *, size_t) = {flip_bytes, overwrite_all, overwrite_end,
                                                               overwrite_header};
    static const cujit_origin origins[] = {CUJIT_ORIGIN_COMPILER, CUJIT_ORIGIN_COMPILER, CUJIT_ORIGIN_DISK};
    const char *directory = cj_test_path("damaged-%d", _i);
    cujit_cache_stats stats;

    damage = damages[_i];
    for (int turn = 0; turn < 3; turn++) { /* what was rebuilt serves the last one */
        cujit_context *one = context_on(directory);

        ck_assert_int_eq(try_kernel(one), origins[turn]);
        cujit_context_get_cache_stats(one, &stats);
        ck_assert_uint_eq(stats.disk_hits, turn == 2);
        cujit_context_free(one);
        if (turn == 0)
            ftw(directory, damage_file, 4);
    }
    ck_assert_int_gt(damaged, 0);
}

/* ---- Reports ----------------------------------------------------------------------------------------------------- */

TEST(report_says_what_was_made)
{
    cujit_elementwise *kernel = kernel_with(context, .arguments = "float a, const float *x, float complex *z",
                                            .operation = "z[i] = a * x[i] /* look here */", .name = "reported");
    const cujit_parameter *parameter;
    cujit_report report;

    cujit_elementwise_get_report(kernel, &report);
    ck_assert_str_eq(report.name, "reported");
    ck_assert_ptr_nonnull(strstr(report.source, "/* look here */"));
    ck_assert_ptr_nonnull(report.log);
    ck_assert(report.object != NULL && report.object_size > 100);
    ck_assert_str_eq(report.object_kind, on_gpu(context) ? "cubin" : "shared object");
    ck_assert(report.architecture[0] != '\0');
    ck_assert(report.create_ms > 0 && report.compile_ms > 0);
    ck_assert(on_gpu(context) ? report.registers > 0 : report.registers == -1);
    ck_assert(on_gpu(context) ? report.spill_store_bytes == 0 : report.spill_store_bytes == -1);
    ck_assert_uint_eq(cujit_elementwise_parameter_count(kernel), 3);
    parameter = cujit_elementwise_get_parameter(kernel, 0);
    ck_assert_str_eq(parameter->name, "a");
    ck_assert(!parameter->pointer && parameter->dtype == CUJIT_FLOAT32 && parameter->size == 4);
    parameter = cujit_elementwise_get_parameter(kernel, 1);
    ck_assert(parameter->pointer && parameter->is_const);
    parameter = cujit_elementwise_get_parameter(kernel, 2);
    ck_assert_str_eq(parameter->type, "cujit::complex<float>");
    ck_assert(parameter->pointer && !parameter->is_const && parameter->dtype == CUJIT_COMPLEX64);
    ck_assert_ptr_null(cujit_elementwise_get_parameter(kernel, 3));
}

TEST(render_gives_the_source_that_is_compiled)
{
    const cujit_elementwise_spec spec = {.arguments = "float *x", .operation = "x[i] = 12345"};
    cujit_elementwise *kernel = make_kernel(context, &spec);
    char *source = NULL;
    cujit_report report;

    must(cujit_elementwise_render(context, &spec, &source, &fault));
    cujit_elementwise_get_report(kernel, &report);
    ck_assert_str_eq(source, report.source);
    cujit_free(source);
}

/* ---- Lives ------------------------------------------------------------------------------------------------------- */

/* Kernels and arrays hold their context: it may be let go of first. */
TEST(order_of_freeing_does_not_matter)
{
    cujit_context *own = context_on("");
    cujit_array *x = zeros(own, CUJIT_INT32, N);
    cujit_elementwise *kernel = kernel_of(own, "int *x", "x[i] = (int)i");
    cujit_cache_stats stats;

    cujit_context_get_cache_stats(own, &stats);
    ck_assert_int_eq(stats.on_disk, 0);
    cujit_context_free(own);
    run_kernel(kernel, CUJIT_ARGS(x));
    cujit_elementwise_free(kernel);
    expect_each(x, int, got == k);
}

/* One device has one memory: an array of another context of it is as good. */
TEST(contexts_of_one_device_share_arrays)
{
    cujit_context *other = context_on("");
    cujit_array *x = zeros(other, CUJIT_INT32, N);

    run_once(context, "int *x", "x[i] = (int)i + 5", CUJIT_ARGS(x));
    must(cujit_context_synchronize(context, NULL), &(cujit_error){0});
    expect_each(x, int, got == k + 5);
    cujit_context_free(other);
}
