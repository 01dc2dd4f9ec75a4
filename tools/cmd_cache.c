/*
 * cmd_cache.c: `cujit cache`: look at the kernel cache, check it, empty it.
 */
#include "options.h"
#include "print.h"

#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const char help[] =
    "cujit cache: look at the cache of compiled kernels, check it, empty it\n"
    "\n"
    "usage: cujit cache ls     [OPTION...]      list the kernels, the last used one first\n"
    "       cujit cache show   [OPTION...] ID   all about one; ID may be cut to its first four digits or more\n"
    "       cujit cache stats  [OPTION...]      how much there is, and where\n"
    "       cujit cache verify [OPTION...]      check the file and every kernel in it\n"
    "       cujit cache rm     [OPTION...] ID...  delete these kernels\n"
    "       cujit cache prune  [OPTION...]      delete what was not used for longest, until the file is below its limit\n"
    "       cujit cache clear  [OPTION...]      delete all kernels, and what 'cujit tune' found\n"
    "\n"
    "Options:\n"
    "      --dir DIR        the cache in DIR; else $CUJIT_CACHE_DIR, $XDG_CACHE_HOME/cujit or ~/.cache/cujit\n"
    "      --json           JSON: a list for ls, else an object\n"
    "  -h, --help           this text\n"
    "of show, each in place of everything else:\n"
    "      --source         the generated source\n"
    "  -v, --verbose, --log the compiler's log\n"
    "      --object FILE    write the object (cubin, PTX, shared object) to FILE; - is standard output\n"
    "of verify:\n"
    "      --repair         delete what is damaged; it is compiled again when it is needed\n"
    "of prune:\n"
    "      --limit SIZE     the file's limit from now on: bytes, or a number with K, M, G or T; else\n"
    "                       $CUJIT_CACHE_LIMIT, else the limit that the file has\n"
    "\n"
    "ls, show, stats and verify without --repair change nothing in the file.\n"
    "Exit status: 1 where the file is damaged or cannot be used (of verify, also where a kernel is damaged, and was\n"
    "not repaired).\n"
    "\n"
    "For example:\n"
    "  cujit cache ls\n"
    "  cujit cache show 3f2a --source\n"
    "  cujit cache rm 3f2a 09be\n"
    "  cujit cache verify --repair\n";

static const int taken[] = {CLI_OPTION_DIR,
                            CLI_OPTION_JSON,
                            CLI_OPTION_SOURCE,
                            'v',
                            CLI_OPTION_OBJECT,
                            CLI_OPTION_REPAIR,
                            CLI_OPTION_LIMIT,
                            'h',
                            0};

typedef struct cache_options {
    const char *directory, *object, *limit;
    char **ids; /* ended by NULL */
    bool json, source, log, repair, help;
} cache_options;

/* What the functions below share; `rows` and `cells` are the table of `ls`. */
typedef struct cache_command {
    cache_options options;
    cujit_cache *cache;
    cli_json json;
    char **cells;
    size_t rows;
    cli_problem problem;
} cache_command;

enum { COLUMNS = 8 };

/* ---- Entries ----------------------------------------------------------------------------------------------------- */

static char *date_text(int64_t seconds, const char *format)
{
    char text[40];
    time_t when = (time_t)seconds;
    struct tm parts;

    if (seconds <= 0 || localtime_r(&when, &parts) == NULL || strftime(text, sizeof text, format, &parts) == 0)
        return cli_copy("-");
    return cli_copy(text);
}

static void known(cli_json *json, const char *key, int value)
{
    if (value < 0)
        cli_json_text(json, key, NULL);
    else
        cli_json_integer(json, key, value);
}

