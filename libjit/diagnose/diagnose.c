/*
 * diagnose.c: what works on this machine, found out by trying it.
 */
#include "cache/directory.h"
#include "cache/layer.h"
#include "cache/remote/redis.h"
#include "libjit/base/alloc.h"
#include "libjit/base/os.h"
#include "libjit/base/text.h"
#include "libjit/kernel/manifest.h"
#include "libjit/runtime/context.h"
#include "libjit/runtime/packs.h"

#include <errno.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define OWN_DIRECTORY                                                                                                  \
    "kernels are kept in memory only; set CUJIT_CACHE_DIR to a directory that is yours alone (mode 0700)"

typedef struct examination {
    cujit_health_visit visit;
    void *user;
} examination;

static void say(const examination *doctor, cujit_health health, const char *subject, const char *finding,
                const char *advice)
{
    doctor->visit(doctor->user, health, subject, finding, advice);
}

/* How many devices there are. */
static int examine_driver(const examination *doctor, const cj_backend *backend)
{
    cujit_error error = {0};
    int count = 0;
    char text[160];

    if (backend->count(&count, &error) != CUJIT_OK) {
        count = 0;
        say(doctor, error.status == CUJIT_ERROR_NO_DRIVER ? CUJIT_HEALTH_MISSING : CUJIT_HEALTH_BAD, backend->driver,
            error.message, error.status == CUJIT_ERROR_DRIVER_TOO_OLD ? backend->driver_advice : NULL);
    } else {
        snprintf(text, sizeof text, "found, %d device%s", count, count == 1 ? "" : "s");
        say(doctor, count > 0 ? CUJIT_HEALTH_GOOD : CUJIT_HEALTH_MISSING, backend->driver, text,
            count > 0 ? NULL : backend->device_advice);
    }
    cujit_error_clear(&error);
    return count;
}

/* The smallest kernel, through the whole way from text to object; where there is a device, with a launch. */
static bool examine_target(const examination *doctor, const char *subject, const char *device, const char *advice)
{
    const cujit_context_options options = {.device = device, .cache_directory = "", .redis = ""};
    const cujit_elementwise_spec spec = {.arguments = "int *x", .operation = "x[i] = (int)(3 * i + 1)"};
    const size_t shape[] = {1000};
    int result[1000];
    cujit_error error = {0};
    cujit_context *context = NULL;
    cujit_elementwise *kernel = NULL;
    cujit_array *x = NULL;
    cujit_report report;
    char text[600];
    bool good = false;

    if (cujit_context_create(&options, &context, &error))
        goto out;
    context->unrecorded = true;
    if (context->no_compile) {
        snprintf(text, sizeof text, "%s: not tried, since CUJIT_NO_COMPILE is set: those of caches and packs are used",
                 cujit_context_device_name(context));
        say(doctor, CUJIT_HEALTH_GOOD, subject, text, NULL);
        good = true;
        goto out;
    }
    if (cujit_elementwise_create(context, &spec, &kernel, &error))
        goto out;
    cujit_elementwise_get_report(kernel, &report);
    snprintf(text, sizeof text, "%s: made a kernel in %.1f ms", cujit_context_device_name(context), report.create_ms);
    if (context->device != NULL) {
        if (cujit_array_zeros(context, CUJIT_INT32, 1, shape, &x, &error) ||
            cujit_elementwise_run(kernel, NULL, CUJIT_ARGS(x), &error) ||
            cujit_array_to_host(x, result, sizeof result, &error))
            goto out;
        if (result[999] != 3 * 999 + 1) {
            snprintf(error.message, sizeof error.message, "a kernel ran, but its result is wrong");
            goto out;
        }
        strncat(text, ", ran it, and the result is right", sizeof text - strlen(text) - 1);
    }
    good = true;
    say(doctor, CUJIT_HEALTH_GOOD, subject, text, NULL);

out:
    /* What a variable or a device is the reason of, another compiler does not mend. */
    if (!good)
        say(doctor, error.status == CUJIT_ERROR_NO_COMPILER ? CUJIT_HEALTH_MISSING : CUJIT_HEALTH_BAD, subject,
            error.message,
            error.status == CUJIT_ERROR_NO_COMPILER || error.status == CUJIT_ERROR_COMPILE ? advice : NULL);
    cujit_array_free(x);
    cujit_elementwise_free(kernel);
    cujit_context_free(context);
    cujit_error_clear(&error);
    return good;
}

/* Whether the cache's directory could be made: what of its path is there can be written to. */
static bool can_be_made(const char *directory)
{
    char *path = cj_strdup(directory), *slash;
    bool can;

    while (path != NULL && access(path, F_OK) != 0 && path[1] != '\0' && (slash = strrchr(path, '/')) != NULL)
        slash[slash == path] = '\0';
    can = path != NULL && access(path, W_OK | X_OK) == 0;
    cj_free(path);
    return can;
}

