/*
 * courier.c: the thread beside the program, which lives only as long as there is something to write or a lease to keep.
 */
#include "cache/remote/internal.h"

#include "libjit/base/alloc.h"
#include "libjit/base/os.h"
#include "libjit/base/thread.h"

#include <string.h>

void cj_job_free(cj_job *job)
{
    cj_text_clear(&job->entry);
    cj_free(job);
}

/* ---- One job ----------------------------------------------------------------------------------------------------- */

typedef struct delivery {
    const cj_job *job;
    cj_text sealed;
} delivery;

static void write_job(cj_wire *wire, void *user)
{
    const delivery *self = user;
    const cj_job *job = self->job;

    if (self->sealed.length > 0) {
        cj_wire_add(wire, "SET %s %b", job->names.entry, self->sealed.data, self->sealed.length);
        cj_wire_add(wire, "SET %s %s", job->names.unit, job->names.id);
    }
    if (job->token[0] != '\0')
        cj_flight_write_end(wire, job->names.lease, job->token, job->is_failure);
}

/* False: it is larger than others would take. */
static bool seal(const cj_redis *redis, delivery *out)
{
    const size_t most = (size_t)redis->options.max_bytes;
    const cj_job *job = out->job;

    return job->entry.length <= most &&
           cj_seal_close(redis->key, job->names.entry, job->entry.data, job->entry.length, &out->sealed) &&
           out->sealed.length <= most + CJ_SEAL_HEAD_SIZE;
}

static void deliver(cj_redis *redis, const cj_job *job)
{
    redisReply *answers[CJ_WIRE_ANSWERS];
    delivery self = {.job = job};
    const double began = cj_now_ms();
    bool written = false;

    if (job->entry.length > 0 && !seal(redis, &self))
        cj_text_clear(&self.sealed);
    if ((self.sealed.length > 0 || job->token[0] != '\0') &&
        cj_link_ask(redis, write_job, &self, CJ_WRITE_MS, answers)) {
        written = self.sealed.length > 0 && answers[0]->type == REDIS_REPLY_STATUS;
        for (int k = 0; k < CJ_WIRE_ANSWERS && answers[k] != NULL; k++)
            if (answers[k]->type == REDIS_REPLY_ERROR)
                cj_link_note_error(redis, "a store", answers[k]);
        cj_wire_free_answers(answers);
    }
    pthread_mutex_lock(&redis->mutex);
    redis->stats.puts += written;
    redis->stats.dropped += !written && job->entry.length > 0;
    redis->stats.put_ms += cj_now_ms() - began;
    pthread_mutex_unlock(&redis->mutex);
    cj_text_clear(&self.sealed);
}

/* ---- The thread -------------------------------------------------------------------------------------------------- */

/* The caller holds the mutex. NULL: none is left. */
static cj_job *take_first(cj_redis *redis)
{
    cj_job *job = redis->first;

    if (job == NULL)
        return NULL;
    redis->first = job->next;
    if (redis->first == NULL)
        redis->last = &redis->first;
    redis->jobs--;
    redis->job_bytes -= job->entry.length;
    return job;
}

static void *run(void *opaque)
{
    cj_redis *redis = opaque;
    double next;
    cj_job *job;

    pthread_mutex_lock(&redis->mutex);
    for (;;) {
        if (redis->closing && cj_now_ms() >= redis->close_by)
            break;
        cj_flight_renew(redis, &next);
        if ((job = take_first(redis)) != NULL) {
            pthread_mutex_unlock(&redis->mutex);
            deliver(redis, job);
            cj_job_free(job);
            pthread_mutex_lock(&redis->mutex);
        } else if (redis->closing || redis->leases == NULL) {
            break;
        } else {
            cj_condition_wait(&redis->wake, &redis->mutex, next);
        }
    }
    redis->courier_runs = false;
    pthread_mutex_unlock(&redis->mutex);
    return NULL;
}

void cj_courier_wake(cj_redis *redis)
{
    if (redis->courier_runs) {
        pthread_cond_signal(&redis->wake);
        return;
    }
    if (redis->courier_made)
        pthread_join(redis->courier, NULL); /* it has given the mutex back, and ends */
    redis->courier_made = redis->courier_runs = cj_thread_start(&redis->courier, run, redis);
}

bool cj_courier_take(cj_redis *redis, cj_job *job)
{
    bool taken = false;

    pthread_mutex_lock(&redis->mutex);
    if (redis->jobs < CJ_QUEUE_MOST && job->entry.length <= CJ_QUEUE_BYTES - redis->job_bytes) {
        job->next = NULL;
        *redis->last = job;
        redis->last = &job->next;
        redis->jobs++;
        redis->job_bytes += job->entry.length;
        cj_courier_wake(redis);
        taken = true;
    } else {
        redis->stats.dropped++;
        cj_link_note(redis, "more is made than can be written: a kernel was not handed over");
    }
    pthread_mutex_unlock(&redis->mutex);
    return taken;
}

void cj_courier_end(cj_redis *redis)
{
    pthread_mutex_lock(&redis->mutex);
    redis->closing = true;
    redis->close_by = cj_now_ms() + CJ_WRITE_MS;
    pthread_cond_signal(&redis->wake);
    pthread_mutex_unlock(&redis->mutex);
    if (redis->courier_made)
        pthread_join(redis->courier, NULL);
    redis->courier_made = false;
}
