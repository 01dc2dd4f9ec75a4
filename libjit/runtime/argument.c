/*
 * argument.c: see argument.h.
 */
#include "libjit/runtime/argument.h"

#include "libjit/runtime/texture.h"
#include "libjit/syntax/handle.h"

#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* One argument, what takes it, and where the value goes. */
typedef struct binding {
    const cujit_context *context;
    const cj_parameter *parameter;
    size_t index;
    const cujit_arg *arg;
    cj_slot *slot;
    const void **value;
    size_t *size;
    const cujit_array **array;
    cujit_error *error;
} binding;

/* ---- Saying what is wrong ---------------------------------------------------------------------------------------- */

static const char *kind_of(const cujit_arg *arg)
{
    static const char *const kinds[] = {
        [CUJIT_ARG_INT] = "an integer",
        [CUJIT_ARG_UINT] = "an integer",
        [CUJIT_ARG_REAL] = "a floating point number",
        [CUJIT_ARG_COMPLEX] = "a complex number",
        [CUJIT_ARG_VALUE] = "a CUJIT_VALUE",
        [CUJIT_ARG_ARRAY] = "an array",
        [CUJIT_ARG_POINTER] = "a CUJIT_POINTER",
        [CUJIT_ARG_ADDRESS] = "a CUJIT_ADDRESS",
        [CUJIT_ARG_IN] = "a CUJIT_IN",
        [CUJIT_ARG_OUT] = "a CUJIT_OUT",
        [CUJIT_ARG_INOUT] = "a CUJIT_INOUT",
        [CUJIT_ARG_TEXTURE] = "a texture",
        [CUJIT_ARG_IMAGE] = "an image",
        [CUJIT_ARG_RANDOM] = "a random generator",
    };
    const size_t kind = (size_t)arg->kind;

    return kind < sizeof kinds / sizeof *kinds && kinds[kind] != NULL ? kinds[kind] : "something unknown";
}

/* "argument 2 (scale): ", and what is wrong with it. */
static cujit_status refuse(const binding *b, cujit_status status, const char *format, ...) CJ_PRINTF(3, 4);
static cujit_status refuse(const binding *b, cujit_status status, const char *format, ...)
{
    const char *name = b->parameter->name;
    char what[512];
    va_list values;

    va_start(values, format);
    vsnprintf(what, sizeof what, format, values);
    va_end(values);
    return cj_error_set(b->error, status, "argument %zu%s%.80s%s: %s", b->index + 1, name != NULL ? " (" : "",
                        name != NULL ? name : "", name != NULL ? ")" : "", what);
}

static const char *type_of(const cj_parameter *parameter)
{
    return parameter->spelling != NULL ? parameter->spelling : parameter->text != NULL ? parameter->text : "any type";
}

static cujit_status wrong_kind(const binding *b)
{
    const cj_parameter *parameter = b->parameter;

    if (parameter->pointer && parameter->text != NULL)
        return refuse(b, CUJIT_ERROR_ARGUMENT_TYPE,
                      "the kernel takes a pointer (%.100s), got %s; expected an array, CUJIT_POINTER, CUJIT_ADDRESS, "
                      "or a buffer (CUJIT_IN, CUJIT_OUT, CUJIT_INOUT)",
                      parameter->text, kind_of(b->arg));
    return refuse(b, CUJIT_ERROR_ARGUMENT_TYPE, "expected %s%s, got %s",
                  parameter->pointer ? "an array of " : "a value of type ", type_of(parameter), kind_of(b->arg));
}

/* ---- Numbers ----------------------------------------------------------------------------------------------------- */

/* Little-endian machines only (x86-64, aarch64): the low bytes of the slot are the value in every width. */
static cujit_status to_integer(const cujit_arg *arg, cujit_dtype dtype, cj_slot *slot)
{
    /* The types are numbered by size, each signed one before the unsigned one. */
    const unsigned rank = (unsigned)(dtype - CUJIT_INT8);
    const bool is_signed = rank % 2 == 0;
    const unsigned long long highest = ULLONG_MAX >> (64 - (8u << rank / 2)) >> is_signed;
    const long long lowest = is_signed ? -(long long)highest - 1 : 0;
    const double real = arg->value.real[0];
    bool fits;

    slot->natural = arg->value.u;
    switch (arg->kind) {
    case CUJIT_ARG_INT:
        fits = arg->value.i < 0 ? arg->value.i >= lowest : arg->value.u <= highest;
        break;
    case CUJIT_ARG_UINT:
        fits = arg->value.u <= highest;
        break;
    case CUJIT_ARG_REAL:
        fits = real >= (double)lowest && real < (double)highest + 1.0 && real == trunc(real);
        if (fits && is_signed)
            slot->integer = (long long)real;
        else if (fits)
            slot->natural = (unsigned long long)real;
        break;
    default:
        return CUJIT_ERROR_ARGUMENT_TYPE;
    }
    return fits ? CUJIT_OK : CUJIT_ERROR_ARGUMENT_VALUE;
}

