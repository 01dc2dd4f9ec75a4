/*
 * cmd_compile.c: `cujit compile`: a kernel for any architecture, on a machine without a GPU.
 */
#include "options.h"
#include "report.h"

#include <stdlib.h>
#include <string.h>

static const char help[] =
    "cujit compile: compile an elementwise kernel and say what it needs\n"
    "\n"
    "usage: cujit compile [OPTION...] SIGNATURE OPERATION --arch ARCHITECTURE\n"
    "\n"
    "Needs no GPU and no driver, only the compiler. Prints registers, shared memory, stack and spills as the\n"
    "compiler reports them, and keeps the object in the kernel cache.\n"
    "\n"
    "Options:\n"
    "  -a, --arch ARCH      sm_75, sm_90, ...: an object for that GPU (cubin); compute_90: PTX;\n"
    "                       host: a shared object for this machine's processor\n"
    "  -d, --device DEVICE  in place of --arch: cuda:0, host, ...; see 'cujit devices'\n"
    "      --ptx            PTX in place of a cubin: --arch sm_90 becomes compute_90\n"
    "  -o, --output FILE    write the object to FILE; - is standard output (and the report goes to standard error)\n"
    "      --json           the report as JSON\n"
    "  -v, --verbose        the compiler's whole log\n"
    "  -h, --help           this text\n"
    "\n" CLI_KERNEL_HELP "\n"
    "For example:\n"
    "  cujit compile 'float a, const float *x, float *z' 'z[i] = a * sinf(x[i])' --arch sm_90\n"
    "  cujit compile 'float *x' 'x[i] = rsqrtf(x[i])' --arch sm_80 --ptx -o - | less\n";

static const int taken[] = {'a', 'o', CLI_OPTION_PTX, CLI_KERNEL_OPTIONS, 0};

typedef struct compile_options {
    cli_kernel kernel;
    const char *architecture, *output;
    char *device; /* owned */
    bool ptx, help;
} compile_options;

static bool parse(int argc, char **argv, compile_options *out, cli_problem *problem)
{
    bool good = true;
    int option;

    while (good && !out->help && (option = cli_next_option(argc, argv, taken)) != -1) {
        switch (option) {
        case 'a':
            out->architecture = optarg;
            break;
        case 'o':
            out->output = optarg;
            if (cli_is_standard(optarg))
                cli_json_errors_aside();
            break;
        case CLI_OPTION_PTX:
            out->ptx = true;
            break;
        case 'h':
            out->help = true;
            break;
        default:
            good = cli_kernel_option(&out->kernel, option, argv, problem);
            break;
        }
    }
    return good;
}

static bool choose_device(compile_options *options, cli_problem *problem)
{
    options->device = cli_choose_target(options->architecture, options->kernel.device, options->ptx, problem);
    options->kernel.device = options->device;
    if (options->device == NULL && problem->text == NULL)
        cli_problem_usage(problem, "--arch is needed: sm_90, compute_90 or host, for example");
    return options->device != NULL;
}

static void print_report(const compile_options *options, const cujit_report *report)
{
    FILE *file = cli_report_file(options->output);
    cli_json json = {.file = file};

    if (options->kernel.json) {
        cli_report_json(&json, NULL, report, true);
        return;
    }
    cli_report_print(file, report);
    if (options->kernel.verbose && report->log[0] != '\0')
        fprintf(file, "\nThe compiler's log:\n%s\n", report->log);
}

static int compile(const compile_options *options)
{
    const cli_kernel *kernel = &options->kernel;
    cujit_context *context = NULL;
    cujit_elementwise *made = NULL;
    cujit_error error = {0};
    cli_problem problem = {0};
    cujit_report report;
    int code = CLI_OK;

    if (cli_kernel_context(kernel, &context, &error) ||
        cujit_elementwise_create(context, &kernel->spec, &made, &error)) {
        code = cli_report_error("compile", &error, kernel->verbose);
        goto out;
    }
    if (!cli_kernel_is_concrete(made, &problem)) {
        code = cli_report_problem("compile", &problem);
        goto out;
    }
    cujit_elementwise_get_report(made, &report);
    if (options->output != NULL && !cli_write_file(options->output, report.object, report.object_size, &problem)) {
        code = cli_report_problem("compile", &problem);
        goto out;
    }
    print_report(options, &report);
out:
    cujit_elementwise_free(made);
    cujit_context_free(context);
    cujit_error_clear(&error);
    cli_problem_clear(&problem);
    return code;
}

static int run(int argc, char **argv)
{
    compile_options options = {0};
    cli_problem problem = {0};
    bool good = parse(argc, argv, &options, &problem);
    int code;

    if (good && !options.help && argc - optind != 2)
        good = cli_problem_usage(&problem, "two texts are needed, SIGNATURE and OPERATION; there are %d",
                                 argc - optind);
    if (options.help)
        code = cli_show_help(&cli_command_compile);
    else if (!good || !choose_device(&options, &problem) ||
             !cli_kernel_texts(&options.kernel, argv[optind], argv[optind + 1], &problem))
        code = cli_report_problem("compile", &problem);
    else
        code = compile(&options);
    cli_problem_clear(&problem);
    cli_kernel_clear(&options.kernel);
    free(options.device);
    return code;
}

const cli_command cli_command_compile = {"compile", run, "compile a kernel for any architecture; no GPU needed", help};
