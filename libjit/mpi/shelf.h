/*
 * shelf.h: the tier of a rank's context: takes down what is made, and hands out what other ranks have made.
 */
#ifndef LIBJIT_MPI_SHELF_H
#define LIBJIT_MPI_SHELF_H

#include "libjit/base/text.h"
#include "libjit/mpi/ranks.h"

/* How the entries that were taken down are sent: each as this head and its bytes, one behind the other. */
typedef struct cj_shelf_entry {
    uint64_t size;
    char id[36], unit[36];
} cj_shelf_entry;

typedef struct cj_shelf_counts {
    uint64_t compiles, found, taken;
} cj_shelf_counts;

/* NULL: memory ran out. It belongs to the context that gets the tier. */
cj_shelf *cj_shelf_create(void);
cujit_tier cj_shelf_tier(cj_shelf *shelf);

/* From here on it takes down what is published, and what was counted begins anew. */
void cj_shelf_record(cj_shelf *shelf);
/* What was taken down since; borrowed, until the next call but cj_shelf_count(). `failed` where memory ran out. */
const cj_text *cj_shelf_recorded(cj_shelf *shelf);
/* From here on it hands out these entries, which it takes over, and takes nothing down. */
void cj_shelf_serve(cj_shelf *shelf, cj_text *entries);
/* It is empty, and does neither. */
void cj_shelf_clear(cj_shelf *shelf);
cj_shelf_counts cj_shelf_count(cj_shelf *shelf);

#endif
