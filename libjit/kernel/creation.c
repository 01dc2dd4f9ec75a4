/*
 * creation.c: see creation.h.
 *
 * The texts are taken on the caller's thread, so that nothing of the spec is needed later, and most errors are told at
 * once. What is left to do is the second half of cj_core_open(), by a thread of the context's crew.
 *
 * A creation has two users: the program, up to cujit_creation_free(), and while it is at work a thread. It is done for
 * the program when there is a kernel or an error, or when it is cancelled, which the thread learns later; who comes
 * last frees it. The program's half has a reference to the context; threads have none, since the context waits for them
 * when it goes, and what they make gets one when it is handed to the program.
 */
#include "libjit/kernel/creation.h"

#include "libjit/base/alloc.h"
#include "libjit/base/os.h"
#include "libjit/base/thread.h"

#include <math.h>

typedef enum state {
    WAITING, /* in the queue */
    AT_WORK, /* a thread has it */
    IDLE,    /* nobody has it but the program */
} state;

struct cujit_creation {
    cujit_context *context; /* a reference, as long as the program has the creation */
    cj_making making;       /* a thread's, while it is at work */
    const char *type;
    void (*wish)(cj_core *core);
    cj_stop stop;
    atomic_bool cancelled;
    /* Under the crew's mutex: */
    TAILQ_ENTRY(cujit_creation) next;
    state state;
    bool done, taken, freed; /* freed: by the program */
    cj_core_handle *made;    /* NULL: an error, or taken */
    cujit_error error;
};

typedef struct crew {
    cj_kept kept;
    cujit_context *context;
    pthread_mutex_t mutex;
    pthread_cond_t wanted, changed; /* there is something to do, or the end; a creation is done */
    TAILQ_HEAD(queue, cujit_creation) queue;
    unsigned queued;
    unsigned idle, count, most; /* threads */
    bool closing;
    pthread_t threads[];
} crew;

static crew *crew_of(const cujit_creation *creation)
{
    return (crew *)atomic_load_explicit(&creation->context->crew, memory_order_acquire);
}

/* ---- One creation ------------------------------------------------------------------------------------------------ */

static bool is_cancelled(const void *user)
{
    return atomic_load_explicit(&((const cujit_creation *)user)->cancelled, memory_order_relaxed);
}

/* Without the mutex: what is freed may wait for the device. */
static void destroy(cujit_creation *creation)
{
    cj_making_clear(&creation->making);
    cj_core_close(creation->made);
    cujit_error_clear(&creation->error);
    cj_free(creation);
}

/* Under the mutex. What was made is the program's now. */
static void conclude(crew *self, cujit_creation *creation, cj_core_handle *made, cujit_error *error)
{
    if (made != NULL)
        cj_context_retain(creation->making.context);
    creation->made = made;
    cj_error_move(&creation->error, error);
    creation->done = true;
    pthread_cond_broadcast(&self->changed);
}

/* With the mutex, which it gives back meanwhile; the creation is in no queue. */
static void work_on(crew *self, cujit_creation *creation)
{
    cj_core_handle *made = NULL;
    cujit_error error = {0};
    bool freed;

    creation->state = AT_WORK;
    pthread_mutex_unlock(&self->mutex);
    if (cj_making_finish(&creation->making, &made, &error) == CUJIT_OK && creation->wish != NULL)
        creation->wish(made->core);
    cj_making_clear(&creation->making);
    pthread_mutex_lock(&self->mutex);
    creation->state = IDLE;
    if (!creation->done) {
        conclude(self, creation, made, &error);
        return;
    }
    freed = creation->freed;
    pthread_mutex_unlock(&self->mutex);
    cj_core_discard(made);
    cujit_error_clear(&error);
    if (freed)
        destroy(creation);
    pthread_mutex_lock(&self->mutex);
}

static void dequeue(crew *self, cujit_creation *creation)
{
    TAILQ_REMOVE(&self->queue, creation, next);
    self->queued--;
    creation->state = IDLE;
}

/* ---- Threads ----------------------------------------------------------------------------------------------------- */

