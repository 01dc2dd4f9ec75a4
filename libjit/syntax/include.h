/*
 * include.h: the headers that a unit of source pulls in, for its cache key.
 *
 * An object depends on the text of every header; a key that did not know them would give an old object for a changed
 * header. Headers of the compiler and the CUDA toolkit are part of their identity, and not read.
 */
#ifndef LIBJIT_INCLUDE_H
#define LIBJIT_INCLUDE_H

#include "libjit/base/status.h"
#include "libjit/base/text.h"
#include "libjit/syntax/tokens.h"
#include "libjit/syntax/unit.h"

#include <stdint.h>

/* A header's file. Where texts are kept, with its text and the tokens of it, which have no names. */
typedef struct cj_included {
    struct cj_included *next;
    char *path, *text;
    uint64_t hash[2];
    cj_tokens tokens;
} cj_included;

/* What is to be known of the headers that a unit has in memory, or includes from the directories of its -I options,
 * from the current directory, from /usr/local/include, from absolute paths, or from what those include. It is made once
 * for a kernel, with the key of the registry, and goes on to the look at its texts and to the units of its sources, up
 * to where the kernel is there: what is built of it later looks anew, since headers may have changed. */
typedef struct cj_survey {
    cj_included *first;
    cj_tokens source;  /* of what was read here; without names, too */
    cj_text absent;    /* paths at which a header was looked for in vain, each with a NUL */
    cj_text macros;    /* #define lines that bring kernels, for cj_kernel_scan() */
    uint64_t sum[2];   /* of the hashes of all headers, in whatever order they came; */
    char digest[48];   /* the same as a line for a cache key; none where there are no headers */
    unsigned features; /* the cj_feature bits of what they mention */
    bool keeps;        /* texts and tokens */
    bool followed;     /* false: options change where a compiler looks in ways that are not followed here */
    bool complete;     /* false: not all could be found out (the name comes from a macro, a header in quotes is nowhere,
                          a text cannot be lexed or is 200 deep): then the unit must not be cached, and a text may lack */
} cj_survey;

/* Looks at the unit's headers, and what its source includes. *survey, NULL at first, takes in what a further source
 * with the same options includes, too. `source`: of the unit's, where it has been read already; NULL: it is read here,
 * if it may include anything. `keep`: texts and tokens of headers are wanted. The caller gets rid of *survey in any
 * case. */
cujit_status cj_survey_take(cj_survey **survey, const cj_unit *unit, const cj_tokens *source, bool keep,
                            cujit_error *error);
void cj_survey_free(cj_survey *survey);        /* NULL is fine */
bool cj_unit_may_include(const cj_unit *unit); /* quick; false: there is nothing to look at */

/* Reads the headers again: false where one was changed meanwhile, came or went. */
bool cj_survey_holds(const cj_survey *survey);

/* Whether one of the include directories among the options (ended by NULL; NULL: none) has a header of that name. */
bool cj_include_finds(const char *const *options, const char *name);

/* Whether a file that a compiler names is a header of the user's: found through the unit's include directories, or from
 * the current one. */
bool cj_include_is_users(const cj_unit *unit, const char *path);

/* Whether options (ended by NULL; NULL: none) include a file before the source. */
bool cj_include_forced(const char *const *options);

/* Whether any text of the unit, or an option, has one of these words (ended by NULL), be it as part of another. */
bool cj_unit_mentions(const cj_unit *unit, const char *const *words);

#endif
