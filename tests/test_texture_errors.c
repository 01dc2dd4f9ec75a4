/*
 * test_texture_errors.c: what images, textures and surfaces cannot be, and arguments that do not fit.
 */
#include "tests/textures.h"

CONTEXT_FOR_EACH_CASE

static cujit_status image_status(const cujit_image_spec *spec)
{
    cujit_image *image = NULL;
    const cujit_status status = cujit_image_create(context, spec, &image, &fault);

    ck_assert(image == NULL || status == CUJIT_OK);
    (cujit_image_free)(image);
    return status;
}

TEST_EACH(images_that_cannot_be, 12)
{
    static const struct {
        cujit_image_spec spec;
        cujit_status status;
        const char *words;
    } rows[] = {
        {{.width = 4}, CUJIT_ERROR_INVALID_ARGUMENT, "a texel cannot be unknown"},
        {{.dtype = CUJIT_FLOAT64, .width = 4}, CUJIT_ERROR_INVALID_ARGUMENT, "a texel cannot be float64"},
        {{.dtype = CUJIT_FLOAT3, .width = 4}, CUJIT_ERROR_INVALID_ARGUMENT, "a texel cannot be float3"},
        {{.dtype = CUJIT_INT64, .width = 4}, CUJIT_ERROR_INVALID_ARGUMENT, "expected an 8-, 16- or 32-bit integer"},
        {{.dtype = CUJIT_FLOAT32, .channels = 3, .width = 4},
         CUJIT_ERROR_INVALID_ARGUMENT,
         "3 channels; expected 1, 2"},
        {{.dtype = CUJIT_UCHAR4, .channels = 4, .width = 4}, CUJIT_ERROR_INVALID_ARGUMENT, "has 4 channels already"},
        {{.dtype = CUJIT_FLOAT32}, CUJIT_ERROR_INVALID_ARGUMENT, ".width is 0"},
        {{.dtype = CUJIT_FLOAT32, .width = 4, .depth = 4}, CUJIT_ERROR_INVALID_ARGUMENT, ".height is 0"},
        {{.dtype = CUJIT_FLOAT32, .width = 4, .height = 4, .depth = 4, .layers = 2},
         CUJIT_ERROR_INVALID_ARGUMENT,
         "a depth (4) or layers (2), not both"},
        {{.dtype = CUJIT_FLOAT32, .width = 1 << 30}, CUJIT_ERROR_ARGUMENT_SIZE, ".width is 1073741824; a 1-d image of"},
        {{.dtype = CUJIT_UINT8, .width = 1, .height = 1, .depth = 1 << 20},
         CUJIT_ERROR_ARGUMENT_SIZE,
         ".depth is 1048576"},
        {{.dtype = CUJIT_UINT8, .width = 1, .layers = 4096},
         CUJIT_ERROR_ARGUMENT_SIZE,
         ".layers is 4096; a 1-d image with layers of"},
    };

    refuse(image_status(&rows[_i].spec), rows[_i].status, rows[_i].words);
}

