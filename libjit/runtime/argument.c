/*
 * argument.c: see argument.h.
 */
#include "libjit/runtime/argument.h"

#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* ---- Saying what is wrong ---------------------------------------------------------------------------------------- */

static const char *describe_kind(cujit_arg_kind kind)
{
    switch (kind) {
    case CUJIT_ARG_INT:
    case CUJIT_ARG_UINT:
        return "an integer";
    case CUJIT_ARG_REAL:
        return "a floating point number";
    case CUJIT_ARG_COMPLEX:
        return "a complex number";
    case CUJIT_ARG_VALUE:
        return "a CUJIT_VALUE";
    case CUJIT_ARG_ARRAY:
        return "an array";
    case CUJIT_ARG_POINTER:
        return "a CUJIT_POINTER";
    case CUJIT_ARG_ADDRESS:
        return "a CUJIT_ADDRESS";
    case CUJIT_ARG_IN:
        return "a CUJIT_IN";
    case CUJIT_ARG_OUT:
        return "a CUJIT_OUT";
    case CUJIT_ARG_INOUT:
        return "a CUJIT_INOUT";
    }
    return "something unknown";
}

/* "argument 2 (scale): ", and what is wrong with it. */
static cujit_status refuse(cujit_error *error, cujit_status status, const cj_parameter *parameter, size_t index,
                           const char *format, ...) CJ_PRINTF(5, 6);
static cujit_status refuse(cujit_error *error, cujit_status status, const cj_parameter *parameter, size_t index,
                           const char *format, ...)
{
    const bool named = parameter->name != NULL;
    char what[512];
    va_list values;

    va_start(values, format);
    vsnprintf(what, sizeof what, format, values);
    va_end(values);
    return cj_error_set(error, status, "argument %zu%s%.80s%s: %s", index + 1, named ? " (" : "",
                        named ? parameter->name : "", named ? ")" : "", what);
}

static const char *type_of(const cj_parameter *parameter)
{
    return parameter->spelling != NULL ? parameter->spelling : parameter->text != NULL ? parameter->text : "any type";
}

static cujit_status wrong_kind(const cj_parameter *parameter, size_t index, const cujit_arg *arg, cujit_error *error)
{
    if (parameter->pointer && parameter->text != NULL)
        return refuse(
            error, CUJIT_ERROR_ARGUMENT_TYPE, parameter, index,
            "the kernel takes a pointer (%.100s), got %s; expected an array, CUJIT_POINTER, CUJIT_ADDRESS, or "
            "a buffer (CUJIT_IN, CUJIT_OUT, CUJIT_INOUT)",
            parameter->text, describe_kind(arg->kind));
    return refuse(error, CUJIT_ERROR_ARGUMENT_TYPE, parameter, index, "expected %s%s, got %s",
                  parameter->pointer ? "an array of " : "a value of type ", type_of(parameter),
                  describe_kind(arg->kind));
}

static cujit_status out_of_range(const cj_parameter *parameter, size_t index, const char *value, cujit_error *error)
{
    return refuse(error, CUJIT_ERROR_ARGUMENT_VALUE, parameter, index, "%s does not fit into %s", value,
                  type_of(parameter));
}

/* ---- Numbers ----------------------------------------------------------------------------------------------------- */

typedef struct integer_type {
    bool is_signed;
    long long lowest;
    unsigned long long highest;
} integer_type;

static bool integer_limits(cujit_dtype dtype, integer_type *out)
{
    switch (dtype) {
    case CUJIT_INT8:
        *out = (integer_type){true, INT8_MIN, INT8_MAX};
        return true;
    case CUJIT_UINT8:
        *out = (integer_type){false, 0, UINT8_MAX};
        return true;
    case CUJIT_INT16:
        *out = (integer_type){true, INT16_MIN, INT16_MAX};
        return true;
    case CUJIT_UINT16:
        *out = (integer_type){false, 0, UINT16_MAX};
        return true;
    case CUJIT_INT32:
        *out = (integer_type){true, INT32_MIN, INT32_MAX};
        return true;
    case CUJIT_UINT32:
        *out = (integer_type){false, 0, UINT32_MAX};
        return true;
    case CUJIT_INT64:
        *out = (integer_type){true, INT64_MIN, INT64_MAX};
        return true;
    case CUJIT_UINT64:
        *out = (integer_type){false, 0, UINT64_MAX};
        return true;
    default:
        return false;
    }
}

