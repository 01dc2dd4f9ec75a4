/*
 * layout.c: see layout.h.
 */
#include "libjit/kernel/layout.h"

#include "libjit/runtime/broadcast.h"

void cj_layout_declare(cj_layout *layout, const char *name, const char *of, int rank)
{
    cj_text_printf(layout->text, "%s%s%s", layout->first ? "" : ", ", name, of);
    if (rank > 0)
        cj_text_printf(layout->text, "[%d]", rank);
    layout->first = false;
}

void cj_layout_begin_line(cj_layout *layout)
{
    cj_text_printf(layout->text, "%s\n    %s ", layout->count == 0 ? "struct cujit_layout {" : ";",
                   layout->wide ? "unsigned long long" : "unsigned");
    layout->first = true;
}

void cj_layout_end(cj_layout *layout)
{
    if (layout->text != NULL)
        cj_text_append(layout->text, ";\n};");
}

void cj_layout_counts(cj_layout *layout, const char *counts, const char *magic, const char *shift, const uint64_t *row,
                      int rank)
{
    size_t at = layout->count, axes = (size_t)rank;

    if (layout->text != NULL) {
        cj_layout_declare(layout, counts, "", rank);
        cj_layout_declare(layout, magic, "", rank);
        cj_layout_declare(layout, shift, "", rank);
    }
    for (size_t j = 0; j < axes && layout->numbers != NULL; j++) {
        cj_divisor divisor = layout->wide ? cj_divisor64(row[j]) : cj_divisor32((uint32_t)row[j]);

        cj_layout_set(layout->numbers, layout->wide, at + j, row[j]);
        cj_layout_set(layout->numbers, layout->wide, at + axes + j, divisor.magic);
        cj_layout_set(layout->numbers, layout->wide, at + 2 * axes + j, divisor.shift);
    }
    layout->count += 3 * axes;
}
