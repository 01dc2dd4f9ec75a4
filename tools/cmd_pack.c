/*
 * cmd_pack.c: `cujit pack`: compiled kernels in one file that programs can be given.
 */
#include "cache.h"
#include "elf_object.h"
#include "options.h"
#include "print.h"
#include "warm.h"

#include <fnmatch.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char help[] =
    "cujit pack: compiled kernels in one file, for machines without a compiler\n"
    "\n"
    "usage: cujit pack [OPTION...] -o FILE [ID...]\n"
    "       cujit pack [OPTION...] -o FILE --manifest MANIFEST --arch LIST\n"
    "       cujit pack --list FILE | --verify FILE | --make-key FILE\n"
    "\n"
    "Packs the kernels of the cache that have these IDs ('cujit cache ls' lists them), or whose names and architectures\n"
    "are those of --name and --arch; or compiles those of a manifest (see 'cujit warm --help') and packs them. Programs\n"
    "use a pack that CUJIT_CACHE_PACKS or an option of their context names.\n"
    "\n"
    "Options:\n"
    "  -o, --output FILE      the pack; -: standard output\n"
    "      --object FILE.o    the pack as an object file to link into a program; what is printed declares its symbols,\n"
    "                         pack_data and pack_size of the context's options take them\n"
    "      --symbol NAME      what it is called there; without: cujit_pack\n"
    "      --name PATTERN     kernels whose names match, as a shell matches the names of files\n"
    "  -a, --arch LIST        sm_80,sm_90, host, x86-64-v3 (the host's on any such processor)\n"
    "      --manifest FILE    compile what a program has recorded (CUJIT_RECORD)\n"
    "      --threads N        as many compilers at once; without: one for each processor\n"
    "      --compile-timeout N\n"
    "                         seconds that a compiler may take for one text, 1 to 604800\n"
    "      --sign KEYFILE     sign the pack with a secret key\n"
    "      --make-key FILE    make a secret key; prints the public one, for /etc/cujit/trusted\n"
    "      --list FILE        what is in a pack\n"
    "      --verify FILE      check a pack\n"
    "      --dir DIR          the cache's directory, in place of CUJIT_CACHE_DIR\n"
    "      --json             for programs\n"
    "  -h, --help             this text\n"
    "\n"
    "For example:\n"
    "  CUJIT_RECORD=used.txt ./program\n"
    "  cujit pack --manifest used.txt --arch sm_80,sm_90,x86-64-v3 -o program.pack\n"
    "  CUJIT_NO_COMPILE=1 CUJIT_CACHE_PACKS=program.pack ./program\n";

static const int taken[] = {'a',
                            'h',
                            'o',
                            CLI_OPTION_JSON,
                            CLI_OPTION_LIST,
                            CLI_OPTION_MAKE_KEY,
                            CLI_OPTION_MANIFEST,
                            CLI_OPTION_NAME,
                            CLI_OPTION_OBJECT,
                            CLI_OPTION_SIGN,
                            CLI_OPTION_SYMBOL,
                            CLI_OPTION_VERIFY,
                            CLI_WARM_OPTIONS,
                            0};

typedef struct pack_options {
    cli_warm warm; /* directory, too */
    char **targets, **ids;
    const char *output, *object, *symbol, *name, *sign, *list, *verify, *make_key;
    bool json, help;
} pack_options;

/* ---- The command line
 * --------------------------------------------------------------------------------------------- */

/* Where the value of an option goes that is one text; NULL: it is another option. */
static const char **place_of(pack_options *out, int option)
{
    switch (option) {
    case 'o':
        return &out->output;
    case CLI_OPTION_LIST:
        return &out->list;
    case CLI_OPTION_MAKE_KEY:
        return &out->make_key;
    case CLI_OPTION_MANIFEST:
        return &out->warm.manifest;
    case CLI_OPTION_NAME:
        return &out->name;
    case CLI_OPTION_OBJECT:
        return &out->object;
    case CLI_OPTION_SIGN:
        return &out->sign;
    case CLI_OPTION_SYMBOL:
        return &out->symbol;
    case CLI_OPTION_VERIFY:
        return &out->verify;
    default:
        return NULL;
    }
}

