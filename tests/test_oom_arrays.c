/*
 * test_oom_arrays.c: running out of memory in what is done to whole arrays, and on their way in and out; see test_oom.c.
 */
#include "tests/arrays.h"
#include "tests/oom.h"

#include "libjit/io/dlpack_abi.h"

#include <cujit/dlpack.h>

static cujit_context *context;
static cujit_array *x, *columns, *numbers, *mask, *offsets; /* made while there was memory */
static void *npy;
static size_t npy_size;
static cujit_array *results[2];

static void setup(void)
{
    setenv("CUJIT_DEVICE", "host", 1);
    setenv("CUJIT_HOST_THREADS", "1", 1); /* see test_oom.c */
    context = cj_test_context();
    x = count_shape(context, CUJIT_FLOAT32, "4x6");
    columns = turned(x);
    numbers = list_of(context, 3, 0, 1, 1);
    mask = list_of(context, 1, 0, 0, 1);
    offsets = list_of(context, 0, 3, 24);
    must(cujit_npy_save_memory(x, &npy, &npy_size, &fault));
}

static void teardown(void)
{
    cj_alloc_fail_at(0);
    cujit_free(npy);
}

/* ---- Scenarios --------------------------------------------------------------------------------------------------- */

static cujit_status views(cujit_error *error)
{
    const cujit_index inner[] = {cujit_index_slice(1, -1, 1), cujit_index_at(0)};
    cujit_status status = cujit_array_slice(x, 2, inner, &results[0], error);

    return status != CUJIT_OK ? status : cujit_array_ravel(columns, NULL, &results[1], error);
}

static cujit_status numbers_made(cujit_error *error)
{
    cujit_status status = cujit_array_arange(context, CUJIT_INT32, 0, 10, 1, NULL, &results[0], error);

    return status != CUJIT_OK ? status
                              : cujit_array_linspace(context, CUJIT_FLOAT64, 0, 1, 5, 1, NULL, &results[1], error);
}

static cujit_status copies(cujit_error *error)
{
    cujit_status status = cujit_array_astype(columns, CUJIT_FLOAT64, NULL, &results[0], error);

    return status != CUJIT_OK ? status : cujit_array_assign(x, x, NULL, error);
}

static cujit_status host_copies(cujit_error *error)
{
    float data[24];
    cujit_status status = cujit_array_read(columns, data, sizeof data, error);

    return status != CUJIT_OK ? status : cujit_array_write(columns, data, sizeof data, error);
}

static cujit_status joins(cujit_error *error)
{
    const cujit_array *both[] = {columns, columns};
    cujit_status status = cujit_array_concatenate(both, 2, 0, NULL, &results[0], error);

    return status != CUJIT_OK ? status : cujit_array_roll(columns, 2, 1, NULL, &results[1], error);
}

static cujit_status selections(cujit_error *error)
{
    cujit_status status = cujit_array_take(columns, numbers, 0, CUJIT_BOUNDS_CHECK, NULL, &results[0], error);

    return status != CUJIT_OK ? status : cujit_array_compress(x, mask, 0, NULL, &results[1], error);
}

static cujit_status along(cujit_error *error)
{
    cujit_array *column = NULL;
    cujit_status status = cujit_array_expand_dims(numbers, 1, &column, error);

    if (status == CUJIT_OK)
        status = cujit_array_take_along_axis(x, column, 1, CUJIT_BOUNDS_CLIP, NULL, &results[0], error);
    if (status == CUJIT_OK)
        status = cujit_array_put_along_axis(x, column, results[0], 1, CUJIT_BOUNDS_CLIP, NULL, error);
    cujit_array_free(column);
    return status;
}

static cujit_status repeats(cujit_error *error)
{
    return cujit_array_repeat_each(x, numbers, 0, NULL, &results[0], error);
}

static cujit_status bins(cujit_error *error)
{
    cujit_status status = cujit_array_bincount(numbers, mask, 0, NULL, &results[0], error);

    return status != CUJIT_OK ? status : cujit_array_histogram(columns, 4, NULL, NULL, NULL, &results[1], NULL, error);
}

