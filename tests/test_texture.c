/*
 * test_texture.c: images, textures and surfaces: what kernels read and write, and what is refused.
 */
#include "tests/textures.h"

#include <math.h>

CONTEXT_FOR_EACH_CASE

/* What an operation over `t` gives at `count` indices: floats. */
static const float *values_of(const cujit_texture *texture, const char *type, const char *operation, size_t count)
{
    char arguments[100];
    cujit_array *z = zeros(context, CUJIT_FLOAT32, count);

    snprintf(arguments, sizeof arguments, "%s t, float *z", type);
    run_once(context, arguments, operation, CUJIT_ARGS(texture, z));
    return elements_of(z);
}

static void expect_values(const float *got, size_t count, const float *wanted)
{
    for (size_t k = 0; k < count; k++)
        expect(got[k] == wanted[k], "value %zu: got %.9g, expected %.9g", k, (double)got[k], (double)wanted[k]);
}

#define EXPECT(got, ...)                                                                                               \
    expect_values(got, sizeof((const float[]){__VA_ARGS__}) / sizeof(float), (const float[]){__VA_ARGS__})

static const float four[] = {0, 1, 2, 3}, six[] = {0, 1, 2, 10, 11, 12};

static cujit_image *row_of_four(void)
{
    return image_of(context, &(cujit_image_spec){.dtype = CUJIT_FLOAT32, .width = 4}, four);
}

/* ---- Reading ----------------------------------------------------------------------------------------------------- */

TEST(points_are_the_texels_that_coordinates_lie_in)
{
    cujit_texture *t = texture_with(context, .image = row_of_four());

    EXPECT(values_of(t, "texture1d<float>", "z[i] = t(i * 0.5f)", 8), 0, 0, 1, 1, 2, 2, 3, 3);
}

TEST(a_linear_filter_mixes_neighbours)
{
    cujit_texture *t = texture_with(context, .image = row_of_four(), .filter = CUJIT_FILTER_LINEAR);

    EXPECT(values_of(t, "texture1d<float>", "z[i] = t(i * 0.25f + 0.5f)", 16), 0, 0.25f, 0.5f, 0.75f, 1, 1.25f, 1.5f,
           1.75f, 2, 2.25f, 2.5f, 2.75f, 3, 3, 3, 3);
}

/* -1.5 to 6.5 in steps of 1. */
TEST_EACH(edges_are_what_the_texture_says, 4)
{
    static const struct {
        cujit_edge edge;
        int normalized;
        float wanted[9];
    } rows[] = {{CUJIT_EDGE_CLAMP, 0, {0, 0, 0, 1, 2, 3, 3, 3, 3}},
                {CUJIT_EDGE_BORDER, 0, {0, 0, 0, 1, 2, 3, 0, 0, 0}},
                {CUJIT_EDGE_WRAP, 1, {2, 3, 0, 1, 2, 3, 0, 1, 2}},
                {CUJIT_EDGE_MIRROR, 1, {1, 0, 0, 1, 2, 3, 3, 2, 1}}};
    cujit_texture *t = texture_with(context, .image = row_of_four(), .edges = {rows[_i].edge},
                                    .normalized_coordinates = rows[_i].normalized);

    expect_values(
        values_of(t, "texture1d<float>", rows[_i].normalized ? "z[i] = t((i - 1.5f) / 4)" : "z[i] = t(i - 1.5f)", 9), 9,
        rows[_i].wanted);
}

