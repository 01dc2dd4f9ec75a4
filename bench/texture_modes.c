/*
 * texture_modes.c: see texture_modes.h.
 */
#include "texture_modes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Names ------------------------------------------------------------------------------------------------------- */

static const char *const kind_names[] = {"buffer", "1d", "2d", "3d", "1d_layered", "2d_layered", "pitched"};
static const char *const types[] = {"texture_buffer",    "texture1d",         "texture2d", "texture3d",
                                    "texture1d_layered", "texture2d_layered", "texture2d"};
static const char *const reads[] = {
    "t[(int)x[i]]", "t(x[i])", "t(x[i], y[i])", "t(x[i], y[i], z[i])", "t(x[i], (int)z[i])", "t(x[i], y[i], (int)z[i])",
    "t(x[i], y[i])"};

const char *texture_mode_name(const texture_mode *m, char out[TEXTURE_NAME])
{
    static const char *const texel_names[] = {"x", "y", "z", "random", "wide", "special", "unit"};
    static const char *const edges[] = {"clamp", "wrap", "mirror", "border"};

    snprintf(out, TEXTURE_NAME, "%s %s%s%s %zux%zux%zu %s%s %s %s%s", kind_names[m->kind], cujit_dtype_name(m->dtype),
             m->channels > 1 ? (m->channels == 2 ? "x2" : "x4") : "", m->values ? " as floats" : "", m->lengths[0],
             m->lengths[1], m->lengths[2], texel_names[m->texels],
             m->texels != TEXELS_UNIT ? ""
             : m->unit == 0           ? "0"
             : m->unit == 1           ? "1"
                                      : (const char *[]){"2", "3", "4", "5", "6", "7"}[m->unit - 2],
             m->linear ? "linear" : "point", edges[m->edge], m->normalized ? " normalized" : "");
    return out;
}

const char *texture_mode_type(const texture_mode *m)
{
    return types[m->kind];
}

const char *texture_mode_read(const texture_mode *m)
{
    return reads[m->kind];
}

/* ---- What is read ------------------------------------------------------------------------------------------------ */

static uint64_t state;

static uint32_t draw(void)
{
    state += 0x9e3779b97f4a7c15;
    uint64_t word = state;

    word = (word ^ word >> 30) * 0xbf58476d1ce4e5b9;
    word = (word ^ word >> 27) * 0x94d049bb133111eb;
    return (uint32_t)(word >> 32);
}

static float chance(void)
{
    return (float)draw() * 0x1p-32f;
}

/* One number of a texel. */
static void set_number(const texture_mode *m, void *at, size_t k, double value)
{
    const uint16_t half_of[] = {0, 0x3c00}; /* numbers of TEXELS_UNIT */
    const uint32_t bits = draw();

    if (m->dtype == CUJIT_FLOAT16)
        ((uint16_t *)at)[k] = m->texels == TEXELS_UNIT ? half_of[value != 0]
                                                       : (uint16_t)(m->texels == TEXELS_RANDOM ? (bits & 0xbfff) : k);
    else if (m->dtype == CUJIT_FLOAT32)
        ((float *)at)[k] = (float)value;
    else if (cujit_dtype_size(m->dtype) == 4)
        ((uint32_t *)at)[k] = m->texels == TEXELS_RANDOM ? bits : (uint32_t)(int)value;
    else if (cujit_dtype_size(m->dtype) == 2)
        ((uint16_t *)at)[k] = m->texels == TEXELS_RANDOM ? (uint16_t)bits : (uint16_t)(int)value;
    else
        ((uint8_t *)at)[k] = m->texels == TEXELS_RANDOM ? (uint8_t)bits : (uint8_t)(int)value;
}

static double value_of(const texture_mode *m, size_t k)
{
    const size_t texel = k / (size_t)m->channels, width = m->lengths[0], row = texel / width;
    const size_t height = m->lengths[1] > 0 ? m->lengths[1] : 1;
    static const float special[] = {1,
                                    INFINITY,
                                    2,
                                    0x1p-149f,
                                    0,
                                    -0.0f,
                                    NAN,
                                    1,
                                    0x1.fffffep127f,
                                    0x1.fffffep127f,
                                    -INFINITY,
                                    INFINITY,
                                    0x1p-126f,
                                    -0x1p-126f,
                                    -0x1.fffffep127f,
                                    0x1.fffffcp-127f};

    switch (m->texels) {
    case TEXELS_RAMP_X:
        return (double)(texel % width);
    case TEXELS_RAMP_Y:
        return (double)(row % height);
    case TEXELS_RAMP_Z:
        return floor((double)row / (double)height);
    case TEXELS_RANDOM:
        return (double)chance() * 2 - 1;
    case TEXELS_WIDE: /* of all sizes, so that sums show what they are rounded to */
        return ((double)chance() * 2 - 1) * exp2((double)(draw() % 48) - 24);
    case TEXELS_SPECIAL:
        return (double)special[k % (sizeof special / sizeof *special)];
    default:
        return k == m->unit;
    }
}

