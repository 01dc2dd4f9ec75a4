/*
 * cmd_cache.c: `cujit cache`: its command line. What the subcommands do is in cache_*.c.
 */
#include "cache.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

static const char help[] =
    "cujit cache: look at the cache of compiled kernels, explain it, check it, move it, empty it\n"
    "\n"
    "usage: cujit cache ls     [FILTER...]      list the kernels, the last used one first\n"
    "       cujit cache show   ID               all about one; an ID may be cut to its first four digits or more\n"
    "       cujit cache stats                   how much there is, hits, and misses by their reasons\n"
    "       cujit cache why    [ID...]          what differs from the nearest one before; without an ID, for the last\n"
    "                                           five, and what did not compile\n"
    "       cujit cache why    --source FILE... the same for sources, as 'cujit render' writes them\n"
    "       cujit cache diff   ID ID            what differs between the keys and sources of two\n"
    "       cujit cache disasm ID               the machine code, by cuobjdump, nvdisasm or objdump\n"
    "       cujit cache report [-o FILE]        all of it as one page of HTML\n"
    "       cujit cache verify                  check the file and every kernel in it\n"
    "       cujit cache pin    ID...            keep these from being deleted to make room; unpin: no longer\n"
    "       cujit cache rm     ID...            delete these kernels\n"
    "       cujit cache gc                      delete kernels of compilers that are gone, and expired failures\n"
    "       cujit cache prune                   delete what was not used for longest, down to the limit\n"
    "       cujit cache clear                   delete all kernels, and what 'cujit tune' found\n"
    "       cujit cache merge  DIR|FILE...      copy the kernels of other caches into this one\n"
    "       cujit cache export -o DIR [ID...|FILTER...]\n"
    "                                           write sources and objects to a folder, for people and for 'import'\n"
    "       cujit cache import DIR...           copy what was exported into this cache\n"
    "\n"
    "Options:\n"
    "      --dir DIR          the cache in DIR; else $CUJIT_CACHE_DIR, $XDG_CACHE_HOME/cujit or ~/.cache/cujit\n"
    "      --json             JSON; errors, too\n"
    "  -h, --help             this text\n"
    "Filters, of ls and export:\n"
    "      --name GLOB        kernels of such names\n"
    "  -a, --arch GLOB        for such architectures: sm_90, 'sm_*', host\n"
    "      --toolchain GLOB   made by such compilers: 'g++ 12*', 'NVRTC 13.0.88'\n"
    "      --kind KIND        cubin, ptx, shared (objects for the host) or fatbin\n"
    "      --older DURATION   made longer ago than this: a number with s, m, h, d or w\n"
    "      --newer DURATION   made since then\n"
    "      --unused DURATION  not used since then\n"
    "of ls and report:\n"
    "      --sort KEY         used, created, size, uses, compile or name\n"
    "      --reverse          the other way round\n"
    "      --limit N          the first N only; of report: the sources of the first N (100)\n"
    "of show, each in place of everything else:\n"
    "      --source           the generated source\n"
    "  -v, --verbose, --log   the compiler's log\n"
    "      --object FILE      write the object (cubin, PTX, shared object) to FILE; - is standard output\n"
    "of export and report:\n"
    "  -o, --output PLACE     the folder, or the file, to write to\n"
    "of why --source:\n"
    "      --name NAME        what else is known of the kernel; --arch, too\n"
    "of verify:\n"
    "      --repair           delete what is damaged or forged; it is compiled again when needed\n"
    "      --rebuild          compile every kernel anew, and compare byte by byte\n"
    "of gc:\n"
    "      --dry-run          delete nothing, only say what would be\n"
    "of prune:\n"
    "      --limit SIZE       the file's limit from now on: bytes, or a number with K, M, G or T; else\n"
    "                         $CUJIT_CACHE_LIMIT, else the limit that the file has\n"
    "of merge, import and export:\n"
    "      --trust            also kernels for the host of another user\n"
    "\n"
    "ls, show, stats, why, diff, disasm, report, export, and verify without --repair change nothing in the file.\n"
    "Exit status: 1 where the file is damaged or cannot be used (of verify, also where a kernel is damaged or forged and not\n"
    "repaired, or is not what the compiler makes of it now).\n"
    "\n"
    "For example:\n"
    "  cujit cache ls --arch 'sm_*' --unused 30d --sort size\n"
    "  cujit cache show 3f2a --source\n"
    "  cujit cache why 3f2a\n"
    "  cujit cache verify --rebuild\n"
    "  cujit cache report -o report.html\n";

static const int taken[] = {CLI_OPTION_DIR,
                            CLI_OPTION_JSON,
                            CLI_OPTION_SOURCE,
                            'v',
                            CLI_OPTION_OBJECT,
                            CLI_OPTION_REPAIR,
                            CLI_OPTION_REBUILD,
                            CLI_OPTION_TRUST,
                            CLI_OPTION_LIMIT,
                            CLI_OPTION_NAME,
                            'a',
                            CLI_OPTION_TOOLCHAIN,
                            CLI_OPTION_KIND,
                            CLI_OPTION_OLDER,
                            CLI_OPTION_NEWER,
                            CLI_OPTION_UNUSED,
                            CLI_OPTION_SORT,
                            CLI_OPTION_REVERSE,
                            CLI_OPTION_DRY_RUN,
                            'o',
                            'h',
                            0};

