/*
 * failure.c: see failure.h.
 *
 * One table for the whole process, under whole keys, as the cache has them in memory: as an object whose data are the
 * error's plain fields, whose log is the log and whose names are the excerpt. The oldest go where there are too many.
 * The cache's file keeps the same.
 */
#include "libjit/kernel/failure.h"

#include "cache/memory_table.h"
#include "libjit/base/alloc.h"
#include "libjit/base/os.h"

#include <stdio.h>
#include <string.h>

static cj_memory_table failures = {.limit = (size_t)16 << 20};

/* The fields of an error without pointers, as they are in files. */
typedef struct fields {
    int32_t status, line, column, has_part;
    int64_t vendor_code;
    char vendor[32]; /* "": none */
    char message[sizeof((cujit_error *)0)->message];
} fields;
_Static_assert(sizeof(fields) == 568, "an error's fields are the same everywhere");

/* What compilers and linkers write where not the text was at fault. A text that holds such words is compiled again. */
static bool blames_the_machine(const char *log)
{
    static const char words[] =
        "internal compiler error\0internal error\0out of memory\0memory exhausted\0annot allocate\0o space left\0"
        "uota exceeded\0nput/output error\0o such file\0annot open\0ould not open\0ermission denied\0illed\0"
        "terminated\0oo many open files\0ile too large\0ile size limit\0emporarily unavailable\0rror writing\0"
        "annot execute\0annot find\0catastrophic\0";

    for (const char *word = words; *word != '\0'; word += strlen(word) + 1) {
        if (strstr(log, word) != NULL)
            return true;
    }
    return false;
}

/* What a text can be at fault with. */
static bool is_of_text(int32_t status)
{
    return status == CUJIT_ERROR_COMPILE || status == CUJIT_ERROR_NOT_FOUND || status == CUJIT_ERROR_UNSUPPORTED;
}

/* Something was found in the text: a compiler that ended by itself, with a word about an error. */
static bool is_lasting(const cujit_error *error)
{
    if (error->log == NULL || blames_the_machine(error->log) || !is_of_text((int32_t)error->status))
        return false;
    return error->status != CUJIT_ERROR_COMPILE || (error->vendor_code > 0 && strstr(error->log, "error") != NULL);
}

/* Nothing behind the texts' ends comes from this process. */
static fields take_fields(const cujit_error *error)
{
    fields plain;

    memset(&plain, 0, sizeof plain);
    plain.status = (int32_t)error->status;
    plain.line = error->line;
    plain.column = error->column;
    plain.has_part = error->part != NULL;
    plain.vendor_code = error->vendor_code;
    snprintf(plain.vendor, sizeof plain.vendor, "%s", error->vendor != NULL ? error->vendor : "");
    snprintf(plain.message, sizeof plain.message, "%s", error->message);
    return plain;
}

/* As the error was before it was explained: it is explained anew, with the names of the texts then. */
bool cj_failure_remember(cj_cache *cache, const cj_key_bytes *key, const cujit_error *error)
{
    fields plain = take_fields(error);
    const cj_object said = {.data = &plain, .size = sizeof plain, .log = error->log, .names = error->excerpt};

    if (!is_lasting(error))
        return false;
    cj_global_lock_take();
    cj_memory_put(&failures, key, &said);
    cj_global_lock_release();
    cj_cache_put_failure(cache, key, &said);
    return true;
}

/* A compiler's name is a text of static storage. */
static const char *known_vendor(const char *name)
{
    static const char *const vendors[] = {"nvrtc", "host compiler"};

    for (size_t k = 0; k < sizeof vendors / sizeof *vendors; k++) {
        if (strcmp(vendors[k], name) == 0)
            return vendors[k];
    }
    return NULL;
}

/* False: it makes no sense. Takes the texts over. */
static bool give_fields(cj_object *said, cujit_error *error)
{
    fields plain;

    if (said->size != sizeof plain)
        return false;
    memcpy(&plain, said->data, sizeof plain);
    if (!is_of_text(plain.status) || plain.vendor[sizeof plain.vendor - 1] != '\0' ||
        plain.message[sizeof plain.message - 1] != '\0')
        return false;
    error->status = (cujit_status)plain.status;
    error->line = plain.line;
    error->column = plain.column;
    error->part = plain.has_part ? "source" : NULL; /* no backend knows the place in another part */
    error->vendor = known_vendor(plain.vendor);
    error->vendor_code = (long)plain.vendor_code;
    memcpy(error->message, plain.message, sizeof error->message);
    error->log = said->log;
    error->excerpt = said->names;
    said->log = said->names = NULL;
    return true;
}

bool cj_failure_recall(cj_cache *cache, const cj_key_bytes *key, cujit_error *error)
{
    cj_object said = {0};
    bool found;

    cj_global_lock_take();
    found = cj_memory_get(&failures, key, &said);
    cj_global_lock_release();
    if (!found && (found = cj_cache_get_failure(cache, key, &said))) {
        cj_global_lock_take();
        cj_memory_put(&failures, key, &said);
        cj_global_lock_release();
    }
    if (found) {
        cujit_error_clear(error);
        found = give_fields(&said, error);
    }
    cj_object_clear(&said);
    return found;
}
