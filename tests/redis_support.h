/*
 * redis_support.h: Redis servers for the suites that need one, each on a socket in the suite's own folder, and layers on
 * them.
 */
#ifndef TESTS_REDIS_SUPPORT_H
#define TESTS_REDIS_SUPPORT_H

#include "cache/remote/redis.h"
#include "libjit/base/os.h"
#include "libjit/base/text.h"
#include "tests/cache_support.h"

#include <fcntl.h>
#include <hiredis/hiredis.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* The server's program, which the package redis-tools has under another name. For PREPARE(). */
static cj_text redis_server;

static inline int need_redis(void)
{
    return cj_find_program("redis-server", &redis_server) || cj_find_program("redis-check-rdb", &redis_server)
               ? 0
               : CJ_TEST_SKIP;
}

static inline void sleep_ms(long ms)
{
    const struct timespec time = {ms / 1000, ms % 1000 * 1000000};

    nanosleep(&time, NULL);
}

/* A file that holds a key; those of other numbers are others. */
static inline char *key_file(int number)
{
    char text[41], *path;

    memset(text, 'a' + number, sizeof text - 1);
    text[sizeof text - 1] = '\0';
    path = cj_test_file(numbered("key", number, ""), text);
    chmod(path, 0600);
    return path;
}

/* ---- Servers ----------------------------------------------------------------------------------------------------- */

static inline char *socket_path(void)
{
    return cj_test_path("redis.sock");
}

/* As an operator would talk to the server. The answer's text, "" where it is none, or its number; not to be freed. */
static inline char *redis(const char *format, ...)
{
    redisContext *connection = redisConnectUnix(socket_path());
    char *text = memory_of(512);
    redisReply *reply = NULL;
    va_list values;

    va_start(values, format);
    if (connection != NULL && connection->err == 0)
        reply = redisvCommand(connection, format, values);
    va_end(values);
    if (reply == NULL)
        snprintf(text, 512, "no answer");
    else if (reply->type == REDIS_REPLY_INTEGER)
        snprintf(text, 512, "%lld", reply->integer);
    else
        snprintf(text, 512, "%s", reply->str != NULL ? reply->str : "");
    if (reply != NULL)
        freeReplyObject(reply);
    if (connection != NULL)
        redisFree(connection);
    return text;
}

static inline void stop_server(void *pid)
{
    kill((pid_t)(intptr_t)pid, SIGKILL);
    waitpid((pid_t)(intptr_t)pid, NULL, 0);
}

/* With options of redis-server's, ended by NULL: it listens on the socket and ends with the case. */
#define start_server(...) start_redis((const char *const[]){"--unixsocket", socket_path(), __VA_ARGS__, NULL})
static inline pid_t start_redis(const char *const *options)
{
    const char *list[32] = {"redis-server",
                            "--port",
                            "0",
                            "--save",
                            "",
                            "--appendonly",
                            "no",
                            "--dir",
                            cj_test_directory(),
                            "--logfile",
                            cj_test_path("redis.log"),
                            "--enable-debug-command",
                            "yes"};
    pid_t parent = getpid(), child;
    int count = 13;

    unlink(socket_path());
    for (int k = 0; options[k] != NULL && count < 31; k++)
        if (options[k][0] != '\0' || k % 2 != 0)
            list[count++] = options[k];
    if ((child = fork()) == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (getppid() == parent)
            execv(redis_server.data, (char *const *)(const void *)list);
        _exit(1);
    }
    cj_test_keep((void *)(intptr_t)child, stop_server);
    for (int k = 0; strcmp(redis("PING"), "no answer") == 0; k++) {
        ck_assert_msg(k < 2000, "redis-server does not start: %s", cj_test_path("redis.log"));
        sleep_ms(5);
    }
    return child;
}

static inline void kill_server(pid_t server)
{
    stop_server(cj_test_forget((void *)(intptr_t)server));
}

/* ---- Layers ------------------------------------------------------------------------------------------------------ */

