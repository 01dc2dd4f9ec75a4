/*
 * command.h: what the subcommands of `cujit` share.
 *
 * The program stands on the public headers of the library alone. A subcommand is one file cmd_*.c and one line in the
 * table of cujit.c. It returns the program's exit code: CLI_OK, CLI_FAILED or CLI_USAGE. Results go to standard output
 * and nothing else does; all that is said to a person goes to standard error.
 */
#ifndef TOOLS_COMMAND_H
#define TOOLS_COMMAND_H

#include <cujit/cujit.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum { CLI_OK = 0, CLI_FAILED = 1, CLI_USAGE = 2 };

/* `name` is what is typed, and what messages begin with after "cujit ". */
typedef struct cli_command {
    const char *name;
    int (*run)(int argc, char **argv); /* argv[0] is the subcommand's name */
    const char *summary;               /* one line for the list in `cujit --help` */
    const char *help;                  /* the whole text of `cujit NAME --help` */
} cli_command;

extern const cli_command cli_command_eval, cli_command_run, cli_command_render, cli_command_compile, cli_command_module,
    cli_command_tune, cli_command_devices, cli_command_doctor, cli_command_cache, cli_command_pack, cli_command_warm;

/* Why something in the program itself (not in the library) did not work. Starts as {0}; `text` is on the heap. */
typedef struct cli_problem {
    bool usage; /* the command line is wrong, not the world */
    char *text;
} cli_problem;

/* Both fill the problem and return false, so that `return cli_problem_set(...)` reads well. */
bool cli_problem_set(cli_problem *problem, const char *format, ...) __attribute__((format(printf, 2, 3)));
bool cli_problem_usage(cli_problem *problem, const char *format, ...) __attribute__((format(printf, 2, 3)));
void cli_problem_clear(cli_problem *problem);

/* Each says "cujit COMMAND: ..." on standard error and returns the exit code that goes with it; or, behind
 * cli_json_errors(), writes it as JSON. */
int cli_usage(const char *command, const char *format, ...) __attribute__((format(printf, 2, 3)));
int cli_report_problem(const char *command, const cli_problem *problem);
int cli_report_error(const char *command, const cujit_error *error, bool verbose);
/* What of the two there is. */
int cli_report_failure(const char *command, const cli_problem *problem, const cujit_error *error, bool verbose);
void cli_note(const char *command, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* From now on what fails is said to a program, as an object: {"error": {"status", "message", "part", "line", "column",
 * "excerpt", "log"}}. Goes to `file`; NULL: messages for people again. */
void cli_json_errors(FILE *file);
/* Where those objects go; NULL: nowhere. */
FILE *cli_json_errors_file(void);
/* Standard output is taken by data: such objects go to standard error. */
void cli_json_errors_aside(void);

/* True where colours are welcome: a terminal that knows them, and no NO_COLOR. */
bool cli_colour(FILE *file);

/* Prints a help text on standard output. */
int cli_show_help(const cli_command *command);

/* Memory for small things: never NULL; the program ends with a message where there is none. */
_Noreturn void cli_no_memory(void);
void *cli_alloc(size_t size);
void *cli_realloc(void *memory, size_t size);
char *cli_copy(const char *text);
char *cli_format(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Is it "-", standard input or output? NULL is not. */
bool cli_is_standard(const char *path);
/* Where a command tells of what it writes to `output` (NULL: to none): standard error, where that is standard
 * output. */
FILE *cli_report_file(const char *output);
/* Whether a path is a name that ends so: ".npy". */
bool cli_ends_in(const char *path, const char *end);

/* Opens a file for reading; "-" is standard input, which can be read once. NULL: see the problem, which does
 * not name the file. */
FILE *cli_open_input(const char *path, cli_problem *problem);
void cli_close_input(FILE *file);

/* Takes the mark away that some editors put in front of UTF-8. Returns how many bytes are left. */
size_t cli_strip_mark(char *text, size_t size);

/* The whole of a file as a text, of at most CLI_TEXT_MOST bytes and without such a mark; the path as above. NULL: see
 * the problem. */
enum { CLI_TEXT_MOST = 64 << 20 };
char *cli_read_text(const char *path, cli_problem *problem);

/* Writes a file whole; a regular file that could not be finished is removed. "-" is standard output. */
bool cli_write_file(const char *path, const void *data, size_t size, cli_problem *problem);

#endif
