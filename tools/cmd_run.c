/*
 * cmd_run.c: `cujit run`: an elementwise kernel on files and generated arrays.
 *
 * The kernel is made first, because only then the parameters are known that the values are for.
 */
#include "run.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const char help[] =
    "cujit run: run an elementwise kernel\n"
    "\n"
    "usage: cujit run [OPTION...] SIGNATURE OPERATION NAME=VALUE...\n"
    "\n"
    "SIGNATURE is a C parameter list, OPERATION the statements for each index i (coordinates i0, i1, ...), such as\n"
    "'z[i] = a * x[i]'. A pointer without a value is an output: it takes the shape that the arrays with values have\n"
    "together (axes that one lacks, or that are 1 long, are repeated), starts as zeros, and is printed. An array with\n"
    "a value that the operation changes is printed, too. Arrays of more than one axis are laid out in the order (C or\n"
    "Fortran) of the first of them.\n"
    "\n"
    "Values:\n"
    "  scalars  3  -0x1f  1.5  1e-3  inf  nan  true  1+2j; vectors (float4): 1,2,3,4\n"
    "  arrays   FILE.npy  zeros:N  ones:N  arange:N  random:N[:SEED]; N: 1000, 30x40; - is a .npy file on standard\n"
    "           input. A file also says what a capital letter in SIGNATURE stands for: 'const T *x' with x=FILE.npy\n"
    "\n"
    "Options:\n"
    "  -o, --output NAME=FILE  write the array NAME to FILE (.npy) in place of printing it; may be repeated; - is\n"
    "                          standard output (and all else goes to standard error)\n"
    "  -d, --device DEVICE     cuda:0, host, ...; see 'cujit devices'\n"
    "      --range A:B[:S]     only i = A, A+S, ... while i < B (i > B where S is negative)\n"
    "      --slice A:B:S       the same with Python's rules: -10: is the last ten, ::2 every other one\n"
    "      --time              say on standard error how long it took\n"
    "      --json              everything as one JSON object; nan and inf are texts there, complex numbers pairs\n"
    "  -v, --verbose           the compiler's whole log\n"
    "  -h, --help              this text\n"
    "\n" CLI_KERNEL_HELP "\n"
    "For example:\n"
    "  cujit run 'float a, const float *x, float b, const float *y, float *z' 'z[i] = a*x[i] + b*y[i]' \\\n"
    "      a=5 x=arange:50 b=6 y=random:50:42\n"
    "  cujit run 'const float *x, float *z' 'z[i] = sqrtf(x[i])' x=arange:1000000 -o z=roots.npy --time\n"
    "  cujit run 'const int *x, const int *y, int *z' 'z[i] = x[i] * y[i]' x=arange:10x1 y=arange:10\n"
    "  cujit run 'int *x' 'x[i] = i * i' x=zeros:20 --slice ::2\n"
    "  cujit run 'const double *x, double *z' 'z[i] = square(x[i])' x=random:3x4 \\\n"
    "      --preamble '__device__ double square(double x) { return x * x; }'\n";

static const int taken[] = {'o', CLI_OPTION_RANGE, CLI_OPTION_SLICE, CLI_OPTION_TIME, CLI_KERNEL_OPTIONS, 0};

/* ---- The command line -------------------------------------------------------------------------------------------- */

/* Up to three whole numbers with ':' between them; an empty one keeps what is there. Gives their count, 0:
 * malformed. */
static int take_bounds(const char *text, int64_t *bounds, bool *given)
{
    int count = 0;

    for (;; text++) {
        char *end = NULL;

        given[count] = *text != ':' && *text != '\0';
        errno = 0;
        if (given[count]) {
            bounds[count] = strtoll(text, &end, 10);
            if (end == text || errno != 0 || isspace((unsigned char)*text))
                return 0;
            text = end;
        }
        count++;
        if (*text == '\0')
            return count;
        if (*text != ':' || count == 3)
            return 0;
    }
}

bool cli_run_parse_range(const char *text, cujit_range *out, cli_problem *problem)
{
    int64_t bounds[3] = {0, 0, 1};
    bool given[3] = {false, false, true};
    int count = take_bounds(text, bounds, given);

    if (count < 2 || !given[0] || !given[1] || !given[2] || bounds[2] == 0)
        return cli_problem_usage(problem,
                                 "--range %s: that is START:STOP or START:STOP:STEP, with a step that is not 0", text);
    *out = (cujit_range){bounds[0], bounds[1], bounds[2]};
    return true;
}

