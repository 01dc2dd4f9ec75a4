/*
 * cujit-texture-scan: where the host's textures differ from a GPU's.
 *
 *     cujit-texture-scan [--device D] [--dump FILE] [--against FILE] [--list] [WORD...]
 *
 * Reads textures of all kinds at 2^16 positions each on D (cuda:0) and on the host, and compares bit for bit, but for the
 * bits of NaN. A line for each kind that differs: at how many positions, the largest difference, and the first few: x, y,
 * z: what D has, what the host has. --dump writes what D has to a file; --against reads that in place of a device, so that
 * the host's arithmetic can be worked on where there is no GPU. With words only the kinds that have all of them in their
 * name. Positions: steps of 2^-13 of a texel, ties of the weights and their neighbours, and by chance. docs/textures.md has
 * what was found.
 */
#include <cujit/cujit.h>

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { POSITIONS = 1 << 16, SHOWN = 3, MOST_TEXELS = 1 << 17 };

static const char *device = "cuda:0";
static FILE *dump, *against;

/* ---- Kinds ------------------------------------------------------------------------------------------------------- */

typedef enum pattern {
    TEXELS_RAMP_X,
    TEXELS_RAMP_Y,
    TEXELS_RAMP_Z,
    TEXELS_RANDOM,
    TEXELS_WIDE,
    TEXELS_SPECIAL,
    TEXELS_UNIT
} pattern;
typedef enum kind { BUFFER, ONE, TWO, THREE, ONE_LAYERED, TWO_LAYERED, PITCHED } kind;

typedef struct mode {
    kind kind;
    cujit_dtype dtype;
    int channels;
    size_t lengths[3]; /* width; height; depth or layers */
    pattern texels;
    unsigned unit; /* of TEXELS_UNIT: the one that is 1 */
    cujit_edge edge;
    int linear, normalized, values;
} mode;

static const char *const kind_names[] = {"buffer", "1d", "2d", "3d", "1d_layered", "2d_layered", "pitched"};
static const char *const types[] = {"texture_buffer",    "texture1d",         "texture2d", "texture3d",
                                    "texture1d_layered", "texture2d_layered", "texture2d"};
static const char *const reads[] = {
    "t[(int)x[i]]", "t(x[i])", "t(x[i], y[i])", "t(x[i], y[i], z[i])", "t(x[i], (int)z[i])", "t(x[i], y[i], (int)z[i])",
    "t(x[i], y[i])"};

