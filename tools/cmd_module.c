/*
 * cmd_module.c: `cujit module`: a file of CUDA C++ for any architecture, on a machine without a GPU.
 */
#include "costs.h"
#include "options.h"
#include "report.h"

#include <stdlib.h>
#include <string.h>

static const char help[] =
    "cujit module: compile a file of CUDA C++ and say what each of its kernels needs\n"
    "\n"
    "usage: cujit module [OPTION...] FILE.cu\n"
    "\n"
    "Needs no GPU and no driver where --arch is given, only the compiler. Lists the kernels with registers, shared\n"
    "memory, stack and spills as the compiler reports them (the host's reports nothing: '-'), and keeps the object in\n"
    "the kernel cache. FILE may be - for standard input.\n"
    "\n"
    "Options:\n"
    "  -a, --arch ARCH      sm_75, sm_90, ...: an object for that GPU (cubin); compute_90: PTX;\n"
    "                       host: a shared object for this machine's processor; else that of the default device\n"
    "  -d, --device DEVICE  in place of --arch: cuda:0, host, ...; see 'cujit devices'\n"
    "      --name NAME      the module's name in listings; else the file's\n"
    "      --option OPTION  an option for the compiler; may be given several times\n"
    "      --compile-timeout N\n"
    "                       seconds that the compiler may take, 1 to 604800\n"
    "  -I, --include FOLDER a folder where #include looks, behind FILE's own; may be given several times\n"
    "      --instance EXPR  an instance of a template, 'scale<float>'; may be given several times\n"
    "      --ptx            PTX in place of a cubin: sm_90 becomes compute_90\n"
    "  -o, --output FILE    write the object to FILE; - is standard output (and the list goes to standard error)\n"
    "      --json           everything as one JSON object\n"
    "  -v, --verbose        the compiler's whole log (--log means the same)\n"
    "  -h, --help           this text\n"
    "\n"
    "For example:\n"
    "  cujit module product.cu --arch sm_90\n"
    "  cujit module scale.cu --arch sm_80 --instance 'scale<float>' --option=-use_fast_math --ptx -o scale.ptx\n";

static const int taken[] = {'a',
                            'd',
                            'o',
                            'I',
                            'v',
                            'h',
                            CLI_OPTION_COMPILER,
                            CLI_OPTION_COMPILE_TIMEOUT,
                            CLI_OPTION_INSTANCE,
                            CLI_OPTION_JSON,
                            CLI_OPTION_NAME,
                            CLI_OPTION_PTX,
                            0};

/* Texts of the command line, ended by NULL. */
typedef struct text_list {
    const char **items;
    size_t count;
} text_list;

typedef struct module_options {
    text_list options, folders, instances;
    const char *architecture, *wanted, *output, *path; /* --arch, --device, ... */
    char *folder;                                      /* owned: where the file lies */
    const char *own_name;
    unsigned timeout_ms; /* of the compile; 0: the library's */
    char name[64];
    char *device; /* owned */
    char *source; /* owned */
    bool ptx, json, log, help;
} module_options;

static void append(text_list *list, const char *text)
{
    list->items = cli_realloc(list->items, (list->count + 2) * sizeof *list->items);
    list->items[list->count++] = text;
    list->items[list->count] = NULL;
}

static bool take_option(module_options *out, int option, char **argv, cli_problem *problem)
{
    switch (option) {
    case 'a':
        out->architecture = optarg;
        return true;
    case 'o':
        out->output = optarg;
        if (cli_is_standard(optarg))
            cli_json_errors_aside();
        return true;
    case 'd':
        out->wanted = optarg;
        return true;
    case CLI_OPTION_NAME:
        out->own_name = optarg;
        return true;
    case 'I':
        append(&out->folders, optarg);
        return true;
    case CLI_OPTION_COMPILER:
        append(&out->options, optarg);
        return true;
    case CLI_OPTION_COMPILE_TIMEOUT:
        return cli_timeout_parse(&out->timeout_ms, problem);
    case CLI_OPTION_INSTANCE:
        append(&out->instances, optarg);
        return true;
    case CLI_OPTION_PTX:
        out->ptx = true;
        return true;
    case CLI_OPTION_JSON:
        out->json = true;
        return true;
    case 'v':
        out->log = true;
        return true;
    case 'h':
        out->help = true;
        return true;
    default:
        return cli_option_problem(option, argv, problem);
    }
}

