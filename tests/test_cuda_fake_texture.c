/*
 * test_cuda_fake_texture.c: images, textures and surfaces of the CUDA backend, over the fake driver: what the driver is
 * told, and what is left when it fails.
 */
#include "libjit/device/cuda/driver.h"
#include "tests/cuda_fake_support.h"
#include "tests/textures.h"

static cujit_context *context;

static void open_context(void)
{
    setup();
    context = cj_test_target("cuda:1");
}

FIXTURE(open_context, NULL)

TEST_EACH(images_are_arrays_of_the_drivers, 5)
{
    static const struct {
        cujit_image_spec spec;
        unsigned flags;
    } rows[] = {
        {{.dtype = CUJIT_FLOAT32, .width = 4}, 0},
        {{.dtype = CUJIT_UCHAR4, .width = 4, .height = 3, .surface = 1}, CJ_CUDA_ARRAY_SURFACE},
        {{.dtype = CUJIT_INT16, .width = 4, .height = 3, .depth = 2}, 0},
        {{.dtype = CUJIT_FLOAT16, .channels = 2, .width = 4, .height = 3, .layers = 2}, CJ_CUDA_ARRAY_LAYERED},
        {{.dtype = CUJIT_INT8, .width = 4, .layers = 2, .surface = 1}, CJ_CUDA_ARRAY_LAYERED | CJ_CUDA_ARRAY_SURFACE},
    };
    cujit_image *image = make_image(context, &rows[_i].spec);
    unsigned char texels[96], back[96];
    const size_t size = cujit_image_bytes(image);

    ck_assert_uint_eq(fake->image_flags, rows[_i].flags);
    ck_assert_int_eq(fake->live_images, 1);
    ck_assert_int_eq(fake->live_textures, rows[_i].spec.surface);
    for (size_t k = 0; k < size; k++)
        texels[k] = (unsigned char)k;
    must(cujit_image_fill_from_host(image, texels, size, &fault));
    must(cujit_image_to_host(image, back, size, &fault));
    ck_assert_mem_eq(texels, back, size);
    cujit_image_free(image);
    ck_assert_int_eq(fake->live_images + fake->live_textures, 0);
}

TEST_EACH(textures_say_what_they_read_and_how, 4)
{
    static const struct {
        cujit_texture_spec spec;
        cujit_dtype dtype;
        unsigned flags, edge, filter;
    } rows[] = {
        {{.edges = {CUJIT_EDGE_CLAMP}}, CUJIT_FLOAT32, 0, CJ_CUDA_EDGE_CLAMP, CJ_CUDA_FILTER_POINT},
        {{.edges = {CUJIT_EDGE_WRAP},
          .normalized_coordinates = 1,
          .filter = CUJIT_FILTER_LINEAR,
          .normalized_values = 1},
         CUJIT_UINT8,
         CJ_CUDA_TEXTURE_NORMALIZED,
         CJ_CUDA_EDGE_WRAP,
         CJ_CUDA_FILTER_LINEAR},
        {{.edges = {CUJIT_EDGE_MIRROR}, .normalized_coordinates = 1},
         CUJIT_INT16,
         CJ_CUDA_TEXTURE_NORMALIZED | CJ_CUDA_TEXTURE_INTEGER,
         CJ_CUDA_EDGE_MIRROR,
         CJ_CUDA_FILTER_POINT},
        {{.edges = {CUJIT_EDGE_BORDER}},
         CUJIT_INT32,
         CJ_CUDA_TEXTURE_INTEGER,
         CJ_CUDA_EDGE_BORDER,
         CJ_CUDA_FILTER_POINT},
    };
    cujit_texture_spec spec = rows[_i].spec;
    const cj_cuda_resource *resource;
    const cj_cuda_sampling *sampling;
    cujit_texture *texture;

    spec.image = image_with(context, .dtype = rows[_i].dtype, .width = 4);
    texture = make_texture(context, &spec);
    resource = fake->resource;
    sampling = fake->sampling;
    ck_assert_uint_eq(resource->kind, CJ_CUDA_RESOURCE_ARRAY);
    ck_assert_uint_eq(sampling->flags, rows[_i].flags);
    ck_assert_uint_eq(sampling->edges[0], rows[_i].edge);
    ck_assert_uint_eq(sampling->filter, rows[_i].filter);
    ck_assert_uint_eq(cujit_texture_object(texture), 1);
    cujit_texture_free(texture);
    ck_assert_int_eq(fake->live_textures, 0);
}