void *texture_mode_texels(const texture_mode *m, size_t *count)
{
    void *all;

    state = 1;
    *count = (size_t)m->channels;
    for (int k = 0; k < 3; k++)
        *count *= m->lengths[k] > 0 ? m->lengths[k] : 1;
    if ((all = calloc(*count, 4)) == NULL)
        exit(1);
    for (size_t k = 0; k < *count; k++)
        set_number(m, all, k, value_of(m, k));
    return all;
}

/* A position along an axis of n texels, before it is normalized. */
static double position(size_t k, size_t n, size_t axis)
{
    const double span = (double)(n < 6 ? n : 6) + 2;

    if (n >= 256 && n % 256 == 0 && k < n) /* all texels */
        return (double)k + 0.5;
    if (axis == 0 && k < TEXTURE_POSITIONS / 2)
        return -1 + (double)k * span * 2 / TEXTURE_POSITIONS;
    if (k % 4 == 0) /* on ties, and next to them */
        return ((double)(draw() % ((unsigned)span * 512)) + 0.5) / 512 - 1;
    if (k % 4 == 1)
        return (double)(draw() % ((unsigned)span * 256)) / 256 - 1;
    if (k % 4 == 2)
        return (double)chance() * (double)n;
    return ((double)chance() * 3 - 1) * (double)n;
}

void texture_mode_positions(const texture_mode *m, float *const at[3])
{
    static const float special[] = {0.0f,  -0.0f,  1.0f,     -1.0f,     1e9f, -1e9f,
                                    3e38f, -3e38f, INFINITY, -INFINITY, NAN,  1e-40f};

    for (size_t axis = 0; axis < 3; axis++) {
        const size_t n = m->lengths[axis] > 0 ? m->lengths[axis] : 1;
        const bool layers = axis == 2 && (m->kind == TEXTURE_1D_LAYERED || m->kind == TEXTURE_2D_LAYERED);

        for (size_t k = 0; k < TEXTURE_POSITIONS; k++) {
            double p = position(k, n, axis);
            float x = (float)(m->normalized && !layers ? p / (double)n : p);

            if (k % 16 >= 12 && k >= TEXTURE_POSITIONS / 2 &&
                n < TEXTURE_POSITIONS) /* a step of a float to either side */
                x = nextafterf(x, k % 2 != 0 ? 1e30f : -1e30f);
            if (k >= TEXTURE_POSITIONS - 64 && n < TEXTURE_POSITIONS)
                x = special[draw() % (sizeof special / sizeof *special)];
            /* What no int holds is undefined as one. */
            at[axis][k] = (layers || m->kind == TEXTURE_BUFFER) && !(fabsf(x) < 1e9f) ? 0.0f : x;
        }
    }
}

/* ---- All of them ------------------------------------------------------------------------------------------------- */

static texture_mode modes[400];
static size_t mode_count;

static void add(texture_mode m)
{
    if (m.channels == 0)
        m.channels = 1;
    if (mode_count < sizeof modes / sizeof *modes)
        modes[mode_count++] = m;
}

/* Where texels are found: each axis of images whose texels say where they are. */
static void add_places(void)
{
    static const size_t lengths[] = {4, 5, 1000, 60000, 4097, 8192, 8193, 16385};

    for (int edge = 0; edge < 8; edge++) {
        const int normalized = edge >= 4;
        texture_mode m = {.dtype = CUJIT_FLOAT32, .edge = (cujit_edge)(edge % 4), .normalized = normalized};

        if (!normalized && (m.edge == CUJIT_EDGE_WRAP || m.edge == CUJIT_EDGE_MIRROR))
            continue;
        for (m.linear = 0; m.linear < 2; m.linear++) {
            for (size_t k = 0; k < sizeof lengths / sizeof *lengths; k++) {
                m.kind = TEXTURE_1D;
                m.lengths[0] = lengths[k];
                m.lengths[1] = m.lengths[2] = 0;
                m.texels = TEXELS_RAMP_X;
                add(m);
            }
            m.kind = TEXTURE_2D;
            m.lengths[0] = 3;
            m.lengths[1] = 7;
            m.texels = TEXELS_RAMP_Y;
            add(m);
            m.kind = TEXTURE_3D;
            m.lengths[2] = 5;
            m.texels = TEXELS_RAMP_Z;
            add(m);
        }
    }
}

