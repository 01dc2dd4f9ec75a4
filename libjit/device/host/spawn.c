/*
 * spawn.c: see spawn.h.
 *
 * The child leads a process group of its own, so that a deadline ends it with all that it started. The application may
 * have closed its standard descriptors, ignore SIGCHLD, or reap our child: each is provided for.
 */
#include "libjit/device/host/spawn.h"

#include "libjit/base/alloc.h"
#include "libjit/base/os.h"
#include "libjit/base/text.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
    LOOK_MS = 100,   /* how often to look whether a silent child has ended */
    DYING_MS = 5000, /* how long one that was killed may take to go */
};

static int start(const char *path, char *const arguments[], char *const environment[], const char *input, int output,
                 pid_t *child)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t none, all;
    int code;

    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    sigemptyset(&none);
    sigfillset(&all);
    sigdelset(&all, SIGKILL);
    sigdelset(&all, SIGSTOP);
    /* The output first: where the application has closed its standard descriptors, it may be one of these. */
    if ((code = posix_spawn_file_actions_adddup2(&actions, output, 1)) == 0 &&
        (code = posix_spawn_file_actions_adddup2(&actions, 1, 2)) == 0 &&
        (code = posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0)) == 0 &&
#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 34)
        /* descriptors of the application that lack close-on-exec */
        (code = posix_spawn_file_actions_addclosefrom_np(&actions, 3)) == 0 &&
#endif
        (code = posix_spawnattr_setsigmask(&attributes, &none)) == 0 &&
        (code = posix_spawnattr_setsigdefault(&attributes, &all)) == 0 &&
        (code = posix_spawnattr_setpgroup(&attributes, 0)) == 0 &&
        (code = posix_spawnattr_setflags(&attributes,
                                         POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP)) == 0)
        code = posix_spawn(child, path, &actions, &attributes, arguments, environment);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return code;
}

/* Takes what has been written: the first CJ_SPAWN_MAX_OUTPUT bytes are kept, the rest goes into nothing. In pieces of
 * what a pipe holds, so that a child that writes without end cannot keep us. False: nobody will write any more. */
static bool collect(int from, cj_text *output)
{
    static const char cut[] = "\n[the rest of the output was cut off]\n";
    char buffer[16384];

    for (int k = 0; k < 8; k++) {
        const ssize_t got = read(from, buffer, sizeof buffer);
        size_t room;

        if (got <= 0)
            return got < 0 && (errno == EAGAIN || errno == EINTR);
        if (output->length > CJ_SPAWN_MAX_OUTPUT) /* with `cut` */
            continue;
        room = CJ_SPAWN_MAX_OUTPUT - output->length;
        cj_text_append_n(output, buffer, (size_t)got < room ? (size_t)got : room);
        cj_text_append(output, (size_t)got > room ? cut : "");
    }
    return true;
}

/* Until the child has ended: what it started (a server that it keeps, say) may hold the pipe open for longer, and it
 * may close its output to go on. */
static void follow(pid_t child, int from, double until, const cj_stop *stop, cj_text *output, cj_spawn_result *out)
{
    const struct timespec pause = {0, 200000};
    const int look_ms = stop != NULL ? CJ_STOP_LOOK_MS : LOOK_MS;
    struct pollfd wait = {.fd = from, .events = POLLIN};

    for (;;) {
        int status = 0;
        const pid_t ended = waitpid(child, &status, WNOHANG);
        const bool known = ended == child, lost = ended < 0 && errno != EINTR; /* somebody else has its status */
        const bool is_open = collect(from, output);

        if (known && WIFEXITED(status))
            out->exit_code = WEXITSTATUS(status);
        else if (known && WIFSIGNALED(status))
            out->signal = WTERMSIG(status);
        if (known || lost)
            return;
        if (cj_now_ms() > until || (!out->given_up && cj_stop_asked(stop))) {
            if (out->given_up) /* it cannot even die: it waits for a disk or a server that does not answer */
                return;
            out->given_up = true;
            until = cj_now_ms() + DYING_MS;
            kill(-child, SIGKILL);
        }
        if (is_open)
            poll(&wait, 1, until - cj_now_ms() < look_ms ? 1 : look_ms);
        else
            nanosleep(&pause, NULL);
    }
}

cujit_status cj_spawn(const char *path, char *const arguments[], char *const environment[], const char *input,
                      double deadline_ms, const cj_stop *stop, cj_spawn_result *out, cujit_error *error)
{
    const double until = cj_now_ms() + deadline_ms;
    cj_spawn_result result = {.exit_code = -1};
    cj_text output = {0};
    int ends[2], code;
    pid_t child = -1;

    if (pipe2(ends, O_CLOEXEC) != 0)
        return cj_error_vendor(error, CUJIT_ERROR_IO, "errno", errno, "running %s: cannot make a pipe: %s", path,
                               strerror(errno));
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
    code = start(path, arguments, environment, input, ends[1], &child);
    close(ends[1]);
    if (code == 0)
        follow(child, ends[0], until, stop, &output, &result);
    close(ends[0]);
    if (code != 0)
        return cj_error_vendor(error, CUJIT_ERROR_IO, "errno", code, "running %s: %s", path, strerror(code));
    if ((result.output = cj_text_take(&output)) == NULL)
        return cj_error_no_memory(error, "the output of the host compiler");
    *out = result;
    return CUJIT_OK;
}
