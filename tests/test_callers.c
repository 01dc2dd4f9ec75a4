/*
 * test_callers.c: an error names the function that was called, not one that does its work; and what is asked of NULL by
 * functions that cannot fail is nothing.
 */
#include "tests/arrays.h"

#include <math.h>
#include <stddef.h>

static void expect_named(const char *function, cujit_status status)
{
    const char *end = strchr(fault.message, ':'), *other = strstr(fault.message, "cujit_");
    const size_t length = strlen(function);

    ck_assert_msg(status != CUJIT_OK, "%s works", function);
    ck_assert_msg(other != fault.message ||
                      (end == fault.message + length && memcmp(fault.message, function, length) == 0),
                  "%s says \"%s\"", function, fault.message);
    cujit_error_clear(&fault);
}

/* A call that is wrong. */
#define wrong(function, ...) expect_named(#function, function(__VA_ARGS__, &fault))

static cujit_context *context;
static cujit_array *list, *grid, *words, *none, *made;
static const size_t shape[] = {2, 3}, huge[] = {SIZE_MAX / 2, 3};

static void setup(void)
{
    context = cj_test_context();
    list = counting(context, 6);
    grid = zeros_shape(context, CUJIT_FLOAT32, 2, shape);
    words = zeros(context, CUJIT_INT32, 6);
}

FIXTURE(setup, NULL)

TEST(makers_of_arrays)
{
    const cujit_arg one = {CUJIT_ARG_INT, CUJIT_INT64, 8, {1}};
    float data[6] = {0};

    wrong(cujit_array_create, context, CUJIT_FLOAT32, 2, huge, &made);
    wrong(cujit_array_create, context, CUJIT_FLOAT32, -1, NULL, &made);
    wrong(cujit_array_create, NULL, CUJIT_FLOAT32, 2, shape, &made);
    wrong(cujit_array_create_strided, context, CUJIT_FLOAT32, 2, huge, NULL, &made);
    wrong(cujit_array_create_strided, NULL, CUJIT_FLOAT32, 2, shape, NULL, &made);
    wrong(cujit_array_zeros, context, CUJIT_FLOAT32, 2, huge, &made);
    wrong(cujit_array_zeros, context, (cujit_dtype)999, 2, shape, &made);
    wrong(cujit_array_zeros, NULL, CUJIT_FLOAT32, 2, shape, &made);
    wrong(cujit_array_zeros, context, CUJIT_FLOAT32, 2, shape, NULL);
    wrong(cujit_array_from_host, context, CUJIT_FLOAT32, 2, huge, data, &made);
    wrong(cujit_array_from_host, NULL, CUJIT_FLOAT32, 2, shape, data, &made);
    wrong(cujit_array_from_host, context, CUJIT_FLOAT32, 2, shape, NULL, &made);
    wrong(cujit_array_from_host, context, CUJIT_FLOAT32, 2, shape, data, NULL);
    wrong(cujit_array_view, context, CUJIT_FLOAT32, 2, huge, NULL, data, &made);
    wrong(cujit_array_view, NULL, CUJIT_FLOAT32, 2, shape, NULL, data, &made);
    wrong(cujit_array_full, context, CUJIT_FLOAT32, 2, huge, one, NULL, &made);
    wrong(cujit_array_full, NULL, CUJIT_FLOAT32, 2, shape, one, NULL, &made);
    wrong(cujit_array_ones, context, CUJIT_FLOAT32, 2, huge, NULL, &made);
    wrong(cujit_array_ones, NULL, CUJIT_FLOAT32, 2, shape, NULL, &made);
    wrong(cujit_array_ones, context, CUJIT_FLOAT32, 2, shape, NULL, NULL);
    wrong(cujit_array_create_like, NULL, CUJIT_FLOAT32, &made);
    wrong(cujit_array_create_like, list, (cujit_dtype)999, &made);
    wrong(cujit_array_create_like, list, CUJIT_FLOAT32, NULL);
    wrong(cujit_array_full_like, NULL, CUJIT_FLOAT32, one, NULL, &made);
    wrong(cujit_array_full_like, list, (cujit_dtype)999, one, NULL, &made);
    wrong(cujit_array_zeros_like, NULL, CUJIT_FLOAT32, NULL, &made);
    wrong(cujit_array_zeros_like, list, (cujit_dtype)999, NULL, &made);
    wrong(cujit_array_zeros_like, list, CUJIT_FLOAT32, NULL, NULL);
    wrong(cujit_array_ones_like, NULL, CUJIT_FLOAT32, NULL, &made);
    wrong(cujit_array_ones_like, list, (cujit_dtype)999, NULL, &made);
    wrong(cujit_array_arange, context, CUJIT_FLOAT32, 0, 1, 0, NULL, &made);
    wrong(cujit_array_arange, NULL, CUJIT_FLOAT32, 0, 1, 1, NULL, &made);
    wrong(cujit_array_arange, context, CUJIT_FLOAT32, 0, 1e19, 1, NULL, &made);
    wrong(cujit_array_linspace, context, CUJIT_FLOAT32, 0, INFINITY, 3, 1, NULL, &made);
    wrong(cujit_array_linspace, context, CUJIT_FLOAT32, 0, 1, SIZE_MAX / 4, 1, NULL, &made);
    wrong(cujit_array_eye, context, CUJIT_FLOAT32, SIZE_MAX / 2, 3, 0, NULL, &made);
    wrong(cujit_array_eye, NULL, CUJIT_FLOAT32, 2, 3, 0, NULL, &made);
    wrong(cujit_array_eye, context, CUJIT_FLOAT32, 2, 3, 0, NULL, NULL);
    wrong(cujit_array_copy, none, NULL, &made);
    wrong(cujit_array_astype, none, CUJIT_FLOAT32, NULL, &made);
    wrong(cujit_array_astype, list, (cujit_dtype)999, NULL, &made);
}

