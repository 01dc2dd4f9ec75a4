/*
 * cujit/texture.h: images, textures and surfaces, section 28 of the manual (<cujit/cujit.h>).
 */
#include <cujit/cujit.h>

#ifndef CUJIT_TEXTURE_H
#define CUJIT_TEXTURE_H

#ifdef __cplusplus
extern "C" {
#endif

/* ---- 28 Textures and surfaces -------------------------------------------------------------------------------------
 *
 * A texture reads between the elements of a picture or a field: at coordinates that are floats, with what lies beyond
 * the edges decided once, and with neighbours mixed by the hardware. What it reads lies in an image, memory of the
 * device's own layout (CUDA's and PyCUDA's "array"); or, as it is, in an array of one or two axes.
 *
 *     cujit_image_create(context, &(cujit_image_spec){.array = picture}, &image, &error);
 *     cujit_texture_create(context, &(cujit_texture_spec){.image = image, .filter = CUJIT_FILTER_LINEAR}, &t, &error);
 *     cujit_elementwise_create(context, &(cujit_elementwise_spec){
 *         .arguments = "texture2d<float> t, float angle, float *z",
 *         .operation = "z[i] = t(i1 * cosf(angle) - i0 * sinf(angle) + 0.5f, i1 * sinf(angle) + i0 * cosf(angle) +
 *         0.5f)",
 *     }, &rotate, &error);
 *     cujit_elementwise_run(rotate, NULL, CUJIT_ARGS(t, 0.3f, z), &error);
 *
 * In a signature a texture is texture1d<T>, texture2d<T>, texture3d<T>, texture1d_layered<T>, texture2d_layered<T>, or
 * texture_buffer<T> for an array of one axis; T is what a read gives. In a text `t(x)`, `t(x, y)`, `t(x, y, z)`,
 * `t(x, layer)`, `t(x, y, layer)` and `t[i]` read, and CUDA's tex2D<float>(t, x, y) and its like do the same. Modules
 * take the same types, or CUDA's cudaTextureObject_t. An image that was made for it is also written: surface2d<T> s
 * takes the image itself, s.read(x, y) and s.write(value, x, y) count texels, CUDA's surf2Dwrite(value, s, x *
 * sizeof(T), y) bytes, and cudaSurfaceObject_t is what modules may declare. A kernel that reads a texture must not
 * write to its image.
 *
 * The centre of texel k lies at k + 0.5; with normalized coordinates the image reaches from 0 to 1. Weights of the
 * linear filter have 8 binary digits. The host device calculates as a GPU does: docs/textures.md has the rules, and
 * what of them is the same bit for bit.
 */

/* Lengths are in texels. An image of one row has height 0, one that is not a stack of slices depth 0, one without
 * layers 0 layers; of one with layers every layer is an image of one or two axes, between which nothing is mixed. */
typedef struct cujit_image_spec {
    cujit_dtype dtype; /* of a texel: 8-, 16- or 32-bit integer, FLOAT16, FLOAT32, or CUDA's vector of 1, 2 or 4 of
                          them; NONE: the array's */
    int channels;      /* 2 or 4 numbers of that dtype a texel, as which a vector type counts already; 0 is 1 */
    size_t width, height, depth, layers;
    /* Its elements become the texels, and what of the lengths above is 0 follows from it. Axes are those of NumPy:
     * layers (where .layers says so), depth, height, width, and channels where they are more than 1. NULL: what the
     * texels are is unspecified. */
    const cujit_array *array;
    int surface; /* kernels may write to it */
} cujit_image_spec;

/* CUJIT_ERROR_INVALID_ARGUMENT: a dtype or lengths that no image can have. CUJIT_ERROR_ARGUMENT_SIZE: more than the
 * device allows, with the limit; the array has other axes than that. CUJIT_ERROR_DEVICE_MEMORY. Done when it returns,
 * after the default stream's work. */
CUJIT_SIZED cujit_status cujit_image_create(cujit_context *context, const cujit_image_spec *spec, cujit_image **image,
                                            cujit_error *error);

/* Textures keep their image, so that it may be freed before them. Waits for the device where nothing has it any
 * more. */
CUJIT_API void cujit_image_free(cujit_image *image);

/* Copies all texels from or to host memory of cujit_image_bytes(), in C order: channels, width, height, depth or
 * layers, the first of them fastest. Done when they return, after the default stream's work.
 * CUJIT_ERROR_ARGUMENT_SIZE. */
CUJIT_API cujit_status cujit_image_fill_from_host(cujit_image *image, const void *data, size_t size,
                                                  cujit_error *error);
CUJIT_API cujit_status cujit_image_to_host(const cujit_image *image, void *data, size_t size, cujit_error *error);

/* Copies all texels from or to an array of the image's dtype and axes (see cujit_image_spec), in the order of a stream.
 * Rows of the array must be dense, and rows and slices may be apart: else CUJIT_ERROR_UNSUPPORTED. */
CUJIT_API cujit_status cujit_image_fill_from_array(cujit_image *image, const cujit_array *array, cujit_stream stream,
                                                   cujit_error *error);
CUJIT_API cujit_status cujit_image_to_array(const cujit_image *image, cujit_array *array, cujit_stream stream,
                                            cujit_error *error);

/* What an image is; context and shape are borrowed from it. */
CUJIT_API cujit_context *cujit_image_context(const cujit_image *image);
CUJIT_API cujit_dtype cujit_image_dtype(const cujit_image *image); /* of one channel */
CUJIT_API int cujit_image_channels(const cujit_image *image);
CUJIT_API int cujit_image_ndim(const cujit_image *image);            /* axes, layers and channels among them */
CUJIT_API const size_t *cujit_image_shape(const cujit_image *image); /* of an array that has room for all texels */
CUJIT_API size_t cujit_image_bytes(const cujit_image *image);

/* What prepared launches take: CUDA's cudaSurfaceObject_t; 0 where the image is not to be written. */
CUJIT_API unsigned long long cujit_image_surface(const cujit_image *image);

/* What lies beyond the edges. */
typedef enum cujit_edge {
    CUJIT_EDGE_CLAMP = 0, /* the texel at the edge */
    CUJIT_EDGE_WRAP,      /* the picture again, as often as needed: normalized coordinates only */
    CUJIT_EDGE_MIRROR,    /* each time the other way round: normalized coordinates only */
    CUJIT_EDGE_BORDER,    /* 0 */
} cujit_edge;

typedef enum cujit_filter {
    CUJIT_FILTER_POINT = 0, /* the texel in which the coordinates lie */
    CUJIT_FILTER_LINEAR,    /* the neighbours, mixed; of floats, or of integers that are read as such */
} cujit_filter;

typedef struct cujit_texture_spec {
    const cujit_image *image; /* one of the two is given */
    const cujit_array
        *array;          /* read where it lies: of one axis for texture_buffer and tex1Dfetch(), which take an index,
                            know no filter, and read 0 beyond the array whether the edge is clamp or border; of two for
                            texture2d. Its memory must stay */
    int channels;        /* the array's last axis has 2 or 4 numbers a texel; 0 is 1 */
    cujit_edge edges[3]; /* along x, y, z */
    cujit_filter filter;
    int normalized_coordinates; /* 0 to 1 is the whole picture, whatever its size */
    int normalized_values;      /* 8- and 16-bit integers are read as floats: 0 to 1, signed ones -1 to 1 */
} cujit_texture_spec;

/* CUJIT_ERROR_INVALID_ARGUMENT: what no texture can do, such as to wrap without normalized coordinates or to mix
 * integers that are read as such; an array whose rows do not lie as the device needs them, with the alignment. The
 * texture keeps its image or its array's memory. */
CUJIT_SIZED cujit_status cujit_texture_create(cujit_context *context, const cujit_texture_spec *spec,
                                              cujit_texture **texture, cujit_error *error);
/* Its image, or its array's memory, goes with the last texture that needs it. Waits for the device. */
CUJIT_API void cujit_texture_free(cujit_texture *texture);

CUJIT_API cujit_context *cujit_texture_context(const cujit_texture *texture); /* borrowed */
/* What a read gives, T of texture2d<T>: CUJIT_FLOAT32, CUJIT_FLOAT4, CUJIT_UCHAR4, ... */
CUJIT_API cujit_dtype cujit_texture_dtype(const cujit_texture *texture);

/* What prepared launches take: CUDA's cudaTextureObject_t. */
CUJIT_API unsigned long long cujit_texture_object(const cujit_texture *texture);

#ifdef __cplusplus
}
#endif

#endif
