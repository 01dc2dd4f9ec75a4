#include "libjit/standard_headers.h"

#include <stddef.h>
#include <string.h>

#define EMPTY(name)                                                                                                    \
    {                                                                                                                  \
        name, CJ_HEADER_EMPTY, ""                                                                                      \
    }
#define REFUSED(name)                                                                                                  \
    {                                                                                                                  \
        name, CJ_HEADER_REFUSED, NULL                                                                                  \
    }
#define TYPES(name)                                                                                                    \
    {                                                                                                                  \
        name, CJ_HEADER_TYPES,                                                                                         \
            "#ifndef CUJIT_STD_HEADERS\n#define CUJIT_STD_HEADERS\nnamespace cuda { namespace std {} }\n"              \
            "namespace std { using namespace cuda::std; }\n#endif\n#include <cuda/std/" name ">\n"                     \
    }

const cj_standard_header cj_standard_headers[] = {
    EMPTY("assert.h"),
    EMPTY("cassert"),
    EMPTY("cfloat"),
    EMPTY("climits"),
    EMPTY("cmath"),
    EMPTY("cstddef"),
    EMPTY("cstdint"),
    EMPTY("cstdio"),
    EMPTY("cstdlib"),
    EMPTY("cstring"),
    EMPTY("ctime"),
    EMPTY("float.h"),
    EMPTY("inttypes.h"),
    EMPTY("limits.h"),
    EMPTY("math.h"),
    EMPTY("pycuda-complex.hpp"), /* a part of the complex prelude, where a unit mentions it */
    EMPTY("stdbool.h"),
    EMPTY("stddef.h"),
    EMPTY("stdint.h"),
    EMPTY("stdio.h"),
    EMPTY("stdlib.h"),
    EMPTY("string.h"),
    EMPTY("time.h"),
    TYPES("array"),
    TYPES("initializer_list"),
    TYPES("limits"),
    TYPES("tuple"),
    TYPES("type_traits"),
    TYPES("utility"),
    REFUSED("algorithm"),
    REFUSED("any"),
    REFUSED("atomic"),
    REFUSED("bitset"),
    REFUSED("chrono"),
    REFUSED("cinttypes"),
    REFUSED("complex"),
    REFUSED("complex.h"),
    REFUSED("condition_variable"),
    REFUSED("deque"),
    REFUSED("exception"),
    REFUSED("fstream"),
    REFUSED("functional"),
    REFUSED("future"),
    REFUSED("iomanip"),
    REFUSED("iostream"),
    REFUSED("iterator"),
    REFUSED("list"),
    REFUSED("map"),
    REFUSED("memory"),
    REFUSED("mutex"),
    REFUSED("new"),
    REFUSED("numeric"),
    REFUSED("optional"),
    REFUSED("ostream"),
    REFUSED("queue"),
    REFUSED("random"),
    REFUSED("set"),
    REFUSED("sstream"),
    REFUSED("stack"),
    REFUSED("stdexcept"),
    REFUSED("string"),
    REFUSED("string_view"),
    REFUSED("thread"),
    REFUSED("typeinfo"),
    REFUSED("unordered_map"),
    REFUSED("unordered_set"),
    REFUSED("valarray"),
    REFUSED("variant"),
    REFUSED("vector"),
    {NULL, CJ_HEADER_EMPTY, NULL},
};

/* Where a name begins that a compiler says it cannot open: "cannot open source file "NAME"", "NAME: No such file",
 * "'NAME' file not found". */
static const char *missing_name(const char *message)
{
    static const char nvrtc[] = "cannot open source file \"";

    if (strncmp(message, nvrtc, sizeof nvrtc - 1) == 0)
        return message + sizeof nvrtc - 1;
    if (strstr(message, ": No such file or directory") != NULL)
        return message;
    return message[0] == '\'' && strstr(message, "' file not found") != NULL ? message + 1 : NULL;
}

const char *cj_missing_header_hint(const char *message)
{
    static const char *const libraries[] = {"cuda/", "cub/", "thrust/", "nv/"};
    const char *name = missing_name(message);
    size_t length;

    if (name == NULL)
        return NULL;
    length = strcspn(name, "\":'");
    for (const cj_standard_header *header = cj_standard_headers; header->name != NULL; header++)
        if (strlen(header->name) == length && memcmp(header->name, name, length) == 0)
            return "; " CJ_STANDARD_LIBRARY;
    for (size_t k = 0; k < sizeof libraries / sizeof *libraries; k++)
        if (strncmp(name, libraries[k], strlen(libraries[k])) == 0)
            return "; CUDA's C++ libraries come with its toolkit, for GPUs only";
    return NULL;
}