TEST(views_of_arrays)
{
    const int axes[] = {5}, order[] = {0, 0};

    wrong(cujit_array_slice, none, 0, NULL, &made);
    wrong(cujit_array_transpose, none, NULL, &made);
    wrong(cujit_array_transpose, grid, order, &made);
    wrong(cujit_array_swap_axes, none, 0, 1, &made);
    wrong(cujit_array_swap_axes, grid, 0, 5, &made);
    wrong(cujit_array_squeeze, none, NULL, 0, &made);
    wrong(cujit_array_squeeze, grid, axes, 1, &made);
    wrong(cujit_array_squeeze, grid, order, 1, &made);
    wrong(cujit_array_expand_dims, none, 0, &made);
    wrong(cujit_array_expand_dims, grid, 7, &made);
    wrong(cujit_array_broadcast_to, none, 2, shape, &made);
    wrong(cujit_array_broadcast_to, list, 2, shape, &made);
    wrong(cujit_array_flip, none, NULL, 0, &made);
    wrong(cujit_array_flip, grid, axes, 1, &made);
    wrong(cujit_array_diagonal, none, 0, &made);
    wrong(cujit_array_diagonal, list, 0, &made);
    wrong(cujit_array_view_as, none, CUJIT_INT8, &made);
    wrong(cujit_array_view_as, list, (cujit_dtype)999, &made);
    wrong(cujit_array_real, none, &made);
    wrong(cujit_array_real, list, NULL);
    wrong(cujit_array_imag, none, &made);
    wrong(cujit_array_imag, list, &made);
    wrong(cujit_array_reshape, none, 2, shape, NULL, &made);
    wrong(cujit_array_reshape, list, 2, huge, NULL, &made);
    wrong(cujit_array_ravel, none, NULL, &made);
    wrong(cujit_array_ravel, list, NULL, NULL);
}

