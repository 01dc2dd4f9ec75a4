/*
 * diagnostic.h: from a compiler's log back to the user's text.
 *
 * The generator puts `#line N "operation"` in front of each text of the user's, so that compilers name it in their
 * logs. What they write, and what is understood here:
 *
 *     operation(1): error: identifier "y" is undefined          NVRTC: place of the caret, two columns to the left
 *       z[i] = a*y[i]
 *                ^
 *     operation:1:10: error: use of undeclared identifier 'y'   gcc and clang
 */
#ifndef LIBJIT_DIAGNOSTIC_H
#define LIBJIT_DIAGNOSTIC_H

#include <stdbool.h>
#include <stddef.h>

/* One of the user's texts, or a header of theirs. */
typedef struct cj_part {
    const char *name; /* as it appears in #line; a header's as compilers write it */
    const char *text; /* NULL: "" */
} cj_part;

typedef struct cj_diagnostic {
    const cj_part *part; /* NULL: the error is elsewhere, and has no line and column */
    int line, column;    /* 1-based, in characters */
    char message[256];   /* one line, without place and without "error:" */
} cj_diagnostic;

/* The file that the first error is in, whatever it is: "/path/mine.h". False: it is in none, or its path is too
 * long. */
bool cj_diagnostic_file(const char *log, char *path, size_t size);

/*
 * The error that helps a user most: the first one in one of the parts; else the first one anywhere, at the place in a
 * part that the compiler says led to it ("detected during instantiation ... at line 1 of operation", "required from
 * here", "In file included from source:1"), if it names one. A place past the end of a part becomes the end of its last
 * line. False: no error in the log (*out is left as it is).
 */
bool cj_diagnostic_first(const char *log, const cj_part *parts, size_t part_count, cj_diagnostic *out);

#endif