static void *work(void *opaque)
{
    crew *self = opaque;
    cujit_creation *creation;

    pthread_mutex_lock(&self->mutex);
    for (;;) {
        if ((creation = TAILQ_FIRST(&self->queue)) != NULL) {
            dequeue(self, creation);
            work_on(self, creation);
        } else if (self->closing) {
            break;
        } else {
            self->idle++;
            pthread_cond_wait(&self->wanted, &self->mutex);
            self->idle--;
        }
    }
    pthread_mutex_unlock(&self->mutex);
    return NULL;
}

/* When the context goes: no creation has a reference to it any more, so that the queue is empty and what is at work is
 * cancelled. A child of fork() has none of the threads. */
static void free_crew(cj_kept *kept)
{
    crew *self = (crew *)kept;

    if (cj_context_is_ours(self->context)) {
        pthread_mutex_lock(&self->mutex);
        self->closing = true;
        pthread_cond_broadcast(&self->wanted);
        pthread_mutex_unlock(&self->mutex);
        for (unsigned k = 0; k < self->count; k++)
            pthread_join(self->threads[k], NULL);
        pthread_mutex_destroy(&self->mutex);
        pthread_cond_destroy(&self->wanted);
        pthread_cond_destroy(&self->changed);
    }
    cj_free(self);
}

/* NULL: memory ran out. */
static crew *make_crew(cujit_context *context)
{
    const unsigned most = cj_thread_count(context->background_threads);
    crew *made = cj_calloc(1, sizeof *made + most * sizeof *made->threads);

    if (made == NULL)
        return NULL;
    made->kept.free = free_crew;
    made->context = context;
    made->most = most;
    pthread_mutex_init(&made->mutex, NULL);
    pthread_cond_init(&made->wanted, NULL);
    cj_condition_init(&made->changed);
    TAILQ_INIT(&made->queue);
    return made;
}

static crew *find_crew(cujit_context *context)
{
    cj_kept *found = atomic_load_explicit(&context->crew, memory_order_acquire);
    crew *made;

    if (found != NULL || (made = make_crew(context)) == NULL)
        return (crew *)found;
    if (atomic_compare_exchange_strong(&context->crew, &found, &made->kept))
        return made;
    free_crew(&made->kept); /* another thread was faster */
    return (crew *)found;
}

/* Under the mutex. A thread for it where all are busy; where there is none at all to be had the caller does it. */
static void enqueue(crew *self, cujit_creation *creation)
{
    if (self->queued >= self->idle && self->count < self->most &&
        cj_thread_start(&self->threads[self->count], work, self))
        self->count++;
    if (self->count == 0) {
        work_on(self, creation);
        return;
    }
    TAILQ_INSERT_TAIL(&self->queue, creation, next);
    self->queued++;
    creation->state = WAITING;
    pthread_cond_signal(&self->wanted);
}

/* ---- Beginning --------------------------------------------------------------------------------------------------- */

/* What can be told without a compiler. True in *ready: so can be all. */
static cujit_status look(cj_making *making, bool *ready, cujit_error *error)
{
    cujit_status status = cj_making_begin(making, error);

    if (status != CUJIT_OK || (*ready = cj_making_find(making)))
        return status;
    return making->found == NULL ? cj_making_take(making, ready, error) : CUJIT_OK;
}

cujit_status cj_creation_begin(cujit_context *context, const cj_commission *what, cujit_creation **out,
                               cujit_error *error)
{
    cujit_status status = cj_context_check_process(context, error);
    cujit_creation *made;
    bool ready = false;
    crew *self;

    if (status != CUJIT_OK)
        return status;
    if ((self = find_crew(context)) == NULL || (made = cj_calloc(1, sizeof *made)) == NULL)
        return cj_error_no_memory(error, "a creation");
    made->context = context;
    made->type = what->type;
    made->wish = what->wish;
    made->stop = (cj_stop){is_cancelled, made};
    made->state = IDLE;
    made->making = (cj_making){
        .context = context, .family = what->family, .spec = what->spec, .stop = &made->stop, .began = cj_now_ms()};
    if ((status = look(&made->making, &ready, error)) != CUJIT_OK) {
        destroy(made);
        return status;
    }
    cj_context_retain(context);
    pthread_mutex_lock(&self->mutex);
    if (ready)
        work_on(self, made);
    else
        enqueue(self, made);
    pthread_mutex_unlock(&self->mutex);
    *out = made;
    return CUJIT_OK;
}

