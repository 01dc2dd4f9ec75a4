/*
 * print.c: arrays as NumPy shows them: brackets, lines and what is left out.
 */
#include <cujit/print.h>

#include "libjit/base/alloc.h"
#include "libjit/base/sized.h"
#include "libjit/io/element_text.h"
#include "libjit/io/elements.h"

#include <stdint.h>
#include <string.h>

typedef struct printer {
    const cujit_array *array;
    cujit_print_options options;
    bool summarised;
    size_t shown[CUJIT_ARRAY_MAX_NDIM]; /* elements of each axis */
    size_t steps[CUJIT_ARRAY_MAX_NDIM]; /* bytes between them in `elements` */
    unsigned char *elements;            /* those that are shown, in C order */
    cj_element_style style;
    cj_text text, word;
    const char *separator;
    size_t indent;     /* of the outermost bracket's inside */
    size_t line_width; /* up to which elements stand in a line */
    size_t line;       /* where the line began, in `text` */
    cujit_error *error;
} printer;

/* ---- What is shown ----------------------------------------------------------------------------------------------- */

static bool is_cut(const printer *self, int axis)
{
    return self->shown[axis] != self->array->shape[axis];
}

/* The ends of the cut axes from `axis` on, with whole axes between them. */
static cujit_status fetch(printer *self, int axis, size_t *first, size_t *count, unsigned char *to)
{
    const cujit_array *array = self->array;
    cujit_status status;

    if (axis == array->ndim)
        return cj_elements_get(array, first, count, to, self->steps, self->error);
    if (!is_cut(self, axis))
        return fetch(self, axis + 1, first, count, to);
    count[axis] = self->options.edge_items;
    first[axis] = 0;
    if ((status = fetch(self, axis + 1, first, count, to)) != CUJIT_OK)
        return status;
    first[axis] = array->shape[axis] - self->options.edge_items;
    return fetch(self, axis + 1, first, count, to + self->options.edge_items * self->steps[axis]);
}

static cujit_status choose(printer *self)
{
    const cujit_array *array = self->array;
    size_t first[CUJIT_ARRAY_MAX_NDIM] = {0}, count[CUJIT_ARRAY_MAX_NDIM], size = 1;
    size_t edge = self->options.edge_items;
    cujit_status status;

    self->summarised = array->size > self->options.threshold;
    for (int k = 0; k < array->ndim; k++) {
        const bool cut = self->summarised && array->shape[k] > edge && array->shape[k] - edge > edge;

        self->shown[k] = cut ? 2 * edge : array->shape[k];
        count[k] = self->shown[k];
        size *= self->shown[k];
    }
    cj_elements_steps(array->ndim, self->shown, array->item_size, false, self->steps);
    if (size == 0)
        return CUJIT_OK;
    if ((self->elements = cj_malloc(size * array->item_size)) == NULL)
        return cj_error_no_memory(self->error, "the elements that are printed");
    if ((status = fetch(self, 0, first, count, self->elements)) != CUJIT_OK)
        return status;
    return cj_element_plan(&self->style, array->dtype, self->elements, size, array->ndim == 0, &self->options)
               ? CUJIT_OK
               : cj_error_no_memory(self->error, "the text of an array");
}

/* ---- Brackets ---------------------------------------------------------------------------------------------------- */

static void end_line(printer *self, size_t indent)
{
    while (!self->text.failed && self->text.length > self->line && self->text.data[self->text.length - 1] == ' ')
        self->text.length--;
    cj_text_append(&self->text, "\n");
    self->line = self->text.length;
    cj_text_printf(&self->text, "%*s", (int)indent, "");
}

/* An element or "...", in this line or in the next one. */
static void put_word(printer *self, const char *word, size_t indent, size_t width, bool last)
{
    size_t length = self->text.length - self->line;

    if (length + strlen(word) > width && length > indent)
        end_line(self, indent);
    cj_text_append(&self->text, word);
    cj_text_append(&self->text, last ? "" : self->separator);
}

static void put_row(printer *self, const unsigned char *at, size_t indent)
{
    int axis = self->array->ndim - 1;
    size_t taken = (size_t)axis + 1; /* by brackets that close behind the row */
    size_t width = self->line_width > taken ? self->line_width - taken : 0;

    for (size_t k = 0; k < self->shown[axis]; k++) {
        if (is_cut(self, axis) && k == self->options.edge_items)
            put_word(self, "...", indent, width, false);
        self->word.length = 0;
        cj_element_text(&self->word, &self->style, at + k * self->steps[axis]);
        if (self->word.failed)
            return;
        put_word(self, self->word.data, indent, width, k + 1 == self->shown[axis]);
    }
}

static void put_axis(printer *self, int axis, const unsigned char *at)
{
    int ndim = self->array->ndim;
    size_t indent = self->indent + (size_t)axis + 1;

    cj_text_append(&self->text, "[");
    if (axis == ndim - 1)
        put_row(self, at, indent);
    for (size_t k = 0; axis < ndim - 1 && k < self->shown[axis]; k++) {
        bool gap = is_cut(self, axis) && k == self->options.edge_items;

        for (int pass = gap ? 0 : 1; pass < 2; pass++) {
            if (k > 0) {
                cj_text_append(&self->text, self->separator[0] == ',' ? "," : "");
                for (int lines = axis; lines < ndim - 1; lines++)
                    cj_text_append(&self->text, "\n");
                self->line = self->text.length;
                cj_text_printf(&self->text, "%*s", (int)indent, "");
            }
            if (pass == 0)
                cj_text_append(&self->text, "...");
        }
        put_axis(self, axis + 1, at + k * self->steps[axis]);
    }
    cj_text_append(&self->text, "]");
}

