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
#include "texture_modes.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SHOWN = 3 };

static const char usage[] =
    "usage: cujit-texture-scan [--device D] [--dump FILE] [--against FILE] [--list] [WORD...]\n";

static const char *device = "cuda:0";
static FILE *dump, *against;

/* ---- Reading ----------------------------------------------------------------------------------------------------- */

static void must(cujit_status status, const cujit_error *error, const char *name)
{
    if (status == CUJIT_OK)
        return;
    fprintf(stderr, "%s: %s\n%s\n", name, error->message, error->log != NULL ? error->log : "");
    exit(1);
}

static cujit_dtype plain_type(const texture_mode *m)
{
    return m->values || m->dtype == CUJIT_FLOAT16 ? CUJIT_FLOAT32 : m->dtype;
}

/* The texture's T, and the dtype of the results. */
static cujit_dtype read_type(const texture_mode *m)
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

static cujit_texture *texture_of(cujit_context *context, const texture_mode *m, const void *numbers, size_t count,
                                 const char *name)
{
    const bool layers = m->kind == TEXTURE_1D_LAYERED || m->kind == TEXTURE_2D_LAYERED;
    const size_t rows[] = {m->lengths[1], m->lengths[0]};
    cujit_texture_spec spec = {.edges = {m->edge, m->lengths[1] > 0 ? m->edge : 0, m->kind == TEXTURE_3D ? m->edge : 0},
                               .filter = m->linear ? CUJIT_FILTER_LINEAR : CUJIT_FILTER_POINT,
                               .normalized_coordinates = m->normalized,
                               .normalized_values = m->values};
    CUJIT_AUTO(cujit_error) error = {0};
    CUJIT_AUTO(cujit_image) *image = NULL;
    CUJIT_AUTO(cujit_array) *array = NULL;
    cujit_texture *texture = NULL;

    if (m->kind == TEXTURE_BUFFER || m->kind == TEXTURE_PITCHED) {
        must(m->kind == TEXTURE_BUFFER
                 ? cujit_array_from_host(context, m->dtype, 1, m->lengths, numbers, &array, &error)
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
static void *read_all(cujit_context *context, const texture_mode *m, const char *name, const void *numbers,
                      size_t count, float *const at[3], size_t *bytes)
{
    const cujit_dtype type = read_type(m);
    CUJIT_AUTO(cujit_error) error = {0};
    CUJIT_AUTO(cujit_texture) *texture = texture_of(context, m, numbers, count, name);
    CUJIT_AUTO(cujit_array) *x = array_of(context, CUJIT_FLOAT32, TEXTURE_POSITIONS, at[0]);
    CUJIT_AUTO(cujit_array) *y = array_of(context, CUJIT_FLOAT32, TEXTURE_POSITIONS, at[1]);
    CUJIT_AUTO(cujit_array) *z = array_of(context, CUJIT_FLOAT32, TEXTURE_POSITIONS, at[2]);
    CUJIT_AUTO(cujit_array) *r = array_of(context, type, TEXTURE_POSITIONS, NULL);
    CUJIT_AUTO(cujit_elementwise) *kernel = NULL;
    char arguments[200], operation[100];
    void *results;

    snprintf(arguments, sizeof arguments, "%s<%s> t, const float *x, const float *y, const float *z, %s *r",
             texture_mode_type(m), cujit_dtype_spelling(type), cujit_dtype_spelling(type));
    snprintf(operation, sizeof operation, "r[i] = %s", texture_mode_read(m));
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
static bool is_same(const texture_mode *m, const void *a, const void *b, size_t k, double *distance)
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

static void show(const texture_mode *m, const void *a, const void *b, size_t k, float *const at[3])
{
    const size_t size = cujit_dtype_size(plain_type(m)), place = k / (size_t)m->channels;
    uint32_t words[2] = {0};

    memcpy(&words[0], (const char *)a + k * size, size);
    memcpy(&words[1], (const char *)b + k * size, size);
    printf("   %a,%a,%a: %08x %08x\n", (double)at[0][place], (double)at[1][place], (double)at[2][place], words[0],
           words[1]);
}

static bool compare(const texture_mode *m, const char *name, const void *theirs, const void *ours, size_t bytes,
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

static bool scan(cujit_context *context, cujit_context *host, const texture_mode *m)
{
    char name[TEXTURE_NAME];
    float *at[3];
    size_t count, bytes;
    void *numbers, *ours, *theirs;
    bool same = true;

    numbers = texture_mode_texels(m, &count);
    for (int k = 0; k < 3; k++) {
        if ((at[k] = malloc(TEXTURE_POSITIONS * sizeof *at[k])) == NULL)
            exit(1);
    }
    texture_mode_positions(m, at);
    texture_mode_name(m, name);
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
    size_t scanned = 0, same = 0, mode_count;
    const texture_mode *modes = texture_modes(&mode_count);
    char name[TEXTURE_NAME];

    if (!list)
        must(cujit_context_create(&(cujit_context_options){.device = "host"}, &host, &error), &error, "host");
    if (!list && against == NULL)
        must(cujit_context_create(&(cujit_context_options){.device = device}, &context, &error), &error, device);
    for (size_t k = 0; k < mode_count; k++) {
        if (!has_words(texture_mode_name(&modes[k], name), word_count, words))
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
            return fputs(usage, stderr), 2;
    }
    result = scan_all(count - k, arguments + k, list);
    if (dump != NULL)
        fclose(dump);
    return result;
}
