/*
 * texture.c: textures: what reads an image, or an array where it lies.
 */
#include "libjit/runtime/texture.h"

#include "libjit/base/alloc.h"
#include "libjit/base/sized.h"
#include "libjit/syntax/handle.h"

#include <stdint.h>
#include <stdio.h>

/* ---- Checks ------------------------------------------------------------------------------------------------------ */

static cujit_status refuse(cujit_error *error, const char *why)
{
    return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "cujit_texture_create: %s", why);
}

static size_t axes_of(cj_texture_kind kind)
{
    return kind == CJ_TEXTURE_3D ? 3 : kind == CJ_TEXTURE_2D || kind == CJ_TEXTURE_2D_LAYERED ? 2 : 1;
}

static cujit_status check_edges(const cj_texture_plan *plan, cujit_error *error)
{
    for (size_t k = 0; k < 3; k++) {
        const cujit_edge edge = plan->edges[k];

        if ((int)edge < CUJIT_EDGE_CLAMP || edge > CUJIT_EDGE_BORDER)
            return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT,
                                "cujit_texture_create: .edges[%zu] is %d, no cujit_edge", k, (int)edge);
        if ((edge == CUJIT_EDGE_WRAP || edge == CUJIT_EDGE_MIRROR) && !plan->normalized_coordinates)
            return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT,
                                "cujit_texture_create: .edges[%zu] is %s, which takes .normalized_coordinates", k,
                                edge == CUJIT_EDGE_WRAP ? "CUJIT_EDGE_WRAP" : "CUJIT_EDGE_MIRROR");
        if (k >= axes_of(plan->layout.kind) && edge != CUJIT_EDGE_CLAMP)
            return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT,
                                "cujit_texture_create: .edges[%zu] is set, and %s has no such axis", k,
                                cj_texture_kind_name(plan->layout.kind));
    }
    return CUJIT_OK;
}

/* What is read, and how: the rules of the hardware. */
static cujit_status check_plan(const cj_texture_plan *plan, cujit_error *error)
{
    const bool whole = cj_dtype_is_integer(plan->layout.dtype);

    if ((int)plan->filter < CUJIT_FILTER_POINT || plan->filter > CUJIT_FILTER_LINEAR)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "cujit_texture_create: .filter is %d, no cujit_filter",
                            (int)plan->filter);
    if (plan->normalized_values && (!whole || cujit_dtype_size(plan->layout.dtype) > 2))
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT,
                            "cujit_texture_create: .normalized_values are for integers of 8 and 16 bits; the texels "
                            "are %s",
                            cujit_dtype_name(plan->layout.dtype));
    if (plan->filter == CUJIT_FILTER_LINEAR && whole && !plan->normalized_values)
        return refuse(error, "a linear filter mixes floats, and the texels are integers; those of 8 and 16 bits can be "
                             "read as floats, with .normalized_values");
    if (plan->layout.kind == CJ_TEXTURE_BUFFER && (plan->filter == CUJIT_FILTER_LINEAR || plan->normalized_coordinates))
        return refuse(error, "an array of one axis is read by an index, with no filter and no normalized coordinates; "
                             "make an image of it");
    return check_edges(plan, error);
}

static cujit_status check_place(const cujit_context *context, const cj_texture_plan *plan, cujit_error *error)
{
    const cj_image_layout *layout = &plan->layout;
    const bool rows = layout->kind != CJ_TEXTURE_BUFFER;
    cj_texture_limits limits;
    size_t width, height; /* the most */

    context->backend->texture_limits(context->device, &limits);
    width = rows ? limits.most_pitched[0] : limits.most[CJ_TEXTURE_BUFFER][0];
    height = rows ? limits.most_pitched[1] : 1;
    if ((uintptr_t)plan->memory % limits.alignment != 0)
        return cj_error_set(
            error, CUJIT_ERROR_INVALID_ARGUMENT,
            "cujit_texture_create: the array's elements begin at %p; %s reads them where they lie from a "
            "multiple of %zu bytes; make an image of it",
            plan->memory, context->device_text, limits.alignment);
    if (rows && (plan->pitch % limits.pitch_alignment != 0 || plan->pitch > limits.most_pitch))
        return cj_error_set(
            error, CUJIT_ERROR_INVALID_ARGUMENT,
            "cujit_texture_create: the array's rows are %zu bytes apart; %s reads them where they lie at "
            "a multiple of %zu bytes, at most %zu; make an image of it",
            plan->pitch, context->device_text, limits.pitch_alignment, limits.most_pitch);
    if (layout->width > width || (rows && layout->height > height))
        return cj_error_set(error, CUJIT_ERROR_ARGUMENT_SIZE,
                            "cujit_texture_create: the array is %zu texels wide and %zu high; %s reads at most %zu and "
                            "%zu where they lie",
                            layout->width, rows ? layout->height : 1, context->device_text, width, height);
    return CUJIT_OK;
}

