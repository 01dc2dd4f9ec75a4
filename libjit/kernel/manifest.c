/*
 * manifest.c: see manifest.h.
 *
 * The first line is "cujit manifest 1". Each kernel is a list of lines, each a word and its value, from "kernel" to
 * "end". A value that may hold anything is its length in bytes, and follows on the next line, as long as that says.
 */
#include "libjit/kernel/manifest.h"

#include "libjit/base/alloc.h"
#include "libjit/base/os.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static const char first_line[] = "cujit manifest 1\n";
enum { KNOWN_FEATURES = (CJ_FEATURE_RANDOM << 1) - 1 };

/* ---- Writing
 * ------------------------------------------------------------------------------------------------------ */

static void write_text(cj_text *out, const char *word, const char *text)
{
    cj_text_printf(out, "%s %zu\n", word, strlen(text));
    cj_text_append(out, text);
    cj_text_append(out, "\n");
}

void cj_manifest_write(const char *device, const cj_unit *unit, cj_text *out)
{
    cj_text_printf(out, "kernel %s\ndevice %s\nfeatures %u\n", unit->name, device, unit->features);
    if (unit->entry != NULL)
        cj_text_printf(out, "entry %s\n", unit->entry);
    if (unit->check_addresses)
        cj_text_append(out, "check_addresses 1\n");
    if (unit->kernels != NULL)
        cj_text_append(out, "module 1\n");
    for (size_t k = 0; unit->options != NULL && unit->options[k] != NULL; k++)
        write_text(out, "option", unit->options[k]);
    for (size_t k = 0; unit->kernels != NULL && unit->kernels[k] != NULL; k++)
        write_text(out, "function", unit->kernels[k]);
    for (size_t k = 0; k < unit->header_count; k++) {
        write_text(out, "header", unit->headers[k].name);
        write_text(out, "text", unit->headers[k].text);
    }
    write_text(out, "source", unit->source);
    cj_text_append(out, "end\n");
}

/* ---- Reading
 * ------------------------------------------------------------------------------------------------------ */

typedef struct reader {
    const char *path;
    char *at, *end;  /* *end is NUL */
    size_t line;     /* that was read last */
    const char *why; /* it is wrong */
} reader;

CJ_PRINTF(3, 4) static cujit_status fail(const reader *from, cujit_error *error, const char *format, ...)
{
    va_list arguments;
    char what[200];

    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    return cj_error_set(error, CUJIT_ERROR_INVALID_ARGUMENT, "%.200s, line %zu: %s", from->path, from->line, what);
}

/* The next line, cut off; NULL: there is none. */
static char *next_line(reader *from)
{
    char *line = from->at, *end = memchr(line, '\n', (size_t)(from->end - line));

    if (end == NULL)
        return NULL;
    *end = '\0';
    from->at = end + 1;
    from->line++;
    return line;
}

/* The text of so many bytes that begins here; NULL: there is none. */
static char *next_text(reader *from, const char *length)
{
    const char *wrong = NULL;
    char *text = from->at, *tail;
    unsigned long long size;

    size = strtoull(length, &tail, 10); /* what is too large for it is too large for the file */
    if (length[0] < '0' || length[0] > '9' || *tail != '\0')
        wrong = "expected a number of bytes";
    else if (size >= (size_t)(from->end - text))
        wrong = "the file ends before that many bytes: it was cut, or changed";
    else if (text[size] != '\n' || memchr(text, '\0', size) != NULL)
        wrong = "the text is not as long as that, or binary: it was changed";
    if (wrong != NULL) {
        from->why = wrong;
        return NULL;
    }
    for (size_t k = 0; k <= size; k++)
        from->line += text[k] == '\n';
    text[size] = '\0';
    from->at = text + size + 1;
    return text;
}

static bool is_identifier(const char *text)
{
    return text[0] != '\0' && (text[0] < '0' || text[0] > '9') &&
           strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") == strlen(text);
}

/* As modules take them. */
static bool is_header(const char *name)
{
    return name[0] != '\0' && name[0] != '/' && strpbrk(name, "\n\"<>\\") == NULL;
}

/* Adds a text to a list that is ended by NULL. */
static bool add_text(const char ***list, const char *text)
{
    size_t count = 0;
    const char **grown;

    while (*list != NULL && (*list)[count] != NULL)
        count++;
    if ((grown = cj_realloc((void *)*list, (count + 2) * sizeof *grown)) == NULL)
        return false;
    grown[count] = text;
    grown[count + 1] = NULL;
    *list = grown;
    return true;
}

