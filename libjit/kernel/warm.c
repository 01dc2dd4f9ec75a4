/*
 * warm.c: building the kernels of a manifest ahead, on all processors: cujit_warm().
 *
 * Threads take one kernel after the other; the calling thread tells the program of each that is done.
 */
#include "libjit/base/alloc.h"
#include "libjit/base/os.h"
#include "libjit/base/sized.h"
#include "libjit/base/thread.h"
#include "libjit/kernel/manifest.h"
#include "libjit/kernel/program.h"

#include <string.h>

enum { MOST_PARTS = 32 };

/* One kernel: what is to be built, and what came of it. */
typedef struct task {
    const cj_manifest_entry *entry;
    cujit_origin origin;
    char id[33];
    double ms;
    cujit_error error;
} task;

typedef struct warming {
    cujit_context *context;
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    task *tasks;
    size_t total, next, done; /* tasks; those from `next` on are not begun */
    size_t *order;            /* of those that are done */
    bool stopped;
} warming;

/* The user's own texts in a generated one: from `#line 1 "NAME"` to the next such line. The text is cut up for that. */
static size_t find_parts(char *source, cj_part parts[MOST_PARTS])
{
    static const char mark[] = "\n#line ", first[] = "1 \"";
    size_t count = 0;

    for (char *at = source, *name, *end, *text; at != NULL && (at = strstr(at, mark)) != NULL;) {
        *at = '\0';
        at += sizeof mark - 1;
        name = at + sizeof first - 1;
        if (strncmp(at, first, sizeof first - 1) != 0 || (end = strchr(name, '"')) == NULL ||
            (text = strchr(end, '\n')) == NULL || count == MOST_PARTS)
            continue;
        *end = '\0';
        parts[count++] = (cj_part){name, text + 1};
        at = text; /* a mark may follow at once */
    }
    return count;
}

static void build(const warming *self, task *of)
{
    const double began = cj_now_ms();
    char *source = cj_strdup(of->entry->unit.source);
    cj_part parts[MOST_PARTS];
    const size_t count = source != NULL ? find_parts(source, parts) : 0;
    cj_program *program = NULL;

    if (cj_program_build(self->context, &of->entry->unit, parts, count, &program, &of->error) == CUJIT_OK) {
        of->origin = program->origin;
        memcpy(of->id, program->id, sizeof of->id);
    }
    cj_program_free(program);
    cj_free(source);
    of->ms = cj_now_ms() - began;
}

static void *work(void *opaque)
{
    warming *self = opaque;

    pthread_mutex_lock(&self->mutex);
    while (!self->stopped && self->next < self->total) {
        const size_t k = self->next++;

        pthread_mutex_unlock(&self->mutex);
        build(self, &self->tasks[k]);
        pthread_mutex_lock(&self->mutex);
        self->order[self->done++] = k;
        pthread_cond_signal(&self->changed);
    }
    pthread_mutex_unlock(&self->mutex);
    return NULL;
}

static void start(warming *self, pthread_t *threads, unsigned wanted, unsigned *count)
{
    for (*count = 0; *count < wanted && cj_thread_start(&threads[*count], work, self);)
        ++*count;
}

/* Of what is done, in that order. */
static void tell(warming *self, const cujit_warm_options *options, cujit_warm_result *result)
{
    for (size_t told = 0; told < self->total; told++) {
        task *of;
        bool more;

        pthread_mutex_lock(&self->mutex);
        while (told == self->done && !(self->stopped && self->done == self->next))
            pthread_cond_wait(&self->changed, &self->mutex);
        more = told < self->done;
        pthread_mutex_unlock(&self->mutex);
        if (!more)
            return;
        of = &self->tasks[self->order[told]];
        result->failed += of->error.status != CUJIT_OK;
        result->built += of->error.status == CUJIT_OK && of->origin == CUJIT_ORIGIN_COMPILER;
        result->found += of->error.status == CUJIT_OK && of->origin != CUJIT_ORIGIN_COMPILER;
        if (options->visit == NULL || self->stopped)
            continue;
        if (options->visit(options->user, &(cujit_warm_kernel){
                                              .name = of->entry->unit.name,
                                              .id = of->id,
                                              .origin = of->origin,
                                              .ms = of->ms,
                                              .error = of->error.status != CUJIT_OK ? &of->error : NULL,
                                              .done = told + 1,
                                              .total = self->total,
                                          }) == 0) {
            pthread_mutex_lock(&self->mutex);
            self->stopped = true;
            pthread_mutex_unlock(&self->mutex);
        }
    }
}

static cujit_status run(warming *self, const cujit_warm_options *options, cujit_warm_result *result, cujit_error *error)
{
    unsigned wanted = cj_thread_count(options->threads), count;
    pthread_t *threads;

    wanted = wanted < self->total ? wanted : (unsigned)self->total;
    if ((threads = cj_calloc(wanted > 0 ? wanted : 1, sizeof *threads)) == NULL)
        return cj_error_no_memory(error, "threads");
    start(self, threads, wanted, &count);
    if (count == 0)
        work(self);
    tell(self, options, result);
    for (unsigned k = 0; k < count; k++)
        pthread_join(threads[k], NULL);
    cj_free(threads);
    return CUJIT_OK;
}

static cujit_status begin(warming *self, const cj_manifest *manifest, cujit_warm_result *result, cujit_error *error)
{
    self->tasks = cj_calloc(manifest->count + 1, sizeof *self->tasks);
    self->order = cj_calloc(manifest->count + 1, sizeof *self->order);
    if (self->tasks == NULL || self->order == NULL)
        return cj_error_no_memory(error, "a list of kernels");
    for (size_t k = 0; k < manifest->count; k++) {
        if (strcmp(manifest->entries[k].device, self->context->backend->name) == 0)
            self->tasks[self->total++].entry = &manifest->entries[k];
        else
            result->skipped++;
    }
    result->total = self->total;
    return CUJIT_OK;
}

cujit_status cujit_warm_sized(cujit_context *context, const char *path, const cujit_warm_options *given,
                              size_t given_size, cujit_warm_result *out, size_t out_size, cujit_error *error)
{
    warming self = {.context = context};
    cujit_warm_result result = {0};
    cujit_warm_options options;
    cj_manifest manifest = {0};
    cujit_status status = cj_widen("cujit_warm", &options, sizeof options, given, given_size, error);

    if (status != CUJIT_OK)
        return status;
    if (context == NULL || path == NULL)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "cujit_warm: %s is NULL",
                            context == NULL ? "context" : "path");
    if ((status = cj_context_check_process(context, error)) != CUJIT_OK)
        return status;
    pthread_mutex_init(&self.mutex, NULL);
    pthread_cond_init(&self.changed, NULL);
    if ((status = cj_manifest_read(path, &manifest, error)) == CUJIT_OK &&
        (status = begin(&self, &manifest, &result, error)) == CUJIT_OK &&
        (status = run(&self, &options, &result, error)) == CUJIT_OK)
        cj_narrow(out, out_size, &result, sizeof result);
    for (size_t k = 0; k < self.total; k++)
        cujit_error_clear(&self.tasks[k].error);
    cj_free(self.tasks);
    cj_free(self.order);
    cj_manifest_clear(&manifest);
    pthread_cond_destroy(&self.changed);
    pthread_mutex_destroy(&self.mutex);
    return status;
}