TEST(contents_of_arrays)
{
    const cujit_arg text = {.kind = CUJIT_ARG_ARRAY};
    float data[6];
    int64_t number;
    uint64_t natural;
    double real, parts[2];

    wrong(cujit_array_to_host, none, data, sizeof data);
    wrong(cujit_array_to_host, list, data, 1);
    wrong(cujit_array_fill_from_host, none, data, sizeof data);
    wrong(cujit_array_fill_from_host, list, data, 1);
    wrong(cujit_array_to_host_async, none, data, sizeof data, NULL);
    wrong(cujit_array_to_host_async, list, data, 1, NULL);
    wrong(cujit_array_fill_from_host_async, none, data, sizeof data, NULL);
    wrong(cujit_array_fill_from_host_async, list, data, 1, NULL);
    wrong(cujit_array_read, none, data, sizeof data);
    wrong(cujit_array_read, list, data, 1);
    wrong(cujit_array_write, none, data, sizeof data);
    wrong(cujit_array_write, list, data, 1);
    wrong(cujit_array_read_async, none, data, sizeof data, NULL);
    wrong(cujit_array_read_async, list, data, 1, NULL);
    wrong(cujit_array_write_async, none, data, sizeof data, NULL);
    wrong(cujit_array_write_async, list, data, 1, NULL);
    wrong(cujit_array_get_int64, none, &number);
    wrong(cujit_array_get_int64, list, &number);
    wrong(cujit_array_get_uint64, none, &natural);
    wrong(cujit_array_get_uint64, list, &natural);
    wrong(cujit_array_get_double, none, &real);
    wrong(cujit_array_get_double, list, &real);
    wrong(cujit_array_get_complex, none, parts);
    wrong(cujit_array_get_complex, list, parts);
    wrong(cujit_array_fill, none, text, NULL);
    wrong(cujit_array_fill, list, text, NULL);
    wrong(cujit_array_assign, none, list, NULL);
    wrong(cujit_array_assign, list, none, NULL);
    wrong(cujit_array_assign, words, list, NULL);
    wrong(cujit_array_transfer, none, list);
    wrong(cujit_array_transfer, list, none);
    wrong(cujit_array_transfer, words, list);
    wrong(cujit_array_transfer, list, grid);
}

TEST(calls_over_arrays)
{
    const cujit_array *pair[] = {list, grid}, *lacking[] = {list, NULL};
    const size_t repeats[] = {SIZE_MAX / 2, 2};
    cujit_array *edges = NULL;
    int answer;

    wrong(cujit_array_roll, none, 1, 0, NULL, &made);
    wrong(cujit_array_roll, list, 1, 5, NULL, &made);
    wrong(cujit_array_concatenate, pair, 2, 0, NULL, &made);
    wrong(cujit_array_concatenate, lacking, 2, 0, NULL, &made);
    wrong(cujit_array_stack, pair, 2, 0, NULL, &made);
    wrong(cujit_array_stack, lacking, 2, 0, NULL, &made);
    wrong(cujit_array_stack, pair, 1, 9, NULL, &made);
    wrong(cujit_array_stack, pair, 1, 0, NULL, NULL);
    wrong(cujit_array_tile, none, 2, repeats, NULL, &made);
    wrong(cujit_array_tile, list, 2, repeats, NULL, &made);
    wrong(cujit_array_repeat, none, 2, 0, NULL, &made);
    wrong(cujit_array_repeat, list, SIZE_MAX / 2, 0, NULL, &made);
    wrong(cujit_array_repeat_each, none, words, 0, NULL, &made);
    wrong(cujit_array_repeat_each, list, none, 0, NULL, &made);
    wrong(cujit_array_repeat_each, list, list, 0, NULL, &made);
    wrong(cujit_array_repeat_each, list, words, 4, NULL, &made);
    wrong(cujit_array_repeat_each, list, words, 0, NULL, NULL);
    wrong(cujit_array_where, none, list, list, NULL, &made);
    wrong(cujit_array_where, list, list, zeros(context, CUJIT_FLOAT32, 4), NULL, &made);
    wrong(cujit_array_take, none, words, 0, CUJIT_BOUNDS_CLIP, NULL, &made);
    wrong(cujit_array_take, list, list, 0, CUJIT_BOUNDS_CLIP, NULL, &made);
    wrong(cujit_array_put, none, words, list, CUJIT_BOUNDS_CLIP, NULL);
    wrong(cujit_array_put, list, list, list, CUJIT_BOUNDS_CLIP, NULL);
    wrong(cujit_array_take_along_axis, none, words, 0, CUJIT_BOUNDS_CLIP, NULL, &made);
    wrong(cujit_array_take_along_axis, list, list, 0, CUJIT_BOUNDS_CLIP, NULL, &made);
    wrong(cujit_array_put_along_axis, none, words, list, 0, CUJIT_BOUNDS_CLIP, NULL);
    wrong(cujit_array_put_along_axis, list, list, list, 0, CUJIT_BOUNDS_CLIP, NULL);
    wrong(cujit_array_compress, none, words, 0, NULL, &made);
    wrong(cujit_array_compress, list, grid, 0, NULL, &made);
    wrong(cujit_array_nonzero, none, NULL, &made);
    wrong(cujit_array_equal, none, list, NULL, &answer);
    wrong(cujit_array_equal, list, none, NULL, &answer);
    wrong(cujit_array_allclose, none, list, 0, 0, 0, NULL, &answer);
    wrong(cujit_array_allclose, list, list, 0, 0, 0, NULL, NULL);
    wrong(cujit_array_isclose, none, list, 0, 0, 0, NULL, &made);
    wrong(cujit_array_isclose, list, list, 0, 0, 0, NULL, NULL);
    wrong(cujit_reduce_segments, CUJIT_REDUCER_SUM, none, words, NULL, &made);
    wrong(cujit_reduce_segments, CUJIT_REDUCER_SUM, list, list, NULL, &made);
    wrong(cujit_reduce_by_key, CUJIT_REDUCER_SUM, none, list, NULL, &made, &edges);
    wrong(cujit_reduce_by_key, CUJIT_REDUCER_SUM, words, none, NULL, &made, &edges);
    wrong(cujit_reduce_by_key, CUJIT_REDUCER_SUM, words, grid, NULL, &made, &edges);
    wrong(cujit_array_bincount, none, none, 0, NULL, &made);
    wrong(cujit_array_bincount, list, none, 0, NULL, &made);
    wrong(cujit_array_histogram, none, 3, NULL, none, NULL, &made, &edges);
    wrong(cujit_array_histogram, list, 0, NULL, none, NULL, &made, &edges);
    wrong(cujit_array_histogram, list, 3, (const double[]){0, INFINITY}, none, NULL, &made, &edges);
}

