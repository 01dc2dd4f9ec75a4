/*
 * dtype.c: the table of element types, the types that a caller registered, and the 16-bit and 8-bit floating-point
 * formats.
 */
#include "libjit/syntax/dtype.h"

#include "libjit/base/alloc.h"
#include "libjit/syntax/include.h"
#include "libjit/syntax/signature.h"
#include "libjit/syntax/snippet.h"
#include "libjit/syntax/words.h"

#include <math.h>
#include <string.h>

enum { TYPE_MAX_SIZE = 1 << 20, TYPE_MAX_ALIGNMENT = 256 };

static const cj_dtype_info dtypes[] = {
#define DTYPE_INFO(NAME, number, name, spelling, size, alignment) {CUJIT_##NAME, name, spelling, size, alignment},
    CUJIT_DTYPE_MAP(DTYPE_INFO)
#undef DTYPE_INFO
};

const cj_dtype_info *cj_dtype_find(cujit_dtype dtype)
{
    const size_t count = sizeof dtypes / sizeof *dtypes;

    /* They count from 1, with gaps: none stands behind its number. */
    for (size_t k = (size_t)dtype < count ? (size_t)dtype : count; k-- > 0;) {
        if (dtypes[k].dtype == dtype)
            return &dtypes[k];
    }
    return NULL;
}

const cj_dtype_info *cj_dtype_by_name(const char *name)
{
    if (strlen(name) < CJ_SHORTEST_TYPE)
        return NULL;
    for (size_t k = 0; k < sizeof dtypes / sizeof *dtypes; k++) {
        if (dtypes[k].name[0] == name[0] && strcmp(dtypes[k].name, name) == 0)
            return &dtypes[k];
    }
    return NULL;
}

const char *cj_dtype_extreme(cujit_dtype dtype, bool highest)
{
    /* clang-format off */
    static const struct {
        cujit_dtype dtype;
        const char *lowest, *highest;
    } rows[] = {
        {CUJIT_BOOL, "0", "1"}, {CUJIT_INT8, "-128", "127"}, {CUJIT_UINT8, "0", "255"},
        {CUJIT_INT16, "-32768", "32767"}, {CUJIT_UINT16, "0", "65535"},
        {CUJIT_INT32, "-2147483647 - 1", "2147483647"}, {CUJIT_UINT32, "0", "4294967295u"},
        {CUJIT_INT64, "-9223372036854775807ll - 1", "9223372036854775807ll"},
        {CUJIT_UINT64, "0", "18446744073709551615ull"}, {CUJIT_FLOAT16, "-INFINITY", "INFINITY"},
        {CUJIT_BFLOAT16, "-INFINITY", "INFINITY"}, {CUJIT_FLOAT32, "-INFINITY", "INFINITY"},
        {CUJIT_FLOAT64, "-INFINITY", "INFINITY"}
    };
    /* clang-format on */

    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        if (rows[k].dtype == dtype)
            return highest ? rows[k].highest : rows[k].lowest;
    }
    return NULL;
}

size_t cujit_dtype_size(cujit_dtype dtype)
{
    const cj_dtype_info *info = cj_dtype_find(dtype);

    return info != NULL ? info->size : 0;
}

size_t cujit_dtype_alignment(cujit_dtype dtype)
{
    const cj_dtype_info *info = cj_dtype_find(dtype);

    return info != NULL ? info->alignment : 0;
}

const char *cujit_dtype_name(cujit_dtype dtype)
{
    const cj_dtype_info *info = cj_dtype_find(dtype);

    if (info != NULL)
        return info->name;
    return dtype >= CUJIT_DTYPE_REGISTERED ? "registered type" : "unknown";
}

const char *cujit_dtype_spelling(cujit_dtype dtype)
{
    const cj_dtype_info *info = cj_dtype_find(dtype);

    return info != NULL ? info->spelling : NULL;
}