static void entry_json(cli_json *json, const cujit_cache_entry *entry, bool whole)
{
    cli_json_begin(json, NULL, '{');
    cli_json_text(json, "id", entry->id);
    cli_json_text(json, "name", entry->name);
    cli_json_text(json, "architecture", entry->architecture);
    cli_json_text(json, "toolchain", entry->toolchain);
    cli_json_text(json, "options", entry->options);
    cli_json_text(json, "schema", entry->schema);
    cli_json_text(json, "object_kind", entry->object_kind);
    cli_json_text(json, "object_architecture", entry->object_architecture);
    cli_json_unsigned(json, "object_bytes", entry->object_size);
    known(json, "registers", entry->registers);
    known(json, "shared_bytes", entry->shared_bytes);
    known(json, "stack_bytes", entry->stack_bytes);
    known(json, "spill_store_bytes", entry->spill_store_bytes);
    known(json, "spill_load_bytes", entry->spill_load_bytes);
    cli_json_real(json, "compile_ms", entry->compile_ms);
    cli_json_integer(json, "created", entry->created);
    cli_json_integer(json, "used", entry->used);
    cli_json_unsigned(json, "uses", entry->uses);
    if (whole) {
        cli_json_bool(json, "intact", entry->intact != 0);
        cli_json_text(json, "source", entry->source);
        cli_json_text(json, "log", entry->log);
    }
    cli_json_end(json, '}');
}

static void property(const char *label, const char *value)
{
    if (value != NULL && value[0] != '\0')
        printf("  %-14s %s\n", label, value);
}

static void number_property(const char *label, int value, const char *unit)
{
    if (value >= 0)
        printf("  %-14s %d%s\n", label, value, unit);
}

/* Options are kept one a line. */
static void options_property(const char *options)
{
    char *copy = cli_copy(options == NULL ? "" : options);

    for (char *at = copy; *at != '\0'; at++)
        *at = *at == '\n' ? ' ' : *at;
    property("options", copy);
    free(copy);
}

static void entry_text(const cujit_cache_entry *entry)
{
    char *created = date_text(entry->created, "%Y-%m-%d %H:%M:%S"), *used = date_text(entry->used, "%Y-%m-%d %H:%M");
    char size[32];

    printf("%s\n", entry->id);
    property("name", entry->name);
    property("architecture", entry->architecture);
    printf("  %-14s %s for %s, %s%s\n", "object", entry->object_kind, entry->object_architecture,
           cli_print_bytes((double)entry->object_size, size, sizeof size),
           entry->intact ? "" : " (DAMAGED: the checksum is wrong)");
    property("toolchain", entry->toolchain);
    options_property(entry->options);
    property("schema", entry->schema);
    number_property("registers", entry->registers, " per thread");
    number_property("shared memory", entry->shared_bytes, " B per block");
    number_property("stack", entry->stack_bytes, " B per thread");
    if (entry->spill_store_bytes >= 0 && entry->spill_load_bytes >= 0)
        printf("  %-14s %d B stored, %d B loaded\n", "spills", entry->spill_store_bytes, entry->spill_load_bytes);
    printf("  %-14s %.1f ms\n", "compiled in", entry->compile_ms);
    printf("  %-14s %s\n", "created", created);
    printf("  %-14s %s, %" PRIu64 " times in all\n", "last used", used, entry->uses);
    printf("  %-14s %zu B (--source shows it)\n", "source", strlen(entry->source));
    printf("  %-14s %zu B (--log shows it)\n", "log", entry->log == NULL ? 0 : strlen(entry->log));
    free(created);
    free(used);
}

/* ---- The subcommands --------------------------------------------------------------------------------------------- */

static void add_row(cache_command *self, char *const *row)
{
    self->cells = cli_realloc(self->cells, (self->rows + 1) * COLUMNS * sizeof *self->cells);
    memcpy(self->cells + self->rows++ * COLUMNS, row, COLUMNS * sizeof *row);
}

static int list_visit(void *user, const cujit_cache_entry *entry)
{
    cache_command *self = user;
    char size[32];

    if (self->options.json) {
        entry_json(&self->json, entry, false);
        return 1;
    }
    add_row(self, (char *[]){cli_format("%.12s", entry->id), cli_copy(entry->intact ? entry->name : "(damaged)"),
                             cli_copy(entry->architecture), cli_copy(entry->object_kind),
                             cli_copy(cli_print_bytes((double)entry->object_size, size, sizeof size)),
                             cli_format("%.0f ms", entry->compile_ms), cli_format("%" PRIu64, entry->uses),
                             date_text(entry->used, "%Y-%m-%d %H:%M")});
    return 1;
}

/* A list that fails midway is none: it is printed once it is whole. */
static cujit_status list_json(cache_command *self, cujit_error *error)
{
    char *text = NULL;
    size_t size = 0;
    cujit_status status;

    if ((self->json.file = open_memstream(&text, &size)) == NULL)
        cli_no_memory();
    cli_json_begin(&self->json, NULL, '[');
    status = cujit_cache_list(self->cache, list_visit, self, error);
    cli_json_end(&self->json, ']');
    if (fclose(self->json.file) != 0)
        cli_no_memory();
    if (status == CUJIT_OK)
        fwrite(text, 1, size, stdout);
    free(text);
    return status;
}

