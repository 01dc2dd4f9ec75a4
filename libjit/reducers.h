/*
 * reducers.h: the ready-made reductions that a context keeps.
 */
#ifndef LIBJIT_REDUCERS_H
#define LIBJIT_REDUCERS_H

typedef struct cj_reducers cj_reducers; /* a context's */

/* With the context. The kernels are its registry's and go with that. NULL is fine. */
void cj_reducers_free(cj_reducers *reducers);

#endif
