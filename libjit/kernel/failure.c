/*
 * failure.c: see failure.h.
 *
 * One table for the whole process, under whole keys, as the cache has them in memory: as an object whose data are the
 * error's plain fields, whose log is the log and whose names are the excerpt.
 */
#include "libjit/kernel/failure.h"

#include "cache/memory_table.h"
#include "libjit/base/alloc.h"
#include "libjit/base/os.h"

#include <stdbool.h>
#include <string.h>

static cj_memory failures = {.limit = (size_t)16 << 20};

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

/* Something was found in the text: a compiler that ended by itself, with a word about an error. */
static bool is_lasting(const cujit_error *error)
{
    if (error->log == NULL || blames_the_machine(error->log))
        return false;
    if (error->status == CUJIT_ERROR_COMPILE)
        return error->vendor_code > 0 && strstr(error->log, "error") != NULL;
    return error->status == CUJIT_ERROR_NOT_FOUND || error->status == CUJIT_ERROR_UNSUPPORTED;
}

void cj_failure_remember(const cj_key_bytes *key, const cujit_error *error)
{
    cujit_error plain = *error;
    const cj_object object = {.data = &plain, .size = sizeof plain, .log = error->log, .names = error->excerpt};

    if (!is_lasting(error))
        return;
    plain.excerpt = plain.log = plain.source = NULL;
    if (plain.part != NULL) /* it is kept with the excerpt; no backend knows the place in another part */
        plain.part = "source";
    cj_global_lock_take();
    cj_memory_put(&failures, key, &object);
    cj_global_lock_release();
}

cujit_status cj_failure_recall(const cj_key_bytes *key, cujit_error *error)
{
    cj_object object = {0};
    cujit_status status = CUJIT_OK;
    cujit_error found;
    bool any;

    cj_global_lock_take();
    any = cj_memory_get(&failures, key, &object);
    cj_global_lock_release();
    if (any) {
        memcpy(&found, object.data, sizeof found);
        found.log = object.log;
        found.excerpt = object.names;
        object.log = object.names = NULL;
        status = cj_error_move(error, &found);
    }
    cj_object_clear(&object);
    return status;
}