static const char *name_of(const mode *m, char out[160])
{
    static const char *const texel_names[] = {"x", "y", "z", "random", "wide", "special", "unit"};
    static const char *const edges[] = {"clamp", "wrap", "mirror", "border"};

    snprintf(out, 160, "%s %s%s%s %zux%zux%zu %s%s %s %s%s", kind_names[m->kind], cujit_dtype_name(m->dtype),
             m->channels > 1 ? (m->channels == 2 ? "x2" : "x4") : "", m->values ? " as floats" : "", m->lengths[0],
             m->lengths[1], m->lengths[2], texel_names[m->texels],
             m->texels != TEXELS_UNIT ? ""
             : m->unit == 0           ? "0"
             : m->unit == 1           ? "1"
                                      : (const char *[]){"2", "3", "4", "5", "6", "7"}[m->unit - 2],
             m->linear ? "linear" : "point", edges[m->edge], m->normalized ? " normalized" : "");
    return out;
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
static void set_number(const mode *m, void *at, size_t k, double value)
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

static double value_of(const mode *m, size_t k)
{
    const size_t texel = k / (size_t)m->channels, width = m->lengths[0];
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
        return (double)(texel / width % height);
    case TEXELS_RAMP_Z:
        return (double)(texel / width / height);
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

static void *make_texels(const mode *m, size_t *count)
{
    void *all;

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
    if (axis == 0 && k < POSITIONS / 2)
        return -1 + (double)k * span * 2 / POSITIONS;
    if (k % 4 == 0) /* on ties, and next to them */
        return ((double)(draw() % ((unsigned)span * 512)) + 0.5) / 512 - 1;
    if (k % 4 == 1)
        return (double)(draw() % ((unsigned)span * 256)) / 256 - 1;
    if (k % 4 == 2)
        return (double)chance() * (double)n;
    return ((double)chance() * 3 - 1) * (double)n;
}

static void make_positions(const mode *m, float *const at[3])
{
    static const float special[] = {0.0f,  -0.0f,  1.0f,     -1.0f,     1e9f, -1e9f,
                                    3e38f, -3e38f, INFINITY, -INFINITY, NAN,  1e-40f};

    for (size_t axis = 0; axis < 3; axis++) {
        const size_t n = m->lengths[axis] > 0 ? m->lengths[axis] : 1;
        const bool layers = axis == 2 && (m->kind == ONE_LAYERED || m->kind == TWO_LAYERED);

        for (size_t k = 0; k < POSITIONS; k++) {
            double p = position(k, n, axis);
            float x = (float)(m->normalized && !layers ? p / (double)n : p);

            if (k % 16 >= 12 && k >= POSITIONS / 2 && n < POSITIONS) /* a step of a float to either side */
                x = nextafterf(x, k % 2 != 0 ? 1e30f : -1e30f);
            if (k >= POSITIONS - 64 && n < POSITIONS)
                x = special[draw() % (sizeof special / sizeof *special)];
            /* What no int holds is undefined as one. */
            at[axis][k] = (layers || m->kind == BUFFER) && !(fabsf(x) < 1e9f) ? 0.0f : x;
        }
    }
}

/* ---- Reading ----------------------------------------------------------------------------------------------------- */

static void must(cujit_status status, const cujit_error *error, const char *name)
{
    if (status == CUJIT_OK)
        return;
    fprintf(stderr, "%s: %s\n%s\n", name, error->message, error->log != NULL ? error->log : "");
    exit(1);
}

static cujit_dtype plain_type(const mode *m)
{
    return m->values || m->dtype == CUJIT_FLOAT16 ? CUJIT_FLOAT32 : m->dtype;
}

/* The texture's T, and the dtype of the results. */
static cujit_dtype read_type(const mode *m)
{
    static const struct {
        cujit_dtype number, two;
    } vectors[] = {{CUJIT_FLOAT32, CUJIT_FLOAT2},
                   {CUJIT_UINT8, CUJIT_UCHAR2},
                   {CUJIT_INT8, CUJIT_CHAR2},
                   {CUJIT_INT32, CUJIT_INT2}};
    cujit_dtype number = plain_type(m);

    for (size_t k = 0; m->channels > 1 && k < sizeof vectors / sizeof *vectors; k++) {
        if (vectors[k].number == number)
            return (cujit_dtype)((int)vectors[k].two + m->channels - 2);
    }
    return number;
}

static cujit_array *array_of(cujit_context *context, cujit_dtype dtype, size_t count, const void *data)
{
    CUJIT_AUTO(cujit_error) error = {0};
    cujit_array *array = NULL;

    must(data != NULL ? cujit_array_from_host(context, dtype, 1, &count, data, &array, &error)
                      : cujit_array_create(context, dtype, 1, &count, &array, &error),
         &error, "an array");
    return array;
}

static cujit_texture *texture_of(cujit_context *context, const mode *m, const void *numbers, size_t count,
                                 const char *name)
{
    const bool layers = m->kind == ONE_LAYERED || m->kind == TWO_LAYERED;
    const size_t rows[] = {m->lengths[1], m->lengths[0]};
    cujit_texture_spec spec = {.edges = {m->edge, m->lengths[1] > 0 ? m->edge : 0, m->kind == THREE ? m->edge : 0},
                               .filter = m->linear ? CUJIT_FILTER_LINEAR : CUJIT_FILTER_POINT,
                               .normalized_coordinates = m->normalized,
                               .normalized_values = m->values};
    CUJIT_AUTO(cujit_error) error = {0};
    CUJIT_AUTO(cujit_image) *image = NULL;
    CUJIT_AUTO(cujit_array) *array = NULL;
    cujit_texture *texture = NULL;

    if (m->kind == BUFFER || m->kind == PITCHED) {
        must(m->kind == BUFFER ? cujit_array_from_host(context, m->dtype, 1, m->lengths, numbers, &array, &error)
                               : cujit_array_from_host(context, m->dtype, 2, rows, numbers, &array, &error),
             &error, name);
        spec.array = array;
    } else {
        must(cujit_image_create(context,
                                &(cujit_image_spec){.dtype = m->dtype,
                                                    .channels = m->channels,
                                                    .width = m->lengths[0],
                                                    .height = m->lengths[1],
                                                    .depth = layers ? 0 : m->lengths[2],
                                                    .layers = layers ? m->lengths[2] : 0},
                                &image, &error),
             &error, name);
        must(cujit_image_fill_from_host(image, numbers, count * cujit_dtype_size(m->dtype), &error), &error, name);
        spec.image = image;
    }
    must(cujit_texture_create(context, &spec, &texture, &error), &error, name);
    return texture;
}

/* What the texture gives at all positions: `bytes` of memory, to be freed. */
static void *read_all(cujit_context *context, const mode *m, const char *name, const void *numbers, size_t count,
                      float *const at[3], size_t *bytes)
{
    const cujit_dtype type = read_type(m);
    CUJIT_AUTO(cujit_error) error = {0};
    CUJIT_AUTO(cujit_texture) *texture = texture_of(context, m, numbers, count, name);
    CUJIT_AUTO(cujit_array) *x = array_of(context, CUJIT_FLOAT32, POSITIONS, at[0]);
    CUJIT_AUTO(cujit_array) *y = array_of(context, CUJIT_FLOAT32, POSITIONS, at[1]);
    CUJIT_AUTO(cujit_array) *z = array_of(context, CUJIT_FLOAT32, POSITIONS, at[2]);
    CUJIT_AUTO(cujit_array) *r = array_of(context, type, POSITIONS, NULL);
    CUJIT_AUTO(cujit_elementwise) *kernel = NULL;
    char arguments[200], operation[100];
    void *results;

    snprintf(arguments, sizeof arguments, "%s<%s> t, const float *x, const float *y, const float *z, %s *r",
             types[m->kind], cujit_dtype_spelling(type), cujit_dtype_spelling(type));
    snprintf(operation, sizeof operation, "r[i] = %s", reads[m->kind]);
    must(cujit_elementwise_create(
             context, &(cujit_elementwise_spec){.arguments = arguments, .operation = operation, .name = "scan"},
             &kernel, &error),
         &error, name);
    must(cujit_elementwise_run(kernel, NULL, CUJIT_ARGS(texture, x, y, z, r), &error), &error, name);
    *bytes = cujit_array_bytes(r);
    if ((results = malloc(*bytes)) == NULL)
        exit(1);
    must(cujit_array_to_host(r, results, *bytes, &error), &error, name);
    return results;
}

/* What the file has for this kind; NULL: nothing. */
static void *read_dump(const char *name, size_t bytes)
{
    char line[200];
    size_t size;
    void *found = NULL;

    rewind(against);
    while (found == NULL && fgets(line, sizeof line, against) != NULL) {
        char *tab = strchr(line, '\t');

        size = tab != NULL ? strtoull(tab, NULL, 10) : 0;
        if (tab == NULL)
            break;
        *tab = '\0';
        if (strcmp(line, name) != 0 || size != bytes)
            fseek(against, (long)size, SEEK_CUR);
        else if ((found = malloc(size)) != NULL && fread(found, 1, size, against) != size)
            exit(1);
    }
    return found;
}

/* ---- Comparing --------------------------------------------------------------------------------------------------- */

/* Is number k the same? *distance: in units of the last place, or in numbers. */
static bool is_same(const mode *m, const void *a, const void *b, size_t k, double *distance)
{
    const size_t size = cujit_dtype_size(plain_type(m));
    int32_t words[2] = {0};
    float floats[2];

    memcpy(&words[0], (const char *)a + k * size, size);
    memcpy(&words[1], (const char *)b + k * size, size);
    memcpy(floats, words, sizeof floats);
    *distance = fabs((double)(words[0] < 0 ? INT32_MIN - words[0] : words[0]) -
                     (double)(words[1] < 0 ? INT32_MIN - words[1] : words[1]));
    return words[0] == words[1] || (plain_type(m) == CUJIT_FLOAT32 && isnan(floats[0]) && isnan(floats[1]));
}

static void show(const mode *m, const void *a, const void *b, size_t k, float *const at[3])
{
    const size_t size = cujit_dtype_size(plain_type(m)), place = k / (size_t)m->channels;
    uint32_t words[2] = {0};

    memcpy(&words[0], (const char *)a + k * size, size);
    memcpy(&words[1], (const char *)b + k * size, size);
    printf("   %a,%a,%a: %08x %08x\n", (double)at[0][place], (double)at[1][place], (double)at[2][place], words[0],
           words[1]);
}

static bool compare(const mode *m, const char *name, const void *theirs, const void *ours, size_t bytes,
                    float *const at[3])
{
    const size_t count = bytes / cujit_dtype_size(plain_type(m));
    size_t differ = 0;
    double distance, largest = 0;

    for (size_t k = 0; k < count; k++) {
        if (is_same(m, theirs, ours, k, &distance))
            continue;
        largest = distance > largest ? distance : largest;
        differ++;
    }
    if (differ == 0)
        return true;
    printf("%s: %zu of %zu differ, by %g units at most\n", name, differ, count, largest);
    for (size_t k = 0, shown = 0; k < count && shown < SHOWN; k++) {
        if (is_same(m, theirs, ours, k, &distance))
            continue;
        show(m, theirs, ours, k, at);
        shown++;
        k += count / 7; /* not all from one place */
    }
    return false;
}

static bool scan(cujit_context *context, cujit_context *host, const mode *m)
{
    char name[160];
    float *at[3];
    size_t count, bytes;
    void *numbers, *ours, *theirs;
    bool same = true;

    state = 1;
    numbers = make_texels(m, &count);
    for (int k = 0; k < 3; k++) {
        if ((at[k] = malloc(POSITIONS * sizeof *at[k])) == NULL)
            exit(1);
    }
    make_positions(m, at);
    name_of(m, name);
    ours = read_all(host, m, name, numbers, count, at, &bytes);
    theirs = against != NULL ? read_dump(name, bytes) : read_all(context, m, name, numbers, count, at, &bytes);
    if (theirs == NULL)
        printf("%s: not in the file\n", name);
    else
        same = compare(m, name, theirs, ours, bytes, at);
    if (dump != NULL && theirs != NULL) {
        fprintf(dump, "%s\t%zu\n", name, bytes);
        fwrite(theirs, 1, bytes, dump);
    }
    for (int k = 0; k < 3; k++)
        free(at[k]);
    free(numbers);
    free(ours);
    free(theirs);
    return same;
}

/* ---- All of them ------------------------------------------------------------------------------------------------- */

static mode modes[400];
static size_t mode_count;

static void add(mode m)
{
    if (m.channels == 0)
        m.channels = 1;
    if (mode_count < sizeof modes / sizeof *modes)
        modes[mode_count++] = m;
}

/* Where texels are found: each axis of images whose texels say where they are. */
static void add_places(void)
{
    static const size_t lengths[] = {4, 5, 1000, 60000};

    for (int edge = 0; edge < 8; edge++) {
        const int normalized = edge >= 4;
        mode m = {.dtype = CUJIT_FLOAT32, .edge = (cujit_edge)(edge % 4), .normalized = normalized};

        if (!normalized && (m.edge == CUJIT_EDGE_WRAP || m.edge == CUJIT_EDGE_MIRROR))
            continue;
        for (m.linear = 0; m.linear < 2; m.linear++) {
            for (size_t k = 0; k < sizeof lengths / sizeof *lengths; k++) {
                m.kind = ONE;
                m.lengths[0] = lengths[k];
                m.lengths[1] = m.lengths[2] = 0;
                m.texels = TEXELS_RAMP_X;
                add(m);
            }
            m.kind = TWO;
            m.lengths[0] = 3;
            m.lengths[1] = 7;
            m.texels = TEXELS_RAMP_Y;
            add(m);
            m.kind = THREE;
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
        kind kind;
        size_t lengths[3];
        unsigned corners;
    } all[] = {{ONE, {2, 0, 0}, 2}, {TWO, {2, 2, 0}, 4}, {THREE, {2, 2, 2}, 8}};

    for (size_t k = 0; k < 3; k++) {
        mode m = {.kind = all[k].kind, .dtype = CUJIT_FLOAT32, .linear = 1, .texels = TEXELS_UNIT};

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
        mode m = {.kind = ONE, .dtype = dtypes[k], .lengths = {size == 1 ? 256 : 65536}, .edge = CUJIT_EDGE_CLAMP};

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
        m.kind = TWO;
        m.lengths[0] = m.lengths[1] = 16;
        add(m);
        m.channels = 4;
        if (size == 1 || floats || dtypes[k] == CUJIT_INT32)
            add(m);
        m.channels = 1;
        m.kind = THREE;
        m.lengths[2] = 16;
        add(m);
    }
}

static void add_rest(void)
{
    add((mode){.kind = ONE, .dtype = CUJIT_FLOAT32, .lengths = {16}, .linear = 1, .texels = TEXELS_SPECIAL});
    add((mode){.kind = TWO, .dtype = CUJIT_FLOAT32, .lengths = {4, 4}, .linear = 1, .texels = TEXELS_SPECIAL});
    add((mode){.kind = ONE, .dtype = CUJIT_FLOAT32, .lengths = {16}, .texels = TEXELS_SPECIAL});
    for (int linear = 0; linear < 2; linear++) {
        add((mode){.kind = ONE_LAYERED,
                   .dtype = CUJIT_FLOAT32,
                   .lengths = {8, 0, 4},
                   .linear = linear,
                   .texels = TEXELS_RANDOM});
        add((mode){.kind = TWO_LAYERED,
                   .dtype = CUJIT_FLOAT32,
                   .lengths = {8, 8, 4},
                   .linear = linear,
                   .texels = TEXELS_RANDOM});
        add((mode){
            .kind = PITCHED, .dtype = CUJIT_FLOAT32, .lengths = {8, 8}, .linear = linear, .texels = TEXELS_RANDOM});
        add((mode){.kind = PITCHED,
                   .dtype = CUJIT_FLOAT32,
                   .lengths = {8, 8},
                   .linear = linear,
                   .texels = TEXELS_RANDOM,
                   .edge = CUJIT_EDGE_WRAP,
                   .normalized = 1});
    }
    add((mode){.kind = BUFFER, .dtype = CUJIT_FLOAT32, .lengths = {1000}, .texels = TEXELS_RAMP_X});
    add((mode){.kind = BUFFER, .dtype = CUJIT_UINT8, .lengths = {1000}, .texels = TEXELS_RANDOM, .values = 1});
}

static bool has_words(const char *name, int count, char **words)
{
    for (int k = 0; k < count; k++) {
        if (strstr(name, words[k]) == NULL)
            return false;
    }
    return true;
}

static FILE *open_file(const char *path, const char *how)
{
    FILE *file = fopen(path, how);

    if (file != NULL)
        return file;
    perror(path);
    exit(1);
}

static int scan_all(int word_count, char **words, bool list)
{
    CUJIT_AUTO(cujit_error) error = {0};
    CUJIT_AUTO(cujit_context) *context = NULL, *host = NULL;
    size_t scanned = 0, same = 0;
    char name[160];

    if (!list)
        must(cujit_context_create(&(cujit_context_options){.device = "host"}, &host, &error), &error, "host");
    if (!list && against == NULL)
        must(cujit_context_create(&(cujit_context_options){.device = device}, &context, &error), &error, device);
    for (size_t k = 0; k < mode_count; k++) {
        if (!has_words(name_of(&modes[k], name), word_count, words))
            continue;
        if (list)
            puts(name);
        else
            same += scan(context, host, &modes[k]);
        scanned++;
    }
    if (!list)
        printf("%zu of %zu kinds of textures are the same at all positions\n", same, scanned);
    return !list && same < scanned;
}

int main(int count, char **arguments)
{
    bool list = false;
    int result, k = 1;

    for (; k < count && strncmp(arguments[k], "--", 2) == 0; k++) {
        const char *option = arguments[k];

        if (strcmp(option, "--list") == 0)
            list = true;
        else if (strcmp(option, "--device") == 0 && k + 1 < count)
            device = arguments[++k];
        else if (strcmp(option, "--dump") == 0 && k + 1 < count)
            dump = open_file(arguments[++k], "wb");
        else if (strcmp(option, "--against") == 0 && k + 1 < count)
            against = open_file(arguments[++k], "rb");
        else
            return fprintf(stderr, "unknown option %s\n", option), 2;
    }
    add_places();
    add_sums();
    add_types();
    add_rest();
    result = scan_all(count - k, arguments + k, list);
    if (dump != NULL)
        fclose(dump);
    return result;
}
