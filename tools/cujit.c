/*
 * cujit.c: the program `cujit`: kernels from the command line.
 *
 * One table of subcommands, each in a file of its own (cmd_*.c). What is here is what all of them rely on: standard
 * streams that are open, and an exit code that tells of output that could not be written.
 */
#include "command.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

static const cli_command *const commands[] = {
    &cli_command_eval,   &cli_command_run,  &cli_command_render,  &cli_command_compile,
    &cli_command_module, &cli_command_tune, &cli_command_devices, &cli_command_doctor,
    &cli_command_cache,  &cli_command_pack, &cli_command_warm,
};

enum { COMMANDS = sizeof commands / sizeof *commands };

static void print_help(FILE *file)
{
    fputs("cujit: kernels from the command line: an expression, compiled for GPU or processor, and run\n"
          "\n"
          "usage: cujit COMMAND [ARGUMENT...]\n"
          "\n",
          file);
    for (size_t k = 0; k < COMMANDS; k++)
        fprintf(file, "  %-10s %s\n", commands[k]->name, commands[k]->summary);
    fputs("\n"
          "  cujit help COMMAND   says more, as does cujit COMMAND --help\n"
          "  cujit --version      the version\n"
          "\n"
          "For example:\n"
          "  cujit eval '2*x + sin(y)' x=a.npy y=data.csv:time -o z.npy\n"
          "  cujit run 'float a, const float *x, float *z' 'z[i] = a * sinf(x[i])' a=2 x=arange:10\n"
          "\n"
          "Environment:\n"
          "  CUJIT_DEVICE           device where no --device is given: cuda:0, host, ...\n"
          "  CUJIT_CACHE_DIR        where compiled kernels are kept\n"
          "  CUJIT_CACHE_LIMIT      how much of them: bytes, or 200M, 1G (the default), ...; 0: none\n"
          "  CUJIT_CACHE_PACKS      packs of compiled kernels, with colons between them (cujit pack)\n"
          "  CUJIT_NO_COMPILE       1: a kernel that is in no cache or pack is an error\n"
          "  CUJIT_RECORD           manifest of the kernels that are used (cujit warm)\n"
          "  CUJIT_CACHE_REDIS      a server that machines share kernels by: redis://HOST?key=FILE\n"
          "  CUJIT_COMPILE_TIMEOUT  seconds that a compiler may take for one text, 1 to 604800\n"
          "  CUJIT_NVRTC            path of the compiler library libnvrtc.so\n"
          "  CUJIT_LIBCUDA          path of the CUDA driver, in place of libcuda.so.1\n"
          "  CUJIT_HOST_CXX         path of the C++ compiler for the device \"host\"\n"
          "  CUJIT_HOST_FLAGS       options for that compiler, such as -march=x86-64-v3\n"
          "  CUJIT_HOST_THREADS     how many processors \"host\" uses, 1 to 1024; other values are ignored\n"
          "  CUJIT_KEEP_SOURCE      folder where the texts of modules for \"host\" are left for debuggers\n"
          "  NO_COLOR               no colours, also on a terminal\n"
          "\n"
          "Exit status: 0 success, 1 failure, 2 wrong usage.\n",
          file);
}

static const cli_command *find_command(const char *name)
{
    for (size_t k = 0; k < COMMANDS; k++) {
        if (strcmp(commands[k]->name, name) == 0)
            return commands[k];
    }
    return NULL;
}

/* cujit help [COMMAND] */
static int help(int argc, char **argv)
{
    const cli_command *command = argc < 2 ? NULL : find_command(argv[1]);

    if (argc > 2)
        return cli_usage("", "help takes the name of one command");
    if (argc == 2 && command == NULL)
        return cli_usage("", "there is no command '%s'", argv[1]);
    if (command == NULL)
        print_help(stdout);
    else
        cli_show_help(command);
    return CLI_OK;
}

static int dispatch(int argc, char **argv)
{
    const char *name = argc < 2 ? "" : argv[1];
    const cli_command *command = find_command(name);

    if (command != NULL)
        return command->run(argc - 1, argv + 1);
    if (argc < 2) {
        print_help(stderr);
        return CLI_USAGE;
    }
    if (strcmp(name, "help") == 0 || strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0)
        return help(argc - 1, argv + 1);
    if (strcmp(name, "--version") == 0 || strcmp(name, "-V") == 0) {
        printf("cujit %s\n", cujit_version());
        return CLI_OK;
    }
    return cli_usage("", "there is no command '%s'", name);
}

/* A stream that was closed by whoever started us must not become the next file that is opened: a database, say. What
 * stands in for it cannot be written (standard input: read) either, so that the loss is noticed. */
static void fill_closed_streams(void)
{
    for (int fd = 0; fd <= 2; fd++) {
        if (fcntl(fd, F_GETFD) < 0 && errno == EBADF)
            (void)!open("/dev/null", fd == 0 ? O_WRONLY : O_RDONLY);
    }
}

/* Known before anything can go wrong. As getopt_long() takes it: abbreviated, too. */
static bool wants_json(int argc, char **argv)
{
    for (int k = 2; k < argc && strcmp(argv[k], "--") != 0; k++)
        if (strlen(argv[k]) >= 3 && strncmp("--json", argv[k], strlen(argv[k])) == 0)
            return true;
    return false;
}

/* Of standard output; an error of a write before is not known any more. */
static bool has_reader(void)
{
    struct pollfd output = {.fd = STDOUT_FILENO};
    const int reason = errno;
    const bool has = poll(&output, 1, 0) <= 0 || (output.revents & POLLERR) == 0;

    errno = reason;
    return has;
}

int main(int argc, char **argv)
{
    int code;

    fill_closed_streams();
    signal(SIGPIPE, SIG_IGN); /* a write that fails is seen below */
    if (wants_json(argc, argv))
        cli_json_errors(stdout);
    code = dispatch(argc, argv);
    errno = 0;
    if ((fflush(stdout) != 0 || ferror(stdout)) && code == CLI_OK) {
        code = CLI_FAILED;
        if (has_reader()) /* one that has seen enough needs no message */
            fprintf(stderr, "cujit: cannot write to standard output%s%s\n", errno != 0 ? ": " : "",
                    errno != 0 ? strerror(errno) : "");
    }
    return code;
}
