/*
 * source.c: see source.h.
 */
#include "libjit/kernel/source.h"

#include "libjit/base/alloc.h"

#include <stdio.h>
#include <string.h>

/* A struct whose size the caller had wrong would silently read the wrong bytes. */
static void write_checks(const cj_kernel_text *text, cj_text *out)
{
    for (size_t k = 0; k < text->signature.count; k++) {
        const cj_parameter *parameter = &text->signature.parameters[k];

        if (parameter->dtype < CUJIT_DTYPE_REGISTERED)
            continue;
        cj_text_printf(out,
                       "static_assert(sizeof(%s) == %zu && alignof(%s) == %zu, \"%s was registered with size %zu and "
                       "alignment %zu, which are not the compiler's\");\n",
                       parameter->spelling, parameter->size, parameter->spelling, parameter->alignment,
                       parameter->spelling, parameter->size, parameter->alignment);
    }
    for (size_t k = 0; k < CJ_LETTERS; k++) {
        const cj_letter *letter = &text->letters.of[k];

        if (letter->late)
            cj_text_printf(out, "typedef %s %s;\n", letter->spelling, cj_letter_name(k));
    }
}

/* `return` and `break` in the operation, or in a macro that it may use, end this index. Left alone they would end the
 * thread, and with it other indices: so the statements become a function's, or a loop's that runs once. */
static void write_guard(const cj_kernel_text *text, cj_text *begin, cj_text *end)
{
    if (text->may_return)
        cj_text_append(begin, "        [&]() {");
    if (text->may_break || text->may_return)
        cj_text_printf(begin, "%s        do {", text->may_return ? "\n" : "");
    if (text->may_break || text->may_return)
        cj_text_append(end, "        } while (false);");
    if (text->may_return)
        cj_text_append(end, "\n        }();");
}

void cj_source_add_part(cj_source *source, const char *placeholder, const char *part, const char *text, bool statement,
                        bool newline)
{
    source->values[source->count++] = (cj_value){
        .name = placeholder,
        .text = text,
        .part = part,
        .statements = statement,
        .newline = newline,
    };
}

static void add_part(cj_source *source, const char *placeholder, const char *part, const char *text,
                     const cj_snippet *look)
{
    cj_source_add_part(source, placeholder, part, text, look != NULL, look == NULL || look->ends_in_comment);
}

cj_text *cj_source_add(cj_source *source, const char *placeholder)
{
    source->values[source->count].name = placeholder;
    return &source->own[source->count++];
}

void cj_source_begin(cj_source *source, const cj_kernel_text *text)
{
    cj_text *begin;

    *source = (cj_source){.text = text};
    add_part(source, "TYPES", "type definition", text->types, NULL);
    add_part(source, "PREAMBLE", "preamble", text->preamble, NULL);
    add_part(source, "LOOP_PREP", "loop_prep", text->loop_prep, &text->loop_prep_look);
    add_part(source, "OPERATION", "operation", text->operation, &text->operation_look);
    add_part(source, "AFTER_LOOP", "after_loop", text->after_loop, &text->after_loop_look);
    write_checks(text, cj_source_add(source, "CHECKS"));
    cj_text_append(cj_source_add(source, "NAME"), text->entry);
    begin = cj_source_add(source, "BEGIN_OPERATION");
    write_guard(text, begin, cj_source_add(source, "END_OPERATION"));
}

const char *cj_source_count(const cj_kernel_text *text)
{
    for (size_t k = 0; k < text->signature.count; k++) {
        if (strcmp(text->signature.parameters[k].name, "n") == 0)
            return "cujit_n";
    }
    return "n";
}

void cj_source_parameters(const cj_kernel_text *text, cj_text *out)
{
    for (size_t k = 0; k < text->signature.count; k++) {
        cj_parameter parameter = text->signature.parameters[k];
        char own[] = CJ_FOLD_OWN_N;

        if (text->folds && strcmp(parameter.name, "n") == 0)
            parameter.name = own;
        cj_parameter_declare(&parameter, out);
        cj_text_append(out, ", ");
    }
}

const char *cj_source_index_type(const cj_kernel_text *text)
{
    return text->needs_index ? "cujit_counted_i" : "cujit_bare_i";
}

void cj_source_element(const cj_kernel_text *text, size_t k, cj_text *out)
{
    const cj_parameter *parameter = &text->signature.parameters[k];

    cj_text_printf(out, "const cujit_element<%s%s> %s", text->accesses.of[k].written ? "" : "const ",
                   parameter->spelling, parameter->name);
}

cujit_status cj_source_finish(cj_source *source, const char *template, char **out, cujit_error *error)
{
    cj_text expanded = {0};
    char unit[224], *rendered;

    snprintf(unit, sizeof unit, "%s.cu", source->text->name);
    for (size_t k = 0; k < source->count; k++) {
        cj_text *own = &source->own[k];

        expanded.failed = expanded.failed || own->failed;
        if (source->values[k].part != NULL)
            continue;
        if (own->length > 0 && own->data[own->length - 1] == '\n') /* the template has one behind the placeholder */
            own->data[own->length - 1] = '\0';
        source->values[k].text = own->data;
    }
    cj_template_expand(template, source->values, source->count, unit, &expanded);
    rendered = cj_text_take(&expanded);
    for (size_t k = 0; k < source->count; k++)
        cj_text_clear(&source->own[k]);
    if (rendered == NULL)
        return cj_error_no_memory(error, "the source of a kernel");
    *out = rendered;
    return CUJIT_OK;
}
