/*
 * options.c: the options of all subcommands in one table, what those do that describe a kernel, and the errors of
 * getopt_long() in the program's own words.
 */
#include "options.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* A text, or the contents of the file behind '@': no C++ text begins with that character. */
static bool take_text(const char *argument, char **out, cli_problem *problem)
{
    char *text = argument[0] == '@' ? cli_read_text(argument + 1, problem) : cli_copy(argument);

    if (text == NULL)
        return false;
    free(*out);
    *out = text;
    return true;
}

static const struct option table[] = {
    {"after-loop", required_argument, NULL, CLI_OPTION_AFTER_LOOP},
    {"arch", required_argument, NULL, 'a'},
    {"compile-timeout", required_argument, NULL, CLI_OPTION_COMPILE_TIMEOUT},
    {"device", required_argument, NULL, 'd'},
    {"dir", required_argument, NULL, CLI_OPTION_DIR},
    {"dry-run", no_argument, NULL, CLI_OPTION_DRY_RUN},
    {"explain", no_argument, NULL, CLI_OPTION_EXPLAIN},
    {"file", required_argument, NULL, 'f'},
    {"help", no_argument, NULL, 'h'},
    {"include", required_argument, NULL, 'I'},
    {"instance", required_argument, NULL, CLI_OPTION_INSTANCE},
    {"json", no_argument, NULL, CLI_OPTION_JSON},
    {"kind", required_argument, NULL, CLI_OPTION_KIND},
    {"limit", required_argument, NULL, CLI_OPTION_LIMIT},
    {"list", required_argument, NULL, CLI_OPTION_LIST},
    {"log", no_argument, NULL, 'v'}, /* an older name */
    {"long", no_argument, NULL, 'l'},
    {"loop-prep", required_argument, NULL, CLI_OPTION_LOOP_PREP},
    {"make-key", required_argument, NULL, CLI_OPTION_MAKE_KEY},
    {"manifest", required_argument, NULL, CLI_OPTION_MANIFEST},
    {"max-bytes", required_argument, NULL, CLI_OPTION_MAX_BYTES},
    {"max-elements", required_argument, NULL, CLI_OPTION_MAX_ELEMENTS},
    {"max-kernels", required_argument, NULL, CLI_OPTION_MAX_KERNELS},
    {"max-length", required_argument, NULL, CLI_OPTION_MAX_LENGTH},
    {"name", required_argument, NULL, CLI_OPTION_NAME},
    {"newer", required_argument, NULL, CLI_OPTION_NEWER},
    {"object", required_argument, NULL, CLI_OPTION_OBJECT},
    {"older", required_argument, NULL, CLI_OPTION_OLDER},
    {"option", required_argument, NULL, CLI_OPTION_COMPILER},
    {"out-dtype", required_argument, NULL, CLI_OPTION_OUT_DTYPE},
    {"output", required_argument, NULL, 'o'},
    {"plot", required_argument, NULL, CLI_OPTION_PLOT},
    {"preamble", required_argument, NULL, CLI_OPTION_PREAMBLE},
    {"ptx", no_argument, NULL, CLI_OPTION_PTX},
    {"range", required_argument, NULL, CLI_OPTION_RANGE},
    {"rebuild", no_argument, NULL, CLI_OPTION_REBUILD},
    {"repair", no_argument, NULL, CLI_OPTION_REPAIR},
    {"repeat", required_argument, NULL, CLI_OPTION_REPEAT},
    {"reverse", no_argument, NULL, CLI_OPTION_REVERSE},
    {"sign", required_argument, NULL, CLI_OPTION_SIGN},
    {"slice", required_argument, NULL, CLI_OPTION_SLICE},
    {"sort", required_argument, NULL, CLI_OPTION_SORT},
    {"source", no_argument, NULL, CLI_OPTION_SOURCE},
    {"summary", no_argument, NULL, CLI_OPTION_SUMMARY},
    {"symbol", required_argument, NULL, CLI_OPTION_SYMBOL},
    {"threads", required_argument, NULL, CLI_OPTION_THREADS},
    {"time", no_argument, NULL, CLI_OPTION_TIME},
    {"toolchain", required_argument, NULL, CLI_OPTION_TOOLCHAIN},
    {"trust", no_argument, NULL, CLI_OPTION_TRUST},
    {"types", required_argument, NULL, CLI_OPTION_TYPES},
    {"unused", required_argument, NULL, CLI_OPTION_UNUSED},
    {"verbose", no_argument, NULL, 'v'},
    {"verify", required_argument, NULL, CLI_OPTION_VERIFY},
};

