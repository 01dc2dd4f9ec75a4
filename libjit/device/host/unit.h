/*
 * unit.h: a unit's files in the compiler's private folder: preludes, the user's text and what makes kernels and globals
 * findable in one file, in-memory headers in a folder beside it.
 */
#ifndef LIBJIT_HOST_UNIT_H
#define LIBJIT_HOST_UNIT_H

#include "libjit/device/backend.h"

/* The paths of what was written, and the object's names. Zero-initialise it. */
typedef struct cj_host_files {
    cj_text source, object; /* the latter is the compiler's to write */
    cj_text headers;        /* option "-IDIR" that goes before the user's; empty: not needed */
    cj_text own;            /* the same behind the user's, with what we have in place of CUDA's and the C library's */
    cj_text names;          /* as in cj_object */
    cj_text warnings;       /* for the log */
    cj_text map;            /* option that names the kept source in debug information; empty: none is kept */
} cj_host_files;

/* Writes the unit into `folder`. CUJIT_ERROR_UNSUPPORTED: it holds what the host device cannot do. */
cujit_status cj_host_write_unit(const cj_unit *unit, const char *folder, cj_host_files *out, cujit_error *error);
void cj_host_files_clear(cj_host_files *files);

/* $CUJIT_KEEP_SOURCE, a folder where sources and objects with debug information are left for debuggers; NULL: none. */
const char *cj_host_kept_sources(void);

/* Appends how an expression that names a kernel is spelled as part of a symbol. */
void cj_host_symbol(const char *expression, cj_text *out);

/* Hands over the headers that stand for CUDA's and the C library's, up to the first status that is not CUJIT_OK. */
typedef cujit_status (*cj_host_header_taker)(void *user, const char *name, const char *text, cujit_error *error);
cujit_status cj_host_own_headers(cj_host_header_taker take, void *user, cujit_error *error);

#endif