TEST(streams_texts_and_files)
{
    cujit_stream stream;
    cujit_npz_writer *npz = NULL;
    cujit_npz_reader *reader = NULL;
    cujit_npy_reader *member = NULL;
    cujit_npy_writer *writer = NULL;
    cujit_module *module = NULL;
    cujit_creation *creation = NULL;
    double number;
    void *memory = NULL;
    size_t size;

    wrong(cujit_stream_create, NULL, &stream);
    wrong(cujit_stream_create, context, NULL);
    wrong(cujit_stream_create_with_flags, NULL, 0, &stream);
    wrong(cujit_stream_create_with_flags, context, 0, NULL);
    wrong(cujit_stream_create_with_flags, context, 8, &stream);
    wrong(cujit_eval, NULL, "1", CUJIT_NO_NAMES, &made);
    wrong(cujit_eval, context, NULL, CUJIT_NO_NAMES, &made);
    wrong(cujit_eval, context, "1", CUJIT_NO_NAMES, NULL);
    wrong(cujit_eval_named, NULL, "1", "", NULL, 0, &made);
    wrong(cujit_eval_named, context, NULL, "", NULL, 0, &made);
    wrong(cujit_eval_named, context, "1", "", NULL, 0, NULL);
    wrong(cujit_eval_named, context, "1", "x", NULL, 1, &made);
    wrong(cujit_eval_double, NULL, "1", CUJIT_NO_NAMES, &number);
    wrong(cujit_eval_double, context, NULL, CUJIT_NO_NAMES, &number);
    wrong(cujit_eval_double, context, "1", CUJIT_NO_NAMES, NULL);
    wrong(cujit_eval_double, context, "list", CUJIT_NAMED(list), &number);
    wrong(cujit_module_load_file, context, NULL, &module);
    wrong(cujit_module_load_file, context, "nowhere", &module);
    wrong(cujit_module_load_file, context, cj_test_file("empty", ""), &module);
    wrong(cujit_elementwise_create_async, context, &(cujit_elementwise_spec){0}, &creation);
    wrong(cujit_module_create_async, context, &(cujit_module_spec){0}, &creation);
    wrong(cujit_npy_load, NULL, "nowhere", &made);
    wrong(cujit_npy_load, context, NULL, &made);
    wrong(cujit_npy_load, context, "nowhere", &made);
    wrong(cujit_npy_load_memory, context, NULL, 0, &made);
    wrong(cujit_npy_load_memory, context, "no file", 7, &made);
    wrong(cujit_npy_save, none, "x.npy");
    wrong(cujit_npy_save, list, NULL);
    wrong(cujit_npy_save, list, "nowhere/x.npy");
    wrong(cujit_npy_save_memory, none, &memory, &size);
    wrong(cujit_npy_save_memory, list, NULL, &size);
    wrong(cujit_npz_reader_load, NULL, context, "x", &made);
    if (cujit_npz_writer_open(cj_test_path("a.npz"), 0, &npz, NULL) != CUJIT_OK)
        return; /* built without */
    wrong(cujit_npz_writer_save, NULL, "x", list);
    wrong(cujit_npz_writer_save, npz, "x", none);
    wrong(cujit_npz_writer_save, npz, NULL, list);
    wrong(cujit_npz_writer_save, npz, "", list);
    wrong(cujit_npz_writer_member, npz, "", CUJIT_FLOAT32, 2, shape, 0, &writer);
    must(cujit_npz_writer_save(npz, "x", list, &fault));
    wrong(cujit_npz_writer_save, npz, "x", list);
    must(cujit_npz_writer_close(npz, &fault));
    must(cujit_npz_reader_open(cj_test_path("a.npz"), &reader, &fault));
    wrong(cujit_npz_reader_load, reader, context, "y", &made);
    wrong(cujit_npz_reader_load, reader, context, NULL, &made);
    wrong(cujit_npz_reader_member, reader, "y", &member);
    cujit_npz_reader_free(reader);
}