TEST(images_of_two_axes_are_read_by_x_and_y)
{
    cujit_image *image = image_of(context, &(cujit_image_spec){.dtype = CUJIT_FLOAT32, .width = 3, .height = 2}, six);
    cujit_texture *t = texture_with(context, .image = image),
                  *mixed = texture_with(context, .image = image, .filter = CUJIT_FILTER_LINEAR);

    EXPECT(values_of(t, "texture2d<float>", "z[i] = t(i % 3, i / 3)", 6), 0, 1, 2, 10, 11, 12);
    EXPECT(values_of(mixed, "texture2d<float>", "z[i] = t(i + 1, 1)", 2), 5.5f, 6.5f);
    EXPECT(values_of(t, "texture2d<float>", "z[i] = tex2D<float>(t, i, 1)", 3), 10, 11, 12);
    EXPECT(values_of(t, "texture2d<float>", "z[i] = tex2D(t, i, 1)", 3), 10, 11, 12);
    EXPECT(values_of(t, "cudaTextureObject_t", "z[i] = tex2D<float>(t, i, 1)", 3), 10, 11, 12);
    EXPECT(values_of(t, "texture2d<float>", "float w; tex2D(&w, t, i, 1); z[i] = w", 3), 10, 11, 12);
}

TEST(images_of_three_axes_and_layers)
{
    float texels[24];
    cujit_image *cube, *layers, *rows;

    for (int k = 0; k < 24; k++)
        texels[k] = (float)k;
    cube = image_of(context, &(cujit_image_spec){.dtype = CUJIT_FLOAT32, .width = 2, .height = 3, .depth = 4}, texels);
    layers = image_of(context, &(cujit_image_spec){.dtype = CUJIT_FLOAT32, .width = 2, .height = 3, .layers = 4},
                      texels);
    rows = image_of(context, &(cujit_image_spec){.dtype = CUJIT_FLOAT32, .width = 2, .layers = 12}, texels);
    EXPECT(values_of(texture_with(context, .image = cube), "texture3d<float>", "z[i] = t(1, 2, i)", 4), 5, 11, 17, 23);
    EXPECT(values_of(texture_with(context, .image = cube, .filter = CUJIT_FILTER_LINEAR), "texture3d<float>",
                     "z[i] = t(1, 1, i + 1)", 3),
           4.5f, 10.5f, 16.5f);
    /* Layers are not mixed, and the last stands for those beyond. */
    EXPECT(values_of(texture_with(context, .image = layers, .filter = CUJIT_FILTER_LINEAR), "texture2d_layered<float>",
                     "z[i] = t(1, 1, i)", 5),
           1.5f, 7.5f, 13.5f, 19.5f, 19.5f);
    /* The number of a layer has no sign. */
    EXPECT(values_of(texture_with(context, .image = rows), "texture1d_layered<float>", "z[i] = t(1.5f, i - 1)", 4), 23,
           1, 3, 5);
}

/* Each number and the vectors of it. */
TEST(integers_are_read_as_they_are)
{
    static const signed char bytes[] = {-128, -1, 0, 127};
    static const unsigned short shorts[] = {0, 1, 65535, 40000};
    cujit_image *small = image_of(context, &(cujit_image_spec){.dtype = CUJIT_INT8, .width = 4}, bytes);
    cujit_image *pairs = image_of(context, &(cujit_image_spec){.dtype = CUJIT_USHORT2, .width = 2}, shorts);
    cujit_image *one = image_of(context, &(cujit_image_spec){.dtype = CUJIT_INT8, .channels = 4, .width = 1}, bytes);

    ck_assert_int_eq(cujit_texture_dtype(texture_with(context, .image = small)), CUJIT_INT8);
    EXPECT(values_of(texture_with(context, .image = small), "texture1d<signed char>", "z[i] = t(i)", 4), -128, -1, 0,
           127);
    EXPECT(values_of(texture_with(context, .image = pairs), "texture1d<ushort2>",
                     "z[i] = t(i / 2).x + 2.0f * t(i / 2).y", 4),
           2, 2, 145535, 145535);
    EXPECT(values_of(texture_with(context, .image = one), "texture1d<char4>", "z[i] = t(0).x + t(0).w * 2", 1), 126);
}

