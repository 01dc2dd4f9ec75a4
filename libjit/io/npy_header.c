/*
 * npy_header.c: what a .npy file says in front of its elements, read and written.
 */
#include "libjit/io/npy_header.h"

#include "libjit/base/alloc.h"
#include "libjit/io/elements.h"

#include <errno.h>
#include <stdint.h>
#include <string.h>

/* NumPy itself writes some hundred bytes, and by default refuses to read more than 10000. */
enum { MAX_HEADER = 1 << 20 };

/* ---- The header: a Python literal -------------------------------------------------------------------------------- */

/* Where an error is set, the functions return false. */
typedef struct scanner {
    const char *at, *end;
    cujit_error *error;
} scanner;

typedef struct dict {
    char descr[64];
    cj_npy_header found;
    bool has_descr, has_order, has_shape;
} dict;

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

static void copy_printable(char *to, const char *from, size_t size)
{
    for (size_t k = 0; k < size; k++)
        to[k] = from[k] >= ' ' && from[k] <= '~' ? from[k] : '?';
    to[size] = '\0';
}

/* What comes next, for messages: the rest of the line, cut. */
static void excerpt(scanner *in, char *found)
{
    size_t size = 0;

    peek(in);
    while (size < EXCERPT - 1 && in->at + size < in->end && in->at[size] != '\n')
        size++;
    copy_printable(found, in->at, size);
}

CJ_PRINTF(2, 3) static bool refuse(scanner *in, const char *format, ...)
{
    va_list values;

    va_start(values, format);
    cj_error_setv(in->error, CUJIT_ERROR_IO, format, values);
    va_end(values);
    return false;
}

static bool unexpected(scanner *in, const char *wanted)
{
    char found[EXCERPT];

    excerpt(in, found);
    if (found[0] == '\0')
        return refuse(in, "the header ends where %s was expected", wanted);
    return refuse(in, "the header has \"%s\" where %s was expected", found, wanted);
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
    copy_printable(out, start, (size_t)(stop - start)); /* messages have it, and no word has others */
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
            return refuse(in, "the header's shape has a length beyond 2^63");
    }
    if (in->at < in->end && *in->at == 'L') /* Python 2 */
        in->at++;
    *out = length;
    return true;
}

static bool take_shape(scanner *in, dict *out)
{
    bool comma = true;

    if (!accept(in, '('))
        return unexpected(in, "the shape, a tuple,");
    for (out->found.ndim = 0; !accept(in, ')'); out->found.ndim++) {
        if (!comma)
            return unexpected(in, "',' or ')'");
        if (out->found.ndim == CJ_NPY_MOST_AXES)
            return refuse(in, "the shape has more than the %d axes that NumPy knows", CJ_NPY_MOST_AXES);
        if (!take_length(in, &out->found.shape[out->found.ndim]))
            return false;
        comma = accept(in, ',');
        if (out->found.ndim == 0 && !comma && peek(in) == ')')
            return unexpected(in, "',' (a tuple of one length is \"(5,)\")");
    }
    return true;
}

static bool take_value(scanner *in, const char *key, dict *out)
{
    char found[EXCERPT];
    bool *seen = strcmp(key, "descr") == 0           ? &out->has_descr
                 : strcmp(key, "fortran_order") == 0 ? &out->has_order
                 : strcmp(key, "shape") == 0         ? &out->has_shape
                                                     : NULL;

    if (seen == NULL)
        return refuse(in, "the header has the key '%s', which the format does not know", key);
    if (*seen)
        return refuse(in, "the header has the key '%s' twice", key);
    *seen = true;
    if (seen == &out->has_shape)
        return take_shape(in, out);
    if (seen == &out->has_order) {
        out->found.fortran = accept_word(in, "True");
        return out->found.fortran || accept_word(in, "False") || unexpected(in, "True or False");
    }
    if (peek(in) == '[' || peek(in) == '{' || peek(in) == '(') {
        excerpt(in, found);
        cj_error_set(in->error, CUJIT_ERROR_UNSUPPORTED,
                     "its dtype is structured, %s...: save each field as an array of its own", found);
        return false;
    }
    return take_string(in, out->descr, sizeof out->descr, "the type, a string,");
}