static bool add_header(cj_manifest_entry *entry, const char *name)
{
    cj_header *grown = cj_realloc(entry->headers, (entry->unit.header_count + 1) * sizeof *grown);

    if (grown == NULL)
        return false;
    entry->headers = grown;
    grown[entry->unit.header_count++] = (cj_header){name, NULL};
    return true;
}

/* A line whose value stands in it. False: it is none of those, or wrong. */
static bool take_word(cj_manifest_entry *entry, const char *word, const char *value)
{
    char *tail;

    if (strcmp(word, "device") == 0)
        entry->device = value;
    else if (strcmp(word, "entry") == 0 && is_identifier(value))
        entry->unit.entry = value;
    else if (strcmp(word, "check_addresses") == 0)
        entry->unit.check_addresses = strcmp(value, "1") == 0;
    else if (strcmp(word, "module") == 0)
        return entry->kernels == NULL && strcmp(value, "1") == 0 &&
               (entry->kernels = cj_calloc(1, sizeof *entry->kernels)) != NULL;
    else if (strcmp(word, "features") == 0) {
        entry->unit.features = (unsigned)strtoul(value, &tail, 10);
        return *tail == '\0' && (entry->unit.features & ~(unsigned)KNOWN_FEATURES) == 0;
    } else
        return false;
    return true;
}

/* One whose value follows. */
static bool take_text(reader *from, cj_manifest_entry *entry, const char *word, const char *length)
{
    const char *text = next_text(from, length);
    cj_header *last = entry->unit.header_count > 0 ? &entry->headers[entry->unit.header_count - 1] : NULL;

    if (text == NULL)
        return false;
    if (strcmp(word, "option") == 0)
        return add_text(&entry->options, text);
    if (strcmp(word, "function") == 0)
        return entry->kernels != NULL && add_text(&entry->kernels, text);
    if (strcmp(word, "header") == 0)
        return is_header(text) && (last == NULL || last->text != NULL) && add_header(entry, text);
    if (strcmp(word, "text") == 0 && last != NULL && last->text == NULL)
        last->text = text;
    else if (strcmp(word, "source") == 0 && entry->unit.source == NULL)
        entry->unit.source = text;
    else
        return false;
    return true;
}

static bool has_value_behind(const char *word)
{
    return cj_has_word("option function header text source", word, strlen(word));
}

static cujit_status check_whole(const reader *from, const cj_manifest_entry *entry, cujit_error *error)
{
    const cj_header *last = entry->unit.header_count > 0 ? &entry->headers[entry->unit.header_count - 1] : NULL;

    if (last != NULL && last->text == NULL)
        return fail(from, error, "kernel \"%.60s\": header \"%.60s\" has no text", entry->unit.name, last->name);
    if (entry->unit.source == NULL || entry->device == NULL)
        return fail(from, error, "kernel \"%.60s\" has no %s", entry->unit.name,
                    entry->unit.source == NULL ? "source" : "device");
    return CUJIT_OK;
}

/* What follows "kernel NAME". */
static cujit_status read_entry(reader *from, const char *name, cj_manifest_entry *entry, cujit_error *error)
{
    char *line, *value;
    cujit_status status;

    if (!is_identifier(name))
        return fail(from, error, "the kernel's name \"%.60s\" is no identifier", name);
    entry->unit.name = name;
    while ((line = next_line(from)) != NULL && strcmp(line, "end") != 0) {
        if ((value = strchr(line, ' ')) == NULL)
            return fail(from, error, "expected a word and a value, not \"%.60s\"", line);
        *value++ = '\0';
        from->why = "this is not understood: it was changed, or a newer version of the library wrote it";
        if (!(has_value_behind(line) ? take_text(from, entry, line, value) : take_word(entry, line, value)))
            return fail(from, error, "kernel \"%.30s\", \"%.20s %.30s\": %s", name, line, value, from->why);
    }
    if (line == NULL)
        return fail(from, error, "the file ends within kernel \"%.60s\"", name);
    if ((status = check_whole(from, entry, error)) != CUJIT_OK)
        return status;
    entry->unit.options = entry->options;
    entry->unit.kernels = entry->kernels;
    entry->unit.headers = entry->headers;
    return CUJIT_OK;
}

