/*
 * stencil_form.c: see stencil.h. Template: templates/elementwise_stencil.cu.in.
 */
#include "libjit/elementwise/stencil.h"

#include <string.h>

static bool is_first(const cj_stencil_line *lines, size_t at)
{
    for (size_t k = 0; k < at; k++) {
        if (lines[k].base == lines[at].base)
            return false;
    }
    return true;
}

/* Does the line lie elsewhere than its base? */
static bool is_away(const cj_stencil_shape *shape, const cj_stencil_line *line)
{
    return memcmp(line->shift, shape->of[line->base].shift, sizeof line->shift) != 0;
}

static void add_lines(cj_source *source, const cj_stencil_shape *shape, const cj_stencil_line *lines, size_t count)
{
    cj_value *items = cj_source_list(source, "lines", count, 15);

    for (size_t at = 0; items != NULL && at < count; at++) {
        const cj_stencil_line *line = &lines[at];
        const cj_parameter *parameter = &source->text->signature.parameters[line->base];
        const int lie = shape->of[line->base].lie;

        *items++ = cj_value_text("name", parameter->name);
        *items++ = cj_value_text("type", parameter->spelling);
        *items++ = cj_value_number("opens", is_first(lines, at));
        *items++ = cj_value_number("low", line->low);
        *items++ = cj_value_number("high", line->high);
        *items++ = cj_value_number("depth", line->high - line->low + 1);
        *items++ = cj_value_number("first", line->first);
        *items++ = cj_value_number("last", line->last);
        *items++ = cj_value_number("before", cj_stencil_before(line));
        *items++ = cj_value_number("behind", cj_stencil_behind(line));
        *items++ = cj_value_number("repeated", lie == CJ_LIE_REPEATED);
        *items++ = cj_value_number("strided", lie == CJ_LIE_STRIDED);
        *items++ = cj_value_number("piece", shape->of[line->base].piece);
        *items++ = cj_value_number("phase", shape->of[line->base].phase);
        *items++ = cj_value_number("away", is_away(shape, line));
    }
}

/* What each input's name[i] is. */
static void add_inputs(cj_source *source, const cj_stencil_shape *shape, const cj_stencil_line *lines, size_t count)
{
    const cj_signature *signature = &source->text->signature;
    size_t inputs = 0;
    cj_value *items;

    for (size_t k = 0; k < signature->count; k++)
        inputs += cj_stencil_line_of(shape, lines, count, k) != SIZE_MAX;
    items = cj_source_list(source, "inputs", inputs, 5);
    for (size_t k = 0; items != NULL && k < signature->count; k++) {
        const size_t at = cj_stencil_line_of(shape, lines, count, k);

        if (at == SIZE_MAX)
            continue;
        *items++ = cj_value_text("name", signature->parameters[k].name);
        *items++ = cj_value_text("type", signature->parameters[k].spelling);
        *items++ = cj_value_number("line", (long long)at);
        *items++ = cj_value_number("row", shape->of[k].shift[shape->march] - lines[at].low);
        *items++ = cj_value_number("at", cj_stencil_before(&lines[at]) + shape->of[k].shift[shape->rank - 1]);
    }
}

static void add_outputs(cj_source *source, const cj_stencil_shape *shape)
{
    const cj_signature *signature = &source->text->signature;
    size_t outputs = 0;
    cj_value *items;

    for (size_t k = 0; k < signature->count; k++)
        outputs += shape->of[k].lie != 0 && shape->of[k].base == CJ_MAX_PARAMETERS;
    items = cj_source_list(source, "outputs", outputs, 4);
    for (size_t k = 0; items != NULL && k < signature->count; k++) {
        if (shape->of[k].lie == 0 || shape->of[k].base != CJ_MAX_PARAMETERS)
            continue;
        *items++ = cj_value_text("name", signature->parameters[k].name);
        *items++ = cj_value_text("type", signature->parameters[k].spelling);
        *items++ = cj_value_number("strided", shape->of[k].lie == CJ_LIE_STRIDED);
        *items++ = cj_value_number("piece", shape->of[k].piece);
    }
}

/* How many rows are written down one behind the other: compilers take long over more, and gain nothing. */
static long long count_turns(const cj_source *source)
{
    enum { TURNS = 64 };
    const size_t tokens = source->text->accesses.tokens * source->variant->width + 1;
    long long turns = source->variant->index != 0 ? source->variant->index : source->variant->unroll;

    while (turns > 1 && (turns * source->variant->width > TURNS || (size_t)turns * tokens > CJ_TILE_TOKENS))
        turns /= 2;
    return turns;
}

void cj_stencil_describe(const cj_elementwise *kernel, cj_source *source)
{
    const cj_stencil_kept *kept = cj_stencil_kept_of(kernel, source->variant->transposed);
    cj_stencil_line lines[CJ_STENCIL_LINES];
    const cj_stencil_shape *shape;
    size_t count;

    if (kept == NULL)
        return;
    shape = &kept->shape;
    count = cj_stencil_lines(shape, lines);
    add_lines(source, shape, lines, count);
    add_inputs(source, shape, lines, count);
    add_outputs(source, shape);
    cj_stencil_layout(kernel, shape, source);
    cj_source_number(source, "RANK", shape->rank);
    cj_source_number(source, "MARCH", shape->march);
    cj_source_number(source, "DEEP", cj_stencil_deep(shape));
    cj_source_number(source, "HEAD", shape->head);
    cj_source_number(source, "TOGETHER", shape->piece);
    cj_source_number(source, "TURNS", count_turns(source));
    cj_source_text(source, "PLACE", (source->variant->flags & CJ_VARIANT_WIDE) != 0 ? "long long" : "int");
    cj_source_text(source, "INDEX", cj_source_index_type(source->text));
    source->features |= CJ_FEATURE_ACCESSORS | CJ_FEATURE_STENCIL;
    source->template = "elementwise_stencil";
}
