/*
 * context.c: choosing a device, and the life of a context.
 */
#include "libjit/runtime/context.h"

#include "cache/layer.h"
#include "cache/remote/redis.h"
#include "libjit/base/alloc.h"
#include "libjit/base/os.h"
#include "libjit/base/sized.h"
#include "libjit/base/thread.h"
#include "libjit/runtime/packs.h"
#include "libjit/runtime/workspace.h"

#include <ctype.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What is held of freed memory at most, in bytes, where nobody says it. */
static const size_t host_held = (size_t)256 << 20, pinned_held = (size_t)16 << 20;

static size_t device_held(const cujit_context *context)
{
    size_t left, total;

    if (context->device == NULL || context->backend->is_host ||
        context->backend->memory_info(context->device, &left, &total, NULL) != CUJIT_OK)
        return host_held;
    return total / 4;
}

/* ---- Fork -------------------------------------------------------------------------------------------------------- */

/* A device's handles do not survive a fork, and asking for the process id on every launch would be a system call. */
atomic_uint cj_generation;
static pthread_once_t fork_once = PTHREAD_ONCE_INIT;

static void count_fork(void)
{
    atomic_fetch_add_explicit(&cj_generation, 1, memory_order_relaxed);
}

static void watch_forks(void)
{
    pthread_atfork(NULL, NULL, count_fork);
}

cujit_status cj_context_refuse(const cujit_context *context, cujit_error *error)
{
    if (context->device == NULL && cj_context_is_ours(context))
        return cj_error_set(error, CUJIT_ERROR_UNSUPPORTED,
                            "the context was made for the architecture %s and has no device to run on",
                            context->device_text);
    return cj_error_set(error, CUJIT_ERROR_FORKED,
                        "the context on %s was made by the parent process: make a new one after fork()",
                        context->device_text);
}

cujit_status cj_context_check_call(const char *function, const cujit_context *context, const char *what,
                                   const void *given, cujit_error *error)
{
    if (context == NULL || given == NULL)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "%s: %s is NULL", function,
                            context == NULL ? "context" : what);
    return cj_context_check(context, error);
}

cujit_status cj_context_take_spec(const char *function, const cujit_context *context, const void *spec, size_t size,
                                  const void *out, void *todays, size_t todays_size, cujit_error *error)
{
    cujit_status status = cj_widen(function, todays, todays_size, spec, size, error);

    if (status == CUJIT_OK && (context == NULL || spec == NULL || out == NULL))
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "%s: %s is NULL", function,
                            context == NULL ? "context"
                            : spec == NULL  ? "spec"
                                            : "the result");
    return status;
}

/* ---- The log ----------------------------------------------------------------------------------------------------- */

void cj_log_text(const cujit_context *context, cujit_log_level level, const char *topic, const char *kernel, double ms,
                 const char *message)
{
    const cujit_log_record record = {level, topic, kernel, message, ms};

    if (cj_logs(context, level))
        context->log(context->log_user, &record);
}

void cj_log(const cujit_context *context, cujit_log_level level, const char *topic, const char *kernel, double ms,
            const char *format, ...)
{
    char message[1024];
    va_list values;

    if (!cj_logs(context, level))
        return;
    va_start(values, format);
    vsnprintf(message, sizeof message, format, values);
    va_end(values);
    cj_log_text(context, level, topic, kernel, ms, message);
}

void cj_log_cache(const cujit_context *context, const char *kernel)
{
    char trouble[sizeof((cujit_cache_stats *)0)->trouble];

    if (cj_logs(context, CUJIT_LOG_WARNING) && cj_cache_take_trouble(context->cache, trouble, sizeof trouble))
        cj_log_text(context, CUJIT_LOG_WARNING, "cache", kernel, 0, trouble);
}

/* ---- Which device? ----------------------------------------------------------------------------------------------- */

