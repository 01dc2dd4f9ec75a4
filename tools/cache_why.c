/*
 * cache_why.c: `cujit cache why` and `diff`: why a kernel had to be compiled: what its key has that the nearest one has
 * not.
 */
#include "cache.h"

#include <stdlib.h>
#include <string.h>

/* A search for the nearest entry to a key whose unknown texts are NULL. */
typedef struct search {
    const cujit_cache_entry *wanted;
    char *best; /* its id; NULL: there is none */
    unsigned best_parts;
    size_t best_lines;
    bool best_named;
    size_t same_source; /* entries */
} search;

static unsigned count_bits(unsigned parts)
{
    unsigned count = 0;

    for (; parts != 0; parts &= parts - 1)
        count++;
    return count;
}

/* The same source counts most, then fewer lines, then fewer other parts, then to have been there before. */
static bool is_nearer(const search *self, size_t lines, unsigned parts)
{
    if (self->best == NULL || lines != self->best_lines)
        return self->best == NULL || lines < self->best_lines;
    return count_bits(parts) < count_bits(self->best_parts);
}

/* Of those made within the same second each but one has another before it, so that no two explain each other. */
static bool is_before(const cujit_cache_entry *entry, const cujit_cache_entry *other)
{
    return entry->created != other->created ? entry->created < other->created : strcmp(entry->id, other->id) < 0;
}

static int consider(void *user, const cujit_cache_entry *entry)
{
    search *self = user;
    const cujit_cache_entry *wanted = self->wanted;
    const bool named = wanted->name == NULL || strcmp(wanted->name, entry->name) == 0;
    unsigned parts;
    size_t lines;

    /* Of an entry only what was there when it was made says why; the entry itself does not. */
    if (wanted->id != NULL && !is_before(entry, wanted))
        return 1;
    if (self->best != NULL && self->best_named && !named && self->best_lines < 8)
        return 1;
    parts = cache_differences(wanted, entry);
    lines = (parts & PART_SOURCE) != 0 ? cache_lines_apart(wanted->source, entry->source) + 1 : 0;
    self->same_source += lines == 0;
    if (!is_nearer(self, lines, parts))
        return 1;
    free(self->best);
    self->best = cli_copy(entry->id);
    self->best_parts = parts;
    self->best_lines = lines;
    self->best_named = named;
    return 1;
}

/* What may be said of a key. */
static void say(cache_command *self, const char *label, const cujit_cache_entry *wanted, const search *found,
                const cujit_cache_entry *nearest)
{
    char *parts = cache_parts_text(found->best_parts);

    if (self->options.json) {
        cli_json *json = &self->json;

        cli_json_begin(json, NULL, '{');
        cli_json_text(json, "of", label);
        cli_json_text(json, "nearest", nearest == NULL ? NULL : nearest->id);
        cli_json_text(json, "nearest_name", nearest == NULL ? NULL : nearest->name);
        cli_json_unsigned(json, "same_source", found->same_source);
        if (nearest != NULL)
            cache_show_differences(self, nearest, wanted);
        cli_json_end(json, '}');
    } else if (nearest == NULL) {
        printf("%s: nothing to compare it with was there\n", label);
    } else if (found->best_parts == 0) {
        printf("%s: is there: %.12s, %s\n", label, nearest->id, nearest->name);
    } else {
        printf("%s: the nearest is %.12s (%s for %s); it differs in: %s\n", label, nearest->id, nearest->name,
               nearest->architecture, parts);
        cache_show_differences(self, nearest, wanted);
    }
    free(parts);
}

static bool explain(cache_command *self, const char *label, const cujit_cache_entry *wanted, cujit_error *error)
{
    search found = {.wanted = wanted};
    cache_entry nearest = {.as = {.id = NULL}};
    cujit_cache_entry compared = *wanted;
    bool good = cujit_cache_list(self->cache, consider, &found, error) == CUJIT_OK &&
                (found.best == NULL || cache_entry_find(self->cache, found.best, &nearest, error));

    if (good && found.best != NULL) {
        /* What nobody has said does not differ. */
        const char **texts[] = {&compared.schema,  &compared.toolchain, &compared.architecture,
                                &compared.options, &compared.name,      &compared.source};
        const char *others[] = {nearest.as.schema,  nearest.as.toolchain, nearest.as.architecture,
                                nearest.as.options, nearest.as.name,      nearest.as.source};

        for (size_t k = 0; k < PARTS; k++)
            *texts[k] = *texts[k] != NULL ? *texts[k] : others[k];
    }
    if (good)
        say(self, label, &compared, &found, found.best == NULL ? NULL : &nearest.as);
    free(found.best);
    cache_entry_clear(&nearest);
    return good;
}

/* ---- Of what ----------------------------------------------------------------------------------------------------- */

static bool explain_id(cache_command *self, const char *id, cujit_error *error)
{
    cache_entry entry;
    bool good = cache_entry_find(self->cache, id, &entry, error);

    if (good) {
        char *label = cli_format("%.12s (%s for %s)", entry.as.id, entry.as.name, entry.as.architecture);

        good = explain(self, label, &entry.as, error);
        free(label);
    }
    cache_entry_clear(&entry);
    return good;
}

/* A source as `cujit render` or `cujit cache show --source` writes it. */
static bool explain_file(cache_command *self, const char *path, cujit_error *error)
{
    char *source = cli_read_text(path, &self->problem);
    bool good = source != NULL &&
                explain(self, path,
                        &(cujit_cache_entry){
                            .source = source, .name = self->options.name, .architecture = self->options.architecture},
                        error);

    free(source);
    return good;
}

