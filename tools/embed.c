/*
 * embed.c: a tool of the build, not installed: turns text files into C.
 *
 *     embed OUT.c OUT.h FILE...
 *
 * Each FILE becomes `const char cj_template_NAME[]`, ended by a NUL, where NAME is the file's name up to the first dot;
 * a table lists them all, and a digest stands for all of them in the keys of what is compiled with them. Bytes are
 * written as numbers: string literals longer than 4095 characters are beyond what C promises, and nothing needs to be
 * escaped.
 */
#define XXH_INLINE_ALL
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <xxhash.h>

enum { MAX_NAME = 64, NUMBERS_A_LINE = 24 };

/* NAME of "folder/NAME.anything". False: not fit for C. */
static int name_of(const char *path, char name[MAX_NAME])
{
    const char *slash = strrchr(path, '/'), *from = slash != NULL ? slash + 1 : path;
    size_t length = strcspn(from, ".");

    if (length == 0 || length >= MAX_NAME)
        return 0;
    for (size_t i = 0; i < length; i++)
        if (!isalnum((unsigned char)from[i]) && from[i] != '_')
            return 0;
    memcpy(name, from, length);
    name[length] = '\0';
    return 1;
}

static int embed(FILE *out, const char *path, const char *name, XXH3_state_t *digest)
{
    FILE *in = fopen(path, "rb");
    unsigned count = 0;
    int byte, fine;

    if (in == NULL)
        return 0;
    fprintf(out, "const char cj_template_%s[] = {", name);
    XXH3_128bits_update(digest, name, strlen(name) + 1);
    while ((byte = getc(in)) != EOF) {
        const unsigned char value = (unsigned char)byte;

        fprintf(out, "%s%d,", count++ % NUMBERS_A_LINE == 0 ? "\n" : "", byte < 128 ? byte : byte - 256);
        XXH3_128bits_update(digest, &value, 1);
    }
    fprintf(out, "0};\n\n");
    fine = !ferror(in);
    fclose(in);
    return fine;
}

static int write_source(FILE *out, int count, char **files)
{
    XXH3_state_t state;
    XXH128_hash_t digest;
    char name[MAX_NAME];

    XXH3_128bits_reset(&state);
    fprintf(out, "/* Made by tools/embed.c. */\n#include \"templates/templates.h\"\n\n");
    for (int i = 0; i < count; i++) {
        if (!name_of(files[i], name)) {
            fprintf(stderr, "embed: %s: no C name can be made of it\n", files[i]);
            return 0;
        }
        if (!embed(out, files[i], name, &state)) {
            fprintf(stderr, "embed: %s: %s\n", files[i], strerror(errno));
            return 0;
        }
    }
    fprintf(out, "const cj_template_file cj_template_files[] = {\n");
    for (int i = 0; i < count; i++) {
        name_of(files[i], name);
        fprintf(out, "    {\"%s\", cj_template_%s, sizeof cj_template_%s - 1},\n", name, name, name);
    }
    digest = XXH3_128bits_digest(&state);
    fprintf(out, "    {0, 0, 0},\n};\n\nconst char cj_templates_digest[] = \"%016llx%016llx\";\n",
            (unsigned long long)digest.high64, (unsigned long long)digest.low64);
    return 1;
}

static void write_header(FILE *out, int count, char **files)
{
    char name[MAX_NAME];

    fprintf(out, "/* Made by tools/embed.c: the files of templates/, each ended by a NUL. */\n"
                 "#ifndef TEMPLATES_TEMPLATES_H\n#define TEMPLATES_TEMPLATES_H\n\n#include <stddef.h>\n\n");
    for (int i = 0; i < count; i++)
        if (name_of(files[i], name))
            fprintf(out, "extern const char cj_template_%s[];\n", name);
    fprintf(out,
            "\ntypedef struct cj_template_file {\n    const char *name, *text;\n    size_t length;\n"
            "} cj_template_file;\n\n/* All of them, ended by {NULL}. */\n"
            "extern const cj_template_file cj_template_files[];\n\n"
            "/* Of all their bytes, in hexadecimal digits. */\nextern const char cj_templates_digest[];\n\n#endif\n");
}

int main(int argc, char **argv)
{
    FILE *source, *header;
    int fine;

    if (argc < 4) {
        fprintf(stderr, "usage: embed OUT.c OUT.h FILE...\n");
        return 2;
    }
    source = fopen(argv[1], "w");
    header = fopen(argv[2], "w");
    fine = source != NULL && header != NULL && write_source(source, argc - 3, argv + 3);
    if (fine)
        write_header(header, argc - 3, argv + 3);
    if (source != NULL)
        fine = fclose(source) == 0 && fine;
    if (header != NULL)
        fine = fclose(header) == 0 && fine;
    if (!fine)
        fprintf(stderr, "embed: cannot make %s and %s\n", argv[1], argv[2]);
    return fine ? 0 : 1;
}
