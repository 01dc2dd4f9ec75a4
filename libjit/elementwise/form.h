/*
 * form.h: the sources of an elementwise kernel's variants; one file for each form.
 */
#ifndef LIBJIT_FORM_H
#define LIBJIT_FORM_H

#include "libjit/kernel/variant.h"

/* The generated source; the caller frees it with cj_free(). */
cujit_status cj_form_render(const cj_kernel_text *text, const cj_variant *variant, char **source, cujit_error *error);

/* What the parameters of its kernel take: the user's, and those that the form adds. */
size_t cj_form_parameter_bytes(const cj_kernel_text *text, const cj_variant *variant);

/* What cj_form_render() chooses from. */
cujit_status cj_form_plain(const cj_kernel_text *text, const cj_variant *variant, char **source, cujit_error *error);
cujit_status cj_form_tile(const cj_kernel_text *text, const cj_variant *variant, char **source, cujit_error *error);
cujit_status cj_form_strided(const cj_kernel_text *text, const cj_variant *variant, char **source, cujit_error *error);
cujit_status cj_form_transposed(const cj_kernel_text *text, const cj_variant *variant, char **source,
                                cujit_error *error);

#endif
