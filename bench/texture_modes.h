/*
 * texture_modes.h: the kinds of textures that cujit-texture-scan reads, what is in them, and where they are read.
 */
#ifndef BENCH_TEXTURE_MODES_H
#define BENCH_TEXTURE_MODES_H

#include <cujit/cujit.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { TEXTURE_POSITIONS = 1 << 16, TEXTURE_NAME = 160 };

typedef enum texture_pattern {
    TEXELS_RAMP_X,
    TEXELS_RAMP_Y,
    TEXELS_RAMP_Z,
    TEXELS_RANDOM,
    TEXELS_WIDE,
    TEXELS_SPECIAL,
    TEXELS_UNIT
} texture_pattern;
typedef enum texture_kind {
    TEXTURE_BUFFER,
    TEXTURE_1D,
    TEXTURE_2D,
    TEXTURE_3D,
    TEXTURE_1D_LAYERED,
    TEXTURE_2D_LAYERED,
    TEXTURE_PITCHED
} texture_kind;

typedef struct texture_mode {
    texture_kind kind;
    cujit_dtype dtype;
    int channels;
    size_t lengths[3]; /* width; height; depth or layers */
    texture_pattern texels;
    unsigned unit; /* of TEXELS_UNIT: the one that is 1 */
    cujit_edge edge;
    int linear, normalized, values;
} texture_mode;

/* All of them; *count is how many there are. */
const texture_mode *texture_modes(size_t *count);

/* What lines and files call it. */
const char *texture_mode_name(const texture_mode *m, char out[TEXTURE_NAME]);

/* The texture's type, without T, and the text that reads it at x[i], y[i], z[i]. */
const char *texture_mode_type(const texture_mode *m);
const char *texture_mode_read(const texture_mode *m);

/* Numbers that are the same each time: first what is in the texture, to be freed, *count of them; then where it is read,
 * along x, y and z. */
void *texture_mode_texels(const texture_mode *m, size_t *count);
void texture_mode_positions(const texture_mode *m, float *const at[3]);

#endif
