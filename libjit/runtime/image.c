/*
 * image.c: images: what textures read and surfaces write, in a layout of the device's own.
 */
#include "libjit/runtime/texture.h"

#include "libjit/base/alloc.h"
#include "libjit/base/sized.h"
#include "libjit/runtime/argument.h"
#include "libjit/syntax/handle.h"

#include <stdint.h>
#include <stdio.h>

/* ---- Layouts ----------------------------------------------------------------------------------------------------- */

cj_texture_kind cj_image_kind(const cj_image_layout *layout)
{
    if (layout->layers > 0)
        return layout->height > 0 ? CJ_TEXTURE_2D_LAYERED : CJ_TEXTURE_1D_LAYERED;
    return layout->depth > 0 ? CJ_TEXTURE_3D : layout->height > 0 ? CJ_TEXTURE_2D : CJ_TEXTURE_1D;
}

const char *cj_texture_kind_name(cj_texture_kind kind)
{
    static const char *const names[CJ_TEXTURE_KINDS] = {
        [CJ_TEXTURE_BUFFER] = "an array of one axis",
        [CJ_TEXTURE_1D] = "a 1-d image",
        [CJ_TEXTURE_2D] = "a 2-d image",
        [CJ_TEXTURE_3D] = "a 3-d image",
        [CJ_TEXTURE_1D_LAYERED] = "a 1-d image with layers",
        [CJ_TEXTURE_2D_LAYERED] = "a 2-d image with layers",
    };

    return names[kind];
}

cujit_status cj_image_check_texel(const char *function, const cujit_context *context, cujit_dtype dtype, int channels,
                                  cj_image_layout *layout, cujit_error *error)
{
    unsigned of_dtype;

    if (channels < 0 || channels > 4 || channels == 3)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "%s: %d channels; expected 1, 2 or 4", function,
                            channels);
    if (!cj_texel_split(dtype, &layout->dtype, &of_dtype))
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT,
                            "%s: a texel cannot be %s; expected an 8-, 16- or 32-bit integer, float16, float32, or a "
                            "vector of 1, 2 or 4 of them",
                            function, cujit_context_type_name(context, dtype));
    if (channels > 1 && of_dtype > 1)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "%s: %s has %u channels already, and .channels is %d",
                            function, cujit_dtype_name(dtype), of_dtype, channels);
    layout->channels = channels > 1 ? (unsigned)channels : of_dtype;
    layout->texel_bytes = layout->channels * cujit_dtype_size(layout->dtype);
    return CUJIT_OK;
}

/* Are the array's last axis the channels of a texel? */
static bool has_channel_axis(const cujit_array *array, const cj_image_layout *layout)
{
    return array->item_size != layout->texel_bytes;
}

cujit_status cj_image_layout_of(const char *function, const cujit_array *array, cj_image_layout *layout,
                                cujit_error *error)
{
    static const char *const behind[] = {
        [0] = "", [2] = " and a last one of 2 channels", [4] = " and a last one of 4 channels"};
    const bool channels = has_channel_axis(array, layout), layers = layout->layers > 0;
    const int axes = array->ndim - channels - layers, most = layers ? 2 : 3;
    const size_t *length = array->shape;

    if (axes < 1 || axes > most || (channels && array->shape[array->ndim - 1] != layout->channels))
        return cj_error_set(error, CUJIT_ERROR_ARGUMENT_SIZE,
                            "%s: the array has %d axes; expected%s 1 to %d axes of texels%s", function, array->ndim,
                            layers ? " layers and" : "", most, behind[channels ? layout->channels : 0]);
    if (layers)
        layout->layers = *length++;
    layout->depth = axes == 3 ? *length++ : 0;
    layout->height = axes >= 2 ? *length++ : 0;
    layout->width = *length;
    if (array->size == 0)
        return cj_error_set(error, CUJIT_ERROR_ARGUMENT_SIZE, "%s: the array has no elements", function);
    return CUJIT_OK;
}