TEST(integers_are_read_as_floats)
{
    static const unsigned char bytes[] = {0, 51, 255, 102};
    static const signed char signs[] = {-128, -127, 0, 127};
    cujit_image *image = image_of(context, &(cujit_image_spec){.dtype = CUJIT_UINT8, .width = 4}, bytes);
    cujit_image *vector = image_of(context, &(cujit_image_spec){.dtype = CUJIT_UCHAR4, .width = 1}, bytes);
    cujit_image *with_sign = image_of(context, &(cujit_image_spec){.dtype = CUJIT_INT8, .width = 4}, signs);

    EXPECT(
        values_of(texture_with(context, .image = image, .normalized_values = 1), "texture1d<float>", "z[i] = t(i)", 3),
        0, 51 / 255.0f, 1);
    EXPECT(values_of(texture_with(context, .image = with_sign, .normalized_values = 1), "texture1d<float>",
                     "z[i] = t(i)", 4),
           -1, -1, 0, 1);
    EXPECT(values_of(texture_with(context, .image = vector, .normalized_values = 1), "texture1d<float4>",
                     "z[i] = t(0).z + t(0).x", 1),
           1);
}

TEST(halves_are_read_as_floats)
{
    static const uint16_t halves[] = {0x3c00, 0xc000, 0x0001, 0x7bff}; /* 1, -2, 2^-24, 65504 */
    cujit_image *image = image_of(context, &(cujit_image_spec){.dtype = CUJIT_FLOAT16, .width = 4}, halves);

    EXPECT(values_of(texture_with(context, .image = image), "texture1d<float>", "z[i] = t(i)", 4), 1, -2, 0x1p-24f,
           65504);
}

/* What an H200 gave, and what would be another number in plainer arithmetic: docs/textures.md. */
TEST(the_arithmetic_is_that_of_a_gpu)
{
    static const float five[] = {0, 1, 2, 3, 4}, corner[] = {0, 0, 0, 1}, pair[] = {0x1.10a2ep-3f, 0x1.e24e8cp-1f};
    static const uint16_t counts[] = {0, 1}, halves[] = {0x0bfe, 0xbb0e}; /* 0x1.ff8p-13, -0x1.c38p-1 */
    cujit_image *row = image_of(context, &(cujit_image_spec){.dtype = CUJIT_FLOAT32, .width = 5}, five);
    cujit_image *square = image_of(context, &(cujit_image_spec){.dtype = CUJIT_FLOAT32, .width = 2, .height = 2},
                                   corner);
    cujit_image *two = image_of(context, &(cujit_image_spec){.dtype = CUJIT_FLOAT32, .width = 2}, pair);
    cujit_image *whole = image_of(context, &(cujit_image_spec){.dtype = CUJIT_UINT16, .width = 2}, counts);
    cujit_image *half = image_of(context, &(cujit_image_spec){.dtype = CUJIT_FLOAT16, .width = 2}, halves);

    /* 0.4f is more than 2/5, but not in 21 binary digits. */
    EXPECT(values_of(texture_with(context, .image = row, .normalized_coordinates = 1), "texture1d<float>",
                     "z[i] = t(0.4f)", 1),
           1);
    /* 24/256 * 16/256 is 1.5/256; 1/512 of a texel is one of 256, and a little less is none. */
    EXPECT(values_of(texture_with(context, .image = square, .filter = CUJIT_FILTER_LINEAR), "texture2d<float>",
                     "z[i] = t(0.5f + 24 / 256.0f, 0.5f + 16 / 256.0f)", 1),
           2 / 256.0f);
    EXPECT(values_of(texture_with(context, .image = square, .filter = CUJIT_FILTER_LINEAR), "texture2d<float>",
                     "z[i] = t(i == 0 ? 0x1.01p-1f : 0x1.00fffep-1f, 2)", 2),
           1 / 256.0f, 0);
    EXPECT(values_of(texture_with(context, .image = two, .filter = CUJIT_FILTER_LINEAR), "texture1d<float>",
                     "z[i] = t(0.5625f)", 1),
           0x1.782c56p-3f);
    EXPECT(values_of(texture_with(context, .image = whole, .filter = CUJIT_FILTER_LINEAR, .normalized_values = 1),
                     "texture1d<float>", "z[i] = t(0.5f + (127 + i) / 256.0f)", 2),
           0, 1 / 65535.0f);
    EXPECT(values_of(texture_with(context, .image = half, .filter = CUJIT_FILTER_LINEAR), "texture1d<float>",
                     "z[i] = t(0.5f + 36 / 256.0f)", 1),
           -0x1.fb4p-4f);
}

