/*
 * manifest.h: lists of kernels as files (docs/cache.md): recorded by who uses them, read by who builds them ahead.
 *
 * A manifest holds units as a compiler's backend gets them, so that it needs nothing of the program that they are from.
 */
#ifndef LIBJIT_MANIFEST_H
#define LIBJIT_MANIFEST_H

#include "cache/key.h"
#include "libjit/base/text.h"
#include "libjit/syntax/unit.h"

/* One kernel of a manifest. Texts lie in the manifest's own. */
typedef struct cj_manifest_entry {
    const char *device; /* "cuda" or "host": the kind that it was written for */
    cj_unit unit;
    const char **options, **kernels; /* owned, ended by NULL; what the unit points to */
    cj_header *headers;              /* owned; likewise */
    cj_digest id;                    /* of all that is written of it */
} cj_manifest_entry;

typedef struct cj_manifest {
    char *text; /* owned */
    cj_manifest_entry *entries;
    size_t count; /* each kernel once */
} cj_manifest;

/* CUJIT_ERROR_IO: cannot be read; CUJIT_ERROR_INVALID_ARGUMENT: is no manifest, with the line. *out is cleared by the
 * caller in any case. */
cujit_status cj_manifest_read(const char *path, cj_manifest *out, cujit_error *error);
void cj_manifest_clear(cj_manifest *manifest);

/* Appends what is written of a unit. */
void cj_manifest_write(const char *device, const cj_unit *unit, cj_text *out);

/* Appends the unit to the file that CUJIT_RECORD names, unless it is in there. False: it could not be written, `why`
 * says why; it is said once. */
bool cj_manifest_record(const char *device, const cj_unit *unit, char *why, size_t size);

#endif
