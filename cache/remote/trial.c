/*
 * trial.c: trying a server out, for people who set one up.
 */
#include "cache/remote/redis.h"

#include "cache/remote/internal.h"
#include "libjit/base/alloc.h"
#include "libjit/base/os.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

static const char tried[] = "cujit tries a server out";

typedef struct trial {
    char name[CJ_NAME_SIZE], token[CJ_TOKEN_SIZE];
    cj_text sealed;
} trial;

static void write_value(cj_wire *wire, void *user)
{
    const trial *self = user;

    cj_wire_add(wire, "SET %s %b PX 10000", self->name, self->sealed.data, self->sealed.length);
}

static void write_get(cj_wire *wire, void *user)
{
    cj_wire_add(wire, "GET %s", ((const trial *)user)->name);
}

static void write_lease(cj_wire *wire, void *user)
{
    const trial *self = user;

    cj_wire_add(wire, "SET %s %s PX 10000", self->name, self->token);
    cj_flight_write_end(wire, self->name, self->token, false);
}

/* An error of the server's is one here. */
static cujit_status ask(cj_redis *redis, cj_question *write, trial *self, const char *doing,
                        redisReply *answers[CJ_WIRE_ANSWERS], cujit_error *error)
{
    cujit_status status = CUJIT_OK;

    if (!cj_link_ask(redis, write, self, redis->options.timeout_ms, answers))
        return cj_error_set(error, CUJIT_ERROR_CACHE, "%s failed: %s", doing, redis->stats.trouble);
    for (int k = 0; k < CJ_WIRE_ANSWERS && answers[k] != NULL && status == CUJIT_OK; k++)
        if (answers[k]->type == REDIS_REPLY_ERROR)
            status = cj_error_set(error, CUJIT_ERROR_CACHE, "%s failed: %.200s", doing, answers[k]->str);
    return status;
}

/* What was written is what is read. */
static bool is_same(const cj_redis *redis, const trial *self, const redisReply *answer)
{
    size_t size = 0;
    void *data = NULL;
    const bool same = answer->type == REDIS_REPLY_STRING &&
                      cj_seal_open(redis->key, self->name, answer->str, (size_t)answer->len, sizeof tried, &data,
                                   &size) &&
                      size == sizeof tried && memcmp(data, tried, size) == 0;

    cj_free(data);
    return same;
}

cujit_status cj_redis_try(cj_layer *layer, double *ms, cujit_error *error)
{
    cj_redis *redis = (cj_redis *)layer;
    redisReply *answers[CJ_WIRE_ANSWERS] = {NULL};
    unsigned char random[CJ_TOKEN_SIZE / 2];
    trial self = {.name = ""};
    cujit_status status = CUJIT_OK;
    double began;

    randombytes_buf(random, sizeof random);
    sodium_bin2hex(self.token, sizeof self.token, random, sizeof random);
    snprintf(self.name, sizeof self.name, "%s:1:{%s}:trial", redis->options.prefix, self.token);
    if (!redis->options.readonly && !cj_seal_close(redis->key, self.name, tried, sizeof tried, &self.sealed))
        status = cj_error_no_memory(error, "a value for Redis");
    if (status == CUJIT_OK && !redis->options.readonly)
        status = ask(redis, write_value, &self, "writing", answers, error);
    cj_wire_free_answers(answers);
    if (status != CUJIT_OK)
        goto out;
    began = cj_now_ms();
    status = ask(redis, write_get, &self, "reading", answers, error);
    *ms = cj_now_ms() - began;
    if (status == CUJIT_OK && !redis->options.readonly && !is_same(redis, &self, answers[0]))
        status = cj_error_set(error, CUJIT_ERROR_CACHE, "what was read is not what had been written");
    cj_wire_free_answers(answers);
    if (status == CUJIT_OK && !redis->options.readonly)
        status = ask(redis, write_lease, &self, "taking a lease and giving it back", answers, error);
    cj_wire_free_answers(answers);

out:
    cj_text_clear(&self.sealed);
    return status;
}