static bool is_finite_overflow(double before, double after)
{
    return isfinite(before) && !isfinite(after);
}

/* Real and complex types, from any number. */
static cujit_status to_real(const cujit_arg *arg, cujit_dtype dtype, cj_slot *slot)
{
    bool is_complex = cj_dtype_is_complex(dtype), lost = false;
    double real = arg->value.real[0], imaginary = 0;

    if (arg->kind == CUJIT_ARG_INT)
        real = (double)arg->value.i;
    else if (arg->kind == CUJIT_ARG_UINT)
        real = (double)arg->value.u;
    else if (arg->kind == CUJIT_ARG_COMPLEX && is_complex)
        imaginary = arg->value.real[1];
    else if (arg->kind != CUJIT_ARG_REAL)
        return CUJIT_ERROR_ARGUMENT_TYPE;

    switch (dtype) {
    case CUJIT_FLOAT16:
    case CUJIT_BFLOAT16:
    case CUJIT_FLOAT8_E4M3:
    case CUJIT_FLOAT8_E5M2:
        slot->half = cj_half_from_double(dtype, real);
        lost = is_finite_overflow(real, cj_half_to_double(dtype, slot->half));
        break;
    case CUJIT_FLOAT32:
    case CUJIT_COMPLEX64:
        slot->single[0] = (float)real;
        slot->single[1] = (float)imaginary;
        lost = is_finite_overflow(real, (double)(float)real) || is_finite_overflow(imaginary, (double)(float)imaginary);
        break;
    default:
        slot->real[0] = real;
        slot->real[1] = imaginary;
        break;
    }
    return lost ? CUJIT_ERROR_ARGUMENT_VALUE : CUJIT_OK;
}

cujit_status cj_number_convert(const cujit_arg *arg, cujit_dtype dtype, cj_slot *slot)
{
    if (dtype >= CUJIT_FLOAT16)
        return to_real(arg, dtype, slot);
    if (dtype != CUJIT_BOOL)
        return to_integer(arg, dtype, slot);
    slot->truth = arg->value.u != 0;
    return arg->kind == CUJIT_ARG_INT || arg->kind == CUJIT_ARG_UINT ? CUJIT_OK : CUJIT_ERROR_ARGUMENT_TYPE;
}

const char *cj_number_show(const cujit_arg *arg, int digits, char out[CJ_NUMBER_SHOWN])
{
    const double *real = arg->value.real;

    if (arg->kind == CUJIT_ARG_INT)
        snprintf(out, CJ_NUMBER_SHOWN, "%lld", arg->value.i);
    else if (arg->kind == CUJIT_ARG_UINT)
        snprintf(out, CJ_NUMBER_SHOWN, "%llu", arg->value.u);
    else if (arg->kind == CUJIT_ARG_REAL)
        snprintf(out, CJ_NUMBER_SHOWN, "%.*g", digits, real[0]);
    else
        snprintf(out, CJ_NUMBER_SHOWN, "%.*g%+.*gi", digits, real[0], digits, real[1]);
    return out;
}

static cujit_status bind_number(const binding *b)
{
    const cujit_dtype dtype = b->parameter->dtype;
    char shown[CJ_NUMBER_SHOWN];
    cujit_status status;

    if (!cj_dtype_is_number(dtype))
        return refuse(b, CUJIT_ERROR_ARGUMENT_TYPE, "a %s is passed with CUJIT_VALUE, got %s", type_of(b->parameter),
                      kind_of(b->arg));
    *b->value = b->slot;
    if ((status = cj_number_convert(b->arg, dtype, b->slot)) == CUJIT_OK)
        return CUJIT_OK;
    if (status == CUJIT_ERROR_ARGUMENT_TYPE)
        return wrong_kind(b);
    return refuse(b, status, "%s does not fit into %s", cj_number_show(b->arg, dtype < CUJIT_FLOAT16 ? 17 : 9, shown),
                  type_of(b->parameter));
}