static void clear_entry(cj_manifest_entry *entry)
{
    cj_free((void *)entry->options);
    cj_free((void *)entry->kernels);
    cj_free(entry->headers);
}

static cujit_status identify(cj_manifest_entry *entry, cujit_error *error)
{
    cj_text written = {0};

    cj_manifest_write(entry->device, &entry->unit, &written);
    entry->id = cj_digest_of(written.data, written.length);
    cj_text_clear(&written);
    return written.failed ? cj_error_no_memory(error, "a manifest") : CUJIT_OK;
}

static bool has(const cj_manifest *manifest, const cj_digest *id)
{
    for (size_t k = 0; k < manifest->count; k++)
        if (memcmp(&manifest->entries[k].id, id, sizeof *id) == 0)
            return true;
    return false;
}

static cujit_status read_next(reader *from, cj_manifest *out, cujit_error *error)
{
    cj_manifest_entry *grown = cj_realloc(out->entries, (out->count + 1) * sizeof *grown), *entry;
    char *line = next_line(from);
    cujit_status status;

    if (grown == NULL)
        return cj_error_no_memory(error, "a manifest");
    out->entries = grown;
    entry = &grown[out->count];
    *entry = (cj_manifest_entry){0};
    if (line == NULL || strncmp(line, "kernel ", 7) != 0)
        return fail(from, error, "expected \"kernel NAME\", not \"%.60s\"", line != NULL ? line : from->at);
    if ((status = read_entry(from, line + 7, entry, error)) == CUJIT_OK &&
        (status = identify(entry, error)) == CUJIT_OK && !has(out, &entry->id))
        out->count++;
    else
        clear_entry(entry);
    return status;
}

/* Of a whole manifest; more may be put behind it, with empty lines between them. */
static cujit_status check_head(const reader *from, cujit_error *error)
{
    static const char any[] = "cujit manifest ";
    const size_t line = strcspn(from->at, "\r\n"), length = sizeof first_line - 2;
    const bool is_ours = line == length && memcmp(from->at, first_line, length) == 0;

    if (strncmp(from->at, any, sizeof any - 1) != 0 || (is_ours && from->at[line] == '\0'))
        return fail(from, error, "this is no manifest of kernels");
    if (!is_ours)
        return fail(from, error, "it is of another version of the library, which wrote \"%.*s\"",
                    (int)(line < 60 ? line : 60), from->at);
    if (from->at[line] == '\r')
        return fail(from, error, "its lines end with CR LF: copy it as it was written");
    return CUJIT_OK;
}

static void skip_heads(reader *from)
{
    for (size_t length;
         (length = *from->at == '\n' ? 1 : sizeof first_line - 1) == 1 || strncmp(from->at, first_line, length) == 0;
         from->at += length)
        from->line++;
}

cujit_status cj_manifest_read(const char *path, cj_manifest *out, cujit_error *error)
{
    reader from = {.path = path, .line = 1};
    cujit_status status = CUJIT_OK;
    size_t size = 0;
    struct stat found;
    int code = 0;

    *out = (cj_manifest){0};
    if (stat(path, &found) == 0 && !S_ISREG(found.st_mode)) /* others may have no end, or wait */
        return cj_error_set(error, CUJIT_ERROR_IO, "cannot read the manifest \"%.300s\": it is no regular file", path);
    if ((out->text = cj_read_file(path, &size, &code)) == NULL)
        return cj_error_vendor(error, CUJIT_ERROR_IO, "errno", code, "cannot read the manifest \"%.300s\": %s", path,
                               strerror(code));
    from.at = out->text;
    from.end = out->text + size;
    if (size == 0 || (status = check_head(&from, error)) != CUJIT_OK)
        return status;
    from.line = 0;
    for (skip_heads(&from); status == CUJIT_OK && from.at < from.end; skip_heads(&from))
        status = read_next(&from, out, error);
    return status;
}

void cj_manifest_clear(cj_manifest *manifest)
{
    for (size_t k = 0; k < manifest->count; k++)
        clear_entry(&manifest->entries[k]);
    cj_free(manifest->entries);
    cj_free(manifest->text);
    *manifest = (cj_manifest){0};
}

/* ---- Recording
 * ---------------------------------------------------------------------------------------------------- */

