/*
 * cmd_warm.c: `cujit warm`: the kernels of a manifest, compiled ahead.
 */
#include "options.h"
#include "print.h"
#include "warm.h"

#include <inttypes.h>

static const char help[] =
    "cujit warm: compile the kernels of a manifest ahead, on all processors\n"
    "\n"
    "usage: cujit warm [OPTION...] MANIFEST\n"
    "\n"
    "A program that runs with CUJIT_RECORD=FILE in its environment writes a manifest of the kernels that it uses.\n"
    "What is in the kernel cache already is left as it is. Kernels for another kind of device are skipped.\n"
    "\n"
    "Options:\n"
    "  -a, --arch LIST      for these: sm_80,sm_90 (needs no GPU), host, x86-64-v3\n"
    "  -d, --device DEVICE  for this device; without both: the default device\n"
    "      --dir DIR        the cache's directory, in place of CUJIT_CACHE_DIR\n"
    "      --threads N      as many at once; without: one for each processor\n"
    "      --compile-timeout N\n"
    "                       seconds that a compiler may take for one text, 1 to 604800\n"
    "      --json           the counts as JSON\n"
    "  -h, --help           this text\n"
    "\n"
    "Exit status: 1 where a kernel could not be compiled; each is named. Also where kernels could not be kept.\n";

static const int taken[] = {'a', 'd', 'h', CLI_OPTION_JSON, CLI_WARM_OPTIONS, 0};

typedef struct warm_options {
    cli_warm warm;
    char **targets;
    bool json, help;
} warm_options;

static bool parse(int argc, char **argv, warm_options *out, cli_problem *problem)
{
    int option;

    while ((option = cli_next_option(argc, argv, taken)) != -1) {
        switch (option) {
        case 'a':
        case 'd':
            if (!cli_targets_add(&out->targets, optarg, problem))
                return false;
            break;
        case CLI_OPTION_JSON:
            out->json = true;
            break;
        case 'h':
            out->help = true;
            return true;
        default:
            if (!cli_warm_option(&out->warm, option, argv, problem))
                return false;
        }
    }
    if (argc - optind != 1)
        return cli_problem_usage(problem, "one MANIFEST is needed; there are %d", argc - optind);
    out->warm.manifest = argv[optind];
    return true;
}

static void print_result(const warm_options *options)
{
    const cujit_warm_result *result = &options->warm.result;
    cli_json json = {.file = stdout};

    if (!options->json) {
        printf("%zu kernel%s: %zu compiled, %zu there already, %zu failed", result->total,
               result->total == 1 ? "" : "s", result->built, result->found, result->failed);
        printf(result->skipped > 0 ? "; %zu for other devices skipped\n" : "\n", result->skipped);
        if (options->warm.unkept > 0)
            cli_note("warm", "%" PRIu64 " of them %s not kept: %s", options->warm.unkept,
                     options->warm.unkept == 1 ? "was" : "were", options->warm.why_unkept);
        return;
    }
    cli_json_begin(&json, NULL, '{');
    cli_json_unsigned(&json, "total", result->total);
    cli_json_unsigned(&json, "compiled", result->built);
    cli_json_unsigned(&json, "found", result->found);
    cli_json_unsigned(&json, "failed", result->failed);
    cli_json_unsigned(&json, "skipped", result->skipped);
    cli_json_unsigned(&json, "unkept", options->warm.unkept);
    cli_json_text(&json, "trouble", options->warm.unkept > 0 ? options->warm.why_unkept : NULL);
    cli_json_end(&json, '}');
}

static int run(int argc, char **argv)
{
    char *default_device[] = {"", NULL};
    warm_options options = {.warm = {.command = "warm"}};
    cli_problem problem = {0};
    cujit_error error = {0};
    int code = CLI_OK;

    if (!parse(argc, argv, &options, &problem)) {
        code = cli_report_problem("warm", &problem);
    } else if (options.help) {
        code = cli_show_help(&cli_command_warm);
    } else {
        options.warm.targets = options.targets != NULL ? options.targets : default_device;
        if (cli_warm_run(&options.warm, &error)) {
            print_result(&options);
            code = options.warm.result.failed > 0 || options.warm.unkept > 0 ? CLI_FAILED : CLI_OK;
        } else {
            code = cli_report_error("warm", &error, false);
        }
    }
    cli_warm_clear(&options.warm);
    cli_targets_clear(options.targets);
    cujit_error_clear(&error);
    cli_problem_clear(&problem);
    return code;
}

const cli_command cli_command_warm = {"warm", run, "compile the kernels of a manifest ahead", help};