/* How texels are mixed: the weight of each alone, then sums of several. */
static void add_sums(void)
{
    static const struct {
        texture_kind kind;
        size_t lengths[3];
        unsigned corners;
    } all[] = {{TEXTURE_1D, {2, 0, 0}, 2}, {TEXTURE_2D, {2, 2, 0}, 4}, {TEXTURE_3D, {2, 2, 2}, 8}};

    for (size_t k = 0; k < 3; k++) {
        texture_mode m = {.kind = all[k].kind, .dtype = CUJIT_FLOAT32, .linear = 1, .texels = TEXELS_UNIT};

        memcpy(m.lengths, all[k].lengths, sizeof m.lengths);
        for (m.unit = 0; m.unit < all[k].corners; m.unit++)
            add(m);
        m.unit = 0;
        m.texels = TEXELS_RANDOM;
        add(m);
        m.texels = TEXELS_WIDE;
        add(m);
        m.channels = 4;
        add(m);
        m.channels = 1;
        for (int length = 0; length < 3; length++)
            m.lengths[length] *= 8;
        for (int edge = 0; edge < 4; edge++) {
            m.edge = (cujit_edge)edge;
            m.normalized = 1;
            m.texels = TEXELS_RANDOM;
            add(m);
        }
    }
}

/* What the types of texels become. */
static void add_types(void)
{
    static const cujit_dtype dtypes[] = {CUJIT_UINT8,  CUJIT_INT8,  CUJIT_UINT16, CUJIT_INT16,
                                         CUJIT_UINT32, CUJIT_INT32, CUJIT_FLOAT16};

    for (size_t k = 0; k < sizeof dtypes / sizeof *dtypes; k++) {
        const size_t size = cujit_dtype_size(dtypes[k]);
        const int floats = dtypes[k] == CUJIT_FLOAT16 || size < 4;
        texture_mode m = {
            .kind = TEXTURE_1D, .dtype = dtypes[k], .lengths = {size == 1 ? 256 : 65536}, .edge = CUJIT_EDGE_CLAMP};

        add(m); /* all numbers there are */
        m.values = dtypes[k] != CUJIT_FLOAT16 && size < 4;
        if (m.values)
            add(m);
        m.linear = floats;
        m.texels = TEXELS_RANDOM;
        m.lengths[0] = 16;
        add(m);
        m.texels = TEXELS_UNIT;
        m.lengths[0] = 2;
        m.unit = 1;
        if (floats)
            add(m);
        m.unit = 0;
        m.texels = TEXELS_RANDOM;
        m.kind = TEXTURE_2D;
        m.lengths[0] = m.lengths[1] = 16;
        add(m);
        m.channels = 4;
        if (size == 1 || floats || dtypes[k] == CUJIT_INT32)
            add(m);
        m.channels = 1;
        m.kind = TEXTURE_3D;
        m.lengths[2] = 16;
        add(m);
    }
}

static void add_rest(void)
{
    add((texture_mode){
        .kind = TEXTURE_1D, .dtype = CUJIT_FLOAT32, .lengths = {16}, .linear = 1, .texels = TEXELS_SPECIAL});
    add((texture_mode){
        .kind = TEXTURE_2D, .dtype = CUJIT_FLOAT32, .lengths = {4, 4}, .linear = 1, .texels = TEXELS_SPECIAL});
    add((texture_mode){.kind = TEXTURE_1D, .dtype = CUJIT_FLOAT32, .lengths = {16}, .texels = TEXELS_SPECIAL});
    for (int linear = 0; linear < 2; linear++) {
        add((texture_mode){.kind = TEXTURE_1D_LAYERED,
                           .dtype = CUJIT_FLOAT32,
                           .lengths = {8, 0, 4},
                           .linear = linear,
                           .texels = TEXELS_RANDOM});
        add((texture_mode){.kind = TEXTURE_2D_LAYERED,
                           .dtype = CUJIT_FLOAT32,
                           .lengths = {8, 8, 4},
                           .linear = linear,
                           .texels = TEXELS_RANDOM});
        add((texture_mode){.kind = TEXTURE_PITCHED,
                           .dtype = CUJIT_FLOAT32,
                           .lengths = {8, 8},
                           .linear = linear,
                           .texels = TEXELS_RANDOM});
        add((texture_mode){.kind = TEXTURE_PITCHED,
                           .dtype = CUJIT_FLOAT32,
                           .lengths = {8, 8},
                           .linear = linear,
                           .texels = TEXELS_RANDOM,
                           .edge = CUJIT_EDGE_WRAP,
                           .normalized = 1});
    }
    add((texture_mode){.kind = TEXTURE_BUFFER, .dtype = CUJIT_FLOAT32, .lengths = {1000}, .texels = TEXELS_RAMP_X});
    add((texture_mode){
        .kind = TEXTURE_BUFFER, .dtype = CUJIT_UINT8, .lengths = {1000}, .texels = TEXELS_RANDOM, .values = 1});
}

const texture_mode *texture_modes(size_t *count)
{
    mode_count = 0;
    add_places();
    add_sums();
    add_types();
    add_rest();
    *count = mode_count;
    return modes;
}