/* What is in the file already, as far as this process knows; under the global lock. A program may go on to another. */
static struct {
    char *path; /* owned; NULL: none was read */
    cj_digest *ids;
    size_t count;
    bool failed;   /* said once for a file */
    char why[200]; /* it is not appended to: it holds something else; "": it is */
} recorded;

static bool is_read(const char *path)
{
    bool read;

    cj_global_lock_take();
    read = recorded.path != NULL && strcmp(recorded.path, path) == 0;
    cj_global_lock_release();
    return read;
}

/* Under the lock. True: it was not there. */
static bool remember(const cj_digest *id)
{
    cj_digest *grown;

    for (size_t k = 0; k < recorded.count; k++)
        if (memcmp(&recorded.ids[k], id, sizeof *id) == 0)
            return false;
    if ((grown = cj_realloc(recorded.ids, (recorded.count + 1) * sizeof *grown)) != NULL) {
        recorded.ids = grown;
        grown[recorded.count++] = *id;
    }
    return true;
}

/* What processes before this one have recorded; under the lock of the file, since others append to it. A file that is
 * something else is left alone. */
static void read_recorded(const char *path)
{
    const int file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    cj_manifest found = {0};
    cujit_error error = {0};
    bool usable;

    if (file >= 0)
        flock(file, LOCK_SH);
    usable = cj_manifest_read(path, &found, &error) == CUJIT_OK || error.vendor_code == ENOENT;
    if (file >= 0)
        close(file);
    cj_global_lock_take();
    cj_free(recorded.path);
    recorded.path = cj_strdup(path);
    recorded.count = 0;
    recorded.failed = false;
    snprintf(recorded.why, sizeof recorded.why, "%.199s", usable ? "" : error.message);
    for (size_t k = 0; k < found.count; k++)
        remember(&found.entries[k].id);
    cj_global_lock_release();
    cj_manifest_clear(&found);
    cujit_error_clear(&error);
}

/* True the first time. */
static bool note_failure(void)
{
    bool first;

    cj_global_lock_take();
    first = !recorded.failed;
    recorded.failed = true;
    cj_global_lock_release();
    return first;
}

/* With one write, so that what several processes append does not mix; the lock is for the first line, and so that a
 * part that was written (the disk is full) can be taken back: what comes behind it could not be read. */
static bool append(const char *path, cj_text *entry, int *code)
{
    int file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    bool written = false;
    cj_text all = {0};
    ssize_t done = -1;

    *code = errno;
    if (file >= 0) {
        const bool locked = flock(file, LOCK_EX) == 0;
        const off_t end = lseek(file, 0, SEEK_END);

        if (end == 0)
            cj_text_append(&all, first_line);
        cj_text_append_n(&all, entry->data, entry->length);
        errno = ENOMEM;
        if (!all.failed && (done = write(file, all.data, all.length)) >= 0)
            errno = ENOSPC;
        *code = errno;
        written = done == (ssize_t)all.length;
        if (!written && done > 0 && locked && ftruncate(file, end) != 0)
            *code = errno;
    }
    cj_text_clear(&all);
    if (file >= 0)
        close(file);
    return written;
}

/* As cj_manifest_record(), of what is written of the unit. */
static bool record(const char *path, cj_text *entry, char *why, size_t size)
{
    const cj_digest id = cj_digest_of(entry->data, entry->length);
    cj_signal_hold hold;
    bool is_new;
    int code = 0;

    cj_global_lock_take();
    is_new = remember(&id);
    snprintf(why, size, "%s%s", recorded.why[0] != '\0' ? "kernels are not recorded: " : "", recorded.why);
    cj_global_lock_release();
    if (!is_new)
        return true;
    cj_hold_signal(&hold);
    if (why[0] == '\0' && !append(path, entry, &code))
        snprintf(why, size, "kernels are not recorded in %.120s: %s", path, strerror(code));
    cj_release_signal(&hold);
    return why[0] == '\0' || !note_failure();
}

bool cj_manifest_record(const char *device, const cj_unit *unit, char *why, size_t size)
{
    const char *path = secure_getenv("CUJIT_RECORD");
    cj_text entry = {0};
    bool good;

    if (path == NULL || path[0] == '\0')
        return true;
    if (!is_read(path))
        read_recorded(path);
    cj_manifest_write(device, unit, &entry);
    good = entry.failed || record(path, &entry, why, size);
    cj_text_clear(&entry);
    return good;
}
