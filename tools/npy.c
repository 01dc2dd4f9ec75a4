/*
 * npy.c: NumPy's .npy files.
 *
 *     \x93NUMPY  major minor  length (2 bytes in version 1, 4 later)  header  elements
 *
 * The header is a Python dict literal: {'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }. It is parsed as
 * such (either quotes, any order of keys, any white space), and everything else is refused with the reason.
 */
#include "npy.h"

#include "element.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* NumPy itself writes some hundred bytes, and by default refuses to read more than 10000. */
enum { MAX_HEADER = 1 << 20 };

/* ---- The header: a Python literal
 * --------------------------------------------------------------------------------- */

typedef struct scanner {
    const char *at, *end;
    cli_problem *problem;
} scanner;

typedef struct header {
    char descr[64];
    bool fortran;
    int ndim;
    size_t shape[CLI_MAX_NDIM];
    bool has_descr, has_order, has_shape;
} header;

/* Skips white space; the next character, or 0 at the end. */
static char peek(scanner *in)
{
    while (in->at < in->end && (*in->at == ' ' || *in->at == '\n' || *in->at == '\t' || *in->at == '\r'))
        in->at++;
    return in->at < in->end ? *in->at : '\0';
}

static bool accept(scanner *in, char wanted)
{
    if (peek(in) != wanted || in->at >= in->end)
        return false;
    in->at++;
    return true;
}

enum { EXCERPT = 28 };

/* What comes next, for messages: the rest of the line, cut, printable characters only. */
static void excerpt(scanner *in, char *found)
{
    size_t size = 0;

    peek(in);
    for (; size < EXCERPT - 1 && in->at + size < in->end && in->at[size] != '\n'; size++)
        found[size] = in->at[size] >= ' ' && in->at[size] <= '~' ? in->at[size] : '?';
    found[size] = '\0';
}

static bool unexpected(scanner *in, const char *wanted)
{
    char found[EXCERPT];

    excerpt(in, found);
    if (found[0] == '\0')
        return cli_problem_set(in->problem, "the header ends where %s was expected", wanted);
    return cli_problem_set(in->problem, "the header has \"%s\" where %s was expected", found, wanted);
}

static bool accept_word(scanner *in, const char *word)
{
    size_t size = strlen(word);

    peek(in);
    if ((size_t)(in->end - in->at) < size || memcmp(in->at, word, size) != 0)
        return false;
    in->at += size;
    return true;
}

/* A string without escapes: no key and no simple type needs one. */
static bool take_string(scanner *in, char *out, size_t room, const char *wanted)
{
    char quote = peek(in);
    const char *start, *stop;

    if (quote != '\'' && quote != '"')
        return unexpected(in, wanted);
    start = ++in->at;
    stop = memchr(start, quote, (size_t)(in->end - start));
    if (stop == NULL || (size_t)(stop - start) >= room || memchr(start, '\\', (size_t)(stop - start)) != NULL) {
        in->at = start;
        return unexpected(in, wanted);
    }
    memcpy(out, start, (size_t)(stop - start));
    out[stop - start] = '\0';
    in->at = stop + 1;
    return true;
}

static bool take_length(scanner *in, size_t *out)
{
    char digit = peek(in);
    size_t length = 0;

    if (digit < '0' || digit > '9')
        return unexpected(in, digit == '-' ? "a length (not negative)" : "a length");
    for (; in->at < in->end && *in->at >= '0' && *in->at <= '9'; in->at++) {
        if (__builtin_mul_overflow(length, (size_t)10, &length) ||
            __builtin_add_overflow(length, (size_t)(*in->at - '0'), &length) || length > PTRDIFF_MAX)
            return cli_problem_set(in->problem, "the header's shape has a length beyond 2^63");
    }
    if (in->at < in->end && *in->at == 'L') /* Python 2 */
        in->at++;
    *out = length;
    return true;
}