static cujit_status list_table(cache_command *self, cujit_error *error)
{
    cujit_cache_stats stats = {0};
    cujit_status status;

    add_row(self, (char *[]){cli_copy("ID"), cli_copy("NAME"), cli_copy("ARCHITECTURE"), cli_copy("OBJECT"),
                             cli_copy("SIZE"), cli_copy("COMPILED IN"), cli_copy("USES"), cli_copy("LAST USED")});
    status = cujit_cache_list(self->cache, list_visit, self, error);
    if (self->rows > 1)
        cli_print_table(stdout, COLUMNS, "llllrrrl", self->rows, self->cells);
    else if (status == CUJIT_OK)
        cli_note("cache ls", "no kernels in %s", cujit_cache_directory(self->cache));
    cujit_cache_get_stats(self->cache, &stats);
    if (stats.tunings > 0)
        cli_note("cache ls", "and %" PRIu64 " result%s of tuning", stats.tunings, stats.tunings == 1 ? "" : "s");
    for (size_t k = 0; k < self->rows * COLUMNS; k++)
        free(self->cells[k]);
    free(self->cells);
    return status;
}

static int command_ls(cache_command *self, cujit_error *error)
{
    const cujit_status status = self->options.json ? list_json(self, error) : list_table(self, error);

    return status == CUJIT_OK ? CLI_OK : cli_report_error("cache ls", error, false);
}

static int show_visit(void *user, const cujit_cache_entry *entry)
{
    cache_command *self = user;

    if (self->options.object != NULL)
        cli_write_file(self->options.object, entry->object, entry->object_size, &self->problem);
    else if (self->options.source)
        fputs(entry->source, stdout);
    else if (self->options.log)
        fputs(entry->log == NULL ? "" : entry->log, stdout);
    else if (self->options.json)
        entry_json(&self->json, entry, true);
    else
        entry_text(entry);
    return 0;
}

static int command_show(cache_command *self, cujit_error *error)
{
    if (cujit_cache_find(self->cache, self->options.ids[0], show_visit, self, error))
        return cli_report_error("cache show", error, false);
    return self->problem.text == NULL ? CLI_OK : cli_report_problem("cache show", &self->problem);
}

static int command_stats(cache_command *self, cujit_error *error)
{
    const char *directory = cujit_cache_directory(self->cache);
    cujit_cache_stats stats = {0};
    char size[32];

    (void)error;
    cujit_cache_get_stats(self->cache, &stats);
    if (self->options.json) {
        cli_json_begin(&self->json, NULL, '{');
        cli_json_text(&self->json, "directory", directory);
        cli_json_bool(&self->json, "on_disk", stats.on_disk != 0);
        cli_json_unsigned(&self->json, "entries", stats.entries);
        cli_json_unsigned(&self->json, "object_bytes", stats.bytes);
        cli_json_unsigned(&self->json, "tunings", stats.tunings);
        cli_json_unsigned(&self->json, "file_bytes", stats.file_bytes);
        cli_json_unsigned(&self->json, "limit", stats.limit);
        cli_json_bool(&self->json, "damaged", stats.damaged != 0);
        cli_json_text(&self->json, "trouble", stats.trouble[0] == '\0' ? NULL : stats.trouble);
        cli_json_end(&self->json, '}');
        return stats.trouble[0] != '\0' ? CLI_FAILED : CLI_OK;
    }
    printf("directory  %s\n", directory[0] == '\0' ? "none: in memory only" : directory);
    printf("kernels    %" PRIu64 "\n", stats.entries);
    printf("objects    %s\n", cli_print_bytes((double)stats.bytes, size, sizeof size));
    printf("tunings    %" PRIu64 "\n", stats.tunings);
    if (stats.limit > 0) {
        printf("file       %s", cli_print_bytes((double)stats.file_bytes, size, sizeof size));
        printf(" of %s\n", cli_print_bytes((double)stats.limit, size, sizeof size));
    }
    if (stats.trouble[0] != '\0')
        printf("trouble    %s\n", stats.trouble);
    return stats.trouble[0] != '\0' ? CLI_FAILED : CLI_OK;
}