cujit_status cj_image_rows_of(const char *function, const cujit_array *array, const cj_image_layout *layout,
                              size_t *pitch, size_t *rows, cujit_error *error)
{
    const bool channels = has_channel_axis(array, layout);
    const int x = array->ndim - 1 - channels;
    const ptrdiff_t row_bytes = (ptrdiff_t)(layout->width * layout->texel_bytes), *strides = array->strides;
    const ptrdiff_t row = layout->height > 0 ? strides[x - 1] : row_bytes;
    const int outer = layout->height > 0 ? x - 2 : x - 1; /* slices or layers */
    const ptrdiff_t slice = outer >= 0 ? strides[outer] : row * (ptrdiff_t)(layout->height > 0 ? layout->height : 1);
    const bool dense = (array->shape[x] == 1 || strides[x] == (ptrdiff_t)layout->texel_bytes) &&
                       (!channels || strides[x + 1] == (ptrdiff_t)array->item_size);

    /* Layers of one row each: their distance is that of rows. */
    *pitch = layout->height > 0 ? (size_t)row : (size_t)slice;
    *rows = layout->height > 0 && row > 0 ? (size_t)(slice / row) : 1;
    if (dense && row >= row_bytes && slice >= row_bytes && (layout->height == 0 || slice % row == 0) &&
        *rows >= (layout->height > 0 ? layout->height : 1))
        return CUJIT_OK;
    return cj_error_set(error, CUJIT_ERROR_UNSUPPORTED,
                        "%s: the array's rows of texels have gaps, overlap or run backwards; cujit_array_copy() makes "
                        "one of which they do not",
                        function);
}

/* ---- Making ------------------------------------------------------------------------------------------------------ */

/* A length that is given and also follows from the array must be the same. */
static cujit_status take_length(const char *what, size_t given, size_t of_array, size_t *out, cujit_error *error)
{
    if (given != 0 && given != of_array)
        return cj_error_set(error, CUJIT_ERROR_ARGUMENT_SIZE, "cujit_image_create: .%s is %zu, and the array has %zu",
                            what, given, of_array);
    *out = of_array;
    return CUJIT_OK;
}

static cujit_status take_lengths(const cujit_image_spec *spec, cj_image_layout *layout, cujit_error *error)
{
    cj_image_layout of_array = *layout;
    cujit_status status;

    of_array.layers = spec->layers;
    if ((status = cj_image_layout_of("cujit_image_create", spec->array, &of_array, error)) != CUJIT_OK ||
        (status = take_length("width", spec->width, of_array.width, &layout->width, error)) != CUJIT_OK ||
        (status = take_length("height", spec->height, of_array.height, &layout->height, error)) != CUJIT_OK ||
        (status = take_length("depth", spec->depth, of_array.depth, &layout->depth, error)) != CUJIT_OK)
        return status;
    return take_length("layers", spec->layers, of_array.layers, &layout->layers, error);
}

static cujit_status check_lengths(const cujit_context *context, const cj_image_layout *layout, cujit_error *error)
{
    const size_t lengths[] = {layout->width, layout->height, layout->layers > 0 ? layout->layers : layout->depth};
    const char *const names[] = {"width", "height", layout->layers > 0 ? "layers" : "depth"};
    cj_texture_limits limits;

    if (layout->width == 0 || (layout->depth > 0 && layout->height == 0))
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "cujit_image_create: .%s is 0",
                            layout->width == 0 ? "width" : "height");
    if (layout->depth > 0 && layout->layers > 0)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT,
                            "cujit_image_create: an image has a depth (%zu) or layers (%zu), not both", layout->depth,
                            layout->layers);
    context->backend->texture_limits(context->device, &limits);
    for (size_t k = 0; k < 3; k++) {
        if (lengths[k] > limits.most[layout->kind][k])
            return cj_error_set(error, CUJIT_ERROR_ARGUMENT_SIZE,
                                "cujit_image_create: .%s is %zu; %s of %s has at most %zu", names[k], lengths[k],
                                cj_texture_kind_name(layout->kind), context->device_text, limits.most[layout->kind][k]);
    }
    return CUJIT_OK;
}

static cujit_status read_spec(const cujit_context *context, const cujit_image_spec *spec, cj_image_layout *layout,
                              cujit_error *error)
{
    const cujit_array *array = spec->array;
    const cujit_dtype dtype = spec->dtype != CUJIT_DTYPE_NONE || array == NULL ? spec->dtype : array->dtype;
    cujit_status status = cj_image_check_texel("cujit_image_create", context, dtype, spec->channels, layout, error);

    if (status != CUJIT_OK)
        return status;
    layout->surface = spec->surface != 0;
    layout->width = spec->width;
    layout->height = spec->height;
    layout->depth = spec->depth;
    layout->layers = spec->layers;
    if (array != NULL && array->context != context)
        return cj_error_set(error, CUJIT_ERROR_ARGUMENT_TYPE,
                            "cujit_image_create: the array belongs to another context");
    if (array != NULL && array->dtype != dtype)
        return cj_error_set(error, CUJIT_ERROR_ARGUMENT_TYPE, "cujit_image_create: .dtype is %s, and the array's is %s",
                            cujit_dtype_name(dtype), cujit_context_type_name(context, array->dtype));
    if (array != NULL && (status = take_lengths(spec, layout, error)) != CUJIT_OK)
        return status;
    layout->kind = cj_image_kind(layout);
    return check_lengths(context, layout, error);
}