static bool is_symbol(const char *text)
{
    return text[0] != '\0' && (text[0] < '0' || text[0] > '9') &&
           strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") == strlen(text);
}

/* Which kernels? */
static bool check_choice(const pack_options *options, cli_problem *problem)
{
    const cli_warm *warm = &options->warm;
    const bool has_ids = options->ids[0] != NULL;

    if (warm->manifest != NULL && (has_ids || options->name != NULL))
        return cli_problem_usage(problem, "IDs and --name choose from the cache, and do not go with --manifest");
    if (warm->manifest != NULL && options->targets == NULL)
        return cli_problem_usage(problem, "--manifest needs --arch: sm_90,x86-64-v3, for example");
    if (warm->manifest == NULL && (warm->threads > 0 || warm->timeout_ms > 0))
        return cli_problem_usage(problem, "--threads and --compile-timeout go with --manifest");
    if (has_ids && (options->name != NULL || options->targets != NULL))
        return cli_problem_usage(problem, "IDs do not go with --name and --arch");
    if (warm->manifest == NULL && !has_ids && options->name == NULL && options->targets == NULL)
        return cli_problem_usage(problem, "which kernels? IDs, --name, --arch or --manifest say so");
    return true;
}

static bool check(const pack_options *options, cli_problem *problem)
{
    const cli_warm *warm = &options->warm;
    const int others = (options->list != NULL) + (options->verify != NULL) + (options->make_key != NULL);
    const bool makes = options->output != NULL || options->object != NULL;
    const bool details = options->symbol != NULL || options->sign != NULL || warm->manifest != NULL ||
                         warm->directory != NULL || warm->threads > 0 || warm->timeout_ms > 0 ||
                         options->ids[0] != NULL || options->name != NULL || options->targets != NULL;

    if (others > 1 || (others == 1 && (makes || details)))
        return cli_problem_usage(problem, "--list, --verify and --make-key go alone, with the name of one file");
    if (options->make_key != NULL && options->json)
        return cli_problem_usage(problem, "--make-key has no --json");
    if (others == 1)
        return true;
    if (!makes)
        return cli_problem_usage(problem, "-o FILE is needed, or --object FILE.o");
    if (cli_is_standard(options->output) && cli_is_standard(options->object))
        return cli_problem_usage(problem, "the pack and its object file cannot both go to standard output");
    if (options->symbol != NULL && options->object == NULL)
        return cli_problem_usage(problem, "--symbol goes with --object");
    if (options->symbol != NULL && !is_symbol(options->symbol))
        return cli_problem_usage(problem, "--symbol is \"%.60s\", which is no name in C", options->symbol);
    return check_choice(options, problem);
}

static bool parse(int argc, char **argv, pack_options *out, cli_problem *problem)
{
    int option;

    while ((option = cli_next_option(argc, argv, taken)) != -1) {
        const char **place = place_of(out, option);

        if (place != NULL)
            *place = optarg;
        else if (option == 'a') {
            if (!cli_targets_add(&out->targets, optarg, problem))
                return false;
        } else if (option == CLI_OPTION_JSON)
            out->json = true;
        else if (option == 'h') {
            out->help = true;
            return true;
        } else if (!cli_warm_option(&out->warm, option, argv, problem))
            return false;
    }
    out->ids = argv + optind;
    return check(out, problem);
}

/* ---- Choosing kernels
 * --------------------------------------------------------------------------------------------- */

typedef struct choice {
    const pack_options *options;
    cujit_pack_draft *draft;
    cujit_cache *cache;
    cujit_error *error;
    cujit_status status;
    char **ids; /* of all that were chosen by what they are called */
    size_t count;
    size_t damaged, untrusted; /* of these, left out */
} choice;

static bool is_target(char *const *targets, const char *architecture)
{
    while (targets != NULL && *targets != NULL && strcmp(*targets, architecture) != 0)
        targets++;
    return targets == NULL || *targets != NULL;
}