/* Little-endian machines only (x86-64, aarch64): the low bytes of the slot are the value in every width. */
static cujit_status bind_integer(const integer_type *limits, const cj_parameter *parameter, size_t index,
                                 const cujit_arg *arg, cj_slot *slot, cujit_error *error)
{
    char shown[40];
    double real = arg->value.real[0];

    switch (arg->kind) {
    case CUJIT_ARG_INT:
        slot->integer = arg->value.i;
        if (arg->value.i >= limits->lowest && (arg->value.i < 0 || (unsigned long long)arg->value.i <= limits->highest))
            return CUJIT_OK;
        snprintf(shown, sizeof shown, "%lld", arg->value.i);
        break;
    case CUJIT_ARG_UINT:
        slot->natural = arg->value.u;
        if (arg->value.u <= limits->highest)
            return CUJIT_OK;
        snprintf(shown, sizeof shown, "%llu", arg->value.u);
        break;
    case CUJIT_ARG_REAL:
        snprintf(shown, sizeof shown, "%.17g", real);
        if (!(real >= (double)limits->lowest) || !(real < (double)limits->highest + 1.0) || real != trunc(real))
            break;
        if (limits->is_signed)
            slot->integer = (long long)real;
        else
            slot->natural = (unsigned long long)real;
        return CUJIT_OK;
    default:
        return wrong_kind(parameter, index, arg, error);
    }
    return out_of_range(parameter, index, shown, error);
}

static bool is_finite_overflow(double before, double after)
{
    return isfinite(before) && !isfinite(after);
}