static void set_shape(cujit_image *image)
{
    const cj_image_layout *layout = &image->layout;
    const size_t lengths[] = {layout->layers, layout->depth, layout->height, layout->width,
                              layout->channels > 1 ? layout->channels : 0};

    for (size_t k = 0; k < sizeof lengths / sizeof *lengths; k++) {
        if (lengths[k] > 0)
            image->shape[image->ndim++] = lengths[k];
    }
}

static void destroy(cj_registered *registered)
{
    cujit_image *image = (cujit_image *)registered;
    const cj_backend *backend = image->context->backend;

    if (image->surface != 0)
        backend->surface_free(image->context->device, image->surface);
    if (image->image != NULL)
        backend->image_free(image->context->device, image->image);
    cj_free(image);
}

void cj_image_retain(cujit_image *image)
{
    atomic_fetch_add_explicit(&image->references, 1, memory_order_relaxed);
}

void cujit_image_free(cujit_image *image)
{
    cujit_context *context = image != NULL ? image->context : NULL;

    if (image == NULL || atomic_fetch_sub_explicit(&image->references, 1, memory_order_acq_rel) != 1)
        return;
    cj_context_drop(context, &image->registered, true);
    cj_context_release(context);
}

/* When memory runs out, what the context holds goes first. */
static cujit_status make_on_device(cujit_image *image, cujit_error *error)
{
    cujit_context *context = image->context;
    const cj_backend *backend = context->backend;
    cujit_error first = {0};
    cujit_status status = backend->image_create(context->device, &image->layout, &image->image, &first);

    if (cj_blocks_make_room(&context->staging.device, status, &first))
        status = backend->image_create(context->device, &image->layout, &image->image, error);
    else if (status != CUJIT_OK)
        status = cj_error_move(error, &first);
    if (status == CUJIT_OK && image->layout.surface)
        status = backend->surface_create(context->device, image->image, &image->layout, &image->surface, error);
    return status;
}

static cujit_status make(cujit_context *context, const cj_image_layout *layout, cujit_image **out, cujit_error *error)
{
    cujit_image *image = cj_calloc(1, sizeof *image);
    cujit_status status;

    if (image == NULL)
        return cj_error_no_memory(error, "an image");
    image->registered.destroy = destroy;
    image->context = context;
    image->layout = *layout;
    atomic_init(&image->references, 1);
    set_shape(image);
    if ((status = make_on_device(image, error)) != CUJIT_OK) {
        destroy(&image->registered); /* nobody has used it */
        return status;
    }
    cj_context_retain(context);
    *out = image;
    return CUJIT_OK;
}

/* ---- Copies ------------------------------------------------------------------------------------------------------ */

size_t cujit_image_bytes(const cujit_image *image)
{
    size_t bytes = image != NULL ? cujit_dtype_size(image->layout.dtype) : 0;

    for (int k = 0; image != NULL && k < image->ndim; k++)
        bytes *= image->shape[k];
    return bytes;
}

static cujit_status copy_host(const char *function, const cujit_image *image, void *data, size_t size, bool to_image,
                              cujit_error *error)
{
    cj_image_copy copy = {.memory = data, .to_image = to_image, .on_host = true};
    cujit_status status;

    if (image == NULL || data == NULL)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "%s: %s is NULL", function,
                            image == NULL ? "image" : "data");
    if ((status = cj_context_check(image->context, error)) != CUJIT_OK)
        return status;
    if (size != cujit_image_bytes(image))
        return cj_error_set(error, CUJIT_ERROR_ARGUMENT_SIZE, "%s: the image has %zu bytes, and size is %zu", function,
                            cujit_image_bytes(image), size);
    copy.layout = &image->layout;
    copy.image = image->image;
    copy.pitch = image->layout.width * image->layout.texel_bytes;
    copy.rows = image->layout.height > 0 ? image->layout.height : 1;
    return image->context->backend->image_copy(image->context->device, &copy, NULL, true, error);
}

cujit_status cujit_image_fill_from_host(cujit_image *image, const void *data, size_t size, cujit_error *error)
{
    return copy_host("cujit_image_fill_from_host", image, (void *)(uintptr_t)data, size, true, error);
}