/* ---- Arrays ------------------------------------------------------------------------------------------------------ */

/* Two vector types that differ in name only (long2 and longlong2) are the same memory: the second stands for both. */
static cujit_dtype type_of_memory(cujit_dtype dtype)
{
    return dtype >= CUJIT_LONG1 && dtype <= CUJIT_ULONG4 ? dtype + (CUJIT_LONGLONG1 - CUJIT_LONG1) : dtype;
}

/* Of two contexts on one device too: an application may keep them apart (a CUcontext of its own). */
bool cj_argument_same_memory(const cujit_context *context, const cujit_array *array)
{
    const cujit_context *other = array->context;

    if (other == context)
        return true;
    return array->dtype < CUJIT_DTYPE_REGISTERED && other->backend == context->backend && other->device != NULL &&
           context->device != NULL && other->generation == context->generation &&
           context->backend->same_memory(other->device, context->device);
}

static cujit_status other_memory(const binding *b)
{
    const cujit_context *context = b->context, *other = b->arg->value.array->context;
    const char *place = other->device_text;

    if (other->generation == context->generation && strcmp(place, context->device_text) == 0)
        return refuse(b, CUJIT_ERROR_ARGUMENT_TYPE, "the array and the kernel belong to different CUDA contexts on %s",
                      place);
    return refuse(b, CUJIT_ERROR_ARGUMENT_TYPE, "the array lies on %s, the kernel runs on %s", place,
                  context->device_text);
}

static cujit_status check_alignment(const binding *b)
{
    const void *pointer = b->arg->value.pointer;
    size_t alignment = b->parameter->alignment;

    if (alignment <= 1 || (uintptr_t)pointer % alignment == 0)
        return CUJIT_OK;
    return refuse(b, CUJIT_ERROR_INVALID_ARGUMENT,
                  "the pointer is %p, expected a multiple of the alignment of %s, %zu bytes", pointer,
                  b->parameter->spelling, alignment);
}

/* Host memory has bytes and no dtype. */
static cujit_status bind_buffer(const binding *b)
{
    const cj_parameter *parameter = b->parameter;

    if (parameter->is_const && b->arg->kind != CUJIT_ARG_IN)
        return refuse(b, CUJIT_ERROR_ARGUMENT_TYPE,
                      "it is declared const, so nothing can come back from it: expected a CUJIT_IN, got %s",
                      kind_of(b->arg));
    if (b->arg->size % parameter->size != 0)
        return refuse(b, CUJIT_ERROR_ARGUMENT_SIZE, "%zu bytes are no whole number of elements of type %s (%zu bytes)",
                      b->arg->size, parameter->spelling, parameter->size);
    *b->size = b->arg->size / parameter->size;
    return CUJIT_OK;
}

static cujit_status check_array(const binding *b)
{
    const cujit_array *array = b->arg->value.array;

    if (array == NULL)
        return refuse(b, CUJIT_ERROR_INVALID_ARGUMENT, "the array is NULL");
    if (array->dtype >= CUJIT_DTYPE_REGISTERED && array->context != b->context)
        return refuse(b, CUJIT_ERROR_ARGUMENT_TYPE, "the array's type was registered with another context");
    return CUJIT_OK;
}

cujit_status cj_argument_dtype(const cujit_context *context, const cj_parameter *parameter, size_t index,
                               const cujit_arg *arg, cujit_dtype *dtype, cujit_error *error)
{
    const binding b = {.context = context, .parameter = parameter, .index = index, .arg = arg, .error = error};
    cujit_status status;

    *dtype = CUJIT_DTYPE_NONE;
    if (cj_argument_is_buffer(arg))
        return CUJIT_OK;
    if (arg->kind != CUJIT_ARG_ARRAY && arg->kind != CUJIT_ARG_POINTER)
        return wrong_kind(&b);
    if (arg->kind == CUJIT_ARG_ARRAY && (status = check_array(&b)) != CUJIT_OK)
        return status;
    *dtype = type_of_memory(arg->kind == CUJIT_ARG_ARRAY ? arg->value.array->dtype : arg->dtype);
    return CUJIT_OK;
}

