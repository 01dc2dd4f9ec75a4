/*
 * evaluator.h: plans that are kept, found again by text, names and types.
 *
 * A context has one for all texts that are evaluated with it, an expression one of its own.
 */
#ifndef LIBJIT_EVALUATOR_H
#define LIBJIT_EVALUATOR_H

#include "libjit/expression/run.h"
#include "libjit/expression/step_kernel.h"

#include <pthread.h>

enum {
    CJ_EVALUATOR_MAX_KERNELS = 256, /* of a plan, unless a spec says otherwise */
    CJ_EVALUATOR_MAX_KEPT = 512,    /* plans of a context's */
};

/* One text with operands of certain types. It stays as it is. */
typedef struct cj_entry {
    struct cj_entry *next;
    uint64_t hash;
    char *key;
    size_t key_length;
    size_t users;  /* calls that run it now */
    uint64_t used; /* when it was last, by the evaluator's count */
    cj_tree tree;
    cj_plan plan;
    char *names_text; /* what `names` points into */
    const char *names[CJ_FORMULA_MAX_NAMED];
    cujit_expression_kernel *kernels; /* for reports; NULL until somebody asks */
    cj_measure *measures;             /* of its steps, of the last run that measured; NULL: none did */
} cj_entry;

enum { CJ_EVALUATOR_BUCKETS = 256 };

typedef struct cj_evaluator {
    cujit_context *context; /* no reference */
    cj_step_setting setting;
    const cj_given *given; /* NULL: none */
    size_t max_kernels, max_bytes, max_elements;
    size_t max_kept; /* entries; 0: no limit */
    pthread_mutex_t lock;
    cj_entry *buckets[CJ_EVALUATOR_BUCKETS];
    cj_entry *last; /* that ran */
    size_t count;
    uint64_t clock;
} cj_evaluator;

/* Two limits, the setting and the functions may be set afterwards. */
void cj_evaluator_init(cj_evaluator *evaluator, cujit_context *context);
/* `context_goes`: its kernels go with it. */
void cj_evaluator_clear(cj_evaluator *evaluator, bool context_goes);

/* Runs a text: as cujit_eval(). `function` is the public function's name, for errors. */
cujit_status cj_evaluator_run(cj_evaluator *evaluator, const char *function, const char *text, cujit_named named,
                              const cujit_expression_options *options, cujit_array **result, cujit_error *error);

/* The parts of that. *out is in use, and not changed, until the caller leaves it; `wanted`: a result, besides `out`. */
cujit_status cj_evaluator_enter(cj_evaluator *evaluator, const char *function, const char *text, cujit_named named,
                                const cujit_expression_options *options, bool wanted, cj_entry **out,
                                cujit_error *error);
void cj_evaluator_leave(cj_evaluator *evaluator, cj_entry *entry);
/* Says that the arrays are used on the stream: the steps' launches see arrays of their own. */
void cj_evaluator_use(const cj_evaluator *evaluator, const cujit_arg *items, size_t count,
                      const cujit_expression_options *options);
/* Borrows from all three. */
cj_run_options cj_evaluator_run_options(const cj_evaluator *evaluator, const cj_entry *entry,
                                        const cujit_expression_options *options);

#endif