bool cli_run_parse_slice(const char *text, cujit_slice *out, cli_problem *problem)
{
    int64_t bounds[3] = {CUJIT_SLICE_END, CUJIT_SLICE_END, 1};
    bool given[3];
    int count = take_bounds(text, bounds, given);

    if (count < 2 || bounds[2] == 0)
        return cli_problem_usage(problem,
                                 "--slice %s: that is START:STOP or START:STOP:STEP as in Python, with a step "
                                 "that is not 0; each may be left out",
                                 text);
    *out = (cujit_slice){bounds[0], bounds[1], bounds[2]};
    return true;
}

bool cli_run_assign(const char *argument, const char *what, cli_assignment **list, size_t *count, cli_problem *problem)
{
    cli_assignment assignment;

    if (!cli_assignment_parse(argument, &assignment, problem))
        return false;
    *list = cli_realloc(*list, (*count + 1) * sizeof **list);
    (*list)[(*count)++] = assignment;
    for (size_t k = 0; k + 1 < *count; k++) {
        if (strcmp((*list)[k].name, assignment.name) == 0)
            return cli_problem_usage(problem, "%s has two %ss: '%s' and '%s'", assignment.name, what, (*list)[k].text,
                                     assignment.text);
    }
    if (assignment.text[0] == '\0')
        return cli_problem_usage(problem, "'%s' has no %s behind the '='", argument, what);
    return true;
}

static bool take_option(run_command *self, int option, char **argv)
{
    switch (option) {
    case 'o':
        return cli_run_assign(optarg, "file", &self->outputs, &self->output_count, &self->problem);
    case CLI_OPTION_RANGE:
        self->has_range = true;
        return cli_run_parse_range(optarg, &self->range, &self->problem);
    case CLI_OPTION_SLICE:
        self->has_slice = true;
        return cli_run_parse_slice(optarg, &self->slice, &self->problem);
    case CLI_OPTION_TIME:
        self->time = true;
        return true;
    default:
        return cli_kernel_option(&self->kernel, option, argv, &self->problem);
    }
}

/* One file only can go to standard output, and then nothing else does. */
static bool check_outputs(run_command *self)
{
    size_t standard = 0;

    for (size_t k = 0; k < self->output_count; k++)
        standard += cli_is_standard(self->outputs[k].text);
    if (standard > 0)
        cli_json_errors_aside();
    return standard <= 1 || cli_problem_usage(&self->problem, "-o: standard output ('-') can take one array only");
}

static bool parse(run_command *self, int argc, char **argv)
{
    bool good = true;
    int option;

    while (good && !self->help && (option = cli_next_option(argc, argv, taken)) != -1) {
        self->help = option == 'h';
        good = self->help || take_option(self, option, argv);
    }
    if (self->help || !good)
        return good;
    if (argc - optind < 2)
        return cli_problem_usage(&self->problem, "two texts are needed, SIGNATURE and OPERATION; there %s %d",
                                 argc - optind == 1 ? "is" : "are", argc - optind);
    if (self->has_range && self->has_slice)
        return cli_problem_usage(&self->problem, "--range and --slice do not go together");
    for (int k = optind + 2; good && k < argc; k++)
        good = cli_run_assign(argv[k], "value", &self->values, &self->value_count, &self->problem);
    return good && check_outputs(self) &&
           cli_kernel_texts(&self->kernel, argv[optind], argv[optind + 1], &self->problem);
}

/* ---- The run ----------------------------------------------------------------------------------------------------- */

static bool work(run_command *self)
{
    return cli_run_make(self) && cli_run_bind(self) && cli_run_launch(self) && cli_run_fetch(self) &&
           cli_run_show(self);
}

void cli_run_clear(run_command *self)
{
    cli_run_unbind(self);
    cujit_elementwise_free(self->made);
    cujit_context_free(self->context);
    for (size_t k = 0; k < self->value_count; k++)
        free(self->values[k].name);
    for (size_t k = 0; k < self->output_count; k++)
        free(self->outputs[k].name);
    free(self->values);
    free(self->outputs);
    cli_kernel_clear(&self->kernel);
    cli_problem_clear(&self->problem);
    cujit_error_clear(&self->error);
}

static int run(int argc, char **argv)
{
    run_command self = {0};
    const bool good = parse(&self, argc, argv);
    int code = CLI_OK;

    if (good && self.help)
        code = cli_show_help(&cli_command_run);
    else if (!good || !work(&self))
        code = cli_report_failure("run", &self.problem, &self.error, self.kernel.verbose);
    cli_run_clear(&self);
    return code;
}

const cli_command cli_command_run = {"run", run, "run an elementwise kernel on files and generated arrays", help};
