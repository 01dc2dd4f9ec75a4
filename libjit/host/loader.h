/*
 * loader.h: from the bytes of a shared object to code that can be called.
 */
#ifndef LIBJIT_HOST_LOADER_H
#define LIBJIT_HOST_LOADER_H

#include "libjit/status.h"

#include <stddef.h>

/* Loads an image (which may be freed afterwards). CUJIT_ERROR_LOAD: not an object for this machine, cut short, or
 * refused by the dynamic loader. Closed with dlclose(). */
cujit_status cj_load_image(const void *data, size_t size, void **library, cujit_error *error);

#endif
