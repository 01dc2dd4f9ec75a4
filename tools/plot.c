/*
 * plot.c: pictures of arrays.
 *
 * Everything is drawn four times as large (twice in each direction) and made smaller in the end, so that lines and
 * figures are smooth. A curve is kept as the range of heights in each column of pixels: so long arrays show all of
 * their peaks, and take no longer than it takes to go through them.
 */
#include "plot.h"

#include "summary.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#ifdef CUJIT_HAVE_PNG
#include <png.h>
#endif

enum {
    FINE = 2, /* pixels that are drawn for one in the file, in each direction */
    LINES_W = 800 * FINE,
    LINES_H = 400 * FINE,
    MAP = 640 * FINE,      /* the longer side of a heat map */
    MAP_LEAST = 80 * FINE, /* the shorter one is at least that */
    LEFT = 90 * FINE,
    RIGHT = 24 * FINE,
    TOP = 20 * FINE,
    BOTTOM = 40 * FINE,
    BAR = 18 * FINE,       /* width of the heat map's scale, and its distance */
    BAR_RIGHT = 90 * FINE, /* room for its numbers */
    DOT = FINE,            /* of which figures are made */
    TICK = 5 * FINE,
    LABEL = 32,
};

typedef struct colour {
    unsigned char r, g, b;
} colour;

static const colour white = {255, 255, 255}, dark = {60, 60, 60}, pale = {228, 228, 228}, grey = {160, 160, 160};

/* The part of the picture that shows data. */
typedef struct canvas {
    cli_image image;
    int x, y, width, height;
} canvas;

static void fill(canvas *c, int x, int y, int width, int height, colour with)
{
    for (int row = y < 0 ? 0 : y; row < y + height && row < c->image.height; row++)
        for (int column = x < 0 ? 0 : x; column < x + width && column < c->image.width; column++)
            memcpy(c->image.pixels + 3 * ((size_t)row * (size_t)c->image.width + (size_t)column), &with, 3);
}

static void make_canvas(canvas *c, int width, int height, int right)
{
    *c = (canvas){.x = LEFT, .y = TOP, .width = width, .height = height};
    c->image.width = LEFT + width + right;
    c->image.height = TOP + height + BOTTOM;
    c->image.pixels = cli_alloc(3 * (size_t)c->image.width * (size_t)c->image.height);
    fill(c, 0, 0, c->image.width, c->image.height, white);
}

/* ---- Figures ----------------------------------------------------------------------------------------------------- */

/* Each as seven rows of five dots, the left one in bit 4. */
static const char figures[] = "0123456789.-+e";
static const unsigned char shapes[][7] = {
    {14, 17, 19, 21, 25, 17, 14}, {4, 12, 4, 4, 4, 4, 14},    {14, 17, 1, 2, 4, 8, 31},   {31, 2, 4, 2, 1, 17, 14},
    {2, 6, 10, 18, 31, 2, 2},     {31, 16, 30, 1, 1, 17, 14}, {6, 8, 16, 30, 17, 17, 14}, {31, 1, 2, 4, 8, 8, 8},
    {14, 17, 17, 14, 17, 17, 14}, {14, 17, 17, 15, 1, 2, 12}, {0, 0, 0, 0, 0, 12, 12},    {0, 0, 0, 31, 0, 0, 0},
    {0, 4, 4, 31, 4, 4, 0},       {0, 0, 14, 17, 31, 16, 14},
};

enum { FIGURE_W = 6 * DOT, FIGURE_H = 7 * DOT };

static void draw_text(canvas *c, int x, int y, const char *text)
{
    for (; *text != '\0'; text++, x += FIGURE_W) {
        const char *found = strchr(figures, *text);

        for (int k = 0; found != NULL && k < 35; k++)
            if ((shapes[found - figures][k / 5] >> (4 - k % 5) & 1) != 0)
                fill(c, x + k % 5 * DOT, y + k / 5 * DOT, DOT, DOT, dark);
    }
}

/* ---- Axes -------------------------------------------------------------------------------------------------------- */

double cli_plot_step(double least, double most, int count)
{
    const double wanted = (most - least) / count, power = pow(10, floor(log10(wanted)));
    const double digits = wanted / power;

    return power * (digits < 1.5 ? 1 : digits < 3.5 ? 2 : digits < 7.5 ? 5 : 10);
}

/* A number between two steps, near 0, is 0. */
static const char *label(double value, double step, char *text)
{
    snprintf(text, LABEL, "%.6g", fabs(value) < step * 1e-6 ? 0 : value);
    return text;
}