static bool take_dict(scanner *in, dict *out)
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
        return refuse(in, "the header lacks the key '%s'",
                      !out->has_descr   ? "descr"
                      : !out->has_order ? "fortran_order"
                                        : "shape");
    return true;
}

/* ---- Types ------------------------------------------------------------------------------------------------------- */

static const struct {
    const char *name; /* as it is written: one byte has no order */
    cujit_dtype dtype;
} types[] = {
    {"|b1", CUJIT_BOOL},        {"|i1", CUJIT_INT8},        {"|u1", CUJIT_UINT8},    {"<i2", CUJIT_INT16},
    {"<u2", CUJIT_UINT16},      {"<i4", CUJIT_INT32},       {"<u4", CUJIT_UINT32},   {"<i8", CUJIT_INT64},
    {"<u8", CUJIT_UINT64},      {"<f2", CUJIT_FLOAT16},     {"<f4", CUJIT_FLOAT32},  {"<f8", CUJIT_FLOAT64},
    {"<c8", CUJIT_COMPLEX64},   {"<c16", CUJIT_COMPLEX128}, {"<V2", CUJIT_BFLOAT16}, {"|?", CUJIT_BOOL},
    {"<V1", CUJIT_FLOAT8_E4M3}, {"<f1", CUJIT_FLOAT8_E5M2},
};

const char *cj_npy_type(cujit_dtype dtype)
{
    for (size_t k = 0; k < sizeof types / sizeof *types; k++) {
        if (types[k].dtype == dtype)
            return types[k].name;
    }
    return NULL;
}

static cujit_status find_type(const char *descr, cj_npy_header *out, cujit_error *error)
{
    const char *code = descr + (descr[0] != '\0' && strchr("<>|=", descr[0]) != NULL);
    const char *why = code[0] == 'O'                     ? "Python objects"
                      : code[0] == 'S' || code[0] == 'U' ? "text"
                      : code[0] == 'M' || code[0] == 'm' ? "dates or times"
                      : code[0] == 'V'                   ? "raw bytes"
                      : strcmp(code, "f16") == 0         ? "long doubles, which GPUs do not have"
                      : strcmp(code, "c32") == 0         ? "complex long doubles, which GPUs do not have"
                                                         : "a type that cujit does not know";

    out->big_endian = descr[0] == '>';
    for (size_t k = 0; k < sizeof types / sizeof *types; k++) {
        if (strcmp(code, types[k].name + 1) == 0) {
            out->dtype = types[k].dtype;
            return CUJIT_OK;
        }
    }
    return cj_error_set(error, CUJIT_ERROR_UNSUPPORTED, "its dtype is '%s': %s", descr, why);
}

/* ---- All of it --------------------------------------------------------------------------------------------------- */

bool cj_npy_header_measure(cj_npy_header *header)
{
    size_t product = 1;
    bool empty = false, fits = true;

    for (int axis = 0; axis < header->ndim; axis++)
        empty = empty || header->shape[axis] == 0;
    for (int axis = 0; axis < header->ndim && !empty; axis++)
        fits = fits && !__builtin_mul_overflow(product, header->shape[axis], &product);
    header->size = empty ? 0 : product;
    return fits && !__builtin_mul_overflow(header->size, cujit_dtype_size(header->dtype), &header->bytes) &&
           header->bytes <= PTRDIFF_MAX;
}