typedef struct choice {
    const cj_backend *backend;
    int ordinal;              /* -1: the backend's own choice */
    const char *architecture; /* not NULL: compile only */
} choice;

/* "cuda", "cuda:1", "host", "sm_90". */
static cujit_status parse_device(const char *text, choice *out, cujit_error *error)
{
    const char *colon = strchr(text, ':');
    size_t length = colon != NULL ? (size_t)(colon - text) : strlen(text);
    char *end = NULL;
    long ordinal = -1;

    *out = (choice){.backend = cj_backend_by_architecture(text), .ordinal = -1, .architecture = text};
    if (out->backend != NULL)
        return CUJIT_OK;
    *out = (choice){.backend = cj_backend_by_name(text, length), .ordinal = -1};
    if (colon != NULL) {
        ordinal = isdigit((unsigned char)colon[1]) ? strtol(colon + 1, &end, 10) : -1;
        if (ordinal < 0 || ordinal > INT_MAX || *end != '\0')
            out->backend = NULL;
        out->ordinal = (int)ordinal;
    }
    if (out->backend == NULL)
        return cj_error_set(
            error, CUJIT_ERROR_NO_DEVICE,
            "unknown device \"%.60s\": expected \"cuda\", \"cuda:N\", \"host\", or an architecture such "
            "as \"sm_90\"",
            text);
    return CUJIT_OK;
}

/* The first backend that has a device; the host always has one. */
static cujit_status choose_default(choice *out, cujit_error *error)
{
    for (size_t k = 0; cj_backends[k] != NULL; k++) {
        int count = 0;

        if (cj_backends[k]->count(&count, NULL) == CUJIT_OK && count > 0) {
            *out = (choice){.backend = cj_backends[k], .ordinal = -1};
            return CUJIT_OK;
        }
    }
    return cj_error_set(error, CUJIT_ERROR_NO_DEVICE, "no device of any kind can be used");
}

static cujit_status choose(const char *device, choice *out, cujit_error *error)
{
    if (device == NULL || device[0] == '\0')
        device = getenv("CUJIT_DEVICE");
    if (device == NULL || device[0] == '\0')
        return choose_default(out, error);
    return parse_device(device, out, error);
}

/* ---- Options of the environment ---- */

static bool forbids_compiling(void)
{
    const char *text = cj_environment("CUJIT_NO_COMPILE");

    return text != NULL && strcmp(text, "0") != 0;
}

/* Seconds, in milliseconds; 0: there is no such number. */
static unsigned compile_timeout(void)
{
    return cj_environment_number("CUJIT_COMPILE_TIMEOUT", 7 * 24 * 3600) * 1000;
}

/* ---- Life -------------------------------------------------------------------------------------------------------- */

static cujit_status open_device(cujit_context *context, const choice *chosen, cujit_error *error)
{
    cujit_status status;

    if (chosen->architecture != NULL) {
        snprintf(context->target.architecture, sizeof context->target.architecture, "%s", chosen->architecture);
        snprintf(context->device_text, sizeof context->device_text, "%s", chosen->architecture);
        snprintf(context->device_name, sizeof context->device_name, "%s (compile only)", chosen->architecture);
        return CUJIT_OK;
    }
    if ((status = chosen->backend->open(chosen->ordinal, &context->device, error)) != CUJIT_OK)
        return status;
    memcpy(context->target.architecture, context->device->architecture, sizeof context->target.architecture);
    cj_backend_name_device(chosen->backend, context->device->ordinal, context->device_text,
                           sizeof context->device_text);
    snprintf(context->device_name, sizeof context->device_name, "%s (%s)", context->device_text, context->device->name);
    return CUJIT_OK;
}