/* Real and complex parameters, from any number. */
static cujit_status bind_real(const cj_parameter *parameter, size_t index, const cujit_arg *arg, cj_slot *slot,
                              cujit_error *error)
{
    bool is_complex = parameter->dtype == CUJIT_COMPLEX64 || parameter->dtype == CUJIT_COMPLEX128;
    double real = arg->value.real[0], imaginary = 0;
    bool lost = false;
    char shown[80];

    if (arg->kind == CUJIT_ARG_INT)
        real = (double)arg->value.i;
    else if (arg->kind == CUJIT_ARG_UINT)
        real = (double)arg->value.u;
    else if (arg->kind == CUJIT_ARG_COMPLEX && is_complex)
        imaginary = arg->value.real[1];
    else if (arg->kind != CUJIT_ARG_REAL)
        return wrong_kind(parameter, index, arg, error);

    switch (parameter->dtype) {
    case CUJIT_FLOAT16:
        slot->half = cj_half_from_double(real);
        lost = is_finite_overflow(real, cj_half_to_double(slot->half));
        break;
    case CUJIT_BFLOAT16:
        slot->half = cj_bfloat16_from_double(real);
        lost = is_finite_overflow(real, cj_bfloat16_to_double(slot->half));
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
    if (!lost)
        return CUJIT_OK;
    if (is_complex)
        snprintf(shown, sizeof shown, "%.9g%+.9gi", real, imaginary);
    else
        snprintf(shown, sizeof shown, "%.9g", real);
    return out_of_range(parameter, index, shown, error);
}

static cujit_status bind_number(const cj_parameter *parameter, size_t index, const cujit_arg *arg, cj_slot *slot,
                                cujit_error *error)
{
    integer_type limits;

    if (parameter->dtype == CUJIT_BOOL) {
        if (arg->kind != CUJIT_ARG_INT && arg->kind != CUJIT_ARG_UINT)
            return wrong_kind(parameter, index, arg, error);
        slot->truth = arg->value.u != 0;
        return CUJIT_OK;
    }
    if (integer_limits(parameter->dtype, &limits))
        return bind_integer(&limits, parameter, index, arg, slot, error);
    if (cj_dtype_is_number(parameter->dtype))
        return bind_real(parameter, index, arg, slot, error);
    return refuse(error, CUJIT_ERROR_ARGUMENT_TYPE, parameter, index, "a %s is passed with CUJIT_VALUE, got %s",
                  type_of(parameter), describe_kind(arg->kind));
}

/* ---- Arrays ------------------------------------------------------------------------------------------------------ */

/* Two vector types that differ in name only (long2 and longlong2) are the same memory. */
static bool same_dtype(cujit_dtype a, cujit_dtype b)
{
    if (a == b)
        return true;
    return (a >= CUJIT_LONG1 && a <= CUJIT_ULONG4 && b == a + (CUJIT_LONGLONG1 - CUJIT_LONG1)) ||
           (b >= CUJIT_LONG1 && b <= CUJIT_ULONG4 && a == b + (CUJIT_LONGLONG1 - CUJIT_LONG1));
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

static cujit_status other_memory(const cujit_context *context, const cj_parameter *parameter, size_t index,
                                 const cujit_array *array, cujit_error *error)
{
    const char *place = array->context->device_text;

    if (array->context->generation == context->generation && strcmp(place, context->device_text) == 0)
        return refuse(error, CUJIT_ERROR_ARGUMENT_TYPE, parameter, index,
                      "the array and the kernel belong to different CUDA contexts on %s", place);
    return refuse(error, CUJIT_ERROR_ARGUMENT_TYPE, parameter, index, "the array lies on %s, the kernel runs on %s",
                  place, context->device_text);
}

static cujit_status check_alignment(const cj_parameter *parameter, size_t index, const void *pointer,
                                    cujit_error *error)
{
    if (parameter->alignment <= 1 || (uintptr_t)pointer % parameter->alignment == 0)
        return CUJIT_OK;
    return refuse(error, CUJIT_ERROR_INVALID_ARGUMENT, parameter, index,
                  "the pointer is %p, expected a multiple of the alignment of %s, %zu bytes", pointer,
                  parameter->spelling, parameter->alignment);
}

/* Host memory has bytes and no dtype. */
static cujit_status bind_buffer(const cj_parameter *parameter, size_t index, const cujit_arg *arg, size_t *size,
                                cujit_error *error)
{
    if (parameter->is_const && arg->kind != CUJIT_ARG_IN)
        return refuse(error, CUJIT_ERROR_ARGUMENT_TYPE, parameter, index,
                      "it is declared const, so nothing can come back from it: expected a CUJIT_IN, got %s",
                      describe_kind(arg->kind));
    if (arg->size % parameter->size != 0)
        return refuse(error, CUJIT_ERROR_ARGUMENT_SIZE, parameter, index,
                      "%zu bytes are no whole number of elements of type %s (%zu bytes)", arg->size,
                      parameter->spelling, parameter->size);
    if (arg->value.pointer == NULL && arg->size > 0)
        return refuse(error, CUJIT_ERROR_INVALID_ARGUMENT, parameter, index,
                      "the buffer's memory is NULL, and its size is %zu bytes", arg->size);
    *size = arg->size / parameter->size;
    return CUJIT_OK;
}

static cujit_status check_array(const cujit_context *context, const cj_parameter *parameter, size_t index,
                                const cujit_array *array, cujit_error *error)
{
    if (array == NULL)
        return refuse(error, CUJIT_ERROR_INVALID_ARGUMENT, parameter, index, "the array is NULL");
    if (array->dtype >= CUJIT_DTYPE_REGISTERED && array->context != context)
        return refuse(error, CUJIT_ERROR_ARGUMENT_TYPE, parameter, index,
                      "the array's type was registered with another context");
    return CUJIT_OK;
}

cujit_status cj_argument_dtype(const cujit_context *context, const cj_parameter *parameter, size_t index,
                               const cujit_arg *arg, cujit_dtype *dtype, cujit_error *error)
{
    cujit_status status;

    *dtype = CUJIT_DTYPE_NONE;
    if (cj_argument_is_buffer(arg))
        return CUJIT_OK;
    if (arg->kind == CUJIT_ARG_ARRAY) {
        if ((status = check_array(context, parameter, index, arg->value.array, error)) != CUJIT_OK)
            return status;
        *dtype = arg->value.array->dtype;
    } else if (arg->kind == CUJIT_ARG_POINTER) {
        *dtype = arg->dtype;
    } else {
        return wrong_kind(parameter, index, arg, error);
    }
    if (*dtype >= CUJIT_LONG1 && *dtype <= CUJIT_ULONG4)
        *dtype += CUJIT_LONGLONG1 - CUJIT_LONG1;
    return CUJIT_OK;
}

static cujit_status bind_array(const cujit_context *context, const cj_parameter *parameter, size_t index,
                               const cujit_arg *arg, const void **value, size_t *size, const cujit_array **array,
                               cujit_error *error)
{
    cujit_dtype dtype = arg->dtype;

    *array = NULL;
    if (cj_argument_is_buffer(arg))
        return bind_buffer(parameter, index, arg, size, error);
    if (arg->kind == CUJIT_ARG_ARRAY) {
        const cujit_array *given = arg->value.array;
        cujit_status status = check_array(context, parameter, index, given, error);

        if (status != CUJIT_OK)
            return status;
        if (!cj_argument_same_memory(context, given))
            return other_memory(context, parameter, index, given, error);
        dtype = given->dtype;
        *array = given;
        *size = given->size;
        *value = &given->data;
    } else if (arg->kind == CUJIT_ARG_POINTER) {
        *size = arg->size;
        *value = &arg->value.pointer;
    } else if (arg->kind == CUJIT_ARG_ADDRESS && (parameter->text != NULL || parameter->dtype == CUJIT_DTYPE_NONE)) {
        *value = &arg->value.pointer;
        return check_alignment(parameter, index, arg->value.pointer, error);
    } else {
        return wrong_kind(parameter, index, arg, error);
    }
    if (parameter->dtype != CUJIT_DTYPE_NONE && !same_dtype(dtype, parameter->dtype))
        return refuse(error, CUJIT_ERROR_ARGUMENT_TYPE, parameter, index,
                      "expected elements of type %s, got an array of %s", parameter->spelling,
                      cujit_context_type_name(context, dtype));
    if (arg->kind != CUJIT_ARG_POINTER || arg->size == 0)
        return CUJIT_OK;
    if (arg->size > PTRDIFF_MAX / parameter->size)
        return refuse(error, CUJIT_ERROR_ARGUMENT_SIZE, parameter, index,
                      "%zu elements of %zu bytes are more than an address space has", arg->size, parameter->size);
    if (arg->value.pointer == NULL)
        return refuse(error, CUJIT_ERROR_INVALID_ARGUMENT, parameter, index, "the pointer is NULL");
    return check_alignment(parameter, index, arg->value.pointer, error);
}

/* ---- Arguments --------------------------------------------------------------------------------------------------- */

static cujit_status bind_value(const cj_parameter *parameter, size_t index, const cujit_arg *arg, const void **value,
                               cujit_error *error)
{
    if (arg->size != parameter->size && parameter->dtype != CUJIT_DTYPE_NONE)
        return refuse(error, CUJIT_ERROR_ARGUMENT_SIZE, parameter, index, "a %s has %zu bytes, the CUJIT_VALUE has %zu",
                      parameter->spelling, parameter->size, arg->size);
    if (arg->value.pointer == NULL)
        return refuse(error, CUJIT_ERROR_INVALID_ARGUMENT, parameter, index, "the address of the CUJIT_VALUE is NULL");
    *value = arg->value.pointer;
    return CUJIT_OK;
}

/* Its type is not known, so that it may be a pointer, too. */
static cujit_status bind_unknown(const cujit_context *context, const cj_parameter *parameter, size_t index,
                                 const cujit_arg *arg, cj_slot *slot, const void **value, size_t *size,
                                 const cujit_array **array, cujit_error *error)
{
    const bool memory = arg->kind >= CUJIT_ARG_ARRAY, number = arg->kind < CUJIT_ARG_VALUE;
    const size_t given = memory ? sizeof(void *) : arg->size;
    const cj_dtype_info *type = cj_dtype_find(arg->dtype);
    cj_parameter as_given = *parameter;

    if (number && (type == NULL || !cj_dtype_is_number(arg->dtype)))
        return refuse(error, CUJIT_ERROR_ARGUMENT_TYPE, parameter, index, "its kind or type is none that there is");
    if (parameter->size != 0 && parameter->size != given)
        return refuse(error, CUJIT_ERROR_ARGUMENT_SIZE, parameter, index,
                      "the kernel takes %zu bytes there%s%.100s%s, got %s of %zu", parameter->size,
                      parameter->text != NULL ? " (" : "", parameter->text != NULL ? parameter->text : "",
                      parameter->text != NULL ? ")" : "", describe_kind(arg->kind), given);
    as_given.size = 1;
    as_given.pointer = memory;
    if (memory)
        return bind_array(context, &as_given, index, arg, value, size, array, error);
    if (!number)
        return bind_value(parameter, index, arg, value, error);
    as_given.dtype = arg->dtype;
    *value = slot;
    return bind_number(&as_given, index, arg, slot, error);
}

cujit_status cj_argument_bind(const cujit_context *context, const cj_parameter *parameter, size_t index,
                              const cujit_arg *arg, cj_slot *slot, const void **value, size_t *size,
                              const cujit_array **array, cujit_error *error)
{
    if (parameter->pointer)
        return bind_array(context, parameter, index, arg, value, size, array, error);
    if (parameter->dtype == CUJIT_DTYPE_NONE)
        return bind_unknown(context, parameter, index, arg, slot, value, size, array, error);
    if (arg->kind == CUJIT_ARG_VALUE)
        return bind_value(parameter, index, arg, value, error);
    if (arg->kind >= CUJIT_ARG_ARRAY)
        return wrong_kind(parameter, index, arg, error);
    *value = slot;
    return bind_number(parameter, index, arg, slot, error);
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