cujit_status cj_npy_header_parse(const char *text, size_t size, cj_npy_header *out, cujit_error *error)
{
    cujit_error own = {0};
    scanner in = {text, text + size, &own};
    dict read = {.has_descr = false};
    cujit_status status = take_dict(&in, &read) ? find_type(read.descr, &read.found, &own) : own.status;

    if (status != CUJIT_OK)
        return cj_error_move(error, &own);
    read.found.fortran = read.found.fortran && read.found.ndim > 1;
    if (!cj_npy_header_measure(&read.found))
        return cj_error_set(error, CUJIT_ERROR_IO, "its shape is too large for any memory");
    *out = read.found;
    return CUJIT_OK;
}

static cujit_status say_failure(cujit_error *error)
{
    /* EBADMSG is what members of archives say (zip.h). */
    return cj_error_vendor(error, CUJIT_ERROR_IO, "errno", errno, "reading failed: %s",
                           errno == EBADMSG ? "the data is damaged" : strerror(errno));
}

cujit_status cj_npy_take_bytes(FILE *file, void *to, size_t size, const char *what, cujit_error *error)
{
    size_t got = fread(to, 1, size, file);

    if (got == size)
        return CUJIT_OK;
    if (ferror(file))
        return say_failure(error);
    return cj_error_set(error, CUJIT_ERROR_IO, "the file ends too early: %s needs %zu bytes, %zu are there", what, size,
                        got);
}

cujit_status cj_npy_header_read(FILE *file, cj_npy_header *out, cujit_error *error)
{
    unsigned char start[8], length[4] = {0};
    size_t size, got = fread(start, 1, sizeof start, file);
    cujit_status status;
    char *text;

    if (ferror(file))
        return say_failure(error);
    if (got < sizeof start || memcmp(start, "\x93NUMPY", 6) != 0)
        return cj_error_set(error, CUJIT_ERROR_IO, "this is not a .npy file%s",
                            got >= 4 && memcmp(start, "PK\3\4", 4) == 0 ? " but a zip archive, as .npz files are" : "");
    if (start[6] < 1 || start[6] > 3 || start[7] != 0)
        return cj_error_set(error, CUJIT_ERROR_UNSUPPORTED, "its format version is %d.%d; cujit knows 1.0, 2.0 and 3.0",
                            start[6], start[7]);
    if ((status = cj_npy_take_bytes(file, length, start[6] == 1 ? 2 : 4, "the header's length", error)) != CUJIT_OK)
        return status;
    size = (size_t)length[0] | (size_t)length[1] << 8 | (size_t)length[2] << 16 | (size_t)length[3] << 24;
    if (size > MAX_HEADER)
        return cj_error_set(error, CUJIT_ERROR_IO,
                            "its header claims to have %zu bytes; cujit reads headers of up to %d", size,
                            (int)MAX_HEADER);
    if ((text = cj_malloc(size + 1)) == NULL)
        return cj_error_no_memory(error, "the header of a file");
    if ((status = cj_npy_take_bytes(file, text, size, "the header", error)) == CUJIT_OK)
        status = cj_npy_header_parse(text, size, out, error);
    cj_free(text);
    return status;
}

cujit_status cj_npy_header_write(cj_text *out, const cj_npy_header *header, cujit_error *error)
{
    /* At most 64 lengths of 20 digits: version 1.0 is always enough. */
    char start[10] = "\x93NUMPY\x01";
    size_t begin = out->length, size;

    cj_text_append_n(out, start, sizeof start);
    cj_text_printf(out, "{'descr': '%s', 'fortran_order': %s, 'shape': ", cj_npy_type(header->dtype),
                   header->fortran ? "True" : "False");
    cj_elements_shape(out, header->ndim, header->shape);
    cj_text_append(out, ", }");
    size = out->length - begin;
    cj_text_printf(out, "%*s\n", (int)(63 - size % 64), "");
    if (out->failed)
        return cj_error_no_memory(error, "the header of a file");
    size = out->length - begin - sizeof start;
    out->data[begin + 8] = (char)(size & 0xff);
    out->data[begin + 9] = (char)(size >> 8);
    return CUJIT_OK;
}
