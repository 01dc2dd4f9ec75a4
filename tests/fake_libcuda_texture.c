/*
 * fake_libcuda_texture.c: the fake CUDA driver's arrays, textures and surfaces. An array is the host's memory, its texels
 * one behind the other; textures are numbers, and what they are made of is kept for a look.
 */
#include "tests/fake_libcuda_parts.h"

#include <stdint.h>
#include <stdlib.h>

struct CUarray_st {
    size_t bytes;
    char texels[];
};

static cj_cuda_resource resource;
static cj_cuda_sampling sampling;

char *fake_image_texels(void *array)
{
    return ((struct CUarray_st *)array)->texels;
}

static size_t at_least_one(size_t length)
{
    return length > 0 ? length : 1;
}

cj_cuda_result cuArray3DCreate_v2(cj_cuda_array *array, const struct CUDA_ARRAY3D_DESCRIPTOR_st *opaque)
{
    const cj_cuda_array_layout *layout = (const void *)opaque;
    const size_t bytes = layout->width * at_least_one(layout->height) * at_least_one(layout->depth) * layout->channels *
                         4;

    if (fake_fails("cuArray3DCreate_v2"))
        return fake_code;
    if (bytes > fake_cuda()->memory_free)
        return CJ_CUDA_OUT_OF_MEMORY;
    if ((*array = calloc(1, sizeof **array + bytes)) == NULL)
        return CJ_CUDA_OUT_OF_MEMORY;
    fake_cuda()->image_flags = layout->flags;
    fake_cuda()->live_images++;
    return CJ_CUDA_OK;
}

cj_cuda_result cuArrayDestroy(cj_cuda_array array)
{
    free(array);
    fake_cuda()->live_images--;
    return fake_enter("cuArrayDestroy");
}

static cj_cuda_result make(const char *symbol, cj_cuda_texture *out, const struct CUDA_RESOURCE_DESC_st *source)
{
    if (fake_fails(symbol))
        return fake_code;
    resource = *(const cj_cuda_resource *)(const void *)source;
    fake_cuda()->resource = &resource;
    *out = (cj_cuda_texture)++fake_cuda()->live_textures;
    return CJ_CUDA_OK;
}

cj_cuda_result cuTexObjectCreate(cj_cuda_texture *texture, const struct CUDA_RESOURCE_DESC_st *source,
                                 const struct CUDA_TEXTURE_DESC_st *how, const struct CUDA_RESOURCE_VIEW_DESC_st *view)
{
    if (view != NULL)
        return CJ_CUDA_INVALID_VALUE;
    sampling = *(const cj_cuda_sampling *)(const void *)how;
    fake_cuda()->sampling = &sampling;
    return make("cuTexObjectCreate", texture, source);
}

cj_cuda_result cuSurfObjectCreate(cj_cuda_texture *surface, const struct CUDA_RESOURCE_DESC_st *source)
{
    return make("cuSurfObjectCreate", surface, source);
}

cj_cuda_result cuTexObjectDestroy(cj_cuda_texture texture)
{
    fake_cuda()->live_textures--;
    return fake_enter("cuTexObjectDestroy");
}

cj_cuda_result cuSurfObjectDestroy(cj_cuda_texture surface)
{
    fake_cuda()->live_textures--;
    return fake_enter("cuSurfObjectDestroy");
}
