/*
 * warm.c: see warm.h.
 */
#include "warm.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- How far it is ----------------------------------------------------------------------------------------------- */

enum { BAR = 30 };

typedef struct showing {
    cli_warm *warm;
    const char *target;
    bool terminal;
} showing;

static void draw(const showing *self, const cujit_warm_kernel *kernel)
{
    const size_t filled = kernel->done * BAR / kernel->total;
    char bar[BAR + 1];

    memset(bar, ' ', BAR);
    memset(bar, '#', filled);
    bar[BAR] = '\0';
    fprintf(stderr, "\r\033[K%-10s [%s] %zu of %zu  %.40s", self->target, bar, kernel->done, kernel->total,
            kernel->name);
    if (kernel->done == kernel->total)
        fprintf(stderr, "\r\033[K");
    fflush(stderr);
}

static void add_id(cli_warm *warm, const char *id)
{
    if (id[0] == '\0')
        return;
    warm->ids = cli_realloc(warm->ids, (warm->id_count + 2) * sizeof *warm->ids);
    warm->ids[warm->id_count++] = cli_copy(id);
    warm->ids[warm->id_count] = NULL;
}

/* With the user's own line, where it is in one. */
static void show_failure(const showing *self, const cujit_warm_kernel *kernel)
{
    char *text = cujit_error_format(kernel->error);

    if (self->terminal)
        fprintf(stderr, "\r\033[K");
    cli_note(self->warm->command, "%s for %s: %.*s", kernel->name, self->target,
             text != NULL ? (int)strlen(text) - 1 : 0, text != NULL ? text : "");
    cujit_free(text);
}

static int visit(void *user, const cujit_warm_kernel *kernel)
{
    showing *self = user;

    if (kernel->error != NULL)
        show_failure(self, kernel);
    else
        add_id(self->warm, kernel->id);
    if (self->terminal)
        draw(self, kernel);
    return 1;
}

/* ---- What is kept ------------------------------------------------------------------------------------------------ */

static int see_server(void *user, const cujit_cache_layer_stats *layer)
{
    *(bool *)user = *(bool *)user || strcmp(layer->kind, "redis") == 0;
    return 1;
}

/* Who chose to have no file has them kept by a server, or not at all. */
static void note_unkept(cli_warm *warm, cujit_context *context, const cujit_warm_result *result)
{
    cujit_error error = {0};
    cujit_cache_stats stats;
    cujit_cache *cache = NULL;
    bool served = false;

    cujit_context_get_cache_stats(context, &stats);
    cujit_context_list_cache_layers(context, see_server, &served);
    if (stats.store_failures > 0) {
        warm->unkept += stats.store_failures;
        snprintf(warm->why_unkept, sizeof warm->why_unkept, "%s", stats.trouble);
    } else if (!stats.on_disk && !served && result->built > 0) {
        warm->unkept += result->built;
        cujit_cache_open(warm->directory, &cache, &error);
        snprintf(warm->why_unkept, sizeof warm->why_unkept, "%s", error.message);
    }
    cujit_cache_free(cache);
    cujit_error_clear(&error);
}

/* ---- Each target ------------------------------------------------------------------------------------------------- */

static cujit_status warm_one(cli_warm *warm, const char *target, cujit_error *error)
{
    showing self = {.warm = warm, .terminal = isatty(STDERR_FILENO) != 0};
    const cujit_warm_options options = {.threads = warm->threads, .visit = visit, .user = &self};
    cujit_warm_result result = {0}, *all = &warm->result;
    const cujit_context_options made = {
        .device = target, .cache_directory = warm->directory, .compile_timeout_ms = warm->timeout_ms};
    cujit_context *context = NULL;
    cujit_status status = cujit_context_create(&made, &context, error);

    if (status == CUJIT_OK)
        self.target = target[0] != '\0' ? target : cujit_context_device(context);
    if (status == CUJIT_OK)
        status = cujit_warm(context, warm->manifest, &options, &result, error);
    if (status == CUJIT_OK)
        note_unkept(warm, context, &result);
    cujit_context_free(context);
    all->total += result.total;
    all->built += result.built;
    all->found += result.found;
    all->failed += result.failed;
    all->skipped += result.skipped;
    return status;
}

bool cli_warm_run(cli_warm *warm, cujit_error *error)
{
    for (char *const *target = warm->targets; *target != NULL; target++)
        if (warm_one(warm, *target, error) != CUJIT_OK)
            return false;
    return true;
}

void cli_warm_clear(cli_warm *warm)
{
    for (size_t k = 0; k < warm->id_count; k++)
        free(warm->ids[k]);
    free(warm->ids);
    warm->ids = NULL;
    warm->id_count = 0;
}

/* ---- Options ----------------------------------------------------------------------------------------------------- */

bool cli_warm_option(cli_warm *warm, int code, char **argv, cli_problem *problem)
{
    switch (code) {
    case CLI_OPTION_COMPILE_TIMEOUT:
        return cli_timeout_parse(&warm->timeout_ms, problem);
    case CLI_OPTION_DIR:
        warm->directory = optarg;
        return true;
    case CLI_OPTION_THREADS:
        return cli_count_parse("--threads", 1024, &warm->threads, problem);
    default:
        return cli_option_problem(code, argv, problem);
    }
}

bool cli_targets_add(char ***targets, const char *list, cli_problem *problem)
{
    size_t count = 0;

    while (*targets != NULL && (*targets)[count] != NULL)
        count++;
    for (const char *at = list; list[0] != '\0'; at++) {
        const size_t length = strcspn(at, ",");

        if (length == 0)
            return cli_problem_usage(problem, "\"%.60s\": a name is missing at a comma; sm_80,sm_90 is a list", list);
        *targets = cli_realloc(*targets, (count + 2) * sizeof **targets);
        (*targets)[count++] = cli_format("%.*s", (int)length, at);
        (*targets)[count] = NULL;
        at += length;
        if (*at == '\0')
            break;
    }
    return true;
}

void cli_targets_clear(char **targets)
{
    for (size_t k = 0; targets != NULL && targets[k] != NULL; k++)
        free(targets[k]);
    free(targets);
}
