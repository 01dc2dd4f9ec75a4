/*
 * step.h: one kernel of a plan, as lines: values in the order in which they are calculated for each element.
 *
 * A view of what has no memory is a view of what it is made of, so that a line is a term that is seen through a path.
 */
#ifndef LIBJIT_STEP_H
#define LIBJIT_STEP_H

#include "libjit/expression/formula.h"

enum {
    CJ_STEP_MAX_ARRAYS = 40, /* inputs and outputs; a kernel has 64 parameters */
    CJ_STEP_MAX_LINES = 512,
    CJ_STEP_MAX_PATHS = 256,
    CJ_STEP_MAX_STAGES = CUJIT_ROWS_MAX_STAGES,
};

/* How a value is looked at: the result of the view `view` by the path `outer`. Path 0 is the value as it is. Before
 * each view, what it is a view of is broadcast to the shape of the term that it is a view of. */
typedef struct cj_path {
    uint32_t view; /* a term */
    uint32_t outer;
} cj_path;

typedef enum cj_line_kind {
    CJ_LINE_FUNCTION = 1, /* of its arguments */
    CJ_LINE_INPUT,        /* the step's input `index` */
    CJ_LINE_NUMBER,       /* the step's number `index` */
    CJ_LINE_LITERAL,
    CJ_LINE_TAKE,   /* an element of the step's input `index`, a table, at the places that its arguments say */
    CJ_LINE_WINNER, /* the number of the element is written down at the places that its arguments say */
    CJ_LINE_PLACE,  /* the number of the element */
    CJ_LINE_FOLD,   /* the result of the step's fold, for its post; of rows of the stage `index` */
} cj_line_kind;

typedef struct cj_line {
    cj_line_kind kind;
    uint32_t term, path;
    uint32_t arguments[CJ_FUNCTION_MAX_OPERANDS]; /* lines before this one */
    uint32_t index;
    uint32_t weight; /* about how many lines it is made of */
} cj_line;

/* An array that a kernel reads: an operand, or a term in memory. An operand's ARRAY may come to lie in other memory,
 * too, by the very step that copies it. */
typedef struct cj_input {
    uint32_t term, path;
    bool operand;
    bool rowed;  /* rows: it has one element for each row */
    bool shared; /* rows: it has those of one row, for all rows, which only the operation reads */
    bool table;  /* the kernel says which elements it reads, and gets the lengths; it lies in C order */
} cj_input;

/* What a kernel writes: a term in memory, or (term CJ_NO_TERM) what a statement assigns to. */
typedef struct cj_output {
    uint32_t line, term, store;
    uint32_t part; /* of a JOIN: which of its arguments it is */
    bool rowed;    /* as of inputs */
} cj_output;

/* A fold of a step. */
typedef struct cj_stage {
    uint32_t fold;     /* the term */
    uint32_t folded;   /* the line that goes into it */
    size_t first, end; /* lines of its map */
    size_t last;       /* REDUCTION, SCAN: from `end` up to here those of its post, the first of which is the fold */
} cj_stage;

typedef enum cj_step_kind {
    CJ_STEP_ELEMENTWISE = 1,
    CJ_STEP_REDUCTION,
    CJ_STEP_SCAN,
    CJ_STEP_ROWS,   /* reductions along the last axes, and what is done with their results (draft_rows.c) */
    CJ_STEP_WINNER, /* over elements that are assigned to places: its output, of another shape, is a WINNER */
} cj_step_kind;

/* What a kernel of rows goes over. */
typedef struct cj_row_shape {
    uint32_t domain;
    int axes;      /* how many of the last axes make a row */
    bool keepdims; /* what has one element a row has these axes, 1 long */
} cj_row_shape;

/* The last axes of so many, as a set. */
static inline uint32_t cj_row_axes(int rank, int axes)
{
    return ((1U << axes) - 1) << (rank - axes);
}