/* Round numbers on a scale that ends at x, and reaches from y + height up to y; `lines` so wide. */
static void draw_scale(canvas *c, int x, int y, int height, double least, double most, int lines, bool right)
{
    const double step = cli_plot_step(least, most, height / (50 * FINE) + 1), first = ceil(least / step);
    const int count = (int)((most - least) / step + 1e-9) + 1;
    char text[LABEL];

    for (int k = 0; k < count; k++) {
        const double value = (first + k) * step;
        const int at = y + height - 1 - (int)((value - least) / (most - least) * (height - 1));
        const int width = (int)strlen(label(value, step, text)) * FIGURE_W;

        if (at < y)
            break;
        if (lines > 0)
            fill(c, x, at, lines, FINE / 2, pale);
        fill(c, right ? x : x - TICK, at, TICK, FINE / 2, dark);
        draw_text(c, right ? x + 2 * TICK : x - 2 * TICK - width, at - FIGURE_H / 2, text);
    }
}

/* Indices from 0, one at least from each to the next, so that about `marks` are shown. */
static size_t index_step(size_t count, int marks)
{
    const double step = cli_plot_step(0, (double)(count > 1 ? count - 1 : 1), marks);

    return step < 1 ? 1 : (size_t)step;
}

/* Indices below the data; `half` where each has a width. */
static void draw_indices(canvas *c, size_t count, bool half)
{
    const double cells = (double)(half || count < 2 ? count : count - 1);
    const size_t step = index_step(count, c->width / (100 * FINE) + 1);
    char text[LABEL];

    for (size_t k = 0; k < count; k += step) {
        const int at = c->x + (int)(((double)k + (half ? 0.5 : 0)) / cells * (c->width - 1));

        snprintf(text, sizeof text, "%zu", k);
        fill(c, at, c->y + c->height, FINE / 2, TICK, dark);
        draw_text(c, at - (int)strlen(text) * FIGURE_W / 2, c->y + c->height + 2 * TICK, text);
    }
}

/* Rows of a heat map, from the top. */
static void draw_rows(canvas *c, size_t count)
{
    const size_t step = index_step(count, c->height / (60 * FINE) + 1);
    char text[LABEL];

    for (size_t k = 0; k < count; k += step) {
        const int at = c->y + (int)(((double)k + 0.5) / (double)count * (c->height - 1));

        snprintf(text, sizeof text, "%zu", k);
        fill(c, c->x - TICK, at, TICK, FINE / 2, dark);
        draw_text(c, c->x - 2 * TICK - (int)strlen(text) * FIGURE_W, at - FIGURE_H / 2, text);
    }
}

static void draw_frame(canvas *c, int x, int width)
{
    fill(c, x - 1, c->y - 1, width + 2, 1, dark);
    fill(c, x - 1, c->y + c->height, width + 2, 1, dark);
    fill(c, x - 1, c->y, 1, c->height, dark);
    fill(c, x + width, c->y, 1, c->height, dark);
}

/* ---- Ranges ------------------------------------------------------------------------------------------------------ */

static bool find_range(size_t count, const cli_array *arrays, double *least, double *most, cli_problem *problem)
{
    *least = (double)INFINITY;
    *most = (double)-INFINITY;
    for (size_t k = 0; k < count; k++) {
        for (size_t m = 0; m < arrays[k].size; m++) {
            const double value = cli_array_value(&arrays[k], m);

            *least = isfinite(value) && value < *least ? value : *least;
            *most = isfinite(value) && value > *most ? value : *most;
        }
    }
    if (*least > *most)
        return cli_problem_set(problem, "there is no finite number to be drawn");
    if (*most - *least > 1e300 || !isfinite(*most - *least))
        return cli_problem_set(problem, "from %g to %g is too far for a picture", *least, *most);
    /* What is all the same, or different in its last digits only, lies in the middle; so do the least numbers there
     * are. */
    if (*most - *least <= 1e-12 * fmax(fabs(*most), fabs(*least)) || *most - *least < 1e-300) {
        const double room = *most == 0 ? 1 : fmax(fabs(*most), 1e-290) * 0.1;

        *least -= room;
        *most += room;
    }
    return true;
}

/* ---- Curves ------------------------------------------------------------------------------------------------------ */

typedef struct curve {
    double *low, *high; /* of each column; low > high: nothing */
    int columns;
} curve;

static void widen(curve *of, int column, double y)
{
    column = column < 0 ? 0 : column >= of->columns ? of->columns - 1 : column;
    of->low[column] = y < of->low[column] ? y : of->low[column];
    of->high[column] = y > of->high[column] ? y : of->high[column];
}

/* A line from one point to the next: what of it lies in each column. */
static void join(curve *of, double x, double y, double next_x, double next_y)
{
    const double slope = next_x > x ? (next_y - y) / (next_x - x) : 0;

    widen(of, (int)x, y);
    for (int column = (int)x + 1; column <= (int)next_x; column++) {
        const double border = y + (column - x) * slope;

        widen(of, column - 1, border);
        widen(of, column, border);
    }
    widen(of, (int)next_x, next_y);
}

