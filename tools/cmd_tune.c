/*
 * cmd_tune.c: `cujit tune`: finds the fastest variant of an elementwise kernel, and keeps it in the cache.
 *
 * The command line is that of `cujit run`, since the kernel is timed on real arrays.
 */
#include "run.h"

#include <stdlib.h>
#include <string.h>

static const char help[] =
    "cujit tune: find the fastest variant of an elementwise kernel\n"
    "\n"
    "usage: cujit tune [OPTION...] SIGNATURE OPERATION NAME=VALUE...\n"
    "\n"
    "SIGNATURE, OPERATION and values are those of 'cujit run'; the arrays should be as large as those that the kernel\n"
    "will run on. Threads a block, tiles a thread and width of a tile are tried out (this takes some seconds, most of\n"
    "them for compiling), and the fastest variant is kept in the cache, for this kernel and this kind of device, if\n"
    "it is more than 2 % faster than the default. Programs that make the same kernel use it from then on. The host\n"
    "device has no choice.\n"
    "\n"
    "Options:\n"
    "  -d, --device DEVICE     cuda:0, host, ...; see 'cujit devices'\n"
    "      --json              everything as one JSON object\n"
    "  -v, --verbose           the compiler's whole log\n"
    "  -h, --help              this text\n"
    "\n" CLI_KERNEL_HELP "\n"
    "For example:\n"
    "  cujit tune 'float a, const float *x, float *z' 'z[i] = a * x[i]' a=5 x=arange:100000000\n";

enum { COLUMNS = 5 };

static const int taken[] = {CLI_KERNEL_OPTIONS, 0};

static bool parse(run_command *self, int argc, char **argv)
{
    bool good = true;
    int option;

    while (good && !self->help && (option = cli_next_option(argc, argv, taken)) != -1) {
        if (option == 'h')
            self->help = true;
        else
            good = cli_kernel_option(&self->kernel, option, argv, &self->problem);
    }
    if (self->help || !good)
        return good;
    if (argc - optind < 2)
        return cli_problem_usage(&self->problem, "two texts are needed, SIGNATURE and OPERATION; there %s %d",
                                 argc - optind == 1 ? "is" : "are", argc - optind);
    for (int k = optind + 2; good && k < argc; k++)
        good = cli_run_assign(argv[k], "value", &self->values, &self->value_count, &self->problem);
    return good && cli_kernel_texts(&self->kernel, argv[optind], argv[optind + 1], &self->problem);
}

/* ---- What came out ----------------------------------------------------------------------------------------------- */

static int compare(const void *left, const void *right)
{
    double a = ((const cujit_tuning_candidate *)left)->ms, b = ((const cujit_tuning_candidate *)right)->ms;

    return (a > b) - (a < b);
}

static double speed(const cujit_tuning *tuning, double ms)
{
    return ms > 0 ? tuning->gb_per_s * tuning->ms / ms : 0;
}

static void show_json(const run_command *self, const cujit_tuning *tuning)
{
    cli_json json = {.file = stdout};

    cli_json_begin(&json, NULL, '{');
    cli_json_text(&json, "device", cujit_context_device(self->context));
    cli_json_text(&json, "device_name", cujit_context_device_name(self->context));
    cli_json_text(&json, "variant", tuning->variant[0] == '\0' ? NULL : tuning->variant);
    cli_json_real(&json, "ms", tuning->ms);
    cli_json_real(&json, "default_ms", tuning->default_ms);
    cli_json_real(&json, "gb_per_s", tuning->gb_per_s);
    cli_json_begin(&json, "candidates", '[');
    for (size_t k = 0; k < tuning->candidate_count; k++) {
        cli_json_begin(&json, NULL, '{');
        cli_json_text(&json, "variant", tuning->candidates[k].variant);
        cli_json_real(&json, "ms", tuning->candidates[k].ms);
        cli_json_real(&json, "gb_per_s", speed(tuning, tuning->candidates[k].ms));
        cli_json_end(&json, '}');
    }
    cli_json_end(&json, ']');
    cli_json_end(&json, '}');
}

/* The fastest first. */
static void show_table(const cujit_tuning *tuning)
{
    size_t rows = tuning->candidate_count + 1;
    char **cells = cli_alloc(rows * COLUMNS * sizeof *cells), **at = cells;
    cujit_tuning_candidate sorted[CUJIT_TUNING_MAX_CANDIDATES];
    const char *standard = tuning->candidates[0].variant;

    memcpy(sorted, tuning->candidates, sizeof sorted);
    qsort(sorted, tuning->candidate_count, sizeof *sorted, compare);
    *at++ = cli_copy("VARIANT");
    *at++ = cli_copy("TIME");
    *at++ = cli_copy("SPEED");
    *at++ = cli_copy("AGAINST DEFAULT");
    *at++ = cli_copy("");
    for (size_t k = 0; k < tuning->candidate_count; k++) {
        *at++ = cli_copy(sorted[k].variant);
        *at++ = cli_format("%.4f ms", sorted[k].ms);
        *at++ = cli_format("%.1f GB/s", speed(tuning, sorted[k].ms));
        *at++ = cli_format("%.3f", sorted[k].ms > 0 ? tuning->default_ms / sorted[k].ms : 0);
        *at++ = cli_format("%s%s", strcmp(sorted[k].variant, standard) == 0 ? "default " : "",
                           strcmp(sorted[k].variant, tuning->variant) == 0 ? "chosen" : "");
    }
    cli_print_table(stdout, COLUMNS, "lrrrl", rows, cells);
    for (size_t k = 0; k < rows * COLUMNS; k++)
        free(cells[k]);
    free(cells);
}

static void show(const run_command *self, const cujit_tuning *tuning)
{
    const char *directory = NULL;
    cujit_cache *cache = NULL;

    if (self->kernel.json) {
        show_json(self, tuning);
        return;
    }
    if (tuning->candidate_count == 0) {
        cli_note("tune",
                 "nothing was timed: no elements, or coordinates, or arrays that are repeated or differ in order");
        return;
    }
    printf("device  %s\n", cujit_context_device_name(self->context));
    show_table(tuning);
    fflush(stdout);
    if (tuning->candidate_count == 1) {
        cli_note("tune", "there is no choice for this kernel on this device");
        return;
    }
    if (cujit_cache_open(NULL, &cache, NULL) == CUJIT_OK)
        directory = cujit_cache_directory(cache);
    if (directory != NULL)
        cli_note("tune", "%s is kept in %s", tuning->variant, directory);
    cujit_cache_free(cache);
}

static bool work(run_command *self)
{
    cujit_tuning tuning = {0};

    bool good = cli_run_make(self) && cli_run_bind(self);

    if (!good)
        return false;
    cli_run_watch_faults(self, "tune");
    good = cujit_elementwise_tune(self->made, NULL, (cujit_args){self->args, self->count}, &tuning, &self->error) ==
               CUJIT_OK &&
           cujit_context_synchronize(self->context, &self->error) == CUJIT_OK;
    cli_run_watch_faults(self, NULL);
    if (good)
        show(self, &tuning);
    return good;
}

static int run(int argc, char **argv)
{
    run_command self = {0};
    const bool good = parse(&self, argc, argv);
    int code = CLI_OK;

    if (good && self.help)
        code = cli_show_help(&cli_command_tune);
    else if (!good || !work(&self))
        code = cli_report_failure("tune", &self.problem, &self.error, self.kernel.verbose);
    cli_run_clear(&self);
    return code;
}

const cli_command cli_command_tune = {"tune", run, "find the fastest variant of an elementwise kernel", help};
