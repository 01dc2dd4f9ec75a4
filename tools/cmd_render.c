/*
 * cmd_render.c: `cujit render`: the generated source, without a compiler.
 */
#include "options.h"

#include <stdlib.h>

static const char help[] = "cujit render: show the source that is generated for an elementwise kernel\n"
                           "\n"
                           "usage: cujit render [OPTION...] SIGNATURE OPERATION\n"
                           "\n"
                           "Neither compiles nor needs a compiler. The source goes to standard output.\n"
                           "\n"
                           "Options:\n"
                           "  -d, --device DEVICE  cuda:0, host, sm_90, ...; with sm_90 no GPU is needed\n"
                           "  -h, --help           this text\n"
                           "\n" CLI_KERNEL_HELP "\n"
                           "For example:\n"
                           "  cujit render --device host 'float a, float *x' 'x[i] = a * x[i]'\n"
                           "  cujit render --device sm_90 'const float *x, float *z' 'z[i] = square(x[i])' \\\n"
                           "      --preamble '__device__ float square(float x) { return x * x; }'\n";

static const struct option long_options[] = {
    {"device", required_argument, NULL, 'd'}, CLI_KERNEL_OPTIONS, {NULL, 0, NULL, 0}};

static int render(const cli_kernel *kernel)
{
    cujit_context *context = NULL;
    cujit_error error = {0};
    char *source = NULL;
    int code = CLI_OK;

    if (cli_kernel_context(kernel, &context, &error) ||
        cujit_elementwise_render(context, &kernel->spec, &source, &error))
        code = cli_report_error("render", &error, kernel->verbose);
    else
        fputs(source, stdout);
    cujit_free(source);
    cujit_context_free(context);
    cujit_error_clear(&error);
    return code;
}

static int run(int argc, char **argv)
{
    cli_kernel kernel = {0};
    cli_problem problem = {0};
    int option, code;
    bool good = true, asked = false;

    opterr = 0;
    while (good && !asked && (option = getopt_long(argc, argv, ":hvd:", long_options, NULL)) != -1) {
        asked = option == 'h';
        good = asked || cli_kernel_option(&kernel, option, argv, &problem);
    }
    if (good && !asked && argc - optind != 2)
        good = cli_problem_usage(&problem, "two texts are needed, SIGNATURE and OPERATION; there are %d",
                                 argc - optind);
    if (asked)
        code = cli_show_help(&cli_command_render);
    else if (!good || !cli_kernel_texts(&kernel, argv[optind], argv[optind + 1], &problem))
        code = cli_report_problem("render", &problem);
    else
        code = render(&kernel);
    cli_problem_clear(&problem);
    cli_kernel_clear(&kernel);
    return code;
}

const cli_command cli_command_render = {"render", run, "show the source that is generated for a kernel", help};