TEST(images_and_arrays_that_do_not_go_together)
{
    cujit_array *list = counting(context, 12),
                *cube = zeros_shape(context, CUJIT_FLOAT32, 4, (const size_t[]){2, 2, 2, 2});
    cujit_array *empty = zeros(context, CUJIT_FLOAT32, 0), *columns = NULL, *bytes = zeros(context, CUJIT_UINT8, 12);
    cujit_array *square = zeros_shape(context, CUJIT_FLOAT32, 2, (const size_t[]){3, 4});
    cujit_image *image = image_with(context, .dtype = CUJIT_FLOAT32, .width = 4, .height = 3);
    float numbers[12];

    refuse(image_status(&(cujit_image_spec){.array = cube}), CUJIT_ERROR_ARGUMENT_SIZE,
           "the array has 4 axes; expected 1 to 3 axes of texels");
    refuse(image_status(&(cujit_image_spec){.array = list, .layers = 12}), CUJIT_ERROR_ARGUMENT_SIZE,
           "expected layers and 1 to 2 axes");
    refuse(image_status(&(cujit_image_spec){.array = square, .channels = 2}), CUJIT_ERROR_ARGUMENT_SIZE,
           "a last one of 2 channels");
    refuse(image_status(&(cujit_image_spec){.array = list, .width = 11}), CUJIT_ERROR_ARGUMENT_SIZE,
           ".width is 11, and the array has 12");
    refuse(image_status(&(cujit_image_spec){.array = square, .layers = 2}), CUJIT_ERROR_ARGUMENT_SIZE,
           ".layers is 2, and the array has 3");
    refuse(image_status(&(cujit_image_spec){.array = list, .dtype = CUJIT_INT32}), CUJIT_ERROR_ARGUMENT_TYPE,
           ".dtype is int32, and the array's is float32");
    refuse(image_status(&(cujit_image_spec){.array = empty}), CUJIT_ERROR_ARGUMENT_SIZE, "no elements");
    must(cujit_array_transpose(square, NULL, &columns, &fault));
    refuse(image_status(&(cujit_image_spec){.array = columns}), CUJIT_ERROR_UNSUPPORTED, "rows of texels have gaps");
    cujit_array_free(columns);
    refuse(cujit_image_fill_from_array(image, list, NULL, &fault), CUJIT_ERROR_ARGUMENT_SIZE, "other lengths");
    refuse(cujit_image_to_array(image, bytes, NULL, &fault), CUJIT_ERROR_ARGUMENT_TYPE,
           "the image has 1 channels of float32, the array elements of uint8");
    refuse(cujit_image_to_host(image, numbers, 47, &fault), CUJIT_ERROR_ARGUMENT_SIZE,
           "the image has 48 bytes, and size is 47");
    refuse(cujit_image_fill_from_host(image, NULL, 48, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "data is NULL");
    refuse(cujit_image_fill_from_host(NULL, numbers, 48, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "image is NULL");
    refuse(cujit_image_to_array(image, NULL, NULL, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "array is NULL");
}

static cujit_status texture_status(const cujit_texture_spec *spec)
{
    cujit_texture *texture = NULL;
    const cujit_status status = cujit_texture_create(context, spec, &texture, &fault);

    ck_assert(texture == NULL || status == CUJIT_OK);
    (cujit_texture_free)(texture);
    return status;
}

TEST(textures_that_cannot_be)
{
    cujit_image *reals = image_with(context, .dtype = CUJIT_FLOAT32, .width = 4);
    cujit_image *whole = image_with(context, .dtype = CUJIT_INT32, .width = 4);
    cujit_image *bytes = image_with(context, .dtype = CUJIT_UINT8, .width = 4);
    const struct {
        cujit_texture_spec spec;
        const char *words;
    } rows[] = {
        {{.image = NULL}, "both are NULL"},
        {{.image = reals, .array = counting(context, 4)}, "both are set"},
        {{.image = reals, .channels = 2}, ".channels are an array's"},
        {{.image = reals, .edges = {CUJIT_EDGE_WRAP}},
         ".edges[0] is CUJIT_EDGE_WRAP, which takes .normalized_coordinates"},
        {{.image = reals, .edges = {CUJIT_EDGE_MIRROR}}, ".edges[0] is CUJIT_EDGE_MIRROR"},
        {{.image = reals, .edges = {0, CUJIT_EDGE_BORDER}}, ".edges[1] is set, and a 1-d image has no such axis"},
        {{.image = reals, .edges = {(cujit_edge)4}}, ".edges[0] is 4, no cujit_edge"},
        {{.image = reals, .filter = (cujit_filter)2}, ".filter is 2, no cujit_filter"},
        {{.image = whole, .filter = CUJIT_FILTER_LINEAR}, "a linear filter mixes floats"},
        {{.image = bytes, .filter = CUJIT_FILTER_LINEAR}, "with .normalized_values"},
        {{.image = whole, .normalized_values = 1},
         ".normalized_values are for integers of 8 and 16 bits; the texels are int32"},
        {{.image = reals, .normalized_values = 1}, "the texels are float32"},
        {{.array = counting(context, 4), .filter = CUJIT_FILTER_LINEAR}, "read by an index"},
        {{.array = counting(context, 4), .normalized_coordinates = 1}, "read by an index"},
        {{.array = zeros_shape(context, CUJIT_FLOAT32, 3, (const size_t[]){2, 2, 8})}, "three axes"},
        {{.array = zeros_shape(context, CUJIT_FLOAT32, 2, (const size_t[]){2, 5})},
         "the array's rows are 20 bytes apart"},
        {{.array = view_of(counting(context, 64), 1, 32)}, "the array's elements begin at"},
        {{.array = zeros(context, CUJIT_FLOAT64, 4)}, "a texel cannot be float64"},
    };

    for (int k = 0; k < COUNT(rows); k++)
        refuse(texture_status(&rows[k].spec), CUJIT_ERROR_INVALID_ARGUMENT, rows[k].words);
    refuse(cujit_texture_create(context, &(cujit_texture_spec){.image = reals}, NULL, &fault),
           CUJIT_ERROR_INVALID_ARGUMENT, "NULL");
    ck_assert_uint_eq(cujit_texture_object(NULL), 0);
    ck_assert_uint_eq(cujit_image_surface(reals), 0);
}

TEST(expressions_do_not_read_textures)
{
    cujit_image *image = image_with(context, .dtype = CUJIT_FLOAT32, .width = 4);
    cujit_texture *texture = texture_with(context, .image = image);
    cujit_array *z = NULL;

    refuse(cujit_eval(context, "texture + 1", CUJIT_NAMED(texture), &z, &fault), CUJIT_ERROR_ARGUMENT_TYPE,
           "is a texture or an image; those are read by kernels");
    refuse(cujit_eval(context, "image + 1", CUJIT_NAMED(image), &z, &fault), CUJIT_ERROR_ARGUMENT_TYPE,
           "those are read by kernels");
}

static cujit_status run_status(const char *arguments, const char *operation, cujit_args args)
{
    return cujit_elementwise_run(kernel_of(context, arguments, operation), NULL, args, &fault);
}

TEST(arguments_that_are_other_textures)
{
    cujit_image *image = image_with(context, .dtype = CUJIT_FLOAT32, .width = 4, .surface = 1);
    cujit_image *bytes = image_with(context, .dtype = CUJIT_UCHAR4, .width = 4, .height = 4);
    cujit_texture *t = texture_with(context, .image = image), *none = NULL;
    cujit_texture *colours = texture_with(context, .image = bytes),
                  *floats = texture_with(context, .image = bytes, .normalized_values = 1);
    cujit_context *other = cj_test_context();
    cujit_texture *elsewhere = texture_with(other, .image = image_with(other, .dtype = CUJIT_FLOAT32, .width = 4));
    cujit_array *z = zeros(context, CUJIT_FLOAT32, 4);

    refuse(run_status("texture2d<float> t, float *z", "z[i] = t(i, 0)", CUJIT_ARGS(t, z)), CUJIT_ERROR_ARGUMENT_TYPE,
           "argument 1 (t): expected a texture2d<float>, got a texture of a 1-d image");
    refuse(run_status("texture2d<float4> t, float *z", "z[i] = t(i, 0).x", CUJIT_ARGS(colours, z)),
           CUJIT_ERROR_ARGUMENT_TYPE, "expected a texture2d<float4>, got a texture of which a read gives uchar4");
    refuse(run_status("texture2d<uchar4> t, float *z", "z[i] = t(i, 0).x", CUJIT_ARGS(floats, z)),
           CUJIT_ERROR_ARGUMENT_TYPE, "a read gives float4");
    refuse(run_status("texture1d<float> t, float *z", "z[i] = t(i)", CUJIT_ARGS(z, z)), CUJIT_ERROR_ARGUMENT_TYPE,
           "expected a texture (texture1d<float>), got an array");
    refuse(run_status("texture1d<float> t, float *z", "z[i] = t(i)", CUJIT_ARGS(1, z)), CUJIT_ERROR_ARGUMENT_TYPE,
           "got an integer");
    refuse(run_status("texture1d<float> t, float *z", "z[i] = t(i)", CUJIT_ARGS(none, z)), CUJIT_ERROR_INVALID_ARGUMENT,
           "the texture is NULL");
    refuse(run_status("texture1d<float> t, float *z", "z[i] = t(i)", CUJIT_ARGS(elsewhere, z)),
           CUJIT_ERROR_ARGUMENT_TYPE, "belongs to another context");
    refuse(run_status("surface1d<float> s, float *z", "z[i] = s.read(i)", CUJIT_ARGS(t, z)), CUJIT_ERROR_ARGUMENT_TYPE,
           "expected an image, as a surface (surface1d<float>), got a texture");
    refuse(run_status("surface1d<int> s, float *z", "z[i] = s.read(i)", CUJIT_ARGS(image, z)),
           CUJIT_ERROR_ARGUMENT_TYPE, "expected a surface1d<int>, got an image whose texels are float");
    refuse(run_status("surface2d<uchar4> s, float *z", "z[i] = s.read(i, 0).x", CUJIT_ARGS(bytes, z)),
           CUJIT_ERROR_ARGUMENT_TYPE, "the image was not made to be written");
    refuse(run_status("float a, float *z", "z[i] = a", CUJIT_ARGS(t, z)), CUJIT_ERROR_ARGUMENT_TYPE, "got a texture");
    refuse(run_status("float *a, float *z", "z[i] = a[i]", CUJIT_ARGS(image, z)), CUJIT_ERROR_ARGUMENT_TYPE,
           "got an image");
    refuse(cujit_eval(context, "t + z", CUJIT_NAMED(t, z), NULL, &fault), CUJIT_ERROR_ARGUMENT_TYPE, "t");
}

TEST_EACH(signatures_that_name_no_texture, 9)
{
    static const struct {
        const char *arguments, *words;
    } rows[] = {
        {"texture2d t, float *z", "expected '<' and a type behind 'texture2d', such as 'texture2d<float>'"},
        {"texture2d<double> t, float *z", "texture2d<double>: expected an 8-, 16- or 32-bit integer, float"},
        {"texture2d<float3> t, float *z", "texture2d<float3>"},
        {"texture2d<half> t, float *z", "expected an 8-, 16- or 32-bit integer, float"},
        {"texture2d<float *t, float *z", "expected"},
        {"texture2d<float> *t, float *z", "textures and surfaces are passed by value"},
        {"texture2d<float> t[3], float *z", "textures and surfaces are passed by value"},
        {"texture2d<T> t, float *z", "unknown type 'T'"},
        {"texture2d<float> const int t, float *z", "not a type"},
    };
    cujit_elementwise *kernel = NULL;

    refuse(cujit_elementwise_create(context,
                                    &(cujit_elementwise_spec){.arguments = rows[_i].arguments, .operation = "z[i] = 0"},
                                    &kernel, &fault),
           CUJIT_ERROR_SIGNATURE, rows[_i].words);
}

/* What a GPU leaves undefined is an error of the launch. */
TEST_EACH(the_host_tells_what_no_texture_has, 6)
{
    static const struct {
        const char *arguments, *operation, *words;
    } rows[] = {
        {"cudaTextureObject_t t, float *z", "z[i] = tex2D<float>(t, i, 0)", "for another number of axes"},
        {"cudaTextureObject_t t, float *z", "z[i] = tex1D<int>(t, i)", "one of floats as integers"},
        {"cudaTextureObject_t t, float *z", "z[i] = tex1D<float>(t * 0, i)", "that is none"},
        {"cudaSurfaceObject_t s, float *z", "surf1Dwrite(z[i], s, ((int)i + 1) * 4)", "outside of its image"},
        {"cudaSurfaceObject_t s, float *z", "z[i] = surf1Dread<float>(s, (int)i * 2)", "no multiple of the element's"},
        {"cudaSurfaceObject_t s, float *z", "z[i] = surf2Dread<float>(s, (int)i * 4, 0)", "for another number of axes"},
    };
    cujit_image *image = image_with(context, .dtype = CUJIT_FLOAT32, .width = 4, .surface = 1);
    cujit_texture *t = texture_with(context, .image = image);
    cujit_array *z = zeros(context, CUJIT_FLOAT32, 4);
    const bool reads = strncmp(rows[_i].arguments, "cudaTexture", 11) == 0;

    if (on_gpu(context))
        return;
    refuse(run_status(rows[_i].arguments, rows[_i].operation, reads ? CUJIT_ARGS(t, z) : CUJIT_ARGS(image, z)),
           CUJIT_ERROR_LAUNCH, rows[_i].words);
}