static void put_elements(printer *self)
{
    if (self->array->size == 0)
        cj_text_append(&self->text, "[]");
    else if (self->array->ndim > 0)
        put_axis(self, 0, self->elements);
    else if (self->options.repr != 0)
        cj_element_text(&self->text, &self->style, self->elements);
    else
        cj_element_scalar(&self->text, &self->style, self->elements);
}

/* ---- What repr() adds -------------------------------------------------------------------------------------------- */

static void put_repr(printer *self)
{
    const cujit_array *array = self->array;
    const bool implied = array->size > 0 && (array->dtype == CUJIT_BOOL || array->dtype == CUJIT_INT64 ||
                                             array->dtype == CUJIT_FLOAT64 || array->dtype == CUJIT_COMPLEX128);
    const bool shape = (array->size == 0 && array->ndim != 1) || self->summarised;
    cj_text more = {0};

    cj_text_append(&self->text, "array(");
    put_elements(self);
    if (shape) {
        cj_text_append(&more, "shape=");
        cj_elements_shape(&more, array->ndim, array->shape);
    }
    if (!implied)
        cj_text_printf(&more, "%sdtype=%s", shape ? ", " : "", cujit_dtype_name(array->dtype));
    if (more.length > 0) {
        cj_text_append(&self->text, ",");
        if (self->text.length - self->line + more.length + 2 > self->options.line_width)
            cj_text_append(&self->text, "\n      ");
        else
            cj_text_append(&self->text, " ");
        cj_text_append(&self->text, more.data);
    }
    cj_text_append(&self->text, ")");
    self->text.failed = self->text.failed || more.failed;
    cj_text_clear(&more);
}

/* ---- Calls ------------------------------------------------------------------------------------------------------- */

/* `what`: the name that users give to `out`. */
static cujit_status check(const char *function, const cujit_array *array, const char *what, const void *out,
                          cujit_print_options *options, cujit_error *error)
{
    cujit_status status;

    if (array == NULL || out == NULL)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "%s: %s is NULL", function,
                            array == NULL ? "array" : what);
    if ((status = cj_context_check(array->context, error)) != CUJIT_OK)
        return status;
    if (array->dtype >= CUJIT_DTYPE_REGISTERED)
        return cj_error_set(error, CUJIT_ERROR_UNSUPPORTED,
                            "%s: the array is one of %s, a registered type, of which only its size is known", function,
                            cujit_context_type_name(array->context, array->dtype));
    if (options->precision < -1 || options->precision > CJ_NUMBER_MOST_DIGITS)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "%s: precision is %d; expected -1 to %d", function,
                            options->precision, CJ_NUMBER_MOST_DIGITS);
    if ((unsigned)options->mode > CUJIT_PRINT_MODE_MAXPREC_EQUAL)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "%s: mode is %d, which is none", function,
                            (int)options->mode);
    if (options->sign != '\0' && strchr("+- ", options->sign) == NULL)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "%s: sign is '%c'; expected '+', '-' or ' '", function,
                            options->sign);
    options->precision = options->precision == 0 ? 8 : options->precision < 0 ? 0 : options->precision;
    options->threshold = options->threshold == 0 ? 1000 : options->threshold;
    options->edge_items = options->edge_items == 0 ? 3 : options->edge_items;
    options->line_width = options->line_width == 0 ? 75 : options->line_width;
    options->sign = options->sign == '\0' ? '-' : options->sign;
    return CUJIT_OK;
}

static cujit_status format(const char *function, const cujit_array *array, const char *what, const void *out,
                           const cujit_print_options *given, size_t size, cj_text *text, cujit_error *error)
{
    printer self = {.array = array, .error = error, .separator = " "};
    cujit_status status = cj_widen(function, &self.options, sizeof self.options, given, size, error);

    if (status != CUJIT_OK || (status = check(function, array, what, out, &self.options, error)) != CUJIT_OK)
        return status;
    self.line_width = self.options.line_width;
    if (self.options.repr != 0) {
        self.separator = ", ";
        self.indent = sizeof "array(" - 1;
        self.line_width -= self.line_width > 0; /* the parenthesis that closes */
    }
    if ((status = choose(&self)) == CUJIT_OK) {
        if (self.options.repr != 0)
            put_repr(&self);
        else
            put_elements(&self);
        if (self.text.failed || self.word.failed)
            status = cj_error_no_memory(error, "the text of an array");
    }
    cj_free(self.elements);
    cj_text_clear(&self.word);
    if (status == CUJIT_OK)
        *text = self.text;
    else
        cj_text_clear(&self.text);
    return status;
}

cujit_status cujit_array_format_sized(const cujit_array *array, const cujit_print_options *options, size_t size,
                                      char **text, cujit_error *error)
{
    cj_text made = {0};
    cujit_status status = format("cujit_array_format", array, "text", text, options, size, &made, error);

    if (status == CUJIT_OK)
        *text = cj_text_take(&made);
    return status;
}

cujit_status cujit_array_print_sized(const cujit_array *array, FILE *file, const cujit_print_options *options,
                                     size_t size, cujit_error *error)
{
    cj_text made = {0};
    cujit_status status = format("cujit_array_print", array, "file", file, options, size, &made, error);

    if (status != CUJIT_OK)
        return status;
    cj_text_append(&made, "\n");
    if (made.failed)
        status = cj_error_no_memory(error, "the text of an array");
    else if (fwrite(made.data, 1, made.length, file) != made.length)
        status = cj_error_set(error, CUJIT_ERROR_IO, "cujit_array_print: the file cannot be written");
    cj_text_clear(&made);
    return status;
}
