/*
 * formula_image: lets people type a formula for a picture.
 *
 *     formula_image in.png "clip(r*1.2 - 0.1*g, 0, 1)" out.png      a grey picture
 *     formula_image in.png "b = 1 - b; p" out.png                   one in colours
 *     formula_image 320x200 "r = x; g = y; p" out.png               from nothing
 *     formula_image in.png "mean(p, (0, 1))"                        numbers: they are printed
 *
 * r, g and b are rows of numbers from 0 to 1, p all three of them (its last axis), x and y the place, from 0 to 1 to the
 * right and downwards. The formula may come from a stranger: it sees nothing but these, always ends, and has limits.
 * What is wrong in it is shown with a caret.
 */
#include <cujit/cujit.h>

#include <png.h>
#include <stdlib.h>

enum {
    MAX_SIDE = 20000,
    MAX_FORMULA = 4096,
    MAX_KERNELS = 32,
    MAX_PICTURES = 20 /* that a formula may keep in memory, or go through at once */
};

typedef struct picture {
    size_t height, width, channels; /* 1: grey, 3: red, green, blue */
    unsigned char *pixels;
} picture;

static int complain(const char *path, const char *message)
{
    fprintf(stderr, "formula_image: %s: %s\n", path, message);
    return 1;
}

static int allocate(const char *path, size_t width, size_t height, picture *made)
{
    *made = (picture){height, width, 3, NULL};
    if (width < 1 || height < 1 || width > MAX_SIDE || height > MAX_SIDE)
        return complain(path, "expected a picture with sides of 1 to 20000 pixels");
    made->pixels = calloc(width * height, 3);
    return made->pixels == NULL ? complain(path, "out of memory") : 0;
}

/* A file, or "320x200". */
static int read_picture(const char *path, picture *read)
{
    static const png_color background = {0, 0, 0};
    png_image file = {.version = PNG_IMAGE_VERSION};
    unsigned width, height;
    char end;
    int failed;

    if (sscanf(path, "%5ux%5u%c", &width, &height, &end) == 2)
        return allocate(path, width, height, read);
    if (!png_image_begin_read_from_file(&file, path))
        return complain(path, file.message);
    file.format = PNG_FORMAT_RGB;
    failed = allocate(path, file.width, file.height, read) ||
             (!png_image_finish_read(&file, &background, read->pixels, 0, NULL) && complain(path, file.message));
    png_image_free(&file);
    return failed;
}

static int write_picture(const char *path, const picture *written)
{
    png_image file = {
        .version = PNG_IMAGE_VERSION,
        .width = (png_uint_32)written->width,
        .height = (png_uint_32)written->height,
        .format = written->channels == 1 ? PNG_FORMAT_GRAY : PNG_FORMAT_RGB,
    };

    return png_image_write_to_file(&file, path, 0, written->pixels, 0, NULL) ? 0 : complain(path, file.message);
}

/* The formula's value for a picture. */
static cujit_status run_formula(cujit_context *context, const char *text, const picture *in, cujit_array **value,
                                cujit_error *error)
{
    const size_t shape[] = {in->height, in->width, 3}, bytes = in->height * in->width * 3 * sizeof(float);
    const cujit_expression_spec spec = {
        .text = text,
        .max_length = MAX_FORMULA,
        .max_kernels = MAX_KERNELS,
        .max_bytes = MAX_PICTURES * bytes,
        .max_elements = MAX_PICTURES * bytes,
    };
    CUJIT_AUTO(cujit_expression) *formula = NULL;
    CUJIT_AUTO(cujit_array) *pixels = NULL, *p = NULL, *r = NULL, *g = NULL, *b = NULL;
    CUJIT_AUTO(cujit_array) *row = NULL, *column = NULL, *line = NULL, *x = NULL, *y = NULL;
    cujit_index channel[] = {cujit_index_ellipsis(), cujit_index_at(0)}, green = cujit_index_at(1),
                blue = cujit_index_at(2);

    if (cujit_expression_create(context, &spec, &formula, error) ||
        cujit_array_from_host(context, CUJIT_UINT8, 3, shape, in->pixels, &pixels, error) ||
        cujit_eval(context, "float32(pixels) / 255", CUJIT_NAMED(pixels), &p, error) ||
        cujit_array_slice(p, 2, channel, &r, error) ||
        cujit_array_slice(p, 2, (channel[1] = green, channel), &g, error) ||
        cujit_array_slice(p, 2, (channel[1] = blue, channel), &b, error) ||
        cujit_array_linspace(context, CUJIT_FLOAT32, 0, 1, in->width, 1, NULL, &row, error) ||
        cujit_array_linspace(context, CUJIT_FLOAT32, 0, 1, in->height, 1, NULL, &line, error) ||
        cujit_array_expand_dims(line, -1, &column, error) || cujit_array_broadcast_to(row, 2, shape, &x, error) ||
        cujit_array_broadcast_to(column, 2, shape, &y, error) ||
        cujit_expression_run(formula, NULL, CUJIT_NAMED(p, r, g, b, x, y), value, error))
        return error->status;
    return CUJIT_OK;
}

/* A value of two axes is a grey picture, one of three a coloured one. */
static cujit_status to_picture(cujit_context *context, const cujit_array *value, picture *out, cujit_error *error)
{
    static const char to_bytes[] = "uint8(rint(255 * fmin(fmax(float32(value), 0), 1)))"; /* NaN: 0 */
    const size_t *shape = cujit_array_shape(value);
    CUJIT_AUTO(cujit_array) *bytes = NULL;

    out->height = shape[0];
    out->width = shape[1];
    out->channels = cujit_array_ndim(value) == 2 ? 1 : 3;
    out->pixels = malloc(cujit_array_size(value));
    if (cujit_eval(context, to_bytes, CUJIT_NAMED(value), &bytes, error) ||
        cujit_array_to_host(bytes, out->pixels, cujit_array_bytes(bytes), error))
        return error->status;
    return CUJIT_OK;
}

static int is_picture(const cujit_array *value)
{
    const int ndim = cujit_array_ndim(value);

    return cujit_array_size(value) > 0 && (ndim == 2 || (ndim == 3 && cujit_array_shape(value)[2] == 3));
}

int main(int argc, char **argv)
{
    CUJIT_AUTO(cujit_error) error = {0};
    CUJIT_AUTO(cujit_context) *context = NULL;
    CUJIT_AUTO(cujit_array) *value = NULL;
    const char *target = argc == 4 ? argv[3] : NULL;
    picture in = {0}, out = {0};
    char *text;
    int failed;

    if (argc != 3 && argc != 4) {
        fprintf(stderr, "usage: formula_image PICTURE|WIDTHxHEIGHT FORMULA [OUTPUT]\n");
        return 2;
    }
    failed = read_picture(argv[1], &in);
    if (!failed &&
        (cujit_context_create(NULL, &context, &error) || run_formula(context, argv[2], &in, &value, &error) ||
         (target == NULL      ? cujit_array_print(value, stdout, NULL, &error)
          : is_picture(value) ? to_picture(context, value, &out, &error)
                              : CUJIT_OK))) {
        fprintf(stderr, "%s", (text = cujit_error_format(&error)) != NULL ? text : "out of memory\n");
        cujit_free(text);
        failed = 1;
    }
    if (!failed && target != NULL)
        failed = out.pixels != NULL ? write_picture(target, &out) : complain("FORMULA", "is worth no picture");
    free(out.pixels);
    free(in.pixels);
    return failed;
}
