/*
 * job.h: one call of NVRTC, on a thread of its own.
 *
 * NVRTC is a guest with habits: it recurses deeply, touches the process's stack limit and, from 12.9 on, the driver. So
 * it works on a thread of its own with a large stack, with signals blocked (its first compilation installs handlers for
 * a moment), and with the options that keep it off the rest of the process. Nor can it be stopped: a job owns all that
 * it is given, so that it can be left alone.
 */
#ifndef LIBJIT_CUDA_JOB_H
#define LIBJIT_CUDA_JOB_H

#include "libjit/device/cuda/compiler.h"

#include <pthread.h>

typedef struct cj_cuda_job {
    const cj_nvrtc *nvrtc;
    cj_cuda_choice choice;
    /* What it is given; all of it its own. */
    char *source;
    char **options;
    char **kernels; /* the unit's; NULL: it lists none */
    char **header_names, **header_texts;
    char *entry;
    bool wants_report;
    bool in_background; /* for a thread of the library's, which the end of the program does not wait for */

    /* What comes of it. */
    cj_nvrtc_result result;
    bool no_memory;
    char *log, *data;
    char *names; /* NULL where the unit lists no kernels */
    size_t size;
    double ms;

    pthread_mutex_t mutex; /* guards these: */
    pthread_cond_t changed;
    bool done, left; /* left: the thread frees it */
    void (*late)(void *left, const cj_object *object);
    void *keeper; /* of the limit's leave() */
} cj_cuda_job;

cj_cuda_job *cj_cuda_job_create(void);   /* NULL: memory ran out */
void cj_cuda_job_free(cj_cuda_job *job); /* NULL is fine */
void cj_cuda_job_clear_result(cj_cuda_job *job);

/* Compiles, until the time `until` (HUGE_VAL: for ever). True in *left: the limit came first, and the job is the
 * thread's. */
cujit_status cj_cuda_job_run(cj_cuda_job *job, const cj_compile_limit *limit, double until, bool *left,
                             cujit_error *error);

/* Takes what was compiled. */
void cj_cuda_job_take(cj_cuda_job *job, cj_object *out);

#endif