/* Groups of options, and the subcommands that take them. */
enum {
    FILTERS = 1,
    ORDER = 2,
    LIMIT = 4,
    SOURCE = 8,
    LOG = 16,
    OBJECT = 32,
    REPAIR = 64,
    REBUILD = 128,
    TRUST = 256,
    OUTPUT = 512,
    DRY_RUN = 1024,
    NAMED = 2048 /* --name, --arch */
};

static const struct {
    unsigned group;
    const char *words;
} groups[] = {{FILTERS, "--toolchain, --kind, --older, --newer and --unused go with ls and export"},
              {NAMED, "--name and --arch go with ls, export and why --source"},
              {ORDER, "--sort and --reverse go with ls and report"},
              {LIMIT, "--limit goes with ls, report and prune"},
              {SOURCE, "--source goes with show and why"},
              {LOG | OBJECT, "--log and --object go with show"},
              {REPAIR | REBUILD, "--repair and --rebuild go with verify"},
              {TRUST, "--trust goes with merge, import and export"},
              {OUTPUT, "--output goes with export and report"},
              {DRY_RUN, "--dry-run goes with gc"}};

typedef struct subcommand {
    const char *name;
    int (*run)(cache_command *self, cujit_error *error);
    int least, most; /* operands */
    const char *needs;
    unsigned groups;
} subcommand;

static const char id_needed[] = "the ID of a kernel, as 'cujit cache ls' lists them";

static const subcommand subcommands[] = {
    {"ls", cache_ls, 0, 0, "", FILTERS | NAMED | ORDER | LIMIT},
    {"show", cache_show, 1, 1, id_needed, SOURCE | LOG | OBJECT},
    {"stats", cache_stats, 0, 0, "", 0},
    {"why", cache_why, 0, INT_MAX, "", SOURCE | NAMED},
    {"diff", cache_diff, 2, 2, "the IDs of two kernels", 0},
    {"disasm", cache_disasm, 1, 1, id_needed, 0},
    {"report", cache_report, 0, 0, "", ORDER | LIMIT | OUTPUT},
    {"verify", cache_verify, 0, 0, "", REPAIR | REBUILD},
    {"pin", cache_pin, 1, INT_MAX, id_needed, 0},
    {"unpin", cache_unpin, 1, INT_MAX, id_needed, 0},
    {"rm", cache_rm, 1, INT_MAX, id_needed, 0},
    {"gc", cache_gc, 0, 0, "", DRY_RUN},
    {"prune", cache_prune, 0, 0, "", LIMIT},
    {"clear", cache_clear, 0, 0, "", 0},
    {"merge", cache_merge, 1, INT_MAX, "the folder or file of another cache", TRUST},
    {"import", cache_import, 1, INT_MAX, "a folder that 'cujit cache export' wrote", TRUST},
    {"export", cache_export, 0, INT_MAX, "", FILTERS | NAMED | OUTPUT | TRUST},
};

enum { SUBCOMMANDS = sizeof subcommands / sizeof *subcommands };

/* ---- Options ----------------------------------------------------------------------------------------------------- */

static bool set_duration(int64_t *out, const char *option, cli_problem *problem)
{
    return cache_duration_parse(optarg, out) ||
           cli_problem_usage(problem, "%s is \"%.40s\": expected a number and s, m, h, d or w, such as 30d", option,
                             optarg);
}

static bool set_kind(cache_options *out, cli_problem *problem)
{
    static const char *const kinds[] = {"cubin", "ptx", "shared", "fatbin"};

    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        if (strcmp(kinds[k], optarg) == 0)
            out->kind = kinds[k];
    return out->kind != NULL ||
           cli_problem_usage(problem, "--kind is \"%.40s\": expected cubin, ptx, shared or fatbin", optarg);
}

/* Those that have a value of a certain form, and those that choose. */
static bool take_filter(int option, cache_options *out, char **argv, cli_problem *problem)
{
    switch (option) {
    case CLI_OPTION_NAME:
        out->name = optarg;
        return true;
    case 'a':
        out->architecture = optarg;
        return true;
    case CLI_OPTION_TOOLCHAIN:
        out->toolchain = optarg;
        return true;
    case CLI_OPTION_KIND:
        return set_kind(out, problem);
    case CLI_OPTION_OLDER:
        return set_duration(&out->older, "--older", problem);
    case CLI_OPTION_NEWER:
        return set_duration(&out->newer, "--newer", problem);
    case CLI_OPTION_UNUSED:
        return set_duration(&out->unused, "--unused", problem);
    case CLI_OPTION_SORT:
        out->order_word = optarg;
        return cache_order_parse(optarg, &out->order) ||
               cli_problem_usage(problem, "--sort is \"%.40s\": expected used, created, size, uses, compile or name",
                                 optarg);
    default:
        return cli_option_problem(option, argv, problem);
    }
}

