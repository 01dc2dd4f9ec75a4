/*
 * alloc.c: the library's allocations.
 *
 * Plain malloc behind one door. The door counts, so that a test can walk through a function and let each of its
 * allocations fail in turn; outside of tests that costs one uncontended atomic addition an allocation, and no launch
 * allocates.
 */
#include "libjit/base/alloc.h"

#include <cujit/status.h>

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static atomic_ulong made;     /* allocations since the last cj_alloc_fail_at() */
static atomic_ulong fails_at; /* the first of them that fails; 0: none */

static bool may_allocate(void)
{
    unsigned long number = atomic_fetch_add_explicit(&made, 1, memory_order_relaxed) + 1;
    unsigned long limit = atomic_load_explicit(&fails_at, memory_order_relaxed);

    return limit == 0 || number < limit;
}

/* Never asks for 0 bytes: malloc may answer NULL to that, and NULL has to mean that memory ran out. */
void *cj_malloc(size_t size)
{
    return may_allocate() ? malloc(size != 0 ? size : 1) : NULL;
}

void *cj_calloc(size_t count, size_t size)
{
    if (!may_allocate())
        return NULL;
    return count != 0 && size != 0 ? calloc(count, size) : calloc(1, 1);
}

void *cj_realloc(void *memory, size_t size)
{
    return may_allocate() ? realloc(memory, size != 0 ? size : 1) : NULL;
}

void cj_free(void *memory)
{
    free(memory);
}

char *cj_strndup(const char *text, size_t length)
{
    char *copy;

    if (text == NULL || length == SIZE_MAX)
        return NULL;
    copy = cj_malloc(length + 1);
    if (copy != NULL) {
        memcpy(copy, text, length);
        copy[length] = '\0';
    }
    return copy;
}

char *cj_strdup(const char *text)
{
    return text != NULL ? cj_strndup(text, strlen(text)) : NULL;
}

size_t cj_list_length(const char *const *list)
{
    size_t length = 0;

    while (list != NULL && list[length] != NULL)
        length++;
    return length;
}

char **cj_list_copy(const char *const *list, size_t more)
{
    size_t length = cj_list_length(list);
    char **copy = cj_calloc(length + more + 1, sizeof *copy);

    for (size_t k = 0; copy != NULL && k < length; k++) {
        if ((copy[k] = cj_strdup(list[k])) == NULL) {
            cj_list_free(copy);
            return NULL;
        }
    }
    return copy;
}

void cj_list_free(char **list)
{
    for (size_t k = 0; list != NULL && list[k] != NULL; k++)
        cj_free(list[k]);
    cj_free(list);
}

unsigned long cj_alloc_fail_at(unsigned long nth)
{
    unsigned long before;

    atomic_store(&fails_at, 0);
    before = atomic_exchange(&made, 0);
    atomic_store(&fails_at, nth);
    return before;
}

void cujit_free(void *memory)
{
    cj_free(memory);
}
