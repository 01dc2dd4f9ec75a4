/*
 * layout.c: see layout.h.
 */
#include "libjit/kernel/layout.h"

#include "libjit/base/alloc.h"
#include "libjit/runtime/broadcast.h"

/* The list grows by so many members of four values each. */
enum { MORE = 32, VALUES = 4 };

void cj_layout_declare(cj_layout *layout, const char *name, const char *of, int rank)
{
    cj_value *member, *grown = layout->members;

    if (layout->member_count % MORE == 0)
        grown = cj_realloc(grown, (layout->member_count + MORE) * VALUES * sizeof *grown);
    if (grown == NULL) {
        layout->source->failed = true;
        return;
    }
    layout->members = grown;
    member = &grown[VALUES * layout->member_count++];
    member[0] = cj_value_text("name", name);
    member[1] = cj_value_text("of", of);
    member[2] = cj_value_number("rank", rank);
    member[3] = cj_value_number("begins", layout->begins);
    layout->begins = false;
}

void cj_layout_end(cj_layout *layout)
{
    if (layout->source == NULL)
        return;
    cj_source_take_list(layout->source, "layout", layout->members, layout->member_count, VALUES);
    layout->source->layout_bytes = layout->count * (layout->wide ? sizeof(uint64_t) : sizeof(uint32_t));
}

void cj_layout_counts(cj_layout *layout, const char *counts, const char *magic, const char *shift, const uint64_t *row,
                      int rank)
{
    size_t at = layout->count, axes = (size_t)rank;

    if (layout->source != NULL) {
        cj_layout_declare(layout, counts, "", rank);
        cj_layout_declare(layout, magic, "", rank);
        cj_layout_declare(layout, shift, "", rank);
    }
    for (size_t j = 0; j < axes && layout->numbers != NULL; j++) {
        cj_divisor divisor = cj_divisor_of(row[j], layout->wide ? 64 : 32);

        cj_layout_set(layout->numbers, layout->wide, at + j, row[j]);
        cj_layout_set(layout->numbers, layout->wide, at + axes + j, divisor.magic);
        cj_layout_set(layout->numbers, layout->wide, at + 2 * axes + j, divisor.shift);
    }
    layout->count += 3 * axes;
}
