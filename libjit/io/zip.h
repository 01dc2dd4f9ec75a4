/*
 * zip.h: the members of zip archives as files. Over minizip; without it (zip_none.c) all of this is
 * CUJIT_ERROR_UNSUPPORTED.
 */
#ifndef LIBJIT_ZIP_H
#define LIBJIT_ZIP_H

#include "libjit/base/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* An archive to be read: a file, or memory where that is -1. */
typedef struct cj_zip_source {
    int file;
    const unsigned char *data;
    size_t size; /* bytes */
} cj_zip_source;

/* A list of names (cj_list_free()), in the archive's order. Messages are a clause about "the archive". */
cujit_status cj_zip_names(const cj_zip_source *source, char ***names, cujit_error *error);

/* The first member of that name. *available: bytes that it can have at most. The source must outlive the file, reading
 * which fails with EBADMSG where the member cannot be inflated, and at its end where its checksum is wrong. */
cujit_status cj_zip_open(const cj_zip_source *source, const char *name, FILE **file, size_t *available,
                         cujit_error *error);

/* An archive that is written to a file, which stays the caller's. */
typedef struct cj_zip cj_zip;

cujit_status cj_zip_create(FILE *file, cj_zip **zip, cujit_error *error);
/* A new member, which must be closed before the next one. */
cujit_status cj_zip_add(cj_zip *zip, const char *name, bool deflate, FILE **file, cujit_error *error);
/* Ends and frees. False: it could not be written. */
bool cj_zip_finish(cj_zip *zip);

#endif
