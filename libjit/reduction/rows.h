/*
 * rows.h: launches of kernels of rows; and what the sources of their forms and the launches of what is made from them
 * must agree on.
 *
 * Behind the user's parameters stand n, the length of a row, and one struct (layout.h), whose members rows_launch.c
 * lists. A "unit" is what a lane takes at once: `width` elements next to each other along the row. Of a cj_variant
 *
 *     lanes       threads of a block that go along a row
 *     rank        blocks of a cluster that share a row; then lanes are all of a block
 *     unroll      units of a lane at a turn; HELD has one turn
 *     index       rows that a thread has at once; 1 unless lanes are 32 or fewer
 *     transposed  parameters that are moved element by element, since they do not lie in units along the row
 *     SHIFTED     rows begin in the middle of a unit, the same number of elements in all arrays that are moved in units
 *     CHUNKED     arrays that have one row right behind the other are moved from and to shared memory, all rows of a
 *                 block at once; lanes take their units from there
 *     EXACT       a row has just as many units as its lanes have, so that the kernel knows its length
 */
#ifndef LIBJIT_ROWS_H
#define LIBJIT_ROWS_H

#include "libjit/reduction/fold_views.h"

/* Runs a call whose operands are there (call.h): of arrays used as name[i] and name[j] as they broadcast together, of
 * those used as name[row] with strides of 0 along the last `row_axes` axes, which are 1 long; `written` is false of
 * these. Whoever makes a call by hand fills in core, stream, values, count, operands and parameters. Errors as of
 * cujit_rows_run(). */
cujit_status cj_rows_run(cj_call *call, int row_axes, cujit_error *error);

/* Room for the shapes of what has one element a row, as operands. */
typedef struct cj_rows_room {
    size_t shapes[CJ_MAX_PARAMETERS][CJ_MAX_AXES];
    ptrdiff_t strides[CJ_MAX_PARAMETERS][CJ_MAX_AXES];
} cj_rows_room;

/* The operands of a call that is bound. CUJIT_ERROR_ARGUMENT_SIZE: too many axes. */
cujit_status cj_rows_operands(cj_call *call, int row_axes, cj_rows_room *room, cujit_error *error);

/* ---- What a launch goes over ------------------------------------------------------------------------------------- */

/* Like cj_fold_views, without outputs. */
typedef struct cj_rows_views {
    const cj_call *call;
    cj_fold_loop loop;
    int64_t kept[CJ_MAX_PARAMETERS + CJ_FOLD_OWN_ROWS][CJ_MAX_AXES];
    int64_t folded[CJ_MAX_PARAMETERS + CJ_FOLD_OWN_ROWS][CJ_MAX_AXES];
} cj_rows_views;

/* The same from a call's operands. */
cujit_status cj_rows_views_find(cj_call *call, int row_axes, cj_rows_views *views, cujit_error *error);

/* ---- For tests and benchmarks: a launch whose variant is chosen by hand ------------------------------------------ */

cj_variant cj_rows_choose(const cj_rows_views *views);
/* Completes form, unroll, lanes, block, rank and index, with width where that is 0. False: it does not fit these
 * arrays. */
bool cj_rows_force(const cj_rows_views *views, cj_variant *variant);
cujit_status cj_rows_launch(const cj_rows_views *views, const cj_variant *variant, cujit_error *error);

/* ---- What sources and launches agree on -------------------------------------------------------------------------- */

/* Adds what the sources of kernels of rows have beside what all folds have. */
void cj_rows_describe(const cj_fold_kernel *kernel, cj_source *source);
/* Adds the struct of numbers. */
void cj_rows_layout(const cj_fold_kernel *kernel, cj_source *source);

/* Parameters that have an operand: used as name[i], name[j] or name[row]. */
enum { CJ_ROWS_OPERAND = CJ_ROLE_INDEXED | CJ_ROLE_PLACE | CJ_ROLE_ROW };
static inline bool cj_rows_has(const cj_fold_kernel *kernel, size_t k, unsigned roles)
{
    return (kernel->fold.text.roles[k] & roles) != 0;
}
/* Does that parameter go through shared memory, in that variant? */
bool cj_rows_is_chunked(const cj_fold_kernel *kernel, const cj_variant *variant, size_t k);
/* The array whose units are stored as they lie in memory: the first that is written, or the first. SIZE_MAX: none. */
size_t cj_rows_leader(const cj_fold_kernel *kernel);

#endif
