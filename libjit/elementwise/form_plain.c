/*
 * form_plain.c: the source of plain pointers: a loop over the indices, or over those of a range.
 */
#include "libjit/elementwise/form.h"

#include "libjit/kernel/source.h"
#include "templates/templates.h"

/* Indices go to threads in chunks or round robin, whichever suits the device (cujit_begin, cujit_end and cujit_stride
 * are its prelude's); but where the texts speak of threads, the way that PyCUDA documents. */
static void write_loop(const cj_kernel_text *text, bool range, cj_text *out)
{
    const char *index = range ? "cujit_k" : "i", *count = range ? "cujit_count" : cj_source_count(text);

    if (range)
        cj_text_append(out, "    long long cujit_k;\n");
    if (text->names_threads)
        cj_text_printf(out, "    for (%s = cta_start + tid; %s < %s; %s += total_threads) {", index, index, count,
                       index);
    else
        cj_text_printf(out,
                       "    const long long cujit_last = cujit_end(%s);\n"
                       "    for (%s = cujit_begin(%s); %s < cujit_last; %s += cujit_stride()) {",
                       count, index, count, index, index);
    if (range)
        cj_text_append(out, "\n        i = cujit_start + cujit_k * cujit_step;");
}

cujit_status cj_form_plain(const cj_kernel_text *text, const cj_variant *variant, char **source, cujit_error *error)
{
    bool range = variant->form == CJ_FORM_RANGE;
    cj_source writing;
    cj_text *parameters;

    cj_source_begin(&writing, text);
    parameters = cj_source_add(&writing, "PARAMETERS");
    cj_source_parameters(text, parameters);
    cj_text_printf(parameters, "const long long %s", cj_source_count(text));
    if (range)
        cj_text_append(parameters,
                       ", const long long cujit_start, const long long cujit_step, const long long cujit_count");
    write_loop(text, range, cj_source_add(&writing, "LOOP"));
    return cj_source_finish(&writing, cj_template_elementwise, source, error);
}