typedef struct cj_step {
    cj_step_kind kind;
    bool split;         /* it is there because another one would have been too large */
    const char *reason; /* REDUCTION: why it is no stage of a kernel of rows; NULL: it is fine as it is. Static. */
    uint32_t domain;    /* the slot of what is looped over (plan.h) */
    cj_row_shape rows;
    cj_stage *stages; /* REDUCTION, SCAN: the output of the same number is its result; a SCAN has one */
    size_t stage_count;
    size_t finish; /* ROWS: behind so many lines stand those of what has one element a row */
    cj_line *lines;
    cj_path *paths; /* from 1 */
    cj_input *inputs;
    cj_output *outputs;
    uint32_t *numbers; /* terms: NUMBER, LENGTH */
    uint64_t floats;   /* numbers that the kernel gets as floats: bit k */
    size_t line_count, path_count, input_count, output_count, number_count;
    size_t length_count; /* of tables, in the order of the inputs: their axes; WINNER: of its output's axes */
    void *kernel;        /* a handle of its family's (step_kernel.h) */
} cj_step;

/* Are its outputs parameters of the kernel? Folds have theirs beside them. */
static inline bool cj_step_writes(const cj_step *step)
{
    return step->kind != CJ_STEP_REDUCTION && step->kind != CJ_STEP_SCAN;
}

typedef struct cj_plan cj_plan; /* plan.h */

/* Why lines cannot be added. */
typedef enum cj_draft_trouble {
    CJ_DRAFT_FINE,
    CJ_DRAFT_LARGE, /* ->heavy should be in memory instead */
    CJ_DRAFT_MEETS, /* what the step writes is read otherwise than element by element */
    CJ_DRAFT_STAGE, /* of rows: ->heavy is a reduction that must be a stage */
    CJ_DRAFT_FOLD,  /* likewise: ->heavy is one that cannot be a stage, or rearranged; it must be in memory */
    CJ_DRAFT_NO_MEMORY,
} cj_draft_trouble;

/* A step in the making: its lists are the draft's. */
typedef struct cj_draft {
    const cj_plan *plan;
    const cj_named_type *named;
    cj_step step;
    cj_draft_trouble trouble;
    uint32_t heavy; /* a term */
    size_t segment; /* the text that is being written sees no lines before this one */
    bool rowed;     /* what it is about has one element a row */
    cj_line lines[CJ_STEP_MAX_LINES];
    cj_path paths[CJ_STEP_MAX_PATHS];
    cj_input inputs[CJ_STEP_MAX_ARRAYS];
    cj_output outputs[CJ_STEP_MAX_ARRAYS];
    uint32_t numbers[CJ_FORMULA_MAX_NAMED];
    cj_stage stages[CJ_STEP_MAX_STAGES];
} cj_draft;

void cj_draft_begin(cj_draft *draft, cj_step_kind kind, uint32_t domain);
/* Goes on with a step that is there. */
void cj_draft_take(cj_draft *draft, const cj_step *step);

/* Writes down a term and what it is made of; its line, or CJ_NO_TERM: see trouble. */
uint32_t cj_draft_add(cj_draft *draft, uint32_t term);
/* Writes down a fold, and behind it what is done with its result, up to the term `top`, whose line it gives. */
uint32_t cj_draft_add_fold(cj_draft *draft, uint32_t fold, uint32_t top);
bool cj_draft_add_output(cj_draft *draft, cj_output output);

/* Writes down a kernel of rows with these outputs, of which each is the term itself or what a statement assigns. False:
 * see trouble. */
bool cj_draft_rows(cj_draft *draft, const cj_row_shape *shape, const cj_output *outputs, size_t count);

/* For those who write lines down: */
uint32_t cj_draft_append(cj_draft *draft, const cj_line *line);
/* Of a fold that has no memory, seen through a path, in a kernel of rows. */
uint32_t cj_draft_add_stage(cj_draft *draft, uint32_t fold, uint32_t path);

/* A copy that lives on its own, without a kernel. False: no memory. */
bool cj_draft_finish(const cj_draft *draft, cj_step *step);
void cj_step_clear(cj_step *step);

#endif
