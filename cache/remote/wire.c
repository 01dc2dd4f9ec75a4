/*
 * wire.c: see wire.h. hiredis connects, writes commands and reads answers; waiting is done here, since its own time
 * limits are for each system call, and a server that sends a byte now and then would never meet one.
 */
#include "cache/remote/wire.h"

#include "cache/remote/resolve.h"
#include "libjit/base/alloc.h"
#include "libjit/base/os.h"
#include "libjit/base/text.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

struct cj_wire {
    redisContext *context;
    redisReplyObjectFunctions functions; /* hiredis' own, but for lists */
    cj_text unsent;
    int asked; /* commands in `unsent` */
    size_t received, sent;
};

static bool fail(cj_wire_trouble *trouble, cj_wire_failure kind, const char *format, ...) CJ_PRINTF(3, 4);
static bool fail(cj_wire_trouble *trouble, cj_wire_failure kind, const char *format, ...)
{
    va_list values;

    trouble->kind = kind;
    va_start(values, format);
    vsnprintf(trouble->text, sizeof trouble->text, format, values);
    va_end(values);
    return false;
}

/* ---- Waiting ----------------------------------------------------------------------------------------------------- */

static bool wait_for(const cj_wire *wire, short what, const char *doing, double deadline, cj_wire_trouble *trouble)
{
    struct pollfd file = {.fd = wire->context->fd, .events = what};

    for (;;) {
        const double left = deadline - cj_now_ms();
        int found = 0;

        if (left > 0)
            found = poll(&file, 1, (int)ceil(left < 1e6 ? left : 1e6));
        if (found > 0)
            return true;
        if (found < 0 && errno != EINTR)
            return fail(trouble, CJ_WIRE_FAILED, "%s failed: %s", doing, strerror(errno));
        if (found == 0)
            return fail(trouble, CJ_WIRE_LATE, "%s took too long", doing);
    }
}

/* ---- Commands and answers ---------------------------------------------------------------------------------------- */

void cj_wire_add(cj_wire *wire, const char *format, ...)
{
    char *command = NULL;
    va_list values;
    int length;

    va_start(values, format);
    length = redisvFormatCommand(&command, format, values);
    va_end(values);
    if (length > 0)
        cj_text_append_n(&wire->unsent, command, (size_t)length);
    wire->unsent.failed = wire->unsent.failed || length <= 0;
    wire->asked++;
    redisFreeCommand(command);
}

static bool send_all(cj_wire *wire, double deadline, cj_wire_trouble *trouble)
{
    size_t sent = 0;

    while (sent < wire->unsent.length) {
        const ssize_t step = send(wire->context->fd, wire->unsent.data + sent, wire->unsent.length - sent,
                                  MSG_NOSIGNAL | MSG_DONTWAIT);

        if (step >= 0) {
            sent += (size_t)step;
            wire->sent += (size_t)step;
        } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
            if (!wait_for(wire, POLLOUT, "writing to it", deadline, trouble))
                return false;
        } else if (errno != EINTR) {
            return fail(trouble, CJ_WIRE_FAILED, "writing to it failed: %s", strerror(errno));
        }
    }
    return true;
}

/* One more answer of those that have come; *answer is NULL where it is not there yet. */
static bool next_answer(cj_wire *wire, redisReply **answer, cj_wire_trouble *trouble)
{
    void *found = NULL;

    *answer = NULL;
    if (redisReaderGetReply(wire->context->reader, &found) != REDIS_OK)
        return fail(trouble, CJ_WIRE_FAILED, "what it answers cannot be read: %s", wire->context->reader->errstr);
    *answer = found;
    return true;
}

/* Some more bytes. */
static bool receive(cj_wire *wire, double deadline, size_t most, cj_wire_trouble *trouble)
{
    char piece[16384];
    ssize_t size;

    if (!wait_for(wire, POLLIN, "its answer", deadline, trouble))
        return false;
    size = recv(wire->context->fd, piece, sizeof piece, MSG_DONTWAIT);
    if (size < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR))
        return true;
    if (size < 0)
        return fail(trouble, CJ_WIRE_FAILED, "reading from it failed: %s", strerror(errno));
    if (size == 0)
        return fail(trouble, CJ_WIRE_FAILED, "it closed the connection");
    wire->received += (size_t)size;
    if (wire->received > most)
        return fail(trouble, CJ_WIRE_FAILED, "its answer is larger than max_bytes allows");
    if (redisReaderFeed(wire->context->reader, piece, (size_t)size) != REDIS_OK)
        return fail(trouble, CJ_WIRE_FAILED, "memory ran out");
    return true;
}

bool cj_wire_run(cj_wire *wire, double deadline, size_t most, redisReply *answers[CJ_WIRE_ANSWERS],
                 cj_wire_trouble *trouble)
{
    const size_t limit = wire->received + most + 4096;
    const int asked = wire->asked;
    bool good = asked <= CJ_WIRE_ANSWERS && !wire->unsent.failed;
    int got = 0;

    memset(answers, 0, CJ_WIRE_ANSWERS * sizeof *answers);
    if (!good)
        fail(trouble, CJ_WIRE_FAILED, "memory ran out");
    good = good && send_all(wire, deadline, trouble);
    while (good && got < asked) {
        good = next_answer(wire, &answers[got], trouble);
        if (good && answers[got] != NULL)
            got++;
        else
            good = good && receive(wire, deadline, limit, trouble);
    }
    cj_text_clear(&wire->unsent);
    wire->asked = 0;
    if (!good)
        cj_wire_free_answers(answers);
    return good;
}

