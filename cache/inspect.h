/*
 * inspect.h: what inspect.c, change.c and history.c share, which are for people and report errors. The mutex is taken
 * by cj_cache_work_on_file(), and by who calls the two before it.
 */
#ifndef CACHE_INSPECT_H
#define CACHE_INSPECT_H

#include "cache/internal.h"

#include "libjit/base/alloc.h"

/* Opens the file for a look, or for changes. *present: there is one. Not put off by an earlier trouble: somebody may
 * just have mended it, and asks. */
cujit_status cj_cache_open_file(cj_cache *cache, bool writing, bool *present, cujit_error *error);

/* The error for an SQLite code. `what` was tried. */
cujit_status cj_cache_fail(cj_cache *cache, int code, bool writing, const char *what, cujit_error *error);

/* CUJIT_ERROR_CACHE where the file was made anew since there were so many `resets`: what was to be changed is gone. */
cujit_status cj_cache_judge_reset(const cj_cache *cache, uint64_t resets, cujit_error *error);

/* Has something done with the file, if there is one: an SQLite code, and `what` it was for the trouble. */
cujit_status cj_cache_work_on_file(cj_cache *cache, bool writing, cj_store_work work, void *user, const char *what,
                                   cujit_error *error);

/* What public functions begin with. `complete`: none of their other arguments is NULL that must not be. */
cujit_status cj_cache_check(const char *function, const cujit_cache *cache, bool complete, cujit_error *error);

/* Whether a row with its object is what its checksum and digest say, and has a key that can be read. */
bool cj_row_is_whole(const cj_row *row);

/* Who is shown entries. */
typedef struct cj_audience {
    cujit_cache_visit visit; /* NULL: nobody */
    void *user;
} cj_audience;

/* The entries whose ids begin alike, of which there should be one. */
typedef struct cj_id_range {
    cj_bound ends[2]; /* of `first` and `last` */
    cj_digest first, last;
    int64_t found; /* how many there are; two stand for more */
    cj_audience to;
} cj_id_range;

/* Kernels, not tunings. */
#define CJ_IN_RANGE "hash BETWEEN ?1 AND ?2 AND kind <> 0"
/* How many of them there are; two stand for more. */
extern const char cj_id_range_count[];

/* From the first to the last digest that begins with the hexadecimal digits of `prefix`. */
cujit_status cj_id_range_set(cj_id_range *wanted, const char *prefix, cujit_error *error);

/* CUJIT_ERROR_CACHE_ENTRY where there was not exactly one. */
cujit_status cj_id_range_judge(const cj_id_range *wanted, const char *prefix, cujit_error *error);

#endif
