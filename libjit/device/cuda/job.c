/*
 * job.c: see job.h.
 */
#include "libjit/device/cuda/job.h"

#include "libjit/base/alloc.h"
#include "libjit/base/os.h"
#include "libjit/base/thread.h"

#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---- Life -------------------------------------------------------------------------------------------------------- */

cj_cuda_job *cj_cuda_job_create(void)
{
    cj_cuda_job *job = cj_calloc(1, sizeof *job);

    if (job == NULL)
        return NULL;
    pthread_mutex_init(&job->mutex, NULL);
    cj_condition_init(&job->changed);
    return job;
}

void cj_cuda_job_clear_result(cj_cuda_job *job)
{
    cj_free(job->log);
    cj_free(job->data);
    cj_free(job->names);
    job->log = job->data = job->names = NULL;
    job->size = 0;
    job->no_memory = job->done = false;
}

void cj_cuda_job_free(cj_cuda_job *job)
{
    if (job == NULL)
        return;
    cj_cuda_job_clear_result(job);
    cj_free(job->source);
    cj_list_free(job->options);
    cj_list_free(job->kernels);
    cj_list_free(job->header_names);
    cj_list_free(job->header_texts);
    cj_free(job->entry);
    pthread_mutex_destroy(&job->mutex);
    pthread_cond_destroy(&job->changed);
    cj_free(job);
}

/* ---- What NVRTC does --------------------------------------------------------------------------------------------- */

static void fetch_log(cj_cuda_job *job, cj_nvrtc_program program)
{
    size_t size = 0;

    if (job->nvrtc->log_size(program, &size) != CJ_NVRTC_OK || size <= 1)
        return;
    job->log = cj_calloc(1, size + 1);
    if (job->log == NULL)
        job->no_memory = true;
    else if (job->nvrtc->log(program, job->log) != CJ_NVRTC_OK)
        job->log[0] = '\0';
}

static void fetch_data(cj_cuda_job *job, cj_nvrtc_program program)
{
    const cj_nvrtc *nvrtc = job->nvrtc;
    const bool cubin = job->choice.kind == CJ_OBJECT_CUBIN;

    job->result = (cubin ? nvrtc->cubin_size : nvrtc->ptx_size)(program, &job->size);
    if (job->result != CJ_NVRTC_OK)
        return;
    job->data = cj_malloc(job->size + 1);
    if (job->data == NULL)
        job->no_memory = true;
    else
        job->result = (cubin ? nvrtc->cubin : nvrtc->ptx)(program, job->data);
}

static void add_names(cj_cuda_job *job, cj_nvrtc_program program)
{
    for (char **kernel = job->kernels; kernel != NULL && *kernel != NULL && job->result == CJ_NVRTC_OK; kernel++)
        job->result = job->nvrtc->add_name(program, *kernel);
}

/* After compiling: a line "EXPRESSION\tSYMBOL" for each kernel. */
static void fetch_names(cj_cuda_job *job, cj_nvrtc_program program)
{
    cj_text names = {0};

    for (char **kernel = job->kernels; kernel != NULL && *kernel != NULL && job->result == CJ_NVRTC_OK; kernel++) {
        const char *symbol = NULL;

        job->result = job->nvrtc->lowered_name(program, *kernel, &symbol);
        if (job->result == CJ_NVRTC_OK)
            cj_text_printf(&names, "%s\t%s\n", *kernel, symbol);
    }
    if (job->kernels != NULL && (job->names = cj_text_take(&names)) == NULL)
        job->no_memory = true;
    cj_text_clear(&names);
}

static void compile(cj_cuda_job *job)
{
    const cj_nvrtc *nvrtc = job->nvrtc;
    const char *const *options = (const char *const *)job->options;
    const char *const *names = (const char *const *)job->header_names;
    const char *const *texts = (const char *const *)job->header_texts;
    const double start = cj_now_ms();
    cj_nvrtc_program program = NULL;

    job->result = nvrtc->create(&program, job->source, "cujit.cu", (int)cj_list_length(names), texts, names);
    if (job->result == CJ_NVRTC_OK)
        add_names(job, program);
    if (job->result == CJ_NVRTC_OK) {
        job->result = nvrtc->compile(program, (int)cj_list_length(options), options);
        fetch_log(job, program);
        if (job->result == CJ_NVRTC_OK)
            fetch_names(job, program);
        if (job->result == CJ_NVRTC_OK)
            fetch_data(job, program);
    }
    if (program != NULL)
        nvrtc->destroy(&program);
    job->ms = cj_now_ms() - start;
}

void cj_cuda_job_take(cj_cuda_job *job, cj_object *out)
{
    const char *symbol = job->names != NULL ? strchr(job->names, '\t') : NULL;

    *out = (cj_object){.kind = job->choice.kind, .data = job->data, .size = job->size, .compile_ms = job->ms};
    memcpy(out->architecture, job->choice.architecture, sizeof out->architecture);
    /* of the first kernel */
    out->resources = cj_cuda_report_parse(job->log, symbol != NULL ? symbol + 1 : job->entry);
    out->names = job->names;
    job->data = job->names = NULL;
    if (job->log == NULL)
        return;
    if (!job->wants_report)
        cj_cuda_report_strip(job->log);
    cj_cuda_report_drop_repeats(job->log);
    if (job->log[0] != '\0') {
        out->log = job->log;
        job->log = NULL;
    }
}

/* ---- The end of the program -------------------------------------------------------------------------------------- */