static int note_wanted(void *user, const cujit_cache_entry *entry)
{
    choice *self = user;
    const pack_options *options = self->options;

    if (!is_target(options->targets, entry->architecture) ||
        (options->name != NULL && fnmatch(options->name, entry->name, 0) != 0))
        return 1;
    self->ids = cli_realloc(self->ids, (self->count + 1) * sizeof *self->ids);
    self->ids[self->count++] = cli_copy(entry->id);
    return 1;
}

static int add_found(void *user, const cujit_cache_entry *entry)
{
    choice *self = user;

    if (self->count > 0 && (!entry->intact || entry->untrusted)) {
        self->damaged += !entry->intact;
        self->untrusted += entry->untrusted != 0;
        return 1;
    }
    self->status = cujit_pack_draft_add(self->draft, entry, self->error);
    return 1;
}

static cujit_status add_ids(choice *self, char *const *ids, size_t count)
{
    cujit_status status = CUJIT_OK;

    for (size_t k = 0; k < count && status == CUJIT_OK; k++)
        if ((status = cujit_cache_find(self->cache, ids[k], add_found, self, self->error)) == CUJIT_OK)
            status = self->status;
    return status;
}

/* By ID, or by name and architecture, or what was just compiled. */
static cujit_status choose(choice *self)
{
    const pack_options *options = self->options;
    cujit_status status = cujit_cache_open(options->warm.directory, &self->cache, self->error);
    size_t given = 0;

    while (options->ids[given] != NULL)
        given++;
    if (status == CUJIT_OK && options->warm.manifest != NULL)
        return add_ids(self, options->warm.ids, options->warm.id_count);
    if (status == CUJIT_OK && given > 0)
        return add_ids(self, options->ids, given);
    if (status == CUJIT_OK && (status = cujit_cache_list(self->cache, note_wanted, self, self->error)) == CUJIT_OK)
        status = add_ids(self, self->ids, self->count);
    return status;
}

/* ---- Making
 * ------------------------------------------------------------------------------------------------------- */

static bool write_files(const pack_options *options, const char *data, size_t size, cli_problem *problem)
{
    char *object = NULL;
    size_t object_size;
    bool good = options->output == NULL || cli_write_file(options->output, data, size, problem);

    if (good && options->object != NULL) {
        cli_elf_object(data, size, options->symbol, &object, &object_size);
        good = cli_write_file(options->object, object, object_size, problem);
    }
    free(object);
    return good;
}

static void print_made(const choice *self, size_t count, size_t size)
{
    const pack_options *options = self->options;
    const char *place = options->output != NULL ? options->output : options->object;
    const bool both = options->output != NULL && options->object != NULL;
    char text[32];
    FILE *file = cli_report_file(cli_is_standard(options->object) ? options->object : options->output);
    cli_json json = {.file = file};

    if (options->json) {
        cli_json_begin(&json, NULL, '{');
        cli_json_text(&json, "file", place);
        cli_json_text(&json, "object", options->object);
        cli_json_unsigned(&json, "kernels", count);
        cli_json_unsigned(&json, "bytes", size);
        cli_json_unsigned(&json, "failed", options->warm.result.failed);
        cli_json_unsigned(&json, "damaged", self->damaged);
        cli_json_unsigned(&json, "untrusted", self->untrusted);
        cli_json_end(&json, '}');
    } else {
        fprintf(file, "%s%s%s: %zu kernel%s, %s%s\n", place, both ? " and " : "", both ? options->object : "", count,
                count == 1 ? "" : "s", cli_print_bytes((double)size, text, sizeof text),
                options->sign != NULL ? ", signed" : "");
        if (options->object != NULL)
            fprintf(file, "extern const unsigned char %s[]; extern const size_t %s_size;\n", options->symbol,
                    options->symbol);
    }
}

