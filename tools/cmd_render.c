/*
 * cmd_render.c: `cujit render`: the generated source, without a compiler.
 */
#include "options.h"
#include "print.h"

#include <stdlib.h>
#include <string.h>

static const char help[] = "cujit render: show the source that is generated for an elementwise kernel\n"
                           "\n"
                           "usage: cujit render [OPTION...] SIGNATURE OPERATION\n"
                           "\n"
                           "Neither compiles nor needs a compiler. The source goes to standard output.\n"
                           "\n"
                           "Options:\n"
                           "  -d, --device DEVICE  cuda:0, host, sm_90, ...; with sm_90 no GPU is needed\n"
                           "  -a, --arch ARCH      sm_90, compute_90 or host, in place of a device\n"
                           "  -o, --output FILE    write the source to FILE; - is standard output\n"
                           "      --json           an object: device and source\n"
                           "  -h, --help           this text\n"
                           "\n" CLI_SOURCE_HELP "\n"
                           "For example:\n"
                           "  cujit render --device host 'float a, float *x' 'x[i] = a * x[i]'\n"
                           "  cujit render --device sm_90 'const float *x, float *z' 'z[i] = square(x[i])' \\\n"
                           "      --preamble '__device__ float square(float x) { return x * x; }'\n";

static const int taken[] = {'a', 'o', CLI_SOURCE_OPTIONS, 0};

/* With `output`, which has the source already, this is what tells of it. */
static void show_json(const char *output, const char *device, const char *source)
{
    cli_json json = {.file = cli_report_file(output)};

    cli_json_begin(&json, NULL, '{');
    cli_json_text(&json, "device", device);
    cli_json_text(&json, "source", source);
    cli_json_end(&json, '}');
}

static int render(const cli_kernel *kernel, const char *output)
{
    cli_problem problem = {0};
    cujit_context *context = NULL;
    cujit_error error = {0};
    char *source = NULL;
    int code = CLI_OK;

    if (cli_kernel_context(kernel, &context, &error) ||
        cujit_elementwise_render(context, &kernel->spec, &source, &error))
        code = cli_report_error("render", &error, false);
    else if (output != NULL && !cli_write_file(output, source, strlen(source), &problem))
        code = cli_report_problem("render", &problem);
    else if (kernel->json)
        show_json(output, cujit_context_device(context), source);
    else if (output == NULL)
        fputs(source, stdout);
    cli_problem_clear(&problem);
    cujit_free(source);
    cujit_context_free(context);
    cujit_error_clear(&error);
    return code;
}

static int run(int argc, char **argv)
{
    cli_kernel kernel = {0};
    cli_problem problem = {0};
    const char *architecture = NULL, *output = NULL;
    char *device = NULL;
    int option, code;
    bool good = true, asked = false;

    while (good && !asked && (option = cli_next_option(argc, argv, taken)) != -1) {
        asked = option == 'h';
        if (option == 'a')
            architecture = optarg;
        else if (option == 'o')
            output = optarg;
        else
            good = asked || cli_kernel_option(&kernel, option, argv, &problem);
    }
    if (cli_is_standard(output))
        cli_json_errors_aside();
    if (good && !asked && argc - optind != 2)
        good = cli_problem_usage(&problem, "two texts are needed, SIGNATURE and OPERATION; there are %d",
                                 argc - optind);
    if (good && !asked && architecture != NULL) {
        device = cli_choose_target(architecture, kernel.device, false, &problem);
        kernel.device = device;
        good = device != NULL;
    }
    if (asked)
        code = cli_show_help(&cli_command_render);
    else if (!good || !cli_kernel_texts(&kernel, argv[optind], argv[optind + 1], &problem))
        code = cli_report_problem("render", &problem);
    else
        code = render(&kernel, output);
    cli_problem_clear(&problem);
    cli_kernel_clear(&kernel);
    free(device);
    return code;
}

const cli_command cli_command_render = {"render", run, "show the source that is generated for a kernel", help};