static inline void free_layer(void *layer)
{
    ((cj_layer *)layer)->table->free(layer);
}

/* Frees it now. */
static inline void end_layer(cj_layer *layer)
{
    free_layer(cj_test_forget(layer));
}

/* With a time limit that a machine under load keeps, unless `parameters`, more of the URL, says another: what is said
 * twice counts as it is said last. */
static inline char *url_with(const char *parameters)
{
    char *url = memory_of(1000);

    snprintf(url, 1000, "unix://%s?key=%s&timeout_ms=10000&%s", socket_path(), key_file(0), parameters);
    url[strlen(url) - (parameters[0] == '\0')] = '\0';
    return url;
}

/* Ends itself with the case. */
static inline cj_layer *layer_at(const char *url)
{
    cj_layer *layer = NULL;

    must(cj_redis_create(url, &layer, &fault));
    return cj_test_keep(layer, free_layer);
}

static inline cj_layer *layer_with(const char *parameters)
{
    return layer_at(url_with(parameters));
}

static inline cujit_cache_layer_stats layer_stats(cj_layer *layer)
{
    cujit_cache_layer_stats stats = {.kind = ""};

    layer->table->get_stats(layer, &stats);
    return stats;
}

enum { LAYER_OBJECT = 3000 };

/* Key and object number `n`. 1: found, and right; 0: not; -1: a wrong answer. */
static inline int layer_get(cj_layer *layer, int n)
{
    cj_object object = {0}, right = make_object(n, LAYER_OBJECT);
    const cj_cache_key key = make_key(n);
    cj_key_bytes bytes = {0};
    int result = 0;

    if (cj_key_encode(&key, &bytes) && layer->table->get(layer, &bytes, "k", &object))
        result = same_object(&object, &right) ? 1 : -1;
    cj_object_clear(&object);
    cj_object_clear(&right);
    cj_key_clear(&bytes);
    return result;
}

static inline void layer_put_sized(cj_layer *layer, int n, size_t size)
{
    const cj_cache_key key = make_key(n);
    cj_object object = make_object(n, size);
    cj_key_bytes bytes = {0};

    if (cj_key_encode(&key, &bytes))
        layer->table->put(layer, &bytes, "k", &object);
    cj_object_clear(&object);
    cj_key_clear(&bytes);
}

static inline void layer_give_up(cj_layer *layer, int n, bool refused)
{
    const cj_cache_key key = make_key(n);
    cj_key_bytes bytes = {0};

    if (cj_key_encode(&key, &bytes))
        layer->table->give_up(layer, &bytes, refused);
    cj_key_clear(&bytes);
}

static inline void layer_put(cj_layer *layer, int n)
{
    layer_put_sized(layer, n, LAYER_OBJECT);
}

/* Waits until the layer's thread has done what it had to: until `count` objects were written, or given up. */
static inline void await_puts(cj_layer *layer, uint64_t count)
{
    for (int k = 0; layer_stats(layer).puts + layer_stats(layer).dropped < count; k++) {
        ck_assert_msg(k < 2000, "of %d objects %d were written", (int)count, (int)layer_stats(layer).puts);
        sleep_ms(5);
    }
}

/* An object that is on the server. */
static inline void layer_store(const char *parameters, int n)
{
    cj_layer *layer = layer_with(parameters);

    layer_put(layer, n);
    await_puts(layer, 1);
    ck_assert_uint_eq(layer_stats(layer).puts, 1);
    end_layer(layer);
}

/* What a key is called on the server. */
static inline char *name_of(int n, const char *what)
{
    const cj_cache_key key = make_key(n);
    char *name = memory_of(100), id[33];
    cj_key_bytes bytes = {0};

    ck_assert(cj_key_encode(&key, &bytes));
    cj_digest_hex(&bytes.hash, id);
    snprintf(name, 100, "cujit:1:{%s}:%s", id, what);
    cj_key_clear(&bytes);
    return name;
}

#endif
