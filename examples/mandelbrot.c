/*
 * mandelbrot: one kernel with a function of its own, and a picture in the terminal; a coloured one in a file.
 *
 *     mandelbrot [FILE.png]
 *
 * The preamble holds what the operation calls. The array has two axes; the operation sees one index and finds row and
 * column from it. Prints the device, and exits 0 only where known points came out right.
 */
#include "picture.h"

enum { WIDTH = 78, HEIGHT = 33, LIMIT = 200, ROWS = 270, COLUMNS = 360 };

static const char preamble[] = "__device__ int escape(cujit::complex<float> c, int limit)\n"
                               "{\n"
                               "    cujit::complex<float> z = 0;\n"
                               "    int count = 0;\n"
                               "    while (count < limit && norm(z) <= 4) {\n"
                               "        z = z * z + c;\n"
                               "        count++;\n"
                               "    }\n"
                               "    return count;\n"
                               "}\n";

static void print_picture(int counts[HEIGHT][WIDTH])
{
    static const char shades[] = " .:-=+*%@";

    for (int row = 0; row < HEIGHT; row++) {
        for (int column = 0; column < WIDTH; column++) {
            int count = counts[row][column];

            putchar(count == LIMIT ? '#' : shades[count < 8 ? count : 8]);
        }
        putchar('\n');
    }
}

/* The middle of the big disc and of the cardioid never escape, the corners do at once; the picture is symmetric. */
static int is_right(int counts[HEIGHT][WIDTH])
{
    int right = counts[HEIGHT / 2][WIDTH * 2 / 3] == LIMIT && counts[0][0] < 3 && counts[HEIGHT - 1][WIDTH - 1] < 5;

    for (int column = 0; column < WIDTH; column++)
        right = right && counts[1][column] == counts[HEIGHT - 2][column];
    return right;
}

/* From blue over white to brown, the faster for few turns; black where none escaped. */
static int draw_picture(const cujit_elementwise *mandelbrot, cujit_context *context, const char *path)
{
    static const char colours[] =
        "t = 0.9*log(1.0 + counts); where(counts < 200, 0.5 - 0.5*cos(stack((t, t + 0.5, t + 1.1), 0)), 0)";
    const size_t shape[] = {ROWS, COLUMNS};
    CUJIT_AUTO(cujit_error) error = {0};
    CUJIT_AUTO(cujit_array) *counts = NULL, *picture = NULL;

    if (cujit_array_create(context, CUJIT_INT32, 2, shape, &counts, &error) ||
        cujit_elementwise_run(mandelbrot, NULL, CUJIT_ARGS(counts, COLUMNS, ROWS, LIMIT), &error) ||
        cujit_eval(context, colours, CUJIT_NAMED(counts), &picture, &error))
        return fprintf(stderr, "mandelbrot: %s\n", error.message), 0;
    return write_picture(path, picture);
}

int main(int count, char **arguments)
{
    static int counts[HEIGHT][WIDTH];
    const size_t shape[] = {HEIGHT, WIDTH};
    cujit_error error = {0};
    cujit_context *context = NULL;
    cujit_array *picture = NULL;
    cujit_elementwise *mandelbrot = NULL;
    int exit_code = EXIT_FAILURE;

    if (cujit_context_create(NULL, &context, &error) ||
        cujit_array_create(context, CUJIT_INT32, 2, shape, &picture, &error) ||
        cujit_elementwise_create(context,
                                 &(cujit_elementwise_spec){
                                     .arguments = "int *counts, int width, int height, int limit",
                                     .operation = "float x = -2.2f + 3.2f * (i % width) / width;\n"
                                                  "float y = 2.4f * (i / width - height / 2) / height;\n"
                                                  "counts[i] = escape(cujit::complex<float>(x, y), limit)",
                                     .preamble = preamble,
                                     .name = "mandelbrot",
                                 },
                                 &mandelbrot, &error) ||
        cujit_elementwise_run(mandelbrot, NULL, CUJIT_ARGS(picture, WIDTH, HEIGHT, LIMIT), &error) ||
        cujit_array_to_host(picture, counts, sizeof counts, &error)) {
        fprintf(stderr, "mandelbrot: %s\n%s", error.message, error.log != NULL ? error.log : "");
        goto out;
    }
    print_picture(counts);
    printf("%s: %s\n", cujit_context_device_name(context), is_right(counts) ? "right" : "WRONG");
    if (is_right(counts) && (count < 2 || draw_picture(mandelbrot, context, arguments[1])))
        exit_code = EXIT_SUCCESS;

out:
    cujit_elementwise_free(mandelbrot);
    cujit_array_free(picture);
    cujit_context_free(context);
    cujit_error_clear(&error);
    return exit_code;
}
