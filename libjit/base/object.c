/*
 * object.c: the life of a compiled object.
 */
#include "libjit/base/object.h"

#include "libjit/base/alloc.h"

const char *cj_object_kind_name(cj_object_kind kind)
{
    static const char *const names[] = {"none", "cubin", "ptx", "shared object", "fatbin"};

    return (size_t)kind < sizeof names / sizeof *names ? names[kind] : names[CJ_OBJECT_NONE];
}

void cj_object_clear(cj_object *object)
{
    if (object == NULL)
        return;
    cj_free(object->data);
    cj_free(object->log);
    cj_free(object->names);
    *object = (cj_object){0};
}