/* The cache with the places behind its file. What is wrong with one of those is the cache's trouble, and no more. */
static cujit_status create_cache(cujit_context *context, const cujit_context_options *options, cujit_error *error)
{
    const char *url = options->redis != NULL ? options->redis : cj_environment("CUJIT_CACHE_REDIS");
    cujit_error trouble = {0};
    cj_layer *redis = NULL;
    cujit_status status = cj_cache_create(options->cache_directory, &context->cache, error);

    if (status != CUJIT_OK || url == NULL || url[0] == '\0')
        return status;
    if (cj_redis_create(url, &redis, &trouble) == CUJIT_OK)
        cj_cache_add_layer(context->cache, redis);
    else
        cj_cache_note_trouble(context->cache, trouble.message);
    cujit_error_clear(&trouble);
    return CUJIT_OK;
}

/* ---- Opening the rest beside the device ---- */

static atomic_flag opened_before = ATOMIC_FLAG_INIT;

/* Opens what the first kernel will ask for: the library's own code, the cache, and what objects are made with. None
 * reports anything here; who needs them meets any trouble again. */
static void *open_cache(void *opaque)
{
    const cujit_context *context = opaque;
    const cj_target target = {.compiler = context->compiler};
    const bool first = !atomic_flag_test_and_set(&opened_before); /* for the next one no driver has to start */
    cj_text identity = {0};

    if (first)
        cj_map_own_pages();
    cj_cache_prepare(context->cache);
    context->backend->schema(&target);
    if (context->backend->toolchain(&target, 0, &identity, NULL) == CUJIT_OK && first)
        cj_cache_read_ahead(context->cache, identity.data);
    cj_text_clear(&identity);
    return NULL;
}

/* A GPU's driver takes a tenth of a second and more to start, and the processor has nothing to do meanwhile. The thread
 * ends with this call; where there can be none, all is opened later. */
static cujit_status open_all(cujit_context *context, const choice *chosen, cujit_error *error)
{
    bool beside = chosen->architecture == NULL && chosen->backend->slow;
    cujit_status status;
    pthread_t thread;

    context->backend = chosen->backend;
    if (beside)
        beside = cj_thread_start(&thread, open_cache, context);
    status = open_device(context, chosen, error);
    if (beside)
        pthread_join(thread, NULL);
    return status;
}

cj_kept *cj_context_keep(_Atomic(cj_kept *) *place, size_t size, void (*release)(cj_kept *kept))
{
    cj_kept *found = atomic_load_explicit(place, memory_order_acquire), *made;

    if (found != NULL || (made = cj_calloc(1, size)) == NULL)
        return found;
    made->free = release;
    if (atomic_compare_exchange_strong(place, &found, made))
        return made;
    cj_free(made); /* another thread was faster */
    return found;
}

static void free_kept(_Atomic(cj_kept *) *place)
{
    cj_kept *kept = atomic_load(place);

    if (kept != NULL)
        kept->free(kept);
}

static void destroy(cujit_context *context)
{
    bool ours = cj_context_is_ours(context);

    free_kept(&context->crew); /* first: its threads use the rest */
    free_kept(&context->reducers);
    free_kept(&context->array_kernels);
    free_kept(&context->expressions);
    /* In a forked child the parent's handles must not be touched: what they cost is the parent's to give back. */
    if (ours)
        cj_registry_clear(&context->kernels);
    cj_blocks_clear(&context->staging.device, ours);
    cj_blocks_clear(&context->staging.pinned, ours);
    cj_workspaces_free(context->workspaces, ours);
    cj_recordings_clear(context);
    if (ours && context->device != NULL)
        context->backend->close(context->device);
    cujit_cache_free(context->cache);
    if (context->tier.release != NULL)
        context->tier.release(context->tier.user);
    cj_type_table_clear(&context->types);
    pthread_mutex_destroy(&context->type_lock);
    pthread_mutex_destroy(&context->recording_lock);
    cj_free(context->compiler);
    cj_free(context);
}

void cj_context_retain(cujit_context *context)
{
    atomic_fetch_add_explicit(&context->references, 1, memory_order_relaxed);
}

