/*
 * test_remote_liars.c: the layer on Redis beside servers that are none, or that lie: what they say is a miss, costs a
 * bounded time, and does no harm.
 *
 * Each server is a thread with a socket in the suite's folder, and answers every command that comes with the same bytes.
 */
#include "tests/redis_support.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/socket.h>
#include <sys/un.h>

typedef enum manner {
    WHOLE,  /* the answer, once for each read */
    DRIP,   /* byte by byte, slowly */
    FLOOD,  /* again and again, without an end */
    HANGUP, /* then it closes */
    DEAF,   /* never reads, never answers */
    DOUBLE, /* more answers than were asked for */
} manner;

typedef struct liar {
    const char *answer;
    size_t size;
    manner manner;
    int listener;
    atomic_bool end;
    pthread_t thread;
} liar;

/* False: the other side is gone. */
static bool say(int file, const char *text, size_t size)
{
    return send(file, text, size, MSG_NOSIGNAL) == (ssize_t)size;
}

static bool is_there(int file, int ms)
{
    struct pollfd self = {.fd = file, .events = POLLIN};

    return poll(&self, 1, ms) > 0;
}

static void answer(liar *self, int file)
{
    char piece[65536];

    while (!self->end) {
        bool good = true;

        if (self->manner == DEAF) {
            sleep_ms(10);
            continue;
        }
        if (!is_there(file, 10))
            continue;
        if (recv(file, piece, sizeof piece, 0) <= 0)
            return;
        for (size_t k = 0; self->manner == DRIP && k < self->size && good && !self->end; k++) {
            good = say(file, self->answer + k, 1);
            sleep_ms(20);
        }
        for (int k = 0; self->manner == FLOOD && good && !self->end; k++)
            good = say(file, self->answer, self->size);
        if (self->manner != DRIP && self->manner != FLOOD)
            good = say(file, self->answer, self->size);
        if (self->manner == DOUBLE)
            good = say(file, self->answer, self->size) && say(file, self->answer, self->size);
        if (self->manner == HANGUP || !good)
            return;
    }
}

static void *serve(void *opaque)
{
    liar *self = opaque;

    while (!self->end) {
        int file = is_there(self->listener, 10) ? accept(self->listener, NULL, NULL) : -1;

        if (file >= 0) {
            answer(self, file);
            close(file);
        }
    }
    return NULL;
}

static void end_liar(void *opaque)
{
    liar *self = opaque;

    self->end = true;
    pthread_join(self->thread, NULL);
    close(self->listener);
    free(self);
}

static void start_liar(manner how, const char *text, size_t size)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    liar *self = calloc(1, sizeof *self);

    snprintf(address.sun_path, sizeof address.sun_path, "%s", socket_path());
    unlink(address.sun_path);
    self->answer = text;
    self->size = size;
    self->manner = how;
    self->listener = socket(AF_UNIX, SOCK_STREAM, 0);
    ck_assert_int_eq(bind(self->listener, (struct sockaddr *)&address, sizeof address), 0);
    ck_assert_int_eq(listen(self->listener, 16), 0);
    ck_assert_int_eq(pthread_create(&self->thread, NULL, serve, self), 0);
    cj_test_keep(self, end_liar);
}

#define TEXT(text) (text), sizeof(text) - 1

/* What is said, and whether it is trouble of the connection, after which the server is left alone for a while. */
static const struct {
    manner manner;
    const char *answer;
    size_t size;
    bool pauses;
    const char *words; /* of the trouble */
} lies[] = {
    {WHOLE, TEXT("HTTP/1.1 400 Bad Request\r\n\r\n"), true, "cannot be read"},
    {WHOLE, TEXT("\0\0\0\0\r\n"), true, "cannot be read"},
    {WHOLE, TEXT("*2\r\n$1\r\na\r\n$1\r\nb\r\n"), true, "cannot be read"},
    {WHOLE, TEXT("*1000000000\r\n"), true, "cannot be read"},
    {WHOLE, TEXT("*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n:1\r\n"), true, "cannot be read"},
    {WHOLE, TEXT("%1\r\n+a\r\n+b\r\n"), true, "cannot be read"},
    {WHOLE, TEXT("$99999999999999\r\nx"), true, "too long"},
    {WHOLE, TEXT("$9223372036854775807\r\nx"), true, ""},
    {WHOLE, TEXT("$-9223372036854775808\r\n$-7\r\n"), true, "cannot be read"},
    {WHOLE, TEXT(":1\r\n:2\r\n"), false, "another kind"},
    {WHOLE, TEXT("+OK\r\n+OK\r\n"), false, "another kind"},
    {WHOLE, TEXT("$0\r\n\r\n$0\r\n\r\n"), false, "our key"},
    {WHOLE, TEXT("$4\r\nabcd\r\n$4\r\nabcd\r\n"), false, "our key"},
    {WHOLE, TEXT("-LOADING Redis is loading\r\n-LOADING Redis is loading\r\n"), false, "LOADING"},
    {WHOLE, TEXT("-\r\n-\r\n"), false, ""},
    {WHOLE, TEXT("$4\r\nab"), true, "too long"},
    {WHOLE, TEXT("$3\r\nabcd\r\n$3\r\nabcd\r\n"), true, ""},
    {HANGUP, TEXT("$4\r\nab"), true, "closed"},
    {HANGUP, TEXT(""), true, "closed"},
    {DRIP, TEXT("$400\r\naaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"),
     true, "too long"},
    {FLOOD, TEXT("$2000000000\r\naaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"),
     true, ""},
    {FLOOD, TEXT("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"), true,
     "cannot be read"},
    {DEAF, TEXT(""), true, "too long"},
};