static int make(pack_options *options)
{
    cujit_error error = {0};
    cli_problem problem = {0};
    choice self = {.options = options, .error = &error};
    size_t size = 0, count = 0;
    char *data = NULL;
    int code = CLI_OK;

    options->warm.targets = options->targets;
    options->symbol = options->symbol != NULL ? options->symbol : "cujit_pack";
    if (options->warm.manifest != NULL && !cli_warm_run(&options->warm, &error)) {
        code = cli_report_error("pack", &error, false);
        goto out;
    }
    if (options->warm.unkept > 0) {
        cli_problem_set(&problem, "%" PRIu64 " of the kernels %s not kept, and no pack is written: %s",
                        options->warm.unkept, options->warm.unkept == 1 ? "was" : "were", options->warm.why_unkept);
        code = cli_report_problem("pack", &problem);
        goto out;
    }
    if (cujit_pack_draft_create(&self.draft, &error) || choose(&self)) {
        code = cli_report_error("pack", &error, false);
        goto out;
    }
    if (self.damaged + self.untrusted > 0 && !options->json)
        cli_note("pack", "left out: %zu damaged, %zu for the host that are not stamped by this user's secret",
                 self.damaged, self.untrusted);
    count = cujit_pack_draft_count(self.draft);
    if (count == 0) {
        cli_problem_set(&problem, "there is no such kernel%s, and no pack is written",
                        options->warm.manifest != NULL      ? " that could be compiled"
                        : self.damaged + self.untrusted > 0 ? " in the cache that can be packed"
                                                            : " in the cache");
        code = cli_report_problem("pack", &problem);
        goto out;
    }
    if (cujit_pack_draft_finish(self.draft, options->sign, &data, &size, &error))
        code = cli_report_error("pack", &error, false);
    else if (!write_files(options, data, size, &problem))
        code = cli_report_problem("pack", &problem);
    else
        print_made(&self, count, size);
    if (code == CLI_OK && options->warm.result.failed > 0)
        code = CLI_FAILED;

out:
    for (size_t k = 0; k < self.count; k++)
        free(self.ids[k]);
    free(self.ids);
    cujit_free(data);
    cujit_cache_free(self.cache);
    cujit_pack_draft_free(self.draft);
    cli_problem_clear(&problem);
    cujit_error_clear(&error);
    return code;
}

static int make_key(const pack_options *options)
{
    char key[65];
    cujit_error error = {0};
    int code = CLI_OK;

    if (cujit_pack_make_key(options->make_key, key, &error) != CUJIT_OK)
        code = cli_report_error("pack", &error, false);
    else
        printf("%s\n", key);
    cujit_error_clear(&error);
    return code;
}

/* ---- Looking
 * ------------------------------------------------------------------------------------------------------ */

enum { COLUMNS = 6 };

typedef struct listing {
    char **cells;
    size_t rows;
    cli_json *json; /* NULL: a table */
} listing;

static void add_row(listing *self, char *const row[COLUMNS])
{
    self->cells = cli_realloc(self->cells, (self->rows + 1) * COLUMNS * sizeof *self->cells);
    memcpy(self->cells + self->rows++ * COLUMNS, row, COLUMNS * sizeof *row);
}

static int list_entry(void *user, const cujit_cache_entry *entry)
{
    listing *self = user;
    char size[32], *compiler = cache_toolchain_name(entry->toolchain, entry->object, entry->object_size);

    if (self->json != NULL) {
        cli_json_begin(self->json, NULL, '{');
        cli_json_text(self->json, "id", entry->id);
        cli_json_text(self->json, "name", entry->name);
        cli_json_text(self->json, "architecture", entry->architecture);
        cli_json_text(self->json, "toolchain", entry->toolchain);
        cli_json_text(self->json, "toolchain_name", compiler);
        cli_json_text(self->json, "options", entry->options);
        cli_json_text(self->json, "schema", entry->schema);
        cli_json_text(self->json, "object_kind", entry->object_kind);
        cli_json_unsigned(self->json, "object_bytes", entry->object_size);
        cli_json_bool(self->json, "intact", entry->intact != 0);
        cli_json_end(self->json, '}');
        free(compiler);
        return 1;
    }
    add_row(self, (char *[]){cli_format("%.12s", entry->id), cli_copy(entry->intact ? entry->name : "(damaged)"),
                             cli_copy(entry->architecture), cli_copy(entry->object_kind),
                             cli_copy(cli_print_bytes((double)entry->object_size, size, sizeof size)), compiler});
    return 1;
}