cujit_dtype cujit_dtype_from_name(const char *name)
{
    cj_letter type = {0};
    cj_lexer lexer;
    cj_token token;

    if (name == NULL)
        return CUJIT_DTYPE_NONE;
    cj_lexer_init(&lexer, "type", name);
    if (cj_lexer_next(&lexer, &token, NULL) != CUJIT_OK ||
        cj_signature_read_type(&lexer, &token, NULL, "type", &type, NULL) != CUJIT_OK || token.kind != CJ_TOKEN_END)
        return CUJIT_DTYPE_NONE;
    return type.dtype;
}

bool cj_dtype_is_number(cujit_dtype dtype)
{
    return (dtype >= CUJIT_BOOL && dtype <= CUJIT_COMPLEX128) || cj_dtype_is_float8(dtype);
}

bool cj_dtype_is_integer(cujit_dtype dtype)
{
    return dtype >= CUJIT_INT8 && dtype <= CUJIT_UINT64;
}

bool cj_dtype_is_complex(cujit_dtype dtype)
{
    return dtype == CUJIT_COMPLEX64 || dtype == CUJIT_COMPLEX128;
}

cujit_dtype cj_dtype_part(cujit_dtype dtype)
{
    return dtype == CUJIT_COMPLEX64 ? CUJIT_FLOAT32 : dtype == CUJIT_COMPLEX128 ? CUJIT_FLOAT64 : dtype;
}

bool cj_dtype_is_float8(cujit_dtype dtype)
{
    return dtype == CUJIT_FLOAT8_E4M3 || dtype == CUJIT_FLOAT8_E5M2;
}

bool cj_dtype_is_narrow(cujit_dtype dtype)
{
    return dtype == CUJIT_FLOAT16 || dtype == CUJIT_BFLOAT16 || cj_dtype_is_float8(dtype);
}

bool cj_dtype_is_plain(cujit_dtype dtype)
{
    return cj_dtype_is_number(dtype) && !cj_dtype_is_narrow(dtype) && !cj_dtype_is_complex(dtype);
}

/* ---- Registered types -------------------------------------------------------------------------------------------- */

const cj_type *cj_type_table_by_name(const cj_type_table *table, const char *name, size_t length)
{
    for (size_t k = 0; table != NULL && k < table->count; k++) {
        if (strlen(table->types[k]->name) == length && memcmp(table->types[k]->name, name, length) == 0)
            return table->types[k];
    }
    return NULL;
}

const cj_type *cj_type_table_by_dtype(const cj_type_table *table, cujit_dtype dtype)
{
    for (size_t k = 0; table != NULL && k < table->count; k++) {
        if (table->types[k]->dtype == dtype)
            return table->types[k];
    }
    return NULL;
}

static void free_type(cj_type *type)
{
    if (type == NULL)
        return;
    cj_free(type->name);
    cj_free(type->definition);
    cj_free(type);
}

static cujit_status check_type(const char *name, const char *definition, size_t size, size_t alignment,
                               cujit_error *error)
{
    const char *trouble;
    cj_snippet look;

    if (name == NULL)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "cannot register a type: its name is NULL");
    trouble = cj_dtype_by_name(name) != NULL ? "it is the name of a type" : cj_word_trouble(name, NULL);
    if (trouble != NULL)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "cannot register the type '%.100s': %s", name,
                            trouble);
    if (alignment == 0 || (alignment & (alignment - 1)) != 0 || alignment > TYPE_MAX_ALIGNMENT)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT,
                            "cannot register the type '%s': its alignment is %zu; expected a power of two up to %d",
                            name, alignment, TYPE_MAX_ALIGNMENT);
    if (size == 0 || size > TYPE_MAX_SIZE || size % alignment != 0)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT,
                            "cannot register the type '%s': its size is %zu; expected 1 to %d and a multiple of its "
                            "alignment, %zu",
                            name, size, TYPE_MAX_SIZE, alignment);
    return cj_snippet_check(CJ_SNIPPET_PREAMBLE, "type definition", definition, NULL, &look, error);
}