/* A point that no line leads to or from. */
static void mark(curve *of, double x, double y)
{
    enum { ROUND = 2 * FINE };

    for (int k = -ROUND; k <= ROUND; k++) {
        widen(of, (int)x + k, y - ROUND);
        widen(of, (int)x + k, y + ROUND);
    }
}

static void follow(curve *of, const cli_array *array, double across, double least, double up)
{
    double last = (double)NAN;

    for (size_t k = 0; k < array->size; k++) {
        const double value = cli_array_value(array, k), y = (value - least) * up, x = (double)k * across;

        if (!isfinite(value)) {
            last = (double)NAN;
            continue;
        }
        if (!isnan(last))
            join(of, x - across, last, x, y);
        else if (k + 1 == array->size || !isfinite(cli_array_value(array, k + 1)))
            mark(of, x, y);
        last = y;
    }
}

static void draw_curve(canvas *c, const cli_array *array, double least, double most, colour with)
{
    const double across = array->size > 1 ? (double)(c->width - 1) / (double)(array->size - 1) : 0;
    curve of = {cli_alloc((size_t)c->width * sizeof(double)), cli_alloc((size_t)c->width * sizeof(double)), c->width};

    for (int k = 0; k < c->width; k++) {
        of.low[k] = (double)INFINITY;
        of.high[k] = (double)-INFINITY;
    }
    follow(&of, array, across, least, (c->height - 1) / (most - least));
    for (int k = 0; k < c->width; k++) {
        const int low = of.low[k] <= of.high[k] ? (int)of.low[k] : 0;
        const int high = of.low[k] <= of.high[k] ? (int)of.high[k] : -1;

        if (high >= low)
            fill(c, c->x + k - FINE / 2, c->y + c->height - 1 - high - FINE / 2, FINE + 1, high - low + FINE + 1, with);
    }
    free(of.low);
    free(of.high);
}

static bool draw_lines(size_t count, const cli_array *arrays, canvas *c, cli_problem *problem)
{
    static const colour colours[] = {{31, 119, 180}, {255, 127, 14},  {44, 160, 44},
                                     {214, 39, 40},  {148, 103, 189}, {140, 86, 75}};
    double least, most, room;
    size_t longest = 1;

    if (!find_range(count, arrays, &least, &most, problem))
        return false;
    for (size_t k = 0; k < count; k++)
        longest = arrays[k].size > longest ? arrays[k].size : longest;
    room = 0.04 * (most - least);
    make_canvas(c, LINES_W, LINES_H, RIGHT);
    draw_scale(c, c->x, c->y, c->height, least - room, most + room, c->width, false);
    draw_indices(c, longest, false);
    for (size_t k = 0; k < count; k++)
        draw_curve(c, &arrays[k], least - room, most + room, colours[k % (sizeof colours / sizeof *colours)]);
    draw_frame(c, c->x, c->width);
    return true;
}

/* ---- Heat maps --------------------------------------------------------------------------------------------------- */

/* From dark blue over green to yellow, for a number from 0 to 1: between each two of these the way is straight. */
static colour heat(double value)
{
    static const colour stops[] = {{68, 1, 84},    {71, 44, 122}, {59, 81, 139},  {44, 113, 142}, {33, 144, 141},
                                   {39, 173, 129}, {92, 200, 99}, {170, 220, 50}, {253, 231, 37}};
    const double at = (value < 0 ? 0 : value > 1 ? 1 : value) * 8;
    const int k = at < 7 ? (int)at : 7;
    const double part = at - k;

    return (colour){(unsigned char)(stops[k].r + part * (stops[k + 1].r - stops[k].r)),
                    (unsigned char)(stops[k].g + part * (stops[k + 1].g - stops[k].g)),
                    (unsigned char)(stops[k].b + part * (stops[k + 1].b - stops[k].b))};
}

/* The mean of the elements that a pixel covers; NaN: none is finite. */
static double average(const cli_array *array, size_t top, size_t bottom, size_t left, size_t right)
{
    double sum = 0;
    size_t count = 0;

    for (size_t row = top; row < bottom; row++) {
        for (size_t column = left; column < right; column++) {
            const double value = cli_array_value(array, row * array->shape[1] + column);

            sum += isfinite(value) ? value : 0;
            count += isfinite(value) != 0;
        }
    }
    return count > 0 ? sum / (double)count : (double)NAN;
}

/* Which of `count` elements the pixel `at` of `pixels` covers: one at least. */
static void covered(int at, int pixels, size_t count, size_t *from, size_t *to)
{
    *from = (size_t)((double)at / pixels * (double)count);
    *to = (size_t)((double)(at + 1) / pixels * (double)count);
    *to = *to > *from ? *to : *from + 1;
}