cujit_status cujit_image_to_host(const cujit_image *image, void *data, size_t size, cujit_error *error)
{
    return copy_host("cujit_image_to_host", image, data, size, false, error);
}

static cujit_status check_array(const char *function, const cujit_image *image, const cujit_array *array,
                                cujit_error *error)
{
    const cj_image_layout *layout = &image->layout;
    cj_image_layout of_array = *layout;
    cujit_dtype number;
    unsigned channels;
    cujit_status status;

    if (!cj_argument_same_memory(image->context, array))
        return cj_error_set(error, CUJIT_ERROR_ARGUMENT_TYPE, "%s: the array lies on %s, the image on %s", function,
                            array->context->device_text, image->context->device_text);
    if (!cj_texel_split(array->dtype, &number, &channels) || number != layout->dtype ||
        (channels > 1 && channels != layout->channels))
        return cj_error_set(error, CUJIT_ERROR_ARGUMENT_TYPE,
                            "%s: the image has %u channels of %s, the array elements of %s", function, layout->channels,
                            cujit_dtype_name(layout->dtype), cujit_context_type_name(array->context, array->dtype));
    if ((status = cj_image_layout_of(function, array, &of_array, error)) != CUJIT_OK)
        return status;
    if (of_array.width != layout->width || of_array.height != layout->height || of_array.depth != layout->depth ||
        of_array.layers != layout->layers)
        return cj_error_set(error, CUJIT_ERROR_ARGUMENT_SIZE, "%s: the array has other lengths than the image",
                            function);
    return CUJIT_OK;
}

static cujit_status copy_array(const char *function, const cujit_image *image, const cujit_array *array, bool to_image,
                               void *stream, bool blocking, cujit_error *error)
{
    cj_image_copy copy = {.to_image = to_image};
    cujit_status status;

    if (image == NULL || array == NULL)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "%s: %s is NULL", function,
                            image == NULL ? "image" : "array");
    if ((status = cj_context_check(image->context, error)) != CUJIT_OK ||
        (status = check_array(function, image, array, error)) != CUJIT_OK ||
        (status = cj_image_rows_of(function, array, &image->layout, &copy.pitch, &copy.rows, error)) != CUJIT_OK)
        return status;
    copy.layout = &image->layout;
    copy.image = image->image;
    copy.memory = array->data;
    cj_array_use(image->context, array, stream);
    return image->context->backend->image_copy(image->context->device, &copy, stream, blocking, error);
}

cujit_status cujit_image_fill_from_array(cujit_image *image, const cujit_array *array, cujit_stream stream,
                                         cujit_error *error)
{
    return copy_array("cujit_image_fill_from_array", image, array, true, stream, false, error);
}

cujit_status cujit_image_to_array(const cujit_image *image, cujit_array *array, cujit_stream stream, cujit_error *error)
{
    return copy_array("cujit_image_to_array", image, array, false, stream, false, error);
}

cujit_status cujit_image_create_sized(cujit_context *context, const cujit_image_spec *given, size_t size,
                                      cujit_image **out, cujit_error *error)
{
    cujit_image_spec spec;
    cj_image_layout layout = {0};
    cujit_image *image = NULL;
    cujit_status status = cj_context_take_spec("cujit_image_create", context, given, size, out, &spec, sizeof spec,
                                               error);

    if (status != CUJIT_OK || (status = cj_context_check(context, error)) != CUJIT_OK ||
        (status = read_spec(context, &spec, &layout, error)) != CUJIT_OK ||
        (status = make(context, &layout, &image, error)) != CUJIT_OK)
        return status;
    if (spec.array != NULL)
        status = copy_array("cujit_image_create", image, spec.array, true, NULL, true, error);
    if (status == CUJIT_OK)
        *out = image;
    else
        cujit_image_free(image);
    return status;
}

/* ---- What others ask --------------------------------------------------------------------------------------------- */

cujit_context *cujit_image_context(const cujit_image *image)
{
    return image != NULL ? image->context : NULL;
}

cujit_dtype cujit_image_dtype(const cujit_image *image)
{
    return image != NULL ? image->layout.dtype : CUJIT_DTYPE_NONE;
}

int cujit_image_channels(const cujit_image *image)
{
    return image != NULL ? (int)image->layout.channels : 0;
}

int cujit_image_ndim(const cujit_image *image)
{
    return image != NULL ? image->ndim : 0;
}

const size_t *cujit_image_shape(const cujit_image *image)
{
    return image != NULL ? image->shape : NULL;
}

unsigned long long cujit_image_surface(const cujit_image *image)
{
    return image != NULL ? image->surface : 0;
}