/* ---- Arrays ------------------------------------------------------------------------------------------------------ */

TEST(arrays_are_read_where_they_lie)
{
    float numbers[16];
    cujit_array *list, *rows;
    cujit_texture *t;

    for (int k = 0; k < 16; k++)
        numbers[k] = (float)k;
    list = upload(context, CUJIT_FLOAT32, 16, numbers);
    rows = upload_shape(context, CUJIT_FLOAT32, 2, (const size_t[]){2, 8}, numbers);
    EXPECT(values_of(texture_with(context, .array = list), "texture_buffer<float>", "z[i] = t[i + 13]", 3), 13, 14, 15);
    EXPECT(values_of(texture_with(context, .array = list), "texture_buffer<float>", "z[i] = tex1Dfetch(t, i)", 2), 0,
           1);
    EXPECT(
        values_of(texture_with(context, .array = list), "cudaTextureObject_t", "z[i] = tex1Dfetch<float>(t, i - 1)", 2),
        0, 0);
    for (int edge = CUJIT_EDGE_CLAMP; edge <= CUJIT_EDGE_BORDER; edge += CUJIT_EDGE_BORDER) {
        t = texture_with(context, .array = list, .edges = {(cujit_edge)edge});
        EXPECT(values_of(t, "texture_buffer<float>", "z[i] = t[i + 14]", 3), 14, 15, 0); /* whatever the edge */
    }
    t = texture_with(context, .array = rows, .filter = CUJIT_FILTER_LINEAR);
    EXPECT(values_of(t, "texture2d<float>", "z[i] = t(i + 1, 1)", 2), 4.5f, 5.5f);
    cujit_array_free(rows); /* the texture keeps the memory */
    EXPECT(values_of(t, "texture2d<float>", "z[i] = t(i + 0.5f, 1.5f)", 2), 8, 9);
}

TEST(the_last_axis_of_an_array_can_be_channels)
{
    const float numbers[] = {1, 2, 3, 4, 5, 6, 7, 8};
    cujit_array *array = upload_shape(context, CUJIT_FLOAT32, 3, (const size_t[]){2, 2, 2}, numbers);
    cujit_image *image = image_with(context, .array = array, .channels = 2);

    ck_assert_int_eq(cujit_image_ndim(image), 3);
    ck_assert_int_eq(cujit_image_channels(image), 2);
    ck_assert_uint_eq(cujit_image_bytes(image), sizeof numbers);
    ck_assert_int_eq(cujit_image_dtype(image), CUJIT_FLOAT32);
    EXPECT(values_of(texture_with(context, .image = image), "texture2d<float2>", "z[i] = t(i, 1).y", 2), 6, 8);
}

TEST(images_are_copied_to_and_from_arrays)
{
    float back[24], numbers[24];
    cujit_array *array, *wide, *part = NULL;
    cujit_image *image;
    const size_t shape[] = {2, 3, 4};
    const cujit_index inner[] = {cujit_index_slice(0, 2, 1), cujit_index_slice(0, 3, 1), cujit_index_slice(1, 5, 1)};

    for (int k = 0; k < 24; k++)
        numbers[k] = (float)k;
    array = upload_shape(context, CUJIT_FLOAT32, 3, shape, numbers);
    image = image_with(context, .array = array);
    ck_assert_uint_eq(cujit_image_shape(image)[0], 2);
    must(cujit_image_to_host(image, back, sizeof back, &fault));
    ck_assert_mem_eq(back, numbers, sizeof back);
    wide = zeros_shape(context, CUJIT_FLOAT32, 3, (const size_t[]){2, 3, 6});
    must(cujit_array_slice(wide, 3, inner, &part, &fault));
    must(cujit_image_to_array(image, part, NULL, &fault)); /* rows with gaps */
    must(cujit_array_read(part, back, sizeof back, &fault));
    ck_assert_mem_eq(back, numbers, sizeof back);
    must(cujit_array_fill(array, CUJIT_ARG(7), NULL, &fault));
    must(cujit_image_fill_from_array(image, part, NULL, &fault));
    must(cujit_image_to_array(image, array, NULL, &fault));
    expect_each(array, float, got == (float)k);
    cujit_array_free(part);
}

