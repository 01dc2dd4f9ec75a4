/*
 * form.h: the sources of an elementwise kernel's variants.
 */
#ifndef LIBJIT_FORM_H
#define LIBJIT_FORM_H

#include "libjit/kernel/variant.h"

/* The generated source; the caller frees it with cj_free(). */
cujit_status cj_form_render(const cj_kernel_text *text, const cj_variant *variant, char **source, cujit_error *error);

#endif
