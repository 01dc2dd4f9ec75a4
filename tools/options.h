/*
 * options.h: the options of all subcommands, and those that describe one kernel.
 */
#ifndef TOOLS_OPTIONS_H
#define TOOLS_OPTIONS_H

#include "command.h"

#include <getopt.h>
#include <stdint.h>

/* Texts are owned: each may come from a file. */
typedef struct cli_kernel {
    cujit_elementwise_spec spec;
    char *texts[5]; /* arguments, operation, preamble, loop_prep, after_loop */
    const char **options;
    size_t option_count;
    const char *device;
    unsigned timeout_ms; /* of a compile; 0: the library's */
    bool verbose, json;
} cli_kernel;

/* Codes of the options that have no letter; each means the same in every subcommand. */
enum {
    CLI_OPTION_PREAMBLE = 256,
    CLI_OPTION_LOOP_PREP,
    CLI_OPTION_AFTER_LOOP,
    CLI_OPTION_NAME,
    CLI_OPTION_COMPILER,
    CLI_OPTION_COMPILE_TIMEOUT,
    CLI_OPTION_TYPES,
    CLI_OPTION_DIR,
    CLI_OPTION_DRY_RUN,
    CLI_OPTION_EXPLAIN,
    CLI_OPTION_INSTANCE,
    CLI_OPTION_JSON,
    CLI_OPTION_KIND,
    CLI_OPTION_LIMIT,
    CLI_OPTION_LIST,
    CLI_OPTION_MAKE_KEY,
    CLI_OPTION_MANIFEST,
    CLI_OPTION_MAX_BYTES,
    CLI_OPTION_MAX_ELEMENTS,
    CLI_OPTION_MAX_KERNELS,
    CLI_OPTION_MAX_LENGTH,
    CLI_OPTION_NEWER,
    CLI_OPTION_OBJECT,
    CLI_OPTION_OLDER,
    CLI_OPTION_OUT_DTYPE,
    CLI_OPTION_PLOT,
    CLI_OPTION_PTX,
    CLI_OPTION_RANGE,
    CLI_OPTION_REBUILD,
    CLI_OPTION_REPAIR,
    CLI_OPTION_REPEAT,
    CLI_OPTION_REVERSE,
    CLI_OPTION_SIGN,
    CLI_OPTION_SLICE,
    CLI_OPTION_SORT,
    CLI_OPTION_SOURCE,
    CLI_OPTION_SUMMARY,
    CLI_OPTION_SYMBOL,
    CLI_OPTION_THREADS,
    CLI_OPTION_TIME,
    CLI_OPTION_TOOLCHAIN,
    CLI_OPTION_TRUST,
    CLI_OPTION_UNUSED,
    CLI_OPTION_VERIFY
};

/* Those that describe one kernel's source, and those of who compiles it. */
#define CLI_SOURCE_OPTIONS                                                                                             \
    CLI_OPTION_PREAMBLE, CLI_OPTION_LOOP_PREP, CLI_OPTION_AFTER_LOOP, CLI_OPTION_NAME, CLI_OPTION_TYPES, 'd',          \
        CLI_OPTION_JSON, 'h'
#define CLI_KERNEL_OPTIONS CLI_SOURCE_OPTIONS, CLI_OPTION_COMPILER, CLI_OPTION_COMPILE_TIMEOUT, 'v'

/* getopt_long() for a subcommand that takes the options of these codes, ended by 0. */
int cli_next_option(int argc, char **argv, const int *taken);

/* What the help texts say of them. */
#define CLI_SOURCE_HELP                                                                                                \
    "Texts of the kernel (each, like SIGNATURE and OPERATION, is a TEXT or @FILE; @- is standard input):\n"            \
    "  --preamble TEXT      functions, types, #define, #include in front of the kernel\n"                              \
    "  --loop-prep TEXT     statements before the loop over the elements\n"                                            \
    "  --after-loop TEXT    statements behind that loop\n"                                                             \
    "  --name NAME          the kernel's name in listings and profilers\n"                                             \
    "  --types TYPES        what capitals in SIGNATURE stand for: 'T = float, U = half' for 'const T *x, U *z'\n"
#define CLI_KERNEL_HELP                                                                                                \
    CLI_SOURCE_HELP                                                                                                    \
    "  --option OPTION      an option for the compiler; may be given several times\n"                                  \
    "  --compile-timeout N  seconds that the compiler may take, 1 to 604800\n"

/* Takes an option of the lists above other than help; false: see the problem. Unknown codes are refused with the words
 * that `argv` has for them. */
bool cli_kernel_option(cli_kernel *kernel, int code, char **argv, cli_problem *problem);

/* The value of `option`, 1 to `most`; false: see the problem. */
bool cli_count_parse(const char *option, unsigned most, unsigned *count, cli_problem *problem);

/* The value of --compile-timeout: seconds, in milliseconds. */
bool cli_timeout_parse(unsigned *timeout_ms, cli_problem *problem);

/* Bytes, or a number of K, M, G or T of them; more than 0. */
bool cli_size_parse(const char *text, uint64_t *size);

/* SIGNATURE and OPERATION, the first two operands. */
bool cli_kernel_texts(cli_kernel *kernel, const char *signature, const char *operation, cli_problem *problem);
void cli_kernel_clear(cli_kernel *kernel);

/* Whether all types of a kernel are known, so that it has an object; false: see the problem. */
bool cli_kernel_is_concrete(const cujit_elementwise *made, cli_problem *problem);

/* What cli_next_option() did not like. */
bool cli_option_problem(int code, char **argv, cli_problem *problem);

/* What --arch, --device (each NULL where it is not given; not both) and --ptx come to: the device to make a context on.
 * The caller frees it. NULL: see the problem, which is empty where nothing was given. */
char *cli_choose_target(const char *architecture, const char *device, bool ptx, cli_problem *problem);

/* A context on the kernel's device. */
cujit_status cli_kernel_context(const cli_kernel *kernel, cujit_context **context, cujit_error *error);

#endif
