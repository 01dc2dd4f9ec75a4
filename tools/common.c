/*
 * common.c: messages, memory and files for the subcommands of `cujit`.
 *
 * Messages on standard error have one form: "cujit COMMAND: what was tried: why it failed". Wrong usage adds one line
 * that says where help is.
 */
#include "print.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- Memory ------------------------------------------------------------------------------------------------------ */

_Noreturn void cli_no_memory(void)
{
    fputs("cujit: out of memory\n", stderr);
    exit(CLI_FAILED);
}

void *cli_alloc(size_t size)
{
    void *memory = calloc(1, size == 0 ? 1 : size);

    if (memory == NULL)
        cli_no_memory();
    return memory;
}

void *cli_realloc(void *memory, size_t size)
{
    void *grown = realloc(memory, size == 0 ? 1 : size);

    if (grown == NULL)
        cli_no_memory();
    return grown;
}

char *cli_copy(const char *text)
{
    size_t size = strlen(text) + 1;

    return memcpy(cli_alloc(size), text, size);
}

static char *format_list(const char *format, va_list arguments)
{
    char *text = NULL;

    if (vasprintf(&text, format, arguments) < 0)
        cli_no_memory();
    return text;
}

char *cli_format(const char *format, ...)
{
    va_list arguments;
    char *text = NULL;

    va_start(arguments, format);
    text = format_list(format, arguments);
    va_end(arguments);
    return text;
}

/* ---- Messages ---------------------------------------------------------------------------------------------------- */

static void set_problem(cli_problem *problem, bool usage, const char *format, va_list arguments)
{
    char *text = format_list(format, arguments); /* the old text may be one of the arguments */

    cli_problem_clear(problem);
    *problem = (cli_problem){.usage = usage, .text = text};
}

bool cli_problem_set(cli_problem *problem, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    set_problem(problem, false, format, arguments);
    va_end(arguments);
    return false;
}

bool cli_problem_usage(cli_problem *problem, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    set_problem(problem, true, format, arguments);
    va_end(arguments);
    return false;
}

void cli_problem_clear(cli_problem *problem)
{
    free(problem->text);
    *problem = (cli_problem){0};
}

bool cli_colour(FILE *file)
{
    const char *no_color = getenv("NO_COLOR"), *terminal = getenv("TERM");

    return (no_color == NULL || no_color[0] == '\0') && terminal != NULL && strcmp(terminal, "dumb") != 0 &&
           isatty(fileno(file));
}

/* ---- Errors for programs ----------------------------------------------------------------------------------------- */

static FILE *json_errors;

void cli_json_errors(FILE *file)
{
    json_errors = file;
}

FILE *cli_json_errors_file(void)
{
    return json_errors;
}

void cli_json_errors_aside(void)
{
    if (json_errors != NULL)
        json_errors = stderr;
}

static void place(cli_json *json, const char *key, int value)
{
    if (value > 0)
        cli_json_integer(json, key, value);
    else
        cli_json_text(json, key, NULL);
}

static void error_member(cli_json *json, const char *status, const char *message, const cujit_error *error)
{
    cli_json_begin(json, "error", '{');
    cli_json_text(json, "status", status);
    cli_json_text(json, "message", message);
    cli_json_text(json, "part", error->part);
    place(json, "line", error->line);
    place(json, "column", error->column);
    cli_json_text(json, "excerpt", error->excerpt);
    cli_json_text(json, "log", error->log);
    cli_json_end(json, '}');
}

void cli_json_error(cli_json *json, const cujit_error *error)
{
    error_member(json, cujit_status_name(error->status), error->message, error);
}

static void write_error(const char *status, const char *message, const cujit_error *error)
{
    cli_json json = {.file = json_errors};

    cli_json_begin(&json, NULL, '{');
    error_member(&json, status, message, error);
    cli_json_end(&json, '}');
}

/* What the program itself found wrong. */
static void write_problem(bool usage, const char *message)
{
    write_error(usage ? "usage" : "failed", message, &(cujit_error){0});
}

/* ---- Messages for people ----------------------------------------------------------------------------------------- */

/* What was printed so far comes first, also where both streams are one file. */
static void begin_message(const char *command, bool bad)
{
    bool colour = cli_colour(stderr);

    fflush(stdout);
    fprintf(stderr, "%scujit%s%s:%s ", colour ? bad ? "\033[1;31m" : "\033[1m" : "", command[0] != '\0' ? " " : "",
            command, colour ? "\033[0m" : "");
}

int cli_usage(const char *command, const char *format, ...)
{
    va_list arguments;
    char *text;

    va_start(arguments, format);
    text = format_list(format, arguments);
    va_end(arguments);
    if (json_errors != NULL) {
        write_problem(true, text);
        free(text);
        return CLI_USAGE;
    }
    begin_message(command, true);
    fputs(text, stderr);
    free(text);
    fprintf(stderr, "\ntry 'cujit%s%s --help'\n", command[0] != '\0' ? " " : "", command);
    return CLI_USAGE;
}

