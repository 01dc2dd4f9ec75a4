/*
 * texture.c: images (the driver's arrays), textures and surfaces.
 */
#include "libjit/device/cuda/device.h"
#include "libjit/syntax/dtype.h"

/* ---- What there can be ---- */

static size_t known(const cuda_device *device, unsigned attribute)
{
    int value = 0;

    return device->driver->device_attribute(&value, attribute, device->device) == CJ_CUDA_OK && value > 0
               ? (size_t)value
               : SIZE_MAX; /* the driver then refuses what is too much */
}

void cj_cuda_texture_limits(const cj_device *base, cj_texture_limits *out)
{
    /* The lengths of a kind are consecutive attributes. */
    static const struct {
        unsigned attribute, count;
    } lengths[CJ_TEXTURE_KINDS] = {
        [CJ_TEXTURE_BUFFER] = {CJ_CUDA_ATTRIBUTE_TEXTURE_BUFFER, 1},
        [CJ_TEXTURE_1D] = {CJ_CUDA_ATTRIBUTE_TEXTURE_1D, 1},
        [CJ_TEXTURE_2D] = {CJ_CUDA_ATTRIBUTE_TEXTURE_2D, 2},
        [CJ_TEXTURE_3D] = {CJ_CUDA_ATTRIBUTE_TEXTURE_3D, 3},
        [CJ_TEXTURE_1D_LAYERED] = {CJ_CUDA_ATTRIBUTE_TEXTURE_1D_LAYERED, 2},
        [CJ_TEXTURE_2D_LAYERED] = {CJ_CUDA_ATTRIBUTE_TEXTURE_2D_LAYERED, 3},
    };
    const cuda_device *device = (const cuda_device *)base;

    *out = (cj_texture_limits){.alignment = known(device, CJ_CUDA_ATTRIBUTE_TEXTURE_ALIGNMENT),
                               .pitch_alignment = known(device, CJ_CUDA_ATTRIBUTE_TEXTURE_PITCH_ALIGNMENT),
                               .most_pitched = {known(device, CJ_CUDA_ATTRIBUTE_TEXTURE_PITCHED),
                                                known(device, CJ_CUDA_ATTRIBUTE_TEXTURE_PITCHED + 1)},
                               .most_pitch = known(device, CJ_CUDA_ATTRIBUTE_TEXTURE_PITCHED + 2)};
    for (size_t kind = 0; kind < CJ_TEXTURE_KINDS; kind++) {
        for (unsigned k = 0; k < lengths[kind].count; k++)
            out->most[kind][k] = known(device, lengths[kind].attribute + k);
    }
    /* Layers of rows have no height: what was found second is their number. */
    out->most[CJ_TEXTURE_1D_LAYERED][2] = out->most[CJ_TEXTURE_1D_LAYERED][1];
    if (out->alignment == SIZE_MAX)
        out->alignment = 512;
    if (out->pitch_alignment == SIZE_MAX)
        out->pitch_alignment = 32;
}

static unsigned format_of(const cj_image_layout *layout)
{
    switch (layout->dtype) {
    case CUJIT_UINT8:
        return CJ_CUDA_FORMAT_UINT8;
    case CUJIT_INT8:
        return CJ_CUDA_FORMAT_INT8;
    case CUJIT_UINT16:
        return CJ_CUDA_FORMAT_UINT16;
    case CUJIT_INT16:
        return CJ_CUDA_FORMAT_INT16;
    case CUJIT_UINT32:
        return CJ_CUDA_FORMAT_UINT32;
    case CUJIT_INT32:
        return CJ_CUDA_FORMAT_INT32;
    case CUJIT_FLOAT16:
        return CJ_CUDA_FORMAT_HALF;
    default:
        return CJ_CUDA_FORMAT_FLOAT;
    }
}

/* ---- Images ---- */