void cj_wire_free_answers(redisReply *answers[CJ_WIRE_ANSWERS])
{
    for (int k = 0; k < CJ_WIRE_ANSWERS; k++) {
        if (answers[k] != NULL)
            freeReplyObject(answers[k]);
        answers[k] = NULL;
    }
}

bool cj_wire_is_quiet(const cj_wire *wire)
{
    const redisReader *reader = wire->context->reader;
    char byte;

    return reader->pos == reader->len && recv(wire->context->fd, &byte, 1, MSG_PEEK | MSG_DONTWAIT) < 0 &&
           (errno == EAGAIN || errno == EWOULDBLOCK);
}

void cj_wire_count(const cj_wire *wire, size_t *received, size_t *sent)
{
    *received = wire->received;
    *sent = wire->sent;
}

/* ---- Connecting -------------------------------------------------------------------------------------------------- */

#if HIREDIS_MAJOR >= 1
typedef size_t list_length;
#else
typedef int list_length;
#endif

static void *refuse_list(const redisReadTask *task, list_length length)
{
    (void)task;
    (void)length;
    return NULL;
}

/* Takes over what hiredis has begun; true once it is connected. */
static bool finish_connecting(cj_wire *wire, double deadline, cj_wire_trouble *trouble)
{
    socklen_t size = sizeof(int);
    int code = 0;

    if (wire->context == NULL)
        return fail(trouble, CJ_WIRE_FAILED, "memory ran out");
    if (wire->context->err != 0)
        return fail(trouble, CJ_WIRE_FAILED, "connecting to it failed: %s", wire->context->errstr);
    fcntl(wire->context->fd, F_SETFD, FD_CLOEXEC);
    wire->functions = *wire->context->reader->fn;
    wire->functions.createArray = refuse_list;
    wire->context->reader->fn = &wire->functions;
    if (!wait_for(wire, POLLOUT, "connecting to it", deadline, trouble))
        return false;
    if (getsockopt(wire->context->fd, SOL_SOCKET, SO_ERROR, &code, &size) != 0 || code != 0)
        return fail(trouble, CJ_WIRE_FAILED, "connecting to it failed: %s", strerror(code != 0 ? code : errno));
    return true;
}

static bool connect_to(cj_wire *wire, const cj_redis_options *options, double deadline, cj_wire_trouble *trouble)
{
    cj_addresses addresses;
    bool connected = false;

    if (options->host[0] == '\0') {
        wire->context = redisConnectUnixNonBlock(options->socket);
        return finish_connecting(wire, deadline, trouble);
    }
    if (!cj_resolve(options->host, deadline, &addresses)) {
        const bool late = cj_now_ms() >= deadline;

        return fail(trouble, late ? CJ_WIRE_LATE : CJ_WIRE_FAILED, "%s",
                    late ? "looking up its address took too long" : "its host has no address that is known");
    }
    for (size_t k = 0; k < addresses.count && !connected; k++) {
        if (wire->context != NULL)
            redisFree(wire->context);
        wire->context = redisConnectNonBlock(addresses.text[k], (int)options->port);
        connected = finish_connecting(wire, deadline, trouble);
    }
    return connected;
}

/* Who we are, and which of its databases is meant. */
static bool introduce(cj_wire *wire, const cj_redis_options *options, double deadline, cj_wire_trouble *trouble)
{
    redisReply *answers[CJ_WIRE_ANSWERS];
    bool good = true;

    if (options->password[0] != '\0' && options->user[0] != '\0')
        cj_wire_add(wire, "AUTH %s %s", options->user, options->password);
    else if (options->password[0] != '\0')
        cj_wire_add(wire, "AUTH %s", options->password);
    if (options->database != 0)
        cj_wire_add(wire, "SELECT %ld", options->database);
    if (!cj_wire_run(wire, deadline, 0, answers, trouble))
        return false;
    for (int k = 0; k < CJ_WIRE_ANSWERS && answers[k] != NULL && good; k++)
        if (answers[k]->type != REDIS_REPLY_STATUS)
            good = fail(trouble, CJ_WIRE_FAILED, "it does not let us in: %s",
                        answers[k]->type == REDIS_REPLY_ERROR ? answers[k]->str : "an answer of another kind");
    cj_wire_free_answers(answers);
    return good;
}

cj_wire *cj_wire_open(const cj_redis_options *options, double deadline, cj_wire_trouble *trouble)
{
    cj_wire *wire = cj_calloc(1, sizeof *wire);

    if (wire == NULL) {
        fail(trouble, CJ_WIRE_FAILED, "memory ran out");
        return NULL;
    }
    if (connect_to(wire, options, deadline, trouble) && introduce(wire, options, deadline, trouble))
        return wire;
    cj_wire_close(wire);
    return NULL;
}

void cj_wire_close(cj_wire *wire)
{
    if (wire == NULL)
        return;
    if (wire->context != NULL)
        redisFree(wire->context);
    cj_text_clear(&wire->unsent);
    cj_free(wire);
}
