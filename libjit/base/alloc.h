/*
 * alloc.h: the library's allocations, in one place so that a test can let any one of them fail.
 */
#ifndef LIBJIT_ALLOC_H
#define LIBJIT_ALLOC_H

#include <stddef.h>

void *cj_malloc(size_t size);
void *cj_calloc(size_t count, size_t size);
void *cj_realloc(void *memory, size_t size);
void cj_free(void *memory); /* NULL is fine */

/* A copy of `text` (NULL gives NULL), or of its first `length` bytes, ended by a NUL. */
char *cj_strdup(const char *text);
char *cj_strndup(const char *text, size_t length);

/* Lists of texts, ended by NULL; a list that is NULL is empty. The copy has room for `more` of them, and is NULL where
 * memory ran out. */
size_t cj_list_length(const char *const *list);
char **cj_list_copy(const char *const *list, size_t more);
void cj_list_free(char **list);

/* Tests only: the `nth` allocation from now on (1: the next) fails, and so does every later one until the call is made
 * again; 0: none fails. Returns how many allocations were made since the last call. */
unsigned long cj_alloc_fail_at(unsigned long nth);

#endif