static bool take_shape(scanner *in, header *out)
{
    bool comma = true;

    if (!accept(in, '('))
        return unexpected(in, "the shape, a tuple,");
    for (out->ndim = 0; !accept(in, ')'); out->ndim++) {
        if (!comma)
            return unexpected(in, "',' or ')'");
        if (out->ndim == CLI_MAX_NDIM)
            return cli_problem_set(in->problem, "the shape has more than the %d axes that cujit knows",
                                   CUJIT_ARRAY_MAX_NDIM);
        if (!take_length(in, &out->shape[out->ndim]))
            return false;
        comma = accept(in, ',');
        if (out->ndim == 0 && !comma && peek(in) == ')')
            return unexpected(in, "',' (a tuple of one length is \"(5,)\")");
    }
    return true;
}

static bool take_value(scanner *in, const char *key, header *out)
{
    char found[EXCERPT];
    bool *seen = strcmp(key, "descr") == 0           ? &out->has_descr
                 : strcmp(key, "fortran_order") == 0 ? &out->has_order
                 : strcmp(key, "shape") == 0         ? &out->has_shape
                                                     : NULL;

    if (seen == NULL)
        return cli_problem_set(in->problem, "the header has the key '%s', which the format does not know", key);
    if (*seen)
        return cli_problem_set(in->problem, "the header has the key '%s' twice", key);
    *seen = true;
    if (seen == &out->has_shape)
        return take_shape(in, out);
    if (seen == &out->has_order) {
        out->fortran = accept_word(in, "True");
        return out->fortran || accept_word(in, "False") || unexpected(in, "True or False");
    }
    if (peek(in) == '[' || peek(in) == '{' || peek(in) == '(') {
        excerpt(in, found);
        return cli_problem_set(in->problem, "its dtype is structured, %s...: save each field as an array of its own",
                               found);
    }
    return take_string(in, out->descr, sizeof out->descr, "the type, a string,");
}

static bool take_dict(scanner *in, header *out)
{
    char key[24];
    bool comma = true;

    if (!accept(in, '{'))
        return unexpected(in, "'{'");
    while (!accept(in, '}')) {
        if (!comma)
            return unexpected(in, "',' or '}'");
        if (!take_string(in, key, sizeof key, "a key ('descr', 'fortran_order' or 'shape')"))
            return false;
        if (!accept(in, ':'))
            return unexpected(in, "':'");
        if (!take_value(in, key, out))
            return false;
        comma = accept(in, ',');
    }
    if (peek(in) != '\0' || in->at < in->end)
        return unexpected(in, "nothing more");
    if (!out->has_descr || !out->has_order || !out->has_shape)
        return cli_problem_set(in->problem, "the header lacks the key '%s'",
                               !out->has_descr   ? "descr"
                               : !out->has_order ? "fortran_order"
                                                 : "shape");
    return true;
}

/* "<f4" -> CUJIT_FLOAT32. */
static bool find_type(const char *descr, cujit_dtype *out, bool *big_endian, cli_problem *problem)
{
    static const struct {
        const char *code;
        cujit_dtype dtype;
    } types[] = {
        {"b1", CUJIT_BOOL},    {"?", CUJIT_BOOL},       {"i1", CUJIT_INT8},        {"u1", CUJIT_UINT8},
        {"i2", CUJIT_INT16},   {"u2", CUJIT_UINT16},    {"i4", CUJIT_INT32},       {"u4", CUJIT_UINT32},
        {"i8", CUJIT_INT64},   {"u8", CUJIT_UINT64},    {"f2", CUJIT_FLOAT16},     {"f4", CUJIT_FLOAT32},
        {"f8", CUJIT_FLOAT64}, {"c8", CUJIT_COMPLEX64}, {"c16", CUJIT_COMPLEX128}, {"V2", CUJIT_BFLOAT16},
    };
    const char *code = descr + (descr[0] != '\0' && strchr("<>|=", descr[0]) != NULL);
    const char *why = code[0] == 'O'                     ? "Python objects"
                      : code[0] == 'S' || code[0] == 'U' ? "text"
                      : code[0] == 'M' || code[0] == 'm' ? "dates or times"
                      : code[0] == 'V'                   ? "raw bytes"
                      : strcmp(code, "f16") == 0         ? "long doubles, which GPUs do not have"
                      : strcmp(code, "c32") == 0         ? "complex long doubles, which GPUs do not have"
                                                         : "a type that cujit does not know";

    *big_endian = descr[0] == '>';
    for (size_t k = 0; k < sizeof types / sizeof *types; k++) {
        if (strcmp(code, types[k].code) == 0) {
            *out = types[k].dtype;
            return true;
        }
    }
    return cli_problem_set(problem, "its dtype is '%s': %s", descr, why);
}