static cujit_status pieces(cujit_error *error)
{
    cujit_status status = cujit_reduce_segments(CUJIT_REDUCER_MEAN, columns, offsets, NULL, &results[0], error);

    cujit_array_free(results[0]);
    results[0] = NULL;
    return status != CUJIT_OK
               ? status
               : cujit_reduce_by_key(CUJIT_REDUCER_SUM, numbers, mask, NULL, &results[0], &results[1], error);
}

static cujit_status comparisons(cujit_error *error)
{
    int close = 0;
    cujit_status status = cujit_array_allclose(x, x, 0, 0, 0, NULL, &close, error);

    return status != CUJIT_OK ? status : cujit_array_isclose(x, x, 0, 0, 0, NULL, &results[0], error);
}

static cujit_status texts(cujit_error *error)
{
    char *text = NULL;
    cujit_status status = cujit_array_format(columns, NULL, &text, error);

    ck_assert((status == CUJIT_OK) == (text != NULL));
    cujit_free(text);
    return status;
}

static cujit_status files(cujit_error *error)
{
    void *data = NULL;
    size_t size = 0;
    cujit_status status = cujit_npy_save_memory(columns, &data, &size, error);

    cujit_free(data);
    return status != CUJIT_OK ? status : cujit_npy_load_memory(context, npy, npy_size, &results[0], error);
}

static cujit_status exchange(cujit_error *error)
{
    struct DLManagedTensorVersioned *tensor = NULL;
    cujit_status status = cujit_array_to_dlpack(x, NULL, &tensor, error);

    if (status != CUJIT_OK)
        return status;
    if ((status = cujit_array_from_dlpack(context, tensor, 0, &results[0], error)) != CUJIT_OK)
        ((cj_dl_versioned *)(void *)tensor)->deleter((void *)tensor);
    return status;
}

static cujit_status textures(cujit_error *error)
{
    cujit_image *image = NULL;
    cujit_texture *texture = NULL;
    cujit_elementwise *kernel = NULL;
    cujit_status status = cujit_image_create(context, &(cujit_image_spec){.array = x, .surface = 1}, &image, error);

    if (status == CUJIT_OK)
        status = cujit_texture_create(context, &(cujit_texture_spec){.image = image}, &texture, error);
    if (status == CUJIT_OK)
        status = cujit_array_copy(x, NULL, &results[0], error);
    if (status == CUJIT_OK)
        status = cujit_elementwise_create(context,
                                          &(cujit_elementwise_spec){
                                              .arguments = "texture2d<float> t, surface2d<float> s, float *z",
                                              .operation = "z[i] = t(i1, i0)",
                                          },
                                          &kernel, error);
    if (status == CUJIT_OK)
        status = cujit_elementwise_run(kernel, NULL, CUJIT_ARGS(texture, image, results[0]), error);
    cujit_elementwise_free(kernel);
    cujit_texture_free(texture);
    texture = NULL;
    if (status == CUJIT_OK)
        status = cujit_texture_create(context, &(cujit_texture_spec){.array = numbers}, &texture, error);
    cujit_texture_free(texture);
    cujit_image_free(image);
    return status;
}

/* clang-format off */
static const oom_run scenarios[] = {
    views, numbers_made, copies, host_copies, joins, selections, along, repeats, bins, pieces, comparisons, texts, files,
    exchange, textures,
};
/* clang-format on */

static oom_run scenario;

static cujit_status run(cujit_error *error)
{
    cujit_status status = scenario(error);

    for (int k = 0; k < 2; k++) {
        cujit_array_free(results[k]);
        results[k] = NULL;
    }
    return status;
}

FIXTURE(setup, teardown)

TEST_EACH(arrays_run_out_of_memory, COUNT(scenarios))
{
    scenario = scenarios[_i];
    must(run(&fault)); /* its kernels are there from then on */
    fail_each_allocation(run, CUJIT_OK);
    must(run(&fault));
}