/* ---- What the program does with it ------------------------------------------------------------------------------- */

static cujit_status check(const char *function, const cujit_creation *creation, const char *missing, cujit_error *error)
{
    if (creation == NULL)
        missing = "creation";
    if (missing != NULL)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "%s: %s is NULL", function, missing);
    return cj_context_check_process(creation->context, error);
}

/* Under the mutex. */
static void wait_until(crew *self, const cujit_creation *creation, double until)
{
    while (!creation->done && cj_now_ms() < until)
        cj_condition_await(&self->changed, &self->mutex, until, NULL);
}

int cujit_creation_is_done(const cujit_creation *creation)
{
    crew *self;
    bool done;

    if (creation == NULL || !cj_context_is_ours(creation->context))
        return 1;
    self = crew_of(creation);
    pthread_mutex_lock(&self->mutex);
    done = creation->done;
    pthread_mutex_unlock(&self->mutex);
    return done;
}

cujit_status cujit_creation_wait(cujit_creation *creation, double ms, int *done, cujit_error *error)
{
    cujit_status status = check("cujit_creation_wait", creation, done == NULL ? "done" : NULL, error);
    const double longest = 1e12; /* which is for ever */
    crew *self;

    if (status != CUJIT_OK)
        return status;
    if (isnan(ms))
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT,
                            "cujit_creation_wait: ms is NaN; expected milliseconds, or less than 0 for as long as it "
                            "takes");
    self = crew_of(creation);
    pthread_mutex_lock(&self->mutex);
    wait_until(self, creation, ms < 0 || ms > longest ? HUGE_VAL : cj_now_ms() + ms);
    *done = creation->done;
    pthread_mutex_unlock(&self->mutex);
    return CUJIT_OK;
}

cujit_status cj_creation_take(cujit_creation *creation, const char *function, const char *type, cj_core_handle **out,
                              cujit_error *error)
{
    cujit_status status = check(function, creation, out == NULL ? "the result" : NULL, error);
    cj_core_handle *made;
    crew *self;
    bool taken;

    if (status != CUJIT_OK)
        return status;
    if (strcmp(creation->type, type) != 0)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT,
                            "%s: the creation makes a %s; expected one that makes a %s", function, creation->type,
                            type);
    self = crew_of(creation);
    pthread_mutex_lock(&self->mutex);
    wait_until(self, creation, HUGE_VAL);
    taken = creation->taken;
    creation->taken = true;
    made = creation->made;
    creation->made = NULL;
    pthread_mutex_unlock(&self->mutex);
    if (taken)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "%s: it was taken before", function);
    if (made == NULL)
        return cj_error_move(error, &creation->error); /* which is nobody else's now */
    *out = made;
    return CUJIT_OK;
}

/* Under the mutex. */
static void cancel(crew *self, cujit_creation *creation)
{
    cujit_error error = {0};

    if (creation->done)
        return;
    atomic_store_explicit(&creation->cancelled, true, memory_order_relaxed);
    if (creation->state == WAITING)
        dequeue(self, creation);
    cj_error_set(&error, CUJIT_ERROR_CANCELLED, "the creation of a %s was cancelled", creation->type);
    conclude(self, creation, NULL, &error);
}

void cujit_creation_cancel(cujit_creation *creation)
{
    crew *self;

    if (creation == NULL || !cj_context_is_ours(creation->context))
        return;
    self = crew_of(creation);
    pthread_mutex_lock(&self->mutex);
    cancel(self, creation);
    pthread_mutex_unlock(&self->mutex);
}

void cujit_creation_free(cujit_creation *creation)
{
    cujit_context *context = creation != NULL ? creation->context : NULL;
    crew *self;
    bool last;

    if (creation == NULL)
        return;
    /* What the parent's threads have is the parent's to free. */
    if (cj_context_is_ours(context)) {
        self = crew_of(creation);
        pthread_mutex_lock(&self->mutex);
        cancel(self, creation);
        creation->freed = true;
        last = creation->state == IDLE;
        pthread_mutex_unlock(&self->mutex);
        if (last)
            destroy(creation);
    }
    cj_context_release(context);
}
