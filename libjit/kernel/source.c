/*
 * source.c: see source.h.
 */
#include "libjit/kernel/source.h"

#include "libjit/base/alloc.h"

#include <stdio.h>
#include <string.h>

void cj_source_add(cj_source *source, cj_value value)
{
    source->values[source->count++] = value;
}

void cj_source_text(cj_source *source, const char *name, const char *text)
{
    cj_source_add(source, cj_value_text(name, text));
}

void cj_source_number(cj_source *source, const char *name, long long number)
{
    cj_source_add(source, cj_value_number(name, number));
}

void cj_source_take_list(cj_source *source, const char *name, cj_value *items, size_t count, size_t size)
{
    source->lists[source->list_count++] = items;
    cj_source_add(source, cj_value_list(name, items, count, size));
}

cj_value *cj_source_list(cj_source *source, const char *name, size_t count, size_t size)
{
    cj_value *items = cj_calloc(count * size, sizeof *items);

    source->failed |= items == NULL;
    cj_source_take_list(source, name, items, count, size);
    return items;
}

cj_value cj_source_part(cj_source *source, const char *name, const char *part, const char *text, const char *users)
{
    source->parts[source->part_count++] = (cj_part){part, users};
    return (cj_value){.name = name, .text = text, .part = part, .statements = true, .newline = true};
}

/* `look` NULL: it stands outside of functions. */
static void add_part(cj_source *source, const char *name, const char *part, const char *text, const cj_snippet *look)
{
    cj_value value = cj_source_part(source, name, part, text, text);

    value.statements = look != NULL;
    value.newline = look == NULL || look->ends_in_comment;
    cj_source_add(source, value);
}

/* ---- Lists ------------------------------------------------------------------------------------------------------- */

static void add_parameters(cj_source *source)
{
    const cj_signature *signature = &source->text->signature;
    cj_value *items = cj_source_list(source, "parameters", signature->count, 6);

    for (size_t k = 0; items != NULL && k < signature->count; k++) {
        const cj_parameter *parameter = &signature->parameters[k];
        bool own_n = source->text->folds && strcmp(parameter->name, "n") == 0;

        *items++ = cj_value_text("name", own_n ? "cujit_own_n" : parameter->name);
        *items++ = cj_value_text("type", parameter->spelling);
        *items++ = cj_value_number("const", parameter->is_const);
        *items++ = cj_value_number("volatile", parameter->is_volatile);
        *items++ = cj_value_number("pointer", parameter->pointer);
        *items++ = cj_value_number("restrict", parameter->is_restrict);
    }
}

static void add_registered(cj_source *source)
{
    const cj_signature *signature = &source->text->signature;
    size_t count = 0;
    cj_value *items;

    for (size_t k = 0; k < signature->count; k++)
        count += signature->parameters[k].dtype >= CUJIT_DTYPE_REGISTERED;
    items = cj_source_list(source, "registered", count, 3);
    for (size_t k = 0; items != NULL && k < signature->count; k++) {
        const cj_parameter *parameter = &signature->parameters[k];

        if (parameter->dtype < CUJIT_DTYPE_REGISTERED)
            continue;
        *items++ = cj_value_text("type", parameter->spelling);
        *items++ = cj_value_number("size", (long long)parameter->size);
        *items++ = cj_value_number("alignment", (long long)parameter->alignment);
    }
}

static void add_late_letters(cj_source *source)
{
    const cj_letters *letters = &source->text->letters;
    size_t count = 0;
    cj_value *items;

    for (size_t k = 0; k < CJ_LETTERS; k++)
        count += letters->of[k].late;
    items = cj_source_list(source, "late_letters", count, 2);
    for (size_t k = 0; items != NULL && k < CJ_LETTERS; k++) {
        if (!letters->of[k].late)
            continue;
        *items++ = cj_value_text("name", cj_letter_name(k));
        *items++ = cj_value_text("type", letters->of[k].spelling);
    }
}

