/*
 * test_cli_plot.c: pictures and summaries of arrays, and the names in a text.
 */
#include "support.h"
#include "tools/names.h"
#include "tools/plot.h"
#include "tools/summary.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static cli_problem problem;

static cli_array make(cujit_dtype dtype, int ndim, size_t rows, size_t columns, const void *data)
{
    const size_t shape[] = {rows, columns, 1};
    cli_array array = {0};

    ck_assert(cli_array_create(dtype, ndim, shape, false, &array, &problem));
    if (array.bytes > 0)
        memcpy(array.data, data, array.bytes);
    return array;
}

static int count_colour(const cli_image *image, int r, int g, int b)
{
    int count = 0;

    for (int k = 0; k < image->width * image->height; k++)
        count += image->pixels[3 * k] == r && image->pixels[3 * k + 1] == g && image->pixels[3 * k + 2] == b;
    return count;
}

static bool has_colour(const cli_image *image, int r, int g, int b)
{
    return count_colour(image, r, g, b) > 0;
}

TEST(curves_are_drawn)
{
    cli_array arrays[] = {make(CUJIT_FLOAT64, 1, 4, 0, (const double[]){1, (double)NAN, -3, (double)INFINITY}),
                          make(CUJIT_INT32, 1, 1, 0, (const int[]){2}), make(CUJIT_BOOL, 1, 0, 0, NULL)};
    cli_image image = {0};

    ck_assert(cli_plot_draw(3, arrays, &image, &problem));
    ck_assert(image.width > 800 && image.height > 400);
    ck_assert_int_ge(count_colour(&image, 31, 119, 180), 2 * 10); /* single points can be seen */
    ck_assert_int_ge(count_colour(&image, 255, 127, 14), 10);
    ck_assert(!has_colour(&image, 44, 160, 44));
    free(image.pixels);
    for (size_t k = 0; k < COUNT(arrays); k++)
        cli_array_clear(&arrays[k]);
}

TEST(maps_are_drawn)
{
    cli_array array = make(CUJIT_FLOAT32, 2, 2, 2, (const float[]){0, 1, NAN, 0.5F});
    cli_image image = {0};

    ck_assert(cli_plot_draw(1, &array, &image, &problem));
    ck_assert(has_colour(&image, 68, 1, 84) && has_colour(&image, 253, 231, 37));
    ck_assert(has_colour(&image, 160, 160, 160) && has_colour(&image, 33, 144, 141));
    free(image.pixels);
    cli_array_clear(&array);
}

/* However long, thin, flat or wide the data is, a picture comes out, or a problem. */
static const struct {
    double values[4];
    int ndim;
    size_t rows, columns;
    bool good;
} odd[] = {
    {{0}, 1, 1, 0, true},
    {{5, 5, 5, 5}, 1, 4, 0, true},
    {{1e300, 1e300}, 1, 2, 0, true},
    {{-1e308, 1e308}, 1, 2, 0, false},
    {{1, 1 + 1e-15}, 1, 2, 0, true},
    {{5e-324, 0}, 1, 2, 0, true},
    {{0, 1e-310}, 1, 2, 0, true},
    {{NAN, INFINITY}, 1, 2, 0, false},
    {{0}, 1, 0, 0, false},
    {{0}, 2, 0, 5, false},
    {{1}, 2, 1, 1, true},
    {{1, 2, 3, 4}, 2, 1, 4, true},
    {{1, 2, 3, 4}, 2, 4, 1, true},
    {{1}, 0, 0, 0, false},
    {{1}, 3, 1, 1, false},
};

TEST_EACH(odd_data_is_drawn_or_refused, COUNT(odd))
{
    cli_array array = make(CUJIT_FLOAT64, odd[_i].ndim, odd[_i].rows, odd[_i].columns, odd[_i].values);
    cli_image image = {0};

    ck_assert_int_eq(cli_plot_draw(1, &array, &image, &problem), odd[_i].good);
    ck_assert(odd[_i].good || problem.text != NULL);
    cli_problem_clear(&problem);
    free(image.pixels);
    cli_array_clear(&array);
}