TEST(arrays_are_memory_of_the_drivers)
{
    /* The fake driver's alignments are 1014 and 1051 bytes. */
    void *memory = device_memory(context, 8192);
    char *aligned = (char *)memory + (1014 - (uintptr_t)memory % 1014) % 1014;
    const cj_cuda_resource *resource;

    texture_with(context, .array = view_at(context, CUJIT_UINT8, 1, (const size_t[]){100}, NULL, aligned));
    resource = fake->resource;
    ck_assert_uint_eq(resource->kind, CJ_CUDA_RESOURCE_LINEAR);
    ck_assert_uint_eq(resource->of.linear.bytes, 100);
    ck_assert_uint_eq(resource->of.linear.format, CJ_CUDA_FORMAT_UINT8);
    texture_with(context, .array = view_at(context, CUJIT_UINT8, 2, (const size_t[]){3, 100},
                                           (const ptrdiff_t[]){1051, 1}, aligned));
    resource = fake->resource;
    ck_assert_uint_eq(resource->kind, CJ_CUDA_RESOURCE_PITCHED);
    ck_assert_uint_eq(resource->of.pitched.width, 100);
    ck_assert_uint_eq(resource->of.pitched.height, 3);
    ck_assert_uint_eq(resource->of.pitched.pitch, 1051);
    refuse(cujit_texture_create(context,
                                &(cujit_texture_spec){.array = view_at(context, CUJIT_UINT8, 1, (const size_t[]){100},
                                                                       NULL, aligned + 1)},
                                &(cujit_texture *){NULL}, &fault),
           CUJIT_ERROR_INVALID_ARGUMENT, "from a multiple of 1014 bytes");
}

TEST(images_beyond_the_devices_limits_are_refused)
{
    cujit_image *image = NULL;

    /* The fake driver's limits are 1000 and the attribute's number. */
    refuse(cujit_image_create(context, &(cujit_image_spec){.dtype = CUJIT_UINT8, .width = 1022}, &image, &fault),
           CUJIT_ERROR_ARGUMENT_SIZE, ".width is 1022; a 1-d image of cuda:1 has at most 1021");
    refuse(cujit_image_create(context, &(cujit_image_spec){.dtype = CUJIT_UINT8, .width = 1, .height = 1024}, &image,
                              &fault),
           CUJIT_ERROR_ARGUMENT_SIZE, ".height is 1024; a 2-d image of cuda:1 has at most 1023");
    refuse(cujit_image_create(context, &(cujit_image_spec){.dtype = CUJIT_UINT8, .width = 1, .layers = 1044}, &image,
                              &fault),
           CUJIT_ERROR_ARGUMENT_SIZE, ".layers is 1044; a 1-d image with layers of cuda:1 has at most 1043");
}

/* Whatever fails, nothing is left. */
TEST_EACH(failures_leave_nothing_behind, 5)
{
    static const struct {
        const char *symbol;
        unsigned code;
        cujit_status status;
        const char *words;
    } rows[] = {
        {"cuArray3DCreate_v2", CJ_CUDA_OUT_OF_MEMORY, CUJIT_ERROR_DEVICE_MEMORY, "making an image on Fake 1"},
        {"cuArray3DCreate_v2", CJ_CUDA_INVALID_VALUE, CUJIT_ERROR_DEVICE, "making an image on Fake 1"},
        {"cuSurfObjectCreate", CJ_CUDA_INVALID_VALUE, CUJIT_ERROR_DEVICE, "making a surface on Fake 1"},
        {"cuMemcpy3DAsync_v2", CJ_CUDA_INVALID_VALUE, CUJIT_ERROR_DEVICE, "copying the texels of an image on Fake 1"},
        {"cuTexObjectCreate", CJ_CUDA_INVALID_VALUE, CUJIT_ERROR_DEVICE, "making a texture on Fake 1"},
    };
    cujit_array *array = zeros(context, CUJIT_FLOAT32, 4);
    cujit_image *image = NULL;
    cujit_texture *texture = NULL;
    cujit_status status;

    make_fail(rows[_i].symbol, rows[_i].code);
    status = cujit_image_create(context, &(cujit_image_spec){.array = array, .surface = 1}, &image, &fault);
    if (status == CUJIT_OK)
        status = cujit_texture_create(context, &(cujit_texture_spec){.image = image}, &texture, &fault);
    refuse(status, rows[_i].status, rows[_i].words);
    ck_assert_ptr_null(texture);
    (cujit_image_free)(image);
    ck_assert_int_eq(fake->live_images + fake->live_textures, 0);
}

/* While a graph lives that may use them, they stay. */
TEST(graphs_keep_what_was_freed)
{
    cujit_stream stream = make_stream(context);
    cujit_image *image = image_with(context, .dtype = CUJIT_FLOAT32, .width = 4);
    cujit_texture *texture = texture_with(context, .image = image);
    cujit_graph *graph;

    must(cujit_graph_begin(context, stream, &fault));
    graph = end_graph(context, stream);
    cujit_texture_free(texture);
    cujit_image_free(image);
    ck_assert_int_eq(fake->live_images, 1);
    ck_assert_int_eq(fake->live_textures, 1);
    cujit_graph_free(graph);
    cujit_context_free(context);
}
