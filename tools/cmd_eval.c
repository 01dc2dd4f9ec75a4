/*
 * cmd_eval.c: `cujit eval`: an expression in NumPy's notation over files and numbers.
 */
#include "element.h"
#include "eval.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static const char help[] =
    "cujit eval: evaluate an expression over arrays\n"
    "\n"
    "usage: cujit eval [OPTION...] EXPRESSION [NAME=VALUE | FILE]...\n"
    "       cujit eval [OPTION...] -f FILE [NAME=VALUE | FILE]...\n"
    "\n"
    "EXPRESSION is in NumPy's notation: '2*x + sin(y)', 'e = exp(x - max(x)); e / sum(e)'; docs/expressions.md has it\n"
    "all. Types and shapes are those of the files, and follow NumPy's rules. What the text is worth is printed, or,\n"
    "where it only assigns, what it assigns to; files that operands come from stay as they are. An expression that\n"
    "begins with '-' comes behind '--'.\n"
    "\n"
    "Values:\n"
    "  x=3 x=-0x1f x=1.5 x=inf x=1+2j x=true   numbers, which take the types of what they meet\n"
    "  x=[1,2.5,nan]  x=[[1,2],[3,4]]          arrays\n"
    "  x=FILE.npy  x=FILE.npz:NAME             NumPy's files\n"
    "  x=FILE.csv:COLUMN  x=FILE.csv           a column, by its name or its number from 1; all columns\n"
    "  x=-  x=-:NAME                           any of these on standard input\n"
    "  x=zeros:N ones:N arange:N random:N[:SEED]   float64, arange int64; N: 1000, 30x40\n"
    "  x:float32=VALUE                         any of these, converted; a number that is typed must be one of the type\n"
    "  FILE                                    all that the expression has a name for: arrays of an archive, columns\n"
    "                                          of a table, and a .npy file by its own name\n"
    "\n"
    "Options:\n"
    "  -o, --output [NAME=]FILE  write the expression's value, or what it assigns to NAME, to FILE in place of printing\n"
    "                            it: .npy; .npz (without a name: all that is assigned, and the value as 'result');\n"
    "                            .csv, .tsv, .txt (what goes to one file: columns). -, -.csv: standard output, as\n"
    "                            .npy or text. May be repeated\n"
    "  -f, --file FILE           the expression is in FILE; - is standard input\n"
    "  -d, --device DEVICE       cuda:0, host, ...; see 'cujit devices'\n"
    "      --out-dtype TYPE      convert the expression's value: float32, int64, ...\n"
    "      --max-length N        for texts of strangers: more bytes of text,\n"
    "      --max-kernels N       more kernels,\n"
    "      --max-bytes SIZE      more memory for results (bytes, or a number and K, M, G or T),\n"
    "      --max-elements N      more elements that a kernel goes through are an error\n"
    "      --compile-timeout N   seconds that a compiler may take for one text, 1 to 604800\n"
    "      --plot FILE.png       draw the value: a curve over its index, or a heat map of two axes\n"
    "      --summary             least and largest number, mean, deviation, NaNs and a histogram, as on a terminal\n"
    "      --explain             the kernels that it became, and the time, bytes and speed of each, beside a copy's\n"
    "      --repeat N            run it N times more, and say how long that took\n"
    "      --source              print the kernels' generated source in place of values\n"
    "      --json                everything as one JSON object; nan and inf are texts there, complex numbers pairs\n"
    "  -v, --verbose             the compiler's whole log\n"
    "  -h, --help                this text\n"
    "\n"
    "For example:\n"
    "  cujit eval '2*x + sin(y)' x=a.npy y=b.npy -o z.npy\n"
    "  cujit eval '(x - mean(x)) / std(x)' x=data.csv:temperature -o -.csv\n"
    "  cujit eval 'u[1:-1] += r*(u[2:] - 2*u[1:-1] + u[:-2])' u=state.npz:u r=0.25 -o u=next.npz\n"
    "  cujit eval 'm = mean(x, 0); s = std(x, 0)' x=random:1000x3 -o m=t.csv -o s=t.csv\n";

