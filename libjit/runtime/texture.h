/*
 * texture.h: what a cujit_image and a cujit_texture hold.
 *
 * Both are counted: an image has its handle's reference and one of each texture that reads it. What nobody has any more
 * goes the way of kernels (cj_context_drop): when the device has done its work, and not while a graph lives that may
 * use it.
 */
#ifndef LIBJIT_TEXTURE_H
#define LIBJIT_TEXTURE_H

#include "libjit/runtime/array.h"
#include "libjit/syntax/signature.h"

struct cujit_image {
    cj_registered registered;
    cujit_context *context;
    atomic_size_t references;
    cj_image_layout layout;
    void *image;
    cj_texture_object surface; /* 0: it is none */
    int ndim;
    size_t shape[5];
};

struct cujit_texture {
    cj_registered registered;
    cujit_context *context;
    cj_texture_plan plan;
    cj_texture_object object;
    cujit_image *image; /* a reference; NULL: it reads an array */
    cujit_array *array; /* a view, its own */
    cujit_dtype read;   /* what a read gives */
};

/* What kind of a texture has these lengths. */
cj_texture_kind cj_image_kind(const cj_image_layout *layout);

/* "a 2-d image", "an array of one axis". */
const char *cj_texture_kind_name(cj_texture_kind kind);

void cj_image_retain(cujit_image *image);

/* Notes that work with the texture is queued on a stream, as cj_array_use() does. */
static inline void cj_texture_use(const cujit_context *context, const cujit_texture *texture, void *stream)
{
    if (texture->array != NULL)
        cj_array_use(context, texture->array, stream);
}

/* Is it what a parameter with a handle's type takes? Else `why` says what was expected. */
enum { CJ_TEXTURE_WHY = 200 };
bool cj_texture_fits(const cujit_texture *texture, const cj_parameter *parameter, char why[CJ_TEXTURE_WHY]);
bool cj_surface_fits(const cujit_image *image, const cj_parameter *parameter, char why[CJ_TEXTURE_WHY]);

/* The lengths of an array as those of texels: dtype, channels, layers are filled in (layers: not 0 where the first axis
 * counts them). CUJIT_ERROR_ARGUMENT_SIZE, _TYPE: it has other axes. */
cujit_status cj_image_layout_of(const char *function, const cujit_array *array, cj_image_layout *layout,
                                cujit_error *error);

/* Checks dtype and channels of a texel, and fills in its bytes. */
cujit_status cj_image_check_texel(const char *function, const cujit_context *context, cujit_dtype dtype, int channels,
                                  cj_image_layout *layout, cujit_error *error);

/* Where the array's rows and slices of texels lie. CUJIT_ERROR_UNSUPPORTED: not row by row. */
cujit_status cj_image_rows_of(const char *function, const cujit_array *array, const cj_image_layout *layout,
                              size_t *pitch, size_t *rows, cujit_error *error);

#endif
