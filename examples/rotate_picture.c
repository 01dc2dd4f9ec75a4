/*
 * rotate_picture: a picture is turned by any angle, with a texture that mixes the four texels around each place.
 *
 *     rotate_picture [DEGREES [FILE.pgm]]
 *
 * The picture has 8 bits a pixel, which the texture reads as floats from 0 to 1, and is black beyond its edges. Prints the
 * device and the turned picture, writes it to the file where one is named, and exits 0 only where turns by 0 and by 180
 * degrees gave the very pixels.
 */
#include <cujit/cujit.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 64, HEIGHT = 64 };

typedef unsigned char picture[HEIGHT][WIDTH];

/* An arrow on a disc. */
static void draw(picture out)
{
    for (int y = 0; y < HEIGHT; y++) {
        for (int x = 0; x < WIDTH; x++) {
            const double u = (x + 0.5) / WIDTH * 2 - 1, v = (y + 0.5) / HEIGHT * 2 - 1;
            const int disc = u * u + v * v < 0.95, shaft = fabs(u) < 0.12 && v > -0.3 && v < 0.7;
            const int head = v > -0.75 && v <= -0.3 && fabs(u) < (v + 0.75) * 0.9;

            out[y][x] = (unsigned char)(disc ? shaft || head ? 255 : 60 + 60 * (v + 1) : 0);
        }
    }
}

static void print(picture shown)
{
    static const char shades[] = " .:-=+*%#@";

    for (int y = 0; y < HEIGHT; y += 2) {
        for (int x = 0; x < WIDTH; x++)
            putchar(shades[(shown[y][x] + shown[y + 1][x]) * 9 / 510]);
        putchar('\n');
    }
}

static int write_pgm(const char *path, picture shown)
{
    FILE *file = fopen(path, "wb");
    int written = file != NULL && fprintf(file, "P5\n%d %d\n255\n", WIDTH, HEIGHT) > 0 &&
                  fwrite(shown, sizeof(picture), 1, file) == 1;

    if (file == NULL || fclose(file) != 0 || !written)
        perror(path);
    return written;
}

/* x and y of each pixel, turned back, are where the texture is read. */
static const cujit_elementwise_spec rotate = {
    .name = "rotate",
    .arguments = "texture2d<float> t, float c, float s, unsigned char *z",
    .operation = "float x = i1 + 0.5f - n1 * 0.5f, y = i0 + 0.5f - n0 * 0.5f;\n"
                 "float value = t(c * x + s * y + n1 * 0.5f, c * y - s * x + n0 * 0.5f);\n"
                 "z[i] = (unsigned char)(value * 255 + 0.5f)",
};

static cujit_status turn(const cujit_elementwise *kernel, const cujit_texture *texture, double degrees,
                         cujit_array *turned, picture out, cujit_error *error)
{
    const double angle = degrees * 3.14159265358979323846 / 180;
    cujit_status status = cujit_elementwise_run(
        kernel, NULL, CUJIT_ARGS(texture, (float)cos(angle), (float)sin(angle), turned), error);

    return status != CUJIT_OK ? status : cujit_array_to_host(turned, out, sizeof(picture), error);
}

static int is_right(picture from, picture same, picture upside_down)
{
    int right = memcmp(from, same, sizeof(picture)) == 0;

    for (int y = 0; y < HEIGHT; y++) {
        for (int x = 0; x < WIDTH; x++)
            right = right && upside_down[y][x] == from[HEIGHT - 1 - y][WIDTH - 1 - x];
    }
    return right;
}

int main(int count, char **arguments)
{
    static picture from, turned, same, upside_down;
    const size_t shape[] = {HEIGHT, WIDTH};
    const double degrees = count > 1 ? strtod(arguments[1], NULL) : 30;
    cujit_error error = {0};
    cujit_context *context = NULL;
    cujit_array *pixels = NULL, *z = NULL;
    cujit_image *image = NULL;
    cujit_texture *texture = NULL;
    cujit_elementwise *kernel = NULL;
    int exit_code = EXIT_FAILURE;

    draw(from);
    if (cujit_context_create(NULL, &context, &error) ||
        cujit_array_from_host(context, CUJIT_UINT8, 2, shape, from, &pixels, &error) ||
        cujit_array_create(context, CUJIT_UINT8, 2, shape, &z, &error) ||
        cujit_image_create(context, &(cujit_image_spec){.array = pixels}, &image, &error) ||
        cujit_texture_create(context,
                             &(cujit_texture_spec){.image = image,
                                                   .filter = CUJIT_FILTER_LINEAR,
                                                   .edges = {CUJIT_EDGE_BORDER, CUJIT_EDGE_BORDER},
                                                   .normalized_values = 1},
                             &texture, &error) ||
        cujit_elementwise_create(context, &rotate, &kernel, &error) ||
        turn(kernel, texture, degrees, z, turned, &error) || turn(kernel, texture, 0, z, same, &error) ||
        turn(kernel, texture, 180, z, upside_down, &error)) {
        fprintf(stderr, "%s\n", error.message);
        goto out;
    }
    printf("device: %s (%s)\n", cujit_context_device(context), cujit_context_device_name(context));
    print(turned);
    if (is_right(from, same, upside_down) && (count < 3 || write_pgm(arguments[2], turned)))
        exit_code = EXIT_SUCCESS;
    else
        fprintf(stderr, "wrong pixels\n");

out:
    cujit_elementwise_free(kernel);
    cujit_texture_free(texture);
    cujit_image_free(image);
    cujit_array_free(z);
    cujit_array_free(pixels);
    cujit_context_free(context);
    cujit_error_clear(&error);
    return exit_code;
}
