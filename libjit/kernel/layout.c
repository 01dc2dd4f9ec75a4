/*
 * layout.c: see layout.h.
 */
#include "libjit/kernel/layout.h"

#include "libjit/runtime/broadcast.h"

static inline void put(cj_layout *layout, uint64_t number)
{
    const uint32_t narrow = (uint32_t)number;
    char *to = layout->numbers;

    if (to != NULL && layout->wide)
        memcpy(to + layout->count * sizeof number, &number, sizeof number);
    else if (to != NULL)
        memcpy(to + layout->count * sizeof narrow, &narrow, sizeof narrow);
    layout->count++;
}

/* `rank` 0: it is one number. */
static void declare(cj_layout *layout, const char *name, const char *of, int rank)
{
    if (layout->text == NULL)
        return;
    cj_text_printf(layout->text, "%s%s%s", layout->first ? "" : ", ", name, of);
    if (rank > 0)
        cj_text_printf(layout->text, "[%d]", rank);
    layout->first = false;
}

void cj_layout_line(cj_layout *layout)
{
    if (layout->text != NULL)
        cj_text_printf(layout->text, "%s\n    %s ", layout->count == 0 ? "struct cujit_layout {" : ";",
                       layout->wide ? "unsigned long long" : "unsigned");
    layout->first = true;
}

void cj_layout_end(cj_layout *layout)
{
    if (layout->text != NULL)
        cj_text_append(layout->text, ";\n};");
}

void cj_layout_number(cj_layout *layout, const char *name, const char *of, uint64_t number)
{
    declare(layout, name, of, 0);
    put(layout, number);
}

void cj_layout_row(cj_layout *layout, const char *name, const char *of, const uint64_t *row, int rank)
{
    declare(layout, name, of, rank);
    for (int j = 0; j < rank; j++)
        put(layout, row[j]);
}

void cj_layout_counts(cj_layout *layout, const char *counts, const char *magic, const char *shift, const uint64_t *row,
                      int rank)
{
    uint64_t factors[2 * CJ_MAX_AXES] = {0}, shifts[2 * CJ_MAX_AXES] = {0};

    for (int j = 0; j < rank && layout->numbers != NULL; j++) {
        cj_divisor divisor = layout->wide ? cj_divisor64(row[j]) : cj_divisor32((uint32_t)row[j]);

        factors[j] = divisor.magic;
        shifts[j] = divisor.shift;
    }
    cj_layout_row(layout, counts, "", row, rank);
    cj_layout_row(layout, magic, "", factors, rank);
    cj_layout_row(layout, shift, "", shifts, rank);
}