/* The first line of a compiler's log that says what is wrong. */
static const char *first_error(const char *log, int *length)
{
    const char *line = log, *at = strstr(log, "error");

    if (at != NULL)
        for (line = at; line > log && line[-1] != '\n'; line--)
            ;
    *length = (int)strcspn(line, "\n");
    return line;
}

static int show_failure(void *user, const cujit_cache_failure *failure)
{
    cache_command *self = user;
    char *date = cache_date(failure->created, "%H:%M:%S");
    int length;
    const char *error = first_error(failure->log, &length);

    if (self->options.json) {
        cli_json_begin(&self->json, NULL, '{');
        cli_json_text(&self->json, "name", failure->name);
        cli_json_text(&self->json, "architecture", failure->architecture);
        cli_json_integer(&self->json, "created", failure->created);
        cli_json_text(&self->json, "log", failure->log);
        cli_json_text(&self->json, "source", failure->source);
        cli_json_end(&self->json, '}');
    } else {
        printf("%s for %s: refused by the compiler at %s, and not tried again for ten minutes:\n  %.*s\n",
               failure->name, failure->architecture, date, length, error);
    }
    free(date);
    return 1;
}

enum { LAST = 5 };

/* Why the last ones that were compiled were not there. */
static bool explain_last(cache_command *self, cujit_error *error)
{
    const bool json = self->options.json;
    cache_entries entries;
    bool good;

    self->options.order = BY_CREATED;
    if (!cache_entries_read(self, &entries, error))
        return false;
    if (json)
        cli_json_begin(&self->json, "last", '[');
    else if (entries.count == 0)
        cli_note("cache why", "no kernels in %s", cujit_cache_directory(self->cache));
    good = true;
    for (size_t k = 0; k < entries.count && k < LAST && good; k++)
        good = explain_id(self, entries.items[k].as.id, error);
    if (json) {
        cli_json_end(&self->json, ']');
        cli_json_begin(&self->json, "failures", '[');
    }
    good = good && cujit_cache_failures(self->cache, show_failure, self, error) == CUJIT_OK;
    if (json)
        cli_json_end(&self->json, ']');
    cache_entries_clear(&entries);
    return good;
}

static bool explain_all(cache_command *self, cujit_error *error)
{
    bool good = true;

    if (self->options.operands[0] == NULL)
        return explain_last(self, error);
    if (self->options.json)
        cli_json_begin(&self->json, "last", '[');
    for (char **word = self->options.operands; *word != NULL && good; word++)
        good = self->options.source ? explain_file(self, *word, error) : explain_id(self, *word, error);
    if (self->options.json)
        cli_json_end(&self->json, ']');
    return good;
}

/* JSON that fails midway is none: it is written once it is whole. */
static int buffered(cache_command *self, const char *label, bool (*work)(cache_command *, cujit_error *),
                    cujit_error *error)
{
    FILE *out = self->json.file;
    char *text = NULL;
    size_t size = 0;
    bool good;

    if (self->options.json) {
        if ((self->json.file = open_memstream(&text, &size)) == NULL)
            cli_no_memory();
        cli_json_begin(&self->json, NULL, '{');
    }
    good = work(self, error);
    if (self->options.json) {
        cli_json_end(&self->json, '}');
        if (fclose(self->json.file) != 0)
            cli_no_memory();
        self->json.file = out;
        if (good)
            fwrite(text, 1, size, out);
    }
    free(text);
    return good ? CLI_OK : cli_report_failure(label, &self->problem, error, false);
}

/* One that something could be compiled for; NULL: any. */
static bool check_architecture(const char *architecture, cli_problem *problem, cujit_error *error)
{
    const cujit_context_options options = {.device = architecture, .cache_directory = ""};
    char *target = cli_choose_target(architecture, NULL, false, problem);
    cujit_context *context = NULL;
    const bool good = architecture == NULL ||
                      (target != NULL && cujit_context_create(&options, &context, error) == CUJIT_OK);

    cujit_context_free(context);
    free(target);
    return good;
}

int cache_why(cache_command *self, cujit_error *error)
{
    if (self->options.source && self->options.operands[0] == NULL) {
        cli_problem_usage(&self->problem, "--source needs FILEs with sources");
        return cli_report_problem("cache why", &self->problem);
    }
    if (!check_architecture(self->options.architecture, &self->problem, error))
        return cli_report_failure("cache why", &self->problem, error, false);
    return buffered(self, "cache why", explain_all, error);
}

static bool compare_two(cache_command *self, cujit_error *error)
{
    cache_entry a, b = {.as = {.id = NULL}};
    bool good = cache_entry_find(self->cache, self->options.operands[0], &a, error) &&
                cache_entry_find(self->cache, self->options.operands[1], &b, error);

    if (good && self->options.json) {
        cli_json_text(&self->json, "a", a.as.id);
        cli_json_text(&self->json, "b", b.as.id);
    }
    if (good)
        cache_show_differences(self, &a.as, &b.as);
    if (good && !self->options.json && cache_differences(&a.as, &b.as) == 0)
        cli_note("cache diff", "the same entry");
    cache_entry_clear(&a);
    cache_entry_clear(&b);
    return good;
}

int cache_diff(cache_command *self, cujit_error *error)
{
    return buffered(self, "cache diff", compare_two, error);
}