static atomic_uint running, finished, abandoned; /* jobs */
static atomic_bool ending;
static pthread_once_t fork_once = PTHREAD_ONCE_INIT;

/* A child of fork() has none of the threads. */
static void forget_all(void)
{
    atomic_store(&running, 0);
}

static void watch_forks(void)
{
    pthread_atfork(NULL, NULL, forget_all);
}

/* When exit() runs NVRTC's destructors, a thread that is in there still crashes. One after the other, by exit(). */
static void wait_for_all(void)
{
    enum { LONGEST_MS = 10000 };
    static double until;
    const struct timespec pause = {0, 1000000};

    if (!atomic_exchange(&ending, true))
        until = cj_now_ms() + LONGEST_MS;
    while (atomic_load(&running) > 0 && cj_now_ms() < until)
        nanosleep(&pause, NULL);
}

/* NVRTC makes some of what exit() destroys only while it compiles, and what came last goes first: so to wait comes
 * behind each of the first compiles that end, and of those that are left alone. */
static void wait_at_exit(atomic_uint *count)
{
    enum { FIRST = 32 };

    if (atomic_fetch_add(count, 1) < FIRST)
        atexit(wait_for_all);
}

/* In front of the first compile that may be at work when the program ends comes a small one, so that there is something
 * to wait behind. */
static void make_ready(const cj_nvrtc *nvrtc)
{
    cj_nvrtc_program program = NULL;

    if (nvrtc->create(&program, "__global__ void ready(float *x) { x[threadIdx.x] += sinf(x[0]); }", "cujit.cu", 0,
                      NULL, NULL) != CJ_NVRTC_OK)
        return;
    nvrtc->compile(program, 0, NULL);
    nvrtc->destroy(&program);
    wait_at_exit(&finished);
}

/* ---- The thread -------------------------------------------------------------------------------------------------- */

/* Of a job that was left alone. */
static void finish_late(cj_cuda_job *job)
{
    const bool made = !job->no_memory && job->result == CJ_NVRTC_OK && job->size > 0;
    cj_object object = {0};

    if (made)
        cj_cuda_job_take(job, &object);
    if (job->keeper != NULL)
        job->late(job->keeper, made ? &object : NULL);
    cj_object_clear(&object);
    cj_cuda_job_free(job);
}

static void *work_on(void *opaque)
{
    cj_cuda_job *job = opaque;
    bool left;

    if (job->in_background && atomic_load(&finished) == 0)
        make_ready(job->nvrtc);
    compile(job);
    pthread_mutex_lock(&job->mutex);
    job->done = true;
    left = job->left;
    pthread_cond_signal(&job->changed);
    pthread_mutex_unlock(&job->mutex);
    if (left)
        finish_late(job);
    wait_at_exit(&finished);
    atomic_fetch_sub(&running, 1);
    return NULL;
}

/* All signals but those that a fault of the thread's own raises: they must find the application's handlers. */
static void block_signals(sigset_t *before)
{
    static const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT};
    sigset_t blocked;

    sigfillset(&blocked);
    for (size_t k = 0; k < sizeof faults / sizeof faults[0]; k++)
        sigdelset(&blocked, faults[k]);
    pthread_sigmask(SIG_SETMASK, &blocked, before);
}

/* With a large stack if there is one to be had: only what is used of it takes memory. */
static int start(cj_cuda_job *job, pthread_t *thread)
{
    static const size_t sizes[] = {(size_t)256 << 20, (size_t)64 << 20, (size_t)16 << 20};
    pthread_attr_t attributes;
    sigset_t before;
    int code = pthread_attr_init(&attributes);

    if (code != 0)
        return code;
    block_signals(&before);
    code = EAGAIN;
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes && code != 0; k++) {
        if ((code = pthread_attr_setstacksize(&attributes, sizes[k])) == 0)
            code = pthread_create(thread, &attributes, work_on, job);
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attributes);
    return code;
}

/* True: the limit came first. */
static bool leave(cj_cuda_job *job, const cj_compile_limit *limit, double until)
{
    bool left;

    pthread_mutex_lock(&job->mutex);
    while (!job->done && cj_now_ms() < until && !cj_stop_asked(limit->stop))
        cj_condition_await(&job->changed, &job->mutex, until, limit->stop);
    left = job->left = !job->done;
    if (left && limit->leave != NULL) {
        job->late = limit->late;
        job->keeper = limit->leave(limit->user);
    }
    pthread_mutex_unlock(&job->mutex);
    return left;
}

cujit_status cj_cuda_job_run(cj_cuda_job *job, const cj_compile_limit *limit, double until, bool *left,
                             cujit_error *error)
{
    pthread_t thread;
    int code;

    job->in_background = limit->stop != NULL;
    pthread_once(&fork_once, watch_forks);
    atomic_fetch_add(&running, 1);
    if (job->in_background && atomic_load(&ending)) {
        atomic_fetch_sub(&running, 1);
        return cj_error_set(error, CUJIT_ERROR_CANCELLED, "the program ends");
    }
    if ((code = start(job, &thread)) != 0) {
        atomic_fetch_sub(&running, 1);
        return cj_error_vendor(error, CUJIT_ERROR_OUT_OF_MEMORY, "errno", code,
                               "starting the compiler: no thread for it: %s", strerror(code));
    }
    *left = leave(job, limit, until);
    if (*left) {
        wait_at_exit(&abandoned);
        pthread_detach(thread);
    } else {
        pthread_join(thread, NULL);
    }
    return CUJIT_OK;
}
