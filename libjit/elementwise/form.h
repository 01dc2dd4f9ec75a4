/*
 * form.h: the sources of an elementwise kernel's variants, and what those of N-d views and the launches of what is made
 * from them must agree on.
 */
#ifndef LIBJIT_FORM_H
#define LIBJIT_FORM_H

#include "libjit/kernel/core.h"
#include "libjit/kernel/layout.h"

/* The family's `describe`: all is in the text and the variant. */
void cj_form_describe(const cj_core *core, cj_source *source);

/* How many elements of the last axis a thread takes at once where that helps; 1: tiles would not. */
unsigned cj_form_view_width(const cj_kernel_text *text);

/* TRANSPOSED: a block's 256 threads take a square of edge x edge elements. Each does `steps` times `width` elements of
 * one of `rows` rows, `lanes` threads to a row. */
typedef struct cj_patch {
    int edge, width, lanes, rows, steps;
} cj_patch;
/* The patch whose threads move `width` elements at once: 32 wide for 1, 64 for 2 to 8, 128 for 16. False: it is too
 * large for shared memory, or for the compiler. */
bool cj_form_patch(const cj_kernel_text *text, uint64_t transposed, unsigned width, cj_patch *out);
/* The width that suits long axes. */
unsigned cj_form_patch_width(const cj_kernel_text *text);

enum { CJ_VIEW_BLOCK = 256 };

/* Adds the struct of numbers (layout.h). */
void cj_views_layout(cj_source *source);

#endif
