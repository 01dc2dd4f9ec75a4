/*
 * loader.h: from the bytes of a shared object to code that can be called.
 */
#ifndef LIBJIT_HOST_LOADER_H
#define LIBJIT_HOST_LOADER_H

#include "libjit/base/status.h"

#include <stdbool.h>
#include <stddef.h>

/* Loads an image (which may be freed afterwards). CUJIT_ERROR_LOAD: not an object for this machine, cut short, or
 * refused by the dynamic loader. CUJIT_ERROR_IO, CUJIT_ERROR_OUT_OF_MEMORY: there is no place for it, no descriptor or
 * no memory left, which says nothing of the object. Closed with dlclose(), and then *descriptor where it is not -1. */
cujit_status cj_load_image(const void *data, size_t size, void **library, int *descriptor, cujit_error *error);

/* Whether these bytes are a whole shared object for this machine. */
bool cj_is_image(const void *data, size_t size);

/* Whether they hold this text with its NUL: the name of a symbol or of a section. */
bool cj_image_holds(const void *data, size_t size, const char *symbol);

#endif