/* ---- Surfaces ---------------------------------------------------------------------------------------------------- */

TEST(surfaces_are_written_and_read)
{
    cujit_image *image = image_with(context, .dtype = CUJIT_FLOAT32, .width = 4, .height = 3, .surface = 1);
    float texels[12];
    cujit_array *z = zeros_shape(context, CUJIT_FLOAT32, 2, (const size_t[]){3, 4});

    run_once(context, "surface2d<float> s, float *z", "s.write(10 * i0 + i1, i1, i0); z[i] = s.read(i1, i0)",
             CUJIT_ARGS(image, z));
    expect_each(z, float, got == 10 * (float)(k / 4) + (float)(k % 4));
    must(cujit_image_to_host(image, texels, sizeof texels, &fault));
    ck_assert_mem_eq(texels, elements_of(z), sizeof texels);
    run_once(context, "cudaSurfaceObject_t s, float *z",
             "surf2Dwrite(z[i] + 1, s, (int)i1 * 4, (int)i0); z[i] = surf2Dread<float>(s, (int)i1 * 4, (int)i0)",
             CUJIT_ARGS(image, z));
    expect_each(z, float, got == 10 * (float)(k / 4) + (float)(k % 4) + 1);
    EXPECT(values_of(texture_with(context, .image = image), "texture2d<float>", "z[i] = t(i, 2)", 4), 21, 22, 23, 24);
}

TEST(surfaces_have_one_to_three_axes_and_layers)
{
    static const struct {
        const char *type, *operation;
        cujit_image_spec spec;
    } rows[] = {
        {"surface1d<int>", "s.write(i, i); z[i] = s.read(i)", {.width = 24}},
        {"surface3d<int>",
         "s.write(i, i % 2, i / 2 % 3, i / 6); z[i] = s.read(i % 2, i / 2 % 3, i / 6)",
         {.width = 2, .height = 3, .depth = 4}},
        {"surface1d_layered<int>", "s.write(i, i % 6, i / 6); z[i] = s.read(i % 6, i / 6)", {.width = 6, .layers = 4}},
        {"surface2d_layered<int>",
         "s.write(i, i % 2, i / 2 % 3, i / 6); z[i] = s.read(i % 2, i / 2 % 3, i / 6)",
         {.width = 2, .height = 3, .layers = 4}},
    };

    for (int k = 0; k < COUNT(rows); k++) {
        cujit_image_spec spec = rows[k].spec;
        char arguments[60];
        int texels[24];
        cujit_array *z = zeros(context, CUJIT_FLOAT32, 24);
        cujit_image *image;

        spec.dtype = CUJIT_INT32;
        spec.surface = 1;
        image = make_image(context, &spec);
        snprintf(arguments, sizeof arguments, "%s s, float *z", rows[k].type);
        run_once(context, arguments, rows[k].operation, CUJIT_ARGS(image, z));
        must(cujit_image_to_host(image, texels, sizeof texels, &fault));
        for (int j = 0; j < 24; j++)
            expect(texels[j] == j && ((const float *)elements_of(z))[j] == (float)j, "%s: %d", rows[k].type, j);
    }
}