bool cli_npy_parse_header(const char *text, size_t size, cli_array *out, bool *big_endian, cli_problem *problem)
{
    scanner in = {text, text + size, problem};
    header found = {0};
    cli_array array = {0};

    if (!take_dict(&in, &found) || !find_type(found.descr, &array.dtype, big_endian, problem))
        return false;
    array.ndim = found.ndim;
    array.fortran = found.fortran && found.ndim > 1;
    memcpy(array.shape, found.shape, sizeof array.shape);
    if (!cli_array_measure(array.dtype, array.ndim, array.shape, &array.size, &array.bytes))
        return cli_problem_set(problem, "its shape is too large for any memory");
    *out = array;
    return true;
}

/* ---- Files ------------------------------------------------------------------------------------------------------- */

static bool take_bytes(FILE *file, void *to, size_t size, const char *what, cli_problem *problem)
{
    size_t got = fread(to, 1, size, file);

    if (got == size)
        return true;
    if (ferror(file))
        return cli_problem_set(problem, "reading failed: %s", strerror(errno));
    return cli_problem_set(problem, "the file ends too early: %s needs %zu bytes, %zu are there", what, size, got);
}

/* The header's text; the caller frees it. */
static bool read_header(FILE *file, char **text, size_t *size, cli_problem *problem)
{
    unsigned char start[8], length[4] = {0};
    size_t got = fread(start, 1, sizeof start, file);

    if (ferror(file))
        return cli_problem_set(problem, "reading failed: %s", strerror(errno));
    if (got < sizeof start || memcmp(start, "\x93NUMPY", 6) != 0)
        return cli_problem_set(problem, "this is not a .npy file%s",
                               got >= 4 && memcmp(start, "PK\3\4", 4) == 0
                                   ? " but a zip archive: of a .npz file, unpack the array that you want"
                                   : "");
    if (start[6] < 1 || start[6] > 3 || start[7] != 0)
        return cli_problem_set(problem, "its format version is %d.%d; cujit knows 1.0, 2.0 and 3.0", start[6],
                               start[7]);
    if (!take_bytes(file, length, start[6] == 1 ? 2 : 4, "the header's length", problem))
        return false;
    *size = (size_t)length[0] | (size_t)length[1] << 8 | (size_t)length[2] << 16 | (size_t)length[3] << 24;
    if (*size > MAX_HEADER)
        return cli_problem_set(problem, "its header claims to have %zu bytes; cujit reads headers of up to %d", *size,
                               (int)MAX_HEADER);
    *text = cli_alloc(*size + 1);
    return take_bytes(file, *text, *size, "the header", problem);
}

static void swap_bytes(cli_array *array)
{
    size_t size = cujit_dtype_size(array->dtype);
    size_t width = array->dtype == CUJIT_COMPLEX64 || array->dtype == CUJIT_COMPLEX128 ? size / 2 : size;

    for (size_t at = 0; width > 1 && at < array->bytes; at += width) {
        for (size_t k = 0; k < width / 2; k++) {
            unsigned char byte = array->data[at + k];

            array->data[at + k] = array->data[at + width - 1 - k];
            array->data[at + width - 1 - k] = byte;
        }
    }
}

