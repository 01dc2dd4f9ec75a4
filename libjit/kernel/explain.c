/*
 * explain.c: see explain.h.
 */
#include "libjit/kernel/explain.h"

#include "libjit/base/alloc.h"
#include "libjit/base/os.h"
#include "libjit/syntax/include.h"
#include "libjit/syntax/standard_headers.h"

/* What an error may be in: the parts, the headers in memory and a header on disk. */
typedef struct error_places {
    cj_part *parts; /* with room for one more; NULL: out of memory */
    size_t count;
    char path[1024], *text; /* of the header on disk, once it is there */
} error_places;

static void list_places(const cj_unit *unit, const cj_part *parts, size_t part_count, error_places *out)
{
    *out = (error_places){.parts = cj_calloc(part_count + unit->header_count + 1, sizeof *out->parts)};
    for (size_t k = 0; k < part_count && out->parts != NULL; k++)
        out->parts[out->count++] = parts[k];
    for (size_t k = 0; k < unit->header_count && out->parts != NULL; k++)
        out->parts[out->count++] = (cj_part){unit->headers[k].name, unit->headers[k].text};
}

/* Reads the header at `path`: true if it is a place now. */
static bool add_header(error_places *places)
{
    size_t length;
    int code;

    if ((places->text = cj_read_file(places->path, &length, &code)) == NULL)
        return false;
    places->parts[places->count++] = (cj_part){places->path, places->text};
    return true;
}

/* The error that helps most: in a text or a header of the user's; else at the place there that led to it. Only if none
 * did, in the header of somebody else's that it is in. */
static bool find_error(const char *log, const cj_unit *unit, error_places *places, cj_diagnostic *found)
{
    const bool has_file = cj_diagnostic_file(log, places->path, sizeof places->path);
    const bool users = has_file && cj_include_is_users(unit, places->path) && add_header(places);

    if (!cj_diagnostic_first(log, places->parts, places->count, found))
        return false;
    if (found->part == NULL && has_file && !users && places->path[0] == '/' && add_header(places))
        cj_diagnostic_first(log, places->parts, places->count, found);
    return true;
}

void cj_explain(const cj_unit *unit, const cj_part *parts, size_t part_count, cujit_error *error)
{
    const char *hint;
    char *log;
    cj_diagnostic found;
    error_places places;

    if (error->status != CUJIT_ERROR_COMPILE || error->log == NULL)
        return;
    list_places(unit, parts, part_count, &places);
    if (places.parts == NULL || !find_error(error->log, unit, &places, &found))
        goto out;
    log = error->log; /* taken out: the next line clears what the error holds */
    error->log = NULL;
    hint = cj_missing_header_hint(found.message);
    cj_error_vendor(error, CUJIT_ERROR_COMPILE, error->vendor, error->vendor_code, "%s: %s%s", unit->name,
                    found.message, hint != NULL ? hint : "");
    if (found.part != NULL)
        cj_error_place(error, found.part->name, found.part->text, found.line, found.column);
    cj_error_attach(error, log, unit->source);
    cj_free(log);

out:
    cj_free(places.parts);
    cj_free(places.text);
}
