/*
 * run_fault.c: a kernel on the host device is code of this process: what ends it there ends the program. This says so,
 * where the shell's "Floating point exception" would leave a person to guess.
 */
#include "run.h"

#include <signal.h>
#include <string.h>
#include <unistd.h>

static const int faults[] = {SIGFPE, SIGSEGV, SIGBUS};

enum { FAULTS = sizeof faults / sizeof *faults };

/* In a signal handler: nothing but write() and _exit(). */
static void say(const char *text)
{
    (void)!write(STDERR_FILENO, text, strlen(text));
}

static void ended(int number)
{
    if (number == SIGFPE)
        say("cujit run: the kernel ended with SIGFPE (integer division by zero?) on the host device\n");
    else if (number == SIGSEGV)
        say("cujit run: the kernel ended with SIGSEGV (an index outside of an array?) on the host device\n");
    else
        say("cujit run: the kernel ended with SIGBUS (an index outside of an array?) on the host device\n");
    _exit(CLI_FAILED);
}

void cli_run_watch_faults(const run_command *self, bool watch)
{
    static struct sigaction before[FAULTS];
    struct sigaction action = {.sa_handler = ended};

    if (strncmp(cujit_context_device(self->context), "host", 4) != 0)
        return;
    sigemptyset(&action.sa_mask);
    for (size_t k = 0; k < FAULTS; k++)
        sigaction(faults[k], watch ? &action : &before[k], watch ? &before[k] : NULL);
}