/* On the file or, where there is none yet, the directory. */
static void report_cache(const examination *doctor, const cj_cache *cache, const cujit_cache_stats *stats)
{
    const char *directory = cujit_cache_directory(cache);
    char text[600];

    if (!stats->on_disk && !can_be_made(directory)) {
        snprintf(text, sizeof text, "%s cannot be %s", directory, access(directory, F_OK) == 0 ? "written to" : "made");
        say(doctor, CUJIT_HEALTH_BAD, "kernel cache", text, OWN_DIRECTORY);
    } else if (!stats->on_disk) {
        say(doctor, CUJIT_HEALTH_GOOD, "kernel cache", "empty; its directory is made when the first kernel is stored",
            NULL);
    } else {
        const bool writable = cj_directory_writable(directory, W_OK | X_OK);

        snprintf(text, sizeof text, "%s: %llu kernel%s, %llu bytes; its file may have %llu%s", directory,
                 (unsigned long long)stats->entries, stats->entries == 1 ? "" : "s", (unsigned long long)stats->bytes,
                 (unsigned long long)stats->limit, writable ? "" : "; read, but not written to");
        say(doctor, writable ? CUJIT_HEALTH_GOOD : CUJIT_HEALTH_MISSING, "kernel cache", text,
            writable ? NULL : "the folder is read-only: each process compiles anew what is not in it");
    }
}

static void examine_cache(const examination *doctor)
{
    cujit_cache_stats stats;
    cj_cache *cache = NULL;
    char text[600];

    if (cj_cache_create_observer(NULL, &cache, NULL) != CUJIT_OK)
        return;
    cujit_cache_get_stats(cache, &stats);
    if (stats.damaged)
        say(doctor, CUJIT_HEALTH_BAD, "kernel cache", stats.trouble,
            "the next program that uses it makes it anew; so does 'cujit cache verify --repair'");
    else if (strncmp(stats.trouble, "CUJIT_CACHE_LIMIT", strlen("CUJIT_CACHE_LIMIT")) == 0)
        say(doctor, CUJIT_HEALTH_BAD, "kernel cache", stats.trouble,
            "1G counts, as if it were not set; kernels are kept");
    else if (strncmp(stats.trouble, CJ_CACHE_NO_SECRET, strlen(CJ_CACHE_NO_SECRET)) == 0)
        say(doctor, CUJIT_HEALTH_BAD, "kernel cache", stats.trouble, "each process compiles them again");
    else if (stats.trouble[0] != '\0')
        say(doctor, CUJIT_HEALTH_BAD, "kernel cache", stats.trouble, OWN_DIRECTORY);
    else if (cujit_cache_directory(cache)[0] == '\0') {
        snprintf(text, sizeof text, "off, %s: kernels are kept in memory only", cj_cache_why_in_memory(cache));
        say(doctor, CUJIT_HEALTH_MISSING, "kernel cache", text, "each process compiles its kernels again");
    } else
        report_cache(doctor, cache, &stats);
    cujit_cache_free(cache);
}

static int report_pack(void *user, const cujit_cache_layer_stats *pack)
{
    char text[400];

    snprintf(text, sizeof text, "%s: %llu kernel%s", pack->place, (unsigned long long)pack->entries,
             pack->entries == 1 ? "" : "s");
    say(user, CUJIT_HEALTH_GOOD, "pack", text, NULL);
    return 1;
}

/* Those that a context without options would ask. */
static void examine_packs(const examination *doctor)
{
    const cujit_context_options options = {.device = NULL};
    char trouble[sizeof((cujit_cache_stats *)0)->trouble];
    cj_cache *cache = NULL;

    if (cj_cache_create("", &cache, NULL) != CUJIT_OK)
        return;
    cj_cache_take_trouble(cache, trouble, sizeof trouble); /* that of the cache's file is told */
    if (cj_packs_open(cache, &options, NULL) == CUJIT_OK)
        cj_cache_visit_layers(cache, report_pack, (void *)doctor);
    if (cj_cache_take_trouble(cache, trouble, sizeof trouble))
        say(doctor, CUJIT_HEALTH_BAD, "pack", trouble, "kernels are compiled as if it were not there");
    cujit_cache_free(cache);
}

