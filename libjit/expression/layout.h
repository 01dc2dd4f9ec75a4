/*
 * layout.h: lengths and strides of a plan's terms, for one call.
 */
#ifndef LIBJIT_LAYOUT_H
#define LIBJIT_LAYOUT_H

#include "libjit/expression/plan.h"

typedef struct cj_layout {
    const cj_plan *plan;
    const cj_tree *tree;                   /* for errors */
    const cujit_arg *items;                /* the operands */
    size_t (*shapes)[CJ_FORMULA_MAX_RANK]; /* of each slot of the plan; the first one has no axes */
    int64_t *bounds;                       /* the values of plan->bounds */
} cj_layout;

/* How memory is looked at. */
typedef struct cj_look {
    int rank;
    size_t lengths[CJ_FORMULA_MAX_RANK];
    ptrdiff_t strides[CJ_FORMULA_MAX_RANK]; /* bytes */
    ptrdiff_t offset;                       /* bytes, of the first element */
} cj_look;

/* Fills in shapes and bounds, for which there is room. CUJIT_ERROR_EXPRESSION with place and caret: shapes that do not
 * go together, places outside of an axis, what does not fit where it is assigned to. */
cujit_status cj_layout_find(cj_layout *layout, cujit_error *error);

static inline int cj_layout_rank(const cj_layout *layout, uint32_t slot)
{
    return slot == 0 ? 0 : cj_plan_term(layout->plan, layout->plan->shaped[slot])->rank;
}

/* How many elements a shape has; SIZE_MAX: more than PTRDIFF_MAX. */
size_t cj_layout_size(int rank, const size_t *lengths);

/* Makes a look what the path of a step makes of it. */
cujit_status cj_layout_follow(const cj_layout *layout, const cj_step *step, uint32_t path, cj_look *look,
                              cujit_error *error);
/* Makes it what one view makes of it. */
cujit_status cj_layout_view(const cj_layout *layout, uint32_t view, cj_look *look, cujit_error *error);
/* Repeats axes until the look has the slot's shape. */
void cj_layout_broadcast(const cj_layout *layout, uint32_t slot, cj_look *look);

/* Of no elements there is no largest one: CUJIT_ERROR_EXPRESSION, where a fold of what has that shape would need
 * some. */
cujit_status cj_layout_check_fold(const cj_layout *layout, uint32_t domain, uint32_t term, cujit_error *error);

/* For messages: "(3, 4)", "(5,)", "()"; lengths above PTRDIFF_MAX are shown as negative ones. Returns `out`. */
enum { CJ_LAYOUT_SHOWN = 120 };
const char *cj_layout_show(char out[CJ_LAYOUT_SHOWN], int rank, const size_t *lengths);

/* What a kernel gets for a NUMBER, which is the operand as it is, or for another whole number that is bound. */
cujit_arg cj_layout_number(const cj_layout *layout, uint32_t term);

/* Whether whole numbers known before a launch are evaluated here with that function. */
bool cj_layout_evaluates(const cj_function *function);

#endif