TEST(what_lies_outside_of_a_surface_can_be_nothing)
{
    cujit_image *image = image_of(context, &(cujit_image_spec){.dtype = CUJIT_FLOAT32, .width = 4, .surface = 1}, four);
    cujit_array *z = zeros(context, CUJIT_FLOAT32, 6);

    run_once(context, "cudaSurfaceObject_t s, float *z",
             "z[i] = surf1Dread<float>(s, ((int)i - 1) * 4, cudaBoundaryModeZero) * 10 + "
             "surf1Dread<float>(s, ((int)i - 1) * 4, cudaBoundaryModeClamp); "
             "surf1Dwrite(7.0f, s, ((int)i + 4) * 4, cudaBoundaryModeZero)",
             CUJIT_ARGS(image, z));
    expect_elements(z, float, 0, 0, 11, 22, 33, 3);
}

/* ---- Modules ----------------------------------------------------------------------------------------------------- */

TEST(modules_take_both_kinds_of_parameters)
{
    static const char source[] = "__global__ void read(cudaTextureObject_t t, texture2d<float> u, float *z)\n"
                                 "{\n"
                                 "    z[threadIdx.x] = tex2D<float>(t, threadIdx.x + 0.5f, 1.5f) + u(threadIdx.x, 0);\n"
                                 "}\n"
                                 "__global__ void write(cudaSurfaceObject_t s, float a)\n"
                                 "{\n"
                                 "    surf2Dwrite(a * threadIdx.x, s, threadIdx.x * 4, 1);\n"
                                 "}\n";
    cujit_image *image = image_of(
        context, &(cujit_image_spec){.dtype = CUJIT_FLOAT32, .width = 3, .height = 2, .surface = 1}, six);
    cujit_texture *t = texture_with(context, .image = image);
    cujit_array *z = zeros(context, CUJIT_FLOAT32, 3);
    cujit_module *module = module_with(context, .source = source);
    cujit_function *read = NULL, *write = NULL;
    unsigned long long object = cujit_texture_object(t);
    void *data = cujit_array_data(z);

    must(cujit_module_function(module, "read", &read, &fault));
    must(cujit_module_function(module, "write", &write, &fault));
    must(cujit_function_launch(read, &(cujit_launch){.block = {3}}, CUJIT_ARGS(t, t, z), &fault));
    expect_elements(z, float, 10, 12, 14);
    must(cujit_function_launch(write, &(cujit_launch){.block = {3}}, CUJIT_ARGS(image, 2), &fault));
    must(cujit_function_launch(read, &(cujit_launch){.block = {3}}, CUJIT_ARGS(object, t, z), &fault));
    expect_elements(z, float, 0, 3, 6);
    must(cujit_function_launch_prepared(read, &(cujit_launch){.block = {3}}, (void *[]){&object, &object, &data},
                                        &fault));
    expect_elements(z, float, 0, 3, 6);
    refuse(cujit_function_launch(read, &(cujit_launch){.block = {3}}, CUJIT_ARGS(image, t, z), &fault),
           CUJIT_ERROR_ARGUMENT_TYPE, "argument 1 (t): expected a texture (cudaTextureObject_t), got an image");
    refuse(cujit_function_launch(read, &(cujit_launch){.block = {3}}, CUJIT_ARGS(-1, t, z), &fault),
           CUJIT_ERROR_ARGUMENT_VALUE, "argument 1 (t): a handle is no negative number");
    refuse(cujit_function_launch(read, &(cujit_launch){.block = {3}}, CUJIT_ARGS(t, t, t), &fault),
           CUJIT_ERROR_ARGUMENT_TYPE, "argument 3 (z): the kernel takes a pointer (float *z), got a texture");
}

