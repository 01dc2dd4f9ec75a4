/*
 * texture.c: images, textures and surfaces on the host. An image is plain memory, its texels in C order; a texture's
 * handle points to what templates/prelude_host_texture.h reads, which calculates as a GPU does.
 */
#include "libjit/device/host/operations.h"

#include "libjit/base/alloc.h"
#include "libjit/device/host/runtime.h"

#include <stdint.h>

/* Those of compute capability 9.0, so that what runs here runs there; but memory need not be aligned to more than the
 * host's own is. */
void cj_host_texture_limits(const cj_device *device, cj_texture_limits *out)
{
    static const cj_texture_limits limits = {
        .most =
            {
                [CJ_TEXTURE_BUFFER] = {1 << 28},
                [CJ_TEXTURE_1D] = {131072},
                [CJ_TEXTURE_2D] = {131072, 65536},
                [CJ_TEXTURE_3D] = {16384, 16384, 16384},
                [CJ_TEXTURE_1D_LAYERED] = {32768, 0, 2048},
                [CJ_TEXTURE_2D_LAYERED] = {32768, 32768, 2048},
            },
        .alignment = 64,
        .pitch_alignment = 32,
        .most_pitched = {131072, 65000},
        .most_pitch = 2097120,
    };

    *out = limits;
}

static inline size_t at_least_one(size_t length)
{
    return length > 0 ? length : 1;
}

static size_t slices_of(const cj_image_layout *layout)
{
    return at_least_one(layout->layers > 0 ? layout->layers : layout->depth);
}

cujit_status cj_host_image_create(cj_device *device, const cj_image_layout *layout, void **image, cujit_error *error)
{
    const size_t texels = layout->width * at_least_one(layout->height) * slices_of(layout);

    return cj_host_alloc(device, CJ_MEMORY_DEVICE, texels * layout->texel_bytes, image, error);
}

void cj_host_image_free(cj_device *device, void *image)
{
    cj_host_free(device, CJ_MEMORY_DEVICE, image);
}

cujit_status cj_host_image_copy(cj_device *device, const cj_image_copy *copy, void *stream, bool blocking,
                                cujit_error *error)
{
    const cj_image_layout *layout = copy->layout;
    const size_t width = layout->width * layout->texel_bytes, height = at_least_one(layout->height);
    const cujit_box box = {.to = copy->to_image ? copy->image : copy->memory,
                           .from = copy->to_image ? copy->memory : copy->image,
                           .to_pitch = copy->to_image ? width : copy->pitch,
                           .to_rows = copy->to_image ? height : copy->rows,
                           .from_pitch = copy->to_image ? copy->pitch : width,
                           .from_rows = copy->to_image ? copy->rows : height,
                           .width = width,
                           .height = height,
                           .depth = slices_of(layout)};

    return cj_host_copy_box(device, &box, CJ_COPY_ON_DEVICE, stream, blocking, error);
}

/* ---- Handles ---- */

static cujit_status make_handle(const cj_texture_plan *plan, cj_texture_object *out, cujit_error *error)
{
    const cj_image_layout *layout = &plan->layout;
    const size_t height = at_least_one(layout->height);
    cj_host_texels *texels = cj_malloc(sizeof *texels);

    if (texels == NULL)
        return cj_error_no_memory(error, "a texture");
    *texels = (cj_host_texels){
        .data = plan->image != NULL ? plan->image : (void *)(uintptr_t)plan->memory,
        .size = {layout->width, height, slices_of(layout)},
        .pitch = plan->pitch,
        .slice = plan->pitch * height,
        .kind = layout->kind,
        .format = layout->dtype,
        .channels = layout->channels,
        .texel_bytes = (unsigned)layout->texel_bytes,
        .edges = {plan->edges[0], plan->edges[1], plan->edges[2]},
        .linear = plan->filter == CUJIT_FILTER_LINEAR,
        .normalized_coordinates = plan->normalized_coordinates,
        .normalized_values = plan->normalized_values,
        .writable = layout->surface,
    };
    *out = (uintptr_t)texels;
    return CUJIT_OK;
}

cujit_status cj_host_texture_create(cj_device *device, const cj_texture_plan *plan, cj_texture_object *out,
                                    cujit_error *error)
{
    cj_texture_plan dense = *plan;

    if (plan->image != NULL)
        dense.pitch = plan->layout.width * plan->layout.texel_bytes;
    return make_handle(&dense, out, error);
}

cujit_status cj_host_surface_create(cj_device *device, void *image, const cj_image_layout *layout,
                                    cj_texture_object *out, cujit_error *error)
{
    const cj_texture_plan plan = {.layout = *layout, .image = image};

    return cj_host_texture_create(device, &plan, out, error);
}

void cj_host_texture_free(cj_device *device, cj_texture_object texture)
{
    cj_free((void *)(uintptr_t)texture);
}