int cli_report_problem(const char *command, const cli_problem *problem)
{
    if (problem->usage)
        return cli_usage(command, "%s", problem->text);
    if (json_errors != NULL) {
        write_problem(false, problem->text);
        return CLI_FAILED;
    }
    begin_message(command, true);
    fprintf(stderr, "%s\n", problem->text);
    return CLI_FAILED;
}

int cli_report_error(const char *command, const cujit_error *error, bool verbose)
{
    char *text;

    if (json_errors != NULL) {
        write_error(cujit_status_name(error->status), error->message, error);
        return CLI_FAILED;
    }
    text = cujit_error_format(error);
    begin_message(command, true);
    fputs(text != NULL ? text : "failed without saying why\n", stderr);
    cujit_free(text);
    if (error->log != NULL && error->log[0] != '\0') {
        if (verbose)
            fprintf(stderr, "\nThe compiler's log:\n%s\n", error->log);
        else
            fputs("(--verbose shows the compiler's whole log)\n", stderr);
    }
    return CLI_FAILED;
}

int cli_report_failure(const char *command, const cli_problem *problem, const cujit_error *error, bool verbose)
{
    return problem->text != NULL ? cli_report_problem(command, problem) : cli_report_error(command, error, verbose);
}

void cli_note(const char *command, const char *format, ...)
{
    va_list arguments;

    begin_message(command, false);
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
}

int cli_show_help(const cli_command *command)
{
    fputs(command->help, stdout);
    return CLI_OK;
}

/* ---- Files ------------------------------------------------------------------------------------------------------- */

bool cli_is_standard(const char *path)
{
    return path != NULL && strcmp(path, "-") == 0;
}

FILE *cli_report_file(const char *output)
{
    return cli_is_standard(output) ? stderr : stdout;
}

bool cli_ends_in(const char *path, const char *end)
{
    const size_t size = strlen(path), tail = strlen(end);

    return size > tail && strcmp(path + size - tail, end) == 0;
}

FILE *cli_open_input(const char *path, cli_problem *problem)
{
    static bool taken;
    FILE *file;

    if (cli_is_standard(path)) {
        if (taken)
            cli_problem_usage(problem, "standard input ('-') can stand for one thing only");
        file = taken ? NULL : stdin;
        taken = true;
        return file;
    }
    if ((file = fopen(path, "rbe")) == NULL)
        cli_problem_set(problem, "%s", strerror(errno));
    return file;
}

void cli_close_input(FILE *file)
{
    if (file != NULL && file != stdin)
        fclose(file);
}

size_t cli_strip_mark(char *text, size_t size)
{
    static const char mark[] = {'\xef', '\xbb', '\xbf'};

    if (size < sizeof mark || memcmp(text, mark, sizeof mark) != 0)
        return size;
    memmove(text, text + sizeof mark, size - sizeof mark);
    return size - sizeof mark;
}

char *cli_read_text(const char *path, cli_problem *problem)
{
    FILE *file = cli_open_input(path, problem);
    char *text = NULL;
    size_t size = 0, room = 0, got;

    if (file == NULL) {
        if (!problem->usage)
            cli_problem_set(problem, "cannot read %s: %s", path, problem->text);
        return NULL;
    }
    do {
        if (room - size < 4096)
            text = cli_realloc(text, room = 2 * room + 8192);
        got = fread(text + size, 1, room - size - 1, file);
        size += got;
    } while (got > 0 && size <= CLI_TEXT_MOST);
    size = cli_strip_mark(text, size);
    text[size] = '\0';
    if (ferror(file))
        cli_problem_set(problem, "cannot read %s: %s", path, strerror(errno));
    else if (size > CLI_TEXT_MOST)
        cli_problem_set(problem, "cannot use %s: it has more than %d MiB, the most that a text may have", path,
                        CLI_TEXT_MOST >> 20);
    else if (strlen(text) != size)
        cli_problem_set(problem, "cannot use %s: it is not a text, there is a zero byte in it", path);
    cli_close_input(file);
    if (problem->text == NULL)
        return text;
    free(text);
    return NULL;
}

bool cli_write_file(const char *path, const void *data, size_t size, cli_problem *problem)
{
    bool standard = cli_is_standard(path);
    FILE *file = standard ? stdout : fopen(path, "wbe");
    struct stat status;
    bool good;
    int reason;

    if (file == NULL)
        return cli_problem_set(problem, "cannot write %s: %s", path, strerror(errno));
    good = fwrite(data, 1, size, file) == size && fflush(file) == 0;
    reason = errno;
    if (!standard && fclose(file) != 0 && good) {
        good = false;
        reason = errno;
    }
    if (good)
        return true;
    if (!standard && lstat(path, &status) == 0 && S_ISREG(status.st_mode))
        unlink(path);
    return cli_problem_set(problem, "cannot write %s: %s", path, strerror(reason));
}