/* Short where an answer never comes; else long, for a machine under load. */
static int limit_ms(int lie)
{
    return lies[lie].words[0] == '\0' || strcmp(lies[lie].words, "too long") == 0 ? 150 : 10000;
}

TEST_EACH(a_lie_is_a_miss, COUNT(lies))
{
    cujit_cache_layer_stats stats;
    char parameters[80];
    cj_layer *layer;
    double began;

    start_liar(lies[_i].manner, lies[_i].answer, lies[_i].size);
    snprintf(parameters, sizeof parameters, "timeout_ms=%d&wait_ms=200&max_bytes=65536", limit_ms(_i));
    layer = layer_with(parameters);
    began = cj_now_ms();
    ck_assert_int_eq(layer_get(layer, 1), 0);
    ck_assert(cj_now_ms() - began < 5000);
    stats = layer_stats(layer);
    ck_assert_msg((stats.pauses > 0) == lies[_i].pauses, "%d pauses: %s", (int)stats.pauses, stats.trouble);
    ck_assert_msg(strstr(stats.trouble, lies[_i].words) != NULL, "%s", stats.trouble);
    ck_assert_uint_lt(stats.bytes, 1 << 20);
    layer_put(layer, 1);
    end_layer(layer);
}

TEST_EACH(a_lie_to_who_has_a_password_is_no_way_in, COUNT(lies))
{
    cj_layer *layer;
    char url[600];

    start_liar(lies[_i].manner, lies[_i].answer, lies[_i].size);
    snprintf(url, sizeof url, "unix://:pw@%s?key=%s&timeout_ms=%d&database=1&max_bytes=65536&wait_ms=0", socket_path(),
             key_file(0), limit_ms(_i));
    layer = layer_at(url);
    ck_assert_int_eq(layer_get(layer, 1), 0);
    end_layer(layer);
}

/* An answer to a question that was not asked yet would be taken for the next one's. */
TEST(who_talks_out_of_turn_is_not_asked_again)
{
    cj_layer *layer;

    start_liar(DOUBLE, TEXT("$-1\r\n$-1\r\n"));
    layer = layer_with("readonly=1");
    for (int k = 0; k < 20; k++) {
        ck_assert_int_eq(layer_get(layer, 1), 0);
        sleep_ms(2); /* for the rest to come */
    }
    ck_assert_uint_eq(layer_stats(layer).pauses, 0);
    ck_assert_uint_eq(layer_stats(layer).hits, 0);
}

/* Also one that came with the right ones, so that it waits in this process. */
TEST(an_answer_too_many_is_not_the_next_ones)
{
    cj_layer *layer;

    start_liar(WHOLE, TEXT("$-1\r\n$-1\r\n:7\r\n"));
    layer = layer_with("readonly=1");
    for (int k = 0; k < 5; k++)
        ck_assert_int_eq(layer_get(layer, 1), 0);
    ck_assert_uint_eq(layer_stats(layer).failures, 0);
    ck_assert_str_eq(layer_stats(layer).trouble, "");
}

/* Where there are more who connect than a server takes, connecting itself takes too long, or fails. */
TEST(a_server_that_takes_nobody)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int listener = socket(AF_UNIX, SOCK_STREAM, 0);
    cj_layer *layers[8];

    snprintf(address.sun_path, sizeof address.sun_path, "%s", socket_path());
    unlink(address.sun_path);
    ck_assert_int_eq(bind(listener, (struct sockaddr *)&address, sizeof address), 0);
    ck_assert_int_eq(listen(listener, 1), 0);
    for (int k = 0; k < COUNT(layers); k++) {
        layers[k] = layer_with("timeout_ms=50");
        ck_assert_int_eq(layer_get(layers[k], 1), 0);
        ck_assert_uint_eq(layer_stats(layers[k]).failures, 1);
    }
    close(listener);
    /* A socket that nobody listens to, a file, nothing. */
    ck_assert_int_eq(layer_get(layer_with(""), 1), 0);
    unlink(socket_path());
    ck_assert_int_eq(layer_get(layer_with(""), 1), 0);
    fclose(fopen(socket_path(), "w"));
    ck_assert_int_eq(layer_get(layer_with(""), 1), 0);
}

TEST(a_host_that_does_not_exist)
{
    cj_layer *layer = layer_at(cj_test_path("/redis://nowhere.invalid?timeout_ms=100&key=%s", key_file(0)) + 1);

    ck_assert_int_eq(layer_get(layer, 1), 0);
    ck_assert_uint_eq(layer_stats(layer).failures, 1);
}