/* ---- What is read ------------------------------------------------------------------------------------------------ */

static cujit_status read_array(const cujit_context *context, const cujit_texture_spec *spec, cj_texture_plan *plan,
                               cujit_error *error)
{
    static const char function[] = "cujit_texture_create";
    cj_image_layout *layout = &plan->layout;
    size_t rows;
    cujit_status status;

    if (spec->array->context != context)
        return refuse(error, "the array belongs to another context");
    if ((status = cj_image_check_texel(function, context, spec->array->dtype, spec->channels, layout, error)) !=
            CUJIT_OK ||
        (status = cj_image_layout_of(function, spec->array, layout, error)) != CUJIT_OK)
        return status;
    if (layout->depth > 0)
        return refuse(error, "an array of three axes cannot be read where it lies; make an image of it");
    if ((status = cj_image_rows_of(function, spec->array, layout, &plan->pitch, &rows, error)) != CUJIT_OK)
        return status;
    layout->kind = layout->height > 0 ? CJ_TEXTURE_2D : CJ_TEXTURE_BUFFER;
    plan->memory = spec->array->data;
    return check_place(context, plan, error);
}

static cujit_status read_spec(const cujit_context *context, const cujit_texture_spec *spec, cj_texture_plan *plan,
                              cujit_error *error)
{
    cujit_status status = CUJIT_OK;

    if ((spec->image == NULL) == (spec->array == NULL))
        return refuse(error, spec->image == NULL ? ".image or .array says what is read, and both are NULL"
                                                 : ".image or .array says what is read, and both are set");
    if (spec->image != NULL && spec->channels != 0)
        return refuse(error, ".channels are an array's; the image has its own");
    if (spec->image != NULL && spec->image->context != context)
        return refuse(error, "the image belongs to another context");
    *plan = (cj_texture_plan){.filter = spec->filter,
                              .normalized_coordinates = spec->normalized_coordinates != 0,
                              .normalized_values = spec->normalized_values != 0};
    for (size_t k = 0; k < 3; k++)
        plan->edges[k] = spec->edges[k];
    if (spec->image != NULL) {
        plan->layout = spec->image->layout;
        plan->image = spec->image->image;
    } else {
        status = read_array(context, spec, plan, error);
    }
    return status == CUJIT_OK ? check_plan(plan, error) : status;
}

/* ---- Textures ---------------------------------------------------------------------------------------------------- */

static void destroy(cj_registered *registered)
{
    cujit_texture *texture = (cujit_texture *)registered;

    if (texture->object != 0)
        texture->context->backend->texture_free(texture->context->device, texture->object);
    cj_free(texture);
}

/* The texture's own reference of what it reads outlives the handle by nothing: the device has done its work before. */
void cujit_texture_free(cujit_texture *texture)
{
    cujit_context *context;
    cujit_image *image;
    cujit_array *array;

    if (texture == NULL)
        return;
    context = texture->context;
    image = texture->image;
    array = texture->array;
    cj_context_drop(context, &texture->registered, true);
    cujit_image_free(image);
    cujit_array_free(array);
    cj_context_release(context);
}

/* A view of the whole array: it keeps the memory. */
static cujit_status keep_array(const cujit_array *array, cujit_array **out, cujit_error *error)
{
    cj_axes axes;

    cj_axes_of(array, &axes);
    return cj_array_see("cujit_texture_create", array, &axes, out, error);
}