static void draw_cells(canvas *c, const cli_array *array, double least, double most)
{
    for (int y = 0; y < c->height; y += FINE) {
        for (int x = 0; x < c->width; x += FINE) {
            size_t top, bottom, left, right;
            double value;

            covered(y, c->height, array->shape[0], &top, &bottom);
            covered(x, c->width, array->shape[1], &left, &right);
            value = average(array, top, bottom, left, right);
            fill(c, c->x + x, c->y + y, FINE, FINE, isnan(value) ? grey : heat((value - least) / (most - least)));
        }
    }
}

static bool draw_map(const cli_array *array, canvas *c, cli_problem *problem)
{
    const double rows = (double)array->shape[0], columns = (double)array->shape[1];
    const double longest = rows > columns ? rows : columns;
    int width = (int)(MAP * columns / longest), height = (int)(MAP * rows / longest);
    double least, most;

    if (!find_range(1, array, &least, &most, problem))
        return false;
    width = (width < MAP_LEAST ? MAP_LEAST : width) / FINE * FINE;
    height = (height < MAP_LEAST ? MAP_LEAST : height) / FINE * FINE;
    make_canvas(c, width, height, 2 * BAR + BAR_RIGHT);
    draw_cells(c, array, least, most);
    draw_indices(c, array->shape[1], true);
    draw_rows(c, array->shape[0]);
    draw_frame(c, c->x, c->width);
    for (int y = 0; y < height; y++)
        fill(c, c->x + width + BAR, c->y + y, BAR, 1, heat((double)(height - 1 - y) / (height - 1)));
    draw_frame(c, c->x + width + BAR, BAR);
    draw_scale(c, c->x + width + 2 * BAR + 1, c->y, height, least, most, 0, true);
    return true;
}

/* ---- The picture ------------------------------------------------------------------------------------------------- */

/* The mean of a part of FINE * FINE pixels. */
static unsigned char mean_part(const cli_image *image, int x, int y, int part)
{
    int sum = 0;

    for (int k = 0; k < FINE * FINE; k++) {
        const int row = y * FINE + k / FINE, column = x * FINE + k % FINE;

        sum += image->pixels[3 * (row * image->width + column) + part];
    }
    return (unsigned char)(sum / (FINE * FINE));
}

/* FINE * FINE pixels become one. In place: none is written over before it was read. */
static void shrink(cli_image *image)
{
    const int width = image->width / FINE, height = image->height / FINE;
    size_t to = 0;

    for (int k = 0; k < width * height; k++) {
        for (int part = 0; part < 3; part++)
            image->pixels[to++] = mean_part(image, k % width, k / width, part);
    }
    image->width = width;
    image->height = height;
}

bool cli_plot_draw(size_t count, const cli_array *arrays, cli_image *out, cli_problem *problem)
{
    canvas c = {0};
    bool good = count > 0;

    for (size_t k = 0; k < count; k++)
        good = good && arrays[k].ndim == (count == 1 && arrays[0].ndim == 2 ? 2 : 1);
    if (!good)
        return cli_problem_set(problem, "a picture shows arrays of one axis, or one array of two");
    good = arrays[0].ndim == 2 ? draw_map(&arrays[0], &c, problem) : draw_lines(count, arrays, &c, problem);
    if (good)
        shrink(&c.image);
    *out = c.image;
    return good;
}

#ifdef CUJIT_HAVE_PNG
static bool write_png(const char *path, const cli_image *image, cli_problem *problem)
{
    png_image png = {.version = PNG_IMAGE_VERSION,
                     .width = (png_uint_32)image->width,
                     .height = (png_uint_32)image->height,
                     .format = PNG_FORMAT_RGB};
    png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(png);
    void *data = cli_alloc(size);
    bool good;

    if (png_image_write_to_memory(&png, data, &size, 0, image->pixels, 0, NULL) == 0)
        good = cli_problem_set(problem, "cannot write %s: %s", path, png.message);
    else
        good = cli_write_file(path, data, size, problem);
    png_image_free(&png);
    free(data);
    return good;
}

bool cli_plot(const char *path, size_t count, const cli_array *arrays, cli_problem *problem)
{
    cli_image image = {0};
    const bool drawn = cli_plot_draw(count, arrays, &image, problem);
    const bool good = drawn ? write_png(path, &image, problem)
                            : cli_problem_set(problem, "cannot draw %s: %s", path, problem->text);

    free(image.pixels);
    return good;
}
#else
bool cli_plot(const char *path, size_t count, const cli_array *arrays, cli_problem *problem)
{
    (void)count;
    (void)arrays;
    return cli_problem_set(problem, "cannot draw %s: this program was built without libpng, which --plot needs", path);
}
#endif