void cj_context_release(cujit_context *context)
{
    if (context != NULL && atomic_fetch_sub_explicit(&context->references, 1, memory_order_acq_rel) == 1)
        destroy(context);
}

void cj_context_drop(cujit_context *context, cj_registered *value, bool alone)
{
    cj_registered *list = value; /* of what nobody uses, linked by `older` */

    /* In a forked child the lock may be held by a thread that is not there. */
    if (!cj_context_is_ours(context) || (!alone && (list = cj_registry_release(&context->kernels, value)) == NULL))
        return;
    /* The device must not run what is unloaded, nor a graph hold it; and to wait for the device would spoil a
     * recording. Where there are graphs, or it cannot say that it is done, they wait for a better time. */
    if (atomic_load(&context->graphs) != 0 ||
        (context->device != NULL && context->backend->synchronize(context->device, NULL) != CUJIT_OK)) {
        cj_registry_postpone(&context->kernels, list);
        return;
    }
    for (cj_registered *next; list != NULL; list = next) {
        next = list->older;
        list->destroy(list);
    }
}

cujit_status cujit_context_create_sized(const cujit_context_options *given, size_t size, cujit_context **out,
                                        cujit_error *error)
{
    cujit_context_options options;
    cujit_context *context;
    choice chosen;
    cujit_status status = cj_widen("cujit_context_create", &options, sizeof options, given, size, error);

    if (status != CUJIT_OK)
        return status;
    if (out == NULL)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "cujit_context_create: context is NULL");
    if (options.allocator != NULL && (options.allocator->alloc == NULL || options.allocator->free == NULL))
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "cujit_context_create: the allocator's %s is NULL",
                            options.allocator->alloc == NULL ? "alloc" : "free");
    if (options.tier != NULL && (options.tier->fetch == NULL || options.tier->publish == NULL))
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "cujit_context_create: the tier's %s is NULL",
                            options.tier->fetch == NULL ? "fetch" : "publish");
    if ((status = choose(options.device, &chosen, error)) != CUJIT_OK)
        return status;
    if ((context = cj_calloc(1, sizeof *context)) == NULL)
        return cj_error_no_memory(error, "a context");
    pthread_once(&fork_once, watch_forks);
    atomic_init(&context->references, 1);
    context->generation = atomic_load(&cj_generation);
    cj_registry_init(&context->kernels);
    pthread_mutex_init(&context->type_lock, NULL);
    pthread_mutex_init(&context->recording_lock, NULL);
    atomic_init(&context->graphs, 0);
    if (options.compiler != NULL && options.compiler[0] != '\0' &&
        (context->compiler = cj_strdup(options.compiler)) == NULL) {
        status = cj_error_no_memory(error, "a context");
        goto out;
    }
    context->target.compiler = context->compiler;
    context->log = options.log;
    context->log_user = options.log_user;
    if (options.log != NULL)
        context->log_level = options.log_level != 0 ? (int)options.log_level : CUJIT_LOG_INFO;
    if (options.allocator != NULL)
        context->allocator = *options.allocator;
    context->no_compile = options.no_compile != 0 || forbids_compiling();
    context->compile_timeout_ms = options.compile_timeout_ms != 0 ? options.compile_timeout_ms : compile_timeout();
    context->background_threads = options.background_threads;
    if ((status = create_cache(context, &options, error)) != CUJIT_OK ||
        (status = cj_packs_open(context->cache, &options, error)) != CUJIT_OK ||
        (status = open_all(context, &chosen, error)) != CUJIT_OK ||
        (status = cj_workspaces_create(context, &context->workspaces, error)) != CUJIT_OK)
        goto out;
    cj_blocks_init(&context->staging.device, context->backend, context->device, CJ_MEMORY_DEVICE,
                   options.max_held != 0 ? options.max_held : device_held(context));
    cj_blocks_init(&context->staging.pinned, context->backend, context->device, CJ_MEMORY_PINNED, pinned_held);
    cj_log(context, CUJIT_LOG_DEBUG, "context", "", 0, "%s; kernel cache: %s", context->device_name,
           cujit_cache_directory(context->cache)[0] != '\0' ? cujit_cache_directory(context->cache) : "in memory");
    cj_log_cache(context, "");
    if (options.tier != NULL)
        context->tier = *options.tier;
    *out = context;
    context = NULL;