/* As other languages fill in arguments. */
TEST(arguments_are_set_one_by_one)
{
    cujit_image *image = image_with(context, .dtype = CUJIT_FLOAT32, .width = 4, .surface = 1);
    cujit_texture *t = texture_with(context, .image = row_of_four());
    cujit_array *z = zeros(context, CUJIT_FLOAT32, 4);
    cujit_elementwise *kernel = kernel_of(context, "texture1d<float> t, surface1d<float> s, float *z",
                                          "s.write(t(i), i); z[i] = s.read(i)");
    cujit_arg items[3];

    cujit_arg_set_texture(items, 0, t);
    cujit_arg_set_image(items, 1, image);
    cujit_arg_set_array(items, 2, z);
    must(cujit_elementwise_run(kernel, NULL, (cujit_args){items, 3}, &fault));
    expect_elements(z, float, 0, 1, 2, 3);
}

TEST(reductions_and_scans_read_textures)
{
    cujit_texture *t = texture_with(context, .image = row_of_four());
    cujit_array *x = counting(context, 4);
    cujit_reduction *sum = reduction_with(context, .out_type = "float", .arguments = "texture1d<float> t, float *x",
                                          .map = "t(x[i]) * 10", SUM_FROM_0);
    float value = 0;

    run_to(sum, NULL, CUJIT_ARGS(t, x), &value);
    ck_assert_float_eq(value, 60);
}

/* ---- Graphs and lives -------------------------------------------------------------------------------------------- */

TEST(graphs_read_textures_that_were_freed)
{
    cujit_stream stream = make_stream(context);
    cujit_array *z = zeros(context, CUJIT_FLOAT32, 4);
    cujit_elementwise *kernel = kernel_of(context, "texture1d<float> t, float *z", "z[i] = t(i) + 1");
    cujit_image *image = row_of_four();
    cujit_texture *t = texture_with(context, .image = image);
    cujit_graph *graph;

    run_kernel(kernel, CUJIT_ARGS(t, z)); /* built before it is recorded */
    must(cujit_array_fill(z, CUJIT_ARG(0), NULL, &fault));
    must(cujit_graph_begin(context, stream, &fault));
    run_on(stream, kernel, CUJIT_ARGS(t, z));
    graph = end_graph(context, stream);
    cujit_texture_free(t);
    cujit_image_free(image);
    must(cujit_graph_launch(graph, stream, &fault));
    must(cujit_stream_synchronize(context, stream, &fault));
    expect_elements(z, float, 1, 2, 3, 4);
}

TEST(images_are_copied_in_graphs)
{
    cujit_stream stream = make_stream(context);
    cujit_array *from = counting(context, 4), *to = zeros(context, CUJIT_FLOAT32, 4);
    cujit_image *image = image_with(context, .dtype = CUJIT_FLOAT32, .width = 4);
    cujit_graph *graph;

    must(cujit_graph_begin(context, stream, &fault));
    must(cujit_image_fill_from_array(image, from, stream, &fault));
    must(cujit_image_to_array(image, to, stream, &fault));
    graph = end_graph(context, stream);
    expect_elements(to, float, 0, 0, 0, 0);
    must(cujit_graph_launch(graph, stream, &fault));
    must(cujit_stream_synchronize(context, stream, &fault));
    expect_elements(to, float, 0, 1, 2, 3);
}

TEST(a_texture_keeps_its_image_and_both_their_context)
{
    cujit_context *own = cj_test_context();
    cujit_image *image = image_of(own, &(cujit_image_spec){.dtype = CUJIT_FLOAT32, .width = 4}, four);
    cujit_texture *t = texture_with(own, .image = image);
    cujit_array *z = zeros(own, CUJIT_FLOAT32, 4);
    cujit_elementwise *kernel = kernel_of(own, "texture1d<float> t, float *z", "z[i] = t(i)");

    ck_assert_ptr_eq(cujit_texture_context(t), own);
    ck_assert_ptr_eq(cujit_image_context(image), own);
    cujit_image_free(image);
    cujit_context_free(own);
    run_kernel(kernel, CUJIT_ARGS(t, z));
    expect_elements(z, float, 0, 1, 2, 3);
    cujit_texture_free(t);
    (cujit_texture_free)(NULL);
    (cujit_image_free)(NULL);
}
