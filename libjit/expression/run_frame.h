/*
 * run_frame.h: a call of a plan in the making: shapes, memory, and what each step's launch gets.
 *
 *     run_bind.c   memory, views
 *     run_copies.c copies of what meets
 *     run.c        launches
 */
#ifndef LIBJIT_RUN_FRAME_H
#define LIBJIT_RUN_FRAME_H

#include "libjit/expression/layout.h"
#include "libjit/expression/run.h"
#include "libjit/runtime/array.h"
#include "libjit/runtime/blocks.h"

#include <stdalign.h>

/* An array that is nowhere but here; its lists are behind it. */
typedef struct cj_local_array {
    alignas(cujit_array) unsigned char array[sizeof(cujit_array) + 2 * CJ_FORMULA_MAX_RANK * sizeof(size_t)];
} cj_local_array;

/* A term in memory. */
typedef struct cj_term_memory {
    void *data;
    const cujit_array *array; /* the result, whose strides are its own; NULL: in C order */
    cj_block *block;          /* of temporary memory */
} cj_term_memory;

enum { CJ_NEAR_SLOTS = 24, CJ_NEAR_BOUNDS = 8, CJ_NEAR_KEPT = 16 };

typedef struct cj_frame {
    const cj_plan *plan;
    const cj_run_options *options;
    cj_layout layout;
    bool lasting;      /* beyond the call: its launches may get to other streams by graphs, and its own stream may go */
    cujit_array *made; /* the result, until it is the caller's */
    cj_term_memory *kept;
    size_t bytes; /* of new memory so far */
    /* Where few are needed: */
    size_t shapes[CJ_NEAR_SLOTS][CJ_FORMULA_MAX_RANK];
    int64_t bounds[CJ_NEAR_BOUNDS];
    cj_term_memory few[CJ_NEAR_KEPT];
    void *more; /* else */
} cj_frame;

/* Inputs that meet an output, and what is read instead: one, or a box around slices of one array; or the result of a
 * fold, which cannot be where it goes. */
typedef struct cj_replaced {
    cj_block *block;
    const cujit_array *from, *to;
    bool after; /* it is copied behind the launch, else before */
} cj_replaced;

/* What a step's launch gets. It stays where it is. */
typedef struct cj_bound {
    const cj_step *step;
    cj_local_array locals[4 * CJ_STEP_MAX_ARRAYS]; /* each array, its copy, and both sides of the copying */
    const cujit_array *inputs[CJ_STEP_MAX_ARRAYS], *outputs[CJ_STEP_MAX_ARRAYS];
    size_t local_count;
    cj_replaced copies[CJ_STEP_MAX_ARRAYS];
    size_t copy_count;
    cujit_arg items[CJ_FORMULA_MAX_NAMED + CJ_STEP_MAX_ARRAYS];
    size_t item_count, first_number; /* the numbers stand side by side */
} cj_bound;

/* Shapes, and what else is known before any step. The caller clears the frame, also after an error; the frame stays
 * where it is. */
cujit_status cj_frame_begin(cj_frame *f, const cj_plan *plan, const cj_tree *tree, const cujit_arg *items,
                            const cj_run_options *options, bool lasting, cujit_error *error);
/* Temporary memory goes back; what was made of a result is the caller's business. */
void cj_frame_clear(cj_frame *f);

/* Views of what the step reads and writes, memory for what it makes; nothing is launched. The caller releases it, also
 * after an error. */
cujit_status cj_frame_bind(cj_frame *f, const cj_step *step, cj_bound *out, cujit_error *error);
void cj_frame_release(const cj_frame *f, cj_bound *bound);
/* Memory that no later step reads goes back. */
void cj_frame_put_back_after(cj_frame *f, size_t step);

/* ---- For these files --------------------------------------------------------------------------------------------- */

/* An array of the call's own. */
cujit_array *cj_frame_local(const cj_frame *f, cj_bound *l, cujit_dtype dtype, const cj_look *look, void *data);
void cj_look_at_array(const cujit_array *array, cj_look *look);
/* A term in memory, or an ARRAY: where it lies, and how. */
void *cj_frame_look_at(const cj_frame *f, uint32_t term, bool operand, cj_look *look);
/* Temporary memory for elements that lie like that; within the program's limit. */
cujit_status cj_frame_take(cj_frame *f, const cj_look *look, size_t item_size, cj_block **block, void **data,
                           cujit_error *error);
/* May what is written to there disturb the step that reads the input? Only elementwise kernels take arrays that lie
 * between each other. */
bool cj_bound_meets(const cj_bound *l, size_t input, const cujit_array *written);
/* Finds memory for copies of the inputs that the step would write over before they are read. */
cujit_status cj_frame_find_copies(cj_frame *f, cj_bound *l, cujit_error *error);

#endif