static int verify_visit(void *user, const cujit_cache_entry *entry)
{
    cache_command *self = user;

    if (!entry->intact && !self->options.json)
        printf("damaged: %s  %s\n", entry->id, entry->name == NULL ? "" : entry->name);
    return 1;
}

static int command_verify(cache_command *self, cujit_error *error)
{
    cujit_cache_verification result = {0};

    if (cujit_cache_verify(self->cache, self->options.repair, verify_visit, self, &result, error))
        return cli_report_error("cache verify", error, false);
    if (self->options.json) {
        cli_json_begin(&self->json, NULL, '{');
        cli_json_bool(&self->json, "file_sound", result.file_sound != 0);
        cli_json_unsigned(&self->json, "entries", result.entries);
        cli_json_unsigned(&self->json, "tunings", result.tunings);
        cli_json_unsigned(&self->json, "damaged", result.damaged);
        cli_json_unsigned(&self->json, "removed", result.removed);
        cli_json_end(&self->json, '}');
    } else {
        printf("%" PRIu64 " kernels, %" PRIu64 " tunings, %" PRIu64 " damaged, %" PRIu64 " removed; the file %s\n",
               result.entries, result.tunings, result.damaged, result.removed,
               result.file_sound      ? "is sound"
               : self->options.repair ? "was damaged, and is new"
                                      : "is damaged");
    }
    /* Where a repair did not work there was an error. */
    return self->options.repair || (result.file_sound && result.damaged == 0) ? CLI_OK : CLI_FAILED;
}

static void print_removed(cache_command *self, uint64_t removed)
{
    if (self->options.json) {
        cli_json_begin(&self->json, NULL, '{');
        cli_json_unsigned(&self->json, "removed", removed);
        cli_json_end(&self->json, '}');
    } else {
        printf("%" PRIu64 " kernel%s removed from %s\n", removed, removed == 1 ? "" : "s",
               cujit_cache_directory(self->cache));
    }
}

/* For a program: how many went, which did not, and why the first of them. */
static int remove_json(cache_command *self, cujit_error *error)
{
    cli_json *json = &self->json;
    cujit_error later = {0};
    uint64_t removed = 0;

    cli_json_begin(json, NULL, '{');
    cli_json_begin(json, "failed", '[');
    for (char **id = self->options.ids; *id != NULL; id++) {
        if (cujit_cache_remove(self->cache, *id, error->status == CUJIT_OK ? error : &later) == CUJIT_OK)
            removed++;
        else
            cli_json_text(json, NULL, *id);
        cujit_error_clear(&later);
    }
    cli_json_end(json, ']');
    cli_json_unsigned(json, "removed", removed);
    if (error->status != CUJIT_OK)
        cli_json_error(json, error);
    cli_json_end(json, '}');
    return error->status == CUJIT_OK ? CLI_OK : CLI_FAILED;
}

/* What can be deleted is; what cannot is said of each. */
static int command_rm(cache_command *self, cujit_error *error)
{
    uint64_t removed = 0;
    int code = CLI_OK;

    if (self->options.json)
        return remove_json(self, error);
    for (char **id = self->options.ids; *id != NULL; id++) {
        if (cujit_cache_remove(self->cache, *id, error) == CUJIT_OK)
            removed++;
        else
            code = cli_report_error("cache rm", error, false);
        cujit_error_clear(error);
    }
    print_removed(self, removed);
    return code;
}

static int command_prune(cache_command *self, cujit_error *error)
{
    const char *limit = self->options.limit != NULL ? self->options.limit : getenv("CUJIT_CACHE_LIMIT");
    uint64_t removed = 0, bytes = 0;

    if (limit != NULL && (limit == self->options.limit || limit[0] != '\0') && !cli_size_parse(limit, &bytes)) {
        cli_problem_usage(&self->problem, "%s is \"%.40s\": expected bytes, or a number and K, M, G or T",
                          self->options.limit != NULL ? "--limit" : "CUJIT_CACHE_LIMIT", limit);
        return cli_report_problem("cache", &self->problem);
    }
    if (cujit_cache_prune(self->cache, bytes, &removed, error))
        return cli_report_error("cache prune", error, false);
    print_removed(self, removed);
    return CLI_OK;
}