static void list_json(cujit_pack *pack, const cujit_pack_info *info)
{
    cli_json json = {.file = stdout};

    cli_json_begin(&json, NULL, '{');
    cli_json_unsigned(&json, "kernels", info->entries);
    cli_json_unsigned(&json, "bytes", info->bytes);
    cli_json_unsigned(&json, "damaged", info->damaged);
    cli_json_bool(&json, "trusted", info->trusted != 0);
    cli_json_text(&json, "signed_by", info->is_signed ? info->signed_by : NULL);
    cli_json_bool(&json, "key_trusted", info->signer == 1);
    cli_json_begin(&json, "entries", '[');
    cujit_pack_list(pack, list_entry, &(listing){.json = &json}, NULL);
    cli_json_end(&json, ']');
    cli_json_end(&json, '}');
}

static void list_table(cujit_pack *pack)
{
    listing self = {0};

    add_row(&self, (char *[]){cli_copy("ID"), cli_copy("NAME"), cli_copy("ARCHITECTURE"), cli_copy("OBJECT"),
                              cli_copy("SIZE"), cli_copy("TOOLCHAIN")});
    cujit_pack_list(pack, list_entry, &self, NULL);
    cli_print_table(stdout, COLUMNS, "llllrl", self.rows, self.cells);
    for (size_t k = 0; k < self.rows * COLUMNS; k++)
        free(self.cells[k]);
    free(self.cells);
}

static void print_info(const cujit_pack_info *info)
{
    char size[32];

    printf("%" PRIu64 " kernel%s, %s, %" PRIu64 " damaged; ", info->entries, info->entries == 1 ? "" : "s",
           cli_print_bytes((double)info->bytes, size, sizeof size), info->damaged);
    if (info->signer == 1)
        printf("signed by %s, trusted\n", info->signed_by);
    else
        printf("%s%s%s; %s\n", info->is_signed ? "signed by " : "not signed", info->signed_by,
               info->is_signed ? ", which is in no list of trusted keys" : "",
               info->trusted ? "trusted, since nobody but root and this user can write to it"
                             : "not trusted: no kernels for the host are taken from it here");
}

static int look(const pack_options *options)
{
    const char *path = options->list != NULL ? options->list : options->verify;
    cujit_pack_info info = {0};
    cujit_pack *pack = NULL;
    cujit_error error = {0};
    int code = CLI_OK;

    if (cujit_pack_open(path, &pack, &error) || cujit_pack_get_info(pack, &info, &error)) {
        code = cli_report_error("pack", &error, false);
        goto out;
    }
    if (options->json)
        list_json(pack, &info);
    else if (options->list != NULL)
        list_table(pack);
    else
        print_info(&info);
    if (options->verify != NULL && info.damaged > 0)
        code = CLI_FAILED;

out:
    cujit_pack_free(pack);
    cujit_error_clear(&error);
    return code;
}

static int run(int argc, char **argv)
{
    pack_options options = {.warm = {.command = "pack"}};
    cli_problem problem = {0};
    int code;

    if (!parse(argc, argv, &options, &problem))
        code = cli_report_problem("pack", &problem);
    else if (options.help)
        code = cli_show_help(&cli_command_pack);
    else if (options.make_key != NULL)
        code = make_key(&options);
    else if (options.list != NULL || options.verify != NULL)
        code = look(&options);
    else
        code = make(&options);
    cli_warm_clear(&options.warm);
    cli_targets_clear(options.targets);
    cli_problem_clear(&problem);
    return code;
}

const cli_command cli_command_pack = {"pack", run, "put compiled kernels into one file, to ship it", help};