/* The module's name in listings of the cache: the file's, as an identifier. */
static void choose_name(module_options *out)
{
    const char *slash = strrchr(out->path, '/'), *base = slash == NULL ? out->path : slash + 1;
    size_t length = strcspn(base, ".");

    length = length < sizeof out->name - 2 ? length : sizeof out->name - 2;
    if (length == 0 || cli_is_standard(out->path))
        return;
    snprintf(out->name, sizeof out->name, "%s%.*s", base[0] >= '0' && base[0] <= '9' ? "_" : "", (int)length, base);
    for (char *c = out->name; *c != '\0'; c++) {
        if (!((*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') || (*c >= '0' && *c <= '9')))
            *c = '_';
    }
}

/* The file's own folder comes first, as with other compilers. */
static void find_folder(module_options *out)
{
    const char *slash = strrchr(out->path, '/');

    if (cli_is_standard(out->path))
        return;
    out->folder = slash == NULL        ? cli_copy(".")
                  : slash == out->path ? cli_copy("/")
                                       : cli_format("%.*s", (int)(slash - out->path), out->path);
    append(&out->folders, out->folder);
}

static bool parse(int argc, char **argv, module_options *out, cli_problem *problem)
{
    text_list others = {0};
    bool good = true;
    int option;

    while (good && !out->help && (option = cli_next_option(argc, argv, taken)) != -1)
        good = take_option(out, option, argv, problem);
    if (!good || out->help)
        return good;
    if (argc - optind != 1)
        return cli_problem_usage(problem, "one file is needed; there are %d", argc - optind);
    out->path = argv[optind];
    choose_name(out);
    others = out->folders;
    out->folders = (text_list){0};
    find_folder(out);
    for (size_t k = 0; k < others.count; k++)
        append(&out->folders, others.items[k]);
    free(others.items);
    return true;
}

/* The architecture of the device that programs run on where nothing else is said. */
static bool default_architecture(char **out, cujit_error *error)
{
    cujit_context *context = NULL;
    cujit_device_info info = {0};
    bool good = cujit_context_create(NULL, &context, error) == CUJIT_OK;
    const char *device = good ? cujit_context_device(context) : "";

    if (good && (strncmp(device, "sm_", 3) == 0 || strncmp(device, "compute_", 8) == 0)) {
        *out = cli_copy(device);
    } else if (good) {
        good = cujit_device_get_info(device, &info, error) == CUJIT_OK;
        if (good)
            *out = cli_copy(strncmp(info.architecture, "sm_", 3) == 0 ? info.architecture : "host");
    }
    cujit_context_free(context);
    return good;
}

static bool choose_device(module_options *options, cli_problem *problem)
{
    cujit_error error = {0};
    char *standard = NULL;

    if (options->architecture != NULL || options->wanted != NULL)
        options->device = cli_choose_target(options->architecture, options->wanted, options->ptx, problem);
    else if (default_architecture(&standard, &error))
        options->device = cli_choose_target(standard, NULL, options->ptx, problem);
    else
        cli_problem_set(problem, "%s; with --arch no device is needed", error.message);
    cujit_error_clear(&error);
    free(standard);
    return options->device != NULL;
}

/* The assembler reports on every kernel where it is asked to; PTX has not seen it yet. */
static void ask_for_report(module_options *options)
{
    bool asked = strncmp(options->device, "sm_", 3) != 0;

    for (size_t k = 0; k < options->options.count && !asked; k++)
        asked = strcmp(options->options.items[k], "-Xptxas=-v") == 0 ||
                strcmp(options->options.items[k], "--ptxas-options=-v") == 0;
    if (!asked)
        append(&options->options, "-Xptxas=-v");
}

/* ---- Output ------------------------------------------------------------------------------------------------------ */

enum { COLUMNS = 6 };

/* A module's kernels, and what is known of each; never NULL. */
typedef struct kernel_list {
    const char **names;
    const cli_cost **costs;
    size_t count;
    cli_costs report;
} kernel_list;

static void list_kernels(const cujit_module *module, const char *log, kernel_list *out)
{
    static const cli_cost unknown = {NULL, -1, -1, -1, -1, -1};

    out->count = cujit_module_function_count(module);
    out->names = cli_alloc(out->count * sizeof *out->names);
    out->costs = cli_alloc(out->count * sizeof *out->costs);
    for (size_t k = 0; k < out->count; k++)
        out->names[k] = cujit_module_function_name(module, k);
    cli_costs_read(log, &out->report);
    cli_costs_match(&out->report, out->names, out->count, out->costs);
    for (size_t k = 0; k < out->count; k++)
        out->costs[k] = out->costs[k] == NULL ? &unknown : out->costs[k];
}

static void kernel_list_clear(kernel_list *kernels)
{
    cli_costs_clear(&kernels->report);
    free(kernels->names);
    free(kernels->costs);
}

static char *number_cell(int value, const char *unit)
{
    return value < 0 ? cli_copy("-") : cli_format("%d%s", value, unit);
}

static void print_functions(FILE *file, const kernel_list *kernels)
{
    static const char *const heading[COLUMNS] = {"KERNEL", "REGISTERS",    "SHARED",
                                                 "STACK",  "SPILL STORES", "SPILL LOADS"};
    size_t count = kernels->count;
    char **cells = cli_alloc((count + 1) * COLUMNS * sizeof *cells);

    for (size_t k = 0; k < COLUMNS; k++)
        cells[k] = cli_copy(heading[k]);
    for (size_t k = 0; k < count; k++) {
        const cli_cost *cost = kernels->costs[k];
        char **row = cells + (k + 1) * COLUMNS;

        row[0] = cli_copy(kernels->names[k]);
        row[1] = number_cell(cost->registers, "");
        row[2] = number_cell(cost->shared_bytes, " B");
        row[3] = number_cell(cost->stack_bytes, " B");
        row[4] = number_cell(cost->spill_store_bytes, " B");
        row[5] = number_cell(cost->spill_load_bytes, " B");
    }
    fputc('\n', file);
    cli_print_table(file, COLUMNS, "lrrrrr", count + 1, cells);
    for (size_t k = 0; k < (count + 1) * COLUMNS; k++)
        free(cells[k]);
    free(cells);
}

static void print_people(FILE *file, const module_options *options, const cujit_report *report,
                         const kernel_list *kernels)
{
    cujit_report whole = *report;

    whole.name = options->path;
    whole.registers = whole.shared_bytes = whole.stack_bytes = whole.spill_store_bytes = -1; /* a kernel's, see below */
    cli_report_print(file, &whole);
    if (kernels->count == 0)
        fputs("\nNo kernels: there is no __global__ function, and no instance of a template was asked for.\n", file);
    else
        print_functions(file, kernels);
    if (options->log && report->log[0] != '\0')
        fprintf(file, "\nThe compiler's log:\n%s\n", report->log);
    else if (strstr(report->log, "warning") != NULL)
        cli_note("module", "the compiler has warnings; --verbose shows them");
}

static void known(cli_json *json, const char *key, int value)
{
    if (value < 0)
        cli_json_text(json, key, NULL);
    else
        cli_json_integer(json, key, value);
}

static void print_json(FILE *file, const module_options *options, const cujit_report *report,
                       const kernel_list *kernels)
{
    cli_json json = {.file = file};

    cli_json_begin(&json, NULL, '{');
    cli_json_text(&json, "file", options->path);
    cli_json_text(&json, "architecture", report->architecture);
    cli_json_text(&json, "object_kind", report->object_kind);
    cli_json_unsigned(&json, "object_bytes", report->object_size);
    cli_json_text(&json, "origin", cli_origin_text(report->origin));
    cli_json_real(&json, "create_ms", report->create_ms);
    cli_json_real(&json, "compile_ms", report->compile_ms);
    cli_json_text(&json, "log", report->log);
    cli_json_begin(&json, "kernels", '[');
    for (size_t k = 0; k < kernels->count; k++) {
        const cli_cost *cost = kernels->costs[k];

        cli_json_begin(&json, NULL, '{');
        cli_json_text(&json, "name", kernels->names[k]);
        known(&json, "registers", cost->registers);
        known(&json, "shared_bytes", cost->shared_bytes);
        known(&json, "stack_bytes", cost->stack_bytes);
        known(&json, "spill_store_bytes", cost->spill_store_bytes);
        known(&json, "spill_load_bytes", cost->spill_load_bytes);
        cli_json_end(&json, '}');
    }
    cli_json_end(&json, ']');
    cli_json_end(&json, '}');
}

static void print_report(const module_options *options, const cujit_module *module, const cujit_report *report)
{
    FILE *file = cli_report_file(options->output);
    kernel_list kernels = {0};

    list_kernels(module, report->log, &kernels);
    if (options->json)
        print_json(file, options, report, &kernels);
    else
        print_people(file, options, report, &kernels);
    kernel_list_clear(&kernels);
}

/* An error in the file is shown with its place there, in the form that editors know: FILE:LINE:COLUMN: text. */
static int report_error(const module_options *options, const cujit_error *error)
{
    const char *excerpt = error->excerpt == NULL ? "" : error->excerpt, *path = options->path;
    const int length = (int)strlen(excerpt);
    cli_problem problem = {0};
    int code;

    if (error->part == NULL || strcmp(error->part, "source") != 0 || error->line <= 0 || cli_json_errors_file() != NULL)
        return cli_report_error("module", error, options->log);
    if (cli_is_standard(path))
        path = "<stdin>";
    /* The message gets a newline of its own: the excerpt's goes. */
    cli_problem_set(&problem, "%s:%d:%d: %s%s%.*s", path, error->line, error->column, error->message,
                    length > 0 ? "\n" : "", length > 0 ? length - 1 : 0, excerpt);
    code = cli_report_problem("module", &problem);
    cli_problem_clear(&problem);
    if (error->log != NULL && error->log[0] != '\0') {
        if (options->log)
            fprintf(stderr, "\nThe compiler's log:\n%s\n", error->log);
        else
            fputs("(--verbose shows the compiler's whole log)\n", stderr);
    }
    return code;
}

/* ---- The command ------------------------------------------------------------------------------------------------- */

static int compile(const module_options *options)
{
    const cujit_module_spec spec = {
        .source = options->source,
        .name = options->own_name != NULL  ? options->own_name
                : options->name[0] != '\0' ? options->name
                                           : NULL,
        .options = options->options.items,
        .include_directories = options->folders.items,
        .name_expressions = options->instances.items,
    };
    const cujit_context_options made = {.device = options->device, .compile_timeout_ms = options->timeout_ms};
    cujit_context *context = NULL;
    cujit_module *module = NULL;
    cujit_error error = {0};
    cli_problem problem = {0};
    cujit_report report;
    int code = CLI_OK;

    if (cujit_context_create(&made, &context, &error) || cujit_module_create(context, &spec, &module, &error)) {
        code = report_error(options, &error);
        goto out;
    }
    cujit_module_get_report(module, &report);
    if (options->output != NULL && !cli_write_file(options->output, report.object, report.object_size, &problem)) {
        code = cli_report_problem("module", &problem);
        goto out;
    }
    print_report(options, module, &report);
out:
    cujit_module_free(module);
    cujit_context_free(context);
    cujit_error_clear(&error);
    cli_problem_clear(&problem);
    return code;
}

static int run(int argc, char **argv)
{
    module_options options = {0};
    cli_problem problem = {0};
    bool good = parse(argc, argv, &options, &problem);
    int code;

    if (options.help) {
        code = cli_show_help(&cli_command_module);
    } else if (!good || !choose_device(&options, &problem) ||
               (options.source = cli_read_text(options.path, &problem)) == NULL) {
        code = cli_report_problem("module", &problem);
    } else {
        ask_for_report(&options);
        code = compile(&options);
    }
    cli_problem_clear(&problem);
    free(options.options.items);
    free(options.folders.items);
    free(options.instances.items);
    free(options.folder);
    free(options.device);
    free(options.source);
    return code;
}

const cli_command cli_command_module = {"module", run, "compile a file of CUDA C++ for any architecture; no GPU needed",
                                        help};
