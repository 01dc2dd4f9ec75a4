/*
 * run_fault.c: a kernel on the host device is code of this process: what ends it there ends the program. This says so,
 * where the shell's "Floating point exception" would leave a person to guess.
 */
#include "run.h"

#include <signal.h>
#include <string.h>
#include <unistd.h>

#define ENDED "the kernel ended with "
#define ON_HOST " on the host device"

static const struct {
    int number;
    const char *text;
} faults[] = {
    {SIGFPE, ENDED "SIGFPE (integer division by zero?)" ON_HOST},
    {SIGSEGV, ENDED "SIGSEGV (an index outside of an array?)" ON_HOST},
    {SIGBUS, ENDED "SIGBUS (an index outside of an array?)" ON_HOST},
    {SIGILL, ENDED "SIGILL (a trap of the compiler's, or options for another processor?)" ON_HOST},
    {SIGTRAP, ENDED "SIGTRAP (a trap of the compiler's?)" ON_HOST},
};

enum { FAULTS = sizeof faults / sizeof *faults };

static const char *command;
static int json = -1; /* where errors for programs go */

/* In a signal handler: nothing but write() and _exit(). */
static void say(int file, const char *text)
{
    (void)!write(file, text, strlen(text));
}

static void ended(int number)
{
    const char *text = "";

    for (size_t k = 0; k < FAULTS; k++)
        if (faults[k].number == number)
            text = faults[k].text;
    if (json >= 0) {
        say(json, "{\n  \"error\": {\n    \"status\": \"failed\",\n    \"message\": \"");
        say(json, text);
        say(json, "\",\n    \"part\": null,\n    \"line\": null,\n    \"column\": null,\n    \"excerpt\": null,\n"
                  "    \"log\": null\n  }\n}\n");
    } else {
        say(STDERR_FILENO, "cujit ");
        say(STDERR_FILENO, command);
        say(STDERR_FILENO, ": ");
        say(STDERR_FILENO, text);
        say(STDERR_FILENO, "\n");
    }
    _exit(CLI_FAILED);
}

void cli_run_watch_faults(const run_command *self, const char *name)
{
    static struct sigaction before[FAULTS];
    struct sigaction action = {.sa_handler = ended};

    if (strncmp(cujit_context_device(self->context), "host", 4) != 0)
        return;
    if (name != NULL) {
        command = name;
        json = cli_json_errors_file() != NULL ? fileno(cli_json_errors_file()) : -1;
        fflush(stdout);
    }
    sigemptyset(&action.sa_mask);
    for (size_t k = 0; k < FAULTS; k++)
        sigaction(faults[k].number, name != NULL ? &action : &before[k], name != NULL ? &before[k] : NULL);
}