static cujit_status bind_array(const binding *b)
{
    const cj_parameter *parameter = b->parameter;
    const cujit_arg *arg = b->arg;
    cujit_dtype dtype = arg->dtype;
    cujit_status status;

    *b->array = NULL;
    if (cj_argument_is_buffer(arg))
        return bind_buffer(b);
    if (arg->kind == CUJIT_ARG_ARRAY) {
        const cujit_array *given = arg->value.array;

        if ((status = check_array(b)) != CUJIT_OK)
            return status;
        if (!cj_argument_same_memory(b->context, given))
            return other_memory(b);
        dtype = given->dtype;
        *b->array = given;
        *b->size = given->size;
        *b->value = &given->data;
    } else if (arg->kind == CUJIT_ARG_POINTER) {
        *b->size = arg->size;
        *b->value = &arg->value.pointer;
    } else if (arg->kind == CUJIT_ARG_ADDRESS && (parameter->text != NULL || parameter->dtype == CUJIT_DTYPE_NONE)) {
        *b->value = &arg->value.pointer;
        return check_alignment(b);
    } else {
        return wrong_kind(b);
    }
    if (parameter->dtype != CUJIT_DTYPE_NONE && type_of_memory(dtype) != type_of_memory(parameter->dtype))
        return refuse(b, CUJIT_ERROR_ARGUMENT_TYPE, "expected elements of type %s, got an array of %s",
                      parameter->spelling, cujit_context_type_name(b->context, dtype));
    if (arg->kind != CUJIT_ARG_POINTER || arg->size == 0)
        return CUJIT_OK;
    if (arg->size > PTRDIFF_MAX / parameter->size)
        return refuse(b, CUJIT_ERROR_ARGUMENT_SIZE, "%zu elements of %zu bytes are more than an address space has",
                      arg->size, parameter->size);
    if (arg->value.pointer == NULL)
        return refuse(b, CUJIT_ERROR_INVALID_ARGUMENT, "the pointer is NULL");
    return check_alignment(b);
}

/* ---- Textures and surfaces --------------------------------------------------------------------------------------- */

static inline bool is_handle(const cujit_arg *arg)
{
    return arg->kind == CUJIT_ARG_TEXTURE || arg->kind == CUJIT_ARG_IMAGE;
}

static cujit_status bind_texture(const binding *b)
{
    const cujit_texture *texture = b->arg->value.texture;
    char why[CJ_TEXTURE_WHY];

    if (texture == NULL)
        return refuse(b, CUJIT_ERROR_INVALID_ARGUMENT, "the texture is NULL");
    if (texture->context != b->context)
        return refuse(b, CUJIT_ERROR_ARGUMENT_TYPE, "the texture belongs to another context");
    if (!cj_texture_fits(texture, b->parameter, why))
        return refuse(b, CUJIT_ERROR_ARGUMENT_TYPE, "%s", why);
    *b->value = &texture->object;
    return CUJIT_OK;
}

static cujit_status bind_surface(const binding *b)
{
    const cujit_image *image = b->arg->value.image;
    char why[CJ_TEXTURE_WHY];

    if (image == NULL)
        return refuse(b, CUJIT_ERROR_INVALID_ARGUMENT, "the image is NULL");
    if (image->context != b->context)
        return refuse(b, CUJIT_ERROR_ARGUMENT_TYPE, "the image belongs to another context");
    if (!cj_surface_fits(image, b->parameter, why))
        return refuse(b, CUJIT_ERROR_ARGUMENT_TYPE, "%s", why);
    *b->value = &image->surface;
    return CUJIT_OK;
}

/* A parameter that is a texture or a surface; CUDA's own types also take a handle that comes from elsewhere. */
static cujit_status bind_handle(const binding *b)
{
    const unsigned handle = b->parameter->handle;

    if ((handle & CJ_HANDLE_TEXTURE) != 0 && b->arg->kind == CUJIT_ARG_TEXTURE)
        return bind_texture(b);
    if ((handle & CJ_HANDLE_SURFACE) != 0 && b->arg->kind == CUJIT_ARG_IMAGE)
        return bind_surface(b);
    if (!cj_handle_is_template(handle) && b->arg->kind <= CUJIT_ARG_UINT) {
        *b->value = b->slot;
        return cj_number_convert(b->arg, CUJIT_UINT64, b->slot) == CUJIT_OK
                   ? CUJIT_OK
                   : refuse(b, CUJIT_ERROR_ARGUMENT_VALUE, "a handle is no negative number");
    }
    return refuse(b, CUJIT_ERROR_ARGUMENT_TYPE, "expected %s (%s), got %s",
                  (handle & CJ_HANDLE_TEXTURE) != 0 ? "a texture" : "an image, as a surface", type_of(b->parameter),
                  kind_of(b->arg));
}