enum { OPTIONS = sizeof table / sizeof *table };

static bool is_taken(int code, const int *taken)
{
    while (*taken != 0 && *taken != code)
        taken++;
    return *taken != 0;
}

int cli_next_option(int argc, char **argv, const int *taken)
{
    struct option words[OPTIONS + 1] = {{NULL, 0, NULL, 0}};
    char letters[2 + 2 * OPTIONS] = ":", *end = letters + 1;
    size_t count = 0;

    for (size_t k = 0; k < OPTIONS; k++) {
        if (!is_taken(table[k].val, taken))
            continue;
        words[count++] = table[k];
        if (table[k].val >= 256 || strchr(letters + 1, table[k].val) != NULL)
            continue;
        *end++ = (char)table[k].val;
        if (table[k].has_arg == required_argument)
            *end++ = ':';
        *end = '\0';
    }
    opterr = 0;
    return getopt_long(argc, argv, letters, words, NULL);
}

bool cli_option_problem(int code, char **argv, cli_problem *problem)
{
    char letter[] = {'-', (char)optopt, '\0'};
    /* getopt_long leaves the letter in optopt, and 0 or a code of ours for a long option, which is the last word. */
    const char *option = optopt > 0 && optopt < 256 && strncmp(argv[optind - 1], "--", 2) != 0 ? letter
                                                                                               : argv[optind - 1];

    if (code == ':')
        return cli_problem_usage(problem, "the option '%s' needs a value", option);
    if (optopt != 0 && strncmp(option, "--", 2) == 0)
        return cli_problem_usage(problem, "the option '%s' takes no value", option);
    return cli_problem_usage(problem, "there is no option '%s'", option);
}

bool cli_count_parse(const char *option, unsigned most, unsigned *count, cli_problem *problem)
{
    char *end;
    const unsigned long value = strtoul(optarg, &end, 10);

    if (optarg[0] < '0' || optarg[0] > '9' || *end != '\0' || value < 1 || value > most)
        return cli_problem_usage(problem, "%s is \"%.40s\": expected 1 to %u", option, optarg, most);
    *count = (unsigned)value;
    return true;
}

bool cli_timeout_parse(unsigned *timeout_ms, cli_problem *problem)
{
    if (!cli_count_parse("--compile-timeout", 7 * 24 * 3600, timeout_ms, problem))
        return false;
    *timeout_ms *= 1000;
    return true;
}

bool cli_size_parse(const char *text, uint64_t *size)
{
    static const char suffixes[] = "kKmMgGtT";
    const char *suffix;
    unsigned shift = 0;
    char *end;

    errno = 0;
    *size = strtoull(text, &end, 10);
    if (text[0] < '0' || text[0] > '9' || errno != 0)
        return false;
    if (*end != '\0') {
        suffix = strchr(suffixes, *end);
        if (suffix == NULL || end[1] != '\0')
            return false;
        shift = 10 * (unsigned)((suffix - suffixes) / 2 + 1);
    }
    if (*size == 0 || *size > (uint64_t)INT64_MAX >> shift)
        return false;
    *size <<= shift;
    return true;
}