out:
    if (context != NULL)
        destroy(context);
    return status;
}

void cujit_context_free(cujit_context *context)
{
    cj_context_release(context);
}

/* ---- What others ask --------------------------------------------------------------------------------------------- */

const char *cujit_context_device_name(const cujit_context *context)
{
    return context != NULL ? context->device_name : "";
}

const char *cujit_context_device(const cujit_context *context)
{
    return context != NULL ? context->device_text : "";
}

void cujit_context_get_cache_stats_sized(cujit_context *context, cujit_cache_stats *stats, size_t size)
{
    cujit_cache_stats todays;

    cujit_cache_get_stats(context != NULL ? context->cache : NULL, &todays);
    if (context != NULL)
        todays.memory_hits += context->kernels.hits;
    cj_narrow(stats, size, &todays, sizeof todays);
}

void cujit_context_list_cache_layers(cujit_context *context, cujit_cache_layer_visit visit, void *user)
{
    if (context != NULL && visit != NULL)
        cj_cache_visit_layers(context->cache, visit, user);
}

/* The digits of the text's digest. False: memory ran out. */
static bool write_digest(const cj_text *text, char digits[40])
{
    const cj_digest digest = cj_digest_of(text->data, text->length);

    cj_digest_hex(&digest, digits);
    return !text->failed;
}

cujit_status cujit_context_get_info_sized(cujit_context *context, cujit_context_info *info, size_t size,
                                          cujit_error *error)
{
    cujit_context_info found = {0};
    cj_text objects = {0}, compiler = {0};
    cujit_status status = CUJIT_OK;

    if (context == NULL || info == NULL)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "cujit_context_get_info: %s is NULL",
                            context == NULL ? "context" : "info");
    memcpy(found.device, context->device_text, sizeof found.device);
    memcpy(found.architecture, context->target.architecture, sizeof found.architecture);
    cj_text_printf(&objects, "%s %s %s", context->backend->name, context->backend->schema(&context->target),
                   found.architecture);
    if (!write_digest(&objects, found.objects))
        status = cj_error_no_memory(error, "what a context's objects are made for");
    else if (context->backend->toolchain(&context->target, 0, &compiler, NULL) == CUJIT_OK &&
             !write_digest(&compiler, found.compiler))
        status = cj_error_no_memory(error, "the identity of a compiler");
    else
        cj_narrow(info, size, &found, sizeof found);
    cj_text_clear(&objects);
    cj_text_clear(&compiler);
    return status;
}

cujit_status cujit_context_synchronize(cujit_context *context, cujit_error *error)
{
    cujit_status status = cj_context_check_call("cujit_context_synchronize", context, "", "", error);
    uint64_t releases;

    if (status != CUJIT_OK)
        return status;
    if (cj_context_records(context))
        return cj_error_set(error, CUJIT_ERROR_UNSUPPORTED,
                            "cujit_context_synchronize: a graph is being recorded on %s, which waiting for the whole "
                            "device would spoil",
                            context->device_text);
    releases = cj_blocks_count(&context->staging.device);
    if ((status = context->backend->synchronize(context->device, error)) == CUJIT_OK)
        cj_blocks_settle(&context->staging.device, CJ_STREAM_MANY, releases);
    return status;
}

cujit_status cujit_context_push(cujit_context *context, cujit_error *error)
{
    cujit_status status = cj_context_check_call("cujit_context_push", context, "", "", error);

    return status != CUJIT_OK ? status : context->backend->push(context->device, error);
}