/* Appends a type that was checked. */
static cujit_status append_type(cj_type_table *table, const char *name, const char *definition, size_t size,
                                size_t alignment, cujit_dtype *out, cujit_error *error)
{
    cj_type **types, *type = cj_calloc(1, sizeof *type);

    if (type == NULL)
        goto no_memory;
    type->name = cj_strdup(name);
    type->definition = cj_strdup(definition);
    type->size = size;
    type->alignment = alignment;
    type->dtype = (cujit_dtype)(CUJIT_DTYPE_REGISTERED + (int)table->count);
    if (type->name == NULL || type->definition == NULL)
        goto no_memory;
    types = cj_realloc(table->types, (table->count + 1) * sizeof(cj_type *));
    if (types == NULL)
        goto no_memory;
    table->types = types;
    table->types[table->count++] = type;
    if (name[0] >= 'A' && name[0] <= 'Z' && name[1] == '\0')
        table->capitals |= UINT32_C(1) << (name[0] - 'A');
    if (cj_unit_may_include(&(cj_unit){.source = definition}))
        atomic_store(&table->includes, true);
    *out = type->dtype;
    return CUJIT_OK;
no_memory:
    free_type(type);
    return cj_error_no_memory(error, "a registered type");
}

cujit_status cj_type_table_add(cj_type_table *table, const char *name, const char *definition, size_t size,
                               size_t alignment, cujit_dtype *out, cujit_error *error)
{
    const cj_type *known;
    cujit_status status;

    definition = definition != NULL ? definition : "";
    status = check_type(name, definition, size, alignment, error);
    if (status != CUJIT_OK)
        return status;
    known = cj_type_table_by_name(table, name, strlen(name));
    if (known == NULL)
        return append_type(table, name, definition, size, alignment, out, error);
    if (strcmp(known->definition, definition) != 0 || known->size != size || known->alignment != alignment)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT,
                            "cannot register the type '%s': it is registered already with another definition, size or "
                            "alignment (size %zu, alignment %zu)",
                            name, known->size, known->alignment);
    *out = known->dtype;
    return CUJIT_OK;
}

void cj_type_table_clear(cj_type_table *table)
{
    if (table == NULL)
        return;
    for (size_t k = 0; k < table->count; k++)
        free_type(table->types[k]);
    cj_free(table->types);
    *table = (cj_type_table){.count = 0};
}

/* ---- 16-bit and 8-bit floating point ----------------------------------------------------------------------------- */

/* Of 1 sign bit, width - 1 - F exponent bits and F fraction bits: F. */
static int fraction_of(cujit_dtype dtype)
{
    return dtype == CUJIT_FLOAT16 ? 10 : dtype == CUJIT_BFLOAT16 ? 7 : dtype == CUJIT_FLOAT8_E4M3 ? 3 : 2;
}

/* The largest exponent of a number that is not subnormal; of float8_e4m3, the one below its last. */
static int bias_of(cujit_dtype dtype)
{
    return (1 << (8 * (int)cujit_dtype_size(dtype) - 2 - fraction_of(dtype))) - 1;
}

/* What too large numbers become: infinity; NaN in float8_e4m3. */
static uint16_t overflow_of(cujit_dtype dtype)
{
    return (uint16_t)(dtype == CUJIT_FLOAT8_E4M3 ? 0x7F : (2 * bias_of(dtype) + 1) << fraction_of(dtype));
}

/* Made quiet, the top of its payload kept where it always was; 8 bits have ml_dtypes' NaN. */
static uint16_t nan_of(cujit_dtype dtype, uint64_t payload)
{
    const int fraction = fraction_of(dtype);

    if (cj_dtype_is_float8(dtype))
        return dtype == CUJIT_FLOAT8_E4M3 ? 0x7F : 0x7E;
    return (uint16_t)(overflow_of(dtype) | 1 << (fraction - 1) | (int)(payload >> (52 - fraction)));
}