bool cli_kernel_option(cli_kernel *kernel, int code, char **argv, cli_problem *problem)
{
    switch (code) {
    case CLI_OPTION_PREAMBLE:
        return take_text(optarg, &kernel->texts[2], problem);
    case CLI_OPTION_LOOP_PREP:
        return take_text(optarg, &kernel->texts[3], problem);
    case CLI_OPTION_AFTER_LOOP:
        return take_text(optarg, &kernel->texts[4], problem);
    case CLI_OPTION_NAME:
        kernel->spec.name = optarg;
        return true;
    case CLI_OPTION_COMPILER:
        kernel->options = cli_realloc(kernel->options, (kernel->option_count + 2) * sizeof *kernel->options);
        kernel->options[kernel->option_count++] = optarg;
        kernel->options[kernel->option_count] = NULL;
        return true;
    case CLI_OPTION_COMPILE_TIMEOUT:
        return cli_timeout_parse(&kernel->timeout_ms, problem);
    case CLI_OPTION_TYPES:
        kernel->spec.types = optarg;
        return true;
    case 'd':
        kernel->device = optarg;
        return true;
    case 'v':
        kernel->verbose = true;
        return true;
    case CLI_OPTION_JSON:
        kernel->json = true;
        return true;
    default:
        return cli_option_problem(code, argv, problem);
    }
}

bool cli_kernel_texts(cli_kernel *kernel, const char *signature, const char *operation, cli_problem *problem)
{
    if (!take_text(signature, &kernel->texts[0], problem) || !take_text(operation, &kernel->texts[1], problem))
        return false;
    kernel->spec.arguments = kernel->texts[0];
    kernel->spec.operation = kernel->texts[1];
    kernel->spec.preamble = kernel->texts[2];
    kernel->spec.loop_prep = kernel->texts[3];
    kernel->spec.after_loop = kernel->texts[4];
    kernel->spec.options = kernel->options;
    return true;
}

bool cli_kernel_is_concrete(const cujit_elementwise *made, cli_problem *problem)
{
    const cujit_parameter *parameter;

    for (size_t k = 0; (parameter = cujit_elementwise_get_parameter(made, k)) != NULL; k++) {
        if (parameter->dtype == CUJIT_DTYPE_NONE)
            return cli_problem_usage(problem,
                                     "%s is of type %s, and nothing says what that is; --types '%s = float' would",
                                     parameter->name, parameter->type, parameter->type);
    }
    return true;
}

void cli_kernel_clear(cli_kernel *kernel)
{
    for (size_t k = 0; k < sizeof kernel->texts / sizeof *kernel->texts; k++)
        free(kernel->texts[k]);
    free(kernel->options);
    *kernel = (cli_kernel){0};
}

char *cli_choose_target(const char *architecture, const char *device, bool ptx, cli_problem *problem)
{
    const char *wanted = architecture != NULL ? architecture : device;
    const bool exact = wanted != NULL && strncmp(wanted, "sm_", 3) == 0;
    const bool virtual = wanted != NULL && strncmp(wanted, "compute_", 8) == 0;

    if (wanted == NULL)
        return NULL;
    if (architecture != NULL && device != NULL)
        cli_problem_usage(problem, "--arch and --device do not go together");
    else if (architecture != NULL && !exact && !virtual && strcmp(wanted, "host") != 0 &&
             strcmp(wanted, "x86-64-v3") != 0)
        cli_problem_usage(problem, "'%s' is not an architecture: sm_90, compute_90 or host, for example", wanted);
    else if (ptx && strcmp(wanted, "host") == 0)
        cli_problem_usage(problem, "--ptx does not go with the architecture host");
    else if (ptx && !exact && !virtual)
        cli_problem_usage(problem, "--ptx goes with an architecture, --arch sm_90 for example");
    else
        return ptx && exact ? cli_format("compute_%s", wanted + 3) : cli_copy(wanted);
    return NULL;
}

cujit_status cli_kernel_context(const cli_kernel *kernel, cujit_context **context, cujit_error *error)
{
    const cujit_context_options options = {.device = kernel->device, .compile_timeout_ms = kernel->timeout_ms};

    return cujit_context_create(&options, context, error);
}
