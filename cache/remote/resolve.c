/*
 * resolve.c: see resolve.h. A thread of its own asks; where it is not done in time it is left to itself, and cleans up.
 */
#include "cache/remote/resolve.h"

#include "libjit/base/alloc.h"
#include "libjit/base/os.h"
#include "libjit/base/thread.h"

#include <arpa/inet.h>
#include <netdb.h>
#include <string.h>
#include <sys/socket.h>

/* Whoever of the two comes last frees it. */
typedef struct question {
    pthread_mutex_t mutex;
    pthread_cond_t answered;
    cj_addresses found;
    bool done, left;
    char *host;
} question;

static void free_question(question *asked)
{
    pthread_cond_destroy(&asked->answered);
    pthread_mutex_destroy(&asked->mutex);
    cj_free(asked->host);
    cj_free(asked);
}

static void look_up(const char *host, cj_addresses *out)
{
    const struct addrinfo hints = {.ai_socktype = SOCK_STREAM};
    struct addrinfo *list = NULL;

    if (getaddrinfo(host, NULL, &hints, &list) != 0)
        return;
    for (const struct addrinfo *each = list; each != NULL && out->count < CJ_ADDRESSES_MOST; each = each->ai_next)
        if (getnameinfo(each->ai_addr, each->ai_addrlen, out->text[out->count], sizeof out->text[0], NULL, 0,
                        NI_NUMERICHOST) == 0)
            out->count++;
    freeaddrinfo(list);
}

static void *ask(void *opaque)
{
    question *asked = opaque;
    cj_addresses found = {0};
    bool left;

    look_up(asked->host, &found);
    pthread_mutex_lock(&asked->mutex);
    asked->found = found;
    asked->done = true;
    left = asked->left;
    pthread_cond_signal(&asked->answered);
    pthread_mutex_unlock(&asked->mutex);
    if (left)
        free_question(asked);
    return NULL;
}

static bool is_address(const char *host)
{
    struct in6_addr any;

    return inet_pton(AF_INET, host, &any) == 1 || inet_pton(AF_INET6, host, &any) == 1;
}

bool cj_resolve(const char *host, double deadline, cj_addresses *out)
{
    question *asked;
    pthread_t thread;
    bool done;

    *out = (cj_addresses){0};
    if (is_address(host) && strlen(host) < sizeof out->text[0]) {
        strcpy(out->text[out->count++], host);
        return true;
    }
    if ((asked = cj_calloc(1, sizeof *asked)) == NULL)
        return false;
    pthread_mutex_init(&asked->mutex, NULL);
    cj_condition_init(&asked->answered);
    if ((asked->host = cj_strdup(host)) == NULL || !cj_thread_start(&thread, ask, asked)) {
        free_question(asked);
        return false;
    }
    pthread_mutex_lock(&asked->mutex);
    while (!asked->done && cj_condition_wait(&asked->answered, &asked->mutex, deadline))
        ;
    *out = asked->found;
    done = asked->done;
    asked->left = !done;
    pthread_mutex_unlock(&asked->mutex);
    if (!done) {
        pthread_detach(thread);
        return false;
    }
    pthread_join(thread, NULL);
    free_question(asked);
    return out->count > 0;
}
