/*
 * kmeans: random points around some centres, and the centres that k-means finds again without being told.
 *
 *     kmeans [FILE.png]
 *
 * The points are normal numbers, the same on every device. k-means takes turns with two texts: which centre is nearest to
 * each point, and the mean of the points that have the same one. Prints the device and the centres, draws points, centres
 * and what is nearest to them where a file is named, and exits 0 only where each centre was found.
 */
#include "picture.h"

#include <math.h>

enum { POINTS = 20000, CENTRES = 6, TURNS = 20, ROWS = 240, COLUMNS = 360 };

static const double true_centres[CENTRES][2] = {{0.6, 0.5},  {1.05, 1.7}, {2.3, 0.5},
                                                {1.95, 1.4}, {3.2, 2.0},  {3.25, 1.1}};
static const double deviation = 0.16;

/* Points are what is given but for c, rows of x and y each. */
static const char draw_points[] = "given[k] + deviation*normal(dtype=float64)";
/* The first centre is any point; each further one the point that is farthest from those before. */
static const char begin[] = "c[...] = points[:1]";
static const char place_next[] = "c[m] = points[argmax(min(sum((points[:, None] - c)**2, -1), 1))]";
static const char find_nearest[] = "argmin(sum((points[:, None] - c)**2, -1), 1)";
static const char move[] = "mine = nearest == index[:, None];"
                           "c[...] = sum(where(mine[..., None], points, 0), 1) / maximum(sum(mine, 1, keepdims=1), 1)";

/* Pixels in the pale colour of the nearest centre, points in the full one, centres black. */
static const char draw[] = "at = stack((x + 0*y[:, None], 0*x + y[:, None]), -1)/90;"
                           "picture[...] = 1 - 0.25*(1 - colours[:, argmin(sum((at[:, :, None] - c)**2, -1), -1)]);"
                           "picture[:, int32(90*points[:, 1]), int32(90*points[:, 0])] = colours[:, nearest];"
                           "picture *= min(sum((at[:, :, None] - c)**2, -1), -1) > 0.003";

static int find_centres(cujit_context *context, const cujit_array *points, cujit_array *c, cujit_array **nearest,
                        cujit_error *error)
{
    CUJIT_AUTO(cujit_array) *index = NULL;

    if (cujit_eval(context, begin, CUJIT_NAMED(points, c), NULL, error) ||
        cujit_array_arange(context, CUJIT_INT64, 0, CENTRES, 1, NULL, &index, error))
        return 0;
    for (int m = 1; m < CENTRES; m++) {
        if (cujit_eval(context, place_next, CUJIT_NAMED(points, c, m), NULL, error))
            return 0;
    }
    for (int turn = 0; turn < TURNS; turn++) {
        CUJIT_AUTO(cujit_array) *owner = NULL;

        if (cujit_eval(context, find_nearest, CUJIT_NAMED(points, c), &owner, error) ||
            cujit_eval(context, move,
                       (cujit_named){"points, nearest, index, c", CUJIT_ARGS(points, owner, index, c).items, 4}, NULL,
                       error))
            return 0;
    }
    return cujit_eval(context, find_nearest, CUJIT_NAMED(points, c), nearest, error) == CUJIT_OK;
}

/* Each true centre has one that was found close to it. */
static int is_right(double found[CENTRES][2])
{
    int right = 1;

    for (int k = 0; k < CENTRES; k++) {
        double distance = INFINITY;

        for (int m = 0; m < CENTRES; m++)
            distance = fmin(distance, hypot(true_centres[k][0] - found[m][0], true_centres[k][1] - found[m][1]));
        printf("(%.3f, %.3f) ", found[k][0], found[k][1]);
        right = right && distance < deviation / 10;
    }
    printf("%s\n", right ? "right" : "WRONG");
    return right;
}

static int draw_picture(const char *path, cujit_array *points, cujit_array *c, cujit_array *nearest)
{
    static const float palette[3][CENTRES] = {{0.84f, 0.95f, 0.40f, 0.20f, 0.12f, 0.58f},
                                              {0.15f, 0.55f, 0.65f, 0.65f, 0.47f, 0.40f},
                                              {0.16f, 0.05f, 0.12f, 0.75f, 0.71f, 0.74f}};
    cujit_context *context = cujit_array_context(points);
    CUJIT_AUTO(cujit_error) error = {0};
    CUJIT_AUTO(cujit_array) *colours = NULL, *picture = NULL, *x = NULL, *y = NULL;

    if (cujit_array_from_host(context, CUJIT_FLOAT32, 2, (const size_t[]){3, CENTRES}, palette, &colours, &error) ||
        cujit_array_create(context, CUJIT_FLOAT32, 3, (const size_t[]){3, ROWS, COLUMNS}, &picture, &error) ||
        cujit_array_arange(context, CUJIT_FLOAT32, 0, COLUMNS, 1, NULL, &x, &error) ||
        cujit_array_arange(context, CUJIT_FLOAT32, 0, ROWS, 1, NULL, &y, &error) ||
        cujit_eval(context, draw, CUJIT_NAMED(picture, colours, points, nearest, c, x, y), NULL, &error))
        return fprintf(stderr, "kmeans: %s\n", error.message), 0;
    return write_picture(path, picture);
}

int main(int count, char **arguments)
{
    CUJIT_AUTO(cujit_error) error = {0};
    CUJIT_AUTO(cujit_context) *context = NULL;
    CUJIT_AUTO(cujit_random) *random = NULL;
    CUJIT_AUTO(cujit_array) *given = NULL, *k = NULL, *points = NULL, *c = NULL, *nearest = NULL;
    double found[CENTRES][2];

    if (cujit_context_create(NULL, &context, &error) || cujit_random_create(context, 2014, &random, &error) ||
        cujit_array_from_host(context, CUJIT_FLOAT64, 2, (const size_t[]){CENTRES, 2}, true_centres, &given, &error) ||
        cujit_array_create(context, CUJIT_INT32, 1, (const size_t[]){POINTS}, &k, &error) ||
        cujit_random_integers(random, k, 0, CENTRES, &error) ||
        cujit_eval(context, draw_points, CUJIT_NAMED(given, k, deviation, random), &points, &error) ||
        cujit_array_create(context, CUJIT_FLOAT64, 2, (const size_t[]){CENTRES, 2}, &c, &error) ||
        !find_centres(context, points, c, &nearest, &error) || cujit_array_to_host(c, found, sizeof found, &error))
        return fprintf(stderr, "kmeans: %s\n", error.message), EXIT_FAILURE;
    printf("%s: ", cujit_context_device_name(context));
    return is_right(found) && (count < 2 || draw_picture(arguments[1], points, c, nearest)) ? EXIT_SUCCESS
                                                                                            : EXIT_FAILURE;
}