static cujit_status make(cujit_context *context, const cujit_texture_spec *spec, const cj_texture_plan *plan,
                         cujit_texture **out, cujit_error *error)
{
    const bool floats = plan->normalized_values || plan->layout.dtype == CUJIT_FLOAT16;
    cujit_texture *texture = cj_calloc(1, sizeof *texture);
    cujit_status status = CUJIT_OK;

    if (texture == NULL)
        return cj_error_no_memory(error, "a texture");
    texture->registered.destroy = destroy;
    texture->context = context;
    texture->plan = *plan;
    texture->read = cj_texel_join(floats ? CUJIT_FLOAT32 : plan->layout.dtype, plan->layout.channels);
    if (spec->array != NULL)
        status = keep_array(spec->array, &texture->array, error);
    if (status == CUJIT_OK)
        status = context->backend->texture_create(context->device, plan, &texture->object, error);
    if (status != CUJIT_OK) {
        cujit_array_free(texture->array);
        cj_free(texture);
        return status;
    }
    if (spec->image != NULL)
        cj_image_retain(texture->image = (cujit_image *)(uintptr_t)spec->image);
    cj_context_retain(context);
    *out = texture;
    return CUJIT_OK;
}

cujit_status cujit_texture_create_sized(cujit_context *context, const cujit_texture_spec *given, size_t size,
                                        cujit_texture **out, cujit_error *error)
{
    cujit_texture_spec spec;
    cj_texture_plan plan;
    cujit_status status = cj_context_take_spec("cujit_texture_create", context, given, size, out, &spec, sizeof spec,
                                               error);

    if (status != CUJIT_OK || (status = cj_context_check(context, error)) != CUJIT_OK ||
        (status = read_spec(context, &spec, &plan, error)) != CUJIT_OK)
        return status;
    return make(context, &spec, &plan, out, error);
}

/* ---- As arguments ------------------------------------------------------------------------------------------------ */

/* float1 is float. */
static bool is_same_texel(cujit_dtype a, cujit_dtype b)
{
    cujit_dtype numbers[2];
    unsigned channels[2];

    return cj_texel_split(a, &numbers[0], &channels[0]) && cj_texel_split(b, &numbers[1], &channels[1]) &&
           numbers[0] == numbers[1] && channels[0] == channels[1];
}

static inline bool has_kind(const cj_parameter *parameter, cj_texture_kind kind)
{
    return !cj_handle_is_template(parameter->handle) || (parameter->handle & CJ_HANDLE_KIND) == kind;
}

bool cj_texture_fits(const cujit_texture *texture, const cj_parameter *parameter, char why[CJ_TEXTURE_WHY])
{
    const cj_texture_kind kind = texture->plan.layout.kind;

    if (!has_kind(parameter, kind))
        snprintf(why, CJ_TEXTURE_WHY, "expected a %.60s, got a texture of %s", parameter->spelling,
                 cj_texture_kind_name(kind));
    else if (parameter->element != CUJIT_DTYPE_NONE && !is_same_texel(parameter->element, texture->read))
        snprintf(why, CJ_TEXTURE_WHY, "expected a %.60s, got a texture of which a read gives %s", parameter->spelling,
                 cujit_dtype_spelling(texture->read));
    else
        return true;
    return false;
}

/* What is written to float16 is its bits: CUDA's surfaces know no type for it. */
bool cj_surface_fits(const cujit_image *image, const cj_parameter *parameter, char why[CJ_TEXTURE_WHY])
{
    const cj_image_layout *layout = &image->layout;
    const cujit_dtype number = layout->dtype == CUJIT_FLOAT16 ? CUJIT_UINT16 : layout->dtype;
    const cujit_dtype texel = cj_texel_join(number, layout->channels);

    if (image->surface == 0)
        snprintf(why, CJ_TEXTURE_WHY, "the image was not made to be written; that takes .surface of cujit_image_spec");
    else if (!has_kind(parameter, layout->kind))
        snprintf(why, CJ_TEXTURE_WHY, "expected a %.60s, got %s", parameter->spelling,
                 cj_texture_kind_name(layout->kind));
    else if (parameter->element != CUJIT_DTYPE_NONE && !is_same_texel(parameter->element, texel))
        snprintf(why, CJ_TEXTURE_WHY, "expected a %.60s, got an image whose texels are %s", parameter->spelling,
                 cujit_dtype_spelling(texel));
    else
        return true;
    return false;
}

/* ---- What others ask --------------------------------------------------------------------------------------------- */

cujit_context *cujit_texture_context(const cujit_texture *texture)
{
    return texture != NULL ? texture->context : NULL;
}

cujit_dtype cujit_texture_dtype(const cujit_texture *texture)
{
    return texture != NULL ? texture->read : CUJIT_DTYPE_NONE;
}

/* Nobody knows from now on who works with an array's memory. */
unsigned long long cujit_texture_object(const cujit_texture *texture)
{
    if (texture == NULL)
        return 0;
    cj_texture_use(texture->context, texture, CJ_STREAM_MANY);
    return texture->object;
}