static int command_clear(cache_command *self, cujit_error *error)
{
    uint64_t removed = 0;

    if (cujit_cache_clear(self->cache, &removed, error))
        return cli_report_error("cache clear", error, false);
    print_removed(self, removed);
    return CLI_OK;
}

/* ---- The command line -------------------------------------------------------------------------------------------- */

typedef struct subcommand {
    const char *name;
    int (*run)(cache_command *self, cujit_error *error);
    int operands;
} subcommand;

static const subcommand subcommands[] = {
    {"ls", command_ls, 0},         {"show", command_show, 1},   {"stats", command_stats, 0},
    {"verify", command_verify, 0}, {"rm", command_rm, INT_MAX}, {"prune", command_prune, 0},
    {"clear", command_clear, 0},
};

static bool parse(int argc, char **argv, cache_options *out, cli_problem *problem)
{
    int option;

    while ((option = cli_next_option(argc, argv, taken)) != -1) {
        switch (option) {
        case CLI_OPTION_DIR:
            out->directory = optarg;
            break;
        case CLI_OPTION_OBJECT:
            out->object = optarg;
            break;
        case CLI_OPTION_LIMIT:
            out->limit = optarg;
            break;
        case CLI_OPTION_JSON:
            out->json = true;
            break;
        case CLI_OPTION_SOURCE:
            out->source = true;
            break;
        case 'v':
            out->log = true;
            break;
        case CLI_OPTION_REPAIR:
            out->repair = true;
            break;
        case 'h':
            out->help = true;
            return true;
        default:
            return cli_option_problem(option, argv, problem);
        }
    }
    return true;
}

/* The subcommand, with operands and options that go with it; NULL: see the problem. */
static const subcommand *choose(int argc, char **argv, cache_options *options, cli_problem *problem)
{
    const subcommand *found = NULL;
    bool show, verify;

    if (optind == argc) {
        cli_problem_usage(problem, "one of ls, show, stats, verify, rm, prune and clear is needed");
        return NULL;
    }
    for (size_t k = 0; k < sizeof subcommands / sizeof *subcommands; k++) {
        if (strcmp(subcommands[k].name, argv[optind]) == 0)
            found = &subcommands[k];
    }
    if (found == NULL) {
        cli_problem_usage(problem, "there is no '%s': ls, show, stats, verify, rm, prune, clear", argv[optind]);
        return NULL;
    }
    show = found->run == command_show;
    verify = found->run == command_verify;
    options->ids = argv + optind + 1;
    if (found->operands > 0 && argc - optind == 1)
        cli_problem_usage(problem, "%s needs the ID of a kernel, as 'cujit cache ls' lists them", found->name);
    else if (argc - optind - 1 > found->operands)
        cli_problem_usage(problem, "'%s' is one word too many", argv[optind + 1 + found->operands]);
    else if (!show && (options->source || options->log || options->object != NULL))
        cli_problem_usage(problem, "--source, --log and --object go with show only");
    else if ((options->object != NULL) + options->source + options->log + (show && options->json) > 1)
        cli_problem_usage(problem, "only one of --source, --log, --object and --json can be shown");
    else if (options->limit != NULL && found->run != command_prune)
        cli_problem_usage(problem, "--limit goes with prune only");
    else if (!verify && options->repair)
        cli_problem_usage(problem, "--repair goes with verify only");
    else
        return found;
    return NULL;
}

static int run(int argc, char **argv)
{
    cache_command self = {.json = {.file = stdout}};
    cujit_error error = {0};
    const subcommand *chosen = NULL;
    int code;

    if (parse(argc, argv, &self.options, &self.problem) && !self.options.help)
        chosen = choose(argc, argv, &self.options, &self.problem);
    if (self.options.help)
        code = cli_show_help(&cli_command_cache);
    else if (chosen == NULL)
        code = cli_report_problem("cache", &self.problem);
    else if (cujit_cache_open(self.options.directory, &self.cache, &error))
        code = cli_report_error("cache", &error, false);
    else
        code = chosen->run(&self, &error);
    cujit_cache_free(self.cache);
    cujit_error_clear(&error);
    cli_problem_clear(&self.problem);
    return code;
}

const cli_command cli_command_cache = {"cache", run, "look at the cache of compiled kernels, check it, empty it", help};
