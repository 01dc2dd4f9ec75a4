/*
 * plot.h: pictures of arrays, as .png files.
 */
#ifndef TOOLS_PLOT_H
#define TOOLS_PLOT_H

#include "array.h"

/* Arrays of one axis become curves over the index, in the colours blue, orange, green, red, purple and brown; one array
 * of two axes a heat map with its first row on top. Where there is no number, there is a gap, or grey. Of complex
 * numbers the absolute values are drawn. `path` may be "-". The problem names it. */
bool cli_plot(const char *path, size_t count, const cli_array *arrays, cli_problem *problem);

/* ---- What it is made of ------------------------------------------------------------------------------------------ */

/* An image of RGB bytes, without any library. */
typedef struct cli_image {
    int width, height;
    unsigned char *pixels; /* 3 * width * height */
} cli_image;

/* Draws, and frees the image's pixels in any case but success. */
bool cli_plot_draw(size_t count, const cli_array *arrays, cli_image *out, cli_problem *problem);

/* About `count` round numbers between two: the distance between them. */
double cli_plot_step(double least, double most, int count);

#endif