void cj_source_arrays(cj_source *source, cj_role role)
{
    const cj_kernel_text *text = source->text;
    size_t count = 0;
    cj_value *items;

    for (size_t k = 0; k < text->signature.count; k++)
        count += cj_kernel_text_has(text, k, role);
    items = cj_source_list(source, "arrays", count, 10);
    for (size_t k = 0; items != NULL && k < text->signature.count; k++) {
        const cj_access *access = &text->accesses.of[k];

        if (!cj_kernel_text_has(text, k, role))
            continue;
        *items++ = cj_value_text("name", text->signature.parameters[k].name);
        *items++ = cj_value_text("type", text->signature.parameters[k].spelling);
        *items++ = cj_value_text("accessor", "cujit_element");
        *items++ = cj_value_number("loaded", access->loaded);
        *items++ = cj_value_number("written", access->written);
        *items++ = cj_value_number("conditional", access->written && !access->always);
        *items++ = cj_value_number("before", -access->lowest);
        *items++ = cj_value_number("behind", access->highest);
        *items++ = cj_value_number("near", access->lowest < 0 || access->highest > 0);
        *items++ = cj_value_number("turned", (source->variant->transposed >> k & 1) != 0);
    }
}

/* ---- A source ---------------------------------------------------------------------------------------------------- */

const char *cj_source_count(const cj_kernel_text *text)
{
    for (size_t k = 0; k < text->signature.count; k++) {
        if (strcmp(text->signature.parameters[k].name, "n") == 0)
            return "cujit_n";
    }
    return "n";
}

const char *cj_source_index_type(const cj_kernel_text *text)
{
    return text->needs_index ? "cujit_counted_i" : "cujit_bare_i";
}

static void add_variant(cj_source *source, const cj_variant *variant)
{
    cj_source_number(source, "BLOCK", variant->block);
    cj_source_number(source, "WIDTH", variant->width);
    cj_source_number(source, "UNROLL", variant->unroll);
    cj_source_number(source, "LANES", variant->lanes);
    cj_source_number(source, "KEPT", variant->kept);
    cj_source_number(source, "FOLDED", variant->folded);
    cj_source_number(source, "SHIFTED", (variant->flags & CJ_VARIANT_SHIFTED) != 0);
    cj_source_number(source, "RANGE", (variant->flags & CJ_VARIANT_RANGE) != 0);
    cj_source_number(source, "SUBSET", (variant->flags & CJ_VARIANT_SUBSET) != 0);
    cj_source_number(source, "SPLIT", (variant->flags & CJ_VARIANT_SPLIT) != 0);
    cj_source_text(source, "NUMBER", (variant->flags & CJ_VARIANT_WIDE) != 0 ? "unsigned long long" : "unsigned");
}

void cj_source_begin(cj_source *source, const cj_kernel_text *text, const cj_variant *variant)
{
    *source = (cj_source){.text = text, .variant = variant, .features = text->features, .numbers = 1};
    add_part(source, "TYPES", "type definition", text->types, NULL);
    add_part(source, "PREAMBLE", "preamble", text->spec.preamble, NULL);
    add_part(source, "LOOP_PREP", "loop_prep", text->spec.loop_prep, &text->loop_prep_look);
    if (!text->folds) /* a fold's are parts with names of their own */
        add_part(source, "OPERATION", "operation", text->spec.operation, &text->operation_look);
    add_part(source, "AFTER_LOOP", "after_loop", text->spec.after_loop, &text->after_loop_look);
    add_parameters(source);
    add_registered(source);
    add_late_letters(source);
    cj_source_text(source, "NAME", text->entry);
    cj_source_text(source, "COUNT", cj_source_count(text));
    cj_source_number(source, "RETURNS", text->may_return);
    cj_source_number(source, "BREAKS", text->may_break);
    cj_source_number(source, "COUNTED", text->needs_index);
    add_variant(source, variant);
}

void cj_source_end(cj_source *source)
{
    for (size_t k = 0; k < source->list_count; k++)
        cj_free(source->lists[k]);
}

cujit_status cj_source_render(const cj_source *source, char **out, cujit_error *error)
{
    cujit_status status;
    cj_text rendered = {0};
    char unit[224];

    if (source->template == NULL)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "%s: a variant that cannot be", source->text->name);
    snprintf(unit, sizeof unit, "%s.cu", source->text->name);
    if (source->failed)
        return cj_error_no_memory(error, "the source of a kernel");
    status = cj_template_render(cj_template_files, source->template, source->values, source->count, unit, &rendered,
                                error);
    if (status == CUJIT_OK && (*out = cj_text_take(&rendered)) == NULL)
        status = cj_error_no_memory(error, "the source of a kernel");
    cj_text_clear(&rendered);
    return status;
}