cujit_status cj_cuda_image_create(cj_device *device, const cj_image_layout *layout, void **image, cujit_error *error)
{
    const cj_cuda_array_layout wanted = {
        .width = layout->width,
        .height = layout->height,
        .depth = layout->layers > 0 ? layout->layers : layout->depth,
        .format = format_of(layout),
        .channels = layout->channels,
        .flags = (layout->layers > 0 ? CJ_CUDA_ARRAY_LAYERED : 0u) | (layout->surface ? CJ_CUDA_ARRAY_SURFACE : 0u),
    };
    cj_cuda_array array = NULL;
    cujit_status status = CUJIT_ERROR_DEVICE;
    cuda_scope scope;

    if (cj_cuda_enter_relaxed(&scope, device, error)) {
        scope.code = scope.driver->array_create(&array,
                                                (const struct CUDA_ARRAY3D_DESCRIPTOR_st *)(const void *)&wanted);
        status = scope.code == CJ_CUDA_OUT_OF_MEMORY ? CUJIT_ERROR_DEVICE_MEMORY : CUJIT_ERROR_DEVICE;
    }
    if (scope.code == CJ_CUDA_OK)
        *image = array;
    return cj_cuda_leave(&scope, status, "making an image on %s", device->name);
}

void cj_cuda_image_free(cj_device *device, void *image)
{
    cuda_scope scope;

    if (cj_cuda_enter_relaxed(&scope, device, NULL))
        scope.code = scope.driver->array_destroy(image);
    cj_cuda_leave(&scope, CUJIT_ERROR_DEVICE, "freeing an image");
}

static cj_cuda_side memory_side(const cj_image_copy *copy)
{
    return (cj_cuda_side){.memory_type = copy->on_host ? CJ_CUDA_MEMORY_HOST : CJ_CUDA_MEMORY_DEVICE,
                          .host = copy->on_host ? copy->memory : NULL,
                          .device = copy->on_host ? 0 : cj_cuda_address_of(copy->memory),
                          .pitch = copy->pitch,
                          .rows = copy->rows};
}

cujit_status cj_cuda_image_copy(cj_device *device, const cj_image_copy *copy, void *stream, bool blocking,
                                cujit_error *error)
{
    const cj_image_layout *layout = copy->layout;
    const cj_cuda_side array = {.memory_type = CJ_CUDA_MEMORY_ARRAY, .array = copy->image}, memory = memory_side(copy);
    const size_t slices = layout->layers > 0 ? layout->layers : layout->depth;
    const cj_cuda_box box = {.from = copy->to_image ? memory : array,
                             .to = copy->to_image ? array : memory,
                             .width = layout->width * layout->texel_bytes,
                             .height = layout->height > 0 ? layout->height : 1,
                             .depth = slices > 0 ? slices : 1};
    cuda_scope scope;

    if (blocking ? cj_cuda_enter_to_wait(&scope, device, stream, "copying at once", error)
                 : cj_cuda_enter(&scope, device, error))
        scope.code = scope.driver->copy_box((const struct CUDA_MEMCPY3D_st *)(const void *)&box, stream);
    if (blocking && scope.code == CJ_CUDA_OK)
        scope.code = scope.driver->stream_synchronize(stream);
    return cj_cuda_leave(&scope, CUJIT_ERROR_DEVICE, "copying the texels of an image on %s", device->name);
}

/* ---- Textures and surfaces ---- */

static cj_cuda_resource resource_of(const cj_texture_plan *plan)
{
    const cj_image_layout *layout = &plan->layout;
    cj_cuda_resource resource = {0};

    if (plan->image != NULL) {
        resource.kind = CJ_CUDA_RESOURCE_ARRAY;
        resource.of.array = plan->image;
    } else if (layout->kind == CJ_TEXTURE_BUFFER) {
        resource.kind = CJ_CUDA_RESOURCE_LINEAR;
        resource.of.linear.memory = cj_cuda_address_of(plan->memory);
        resource.of.linear.format = format_of(layout);
        resource.of.linear.channels = layout->channels;
        resource.of.linear.bytes = layout->width * layout->texel_bytes;
    } else {
        resource.kind = CJ_CUDA_RESOURCE_PITCHED;
        resource.of.pitched.memory = cj_cuda_address_of(plan->memory);
        resource.of.pitched.format = format_of(layout);
        resource.of.pitched.channels = layout->channels;
        resource.of.pitched.width = layout->width;
        resource.of.pitched.height = layout->height;
        resource.of.pitched.pitch = plan->pitch;
    }
    return resource;
}

