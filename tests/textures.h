/*
 * textures.h: short forms of the calls for images and textures; what they make frees itself behind the case.
 */
#ifndef TESTS_TEXTURES_H
#define TESTS_TEXTURES_H

#include "tests/kernels.h"

#define cujit_image_free(image) cujit_image_free(cj_test_forget(image))
#define cujit_texture_free(texture) cujit_texture_free(cj_test_forget(texture))

static void release_image(void *image)
{
    (cujit_image_free)(image);
}

static void release_texture(void *texture)
{
    (cujit_texture_free)(texture);
}

/* With these members of the spec: image_with(context, .width = 3, .dtype = CUJIT_FLOAT32). */
#define image_with(context, ...) make_image(context, &(cujit_image_spec){__VA_ARGS__})
static inline cujit_image *make_image(cujit_context *context, const cujit_image_spec *spec)
{
    cujit_image *image = NULL;

    must(cujit_image_create(context, spec, &image, &fault));
    return cj_test_keep(image, release_image);
}

#define texture_with(context, ...) make_texture(context, &(cujit_texture_spec){__VA_ARGS__})
static inline cujit_texture *make_texture(cujit_context *context, const cujit_texture_spec *spec)
{
    cujit_texture *texture = NULL;

    must(cujit_texture_create(context, spec, &texture, &fault));
    return cj_test_keep(texture, release_texture);
}

/* An image of floats, with these elements. */
static inline cujit_image *image_of(cujit_context *context, const cujit_image_spec *spec, const void *texels)
{
    cujit_image *image = make_image(context, spec);

    must(cujit_image_fill_from_host(image, texels, cujit_image_bytes(image), &fault));
    return image;
}

#endif