cujit_status cujit_context_pop(cujit_context *context, cujit_error *error)
{
    cujit_status status = cj_context_check_call("cujit_context_pop", context, "", "", error);

    return status != CUJIT_OK ? status : context->backend->pop(context->device, error);
}

cujit_status cujit_context_register_type_sized(cujit_context *context, const cujit_type_spec *given, size_t size,
                                               cujit_dtype *dtype, cujit_error *error)
{
    cujit_type_spec spec;
    cujit_status status = cj_widen("cujit_context_register_type", &spec, sizeof spec, given, size, error);

    if (status != CUJIT_OK)
        return status;
    if (context == NULL || given == NULL || dtype == NULL || spec.name == NULL)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT,
                            "cujit_context_register_type: context, spec, its name and dtype must not be NULL");
    if ((status = cj_context_check_process(context, error)) != CUJIT_OK)
        return status;
    pthread_mutex_lock(&context->type_lock);
    status = cj_type_table_add(&context->types, spec.name, spec.definition != NULL ? spec.definition : "", spec.size,
                               spec.alignment, dtype, error);
    pthread_mutex_unlock(&context->type_lock);
    return status;
}

const cj_type *cj_context_type(const cujit_context *context, cujit_dtype dtype)
{
    cujit_context *unlocked = (cujit_context *)context; /* the lock is no part of what a context is */
    const cj_type *type;

    if ((int)dtype < CUJIT_DTYPE_REGISTERED || context == NULL)
        return NULL;
    pthread_mutex_lock(&unlocked->type_lock);
    type = cj_type_table_by_dtype(&context->types, dtype);
    pthread_mutex_unlock(&unlocked->type_lock);
    return type;
}

size_t cujit_context_type_size(const cujit_context *context, cujit_dtype dtype)
{
    const cj_type *type = cj_context_type(context, dtype);

    return type != NULL ? type->size : cujit_dtype_size(dtype);
}

const char *cujit_context_type_name(const cujit_context *context, cujit_dtype dtype)
{
    const cj_type *type = cj_context_type(context, dtype);

    if (type != NULL)
        return type->name;
    return cj_dtype_find(dtype) != NULL ? cujit_dtype_name(dtype) : "unknown";
}

/* ---- Devices without a context ----------------------------------------------------------------------------------- */

cujit_status cujit_device_count(const char *kind, int *count, cujit_error *error)
{
    const cj_backend *backend = kind != NULL ? cj_backend_by_name(kind, strlen(kind)) : NULL;

    if (backend == NULL || count == NULL)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT,
                            "cujit_device_count: expected the kind \"cuda\" or \"host\", and a place for the count");
    return backend->count(count, error);
}

cujit_status cujit_device_get_info_sized(const char *device, cujit_device_info *info, size_t size, cujit_error *error)
{
    cujit_device_info found = {0};
    cujit_status status;
    choice chosen;

    if (info == NULL)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "cujit_device_get_info: info is NULL");
    if ((status = choose(device, &chosen, error)) != CUJIT_OK)
        return status;
    if (chosen.architecture != NULL)
        return cj_error_set(error, CUJIT_ERROR_NO_DEVICE, "%s is an architecture, not a device", device);
    if (chosen.ordinal < 0)
        chosen.ordinal = 0;
    if ((status = chosen.backend->info(chosen.ordinal, &found, error)) != CUJIT_OK)
        return status;
    cj_backend_name_device(chosen.backend, chosen.ordinal, found.device, sizeof found.device);
    cj_narrow(info, size, &found, sizeof found);
    return CUJIT_OK;
}

const char *cujit_version(void)
{
#define TEXT(x) #x
#define VERSION(major, minor, patch) TEXT(major) "." TEXT(minor) "." TEXT(patch)
    return VERSION(CUJIT_VERSION_MAJOR, CUJIT_VERSION_MINOR, CUJIT_VERSION_PATCH);
#undef VERSION
#undef TEXT
}