static cj_cuda_sampling sampling_of(const cj_texture_plan *plan)
{
    static const unsigned edges[] = {[CUJIT_EDGE_CLAMP] = CJ_CUDA_EDGE_CLAMP,
                                     [CUJIT_EDGE_WRAP] = CJ_CUDA_EDGE_WRAP,
                                     [CUJIT_EDGE_MIRROR] = CJ_CUDA_EDGE_MIRROR,
                                     [CUJIT_EDGE_BORDER] = CJ_CUDA_EDGE_BORDER};
    cj_cuda_sampling sampling = {
        .filter = plan->filter == CUJIT_FILTER_LINEAR ? CJ_CUDA_FILTER_LINEAR : CJ_CUDA_FILTER_POINT,
        .flags = (cj_dtype_is_integer(plan->layout.dtype) && !plan->normalized_values ? CJ_CUDA_TEXTURE_INTEGER : 0u) |
                 (plan->normalized_coordinates ? CJ_CUDA_TEXTURE_NORMALIZED : 0u)};

    for (size_t k = 0; k < 3; k++)
        sampling.edges[k] = edges[plan->edges[k]];
    return sampling;
}

cujit_status cj_cuda_texture_create(cj_device *device, const cj_texture_plan *plan, cj_texture_object *out,
                                    cujit_error *error)
{
    const cj_cuda_resource resource = resource_of(plan);
    const cj_cuda_sampling sampling = sampling_of(plan);
    cj_cuda_texture texture = 0;
    cuda_scope scope;

    if (cj_cuda_enter_relaxed(&scope, device, error))
        scope.code = scope.driver->texture_create(&texture,
                                                  (const struct CUDA_RESOURCE_DESC_st *)(const void *)&resource,
                                                  (const struct CUDA_TEXTURE_DESC_st *)(const void *)&sampling, NULL);
    if (scope.code == CJ_CUDA_OK)
        *out = texture;
    return cj_cuda_leave(&scope, CUJIT_ERROR_DEVICE, "making a texture on %s", device->name);
}

void cj_cuda_texture_free(cj_device *device, cj_texture_object texture)
{
    cuda_scope scope;

    if (cj_cuda_enter_relaxed(&scope, device, NULL))
        scope.code = scope.driver->texture_destroy(texture);
    cj_cuda_leave(&scope, CUJIT_ERROR_DEVICE, "freeing a texture");
}

cujit_status cj_cuda_surface_create(cj_device *device, void *image, const cj_image_layout *layout,
                                    cj_texture_object *out, cujit_error *error)
{
    const cj_texture_plan plan = {.layout = *layout, .image = image};
    const cj_cuda_resource resource = resource_of(&plan);
    cj_cuda_texture surface = 0;
    cuda_scope scope;

    if (cj_cuda_enter_relaxed(&scope, device, error))
        scope.code = scope.driver->surface_create(&surface,
                                                  (const struct CUDA_RESOURCE_DESC_st *)(const void *)&resource);
    if (scope.code == CJ_CUDA_OK)
        *out = surface;
    return cj_cuda_leave(&scope, CUJIT_ERROR_DEVICE, "making a surface on %s", device->name);
}

void cj_cuda_surface_free(cj_device *device, cj_texture_object surface)
{
    cuda_scope scope;

    if (cj_cuda_enter_relaxed(&scope, device, NULL))
        scope.code = scope.driver->surface_destroy(surface);
    cj_cuda_leave(&scope, CUJIT_ERROR_DEVICE, "freeing a surface");
}