/* ---- Arguments --------------------------------------------------------------------------------------------------- */

static cujit_status bind_value(const binding *b)
{
    const cj_parameter *parameter = b->parameter;

    if (b->arg->size != parameter->size && parameter->dtype != CUJIT_DTYPE_NONE)
        return refuse(b, CUJIT_ERROR_ARGUMENT_SIZE, "a %s has %zu bytes, the CUJIT_VALUE has %zu", parameter->spelling,
                      parameter->size, b->arg->size);
    if (b->arg->value.pointer == NULL)
        return refuse(b, CUJIT_ERROR_INVALID_ARGUMENT, "the address of the CUJIT_VALUE is NULL");
    *b->value = b->arg->value.pointer;
    return CUJIT_OK;
}

/* Its type is not known, so that it may be a pointer, too. */
static cujit_status bind_unknown(const binding *b)
{
    const cj_parameter *parameter = b->parameter;
    const cujit_arg *arg = b->arg;
    const bool memory = arg->kind >= CUJIT_ARG_ARRAY && !is_handle(arg), number = arg->kind < CUJIT_ARG_VALUE;
    const size_t given = memory ? sizeof(void *) : arg->size;
    const char *text = parameter->text;
    cj_parameter as_given = *parameter;
    binding known = *b;

    if (number && !cj_dtype_is_number(arg->dtype))
        return refuse(b, CUJIT_ERROR_ARGUMENT_TYPE, "its kind or type is none that there is");
    if (parameter->size != 0 && parameter->size != given)
        return refuse(b, CUJIT_ERROR_ARGUMENT_SIZE, "the kernel takes %zu bytes there%s%.100s%s, got %s of %zu",
                      parameter->size, text != NULL ? " (" : "", text != NULL ? text : "", text != NULL ? ")" : "",
                      kind_of(arg), given);
    if (is_handle(arg))
        return arg->kind == CUJIT_ARG_TEXTURE ? bind_texture(b) : bind_surface(b);
    known.parameter = &as_given;
    as_given.size = 1;
    as_given.pointer = memory;
    if (memory)
        return bind_array(&known);
    if (!number)
        return bind_value(b);
    as_given.dtype = arg->dtype;
    return bind_number(&known);
}

cujit_status cj_argument_bind(const cujit_context *context, const cj_parameter *parameter, size_t index,
                              const cujit_arg *arg, cj_slot *slot, const void **value,
                              size_t *size, /* NOLINT(readability-non-const-parameter): written through the binding */
                              const cujit_array **array, cujit_error *error)
{
    const binding b = {context, parameter, index, arg, slot, value, size, array, error};

    if (parameter->pointer)
        return bind_array(&b);
    if (parameter->handle != 0)
        return bind_handle(&b);
    if (parameter->dtype == CUJIT_DTYPE_NONE)
        return bind_unknown(&b);
    if (arg->kind == CUJIT_ARG_VALUE)
        return bind_value(&b);
    return arg->kind >= CUJIT_ARG_ARRAY ? wrong_kind(&b) : bind_number(&b);
}

cujit_status cj_argument_check_count(const char *kernel, const cj_signature *signature, const cujit_args *args,
                                     cujit_error *error)
{
    size_t expected = signature->count, count = args->count;

    if (args->items == NULL && count > 0)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT,
                            "%s: there are %zu arguments, but their items are NULL", kernel, count);
    if (count == expected)
        return CUJIT_OK;
    if (count < expected)
        return cj_error_set(error, CUJIT_ERROR_ARGUMENT_COUNT, "%s: expected %zu argument%s, got %zu: %s is missing",
                            kernel, expected, expected == 1 ? "" : "s", count, signature->parameters[count].name);
    return cj_error_set(error, CUJIT_ERROR_ARGUMENT_COUNT, "%s: expected %zu argument%s, got %zu", kernel, expected,
                        expected == 1 ? "" : "s", count);
}