enum { RUNS = 10 }; /* that --explain times */

static const int taken[] = {'o',
                            'f',
                            'd',
                            'v',
                            'h',
                            CLI_OPTION_COMPILE_TIMEOUT,
                            CLI_OPTION_JSON,
                            CLI_OPTION_EXPLAIN,
                            CLI_OPTION_PLOT,
                            CLI_OPTION_REPEAT,
                            CLI_OPTION_SOURCE,
                            CLI_OPTION_SUMMARY,
                            CLI_OPTION_OUT_DTYPE,
                            CLI_OPTION_MAX_LENGTH,
                            CLI_OPTION_MAX_KERNELS,
                            CLI_OPTION_MAX_BYTES,
                            CLI_OPTION_MAX_ELEMENTS,
                            0};

/* ---- The command line -------------------------------------------------------------------------------------------- */

/* [NAME=]FILE */
static bool take_output(eval_command *self, const char *text)
{
    const char *path = text;
    eval_output *output;

    while (isalnum((unsigned char)*path) || *path == '_')
        path++;
    self->outputs = cli_realloc(self->outputs, (self->output_count + 1) * sizeof *self->outputs);
    output = &self->outputs[self->output_count++];
    *output = (eval_output){.path = text};
    if (*path == '=' && path > text && !isdigit((unsigned char)*text))
        *output = (eval_output){cli_format("%.*s", (int)(path - text), text), path + 1};
    if (output->path[0] == '\0')
        return cli_problem_usage(&self->problem, "-o '%s': expected [NAME=]FILE", text);
    if (eval_file(self) == stderr)
        cli_json_errors_aside();
    return eval_check_output(output->path, &self->problem);
}

static bool take_plot(eval_command *self, const char *path)
{
    self->plot = path;
    if (eval_file(self) == stderr)
        cli_json_errors_aside();
    if (cli_is_standard(path) || cli_ends_in(path, ".png"))
        return true;
    return cli_problem_usage(&self->problem, "--plot %s: expected a name that ends in .png, or - for standard output",
                             path);
}

static bool take_count(eval_command *self, const char *option, size_t *out)
{
    uint64_t value;

    if (!cli_size_parse(optarg, &value))
        return cli_problem_usage(&self->problem, "%s %s: expected a number greater than 0, or one and K, M, G or T",
                                 option, optarg);
    *out = value;
    return true;
}

static bool take_option(eval_command *self, int option, char **argv)
{
    switch (option) {
    case 'o':
        return take_output(self, optarg);
    case 'f':
        free(self->text);
        return (self->text = cli_read_text(optarg, &self->problem)) != NULL;
    case 'd':
        self->device = optarg;
        return true;
    case 'v':
        self->verbose = true;
        return true;
    case CLI_OPTION_JSON:
        self->json = true;
        return true;
    case CLI_OPTION_COMPILE_TIMEOUT:
        return cli_timeout_parse(&self->timeout_ms, &self->problem);
    case CLI_OPTION_EXPLAIN:
        self->explain = true;
        self->repeat = self->repeat_given ? self->repeat : RUNS;
        return true;
    case CLI_OPTION_REPEAT:
        self->repeat_given = true;
        return take_count(self, "--repeat", &self->repeat);
    case CLI_OPTION_SUMMARY:
        self->summary = true;
        return true;
    case CLI_OPTION_SOURCE:
        self->source = true;
        return true;
    case CLI_OPTION_PLOT:
        return take_plot(self, optarg);
    case CLI_OPTION_MAX_LENGTH:
        return take_count(self, "--max-length", &self->limits.max_length);
    case CLI_OPTION_MAX_KERNELS:
        return take_count(self, "--max-kernels", &self->limits.max_kernels);
    case CLI_OPTION_MAX_BYTES:
        return take_count(self, "--max-bytes", &self->limits.max_bytes);
    case CLI_OPTION_MAX_ELEMENTS:
        return take_count(self, "--max-elements", &self->limits.max_elements);
    case CLI_OPTION_OUT_DTYPE:
        self->out_dtype = cujit_dtype_from_name(optarg);
        return cli_is_number_type(self->out_dtype) ||
               cli_problem_usage(&self->problem, "--out-dtype %s: that is no type of numbers", optarg);
    default:
        cli_option_problem(option, argv, &self->problem);
        if (option != ':' && strstr(self->problem.text, "'--") == NULL)
            cli_problem_usage(&self->problem, "%s; an expression that begins with '-' comes behind '--'",
                              self->problem.text);
        return false;
    }
}