/* The server that CUJIT_CACHE_REDIS names, tried out. */
static void examine_redis(const examination *doctor)
{
    const char *url = cj_environment("CUJIT_CACHE_REDIS"), *advice = NULL;
    cujit_cache_layer_stats stats = {.kind = "redis"};
    cujit_error error = {0};
    cj_layer *layer = NULL;
    double ms = 0;
    char text[900];

    if (url == NULL)
        return;
    if (cj_redis_create(url, &layer, &error) != CUJIT_OK) {
        snprintf(text, sizeof text, "%s", error.message);
        advice = "docs/cache.md says how it is set up; kernels are compiled as if it were not set";
    } else {
        layer->table->get_stats(layer, &stats);
        if (cj_redis_try(layer, &ms, &error) != CUJIT_OK)
            advice = "kernels are compiled as if it were not there";
        if (advice != NULL)
            snprintf(text, sizeof text, "%s: %s", stats.place, error.message);
        else
            snprintf(text, sizeof text, "%s: a look-up takes %.2f ms%s", stats.place, ms,
                     layer->table->put == NULL ? "; nothing is written" : "");
        layer->table->free(layer);
    }
    say(doctor, advice != NULL ? CUJIT_HEALTH_BAD : CUJIT_HEALTH_GOOD, "kernel cache on Redis", text, advice);
    cujit_error_clear(&error);
}

/* Whether a file could be appended to, or made. */
static bool can_be_appended_to(const char *path, char *why, size_t size)
{
    const char *slash = strrchr(path, '/');
    cj_text folder = {0};
    bool can = access(path, W_OK) == 0;

    if (!can && errno == ENOENT) {
        cj_text_append_n(&folder, slash != NULL ? path : "./", slash != NULL ? (size_t)(slash + 1 - path) : 2);
        can = !folder.failed && access(folder.data, W_OK | X_OK) == 0;
    }
    snprintf(why, size, "%.300s: %s", path, strerror(errno));
    cj_text_clear(&folder);
    return can;
}

/* The manifest that programs write. */
static void examine_record(const examination *doctor)
{
    const char *path = cj_environment("CUJIT_RECORD");
    cj_manifest found = {0};
    cujit_error error = {0};
    char text[400];
    bool good;

    if (path == NULL)
        return;
    good = cj_manifest_read(path, &found, &error) == CUJIT_OK || error.vendor_code == ENOENT;
    if (!good)
        snprintf(text, sizeof text, "%.399s", error.message);
    else if ((good = can_be_appended_to(path, text, sizeof text)))
        snprintf(text, sizeof text, "%.300s: %zu kernel%s so far", path, found.count, found.count == 1 ? "" : "s");
    say(doctor, good ? CUJIT_HEALTH_GOOD : CUJIT_HEALTH_BAD, "CUJIT_RECORD", text,
        good ? NULL : "kernels are not recorded");
    cj_manifest_clear(&found);
    cujit_error_clear(&error);
}

/* Reports each "name: value" line of a backend's description. */
static void examine_details(const examination *doctor, const cj_backend *backend)
{
    const cj_target target = {.architecture = ""};
    cj_text lines = {0};
    char *whole, *line, *rest;

    backend->describe(&target, &lines);
    if ((whole = cj_text_take(&lines)) == NULL)
        return;
    for (line = strtok_r(whole, "\n", &rest); line != NULL; line = strtok_r(NULL, "\n", &rest)) {
        char *colon = strstr(line, ": ");

        if (colon == NULL)
            continue;
        *colon = '\0';
        say(doctor, CUJIT_HEALTH_GOOD, line, colon + 2, NULL);
    }
    cj_free(whole);
}

/* Whether kernels run on a device of this kind. */
static bool examine_backend(const examination *doctor, const cj_backend *backend)
{
    int count = backend->driver != NULL ? examine_driver(doctor, backend) : 1;
    char device[32];

    examine_details(doctor, backend);
    cj_backend_name_device(backend, 0, device, sizeof device);
    return examine_target(doctor, backend->kernels, count > 0 ? device : backend->example, backend->compiler_advice) &&
           count > 0;
}

cujit_status cujit_diagnose(cujit_health_visit visit, void *user, cujit_error *error)
{
    const examination doctor = {visit, user};
    bool any = false;
    char text[64];

    if (visit == NULL)
        return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "cujit_diagnose: visit is NULL");
    examine_record(&doctor); /* before the kernels that are tried are recorded */
    for (size_t k = 0; cj_backends[k] != NULL; k++)
        any = examine_backend(&doctor, cj_backends[k]) || any;
    examine_cache(&doctor);
    examine_packs(&doctor);
    examine_redis(&doctor);
    snprintf(text, sizeof text, "version %s", sqlite3_libversion());
    say(&doctor, CUJIT_HEALTH_GOOD, "SQLite", text, NULL);
    return any ? CUJIT_OK : cj_error_set(error, CUJIT_ERROR_NO_DEVICE, "no device can run kernels here");
}