/* ---- The constructors as functions, for languages that have no macros and no structs of C's ---------------------- */

size_t cujit_arg_size(void)
{
    return sizeof(cujit_arg);
}

void cujit_arg_set_int(cujit_arg *items, size_t k, long long value)
{
    items[k] = cujit_arg_int(value);
}

void cujit_arg_set_uint(cujit_arg *items, size_t k, unsigned long long value)
{
    items[k] = cujit_arg_uint(value);
}

void cujit_arg_set_real(cujit_arg *items, size_t k, double value)
{
    items[k] = cujit_arg_real(value);
}

void cujit_arg_set_complex(cujit_arg *items, size_t k, double real, double imaginary)
{
    items[k] = cujit_arg_complex_parts(real, imaginary);
}

void cujit_arg_set_array(cujit_arg *items, size_t k, const cujit_array *array)
{
    items[k] = cujit_arg_array(array);
}

void cujit_arg_set_texture(cujit_arg *items, size_t k, const cujit_texture *texture)
{
    items[k] = cujit_arg_texture(texture);
}

void cujit_arg_set_image(cujit_arg *items, size_t k, const cujit_image *image)
{
    items[k] = cujit_arg_image(image);
}

/* A whole number; on little-endian machines, as all are that there are devices for. */
static cujit_arg whole_number(cujit_dtype dtype, const void *value)
{
    const bool is_signed = dtype == CUJIT_INT8 || dtype == CUJIT_INT16 || dtype == CUJIT_INT32 || dtype == CUJIT_INT64;
    const size_t size = cujit_dtype_size(dtype);
    const unsigned unused = 64 - 8 * (unsigned)size;
    unsigned long long bits = 0;

    memcpy(&bits, value, size);
    if (is_signed)
        bits = (unsigned long long)((long long)(bits << unused) >> unused);
    else if (dtype == CUJIT_BOOL)
        bits = bits != 0;
    return cujit_arg_whole(is_signed ? CUJIT_ARG_INT : CUJIT_ARG_UINT, dtype, size, bits);
}

cujit_status cujit_arg_set_number(cujit_arg *items, size_t k, cujit_dtype dtype, const void *value, cujit_error *error)
{
    float single[2] = {0};
    double parts[2] = {0};

    if (items == NULL || value == NULL)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "cujit_arg_set_number: %s is NULL",
                            items == NULL ? "items" : "value");
    if ((int)dtype >= CUJIT_BOOL && (int)dtype <= CUJIT_UINT64) {
        items[k] = whole_number(dtype, value);
    } else if (dtype == CUJIT_FLOAT32 || dtype == CUJIT_COMPLEX64) {
        memcpy(single, value, cujit_dtype_size(dtype));
        items[k] = dtype == CUJIT_FLOAT32 ? cujit_arg_of_float(single[0])
                                          : cujit_arg_complex_parts((double)single[0], (double)single[1]);
    } else if (dtype == CUJIT_FLOAT64 || dtype == CUJIT_COMPLEX128) {
        memcpy(parts, value, cujit_dtype_size(dtype));
        items[k] = dtype == CUJIT_FLOAT64 ? cujit_arg_real(parts[0]) : cujit_arg_complex_parts(parts[0], parts[1]);
    } else {
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT,
                            "cujit_arg_set_number: argument %zu: %s is no type of a number of C's; a value of any "
                            "other type is memory of the kind CUJIT_ARG_VALUE",
                            k + 1, cujit_dtype_name(dtype));
    }
    return CUJIT_OK;
}

cujit_status cujit_arg_set_memory(cujit_arg *items, size_t k, cujit_arg_kind kind, const void *pointer,
                                  cujit_dtype dtype, size_t size, cujit_error *error)
{
    if (items == NULL)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "cujit_arg_set_memory: items is NULL");
    if ((int)kind < CUJIT_ARG_VALUE || kind == CUJIT_ARG_ARRAY || kind > CUJIT_ARG_INOUT)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT,
                            "cujit_arg_set_memory: argument %zu: %d is no kind of memory", k + 1, (int)kind);
    items[k] = cujit_arg_memory(kind, pointer, dtype, size);
    return CUJIT_OK;
}