/* Standard output takes one file: outputs of one path are one. */
static bool check_standard(eval_command *self)
{
    const char *held = cli_is_standard(self->plot) ? self->plot : NULL;

    for (size_t k = 0; k < self->output_count; k++) {
        const char *path = self->outputs[k].path;

        if (!eval_is_standard(path))
            continue;
        if (held != NULL && (held == self->plot || strcmp(held, path) != 0))
            return cli_problem_usage(&self->problem, "-o %s: standard output takes %s %s already", path,
                                     held == self->plot ? "--plot" : "-o", held);
        held = path;
    }
    return true;
}

static bool parse(eval_command *self, int argc, char **argv)
{
    bool good = true;
    int option;

    while (good && !self->help && (option = cli_next_option(argc, argv, taken)) != -1) {
        self->help = option == 'h';
        good = self->help || take_option(self, option, argv);
    }
    if (self->help || !good)
        return good;
    if (self->text == NULL && optind == argc)
        return cli_problem_usage(&self->problem, "an expression is needed, or -f FILE");
    if (self->text == NULL)
        self->text = cli_copy(argv[optind++]);
    self->given = (const char **)(argv + optind);
    self->given_count = (size_t)(argc - optind);
    cli_names_find(self->text, &self->names);
    if (!check_standard(self))
        return false;
    return self->out_dtype == CUJIT_DTYPE_NONE || self->names.has_value ||
           cli_problem_usage(&self->problem, "--out-dtype %s: the expression has no value, it only assigns",
                             cujit_dtype_name(self->out_dtype));
}

/* ------------------------------------------------------------------------------------------------------------------ */

static bool work(eval_command *self)
{
    const cujit_context_options options = {.device = self->device, .compile_timeout_ms = self->timeout_ms};

    self->limits.text = self->text;
    return cujit_context_create(&options, &self->context, &self->error) == CUJIT_OK &&
           cujit_expression_create(self->context, &self->limits, &self->made, &self->error) == CUJIT_OK &&
           eval_bind(self) && eval_run(self) && eval_write(self) && eval_plot(self) && eval_show(self);
}

static void clear(eval_command *self)
{
    for (size_t k = 0; k < self->value_count; k++) {
        cli_array_clear(&self->values[k].host);
        if (self->values[k].owned)
            cujit_array_free(self->values[k].array);
    }
    free(self->values);
    eval_unbind(self);
    if (self->explained != self->made)
        cujit_expression_free(self->explained);
    cujit_expression_free(self->made);
    cujit_context_free(self->context);
    for (size_t k = 0; k < self->output_count; k++)
        free(self->outputs[k].name);
    free(self->outputs);
    cli_names_clear(&self->names);
    free(self->text);
    cli_problem_clear(&self->problem);
    cujit_error_clear(&self->error);
}

static int run(int argc, char **argv)
{
    eval_command self = {0};
    const bool good = parse(&self, argc, argv);
    int code = CLI_OK;

    if (good && self.help)
        code = cli_show_help(&cli_command_eval);
    else if (!good || !work(&self))
        code = cli_report_failure("eval", &self.problem, &self.error, self.verbose);
    clear(&self);
    return code;
}

const cli_command cli_command_eval = {"eval", run, "evaluate an expression in NumPy's notation over files", help};
