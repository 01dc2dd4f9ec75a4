/*
 * object.c: the life of a compiled object.
 */
#include "libjit/base/object.h"

#include "libjit/base/alloc.h"

const char *cj_object_kind_name(cj_object_kind kind)
{
    switch (kind) {
    case CJ_OBJECT_CUBIN:
        return "cubin";
    case CJ_OBJECT_PTX:
        return "ptx";
    case CJ_OBJECT_SHARED:
        return "shared object";
    case CJ_OBJECT_FATBIN:
        return "fatbin";
    case CJ_OBJECT_NONE:
        break;
    }
    return "none";
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