/* Rounds once: the way over float would round twice. The exponent and the fraction lie side by side, so that a carry
 * out of the fraction gives the next exponent, and at the top infinity, all by itself. */
uint16_t cj_half_from_double(cujit_dtype dtype, double value)
{
    const int fraction = fraction_of(dtype), bias = bias_of(dtype);
    const uint16_t overflow = overflow_of(dtype);
    int exponent, shift;
    uint16_t sign;
    uint64_t bits, significand, kept, rest, half;

    memcpy(&bits, &value, sizeof bits);
    sign = (uint16_t)(bits >> 63 << (8 * cujit_dtype_size(dtype) - 1));
    exponent = (int)(bits >> 52 & 0x7FF) - 1023;
    significand = bits & ((UINT64_C(1) << 52) - 1);
    if (exponent == 1024)
        return sign | (significand != 0 ? nan_of(dtype, significand) : overflow);
    significand |= UINT64_C(1) << 52;
    shift = 52 - fraction;
    if (exponent < 1 - bias) /* subnormal there */
        shift += 1 - bias - exponent;
    if (exponent > bias + 1)
        return sign | overflow;
    if (shift > 54) /* less than half of the smallest subnormal; a subnormal double comes here too */
        return sign;
    kept = significand >> shift;
    rest = significand & ((UINT64_C(1) << shift) - 1);
    half = UINT64_C(1) << (shift - 1);
    if (rest > half || (rest == half && (kept & 1) != 0))
        kept++;
    if (exponent >= 1 - bias) /* the leading 1 of `kept` adds the missing 1 to the exponent */
        kept += (uint64_t)(exponent + bias - 1) << fraction;
    return (uint16_t)(sign | (kept < overflow ? kept : overflow));
}

double cj_half_to_double(cujit_dtype dtype, uint16_t bits)
{
    const int fraction = fraction_of(dtype), bias = bias_of(dtype), top = 8 * (int)cujit_dtype_size(dtype) - 1;
    const uint16_t size = (uint16_t)(bits & ((1u << top) - 1)), overflow = overflow_of(dtype);
    uint64_t low = size & ((1u << fraction) - 1), wide;
    double value;

    if (size >> fraction == 0) {
        value = ldexp((double)low, 1 - bias - fraction);
        return bits >> top != 0 ? -value : value;
    }
    wide = (uint64_t)(bits >> top) << 63 | low << (52 - fraction);
    wide |= (size >= overflow ? UINT64_C(0x7FF) : (uint64_t)((size >> fraction) - bias + 1023)) << 52;
    memcpy(&value, &wide, sizeof value);
    return value;
}

double cj_narrow_load(cujit_dtype dtype, const void *at)
{
    uint16_t bits = 0;

    memcpy(&bits, at, cujit_dtype_size(dtype)); /* little-endian */
    return cj_half_to_double(dtype, bits);
}

/* NumPy's order of kinds: what goes to the right by itself, also to fewer bits. */
static int kind_rank(cujit_dtype dtype)
{
    switch (dtype) {
    case CUJIT_BOOL:
        return 0;
    case CUJIT_UINT8:
    case CUJIT_UINT16:
    case CUJIT_UINT32:
    case CUJIT_UINT64:
        return 1;
    case CUJIT_INT8:
    case CUJIT_INT16:
    case CUJIT_INT32:
    case CUJIT_INT64:
        return 2;
    case CUJIT_COMPLEX64:
    case CUJIT_COMPLEX128:
        return 4;
    default:
        return 3;
    }
}

bool cj_can_cast_same_kind(cujit_dtype from, cujit_dtype to)
{
    return cj_dtype_is_number(from) && cj_dtype_is_number(to) && kind_rank(from) <= kind_rank(to);
}
