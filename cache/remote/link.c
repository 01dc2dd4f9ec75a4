/*
 * link.c: connections, of which a few are kept open, and the pauses behind failures: after each one the server is left
 * alone for a while, which doubles until it answers again.
 */
#include "cache/remote/internal.h"

#include "libjit/base/os.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const double first_pause_ms = 250, longest_pause_ms = 60000;

void cj_link_note(cj_redis *redis, const char *format, ...)
{
    va_list values;

    va_start(values, format);
    vsnprintf(redis->stats.trouble, sizeof redis->stats.trouble, format, values);
    va_end(values);
}

void cj_link_note_error(cj_redis *redis, const char *doing, const redisReply *answer)
{
    pthread_mutex_lock(&redis->mutex);
    redis->stats.failures++;
    cj_link_note(redis, "%s failed: %.160s", doing,
                 answer->type == REDIS_REPLY_ERROR ? answer->str : "an answer of another kind");
    pthread_mutex_unlock(&redis->mutex);
}

void cj_link_close(cj_redis *redis)
{
    while (redis->idle_count > 0)
        cj_wire_close(redis->idle[--redis->idle_count]);
}

/* False: it is a time of rest. Behind a pause the first who comes finds out for all whether it was long enough. */
static bool may_ask(cj_redis *redis)
{
    if (redis->failed == 0)
        return true;
    if (redis->trying || cj_now_ms() < redis->paused_until) {
        redis->stats.skipped++;
        return false;
    }
    redis->trying = true;
    return true;
}

/* One that was left open, and still is; NULL: there is none. */
static cj_wire *take_idle(cj_redis *redis)
{
    while (redis->idle_count > 0) {
        cj_wire *wire = redis->idle[--redis->idle_count];

        if (cj_wire_is_quiet(wire))
            return wire;
        cj_wire_close(wire);
    }
    return NULL;
}

static void note_success(cj_redis *redis, cj_wire *wire)
{
    redis->failed = 0;
    redis->trying = false;
    if (redis->idle_count < CJ_IDLE_WIRES)
        redis->idle[redis->idle_count++] = wire;
    else
        cj_wire_close(wire);
}

static void note_failure(cj_redis *redis, cj_wire *wire, const cj_wire_trouble *trouble)
{
    double pause = first_pause_ms;

    cj_wire_close(wire);
    for (unsigned k = 0; k < redis->failed && pause < longest_pause_ms; k++)
        pause *= 2;
    if (pause > longest_pause_ms)
        pause = longest_pause_ms;
    redis->failed++;
    redis->trying = false;
    redis->paused_until = cj_now_ms() + pause;
    redis->stats.failures++;
    redis->stats.timeouts += trouble->kind == CJ_WIRE_LATE;
    redis->stats.pauses++;
    cj_link_note(redis, "%s; not asked for %.3g s", trouble->text, pause / 1e3);
    /* The others lead to the same server. */
    cj_link_close(redis);
}

bool cj_link_ask(cj_redis *redis, cj_question *write, void *user, long limit_ms, redisReply *answers[CJ_WIRE_ANSWERS])
{
    const long connect_ms = redis->options.timeout_ms;
    const size_t most = (size_t)redis->options.max_bytes + CJ_SEAL_HEAD_SIZE + 65536;
    size_t received = 0, sent = 0, received_now = 0, sent_now = 0;
    cj_wire_trouble trouble = {CJ_WIRE_FINE, ""};
    cj_wire *wire;
    bool good;

    memset(answers, 0, CJ_WIRE_ANSWERS * sizeof *answers);
    pthread_mutex_lock(&redis->mutex);
    good = may_ask(redis);
    wire = good ? take_idle(redis) : NULL;
    pthread_mutex_unlock(&redis->mutex);
    if (!good)
        return false;
    if (wire == NULL)
        wire = cj_wire_open(&redis->options, cj_now_ms() + (double)connect_ms, &trouble);
    good = wire != NULL;
    if (good) {
        cj_wire_count(wire, &received, &sent);
        write(wire, user);
        good = cj_wire_run(wire, cj_now_ms() + (double)limit_ms, most, answers, &trouble);
        cj_wire_count(wire, &received_now, &sent_now);
    }
    pthread_mutex_lock(&redis->mutex);
    redis->stats.bytes += received_now - received + sent_now - sent;
    if (good)
        note_success(redis, wire);
    else
        note_failure(redis, wire, &trouble);
    pthread_mutex_unlock(&redis->mutex);
    return good;
}