static bool take_option(int option, cache_options *out, char **argv, cli_problem *problem)
{
    switch (option) {
    case CLI_OPTION_DIR:
        out->directory = optarg;
        return true;
    case CLI_OPTION_OBJECT:
        out->object = optarg;
        return true;
    case CLI_OPTION_LIMIT:
        out->limit = optarg;
        return true;
    case 'o':
        out->output = optarg;
        return true;
    case CLI_OPTION_JSON:
        return out->json = true;
    case CLI_OPTION_SOURCE:
        return out->source = true;
    case 'v':
        return out->log = true;
    case CLI_OPTION_REPAIR:
        return out->repair = true;
    case CLI_OPTION_REBUILD:
        return out->rebuild = true;
    case CLI_OPTION_TRUST:
        return out->trust = true;
    case CLI_OPTION_REVERSE:
        return out->reverse = true;
    case CLI_OPTION_DRY_RUN:
        return out->dry_run = true;
    case 'h':
        return out->help = true;
    default:
        return take_filter(option, out, argv, problem);
    }
}

static bool parse(int argc, char **argv, cache_options *out, cli_problem *problem)
{
    int option;

    while (!out->help && (option = cli_next_option(argc, argv, taken)) != -1)
        if (!take_option(option, out, argv, problem))
            return false;
    return true;
}

/* The groups of what was given. */
static unsigned given(const cache_options *options)
{
    const bool filters = options->toolchain != NULL || options->kind != NULL || options->older != 0 ||
                         options->newer != 0 || options->unused != 0;

    return (filters ? FILTERS : 0u) | (options->name != NULL || options->architecture != NULL ? NAMED : 0u) |
           (options->order_word != NULL || options->reverse ? ORDER : 0u) | (options->limit != NULL ? LIMIT : 0u) |
           (options->source ? SOURCE : 0u) | (options->log ? LOG : 0u) | (options->object != NULL ? OBJECT : 0u) |
           (options->repair ? REPAIR : 0u) | (options->rebuild ? REBUILD : 0u) | (options->trust ? TRUST : 0u) |
           (options->output != NULL ? OUTPUT : 0u) | (options->dry_run ? DRY_RUN : 0u);
}

/* ---- Subcommands ------------------------------------------------------------------------------------------------- */

static char *list_subcommands(void)
{
    char *list = cli_copy(subcommands[0].name);

    for (size_t k = 1; k < SUBCOMMANDS; k++) {
        char *longer = cli_format("%s, %s", list, subcommands[k].name);

        free(list);
        list = longer;
    }
    return list;
}

static const subcommand *find_subcommand(const char *name, cli_problem *problem)
{
    char *list;

    for (size_t k = 0; name != NULL && k < SUBCOMMANDS; k++)
        if (strcmp(subcommands[k].name, name) == 0)
            return &subcommands[k];
    list = list_subcommands();
    if (name == NULL)
        cli_problem_usage(problem, "one of these is needed: %s", list);
    else
        cli_problem_usage(problem, "there is no '%s': %s", name, list);
    free(list);
    return NULL;
}

/* Only options that go with the subcommand, and with each other. */
static bool check_options(const subcommand *found, const cache_options *options, cli_problem *problem)
{
    const unsigned wrong = given(options) & ~found->groups;

    for (size_t k = 0; k < sizeof groups / sizeof *groups; k++)
        if (wrong & groups[k].group)
            return cli_problem_usage(problem, "%s", groups[k].words);
    if (found->run == cache_show && (options->object != NULL) + options->source + options->log + options->json > 1)
        return cli_problem_usage(problem, "only one of --source, --log, --object and --json can be shown");
    if (found->run == cache_why && !options->source && (given(options) & NAMED))
        return cli_problem_usage(problem, "--name and --arch go with ls, export and why --source");
    if (found->run == cache_export && options->operands[0] != NULL && (given(options) & (FILTERS | NAMED)))
        return cli_problem_usage(problem, "IDs and filters do not go together");
    if (options->json && (found->run == cache_disasm || found->run == cache_report))
        return cli_problem_usage(problem, "%s has no --json", found->name);
    return true;
}

/* The subcommand, with operands and options that go with it; NULL: see the problem. */
static const subcommand *choose(int argc, char **argv, cache_options *options, cli_problem *problem)
{
    const subcommand *found = find_subcommand(optind < argc ? argv[optind] : NULL, problem);
    const int operands = argc - optind - 1;

    if (found == NULL)
        return NULL;
    options->operands = argv + optind + 1;
    if (operands < found->least)
        cli_problem_usage(problem, "%s needs %s", found->name, found->needs);
    else if (operands > found->most)
        cli_problem_usage(problem, "'%s' is one word too many", argv[optind + 1 + found->most]);
    else if (check_options(found, options, problem))
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

const cli_command cli_command_cache = {
    "cache", run, "look at the cache of compiled kernels, explain it, check it, move it, empty it", help};
