/*
 * options.c: the options that describe a kernel, and the errors of getopt_long() in the program's own words.
 */
#include "options.h"

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
    case CLI_OPTION_TYPES:
        kernel->spec.types = optarg;
        return true;
    case 'd':
        kernel->device = optarg;
        return true;
    case 'v':
        kernel->verbose = true;
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
    const cujit_parameter *parameters = NULL;
    size_t count = cujit_elementwise_parameters(made, &parameters);

    for (size_t k = 0; k < count; k++) {
        if (parameters[k].dtype == CUJIT_DTYPE_NONE)
            return cli_problem_usage(problem,
                                     "%s is of type %s, and nothing says what that is; --types '%s = float' would",
                                     parameters[k].name, parameters[k].type, parameters[k].type);
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

cujit_status cli_kernel_context(const cli_kernel *kernel, cujit_context **context, cujit_error *error)
{
    return cujit_context_create(&(cujit_context_options){.device = kernel->device}, context, error);
}
