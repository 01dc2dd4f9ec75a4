/*
 * status.h: filling a caller's cujit_error from inside the library.
 *
 * Every internal function that can fail returns a cujit_status and takes a trailing cujit_error *, like the public
 * ones. The usual form is `return cj_error_set(error, CUJIT_ERROR_..., "what: why", ...)`.
 */
#ifndef LIBJIT_STATUS_H
#define LIBJIT_STATUS_H

#include <cujit/status.h>

#include <stdarg.h>

#if defined(__GNUC__)
#define CJ_PRINTF(at, first) __attribute__((format(printf, at, first)))
#else
#define CJ_PRINTF(at, first)
#endif

/* Clears `error` (NULL is fine), writes status and message, and returns `status`. Too long a message is cut at a
 * character boundary and ends in "...". */
cujit_status cj_error_set(cujit_error *error, cujit_status status, const char *format, ...) CJ_PRINTF(3, 4);
cujit_status cj_error_setv(cujit_error *error, cujit_status status, const char *format, va_list values);

/* The same with the vendor's code: `vendor` has static storage. */
cujit_status cj_error_vendor(cujit_error *error, cujit_status status, const char *vendor, long code, const char *format,
                             ...) CJ_PRINTF(5, 6);

/* CUJIT_ERROR_OUT_OF_MEMORY; needs no memory itself. `what` names what the memory was for. */
cujit_status cj_error_no_memory(cujit_error *error, const char *what);

/* CUJIT_ERROR_ARGUMENT_SIZE where `count` elements of `item_size` bytes are more than an address space has: 2^63 - 1
 * bytes. `what` names the call, or the argument. */
cujit_status cj_check_extent(const char *what, size_t count, size_t item_size, cujit_error *error);

/* Adds the place in the user's text to an error that was just set: the name of the part, 1-based line and column, and
 * the excerpt, which it cuts out of `text` (the whole part) and keeps together with the name. Lines longer than 100
 * columns are shown as a window around the column. Tabs become single spaces. `text` NULL: no excerpt, and the name has
 * static storage. */
void cj_error_place(cujit_error *error, const char *part, const char *text, int line, int column);

/* Hands over copies of the log and of the source (each may be NULL). Out of memory here loses them silently: the error
 * itself matters more. */
void cj_error_attach(cujit_error *error, const char *log, const char *source);

/* Moves `from` into `to` (NULL: drops it) and leaves `from` clear. Returns to's status. */
cujit_status cj_error_move(cujit_error *to, cujit_error *from);

#endif