TEST(steps_are_round)
{
    ck_assert_double_eq_tol(cli_plot_step(0, 10, 5), 2, 1e-12);
    ck_assert_double_eq_tol(cli_plot_step(0, 1, 8), 0.1, 1e-12);
    ck_assert_double_eq_tol(cli_plot_step(-1e6, 1e6, 4), 5e5, 1e-6);
}

TEST(summaries_count)
{
    cli_array array = make(CUJIT_FLOAT32, 1, 6, 0, (const float[]){1, 3, NAN, -INFINITY, 2, 2});
    cli_summary summary;

    cli_summary_make(&array, &summary);
    ck_assert_uint_eq(summary.finite, 4);
    ck_assert_uint_eq(summary.nans, 1);
    ck_assert_uint_eq(summary.infinities, 1);
    ck_assert_double_eq(summary.least, 1);
    ck_assert_double_eq(summary.most, 3);
    ck_assert_double_eq(summary.mean, 2);
    ck_assert_double_eq(summary.deviation, sqrt(0.5));
    ck_assert_uint_eq(summary.bin_count, CLI_SUMMARY_BINS);
    ck_assert_uint_eq(summary.bins[0] + summary.bins[20] + summary.bins[39], 4);
    cli_array_clear(&array);
    array = make(CUJIT_UINT8, 1, 4, 0, (const unsigned char[]){7, 9, 9, 8});
    cli_summary_make(&array, &summary);
    ck_assert_uint_eq(summary.bin_count, 3);
    ck_assert_uint_eq(summary.bins[0] * 100 + summary.bins[1] * 10 + summary.bins[2], 112);
    cli_array_clear(&array);
    array = make(CUJIT_FLOAT64, 1, 2, 0, (const double[]){-1.7e308, 1.7e308});
    cli_summary_make(&array, &summary);
    ck_assert_uint_eq(summary.bins[0] * 10 + summary.bins[CLI_SUMMARY_BINS - 1], 11);
    cli_array_clear(&array);
    array = make(CUJIT_FLOAT64, 1, 0, 0, NULL);
    cli_summary_make(&array, &summary);
    ck_assert(isnan(summary.mean) && summary.bin_count == 0);
    cli_array_clear(&array);
}

/* Names with r: read, w: assigned to, m: made before anything reads them; then v: the text has a value. */
static const struct {
    const char *text, *names;
} texts[] = {
    {"2*x + sin(y)", "x:r y:r v"},
    {"e = exp(x - max(x, -1, keepdims=1)); e / sum(e, -1, keepdims=1)", "e:rwm x:r v"},
    {"z[1:-1] += x\n", "z:rw x:r "},
    {"z = z + 1", "z:rw "},
    {"z = 1; z += z", "z:rwm "},
    {"x = y  # a = b\n", "x:wm y:r "},
    {"a <<= b; c <= d", "a:rw b:r c:r d:r v"},
    {"a == b", "a:r b:r v"},
    {"np.sum(x.T, axis = 0) + x.sum(q)", "np:r x:r q:r v"},
    {"0x1f + 1e5 + 2j + 1.e5*x1", "x1:r v"},
    {"(a +\n b)\n\n", "a:r b:r v"},
    {"", " "},
    {"= 3; [ = )", " v"},
};

TEST_EACH(names_are_found, COUNT(texts))
{
    char shown[200] = "";
    cli_names names;

    cli_names_find(texts[_i].text, &names);
    for (size_t k = 0; k < names.count; k++)
        sprintf(shown + strlen(shown), "%s%s:%s%s%s", k > 0 ? " " : "", names.items[k].text,
                names.items[k].read != 0 ? "r" : "", names.items[k].written != 0 ? "w" : "",
                cli_name_is_made(&names.items[k]) ? "m" : "");
    strcat(shown, names.has_value ? " v" : " ");
    ck_assert_str_eq(shown, texts[_i].names);
    cli_names_clear(&names);
}