/* Compares with the file's length before memory is asked for, where the file has one (a pipe has not). */
static bool read_elements(FILE *file, const cli_array *found, cli_array *out, cli_problem *problem)
{
    struct stat status;
    long long at = ftello(file);

    if (fstat(fileno(file), &status) == 0 && S_ISREG(status.st_mode) && at >= 0 &&
        (unsigned long long)status.st_size < (unsigned long long)at + found->bytes)
        return cli_problem_set(problem,
                               "the file ends too early: its header speaks of %zu bytes of elements, %lld are "
                               "there",
                               found->bytes, (long long)status.st_size - at);
    return cli_array_create(found->dtype, found->ndim, found->shape, found->fortran, out, problem) &&
           take_bytes(file, out->data, out->bytes, "its elements", problem);
}

bool cli_npy_read(const char *path, cli_array *out, cli_problem *problem)
{
    FILE *file = cli_open_input(path, problem);
    char *text = NULL;
    size_t size = 0;
    cli_array found = {0}, array = {0};
    bool big_endian = false, good;

    if (file == NULL)
        return false;
    good = read_header(file, &text, &size, problem) && cli_npy_parse_header(text, size, &found, &big_endian, problem) &&
           read_elements(file, &found, &array, problem);
    cli_close_input(file);
    free(text);
    if (!good) {
        cli_array_clear(&array);
        return false;
    }
    if (big_endian)
        swap_bytes(&array);
    *out = array;
    return true;
}

bool cli_npy_type(const char *path, cujit_dtype *out, cli_problem *problem)
{
    FILE *file = cli_open_input(path, problem);
    char *text = NULL;
    size_t size = 0;
    cli_array found = {0};
    bool big_endian = false, good = file != NULL && read_header(file, &text, &size, problem) &&
                                    cli_npy_parse_header(text, size, &found, &big_endian, problem);

    cli_close_input(file);
    free(text);
    *out = found.dtype;
    return good;
}

static const char *type_code(cujit_dtype dtype)
{
    switch (dtype) {
    case CUJIT_BOOL:
        return "|b1";
    case CUJIT_INT8:
        return "|i1";
    case CUJIT_UINT8:
        return "|u1";
    case CUJIT_INT16:
        return "<i2";
    case CUJIT_UINT16:
    case CUJIT_BFLOAT16:
        return "<u2";
    case CUJIT_INT32:
        return "<i4";
    case CUJIT_UINT32:
        return "<u4";
    case CUJIT_INT64:
        return "<i8";
    case CUJIT_UINT64:
        return "<u8";
    case CUJIT_FLOAT16:
        return "<f2";
    case CUJIT_FLOAT32:
        return "<f4";
    case CUJIT_FLOAT64:
        return "<f8";
    case CUJIT_COMPLEX64:
        return "<c8";
    case CUJIT_COMPLEX128:
        return "<c16";
    default:
        return NULL;
    }
}

bool cli_npy_write(const char *path, const cli_array *array, cli_problem *problem)
{
    const char *code = type_code(array->dtype);
    char head[2048] = "\x93NUMPY\x01", *shape = NULL;
    size_t size;

    if (code == NULL)
        return cli_problem_set(problem, "cannot write %s: .npy files have no %s", path, cujit_dtype_name(array->dtype));
    /* At most 33 lengths of 20 digits: version 1.0 is always enough. */
    shape = cli_shape_text(array->ndim, array->shape);
    size = 10 + (size_t)snprintf(head + 10, sizeof head - 80, "{'descr': '%s', 'fortran_order': %s, 'shape': %s, }",
                                 code, array->fortran ? "True" : "False", shape);
    free(shape);
    /* The elements begin at a multiple of 64 bytes. */
    do
        head[size++] = ' ';
    while (size % 64 != 63);
    head[size++] = '\n';
    head[7] = 0;
    head[8] = (char)((size - 10) & 0xff);
    head[9] = (char)((size - 10) >> 8);
    return cli_write_file(path, head, size, array->data, array->bytes, problem);
}