TEST(random_numbers)
{
    cujit_random *random = NULL;

    wrong(cujit_random_create, NULL, 1, &random);
    wrong(cujit_random_create_with, NULL, &(cujit_random_spec){0}, &random);
    must(cujit_random_create(context, 1, &random, &fault));
    wrong(cujit_random_permutation, NULL, words);
    wrong(cujit_random_permutation, random, list);
    wrong(cujit_random_shuffle, NULL, list);
    wrong(cujit_random_shuffle, random, none);
    wrong(cujit_random_uniform, random, words, 0, 1);
    wrong(cujit_random_uniform_upper, random, words, 0, 1);
    wrong(cujit_random_normal, random, words, 0, 1);
    wrong(cujit_random_lognormal, random, words, 0, 1);
    wrong(cujit_random_exponential, random, words, 1);
    wrong(cujit_random_gamma, random, words, 1, 1);
    wrong(cujit_random_poisson, random, none, 1);
    wrong(cujit_random_bernoulli, random, none, 1);
    wrong(cujit_random_integers, random, list, 0, 1);
    cujit_random_free(random);
}

/* All bytes of a struct were set to 0. */
#define empty(function, type)                                                                                          \
    do {                                                                                                               \
        _Alignas(max_align_t) unsigned char got[sizeof(type)];                                                         \
                                                                                                                       \
        memset(got, 1, sizeof got);                                                                                    \
        function(NULL, (type *)(void *)got);                                                                           \
        for (size_t k = 0; k < sizeof got; k++)                                                                        \
            expect(got[k] == 0, #function " leaves byte %zu", k);                                                      \
        function(NULL, NULL);                                                                                          \
    } while (0)

TEST(nothing_is_known_of_nothing)
{
    empty(cujit_context_get_cache_stats, cujit_cache_stats);
    empty(cujit_cache_get_stats, cujit_cache_stats);
    empty(cujit_context_get_pool_stats, cujit_pool_stats);
    empty(cujit_pool_get_stats, cujit_pool_stats);
    empty(cujit_elementwise_get_report, cujit_report);
    empty(cujit_reduction_get_report, cujit_report);
    empty(cujit_scan_get_report, cujit_report);
    empty(cujit_rows_get_report, cujit_report);
    empty(cujit_module_get_report, cujit_report);
    empty(cujit_expression_get_report, cujit_expression_report);
    empty(cujit_random_get_spec, cujit_random_spec);
    empty(cujit_npy_reader_get_info, cujit_npy_info);
    cujit_context_get_cache_stats(context, NULL);
}
