/*
 * picture.h: what the examples with pictures share: colours become a PNG file, by libpng.
 */
#ifndef EXAMPLES_PICTURE_H
#define EXAMPLES_PICTURE_H

#include <cujit/cujit.h>

#include <png.h>
#include <stdlib.h>

/* `colours`: rows x columns x 3 bytes, red first. Whether all went well; if not it has said why. */
static inline int write_colours(const char *path, const unsigned char *colours, size_t rows, size_t columns)
{
    png_image image = {.version = PNG_IMAGE_VERSION,
                       .format = PNG_FORMAT_RGB,
                       .width = (png_uint_32)columns,
                       .height = (png_uint_32)rows};

    if (png_image_write_to_file(&image, path, 0, colours, 0, NULL))
        return 1;
    fprintf(stderr, "%s: %s\n", path, image.message);
    return 0;
}

/* The same of an array of 3 x rows x columns floats: red, green and blue, from 0 to 1. */
static inline int write_picture(const char *path, const cujit_array *planes)
{
    CUJIT_AUTO(cujit_error) error = {0};
    CUJIT_AUTO(cujit_array) *bytes = NULL;
    unsigned char *colours = NULL;
    int good = 0;

    if (cujit_eval(cujit_array_context(planes), "uint8(255*clip(transpose(planes, (1, 2, 0)), 0, 1) + 0.5)",
                   CUJIT_NAMED(planes), &bytes, &error) ||
        (colours = malloc(cujit_array_bytes(bytes))) == NULL ||
        cujit_array_to_host(bytes, colours, cujit_array_bytes(bytes), &error))
        fprintf(stderr, "%s: %s\n", path, error.message[0] != '\0' ? error.message : "out of memory");
    else
        good = write_colours(path, colours, cujit_array_shape(bytes)[0], cujit_array_shape(bytes)[1]);
    free(colours);
    return good;
}

#endif
